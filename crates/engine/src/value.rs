//! What a score is worth: the result to be expected, from 0 (lost) over ½ (a draw) to 1 (won).
//!
//! In the games without dice it is the logistic function of the score, 1 / (1 + exp(-score / s)),
//! the same by which the weights are tuned. The scale s is a game's own, since a unit is: it is
//! what `lab tune` finds on self-play before it touches a weight. In Senet scores are expectations
//! already, and only stretched.

use rules::{Outcome, Side};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::eval::CHANCE_WIN;
use crate::{Profile, Score};

/// The expected result of a score, for the side that the score is for: 1 a win, 0 a loss. A forced
/// win is a win.
#[must_use]
pub fn expected(profile: &Profile, score: Score) -> f64 {
    match score.win_in() {
        Some(_) => f64::from(u8::from(score.0 > 0)),
        None if profile.chance => {
            (0.5 + f64::from(score.0) / f64::from(2 * CHANCE_WIN)).clamp(0.0, 1.0)
        }
        None => 1.0 / (1.0 + (-f64::from(score.0) / profile.scale).exp()),
    }
}

/// What is known of a position, from first's side. As JSON `{"cp": 35}`, `{"win": -3}` or
/// `{"result": "first"}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Hundredths of a unit.
    Hundredths(i32),
    /// A forced win in so many of the winner's turns; negative: of second.
    Win(i32),
    /// It is decided: over, or settled although it goes on. None: a draw.
    Decided(Option<Side>),
}

impl Verdict {
    /// Of a score for the side to act.
    #[must_use]
    pub fn of(score: Score, to_act: Side) -> Verdict {
        let sign = if to_act == Side::First { 1 } else { -1 };
        match score.win_in() {
            Some(turns) if score.0 > 0 => Verdict::Win(sign * turns.max(1)),
            Some(turns) => Verdict::Win(sign * turns.min(-1)),
            None => Verdict::Hundredths(sign * score.0),
        }
    }

    /// Of an ended game.
    #[must_use]
    pub fn over(outcome: &Outcome) -> Verdict {
        Verdict::Decided(outcome.winner)
    }

    /// The result that first may expect.
    #[must_use]
    pub fn value(self, profile: &Profile) -> f64 {
        match self {
            Verdict::Hundredths(score) => expected(profile, Score(score)),
            Verdict::Win(turns) => f64::from(u8::from(turns > 0)),
            Verdict::Decided(None) => 0.5,
            Verdict::Decided(Some(winner)) => f64::from(u8::from(winner == Side::First)),
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(1))?;
        match self {
            Verdict::Hundredths(score) => map.serialize_entry("cp", score)?,
            Verdict::Win(turns) => map.serialize_entry("win", turns)?,
            Verdict::Decided(winner) => {
                map.serialize_entry("result", winner.map_or("draw", Side::word))?;
            }
        }
        map.end()
    }
}
