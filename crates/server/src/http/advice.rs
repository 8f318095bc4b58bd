//! The engine's advice by plain requests: hints, analysis, reviews.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use rules::{Game, Side, Status};
use serde::Deserialize;
use text::answers;
use utoipa::ToSchema;

use super::games::check_submission;
use super::identity::Caller;
use super::limits::Activity;
use super::{Answer, App, Body};
use crate::advice::inquiry::{Inquiry, Question};
use crate::advice::wire::{AnalysisOut, HintOut, ReasonOut, ReviewState};
use crate::advice::{permit, review};
use crate::error::Error;
use crate::live::pool::Class;
use crate::store::Phase;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/review", get(review_state).post(ask_review))
        .route("/api/analyse", post(analyse))
}

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How long a position is analysed at most, in seconds.
const LONGEST: f64 = 60.0;
/// How many lines are sent at most.
const MOST_LINES: u32 = 5;
/// So many reasons are sent with a hint.
const MOST_REASONS: usize = 6;

/// A position to be analysed.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Analyse {
    /// A rule set: `seega(size=7)`.
    pub(crate) rules: String,
    /// A position; the start if left out.
    pub(crate) position: Option<String>,
    /// Actions and throws played from there.
    #[serde(default)]
    pub(crate) actions: Vec<String>,
    /// How many best lines, 1 to 5; 1 if left out.
    pub(crate) lines: Option<u32>,
    /// How long, 60 at most; 2 if left out.
    pub(crate) seconds: Option<f64>,
}

/// Where a hint is wanted.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskHint {
    /// After so many entries; where the game stands if left out.
    ply: Option<usize>,
    /// Pending actions of a half-made turn.
    #[serde(default)]
    actions: Vec<String>,
}

pub(super) fn admit(app: &App, caller: &Caller) -> Result<String, Error> {
    let who = caller.id().unwrap_or(&caller.address).to_owned();
    if app.limits.allow(Activity::Advice, &who) { Ok(who) } else { Err(Error::RateLimited) }
}

/// Where a game stands, and where it stood so many entries back.
fn keys(game: &Game, back: usize) -> Vec<u64> {
    let mut game = game.clone();
    let mut keys = vec![game.key()];
    for _ in 0..back.min(game.ply()) {
        let ply = game.ply() - 1;
        game.truncate(ply);
        keys.push(game.key());
    }
    keys
}

/// Begins to analyse a position for a caller.
pub(super) async fn begin(app: &App, caller: &Caller, ask: Analyse) -> Result<Inquiry, Error> {
    let account = admit(app, caller)?;
    let lines = ask.lines.unwrap_or(1);
    if !(1..=MOST_LINES).contains(&lines) {
        return Err(Error::BadRequest("lines"));
    }
    let seconds = ask.seconds.unwrap_or(2.0);
    if !(seconds > 0.0 && seconds <= LONGEST) {
        return Err(Error::BadRequest("seconds"));
    }
    if ask.actions.len() > answers::MOST_ENTRIES {
        return Err(Error::BadRequest("actions"));
    }
    check_submission(&ask.actions, None)?;
    let mut game = answers::game(&ask.rules, ask.position.as_deref())?;
    let mut line = vec![game.key()];
    for action in &ask.actions {
        game.play(action)?;
        line.push(game.key());
    }
    permit::analysis(&app.live, caller.asker(), game.variant().game, &line).await?;
    let time = Duration::from_secs_f64(seconds);
    let class = Class::Advice;
    Inquiry::ask(&app.live, Question { game, lines: lines as usize, time, class, account })
}

/// Analyses any position; answers when it is done. On the WebSocket the message `analyse` tells
/// what is found meanwhile.
#[utoipa::path(post, path = "/api/analyse", tag = "advice", request_body = Analyse,
    responses((status = 200, description = "What was found", body = AnalysisOut),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn analyse(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(ask): Body<Analyse>,
) -> Answer<AnalysisOut> {
    let inquiry = begin(&app, &caller, ask).await?;
    Ok(Json(inquiry.last().await?.analysis))
}

/// What to play here: in finished games, and in unrated ones against the engine or on one device.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "advice",
    params(("id" = String, Path)), request_body = AskHint,
    responses((status = 200, description = "The best action found, and why", body = HintOut),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn hint(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(ask): Body<AskHint>,
) -> Answer<HintOut> {
    let account = admit(&app, &caller)?;
    let room = app.live.look_as(&id, caller.id(), 0).await?.room;
    permit::hint(&room, caller.id())?;
    check_submission(&ask.actions, None)?;
    let mut game = room.game.clone();
    if let Some(ply) = ask.ply {
        if ply > game.ply() {
            return Err(Error::BadRequest("ply"));
        }
        game.truncate(ply);
    }
    for action in &ask.actions {
        game.play(action)?;
    }
    let line = keys(&game, permit::BACK);
    permit::analysis(&app.live, caller.asker(), game.variant().game, &line).await?;
    let side = match game.status() {
        Status::ToAct(side) => side,
        Status::Over(_) => return Err(Error::GameOver),
        Status::Chance => return Err(Error::NotPossible),
    };
    if room.row.phase == Phase::Live && ask.ply.is_none() && room.row.level(side).is_some() {
        return Err(Error::NotYourTurn);
    }
    let kind = game.variant().game;
    let question = Question { game, lines: 1, time: HINT_TIME, class: Class::Hint, account };
    let mut found = Inquiry::ask(&app.live, question)?.last().await?;
    let best = found.analysis.lines.drain(..).next().ok_or(Error::Internal)?;
    let action = best.line.first().cloned().ok_or(Error::Internal)?;
    // What speaks for the one who is to act comes first.
    let sign = if side == Side::First { 1 } else { -1 };
    found.why.truncate(MOST_REASONS);
    found.why.sort_by_key(|(_, amount)| -sign * amount);
    let explain = found
        .why
        .into_iter()
        .map(|(group, amount)| ReasonOut::new(kind, group, amount, caller.lang))
        .collect();
    Ok(Json(HintOut {
        action,
        line: best.line,
        score: best.score,
        value: best.value,
        depth: found.analysis.depth,
        explain,
    }))
}

/// How far the review of a finished game is, and the review when it is done.
#[utoipa::path(get, path = "/api/games/{id}/review", tag = "advice",
    params(("id" = String, Path)),
    responses((status = 200, description = "How far it is", body = ReviewState),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn review_state(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer<ReviewState> {
    app.live.look_as(&id, caller.id(), 0).await?;
    Ok(Json(review::state(&app.live, &id, caller.lang).await?))
}

/// Asks for the review of a finished game. It is made once.
#[utoipa::path(post, path = "/api/games/{id}/review", tag = "advice",
    params(("id" = String, Path)),
    responses((status = 200, description = "How far it is", body = ReviewState),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn ask_review(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Answer<ReviewState> {
    let account = admit(&app, &caller)?;
    let room = app.live.look_as(&id, caller.id(), 0).await?.room;
    let line = keys(&room.game, room.game.ply());
    permit::review(&app.live, caller.asker(), room.kind(), &line).await?;
    Ok(Json(review::ask(&app.live, &id, &account, caller.lang).await?))
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(analyse, hint, review_state, ask_review))]
pub(super) struct Document;
