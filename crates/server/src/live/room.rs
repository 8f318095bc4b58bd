//! A game as its owner task holds it, and what can be done to it. Nothing here waits or stores:
//! each command gives the [`Change`] to be stored, and the room as it will then be.

use std::collections::HashMap;
use std::sync::Arc;

use rules::{End, Game, GameId, Outcome, Played, Side, Status, Variant};
use serde::{Deserialize, Serialize};

use super::clock::{Clock, Times};
use super::draft::Draft;
use crate::error::Error;
use crate::store::{
    Append, EntryRow, EventRow, GameRow, Happening, Opponent, Outage, Phase, StoreError,
};
use crate::throws::Source;

/// The longest run of actions that one submission may hold.
pub(super) const MOST_ACTIONS: usize = 64;

/// Clocks and offers: what changes during a game and has no column of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveState {
    /// The clocks.
    pub times: Times,
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who asks to take back to which ply.
    pub takeback: Option<(Side, i64)>,
    /// Who wants a rematch.
    pub rematch_by: Option<Side>,
    /// The rematch.
    pub rematch: Option<String>,
    /// Whether the engine could not play its turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub engine_failed: bool,
}

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor<'a> {
    /// A person or bot by account.
    Account(&'a str),
    /// The engine, on the seats that it has.
    Engine,
}

/// A proposal, and the answers to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// Proposes it.
    Offer,
    /// Agrees.
    Accept,
    /// Refuses, or takes one's own proposal back.
    Decline,
}

/// A game in play, as its owner task holds it.
#[derive(Clone, Debug)]
pub struct Room {
    /// The row as stored, but for the clocks: they have the time of outages given back.
    pub row: GameRow,
    /// The clocks as stored. Outages become known in any order, so they are always given back to
    /// these, all at once.
    stored_times: Times,
    /// The game replayed.
    pub game: Game,
    /// The entries so far.
    pub entries: Vec<Arc<Logged>>,
    /// The clock.
    pub clock: Clock,
    /// Submissions by their ids.
    pub submissions: HashMap<String, Stored>,
    /// The throws among the entries.
    pub throws: u32,
}

/// A submission that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The version that it brought.
    pub version: i64,
    /// Its [`digest`]; empty if it was stored before there were any.
    pub digest: String,
}

/// An entry of the log, and what playing it did.
#[derive(Clone, Debug)]
pub struct Logged {
    /// As stored.
    pub row: EntryRow,
    /// As the game gave it.
    pub played: Played,
}

/// The throws among entries.
pub(super) fn count_throws(entries: &[Arc<Logged>]) -> u32 {
    entries.iter().filter(|entry| entry.played.is_throw).count() as u32
}

/// What is to be stored, and what will then hold.
#[derive(Debug)]
pub struct Change {
    /// For the store.
    pub append: Append,
    /// The room afterwards, but for its entries and submissions: see [`Room::apply`].
    pub(super) next: Room,
    /// The new entries.
    pub applied: Vec<Arc<Logged>>,
}

impl Room {
    /// The room of stored rows.
    ///
    /// # Errors
    /// The rows do not make a game.
    pub fn load(row: GameRow, entries: Vec<EntryRow>) -> Result<Room, StoreError> {
        let corrupt = |what: &str| StoreError::Corrupt(what.to_owned());
        let mut game = opening(&row).ok_or_else(|| corrupt("rules or start"))?;
        if row.state.takeback.is_some_and(|(_, ply)| !(0..=row.ply).contains(&ply)) {
            return Err(corrupt("a takeback to a ply that is none"));
        }
        let play = |row: EntryRow| {
            let unplayable = |_| StoreError::Corrupt(format!("entry {} is not legal", row.ply));
            let played = game.play(&row.text).map_err(unplayable)?;
            Ok(Arc::new(Logged { row, played }))
        };
        let entries = entries.into_iter().map(play).collect::<Result<Vec<_>, StoreError>>()?;
        let clock = Clock::read(&row.clock).ok_or_else(|| corrupt("the clock"))?;
        let throws = count_throws(&entries);
        let (stored_times, submissions) = (row.state.times, HashMap::new());
        Ok(Room { row, stored_times, game, entries, clock, submissions, throws })
    }

