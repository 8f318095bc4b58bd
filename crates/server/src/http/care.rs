//! Looking after one's account: an address of mail by which a forgotten password is replaced, and
//! everything that the server knows of a person, to take along.

use axum::body::Body as Content;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::games::Listed;
use super::identity::{Caller, new_session};
use super::limits::Activity;
use super::people::{check_password, hash_password, is_password};
use super::{Answer, App, Body};
use crate::error::Error;
use crate::mail::{Letter, is_address};
use crate::names;
use crate::store::{Account, CredentialKind, Phase};
use crate::wire::Person;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/me/mail", get(mail).post(set_mail).delete(forget_mail))
        .route("/api/me/export", get(export))
        .route("/api/mail/confirm", post(confirm))
        .route("/api/recover", post(recover))
        .route("/api/recover/password", post(new_password))
}

/// The address of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct MailOut {
    /// Whether this server sends mail at all.
    available: bool,
    /// The confirmed address.
    #[schema(required = true)]
    mail: Option<String>,
}

/// An address to be used.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMail {
    /// The address.
    mail: String,
    /// The password, as a proof.
    password: String,
}

/// A code from a letter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Code {
    /// The code.
    code: String,
}

/// Who has forgotten the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forgotten {
    /// The name.
    name: String,
}

/// Another password, by a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovered {
    /// The code.
    code: String,
    /// The password to be: 8 to 200 characters.
    password: String,
}

