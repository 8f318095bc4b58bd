//! What an action of Salta does, and how a position looks.

use super::notation::{file_and_rank, middle, name};
use super::{Action, Finished, PIECES, SIZE, Salta, Squares, WIDTH, each};
use crate::{Event, GameId, Kind, Piece, Position, Shape, Side, Tray, TrayKind, View};

pub(super) fn describe(salta: &Salta, action: Action, events: &mut Vec<Event>) {
    let side = salta.side;
    let mut after = salta.clone();
    after.play(action);
    match action {
        Action::Move(at, target) => {
            let (piece, from, to) = (piece(salta.piece(at)), name(at), name(target));
            events.push(if file_and_rank(at).1.abs_diff(file_and_rank(target).1) == 2 {
                Event::Leapt { piece, from, over: name(middle(at, target)), to }
            } else {
                Event::Moved { piece, from, to }
            });
            if after.goal(after.piece(target)) == target {
                events.push(Event::CameHome { piece, square: to });
            }
        }
        Action::Pass => events.push(Event::Passed { side }),
    }
    let has_finished = after.all_home(side);
    if has_finished {
        events.push(Event::Finished { side });
    }
    match (salta.finished, after.finished) {
        (Finished::Nobody, Finished::Red) => events.push(Event::Alone { side: Side::First }),
        (Finished::GreenOneMore, _) if !has_finished => {
            events.push(Event::Alone { side: Side::Second });
        }
        _ => {}
    }
}

pub(super) fn view(salta: &Salta) -> View {
    let mut pieces = Vec::new();
    let mut goals = Vec::new();
    each(salta.occupied[0] | salta.occupied[1], |square| {
        let number = salta.piece(square);
        pieces.push((name(square), piece(number)));
        goals.push((name(square), name(salta.goal(number))));
    });
    let home = salta.home.map(Squares::count_ones);
    let distance = Side::BOTH.map(|side| salta.distance(side));
    View {
        game: GameId::Salta,
        shape: Shape::Dark,
        files: SIZE,
        ranks: SIZE,
        pieces,
        trays: vec![
            Tray { kind: TrayKind::Home, counts: home },
            Tray { kind: TrayKind::Distance, counts: distance },
        ],
        marks: Vec::new(),
        goals,
        side: salta.side,
        thrown: None,
        left: None,
    }
}

/// A piece by its number in [`Salta::at`]. [1.2]
fn piece(number: u8) -> Piece {
    let side = if number < PIECES { Side::First } else { Side::Second };
    let kind = [Kind::Star, Kind::Moon, Kind::Sun][usize::from(number % PIECES / WIDTH)];
    Piece { side, kind, number: number % WIDTH + 1 }
}
