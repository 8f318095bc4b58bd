//! The owner task of a game: has it judged, carries out what follows, answers, in this order and one
//! thing at a time.

use std::sync::Arc;
use std::time::Duration;

use rules::{Side, Status};
use tokio::sync::{broadcast, mpsc, watch};
use tracing::Instrument;

use super::engine::Job;
use super::judge::{Effect, Judge};
use super::{Ask, Broadcast, Live, Room, Snapshot, Watching};
use crate::error::Error;
use crate::store::{Happening, Opponent, Phase, Store, StoreError};
use crate::wire::Player;

/// An owner without requests and watchers ends after this.
const IDLE: Duration = Duration::from_secs(90);

/// Starts the owner of a game that may or may not exist.
pub(super) fn start(live: Live, id: String, mut asks: mpsc::Receiver<Ask>) {
    tokio::spawn(async move {
        match Owner::load(&live, &id).await {
            Ok(mut owner) => {
                owner.judge.begin().await;
                owner.carry_out().await;
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
                // Also what is being sent at this moment: closed, it has an end.
                while let Some(ask) = asks.recv().await {
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
    judge: Judge<Store>,
    players: [Player; 2],
    watchers: broadcast::Sender<Arc<Broadcast>>,
    queue: watch::Sender<Option<usize>>,
    people: watch::Sender<()>,
}

impl Owner {
    async fn load(live: &Live, id: &str) -> Result<Owner, Error> {
        let gone_after_ms = live.inner.config.gone_after_ms;
        let judge = match Judge::load(live.store().clone(), id, gone_after_ms).await {
            Ok(judge) => judge.ok_or(Error::NotFound)?,
            Err(StoreError::Corrupt(reason)) => {
                live.set_aside(id, &reason).await;
                return Err(Error::Internal);
            }
            Err(error) => return Err(error.into()),
        };
        let players = players(live, judge.room()).await?;
        let (watchers, queue) = (broadcast::channel(64).0, watch::channel(None).0);
        let (live, id) = (live.clone(), id.to_owned());
        let people = watch::channel(()).0;
        Ok(Owner { live, id, judge, players, watchers, queue, people })
    }

    async fn run(&mut self, asks: &mut mpsc::Receiver<Ask>) {
        let mut idle_since = tokio::time::Instant::now();
        loop {
            let wait = Duration::from_millis(self.judge.wait_ms(self.is_watched()));
            match tokio::time::timeout(wait, asks.recv()).await {
                Ok(Some(ask)) => {
                    idle_since = tokio::time::Instant::now();
                    self.answer(ask).await;
                }
                Ok(None) => return,
                Err(_) => {
                    self.judge.idle(self.is_watched()).await;
                    self.carry_out().await;
                    if self.is_watched() {
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

    fn is_watched(&self) -> bool {
        self.watchers.receiver_count() > 0
    }

    async fn answer(&mut self, ask: Ask) {
        self.judge.credit();
        match ask {
            Ask::Do { who, command, answer, span } => {
                let done = self.judge.judge(&who, command).instrument(span).await;
                self.carry_out().await;
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

    /// Reads what another node has stored, if a version is known that this one has not.
    async fn reach(&mut self, version: i64) -> Result<(), Error> {
        let reached = self.judge.reach(version).await;
        self.carry_out().await;
        reached
    }

    /// Does what follows from what was judged.
    async fn carry_out(&mut self) {
        for effect in self.judge.take_effects() {
            match effect {
                Effect::Stored(news) => {
                    let begins =
                        |one: &Arc<Broadcast>| matches!(one.what(), Happening::Begun { .. });
                    if news.iter().any(begins) {
                        self.read_players().await;
                    }
                    self.announce(news);
                    self.ask_engine();
                    if self.judge.room().row.phase == Phase::Over {
                        super::keeper::rate(&self.live, self.judge.room());
                    }
                }
                Effect::Followed(news) => {
                    self.read_players().await;
                    self.announce(news);
                    // The game has gone on: a search for where it stood is in vain.
                    self.live.inner.engine.forget(&self.id);
                    self.queued(None);
                }
                Effect::Leased => self.ask_engine(),
            }
        }
    }

    async fn read_players(&mut self) {
        if let Ok(players) = players(&self.live, self.judge.room()).await {
            self.players = players;
        }
    }

    /// Reads the players' names again, if this account, or anyone, is called something else.
    async fn rename(&mut self, account: Option<&str>) {
        let plays = |side| {
            self.judge
                .room()
                .row
                .account(side)
                .is_some_and(|own| account.is_none_or(|one| one == own))
        };
        if !Side::BOTH.into_iter().any(plays) {
            return;
        }
        match players(&self.live, self.judge.room()).await {
            Ok(players) if players != self.players => {
                self.players = players;
                self.people.send_replace(());
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(?error, game = self.id, "players could not be read"),
        }
    }

    fn snapshot(&self) -> Snapshot {
        let waiting = self.queue.borrow().filter(|place| *place > 0);
        let stood_ms = self.live.store().failing_since();
        let (room, players) = (Arc::clone(self.judge.room()), self.players.clone());
        Snapshot { room, players, waiting, stood_ms, moment: self.live.store().moment() }
    }

    /// Shows the watchers where the engine's turn is in the queue, if it has one and it is another
    /// place than before.
    fn queued(&self, place: Option<usize>) {
        let place = place.filter(|_| self.judge.room().row.engine_ms.is_some());
        self.queue.send_if_modified(|last| std::mem::replace(last, place) != place);
    }

    fn announce(&self, broadcasts: Vec<Arc<Broadcast>>) {
        for one in broadcasts {
            let concerns_players =
                matches!(one.what(), Happening::Begun { .. } | Happening::Over { .. });
            let _ = self.watchers.send(one);
            if concerns_players {
                let row = &self.judge.room().row;
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

    /// Gives the engine its turn, if it has it and this node has the lease; if not, ends the search
    /// for a turn that it had.
    fn ask_engine(&self) {
        let room = self.judge.room();
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
