//! The board as bit sets.
//!
//! The 32 dark squares lie in 36 bits: nine bits for two ranks, one of them a gap. A step to the
//! upper right is then always a shift by five, to the upper left by four; what leaves the board
//! falls into a gap or beyond the last bit.
//!
//! ```text
//!  8 | 32  33  34  35
//!  7 |27  28  29  30    (31)
//!  6 | 23  24  25  26
//!  5 |18  19  20  21    (22)
//!  4 | 14  15  16  17
//!  3 |9   10  11  12    (13)
//!  2 | 5   6   7   8
//!  1 |0   1   2   3      (4)
//!     a b c d e f g h
//! ```

use crate::Square;
use crate::bits::bit64 as bit;

/// A set of squares.
pub(super) type Squares = u64;

/// One more than the largest index of a square.
pub(super) const INDICES: usize = 36;

const PAIR: u8 = 9;
const GAP: u8 = 4;

/// All dark squares. [1.1]
pub(super) const ALL: Squares = 0xf_7fbf_dfef;

/// The last rank of each side, where its men become kings. [2.3]
pub(super) const LAST: [Squares; 2] = [0xf << 32, 0xf];

/// The rank before the last one.
pub(super) const BEFORE_LAST: [Squares; 2] = [0xf << 27, 0xf << 5];

/// The half of the board on which each side drops. [5.2]
pub(super) const HALF: [Squares; 2] = [ALL & 0x3_ffff, ALL & !0x3_ffff];

/// The directions: upper right, upper left, lower left, lower right. `d ^ 2` is the opposite of
/// `d`; `d ^ 1` and `d ^ 3` are across.
pub(super) const DIRECTIONS: [u8; 4] = [0, 1, 2, 3];

/// The index of the dark square of this file and rank, both from 0.
pub(super) const fn index(file: u8, rank: u8) -> u8 {
    rank / 2 * PAIR + rank % 2 * (GAP + 1) + file / 2
}

/// File and rank of a square, both from 0.
pub(super) const fn place(square: u8) -> (u8, u8) {
    let (pair, rest) = (square / PAIR, square % PAIR);
    if rest < GAP { (rest * 2, pair * 2) } else { (rest * 2 - GAP * 2 - 1, pair * 2 + 1) }
}

/// A square's name.
pub(super) const fn name(square: u8) -> Square {
    let (file, rank) = place(square);
    Square::grid(file, rank)
}

/// The lowest square of a set that has one.
#[inline]
pub(super) const fn first(set: Squares) -> u8 {
    set.trailing_zeros() as u8
}

/// Something in each direction. Written out, because a compiler that counts bytes would make a loop
/// of it, in which a step does not know its direction.
#[inline(always)]
pub(super) fn around<R>(of: impl Fn(u8) -> R) -> [R; 4] {
    [of(0), of(1), of(2), of(3)]
}

/// The set one step away; squares off the board are for the caller to mask.
#[inline(always)]
pub(super) const fn step(set: Squares, direction: u8) -> Squares {
    match direction {
        0 => set << 5,
        1 => set << 4,
        2 => set >> 5,
        _ => set >> 4,
    }
}

/// All squares from a square to the edge, by direction.
static RAYS: [[Squares; 64]; 4] = {
    let mut rays = [[0; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < INDICES {
            let mut at = step(bit(square as u8) & ALL, direction as u8) & ALL;
            while at != 0 {
                rays[direction][square] |= at;
                at = step(at, direction as u8) & ALL;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

#[inline]
pub(super) fn ray(square: u8, direction: u8) -> Squares {
    RAYS[usize::from(direction & 3)][usize::from(square & 63)]
}

/// The squares below the lowest bit of a set; all if it is empty.
#[inline]
const fn below_first(set: Squares) -> Squares {
    (set & set.wrapping_neg()).wrapping_sub(1)
}

/// The squares above the highest bit of a set; all if it is empty.
#[inline]
const fn above_last(set: Squares) -> Squares {
    !0 << (64 - set.leading_zeros())
}

/// The free squares from a square up to the next piece in a direction.
#[inline]
fn reach(square: u8, direction: u8, occupied: Squares) -> Squares {
    let ray = ray(square, direction);
    let pieces = ray & occupied;
    ray & if direction < 2 { below_first(pieces) } else { above_last(pieces) }
}

/// Where a king can slide. [2.2]
#[inline]
pub(super) fn slides(square: u8, occupied: Squares) -> Squares {
    around(|direction| reach(square, direction, occupied)).into_iter().fold(0, |set, to| set | to)
}

/// The first piece that a king meets in a direction, and the free squares right behind it. If
/// there is no piece, the second set means nothing. [3.2]
#[inline]
pub(super) fn beyond(square: u8, direction: u8, occupied: Squares) -> (Squares, Squares) {
    let ray = ray(square, direction);
    let pieces = ray & occupied;
    if direction < 2 {
        let over = pieces & pieces.wrapping_neg();
        (over, ray & !(below_first(over) | over) & below_first(pieces ^ over))
    } else {
        let over = pieces & above_last(pieces >> 1);
        (over, ray & over.wrapping_sub(1) & above_last(pieces ^ over))
    }
}

/// The squares between two squares on a diagonal; nothing if they are not on one.
pub(super) fn between(from: u8, to: u8) -> Option<Squares> {
    let direction = DIRECTIONS.into_iter().find(|d| ray(from, *d) & bit(to) != 0)?;
    Some(ray(from, direction) & ray(to, direction ^ 2))
}
