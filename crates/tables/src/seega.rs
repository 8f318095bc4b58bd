//! Tables of Seega's moving stage.
//!
//! The stage has an end: a capture takes material away and resets the quiet count, every other
//! action raises the count. So the values of a layer (the stones of both sides) are computed from
//! the highest quiet count down, each from the next and from layers with fewer stones; no fixpoint
//! is needed. What captures are worth does not depend on the count and is computed once.
//!
//! Only positions without an extra move due are stored. An extra move either captures again or ends
//! the turn with the quiet count 1, so its value follows from stored ones.
//!
//! *Numbering.* The set of the side with more stones (of the side to act if both have as many) is
//! brought to the smallest of its eight images; the table has a row for each such set, and in it a
//! place for each set of the other side on the squares left. A set that is its own image under a
//! symmetry stands in a row with some positions twice: that costs a few per cent. Sides are
//! the side to act and the other one: the colours do not matter to the rules of this stage.

mod ask;
mod cell;
mod places;
mod rows;

use std::collections::HashMap;

use rules::seega::{Rules, Seega};
use rules::{Position, Side, Status, Variant};

use crate::TableError;
use crate::board::Board;
use crate::build::{BuildOptions, Progress, Shelf, fill_two};
use crate::file::{BLOCK, Table};
use crate::layer::{self, Layer};
use crate::score::Score;
use crate::seega::ask::Lower;
use crate::seega::cell::{Cell, FARTHEST};
use crate::seega::rows::{Rows, Values};
use crate::sets::{among, choose, rank, unrank, without};

/// The rules without what does not matter to the moving stage.
pub(crate) fn normal(rules: Rules) -> Rules {
    Rules { drops: 1, ..rules }
}

/// The layers up to so many stones, in an order in which captures lead to earlier ones.
pub(crate) fn layers(rules: Rules, stones: u32) -> Vec<Layer> {
    let each = most(rules);
    let mut layers = Vec::new();
    for all in 2..=stones.min(2 * each) {
        for few in all.saturating_sub(each).max(1)..=all / 2 {
            layers.push(Layer([all - few, few]));
        }
    }
    layers
}

/// The stones that a player has at most.
fn most(rules: Rules) -> u32 {
    (u32::from(rules.size).pow(2) - 1) / 2
}

/// The numbers of positions, by the sets of both sides.
impl Board {
    /// The number of positions in which one side has so many stones and acts.
    fn half(&self, [own, enemy]: [u32; 2]) -> u64 {
        let (many, few) = (own.max(enemy), own.min(enemy));
        self.kinds(many).smallest.len() as u64 * u64::from(choose(self.squares() - many, few))
    }

    /// The numbers of a layer: first the positions in which the side with more stones acts.
    fn size_of(&self, layer: Layer) -> u64 {
        let [many, few] = layer.0;
        self.half([many, few]) * if many == few { 1 } else { 2 }
    }

    /// The number of a position in its layer.
    #[inline]
    fn number(&self, own: u32, enemy: u32) -> u64 {
        let counts = [own.count_ones(), enemy.count_ones()];
        let (row, other) = if counts[0] >= counts[1] { (own, enemy) } else { (enemy, own) };
        let (many, few) = (counts[0].max(counts[1]), counts[0].min(counts[1]));
        let kinds = self.kinds(many);
        let kind = kinds.of[rank(row) as usize];
        let smallest = kinds.smallest[(kind >> 3) as usize];
        let place = rank(without(self.image(other, kind & 7), smallest));
        let number =
            u64::from(kind >> 3) * u64::from(choose(self.squares() - many, few)) + u64::from(place);
        if counts[0] < counts[1] { number + self.half(counts) } else { number }
    }

