//! Looking after the place: reports, what moderators do, what people are told of it, and the log of
//! it all. Whatever is done, is done together with its line in the log.

use rules::GameId;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

use super::columns::Word;
use super::{Result, Store, now_ms, reading, writing};
use crate::{names, secret};

/// What an account may do for the place.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Nothing.
    #[default]
    None,
    /// Looks after reports and people.
    Moderator,
    /// Names moderators too.
    Admin,
}

impl Role {
    /// The word in the database and on wires.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::None => "",
            Role::Moderator => "moderator",
            Role::Admin => "admin",
        }
    }
}

impl From<String> for Role {
    fn from(word: String) -> Role {
        match word.as_str() {
            "moderator" => Role::Moderator,
            "admin" => Role::Admin,
            _ => Role::None,
        }
    }
}

/// What a moderator does to an account.
#[derive(Clone, Debug)]
pub enum Act {
    /// Keeps a note, which only moderators see.
    Note,
    /// Warns.
    Warn,
    /// Gives another name.
    Rename(String),
    /// No games with others until then.
    Ban(i64),
    /// Games with others again.
    Unban,
    /// Closes the account.
    Close,
    /// Opens it again.
    Reopen,
    /// Gives or takes a role.
    Role(Role),
}

impl Act {
    const fn word(&self) -> &'static str {
        match self {
            Act::Note => "note",
            Act::Warn => "warn",
            Act::Rename(_) => "rename",
            Act::Ban(_) => "ban",
            Act::Unban => "unban",
            Act::Close => "close",
            Act::Reopen => "reopen",
            Act::Role(_) => "role",
        }
    }

    /// Whether the person is notified.
    const fn is_told(&self) -> bool {
        !matches!(self, Act::Note)
    }
}

/// A notice to a person.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, ToSchema)]
pub struct Notice {
    /// Its id.
    pub id: String,
    /// What happened: `warn`, `rename`, `ban`, `unban`, `close`, `reopen`, `role`, `refund`, `report`.
    pub kind: String,
    /// The moderator's words, or the new name, or the game of a refund.
    pub text: String,
    /// Until when a ban lasts, or how many points were given back.
    pub figure: Option<i64>,
    /// When.
    pub at_ms: i64,
}

/// What a player says of another.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, ToSchema)]
pub struct Report {
    /// Its id.
    pub id: String,
    /// Who says it, by name.
    pub by_name: Option<String>,
    /// Of whom, by name.
    pub name: Option<String>,
    /// In which game.
    pub game: Option<String>,
    /// About what.
    pub reason: String,
    /// In words.
    pub text: String,
    /// When.
    pub at_ms: i64,
    /// When it was done with.
    pub done_ms: Option<i64>,
}

/// A line of the log of what moderators do.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, ToSchema)]
pub struct ActRow {
    /// Its number; they grow.
    pub number: i64,
    /// When.
    pub at_ms: i64,
    /// Who: an account; `console` is the command line.
    pub by_account: String,
    /// What that account is called now.
    pub by_name: Option<String>,
    /// To which account.
    pub account: String,
    /// What that account is called now.
    pub name: Option<String>,
    /// What.
    pub act: String,
    /// The words with it.
    pub detail: String,
}

/// Where an account was used from, and who else was there.
#[derive(Clone, Debug, PartialEq, FromRow, Serialize, ToSchema)]
pub struct Shared {
    /// A hash of the address or of the browser's cookie.
    pub hash: String,
    /// Another account that was used from there; none: no other.
    pub other: Option<String>,
    /// The other's name.
    pub other_name: Option<String>,
    /// When the account was last seen there.
    pub seen_ms: i64,
}

/// Rating given back for games lost to an account that was closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Refund {
    /// To whom.
    pub account: String,
    /// In which pool.
    pub pool: GameId,
    /// How many points.
    pub points: f64,
}

/// Games so long ago are not made good.
const REFUNDED_MS: i64 = 90 * 24 * 3_600_000;
/// So many points are given back at most to one player in one pool.
const MOST_POINTS: f64 = 150.0;

