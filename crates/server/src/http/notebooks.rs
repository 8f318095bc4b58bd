//! Notebooks of the analysis board that follow an account. The server keeps them as they come and does
//! not interpret them.

use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::identity::Caller;
use super::{Answer, App, Body};
use crate::error::Error;
use crate::store::NotebookRow;

/// The most bytes of a notebook.
const LARGEST: usize = 128 << 10;
/// The most notebooks of an account.
const MOST: i64 = 200;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/me/notebooks", get(notebooks))
        .route("/api/me/notebooks/{id}", get(notebook).put(keep_notebook).delete(remove_notebook))
        .layer(DefaultBodyLimit::max(LARGEST))
}

/// What a list says of a notebook.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct ListedNotebook {
    /// The name that the device gave it.
    id: String,
    /// What its owner calls it.
    title: String,
    /// When it was changed last.
    updated_ms: i64,
}

/// A notebook of the analysis board.
#[derive(Serialize, Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Notebook {
    /// What its owner calls it, at most 120 characters.
    title: String,
    /// When it was changed last, by the clock of the device.
    updated_ms: i64,
    /// Rules, position, moves and notes, as the page keeps them.
    #[schema(value_type = Object)]
    body: Map<String, Value>,
}

/// The caller's notebooks, the newest first.
#[utoipa::path(get, path = "/api/me/notebooks", tag = "people",
    responses((status = 200, description = "Notebooks", body = [ListedNotebook]),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn notebooks(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Vec<ListedNotebook>> {
    let rows = app.live.store().notebooks(&caller.known()?.id).await?;
    let listed = |(id, title, updated_ms)| ListedNotebook { id, title, updated_ms };
    Ok(Json(rows.into_iter().map(listed).collect()))
}

/// A notebook of the caller.
#[utoipa::path(get, path = "/api/me/notebooks/{id}", tag = "people",
    params(("id" = String, Path, description = "The notebook")),
    responses((status = 200, description = "The notebook", body = Notebook),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn notebook(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer<Notebook> {
    let kept = app.live.store().notebook(&caller.known()?.id, &id).await?;
    let NotebookRow { title, body, updated_ms } = kept.ok_or(Error::NotFound)?;
    let body = serde_json::from_str(&body).map_err(|_| Error::Internal)?;
    Ok(Json(Notebook { title, updated_ms, body }))
}

/// Keeps a notebook of at most 128 KiB; an account has at most 200. An older state than the one kept
/// changes nothing.
#[utoipa::path(put, path = "/api/me/notebooks/{id}", tag = "people", request_body = Notebook,
    params(("id" = String, Path, description = "The notebook, at most 64 letters, digits and hyphens")),
    responses((status = 204, description = "Kept"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn keep_notebook(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(Notebook { title, updated_ms, body }): Body<Notebook>,
) -> Result<StatusCode, Error> {
    let account = &caller.known()?.id;
    if id.is_empty() || id.len() > 64 || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        return Err(Error::BadRequest("id"));
    }
    if title.chars().count() > 120 || title.chars().any(char::is_control) {
        return Err(Error::BadRequest("title"));
    }
    let body = serde_json::to_string(&body).map_err(|_| Error::Internal)?;
    // PostgreSQL's texts have no such character.
    if body.contains("\\u0000") {
        return Err(Error::BadRequest("body"));
    }
    let row = NotebookRow { title, body, updated_ms };
    if app.live.store().keep_notebook(account, &id, &row, MOST).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::TooLarge)
    }
}

/// Forgets a notebook of the caller.
#[utoipa::path(delete, path = "/api/me/notebooks/{id}", tag = "people",
    params(("id" = String, Path, description = "The notebook")),
    responses((status = 204, description = "Gone, or was never there"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn remove_notebook(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    app.live.store().remove_notebook(&caller.known()?.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; Notebook)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(notebooks, notebook, keep_notebook, remove_notebook))]
pub(super) struct Document;
