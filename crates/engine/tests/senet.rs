//! Senet through the engine's door: expectations against exact ones, symmetry, every rule set.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::{Ask, Evaluate, HashTable, Limits, Report, Searchable, evaluate_terms};
use rules::senet::{Action, Rules, Senet};
use rules::{Entry, GameId, Line, Notation, Position, Side, Status, Variant, weighted};

fn rules(options: &str) -> Rules {
    Variant::read(GameId::SENET, options).unwrap().rules::<Senet>()
}

fn search(position: &Senet, nodes: u64) -> Report<Action> {
    let table = HashTable::new(1).unwrap();
    let line = Line::new(position.clone());
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    line.search(&Ask::new(limits, &table, &stop), &mut |_| {}).unwrap()
}

/// A position by the squares of cones and spools.
fn position(cones: &[usize], spools: &[usize], rest: &str) -> Senet {
    let at = |square: usize| match square {
        _ if cones.contains(&square) => 'c',
        _ if spools.contains(&square) => 's',
        _ => '.',
    };
    let path: String = (1..=30).map(at).collect();
    Senet::read(rules(""), &format!("{path} {rest}")).unwrap()
}

/// The exact expectation of every position that can come about from a small ending, by value
/// iteration: 1 is a win of the side whose throw it is.
struct Exact {
    numbers: HashMap<String, usize>,
    positions: Vec<Senet>,
    /// By position: the chance of each throw, and what can be chosen after it.
    choices: Vec<Vec<(f64, Vec<Prospect>)>>,
    values: Vec<f64>,
}

/// What an action leads to, for the side that acts.
#[derive(Default)]
struct Prospect {
    /// What ended games contribute.
    ended: f64,
    /// Chances of positions, negative where they are the opponent's.
    next: Vec<(f64, usize)>,
}

impl Exact {
    fn new(start: &Senet) -> Exact {
        let mut exact = Exact {
            numbers: HashMap::new(),
            positions: Vec::new(),
            choices: Vec::new(),
            values: Vec::new(),
        };
        exact.number(start);
        while let Some(position) = exact.positions.get(exact.choices.len()).cloned() {
            let choices = exact.choices_at(&position);
            exact.choices.push(choices);
        }
        exact.values = vec![0.0; exact.positions.len()];
        loop {
            let mut change: f64 = 0.0;
            for at in 0..exact.values.len() {
                let value = exact.expectation(at);
                change = change.max((value - exact.values[at]).abs());
                exact.values[at] = value;
            }
            if change < 1e-7 {
                return exact;
            }
        }
    }

    fn number(&mut self, position: &Senet) -> usize {
        let next = self.positions.len();
        let number = *self.numbers.entry(position.to_string()).or_insert(next);
        if number == next {
            self.positions.push(position.clone());
        }
        number
    }

    fn choices_at(&mut self, position: &Senet) -> Vec<(f64, Vec<Prospect>)> {
        let after = |&(throw, weight): &(_, u32)| {
            let mut thrown = position.clone();
            thrown.throw(throw);
            let mut next = Vec::new();
            match thrown.status() {
                Status::ToAct(_) => thrown.for_each_action(|action| {
                    let mut played = thrown.clone();
                    played.play(action);
                    next.push(played);
                }),
                _ => next.push(thrown),
            }
            (f64::from(weight) / 16.0, next)
        };
        let all: Vec<(f64, Vec<Senet>)> = Senet::throws().iter().map(after).collect();
        let mut out = Vec::new();
        for (chance, next) in all {
            let prospect = |next: &Senet| {
                let mut prospect = Prospect::default();
                self.add(position.side(), next, 1.0, &mut prospect);
                prospect
            };
            out.push((chance, next.iter().map(prospect).collect()));
        }
        out
    }

    fn add(&mut self, side: Side, position: &Senet, chance: f64, prospect: &mut Prospect) {
        let signed = |of: Side| if of == side { chance } else { -chance };
        if let Status::Over(outcome) = position.status() {
            prospect.ended += outcome.winner.map_or(0.0, signed);
        } else if position.at_turn_start() {
            let number = self.number(position);
            prospect.next.push((signed(position.side()), number));
        } else {
            for &(throw, weight) in Senet::throws() {
                let mut next = position.clone();
                next.throw(throw);
                self.add(side, &next, chance * f64::from(weight) / 16.0, prospect);
            }
        }
    }

    fn worth(&self, prospect: &Prospect) -> f64 {
        let next = prospect.next.iter().map(|&(chance, number)| chance * self.values[number]);
        prospect.ended + next.sum::<f64>()
    }

    fn expectation(&self, at: usize) -> f64 {
        let best = |prospects: &Vec<Prospect>| {
            prospects.iter().map(|prospect| self.worth(prospect)).fold(f64::MIN, f64::max)
        };
        self.choices[at].iter().map(|(chance, prospects)| chance * best(prospects)).sum()
    }

    /// The positions after each throw that leaves something to do, with the exact worth of every
    /// action in the order of generation.
    fn decisions(&self, at: usize) -> impl Iterator<Item = (Senet, Vec<f64>)> {
        let throws = Senet::throws().iter().zip(&self.choices[at]);
        throws.filter_map(move |(&(throw, _), (_, prospects))| {
            let mut thrown = self.positions[at].clone();
            thrown.throw(throw);
            let worth = prospects.iter().map(|prospect| self.worth(prospect)).collect();
            matches!(thrown.status(), Status::ToAct(_)).then_some((thrown, worth))
        })
    }
}

