//! A game that a server keeps. The session holds a copy of it: an own action is played there at
//! once and sent when the turn is complete; what the server says holds in any case.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rules::{Event, Side, Status};
use serde_json::{Value, json};
use text::Text;

use super::News;
use super::client::{Client, Lists};
use super::connection::Connection;
use super::terms::{Terms, player_name};
use super::wire::{Ended, Happened, Message, Now, Phase, Seat, State};
use crate::play::clock::Clocks;
use crate::play::opponents::{OpponentChoice, Trouble};
use crate::play::round::Settings;
use crate::play::session::Session;

/// What changed for the player.
pub(crate) enum Update {
    /// There is another game at the board.
    NewGame,
    /// This was played.
    Played(Vec<Event>),
    /// The position is another one: something was taken back or did not hold.
    Changed,
    Message(String),
    Lists(Lists),
}

/// What became of taking back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undone {
    /// An action of a turn that is not complete.
    Action,
    /// More than that.
    Turn,
    /// The server was asked.
    Asked,
    Nothing,
}

/// What the other side may want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proposal {
    Draw,
    Takeback,
    Rematch,
}

/// An answer to a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Accept,
    Decline,
}

/// Whether the connection stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// Not yet.
    Coming,
    Up,
    Down,
}

/// Actions on their way.
struct Flight {
    id: String,
    ply: usize,
    actions: Vec<String>,
}

impl Flight {
    fn end(&self) -> usize {
        self.ply + self.actions.len()
    }
}

/// A seat, or a place among the spectators, at a server's board.
pub(crate) struct Remote {
    client: Client,
    connection: Connection,
    news: Receiver<News>,
    post: Sender<News>,
    link: Link,
    /// The game that is wanted at the board.
    wanted: String,
    state: Option<State>,
    flight: Option<Flight>,
    /// Makes the ids of submissions.
    name: String,
    sent: u64,
}

impl Remote {
    pub(crate) fn new(client: Client) -> Remote {
        let (post, news) = mpsc::channel();
        Remote {
            connection: Connection::start(&client, client.lang(), post.clone()),
            client,
            news,
            post,
            link: Link::Coming,
            wanted: String::new(),
            state: None,
            flight: None,
            name: server::secret::token(8),
            sent: 0,
        }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn is_up(&self) -> bool {
        self.link == Link::Up
    }

    pub(crate) fn is_down(&self) -> bool {
        self.link == Link::Down
    }

    /// The game at the board.
    pub(crate) fn game(&self) -> Option<&str> {
        self.state.as_ref().map(|state| state.game.as_str())
    }

    fn now(&self) -> Option<&Now> {
        self.state.as_ref().map(|state| &state.now)
    }

    fn is(&self, phase: Phase) -> bool {
        self.now().is_some_and(|now| now.phase == phase)
    }

    /// Whether a seat is still free.
    pub(crate) fn is_open(&self) -> bool {
        self.is(Phase::Open)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is(Phase::Over)
    }

    /// The own side; of both, first.
    pub(crate) fn side(&self) -> Option<Side> {
        self.state.as_ref().and_then(|state| state.seats.first()).map(|seat| Side::from(*seat))
    }

    /// Whether we only watch.
    pub(crate) fn is_watching(&self) -> bool {
        self.state.is_some() && self.side().is_none()
    }

    /// Whether both sides are played at this keyboard.
    pub(crate) fn has_both(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.seats.len() == 2)
    }

    /// The link for a friend.
    pub(crate) fn invitation(&self) -> Option<String> {
        self.game().map(|game| self.client.address.link(game))
    }

    /// The server's rule: an engine helps in finished games, and in unrated ones without another
    /// person.
    pub(crate) fn may_help(&self) -> bool {
        let Some(state) = &self.state else { return false };
        let alone = |side: Side| state.sits(side) || state.player(side).kind == "engine";
        let alone = !state.seats.is_empty() && Side::BOTH.into_iter().all(alone);
        state.now.phase == Phase::Over || (alone && !state.rated)
    }

    /// What the player of a side is called.
    pub(crate) fn player(&self, side: Side, text: &Text) -> String {
        match &self.state {
            None => text.message("online-nobody", &[]),
            Some(state) if state.seats.len() == 2 => text.message("play-person", &[]),
            Some(state) if state.sits(side) => text.message("play-you", &[]),
            Some(state) => player_name(state.player(side), text),
        }
    }

