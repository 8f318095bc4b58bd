//! One question to the engine, asked by a program that has clocks and threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use engine::{Evaluate, Limits, Report, Search, Table};
use rules::{Entry, Game, Line, Position, RuleSet};

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

/// The game as a line of its own type, with its past.
pub(crate) fn typed<P: Position>(game: &Game) -> Line<P> {
    let rules = P::Rules::from_values(game.variant().values());
    let start = P::read(rules, &game.start_position());
    let mut line = Line::new(start.expect("a position reads back its own text"));
    for played in game.transcript() {
        let entry = line.read(&played.text);
        line.play(entry.expect("a game reads back its own entries"));
    }
    line
}

/// Plays the actions of a line that a search found, as far as they are legal. A line ends where
/// chance or the rules end it, whatever the search wrote behind that.
pub(crate) fn follow<P: Position>(line: &mut Line<P>, actions: &[P::Action]) {
    for &action in actions {
        if !line.actions().contains(&action) {
            break;
        }
        line.play(Entry::Act(action));
    }
}

/// The texts of a line that a search found.
pub(crate) fn texts<P: Position>(line: &Line<P>, actions: &[P::Action]) -> Vec<String> {
    let before = line.entries().len();
    let mut after = line.clone();
    follow(&mut after, actions);
    after.transcript().split_off(before).into_iter().map(|played| played.text).collect()
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
