//! Why a match cannot be played.

use std::fmt;
use std::io;

use engine::TooLarge;
use rules::Outcome;

/// Why a match cannot be played.
#[derive(Debug)]
pub enum Error {
    /// No player is described by this text.
    Player(String),
    /// No sequential test is described by this text.
    Sprt(String),
    /// The game is over before its first action.
    Over(Outcome),
    /// A player's program cannot be started.
    Program {
        /// The path that was tried.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no thread to play on.
    Thread(io::Error),
    /// There is no memory for a player's hash table.
    Memory(TooLarge),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Player(text) => write!(f, "{text:?} is no player: {}", crate::Spec::ALLOWED),
            Error::Sprt(text) => write!(f, "{text:?} is no test: {}", crate::Sprt::ALLOWED),
            Error::Over(_) => f.write_str("the game is over"),
            Error::Program { path, .. } => write!(f, "{path} cannot be started"),
            Error::Thread(_) => f.write_str("a thread cannot be started"),
            Error::Memory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Program { error, .. } | Error::Thread(error) => Some(error),
            Error::Player(_) | Error::Sprt(_) | Error::Over(_) | Error::Memory(_) => None,
        }
    }
}
