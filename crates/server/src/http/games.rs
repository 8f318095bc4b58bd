//! Games by plain requests: made, joined, played, found.

use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use rules::{End, GameId, Piece, Side, Square, Winner, open};
use serde::{Deserialize, Serialize};
use text::answers::{self, Composed, Frame, Preview, Reach};
use text::text;
use utoipa::ToSchema;

use super::identity::{Caller, Someone};
use super::limits::Activity;
use super::{Answer, App, Body};
use crate::advice::permit;
use crate::error::Error;
use crate::live::{self, Command, NewGame, Who};
use crate::rating;
use crate::store::{Cursor, Found, Opponent, Phase, Search};
use crate::wire::{GameState, Happened, Player, PlayerKind};

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/games", get(search).post(create))
        .route("/api/lobby", get(lobby))
        .route("/api/preview", post(preview_position))
        .route("/api/line", post(line))
        .route("/api/compose", post(compose))
        .route("/api/diagram.svg", get(diagram))
        .route("/api/games/{id}", get(state))
        .route("/api/games/{id}/events", get(events))
        .route("/api/games/{id}/frames", get(frames))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/preview", post(preview_game))
        .route("/api/games/{id}/join", post(join))
        .route("/api/games/{id}/actions", post(submit))
        .route("/api/games/{id}/resign", post(resign))
        .route("/api/games/{id}/draw", post(draw))
        .route("/api/games/{id}/takeback", post(takeback))
        .route("/api/games/{id}/abort", post(abort))
        .route("/api/games/{id}/claim", post(claim))
        .route("/api/games/{id}/presence", get(presence))
        .route("/api/games/{id}/ratings", get(ratings))
        .route("/api/games/{id}/rematch", post(rematch))
}

/// A game to be made.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    /// Which game: `seega`, `salta`, `senet`, `draughts` or `diaballik`.
    #[serde(alias = "game")]
    kind: String,
    /// Options (`size=7,drops=2`) or a preset's name.
    #[serde(default)]
    rules: String,
    /// Against whom.
    opponent: Opponent,
    /// The engine's level, 1 to 8.
    level: Option<i64>,
    /// The own side; by lot if left out.
    side: Option<Side>,
    /// `5+3`, `3d` or `none`.
    clock: Option<String>,
    /// Whether it is rated.
    #[serde(default)]
    rated: bool,
    /// Of a rated game: whether a bot may join. Without it bots cannot.
    #[serde(default)]
    accept_bots: bool,
    /// Of a game by link: whether others may find it in the archive and watch it, if who joins agrees.
    /// Rated games can always be found.
    #[serde(default)]
    public: bool,
    /// Of a game by link: the name of the bot that it is for; no one else can join.
    challenge: Option<String>,
    /// Of a game by link, against the engine or on one device: whether only its players see it.
    #[serde(default)]
    private: bool,
    /// A start position.
    start: Option<String>,
    /// Own randomness for the throws, at most 64 characters.
    nonce: Option<String>,
}

/// A command that is durable.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct Ack {
    /// The game.
    game: String,
    /// The version that it brought.
    version: i64,
    /// Whether it had been done before: nothing was stored this time.
    duplicate: bool,
}

/// Actions to be played.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Submit {
    /// The ply at which the sender believes the game to stand.
    ply: i64,
    /// The actions of a turn, or a part of them: all or none are stored.
    actions: Vec<String>,
    /// The same id is never stored twice.
    id: Option<String>,
}

/// A seat to be taken.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Join {
    /// Own randomness for the throws, at most 64 characters.
    nonce: Option<String>,
    /// Agrees to a rated game against a bot; needed to join one that a bot has made.
    #[serde(default)]
    accept_bots: bool,
    /// Agrees that others may find the game, if its creator does.
    #[serde(default)]
    public: bool,
}

/// A proposal or an answer to one.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Propose {
    /// Which of them.
    answer: live::Answer,
}

/// Pending actions in a game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pending {
    /// The pending actions.
    #[serde(default)]
    actions: Vec<String>,
    /// The spots that a hand touched after them and that fit no legal action: refused with the
    /// reason.
    #[serde(default)]
    attempt: Vec<String>,
}

