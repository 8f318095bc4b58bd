//! Whether changes can be stored, and when they could not: clocks stand for that time.
//!
//! The first append that fails because the database is full, gone or unreachable turns further ones
//! away at once; a task tries until writing works again, and stores the outage with that very write.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sqlx::error::DatabaseError;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use super::{Pool, Result, Store, StoreError};

/// How often a node writes that it is alive.
const BEAT: Duration = Duration::from_secs(1);
const BEAT_MS: i64 = 1_000;
/// Between two tries to write again.
const TRY_EVERY: Duration = Duration::from_millis(250);
/// A database that has not answered a small write by then is unavailable.
const LONGEST_WRITE: Duration = Duration::from_millis(800);
/// A write that worked answers for so long.
const FRESH: Duration = Duration::from_millis(500);
/// Outages are remembered for as long as the slowest clock may need them.
const REMEMBERED_MS: i64 = 60 * 24 * 3_600_000;
/// Nodes that were not seen for so long are forgotten.
const FORGOTTEN_MS: i64 = 24 * 3_600_000;

/// A time in which nothing could be stored, milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct Outage {
    /// Its beginning.
    pub from_ms: i64,
    /// Its end.
    pub until_ms: i64,
}

impl Outage {
    /// What a node that starts makes of when a node was last alive: clocks have stood since.
    #[must_use]
    pub fn before_start(last_seen_ms: Option<i64>, now_ms: i64) -> Option<Outage> {
        // A node that died just before its next beat was alive until then: clocks never gain.
        let outage = Outage { from_ms: last_seen_ms? + BEAT_MS, until_ms: now_ms };
        (outage.until_ms - outage.from_ms > BEAT_MS).then_some(outage)
    }

    /// What is left of it, given when another node last wrote: while others could store changes
    /// there was none.
    #[must_use]
    pub fn after(self, others_ms: Option<i64>) -> Option<Outage> {
        let from_ms = self.from_ms.max(others_ms.unwrap_or(0));
        (from_ms < self.until_ms).then_some(Outage { from_ms, ..self })
    }

    /// What was known and what was read, in order of time. A reading may be slow and have begun
    /// before something became known: nothing is forgotten by it.
    #[must_use]
    pub fn together(known: &[Outage], read: &[Outage]) -> Vec<Outage> {
        let mut all = [known, read].concat();
        // Of one that was written again with a later end, that.
        all.sort_by_key(|one| (one.from_ms, std::cmp::Reverse(one.until_ms)));
        all.dedup_by_key(|one| one.from_ms);
        all
    }
}

#[derive(Debug)]
pub(super) struct Health {
    /// Since when nothing can be stored; none: all is well.
    failing: watch::Sender<Option<i64>>,
    outages: RwLock<Arc<[Outage]>>,
    /// When a test write worked last.
    written: Mutex<Option<Instant>>,
}

impl Health {
    pub(super) fn new() -> Health {
        let outages = RwLock::new(Vec::new().into());
        Health { failing: watch::Sender::new(None), outages, written: Mutex::new(None) }
    }

    /// Something asked for at this time could not be stored.
    pub(super) fn failed(&self, asked_ms: i64, error: &StoreError) {
        let first = self.failing.send_if_modified(|since| {
            let first = since.is_none();
            *since = Some(since.map_or(asked_ms, |since| since.min(asked_ms)));
            first
        });
        if first {
            tracing::error!(%error, "nothing can be stored");
        }
    }

    /// An outage was stored by this node.
    fn knows(&self, outage: Outage) {
        let mut known = self.outages.write().unwrap_or_else(PoisonError::into_inner);
        *known = Outage::together(&known, &[outage]).into();
    }
}

/// Whether an error says that the database is full, gone or unreachable, rather than that a statement
/// is wrong.
pub(super) fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed
        | sqlx::Error::InvalidSavePointStatement => true,
        sqlx::Error::Database(error) => is_failure(&**error),
        _ => false,
    }
}

fn is_failure(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else { return false };
    match code.parse::<u32>() {
        // SQLite: the low byte of the extended code. Busy, locked, out of memory, read-only,
        // interrupted, input or output, damaged file, full, cannot be opened, locks that were waited
        // for in vain, no database.
        Ok(code) if code < 100_000 && code.to_string().len() <= 4 => {
            matches!(code & 0xff, 5..=11 | 13..=15 | 26)
        }
        // PostgreSQL's classes: connection, read-only, resources, intervention, system.
        _ => ["08", "25006", "53", "57", "58", "XX"].iter().any(|class| code.starts_with(class)),
    }
}

/// Whether PostgreSQL took a transaction back for the sake of others: two waited for each other, or
/// could not be put in an order. It may be tried again.
pub(super) fn is_taken_back(error: &StoreError) -> bool {
    let StoreError::Database(sqlx::Error::Database(error)) = error else { return false };
    error.code().is_some_and(|code| code.len() == 5 && code.starts_with("40"))
}

impl Store {
    /// Since when nothing can be stored; none: all is well.
    #[must_use]
    pub fn failing_since(&self) -> Option<i64> {
        *self.health.failing.borrow()
    }

