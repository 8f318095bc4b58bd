//! One error for every refusal: a code for programs, words for people, a status for HTTP.

use axum::http::StatusCode;
use rules::{Illegal, OptionsError, PositionError};
use text::answers::Refusal;
pub use text::answers::Refused;
use text::{Lang, text};

use crate::store::StoreError;

/// Why something was refused.
#[derive(Debug)]
pub enum Error {
    /// The message cannot be read, or a value in it is out of bounds.
    BadRequest(&'static str),
    /// There is no such thing.
    NotFound,
    /// Rule options that are none.
    Options(OptionsError),
    /// A position that is none.
    Position(PositionError),
    /// An action against the rules; nothing of the turn was stored.
    Illegal(Illegal),
    /// Not a player of this game.
    NotYourGame,
    /// The other side is to act.
    NotYourTurn,
    /// The game has another ply than the one believed in.
    Stale {
        /// The game's ply.
        ply: i64,
    },
    /// A seat is still free.
    NotStarted,
    /// The game is over.
    GameOver,
    /// The seat is taken.
    SeatTaken,
    /// Nothing of the kind was offered or asked for.
    NothingOffered,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// Both have moved: too late to call the game off.
    TooLateToAbort,
    /// The opponent is not gone, or not for long enough.
    NotGone,
    /// Not in this kind of game, or not at this stage.
    NotPossible,
    /// A rated game against a bot, to which the person has not agreed.
    BotsNotAgreed,
    /// The pair has played as many rated games today as count.
    PairCapped,
    /// The id of a submission was used before, for other actions.
    IdReused,
    /// The game is under way: no help is given.
    NoHelp,
    /// No or an unknown credential.
    Unauthorized,
    /// A token that is not meant for this.
    OutOfScope,
    /// The account may not play others for now.
    Banned,
    /// The account is closed.
    AccountClosed,
    /// The name is taken.
    NameTaken,
    /// Not a name: 2 to 24 letters, digits, `-` or `_`.
    BadName,
    /// A name of letters of several scripts.
    MixedName,
    /// A name that speaks for the server.
    NameReserved,
    /// Too short or too long a password: 8 to 200 characters.
    BadPassword,
    /// Name and password do not go together.
    WrongPassword,
    /// New accounts need an invitation.
    NotInvited,
    /// A request from another site.
    ForeignOrigin,
    /// Too large a body or message.
    TooLarge,
    /// Too many requests.
    RateLimited,
    /// Too much of this kind is under way for everybody.
    Busy,
    /// Nothing can be stored at the moment; nothing is lost, and clocks stand.
    CannotStore,
    /// A search failed; the detail is in the log.
    EngineFailed,
    /// Our fault; the detail is in the log.
    Internal,
}

impl Error {
    /// The word for programs, and the HTTP status.
    #[must_use]
    pub const fn code(&self) -> (&'static str, StatusCode) {
        match self {
            Error::BadRequest(_) => ("bad-request", StatusCode::BAD_REQUEST),
            Error::NotFound => ("not-found", StatusCode::NOT_FOUND),
            Error::Options(_) => ("bad-options", StatusCode::BAD_REQUEST),
            Error::Position(_) => ("bad-position", StatusCode::BAD_REQUEST),
            Error::Illegal(_) => ("illegal", StatusCode::UNPROCESSABLE_ENTITY),
            Error::NotYourGame => ("not-your-game", StatusCode::FORBIDDEN),
            Error::NotYourTurn => ("not-your-turn", StatusCode::CONFLICT),
            Error::Stale { .. } => ("stale", StatusCode::CONFLICT),
            Error::NotStarted => ("not-started", StatusCode::CONFLICT),
            Error::GameOver => ("game-over", StatusCode::CONFLICT),
            Error::SeatTaken => ("seat-taken", StatusCode::CONFLICT),
            Error::NothingOffered => ("nothing-offered", StatusCode::CONFLICT),
            Error::NothingToTakeBack => ("nothing-to-take-back", StatusCode::CONFLICT),
            Error::TooLateToAbort => ("too-late-to-abort", StatusCode::CONFLICT),
            Error::NotGone => ("not-gone", StatusCode::CONFLICT),
            Error::NotPossible => ("not-possible", StatusCode::CONFLICT),
            Error::BotsNotAgreed => ("bots-not-agreed", StatusCode::FORBIDDEN),
            Error::PairCapped => ("pair-capped", StatusCode::CONFLICT),
            Error::IdReused => ("id-reused", StatusCode::CONFLICT),
            Error::NoHelp => ("no-help", StatusCode::FORBIDDEN),
            Error::Unauthorized => ("unauthorized", StatusCode::UNAUTHORIZED),
            Error::OutOfScope => ("out-of-scope", StatusCode::FORBIDDEN),
            Error::Banned => ("banned", StatusCode::FORBIDDEN),
            Error::AccountClosed => ("account-closed", StatusCode::FORBIDDEN),
            Error::NameTaken => ("name-taken", StatusCode::CONFLICT),
            Error::BadName => ("bad-name", StatusCode::BAD_REQUEST),
            Error::MixedName => ("mixed-name", StatusCode::BAD_REQUEST),
            Error::NameReserved => ("name-reserved", StatusCode::CONFLICT),
            Error::BadPassword => ("bad-password", StatusCode::BAD_REQUEST),
            Error::WrongPassword => ("wrong-password", StatusCode::UNAUTHORIZED),
            Error::NotInvited => ("not-invited", StatusCode::FORBIDDEN),
            Error::ForeignOrigin => ("foreign-origin", StatusCode::FORBIDDEN),
            Error::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE),
            Error::RateLimited => ("rate-limited", StatusCode::TOO_MANY_REQUESTS),
            Error::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE),
            Error::CannotStore => ("cannot-store", StatusCode::SERVICE_UNAVAILABLE),
            Error::EngineFailed => ("engine-failed", StatusCode::INTERNAL_SERVER_ERROR),
            Error::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    /// What is said of it in a language.
    #[must_use]
    pub fn refused(&self, lang: Lang) -> Refused {
        let words = text(lang);
        let (code, _) = self.code();
        let message = match self {
            Error::Illegal(illegal) => words.illegal(illegal),
            Error::Options(error) => words.options_error(error),
            Error::Position(error) => words.position_error(error),
            Error::BadRequest(what) => words.bad_request(what),
            Error::Stale { ply } => words.message("server-stale", &[("ply", (*ply).into())]),
            _ => words.message(&format!("server-{code}"), &[]),
        };
        let illegal = match self {
            Error::Illegal(illegal) => Some(illegal.clone()),
            _ => None,
        };
        let ply = if let Error::Stale { ply } = self { Some(*ply) } else { None };
        Refused { code, message, illegal, ply }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        match error {
            StoreError::Unavailable(why) => {
                tracing::warn!(why, "the database is not available");
                Error::CannotStore
            }
            StoreError::Busy => Error::Busy,
            error => {
                tracing::error!(%error, "the store failed");
                Error::Internal
            }
        }
    }
}

impl From<Illegal> for Error {
    fn from(illegal: Illegal) -> Error {
        Error::Illegal(illegal)
    }
}

impl From<OptionsError> for Error {
    fn from(error: OptionsError) -> Error {
        Error::Options(error)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        Error::Position(error)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        match refusal {
            Refusal::OutOfBounds(what) => Error::BadRequest(what),
            Refusal::Options(error) => Error::Options(error),
            Refusal::Position(error) => Error::Position(error),
            Refusal::Illegal(illegal) => Error::Illegal(illegal),
            Refusal::NotYourTurn => Error::NotYourTurn,
            Refusal::GameOver => Error::GameOver,
        }
    }
}
