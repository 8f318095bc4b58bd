//! What time it is: the database's time, which all nodes share, carried on by this machine's steady
//! clock between two measurements. A node whose own clock is wrong judges no clock wrongly.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::{Pool, Result, Store, now_ms};

/// A node whose clock is further from the database's is not to serve.
pub const MOST_SKEW_MS: i64 = 1_000;

/// An answer that took longer says too little about when it was given: by half of that the time may
/// be wrong.
const LONGEST_ROUND_TRIP_MS: i64 = 250;

/// The database's time: as it was measured, carried on by a steady clock that began at zero.
#[derive(Debug)]
pub struct SharedTime {
    /// The database's time when the steady clock began.
    base_ms: AtomicI64,
    /// How long the answer took from which that is known.
    round_trip_ms: AtomicI64,
}

impl SharedTime {
    /// The time before it is measured.
    #[must_use]
    pub fn new(now_ms: i64) -> SharedTime {
        SharedTime { base_ms: AtomicI64::new(now_ms), round_trip_ms: AtomicI64::new(i64::MAX) }
    }

    /// The time now, by the steady clock.
    #[must_use]
    pub fn now_ms(&self, steady: Duration) -> i64 {
        self.base_ms.load(Relaxed) + milliseconds(steady)
    }

    /// The database was asked for its time and answered, by the steady clock. A slow answer is not
    /// taken if a better one is known.
    pub fn measured(&self, database_ms: i64, asked: Duration, answered: Duration) {
        let round_trip = answered.saturating_sub(asked);
        let known_ms = self.round_trip_ms.load(Relaxed);
        if milliseconds(round_trip) > known_ms.max(LONGEST_ROUND_TRIP_MS) {
            return;
        }
        // It was read somewhere between the two.
        self.base_ms.store(database_ms - milliseconds(asked + round_trip / 2), Relaxed);
        self.round_trip_ms.store(milliseconds(round_trip), Relaxed);
    }

    /// Whether the time is known well enough to judge by.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.round_trip_ms.load(Relaxed) <= LONGEST_ROUND_TRIP_MS
    }
}

/// The database's time by this machine's steady clock.
#[derive(Debug)]
pub(super) struct Clock {
    started: Instant,
    time: SharedTime,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock { started: Instant::now(), time: SharedTime::new(now_ms()) }
    }

    fn now_ms(&self) -> i64 {
        self.time.now_ms(self.started.elapsed())
    }

    fn set(&self, database_ms: i64, asked: Instant, answered: Instant) {
        let steady = |at: Instant| at.saturating_duration_since(self.started);
        self.time.measured(database_ms, steady(asked), steady(answered));
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
    /// The moment at which it is this time.
    #[must_use]
    pub fn new(ms: i64) -> Moment {
        Moment { ms, at: Instant::now() }
    }

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
        Moment::new(self.now_ms())
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

    /// Measures the database's time at the start: again if the answer was slow.
    pub(super) async fn measure_first(&self) -> Result<()> {
        for _ in 0..5 {
            self.measure().await?;
            if self.clock.time.is_known() {
                break;
            }
        }
        Ok(())
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
                self.clock.set(database_ms, asked, Instant::now());
                Ok(None)
            }
            // The file has the time of this machine.
            Pool::Sqlite { .. } => {
                let (steady, own) = (self.now_ms(), now_ms());
                if own - steady > MOST_SKEW_MS {
                    self.set_own(own);
                    return Ok(Some(Leap { from_ms: steady, until_ms: own }));
                }
                // Time does not go back; a clock that was set back shows as skew.
                if own > steady {
                    self.set_own(own);
                }
                Ok(None)
            }
        }
    }

    fn set_own(&self, own_ms: i64) {
        let now = Instant::now();
        self.clock.set(own_ms, now, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_answer_does_not_set_the_time() {
        let ms = Duration::from_millis;
        let time = SharedTime::new(7);
        assert!(!time.is_known());
        // Better than nothing.
        time.measured(100_000, ms(1_000), ms(3_000));
        assert_eq!((time.now_ms(ms(2_000)), time.is_known()), (100_000, false));
        time.measured(100_990, ms(3_000), ms(3_020));
        assert_eq!((time.now_ms(ms(3_010)), time.is_known()), (100_990, true));
        time.measured(105_000, ms(4_000), ms(9_000));
        assert_eq!(time.now_ms(ms(9_010)), 106_990);
    }
}
