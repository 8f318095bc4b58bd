//! All SQL: one store over SQLite or PostgreSQL, with methods named by intent.
//!
//! The truth of a game is its rule set, its start and the log of actions as text (`entry`, primary
//! key game and ply). `event` is the log of everything that changed a game, by version, and
//! [`Store::append`] is the one way to add to either: conditional on the version that the caller
//! believes in, so that of two writers, on whatever nodes, one learns that it was too late. Some time
//! after the end of a game both logs are packed into one row: see `packed`.
//!
//! Both databases speak the same SQL here but for how appends are grouped: see `append`.

mod append;
mod columns;
mod credentials;
mod damage;
mod file;
mod games;
mod health;
mod hints;
mod holders;
mod ledger;
mod lists;
mod mail;
mod moderation;
mod notebooks;
mod packed;
mod people;
mod ratings;
mod retention;
mod reviews;
mod rows;
mod sample;
mod signals;
mod time;
mod visits;

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, PgPool, SqlitePool};

pub use append::{Append, Appended};
pub use credentials::{Credential, CredentialKind, Grant, Holder, Scope, Scopes};
pub use health::{Outage, PoolState};
pub use hints::Notice;
pub use ledger::Ledger;
pub use lists::{Cursor, Found, Page, Search};
pub use moderation::{Act, ActRow, Notice as Told, Refund, Report, Role, Shared};
pub use notebooks::NotebookRow;
pub use people::Account;
pub use ratings::{Change, Standing};
pub use retention::Removed;
pub use reviews::{ReviewProgress, ReviewRow};
pub use rows::{EntryRow, EventRow, GameRow, Happening, Opponent, Phase, PlayedEntry, Rated};
pub use sample::MOST_SAMPLES;
pub use signals::{Signal, Sums};
pub use time::{MOST_SKEW_MS, Moment, SharedTime};
pub use visits::Visit;

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

/// Where games are kept.
#[derive(Clone, Debug)]
pub struct Store {
    pool: Pool,
    lists: lists::Pool,
    /// The file, of SQLite.
    file: Option<Arc<file::Opened>>,
    clock: Arc<time::Clock>,
    hints: hints::Hints,
    appends: tokio::sync::mpsc::Sender<append::Request>,
    node: Arc<str>,
    health: Arc<health::Health>,
    holders: Arc<holders::Holders>,
    visits: Arc<visits::Visits>,
}

#[derive(Clone, Debug)]
enum Pool {
    /// One connection that writes, several that read.
    Sqlite {
        read: SqlitePool,
        write: SqlitePool,
    },
    Postgres(PgPool),
}

/// Runs the same code on the pool that reads.
macro_rules! reading {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite { read: $pool, .. } => $body,
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
}

/// Runs the same code on the pool that writes.
macro_rules! writing {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.pool {
            $crate::store::Pool::Sqlite { write: $pool, .. } => $body,
            $crate::store::Pool::Postgres($pool) => $body,
        }
    };
}

pub(crate) use {reading, writing};

/// What can go wrong in the store. The detail is for the log, never for a client.
#[derive(Debug)]
pub enum StoreError {
    /// The database refused or could not be reached.
    Database(sqlx::Error),
    /// The schema could not be brought up to date.
    Migration(sqlx::migrate::MigrateError),
    /// A row does not make sense: it was not written by this program.
    Corrupt(String),
    /// The database is full, gone or unreachable: nothing can be stored.
    Unavailable(String),
    /// Too much is asked for at once; what was asked for can wait.
    Busy,
    /// The store is shutting down.
    Closed,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Database(error) => write!(f, "database: {error}"),
            StoreError::Migration(error) => write!(f, "migration: {error}"),
            StoreError::Corrupt(what) => write!(f, "corrupt row: {what}"),
            StoreError::Unavailable(why) => write!(f, "unavailable: {why}"),
            StoreError::Busy => f.write_str("too much is asked for at once"),
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        crate::metrics::DATABASE_ERRORS.add(1);
        match error {
            sqlx::Error::ColumnDecode { index, source } => {
                StoreError::Corrupt(format!("column {index}: {source}"))
            }
            other if health::is_unavailable(&other) => StoreError::Unavailable(other.to_string()),
            other => StoreError::Database(other),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        StoreError::Migration(error)
    }
}

