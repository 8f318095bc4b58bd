//! The transposition table: shared by all workers without locks.
//!
//! An entry is two words, the second one being the data and the first the key mixed with it, so that
//! an entry torn by two writers is seen as a stranger's and not believed. All accesses are relaxed
//! atomics: nothing relies on their order.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The place of the best action in the order of generation.
    pub(crate) best: Option<u16>,
}

/// There is no memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The size that was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for TooLarge {}

/// A transposition table.
pub struct HashTable {
    clusters: Box<[Cluster]>,
    generation: AtomicU8,
}

/// Four entries that share a cache line: 64 bytes.
#[derive(Zeroable)]
#[repr(align(64))]
struct Cluster([Entry; 4]);

#[derive(Zeroable)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

const NO_ACTION: u16 = u16::MAX;

// Data, from the low bits: best 16, score 16, depth 8, bound 2, generation 6, and a bit that is
// always set so that no data is zero.
fn pack(known: Known, generation: u8) -> u64 {
    let bound = match known.bound {
        Bound::Lower => 0,
        Bound::Upper => 1,
        Bound::Exact => 2u64,
    };
    u64::from(known.best.unwrap_or(NO_ACTION))
        | u64::from(known.score as i16 as u16) << 16
        | (known.depth.clamp(0, 255) as u64) << 32
        | bound << 40
        | u64::from(generation & 63) << 42
        | 1 << 63
}

fn unpack(data: u64) -> Known {
    let best = data as u16;
    Known {
        score: i32::from((data >> 16) as u16 as i16),
        depth: (data >> 32) as u8 as i32,
        bound: match data >> 40 & 3 {
            0 => Bound::Lower,
            1 => Bound::Upper,
            _ => Bound::Exact,
        },
        best: (best != NO_ACTION).then_some(best),
    }
}

impl HashTable {
    /// A table of about so many mebibytes (at least one).
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn new(mebibytes: usize) -> Result<HashTable, TooLarge> {
        let clusters = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<Cluster>();
        // Pages that the system hands out zeroed and a short search never touches.
        let clusters =
            bytemuck::try_zeroed_slice_box(clusters).map_err(|()| TooLarge { mebibytes })?;
        Ok(HashTable { clusters, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            entry.check.store(0, Relaxed);
            entry.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// A new search begins: what is older yields first.
    pub(crate) fn next_generation(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// How full it is with this search's entries, in thousandths.
    #[must_use]
    pub fn permille_used(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let generation = u64::from(self.generation.load(Relaxed) & 63);
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(|entry| {
            let data = entry.data.load(Relaxed);
            data != 0 && data >> 42 & 63 == generation
        });
        used.count() * 1000 / (sample.len() * 4)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The product's upper half. Where memory has less than 2³² bytes, half by half: there a
        // product of 128 bits is slow.
        let length = self.clusters.len() as u64;
        let index = if cfg!(target_pointer_width = "32") {
            let (high, low) = (key >> 32, key & 0xffff_ffff);
            (high * length + ((low * length) >> 32)) >> 32
        } else {
            ((u128::from(key) * u128::from(length)) >> 64) as u64
        };
        &self.clusters[index as usize]
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        self.cluster(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            (data != 0 && entry.check.load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    pub(crate) fn store(&self, key: u64, known: Known) {
        let generation = self.generation.load(Relaxed);
        let cluster = self.cluster(key);
        let mut chosen = &cluster.0[0];
        let mut least = i32::MAX;
        let mut known = known;
        for entry in &cluster.0 {
            let data = entry.data.load(Relaxed);
            if data == 0 {
                if least > i32::MIN + 1 {
                    chosen = entry;
                    least = i32::MIN + 1;
                }
                continue;
            }
            if entry.check.load(Relaxed) ^ data == key {
                // The same position: keep a best action that the new result lacks.
                known.best = known.best.or(unpack(data).best);
                chosen = entry;
                break;
            }
            let age = i32::from((generation & 63).wrapping_sub((data >> 42 & 63) as u8) & 63);
            let worth = (data >> 32) as u8 as i32 - 8 * age;
            if worth < least {
                chosen = entry;
                least = worth;
            }
        }
        let data = pack(known, generation);
        chosen.data.store(data, Relaxed);
        chosen.check.store(key ^ data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = HashTable::new(1).unwrap();
        let known = Known { score: -29_998, depth: 7, bound: Bound::Upper, best: Some(12) };
        table.store(0x1234_5678_9abc_def0, known);
        assert_eq!(table.probe(0x1234_5678_9abc_def0), Some(known));
        assert_eq!(table.probe(0x1234_5678_9abc_def1), None);
        table.clear();
        assert_eq!(table.probe(0x1234_5678_9abc_def0), None);
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest() {
        let table = HashTable::new(1).unwrap();
        for depth in 1..=5 {
            let known = Known { score: depth, depth, bound: Bound::Exact, best: None };
            table.store(depth as u64, known);
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
    }
}
