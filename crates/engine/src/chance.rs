//! Throws: the expected value, with bounds that spare most of the work.
//!
//! Star1: what is already known of the average, and the best and worst that the rest can be, narrow
//! the window of each outcome. Star2: before that, one good action for each outcome gives a lower
//! bound, and often the lower bounds alone are enough to cut off.

use rules::Status;

use crate::Evaluate;
use crate::eval::{CHANCE_WIN, evaluate_for_side};
use crate::hash_table::{Bound, Known};
use crate::node::{MOST_PLIES, UNTAINTED, Window};
use crate::search::Worker;
use crate::tuning::STAR2_MARGIN;

impl<P: Evaluate> Worker<'_, P> {
    /// The expected value of a position in which the sticks are to be thrown, for the side whose
    /// throw it is.
    pub(crate) fn chance_node(&mut self, position: &P, window: Window) -> i32 {
        if window.ply >= MOST_PLIES - 2 || (window.depth <= 0 && position.at_turn_start()) {
            return evaluate_for_side(position);
        }
        let key = position.search_key();
        if let Some(known) = self.table.probe(key)
            && known.depth >= window.depth
        {
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= window.beta,
                Bound::Upper => known.score <= window.alpha,
            };
            if enough {
                return known.score;
            }
        }
        let (score, bound) = self.average(position, window);
        self.pv[window.ply].clear();
        self.taint = UNTAINTED;
        if !self.stopped {
            let depth = window.depth;
            self.table.store(key, Known { score, depth, bound, best: None });
        }
        score
    }

    fn average(&mut self, position: &P, window: Window) -> (i32, Bound) {
        let throws = P::throws();
        let total: i32 = throws.iter().map(|(_, weight)| *weight as i32).sum();
        // What no outcome falls short of or exceeds: a loss and a win. Closer bounds around the
        // evaluation would save nodes, but nothing proves them.
        let (least, most) = (-CHANCE_WIN, CHANCE_WIN);
        // The least that each outcome is worth, as far as it is known.
        let mut floors = [least; 8];
        if window.depth >= 2 && window.beta < CHANCE_WIN {
            let mut sum = least * total;
            for (floor, &(throw, weight)) in floors.iter_mut().zip(throws) {
                let mut child = position.clone();
                child.throw(throw);
                // The bound that this outcome must reach for a cut-off if the rest stay as known.
                let weight = weight as i32;
                let need = (window.beta * total - sum).div_euclid(weight) + 1 + least;
                let high = need.min(window.beta + STAR2_MARGIN).clamp(least + 1, CHANCE_WIN);
                let low = (window.beta - STAR2_MARGIN).clamp(least, high - 1);
                let value = self.probe(&child, position, window, low, high);
                if self.stopped {
                    return (0, Bound::Exact);
                }
                // At or below the lower end the value is a bound from above: no floor.
                let Some(value) = value.filter(|value| *value > low) else { break };
                sum += (value - *floor) * weight;
                *floor = value;
                if sum >= window.beta * total {
                    return (sum.div_euclid(total), Bound::Lower);
                }
            }
        }
        let mut known = 0;
        let mut floor_rest: i32 =
            floors.iter().zip(throws).map(|(floor, (_, weight))| floor * *weight as i32).sum();
        let mut weight_rest = total;
        for (index, &(throw, weight)) in throws.iter().enumerate() {
            let weight = weight as i32;
            floor_rest -= floors[index] * weight;
            weight_rest -= weight;
            // Below `low` the average cannot reach alpha, above `high` it cannot stay below beta.
            let low = (window.alpha * total - known - most * weight_rest).div_euclid(weight);
            let high = (window.beta * total - known - floor_rest).div_euclid(weight) + 1;
            let (low, high) = (low.max(-CHANCE_WIN - 1), high.min(CHANCE_WIN + 1));
            let mut child = position.clone();
            child.throw(throw);
            let changed = child.side() != position.side();
            let alpha = low.min(high - 1);
            let below = Window { previous: None, ..window };
            // A throw that is the whole turn uses up depth as an action does: turns of trials could
            // follow each other without end.
            let decides = matches!(child.status(), Status::ToAct(_));
            let depth = window.depth - i32::from(!decides);
            let score = self.node(&child, below.child(alpha, high, depth, changed));
            let score = if changed { -score } else { score };
            if self.stopped {
                return (0, Bound::Exact);
            }
            known += score * weight;
            if score <= low {
                return ((known + most * weight_rest).div_euclid(total), Bound::Upper);
            }
            if score >= high {
                return ((known + floor_rest).div_euclid(total), Bound::Lower);
            }
        }
        (known.div_euclid(total), Bound::Exact)
    }

    /// The value of one good action after a throw, if it is above `low`: the thrower gets at least
    /// that.
    fn probe(&mut self, child: &P, before: &P, window: Window, low: i32, high: i32) -> Option<i32> {
        if child.status() != Status::ToAct(before.side()) {
            return None;
        }
        let hash_action = self.table.probe(child.search_key()).and_then(|known| known.best);
        let base = self.stack.len();
        let ply = window.ply + 1;
        self.order.candidates(child, &mut self.stack, ply, hash_action, None);
        let (action, _) = self.stack.next(base);
        self.stack.truncate(base);
        let mut next = child.clone();
        next.play(action);
        let changed = next.side() != child.side();
        let below = Window { ply, previous: Some(P::slot(action)), ..window };
        let score = self.node(&next, below.child(low, high, window.depth - 1, changed));
        Some(if changed { -score } else { score })
    }
}
