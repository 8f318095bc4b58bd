//! The sessions of an account: which there are, and how they end.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::{delete, get};
use axum::{Extension, Json, Router};
use serde::Serialize;
use utoipa::ToSchema;

use super::games::is_plain;
use super::identity::Caller;
use super::{Answer, App};
use crate::error::Error;
use crate::store::CredentialKind;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/me/sessions", get(sessions).delete(end_others))
        .route("/api/me/sessions/{hash}", delete(end))
}

/// A session of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionOut {
    /// Its name in the list.
    id: String,
    /// When it was begun.
    created_ms: i64,
    /// When it was last used, to within some minutes.
    seen_ms: i64,
    /// The program that it was begun with, as it calls itself (`User-Agent`).
    agent: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// How the program that asks calls itself: at most 200 characters, none of them controls.
pub(super) fn agent(headers: &HeaderMap) -> String {
    let named = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    named.unwrap_or_default().chars().filter(|c| !c.is_control()).take(200).collect()
}

/// The caller's sessions, the newest last.
#[utoipa::path(get, path = "/api/me/sessions", tag = "people",
    responses((status = 200, description = "Sessions", body = Vec<SessionOut>),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn sessions(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Vec<SessionOut>> {
    let account = &caller.known()?.id;
    let all = app.live.store().credentials(account, CredentialKind::Session).await?;
    let out = all.into_iter().map(|session| SessionOut {
        current: caller.credential() == Some(&session.hash),
        id: session.hash,
        created_ms: session.created_ms,
        seen_ms: session.seen_ms,
        agent: session.agent,
    });
    Ok(Json(out.collect()))
}

/// Ends a session of the caller.
#[utoipa::path(delete, path = "/api/me/sessions/{hash}", tag = "people",
    params(("hash" = String, Path)),
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn end(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(hash): Path<String>,
) -> Result<StatusCode, Error> {
    let account = &caller.known()?.id;
    let store = app.live.store();
    if !is_plain(&hash) || !store.revoke(account, CredentialKind::Session, &hash).await? {
        return Err(Error::NotFound);
    }
    if caller.credential() == Some(&hash) {
        caller.set_cookie("");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions of the caller but the one that asks.
#[utoipa::path(delete, path = "/api/me/sessions", tag = "people",
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn end_others(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<StatusCode, Error> {
    let account = &caller.known()?.id;
    app.live.store().end_sessions(account, caller.credential().unwrap_or_default()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(sessions, end, end_others))]
pub(super) struct Document;
