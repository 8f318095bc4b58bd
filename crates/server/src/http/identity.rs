//! Who asks, in which language, from where, and whether that may be.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use text::Lang;

use super::App;
use super::limits::Activity;
use crate::error::Error;
use crate::metrics;
use crate::secret;
use crate::store::{Account, CredentialKind, now_ms};

/// The cookie with the session.
pub(super) const COOKIE: &str = "igroteka";
/// How long a session lasts.
const YEAR_MS: i64 = 365 * 24 * 3_600_000;

/// How often a connection looks whether its credential is still good.
const LOOK_AGAIN: Duration = Duration::from_secs(300);

/// Who asks.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account; none without a session.
    pub account: Option<Account>,
    /// The session's secret.
    pub session: Option<String>,
    /// The hash of the session's secret or of the token.
    credential: Option<String>,
    /// The language.
    pub lang: Lang,
    /// The address.
    pub address: String,
    cookie: Arc<Mutex<Option<String>>>,
}

impl Caller {
    /// The account's id.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.account.as_ref().map(|account| account.id.as_str())
    }

    /// The account.
    ///
    /// # Errors
    /// There is none.
    pub fn known(&self) -> Result<&Account, Error> {
        self.account.as_ref().ok_or(Error::Unauthorized)
    }

    /// Waits until the caller's credential has been taken back, for as long as a connection lasts.
    pub(super) async fn revoked(&self, app: &App) {
        let (Some(account), Some(hash)) = (self.id(), &self.credential) else {
            return std::future::pending().await;
        };
        let store = app.live.store();
        let mut changes = store.credentials_of(account);
        loop {
            // A hint may be lost, and credentials expire.
            let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
            if let Ok(false) = store.is_valid(hash).await {
                return;
            }
        }
    }

    /// Has the response set the cookie of a session; empty to forget it.
    pub(super) fn set_cookie(&self, secret: &str) {
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = Some(secret.to_owned());
    }
}

/// The caller's account, a guest's made on the spot if there is none.
pub(crate) struct Someone(pub(crate) Account);

impl FromRequestParts<App> for Someone {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Someone, Error> {
        let Extension(caller) = Extension::<Caller>::from_request_parts(parts, app)
            .await
            .map_err(|_| Error::Internal)?;
        match &caller.account {
            Some(account) => Ok(Someone(account.clone())),
            None => Ok(Someone(new_guest(app, &caller).await?)),
        }
    }
}

/// Makes a guest and has the response set the cookie.
pub(super) async fn new_guest(app: &App, caller: &Caller) -> Result<Account, Error> {
    if app.config.invitation_only {
        return Err(Error::NotInvited);
    }
    if !app.limits.allow(Activity::NewPerson, &caller.address) {
        return Err(Error::RateLimited);
    }
    let account = app.live.store().create_guest().await?;
    new_session(app, caller, &account.id).await?;
    Ok(account)
}

/// Begins a session and has the response set the cookie.
pub(super) async fn new_session(app: &App, caller: &Caller, account: &str) -> Result<(), Error> {
    let until = now_ms() + YEAR_MS;
    let store = app.live.store();
    let secret = store.grant(account, CredentialKind::Session, "", until).await?;
    caller.set_cookie(&secret);
    Ok(())
}

/// The middleware around every request.
pub(super) async fn identify(State(app): State<App>, request: Request, next: Next) -> Response {
    metrics::REQUESTS.add(1);
    let began = Instant::now();
    // Neither query nor headers: they may hold secrets.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = answer(app, request, next).await;
    let (status, micros) = (response.status().as_u16(), began.elapsed().as_micros() as u64);
    tracing::debug!(%method, path, status, micros, "answered");
    response
}

