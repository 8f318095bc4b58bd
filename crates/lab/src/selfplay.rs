//! Games of the engine against itself, and the positions worth learning from.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use engine::{Evaluate, Limits, Liveliness, Search, Table, evaluate_terms};
use rules::{Entry, Line, Side, Status, weighted};

use crate::fit::Sample;

/// How to play.
pub(crate) struct Plan {
    pub(crate) games: usize,
    pub(crate) nodes: u64,
    pub(crate) opening: usize,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
}

/// Plays all games and gives the quiet positions with their results.
pub(crate) fn play<P: Evaluate>(start: &P, plan: &Plan) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            let table = Table::new(16);
            let mut samples = Vec::new();
            loop {
                let game = next.fetch_add(1, Relaxed);
                if game >= plan.games {
                    return samples;
                }
                one_game(start, plan, game as u64, &table, &mut samples);
            }
        };
        let workers: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ended")).collect()
    })
}

fn one_game<P: Evaluate>(
    start: &P,
    plan: &Plan,
    game: u64,
    table: &Table,
    samples: &mut Vec<Sample>,
) {
    let mut rng = fastrand::Rng::with_seed(plan.seed.wrapping_mul(1_000_003).wrapping_add(game));
    let mut line = Line::new(start.clone());
    let mut counts = Vec::new();
    table.clear();
    let result = loop {
        let entry = match line.status() {
            Status::Over(outcome) => match outcome.winner {
                Some(Side::First) => break 1.0,
                Some(Side::Second) => break 0.0,
                None => break 0.5,
            },
            Status::Chance => Entry::Throw(weighted(P::throws(), |n| rng.u32(..n))),
            Status::ToAct(_) if line.position().settled().is_some() => {
                break if line.position().settled() == Some(Side::First) { 1.0 } else { 0.0 };
            }
            Status::ToAct(_) if line.entries().len() < plan.opening => {
                Entry::Act(line.position().pick_action(|n| rng.u32(..n)))
            }
            Status::ToAct(_) => Entry::Act(best_action(&line, plan.nodes, table)),
        };
        line.play(entry);
        let position = line.position();
        let quiet = P::CHANCE || position.liveliness() == Liveliness::Still;
        let judged = position.at_turn_start() && quiet && line.entries().len() > plan.opening;
        if judged && matches!(line.status(), Status::ToAct(_) | Status::Chance) {
            counts.push(evaluate_terms(position));
        }
    };
    // Neighbouring positions of one game tell nearly the same: some of each are enough.
    rng.shuffle(&mut counts);
    samples.extend(counts.into_iter().take(24).map(|counts| Sample { counts, result }));
}

fn best_action<P: Evaluate>(line: &Line<P>, nodes: u64, table: &Table) -> P::Action {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (clock, stop) = (|| Duration::ZERO, AtomicBool::new(false));
    let report = Search::new(line, table, limits, 1, &clock, &stop).run(|_| {});
    report.expect("a side to act has an action").lines[0].line[0]
}
