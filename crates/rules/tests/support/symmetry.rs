//! The symmetries of the games, on texts alone: how a position and an action look from the other
//! side or in a mirror. Nothing here knows the rules.

use rules::{Outcome, Side, Status, Variant};

type MapPosition = Box<dyn Fn(&str) -> Option<String>>;
type MapAction = Box<dyn Fn(&str) -> String>;

/// One way to look at a game that changes nothing but names.
pub(crate) struct Symmetry {
    pub(crate) name: String,
    /// The rule set of the mapped game.
    pub(crate) variant: Variant,
    /// Whether the sides change their parts.
    pub(crate) swaps_sides: bool,
    /// The mapped position; none where this symmetry doesn't hold (counters of one side only).
    pub(crate) position: MapPosition,
    /// The mapped action.
    pub(crate) action: MapAction,
}

impl Symmetry {
    /// What becomes of a status.
    pub(crate) fn status(&self, status: Status) -> Status {
        let side = |side: Side| if self.swaps_sides { side.other() } else { side };
        match status {
            Status::ToAct(to_act) => Status::ToAct(side(to_act)),
            Status::Chance => Status::Chance,
            Status::Over(outcome) => {
                Status::Over(Outcome { winner: outcome.winner.map(side), ..outcome })
            }
        }
    }
}

/// The symmetries of a rule set, at least one.
pub(crate) fn symmetries(variant: Variant) -> Vec<Symmetry> {
    match variant.game.id() {
        "seega" => seega(variant),
        "salta" => vec![salta(variant)],
        "senet" => vec![senet(variant)],
        "draughts" => vec![draughts(variant)],
        "diaballik" => vec![mirror(variant), diaballik_rotation(variant)],
        other => unreachable!("{other}"),
    }
}

/// Maps every square name in a text, leaves the rest.
fn map_squares(text: &str, map: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if bytes[at].is_ascii_lowercase() && digits > 0 {
            let rank: u8 = text[at + 1..=at + digits].parse().unwrap();
            let (file, rank) = map(bytes[at] - b'a', rank - 1);
            out.push(char::from(b'a' + file));
            out.push_str(&(rank + 1).to_string());
            at += 1 + digits;
        } else {
            out.push(char::from(bytes[at]));
            at += 1;
        }
    }
    out
}

/// Maps the squares of a board text of `size` × `size`.
fn map_board(board: &str, size: u8, map: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let wide = usize::from(size);
    let mut cells = vec![vec!['.'; wide]; wide];
    for (row, rank) in board.split('/').zip((0..size).rev()) {
        let mut file = 0;
        for character in row.chars() {
            if let Some(run) = character.to_digit(10) {
                file += run as u8;
            } else {
                let (to_file, to_rank) = map(file, rank);
                cells[usize::from(to_rank)][usize::from(to_file)] = character;
                file += 1;
            }
        }
    }
    let rank_text = |row: &Vec<char>| {
        let mut out = String::new();
        let mut run = 0;
        for cell in row.iter().chain(&['|']) {
            if *cell == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                out.push_str(&run.to_string());
                run = 0;
            }
            out.push(*cell);
        }
        out.trim_end_matches('|').to_owned()
    };
    cells.iter().rev().map(rank_text).collect::<Vec<_>>().join("/")
}

fn exchange(text: &str, pairs: &[(char, char)]) -> String {
    let map = |character: char| {
        for (one, other) in pairs {
            if character == *one {
                return *other;
            }
            if character == *other {
                return *one;
            }
        }
        character
    };
    text.chars().map(map).collect()
}

fn fields<const N: usize>(text: &str) -> [&str; N] {
    text.split(' ').collect::<Vec<_>>().try_into().unwrap()
}

fn setting(variant: Variant, name: &str) -> u16 {
    variant.settings().find(|(option, _)| option.name == name).unwrap().1
}

/// The eight symmetries of the square but the one that changes nothing.
fn seega(variant: Variant) -> Vec<Symmetry> {
    let size = setting(variant, "size") as u8;
    let last = size - 1;
    let one = |bits: u8| {
        let map = move |file: u8, rank: u8| {
            let (file, rank) = if bits & 1 != 0 { (last - file, rank) } else { (file, rank) };
            let (file, rank) = if bits & 2 != 0 { (file, last - rank) } else { (file, rank) };
            if bits & 4 != 0 { (rank, file) } else { (file, rank) }
        };
        Symmetry {
            name: format!("square {bits:03b}"),
            variant,
            swaps_sides: false,
            position: Box::new(move |text| {
                let [board, to_act, hands, must, quiet] = fields(text);
                let (board, must) = (map_board(board, size, map), map_squares(must, map));
                Some(format!("{board} {to_act} {hands} {must} {quiet}"))
            }),
            action: Box::new(move |text| map_squares(text, map)),
        }
    };
    (1..8).map(one).collect()
}

