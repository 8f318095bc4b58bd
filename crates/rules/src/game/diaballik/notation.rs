//! Diaballik's texts: positions and actions, both ways, chapter 7 of the rules.

use std::fmt;

use super::{Action, Diaballik, Left, Order, Rules, SIZE, STRIDE, Squares, bit, why};
use crate::bits::names;
use crate::setup::{self, Fault};
use crate::{GameId, NoThrow, Notation, Position, PositionError, Reason, Refusal, Side, Square};

const GAME: GameId = Diaballik::GAME;

pub(super) const fn name(square: u8) -> Square {
    Square::grid(square % STRIDE, square / STRIDE)
}

const fn index(file: u8, rank: u8) -> u8 {
    rank * STRIDE + file
}

impl fmt::Display for Diaballik {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        setup::write_board(f, SIZE, SIZE, |file, rank| {
            let square = index(file, rank);
            let stands = |side: Side| self.pieces[side.index()] & bit(square) != 0;
            if stands(Side::First) {
                Some(if self.holders[0] == square { 'R' } else { 'r' })
            } else if stands(Side::Second) {
                Some(if self.holders[1] == square { 'B' } else { 'b' })
            } else {
                None
            }
        })?;
        let to_act = Self::SIDE_LETTERS[self.side.index()];
        let pass = if self.left.pass { 'p' } else { '-' };
        write!(f, " {to_act} {}{pass} {}", self.left.steps, self.turns)
    }
}

impl Notation for Diaballik {
    const SIDE_LETTERS: [char; 2] = ['r', 'b'];

    fn read(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let [board, to_act, left, turns] = setup::fields(GAME, text)?;
        let refuse = |fault, field, found| PositionError::new(GAME, fault, field, found);
        let mut position = Diaballik::start(rules);
        (position.pieces, position.holders) = read_pieces(board)?;
        position.side = setup::read_side::<Diaballik>(to_act)?;
        position.left = match (left, rules.order) {
            ("2p", _) => Left::WHOLE_TURN,
            ("1p", _) => Left { steps: 1, pass: true },
            ("0p", _) => Left { steps: 0, pass: true },
            ("2-", Order::Any) => Left { steps: 2, pass: false },
            ("1-", Order::Any) => Left { steps: 1, pass: false },
            _ => return Err(refuse(Fault::Left, 3, left)),
        };
        let finished = setup::number(GAME, turns, 4, u32::MAX)?;
        if finished % 2 != position.side as u32 {
            return Err(refuse(Fault::TurnsParity, 4, turns));
        }
        position.turns = u16::try_from(finished)
            .ok()
            .filter(|turns| *turns <= rules.last_turn())
            .ok_or_else(|| refuse(Fault::TurnsLimit, 4, turns))?;
        check_turn(&position, [board, to_act, left])?;
        position.board_key = position.fresh_board_key();
        position.ended = position.judge();
        Ok(position)
    }

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        match action {
            Action::Step(from, to) => write!(out, "{}{}", name(from), name(to)),
            Action::Pass(from, to) => write!(out, "{}>{}", name(from), name(to)),
            Action::End => out.write_str("end"),
        }
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let refuse = |reason, squares| Err((reason, squares));
        let mut outside = Vec::new();
        let mut square = |(file, rank)| {
            if file >= SIZE || rank >= SIZE {
                outside.push(Square::grid(file, rank));
                return 0;
            }
            index(file, rank)
        };
        let action = match (text, Square::read_grid(text)) {
            ("end", _) => Action::End,
            (_, Some((from, rest))) => {
                let receiver = rest.strip_prefix('>');
                match (Square::read_grid(receiver.unwrap_or(rest)), receiver) {
                    (Some((to, "")), None) => Action::Step(square(from), square(to)),
                    (Some((to, "")), Some(_)) => Action::Pass(square(from), square(to)),
                    _ => return refuse(Reason::Syntax, Vec::new()),
                }
            }
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

/// The pieces of both sides, seven each, and the squares of their balls. [1.2]
fn read_pieces(board: &str) -> Result<([Squares; 2], [u8; 2]), PositionError> {
    let mut pieces = [0; 2];
    let mut balls = [0; 2];
    setup::read_board(GAME, board, SIZE, SIZE, |character, file, rank| {
        let (owner, ball) = match character {
            'r' => (0, false),
            'R' => (0, true),
            'b' => (1, false),
            'B' => (1, true),
            _ => return Err(Fault::UnknownPiece),
        };
        let square = bit(index(file, rank));
        pieces[owner] |= square;
        if ball {
            balls[owner] |= square;
        }
        Ok(())
    })?;
    for (own, ball) in pieces.into_iter().zip(balls) {
        if own.count_ones() != u32::from(SIZE) {
            return Err(PositionError::new(GAME, Fault::PieceCount, 1, board).at(names(own, name)));
        }
        if ball.count_ones() != 1 {
            return Err(PositionError::new(GAME, Fault::BallCount, 1, board).at(names(ball, name)));
        }
    }
    Ok((pieces, balls.map(|ball| ball.trailing_zeros() as u8)))
}

/// What is refused because a goal or the want of actions would have ended the turn. [7.3]
fn check_turn(position: &Diaballik, [board, to_act, left]: [&str; 3]) -> Result<(), PositionError> {
    let refuse = |fault, field, found| {
        let scorers = Side::BOTH.into_iter().filter(|side| position.has_goal(*side));
        let balls = scorers.map(|side| name(position.holders[side.index()]));
        Err(PositionError::new(GAME, fault, field, found).at(balls))
    };
    let own_goal = position.has_goal(position.side);
    let enemy_goal = position.has_goal(position.side.other());
    if own_goal && enemy_goal {
        return refuse(Fault::BothGoals, 1, board);
    }
    if position.left != Left::WHOLE_TURN {
        if own_goal || enemy_goal {
            return refuse(Fault::TurnWithGoal, 3, left);
        }
        if !position.can_go_on() {
            return refuse(Fault::TurnEnded, 3, left);
        }
    }
    if own_goal {
        return refuse(Fault::OwnGoal, 2, to_act);
    }
    Ok(())
}
