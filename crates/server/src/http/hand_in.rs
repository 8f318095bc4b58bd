//! Games that were played without the server, handed in to an account.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use rules::{Side, open};
use serde::{Deserialize, Serialize};
use text::answers::MOST_ENTRIES;
use utoipa::ToSchema;

use super::games::{check_submission, is_plain};
use super::identity::Someone;
use super::limits::Activity;
use super::{Answer, App, Body};
use crate::error::Error;
use crate::live::{HandedIn, NewGame};
use crate::store::Opponent;

pub(super) fn router() -> Router<App> {
    Router::new().route("/api/games/played", post(hand_in))
}

/// A finished game that was played without the server.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedGame {
    /// The name that the device gave it, at most 64 characters: the same name is stored once.
    name: String,
    /// Which game: `seega`, `salta`, `senet`, `draughts` or `diaballik`.
    #[serde(alias = "game")]
    kind: String,
    /// Options (`size=7,drops=2`) or a preset's name.
    #[serde(default)]
    rules: String,
    /// A start position.
    start: Option<String>,
    /// `engine` or `local`.
    opponent: Opponent,
    /// The engine's level, 1 to 8.
    level: Option<i64>,
    /// The own side.
    side: Side,
    /// Actions and throws, in order.
    entries: Vec<String>,
    /// Who gave up, if the rules did not end it.
    resigned: Option<Side>,
    /// When it began, milliseconds since 1970.
    created_ms: i64,
    /// When it ended.
    ended_ms: i64,
}

/// A game that is stored.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct StoredGame {
    /// Its id.
    game: String,
    /// Whether it was stored before: nothing was stored this time.
    duplicate: bool,
}

/// Stores a finished game that was played without the server: unrated, its throws not certified.
#[utoipa::path(post, path = "/api/games/played", tag = "games", request_body = PlayedGame,
    responses((status = 200, description = "Stored", body = StoredGame),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn hand_in(
    State(app): State<App>,
    Someone(account): Someone,
    Body(played): Body<PlayedGame>,
) -> Answer<StoredGame> {
    if !app.limits.allow(Activity::NewGame, &account.id) {
        return Err(Error::RateLimited);
    }
    if played.rules.len() > 200 || played.start.as_ref().is_some_and(|text| text.len() > 400) {
        return Err(Error::BadRequest("rules or start"));
    }
    if played.name.is_empty() || played.name.len() > 64 || !is_plain(&played.name) {
        return Err(Error::BadRequest("name"));
    }
    if !matches!(played.opponent, Opponent::Engine | Opponent::Local) {
        return Err(Error::BadRequest("opponent"));
    }
    if played.entries.len() > MOST_ENTRIES {
        return Err(Error::BadRequest("entries"));
    }
    check_submission(&played.entries, None)?;
    let new = NewGame {
        variant: open(&played.kind, &played.rules)?,
        start: played.start,
        opponent: played.opponent,
        level: played.level,
        side: Some(played.side),
        clock: "none".into(),
        rated: false,
        accept_bots: false,
        public: false,
        challenged: None,
        private: false,
        nonce: None,
    };
    let handed = HandedIn {
        name: played.name,
        entries: played.entries,
        resigned: played.resigned,
        created_ms: played.created_ms,
        ended_ms: played.ended_ms,
    };
    let (game, duplicate) = app.live.hand_in(&account.id, new, &handed).await?;
    Ok(Json(StoredGame { game, duplicate }))
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; PlayedGame)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(hand_in))]
pub(super) struct Document;
