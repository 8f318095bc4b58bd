//! What an action of draughts does, and how a position looks.

use super::board::{LAST, between, index, name};
use super::notation::path;
use super::{Action, Draughts, bit};
use crate::bits::each;
use crate::depict::{counts, fields_after_side, joined};
use crate::{
    Depict, Entry, Event, Kind, Notation, Piece, Position, Shape, Side, Spot, Square, Tray,
    TrayKind, View,
};

impl Depict for Draughts {
    fn view(&self) -> View {
        let mut view = View::empty(self, Shape::Dark, 8, 8);
        for side in Side::BOTH {
            each(self.pieces[side.index()], |square| {
                view.pieces.push((name(square), piece_on(self, square, side)));
            });
        }
        if self.rules.is_cyclic() {
            let counts = self.reserves.map(u32::from);
            view.trays.push(Tray { kind: TrayKind::Reserve, counts });
        }
        // Of the two counters the one that draws first.
        view.quiet = std::iter::zip(self.counters(), self.actions_left())
            .filter_map(|(made, left)| Some((made, made.saturating_add(left?))))
            .min_by_key(|(made, limit)| limit - made);
        view
    }

    fn describe(&self, entry: Entry<Draughts>, events: &mut Vec<Event>) {
        let Entry::Act(action) = entry;
        describe(self, action, events);
    }

    fn spots(&self, action: Action) -> Vec<Spot> {
        let spot = |square| Spot::Square(name(square));
        if action.is_drop() {
            return vec![Spot::Reserve, spot(action.to())];
        }
        let mut spots = vec![spot(action.from())];
        if action.captured() == 0 {
            spots.push(spot(action.to()));
        } else {
            spots.extend(path(self, action).into_iter().map(|(_, landing)| spot(landing)));
        }
        spots
    }

    fn meant(&self, spots: &[Spot]) -> String {
        match spots {
            [Spot::Reserve, to, ..] => format!("@{to}"),
            [Spot::Square(from), Spot::Square(to)] if !self.leaps(*from, *to) => joined(spots, "-"),
            _ => joined(spots, ":"),
        }
    }

    fn is_compelled(&self) -> bool {
        self.actions().iter().all(|action| action.captures() > 0)
    }

    fn palette(_: &[(Square, Piece)]) -> Vec<Piece> {
        let both = |side| [Kind::Man, Kind::King].map(|kind| Piece::new(side, kind));
        Side::BOTH.into_iter().flat_map(both).collect()
    }

    fn letter(piece: Piece) -> Option<char> {
        let letter = Self::SIDE_LETTERS[piece.side.index()];
        match piece.kind {
            Kind::Man => Some(letter),
            Kind::King => Some(letter.to_ascii_uppercase()),
            _ => None,
        }
    }

    fn remainders(&self, pieces: &[(Square, Piece)]) -> Vec<String> {
        let on_board = counts(pieces);
        let reserve = |side: Side| {
            let room = usize::from(super::MEN).saturating_sub(on_board[side.index()]);
            usize::from(self.reserves[side.index()]).min(room)
        };
        let [first, second] = Side::BOTH.map(reserve);
        let like = fields_after_side(self).join(" ");
        vec![like, format!("{first},{second} 0 0"), "0,0 0 0".to_owned()]
    }
}

impl Draughts {
    /// Whether a piece stands between two squares of a diagonal.
    fn leaps(&self, from: Square, to: Square) -> bool {
        let (Square::Grid { file, rank }, Square::Grid { file: to_file, rank: to_rank }) =
            (from, to)
        else {
            return false;
        };
        let dark = |file: u8, rank: u8| file < 8 && rank < 8 && (file + rank).is_multiple_of(2);
        dark(file, rank)
            && dark(to_file, to_rank)
            && between(index(file, rank), index(to_file, to_rank))
                .is_some_and(|line| line & self.occupied() != 0)
    }
}

fn describe(draughts: &Draughts, action: Action, events: &mut Vec<Event>) {
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
