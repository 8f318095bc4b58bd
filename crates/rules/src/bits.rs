//! Sets of squares as machine words: bit `n` is square `n` of a game's own numbering.

use std::ops::{BitAnd, BitOr, Shl, Shr};

use crate::Square;

/// A machine word that holds a set of squares.
pub(crate) trait SquareSet:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;

    fn count(self) -> u32;

    fn without_lowest(self) -> Self;

    /// The lowest square; meaningless in an empty set.
    fn lowest(self) -> u8;

    /// Visits the squares, the lowest first.
    fn each(self, visit: impl FnMut(u8));
}

macro_rules! square_set {
    ($word:ty, $bit:ident, $each:item) => {
        /// The set of this one square.
        #[inline]
        pub(crate) const fn $bit(square: u8) -> $word {
            1 << (square as u32 % <$word>::BITS)
        }

        impl SquareSet for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            $each
        }
    };
}

square_set!(
    u32,
    bit32,
    fn each(self, visit: impl FnMut(u8)) {
        u64::from(self).each(visit);
    }
);
square_set!(
    u64,
    bit64,
    fn each(mut self, mut visit: impl FnMut(u8)) {
        while self != 0 {
            visit(self.trailing_zeros() as u8);
            self &= self - 1;
        }
    }
);
// Half by half, which is cheaper than all at once.
square_set!(
    u128,
    bit128,
    fn each(self, mut visit: impl FnMut(u8)) {
        (self as u64).each(&mut visit);
        ((self >> 64) as u64).each(|square| visit(64 + square));
    }
);

/// Visits the squares of a set, the lowest first.
#[inline]
pub(crate) fn each<S: SquareSet>(set: S, visit: impl FnMut(u8)) {
    set.each(visit);
}

/// The `nth` square of a set, counted from the lowest.
#[inline]
pub(crate) fn nth<S: SquareSet>(mut set: S, nth: u32) -> u8 {
    for _ in 0..nth {
        set = set.without_lowest();
    }
    set.lowest()
}

/// As [`nth`] for a set of at most `MOST` squares, without a loop of unknown length: the processor
/// cannot predict a random number of rounds.
#[inline]
pub(crate) fn nth_of_few<const MOST: u32>(mut set: u64, nth: u32) -> u8 {
    for lower in 0..MOST - 1 {
        let rest = set & set.wrapping_sub(1);
        set = if lower < nth { rest } else { set };
    }
    set.trailing_zeros() as u8
}

/// The names of a set's squares.
pub(crate) fn names<S: SquareSet>(set: S, name: impl Fn(u8) -> Square) -> Vec<Square> {
    let mut out = Vec::new();
    set.each(|square| out.push(name(square)));
    out
}
