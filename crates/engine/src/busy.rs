//! What several threads are at: a thread puts off a position that another one searches just now, and
//! often finds it in the table when it comes back to it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that are being searched, each in the one slot that its key has. A lost mark costs
/// some work that is done twice, no more.
pub(crate) struct Busy {
    slots: Box<[AtomicU64; SLOTS]>,
}

const SLOTS: usize = 1024;

/// Whether there can be several threads: a core for a page without them need not load this.
pub(crate) const THREADED: bool =
    cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy { slots: Box::new([const { AtomicU64::new(0) }; SLOTS]) }
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }

    /// Whether a thread is at this position.
    pub(crate) fn is_at(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks a position until the mark is dropped.
    pub(crate) fn mark(&self, key: u64) -> Mark<'_> {
        let slot = self.slot(key);
        slot.store(key, Relaxed);
        Mark(slot)
    }
}

/// A thread is at a position.
pub(crate) struct Mark<'a>(&'a AtomicU64);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_marked_as_long_as_its_mark_lives() {
        let busy = Busy::new();
        let mark = busy.mark(5);
        assert!(busy.is_at(5) && !busy.is_at(5 + SLOTS as u64));
        drop(mark);
        assert!(!busy.is_at(5));
    }
}
