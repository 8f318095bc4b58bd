//! What an action of Seega does, and how a position looks.

use super::notation::name;
use super::{Action, Must, Seega};
use crate::bits::each;
use crate::depict::{counts, fields_after_side, is_going_on, joined};
use crate::{
    Depict, Entry, Event, Kind, Notation, Piece, Position, Shape, Side, Spot, Square, Tray,
    TrayKind, View,
};

impl Depict for Seega {
    fn view(&self) -> View {
        let mut view = View::empty(self, Shape::Full, self.rules.size, self.rules.size);
        for side in Side::BOTH {
            each(self.stones[side.index()], |square| view.pieces.push((name(square), stone(side))));
        }
        view.trays = vec![Tray { kind: TrayKind::Hand, counts: self.hands.map(u32::from) }];
        view.marks = match self.must {
            Must::Stone(square) if is_going_on(self.status()) => vec![name(square)],
            _ => Vec::new(),
        };
        let (made, limit) = self.quiet_count();
        view.quiet = (!self.placing()).then(|| (made.into(), limit.into()));
        view
    }

    fn describe(&self, entry: Entry<Seega>, events: &mut Vec<Event>) {
        let Entry::Act(action) = entry;
        describe(self, action, events);
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Place(square) => vec![Spot::Square(name(square))],
            Action::Move(from, to) => [from, to].map(|at| Spot::Square(name(at))).to_vec(),
            Action::Pass => Vec::new(),
        }
    }

    fn meant(&self, spots: &[Spot]) -> String {
        joined(spots, "")
    }

    fn is_compelled(&self) -> bool {
        matches!(self.must, Must::Stone(_))
    }

    fn palette(_: &[(Square, Piece)]) -> Vec<Piece> {
        Side::BOTH.map(stone).to_vec()
    }

    fn letter(piece: Piece) -> Option<char> {
        (piece.kind == Kind::Stone).then_some(Self::SIDE_LETTERS[piece.side.index()])
    }

    fn remainders(&self, pieces: &[(Square, Piece)]) -> Vec<String> {
        // Stones that are not on the board are in hand, or the placing is over.
        let all = usize::from(self.rules.stones());
        let [first, second] = counts(pieces).map(|count| all.saturating_sub(count));
        let like = fields_after_side(self).join(" ");
        vec![like, format!("{first},{second} - 0"), "0,0 - 0".to_owned()]
    }
}

fn stone(side: Side) -> Piece {
    Piece::new(side, Kind::Stone)
}

fn describe(seega: &Seega, action: Action, events: &mut Vec<Event>) {
    let side = seega.side;
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
                Must::NoStone => {}
                Must::Any => events.push(Event::ExtraMove { side, square: None }),
                Must::Stone(at) => {
                    events.push(Event::ExtraMove { side, square: Some(name(at)) });
                }
            }
        }
        Action::Pass => events.push(Event::Passed { side }),
    }
}
