//! The full screen in games that a server keeps.

use super::app::{App, Overlay, Then, from_second};
use super::input::{Key, latin};
use super::online::lists::{self, Row, RowKind};
use super::online::{Answer, Remote, Update};
use super::opponents::OpponentChoice;
use super::session::Next;

/// The games of the server to choose from, while the box is open.
pub(crate) struct Games {
    /// None until the server has answered.
    pub(crate) rows: Option<Vec<Row>>,
    pub(crate) at: usize,
}

impl App {
    fn remote(&self) -> Option<&Remote> {
        self.round.remote.as_ref()
    }

    /// Takes in what came from the server.
    pub(crate) fn tick_online(&mut self) {
        for update in self.round.hear(self.text) {
            match update {
                Update::NewGame => {
                    self.flipped = from_second(&self.round);
                    self.value = None;
                    self.note = None;
                    if matches!(self.overlay, Some(Overlay::Games(_))) {
                        self.overlay = None;
                    }
                    self.new_position();
                }
                Update::Played(_) => {
                    self.note = None;
                    self.new_position();
                }
                Update::Changed => self.new_position(),
                Update::Message(words) => self.note = Some(words),
                Update::Lists(found) => {
                    if let Some(Overlay::Games(games)) = &mut self.overlay {
                        games.rows = Some(lists::rows(&found, self.text));
                        games.at = 0;
                    }
                }
            }
        }
    }

    /// What was begun here may not fit any more: a turn that is half made stays.
    fn new_position(&mut self) {
        self.moved();
        // A game between people may have begun while the engine was helping.
        if !self.round.may_help() {
            self.stop_evaluating();
        }
    }

    /// Says something to the server, if it can hear.
    pub(crate) fn send_command(&mut self, kind: &str, more: &[(&str, &str)]) {
        let Some(remote) = self.remote() else { return self.say("online-only") };
        if remote.is_watching() {
            return self.say("server-not-your-game");
        }
        if !remote.send_command(kind, more) {
            self.say("online-no-connection");
        }
    }

    /// Keys that have a meaning on a server only.
    pub(crate) fn online_letter(&mut self, letter: char) {
        let Some(remote) = self.remote() else { return self.say("online-only") };
        match letter {
            '=' => self.confirm("online-ask-draw", Then::Command("draw", &[("answer", "offer")])),
            'a' if remote.proposed().is_some() => {
                remote.answer(Answer::Accept);
            }
            'z' if remote.proposed().is_some() => {
                remote.answer(Answer::Decline);
            }
            'a' | 'z' => self.say("server-nothing-offered"),
            'b' => self.confirm("online-ask-abort", Then::Command("abort", &[])),
            'c' => self.send_command("claim", &[]),
            'w' => self.open_games(),
            _ => {}
        }
    }

    fn confirm(&mut self, question: &str, then: Then) {
        if let Next::Over(_) = self.round.session.next() {
            return self.say_result();
        }
        let question = self.word(question);
        self.overlay = Some(Overlay::Confirm(question, then));
    }

    /// Shows the games of the server.
    pub(crate) fn open_games(&mut self) {
        if let Some(remote) = self.remote() {
            remote.ask_lists();
            self.overlay = Some(Overlay::Games(Games { rows: None, at: 0 }));
        }
    }

    pub(crate) fn games_key(&mut self, key: Key, mut games: Games) {
        let last = games.rows.as_ref().map_or(0, |rows| rows.len().saturating_sub(1));
        match key {
            Key::Up | Key::BackTab => games.at = games.at.saturating_sub(1),
            Key::Down | Key::Tab => games.at = (games.at + 1).min(last),
            Key::Enter => {
                if let Some(row) = games.rows.as_ref().and_then(|rows| rows.get(games.at)) {
                    self.open(row);
                }
                return;
            }
            Key::Esc => return,
            Key::Char(c) => match latin(c) {
                'k' => games.at = games.at.saturating_sub(1),
                'j' => games.at = (games.at + 1).min(last),
                'w' => return self.open_games(),
                'q' => return,
                'm' => return self.open_menu(),
                _ => {}
            },
            _ => {}
        }
        self.overlay = Some(Overlay::Games(games));
    }

    fn open(&mut self, row: &Row) {
        let Some(remote) = self.remote() else { return };
        match row.kind {
            RowKind::Own | RowKind::Lobby => remote.join(&row.game),
            RowKind::Live => remote.watch(&row.game),
        }
    }

    /// Has the server make a game as the settings say.
    pub(crate) fn create(&mut self, settings: &super::round::Settings) {
        if let (Some(remote), OpponentChoice::Server(terms)) =
            (&self.round.remote, &settings.choice)
        {
            remote.create(terms, settings);
            self.say("online-making");
        }
    }
}
