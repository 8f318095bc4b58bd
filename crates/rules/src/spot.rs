//! Actions as clicks: the places that a hand touches, in order, and the action that a hand meant.
//!
//! A page or a terminal that knows no notation narrows the legal actions by these; what fits none
//! of them is turned back into a text, so that the rules can say why it is not possible.

use std::fmt;
use std::str::FromStr;

use crate::{Game, GameId, Kind, Square, View};

/// A place that an action touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// A square of the board.
    Square(Square),
    /// The own reserve (draughts).
    Reserve,
    /// Off the board (Senet).
    Off,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Square(square) => square.fmt(f),
            Spot::Reserve => f.write_str("reserve"),
            Spot::Off => f.write_str("off"),
        }
    }
}

/// The text is no spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSpot;

impl FromStr for Spot {
    type Err = NoSpot;

    fn from_str(text: &str) -> Result<Spot, NoSpot> {
        match text {
            "reserve" => return Ok(Spot::Reserve),
            "off" => return Ok(Spot::Off),
            _ => {}
        }
        match read_square(text) {
            Some((square, "")) => Ok(Spot::Square(square)),
            _ => Err(NoSpot),
        }
    }
}

/// Reads a square's name off the front of a text.
fn read_square(text: &str) -> Option<(Square, &str)> {
    // No board has more files; `t3` is a throw.
    if let Some(((file, rank), rest)) = Square::read_grid(text).filter(|((file, _), _)| *file < 10)
    {
        return Some((Square::grid(file, rank), rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok().filter(|number| (1..=30).contains(number))?;
    Some((Square::Path(number), &text[digits..]))
}

/// The spots of an action's text, in order; none for a pass, an end, a throw.
///
/// ```
/// let spots = |text| rules::spots(text).iter().map(ToString::to_string).collect::<Vec<_>>();
/// assert_eq!(spots("c3:e5:g3"), ["c3", "e5", "g3"]);
/// assert_eq!(spots("@d4"), ["reserve", "d4"]);
/// assert_eq!(spots("28-off"), ["28", "off"]);
/// assert_eq!(spots("pass"), [""; 0]);
/// assert_eq!(spots("t3"), [""; 0]);
/// ```
#[must_use]
pub fn spots(action: &str) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut rest = action;
    while !rest.is_empty() {
        rest = if let Some((square, after)) = read_square(rest) {
            spots.push(Spot::Square(square));
            after
        } else if let Some(after) = rest.strip_prefix('@') {
            spots.push(Spot::Reserve);
            after
        } else if let Some(after) = rest.strip_prefix("off") {
            spots.push(Spot::Off);
            after
        } else if let Some(after) = rest.strip_prefix(['-', ':', '>']) {
            after
        } else {
            return Vec::new();
        };
    }
    spots
}

impl Game {
    /// The text of the action that a hand means which goes over these spots, legal or not.
    #[must_use]
    pub fn meant(&self, spots: &[Spot]) -> String {
        let names: Vec<String> = spots.iter().map(ToString::to_string).collect();
        match self.variant().game {
            GameId::Seega | GameId::Salta => names.concat(),
            GameId::Senet => names.join("-"),
            GameId::Diaballik if holds_ball(&self.view(), spots.first()) => names.join(">"),
            GameId::Diaballik => names.concat(),
            GameId::Draughts => match spots {
                [Spot::Reserve, to, ..] => format!("@{to}"),
                [from, to] if !leaps(&self.view(), *from, *to) => names.join("-"),
                _ => names.join(":"),
            },
        }
    }
}

fn holds_ball(view: &View, spot: Option<&Spot>) -> bool {
    let holder =
        |(square, piece): &(Square, _)| Some(&Spot::Square(*square)) == spot && is_holder(piece);
    view.pieces.iter().any(holder)
}

fn is_holder(piece: &crate::Piece) -> bool {
    piece.kind == Kind::Holder
}

/// Whether something stands between two squares of a diagonal.
fn leaps(view: &View, from: Spot, to: Spot) -> bool {
    let (
        Spot::Square(Square::Grid { file: f, rank: r }),
        Spot::Square(Square::Grid { file, rank }),
    ) = (from, to)
    else {
        return false;
    };
    let (files, ranks) = (i16::from(file) - i16::from(f), i16::from(rank) - i16::from(r));
    if files.abs() != ranks.abs() {
        return false;
    }
    (1..files.abs()).any(|step| {
        let at = (i16::from(f) + files.signum() * step, i16::from(r) + ranks.signum() * step);
        view.pieces.iter().any(|(square, _)| match square {
            Square::Grid { file, rank } => (i16::from(*file), i16::from(*rank)) == at,
            Square::Path(_) => false,
        })
    })
}
