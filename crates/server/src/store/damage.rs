//! Games that cannot be read: set aside, so that they stop nothing else.

use super::{Result, Store, now_ms, reading, writing};

/// What keeps a game that is set aside out of the lists of what has to be done.
pub(super) const NOT_SET_ASIDE: &str =
    "NOT EXISTS (SELECT 1 FROM set_aside WHERE set_aside.game = game.id)";

impl Store {
    /// Sets a damaged game aside; true if it was not before.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_aside(&self, game: &str, reason: &str) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query(
                "INSERT INTO set_aside (game, reason, at_ms) VALUES ($1, $2, $3) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(game).bind(reason).bind(now_ms()).execute(pool).await?.rows_affected() == 1
        }))
    }

    /// Takes a game up again that is whole; true if it was set aside.
    ///
    /// # Errors
    /// The database failed.
    pub async fn take_up(&self, game: &str) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query("DELETE FROM set_aside WHERE game = $1")
                .bind(game).execute(pool).await?.rows_affected() == 1
        }))
    }

    /// The games that are set aside, with the reasons.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_set_aside(&self) -> Result<Vec<(String, String)>> {
        Ok(reading!(self, pool => {
            sqlx::query_as("SELECT game, reason FROM set_aside ORDER BY at_ms, game")
                .fetch_all(pool).await?
        }))
    }

    /// The ids of games after an id, in order: for walking through all of them.
    ///
    /// # Errors
    /// The database failed.
    pub async fn game_ids(&self, after: &str, limit: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as("SELECT id FROM game WHERE id > $1 ORDER BY id LIMIT $2")
                .bind(after).bind(limit).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
