//! Reports, the moderators' pages, and what a person reads of them. Nothing is done behind a person's back:
//! each act has its notice and its line in the log.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::{Listed, is_plain};
use super::identity::Caller;
use super::limits::Activity;
use super::{Answer, App, Body};
use crate::error::Error;
use crate::fair_play::{self, Suspect};
use crate::live::{Actor, Command, Who};
use crate::names;
use crate::store::{Account, Act, ActRow, Phase, Report, Role, Shared, Signal, Told, now_ms};

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/players/{name}/report", post(report))
        .route("/api/games/{id}/away", post(away))
        .route("/api/me/notices", get(notices))
        .route("/api/me/notices/{id}/seen", post(seen))
        .route("/api/mod", get(overview))
        .route("/api/mod/players/{name}", get(dossier).post(act))
        .route("/api/mod/reports/{id}", post(finish_report))
}

/// The most characters of what a person writes.
const LONGEST_TEXT: usize = 1000;
const DAY_MS: i64 = 24 * 3_600_000;

/// What a report is about.
#[derive(Clone, Copy, Deserialize, Debug, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReportReason {
    /// Help by an engine or by another person.
    Help,
    /// Ratings made up: games that were not played for the win.
    Rating,
    /// Leaving games, stalling.
    Conduct,
    /// An offensive name.
    Name,
    /// Something else.
    Other,
}

impl ReportReason {
    const fn word(self) -> &'static str {
        match self {
            ReportReason::Help => "help",
            ReportReason::Rating => "rating",
            ReportReason::Conduct => "conduct",
            ReportReason::Name => "name",
            ReportReason::Other => "other",
        }
    }
}

/// What a player says of another.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReport {
    /// About what.
    reason: ReportReason,
    /// In which game.
    game: Option<String>,
    /// In words, at most 1000 characters.
    #[serde(default)]
    text: String,
}

/// How long a player was away from the page of a game.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Away {
    /// In milliseconds, an hour at most.
    ms: i64,
}

/// What a moderator does.
#[derive(Clone, Copy, Deserialize, Debug, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Deed {
    /// A note that only moderators see.
    Note,
    /// A warning.
    Warn,
    /// Another name.
    Rename,
    /// No games with others for some days.
    Ban,
    /// Games with others again.
    Unban,
    /// The account is closed; its games are given up.
    Close,
    /// The account is opened again.
    Reopen,
    /// A role, by an admin.
    Role,
}

/// Something to be done to an account.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoAct {
    /// What.
    act: Deed,
    /// Why: the person reads these words; at most 1000 characters.
    text: String,
    /// The new name, of `rename`.
    name: Option<String>,
    /// How many days, of `ban`: 1 to 3650.
    days: Option<i64>,
    /// Of `close`: whether the rating that others lost to the account is given back.
    #[serde(default)]
    refund: bool,
    /// The role, of `role`; none takes it away.
    role: Option<Role>,
}

/// That a report has been dealt with.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finish {
    /// The answer to who made it.
    text: String,
}

/// What moderators look at first.
#[derive(Serialize, ToSchema)]
pub(crate) struct Overview {
    /// Reports that are still open.
    reports: Vec<Report>,
    /// Accounts whose rated games stand out.
    suspects: Vec<Suspect>,
    /// What was done last.
    acts: Vec<ActRow>,
}

/// Everything that moderators know of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Dossier {
    /// The account.
    account: String,
    /// The name.
    #[schema(required = true)]
    name: Option<String>,
    /// Whether it is a bot.
    bot: bool,
    /// Its role.
    role: Role,
    /// Since when.
    created_ms: i64,
    /// Until when it may not play others; 0: it may.
    banned_ms: i64,
    /// When it was closed.
    #[schema(required = true)]
    closed_ms: Option<i64>,
    /// Addresses that it was used from, as hashes, and who else was there.
    addresses: Vec<Shared>,
    /// Browsers that it was used from, as hashes, and who else was there.
    devices: Vec<Shared>,
    /// What others said of it.
    reports: Vec<Report>,
    /// What its rated games say.
    signals: Vec<Signal>,
    /// Its last games.
    games: Vec<Listed>,
    /// What moderators did and noted.
    acts: Vec<ActRow>,
}

