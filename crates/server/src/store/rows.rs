//! The rows of a game: what is written once, and what every append sets anew.

use rules::{End, GameId, Outcome, Side, Winner};
use serde::{Deserialize, Serialize};
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::columns::{Flag, Json, Word};
use crate::live::LiveState;

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
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
    /// The player who has the link.
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

/// Whether a game counts for ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rated {
    /// It does not.
    No,
    /// It will once it is over.
    Pending,
    /// The ratings hold it.
    Done,
}

impl Rated {
    /// Whether it counts, now or later.
    #[must_use]
    pub const fn counts(self) -> bool {
        !matches!(self, Rated::No)
    }
}

/// A game's row.
#[derive(Clone, Debug, PartialEq, FromRow)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Which game.
    #[sqlx(try_from = "Word")]
    pub kind: GameId,
    /// The rule set: `seega(size=7)`.
    pub variant: String,
    /// The start position, if it is not the standard one.
    pub start: Option<String>,
    /// Against whom it was created.
    #[sqlx(try_from = "Word")]
    pub opponent: Opponent,
    /// The clock as text.
    pub clock: String,
    /// Whether it is rated.
    #[sqlx(try_from = "Flag")]
    pub rated: Rated,
    /// Whether the creator of a rated game agreed to play a bot.
    #[sqlx(try_from = "Flag")]
    pub accept_bots: bool,
    /// Of a game by link: whether others may find it. The creator proposes, who joins agrees.
    #[sqlx(try_from = "Flag")]
    pub public: bool,
    /// Of a game by link: the only account that may join.
    pub challenged: Option<String>,
    /// Whether only its players see it, once it has begun.
    #[sqlx(try_from = "Flag")]
    pub private: bool,
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
    #[sqlx(try_from = "Word")]
    pub phase: Phase,
    /// Who plays first.
    pub first_account: Option<String>,
    /// Who plays second.
    pub second_account: Option<String>,
    /// First's share of the randomness.
    pub first_nonce: Option<String>,
    /// Second's share of the randomness.
    pub second_nonce: Option<String>,
    /// Clocks and offers.
    #[sqlx(try_from = "Json")]
    pub state: LiveState,
    /// When something is due: a flag falls, an invitation lapses.
    pub due_ms: Option<i64>,
    /// When the engine's turn may be taken up by another node; none if it is not its turn.
    pub engine_ms: Option<i64>,
    /// Who won.
    #[sqlx(try_from = "Word")]
    pub winner: Option<Winner>,
    /// Why it ended.
    #[sqlx(try_from = "Word")]
    pub reason: Option<End>,
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
    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let points = self.points.and_then(|points| u32::try_from(points).ok());
        Some(Outcome { winner: self.winner?.side(), reason: self.reason?, points })
    }

    /// The account on a seat.
    #[must_use]
    pub fn account(&self, side: Side) -> Option<&str> {
        match side {
            Side::First => self.first_account.as_deref(),
            Side::Second => self.second_account.as_deref(),
        }
    }

    /// The engine's level on a seat.
    #[must_use]
    pub fn level(&self, side: Side) -> Option<i64> {
        match side {
            Side::First => self.first_level,
            Side::Second => self.second_level,
        }
    }
}

/// One action or throw.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize)]
pub struct EntryRow {
    /// Its place, from 0.
    pub ply: i64,
    /// The version of the event that brought it.
    pub version: i64,
    /// Who acted, or whose throw it was.
    #[sqlx(try_from = "Word")]
    pub side: Side,
    /// Its text.
    pub text: String,
    /// When.
    pub at_ms: i64,
}

