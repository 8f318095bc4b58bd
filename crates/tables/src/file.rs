//! Table files: a header, then blocks of entries, each compressed and checked on its own.
//!
//! ```text
//! magic                 8 bytes
//! header                length (4 bytes), then JSON
//! directory             for each block its length and CRC-32 (4 bytes each)
//! CRC-32                of everything before it
//! blocks                zstd frames
//! ```
//!
//! Numbers are little-endian. An entry is a row of bytes; a block holds the first bytes of all its
//! entries, then the second bytes and so on ("planes"), because bytes of one kind compress better
//! together. Files are memory-mapped, or handed over where there are no files; one that is shorter,
//! longer or otherwise not what its header says is refused when it is opened, a damaged block when it
//! is read.

#[cfg(feature = "files")]
use std::cell::RefCell;
#[cfg(feature = "memory")]
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "files")]
use memmap2::Mmap;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
#[cfg(feature = "files")]
use zstd::bulk::{Compressor, Decompressor};

use crate::TableError;

const MAGIC: &[u8; 8] = b"IGTABLE\x01";
const VERSION: u32 = 1;

/// Entries of a block.
pub(crate) const BLOCK: usize = 4096;

/// How hard blocks are compressed: tables, which are kept, and parts, which are not.
pub(crate) const TABLE_LEVEL: i32 = 6;
pub(crate) const PART_LEVEL: i32 = 1;

/// Blocks compressed at a time before they are written.
const BATCH: usize = 64;

/// Unpacked blocks that an open table keeps.
const KEPT: usize = 32;

/// The largest header that is read: anything longer is damage.
const LONGEST_HEADER: usize = 1 << 20;

/// What a table file says of itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    /// The rule set, as far as it matters to the table.
    pub rules: String,
    /// The layer: pieces of both sides, `5-3`.
    pub layer: String,
    /// The number of entries.
    pub entries: u64,
    /// The bytes of an entry.
    pub planes: u32,
    /// What is known of the layer as a whole: counts of results, longest win.
    pub facts: serde_json::Value,
}

impl Header {
    pub(crate) fn new(rules: &str, layer: &str, entries: u64, planes: u32) -> Header {
        let (rules, layer) = (rules.to_owned(), layer.to_owned());
        Header { version: VERSION, rules, layer, entries, planes, facts: serde_json::Value::Null }
    }

    fn blocks(&self) -> usize {
        (self.entries as usize).div_ceil(BLOCK)
    }

    /// The entries of a block; all but the last have the same number.
    fn block_entries(&self, block: usize) -> usize {
        BLOCK.min(self.entries as usize - block * BLOCK)
    }
}

/// Writes a table under its name only when it is complete: `fill` is called for each block with the
/// number of its first entry and the bytes to fill, plane by plane.
pub(crate) fn write(
    path: &Path,
    header: &Header,
    level: i32,
    fill: impl Fn(usize, &mut [u8]) -> Result<(), TableError> + Sync,
) -> Result<(), TableError> {
    let unfinished = path.with_extension("unfinished");
    let io = |path: &Path| TableError::io(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(io(folder))?;
    }
    let json = serde_json::to_vec(header).expect("a header is JSON");
    let mut head = MAGIC.to_vec();
    head.extend((json.len() as u32).to_le_bytes());
    head.extend(json);
    let blocks = header.blocks();
    let file = File::create(&unfinished).map_err(io(&unfinished))?;
    let mut out = BufWriter::new(file);
    let start = (head.len() + 8 * blocks + 4) as u64;
    out.seek(SeekFrom::Start(start)).map_err(io(&unfinished))?;
    let numbers: Vec<usize> = (0..blocks).collect();
    for batch in numbers.chunks(BATCH) {
        let packed = batch.par_iter().map(|block| {
            let mut bytes = vec![0; header.block_entries(*block) * header.planes as usize];
            fill(block * BLOCK, &mut bytes)?;
            pack(&bytes, level).map_err(TableError::io(path))
        });
        for frame in packed.collect::<Result<Vec<_>, _>>()? {
            head.extend((frame.len() as u32).to_le_bytes());
            head.extend(crc32fast::hash(&frame).to_le_bytes());
            out.write_all(&frame).map_err(io(&unfinished))?;
        }
    }
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.seek(SeekFrom::Start(0)).map_err(io(&unfinished))?;
    out.write_all(&head).map_err(io(&unfinished))?;
    let file = out.into_inner().map_err(|error| io(&unfinished)(error.into_error()))?;
    file.sync_all().map_err(io(&unfinished))?;
    fs::rename(&unfinished, path).map_err(io(path))
}

