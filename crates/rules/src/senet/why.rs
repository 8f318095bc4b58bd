//! Why an action of Senet is illegal.

use super::notation::{name, names};
use super::{BACKWARD, BEAUTY, HOUSES, Phase, Senet, Squares, Step, TRACK, Throw, bit};
use crate::{Position, Reason, Square, Status};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(senet: &Senet, step: Step) -> (Reason, Vec<Square>) {
    let throw = match (senet.status(), senet.phase) {
        (Status::Over(_), _) => return (Reason::GameOver, Vec::new()),
        (_, Phase::Move(throw)) => throw,
        _ => return (Reason::ThrowDue, Vec::new()),
    };
    match step {
        Step::Pass => (Reason::PassWithMoves, names(movable(senet))),
        Step::Leave { from } => illegal_leave(senet, from - 1),
        Step::Move { from, to } => illegal_move(senet, from - 1, to - 1, throw),
    }
}

/// The pieces that have a legal move.
fn movable(senet: &Senet) -> Squares {
    let actions = senet.actions();
    senet.own() & (actions as u32 | (actions >> BACKWARD) as u32)
}

/// What is wrong with the piece itself, if anything is.
fn not_own(senet: &Senet, from: u8) -> Option<(Reason, Vec<Square>)> {
    if bit(from) & senet.own() != 0 {
        None
    } else if bit(from) & senet.enemy() != 0 {
        Some((Reason::EnemyPiece, vec![name(from)]))
    } else {
        Some((Reason::NoPiece, vec![name(from)]))
    }
}

fn illegal_leave(senet: &Senet, from: u8) -> (Reason, Vec<Square>) {
    let at = vec![name(from)];
    match not_own(senet, from) {
        Some(reason) => reason,
        None if bit(from) & HOUSES != 0 => (Reason::WrongLeave, at),
        None => (Reason::NotInHouse, at),
    }
}

fn illegal_move(senet: &Senet, from: u8, to: u8, throw: Throw) -> (Reason, Vec<Square>) {
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
    if to > BEAUTY {
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
fn illegal_target(senet: &Senet, from: u8, to: u8) -> (Reason, Vec<Square>) {
    let (low, high) = (from.min(to), from.max(to));
    // Pairs by their lower square: it lies above the low end, its neighbour below the high one.
    let inside = (low + 1..high.saturating_sub(1)).map(bit).fold(0, |set, square| set | square);
    let pairs = senet.pairs() & inside;
    if pairs != 0 {
        return (Reason::LeapsTwo, names(pairs | (pairs << 1)));
    }
    if bit(to) & senet.own() != 0 {
        return (Reason::OwnOnTarget, vec![name(to)]);
    }
    let row = senet.enemy() & ((bit(to) << 1) | (bit(to) >> 1));
    let mut squares = vec![name(to)];
    squares.extend(names(row));
    (Reason::Protected, squares)
}
