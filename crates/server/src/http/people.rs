//! People: guests, accounts, sessions, tokens, profiles.

use std::sync::LazyLock;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::extract::{Path, State};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};
use rules::GameId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::games::{Listed, is_plain};
use super::identity::{Caller, new_guest, new_session};
use super::limits::Activity;
use super::{Answer, App, Body};
use crate::error::Error;
use crate::names::{self, NameFault};
use crate::rating;
use crate::secret;
use crate::store::{Account, Change, CredentialKind, Grant, Scope, Scopes, now_ms};
use crate::wire::Person;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/me", get(me).delete(forget))
        .route("/api/me/games", get(my_games))
        .route("/api/me/password", post(password))
        .route("/api/me/settings", get(settings).put(keep_settings))
        .route("/api/me/tokens", get(tokens).post(new_token))
        .route("/api/me/tokens/{hash}", delete(revoke))
        .route("/api/guest", post(guest))
        .route("/api/register", post(register))
        .route("/api/login", post(login))
        .route("/api/logout", post(logout))
        .route("/api/players/{name}", get(profile))
}

/// A name with its password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Names {
    /// The name: 2 to 24 letters, digits, `-` or `_`.
    name: String,
    /// The password: 8 to 200 characters.
    password: String,
    /// Whether a program plays.
    #[serde(default)]
    bot: bool,
    /// The code of an invitation, where one is needed.
    invitation: Option<String>,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The present one.
    old: String,
    /// The one to be: 8 to 200 characters.
    new: String,
    /// Whether all tokens are taken back too.
    #[serde(default)]
    revoke_tokens: bool,
}

/// The proof that an account may be deleted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proof {
    /// The password; a guest has none.
    #[serde(default)]
    password: String,
}

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    /// What its owner calls it, at most 60 characters.
    #[serde(default)]
    label: String,
    /// What it may be used for; everything that a token can do if left out.
    scopes: Option<Vec<Scope>>,
}

/// A personal access token.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenOut {
    /// Its name in the list.
    id: String,
    /// What its owner calls it.
    label: String,
    /// What it may be used for.
    scopes: Vec<Scope>,
    /// When it was made.
    created_ms: i64,
    /// When it was last used, to within some minutes.
    seen_ms: i64,
    /// The token itself: shown once, when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
}

/// A rating as a profile shows it.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingOut {
    /// The game.
    game: GameId,
    /// The rating.
    rating: f64,
    /// How uncertain it is.
    deviation: f64,
    /// Whether it is too uncertain to be compared.
    provisional: bool,
    /// Rated games so far.
    games: i64,
}

/// A player's profile.
#[derive(Serialize, ToSchema)]
pub(crate) struct Profile {
    /// The account.
    account: String,
    /// The name.
    #[schema(required = true)]
    name: Option<String>,
    /// Whether it is a bot.
    bot: bool,
    /// Since when.
    created_ms: i64,
    /// Ratings by game.
    ratings: Vec<RatingOut>,
    /// How they went.
    history: Vec<Change>,
    /// The last games.
    games: Vec<Listed>,
}

fn person(account: &Account) -> Person {
    Person::from(account)
}

/// Who the server takes the caller for.
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, description = "The caller, or null", body = Option<Person>)))]
async fn me(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Option<Person>> {
    let Some(account) = &caller.account else { return Ok(Json(None)) };
    let notices = !app.live.store().notices(&account.id).await?.is_empty();
    Ok(Json(Some(Person { notices, ..person(account) })))
}

/// The caller's games, newest first.
#[utoipa::path(get, path = "/api/me/games", tag = "people",
    responses((status = 200, description = "Games", body = Vec<Listed>)))]
async fn my_games(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Vec<Listed>> {
    let Some(id) = caller.id() else { return Ok(Json(Vec::new())) };
    let found = app.live.store().games_of(id, None, 200).await?;
    Ok(Json(found.into_iter().map(Listed::from).collect()))
}

/// Makes the caller a guest, unless known already. A cookie keeps who it is.
#[utoipa::path(post, path = "/api/guest", tag = "people",
    responses((status = 200, description = "The caller", body = Person)))]
