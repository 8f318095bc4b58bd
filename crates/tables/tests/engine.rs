//! The engine with tables: shortest wins, longest losses, and nothing else without them.

mod support;

use std::sync::atomic::AtomicBool;

use engine::{Ask, Exact, ExactValues, HashTable, Limits, Report, Searchable};
use rules::seega::{Rules, Seega};
use rules::{Entry, Line, Side, Status};
use support::{Folder, build, probe, variant};
use tables::{Oracle, Tables, Value};

const NODES: Limits =
    Limits { depth: None, nodes: Some(2_000), time: None, soft_time: None, infinite: false };

fn search<L: Searchable>(line: &L, exact: Option<&Oracle>, lines: usize) -> Report<L::Action> {
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let exact = exact.map(|oracle| oracle as &dyn ExactValues);
    let ask = Ask { lines, exact, ..Ask::new(NODES, &table, &stop) };
    line.search(&ask, &mut |_| {}).unwrap()
}

/// A position of the moving stage with so many stones.
fn random(rules: Rules, stones: u32, rng: &mut fastrand::Rng) -> Seega {
    loop {
        let mut sets = [0u128; 2];
        for number in 0..stones {
            sets[number as usize % 2] |= 1 << (10 * rng.u32(0..5) + rng.u32(0..5));
        }
        if sets[0] & sets[1] == 0 && !sets.contains(&0) {
            return Seega::moving_stage(rules, sets, Side::First, rng.u8(0..rules.quiet));
        }
    }
}

#[test]
fn the_engine_wins_as_soon_and_loses_as_late_as_the_tables_say() {
    let rules = "seega(quiet=6)";
    let folder = Folder::new("engine-seega");
    build(&folder.0, rules, 5).unwrap();
    let tables = Tables::new(&folder.0);
    let oracle = tables.oracle(variant(rules)).unwrap();
    let typed: Rules = variant(rules).rules::<Seega>();
    let mut rng = fastrand::Rng::with_seed(3);
    let (mut decided, mut draws) = (0, 0);
    for _ in 0..150 {
        let mut line = Line::new(random(typed, 5, &mut rng));
        let (value, distance) = probe(&tables, line.position()).unwrap();
        let best = search(&line, Some(&oracle), 1).lines.remove(0);
        let expected = match value {
            Value::Win => Exact::Win(distance.unwrap()),
            Value::Loss => Exact::Loss(distance.unwrap()),
            Value::Draw => Exact::Draw,
        };
        assert_eq!(best.exact, Some(expected), "{}", line.position());
        if value == Value::Draw {
            draws += 1;
            continue;
        }
        assert_eq!(best.line.len(), usize::from(distance.unwrap()), "the whole line is shown");
        let winner = if value == Value::Win { Side::First } else { Side::Second };
        let mut actions = 0;
        while let Status::ToAct(_) = line.status() {
            let action = search(&line, Some(&oracle), 1).lines[0].line[0];
            line.play(Entry::Act(action));
            actions += 1;
        }
        assert_eq!(Some(actions), distance);
        assert!(matches!(line.status(), Status::Over(outcome) if outcome.winner == Some(winner)));
        decided += 1;
    }
    assert!(decided > 50 && draws > 0, "{decided} {draws}");
}

#[test]
fn all_actions_are_ordered_by_their_exact_values() {
    let rules = "draughts(cyclic=off)";
    let folder = Folder::new("engine-draughts");
    build(&folder.0, rules, 3).unwrap();
    let oracle = Tables::new(&folder.0).oracle(variant(rules)).unwrap();
    let game = rules::Game::from_position(variant(rules), "8/8/8/8/8/2B5/8/W1W5 b 0,0 0 0");
    let report = search(&game.unwrap(), Some(&oracle), 100);
    assert!(report.lines.len() > 1 && report.nodes == 0);
    let scores: Vec<i32> = report.lines.iter().map(|root| root.score.0).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!(report.lines.iter().all(|root| root.exact.is_some()));
}

