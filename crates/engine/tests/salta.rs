//! Salta through the engine's door: wins counted right, jumps that lead astray, the puzzle of
//! playing alone, symmetry, every rule set.

use std::sync::atomic::AtomicBool;

use engine::{
    Ask, Evaluate, HashTable, Level, Limits, Report, Searchable, evaluate_terms, salta_solver,
};
use rules::salta::{Action, Rules, Salta};
use rules::{End, Entry, GameId, Line, Notation, Position, Side, Status, Variant};

fn rules(options: &str) -> Rules {
    Variant::read(GameId::SALTA, options).unwrap().rules::<Salta>()
}

fn read(options: &str, text: &str) -> Salta {
    Salta::read(rules(options), text).unwrap()
}

fn search(position: &Salta, nodes: u64) -> Report<Action> {
    let table = HashTable::new(4).unwrap();
    let line = Line::new(position.clone());
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    line.search(&Ask::new(limits, &table, &stop), &mut |_| {}).unwrap()
}

#[track_caller]
fn assert_best(position: &Salta, nodes: u64, action: &str, score: &str) {
    let report = search(position, nodes);
    let best = &report.lines[0];
    assert_eq!(position.action_text(best.line[0]), action, "{position}");
    assert_eq!(best.score.to_string(), score, "{position}");
}

#[test]
fn wins_count_the_winners_turns() {
    let one = "KLMNO/FGHIJ/1BCDE/A4/5/c4/5/ab1de/fghij/klmno g 100 - 0";
    assert_best(&read("", one), 2_000, "a7b8", "win 1");
    let two = "KLMNO/FGHIJ/1BCDE/5/1A3/cb3/5/a2de/fghij/klmno g 100 - 0";
    assert_eq!(search(&read("", two), 20_000).lines[0].score.win_in(), Some(2));
    // Red's turn is Green's last but one.
    let lost = "KLMNO/FGHIJ/1BCDE/A4/5/cb3/5/a2de/fghij/klmno r 101 - 0";
    assert_eq!(search(&read("", lost), 20_000).lines[0].score.win_in(), Some(-1));
    let red = "KLMNO/FGHIJ/3DE/5/ABC2/1c3/5/ab1de/fghij/klmno r 101 - 0";
    assert_eq!(search(&read("", red), 20_000).lines[0].score.win_in(), Some(2));
}

/// Green finishes, but Red's one more move finishes as well: a draw. Green has nothing better
/// only if waiting loses.
#[test]
fn reds_one_more_move_is_looked_at() {
    let both = "KLMNO/FGHIJ/1BCDE/A4/5/5/2c2/ab1de/fghij/klmno g 100 - 0";
    let mut position = read("", both);
    let action = position.read_action("a7b8").unwrap();
    position.play(action);
    let report = search(&position, 2_000);
    assert_eq!(report.lines[0].score.to_string(), "cp 0");
    let mut after = position.clone();
    after.play(report.lines[0].line[0]);
    assert!(matches!(after.status(), Status::Over(outcome) if outcome.reason == End::BothHome));
}

/// How a game near the limit ends with best play, for the side to act: every line is played out.
fn minimax(position: &Salta) -> i32 {
    let for_side = |winner: Option<Side>| match winner {
        None => 0,
        Some(winner) if winner == position.side() => 1,
        Some(_) => -1,
    };
    if let Status::Over(outcome) = position.status() {
        return for_side(outcome.winner);
    }
    let mut best = -1;
    position.for_each_action(|action| {
        if best < 1 {
            let mut next = position.clone();
            next.play(action);
            best = best.max(-minimax(&next));
        }
    });
    best
}

/// Four moves before the limit a single action wins: mostly one that makes the enemy jump where it
/// does not want to go, or that spares an own piece such a jump.
#[test]
fn the_only_winning_action_before_the_limit_is_found() {
    for (text, action) in [
        ("1bc1e/a2d1/NH1Mo/Gf1hi/1ID1J/L1gO1/C1k2/K1lE1/F2nj/ABm2 g 76 - 0", "g3f2"),
        ("abc2/2hiN/g3j/2IM1/J1e2/LHDEO/Gdfn1/KClk1/FB2o/A1m2 g 76 - 0", "b2c1"),
        ("2cde/BM2j/HLG1o/3C1/1bJNO/3i1/Dghan/Kflm1/F2I1/Ak2E g 76 - 0", "i1j2"),
        ("a2je/1CGI1/1Jbc1/3dO/MNDoi/LHfgm/3hE/K1l2/F1k2/AB1n1 g 76 - 0", "j4i3"),
    ] {
        let position = read("limit=40", text);
        position.for_each_action(|other| {
            let mut next = position.clone();
            next.play(other);
            assert_eq!(-minimax(&next) == 1, position.action_text(other) == action, "{text}");
        });
        let report = search(&position, 100_000);
        assert_eq!(position.action_text(report.lines[0].line[0]), action, "{text}");
        assert_eq!(report.lines[0].score.win_in(), Some(2), "{text}");
    }
}

