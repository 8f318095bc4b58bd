//! Scores: hundredths of a unit, or a win in so many turns.

use std::fmt;

/// A position's value for one side: hundredths of a unit (a man, a piece, a step: what the game
/// counts by), or beyond every such value a forced win, the sooner the higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Score(pub i32);

/// The value of having won already.
pub(crate) const WON: i32 = 30_000;
/// Beyond this a score is a forced win: no game lasts this many turns in one search.
pub(crate) const FORCED: i32 = WON - 1_000;
/// No evaluation is larger.
pub(crate) const LARGEST_EVAL: i32 = 20_000;
/// Larger than every score.
pub(crate) const INFINITE: i32 = 32_000;

impl Score {
    /// A win by this number of the winner's turns from here; negative: a loss.
    #[must_use]
    pub const fn win_in(self) -> Option<i32> {
        // Scores count changes of the side to act: the winner's n-th turn ends with change 2n-1
        // if the winner is to act, with change 2n if not.
        if self.0 > FORCED {
            Some((WON - self.0 + 1) / 2)
        } else if self.0 < -FORCED {
            let turns = (WON + self.0) / 2;
            Some(if turns < 1 { -1 } else { -turns })
        } else {
            None
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// As the protocol writes it: `cp 35`, `win 3`, `win -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.win_in() {
            Some(turns) => write!(f, "win {turns}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
