//! The full screen's state: what is shown, what is chosen, what is going on. Time and keys come
//! in, nothing is drawn here.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use engine::Searchable;
use rules::{
    Choice, Event, Game, GameId, Piece, Reason, Shape, Side, Spot, Square, Status, Verdict, View,
};
use text::{Lang, Text};

use super::app_online::Games;
use super::choosing::{self, Click, click};
use super::menu::Menu;
use super::online::Undone;
use super::opponents::Trouble;
use super::round::Round;
use super::screen::board::Geometry;
use super::session::{Next, trail};
use super::theme::{self, Theme};
use super::thinker::{Task, Thinker, Thought, Value, hint_limits, value_limits};

/// A box over the board.
pub(crate) enum Overlay {
    /// The keys, scrolled by so many lines.
    Help(u16),
    Menu(Box<Menu>),
    /// The games of a server.
    Games(Games),
    /// A question to be answered by yes or no.
    Confirm(String, Then),
    /// A line to be typed.
    Entry {
        kind: EntryKind,
        value: String,
    },
}

/// What a line is typed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryKind {
    Move,
    Save,
    Load,
}

/// What happens after a yes.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Then {
    Play(String),
    New,
    Resign,
    Quit,
    Overwrite(PathBuf),
    Load(PathBuf),
    /// A new game with the settings of the menu.
    Begin(Box<super::round::Settings>),
    /// A command for the server.
    Command(&'static str, &'static [(&'static str, &'static str)]),
}

/// Sticks in the air.
pub(crate) struct Rolling {
    throw: String,
    until: Instant,
    /// Which sides of the four are up at the moment.
    pub(crate) faces: [bool; 4],
}

/// Everything that the screen shows.
pub(crate) struct App {
    pub(crate) round: Round,
    pub(crate) text: &'static Text,
    pub(crate) theme: Theme,
    /// The position that is shown: the game's, or an earlier one.
    pub(crate) view: View,
    /// The legal actions of a person to act.
    pub(crate) choices: Vec<Choice>,
    /// A piece of each side, for lists.
    pub(crate) emblems: [Piece; 2],
    pub(crate) cursor: Square,
    /// The spots of an action that have been chosen so far.
    pub(crate) chosen: Vec<Spot>,
    /// Squares that show why an attempt was refused.
    pub(crate) wrong: Vec<Square>,
    /// The squares of the last turn.
    pub(crate) trail: Vec<Square>,
    /// What happened last.
    pub(crate) said: String,
    /// An answer to the last key; gone with the next one.
    pub(crate) note: Option<String>,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) flipped: bool,
    pub(crate) goals: bool,
    /// The position's value, when asked for.
    pub(crate) value: Option<Value>,
    pub(crate) evaluating: bool,
    /// The action that the engine suggests here.
    pub(crate) hint: Option<String>,
    /// An earlier position is shown: the one after so many entries.
    pub(crate) browsing: Option<usize>,
    /// Lines that the move list is scrolled up by.
    pub(crate) scroll: usize,
    pub(crate) rolling: Option<Rolling>,
    /// Where the board is drawn, for the mouse.
    pub(crate) geometry: Option<Geometry>,
    pub(crate) quit: bool,
    pub(crate) redraw: bool,
    /// The player wants the shell for a while.
    pub(crate) suspend: bool,
    asked: Option<Asked>,
    advisor: Thinker,
    /// Whether a hint is being looked for, and whether it is to be played.
    advising: Option<bool>,
    analyst: Thinker,
    valued: Option<usize>,
}

/// Whether the board is seen from second's side: the only person's. Senet's path has no sides.
pub(super) fn from_second(round: &Round) -> bool {
    round.own_side() == Some(Side::Second) && round.session.game().view().shape != Shape::Path
}

/// Where the cursor begins: in the middle of a rank, or at the start of a path.
fn home_square(view: &View, rank: u8) -> Square {
    if view.shape == Shape::Path { Square::Path(1) } else { Square::grid(view.files / 2, rank) }
}