    /// The room after a change that has been stored; gives its events and its entries.
    pub fn apply(&mut self, change: Change) -> (Vec<EventRow>, Vec<Arc<Logged>>) {
        let mut entries = std::mem::take(&mut self.entries);
        let mut submissions = std::mem::take(&mut self.submissions);
        if let Some(ply) = change.append.truncate {
            entries.truncate(usize::try_from(ply).unwrap_or(0));
        }
        entries.extend(change.applied.iter().cloned());
        let mut next = change.next;
        submissions.extend(next.submissions.drain());
        let stored_times = change.append.row.state.times;
        *self = Room { entries, submissions, stored_times, ..next };
        (change.append.events, change.applied)
    }

    /// Running clocks with the time given back in which nothing could be stored; none if that is
    /// what they show.
    pub(super) fn credited(&self, outages: &[Outage]) -> Option<Times> {
        let times = self.stored_times.credited(self.clock, self.game.side(), outages);
        (self.row.phase == Phase::Live && times != self.row.state.times).then_some(times)
    }

    /// Gives running clocks back the time in which nothing could be stored.
    pub(super) fn credit(&mut self, outages: &[Outage]) {
        if let Some(times) = self.credited(outages) {
            self.row.state.times = times;
            self.row.due_ms = times.due_ms(self.clock, self.game.side());
        }
    }

    /// What is to be stored of the clocks of a room that comes after this one: a change that touches
    /// none leaves them as they are stored, so that an outage that becomes known later still counts.
    pub(super) fn times_to_store(&self, next: &Times) -> Times {
        if *next == self.row.state.times { self.stored_times } else { *next }
    }

    /// The row is now this one, stored so.
    pub(super) fn set_row(&mut self, row: GameRow) {
        self.stored_times = row.state.times;
        self.row = row;
    }

    /// The room of a change in the making. The entries may be many: they stay where they are.
    pub(super) fn next(&self) -> Room {
        Room {
            row: self.row.clone(),
            stored_times: self.stored_times,
            game: self.game.clone(),
            entries: Vec::new(),
            clock: self.clock,
            submissions: HashMap::new(),
            throws: self.throws,
        }
    }

    /// Counts the throws anew.
    pub(super) fn recount(&mut self) {
        self.throws = count_throws(&self.entries);
    }

    /// Which game.
    #[must_use]
    pub fn kind(&self) -> GameId {
        self.game.variant().game
    }

    /// Whether the actor has the seat of this side.
    #[must_use]
    pub fn holds(&self, who: Actor<'_>, side: Side) -> bool {
        match who {
            Actor::Account(account) => self.row.account(side) == Some(account),
            Actor::Engine => self.row.level(side).is_some(),
        }
    }

    /// The side for a command outside the turns: the own one; of both, the one to act.
    fn seat(&self, who: Actor<'_>) -> Result<Side, Error> {
        match Side::BOTH.map(|side| self.holds(who, side)) {
            [true, true] => Ok(self.game.side()),
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [false, false] => Err(Error::NotYourGame),
        }
    }

    fn live_seat(&self, who: Actor<'_>) -> Result<Side, Error> {
        let side = self.seat(who)?;
        match self.row.phase {
            Phase::Open => Err(Error::NotStarted),
            Phase::Over => Err(Error::GameOver),
            Phase::Live => Ok(side),
        }
    }

    /// Whether somebody may see the game: one that is private is its players' alone once it has begun.
    #[must_use]
    pub fn is_visible_to(&self, account: Option<&str>) -> bool {
        let plays =
            |account| Side::BOTH.into_iter().any(|side| self.holds(Actor::Account(account), side));
        !self.row.private || self.row.phase == Phase::Open || account.is_some_and(plays)
    }

    /// Whether both seats are one person's.
    fn is_local(&self) -> bool {
        self.row.opponent == Opponent::Local
    }

