//! Tables of Senet: the exact expectation with few pieces left.
//!
//! Play can be endless (with three against one a wall can shut the last piece in for ever), so the
//! limit of throws counts as the draw that it is: V(n), the value with n throws left, is computed
//! from V(n - 1) until n is the whole limit. Beside it run two bounds: U, where reaching the limit
//! is won by the side to throw, and L, where it is lost. They close in on V from both sides: where
//! they have met, the value no longer changes and the position is left alone; where they have not
//! met at the whole limit, the limit matters.
//!
//! One step changes no value by more than the step before changed any (an average of maxima of the
//! same numbers): when the largest change times the throws left is below [`TOLERANCE`], the rest
//! cannot matter and the work ends early.
//!
//! Both sides run the same path, so positions are seen from the side to throw. Stored are the
//! positions before a throw without a piece on 26; the values of all others follow from them.
//!
//! *Numbering.* The pieces stand on 29 squares, 26 left out; a position is numbered by the sets of
//! the side to throw and of the other side. Numbers with two pieces on a square stand for nothing.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rules::senet::{Front, Rules, Senet};
use rules::{Position, Side, Status, Variant};

use crate::TableError;
use crate::build::{BuildOptions, Progress, Shelf};
use crate::file::Table;
use crate::layer::Layer;
use crate::sets::{choose, rank, unrank};

const SQUARES: u32 = 29;
/// The bit of square 26.
const BEAUTY: u32 = 1 << 25;

/// The most pieces a side for which the numbers fit.
const MOST: u32 = 4;

/// Bounds that are nearer than this have met.
const MET: f64 = 1e-11;

/// How far a value may be off when the work ends early.
const TOLERANCE: f64 = 1e-9;

/// The difference from which on the limit matters.
const MATTERS: f64 = 1e-6;

/// Positions that are computed together.
const CHUNK: usize = 1 << 13;

/// How much work may be lost by ending the program.
const CHECKPOINT: Duration = Duration::from_secs(600);

/// The rules without what does not matter when some pieces are left.
pub(crate) fn normal(rules: Rules) -> Rules {
    Rules { pieces: Rules::default().pieces, front: Front::Cones, ..rules }
}

/// The layers up to so many pieces a side.
pub(crate) fn layers(pieces: u32) -> Vec<Layer> {
    let pairs = (1..=pieces).flat_map(|many| (1..=many).map(move |few| Layer::new(many, few)));
    pairs.collect()
}

fn narrow(squares: u32) -> u32 {
    (squares & (BEAUTY - 1)) | (squares >> 1 & !(BEAUTY - 1))
}

fn widen(squares: u32) -> u32 {
    (squares & (BEAUTY - 1)) | (squares & !(BEAUTY - 1)) << 1
}

/// A value and its bounds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bounds {
    value: f64,
    high: f64,
    low: f64,
}

impl Bounds {
    const LOST: Bounds = Bounds { value: -1.0, high: -1.0, low: -1.0 };
    /// No throw is left.
    const LIMIT: Bounds = Bounds { value: 0.0, high: 1.0, low: -1.0 };

    /// The same from the view of the other side.
    fn other_side(self) -> Bounds {
        Bounds { value: -self.value, high: -self.low, low: -self.high }
    }

    fn max(self, other: Bounds) -> Bounds {
        Bounds {
            value: self.value.max(other.value),
            high: self.high.max(other.high),
            low: self.low.max(other.low),
        }
    }

    fn change(self, other: Bounds) -> f64 {
        let value = (self.value - other.value).abs();
        value.max((self.high - other.high).abs()).max((self.low - other.low).abs())
    }

    fn have_met(self) -> bool {
        self.high - self.low <= MET
    }

    fn limit_matters(self) -> bool {
        self.high - self.low > MATTERS
    }

