//! What keys and the mouse do.

use std::path::PathBuf;

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use rules::{Choice, Spot, Square, TrayKind};

use super::app::{App, EntryKind, Overlay, Then, from_second};
use super::choosing;
use super::input::{Key, is_yes, latin};
use super::menu::{Item, Menu};
use super::opponents::OpponentChoice;
use super::session::Next;
use super::typed::{self, Reading};

/// More than a file's name or a move needs.
const LONGEST_ENTRY: usize = 200;

impl App {
    /// A key was pressed.
    pub(crate) fn key(&mut self, key: Key) {
        match key {
            Key::Interrupt => return self.quit = true,
            Key::Redraw => return self.redraw = true,
            Key::Suspend => return self.suspend = true,
            Key::Fail => panic!("asked to fail"),
            _ => {}
        }
        match self.overlay.take() {
            None => self.board_key(key),
            Some(Overlay::Help(scroll)) => self.help_key(key, scroll),
            Some(Overlay::Menu(menu)) => self.menu_key(key, menu),
            Some(Overlay::Games(games)) => self.games_key(key, games),
            Some(Overlay::Confirm(question, then)) => match key {
                Key::Char(c) if is_yes(c) => self.do_it(then),
                Key::Char(_) | Key::Esc | Key::Backspace => self.chosen.clear(),
                // A key held down must not answer.
                _ => self.overlay = Some(Overlay::Confirm(question, then)),
            },
            Some(Overlay::Entry { kind, value }) => self.entry_key(key, kind, value),
        }
    }

    fn board_key(&mut self, key: Key) {
        self.note = None;
        self.wrong.clear();
        // Sticks in the air come down at any key.
        if self.rolling.is_some() {
            return self.land();
        }
        match key {
            Key::Left => self.go(-1, 0),
            Key::Right => self.go(1, 0),
            Key::Up => self.go(0, -1),
            Key::Down => self.go(0, 1),
            Key::Enter => self.click(self.cursor),
            Key::Tab => self.jump(1),
            Key::BackTab => self.jump(-1),
            Key::Esc if self.browsing.is_some() => self.stop_browsing(),
            Key::Esc => {
                self.chosen.clear();
                self.hint = None;
            }
            Key::Backspace => self.undo(),
            Key::PageUp => self.scroll = self.scroll.saturating_add(5),
            Key::PageDown => self.scroll = self.scroll.saturating_sub(5),
            Key::Home => self.browse(isize::MIN / 2),
            Key::End => self.stop_browsing(),
            Key::Char(c) => self.letter(latin(c)),
            Key::ClearLine | Key::ClearWord => {}
            Key::Interrupt | Key::Redraw | Key::Suspend | Key::Fail => {}
        }
    }

    fn letter(&mut self, letter: char) {
        match letter {
            'h' => self.go(-1, 0),
            'l' => self.go(1, 0),
            'k' => self.go(0, -1),
            'j' => self.go(0, 1),
            ' ' => self.click(self.cursor),
            't' => self.throw_key(),
            'x' => self.pass(),
            'd' => self.hold(),
            'u' => self.undo(),
            'i' => self.ask_hint(false),
            '!' => self.ask_hint(true),
            'e' => self.toggle_evaluation(),
            'g' if !self.view.goals.is_empty() => self.goals = !self.goals,
            'g' => self.say("play-goals-salta"),
            'f' => self.flipped = !self.flipped,
            ',' | '<' | '[' => self.browse(-1),
            '.' | '>' | ']' => self.browse(1),
            'n' => self.ask("play-ask-new", Then::New),
            '=' | 'a' | 'z' | 'b' | 'c' | 'w' => self.online_letter(letter),
            'r' => match self.round.session.next() {
                Next::Over(_) if self.round.remote.is_some() => {
                    self.say("online-rematch-asked");
                    self.send_command("rematch", &[]);
                }
                Next::Over(_) => self.say_result(),
                _ => {
                    let question = self.word("play-ask-resign");
                    self.overlay = Some(Overlay::Confirm(question, Then::Resign));
                }
            },
            'm' => self.open_menu(),
            's' => {
                let value = self.round.file_name();
                self.overlay = Some(Overlay::Entry { kind: EntryKind::Save, value });
            }
            'o' if self.round.remote.is_some() => self.say("online-not"),
            'o' => {
                let value = String::new();
                self.overlay = Some(Overlay::Entry { kind: EntryKind::Load, value });
            }
            ':' | '/' => {
                let value = String::new();
                self.overlay = Some(Overlay::Entry { kind: EntryKind::Move, value });
            }
            'L' => self.switch_language(),
            '?' => self.overlay = Some(Overlay::Help(0)),
            'q' if self.round.remote.is_some() => self.ask("online-ask-quit", Then::Quit),
            'q' => self.ask("play-ask-quit", Then::Quit),
            _ => {}
        }
    }