    /// What the other side proposes.
    pub(crate) fn proposed(&self) -> Option<Proposal> {
        let own = self.side().filter(|_| !self.has_both())?;
        let now = self.now()?;
        let theirs = |seat: Option<Seat>| seat.is_some_and(|by| Side::from(by) != own);
        match now.phase {
            Phase::Live if theirs(now.draw) => Some(Proposal::Draw),
            Phase::Live if theirs(now.takeback.map(|(by, _)| by)) => Some(Proposal::Takeback),
            Phase::Over if theirs(now.rematch_by) && now.rematch.is_none() => {
                Some(Proposal::Rematch)
            }
            Phase::Open | Phase::Live | Phase::Over => None,
        }
    }

    // What is done.

    /// Sends a command for the game; false if there is no connection or no game.
    pub(crate) fn send_command(&self, kind: &str, more: &[(&str, &str)]) -> bool {
        let Some(game) = self.game().filter(|_| self.link != Link::Down) else { return false };
        let mut message = json!({ "type": kind, "game": game });
        for (name, value) in more {
            message[*name] = Value::from(*value);
        }
        self.connection.say(message);
        true
    }

    /// Answers what the other side proposes.
    pub(crate) fn answer(&self, answer: Answer) -> bool {
        let word = if answer == Answer::Accept { "accept" } else { "decline" };
        match (self.proposed(), answer) {
            (Some(Proposal::Draw), _) => self.send_command("draw", &[("answer", word)]),
            (Some(Proposal::Takeback), _) => self.send_command("takeback", &[("answer", word)]),
            (Some(Proposal::Rematch), Answer::Accept) => self.send_command("rematch", &[]),
            // A rematch is declined by doing nothing.
            (Some(Proposal::Rematch), Answer::Decline) => true,
            (None, _) => false,
        }
    }

    /// Undoes an action that has not been sent; asks the server to take back what has.
    pub(crate) fn undo(&mut self, session: &mut Session) -> Undone {
        let held = self.flight.as_ref().map_or_else(|| self.ply(), Flight::end);
        let ply = session.game().ply();
        if ply > held {
            session.cut(ply - 1);
            return Undone::Action;
        }
        let asked =
            ply > 0 && !self.is_watching() && self.send_command("takeback", &[("answer", "offer")]);
        if asked { Undone::Asked } else { Undone::Nothing }
    }

    /// The entries that the server has.
    fn ply(&self) -> usize {
        self.now().map_or(0, |now| now.ply)
    }

    /// Sends the first complete turn that the server does not have.
    pub(crate) fn send(&mut self, session: &Session) {
        if self.flight.is_some() || self.link == Link::Down || !self.is(Phase::Live) {
            return;
        }
        let ply = self.ply();
        let game = session.game();
        let pending = session.played().get(ply..).unwrap_or_default();
        let Some(first) = pending.first() else { return };
        let turn = |one: &rules::Played| (one.turn, one.side) == (first.turn, first.side);
        let count = pending.iter().take_while(|one| turn(one)).count();
        let goes_on = game.status() == Status::ToAct(first.side)
            && (game.turn(), game.side()) == (first.turn, first.side);
        if count == pending.len() && goes_on {
            return;
        }
        let actions = pending[..count].iter().map(|one| one.text.clone()).collect();
        self.sent += 1;
        let id = format!("{}-{}", self.name, self.sent);
        self.flight = Some(Flight { id, ply, actions });
        self.launch();
    }

    /// Whether own actions are still on their way.
    pub(crate) fn is_sending(&self) -> bool {
        self.flight.is_some()
    }

    fn launch(&self) {
        let (Some(flight), Some(game)) = (&self.flight, self.game()) else { return };
        self.connection.say(json!({
            "type": "submit",
            "game": game,
            "ply": flight.ply,
            "actions": flight.actions,
            "id": flight.id,
        }));
    }

    /// Makes a game; the answer is among the news.
    pub(crate) fn create(&self, terms: &Terms, settings: &Settings) {
        let (terms, rules) = (terms.clone(), settings.variant.to_string());
        let from = settings.from.clone();
        self.request(move |client| {
            News::Entered(Box::new(client.create(&terms, &rules, from.as_deref())))
        });
    }

    /// Joins a game, or goes back to it.
    pub(crate) fn join(&self, game: &str) {
        let game = game.to_owned();
        self.request(move |client| News::Entered(Box::new(client.join(&game))));
    }

