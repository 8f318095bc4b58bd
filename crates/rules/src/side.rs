//! The two players, and how a game stands and ends.

use std::fmt;

/// One of the two players. First has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Side {
    /// The player who begins: Green, Green, Cones, White, Red.
    First,
    /// The player who replies: Blue, Red, Spools, Black, Blue.
    Second,
}

impl Side {
    /// Both sides, in order of play.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for first, 1 for second: the index into per-side arrays.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, the word used on every wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What comes next in a position. Never a magic player number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This side chooses; there is at least one action (a forced pass is an action).
    ToAct(Side),
    /// The sticks are thrown; whose throw it is tells [`Position::side`](crate::Position::side).
    Chance,
    /// The game has ended; there are no actions.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "crate::serial::Outcome", from = "crate::serial::Outcome")
)]
pub struct Outcome {
    /// The winner; none in a draw (and in an aborted game, which has no result).
    pub winner: Option<Side>,
    /// Why.
    pub reason: End,
    /// The winner's points, in Salta.
    pub points: Option<u32>,
}

impl Outcome {
    /// A win without points.
    #[must_use]
    pub const fn win(winner: Side, reason: End) -> Outcome {
        Outcome { winner: Some(winner), reason, points: None }
    }

    /// A draw without points.
    #[must_use]
    pub const fn draw(reason: End) -> Outcome {
        Outcome { winner: None, reason, points: None }
    }

    /// The same outcome with points.
    #[must_use]
    pub const fn with_points(self, points: u32) -> Outcome {
        Outcome { points: Some(points), ..self }
    }

    /// Who won, if anyone, in a word.
    #[must_use]
    pub const fn result(&self) -> Winner {
        match (self.winner, self.reason) {
            (Some(Side::First), _) => Winner::First,
            (Some(Side::Second), _) => Winner::Second,
            (None, End::Aborted) => Winner::None,
            (None, _) => Winner::Draw,
        }
    }

    /// The word of [`Outcome::result`].
    #[must_use]
    pub const fn winner_word(&self) -> &'static str {
        self.result().word()
    }
}

/// Who won, as records, wires and databases write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Winner {
    /// First.
    First,
    /// Second.
    Second,
    /// Neither: a draw.
    Draw,
    /// The game was aborted and has no result.
    None,
}

impl Winner {
    /// `first`, `second`, `draw` or `none`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Draw => "draw",
            Winner::None => "none",
        }
    }

    /// The side that won.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Winner::First => Some(Side::First),
            Winner::Second => Some(Side::Second),
            Winner::Draw | Winner::None => None,
        }
    }
}

macro_rules! ends {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// The reason why a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum End { $($(#[$doc])* $name,)* }

        impl End {
            /// Every reason.
            pub const ALL: &'static [End] = &[$(End::$name,)*];

            /// The word that records, protocols and messages use.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(End::$name => $word,)* }
            }

            /// The reason with this word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<End> {
                End::ALL.iter().copied().find(|end| end.word() == word)
            }
        }
    };
}

ends! {
    /// Seega: a player has no stones left.
    Eliminated = "eliminated",
    /// Seega: too many actions in a row without a capture; more stones win.
    Quiet = "quiet",
    /// Salta: both finished, Red with its one more move.
    BothHome = "both-home",
    /// Salta: the loser, playing alone, has finished too.
    Home = "home",
    /// Salta: the loser has made all the actions allowed alone.
    Alone = "alone",
    /// The limit of moves, turns or throws.
    Limit = "limit",
    /// Senet: all pieces have left the board.
    AllOff = "all-off",
    /// Draughts: the player to act has no action.
    NoMoves = "no-moves",
    /// The same position for the third time.
    Repetition = "repetition",
    /// Draughts: too many moves in a row by kings only.
    Kingmoves = "kingmoves",
    /// Draughts: too many moves in a row without an enemy piece captured.
    Barren = "barren",
    /// Diaballik: the ball rests on the far home rank.
    Goal = "goal",
    /// Diaballik: a player's pieces form a wall.
    Wall = "wall",
    /// A player gave up.
    Resign = "resign",
    /// A player's time ran out.
    Time = "time",
    /// The players agreed on a draw.
    Agreement = "agreement",
    /// A player left.
    Abandoned = "abandoned",
    /// A record of another program gives the result without a reason.
    Unstated = "unstated",
    /// The game was called off; it has no result.
    Aborted = "aborted",
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
