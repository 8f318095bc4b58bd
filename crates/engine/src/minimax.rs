//! Proofs that the search is the search it claims to be: ordering loses no action, and a shallow
//! search (before any reduction) gives exactly the value of plain minimax and expectation.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{GameId, Line, Status, Variant, perft};

use crate::eval::{evaluate_for_side, judge_for_side};
use crate::node::outcome_score;
use crate::order::{Candidates, Ordering};
use crate::score::{INFINITE, WON};
use crate::{Evaluate, HashTable, Limits, Liveliness, Search};

/// Positions from random play, a few plies apart.
fn positions<P: Evaluate>(options: &str, seed: u64, apart: usize, count: usize) -> Vec<Line<P>> {
    let variant = Variant::read(P::GAME, options).unwrap();
    let start = P::start(variant.rules::<P>());
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut out = Vec::new();
    while out.len() < count {
        let mut line = Line::new(start.clone());
        while out.len() < count {
            let entry = match line.status() {
                Status::Over(_) => break,
                Status::Chance => {
                    rules::Entry::Throw(rules::weighted(P::throws(), |n| rng.u32(..n)))
                }
                Status::ToAct(_) => {
                    rules::Entry::Act(line.position().pick_action(|n| rng.u32(..n)))
                }
            };
            line.play(entry);
            let to_act = matches!(line.status(), Status::ToAct(_));
            if line.entries().len().is_multiple_of(apart)
                && to_act
                && line.position().settled().is_none()
            {
                out.push(Line::new(line.position().clone()));
            }
        }
    }
    out
}

/// Counting through the ordering of the search instead of the generator.
fn ordered_perft<P: Evaluate>(order: &Ordering<P>, position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match position.status() {
        Status::Over(_) => 0,
        Status::Chance => P::throws()
            .iter()
            .map(|&(throw, _)| {
                let mut next = position.clone();
                next.throw(throw);
                ordered_perft(order, &next, depth - 1)
            })
            .sum(),
        Status::ToAct(_) => {
            let mut candidates = Candidates::new();
            order.candidates(position, &mut candidates, 0, Some(depth as u16), Some(0));
            let mut nodes = 0;
            for _ in 0..candidates.len() {
                let mut next = position.clone();
                next.play(candidates.next(0).0);
                nodes += ordered_perft(order, &next, depth - 1);
            }
            nodes
        }
    }
}

fn quick_sum_is_the_sum<P: Evaluate>(options: &str) {
    for line in positions::<P>(options, 5, 3, 200) {
        let counts = crate::evaluate_terms(line.position());
        let sum: i32 = counts.iter().zip(P::WEIGHTS).map(|(count, weight)| count * weight).sum();
        assert_eq!(line.position().weighted_sum(), sum, "{}", line.position());
    }
}

#[test]
fn the_quick_way_to_a_value_gives_the_sum_of_the_terms() {
    quick_sum_is_the_sum::<rules::draughts::Draughts>("");
    quick_sum_is_the_sum::<rules::draughts::Draughts>("cyclic=off");
    quick_sum_is_the_sum::<rules::seega::Seega>("size=7,drops=2");
}

fn ordering_loses_nothing<P: Evaluate>() {
    let order = Ordering::<P>::new(8);
    for line in positions::<P>("", 3, 7, 12) {
        let position = line.position();
        assert_eq!(ordered_perft(&order, position, 3), perft(position, 3), "{position}");
    }
}

