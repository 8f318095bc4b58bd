//! The placing stage: who wins from each of its positions, a bit each, from the full placements
//! backwards.
//!
//! A layer holds the positions with so many stones. It has a row for each set of first's stones up
//! to symmetry, and in the row a bit for each set of second's stones on the squares that are left.
//! Placing is legal on every empty square but the centre (the tests compare that with the rules);
//! who places the next stone is asked of the rules.

use std::sync::OnceLock;

use rayon::prelude::*;
use rules::seega::{Rules, Seega};
use rules::{Position, Side};

use crate::board::{Board, Kinds};
use crate::sets::{among, choose, image, rank, without};

/// The squares of a board without its centre, numbered without a gap, and the layers on them.
pub(crate) struct Placing {
    pub(crate) board: Board,
    /// Who places each stone.
    turns: Vec<Side>,
    /// The images of each square under the eight symmetries.
    images: [[u8; 24]; 8],
    kinds: [OnceLock<Kinds>; 13],
    ranks: Ranks,
}

/// Sets of first's and second's stones.
pub(crate) type Sets = (u32, u32);

impl Placing {
    pub(crate) fn new(rules: Rules) -> Placing {
        let board = Board::new(rules.size);
        let mut turns = Vec::new();
        let mut seega = Seega::start(rules);
        while seega.in_hand(Side::First) + seega.in_hand(Side::Second) > 0 {
            turns.push(seega.side());
            seega.play(seega.pick_action(|_| 0));
        }
        let centre = board.squares() / 2;
        let images = std::array::from_fn(|symmetry| {
            std::array::from_fn(|square| {
                if square as u32 >= board.squares() - 1 {
                    return 0;
                }
                let square = among(1 << square, 1 << centre);
                let image = board.image(square, symmetry as u32);
                without(image, 1 << centre).trailing_zeros() as u8
            })
        });
        let kinds = [const { OnceLock::new() }; 13];
        Placing { board, turns, images, kinds, ranks: Ranks::new() }
    }

    pub(crate) fn squares(&self) -> u32 {
        self.board.squares() - 1
    }

    /// A set as the board numbers squares.
    pub(crate) fn on_board(&self, set: u32) -> u32 {
        among(set, 1 << (self.board.squares() / 2))
    }

    /// The number of stones that are placed in all.
    pub(crate) fn stones(&self) -> usize {
        self.turns.len()
    }

    /// Who places a stone when so many are placed.
    pub(crate) fn turn(&self, placed: usize) -> Side {
        self.turns[placed]
    }

    /// The stones of both sides when so many are placed.
    pub(crate) fn counts(&self, placed: usize) -> [u32; 2] {
        Side::BOTH
            .map(|side| self.turns[..placed].iter().filter(|turn| **turn == side).count() as u32)
    }

    pub(crate) fn image(&self, set: u32, symmetry: u32) -> u32 {
        image(set, &self.images[symmetry as usize & 7])
    }

    /// The sets of so many stones up to symmetry.
    pub(crate) fn kinds(&self, count: u32) -> &Kinds {
        self.kinds[count as usize].get_or_init(|| {
            Kinds::new(choose(self.squares(), count), count, |set, symmetry| {
                self.image(set, symmetry)
            })
        })
    }

    /// The full placements up to symmetry, by first's stones.
    pub(crate) fn full(&self) -> &[u32] {
        &self.kinds(self.counts(self.stones())[0]).smallest
    }

    /// Row and place of a position in its layer.
    pub(crate) fn find(&self, (first, second): Sets) -> (usize, usize) {
        let kinds = self.kinds(first.count_ones());
        let kind = kinds.of[rank(first) as usize];
        let row = (kind >> 3) as usize;
        let place = rank(without(self.image(second, kind & 7), kinds.smallest[row]));
        (row, place as usize)
    }

    fn layer(&self, placed: usize) -> Layer {
        let [first, second] = self.counts(placed);
        let places = choose(self.squares() - first, second) as usize;
        let stride = places.div_ceil(64);
        Layer { places, stride, bits: vec![0; self.kinds(first).smallest.len() * stride] }
    }

    /// The bytes that all layers take.
    pub(crate) fn bytes(&self) -> u64 {
        (0..=self.stones())
            .map(|placed| {
                let [first, second] = self.counts(placed);
                let stride = choose(self.squares() - first, second).div_ceil(64);
                8 * u64::from(stride) * self.kinds(first).smallest.len() as u64
            })
            .sum()
    }

    /// All layers, by the number of stones placed, with nothing won yet.
    pub(crate) fn layers(&self) -> Vec<Layer> {
        (0..=self.stones()).map(|placed| self.layer(placed)).collect()
    }