/// Off the main road three kings win nearly always; without tables the engine drew 7 of 16 such
/// positions.
#[test]
fn three_kings_against_one_are_won_where_the_tables_say_so() {
    let rules = "draughts(cyclic=off)";
    let folder = Folder::new("engine-kings");
    build(&folder.0, rules, 4).unwrap();
    let tables = Tables::new(&folder.0);
    let oracle = tables.oracle(variant(rules)).unwrap();
    let mut rng = fastrand::Rng::with_seed(16);
    let (mut won, mut drawn) = (0, 0);
    while won < 16 {
        // Squares by file and rank; the lone king is not on a1–h8.
        let mut square = || {
            let (rank, half) = (rng.usize(..8), rng.usize(..4));
            (2 * half + rank % 2, rank)
        };
        let mut squares = [(); 4].map(|()| square());
        let lone = squares[0];
        squares.sort_unstable();
        if lone.0 == lone.1 || squares.windows(2).any(|two| two[0] == two[1]) {
            continue;
        }
        let ranks: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                (0..8)
                    .map(|file| match squares.contains(&(file, rank)) {
                        true if (file, rank) == lone => 'B',
                        true => 'W',
                        false => '1',
                    })
                    .collect()
            })
            .collect();
        // Gaps of several squares are written as one number.
        let mut text = ranks.join("/");
        for gap in (2..=8).rev() {
            text = text.replace(&"1".repeat(gap), &gap.to_string());
        }
        let text = format!("{text} w 0,0 0 0");
        let mut game = rules::Game::from_position(variant(rules), &text).unwrap();
        let Some(tables::Answer::Result { value, distance, within_counters }) =
            tables.probe(&game).unwrap()
        else {
            panic!("{text}: the tables do not reach")
        };
        if value != Value::Win {
            drawn += 1;
            continue;
        }
        assert_eq!(within_counters, Some(true), "{text}");
        let mut actions = 0;
        while let Status::ToAct(_) = game.status() {
            let action = search(&game, Some(&oracle), 1).lines[0].line[0];
            game.act(action).unwrap();
            actions += 1;
        }
        assert_eq!(Some(actions), distance, "{text}");
        assert!(
            matches!(game.status(), Status::Over(outcome) if outcome.winner == Some(Side::First))
        );
        won += 1;
    }
    assert!(drawn < 4, "{drawn}");
}

#[test]
fn known_positions_are_not_searched_and_without_tables_nothing_changes() {
    let rules = "seega(quiet=6)";
    let folder = Folder::new("engine-inside");
    build(&folder.0, rules, 4).unwrap();
    let tables = Tables::new(&folder.0);
    let oracle = tables.oracle(variant(rules)).unwrap();
    let empty = Tables::new(folder.0.join("nothing")).oracle(variant(rules)).unwrap();
    let typed: Rules = variant(rules).rules::<Seega>();
    let mut rng = fastrand::Rng::with_seed(8);
    let (mut fewer, mut known) = (0, 0);
    for _ in 0..40 {
        let line = Line::new(random(typed, 6, &mut rng));
        let (with, without) = (search(&line, Some(&oracle), 1), search(&line, None, 1));
        let nothing = search(&line, Some(&empty), 1);
        // Where every action ends the game no table is needed to know.
        if nothing.lines[0].exact.is_none() {
            assert_eq!((nothing.nodes, nothing.lines), (without.nodes, without.lines.clone()));
        }
        known += usize::from(with.depth > without.depth);
        fewer += usize::from(with.lines[0].score != without.lines[0].score);
    }
    assert!(known + fewer > 0, "the tables made no difference in any search");
}

#[test]
fn expectations_of_senet_are_those_of_the_tables() {
    let folder = Folder::new("engine-senet");
    build(&folder.0, "senet", 1).unwrap();
    let tables = Tables::new(&folder.0);
    let oracle = tables.oracle(variant("senet")).unwrap();
    let path = format!("{}c{}s{}", ".".repeat(9), ".".repeat(11), ".".repeat(8));
    let game = rules::Game::from_position(variant("senet"), &format!("{path} c 3")).unwrap();
    let report = search(&game, Some(&oracle), 1);
    let Some(Exact::Expectation(value)) = report.lines[0].exact else { panic!("{report:?}") };
    let Ok(Some(tables::Answer::Expectation { expectation, .. })) = tables.probe(&game) else {
        panic!("the tables do not reach")
    };
    assert!((value - expectation).abs() < 1e-9, "{value} {expectation}");
}
