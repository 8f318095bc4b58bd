//! The judge of a game: decides, stores, and only then reports what happened.
//!
//! A judge holds the replayed game and judges each [`Command`] against a [`Ledger`]. It waits for
//! nothing but the ledger, has no clock but the ledger's and starts nothing: what is to follow from
//! a change is a list of [`Effect`]s, which its owner carries out before it answers. So the same
//! code runs in the owner tasks of the server and in the simulation (`tests/simulation.rs`).

use std::sync::Arc;

use rules::{Side, Variant};

use super::clock::Clock;
use super::draft::LEASE_MS;
use super::messages::{broadcasts, follow, submission};
use super::room::{Change, rematch_id};
use super::{Actor, Broadcast, Command, Done, NewGame, Room, Who};
use crate::error::Error;
use crate::metrics;
use crate::store::{Appended, Ledger, Moment, Opponent, Phase, StoreError};

/// A watched game of several nodes is read again so often, in case a notification was lost.
const READ_EVERY_MS: i64 = 3_000;
/// For so long after the end a rematch may be offered on another node.
const REMATCH_MS: i64 = 10 * 60_000;
/// What is due far in the future is looked at so often.
const LOOK_EVERY_MS: i64 = 30_000;
/// What could not be stored is tried again after this.
const AGAIN_MS: i64 = 250;
/// Submissions that old are not remembered by their id.
const REMEMBERED: i64 = 200;

/// What follows from a change, in order.
#[derive(Debug)]
pub enum Effect {
    /// These events were stored here, and are for the watchers.
    Stored(Vec<Arc<Broadcast>>),
    /// These were stored by another node.
    Followed(Vec<Arc<Broadcast>>),
    /// The engine's turn was leased to this node.
    Leased,
}

/// A game and the ledger that it is kept in.
#[derive(Debug)]
pub struct Judge<L> {
    ledger: L,
    id: String,
    gone_after_ms: i64,
    room: Arc<Room>,
    effects: Vec<Effect>,
}

impl<L: Ledger> Judge<L> {
    /// Reads a game; none if there is none with this id.
    ///
    /// # Errors
    /// The ledger failed, or what it has makes no game.
    pub async fn load(
        ledger: L,
        id: &str,
        gone_after_ms: i64,
    ) -> Result<Option<Judge<L>>, StoreError> {
        let Some((row, entries)) = ledger.load_game(id).await? else { return Ok(None) };
        let recent = ledger.events_since(id, row.version - REMEMBERED).await?;
        let mut room = Room::load(row, entries)?;
        room.submissions = recent.iter().filter_map(submission).collect();
        let (id, room) = (id.to_owned(), Arc::new(room));
        Ok(Some(Judge { ledger, id, gone_after_ms, room, effects: Vec::new() }))
    }

    /// The game as it stands here.
    #[must_use]
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// What is to be done because of what was judged since the last call.
    #[must_use]
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn now_ms(&self) -> i64 {
        self.ledger.now_ms()
    }

    /// Whether another node may change the game while a client watches it here.
    fn is_followed(&self, watched: bool) -> bool {
        let ended = self.room.row.ended_ms;
        let is_played = ended.is_none_or(|ended| self.now_ms() - ended < REMATCH_MS);
        watched && self.ledger.is_shared() && is_played
    }

    /// After how many milliseconds without a command [`Judge::idle`] is to be called.
    #[must_use]
    pub fn wait_ms(&self, watched: bool) -> u64 {
        let longest = if self.is_followed(watched) { READ_EVERY_MS } else { LOOK_EVERY_MS };
        let due = self.room.row.due_ms.map_or(longest, |due| due - self.now_ms());
        // Due and still there: it could not be stored.
        let due = if due > 0 { due } else { AGAIN_MS };
        due.min(longest) as u64
    }

    /// Does what is due, and reads what other nodes have stored if a client watches.
    pub async fn idle(&mut self, watched: bool) {
        // What could not be done is still due, and tried again.
        let _ = self.expire().await;
        if self.is_followed(watched) {
            self.catch_up().await;
        }
    }

    /// Gives running clocks back the time in which nothing could be stored.
    pub fn credit(&mut self) {
        let outages = self.ledger.outages();
        if self.room.credited(&outages).is_some() {
            Arc::make_mut(&mut self.room).credit(&outages);
        }
    }

    /// Reads what another node has stored, if a version is known that this one has not.
    ///
    /// # Errors
    /// It could not be read.
    pub async fn reach(&mut self, version: i64) -> Result<(), Error> {
        let behind = version > self.room.row.version && self.ledger.is_shared();
        if behind && !self.catch_up().await { Err(Error::CannotStore) } else { Ok(()) }
    }

    /// A game whose seats are both taken begins.
    pub async fn begin(&mut self) {
        let taken =
            |side| self.room.row.account(side).is_some() || self.room.row.level(side).is_some();
        if self.room.row.phase == Phase::Open && Side::BOTH.into_iter().all(taken) {
            let change = self.room.begin(self.now_ms());
            let _ = self.store(change).await;
        }
    }

