//! The engine as a player: a bounded pool of search threads with a fair queue.
//!
//! Whoever waits longest among those who have the fewest turns under way is served next: one
//! person with many games does not hold up the others. The level is never lowered to save time.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Instant;

use engine::{Evaluate, Level, Table as Transpositions, choose};
use rules::{Entry, GameId, Line, Position, RuleSet, Status, Variant};

use super::{Deed, Live, Who};
use crate::metrics;

/// The memory of one search, in mebibytes.
const TABLE_MEBIBYTES: usize = 16;

/// An engine's turn.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) game: String,
    pub(super) variant: Variant,
    pub(super) start: String,
    pub(super) entries: Vec<String>,
    pub(super) level: i64,
    pub(super) version: i64,
    pub(super) ply: i64,
    /// The end of the lease.
    pub(super) held_ms: i64,
    /// For whom it plays: the queue is fair among these.
    pub(super) account: String,
}

struct Waiting {
    job: Job,
    live: Live,
    runtime: tokio::runtime::Handle,
    stop: Arc<AtomicBool>,
}

/// A turn that waits or is being worked on, as its lease knows it.
#[derive(Debug)]
struct Held {
    game: String,
    version: i64,
    held_ms: i64,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    held: Vec<Held>,
    served: VecDeque<String>,
}

/// The search threads and what waits for them.
#[derive(Clone)]
pub struct EnginePool {
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EnginePool({} waiting)", self.len())
    }
}

impl EnginePool {
    /// Starts so many search threads.
    #[must_use]
    pub fn start(threads: usize) -> EnginePool {
        let pool = EnginePool { shared: Arc::default() };
        for number in 0..threads.max(1) {
            let pool = pool.clone();
            let work = std::thread::Builder::new().name(format!("engine-{number}"));
            if let Err(error) = work.spawn(move || pool.work()) {
                tracing::error!(%error, "a search thread could not be started");
            }
        }
        pool
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turns that wait or are being worked on.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queue().held.len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn has(&self, game: &str) -> bool {
        self.queue().held.iter().any(|held| held.game == game)
    }

    /// Queues a turn; an older one of the same game is given up.
    pub(super) fn submit(&self, live: &Live, job: Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let mut queue = self.queue();
        for held in queue.held.iter().filter(|held| held.game == job.game) {
            held.stop.store(true, Relaxed);
        }
        queue.waiting.retain(|waiting| waiting.job.game != job.game);
        queue.held.retain(|held| held.game != job.game);
        queue.held.push(Held {
            game: job.game.clone(),
            version: job.version,
            held_ms: job.held_ms,
            stop: Arc::clone(&stop),
        });
        let runtime = tokio::runtime::Handle::current();
        queue.waiting.push_back(Waiting { job, live: live.clone(), runtime, stop });
        drop(queue);
        self.shared.1.notify_one();
    }

    pub(super) fn leases(&self) -> Vec<(String, i64, i64)> {
        let one = |held: &Held| (held.game.clone(), held.version, held.held_ms);
        self.queue().held.iter().map(one).collect()
    }

    pub(super) fn prolong(&self, game: &str, version: i64, until_ms: i64) {
        for held in &mut self.queue().held {
            if held.game == game && held.version == version {
                held.held_ms = until_ms;
            }
        }
    }

    /// Another node has the turn, or the game went on.
    pub(super) fn cancel(&self, game: &str, version: i64) {
        let mut queue = self.queue();
        let is = |held: &Held| held.game == game && held.version == version;
        for held in queue.held.iter().filter(|held| is(held)) {
            held.stop.store(true, Relaxed);
        }
        queue.held.retain(|held| !is(held));
        queue.waiting.retain(|w| !(w.job.game == game && w.job.version == version));
    }

    fn next(&self) -> Waiting {
        let mut queue = self.queue();
        loop {
            // The account that was served least recently comes first; among its turns the oldest.
            let recency = |queue: &Queue, account: &str| {
                queue.served.iter().position(|served| served == account).map_or(0, |at| at + 1)
            };
            let best = (0..queue.waiting.len())
                .min_by_key(|at| (recency(&queue, &queue.waiting[*at].job.account), *at));
            if let Some(waiting) = best.and_then(|at| queue.waiting.remove(at)) {
                let account = waiting.job.account.clone();
                queue.served.retain(|served| *served != account);
                queue.served.push_back(account);
                if queue.served.len() > 256 {
                    queue.served.pop_front();
                }
                return waiting;
            }
            queue = self.shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        loop {
            let Waiting { job, live, runtime, stop } = self.next();
            let found =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| turn(&job, &stop)));
            let actions = found.unwrap_or_else(|_| {
                tracing::error!(game = job.game, "the search failed");
                Vec::new()
            });
            if stop.load(Relaxed) || actions.is_empty() {
                self.cancel(&job.game, job.version);
                continue;
            }
            metrics::ENGINE_MOVES.add(1);
            let pool = self.clone();
            runtime.spawn(async move {
                let deed = Deed::Submit { ply: job.ply, actions, id: None };
                if let Err(error) = live.perform(&job.game, Who::Engine, deed).await {
                    // The game has gone on without it: taken back, resigned.
                    tracing::debug!(?error, game = job.game, "an engine's turn was not wanted");
                }
                pool.cancel(&job.game, job.version);
            });
        }
    }
}

/// The actions of the engine's turn.
fn turn(job: &Job, stop: &AtomicBool) -> Vec<String> {
    let Some(level) = u32::try_from(job.level).ok().and_then(Level::new) else {
        return Vec::new();
    };
    match job.variant.game {
        GameId::Seega => play::<rules::seega::Seega>(job, level, stop),
        GameId::Salta => play::<rules::salta::Salta>(job, level, stop),
        GameId::Senet => play::<rules::senet::Senet>(job, level, stop),
        GameId::Draughts => play::<rules::draughts::Draughts>(job, level, stop),
        GameId::Diaballik => play::<rules::diaballik::Diaballik>(job, level, stop),
    }
    .unwrap_or_default()
}

fn play<P: Evaluate + Position>(job: &Job, level: Level, stop: &AtomicBool) -> Option<Vec<String>> {
    let rules = P::Rules::from_values(job.variant.values());
    let mut line = Line::new(P::read(rules, &job.start).ok()?);
    for text in &job.entries {
        line.play_text(text).ok()?;
    }
    let Status::ToAct(side) = line.status() else { return None };
    let table = Transpositions::new(TABLE_MEBIBYTES);
    let mut actions = Vec::new();
    while line.status() == Status::ToAct(side) && actions.len() < super::table::MOST_ACTIONS {
        let began = Instant::now();
        let clock = || began.elapsed();
        // A search raises the flag at its own end too: each has its own, and ours is looked at.
        let own = AtomicBool::new(stop.load(Relaxed));
        let action = choose(&line, level, &table, &clock, &own, |n| fastrand::u32(0..n.max(1)))?;
        if stop.load(Relaxed) {
            return None;
        }
        actions.push(line.position().action_text(action));
        line.play(Entry::Act(action));
        if P::ACTION_IS_TURN {
            break;
        }
    }
    Some(actions)
}