/// Pending actions in a position.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingAt {
    /// A rule set: `seega(size=7)`.
    rules: String,
    /// A position; the start if left out.
    position: Option<String>,
    /// The pending actions.
    #[serde(default)]
    actions: Vec<String>,
    /// The spots that a hand touched after them and that fit no legal action: refused with the
    /// reason.
    #[serde(default)]
    attempt: Vec<String>,
}

/// A line that is no game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineAt {
    /// A rule set: `seega(size=7)`.
    rules: String,
    /// The position that it begins from; the start if left out.
    position: Option<String>,
    /// Actions and throws, in order.
    #[serde(default)]
    actions: Vec<String>,
    /// The first ply wanted; 0 is the start.
    #[serde(default)]
    from: usize,
}

/// A position to be set up.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUp {
    /// A rule set: `seega(size=7)`.
    rules: String,
    /// The position that it is to be like; the start if left out.
    position: Option<String>,
    /// What stands where: square and piece; as in that position if left out.
    pieces: Option<Vec<(Square, Piece)>>,
    /// Who is to act; as in that position if left out.
    side: Option<Side>,
}

/// A game in a list.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct Listed {
    game: String,
    kind: GameId,
    rules: String,
    phase: Phase,
    opponent: Opponent,
    time: String,
    rated: bool,
    accept_bots: bool,
    created_ms: i64,
    #[schema(required = true)]
    ended_ms: Option<i64>,
    ply: i64,
    #[schema(min_items = 2, max_items = 2)]
    players: [Player; 2],
    #[schema(required = true)]
    winner: Option<Winner>,
    #[schema(required = true)]
    reason: Option<End>,
    #[schema(required = true)]
    points: Option<i64>,
}

impl From<Found> for Listed {
    fn from(found: Found) -> Listed {
        Listed {
            kind: found.kind,
            game: found.id,
            rules: found.variant,
            phase: found.phase,
            opponent: found.opponent,
            time: found.clock,
            rated: found.rated.counts(),
            accept_bots: found.accept_bots,
            created_ms: found.created_ms,
            ended_ms: found.ended_ms,
            ply: found.ply,
            players: [
                Player::new(
                    found.first_account,
                    found.first_name,
                    found.first_bot,
                    found.first_level,
                ),
                Player::new(
                    found.second_account,
                    found.second_name,
                    found.second_bot,
                    found.second_level,
                ),
            ],
            winner: found.winner,
            reason: found.reason,
            points: found.points,
        }
    }
}

fn checked_nonce(nonce: Option<String>) -> Result<Option<String>, Error> {
    let plain = |text: &String| {
        let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        (1..=64).contains(&text.len()) && text.bytes().all(good)
    };
    match nonce {
        Some(text) if !plain(&text) => Err(Error::BadRequest("nonce")),
        nonce => Ok(nonce),
    }
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = Create,
    responses((status = 201, description = "The game", body = GameState),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn create(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Someone(account): Someone,
    Body(create): Body<Create>,
) -> Result<impl IntoResponse, Error> {
    if !app.limits.allow(Activity::NewGame, &account.id) {
        return Err(Error::RateLimited);
    }
    if create.rules.len() > 200 || create.start.as_ref().is_some_and(|text| text.len() > 400) {
        return Err(Error::BadRequest("rules or start"));
    }
    if matches!(create.opponent, Opponent::Link | Opponent::Lobby) && account.is_banned() {
        return Err(Error::Banned);
    }
    if create.rated && account.is_guest() {
        return Err(Error::BadRequest("rated-guest"));
    }
    let challenged = match &create.challenge {
        Some(name) if is_plain(name) => {
            let bot = app.live.store().account_named(name).await?.filter(|account| account.bot);
            Some(bot.ok_or(Error::BadRequest("challenge"))?.id)
        }
        Some(_) => return Err(Error::BadRequest("challenge")),
        None => None,
    };
    let new = NewGame {
        variant: open(&create.kind, &create.rules)?,
        start: create.start,
        opponent: create.opponent,
        level: create.level,
        side: create.side,
        clock: create.clock.unwrap_or_else(|| "none".into()),
        rated: create.rated,
        accept_bots: create.accept_bots,
        public: create.public,
        challenged,
        private: create.private,
        nonce: checked_nonce(create.nonce)?,
    };
    if let (Opponent::Engine | Opponent::Local, Some(start)) = (new.opponent, &new.start) {
        // A game from the position of another one would be a way to ask the engine about it.
        let game = rules::Game::from_position(new.variant, start)?;
        permit::analysis(&app.live, caller.asker(), new.variant.game, &[game.key()]).await?;
    }
    let id = app.live.create(&account.id, new).await?;
    let state = app.live.look(&id).await?.state(Some(&account.id), caller.lang);
    Ok((axum::http::StatusCode::CREATED, Json(state)))
}

/// What the archive has.
#[utoipa::path(get, path = "/api/games", tag = "archive", params(Search),
    responses((status = 200, description = "Games, newest first; a page without a `Link` is the \
        last, one with it may be short", body = Vec<Listed>,
        headers(("Link" = String, description = "`<…>; rel=\"next\"`: the next page")))))]