/// The caller's address of mail.
#[utoipa::path(get, path = "/api/me/mail", tag = "people",
    responses((status = 200, description = "The address, if one is confirmed", body = MailOut),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn mail(State(app): State<App>, Extension(caller): Extension<Caller>) -> Answer<MailOut> {
    let mail = app.live.store().mail_of(&caller.known()?.id).await?;
    Ok(Json(MailOut { available: app.mailer.is_some(), mail }))
}

/// Sends a code to an address; it is the caller's when the code comes back.
#[utoipa::path(post, path = "/api/me/mail", tag = "people", request_body = NewMail,
    responses((status = 204, description = "A letter is on its way"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn set_mail(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(new): Body<NewMail>,
) -> Result<StatusCode, Error> {
    let account = caller.known()?;
    if account.is_guest() || app.mailer.is_none() {
        return Err(Error::NotPossible);
    }
    if !is_address(&new.mail) {
        return Err(Error::BadRequest("mail"));
    }
    if !app.limits.allow(Activity::Mail, &account.id)
        || !app.limits.allow(Activity::Mail, &caller.address)
    {
        return Err(Error::RateLimited);
    }
    if !is_password(new.password, account.password.clone()).await? {
        return Err(Error::WrongPassword);
    }
    send(&app, &caller, account, &new.mail, Letter::Confirm).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets the caller's address.
#[utoipa::path(delete, path = "/api/me/mail", tag = "people",
    responses((status = 204, description = "Forgotten"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn forget_mail(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<StatusCode, Error> {
    app.live.store().set_mail(&caller.known()?.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes and sends a code. That it could not be sent is in the log, and in no answer to a client that
/// could learn from it who has an address.
async fn send(
    app: &App,
    caller: &Caller,
    account: &Account,
    mail: &str,
    letter: Letter,
) -> Result<(), Error> {
    let Some(mailer) = app.mailer.clone() else { return Ok(()) };
    let code = app.live.store().mail_code(&account.id, letter, mail).await?;
    let (mail, lang) = (mail.to_owned(), caller.lang);
    let name = account.name.clone().unwrap_or_default();
    tokio::spawn(async move {
        if let Err(error) = mailer.send(&mail, &name, letter, &code, lang).await {
            tracing::error!(%error, "a letter could not be sent");
        }
    });
    Ok(())
}

/// Confirms an address by the code that was sent there.
#[utoipa::path(post, path = "/api/mail/confirm", tag = "people", request_body = Code,
    responses((status = 204, description = "Confirmed"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn confirm(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(code): Body<Code>,
) -> Result<StatusCode, Error> {
    if !app.limits.allow(Activity::Password, &caller.address) {
        return Err(Error::RateLimited);
    }
    let store = app.live.store();
    let (account, mail) =
        store.use_mail_code(&code.code, Letter::Confirm).await?.ok_or(Error::NotFound)?;
    store.set_mail(&account, Some(&mail)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a code by which another password can be set, if the account has an address. The answer is the
/// same whether it has, and whether there is such an account.
#[utoipa::path(post, path = "/api/recover", tag = "people", request_body = Forgotten,
    responses((status = 204, description = "If there is an address, a letter is on its way"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn recover(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(forgotten): Body<Forgotten>,
) -> Result<StatusCode, Error> {
    if app.mailer.is_none() {
        return Err(Error::NotPossible);
    }
    let key = names::key(&forgotten.name);
    if !app.limits.allow(Activity::Mail, &caller.address) {
        return Err(Error::RateLimited);
    }
    let store = app.live.store();
    let account = match names::has_form(&forgotten.name) {
        true => store.account_named(&forgotten.name).await?,
        false => None,
    };
    if let Some(account) = account
        && let Some(mail) = store.mail_of(&account.id).await?
        // No mailbox is filled by strangers; the letters before are good for an hour.
        && app.limits.allow(Activity::Mail, &key)
    {
        send(&app, &caller, &account, &mail, Letter::Recover).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Sets another password by a code, ends all sessions, and begins one.
#[utoipa::path(post, path = "/api/recover/password", tag = "people", request_body = Recovered,
    responses((status = 200, description = "The account", body = Person),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn new_password(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(recovered): Body<Recovered>,
) -> Answer<Person> {
    if !app.limits.allow(Activity::Password, &caller.address) {
        return Err(Error::RateLimited);
    }
    check_password(&recovered.password)?;
    let store = app.live.store();
    let (id, _) =
        store.use_mail_code(&recovered.code, Letter::Recover).await?.ok_or(Error::NotFound)?;
    let account = store.account(&id).await?.ok_or(Error::NotFound)?;
    let hash = hash_password(recovered.password).await?;
    store.set_password(&id, &hash, "", false).await?;
    new_session(&app, &caller, &id).await?;
    Ok(Json(Person::from(&account)))
}

/// Everything that the server knows of the caller, as JSON lines, each with its `kind`: the account,
/// settings, sessions and tokens, ratings, notebooks, notices, reports, addresses and browsers as
/// hashes, and the games with their records.
#[utoipa::path(get, path = "/api/me/export", tag = "people",
    responses((status = 200, description = "JSON lines", body = String,
        content_type = "application/x-ndjson"),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn export(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Error> {
    let account = caller.known()?.clone();
    if !app.limits.allow(Activity::Mail, &format!("export {}", account.id)) {
        return Err(Error::RateLimited);
    }
    let (send, receive) = mpsc::channel::<Result<Bytes, std::io::Error>>(16);
    tokio::spawn(async move {
        if let Err(error) = write_export(&app, &account, &send).await {
            tracing::warn!(?error, "an export was cut short");
            let _ = send.send(Err(std::io::Error::other("cut short"))).await;
        }
    });
    let lines = futures_util::stream::unfold(receive, |mut receive| async move {
        receive.recv().await.map(|line| (line, receive))
    });
    let head = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"igroteka.jsonl\""),
    ];
    Ok((head, Content::from_stream(lines)).into_response())
}

async fn write_export(
    app: &App,
    account: &Account,
    lines: &mpsc::Sender<Result<Bytes, std::io::Error>>,
) -> Result<(), Error> {
    let store = app.live.store();
    let id = &account.id;
    let line = async |kind: &str, data: Value| {
        let mut text = json!({ "kind": kind, "data": data }).to_string();
        text.push('\n');
        lines.send(Ok(text.into())).await.map_err(|_| Error::Internal)
    };
    let person = json!({
        "account": id,
        "name": account.name,
        "bot": account.bot,
        "role": account.role,
        "created_ms": account.created_ms,
        "banned_ms": account.banned_ms,
        "closed_ms": account.closed_ms,
        "mail": store.mail_of(id).await?,
    });
    line("account", person).await?;
    let settings = store.settings(id).await?.and_then(|text| serde_json::from_str(&text).ok());
    line("settings", settings.unwrap_or_default()).await?;
    for (kind, word) in [(CredentialKind::Session, "session"), (CredentialKind::Token, "token")] {
        for one in store.credentials(id, kind).await? {
            let data = json!({ "label": one.label, "agent": one.agent,
                "scopes": one.scopes.all(), "created_ms": one.created_ms, "seen_ms": one.seen_ms });
            line(word, data).await?;
        }
    }
    for (game, standing) in store.standings(id).await? {
        let data = json!({ "game": game, "rating": standing.rating,
            "deviation": standing.deviation, "games": standing.games });
        line("rating", data).await?;
    }
    for change in store.rating_history(id).await? {
        line("rating-change", json!(change)).await?;
    }
    for (book, ..) in store.notebooks(id).await? {
        if let Some(kept) = store.notebook(id, &book).await? {
            let body: Value = serde_json::from_str(&kept.body).unwrap_or_default();
            line("notebook", json!({ "id": book, "title": kept.title, "body": body })).await?;
        }
    }
    for notice in store.all_notices(id).await? {
        line("notice", json!(notice)).await?;
    }
    for report in store.reports_by(id).await? {
        line("report", json!(report)).await?;
    }
    let [addresses, devices] = store.seen_at(id).await?;
    for (word, all) in [("address", addresses), ("device", devices)] {
        for (hash, first_ms, seen_ms) in all {
            line(word, json!({ "hash": hash, "first_ms": first_ms, "seen_ms": seen_ms })).await?;
        }
    }
    let mut last = None;
    loop {
        let games = store.games_behind(id, last.as_ref(), 100).await?;
        last = games.last().cloned();
        if last.is_none() {
            return Ok(());
        }
        for game in games {
            let record = match app.live.look(&game.id).await {
                Ok(snapshot) => Some(snapshot.record().write()),
                Err(_) => None,
            };
            let over = game.phase == Phase::Over;
            let data = json!({ "game": Listed::from(game), "over": over, "record": record });
            line("game", data).await?;
        }
    }
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; NewMail, Code, Forgotten, Recovered)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(mail, set_mail, forget_mail, confirm, recover, new_password, export))]
pub(super) struct Document;
