//! A game from a start position on: what the rules need of its past, and the record of it.

use crate::{
    Depict, End, Entry, Event, Illegal, Notation, Outcome, Position, Reason, Side, Status,
};

/// What the rules need of the past: how often positions stood on the board, how many throws.
#[derive(Clone, Debug)]
pub struct History {
    keys: Vec<u64>,
    // How many recorded keys fall into each slot: a quick "never seen" for the common case.
    slots: Box<[u8; SLOTS]>,
    throws: u32,
    repeated: bool,
}

const SLOTS: usize = 1024;

impl History {
    /// The history of a game that begins here; this is occurrence 1 of the position.
    #[must_use]
    pub fn new<P: Position>(start: &P) -> History {
        let mut history =
            History { keys: Vec::new(), slots: Box::new([0; SLOTS]), throws: 0, repeated: false };
        history.see(start);
        history
    }

    /// Forgets everything and begins anew here; keeps its memory.
    pub fn restart<P: Position>(&mut self, start: &P) {
        self.keys.clear();
        self.slots.fill(0);
        self.throws = 0;
        self.repeated = false;
        self.see(start);
    }

    /// Takes note of the position after an entry.
    #[inline]
    pub fn record<P: Position>(&mut self, after: &P, threw: bool) {
        if P::THROW_LIMIT.is_some() && threw {
            self.throws += 1;
        }
        self.see(after);
    }

    #[inline]
    fn see<P: Position>(&mut self, position: &P) {
        if !P::REPETITION || !position.at_turn_start() {
            return;
        }
        let key = position.key();
        let slot = &mut self.slots[key as usize % SLOTS];
        if *slot >= 2 && self.keys.iter().filter(|seen| **seen == key).count() >= 2 {
            self.repeated = true;
        }
        *slot = slot.saturating_add(1);
        self.keys.push(key);
    }

    /// How often this position has been recorded.
    #[must_use]
    pub fn occurrences<P: Position>(&self, position: &P) -> usize {
        let key = position.key();
        self.keys.iter().filter(|seen| **seen == key).count()
    }

    /// The keys of the positions at which turns began, in order.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The throws made so far.
    #[must_use]
    pub fn throws(&self) -> u32 {
        self.throws
    }

    /// The status of the position recorded last, its past considered.
    #[inline]
    #[must_use]
    pub fn status<P: Position>(&self, position: &P) -> Status {
        let status = position.status();
        if P::REPETITION && self.repeated {
            // The ends that the games name before repetition stand; those named after it yield.
            return match status {
                Status::Over(outcome) if !P::ENDS_AFTER_REPETITION.contains(&outcome.reason) => {
                    status
                }
                _ => Status::Over(Outcome::draw(End::Repetition)),
            };
        }
        if let Some(limit) = P::THROW_LIMIT
            && self.throws >= limit
            && position.at_turn_start()
            && !matches!(status, Status::Over(_))
        {
            return Status::Over(Outcome::draw(End::Limit));
        }
        status
    }
}

/// A legal action that is worth a warning in every list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// Playing it loses at once, for this reason.
    LosesAtOnce(End),
}

/// One entry of a game: what a record, a log and an animation show of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its text.
    pub text: String,
    /// Who acted; for a throw, whose throw it was.
    pub side: Side,
    /// The turn that it belongs to, counted from 1 over both sides.
    pub turn: u32,
    /// Whether it is an outcome of chance.
    pub is_throw: bool,
    /// What a list would have warned of.
    pub warning: Option<Warning>,
    /// What happened, in order, the end of the turn or of the game included.
    pub events: Vec<Event>,
}

/// A game: where it began, every entry since, and where it stands.
#[derive(Clone, Debug)]
pub struct Line<P: Position> {
    start: P,
    entries: Vec<Entry<P>>,
    position: P,
    history: History,
    /// The turn of the entry played last, and who played it.
    last: Option<(u32, Side)>,
}