    /// Adds full placements that first wins, and all that follows from it; `finished` is called
    /// after each layer.
    pub(crate) fn extend(
        &self,
        layers: &mut [Layer],
        won: impl Iterator<Item = usize>,
        finished: &mut dyn FnMut(usize),
    ) {
        let mut news = self.layer(self.stones());
        for row in won {
            news.bits[row] = 1;
        }
        for placed in (0..=self.stones()).rev() {
            let (layers, next) = layers.split_at_mut(placed + 1);
            let layer = &mut layers[placed];
            if let Some(next) = next.first() {
                news = match self.turns[placed] {
                    Side::First => self.first_places(placed, &news),
                    Side::Second => self.second_places(placed, next, &news, layer),
                };
            }
            for (word, new) in layer.bits.iter_mut().zip(&mut news.bits) {
                *new &= !*word;
                *word |= *new;
            }
            finished(placed);
        }
    }

    /// Won where one of first's placements leads to a win.
    fn first_places(&self, placed: usize, next: &Layer) -> Layer {
        let mut layer = self.layer(placed);
        let [first, second] = self.counts(placed);
        let (rows, targets) = (&self.kinds(first).smallest, self.kinds(first + 1));
        // Sets of second's stones by their number in a row of the next layer.
        let masks = sets_in_order(next.places, second);
        layer.bits.par_chunks_mut(layer.stride).zip(rows).for_each(|(bits, row)| {
            let mut open = !row & ((1 << self.squares()) - 1);
            while open != 0 {
                let square = open & open.wrapping_neg();
                open ^= square;
                let kind = targets.of[self.ranks.of(row | square) as usize];
                let target = (kind >> 3) as usize;
                // Most rows have nothing where there is little news.
                if next.row(target).iter().all(|word| *word == 0) {
                    continue;
                }
                let moved = self.carry(targets.smallest[target], kind & 7, *row);
                for (word, set) in next.row(target).iter().enumerate() {
                    let mut set = *set;
                    while set != 0 {
                        let mask = masks[64 * word + set.trailing_zeros() as usize];
                        set &= set - 1;
                        let mask = moved[0][mask as usize & 255]
                            | moved[1][mask as usize >> 8 & 255]
                            | moved[2][mask as usize >> 16 & 255];
                        let place = self.ranks.of(mask) as usize;
                        bits[place / 64] |= 1 << (place % 64);
                    }
                }
            }
        });
        layer
    }

    /// What the squares that are free beside `target` are beside `row`, by bytes of a set, where the
    /// symmetry leads from a superset of `row` to `target`.
    fn carry(&self, target: u32, symmetry: u32, row: u32) -> [[u32; 256]; 3] {
        let mut back = [0u32; 24];
        for square in 0..self.squares() {
            let image = u32::from(self.images[symmetry as usize][square as usize]);
            if target & 1 << image == 0 {
                let from = image - (target & ((1 << image) - 1)).count_ones();
                back[from as usize] = without(1 << square, row);
            }
        }
        let mut out = [[0; 256]; 3];
        for (byte, table) in out.iter_mut().enumerate() {
            for set in 1..256usize {
                let square = set & set.wrapping_neg();
                table[set] =
                    table[set ^ square] | back[8 * byte + square.trailing_zeros() as usize];
            }
        }
        out
    }

    /// Won where all of second's placements lead to a win, one of them to one of the `news`.
    /// Positions that are `known` to be won may be left out.
    fn second_places(&self, placed: usize, next: &Layer, news: &Layer, known: &Layer) -> Layer {
        let mut layer = self.layer(placed);
        let [first, second] = self.counts(placed);
        let free = self.squares() - first;
        let before = sets_in_order(layer.places, second);
        let after = sets_in_order(next.places, second + 1);
        let rows = layer.bits.par_chunks_mut(layer.stride).enumerate();
        rows.for_each(|(row, bits)| {
            let count: u32 = news.row(row).iter().map(|word| word.count_ones()).sum();
            if count == 0 {
                return;
            }
            let (next, known) = (next.row(row), known.row(row));
            let is_set = |bits: &[u64], place: usize| bits[place / 64] >> (place % 64) & 1 == 1;
            let mut judge = |place: usize| {
                if is_set(known, place) || is_set(bits, place) {
                    return;
                }
                let set = before[place];
                let mut open = !set & ((1 << free) - 1);
                while open != 0 {
                    let square = open & open.wrapping_neg();
                    if !is_set(next, self.ranks.of(set | square) as usize) {
                        return;
                    }
                    open ^= square;
                }
                bits[place / 64] |= 1 << (place % 64);
            };
            // Where there is little news only the positions before it are judged.
            if u64::from(count) * u64::from(second + 1) >= before.len() as u64 {
                (0..before.len()).for_each(judge);
                return;
            }
            for (word, set) in news.row(row).iter().enumerate() {
                let mut set = *set;
                while set != 0 {
                    let reply = after[64 * word + set.trailing_zeros() as usize];
                    set &= set - 1;
                    let mut stones = reply;
                    while stones != 0 {
                        let stone = stones & stones.wrapping_neg();
                        stones ^= stone;
                        judge(self.ranks.of(reply ^ stone) as usize);
                    }
                }
            }
        });
        layer
    }
}

