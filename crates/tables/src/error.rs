//! What can go wrong with tables: each error names the file and the reason.

use std::path::{Path, PathBuf};
use std::{fmt, io};

/// A table that cannot be built, read or used.
#[derive(Debug)]
pub enum TableError {
    /// The operating system refused.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// The file is not a table, or not all of it.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file is a sound table of something else than its name promises.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it should hold.
        expected: String,
        /// What it holds.
        found: String,
    },
    /// There are no tables for this game, rule set or number of pieces.
    Unsupported {
        /// What was asked for, and what there is.
        reason: String,
    },
    /// An entry is not what the rules make of its successors.
    Wrong {
        /// The position.
        position: String,
        /// What the table says.
        stored: String,
        /// What follows from the successors.
        derived: String,
    },
    /// A certificate does not prove what it claims.
    Unproven {
        /// Where it fails.
        position: String,
        /// What is missing.
        reason: &'static str,
    },
}

impl TableError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TableError + use<> {
        let path = path.to_owned();
        |source| TableError::Io { path, source }
    }

    pub(crate) fn damaged(path: &Path, reason: &'static str) -> TableError {
        TableError::Damaged { path: path.to_owned(), reason }
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> TableError {
        TableError::Unsupported { reason: reason.into() }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { path, source } => write!(f, "{}: {source}", path.display()),
            TableError::Damaged { path, reason } => {
                write!(f, "{}: damaged table: {reason}", path.display())
            }
            TableError::Foreign { path, expected, found } => {
                write!(f, "{}: a table of {found}, not of {expected}", path.display())
            }
            TableError::Unsupported { reason } => f.write_str(reason),
            TableError::Unproven { position, reason } => {
                write!(f, "{position}: not proven: {reason}")
            }
            TableError::Wrong { position, stored, derived } => {
                write!(f, "{position}: the table has {stored}, its successors give {derived}")
            }
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
