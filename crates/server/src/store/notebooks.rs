//! Notebooks of the analysis board.

use sqlx::FromRow;

use super::{Result, Store, reading, writing};

/// A notebook as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct NotebookRow {
    /// What its owner calls it.
    pub title: String,
    /// JSON that the server does not interpret.
    pub body: String,
    /// When it was changed last, by its owner's clock.
    pub updated_ms: i64,
}

/// What stands between the names of players in the title of a notebook.
const BETWEEN: &str = " – ";

impl Store {
    /// Takes a player's name out of the titles of notebooks that were made of records.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn forget_in_notebooks(&self, name: &str, instead: &str) -> Result<()> {
        let rows: Vec<(String, String, String)> = reading!(self, pool => {
            sqlx::query_as(
                "SELECT account, id, title FROM notebook WHERE title LIKE '%' || $1 || '%'",
            )
            .bind(name).fetch_all(pool).await?
        });
        for (account, id, title) in rows {
            let part =
                |part: &'_ str| if part == name { instead.to_owned() } else { part.to_owned() };
            let cleared: Vec<String> = title.split(BETWEEN).map(part).collect();
            writing!(self, pool => {
                sqlx::query("UPDATE notebook SET title = $3 WHERE account = $1 AND id = $2")
                    .bind(&account).bind(&id).bind(cleared.join(BETWEEN)).execute(pool).await?;
            });
        }
        Ok(())
    }

    /// Name, title and time of each notebook of an account, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notebooks(&self, account: &str) -> Result<Vec<(String, String, i64)>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT id, title, updated_ms FROM notebook WHERE account = $1 \
                 ORDER BY updated_ms DESC, id",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// A notebook of an account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notebook(&self, account: &str, id: &str) -> Result<Option<NotebookRow>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT title, body, updated_ms FROM notebook WHERE account = $1 AND id = $2",
            )
            .bind(account).bind(id).fetch_optional(pool).await?
        }))
    }

    /// Keeps a notebook unless a newer state of it is there; false if the account has `most` others.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_notebook(
        &self,
        account: &str,
        id: &str,
        row: &NotebookRow,
        most: i64,
    ) -> Result<bool> {
        let others: (i64,) = writing!(self, pool => {
            let others =
                sqlx::query_as("SELECT COUNT(*) FROM notebook WHERE account = $1 AND id <> $2")
                    .bind(account).bind(id).fetch_one(pool).await?;
            if matches!(others, (count,) if count < most) {
                sqlx::query(
                    "INSERT INTO notebook (account, id, title, body, updated_ms) \
                     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account, id) DO UPDATE \
                     SET title = excluded.title, body = excluded.body, \
                     updated_ms = excluded.updated_ms \
                     WHERE excluded.updated_ms >= notebook.updated_ms",
                )
                .bind(account).bind(id).bind(&row.title).bind(&row.body).bind(row.updated_ms)
                .execute(pool).await?;
            }
            others
        });
        Ok(others.0 < most)
    }

    /// Forgets a notebook of an account.
    ///
    /// # Errors
    /// The database failed.
    pub async fn remove_notebook(&self, account: &str, id: &str) -> Result<()> {
        writing!(self, pool => {
            sqlx::query("DELETE FROM notebook WHERE account = $1 AND id = $2")
                .bind(account).bind(id).execute(pool).await?;
        });
        Ok(())
    }
}
