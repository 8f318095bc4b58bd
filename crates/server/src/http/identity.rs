//! Who asks, in which language, from where, and whether that may be.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use text::Lang;
use tracing::Instrument;

use super::limits::Activity;
use super::{App, BodyTime};
use crate::advice::permit::Asker;
use crate::error::Error;
use crate::metrics;
use crate::secret;
use crate::store::{Account, CredentialKind, Grant, Scope, Scopes, Store, Visit, now_ms};

/// The cookie with the session.
pub(super) const COOKIE: &str = "igroteka";
/// The cookie that distinguishes one browser from others, independent of the account.
const DEVICE: &str = "igroteka-device";
/// What browsers demand of a cookie with this prefix: TLS, this host alone, the whole site.
const HOST_ONLY: &str = "__Host-";
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
    /// What the token may be used for; none: it is no token.
    scopes: Option<Scopes>,
    /// The hash of the browser's own cookie.
    pub device: Option<String>,
    /// How the program that asks calls itself.
    agent: String,
    /// The language.
    pub lang: Lang,
    /// The address.
    pub address: String,
    cookies: Arc<Mutex<Vec<(&'static str, String)>>>,
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

    /// The hash of the session's secret or of the token.
    #[must_use]
    pub fn credential(&self) -> Option<&str> {
        self.credential.as_deref()
    }

    /// Who asks for help.
    pub(crate) fn asker(&self) -> Asker<'_> {
        Asker { account: self.id(), device: self.device.as_deref(), address: &self.address }
    }

    /// Whether the caller's credential is good for this.
    ///
    /// # Errors
    /// It is a token that is not.
    pub fn may(&self, needed: Scope) -> Result<(), Error> {
        match &self.scopes {
            Some(scopes) if !scopes.reach(needed) => Err(Error::OutOfScope),
            _ => Ok(()),
        }
    }

    /// Waits until the caller's credential has been taken back, for as long as a connection lasts.
    pub(super) async fn revoked(&self, app: &App) {
        let (Some(account), Some(hash)) = (self.id(), &self.credential) else {
            return std::future::pending().await;
        };
        let store = app.live.store();
        let mut changes = store.credentials_of(account);
        loop {
            // First of all: it may have been taken back since the caller was let in. Boxed: it is waited
            // for in every connection, and is seldom at work.
            if let Ok(false) = Box::pin(store.is_valid(hash)).await {
                return;
            }
            // A hint may be lost, and credentials expire.
            let _ = tokio::time::timeout(LOOK_AGAIN, changes.changed()).await;
        }
    }

    /// Has the response set the cookie of a session; empty to forget it.
    pub(super) fn set_cookie(&self, secret: &str) {
        self.keep_cookie(COOKIE, secret);
    }

    fn keep_cookie(&self, name: &'static str, value: &str) {
        let mut cookies = self.cookies.lock().unwrap_or_else(PoisonError::into_inner);
        cookies.retain(|(kept, _)| *kept != name);
        cookies.push((name, value.to_owned()));
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

/// Begins a session and has the response set its cookie. The session that the request came with, if
/// it did, ends: a cookie that another has planted is worth nothing.
pub(super) async fn new_session(app: &App, caller: &Caller, account: &str) -> Result<(), Error> {
    let store = app.live.store();
    let grant = Grant {
        kind: CredentialKind::Session,
        label: "",
        scopes: Scopes::default(),
        agent: &caller.agent,
        expires_ms: now_ms() + YEAR_MS,
    };
    let secret = store.grant(account, grant).await?;
    caller.set_cookie(&secret);
    if let (Some(before), Some(hash)) = (caller.id(), caller.credential()) {
        store.revoke(before, CredentialKind::Session, hash).await?;
    }
    let device = match &caller.device {
        Some(device) => device.clone(),
        None => {
            let device = secret::credential();
            caller.keep_cookie(DEVICE, &device);
            secret::hash(&device)
        }
    };
    let visit = Visit {
        credential: &secret::hash(&secret),
        device: Some(&device),
        address: &caller.address,
    };
    Ok(store.note_visit(account, visit).await?)
}

/// The middleware around every request.
pub(super) async fn identify(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (parts, body) = request.into_parts();
    let method = parts.method.clone();
    // The pattern of the path, without query and headers: they may hold secrets.
    let route = parts.extensions.get::<MatchedPath>().cloned();
    let address = address(&app, &parts);
    let client = tag(&address);
    let over_tls = app.config.secure_cookies;
    let pattern = route.as_ref().map_or("page", MatchedPath::as_str);
    let span = tracing::info_span!(
        "request",
        otel.kind = "server",
        otel.name = format_args!("{method} {pattern}"),
        http.request.method = %method,
        http.route = pattern,
        http.response.status_code = tracing::field::Empty,
    );
    let answered = answer(app, parts, body, address, next);
    let mut response = answered.instrument(span.clone()).await;
    span.record("http.response.status_code", response.status().as_u16());
    if over_tls {
        let value = HeaderValue::from_static("max-age=31536000");
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    let (status, time) = (response.status().as_u16(), began.elapsed());
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    metrics::request(route, status, time);
    let micros = time.as_micros() as u64;
    tracing::info!(target: "request", client, %method, route, status, micros);
    response
}

/// What tells the clients of a log apart without telling who they are: another word for the same
/// address after every start.
fn tag(address: &str) -> String {
    static SALT: LazyLock<String> = LazyLock::new(secret::credential);
    let mut tag = secret::hash(&format!("{} {address}", *SALT));
    tag.truncate(8);
    tag
}

async fn answer(app: App, mut parts: Parts, body: Body, address: String, next: Next) -> Response {
    let lang = language(&parts.headers, parts.uri.query());
    let caller = match admit(&app, &parts, lang, address.clone()).await {
        Ok(caller) => caller,
        Err(error) => return refuse(&error, lang, &app, &[&address]),
    };
    let who = [caller.address.as_str(), caller.id().unwrap_or_default()];
    parts.extensions.insert(caller.clone());
    parts.extensions.insert(BodyTime(app.config.limits.body));
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if let Some(error) = response.extensions().get::<Arc<Error>>() {
        let error = Arc::clone(error);
        response = refuse(&error, lang, &app, &who);
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
        response = refuse(&error, lang, &app, &who);
        *response.status_mut() = status;
        if let Some(allow) = allow {
            response.headers_mut().insert(header::ALLOW, allow);
        }
    }
    let cookies =
        std::mem::take(&mut *caller.cookies.lock().unwrap_or_else(PoisonError::into_inner));
    for (name, value) in cookies {
        let age = if value.is_empty() { 0 } else { YEAR_MS / 1000 };
        // A name with this prefix is kept by browsers only if it comes over TLS, from this very host.
        let (host, secure) =
            if app.config.secure_cookies { (HOST_ONLY, "; Secure") } else { ("", "") };
        let value =
            format!("{host}{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

fn refuse(error: &Error, lang: Lang, app: &App, who: &[&str]) -> Response {
    metrics::REFUSALS.add(1);
    let (_, status) = error.code();
    let mut response = (status, Json(error.refused(lang))).into_response();
    let after = match error {
        Error::RateLimited => Some(app.limits.retry_after(who)),
        Error::CannotStore | Error::Busy => Some(1),
        _ => None,
    };
    if let Some(seconds) = after {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

async fn admit(app: &App, request: &Parts, lang: Lang, address: String) -> Result<Caller, Error> {
    let headers = &request.headers;
    if !app.limits.allow(Activity::Request, &address) {
        return Err(Error::RateLimited);
    }
    let bearer =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(bearer);
    let own_cookie = |name: &str| match app.config.secure_cookies {
        true => cookie(headers, &format!("{HOST_ONLY}{name}")),
        false => cookie(headers, name),
    };
    let session = own_cookie(COOKIE);
    let device = own_cookie(DEVICE).map(|device| secret::hash(&device));
    let changes = !matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrade = headers.contains_key(header::UPGRADE);
    // A browser says where a request comes from; another site must not use our visitors' cookies.
    if bearer.is_none() && (changes || upgrade) && !is_own_origin(app, headers) {
        return Err(Error::ForeignOrigin);
    }
    let store = app.live.store();
    let holder = match (&bearer, &session) {
        (Some(token), _) => match store.holder(token, CredentialKind::Token).await? {
            Some(holder) => Some(holder),
            None => return Err(Error::Unauthorized),
        },
        (None, Some(secret)) => store.holder(secret, CredentialKind::Session).await?,
        (None, None) => None,
    };
    if changes
        && let Some(holder) = &holder
        && !app.limits.allow(Activity::Request, &holder.account.id)
    {
        return Err(Error::RateLimited);
    }
    // A guest needs no invitation, so a guest has none.
    let invited = holder.as_ref().is_some_and(|holder| !holder.account.is_guest());
    if !invited && is_closed(app, request.uri.path()) {
        return Err(Error::NotInvited);
    }
    // A closed account can be looked into, taken along and deleted.
    let closed = holder.as_ref().is_some_and(|holder| holder.account.is_closed());
    let path = request.uri.path();
    let leaves = path == "/api/me" || path == "/api/logout" || path == "/api/login";
    if closed && (changes && !leaves && !path.starts_with("/api/me/notices/") || upgrade) {
        return Err(Error::AccountClosed);
    }
    let session = session.filter(|_| bearer.is_none());
    let credential = bearer.as_ref().or(session.as_ref()).map(|secret| secret::hash(secret));
    let visited = holder.as_ref().is_some_and(|holder| Store::is_visit_due(holder.seen_ms));
    let (account, scopes) = holder.map(|holder| (holder.account, holder.scopes)).unzip();
    let caller = Caller {
        account,
        session,
        credential,
        scopes: scopes.filter(|_| bearer.is_some()),
        device,
        agent: super::sessions::agent(headers),
        lang,
        address,
        cookies: Arc::default(),
    };
    if bearer.is_some() {
        match super::scopes::needed(&request.method, request.uri.path()) {
            Some(scope) => caller.may(scope)?,
            None => return Err(Error::OutOfScope),
        }
    }
    if visited {
        note_visit(app, &caller);
    }
    Ok(caller)
}

/// Notes, beside the request, that a credential is in use.
fn note_visit(app: &App, caller: &Caller) {
    let (store, caller) = (app.live.store().clone(), caller.clone());
    tokio::spawn(async move {
        let (Some(account), Some(credential)) = (caller.id(), caller.credential()) else { return };
        let device = caller.device.as_deref();
        let visit = Visit { credential, device, address: &caller.address };
        if let Err(error) = store.note_visit(account, visit).await {
            tracing::debug!(%error, "a visit could not be noted");
        }
    });
}

/// The token of `Authorization: Bearer`; what else stands there is a proxy's, and none of ours.
fn bearer(authorization: &str) -> Option<String> {
    let (scheme, token) = authorization.split_once(' ').unwrap_or((authorization, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// Whether what others play and ask is closed to an account without an invitation.
fn is_closed(app: &App, path: &str) -> bool {
    const OPEN: [&str; 7] = [
        "/api/openapi.json",
        "/api/rules",
        "/api/register",
        "/api/login",
        "/api/logout",
        "/api/guest",
        "/api/me",
    ];
    let is_open = |open: &&str| path == *open || path.starts_with(&format!("{open}/"));
    app.config.invitation_only && path.starts_with("/api/") && !OPEN.iter().any(is_open)
}

fn address(app: &App, request: &Parts) -> String {
    let peer = request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let Some(peer) = peer else { return String::new() };
    if !app.config.is_proxy(peer) {
        return network(peer);
    }
    // Every proxy on the way adds whom it heard; what stands before the first that is not one of
    // ours anyone may have written.
    let lines = request.headers.get_all("x-forwarded-for").iter();
    let hops: Vec<&str> =
        lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).collect();
    let mut client = peer;
    for hop in hops.iter().rev() {
        let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
        client = address;
        if !app.config.trusted_proxies.iter().any(|network| network.contains(address)) {
            break;
        }
    }
    network(client)
}

/// What counts as one address: one household has a whole /64.
pub(crate) fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
        address => address.to_string(),
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
