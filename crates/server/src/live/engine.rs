//! The engine as a player: its turns, their leases, and who waits for how many others.
//!
//! The searches are done by the `pool`. The level is never lowered to save time: a turn waits, and
//! the players see its place in the queue.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Ask, ExactValues, Level, Limits, Searchable};
use rules::{Game, Status};
use tables::Oracle;

use super::pool::{Class, Desk, Pool, Work};
use super::{Command, Live, Who};
use crate::error::Error;
use crate::metrics;

/// An engine's turn.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The id of the game.
    pub(super) id: String,
    pub(super) game: Game,
    pub(super) level: i64,
    pub(super) version: i64,
    pub(super) ply: i64,
    /// The end of the lease.
    pub(super) held_ms: i64,
    /// For whom it plays: the queue is fair among these.
    pub(super) account: String,
}

/// A turn that waits or is being worked on, as its lease knows it.
#[derive(Debug)]
struct Held {
    game: String,
    version: i64,
    held_ms: i64,
    /// Its number in the pool.
    number: u64,
}

/// The engine's turns on this node.
#[derive(Clone, Debug)]
pub struct EnginePool {
    pool: Pool,
    held: Arc<Mutex<Vec<Held>>>,
}

impl EnginePool {
    /// Starts so many search threads.
    #[must_use]
    pub fn start(threads: usize) -> EnginePool {
        EnginePool { pool: Pool::start(threads), held: Arc::default() }
    }

    /// The search threads.
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    fn held(&self) -> MutexGuard<'_, Vec<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turns that wait or are being worked on.
    #[must_use]
    pub fn len(&self) -> usize {
        self.held().len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn has(&self, game: &str) -> bool {
        self.held().iter().any(|held| held.game == game)
    }

    /// Queues a turn; an older one of the same game is given up.
    pub(super) fn submit(&self, live: &Live, job: Job) {
        self.forget(&job.id);
        let (game, version, held_ms) = (job.id.clone(), job.version, job.held_ms);
        let account = job.account.clone();
        let runtime = tokio::runtime::Handle::current();
        let turn = Turn { job, live: live.clone(), engine: self.clone(), runtime };
        // Held before a search thread can be done with it.
        let mut held = self.held();
        let number = self.pool.submit(Class::Turn, &account, Box::new(turn));
        held.push(Held { game, version, held_ms, number });
    }

    pub(super) fn leases(&self) -> Vec<(String, i64, i64)> {
        let one = |held: &Held| (held.game.clone(), held.version, held.held_ms);
        self.held().iter().map(one).collect()
    }

    pub(super) fn prolong(&self, game: &str, version: i64, until_ms: i64) {
        for held in &mut *self.held() {
            if held.game == game && held.version == version {
                held.held_ms = until_ms;
            }
        }
    }

    /// Another node has the turn, or the game went on: its search ends at once.
    pub(super) fn cancel(&self, game: &str, version: i64) {
        self.give_up(|held| held.game == game && held.version == version);
    }

    /// The engine is not to act any more: taken back, resigned, out of time.
    pub(super) fn forget(&self, game: &str) {
        self.give_up(|held| held.game == game);
    }

    fn give_up(&self, is: impl Fn(&Held) -> bool) {
        let mut given_up = Vec::new();
        self.held().retain(|held| {
            let is = is(held);
            if is {
                given_up.push(held.number);
            }
            !is
        });
        for number in given_up {
            self.pool.cancel(number);
        }
    }

    /// The games whose turns are held here, with their places in the queue: 0 is being searched.
    pub(super) fn places(&self) -> Vec<(String, usize)> {
        let held: Vec<_> = self.held().iter().map(|one| (one.game.clone(), one.number)).collect();
        let place = |(game, number)| self.pool.place(number).map(|place| (game, place));
        held.into_iter().filter_map(place).collect()
    }

    /// The place of a game's turn in the queue: 0 is being searched.
    pub(super) fn place(&self, game: &str) -> Option<usize> {
        let number = self.held().iter().find(|held| held.game == game)?.number;
        self.pool.place(number)
    }
}

/// A turn as the pool works on it.
struct Turn {
    job: Job,
    live: Live,
    engine: EnginePool,
    runtime: tokio::runtime::Handle,
}

impl Work for Turn {
    fn run(&mut self, desk: &Desk<'_>) -> bool {
        let oracle = self.live.oracle(self.job.game.variant());
        let actions = turn(&self.job, desk, oracle.as_ref());
        if desk.is_stopped() {
            self.engine.cancel(&self.job.id, self.job.version);
        } else if let Some(actions) = actions {
            metrics::ENGINE_MOVES.add(1);
            self.finish(Command::Submit { ply: self.job.ply, actions, id: None });
        } else {
            tracing::error!(game = self.job.id, level = self.job.level, "the engine found no turn");
            self.failed();
        }
        false
    }

    fn failed(&mut self) {
        self.finish(Command::EngineFailed { ply: self.job.ply });
    }
}

impl Turn {
    /// Brings what came of the turn into the game, and gives the lease up.
    fn finish(&self, command: Command) {
        let (live, engine) = (self.live.clone(), self.engine.clone());
        let Job { id, version, ply, .. } = self.job.clone();
        self.runtime.spawn(async move {
            let mut done = live.perform(&id, Who::Engine, command).await;
            if let Err(Error::Illegal(illegal)) = &done {
                tracing::error!(?illegal, game = id, "the engine's turn is against the rules");
                done = live.perform(&id, Who::Engine, Command::EngineFailed { ply }).await;
            }
            if let Err(error) = done {
                // The game has gone on without it: taken back, resigned.
                tracing::debug!(?error, game = id, "an engine's turn was not wanted");
            }
            engine.cancel(&id, version);
        });
    }
}

/// The actions of the engine's turn; none if it was stopped or cannot play.
fn turn(job: &Job, desk: &Desk<'_>, oracle: Option<&Oracle>) -> Option<Vec<String>> {
    let level = u32::try_from(job.level).ok().and_then(Level::new)?;
    let mut game = job.game.clone();
    let mut actions = Vec::new();
    while matches!(game.status(), Status::ToAct(_))
        && (actions.is_empty() || game.is_turn_open())
        && actions.len() < super::room::MOST_ACTIONS
    {
        let began = std::time::Instant::now();
        let clock = || began.elapsed();
        let exact = oracle.map(|oracle| oracle as &dyn ExactValues);
        let ask =
            Ask { clock: &clock, exact, ..Ask::new(Limits::default(), desk.table, desk.stop) };
        let action = game.choose(level, &ask, &mut |n| fastrand::u32(0..n.max(1)))?;
        if desk.is_stopped() {
            return None;
        }
        actions.push(game.act(action).ok()?.text);
    }
    (!actions.is_empty()).then_some(actions)
}
