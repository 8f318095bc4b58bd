//! How a game looks and is handled, as data: pictures, events, and the places that a hand touches.

use crate::setup::write_board;
use crate::{
    Entry, Event, Notation, Piece, PositionError, Shape, Side, Spot, Square, Status, View,
};

/// A game that can be drawn, animated and played by hand.
pub trait Depict: Notation {
    /// The position as a picture needs it.
    fn view(&self) -> View;

    /// What playing this entry does, in order; not the end of the turn or of the game, which
    /// [`Line`](crate::Line) adds.
    fn describe(&self, entry: Entry<Self>, events: &mut Vec<Event>);

    /// The places that a hand touches for a legal action, in order; none for a pass or an end.
    fn spots(&self, action: Self::Action) -> Vec<Spot>;

    /// The text of the action that a hand means which touches these spots, legal or not: what is
    /// illegal can be explained by its text.
    fn meant(&self, spots: &[Spot]) -> String;

    /// Whether the rules demand what is done next (a capture, a jump, a certain stone): the pieces
    /// that can act are then worth a mark.
    fn is_compelled(&self) -> bool {
        false
    }

    /// The pieces that a hand may put on the board when it sets up a position.
    fn palette(pieces: &[(Square, Piece)]) -> Vec<Piece>;

    /// The letter of a piece in position strings; none if the game has no such piece.
    fn letter(piece: Piece) -> Option<char>;

    /// The first field of a position string, made of pieces.
    fn board_text(&self, pieces: &[(Square, Piece)]) -> String {
        let view = self.view();
        grid_text(view.files, view.ranks, Square::grid, |square| letter_at::<Self>(pieces, square))
    }

    /// What may follow the side to act in a position string with these pieces: the closest to this
    /// position first, the plainest last.
    fn remainders(&self, pieces: &[(Square, Piece)]) -> Vec<String>;

    /// The text of a position like this one with other pieces and another side to act. Counters,
    /// marks and what is left of a turn stay as far as they still fit.
    fn compose(&self, pieces: &[(Square, Piece)], side: Side) -> Composed {
        let letter = Self::SIDE_LETTERS[side.index()];
        let head = format!("{} {letter}", self.board_text(pieces));
        let mut composed =
            Composed { text: head.clone(), error: None, palette: Self::palette(pieces) };
        for rest in self.remainders(pieces) {
            composed.text = format!("{head} {rest}");
            composed.error = Self::read(self.rules(), &composed.text).err();
            if composed.error.is_none() {
                break;
            }
        }
        composed
    }
}

/// A position text made of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composed {
    /// The text.
    pub text: String,
    /// Why it is no position, if it is none.
    pub error: Option<PositionError>,
    /// The pieces that a hand may put on the board.
    pub palette: Vec<Piece>,
}

/// The letter of the piece on a square.
pub(crate) fn letter_at<P: Depict>(pieces: &[(Square, Piece)], square: Square) -> Option<char> {
    let (_, piece) = pieces.iter().find(|(on, _)| *on == square)?;
    P::letter(*piece)
}

/// A board's text; `square` names the one at a column and rank.
pub(crate) fn grid_text(
    width: u8,
    ranks: u8,
    square: impl Fn(u8, u8) -> Square,
    letter: impl Fn(Square) -> Option<char>,
) -> String {
    let mut out = String::new();
    write_board(&mut out, width, ranks, |column, rank| letter(square(column, rank)))
        .expect("writing to a string");
    out
}

/// How many pieces each side has.
pub(crate) fn counts(pieces: &[(Square, Piece)]) -> [usize; 2] {
    Side::BOTH.map(|side| pieces.iter().filter(|(_, piece)| piece.side == side).count())
}

/// The fields of a position's text behind the side to act.
pub(crate) fn fields_after_side<P: Notation>(position: &P) -> Vec<String> {
    position.to_string().split(' ').skip(2).map(str::to_owned).collect()
}

/// The names of the spots, put together.
pub(crate) fn joined(spots: &[Spot], separator: &str) -> String {
    spots.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
}

impl View {
    /// A view without pieces, trays and marks, to be filled in by the game.
    pub(crate) fn empty<P: Depict>(position: &P, shape: Shape, files: u8, ranks: u8) -> View {
        View {
            game: P::GAME,
            shape,
            files,
            ranks,
            pieces: Vec::new(),
            trays: Vec::new(),
            marks: Vec::new(),
            goals: Vec::new(),
            side: position.side(),
            thrown: None,
            left: None,
            quiet: None,
        }
    }
}

/// Whether a side is to act: what is marked in a finished game would mislead.
pub(crate) fn is_going_on(status: Status) -> bool {
    matches!(status, Status::ToAct(_))
}
