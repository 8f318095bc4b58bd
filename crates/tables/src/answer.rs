//! What a table says of a position.

use std::fmt;

use rules::{Game, GameId, Outcome};
use serde::Serialize;

use crate::score::Score;

/// The result under best play, for the side to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side to act wins.
    Win,
    /// No side can win.
    Draw,
    /// The side to act loses.
    Loss,
}

/// The exact value of a position, from the view of the side to act or to throw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer {
    /// Of a game without dice.
    Result {
        /// The result under best play.
        value: Value,
        /// The actions of both sides until the end, the winner hurrying and the loser delaying;
        /// `None` for a draw.
        distance: Option<u16>,
        /// Draughts: whether the winner also wins if the counters that draw are counted on from the
        /// given position; `None` for a draw, and in games without such counters.
        within_counters: Option<bool>,
    },
    /// Of Senet.
    Expectation {
        /// From −1, lost, to 1, won.
        expectation: f64,
        /// Whether the limit of throws changes it by more than a millionth.
        limit_matters: bool,
    },
}

impl Answer {
    pub(crate) fn from_score(score: Score, within_counters: Option<bool>) -> Answer {
        let value = match () {
            () if score.is_win() => Value::Win,
            () if score.is_loss() => Value::Loss,
            () => Value::Draw,
        };
        let distance = (value != Value::Draw).then(|| score.distance());
        Answer::Result { value, distance, within_counters }
    }

    /// Of a game that is over, for the side that is shown to act.
    pub(crate) fn over(game: GameId, outcome: &Outcome, at: &Game) -> Answer {
        let won = outcome.winner.map(|winner| winner == at.side());
        if game == GameId::SENET {
            let expectation = won.map_or(0.0, |won| if won { 1.0 } else { -1.0 });
            return Answer::Expectation { expectation, limit_matters: false };
        }
        let value = match won {
            Some(true) => Value::Win,
            Some(false) => Value::Loss,
            None => Value::Draw,
        };
        Answer::Result { value, distance: won.map(|_| 0), within_counters: None }
    }

    /// What an action that leads here is worth to the side that plays it; `changed` says whether
    /// the other side acts here.
    pub(crate) fn before(self, changed: bool) -> Answer {
        match self {
            Answer::Result { value, distance, within_counters } => {
                let value = match value {
                    Value::Win if changed => Value::Loss,
                    Value::Loss if changed => Value::Win,
                    value => value,
                };
                let distance = distance.map(|distance| distance + 1);
                Answer::Result { value, distance, within_counters }
            }
            Answer::Expectation { expectation, limit_matters } => {
                let expectation = if changed { -expectation } else { expectation };
                Answer::Expectation { expectation, limit_matters }
            }
        }
    }

    /// What orders actions: the larger, the better.
    pub(crate) fn rank(&self) -> i64 {
        match self {
            Answer::Result { value, distance, .. } => {
                let distance = i64::from(distance.unwrap_or(0));
                match value {
                    Value::Win => (1 << 40) - distance,
                    Value::Draw => 0,
                    Value::Loss => distance - (1 << 40),
                }
            }
            Answer::Expectation { expectation, .. } => (expectation * 1e9) as i64,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Result { value: Value::Draw, .. } => f.write_str("draw"),
            Answer::Result { value, distance, .. } => {
                let word = if *value == Value::Win { "win" } else { "loss" };
                write!(f, "{word} in {}", distance.unwrap_or_default())
            }
            Answer::Expectation { expectation, .. } => write!(f, "{expectation:.6}"),
        }
    }
}

impl Serialize for Answer {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut out = to.serialize_map(None)?;
        out.serialize_entry("exact", &true)?;
        match self {
            Answer::Result { value, distance, within_counters } => {
                out.serialize_entry("value", value)?;
                out.serialize_entry("distance", distance)?;
                if let Some(within) = within_counters {
                    out.serialize_entry("within_counters", within)?;
                }
            }
            Answer::Expectation { expectation, limit_matters } => {
                out.serialize_entry("expectation", expectation)?;
                out.serialize_entry("limit_matters", limit_matters)?;
            }
        }
        out.end()
    }
}
