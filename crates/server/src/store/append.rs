//! Appending to games, many in one commit.
//!
//! One task collects what the owner tasks want appended. While a commit is under way the next
//! group gathers, so that the cost of a durable commit is shared by all who wait for it. On SQLite
//! there is one such commit at a time (there is one writer); on PostgreSQL up to four, each one
//! statement.
//!
//! Every append is conditional on the game's version. The row of the game is the arbiter; the
//! primary keys of `entry` and `event` make a doubled one impossible whatever happens.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use rules::{End, Winner};
use serde::Serialize;
use sqlx::{PgPool, SqlitePool};
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::health::{LONGEST_APPEND, is_taken_back};
use super::{
    EntryRow, EventRow, GameRow, Happening, Notice, Opponent, Phase, Pool, Result, Store,
    StoreError,
};
use crate::live::LiveState;

/// The most appends in one commit.
const LARGEST_GROUP: usize = 512;
/// Commits under way at once on PostgreSQL.
const POSTGRES_COMMITS: usize = 4;

/// What is to be added to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The version that the game must have.
    pub expected: i64,
    /// The row as it shall be; its version and ply are those after the append.
    pub row: GameRow,
    /// The events, of the versions that follow.
    pub events: Vec<EventRow>,
    /// The entries, of the plies that follow.
    pub entries: Vec<EntryRow>,
    /// Entries of this ply and later are taken back first.
    pub truncate: Option<i64>,
}

/// How an append went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is durable.
    Done,
    /// The game had another version: another append was quicker. Nothing was changed.
    Stale,
}

#[derive(Debug)]
pub(super) struct Request {
    append: Append,
    answer: oneshot::Sender<Result<Appended>>,
}

impl Store {
    /// Adds to a game's log if the game has the version expected; answers when it is durable.
    ///
    /// # Errors
    /// The database failed; whether the append happened is then not known.
    #[tracing::instrument(skip_all)]
    pub async fn append(&self, append: Append) -> Result<Appended> {
        if self.failing_since().is_some() {
            return Err(StoreError::Unavailable("nothing can be stored".into()));
        }
        let asked = self.now_ms();
        let hints = self.hints_of(&append);
        let (answer, done) = oneshot::channel();
        let request = Request { append, answer };
        self.appends.send(request).await.map_err(|_| StoreError::Closed)?;
        let appended = done.await.map_err(|_| StoreError::Closed)?;
        if let Err(error @ StoreError::Unavailable(_)) = &appended {
            self.health.failed(asked, error);
        }
        if let Ok(Appended::Done) = appended {
            hints.into_iter().for_each(|hint| self.hints.give(hint));
        }
        appended
    }

    /// What other nodes would want to know of a change.
    fn hints_of(&self, append: &Append) -> Vec<Notice> {
        if !self.is_shared() {
            return Vec::new();
        }
        let row = &append.row;
        let mut hints = vec![Notice::Changed { game: row.id.clone(), version: row.version }];
        if append.is_turning_point() {
            let players = [&row.first_account, &row.second_account, &row.challenged];
            let hint = |account: &String| Notice::Player { account: account.clone() };
            hints.extend(players.into_iter().flatten().map(hint));
            if row.opponent == Opponent::Lobby {
                hints.push(Notice::Lobby);
            }
        }
        hints
    }
}

impl Append {
    /// Whether the game begins or ends with it.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        let is = |event: &EventRow| {
            matches!(event.what, Happening::Begun { .. } | Happening::Over { .. })
        };
        self.events.iter().any(is)
    }
}

/// Starts the task that collects and commits; it ends when the last store is gone.
pub(super) fn start(pool: Pool, mut requests: mpsc::Receiver<Request>) {
    let at_once = match pool {
        Pool::Sqlite { .. } => 1,
        Pool::Postgres(_) => POSTGRES_COMMITS,
    };
    tokio::spawn(async move {
        let permits = Arc::new(Semaphore::new(at_once));
        let mut held: Option<Request> = None;
        loop {
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            let Some(first) = (match held.take() {
                Some(request) => Some(request),
                None => requests.recv().await,
            }) else {
                return;
            };
            let mut games = HashSet::from([first.append.row.id.clone()]);
            let mut group = vec![first];
            while group.len() < LARGEST_GROUP {
                let Ok(request) = requests.try_recv() else { break };
                // A game is in a group once, so that its answer is its own.
                if !games.insert(request.append.row.id.clone()) {
                    held = Some(request);
                    break;
                }
                group.push(request);
            }
            let pool = pool.clone();
            tokio::spawn(async move {
                commit(&pool, group).await;
                drop(permit);
            });
        }
    });
}

