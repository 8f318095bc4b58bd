//! Search for any game of `rules`: strong play, analysis, and levels for everyone.
//!
//! [`Searchable`] is the one way to ask: a game, an [`Ask`] with limits, a [`HashTable`], a clock
//! and a flag that stops it; what is found is reported through a callback. Iterative deepening
//! answers; further threads of the caller share the table and help. Nothing here prints, reads a
//! clock, starts a thread or throws dice on its own: the caller hands these in.
//!
//! What the search needs to know of a game beyond its rules is the trait [`Evaluate`]: named terms
//! with one weight each, hints for ordering, which positions are too lively to be judged as they
//! stand. Turns of several actions need no mechanism of their own: the sign of a score changes only
//! when the side to act does. Outcomes of chance are averaged, with Star1 and Star2 bounds.
//!
//! Rooms: `ask` (the façade), `eval` (the games), `order` (which action first), `path`
//! (repetitions), `node` (alpha-beta), `chance` (throws), `search` (deepening, limits, workers),
//! `tuning` (the search's constants), `hash_table`, `score`, `level`, `uct`, `balance` (even
//! openings), `salta_solver`, `proof` (the nearest win); and for the engine as an adviser `value` (what a score is worth),
//! `explain` (why) and `review` (whole games).

#![forbid(unsafe_code)]

mod ask;
mod balance;
mod busy;
mod chance;
mod eval;
mod exact;
mod explain;
mod hash_table;
mod level;
#[cfg(test)]
mod minimax;
mod node;
mod order;
mod path;
mod profile;
pub mod proof;
pub mod review;
pub mod salta_solver;
mod score;
mod search;
mod tuning;
mod uct;
mod value;

pub use ask::{Ask, Helpers, NoHelpers, Searchable};
pub use balance::EVEN;
pub use eval::learned::{FULL, Learned, PARTS, WeightsError, hand_over, weights_file};
pub use eval::{Evaluate, Liveliness, Par, Tally, evaluate_by, evaluate_terms};
pub use exact::{Exact, ExactValues};
pub use explain::{Group, TermChange, explain_between, groups};
pub use hash_table::{HashTable, TooLarge};
pub use level::{LEVELS, Level, Skill};
pub use profile::Profile;
pub use rules::Verdict;
pub use score::Score;
pub use search::{Clock, Limits, Report, Root};
pub use tuning::Tuning;

pub(crate) use balance::imbalance;
pub(crate) use search::{Search, greedy};
pub(crate) use uct::Uct;

/// Sorts a short list by a key; what is equal stays in its order. The library's sort would be compiled
/// anew for every list of every game, which is a tenth of what a browser loads, and gains nothing
/// where a list has a handful of items.
pub(crate) fn sort_short<T>(list: &mut [T], key: impl Fn(&T) -> i64) {
    for from in 1..list.len() {
        let mut place = from;
        while place > 0 && key(&list[place - 1]) > key(&list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// The examples of the README, compiled and run with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
