//! Alpha-beta at one position: the table, the actions in order, reductions; and the quiet end.

use rules::{Outcome, Position, Status};

use crate::Evaluate;
use crate::eval::{CHANCE_WIN, Liveliness, evaluate_for_side, judge_for_side};
use crate::hash_table::{Bound, Known};
use crate::score::{FORCED, INFINITE, WON};
use crate::search::Worker;
use crate::tuning::{
    HISTORY_A_PLY, PASSING_DEPTH, PLY, REDUCTION_DEPTH, UNKNOWN_DEPTH, passing_reduction,
};

/// Deeper than any search goes.
pub(crate) const MOST_PLIES: usize = 200;

/// No dependence on the path: see [`Worker::taint`].
pub(crate) const UNTAINTED: i32 = i32::MAX;

/// What is asked about a position.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Actions still to look ahead.
    pub(crate) depth: i32,
    /// Actions and throws since the root.
    pub(crate) ply: usize,
    /// Changes of the side to act since the root: what wins are counted by.
    pub(crate) turn: i32,
    /// The slot of the action before.
    pub(crate) previous: Option<usize>,
}

impl Window {
    /// The question about a child, seen by the side to act there.
    pub(crate) fn child(self, alpha: i32, beta: i32, depth: i32, changed: bool) -> Window {
        let (alpha, beta) = if changed { (-beta, -alpha) } else { (alpha, beta) };
        let turn = self.turn + i32::from(changed);
        Window { alpha, beta, depth, ply: self.ply + 1, turn, ..self }
    }
}

/// The value of an ended game for the side that the position shows.
pub(crate) fn outcome_score<P: Position>(
    position: &P,
    outcome: &Outcome,
    chance: bool,
    turn: i32,
) -> i32 {
    let win = if chance { CHANCE_WIN } else { WON - turn };
    match outcome.winner {
        None => 0,
        Some(winner) if winner == position.side() => win,
        Some(_) => -win,
    }
}

/// Wins count from the root in the search, from the position in the table.
fn to_table(score: i32, turn: i32) -> i32 {
    match score {
        s if s > FORCED => s + turn,
        s if s < -FORCED => s - turn,
        s => s,
    }
}

fn from_table(score: i32, turn: i32) -> i32 {
    match score {
        s if s > FORCED => s - turn,
        s if s < -FORCED => s + turn,
        s => s,
    }
}

/// The evaluation, if it is so far above beta that a shallow search will hardly fall below: what
/// the table knows corrects it.
#[inline]
fn far_ahead<P: Evaluate>(position: &P, window: Window, known: Option<Known>) -> Option<i32> {
    if P::TUNING.ahead_depth == 0 || window.depth > P::TUNING.ahead_depth {
        return None;
    }
    let (lively, value) = judge_for_side(position);
    let value = match known {
        _ if lively == Liveliness::Forced => return None,
        Some(known) if known.score.abs() < FORCED => match known.bound {
            Bound::Exact => known.score,
            Bound::Lower => value.max(known.score),
            Bound::Upper => value.min(known.score),
        },
        _ => value,
    };
    (value - P::TUNING.ahead_margin * window.depth >= window.beta).then_some(value)
}

