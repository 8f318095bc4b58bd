//! What the commands need of the engine: a search on several threads, and counting that can stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::Position;

pub(crate) use arena::{Question, STACK, search};
pub(crate) use engine::{follow, texts, typed};

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
