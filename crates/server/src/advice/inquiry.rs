//! A question to the engine about a position: what it finds is reported depth by depth, for as
//! long as the caller listens.

use std::time::Duration;

use engine::{Ask, Clock, ExactValues, Limits, Report, Searchable};
use rules::{AnyAction, Game, Status, Verdict};
use tables::Oracle;
use tokio::sync::watch;

use super::wire::{AnalysisOut, LineOut};
use crate::error::Error;
use crate::live::Live;
use crate::live::pool::{Class, Desk, Pool, Work};

/// So much of a line is reported.
const LONGEST_LINE: usize = 16;
/// What one account may have waiting and under way.
const MOST_QUESTIONS: usize = 4;
/// How often a place in the queue is read.
const CHECK_EVERY: Duration = Duration::from_millis(500);
/// The first round over all throws; each further one takes twice as long.
const FIRST_ROUND: Duration = Duration::from_millis(60);

/// What is asked.
pub(crate) struct Question {
    /// The position, with its past.
    pub(crate) game: Game,
    /// How many best lines.
    pub(crate) lines: usize,
    /// How long to look.
    pub(crate) time: Duration,
    /// How urgent it is.
    pub(crate) class: Class,
    /// For whom: the queue is fair among these.
    pub(crate) account: String,
}

/// What has been found so far.
#[derive(Clone, Debug)]
pub(crate) struct Findings {
    pub(crate) analysis: AnalysisOut,
    /// What the best line changes: groups of terms.
    pub(crate) why: Vec<(&'static str, i32)>,
}

/// A question that is being answered; dropping it ends the search.
pub(crate) struct Inquiry {
    pool: Pool,
    number: u64,
    findings: watch::Receiver<Findings>,
    reported: Option<usize>,
    begun: bool,
}

impl Drop for Inquiry {
    fn drop(&mut self) {
        self.pool.cancel(self.number);
    }
}

impl Inquiry {
    /// Asks.
    pub(crate) fn ask(live: &Live, question: Question) -> Result<Inquiry, Error> {
        let pool = live.pool().clone();
        let Question { game, lines, time, class, account } = question;
        if pool.asked_by(&account) >= MOST_QUESTIONS {
            return Err(Error::RateLimited);
        }
        let analysis = AnalysisOut {
            id: None,
            position: game.position(),
            depth: 0,
            nodes: 0,
            nps: 0,
            score: None,
            value: None,
            lines: Vec::new(),
            waiting: None,
            done: false,
        };
        let (results, findings) = watch::channel(Findings { analysis, why: Vec::new() });
        let oracle = live.oracle(game.variant());
        let work = Asked { game, oracle, lines, time, spent: Duration::ZERO, nodes: 0, results };
        let number = pool.submit(class, &account, Box::new(work));
        Ok(Inquiry { pool, number, findings, reported: None, begun: false })
    }

    /// The next news: something was found, or the place in the queue is another one. Not to be
    /// asked for after the last.
    ///
    /// # Errors
    /// The search failed.
    pub(crate) async fn next(&mut self) -> Result<Findings, Error> {
        loop {
            // At once at first: a caller who has to wait learns it.
            let wait = if self.begun { CHECK_EVERY } else { Duration::from_millis(20) };
            self.begun = true;
            match tokio::time::timeout(wait, self.findings.changed()).await {
                Ok(Ok(())) => {
                    self.reported = None;
                    return Ok(self.findings.borrow_and_update().clone());
                }
                Ok(Err(_)) => return Err(Error::EngineFailed),
                Err(_) => {
                    let place = self.pool.place(self.number).filter(|place| *place > 0);
                    if std::mem::replace(&mut self.reported, place) != place {
                        let mut findings = self.findings.borrow().clone();
                        findings.analysis.waiting = place;
                        return Ok(findings);
                    }
                }
            }
        }
    }

    /// What has been found, when all is done.
    pub(crate) async fn last(mut self) -> Result<Findings, Error> {
        while self.findings.changed().await.is_ok() {}
        let findings = self.findings.borrow().clone();
        if findings.analysis.done { Ok(findings) } else { Err(Error::EngineFailed) }
    }

    /// What has been found so far, as the last word.
    pub(crate) fn so_far(&self) -> AnalysisOut {
        let analysis = self.findings.borrow().analysis.clone();
        AnalysisOut { done: true, waiting: None, ..analysis }
    }
}

struct Asked {
    game: Game,
    oracle: Option<Oracle>,
    lines: usize,
    time: Duration,
    /// Time and positions of the turns at the desk before this one.
    spent: Duration,
    nodes: u64,
    results: watch::Sender<Findings>,
}

impl Work for Asked {
    fn run(&mut self, desk: &Desk<'_>) -> bool {
        if self.results.is_closed() {
            return false;
        }
        let finished = AtDesk { asked: self, desk }.run();
        self.spent += desk.elapsed();
        if finished || self.spent >= self.time {
            self.results.send_modify(|findings| findings.analysis.done = true);
            return false;
        }
        true
    }
}

struct AtDesk<'a> {
    asked: &'a mut Asked,
    desk: &'a Desk<'a>,
}