/// A piece of each side.
fn emblems(round: &Round) -> [Piece; 2] {
    let palette = round.session.game().compose(&[], Side::First).palette;
    Side::BOTH.map(|side| {
        let own = palette.iter().find(|piece| piece.side == side);
        theme::common(*own.expect("each side has a piece that can be put on a board"))
    })
}

/// A question to the opponent that waits for its answer.
struct Asked {
    since: Instant,
    answer: Option<Result<String, Trouble>>,
}

impl App {
    pub(crate) fn new(round: Round, lang: Lang, theme: Theme) -> App {
        let view = round.session.game().view();
        let flipped = from_second(&round);
        let cursor = home_square(&view, if flipped { view.ranks - 1 } else { 0 });
        let emblems = emblems(&round);
        let tables = round.settings.tables.clone();
        let mut app = App {
            round,
            text: text::text(lang),
            theme,
            view,
            choices: Vec::new(),
            emblems,
            cursor,
            chosen: Vec::new(),
            wrong: Vec::new(),
            trail: Vec::new(),
            said: String::new(),
            note: None,
            overlay: None,
            flipped,
            goals: false,
            value: None,
            evaluating: false,
            hint: None,
            browsing: None,
            scroll: 0,
            rolling: None,
            geometry: None,
            quit: false,
            redraw: false,
            suspend: false,
            asked: None,
            advisor: Thinker::new(tables.as_deref()),
            advising: None,
            analyst: Thinker::new(tables.as_deref()),
            valued: None,
        };
        app.refresh();
        // Without a game there is one to be chosen.
        if app.round.remote.as_ref().is_some_and(|remote| remote.game().is_none()) {
            app.open_games();
        }
        app
    }

    pub(crate) fn word(&self, id: &str) -> String {
        self.text.message(id, &[])
    }

    pub(crate) fn game(&self) -> GameId {
        self.view.game
    }

    pub(crate) fn say(&mut self, id: &str) {
        self.note = Some(self.word(id));
    }

    /// What there is to say once the game is over: how it ended.
    pub(crate) fn say_result(&mut self) {
        let session = &self.round.session;
        let turn = self.text.whose_turn(self.game(), session.game().side(), &session.status());
        self.note = Some(turn);
    }

    /// How many entries led to the position that is shown.
    fn shown_ply(&self) -> usize {
        let last = self.round.session.game().ply();
        self.browsing.map_or(last, |ply| ply.min(last))
    }

    /// The game as far as it is shown.
    fn shown_game(&self) -> Game {
        let mut game = self.round.session.game().clone();
        game.truncate(self.shown_ply());
        game
    }

    /// Whether the game is over.
    pub(crate) fn over(&self) -> bool {
        matches!(self.round.session.status(), Status::Over(_))
    }

    /// Works out anew what follows from the game as it stands.
    pub(crate) fn refresh(&mut self) {
        let ply = self.shown_ply();
        self.view = self.shown_game().view();
        let session = &self.round.session;
        self.choices = match session.next() {
            Next::Person(_) if self.browsing.is_none() => choosing::actions(session.game()),
            _ => Vec::new(),
        };
        self.emblems = emblems(&self.round);
        let events = session.last_turn(ply);
        self.trail = trail(&events);
        let tellable = events
            .iter()
            .filter(|event| !matches!(event, Event::TurnEnded { .. } | Event::GameOver { .. }));
        let words: Vec<String> =
            tellable.map(|event| self.text.event(self.view.game, event)).collect();
        self.said = words.join(". ");
        if !self.contains(self.cursor) {
            self.cursor = home_square(&self.view, 0);
        }
    }

    fn contains(&self, square: Square) -> bool {
        let path = self.view.shape == Shape::Path;
        match square {
            Square::Grid { file, rank } => {
                !path && file < self.view.files && rank < self.view.ranks
            }
            Square::Path(_) => path,
        }
    }

