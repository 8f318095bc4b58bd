//! Computes the tables of Senet: V(n), the value with n throws left, from V(n - 1), until n is the
//! whole limit.
//!
//! Beside it run two bounds: U, where reaching the limit is won by the side to throw, and L, where
//! it is lost. They close in on V from both sides: where they have met, the value no longer changes
//! and the position is left alone; where they have not met at the whole limit, the limit matters.
//!
//! One step changes no value by more than the step before changed any (an average of maxima of the
//! same numbers): when the largest change times the throws left is below [`TOLERANCE`], the rest
//! cannot matter and the work ends early. For the same reason positions are left alone while what
//! they depend on has changed by less than [`LEFT_ALONE`] since they were last computed: each of
//! 2000 steps adds at most so much to the error.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rules::senet::{Rules, Senet};
use rules::{Position, Status};
use serde::{Deserialize, Serialize};

use super::{BEAUTY, Bounds, Index, larger, position, sets};
use crate::TableError;
use crate::build::{BuildOptions, Progress, Shelf};
use crate::sets::unrank;

/// Bounds that are nearer than this have met.
const MET: f64 = 1e-11;

fn have_met(bounds: Bounds) -> bool {
    bounds.high - bounds.low <= MET
}

/// How far a value may be off when the work ends early.
const TOLERANCE: f64 = 1e-9;

/// Positions whose successors have not changed by more than this are not computed again.
const LEFT_ALONE: f64 = 2e-13;

/// Positions that are computed together.
const CHUNK: usize = 1 << 13;

/// How much work may be lost by ending the program.
pub(super) const CHECKPOINT: Duration = Duration::from_secs(120);

/// Where the positions after each throw and action stand, for some positions together.
struct Successors {
    /// The end of each position's part of `after`.
    ends: Vec<u32>,
    /// The numbers of the positions; the last one of each throw is marked.
    after: Vec<u32>,
}

const LAST_OF_THROW: u32 = 1 << 31;

/// Reads values in their order, which brings them into the cache at the speed of memory: asked for
/// one by one, each would be waited for.
fn warm(values: &[Bounds]) {
    std::hint::black_box(values.iter().step_by(2).map(|bounds| bounds.value).fold(0.0, larger));
}

impl Successors {
    fn find(index: &Index, positions: impl Iterator<Item = Option<Senet>>) -> Successors {
        let mut found = Successors { ends: Vec::new(), after: Vec::new() };
        for senet in positions {
            if let Some(senet) = senet {
                found.add(index, &senet);
            }
            found.ends.push(found.after.len() as u32);
        }
        found.after.shrink_to_fit();
        found
    }

    fn add(&mut self, index: &Index, senet: &Senet) {
        for (throw, _) in Senet::throws() {
            let mut thrown = senet.clone();
            thrown.throw(*throw);
            if let Status::ToAct(_) = thrown.status() {
                thrown.for_each_action(|action| {
                    let mut next = thrown.clone();
                    next.play(action);
                    self.after.push(index.number(&next) as u32);
                });
            } else {
                self.after.push(index.number(&thrown) as u32);
            }
            if let Some(last) = self.after.last_mut() {
                *last |= LAST_OF_THROW;
            }
        }
    }

    fn bytes(&self) -> u64 {
        4 * (self.ends.len() + self.after.len()) as u64
    }

    /// The value of a position from those after each throw and action, which are all given from the
    /// view of the side that threw; `None` for a number without a position.
    #[inline]
    fn value(&self, place: usize, weights: &[f64], values: &[Bounds]) -> Option<Bounds> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        let after = &self.after[start..self.ends[place] as usize];
        if after.is_empty() {
            return None;
        }
        let mut weights = weights.iter();
        let mut best = Bounds::LOST;
        let mut sum = Bounds { value: 0.0, high: 0.0, low: 0.0 };
        for number in after {
            best = best.max(values[(number & !LAST_OF_THROW) as usize]);
            if number & LAST_OF_THROW != 0 {
                let weight = weights.next().copied().unwrap_or(0.0);
                sum.value += weight * best.value;
                sum.high += weight * best.high;
                sum.low += weight * best.low;
                best = Bounds::LOST;
            }
        }
        Some(sum)
    }
}