impl Store {
    /// Does something to an account, tells the person, and logs it: false if it cannot be done (the
    /// name is taken, the account is gone).
    ///
    /// # Errors
    /// The database failed.
    pub async fn moderate(&self, by: &str, account: &str, act: &Act, text: &str) -> Result<bool> {
        let now = now_ms();
        let (shapes, key) = match act {
            Act::Rename(name) => (self.name_shapes(name), names::key(name)),
            _ => (Vec::new(), String::new()),
        };
        let Some(before) = self.account(account).await? else { return Ok(false) };
        let told = match act {
            Act::Rename(name) => name.as_str(),
            _ => text,
        };
        // No name is in the log: it would outlive its account.
        let what = match act {
            Act::Ban(until) => format!("until {until}"),
            Act::Role(role) => role.word().to_owned(),
            _ => String::new(),
        };
        let detail = match (what.as_str(), text) {
            (what, "") => what.to_owned(),
            ("", text) => text.to_owned(),
            (what, text) => format!("{what}: {text}"),
        };
        let figure = if let Act::Ban(until) = act { Some(*until) } else { None };
        let done = writing!(self, pool => {
            let mut all = pool.begin().await?;
            let mut done = true;
            let sql = match act {
                Act::Note | Act::Warn => None,
                Act::Rename(name) => {
                    for shape in &shapes {
                        // The account's own shape may be among them: another way to write the name.
                        done &= sqlx::query(
                            "INSERT INTO name_shape (shape, account) VALUES ($1, $2) \
                             ON CONFLICT (shape) DO UPDATE SET account = $2 \
                             WHERE name_shape.account = $2",
                        )
                        .bind(shape).bind(account).execute(&mut *all).await?.rows_affected() == 1;
                    }
                    if done {
                        let renamed = sqlx::query(
                            "UPDATE account SET name = $2, name_key = $3 \
                             WHERE id = $1 AND name IS NOT NULL",
                        )
                        .bind(account).bind(name).bind(&key).execute(&mut *all).await;
                        done = match renamed {
                            Ok(renamed) => renamed.rows_affected() == 1,
                            Err(error) if super::people::is_taken(&error) => false,
                            Err(error) => return Err(error.into()),
                        };
                    }
                    None
                }
                Act::Ban(until) => Some(("UPDATE account SET banned_ms = $2 WHERE id = $1", *until)),
                Act::Unban => Some(("UPDATE account SET banned_ms = $2 WHERE id = $1", 0)),
                Act::Close => Some(("UPDATE account SET closed_ms = $2 WHERE id = $1", now)),
                Act::Reopen => {
                    Some(("UPDATE account SET closed_ms = NULL WHERE id = $1 AND $2 > 0", now))
                }
                Act::Role(role) => {
                    sqlx::query("UPDATE account SET role = $2 WHERE id = $1")
                        .bind(account).bind(role.word()).execute(&mut *all).await?;
                    None
                }
            };
            if let Some((sql, value)) = sql {
                sqlx::query(sql).bind(account).bind(value).execute(&mut *all).await?;
            }
            if matches!(act, Act::Close) {
                sqlx::query("DELETE FROM credential WHERE account = $1")
                    .bind(account).execute(&mut *all).await?;
            }
            if done && act.is_told() {
                sqlx::query(
                    "INSERT INTO notice (id, account, kind, text, figure, at_ms) \
                     VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(secret::token(12)).bind(account).bind(act.word()).bind(told).bind(figure)
                .bind(now).execute(&mut *all).await?;
            }
            sqlx::query(
                "INSERT INTO mod_act (at_ms, by_account, account, act, detail) \
                 VALUES ($1, $2, $3, $4, $5)",
            )
            .bind(now).bind(by).bind(account).bind(act.word()).bind(&detail)
            .execute(&mut *all).await?;
            if done {
                all.commit().await?;
            } else {
                all.rollback().await?;
            }
            done
        });
        if let (true, Act::Rename(name), Some(old)) = (done, act, &before.name) {
            self.forget_in_notebooks(old, name).await?;
        }
        self.credentials_changed(account).await?;
        Ok(done)
    }

    /// Gives back what was lost in rated games to an account: once for each player and pool.
    ///
    /// # Errors
    /// The database failed.
    pub async fn refund(&self, by: &str, closed: &str) -> Result<Vec<Refund>> {
        #[derive(FromRow)]
        struct Lost {
            account: String,
            #[sqlx(try_from = "Word")]
            pool: GameId,
            before: Option<f64>,
            rating: f64,
        }
        let now = now_ms();
        let games: Vec<Lost> = reading!(self, db => {
            sqlx::query_as(
                "SELECT o.account, o.pool, o.rating, (SELECT b.rating FROM rating_change b \
                 WHERE b.account = o.account AND b.pool = o.pool AND b.at_ms < o.at_ms \
                 ORDER BY b.at_ms DESC LIMIT 1) AS before \
                 FROM rating_change x JOIN rating_change o ON o.game = x.game \
                 JOIN account a ON a.id = o.account \
                 WHERE x.account = $1 AND o.account <> $1 AND x.at_ms > $2 \
                 AND a.deleted_ms IS NULL AND a.closed_ms IS NULL",
            )
            .bind(closed).bind(now - REFUNDED_MS).fetch_all(db).await?
        });
        let mut refunds: Vec<Refund> = Vec::new();
        for Lost { account, pool, before, rating } in games {
            let lost = before.unwrap_or(crate::rating::START.rating) - rating;
            if lost <= 0.0 {
                continue;
            }
            match refunds.iter_mut().find(|one| one.account == account && one.pool == pool) {
                Some(refund) => refund.points += lost,
                None => refunds.push(Refund { account, pool, points: lost }),
            }
        }
        let mut given = Vec::new();
        for refund in refunds {
            let Refund { account, pool, points } = &refund;
            let (game, points) =
                (format!("refund-{}-{closed}", pool.id()), points.min(MOST_POINTS));
            let done = writing!(self, db => {
                let mut all = db.begin().await?;
                let noted = sqlx::query(
                    "INSERT INTO rating_change (game, account, pool, rating, deviation, at_ms) \
                     SELECT $1, account, pool, rating + $4, deviation, $5 FROM rating \
                     WHERE account = $2 AND pool = $3 ON CONFLICT DO NOTHING",
                )
                .bind(&game).bind(account).bind(pool.id()).bind(points).bind(now)
                .execute(&mut *all).await?.rows_affected() == 1;
                if noted {
                    sqlx::query(
                        "UPDATE rating SET rating = rating + $3 WHERE account = $1 AND pool = $2",
                    )
                    .bind(account).bind(pool.id()).bind(points).execute(&mut *all).await?;
                    sqlx::query(
                        "INSERT INTO notice (id, account, kind, text, figure, at_ms) \
                         VALUES ($1, $2, 'refund', $3, $4, $5)",
                    )
                    .bind(secret::token(12)).bind(account).bind(pool.id())
                    .bind(points.round() as i64).bind(now).execute(&mut *all).await?;
                    sqlx::query(
                        "INSERT INTO mod_act (at_ms, by_account, account, act, detail) \
                         VALUES ($1, $2, $3, 'refund', $4)",
                    )
                    .bind(now).bind(by).bind(account)
                    .bind(format!("{} points in {} lost to {closed}", points.round(), pool.id()))
                    .execute(&mut *all).await?;
                }
                all.commit().await?;
                noted
            });
            if done {
                given.push(Refund { points, ..refund });
            }
        }
        Ok(given)
    }

    /// What a person has not seen yet, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notices(&self, account: &str) -> Result<Vec<Notice>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT id, kind, text, figure, at_ms FROM notice \
                 WHERE account = $1 AND seen_ms IS NULL ORDER BY at_ms LIMIT 50",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// Everything that a person was told, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn all_notices(&self, account: &str) -> Result<Vec<Notice>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT id, kind, text, figure, at_ms FROM notice WHERE account = $1 ORDER BY at_ms",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// What a person said of others, the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reports_by(&self, account: &str) -> Result<Vec<Report>> {
        Ok(reading!(self, pool => {
            sqlx::query_as(
                "SELECT r.id, b.name AS by_name, a.name AS name, r.game, r.reason, r.text, \
                 r.at_ms, r.done_ms FROM report r JOIN account a ON a.id = r.account \
                 JOIN account b ON b.id = r.by_account WHERE r.by_account = $1 ORDER BY r.at_ms",
            )
            .bind(account).fetch_all(pool).await?
        }))
    }