/// Half a turn with colours changed, numbers counted from the other end. Only while nobody has
/// finished, and not at the limit: Green acts at even plies, so a ply is added.
fn salta(variant: Variant) -> Symmetry {
    let last = match setting(variant, "limit") {
        0 => 65534,
        limit => 2 * u32::from(limit),
    };
    let letter = |character: char| {
        if !character.is_ascii_alphabetic() {
            return character;
        }
        let first = if character.is_ascii_uppercase() { b'A' } else { b'a' };
        let number = character as u8 - first;
        let turned = number / 5 * 5 + 4 - number % 5;
        let other = if first == b'A' { b'a' } else { b'A' };
        char::from(other + turned)
    };
    Symmetry {
        name: "half a turn".to_owned(),
        variant,
        swaps_sides: true,
        position: Box::new(move |text| {
            let [board, to_act, ply, finished, alone] = fields(text);
            let ply = ply.parse::<u32>().unwrap() + 1;
            if finished != "-" || ply >= last {
                return None;
            }
            let board: String = board.chars().rev().map(letter).collect();
            let to_act = exchange(to_act, &[('g', 'r')]);
            Some(format!("{board} {to_act} {ply} - {alone}"))
        }),
        action: Box::new(|text| map_squares(text, |file, rank| (9 - file, 9 - rank))),
    }
}

/// Cones and spools change their parts; who stands in front at the start as well.
fn senet(variant: Variant) -> Symmetry {
    let pairs: Vec<(&str, String)> = variant
        .settings()
        .map(|(option, value)| {
            let value = if option.name == "front" { 1 - value } else { value };
            (option.name, option.text(value))
        })
        .collect();
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    Symmetry {
        name: "cones and spools".to_owned(),
        variant: Variant::from_pairs(variant.game, pairs).unwrap(),
        swaps_sides: true,
        // Exchanging the letters changes the side to act, too.
        position: Box::new(|text| Some(exchange(text, &[('c', 's')]))),
        action: Box::new(str::to_owned),
    }
}

/// Half a turn with colours changed; exact, counters and all.
fn draughts(variant: Variant) -> Symmetry {
    Symmetry {
        name: "half a turn".to_owned(),
        variant,
        swaps_sides: true,
        position: Box::new(|text| {
            let [board, to_act, reserves, kingmoves, barren] = fields(text);
            let colours = [('w', 'b'), ('W', 'B')];
            let board: String = exchange(board, &colours).chars().rev().collect();
            let to_act = exchange(to_act, &colours);
            let (first, second) = reserves.split_once(',').unwrap();
            Some(format!("{board} {to_act} {second},{first} {kingmoves} {barren}"))
        }),
        action: Box::new(|text| map_squares(text, |file, rank| (7 - file, 7 - rank))),
    }
}

/// Diaballik in a mirror; exact.
fn mirror(variant: Variant) -> Symmetry {
    Symmetry {
        name: "mirror".to_owned(),
        variant,
        swaps_sides: false,
        position: Box::new(|text| {
            let (board, rest) = text.split_once(' ').unwrap();
            Some(format!("{} {rest}", map_board(board, 7, |file, rank| (6 - file, rank))))
        }),
        action: Box::new(|text| map_squares(text, |file, rank| (6 - file, rank))),
    }
}

/// Half a turn with colours changed. Red acts at even turns, so a turn is added: not at turn 0,
/// where no wall is judged, nor at the limit.
fn diaballik_rotation(variant: Variant) -> Symmetry {
    let last = match setting(variant, "limit") {
        0 => 65534,
        limit => 2 * u32::from(limit),
    };
    Symmetry {
        name: "half a turn".to_owned(),
        variant,
        swaps_sides: true,
        position: Box::new(move |text| {
            let [board, to_act, left, turns] = fields(text);
            let turns = turns.parse::<u32>().unwrap();
            if turns == 0 || turns + 1 >= last {
                return None;
            }
            let colours = [('r', 'b'), ('R', 'B')];
            let board: String = exchange(board, &colours).chars().rev().collect();
            Some(format!("{board} {} {left} {}", exchange(to_act, &colours), turns + 1))
        }),
        action: Box::new(|text| map_squares(text, |file, rank| (6 - file, 6 - rank))),
    }
}