    /// Watches a game.
    pub(crate) fn watch(&self, game: &str) {
        let game = game.to_owned();
        self.request(move |client| News::Entered(Box::new(client.state(&game))));
    }

    /// Asks for the games to choose from.
    pub(crate) fn ask_lists(&self) {
        self.request(|client| News::Listed(client.lists()));
    }

    fn request(&self, run: impl FnOnce(&Client) -> News + Send + 'static) {
        let (client, post) = (self.client.clone(), self.post.clone());
        thread::spawn(move || drop(post.send(run(&client))));
    }

    // What the server sends.

    /// The next news, if there is any.
    pub(crate) fn next_news(&self) -> Option<News> {
        self.news.try_recv().ok()
    }

    /// Takes news in.
    pub(crate) fn hear(
        &mut self,
        news: News,
        session: &mut Session,
        settings: &mut Settings,
        text: &Text,
    ) -> Vec<Update> {
        let updates = match news {
            News::Up => {
                let again = self.link == Link::Down;
                self.link = Link::Up;
                let words = || Update::Message(text.message("online-up-again", &[]));
                again.then(words).into_iter().collect()
            }
            News::Down(why) => {
                let before = std::mem::replace(&mut self.link, Link::Down);
                match before {
                    Link::Down => Vec::new(),
                    _ => vec![Update::Message(down_words(&why, text))],
                }
            }
            News::Listed(Ok(lists)) => vec![Update::Lists(lists)],
            News::Listed(Err(trouble)) => vec![Update::Message(trouble)],
            News::Entered(entered) => match *entered {
                Ok(state) => self.enter(state, session, settings),
                Err(trouble) => vec![Update::Message(trouble)],
            },
            // A state that was on its way when another game was chosen.
            News::Heard(Message::State(state)) if state.game != self.wanted => Vec::new(),
            News::Heard(Message::State(state)) => self.take_state(*state, session, settings),
            News::Heard(Message::Event(event)) => self.take_event(&event, session, text),
            News::Heard(Message::Error(refused)) => {
                let own = |flight: &Flight| Some(&flight.id) == refused.id.as_ref();
                let mut updates = vec![Update::Message(refused.message)];
                if self.flight.as_ref().is_some_and(own) {
                    // It does not hold: the game is as the server has it.
                    self.flight = None;
                    session.cut(self.ply());
                    self.follow_on();
                    updates.insert(0, Update::Changed);
                }
                updates
            }
            News::Heard(Message::Other) => Vec::new(),
        };
        self.send(session);
        updates
    }

    /// Asks for everything after the version that we have.
    fn follow_on(&self) {
        if let Some(state) = &self.state {
            self.connection.follow(&state.game, Some(state.version));
        }
    }

    fn turn_to(&mut self, game: &str, since: Option<i64>) {
        game.clone_into(&mut self.wanted);
        self.connection.follow(game, since);
    }

    /// Sits down at a game that was made, joined or chosen.
    pub(crate) fn enter(
        &mut self,
        state: State,
        session: &mut Session,
        settings: &mut Settings,
    ) -> Vec<Update> {
        self.turn_to(&state.game, Some(state.version));
        self.state = None;
        self.take_state(state, session, settings)
    }

    fn take_state(
        &mut self,
        state: State,
        session: &mut Session,
        settings: &mut Settings,
    ) -> Vec<Update> {
        let Some(game) = state.opening() else {
            return vec![Update::Message(self.client.unexpected())];
        };
        let known = self.state.as_ref().is_some_and(|known| known.game == state.game);
        if !known {
            settings.variant = game.variant();
            let standard = rules::Game::start(game.variant()).position();
            settings.from = Some(state.start.clone()).filter(|start| *start != standard);
            settings.choice = OpponentChoice::Server(Terms::of(&state));
            self.flight = None;
            *session = Session::elsewhere(game);
        }
        let texts: Vec<&str> = state.entries.iter().map(|entry| entry.text.as_str()).collect();
        let played = session.agree(0, &texts);
        if let Some(side) = state.seats.first() {
            settings.side = Side::from(*side);
        }
        match &self.flight {
            Some(flight) if state.now.ply > flight.ply => self.flight = None,
            // It may not have arrived; the server knows it by its id if it has.
            Some(_) => self.launch(),
            None => {}
        }
        let now = state.now.clone();
        let ply = texts.len();
        self.state = Some(state);
        let mut updates = match (known, played) {
            (_, Err(_)) => return vec![Update::Message(self.client.unexpected())],
            (false, _) => vec![Update::NewGame],
            (true, Ok(events)) => played_or_nothing(events),
        };
        updates.extend(self.stand(now, session));
        // What is pending must follow what the server has.
        if session.game().ply() > ply && !self.may_be_pending(session) {
            session.cut(ply);
            updates.push(Update::Changed);
        }
        updates
    }

