//! `go`: what is asked, and the thread that answers it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use arena::Threads;
use engine::{Ask, ExactValues, HashTable, Level, Limits, Report, Searchable};
use rules::{AnyAction, Game, Side, with_line};
use tables::Oracle;
use text::Text;

use super::options::Options;
use super::say;
use crate::search::{oracle, stoppable_perft};

/// Deeper than any count could finish.
const DEEPEST_PERFT: u64 = 100;

/// What `go` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// To be answered only after `stop`.
    pub(super) infinite: bool,
    /// The opponent is to act on the move before: its limits count from `ponderhit`.
    pub(super) ponder: bool,
    pub(super) perft: Option<u32>,
}

impl Go {
    /// Reads the words behind `go`; those that make no sense are passed over. Without any limit it
    /// is infinite.
    pub(super) fn read(words: &[&str], side: Side) -> Go {
        let mut go = Go::default();
        let mut clocks = [None; 2];
        let mut gains = [Duration::ZERO; 2];
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if *word == "infinite" {
                go.infinite = true;
                continue;
            }
            if *word == "ponder" {
                go.ponder = true;
                continue;
            }
            // A clock may be below zero: that is no time.
            let Some(number) = words.peek().and_then(|word| word.parse::<i64>().ok()) else {
                continue;
            };
            let number = u64::try_from(number).unwrap_or(0);
            let time = Duration::from_millis(number);
            match *word {
                "movetime" => go.limits.time = Some(time),
                "nodes" => go.limits.nodes = Some(number),
                "depth" => go.limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
                "p1time" => clocks[0] = Some(time),
                "p2time" => clocks[1] = Some(time),
                "p1inc" => gains[0] = time,
                "p2inc" => gains[1] = time,
                "perft" => go.perft = Some(number.min(DEEPEST_PERFT) as u32),
                _ => continue,
            }
            words.next();
        }
        let mine = side.index();
        if let Some(left) = clocks[mine].or(clocks[1 - mine]) {
            let share = Limits::clock(left, gains[mine]);
            go.limits.soft_time = share.soft_time;
            go.limits.time = match (go.limits.time, share.time) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        go.infinite |= go.limits == Limits::default() && go.perft.is_none();
        go.ponder &= go.perft.is_none();
        if go.infinite {
            go.limits = Limits { infinite: true, ..Limits::default() };
        }
        go
    }
}

/// A search with everything that it needs.
pub(super) struct Job {
    pub(super) game: Game,
    pub(super) go: Go,
    pub(super) options: Options,
    pub(super) table: Arc<HashTable>,
    pub(super) stop: Arc<AtomicBool>,
    /// Ends the part of a search that goes on while the opponent thinks.
    pub(super) ponder_stop: Arc<AtomicBool>,
    pub(super) began: Instant,
    /// Closed when an infinite search may answer; a message is `ponderhit`.
    pub(super) released: Receiver<()>,
    pub(super) text: &'static Text,
}

impl Job {
    /// Searches and answers. Whatever happens, there is one `bestmove` at the end.
    pub(super) fn run(mut self) {
        let answer = catch_unwind(AssertUnwindSafe(|| {
            if self.go.ponder
                && let Some(best) = self.ponder()
            {
                return Some(best);
            }
            self.answer()
        }));
        let best = answer.unwrap_or_else(|_| {
            // A legal action is better than none.
            let _ = say(&format!("info string error {}", self.text.message("ugi-failed", &[])));
            self.game.choices().into_iter().next().map(|choice| choice.text)
        });
        if self.go.infinite {
            let _ = self.released.recv();
        }
        // If the receiver is gone, the loop finds out by itself.
        let _ = say(&format!("bestmove {}", best.as_deref().unwrap_or("none")));
    }

    /// Searches until `stop`, which it answers, or `ponderhit`: then the real search begins, which
    /// finds in the table what this one knows.
    fn ponder(&mut self) -> Option<String> {
        let best = match self.options.level {
            // A level has its own limits: there is nothing to prepare.
            Some(_) => None,
            None => {
                let limits = Limits { infinite: true, ..Limits::default() };
                self.search(limits, &self.ponder_stop)
            }
        };
        let hit = self.released.recv().is_ok();
        self.began = Instant::now();
        best.filter(|_| !hit)
    }

    /// The text of the action to play; none if something was counted.
    fn answer(&self) -> Option<String> {
        if let Some(depth) = self.go.perft {
            self.perft(depth);
            return None;
        }
        self.search(self.go.limits, &self.stop)
    }