impl AtDesk<'_> {
    /// Works until time is up or it is stopped; true if there is nothing more to find out.
    fn run(self) -> bool {
        let game = &self.asked.game;
        match game.status() {
            Status::Over(_) => {
                let verdict = game.verdict();
                let value = game.value(verdict);
                self.asked.results.send_modify(|findings| {
                    findings.analysis.score = Some(verdict);
                    findings.analysis.value = Some(value);
                });
                true
            }
            Status::Chance => self.each_throw(),
            Status::ToAct(_) => self.search(),
        }
    }

    fn left(&self) -> Duration {
        self.asked.time.saturating_sub(self.asked.spent)
    }

    /// A question about a position that is to be searched for so long.
    fn ask<'a>(&'a self, game: &Game, time: Duration, clock: &'a dyn Clock) -> Ask<'a> {
        // A single action ends a search at once, but its value is asked for too.
        let infinite = game.actions().len() == 1;
        let limits = Limits { time: Some(time), infinite, ..Limits::default() };
        let Desk { table, stop, .. } = *self.desk;
        let exact = self.asked.oracle.as_ref().map(|oracle| oracle as &dyn ExactValues);
        Ask { lines: self.asked.lines, clock, exact, ..Ask::new(limits, table, stop) }
    }

    fn search(self) -> bool {
        let game = &self.asked.game;
        let mut most = 0;
        let clock = || self.desk.elapsed();
        let last = game.search(&self.ask(game, self.left(), &clock), &mut |report| {
            most = most.max(report.lines.len());
            self.found(report);
        });
        // A depth that was cut short may have fewer lines than the one before it.
        if let Some(last) = last {
            if last.lines.len() >= most {
                self.found(&last);
            }
            self.asked.nodes += last.nodes;
        }
        !self.desk.is_stopped()
    }

    fn found(&self, report: &Report<AnyAction>) {
        let game = &self.asked.game;
        let lines: Vec<LineOut> = report
            .lines
            .iter()
            .map(|root| {
                let score = game.verdict_of(root.score);
                let actions = &root.line[..root.line.len().min(LONGEST_LINE)];
                let exact = root.exact.is_some_and(|exact| !exact.is_bound());
                LineOut { score, value: game.value(score), exact, line: game.texts(actions) }
            })
            .collect();
        let why = game.explain(&report.lines[0].line);
        let why = why.iter().map(|one| (one.term, one.after - one.before)).collect();
        self.report(report.depth, report.nodes, lines, None, why);
    }

    /// Reports what was found, unless more had been found before a pause.
    fn report(
        &self,
        depth: u32,
        nodes: u64,
        lines: Vec<LineOut>,
        value: Option<f64>,
        why: Vec<(&'static str, i32)>,
    ) {
        let nodes = self.asked.nodes + nodes;
        let seconds = (self.asked.spent + self.desk.elapsed()).as_secs_f64();
        self.asked.results.send_if_modified(|findings| {
            let analysis = &mut findings.analysis;
            if depth < analysis.depth {
                return false;
            }
            (analysis.depth, analysis.nodes) = (depth, nodes);
            analysis.nps = (nodes as f64 / seconds.max(1e-3)) as u64;
            analysis.value = value.or(lines.first().map(|line| line.value));
            analysis.score = match value {
                None => lines.first().map(|line| line.score),
                // Scores of games with dice are expectations already.
                Some(value) => {
                    let cp = ((2.0 * value - 1.0) * 10_000.0).round() as i32;
                    Some(Verdict::Hundredths(cp))
                }
            };
            analysis.lines = lines;
            findings.why = why;
            true
        });
    }

    /// A throw is due: the best line behind each, in rounds that take longer and longer.
    fn each_throw(self) -> bool {
        let throws = Searchable::throws(&self.asked.game);
        let total: u32 = throws.iter().map(|(_, weight, _)| weight).sum();
        let mut round = FIRST_ROUND;
        let mut nodes = 0;
        while self.desk.elapsed() < self.left() {
            let left = self.left().saturating_sub(self.desk.elapsed());
            let share = round.min(left) / throws.len() as u32;
            let (mut lines, mut value, mut depth) = (Vec::new(), 0.0, None);
            for (throw, weight, next) in &throws {
                let mut line = vec![(*throw).to_owned()];
                let began = self.desk.elapsed();
                let clock = || self.desk.elapsed().saturating_sub(began);
                let ask = Ask { lines: 1, ..self.ask(next, share, &clock) };
                let mut exact = false;
                let score = match next.search(&ask, &mut |_| {}) {
                    Some(report) => {
                        nodes += report.nodes;
                        depth = Some(report.depth.min(depth.unwrap_or(u32::MAX)));
                        let root = &report.lines[0];
                        exact = root.exact.is_some_and(|exact| !exact.is_bound());
                        line.extend(next.texts(&root.line));
                        next.verdict_of(root.score)
                    }
                    // Over, or another throw is due: the evaluation stands before a throw.
                    None => next.verdict(),
                };
                if self.desk.is_stopped() {
                    self.asked.nodes += nodes;
                    return false;
                }
                let worth = next.value(score);
                value += worth * f64::from(*weight) / f64::from(total);
                lines.push(LineOut { score, value: worth, exact, line });
            }
            self.report(depth.unwrap_or(0), nodes, lines, Some(value), Vec::new());
            if depth.is_none() {
                // No throw leaves a choice: another round would find the same.
                break;
            }
            // Searches that end before their share make rounds short and many.
            round = round.saturating_mul(2);
        }
        self.asked.nodes += nodes;
        true
    }
}
