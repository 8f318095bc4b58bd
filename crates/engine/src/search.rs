//! One question to the engine: deepening, limits, several lines, several workers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rules::{Line, Side, Status};

use crate::busy::{Busy, THREADED};
use crate::eval::{evaluate, evaluate_for_side, legal_way};
use crate::node::{MOST_PLIES, UNTAINTED, Window};
use crate::order::{Candidates, Ordering};
use crate::path::Path;
use crate::score::{FORCED, INFINITE, WON};
use crate::tuning::{
    ASPIRATION_DEPTH, ASPIRATION_LARGEST, ASPIRATION_MARGIN, ASPIRATION_WIDENING, CHECK_EVERY,
    PRUNING_FROM, SHARING_DEPTH, SOLVER_LEAST, SOLVER_PRICE,
};
use crate::{Evaluate, Exact, ExactValues, HashTable, Score, exact, sort_short};

/// Time since the question was asked. The engine has no clock of its own.
pub trait Clock: Sync {
    /// How long ago it was asked.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// When to stop. Without any limit a search goes on until it is told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// So many actions ahead.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Never longer than this.
    pub time: Option<Duration>,
    /// No new depth is begun after this.
    pub soft_time: Option<Duration>,
    /// Whether to look on although there is but one action, or a win is found.
    pub infinite: bool,
}

impl Limits {
    /// Exactly so much time an action.
    #[must_use]
    pub fn per_action(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A share of a clock that has `left` on it and gains `increment` with every turn.
    #[must_use]
    pub fn clock(left: Duration, increment: Duration) -> Limits {
        let usable = left.saturating_sub(Duration::from_millis(30));
        let share = usable / 28 + increment * 3 / 4;
        let most = (usable / 3).max(Duration::from_millis(1));
        Limits {
            soft_time: Some((share / 2).min(most)),
            time: Some((share * 3).min(most)),
            ..Limits::default()
        }
    }
}

/// One of the best lines, as far as a depth has been searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Root<A> {
    /// The line; its first action is the one to play.
    pub line: Vec<A>,
    /// Its value for the side to act.
    pub score: Score,
    /// The value by tables, if they have decided.
    pub exact: Option<Exact>,
}

/// What is reported after every finished depth, best line first.
#[derive(Clone, Debug)]
pub struct Report<A> {
    /// Actions ahead.
    pub depth: u32,
    /// The best lines.
    pub lines: Vec<Root<A>>,
    /// Positions looked at, by all workers.
    pub nodes: u64,
    /// Time since the question was asked.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub table_permille: usize,
}

/// A question: what to play here? Shared by all workers that answer it.
pub(crate) struct Search<'a, P: Evaluate> {
    line: &'a Line<P>,
    table: &'a HashTable,
    limits: Limits,
    clock: &'a dyn Clock,
    lines: usize,
    stop: &'a AtomicBool,
    exact: Option<&'a dyn ExactValues>,
    /// The first worker is done: the others may go home.
    done: AtomicBool,
    nodes: AtomicU64,
    /// What the workers are at, if there are several.
    busy: OnceLock<Busy>,
}

impl<'a, P: Evaluate> Search<'a, P> {
    /// Asks for the best `lines` lines; raising `stop` ends the search at any time. The search does
    /// not raise it: one flag can stop a run of searches.
    pub(crate) fn new(
        line: &'a Line<P>,
        table: &'a HashTable,
        limits: Limits,
        lines: usize,
        clock: &'a dyn Clock,
        stop: &'a AtomicBool,
    ) -> Search<'a, P> {
        table.next_generation();
        let (done, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let (lines, exact, busy) = (lines.max(1), None, OnceLock::new());
        Search { line, table, limits, clock, lines, stop, exact, done, nodes, busy }
    }