    /// Forgets everything that belonged to the position before.
    pub(crate) fn moved(&mut self) {
        self.chosen.clear();
        self.wrong.clear();
        self.hint = None;
        self.advising = None;
        self.advisor.cancel();
        self.browsing = None;
        self.scroll = 0;
        self.asked = None;
        self.rolling = None;
        self.refresh();
    }

    /// Plays an entry.
    pub(crate) fn play(&mut self, action: &str) {
        match self.round.play(action) {
            Ok(_) => {
                self.note = None;
                self.moved();
            }
            Err(illegal) => self.refused(&illegal),
        }
    }

    pub(crate) fn refused(&mut self, illegal: &rules::Illegal) {
        self.note = Some(crate::rulebook::refusal(illegal, self.text));
        self.wrong.clone_from(&illegal.squares);
    }

    /// Plays a person's action, after a question if it loses at once.
    pub(crate) fn choose(&mut self, action: &str) {
        let choice = self.choices.iter().find(|choice| choice.text == action);
        match choice.and_then(|choice| choice.warning) {
            None => self.play(action),
            Some(warning) => {
                let side = self.round.session.game().side();
                let question = format!(
                    "{}. {}",
                    self.text.warning(self.game(), side, &warning),
                    self.word("play-ask-anyway")
                );
                self.overlay = Some(Overlay::Confirm(question, Then::Play(action.to_owned())));
            }
        }
    }

    /// A square is chosen by key or mouse.
    pub(crate) fn click(&mut self, at: Square) {
        self.cursor = at;
        match self.round.session.next() {
            _ if self.rolling.is_some() => self.land(),
            _ if self.browsing.is_some() => self.stop_browsing(),
            Next::Throw { person: true, .. } => self.roll(),
            Next::Person(_) => self.choose_square(at),
            Next::Opponent(_) | Next::Throw { .. } => self.say("play-wait"),
            Next::Over(_) => self.say_result(),
        }
    }

    fn choose_square(&mut self, at: Square) {
        self.wrong.clear();
        if let [Choice { spots, text, .. }] = &self.choices[..]
            && spots.is_empty()
        {
            let text = text.clone();
            return self.choose(&text);
        }
        let game = self.round.session.game();
        match click(game, &self.view, &self.choices, &self.chosen, at) {
            Click::Play(action) => {
                self.chosen.clear();
                self.choose(&action);
            }
            Click::Narrow(spots) => {
                let off = [&spots[..], &[Spot::Off]].concat();
                if spots == [Spot::Reserve] {
                    self.say("play-drop-hint");
                } else if self.choices.iter().any(|choice| choice.spots == off) {
                    self.say("play-leave-hint");
                }
                self.chosen = spots;
            }
            Click::Clear => self.chosen.clear(),
            Click::Refuse(illegal) => self.refused(&illegal),
        }
    }

    /// Plays the action that touches nothing, a pass or the end of a turn, or shows why not.
    pub(crate) fn pass(&mut self) {
        let choice = self.choices.iter().find(|choice| choice.spots.is_empty());
        if let Some(action) = choice.map(|choice| choice.text.clone()) {
            return self.choose(&action);
        }
        match self.round.session.next() {
            Next::Person(_) => {
                let game = self.round.session.game();
                let mut refusals =
                    ["end", "pass"].into_iter().filter_map(|word| game.clone().play(word).err());
                let refusal = refusals.clone().find(|why| why.reason != Reason::Syntax);
                if let Some(illegal) = refusal.or_else(|| refusals.next()) {
                    self.refused(&illegal);
                }
            }
            Next::Over(_) => self.say_result(),
            Next::Throw { person: true, .. } => self.say("play-throw-due"),
            _ => self.say("play-wait"),
        }
    }

    /// Throws the sticks into the air.
    pub(crate) fn roll(&mut self) {
        if self.rolling.is_some() {
            return self.land();
        }
        let Some(throw) = self.round.session.draw_throw() else {
            return self.say("play-no-throw-due");
        };
        let until = Instant::now() + self.round.settings.pace * 2;
        self.rolling = Some(Rolling { throw, until, faces: [true; 4] });
    }