/// An open table file.
#[derive(Debug)]
pub(crate) struct Table {
    path: PathBuf,
    header: Header,
    map: Bytes,
    /// Where each block begins, and where the last one ends.
    starts: Vec<u64>,
    checksums: Vec<u32>,
    /// Unpacked blocks, each in the slot of its number.
    kept: Vec<Slot>,
}

/// A block by its number, unpacked.
type Slot = Mutex<Option<(usize, Arc<[u8]>)>>;

impl Table {
    /// Opens a table; checks the header, the directory and the length.
    pub(crate) fn open(path: &Path) -> Result<Table, TableError> {
        let map = Bytes::of(path)?;
        let damaged = |reason| TableError::damaged(path, reason);
        if !map.starts_with(MAGIC) {
            return Err(damaged("it does not begin as a table does"));
        }
        let short = || damaged("it is cut short");
        let number = |at: usize| {
            let bytes = map.get(at..at + 4).ok_or_else(short)?;
            Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
        };
        let length = number(8)? as usize;
        if length > LONGEST_HEADER {
            return Err(damaged("its header is too long"));
        }
        let json = map.get(12..12 + length).ok_or_else(short)?;
        let header: Header =
            serde_json::from_slice(json).map_err(|_| damaged("its header cannot be read"))?;
        if header.version != VERSION {
            return Err(damaged("it is of another version of the format"));
        }
        // A block takes at least eight bytes of the directory: more entries cannot be.
        if header.entries > (map.len() as u64 / 8 + 1) * BLOCK as u64
            || header.planes == 0
            || header.planes > 1024
        {
            return Err(damaged("its header does not fit its length"));
        }
        let blocks = header.blocks();
        let directory = 12 + length;
        let checksum_at = directory + 8 * blocks;
        let before = map.get(..checksum_at).ok_or_else(short)?;
        if number(checksum_at)? != crc32fast::hash(before) {
            return Err(damaged("the checksum of its header is wrong"));
        }
        let mut starts = vec![checksum_at as u64 + 4];
        let mut checksums = Vec::with_capacity(blocks);
        for block in 0..blocks {
            let length = number(directory + 8 * block)?;
            starts.push(starts[block] + u64::from(length));
            checksums.push(number(directory + 8 * block + 4)?);
        }
        if starts[blocks] != map.len() as u64 {
            return Err(damaged("its length is not what its header says"));
        }
        let kept = (0..KEPT).map(|_| Mutex::new(None)).collect();
        Ok(Table { path: path.to_owned(), header, map, starts, checksums, kept })
    }

    /// Opens a table that must be of this rule set and layer.
    pub(crate) fn open_as(path: &Path, rules: &str, layer: &str) -> Result<Table, TableError> {
        let table = Table::open(path)?;
        let Header { rules: found_rules, layer: found_layer, .. } = &table.header;
        if found_rules != rules || found_layer != layer {
            return Err(TableError::Foreign {
                path: path.to_owned(),
                expected: format!("{rules} {layer}"),
                found: format!("{found_rules} {found_layer}"),
            });
        }
        Ok(table)
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    /// The bytes of the file.
    pub(crate) fn size(&self) -> u64 {
        self.map.len() as u64
    }

    /// Unpacks a block: its entries plane by plane.
    pub(crate) fn block(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let damaged = |reason| TableError::damaged(&self.path, reason);
        if block >= self.checksums.len() {
            return Err(damaged("it has no such block"));
        }
        let packed = &self.map[self.starts[block] as usize..self.starts[block + 1] as usize];
        if crc32fast::hash(packed) != self.checksums[block] {
            return Err(damaged("the checksum of a block is wrong"));
        }
        let length = self.header.block_entries(block) * self.header.planes as usize;
        let bytes = unpack(packed, length).ok_or_else(|| damaged("a block cannot be unpacked"))?;
        if bytes.len() == length { Ok(bytes) } else { Err(damaged("a block is too short")) }
    }

    /// Does something with an entry: `byte(plane)` gives its bytes.
    pub(crate) fn entry<R>(
        &self,
        index: u64,
        read: impl FnOnce(&dyn Fn(usize) -> u8) -> R,
    ) -> Result<R, TableError> {
        if index >= self.header.entries {
            return Err(TableError::damaged(&self.path, "it has no such entry"));
        }
        let (number, place) = (index as usize / BLOCK, index as usize % BLOCK);
        let entries = self.header.block_entries(number);
        let slot = &self.kept[number % KEPT];
        // A poisoned slot still holds a whole block or none.
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let block = match &*kept {
            Some((of, block)) if *of == number => block.clone(),
            _ => {
                let block: Arc<[u8]> = self.block(number)?.into();
                *kept = Some((number, block.clone()));
                block
            }
        };
        drop(kept);
        Ok(read(&|plane| block[plane * entries + place]))
    }

    /// One value of every entry, in order, `value(byte)` being given its bytes.
    pub(crate) fn column<T: Send>(
        &self,
        value: impl Fn(&dyn Fn(usize) -> u8) -> T + Sync,
    ) -> Result<Vec<T>, TableError> {
        let blocks = (0..self.header.blocks()).into_par_iter().map(|number| {
            let block = self.block(number)?;
            let entries = self.header.block_entries(number);
            let values = (0..entries).map(|place| value(&|plane| block[plane * entries + place]));
            Ok(values.collect::<Vec<_>>())
        });
        Ok(blocks.collect::<Result<Vec<_>, TableError>>()?.into_iter().flatten().collect())
    }
}

/// What a file holds.
#[derive(Debug)]
enum Bytes {
    #[cfg(feature = "files")]
    Mapped(Mmap),
    #[cfg(feature = "memory")]
    Handed(Arc<[u8]>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(feature = "files")]
            Bytes::Mapped(map) => map,
            #[cfg(feature = "memory")]
            Bytes::Handed(bytes) => bytes,
        }
    }
}

