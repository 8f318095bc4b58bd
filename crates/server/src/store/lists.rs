//! Lists of games, newest first, on connections of their own so that nothing else waits for them.
//!
//! A query has a condition for each filter that is given and none for the others, and there is an
//! index for each such query: the database reads the rows of the page and no others. Where a filter
//! has no index of its own (a player's games by their result), the newest games of the index are
//! looked through, [`WINDOW`] at a time: such a page may be short, or empty, and still have a next.

use std::time::Duration;

use rules::{End, GameId, Winner};
use serde::Deserialize;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{FromRow, PgPool, Row, SqlitePool};

use super::append::json;
use super::columns::{Flag, Word};
use super::{Opponent, Phase, Rated, Result, Store, StoreError, reading};

/// What to look for in the archive; what is left out does not matter.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// Which game: `seega`.
    #[serde(alias = "game")]
    pub kind: String,
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
    /// Where the page before ended: the `cursor` of the `Link` that came with it.
    pub cursor: String,
}

/// After how long without a player a running game is no longer shown to others.
const LEFT_MS: i64 = 15 * 60_000;
/// How many games are looked through for a page where no index has all filters.
const WINDOW: usize = 500;
/// Connections for lists.
const CONNECTIONS: u32 = 2;
/// How long a list waits for a connection, and then for the database.
const LONGEST_WAIT: Duration = Duration::from_millis(500);

/// Which games anyone may find: not those on one device, and those by link only if they are rated
/// or both players agreed; none that is private. The indexes of finished and live games have the same
/// condition, but for the last.
const PUBLIC: &str = "g.opponent <> 'local' AND (g.opponent <> 'link' OR g.rated <> 0 OR g.public = 1) \
     AND g.private = 0";

const ALL_PHASES: [Phase; 3] = [Phase::Open, Phase::Live, Phase::Over];

/// Where a page begins: after this game, in the order of time and id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cursor {
    created_ms: i64,
    id: String,
}

impl Cursor {
    /// The cursor as a text.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}-{}", self.created_ms, self.id)
    }

    /// Reads what [`Cursor::text`] wrote.
    #[must_use]
    pub fn read(text: &str) -> Option<Cursor> {
        let (created_ms, id) = text.split_once('-')?;
        let plain = id.len() <= 32 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Some(Cursor { created_ms: created_ms.parse().ok().filter(|_| plain)?, id: id.to_owned() })
    }

    /// After this game.
    fn of(game: &Found) -> Cursor {
        Cursor { created_ms: game.created_ms, id: game.id.clone() }
    }

    /// Before every game created at this time.
    fn at(created_ms: i64) -> Cursor {
        Cursor { created_ms, id: String::new() }
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The games, newest first.
    pub games: Vec<Found>,
    /// Where the next page begins; none after the last one.
    pub next: Option<Cursor>,
}

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

const NEWEST_FIRST: &str = "ORDER BY g.created_ms DESC, g.id DESC LIMIT";

/// The connections that lists have to themselves.
#[derive(Clone, Debug)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    pub(super) fn sqlite(options: SqliteConnectOptions) -> Pool {
        let pool = SqlitePoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(LONGEST_WAIT)
            .connect_lazy_with(options);
        Pool::Sqlite(pool)
    }

    pub(super) fn postgres(options: PgConnectOptions) -> Pool {
        let longest = LONGEST_WAIT.as_millis().to_string();
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(LONGEST_WAIT)
            .connect_lazy_with(options.options([
                ("statement_timeout", longest.as_str()),
                // Which index serves depends on the values (a player with ten games or with a
                // hundred thousand): the plan for any values sorts all games of the latter.
                ("plan_cache_mode", "force_custom_plan"),
            ]));
        Pool::Postgres(pool)
    }

    pub(super) async fn close(&self) {
        match self {
            Pool::Sqlite(pool) => pool.close().await,
            Pool::Postgres(pool) => pool.close().await,
        }
    }
}

macro_rules! listing {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.lists {
            Pool::Sqlite($pool) => $body,
            Pool::Postgres($pool) => $body,
        }
    };
}

/// What a query is asked with.
#[derive(Clone, Debug)]
enum Value {
    Text(String),
    Number(i64),
}

/// A query in the making: conditions with their values.
#[derive(Clone, Debug, Default)]
struct Query {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Query {
    fn of(condition: &str) -> Query {
        Query { conditions: vec![condition.to_owned()], values: Vec::new() }
    }

    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn and(mut self, condition: &str) -> Query {
        self.conditions.push(condition.to_owned());
        self
    }

