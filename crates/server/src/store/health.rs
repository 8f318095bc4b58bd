//! Whether changes can be stored, and when they could not: clocks stand for that time.
//!
//! The first append that fails because the database is full, gone or unreachable turns further ones
//! away at once; a task tries until writing works again, and stores the outage with that very write.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sqlx::error::DatabaseError;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use super::{Pool, Result, Store, StoreError, now_ms};

/// Between two tries to write again.
const TRY_EVERY: Duration = Duration::from_millis(250);
/// A database that has not answered a small write by then is unavailable.
const LONGEST_WRITE: Duration = Duration::from_millis(800);
/// A write that worked answers for so long.
const FRESH: Duration = Duration::from_millis(500);
/// Outages are remembered for as long as the slowest clock may need them.
const REMEMBERED_MS: i64 = 60 * 24 * 3_600_000;

/// A time in which nothing could be stored, milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct Outage {
    /// Its beginning.
    pub from_ms: i64,
    /// Its end.
    pub until_ms: i64,
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
        // interrupted, input or output, damaged file, full, cannot be opened, no database.
        Ok(code) if code < 100_000 && code.to_string().len() <= 4 => {
            matches!(code & 0xff, 5..=11 | 13 | 14 | 26)
        }
        // PostgreSQL's classes: connection, read-only, resources, intervention, system.
        _ => ["08", "25006", "53", "57", "58", "XX"].iter().any(|class| code.starts_with(class)),
    }
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
        let test = async {
            let mut written = self.health.written.lock().await;
            if written.is_none_or(|at| at.elapsed() > FRESH) {
                let asked = now_ms();
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

    /// Writes that this node is alive, and the outage that this write ends.
    async fn beat(&self, outage: Option<Outage>) -> Result<()> {
        const BEAT: &str = "INSERT INTO node (id, seen_ms) VALUES ($1, $2) \
            ON CONFLICT (id) DO UPDATE SET seen_ms = excluded.seen_ms";
        const OUTAGE: &str =
            "INSERT INTO outage (from_ms, until_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        let seen_ms = now_ms();
        super::writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query(BEAT).bind(&self.node).bind(seen_ms).execute(&mut *both).await?;
            if let Some(Outage { from_ms, until_ms }) = outage {
                sqlx::query(OUTAGE).bind(from_ms).bind(until_ms).execute(&mut *both).await?;
            }
            both.commit().await?;
        });
        Ok(())
    }

    /// Reads the outages; before that, clocks do not know of those before the start.
    pub(crate) async fn read_outages(&self) -> Result<()> {
        let since = now_ms() - REMEMBERED_MS;
        let outages: Vec<Outage> = super::reading!(self, pool => {
            sqlx::query_as(
                "SELECT from_ms, until_ms FROM outage WHERE until_ms > $1 ORDER BY from_ms",
            )
            .bind(since).fetch_all(pool).await?
        });
        *self.health.outages.write().unwrap_or_else(PoisonError::into_inner) = outages.into();
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
            let outage = Outage { from_ms: since, until_ms: now_ms() };
            let again = async {
                within(self.beat(Some(outage))).await?;
                self.read_outages().await
            };
            match again.await {
                Ok(()) => {
                    let stood_ms = outage.until_ms - outage.from_ms;
                    tracing::warn!(stood_ms, "changes are stored again");
                    self.health.failing.send_replace(None);
                }
                Err(error) => {
                    tracing::debug!(%error, "still nothing can be stored");
                    tokio::time::sleep(TRY_EVERY).await;
                }
            }
        }
    }
}

async fn within(write: impl Future<Output = Result<()>>) -> Result<()> {
    match tokio::time::timeout(LONGEST_WRITE, write).await {
        Ok(written) => written,
        Err(_) => Err(StoreError::Unavailable("a write takes too long".into())),
    }
}

/// The most that an append may take; after that, whether it happened is not known.
pub(super) const LONGEST_APPEND: Duration = Duration::from_secs(5);

impl Pool {
    pub(super) fn is_closed(&self) -> bool {
        match self {
            Pool::Sqlite { read, .. } => read.is_closed(),
            Pool::Postgres(pool) => pool.is_closed(),
        }
    }
}