    pub(crate) fn open_menu(&mut self) {
        self.overlay = Some(Overlay::Menu(Box::new(Menu::new(&self.round.settings))));
    }

    /// Asks first if a game under way would be lost.
    fn ask(&mut self, question: &str, then: Then) {
        let over = matches!(self.round.session.next(), Next::Over(_));
        let begun = match &self.round.remote {
            Some(remote) => remote.side().is_some(),
            None => self.round.session.game().ply() > 0,
        };
        if begun && !over {
            let question = self.word(question);
            self.overlay = Some(Overlay::Confirm(question, then));
        } else {
            self.do_it(then);
        }
    }

    fn do_it(&mut self, then: Then) {
        match then {
            Then::Play(action) => self.play(&action),
            Then::New => self.new_game(),
            Then::Quit => self.quit = true,
            Then::Command(kind, more) => self.send_command(kind, more),
            Then::Resign if self.round.remote.is_some() => self.send_command("resign", &[]),
            Then::Resign => {
                // Who resigns is the person at the keyboard; of two, the one whose turn it is.
                let turn = self.round.session.game().side();
                let side = self.round.own_side().unwrap_or(turn);
                self.round.forget_question();
                let outcome = self.round.session.resign(side);
                self.moved();
                self.note = Some(self.text.outcome(self.game(), &outcome));
            }
            Then::Overwrite(path) => self.save(path, true),
            Then::Load(path) => self.load(&path),
            Then::Begin(settings) if self.round.remote.is_some() => self.create(&settings),
            Then::Begin(settings) => {
                if let Err(trouble) = self.round.change_opponent(settings.choice.clone()) {
                    return self.note = Some(trouble);
                }
                self.round.settings = *settings;
                self.new_game();
            }
        }
    }

    fn throw_key(&mut self) {
        match self.round.session.next() {
            Next::Throw { person: true, .. } => self.roll(),
            Next::Over(_) => self.say_result(),
            _ => self.say("play-no-throw-due"),
        }
    }

    /// Takes a man from the reserve, or puts it back.
    fn hold(&mut self) {
        let from_reserve = |choice: &Choice| choice.spots.first() == Some(&Spot::Reserve);
        let has_reserve = self.view.trays.iter().any(|tray| tray.kind == TrayKind::Reserve);
        if self.chosen == [Spot::Reserve] {
            self.chosen.clear();
        } else if self.choices.iter().any(from_reserve) {
            self.chosen = vec![Spot::Reserve];
            self.say("play-drop-hint");
        } else if has_reserve && let Next::Person(_) = self.round.session.next() {
            let game = self.round.session.game();
            let attempt = game.meant(&[Spot::Reserve, Spot::Square(self.cursor)]);
            if let Err(illegal) = game.clone().play(&attempt) {
                self.refused(&illegal);
            }
        }
    }

    /// Moves the cursor on the screen.
    fn go(&mut self, right: i8, down: i8) {
        let Some(geometry) = self.geometry else { return };
        let (column, row) = geometry.place(self.cursor);
        let (files, ranks) = (self.view.files, self.view.ranks);
        let step = |at: u8, by: i8, count: u8| at.saturating_add_signed(by).min(count - 1);
        self.cursor = geometry.square(step(column, right, files), step(row, down, ranks));
    }

    /// Jumps to the next square worth going to: targets of what is chosen, else pieces that move.
    fn jump(&mut self, by: isize) {
        let mut worth = choosing::targets(&self.choices, &self.chosen);
        if self.chosen.is_empty() && worth.is_empty() {
            worth = self.choices.iter().filter_map(choosing::start).collect();
        }
        worth.sort();
        worth.dedup();
        let count = worth.len() as isize;
        if count == 0 {
            return;
        }
        let place = match worth.iter().position(|square| *square == self.cursor) {
            Some(place) => (place as isize + by).rem_euclid(count),
            None if by > 0 => 0,
            None => count - 1,
        };
        self.cursor = worth[place as usize];
    }

    fn help_key(&mut self, key: Key, scroll: u16) {
        let scroll = match key {
            Key::Down | Key::Char('j') => scroll.saturating_add(1),
            Key::Up | Key::Char('k') => scroll.saturating_sub(1),
            Key::PageDown | Key::Char(' ') => scroll.saturating_add(10),
            Key::PageUp => scroll.saturating_sub(10),
            _ => return,
        };
        self.overlay = Some(Overlay::Help(scroll.min(100)));
    }

