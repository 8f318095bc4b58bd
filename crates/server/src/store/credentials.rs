//! Credentials: the sessions of browsers and the tokens of programs, kept as hashes.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::people::Account;
use super::{Result, Store, now_ms, reading, writing};
use crate::secret;

/// The two kinds of credentials.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CredentialKind {
    /// A browser's cookie.
    Session,
    /// A personal access token.
    Token,
}

impl CredentialKind {
    const fn word(self) -> &'static str {
        match self {
            CredentialKind::Session => "session",
            CredentialKind::Token => "token",
        }
    }
}

/// What a token may be used for. Whatever concerns the account itself, tokens among it, needs a
/// session.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// See what the account sees.
    Read,
    /// Make, join and play games.
    Play,
    /// Play as a program: the streams for bots too.
    Bot,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Bot];

    const fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Bot => "bot",
        }
    }
}

/// The scopes of a token, as they are stored: words with spaces between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    /// Scopes, each once.
    #[must_use]
    pub fn new(mut all: Vec<Scope>) -> Scopes {
        all.sort_unstable();
        all.dedup();
        Scopes(all)
    }

    /// The scopes in order.
    #[must_use]
    pub fn all(&self) -> &[Scope] {
        &self.0
    }

    /// Whether one of them is enough for this: each can do what those before it can.
    #[must_use]
    pub fn reach(&self, needed: Scope) -> bool {
        self.0.last().is_some_and(|widest| *widest >= needed)
    }

    fn words(&self) -> String {
        self.0.iter().map(|scope| scope.word()).collect::<Vec<_>>().join(" ")
    }
}

impl From<String> for Scopes {
    fn from(words: String) -> Scopes {
        let known = |word| Scope::ALL.into_iter().find(|scope| scope.word() == word);
        Scopes::new(words.split(' ').filter_map(known).collect())
    }
}

/// A credential as a list shows it; the secret itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Credential {
    /// The hash, which is its name in the list.
    pub hash: String,
    /// What its owner calls it.
    pub label: String,
    /// What a token may be used for.
    #[sqlx(try_from = "String")]
    pub scopes: Scopes,
    /// The program that a session was begun with, as it calls itself.
    pub agent: String,
    /// When it was made.
    pub created_ms: i64,
    /// When it was last used, to within some minutes.
    pub seen_ms: i64,
}

/// A credential to be made.
#[derive(Clone, Debug)]
pub struct Grant<'a> {
    /// Session or token.
    pub kind: CredentialKind,
    /// What its owner calls it.
    pub label: &'a str,
    /// What a token may be used for.
    pub scopes: Scopes,
    /// The program that a session is begun with.
    pub agent: &'a str,
    /// Until when it is good.
    pub expires_ms: i64,
}

/// Who holds a credential.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Holder {
    /// The account.
    #[sqlx(flatten)]
    pub account: Account,
    /// What a token may be used for.
    #[sqlx(try_from = "String")]
    pub scopes: Scopes,
    /// When the credential was last used, to within some minutes.
    pub seen_ms: i64,
}

impl Store {
    /// Makes a credential and gives the secret, which is not kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn grant(&self, account: &str, grant: Grant<'_>) -> Result<String> {
        let secret = secret::credential();
        writing!(self, pool => {
            sqlx::query(
                "INSERT INTO credential \
                 (hash, kind, account, label, scopes, agent, created_ms, seen_ms, expires_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
            )
            .bind(secret::hash(&secret)).bind(grant.kind.word()).bind(account).bind(grant.label)
            .bind(grant.scopes.words()).bind(grant.agent).bind(now_ms()).bind(grant.expires_ms)
            .execute(pool).await?;
        });
        Ok(secret)
    }

    /// Whose credential this is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn holder(&self, secret: &str, kind: CredentialKind) -> Result<Option<Holder>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT a.id, a.name, a.password, a.bot, a.created_ms, a.role, a.banned_ms, \
                 a.closed_ms, c.scopes, c.seen_ms \
                 FROM credential c JOIN account a ON a.id = c.account \
                 WHERE c.hash = $1 AND c.kind = $2 AND c.expires_ms > $3 AND a.deleted_ms IS NULL",
            )
            .bind(secret::hash(secret)).bind(kind.word()).bind(now_ms())
            .fetch_optional(pool).await?
        }))
    }

    /// The sessions or the tokens of an account, the newest last.
    ///
    /// # Errors
    /// The database failed.
    pub async fn credentials(
        &self,
        account: &str,
        kind: CredentialKind,
    ) -> Result<Vec<Credential>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT hash, label, scopes, agent, created_ms, seen_ms FROM credential \
                 WHERE account = $1 AND kind = $2 AND expires_ms > $3 ORDER BY created_ms, hash",
            )
            .bind(account).bind(kind.word()).bind(now_ms()).fetch_all(pool).await?
        }))
    }

    /// Takes a credential back by its hash: false if the account has none of this kind with it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn revoke(&self, account: &str, kind: CredentialKind, hash: &str) -> Result<bool> {
        let revoked = writing!(self, pool => {
            sqlx::query("DELETE FROM credential WHERE account = $1 AND kind = $2 AND hash = $3")
                .bind(account).bind(kind.word()).bind(hash).execute(pool).await?
                .rows_affected() == 1
        });
        self.credentials_changed(account).await?;
        Ok(revoked)
    }

    /// Ends all sessions of an account but the one with this hash.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_sessions(&self, account: &str, keep: &str) -> Result<()> {
        writing!(self, pool => {
            sqlx::query(
                "DELETE FROM credential WHERE account = $1 AND kind = 'session' AND hash <> $2",
            )
            .bind(account).bind(keep).execute(pool).await?;
        });
        self.credentials_changed(account).await
    }
}