/// The positions with the same numbers of pieces. They are computed in the order of the other
/// side's set and then that of the side to throw: all moves from positions with one set of the
/// other side lead to one row of the values, which stays in the processor's cache.
struct Block {
    rules: Rules,
    /// The pieces of the side to throw (but one on 26), and of the other side.
    pair: [u32; 2],
    beauty: bool,
    /// Where its values begin, and its rows: see [`Rows`].
    start: usize,
    first_row: usize,
    chunks: Vec<Chunk>,
    /// The values after the last step, in the order in which they are computed.
    values: Vec<Bounds>,
}

/// Positions of a block that are computed together: all with some sets of the other side.
struct Chunk {
    /// As far as the memory allows; else they are found again in each step.
    successors: Option<Successors>,
    /// The rows of the values that the successors stand in.
    rows: Vec<u32>,
    /// How much these rows have changed since the chunk was last computed, at most.
    pending: f64,
}

impl Block {
    fn new(index: &Index, rules: Rules, pair: [u32; 2], beauty: bool, first_row: usize) -> Block {
        let start = index.start(pair, beauty);
        let own = pair[0] - u32::from(beauty);
        let pair = [own, pair[1]];
        let values = vec![Bounds::LIMIT; sets(own) * sets(pair[1])];
        Block { rules, pair, beauty, start, first_row, chunks: Vec::new(), values }
    }

    fn own(&self) -> usize {
        sets(self.pair[0])
    }

    fn enemy(&self) -> usize {
        sets(self.pair[1])
    }

    /// The rows in which its values are read: usual ones by the set of the side to throw, those
    /// with a piece on 26 by that of the other side.
    fn rows(&self) -> usize {
        if self.beauty { self.enemy() } else { self.own() }
    }

    /// The sets of the other side of a chunk.
    fn sets_of_chunk(&self) -> usize {
        (CHUNK / self.own()).max(1)
    }

    fn chunk_size(&self) -> usize {
        self.sets_of_chunk() * self.own()
    }

    fn find(&self, index: &Index, chunk: usize, count: usize) -> Successors {
        let at = |place: usize| {
            let (other, this) = (place / self.own(), place % self.own());
            let this = unrank(this as u32, self.pair[0]);
            let other = unrank(other as u32, self.pair[1]);
            position(self.rules, this, other, if self.beauty { BEAUTY } else { 0 })
        };
        let start = chunk * self.chunk_size();
        Successors::find(index, (start..start + count).map(at))
    }

