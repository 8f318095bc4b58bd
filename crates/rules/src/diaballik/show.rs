//! What an action of Diaballik does, and how a position looks.

use super::notation::name;
use super::{Action, Diaballik, Left, SIZE, each};
use crate::{Event, GameId, Kind, Piece, Shape, Side, View};

pub(super) fn describe(position: &Diaballik, action: Action, events: &mut Vec<Event>) {
    let side = position.side;
    match action {
        Action::Step(from, to) => {
            let piece = Piece::new(side, Kind::Runner);
            events.push(Event::Moved { piece, from: name(from), to: name(to) });
        }
        Action::Pass(from, to) => {
            events.push(Event::BallPassed { side, from: name(from), to: name(to) });
        }
        // Only who can do nothing at all passes; otherwise the turn just ends. [2.4]
        Action::End if position.left == Left::WHOLE_TURN => events.push(Event::Passed { side }),
        Action::End => {}
    }
}

pub(super) fn view(position: &Diaballik) -> View {
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        each(position.pieces[side.index()], |square| {
            let holds = square == position.holders[side.index()];
            let kind = if holds { Kind::Holder } else { Kind::Runner };
            pieces.push((name(square), Piece::new(side, kind)));
        });
    }
    View {
        game: GameId::Diaballik,
        shape: Shape::Full,
        files: SIZE,
        ranks: SIZE,
        pieces,
        trays: Vec::new(),
        marks: Vec::new(),
        goals: Vec::new(),
        side: position.side,
        thrown: None,
        left: Some((position.left.steps, position.left.pass)),
    }
}
