//! Salta's texts: positions and actions, both ways. [6.1] [6.2]

use std::fmt;

use super::{
    Action, Finished, MOST_ALONE, NO_PIECE, PIECES, Rules, SIZE, Salta, WIDTH, square, why,
};
use crate::setup::{self, Fault};
use crate::{GameId, NoThrow, Notation, Position, PositionError, Reason, Refusal, Side, Square};

const GAME: GameId = Salta::GAME;

/// A square's file and rank, both from 0.
pub(super) const fn file_and_rank(square: u8) -> (u8, u8) {
    let (ranks, rest) = (square / 11 * 2, square % 11);
    if rest < 6 { (2 * rest, ranks) } else { (2 * (rest - 6) + 1, ranks + 1) }
}

pub(super) const fn name(square: u8) -> Square {
    let (file, rank) = file_and_rank(square);
    Square::grid(file, rank)
}

/// The square between two that are a jump apart.
pub(super) fn middle(from: u8, to: u8) -> u8 {
    let ((file, rank), (to_file, to_rank)) = (file_and_rank(from), file_and_rank(to));
    square((file + to_file) / 4, (rank + to_rank) / 2)
}

/// Stars `a`–`e`, Moons `f`–`j`, Suns `k`–`o`, upper case Green, lower case Red. [6.2]
pub(super) fn letter(piece: u8) -> char {
    let first = if piece < PIECES { b'A' } else { b'a' };
    char::from(first + piece % PIECES)
}

fn read_letter(letter: char) -> Option<u8> {
    (0..2 * PIECES).find(|piece| self::letter(*piece) == letter)
}

impl fmt::Display for Salta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        setup::write_board(f, WIDTH, SIZE, |place, rank| match self.piece(square(place, rank)) {
            NO_PIECE => None,
            piece => Some(letter(piece)),
        })?;
        let to_act = Self::SIDE_LETTERS[self.side.index()];
        let finished = match self.finished {
            Finished::Neither => "-",
            Finished::GreenOneMore => "g?",
            Finished::Green => "g",
            Finished::Red => "r",
        };
        write!(f, " {to_act} {} {finished} {}", self.ply, self.alone)
    }
}

impl Notation for Salta {
    const SIDE_LETTERS: [char; 2] = ['g', 'r'];

    fn read(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let [board, to_act, ply, finished, alone] = setup::fields(GAME, text)?;
        let refuse = |fault, field, found| PositionError::new(GAME, fault, field, found);
        let mut salta = Salta::bare(rules);
        let mut twice = Vec::new();
        setup::read_board(GAME, board, WIDTH, SIZE, |character, place, rank| {
            let piece = read_letter(character).ok_or(Fault::UnknownPiece)?;
            let square = square(place, rank);
            if let Some(at) = salta.at.iter().position(|other| *other == piece) {
                twice.extend([name(at as u8), name(square)]);
                return Err(Fault::PieceTwice);
            }
            salta.put(piece, square);
            Ok(())
        })
        .map_err(|error| error.at(twice))?;
        if (salta.occupied[0] | salta.occupied[1]).count_ones() != u32::from(2 * PIECES) {
            return Err(refuse(Fault::PieceMissing, 1, board));
        }
        salta.side = setup::read_side::<Salta>(to_act)?;
        salta.ply = setup::number(GAME, ply, 3, u32::MAX)?;
        salta.finished = match finished {
            "-" => Finished::Neither,
            "g?" => Finished::GreenOneMore,
            "g" => Finished::Green,
            "r" => Finished::Red,
            _ => return Err(refuse(Fault::Finished, 4, finished)),
        };
        let count = setup::number(GAME, alone, 5, u32::MAX)?;
        salta.alone = match u8::try_from(count) {
            Ok(count) if count <= MOST_ALONE => count,
            _ => return Err(refuse(Fault::AloneTooMany, 5, alone)),
        };
        match check(&salta) {
            None => {}
            Some((fault, field)) => {
                let found = [board, to_act, ply, finished, alone][field - 1];
                return Err(refuse(fault, field, found));
            }
        }
        salta.key = salta.fresh_key();
        Ok(salta)
    }

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        match action {
            Action::Move(from, to) => write!(out, "{}{}", name(from), name(to)),
            Action::Pass => out.write_str("pass"),
        }
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let refuse = |reason, squares| Err((reason, squares));
        let action = match read_squares(text) {
            _ if text == "pass" => Action::Pass,
            None => return refuse(Reason::Syntax, Vec::new()),
            Some(squares) => {
                let where_not = |fits: fn((u8, u8)) -> bool| {
                    squares.into_iter().filter(|square| !fits(*square)).collect::<Vec<_>>()
                };
                let named = |squares: Vec<(u8, u8)>| {
                    squares.into_iter().map(|(file, rank)| Square::grid(file, rank)).collect()
                };
                let outside = where_not(|(file, rank)| file < SIZE && rank < SIZE);
                if !outside.is_empty() {
                    return refuse(Reason::OffBoard, named(outside));
                }
                let light = where_not(|(file, rank)| (file + rank) % 2 == 0);
                if !light.is_empty() {
                    return refuse(Reason::LightSquare, named(light));
                }
                let [from, to] = squares.map(|(file, rank)| square(file / 2, rank));
                Action::Move(from, to)
            }
        };
        if self.is_legal(action) { Ok(action) } else { Err(why::illegal(self, action)) }
    }

    fn throw_text(throw: NoThrow) -> &'static str {
        match throw {}
    }
}

/// What is refused, and in which field it shows. [6.3]
fn check(salta: &Salta) -> Option<(Fault, usize)> {
    let [green_home, red_home] = Side::BOTH.map(|side| salta.all_home(side));
    let (side, ply, alone) = (salta.side, salta.ply, u32::from(salta.alone));
    let last = salta.rules.last_ply();
    let refused = |fault, field, is_so: bool| is_so.then_some((fault, field));
    match salta.finished {
        Finished::Neither => refused(Fault::AloneUnfinished, 5, alone != 0)
            .or(refused(Fault::HomeUnfinished, 4, green_home || red_home))
            .or(refused(Fault::PlyParity, 3, ply % 2 != side.index() as u32))
            .or(refused(Fault::PlyLimit, 3, ply > last)),
        Finished::GreenOneMore => {
            let fits = green_home && !red_home && side == Side::Second;
            refused(Fault::OneMoreMove, 4, !fits || ply % 2 == 0 || ply > last || alone != 0)
        }
        Finished::Green => refused(Fault::GreenFinished, 4, !green_home || side != Side::Second)
            .or(check_alone(salta)),
        Finished::Red => {
            let fits = red_home && side == Side::First && !(green_home && alone == 0);
            refused(Fault::RedFinished, 4, !fits).or(check_alone(salta))
        }
    }
}

/// Both sides have acted equally often before one plays on alone. [5.4]
fn check_alone(salta: &Salta) -> Option<(Fault, usize)> {
    let together = salta.ply.checked_sub(salta.alone.into());
    let fits =
        together.is_some_and(|ply| ply % 2 == 0 && (2..=salta.rules.last_ply()).contains(&ply));
    (!fits).then_some((Fault::PlyAlone, 3))
}

fn read_squares(text: &str) -> Option<[(u8, u8); 2]> {
    let (from, rest) = Square::read_grid(text)?;
    let (to, rest) = Square::read_grid(rest)?;
    rest.is_empty().then_some([from, to])
}
