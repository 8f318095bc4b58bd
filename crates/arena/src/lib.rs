//! Engine against engine, refereed by the rules.
//!
//! Games are numbered from 0; an even number and the next are a pair: the same random opening and
//! the same throws, sides changed. Every random number of a game follows from the seed, the pair
//! and its purpose, and results are counted in the order of the numbers, so that a series of games
//! limited by nodes ends the same however many threads play it.
//!
//! [`Match`] plays two players that a [`Spec`] describes, and counts the results in a [`Tally`], if
//! asked for until a sequential test ([`Sprt`]) is decided. [`Series`] is the same for players of
//! any kind ([`Player`]) and callers that want the games themselves. [`ratings()`] puts several
//! matches on one scale. [`Threads`] lends threads to a search.

#![forbid(unsafe_code)]

mod computer;
mod engine_match;
mod error;
mod game;
mod opening;
mod program;
mod random;
mod ratings;
mod series;
mod spec;
mod stats;
mod threads;

pub use engine_match::Match;
pub use error::Error;
pub use game::{Finished, Forfeit, Player};
pub use opening::Opening;
pub use program::{Process, Program, position_command};
pub use ratings::{Meeting, ratings};
pub use series::Series;
pub use spec::{PlayerKind, Spec, words};
pub use stats::{LLR_BOUND, Sprt, Tally, elo};
pub use threads::{STACK, Threads};
