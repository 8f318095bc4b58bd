//! What needs the past: repetition and the limit of throws, counted from the given position on,
//! and which end is named when several come at once.

mod support;

use rules::{End, Game, Outcome, Status, open};
use support::result;

fn after(game: &str, options: &str, position: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_position(open(game, options).unwrap(), position).unwrap();
    for action in moves {
        game.play(action).unwrap_or_else(|error| panic!("{game:?}: {error}"));
    }
    game
}

const KINGS: &str = "1B6/8/8/8/8/8/8/W7 w 0,0 0 0";
const SHUFFLE: [&str; 4] = ["a1-b2", "b8-c7", "b2-a1", "c7-b8"];

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_is_the_first() {
    let twice = [&SHUFFLE[..], &SHUFFLE[..3]].concat();
    assert!(result(&after("draughts", "", KINGS, &twice)).is_null());
    let thrice = [SHUFFLE, SHUFFLE].concat();
    let game = after("draughts", "", KINGS, &thrice);
    assert_eq!(game.status(), Status::Over(Outcome::draw(End::Repetition)));
    assert!(game.choices().is_empty());
    // The same position given afresh has no past.
    let fresh = Game::from_position(game.variant(), &game.position()).unwrap();
    assert!(matches!(fresh.status(), Status::ToAct(_)));
}

#[test]
fn taking_back_takes_back_the_past() {
    let thrice = [SHUFFLE, SHUFFLE].concat();
    let mut game = after("draughts", "", KINGS, &thrice);
    game.truncate(7);
    assert!(matches!(game.status(), Status::ToAct(_)));
    game.play("c7-d8").unwrap();
    assert!(matches!(game.status(), Status::ToAct(_)));
}

#[test]
fn repetition_is_named_before_the_counters() {
    // The eighth action brings the third occurrence and the fourth move each by kings only.
    let thrice = [SHUFFLE, SHUFFLE].concat();
    let game = after("draughts", "kingmoves=4,barren=4", KINGS, &thrice);
    assert_eq!(game.status(), Status::Over(Outcome::draw(End::Repetition)));
    let game = after("draughts", "kingmoves=3", KINGS, &thrice[..6]);
    assert_eq!(game.status(), Status::Over(Outcome::draw(End::Kingmoves)));
}

#[test]
fn diaballik_compares_the_starts_of_turns_only() {
    let open = "1bbBbbb/7/b6/7/r6/7/1rrRrrr r 2p 2";
    let round = ["a3b3", "end", "a5b5", "end", "b3a3", "end", "b5a5", "end"];
    let twice = [&round[..], &round[..7]].concat();
    assert!(result(&after("diaballik", "", open, &twice)).is_null());
    let game = after("diaballik", "", open, &[round, round].concat());
    assert_eq!(game.status(), Status::Over(Outcome::draw(End::Repetition)));
    // Stepping to and fro within turns repeats boards, but no start of a turn three times.
    let steps = ["a3a4", "a4a3", "end"];
    assert!(result(&after("diaballik", "", open, &steps)).is_null());
}

#[test]
fn senet_is_drawn_when_the_turn_of_the_last_throw_ends() {
    let start = "s..........................c.. c t";
    let mut game = Game::from_position(open("senet", "").unwrap(), start).unwrap();
    let mut throws = 0;
    // Cones wait on 28 for a 3 that never comes; Spools move to and fro between 1 and 2.
    while let Status::ToAct(_) | Status::Chance = game.status() {
        match game.status() {
            Status::Chance => {
                game.play("t1").unwrap();
                throws += 1;
            }
            _ => {
                // The draw waits for the move that the last throw allows.
                assert!(throws <= 2000);
                let choice = game.choices().remove(0).text;
                game.play(&choice).unwrap();
            }
        }
    }
    assert_eq!(throws, 2000);
    assert_eq!(game.status(), Status::Over(Outcome::draw(End::Limit)));
    assert!(game.position().ends_with(" t"), "{}", game.position());
}

#[test]
fn a_view_counts_the_actions_that_bring_nothing() {
    let quiet = |game: &Game| game.view().quiet;
    let mut seega = after("seega", "", "5/2g2/gb1bg/5/b4 g 0,0 - 3", &[]);
    assert_eq!(quiet(&seega), Some((3, 10)));
    seega.play("c4c5").unwrap();
    assert_eq!(quiet(&seega), Some((4, 10)));
    // While stones are placed nothing is counted.
    assert_eq!(quiet(&Game::start(open("seega", "").unwrap())), None);
    // Of the two counters of draughts the one that draws first.
    let kings = after("draughts", "kingmoves=4,barren=5", KINGS, &SHUFFLE[..2]);
    assert_eq!(quiet(&kings), Some((2, 8)));
    assert_eq!(
        quiet(&after("draughts", "kingmoves=6,barren=5", KINGS, &SHUFFLE[..2])),
        Some((2, 10))
    );
    assert_eq!(quiet(&Game::start(open("salta", "").unwrap())), None);
}
