//! Reviews of finished games: asked for once, leased while they are worked on, kept for good.

use serde::Deserialize;
use sqlx::FromRow;

use super::columns::Word;
use super::{Result, Store, reading, writing};

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewProgress {
    /// Asked for, and perhaps under way.
    Asked,
    /// Kept.
    Done,
    /// The search failed; it may be asked for again.
    Failed,
}

/// A review as it is kept.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct ReviewRow {
    /// The game.
    pub game: String,
    /// How far it is.
    #[sqlx(try_from = "Word")]
    pub state: ReviewProgress,
    /// Who asked for it first.
    pub asked_by: String,
    /// Until when a node is at it.
    pub held_ms: i64,
    /// How much of it is done, from 0 to 1.
    pub progress: f64,
    /// The review as JSON, when it is done.
    pub data: Option<String>,
}

impl Store {
    /// The review of a game, if one was ever asked for.
    ///
    /// # Errors
    /// The database failed.
    pub async fn review(&self, game: &str) -> Result<Option<ReviewRow>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT game, state, asked_by, held_ms, progress, data FROM review WHERE game = $1",
            )
            .bind(game).fetch_optional(pool).await?
        }))
    }

    /// Asks for a review, again if it failed: true if the caller has the lease until `until_ms` and
    /// is to make it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ask_review(
        &self,
        game: &str,
        by: &str,
        now_ms: i64,
        until_ms: i64,
    ) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query(
                "INSERT INTO review (game, state, asked_ms, asked_by, held_ms, progress) \
                 VALUES ($1, 'asked', $2, $3, $4, 0) ON CONFLICT (game) DO UPDATE \
                 SET state = 'asked', asked_ms = $2, asked_by = $3, held_ms = $4, progress = 0 \
                 WHERE review.state = 'failed'",
            )
            .bind(game).bind(now_ms).bind(by).bind(until_ms).execute(pool).await?
            .rows_affected() == 1
        }))
    }

    /// The reviews that were asked for and that no node is at.
    ///
    /// # Errors
    /// The database failed.
    pub async fn abandoned_reviews(&self, now_ms: i64) -> Result<Vec<ReviewRow>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT game, state, asked_by, held_ms, progress, data FROM review \
                 WHERE state = 'asked' AND held_ms <= $1 ORDER BY held_ms LIMIT 20",
            )
            .bind(now_ms).fetch_all(pool).await?
        }))
    }

    /// Takes or prolongs the lease of a review: true if this node has it until `until_ms`.
    /// `held_ms` is the end of the lease that the caller knows of.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lease_review(
        &self,
        game: &str,
        held_ms: i64,
        until_ms: i64,
        progress: f64,
    ) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query(
                "UPDATE review SET held_ms = $3, progress = $4 \
                 WHERE game = $1 AND held_ms = $2 AND state = 'asked'",
            )
            .bind(game).bind(held_ms).bind(until_ms).bind(progress).execute(pool).await?
            .rows_affected() == 1
        }))
    }

    /// Keeps a review, or that there is none; what was kept before stays.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finish_review(&self, game: &str, data: Option<&str>, now_ms: i64) -> Result<()> {
        let state = if data.is_some() { "done" } else { "failed" };
        writing!(self, pool => {
            sqlx::query(
                "UPDATE review SET state = $2, data = $3, done_ms = $4, progress = 1 \
                 WHERE game = $1 AND state = 'asked'",
            )
            .bind(game).bind(state).bind(data).bind(now_ms).execute(pool).await?;
        });
        Ok(())
    }
}
