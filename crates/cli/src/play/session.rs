//! A game being played: who sits where, what happened, the sticks, the clocks, taking back. Knows
//! no terminal.

use std::time::{Duration, Instant};

use rules::record::{Noted, Record};
use rules::{End, Event, Game, Illegal, Outcome, Played, Side, Square, Status};

use super::clock::{Clocks, Control};

/// What has to happen next, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// A person at this keyboard chooses for this side.
    Person(Side),
    /// The opponent chooses.
    Opponent(Side),
    /// The sticks are thrown for this side; `person`: whether a person does it.
    Throw { side: Side, person: bool },
    /// Nothing: the game has ended so.
    Over(Outcome),
}

/// A game with its players.
pub(crate) struct Session {
    game: Game,
    /// How it ended outside the rules: given up, out of time.
    ended: Option<Outcome>,
    /// Which sides are played at this keyboard.
    persons: [bool; 2],
    /// Every entry so far.
    played: Vec<Played>,
    /// Throws in the order in which they fell. They stay when moves are taken back: no player throws
    /// again until the number fits.
    fallen: Vec<String>,
    chance: fastrand::Rng,
    clocks: Option<Clocks>,
    /// The game is kept elsewhere: throws, clocks and ends come from there.
    elsewhere: bool,
    /// Tags that a loaded record brought along.
    tags: Vec<(String, String)>,
    /// What was noted in a loaded record, entry by entry.
    notes: Vec<Noted>,
}

impl Session {
    /// A session that goes on from where the game stands.
    pub(crate) fn new(game: Game, persons: [bool; 2], control: Option<Control>) -> Session {
        let played = game.transcript();
        let mut session = Session {
            fallen: throws(&played).map(|played| played.text.clone()).collect(),
            played,
            game,
            ended: None,
            persons,
            chance: fastrand::Rng::new(),
            clocks: control.map(Clocks::new),
            elsewhere: false,
            tags: Vec::new(),
            notes: Vec::new(),
        };
        session.run_clock(Instant::now());
        session
    }

    /// The same, from a record that [`Record::replay`] turned into this game.
    pub(crate) fn from_record(
        record: Record,
        game: Game,
        persons: [bool; 2],
        control: Option<Control>,
    ) -> Session {
        let mut session = Session::new(game, persons, control);
        if !matches!(session.game.status(), Status::Over(_)) {
            session.ended = record.result;
        }
        session.tags = record.tags;
        session.notes = record.entries;
        session.run_clock(Instant::now());
        session
    }

    /// Goes on with the clocks and the throws of a saved game.
    pub(crate) fn resume(&mut self, left: Option<[Duration; 2]>, fallen: &[String]) {
        if let (Some(clocks), Some(left)) = (&mut self.clocks, left) {
            clocks.set_left(left, Instant::now());
        }
        let odds = self.game.odds();
        let known = |text: &&String| odds.iter().any(|(throw, _)| *throw == text.as_str());
        self.fallen.extend(fallen.iter().take_while(known).cloned());
    }

    /// Throws that fell before a takeback and come again.
    pub(crate) fn pending_throws(&self) -> &[String] {
        self.fallen.get(throws(&self.played).count()..).unwrap_or_default()
    }

    /// A session of a game that is kept elsewhere, where no seat is taken yet.
    pub(crate) fn elsewhere(game: Game) -> Session {
        Session { elsewhere: true, ..Session::new(game, [false; 2], None) }
    }

    pub(crate) fn set_persons(&mut self, persons: [bool; 2]) {
        self.persons = persons;
    }

    pub(crate) fn set_clocks(&mut self, clocks: Option<Clocks>) {
        self.clocks = clocks;
    }

    /// How the game ended, as far as the board does not show it.
    pub(crate) fn set_end(&mut self, ended: Option<Outcome>) {
        self.ended = ended;
    }

    /// Makes the entries from `ply` on be these, and returns what those did that were not there.
    /// What stands behind them stays.
    pub(crate) fn agree(&mut self, ply: usize, texts: &[&str]) -> Result<Vec<Event>, Illegal> {
        let same =
            self.played.iter().skip(ply).zip(texts).take_while(|(one, text)| one.text == **text);
        let same = same.count();
        let new = &texts[same..];
        if !new.is_empty() {
            self.cut(ply + same);
        }
        let mut events = Vec::new();
        for text in new {
            events.extend(self.play(text)?);
        }
        Ok(events)
    }

    /// Forgets every entry from `ply` on.
    pub(crate) fn cut(&mut self, ply: usize) {
        self.game.truncate(ply);
        self.played.truncate(ply);
    }

