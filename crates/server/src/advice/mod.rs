//! The engine as an adviser: hints, live analysis, reviews of whole games.
//!
//! All of it is searched by the threads that play the engine's turns, after those turns. Who may be
//! helped is judged in `permit`: nobody in a running game against a person, or in a rated one.
//! Everything that is told (scores, values, terms) is told from first's side.

pub(crate) mod inquiry;
pub(crate) mod permit;
pub(crate) mod review;
pub mod wire;
