//! Exact values of endings, computed once and looked up.
//!
//! Tables are built layer by layer, a layer being what the two sides have; captures lead to layers
//! that are finished. No rule is written here: positions are numbered, and what follows from a
//! position is asked of the rules. Files are compressed in blocks ([`Header`] says what is in one),
//! each layer a file of its own under `GAME/OPTIONS/`.

#![deny(unsafe_code)]

mod answer;
mod build;
mod draughts;
mod error;
mod file;
mod graph;
mod layer;
mod oracle;
mod score;
mod seega;
mod senet;
mod sets;
mod solve;
mod tables;

pub use answer::{Answer, Value};
pub use build::{BuildOptions, Report, Shard, build};
pub use error::TableError;
pub use file::Header;
pub use oracle::Oracle;
pub use solve::{CertificateHeader, Proof, Solution, Solved, Verified, solve, solved, verify};
pub use tables::{Checked, Listed, Tables};