    /// Throws that can be foreseen, for tests.
    #[cfg(test)]
    pub(crate) fn seed(&mut self, seed: u64) {
        self.chance = fastrand::Rng::with_seed(seed);
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Every entry so far.
    pub(crate) fn played(&self) -> &[Played] {
        &self.played
    }

    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whether a side is played at this keyboard.
    pub(crate) fn is_person(&self, side: Side) -> bool {
        self.persons[side.index()]
    }

    /// What comes next, endings outside the rules considered.
    pub(crate) fn status(&self) -> Status {
        self.ended.map_or_else(|| self.game.status(), Status::Over)
    }

    /// Who has to do what.
    pub(crate) fn next(&self) -> Next {
        match self.status() {
            Status::Over(outcome) => Next::Over(outcome),
            Status::Chance if self.elsewhere => Next::Opponent(self.game.side()),
            Status::Chance => {
                let side = self.game.side();
                Next::Throw { side, person: self.is_person(side) }
            }
            Status::ToAct(side) if self.is_person(side) => Next::Person(side),
            Status::ToAct(side) => Next::Opponent(side),
        }
    }

    /// Plays an entry and returns what happened.
    pub(crate) fn play(&mut self, text: &str) -> Result<Vec<Event>, Illegal> {
        let played = self.game.play(text)?;
        if played.is_throw {
            self.fallen.truncate(throws(&self.played).count());
            self.fallen.push(text.to_owned());
        }
        let ply = self.game.ply();
        if self.notes.get(ply - 1).is_some_and(|noted| noted.text != text) {
            self.notes.truncate(ply - 1);
        }
        let events = played.events.clone();
        self.played.push(played);
        self.run_clock(Instant::now());
        Ok(events)
    }

    /// The throw that comes next: as it fell before a takeback, else a new one.
    pub(crate) fn draw_throw(&mut self) -> Option<String> {
        if self.status() != Status::Chance {
            return None;
        }
        if let Some(fell) = self.fallen.get(throws(&self.played).count()) {
            return Some(fell.clone());
        }
        let odds = self.game.odds();
        let throw = rules::weighted(&odds, |n| self.chance.u32(..n));
        self.fallen.push(throw.to_owned());
        Some(throw.to_owned())
    }

    /// The ply that taking back leads to: before the last action that a person chose.
    pub(crate) fn undo_to(&self) -> Option<usize> {
        let chosen =
            self.played.iter().rposition(|played| self.is_person(played.side) && !played.is_throw);
        // Not an action: a game given up can still be taken up again.
        chosen.or_else(|| self.ended.map(|_| self.game.ply()))
    }

    /// Takes back to before the last action that a person chose; whether there was one. A game
    /// that was given up is taken up again instead.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(ply) = self.undo_to() else { return false };
        if self.ended.take().is_none() {
            self.cut(ply);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(Instant::now());
        }
        self.run_clock(Instant::now());
        true
    }

    /// This side gives up.
    pub(crate) fn resign(&mut self, side: Side) -> Outcome {
        let outcome = self.game.resigned(side);
        self.end(outcome);
        outcome
    }

    /// Ends the game if a player's time is up.
    pub(crate) fn flag(&mut self, now: Instant) -> Option<Outcome> {
        if self.elsewhere || matches!(self.status(), Status::Over(_)) {
            return None;
        }
        let loser = self.clocks.as_ref()?.fallen(now)?;
        let outcome = Outcome { reason: End::Time, ..self.game.resigned(loser) };
        self.end(outcome);
        Some(outcome)
    }

    fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
        self.run_clock(Instant::now());
    }

    fn run_clock(&mut self, now: Instant) {
        if self.elsewhere {
            return;
        }
        let over = matches!(self.status(), Status::Over(_));
        let side = self.game.side();
        let Some(clocks) = &mut self.clocks else { return };
        if over { clocks.stop(now) } else { clocks.turn_of(side, now) }
    }

    /// What the entries of the turn before `ply` did; the turn before that comes first where
    /// nothing but a throw has been made since.
    pub(crate) fn last_turn(&self, ply: usize) -> Vec<Event> {
        let played = &self.played[..ply];
        let begin = |end: usize| match played[..end].last() {
            None => 0,
            Some(last) => {
                let other = |entry: &Played| (entry.turn, entry.side) != (last.turn, last.side);
                played[..end].iter().rposition(other).map_or(0, |before| before + 1)
            }
        };
        let mut from = begin(ply);
        if played[from..].iter().all(|entry| entry.is_throw) {
            from = begin(from);
        }
        played[from..].iter().flat_map(|entry| entry.events.iter().cloned()).collect()
    }

    /// Whether the turn under way has actions of a person that can still be undone.
    pub(crate) fn half_made(&self) -> bool {
        matches!(self.next(), Next::Person(_))
            && self.game.is_turn_open()
            && self.played.last().is_some_and(|last| !last.is_throw)
    }

    /// The record of the game as it stands; `names` are first's and second's players.
    pub(crate) fn record(&self, names: [String; 2]) -> Record {
        let mut record = Record::of(&self.game);
        record.result = record.result.or(self.ended);
        record.tags.clone_from(&self.tags);
        let mut tag = |name: &str, value: String| {
            if !record.tags.iter().any(|(known, _)| known == name) {
                record.tags.push((name.to_owned(), value));
            }
        };
        let [first, second] = names;
        tag("First", first);
        tag("Second", second);
        tag("Date", date(jiff::Timestamp::now()));
        for (entry, noted) in record.entries.iter_mut().zip(&self.notes) {
            if entry.text == noted.text {
                *entry = noted.clone();
            }
        }
        record
    }
}

