//! A game that is not in the library is played by the engine through the public surface alone.

#[path = "../../rules/tests/support/toy.rs"]
mod toy;

use std::sync::atomic::AtomicBool;

use engine::{
    Ask, Evaluate, Group, HashTable, LEVELS, Level, Limits, Searchable, Skill, Tally, Verdict,
};
use rules::{AnyLine, Entry, Line, Notation, Position, Side, Status, weighted};
use toy::{Action, Rules, Toy, toy};

impl Evaluate for Toy {
    const TERMS: &'static [&'static str] = &["corners and centre"];
    const WEIGHTS: &'static [i32] = &[100];
    const GROUPS: &'static [Group] = &[("squares", &["corners*"])];
    const SKILLS: [Skill; LEVELS] = [Skill::strong(2_000); LEVELS];
    const CHANCE: bool = true;
    const SLOTS: usize = 9;

    fn terms(&self, tally: &mut impl Tally) {
        for (square, piece) in rules::Depict::view(self).pieces {
            let good = ["a1", "c1", "b2", "a3", "c3"].contains(&square.to_string().as_str());
            tally.add(0, i32::from(good) * if piece.side == Side::First { 1 } else { -1 });
        }
    }

    fn promise(&self, _: Action) -> i32 {
        0
    }

    fn slot(action: Action) -> usize {
        usize::from(action.0)
    }
}

/// What first may expect with best play, −1 to 1, by trying everything.
fn expectation(position: &Toy) -> f64 {
    let after = |play: &dyn Fn(&mut Toy)| {
        let mut next = position.clone();
        play(&mut next);
        expectation(&next)
    };
    match position.status() {
        Status::Over(outcome) => match outcome.winner {
            None => 0.0,
            Some(winner) => f64::from(1 - 2 * winner.index() as i32),
        },
        Status::Chance => {
            Toy::throws().iter().map(|(throw, _)| after(&|next| next.throw(*throw)) / 3.0).sum()
        }
        Status::ToAct(side) => {
            let values = position.actions().into_iter().map(|act| after(&|next| next.play(act)));
            if side == Side::First {
                values.fold(f64::MIN, f64::max)
            } else {
                values.fold(f64::MAX, f64::min)
            }
        }
    }
}

#[test]
fn a_toy_game_is_played_perfectly() {
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let ask = Ask::new(limits, &table, &stop);
    let mut rng = fastrand::Rng::with_seed(3);
    let mut searched = 0;
    for seed in 0..40 {
        let mut line =
            Line::new(Toy::start(toy(if seed % 2 == 0 { "" } else { "fair" }).rules::<Toy>()));
        while !matches!(line.status(), Status::Over(_)) {
            let entry = match line.status() {
                Status::Chance => Entry::Throw(weighted(Toy::throws(), |n| rng.u32(..n))),
                _ => Entry::Act(line.position().pick_action(|n| rng.u32(..n))),
            };
            // Few marks are left: a search to the end is the truth.
            let left = line.position().view_left();
            if let (Entry::Act(_), true) = (entry, left <= 5) {
                let report = line.search(&ask, &mut |_| {}).expect("a side is to act");
                let best = report.lines[0].line[0];
                let mut after = line.clone();
                after.play(Entry::Act(best));
                let [here, there] = [line.position(), after.position()].map(expectation);
                assert!((here - there).abs() < 1e-9, "{}: {best:?}", line.position());
                searched += 1;
            }
            line.play(entry);
        }
        assert!(matches!(line.verdict(), Verdict::Decided(_)));
    }
    assert!(searched > 50, "{searched}");
}

trait Left {
    fn view_left(&self) -> usize;
}

impl Left for Toy {
    fn view_left(&self) -> usize {
        9 - rules::Depict::view(self).pieces.len()
    }
}

#[test]
fn a_toy_game_has_levels_texts_and_reasons() {
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let ask = Ask::new(Limits { nodes: Some(500), ..Limits::default() }, &table, &stop);
    let mut line = Line::new(Toy::start(Rules::default()));
    assert!(line.search(&ask, &mut |_| {}).is_none(), "a throw is due");
    assert_eq!(line.throws().len(), 3);
    AnyLine::play(&mut line, "t2").unwrap();
    let report = line.search(&ask, &mut |_| {}).unwrap();
    assert_eq!(line.texts(&report.lines[0].line), ["b2"]);
    assert_eq!(line.explain(&report.lines[0].line)[0].term, "squares");
    let mut rng = fastrand::Rng::with_seed(1);
    for level in (1..=8).filter_map(Level::new) {
        let action = line.choose(level, &ask, &mut |n| rng.u32(..n)).unwrap();
        assert!(line.position().is_legal(action), "{}", line.position().action_text(action));
    }
}
