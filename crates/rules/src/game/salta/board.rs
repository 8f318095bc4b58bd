//! Salta's board as sets of squares: where pieces stand, belong and can go.

use crate::bits::{self, each};

/// A set of dark squares. The five squares of a rank are neighbouring bits, and one gap bit
/// follows every odd-numbered rank: so each diagonal is the same shift from every square, and
/// what leaves the board falls into a gap or beyond the ends.
///
/// ```text
///     … 17 … 18 … 19 … 20 … 21        rank 4
///    11 … 12 … 13 … 14 … 15 … (16)    rank 3, and its gap
///     …  6 …  7 …  8 …  9 … 10        rank 2
///     0 …  1 …  2 …  3 …  4 …  (5)    rank 1, and its gap
/// ```
pub(super) type Squares = u64;

/// The shift to the diagonal neighbour ahead of First on the left.
const LEFT: u32 = 5;
/// The shift to the diagonal neighbour ahead of First on the right.
const RIGHT: u32 = 6;

/// The side of the board. [1.1]
pub(super) const SIZE: u8 = 10;
/// The dark squares of a rank. [1.1]
pub(super) const WIDTH: u8 = 5;
/// The pieces of a side: Stars 1–5, Moons 1–5, Suns 1–5, in this order. [1.2]
pub(super) const PIECES: u8 = 15;

/// The square at a place of a rank, both counted from 0.
pub(super) const fn square(place: u8, rank: u8) -> u8 {
    rank / 2 * 11 + rank % 2 * 6 + place
}

/// All dark squares.
pub(super) const BOARD: Squares = {
    let mut all = 0;
    let mut rank = 0;
    while rank < SIZE {
        all |= 0b11111 << square(0, rank);
        rank += 1;
    }
    all
};

/// Where a piece stands at the start. [1.3]
pub(super) const fn start_square(piece: u8) -> u8 {
    let row = piece % PIECES / WIDTH;
    square(piece % WIDTH, if piece < PIECES { row } else { SIZE - 1 - row })
}

/// Where a piece belongs. [2.1] [2.2]
pub(super) const fn goal_square(piece: u8, mirror: bool) -> u8 {
    let row = piece % PIECES / WIDTH;
    let depth = if mirror { row } else { 2 - row };
    square(piece % WIDTH, if piece < PIECES { SIZE - 1 - depth } else { depth })
}

/// In place of a goal, where there is no piece.
const NOWHERE: u8 = 63;

const fn goals(mirror: bool) -> [u8; 32] {
    let mut out = [NOWHERE; 32];
    let mut piece = 0;
    while piece < 2 * PIECES {
        out[piece as usize] = goal_square(piece, mirror);
        piece += 1;
    }
    out
}

/// Where each piece belongs, by `goal=march` and by `goal=mirror`. [2.1] [2.2]
pub(super) static GOALS: [[u8; 32]; 2] = [goals(false), goals(true)];

/// The set one step away in each direction.
#[inline]
fn steps(from: Squares) -> [Squares; 4] {
    [from << LEFT, from << RIGHT, from >> LEFT, from >> RIGHT]
}

#[inline]
pub(super) fn neighbours(of: Squares) -> Squares {
    let [a, b, c, d] = steps(of);
    a | b | c | d
}

/// The set shifted forward: up the board for Green, down for Red.
#[inline]
fn ahead<const GREEN: bool>(set: Squares, by: u32) -> Squares {
    if GREEN { set << by } else { set >> by }
}

#[inline]
fn behind<const GREEN: bool>(set: Squares, by: u32) -> Squares {
    if GREEN { set >> by } else { set << by }
}

/// The target squares of a side's jumps, to the left and to the right of Green's way. [3.3]
#[inline]
pub(super) fn jumps<const GREEN: bool>(own: Squares, enemy: Squares) -> [Squares; 2] {
    let empty = BOARD & !(own | enemy);
    [LEFT, RIGHT].map(|by| ahead::<GREEN>(ahead::<GREEN>(own, by) & enemy, by) & empty)
}

