//! From one quiet count to the next, row by row.
//!
//! A row holds the positions with one set of the side with more stones, once with that side to act
//! and once with the other one. Moves of the other side stay in the row. A move of the row's set
//! leads to one other row, the same for all sets of the other side, whose squares are renumbered
//! alike ([`Places`]). So what the rules say of a position is kept in five or six bytes: the best of its captures, and
//! the squares to which quiet moves lead. That this is what the rules say is checked for every
//! position when it is expanded.
//!
//! With as many stones on both sides each position stands in two rows, one for each side's set. Only
//! the moves within rows are made there, and the values carried over to the other row.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rules::seega::Rules;

use super::ask::{Ask, Lower, PASS};
use super::cell::Cell;
use super::places::{Mirror, Places, Room, Swap};
use crate::TableError;
use crate::board::Board;
use crate::build::Progress;
use crate::layer::Layer;
use crate::score::Score;
use crate::sets::{among, rank, without};

/// Positions that are expanded and kept together, at least.
const CHUNK: usize = 1 << 14;

/// The values of a layer by who acts: the side with the row's set, or the other one.
pub(super) struct Values<C> {
    pub(super) row_acts: Vec<C>,
    pub(super) other_acts: Vec<C>,
}

impl<C: Cell> Values<C> {
    /// Whether a value's code does not fit into one byte.
    pub(super) fn is_wide(&self) -> bool {
        let all = self.row_acts.par_iter().chain(&self.other_acts);
        size_of::<C>() > 1 && all.any(|value| value.score().code() > u16::from(u8::MAX))
    }

    /// The values from one on in the order of the table; in an even layer each position once.
    pub(super) fn in_order(&self, even: bool, start: usize) -> impl Iterator<Item = Score> + '_ {
        let half = self.row_acts.len();
        let second = if even { &[][..] } else { &self.other_acts };
        let first = &self.row_acts[start.min(half)..];
        let second = &second[start.saturating_sub(half).min(second.len())..];
        first.iter().chain(second).map(|value| value.score())
    }
}

/// What the rules say of some rows' positions with one side to act.
struct Expanded<C> {
    /// The best of the captures, [`Cell::NONE`] if there is none.
    outside: Vec<C>,
    /// The squares to which quiet moves lead, or [`PASS`]: squares of the board where the row's set
    /// acts, places among the squares left where the other one does.
    quiet: Vec<u32>,
}

pub(super) struct Rows<'a, C> {
    board: &'a Board,
    layer: Layer,
    ask: Ask<'a>,
    places: Places,
    /// Expanded rows, as far as the memory allows.
    kept: Vec<Option<Halves<C>>>,
    /// In an even layer: the numbers of the positions with the sides changed, if there is memory.
    turned: Vec<u32>,
}

/// The side with the row's set acts, or the other one; in an even layer only the other one is asked
/// for.
struct Halves<C> {
    row_acts: Expanded<C>,
    other_acts: Expanded<C>,
}

/// What a quiet move to a square cannot make worse for the opponent: the worst value, or the best one
/// if there is no such move. Looked up in memory it needs no branch; whether a move is there is hard
/// to foresee.
#[inline]
fn bound<C: Cell>(quiet: u32, to: u32) -> C {
    if quiet & to != 0 { C::NONE } else { C::BEST }
}

/// Makes the values of positions out of the worst ones for the opponent after quiet moves, the best
/// captures, and the values with the opponent to act on the `same` board.
fn conclude<C: Cell>(values: &mut [C], outside: &[C], quiet: &[u32], same: &[C]) {
    for (((value, outside), quiet), same) in values.iter_mut().zip(outside).zip(quiet).zip(same) {
        let after = if *quiet == PASS { *same } else { *value }.before();
        *value = if *quiet != 0 { after.max(*outside) } else { *outside };
    }
}