    /// The mean over throws.
    fn mean(of: impl Iterator<Item = (Bounds, u32)>) -> Bounds {
        let mut sum = Bounds { value: 0.0, high: 0.0, low: 0.0 };
        let mut weights = 0;
        for (bounds, weight) in of {
            let factor = f64::from(weight);
            sum.value += factor * bounds.value;
            sum.high += factor * bounds.high;
            sum.low += factor * bounds.low;
            weights += weight;
        }
        let all = f64::from(weights);
        Bounds { value: sum.value / all, high: sum.high / all, low: sum.low / all }
    }

    /// The value of a position from those after each entry: the mean over throws, the best action.
    /// `after` is asked for positions that come before a throw, from the view of the side to throw.
    fn derive<E>(
        senet: &Senet,
        after: &mut impl FnMut(&Senet) -> Result<Bounds, E>,
    ) -> Result<Bounds, E> {
        let seen = |next: &Senet, bounds: Bounds| {
            if next.side() == senet.side() { bounds } else { bounds.other_side() }
        };
        if senet.status() == Status::Chance {
            let mut each = Vec::with_capacity(5);
            for (throw, weight) in Senet::throws() {
                let mut next = senet.clone();
                next.throw(*throw);
                let bounds = match next.status() {
                    Status::ToAct(_) => Bounds::derive(&next, after)?,
                    Status::Over(_) => Bounds::LOST,
                    Status::Chance => after(&next)?,
                };
                each.push((seen(&next, bounds), *weight));
            }
            return Ok(Bounds::mean(each.into_iter()));
        }
        let mut best = Bounds::LOST;
        for action in senet.actions() {
            let mut next = senet.clone();
            next.play(action);
            let over = matches!(next.status(), Status::Over(_));
            let bounds = if over { Bounds::LOST } else { after(&next)? };
            best = best.max(seen(&next, bounds));
        }
        Ok(best)
    }
}

/// The numbers of all positions before a throw with up to so many pieces a side: first the usual
/// ones, block by block, then those with a piece on 26, then one for a game that the side to throw
/// has lost.
struct Index {
    pieces: u32,
    /// Where blocks begin: by the pieces of the side to throw and of the other one.
    usual: Vec<usize>,
    beauty: Vec<usize>,
    lost: usize,
}

fn sets(pieces: u32) -> usize {
    choose(SQUARES, pieces) as usize
}

impl Index {
    fn new(pieces: u32) -> Index {
        let mut index = Index { pieces, usual: Vec::new(), beauty: Vec::new(), lost: 0 };
        for [own, enemy] in index.pairs() {
            index.usual.push(index.lost);
            index.lost += sets(own) * sets(enemy);
        }
        for [own, enemy] in index.pairs() {
            index.beauty.push(index.lost);
            // Only the pieces beside the one on 26 count.
            index.lost += sets(own - 1) * sets(enemy);
        }
        index
    }

    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let pieces = self.pieces;
        (1..=pieces).flat_map(move |own| (1..=pieces).map(move |enemy| [own, enemy]))
    }

    fn place(&self, [own, enemy]: [u32; 2]) -> usize {
        ((own - 1) * self.pieces + enemy - 1) as usize
    }

    /// Usual positions go by the set of the side to throw and then the other one, those with a
    /// piece on 26 the other way round: the positions after all moves of one side are near each
    /// other.
    fn number(&self, senet: &Senet) -> usize {
        if matches!(senet.status(), Status::Over(_)) {
            return self.lost;
        }
        let own = senet.pieces(senet.side());
        let enemy = narrow(senet.pieces(senet.side().other()));
        let place = self.place([own.count_ones(), enemy.count_ones()]);
        if own & BEAUTY == 0 {
            self.usual[place] + number_in_block(narrow(own), enemy)
        } else {
            let rest = narrow(own ^ BEAUTY);
            self.beauty[place]
                + rank(enemy) as usize * sets(rest.count_ones())
                + rank(rest) as usize
        }
    }
}

