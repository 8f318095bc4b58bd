//! What a score is worth: the result to be expected, from 0 (lost) over ½ (a draw) to 1 (won).
//!
//! In the games without dice it is the logistic function of the score, 1 / (1 + exp(-score / s)),
//! the same by which the weights are tuned. The scale s is a game's own, since a unit is: it is
//! what `lab tune` finds on self-play before it touches a weight. In Senet scores are expectations
//! already, and only stretched.

use rules::{GameId, Outcome, Side};

use crate::eval::{CHANCE_WIN, evaluate};
use crate::{Evaluate, Score};

/// Hundredths that make odds of e : 1.
fn scale(game: GameId) -> f64 {
    match game {
        GameId::Seega => 126.0,
        GameId::Salta => 501.0,
        GameId::Draughts => 55.0,
        GameId::Diaballik => 306.0,
        GameId::Senet => unreachable!("scores are expectations"),
    }
}

/// The expected result of a score, for whoever the score is for: 1 a win, 0 a loss. A forced win is
/// a win.
#[must_use]
pub fn expected(game: GameId, score: Score) -> f64 {
    match score.win_in() {
        Some(_) if score.0 > 0 => 1.0,
        Some(_) => 0.0,
        None if game == GameId::Senet => {
            (0.5 + f64::from(score.0) / f64::from(2 * CHANCE_WIN)).clamp(0.0, 1.0)
        }
        None => 1.0 / (1.0 + (-f64::from(score.0) / scale(game)).exp()),
    }
}

/// What is known of a position, from first's side. As JSON `{"cp": 35}`, `{"win": -3}` or
/// `{"result": "first"}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "json::Verdict", from = "json::Verdict"))]
pub enum Verdict {
    /// Hundredths of a unit.
    Hundredths(i32),
    /// A forced win in so many of the winner's turns; negative: of second.
    Win(i32),
    /// It is decided: over, or settled although it goes on. None: a draw.
    Decided(Option<Side>),
}

/// The JSON form, in which a winner is one word.
#[cfg(feature = "serde")]
mod json {
    use rules::Side;
    use serde::{Deserialize, Serialize};

    /// What is known of a position, from first's side.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub(super) enum Verdict {
        /// Hundredths of a unit.
        Cp(i32),
        /// A forced win in so many of the winner's turns; negative: of second.
        Win(i32),
        /// It is decided.
        Result(Decision),
    }

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
    pub(super) enum Decision {
        First,
        Second,
        Draw,
    }

    impl From<super::Verdict> for Verdict {
        fn from(verdict: super::Verdict) -> Verdict {
            match verdict {
                super::Verdict::Hundredths(score) => Verdict::Cp(score),
                super::Verdict::Win(turns) => Verdict::Win(turns),
                super::Verdict::Decided(None) => Verdict::Result(Decision::Draw),
                super::Verdict::Decided(Some(Side::First)) => Verdict::Result(Decision::First),
                super::Verdict::Decided(Some(Side::Second)) => Verdict::Result(Decision::Second),
            }
        }
    }

    impl From<Verdict> for super::Verdict {
        fn from(verdict: Verdict) -> super::Verdict {
            match verdict {
                Verdict::Cp(score) => super::Verdict::Hundredths(score),
                Verdict::Win(turns) => super::Verdict::Win(turns),
                Verdict::Result(Decision::First) => super::Verdict::Decided(Some(Side::First)),
                Verdict::Result(Decision::Second) => super::Verdict::Decided(Some(Side::Second)),
                Verdict::Result(Decision::Draw) => super::Verdict::Decided(None),
            }
        }
    }

    #[cfg(feature = "schema")]
    impl utoipa::PartialSchema for super::Verdict {
        fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
            Verdict::schema()
        }
    }

    #[cfg(feature = "schema")]
    impl utoipa::ToSchema for super::Verdict {
        fn schemas(all: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
            <Verdict as utoipa::ToSchema>::schemas(all);
        }
    }
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
    pub fn value(self, game: GameId) -> f64 {
        match self {
            Verdict::Hundredths(score) => expected(game, Score(score)),
            Verdict::Win(turns) => f64::from(u8::from(turns > 0)),
            Verdict::Decided(None) => 0.5,
            Verdict::Decided(Some(winner)) => f64::from(u8::from(winner == Side::First)),
        }
    }
}

/// The evaluation of a position as it stands, without a search.
#[must_use]
pub fn judge<P: Evaluate>(position: &P) -> Verdict {
    Verdict::Hundredths(evaluate(position))
}
