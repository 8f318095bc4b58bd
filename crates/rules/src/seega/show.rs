//! What an action of Seega does, and how a position looks.

use super::notation::name;
use super::{Action, Must, Seega, each};
use crate::{Event, GameId, Kind, Piece, Position, Shape, Side, Status, Tray, TrayKind, View};

pub(super) fn describe(seega: &Seega, action: Action, events: &mut Vec<Event>) {
    let side = seega.side;
    let stone = |side| Piece::new(side, Kind::Stone);
    let mut after = seega.clone();
    after.play(action);
    match action {
        Action::Place(square) => {
            events.push(Event::Placed { piece: stone(side), square: name(square) });
            if !after.placing() {
                events.push(Event::PlacingEnded);
            }
        }
        Action::Move(from, to) => {
            events.push(Event::Moved { piece: stone(side), from: name(from), to: name(to) });
            let other = side.other();
            each(seega.stones[other.index()] & !after.stones[other.index()], |square| {
                events.push(Event::Captured { piece: stone(other), square: name(square) });
            });
            match after.must {
                Must::Nobody => {}
                Must::Any => events.push(Event::ExtraMove { side, square: None }),
                Must::Stone(at) => {
                    events.push(Event::ExtraMove { side, square: Some(name(at)) });
                }
            }
        }
        Action::Pass => events.push(Event::Passed { side }),
    }
}

pub(super) fn view(seega: &Seega) -> View {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        each(seega.stones[side.index()], |square| {
            pieces.push((name(square), Piece::new(side, Kind::Stone)));
        });
    }
    let marks = match seega.must {
        Must::Stone(square) if matches!(seega.status(), Status::ToAct(_)) => vec![name(square)],
        _ => Vec::new(),
    };
    View {
        game: GameId::Seega,
        shape: Shape::Full,
        files: seega.rules.size,
        ranks: seega.rules.size,
        pieces,
        trays: vec![Tray { kind: TrayKind::Hand, counts: seega.hands.map(u32::from) }],
        marks,
        goals: Vec::new(),
        side: seega.side,
        thrown: None,
        left: None,
    }
}
