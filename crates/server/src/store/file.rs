//! Whether the file of a SQLite database is still the one that was opened. SQLite itself goes on
//! with a file that was deleted or replaced, and everything stored from then on would be lost.

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A database file as it was opened.
#[derive(Debug)]
pub(super) struct Opened {
    path: PathBuf,
    /// Never closed: closing any handle of a file gives up the locks that SQLite holds on it.
    file: &'static File,
    place: (u64, u64),
    /// The mark that it had, and the one that it was given.
    marks: [u32; 2],
    pages: AtomicU32,
}

/// The parts of SQLite's header that tell one database from another.
struct Header {
    is_sqlite: bool,
    pages: u32,
    mark: u32,
}

impl Header {
    fn read(file: &File) -> std::io::Result<Header> {
        let mut bytes = [0; 100];
        file.read_exact_at(&mut bytes, 0)?;
        let number = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|part| bytes[at + part]));
        let is_sqlite = bytes.starts_with(b"SQLite format 3\0");
        // The field `user_version`, which is ours to use.
        Ok(Header { is_sqlite, pages: number(28), mark: number(60) })
    }
}

fn place(path: &Path) -> std::io::Result<(u64, u64)> {
    let found = std::fs::metadata(path)?;
    Ok((found.dev(), found.ino()))
}

impl Opened {
    /// The file that SQLite has just opened; `mark` is what it was given to be known by.
    pub(super) fn new(path: &Path, mark: u32) -> std::io::Result<Opened> {
        let file: &'static File = Box::leak(Box::new(File::open(path)?));
        let header = Header::read(file)?;
        let (marks, pages) = ([header.mark, mark], AtomicU32::new(header.pages));
        Ok(Opened { path: path.to_owned(), file, place: place(path)?, marks, pages })
    }

    /// How much room there is where it is.
    pub(super) fn free_bytes(&self) -> Option<u64> {
        let found = rustix::fs::fstatvfs(self.file).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }

    /// What has happened to the file; nothing if it is the same.
    pub(super) fn fault(&self) -> Option<&'static str> {
        match place(&self.path) {
            Err(_) => return Some("the database file is gone"),
            Ok(place) if place != self.place => {
                return Some("another file is in the place of the database");
            }
            Ok(_) => {}
        }
        let header = Header::read(self.file).ok();
        let same = header.filter(|header| {
            let pages = self.pages.fetch_max(header.pages, Relaxed);
            header.is_sqlite && self.marks.contains(&header.mark) && header.pages >= pages
        });
        if same.is_some() { None } else { Some("the database file was overwritten") }
    }
}
