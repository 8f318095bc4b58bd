//! The exact rules of five board games: Seega, Salta, Senet, Russian cyclic draughts, Diaballik.
//!
//! A [`Position`] is a small value: copy it, play on the copy, no undo. One trait serves all games;
//! search and counting are generic over it and compiled per game. A [`Line`] adds what needs the
//! past. [`Game`] is a line whose game is known only at run time, in texts and data, for servers,
//! terminals and bindings.
//!
//! No input or output, no clock, no thread and no randomness here: the caller brings the throw.
//! Each game is a folder with the same rooms: `mod.rs` (the position, its actions, how they are
//! played), `options.rs`, `notation.rs` (texts both ways), `why.rs` (why an action is illegal),
//! `show.rs` (events and pictures). The rules are the numbered articles in `docs/rules`; comments
//! cite them as `[3.2]`.

#![forbid(unsafe_code)]

mod compose;
mod event;
mod games;
mod illegal;
mod keys;
mod line;
mod options;
mod position;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod side;
mod spot;
mod square;
mod view;

pub mod diaballik;
pub mod draughts;
pub mod record;
pub mod salta;
pub mod seega;
pub mod senet;

pub use compose::Composed;
pub use event::Event;
pub use games::{Choice, Game, GameId, Visit, open};
pub use illegal::{Illegal, Reason};
pub use line::{History, Line, Played, Warning};
pub use options::{
    Choices, MOST_OPTIONS, OptionSpec, OptionsError, Preset, RuleSet, Values, Variant,
};
pub use position::{Entry, NoThrow, Position, perft, play_out, weighted};
pub use setup::{Fault, PositionError};
pub use side::{End, Outcome, Side, Status, Winner};
pub use spot::{NoSpot, Spot, spots};
pub use square::{Kind, Piece, Square};
pub use view::{Shape, Tray, TrayKind, View};
