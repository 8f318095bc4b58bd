//! What an action of draughts does, and how a position looks.

use super::board::{LAST, bit, each, name};
use super::notation::path;
use super::{Action, Draughts};
use crate::{Event, GameId, Kind, Piece, Shape, Side, Tray, TrayKind, View};

pub(super) fn describe(draughts: &Draughts, action: Action, events: &mut Vec<Event>) {
    let side = draughts.side;
    let last = LAST[side.index()];
    let king = Piece::new(side, Kind::King);
    let (from, to) = (action.from(), action.to());
    if action.is_drop() {
        events.push(Event::Dropped { piece: Piece::new(side, Kind::Man), square: name(to) });
        return;
    }
    let mut piece = piece_on(draughts, from, side);
    let promote = |piece: &mut Piece, square, events: &mut Vec<Event>| {
        if piece.kind == Kind::Man && bit(square) & last != 0 {
            *piece = king;
            events.push(Event::Promoted { piece: king, square: name(square) });
        }
    };
    if action.captured() == 0 {
        events.push(Event::Moved { piece, from: name(from), to: name(to) });
        promote(&mut piece, to, events);
        return;
    }
    let way = path(draughts, action);
    let mut at = from;
    for &(over, to) in &way {
        events.push(Event::Leapt { piece, from: name(at), over: name(over), to: name(to) });
        promote(&mut piece, to, events);
        at = to;
    }
    // Taken pieces stay on the board until the chain ends. [3.3]
    for (over, _) in way {
        let square = name(over);
        events.push(if draughts.own() & bit(over) != 0 {
            Event::ToReserve { piece: piece_on(draughts, over, side), square }
        } else {
            Event::Captured { piece: piece_on(draughts, over, side.other()), square }
        });
    }
}

fn piece_on(draughts: &Draughts, square: u8, side: Side) -> Piece {
    Piece::new(side, if draughts.is_king(square) { Kind::King } else { Kind::Man })
}

pub(super) fn view(draughts: &Draughts) -> View {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        each(draughts.pieces[side.index()], |square| {
            pieces.push((name(square), piece_on(draughts, square, side)));
        });
    }
    let reserve = Tray { kind: TrayKind::Reserve, counts: draughts.reserves.map(u32::from) };
    View {
        game: GameId::Draughts,
        shape: Shape::Dark,
        files: 8,
        ranks: 8,
        pieces,
        trays: if draughts.rules.cyclic { vec![reserve] } else { Vec::new() },
        marks: Vec::new(),
        goals: Vec::new(),
        side: draughts.side,
        thrown: None,
        left: None,
    }
}