async fn commit(pool: &Pool, mut group: Vec<Request>) {
    // All nodes lock games in the same order.
    group.sort_by(|a, b| a.append.row.id.cmp(&b.append.row.id));
    match commit_group(pool, group.iter().map(|request| &request.append)).await {
        Ok(won) => {
            for request in group {
                let done = won.contains(&request.append.row.id);
                let answer = if done { Appended::Done } else { Appended::Stale };
                let _ = request.answer.send(Ok(answer));
            }
        }
        Err(StoreError::Unavailable(why)) => {
            for request in group {
                let _ = request.answer.send(Err(StoreError::Unavailable(why.clone())));
            }
        }
        // One append is bad, or two nodes waited for each other: each on its own.
        Err(error) if group.len() > 1 || is_taken_back(&error) => {
            tracing::warn!(%error, size = group.len(), "a group of appends is tried one by one");
            for request in group {
                let won = commit_group(pool, std::iter::once(&request.append)).await;
                let appended = |won: HashSet<String>| {
                    if won.is_empty() { Appended::Stale } else { Appended::Done }
                };
                let _ = request.answer.send(won.map(appended));
            }
        }
        Err(error) => {
            if let Some(request) = group.pop() {
                let _ = request.answer.send(Err(error));
            }
        }
    }
}

/// The ids of the games whose append was done.
async fn commit_group(
    pool: &Pool,
    appends: impl Iterator<Item = &Append> + Send + Clone,
) -> Result<HashSet<String>> {
    let commit = async {
        match pool {
            Pool::Sqlite { write, .. } => commit_sqlite(write, appends).await,
            Pool::Postgres(pool) => Group::of(appends).postgres(pool).await,
        }
    };
    match tokio::time::timeout(LONGEST_APPEND, commit).await {
        Ok(won) => won,
        Err(_) => Err(StoreError::Unavailable("a commit takes too long".into())),
    }
}

/// SQLite's driver has a thread of its own, which is woken for every statement and every row: so
/// there are few statements, and the only answer is one row. Nothing else can write between them.
async fn commit_sqlite(
    pool: &SqlitePool,
    appends: impl Iterator<Item = &Append> + Send + Clone,
) -> Result<HashSet<String>> {
    let expected: Vec<_> = appends
        .clone()
        .map(|append| Expected { id: &append.row.id, expected: append.expected })
        .collect();
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let (won,): (String,) =
        sqlx::query_as(SQLITE_WON).bind(json(&expected)).fetch_one(&mut *transaction).await?;
    let won: HashSet<String> =
        serde_json::from_str(&won).map_err(|error| StoreError::Corrupt(error.to_string()))?;
    let group = Group::of(appends.filter(|append| won.contains(&append.row.id)));
    let statements = [
        (true, SQLITE_PROGRESS.as_str(), group.games.as_str()),
        (true, SQLITE_STANDING.as_str(), group.games.as_str()),
        (group.has_truncates, SQLITE_TRUNCATE, group.truncates.as_str()),
        (true, SQLITE_EVENTS.as_str(), group.events.as_str()),
        (group.has_entries, SQLITE_ENTRIES.as_str(), group.entries.as_str()),
    ];
    for (_, statement, rows) in statements.into_iter().filter(|(needed, ..)| *needed) {
        sqlx::query(statement).bind(rows).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(won)
}

/// A group as the JSON texts that the statements read.
struct Group {
    games: String,
    events: String,
    entries: String,
    truncates: String,
    has_entries: bool,
    has_truncates: bool,
}

#[derive(Serialize)]
struct GameJson<'a> {
    id: &'a str,
    expected: i64,
    version: i64,
    ply: i64,
    phase: Phase,
    first_account: Option<&'a str>,
    second_account: Option<&'a str>,
    first_nonce: Option<&'a str>,
    second_nonce: Option<&'a str>,
    public: i64,
    state: &'a LiveState,
    due_ms: Option<i64>,
    engine_ms: Option<i64>,
    winner: Option<Winner>,
    reason: Option<End>,
    points: Option<i64>,
    ended_ms: Option<i64>,
}

#[derive(Serialize)]
struct Expected<'a> {
    id: &'a str,
    expected: i64,
}

#[derive(Serialize)]
struct Of<'a, T> {
    game: &'a str,
    #[serde(flatten)]
    row: &'a T,
}

