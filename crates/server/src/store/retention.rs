//! What is removed when it is old, a bounded number of rows at a time, and which node does it.

use super::{Result, Store, now_ms, reading, writing};

/// What a step has removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Removed {
    /// Guests.
    pub guests: u64,
    /// Sessions and tokens.
    pub credentials: u64,
    /// Notes from where accounts were used.
    pub visits: u64,
}

/// A guest who has not been seen since `$1`: none of the credentials was used, no game goes on, and no
/// moderator has to do with the account.
const LEFT: &str = "name IS NULL AND deleted_ms IS NULL AND created_ms < $1 \
     AND banned_ms = 0 AND closed_ms IS NULL AND role = '' \
     AND NOT EXISTS (SELECT 1 FROM credential c WHERE c.account = account.id AND c.seen_ms >= $1) \
     AND NOT EXISTS (SELECT 1 FROM game g WHERE g.first_account = account.id AND g.phase IN ('open', 'live')) \
     AND NOT EXISTS (SELECT 1 FROM game g WHERE g.second_account = account.id AND g.phase IN ('open', 'live')) \
     AND NOT EXISTS (SELECT 1 FROM report r WHERE r.account = account.id OR r.by_account = account.id) \
     AND NOT EXISTS (SELECT 1 FROM mod_act m WHERE m.account = account.id)";

/// What goes with a guest.
const OF_A_GUEST: [&str; 7] =
    ["credential", "notebook", "device", "address", "notice", "away", "mail_code"];

impl Store {
    /// Takes or keeps a task that one node does at a time: true if it is this node's until `until_ms`. Of
    /// a database that is not shared there is one node.
    ///
    /// # Errors
    /// The database failed.
    pub async fn take_task(&self, name: &str, until_ms: i64) -> Result<bool> {
        if !self.is_shared() {
            return Ok(true);
        }
        let now = self.now_ms();
        Ok(writing!(self, pool => {
            sqlx::query(
                "INSERT INTO task (name, node, until_ms) VALUES ($1, $2, $3) \
                 ON CONFLICT (name) DO UPDATE SET node = excluded.node, until_ms = excluded.until_ms \
                 WHERE task.node = excluded.node OR task.until_ms < $4",
            )
            .bind(name).bind(&*self.node).bind(until_ms).bind(now)
            .execute(pool).await?.rows_affected() == 1
        }))
    }

    /// Removes credentials and codes that have expired.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remove_expired(&self, most: i64) -> Result<Removed> {
        let now = now_ms();
        let mut counts = [0; 2];
        for (count, table) in counts.iter_mut().zip(["credential", "mail_code"]) {
            let sql = format!(
                "DELETE FROM {table} WHERE hash IN \
                 (SELECT hash FROM {table} WHERE expires_ms <= $1 LIMIT $2)"
            );
            *count = writing!(self, pool => {
                sqlx::query(&sql).bind(now).bind(most).execute(pool).await?.rows_affected()
            });
        }
        Ok(Removed { credentials: counts[0] + counts[1], ..Removed::default() })
    }

    /// Removes sessions that were not used since then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remove_sessions(&self, before_ms: i64, most: i64) -> Result<Removed> {
        let gone: Vec<(String,)> = writing!(self, pool => {
            sqlx::query_as(
                "DELETE FROM credential WHERE hash IN (SELECT hash FROM credential \
                 WHERE kind = 'session' AND seen_ms < $1 LIMIT $2) RETURNING account",
            )
            .bind(before_ms).bind(most).fetch_all(pool).await?
        });
        for (account,) in &gone {
            self.credentials_changed(account).await?;
        }
        Ok(Removed { credentials: gone.len() as u64, ..Removed::default() })
    }

    /// Removes from where accounts were used before then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remove_visits(&self, before_ms: i64, most: i64) -> Result<Removed> {
        let mut visits = 0;
        for table in ["device", "address"] {
            let sql = format!(
                "DELETE FROM {table} WHERE ({table}, account) IN \
                 (SELECT {table}, account FROM {table} WHERE seen_ms < $1 LIMIT $2)"
            );
            visits += writing!(self, pool => {
                sqlx::query(&sql).bind(before_ms).bind(most).execute(pool).await?.rows_affected()
            });
        }
        Ok(Removed { visits, ..Removed::default() })
    }

    /// Removes guests that were not seen since then, with all that is theirs. Their games stay, as those
    /// of a player without a name.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remove_guests(&self, before_ms: i64, most: i64) -> Result<Removed> {
        // Found where nothing waits for it; removed if it still holds.
        let find = format!("SELECT id FROM account WHERE {LEFT} ORDER BY created_ms LIMIT $2");
        let found: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(&find).bind(before_ms).bind(most).fetch_all(pool).await?
        });
        if found.is_empty() {
            return Ok(Removed::default());
        }
        let still = format!("SELECT id FROM account WHERE id = $2 AND {LEFT}");
        let mut gone = Vec::new();
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            for (id,) in found {
                let left: Option<(String,)> = sqlx::query_as(&still)
                    .bind(before_ms).bind(&id).fetch_optional(&mut *all).await?;
                if left.is_none() {
                    continue;
                }
                for table in OF_A_GUEST {
                    let sql = format!("DELETE FROM {table} WHERE account = $1");
                    sqlx::query(&sql).bind(&id).execute(&mut *all).await?;
                }
                sqlx::query("DELETE FROM account WHERE id = $1").bind(&id).execute(&mut *all).await?;
                gone.push(id);
            }
            all.commit().await?;
        });
        for id in &gone {
            self.credentials_changed(id).await?;
        }
        Ok(Removed { guests: gone.len() as u64, ..Removed::default() })
    }
}
