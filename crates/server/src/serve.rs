//! Starting and stopping a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::http::{App, HttpConfig, Limits, router};
use crate::live::{Live, LiveConfig};
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
    /// The database cannot be used.
    Store(StoreError),
}

impl std::fmt::Display for StartError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StartError::Folder(path, error) => write!(f, "{}: {error}", path.display()),
            StartError::File(path, error) => write!(f, "{}: {error}", path.display()),
            StartError::Bind(address, error) => write!(f, "{address}: {error}"),
            StartError::Store(error) => error.fmt(f),
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
}

impl Server {
    /// Opens the database, listens, and serves from now on.
    ///
    /// # Errors
    /// The folder, the database or the address cannot be used.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let store = config.database.open().await?;
        let refused = |error| StartError::Bind(config.bind, error);
        let listener = TcpListener::bind(config.bind).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let live = Live::start(store, config.live);
        let (stop, stopping) = watch::channel(false);
        let app = App {
            live: live.clone(),
            limits: Arc::new(Limits::new(config.http.unlimited)),
            config: Arc::new(config.http),
            stopping: stopping.clone(),
        };
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move {
            let mut stopping = stopping;
            let stopped = async move {
                let _ = stopping.wait_for(|stopping| *stopping).await;
            };
            let served = axum::serve(listener, service).with_graceful_shutdown(stopped).await;
            if let Err(error) = served {
                tracing::error!(%error, "serving ended");
            }
        });
        tracing::info!(%address, "serving");
        Ok(Server { address, live, stop, task })
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

/// Structured logs on standard error, by `RUST_LOG`; JSON lines if `json`.
pub fn log(json: bool) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let _ = if json { log.json().try_init() } else { log.try_init() };
}
