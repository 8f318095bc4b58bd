//! The games with their options and presets, for pages that make games and set positions up.

use axum::routing::get;
use axum::{Extension, Json, Router};
use text::rule_sets::{GameRules, games};
use text::text;

use super::App;
use super::identity::Caller;

pub(super) fn router() -> Router<App> {
    Router::new().route("/api/rules", get(rules))
}

/// The games with their options and presets, in the caller's language.
#[utoipa::path(get, path = "/api/rules", tag = "games",
    responses((status = 200, description = "The games", body = Vec<GameRules>)))]
async fn rules(Extension(caller): Extension<Caller>) -> Json<Vec<GameRules>> {
    Json(games(text(caller.lang)))
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(rules))]
pub(super) struct Document;
