//! What an action of Diaballik does, and how a position looks.

use super::notation::name;
use super::{Action, Diaballik, Left, SIZE, bit, neighbours};
use crate::bits::each;
use crate::depict::{fields_after_side, joined};
use crate::{Depict, Entry, Event, Kind, Notation, Piece, Shape, Side, Spot, Square, View};

impl Depict for Diaballik {
    fn view(&self) -> View {
        let mut view = View::empty(self, Shape::Full, SIZE, SIZE);
        for side in Side::BOTH {
            each(self.pieces[side.index()], |square| {
                let holds = square == self.holders[side.index()];
                let kind = if holds { Kind::Holder } else { Kind::Runner };
                view.pieces.push((name(square), Piece::new(side, kind)));
            });
        }
        view.left = Some((self.left.steps, self.left.pass));
        view
    }

    fn describe(&self, entry: Entry<Diaballik>, events: &mut Vec<Event>) {
        let Entry::Act(action) = entry;
        let side = self.side;
        match action {
            Action::Step(from, to) => {
                let piece = Piece::new(side, Kind::Runner);
                events.push(Event::Moved { piece, from: name(from), to: name(to) });
            }
            Action::Pass(from, to) => {
                events.push(Event::BallPassed { side, from: name(from), to: name(to) });
            }
            // Only who can do nothing at all passes; otherwise the turn just ends. [2.4]
            Action::End if self.left == Left::WHOLE_TURN => events.push(Event::Passed { side }),
            Action::End => {}
        }
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        match action {
            Action::Step(from, to) | Action::Pass(from, to) => {
                [from, to].map(|at| Spot::Square(name(at))).to_vec()
            }
            Action::End => Vec::new(),
        }
    }

    fn meant(&self, spots: &[Spot]) -> String {
        let is = |spot: Option<&Spot>, at: u8| spot == Some(&Spot::Square(name(at)));
        let holder = self.holders.into_iter().find(|at| is(spots.first(), *at));
        // A hand that goes from a holder to the empty square beside it means the piece, else the ball.
        let passes = holder.is_some_and(|from| {
            let mut steps = false;
            let empty = !(self.pieces[0] | self.pieces[1]);
            each(neighbours(bit(from)) & empty, |to| steps |= is(spots.last(), to));
            !steps
        });
        joined(spots, if passes { ">" } else { "" })
    }

    fn palette(_: &[(Square, Piece)]) -> Vec<Piece> {
        let both = |side| [Kind::Runner, Kind::Holder].map(|kind| Piece::new(side, kind));
        Side::BOTH.into_iter().flat_map(both).collect()
    }

    fn letter(piece: Piece) -> Option<char> {
        let letter = Self::SIDE_LETTERS[piece.side.index()];
        match piece.kind {
            Kind::Runner => Some(letter),
            Kind::Holder => Some(letter.to_ascii_uppercase()),
            _ => None,
        }
    }

    fn remainders(&self, _: &[(Square, Piece)]) -> Vec<String> {
        let (like, turns) = (fields_after_side(self).join(" "), u32::from(self.turns));
        vec![like, format!("2p {turns}"), format!("2p {}", turns + 1)]
    }
}