    /// The sticks come down.
    pub(crate) fn land(&mut self) {
        if let Some(rolling) = self.rolling.take() {
            self.play(&rolling.throw);
        }
    }

    pub(crate) fn undo(&mut self) {
        let undone = self.round.undo();
        if matches!(undone, Undone::Action | Undone::Turn) {
            self.moved();
        }
        self.say(match undone {
            Undone::Action => "play-undone-action",
            Undone::Turn => "play-undone",
            Undone::Asked => "online-asked",
            Undone::Nothing => "play-nothing-to-undo",
        });
    }

    pub(crate) fn new_game(&mut self) {
        if self.round.remote.is_some() {
            let settings = self.round.settings.clone();
            return self.create(&settings);
        }
        self.round.begin();
        self.flipped = from_second(&self.round);
        self.said.clear();
        self.value = None;
        self.valued = None;
        self.moved();
        self.say("play-new");
    }

    /// Asks the engine what to play; `play` plays it as soon as it is known.
    pub(crate) fn ask_hint(&mut self, play: bool) {
        match self.round.session.next() {
            _ if !self.round.may_help() => self.say("play-no-help"),
            Next::Throw { person: true, .. } if play => {
                self.roll();
                self.land();
            }
            Next::Throw { person: true, .. } => self.say("play-throw-due"),
            Next::Person(_) => match (&self.hint, play) {
                (Some(action), true) => {
                    let action = action.clone();
                    self.choose(&action);
                }
                (Some(_), false) => {}
                (None, _) if self.advising.is_some() => {
                    self.advising = self.advising.map(|before| before || play);
                }
                (None, _) => {
                    self.advising = Some(play);
                    self.advisor.ask(self.round.session.game(), Task::Best(hint_limits()));
                    self.say("play-thinking");
                }
            },
            Next::Over(_) => self.say_result(),
            Next::Opponent(_) | Next::Throw { .. } => self.say("play-wait"),
        }
    }

    pub(crate) fn toggle_evaluation(&mut self) {
        if !self.round.may_help() {
            return self.say("play-no-help");
        }
        if self.evaluating {
            return self.stop_evaluating();
        }
        self.evaluating = true;
        self.valued = None;
    }

    pub(crate) fn stop_evaluating(&mut self) {
        self.evaluating = false;
        self.analyst.cancel();
        self.value = None;
    }

    /// Looks at the position after so many entries.
    pub(crate) fn browse(&mut self, by: isize) {
        let last = self.round.session.game().ply();
        let now = self.browsing.unwrap_or(last);
        let to = now.saturating_add_signed(by).min(last);
        self.browsing = (to < last).then_some(to);
        self.chosen.clear();
        self.wrong.clear();
        self.refresh();
    }

    pub(crate) fn stop_browsing(&mut self) {
        self.browsing = None;
        self.refresh();
    }

    pub(crate) fn switch_language(&mut self) {
        let lang = if self.text.lang() == Lang::En { Lang::Ru } else { Lang::En };
        self.text = text::text(lang);
        self.note = None;
        self.refresh();
    }

    /// How long nothing can happen by itself.
    pub(crate) fn patience(&self) -> Duration {
        let clock_runs =
            self.round.session.clocks().is_some_and(|clocks| clocks.running().is_some());
        let millis = if self.rolling.is_some() {
            60
        } else if self.asked.is_some() || self.advising.is_some() {
            20
        } else if self.round.remote.is_some() {
            40
        } else if self.evaluating || clock_runs {
            100
        } else {
            match self.round.session.next() {
                Next::Opponent(_) | Next::Throw { person: false, .. } => 1,
                _ => 500,
            }
        };
        Duration::from_millis(millis)
    }

