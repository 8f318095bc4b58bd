//! People: accounts, and the credentials that identify them.

use sqlx::FromRow;

use super::columns::Flag;
use super::{Result, Store, now_ms, reading, writing};
use crate::secret;

/// An account or a guest.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Account {
    /// The id.
    pub id: String,
    /// The name; a guest has none.
    pub name: Option<String>,
    /// The password's argon2id text; a guest has none.
    pub password: Option<String>,
    /// Whether it is a bot.
    #[sqlx(try_from = "Flag")]
    pub bot: bool,
    /// When it was made.
    pub created_ms: i64,
}

impl Account {
    /// Whether it has no name.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.name.is_none()
    }
}

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

/// A personal access token as a list shows it; the token itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Credential {
    /// The hash, which is its name in the list.
    pub hash: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created_ms: i64,
}

const ACCOUNT: &str = "SELECT id, name, password, bot, created_ms FROM account";

/// The form in which names are compared.
fn name_key(name: &str) -> String {
    name.to_lowercase()
}

fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

impl Store {
    /// Makes a guest.
    ///
    /// # Errors
    /// The database failed.
    pub async fn create_guest(&self) -> Result<Account> {
        let account = Account {
            id: secret::token(16),
            name: None,
            password: None,
            bot: false,
            created_ms: now_ms(),
        };
        writing!(self, pool => {
            sqlx::query("INSERT INTO account (id, created_ms) VALUES ($1, $2)")
                .bind(&account.id).bind(account.created_ms).execute(pool).await?;
        });
        Ok(account)
    }