    /// Whether who wins is settled although the game goes on: giving up brings the winner points.
    fn is_settled(&self) -> bool {
        self.game.resigned(self.game.side()).points.is_some()
    }

    /// What the throws come from, once both nonces are there.
    #[must_use]
    pub fn source(&self) -> Option<Source> {
        Some(Source {
            game: self.row.id.clone(),
            secret: self.row.secret.clone(),
            nonces: [self.row.first_nonce.clone()?, self.row.second_nonce.clone()?],
        })
    }

    /// The change with which the game begins: both seats are taken, the first throw is made.
    #[must_use]
    pub fn begin(&self, now_ms: i64) -> Change {
        let mut draft = Draft::of(self, now_ms);
        draft.next.row.phase = Phase::Live;
        draft.next.row.state.times = Times::start(self.clock, now_ms);
        draft.event(None, Happening::Begun { joined: None });
        draft.throw();
        draft.settle();
        draft.done()
    }

    /// An account takes the free seat; with `public` it agrees that others may find the game.
    ///
    /// # Errors
    /// No seat is free.
    pub fn join(
        &self,
        account: &str,
        nonce: &str,
        public: bool,
        now_ms: i64,
    ) -> Result<Change, Error> {
        if self.row.phase != Phase::Open {
            return Err(Error::SeatTaken);
        }
        let free =
            |side: &Side| self.row.account(*side).is_none() && self.row.level(*side).is_none();
        let side = Side::BOTH.into_iter().find(free).ok_or(Error::SeatTaken)?;
        if self.holds(Actor::Account(account), side.other()) {
            return Err(Error::NotPossible);
        }
        if self.row.challenged.as_deref().is_some_and(|challenged| challenged != account) {
            return Err(Error::SeatTaken);
        }
        let mut draft = Draft::of(self, now_ms);
        let row = &mut draft.next.row;
        match side {
            Side::First => {
                (row.first_account, row.first_nonce) = (Some(account.into()), Some(nonce.into()));
            }
            Side::Second => {
                (row.second_account, row.second_nonce) = (Some(account.into()), Some(nonce.into()));
            }
        }
        row.phase = Phase::Live;
        row.public &= public;
        row.state.times = Times::start(self.clock, now_ms);
        draft.event(Some(side), Happening::Begun { joined: Some(side) });
        draft.throw();
        draft.settle();
        Ok(draft.done())
    }

    /// The version at which this submission was stored before, if it was: by its id, or because
    /// the same actions of the same player stand there.
    ///
    /// # Errors
    /// The id was that of other actions.
    pub fn stored_before(
        &self,
        who: Actor<'_>,
        ply: i64,
        actions: &[String],
        id: Option<&str>,
    ) -> Result<Option<i64>, Error> {
        match id.and_then(|id| self.submissions.get(&submission(who, id))) {
            Some(stored) if stored.digest.is_empty() || stored.digest == digest(ply, actions) => {
                Ok(Some(stored.version))
            }
            Some(_) => Err(Error::IdReused),
            None => Ok(self.stands(who, ply, actions)),
        }
    }

    /// The version that brought these actions of this player, if they stand at this ply.
    fn stands(&self, who: Actor<'_>, ply: i64, actions: &[String]) -> Option<i64> {
        let start = usize::try_from(ply).ok().filter(|_| ply < self.row.ply)?;
        let stored = self.entries.get(start..start.checked_add(actions.len())?)?;
        let same = |(entry, text): (&Arc<Logged>, &String)| {
            entry.row.text == *text && self.holds(who, entry.row.side)
        };
        let all = !actions.is_empty() && stored.iter().zip(actions).all(same);
        all.then(|| stored[stored.len() - 1].row.version)
    }

