//! The owner task of a game: judges, stores, broadcasts, in this order and one thing at a time.

use std::sync::Arc;
use std::time::Duration;

use rules::{Side, Status, Variant};
use tokio::sync::{broadcast, mpsc, watch};

use super::clock::Clock;
use super::draft::LEASE_MS;
use super::engine::Job;
use super::messages::{broadcasts, follow, submission};
use super::room::{Change, rematch_id};
use super::{Actor, Ask, Broadcast, Command, Done, Live, NewGame, Room, Snapshot, Watching, Who};
use crate::error::Error;
use crate::metrics;
use crate::rating;
use crate::store::{Appended, Happening, Opponent, Phase, StoreError};
use crate::wire::Player;

/// An owner without requests and watchers ends after this.
const IDLE: Duration = Duration::from_secs(90);
/// A watched game of several nodes is read again so often, in case a notification was lost.
const READ_EVERY_MS: i64 = 3_000;
/// What could not be stored is tried again after this.
const AGAIN_MS: i64 = 250;
/// Submissions that old are not remembered by their id.
const REMEMBERED: i64 = 200;

/// Starts the owner of a game that may or may not exist.
pub(super) fn start(live: Live, id: String, mut asks: mpsc::Receiver<Ask>) {
    tokio::spawn(async move {
        match Owner::load(&live, &id).await {
            Ok(mut owner) => {
                owner.begin().await;
                owner.run(&mut asks).await;
            }
            Err(error) => {
                live.registry().remove(&id);
                asks.close();
                let again = || match error {
                    Error::NotFound => Error::NotFound,
                    Error::CannotStore => Error::CannotStore,
                    _ => Error::Internal,
                };
                while let Ok(ask) = asks.try_recv() {
                    match ask {
                        Ask::Do { answer, .. } => drop(answer.send(Err(again()))),
                        Ask::Look { answer, .. } => drop(answer.send(Err(again()))),
                        Ask::Watch { answer, .. } => drop(answer.send(Err(again()))),
                        Ask::Changed { .. } | Ask::Queue { .. } | Ask::Person { .. } => {}
                    }
                }
            }
        }
    });
}

struct Owner {
    live: Live,
    id: String,
    room: Arc<Room>,
    players: [Player; 2],
    watchers: broadcast::Sender<Arc<Broadcast>>,
    queue: watch::Sender<Option<usize>>,
    people: watch::Sender<()>,
}

impl Owner {
    async fn load(live: &Live, id: &str) -> Result<Owner, Error> {
        let room = read(live, id).await?;
        let players = players(live, &room).await?;
        let (watchers, queue) = (broadcast::channel(64).0, watch::channel(None).0);
        let (live, id, room) = (live.clone(), id.to_owned(), Arc::new(room));
        let people = watch::channel(()).0;
        Ok(Owner { live, id, room, players, watchers, queue, people })
    }

