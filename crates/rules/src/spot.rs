//! The places that a hand touches. A page or a terminal that knows no notation narrows the legal
//! actions by these; what fits none of them the game turns back into a text
//! ([`Depict::meant`](crate::Depict::meant)), so that the rules can say why it is not possible.

use std::fmt;
use std::str::FromStr;

use crate::Square;

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
