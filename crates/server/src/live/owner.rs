//! The owner task of a game: judges, stores, speaks, in this order and one thing at a time.

use std::sync::Arc;
use std::time::Duration;

use rules::{Side, Status, Variant};
use tokio::sync::{broadcast, mpsc, watch};

use super::draft::LEASE_MS;
use super::engine::Job;
use super::say::{follow, speak, submission};
use super::table::{Change, rematch_id};
use super::{
    Actor, Ask, Called, Deed, Done, Live, NewGame, Snapshot, Spoken, Table, Watching, Who,
};
use crate::error::Error;
use crate::metrics;
use crate::store::{Appended, Happening, Opponent, Phase, now_ms};
use crate::wire::Player;

/// An owner that nobody asks and nobody listens to goes away after this.
const IDLE: Duration = Duration::from_secs(90);
/// A game of several nodes that is being watched is looked at so often, in case that news of it
/// was lost.
const LOOK_EVERY_MS: i64 = 3_000;
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
                    _ => Error::Internal,
                };
                while let Ok(ask) = asks.try_recv() {
                    match ask {
                        Ask::Do { answer, .. } => drop(answer.send(Err(again()))),
                        Ask::Look { answer } => drop(answer.send(Err(again()))),
                        Ask::Watch { answer } => drop(answer.send(Err(again()))),
                        Ask::Changed { .. } | Ask::Queue { .. } => {}
                    }
                }
            }
        }
    });
}

struct Owner {
    live: Live,
    id: String,
    table: Arc<Table>,
    players: [Player; 2],
    voice: broadcast::Sender<Arc<Spoken>>,
    queue: watch::Sender<Option<usize>>,
}

impl Owner {
    async fn load(live: &Live, id: &str) -> Result<Owner, Error> {
        let table = read(live, id).await?;
        let players = players(live, &table).await?;
        let (voice, queue) = (broadcast::channel(64).0, watch::channel(None).0);
        let (live, id, table) = (live.clone(), id.to_owned(), Arc::new(table));
        Ok(Owner { live, id, table, players, voice, queue })
    }