    /// Turns a guest into an account with a name: false if the name is taken.
    ///
    /// # Errors
    /// The database failed.
    pub async fn name_account(
        &self,
        id: &str,
        name: &str,
        password: &str,
        bot: bool,
    ) -> Result<bool> {
        let done = writing!(self, pool => {
            sqlx::query(
                "UPDATE account SET name = $2, name_key = $3, password = $4, bot = $5 \
                 WHERE id = $1 AND name IS NULL AND deleted_ms IS NULL",
            )
            .bind(id).bind(name).bind(name_key(name)).bind(password).bind(i64::from(bot))
            .execute(pool).await.map(|done| done.rows_affected())
        });
        match done {
            Ok(rows) => Ok(rows == 1),
            Err(error) if is_taken(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// The account with this id.
    ///
    /// # Errors
    /// The database failed.
    pub async fn account(&self, id: &str) -> Result<Option<Account>> {
        let sql = format!("{ACCOUNT} WHERE id = $1");
        Ok(reading!(self, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?))
    }

    /// The account with this name, however its letters are cased.
    ///
    /// # Errors
    /// The database failed.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        let sql = format!("{ACCOUNT} WHERE name_key = $1");
        let key = name_key(name);
        Ok(reading!(self, pool => sqlx::query_as(&sql).bind(&key).fetch_optional(pool).await?))
    }

    /// Sets another password and ends all sessions but one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_password(&self, id: &str, password: &str, keep: &str) -> Result<()> {
        writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query("UPDATE account SET password = $2 WHERE id = $1")
                .bind(id).bind(password).execute(&mut *both).await?;
            sqlx::query(
                "DELETE FROM credential WHERE account = $1 AND kind = 'session' AND hash <> $2",
            )
            .bind(id).bind(secret::hash(keep)).execute(&mut *both).await?;
            both.commit().await?;
        });
        self.credentials_changed(id).await
    }

    /// What a person has chosen on the pages: JSON, if anything was kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settings(&self, id: &str) -> Result<Option<String>> {
        let row: Option<(Option<String>,)> = reading!(self, pool => {
            sqlx::query_as("SELECT settings FROM account WHERE id = $1")
                .bind(id).fetch_optional(pool).await?
        });
        Ok(row.and_then(|(settings,)| settings))
    }

    /// Keeps what a person has chosen.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_settings(&self, id: &str, settings: &str) -> Result<()> {
        writing!(self, pool => {
            sqlx::query("UPDATE account SET settings = $2 WHERE id = $1")
                .bind(id).bind(settings).execute(pool).await?;
        });
        Ok(())
    }

    /// Forgets a person: name, password, settings, credentials and ratings. The games stay, without
    /// a name.
    ///
    /// # Errors
    /// The database failed.
    pub async fn delete_account(&self, id: &str) -> Result<()> {
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            sqlx::query(
                "UPDATE account SET name = NULL, name_key = NULL, password = NULL, \
                 settings = NULL, deleted_ms = $2 WHERE id = $1",
            )
            .bind(id).bind(now_ms()).execute(&mut *all).await?;
            for table in ["credential", "rating", "rating_change"] {
                let sql = format!("DELETE FROM {table} WHERE account = $1");
                sqlx::query(&sql).bind(id).execute(&mut *all).await?;
            }
            all.commit().await?;
        });
        self.credentials_changed(id).await
    }

    /// Makes a credential and gives the secret, which is not kept.
    ///
    /// # Errors
    /// The database failed.
    pub async fn grant(
        &self,
        account: &str,
        kind: CredentialKind,
        label: &str,
        expires_ms: i64,
    ) -> Result<String> {
        let secret = secret::credential();
        writing!(self, pool => {
            sqlx::query(
                "INSERT INTO credential (hash, kind, account, label, created_ms, expires_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(secret::hash(&secret)).bind(kind.word()).bind(account).bind(label)
            .bind(now_ms()).bind(expires_ms).execute(pool).await?;
        });
        Ok(secret)
    }

    /// Whose credential this is.
    ///
    /// # Errors
    /// The database failed.
    pub async fn holder(&self, secret: &str, kind: CredentialKind) -> Result<Option<Account>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT a.id, a.name, a.password, a.bot, a.created_ms \
                 FROM credential c JOIN account a ON a.id = c.account \
                 WHERE c.hash = $1 AND c.kind = $2 AND c.expires_ms > $3 AND a.deleted_ms IS NULL",
            )
            .bind(secret::hash(secret)).bind(kind.word()).bind(now_ms())
            .fetch_optional(pool).await?
        }))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// The database failed.
    pub async fn revoke(&self, account: &str, secret: &str) -> Result<()> {
        writing!(self, pool => {
            sqlx::query("DELETE FROM credential WHERE account = $1 AND hash = $2")
                .bind(account).bind(secret::hash(secret)).execute(pool).await?;
        });
        self.credentials_changed(account).await
    }

    /// The personal access tokens of an account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tokens(&self, account: &str) -> Result<Vec<Credential>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT hash, label, created_ms FROM credential \
                 WHERE account = $1 AND kind = 'token' ORDER BY created_ms",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// Takes a token back: false if the account has none with this hash.
    ///
    /// # Errors
    /// The database failed.
    pub async fn revoke_token(&self, account: &str, hash: &str) -> Result<bool> {
        let revoked = writing!(self, pool => {
            sqlx::query("DELETE FROM credential WHERE account = $1 AND hash = $2 AND kind = 'token'")
                .bind(account).bind(hash).execute(pool).await?.rows_affected() == 1
        });
        self.credentials_changed(account).await?;
        Ok(revoked)
    }

    /// Makes an invitation and gives its code.
    ///
    /// # Errors
    /// The database failed.
    pub async fn invite(&self) -> Result<String> {
        let code = secret::token(20);
        writing!(self, pool => {
            sqlx::query("INSERT INTO invitation (hash, created_ms) VALUES ($1, $2)")
                .bind(secret::hash(&code)).bind(now_ms()).execute(pool).await?;
        });
        Ok(code)
    }

    /// Uses an invitation up: false if it is none, or used.
    ///
    /// # Errors
    /// The database failed.
    pub async fn use_invitation(&self, code: &str, account: &str) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query("UPDATE invitation SET used_by = $2 WHERE hash = $1 AND used_by IS NULL")
                .bind(secret::hash(code)).bind(account).execute(pool).await?.rows_affected() == 1
        }))
    }
}