/// Files that were handed over, by their paths.
#[cfg(feature = "memory")]
static HANDED: Mutex<Option<HashMap<PathBuf, Arc<[u8]>>>> = Mutex::new(None);

/// Hands a table over that stands for the file at this path: a browser has no files.
#[cfg(feature = "memory")]
pub fn hand_over(path: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) {
    let mut handed = HANDED.lock().unwrap_or_else(PoisonError::into_inner);
    handed.get_or_insert_default().insert(path.into(), bytes.into());
}

impl Bytes {
    fn of(path: &Path) -> Result<Bytes, TableError> {
        #[cfg(feature = "memory")]
        {
            let handed = HANDED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(bytes) = handed.as_ref().and_then(|handed| handed.get(path)) {
                return Ok(Bytes::Handed(bytes.clone()));
            }
        }
        Bytes::map(path).map_err(TableError::io(path))
    }

    /// Maps a file into memory.
    #[cfg(feature = "files")]
    #[allow(
        unsafe_code,
        reason = "memory-mapping is the one thing here that the compiler cannot check"
    )]
    fn map(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        // SAFETY: the map is read only. Tables are written under another name and renamed when they
        // are complete, and never written to again: the bytes do not change while they are mapped.
        // (Another program that truncates a table in use can end this process with a signal, as with
        // every mapped file.)
        unsafe { Mmap::map(&file) }.map(Bytes::Mapped)
    }

    #[cfg(not(feature = "files"))]
    fn map(_: &Path) -> io::Result<Bytes> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Packs a block with what the thread has for it: to make that anew costs more than a block.
#[cfg(feature = "files")]
fn pack(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    type Kept = RefCell<Option<(i32, Compressor<'static>)>>;
    thread_local!(static KEPT: Kept = const { RefCell::new(None) });
    KEPT.with_borrow_mut(|kept| {
        let compressor = match kept {
            Some((of, compressor)) if *of == level => compressor,
            _ => &mut kept.insert((level, Compressor::new(level)?)).1,
        };
        compressor.compress(bytes)
    })
}

#[cfg(not(feature = "files"))]
fn pack(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Unpacks a block of at most this length, likewise.
#[cfg(feature = "files")]
fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    thread_local!(static KEPT: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) });
    KEPT.with_borrow_mut(|kept| {
        let decompressor = match kept {
            Some(decompressor) => decompressor,
            None => kept.insert(Decompressor::new().ok()?),
        };
        decompressor.decompress(packed, length).ok()
    })
}

/// As above: the same format, by a library that a browser can run.
#[cfg(not(feature = "files"))]
fn unpack(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let written = ruzstd::decoding::FrameDecoder::new().decode_all(packed, &mut bytes).ok()?;
    bytes.truncate(written);
    Some(bytes)
}
