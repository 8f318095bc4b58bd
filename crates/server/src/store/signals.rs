//! What finished rated games say of how they were played: kept by game and player, added up by
//! player and by game.

use rules::GameId;
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::columns::Word;
use super::damage::NOT_SET_ASIDE;
use super::{Result, Store, now_ms, reading, writing};

/// What one game says of one player.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, ToSchema)]
pub struct Signal {
    /// The game.
    pub game: String,
    /// The account.
    #[serde(skip)]
    pub account: String,
    /// Which game it is.
    #[sqlx(try_from = "Word")]
    pub kind: GameId,
    /// The rating before it.
    pub rating: f64,
    /// Actions with a choice.
    pub choices: i64,
    /// Those that were the engine's own.
    pub matched: i64,
    /// What an action lost on average, of the result: 0 nothing, 1 a won game.
    pub mean_loss: f64,
    /// Turns.
    pub turns: i64,
    /// How long a turn took on average.
    pub mean_ms: f64,
    /// How much that varied: the deviation divided by the average. A person's is rarely below ½.
    pub spread: f64,
    /// How often the player left the page.
    pub away: i64,
    /// For how long in all.
    pub away_ms: i64,
    /// Browsers that both players have been seen with.
    pub same_device: i64,
    /// When this was computed.
    pub at_ms: i64,
}

/// Signals added up: of an account in a game, or of everybody.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Sums {
    /// The account; empty for everybody.
    pub account: String,
    /// Its name.
    pub name: Option<String>,
    /// Which game.
    #[sqlx(try_from = "Word")]
    pub kind: GameId,
    /// Games.
    pub games: i64,
    /// Actions with a choice.
    pub choices: f64,
    /// Those that were the engine's own.
    pub matched: f64,
    /// Choices times rating.
    pub weighted: f64,
    /// Choices times rating squared.
    pub squared: f64,
    /// Matches times rating.
    pub product: f64,
    /// The average of the losses.
    pub mean_loss: f64,
    /// The average of how turns' times varied.
    pub spread: f64,
    /// How often the page was left.
    pub away: i64,
    /// Games against somebody of the same browser.
    pub same_device: i64,
}

const SUMS: &str = "COUNT(*) AS games, CAST(SUM(s.choices) AS DOUBLE PRECISION) AS choices, \
    CAST(SUM(s.matched) AS DOUBLE PRECISION) AS matched, \
    SUM(s.choices * s.rating) AS weighted, SUM(s.choices * s.rating * s.rating) AS squared, \
    SUM(s.matched * s.rating) AS product, AVG(s.mean_loss) AS mean_loss, \
    AVG(s.spread) AS spread, CAST(SUM(s.away) AS BIGINT) AS away, \
    CAST(SUM(CASE WHEN s.same_device > 0 THEN 1 ELSE 0 END) AS BIGINT) AS same_device";

impl Store {
    /// Finished rated games that nothing has been computed of, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_without_signals(&self, limit: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(&format!(
                "SELECT id FROM game WHERE rated = 2 AND phase = 'over' AND reason <> 'aborted' \
                 AND NOT EXISTS (SELECT 1 FROM signal s WHERE s.game = game.id) \
                 AND EXISTS (SELECT 1 FROM rating_change c WHERE c.game = game.id) \
                 AND {NOT_SET_ASIDE} ORDER BY ended_ms LIMIT $1",
            ))
            .bind(limit).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// How often and how long players left the page of a game: account, times, milliseconds.
    ///
    /// # Errors
    /// The database failed.
    pub async fn away(&self, game: &str) -> Result<Vec<(String, i64, i64)>> {
        Ok(reading!(self, pool => {
            sqlx::query_as("SELECT account, times, ms FROM away WHERE game = $1")
                .bind(game).fetch_all(pool).await?
        }))
    }

    /// How many browsers two accounts have both been seen with.
    ///
    /// # Errors
    /// The database failed.
    pub async fn same_devices(&self, one: &str, other: &str) -> Result<i64> {
        let (count,): (i64,) = reading!(self, pool => {
            sqlx::query_as(
                "SELECT COUNT(*) FROM device a JOIN device b ON b.device = a.device \
                 WHERE a.account = $1 AND b.account = $2",
            )
            .bind(one).bind(other).fetch_one(pool).await?
        });
        Ok(count)
    }

    /// Keeps what a game says of its players.
    ///
    /// # Errors
    /// The database failed.
    pub async fn keep_signals(&self, signals: &[Signal]) -> Result<()> {
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            for one in signals {
                sqlx::query(
                    "INSERT INTO signal (game, account, kind, rating, choices, matched, mean_loss, \
                     turns, mean_ms, spread, away, away_ms, same_device, at_ms) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) \
                     ON CONFLICT DO NOTHING",
                )
                .bind(&one.game).bind(&one.account).bind(one.kind.id()).bind(one.rating)
                .bind(one.choices).bind(one.matched).bind(one.mean_loss).bind(one.turns)
                .bind(one.mean_ms).bind(one.spread).bind(one.away).bind(one.away_ms)
                .bind(one.same_device).bind(now_ms())
                .execute(&mut *all).await?;
            }
            all.commit().await?;
        });
        Ok(())
    }

    /// The signals of an account, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn signals_of(&self, account: &str) -> Result<Vec<Signal>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT s.* FROM signal s WHERE s.account = $1 ORDER BY s.at_ms DESC LIMIT 200",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// The signals of everybody, added up by game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sums(&self) -> Result<Vec<Sums>> {
        let sql = format!(
            "SELECT '' AS account, CAST(NULL AS TEXT) AS name, s.kind, {SUMS} FROM signal s \
             GROUP BY s.kind"
        );
        Ok(reading!(self, pool => sqlx::query_as(&sql).fetch_all(pool).await?))
    }

    /// The signals of each account that is neither closed nor gone, added up by game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn sums_by_account(&self) -> Result<Vec<Sums>> {
        let sql = format!(
            "SELECT s.account, a.name, s.kind, {SUMS} FROM signal s \
             JOIN account a ON a.id = s.account \
             WHERE a.closed_ms IS NULL AND a.deleted_ms IS NULL AND a.bot = 0 \
             GROUP BY s.account, a.name, s.kind"
        );
        Ok(reading!(self, pool => sqlx::query_as(&sql).fetch_all(pool).await?))
    }
}
