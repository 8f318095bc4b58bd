//! Why an action of Seega is illegal.

use super::notation::{name, names};
use super::{Action, Must, Seega, Squares, bit, neighbours};
use crate::{Position, Reason, Square, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(seega: &Seega, action: Action) -> (Reason, Vec<Square>) {
    if matches!(seega.status(), Status::Over(_)) {
        return (Reason::GameOver, Vec::new());
    }
    match action {
        Action::Place(square) if seega.placing() => {
            if bit(square) == seega.centre() {
                (Reason::CentreClosed, vec![name(square)])
            } else {
                (Reason::PlacedOnStone, vec![name(square)])
            }
        }
        Action::Place(_) => (Reason::MovingStage, Vec::new()),
        _ if seega.placing() => (Reason::PlacingStage, Vec::new()),
        Action::Pass => {
            let movable = neighbours(seega.empty()) & seega.movers();
            (Reason::PassWithMoves, names(movable))
        }
        Action::Move(from, to) => illegal_move(seega, from, to),
    }
}

fn illegal_move(seega: &Seega, from: u8, to: u8) -> (Reason, Vec<Square>) {
    if seega.targets::<Squares>() == [0; 4] {
        return (Reason::MustPass, Vec::new());
    }
    if bit(from) & seega.enemy() != 0 {
        return (Reason::EnemyPiece, vec![name(from)]);
    }
    if bit(from) & seega.own() == 0 {
        return (Reason::NoPiece, vec![name(from)]);
    }
    match seega.must {
        Must::Stone(stone) if stone != from => return (Reason::MustMoveStone, vec![name(stone)]),
        _ => {}
    }
    if neighbours(bit(from)) & bit(to) == 0 {
        return (Reason::NotOneStep, vec![name(from), name(to)]);
    }
    (Reason::Occupied, vec![name(to)])
}
