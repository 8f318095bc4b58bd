//! Tables of draughts, classic and cyclic, with distances.
//!
//! A layer is all that the two sides have, on the board and in reserve: within it men become kings,
//! kings go to the reserve as men and are dropped again, so that it is one whole; capturing an enemy
//! piece leads to a layer with fewer. Values are found from the shortest on: pass `d` settles the
//! positions that are won or lost in exactly `d` actions, and what is never settled is drawn by
//! endless play. The counters that draw and repetition are left out.
//!
//! *Within the counters.* The answer also says whether the winner can still force the win if both
//! counters run on from the given position by the rules (repetition apart, which a player who makes
//! progress never needs). Let K be the highest count of king moves with which the winner still wins
//! when `r` actions without an enemy piece captured are left. K for `r` follows from K of the
//! successors for `r - 1`: a king's quiet move needs one more in the count, every other action
//! resets it, a capture of an enemy piece leads to a layer with both counters at 0. So passes over
//! `r` give K for a barren count of 0, which is stored, and the least `r` with which a count of 0
//! king moves wins, also stored. A position with a barren count above 0 that these two do not
//! settle is searched, successor by successor, until they do.
//!
//! *Numbering.* What a side has is numbered by its reserve, the set of its squares, and which of them
//! are kings; a position by the side to act and then the other one, seen from the side to act.
//! Numbers with two pieces on a square or a man on its last rank stand for nothing.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use rules::draughts::{Cyclic, Draughts, Rules};
use rules::{End, Position, Side, Status, Variant};

use crate::TableError;
use crate::build::{BuildOptions, Progress, Shelf, fill_two};
use crate::file::{BLOCK, Table};
use crate::graph::{Expand, Graph, Node, Successors};
use crate::layer::{self, Layer};
use crate::score::Score;
use crate::sets::{choose, deposit, extract, rank, unrank};

const SQUARES: u32 = 32;
const LAST_RANK: u32 = 0xf << 28;

/// The mark of a successor that is reached by a king's quiet move.
const KING_MOVE: u32 = 1 << 31;

/// Notes on the actions that leave a layer: one wins within the counters; one is a loss that is not
/// within them.
const WINS_WITHIN: u8 = 1;
const LOSES_BEYOND: u8 = 2;

/// How long a pass may be lost by ending the program.
const CHECKPOINT: Duration = Duration::from_secs(30);

/// The layers up to so many pieces, in an order in which captures lead to earlier ones.
pub(crate) fn layers(pieces: u32) -> Vec<Layer> {
    let all = 2..=pieces.min(24);
    let of = |all: u32| {
        (all.saturating_sub(12).max(1)..=all / 2).map(move |few| Layer::new(all - few, few))
    };
    all.flat_map(of).collect()
}

/// What a side has, seen from its own end of the board: squares are numbered from its left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Camp {
    squares: u32,
    kings: u32,
    reserve: u32,
}

impl Camp {
    /// What a side has in a position.
    fn of(draughts: &Draughts, side: Side) -> Camp {
        let turn = |wide: u64| {
            let squares = narrow(wide);
            if side == Side::First { squares } else { squares.reverse_bits() }
        };
        let kings = turn(draughts.kings(side));
        let squares = turn(draughts.men(side)) | kings;
        Camp { squares, kings, reserve: draughts.in_reserve(side).into() }
    }

    fn pieces(self) -> u32 {
        self.squares.count_ones() + self.reserve
    }

    fn number(self) -> u32 {
        let pieces = self.pieces();
        let before: u32 =
            (0..self.reserve).map(|reserve| Camp::with_reserve(pieces, reserve)).sum();
        let board = pieces - self.reserve;
        before + (rank(self.squares) << board) + extract(self.kings, self.squares)
    }

    fn from_number(pieces: u32, mut number: u32) -> Camp {
        let mut reserve = 0;
        while number >= Camp::with_reserve(pieces, reserve) {
            number -= Camp::with_reserve(pieces, reserve);
            reserve += 1;
        }
        let board = pieces - reserve;
        let squares = unrank(number >> board, board);
        let kings = deposit(number & ((1 << board) - 1), squares);
        Camp { squares, kings, reserve }
    }

