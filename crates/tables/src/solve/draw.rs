//! Draws first's strategy in the placing stage out of the solved layers.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use rules::Side;

use super::placing::{Layer, Placing, Sets};

/// Keys are whole positions, so a plain mixing suffices: equal keys are equal positions.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

/// First's strategy, up to symmetry.
pub(crate) struct Strategy {
    /// By the number of stones placed: the positions in which first places, and where.
    pub(crate) answers: Vec<Vec<(Sets, u32)>>,
    /// First's stones in the full placements that it leads to.
    pub(crate) leaves: Vec<u32>,
}

/// The order in which squares are tried: the sooner one is taken, the fewer positions arise, and
/// the better first's squares are, the more of the leaves are won. The middles of the edges are best
/// and the corners worst, by the share of random placements that a short search proves.
pub(crate) fn order(placing: &Placing) -> Vec<u32> {
    let size = placing.board.size();
    let mut order: Vec<u32> = (0..placing.squares()).collect();
    order.sort_by_key(|square| {
        let square = placing.on_board(1 << square).trailing_zeros();
        let from_centre = [square % size, square / size].map(|line| line.abs_diff(size / 2));
        match (from_centre.iter().max(), from_centre.iter().min()) {
            (Some(2), Some(0)) => 0,
            (Some(1), Some(0)) => 1,
            (Some(2), Some(1)) => 2,
            (Some(1), Some(1)) => 3,
            _ => 4,
        }
    });
    order
}

fn pack((first, second): Sets) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

fn unpack(key: u64) -> Sets {
    ((key >> 32) as u32, key as u32)
}

/// The image with the least sets, first's counting first.
pub(crate) fn least(placing: &Placing, (first, second): Sets) -> Sets {
    let images =
        (0..8).map(|symmetry| (placing.image(first, symmetry), placing.image(second, symmetry)));
    images.min().expect("eight images")
}

/// Follows first's first winning placement in the given order, and all of second's.
pub(crate) fn draw(placing: &Placing, layers: &[Layer], order: &[u32]) -> Strategy {
    let mut strategy = Strategy { answers: Vec::new(), leaves: Vec::new() };
    let mut positions = vec![(0, 0)];
    for placed in 0..placing.stones() {
        let mut answers = Vec::new();
        let mut next = HashSet::<u64, BuildHasherDefault<Mix>>::default();
        for (first, second) in positions {
            let open = order.iter().filter(|square| (first | second) >> **square & 1 == 0);
            if placing.turn(placed) == Side::First {
                let after = |square: u32| (first | 1 << square, second);
                let won = |square: &&u32| layers[placed + 1].won(placing.find(after(**square)));
                let square = *{ open }.find(won).expect("a won position has a won placement");
                answers.push(((first, second), square));
                next.insert(pack(least(placing, after(square))));
            } else {
                for square in open {
                    next.insert(pack(least(placing, (first, second | 1 << square))));
                }
            }
        }
        strategy.answers.push(answers);
        let mut keys: Vec<u64> = next.into_iter().collect();
        keys.sort_unstable();
        positions = keys.into_iter().map(unpack).collect();
    }
    strategy.leaves = positions.into_iter().map(|(first, _)| first).collect();
    strategy
}