/// The ranks below the lowest piece of a set.
#[inline]
pub(super) const fn below(set: Squares) -> Squares {
    let (_, rank) = super::notation::file_and_rank(set.trailing_zeros() as u8);
    BOARD & ((1 << square(0, rank)) - 1)
}

/// The ranks above the highest piece of a set.
#[inline]
pub(super) const fn above(set: Squares) -> Squares {
    let (_, rank) = super::notation::file_and_rank(63 - set.leading_zeros() as u8);
    BOARD & !((1 << square(0, rank + 1)) - 1)
}

/// What a side could play but for the rule of no blocking: its jumps if there are any, else its
/// steps. [3.4]
#[derive(Clone, Copy)]
pub(super) struct Candidates {
    /// The target squares, direction by direction.
    pub(super) targets: [Squares; 4],
    /// What leads from a target back to where the piece came from, wrapping.
    back: &'static [u8; 4],
}

impl Candidates {
    #[inline]
    pub(super) fn new<const GREEN: bool>(own: Squares, enemy: Squares) -> Candidates {
        const STEPS: [u8; 4] =
            [(LEFT as u8).wrapping_neg(), (RIGHT as u8).wrapping_neg(), LEFT as u8, RIGHT as u8];
        const RED_JUMPS: [u8; 4] = [2 * LEFT as u8, 2 * RIGHT as u8, 0, 0];
        const GREEN_JUMPS: [u8; 4] =
            [RED_JUMPS[0].wrapping_neg(), RED_JUMPS[1].wrapping_neg(), 0, 0];

        let empty = BOARD & !(own | enemy);
        let [left, right] = jumps::<GREEN>(own, enemy);
        if left | right != 0 {
            let back = if GREEN { &GREEN_JUMPS } else { &RED_JUMPS };
            return Candidates { targets: [left, right, 0, 0], back };
        }
        Candidates { targets: steps(own).map(|set| set & empty), back: &STEPS }
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.targets.iter().map(|set| set.count_ones()).sum()
    }

    #[inline]
    fn came_from(&self, direction: usize, to: u8) -> u8 {
        to.wrapping_add(self.back[direction])
    }

    pub(super) fn each(&self, mut visit: impl FnMut(usize, u8, u8)) {
        for (direction, set) in self.targets.into_iter().enumerate() {
            each(set, |to| visit(direction, self.came_from(direction, to), to));
        }
    }

    /// The candidate with this number, in the order of [`Candidates::each`]: its direction,
    /// where it comes from and where it goes.
    #[inline]
    pub(super) fn nth(&self, mut nth: u32) -> (usize, u8, u8) {
        let mut direction = 0;
        while direction < 3 && nth >= self.targets[direction].count_ones() {
            nth -= self.targets[direction].count_ones();
            direction += 1;
        }
        let to = bits::nth(self.targets[direction], nth);
        (direction, self.came_from(direction, to), to)
    }
}

/// Whether a side has a productive candidate: one by a piece that is not home. [4.1]
#[inline]
pub(super) fn has_productive<const GREEN: bool>(
    own: Squares,
    home: Squares,
    enemy: Squares,
) -> bool {
    let empty = BOARD & !(own | enemy);
    let over = |by| behind::<GREEN>(behind::<GREEN>(empty, by) & enemy, by);
    let jumpers = own & (over(LEFT) | over(RIGHT));
    let movers = if jumpers != 0 { jumpers } else { own & neighbours(empty) };
    movers & !home != 0
}

/// Whether no single move of the enemy can take all productive candidates from a side; may say
/// no where it is so. The move fills one empty square, so two targets of steps by pieces not
/// home are enough, unless the move can set up a jump for a piece that is home. [4.1]
#[inline]
pub(super) fn cannot_be_blocked<const GREEN: bool>(
    own: Squares,
    home: Squares,
    enemy: Squares,
) -> bool {
    let targets = neighbours(own & !home) & BOARD & !(own | enemy);
    let others = BOARD & !own;
    let landing = |by| ahead::<GREEN>(ahead::<GREEN>(home, by) & others, by) & others;
    targets & targets.wrapping_sub(1) != 0 && landing(LEFT) | landing(RIGHT) == 0
}