    /// Does what is due; returns whether something was.
    ///
    /// # Errors
    /// Whether it is due could not be found out, or it could not be stored: nothing else is to be
    /// judged before.
    async fn expire(&mut self) -> Result<bool, Error> {
        // Clocks stand while nothing can be stored.
        if self.ledger.failing_since().is_some() {
            return Ok(false);
        }
        self.credit();
        loop {
            let asked_ms = self.now_ms();
            let falls = self.room.row.phase == Phase::Live && self.room.is_due(asked_ms);
            if falls && self.ledger.is_shared() {
                // Another node may know of a time in which nothing could be stored: the clock stood
                // then. If it falls later because of that, one has to look again by then.
                self.ledger.read_outages().await?;
                self.credit();
                if !self.room.is_due(asked_ms) {
                    continue;
                }
            }
            break;
        }
        match self.room.expire(self.now_ms()) {
            Some(change) => match self.store(change).await {
                // Another node was quicker: what is due in the game as it stands now is another matter.
                Ok(_) | Err(Error::Stale { .. }) => Ok(true),
                Err(error) => Err(error),
            },
            None => Ok(false),
        }
    }

    /// Does something, or refuses it for a reason that holds: another node may have changed the
    /// game without our having heard of it yet.
    ///
    /// # Errors
    /// Why not; nothing was changed then, unless [`Error::CannotStore`] leaves that open.
    pub async fn judge(&mut self, who: &Who, command: Command) -> Result<Done, Error> {
        let mut tries = 0;
        loop {
            let before = self.room.row.version;
            let done = self.perform(who, command.clone()).await;
            tries += 1;
            let Err(error) = done else { return done };
            if tries == 3 {
                return Err(error);
            }
            let again = if self.room.row.version == before {
                if !self.ledger.is_shared() {
                    return Err(error);
                }
                if !self.catch_up().await {
                    return Err(Error::CannotStore);
                }
                self.room.row.version != before
            } else {
                // Too late: another node was quicker, or a change of our own was stored although no
                // answer came. What says no ply, or the one at which the game still stands (an offer was
                // made meanwhile), is as right as it was.
                match (&error, &command) {
                    (Error::Stale { ply: now }, Command::Submit { ply, .. }) => now == ply,
                    (error, _) => matches!(error, Error::Stale { .. }),
                }
            };
            if !again {
                return Err(error);
            }
        }
    }

    async fn perform(&mut self, who: &Who, command: Command) -> Result<Done, Error> {
        // What has to be read is read first: nothing is judged by a time that has passed meanwhile.
        let seen = match (who, &command) {
            (Who::Account(_), Command::Claim) => self.ledger.last_seen(&self.id).await?,
            _ => [0; 2],
        };
        // A flag that has fallen counts before any command.
        while self.room.row.phase == Phase::Live && self.expire().await? {}
        let actor = match who {
            Who::Account(account) => Actor::Account(account),
            Who::Engine | Who::Server => Actor::Engine,
        };
        let now = self.now_ms();
        let room = Arc::clone(&self.room);
        let change = match (who, command) {
            (Who::Account(account), Command::Join { nonce, public }) => {
                if room.holds(actor, Side::First) || room.holds(actor, Side::Second) {
                    return Ok(Done { version: room.row.version, duplicate: true });
                }
                let nonce = nonce.unwrap_or_else(|| crate::secret::token(16));
                room.join(account, &nonce, public, now)?
            }
            (Who::Account(_) | Who::Engine, Command::Submit { ply, actions, id }) => {
                let id = id.as_deref();
                if let Some(version) = room.stored_before(actor, ply, &actions, id)? {
                    return Ok(Done { version, duplicate: true });
                }
                let change = room.submit(actor, ply, &actions, id, now)?;
                // The only one who holds it changes it in place.
                drop(room);
                return match self.store(change).await {
                    // Another node was quicker: perhaps with this very submission, sent again.
                    Err(Error::Stale { ply: now }) => {
                        match self.room.stored_before(actor, ply, &actions, id)? {
                            Some(version) => Ok(Done { version, duplicate: true }),
                            None => Err(Error::Stale { ply: now }),
                        }
                    }
                    done => done,
                };
            }
            (Who::Engine, Command::EngineFailed { ply }) => room.engine_failed(ply, now)?,
            (Who::Account(_), Command::Resign) => room.resign(actor, now)?,
            (Who::Account(_), Command::Draw(answer)) => room.draw(actor, answer, now)?,
            (Who::Account(_), Command::Takeback(answer)) => room.takeback(actor, answer, now)?,
            (Who::Account(_), Command::Abort) => room.abort(actor, now)?,
            (Who::Account(_), Command::Claim) => {
                room.claim(actor, seen, self.gone_after_ms, now)?
            }
            (Who::Account(_), Command::Rematch) => return self.rematch(actor).await,
            (Who::Server, Command::Expire) => {
                let duplicate = !self.expire().await?;
                if duplicate && self.room.row.phase == Phase::Live {
                    let row = &self.room.row;
                    self.ledger.postpone(&self.id, row.version, row.due_ms).await?;
                }
                return Ok(Done { version: self.room.row.version, duplicate });
            }
            (Who::Server, Command::Engine) => return self.take_engine().await,
            _ => return Err(Error::NotYourGame),
        };
        drop(room);
        self.store(change).await
    }