impl<P: Evaluate> Worker<'_, P> {
    /// The value of a position for its side to act, within the window.
    pub(crate) fn node(&mut self, position: &P, window: Window) -> i32 {
        self.taint = UNTAINTED;
        self.pv[window.ply].clear();
        if self.count_node() {
            return 0;
        }
        match position.status() {
            Status::Over(outcome) => {
                return outcome_score(position, &outcome, P::CHANCE, window.turn);
            }
            Status::Chance => {
                let known = self.look_up(position, window.turn);
                return known.unwrap_or_else(|| self.chance_node(position, window));
            }
            Status::ToAct(_) => {
                if let Some(score) = self.look_up(position, window.turn) {
                    return score;
                }
            }
        }
        if let Some(winner) = position.settled() {
            let win = WON - window.turn;
            return if winner == position.side() { win } else { -win };
        }
        if window.ply >= MOST_PLIES - 1 {
            return evaluate_for_side(position);
        }
        let at_turn_start = P::REPETITION && position.at_turn_start();
        if at_turn_start
            && let Some(ply) = self.path.repetition(position.key(), || position.reversible())
        {
            self.taint = ply;
            return 0;
        }
        if window.depth <= 0 {
            return self.quiet_node(position, window);
        }
        if at_turn_start {
            self.path.push(position.key(), window.ply as i32);
        }
        let score = self.inner_node(position, window);
        if at_turn_start {
            self.path.pop();
        }
        score
    }

    /// The exact score, if there are tables that know it.
    #[inline]
    fn look_up(&self, position: &P, turn: i32) -> Option<i32> {
        self.tables()?.probe(position).map(|value| value.score(turn))
    }

    fn inner_node(&mut self, position: &P, mut window: Window) -> i32 {
        let wide = window.beta - window.alpha > 1;
        let key = position.search_key();
        let known = self.table.probe(key);
        if let Some(known) = known
            && !wide
            && known.depth >= window.depth
        {
            let score = from_table(known.score, window.turn);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough {
                return score;
            }
        }
        let hash_action = known.and_then(|known| known.best);
        // Without a remembered action a deep node is first searched less deeply.
        if hash_action.is_none() && window.depth >= UNKNOWN_DEPTH && !P::CHANCE {
            window.depth -= 1;
        }
        // What is pruned by judgement says nothing about forced wins: they are searched.
        let prunes =
            self.prunes && !wide && window.alpha.abs() < FORCED && window.beta.abs() < FORCED;
        if prunes && let Some(score) = far_ahead(position, window, known) {
            return score;
        }
        if !wide && let Some(score) = self.try_passing(position, window) {
            return score;
        }
        let most_tried = if prunes { P::TUNING.most_tried(window.depth) } else { usize::MAX };

        let base = self.stack.len();
        self.order.candidates(position, &mut self.stack, window.ply, hash_action, window.previous);
        let count = self.stack.len() - base;
        // A forced reply is not a choice: look on behind it. Not between throws, where passes could
        // follow each other without end.
        let forced = count == 1 && !P::CHANCE;
        let depth = if forced { window.depth } else { window.depth - 1 };
        let mut best = -INFINITE;
        let mut best_place = None;
        let mut alpha = window.alpha;
        let mut tainted = UNTAINTED;
        let busy = self.busy(window.depth);
        let (mut picked, mut tried) = (0, 0);
        while tried < count {
            let (action, place) = self.stack.next(base);
            picked += 1;
            // Lively actions come early; behind the first that is not there are hardly any more.
            // A side that is about to lose looks at everything.
            if P::TUNING.late_depth > 0
                && tried >= most_tried
                && best > -FORCED
                && !position.is_lively(action)
            {
                break;
            }
            let mut child = position.clone();
            child.play(action);
            let child_key = busy.map_or(0, |_| child.search_key());
            if tried > 0 && picked <= count && busy.is_some_and(|busy| busy.is_at(child_key)) {
                self.stack.put_off(base, place);
                continue;
            }
            let mark = busy.map(|busy| busy.mark(child_key));
            let changed = child.side() != position.side();
            let below = Window { previous: Some(P::slot(action)), ..window };
            let ask = |worker: &mut Self, alpha, beta, depth| {
                let score = worker.node(&child, below.child(alpha, beta, depth, changed));
                if changed { -score } else { score }
            };
            let score = if tried == 0 {
                ask(self, alpha, window.beta, depth)
            } else {
                let less = self.reduction(position, action, tried, depth, wide);
                let mut score = ask(self, alpha, alpha + 1, depth - less);
                if score > alpha && less > 0 {
                    score = ask(self, alpha, alpha + 1, depth);
                }
                if score > alpha && score < window.beta && wide {
                    score = ask(self, alpha, window.beta, depth);
                }
                score
            };
            drop(mark);
            if self.stopped {
                self.stack.truncate(base);
                return 0;
            }
            tried += 1;
            let child_taint = self.taint;
            if score > best {
                best = score;
                if score > alpha {
                    best_place = Some(place);
                    alpha = score;
                    if wide {
                        self.extend_pv(window.ply, action);
                    }
                }
            }
            if alpha >= window.beta {
                // One refutation is enough: only its own dependence counts.
                tainted = child_taint;
                self.order.reward(position, action, &self.stack, base, window);
                break;
            }
            tainted = tainted.min(child_taint);
        }
        self.stack.truncate(base);
        // What depends on positions above this one holds on this path only.
        if tainted >= window.ply as i32 {
            tainted = UNTAINTED;
        }
        self.taint = tainted;
        if tainted == UNTAINTED {
            let bound = match best {
                _ if best >= window.beta => Bound::Lower,
                _ if best > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let score = to_table(best, window.turn);
            self.table.store(key, Known { score, depth: window.depth, bound, best: best_place });
        }
        best
    }

    /// If handing over the turn is still too good for the opponent, acting will be as well.
    fn try_passing(&mut self, position: &P, window: Window) -> Option<i32> {
        if window.depth < PASSING_DEPTH || self.passing || window.beta.abs() > FORCED {
            return None;
        }
        let passed = position.passed()?;
        if evaluate_for_side(position) < window.beta {
            return None;
        }
        self.passing = true;
        let depth = window.depth - passing_reduction(window.depth);
        let below = Window { previous: None, ..window };
        let score = -self.node(&passed, below.child(window.beta - 1, window.beta, depth, true));
        self.passing = false;
        (score >= window.beta && score < FORCED && !self.stopped).then_some(score)
    }

    /// How much less deeply a late, unpromising action is searched at first.
    pub(crate) fn reduction(
        &self,
        position: &P,
        action: P::Action,
        tried: usize,
        depth: i32,
        wide: bool,
    ) -> i32 {
        // Between throws there is little to choose from, and an evaluation one action earlier is that
        // of the other side's throw: it cannot be compared.
        let few = tried < P::TUNING.unreduced || depth < REDUCTION_DEPTH;
        if P::CHANCE || few || position.is_lively(action) {
            return 0;
        }
        let less = P::TUNING.reduction(depth, tried) / PLY - i32::from(wide);
        let standing = self.order.standing(position, action) / HISTORY_A_PLY;
        (less - standing).clamp(0, depth - 1)
    }

    /// Judges a position when the depth is used up: only lively actions are still looked at.
    fn quiet_node(&mut self, position: &P, window: Window) -> i32 {
        let (lively, value) = judge_for_side(position);
        let mut alpha = window.alpha;
        let mut best = -INFINITE;
        if lively != Liveliness::Forced {
            best = value;
            if lively == Liveliness::Still || best >= window.beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let base = self.stack.len();
        if lively == Liveliness::Lively {
            self.order.lively_candidates(position, &mut self.stack, window.ply);
        } else {
            self.order.candidates(position, &mut self.stack, window.ply, None, None);
        }
        let mut tainted = UNTAINTED;
        for _ in base..self.stack.len() {
            let (action, _) = self.stack.next(base);
            let mut child = position.clone();
            child.play(action);
            let changed = child.side() != position.side();
            let below = Window { previous: None, ..window };
            let score = self.node(&child, below.child(alpha, window.beta, 0, changed));
            if self.stopped {
                break;
            }
            tainted = tainted.min(self.taint);
            best = best.max(if changed { -score } else { score });
            alpha = alpha.max(best);
            if alpha >= window.beta {
                break;
            }
        }
        self.stack.truncate(base);
        self.taint = tainted;
        best
    }

    /// Puts an action before the best line below it.
    fn extend_pv(&mut self, ply: usize, action: P::Action) {
        let (above, below) = self.pv.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&below[0]);
    }
}