    /// Finds what follows from its positions, and keeps it while `memory` lasts.
    fn expand(&mut self, index: &Index, rows: &Rows, memory: &AtomicU64) {
        let count = self.values.len().div_ceil(self.chunk_size());
        let chunks = (0..count).into_par_iter().map(|number| {
            let start = number * self.chunk_size();
            let count = self.chunk_size().min(self.values.len() - start);
            let successors = self.find(index, number, count);
            let mut found = vec![false; rows.count];
            for number in &successors.after {
                if let Some(row) = rows.of((number & !LAST_OF_THROW) as usize) {
                    found[row] = true;
                }
            }
            let rows = (0..rows.count as u32).filter(|row| found[*row as usize]).collect();
            let kept = memory
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    left.checked_sub(successors.bytes())
                })
                .is_ok();
            Chunk { successors: kept.then_some(successors), rows, pending: f64::INFINITY }
        });
        self.chunks = chunks.collect();
    }

    /// The rows of the values that most of a chunk's successors stand in: the other side throws, its
    /// sets are the same.
    fn rows_after<'a>(
        &self,
        index: &Index,
        chunk: usize,
        all: &'a [Bounds],
    ) -> Option<&'a [Bounds]> {
        let [own, enemy] = self.pair;
        if self.beauty {
            return None;
        }
        let start = index.start([enemy, own], false);
        let first = chunk * self.sets_of_chunk();
        let last = self.enemy().min(first + self.sets_of_chunk());
        all.get(start + first * self.own()..start + last * self.own())
    }

    /// One more throw left, for the chunks that are due.
    fn step(&mut self, index: &Index, all: &[Bounds]) {
        let weights: Vec<_> =
            Senet::throws().iter().map(|(_, weight)| f64::from(*weight) / 16.0).collect();
        let mut values = std::mem::take(&mut self.values);
        let size = self.chunk_size();
        values.par_chunks_mut(size).zip(&self.chunks).enumerate().for_each(
            |(number, (values, chunk))| {
                if !chunk.is_due() {
                    return;
                }
                if let Some(rows) = self.rows_after(index, number, all) {
                    warm(rows);
                }
                let found;
                let successors = match &chunk.successors {
                    Some(successors) => successors,
                    None => {
                        found = self.find(index, number, values.len());
                        &found
                    }
                };
                for (place, slot) in values.iter_mut().enumerate() {
                    if !have_met(*slot) {
                        *slot = successors.value(place, &weights, all).unwrap_or(Bounds::LOST);
                    }
                }
            },
        );
        self.values = values;
    }

    /// Puts the values of the chunks that were due where the next step reads them, from the view of
    /// the side that has just acted. Notes how much its rows have changed.
    fn publish(&self, all: &mut [Bounds], changes: &mut [f64]) {
        let all = &mut all[self.start..][..self.values.len()];
        let changes = &mut changes[self.first_row..][..self.rows()];
        let chunk_size = self.chunk_size();
        if self.beauty {
            let chunks = all.par_chunks_mut(chunk_size).zip(self.values.par_chunks(chunk_size));
            let chunks = chunks.zip(changes.par_chunks_mut(self.sets_of_chunk()));
            chunks.zip(&self.chunks).for_each(|(((to, from), changes), chunk)| {
                let rows = to.chunks_mut(self.own()).zip(from.chunks(self.own())).zip(changes);
                for ((to, from), change) in rows {
                    *change = 0.0;
                    if chunk.is_due() {
                        for (to, from) in to.iter_mut().zip(from) {
                            // The same side throws on.
                            *change = larger(*change, from.change(*to));
                            *to = *from;
                        }
                    }
                }
            });
            return;
        }
        // Turned round, in tiles that fit into the cache.
        const TILE: usize = 16;
        let enemy = self.enemy();
        let tiles = all.par_chunks_mut(TILE * enemy).zip(changes.par_chunks_mut(TILE)).enumerate();
        tiles.for_each(|(tile, (rows, changes))| {
            changes.fill(0.0);
            for (number, chunk) in self.chunks.iter().enumerate() {
                if !chunk.is_due() {
                    continue;
                }
                let first = number * self.sets_of_chunk();
                let columns = first..enemy.min(first + self.sets_of_chunk());
                for (row, (to, change)) in rows.chunks_mut(enemy).zip(&mut *changes).enumerate() {
                    for column in columns.clone() {
                        let value = self.values[column * self.own() + tile * TILE + row];
                        let new = value.other_side();
                        *change = larger(*change, new.change(to[column]));
                        to[column] = new;
                    }
                }
            }
        });
    }

    /// Which chunks are due in the next step.
    fn note(&mut self, changes: &[f64]) {
        self.chunks.par_iter_mut().for_each(|chunk| {
            let rows = chunk.rows.iter().map(|row| changes[*row as usize]);
            let change = rows.fold(0.0, f64::max);
            chunk.pending = if chunk.is_due() { change } else { chunk.pending + change };
        });
    }
}

impl Chunk {
    fn is_due(&self) -> bool {
        self.pending > LEFT_ALONE
    }
}

/// Rows of the values, numbered through all blocks: it is noted for each how much it changes.
struct Rows {
    count: usize,
    /// Of each block the number of its first value, of its first row, and the length of a row.
    blocks: Vec<[usize; 3]>,
}

impl Rows {
    fn new(blocks: &[Block]) -> Rows {
        let row = |block: &Block| block.values.len() / block.rows();
        let of = |block: &Block| [block.start, block.first_row, row(block)];
        let count = blocks.last().map_or(0, |block| block.first_row + block.rows());
        Rows { count, blocks: blocks.iter().map(of).collect() }
    }

