//! The document's schemas of what `rules` serialises: the same data, described once more, because
//! `rules` knows nothing of documents. The test that holds real answers against the document keeps
//! the two together: nothing here admits fields that it does not name.

#![allow(dead_code, reason = "these are read by utoipa, never built")]

use rules::Reason;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::error::Error;
use crate::live::Word as Side;

fn words(all: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(all)).build()
}

/// The codes of refusals.
pub(crate) fn codes() -> Object {
    words(Error::CODES)
}

/// The games.
pub(crate) fn games() -> Object {
    words(rules::GameId::ALL.map(rules::GameId::id))
}

/// Why a game can end.
pub(crate) fn ends() -> Object {
    words(rules::End::ALL.iter().map(|end| end.word()))
}

fn kinds() -> Object {
    words(rules::Kind::ALL.map(rules::Kind::word))
}

fn reasons() -> Object {
    words(Reason::ALL.iter().map(|reason| reason.code()))
}

fn trays() -> Object {
    words(rules::TrayKind::ALL.map(rules::TrayKind::word))
}

/// A piece as a player sees it.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Piece {
    side: Side,
    /// What it is.
    #[schema(schema_with = kinds)]
    kind: String,
    /// Salta's number; absent where pieces have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
}

/// A count beside the board.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tray {
    /// What is counted.
    #[schema(schema_with = trays)]
    kind: String,
    /// First's and second's count.
    counts: [u32; 2],
}

/// The board's shape: every square, the dark ones, Senet's path in three rows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shape {
    Full,
    Dark,
    Path,
}

/// A position to be drawn.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    /// Which game.
    #[schema(schema_with = games)]
    game: String,
    shape: Shape,
    /// Number of files.
    files: u8,
    /// Number of ranks.
    ranks: u8,
    /// What stands where.
    pieces: Vec<(String, Piece)>,
    trays: Vec<Tray>,
    /// What the eye should find: the stone that must move, the piece that is thrown for.
    marks: Vec<String>,
    /// Salta: a piece's square, and where the piece belongs.
    goals: Vec<(String, String)>,
    /// Whose action or throw is next.
    side: Side,
    /// Senet: points thrown that wait to be moved.
    thrown: Option<u8>,
    /// Diaballik: steps left, and whether the pass is left.
    left: Option<(u8, bool)>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Outcome {
    /// `first`, `second` or `draw`.
    winner: String,
    #[schema(schema_with = ends)]
    reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
}

/// Why an action is against the rules.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Illegal {
    /// The action, cut to a readable length.
    action: String,
    #[schema(schema_with = reasons)]
    reason: String,
    /// The article of the game's rules.
    article: String,
    /// The squares that show it.
    squares: Vec<String>,
}

/// One thing that happened on the board. Squares are `a1`, or a number on Senet's path.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Event {
    Threw { side: Side, points: u8 },
    Placed { piece: Piece, square: String },
    Dropped { piece: Piece, square: String },
    Moved { piece: Piece, from: String, to: String },
    Leapt { piece: Piece, from: String, over: String, to: String },
    Captured { piece: Piece, square: String },
    ToReserve { piece: Piece, square: String },
    Promoted { piece: Piece, square: String },
    CameHome { piece: Piece, square: String },
    Finished { side: Side },
    Alone { side: Side },
    ChangedPlaces { piece: Piece, from: String, to: String },
    ToBeauty { piece: Piece, square: String },
    ToWater { piece: Piece, square: String },
    Reborn { piece: Piece, from: String, to: String },
    TrialAgain { piece: Piece, square: String },
    LeftBoard { piece: Piece, from: String },
    BallPassed { side: Side, from: String, to: String },
    Passed { side: Side },
    ExtraMove { side: Side, square: Option<String> },
    PlacingEnded,
    TurnEnded { side: Side },
    GameOver { outcome: Outcome },
}

/// A game with its options and presets.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameRules {
    #[schema(schema_with = games)]
    game: String,
    /// Its name in the caller's language.
    name: String,
    /// What first and second are called.
    sides: [String; 2],
    options: Vec<RuleOption>,
    presets: Vec<Preset>,
}

/// A rule option.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleOption {
    name: String,
    default: String,
    /// What it can be.
    allowed: String,
    /// What it means, in the caller's language.
    meaning: String,
    values: OptionValues,
}

/// What an option can be: each value with what it means, or the range of a number.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OptionValues {
    Named(Vec<OptionValue>),
    Range { low: u16, high: u16 },
}

/// A value of an option.
#[derive(Serialize, ToSchema)]
pub(crate) struct OptionValue {
    value: String,
    /// What it means, in the caller's language.
    meaning: Option<String>,
}

/// A set of options with a name.
#[derive(Serialize, ToSchema)]
#[schema(as = RulePreset)]
pub(crate) struct Preset {
    name: String,
    options: String,
    /// Its name in the caller's language.
    title: String,
}
