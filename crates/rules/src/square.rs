//! Names of squares and pieces as every surface outside the hot path uses them.

use std::fmt;

use crate::Side;

/// A square by its name: `c3` on a board, `26` on Senet's path. Games compute with their own
/// indices and bit sets; this is what events, errors and drawings carry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Square {
    /// File and rank, both counted from 0: `a1` is `(0, 0)`.
    Grid {
        /// Counted from the left, from 0.
        file: u8,
        /// Counted from the first player's side, from 0.
        rank: u8,
    },
    /// The number on the path, from 1.
    Path(u8),
}

impl Square {
    /// The square of this file and rank, both from 0.
    #[must_use]
    pub const fn grid(file: u8, rank: u8) -> Square {
        Square::Grid { file, rank }
    }

    /// Reads a board square's name (`a1` … `j10`) off the front of a text: file and rank from 0,
    /// and the rest of the text. A rank takes the digits that are there; `01` is no rank.
    #[must_use]
    pub fn read_grid(text: &str) -> Option<((u8, u8), &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.checked_sub(b'a').filter(|file| *file < 26)?;
        let digits = bytes[1..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 || digits > 2 || bytes[1] == b'0' {
            return None;
        }
        let rank: u8 = text[1..=digits].parse().ok()?;
        Some(((file, rank - 1), &text[1 + digits..]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Square::Grid { file, rank } => write!(f, "{}{}", char::from(b'a' + file), rank + 1),
            Square::Path(number) => write!(f, "{number}"),
        }
    }
}

/// What kind of piece stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Kind {
    /// Seega's stone.
    Stone,
    /// Salta's Sun.
    Sun,
    /// Salta's Moon.
    Moon,
    /// Salta's Star.
    Star,
    /// Senet's cone.
    Cone,
    /// Senet's spool.
    Spool,
    /// A man of draughts.
    Man,
    /// A king of draughts.
    King,
    /// Diaballik's player without the ball.
    Runner,
    /// Diaballik's player with the ball.
    Holder,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 10] = [
        Kind::Stone,
        Kind::Sun,
        Kind::Moon,
        Kind::Star,
        Kind::Cone,
        Kind::Spool,
        Kind::Man,
        Kind::King,
        Kind::Runner,
        Kind::Holder,
    ];

    /// The word for catalogues and wires.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Stone => "stone",
            Kind::Sun => "sun",
            Kind::Moon => "moon",
            Kind::Star => "star",
            Kind::Cone => "cone",
            Kind::Spool => "spool",
            Kind::Man => "man",
            Kind::King => "king",
            Kind::Runner => "runner",
            Kind::Holder => "holder",
        }
    }
}

/// A piece as a player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// Salta's number 1–5; 0 where pieces have none.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub number: u8,
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Piece {
    /// A piece without a number.
    #[must_use]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece { side, kind, number: 0 }
    }
}
