//! Sets of squares of a small square board, and its symmetries.

use std::sync::OnceLock;

use crate::sets::{choose, image, rank, unrank};

/// The sets of squares of a board up to symmetry: squares are numbered rank by rank without gaps.
#[derive(Debug)]
pub(crate) struct Board {
    size: u32,
    /// The image of each square under the eight symmetries.
    images: [[u8; 25]; 8],
    /// By number of stones, made when first asked for.
    kinds: [OnceLock<Kinds>; 13],
}

/// The sets of so many squares up to symmetry.
#[derive(Debug)]
pub(crate) struct Kinds {
    /// The smallest set of each kind, in order.
    pub(crate) smallest: Vec<u32>,
    /// By number of the set: the place of its kind in `smallest`, and in the lowest three bits a
    /// symmetry that leads there.
    pub(crate) of: Vec<u32>,
}

impl Kinds {
    /// The first so many sets of `count` squares, `image` being one of eight symmetries.
    pub(crate) fn new(sets: u32, count: u32, image: impl Fn(u32, u32) -> u32) -> Kinds {
        let (mut smallest, mut of) = (Vec::new(), Vec::<u32>::new());
        for number in 0..sets {
            let set = unrank(number, count);
            let images = (0..8).map(|symmetry| (image(set, symmetry), symmetry));
            let (least, symmetry) = images.min().expect("eight images");
            if least == set {
                smallest.push(set);
                of.push((smallest.len() as u32 - 1) << 3);
            } else {
                // Smaller sets have smaller numbers: its kind is known.
                of.push((of[rank(least) as usize] & !7) | symmetry);
            }
        }
        Kinds { smallest, of }
    }
}

impl Board {
    pub(crate) fn new(size: u8) -> Board {
        let size = u32::from(size);
        let mut images = [[0; 25]; 8];
        for (symmetry, image) in images.iter_mut().enumerate() {
            for square in 0..size * size {
                let (mut file, mut rank) = (square % size, square / size);
                if symmetry & 1 != 0 {
                    file = size - 1 - file;
                }
                if symmetry & 2 != 0 {
                    rank = size - 1 - rank;
                }
                if symmetry & 4 != 0 {
                    (file, rank) = (rank, file);
                }
                image[square as usize] = (rank * size + file) as u8;
            }
        }
        Board { size, images, kinds: [const { OnceLock::new() }; 13] }
    }

    pub(crate) fn kinds(&self, count: u32) -> &Kinds {
        self.kinds[count as usize].get_or_init(|| {
            let sets = choose(self.squares(), count);
            Kinds::new(sets, count, |set, symmetry| self.image(set, symmetry))
        })
    }

    #[inline]
    pub(crate) fn image(&self, set: u32, symmetry: u32) -> u32 {
        image(set, &self.images[symmetry as usize & 7])
    }

    pub(crate) fn size(&self) -> u32 {
        self.size
    }

    pub(crate) fn squares(&self) -> u32 {
        self.size * self.size
    }

    /// The stones of a set as the rules number squares.
    pub(crate) fn widen(&self, set: u32) -> u128 {
        let row = (1u32 << self.size) - 1;
        (0..self.size)
            .fold(0, |wide, rank| wide | u128::from(set >> (rank * self.size) & row) << (10 * rank))
    }

    pub(crate) fn narrow(&self, wide: u128) -> u32 {
        let row = (1u32 << self.size) - 1;
        (0..self.size)
            .fold(0, |set, rank| set | ((wide >> (10 * rank)) as u32 & row) << (rank * self.size))
    }
}
