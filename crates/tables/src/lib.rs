//! Exact values of endings, computed once and looked up.
//!
//! Tables are built layer by layer, a layer being what the two sides have; captures lead to layers
//! that are finished. No rule is written here: positions are numbered, and what follows from a
//! position is asked of the rules. Files are compressed in blocks ([`Header`] says what is in one),
//! each layer a file of its own under `GAME/OPTIONS/`.
//!
//! Without the feature `files` there is only [`Strategy`], which plays Seega by a proof in memory:
//! that much compiles for a browser.

#![deny(unsafe_code)]
// What builds, draws and checks a proof is asked for only where there are files.
#![cfg_attr(not(feature = "files"), allow(dead_code))]

#[cfg(feature = "files")]
mod answer;
mod board;
#[cfg(feature = "files")]
mod build;
#[cfg(feature = "files")]
mod draughts;
mod error;
#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod graph;
#[cfg(feature = "files")]
mod layer;
#[cfg(feature = "files")]
mod oracle;
mod proof;
#[cfg(feature = "files")]
mod score;
#[cfg(feature = "files")]
mod seega;
#[cfg(feature = "files")]
mod senet;
mod sets;
#[cfg(feature = "files")]
mod solve;
#[cfg(feature = "files")]
mod tables;

pub use error::TableError;
pub use proof::{CertificateHeader, Strategy};

#[cfg(feature = "files")]
pub use {
    answer::{Answer, Value},
    build::{BuildOptions, Report, Shard, build},
    file::Header,
    oracle::Oracle,
    solve::{Proof, Solution, Solved, Verified, solve, solved, verify},
    tables::{Checked, Listed, Tables},
};