    /// A player plays the actions of a turn, or a part of them.
    ///
    /// # Errors
    /// Why not; then nothing of it holds.
    pub fn submit(
        &self,
        who: Actor<'_>,
        ply: i64,
        actions: &[String],
        id: Option<&str>,
        now_ms: i64,
    ) -> Result<Change, Error> {
        self.live_seat(who)?;
        if ply != self.row.ply {
            return Err(Error::Stale { ply: self.row.ply });
        }
        if actions.is_empty() || actions.len() > MOST_ACTIONS {
            return Err(Error::BadRequest("actions"));
        }
        let Status::ToAct(side) = self.game.status() else { return Err(Error::NotYourTurn) };
        if !self.holds(who, side) {
            return Err(Error::NotYourTurn);
        }
        let mut draft = Draft::of(self, now_ms);
        for action in actions {
            if draft.next.game.status() != Status::ToAct(side) {
                // The turn was over before the list was.
                return Err(match draft.next.game.status() {
                    Status::Over(_) => Error::GameOver,
                    Status::ToAct(_) | Status::Chance => Error::NotYourTurn,
                });
            }
            draft.play(side, action)?;
        }
        let ended = !draft.next.game.is_turn_open();
        let state = &mut draft.next.row.state;
        state.times = state.times.acted(self.clock, side, ended, now_ms);
        state.takeback = None;
        if state.draw.is_some_and(|by| by != side) {
            state.draw = None;
        }
        let id = id.map(|id| (submission(who, id), digest(ply, actions)));
        draft.played_by = Some((side, id));
        draft.throw();
        draft.settle();
        Ok(draft.done())
    }

    /// A player gives up.
    ///
    /// # Errors
    /// Not a player, not playing, or the result is settled in their favour.
    pub fn resign(&self, who: Actor<'_>, now_ms: i64) -> Result<Change, Error> {
        let side = self.live_seat(who)?;
        if self.is_settled() && side != self.game.side() {
            return Err(Error::NotPossible);
        }
        Ok(self.end(Some(side), self.game.resigned(side), now_ms))
    }

    /// A draw is offered, accepted or declined.
    ///
    /// # Errors
    /// Not a player, nothing offered, or no opponent to ask.
    pub fn draw(&self, who: Actor<'_>, answer: Answer, now_ms: i64) -> Result<Change, Error> {
        let side = self.live_seat(who)?;
        let offered = self.row.state.draw;
        if self.is_settled() || self.row.level(side.other()).is_some() {
            return Err(Error::NotPossible);
        }
        let agreed = match answer {
            Answer::Offer => self.is_local() || offered == Some(side.other()),
            Answer::Accept if offered == Some(side.other()) => true,
            Answer::Accept => return Err(Error::NothingOffered),
            Answer::Decline => false,
        };
        if agreed {
            return Ok(self.end(Some(side), Outcome::draw(End::Agreement), now_ms));
        }
        let mut draft = Draft::of(self, now_ms);
        match (answer, offered) {
            (Answer::Decline, None) => return Err(Error::NothingOffered),
            (Answer::Decline, Some(_)) => {
                draft.next.row.state.draw = None;
                draft.event(Some(side), Happening::DrawDeclined {});
            }
            _ => {
                draft.next.row.state.draw = Some(side);
                draft.event(Some(side), Happening::DrawOffered {});
            }
        }
        draft.settle();
        Ok(draft.done())
    }

    /// A takeback is asked for, granted or refused. Against the engine and on one's own device it
    /// needs no consent.
    ///
    /// # Errors
    /// Not a player, nothing to take back, nothing asked.
    pub fn takeback(&self, who: Actor<'_>, answer: Answer, now_ms: i64) -> Result<Change, Error> {
        let side = self.live_seat(who)?;
        let asked = self.row.state.takeback;
        let mut draft = Draft::of(self, now_ms);
        match answer {
            Answer::Offer => {
                let ply = self.takeback_ply(side).ok_or(Error::NothingToTakeBack)?;
                if self.is_local() || self.row.level(side.other()).is_some() {
                    draft.take_back(side, ply);
                } else {
                    draft.next.row.state.takeback = Some((side, ply));
                    draft.event(Some(side), Happening::TakebackAsked { ply });
                }
            }
            Answer::Accept => match asked {
                Some((by, ply)) if by != side => draft.take_back(side, ply),
                _ => return Err(Error::NothingOffered),
            },
            Answer::Decline => {
                asked.ok_or(Error::NothingOffered)?;
                draft.next.row.state.takeback = None;
                draft.event(Some(side), Happening::TakebackDeclined {});
            }
        }
        draft.settle();
        Ok(draft.done())
    }

