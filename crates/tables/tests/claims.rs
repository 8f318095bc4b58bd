//! What the books and the lessons say of exact values and chances holds: the tables know it. Where
//! the tables reach, what a search has proved must agree with them.

#[path = "../../rules/tests/support/judged.rs"]
mod judged;
mod support;

use judged::{Judged, play};
use rules::{Game, Status};
use support::{Folder, build};
use tables::{Answer, Tables, Value};

/// A value for the side to act or to throw: the larger the better, from -1 to 1.
fn value(tables: &Tables, game: &Game) -> Option<f64> {
    tables.probe(game).unwrap().map(|answer| match answer {
        Answer::Expectation { expectation, .. } => expectation,
        Answer::Result { value: Value::Win, .. } => 1.0,
        Answer::Result { value: Value::Draw, .. } => 0.0,
        Answer::Result { value: Value::Loss, .. } => -1.0,
    })
}

/// What a run of actions is worth to who plays the last of them.
fn value_of(tables: &Tables, game: &Game, run: &str) -> Option<f64> {
    let mut after = game.clone();
    let (before, last) = run.rsplit_once(' ').unwrap_or(("", run));
    if !before.is_empty() {
        play(&mut after, before).unwrap();
    }
    let side = after.side();
    play(&mut after, last).unwrap();
    if let Status::Over(outcome) = after.status() {
        let won = |winner| if winner == side { 1.0 } else { -1.0 };
        return Some(outcome.winner.map_or(0.0, won));
    }
    value(tables, &after).map(|value| if after.side() == side { value } else { -value })
}

/// Whether the chance is the one that is written: `48.7` is rounded, `12/17` is exact.
fn chance_is(value: f64, written: &str) -> bool {
    let chance = f64::midpoint(1.0, value);
    match written.split_once('/') {
        Some((part, whole)) => {
            let exact = part.parse::<f64>().unwrap() / whole.parse::<f64>().unwrap();
            (chance - exact).abs() < 1e-6
        }
        None => format!("{:.1}", chance * 100.0) == written,
    }
}

/// Whether a judgement holds; none if the tables do not know the position or it is an opinion.
fn holds(tables: &Tables, judged: &Judged) -> Option<bool> {
    let Judged { game, rest, .. } = judged;
    let others = |than: &str| -> Option<Vec<f64>> {
        let others = game.choices().into_iter().filter(|choice| choice.text != than);
        others.map(|choice| value_of(tables, game, &choice.text)).collect()
    };
    Some(match judged.kind.as_str() {
        "wins" => value_of(tables, game, rest)? > 0.999_999,
        "loses" => value_of(tables, game, rest)? < -0.999_999,
        "draws" => value_of(tables, game, rest)?.abs() < 1e-9,
        "won" => value(tables, game)? > 0.999_999,
        "lost" => value(tables, game)? < -0.999_999,
        "only" => {
            value_of(tables, game, rest)? > -1.0 && others(rest)?.iter().all(|other| *other == -1.0)
        }
        "best" => {
            let best = value_of(tables, game, rest)?;
            others(rest)?.iter().all(|other| *other < best)
        }
        "ends" => match tables.probe(game).unwrap()? {
            Answer::Result { distance, .. } => distance?.to_string() == *rest,
            Answer::Expectation { .. } => false,
        },
        "chance" => match rest.rsplit_once(' ') {
            Some((run, written)) => chance_is(value_of(tables, game, run)?, written),
            None => chance_is(value(tables, game)?, rest),
        },
        _ => return None,
    })
}

/// Seega's book, chapter 7, and the lesson on endings: how endings with few stones end. A lone stone
/// loses every time, since a layer of one against more has as many losses as wins and no draw.
fn endings_of_seega(tables: &Tables) {
    let facts = |layer: &str, what: &str| {
        let mut listed = tables.list().unwrap().into_iter().map(Result::unwrap);
        let of = |one: &tables::Listed| one.header.rules == "seega" && one.header.layer == layer;
        listed.find(of).unwrap().header.facts[what].as_u64().unwrap()
    };
    for layer in ["2-1", "3-1", "4-1", "5-1"] {
        assert_eq!(facts(layer, "draws"), 0, "{layer}");
        assert_eq!(facts(layer, "wins"), facts(layer, "losses"), "{layer}");
    }
    let counts = ["wins", "draws", "losses"].map(|what| facts("2-2", what));
    assert_eq!(counts, [459, 11_916, 22]);
    let share = |layer: &str, what: &str| {
        let all: u64 = ["wins", "draws", "losses"].iter().map(|what| facts(layer, what)).sum();
        facts(layer, what) as f64 / all as f64
    };
    assert!(share("4-2", "draws") < 0.01, "four against two is nearly always won");
    assert!(share("3-2", "draws") < 0.1, "three against two is usually won");
    assert!(share("3-3", "draws") > 0.5, "three against three is mostly drawn");
}

#[test]
fn exact_values_are_as_the_books_and_lessons_say() {
    let folder = Folder::new("claims");
    build(&folder.0, "seega", 6).unwrap();
    build(&folder.0, "draughts", 4).unwrap();
    build(&folder.0, "senet", 2).unwrap();
    let tables = Tables::new(&folder.0);
    endings_of_seega(&tables);
    let (mut wrong, mut chances, mut results) = (Vec::new(), 0, 0);
    for judged in judged::all() {
        let exact = ["draws", "best", "ends", "chance"].contains(&judged.kind.as_str());
        match holds(&tables, &judged) {
            Some(true) if judged.kind == "chance" => chances += 1,
            Some(true) => results += 1,
            Some(false) => wrong.push(judged.at),
            None if exact => wrong.push(format!("{}: the tables do not reach", judged.at)),
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(chances >= 40 && results >= 60, "{chances} chances, {results} results");
}
