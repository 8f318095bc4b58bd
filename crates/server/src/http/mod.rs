//! Requests, the WebSocket, people. Each module owns its routes.

mod advice;
mod art;
mod bots;
mod card;
mod care;
mod games;
mod hand_in;
mod identity;
mod limits;
mod moderation;
mod network;
mod notebooks;
mod openapi;
mod people;
mod rules;
mod scopes;
mod sessions;
mod site;
mod socket;
mod tables;
mod watchers;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequest, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router, middleware};
use serde::de::DeserializeOwned;
use tower_http::set_header::SetResponseHeaderLayer;

pub use identity::Caller;
pub(crate) use identity::network;
pub(crate) use limits::{Counted, Counts};
pub use limits::{Limits, LimitsConfig, NoSuchLimit};
pub use network::Network;
pub use openapi::document;

use crate::error::Error;
use crate::live::Live;
use crate::mail::{MailConfig, Mailer};
use crate::metrics::{self, Gauge};
use crate::store::PoolState;

/// How requests are served.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig {
    /// No rate limits: for load generators on loopback.
    pub unlimited: bool,
    /// Origins that may use cookies besides the server's own address.
    pub origins: Vec<String>,
    /// Where metrics are served, if not to this machine at the common address.
    pub metrics: Option<SocketAddr>,
    /// What is limited, and how.
    pub limits: LimitsConfig,
    /// The client's address is in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The proxies whose word on that is believed; any peer, if there are none.
    pub trusted_proxies: Vec<Network>,
    /// Browsers come over TLS: cookies are sent over nothing else and belong to this host alone, and
    /// browsers are asked to stay with TLS.
    pub secure_cookies: bool,
    /// New accounts and guests need an invitation.
    pub invitation_only: bool,
    /// How mail is sent; none: it is not.
    pub mail: Option<MailConfig>,
}

impl HttpConfig {
    /// Whether the addresses that this peer forwards are believed.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.behind_proxy
            && (self.trusted_proxies.is_empty()
                || self.trusted_proxies.iter().any(|network| network.contains(peer)))
    }
}

/// What every handler has at hand.
#[derive(Clone, Debug)]
pub struct App {
    /// The games.
    pub live: Live,
    /// How requests are served.
    pub config: Arc<HttpConfig>,
    /// Who has asked how often.
    pub limits: Arc<Limits>,
    /// Sends mail, if the server does.
    pub mailer: Option<Mailer>,
    /// True when the server goes down.
    pub stopping: tokio::sync::watch::Receiver<bool>,
}

impl App {
    /// Waits until the server goes down.
    pub(crate) async fn stopped(&self) {
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }
}

/// The largest body of a request.
const LARGEST_BODY: usize = 32 << 10;

/// All routes.
pub fn router(app: App) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics_text))
        .route("/api/openapi.json", get(openapi_json))
        .merge(rules::router())
        .merge(games::router())
        .merge(hand_in::router())
        .merge(notebooks::router())
        .merge(people::router())
        .merge(sessions::router())
        .merge(moderation::router())
        .merge(care::router())
        .merge(bots::router())
        .merge(socket::router())
        .merge(advice::router())
        .merge(tables::router())
        .merge(card::router())
        .fallback(fallback)
        .layer(middleware::from_fn_with_state(app.clone(), identity::identify))
        .layer(axum::extract::DefaultBodyLimit::max(LARGEST_BODY))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; \
             script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; \
             base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
        ))
        // A page that is isolated may share memory between the engine's threads.
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "same-origin"))
        .layer(header(header::CACHE_CONTROL, "no-store"))
        .with_state(app)
}

/// Everything else: the web client, and for other methods nothing.
async fn fallback(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    match method {
        Method::GET | Method::HEAD => site::serve(&app, caller.lang, uri, headers).await,
        _ => Error::NotFound.into_response(),
    }
}

/// Whether the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, description = "It does", body = String, content_type = "text/plain")))]
async fn healthy() -> &'static str {
    "ok\n"
}

/// Nothing can be served for now; ask again soon.
type NotReady = (StatusCode, [(HeaderName, &'static str); 1]);

/// Whether requests should be sent here: something can be stored, and the server is not going down.
/// Answers within a second.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses(
        (status = 200, description = "They should", body = String, content_type = "text/plain"),
        (status = 503, description = "They should not")))]
