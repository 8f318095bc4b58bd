//! The finished games of a store as one dump, a JSON object on each line, and whether a dump is true:
//! every game is played again by the rules, and its throws are those that were committed to.

use std::collections::HashMap;

use rules::{End, Game, Side, Status, Variant, Winner};
use serde::{Deserialize, Serialize};

use crate::secret;
use crate::store::{GameRow, Opponent, Phase, Result, Store, StoreError};
use crate::throws::{self, Source};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Dumped {
    /// Its id.
    pub game: String,
    /// The rule set: `seega(size=7)`.
    pub rules: String,
    /// The start position, if it is not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Against whom it was created.
    pub opponent: String,
    /// The clock as text.
    pub clock: String,
    /// Whether it counted for ratings.
    pub rated: bool,
    /// Whether only its players see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Who played first, and who second.
    pub players: [DumpedPlayer; 2],
    /// When it was created, milliseconds since 1970.
    pub created_ms: i64,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// Who won.
    pub winner: Winner,
    /// Why it ended.
    pub reason: End,
    /// The winner's points.
    pub points: Option<u32>,
    /// What the throws come from; none of a game without throws that anything certifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throws: Option<DumpedThrows>,
    /// Actions and throws, in order.
    pub entries: Vec<String>,
    /// Who acted, or whose throw it was: a letter for each entry, `f` or `s`.
    pub sides: String,
    /// When, for each entry: milliseconds after the one before, for the first one after `created_ms`.
    pub after_ms: Vec<i64>,
}

/// A player of a dumped game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DumpedPlayer {
    /// The account; none of the engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// The name; guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is a bot.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The engine's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<i64>,
}

/// What the throws of a dumped game come from: see [`throws`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DumpedThrows {
    /// What was published before the game.
    pub commitment: String,
    /// The secret.
    pub secret: String,
    /// First's and second's nonce.
    pub nonces: [String; 2],
}

/// What an export has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exported {
    /// Games in the dump.
    pub games: u64,
    /// Finished games that are damaged and left out.
    pub damaged: u64,
}

/// Why an export ended early.
#[derive(Debug)]
pub enum ExportError {
    /// The database failed.
    Store(StoreError),
    /// A line could not be written.
    Write(std::io::Error),
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportError::Store(error) => error.fmt(f),
            ExportError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExportError::Store(error) => Some(error),
            ExportError::Write(error) => Some(error),
        }
    }
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Store(error)
    }
}

