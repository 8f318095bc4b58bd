//! Keeping the database small: finished games are packed, and what is older than it is kept for is
//! removed. One node does so at a time, in small steps with pauses between them.

use std::time::Duration;

use crate::metrics;
use crate::store::{Result, Store};

/// A step packs so many games at most, in one transaction of some milliseconds.
const GAMES: i64 = 16;
/// A step removes so many rows of a kind at most.
const ROWS: i64 = 100;
/// Between two steps while there is something to do.
const STEP: Duration = Duration::from_millis(200);
/// Between two steps when there is nothing to do.
const IDLE: Duration = Duration::from_secs(10);
/// A node that has stopped leaves the task to another after this.
const LEASE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 3_600_000;

/// For how long things are kept, in days; none: for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// A guest who was not seen.
    pub guests: Option<u32>,
    /// A session that was not used.
    pub sessions: Option<u32>,
    /// From which addresses and browsers an account was used.
    pub visits: Option<u32>,
    /// The events of a finished game, one by one and with the ids of submissions; then it is packed.
    pub events: Option<u32>,
}

impl Default for Keep {
    fn default() -> Keep {
        Keep { guests: Some(180), sessions: Some(180), visits: Some(365), events: Some(7) }
    }
}

/// Something that cannot be kept so; with what can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotKept(pub &'static str);

impl Keep {
    /// The names that [`Keep::set`] knows.
    pub const NAMES: &'static str = "guests, sessions, visits, events";

    /// Sets for how long something is kept: `guests=90` (days), `events=always`.
    ///
    /// # Errors
    /// There is no such thing, or it cannot be kept for that long.
    pub fn set(&mut self, text: &str) -> std::result::Result<(), NotKept> {
        let (name, value) = text.split_once('=').ok_or(NotKept(Keep::NAMES))?;
        // A player who is connected was seen within the day.
        let (kept, least, allowed) = match name {
            "guests" => (&mut self.guests, 1, "1…36500, always"),
            "sessions" => (&mut self.sessions, 1, "1…36500, always"),
            "visits" => (&mut self.visits, 1, "1…36500, always"),
            "events" => (&mut self.events, 0, "0…36500, always"),
            _ => return Err(NotKept(Keep::NAMES)),
        };
        *kept = match value {
            "always" => None,
            days => {
                let days = days.parse().ok().filter(|days| (least..=36_500).contains(days));
                Some(days.ok_or(NotKept(allowed))?)
            }
        };
        Ok(())
    }
}

/// Starts the task; it ends with the store.
pub(crate) fn start(store: Store, keep: Keep) {
    tokio::spawn(async move {
        while !store.is_closed() {
            let stepped = async {
                let until_ms = store.now_ms() + LEASE_MS;
                if store.failing_since().is_some()
                    || !store.take_task("retention", until_ms).await?
                {
                    return Ok(false);
                }
                step(&store, &keep).await
            };
            let wait = match stepped.await {
                Ok(true) => STEP,
                Ok(false) => IDLE,
                Err(_) if store.is_closed() => return,
                Err(error) => {
                    tracing::warn!(%error, "what is old could not be removed");
                    IDLE
                }
            };
            tokio::time::sleep(wait).await;
        }
    });
}

/// Packs and removes some of what is old; returns whether there may be more.
///
/// # Errors
/// The database failed.
pub async fn step(store: &Store, keep: &Keep) -> Result<bool> {
    let now_ms = store.now_ms();
    let before = |days: u32| now_ms - i64::from(days) * DAY_MS;
    let mut more = false;
    if let Some(days) = keep.events {
        let games = store.games_to_pack(before(days), GAMES).await?;
        more |= games.len() as i64 == GAMES;
        if !games.is_empty() {
            metrics::GAMES_PACKED.add(store.pack_games(&games).await?);
        }
    }
    let mut removed = vec![store.remove_expired(ROWS).await?];
    if let Some(days) = keep.sessions {
        removed.push(store.remove_sessions(before(days), ROWS).await?);
    }
    if let Some(days) = keep.visits {
        removed.push(store.remove_visits(before(days), ROWS).await?);
    }
    if let Some(days) = keep.guests {
        removed.push(store.remove_guests(before(days), ROWS).await?);
    }
    for one in removed {
        let rows = one.guests + one.credentials + one.visits;
        metrics::ROWS_REMOVED.add(rows);
        more |= rows as i64 >= ROWS;
    }
    Ok(more)
}
