//! Search for any game of `rules`: strong play, analysis, and levels for everyone.
//!
//! [`Search`] is one question: a line, limits, a shared [`Table`]. A worker answers it by iterative
//! deepening; further workers on further threads of the caller share the table and help. Results
//! are reported through a callback; nothing here prints, reads a clock, starts a thread or throws
//! dice on its own: the caller hands these in.
//!
//! What the search needs to know of a game beyond its rules is the trait [`Evaluate`]: named terms
//! with one weight each, hints for ordering, which positions are too lively to be judged as they
//! stand. Turns of several actions need no mechanism of their own: the sign of a score changes only
//! when the side to act does. Outcomes of chance are averaged, with Star1 and Star2 bounds.
//!
//! Rooms: `eval` (the games), `order` (which action first), `path` (repetitions), `node`
//! (alpha-beta), `chance` (throws), `search` (deepening, limits, workers), `table`, `score`, `level`, `uct`,
//! `balance` (even openings); and for the
//! engine as an adviser `value` (what a score is worth), `explain` (why), `lines` (lines as texts)
//! and `review` (whole games).

#![forbid(unsafe_code)]

pub mod alone;
mod balance;
mod chance;
mod dispatch;
mod eval;
mod explain;
mod level;
mod lines;
mod node;
mod order;
mod path;
#[cfg(test)]
mod proof;
pub mod review;
mod score;
mod search;
mod table;
mod uct;
mod value;

pub use balance::{EVEN, imbalance};
pub use dispatch::{VisitEvaluate, dispatch};
pub use eval::{Evaluate, Liveliness, evaluate_by, evaluate_terms};
pub use explain::{TermChange, explain, explain_between, groups};
pub use level::{Level, Skill, choose, choose_with};
pub use lines::{follow, texts, typed};
pub use score::Score;
pub use search::{Clock, Limits, Report, Root, Search, Worker, greedy};
pub use table::Table;
pub use uct::Uct;
pub use value::{Verdict, expected, judge};

/// The examples of the README, compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
