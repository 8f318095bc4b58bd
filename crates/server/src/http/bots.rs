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
use super::games::Listed;
use super::identity::Caller;
use super::watchers::{Following, News};
use crate::error::Error;
use crate::live::GameNotice;
use crate::store::{Found, Happening, Phase};
use crate::wire::ToClient;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/bot/stream", get(games))
        .route("/api/lobby/stream", get(lobby_stream))
        .route("/api/bot/games/{id}/stream", get(game))
}

/// An empty line that often, so that either end notices a broken connection.
const KEEP_ALIVE: Duration = Duration::from_secs(7);
/// Hints of other nodes may be lost: games are looked at so often anyhow.
const ANYWAY: Duration = Duration::from_secs(60);

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

/// The caller's games as they begin and end, and its challenges: lines
/// `{"type":"game-start","game":…}` and `{"type":"game-end","game":…}`, `{"type":"challenge","game":…}`
/// with what a list shows of the game, and `{"type":"challenge-gone","game":…}`. What is there comes
/// first.
#[utoipa::path(get, path = "/api/bot/stream", tag = "bots",
    responses((status = 200, description = "JSON lines, empty ones to keep alive", body = String,
        content_type = "application/x-ndjson"),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn games(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    let account = caller.known()?.id.clone();
    let counted = app.limits.socket(&caller.address).ok_or(Error::RateLimited)?;
    let (lines, response) = stream();
    tokio::spawn(async move {
        let _counted = counted;
        tokio::select! {
            _ = follow_games(&app, &account, &lines) => {}
            () = caller.revoked(&app) => {}
        }
    });
    Ok(response)
}

/// A game in a list, as a line of a stream.
#[derive(serde::Serialize)]
struct Line {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    listed: Listed,
}

/// Sends the games that are new in a list, and the ids of those that are gone.
async fn differences(
    lines: &Lines,
    shown: &mut HashSet<String>,
    now: &[Found],
    [come, gone]: [&'static str; 2],
) -> Result<(), Error> {
    let ids: HashSet<String> = now.iter().map(|found| found.id.clone()).collect();
    for game in shown.difference(&ids) {
        send(lines, &json!({ "type": gone, "game": game })).await?;
    }
    for found in now.iter().filter(|found| !shown.contains(&found.id)) {
        send(lines, &Line { kind: come, listed: found.clone().into() }).await?;
    }
    *shown = ids;
    Ok(())
}

async fn follow_games(app: &App, account: &str, lines: &Lines) -> Result<(), Error> {
    let mut notices = app.live.notices();
    let (mut playing, mut challenged) = (HashSet::new(), HashSet::new());
    let store = app.live.store();
    loop {
        let live = store.games_of(account, Some(Phase::Live), 200).await?;
        let now: HashSet<String> = live.into_iter().map(|found| found.id).collect();
        // A challenge that was accepted is gone, and begins.
        let challenges = store.challenges(account).await?;
        let words = ["challenge", "challenge-gone"];
        differences(lines, &mut challenged, &challenges, words).await?;
        for game in now.difference(&playing) {
            send(lines, &json!({ "type": "game-start", "game": game })).await?;
        }
        for game in playing.difference(&now) {
            send(lines, &json!({ "type": "game-end", "game": game })).await?;
        }
        playing = now;
        // The database is asked again only when something is known to have changed, or when what
        // another node said of it may have been lost.
        let anyway = tokio::time::sleep(ANYWAY);
        tokio::pin!(anyway);
        loop {
            tokio::select! {
                notice = notices.recv() => match notice {
                    Ok(GameNotice(Some(one))) if one != account => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => break,
                    Err(RecvError::Closed) => return Ok(()),
                },
                () = tokio::time::sleep(KEEP_ALIVE) => keep_alive(lines).await?,
                () = &mut anyway, if store.is_shared() => break,
                () = app.stopped() => return Ok(()),
            }
        }
    }
}

async fn keep_alive(lines: &Lines) -> Result<(), Error> {
    lines.send(Ok(Bytes::from_static(b"\n"))).await.map_err(|_| Error::Internal)
}

/// The games that wait for anyone as they come and go: lines `{"type":"open","game":…}` with what a
/// list shows of the game, and `{"type":"gone","game":…}`. Those that wait come first.
#[utoipa::path(get, path = "/api/lobby/stream", tag = "bots",
    responses((status = 200, description = "JSON lines, empty ones to keep alive", body = String,
        content_type = "application/x-ndjson")))]
async fn lobby_stream(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    let counted = app.limits.socket(&caller.address).ok_or(Error::RateLimited)?;
    let (lines, response) = stream();
    tokio::spawn(async move {
        let _counted = counted;
        tokio::select! {
            _ = follow_lobby(&app, &lines) => {}
            () = caller.revoked(&app) => {}
        }
    });
    Ok(response)
}

async fn follow_lobby(app: &App, lines: &Lines) -> Result<(), Error> {
    let mut lobby = app.live.lobby();
    let mut shown = HashSet::new();
    loop {
        let now = lobby.borrow_and_update().clone();
        differences(lines, &mut shown, &now, ["open", "gone"]).await?;
        loop {
            tokio::select! {
                changed = lobby.changed() => {
                    changed.map_err(|_| Error::Internal)?;
                    break;
                }
                () = tokio::time::sleep(KEEP_ALIVE) => keep_alive(lines).await?,
                () = app.stopped() => return Ok(()),
            }
        }
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
    let counted = app.limits.socket(&caller.address).ok_or(Error::RateLimited)?;
    let (following, _) = Following::start(&app.live, &id, account, None).await?;
    let (lines, response) = stream();
    tokio::spawn(async move {
        let _counted = counted;
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
            () = tokio::time::sleep(KEEP_ALIVE) => keep_alive(lines).await?,
            () = app.stopped() => return Ok(()),
        }
    }
    Ok(())
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(games, lobby_stream, game))]
pub(super) struct Document;
