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
    pub fn new(game: GameId, action: &str, reason: Reason, squares: Vec<Square>) -> Illegal {
        Illegal { game, action: excerpt(action), reason, squares }
    }

    /// The number of the article in `docs/rules/<game>`.
    #[must_use]
    pub fn article(&self) -> &'static str {
        self.reason.article(self.game)
    }
}

/// At most forty characters of somebody's input, for an error that gives it back.
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

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal: $($game:ident $article:literal)+;)*) => {
        /// The rule that an action breaks. Each names its article in every game that uses it.
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

            /// The articles that this reason stands for, game by game.
            #[must_use]
            pub const fn articles(self) -> &'static [(GameId, &'static str)] {
                match self { $(Reason::$name => &[$((GameId::$game, $article),)+],)* }
            }
        }
    };
}

impl Reason {
    /// The article in this game; empty if the game has no such rule (a test sees to it that no
    /// game gives such a reason).
    #[must_use]
    pub fn article(self, game: GameId) -> &'static str {
        self.articles().iter().find(|(of, _)| *of == game).map_or("", |(_, article)| article)
    }
}

reasons! {
    // All games.

    /// The text is no action of this game.
    Syntax = "syntax": Seega "7.1" Salta "6.1" Senet "7.1" Draughts "7.1" Diaballik "7.1";
    /// The game is over.
    GameOver = "game-over": Seega "6" Salta "5" Senet "6" Draughts "6" Diaballik "6";
    /// A square outside the board.
    OffBoard = "off-board": Seega "1.1" Salta "1.1" Senet "1.1" Draughts "1.1" Diaballik "1.1";
    /// No piece stands on the square it should start from.
    NoPiece = "no-piece": Seega "3.2" Salta "3.1" Senet "3.3" Draughts "2.1" Diaballik "3.1";
    /// The piece belongs to the opponent.
    EnemyPiece = "enemy-piece": Seega "3.2" Salta "3.1" Senet "3.3" Draughts "2.1" Diaballik "3.1";
    /// The square is not empty.
    Occupied = "occupied": Seega "3.2" Salta "3.2" Draughts "2.1" Diaballik "3.1";
    /// `pass` (or `end`) is for a player who can do nothing else.
    PassWithMoves = "pass-with-moves": Seega "3.3" Salta "3.5" Senet "3.4";
    /// The player has no move: `pass` is the only action.
    MustPass = "must-pass": Seega "3.3" Salta "3.5" Senet "3.4" Diaballik "2.4";
    /// Not a step to an orthogonally adjacent square.
    NotOneStep = "not-one-step": Seega "3.2" Diaballik "3.1";
    /// A light square, which this game does not use.
    LightSquare = "light-square": Salta "1.1" Draughts "1.1";
    /// Not along a diagonal, or not to a distance that the piece can go.
    NotDiagonal = "not-diagonal": Salta "3.2" Draughts "2.1";
    /// Something stands in the way.
    WayBlocked = "way-blocked": Draughts "2.2" Diaballik "4.2";

    // Seega.

    /// Stones are still being placed.
    PlacingStage = "placing-stage": Seega "2.1";
    /// All stones have been placed.
    MovingStage = "moving-stage": Seega "2.4";
    /// The centre stays empty in the placing stage.
    CentreClosed = "centre-closed": Seega "2.2";
    /// A stone is already there (placing stage).
    PlacedOnStone = "placed-on-stone": Seega "2.2";
    /// The stone that captured must move.
    MustMoveStone = "must-move-stone": Seega "5.2";

    // Salta.

    /// A jump is possible, so a jump must be made.
    JumpDue = "jump-due": Salta "3.4";
    /// Jumps go forward only.
    JumpBackward = "jump-backward": Salta "3.3";
    /// Own pieces cannot be jumped.
    JumpOwn = "jump-own": Salta "3.3";
    /// There is no piece to jump over.
    JumpNothing = "jump-nothing": Salta "3.3";
    /// The opponent would be left without a productive move.
    NoProductiveReply = "no-productive-reply": Salta "4.1";

    // Senet.

    /// A throw comes next.
    ThrowDue = "throw-due": Senet "3.1";
    /// The sticks have been thrown; a move comes next.
    MoveDue = "move-due": Senet "3.3";
    /// The piece must move by exactly the number thrown.
    WrongCount = "wrong-count": Senet "3.3";
    /// Backward moves end on square 1 at the latest.
    BeforeStart = "before-start": Senet "4.1";
    /// A piece may not pass the House of Beauty: it stops on 26.
    StopsAtBeauty = "stops-at-beauty": Senet "4.1";
    /// Two pieces stand in a row on the way.
    LeapsTwo = "leaps-two": Senet "4.2";
    /// An own piece stands on the target square.
    OwnOnTarget = "own-on-target": Senet "4.3";
    /// The enemy piece is protected: it stands at the end of a row.
    Protected = "protected": Senet "4.4";
    /// A piece on 27 to 30 does not move along the path.
    HouseStays = "house-stays": Senet "4.5";
    /// Leaving the board from this house takes exactly its number.
    WrongLeave = "wrong-leave": Senet "5.3";
    /// A piece leaves the board only from the houses 28, 29, 30.
    NotInHouse = "not-in-house": Senet "5.3";

    // Draughts.

    /// A man does not step backward.
    ManBackward = "man-backward": Draughts "2.1";
    /// A man steps one square only.
    ManOneStep = "man-one-step": Draughts "2.1";
    /// An enemy piece can be taken, so it must be.
    CaptureDue = "capture-due": Draughts "3.6";
    /// Between these squares there is no piece to take, or no room behind it.
    NoLeap = "no-leap": Draughts "3.1";
    /// More than one piece stands between these squares.
    LeapsMany = "leaps-many": Draughts "3.2";
    /// A captured piece cannot be leapt twice, and blocks the way.
    LeaptTwice = "leapt-twice": Draughts "3.3";
    /// The chain must go on while a leap is possible.
    ChainGoesOn = "chain-goes-on": Draughts "3.4";
    /// The king must land where it can leap on.
    LandToGoOn = "land-to-go-on": Draughts "3.5";
    /// Own pieces are not captured in the classic game.
    OwnCaptureClassic = "own-capture-classic": Draughts "4.1";
    /// While only enemy pieces have been taken, an enemy piece comes before an own one.
    EnemyBeforeOwn = "enemy-before-own": Draughts "4.3";
    /// The reserve is empty.
    ReserveEmpty = "reserve-empty": Draughts "5.1";
    /// Drops are for the own half of the board.
    NotOwnHalf = "not-own-half": Draughts "5.2";
    /// There are no drops in the classic game.
    DropClassic = "drop-classic": Draughts "5.1";

    // Diaballik.

    /// The piece with the ball cannot move.
    HolderStays = "holder-stays": Diaballik "3.2";
    /// Both steps of the turn have been made.
    NoStepsLeft = "no-steps-left": Diaballik "2.1";
    /// The ball has been passed in this turn already.
    PassUsed = "pass-used": Diaballik "2.1";
    /// The piece does not have the ball.
    NotHolder = "not-holder": Diaballik "4.1";
    /// The ball goes to an own piece only.
    NotOwnReceiver = "not-own-receiver": Diaballik "4.1";
    /// The ball flies straight or diagonally only.
    NotInLine = "not-in-line": Diaballik "4.1";
    /// A turn takes at least one action before it can end.
    EndBeforeActing = "end-before-acting": Diaballik "2.2";
}