    fn with_reserve(pieces: u32, reserve: u32) -> u32 {
        choose(SQUARES, pieces - reserve) << (pieces - reserve)
    }

    /// How many camps there are with so many pieces.
    fn count(pieces: u32, cyclic: bool) -> u64 {
        let most = if cyclic { pieces } else { 0 };
        (0..=most).map(|reserve| u64::from(Camp::with_reserve(pieces, reserve))).sum()
    }

    fn is_sound(self) -> bool {
        self.squares & !self.kings & LAST_RANK == 0
    }
}

/// The squares of the rules without the gaps in their layout.
fn narrow(wide: u64) -> u32 {
    let mut squares = wide as u32 & 0xf;
    for pair in 0..3 {
        squares |= ((wide >> (5 + 9 * pair)) as u32 & 0xff) << (4 + 8 * pair);
    }
    squares | ((wide >> 32) as u32 & 0xf) << 28
}

fn widen(squares: u32) -> u64 {
    let squares = u64::from(squares);
    let mut wide = squares & 0xf;
    for pair in 0..3 {
        wide |= (squares >> (4 + 8 * pair) & 0xff) << (5 + 9 * pair);
    }
    wide | (squares >> 28 & 0xf) << 32
}

/// How the positions of a layer are numbered.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    layer: Layer,
    cyclic: bool,
}

impl Numbers {
    fn half(self) -> u64 {
        let [many, few] = self.layer.0;
        Camp::count(many, self.cyclic) * Camp::count(few, self.cyclic)
    }

    fn size(self) -> u64 {
        let [many, few] = self.layer.0;
        self.half() * if many == few { 1 } else { 2 }
    }

    fn number(self, draughts: &Draughts) -> u64 {
        let side = draughts.side();
        let (own, enemy) = (Camp::of(draughts, side), Camp::of(draughts, side.other()));
        let place = u64::from(own.number()) * Camp::count(enemy.pieces(), self.cyclic)
            + u64::from(enemy.number());
        if own.pieces() < enemy.pieces() { place + self.half() } else { place }
    }

    /// The position with this number, the counters left out; first is to act.
    fn position(self, number: u64) -> Option<Draughts> {
        let [many, few] = self.layer.0;
        let (own, enemy, place) = match number.checked_sub(self.half()) {
            None => (many, few, number),
            Some(place) => (few, many, place),
        };
        let camps = Camp::count(enemy, self.cyclic);
        let own = Camp::from_number(own, (place / camps) as u32);
        let enemy = Camp::from_number(enemy, (place % camps) as u32);
        let facing = enemy.squares.reverse_bits();
        if own.squares & facing != 0 || !own.is_sound() || !enemy.is_sound() {
            return None;
        }
        Some(Draughts::placed(
            without_counters(self.cyclic),
            [widen(own.squares), widen(facing)],
            widen(own.kings | enemy.kings.reverse_bits()),
            [own.reserve as u8, enemy.reserve as u8],
            Side::First,
        ))
    }
}

fn without_counters(cyclic: bool) -> Rules {
    let cyclic = if cyclic { Cyclic::On } else { Cyclic::Off };
    Rules { cyclic, kingmoves: 0, barren: 0 }
}

fn layer_of(draughts: &Draughts) -> Layer {
    let [first, second] = Side::BOTH.map(|side| Camp::of(draughts, side).pieces());
    Layer::new(first, second)
}

/// The same position as the tables know it.
fn stripped(draughts: &Draughts) -> Draughts {
    let pieces = Side::BOTH.map(|side| draughts.men(side) | draughts.kings(side));
    let kings = draughts.kings(Side::First) | draughts.kings(Side::Second);
    let reserves = Side::BOTH.map(|side| draughts.in_reserve(side));
    let rules = without_counters(draughts.is_cyclic());
    Draughts::placed(rules, pieces, kings, reserves, draughts.side())
}

