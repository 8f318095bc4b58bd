//! Clocks: `minutes+increment`, days a turn, none. Time is milliseconds since 1970; while nothing can
//! be stored, clocks stand.

use rules::Side;
use serde::{Deserialize, Serialize};

use crate::store::Outage;

/// How much time a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// No clock.
    None,
    /// So much for all turns, and so much more after each.
    Total {
        /// At the beginning, in milliseconds.
        start_ms: i64,
        /// After each turn, in milliseconds.
        increment_ms: i64,
    },
    /// So much for each turn, in milliseconds.
    Turn(i64),
}

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

impl Clock {
    /// Reads `none`, `5+3` (minutes, with up to two decimals, and seconds), `3d` (days a turn).
    #[must_use]
    pub fn read(text: &str) -> Option<Clock> {
        if text == "none" {
            return Some(Clock::None);
        }
        if let Some(days) = text.strip_suffix('d') {
            let days: i64 = plain(days, 2)?;
            return (1..=30).contains(&days).then_some(Clock::Turn(days * DAY));
        }
        let (minutes, seconds) = text.split_once('+')?;
        let (whole, hundredths) = match minutes.split_once('.') {
            None => (plain(minutes, 3)?, 0),
            Some((whole, part)) if part.len() == 1 => (plain(whole, 3)?, digits(part)? * 10),
            Some((whole, part)) if part.len() == 2 => (plain(whole, 3)?, digits(part)?),
            Some(_) => return None,
        };
        let start_ms = whole * MINUTE + hundredths * MINUTE / 100;
        let increment_ms = plain(seconds, 3)? * 1000;
        let sound = start_ms <= 180 * MINUTE && increment_ms <= 180_000 && start_ms > 0;
        sound.then_some(Clock::Total { start_ms, increment_ms })
    }
}

fn digits(text: &str) -> Option<i64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

fn plain(text: &str, longest: usize) -> Option<i64> {
    let leading = text.len() > 1 && text.starts_with('0');
    if leading || text.len() > longest { None } else { digits(text) }
}

/// The clocks of a running game: what each side has left, and since when one is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// What first and second have left at `since_ms`.
    pub left_ms: [i64; 2],
    /// Since when the clock of the side to act runs.
    pub since_ms: i64,
}

impl Times {
    /// The clocks when a game begins.
    #[must_use]
    pub fn start(clock: Clock, now_ms: i64) -> Times {
        let left = match clock {
            Clock::None => 0,
            Clock::Total { start_ms, .. } => start_ms,
            Clock::Turn(ms) => ms,
        };
        Times { left_ms: [left; 2], since_ms: now_ms }
    }

    /// What a side has left now, its clock running.
    #[must_use]
    pub fn left(&self, side: Side, now_ms: i64) -> i64 {
        self.left_ms[side.index()] - (now_ms - self.since_ms).max(0)
    }

    /// The same clocks with the time of outages given back: what `running` used up before an outage
    /// is taken, and its clock runs again since the end of it. Doing it twice changes nothing.
    #[must_use]
    pub fn credited(mut self, clock: Clock, running: Side, outages: &[Outage]) -> Times {
        for outage in outages {
            if outage.until_ms <= self.since_ms {
                continue;
            }
            if clock != Clock::None {
                self.left_ms[running.index()] -= (outage.from_ms - self.since_ms).max(0);
            }
            self.since_ms = outage.until_ms;
        }
        self
    }

    /// When the flag of the side whose clock runs falls.
    #[must_use]
    pub fn due_ms(&self, clock: Clock, running: Side) -> Option<i64> {
        (clock != Clock::None).then(|| self.since_ms + self.left_ms[running.index()])
    }

    /// The clocks after `side` has acted; `ended` if that was the end of a turn.
    #[must_use]
    pub fn acted(mut self, clock: Clock, side: Side, ended: bool, now_ms: i64) -> Times {
        let left = self.left(side, now_ms);
        self.since_ms = now_ms;
        self.left_ms[side.index()] = match clock {
            Clock::None => 0,
            Clock::Total { increment_ms, .. } if ended => left + increment_ms,
            Clock::Turn(ms) if ended => ms,
            Clock::Total { .. } | Clock::Turn(_) => left,
        };
        self
    }
}