async fn search(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Query(search): Query<Search>,
) -> Result<Response, Error> {
    if !app.limits.allow(Activity::List, &caller.address) {
        return Err(Error::RateLimited);
    }
    let Search { kind, player, winner, reason, phase, cursor, .. } = &search;
    if ![kind, player, winner, reason, phase].into_iter().all(|text| is_plain(text)) {
        return Err(Error::BadRequest("search"));
    }
    if !cursor.is_empty() && Cursor::read(cursor).is_none() {
        return Err(Error::BadRequest("cursor"));
    }
    let page = app.live.store().search(&search).await?;
    let games: Vec<Listed> = page.games.into_iter().map(Listed::from).collect();
    let mut response = Json(games).into_response();
    if let Some(next) = page.next {
        let link = format!("<{}>; rel=\"next\"", next_page(&search, &next));
        let link = HeaderValue::from_str(&link).map_err(|_| Error::Internal)?;
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The address of the page that follows.
fn next_page(search: &Search, next: &Cursor) -> String {
    let Search { kind, player, winner, reason, phase, .. } = search;
    let texts = [
        ("kind", kind.as_str()),
        ("player", player),
        ("winner", winner),
        ("reason", reason),
        ("phase", phase),
        ("cursor", &next.text()),
    ];
    let numbers = [("from_ms", search.from_ms), ("limit", search.limit)];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(name, text)| format!("{name}={}", percent(text)));
    let numbers = numbers.into_iter().filter(|(_, number)| *number > 0);
    let numbers = numbers.map(|(name, number)| format!("{name}={number}"));
    format!("/api/games?{}", texts.chain(numbers).collect::<Vec<String>>().join("&"))
}

/// A text as a part of an address.
fn percent(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// The version of the game that the caller has seen, here or on another node: nothing older is shown.
pub(crate) struct Seen(i64);

impl<S: Send + Sync> FromRequestParts<S> for Seen {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Seen, Error> {
        let query = parts.uri.query().unwrap_or_default();
        match query.split('&').find_map(|pair| pair.strip_prefix("seen=")) {
            None => Ok(Seen(0)),
            Some(text) => text.parse().map(Seen).map_err(|_| Error::BadRequest("seen")),
        }
    }
}

/// Games that wait for anyone.
#[utoipa::path(get, path = "/api/lobby", tag = "games",
    responses((status = 200, description = "Open games, newest first", body = Vec<Listed>)))]
