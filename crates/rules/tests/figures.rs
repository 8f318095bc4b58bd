//! The figures that the rules documents cite, counted anew.

use std::collections::HashMap;

use rules::{Game, Status, Variant};

fn start(variant: &str) -> Game {
    Game::start(Variant::read_full(variant).unwrap())
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Seega 11.3: over all fillings, how often the first move can capture, in tenths of a percent by
/// the attack squares that Green holds.
#[test]
fn first_captures_of_seega() {
    const BESIDE: [usize; 4] = [7, 11, 13, 17];
    const ATTACK: [usize; 4] = [2, 10, 14, 22];
    let variant = Variant::read_full("seega").unwrap();
    let (mut fillings, mut captures) = ([0; 5], [0; 5]);
    // Only the eight squares of the cross matter; the others are filled in any one way.
    for pattern in 0..256_u32 {
        let mut board = [b'.'; 25];
        for (bit, square) in BESIDE.into_iter().chain(ATTACK).enumerate() {
            board[square] = if pattern >> bit & 1 == 1 { b'g' } else { b'b' };
        }
        let green = pattern.count_ones() as usize;
        let others = (0..25).filter(|square| *square != 12 && board[*square] == b'.');
        for (nth, square) in others.collect::<Vec<_>>().into_iter().enumerate() {
            board[square] = if nth < 12 - green { b'g' } else { b'b' };
        }
        board[12] = b'1';
        let rows: Vec<&str> =
            board.chunks(5).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let game = Game::from_position(variant, &format!("{} g 0,0 - 0", rows.join("/"))).unwrap();
        let captured = game.choices().iter().any(|choice| {
            let mut after = game.clone();
            after.play(&choice.text).unwrap();
            after.position().split(' ').next().unwrap().matches('b').count() < 12
        });
        let held = (pattern >> 4).count_ones() as usize;
        let ways = binomial(16, 12 - green as u64);
        fillings[held] += ways;
        captures[held] += if captured { ways } else { 0 };
    }
    assert_eq!(fillings.iter().sum::<u64>(), binomial(24, 12));
    let share = |held: usize| (captures[held] * 1_000 + fillings[held] / 2) / fillings[held];
    assert_eq!([0, 1, 2, 3, 4].map(share), [0, 424, 720, 858, 883]);
}

/// Diaballik 5.6: the positions that a first turn leads to, and how many of them have lost.
#[test]
fn first_turns_of_diaballik() {
    fn turns(game: &Game, ends: &mut HashMap<String, bool>) {
        let side = start("diaballik").side();
        match game.status() {
            Status::ToAct(to_act) if to_act == side => {
                for choice in game.choices() {
                    let mut after = game.clone();
                    after.play(&choice.text).unwrap();
                    turns(&after, ends);
                }
            }
            status => {
                ends.insert(game.position(), matches!(status, Status::Over(_)));
            }
        }
    }
    let count = |variant| {
        let mut ends = HashMap::new();
        turns(&start(variant), &mut ends);
        (ends.len(), ends.values().filter(|lost| **lost).count())
    };
    assert_eq!(count("diaballik"), (132, 78));
    assert_eq!(count("diaballik(start=exchanged)").1, 0, "the line is open from the start");
}