    async fn run(&mut self, asks: &mut mpsc::Receiver<Ask>) {
        let mut idle_since = tokio::time::Instant::now();
        loop {
            let longest = if self.is_watched_elsewhere() { LOOK_EVERY_MS } else { 30_000 };
            let due = self.table.row.due_ms.map_or(longest, |due| due - now_ms());
            let wait = Duration::from_millis(due.clamp(0, longest) as u64);
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
                    if self.voice.receiver_count() > 0 {
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

    /// Whether another node may change the game while somebody watches it here.
    fn is_watched_elsewhere(&self) -> bool {
        self.live.store().is_shared()
            && self.table.row.phase != Phase::Over
            && self.voice.receiver_count() > 0
    }

    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Do { who, deed, answer } => {
                let done = self.judge(&who, deed).await;
                let _ = answer.send(done);
            }
            Ask::Look { answer } => {
                let _ = answer.send(Ok(self.snapshot()));
            }
            Ask::Watch { answer } => {
                let (events, queue) = (self.voice.subscribe(), self.queue.subscribe());
                let _ = answer.send(Ok(Watching { snapshot: self.snapshot(), events, queue }));
            }
            Ask::Changed { version } => {
                if version > self.table.row.version {
                    self.catch_up().await;
                }
            }
            Ask::Queue { place } => self.queued(Some(place)),
        }
    }

    fn snapshot(&self) -> Snapshot {
        let waiting = self.queue.borrow().filter(|place| *place > 0);
        Snapshot { table: Arc::clone(&self.table), players: self.players.clone(), waiting }
    }

    /// Tells the watchers where the engine's turn is in the queue, if it has one and it is another
    /// place than before.
    fn queued(&self, place: Option<usize>) {
        let place = place.filter(|_| self.table.row.engine_ms.is_some());
        self.queue.send_if_modified(|told| std::mem::replace(told, place) != place);
    }

    /// A game whose seats are both taken begins.
    async fn begin(&mut self) {
        let taken =
            |side| self.table.row.account(side).is_some() || self.table.row.level(side).is_some();
        if self.table.row.phase == Phase::Open && Side::BOTH.into_iter().all(taken) {
            let change = self.table.begin(now_ms());
            let _ = self.store(change).await;
        }
    }

    /// Does what is due; tells whether something was.
    async fn expire(&mut self) -> bool {
        match self.table.expire(now_ms()) {
            Some(change) => {
                let _ = self.store(change).await;
                true
            }
            None => false,
        }
    }

    /// Does something, or refuses it for a reason that holds: another node may have changed the
    /// game without our having heard of it yet.
    async fn judge(&mut self, who: &Who, deed: Deed) -> Result<Done, Error> {
        let mut tries = 0;
        loop {
            let before = self.table.row.version;
            let done = self.perform(who, deed.clone()).await;
            tries += 1;
            let Err(error) = done else { return done };
            if tries == 3 || !self.live.store().is_shared() {
                return Err(error);
            }
            let again = if self.table.row.version == before {
                self.catch_up().await;
                self.table.row.version != before
            } else {
                // Too late. What says no ply, or the one at which the game still stands (an offer was
                // made meanwhile), is as right as it was.
                match (&error, &deed) {
                    (Error::Stale { ply: now }, Deed::Submit { ply, .. }) => now == ply,
                    (error, _) => matches!(error, Error::Stale { .. }),
                }
            };
            if !again {
                return Err(error);
            }
        }
    }

    async fn perform(&mut self, who: &Who, deed: Deed) -> Result<Done, Error> {
        // A flag that has fallen has fallen, whoever comes first.
        if self.table.row.phase == Phase::Live {
            self.expire().await;
        }
        let actor = match who {
            Who::Account(account) => Actor::Account(account),
            Who::Engine | Who::Server => Actor::Engine,
        };
        let now = now_ms();
        let table = Arc::clone(&self.table);
        let change = match (who, deed) {
            (Who::Account(account), Deed::Join { nonce }) => {
                if table.holds(actor, Side::First) || table.holds(actor, Side::Second) {
                    return Ok(Done { version: table.row.version, duplicate: true });
                }
                let nonce = nonce.unwrap_or_else(|| crate::secret::token(16));
                table.join(account, &nonce, now)?
            }
            (Who::Account(_) | Who::Engine, Deed::Submit { ply, actions, id }) => {
                let id = id.as_deref();
                if let Some(version) = table.stored_before(actor, ply, &actions, id)? {
                    return Ok(Done { version, duplicate: true });
                }
                let change = table.submit(actor, ply, &actions, id, now)?;
                // The only one who holds it changes it in place.
                drop(table);
                return match self.store(change).await {
                    // Another node was quicker: perhaps with this very submission, sent again.
                    Err(Error::Stale { ply: now }) => {
                        match self.table.stored_before(actor, ply, &actions, id)? {
                            Some(version) => Ok(Done { version, duplicate: true }),
                            None => Err(Error::Stale { ply: now }),
                        }
                    }
                    done => done,
                };
            }
            (Who::Account(_), Deed::Resign) => table.resign(actor, now)?,
            (Who::Account(_), Deed::Draw(answer)) => table.draw(actor, answer, now)?,
            (Who::Account(_), Deed::Takeback(answer)) => table.takeback(actor, answer, now)?,
            (Who::Account(_), Deed::Abort) => table.abort(actor, now)?,
            (Who::Account(_), Deed::Claim) => {
                let seen = self.live.store().last_seen(&self.id).await?;
                table.claim(actor, seen, self.live.inner.config.gone_after_ms, now)?
            }
            (Who::Account(_), Deed::Rematch) => return self.rematch(actor).await,
            (Who::Server, Deed::Expire) => {
                let duplicate = !self.expire().await;
                return Ok(Done { version: self.table.row.version, duplicate });
            }
            (Who::Server, Deed::Engine) => return self.take_engine().await,
            _ => return Err(Error::NotYourGame),
        };
        drop(table);
        self.store(change).await
    }

    /// Stores a change and tells of it. Too late: reads on, and says so.
    async fn store(&mut self, change: Change) -> Result<Done, Error> {
        let joined =
            change.append.events.iter().any(|event| matches!(event.what, Happening::Begun { .. }));
        let actions = change.append.entries.len() as u64;
        let started = std::time::Instant::now();
        match self.live.store().append(change.append.clone()).await {
            Ok(Appended::Done) => {
                metrics::ACTIONS_STORED.add(actions);
                metrics::COMMIT_MICROS.add(started.elapsed().as_micros() as u64);
                metrics::COMMITS.add(1);
                let (events, told) = Arc::make_mut(&mut self.table).apply(change);
                if joined && let Ok(players) = players(&self.live, &self.table).await {
                    self.players = players;
                }
                self.tell(speak(&self.table, events, told));
                self.ask_engine();
                if self.table.row.phase == Phase::Over {
                    super::keeper::rate(&self.live, &self.table);
                }
                Ok(Done { version: self.table.row.version, duplicate: false })
            }
            Ok(Appended::Stale) => {
                metrics::STALE.add(1);
                self.catch_up().await;
                Err(Error::Stale { ply: self.table.row.ply })
            }
            Err(error) => {
                // Whether it was stored is not known: what the store says holds.
                tracing::error!(%error, game = self.id, "an append failed");
                self.catch_up().await;
                Err(Error::Internal)
            }
        }
    }

    fn tell(&self, spoken: Vec<Arc<Spoken>>) {
        for one in spoken {
            let concerns_players =
                matches!(one.what(), Happening::Begun { .. } | Happening::Over { .. });
            let _ = self.voice.send(one);
            if concerns_players {
                let accounts = Side::BOTH
                    .into_iter()
                    .filter_map(|side| self.table.row.account(side).map(str::to_owned))
                    .collect();
                let _ = self.live.inner.calls.send(Called { accounts });
            }
        }
    }

    /// Reads what another node has stored, and tells of it.
    async fn catch_up(&mut self) {
        let before = self.table.row.version;
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
            Ok(None) => return,
            Err(error) => {
                tracing::error!(?error, game = self.id, "a game cannot be read again");
                return;
            }
        };
        let spoken = follow(Arc::make_mut(&mut self.table), row, events);
        if let Ok(players) = players(&self.live, &self.table).await {
            self.players = players;
        }
        self.tell(spoken);
        // The game has gone on: a search for where it stood is in vain.
        self.live.inner.engine.forget(&self.id);
        self.queued(None);
    }