    /// The row of a value; the game that is lost has none.
    fn of(&self, number: usize) -> Option<usize> {
        let place = self.blocks.partition_point(|[start, ..]| *start <= number) - 1;
        let [start, first_row, row] = self.blocks[place];
        let found = first_row + (number - start) / row;
        (found < self.blocks.get(place + 1).map_or(self.count, |next| next[1])).then_some(found)
    }
}

/// What is computed.
pub(super) struct Solution {
    /// The values of all positions with the whole limit of throws ahead, in the order of their
    /// numbers.
    pub(super) values: Vec<Bounds>,
    /// How much the last throw has changed any of them: one more would not change any by more.
    pub(super) last_change: f64,
}

/// Computes the values of all positions, or what is left of that.
pub(super) fn solve(
    index: &Index,
    rules: Rules,
    shelf: &Shelf,
    options: &BuildOptions<'_>,
    checkpoint: Duration,
) -> Result<Solution, TableError> {
    let name = index.layer.name();
    let limit = Senet::THROW_LIMIT.unwrap_or(u32::MAX).into();
    let mut blocks = Vec::new();
    let mut first_row = 0;
    for beauty in [false, true] {
        for pair in index.pairs() {
            let block = Block::new(index, rules, pair, beauty, first_row);
            first_row += block.rows();
            blocks.push(block);
        }
    }
    let rows = Rows::new(&blocks);
    let memory = AtomicU64::new(options.memory);
    let progress = Progress::new(options, &name, "expand", index.lost as u64);
    for block in &mut blocks {
        block.expand(index, &rows, &memory);
        progress.advance(block.values.len() as u64);
    }
    let mut all = vec![Bounds::LIMIT.other_side(); index.lost + 1];
    all[index.lost] = Bounds::LOST.other_side();
    let mut changes = vec![0.0; rows.count];
    let restored = restore(shelf, &name, &mut blocks)?;
    let mut left = restored.as_ref().map_or(0, |restored| restored.left);
    if restored.is_none() {
        // A piece on 26 is thrown for even if no throw is left; then the limit is judged.
        for block in blocks.iter_mut().filter(|block| block.beauty) {
            block.step(index, &all);
        }
    }
    for block in &blocks {
        block.publish(&mut all, &mut changes);
    }
    if let Some(restored) = restored {
        let chunks = blocks.iter_mut().flat_map(|block| &mut block.chunks);
        for (chunk, pending) in chunks.zip(restored.pending) {
            chunk.pending = pending;
        }
    }
    let progress = Progress::new(options, &name, "solve", limit);
    progress.advance(left);
    let mut saved = Instant::now();
    let mut last_change = 0.0;
    while left < limit {
        for block in &mut blocks {
            block.step(index, &all);
        }
        for block in &blocks {
            block.publish(&mut all, &mut changes);
        }
        for block in &mut blocks {
            block.note(&changes);
        }
        left += 1;
        progress.advance(1);
        last_change = changes.iter().copied().fold(0.0, larger);
        if last_change * ((limit - left) as f64) < TOLERANCE {
            break;
        }
        if saved.elapsed() > checkpoint {
            save(shelf, &name, &blocks, left)?;
            saved = Instant::now();
        }
    }
    all.par_iter_mut().for_each(|bounds| *bounds = bounds.other_side());
    Ok(Solution { values: all, last_change })
}

const PART: &str = "throws";
const NUMBER: usize = size_of::<f64>();

/// Beside the values: the throws left, and of each chunk what is pending, bit for bit.
#[derive(Serialize, Deserialize)]
struct Saved {
    left: u64,
    pending: Vec<u64>,
}

/// What [`restore`] found.
struct Restored {
    left: u64,
    pending: Vec<f64>,
}