    /// A column has this value, if one is wanted.
    fn equal(mut self, column: &str, wanted: &str) -> Query {
        if !wanted.is_empty() {
            let value = self.value(Value::Text(wanted.to_owned()));
            self.conditions.push(format!("g.{column} = {value}"));
        }
        self
    }

    /// Created at or after a time, if one is given, and before the cursor.
    fn between(mut self, from_ms: i64, before: &Cursor) -> Query {
        if from_ms > 0 {
            let from = self.value(Value::Number(from_ms));
            self.conditions.push(format!("g.created_ms >= {from}"));
        }
        let at = self.value(Value::Number(before.created_ms));
        let id = self.value(Value::Text(before.id.clone()));
        self.conditions.push(format!("(g.created_ms, g.id) < ({at}, {id})"));
        self
    }

    /// One of these ids.
    fn among(mut self, ids: &[&str], is_postgres: bool) -> Query {
        let ids = self.value(Value::Text(json(&ids)));
        self.conditions.push(if is_postgres {
            format!("g.id = ANY(ARRAY(SELECT json_array_elements_text({ids}::json)))")
        } else {
            format!("g.id IN (SELECT value FROM json_each({ids}))")
        });
        self
    }

    fn whole(&self, select: &str, limit: usize) -> String {
        format!("{select} WHERE {} {NEWEST_FIRST} {limit}", self.conditions.join(" AND "))
    }
}

/// Binds the values of a query.
macro_rules! bound {
    ($query:expr, $values:expr) => {{
        let mut query = $query;
        for value in $values {
            query = match value {
                Value::Text(text) => query.bind(text.as_str()),
                Value::Number(number) => query.bind(*number),
            };
        }
        query
    }};
}

/// Too many ask for lists at once, or the database takes too long for one.
fn busy(error: sqlx::Error) -> StoreError {
    let is_busy = match &error {
        sqlx::Error::PoolTimedOut => true,
        // PostgreSQL's statement timeout.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code == "57014"),
        _ => false,
    };
    if is_busy { StoreError::Busy } else { error.into() }
}

/// How the games of a search are found.
enum Plan {
    /// One index has them in order.
    Exact(Query),
    /// Indexes have the candidates, among which the others have to be looked for.
    Window(Vec<Query>, Query),
}

impl Search {
    fn limit(&self) -> usize {
        usize::try_from(self.limit).ok().filter(|limit| *limit > 0).unwrap_or(50).min(200)
    }

    fn cursor(&self) -> Option<Cursor> {
        let before = if self.before_ms > 0 { self.before_ms } else { i64::MAX };
        let before = Cursor::at(before);
        match self.cursor.as_str() {
            "" => Some(before),
            text => Some(Cursor::read(text)?.min(before)),
        }
    }

    /// How to find it, the player's account known; none if there can be nothing.
    fn plan(&self, account: Option<&str>, now_ms: i64) -> Option<Plan> {
        let before = self.cursor()?;
        let phase = match self.phase.as_str() {
            "" | "over" => Phase::Over,
            "live" => Phase::Live,
            "open" => Phase::Open,
            _ => return None,
        };
        let known = |kind: &GameId| self.kind.is_empty() || kind.id() == self.kind;
        let kinds: Vec<GameId> = GameId::ALL.into_iter().filter(known).collect();
        if kinds.is_empty() {
            return None;
        }
        // A literal, not a value: the conditions of the indexes have it too.
        let phase_is = format!("g.phase = '{}'", phase.word());
        let results = |query: Query| {
            query
                .equal("kind", &self.kind)
                .equal("winner", &self.winner)
                .equal("reason", &self.reason)
        };
        let mut rest = results(Query::of(PUBLIC));
        if phase == Phase::Live {
            let since = rest.value(Value::Number(now_ms - LEFT_MS));
            rest = rest.and(&format!(
                "(g.clock LIKE '%d' OR g.created_ms >= {since} OR g.first_seen_ms >= {since} \
                 OR g.second_seen_ms >= {since})"
            ));
        }
        if let Some(account) = account {
            let of = |seat: &str| {
                Query::of(&phase_is).equal(seat, account).between(self.from_ms, &before)
            };
            let rest = if phase == Phase::Open { rest.and("g.opponent = 'lobby'") } else { rest };
            return Some(Plan::Window(vec![of("first_account"), of("second_account")], rest));
        }
        Some(match phase {
            Phase::Over => Plan::Exact(
                results(Query::of(&phase_is).and(PUBLIC)).between(self.from_ms, &before),
            ),
            Phase::Live => {
                let of = |kind: &GameId| {
                    let query = Query::of(&phase_is).and(PUBLIC).equal("kind", kind.id());
                    query.between(self.from_ms, &before)
                };
                Plan::Window(kinds.iter().map(of).collect(), rest)
            }
            Phase::Open => {
                let lobby = Query::of(&phase_is).and("g.opponent = 'lobby'");
                Plan::Window(vec![lobby.between(self.from_ms, &before)], rest)
            }
        })
    }
}

/// The games among rows: what is damaged is missing in lists, and stops none.
fn readable<R: Row>(rows: Vec<R>) -> Vec<Found>
where
    Found: for<'r> FromRow<'r, R>,
{
    rows.iter().filter_map(|row| Found::from_row(row).ok()).collect()
}

const CANDIDATES: &str = "SELECT g.created_ms, g.id FROM game g";

/// The newest of several lists, each newest first.
fn newest(lists: Vec<Vec<(i64, String)>>, most: usize) -> Vec<Cursor> {
    let all = lists.into_iter().flatten();
    let mut all: Vec<Cursor> = all.map(|(created_ms, id)| Cursor { created_ms, id }).collect();
    all.sort_by(|a, b| b.cmp(a));
    all.dedup();
    all.truncate(most);
    all
}

impl Store {
    /// Games that wait for anyone, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn lobby(&self) -> Result<Vec<Found>> {
        let lobby = Query::of("g.phase = 'open'").and("g.opponent = 'lobby'");
        self.found(&lobby, 200).await
    }

