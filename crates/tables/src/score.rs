//! The value of a position under best play, with its distance, as one number that can be compared.

/// From the view of the side to act: the larger, the better. A win is the better the nearer it is,
/// a loss the better the farther it is: the winner hurries, the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Score(i16);

const WON: i16 = 30_000;

impl Score {
    /// Less than every value: no action has been considered yet, or the value is not known.
    pub(crate) const NONE: Score = Score(i16::MIN);
    pub(crate) const DRAW: Score = Score(0);

    pub(crate) const fn win(distance: u16) -> Score {
        Score(WON - distance as i16)
    }

    pub(crate) const fn loss(distance: u16) -> Score {
        Score(distance as i16 - WON)
    }

    #[inline]
    pub(crate) const fn is_win(self) -> bool {
        self.0 > 0
    }

    #[inline]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 < 0 && self.0 != i16::MIN
    }

    /// The actions of both sides until the end; 0 for a draw.
    #[inline]
    pub(crate) const fn distance(self) -> u16 {
        if self.0 == 0 { 0 } else { (WON - self.0.abs()) as u16 }
    }

    /// What the side that plays an action gets by it, where `self` is the value after it for the
    /// side to act then: the same side again (an extra move), or the opponent.
    #[inline]
    pub(crate) const fn before(self, same_side: bool) -> Score {
        let farther = self.0 - self.0.signum();
        Score(if same_side { farther } else { -farther })
    }

    /// A small number for files: 0 is a draw, then losses and wins by their distance.
    #[inline]
    pub(crate) const fn code(self) -> u16 {
        if self.0 == 0 { 0 } else { 2 * self.distance() + 1 + self.is_win() as u16 }
    }

    #[inline]
    pub(crate) const fn from_code(code: u16) -> Score {
        match code {
            0 => Score::DRAW,
            _ if code % 2 == 1 => Score::loss(code / 2),
            _ => Score::win(code / 2 - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn the_winner_hurries_and_the_loser_delays() {
        let order = [
            Score::NONE,
            Score::loss(0),
            Score::loss(9),
            Score::DRAW,
            Score::win(9),
            Score::win(1),
        ];
        assert!(order.is_sorted());
        assert_eq!(Score::loss(4).before(false), Score::win(5));
        assert_eq!(Score::win(4).before(false), Score::loss(5));
        assert_eq!(Score::win(4).before(true), Score::win(5));
        assert_eq!(Score::DRAW.before(false), Score::DRAW);
    }

    #[test]
    fn codes_are_small_and_read_back() {
        for distance in 0..2000 {
            for score in [Score::win(distance), Score::loss(distance), Score::DRAW] {
                assert_eq!(Score::from_code(score.code()), score);
                assert!(score.code() <= 2 * distance + 2);
            }
        }
    }
}
