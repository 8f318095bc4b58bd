//! Position strings: the errors they are refused with, and the parts that several games share.
//!
//! Strict on purpose: every position has exactly one text, and anything else is refused with what
//! is wrong and where.

use std::fmt;

use crate::illegal::excerpt;
use crate::{GameId, Notation, Side, Square};

/// A position text that was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(into = "crate::serial::PositionError"))]
pub struct PositionError {
    /// Which game's position it should have been.
    pub game: GameId,
    /// What is wrong.
    pub fault: Fault,
    /// The field, counted from 1; 0 if the text as a whole is meant.
    pub field: usize,
    /// What stands there, cut to a readable length.
    pub found: String,
    /// The squares concerned.
    pub squares: Vec<Square>,
}

impl PositionError {
    /// A fault in a field (from 1) of a position text.
    #[must_use]
    pub fn new(game: GameId, fault: Fault, field: usize, found: &str) -> PositionError {
        PositionError { game, fault, field, found: excerpt(found), squares: Vec::new() }
    }

    /// The same error, naming squares.
    #[must_use]
    pub fn at(mut self, squares: impl IntoIterator<Item = Square>) -> PositionError {
        self.squares.extend(squares);
        self
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "position refused: {} in field {}, {:?}",
            self.fault.code(),
            self.field,
            self.found
        )?;
        for square in &self.squares {
            write!(f, " {square}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PositionError {}

macro_rules! faults {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// What is wrong with a position text.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum Fault { $($(#[$doc])* $name,)* }

        impl Fault {
            /// Every fault.
            pub const ALL: &'static [Fault] = &[$(Fault::$name,)*];

            /// The word on wires and in catalogues.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Fault::$name => $code,)* }
            }
        }
    };
}

faults! {
    // The text.

    /// Not the number of fields that the game's positions have, separated by one space each.
    FieldCount = "field-count",
    /// Too few or too many ranks.
    RankCount = "rank-count",
    /// Too few or too many squares in a rank.
    RankLength = "rank-length",
    /// A run of empty squares not written as one digit.
    RunNotGreedy = "run-not-greedy",
    /// A character that is no piece of this game.
    UnknownPiece = "unknown-piece",
    /// The side to act is not one of the game's two letters.
    ToAct = "to-act",
    /// Not a plain number without sign and leading zeros.
    Number = "number",
    /// A number that is too large.
    NumberTooLarge = "number-too-large",
    /// Not two numbers separated by a comma.
    Pair = "pair",

    // The board, several games.

    /// A piece on a light square.
    PieceOnLight = "piece-on-light",
    /// More pieces than a player has.
    TooManyPieces = "too-many-pieces",

    // Seega.

    /// These hands cannot occur in the order of placing with that player to act.
    HandsOrder = "hands-order",
    /// Stones on the board and in hand do not add up.
    HandsSum = "hands-sum",
    /// The centre is occupied in the placing stage.
    CentreOccupied = "centre-occupied",
    /// A must mark in the placing stage.
    MustInPlacing = "must-in-placing",
    /// A quiet count in the placing stage.
    QuietInPlacing = "quiet-in-placing",
    /// No stones at all.
    NoStones = "no-stones",
    /// The quiet count is above the option's value.
    QuietTooHigh = "quiet-too-high",
    /// The must mark is not of the kind that the `extra` option has.
    MustKind = "must-kind",
    /// The must mark is not an own stone.
    MustNotOwn = "must-not-own",
    /// The marked stone cannot move.
    MustCannotMove = "must-cannot-move",
    /// A must mark with a quiet count: a capture has just been made.
    MustWithQuiet = "must-with-quiet",
    /// A must mark, but nothing has been captured from the enemy.
    MustNothingCaptured = "must-nothing-captured",
    /// A must mark in a finished game.
    MustGameOver = "must-game-over",

    // Salta.

    /// A piece is missing.
    PieceMissing = "piece-missing",
    /// A piece is there twice.
    PieceTwice = "piece-twice",
    /// The finished field is none of `-`, `g?`, `g`, `r`.
    Finished = "finished",
    /// Actions alone, but no side has finished.
    AloneUnfinished = "alone-unfinished",
    /// A side is all home, but none is said to have finished.
    HomeUnfinished = "home-unfinished",
    /// The ply does not fit the side to act.
    PlyParity = "ply-parity",
    /// The ply is above the limit.
    PlyLimit = "ply-limit",
    /// `g?` needs Green alone all home, Red to act, an odd ply within the limit, nothing alone.
    OneMoreMove = "one-more-move",
    /// `g` needs Green all home and Red to act.
    GreenFinished = "green-finished",
    /// `r` needs Red all home and Green to act, and not Green all home with nothing played alone.
    RedFinished = "red-finished",
    /// Ply less alone must be even, at least 2, and within the limit.
    PlyAlone = "ply-alone",
    /// More than 100 actions alone.
    AloneTooMany = "alone-too-many",

    // Senet.

    /// The path is not thirty characters long.
    PathLength = "path-length",
    /// The phase is none of `t`, `f`, `1` … `5`.
    Phase = "phase",
    /// Both players have no piece left.
    BothOff = "both-off",
    /// The player to act has no piece left.
    ActorOff = "actor-off",
    /// A player has no piece left in a phase other than `t`.
    OffPhase = "off-phase",
    /// 26 is occupied outside phase `f`.
    BeautyOccupied = "beauty-occupied",
    /// In phase `f` a piece of the player to act stands on 26.
    BeautyNotActor = "beauty-not-actor",
    /// 27 is occupied, but with `water=return` nothing stays there.
    WaterReturn = "water-return",
    /// The player to act has a piece on 27: the phase can only be `t`.
    TrialPhase = "trial-phase",

    // Draughts.

    /// A man on its promotion rank.
    ManOnLastRank = "man-on-last-rank",
    /// Board and reserve are more than twelve.
    ReserveSum = "reserve-sum",
    /// A reserve with `cyclic=off`.
    ReserveClassic = "reserve-classic",

    // Diaballik.

    /// Not seven pieces.
    PieceCount = "piece-count",
    /// Not one ball.
    BallCount = "ball-count",
    /// The turns do not fit the side to act.
    TurnsParity = "turns-parity",
    /// The turns are above the limit.
    TurnsLimit = "turns-limit",
    /// Steps and pass left are none of those that the `order` option has.
    Left = "left",
    /// A turn under way in which nothing more is possible: it has ended.
    TurnEnded = "turn-ended",
    /// A turn under way with a ball on a goal rank: a goal ends the turn.
    TurnWithGoal = "turn-with-goal",
    /// A goal of the player to act: the other one is to act after a goal.
    OwnGoal = "own-goal",
    /// Both balls on goal ranks.
    BothGoals = "both-goals",
}

/// Splits a position text into exactly `N` fields.
pub(crate) fn fields<const N: usize>(game: GameId, text: &str) -> Result<[&str; N], PositionError> {
    let refuse = || PositionError::new(game, Fault::FieldCount, 0, text);
    let mut out = [""; N];
    let mut parts = text.split(' ');
    for slot in &mut out {
        *slot = parts.next().filter(|part| !part.is_empty()).ok_or_else(refuse)?;
    }
    if parts.next().is_some() {
        return Err(refuse());
    }
    Ok(out)
}

/// Reads a board of `ranks` rows, top rank first, each of `width` cells; calls `place` for every
/// character that is not a digit with its column and rank (from 0, rank 0 at the bottom).
pub(crate) fn read_board(
    game: GameId,
    text: &str,
    width: u8,
    ranks: u8,
    mut place: impl FnMut(char, u8, u8) -> Result<(), Fault>,
) -> Result<(), PositionError> {
    let refuse = |fault, found: &str| Err(PositionError::new(game, fault, 1, found));
    if text.split('/').count() != usize::from(ranks) {
        return refuse(Fault::RankCount, text);
    }
    for (row, rank) in text.split('/').zip((0..ranks).rev()) {
        let mut column = 0u8;
        let mut after_run = false;
        for character in row.chars() {
            if let Some(run) = character.to_digit(10) {
                if after_run || run == 0 {
                    return refuse(Fault::RunNotGreedy, row);
                }
                column += run as u8;
                after_run = true;
            } else {
                if column >= width {
                    return refuse(Fault::RankLength, row);
                }
                if let Err(fault) = place(character, column, rank) {
                    return refuse(fault, row);
                }
                column += 1;
                after_run = false;
            }
            if column > width {
                return refuse(Fault::RankLength, row);
            }
        }
        if column != width {
            return refuse(Fault::RankLength, row);
        }
    }
    Ok(())
}

/// Writes a board, top rank first; `cell` gives the character at a column and rank, if any.
pub(crate) fn write_board(
    out: &mut impl fmt::Write,
    width: u8,
    ranks: u8,
    cell: impl Fn(u8, u8) -> Option<char>,
) -> fmt::Result {
    for rank in (0..ranks).rev() {
        let mut run = 0;
        for column in 0..width {
            let Some(character) = cell(column, rank) else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(out, "{run}")?;
                run = 0;
            }
            out.write_char(character)?;
        }
        if run > 0 {
            write!(out, "{run}")?;
        }
        if rank > 0 {
            out.write_char('/')?;
        }
    }
    Ok(())
}