    /// The ply at which the side's last turn with an action of its own began; on one's own device,
    /// the last turn of either side.
    fn takeback_ply(&self, side: Side) -> Option<i64> {
        let actions = || self.entries.iter().filter(|entry| !entry.played.is_throw);
        let own = |entry: &&Arc<Logged>| entry.played.side == side || self.is_local();
        let last = actions().rev().find(own)?.played.turn;
        actions().rev().take_while(|entry| entry.played.turn >= last).last().map(|e| e.row.ply)
    }

    /// Whether each side has an action to take back.
    #[must_use]
    pub fn may_take_back(&self) -> [bool; 2] {
        Side::BOTH.map(|side| self.row.phase == Phase::Live && self.takeback_ply(side).is_some())
    }

    /// Whether the game can still be aborted: one side has not acted yet.
    #[must_use]
    pub fn may_abort(&self) -> bool {
        let acted = |side: Side| {
            self.entries.iter().any(|entry| entry.row.side == side && !entry.played.is_throw)
        };
        self.row.phase != Phase::Over && !Side::BOTH.into_iter().all(acted)
    }

    /// The game is aborted before both have moved.
    ///
    /// # Errors
    /// Not a player, or both have moved.
    pub fn abort(&self, who: Actor<'_>, now_ms: i64) -> Result<Change, Error> {
        // Who was challenged declines so.
        let declines = self.row.phase == Phase::Open
            && matches!(who, Actor::Account(own) if self.row.challenged.as_deref() == Some(own));
        let side = if declines { None } else { Some(self.seat(who)?) };
        if self.row.phase == Phase::Over {
            return Err(Error::GameOver);
        }
        if !self.may_abort() {
            return Err(Error::TooLateToAbort);
        }
        let outcome = Outcome { winner: None, reason: End::Aborted, points: None };
        Ok(self.end(side, outcome, now_ms))
    }

    /// The engine cannot play its turn: the opponent may take back or claim the win.
    ///
    /// # Errors
    /// The engine is not to act, or not at this ply any more.
    pub fn engine_failed(&self, ply: i64, now_ms: i64) -> Result<Change, Error> {
        self.live_seat(Actor::Engine)?;
        if ply != self.row.ply {
            return Err(Error::Stale { ply: self.row.ply });
        }
        let side = self.game.side();
        if self.row.level(side).is_none() || self.row.state.engine_failed {
            return Err(Error::NotPossible);
        }
        let mut draft = Draft::of(self, now_ms);
        draft.next.row.state.engine_failed = true;
        draft.event(Some(side), Happening::EngineFailed {});
        draft.settle();
        Ok(draft.done())
    }

    /// The opponent, whose turn it is, has been gone for long or is an engine that failed: a win.
    ///
    /// # Errors
    /// Not a player, or the opponent is not gone.
    pub fn claim(
        &self,
        who: Actor<'_>,
        seen_ms: [i64; 2],
        gone_after_ms: i64,
        now_ms: i64,
    ) -> Result<Change, Error> {
        let side = self.live_seat(who)?;
        let absent = side.other();
        let due = self.claim_at_ms(side, seen_ms, gone_after_ms).ok_or(Error::NotPossible)?;
        if now_ms < due {
            return Err(Error::NotGone);
        }
        let points = self.game.resigned(absent).points;
        let outcome = Outcome { winner: Some(side), reason: End::Abandoned, points };
        Ok(self.end(Some(side), outcome, now_ms))
    }

