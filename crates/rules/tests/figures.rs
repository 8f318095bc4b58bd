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

/// Averages over the throws from a position what a function says of each.
type Mean<'a> = &'a dyn Fn(&Game, &dyn Fn(&Game) -> f64) -> f64;

/// Senet, book 3.4: the turns that a lone piece with nothing in its way needs on average, by square; 26
/// is meant just after it has come there. The other side has one piece, left behind on 1, and its
/// turns are skipped.
fn turns_of_a_lone_piece(variant: &str) -> impl Fn(usize) -> f64 {
    let variant = Variant::read_full(variant).unwrap();
    let at = |square: usize, phase: &str| {
        let mut path = vec![b'.'; 30];
        path[0] = b's';
        path[square - 1] = b'c';
        let path = String::from_utf8(path).unwrap();
        Game::from_position(variant, &format!("{path} c {phase}")).unwrap()
    };
    let mean = |game: &Game, of: &dyn Fn(&Game) -> f64| {
        let weights = [4.0, 6.0, 4.0, 1.0, 1.0];
        let each = (1..).zip(weights).map(|(throw, weight)| {
            let mut after = game.clone();
            after.play(&format!("t{throw}")).unwrap();
            weight / 16.0 * of(&after)
        });
        each.sum::<f64>()
    };
    // What is still to come, once a turn has gone so far.
    fn left(game: &Game, values: &[f64], mean: Mean<'_>) -> f64 {
        let text = game.position();
        match game.status() {
            Status::Over(_) => 0.0,
            Status::Chance if text.ends_with("f") => mean(game, &|after| left(after, values, mean)),
            Status::Chance => values[text.find('c').unwrap() + 1],
            Status::ToAct(_) => {
                let after = game.choices().into_iter().map(|choice| {
                    let mut after = game.clone();
                    after.play(&choice.text).unwrap();
                    left(&after, values, mean)
                });
                after.fold(f64::MAX, f64::min)
            }
        }
    }
    let squares: Vec<usize> = match variant.to_string().contains("return") {
        true => (2..=25).chain(28..=30).collect(),
        false => (2..=25).chain(27..=30).collect(),
    };
    let mut values = vec![0.0; 31];
    // Going back to 1 would take the other piece along: never worth it.
    values[1] = f64::INFINITY;
    for _ in 0..400 {
        let before = values.clone();
        for &square in &squares {
            values[square] = 1.0 + mean(&at(square, "t"), &|after| left(after, &before, &mean));
        }
    }
    values[26] = left(&at(26, "f"), &values, &mean);
    move |square| values[square]
}

#[test]
fn turns_home_in_senet() {
    let tenths = |turns: f64| (turns * 10.0).round() as u32;
    let trial = turns_of_a_lone_piece("senet");
    let figures = [15, 26, 28, 29, 30, 27].map(|square| tenths(trial(square)));
    assert_eq!(figures, [102, 51, 40, 27, 40, 106]);
    // A fall costs about seven turns against a house.
    let house = (6.0 * trial(28) + 4.0 * trial(29) + trial(30)) / 11.0;
    assert_eq!((trial(27) - house).round() as u32, 7);
    // `water=return` is milder: less time is needed from everywhere.
    let back = turns_of_a_lone_piece("senet(water=return)");
    assert!(back(15) < trial(15) && back(26) < trial(26));
    assert!(back(15) < trial(27), "a fall leads to 15 at once");
}