fn has_lost(draughts: &Draughts) -> bool {
    matches!(draughts.status(), Status::Over(outcome) if outcome.reason == End::NoMoves)
}

/// What a table holds of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    score: Score,
    /// One more than the highest count of king moves with which the winner wins, the other counter
    /// being 0; 0 if there is none.
    kingmoves: u8,
    /// The least number of actions without a capture left with which the winner wins, the counter
    /// of king moves being 0. Means nothing where `kingmoves` is 0.
    barren_left: u16,
}

impl Entry {
    const PLANES: u32 = 5;

    fn read(byte: &dyn Fn(usize) -> u8) -> Entry {
        Entry {
            score: Score::from_code(u16::from_le_bytes([byte(0), byte(1)])),
            kingmoves: byte(2),
            barren_left: u16::from_le_bytes([byte(3), byte(4)]),
        }
    }
}

/// The two counters' limits in single actions; a counter that is off has none.
#[derive(Clone, Copy, Debug)]
struct Limits {
    kingmoves: Option<u16>,
    barren: Option<u16>,
}

impl Limits {
    fn new(rules: Rules) -> Limits {
        let limit = |each: u8| (each > 0).then(|| 2 * u16::from(each));
        Limits { kingmoves: limit(rules.kingmoves), barren: limit(rules.barren) }
    }

    /// One more than the highest count of king moves at which a game goes on. If the counter is
    /// off it stays at 0.
    fn open(self) -> u8 {
        self.kingmoves.unwrap_or(1) as u8
    }
}

/// A layer that is being built.
struct Work<'a> {
    numbers: Numbers,
    rules: Rules,
    /// Finished layers: the values, and whether the win is within counters that begin at 0.
    lower: &'a HashMap<Layer, Vec<(u16, bool)>>,
}

impl Expand for Work<'_> {
    fn size(&self) -> u64 {
        self.numbers.size()
    }

    fn expand(&self, number: u64, into: &mut Successors) -> Result<bool, TableError> {
        let Some(draughts) = self.numbers.position(number) else { return Ok(false) };
        if has_lost(&draughts) {
            into.outside = Some(Score::loss(0));
            return Ok(true);
        }
        let mut missing = false;
        draughts.for_each_action(|action| {
            let mut next = draughts.clone();
            next.play(action);
            let [kingmoves, barren] = next.counters();
            if barren > 0 {
                let mark = if kingmoves > 0 { KING_MOVE } else { 0 };
                into.inside.push(self.numbers.number(&next) as u32 | mark);
                return;
            }
            let (score, within) = if has_lost(&next) {
                (Score::loss(0), true)
            } else {
                let layer = layer_of(&next);
                let numbers = Numbers { layer, ..self.numbers };
                let Some(values) = self.lower.get(&layer) else {
                    missing = true;
                    return;
                };
                let (code, within) = values[numbers.number(&next) as usize];
                (Score::from_code(code), within)
            };
            into.outside = into.outside.max(Some(score.before(false)));
            if score.is_loss() && within {
                into.note |= WINS_WITHIN;
            }
            if score.is_win() && !within {
                into.note |= LOSES_BEYOND;
            }
        });
        if missing { Err(TableError::unsupported("a lower layer is missing")) } else { Ok(true) }
    }
}

/// Builds the tables up to so many pieces, reserves included, that are not there yet.
pub(crate) fn build(
    rules: Rules,
    pieces: u32,
    options: &BuildOptions<'_>,
) -> Result<(), TableError> {
    let shelf = Shelf::new(options.out, &Variant::of::<Draughts>(rules));
    let cyclic = matches!(rules.cyclic, Cyclic::On);
    if pieces > 6 {
        return Err(TableError::unsupported("draughts has tables for up to 6 pieces"));
    }
    let mut lower = HashMap::new();
    for (number, layer) in layers(pieces).into_iter().enumerate() {
        let work = Work { numbers: Numbers { layer, cyclic }, rules, lower: &lower };
        let build = || work.build(&shelf, options);
        let table = shelf.obtain(&layer.name(), number, options, build)?;
        if layer.0[0] + layer.0[1] < pieces {
            let values = table.column(|byte| {
                let entry = Entry::read(byte);
                (entry.score.code(), entry.kingmoves > 0)
            })?;
            lower.insert(layer, values);
        }
    }
    Ok(())
}

