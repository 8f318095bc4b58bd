//! Why an action of draughts is illegal.

use super::board::{HALF, Squares, between, name};
use super::chains::{Leap, Stand};
use super::notation::Wanted;
use super::{Draughts, bit};
use crate::bits::names;
use crate::{Reason, Refusal};

/// The rule that an illegal action breaks, and the squares that show it.
pub(super) fn illegal(draughts: &Draughts, wanted: &Wanted) -> Refusal {
    match wanted {
        Wanted::Drop(on) => illegal_drop(draughts, *on),
        Wanted::Quiet(from, to) => {
            illegal_mover(draughts, *from).unwrap_or_else(|| illegal_move(draughts, *from, *to))
        }
        Wanted::Chain(squares) => {
            let from = squares.first().copied().unwrap_or_default();
            illegal_mover(draughts, from).unwrap_or_else(|| illegal_chain(draughts, squares))
        }
    }
}

fn illegal_drop(draughts: &Draughts, on: u8) -> Refusal {
    if !draughts.rules.is_cyclic() {
        return (Reason::DropClassic, vec![name(on)]);
    }
    if draughts.reserve() == 0 {
        return (Reason::ReserveEmpty, Vec::new());
    }
    if draughts.occupied() & bit(on) != 0 {
        return (Reason::Occupied, vec![name(on)]);
    }
    if HALF[draughts.side.index()] & bit(on) == 0 {
        return (Reason::NotOwnHalf, vec![name(on)]);
    }
    (Reason::CaptureDue, names(draughts.due(), name))
}

fn illegal_mover(draughts: &Draughts, from: u8) -> Option<Refusal> {
    if draughts.enemy() & bit(from) != 0 {
        Some((Reason::EnemyPiece, vec![name(from)]))
    } else if draughts.own() & bit(from) == 0 {
        Some((Reason::NoPiece, vec![name(from)]))
    } else {
        None
    }
}

fn illegal_move(draughts: &Draughts, from: u8, to: u8) -> Refusal {
    let line = match between(from, to) {
        Some(line) if draughts.occupied() & bit(to) == 0 => line,
        Some(_) => return (Reason::Occupied, vec![name(to)]),
        None => return (Reason::NotDiagonal, vec![name(from), name(to)]),
    };
    let due = draughts.due();
    if due != 0 {
        return (Reason::CaptureDue, names(due, name));
    }
    if draughts.is_king(from) {
        return (Reason::WayBlocked, names(line & draughts.occupied(), name));
    }
    if line != 0 {
        return (Reason::ManOneStep, vec![name(from), name(to)]);
    }
    (Reason::ManBackward, vec![name(from), name(to)])
}

/// Walks the chain as far as it can be leapt. The pieces themselves come first, then the duties.
fn illegal_chain(draughts: &Draughts, squares: &[u8]) -> Refusal {
    let start = squares[0];
    let chase = draughts.chase(start);
    let own = draughts.own();
    let mut stand = Stand::start(start, draughts.is_king(start));
    let mut taken = 0;
    for pair in squares.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let occupied = chase.occupied;
        let Some(line) = between(from, to) else {
            return (Reason::NotDiagonal, vec![name(from), name(to)]);
        };
        // A captured piece blocks both the way and the landing square. [3.3]
        let twice = (line | bit(to)) & taken;
        if twice != 0 {
            return (Reason::LeaptTwice, names(twice, name));
        }
        if occupied & bit(to) != 0 {
            return (Reason::Occupied, vec![name(to)]);
        }
        let over = line & occupied;
        if over.count_ones() > 1 {
            return (Reason::LeapsMany, names(over, name));
        }
        if over == 0 || !stand.king && line.count_ones() != 1 {
            return (Reason::NoLeap, vec![name(from), name(to)]);
        }
        if over & own != 0 && !draughts.rules.is_cyclic() {
            return (Reason::OwnCaptureClassic, names(over, name));
        }
        if taken == 0 && over & own != 0 {
            let due = draughts.due();
            if due != 0 {
                return (Reason::CaptureDue, names(due, name));
            }
        }
        let Some(leap) = chase.leap(stand, taken, from, to) else {
            // The leap can be made, so it is the order that is wrong. [4.3]
            let (enemies, landings) = next(&chase.leap_list(stand, taken));
            let mut shown = names(enemies, name);
            if landings & bit(from) == 0 {
                shown.extend(names(landings, name));
            }
            return (Reason::EnemyBeforeOwn, shown);
        };
        taken |= leap.over;
        stand = leap.to;
    }
    let to = squares.last().copied().unwrap_or(start);
    let leaps = chase.leap_list(stand, taken);
    let (_, landings) = next(&leaps);
    let here: Vec<_> = leaps.into_iter().filter(|leap| leap.from & bit(to) != 0).collect();
    if here.is_empty() && landings != 0 {
        return (Reason::LandToGoOn, names(landings, name));
    }
    (Reason::ChainGoesOn, names(next(&here).0, name))
}

/// The pieces that leaps take, and the squares they are made from.
fn next(leaps: &[Leap]) -> (Squares, Squares) {
    leaps.iter().fold((0, 0), |(over, from), leap| (over | leap.over, from | leap.from))
}

/// The articles that refusals cite.
pub(super) const ARTICLES: &[(Reason, &str)] = &[
    (Reason::Syntax, "7.1"),
    (Reason::GameOver, "6"),
    (Reason::OffBoard, "1.1"),
    (Reason::NoPiece, "2.1"),
    (Reason::EnemyPiece, "2.1"),
    (Reason::Occupied, "2.1"),
    (Reason::LightSquare, "1.1"),
    (Reason::NotDiagonal, "2.1"),
    (Reason::WayBlocked, "2.2"),
    (Reason::ManBackward, "2.1"),
    (Reason::ManOneStep, "2.1"),
    (Reason::CaptureDue, "3.6"),
    (Reason::NoLeap, "3.1"),
    (Reason::LeapsMany, "3.2"),
    (Reason::LeaptTwice, "3.3"),
    (Reason::ChainGoesOn, "3.4"),
    (Reason::LandToGoOn, "3.5"),
    (Reason::OwnCaptureClassic, "4.1"),
    (Reason::EnemyBeforeOwn, "4.3"),
    (Reason::ReserveEmpty, "5.1"),
    (Reason::NotOwnHalf, "5.2"),
    (Reason::DropClassic, "5.1"),
];
