//! A position as a picture needs it: the board's shape and what stands where, as data. Terminal,
//! diagrams and web draw from this and know no rules.

use crate::{GameId, Piece, Side, Square};

/// The board's shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Shape {
    /// Every square of the rectangle is used.
    Full,
    /// Only the dark squares are used, a1 being dark.
    Dark,
    /// Senet's path of thirty squares in three rows, the middle one reversed.
    Path,
}

/// A count that belongs to a side: what stands beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Tray {
    /// What is counted.
    pub kind: TrayKind,
    /// First's and second's count.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub counts: [u32; 2],
}

/// What a tray counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum TrayKind {
    /// Seega: stones still to be placed.
    Hand,
    /// Draughts: men in reserve.
    Reserve,
    /// Senet: pieces that have left the board.
    Off,
    /// Salta: pieces that are home.
    Home,
    /// Salta: the distance still to go.
    Distance,
}

impl TrayKind {
    /// Every kind of tray.
    pub const ALL: [TrayKind; 5] =
        [TrayKind::Hand, TrayKind::Reserve, TrayKind::Off, TrayKind::Home, TrayKind::Distance];

    /// The word for catalogues.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            TrayKind::Hand => "hand",
            TrayKind::Reserve => "reserve",
            TrayKind::Off => "off",
            TrayKind::Home => "home",
            TrayKind::Distance => "distance",
        }
    }
}

/// A position to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// Which game.
    pub game: GameId,
    /// The board's shape.
    pub shape: Shape,
    /// Number of files (ten on Senet's path).
    pub files: u8,
    /// Number of ranks (three on Senet's path).
    pub ranks: u8,
    /// What stands where.
    pub pieces: Vec<(Square, Piece)>,
    /// Counts beside the board.
    pub trays: Vec<Tray>,
    /// The stone that must move, the piece that is being thrown for: what the eye should find.
    pub marks: Vec<Square>,
    /// Where each piece of the board belongs (Salta's goals): piece's square, goal square.
    pub goals: Vec<(Square, Square)>,
    /// Whose action or throw is next.
    pub side: Side,
    /// Points thrown that wait to be moved (Senet).
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub thrown: Option<u8>,
    /// Steps left and whether the pass is left (Diaballik).
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub left: Option<(u8, bool)>,
    /// Actions made in a row that bring nothing, and how many of them end the game (Seega, draughts).
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub quiet: Option<(u16, u16)>,
}