    /// Notes that a person has seen something: false if there is nothing of this name.
    ///
    /// # Errors
    /// The database failed.
    pub async fn notice_seen(&self, account: &str, id: &str) -> Result<bool> {
        Ok(writing!(self, pool => {
            sqlx::query("UPDATE notice SET seen_ms = $3 WHERE account = $1 AND id = $2")
                .bind(account).bind(id).bind(now_ms()).execute(pool).await?.rows_affected() == 1
        }))
    }

    /// Keeps what a player says of another.
    ///
    /// # Errors
    /// The database failed.
    pub async fn report(
        &self,
        by: &str,
        account: &str,
        game: Option<&str>,
        reason: &str,
        text: &str,
    ) -> Result<()> {
        writing!(self, pool => {
            sqlx::query(
                "INSERT INTO report (id, by_account, account, game, reason, text, at_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(secret::token(12)).bind(by).bind(account).bind(game).bind(reason).bind(text)
            .bind(now_ms()).execute(pool).await?;
        });
        Ok(())
    }

    /// Reports that are still open, or all that are about an account; the oldest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reports(&self, account: Option<&str>) -> Result<Vec<Report>> {
        let chosen = match account {
            None => "r.done_ms IS NULL AND $1 = ''",
            Some(_) => "r.account = $1",
        };
        let sql = format!(
            "SELECT r.id, b.name AS by_name, a.name AS name, r.game, r.reason, r.text, r.at_ms, \
             r.done_ms FROM report r JOIN account a ON a.id = r.account \
             JOIN account b ON b.id = r.by_account WHERE {chosen} ORDER BY r.at_ms LIMIT 200"
        );
        Ok(reading!(self, pool => {
            sqlx::query_as(&sql).bind(account.unwrap_or_default()).fetch_all(pool).await?
        }))
    }