/// Gives a line for each finished game: those that anyone may find in the archive, or all. A server may
/// be running meanwhile.
///
/// # Errors
/// The database or `write` failed.
pub async fn export(
    store: &Store,
    all: bool,
    mut write: impl FnMut(String) -> std::io::Result<()>,
) -> std::result::Result<Exported, ExportError> {
    let mut exported = Exported::default();
    let mut names = HashMap::new();
    let mut after = String::new();
    loop {
        let ids = store.game_ids(&after, 500).await?;
        let Some(last) = ids.last() else { return Ok(exported) };
        after.clone_from(last);
        for id in &ids {
            match dumped(store, id, all, &mut names).await {
                Ok(None) => {}
                Ok(Some(game)) => {
                    let line = serde_json::to_string(&game).unwrap_or_default();
                    write(line).map_err(ExportError::Write)?;
                    exported.games += 1;
                }
                Err(StoreError::Corrupt(reason)) => {
                    tracing::warn!(game = id, reason, "a damaged game is not exported");
                    exported.damaged += 1;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Accounts by id: the name, and whether it is a bot.
type Names = HashMap<String, (Option<String>, bool)>;

async fn dumped(store: &Store, id: &str, all: bool, names: &mut Names) -> Result<Option<Dumped>> {
    let Some((row, entries)) = store.load_game(id).await? else { return Ok(None) };
    if row.phase != Phase::Over || !(all || is_public(&row)) {
        return Ok(None);
    }
    let corrupt = |what: &str| StoreError::Corrupt(what.to_owned());
    let outcome = row.outcome().ok_or_else(|| corrupt("over without a result"))?;
    let variant = Variant::read_full(&row.variant).map_err(|_| corrupt("rules"))?;
    let [first, second] = Side::BOTH;
    let players =
        [player(store, &row, first, names).await?, player(store, &row, second, names).await?];
    let mut before = row.created_ms;
    let after_ms = entries.iter().map(|entry| {
        let passed = entry.at_ms - before;
        before = entry.at_ms;
        passed
    });
    let throws = match (&row.first_nonce, &row.second_nonce) {
        (Some(first), Some(second))
            if throws::has_throws(variant) && !row.commitment.is_empty() =>
        {
            Some(DumpedThrows {
                commitment: row.commitment.clone(),
                secret: row.secret.clone(),
                nonces: [first.clone(), second.clone()],
            })
        }
        _ => None,
    };
    Ok(Some(Dumped {
        after_ms: after_ms.collect(),
        sides: entries.iter().map(|entry| letter(entry.side)).collect(),
        entries: entries.into_iter().map(|entry| entry.text).collect(),
        players,
        throws,
        winner: row.winner.unwrap_or(Winner::None),
        reason: outcome.reason,
        points: outcome.points,
        rules: row.variant,
        start: row.start,
        opponent: row.opponent.word().to_owned(),
        clock: row.clock,
        rated: row.rated.counts(),
        private: row.private,
        created_ms: row.created_ms,
        ended_ms: row.ended_ms,
        game: row.id,
    }))
}

/// Whether anyone may find it in the archive; the same condition as in `store/lists.rs`.
fn is_public(row: &GameRow) -> bool {
    let found = match row.opponent {
        Opponent::Local => false,
        Opponent::Link => row.rated.counts() || row.public,
        Opponent::Engine | Opponent::Lobby => true,
    };
    found && !row.private
}

async fn player(
    store: &Store,
    row: &GameRow,
    side: Side,
    names: &mut Names,
) -> Result<DumpedPlayer> {
    let level = row.level(side);
    let Some(id) = row.account(side) else {
        return Ok(DumpedPlayer { account: None, name: None, bot: false, level });
    };
    if !names.contains_key(id) {
        let account = store.account(id).await?;
        let known = account.map_or((None, false), |account| (account.name, account.bot));
        names.insert(id.to_owned(), known);
    }
    let (name, bot) = names.get(id).cloned().unwrap_or_default();
    Ok(DumpedPlayer { account: Some(id.to_owned()), name, bot, level })
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'f',
        Side::Second => 's',
    }
}

/// Whether a line of a dump is a game that can have been played so; its number of entries.
///
/// # Errors
/// What is wrong.
pub fn check_line(line: &str) -> std::result::Result<usize, String> {
    let dumped: Dumped = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let of = |what: String| format!("{}: {what}", dumped.game);
    let variant = Variant::read_full(&dumped.rules).map_err(|_| of("rules".into()))?;
    let mut game = match &dumped.start {
        None => Game::start(variant),
        Some(start) => Game::from_position(variant, start).map_err(|_| of("start".into()))?,
    };
    if dumped.sides.len() != dumped.entries.len() || dumped.after_ms.len() != dumped.entries.len() {
        return Err(of("sides or times are not as many as entries".into()));
    }
    let source = dumped.throws.as_ref().map(|throws| Source {
        game: dumped.game.clone(),
        secret: throws.secret.clone(),
        nonces: throws.nonces.clone(),
    });
    if let Some(throws) = &dumped.throws
        && !secret::same(
            throws::commitment(&throws.secret).as_bytes(),
            throws.commitment.as_bytes(),
        )
    {
        return Err(of("the secret is not the one committed to".into()));
    }
    let mut thrown = 0;
    for (ply, (entry, side)) in dumped.entries.iter().zip(dumped.sides.chars()).enumerate() {
        if letter(game.side()) != side {
            return Err(of(format!("entry {ply} is not of this side")));
        }
        if game.status() == Status::Chance {
            thrown += 1;
            if source.as_ref().is_some_and(|source| source.throw(&game, thrown) != entry) {
                return Err(of(format!("entry {ply} is not the throw committed to")));
            }
        }
        game.play(entry).map_err(|_| of(format!("entry {ply} is not legal")))?;
    }
    if let Status::Over(outcome) = game.status() {
        let aborted = dumped.rated && dumped.reason == End::Aborted;
        let same = dumped.winner.side() == outcome.winner
            && dumped.reason == outcome.reason
            && dumped.points == outcome.points;
        if !(same || aborted) {
            return Err(of("the result is not that of the rules".into()));
        }
    }
    Ok(dumped.entries.len())
}
