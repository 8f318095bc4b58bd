//! Games of the engine against itself, and the positions worth learning from.

use std::ops::ControlFlow;

use arena::{Finished, PlayerKind, Series};
use engine::{Evaluate, Limits, Liveliness, evaluate_terms};
use rules::{Line, Side, Status, with_line};

use crate::fit::Sample;

/// Neighbouring positions of one game are nearly the same: so many of each are enough.
const MOST_OF_A_GAME: usize = 24;

/// Plays the games, with so many nodes for each action, and gives quiet positions with their
/// results.
pub(crate) fn samples(series: &Series, nodes: u64) -> Result<Vec<Sample>, arena::Error> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let kind = PlayerKind::Engine { limits, hash: 16, threads: 1 };
    let player = || kind.player(series.base.variant());
    let mut samples = Vec::new();
    series.play(
        || Ok([player()?, player()?]),
        |finished| {
            samples.extend(learn(&finished, series.seed));
            Ok::<_, arena::Error>(ControlFlow::Continue(()))
        },
    )?;
    Ok(samples)
}

/// The terms of the quiet positions of a game, after its opening.
fn quiet<P: Evaluate>(played: &Line<P>, opening: usize) -> Vec<Vec<i32>> {
    let mut line = Line::new(played.start().clone());
    let mut counts = Vec::new();
    for (index, entry) in played.entries().iter().enumerate() {
        line.play(*entry);
        let position = line.position();
        let quiet = P::CHANCE || position.liveliness() == Liveliness::Still;
        let judged = position.at_turn_start() && quiet && index >= opening;
        if judged && !matches!(line.status(), Status::Over(_)) {
            counts.push(evaluate_terms(position));
        }
    }
    counts
}

/// Some quiet positions of a game with its result.
fn learn(finished: &Finished, seed: u64) -> impl Iterator<Item = Sample> {
    let result = match finished.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let mut counts = with_line!(&finished.game, line => quiet(line, finished.opening));
    let seed = seed.wrapping_mul(1_000_003).wrapping_add(finished.number as u64);
    fastrand::Rng::with_seed(seed).shuffle(&mut counts);
    counts.into_iter().take(MOST_OF_A_GAME).map(move |counts| Sample { counts, result })
}
