//! Games: made, loaded, found.

use rules::{End, GameId, Winner};
use serde::Deserialize;
use sqlx::{FromRow, Row};

use super::columns::{Flag, Word};
use super::damage::NOT_SET_ASIDE;
use super::{
    EntryRow, EventRow, GameRow, Opponent, Phase, Rated, Result, Store, StoreError, reading,
    writing,
};

/// What to look for in the archive; what is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The game: `seega`.
    pub game: String,
    /// A player's name.
    pub player: String,
    /// `first`, `second`, `draw` or `none`.
    pub winner: String,
    /// How it ended: `resign`.
    pub reason: String,
    /// `open`, `live` or `over`.
    pub phase: String,
    /// Created at or after this time, milliseconds since 1970.
    pub from_ms: i64,
    /// Created before this time.
    pub before_ms: i64,
    /// At most so many, 50 if left out, 200 at most.
    pub limit: i64,
}

/// After how long without a player a running game is no longer shown to others.
const LEFT_MS: i64 = 15 * 60_000;

/// Which games anyone may find: not those on one device, and those by link only if they are rated
/// or both players agreed.
const PUBLIC: &str =
    "g.opponent <> 'local' AND (g.opponent <> 'link' OR g.rated <> 0 OR g.public = 1)";

/// A game in a list.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct Found {
    /// Its id.
    pub id: String,
    /// Which game.
    #[sqlx(try_from = "Word")]
    pub kind: GameId,
    /// Its rule set.
    pub variant: String,
    /// How far it is.
    #[sqlx(try_from = "Word")]
    pub phase: Phase,
    /// Against whom it was created.
    #[sqlx(try_from = "Word")]
    pub opponent: Opponent,
    /// Its clock.
    pub clock: String,
    /// Whether it is rated.
    #[sqlx(try_from = "Flag")]
    pub rated: Rated,
    /// Whether its creator agreed to play a bot.
    #[sqlx(try_from = "Flag")]
    pub accept_bots: bool,
    /// When it was created.
    pub created_ms: i64,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// The number of entries.
    pub ply: i64,
    /// Who plays first.
    pub first_account: Option<String>,
    /// Who plays second.
    pub second_account: Option<String>,
    /// The engine's level on first's seat.
    pub first_level: Option<i64>,
    /// The engine's level on second's seat.
    pub second_level: Option<i64>,
    /// First's name.
    pub first_name: Option<String>,
    /// Second's name.
    pub second_name: Option<String>,
    /// Whether first is a bot.
    #[sqlx(try_from = "Flag")]
    pub first_bot: bool,
    /// Whether second is a bot.
    #[sqlx(try_from = "Flag")]
    pub second_bot: bool,
    /// Who won.
    #[sqlx(try_from = "Word")]
    pub winner: Option<Winner>,
    /// Why it ended.
    #[sqlx(try_from = "Word")]
    pub reason: Option<End>,
    /// The winner's points.
    pub points: Option<i64>,
    /// When something is due.
    pub due_ms: Option<i64>,
}

const FOUND: &str = "
SELECT g.id, g.kind, g.variant, g.phase, g.opponent, g.clock, g.rated, g.accept_bots, g.created_ms, g.ended_ms,
       g.ply, g.first_account, g.second_account, g.first_level, g.second_level,
       a.name AS first_name, b.name AS second_name,
       a.bot AS first_bot, b.bot AS second_bot, g.winner, g.reason, g.points, g.due_ms
FROM game g LEFT JOIN account a ON a.id = g.first_account
            LEFT JOIN account b ON b.id = g.second_account ";

/// The games among rows: what is damaged is missing in lists, and stops none.
fn readable<R: Row>(rows: Vec<R>) -> Vec<Found>
where
    Found: for<'r> FromRow<'r, R>,
{
    rows.iter().filter_map(|row| Found::from_row(row).ok()).collect()
}

