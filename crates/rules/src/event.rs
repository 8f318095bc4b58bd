//! What happened when an action was played: enough for a log, an animation and a screen reader
//! that know nothing of the rules. Events come in the order in which they are to be shown.

use crate::{Outcome, Piece, Side, Square};

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Event {
    /// The sticks were thrown.
    Threw {
        /// Whose throw it was.
        side: Side,
        /// The points, 1–5.
        points: u8,
    },
    /// A piece from the hand was put on the board (Seega's placing stage).
    Placed {
        /// The piece.
        piece: Piece,
        /// Where it stands now.
        square: Square,
    },
    /// A man came back from the reserve (draughts).
    Dropped {
        /// The piece.
        piece: Piece,
        /// Where it stands now.
        square: Square,
    },
    /// A piece went from one square to another.
    Moved {
        /// The piece, as it was before the move.
        piece: Piece,
        /// Where it came from.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// A piece leapt over another one; in a chain, one event a leap.
    Leapt {
        /// The piece, as it was before the leap.
        piece: Piece,
        /// Where it came from.
        from: Square,
        /// The square it leapt over.
        over: Square,
        /// Where it landed.
        to: Square,
    },
    /// A piece was taken off the board for good.
    Captured {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        square: Square,
    },
    /// An own piece was taken and went to its owner's reserve as a man (draughts).
    ToReserve {
        /// The piece, as it was.
        piece: Piece,
        /// Where it stood.
        square: Square,
    },
    /// A man became a king.
    Promoted {
        /// The king.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// A piece reached its goal square (Salta).
    CameHome {
        /// The piece.
        piece: Piece,
        /// The goal square.
        square: Square,
    },
    /// All of a side's pieces are home (Salta).
    Finished {
        /// Whose.
        side: Side,
    },
    /// From here on the loser plays alone (Salta).
    Alone {
        /// The loser.
        side: Side,
    },
    /// The moved piece and an enemy piece changed places (Senet).
    ChangedPlaces {
        /// The enemy piece that was sent to where the moved piece came from.
        piece: Piece,
        /// Where the enemy piece stood.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// A piece reached the House of Beauty and will be thrown for (Senet).
    ToBeauty {
        /// The piece.
        piece: Piece,
        /// The House.
        square: Square,
    },
    /// A piece fell into the House of Water (Senet).
    ToWater {
        /// The piece.
        piece: Piece,
        /// The House.
        square: Square,
    },
    /// A piece went back to the House of Rebirth, or near it (Senet).
    Reborn {
        /// The piece.
        piece: Piece,
        /// Where it came from.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// A piece on the House of Water stays there, its trial is repeated (Senet).
    TrialAgain {
        /// The piece.
        piece: Piece,
        /// The House.
        square: Square,
    },
    /// A piece left the board, done (Senet).
    LeftBoard {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        from: Square,
    },
    /// The ball went from one piece to another (Diaballik).
    BallPassed {
        /// Whose ball.
        side: Side,
        /// The former holder's square.
        from: Square,
        /// The new holder's square.
        to: Square,
    },
    /// A player had to, or chose to, do nothing.
    Passed {
        /// Who.
        side: Side,
    },
    /// The same side must act again (Seega's extra move).
    ExtraMove {
        /// Who.
        side: Side,
        /// The stone that must move, if it is fixed.
        #[cfg_attr(feature = "schema", schema(required = true))]
        square: Option<Square>,
    },
    /// The placing stage is over (Seega).
    PlacingEnded,
    /// The turn went over to the other side.
    TurnEnded {
        /// Whose turn has ended.
        side: Side,
    },
    /// The game is over.
    GameOver {
        /// How it ended.
        outcome: Outcome,
    },
}

impl Event {
    /// The event's name in catalogues and on wires.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Event::Threw { .. } => "threw",
            Event::Placed { .. } => "placed",
            Event::Dropped { .. } => "dropped",
            Event::Moved { .. } => "moved",
            Event::Leapt { .. } => "leapt",
            Event::Captured { .. } => "captured",
            Event::ToReserve { .. } => "to-reserve",
            Event::Promoted { .. } => "promoted",
            Event::CameHome { .. } => "came-home",
            Event::Finished { .. } => "finished",
            Event::Alone { .. } => "alone",
            Event::ChangedPlaces { .. } => "changed-places",
            Event::ToBeauty { .. } => "to-beauty",
            Event::ToWater { .. } => "to-water",
            Event::Reborn { .. } => "reborn",
            Event::TrialAgain { .. } => "trial-again",
            Event::LeftBoard { .. } => "left-board",
            Event::BallPassed { .. } => "ball-passed",
            Event::Passed { .. } => "passed",
            Event::ExtraMove { .. } => "extra-move",
            Event::PlacingEnded => "placing-ended",
            Event::TurnEnded { .. } => "turn-ended",
            Event::GameOver { .. } => "game-over",
        }
    }

    /// Every code, for the test that each has its message in every language.
    pub const CODES: [&'static str; 23] = [
        "threw",
        "placed",
        "dropped",
        "moved",
        "leapt",
        "captured",
        "to-reserve",
        "promoted",
        "came-home",
        "finished",
        "alone",
        "changed-places",
        "to-beauty",
        "to-water",
        "reborn",
        "trial-again",
        "left-board",
        "ball-passed",
        "passed",
        "extra-move",
        "placing-ended",
        "turn-ended",
        "game-over",
    ];
}