    /// The sets of the side to act and the other one.
    fn sets(&self, layer: Layer, number: u64) -> (u32, u32) {
        let [many, few] = layer.0;
        let half = self.half([many, few]);
        let (swapped, number) = if number < half { (false, number) } else { (true, number - half) };
        let places = u64::from(choose(self.squares() - many, few));
        let row = self.kinds(many).smallest[(number / places) as usize];
        let other = among(unrank((number % places) as u32, few), row);
        if swapped { (other, row) } else { (row, other) }
    }

    fn layer(own: u32, enemy: u32) -> Layer {
        let [own, enemy] = [own.count_ones(), enemy.count_ones()];
        Layer([own.max(enemy), own.min(enemy)])
    }

    /// The sets of the side to act and the other one in a position.
    fn sets_of(&self, seega: &Seega) -> (u32, u32) {
        let side = seega.side();
        (self.narrow(seega.stones_of(side)), self.narrow(seega.stones_of(side.other())))
    }
}

/// The value of a finished game for the side that is shown to act.
pub(crate) fn over(seega: &Seega) -> Option<Score> {
    let Status::Over(outcome) = seega.status() else { return None };
    Some(match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == seega.side() => Score::win(0),
        Some(_) => Score::loss(0),
    })
}

/// The value of any position of the moving stage, from the values of those in tables: `stored` is
/// asked for positions that are not over and have no extra move due.
pub(crate) fn value(
    seega: &Seega,
    stored: &mut impl FnMut(&Seega) -> Result<Option<Score>, TableError>,
) -> Result<Option<Score>, TableError> {
    if let Some(score) = over(seega) {
        return Ok(Some(score));
    }
    if seega.is_extra_move() { best(seega, stored) } else { stored(seega) }
}

/// The value of a position from its successors.
pub(crate) fn best(
    seega: &Seega,
    stored: &mut impl FnMut(&Seega) -> Result<Option<Score>, TableError>,
) -> Result<Option<Score>, TableError> {
    let mut best = Ok(Some(Score::NONE));
    seega.for_each_action(|action| {
        let Ok(Some(least)) = best else { return };
        let mut next = seega.clone();
        next.play(action);
        best = value(&next, stored)
            .map(|score| score.map(|score| least.max(score.before(next.side() == seega.side()))));
    });
    best
}

/// A layer that is being built.
struct Work<'a> {
    board: &'a Board,
    rules: Rules,
    layer: Layer,
    lower: &'a Lower,
}

/// Builds the tables up to so many stones that are not there yet.
pub(crate) fn build(
    rules: Rules,
    stones: u32,
    options: &BuildOptions<'_>,
) -> Result<(), TableError> {
    let rules = normal(rules);
    if rules.size > 5 {
        return Err(TableError::unsupported("Seega has tables for the sizes 3 and 5"));
    }
    let shelf = Shelf::new(options.out, &Variant::of::<Seega>(rules));
    let board = Board::new(rules.size);
    let mut lower = Lower::default();
    for (number, layer) in layers(rules, stones).into_iter().enumerate() {
        let work = Work { board: &board, rules, layer, lower: &lower };
        let build = || work.build(&shelf, options);
        let table = shelf.obtain(&layer.name(), number, options, build)?;
        // With a limit of one quiet action, an extra move ends the game.
        if rules.quiet > 1 && layer.0[0] + layer.0[1] < stones {
            let codes = table.column(|byte| code(&table, byte, 1, rules))?;
            lower.add(layer, codes);
        }
    }
    Ok(())
}

/// The code of an entry for a quiet count; large tables have a second byte for each.
fn code(table: &Table, byte: &dyn Fn(usize) -> u8, quiet: u8, rules: Rules) -> u16 {
    let limit = usize::from(rules.quiet);
    let low = u16::from(byte(quiet.into()));
    let wide = table.header().planes as usize > limit;
    low | if wide { u16::from(byte(limit + usize::from(quiet))) << 8 } else { 0 }
}