    /// Whether entries that only we know can still be meant.
    fn may_be_pending(&self, session: &Session) -> bool {
        let own = |one: &rules::Played| session.is_person(one.side);
        self.is(Phase::Live) && session.played()[self.ply()..].iter().all(own)
    }

    fn take_event(&mut self, event: &Happened, session: &mut Session, text: &Text) -> Vec<Update> {
        let Some(state) = &mut self.state else { return Vec::new() };
        if event.game != state.game || event.version <= state.version {
            return Vec::new();
        }
        if event.version > state.version + 1 {
            self.follow_on();
            return Vec::new();
        }
        state.version = event.version;
        let mut updates = Vec::new();
        if event.kind == "taken-back"
            && let Some(ply) = event.data["ply"].as_u64()
        {
            let ply = usize::try_from(ply).unwrap_or(usize::MAX);
            state.entries.truncate(ply);
            state.now.ply = ply;
            self.flight = None;
            session.cut(ply);
            updates.push(Update::Changed);
        }
        if let Some(first) = event.entries.first() {
            let texts: Vec<&str> = event.entries.iter().map(|entry| entry.text.as_str()).collect();
            match session.agree(first.ply, &texts) {
                Ok(events) => updates.extend(played_or_nothing(events)),
                Err(_) => updates.push(Update::Message(self.client.unexpected())),
            }
            state.entries.truncate(first.ply);
            state.entries.extend(event.entries.iter().cloned());
            state.now.ply = state.entries.len();
            let ply = state.now.ply;
            if self.flight.as_ref().is_some_and(|flight| flight.ply < ply) {
                self.flight = None;
            }
        }
        match event.kind.as_str() {
            // Who has come is in the state only.
            "begun" => self.follow_on(),
            "rematch" => {
                if let Some(game) = event.data["game"].as_str() {
                    self.turn_to(game, None);
                }
            }
            _ => {}
        }
        if let Some(id) = words_of(&event.kind) {
            let by = event.seat.map_or(Side::First, Side::from);
            let args = [("side", session.game().variant().game.side_word(by).into())];
            updates.push(Update::Message(text.message(id, &args)));
        }
        if let Some(now) = &event.now {
            updates.extend(self.stand(now.clone(), session));
        }
        updates
    }

    /// How the game stands besides its entries: seats, clocks, its end.
    fn stand(&mut self, now: Now, session: &mut Session) -> Vec<Update> {
        let mut updates = Vec::new();
        let Some(state) = &mut self.state else { return updates };
        let persons = Side::BOTH.map(|side| now.phase == Phase::Live && state.sits(side));
        session.set_persons(persons);
        session.set_clocks(clocks(&now));
        let was_over = matches!(session.status(), Status::Over(_));
        session.set_end(now.result.as_ref().and_then(Ended::outcome));
        if let (false, Status::Over(outcome)) = (was_over, session.status()) {
            updates.push(Update::Played(vec![Event::GameOver { outcome }]));
        }
        state.now = now;
        updates
    }

    /// The record as the server keeps it.
    pub(crate) fn record(&self) -> Result<String, Trouble> {
        self.client.record(self.game().unwrap_or_default())
    }
}

fn played_or_nothing(events: Vec<Event>) -> Vec<Update> {
    if events.is_empty() { Vec::new() } else { vec![Update::Played(events)] }
}

fn down_words(why: &str, text: &Text) -> String {
    match why {
        "" => text.message("online-down", &[]),
        why => text.message("online-down-why", &[("message", why.into())]),
    }
}

/// The message for an event's kind; what is seen on the board needs none.
fn words_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "begun" => "online-begun",
        "taken-back" => "online-taken-back",
        "draw-offered" => "online-draw-offered",
        "draw-declined" => "online-draw-declined",
        "takeback-asked" => "online-takeback-asked",
        "takeback-declined" => "online-takeback-declined",
        "rematch-offered" => "online-rematch-offered",
        _ => return None,
    })
}

fn clocks(now: &Now) -> Option<Clocks> {
    let left = now.clock.left_ms?.map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()));
    Some(Clocks::elsewhere(left, now.clock.running.map(Side::from), Instant::now()))
}
