//! People: accounts, and the credentials that identify them.

use sqlx::FromRow;

use super::columns::Flag;
use super::moderation::Role;
use super::{Result, Store, now_ms, reading, writing};
use crate::names;
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
    /// What it may do for the place.
    #[sqlx(try_from = "String")]
    pub role: Role,
    /// Until when it may not play others.
    pub banned_ms: i64,
    /// When it was closed.
    pub closed_ms: Option<i64>,
}

impl Account {
    /// Whether it may play others.
    #[must_use]
    pub fn is_banned(&self) -> bool {
        self.banned_ms > now_ms()
    }

    /// Whether it is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed_ms.is_some()
    }

    /// Whether it has no name.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        self.name.is_none()
    }
}

const ACCOUNT: &str =
    "SELECT id, name, password, bot, created_ms, role, banned_ms, closed_ms FROM account";

pub(super) fn is_taken(error: &sqlx::Error) -> bool {
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
            role: Role::None,
            banned_ms: 0,
            closed_ms: None,
        };
        writing!(self, pool => {
            sqlx::query("INSERT INTO account (id, created_ms) VALUES ($1, $2)")
                .bind(&account.id).bind(account.created_ms).execute(pool).await?;
        });
        Ok(account)
    }

    /// Turns a guest into an account with a name: false if the name is taken, or could be mistaken for
    /// one that is or was.
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
        let shapes = self.name_shapes(name);
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            let named = sqlx::query(
                "UPDATE account SET name = $2, name_key = $3, password = $4, bot = $5, shaped = 1 \
                 WHERE id = $1 AND name IS NULL AND deleted_ms IS NULL",
            )
            .bind(id).bind(name).bind(names::key(name)).bind(password).bind(i64::from(bot))
            .execute(&mut *all).await;
            let mut free = match named {
                Ok(done) => done.rows_affected() == 1,
                Err(error) if is_taken(&error) => false,
                Err(error) => return Err(error.into()),
            };
            for shape in &shapes {
                free = free && sqlx::query(
                    "INSERT INTO name_shape (shape, account) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                )
                .bind(shape).bind(id).execute(&mut *all).await?.rows_affected() == 1;
            }
            if free {
                all.commit().await?;
            } else {
                all.rollback().await?;
            }
            Ok(free)
        })
    }

    /// The shapes of a name as they are kept.
    pub(super) fn name_shapes(&self, name: &str) -> Vec<String> {
        names::shapes(name).iter().map(|shape| self.keyed_hash("name", shape)).collect()
    }

    /// Makes the shapes of names that were given before there were any.
    pub(super) async fn shape_names(&self) -> Result<()> {
        loop {
            let rows: Vec<(String, String)> = writing!(self, pool => {
                sqlx::query_as(
                    "SELECT id, name FROM account WHERE shaped = 0 AND name IS NOT NULL LIMIT 500",
                )
                .fetch_all(pool).await?
            });
            if rows.is_empty() {
                return Ok(());
            }
            writing!(self, pool => {
                let mut all = pool.begin().await?;
                for (id, name) in &rows {
                    for shape in self.name_shapes(name) {
                        // Two may look alike from earlier times: both stay.
                        sqlx::query(
                            "INSERT INTO name_shape (shape, account) VALUES ($1, $2) \
                             ON CONFLICT DO NOTHING",
                        )
                        .bind(&shape).bind(id).execute(&mut *all).await?;
                    }
                    sqlx::query("UPDATE account SET shaped = 1 WHERE id = $1")
                        .bind(id).execute(&mut *all).await?;
                }
                all.commit().await?;
            });
        }
    }

    /// Whether a name is free, and could not be mistaken for one that is or was taken.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_name_free(&self, name: &str) -> Result<bool> {
        if self.account_named(name).await?.is_some() {
            return Ok(false);
        }
        for shape in self.name_shapes(name) {
            let taken: Option<(String,)> = reading!(self, pool => {
                sqlx::query_as("SELECT account FROM name_shape WHERE shape = $1")
                    .bind(&shape).fetch_optional(pool).await?
            });
            if taken.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
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
        let key = names::key(name);
        Ok(reading!(self, pool => sqlx::query_as(&sql).bind(&key).fetch_optional(pool).await?))
    }

    /// Sets another password and ends all sessions but one, and all tokens if asked to.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_password(
        &self,
        id: &str,
        password: &str,
        keep: &str,
        tokens_too: bool,
    ) -> Result<()> {
        writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query("UPDATE account SET password = $2 WHERE id = $1")
                .bind(id).bind(password).execute(&mut *both).await?;
            sqlx::query(
                "DELETE FROM credential WHERE account = $1 AND hash <> $2 \
                 AND (kind = 'session' OR $3 = 1)",
            )
            .bind(id).bind(secret::hash(keep)).bind(i64::from(tokens_too))
            .execute(&mut *both).await?;
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

    /// Forgets a person: name, password, settings, notebooks, credentials, ratings, and where the account
    /// was used from. The games stay, without a name; the name is not given again.
    ///
    /// # Errors
    /// The database failed.
    pub async fn delete_account(&self, id: &str) -> Result<()> {
        let name = self.account(id).await?.and_then(|account| account.name);
        if let Some(name) = &name {
            self.forget_in_notebooks(name, "?").await?;
        }
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            sqlx::query(
                "UPDATE account SET name = NULL, name_key = NULL, password = NULL, \
                 settings = NULL, role = '', mail = NULL, deleted_ms = $2 WHERE id = $1",
            )
            .bind(id).bind(now_ms()).execute(&mut *all).await?;
            for table in
                [
                    "credential", "rating", "rating_change", "notebook", "device", "address",
                    "notice", "away", "signal", "mail_code",
                ]
             {
                let sql = format!("DELETE FROM {table} WHERE account = $1");
                sqlx::query(&sql).bind(id).execute(&mut *all).await?;
            }
            all.commit().await?;
        });
        self.credentials_changed(id).await
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
