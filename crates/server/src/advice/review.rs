//! Reviews of finished games: asked for once, made entry by entry behind the engine's turns, kept.
//!
//! A review belongs to the node that holds its lease; if that node dies another one begins it anew.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::review::{Effort, Reviewer};
use engine::{Ask, ExactValues, Limits};
use rules::Game;
use tables::Oracle;
use text::Lang;

use super::wire::{ReviewOut, ReviewStage, ReviewState};
use crate::error::Error;
use crate::live::Live;
use crate::live::pool::{Class, Desk, Work};
use crate::store::{Phase, ReviewProgress, ReviewRow};

/// How long a node that is at a review holds it before another one may take it up.
const LEASE_MS: i64 = 15_000;

/// The reviews that this node is at.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<HashMap<String, Arc<Job>>>);

/// A review under way.
#[derive(Debug)]
struct Job {
    /// Its number in the pool.
    number: AtomicU64,
    /// In thousandths.
    progress: AtomicU64,
    begun: AtomicBool,
    held_ms: AtomicI64,
}

impl Reviews {
    fn jobs(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks for the review of a finished game, and gives how far it is.
pub(crate) async fn ask(
    live: &Live,
    id: &str,
    account: &str,
    lang: Lang,
) -> Result<ReviewState, Error> {
    let game = finished(live, id).await?;
    let now = live.store().now_ms();
    if live.store().ask_review(id, account, now, now + LEASE_MS).await? {
        begin(live, id, account, &game, now + LEASE_MS);
    }
    state(live, id, lang).await
}

/// How far the review of a finished game is.
pub(crate) async fn state(live: &Live, id: &str, lang: Lang) -> Result<ReviewState, Error> {
    let game = finished(live, id).await?;
    let none = ReviewState { state: ReviewStage::None, progress: 0.0, queue: None, review: None };
    let job = live.reviews().jobs().get(id).cloned();
    if let Some(job) = job {
        let begun = job.begun.load(Relaxed);
        let place = live.pool().place(job.number.load(Relaxed)).filter(|place| *place > 0);
        let progress = job.progress.load(Relaxed) as f64 / 1000.0;
        let state = if begun { ReviewStage::Running } else { ReviewStage::Waiting };
        return Ok(ReviewState { state, progress, queue: place, ..none });
    }
    let Some(row) = live.store().review(id).await? else { return Ok(none) };
    let review = row.data.as_deref().map(serde_json::from_str::<ReviewOut>);
    Ok(match (row.state, review) {
        (ReviewProgress::Done, Some(Ok(review))) => {
            let review = Some(review.said(game.variant().game, lang));
            ReviewState { state: ReviewStage::Done, progress: 1.0, review, ..none }
        }
        // Another node is at it, or one will be.
        (ReviewProgress::Asked, _) if row.progress > 0.0 => {
            ReviewState { state: ReviewStage::Running, progress: row.progress, ..none }
        }
        (ReviewProgress::Asked, _) => ReviewState { state: ReviewStage::Waiting, ..none },
        _ => ReviewState { state: ReviewStage::Failed, ..none },
    })
}

/// The game, if it is over.
async fn finished(live: &Live, id: &str) -> Result<Game, Error> {
    let room = live.look(id).await?.room;
    match room.row.phase {
        Phase::Over => Ok(room.game.clone()),
        Phase::Open | Phase::Live => Err(Error::NoHelp),
    }
}

fn begin(live: &Live, id: &str, account: &str, game: &Game, held_ms: i64) {
    let job = Arc::new(Job {
        number: AtomicU64::new(0),
        progress: AtomicU64::new(0),
        begun: AtomicBool::new(false),
        held_ms: AtomicI64::new(held_ms),
    });
    let work = Reviewing {
        live: live.clone(),
        id: id.to_owned(),
        reviewer: Reviewer::new(game, Effort::usual(game.variant().game)),
        oracle: live.oracle(game.variant()),
        job: Arc::clone(&job),
        runtime: tokio::runtime::Handle::current(),
        kept: false,
    };
    live.reviews().jobs().insert(id.to_owned(), Arc::clone(&job));
    let number = live.pool().submit(Class::Advice, account, Box::new(work));
    job.number.store(number, Relaxed);
}

/// A review as the pool works on it.
struct Reviewing {
    live: Live,
    id: String,
    reviewer: Reviewer,
    oracle: Option<Oracle>,
    job: Arc<Job>,
    runtime: tokio::runtime::Handle,
    kept: bool,
}

impl Work for Reviewing {
    /// One entry: the others have their turn in between.
    fn run(&mut self, desk: &Desk<'_>) -> bool {
        self.job.begun.store(true, Relaxed);
        let clock = || desk.elapsed();
        let exact = self.oracle.as_ref().map(|oracle| oracle as &dyn ExactValues);
        let ask =
            Ask { clock: &clock, exact, ..Ask::new(Limits::default(), desk.table, desk.stop) };
        let done = self.reviewer.step(&ask);
        self.job.progress.store((self.reviewer.progress() * 1000.0) as u64, Relaxed);
        if !done {
            return true;
        }
        self.kept = true;
        let data = self.reviewer.finish().and_then(|review| serde_json::to_string(&review).ok());
        self.keep(data);
        false
    }
}

impl Reviewing {
    fn keep(&self, data: Option<String>) {
        let (live, id) = (self.live.clone(), self.id.clone());
        self.runtime.spawn(async move {
            if let Err(error) =
                live.store().finish_review(&id, data.as_deref(), live.store().now_ms()).await
            {
                // The lease runs out, and it is made again.
                tracing::error!(%error, game = id, "a review could not be kept");
            }
            live.reviews().jobs().remove(&id);
        });
    }
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        // The search failed: there will be none, until it is asked for again.
        if !self.kept && !self.live.pool().is_closed() {
            self.keep(None);
        }
    }
}

/// Prolongs the leases of the reviews that this node is at, and takes up those that no node is at.
pub(crate) async fn keep_up(live: Live) {
    let mut every = tokio::time::interval(Duration::from_secs(2));
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    // On a database of its own no other process can be at work: what is left was left by a dead one.
    let mut ahead = if live.store().is_shared() { 0 } else { LEASE_MS };
    loop {
        every.tick().await;
        if live.store().is_closed() {
            return;
        }
        let jobs: Vec<_> =
            live.reviews().jobs().iter().map(|(id, job)| (id.clone(), Arc::clone(job))).collect();
        for (id, job) in jobs {
            let (held, until) = (job.held_ms.load(Relaxed), live.store().now_ms() + LEASE_MS);
            let progress = job.progress.load(Relaxed) as f64 / 1000.0;
            match live.store().lease_review(&id, held, until, progress).await {
                Ok(true) => job.held_ms.store(until, Relaxed),
                // Done just now, or another node has it: the first to finish keeps it.
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, id, "a lease could not be prolonged"),
            }
        }
        match live
            .store()
            .abandoned_reviews(live.store().now_ms() + std::mem::take(&mut ahead))
            .await
        {
            Ok(rows) => {
                for row in rows {
                    if let Err(error) = take_up(&live, &row).await {
                        tracing::warn!(?error, game = row.game, "a review was not taken up");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "reviews could not be read"),
        }
    }
}

async fn take_up(live: &Live, row: &ReviewRow) -> Result<(), Error> {
    let until = live.store().now_ms() + LEASE_MS;
    if live.reviews().jobs().contains_key(&row.game)
        || !live.store().lease_review(&row.game, row.held_ms, until, 0.0).await?
    {
        return Ok(());
    }
    let game = finished(live, &row.game).await?;
    begin(live, &row.game, &row.asked_by, &game, until);
    Ok(())
}