    /// Stores a change, and then reports it. If another node was quicker: reads on, and refuses.
    async fn store(&mut self, change: Change) -> Result<Done, Error> {
        let actions = change.append.entries.len() as u64;
        let started = std::time::Instant::now();
        match self.ledger.append(change.append.clone()).await {
            Ok(Appended::Done) => {
                metrics::ACTIONS_STORED.add(actions);
                metrics::COMMITS.add(started.elapsed());
                let (events, applied) = Arc::make_mut(&mut self.room).apply(change);
                let moment = Moment::new(self.now_ms());
                self.effects.push(Effect::Stored(broadcasts(&self.room, events, applied, moment)));
                Ok(Done { version: self.room.row.version, duplicate: false })
            }
            Ok(Appended::Stale) => {
                metrics::STALE.add(1);
                // Perhaps it was this very change that was stored, by another node: without having
                // read that, there is no reason to refuse it.
                match self.catch_up().await {
                    true => Err(Error::Stale { ply: self.room.row.ply }),
                    false => Err(Error::CannotStore),
                }
            }
            Err(error) => {
                // Whether it was stored is not known: the store decides.
                let error = Error::from(error);
                self.catch_up().await;
                Err(error)
            }
        }
    }

    /// Reads what another node has stored, and reports it; false if it could not be read.
    async fn catch_up(&mut self) -> bool {
        let before = self.room.row.version;
        let news = async {
            let row = self.ledger.game_row(&self.id).await?.ok_or(Error::NotFound)?;
            if row.version <= before {
                return Ok(None);
            }
            let mut events = self.ledger.events_since(&self.id, before).await?;
            events.retain(|event| event.version <= row.version);
            Ok::<_, Error>(Some((row, events)))
        };
        let (row, events) = match news.await {
            Ok(Some(news)) => news,
            Ok(None) => return true,
            Err(error) => {
                tracing::error!(?error, game = self.id, "a game cannot be read again");
                return false;
            }
        };
        let moment = Moment::new(self.now_ms());
        let outages = self.ledger.outages();
        let missed = follow(Arc::make_mut(&mut self.room), row, events, &outages, moment);
        self.effects.push(Effect::Followed(missed));
        true
    }

    /// Takes up an engine's turn that no node is at.
    async fn take_engine(&mut self) -> Result<Done, Error> {
        self.catch_up().await;
        let version = self.room.row.version;
        // The lease is not part of the log: what the room remembers of it may be old.
        let Some((row, _)) = self.ledger.load_game(&self.id).await? else {
            return Err(Error::NotFound);
        };
        let Some(held) = row.engine_ms.filter(|_| row.version == version) else {
            return Ok(Done { version, duplicate: true });
        };
        let until = self.now_ms() + LEASE_MS;
        if self.ledger.lease_engine(&self.id, version, held, until).await? {
            Arc::make_mut(&mut self.room).row.engine_ms = Some(until);
            self.effects.push(Effect::Leased);
        }
        Ok(Done { version, duplicate: false })
    }

    async fn rematch(&mut self, who: Actor<'_>) -> Result<Done, Error> {
        let (change, agreed) = self.room.rematch(who, self.now_ms())?;
        if agreed {
            let row = &self.room.row;
            let variant = Variant::read_full(&row.variant)?;
            let opponent = row.opponent;
            let level = row.first_level.or(row.second_level);
            let rated = row.rated.counts()
                && self.room.clock != Clock::None
                && !self.ledger.is_pair_capped(row).await?;
            let new = NewGame {
                variant,
                start: row.start.clone(),
                opponent,
                level,
                side: None,
                clock: row.clock.clone(),
                rated,
                accept_bots: rated && row.accept_bots,
                public: row.public,
                challenged: None,
                private: row.private,
                nonce: None,
            };
            // Sides change.
            let creator = &row.creator;
            let was_first = row.first_account.as_ref() == Some(creator);
            let side = if was_first { Side::Second } else { Side::First };
            let other = if was_first { &row.second_account } else { &row.first_account };
            let other = other
                .clone()
                .filter(|_| opponent != Opponent::Engine)
                .map(|account| (account, crate::secret::token(16)));
            let id = rematch_id(&self.id);
            let mut next = super::row_of(&id, creator, &new, side, level, other, self.now_ms());
            next.rematch_of = Some(self.id.clone());
            if self.ledger.load_game(&id).await?.is_none() {
                self.ledger.create_game(&next).await?;
            }
        }
        self.store(change).await
    }
}