    /// The games that wait for an account that was challenged, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn challenges(&self, account: &str) -> Result<Vec<Found>> {
        let query = Query::of("g.phase = 'open'").equal("challenged", account);
        let sql = query.whole(FOUND, 200);
        Ok(reading!(self, pool => {
            readable(bound!(sqlx::query(&sql), &query.values).fetch_all(pool).await?)
        }))
    }

    /// What anyone may know of the games of an account, newest first; games not begun are not in it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn public_games_of(&self, account: &str, limit: i64) -> Result<Vec<Found>> {
        let candidates = seats(account, &[Phase::Live, Phase::Over]);
        let mut lists = Vec::new();
        for query in &candidates {
            lists.push(self.candidates(query, WINDOW).await?);
        }
        let newest = newest(lists, WINDOW);
        self.listed(&newest, Query::of(PUBLIC), usize::try_from(limit).unwrap_or(0)).await
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
        let phases = match &phase {
            Some(phase) => std::slice::from_ref(phase),
            None => &ALL_PHASES,
        };
        self.own_games(seats(account, phases), usize::try_from(limit).unwrap_or(0)).await
    }

    /// All games of an account, newest first, a page at a time: those behind the last one of the
    /// page before.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_behind(
        &self,
        account: &str,
        last: Option<&Found>,
        limit: usize,
    ) -> Result<Vec<Found>> {
        let before = last.map_or(Cursor::at(i64::MAX), Cursor::of);
        let queries = seats(account, &ALL_PHASES).into_iter();
        self.own_games(queries.map(|query| query.between(0, &before)).collect(), limit).await
    }

    async fn own_games(&self, queries: Vec<Query>, limit: usize) -> Result<Vec<Found>> {
        // A player's own games are no matter of lists: programs and the rules of fair play need them.
        let mut lists = Vec::new();
        for query in queries {
            let sql = query.whole(CANDIDATES, limit);
            // Planned anew each time, as those of the lists' own connections are.
            lists.push(reading!(self, pool => {
                bound!(sqlx::query_as(&sql).persistent(false), &query.values).fetch_all(pool).await?
            }));
        }
        let newest = newest(lists, limit);
        let ids: Vec<&str> = newest.iter().map(|one| one.id.as_str()).collect();
        let query = Query::default().among(&ids, self.is_shared());
        let sql = query.whole(FOUND, limit);
        Ok(reading!(self, pool => {
            readable(bound!(sqlx::query(&sql), &query.values).fetch_all(pool).await?)
        }))
    }

    /// What the archive has, newest first: games that anyone may find. Games not begun are not in
    /// it, nor running ones that their players have left, unless a turn has days.
    ///
    /// # Errors
    /// The database failed, or has too much to do.
    #[tracing::instrument(skip_all)]
    pub async fn search(&self, search: &Search) -> Result<Page> {
        let limit = search.limit();
        let none = Page { games: Vec::new(), next: None };
        let Some(plan) = self.plan(search).await? else { return Ok(none) };
        let (games, seen) = match plan {
            Plan::Exact(query) => (self.found(&query, limit).await?, None),
            Plan::Window(candidates, rest) => {
                let mut lists = Vec::new();
                for query in &candidates {
                    lists.push(self.candidates(query, WINDOW).await?);
                }
                let newest = newest(lists, WINDOW);
                let games = self.listed(&newest, rest, limit).await?;
                (games, newest.last().cloned().filter(|_| newest.len() == WINDOW))
            }
        };
        let last = games.last().filter(|_| games.len() == limit);
        let next = last.map(Cursor::of);
        Ok(Page { games, next: next.or(seen) })
    }

    async fn plan(&self, search: &Search) -> Result<Option<Plan>> {
        let account = match search.player.as_str() {
            "" => None,
            name => match self.account_named(name).await? {
                Some(account) => Some(account.id),
                None => return Ok(None),
            },
        };
        Ok(search.plan(account.as_deref(), self.now_ms()))
    }

    async fn candidates(&self, query: &Query, limit: usize) -> Result<Vec<(i64, String)>> {
        let sql = query.whole(CANDIDATES, limit);
        let rows = listing!(self, pool => {
            bound!(sqlx::query_as(&sql), &query.values).fetch_all(pool).await
        });
        rows.map_err(busy)
    }

    async fn found(&self, query: &Query, limit: usize) -> Result<Vec<Found>> {
        let sql = query.whole(FOUND, limit);
        listing!(self, pool => {
            let rows = bound!(sqlx::query(&sql), &query.values).fetch_all(pool).await;
            rows.map(readable).map_err(busy)
        })
    }

    /// The games among candidates for which the rest holds too.
    async fn listed(&self, among: &[Cursor], rest: Query, limit: usize) -> Result<Vec<Found>> {
        if among.is_empty() {
            return Ok(Vec::new());
        }
        let ids: Vec<&str> = among.iter().map(|one| one.id.as_str()).collect();
        self.found(&rest.among(&ids, self.is_shared()), limit).await
    }

    /// How the database goes about each query of a search, in its own words.
    ///
    /// # Errors
    /// The database failed.
    pub async fn explain(&self, search: &Search) -> Result<Vec<String>> {
        let Some(plan) = self.plan(search).await? else { return Ok(Vec::new()) };
        let statements = match plan {
            Plan::Exact(query) => vec![(query.whole(FOUND, search.limit()), query.values)],
            Plan::Window(candidates, rest) => {
                let rest = rest.among(&["x"], self.is_shared());
                let rest = (rest.whole(FOUND, search.limit()), rest.values);
                let candidates = candidates.into_iter();
                let candidates =
                    candidates.map(|query| (query.whole(CANDIDATES, WINDOW), query.values));
                candidates.chain([rest]).collect()
            }
        };
        let mut plans = Vec::new();
        for (sql, values) in statements {
            let lines: Vec<String> = match &self.lists {
                Pool::Sqlite(pool) => {
                    let sql = format!("EXPLAIN QUERY PLAN {sql}");
                    let rows = bound!(sqlx::query(&sql), &values).fetch_all(pool).await?;
                    rows.iter().map(|row| row.get(3)).collect()
                }
                Pool::Postgres(pool) => settled_plan(pool, &sql, &values).await?,
            };
            plans.push(lines.join("\n"));
        }
        Ok(plans)
    }
}

