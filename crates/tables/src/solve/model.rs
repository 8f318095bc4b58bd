//! Which full placements first is likely to win: a logistic model of the patterns that first's
//! stones make on parts of the board, fitted to what searches have found. It decides only what is
//! searched first.

use crate::board::Board;

/// Parts of the 5×5 board, in all eight images: around the centre, the two lowest ranks, a corner,
/// and the two ranks below and beside the centre.
const PARTS: [&[u32]; 4] = [
    &[2, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 22],
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    &[0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 13],
    &[5, 6, 7, 8, 9, 10, 11, 13, 14],
];

/// On the smallest board all of it is one part.
const SMALL_PARTS: [&[u32]; 1] = [&[0, 1, 2, 3, 5, 6, 7, 8]];

/// Passes over the examples, and how fast the first of them learns.
const EPOCHS: u32 = 6;
const RATE: f32 = 0.012;

/// The weights of patterns.
pub(crate) struct Model {
    weights: Vec<f32>,
    bias: f32,
}

/// The patterns of a placement: places among the weights.
struct Patterns {
    each: usize,
    all: Vec<u16>,
}

impl Patterns {
    fn new(board: &Board, placements: &[u32]) -> Patterns {
        let parts: &[&[u32]] = if board.squares() == 25 { &PARTS } else { &SMALL_PARTS };
        let each = 8 * parts.len();
        let mut all = Vec::with_capacity(each * placements.len());
        for first in placements {
            for symmetry in 0..8 {
                let image = board.image(*first, symmetry);
                let mut begin = 0;
                for part in parts {
                    let pattern = part.iter().enumerate().fold(0, |pattern, (place, square)| {
                        pattern | (image >> square & 1) << place
                    });
                    all.push((begin + pattern) as u16);
                    begin += 1 << part.len();
                }
            }
        }
        Patterns { each, all }
    }

    fn of(&self, number: usize) -> &[u16] {
        &self.all[number * self.each..][..self.each]
    }
}

impl Model {
    /// How likely each placement (first's stones) is won, by which of them are known to be: the
    /// larger, the more likely.
    pub(crate) fn promises(board: &Board, placements: &[u32], won: &[bool]) -> Vec<f32> {
        let patterns = Patterns::new(board, placements);
        let most = patterns.all.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut model = Model { weights: vec![0.0; most], bias: -1.0 };
        // Placements stand in the order of their sets; examples must not.
        let step = 7919 % placements.len().max(2);
        for epoch in 0..EPOCHS {
            let rate = RATE / (1.0 + 0.3 * epoch as f32);
            for number in (0..placements.len()).map(|number| number * step % placements.len()) {
                let patterns = patterns.of(number);
                let expected = 1.0 / (1.0 + (-model.weigh(patterns)).exp());
                let by = rate * (f32::from(won[number]) - expected);
                model.bias += by;
                patterns.iter().for_each(|place| model.weights[usize::from(*place)] += by);
            }
        }
        (0..placements.len()).map(|number| model.weigh(patterns.of(number))).collect()
    }

    fn weigh(&self, patterns: &[u16]) -> f32 {
        let weights = patterns.iter().map(|place| self.weights[usize::from(*place)]);
        self.bias + weights.sum::<f32>()
    }
}
