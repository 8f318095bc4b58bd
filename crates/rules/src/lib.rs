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

mod any_line;
mod bits;
mod depict;
mod event;
mod game;
mod illegal;
pub mod keys;
mod line;
mod notation;
mod options;
mod position;
pub mod record;
mod registry;
#[cfg(feature = "serde")]
mod serial;
mod setup;
mod side;
mod spot;
mod square;
mod verdict;
mod view;

pub use any_line::{AnyLine, Choice};
pub use depict::{Composed, Depict};
pub use event::Event;
pub use game::{diaballik, draughts, salta, seega, senet};
pub use illegal::{Illegal, Reason, Refusal};
pub use line::{History, Line, Played, Warning};
pub use notation::Notation;
pub use options::{Allowed, OptionSpec, OptionValue, OptionsError, Preset, RuleSet, Variant};
pub use position::{Entry, NoThrow, Position, perft, play_out, weighted};
pub use registry::{AnyAction, Game, GameId, GameInfo, open};
pub use setup::{Fault, PositionError};
pub use side::{End, Outcome, Side, Status, Winner};
pub use spot::{NoSpot, Spot};
pub use square::{Kind, Piece, Square};
pub use verdict::Verdict;
pub use view::{Shape, Tray, TrayKind, View};

/// The examples of the README, compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
