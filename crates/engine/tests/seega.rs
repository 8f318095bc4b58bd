//! Seega through the public face of the engine.

use std::sync::atomic::AtomicBool;

use engine::{Ask, Evaluate, HashTable, Limits, Report, Searchable, evaluate_terms};
use rules::seega::{Action, Seega};
use rules::{Entry, GameId, Line, Notation, Position, Side, Status, Variant};

fn position(options: &str, text: &str) -> Seega {
    let rules = Variant::read(GameId::SEEGA, options).unwrap().rules::<Seega>();
    if text == "start" { Seega::start(rules) } else { Seega::read(rules, text).unwrap() }
}

fn search(position: &Seega, nodes: u64) -> Report<Action> {
    let line = Line::new(position.clone());
    let table = HashTable::new(4).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    line.search(&Ask::new(limits, &table, &stop), &mut |_| {}).unwrap()
}

/// The best action's text, and in how many turns the game is won (negative: lost).
fn best(options: &str, text: &str, nodes: u64) -> (String, Option<i32>) {
    let position = position(options, text);
    let report = search(&position, nodes);
    (position.action_text(report.lines[0].line[0]), report.lines[0].score.win_in())
}

fn evaluation(position: &Seega) -> i32 {
    evaluate_terms(position).iter().zip(Seega::WEIGHTS).map(|(count, weight)| count * weight).sum()
}

/// Positions of random games, each with at least `least` actions played.
fn random_positions(options: &str, games: u64, least: usize, mut visit: impl FnMut(&Seega)) {
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = position(options, "start");
        let mut played = 0;
        while let Status::ToAct(_) = position.status() {
            if played >= least {
                visit(&position);
            }
            let action = position.pick_action(|n| rng.u32(..n));
            position.play(action);
            played += 1;
        }
    }
}

fn with_colours_swapped(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for field in &mut fields[..2] {
        let swap = |c| match c {
            'g' => 'b',
            'b' => 'g',
            other => other,
        };
        *field = field.chars().map(swap).collect();
    }
    fields.join(" ")
}

#[test]
fn terms_weights_and_names_belong_together() {
    assert_eq!(Seega::TERMS.len(), Seega::WEIGHTS.len());
}

#[test]
fn swapping_the_colours_negates_the_evaluation() {
    for (options, placed) in
        [("", 24), ("size=7,extra=any", 48), ("capture=single,centre=safe", 24)]
    {
        random_positions(options, 60, placed, |here| {
            let swapped = position(options, &with_colours_swapped(&here.to_string()));
            assert_eq!(evaluation(here), -evaluation(&swapped), "{here}");
        });
    }
}

#[test]
fn turning_the_board_changes_nothing() {
    random_positions("", 60, 0, |here| {
        let text = here.to_string();
        let (board, rest) = text.split_once(' ').unwrap();
        let turned: Vec<String> =
            board.split('/').rev().map(|rank| rank.chars().rev().collect()).collect();
        let mut fields: Vec<String> = rest.split(' ').map(str::to_owned).collect();
        if let [file, rank] = fields[2].as_bytes() {
            fields[2] =
                format!("{}{}", char::from(b'a' + b'e' - file), char::from(b'6' - rank + b'0'));
        }
        let turned = position("", &format!("{} {}", turned.join("/"), fields.join(" ")));
        assert_eq!(evaluation(here), evaluation(&turned), "{here}");
    });
}

#[test]
fn on_an_empty_board_only_the_first_move_counts() {
    let start = position("", "start");
    let counts = evaluate_terms(&start);
    let not_zero: Vec<&str> = counts
        .iter()
        .zip(Seega::TERMS)
        .filter(|(count, _)| **count != 0)
        .map(|(_, name)| *name)
        .collect();
    // What is learned knows who begins, too.
    assert_eq!(not_zero, ["the opening move", "to place", "patterns of stones"]);
}

#[test]
fn threats_are_what_capturing_moves_do() {
    for options in ["", "extra=any", "capture=single,centre=safe", "size=7", "size=3"] {
        random_positions(options, 60, 0, |here| {
            let (mut squares, mut victims) = (0u128, 0u128);
            here.for_each_action(|action| {
                let mut next = here.clone();
                next.play(action);
                let other = here.side().other();
                let taken = here.stones_of(other) & !next.stones_of(other);
                assert_eq!(here.captured_by(action), taken, "{here} {action:?}");
                if let (Action::Move(_, to), true) = (action, taken != 0) {
                    squares |= 1 << to;
                    victims |= taken;
                }
            });
            if here.in_hand(Side::Second) == 0 {
                let threats = here.threats(here.side());
                assert_eq!((threats.squares, threats.victims), (squares, victims), "{here}");
            }
        });
    }
}

#[test]
fn the_first_capture_is_made() {
    // The picture of the seed: first holds three of the four attack squares, and takes d3.
    let start = position("", "gbgbg/bgbgb/gg1bg/bgbgb/gbgbb g 0,0 - 0");
    let report = search(&start, 20_000);
    let mut next = start.clone();
    next.play(report.lines[0].line[0]);
    assert!(next.stones_of(Side::Second).count_ones() < 12);
}

#[test]
fn the_last_stones_are_taken_in_one_move() {
    assert_eq!(best("", "5/2g2/gb1bg/5/5 g 0,0 - 3", 5_000), ("c4c3".into(), Some(1)));
    // The same turn goes on: two captures by one stone, one turn.
    assert_eq!(best("", "5/2g2/gb3/gb3/5 g 0,0 - 3", 5_000).1, Some(1));
}

#[test]
fn whoever_is_ahead_wins_when_the_quiet_moves_run_out() {
    // One more quiet action ends the game.
    assert_eq!(best("", "gg3/5/5/5/4b g 0,0 - 9", 5_000).1, Some(1));
    assert_eq!(best("", "g4/5/5/5/3bb g 0,0 - 9", 5_000).1, Some(-1));
    // Three more: first's, second's, first's.
    assert_eq!(best("", "gg3/5/5/5/4b g 0,0 - 7", 5_000).1, Some(2));
    // Equal: only a capture wins, and it is there.
    let (action, _) = best("", "5/2g2/gb3/5/b3b g 0,0 - 9", 5_000);
    assert_eq!(action, "c4c3");
}

#[test]
fn every_option_set_is_searched_and_the_action_is_legal() {
    for options in [
        "",
        "size=3",
        "size=7",
        "size=9",
        "drops=2",
        "extra=any",
        "capture=single",
        "centre=safe",
        "quiet=1",
        "quiet=100",
        "traditional",
        "size=9,drops=2,extra=any,capture=single,centre=safe,quiet=30",
    ] {
        let mut line = Line::new(position(options, "start"));
        let mut rng = fastrand::Rng::with_seed(3);
        while let Status::ToAct(_) = line.status() {
            let chosen = search(line.position(), 300).lines[0].line[0];
            assert!(line.actions().contains(&chosen), "{options}: {}", line.position());
            let action =
                if rng.bool() { chosen } else { line.position().pick_action(|n| rng.u32(..n)) };
            line.play(Entry::Act(action));
        }
    }
}
