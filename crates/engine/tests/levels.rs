//! Levels: an answer in time, mistakes that a person makes, no nonsense.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use engine::{Ask, Evaluate, HashTable, Level, Limits, Searchable};
use rules::senet::Senet;
use rules::{Game, GameId, Line, Notation, Status, Variant, weighted, with_line};

fn levels() -> impl Iterator<Item = Level> {
    (1..=8).filter_map(Level::new)
}

/// A position of random play in which a side is to act.
fn some_position<P: Evaluate>(rng: &mut fastrand::Rng, entries: usize) -> Line<P> {
    let variant = Variant::read(P::GAME, "").unwrap();
    let mut line = Line::new(P::start(variant.rules::<P>()));
    while line.entries().len() < entries || line.status() == Status::Chance {
        let entry = match line.status() {
            Status::Over(_) => return some_position(rng, entries / 2),
            Status::Chance => rules::Entry::Throw(weighted(P::throws(), |n| rng.u32(..n))),
            Status::ToAct(_) => rules::Entry::Act(line.position().pick_action(|n| rng.u32(..n))),
        };
        line.play(entry);
    }
    line
}

#[test]
fn a_level_answers_when_its_time_is_over() {
    fn late<P: Evaluate>(_: &Line<P>) {
        let mut rng = fastrand::Rng::with_seed(2);
        let line = some_position::<P>(&mut rng, 12);
        for level in levels() {
            let asked = AtomicU32::new(0);
            // As if the machine had been busy with something else.
            let clock = || {
                asked.fetch_add(1, Relaxed);
                Duration::from_secs(5)
            };
            let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
            let ask = Ask { clock: &clock, ..Ask::new(Limits::default(), &table, &stop) };
            let action = line.choose(level, &ask, &mut |n| rng.u32(..n));
            assert!(line.actions().contains(&action.unwrap()), "{} {level:?}", P::GAME);
            // The first look at the clock ends the search; the reports look again.
            assert!(asked.load(Relaxed) < 100, "{} {level:?}: {asked:?}", P::GAME);
        }
    }
    for game in GameId::ALL {
        with_line!(&Game::start(Variant::default_of(game)), line => late(line));
    }
}

/// How often of two hundred times a level takes its last piece off where it could also pass.
fn takes_the_win(level: Level) -> u32 {
    let variant = Variant::read(GameId::SENET, "pass=free").unwrap();
    let position =
        Senet::read(variant.rules::<Senet>(), "..............s..ss........c.. c 3").unwrap();
    let line = Line::new(position);
    let mut rng = fastrand::Rng::with_seed(7);
    let mut taken = 0;
    for _ in 0..200 {
        let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
        let action =
            line.choose(level, &Ask::new(Limits::default(), &table, &stop), &mut |n| rng.u32(..n));
        taken += u32::from(line.position().action_text(action.unwrap()) == "28-off");
    }
    taken
}

#[test]
fn the_weakest_level_overlooks_now_and_then_and_a_good_one_does_not() {
    let weak = takes_the_win(Level::FIRST);
    assert!((100..200).contains(&weak), "{weak} of 200");
    assert_eq!(takes_the_win(Level::new(7).unwrap()), 200);
}

#[test]
fn limits_grow_with_the_level() {
    for game in GameId::ALL {
        let skills: Vec<_> = levels().map(|level| level.skill(game)).collect();
        for pair in skills.windows(2) {
            let [weaker, stronger] = [pair[0], pair[1]];
            let sees_more = stronger.depth == 0 || stronger.depth >= weaker.depth;
            assert!(sees_more && stronger.overlooked <= weaker.overlooked, "{game}: {pair:?}");
            if stronger.depth == 0 && weaker.depth == 0 {
                assert!(stronger.nodes >= 3 * weaker.nodes, "{game}: {pair:?}");
            }
        }
    }
}

/// A level against itself, from the start of the game: who has lost by the end of the first turn of
/// each side.
fn losers_of_first_turns<P: Evaluate>(level: Level, seed: u64) -> Option<rules::Side> {
    let variant = Variant::read(P::GAME, "").unwrap();
    let mut line = Line::new(P::start(variant.rules::<P>()));
    let mut rng = fastrand::Rng::with_seed(seed);
    let (table, stop) = (HashTable::new(1).unwrap(), AtomicBool::new(false));
    let mut turns = 0;
    let mut acting = line.position().side();
    while turns < 2 {
        let action =
            line.choose(level, &Ask::new(Limits::default(), &table, &stop), &mut |n| rng.u32(..n));
        let Some(action) = action else { break };
        line.play(rules::Entry::Act(action));
        if line.position().side() != acting {
            acting = line.position().side();
            turns += 1;
        }
    }
    match line.status() {
        Status::Over(outcome) => outcome.winner.map(rules::Side::other),
        Status::ToAct(_) | Status::Chance => None,
    }
}

#[test]
fn nobody_leaves_the_starting_wall_standing() {
    for level in levels().take(5) {
        for seed in 0..20 {
            let lost = losers_of_first_turns::<rules::diaballik::Diaballik>(level, seed);
            assert_eq!(lost, None, "{level:?}, game {seed}");
        }
    }
}
