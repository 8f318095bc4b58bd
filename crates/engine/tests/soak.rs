//! The engine plays itself at many strengths and under many rule sets: every action is legal, and
//! every game ends. `IGROTEKA_SOAK_ACTIONS` says how many actions (`make soak`: a million).

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{
    Evaluate, Limits, Search, Skill, Table, VisitEvaluate, choose_with, dispatch, greedy,
};
use rules::{Entry, Line, RuleSet, Status, Variant, weighted};

const RULE_SETS: [(&str, &[&str]); 5] = [
    ("seega", &["", "extra=any,quiet=30", "size=7,drops=2", "size=3"]),
    ("salta", &["", "goal=mirror,limit=40"]),
    ("senet", &["", "pieces=5", "water=return,pass=free,pieces=7"]),
    ("draughts", &["", "cyclic=off", "kingmoves=3,barren=10"]),
    ("diaballik", &["", "order=any,pass=over-own,wall=contact"]),
];

/// Plays at least so many actions of a rule set; tells how many there were.
struct Soak<'a> {
    variant: Variant,
    actions: usize,
    rng: &'a mut fastrand::Rng,
}

impl VisitEvaluate for Soak<'_> {
    type Out = usize;

    fn visit<P: Evaluate>(self) -> usize {
        let start = P::start(P::Rules::from_values(self.variant.values()));
        let table = Table::new(1);
        let mut played = 0;
        while played < self.actions {
            let mut line = Line::new(start.clone());
            while !matches!(line.status(), Status::Over(_)) {
                let entry = match line.status() {
                    Status::Chance => Entry::Throw(weighted(P::throws(), |n| self.rng.u32(..n))),
                    _ => Entry::Act(act(&line, &table, self.rng)),
                };
                if let Entry::Act(action) = entry {
                    assert!(
                        line.actions().contains(&action),
                        "{}: {action:?} in {}",
                        self.variant,
                        line.position()
                    );
                    played += 1;
                }
                line.play(entry);
            }
        }
        played
    }
}

/// An action of a player whose kind and strength are drawn anew each time.
fn act<P: Evaluate>(line: &Line<P>, table: &Table, rng: &mut fastrand::Rng) -> P::Action {
    let (clock, stop) = (|| Duration::ZERO, AtomicBool::new(false));
    let nodes = 1 << rng.u32(2..9);
    let chosen = match rng.u32(..4) {
        0 => greedy(line.position()),
        1 => {
            let (error, overlooked) = (rng.u32(..500), rng.u32(..100));
            let skill = Skill { depth: 1, nodes, error, overlooked };
            choose_with(line, skill, None, table, &clock, &stop, |n| rng.u32(..n))
        }
        _ => {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = Search::new(line, table, limits, 1, &clock, &stop).run(|_| {});
            report.map(|report| report.lines[0].line[0])
        }
    };
    chosen.expect("a side to act has an action")
}

#[test]
fn no_action_is_ever_illegal() {
    let wanted = std::env::var("IGROTEKA_SOAK_ACTIONS").map_or(10_000, |text| {
        text.parse::<usize>().expect("IGROTEKA_SOAK_ACTIONS is a number of actions")
    });
    let sets: usize = RULE_SETS.iter().map(|(_, sets)| sets.len()).sum();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut played = 0;
    for (game, options) in
        RULE_SETS.iter().flat_map(|(game, sets)| sets.iter().map(move |set| (game, set)))
    {
        let variant = rules::open(game, options).unwrap();
        let actions = wanted.div_ceil(sets);
        let count = dispatch(variant.game, Soak { variant, actions, rng: &mut rng });
        println!("{variant}: {count} actions");
        played += count;
    }
    assert!(played >= wanted);
}
