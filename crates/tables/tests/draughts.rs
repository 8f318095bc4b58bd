//! Tables of draughts against plain searches, and against the rules.

mod support;

use rules::draughts::{Draughts, Rules};
use rules::{Line, Notation, Position, Side};
use support::{Folder, Minimax, build, probe, variant};
use tables::{Answer, Tables, Value};

/// A random position with so many pieces, of which some are in reserve if the rules have one.
fn random(rng: &mut fastrand::Rng, rules: Rules, pieces: u32, reserves: bool) -> Draughts {
    loop {
        let (mut sets, mut kings, mut in_reserve) = ([0u64; 2], 0u64, [0u8; 2]);
        for number in 0..pieces {
            let owner = if number < 2 { number as usize } else { rng.usize(0..2) };
            if reserves && rng.u8(0..5) == 0 {
                in_reserve[owner] += 1;
                continue;
            }
            let square = 1u64 << rng.u32(0..36);
            if square & Draughts::SQUARES & !(sets[0] | sets[1]) != 0 {
                sets[owner] |= square;
                kings |= if rng.bool() { square } else { 0 };
            }
        }
        let side = if rng.bool() { Side::First } else { Side::Second };
        let position = Draughts::placed(rules, sets, kings, in_reserve, side);
        let count = (sets[0] | sets[1]).count_ones() + u32::from(in_reserve[0] + in_reserve[1]);
        // A man on the last rank is refused.
        if count == pieces
            && let Ok(position) = Draughts::read(rules, &position.to_string())
        {
            return position;
        }
    }
}

/// The result if it is forced within so many actions.
fn forced(position: &Draughts, depth: u16) -> Option<(Value, Option<u16>)> {
    let actions = position.actions();
    if actions.is_empty() {
        return Some((Value::Loss, Some(0)));
    }
    if depth == 0 {
        return None;
    }
    let (mut win, mut loss) = (None, Some(0));
    for action in actions {
        let mut next = position.clone();
        next.play(action);
        match forced(&next, depth - 1) {
            Some((Value::Loss, Some(distance))) => {
                win = Some(win.map_or(distance + 1, |win: u16| win.min(distance + 1)));
            }
            Some((Value::Win, Some(distance))) => {
                loss = loss.map(|loss: u16| loss.max(distance + 1));
            }
            _ => loss = None,
        }
    }
    match (win, loss) {
        (Some(_), _) => Some((Value::Win, win)),
        (None, Some(_)) => Some((Value::Loss, loss)),
        (None, None) => None,
    }
}

#[test]
fn every_entry_follows_from_its_successors_and_short_wins_are_those_of_a_plain_search() {
    // A value with its distance that follows from the successors everywhere is proven by
    // induction over the distance; a draw, because there is always an action that keeps it.
    for (rules, pieces) in [("draughts(cyclic=off)", 3), ("draughts", 2)] {
        let folder = Folder::new(&format!("draughts-{rules}"));
        build(&folder.0, rules, pieces).unwrap();
        let tables = Tables::new(&folder.0);
        let checked = tables.check(variant(rules), None, |_| 0).unwrap();
        assert!(checked.entries == checked.of && checked.of > 4_000, "{checked:?}");
        let typed: Rules = Rules { kingmoves: 0, barren: 0, ..variant(rules).rules::<Draughts>() };
        let mut rng = fastrand::Rng::with_seed(3);
        let mut decided = 0;
        for _ in 0..400 {
            let pieces = rng.u32(2..=pieces);
            let position = random(&mut rng, typed, pieces, rules == "draughts");
            let text = position.to_string();
            let with_counters = Draughts::read(variant(rules).rules::<Draughts>(), &text).unwrap();
            let (value, distance) = probe(&tables, &with_counters).unwrap();
            match forced(&position, 5) {
                Some(plain) => {
                    assert_eq!((value, distance), plain, "{text}");
                    decided += 1;
                }
                None => assert!(distance.is_none_or(|distance| distance > 5), "{text}"),
            }
        }
        assert!(decided > 50, "{decided}");
    }
}

#[test]
fn wins_within_the_counters_are_those_of_a_game_with_counters() {
    let mut seen = [[0; 2]; 2];
    for (rules, pieces) in [
        ("draughts(cyclic=off,kingmoves=2,barren=3)", 3),
        ("draughts(cyclic=off,kingmoves=0,barren=2)", 3),
        ("draughts(cyclic=off,kingmoves=1,barren=4)", 3),
        ("draughts(kingmoves=2,barren=2)", 2),
    ] {
        let folder = Folder::new(&format!("counters-{rules}"));
        build(&folder.0, rules, pieces).unwrap();
        let tables = Tables::new(&folder.0);
        let typed: Rules = variant(rules).rules::<Draughts>();
        let mut rng = fastrand::Rng::with_seed(5);
        let mut minimax = Minimax::default();
        for _ in 0..400 {
            let position = random(&mut rng, typed, pieces, !rules.contains("off"));
            let text = position.to_string();
            let board = text.strip_suffix("0 0").unwrap();
            let (kings, barren) = (rng.u8(0..=4), rng.u8(0..=2 * typed.barren));
            let text = format!("{board}{kings} {barren}");
            let position = Draughts::read(typed, &text).unwrap();
            let answer = tables.probe(&Line::new(position.clone()).into()).unwrap();
            let Some(Answer::Result { value, within_counters, .. }) = answer else {
                panic!("{text}: {answer:?}");
            };
            let (played, _) = minimax.value(&position);
            match within_counters {
                None => assert_eq!((value, played), (Value::Draw, Value::Draw), "{text}"),
                Some(within) => {
                    assert_eq!(within, played == value, "{rules} {text} {value:?} {played:?}");
                    assert!(within || played == Value::Draw, "{text}");
                    seen[usize::from(barren > 0)][usize::from(within)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().flatten().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn without_counters_every_win_is_within_them() {
    let folder = Folder::new("no-counters");
    let rules = "draughts(cyclic=off,kingmoves=0,barren=0)";
    build(&folder.0, rules, 2).unwrap();
    let tables = Tables::new(&folder.0);
    let typed: Rules = variant(rules).rules::<Draughts>();
    for board in ["8/8/8/b7/8/8/1W6/8", "8/8/8/8/8/2w5/7b/8"] {
        let position = Draughts::read(typed, &format!("{board} w 0,0 900 900")).unwrap();
        let answer = tables.probe(&Line::new(position).into()).unwrap().unwrap();
        let Answer::Result { value, within_counters, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(within_counters, (value != Value::Draw).then_some(true), "{board}");
    }
}
