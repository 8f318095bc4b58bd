//! The engine on a thread of its own: asked for an action or for a position's value, never waited
//! for by the screen.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use arena::STACK;
use engine::{Ask, ExactValues, HashTable, Level, Limits, Searchable};
use rules::{AnyAction, Game, Variant, Verdict};
use tables::Oracle;

use super::opponents::Trouble;
use crate::search::oracle;

/// Megabytes of memory for what has been searched.
const MEMORY: usize = 16;

/// What is reported of a search that failed.
const STOPPED: &str = "the engine has stopped";

/// What is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Task {
    /// An action as a level plays it.
    Level(Level),
    /// The best action within limits.
    Best(Limits),
    /// The position's value, reported again and again.
    Value(Limits),
    /// A defect of the engine.
    #[cfg(test)]
    Fail,
}

/// What comes back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Thought {
    /// The action to play; none if no side is to act.
    Action(Option<String>),
    /// What the position is worth so far.
    Value(Value),
    /// There will be no answer, for this reason.
    Failed(Trouble),
}

/// A position's value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Value {
    pub(crate) verdict: Verdict,
    /// The result that first may expect: 1 a win, 0 a loss.
    pub(crate) share: f64,
    /// Actions ahead.
    pub(crate) depth: u32,
    /// The best line.
    pub(crate) line: Vec<String>,
}

struct Job {
    number: u64,
    game: Game,
    task: Task,
    stop: Arc<AtomicBool>,
}

/// A thread that thinks about one thing at a time.
pub(crate) struct Thinker {
    jobs: Sender<Job>,
    thoughts: Receiver<(u64, Thought)>,
    /// The number of the job whose thoughts still count.
    number: u64,
    stop: Arc<AtomicBool>,
}

impl Thinker {
    /// A thread that looks up this folder of exact tables.
    pub(crate) fn new(tables: Option<&Path>) -> Thinker {
        let tables = tables.map(Path::to_owned);
        let (jobs, received) = mpsc::channel();
        let (answers, thoughts) = mpsc::channel();
        // Without a thread every question fails: the channel is closed.
        let _ = thread::Builder::new().stack_size(STACK).spawn(move || {
            work(&received, &answers, tables.as_deref());
        });
        Thinker { jobs, thoughts, number: 0, stop: Arc::new(AtomicBool::new(false)) }
    }

    /// Asks; whatever was asked before is forgotten.
    pub(crate) fn ask(&mut self, game: &Game, task: Task) {
        self.cancel();
        self.stop = Arc::new(AtomicBool::new(false));
        let job =
            Job { number: self.number, game: game.clone(), task, stop: Arc::clone(&self.stop) };
        // A thread that is gone is reported by `poll`.
        let _ = self.jobs.send(job);
    }

    /// Forgets what was asked.
    pub(crate) fn cancel(&mut self) {
        self.stop.store(true, Relaxed);
        self.number += 1;
    }

