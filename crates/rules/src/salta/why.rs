//! Why an action of Salta is illegal.

use super::notation::{file_and_rank, middle, name, names};
use super::{Action, Salta, Squares, bit};
use crate::{Position, Reason, Side, Square, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(salta: &Salta, action: Action) -> (Reason, Vec<Square>) {
    if matches!(salta.status(), Status::Over(_)) {
        return (Reason::GameOver, Vec::new());
    }
    match action {
        Action::Pass => (Reason::PassWithMoves, names(starts(salta))),
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

fn illegal_step(salta: &Salta, from: u8, to: u8) -> (Reason, Vec<Square>) {
    if bit(to) & (salta.own() | salta.enemy()) != 0 {
        return (Reason::Occupied, vec![name(to)]);
    }
    let mut is_candidate = false;
    salta.candidates().each(|_, start, target| is_candidate |= (start, target) == (from, to));
    if !is_candidate {
        return (Reason::JumpDue, names(starts(salta)));
    }
    blocking(salta, from, to)
}

fn illegal_jump(salta: &Salta, from: u8, to: u8) -> (Reason, Vec<Square>) {
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
fn blocking(salta: &Salta, from: u8, to: u8) -> (Reason, Vec<Square>) {
    let mut after = salta.clone();
    after.play(Action::Move(from, to));
    let mut squares = vec![name(to)];
    squares.extend(names(starts(&after)));
    (Reason::NoProductiveReply, squares)
}

/// The pieces of the side to act that have a candidate.
fn starts(salta: &Salta) -> Squares {
    let mut starts = 0;
    salta.candidates().each(|_, from, _| starts |= bit(from));
    starts
}