    async fn run(&mut self, asks: &mut mpsc::Receiver<Ask>) {
        let mut idle_since = tokio::time::Instant::now();
        loop {
            let longest = if self.is_watched_elsewhere() { READ_EVERY_MS } else { 30_000 };
            let due = self.room.row.due_ms.map_or(longest, |due| due - self.now_ms());
            // Due and still there: it could not be stored.
            let due = if due > 0 { due } else { AGAIN_MS };
            let wait = Duration::from_millis(due.min(longest) as u64);
            match tokio::time::timeout(wait, asks.recv()).await {
                Ok(Some(ask)) => {
                    idle_since = tokio::time::Instant::now();
                    self.answer(ask).await;
                }
                Ok(None) => return,
                Err(_) => {
                    self.expire().await;
                    if self.is_watched_elsewhere() {
                        self.catch_up().await;
                    }
                    if self.watchers.receiver_count() > 0 {
                        idle_since = tokio::time::Instant::now();
                    }
                    if idle_since.elapsed() >= IDLE {
                        let mut owners = self.live.registry();
                        if asks.is_empty() {
                            owners.remove(&self.id);
                            // What still comes is refused, and asked again of a new owner.
                            asks.close();
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Whether another node may change the game while a client watches it here.
    fn is_watched_elsewhere(&self) -> bool {
        self.live.store().is_shared()
            && self.room.row.phase != Phase::Over
            && self.watchers.receiver_count() > 0
    }

    /// Gives running clocks back the time in which nothing could be stored.
    fn credit(&mut self) {
        let outages = self.live.store().outages();
        let row = &self.room.row;
        let since = row.state.times.since_ms;
        if row.phase == Phase::Live && outages.last().is_some_and(|last| last.until_ms > since) {
            Arc::make_mut(&mut self.room).credit(&outages);
        }
    }

    async fn answer(&mut self, ask: Ask) {
        self.credit();
        match ask {
            Ask::Do { who, command, answer } => {
                let done = self.judge(&who, command).await;
                let _ = answer.send(done);
            }
            Ask::Look { at_least, answer } => {
                let reached = self.reach(at_least).await;
                let _ = answer.send(reached.map(|()| self.snapshot()));
            }
            Ask::Watch { at_least, answer } => {
                let reached = self.reach(at_least).await;
                let watching = reached.map(|()| {
                    let (events, queue) = (self.watchers.subscribe(), self.queue.subscribe());
                    let people = self.people.subscribe();
                    Watching { snapshot: self.snapshot(), events, queue, people }
                });
                let _ = answer.send(watching);
            }
            Ask::Changed { version } => {
                let _ = self.reach(version).await;
            }
            Ask::Queue { place } => self.queued(Some(place)),
            Ask::Person { account } => self.rename(account.as_deref()).await,
        }
    }

    /// Reads the players' names again, if this account, or anyone, is called something else.
    async fn rename(&mut self, account: Option<&str>) {
        let plays = |side| {
            self.room.row.account(side).is_some_and(|own| account.is_none_or(|one| one == own))
        };
        if !Side::BOTH.into_iter().any(plays) {
            return;
        }
        match players(&self.live, &self.room).await {
            Ok(players) if players != self.players => {
                self.players = players;
                self.people.send_replace(());
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(?error, game = self.id, "players could not be read"),
        }
    }

    /// The time by the database's clock.
    fn now_ms(&self) -> i64 {
        self.live.store().now_ms()
    }

    /// Reads what another node has stored, if a version is known that this one has not.
    async fn reach(&mut self, version: i64) -> Result<(), Error> {
        let behind = version > self.room.row.version && self.live.store().is_shared();
        if behind && !self.catch_up().await { Err(Error::CannotStore) } else { Ok(()) }
    }

    fn snapshot(&self) -> Snapshot {
        let waiting = self.queue.borrow().filter(|place| *place > 0);
        let stood_ms = self.live.store().failing_since();
        let (room, players) = (Arc::clone(&self.room), self.players.clone());
        Snapshot { room, players, waiting, stood_ms, moment: self.live.store().moment() }
    }

    /// Shows the watchers where the engine's turn is in the queue, if it has one and it is another
    /// place than before.
    fn queued(&self, place: Option<usize>) {
        let place = place.filter(|_| self.room.row.engine_ms.is_some());
        self.queue.send_if_modified(|last| std::mem::replace(last, place) != place);
    }

    /// A game whose seats are both taken begins.
    async fn begin(&mut self) {
        let taken =
            |side| self.room.row.account(side).is_some() || self.room.row.level(side).is_some();
        if self.room.row.phase == Phase::Open && Side::BOTH.into_iter().all(taken) {
            let change = self.room.begin(self.now_ms());
            let _ = self.store(change).await;
        }
    }

    /// Does what is due; returns whether something was.
    async fn expire(&mut self) -> bool {
        // Clocks stand while nothing can be stored.
        if self.live.store().failing_since().is_some() {
            return false;
        }
        self.credit();
        match self.room.expire(self.now_ms()) {
            Some(change) => {
                let _ = self.store(change).await;
                true
            }
            None => false,
        }
    }

    /// Does something, or refuses it for a reason that holds: another node may have changed the
    /// game without our having heard of it yet.
    async fn judge(&mut self, who: &Who, command: Command) -> Result<Done, Error> {
        let mut tries = 0;
        loop {
            let before = self.room.row.version;
            let done = self.perform(who, command.clone()).await;
            tries += 1;
            let Err(error) = done else { return done };
            if tries == 3 || !self.live.store().is_shared() {
                return Err(error);
            }
            let again = if self.room.row.version == before {
                self.catch_up().await;
                self.room.row.version != before
            } else {
                // Too late. What says no ply, or the one at which the game still stands (an offer was
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
        // A flag that has fallen counts before any command.
        if self.room.row.phase == Phase::Live {
            self.expire().await;
        }
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
                let seen = self.live.store().last_seen(&self.id).await?;
                room.claim(actor, seen, self.live.inner.config.gone_after_ms, now)?
            }
            (Who::Account(_), Command::Rematch) => return self.rematch(actor).await,
            (Who::Server, Command::Expire) => {
                let duplicate = !self.expire().await;
                if duplicate && self.room.row.phase == Phase::Live {
                    let row = &self.room.row;
                    self.live.store().postpone(&self.id, row.version, row.due_ms).await?;
                }
                return Ok(Done { version: self.room.row.version, duplicate });
            }
            (Who::Server, Command::Engine) => return self.take_engine().await,
            _ => return Err(Error::NotYourGame),
        };
        drop(room);
        self.store(change).await
    }

    /// Stores a change and broadcasts it. If another node was quicker: reads on, and refuses.
    async fn store(&mut self, change: Change) -> Result<Done, Error> {
        let joined =
            change.append.events.iter().any(|event| matches!(event.what, Happening::Begun { .. }));
        let actions = change.append.entries.len() as u64;
        let started = std::time::Instant::now();
        match self.live.store().append(change.append.clone()).await {
            Ok(Appended::Done) => {
                metrics::ACTIONS_STORED.add(actions);
                metrics::COMMITS.add(started.elapsed());
                let (events, applied) = Arc::make_mut(&mut self.room).apply(change);
                if joined && let Ok(players) = players(&self.live, &self.room).await {
                    self.players = players;
                }
                self.announce(broadcasts(&self.room, events, applied, self.live.store().moment()));
                self.ask_engine();
                if self.room.row.phase == Phase::Over {
                    super::keeper::rate(&self.live, &self.room);
                }
                Ok(Done { version: self.room.row.version, duplicate: false })
            }
            Ok(Appended::Stale) => {
                metrics::STALE.add(1);
                self.catch_up().await;
                Err(Error::Stale { ply: self.room.row.ply })
            }
            Err(error) => {
                // Whether it was stored is not known: the store decides.
                let error = Error::from(error);
                self.catch_up().await;
                Err(error)
            }
        }
    }

    fn announce(&self, broadcasts: Vec<Arc<Broadcast>>) {
        for one in broadcasts {
            let concerns_players =
                matches!(one.what(), Happening::Begun { .. } | Happening::Over { .. });
            let _ = self.watchers.send(one);
            if concerns_players {
                let row = &self.room.row;
                let seats = Side::BOTH.map(|side| row.account(side));
                for account in seats.into_iter().chain([row.challenged.as_deref()]).flatten() {
                    self.live.player_changed(Some(account));
                }
                if row.opponent == Opponent::Lobby {
                    self.live.lobby_changed();
                }
            }
        }
    }

    /// Reads what another node has stored, and broadcasts it; false if it could not be read.
    async fn catch_up(&mut self) -> bool {
        let before = self.room.row.version;
        let news = async {
            let row = self.live.store().game_row(&self.id).await?.ok_or(Error::NotFound)?;
            if row.version <= before {
                return Ok(None);
            }
            let mut events = self.live.store().events_since(&self.id, before).await?;
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
        let moment = self.live.store().moment();
        let missed = follow(Arc::make_mut(&mut self.room), row, events, moment);
        if let Ok(players) = players(&self.live, &self.room).await {
            self.players = players;
        }
        self.announce(missed);
        // The game has gone on: a search for where it stood is in vain.
        self.live.inner.engine.forget(&self.id);
        self.queued(None);
        true
    }

    /// Gives the engine its turn, if it has it and this node has the lease; if not, ends the search
    /// for a turn that it had.
    fn ask_engine(&self) {
        let room = &self.room;
        let level = match room.game.status() {
            Status::ToAct(side) => room.row.level(side),
            Status::Chance | Status::Over(_) => None,
        };
        let (Some(held_ms), Some(level)) = (room.row.engine_ms, level) else {
            self.live.inner.engine.forget(&self.id);
            self.queued(None);
            return;
        };
        self.live.inner.engine.submit(
            &self.live,
            Job {
                id: self.id.clone(),
                game: room.game.clone(),
                level,
                version: room.row.version,
                ply: room.row.ply,
                held_ms,
                account: room.row.creator.clone(),
            },
        );
        self.queued(self.live.inner.engine.place(&self.id));
    }

    /// Takes up an engine's turn that no node is at.
    async fn take_engine(&mut self) -> Result<Done, Error> {
        self.catch_up().await;
        let version = self.room.row.version;
        // The lease is not part of the log: what the room remembers of it may be old.
        let Some((row, _)) = self.live.store().load_game(&self.id).await? else {
            return Err(Error::NotFound);
        };
        let Some(held) = row.engine_ms.filter(|_| row.version == version) else {
            return Ok(Done { version, duplicate: true });
        };
        let until = self.now_ms() + LEASE_MS;
        if self.live.store().lease_engine(&self.id, version, held, until).await? {
            Arc::make_mut(&mut self.room).row.engine_ms = Some(until);
            self.ask_engine();
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
                && !rating::is_pair_capped(self.live.store(), row).await?;
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
            if self.live.store().load_game(&id).await?.is_none() {
                self.live.store().create_game(&next).await?;
            }
        }
        self.store(change).await
    }
}

async fn read(live: &Live, id: &str) -> Result<Room, Error> {
    let room = async {
        let Some((row, entries)) = live.store().load_game(id).await? else { return Ok(None) };
        let recent = live.store().events_since(id, row.version - REMEMBERED).await?;
        let mut room = Room::load(row, entries)?;
        room.submissions = recent.iter().filter_map(submission).collect();
        Ok(Some(room))
    };
    match room.await {
        Ok(Some(room)) => Ok(room),
        Ok(None) => Err(Error::NotFound),
        Err(StoreError::Corrupt(reason)) => {
            live.set_aside(id, &reason).await;
            Err(Error::Internal)
        }
        Err(error) => Err(error.into()),
    }
}

async fn players(live: &Live, room: &Room) -> Result<[Player; 2], Error> {
    let player = async |side| {
        let row = &room.row;
        let account = match row.account(side) {
            Some(id) => live.store().account(id).await?,
            None => None,
        };
        let bot = account.as_ref().is_some_and(|account| account.bot);
        let name = account.and_then(|account| account.name);
        let id = row.account(side).map(str::to_owned);
        let mut player = Player::new(id, name, bot, row.level(side));
        if let (Some(account), true) = (row.account(side), player.is_named()) {
            player.rate(live.store().standing(account, row.kind).await?);
        }
        Ok::<_, Error>(player)
    };
    Ok([player(Side::First).await?, player(Side::Second).await?])
}
