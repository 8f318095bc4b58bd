//! The engine as a player: the one file of this crate that asks the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

pub(crate) use engine::{
    EVEN, Evaluate, Level, Limits, Skill, VisitEvaluate, dispatch, imbalance, typed,
};
use engine::{Report, Search, Table, Uct, choose, choose_with, greedy};
use rules::{Line, Position};

use crate::game::{Forfeit, Player};
use crate::spec::PlayerKind;

/// Stack for the deepest search, also in builds that are not optimised.
pub const STACK: usize = 16 << 20;

/// The tree of a player by random games: more nodes than its time lets it have.
const UCT_NODES: usize = 500_000;

/// The size of a level's hash table in mebibytes.
const SKILL_HASH: usize = 16;

/// What to search for, and with what.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// When to end.
    pub limits: Limits,
    /// How many best lines.
    pub lines: usize,
    /// How many threads search, the caller's included.
    pub threads: usize,
    /// When the search began: time limits count from here.
    pub began: Instant,
}

/// Searches on as many threads as asked for, this one included, until a limit is reached or `stop`
/// is set (it is set in any case at the end). None if no side is to act.
pub fn search<P: Evaluate>(
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

/// A player of our own, with what it keeps from action to action.
pub struct Computer<P: Position>(Mind<P>);

enum Mind<P: Position> {
    Engine { table: Table, limits: Limits, threads: usize },
    Level { table: Table, level: Level },
    Skill { table: Table, skill: Skill },
    Greedy,
    Random,
    Uct { tree: Uct<P>, limits: Limits },
}

impl<P: Evaluate> Computer<P> {
    /// A player of this kind; none if it is a program of its own.
    #[must_use]
    pub fn new(kind: &PlayerKind) -> Option<Computer<P>> {
        Some(Computer(match *kind {
            PlayerKind::Engine { limits, hash, threads } => {
                Mind::Engine { table: Table::new(hash), limits, threads }
            }
            PlayerKind::Level { level, hash } => Mind::Level { table: Table::new(hash), level },
            PlayerKind::Skill(skill) => Mind::Skill { table: Table::new(SKILL_HASH), skill },
            PlayerKind::Greedy => Mind::Greedy,
            PlayerKind::Random => Mind::Random,
            PlayerKind::Uct { limits } => Mind::Uct { tree: Uct::new(UCT_NODES), limits },
            PlayerKind::Program(_) => return None,
        }))
    }

    fn action(&mut self, line: &Line<P>, rng: &mut fastrand::Rng) -> Option<P::Action> {
        let began = Instant::now();
        let clock = || began.elapsed();
        let stop = AtomicBool::new(false);
        let below = |most| rng.u32(..most);
        match &mut self.0 {
            Mind::Engine { table, limits, threads } => {
                let question = Question { limits: *limits, lines: 1, threads: *threads, began };
                Some(search(line, table, question, &stop, |_| {})?.lines[0].line[0])
            }
            Mind::Level { table, level } => choose(line, *level, table, &clock, &stop, below),
            Mind::Skill { table, skill } => {
                choose_with(line, *skill, None, table, &clock, &stop, below)
            }
            Mind::Greedy => greedy(line.position()),
            Mind::Random => Some(line.position().pick_action(below)),
            Mind::Uct { tree, limits } => {
                let enough = |games| {
                    limits.nodes.is_some_and(|most| games >= most)
                        || limits.time.is_some_and(|most| began.elapsed() >= most)
                };
                tree.choose(line, enough, below)
            }
        }
    }
}

impl<P: Evaluate> Player<P> for Computer<P> {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        // Nothing is kept from the game before: games do not depend on their order.
        if let Mind::Engine { table, .. } | Mind::Level { table, .. } | Mind::Skill { table, .. } =
            &self.0
        {
            table.clear();
        }
        Ok(())
    }

    fn choose(&mut self, line: &Line<P>, rng: &mut fastrand::Rng) -> Result<P::Action, Forfeit> {
        // A mistake in the engine is a lost game, not a lost match.
        let chosen = catch_unwind(AssertUnwindSafe(|| self.action(line, rng)));
        chosen.ok().flatten().ok_or(Forfeit::Crash)
    }
}
