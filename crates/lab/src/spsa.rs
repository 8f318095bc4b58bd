//! Weights from games instead of from positions: simultaneous perturbation.
//!
//! Where the result is mostly luck, what goes with winning is not what to strive for, and fitting
//! weights to results misleads (docs/benchmarks.md, Senet). So the weights themselves play: all of
//! them a little up or down at random against the opposite, and each moves towards the side that
//! won. The players look a few actions ahead without pruning, since what is to be judged well are
//! the positions that a search ends at.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use engine::{Evaluate, Liveliness, evaluate_by, evaluate_terms};
use rules::{Entry, Line, Side, Status, weighted};

use crate::ladder::rng;

/// What to play.
pub(crate) struct Plan {
    /// Steps that the weights make.
    pub(crate) steps: usize,
    /// Pairs of games for a step.
    pub(crate) pairs: usize,
    /// Actions looked ahead.
    pub(crate) depth: u32,
    /// Random actions and throws before the players take over.
    pub(crate) opening: usize,
    /// How much the change of one weight changes what a usual action is worth, in hundredths.
    pub(crate) nudge: f32,
    /// The part of that which the first step makes if all games are won; it falls to a tenth.
    pub(crate) stride: f32,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
}

/// Weights after all steps, the mean over the last two fifths of them: what the dice of single steps
/// did to them evens out. `spread` is by how much each is changed for a comparison; 0 leaves it.
/// `compare` plays two sets of weights and gives the first one's score, from 0 to 1.
pub(crate) fn climb(
    start: &[f32],
    spread: &[f32],
    plan: &Plan,
    mut compare: impl FnMut(usize, &[f32], &[f32]) -> f32,
) -> Vec<f32> {
    let mut rng = fastrand::Rng::with_seed(plan.seed);
    let mut weights = start.to_vec();
    let mut sum = vec![0.0f64; start.len()];
    let averaged_from = plan.steps * 3 / 5;
    for step in 0..plan.steps {
        let signs: Vec<f32> = weights.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect();
        let moved = |by: f32| -> Vec<f32> {
            let parts = weights.iter().zip(spread).zip(&signs);
            parts.map(|((weight, spread), sign)| weight + by * spread * sign).collect()
        };
        let lead = 2.0 * compare(step, &moved(1.0), &moved(-1.0)) - 1.0;
        let left = 1.0 - step as f32 / plan.steps as f32;
        weights = moved(plan.stride * left.max(0.1) * lead);
        if step >= averaged_from {
            sum.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += f64::from(*weight));
        }
    }
    let counted = (plan.steps - averaged_from).max(1) as f64;
    sum.into_iter().map(|sum| (sum / counted) as f32).collect()
}

/// By how much to change each weight: so much that what a usual action does to its term (the
/// root of the mean square) is worth `plan.nudge` more or less. A term that no action changes stays
/// as it is, and so do those that are `held`.
pub(crate) fn spread<P: Evaluate>(start: &P, plan: &Plan, held: &[usize]) -> Vec<f32> {
    const GAMES: u64 = 40;
    let weights: Vec<f32> = P::WEIGHTS.iter().map(|weight| *weight as f32).collect();
    let (mut sums, mut seen) = (vec![0.0f32; weights.len()], 0.0f32);
    for game in 0..GAMES {
        let mut rng = rng(plan.seed, game, 0);
        let mut line = opening(start, plan, &mut rng);
        while let Some(entry) = next_entry(&line, &weights, 1, &mut rng) {
            let before = evaluate_terms(line.position());
            line.play(entry);
            let after = evaluate_terms(line.position());
            for (sum, (after, before)) in sums.iter_mut().zip(after.iter().zip(before)) {
                *sum += (after.abs_diff(before) as f32).powi(2);
            }
            seen += 1.0;
        }
    }
    let one = |(term, sum): (usize, &f32)| {
        if held.contains(&term) || *sum == 0.0 { 0.0 } else { plan.nudge * (seen / sum).sqrt() }
    };
    sums.iter().enumerate().map(one).collect()
}

/// The score of weights `a` against `b` over a step's pairs of games; both games of a pair have the
/// same opening and the same throws.
pub(crate) fn score<P: Evaluate>(start: &P, plan: &Plan, step: usize, a: &[f32], b: &[f32]) -> f32 {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut points = 0.0;
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= plan.pairs {
                return points;
            }
            let number = (step * plan.pairs + pair) as u64;
            let opening = opening(start, plan, &mut rng(plan.seed, number, 1));
            for side in Side::BOTH {
                let mut throws = rng(plan.seed, number, 2);
                let mut line = opening.clone();
                let weights = |line: &Line<P>| if line.position().side() == side { a } else { b };
                while let Some(entry) = next_entry(&line, weights(&line), plan.depth, &mut throws) {
                    line.play(entry);
                }
                points += match line.status() {
                    Status::Over(outcome) => match outcome.winner {
                        Some(winner) if winner == side => 1.0,
                        Some(_) => 0.0,
                        None => 0.5,
                    },
                    _ => unreachable!("a game goes on until it is over"),
                };
            }
        }
    };
    let points: f32 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker ended")).sum()
    });
    points / (2 * plan.pairs) as f32
}

fn opening<P: Evaluate>(start: &P, plan: &Plan, rng: &mut fastrand::Rng) -> Line<P> {
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
fn next_entry<P: Evaluate>(
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

    fn plan(steps: usize) -> Plan {
        Plan { steps, pairs: 4, depth: 1, opening: 4, nudge: 40.0, stride: 0.35, jobs: 2, seed: 1 }
    }

    #[test]
    fn climbing_finds_the_top_of_a_noisy_hill() {
        let mut dice = fastrand::Rng::with_seed(7);
        let away = |weights: &[f32]| (weights[0] - 30.0).abs() / 10.0 + (weights[1] + 4.0).abs();
        let compare = |_, a: &[f32], b: &[f32]| {
            let chance = 1.0 / (1.0 + (away(a) - away(b)).exp());
            if dice.f32() < chance { 1.0 } else { 0.0 }
        };
        let found = climb(&[0.0, 0.0, 5.0], &[5.0, 0.5, 0.0], &plan(2_000), compare);
        assert!((found[0] - 30.0).abs() < 5.0 && (found[1] + 4.0).abs() < 1.0, "{found:?}");
        assert_eq!(found[2], 5.0);
    }

    #[test]
    fn the_better_weights_score_more_whatever_the_number_of_threads() {
        type Senet = rules::senet::Senet;
        let variant = rules::open("senet", "").unwrap();
        let start = Senet::start(RuleSet::from_values(variant.values()));
        let good: Vec<f32> = Senet::WEIGHTS.iter().map(|weight| *weight as f32).collect();
        let bad: Vec<f32> = good.iter().map(|weight| -weight).collect();
        let two = score(&start, &plan(1), 0, &good, &bad);
        assert!(two > 0.9, "{two}");
        assert_eq!(two, score(&start, &Plan { jobs: 1, ..plan(1) }, 0, &good, &bad));
        let spread = spread(&start, &plan(1), &[1]);
        assert!(spread[1] == 0.0 && spread[0] > 0.0, "{spread:?}");
    }
}
