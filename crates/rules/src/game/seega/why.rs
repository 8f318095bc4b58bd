//! Why an action of Seega is illegal.

use super::notation::name;
use super::{Action, Must, Seega, Squares, bit, neighbours};
use crate::bits::names;
use crate::{Position, Reason, Refusal, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(seega: &Seega, action: Action) -> Refusal {
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
            (Reason::PassWithMoves, names(movable, name))
        }
        Action::Move(from, to) => illegal_move(seega, from, to),
    }
}

fn illegal_move(seega: &Seega, from: u8, to: u8) -> Refusal {
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

/// The articles that refusals cite.
pub(super) const ARTICLES: &[(Reason, &str)] = &[
    (Reason::Syntax, "7.1"),
    (Reason::GameOver, "6"),
    (Reason::OffBoard, "1.1"),
    (Reason::NoPiece, "3.2"),
    (Reason::EnemyPiece, "3.2"),
    (Reason::Occupied, "3.2"),
    (Reason::PassWithMoves, "3.3"),
    (Reason::MustPass, "3.3"),
    (Reason::NotOneStep, "3.2"),
    (Reason::PlacingStage, "2.1"),
    (Reason::MovingStage, "2.4"),
    (Reason::CentreClosed, "2.2"),
    (Reason::PlacedOnStone, "2.2"),
    (Reason::MustMoveStone, "5.2"),
];