/// Words that a person has written.
fn checked(text: &str) -> Result<&str, Error> {
    let text = text.trim();
    let plain = |c: char| !c.is_control() || c == '\n';
    if text.chars().count() > LONGEST_TEXT || !text.chars().all(plain) {
        return Err(Error::BadRequest("text"));
    }
    Ok(text)
}

fn moderator(caller: &Caller) -> Result<&Account, Error> {
    let account = caller.known()?;
    // Who moderates is not public: to others there is nothing here.
    if account.role >= Role::Moderator { Ok(account) } else { Err(Error::NotFound) }
}

async fn named(app: &App, name: &str) -> Result<Account, Error> {
    match names::has_form(name) {
        true => app.live.store().account_named(name).await?.ok_or(Error::NotFound),
        false => Err(Error::NotFound),
    }
}

/// Reports a player to those who look after the place.
#[utoipa::path(post, path = "/api/players/{name}/report", tag = "people",
    params(("name" = String, Path)), request_body = NewReport,
    responses((status = 204, description = "Kept"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
    Body(report): Body<NewReport>,
) -> Result<StatusCode, Error> {
    let by = caller.known()?;
    let text = checked(&report.text)?;
    let account = named(&app, &name).await?;
    if account.id == by.id || by.is_guest() {
        return Err(Error::NotPossible);
    }
    if let Some(game) = &report.game {
        let room = app.live.look(game).await?.room;
        if !Side::BOTH.into_iter().any(|side| room.row.account(side) == Some(&account.id)) {
            return Err(Error::BadRequest("game"));
        }
    }
    if !app.limits.allow(Activity::Report, &by.id) {
        return Err(Error::RateLimited);
    }
    let (game, reason) = (report.game.as_deref(), report.reason.word());
    app.live.store().report(&by.id, &account.id, game, reason, text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells that a player was away from the page of a running rated game for so long.
#[utoipa::path(post, path = "/api/games/{id}/away", tag = "games",
    params(("id" = String, Path)), request_body = Away,
    responses((status = 204, description = "Noted, or of no interest"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn away(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(away): Body<Away>,
) -> Result<StatusCode, Error> {
    let account = &caller.known()?.id;
    if !(1..=3_600_000).contains(&away.ms) {
        return Err(Error::BadRequest("ms"));
    }
    let room = app.live.look(&id).await?.room;
    if !Side::BOTH.into_iter().any(|side| room.holds(Actor::Account(account), side)) {
        return Err(Error::NotYourGame);
    }
    if room.row.rated.counts() && room.row.phase == Phase::Live {
        app.live.store().note_away(&id, account, away.ms).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// What the caller is to be told and has not read.
#[utoipa::path(get, path = "/api/me/notices", tag = "people",
    responses((status = 200, description = "Notices, the oldest first", body = Vec<Told>),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn notices(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Vec<Told>> {
    Ok(Json(app.live.store().notices(&caller.known()?.id).await?))
}

/// The caller has read a notice.
#[utoipa::path(post, path = "/api/me/notices/{id}/seen", tag = "people",
    params(("id" = String, Path)),
    responses((status = 204, description = "Noted"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn seen(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let account = &caller.known()?.id;
    match is_plain(&id) && app.live.store().notice_seen(account, &id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::NotFound),
    }
}

/// What moderators look at first. For moderators.
#[utoipa::path(get, path = "/api/mod", tag = "moderation",
    responses((status = 200, description = "Reports, suspects, acts", body = Overview),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn overview(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Overview> {
    moderator(&caller)?;
    let store = app.live.store();
    Ok(Json(Overview {
        reports: store.reports(None).await?,
        suspects: fair_play::suspects(store).await?,
        acts: store.acts(None, 50).await?,
    }))
}

/// Everything that moderators know of an account. For moderators.
#[utoipa::path(get, path = "/api/mod/players/{name}", tag = "moderation",
    params(("name" = String, Path)),
    responses((status = 200, description = "The account", body = Dossier),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn dossier(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
) -> Answer<Dossier> {
    moderator(&caller)?;
    let account = named(&app, &name).await?;
    let store = app.live.store();
    let [addresses, devices] = store.shared(&account.id).await?;
    let games = store.games_of(&account.id, None, 50).await?;
    Ok(Json(Dossier {
        addresses,
        devices,
        reports: store.reports(Some(&account.id)).await?,
        signals: store.signals_of(&account.id).await?,
        games: games.into_iter().map(Listed::from).collect(),
        acts: store.acts(Some(&account.id), 200).await?,
        account: account.id,
        name: account.name,
        bot: account.bot,
        role: account.role,
        created_ms: account.created_ms,
        banned_ms: account.banned_ms,
        closed_ms: account.closed_ms,
    }))
}

/// Does something to an account: the person is notified, and it is logged. For moderators; roles are given
/// by admins, and no moderator acts on another.
#[utoipa::path(post, path = "/api/mod/players/{name}", tag = "moderation",
    params(("name" = String, Path)), request_body = DoAct,
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn act(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(name): Path<String>,
    Body(deed): Body<DoAct>,
) -> Result<StatusCode, Error> {
    let by = moderator(&caller)?;
    let account = named(&app, &name).await?;
    let text = checked(&deed.text)?;
    let above = by.role == Role::Admin || account.role == Role::None;
    let may = match deed.act {
        Deed::Note => true,
        Deed::Role => by.role == Role::Admin && account.id != by.id,
        _ => above && account.id != by.id,
    };
    if !may {
        return Err(Error::NotPossible);
    }
    if text.is_empty() && !matches!(deed.act, Deed::Unban | Deed::Reopen | Deed::Role) {
        return Err(Error::BadRequest("text"));
    }
    let act = match deed.act {
        Deed::Note => Act::Note,
        Deed::Warn => Act::Warn,
        Deed::Rename => {
            let name = deed.name.ok_or(Error::BadRequest("name"))?;
            Act::Rename(super::people::checked_name(&name)?)
        }
        Deed::Ban => {
            let days = deed.days.filter(|days| (1..=3650).contains(days));
            Act::Ban(now_ms() + days.ok_or(Error::BadRequest("days"))? * DAY_MS)
        }
        Deed::Unban => Act::Unban,
        Deed::Close => Act::Close,
        Deed::Reopen => Act::Reopen,
        Deed::Role => Act::Role(deed.role.unwrap_or_default()),
    };
    let store = app.live.store();
    if matches!(act, Act::Close) {
        leave_games(&app, &account.id).await?;
    }
    if !store.moderate(&by.id, &account.id, &act, text).await? {
        return Err(Error::NameTaken);
    }
    if matches!(act, Act::Close) && deed.refund {
        store.refund(&by.id, &account.id).await?;
    }
    app.live.person_changed(Some(&account.id));
    Ok(StatusCode::NO_CONTENT)
}

/// The games of an account that is closed do not wait for it.
async fn leave_games(app: &App, account: &str) -> Result<(), Error> {
    for (phase, command) in [(Phase::Open, Command::Abort), (Phase::Live, Command::Resign)] {
        for game in app.live.store().games_of(account, Some(phase), 200).await? {
            let who = Who::Account(account.to_owned());
            if let Err(error) = app.live.perform(&game.id, who, command.clone()).await {
                tracing::debug!(?error, game = game.id, "a game of a closed account goes on");
            }
        }
    }
    Ok(())
}

/// Is done with a report; who made it is notified. For moderators.
#[utoipa::path(post, path = "/api/mod/reports/{id}", tag = "moderation",
    params(("id" = String, Path)), request_body = Finish,
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn finish_report(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    Body(finish): Body<Finish>,
) -> Result<StatusCode, Error> {
    let by = moderator(&caller)?;
    let text = checked(&finish.text)?;
    match is_plain(&id) && app.live.store().finish_report(&by.id, &id, text).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::NotFound),
    }
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; NewReport, Away, DoAct, Finish)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(report, away, notices, seen, overview, dossier, act, finish_report))]
pub(super) struct Document;