impl<'a, C: Cell> Rows<'a, C> {
    pub(super) fn new(
        board: &'a Board,
        rules: Rules,
        layer: Layer,
        lower: &'a Lower,
    ) -> Rows<'a, C> {
        let [many, few] = layer.0;
        // Between a square and the one above it there is the rest of a rank.
        let places = Places::new(board.squares() - many, few, board.size());
        Rows {
            board,
            layer,
            ask: Ask::new(board, rules, lower),
            places,
            kept: Vec::new(),
            turned: Vec::new(),
        }
    }

    fn row_sets(&self) -> &[u32] {
        &self.board.kinds(self.layer.0[0]).smallest
    }

    pub(super) fn is_even(&self) -> bool {
        self.layer.0[0] == self.layer.0[1]
    }

    /// The positions with one side to act.
    pub(super) fn half(&self) -> usize {
        self.row_sets().len() * self.places.len()
    }

    fn rows_of_chunk(&self) -> usize {
        CHUNK.div_ceil(self.places.len())
    }

    fn rows(&self, chunk: usize) -> std::ops::Range<usize> {
        let start = chunk * self.rows_of_chunk();
        start..self.row_sets().len().min(start + self.rows_of_chunk())
    }

    /// Asks the rules what follows from every position; keeps it up to so many bytes.
    pub(super) fn expand(
        &mut self,
        memory: u64,
        progress: &Progress<'_>,
    ) -> Result<(), TableError> {
        let used = AtomicU64::new(0);
        let count = self.row_sets().len().div_ceil(self.rows_of_chunk());
        let chunks = (0..count).into_par_iter().map(|chunk| {
            if used.load(Ordering::Relaxed) >= memory {
                return Ok(None);
            }
            let found = self.find(chunk)?;
            let halves = [&found.row_acts, &found.other_acts];
            let positions = halves.map(|half| half.quiet.len() as u64).iter().sum::<u64>();
            used.fetch_add((4 + size_of::<C>()) as u64 * positions, Ordering::Relaxed);
            progress.advance(positions);
            Ok(Some(found))
        });
        self.kept = chunks.collect::<Result<_, TableError>>()?;
        if self.is_even() && used.into_inner() + 4 * self.half() as u64 <= memory {
            let chunks = (0..count).into_par_iter();
            self.turned = chunks.flat_map_iter(|chunk| self.turned(chunk)).collect();
        }
        Ok(())
    }

    fn find(&self, chunk: usize) -> Result<Halves<C>, TableError> {
        let places = self.board.squares() - self.layer.0[0];
        let [row_acts, other_acts] = [true, false].map(|row_acts| {
            let mut half = Expanded { outside: Vec::new(), quiet: Vec::new() };
            if row_acts && self.is_even() {
                return Ok(half);
            }
            let size = self.rows(chunk).len() * self.places.len();
            half.outside.reserve_exact(size);
            half.quiet.reserve_exact(size);
            for row_set in &self.row_sets()[self.rows(chunk)] {
                let others = Spread::new(places, |place| among(1 << place, *row_set));
                let closed = Spread::new(self.board.squares(), |square| {
                    without(1 << square & !row_set, *row_set)
                });
                for set in &self.places.sets {
                    let other = others.of(*set);
                    let [own, enemy] = if row_acts { [*row_set, other] } else { [other, *row_set] };
                    let (outside, quiet) = self.ask.about(own, enemy)?;
                    half.outside.push(C::of(outside));
                    let as_it_is = row_acts || quiet == PASS;
                    half.quiet.push(if as_it_is { quiet } else { closed.of(quiet) });
                }
            }
            Ok(half)
        });
        Ok(Halves { row_acts: row_acts?, other_acts: other_acts? })
    }

    /// The values with one quiet action less before the end, from those with one more; `next` is
    /// room for half of them.
    pub(super) fn step(&self, values: &mut Values<C>, next: &mut Vec<C>) -> Result<(), TableError> {
        let row = self.places.len();
        let size = self.rows_of_chunk() * row;
        next.resize(self.half(), C::NONE);
        let (row_acts, other_acts) = (&values.row_acts, &mut values.other_acts);
        if !self.is_even() {
            let chunks = next.par_chunks_mut(size).zip(other_acts.par_chunks(size)).enumerate();
            chunks.try_for_each_init(Room::new, |room, (chunk, (next, same))| {
                self.with_expanded(chunk, |Halves { row_acts: expanded, .. }| {
                    let rows = self.rows(chunk).zip(next.chunks_mut(row)).zip(same.chunks(row));
                    for (((row, next), same), (outside, quiet)) in rows.zip(expanded.rows(row)) {
                        next.fill(C::BEST);
                        self.row_acts(row, quiet, other_acts, next, room);
                        conclude(next, outside, quiet, same);
                    }
                })
            })?;
        }
        let chunks = other_acts.par_chunks_mut(size).zip(row_acts.par_chunks(size));
        chunks.enumerate().try_for_each_init(Mirror::new, |mirror, (chunk, (next, after))| {
            self.with_expanded(chunk, |Halves { other_acts: expanded, .. }| {
                let rows = self.rows(chunk).zip(next.chunks_mut(row)).zip(after.chunks(row));
                for (((row, next), after), (outside, quiet)) in rows.zip(expanded.rows(row)) {
                    next.fill(C::BEST);
                    self.other_acts(row, quiet, after, next, mirror);
                    conclude(next, outside, quiet, after);
                }
            })
        })?;
        if self.is_even() {
            self.turn(other_acts, next);
        }
        std::mem::swap(&mut values.row_acts, next);
        Ok(())
    }

    fn with_expanded(&self, chunk: usize, work: impl FnOnce(&Halves<C>)) -> Result<(), TableError> {
        match self.kept.get(chunk) {
            Some(Some(expanded)) => work(expanded),
            _ => work(&self.find(chunk)?),
        }
        Ok(())
    }

    /// The side with the row's set acts: lowers `next` to the worst value for the opponent after a
    /// quiet move, out of the values of all rows.
    fn row_acts(&self, row: usize, quiet: &[u32], all: &[C], next: &mut [C], room: &mut Room<C>) {
        let row_set = self.row_sets()[row];
        let kinds = self.board.kinds(self.layer.0[0]);
        let squares = self.squares(row_set);
        for to in squares.iter().copied() {
            let mut stones = self.ask.neighbours[to.trailing_zeros() as usize] & row_set;
            if stones != 0 {
                room.bounds.clear();
                room.bounds.extend(quiet.iter().map(|quiet| bound::<C>(*quiet, to)));
            }
            while stones != 0 {
                let from = stones & stones.wrapping_neg();
                stones ^= from;
                let kind = kinds.of[rank(row_set ^ from ^ to) as usize];
                let smallest = kinds.smallest[(kind >> 3) as usize];
                let length = self.places.len();
                let after = &all[(kind >> 3) as usize * length..][..length];
                // Where each place of this row is in the other one.
                let mut bits = [0u32; 24];
                for (square, bit) in squares.iter().zip(&mut bits).filter(|pair| *pair.0 != to) {
                    *bit = without(self.board.image(*square, kind & 7), smallest);
                }
                self.places.lower(&bits, room, next, after);
            }
        }
    }

    /// The squares that a row's set leaves, in the order of their places.
    fn squares(&self, row_set: u32) -> Vec<u32> {
        let squares = (0..self.board.squares()).map(|square| 1 << square);
        squares.filter(|square| row_set & square == 0).collect()
    }

    /// The other side acts: the same, its moves staying in the row.
    fn other_acts(
        &self,
        row: usize,
        quiet: &[u32],
        after: &[C],
        next: &mut [C],
        mirror: &mut Mirror<C>,
    ) {
        let row_set = self.row_sets()[row];
        mirror.take(&self.places, after, quiet);
        for (lower, square) in (0u32..).zip(self.squares(row_set)) {
            let near = self.ask.neighbours[square.trailing_zeros() as usize] & !row_set;
            let near = without(near, row_set);
            let mut near = near >> lower >> 1 << lower << 1;
            while near != 0 {
                let upper = near.trailing_zeros();
                near &= near - 1;
                let (down, up) = (1 << lower, 1 << upper);
                let (swaps, mirrored) = self.places.swaps(lower, upper);
                if mirrored {
                    let Mirror { next, after, quiet } = mirror;
                    lower_both(next, after, quiet, swaps, [up, down]);
                } else {
                    lower_both(next, after, quiet, swaps, [down, up]);
                }
            }
        }
        mirror.give(&self.places, next);
    }

    /// The numbers of a chunk's positions with the sides changed, where both have as many stones.
    fn turned(&self, chunk: usize) -> impl Iterator<Item = u32> + '_ {
        let places = self.board.squares() - self.layer.0[0];
        self.row_sets()[self.rows(chunk)].iter().flat_map(move |row_set| {
            let others = Spread::new(places, |place| among(1 << place, *row_set));
            let number = move |set: &u32| self.board.number(others.of(*set), *row_set) as u32;
            self.places.sets.iter().map(number)
        })
    }

    /// Carries the values of an even layer over from those with the one side to act to those with the
    /// other one.
    pub(super) fn turn(&self, from: &[C], to: &mut [C]) {
        let size = self.rows_of_chunk() * self.places.len();
        let carry = |(to, number): (&mut C, u32)| *to = from[number as usize];
        to.par_chunks_mut(size).enumerate().for_each(|(chunk, to)| {
            let numbers = self.turned.get(chunk * size..).unwrap_or_default();
            if numbers.is_empty() {
                to.iter_mut().zip(self.turned(chunk)).for_each(carry);
            } else {
                to.iter_mut().zip(numbers.iter().copied()).for_each(carry);
            }
        });
    }
}