    /// The same, to be waited on.
    #[must_use]
    pub fn failing(&self) -> watch::Receiver<Option<i64>> {
        self.health.failing.subscribe()
    }

    /// The times in which nothing could be stored, in order.
    #[must_use]
    pub fn outages(&self) -> Arc<[Outage]> {
        self.health.outages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether something can be stored, tested by a write; answers within a second.
    ///
    /// # Errors
    /// It cannot.
    pub async fn ready(&self) -> Result<()> {
        let unavailable = || StoreError::Unavailable("nothing can be stored".into());
        if self.failing_since().is_some() {
            return Err(unavailable());
        }
        if self.is_skewed() {
            let skew_ms = self.skew_ms();
            return Err(StoreError::Unavailable(format!("the clock is {skew_ms} ms off")));
        }
        let test = async {
            let mut written = self.health.written.lock().await;
            if written.is_none_or(|at| at.elapsed() > FRESH) {
                let asked = self.now_ms();
                if let Err(error) = within(self.beat(None)).await {
                    self.health.failed(asked, &error);
                    return Err(error);
                }
                *written = Some(Instant::now());
            }
            Ok(())
        };
        match tokio::time::timeout(LONGEST_WRITE, test).await {
            Ok(tested) => tested,
            Err(_) => Err(unavailable()),
        }
    }

    /// Writes that this node is alive, and the outage that this write ends; gives it as it is stored.
    /// While other nodes could store changes there was none.
    ///
    /// # Errors
    /// The database failed.
    pub async fn beat(&self, outage: Option<Outage>) -> Result<Option<Outage>> {
        const ALIVE: &str = "INSERT INTO node (id, seen_ms) VALUES ($1, $2) \
            ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms";
        const OTHERS: &str = "SELECT MAX(seen_ms) FROM node WHERE id <> $1";
        // A write whose answer was lost is tried again, and then the outage has lasted longer.
        const OUTAGE: &str = "INSERT INTO outage (from_ms, until_ms) VALUES ($1, $2) \
            ON CONFLICT (from_ms) DO UPDATE SET until_ms = excluded.until_ms \
            WHERE excluded.until_ms > outage.until_ms";
        if let Some(fault) = self.file.as_ref().and_then(|file| file.fault()) {
            return Err(StoreError::Unavailable(fault.into()));
        }
        let seen_ms = self.now_ms();
        let mut stored = None;
        super::writing!(self, pool => {
            let mut both = pool.begin().await?;
            if let Some(outage) = outage {
                let (others,): (Option<i64>,) =
                    sqlx::query_as(OTHERS).bind(&*self.node).fetch_one(&mut *both).await?;
                stored = outage.after(others);
            }
            if let Some(Outage { from_ms, until_ms }) = stored {
                sqlx::query(OUTAGE).bind(from_ms).bind(until_ms).execute(&mut *both).await?;
            }
            sqlx::query(ALIVE).bind(&*self.node).bind(seen_ms).execute(&mut *both).await?;
            both.commit().await?;
        });
        Ok(stored)
    }

    /// From now on this node serves: it writes that it is alive, again and again, and running clocks
    /// get back the time in which no node did.
    ///
    /// # Errors
    /// The database failed.
    pub async fn come_alive(&self) -> Result<()> {
        let (last,): (Option<i64>,) = super::reading!(self, pool => {
            sqlx::query_as("SELECT MAX(seen_ms) FROM node").fetch_one(pool).await?
        });
        let now_ms = self.now_ms();
        let outage = Outage::before_start(last, now_ms);
        if let Some(Outage { from_ms, until_ms }) = outage {
            tracing::warn!(stood_ms = until_ms - from_ms, "no node was alive: clocks have stood");
        }
        self.beat(outage).await?;
        self.read_outages().await?;
        super::writing!(self, pool => {
            sqlx::query("DELETE FROM node WHERE seen_ms < $1")
                .bind(now_ms - FORGOTTEN_MS).execute(pool).await?;
        });
        tokio::spawn(self.clone().stay_alive());
        Ok(())
    }

    async fn stay_alive(self) {
        let mut every = tokio::time::interval(BEAT);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut was_skewed = false;
        loop {
            every.tick().await;
            if self.is_closed() {
                return;
            }
            // Trying again is the task of `recover`.
            if self.failing_since().is_some() {
                continue;
            }
            let asked = self.now_ms();
            let beat = async {
                let leap = self.measure().await?;
                let outage =
                    leap.map(|leap| Outage { from_ms: leap.from_ms, until_ms: leap.until_ms });
                self.beat(outage).await?;
                if outage.is_some() {
                    self.read_outages().await?;
                }
                Ok::<(), StoreError>(())
            };
            // A busy database is slow, not gone.
            let beat = tokio::time::timeout(LONGEST_APPEND, beat).await;
            let slow = |_| StoreError::Unavailable("a write takes too long".into());
            match beat.map_err(slow).flatten() {
                Ok(()) => *self.health.written.lock().await = Some(Instant::now()),
                Err(_) if self.is_closed() => return,
                Err(error @ StoreError::Unavailable(_)) => self.health.failed(asked, &error),
                Err(error) => tracing::warn!(%error, "this node could not write that it is alive"),
            }
            let is_skewed = self.is_skewed();
            if is_skewed && !was_skewed {
                let skew_ms = self.skew_ms();
                tracing::error!(skew_ms, "this machine's clock is not the database's: not ready");
            }
            was_skewed = is_skewed;
        }
    }

    /// Reads the outages; before that, clocks do not know of those before the start.
    pub(crate) async fn read_outages(&self) -> Result<()> {
        let since = self.now_ms() - REMEMBERED_MS;
        let outages: Vec<Outage> = super::reading!(self, pool => {
            sqlx::query_as(
                "SELECT from_ms, until_ms FROM outage WHERE until_ms > $1 ORDER BY from_ms",
            )
            .bind(since).fetch_all(pool).await?
        });
        let mut known = self.health.outages.write().unwrap_or_else(PoisonError::into_inner);
        let mut all = Outage::together(&known, &outages);
        all.retain(|outage| outage.until_ms > since);
        *known = all.into();
        Ok(())
    }

    /// Tries to write for as long as nothing can be stored.
    pub(super) async fn recover(self) {
        let mut failing = self.failing();
        loop {
            let since = match failing.wait_for(Option::is_some).await {
                Ok(since) => since.unwrap_or_default(),
                Err(_) => return,
            };
            if self.is_closed() {
                return;
            }
            let again = within(async {
                self.measure().await?;
                self.beat(Some(Outage { from_ms: since, until_ms: self.now_ms() })).await
            });
            match again.await {
                Ok(outage) => {
                    // Changes are taken from the end of the outage on, not first when all that other
                    // nodes know of it has been read: for that time no clock would get anything back.
                    if let Some(outage) = outage {
                        self.health.knows(outage);
                    }
                    self.health.failing.send_replace(None);
                    tracing::warn!(stood_ms = self.now_ms() - since, "changes are stored again");
                    if let Err(error) = self.read_outages().await {
                        tracing::warn!(%error, "outages could not be read");
                    }
                }
                Err(error) => {
                    tracing::debug!(%error, "still nothing can be stored");
                    tokio::time::sleep(TRY_EVERY).await;
                }
            }
        }
    }
}

async fn within<T>(write: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout(LONGEST_WRITE, write).await {
        Ok(written) => written,
        Err(_) => Err(StoreError::Unavailable("a write takes too long".into())),
    }
}

/// The most that an append may take; after that, whether it happened is not known.
pub(super) const LONGEST_APPEND: Duration = Duration::from_secs(5);

/// How many connections a pool has.
#[derive(Clone, Copy, Debug)]
pub struct PoolState {
    /// Which pool.
    pub name: &'static str,
    /// Connections that are open.
    pub open: i64,
    /// Those that no one uses.
    pub idle: i64,
}

macro_rules! pool_state {
    ($name:literal, $pool:expr) => {
        PoolState { name: $name, open: i64::from($pool.size()), idle: $pool.num_idle() as i64 }
    };
}

impl Store {
    /// The connections to the database.
    #[must_use]
    pub fn pools(&self) -> Vec<PoolState> {
        let mut all = match &self.pool {
            Pool::Sqlite { read, write } => {
                vec![pool_state!("read", read), pool_state!("write", write)]
            }
            Pool::Postgres(pool) => vec![pool_state!("all", pool)],
        };
        all.push(match &self.lists {
            super::lists::Pool::Sqlite(pool) => pool_state!("lists", pool),
            super::lists::Pool::Postgres(pool) => pool_state!("lists", pool),
        });
        all
    }

    /// How much room there is for the database file; none if there is no file here.
    #[must_use]
    pub fn free_bytes(&self) -> Option<u64> {
        self.file.as_ref()?.free_bytes()
    }
}

impl Pool {
    pub(super) fn is_closed(&self) -> bool {
        match self {
            Pool::Sqlite { read, .. } => read.is_closed(),
            Pool::Postgres(pool) => pool.is_closed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_others_could_store_there_was_no_outage() {
        let outage = Outage { from_ms: 1_000, until_ms: 5_000 };
        assert_eq!(outage.after(None), Some(outage));
        assert_eq!(outage.after(Some(500)), Some(outage));
        assert_eq!(outage.after(Some(3_000)), Some(Outage { from_ms: 3_000, ..outage }));
        assert_eq!(outage.after(Some(5_000)), None);
    }

    #[test]
    fn a_slow_reading_forgets_nothing() {
        let [first, longer, second] = [(1_000, 2_000), (1_000, 3_000), (5_000, 6_000)]
            .map(|(from_ms, until_ms)| Outage { from_ms, until_ms });
        assert_eq!(Outage::together(&[longer, second], &[first]), [longer, second]);
        assert_eq!(Outage::together(&[first], &[second, longer]), [longer, second]);
    }
}