async fn guest(State(app): State<App>, Extension(caller): Extension<Caller>) -> Answer<Person> {
    match &caller.account {
        Some(account) => Ok(Json(person(account))),
        None => Ok(Json(person(&new_guest(&app, &caller).await?))),
    }
}

/// Makes an account; a guest's games become its own.
#[utoipa::path(post, path = "/api/register", tag = "people", request_body = Names,
    responses((status = 200, description = "The account", body = Person),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn register(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(names): Body<Names>,
) -> Answer<Person> {
    if !app.limits.allow(Activity::Password, &caller.address) {
        return Err(Error::RateLimited);
    }
    let name = checked_name(&names.name)?;
    check_password(&names.password)?;
    let store = app.live.store();
    if !store.is_name_free(&name).await? {
        return Err(Error::NameTaken);
    }
    let account = match &caller.account {
        Some(account) if account.is_guest() => account.clone(),
        Some(_) => return Err(Error::NotPossible),
        None => store.create_guest().await?,
    };
    if app.config.invitation_only {
        let code = names.invitation.as_deref().unwrap_or_default();
        if !store.use_invitation(code, &account.id).await? {
            return Err(Error::NotInvited);
        }
    }
    let hash = hash_password(names.password).await?;
    if !store.name_account(&account.id, &name, &hash, names.bot).await? {
        return Err(Error::NameTaken);
    }
    store.end_sessions(&account.id, "").await?;
    new_session(&app, &caller, &account.id).await?;
    app.live.person_changed(Some(&account.id));
    Ok(Json(Person { name: Some(name), bot: names.bot, ..person(&account) }))
}

/// Begins a session.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Names,
    responses((status = 200, description = "The account", body = Person),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn login(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(names): Body<Names>,
) -> Answer<Person> {
    let account = match names::has_form(&names.name) {
        true => app.live.store().account_named(&names.name).await?,
        false => None,
    };
    let known = match (&caller.device, &account) {
        (Some(device), Some(account)) => {
            app.live.store().is_known_device(device, &account.id).await?
        }
        _ => false,
    };
    // Tries at a name are limited, or many strangers could guess together; but what they use up is
    // not the owner's: a browser that the account was used from before has tries of its own.
    let allowed = match &caller.device {
        Some(device) if known => app.limits.allow(Activity::Password, &format!("device {device}")),
        _ => {
            app.limits.allow(Activity::Password, &caller.address)
                && app.limits.allow(Activity::Name, &names.name.to_lowercase())
        }
    };
    if !allowed {
        return Err(Error::RateLimited);
    }
    let stored = account.as_ref().and_then(|account| account.password.clone());
    if !is_password(names.password, stored).await? {
        return Err(Error::WrongPassword);
    }
    let account = account.ok_or(Error::WrongPassword)?;
    new_session(&app, &caller, &account.id).await?;
    Ok(Json(person(&account)))
}

/// Ends the session.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = 204, description = "Done")))]
async fn logout(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Result<axum::http::StatusCode, Error> {
    if let (Some(account), Some(session)) = (caller.id(), caller.credential()) {
        app.live.store().revoke(account, CredentialKind::Session, session).await?;
        caller.set_cookie("");
    }
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// Sets another password; other sessions end, and all tokens if asked to.
#[utoipa::path(post, path = "/api/me/password", tag = "people", request_body = NewPassword,
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn password(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(passwords): Body<NewPassword>,
) -> Result<axum::http::StatusCode, Error> {
    let account = caller.known()?;
    if !app.limits.allow(Activity::Password, &account.id) {
        return Err(Error::RateLimited);
    }
    check_password(&passwords.new)?;
    if !is_password(passwords.old, account.password.clone()).await? {
        return Err(Error::WrongPassword);
    }
    let hash = hash_password(passwords.new).await?;
    let keep = caller.session.as_deref().unwrap_or_default();
    app.live.store().set_password(&account.id, &hash, keep, passwords.revoke_tokens).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// The most bytes that settings may have.
const LARGEST_SETTINGS: usize = 4096;

/// What the caller has chosen on the pages, as kept last; an empty object if nothing was.
#[utoipa::path(get, path = "/api/me/settings", tag = "people",
    responses((status = 200, description = "Settings", body = Object),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn settings(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Map<String, Value>> {
    let kept = app.live.store().settings(&caller.known()?.id).await?;
    let read = |text: String| serde_json::from_str(&text).ok();
    Ok(Json(kept.and_then(read).unwrap_or_default()))
}

/// Keeps what the caller has chosen on the pages: an object of at most 4096 bytes, which the server
/// does not interpret.
#[utoipa::path(put, path = "/api/me/settings", tag = "people", request_body = Object,
    responses((status = 204, description = "Kept"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn keep_settings(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(settings): Body<Map<String, Value>>,
) -> Result<axum::http::StatusCode, Error> {
    let account = &caller.known()?.id;
    let text = serde_json::to_string(&settings).map_err(|_| Error::Internal)?;
    if text.len() > LARGEST_SETTINGS || text.contains("\\u0000") {
        return Err(Error::BadRequest("settings"));
    }
    app.live.store().keep_settings(account, &text).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// Forgets the caller: name, password, sessions, tokens, ratings. The games stay, without a name.
#[utoipa::path(delete, path = "/api/me", tag = "people", request_body = Proof,
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn forget(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(proof): Body<Proof>,
) -> Result<axum::http::StatusCode, Error> {
    let account = caller.known()?;
    if !app.limits.allow(Activity::Password, &account.id) {
        return Err(Error::RateLimited);
    }
    if !account.is_guest() && !is_password(proof.password, account.password.clone()).await? {
        return Err(Error::WrongPassword);
    }
    app.live.store().delete_account(&account.id).await?;
    app.live.person_changed(Some(&account.id));
    caller.set_cookie("");
    Ok(axum::http::StatusCode::NO_CONTENT)
}

/// The caller's personal access tokens.
#[utoipa::path(get, path = "/api/me/tokens", tag = "people",
    responses((status = 200, description = "Tokens", body = Vec<TokenOut>),
        (status = 401, description = "No valid credential", body = crate::error::Refused)))]
async fn tokens(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
) -> Answer<Vec<TokenOut>> {
    let account = &caller.known()?.id;
    let tokens = app.live.store().credentials(account, CredentialKind::Token).await?;
    let out = tokens.into_iter().map(|token| TokenOut {
        id: token.hash,
        label: token.label,
        scopes: token.scopes.all().to_vec(),
        created_ms: token.created_ms,
        seen_ms: token.seen_ms,
        token: None,
    });
    Ok(Json(out.collect()))
}

/// Makes a personal access token; it is shown this once.
#[utoipa::path(post, path = "/api/me/tokens", tag = "people", request_body = Label,
    responses((status = 200, description = "The token", body = TokenOut),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn new_token(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Body(label): Body<Label>,
) -> Answer<TokenOut> {
    let account = caller.known()?;
    if label.label.chars().count() > 60 || !is_plain(&label.label) {
        return Err(Error::BadRequest("label"));
    }
    let scopes = Scopes::new(label.scopes.unwrap_or_else(|| Scope::ALL.to_vec()));
    if scopes.all().is_empty() {
        return Err(Error::BadRequest("scopes"));
    }
    let store = app.live.store();
    let kind = CredentialKind::Token;
    if account.is_guest() || store.credentials(&account.id, kind).await?.len() >= 20 {
        return Err(Error::NotPossible);
    }
    let expires_ms = i64::MAX;
    let grant = Grant { kind, label: &label.label, scopes: scopes.clone(), agent: "", expires_ms };
    let token = store.grant(&account.id, grant).await?;
    let now = now_ms();
    Ok(Json(TokenOut {
        id: secret::hash(&token),
        label: label.label,
        scopes: scopes.all().to_vec(),
        created_ms: now,
        seen_ms: now,
        token: Some(token),
    }))
}

/// Takes a token back.
#[utoipa::path(delete, path = "/api/me/tokens/{hash}", tag = "people",
    params(("hash" = String, Path)),
    responses((status = 204, description = "Done"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn revoke(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(hash): Path<String>,
) -> Result<axum::http::StatusCode, Error> {
    let account = &caller.known()?.id;
    let store = app.live.store();
    match is_plain(&hash) && store.revoke(account, CredentialKind::Token, &hash).await? {
        true => Ok(axum::http::StatusCode::NO_CONTENT),
        false => Err(Error::NotFound),
    }
}

/// A player's profile.
#[utoipa::path(get, path = "/api/players/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, description = "The profile", body = Profile),
        (status = 404, description = "There is none", body = crate::error::Refused)))]
async fn profile(State(app): State<App>, Path(name): Path<String>) -> Answer<Profile> {
    let store = app.live.store();
    let account = match names::has_form(&name) {
        true => store.account_named(&name).await?.ok_or(Error::NotFound)?,
        false => return Err(Error::NotFound),
    };
    let now = now_ms();
    let ratings = store
        .standings(&account.id)
        .await?
        .into_iter()
        .map(|(game, standing)| {
            let standing = rating::aged(standing, now);
            RatingOut {
                game,
                rating: standing.rating,
                deviation: standing.deviation,
                provisional: standing.is_provisional(),
                games: standing.games,
            }
        })
        .collect();
    let history = store.rating_history(&account.id).await?;
    let games = store.public_games_of(&account.id, 50).await?;
    Ok(Json(Profile {
        account: account.id,
        name: account.name,
        bot: account.bot,
        created_ms: account.created_ms,
        ratings,
        history,
        games: games.into_iter().map(Listed::from).collect(),
    }))
}

/// A new name.
pub(super) fn checked_name(name: &str) -> Result<String, Error> {
    names::checked(name).map_err(|fault| match fault {
        NameFault::Form => Error::BadName,
        NameFault::Mixed => Error::MixedName,
        NameFault::Reserved => Error::NameReserved,
    })
}

pub(super) fn check_password(password: &str) -> Result<(), Error> {
    let length = password.chars().count();
    if (8..=200).contains(&length) { Ok(()) } else { Err(Error::BadPassword) }
}

/// Hashing takes memory and time on purpose: only so many at once.
static HASHING: Semaphore = Semaphore::const_new(2);

fn argon2() -> Argon2<'static> {
    // OWASP's choice for argon2id: 19 MiB, two passes.
    Argon2::new(
        Algorithm::Argon2id,
        Version::V0x13,
        Params::new(19_456, 2, 1, None).unwrap_or_default(),
    )
}

pub(super) async fn hash_password(password: String) -> Result<String, Error> {
    let _permit = HASHING.acquire().await.map_err(|_| Error::Internal)?;
    let hash = move || {
        let salt = SaltString::encode_b64(&secret::bytes::<16>()).ok()?;
        let hash = argon2().hash_password(password.as_bytes(), &salt).ok()?;
        Some(hash.to_string())
    };
    tokio::task::spawn_blocking(hash).await.ok().flatten().ok_or(Error::Internal)
}

/// Whether the password is the stored one. Takes as long if nothing is stored.
pub(super) async fn is_password(password: String, stored: Option<String>) -> Result<bool, Error> {
    static NOBODY: LazyLock<String> = LazyLock::new(|| {
        let salt = SaltString::encode_b64(&[0; 16]).ok();
        let hash = salt
            .and_then(|salt| argon2().hash_password(b"", &salt).ok().map(|hash| hash.to_string()));
        hash.unwrap_or_default()
    });
    if password.chars().count() > 200 {
        return Ok(false);
    }
    let _permit = HASHING.acquire().await.map_err(|_| Error::Internal)?;
    let check = move || {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| NOBODY.clone());
        let hash = PasswordHash::new(&stored).ok()?;
        let right = argon2().verify_password(password.as_bytes(), &hash).is_ok();
        Some(right && known)
    };
    tokio::task::spawn_blocking(check).await.ok().flatten().ok_or(Error::Internal)
}

/// The bodies of this module that bytes can be read as.
pub(super) fn bodies(bytes: &[u8]) -> Vec<&'static str> {
    super::readable!(bytes; Names, NewPassword, Proof, Label)
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(
    me,
    my_games,
    guest,
    register,
    login,
    logout,
    password,
    settings,
    keep_settings,
    forget,
    tokens,
    new_token,
    revoke,
    profile
))]
pub(super) struct Document;
