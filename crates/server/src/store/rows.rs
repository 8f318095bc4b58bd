//! The rows of a game: what is written once, and what every append sets anew.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::{Result, StoreError};

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A seat is free.
    Open,
    /// Being played.
    Live,
    /// Ended.
    Over,
}

impl Phase {
    /// The word in the database and on wires.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Live => "live",
            Phase::Over => "over",
        }
    }
}

/// Against whom a game was created.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// The engine at a level.
    Engine,
    /// Whoever has the link.
    Link,
    /// Anyone from the lobby.
    Lobby,
    /// Both sides on one device.
    Local,
}

impl Opponent {
    /// The word in the database and on wires.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Opponent::Engine => "engine",
            Opponent::Link => "link",
            Opponent::Lobby => "lobby",
            Opponent::Local => "local",
        }
    }
}

/// A game's row.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Which game: `seega`.
    pub kind: String,
    /// The rule set: `seega(size=7)`.
    pub variant: String,
    /// The start position, if it is not the standard one.
    pub start: Option<String>,
    /// Against whom it was created.
    pub opponent: String,
    /// The clock as text.
    pub clock: String,
    /// Whether it is rated: 0 not, 1 once it is over, 2 has been.
    pub rated: i64,
    /// Whether the creator of a rated game agreed to play a bot: 0 or 1.
    pub accept_bots: i64,
    /// The account that created it.
    pub creator: String,
    /// When.
    pub created_ms: i64,
    /// The hash of the secret that the throws come from.
    pub commitment: String,
    /// That secret. Must not leave the server before the end.
    pub secret: String,
    /// The engine's level on first's seat.
    pub first_level: Option<i64>,
    /// The engine's level on second's seat.
    pub second_level: Option<i64>,
    /// The game that this is the rematch of.
    pub rematch_of: Option<String>,
    /// The number of events so far.
    pub version: i64,
    /// The number of entries so far.
    pub ply: i64,
    /// How far it is.
    pub phase: String,
    /// Who plays first.
    pub first_account: Option<String>,
    /// Who plays second.
    pub second_account: Option<String>,
    /// First's share of the randomness.
    pub first_nonce: Option<String>,
    /// Second's share of the randomness.
    pub second_nonce: Option<String>,
    /// Clocks, offers: JSON of the owner task.
    pub state: String,
    /// When something is due: a flag falls, an invitation lapses.
    pub due_ms: Option<i64>,
    /// When the engine's turn may be taken up by another node; none if it is not its turn.
    pub engine_ms: Option<i64>,
    /// `first`, `second`, `draw` or `none`.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The winner's points.
    pub points: Option<i64>,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// When first was last seen.
    pub first_seen_ms: i64,
    /// When second was last seen.
    pub second_seen_ms: i64,
}

impl GameRow {
    /// How far it is.
    ///
    /// # Errors
    /// A word that nobody writes here.
    pub fn phase(&self) -> Result<Phase> {
        [Phase::Open, Phase::Live, Phase::Over]
            .into_iter()
            .find(|phase| phase.word() == self.phase)
            .ok_or_else(|| StoreError::Corrupt(format!("phase {:?}", self.phase)))
    }

    /// Against whom it was created.
    ///
    /// # Errors
    /// A word that nobody writes here.
    pub fn opponent(&self) -> Result<Opponent> {
        [Opponent::Engine, Opponent::Link, Opponent::Lobby, Opponent::Local]
            .into_iter()
            .find(|opponent| opponent.word() == self.opponent)
            .ok_or_else(|| StoreError::Corrupt(format!("opponent {:?}", self.opponent)))
    }
}

/// One action or throw.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize, Deserialize)]
pub struct EntryRow {
    /// Its place, from 0.
    pub ply: i64,
    /// The version of the event that brought it.
    pub version: i64,
    /// Who acted, or whose throw it was.
    pub side: String,
    /// Its text.
    pub text: String,
    /// When.
    pub at_ms: i64,
}

/// One thing that changed a game.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize, Deserialize)]
pub struct EventRow {
    /// Its number, from 1.
    pub version: i64,
    /// What happened.
    pub kind: String,
    /// Whose doing it was.
    pub seat: Option<String>,
    /// The id that the client gave its submission.
    pub submission: Option<String>,
    /// The rest, JSON.
    pub data: String,
    /// When.
    pub at_ms: i64,
}
