//! Requests, the WebSocket, people. Each module owns its routes.

mod advice;
mod bots;
mod card;
mod games;
mod identity;
mod limits;
mod openapi;
mod people;
pub mod preview;
mod rules;
mod site;
mod socket;
mod watchers;

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router, middleware};
use serde::de::DeserializeOwned;
use tower_http::set_header::SetResponseHeaderLayer;

pub use identity::Caller;
pub use limits::Limits;
pub use openapi::document;

use crate::error::Error;
use crate::live::Live;
use crate::metrics;

/// How requests are served.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig {
    /// No rate limits: for load generators on loopback.
    pub unlimited: bool,
    /// Origins that may use cookies besides the server's own address.
    pub origins: Vec<String>,
    /// The last address of `X-Forwarded-For` is the client's.
    pub behind_proxy: bool,
    /// Cookies are sent over TLS only.
    pub secure_cookies: bool,
    /// New accounts and guests need an invitation.
    pub invitation_only: bool,
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
        .merge(people::router())
        .merge(bots::router())
        .merge(socket::router())
        .merge(advice::router())
        .merge(card::router())
        .fallback(fallback)
        .layer(middleware::from_fn_with_state(app.clone(), identity::identify))
        .layer(axum::extract::DefaultBodyLimit::max(LARGEST_BODY))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
             connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
             form-action 'self'",
        ))
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

/// Whether requests should be sent here: something can be stored, and the server is not going down.
/// Answers within a second.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses(
        (status = 200, description = "They should", body = String, content_type = "text/plain"),
        (status = 503, description = "They should not")))]
async fn ready(State(app): State<App>) -> Result<&'static str, StatusCode> {
    if *app.stopping.borrow() {
        return Err(StatusCode::SERVICE_UNAVAILABLE);
    }
    match app.live.store().ready().await {
        Ok(()) => Ok("ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            Err(StatusCode::SERVICE_UNAVAILABLE)
        }
    }
}

/// Counters and gauges of this node, for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, description = "Text format 0.0.4", body = String,
        content_type = "text/plain")))]
async fn metrics_text(State(app): State<App>) -> impl IntoResponse {
    let gauges = [
        ("igroteka_live_games", "Games with an owner on this node", app.live.owners() as i64),
        (
            "igroteka_engine_queue",
            "Engine turns waiting or searched",
            app.live.engine_queue() as i64,
        ),
    ];
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics::text(&gauges))
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

/// A JSON body, refused with our own error.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Error> {
        let bytes =
            bytes::Bytes::from_request(request, state).await.map_err(
                |rejection| match rejection.into_response().status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
                    _ => Error::BadRequest("body"),
                },
            )?;
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
    [games::bodies(bytes), people::bodies(bytes)].concat()
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