#[derive(Serialize)]
struct Ply {
    ply: i64,
}

/// Plain data as a JSON text.
pub(super) fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data")
}

impl Group {
    fn of<'a>(appends: impl Iterator<Item = &'a Append> + Clone) -> Group {
        let games: Vec<_> = appends.clone().map(game_json).collect();
        let mut events = Vec::new();
        let mut entries = Vec::new();
        let mut plies = Vec::new();
        for append in appends {
            let game = append.row.id.as_str();
            events.extend(append.events.iter().map(|row| Of { game, row }));
            entries.extend(append.entries.iter().map(|row| Of { game, row }));
            plies.extend(append.truncate.map(|ply| (game, Ply { ply })));
        }
        let truncates: Vec<_> = plies.iter().map(|(game, row)| Of { game, row }).collect();
        Group {
            games: json(&games),
            events: json(&events),
            entries: json(&entries),
            truncates: json(&truncates),
            has_entries: !entries.is_empty(),
            has_truncates: !truncates.is_empty(),
        }
    }

    async fn postgres(&self, pool: &PgPool) -> Result<HashSet<String>> {
        let won: Vec<(String,)> = if self.has_truncates {
            // Rare, and what is deleted must be gone before anything is inserted in its place.
            let mut transaction = pool.begin().await?;
            let won = sqlx::query_as(&POSTGRES)
                .bind(&self.games)
                .bind(&self.events)
                .bind("[]")
                .fetch_all(&mut *transaction)
                .await?;
            let ids: Vec<String> = won.iter().map(|(id,): &(String,)| id.clone()).collect();
            sqlx::query(POSTGRES_TRUNCATE)
                .bind(&self.truncates)
                .bind(&ids)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(&POSTGRES_ENTRIES)
                .bind(&self.entries)
                .bind(&ids)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            won
        } else {
            sqlx::query_as(&POSTGRES)
                .bind(&self.games)
                .bind(&self.events)
                .bind(&self.entries)
                .fetch_all(pool)
                .await?
        };
        Ok(won.into_iter().map(|(id,)| id).collect())
    }
}

fn game_json(append: &Append) -> GameJson<'_> {
    let row = &append.row;
    GameJson {
        id: &row.id,
        expected: append.expected,
        version: row.version,
        ply: row.ply,
        phase: row.phase,
        first_account: row.first_account.as_deref(),
        second_account: row.second_account.as_deref(),
        first_nonce: row.first_nonce.as_deref(),
        second_nonce: row.second_nonce.as_deref(),
        public: i64::from(row.public),
        state: &row.state,
        due_ms: row.due_ms,
        engine_ms: row.engine_ms,
        winner: row.winner,
        reason: row.reason,
        points: row.points,
        ended_ms: row.ended_ms,
    }
}

// The statements. Both databases read rows from a JSON text, each in its own way, and share the
// columns and what is done with them.

/// Columns with their types in PostgreSQL; SQLite takes those of the values.
type Columns = [(&'static str, &'static str)];

const ENTRY: &Columns = &[
    ("game", "text"),
    ("ply", "bigint"),
    ("version", "bigint"),
    ("side", "text"),
    ("text", "text"),
    ("at_ms", "bigint"),
];

const EVENT: &Columns = &[
    ("game", "text"),
    ("version", "bigint"),
    ("kind", "text"),
    ("seat", "text"),
    ("submission", "text"),
    ("data", "text"),
    ("at_ms", "bigint"),
];

/// Which game, and the version that it must have.
const CONDITION: &Columns = &[("id", "text"), ("expected", "bigint")];

/// What every append sets.
const PROGRESS: &Columns =
    &[("version", "bigint"), ("ply", "bigint"), ("state", "text"), ("due_ms", "bigint")];

/// What most appends leave as it is.
const STANDING: &Columns = &[
    ("phase", "text"),
    ("first_account", "text"),
    ("second_account", "text"),
    ("first_nonce", "text"),
    ("second_nonce", "text"),
    ("public", "bigint"),
    ("engine_ms", "bigint"),
    ("winner", "text"),
    ("reason", "text"),
    ("points", "bigint"),
    ("ended_ms", "bigint"),
];

/// By when a game has to be looked at again: by when something is due in it, or earlier. With a clock
/// that is another time after every action, mostly a later one. An index that follows it would be
/// written every time, and with it, by PostgreSQL, every other index of the game; so the time stays
/// until it has come ([`Store::postpone`]) or is too late.
const LOOK: &str = "CASE WHEN x.due_ms >= game.look_ms AND x.phase = game.phase \
    THEN game.look_ms ELSE x.due_ms END";

