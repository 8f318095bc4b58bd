//! Two sets of weights play each other. The players look a few actions ahead without pruning, since
//! what is to be judged well are the positions that a search ends at.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use engine::{Evaluate, Liveliness, evaluate_by};
use rules::{Entry, Line, Side, Status, weighted};

use crate::ladder::{Meeting, rng};

/// What to play.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Pairs of games.
    pub(crate) pairs: usize,
    /// Actions looked ahead.
    pub(crate) depth: u32,
    /// Random actions and throws before the players take over.
    pub(crate) opening: usize,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
}

/// How weights `a` do against `b`. Both games of a pair have the same opening and the same throws;
/// every round has openings of its own.
pub(crate) fn play<P: Evaluate>(
    start: &P,
    plan: &Plan,
    round: usize,
    a: &[f32],
    b: &[f32],
) -> Meeting {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut points = Vec::new();
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= plan.pairs {
                return points;
            }
            let number = (round * plan.pairs + pair) as u64;
            let opening = opening(start, plan, &mut rng(plan.seed, number, 1));
            let game = |side: Side| {
                let mut throws = rng(plan.seed, number, 2);
                let mut line = opening.clone();
                let weights = |line: &Line<P>| if line.position().side() == side { a } else { b };
                while let Some(entry) = next_entry(&line, weights(&line), plan.depth, &mut throws) {
                    line.play(entry);
                }
                match line.status() {
                    Status::Over(outcome) => match outcome.winner {
                        Some(winner) if winner == side => 1.0,
                        Some(_) => 0.0,
                        None => 0.5,
                    },
                    _ => unreachable!("a game goes on until it is over"),
                }
            };
            points.push(Side::BOTH.into_iter().map(game).sum::<f64>());
        }
    };
    let points = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ended")).collect()
    });
    Meeting { players: [1, 0], points }
}

/// Random entries.
pub(crate) fn opening<P: Evaluate>(start: &P, plan: &Plan, rng: &mut fastrand::Rng) -> Line<P> {
    let mut line = Line::new(start.clone());
    while line.entries().len() < plan.opening {
        let entry = match line.status() {
            Status::Over(_) => return Line::new(start.clone()),
            Status::Chance => Entry::Throw(weighted(P::throws(), |n| rng.u32(..n))),
            Status::ToAct(_) => Entry::Act(line.position().pick_action(|n| rng.u32(..n))),
        };
        line.play(entry);
    }
    line
}

/// A throw, or the best action as far as `depth` actions tell; none if the game is over.
pub(crate) fn next_entry<P: Evaluate>(
    line: &Line<P>,
    weights: &[f32],
    depth: u32,
    throws: &mut fastrand::Rng,
) -> Option<Entry<P>> {
    match line.status() {
        Status::Over(_) => None,
        Status::Chance => Some(Entry::Throw(weighted(P::throws(), |n| throws.u32(..n)))),
        Status::ToAct(_) => {
            let (action, _) = best(line.position(), weights, depth);
            Some(Entry::Act(action))
        }
    }
}

/// The best action and its value for first.
fn best<P: Evaluate>(position: &P, weights: &[f32], depth: u32) -> (P::Action, f32) {
    let sign = if position.side() == Side::First { 1.0 } else { -1.0 };
    let mut best: Option<(P::Action, f32)> = None;
    position.for_each_action(|action| {
        let mut next = position.clone();
        next.play(action);
        let value = value(&next, weights, depth.saturating_sub(1));
        if best.is_none_or(|(_, most)| sign * value > sign * most) {
            best = Some((action, value));
        }
    });
    best.expect("a side to act has an action")
}

/// The value for first, so many actions ahead; forced actions and throws within a turn do not count.
fn value<P: Evaluate>(position: &P, weights: &[f32], depth: u32) -> f32 {
    const WIN: f32 = 10_000.0;
    match position.status() {
        Status::Over(outcome) => match outcome.winner {
            Some(Side::First) => WIN,
            Some(Side::Second) => -WIN,
            None => 0.0,
        },
        Status::Chance if depth == 0 && position.at_turn_start() => evaluate_by(position, weights),
        Status::Chance => {
            let (mut sum, mut chances) = (0.0, 0);
            for &(throw, chance) in P::throws() {
                let mut next = position.clone();
                next.throw(throw);
                // A throw that is the whole turn counts as an action does.
                let decides = matches!(next.status(), Status::ToAct(_));
                let depth = depth.saturating_sub(u32::from(!decides));
                sum += chance as f32 * value(&next, weights, depth);
                chances += chance;
            }
            sum / chances as f32
        }
        Status::ToAct(_) if depth == 0 && position.liveliness() != Liveliness::Forced => {
            evaluate_by(position, weights)
        }
        Status::ToAct(_) => best(position, weights, depth).1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Position, RuleSet};

    #[test]
    fn the_better_weights_score_more_whatever_the_number_of_threads() {
        type Senet = rules::senet::Senet;
        let variant = rules::open("senet", "").unwrap();
        let start = Senet::start(RuleSet::from_values(variant.values()));
        let good: Vec<f32> = Senet::WEIGHTS.iter().map(|weight| *weight as f32).collect();
        let bad: Vec<f32> = good.iter().map(|weight| -weight).collect();
        let plan = |jobs| Plan { pairs: 4, depth: 1, opening: 4, jobs, seed: 1 };
        let two = play(&start, &plan(2), 0, &good, &bad);
        assert!(two.score() > 0.9, "{two:?}");
        assert_eq!(two.score(), play(&start, &plan(1), 0, &good, &bad).score());
    }
}
