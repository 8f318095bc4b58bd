//! Tables of Senet: the exact expectation with few pieces left.
//!
//! Play can be endless (with three against one a wall can shut the last piece in for ever), so the
//! limit of throws counts as the draw that it is. An entry holds the value with the whole limit
//! ahead and two bounds: what it would be if reaching the limit were won by the side to throw, and
//! if it were lost. Where they differ, the limit matters. [`solve`](mod@solve) computes them.
//!
//! Both sides run the same path, so positions are seen from the side to throw. Stored are the
//! positions before a throw without a piece on 26; the values of all others follow from them.
//!
//! *Numbering.* The pieces stand on 29 squares, 26 left out; a position is numbered by the sets of
//! the side to throw and of the other side. Numbers with two pieces on a square stand for nothing.

mod solve;

use std::collections::HashMap;
use std::path::Path;

use rules::senet::{Front, Rules, Senet};
use rules::{Position, Side, Status, Variant};

use crate::TableError;
use crate::build::{BuildOptions, Shelf};
use crate::file::Table;
use crate::layer::Layer;
use crate::sets::{choose, rank, unrank};

const SQUARES: u32 = 29;
/// The bit of square 26.
const BEAUTY: u32 = 1 << 25;

/// The most pieces a side for which the numbers fit.
const MOST: u32 = 4;

/// The difference from which on the limit matters.
const MATTERS: f64 = 1e-6;

/// How far a value may be off because its successors are rounded.
const ALIKE: f64 = 1e-6;

/// In a header's facts: how much the last throw has changed any value.
const LAST_CHANGE: &str = "last_change";

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

