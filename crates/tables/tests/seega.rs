//! Tables of Seega against a plain minimax, and against the rules.

mod support;

use rules::seega::{Rules, Seega};
use rules::{Notation, Position, Variant};
use support::{Folder, Minimax, build, probe};
use tables::{Tables, Value};

/// The option sets of the moving stage.
fn option_sets() -> Vec<String> {
    let mut sets = Vec::new();
    for extra in ["same", "any"] {
        for capture in ["line", "single"] {
            for centre in ["open", "safe"] {
                sets.push(format!("size=3,extra={extra},capture={capture},centre={centre}"));
            }
        }
    }
    sets
}

/// The whole board of nine squares: every position that the rules accept without an extra move
/// due, what follows from it (extra moves too), and the placing stage.
fn compare_whole(rules: &str, quiets: &[u8]) {
    let folder = Folder::new(&format!("seega-{rules}"));
    build(&folder.0, rules, 8).unwrap();
    let tables = Tables::new(&folder.0);
    let typed: Rules = support::variant(rules).rules::<Seega>();
    let mut minimax = Minimax::default();
    let (mut compared, mut extra) = (0, 0);
    for board in 0..3u32.pow(9) {
        let mut text = String::new();
        for square in 0..9 {
            if square > 0 && square % 3 == 0 {
                text.push('/');
            }
            text.push(['1', 'g', 'b'][(board / 3u32.pow(square) % 3) as usize]);
        }
        let text = text.replace("111", "3").replace("11", "2");
        for quiet in quiets {
            for side in ["g", "b"] {
                let text = format!("{text} {side} 0,0 - {quiet}");
                let Ok(position) = Seega::read(typed, &text) else { continue };
                assert_eq!(probe(&tables, &position), Some(minimax.value(&position)), "{text}");
                compared += 1;
                for action in position.actions() {
                    let mut next = position.clone();
                    next.play(action);
                    if next.is_extra_move() {
                        assert_eq!(probe(&tables, &next), Some(minimax.value(&next)), "{next}");
                        extra += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 20_000 && extra > 1_000, "{compared} {extra}");
    for drops in [1, 2] {
        let start = Seega::start(Rules { drops, ..typed });
        let mut minimax = Minimax::default();
        assert_eq!(probe(&tables, &start), Some(minimax.value(&start)), "{rules} {drops}");
        let mut next = start.clone();
        next.play(start.actions()[1]);
        assert_eq!(probe(&tables, &next), Some(minimax.value(&next)), "{rules} {drops}");
    }
}

#[test]
fn the_smallest_board_is_known_whole_for_every_option_set() {
    for set in option_sets() {
        for quiet in [1, 2, 5] {
            compare_whole(&format!("seega({set},quiet={quiet})"), &[0, quiet - 1]);
        }
        compare_whole(&format!("seega({set})"), &[0, 1, 9, 10]);
    }
}

#[test]
fn long_counts_of_quiet_actions_are_exact_too() {
    compare_whole("seega(size=3,quiet=37)", &[0, 36]);
}

/// Layers whose distances may not fit into a byte are built otherwise.
#[test]
fn distances_that_take_two_bytes_are_those_of_the_rules() {
    let rules = "seega(size=3,quiet=100)";
    let folder = Folder::new("seega-wide");
    build(&folder.0, rules, 4).unwrap();
    let checked = Tables::new(&folder.0).check(support::variant(rules), None, |_| 0).unwrap();
    assert!(checked.entries == checked.of && checked.of > 40_000, "{checked:?}");
}

#[test]
fn few_stones_on_the_usual_board_are_those_of_a_plain_minimax() {
    for rules in ["seega(quiet=4)", "seega(capture=single,centre=safe,extra=any,quiet=3)"] {
        let folder = Folder::new(&format!("seega5-{rules}"));
        build(&folder.0, rules, 4).unwrap();
        let tables = Tables::new(&folder.0);
        let variant: Variant = support::variant(rules);
        let typed: Rules = variant.rules::<Seega>();
        let mut minimax = Minimax::default();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut decided = 0;
        for _ in 0..300 {
            let mut stones = [0u128; 2];
            for number in 0..rng.u32(2..=4) {
                let square = 10 * rng.u32(0..5) + rng.u32(0..5);
                if (stones[0] | stones[1]) & 1 << square == 0 {
                    stones[number as usize % 2] |= 1 << square;
                }
            }
            if stones.contains(&0) {
                continue;
            }
            let side = *rng.choice(rules::Side::BOTH.iter()).unwrap();
            let position = Seega::moving_stage(typed, stones, side, rng.u8(0..typed.quiet));
            let value = minimax.value(&position);
            assert_eq!(probe(&tables, &position), Some(value), "{rules} {position}");
            decided += u32::from(value.0 != Value::Draw);
        }
        assert!(decided > 10, "{decided}");
        let checked = tables.check(variant, None, |_| 0).unwrap();
        assert_eq!(checked.entries, checked.of);
    }
}
