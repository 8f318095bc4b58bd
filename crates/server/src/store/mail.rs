//! Addresses of mail, and the codes that were sent there.

use super::{Result, Store, now_ms, reading, writing};
use crate::mail::Letter;
use crate::secret;

/// How long a code is good.
const GOOD_MS: i64 = 60 * 60_000;

impl Store {
    /// The confirmed address of an account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn mail_of(&self, account: &str) -> Result<Option<String>> {
        let row: Option<(Option<String>,)> = reading!(self, pool => {
            sqlx::query_as("SELECT mail FROM account WHERE id = $1")
                .bind(account).fetch_optional(pool).await?
        });
        Ok(row.and_then(|(mail,)| mail))
    }

    /// Sets or forgets the address of an account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_mail(&self, account: &str, mail: Option<&str>) -> Result<()> {
        writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query("UPDATE account SET mail = $2 WHERE id = $1")
                .bind(account).bind(mail).execute(&mut *both).await?;
            sqlx::query("DELETE FROM mail_code WHERE account = $1")
                .bind(account).execute(&mut *both).await?;
            both.commit().await?;
        });
        Ok(())
    }

    /// Makes a code of a kind for an account; earlier ones of that kind are good no more.
    ///
    /// # Errors
    /// The database failed.
    pub async fn mail_code(&self, account: &str, letter: Letter, mail: &str) -> Result<String> {
        let code = secret::credential();
        writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query("DELETE FROM mail_code WHERE account = $1 AND kind = $2")
                .bind(account).bind(letter.word()).execute(&mut *both).await?;
            sqlx::query(
                "INSERT INTO mail_code (hash, account, kind, mail, expires_ms) \
                 VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(secret::hash(&code)).bind(account).bind(letter.word()).bind(mail)
            .bind(now_ms() + GOOD_MS).execute(&mut *both).await?;
            both.commit().await?;
        });
        Ok(code)
    }

    /// Uses a code up: the account and the address, if it is good.
    ///
    /// # Errors
    /// The database failed.
    pub async fn use_mail_code(
        &self,
        code: &str,
        letter: Letter,
    ) -> Result<Option<(String, String)>> {
        Ok(writing!(self, pool => {
            sqlx::query_as(
                "DELETE FROM mail_code WHERE hash = $1 AND kind = $2 AND expires_ms > $3 \
                 RETURNING account, mail",
            )
            .bind(secret::hash(code)).bind(letter.word()).bind(now_ms())
            .fetch_optional(pool).await?
        }))
    }
}