/// Lowers values to those after moves between two places, both ways, which are given as masks: the
/// lower one first.
fn lower_both<C: Cell>(
    next: &mut [C],
    after: &[C],
    quiet: &[u32],
    swaps: &[Swap],
    [down, up]: [u32; 2],
) {
    for swap in swaps {
        let length = usize::from(swap.length);
        let [below, above] = [swap.lower, swap.upper].map(usize::from);
        lower_to(next, after, quiet, below, above, length, up);
        lower_to(next, after, quiet, above, below, length, down);
    }
}

/// Lowers values from `at` on to those from `to` on where the move to the places of `mask` is quiet.
#[inline]
fn lower_to<C: Cell>(
    next: &mut [C],
    after: &[C],
    quiet: &[u32],
    at: usize,
    to: usize,
    length: usize,
    mask: u32,
) {
    let each = next[at..at + length].iter_mut().zip(&after[to..to + length]);
    for ((value, after), quiet) in each.zip(&quiet[at..at + length]) {
        *value = (*value).min((*after).max(bound(*quiet, mask)));
    }
}

impl<C> Expanded<C> {
    /// What is known of each row of so many positions.
    fn rows(&self, row: usize) -> impl Iterator<Item = (&[C], &[u32])> {
        self.outside.chunks(row).zip(self.quiet.chunks(row))
    }
}

