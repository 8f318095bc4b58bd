//! Draughts through the public interface: combinations that are proven here by trying everything,
//! wins counted in turns, an evaluation that is the same for both colours.

use std::sync::atomic::AtomicBool;

use engine::{Ask, Evaluate, HashTable, Limits, Report, Searchable, evaluate_terms};
use rules::draughts::{Action, Cyclic, Draughts, Rules};
use rules::{Entry, Line, Notation, Position, Side, Status};

fn rules(cyclic: bool) -> Rules {
    Rules { cyclic: if cyclic { Cyclic::On } else { Cyclic::Off }, ..Rules::default() }
}

fn read(cyclic: bool, text: &str) -> Draughts {
    Draughts::read(rules(cyclic), text).unwrap()
}

fn search(line: &Line<Draughts>, nodes: u64) -> Report<Action> {
    let (table, stop) = (HashTable::new(4).unwrap(), AtomicBool::new(false));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    line.search(&Ask::new(limits, &table, &stop), &mut |_| {}).unwrap()
}

fn after(position: &Draughts, action: Action) -> Draughts {
    let mut next = position.clone();
    next.play(action);
    next
}

fn actions(position: &Draughts) -> Vec<Action> {
    let mut list = Vec::new();
    position.for_each_action(|action| list.push(action));
    list
}

/// Whether the side to act can win by its `turns`-th turn at the latest, whatever the answers.
fn wins(position: &Draughts, turns: u32) -> bool {
    match position.status() {
        Status::Over(outcome) => outcome.winner == Some(position.side()),
        _ if turns == 0 => false,
        _ => actions(position).iter().any(|action| is_lost(&after(position, *action), turns - 1)),
    }
}

/// Whether the side to act has lost by the opponent's `turns`-th turn from here at the latest.
fn is_lost(position: &Draughts, turns: u32) -> bool {
    match position.status() {
        Status::Over(outcome) => outcome.winner == Some(position.side().other()),
        _ if turns == 0 => false,
        _ => actions(position).iter().all(|action| wins(&after(position, *action), turns)),
    }
}

/// Proves that this action wins by the given turn and that no other one does, not even one turn
/// later, and asks the search.
fn only_win(cyclic: bool, text: &str, best: &str, turns: u32) -> Action {
    let position = read(cyclic, text);
    let best = position.read_action(best).unwrap();
    assert!(is_lost(&after(&position, best), turns - 1), "{text} is no win in {turns}");
    assert!(!is_lost(&after(&position, best), turns - 2), "{text} is won sooner");
    for other in actions(&position).into_iter().filter(|action| *action != best) {
        assert!(
            !is_lost(&after(&position, other), turns),
            "{} wins too",
            position.action_text(other)
        );
    }
    let report = search(&Line::new(position.clone()), 200_000);
    let found = &report.lines[0];
    assert_eq!(position.action_text(found.line[0]), position.action_text(best), "{text}");
    assert_eq!(found.score.win_in(), Some(turns as i32), "{text}");
    best
}

#[test]
fn a_combination_by_self_capture_wins() {
    for (text, best, turns) in [
        ("8/8/8/2w5/3w1b2/8/5b2/8 w 0,0 0 0", "c5:e3:g1", 3),
        ("8/8/8/b7/1b6/6w1/7W/6w1 w 0,0 0 0", "h2:d6:a3", 2),
        ("1W6/w7/8/w7/1w1B4/8/8/8 w 0,1 0 0", "a5:c3:e5", 3),
    ] {
        let position = read(true, text);
        let best = only_win(true, text, best, turns);
        let own = position.men(Side::First) | position.kings(Side::First);
        let enemy = position.men(Side::Second) | position.kings(Side::Second);
        assert!(best.captured() & own != 0 && best.captured() & enemy != 0);
    }
}

#[test]
fn only_capturing_the_own_king_wins() {
    for (text, best, turns) in [
        ("8/8/8/b5W1/8/4W3/1B6/8 w 0,0 0 0", "g5:c1:a3", 2),
        ("1W6/2W5/7w/2B5/8/w3b3/8/8 w 0,0 0 0", "b8:d6:b4", 3),
    ] {
        let best = only_win(true, text, best, turns);
        assert!(best.captured() & read(true, text).kings(Side::First) != 0);
    }
}

/// Every other action loses by the opponent's second turn; behind this one no loss is in sight for
/// four.
#[test]
fn only_capturing_the_own_king_saves() {
    for (text, best) in [
        ("8/8/3W4/B1B5/3w4/8/3W4/8 w 0,0 0 0", "d6:b4:e1"),
        ("8/6b1/5W2/4B3/5b2/8/1W6/8 w 0,0 0 0", "f6:c3:a1"),
    ] {
        let position = read(true, text);
        let best = position.read_action(best).unwrap();
        assert!(best.captured() & position.kings(Side::First) != 0, "{text}");
        assert!(!wins(&after(&position, best), 4), "{text} is not saved");
        let others: Vec<_> = actions(&position).into_iter().filter(|a| *a != best).collect();
        assert!(!others.is_empty(), "{text} leaves no choice");
        assert!(others.iter().all(|other| wins(&after(&position, *other), 2)), "{text}");
        let found = &search(&Line::new(position.clone()), 1_000_000).lines[0];
        assert_eq!(position.action_text(found.line[0]), position.action_text(best));
        assert!(found.score.win_in().is_none_or(|turns| turns > 0), "{text}: {}", found.score);
    }
}

