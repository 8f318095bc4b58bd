//! From one quiet count to the next, row by row.
//!
//! A row holds the positions with one set of the side with more stones, once with that side to act
//! and once with the other one. Moves of the other side stay in the row. A move of the row's set
//! leads to one other row, the same for all sets of the other side, whose squares are renumbered
//! alike. So what the rules say of a position is kept in six bytes: the best of its captures, and
//! the squares to which quiet moves lead. That this is what the rules say is checked for every
//! position when it is expanded.
//!
//! With as many stones on both sides each position stands in two rows, one for each side's set;
//! that costs less than to look for it elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rules::seega::{Action, Rules, Seega};
use rules::{Position, Side};

use super::Lower;
use crate::TableError;
use crate::board::Board;
use crate::build::Progress;
use crate::layer::Layer;
use crate::score::Score;
use crate::sets::{among, choose, rank, unrank};

/// Rows with fewer positions have their sets renumbered square by square.
const SHORT: usize = 600;

/// Positions that are expanded and kept together, at least.
const CHUNK: usize = 1 << 14;

/// The mark of a position whose only action is to pass.
const PASS: u32 = 1 << 31;

/// The values of a layer by who acts: the side with the row's set, or the other one.
pub(super) struct Values {
    pub(super) row_acts: Vec<Score>,
    pub(super) other_acts: Vec<Score>,
}

impl Values {
    /// Whether a value does not fit into one byte.
    pub(super) fn is_wide(&self) -> bool {
        let all = self.row_acts.par_iter().chain(&self.other_acts);
        all.any(|score| score.code() > u16::from(u8::MAX))
    }

    /// The values from one on in the order of the table; in an even layer each position once.
    pub(super) fn in_order(&self, even: bool, start: usize) -> impl Iterator<Item = Score> + '_ {
        let half = self.row_acts.len();
        let second = if even { &[][..] } else { &self.other_acts };
        let first = &self.row_acts[start.min(half)..];
        let second = &second[start.saturating_sub(half).min(second.len())..];
        first.iter().chain(second).copied()
    }
}

/// What the rules say of some rows' positions with one side to act.
struct Expanded {
    /// The best of the captures, [`Score::NONE`] if there is none.
    outside: Vec<Score>,
    /// The squares to which quiet moves lead, or [`PASS`]: squares of the board where the row's set
    /// acts, places among the squares left where the other one does.
    quiet: Vec<u32>,
}

pub(super) struct Rows<'a> {
    board: &'a Board,
    rules: Rules,
    layer: Layer,
    lower: &'a Lower,
    /// The squares that a stone on a square can move to.
    neighbours: [u32; 25],
    /// The square of the board for each of the rules' numbers of squares.
    squares: [u8; 128],
    /// The sets of the other side as sets of places, in order.
    sets: Vec<u32>,
    ranks: Ranks,
    /// Whether the one or the other side acts: expanded rows, as far as the memory allows.
    kept: Vec<Option<[Expanded; 2]>>,
}

/// The numbers of sets of up to 24 places, by two lookups.
struct Ranks {
    /// By the lower twelve places: the number, and how many there are in the lowest four bits.
    low: Vec<u32>,
    /// By how many there are below and the upper twelve places.
    high: Vec<u32>,
}

impl Ranks {
    fn new(most: u32) -> Ranks {
        let low = (0..1u32 << 12)
            .map(|set| if set.count_ones() > most { 0 } else { rank(set) << 4 | set.count_ones() });
        let high = (0..=most).flat_map(|below| {
            (0..1u32 << 12).map(move |set| {
                // So many places below it, whichever: their own part of the number is taken away.
                let filler = (1u32 << below) - 1;
                if set.count_ones() + below > most { 0 } else { rank(set << 12 | filler) }
            })
        });
        Ranks { low: low.collect(), high: high.collect() }
    }

    #[inline]
    fn of(&self, set: u32) -> usize {
        let low = self.low[(set & 0xfff) as usize];
        let high = self.high[((low & 15) << 12 | set >> 12) as usize];
        ((low >> 4) + high) as usize
    }
}

/// The smallest of the values after quiet actions, from the view of the side that acts then.
const NO_ACTION: Score = Score::win(0);