/// A renumbering of squares, by five at a time.
struct Spread([[u32; 32]; 5]);

impl Spread {
    /// Of the first so many squares.
    fn new(count: u32, image: impl Fn(u32) -> u32) -> Spread {
        let mut tables = [[0; 32]; 5];
        for (number, table) in tables.iter_mut().enumerate() {
            for set in 1..32usize {
                let square = 5 * number as u32 + set.trailing_zeros();
                let image = if square < count { image(square) } else { 0 };
                table[set] = table[set & (set - 1)] | image;
            }
        }
        Spread(tables)
    }

    #[inline]
    fn of(&self, set: u32) -> u32 {
        let table = |number: usize| self.0[number][(set >> (5 * number) & 31) as usize];
        table(0) | table(1) | table(2) | table(3) | table(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves between two places lower what they lead from, in the row or in its mirror, as they do
    /// one by one.
    #[test]
    fn moves_by_runs_are_those_one_by_one() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 8
        };
        let mut by_mirror = 0;
        for (count, few, apart) in [(9, 3, 4), (12, 4, 5), (5, 1, 3), (4, 4, 2)] {
            let places = Places::new(count, few, apart);
            let after: Vec<u8> = (0..places.len()).map(|_| random() as u8).collect();
            let quiet: Vec<u32> = (0..places.len()).map(|_| random()).collect();
            let mut next = vec![u8::BEST; places.len()];
            let mut mirror = Mirror::new();
            mirror.take(&places, &after, &quiet);
            for lower in 0..count {
                for upper in (lower + 1..count).take(apart as usize) {
                    let (down, up) = (1 << lower, 1 << upper);
                    let (swaps, mirrored) = places.swaps(lower, upper);
                    if mirrored {
                        by_mirror += 1;
                        let Mirror { next, after, quiet } = &mut mirror;
                        lower_both(next, after, quiet, swaps, [up, down]);
                    } else {
                        lower_both(&mut next, &after, &quiet, swaps, [down, up]);
                    }
                }
            }
            mirror.give(&places, &mut next);
            for (number, set) in places.sets.iter().enumerate() {
                let moves = (0..count).flat_map(|from| (0..count).map(move |to| (from, to)));
                let legal = moves.filter(|(from, to)| {
                    set >> from & 1 == 1 && set >> to & 1 == 0 && from.abs_diff(*to) <= apart
                });
                let quiet_ones = legal.filter(|(_, to)| quiet[number] >> to & 1 == 1);
                let worst =
                    quiet_ones.map(|(from, to)| after[rank(set ^ 1 << from ^ 1 << to) as usize]);
                assert_eq!(next[number], worst.min().unwrap_or(u8::BEST), "{count} {few} {set:b}");
            }
        }
        assert!(by_mirror > 20);
    }
}