/// The sets of `count` squares in the order of their numbers, so many of them.
fn sets_in_order(sets: usize, count: u32) -> Vec<u32> {
    let mut out = Vec::with_capacity(sets);
    let mut set = (1u32 << count) - 1;
    for _ in 0..sets {
        out.push(set);
        // The next number with as many bits.
        let low = set & set.wrapping_neg();
        let up = set.wrapping_add(low);
        set = up | ((set ^ up).checked_div(low).unwrap_or(0) >> 2);
    }
    out
}

/// One layer.
#[derive(Clone)]
pub(crate) struct Layer {
    places: usize,
    stride: usize,
    bits: Vec<u64>,
}

impl Layer {
    fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.stride..][..self.stride]
    }

    pub(crate) fn won(&self, (row, place): (usize, usize)) -> bool {
        self.bits[row * self.stride + place / 64] >> (place % 64) & 1 == 1
    }
}

/// [`rank`] by two tables.
struct Ranks {
    low: Vec<u32>,
    /// By the number of squares in the low half.
    high: Vec<[u32; 4096]>,
}

impl Ranks {
    fn new() -> Ranks {
        let low = (0..4096).map(rank).collect();
        let high = (0..=12)
            .map(|below: u32| {
                std::array::from_fn(|set| {
                    let (mut number, mut set, mut count) = (0, (set as u32) << 12, below);
                    while set != 0 {
                        count += 1;
                        if count <= 12 {
                            number += choose(set.trailing_zeros(), count);
                        }
                        set &= set - 1;
                    }
                    number
                })
            })
            .collect();
        Ranks { low, high }
    }

    #[inline]
    fn of(&self, set: u32) -> u32 {
        let low = set & 4095;
        self.low[low as usize] + self.high[low.count_ones() as usize][(set >> 12) as usize & 4095]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the layers take for granted: who places, and that every empty square but the centre is
    /// legal.
    #[test]
    fn placing_is_as_the_rules_have_it() {
        let mut seed = 1u32;
        for options in ["", "drops=2", "size=3", "size=3,drops=2"] {
            let rules = rules::open("seega", options).unwrap().rules::<Seega>();
            let placing = Placing::new(rules);
            for _ in 0..200 {
                let mut seega = Seega::start(rules);
                for placed in 0..placing.stones() {
                    let counts = Side::BOTH.map(|side| seega.stones_of(side).count_ones());
                    assert_eq!(
                        (seega.side(), counts),
                        (placing.turn(placed), placing.counts(placed))
                    );
                    let stones = seega.stones_of(Side::First) | seega.stones_of(Side::Second);
                    let open = (0..placing.squares())
                        .map(|square| placing.board.widen(placing.on_board(1 << square)));
                    let mut open: Vec<u128> = open.filter(|square| stones & square == 0).collect();
                    let mut legal = Vec::new();
                    seega.for_each_action(|action| {
                        let mut next = seega.clone();
                        next.play(action);
                        let all = next.stones_of(Side::First) | next.stones_of(Side::Second);
                        legal.push(all & !stones);
                    });
                    open.sort_unstable();
                    legal.sort_unstable();
                    assert_eq!(open, legal, "{seega:?}");
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    seega.play(seega.pick_action(|below| (seed >> 8) % below));
                }
                assert_eq!(seega.in_hand(Side::First) + seega.in_hand(Side::Second), 0);
                assert_eq!(seega.side(), Side::First);
            }
        }
    }

    #[test]
    fn ranks_by_tables_are_those_of_the_sets() {
        let ranks = Ranks::new();
        for set in (0..1 << 24).step_by(97).filter(|set: &u32| set.count_ones() <= 12) {
            assert_eq!(ranks.of(set), rank(set));
        }
    }

    #[test]
    fn there_are_as_many_full_placements_as_symmetry_leaves() {
        let rules = rules::open("seega", "").unwrap().rules::<Seega>();
        assert_eq!(Placing::new(rules).full().len(), 339_106);
    }
}