fn throws(played: &[Played]) -> impl Iterator<Item = &Played> {
    played.iter().filter(|played| played.is_throw)
}

/// The squares that events touched: where something came from, and where it went.
pub(crate) fn trail(events: &[Event]) -> Vec<Square> {
    let mut out = Vec::new();
    for event in events {
        match *event {
            Event::Placed { square, .. }
            | Event::Dropped { square, .. }
            | Event::Captured { square, .. }
            | Event::ToReserve { square, .. } => out.push(square),
            Event::Moved { from, to, .. }
            | Event::Leapt { from, to, .. }
            | Event::BallPassed { from, to, .. }
            | Event::Reborn { from, to, .. } => out.extend([from, to]),
            Event::LeftBoard { from, .. } => out.push(from),
            _ => {}
        }
    }
    out.dedup();
    out
}

/// A day as records write it.
fn date(time: jiff::Timestamp) -> String {
    time.strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(game: &str, persons: [bool; 2]) -> Session {
        Session::new(Game::start(rules::open(game, "").unwrap()), persons, None)
    }

    #[test]
    fn days_become_dates() {
        let after = |days: i64| date(jiff::Timestamp::from_second(days * 86_400).unwrap());
        assert_eq!(after(0), "1970.01.01");
        assert_eq!(after(59), "1970.03.01");
        assert_eq!(after(11_016), "2000.02.29");
        assert_eq!(after(20_772), "2026.11.15");
    }

    #[test]
    fn taking_back_leads_to_the_persons_last_choice() {
        let mut session = session("diaballik", [true, false]);
        for action in ["a1a2", "a2a3", "end", "a7a6", "a6a5", "end"] {
            session.play(action).unwrap();
        }
        assert_eq!(session.next(), Next::Person(Side::First));
        assert!(!session.half_made());
        assert!(session.undo());
        assert_eq!(session.game().ply(), 2);
        assert!(session.half_made());
        assert!(session.undo() && session.undo() && !session.undo());
    }

    #[test]
    fn throws_stay_as_they_fell() {
        let mut session = session("senet", [true, true]);
        session.seed(1);
        let first = session.draw_throw().unwrap();
        session.play(&first).unwrap();
        let action = session.game().choices()[0].text.clone();
        session.play(&action).unwrap();
        let second = session.draw_throw().unwrap();
        session.play(&second).unwrap();
        assert!(session.undo());
        assert_eq!(session.game().ply(), 1);
        session.play(&action).unwrap();
        assert_eq!(session.draw_throw().unwrap(), second);
        assert_eq!(session.draw_throw().unwrap(), second);
    }

    #[test]
    fn giving_up_can_be_taken_back() {
        let mut session = session("seega", [true, false]);
        session.play("a1").unwrap();
        let outcome = session.resign(Side::First);
        assert_eq!(outcome, Outcome::win(Side::Second, End::Resign));
        assert_eq!(session.next(), Next::Over(outcome));
        let record = session.record(["Anna".to_owned(), "level 3".to_owned()]);
        assert_eq!(record.result, Some(outcome));
        assert!(record.replay().is_ok());
        assert!(session.undo());
        assert_eq!(session.game().ply(), 1);
        assert_eq!(session.next(), Next::Opponent(Side::Second));
    }

    #[test]
    fn a_clock_that_falls_ends_the_game() {
        let game = Game::start(rules::open("salta", "").unwrap());
        let mut session = Session::new(game, [true, false], Control::read("1"));
        let later = Instant::now() + Duration::from_secs(61);
        assert_eq!(session.flag(Instant::now()), None);
        let outcome = session.flag(later).unwrap();
        assert_eq!((outcome.winner, outcome.reason), (Some(Side::Second), End::Time));
        assert!(session.record(["a".into(), "b".into()]).replay().is_ok());
    }

    #[test]
    fn what_is_kept_elsewhere_holds() {
        let mut session = Session::elsewhere(Game::start(rules::open("diaballik", "").unwrap()));
        let kept = ["a1a2", "a2a3", "end"];
        assert!(!session.agree(0, &kept).unwrap().is_empty());
        session.set_persons([false, true]);
        session.play("a7a6").unwrap();
        // The same again changes nothing, and what is pending stays.
        assert_eq!(session.agree(0, &kept).unwrap(), []);
        assert_eq!(session.game().ply(), 4);
        // Anything else replaces it.
        assert!(!session.agree(3, &["b7b6", "b6b5", "end"]).unwrap().is_empty());
        assert_eq!(session.next(), Next::Opponent(Side::First));
        assert!(session.agree(6, &["a1a2"]).is_err());
        session.set_end(Some(Outcome::draw(End::Agreement)));
        assert!(matches!(session.next(), Next::Over(_)));
    }

    #[test]
    fn the_last_turn_is_told() {
        let mut session = session("diaballik", [true, true]);
        for action in ["a1a2", "g1g2", "end"] {
            session.play(action).unwrap();
        }
        let names: Vec<String> =
            trail(&session.last_turn(3)).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["a1", "a2", "g1", "g2"]);
        assert_eq!(session.last_turn(0), []);
    }
}
