//! Diaballik through the public face of the engine.

use std::sync::atomic::AtomicBool;

use engine::{Ask, Evaluate, HashTable, Limits, Report, Searchable, evaluate_terms};
use rules::diaballik::{Action, Diaballik};
use rules::{Entry, GameId, Line, Notation, Position, Side, Status, Variant};

fn position(options: &str, text: &str) -> Diaballik {
    let rules = Variant::read(GameId::DIABALLIK, options).unwrap().rules::<Diaballik>();
    if text == "start" { Diaballik::start(rules) } else { Diaballik::read(rules, text).unwrap() }
}

fn search(line: &Line<Diaballik>, nodes: u64) -> Report<Action> {
    let table = HashTable::new(4).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let stop = AtomicBool::new(false);
    line.search(&Ask::new(limits, &table, &stop), &mut |_| {}).unwrap()
}

/// Plays a whole turn as searched; tells its texts, how the game then stands, and in how many
/// turns it was said to be won (negative: lost).
fn best_turn(options: &str, text: &str, nodes: u64) -> (Vec<String>, Status, Option<i32>) {
    let mut line = Line::new(position(options, text));
    let side = line.position().side();
    let mut texts = Vec::new();
    let mut wins = None;
    while line.status() == Status::ToAct(side) {
        let report = search(&line, nodes);
        if texts.is_empty() {
            wins = report.lines[0].score.win_in();
        }
        let action = report.lines[0].line[0];
        texts.push(line.position().action_text(action));
        line.play(Entry::Act(action));
    }
    (texts, line.status(), wins)
}

fn evaluation(position: &Diaballik) -> i32 {
    let weights = Diaballik::WEIGHTS;
    evaluate_terms(position).iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

fn random_positions(options: &str, games: u64, mut visit: impl FnMut(&Diaballik)) {
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut line = Line::new(position(options, "start"));
        for _ in 0..300 {
            let Status::ToAct(_) = line.status() else { break };
            visit(line.position());
            let action = line.position().pick_action(|n| rng.u32(..n));
            line.play(Entry::Act(action));
        }
    }
}

fn with_sides_swapped(here: &Diaballik) -> String {
    let text = here.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |c| match c {
        'r' => 'b',
        'b' => 'r',
        'R' => 'B',
        'B' => 'R',
        other => other,
    };
    let board: Vec<&str> = fields[0].split('/').rev().collect();
    let board: String = board.join("/").chars().map(swap).collect();
    let side: String = fields[1].chars().map(swap).collect();
    let turns: u32 = fields[3].parse().unwrap();
    format!("{board} {side} {} {}", fields[2], turns + 1)
}

/// Whether the side to act can score before its turn is over, by trying everything.
fn scores_by_force(here: &Diaballik) -> bool {
    let side = here.side();
    let mut found = false;
    here.for_each_action(|action| {
        if found {
            return;
        }
        let mut next = here.clone();
        next.play(action);
        found = match next.status() {
            Status::Over(outcome) => outcome.winner == Some(side),
            _ => next.side() == side && scores_by_force(&next),
        };
    });
    found
}

/// Whether the winner scores whatever the side to act does in the rest of its turn.
fn loses_to_every_goal(here: &Diaballik, winner: Side) -> bool {
    let mut all = true;
    here.for_each_action(|action| {
        if !all {
            return;
        }
        let mut next = here.clone();
        next.play(action);
        all = match next.status() {
            Status::Over(outcome) => outcome.winner == Some(winner),
            _ if next.side() == winner => next.can_score(winner) || scores_by_force(&next),
            _ => loses_to_every_goal(&next, winner),
        };
    });
    all
}

#[test]
fn terms_weights_and_names_belong_together() {
    assert_eq!(Diaballik::TERMS.len(), Diaballik::WEIGHTS.len());
}

#[test]
fn swapping_the_sides_negates_the_evaluation() {
    for options in ["", "box"] {
        random_positions(options, 60, |here| {
            let swapped = position(options, &with_sides_swapped(here));
            assert_eq!(evaluation(here), -evaluation(&swapped), "{here}");
        });
    }
}

#[test]
fn the_start_is_about_even() {
    assert!(evaluation(&position("", "start")).abs() <= 100);
}

#[test]
fn a_goal_that_is_seen_is_there() {
    let (mut seen, mut there) = (0, 0);
    for options in ["wall=off", "box"] {
        random_positions(options, 60, |here| {
            let claimed = here.can_score(here.side());
            if claimed || here.turns_left() % 8 == 0 {
                let true_goal = scores_by_force(here);
                assert!(true_goal || !claimed, "{here}");
                seen += u32::from(claimed);
                there += u32::from(true_goal);
            }
        });
    }
    assert!(there > 50 && seen * 100 >= there * 98, "{seen} of {there}");
}

#[test]
fn a_goal_in_one_turn_is_scored() {
    for text in [
        // By a pass, by a run and a pass, by a piece that makes way.
        "bbbrBbb/7/7/r2R1br/4r2/7/r5r r 2p 4",
        "bbb1Bbb/3r3/7/r2R1b1/4r2/7/r4rr r 2p 4",
        "bbbrBbb/3r3/7/r2R1b1/4r2/7/r4r1 r 2p 4",
    ] {
        let (texts, status, wins) = best_turn("", text, 20_000);
        assert!(
            matches!(status, Status::Over(outcome) if outcome.winner == Some(Side::First)),
            "{texts:?}"
        );
        assert_eq!(wins, Some(1), "{texts:?}");
    }
}

#[test]
fn a_goal_in_two_turns_is_found_and_counted() {
    for text in [
        "3rb2/1b5/R1b1brb/B1r4/b3r1r/1r5/7 r 2p 24",
        "2rb3/2b4/3r2b/2Rb3/b2rBbr/r3r2/7 r 2p 30",
        "5b1/3b3/b1b1bR1/1r2r2/r1r3B/3b1r1/1r5 b 2p 19",
    ] {
        let mut line = Line::new(position("", text));
        let side = line.position().side();
        assert!(!scores_by_force(line.position()), "{text}");
        let wins = search(&line, 60_000).lines[0].score.win_in();
        assert_eq!(wins, Some(2), "{text}");
        while line.status() == Status::ToAct(side) {
            let action = search(&line, 60_000).lines[0].line[0];
            line.play(Entry::Act(action));
        }
        assert!(loses_to_every_goal(line.position(), side), "{text}: {}", line.position());
        // And seen by the other side.
        assert_eq!(search(&line, 60_000).lines[0].score.win_in(), Some(-1), "{text}");
    }
}

#[test]
fn no_wall_is_closed() {
    // The start itself is a wall, to be opened; the other one g3g2 would close.
    for text in ["bbbBbbb/7/7/7/7/7/rrrRrrr r 2p 0", "b1bBbbb/7/1b5/7/6r/7/rrrRrr1 r 2p 2"] {
        let (texts, status, _) = best_turn("", text, 20_000);
        assert_eq!(status, Status::ToAct(Side::Second), "{texts:?}");
    }
}

#[test]
fn every_option_set_is_searched_and_the_action_is_legal() {
    let sets = ["", "order=any", "pass=over-own", "wall=contact", "wall=off", "limit=3", "box"];
    for options in sets {
        let mut line = Line::new(position(options, "start"));
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..120 {
            let Status::ToAct(_) = line.status() else { break };
            let chosen = search(&line, 500).lines[0].line[0];
            assert!(line.actions().contains(&chosen), "{options}: {}", line.position());
            let random = line.position().pick_action(|n| rng.u32(..n));
            line.play(Entry::Act(if rng.bool() { chosen } else { random }));
        }
    }
}
