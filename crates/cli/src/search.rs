//! What the commands need of the engine: its hash table, and counting that can stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{HashTable, TooLarge};
use rules::Position;
use text::Text;

use crate::Refusal;
use crate::output::Output;

/// A hash table of so many mebibytes; a wrong call if there is no memory for it.
pub(crate) fn hash_table(mebibytes: usize, output: &Output) -> anyhow::Result<HashTable> {
    HashTable::new(mebibytes).map_err(|error| Refusal::wrong(no_memory(error, output.text())))
}

/// That there is no memory for a table, in words.
pub(crate) fn no_memory(error: TooLarge, text: &Text) -> String {
    text.message("error-no-memory", &[("size", error.mebibytes.into())])
}

/// The number of sequences of so many actions, or none if it was stopped.
pub(crate) fn stoppable_perft<P: Position>(
    position: &P,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(rules::perft(position, depth));
    }
    let mut nodes = Some(0u64);
    let mut add = |next: P| {
        if let Some(sum) = nodes {
            nodes = stoppable_perft(&next, depth - 1, stop).map(|more| sum + more);
        }
    };
    match position.status() {
        rules::Status::Over(_) => {}
        rules::Status::Chance => {
            for &(throw, _) in P::throws() {
                let mut next = position.clone();
                next.throw(throw);
                add(next);
            }
        }
        rules::Status::ToAct(_) => position.for_each_action(|action| {
            let mut next = position.clone();
            next.play(action);
            add(next);
        }),
    }
    nodes
}
