//! The engine as an adviser: hints, live analysis, reviews of whole games, exact tables.
//!
//! All of it is searched by the threads that play the engine's turns, after those turns. Who may be
//! helped is judged in `permit`: no player of a running game against a person, or of a rated one.
//! Scores, values and terms are given from first's side.

pub(crate) mod exact;
pub(crate) mod inquiry;
pub(crate) mod permit;
pub(crate) mod review;
pub mod wire;