/// Writes the values of all blocks, bit for bit, so that the work can go on from here.
fn save(shelf: &Shelf, name: &str, blocks: &[Block], left: u64) -> Result<(), TableError> {
    let mut starts = Vec::new();
    let mut count = 0;
    for block in blocks {
        starts.push(count);
        count += block.values.len();
    }
    let mut header = shelf.header(name, count as u64, 3 * NUMBER as u32);
    let chunks = blocks.iter().flat_map(|block| &block.chunks);
    let pending = chunks.map(|chunk| chunk.pending.to_bits()).collect();
    header.facts = serde_json::to_value(Saved { left, pending }).unwrap_or_default();
    shelf.write_part(name, PART, &header, |start, bytes| {
        let entries = bytes.len() / (3 * NUMBER);
        for place in 0..entries {
            let number = start + place;
            let block = starts.partition_point(|start| *start <= number) - 1;
            let bounds = blocks[block].values[number - starts[block]];
            for (part, number) in [bounds.value, bounds.high, bounds.low].into_iter().enumerate() {
                for (plane, byte) in number.to_le_bytes().into_iter().enumerate() {
                    bytes[(part * NUMBER + plane) * entries + place] = byte;
                }
            }
        }
        Ok(())
    })
}

/// Reads what [`save`] wrote, if it is there.
fn restore(
    shelf: &Shelf,
    name: &str,
    blocks: &mut [Block],
) -> Result<Option<Restored>, TableError> {
    let Some(part) = shelf.open_part(name, PART)? else { return Ok(None) };
    let Ok(Saved { left, pending }) = serde_json::from_value(part.header().facts.clone()) else {
        return Ok(None);
    };
    let pending: Vec<_> = pending.into_iter().map(f64::from_bits).collect();
    let chunks = blocks.iter().map(|block| block.chunks.len()).sum::<usize>();
    let count = blocks.iter().map(|block| block.values.len()).sum::<usize>();
    if pending.len() != chunks || part.header().entries != count as u64 {
        return Ok(None);
    }
    let all = part.column(|byte| {
        let number = |part: usize| {
            let bytes = std::array::from_fn(|plane| byte(part * NUMBER + plane));
            f64::from_le_bytes(bytes)
        };
        Bounds { value: number(0), high: number(1), low: number(2) }
    })?;
    let mut rest = all.as_slice();
    for block in blocks {
        let (values, after) = rest.split_at(block.values.len());
        block.values.copy_from_slice(values);
        rest = after;
    }
    Ok(Some(Restored { left, pending }))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rules::Variant;

    use super::super::normal;
    use super::*;
    use crate::build::{Report, Shard};
    use crate::layer::Layer;

    fn folder(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("igroteka-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        path
    }

    fn solve_in(
        path: &Path,
        layer: Layer,
        memory: u64,
        report: &(dyn Fn(&Report) + Sync),
    ) -> Vec<Bounds> {
        let shelf = Shelf::new(path, &Variant::of::<Senet>(Rules::default()));
        let options =
            BuildOptions { out: path, threads: 1, memory, shard: Shard::default(), report };
        let index = Index::new(layer);
        let rules = normal(Rules::default());
        solve(&index, rules, &shelf, &options, Duration::ZERO).unwrap().values
    }

    /// A checkpoint holds all that the rest of the work depends on, to the last bit; and successors
    /// that are not kept are found again alike.
    #[test]
    fn work_that_was_ended_goes_on_to_the_same_values() {
        let layer = Layer::new(1, 1);
        let [whole, ended] = ["senet-whole", "senet-ended"].map(folder);
        let expected = solve_in(&whole, layer, 1 << 30, &|_| {});
        let kill = |report: &Report| assert!(report.step != "solve" || report.done < 40);
        let killed = std::panic::catch_unwind(|| solve_in(&ended, layer, 1 << 30, &kill));
        assert!(killed.is_err());
        let began = AtomicU64::new(0);
        let values = solve_in(&ended, layer, 1 << 10, &|report| {
            if report.step == "solve" && began.load(Ordering::Relaxed) == 0 {
                began.store(report.done, Ordering::Relaxed);
            }
        });
        assert!(began.into_inner() > 30, "it began anew");
        assert!(values == expected);
        for path in [whole, ended] {
            let _ = std::fs::remove_dir_all(path);
        }
    }
}
