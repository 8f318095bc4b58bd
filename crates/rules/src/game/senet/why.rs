//! Why an action of Senet is illegal.

use super::notation::name;
use super::{BACKWARD, BEAUTY, HOUSES, Phase, Senet, Squares, Step, TRACK, Throw, bit};
use crate::bits::names;
use crate::{Position, Reason, Refusal, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(senet: &Senet, step: Step) -> Refusal {
    let throw = match (senet.status(), senet.phase) {
        (Status::Over(_), _) => return (Reason::GameOver, Vec::new()),
        (_, Phase::Move(throw)) => throw,
        _ => return (Reason::ThrowDue, Vec::new()),
    };
    match step {
        Step::Pass => (Reason::PassWithMoves, names(movable(senet), name)),
        Step::Leave { from } => illegal_leave(senet, from - 1),
        Step::Move { from, to } => illegal_move(senet, from - 1, to - 1, throw),
    }
}

/// The pieces that have a legal move.
fn movable(senet: &Senet) -> Squares {
    let actions = senet.action_set();
    senet.own() & (actions as u32 | (actions >> BACKWARD) as u32)
}

/// What is wrong with the piece itself, if anything is.
fn not_own(senet: &Senet, from: u8) -> Option<Refusal> {
    if bit(from) & senet.own() != 0 {
        None
    } else if bit(from) & senet.enemy() != 0 {
        Some((Reason::EnemyPiece, vec![name(from)]))
    } else {
        Some((Reason::NoPiece, vec![name(from)]))
    }
}

fn illegal_leave(senet: &Senet, from: u8) -> Refusal {
    let at = vec![name(from)];
    match not_own(senet, from) {
        Some(reason) => reason,
        None if bit(from) & HOUSES != 0 => (Reason::WrongLeave, at),
        None => (Reason::NotInHouse, at),
    }
}

fn illegal_move(senet: &Senet, from: u8, to: u8, throw: Throw) -> Refusal {
    if let Some(reason) = not_own(senet, from) {
        return reason;
    }
    if bit(from) & TRACK == 0 {
        return (Reason::HouseStays, vec![name(from)]);
    }
    let points = throw.points();
    let by_the_throw = if to < from {
        from.checked_sub(points) == Some(to)
    } else {
        (from + points).min(BEAUTY) == to
    };
    if by_the_throw {
        return illegal_target(senet, from, to);
    }
    // The House of Beauty stops the piece only if the throw would carry it beyond.
    if to > BEAUTY && from + points > BEAUTY {
        return (Reason::StopsAtBeauty, vec![name(BEAUTY), name(to)]);
    }
    if movable(senet) == 0 {
        // No number of squares would do.
        return (Reason::MustPass, Vec::new());
    }
    if to < from && from < points {
        return (Reason::BeforeStart, vec![name(from), name(to)]);
    }
    (Reason::WrongCount, vec![name(from), name(to)])
}

/// Why a move by the number thrown may not end there.
fn illegal_target(senet: &Senet, from: u8, to: u8) -> Refusal {
    let (low, high) = (from.min(to), from.max(to));
    // Pairs by their lower square: it lies above the low end, its neighbour below the high one.
    let inside = (low + 1..high.saturating_sub(1)).map(bit).fold(0, |set, square| set | square);
    let pairs = senet.pairs() & inside;
    if pairs != 0 {
        return (Reason::LeapsTwo, names(pairs | (pairs << 1), name));
    }
    if bit(to) & senet.own() != 0 {
        return (Reason::OwnOnTarget, vec![name(to)]);
    }
    let row = senet.enemy() & ((bit(to) << 1) | (bit(to) >> 1));
    let mut squares = vec![name(to)];
    squares.extend(names(row, name));
    (Reason::Protected, squares)
}

/// The articles that refusals cite.
pub(super) const ARTICLES: &[(Reason, &str)] = &[
    (Reason::Syntax, "7.1"),
    (Reason::GameOver, "6"),
    (Reason::OffBoard, "1.1"),
    (Reason::NoPiece, "3.3"),
    (Reason::EnemyPiece, "3.3"),
    (Reason::PassWithMoves, "3.4"),
    (Reason::MustPass, "3.4"),
    (Reason::ThrowDue, "3.1"),
    (Reason::MoveDue, "3.3"),
    (Reason::WrongCount, "3.3"),
    (Reason::BeforeStart, "4.1"),
    (Reason::StopsAtBeauty, "4.1"),
    (Reason::LeapsTwo, "4.2"),
    (Reason::OwnOnTarget, "4.3"),
    (Reason::Protected, "4.4"),
    (Reason::HouseStays, "4.5"),
    (Reason::WrongLeave, "5.3"),
    (Reason::NotInHouse, "5.3"),
];