async fn lobby(State(app): State<App>) -> Answer<Vec<Listed>> {
    let store = app.live.store();
    let found = store.lobby().await?;
    let mut listed: Vec<Listed> = found.into_iter().map(Listed::from).collect();
    let hosts = listed.iter().flat_map(|game| &game.players);
    let hosts: Vec<&str> = hosts.filter_map(|player| player.account.as_deref()).collect();
    let standings = store.standings_of(&hosts).await?;
    for game in &mut listed {
        for player in game.players.iter_mut().filter(|player| player.is_named()) {
            let key = (player.account.clone().unwrap_or_default(), game.kind);
            player.rate(standings.get(&key).copied());
        }
    }
    Ok(Json(listed))
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")),
    responses((status = 200, description = "The game", body = GameState),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn state(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Seen(seen): Seen,
) -> Answer<GameState> {
    let snapshot = app.live.look_as(&id, caller.id(), seen).await?;
    Ok(Json(snapshot.state(caller.id(), caller.lang)))
}

/// Since which version.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    /// The last version seen.
    #[serde(default)]
    since: i64,
    /// Wait so many seconds at most for something to happen, 25 at most.
    #[serde(default)]
    wait: u64,
}

/// What happened in a game after a version; waits for it if asked to.
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "games",
    params(("id" = String, Path), Since, ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")),
    responses((status = 200, description = "Events in order", body = Vec<Happened>),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn events(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Query(since): Query<Since>,
    Seen(seen): Seen,
) -> Answer<Vec<Happened>> {
    app.live.look_as(&id, caller.id(), seen).await?;
    let mut watching = app.live.watch(&id, since.since.max(seen)).await?;
    let mut broadcasts = app.live.missed(&watching.snapshot, since.since).await?;
    if broadcasts.is_empty() && since.wait > 0 {
        let wait = std::time::Duration::from_secs(since.wait.min(25));
        tokio::select! {
            Ok(one) = watching.events.recv() => broadcasts.push(one),
            () = tokio::time::sleep(wait) => {}
            () = app.stopped() => {}
        }
        while let Ok(one) = watching.events.try_recv() {
            broadcasts.push(one);
        }
    }
    Ok(Json(broadcasts.iter().map(|one| one.happened(caller.lang)).collect()))
}

/// From which ply on.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FromPly {
    /// The first ply wanted; 0 is the start.
    #[serde(default)]
    from: usize,
}

/// How a game stood after each of its entries: 200 positions at most, from a ply on.
#[utoipa::path(get, path = "/api/games/{id}/frames", tag = "archive",
    params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown"), FromPly),
    responses((status = 200, description = "Positions in order", body = Vec<Frame>),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn frames(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Seen(seen): Seen,
    Query(query): Query<FromPly>,
) -> Answer<Vec<Frame>> {
    let snapshot = app.live.look_as(&id, caller.id(), seen).await?;
    let mut game = snapshot.room.game.clone();
    game.truncate(0);
    let entries = snapshot.room.entries.iter().map(|entry| entry.row.text.as_str());
    Ok(Json(answers::frames(&mut *game, query.from, entries, text(caller.lang))?))
}

/// The record of a game, as text.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "archive",
    params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn record(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Seen(seen): Seen,
) -> Result<impl IntoResponse, Error> {
    let text = app.live.look_as(&id, caller.id(), seen).await?.record().write();
    let disposition = format!("attachment; filename=\"{id}.txt\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], text))
}

/// What pending actions would lead to in a game as it stands. Stores nothing.
#[utoipa::path(post, path = "/api/games/{id}/preview", tag = "games",
    params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")), request_body = Pending,
    responses((status = 200, description = "What they lead to", body = Preview),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn preview_game(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Seen(seen): Seen,
    Body(pending): Body<Pending>,
) -> Answer<Preview> {
    let mut game = app.live.look_as(&id, caller.id(), seen).await?.room.game.clone();
    let Pending { actions, attempt } = pending;
    Ok(Json(answers::preview(&mut *game, &actions, &attempt, Reach::Turn, text(caller.lang))?))
}

/// What actions and throws would lead to in any position. Stores nothing.
#[utoipa::path(post, path = "/api/preview", tag = "games", request_body = PendingAt,
    responses((status = 200, description = "What they lead to", body = Preview),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn preview_position(
    Extension(caller): Extension<Caller>,
    Body(pending): Body<PendingAt>,
) -> Answer<Preview> {
    let PendingAt { rules, position, actions, attempt } = pending;
    let mut game = answers::game(&rules, position.as_deref())?;
    Ok(Json(answers::preview(&mut *game, &actions, &attempt, Reach::Anything, text(caller.lang))?))
}

/// The positions of a line of actions and throws from any position: 200 at most, from a ply on.
#[utoipa::path(post, path = "/api/line", tag = "games", request_body = LineAt,
    responses((status = 200, description = "Positions in order", body = Vec<Frame>),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn line(
    Extension(caller): Extension<Caller>,
    Body(line): Body<LineAt>,
) -> Answer<Vec<Frame>> {
    if line.actions.len() > answers::MOST_ENTRIES {
        return Err(Error::BadRequest("actions"));
    }
    let mut game = answers::game(&line.rules, line.position.as_deref())?;
    let entries = line.actions.iter().map(String::as_str);
    Ok(Json(answers::frames(&mut *game, line.from, entries, text(caller.lang))?))
}

/// The text of a position that a hand has set up. Stores nothing.
#[utoipa::path(post, path = "/api/compose", tag = "games", request_body = SetUp,
    responses((status = 200, description = "The text, and why it is no position", body = Composed),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn compose(
    Extension(caller): Extension<Caller>,
    Body(set_up): Body<SetUp>,
) -> Answer<Composed> {
    let game = answers::game(&set_up.rules, set_up.position.as_deref())?;
    Ok(Json(answers::compose(&*game, set_up.pieces, set_up.side, text(caller.lang))?))
}

/// A position to be drawn.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawn {
    /// A rule set: `seega(size=7)`.
    rules: String,
    /// A position; the start if left out.
    position: Option<String>,
    /// An action that led there, to be shown.
    last: Option<String>,
}

/// A position as a picture that needs nothing else. With `last`, the position is the one before.
#[utoipa::path(get, path = "/api/diagram.svg", tag = "games", params(Drawn),
    responses((status = 200, description = "The picture", body = String, content_type = "image/svg+xml"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn diagram(Query(drawn): Query<Drawn>) -> Result<impl IntoResponse, Error> {
    let mut game = answers::game(&drawn.rules, drawn.position.as_deref())?;
    let events = match &drawn.last {
        Some(action) => game.play(action)?.events,
        None => Vec::new(),
    };
    let picture = text::diagram(&game.view(), &events);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture))
}

async fn perform(app: &App, id: String, account: String, command: Command) -> Answer<Ack> {
    let done = app.live.perform(&id, Who::Account(account), command).await?;
    Ok(Json(Ack { game: id, version: done.version, duplicate: done.duplicate }))
}

/// Takes the free seat.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games",
    params(("id" = String, Path)), request_body = Join,
    responses((status = 200, description = "Joined", body = Ack),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn join(
    State(app): State<App>,
    Someone(account): Someone,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Answer<Ack> {
    if account.is_banned() {
        return Err(Error::Banned);
    }
    let nonce = checked_nonce(join.nonce)?;
    let snapshot = app.live.look(&id).await?;
    let row = &snapshot.room.row;
    if row.rated.counts() {
        if account.is_guest() {
            return Err(Error::NotPossible);
        }
        // A person plays a bot for rating only if the person agreed to: the creator when making
        // the game, who joins when joining.
        let made_by_bot = snapshot.players.iter().any(|player| player.kind == PlayerKind::Bot);
        let agreed = match (made_by_bot, account.bot) {
            (false, true) => row.accept_bots,
            (true, false) => join.accept_bots,
            (false, false) | (true, true) => true,
        };
        if !agreed {
            return Err(Error::BotsNotAgreed);
        }
        let host = row.first_account.as_deref().or(row.second_account.as_deref());
        let pair = [host.unwrap_or_default(), &account.id];
        if row.phase == Phase::Open
            && rating::has_reached_cap(app.live.store(), pair, row.kind).await?
        {
            return Err(Error::PairCapped);
        }
    }
    perform(&app, id, account.id, Command::Join { nonce, public: join.public }).await
}

/// Plays the actions of a turn, or a part of them.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games",
    params(("id" = String, Path)), request_body = Submit,
    responses((status = 200, description = "Stored", body = Ack),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn submit(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(submit): Body<Submit>,
) -> Answer<Ack> {
    let account = caller.known()?.id.clone();
    check_submission(&submit.actions, submit.id.as_deref())?;
    let Submit { ply, actions, id: submission } = submit;
    perform(&app, id, account, Command::Submit { ply, actions, id: submission }).await
}

/// Whether a text that is stored or searched for has no control characters: a database may choke
/// on them.
pub(super) fn is_plain(text: &str) -> bool {
    !text.chars().any(char::is_control)
}

/// Sizes of a submission.
pub(super) fn check_submission(actions: &[String], id: Option<&str>) -> Result<(), Error> {
    if actions.iter().any(|action| action.len() > 100) {
        return Err(Error::BadRequest("actions"));
    }
    if id.is_some_and(|id| id.len() > 64 || !is_plain(id)) {
        return Err(Error::BadRequest("id"));
    }
    Ok(())
}

macro_rules! commands {
    ($($(#[$doc:meta])* $name:ident $path:literal $command:expr;)*) => {$(
        $(#[$doc])*
        #[utoipa::path(post, path = $path, tag = "games", params(("id" = String, Path)),
            responses((status = 200, description = "Done", body = Ack),
                (status = "4XX", description = "Refused", body = crate::error::Refused)))]
        async fn $name(
            State(app): State<App>,
            Extension(caller): Extension<Caller>,
            Path(id): Path<String>,
        ) -> Answer<Ack> {
            let account = caller.known()?.id.clone();
            perform(&app, id, account, $command).await
        }
    )*};
}

commands! {
    /// Gives up.
    resign "/api/games/{id}/resign" Command::Resign;
    /// Calls the game off before both have moved.
    abort "/api/games/{id}/abort" Command::Abort;
    /// Claims the win: the opponent has been gone for long.
    claim "/api/games/{id}/claim" Command::Claim;
    /// Wants to play again.
    rematch "/api/games/{id}/rematch" Command::Rematch;
}

/// Whether the opponent is here.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct Presence {
    /// Whether the opponent follows the game.
    here: bool,
    /// From when on the win may be claimed if the opponent, who is to act, stays away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    claim_at_ms: Option<i64>,
}

/// Whether the opponent is here, for a player of the game.
#[utoipa::path(get, path = "/api/games/{id}/presence", tag = "games",
    params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")),
    responses((status = 200, description = "The opponent's presence", body = Presence),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn presence(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Seen(seen): Seen,
) -> Answer<Presence> {
    let account = caller.known()?.id.clone();
    let (here, claim_at_ms) = app.live.presence(&id, &account, seen).await?;
    Ok(Json(Presence { here, claim_at_ms }))
}

/// What a rated game did to a player's rating.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct RatedOut {
    /// Whose.
    side: Side,
    /// The rating before it.
    before: f64,
    /// The rating after it.
    after: f64,
}

/// What a finished rated game did to the ratings of its players; empty until it is rated.
#[utoipa::path(get, path = "/api/games/{id}/ratings", tag = "games",
    params(("id" = String, Path), ("seen" = Option<i64>, Query, description = "The version that the caller has seen: nothing older is shown")),
    responses((status = 200, description = "First's and second's", body = Vec<RatedOut>),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn ratings(
    State(app): State<App>,
    Path(id): Path<String>,
    Seen(seen): Seen,
) -> Answer<Vec<RatedOut>> {
    let room = app.live.look_at(&id, seen).await?.room;
    let changes = app.live.store().ratings_of(&id).await?;
    let of = |side: Side| {
        let own = |(account, ..): &&(String, _, _)| room.row.account(side) == Some(account);
        let (_, before, after) = changes.iter().find(own)?;
        Some(RatedOut { side, before: before.unwrap_or(rating::START.rating), after: *after })
    };
    Ok(Json(Side::BOTH.into_iter().filter_map(of).collect()))
}

/// Offers, accepts or declines a draw.
#[utoipa::path(post, path = "/api/games/{id}/draw", tag = "games",
    params(("id" = String, Path)), request_body = Propose,
    responses((status = 200, description = "Done", body = Ack),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn draw(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(propose): Body<Propose>,
) -> Answer<Ack> {
    let account = caller.known()?.id.clone();
    perform(&app, id, account, Command::Draw(propose.answer)).await
}

/// Asks for, grants or refuses a takeback.
#[utoipa::path(post, path = "/api/games/{id}/takeback", tag = "games",
    params(("id" = String, Path)), request_body = Propose,
    responses((status = 200, description = "Done", body = Ack),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn takeback(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(propose): Body<Propose>,
) -> Answer<Ack> {
    let account = caller.known()?.id.clone();
    perform(&app, id, account, Command::Takeback(propose.answer)).await
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; Create, Submit, Join, Propose, Pending, PendingAt)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(
    create,
    search,
    lobby,
    state,
    events,
    frames,
    record,
    preview_game,
    preview_position,
    compose,
    line,
    diagram,
    join,
    submit,
    resign,
    abort,
    claim,
    presence,
    ratings,
    rematch,
    draw,
    takeback
))]
pub(super) struct Document;