fn number_in_block(own: u32, enemy: u32) -> usize {
    rank(own) as usize * sets(enemy.count_ones()) + rank(enemy) as usize
}

/// The position before a throw with these sets; first is to throw. None if they overlap.
fn position(rules: Rules, own: u32, enemy: u32, beauty: u32) -> Option<Senet> {
    let pieces = [widen(own) | beauty, widen(enemy)];
    (own & enemy == 0).then(|| Senet::before_throw(rules, pieces, Side::First))
}

/// Where the positions after each throw and action stand, for some positions together.
struct Successors {
    /// The end of each position's part of `after`.
    ends: Vec<u32>,
    /// The numbers of the positions; the last one of each throw is marked.
    after: Vec<u32>,
}

const LAST_OF_THROW: u32 = 1 << 31;

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

    /// The value of a position from those after each throw and action, which are all given from
    /// the view of the other side; `None` for a number without a position.
    fn value(&self, place: usize, values: &[Bounds]) -> Option<Bounds> {
        let start = if place == 0 { 0 } else { self.ends[place - 1] as usize };
        let after = &self.after[start..self.ends[place] as usize];
        if after.is_empty() {
            return None;
        }
        let mut throws = Senet::throws().iter();
        let mut best = Bounds::LOST;
        let mut sum = Bounds { value: 0.0, high: 0.0, low: 0.0 };
        for number in after {
            best = best.max(values[(number & !LAST_OF_THROW) as usize].other_side());
            if number & LAST_OF_THROW != 0 {
                let weight = throws.next().map_or(0.0, |(_, weight)| f64::from(*weight) / 16.0);
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
    /// Where its values begin.
    start: usize,
    /// The sets of the side to throw, and of the other side.
    own: usize,
    enemy: usize,
    beauty: bool,
    successors: Vec<Successors>,
    /// The values after the last step, in the order in which they are computed.
    values: Vec<Bounds>,
    /// Whether no value of it changes any more.
    met: bool,
}

impl Block {
    fn new(index: &Index, rules: Rules, pair: [u32; 2], beauty: bool) -> Block {
        let place = index.place(pair);
        let (start, own) = match beauty {
            false => (index.usual[place], pair[0]),
            true => (index.beauty[place], pair[0] - 1),
        };
        let size = sets(own) * sets(pair[1]);
        let at = |place: usize| {
            let (other, this) = (place / sets(own), place % sets(own));
            let (this, other) = (unrank(this as u32, own), unrank(other as u32, pair[1]));
            position(rules, this, other, if beauty { BEAUTY } else { 0 })
        };
        let chunks = (0..size.div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            let places = chunk * CHUNK..size.min((chunk + 1) * CHUNK);
            Successors::find(index, places.map(at))
        });
        Block {
            start,
            own: sets(own),
            enemy: sets(pair[1]),
            beauty,
            successors: chunks.collect(),
            values: vec![Bounds::LIMIT; size],
            met: false,
        }
    }

    /// One more throw left. Returns the largest change, 0 if there was none.
    fn step(&mut self, all: &[Bounds]) -> f64 {
        let chunks = self.values.par_chunks_mut(CHUNK).zip(&self.successors);
        let change = chunks.map(|(values, successors)| {
            let mut change: f64 = 0.0;
            for (place, slot) in values.iter_mut().enumerate() {
                if slot.have_met() {
                    continue;
                }
                let Some(value) = successors.value(place, all) else {
                    *slot = Bounds::LOST;
                    continue;
                };
                change = change.max(value.change(*slot));
                *slot = value;
            }
            change
        });
        change.reduce(|| 0.0, f64::max)
    }

    /// Puts the values where the next step reads them.
    fn publish(&self, all: &mut [Bounds]) {
        let all = &mut all[self.start..][..self.values.len()];
        if self.beauty {
            // The same side throws on: it is the view of the other side that is read.
            let pairs = all.par_iter_mut().zip(&self.values);
            return pairs.for_each(|(to, value)| *to = value.other_side());
        }
        // Turned round, in tiles that fit into the cache.
        const TILE: usize = 16;
        all.par_chunks_mut(TILE * self.enemy).enumerate().for_each(|(tile, rows)| {
            for from in (0..self.enemy).step_by(TILE) {
                for (row, to) in rows.chunks_mut(self.enemy).enumerate() {
                    let tiled = to.iter_mut().enumerate().skip(from).take(TILE);
                    for (other, to) in tiled {
                        *to = self.values[other * self.own + tile * TILE + row];
                    }
                }
            }
        });
    }
}

/// The values of all positions with the whole limit of throws ahead, in the order of their numbers.
fn solve(
    index: &Index,
    rules: Rules,
    shelf: &Shelf,
    options: &BuildOptions<'_>,
) -> Result<Vec<Bounds>, TableError> {
    let name = format!("{0}-{0}", index.pieces);
    let limit = Senet::THROW_LIMIT.unwrap_or(u32::MAX).into();
    let blocks = 2 * u64::from(index.pieces).pow(2);
    let progress = Progress::new(options, &name, "expand", blocks);
    let mut blocks = Vec::new();
    for beauty in [false, true] {
        for pair in index.pairs() {
            blocks.push(Block::new(index, rules, pair, beauty));
            progress.advance(1);
        }
    }
    let mut all = vec![Bounds::LIMIT; index.lost + 1];
    all[index.lost] = Bounds::LOST;
    let mut left = restore(shelf, &name, &mut blocks)?;
    if left == 0 {
        // A piece on 26 is thrown for even if no throw is left; then the limit is judged.
        for block in blocks.iter_mut().filter(|block| block.beauty) {
            block.step(&all);
        }
    }
    for block in &blocks {
        block.publish(&mut all);
    }
    let progress = Progress::new(options, &name, "solve", limit);
    progress.advance(left);
    let mut saved = Instant::now();
    while left < limit {
        let mut change: f64 = 0.0;
        for block in blocks.iter_mut().filter(|block| !block.met) {
            change = change.max(block.step(&all));
        }
        left += 1;
        progress.advance(1);
        for block in blocks.iter_mut().filter(|block| !block.met) {
            block.publish(&mut all);
            block.met = block.values.iter().all(|bounds| bounds.have_met());
        }
        if change * ((limit - left) as f64) < TOLERANCE {
            break;
        }
        if saved.elapsed() > CHECKPOINT {
            save(shelf, &name, &blocks, left)?;
            saved = Instant::now();
        }
    }
    Ok(all)
}

const PART: &str = "throws";
const NUMBER: usize = size_of::<f64>();

/// Writes the values of all blocks, bit for bit, so that the work can go on from here.
fn save(shelf: &Shelf, name: &str, blocks: &[Block], left: u64) -> Result<(), TableError> {
    let all: Vec<Bounds> = blocks.iter().flat_map(|block| block.values.iter().copied()).collect();
    let mut header = shelf.header(name, all.len() as u64, 3 * NUMBER as u32);
    header.facts = left.into();
    shelf.write_part(name, PART, &header, |start, bytes| {
        let entries = bytes.len() / (3 * NUMBER);
        for (place, bounds) in all[start..start + entries].iter().enumerate() {
            for (part, number) in [bounds.value, bounds.high, bounds.low].into_iter().enumerate() {
                for (plane, byte) in number.to_le_bytes().into_iter().enumerate() {
                    bytes[(part * NUMBER + plane) * entries + place] = byte;
                }
            }
        }
        Ok(())
    })
}

/// Reads what [`save`] wrote, if it is there; returns the throws left.
fn restore(shelf: &Shelf, name: &str, blocks: &mut [Block]) -> Result<u64, TableError> {
    let Some(part) = shelf.open_part(name, PART)? else { return Ok(0) };
    let Some(left) = part.header().facts.as_u64() else { return Ok(0) };
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
    Ok(left)
}

/// An entry: the value, and how far the bounds are from it, in parts of 2³⁰.
const PLANES: u32 = 12;
const UNIT: f64 = (1 << 30) as f64;

fn fill(bytes: &mut [u8], values: impl Iterator<Item = Bounds>) {
    let entries = bytes.len() / PLANES as usize;
    for (place, bounds) in values.enumerate() {
        let [value, high, low] =
            [bounds.value, bounds.high, bounds.low].map(|number| (number * UNIT).round() as i32);
        for (part, number) in [value, high - value, value - low].into_iter().enumerate() {
            for (plane, byte) in number.to_le_bytes().into_iter().enumerate() {
                bytes[(part * 4 + plane) * entries + place] = byte;
            }
        }
    }
}

fn read(byte: &dyn Fn(usize) -> u8) -> Bounds {
    let number = |part: usize| {
        f64::from(i32::from_le_bytes(std::array::from_fn(|plane| byte(part * 4 + plane)))) / UNIT
    };
    let value = number(0);
    Bounds { value, high: value + number(1), low: value - number(2) }
}

/// Builds the tables up to so many pieces a side that are not there yet.
pub(crate) fn build(
    rules: Rules,
    pieces: u32,
    options: &BuildOptions<'_>,
) -> Result<(), TableError> {
    let rules = normal(rules);
    if !(1..=MOST).contains(&pieces) {
        let reason = format!("Senet has tables for 1 to {MOST} pieces a side");
        return Err(TableError::unsupported(reason));
    }
    let shelf = Shelf::new(options.out, &Variant::of::<Senet>(rules));
    let mut missing = Vec::new();
    for layer in layers(pieces) {
        if shelf.open(&layer.name())?.is_none() {
            missing.push(layer);
        }
    }
    // All layers are computed at once: they are the work of the first shard, and done when the last
    // one of them is there.
    let last = missing.last().copied().unwrap_or(Layer::new(pieces, pieces));
    shelf.obtain(&last.name(), 0, options, || {
        let index = Index::new(pieces);
        let values = solve(&index, rules, &shelf, options)?;
        for layer in missing {
            let [many, few] = layer.0;
            let block = |pair: [u32; 2]| {
                let start = index.usual[index.place(pair)];
                &values[start..start + sets(pair[0]) * sets(pair[1])]
            };
            let (first, second) = (block([many, few]), block([few, many]));
            let second = if many == few { &[] } else { second };
            let size = first.len() + second.len();
            let mut header = shelf.header(&layer.name(), size as u64, PLANES);
            header.facts = facts(layer, first.iter().chain(second));
            shelf.write(&layer.name(), &header, |start, bytes| {
                let values = first.iter().chain(second).skip(start);
                fill(bytes, values.take(bytes.len() / PLANES as usize).copied());
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

/// How often the limit matters, of how many positions.
fn facts<'a>(layer: Layer, values: impl Iterator<Item = &'a Bounds>) -> serde_json::Value {
    let (mut positions, mut matters) = (0u64, 0u64);
    for (number, bounds) in values.enumerate() {
        let (own, enemy) = sets_of(layer, number);
        if own & enemy == 0 {
            positions += 1;
            matters += u64::from(bounds.limit_matters());
        }
    }
    serde_json::json!({ "positions": positions, "limit_matters": matters })
}

/// The sets of the side to throw and the other one by their number in a layer.
fn sets_of(layer: Layer, number: usize) -> (u32, u32) {
    let [many, few] = layer.0;
    let half = sets(many) * sets(few);
    let (own, enemy, place) =
        if number < half { (many, few, number) } else { (few, many, number - half) };
    let (row, column) = (place / sets(enemy), place % sets(enemy));
    (unrank(row as u32, own), unrank(column as u32, enemy))
}

/// Open tables of one rule set.
#[derive(Debug)]
pub(crate) struct SenetTables {
    rules: Rules,
    tables: HashMap<Layer, Table>,
}

/// A position for which there is no table.
enum Missing {
    Layer,
    Error(TableError),
}

impl SenetTables {
    /// Opens what there is in the folder.
    pub(crate) fn open(folder: &Path, rules: Rules) -> Result<Self, TableError> {
        let rules = normal(rules);
        let shelf = Shelf::new(folder, &Variant::of::<Senet>(rules));
        let mut tables = HashMap::new();
        for layer in layers(MOST) {
            if let Some(table) = shelf.open(&layer.name())? {
                tables.insert(layer, table);
            }
        }
        Ok(SenetTables { rules, tables })
    }

    /// The expectation of a position with the whole limit of throws ahead, if the tables reach, and
    /// whether the limit matters.
    pub(crate) fn probe(&self, senet: &Senet) -> Result<Option<(f64, bool)>, TableError> {
        let bounds = match senet.status() {
            Status::Over(_) => Ok(Bounds::LOST),
            Status::Chance => self.stored(senet),
            Status::ToAct(_) => Bounds::derive(senet, &mut |next| self.stored(next)),
        };
        match bounds {
            Ok(bounds) => Ok(Some((bounds.value, bounds.limit_matters()))),
            Err(Missing::Layer) => Ok(None),
            Err(Missing::Error(error)) => Err(error),
        }
    }

    /// The value of a position before a throw.
    fn stored(&self, senet: &Senet) -> Result<Bounds, Missing> {
        let own = senet.pieces(senet.side());
        if own & BEAUTY != 0 {
            return Bounds::derive(senet, &mut |next| self.stored(next));
        }
        let (own, enemy) = (narrow(own), narrow(senet.pieces(senet.side().other())));
        let layer = Layer::new(own.count_ones(), enemy.count_ones());
        let table = self.tables.get(&layer).ok_or(Missing::Layer)?;
        let mut number = number_in_block(own, enemy);
        if own.count_ones() < enemy.count_ones() {
            number += sets(own.count_ones()) * sets(enemy.count_ones());
        }
        table.entry(number as u64, read).map_err(Missing::Error)
    }

    /// The layers with the number of entries.
    pub(crate) fn entries(&self) -> Vec<(Layer, u64)> {
        let mut layers: Vec<_> = self.tables.iter().collect();
        layers.sort_by_key(|(layer, _)| **layer);
        layers.into_iter().map(|(layer, table)| (*layer, table.header().entries)).collect()
    }

    /// Compares an entry with what the rules make of its successors. One throw less does not change
    /// a value by as much as the comparison allows.
    pub(crate) fn check(&self, layer: Layer, entry: u64) -> Result<(), TableError> {
        let (own, enemy) = sets_of(layer, entry as usize);
        let Some(senet) = position(self.rules, own, enemy, 0) else { return Ok(()) };
        let stored = self.stored(&senet);
        let derived = Bounds::derive(&senet, &mut |next| self.stored(next));
        match (stored, derived) {
            (Err(Missing::Error(error)), _) | (_, Err(Missing::Error(error))) => Err(error),
            (Ok(stored), Ok(derived)) if stored.change(derived) < ALIKE => Ok(()),
            (stored, derived) => {
                let text = |bounds: Result<Bounds, Missing>| {
                    bounds.map_or("nothing".to_owned(), |bounds| format!("{bounds:?}"))
                };
                let (stored, derived) = (text(stored), text(derived));
                Err(TableError::Wrong { position: senet.to_string(), stored, derived })
            }
        }
    }
}

/// How far an entry may be from what follows from its successors: they are rounded, and the bounds
/// of positions where the limit matters still move with each throw.
const ALIKE: f64 = 1e-6;