    fn menu_key(&mut self, key: Key, mut menu: Box<Menu>) {
        match key {
            Key::Up => menu.go(-1),
            Key::Down | Key::Tab => menu.go(1),
            Key::BackTab => menu.go(-1),
            Key::Left => menu.change(-1),
            Key::Right => menu.change(1),
            Key::PageUp => menu.change(10),
            Key::PageDown => menu.change(-10),
            Key::Char(c) if c.is_ascii_digit() => menu.digit(c),
            Key::Char(c) => match latin(c) {
                'k' => menu.go(-1),
                'j' => menu.go(1),
                'h' => menu.change(-1),
                'l' => menu.change(1),
                ' ' if menu.item() != Item::Begin => menu.change(1),
                ' ' => return self.begin(&menu),
                'm' | 'q' => return self.close_menu(&menu),
                _ => {}
            },
            Key::Enter if menu.item() == Item::Begin => return self.begin(&menu),
            Key::Enter => menu.go(-(menu.at as isize)),
            Key::Esc => return self.close_menu(&menu),
            _ => {}
        }
        self.overlay = Some(Overlay::Menu(menu));
    }

    fn begin(&mut self, menu: &Menu) {
        self.ask("play-ask-new", Then::Begin(Box::new(menu.settings.clone())));
    }

    /// Without a new game only another engine of the same kind can take over.
    fn close_menu(&mut self, menu: &Menu) {
        let now = &self.round.settings.choice;
        let engines = |choice: &OpponentChoice| matches!(choice, OpponentChoice::Engine(_));
        if *now != menu.settings.choice && engines(now) && engines(&menu.settings.choice) {
            let _ = self.round.change_opponent(menu.settings.choice.clone());
            self.moved();
        }
    }

    fn entry_key(&mut self, key: Key, kind: EntryKind, mut value: String) {
        match key {
            Key::Esc => return,
            Key::Enter => return self.entered(kind, value.trim().to_owned()),
            Key::Backspace => {
                value.pop();
            }
            Key::ClearLine => value.clear(),
            Key::ClearWord => {
                let kept = value.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                value.truncate(kept);
            }
            Key::Char(c) if value.chars().count() < LONGEST_ENTRY && !c.is_control() => {
                value.push(c);
            }
            _ => {}
        }
        self.overlay = Some(Overlay::Entry { kind, value });
    }

    fn entered(&mut self, kind: EntryKind, value: String) {
        if value.is_empty() {
            return;
        }
        match kind {
            EntryKind::Save => self.save(PathBuf::from(value), false),
            EntryKind::Load => {
                self.ask("play-ask-new", Then::Load(PathBuf::from(value)));
            }
            EntryKind::Move => self.typed(&value),
        }
    }

    fn typed(&mut self, value: &str) {
        match self.round.session.next() {
            Next::Person(_) => {}
            Next::Over(_) => return self.say_result(),
            Next::Throw { person: true, .. } => return self.say("play-throw-due"),
            _ => return self.say("play-wait"),
        }
        match typed::read(self.round.session.game(), value) {
            Reading::One(action) => self.choose(&action),
            Reading::Many(meanings) => {
                let args = [("found", value.into()), ("allowed", meanings.join(", ").into())];
                self.note = Some(self.text.message("play-ambiguous", &args));
            }
            Reading::Refused(illegal) => self.refused(&illegal),
        }
    }

    fn save(&mut self, path: PathBuf, overwrite: bool) {
        let file = path.display().to_string();
        let args = [("file", file.into())];
        match self.round.save(&path, overwrite, self.text) {
            Ok(true) => self.note = Some(self.text.message("play-saved", &args)),
            Ok(false) => {
                let question = self.text.message("play-ask-overwrite", &args);
                self.overlay = Some(Overlay::Confirm(question, Then::Overwrite(path)));
            }
            Err(trouble) => self.note = Some(trouble),
        }
    }

    fn load(&mut self, path: &std::path::Path) {
        match self.round.load(path, self.text) {
            Ok(()) => {
                self.value = None;
                self.flipped = from_second(&self.round);
                self.moved();
                let args = [("file", path.display().to_string().into())];
                self.note = Some(self.text.message("play-loaded", &args));
            }
            Err(trouble) => self.note = Some(trouble),
        }
    }

    /// The mouse was used.
    pub(crate) fn mouse(&mut self, event: MouseEvent) {
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) if self.overlay.is_none() => {
                let at = self.geometry.and_then(|board| board.at(event.column, event.row));
                if let Some(square) = at {
                    self.note = None;
                    self.click(square);
                }
            }
            MouseEventKind::Down(MouseButton::Right) if self.overlay.is_none() => {
                self.board_key(Key::Esc);
            }
            MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_add(2),
            MouseEventKind::ScrollDown => self.scroll = self.scroll.saturating_sub(2),
            _ => {}
        }
    }

    /// The cursor's square, for the screen.
    pub(crate) fn cursor_shown(&self) -> Option<Square> {
        (self.overlay.is_none() && self.browsing.is_none()).then_some(self.cursor)
    }
}