    /// Play with what has been found so far.
    pub(crate) fn hurry(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The next thought, if there is one.
    pub(crate) fn poll(&mut self) -> Option<Thought> {
        loop {
            match self.thoughts.try_recv() {
                Ok((number, thought)) if number == self.number => return Some(thought),
                Ok(_) => {}
                Err(mpsc::TryRecvError::Empty) => return None,
                Err(mpsc::TryRecvError::Disconnected) => {
                    return Some(Thought::Failed(STOPPED.to_owned()));
                }
            }
        }
    }

    /// Waits for the next thought.
    pub(crate) fn wait(&mut self) -> Thought {
        loop {
            match self.thoughts.recv() {
                Ok((number, thought)) if number == self.number => return thought,
                Ok(_) => {}
                Err(mpsc::RecvError) => return Thought::Failed(STOPPED.to_owned()),
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// The thread: one job after another until the asking side is gone.
fn work(jobs: &Receiver<Job>, answers: &Sender<(u64, Thought)>, tables: Option<&Path>) {
    let mut known: Option<(Variant, HashTable, Option<Oracle>)> = None;
    for job in jobs {
        if job.stop.load(Relaxed) {
            continue;
        }
        let send = |thought| drop(answers.send((job.number, thought)));
        let variant = job.game.variant();
        // What is known of one rule set is wrong for another.
        if known.as_ref().is_none_or(|(of, ..)| *of != variant) {
            // What is wrong with a table was reported before the game.
            let oracle = oracle(tables, variant, |_| {});
            known = HashTable::new(MEMORY).ok().map(|table| (variant, table, oracle));
        }
        let Some((_, table, oracle)) = &known else {
            send(Thought::Failed("no memory".to_owned()));
            continue;
        };
        // A mistake in the engine ends one search, not the game.
        if catch_unwind(AssertUnwindSafe(|| answer(&job, table, oracle.as_ref(), &send))).is_err() {
            known = None;
            send(Thought::Failed(STOPPED.to_owned()));
        }
    }
}

fn answer(job: &Job, table: &HashTable, oracle: Option<&Oracle>, send: &dyn Fn(Thought)) {
    let Job { game, stop, .. } = job;
    let began = Instant::now();
    let clock = || began.elapsed();
    let exact = oracle.map(|oracle| oracle as &dyn ExactValues);
    let ask = |limits| Ask { clock: &clock, exact, ..Ask::new(limits, table, stop) };
    let action = |action: Option<AnyAction>| {
        send(Thought::Action(action.map(|action| game.action_text(action))));
    };
    match job.task {
        Task::Level(level) => {
            action(game.choose(level, &ask(Limits::default()), &mut |n| fastrand::u32(..n)));
        }
        Task::Best(limits) => {
            let report = game.search(&ask(limits), &mut |_| {});
            action(report.map(|report| report.lines[0].line[0]));
        }
        Task::Value(limits) => {
            game.search(&ask(limits), &mut |report| {
                let best = &report.lines[0];
                let verdict = game.verdict_of(best.score);
                let (share, line) = (game.value(verdict), game.texts(&best.line));
                send(Thought::Value(Value { verdict, share, depth: report.depth, line }));
            });
        }
        #[cfg(test)]
        Task::Fail => panic!("asked to fail"),
    }
}

/// A good action without a long wait: what a hint is.
pub(crate) fn hint_limits() -> Limits {
    Limits { nodes: Some(60_000), time: Some(Duration::from_millis(1_500)), ..Limits::default() }
}

/// Enough for a bar beside the board.
pub(crate) fn value_limits() -> Limits {
    Limits { nodes: Some(1_500_000), time: Some(Duration::from_secs(8)), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_thought_about() {
        let mut thinker = Thinker::new(None);
        for id in rules::GameId::ALL {
            let mut game = Game::start(Variant::default_of(id));
            if game.status() == rules::Status::Chance {
                game.play("t3").unwrap();
            }
            for task in [
                Task::Level(Level::FIRST),
                Task::Best(Limits { nodes: Some(2_000), ..Limits::default() }),
            ] {
                thinker.ask(&game, task);
                let Thought::Action(Some(action)) = thinker.wait() else { panic!("{id}") };
                assert!(game.clone().play(&action).is_ok(), "{id}: {action}");
            }
            thinker.ask(&game, Task::Value(Limits { depth: Some(2), ..Limits::default() }));
            let Thought::Value(value) = thinker.wait() else { panic!("{id}") };
            assert!(value.depth >= 1 && !value.line.is_empty(), "{value:?}");
        }
    }

    #[test]
    fn a_question_can_be_taken_back() {
        let mut thinker = Thinker::new(None);
        let game = Game::start(Variant::default_of(rules::GameId::DRAUGHTS));
        thinker.ask(&game, Task::Best(Limits::default()));
        thinker.ask(&game, Task::Level(Level::FIRST));
        assert!(matches!(thinker.wait(), Thought::Action(Some(_))));
        assert_eq!(thinker.poll(), None);
        thinker.ask(&game, Task::Best(Limits::default()));
        thinker.hurry();
        // Hurried, not forgotten, unless the thread had not even begun.
        thread::sleep(Duration::from_millis(50));
        assert!(matches!(thinker.poll(), None | Some(Thought::Action(Some(_)))));
    }

    #[test]
    fn a_failed_search_is_reported_and_others_go_on() {
        let mut thinker = Thinker::new(None);
        let game = Game::start(Variant::default_of(rules::GameId::SEEGA));
        thinker.ask(&game, Task::Fail);
        assert!(matches!(thinker.wait(), Thought::Failed(_)));
        assert_eq!(thinker.poll(), None, "once");
        thinker.ask(&game, Task::Level(Level::FIRST));
        assert!(matches!(thinker.wait(), Thought::Action(Some(_))));
    }

    #[test]
    fn values_are_seen_from_first() {
        let position = "7b/8/8/8/3b4/2w5/5w2/6w1 w 1,0 0 0";
        let variant = rules::open("draughts", "").unwrap();
        let mut thinker = Thinker::new(None);
        for (text, verdict, share) in [
            (position, Verdict::Win(4), 1.0),
            ("1b6/2b5/5w2/4b3/8/8/8/w7 b 0,1 0 0", Verdict::Win(-4), 0.0),
        ] {
            let game = Game::from_position(variant, text).unwrap();
            thinker.ask(&game, Task::Value(Limits { nodes: Some(20_000), ..Limits::default() }));
            let mut last = None;
            while last.as_ref().is_none_or(|value: &Value| value.verdict != verdict) {
                let Thought::Value(value) = thinker.wait() else { panic!("{last:?}") };
                last = Some(value);
            }
            assert_eq!(last.map(|value| value.share), Some(share), "{text}");
        }
    }
}
