//! Seega's texts: positions and actions, both ways, chapter 7 of the rules.

use std::fmt;

use super::{Action, Extra, Must, Rules, STRIDE, Seega, bit, neighbours, why};
use crate::bits::names;
use crate::setup::{self, Fault};
use crate::{
    GameId, NoThrow, Notation, Position, PositionError, Reason, Refusal, Side, Square, Status,
};

const GAME: GameId = Seega::GAME;

pub(super) const fn name(square: u8) -> Square {
    Square::grid(square % STRIDE as u8, square / STRIDE as u8)
}

const fn index(file: u8, rank: u8) -> u8 {
    rank * STRIDE as u8 + file
}

impl fmt::Display for Seega {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.rules.size;
        setup::write_board(f, size, size, |file, rank| {
            let square = bit(index(file, rank));
            match (self.stones[0] & square != 0, self.stones[1] & square != 0) {
                (true, _) => Some('g'),
                (_, true) => Some('b'),
                _ => None,
            }
        })?;
        let to_act = Self::SIDE_LETTERS[self.side.index()];
        write!(f, " {to_act} {},{} ", self.hands[0], self.hands[1])?;
        match self.must {
            Must::NoStone => f.write_str("-")?,
            Must::Any => f.write_str("*")?,
            Must::Stone(square) => write!(f, "{}", name(square))?,
        }
        write!(f, " {}", self.quiet)
    }
}

impl Notation for Seega {
    const SIDE_LETTERS: [char; 2] = ['g', 'b'];

    fn read(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let [board, to_act, hands, must, quiet] = setup::fields(GAME, text)?;
        let mut seega = Seega::start(rules);
        setup::read_board(GAME, board, rules.size, rules.size, |character, file, rank| {
            let owner = match character {
                'g' => 0,
                'b' => 1,
                _ => return Err(Fault::UnknownPiece),
            };
            seega.stones[owner] |= bit(index(file, rank));
            Ok(())
        })?;
        seega.side = setup::read_side::<Seega>(to_act)?;
        seega.hands = setup::pair(GAME, hands, 3, rules.stones().into())?.map(|hand| hand as u8);
        seega.must = read_must(must)?;
        seega.quiet = setup::number(GAME, quiet, 5, u8::MAX.into())? as u8;
        if seega.placing() {
            check_placing(&seega, [board, hands, must, quiet])?;
        } else {
            check_moving(&seega, [board, must, quiet])?;
        }
        seega.key = seega.fresh_key();
        Ok(seega)
    }

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        match action {
            Action::Place(square) => write!(out, "{}", name(square)),
            Action::Move(from, to) => write!(out, "{}{}", name(from), name(to)),
            Action::Pass => out.write_str("pass"),
        }
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let refuse = |reason, squares| Err((reason, squares));
        let size = self.rules.size;
        let mut outside = Vec::new();
        let mut square = |(file, rank)| {
            if file >= size || rank >= size {
                outside.push(Square::grid(file, rank));
                return 0;
            }
            index(file, rank)
        };
        let action = match (text, Square::read_grid(text)) {
            ("pass", _) => Action::Pass,
            (_, Some((place, ""))) => Action::Place(square(place)),
            (_, Some((from, rest))) => match Square::read_grid(rest) {
                Some((to, "")) => Action::Move(square(from), square(to)),
                _ => return refuse(Reason::Syntax, Vec::new()),
            },
            _ => return refuse(Reason::Syntax, Vec::new()),
        };
        if !outside.is_empty() {
            return refuse(Reason::OffBoard, outside);
        }
        if self.is_legal(action) { Ok(action) } else { Err(why::illegal(self, action)) }
    }

    fn throw_text(throw: NoThrow) -> &'static str {
        match throw {}
    }
}

fn read_must(text: &str) -> Result<Must, PositionError> {
    match (text, Square::read_grid(text)) {
        ("-", _) => Ok(Must::NoStone),
        ("*", _) => Ok(Must::Any),
        (_, Some(((file, rank), ""))) if file < 9 && rank < 9 => Ok(Must::Stone(index(file, rank))),
        _ => Err(PositionError::new(GAME, Fault::MustKind, 4, text)),
    }
}

/// What is refused in the placing stage. [7.3]
fn check_placing(
    seega: &Seega,
    [board, hands, must, quiet]: [&str; 4],
) -> Result<(), PositionError> {
    let refuse = |fault, field, found| Err(PositionError::new(GAME, fault, field, found));
    let all = seega.rules.stones();
    let placed = seega.hands.map(|hand| all - hand);
    // The order of placing fixes who has placed how many after any number of stones. [2.1]
    let drops = seega.rules.drops;
    let total = placed[0] + placed[1];
    let (rounds, rest) = (total / (2 * drops), total % (2 * drops));
    let due = [rounds * drops + rest.min(drops), rounds * drops + rest.saturating_sub(drops)];
    let side = if rest < drops { Side::First } else { Side::Second };
    if placed != due || seega.side != side {
        return refuse(Fault::HandsOrder, 3, hands);
    }
    if seega.stones.map(|set| set.count_ones() as u8) != placed {
        return refuse(Fault::HandsSum, 3, hands);
    }
    if seega.empty() & seega.centre() == 0 {
        let error = PositionError::new(GAME, Fault::CentreOccupied, 1, board);
        return Err(error.at(names(seega.centre(), name)));
    }
    if seega.must != Must::NoStone {
        return refuse(Fault::MustInPlacing, 4, must);
    }
    if seega.quiet != 0 {
        return refuse(Fault::QuietInPlacing, 5, quiet);
    }
    Ok(())
}

/// What is refused in the moving stage. [7.3]
fn check_moving(seega: &Seega, [board, must, quiet]: [&str; 3]) -> Result<(), PositionError> {
    let refuse = |fault, field, found| PositionError::new(GAME, fault, field, found);
    let all = seega.rules.stones();
    if seega.stones.iter().any(|set| set.count_ones() > u32::from(all)) {
        return Err(refuse(Fault::TooManyPieces, 1, board));
    }
    if seega.stones == [0, 0] {
        return Err(refuse(Fault::NoStones, 1, board));
    }
    if seega.quiet > seega.rules.quiet {
        return Err(refuse(Fault::QuietTooHigh, 5, quiet));
    }
    let (movers, kind_fits) = match seega.must {
        Must::NoStone => return Ok(()),
        Must::Any => (seega.own(), seega.rules.extra == Extra::Any),
        Must::Stone(square) => (bit(square), seega.rules.extra == Extra::Same),
    };
    let refuse_mark = |fault| Err(refuse(fault, 4, must).at(names(movers & !seega.own(), name)));
    if !kind_fits {
        return refuse_mark(Fault::MustKind);
    }
    if matches!(seega.status(), Status::Over(_)) {
        return refuse_mark(Fault::MustGameOver);
    }
    if movers & seega.own() != movers {
        return refuse_mark(Fault::MustNotOwn);
    }
    if neighbours(movers) & seega.empty() == 0 {
        return refuse_mark(Fault::MustCannotMove);
    }
    if seega.quiet != 0 {
        return refuse_mark(Fault::MustWithQuiet);
    }
    if seega.enemy().count_ones() == u32::from(all) {
        return refuse_mark(Fault::MustNothingCaptured);
    }
    Ok(())
}
