//! Ratings: where people stand, and how they got there.

use std::collections::HashMap;

use rules::GameId;
use serde::Serialize;
use sqlx::FromRow;

use super::columns::Word;
use super::damage::NOT_SET_ASIDE;
use super::{Result, Store, StoreError, reading, writing};

/// Where an account stands in a pool.
#[derive(Clone, Copy, Debug, PartialEq, FromRow)]
pub struct Standing {
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How erratic results are.
    pub volatility: f64,
    /// Rated games so far.
    pub games: i64,
    /// When the last one ended.
    pub at_ms: i64,
}

impl Standing {
    /// Whether it is too uncertain to be compared.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > crate::rating::PROVISIONAL
    }
}

/// Where an account stands in a pool, in a list.
#[derive(FromRow)]
struct Stood {
    account: String,
    #[sqlx(try_from = "Word")]
    pool: GameId,
    #[sqlx(flatten)]
    standing: Standing,
}

/// A rating after a game.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, utoipa::ToSchema)]
pub struct Change {
    /// The game.
    pub game: String,
    /// The game that the rating is for.
    #[sqlx(try_from = "Word")]
    pub pool: GameId,
    /// The rating after it.
    pub rating: f64,
    /// How uncertain it was then.
    pub deviation: f64,
    /// When.
    pub at_ms: i64,
}