/// One text for each column, separated by commas.
fn list(columns: &Columns, one: impl Fn(&str, &str) -> String) -> String {
    columns.iter().map(|(name, kind)| one(name, kind)).collect::<Vec<_>>().join(", ")
}

fn names(columns: &Columns, table: &str) -> String {
    list(columns, |name, _| format!("{table}{name}"))
}

/// `a = x.a, b = x.b`.
fn set(columns: &Columns) -> String {
    list(columns, |name, _| format!("{name} = x.{name}"))
}

fn insert(table: &str, columns: &Columns, rows: &str) -> String {
    let (into, from) = (names(columns, ""), names(columns, "x."));
    format!("INSERT INTO {table} ({into}) SELECT {from} FROM {rows}")
}

/// The rows `x` of the JSON text that is the first parameter.
fn sqlite_rows(columns: &Columns) -> String {
    let values = list(columns, |name, _| format!("value ->> '{name}' AS {name}"));
    format!("(SELECT {values} FROM json_each($1)) AS x")
}

/// The rows `x` of the JSON text that is a parameter.
fn postgres_rows(parameter: u8, columns: &Columns) -> String {
    let typed = list(columns, |name, kind| format!("{name} {kind}"));
    format!("json_to_recordset(${parameter}::json) AS x ({typed})")
}

const SQLITE_WON: &str = "
SELECT json_group_array(game.id) FROM json_each($1) AS x JOIN game ON game.id = x.value ->> 'id'
WHERE game.version = x.value ->> 'expected'";

static SQLITE_PROGRESS: LazyLock<String> = LazyLock::new(|| {
    let rows = sqlite_rows(&[CONDITION, PROGRESS].concat());
    format!("UPDATE game SET {} FROM {rows} WHERE game.id = x.id", set(PROGRESS))
});

/// SQLite writes every index of a column that is set, whether or not its value is another one: so
/// only rows that differ are set.
static SQLITE_STANDING: LazyLock<String> = LazyLock::new(|| {
    let rows = sqlite_rows(&[CONDITION, &[("due_ms", "bigint")], STANDING].concat());
    let (before, after) = (names(STANDING, "game."), names(STANDING, "x."));
    format!(
        "UPDATE game SET {}, look_ms = {LOOK} FROM {rows} \
         WHERE game.id = x.id AND (game.look_ms, {before}) IS NOT ({LOOK}, {after})",
        set(STANDING)
    )
});

const SQLITE_TRUNCATE: &str = "
DELETE FROM entry WHERE EXISTS (
    SELECT 1 FROM json_each($1) AS x
    WHERE entry.game = x.value ->> 'game' AND entry.ply >= x.value ->> 'ply')
  AND game IN (SELECT value ->> 'game' FROM json_each($1))";

static SQLITE_EVENTS: LazyLock<String> =
    LazyLock::new(|| insert("event", EVENT, &sqlite_rows(EVENT)));

static SQLITE_ENTRIES: LazyLock<String> =
    LazyLock::new(|| insert("entry", ENTRY, &sqlite_rows(ENTRY)));

static POSTGRES: LazyLock<String> = LazyLock::new(|| {
    let games = postgres_rows(1, &[CONDITION, PROGRESS, STANDING].concat());
    format!(
        "WITH won AS (
            UPDATE game SET {}, {}, look_ms = {LOOK} FROM {games}
            WHERE game.id = x.id AND game.version = x.expected
            RETURNING game.id
        ), logged AS (
            {} JOIN won ON won.id = x.game
        ), entered AS (
            {} JOIN won ON won.id = x.game
        )
        SELECT id FROM won",
        set(PROGRESS),
        set(STANDING),
        insert("event", EVENT, &postgres_rows(2, EVENT)),
        insert("entry", ENTRY, &postgres_rows(3, ENTRY)),
    )
});

const POSTGRES_TRUNCATE: &str = "
DELETE FROM entry USING json_to_recordset($1::json) AS x (game text, ply bigint)
WHERE entry.game = x.game AND entry.ply >= x.ply AND x.game = ANY($2)";

static POSTGRES_ENTRIES: LazyLock<String> = LazyLock::new(|| {
    format!("{} WHERE x.game = ANY($2)", insert("entry", ENTRY, &postgres_rows(1, ENTRY)))
});