async fn answer(app: App, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let lang = language(&parts.headers, parts.uri.query());
    let caller = match admit(&app, &parts, lang).await {
        Ok(caller) => caller,
        Err(error) => return refuse(&error, lang),
    };
    parts.extensions.insert(caller.clone());
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if let Some(error) = response.extensions().get::<Arc<Error>>() {
        let error = Arc::clone(error);
        response = refuse(&error, lang);
    } else if response.status().is_client_error()
        && response.extensions().get::<super::site::Page>().is_none()
    {
        // Refused by the framework: a path, a query, a method.
        let status = response.status();
        let error = match status {
            StatusCode::NOT_FOUND => Error::NotFound,
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            StatusCode::METHOD_NOT_ALLOWED => Error::BadRequest("method"),
            _ => Error::BadRequest("path, query or headers"),
        };
        let allow = response.headers().get(header::ALLOW).cloned();
        response = refuse(&error, lang);
        *response.status_mut() = status;
        if let Some(allow) = allow {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    let cookie = caller.cookie.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(secret) = cookie {
        let age = if secret.is_empty() { 0 } else { YEAR_MS / 1000 };
        let secure = if app.config.secure_cookies { "; Secure" } else { "" };
        let value =
            format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

fn refuse(error: &Error, lang: Lang) -> Response {
    metrics::REFUSALS.add(1);
    let (_, status) = error.code();
    (status, Json(error.refused(lang))).into_response()
}

async fn admit(app: &App, request: &Parts, lang: Lang) -> Result<Caller, Error> {
    let headers = &request.headers;
    let address = address(app, request);
    if !app.limits.allow(Activity::Request, &address) {
        return Err(Error::RateLimited);
    }
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .map(|value| value.strip_prefix("Bearer ").unwrap_or("").trim().to_owned());
    let session = cookie(headers, COOKIE);
    let changes = !matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrade = headers.contains_key(header::UPGRADE);
    // A browser says where a request comes from; another site must not use our visitors' cookies.
    if bearer.is_none() && (changes || upgrade) && !is_own_origin(app, headers) {
        return Err(Error::ForeignOrigin);
    }
    let store = app.live.store();
    let account = match (&bearer, &session) {
        (Some(token), _) => match store.holder(token, CredentialKind::Token).await? {
            Some(account) => Some(account),
            None => return Err(Error::Unauthorized),
        },
        (None, Some(secret)) => store.holder(secret, CredentialKind::Session).await?,
        (None, None) => None,
    };
    if changes
        && let Some(account) = &account
        && !app.limits.allow(Activity::Request, &account.id)
    {
        return Err(Error::RateLimited);
    }
    let session = session.filter(|_| bearer.is_none());
    let credential = bearer.as_ref().or(session.as_ref()).map(|secret| secret::hash(secret));
    Ok(Caller { account, session, credential, lang, address, cookie: Arc::default() })
}

fn address(app: &App, request: &Parts) -> String {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = request
        .headers
        .get("x-forwarded-for")
        .filter(|_| app.config.behind_proxy)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next())
        .and_then(|value| value.trim().parse::<IpAddr>().ok());
    match forwarded.or(peer) {
        // One household has a whole /64.
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        Some(address) => address.to_string(),
        None => String::new(),
    }
}

fn is_own_origin(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if app.config.origins.iter().any(|own| own == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && bare == host
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && !value.is_empty() && value.len() <= 128)
        .map(|(_, value)| value.to_owned())
}

/// `?lang=`, the cookie `lang`, or what the browser prefers.
fn language(headers: &HeaderMap, query: Option<&str>) -> Lang {
    let asked = query
        .into_iter()
        .flat_map(|query| query.split('&'))
        .find_map(|pair| pair.strip_prefix("lang="))
        .and_then(Lang::parse);
    let kept = || cookie(headers, "lang").as_deref().and_then(Lang::parse);
    let preferred = || {
        let value = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        value.split(',').find_map(|part| Lang::parse(part.split(';').next()?.trim()))
    };
    asked.or_else(kept).or_else(preferred).unwrap_or_default()
}
