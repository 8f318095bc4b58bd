//! For programs that play: streams of JSON lines, in the manner of the lichess bot API.

use std::collections::HashSet;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::App;
use super::identity::Caller;
use super::watchers::{Following, News};
use crate::error::Error;
use crate::store::{Happening, Phase};
use crate::wire::ToClient;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/bot/stream", get(games))
        .route("/api/bot/games/{id}/stream", get(game))
}

/// An empty line that often, so that either end notices a broken connection.
const KEEP_ALIVE: Duration = Duration::from_secs(7);

type Lines = mpsc::Sender<Result<Bytes, std::convert::Infallible>>;

fn stream() -> (Lines, Response) {
    let (send, receive) = mpsc::channel(64);
    let lines = futures_util::stream::unfold(receive, |mut receive| async move {
        receive.recv().await.map(|line| (line, receive))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (send, (kind, Body::from_stream(lines)).into_response())
}

async fn send(lines: &Lines, value: &impl serde::Serialize) -> Result<(), Error> {
    let mut text = serde_json::to_vec(value).map_err(|_| Error::Internal)?;
    text.push(b'\n');
    lines.send(Ok(text.into())).await.map_err(|_| Error::Internal)
}

/// The caller's games as they begin and end: lines `{"type":"game-start","game":…}` and
/// `{"type":"game-end","game":…}`; those under way come first.
#[utoipa::path(get, path = "/api/bot/stream", tag = "bots",
    responses((status = 200, description = "JSON lines, empty ones to keep alive", body = String,
        content_type = "application/x-ndjson"),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn games(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    let account = caller.known()?.id.clone();
    let (lines, response) = stream();
    tokio::spawn(async move {
        tokio::select! {
            _ = follow_games(&app, &account, &lines) => {}
            () = caller.revoked(&app) => {}
        }
    });
    Ok(response)
}

async fn follow_games(app: &App, account: &str, lines: &Lines) -> Result<(), Error> {
    let mut notices = app.live.notices();
    let mut playing = HashSet::new();
    // What begins on another node gives no notice here: the database is asked.
    let look = if app.live.store().is_shared() { Duration::from_secs(1) } else { KEEP_ALIVE };
    let mut every = tokio::time::interval(look);
    let mut ticks = 0u32;
    loop {
        tokio::select! {
            notice = notices.recv() => {
                match notice {
                    Ok(notice) if !notice.accounts.iter().any(|one| one == account) => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return Ok(()),
                }
            }
            _ = every.tick() => {
                ticks += 1;
                if ticks.is_multiple_of(7) || !app.live.store().is_shared() {
                    lines.send(Ok(Bytes::from_static(b"\n"))).await.map_err(|_| Error::Internal)?;
                }
            }
            () = app.stopped() => return Ok(()),
        }
        let live = app.live.store().games_of(account, Some(Phase::Live), 200).await?;
        let now: HashSet<String> = live.into_iter().map(|found| found.id).collect();
        for game in now.difference(&playing) {
            send(lines, &json!({ "type": "game-start", "game": game })).await?;
        }
        for game in playing.difference(&now) {
            send(lines, &json!({ "type": "game-end", "game": game })).await?;
        }
        playing = now;
    }
}

/// A game: its state, then its events, as the messages `state` and `event` of the live protocol;
/// the stream ends with the game.
#[utoipa::path(get, path = "/api/bot/games/{id}/stream", tag = "bots",
    params(("id" = String, Path)),
    responses((status = 200, description = "JSON lines, empty ones to keep alive", body = String,
        content_type = "application/x-ndjson"),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn game(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let account = caller.id().map(str::to_owned);
    let (following, _) = Following::start(&app.live, &id, account, None).await?;
    let (lines, response) = stream();
    tokio::spawn(async move {
        tokio::select! {
            _ = follow_game(&app, &caller, following, &lines) => {}
            () = caller.revoked(&app) => {}
        }
    });
    Ok(response)
}

async fn follow_game(
    app: &App,
    caller: &Caller,
    mut following: Following,
    lines: &Lines,
) -> Result<(), Error> {
    let state = following.snapshot().state(caller.id(), caller.lang);
    let mut over = state.now.phase == Phase::Over;
    send(lines, &ToClient::State(Box::new(state))).await?;
    while !over {
        tokio::select! {
            news = following.next() => {
                let all = match news? {
                    News::Event(broadcast) => vec![broadcast],
                    News::Events(broadcasts) => broadcasts,
                    News::State(snapshot) => {
                        let state = snapshot.state(caller.id(), caller.lang);
                        send(lines, &ToClient::State(Box::new(state))).await?;
                        continue;
                    }
                    News::Queue(_) | News::Standing => continue,
                };
                for broadcast in all {
                    let happened = broadcast.happened(caller.lang);
                    over |= matches!(happened.what, Happening::Over { .. });
                    send(lines, &ToClient::Event(Box::new(happened))).await?;
                }
            }
            () = tokio::time::sleep(KEEP_ALIVE) => {
                lines.send(Ok(Bytes::from_static(b"\n"))).await.map_err(|_| Error::Internal)?;
            }
            () = app.stopped() => return Ok(()),
        }
    }
    Ok(())
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(games, game))]
pub(super) struct Document;