/// The value of a position from the best of its captures and the worst of the opponent's values.
#[inline]
fn conclude(outside: Score, has_quiet: bool, worst: Score) -> Score {
    if has_quiet { outside.max(worst.before(false)) } else { outside }
}

impl<'a> Rows<'a> {
    pub(super) fn new(board: &'a Board, rules: Rules, layer: Layer, lower: &'a Lower) -> Rows<'a> {
        let [many, few] = layer.0;
        let places = board.squares() - many;
        let mut squares = [0; 128];
        for square in 0..board.squares() {
            squares[board.widen(1 << square).trailing_zeros() as usize] = square as u8;
        }
        let sets = (0..choose(places, few)).map(|number| unrank(number, few)).collect();
        let neighbours = std::array::from_fn(|square| neighbours(board, rules, square as u32));
        let ranks = Ranks::new(few);
        Rows { board, rules, layer, lower, neighbours, squares, sets, ranks, kept: Vec::new() }
    }

    fn row_sets(&self) -> &[u32] {
        &self.board.kinds(self.layer.0[0]).smallest
    }

    pub(super) fn is_even(&self) -> bool {
        self.layer.0[0] == self.layer.0[1]
    }

    /// The positions with one side to act.
    pub(super) fn half(&self) -> usize {
        self.row_sets().len() * self.sets.len()
    }

    fn rows_of_chunk(&self) -> usize {
        CHUNK.div_ceil(self.sets.len())
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
            let positions = found.iter().map(|half| half.quiet.len() as u64).sum::<u64>();
            used.fetch_add(6 * positions, Ordering::Relaxed);
            progress.advance(positions);
            Ok(Some(found))
        });
        self.kept = chunks.collect::<Result<_, TableError>>()?;
        Ok(())
    }

    fn find(&self, chunk: usize) -> Result<[Expanded; 2], TableError> {
        let mut halves = [true, false].map(|row_acts| {
            let size = self.rows(chunk).len() * self.sets.len();
            let (outside, quiet) = (Vec::with_capacity(size), Vec::with_capacity(size));
            (row_acts, Expanded { outside, quiet })
        });
        for (row_acts, half) in &mut halves {
            for row in self.rows(chunk) {
                let row_set = self.row_sets()[row];
                for set in &self.sets {
                    let other = among(*set, row_set);
                    let [own, enemy] = if *row_acts { [row_set, other] } else { [other, row_set] };
                    let (outside, quiet) = self.ask(own, enemy)?;
                    half.outside.push(outside);
                    half.quiet.push(match () {
                        () if *row_acts || quiet == PASS => quiet,
                        () => crate::sets::without(quiet, row_set),
                    });
                }
            }
        }
        Ok(halves.map(|(_, half)| half))
    }

    /// The best capture of a position and the squares to which quiet moves lead.
    fn ask(&self, own: u32, enemy: u32) -> Result<(Score, u32), TableError> {
        let stones = [self.board.widen(own), self.board.widen(enemy)];
        let seega = Seega::moving_stage(self.rules, stones, Side::First, 0);
        let (mut outside, mut quiet, mut moves, mut alike) = (Score::NONE, 0, 0, true);
        let mut failed = None;
        seega.for_each_action(|action| {
            let Action::Move(from, to) = action else {
                // The stage has no other action that captures nothing.
                (quiet, moves) = (PASS, 0);
                return;
            };
            let [from, to] = [from, to].map(|square| u32::from(self.squares[usize::from(square)]));
            alike &= self.neighbours[from as usize] >> to & 1 != 0;
            if seega.captured_by(action) == 0 {
                quiet |= 1 << to;
                moves += 1;
                return;
            }
            let mut next = seega.clone();
            next.play(action);
            match super::value(&next, &mut |after| Ok(self.lower.value(self.board, after))) {
                Ok(Some(score)) => {
                    outside = outside.max(score.before(next.side() == seega.side()));
                }
                Ok(None) => failed = Some(TableError::unsupported("a lower layer is missing")),
                Err(error) => failed = Some(error),
            }
        });
        // The moves that this module makes of it must be those of the rules.
        let mut made = 0;
        let mut rest = if quiet == PASS { 0 } else { quiet };
        while rest != 0 {
            made += (self.neighbours[rest.trailing_zeros() as usize] & own).count_ones();
            rest &= rest - 1;
        }
        assert!(alike && made == moves, "{seega}: quiet moves are not told apart by their target");
        failed.map_or(Ok((outside, quiet)), Err)
    }

    /// The values with one quiet action less before the end, from those with one more; `next` is
    /// room for half of them.
    pub(super) fn step(
        &self,
        values: &mut Values,
        next: &mut Vec<Score>,
    ) -> Result<(), TableError> {
        let size = self.rows_of_chunk() * self.sets.len();
        next.resize(self.half(), Score::NONE);
        let chunks = next.par_chunks_mut(size).zip(values.other_acts.par_chunks(size)).enumerate();
        let other_acts = &values.other_acts;
        chunks.try_for_each(|(chunk, (next, same))| {
            self.with_expanded(chunk, |[expanded, _]| {
                let mut parts = Parts::new(expanded, self.sets.len());
                for ((row, next), same) in self
                    .rows(chunk)
                    .zip(next.chunks_mut(self.sets.len()))
                    .zip(same.chunks(self.sets.len()))
                {
                    let (outside, quiet) = parts.next();
                    self.row_acts(row, outside, quiet, same, other_acts, next);
                }
            })
        })?;
        let row_acts = &values.row_acts;
        let chunks = values.other_acts.par_chunks_mut(size).zip(row_acts.par_chunks(size));
        chunks.enumerate().try_for_each(|(chunk, (next, after))| {
            self.with_expanded(chunk, |[_, expanded]| {
                let mut parts = Parts::new(expanded, self.sets.len());
                for ((row, next), after) in self
                    .rows(chunk)
                    .zip(next.chunks_mut(self.sets.len()))
                    .zip(after.chunks(self.sets.len()))
                {
                    let (outside, quiet) = parts.next();
                    self.other_acts(row, outside, quiet, after, next);
                }
            })
        })?;
        std::mem::swap(&mut values.row_acts, next);
        Ok(())
    }

    fn with_expanded(
        &self,
        chunk: usize,
        work: impl FnOnce(&[Expanded; 2]),
    ) -> Result<(), TableError> {
        match self.kept.get(chunk) {
            Some(Some(expanded)) => work(expanded),
            _ => work(&self.find(chunk)?),
        }
        Ok(())
    }

    /// The side with the row's set acts. `same` are the values of the row with the other one to
    /// act, `all` those of all rows.
    fn row_acts(
        &self,
        row: usize,
        outside: &[Score],
        quiet: &[u32],
        same: &[Score],
        all: &[Score],
        next: &mut [Score],
    ) {
        next.fill(NO_ACTION);
        let row_set = self.row_sets()[row];
        let places = self.board.squares() - self.layer.0[0];
        let mut stones = row_set;
        while stones != 0 {
            let from = stones.trailing_zeros();
            stones &= stones - 1;
            let mut targets = self.neighbours[from as usize] & !row_set;
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets ^= to;
                let moved = row_set ^ 1 << from ^ to;
                let kinds = self.board.kinds(self.layer.0[0]);
                let kind = kinds.of[rank(moved) as usize];
                let smallest = kinds.smallest[(kind >> 3) as usize];
                let after = &all[(kind >> 3) as usize * self.sets.len()..][..self.sets.len()];
                // Where each place of this row is in the other one.
                let mut bits = [0u32; 24];
                for (place, bit) in (0..places).zip(&mut bits) {
                    let square = among(1 << place, row_set);
                    if square != to {
                        *bit = crate::sets::without(self.board.image(square, kind & 7), smallest);
                    }
                }
                let renumbered = Renumbered::new(&bits, self.sets.len() >= SHORT);
                let each = next.iter_mut().zip(quiet).zip(&self.sets);
                for ((slot, quiet), set) in each {
                    // Looked up in any case: whether a move is there is hard to foresee. A set with
                    // a stone on the target has no number in the other row.
                    let place = self.ranks.of(renumbered.set(*set));
                    let value = after.get(place).copied().unwrap_or(NO_ACTION);
                    *slot = (*slot).min(if quiet & to != 0 { value } else { NO_ACTION });
                }
            }
        }
        for (place, slot) in next.iter_mut().enumerate() {
            let worst = if quiet[place] == PASS { same[place] } else { *slot };
            *slot = conclude(outside[place], quiet[place] != 0, worst);
        }
    }

    /// The other side acts: `after` are the values of the same row with the row's set to act.
    fn other_acts(
        &self,
        row: usize,
        outside: &[Score],
        quiet: &[u32],
        after: &[Score],
        next: &mut [Score],
    ) {
        let row_set = self.row_sets()[row];
        let places = self.board.squares() - self.layer.0[0];
        let mut around = [0u32; 24];
        for (place, around) in (0..places).zip(&mut around) {
            let square = among(1 << place, row_set).trailing_zeros();
            *around = crate::sets::without(self.neighbours[square as usize] & !row_set, row_set);
        }
        for (place, slot) in next.iter_mut().enumerate() {
            let (set, quiet) = (self.sets[place], quiet[place]);
            let mut worst = NO_ACTION;
            if quiet == PASS {
                worst = after[place];
            } else {
                let mut stones = set;
                while stones != 0 {
                    let from = stones & stones.wrapping_neg();
                    stones ^= from;
                    let mut targets = around[from.trailing_zeros() as usize] & quiet;
                    while targets != 0 {
                        let to = targets & targets.wrapping_neg();
                        targets ^= to;
                        worst = worst.min(after[self.ranks.of(set ^ from ^ to)]);
                    }
                }
            }
            *slot = conclude(outside[place], quiet != 0, worst);
        }
    }

    /// The values with the other side to act where both have as many stones: the same positions in
    /// the order of the other side's set.
    pub(super) fn turned(&self, row_acts: &[Score]) -> Vec<Score> {
        let rows = self.row_sets().par_iter().flat_map_iter(|row_set| {
            self.sets
                .iter()
                .map(|set| row_acts[self.board.number(among(*set, *row_set), *row_set) as usize])
        });
        rows.collect()
    }
}