impl Store {
    /// Where an account stands in a pool, if it has a rated game there.
    ///
    /// # Errors
    /// The database failed.
    pub async fn standing(&self, account: &str, pool: GameId) -> Result<Option<Standing>> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT rating, deviation, volatility, games, at_ms FROM rating \
                 WHERE account = $1 AND pool = $2",
            )
            .bind(account).bind(pool.id()).fetch_optional(db).await?
        }))
    }

    /// Where accounts stand, by account and pool.
    ///
    /// # Errors
    /// The database failed.
    pub async fn standings_of(
        &self,
        accounts: &[&str],
    ) -> Result<HashMap<(String, GameId), Standing>> {
        if accounts.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<Stood> = reading!(self, db => {
            let mut query = sqlx::QueryBuilder::new(
                "SELECT account, pool, rating, deviation, volatility, games, at_ms FROM rating \
                 WHERE account IN (",
            );
            let mut list = query.separated(", ");
            for account in accounts {
                list.push_bind((*account).to_owned());
            }
            query.push(")");
            query.build_query_as().fetch_all(db).await?
        });
        Ok(rows.into_iter().map(|row| ((row.account, row.pool), row.standing)).collect())
    }

    /// The rated games of a kind that are being played and have so many entries, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rated_under_way(
        &self,
        kind: GameId,
        least_ply: i64,
        limit: i64,
    ) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, db => {
            sqlx::query_as(
                "SELECT id FROM game WHERE rated = 1 AND phase = 'live' AND kind = $1 \
                 AND ply >= $2 ORDER BY created_ms DESC LIMIT $3",
            )
            .bind(kind.id()).bind(least_ply).bind(limit).fetch_all(db).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// How many games of a pool that these two played were rated since then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rated_between(&self, pair: [&str; 2], pool: GameId, since_ms: i64) -> Result<i64> {
        let (count,): (i64,) = reading!(self, db => {
            sqlx::query_as(
                "SELECT COUNT(*) FROM rating_change a JOIN rating_change b ON b.game = a.game \
                 WHERE a.account = $1 AND b.account = $2 AND a.pool = $3 AND a.at_ms > $4",
            )
            .bind(pair[0]).bind(pair[1]).bind(pool.id()).bind(since_ms).fetch_one(db).await?
        });
        Ok(count)
    }

    /// Notes that a finished game changes no rating.
    ///
    /// # Errors
    /// The database failed.
    pub async fn leave_unrated(&self, game: &str) -> Result<()> {
        writing!(self, db => {
            sqlx::query("UPDATE game SET rated = 2 WHERE id = $1 AND rated = 1")
                .bind(game).execute(db).await?;
        });
        Ok(())
    }

    /// Games that are over and still to be rated, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_to_rate(&self) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, db => {
            sqlx::query_as(&format!(
                "SELECT id FROM game WHERE rated = 1 AND phase = 'over' AND reason <> 'aborted' \
                 AND {NOT_SET_ASIDE} ORDER BY ended_ms LIMIT 100",
            ))
            .fetch_all(db).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Stores what a rated game did to both players, once: false if it was done before, or if a
    /// standing is not any more what it was computed from.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rate(
        &self,
        game: &str,
        pool: GameId,
        mut players: [(&str, Option<Standing>, Standing); 2],
    ) -> Result<bool> {
        // All nodes lock people in the same order.
        players.sort_by_key(|(account, _, _)| *account);
        writing!(self, db => {
            let mut all = db.begin().await?;
            let first = sqlx::query("UPDATE game SET rated = 2 WHERE id = $1 AND rated = 1")
                .bind(game).execute(&mut *all).await?.rows_affected() == 1;
            if !first {
                all.rollback().await?;
                return Ok(false);
            }
            for (account, before, after) in players {
                let noted = sqlx::query(
                    "INSERT INTO rating_change (game, account, pool, rating, deviation, at_ms) \
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                )
                .bind(game).bind(account).bind(pool.id()).bind(after.rating).bind(after.deviation)
                .bind(after.at_ms).execute(&mut *all).await?.rows_affected();
                // A refund may have changed the rating without a game.
                let sql = match before {
                    None => "INSERT INTO rating \
                        (account, pool, rating, deviation, volatility, games, at_ms) \
                        SELECT $1, $2, $3, $4, $5, $6, $7 WHERE $8 > 0 ON CONFLICT DO NOTHING",
                    Some(_) => "UPDATE rating SET rating = $3, deviation = $4, volatility = $5, \
                        games = $6, at_ms = $7 WHERE account = $1 AND pool = $2 \
                        AND games = $6 - 1 AND rating = $8",
                };
                let set = sqlx::query(sql)
                    .bind(account).bind(pool.id()).bind(after.rating).bind(after.deviation)
                    .bind(after.volatility).bind(after.games).bind(after.at_ms)
                    .bind(before.map_or(1.0, |before| before.rating))
                    .execute(&mut *all).await?.rows_affected();
                if noted != 1 || set != 1 {
                    all.rollback().await?;
                    return Ok(false);
                }
            }
            all.commit().await?;
        });
        Ok(true)
    }

    /// What a rated game did to its players: account, rating before it (none: it was the first),
    /// and after it. Empty until it is rated.
    ///
    /// # Errors
    /// The database failed.
    pub async fn ratings_of(&self, game: &str) -> Result<Vec<(String, Option<f64>, f64)>> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT c.account, (SELECT b.rating FROM rating_change b \
                 WHERE b.account = c.account AND b.pool = c.pool AND b.at_ms < c.at_ms \
                 ORDER BY b.at_ms DESC LIMIT 1), c.rating \
                 FROM rating_change c WHERE c.game = $1",
            )
            .bind(game).fetch_all(db).await?
        }))
    }

    /// Whether a game is still to be rated.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_to_rate(&self, game: &str) -> Result<bool> {
        let rated: Option<(i64,)> = reading!(self, db => {
            sqlx::query_as("SELECT rated FROM game WHERE id = $1")
                .bind(game).fetch_optional(db).await?
        });
        Ok(rated == Some((1,)))
    }

    /// All standings of an account, by pool.
    ///
    /// # Errors
    /// The database failed.
    pub async fn standings(&self, account: &str) -> Result<Vec<(GameId, Standing)>> {
        let rows: Vec<(Word, f64, f64, f64, i64, i64)> = reading!(self, db => {
            sqlx::query_as(
                "SELECT pool, rating, deviation, volatility, games, at_ms FROM rating \
                 WHERE account = $1 ORDER BY pool",
            )
            .bind(account).fetch_all(db).await?
        });
        let standing =
            |(pool, rating, deviation, volatility, games, at_ms): (Word, _, _, _, _, _)| {
                let invalid = |error| StoreError::Corrupt(format!("pool: {error}"));
                let pool = GameId::try_from(pool).map_err(invalid)?;
                Ok((pool, Standing { rating, deviation, volatility, games, at_ms }))
            };
        rows.into_iter().map(standing).collect()
    }

    /// How an account's ratings went, oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn rating_history(&self, account: &str) -> Result<Vec<Change>> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT game, pool, rating, deviation, at_ms FROM rating_change \
                 WHERE account = $1 ORDER BY at_ms LIMIT 5000",
            )
            .bind(account).fetch_all(db).await?
        }))
    }
}