/// PostgreSQL's plan for a statement that was prepared and asked often: after five times it may have
/// chosen one for all values.
async fn settled_plan(pool: &PgPool, sql: &str, values: &[Value]) -> Result<Vec<String>> {
    let literal = |value: &Value| match value {
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Value::Number(number) => number.to_string(),
    };
    let values: Vec<String> = values.iter().map(literal).collect();
    let execute = format!("EXPLAIN EXECUTE settled ({})", values.join(", "));
    let mut connection = pool.acquire().await?;
    sqlx::raw_sql(&format!("PREPARE settled AS {sql}")).execute(&mut *connection).await?;
    let mut lines = Vec::new();
    for _ in 0..7 {
        let rows = sqlx::raw_sql(&execute).fetch_all(&mut *connection).await?;
        lines = rows.iter().map(|row| row.get(0)).collect();
    }
    sqlx::raw_sql("DEALLOCATE settled").execute(&mut *connection).await?;
    Ok(lines)
}

/// The games of an account in these phases, by the seat.
fn seats(account: &str, phases: &[Phase]) -> Vec<Query> {
    let of = |phase: &Phase| {
        ["first_account", "second_account"]
            .map(|seat| Query::of(&format!("g.phase = '{}'", phase.word())).equal(seat, account))
    };
    phases.iter().flat_map(of).collect()
}