fn best(worth: &[f64]) -> f64 {
    worth.iter().copied().fold(f64::MIN, f64::max)
}

/// How much expectation an action gives away.
fn loss(position: &Senet, worth: &[f64], action: Action) -> f64 {
    let mut actions = Vec::new();
    position.for_each_action(|action| actions.push(action));
    let place = actions.iter().position(|other| *other == action).expect("a legal action");
    best(worth) - worth[place]
}

/// Two cones against one spool, anywhere on the path and in the houses.
#[test]
fn choices_in_small_endings_come_near_to_exact_expectation() {
    let exact = Exact::new(&position(&[24, 28], &[23], "c t"));
    let mut random = fastrand::Rng::with_seed(3);
    let (mut asked, mut total, mut worst, mut by_greed) = (0, 0.0, 0.0f64, 0.0);
    while asked < 400 {
        let at = random.usize(..exact.positions.len());
        if exact.values[at].abs() > 0.95 {
            continue;
        }
        for (position, worth) in exact.decisions(at).filter(|(_, worth)| worth.len() > 1) {
            let lost = loss(&position, &worth, search(&position, 3_000).lines[0].line[0]);
            by_greed += loss(&position, &worth, Line::new(position.clone()).greedy().unwrap());
            total += lost;
            worst = worst.max(lost);
            asked += 1;
        }
    }
    let (mean, greed) = (total / f64::from(asked), by_greed / f64::from(asked));
    println!(
        "{} positions: mean {mean:.5}, worst {worst:.4}, greedy {greed:.5}",
        exact.values.len()
    );
    assert!(mean < 0.004, "mean loss of expectation {mean}");
    assert!(worst < 0.1, "worst loss of expectation {worst}");
}

#[test]
fn scores_of_small_endings_come_near_to_exact_expectation() {
    for (cones, spools) in [([29], [30]), ([28], [29]), ([25], [30]), ([24], [23])] {
        let exact = Exact::new(&position(&cones, &spools, "c t"));
        for (position, worth) in (0..exact.values.len().min(12)).flat_map(|at| exact.decisions(at))
        {
            let score = f64::from(search(&position, 20_000).lines[0].score.0) / 10_000.0;
            println!("{position}: {score:.3}, exactly {:.3}", best(&worth));
            assert!((score - best(&worth)).abs() < 0.15, "{position}: {score} for {worth:?}");
        }
    }
}

#[test]
fn a_piece_leaves_where_that_wins() {
    let position = position(&[28], &[1, 2, 30], "c 3");
    let report = search(&position, 1_000);
    assert_eq!(position.action_text(report.lines[0].line[0]), "28-off");
    assert_eq!(report.lines[0].score.0, 10_000);
}

#[test]
fn the_evaluation_of_exchanged_colours_is_the_opposite() {
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..200 {
        let mut line = Line::new(Senet::start(rules("")));
        for _ in 0..random.usize(..400) {
            let entry = match line.status() {
                Status::Over(_) => break,
                Status::Chance => Entry::Throw(weighted(Senet::throws(), |n| random.u32(..n))),
                Status::ToAct(_) => Entry::Act(line.position().pick_action(|n| random.u32(..n))),
            };
            line.play(entry);
        }
        if matches!(line.status(), Status::Over(_)) {
            continue;
        }
        let exchange = |c| match c {
            'c' => 's',
            's' => 'c',
            c => c,
        };
        let exchanged: String = line.position().to_string().chars().map(exchange).collect();
        let exchanged = Senet::read(rules(""), &exchanged).unwrap();
        let opposite: Vec<i32> = evaluate_terms(line.position()).iter().map(|n| -n).collect();
        assert_eq!(evaluate_terms(&exchanged), opposite, "{}", line.position());
    }
}

#[test]
fn the_start_is_nearly_even() {
    let counts = evaluate_terms(&Senet::start(rules("")));
    let value: i32 = counts.iter().zip(Senet::WEIGHTS).map(|(count, weight)| count * weight).sum();
    // Cones have the foremost square, a lead of ten squares in all, and the first throw.
    assert!(value.abs() < 600, "{value}");
}

#[test]
fn among_walls_it_looks_three_actions_ahead_and_in_a_race_farther() {
    let mut walls = Senet::start(rules(""));
    walls.throw(Senet::throws()[1].0);
    assert_eq!(search(&walls, 200_000).depth, 3);
    let race = position(&[20, 28], &[23], "c 2");
    assert!(search(&race, 200_000).depth > 3);
}

#[test]
fn every_rule_set_is_played_legally() {
    let mut random = fastrand::Rng::with_seed(4);
    for options in ["", "pieces=5", "pieces=7,front=spools", "water=return", "pass=free"] {
        let mut line = Line::new(Senet::start(rules(options)));
        for _ in 0..60 {
            let entry = match line.status() {
                Status::Over(_) => break,
                Status::Chance => Entry::Throw(weighted(Senet::throws(), |n| random.u32(..n))),
                Status::ToAct(_) => Entry::Act(search(line.position(), 2_000).lines[0].line[0]),
            };
            if let Entry::Act(action) = entry {
                assert!(line.actions().contains(&action), "{options}: {}", line.position());
            }
            line.play(entry);
        }
    }
}
