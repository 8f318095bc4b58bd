//! Tables of Senet against plain value iteration over position strings.

mod support;

use std::collections::HashMap;

use rules::senet::{Rules, Senet};
use rules::{Line, Notation, Position, Side, Status};
use support::{Folder, build, variant};
use tables::{Answer, Tables};

fn probe(tables: &Tables, senet: &Senet) -> (f64, bool) {
    match tables.probe(&Line::new(senet.clone()).into()).unwrap() {
        Some(Answer::Expectation { expectation, limit_matters }) => (expectation, limit_matters),
        other => panic!("{senet}: {other:?}"),
    }
}

/// What can follow a position before a throw.
enum After {
    /// The game is over, won by this side.
    Over(Side),
    /// Another position before a throw, by its number.
    Throw(usize),
    /// The side chooses.
    Choice(Side, Vec<After>),
}

/// Positions before a throw, both colours apart, with what follows each throw.
#[derive(Default)]
struct Plain {
    numbers: HashMap<String, usize>,
    positions: Vec<Senet>,
    after: Vec<Vec<(f64, After)>>,
}

impl Plain {
    fn number(&mut self, senet: &Senet) -> usize {
        let next = self.positions.len();
        let number = *self.numbers.entry(senet.to_string()).or_insert(next);
        if number == next {
            self.positions.push(senet.clone());
        }
        number
    }

    fn follow(&mut self, senet: &Senet) -> After {
        match senet.status() {
            Status::Over(outcome) => After::Over(outcome.winner.unwrap()),
            Status::Chance => After::Throw(self.number(senet)),
            Status::ToAct(side) => {
                let mut all = Vec::new();
                for action in senet.actions() {
                    let mut next = senet.clone();
                    next.play(action);
                    all.push(self.follow(&next));
                }
                After::Choice(side, all)
            }
        }
    }

    fn new(starts: &[Senet]) -> Plain {
        let mut plain = Plain::default();
        for start in starts {
            plain.number(start);
        }
        while plain.after.len() < plain.positions.len() {
            let senet = plain.positions[plain.after.len()].clone();
            let mut throws = Vec::new();
            for (throw, weight) in Senet::throws() {
                let mut next = senet.clone();
                next.throw(*throw);
                throws.push((f64::from(*weight) / 16.0, plain.follow(&next)));
            }
            plain.after.push(throws);
        }
        plain
    }

    /// The values for cones with so many throws left, reaching the limit being worth `limit`.
    fn values(&self, throws: u32, limit: f64) -> Vec<f64> {
        // At the limit only a piece on 26 is still thrown for.
        let ended = vec![limit; self.positions.len()];
        let mut values: Vec<f64> = (0..self.positions.len())
            .map(|number| match self.positions[number].at_turn_start() {
                true => limit,
                false => self.mean(number, &ended),
            })
            .collect();
        for _ in 0..throws {
            let next: Vec<_> = (0..values.len()).map(|number| self.mean(number, &values)).collect();
            // No later step changes a value by more than this one does.
            let still = values.iter().zip(&next).all(|(old, new)| (old - new).abs() < 1e-14);
            values = next;
            if still {
                break;
            }
        }
        values
    }

    fn mean(&self, number: usize, values: &[f64]) -> f64 {
        self.after[number].iter().map(|(weight, after)| weight * best(after, values)).sum()
    }
}

fn best(after: &After, values: &[f64]) -> f64 {
    match after {
        After::Over(Side::First) => 1.0,
        After::Over(Side::Second) => -1.0,
        After::Throw(number) => values[*number],
        After::Choice(side, all) => {
            let each = all.iter().map(|after| best(after, values));
            match side {
                Side::First => each.fold(f64::MIN, f64::max),
                Side::Second => each.fold(f64::MAX, f64::min),
            }
        }
    }
}

/// Compares every position that follows from these with the tables.
fn compare(tables: &Tables, rules: Rules, starts: &[&str]) -> usize {
    let starts: Vec<_> = starts.iter().map(|text| Senet::read(rules, text).unwrap()).collect();
    let plain = Plain::new(&starts);
    let limit = Senet::THROW_LIMIT.unwrap();
    let [draw, won, lost] = [0.0, 1.0, -1.0].map(|worth| plain.values(limit, worth));
    let mut matters = 0;
    for (number, senet) in plain.positions.iter().enumerate() {
        let sign = if senet.side() == Side::First { 1.0 } else { -1.0 };
        let (expectation, limit_matters) = probe(tables, senet);
        assert!((expectation - sign * draw[number]).abs() < 1e-8, "{senet}: {expectation}");
        let gap: f64 = won[number] - lost[number];
        assert!((gap - 1e-6).abs() < 1e-8 || limit_matters == (gap > 1e-6), "{senet}: {gap}");
        matters += usize::from(limit_matters);
        // A throw has been made: the whole limit is still ahead.
        for (throw, after) in Senet::throws().iter().zip(&plain.after[number]) {
            let mut next = senet.clone();
            next.throw(throw.0);
            if let Status::ToAct(_) = next.status() {
                let (expectation, _) = probe(tables, &next);
                let value = sign * best(&after.1, &draw);
                assert!((expectation - value).abs() < 1e-8, "{next}: {expectation} {value}");
            }
        }
    }
    assert!(plain.positions.len() > 1_500, "{}", plain.positions.len());
    matters
}

#[test]
fn one_piece_against_one_is_that_of_plain_value_iteration_under_all_rules() {
    for rules in ["senet", "senet(water=return)", "senet(pass=free)", "senet(pieces=5)"] {
        let folder = Folder::new(&format!("senet-{rules}"));
        build(&folder.0, rules, 1).unwrap();
        let tables = Tables::new(&folder.0);
        let rules: Rules = variant(rules).rules::<Senet>();
        compare(&tables, rules, &["c......................s...... c t"]);
    }
}

#[test]
fn two_pieces_a_side_are_those_of_plain_value_iteration() {
    let folder = Folder::new("senet-two");
    build(&folder.0, "senet", 2).unwrap();
    let tables = Tables::new(&folder.0);
    let matters = compare(&tables, Rules::default(), &["cc.....................s...... c t"]);
    assert_eq!(matters, 0, "with up to two a side the limit does not matter");
    let mut rng = fastrand::Rng::with_seed(1);
    tables.check(variant("senet"), Some(20_000), |below| rng.u64(0..below)).unwrap();
    // Pieces of other rule sets share the tables.
    let short = variant("senet(pieces=5,front=spools)");
    let game = rules::Game::from_position(short, "c..s...................s.....c s t").unwrap();
    assert!(tables.probe(&game).unwrap().is_some());
}