impl Work<'_> {
    fn build(&self, shelf: &Shelf, options: &BuildOptions<'_>) -> Result<(), TableError> {
        let name = self.numbers.layer.name();
        let progress = Progress::new(options, &name, "expand", self.size());
        let graph = Graph::new(self, options.memory, &progress)?;
        let values = self.values(&graph, shelf, options)?;
        let (kingmoves, barren_left) = self.within(&graph, &values, options)?;
        let mut header = shelf.header(&name, self.size(), Entry::PLANES);
        let sound = values.iter().enumerate().map(|(number, score)| {
            // Numbers without a position are not counted.
            let void = *score == Score::DRAW && self.numbers.position(number as u64).is_none();
            if void { Score::NONE } else { *score }
        });
        header.facts = layer::facts(sound, |number| {
            self.numbers.position(number as u64).map_or(String::new(), |found| found.to_string())
        });
        shelf.write(&name, &header, |start, bytes| {
            let entries = bytes.len() / Entry::PLANES as usize;
            let range = start..start + entries;
            let (scores, counters) = bytes.split_at_mut(2 * entries);
            let (kings, left) = counters.split_at_mut(entries);
            fill_two(scores, values[range.clone()].iter().map(|score| score.code()));
            kings.copy_from_slice(&kingmoves[range.clone()]);
            fill_two(left, barren_left[range].iter().copied());
            Ok(())
        })
    }

    /// The values: pass `d` settles what is won or lost in exactly `d` actions.
    fn values(
        &self,
        graph: &Graph<'_, Self>,
        shelf: &Shelf,
        options: &BuildOptions<'_>,
    ) -> Result<Vec<Score>, TableError> {
        const PART: &str = "distances";
        let name = self.numbers.layer.name();
        let size = self.size() as usize;
        let mut settled = vec![Score::NONE; size];
        let mut distance = 0;
        if let Some(part) = shelf.open_part(&name, PART)?
            && let Some(passes) = part.header().facts.as_u64()
        {
            let read = |byte: &dyn Fn(usize) -> u8| u16::from_le_bytes([byte(0), byte(1)]);
            let score = |code| if code == 0 { Score::NONE } else { Score::from_code(code) };
            settled = part.column(|byte| score(read(byte)))?;
            distance = passes as u16;
        }
        // Captures lead to wins and losses that may be farther off than any found here so far.
        let longest = self.lower.values().flatten().map(|(code, _)| Score::from_code(*code));
        let longest = longest.map(Score::distance).max().unwrap_or(0) + 1;
        let progress = Progress::new(options, &name, "solve", 0);
        let mut saved = Instant::now();
        loop {
            let mut next = settled.clone();
            graph.each(&mut next, |number, node, slot| {
                if settled[number] == Score::NONE {
                    *slot = settle(&node, &settled, distance);
                }
            })?;
            let changed = next != settled;
            settled = next;
            progress.advance(1);
            if !changed && distance > longest {
                break;
            }
            distance += 1;
            if saved.elapsed() > CHECKPOINT {
                let mut header = shelf.header(&name, size as u64, 2);
                header.facts = distance.into();
                shelf.write_part(&name, PART, &header, |start, bytes| {
                    let code = |score: &Score| if *score == Score::NONE { 0 } else { score.code() };
                    fill_two(bytes, settled[start..].iter().take(BLOCK).map(code));
                    Ok(())
                })?;
                saved = Instant::now();
            }
        }
        for score in &mut settled {
            if *score == Score::NONE {
                *score = Score::DRAW;
            }
        }
        Ok(settled)
    }

    /// For every position one more than the highest count of king moves with which the win is
    /// within the counters, and the least number of barren actions that must be left.
    fn within(
        &self,
        graph: &Graph<'_, Self>,
        values: &[Score],
        options: &BuildOptions<'_>,
    ) -> Result<(Vec<u8>, Vec<u16>), TableError> {
        let limits = Limits::new(self.rules);
        let open = limits.open();
        let lost = |number: usize| values[number] == Score::loss(0);
        let mut kings: Vec<u8> =
            (0..values.len()).map(|n| if lost(n) { open + 1 } else { 0 }).collect();
        let mut least = vec![0u16; values.len()];
        let name = self.numbers.layer.name();
        let progress = Progress::new(options, &name, "counters", limits.barren.unwrap_or(0).into());
        for left in 1..=limits.barren.unwrap_or(u16::MAX) {
            let mut next = kings.clone();
            graph.each(&mut next, |number, node, slot| {
                if values[number] != Score::DRAW && !lost(number) {
                    *slot = king_moves(&node, values[number].is_win(), values, &kings, limits);
                }
            })?;
            if next == kings {
                break;
            }
            for ((least, before), now) in least.iter_mut().zip(&kings).zip(&next) {
                if *before == 0 && *now > 0 {
                    *least = left;
                }
            }
            kings = next;
            progress.advance(1);
        }
        Ok((kings, least))
    }
}

