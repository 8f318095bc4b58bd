//! What time it is: the database's time, which all nodes share, carried on by this machine's steady
//! clock between two measurements. A node whose own clock is wrong judges no clock wrongly.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Pool, Result, Store, now_ms};

/// A node whose clock is further from the database's is not to serve.
pub const MOST_SKEW_MS: i64 = 1_000;

/// The database's time.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    /// The database's time at `started`.
    base_ms: AtomicI64,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock { started: Instant::now(), base_ms: AtomicI64::new(now_ms()) }
    }

    fn now_ms(&self) -> i64 {
        self.base_ms.load(Relaxed) + milliseconds(self.started.elapsed())
    }

    fn set(&self, database_ms: i64, at: Instant) {
        let since = milliseconds(at.saturating_duration_since(self.started));
        self.base_ms.store(database_ms - since, Relaxed);
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A moment of the database's time, from which on the time is known.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    ms: i64,
    at: Instant,
}

impl Moment {
    /// The time now, by the clock that it was taken from.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.ms + milliseconds(self.at.elapsed())
    }
}

/// Time that this machine has slept through, or that its clock has leapt over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leap {
    pub(super) from_ms: i64,
    pub(super) until_ms: i64,
}

impl Store {
    /// The time by the database's clock, milliseconds since 1970: the time that games are judged by.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// This moment.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { ms: self.now_ms(), at: Instant::now() }
    }

    /// How far this machine's clock is ahead of the database's.
    #[must_use]
    pub fn skew_ms(&self) -> i64 {
        now_ms() - self.now_ms()
    }

    /// Whether this machine's clock is so wrong that the node is not to serve.
    #[must_use]
    pub fn is_skewed(&self) -> bool {
        self.skew_ms().abs() > MOST_SKEW_MS
    }

    /// Measures the database's time.
    pub(super) async fn measure(&self) -> Result<Option<Leap>> {
        match &self.pool {
            Pool::Postgres(pool) => {
                let asked = Instant::now();
                let (database_ms,): (i64,) =
                    sqlx::query_as("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
                        .fetch_one(pool)
                        .await?;
                let answered = Instant::now();
                // It was read somewhere between the two.
                self.clock.set(database_ms, asked + (answered - asked) / 2);
                Ok(None)
            }
            // The file has the time of this machine.
            Pool::Sqlite { .. } => {
                let (steady, own) = (self.now_ms(), now_ms());
                if own - steady > MOST_SKEW_MS {
                    self.clock.set(own, Instant::now());
                    return Ok(Some(Leap { from_ms: steady, until_ms: own }));
                }
                // Time does not go back; a clock that was set back shows as skew.
                if own > steady {
                    self.clock.set(own, Instant::now());
                }
                Ok(None)
            }
        }
    }
}
