//! What a score is worth: the result to be expected, from 0 (lost) over ½ (a draw) to 1 (won).
//!
//! In the games without dice it is the logistic function of the score, 1 / (1 + exp(-score / s)),
//! the same by which the weights are tuned. The scale s is a game's own, since a unit is: it is
//! what `lab tune` finds on self-play before it touches a weight. In Senet scores are expectations
//! already, and only stretched.

use rules::{Side, Verdict};

use crate::eval::CHANCE_WIN;
use crate::{Profile, Score};

/// The expected result of a score, for the side that the score is for: 1 a win, 0 a loss. A forced
/// win is a win.
#[must_use]
pub(crate) fn expected(profile: &Profile, score: Score) -> f64 {
    match score.win_in() {
        Some(_) => f64::from(u8::from(score.0 > 0)),
        None if profile.chance => {
            (0.5 + f64::from(score.0) / f64::from(2 * CHANCE_WIN)).clamp(0.0, 1.0)
        }
        None => 1.0 / (1.0 + (-f64::from(score.0) / profile.scale).exp()),
    }
}

/// The verdict of a score for the side to act.
#[must_use]
pub(crate) fn verdict_of(score: Score, to_act: Side) -> Verdict {
    let sign = if to_act == Side::First { 1 } else { -1 };
    match score.win_in() {
        Some(turns) if score.0 > 0 => Verdict::Win(sign * turns.max(1)),
        Some(turns) => Verdict::Win(sign * turns.min(-1)),
        None => Verdict::Hundredths(sign * score.0),
    }
}

/// The result that first may expect: 1 a win, ½ a draw, 0 a loss.
#[must_use]
pub(crate) fn value_of(profile: &Profile, verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Hundredths(score) => expected(profile, Score(score)),
        Verdict::Win(turns) => f64::from(u8::from(turns > 0)),
        Verdict::Decided(None) => 0.5,
        Verdict::Decided(Some(winner)) => f64::from(u8::from(winner == Side::First)),
    }
}