/// The value of a position if it is won or lost in at most `distance` actions, where `settled` has
/// those that are in fewer; [`Score::NONE`] otherwise.
fn settle(node: &Node<'_>, settled: &[Score], distance: u16) -> Score {
    if node.is_void() {
        return Score::NONE;
    }
    let mut best = node.outside;
    if best != Score::NONE && best.distance() > distance {
        best = Score::DRAW;
    }
    for to in node.inside {
        let reply = settled[(to & !KING_MOVE) as usize];
        best = best.max(if reply == Score::NONE { Score::DRAW } else { reply.before(false) });
    }
    if best == Score::DRAW { Score::NONE } else { best }
}

/// One pass of [`Work::within`] for a position: what its successors allow with one barren action
/// less.
fn king_moves(node: &Node<'_>, wins: bool, values: &[Score], kings: &[u8], limits: Limits) -> u8 {
    let open = limits.open();
    let after = |to: &u32| {
        let number = (to & !KING_MOVE) as usize;
        // A win of the opponent is no way to win, whatever its counters are.
        let allowed = if wins && !values[number].is_loss() { 0 } else { kings[number] };
        match () {
            () if to & KING_MOVE != 0 && limits.kingmoves.is_some() => allowed.saturating_sub(1),
            () if allowed > 0 => open,
            () => 0,
        }
    };
    if wins {
        let outside = if node.note & WINS_WITHIN != 0 { open } else { 0 };
        node.inside.iter().map(after).fold(outside, u8::max)
    } else {
        let outside = if node.note & LOSES_BEYOND != 0 { 0 } else { open };
        node.inside.iter().map(after).fold(outside, u8::min)
    }
}

/// Open tables of one rule set.
#[derive(Debug)]
pub(crate) struct DraughtsTables {
    rules: Rules,
    tables: HashMap<Layer, Table>,
}

impl DraughtsTables {
    /// Opens what there is in the folder.
    pub(crate) fn open(folder: &Path, rules: Rules) -> Result<Self, TableError> {
        let shelf = Shelf::new(folder, &Variant::of::<Draughts>(rules));
        let mut tables = HashMap::new();
        for layer in layers(24) {
            if let Some(table) = shelf.open(&layer.name())? {
                tables.insert(layer, table);
            }
        }
        Ok(DraughtsTables { rules, tables })
    }

    fn numbers(&self, layer: Layer) -> Numbers {
        Numbers { layer, cyclic: matches!(self.rules.cyclic, Cyclic::On) }
    }