/// What changed a game. The columns `kind` and `data` of the log, and the same on wires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", content = "data", rename_all = "kebab-case")]
pub enum Happening {
    /// Both seats are taken and the clock runs.
    Begun {
        /// The side that joined last; none if both seats were taken from the start.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        joined: Option<Side>,
    },
    /// Actions and throws.
    Played {
        /// The entries; wires carry them in full beside the data.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(ignore)]
        entries: Vec<PlayedEntry>,
        /// What first and second had left on their clocks.
        #[serde(default)]
        #[schema(required = true, min_items = 2, max_items = 2)]
        left_ms: [i64; 2],
        /// The digest of the submission, for the server alone.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[schema(ignore)]
        submitted: String,
    },
    /// The game went back to an earlier ply.
    TakenBack {
        /// The number of entries that are left.
        ply: i64,
    },
    /// A draw was offered.
    DrawOffered {},
    /// The offer was declined or withdrawn.
    DrawDeclined {},
    /// A takeback was asked for.
    TakebackAsked {
        /// The ply to go back to.
        ply: i64,
    },
    /// The takeback was declined or withdrawn.
    TakebackDeclined {},
    /// The engine could not play its turn.
    EngineFailed {},
    /// The game ended.
    Over {
        /// Who won.
        winner: Winner,
        /// Why.
        reason: End,
        /// The winner's points.
        #[schema(required = true)]
        points: Option<u32>,
    },
    /// One side wants to play again.
    RematchOffered {},
    /// Both play again.
    Rematch {
        /// The new game.
        game: String,
    },
}

/// An entry as the log of events holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedEntry {
    /// Its place, from 0.
    pub ply: i64,
    /// Who acted, or whose throw it was.
    pub side: Side,
    /// Its text.
    pub text: String,
}

/// One thing that changed a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventRow {
    /// Its number, from 1.
    pub version: i64,
    /// What happened.
    #[serde(flatten)]
    pub what: Happening,
    /// Whose doing it was.
    pub seat: Option<Side>,
    /// The id that the client gave its submission.
    pub submission: Option<String>,
    /// When.
    pub at_ms: i64,
}

impl<'r, R: Row> FromRow<'r, R> for EventRow
where
    &'static str: ColumnIndex<R>,
    i64: Decode<'r, R::Database> + Type<R::Database>,
    String: Decode<'r, R::Database> + Type<R::Database>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
    Word: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<EventRow> {
        let (kind, data): (String, String) = (row.try_get("kind")?, row.try_get("data")?);
        let invalid = |column: &str| {
            let index = column.to_owned();
            |error| sqlx::Error::ColumnDecode { index, source: error }
        };
        let what = serde_json::from_str(&data)
            .and_then(|data: serde_json::Value| {
                serde_json::from_value(serde_json::json!({ "kind": kind, "data": data }))
            })
            .map_err(|error| invalid("data")(error.into()))?;
        let seat: Word = row.try_get("seat")?;
        Ok(EventRow {
            version: row.try_get("version")?,
            what,
            seat: seat
                .try_into()
                .map_err(|error: serde::de::value::Error| invalid("seat")(error.into()))?,
            submission: row.try_get("submission")?,
            at_ms: row.try_get("at_ms")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_str, json, to_value};

    use super::{Happening, LiveState};

    /// As databases have them: what was stored once is read, and stored again the same.
    #[test]
    fn the_stored_forms_stay() {
        for (kind, data) in [
            ("begun", r#"{}"#),
            ("begun", r#"{"joined":"second"}"#),
            (
                "played",
                r#"{"entries":[{"ply":3,"side":"first","text":"a1"}],"left_ms":[0,5],"submitted":"9f"}"#,
            ),
            ("taken-back", r#"{"ply":4}"#),
            ("draw-offered", "{}"),
            ("draw-declined", "{}"),
            ("takeback-asked", r#"{"ply":4}"#),
            ("takeback-declined", "{}"),
            ("engine-failed", "{}"),
            ("over", r#"{"winner":"none","reason":"aborted","points":null}"#),
            ("over", r#"{"winner":"first","reason":"both-home","points":12}"#),
            ("rematch-offered", "{}"),
            ("rematch", r#"{"game":"r123"}"#),
        ] {
            let data: Value = from_str(data).unwrap();
            let stored = json!({ "kind": kind, "data": data });
            let read: Happening = serde_json::from_value(stored.clone()).unwrap();
            assert_eq!(to_value(&read).unwrap(), stored);
        }
        let state = r#"{"times":{"left_ms":[1,2],"since_ms":3},"draw":"first","takeback":["second",4],"rematch_by":null,"rematch":null}"#;
        let read: LiveState = from_str(state).unwrap();
        assert_eq!(to_value(&read).unwrap(), from_str::<Value>(state).unwrap());
    }
}