    /// With tables of exact values, if there are any.
    pub(crate) fn with(self, exact: Option<&'a dyn ExactValues>) -> Search<'a, P> {
        Search { exact, ..self }
    }

    /// The first worker: reports every depth, and gives the last report when a limit is reached.
    /// None if no side is to act.
    pub(crate) fn run(
        &self,
        report: &mut dyn FnMut(&Report<P::Action>),
    ) -> Option<Report<P::Action>> {
        let last = Worker::new(self).deepen(0, report);
        self.done.store(true, Relaxed);
        last
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.done.load(Relaxed)
    }

    /// A further worker, to be run on another thread: helps by filling the table, until the first
    /// worker is done. `number` is 1, 2, …
    pub(crate) fn help(&self, number: usize) {
        if THREADED {
            self.busy.get_or_init(Busy::new);
        }
        Worker::new(self).deepen(number, &mut |_| {});
    }
}

/// One thread's part of a search.
pub(crate) struct Worker<'a, P: Evaluate> {
    search: &'a Search<'a, P>,
    pub(crate) table: &'a HashTable,
    exact: Option<&'a dyn ExactValues>,
    pub(crate) order: Ordering<P>,
    /// All candidates of the nodes on the way down, node behind node.
    pub(crate) stack: Candidates<P::Action>,
    pub(crate) path: Path,
    /// The smallest ply of the path that the score returned last depends on through a repetition;
    /// such scores hold on this path only and stay out of the table.
    pub(crate) taint: i32,
    pub(crate) pv: Vec<Vec<P::Action>>,
    pub(crate) stopped: bool,
    /// Whether shallow positions may be pruned by judgement.
    pub(crate) prunes: bool,
    /// Within a line in which a turn was handed over: not again.
    pub(crate) passing: bool,
    nodes: u64,
    unshared: u64,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    fn new(search: &'a Search<'a, P>) -> Worker<'a, P> {
        // The position at hand is looked for among its predecessors, not itself.
        let keys = search.line.history().keys();
        let before = keys.len().saturating_sub(usize::from(search.line.position().at_turn_start()));
        Worker {
            search,
            table: search.table,
            exact: search.exact,
            order: Ordering::new(MOST_PLIES),
            stack: Candidates::new(),
            path: Path::new(&keys[..before]),
            taint: UNTAINTED,
            pv: vec![Vec::new(); MOST_PLIES + 1],
            stopped: false,
            prunes: false,
            passing: false,
            nodes: 0,
            unshared: 0,
        }
    }

    /// Counts a position; true if the search has to end.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        // A node may ask again before it sees that the search has ended.
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.unshared += 1;
        if self.search.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = true;
        } else if self.unshared >= CHECK_EVERY {
            self.share_nodes();
            let late =
                self.search.limits.time.is_some_and(|most| self.search.clock.elapsed() >= most);
            self.stopped |= late || self.search.is_stopped();
        }
        self.stopped
    }

    /// The tables, if there are any.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&'a dyn ExactValues> {
        if cfg!(feature = "tables") { self.exact } else { None }
    }

    /// What the other workers are at, where it is worth asking. Not where late actions are left out:
    /// one that was put off would be late.
    #[inline]
    pub(crate) fn busy(&self, depth: i32) -> Option<&'a Busy> {
        let shares = THREADED && depth >= SHARING_DEPTH && depth > P::TUNING.late_depth;
        if shares { self.search.busy.get() } else { None }
    }

    fn share_nodes(&mut self) {
        self.search.nodes.fetch_add(self.unshared, Relaxed);
        self.unshared = 0;
    }

    fn deepen(
        &mut self,
        number: usize,
        report: &mut dyn FnMut(&Report<P::Action>),
    ) -> Option<Report<P::Action>> {
        let position = self.search.line.position();
        if !matches!(self.search.line.status(), Status::ToAct(_)) {
            return None;
        }
        let limits = self.search.limits;
        if number == 0
            && let Some(last) = self.exact_report(position)
        {
            report(&last);
            return Some(last);
        }
        let advised = match self.tables() {
            Some(exact) if number == 0 => exact::advised(exact, position),
            _ => None,
        };
        if self.search.lines == 1
            && let Some(root) = &advised
        {
            let last = self.report(1, vec![root.clone()]);
            report(&last);
            return Some(last);
        }
        // Who asks for a depth, asks for a search.
        if number == 0
            && limits.depth.is_none()
            && (self.search.lines == 1 || position.settled().is_some())
            && let Some(last) = self.alone(position)
        {
            report(&last);
            return Some(last);
        }
        let deepest = limits.depth.unwrap_or_else(|| position.horizon());
        let deepest = deepest.clamp(1, MOST_PLIES as u32 / 2);
        let mut roots = self.roots(position);
        // What is proven is not searched: it stands before all other lines.
        roots.retain(|root| !advised.iter().any(|advised| advised.line[0] == root.action));
        if roots.is_empty() {
            return advised.map(|root| self.report(1, vec![root]));
        }
        let proven = usize::from(advised.is_some());
        let wanted = (self.search.lines - proven.min(self.search.lines - 1)).min(roots.len());
        let mut last = self.first_report(&roots);
        for depth in 1..=deepest {
            let found = self.one_depth(position, &mut roots, depth, wanted);
            self.share_nodes();
            if found > 0 {
                // A depth that was cut short counts as far as it is better founded: its first
                // line was searched to the end.
                let found_lines = roots[..found].iter().map(|root| root.root.clone());
                let mut lines: Vec<_> = advised.iter().cloned().chain(found_lines).collect();
                // The lines that it did not come to stand as the depth before has left them.
                for old in last.lines {
                    let known = lines.iter().any(|line| line.line[0] == old.line[0]);
                    if !known && lines.len() < proven + wanted {
                        lines.push(old);
                    }
                }
                last = self.report(depth, lines);
                if !self.stopped || found == wanted {
                    report(&last);
                }
            }
            if self.stopped || (!limits.infinite && self.is_enough(&last, roots.len())) {
                break;
            }
        }
        Some(last)
    }

    /// What the tables know, if they know what every action leads to.
    fn exact_report(&self, position: &P) -> Option<Report<P::Action>> {
        let lines = exact::lines(self.tables()?, position, self.search.lines)?;
        Some(self.report(lines[0].line.len() as u32, lines))
    }

    fn report(&self, depth: u32, lines: Vec<Root<P::Action>>) -> Report<P::Action> {
        Report {
            depth,
            lines,
            nodes: self.search.nodes.load(Relaxed),
            elapsed: self.search.clock.elapsed(),
            table_permille: self.table.permille_used(),
        }
    }

    /// The way to the end where no opponent interferes, in place of a search against an opponent.
    fn alone(&mut self, position: &P) -> Option<Report<P::Action>> {
        let search = self.search;
        let most =
            search.limits.nodes.map_or(u64::MAX, |nodes| (nodes / SOLVER_PRICE).max(SOLVER_LEAST));
        let time = search.limits.soft_time.or(search.limits.time);
        let mut looked_at = 0;
        let line = legal_way(position, &mut |nodes| {
            looked_at = nodes;
            let late = time.is_some_and(|most| search.clock.elapsed() >= most / 2);
            nodes < most && !late && !search.is_stopped()
        })?;
        self.nodes += looked_at * SOLVER_PRICE;
        self.unshared += looked_at * SOLVER_PRICE;
        self.share_nodes();
        let score = match position.settled() {
            Some(winner) if winner == position.side() => Score(WON),
            Some(_) => Score(-WON),
            None => Score(evaluate_for_side(position)),
        };
        Some(Report {
            depth: line.len() as u32,
            lines: vec![Root { line, score, exact: None }],
            nodes: search.nodes.load(Relaxed),
            elapsed: search.clock.elapsed(),
            table_permille: self.table.permille_used(),
        })
    }

    /// Nothing more to find out: a single action, a win as near as the depth can tell, or no time
    /// for another depth.
    fn is_enough(&self, last: &Report<P::Action>, actions: usize) -> bool {
        let limits = self.search.limits;
        let late = limits.soft_time.is_some_and(|soft| self.search.clock.elapsed() >= soft);
        let timed = limits.time.is_some() || limits.soft_time.is_some();
        let decided = last.lines[0].score.0.abs() > FORCED
            && last.lines[0].score.win_in().is_some_and(|n| (n.unsigned_abs() * 4) < last.depth);
        late || (timed && actions == 1) || (self.search.lines == 1 && decided)
    }

    fn roots(&self, position: &P) -> Vec<RootAction<P::Action>> {
        let mut candidates = Candidates::new();
        let known = self.table.probe(position.search_key()).and_then(|known| known.best);
        self.order.candidates(position, &mut candidates, 0, known, None);
        let root = |action| RootAction {
            action,
            root: Root { line: vec![action], score: Score(-INFINITE), exact: None },
        };
        (0..candidates.len()).map(|_| root(candidates.next(0).0)).collect()
    }

    /// What to say if not even one depth could be finished.
    fn first_report(&self, roots: &[RootAction<P::Action>]) -> Report<P::Action> {
        let line = Root { line: vec![roots[0].action], score: Score(0), exact: None };
        Report { depth: 0, lines: vec![line], nodes: 0, elapsed: Duration::ZERO, table_permille: 0 }
    }

    /// Searches the root to one depth, line by line; tells how many lines were found. The roots
    /// are left with those in front, best first.
    fn one_depth(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: u32,
        wanted: usize,
    ) -> usize {
        self.prunes = depth >= PRUNING_FROM;
        for rank in 0..wanted {
            let guess = roots[rank].root.score.0;
            let mut margin = ASPIRATION_MARGIN;
            let (mut alpha, mut beta) = (-INFINITE, INFINITE);
            if depth >= ASPIRATION_DEPTH && guess.abs() < FORCED && !P::CHANCE {
                (alpha, beta) = (guess - margin, guess + margin);
            }
            loop {
                let best = self.root_node(position, &mut roots[rank..], depth, alpha, beta);
                if self.stopped {
                    // The first action of the depth was searched to the end: it may stand.
                    return if best > alpha { rank + 1 } else { rank };
                }
                margin *= ASPIRATION_WIDENING;
                if best <= alpha {
                    alpha = if margin > ASPIRATION_LARGEST { -INFINITE } else { best - margin };
                } else if best >= beta {
                    beta = if margin > ASPIRATION_LARGEST { INFINITE } else { best + margin };
                } else {
                    break;
                }
            }
        }
        // Lines found later may turn out to be better than those before.
        sort_short(&mut roots[..wanted], |root| -i64::from(root.root.score.0));
        wanted
    }

    /// Alpha-beta over the root's actions; the best one is brought to the front.
    fn root_node(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -INFINITE;
        let at_start = P::REPETITION && position.at_turn_start();
        if at_start {
            self.path.push(position.key(), 0);
        }
        let busy = self.busy(depth as i32);
        let depth = depth as i32 - 1;
        let (mut picked, mut tried) = (0, 0);
        while tried < roots.len() {
            let action = roots[tried].action;
            let mut child = position.clone();
            child.play(action);
            picked += 1;
            let key = busy.map_or(0, |_| child.search_key());
            if tried > 0 && picked <= roots.len() && busy.is_some_and(|busy| busy.is_at(key)) {
                roots[tried..].rotate_left(1);
                continue;
            }
            let mark = busy.map(|busy| busy.mark(key));
            let changed = child.side() != position.side();
            let window =
                Window { alpha, beta, depth, ply: 0, turn: 0, previous: Some(P::slot(action)) };
            let ask = |worker: &mut Self, alpha, beta, depth| {
                let score = worker.node(&child, window.child(alpha, beta, depth, changed));
                if changed { -score } else { score }
            };
            let score = if tried == 0 {
                ask(self, alpha, beta, depth)
            } else {
                let reduces = P::TUNING.reduces_root && self.prunes;
                let less =
                    if reduces { self.reduction(position, action, tried, depth, true) } else { 0 };
                let mut score = ask(self, alpha, alpha + 1, depth - less);
                if score > alpha && less > 0 {
                    score = ask(self, alpha, alpha + 1, depth);
                }
                if score > alpha && score < beta {
                    score = ask(self, alpha, beta, depth);
                }
                score
            };
            drop(mark);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                roots[tried].root.score = Score(score);
                if score > alpha || tried == 0 {
                    let line = &mut roots[tried].root.line;
                    line.clear();
                    line.push(action);
                    line.extend_from_slice(&self.pv[1]);
                    roots[..=tried].rotate_right(1);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
            tried += 1;
        }
        if at_start {
            self.path.pop();
        }
        best
    }
}

struct RootAction<A> {
    action: A,
    root: Root<A>,
}

/// The action after which the evaluation is best: a player who looks one action ahead. After an
/// action of the same side's turn the evaluation is still the actor's.
pub(crate) fn greedy<P: Evaluate>(position: &P) -> Option<P::Action> {
    let sign = if position.side() == Side::First { 1 } else { -1 };
    let mut best = None;
    let mut best_value = i32::MIN;
    position.for_each_action(|action| {
        let mut next = position.clone();
        next.play(action);
        let value = match next.status() {
            Status::Over(outcome) => match outcome.winner {
                None => 0,
                Some(winner) if winner == position.side() => INFINITE,
                Some(_) => -INFINITE,
            },
            Status::ToAct(_) | Status::Chance => sign * evaluate(&next),
        };
        if value > best_value {
            (best, best_value) = (Some(action), value);
        }
    });
    best
}