    fn stored(&self, draughts: &Draughts) -> Result<Option<Entry>, TableError> {
        let layer = layer_of(draughts);
        let Some(table) = self.tables.get(&layer) else { return Ok(None) };
        table.entry(self.numbers(layer).number(draughts), Entry::read).map(Some)
    }

    /// The value of a position without its counters, if the tables reach, and whether it is
    /// reached within them.
    pub(crate) fn probe(
        &self,
        draughts: &Draughts,
    ) -> Result<Option<(Score, Option<bool>)>, TableError> {
        let Some(score) = self.score(&stripped(draughts))? else { return Ok(None) };
        if score == Score::DRAW {
            return Ok(Some((score, None)));
        }
        let within = self.is_within(draughts, &mut HashMap::new())?;
        Ok(within.map(|within| (score, Some(within))))
    }

    /// The value of a position that has no counters.
    fn score(&self, draughts: &Draughts) -> Result<Option<Score>, TableError> {
        if has_lost(draughts) {
            return Ok(Some(Score::loss(0)));
        }
        Ok(self.stored(draughts)?.map(|entry| entry.score))
    }

    /// Whether a decided position stays decided with the counters.
    fn is_within(
        &self,
        draughts: &Draughts,
        known: &mut HashMap<String, bool>,
    ) -> Result<Option<bool>, TableError> {
        match draughts.status() {
            Status::Over(outcome) => return Ok(Some(outcome.reason == End::NoMoves)),
            Status::ToAct(_) | Status::Chance => {}
        }
        let Some(entry) = self.stored(draughts)? else { return Ok(None) };
        let [kings, barren] = draughts.counters();
        let [kings_left, barren_left] = draughts.actions_left();
        let left = kings_left.unwrap_or(u16::MAX).min(barren_left.unwrap_or(u16::MAX));
        let kings = if kings_left.is_some() { kings } else { 0 };
        match () {
            () if entry.score == Score::DRAW => return Ok(Some(false)),
            () if entry.score.distance() <= left => return Ok(Some(true)),
            () if u16::from(entry.kingmoves) <= kings => return Ok(Some(false)),
            () if barren == 0 || barren_left.is_none() => return Ok(Some(true)),
            () if barren_left.is_some_and(|left| left < entry.barren_left) => {
                return Ok(Some(false));
            }
            () => {}
        }
        let text = draughts.to_string();
        if let Some(within) = known.get(&text) {
            return Ok(Some(*within));
        }
        // The winner needs one action that is within the counters, the loser has no other.
        let wins = entry.score.is_win();
        let mut within = !wins;
        for action in draughts.actions() {
            let mut next = draughts.clone();
            next.play(action);
            let Some(score) = self.score(&stripped(&next))? else { return Ok(None) };
            if wins && !score.is_loss() {
                continue;
            }
            let Some(reply) = self.is_within(&next, known)? else { return Ok(None) };
            if reply == wins {
                within = reply;
                break;
            }
        }
        known.insert(text, within);
        Ok(Some(within))
    }

    /// The layers with the number of entries.
    pub(crate) fn entries(&self) -> Vec<(Layer, u64)> {
        let mut layers: Vec<_> = self.tables.keys().copied().collect();
        layers.sort();
        layers.into_iter().map(|layer| (layer, self.numbers(layer).size())).collect()
    }

    /// Compares the value of an entry with what the rules make of its successors. What it holds
    /// about the counters is not compared: that would need a search of its own.
    pub(crate) fn check(&self, layer: Layer, entry: u64) -> Result<(), TableError> {
        let Some(draughts) = self.numbers(layer).position(entry) else { return Ok(()) };
        let stored = self.score(&draughts)?;
        let mut derived = Some(if has_lost(&draughts) { Score::loss(0) } else { Score::NONE });
        for action in draughts.actions() {
            let mut next = draughts.clone();
            next.play(action);
            derived = derived
                .zip(self.score(&stripped(&next))?)
                .map(|(best, score)| best.max(score.before(false)));
        }
        if stored == derived { Ok(()) } else { Err(layer::wrong(&draughts, stored, derived)) }
    }
}