    /// Gives the engine its turn, if it has it and this node has the lease; if not, ends the search
    /// for a turn that it had.
    fn ask_engine(&self) {
        let table = &self.table;
        let level = match table.game.status() {
            Status::ToAct(side) => table.row.level(side),
            Status::Chance | Status::Over(_) => None,
        };
        let (Some(held_ms), Some(level)) = (table.row.engine_ms, level) else {
            self.live.inner.engine.forget(&self.id);
            self.queued(None);
            return;
        };
        self.live.inner.engine.submit(
            &self.live,
            Job {
                game: self.id.clone(),
                variant: table.game.variant(),
                start: table.game.start_position(),
                entries: table.entries.iter().map(|entry| entry.text.clone()).collect(),
                level,
                version: table.row.version,
                ply: table.row.ply,
                held_ms,
                account: table.row.creator.clone(),
            },
        );
        self.queued(self.live.inner.engine.place(&self.id));
    }

    /// Takes up an engine's turn that no node is at.
    async fn take_engine(&mut self) -> Result<Done, Error> {
        self.catch_up().await;
        let version = self.table.row.version;
        // The lease is not part of the log: what the table remembers of it may be old.
        let Some((row, _)) = self.live.store().load_game(&self.id).await? else {
            return Err(Error::NotFound);
        };
        let Some(held) = row.engine_ms.filter(|_| row.version == version) else {
            return Ok(Done { version, duplicate: true });
        };
        let until = now_ms() + LEASE_MS;
        if self.live.store().lease_engine(&self.id, version, held, until).await? {
            Arc::make_mut(&mut self.table).row.engine_ms = Some(until);
            self.ask_engine();
        }
        Ok(Done { version, duplicate: false })
    }

    async fn rematch(&mut self, who: Actor<'_>) -> Result<Done, Error> {
        let (change, agreed) = self.table.rematch(who, now_ms())?;
        if agreed {
            let row = &self.table.row;
            let variant = Variant::read_full(&row.variant)?;
            let opponent = row.opponent;
            let level = row.first_level.or(row.second_level);
            let new = NewGame {
                variant,
                start: row.start.clone(),
                opponent,
                level,
                side: None,
                clock: row.clock.clone(),
                rated: row.rated.counts(),
                accept_bots: row.accept_bots,
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
            let mut next = super::row_of(&id, creator, &new, side, level, other);
            next.rematch_of = Some(self.id.clone());
            if self.live.store().load_game(&id).await?.is_none() {
                self.live.store().create_game(&next).await?;
            }
        }
        self.store(change).await
    }
}

async fn read(live: &Live, id: &str) -> Result<Table, Error> {
    let Some((row, entries)) = live.store().load_game(id).await? else {
        return Err(Error::NotFound);
    };
    let recent = live.store().events_since(id, row.version - REMEMBERED).await?;
    let mut table = Table::load(row, entries)?;
    table.submissions = recent.iter().filter_map(submission).collect();
    Ok(table)
}

async fn players(live: &Live, table: &Table) -> Result<[Player; 2], Error> {
    let player = async |side| {
        let row = &table.row;
        let account = match row.account(side) {
            Some(id) => live.store().account(id).await?,
            None => None,
        };
        let bot = account.as_ref().is_some_and(|account| account.bot);
        let name = account.and_then(|account| account.name);
        let id = row.account(side).map(str::to_owned);
        Ok::<_, Error>(Player::new(id, name, bot, row.level(side)))
    };
    Ok([player(Side::First).await?, player(Side::Second).await?])
}
