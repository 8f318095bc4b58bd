//! Exact tables: what they know of a position, and building the small ones in the background.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rules::{Game, Variant};
use tables::wire::ProbeOut;
use tables::{BuildOptions, Oracle, Report, Shard, TableError, Tables};

use super::wire::{BuildingOut, TableOut, TablesOut};
use crate::live::Live;

/// The tables that are built without being asked for, by rule set and pieces: they take seconds and
/// a few megabytes.
const SMALL: [(&str, u32); 4] =
    [("seega", 6), ("senet", 2), ("draughts", 3), ("draughts(cyclic=off)", 3)];

/// Bytes that building them may take.
const MEMORY: u64 = 512 << 20;

/// The folder of tables of this node.
#[derive(Debug)]
pub(crate) struct ExactTables {
    tables: Tables,
    building: Mutex<Option<BuildingOut>>,
}

impl ExactTables {
    pub(crate) fn new(folder: &Path) -> ExactTables {
        ExactTables { tables: Tables::new(folder), building: Mutex::new(None) }
    }

    /// The tables of a rule set for the engine. One that is damaged is named in the log, and the
    /// engine plays without.
    pub(crate) fn oracle(&self, variant: Variant) -> Option<Oracle> {
        match self.tables.oracle(variant) {
            Ok(oracle) => Some(oracle),
            Err(error) => {
                tracing::warn!(%error, "a table is not used");
                None
            }
        }
    }

    /// What is known of the position in which a game stands, and of what its actions lead to.
    pub(crate) fn probe(&self, game: &Game) -> Result<ProbeOut, TableError> {
        ProbeOut::of(&self.tables, game)
    }

    /// What there is, and what is being built.
    pub(crate) fn list(&self) -> Result<TablesOut, TableError> {
        let table = |listed: tables::Listed| TableOut {
            file: self.name(&listed),
            rules: listed.header.rules,
            layer: listed.header.layer,
            entries: listed.header.entries,
            bytes: listed.size,
        };
        // A file that cannot be used is no table.
        let tables = self.tables.list()?.into_iter().flatten().map(table).collect();
        Ok(TablesOut { tables, building: self.building().clone() })
    }

    /// A file of the list, by its name there.
    pub(crate) fn file(&self, name: &str) -> Result<Option<PathBuf>, TableError> {
        let mut all = self.tables.list()?.into_iter().flatten();
        Ok(all.find(|listed| self.name(listed) == name).map(|listed| listed.path))
    }

    /// The name of a file: its path in the folder, with slashes everywhere.
    fn name(&self, listed: &tables::Listed) -> String {
        let path = listed.path.strip_prefix(self.tables.folder()).unwrap_or(&listed.path);
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    fn building(&self) -> std::sync::MutexGuard<'_, Option<BuildingOut>> {
        self.building.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds the small tables that are not there yet.
    fn build(&self) -> Result<(), TableError> {
        for (rules, pieces) in SMALL {
            let variant = Variant::read_full(rules).expect("a rule set of ours");
            let report = |report: &Report| {
                let Report { layer, done, total, .. } = report.clone();
                let rules = rules.to_owned();
                *self.building() = Some(BuildingOut { rules, layer, done, total });
            };
            let out = self.tables.folder();
            let shard = Shard::default();
            let options = BuildOptions { out, threads: 1, memory: MEMORY, shard, report: &report };
            tables::build(&variant, pieces, &options)?;
            self.tables.refresh();
        }
        Ok(())
    }
}

/// Builds the small tables on a thread of its own. The process may end meanwhile: the next start
/// goes on.
pub(crate) fn build_small(live: &Live) {
    let live = live.clone();
    let work = move || {
        let Some(exact) = live.exact() else { return };
        if let Err(error) = exact.build() {
            tracing::warn!(%error, "tables are not built");
        }
        *exact.building() = None;
    };
    if let Err(error) = thread::Builder::new().name("tables".to_owned()).spawn(work) {
        tracing::warn!(%error, "tables are not built");
    }
}
