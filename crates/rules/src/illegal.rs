//! Why an action is refused: a typed reason, the article of the game's rules that it breaks, and
//! the squares concerned. Sentences for people are made from these in `igroteka-text`.

use std::fmt;

use crate::{GameId, Square};

/// An action that may not be played here.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(into = "crate::serial::Illegal"))]
pub struct Illegal {
    /// Which game's articles are meant.
    pub game: GameId,
    /// The text that was given, cut to a readable length.
    pub action: String,
    /// Which rule it breaks.
    pub reason: Reason,
    /// The squares that show it, the most telling first.
    pub squares: Vec<Square>,
}

impl Illegal {
    /// A refusal of `action`.
    #[must_use]
    pub fn new(game: GameId, action: &str, reason: Reason, mut squares: Vec<Square>) -> Illegal {
        // A square that was typed twice is named once.
        squares.dedup();
        Illegal { game, action: excerpt(action), reason, squares }
    }

    /// The number of the article in `docs/rules/<game>`.
    #[must_use]
    pub fn article(&self) -> &'static str {
        self.game.article(self.reason)
    }
}

/// At most forty characters of an input, for an error that gives it back.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {} (article {})", self.action, self.reason.code(), self.article())?;
        for square in &self.squares {
            write!(f, " {square}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Illegal {}

/// Why something is refused: the rule and the squares that show it, the most telling first.
pub type Refusal = (Reason, Vec<Square>);

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// The rule that an action breaks. Which article that is, each game's folder says.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The word on wires and in catalogues.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Reason::$name => $code,)* }
            }
        }
    };
}

reasons! {
    // All games.

    /// The text is no action of this game.
    Syntax = "syntax",
    /// The game is over.
    GameOver = "game-over",
    /// A square outside the board.
    OffBoard = "off-board",
    /// No piece stands on the square it should start from.
    NoPiece = "no-piece",
    /// The piece belongs to the opponent.
    EnemyPiece = "enemy-piece",
    /// The square is not empty.
    Occupied = "occupied",
    /// `pass` (or `end`) is for a player who can do nothing else.
    PassWithMoves = "pass-with-moves",
    /// The player has no move: `pass` is the only action.
    MustPass = "must-pass",
    /// Not a step to an orthogonally adjacent square.
    NotOneStep = "not-one-step",
    /// A light square, which this game does not use.
    LightSquare = "light-square",
    /// Not along a diagonal, or not to a distance that the piece can go.
    NotDiagonal = "not-diagonal",
    /// Something stands in the way.
    WayBlocked = "way-blocked",

    // Seega.

    /// Stones are still being placed.
    PlacingStage = "placing-stage",
    /// All stones have been placed.
    MovingStage = "moving-stage",
    /// The centre stays empty in the placing stage.
    CentreClosed = "centre-closed",
    /// A stone is already there (placing stage).
    PlacedOnStone = "placed-on-stone",
    /// The stone that captured must move.
    MustMoveStone = "must-move-stone",

    // Salta.

    /// A jump is possible, so a jump must be made.
    JumpDue = "jump-due",
    /// Jumps go forward only.
    JumpBackward = "jump-backward",
    /// Own pieces cannot be jumped.
    JumpOwn = "jump-own",
    /// There is no piece to jump over.
    JumpNothing = "jump-nothing",
    /// The opponent would be left without a productive move.
    NoProductiveReply = "no-productive-reply",

    // Senet.

    /// A throw comes next.
    ThrowDue = "throw-due",
    /// The sticks have been thrown; a move comes next.
    MoveDue = "move-due",
    /// The piece must move by exactly the number thrown.
    WrongCount = "wrong-count",
    /// Backward moves end on square 1 at the latest.
    BeforeStart = "before-start",
    /// A piece may not pass the House of Beauty: it stops on 26.
    StopsAtBeauty = "stops-at-beauty",
    /// Two pieces stand in a row on the way.
    LeapsTwo = "leaps-two",
    /// An own piece stands on the target square.
    OwnOnTarget = "own-on-target",
    /// The enemy piece is protected: it stands at the end of a row.
    Protected = "protected",
    /// A piece on 27 to 30 does not move along the path.
    HouseStays = "house-stays",
    /// Leaving the board from this house takes exactly its number.
    WrongLeave = "wrong-leave",
    /// A piece leaves the board only from the houses 28, 29, 30.
    NotInHouse = "not-in-house",

    // Draughts.

    /// A man does not step backward.
    ManBackward = "man-backward",
    /// A man steps one square only.
    ManOneStep = "man-one-step",
    /// An enemy piece can be taken, so it must be.
    CaptureDue = "capture-due",
    /// Between these squares there is no piece to take, or no room behind it.
    NoLeap = "no-leap",
    /// More than one piece stands between these squares.
    LeapsMany = "leaps-many",
    /// A captured piece cannot be leapt twice, and blocks the way.
    LeaptTwice = "leapt-twice",
    /// The chain must go on while a leap is possible.
    ChainGoesOn = "chain-goes-on",
    /// The king must land where it can leap on.
    LandToGoOn = "land-to-go-on",
    /// Own pieces are not captured in the classic game.
    OwnCaptureClassic = "own-capture-classic",
    /// While only enemy pieces have been taken, an enemy piece comes before an own one.
    EnemyBeforeOwn = "enemy-before-own",
    /// The reserve is empty.
    ReserveEmpty = "reserve-empty",
    /// Drops are for the own half of the board.
    NotOwnHalf = "not-own-half",
    /// There are no drops in the classic game.
    DropClassic = "drop-classic",

    // Diaballik.

    /// The piece with the ball cannot move.
    HolderStays = "holder-stays",
    /// Both steps of the turn have been made.
    NoStepsLeft = "no-steps-left",
    /// The ball has been passed in this turn already.
    PassUsed = "pass-used",
    /// The piece does not have the ball.
    NotHolder = "not-holder",
    /// The ball goes to an own piece only.
    NotOwnReceiver = "not-own-receiver",
    /// The ball flies straight or diagonally only.
    NotInLine = "not-in-line",
    /// A turn takes at least one action before it can end.
    EndBeforeActing = "end-before-acting",
}
