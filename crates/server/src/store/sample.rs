//! An archive made up, for measurements and tests: what matters is how many games there are and how
//! they spread over players and results, not what was played.

use super::{Result, Store, writing};

/// The most games that can be made up; one less than the prime that spreads them.
pub const MOST_SAMPLES: i64 = 1_000_002;

/// A number that looks random, below 1,000,003, another one for each game.
const NUMBER: &str = "((i * 7919) % 1000003)";

impl Store {
    /// Adds finished games of 10,000 accounts, of whom `Player 0` has a tenth of all seats.
    ///
    /// # Errors
    /// The database failed, or has such games already.
    pub async fn fill_archive(&self, games: i64) -> Result<()> {
        let games = games.clamp(0, MOST_SAMPLES);
        let numbers = "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1)";
        let people = format!(
            "{numbers} INSERT INTO account (id, name, name_key, created_ms) \
             SELECT 'p' || (i - 1), 'Player ' || (i - 1), 'player ' || (i - 1), 0 FROM n"
        );
        let player = |factor: i64| {
            format!(
                "'p' || (CASE WHEN (i + {factor}) % 10 = 0 THEN 0 \
                 ELSE ((i * {factor}) % 1000003) % 10000 END)"
            )
        };
        let (first, second) = (player(104_729), player(15_485));
        let archive = format!(
            "{numbers} INSERT INTO game (id, kind, variant, opponent, clock, rated, creator, \
             created_ms, commitment, secret, version, ply, phase, first_account, second_account, \
             state, winner, reason, ended_ms) \
             SELECT 'a' || CAST(100000000 + {NUMBER} AS TEXT), kind, kind, 'lobby', '5+3', 0, {first}, \
             $2 - ($1 - i) * 1000, '', '', 0, 0, 'over', {first}, {second}, '{state}', winner, \
             CASE WHEN winner = 'draw' THEN 'agreement' WHEN winner = 'none' THEN 'aborted' \
             WHEN {NUMBER} % 7 = 0 THEN 'time' WHEN {NUMBER} % 4001 = 0 THEN 'abandoned' \
             ELSE 'resign' END, $2 - ($1 - i) * 1000 + 600000 \
             FROM (SELECT i, \
             CASE i % 5 WHEN 0 THEN 'seega' WHEN 1 THEN 'salta' WHEN 2 THEN 'senet' \
             WHEN 3 THEN 'draughts' ELSE 'diaballik' END AS kind, \
             CASE WHEN {NUMBER} % 100 < 48 THEN 'first' WHEN {NUMBER} % 100 < 90 THEN 'second' \
             WHEN {NUMBER} % 100 < 98 THEN 'draw' ELSE 'none' END AS winner FROM n) AS m",
            state = super::append::json(&crate::live::LiveState::default()),
        );
        let now_ms = self.now_ms();
        writing!(self, pool => {
            let mut both = pool.begin().await?;
            sqlx::query(&people).bind(10_000_i64).execute(&mut *both).await?;
            sqlx::query(&archive).bind(games).bind(now_ms).execute(&mut *both).await?;
            both.commit().await?;
            if self.is_shared() {
                // PostgreSQL does so by itself, some minutes later.
                sqlx::query("ANALYZE game").execute(pool).await?;
            }
        });
        Ok(())
    }
}
