//! The positions of a layer with their successors, found once by the rules and kept as numbers as
//! far as the memory allows; the rest is found again whenever it is needed.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::TableError;
use crate::build::Progress;
use crate::score::Score;

/// Positions whose successors are found and kept together.
pub(crate) const CHUNK: usize = 1 << 14;

/// What the rules say of one position of a layer.
#[derive(Default)]
pub(crate) struct Successors {
    /// Positions of the same layer; games may mark them in the highest bit.
    pub(crate) inside: Vec<u32>,
    /// The best of the actions that leave the layer or end the game, from the view of the side to
    /// act; [`Score::NONE`] if there is none.
    pub(crate) outside: Option<Score>,
    /// What else the game wants to know of the actions that leave the layer.
    pub(crate) note: u8,
}

/// Finds the successors of a position by its number.
pub(crate) trait Expand: Sync {
    /// The number of positions, numbers without a position included.
    fn size(&self) -> u64;

    /// Fills in the successors, which are empty when this is called; `false` if the number stands
    /// for no position.
    fn expand(&self, number: u64, into: &mut Successors) -> Result<bool, TableError>;
}

struct Chunk {
    outside: Vec<Score>,
    notes: Vec<u8>,
    /// The end of each position's successors in `inside`; the number of the chunk's first position
    /// is known.
    ends: Vec<u32>,
    inside: Vec<u32>,
}

/// A position as a [`Graph`] gives it.
pub(crate) struct Node<'a> {
    pub(crate) inside: &'a [u32],
    /// [`Score::NONE`] if no action leaves the layer.
    pub(crate) outside: Score,
    pub(crate) note: u8,
}

impl Node<'_> {
    /// Whether the number stands for no position: every position has an action or is over, which is
    /// an outside score.
    pub(crate) fn is_void(&self) -> bool {
        self.inside.is_empty() && self.outside == Score::NONE
    }
}

pub(crate) struct Graph<'a, E> {
    expand: &'a E,
    chunks: Vec<Option<Chunk>>,
}

impl<'a, E: Expand> Graph<'a, E> {
    /// Finds the successors of all positions; keeps them up to so many bytes.
    pub(crate) fn new(
        expand: &'a E,
        memory: u64,
        progress: &Progress<'_>,
    ) -> Result<Graph<'a, E>, TableError> {
        let used = AtomicU64::new(0);
        let count = expand.size().div_ceil(CHUNK as u64);
        let chunks = (0..count).into_par_iter().map(|number| {
            if used.load(Ordering::Relaxed) >= memory {
                return Ok(None);
            }
            let chunk = Chunk::find(expand, number)?;
            let bytes = 4 * chunk.inside.len() + 7 * chunk.ends.len();
            used.fetch_add(bytes as u64, Ordering::Relaxed);
            progress.advance(chunk.ends.len() as u64);
            Ok(Some(chunk))
        });
        let chunks = chunks.collect::<Result<_, TableError>>()?;
        Ok(Graph { expand, chunks })
    }

    /// Computes something for every position: `work` is given its number, what the rules say of
    /// it, and its place in `out`.
    pub(crate) fn each<T: Send>(
        &self,
        out: &mut [T],
        work: impl Fn(usize, Node<'_>, &mut T) + Sync,
    ) -> Result<(), TableError> {
        let parts = out.par_chunks_mut(CHUNK).zip(&self.chunks).enumerate();
        parts.try_for_each(|(number, (out, chunk))| {
            let found;
            let chunk = match chunk {
                Some(chunk) => chunk,
                None => {
                    found = Chunk::find(self.expand, number as u64)?;
                    &found
                }
            };
            let mut start = 0;
            for (place, slot) in out.iter_mut().enumerate() {
                let end = chunk.ends[place] as usize;
                let node = Node {
                    inside: &chunk.inside[start..end],
                    outside: chunk.outside[place],
                    note: chunk.notes[place],
                };
                work(number * CHUNK + place, node, slot);
                start = end;
            }
            Ok(())
        })
    }
}

impl Chunk {
    fn find(expand: &impl Expand, number: u64) -> Result<Chunk, TableError> {
        let start = number * CHUNK as u64;
        let count = (expand.size() - start).min(CHUNK as u64) as usize;
        let mut chunk = Chunk {
            outside: Vec::with_capacity(count),
            notes: Vec::with_capacity(count),
            ends: Vec::with_capacity(count),
            inside: Vec::new(),
        };
        let mut successors = Successors::default();
        for number in start..start + count as u64 {
            successors.inside.clear();
            (successors.outside, successors.note) = (None, 0);
            if expand.expand(number, &mut successors)? {
                chunk.inside.extend(&successors.inside);
            } else {
                successors.outside = None;
            }
            chunk.outside.push(successors.outside.unwrap_or(Score::NONE));
            chunk.notes.push(successors.note);
            chunk.ends.push(chunk.inside.len() as u32);
        }
        chunk.inside.shrink_to_fit();
        Ok(chunk)
    }
}