/// The rows of an expanded chunk, one after the other.
struct Parts<'a> {
    outside: std::slice::Chunks<'a, Score>,
    quiet: std::slice::Chunks<'a, u32>,
}

impl<'a> Parts<'a> {
    fn new(expanded: &'a Expanded, row: usize) -> Parts<'a> {
        Parts { outside: expanded.outside.chunks(row), quiet: expanded.quiet.chunks(row) }
    }

    fn next(&mut self) -> (&'a [Score], &'a [u32]) {
        let (outside, quiet) = (self.outside.next(), self.quiet.next());
        (outside.unwrap_or_default(), quiet.unwrap_or_default())
    }
}

/// A renumbering of places.
enum Renumbered<'a> {
    Each(&'a [u32; 24]),
    /// By eight places at a time.
    Tables(Box<[[u32; 256]; 3]>),
}

impl Renumbered<'_> {
    fn new(bits: &[u32; 24], by_tables: bool) -> Renumbered<'_> {
        if !by_tables {
            return Renumbered::Each(bits);
        }
        let mut tables = Box::new([[0; 256]; 3]);
        for (table, bits) in tables.iter_mut().zip(bits.chunks(8)) {
            for set in 1..256usize {
                table[set] = table[set & (set - 1)] | bits[set.trailing_zeros() as usize];
            }
        }
        Renumbered::Tables(tables)
    }

    #[inline]
    fn set(&self, mut set: u32) -> u32 {
        match self {
            Renumbered::Each(bits) => {
                let mut out = 0;
                while set != 0 {
                    out |= bits[set.trailing_zeros() as usize];
                    set &= set - 1;
                }
                out
            }
            Renumbered::Tables(tables) => {
                let [a, b, c, _] = set.to_le_bytes().map(usize::from);
                tables[0][a] | tables[1][b] | tables[2][c]
            }
        }
    }
}

/// The squares that a stone can move to, by the rules: on a board with one enemy stone, once on
/// one square and once on another.
fn neighbours(board: &Board, rules: Rules, square: u32) -> u32 {
    if square >= board.squares() {
        return 0;
    }
    let mut found = 0;
    for enemy in (0..board.squares()).filter(|enemy| *enemy != square).take(2) {
        let stones = [board.widen(1 << square), board.widen(1 << enemy)];
        let seega = Seega::moving_stage(rules, stones, Side::First, 0);
        seega.for_each_action(|action| {
            if let Action::Move(_, to) = action {
                found |= board.narrow(1 << to);
            }
        });
    }
    found
}