    fn search(&self, limits: Limits, stop: &AtomicBool) -> Option<String> {
        let began = self.began;
        let clock = || began.elapsed();
        let helpers = Threads { count: self.options.threads, stop };
        let oracle = self.oracle();
        let ask = Ask {
            lines: self.options.lines,
            clock: &clock,
            helpers: &helpers,
            exact: oracle.as_ref().map(|oracle| oracle as &dyn ExactValues),
            ..Ask::new(limits, &self.table, stop)
        };
        let action = match self.options.level {
            Some(level) => self.at_level(level, ask),
            None => {
                let last = self.game.search(&ask, &mut |report| {
                    // Without a reader the search has no purpose.
                    if self.report(report).is_err() {
                        stop.store(true, Relaxed);
                    }
                });
                last.map(|last| last.lines[0].line[0])
            }
        };
        action.map(|action| self.game.action_text(action))
    }

    /// The exact tables of these rules, if there is a folder of them. One that is damaged is named,
    /// and the search goes on without.
    fn oracle(&self) -> Option<Oracle> {
        let folder = Some(&self.options.tables).filter(|folder| !folder.is_empty());
        oracle(folder.map(Path::new), self.options.variant, |error| {
            let _ = say(&format!("info string error {error}"));
        })
    }

    fn perft(&self, depth: u32) {
        let nodes =
            with_line!(&self.game, line => stoppable_perft(line.position(), depth, &self.stop));
        let _ = match nodes {
            None => say("nodes none"),
            Some(nodes) => {
                let (speed, time) = speed(nodes, self.began.elapsed());
                say(&format!("info depth {depth} nodes {nodes} nps {speed} time {time}"))
                    .and_then(|()| say(&format!("nodes {nodes}")))
            }
        };
    }

    /// The level's choice; a time limit can only cut it short.
    fn at_level(&self, level: Level, ask: Ask<'_>) -> Option<AnyAction> {
        let mut rng = match self.options.seed {
            0 => fastrand::Rng::new(),
            seed => fastrand::Rng::with_seed(seed ^ self.game.key()),
        };
        let time = ask.limits.soft_time.or(ask.limits.time);
        let ask = Ask { limits: Limits { time, ..Limits::default() }, ..ask };
        self.game.choose(level, &ask, &mut |most| rng.u32(..most))
    }

    fn report(&self, report: &Report<AnyAction>) -> io::Result<()> {
        let (speed, time) = speed(report.nodes, report.elapsed);
        for (index, root) in report.lines.iter().enumerate() {
            say(&format!(
                "info depth {} multipv {} score {}{} nodes {} nps {speed} time {time} hashfull {} \
                 pv {}",
                report.depth,
                index + 1,
                root.score,
                match root.exact {
                    Some(exact) if exact.is_bound() => " proven",
                    Some(_) => " exact",
                    None => "",
                },
                report.nodes,
                report.table_permille,
                self.game.texts(&root.line).join(" ")
            ))?;
        }
        Ok(())
    }
}

/// Nodes a second, and milliseconds.
fn speed(nodes: u64, elapsed: Duration) -> (u64, u128) {
    ((nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64, elapsed.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, side: Side) -> Go {
        Go::read(&line.split_whitespace().collect::<Vec<_>>(), side)
    }

    #[test]
    fn limits_are_read_and_nonsense_is_passed_over() {
        let go = read("nodes 500 wonder depth x movetime 20", Side::First);
        let time = Some(Duration::from_millis(20));
        assert_eq!(go.limits, Limits { nodes: Some(500), time, ..Limits::default() });
        assert!(!go.infinite);
    }

    #[test]
    fn without_a_limit_it_is_infinite() {
        assert!(read("", Side::First).infinite);
        assert!(read("depth", Side::First).infinite);
        assert!(read("nodes 10 infinite", Side::First).limits.nodes.is_none());
    }

    #[test]
    fn each_side_has_its_clock() {
        let words = "p1time 60000 p2time 1000 p1inc 0 p2inc 100";
        let (first, second) = (read(words, Side::First), read(words, Side::Second));
        assert!(first.limits.time > second.limits.time);
        assert!(second.limits.time.unwrap() < Duration::from_millis(500));
        assert!(read("p1time -20", Side::First).limits.time.is_some());
        assert!(!read("p1time 100", Side::Second).infinite);
    }
}
