//! What a server sends, as far as it is used here. What is new to us is passed over.

use rules::{End, Game, Outcome, Side, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message on the WebSocket.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Message {
    State(Box<State>),
    Event(Box<Happened>),
    Error(Refused),
    /// Greetings, acknowledgements (what was stored also comes as an event), messages of later versions.
    #[serde(other)]
    Other,
}

/// A refusal; nothing was changed.
#[derive(Deserialize, Debug)]
pub(crate) struct Refused {
    /// The id of the message that was refused.
    pub(crate) id: Option<String>,
    pub(crate) message: String,
}

/// A side as the wire has it.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    First,
    Second,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Side {
        match seat {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }
}

/// Who sits on a seat.
#[derive(Deserialize, Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Player {
    pub(crate) kind: String,
    pub(crate) name: Option<String>,
    pub(crate) level: Option<i64>,
}

/// The clocks.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) left_ms: Option<[i64; 2]>,
    pub(crate) running: Option<Seat>,
}

/// How far a game is.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// A seat is free.
    Open,
    Live,
    Over,
}

/// A result.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Ended {
    winner: String,
    reason: String,
    points: Option<u32>,
}

impl Ended {
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let winner = match self.winner.as_str() {
            "first" => Some(Side::First),
            "second" => Some(Side::Second),
            _ => None,
        };
        Some(Outcome { winner, reason: End::from_word(&self.reason)?, points: self.points })
    }
}

/// Everything of a game that moves.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Now {
    pub(crate) phase: Phase,
    pub(crate) ply: usize,
    pub(crate) clock: Clock,
    pub(crate) draw: Option<Seat>,
    pub(crate) takeback: Option<(Seat, i64)>,
    pub(crate) rematch_by: Option<Seat>,
    pub(crate) rematch: Option<String>,
    pub(crate) result: Option<Ended>,
}

/// An entry of the log.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) ply: usize,
    pub(crate) text: String,
}

/// A game as it stands.
#[derive(Deserialize, Clone, Debug)]
pub(crate) struct State {
    pub(crate) game: String,
    pub(crate) version: i64,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) opponent: String,
    pub(crate) time: String,
    pub(crate) rated: bool,
    pub(crate) players: [Player; 2],
    pub(crate) seats: Vec<Seat>,
    pub(crate) entries: Vec<Entry>,
    #[serde(flatten)]
    pub(crate) now: Now,
}

impl State {
    /// The game before its first entry; none if its rules are not known here.
    pub(crate) fn opening(&self) -> Option<Game> {
        let variant = Variant::read_full(&self.rules).ok()?;
        Game::from_position(variant, &self.start).ok()
    }

    pub(crate) fn player(&self, side: Side) -> &Player {
        &self.players[side.index()]
    }

    /// Whether the one who asks has this seat.
    pub(crate) fn sits(&self, side: Side) -> bool {
        self.seats.iter().any(|seat| Side::from(*seat) == side)
    }
}

/// Something that happened in a game.
#[derive(Deserialize, Debug)]
pub(crate) struct Happened {
    pub(crate) game: String,
    pub(crate) version: i64,
    pub(crate) kind: String,
    pub(crate) seat: Option<Seat>,
    #[serde(default)]
    pub(crate) entries: Vec<Entry>,
    #[serde(default)]
    pub(crate) data: Value,
    pub(crate) now: Option<Now>,
}

/// A game in a list.
#[derive(Deserialize, Serialize, Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) phase: Phase,
    pub(crate) opponent: String,
    pub(crate) time: String,
    pub(crate) rated: bool,
    pub(crate) ply: i64,
    pub(crate) players: [Player; 2],
}
