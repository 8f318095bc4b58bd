//! What a player reads, in Russian and English: one catalogue for every surface.
//!
//! The sentences are Fluent messages in `locales/<language>/*.ftl`; a web client is built from the
//! same files. [`text`] gives the catalogue in a language; [`Text`] has a function for each thing
//! of `rules` that needs words (a refusal, an event, a result) and [`Text::message`] for the rest.
//! Every text is one line.
//!
//! Ids are built from the codes of `rules`: `illegal-<reason>`, `position-<fault>`,
//! `options-<error>`, `event-<code>`, `end-<word>`, `kind-<word>`, `tray-<word>`, `game-<id>`,
//! `option-<game>-<option>`, `value-<game>-<option>-<value>`, `preset-<game>-<preset>`. Grammar
//! stays in the catalogue: a message gets the side, the kind and the number, and chooses its
//! own forms.
//!
//! ```
//! use rules::{GameId, Illegal, Reason, Square};
//! use text::{Lang, text};
//!
//! let refusal =
//!     Illegal::new(GameId::SEEGA, "c3", Reason::CentreClosed, vec![Square::grid(2, 2)]);
//! assert_eq!(
//!     text(Lang::En).illegal(&refusal),
//!     "The centre (c3) stays empty while stones are being placed: choose another square \
//!      (article 2.2)"
//! );
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "json")]
pub mod answers;
mod board;
#[cfg(feature = "catalogue")]
mod catalogue;
mod diagram;
#[cfg(feature = "json")]
pub mod inspect;
#[cfg(feature = "json")]
pub mod json;
mod lang;
mod message;
mod record;
#[cfg(feature = "json")]
pub mod rule_sets;
mod words;

pub use board::{BoardStyle, board};
#[cfg(feature = "catalogue")]
pub use catalogue::{sources, text};
pub use diagram::diagram;
pub use lang::Lang;
pub use message::{Formatter, Text, Value};