/// As [`f64::max`], but one instruction: none of the numbers here is ever not a number.
#[inline]
fn larger(this: f64, other: f64) -> f64 {
    if this > other { this } else { other }
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
            value: larger(self.value, other.value),
            high: larger(self.high, other.high),
            low: larger(self.low, other.low),
        }
    }

    fn change(self, other: Bounds) -> f64 {
        let bounds = larger((self.high - other.high).abs(), (self.low - other.low).abs());
        larger((self.value - other.value).abs(), bounds)
    }

    /// Whether this may be the value with a throw less, where one throw changes no value by more
    /// than `change`. The bounds only close in; where they have met nothing changes.
    fn may_become(self, next: Bounds, change: f64) -> bool {
        let change = if self.limit_matters() { change } else { 0.0 } + ALIKE;
        let closer = -ALIKE..change;
        (self.value - next.value).abs() < change
            && closer.contains(&(self.high - next.high))
            && closer.contains(&(next.low - self.low))
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

/// The numbers of all positions before a throw with up to the pieces of a layer: first the usual
/// ones, block by block, then those with a piece on 26, then one for a game that the side to throw
/// has lost.
struct Index {
    layer: Layer,
    /// Where blocks begin: by the pieces of the side to throw and of the other one.
    usual: [[usize; MOST as usize + 1]; MOST as usize + 1],
    beauty: [[usize; MOST as usize + 1]; MOST as usize + 1],
    lost: usize,
}

fn sets(pieces: u32) -> usize {
    choose(SQUARES, pieces) as usize
}

impl Index {
    fn new(layer: Layer) -> Index {
        let none = [[usize::MAX; MOST as usize + 1]; MOST as usize + 1];
        let mut index = Index { layer, usual: none, beauty: none, lost: 0 };
        for [own, enemy] in index.pairs() {
            index.usual[own as usize][enemy as usize] = index.lost;
            index.lost += sets(own) * sets(enemy);
        }
        for [own, enemy] in index.pairs() {
            index.beauty[own as usize][enemy as usize] = index.lost;
            // Only the pieces beside the one on 26 count.
            index.lost += sets(own - 1) * sets(enemy);
        }
        index
    }

    /// The pieces of both sides that play can lead to.
    fn pairs(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [many, few] = self.layer.0;
        let all = (1..=many).flat_map(move |own| (1..=many).map(move |enemy| [own, enemy]));
        all.filter(move |[own, enemy]| own.min(enemy) <= &few)
    }

    /// Where a block of usual positions begins, or one with a piece of the side to throw on 26.
    fn start(&self, [own, enemy]: [u32; 2], beauty: bool) -> usize {
        let starts = if beauty { &self.beauty } else { &self.usual };
        starts[own as usize][enemy as usize]
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
        let beauty = own & BEAUTY != 0;
        let start = self.start([own.count_ones(), enemy.count_ones()], beauty);
        if !beauty {
            start + number_in_block(narrow(own), enemy)
        } else {
            let rest = narrow(own ^ BEAUTY);
            start + rank(enemy) as usize * sets(rest.count_ones()) + rank(rest) as usize
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
        let index = Index::new(Layer::new(pieces, pieces));
        let solution = solve::solve(&index, rules, &shelf, options, solve::CHECKPOINT)?;
        let solve::Solution { values, last_change } = solution;
        for layer in missing {
            let [many, few] = layer.0;
            let block = |pair: [u32; 2]| {
                let start = index.start(pair, false);
                &values[start..start + sets(pair[0]) * sets(pair[1])]
            };
            let (first, second) = (block([many, few]), block([few, many]));
            let second = if many == few { &[] } else { second };
            let size = first.len() + second.len();
            let mut header = shelf.header(&layer.name(), size as u64, PLANES);
            header.facts = facts(rules, layer, first.iter().chain(second));
            header.facts[LAST_CHANGE] = last_change.into();
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

/// How often the limit matters, of how many positions; and the same, with means and extremes, for
/// each number of pieces that the side to throw has.
fn facts<'a>(
    rules: Rules,
    layer: Layer,
    values: impl Iterator<Item = &'a Bounds>,
) -> serde_json::Value {
    let [many, few] = layer.0;
    let mut halves = [Half::default(), Half::default()];
    for (number, bounds) in values.enumerate() {
        let (own, enemy) = sets_of(layer, number);
        if own & enemy == 0 {
            halves[usize::from(own.count_ones() < many)].add(number, *bounds);
        }
    }
    let sum = |of: fn(&Half) -> u64| halves.iter().map(of).sum::<u64>();
    let text = |number| {
        let (own, enemy) = sets_of(layer, number);
        position(rules, own, enemy, 0).map(|senet| senet.to_string())
    };
    let halves_facts = halves.iter().zip([[many, few], [few, many]]);
    let by_thrower = halves_facts.filter(|(half, _)| half.positions > 0).map(|(half, pieces)| {
        let extreme = |(value, number): (f64, usize)| {
            serde_json::json!({ "value": value, "position": text(number) })
        };
        serde_json::json!({
            "pieces": pieces,
            "positions": half.positions,
            "limit_matters": half.limit_matters,
            "limit_decides": half.limit_decides,
            "mean": half.sum / half.positions as f64,
            "least": extreme(half.least),
            "most": extreme(half.most),
            "widest": extreme(half.widest),
        })
    });
    serde_json::json!({
        "positions": sum(|half| half.positions),
        "limit_matters": sum(|half| half.limit_matters),
        "by_thrower": by_thrower.collect::<Vec<_>>(),
    })
}

/// What is known of the positions of a layer in which one of the sides throws. Extremes have the
/// number of their position.
struct Half {
    positions: u64,
    limit_matters: u64,
    /// Positions in which the limit is all that there is: play is endless for sure.
    limit_decides: u64,
    sum: f64,
    least: (f64, usize),
    most: (f64, usize),
    /// The largest difference between the bounds.
    widest: (f64, usize),
}

impl Default for Half {
    fn default() -> Half {
        Half {
            positions: 0,
            limit_matters: 0,
            limit_decides: 0,
            sum: 0.0,
            least: (f64::INFINITY, 0),
            most: (f64::NEG_INFINITY, 0),
            widest: (f64::NEG_INFINITY, 0),
        }
    }
}

impl Half {
    fn add(&mut self, number: usize, bounds: Bounds) {
        let width = bounds.high - bounds.low;
        self.positions += 1;
        self.limit_matters += u64::from(bounds.limit_matters());
        self.limit_decides += u64::from(width > 2.0 - MATTERS);
        self.sum += bounds.value;
        if bounds.value < self.least.0 {
            self.least = (bounds.value, number);
        }
        if bounds.value > self.most.0 {
            self.most = (bounds.value, number);
        }
        if width > self.widest.0 {
            self.widest = (width, number);
        }
    }
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

    /// Compares an entry with what the rules make of its successors: that is its value with a throw
    /// more.
    pub(crate) fn check(&self, layer: Layer, entry: u64) -> Result<(), TableError> {
        let (own, enemy) = sets_of(layer, entry as usize);
        let Some(senet) = position(self.rules, own, enemy, 0) else { return Ok(()) };
        let facts = self.tables.get(&layer).map(|table| &table.header().facts[LAST_CHANGE]);
        let last_change = facts.and_then(serde_json::Value::as_f64).unwrap_or(0.0);
        let stored = self.stored(&senet);
        let derived = Bounds::derive(&senet, &mut |next| self.stored(next));
        match (stored, derived) {
            (Err(Missing::Error(error)), _) | (_, Err(Missing::Error(error))) => Err(error),
            (Ok(stored), Ok(derived)) if stored.may_become(derived, last_change) => Ok(()),
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
