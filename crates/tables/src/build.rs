//! What all builders share: where files go, how much may be used, how far the work is.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::{Game, Position, Variant};

use crate::TableError;
use crate::file::{self, Header, Table};
use crate::{draughts, seega, senet};

/// How tables are built.
pub struct BuildOptions<'a> {
    /// The folder of tables.
    pub out: &'a Path,
    /// The number of threads.
    pub threads: usize,
    /// The bytes that kept successors may take; less makes the work longer, not wrong.
    pub memory: u64,
    /// Which layers this call builds.
    pub shard: Shard,
    /// Called now and then with how far the work is, from any thread.
    pub report: &'a (dyn Fn(&Report) + Sync),
}

/// A share of the work: of the layers in their order, those whose number is `share` modulo `of`.
/// Calls for all shares run at the same time, on one machine or on several with one folder; each
/// waits for the files of the others where it needs them, and any of them may be ended and started
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    share: usize,
    of: usize,
}

impl Default for Shard {
    /// All of it.
    fn default() -> Shard {
        Shard { share: 0, of: 1 }
    }
}

impl Shard {
    /// Reads `share/of`, shares being counted from 0.
    #[must_use]
    pub fn read(text: &str) -> Option<Shard> {
        let (share, of) = text.split_once('/')?;
        let shard = Shard { share: share.parse().ok()?, of: of.parse().ok()? };
        (shard.share < shard.of).then_some(shard)
    }
}

/// How often files of other shards are looked for.
const PATIENCE: Duration = Duration::from_millis(200);

/// How far the work is.
#[derive(Clone, Debug)]
pub struct Report {
    /// The layer being built: pieces of both sides.
    pub layer: String,
    /// What is being done: `expand` finds successors, `solve` computes values, `counters` computes
    /// which wins the counters allow, `wait` waits for another shard.
    pub step: &'static str,
    /// What has been done of it.
    pub done: u64,
    /// What there is to do.
    pub total: u64,
}

/// One step of the work on a layer.
pub(crate) struct Progress<'a> {
    report: &'a (dyn Fn(&Report) + Sync),
    layer: &'a str,
    step: &'static str,
    total: u64,
    done: AtomicU64,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(
        options: &'a BuildOptions<'_>,
        layer: &'a str,
        step: &'static str,
        total: u64,
    ) -> Progress<'a> {
        Progress { report: options.report, layer, step, total, done: AtomicU64::new(0) }
    }

    pub(crate) fn advance(&self, by: u64) {
        let done = self.done.fetch_add(by, Ordering::Relaxed) + by;
        let layer = self.layer.to_owned();
        (self.report)(&Report { layer, step: self.step, done, total: self.total });
    }
}

/// The files of one rule set.
#[derive(Clone, Debug)]
pub(crate) struct Shelf {
    folder: PathBuf,
    rules: String,
}

impl Shelf {
    /// The files of a rule set in which all options that don't matter have their default.
    pub(crate) fn new(tables: &Path, variant: &Variant) -> Shelf {
        let options = variant.options_text();
        let name = if options.is_empty() { "default" } else { &options };
        Shelf { folder: tables.join(variant.game.id()).join(name), rules: variant.to_string() }
    }

    pub(crate) fn path(&self, layer: &str) -> PathBuf {
        self.folder.join(format!("{layer}.table"))
    }

    /// The finished table of a layer, if it is there.
    pub(crate) fn open(&self, layer: &str) -> Result<Option<Table>, TableError> {
        self.open_file(&self.path(layer), layer)
    }

    fn open_file(&self, path: &Path, layer: &str) -> Result<Option<Table>, TableError> {
        match Table::open_as(path, &self.rules, layer) {
            Err(TableError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                Ok(None)
            }
            table => table.map(Some),
        }
    }

    /// The finished table of a layer: the one that is there, or the one that `build` makes, or, if
    /// the layer is not of this shard, the one that another shard makes.
    pub(crate) fn obtain(
        &self,
        layer: &str,
        number: usize,
        options: &BuildOptions<'_>,
        build: impl FnOnce() -> Result<(), TableError>,
    ) -> Result<Table, TableError> {
        let Shard { share, of } = options.shard;
        if self.open(layer)?.is_none() && number % of == share {
            build()?;
        }
        let wait = Progress::new(options, layer, "wait", 0);
        loop {
            if let Some(table) = self.open(layer)? {
                if number % of == share {
                    self.clear_parts(layer);
                }
                return Ok(table);
            }
            wait.advance(1);
            std::thread::sleep(PATIENCE);
        }
    }

    /// Writes the finished table of a layer.
    pub(crate) fn write(
        &self,
        layer: &str,
        header: &Header,
        fill: impl Fn(usize, &mut [u8]) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        file::write(&self.path(layer), header, file::TABLE_LEVEL, fill)
    }

    pub(crate) fn header(&self, layer: &str, entries: u64, planes: u32) -> Header {
        Header::new(&self.rules, layer, entries, planes)
    }

    /// A part of an unfinished layer: a table of its own that is deleted when the layer is done.
    fn part_path(&self, layer: &str, part: &str) -> PathBuf {
        self.folder.join(format!("{layer}.{part}.part"))
    }

    pub(crate) fn open_part(&self, layer: &str, part: &str) -> Result<Option<Table>, TableError> {
        // A part that is damaged is made again.
        match self.open_file(&self.part_path(layer, part), layer) {
            Err(TableError::Damaged { .. } | TableError::Foreign { .. }) => Ok(None),
            part => part,
        }
    }

    pub(crate) fn write_part(
        &self,
        layer: &str,
        part: &str,
        header: &Header,
        fill: impl Fn(usize, &mut [u8]) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        file::write(&self.part_path(layer, part), header, file::PART_LEVEL, fill)
    }

    /// Deletes what is left of the work on a finished layer. What cannot be deleted does no harm.
    pub(crate) fn clear_parts(&self, layer: &str) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let of_layer = name.is_some_and(|name| name.starts_with(&format!("{layer}.")));
            if of_layer && path.extension().is_some_and(|end| end == "part" || end == "unfinished")
            {
                let _ = std::fs::remove_file(path);
            }
        }
    }
}

/// Writes values of two bytes as two planes.
pub(crate) fn fill_two(bytes: &mut [u8], values: impl Iterator<Item = u16>) {
    let entries = bytes.len() / 2;
    let (low, high) = bytes.split_at_mut(entries);
    for ((low, high), value) in low.iter_mut().zip(high).zip(values) {
        [*low, *high] = value.to_le_bytes();
    }
}

/// Builds the tables of a rule set up to so many pieces of both sides together (Senet: of each
/// side) that are not there yet. It may be ended at any time: the next call goes on from the parts
/// that are finished, and the files come out the same.
///
/// # Errors
/// There are no tables for this game or rule set, or a file cannot be written.
pub fn build(variant: &Variant, pieces: u32, options: &BuildOptions<'_>) -> Result<(), TableError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| TableError::unsupported(error.to_string()))?;
    pool.install(|| match Game::start(*variant) {
        Game::Seega(line) => seega::build(line.position().rules(), pieces, options),
        Game::Draughts(line) => draughts::build(line.position().rules(), pieces, options),
        Game::Senet(line) => senet::build(line.position().rules(), pieces, options),
        _ => Err(TableError::unsupported(format!("there are no tables of {}", variant.game))),
    })
}