#[test]
fn three_kings_do_not_win_against_one_on_the_main_road() {
    let position = read(false, "7B/8/8/8/8/8/8/2W1W1W1 b 0,0 0 0");
    let score = search(&Line::new(position), 100_000).lines[0].score;
    assert!(score.win_in().is_none() && score.0.abs() < 50, "{score}");
}

#[test]
fn quiet_wins_of_the_classic_game() {
    only_win(false, "8/8/7w/8/5b2/8/1w6/4w3 w 0,0 0 0", "e1-f2", 2);
    only_win(false, "8/8/8/8/8/8/3W1b1w/8 w 0,0 0 0", "h2-g3", 3);
    only_win(false, "8/6w1/8/2w5/3w4/w7/3w4/6B1 w 0,0 0 0", "d2-e3", 3);
}

#[test]
fn losses_count_the_winners_turns() {
    // White wins on its second turn: Black, to act before it, is told so.
    let position = read(false, "8/8/7w/8/5b2/8/1w6/4w3 w 0,0 0 0");
    let lost = after(&position, position.read_action("e1-f2").unwrap());
    let report = search(&Line::new(lost), 50_000);
    assert_eq!(report.lines[0].score.win_in(), Some(-1));
}

/// The same position with the colours changed and the board turned round.
fn turned(position: &Draughts) -> Draughts {
    let text = position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let change = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        c => c,
    };
    let board: String = fields[0].chars().rev().map(change).collect();
    let side: String = fields[1].chars().map(change).collect();
    let (first, second) = fields[2].split_once(',').unwrap();
    let text = format!("{board} {side} {second},{first} {} {}", fields[3], fields[4]);
    Draughts::read(position.rules(), &text).unwrap()
}

fn random_line(cyclic: bool, rng: &mut fastrand::Rng, actions: usize) -> Line<Draughts> {
    let mut line = Line::new(Draughts::start(rules(cyclic)));
    for _ in 0..actions {
        if !matches!(line.status(), Status::ToAct(_)) {
            break;
        }
        let action = line.position().pick_action(|n| rng.u32(0..n));
        line.play(Entry::Act(action));
    }
    line
}

#[test]
fn colours_do_not_matter() {
    let mut rng = fastrand::Rng::with_seed(1);
    for game in 0..400 {
        let line = random_line(game % 2 == 0, &mut rng, game / 4);
        let position = line.position();
        let counts = evaluate_terms(position);
        let negated: Vec<i32> = evaluate_terms(&turned(position)).iter().map(|n| -n).collect();
        assert_eq!(counts, negated, "{position}");
        assert_eq!(position.liveliness(), turned(position).liveliness());
    }
}

#[test]
fn terms_and_weights_go_together() {
    assert_eq!(Draughts::TERMS.len(), Draughts::WEIGHTS.len());
    for cyclic in [true, false] {
        let counts = evaluate_terms(&Draughts::start(rules(cyclic)));
        let value: i32 = counts.iter().zip(Draughts::WEIGHTS).map(|(n, weight)| n * weight).sum();
        assert!(value.abs() <= 20, "the start is worth {value}");
    }
}

#[test]
fn a_search_on_each_option_set_gives_a_legal_action() {
    let mut rng = fastrand::Rng::with_seed(2);
    for cyclic in [0, 1] {
        for (kingmoves, barren) in [(15, 60), (0, 0), (1, 1), (3, 200), (100, 5)] {
            let rules = Rules { kingmoves, barren, ..rules(cyclic == 0) };
            for plies in [0, 10, 30] {
                let mut line = Line::new(Draughts::start(rules));
                for _ in 0..plies {
                    if matches!(line.status(), Status::ToAct(_)) {
                        let action = line.position().pick_action(|n| rng.u32(0..n));
                        line.play(Entry::Act(action));
                    }
                }
                if matches!(line.status(), Status::ToAct(_)) {
                    let report = search(&line, 5_000);
                    assert!(line.actions().contains(&report.lines[0].line[0]));
                }
            }
        }
    }
}

#[test]
fn greedy_play_is_beaten() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut points = 0;
    const GAMES: u32 = 24;
    for game in 0..GAMES {
        let mut line = random_line(game % 4 < 2, &mut rng, 6);
        let engine = if game % 2 == 0 { Side::First } else { Side::Second };
        points += loop {
            let action = match line.status() {
                Status::Over(outcome) => match outcome.winner {
                    None => break 1,
                    Some(winner) => break if winner == engine { 2 } else { 0 },
                },
                _ if line.position().side() == engine => search(&line, 2_000).lines[0].line[0],
                _ => line.greedy().unwrap(),
            };
            line.play(Entry::Act(action));
        };
    }
    assert!(points >= 2 * GAMES - 2, "only {points} of {} points", 2 * GAMES);
}