impl<P: Position> Line<P> {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: P) -> Line<P> {
        let history = History::new(&start);
        Line { position: start.clone(), start, entries: Vec::new(), history, last: None }
    }

    /// Where it began.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// What has been played.
    #[must_use]
    pub fn entries(&self) -> &[Entry<P>] {
        &self.entries
    }

    /// Its past, as far as the rules need it.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What comes next, history considered.
    #[must_use]
    pub fn status(&self) -> Status {
        self.history.status(&self.position)
    }

    /// The legal actions; none if chance is next or the game is over.
    #[must_use]
    pub fn actions(&self) -> Vec<P::Action> {
        match self.status() {
            Status::ToAct(_) => self.position.actions(),
            Status::Chance | Status::Over(_) => Vec::new(),
        }
    }

    /// Plays a legal entry, unchecked.
    pub fn play(&mut self, entry: Entry<P>) {
        self.last = Some((self.turn(), self.position.side()));
        entry.play(&mut self.position);
        self.history.record(&self.position, matches!(entry, Entry::Throw(_)));
        self.entries.push(entry);
    }

    /// The turn that the next entry belongs to, counted from 1 over both sides.
    #[must_use]
    pub fn turn(&self) -> u32 {
        match self.last {
            None => 1,
            Some((turn, side)) if side == self.position.side() && !P::ACTION_IS_TURN => turn,
            Some((turn, _)) => turn + 1,
        }
    }

    /// Whether the entry played last belongs to a turn that goes on: the same side acts again.
    #[must_use]
    pub fn is_turn_open(&self) -> bool {
        let over = matches!(self.status(), Status::Over(_));
        self.last.is_some_and(|(turn, _)| !over && turn == self.turn())
    }

    /// Takes back everything after the first `length` entries.
    pub fn truncate(&mut self, length: usize) {
        let entries = std::mem::take(&mut self.entries);
        self.position = self.start.clone();
        self.history.restart(&self.start);
        self.last = None;
        for entry in entries.into_iter().take(length) {
            self.play(entry);
        }
    }
}

impl<P: Notation> Line<P> {
    /// The legal entry with this text.
    ///
    /// # Errors
    /// Why it is not legal here.
    pub fn read(&self, text: &str) -> Result<Entry<P>, Illegal> {
        let refuse = |reason| Err(Illegal::new(P::GAME, text, reason, Vec::new()));
        let throw = P::throws().iter().find(|(throw, _)| P::throw_text(*throw) == text);
        match (self.status(), throw) {
            (Status::Over(_), _) => refuse(Reason::GameOver),
            (Status::Chance, Some((throw, _))) => Ok(Entry::Throw(*throw)),
            (Status::Chance, None) => refuse(Reason::ThrowDue),
            (Status::ToAct(_), Some(_)) => refuse(Reason::MoveDue),
            (Status::ToAct(_), None) => self.position.read_action(text).map(Entry::Act),
        }
    }
}

impl<P: Depict> Line<P> {
    /// Plays a legal entry, unchecked, and describes what happened.
    pub fn apply(&mut self, entry: Entry<P>) -> Played {
        let (side, turn) = (self.position.side(), self.turn());
        let text = self.position.entry_text(entry);
        let warning = match entry {
            Entry::Act(action) => self.warning(action),
            Entry::Throw(_) => None,
        };
        let mut events = Vec::new();
        self.position.describe(entry, &mut events);
        self.play(entry);
        match self.status() {
            Status::Over(outcome) => events.push(Event::GameOver { outcome }),
            _ if self.position.side() != side => events.push(Event::TurnEnded { side }),
            _ => {}
        }
        let is_throw = matches!(entry, Entry::Throw(_));
        Played { text, side, turn, is_throw, warning, events }
    }

    /// Whether a legal action deserves a warning.
    #[must_use]
    pub fn warning(&self, action: P::Action) -> Option<Warning> {
        self.position.loses_at_once(action).map(Warning::LosesAtOnce)
    }
}
