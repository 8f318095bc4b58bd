//! The engine plays by a certificate: as first it wins every game, and says that this is proven.

mod support;

use std::sync::atomic::AtomicBool;

use engine::{Ask, Exact, ExactValues, HashTable, Level, Limits, Searchable};
use rules::{Game, Position, Side, Status};
use support::{Folder, variant};
use tables::{BuildOptions, Oracle, Proof, Shard, Tables};

/// Rules of the smallest board under which first wins.
const WON: &str = "seega(size=3,drops=2)";

fn solve(folder: &Folder) -> Oracle {
    let options = BuildOptions {
        out: &folder.0,
        threads: 1,
        memory: 1 << 30,
        shard: Shard::default(),
        report: &|_| {},
    };
    let solution = tables::solve(&variant(WON), false, &options).unwrap();
    assert_eq!(solution.first_wins, Some(true));
    Tables::new(&folder.0).oracle(variant(WON)).unwrap()
}

/// How second plays.
#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    Greedy,
    Level(u32),
    /// With the same knowledge: what is hardest to refute.
    Proof,
}

/// Plays a game of the engine with the proof as first; true if it won it. All its actions must be
/// proven.
fn wins(rules: &str, oracle: &Oracle, opponent: Opponent, rng: &mut fastrand::Rng) -> bool {
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let plain = Ask::new(limits, &table, &stop);
    let exact: Option<&dyn ExactValues> = Some(oracle);
    let knowing = Ask { exact, ..Ask::new(limits, &table, &stop) };
    let mut game = Game::start(variant(rules));
    loop {
        let side = match game.status() {
            Status::Over(outcome) => return outcome.winner == Some(Side::First),
            Status::ToAct(side) => side,
            Status::Chance => unreachable!("no dice"),
        };
        let action = match (side, opponent) {
            (Side::First, _) | (Side::Second, Opponent::Proof) => {
                let best = game.search(&knowing, &mut |_| {}).unwrap().lines.remove(0);
                let proven = match best.exact {
                    Some(Exact::Won(_) | Exact::Win(_)) => side == Side::First,
                    Some(Exact::Lost(_) | Exact::Loss(_)) => side == Side::Second,
                    _ => false,
                };
                assert!(proven, "{opponent:?} {side:?} {:?} in {}", best.exact, game.position());
                best.line[0]
            }
            (Side::Second, Opponent::Random) => {
                let actions = game.actions();
                actions[rng.usize(..actions.len())]
            }
            (Side::Second, Opponent::Greedy) => game.greedy().unwrap(),
            (Side::Second, Opponent::Level(number)) => {
                let level = Level::new(number).unwrap();
                game.choose(level, &plain, &mut |most| rng.u32(..most)).unwrap()
            }
        };
        game.act(action).unwrap();
    }
}

#[test]
fn with_a_proof_the_engine_wins_every_game_as_first() {
    let folder = Folder::new("proven-play");
    let oracle = solve(&folder);
    let mut rng = fastrand::Rng::with_seed(20);
    let mut play = |opponent, games| {
        for game in 0..games {
            assert!(wins(WON, &oracle, opponent, &mut rng), "{opponent:?}, game {game}");
        }
    };
    play(Opponent::Random, 60);
    play(Opponent::Greedy, 1);
    for level in 1..=8 {
        play(Opponent::Level(level), 2);
    }
    play(Opponent::Proof, 1);
}

/// The proof of Seega 5×5 that the repository holds is read, and wins. `igroteka tables verify` checks
/// all of it, in minutes.
#[test]
fn with_the_proof_of_the_repository_the_engine_wins_as_first() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables");
    let proven = tables::solved(folder.as_ref()).unwrap();
    assert_eq!(proven[0].variant, variant("seega"));
    assert_eq!(proven[0].winner, Some(Side::First));
    let Proof::Certificate(_, header) = &proven[0].proof else { panic!("no certificate") };
    // Without the file, what is listed names the same proof.
    let elsewhere = tables::solved("no-such-folder".as_ref()).unwrap();
    assert_eq!(elsewhere[0].proof, Proof::Published(header.leaves));
    let oracle = Tables::new(folder).oracle(variant("seega")).unwrap();
    let mut rng = fastrand::Rng::with_seed(5);
    for (opponent, games) in [
        (Opponent::Random, 3),
        (Opponent::Greedy, 1),
        (Opponent::Level(4), 1),
        (Opponent::Level(8), 1),
    ] {
        for game in 0..games {
            assert!(wins("seega", &oracle, opponent, &mut rng), "{opponent:?}, game {game}");
        }
    }
}

#[test]
fn a_proven_line_stands_before_those_that_are_searched() {
    let folder = Folder::new("proven-lines");
    let oracle = solve(&folder);
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let exact: Option<&dyn ExactValues> = Some(&oracle);
    let ask = Ask { exact, lines: 3, ..Ask::new(limits, &table, &stop) };
    let report = Game::start(variant(WON)).search(&ask, &mut |_| {}).unwrap();
    assert_eq!(report.lines.len(), 3);
    assert!(matches!(report.lines[0].exact, Some(Exact::Won(_))));
    assert!(report.lines[0].score.win_in().is_some());
    let first: Vec<_> = report.lines.iter().map(|root| root.line[0]).collect();
    assert!(first[0] != first[1] && first[0] != first[2] && first[1] != first[2]);
}

/// Other rules have no advice, nor have positions in which first has left the strategy.
#[test]
fn what_is_not_proven_is_not_claimed() {
    let folder = Folder::new("proven-not");
    let oracle = solve(&folder);
    let Game::Seega(other) = Game::start(variant("seega(size=3)")) else { unreachable!() };
    assert_eq!(oracle.advise(other.position()), None, "a position of other rules");
    let none = Tables::new(&folder.0).oracle(variant("seega(size=3)")).unwrap();
    assert_eq!(none.advise(other.position()), None, "rules without a certificate");
    let Game::Seega(line) = Game::start(variant(WON)) else { unreachable!() };
    let Some((place, Exact::Won(_))) = oracle.advise(line.position()) else {
        panic!("the start is won")
    };
    // With two stones a turn first goes on: still by the strategy after its own placement.
    let mut next = line.position().clone();
    next.play(line.position().actions()[place]);
    assert!(matches!(oracle.advise(&next), Some((_, Exact::Won(_)))));
}