    /// What happens by itself.
    pub(crate) fn tick(&mut self, now: Instant) {
        if let Some(outcome) = self.round.session.flag(now) {
            self.round.forget_question();
            self.moved();
            self.note = Some(self.text.outcome(self.game(), &outcome));
        }
        if let Some(rolling) = &mut self.rolling {
            if now >= rolling.until {
                self.land();
            } else {
                rolling.faces = [(); 4].map(|()| fastrand::bool());
            }
            return;
        }
        if self.round.remote.is_some() {
            self.tick_online();
        } else {
            self.tick_opponent(now);
        }
        self.tick_advisor();
        self.tick_analyst();
    }

    fn tick_opponent(&mut self, now: Instant) {
        let due = match self.round.session.next() {
            Next::Opponent(_) => true,
            Next::Throw { person, .. } => {
                if !person {
                    self.roll();
                    if self.round.settings.pace.is_zero() {
                        self.land();
                    }
                }
                false
            }
            Next::Person(_) | Next::Over(_) => false,
        };
        if !due {
            return;
        }
        if self.asked.is_none() {
            self.round.ask();
            self.asked = Some(Asked { since: now, answer: None });
        }
        let pace = self.round.settings.pace;
        let (Some(asked), Some(opponent)) = (&mut self.asked, &mut self.round.opponent) else {
            return;
        };
        if asked.answer.is_none() {
            asked.answer = opponent.poll();
        }
        if now.saturating_duration_since(asked.since) < pace {
            return;
        }
        match asked.answer.take() {
            None => {}
            Some(Ok(action)) => self.play(&action),
            Some(Err(trouble)) => {
                self.round.lose_opponent();
                self.moved();
                self.failed(trouble);
                let both_sides = self.word("play-both-sides");
                self.note = self.note.take().map(|note| format!("{note}. {both_sides}"));
            }
        }
    }

    /// Reports that an engine has failed.
    fn failed(&mut self, trouble: Trouble) {
        let args = [("message", trouble.into())];
        self.note = Some(self.text.message("play-opponent-trouble", &args));
    }

    fn tick_advisor(&mut self) {
        let Some(play) = self.advising else { return };
        match self.advisor.poll() {
            None => {}
            Some(Thought::Action(Some(action))) => {
                self.advising = None;
                if play {
                    return self.choose(&action);
                }
                let args = [("action", action.as_str().into())];
                self.note = Some(self.text.message("play-hint", &args));
                self.hint = Some(action);
            }
            Some(Thought::Failed(trouble)) => {
                self.advising = None;
                self.failed(trouble);
            }
            Some(_) => self.advising = None,
        }
    }

    fn tick_analyst(&mut self) {
        if !self.evaluating {
            return;
        }
        let ply = self.shown_ply();
        if self.valued != Some(ply) {
            let game = self.shown_game();
            // How the game ended outside the rules only the session knows.
            let status =
                if self.browsing.is_none() { self.round.session.status() } else { game.status() };
            let certain = match status {
                Status::ToAct(_) => {
                    self.analyst.ask(&game, Task::Value(value_limits()));
                    None
                }
                // A throw changes little on average: the last value stands while the game goes on.
                Status::Chance if self.browsing.is_none() => return self.take_values(),
                Status::Chance => Some(game.verdict()),
                Status::Over(outcome) => Some(Verdict::over(&outcome)),
            };
            self.valued = Some(ply);
            self.value = None;
            if let Some(verdict) = certain {
                self.analyst.cancel();
                let share = game.value(verdict);
                self.value = Some(Value { verdict, share, depth: 0, line: Vec::new() });
            }
        }
        self.take_values();
    }

    /// Takes in what the analyst has found since.
    fn take_values(&mut self) {
        while let Some(thought) = self.analyst.poll() {
            match thought {
                Thought::Value(value) => self.value = Some(value),
                Thought::Action(_) => {}
                Thought::Failed(trouble) => {
                    self.evaluating = false;
                    self.value = None;
                    self.failed(trouble);
                    break;
                }
            }
        }
    }
}