    /// When `side` may claim the win, unless the opponent, whose turn it is, shows up before; none
    /// if there is no one to claim against.
    #[must_use]
    pub fn claim_at_ms(&self, side: Side, seen_ms: [i64; 2], gone_after_ms: i64) -> Option<i64> {
        let absent = side.other();
        let waits = self.row.phase == Phase::Live && self.game.side() == absent;
        if !waits || self.is_local() {
            return None;
        }
        // An engine that failed will not come back.
        if self.row.state.engine_failed {
            return Some(0);
        }
        self.row.account(absent)?;
        let acted = self.entries.iter().rev().find(|e| e.row.side == absent);
        let acted = acted.map_or(0, |e| e.row.at_ms);
        let last = seen_ms[absent.index()]
            .max(acted)
            .max(self.row.state.times.since_ms)
            .max(self.row.created_ms);
        Some(last + gone_after_ms)
    }

    /// A player wants to play again; true if this makes it happen.
    ///
    /// # Errors
    /// Not a player, or not over.
    pub fn rematch(&self, who: Actor<'_>, now_ms: i64) -> Result<(Change, bool), Error> {
        let side = self.seat(who)?;
        if self.row.phase != Phase::Over || self.is_free() {
            return Err(Error::NotPossible);
        }
        if self.row.state.rematch.is_some() {
            return Err(Error::NotPossible);
        }
        let other = side.other();
        let agreed = self.is_local()
            || self.row.level(other).is_some()
            || self.row.state.rematch_by == Some(other);
        let mut draft = Draft::of(self, now_ms);
        if agreed {
            let id = rematch_id(&self.row.id);
            draft.event(Some(side), Happening::Rematch { game: id.clone() });
            draft.next.row.state.rematch = Some(id);
        } else {
            draft.next.row.state.rematch_by = Some(side);
            draft.event(Some(side), Happening::RematchOffered {});
        }
        draft.settle();
        Ok((draft.done(), agreed))
    }

    fn is_free(&self) -> bool {
        Side::BOTH
            .iter()
            .any(|side| self.row.account(*side).is_none() && self.row.level(*side).is_none())
    }

    /// Whether something is due by now.
    pub(super) fn is_due(&self, now_ms: i64) -> bool {
        self.row.due_ms.is_some_and(|due| due <= now_ms)
    }

    /// What is due by now: the flag of the side to act has fallen, or no opponent came. None if
    /// nothing is.
    #[must_use]
    pub fn expire(&self, now_ms: i64) -> Option<Change> {
        if !self.is_due(now_ms) {
            return None;
        }
        match self.row.phase {
            Phase::Over => None,
            Phase::Open => {
                let outcome = Outcome { winner: None, reason: End::Aborted, points: None };
                Some(self.end(None, outcome, now_ms))
            }
            Phase::Live => {
                let late = self.game.side();
                let points = self.game.resigned(late).points;
                let outcome = Outcome { winner: Some(late.other()), reason: End::Time, points };
                Some(self.end(None, outcome, now_ms))
            }
        }
    }

    fn end(&self, by: Option<Side>, outcome: Outcome, now_ms: i64) -> Change {
        let mut draft = Draft::of(self, now_ms);
        draft.over(by, outcome);
        draft.settle();
        draft.done()
    }
}

/// A submission's id belongs to who sent it.
fn submission(who: Actor<'_>, id: &str) -> String {
    match who {
        Actor::Account(account) => format!("{account}/{id}"),
        Actor::Engine => format!("engine/{id}"),
    }
}

/// What tells two submissions with the same id apart.
fn digest(ply: i64, actions: &[String]) -> String {
    let mut hash = crate::secret::hash(&format!("{ply} {}", actions.join(" ")));
    hash.truncate(16);
    hash
}

/// The game as it was before the first entry.
#[must_use]
pub(super) fn opening(row: &GameRow) -> Option<Game> {
    let variant = Variant::read_full(&row.variant).ok()?;
    match &row.start {
        None => Some(Game::start(variant)),
        Some(text) => Game::from_position(variant, text).ok(),
    }
}

/// The id of a game's rematch: the same on every node, so that there is one.
#[must_use]
pub(super) fn rematch_id(id: &str) -> String {
    format!("r{}", &crate::secret::hash(&format!("rematch of {id}"))[..14])
}
