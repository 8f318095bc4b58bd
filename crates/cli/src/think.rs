//! One question to the engine, asked by a program that has clocks and threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use engine::{Evaluate, Limits, Report, Search, Table};
use rules::{Line, Position};

pub(crate) use engine::{follow, texts, typed};

/// Room for the deepest search, also in builds that are not optimised.
pub(crate) const STACK: usize = 16 << 20;

/// What to find out, and with what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) limits: Limits,
    /// How many best lines.
    pub(crate) lines: usize,
    pub(crate) threads: usize,
    /// When it was asked: time limits count from here.
    pub(crate) began: Instant,
}

/// Searches on as many threads as asked for, this one included, until a limit is reached or `stop`
/// is raised (which it is in any case at the end). None if nobody is to act.
pub(crate) fn think<P: Evaluate>(
    line: &Line<P>,
    table: &Table,
    question: Question,
    stop: &AtomicBool,
    report: impl FnMut(&Report<P::Action>),
) -> Option<Report<P::Action>> {
    /// Ends the helpers also if the first worker panics.
    struct Raise<'a>(&'a AtomicBool);
    impl Drop for Raise<'_> {
        fn drop(&mut self) {
            self.0.store(true, Relaxed);
        }
    }
    let clock = || question.began.elapsed();
    let search = Search::new(line, table, question.limits, question.lines, &clock, stop);
    thread::scope(|scope| {
        let _raise = Raise(stop);
        for number in 1..question.threads {
            let search = &search;
            let help = move || search.help(number);
            // Fewer threads are no failure.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
        }
        search.run(report)
    })
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