/// Plain minimax and expectation, nothing left out: the value for the side to act.
fn plain<P: Evaluate>(position: &P, depth: i32, turn: i32, path: &mut Vec<u64>) -> i32 {
    match position.status() {
        Status::Over(outcome) => return outcome_score(position, &outcome, P::CHANCE, turn),
        Status::Chance => {
            if depth <= 0 && position.at_turn_start() {
                return evaluate_for_side(position);
            }
            let (mut sum, mut total) = (0, 0);
            for &(throw, weight) in P::throws() {
                let mut child = position.clone();
                child.throw(throw);
                let changed = child.side() != position.side();
                let depth = depth - i32::from(!matches!(child.status(), Status::ToAct(_)));
                let value = plain(&child, depth, turn + i32::from(changed), path);
                sum += if changed { -value } else { value } * weight as i32;
                total += weight as i32;
            }
            return sum.div_euclid(total);
        }
        Status::ToAct(_) => {}
    }
    if let Some(winner) = position.settled() {
        return if winner == position.side() { WON - turn } else { turn - WON };
    }
    let remembers = P::REPETITION && position.at_turn_start();
    if remembers && path.contains(&position.key()) {
        return 0;
    }
    let (lively, value) = judge_for_side(position);
    let mut best = -INFINITE;
    if depth <= 0 {
        if lively != Liveliness::Forced {
            best = value;
        }
        if lively == Liveliness::Still {
            return best;
        }
    }
    if remembers && depth > 0 {
        path.push(position.key());
    }
    let mut actions = Vec::new();
    position.for_each_action(|action| actions.push(action));
    let below = match (depth, actions.len()) {
        (..=0, _) => 0,
        (_, 1) if !P::CHANCE => depth,
        _ => depth - 1,
    };
    for action in actions {
        if depth <= 0 && lively == Liveliness::Lively && !position.is_lively(action) {
            continue;
        }
        let mut child = position.clone();
        child.play(action);
        let changed = child.side() != position.side();
        let value = plain(&child, below, turn + i32::from(changed), path);
        best = best.max(if changed { -value } else { value });
    }
    if remembers && depth > 0 {
        path.pop();
    }
    best
}

fn shallow_search_is_exact<P: Evaluate>(options: &str, depth: u32, count: usize) {
    for line in positions::<P>(options, 11, 5, count) {
        let position = line.position();
        let mut actions = Vec::new();
        position.for_each_action(|action| actions.push(action));
        let mut path = vec![position.key()];
        let expected = actions.into_iter().map(|action| {
            let mut child = position.clone();
            child.play(action);
            let changed = child.side() != position.side();
            let value = plain(&child, depth as i32 - 1, i32::from(changed), &mut path);
            if changed { -value } else { value }
        });
        let expected = expected.max().unwrap();
        let table = HashTable::new(1).unwrap();
        let limits = Limits { depth: Some(depth), infinite: true, ..Limits::default() };
        let (clock, stop) = (|| Duration::ZERO, AtomicBool::new(false));
        let report = Search::new(&line, &table, limits, 1, &clock, &stop).run(&mut |_| {}).unwrap();
        let found = report.lines[0].score.0;
        // Averages are rounded at every throw, and bounds at other places than plain values.
        let tolerance = if P::CHANCE { 4 } else { 0 };
        assert!((found - expected).abs() <= tolerance, "{position}: {found}, plain {expected}");
    }
}

macro_rules! for_games {
    ($($name:ident: $position:ty, $depth:literal, $count:literal, $options:literal;)*) => {
        $(mod $name {
            #[test]
            fn ordering_loses_nothing() {
                super::ordering_loses_nothing::<$position>();
            }

            #[test]
            fn shallow_search_is_exact() {
                super::shallow_search_is_exact::<$position>("", $depth, $count);
                super::shallow_search_is_exact::<$position>($options, $depth, $count);
            }
        })*
    };
}

for_games! {
    seega: rules::seega::Seega, 3, 60, "extra=any,quiet=30";
    salta: rules::salta::Salta, 3, 60, "goal=mirror,limit=20";
    senet: rules::senet::Senet, 2, 60, "water=return,pass=free,pieces=5";
    draughts: rules::draughts::Draughts, 3, 60, "cyclic=off";
    diaballik: rules::diaballik::Diaballik, 3, 60, "order=any,pass=over-own,wall=contact";
}

#[test]
fn every_game_is_proved() {
    assert_eq!(GameId::ALL.len(), 5, "a new game belongs into the list above");
}