/// Positions of a loser who plays alone, with the least number of actions, and whether few nodes
/// are enough to prove it.
#[test]
fn playing_alone_is_solved() {
    for (text, par) in [
        ("KLMNO/FGHIJ/1BCDE/A4/5/5/5/abcde/fghij/klmno g 100 r 0", 1),
        ("5/5/5/KLMNO/FGHIJ/ABCDE/5/abcde/fghij/klmno g 100 r 0", 45),
        // Two neighbours in the last row have changed places.
        ("LKMNO/FGHIJ/ABCDE/5/5/5/5/abcde/fghij/klmno g 100 r 0", 12),
        // A Star in the last row, behind pieces that are all home.
        ("NLMAO/FGHIJ/1BCDE/1K3/5/5/5/abcde/fghij/klmno g 100 r 0", 27),
    ] {
        let position = read("", text);
        let solution = salta_solver::solve(&position, 200_000).expect(text);
        assert!(solution.is_proven(), "{text}: {}", solution.length);
        assert_eq!(solution.length, par, "{text}");
        assert_eq!(solution.actions.len(), par as usize);
        let mut line = Line::new(position);
        for action in solution.actions {
            assert!(line.actions().contains(&action), "{text}");
            line.play(Entry::Act(action));
        }
        let Status::Over(outcome) = line.status() else { panic!("{text}: not home") };
        assert_eq!((outcome.reason, outcome.points), (End::Home, Some(par)), "{text}");
    }
}

#[test]
fn a_short_search_alone_still_finds_a_way() {
    let text = "1LMAO/FNHI1/GBECJ/1KD2/5/5/5/abcde/fghij/klmno g 100 r 0";
    let mut line = Line::new(read("", text));
    while let Status::ToAct(_) = line.status() {
        let report = search(line.position(), 1_000);
        line.play(Entry::Act(report.lines[0].line[0]));
    }
    let Status::Over(outcome) = line.status() else { unreachable!() };
    assert_eq!(outcome.reason, End::Home);
    assert!(outcome.points.unwrap() <= 60, "{:?}", outcome.points);
}

/// The armies have passed each other, but the shortest way home begins with a step that leaves the
/// opponent no productive move [4.1]: the rules allow others only.
#[test]
fn a_way_home_that_blocks_the_opponent_is_not_played() {
    let text = "KOLMN/5/FHAIJ/1C1B1/5/1DEG1/1k3/abcde/fghij/1lmno g 292 - 0";
    let line = Line::new(read("", text));
    let legal = line.actions();
    let texts: Vec<String> = legal.iter().map(|a| line.position().action_text(*a)).collect();
    assert_eq!(texts.len(), 6, "{texts:?}");
    let way = line.position().alone(&mut |nodes| nodes < 5_000).expect("apart");
    assert!(!legal.contains(&way[0]), "the position no longer shows what it is here for");
    for nodes in [100, 1_000, 5_000, 50_000] {
        let best = search(line.position(), nodes).lines[0].line[0];
        assert!(legal.contains(&best), "{}", line.position().action_text(best));
    }
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    for level in 1..=8 {
        let level = Level::new(level).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        let chosen = line
            .choose(level, &Ask::new(Limits::default(), &table, &stop), &mut |n| random.u32(..n))
            .unwrap();
        assert!(legal.contains(&chosen), "{level:?}");
    }
}

/// Turned by half a circle with colours exchanged: numbers run the other way.
fn turned(position: &Salta) -> Salta {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let turn = |c: char| {
        if !c.is_ascii_alphabetic() {
            return c;
        }
        let lower = c.to_ascii_lowercase() as u8 - b'a';
        let number = (lower / 5 * 5 + 4 - lower % 5 + b'a') as char;
        if c.is_ascii_uppercase() { number } else { number.to_ascii_uppercase() }
    };
    let board: String = board.chars().rev().map(turn).collect();
    let fields: Vec<&str> = rest.split(' ').collect();
    let ply: u32 = fields[1].parse().unwrap();
    let (side, ply) = if fields[0] == "g" { ("r", ply + 1) } else { ("g", ply + 1) };
    Salta::read(position.rules(), &format!("{board} {side} {ply} - 0")).unwrap()
}

#[test]
fn the_evaluation_of_exchanged_colours_is_the_opposite() {
    for options in ["", "goal=mirror"] {
        let mut random = fastrand::Rng::with_seed(5);
        let mut line = Line::new(Salta::start(rules(options)));
        for _ in 0..300 {
            let action = line.position().pick_action(|n| random.u32(..n));
            line.play(Entry::Act(action));
            let opposite: Vec<i32> = evaluate_terms(line.position()).iter().map(|n| -n).collect();
            assert_eq!(evaluate_terms(&turned(line.position())), opposite, "{}", line.position());
        }
    }
}

#[test]
fn the_start_is_even_but_for_the_turn() {
    let counts = evaluate_terms(&Salta::start(rules("")));
    for (term, count) in Salta::TERMS.iter().zip(counts) {
        assert_eq!(count, i32::from(*term == "turn"), "{term}");
    }
}

#[test]
fn every_rule_set_is_played_legally() {
    for options in ["", "goal=mirror", "limit=120", "limit=0", "limit=5"] {
        let mut line = Line::new(Salta::start(rules(options)));
        for _ in 0..60 {
            if !matches!(line.status(), Status::ToAct(_)) {
                break;
            }
            let action = search(line.position(), 2_000).lines[0].line[0];
            assert!(line.actions().contains(&action), "{options}: {}", line.position());
            line.play(Entry::Act(action));
        }
    }
}
