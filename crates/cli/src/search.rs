//! What the commands need of the engine: its hash table, exact tables, and counting that can stop.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use engine::{HashTable, TooLarge};
use rules::{Position, Variant};
use tables::{Oracle, Tables};
use text::Text;

use crate::Refusal;
use crate::output::Output;

/// A hash table of so many mebibytes; a wrong call if there is no memory for it.
pub(crate) fn hash_table(mebibytes: usize, output: &Output) -> anyhow::Result<HashTable> {
    HashTable::new(mebibytes).map_err(|error| Refusal::wrong(no_memory(error, output.text())))
}

/// The folder of exact tables that a command lets the engine look up.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct ExactTables {
    #[arg(id = "exact-tables", long = "tables", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ExactTables {
    /// The folder, if one was named.
    pub(crate) fn folder(&self, output: &Output) -> anyhow::Result<Option<&Path>> {
        let Some(folder) = &self.folder else { return Ok(None) };
        if let Err(error) = std::fs::read_dir(folder) {
            let file = folder.display().to_string();
            let args = [("file", file.into()), ("message", error.to_string().into())];
            return Err(Refusal::wrong(output.text().message("error-file-read", &args)));
        }
        Ok(Some(folder))
    }
}

/// The exact tables of a rule set, if there is a folder of them. One that is damaged is reported,
/// and the engine goes on without.
pub(crate) fn oracle(
    folder: Option<&Path>,
    variant: Variant,
    report: impl FnOnce(String),
) -> Option<Oracle> {
    match Tables::new(folder?).oracle(variant) {
        Ok(oracle) => Some(oracle),
        Err(error) => {
            report(error.to_string());
            None
        }
    }
}

/// That there is no memory for a table, in words.
pub(crate) fn no_memory(error: TooLarge, text: &Text) -> String {
    text.message("error-no-memory", &[("size", error.mebibytes.into())])
}

/// The number of sequences of so many actions, or none if it was stopped.
pub(crate) fn stoppable_perft<P: Position>(
    position: &P,
    depth: u32,
    stop: &AtomicBool,
) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(rules::perft(position, depth));
    }
    let mut nodes = Some(0u64);
    let mut add = |next: P| {
        if let Some(sum) = nodes {
            nodes = stoppable_perft(&next, depth - 1, stop).map(|more| sum + more);
        }
    };
    match position.status() {
        rules::Status::Over(_) => {}
        rules::Status::Chance => {
            for &(throw, _) in P::throws() {
                let mut next = position.clone();
                next.throw(throw);
                add(next);
            }
        }
        rules::Status::ToAct(_) => position.for_each_action(|action| {
            let mut next = position.clone();
            next.play(action);
            add(next);
        }),
    }
    nodes
}
