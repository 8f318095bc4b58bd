//! Exact values of endings, computed once and looked up.
//!
//! Tables are built layer by layer, a layer being what the two sides have; captures lead to layers
//! that are finished. No rule is written here: positions are numbered, and what follows from a
//! position is asked of the rules. Files are compressed in blocks ([`Header`] says what is in one),
//! each layer a file of its own under `GAME/OPTIONS/`.
//!
//! For a browser, which has no files, there are two smaller builds: with the feature `memory` alone
//! tables are handed over ([`hand_over`]) and looked up; without any there is only [`Strategy`], which
//! plays Seega by a proof in memory.

#![deny(unsafe_code)]
// What builds tables, draws and checks a proof is asked for only where there are files.
#![cfg_attr(not(feature = "files"), allow(dead_code))]

#[cfg(feature = "tables")]
mod answer;
mod board;
#[cfg(feature = "tables")]
mod build;
#[cfg(feature = "tables")]
mod draughts;
mod error;
#[cfg(feature = "tables")]
mod file;
#[cfg(feature = "tables")]
mod graph;
#[cfg(feature = "tables")]
mod layer;
#[cfg(feature = "tables")]
mod oracle;
mod proof;
#[cfg(feature = "tables")]
mod score;
#[cfg(feature = "tables")]
mod seega;
#[cfg(feature = "tables")]
mod senet;
mod sets;
#[cfg(feature = "tables")]
mod solve;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "tables")]
pub mod wire;

pub use error::TableError;
#[cfg(feature = "memory")]
pub use file::hand_over;
pub use proof::{CertificateHeader, Strategy};

#[cfg(feature = "tables")]
pub use {
    answer::{Answer, Value},
    build::{BuildOptions, Report, Shard, build},
    file::Header,
    oracle::Oracle,
    solve::{Proof, Solution, Solved, Verified, solve, solved, verify},
    tables::{Checked, Listed, Tables},
};
