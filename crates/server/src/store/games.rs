//! Games: made, loaded, worked on.

use std::collections::HashSet;

use serde_json::json;

use super::damage::NOT_SET_ASIDE;
use super::{
    EntryRow, EventRow, GameRow, Notice, Opponent, Phase, Result, Store, StoreError, packed,
    reading, writing,
};

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
                 due_ms, look_ms, engine_ms, accept_bots, public, challenged, private) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
                 $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23, $24, $25, $26, $27, $28)",
            )
            .bind(&row.id).bind(row.kind.id()).bind(&row.variant).bind(&row.start)
            .bind(row.opponent.word()).bind(&row.clock).bind(i64::from(row.rated.counts())).bind(&row.creator).bind(row.created_ms)
            .bind(&row.commitment).bind(&row.secret).bind(row.first_level).bind(row.second_level)
            .bind(&row.rematch_of).bind(row.version).bind(row.ply).bind(row.phase.word())
            .bind(&row.first_account).bind(&row.second_account).bind(&row.first_nonce)
            .bind(&row.second_nonce).bind(super::append::json(&row.state)).bind(row.due_ms).bind(row.engine_ms)
            .bind(i64::from(row.accept_bots)).bind(i64::from(row.public)).bind(&row.challenged)
            .bind(i64::from(row.private))
            .execute(pool).await?;
        });
        if row.opponent == Opponent::Lobby {
            self.hints.give(Notice::Lobby);
        }
        if let Some(account) = &row.challenged {
            self.hints.give(Notice::Player { account: account.clone() });
        }
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
            let mut entries: Vec<EntryRow> = reading!(self, pool => {
                sqlx::query_as(
                    "SELECT ply, version, side, text, at_ms FROM entry \
                     WHERE game = $1 AND ply < $2 ORDER BY ply",
                )
                .bind(id).bind(row.ply).fetch_all(pool).await?
            });
            if entries.is_empty() && row.ply > 0 && row.phase == Phase::Over {
                entries = packed::entries(&self.packed_events(id).await?);
            }
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
        let since = since.max(0);
        let loose: Vec<EventRow> = reading!(self, pool => {
            sqlx::query_as(
                "SELECT version, kind, seat, submission, data, at_ms FROM event \
                 WHERE game = $1 AND version > $2 ORDER BY version",
            )
            .bind(id).bind(since).fetch_all(pool).await?
        });
        if loose.first().is_some_and(|first| first.version == since + 1) {
            return Ok(loose);
        }
        // Packed, even if only since the query; what came after that stands in rows.
        let mut events = self.packed_events(id).await?;
        events.retain(|event| event.version > since);
        let last = events.last().map_or(since, |last| last.version);
        events.extend(loose.into_iter().filter(|event| event.version > last));
        Ok(events)
    }

    /// The games in which something may be due by now, the longest overdue first: if nothing is,
    /// [`Store::postpone`] says when.
    ///
    /// # Errors
    /// The database failed.
    pub async fn due_games(&self, now_ms: i64) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(&format!(
                "SELECT id FROM game WHERE look_ms IS NOT NULL AND look_ms <= $1 \
                 AND {NOT_SET_ASIDE} ORDER BY look_ms LIMIT 500",
            ))
            .bind(now_ms).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    /// Sets when something is due in a game, if it still has this version: its clock has gone on, or
    /// has stood.
    ///
    /// # Errors
    /// The database failed.
    pub async fn postpone(&self, id: &str, version: i64, due_ms: Option<i64>) -> Result<()> {
        writing!(self, pool => {
            sqlx::query("UPDATE game SET due_ms = $3, look_ms = $3 WHERE id = $1 AND version = $2")
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

    /// Prolongs the leases of engine's turns (game, version, the end known of): the games whose turn
    /// this node still has, until `until_ms`.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lease_engines(
        &self,
        turns: &[(String, i64, i64)],
        until_ms: i64,
    ) -> Result<HashSet<String>> {
        let rows: Vec<_> = turns
            .iter()
            .map(|(id, version, held)| json!({"id": id, "version": version, "held": held}))
            .collect();
        let rows = super::append::json(&rows);
        let sql = if self.is_shared() {
            "UPDATE game SET engine_ms = $2 \
             FROM json_to_recordset($1::json) AS x (id text, version bigint, held bigint) \
             WHERE game.id = x.id AND game.version = x.version AND game.engine_ms = x.held \
             RETURNING game.id"
        } else {
            "UPDATE game SET engine_ms = $2 FROM (SELECT value ->> 'id' AS id, \
             value ->> 'version' AS version, value ->> 'held' AS held FROM json_each($1)) AS x \
             WHERE game.id = x.id AND game.version = x.version AND game.engine_ms = x.held \
             RETURNING game.id"
        };
        let kept: Vec<(String,)> = writing!(self, pool => {
            sqlx::query_as(sql).bind(&rows).bind(until_ms).fetch_all(pool).await?
        });
        Ok(kept.into_iter().map(|(id,)| id).collect())
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
}
