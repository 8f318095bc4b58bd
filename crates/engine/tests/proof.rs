//! The nearest win in Diaballik against plain play of everything.

use engine::proof::{Proof, nearest_win};
use rules::diaballik::{Diaballik, Rules, Start};
use rules::{Notation, Position, Side, Status};

/// Whether a side wins within so many of its turns, without any memory.
fn wins(position: &Diaballik, attacker: Side, turns: u32) -> bool {
    let acts = match position.status() {
        Status::Over(outcome) => return outcome.winner == Some(attacker),
        Status::ToAct(side) => side == attacker,
        Status::Chance => unreachable!(),
    };
    if turns == 0 {
        return false;
    }
    let mut each = position.actions().into_iter().map(|action| {
        let mut next = position.clone();
        next.play(action);
        let ended = acts && next.side() != attacker;
        wins(&next, attacker, turns - u32::from(ended))
    });
    if acts { each.any(|won| won) } else { each.all(|won| won) }
}

#[test]
fn a_goal_at_hand_is_a_win_in_one_turn_for_whoever_acts() {
    let text = "bbbrBbb/7/7/r2R1br/4r2/7/r5r r 2p 4";
    let position = Diaballik::read(Rules::default(), text).unwrap();
    assert_eq!(nearest_win(&position, Side::First, 1_000), Proof::Win(1));
    // Out of positions: nothing is claimed.
    assert_eq!(nearest_win(&position, Side::First, 0), Proof::NoWinWithin(0));
    // Short of the limit the count of turns would matter: nothing is claimed either.
    let late = Diaballik::read(Rules::default(), &text.replace("2p 4", "2p 394")).unwrap();
    assert_eq!(nearest_win(&late, Side::First, 1_000), Proof::NoWinWithin(0));
}

#[test]
fn the_nearest_win_is_that_of_plain_play() {
    let rules = Rules { start: Start::Exchanged, ..Rules::default() };
    let mut rng = fastrand::Rng::with_seed(5);
    let mut found = [0; 3];
    for _ in 0..60 {
        let mut position = Diaballik::start(rules);
        let mut last = Vec::new();
        while let Status::ToAct(side) = position.status() {
            if position.at_turn_start() {
                last.push(position.clone());
            }
            let after = |action| {
                let mut next = position.clone();
                next.play(action);
                next.status()
            };
            let (mut winning, mut others) = (None, Vec::new());
            for action in position.actions() {
                match after(action) {
                    Status::Over(outcome) if outcome.winner == Some(side) => winning = Some(action),
                    // A wall of one's own loses at once.
                    Status::Over(_) => {}
                    _ => others.push(action),
                }
            }
            let other = (!others.is_empty()).then(|| others[rng.usize(..others.len())]);
            let action = winning.or(other).unwrap_or_else(|| position.actions()[0]);
            position.play(action);
        }
        for position in last.iter().rev().take(4) {
            for attacker in Side::BOTH {
                let turns = match nearest_win(position, attacker, 200_000) {
                    Proof::Win(turns) if turns <= 2 => turns,
                    _ => continue,
                };
                // Two turns of plain play are long: a few will do, where the attacker acts.
                if turns == 2 && (found[2] >= 4 || position.side() != attacker) {
                    continue;
                }
                assert!(wins(position, attacker, turns), "{position} {attacker:?} {turns}");
                let sooner = turns > 1 && wins(position, attacker, turns - 1);
                assert!(!sooner, "{position} {attacker:?} {turns}");
                found[turns as usize] += 1;
            }
        }
    }
    assert!(found[1] > 10, "{found:?}");
}
