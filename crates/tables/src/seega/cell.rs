//! A value as the builder keeps it: in one byte where all distances of a layer are small, because
//! the work is mostly memory and bytes go through the processor sixteen at a time.

use crate::score::Score;

/// A value of which the larger is the better, as with [`Score`].
pub(super) trait Cell: Copy + Ord + Send + Sync + 'static {
    /// Less than every value.
    const NONE: Self;
    /// The largest value: the smallest of no values at all.
    const BEST: Self;

    fn of(score: Score) -> Self;
    fn score(self) -> Score;

    /// What the side that has acted gets, where this is the value for the opponent to act.
    fn before(self) -> Self;
}

impl Cell for Score {
    const NONE: Score = Score::NONE;
    const BEST: Score = Score::win(0);

    fn of(score: Score) -> Score {
        score
    }

    fn score(self) -> Score {
        self
    }

    #[inline]
    fn before(self) -> Score {
        Score::before(self, false)
    }
}

/// The largest distance that a byte holds.
pub(super) const FARTHEST: u16 = 126;

const DRAW: u8 = 128;

/// A draw is 128, a win or loss as far from it as it is near its end.
impl Cell for u8 {
    const NONE: u8 = 0;
    const BEST: u8 = u8::MAX;

    fn of(score: Score) -> u8 {
        let near = || FARTHEST.saturating_sub(score.distance()) as u8 + 1;
        match () {
            () if score == Score::NONE => 0,
            () if score.is_win() => DRAW + near(),
            () if score.is_loss() => DRAW - near(),
            () => DRAW,
        }
    }

    fn score(self) -> Score {
        let distance = |near: u8| FARTHEST + 1 - u16::from(near);
        match self {
            0 => Score::NONE,
            DRAW => Score::DRAW,
            win if win > DRAW => Score::win(distance(win - DRAW)),
            loss => Score::loss(distance(DRAW - loss)),
        }
    }

    #[inline]
    fn before(self) -> u8 {
        // 256 less it is the other side's; then one farther.
        let other = 0u8.wrapping_sub(self);
        other.wrapping_add(u8::from(other < DRAW)).wrapping_sub(u8::from(other > DRAW))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_keeps_order_and_distance() {
        let mut scores = vec![Score::NONE];
        scores.extend((0..=FARTHEST).map(Score::loss));
        scores.push(Score::DRAW);
        scores.extend((0..=FARTHEST).rev().map(Score::win));
        let bytes: Vec<u8> = scores.iter().map(|score| u8::of(*score)).collect();
        assert!(scores.is_sorted() && bytes.windows(2).all(|pair| pair[0] < pair[1]));
        for (score, byte) in scores.into_iter().zip(bytes) {
            assert_eq!(byte.score(), score);
            if score != Score::NONE && score.distance() < FARTHEST {
                assert_eq!(byte.before(), u8::of(score.before(false)), "{score:?}");
            }
        }
    }
}