/// Reads a plain number: digits only, no leading zero, at most `max`.
pub(crate) fn number(
    game: GameId,
    text: &str,
    field: usize,
    max: u32,
) -> Result<u32, PositionError> {
    let refuse = |fault| PositionError::new(game, fault, field, text);
    let plain = !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    if !plain {
        return Err(refuse(Fault::Number));
    }
    text.parse().ok().filter(|n| *n <= max).ok_or_else(|| refuse(Fault::NumberTooLarge))
}

/// Reads two plain numbers separated by a comma.
pub(crate) fn pair(
    game: GameId,
    text: &str,
    field: usize,
    max: u32,
) -> Result<[u32; 2], PositionError> {
    let Some((first, second)) = text.split_once(',') else {
        return Err(PositionError::new(game, Fault::Pair, field, text));
    };
    Ok([number(game, first, field, max)?, number(game, second, field, max)?])
}

/// Reads the letter of the side to act, which is the second field of every position.
pub(crate) fn read_side<P: Notation>(text: &str) -> Result<Side, PositionError> {
    let is = |side: &Side| text.chars().eq([P::SIDE_LETTERS[side.index()]]);
    let side = Side::BOTH.into_iter().find(is);
    side.ok_or_else(|| PositionError::new(P::GAME, Fault::ToAct, 2, text))
}