impl Store {
    /// Stores a new game.
    ///
    /// # Errors
    /// The database failed.
    pub async fn create_game(&self, row: &GameRow) -> Result<()> {
        writing!(self, pool => {
            sqlx::query(
                "INSERT INTO game (id, kind, variant, start, opponent, clock, rated, creator, \
                 created_ms, commitment, secret, first_level, second_level, rematch_of, version, \
                 ply, phase, first_account, second_account, first_nonce, second_nonce, state, \
                 due_ms, engine_ms, accept_bots, public) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
                 $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)",
            )
            .bind(&row.id).bind(row.kind.id()).bind(&row.variant).bind(&row.start)
            .bind(row.opponent.word()).bind(&row.clock).bind(i64::from(row.rated.counts())).bind(&row.creator).bind(row.created_ms)
            .bind(&row.commitment).bind(&row.secret).bind(row.first_level).bind(row.second_level)
            .bind(&row.rematch_of).bind(row.version).bind(row.ply).bind(row.phase.word())
            .bind(&row.first_account).bind(&row.second_account).bind(&row.first_nonce)
            .bind(&row.second_nonce).bind(super::append::json(&row.state)).bind(row.due_ms).bind(row.engine_ms)
            .bind(i64::from(row.accept_bots)).bind(i64::from(row.public))
            .execute(pool).await?;
        });
        Ok(())
    }

    /// A game with its entries, if there is one with this id.
    ///
    /// # Errors
    /// The database failed, or the entries are not those that the row counts.
    pub async fn load_game(&self, id: &str) -> Result<Option<(GameRow, Vec<EntryRow>)>> {
        let mut before = None;
        loop {
            let Some(row) = self.game_row(id).await? else { return Ok(None) };
            // The entries may be newer than the row: those above its ply are left to the next look.
            let entries: Vec<EntryRow> = reading!(self, pool => {
                sqlx::query_as(
                    "SELECT ply, version, side, text, at_ms FROM entry \
                     WHERE game = $1 AND ply < $2 ORDER BY ply",
                )
                .bind(id).bind(row.ply).fetch_all(pool).await?
            });
            let whole = entries.len() as i64 == row.ply
                && entries.last().is_none_or(|last| last.version <= row.version);
            if whole {
                return Ok(Some((row, entries)));
            }
            // The game has changed between the two queries, and so has its row; if not, entries are
            // missing.
            if before.replace(row.version) == Some(row.version) {
                let found = format!("{} of {} entries", entries.len(), row.ply);
                return Err(StoreError::Corrupt(found));
            }
        }
    }

    /// A game without its entries.
    ///
    /// # Errors
    /// The database failed.
    pub async fn game_row(&self, id: &str) -> Result<Option<GameRow>> {
        Ok(reading!(self, pool => {
            sqlx::query_as("SELECT * FROM game WHERE id = $1").bind(id).fetch_optional(pool).await?
        }))
    }

    /// The events of a game after version `since`, in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn events_since(&self, id: &str, since: i64) -> Result<Vec<EventRow>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT version, kind, seat, submission, data, at_ms FROM event \
                 WHERE game = $1 AND version > $2 ORDER BY version",
            )
            .bind(id).bind(since).fetch_all(pool).await?
        }))
    }

    /// The games in which something is due by now, the longest overdue first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn due_games(&self, now_ms: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(&format!(
                "SELECT id FROM game WHERE due_ms IS NOT NULL AND due_ms <= $1 \
                 AND {NOT_SET_ASIDE} ORDER BY due_ms LIMIT 500",
            ))
            .bind(now_ms).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Sets when something is due in a game, if it still has this version: clocks have stood.
    ///
    /// # Errors
    /// The database failed.
    pub async fn postpone(&self, id: &str, version: i64, due_ms: Option<i64>) -> Result<()> {
        writing!(self, pool => {
            sqlx::query("UPDATE game SET due_ms = $3 WHERE id = $1 AND version = $2")
                .bind(id).bind(version).bind(due_ms).execute(pool).await?;
        });
        Ok(())
    }

    /// The games in which the engine has the turn and no node is at it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn engine_games(&self, now_ms: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(&format!(
                "SELECT id FROM game WHERE engine_ms IS NOT NULL AND engine_ms <= $1 \
                 AND {NOT_SET_ASIDE} ORDER BY engine_ms LIMIT 200",
            ))
            .bind(now_ms).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Takes or prolongs the lease of an engine's turn: true if this node has it until `until_ms`.
    /// `held_ms` is the end of the lease that the caller knows of.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lease_engine(
        &self,
        id: &str,
        version: i64,
        held_ms: i64,
        until_ms: i64,
    ) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query(
                "UPDATE game SET engine_ms = $4 WHERE id = $1 AND version = $2 AND engine_ms = $3",
            )
            .bind(id).bind(version).bind(held_ms).bind(until_ms).execute(pool).await?
            .rows_affected() == 1
        }))
    }

    /// Notes that players are here now.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seen(&self, game: &str, first: bool, second: bool, now_ms: i64) -> Result<()> {
        let at = |is: bool| if is { now_ms } else { 0 };
        writing!(self, pool => {
            sqlx::query(
                "UPDATE game SET \
                 first_seen_ms = CASE WHEN $2 > first_seen_ms THEN $2 ELSE first_seen_ms END, \
                 second_seen_ms = CASE WHEN $3 > second_seen_ms THEN $3 ELSE second_seen_ms END \
                 WHERE id = $1",
            )
            .bind(game).bind(at(first)).bind(at(second)).execute(pool).await?;
        });
        Ok(())
    }

    /// When the players of a game were last seen.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_seen(&self, game: &str) -> Result<[i64; 2]> {
        let row: Option<(i64, i64)> = reading!(self, pool => {
            sqlx::query_as("SELECT first_seen_ms, second_seen_ms FROM game WHERE id = $1")
                .bind(game).fetch_optional(pool).await?
        });
        Ok(row.map_or([0, 0], |(first, second)| [first, second]))
    }

    /// Games that wait for anyone, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lobby(&self) -> Result<Vec<Found>> {
        let sql = format!(
            "{FOUND} WHERE g.phase = 'open' AND g.opponent = 'lobby' \
             ORDER BY g.created_ms DESC LIMIT 200"
        );
        Ok(reading!(self, pool => readable(sqlx::query(&sql).fetch_all(pool).await?)))
    }

    /// What anyone may know of the games of an account, newest first; games not begun are not in it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn public_games_of(&self, account: &str, limit: i64) -> Result<Vec<Found>> {
        let sql = format!(
            "{FOUND} WHERE (g.first_account = $1 OR g.second_account = $1) \
             AND g.phase <> 'open' AND {PUBLIC} ORDER BY g.created_ms DESC LIMIT $2"
        );
        Ok(reading!(self, pool => {
            readable(sqlx::query(&sql).bind(account).bind(limit).fetch_all(pool).await?)
        }))
    }

    /// All games of an account, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of(
        &self,
        account: &str,
        phase: Option<Phase>,
        limit: i64,
    ) -> Result<Vec<Found>> {
        let sql = format!(
            "{FOUND} WHERE (g.first_account = $1 OR g.second_account = $1) \
             AND ($2 = '' OR g.phase = $2) ORDER BY g.created_ms DESC LIMIT $3"
        );
        Ok(reading!(self, pool => {
            readable(sqlx::query(&sql).bind(account).bind(phase.map_or("", Phase::word)).bind(limit).fetch_all(pool).await?)
        }))
    }

    /// What the archive has, newest first: games that anyone may find. Games not begun are not in
    /// it, nor running ones that their players have left, unless a turn has days.
    ///
    /// # Errors
    /// The database failed.
    pub async fn search(&self, search: &Search) -> Result<Vec<Found>> {
        let account = match search.player.as_str() {
            "" => String::new(),
            name => match self.account_named(name).await? {
                Some(account) => account.id,
                None => return Ok(Vec::new()),
            },
        };
        let phase = if search.phase.is_empty() { "over" } else { &search.phase };
        let limit = if search.limit <= 0 { 50 } else { search.limit.min(200) };
        let before = if search.before_ms <= 0 { i64::MAX } else { search.before_ms };
        let sql = format!(
            "{FOUND} WHERE g.phase = $1 AND {PUBLIC} \
             AND (g.phase <> 'open' OR g.opponent = 'lobby') AND ($2 = '' OR g.kind = $2) \
             AND ($3 = '' OR g.first_account = $3 OR g.second_account = $3) \
             AND ($4 = '' OR g.winner = $4) AND ($5 = '' OR g.reason = $5) \
             AND g.created_ms >= $6 AND g.created_ms < $7 \
             AND (g.phase <> 'live' OR g.clock LIKE '%d' OR g.created_ms >= $9 \
                  OR g.first_seen_ms >= $9 OR g.second_seen_ms >= $9) \
             ORDER BY g.created_ms DESC, g.id LIMIT $8"
        );
        Ok(reading!(self, pool => {
            readable(sqlx::query(&sql)
                .bind(phase).bind(&search.game).bind(&account).bind(&search.winner)
                .bind(&search.reason).bind(search.from_ms).bind(before).bind(limit)
                .bind(super::now_ms() - LEFT_MS)
                .fetch_all(pool).await?)
        }))
    }

    /// How many games are in each phase.
    ///
    /// # Errors
    /// The database failed.
    pub async fn count_games(&self) -> Result<Vec<(String, i64)>> {
        Ok(reading!(self, pool => {
            sqlx::query_as("SELECT phase, COUNT(*) FROM game GROUP BY phase").fetch_all(pool).await?
        }))
    }
}