/// What the store gives.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Milliseconds since 1970 by this machine's clock; games go by [`Store::now_ms`].
#[must_use]
pub fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

impl Store {
    /// Opens a SQLite file, made if it is not there, and brings its schema up to date.
    ///
    /// # Errors
    /// The file cannot be opened or is of a later version.
    pub async fn sqlite(file: &Path) -> Result<Store> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .pragma("cache_size", "-32768")
            .pragma("wal_autocheckpoint", "4000")
            .disable_statement_logging();
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            // A transaction that failed because the disk is full is rolled back by SQLite itself,
            // of which the driver does not hear: such a connection is of no more use.
            .before_acquire(|connection, _| {
                Box::pin(async move { Ok(!connection.is_in_transaction()) })
            })
            .connect_with(options.clone())
            .await?;
        SQLITE.run(&write).await?;
        let opened = Arc::new(mark(&write, file).await?);
        let reading = options.read_only(true);
        let read =
            SqlitePoolOptions::new().max_connections(4).connect_with(reading.clone()).await?;
        let lists = lists::Pool::sqlite(reading);
        Store::over(Pool::Sqlite { read, write }, lists, Some(opened)).await
    }

    /// Connects to a PostgreSQL database that several nodes may share, and brings its schema up
    /// to date.
    ///
    /// # Errors
    /// The database cannot be reached or is of a later version.
    pub async fn postgres(url: &str) -> Result<Store> {
        let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(12)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options.clone())
            .await?;
        POSTGRES.run(&pool).await?;
        Store::over(Pool::Postgres(pool), lists::Pool::postgres(options), None).await
    }

    async fn over(
        pool: Pool,
        lists: lists::Pool,
        file: Option<Arc<file::Opened>>,
    ) -> Result<Store> {
        let (appends, requests) = tokio::sync::mpsc::channel(4096);
        let node: Arc<str> = crate::secret::token(8).into();
        append::start(pool.clone(), requests);
        let hints = match &pool {
            Pool::Sqlite { .. } => hints::Hints::None,
            Pool::Postgres(pool) => hints::Hints::postgres(pool.clone(), Arc::clone(&node)),
        };
        let (health, holders) = (Arc::new(health::Health::new()), Arc::default());
        let clock = Arc::new(time::Clock::new());
        let visits = Arc::new(visits::Visits::open(&pool).await?);
        let store =
            Store { pool, lists, file, clock, hints, appends, node, health, holders, visits };
        store.measure_first().await?;
        store.read_outages().await?;
        store.shape_names().await?;
        tokio::spawn(store.clone().recover());
        Ok(store)
    }

    /// The name of this node among those that share the database; new with every start.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether several nodes may share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.pool, Pool::Postgres(_))
    }

    /// Whether [`Store::close`] was called.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }

    /// Closes all connections, after what is under way.
    pub async fn close(&self) {
        self.hints.close().await;
        self.lists.close().await;
        match &self.pool {
            Pool::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

/// Has the database known by a number of its own, and remembers the file.
async fn mark(pool: &SqlitePool, file: &Path) -> Result<file::Opened> {
    let (mark,): (i64,) = sqlx::query_as("PRAGMA user_version").fetch_one(pool).await?;
    let mark = match u32::try_from(mark) {
        Ok(mark) if mark > 0 => mark,
        _ => {
            let mark = u32::from_be_bytes(crate::secret::bytes()) >> 1 | 1;
            sqlx::query(&format!("PRAGMA user_version = {mark}")).execute(pool).await?;
            mark
        }
    };
    // So that it stands in the file itself, not only in the log beside it.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_all(pool).await?;
    file::Opened::new(file, mark).map_err(|error| StoreError::Unavailable(error.to_string()))
}