    /// Closes a report, and notifies its author: false if there is none, or another was faster.
    ///
    /// # Errors
    /// The database failed.
    pub async fn finish_report(&self, by: &str, id: &str, text: &str) -> Result<bool> {
        let row: Option<(String, String)> = reading!(self, pool => {
            sqlx::query_as("SELECT by_account, account FROM report WHERE id = $1")
                .bind(id).fetch_optional(pool).await?
        });
        let Some((reporter, account)) = row else { return Ok(false) };
        let now = now_ms();
        Ok(writing!(self, pool => {
            let mut all = pool.begin().await?;
            let done = sqlx::query(
                "UPDATE report SET done_ms = $2, done_by = $3 WHERE id = $1 AND done_ms IS NULL",
            )
            .bind(id).bind(now).bind(by).execute(&mut *all).await?.rows_affected() == 1;
            if done {
                sqlx::query(
                    "INSERT INTO notice (id, account, kind, text, at_ms) \
                     VALUES ($1, $2, 'report', $3, $4)",
                )
                .bind(secret::token(12)).bind(&reporter).bind(text).bind(now)
                .execute(&mut *all).await?;
                sqlx::query(
                    "INSERT INTO mod_act (at_ms, by_account, account, act, detail) \
                     VALUES ($1, $2, $3, 'report', $4)",
                )
                .bind(now).bind(by).bind(&account).bind(text).execute(&mut *all).await?;
            }
            all.commit().await?;
            done
        }))
    }

    /// What moderators have done, the last first; to one account if given.
    ///
    /// # Errors
    /// The database failed.
    pub async fn acts(&self, account: Option<&str>, limit: i64) -> Result<Vec<ActRow>> {
        let chosen = if account.is_some() { "m.account = $1" } else { "$1 = ''" };
        let sql = format!(
            "SELECT m.number, m.at_ms, m.by_account, b.name AS by_name, m.account, a.name, m.act, \
             m.detail FROM mod_act m LEFT JOIN account a ON a.id = m.account \
             LEFT JOIN account b ON b.id = m.by_account WHERE {chosen} \
             ORDER BY m.number DESC LIMIT $2"
        );
        Ok(reading!(self, pool => {
            sqlx::query_as(&sql).bind(account.unwrap_or_default()).bind(limit)
                .fetch_all(pool).await?
        }))
    }

    /// Where an account was used from, and who else was there: addresses, then browsers.
    ///
    /// # Errors
    /// The database failed.
    pub async fn shared(&self, account: &str) -> Result<[Vec<Shared>; 2]> {
        let of = async |table: &str| {
            let sql = format!(
                "SELECT o.{table} AS hash, x.account AS other, a.name AS other_name, o.seen_ms \
                 FROM {table} o \
                 LEFT JOIN {table} x ON x.{table} = o.{table} AND x.account <> o.account \
                 LEFT JOIN account a ON a.id = x.account \
                 WHERE o.account = $1 ORDER BY o.seen_ms DESC LIMIT 100"
            );
            let rows: Vec<Shared> = reading!(self, pool => {
                sqlx::query_as(&sql).bind(account).fetch_all(pool).await?
            });
            Ok::<_, super::StoreError>(rows)
        };
        Ok([of("address").await?, of("device").await?])
    }

    /// Those who look after the place.
    ///
    /// # Errors
    /// The database failed.
    pub async fn staff(&self) -> Result<Vec<(String, Role)>> {
        let rows: Vec<(Option<String>, String)> = reading!(self, pool => {
            sqlx::query_as("SELECT name, role FROM account WHERE role <> '' ORDER BY name")
                .fetch_all(pool).await?
        });
        let named = |(name, role): (Option<String>, String)| Some((name?, Role::from(role)));
        Ok(rows.into_iter().filter_map(named).collect())
    }

    /// Notes that a player has left the page of a running game for so long.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_away(&self, game: &str, account: &str, ms: i64) -> Result<()> {
        writing!(self, pool => {
            sqlx::query(
                "INSERT INTO away (game, account, times, ms) VALUES ($1, $2, 1, $3) \
                 ON CONFLICT (game, account) DO UPDATE \
                 SET times = away.times + 1, ms = away.ms + $3",
            )
            .bind(game).bind(account).bind(ms).execute(pool).await?;
        });
        Ok(())
    }
}
