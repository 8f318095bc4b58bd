//! Exact tables: what there is, and what they know of a position.

use axum::extract::{Query, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use serde::Deserialize;
use tables::wire::ProbeOut;
use text::answers;
use tower::ServiceExt;
use tower_http::services::ServeFile;

use super::advice::admit;
use super::identity::Caller;
use super::{Answer, App};
use crate::advice::permit;
use crate::advice::wire::TablesOut;
use crate::error::Error;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/tables", get(tables))
        .route("/api/tables/probe", get(probe))
        .route("/api/tables/file", get(file))
}

/// The position that is asked about.
#[derive(Deserialize, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// A rule set: `seega(size=7)`.
    rules: String,
    /// A position; the start if left out.
    position: Option<String>,
}

/// The table that is asked for.
#[derive(Deserialize, Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct AskedFile {
    /// Its file, as the list has it.
    file: String,
}

/// The exact tables of this server, and which it is building.
#[utoipa::path(get, path = "/api/tables", tag = "advice",
    responses((status = 200, description = "The tables", body = TablesOut)))]
async fn tables(State(app): State<App>) -> Answer<TablesOut> {
    let Some(exact) = app.live.exact() else { return Ok(Json(TablesOut::default())) };
    exact.list().map(Json).map_err(|error| unreadable(&error))
}

/// The exact value of a position and of all its actions, as far as tables reach. Refused to players
/// of a running game against a person.
#[utoipa::path(get, path = "/api/tables/probe", tag = "advice", params(Asked),
    responses((status = 200, description = "What is known", body = ProbeOut),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn probe(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<Asked>,
) -> Answer<ProbeOut> {
    admit(&app, &caller)?;
    let game = answers::game(&asked.rules, asked.position.as_deref())?;
    permit::analysis(&app.live, caller.asker(), game.variant().game, &[game.key()]).await?;
    let Some(exact) = app.live.exact() else {
        return Ok(Json(ProbeOut::unknown(&game)));
    };
    exact.probe(&game).map(Json).map_err(|error| unreadable(&error))
}

/// A table as a file, whole or a range of its bytes: a browser looks up in it what it shows, also
/// without a connection.
#[utoipa::path(get, path = "/api/tables/file", tag = "advice", params(AskedFile),
    responses((status = 200, description = "The file", body = Vec<u8>,
            content_type = "application/octet-stream"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn file(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(asked): Query<AskedFile>,
    request: Request,
) -> Result<Response, Error> {
    admit(&app, &caller)?;
    let exact = app.live.exact().ok_or(Error::NotFound)?;
    // Only names of the list are known: no path of the caller's reaches the disk.
    let path =
        exact.file(&asked.file).map_err(|error| unreadable(&error))?.ok_or(Error::NotFound)?;
    let Ok(response) = ServeFile::new(path).oneshot(request).await;
    Ok(response.into_response())
}

/// The file is named in the log, not to the caller.
fn unreadable(error: &tables::TableError) -> Error {
    tracing::warn!(%error, "a table cannot be read");
    Error::Internal
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(tables, probe, file))]
pub(super) struct Document;
