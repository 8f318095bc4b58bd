//! Games of the engine against itself, and the positions worth learning from.

use std::ops::ControlFlow;

use arena::{Computer, Finished, PlayerKind, Series};
use engine::{Evaluate, Limits, Liveliness, evaluate_terms};
use rules::{Line, Side, Status};

use crate::fit::Sample;

/// Neighbouring positions of one game are nearly the same: so many of each are enough.
const MOST_OF_A_GAME: usize = 24;

/// Plays the games, with so many nodes for each action, and gives quiet positions with their
/// results.
pub(crate) fn samples<P: Evaluate>(
    series: &Series<P>,
    nodes: u64,
) -> Result<Vec<Sample>, arena::Error> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let kind = PlayerKind::Engine { limits, hash: 16, threads: 1 };
    let player = || Box::new(Computer::new(&kind).expect("the engine is no other program"));
    let mut samples = Vec::new();
    series.play(
        || [player(), player()],
        |finished| {
            samples.extend(learn(&finished, series.seed));
            Ok::<_, arena::Error>(ControlFlow::Continue(()))
        },
    )?;
    Ok(samples)
}

fn learn<P: Evaluate>(finished: &Finished<P>, seed: u64) -> impl Iterator<Item = Sample> {
    let result = match finished.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let mut line = Line::new(finished.line.start().clone());
    let mut counts = Vec::new();
    for (index, entry) in finished.line.entries().iter().enumerate() {
        line.play(*entry);
        let position = line.position();
        let quiet = P::CHANCE || position.liveliness() == Liveliness::Still;
        let judged = position.at_turn_start() && quiet && index >= finished.opening;
        if judged && !matches!(line.status(), Status::Over(_)) {
            counts.push(evaluate_terms(position));
        }
    }
    let seed = seed.wrapping_mul(1_000_003).wrapping_add(finished.number as u64);
    fastrand::Rng::with_seed(seed).shuffle(&mut counts);
    counts.into_iter().take(MOST_OF_A_GAME).map(move |counts| Sample { counts, result })
}
