//! Sets of weights as players. They look a few actions ahead without pruning, since what is to be
//! judged well are the positions that a search ends at.

use std::ops::ControlFlow;

use arena::{Forfeit, Player, Series, Tally};
use engine::{Evaluate, Liveliness, evaluate_by};
use rules::{AnyAction, Game, Side, Status, with_line};

/// A player that looks `depth` actions ahead and evaluates by its own weights.
pub(crate) struct Lookahead<'a> {
    pub(crate) weights: &'a [f32],
    pub(crate) depth: u32,
}

impl Player for Lookahead<'_> {
    fn choose(&mut self, game: &Game, _: &mut fastrand::Rng) -> Result<AnyAction, Forfeit> {
        Ok(with_line!(game, line => best(line.position(), self.weights, self.depth).0.into()))
    }
}

/// How weights `a` do against `b`.
pub(crate) fn duel(
    series: &Series,
    depth: u32,
    [a, b]: [&[f32]; 2],
) -> Result<Tally, arena::Error> {
    let players = || Ok([a, b].map(|weights| Box::new(Lookahead { weights, depth })));
    let mut tally = Tally::default();
    series.play(players, |finished| {
        tally.add(&finished);
        Ok::<_, arena::Error>(ControlFlow::Continue(()))
    })?;
    Ok(tally)
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
    use crate::series;

    #[test]
    fn the_better_weights_score_more_whatever_the_number_of_threads() {
        type Senet = rules::senet::Senet;
        let variant = rules::open("senet", "").unwrap();
        let good: Vec<f32> = Senet::WEIGHTS.iter().map(|weight| *weight as f32).collect();
        let bad: Vec<f32> = good.iter().map(|weight| -weight).collect();
        let played = |jobs| {
            let series = Series { games: 0..8, ..series(variant, 4, jobs, 1) };
            duel(&series, 1, [&good, &bad]).unwrap()
        };
        let two = played(2);
        assert!(two.score() > 0.9, "{two:?}");
        assert_eq!(two, played(1));
    }
}
