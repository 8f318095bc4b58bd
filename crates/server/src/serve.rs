//! Starting and stopping a server.

use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::connections;
use crate::http::{App, HttpConfig, Limits, operators, router};
use crate::live::{Live, LiveConfig};
use crate::mail::{MailError, Mailer};
use crate::store::{Store, StoreError};

/// Where games are kept.
#[derive(Clone, Debug)]
pub enum Database {
    /// A folder with a SQLite file.
    Folder(PathBuf),
    /// A PostgreSQL address, `postgres://…`.
    Postgres(String),
}

impl Database {
    /// Opens it, made if it is not there.
    ///
    /// # Errors
    /// The folder or the database cannot be used.
    pub async fn open(&self) -> Result<Store, StartError> {
        match self {
            Database::Folder(folder) => {
                std::fs::create_dir_all(folder)
                    .map_err(|error| StartError::Folder(folder.clone(), error))?;
                let file = folder.join("igroteka.sqlite");
                Store::sqlite(&file).await.map_err(|error| StartError::File(file, error))
            }
            Database::Postgres(url) => Store::postgres(url).await.map_err(StartError::Store),
        }
    }
}

impl Database {
    /// Keeps other servers from a folder; several may share a PostgreSQL.
    fn lock(&self) -> Result<Option<File>, StartError> {
        let Database::Folder(folder) = self else { return Ok(None) };
        let failed = |error| StartError::Folder(folder.clone(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut open = File::options();
        let file = open.create(true).truncate(false).write(true);
        let file = file.open(folder.join("igroteka.lock")).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(StartError::Locked(folder.clone())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Opens it if it is there.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub async fn open_existing(&self) -> Result<Store, StartError> {
        if let Database::Folder(folder) = self {
            std::fs::metadata(folder.join("igroteka.sqlite"))
                .map_err(|error| StartError::Folder(folder.clone(), error))?;
        }
        self.open().await
    }
}

/// Everything that can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub bind: SocketAddr,
    /// Where games are kept.
    pub database: Database,
    /// How live games are run.
    pub live: LiveConfig,
    /// How requests are served.
    pub http: HttpConfig,
}

/// Why a server did not start.
#[derive(Debug)]
pub enum StartError {
    /// The folder cannot be made.
    Folder(PathBuf, std::io::Error),
    /// The database file cannot be used.
    File(PathBuf, StoreError),
    /// The address cannot be listened on.
    Bind(SocketAddr, std::io::Error),
    /// Another server uses the folder.
    Locked(PathBuf),
    /// This machine's clock is so many milliseconds ahead of the database's.
    Skewed(i64),
    /// The database cannot be used.
    Store(StoreError),
    /// The settings of mail make no sense.
    Mail(MailError),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            StartError::File(path, error) => write!(f, "{}: {error}", path.display()),
            StartError::Bind(address, error) => write!(f, "{address}: {error}"),
            StartError::Locked(path) => {
                write!(f, "{}: another server uses this folder", path.display())
            }
            StartError::Skewed(ms) => {
                write!(f, "this machine's clock is {ms} ms ahead of the database's")
            }
            StartError::Store(error) => error.fmt(f),
            StartError::Mail(error) => write!(f, "mail: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A running server.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its games.
    pub live: Live,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    /// Held for as long as it runs.
    _lock: Option<File>,
}

impl Server {
    /// Opens the database, listens, and serves from now on.
    ///
    /// # Errors
    /// The folder, the database or the address cannot be used.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let lock = config.database.lock()?;
        let mailer = match &config.http.mail {
            Some(mail) => Some(Mailer::new(mail).map_err(StartError::Mail)?),
            None => None,
        };
        let store = config.database.open().await?;
        if store.is_skewed() {
            return Err(StartError::Skewed(store.skew_ms()));
        }
        let store = match &config.live.hints {
            Some(url) => store.hint_by_nats(url).await.map_err(StartError::Store)?,
            None => store,
        };
        store.come_alive().await.map_err(StartError::Store)?;
        let refused = |error| StartError::Bind(config.bind, error);
        let listener = TcpListener::bind(config.bind).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let live = Live::start(store, config.live);
        let (stop, stopping) = watch::channel(false);
        let app = App {
            live: live.clone(),
            limits: Arc::new(Limits::new(config.http.limits.clone(), config.http.unlimited)),
            mailer,
            config: Arc::new(config.http),
            stopping: stopping.clone(),
        };
        if let Some(metrics) = app.config.metrics {
            let refused = |error| StartError::Bind(metrics, error);
            let listener = TcpListener::bind(metrics).await.map_err(refused)?;
            let mut stopping = stopping.clone();
            let serve = axum::serve(listener, operators(app.clone()));
            let stopped = async move {
                let _ = stopping.wait_for(|stopping| *stopping).await;
            };
            tokio::spawn(serve.with_graceful_shutdown(stopped).into_future());
        }
        let config = Arc::clone(&app.config);
        let task = tokio::spawn(connections::serve(listener, router(app), config, stopping));
        tracing::info!(%address, "serving");
        Ok(Server { address, live, stop, task, _lock: lock })
    }

    /// Ends gracefully: no new connections, what is under way is finished, within seconds.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if tokio::time::timeout(Duration::from_secs(5), self.task).await.is_err() {
            tracing::warn!("some connections were cut");
        }
        self.live.end_searches();
        self.live.store().close().await;
    }
}

/// SIGTERM or SIGINT, listened for from the call on, not only from the first wait.
pub fn signal() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let both = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async {
        let (Ok(mut term), Ok(mut int)) = both else { return std::future::pending().await };
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    }
}

/// What is written down about a running server.
#[derive(Debug)]
pub struct Log {
    #[cfg(feature = "otel")]
    traces: Option<crate::traces::Traces>,
}

impl Log {
    /// Structured logs on standard error, by `RUST_LOG`; JSON lines if `json`. In builds with traces
    /// those too, if the environment names a collector.
    #[must_use]
    pub fn start(json: bool) -> Log {
        use tracing_subscriber::layer::SubscriberExt;
        use tracing_subscriber::util::SubscriberInitExt;
        use tracing_subscriber::{EnvFilter, Layer, fmt, registry};
        let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
        let lines = fmt::layer().with_writer(std::io::stderr);
        let lines = if json { lines.json().boxed() } else { lines.boxed() };
        let log = registry().with(lines.with_filter(filter));
        #[cfg(feature = "otel")]
        {
            let (traces, error) = match crate::traces::Traces::from_environment() {
                Ok(traces) => (traces, None),
                Err(error) => (None, Some(error)),
            };
            let _ = log.with(traces.as_ref().map(crate::traces::Traces::layer)).try_init();
            if let Some(error) = error {
                tracing::error!(%error, "no traces are sent");
            }
            Log { traces }
        }
        #[cfg(not(feature = "otel"))]
        {
            let _ = log.try_init();
            Log {}
        }
    }

    /// Writes what is left.
    pub fn close(self) {
        #[cfg(feature = "otel")]
        if let Some(traces) = self.traces {
            traces.close();
        }
    }
}
