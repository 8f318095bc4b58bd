//! Why an action of Diaballik is illegal.

use super::notation::name;
use super::{Action, Diaballik, Left, between, bit, neighbours};
use crate::bits::names;
use crate::{Position, Reason, Refusal, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(position: &Diaballik, action: Action) -> Refusal {
    if matches!(position.status(), Status::Over(_)) {
        return (Reason::GameOver, Vec::new());
    }
    if position.left == Left::WHOLE_TURN && !position.can_go_on() {
        return (Reason::MustPass, Vec::new());
    }
    match action {
        Action::Step(from, to) => illegal_step(position, from, to),
        Action::Pass(from, to) => illegal_pass(position, from, to),
        Action::End => (Reason::EndBeforeActing, Vec::new()),
    }
}

fn illegal_step(position: &Diaballik, from: u8, to: u8) -> Refusal {
    if let Some(reason) = not_own(position, from) {
        return (reason, vec![name(from)]);
    }
    // The holder stays in every turn, so this is worth more than that no steps are left.
    if from == position.holder() {
        return (Reason::HolderStays, vec![name(from)]);
    }
    if position.left.steps == 0 {
        return (Reason::NoStepsLeft, vec![name(from)]);
    }
    if neighbours(bit(from)) & bit(to) == 0 {
        return (Reason::NotOneStep, vec![name(from), name(to)]);
    }
    (Reason::Occupied, vec![name(to)])
}

fn illegal_pass(position: &Diaballik, from: u8, to: u8) -> Refusal {
    if let Some(reason) = not_own(position, from) {
        return (reason, vec![name(from)]);
    }
    let holder = position.holder();
    if from != holder {
        return (Reason::NotHolder, vec![name(from), name(holder)]);
    }
    if !position.left.pass {
        return (Reason::PassUsed, vec![name(from)]);
    }
    if from == to || bit(to) & position.own() == 0 {
        return (Reason::NotOwnReceiver, vec![name(to)]);
    }
    let Some(way) = between(from, to) else {
        return (Reason::NotInLine, vec![name(from), name(to)]);
    };
    let mut blocking = names(way & position.blockers(), name);
    // Seen from the holder, the nearest piece is the one that stops the ball.
    if to < from {
        blocking.reverse();
    }
    (Reason::WayBlocked, blocking)
}

/// Why the side to act has no piece there, if it has none.
fn not_own(position: &Diaballik, square: u8) -> Option<Reason> {
    if bit(square) & position.own() != 0 {
        None
    } else if bit(square) & position.enemy() != 0 {
        Some(Reason::EnemyPiece)
    } else {
        Some(Reason::NoPiece)
    }
}

/// The articles that refusals cite.
pub(super) const ARTICLES: &[(Reason, &str)] = &[
    (Reason::Syntax, "7.1"),
    (Reason::GameOver, "6"),
    (Reason::OffBoard, "1.1"),
    (Reason::NoPiece, "3.1"),
    (Reason::EnemyPiece, "3.1"),
    (Reason::Occupied, "3.1"),
    (Reason::MustPass, "2.4"),
    (Reason::NotOneStep, "3.1"),
    (Reason::WayBlocked, "4.2"),
    (Reason::HolderStays, "3.2"),
    (Reason::NoStepsLeft, "2.1"),
    (Reason::PassUsed, "2.1"),
    (Reason::NotHolder, "4.1"),
    (Reason::NotOwnReceiver, "4.1"),
    (Reason::NotInLine, "4.1"),
    (Reason::EndBeforeActing, "2.2"),
];
