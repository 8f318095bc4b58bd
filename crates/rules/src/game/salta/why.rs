//! Why an action of Salta is illegal.

use super::notation::{file_and_rank, middle, name};
use super::{Action, Salta, Squares, bit};
use crate::bits::names;
use crate::{Position, Reason, Refusal, Side, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(salta: &Salta, action: Action) -> Refusal {
    if matches!(salta.status(), Status::Over(_)) {
        return (Reason::GameOver, Vec::new());
    }
    match action {
        Action::Pass => (Reason::PassWithMoves, names(starts(salta), name)),
        _ if salta.candidates().count() == 0 => (Reason::MustPass, Vec::new()),
        Action::Move(from, _) if bit(from) & salta.enemy() != 0 => {
            (Reason::EnemyPiece, vec![name(from)])
        }
        Action::Move(from, _) if bit(from) & salta.own() == 0 => {
            (Reason::NoPiece, vec![name(from)])
        }
        Action::Move(from, to) => {
            let ((file, rank), (to_file, to_rank)) = (file_and_rank(from), file_and_rank(to));
            match (file.abs_diff(to_file), rank.abs_diff(to_rank)) {
                (1, 1) => illegal_step(salta, from, to),
                (2, 2) => illegal_jump(salta, from, to),
                _ => (Reason::NotDiagonal, vec![name(from), name(to)]),
            }
        }
    }
}

fn illegal_step(salta: &Salta, from: u8, to: u8) -> Refusal {
    if bit(to) & (salta.own() | salta.enemy()) != 0 {
        return (Reason::Occupied, vec![name(to)]);
    }
    let mut is_candidate = false;
    salta.candidates().each(|_, start, target| is_candidate |= (start, target) == (from, to));
    if !is_candidate {
        return (Reason::JumpDue, names(starts(salta), name));
    }
    blocking(salta, from, to)
}

fn illegal_jump(salta: &Salta, from: u8, to: u8) -> Refusal {
    let middle = middle(from, to);
    let forward = (to > from) == (salta.side == Side::First);
    if bit(middle) & salta.own() != 0 {
        (Reason::JumpOwn, vec![name(middle)])
    } else if bit(middle) & salta.enemy() == 0 {
        (Reason::JumpNothing, vec![name(middle)])
    } else if !forward {
        (Reason::JumpBackward, vec![name(from), name(to)])
    } else if bit(to) & (salta.own() | salta.enemy()) != 0 {
        (Reason::Occupied, vec![name(to)])
    } else {
        blocking(salta, from, to)
    }
}

/// The target, then the opponent's pieces that are home and would be all that can move.
fn blocking(salta: &Salta, from: u8, to: u8) -> Refusal {
    let mut after = salta.clone();
    after.play(Action::Move(from, to));
    let mut squares = vec![name(to)];
    squares.extend(names(starts(&after), name));
    (Reason::NoProductiveReply, squares)
}

/// The pieces of the side to act that have a candidate.
fn starts(salta: &Salta) -> Squares {
    let mut starts = 0;
    salta.candidates().each(|_, from, _| starts |= bit(from));
    starts
}

/// The articles that refusals cite.
pub(super) const ARTICLES: &[(Reason, &str)] = &[
    (Reason::Syntax, "6.1"),
    (Reason::GameOver, "5"),
    (Reason::OffBoard, "1.1"),
    (Reason::NoPiece, "3.1"),
    (Reason::EnemyPiece, "3.1"),
    (Reason::Occupied, "3.2"),
    (Reason::PassWithMoves, "3.5"),
    (Reason::MustPass, "3.5"),
    (Reason::LightSquare, "1.1"),
    (Reason::NotDiagonal, "3.2"),
    (Reason::JumpDue, "3.4"),
    (Reason::JumpBackward, "3.3"),
    (Reason::JumpOwn, "3.3"),
    (Reason::JumpNothing, "3.3"),
    (Reason::NoProductiveReply, "4.1"),
];
