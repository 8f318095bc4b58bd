//! The games, each a folder with the same rooms: `mod.rs` (the position, its actions, how they are
//! played), `options.rs`, `notation.rs` (texts both ways), `why.rs` (why an action is illegal),
//! `depict.rs` (pictures, events, hands).

pub mod diaballik;
pub mod draughts;
pub mod salta;
pub mod seega;
pub mod senet;