impl Work<'_> {
    fn build(&self, shelf: &Shelf, options: &BuildOptions<'_>) -> Result<(), TableError> {
        // A turn that leaves the layer captures with every action but the last.
        let [many, few] = self.layer.0;
        let farthest = self.lower.farthest() + (many + few) as u16 + u16::from(self.rules.quiet);
        if farthest < FARTHEST {
            self.build_of::<u8>(shelf, options)
        } else {
            self.build_of::<Score>(shelf, options)
        }
    }

    fn build_of<C: Cell>(
        &self,
        shelf: &Shelf,
        options: &BuildOptions<'_>,
    ) -> Result<(), TableError> {
        let name = self.layer.name();
        let mut rows = Rows::<C>::new(self.board, self.rules, self.layer, self.lower);
        let (half, even) = (rows.half(), rows.is_even());
        let size = if even { half } else { 2 * half };
        let limit = self.rules.quiet;
        let part = |quiet: u8| format!("quiet{quiet}");
        // The game ends at the limit: more stones win.
        let ended = if even { [Score::DRAW; 2] } else { [Score::win(0), Score::loss(0)] };
        let [row_acts, other_acts] = ended.map(|score| vec![C::of(score); half]);
        let mut values = Values { row_acts, other_acts };
        let mut left = limit;
        while left > 0 && shelf.open_part(&name, &part(left - 1))?.is_some() {
            left -= 1;
        }
        if left < limit
            && let Some(table) = shelf.open_part(&name, &part(left))?
        {
            let planes = table.header().planes as usize;
            values.row_acts = table.column(|byte| {
                let high = if planes > 1 { byte(1) } else { 0 };
                C::of(Score::from_code(u16::from_le_bytes([byte(0), high])))
            })?;
            if even {
                rows.turn(&values.row_acts, &mut values.other_acts);
            } else {
                values.other_acts = values.row_acts.split_off(half);
            }
        }
        if left > 0 {
            let progress = Progress::new(options, &name, "expand", size as u64);
            rows.expand(options.memory, &progress)?;
            let progress = Progress::new(options, &name, "solve", u64::from(left));
            let mut next = Vec::new();
            for quiet in (0..left).rev() {
                rows.step(&mut values, &mut next)?;
                let wide = values.is_wide();
                let mut header = shelf.header(&name, size as u64, if wide { 2 } else { 1 });
                header.facts = wide.into();
                shelf.write_part(&name, &part(quiet), &header, |start, bytes| {
                    let codes = values.in_order(even, start).take(BLOCK).map(Score::code);
                    if wide {
                        fill_two(bytes, codes);
                    } else {
                        bytes.iter_mut().zip(codes).for_each(|(byte, code)| *byte = code as u8);
                    }
                    Ok(())
                })?;
                progress.advance(1);
            }
        }
        drop(rows);
        let facts = self.facts(values.in_order(even, 0));
        drop(values);
        let mut parts = Vec::new();
        for quiet in 0..limit {
            parts.push(
                shelf.open_part(&name, &part(quiet))?.ok_or_else(|| {
                    TableError::damaged(&shelf.path(&name), "a part of it vanished")
                })?,
            );
        }
        let wide = parts.iter().any(|part| part.header().facts == true);
        let planes = u32::from(limit) * if wide { 2 } else { 1 };
        let mut header = shelf.header(&name, size as u64, planes);
        header.facts = facts;
        shelf.write(&name, &header, |start, bytes| {
            let entries = bytes.len() / planes as usize;
            for (quiet, table) in parts.iter().enumerate() {
                let block = table.block(start / BLOCK)?;
                let (low, high) = block.split_at(entries);
                bytes[quiet * entries..][..entries].copy_from_slice(low);
                if wide && !high.is_empty() {
                    bytes[(parts.len() + quiet) * entries..][..entries].copy_from_slice(high);
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Counts of results with the quiet count 0, for the side to act, and the longest win.
    fn facts(&self, values: impl Iterator<Item = Score>) -> serde_json::Value {
        layer::facts(values, |number| {
            position(self.board, self.rules, self.layer, number as u64, 0).to_string()
        })
    }
}

fn position(board: &Board, rules: Rules, layer: Layer, number: u64, quiet: u8) -> Seega {
    let (own, enemy) = board.sets(layer, number);
    Seega::moving_stage(rules, [board.widen(own), board.widen(enemy)], Side::First, quiet)
}

/// Open tables of one rule set.
#[derive(Debug)]
pub(crate) struct SeegaTables {
    rules: Rules,
    board: Board,
    tables: HashMap<Layer, Table>,
}

impl SeegaTables {
    /// Opens what there is in the folder.
    pub(crate) fn open(folder: &std::path::Path, rules: Rules) -> Result<Self, TableError> {
        let rules = normal(rules);
        let mut tables = HashMap::new();
        if rules.size <= 5 {
            let shelf = Shelf::new(folder, &Variant::of::<Seega>(rules));
            for layer in layers(rules, 2 * most(rules)) {
                if let Some(table) = shelf.open(&layer.name())? {
                    tables.insert(layer, table);
                }
            }
        }
        Ok(SeegaTables { rules, board: Board::new(rules.size.min(5)), tables })
    }

    /// The value of a position, if the tables reach.
    pub(crate) fn probe(&self, seega: &Seega) -> Result<Option<Score>, TableError> {
        if seega.in_hand(Side::First) + seega.in_hand(Side::Second) > 0 {
            return if self.rules.size == 3 { self.place(seega) } else { Ok(None) };
        }
        value(seega, &mut |seega| self.stored(seega))
    }

    fn stored(&self, seega: &Seega) -> Result<Option<Score>, TableError> {
        let (own, enemy) = self.board.sets_of(seega);
        let Some(table) = self.tables.get(&Board::layer(own, enemy)) else { return Ok(None) };
        let number = self.board.number(own, enemy);
        let quiet = seega.quiet_count().0;
        let code = table.entry(number, |byte| code(table, byte, quiet, self.rules))?;
        Ok(Some(Score::from_code(code)))
    }

    /// The placing stage of the smallest board: 6,561 positions at most, searched at once.
    fn place(&self, seega: &Seega) -> Result<Option<Score>, TableError> {
        fn search(
            tables: &SeegaTables,
            seega: &Seega,
            known: &mut HashMap<(u128, u128), Score>,
        ) -> Result<Option<Score>, TableError> {
            if seega.in_hand(Side::First) + seega.in_hand(Side::Second) == 0 {
                return tables.probe(seega);
            }
            let key = (seega.stones_of(Side::First), seega.stones_of(Side::Second));
            if let Some(score) = known.get(&key) {
                return Ok(Some(*score));
            }
            let mut best = Score::NONE;
            for action in seega.actions() {
                let mut next = seega.clone();
                next.play(action);
                let Some(score) = search(tables, &next, known)? else { return Ok(None) };
                best = best.max(score.before(next.side() == seega.side()));
            }
            known.insert(key, best);
            Ok(Some(best))
        }
        search(self, seega, &mut HashMap::new())
    }

    /// The layers with the number of entries: positions times quiet counts.
    pub(crate) fn entries(&self) -> Vec<(Layer, u64)> {
        let mut layers: Vec<_> = self.tables.keys().copied().collect();
        layers.sort();
        let entries = |layer| self.board.size_of(layer) * u64::from(self.rules.quiet);
        layers.into_iter().map(|layer| (layer, entries(layer))).collect()
    }

    /// Compares an entry with what the rules make of its successors.
    pub(crate) fn check(&self, layer: Layer, entry: u64) -> Result<(), TableError> {
        let size = self.board.size_of(layer);
        let seega = position(&self.board, self.rules, layer, entry % size, (entry / size) as u8);
        let stored = self.stored(&seega)?;
        let derived = best(&seega, &mut |seega| self.stored(seega))?;
        if stored == derived {
            return Ok(());
        }
        Err(layer::wrong(&seega, stored, derived))
    }
}
