//! The engine on a thread of its own: asked for an action or for a position's value, never waited
//! for by the screen.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Evaluate, Level, Limits, Report, Score, Search, Table, VisitEvaluate, choose};
use rules::record::Eval;
use rules::{Game, Line, Side, Variant};

use crate::search::{STACK, texts, typed};

/// Megabytes of memory for what has been searched.
const MEMORY: usize = 16;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Task {
    /// An action as a level plays it.
    Level(Level),
    /// The best action within limits.
    Best(Limits),
    /// The position's value, reported again and again.
    Value(Limits),
}

/// What comes back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Thought {
    /// The action to play; none if no side is to act.
    Action(Option<String>),
    /// What the position is worth so far.
    Value(Value),
    /// The thread has come to grief: there will be no answers.
    Gone,
}

/// A position's value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Value {
    /// From first's side.
    pub(crate) eval: Eval,
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
    pub(crate) fn new() -> Thinker {
        let (jobs, received) = mpsc::channel();
        let (answers, thoughts) = mpsc::channel();
        // Without a thread every answer is `Gone`: the channel is closed.
        let _ = thread::Builder::new().stack_size(STACK).spawn(move || work(&received, &answers));
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
                Err(mpsc::TryRecvError::Disconnected) => return Some(Thought::Gone),
            }
        }
    }

    /// Waits for the next thought.
    pub(crate) fn wait(&mut self) -> Thought {
        loop {
            match self.thoughts.recv() {
                Ok((number, thought)) if number == self.number => return thought,
                Ok(_) => {}
                Err(mpsc::RecvError) => return Thought::Gone,
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
fn work(jobs: &Receiver<Job>, answers: &Sender<(u64, Thought)>) {
    let mut known: Option<(Variant, Table)> = None;
    for job in jobs {
        if job.stop.load(Relaxed) {
            continue;
        }
        let variant = job.game.variant();
        // What is known of one rule set is wrong for another.
        if known.as_ref().is_none_or(|(of, _)| *of != variant) {
            known = Some((variant, Table::new(MEMORY)));
        }
        let Some((_, table)) = &known else { continue };
        engine::dispatch(variant.game, Answer { job: &job, table, answers });
    }
}

struct Answer<'a> {
    job: &'a Job,
    table: &'a Table,
    answers: &'a Sender<(u64, Thought)>,
}

impl VisitEvaluate for Answer<'_> {
    type Out = ();

    fn visit<P: Evaluate>(self) {
        let line: Line<P> = typed(&self.job.game);
        let began = Instant::now();
        let clock = || began.elapsed();
        let stop = &*self.job.stop;
        let send = |thought| drop(self.answers.send((self.job.number, thought)));
        let text = |action: P::Action| line.position().action_text(action);
        match self.job.task {
            Task::Level(level) => {
                let action = choose(&line, level, self.table, &clock, stop, |n| fastrand::u32(..n));
                send(Thought::Action(action.map(text)));
            }
            Task::Best(limits) => {
                let report = Search::new(&line, self.table, limits, 1, &clock, stop).run(|_| {});
                let best = report.and_then(|report| report.lines[0].line.first().copied());
                send(Thought::Action(best.map(text)));
            }
            Task::Value(limits) => {
                let value = |report: &Report<P::Action>| {
                    let best = &report.lines[0];
                    let eval = from_first(best.score, line.position().side());
                    send(Thought::Value(Value {
                        eval,
                        depth: report.depth,
                        line: texts(&line, &best.line),
                    }));
                };
                Search::new(&line, self.table, limits, 1, &clock, stop).run(value);
            }
        }
    }
}

/// A score of the side to act as first sees it.
fn from_first(score: Score, side: Side) -> Eval {
    let sign = if side == Side::First { 1 } else { -1 };
    match score.win_in() {
        Some(turns) => Eval::Win(sign * turns),
        None => Eval::Hundredths(sign * score.0),
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
        let mut thinker = Thinker::new();
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
        let mut thinker = Thinker::new();
        let game = Game::start(Variant::default_of(rules::GameId::Draughts));
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
    fn scores_are_seen_from_first() {
        assert_eq!(from_first(Score(35), Side::Second), Eval::Hundredths(-35));
        assert_eq!(from_first(Score(29_999), Side::First), Eval::Win(1));
        assert_eq!(from_first(Score(29_999), Side::Second), Eval::Win(-1));
    }
}
