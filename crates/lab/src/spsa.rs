//! Weights from games instead of from positions: simultaneous perturbation.
//!
//! Where the result is mostly luck, what goes with winning is not what to strive for, and fitting
//! weights to results misleads (docs/benchmarks.md, Senet). So the weights themselves play: all of
//! them a little up or down at random against the opposite, and each moves towards the side that
//! won.

use std::ops::ControlFlow;

use arena::Series;
use engine::{Evaluate, evaluate_terms};
use rules::{Line, with_line};

use crate::lookahead::Lookahead;

/// How far the weights go.
#[derive(Clone, Copy)]
pub(crate) struct Schedule {
    /// Steps that the weights make.
    pub(crate) steps: usize,
    /// How much the change of one weight changes what a usual action is worth, in hundredths.
    pub(crate) nudge: f32,
    /// The part of that which the first step makes if all games are won; it falls to a tenth.
    pub(crate) stride: f32,
    /// Where the directions come from.
    pub(crate) seed: u64,
}

/// Weights after all steps, the mean over the last two fifths of them: what the dice of single steps
/// did to them evens out. `spread` is by how much each is changed for a comparison; 0 leaves it.
/// `compare` plays two sets of weights and gives the first one's score, from 0 to 1.
pub(crate) fn climb(
    start: &[f32],
    spread: &[f32],
    schedule: Schedule,
    mut compare: impl FnMut(usize, &[f32], &[f32]) -> anyhow::Result<f64>,
) -> anyhow::Result<Vec<f32>> {
    let mut rng = fastrand::Rng::with_seed(schedule.seed);
    let mut weights = start.to_vec();
    let mut sum = vec![0.0f64; start.len()];
    let averaged_from = schedule.steps * 3 / 5;
    for step in 0..schedule.steps {
        let signs: Vec<f32> = weights.iter().map(|_| if rng.bool() { 1.0 } else { -1.0 }).collect();
        let moved = |by: f32| -> Vec<f32> {
            let parts = weights.iter().zip(spread).zip(&signs);
            parts.map(|((weight, spread), sign)| weight + by * spread * sign).collect()
        };
        let lead = 2.0 * compare(step, &moved(1.0), &moved(-1.0))? as f32 - 1.0;
        let left = 1.0 - step as f32 / schedule.steps as f32;
        weights = moved(schedule.stride * left.max(0.1) * lead);
        if step >= averaged_from {
            sum.iter_mut().zip(&weights).for_each(|(sum, weight)| *sum += f64::from(*weight));
        }
    }
    let counted = (schedule.steps - averaged_from).max(1) as f64;
    Ok(sum.into_iter().map(|sum| (sum / counted) as f32).collect())
}

/// By how much to change each weight: so much that what a usual action does to its term (the
/// root of the mean square) is worth `nudge` more or less. A term that no action changes stays
/// as it is, and so do those that are `held`.
pub(crate) fn spread(
    series: &Series,
    weights: &[f32],
    nudge: f32,
    held: &[usize],
) -> Result<Vec<f32>, arena::Error> {
    const GAMES: usize = 40;
    let (mut sums, mut seen) = (vec![0.0f32; weights.len()], 0.0f32);
    // Equal players: with sides changed every game would be played twice.
    let series = Series { games: 0..GAMES, swap_sides: false, ..series.clone() };
    let players = || Ok([0; 2].map(|_| Box::new(Lookahead { weights, depth: 1 })));
    series.play(players, |finished| {
        let terms = with_line!(&finished.game, line => terms(line));
        for pair in terms.windows(2).skip(finished.opening) {
            for (sum, (before, after)) in sums.iter_mut().zip(pair[0].iter().zip(&pair[1])) {
                *sum += (after.abs_diff(*before) as f32).powi(2);
            }
            seen += 1.0;
        }
        Ok::<_, arena::Error>(ControlFlow::Continue(()))
    })?;
    let one = |(term, sum): (usize, &f32)| {
        if held.contains(&term) || *sum == 0.0 { 0.0 } else { nudge * (seen / sum).sqrt() }
    };
    Ok(sums.iter().enumerate().map(one).collect())
}

/// The terms of every position of a game, the start included.
fn terms<P: Evaluate>(played: &Line<P>) -> Vec<Vec<i32>> {
    let mut line = Line::new(played.start().clone());
    let mut all = vec![evaluate_terms(line.position())];
    for entry in played.entries() {
        line.play(*entry);
        all.push(evaluate_terms(line.position()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn climbing_finds_the_top_of_a_noisy_hill() {
        let mut dice = fastrand::Rng::with_seed(7);
        let away = |weights: &[f32]| (weights[0] - 30.0).abs() / 10.0 + (weights[1] + 4.0).abs();
        let compare = |_, a: &[f32], b: &[f32]| {
            let chance = 1.0 / (1.0 + (away(a) - away(b)).exp());
            Ok(if dice.f32() < chance { 1.0 } else { 0.0 })
        };
        let schedule = Schedule { steps: 2_000, nudge: 40.0, stride: 0.35, seed: 1 };
        let found = climb(&[0.0, 0.0, 5.0], &[5.0, 0.5, 0.0], schedule, compare).unwrap();
        assert!((found[0] - 30.0).abs() < 5.0 && (found[1] + 4.0).abs() < 1.0, "{found:?}");
        assert_eq!(found[2], 5.0);
    }

    #[test]
    fn terms_that_are_held_are_not_changed() {
        let variant = rules::open("senet", "").unwrap();
        let series = crate::series(variant, 4, 2, 1);
        let (_, weights) = crate::evaluation(&series.base);
        let weights: Vec<f32> = weights.iter().map(|weight| *weight as f32).collect();
        let spread = spread(&series, &weights, 40.0, &[1]).unwrap();
        assert!(spread[1] == 0.0 && spread[0] > 0.0, "{spread:?}");
    }
}
