//! What an action of Salta does, and how a position looks.

use super::notation::{file_and_rank, letter, middle, name};
use super::{Action, Finished, PIECES, SIZE, Salta, Squares, WIDTH};
use crate::bits::each;
use crate::depict::{fields_after_side, grid_text, joined, letter_at};
use crate::{
    Depict, Entry, Event, Kind, Piece, Position, Shape, Side, Spot, Square, Tray, TrayKind, View,
};

impl Depict for Salta {
    fn view(&self) -> View {
        let mut view = View::empty(self, Shape::Dark, SIZE, SIZE);
        each(self.occupied[0] | self.occupied[1], |square| {
            let number = self.piece(square);
            view.pieces.push((name(square), piece(number)));
            view.goals.push((name(square), name(self.goal(number))));
        });
        let distance = Side::BOTH.map(|side| self.distance(side));
        view.trays = vec![
            Tray { kind: TrayKind::Home, counts: self.home.map(Squares::count_ones) },
            Tray { kind: TrayKind::Distance, counts: distance },
        ];
        view
    }

    fn describe(&self, entry: Entry<Salta>, events: &mut Vec<Event>) {
        let Entry::Act(action) = entry;
        let side = self.side;
        let mut after = self.clone();
        after.play(action);
        match action {
            Action::Move(at, target) => {
                let (piece, from, to) = (piece(self.piece(at)), name(at), name(target));
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
        match (self.finished, after.finished) {
            (Finished::Neither, Finished::Red) => events.push(Event::Alone { side: Side::First }),
            (Finished::GreenOneMore, _) if !has_finished => {
                events.push(Event::Alone { side: Side::Second });
            }
            _ => {}
        }
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Move(from, to) => [from, to].map(|at| Spot::Square(name(at))).to_vec(),
            Action::Pass => Vec::new(),
        }
    }

    fn meant(&self, spots: &[Spot]) -> String {
        joined(spots, "")
    }

    fn is_compelled(&self) -> bool {
        self.must_jump()
    }

    /// Each piece exists once: those that are not on the board.
    fn palette(pieces: &[(Square, Piece)]) -> Vec<Piece> {
        let missing = |piece: &Piece| pieces.iter().all(|(_, other)| other != piece);
        (0..2 * PIECES).map(piece).filter(missing).collect()
    }

    fn letter(wanted: Piece) -> Option<char> {
        (0..2 * PIECES).find(|number| piece(*number) == wanted).map(letter)
    }

    /// The text has the dark squares only.
    fn board_text(&self, pieces: &[(Square, Piece)]) -> String {
        let dark = |place, rank| Square::grid(2 * place + rank % 2, rank);
        grid_text(WIDTH, SIZE, dark, |square| letter_at::<Self>(pieces, square))
    }

    fn remainders(&self, _: &[(Square, Piece)]) -> Vec<String> {
        let mut remainders = vec![fields_after_side(self).join(" ")];
        for finished in ["g?", "g", "r", "-"] {
            let plies = [0, 1, 2].map(|more| self.ply.saturating_add(more));
            remainders.extend(plies.map(|ply| format!("{ply} {finished} 0")));
        }
        remainders
    }
}

/// A piece by its number in [`Salta::at`]. [1.2]
fn piece(number: u8) -> Piece {
    let side = if number < PIECES { Side::First } else { Side::Second };
    let kind = [Kind::Star, Kind::Moon, Kind::Sun][usize::from(number % PIECES / WIDTH)];
    Piece { side, kind, number: number % WIDTH + 1 }
}
