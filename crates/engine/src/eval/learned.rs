//! What is learned from games: a weight for every way in which a few squares can be occupied.
//!
//! A game lists its patterns ([`Evaluate::patterns`]); each has two weights, for a full board and for
//! an empty one, and their sum is one of the game's terms. `lab learn` fits the weights to games of the
//! engine against itself, on top of the other terms. They are files of the repository, a part of the
//! program; in a browser, which would have to load those of every game, the page hands them over
//! ([`hand_over`]), and until then the game is judged by its named terms alone.

use std::fmt;
use std::sync::OnceLock;

use rules::{Game, GameId, Line, Variant, with_line};

use super::Evaluate;

/// Weights are counted in such parts of a hundredth.
pub const PARTS: i32 = 16;
/// How full a full board is: see [`Evaluate::patterns`].
pub const FULL: i32 = 256;

/// The first bytes of a file of weights, with its version.
const MAGIC: &[u8; 8] = b"IGRWGT\x00\x01";
/// The magic, the number of weights, the checksum.
const HEADER: usize = 8 + 4 + 8;

/// The weights of a pattern on a full board and on an empty one; between them they count in proportion.
type Pair = [i16; 2];

/// The learned weights of a game.
pub struct Learned {
    /// How many patterns there are.
    patterns: usize,
    /// The file in the repository, where it is part of the program.
    file: &'static [u8],
    read: OnceLock<Box<[Pair]>>,
}

/// Why a file of weights cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// It does not begin as such a file does, or has another version.
    Foreign,
    /// It has another number of weights than the game's patterns, or ends too early or too late.
    Length,
    /// Its bytes are not those that were written.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightsError::Foreign => "not a file of weights of this version",
            WeightsError::Length => "not the weights of this game's patterns, or cut off",
            WeightsError::Checksum => "the weights are damaged",
        })
    }
}

impl std::error::Error for WeightsError {}

impl Learned {
    pub(super) const fn new(patterns: usize, file: &'static [u8]) -> Learned {
        Learned { patterns, file, read: OnceLock::new() }
    }

    /// The weights; empty before they are handed over.
    #[inline]
    fn weights(&self) -> &[Pair] {
        match self.read.get() {
            Some(weights) => weights,
            None => self.open(),
        }
    }

    #[cold]
    fn open(&self) -> &[Pair] {
        if self.file.is_empty() {
            return &[];
        }
        // The tests read every file of the repository.
        self.read.get_or_init(|| self.parse(self.file).unwrap_or_default())
    }

    /// Whether the weights are there.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        !self.weights().is_empty()
    }

    /// How many patterns there are: those that [`Evaluate::patterns`] visits are below.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    fn parse(&self, file: &[u8]) -> Result<Box<[Pair]>, WeightsError> {
        let (header, weights) = file.split_at_checked(HEADER).ok_or(WeightsError::Length)?;
        let number = |from: usize| header[from..from + 4].iter().rev().fold(0, shifted);
        let sum = header[12..].iter().rev().fold(0, shifted);
        if &header[..8] != MAGIC {
            return Err(WeightsError::Foreign);
        }
        if number(8) != 2 * self.patterns as u64 || weights.len() != 4 * self.patterns {
            return Err(WeightsError::Length);
        }
        if checksum(weights) != sum {
            return Err(WeightsError::Checksum);
        }
        let weight = |low, high| i16::from_le_bytes([low, high]);
        let pair = |at: &[u8]| [weight(at[0], at[1]), weight(at[2], at[3])];
        Ok(weights.chunks_exact(4).map(pair).collect())
    }
}

/// One byte more of a number, the highest first.
fn shifted(number: u64, byte: &u8) -> u64 {
    number << 8 | u64::from(*byte)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The file of these weights of patterns, which are in [`PARTS`] of a hundredth.
#[must_use]
pub fn weights_file(weights: &[[i16; 2]]) -> Vec<u8> {
    let bytes: Vec<u8> = weights.as_flattened().iter().flat_map(|at| at.to_le_bytes()).collect();
    let mut file = MAGIC.to_vec();
    file.extend((2 * weights.len() as u32).to_le_bytes());
    file.extend(checksum(&bytes).to_le_bytes());
    file.extend(bytes);
    file
}

/// What was learned of a game, if anything was.
fn learned_of(game: GameId) -> Option<&'static Learned> {
    const fn of<P: Evaluate>(_: &Line<P>) -> Option<&'static Learned> {
        P::LEARNED
    }
    with_line!(&Game::start(Variant::default_of(game)), line => of(line))
}

/// Hands over the file of a game's weights, where it is not part of the program. Only the first one
/// counts: searches that have begun keep theirs.
///
/// # Errors
/// The file is damaged, or not one of this game, which may have learned nothing.
pub fn hand_over(game: GameId, file: &[u8]) -> Result<(), WeightsError> {
    let learned = learned_of(game).ok_or(WeightsError::Length)?;
    let weights = learned.parse(file)?;
    learned.read.get_or_init(|| weights);
    Ok(())
}

/// The sum of the learned weights of a position, in hundredths, from first's side. Compiled once a game:
/// it is long, and called from wherever terms are added up.
#[inline(never)]
pub(super) fn sum<P: Evaluate>(position: &P, learned: &Learned) -> i32 {
    let weights = learned.weights();
    if weights.is_empty() {
        return 0;
    }
    let [mut many, mut few] = [0; 2];
    let full = position.patterns(&mut |pattern, sign| {
        let [on_full, on_empty] = weights[pattern];
        many += sign * i32::from(on_full);
        few += sign * i32::from(on_empty);
    });
    (full * many + (FULL - full) * few) / (FULL * PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn the_files_of_the_repository_are_sound() {
        for game in GameId::ALL {
            if let Some(learned) = learned_of(game) {
                let weights = learned.parse(learned.file).map(|weights| weights.len());
                assert_eq!(weights, Ok(learned.patterns), "{game:?}");
            }
        }
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let learned = Learned::new(2, &[]);
        let file = weights_file(&[[1, -2], [300, 0]]);
        assert_eq!(learned.parse(&file).unwrap()[..], [[1, -2], [300, 0]]);
        assert_eq!(learned.parse(&file[..file.len() - 1]), Err(WeightsError::Length));
        assert_eq!(learned.parse(&file[..5]), Err(WeightsError::Length));
        assert_eq!(Learned::new(3, &[]).parse(&file), Err(WeightsError::Length));
        for byte in 0..file.len() {
            let mut damaged = file.clone();
            damaged[byte] ^= 1;
            assert!(learned.parse(&damaged).is_err(), "byte {byte}");
        }
    }
}