async fn ready(State(app): State<App>) -> Result<&'static str, NotReady> {
    const NOT_READY: NotReady = (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")]);
    if *app.stopping.borrow() {
        return Err(NOT_READY);
    }
    match app.live.store().ready().await {
        Ok(()) => Ok("ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            Err(NOT_READY)
        }
    }
}

/// Counters, gauges and histograms of this node, for Prometheus: unless they have a port of their own,
/// to what connects from the same machine and not by a proxy.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, description = "Text format 0.0.4", body = String,
        content_type = "text/plain")))]
async fn metrics_text(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    // Not for the public: a port of its own, or what connects from this machine by itself.
    let is_inside = peer.ip().is_loopback() && !headers.contains_key("x-forwarded-for");
    if app.config.metrics.is_some() || !is_inside {
        return Err(Error::NotFound);
    }
    Ok(all_metrics(State(app)).await.into_response())
}

async fn all_metrics(State(app): State<App>) -> impl IntoResponse {
    let store = app.live.store();
    let mut gauges = vec![
        Gauge::new(
            "igroteka_live_games",
            "Games with an owner on this node",
            app.live.owners() as i64,
        ),
        Gauge::new(
            "igroteka_engine_queue",
            "Engine turns waiting or searched",
            app.live.engine_queue() as i64,
        ),
        Gauge::new(
            "igroteka_clock_skew_milliseconds",
            "This machine's clock ahead of the database's",
            store.skew_ms(),
        ),
        Gauge::new(
            "igroteka_storing",
            "Whether changes can be stored",
            i64::from(store.failing_since().is_none()),
        ),
    ];
    if let Some(bytes) = store.free_bytes() {
        let free = i64::try_from(bytes).unwrap_or(i64::MAX);
        gauges.push(Gauge::new("igroteka_disk_free_bytes", "Free where the database is", free));
    }
    let pools = store.pools();
    let of = |name, help, value: fn(&PoolState) -> i64| {
        pools.iter().map(move |pool| Gauge {
            name,
            help,
            labels: format!("pool=\"{}\"", pool.name),
            value: value(pool),
        })
    };
    let open = of("igroteka_pool_connections", "Connections to the database", |pool| pool.open);
    let idle = of("igroteka_pool_idle", "Connections that no one uses", |pool| pool.idle);
    gauges.extend(open.chain(idle));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::text(&gauges))
}

/// What is for operators, on a port of its own.
pub fn operators(app: App) -> Router {
    Router::new()
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(all_metrics))
        .with_state(app)
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "operation",
    responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
async fn openapi_json() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], document())
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        // The words come later, when the language is known: see `identity::identify`.
        let mut response = self.code().1.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}

/// In which time a request has to send its body.
#[derive(Clone, Copy)]
struct BodyTime(Duration);

/// A JSON body, refused with our own error.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Error> {
        let longest = request.extensions().get::<BodyTime>().map(|time| time.0);
        let bytes = bytes::Bytes::from_request(request, state);
        let bytes = tokio::time::timeout(longest.unwrap_or(Duration::MAX), bytes).await;
        let bytes = bytes.map_err(|_| Error::BadRequest("body"))?.map_err(|rejection| {
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
                _ => Error::BadRequest("body"),
            }
        })?;
        read(&bytes).map(Body)
    }
}

/// Whether a JSON text can be an object. A list of the fields' values would be read as one too; it is
/// not what the document says.
pub(crate) fn is_object(text: &[u8]) -> bool {
    text.trim_ascii_start().first() == Some(&b'{')
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    // No body is an empty object: most requests need none.
    let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    if !is_object(bytes) {
        return Err(Error::BadRequest("body"));
    }
    serde_json::from_slice(bytes).map_err(|_| Error::BadRequest("body"))
}

/// The kinds of bodies that these bytes can be read as, for tests of the parsers.
#[must_use]
pub fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    [
        games::bodies(bytes),
        hand_in::bodies(bytes),
        notebooks::bodies(bytes),
        people::bodies(bytes),
        moderation::bodies(bytes),
        care::bodies(bytes),
    ]
    .concat()
}

/// Which of these types bytes can be read as.
macro_rules! readable {
    ($bytes:expr; $($body:ident),*) => {{
        let mut names = Vec::new();
        $(if $crate::http::read::<$body>($bytes).is_ok() {
            names.push(stringify!($body));
        })*
        names
    }};
}
use readable;

/// What a handler answers.
pub(crate) type Answer<T> = Result<Json<T>, Error>;

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(healthy, ready, metrics_text, openapi_json))]
struct Document;
