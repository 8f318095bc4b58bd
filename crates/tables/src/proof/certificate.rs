//! The file that proves that first wins: what to answer while stones are placed, from which full
//! placements first wins, and how.
//!
//! ```text
//! one line of JSON      see `Header`
//! zlib stream of
//!   answers             for each: first's stones, second's stones (4 bytes each), the square (1)
//!   leaves              for each: first's stones, the length of its moves (4 bytes each)
//!   moves               of all leaves, one after another, a byte a move
//! ```
//!
//! Numbers are little-endian. Squares are numbered from a1 = 0 rank by rank, a set has bit `n` for
//! square `n`. Of the eight images of a position the one with the least sets stands for all, first's
//! set counting first; answers and leaves are sorted.
//!
//! An *answer* is where first places its stone, for every position with fewer than
//! [`CertificateHeader::searched_from`] stones in which first is to place and that can arise if first
//! follows the answers. From there on a search has to find placements that lead to leaves. A *leaf*
//! is a full placement. Its moves are those of first in the order in which a reader comes to them that
//! plays first's move where first is to act and all of second's actions, in the order of their
//! texts, where second is, and goes on only from positions that it has not seen in this leaf. A move
//! is four times the square that it starts from, plus 0 to the right, 1 to the left, 2 up, 3 down;
//! 255 is a pass.

#[cfg(feature = "tables")]
use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

#[cfg(feature = "tables")]
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use rules::seega::Action;
use serde::{Deserialize, Serialize};

#[cfg(feature = "tables")]
use crate::TableError;

/// What a certificate says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CertificateHeader {
    /// The version of the format.
    pub version: u32,
    /// The rule set.
    pub rules: String,
    /// What is proven.
    pub claim: String,
    /// From so many stones on there are no answers.
    pub searched_from: u32,
    /// The order in which squares are best tried there.
    pub order: Vec<u8>,
    /// The number of answers.
    pub answers: u32,
    /// The number of leaves.
    pub leaves: u32,
    /// The number of moves.
    pub moves: u32,
}

pub(crate) const VERSION: u32 = 1;
pub(crate) const CLAIM: &str = "first wins";

/// Sets of first's and second's stones.
pub(crate) type Sets = (u32, u32);

/// The byte of a move on a board of this size. The rules number squares `10 · rank + file`.
pub(crate) fn move_byte(action: Action, size: u8) -> u8 {
    let Action::Move(from, to) = action else { return 255 };
    let direction = match i16::from(to) - i16::from(from) {
        1 => 0,
        -1 => 1,
        10 => 2,
        _ => 3,
    };
    4 * (from / 10 * size + from % 10) + direction
}

/// Sorts actions by their texts: file and rank of the square that they start from, then of the other.
pub(crate) fn sort_by_text(actions: &mut [Action]) {
    let letters = |square: u8| (square % 10, square / 10);
    actions.sort_by_key(|action| match *action {
        Action::Move(from, to) => Some((letters(from), letters(to))),
        Action::Place(square) => Some((letters(square), letters(square))),
        Action::Pass => None,
    });
}

/// A certificate without its moves: all that is needed to play by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    pub(crate) header: CertificateHeader,
    pub(crate) answers: Vec<(Sets, u8)>,
    /// First's stones, and the number of moves.
    pub(crate) leaves: Vec<(u32, u32)>,
}

impl Outline {
    /// Reads the header and what follows it, unpacked; also returns the moves, which may be cut off.
    pub(crate) fn read(unpacked: &[u8]) -> Result<(Outline, &[u8]), &'static str> {
        let (header, body) = split(unpacked)?;
        Outline::of(header, body)
    }

    fn of(header: CertificateHeader, body: &[u8]) -> Result<(Outline, &[u8]), &'static str> {
        let short = "its length is not what its header says";
        let bytes = |each: usize, count: u32| each.checked_mul(count as usize).ok_or(short);
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let (answers, rest) = body.split_at_checked(bytes(9, header.answers)?).ok_or(short)?;
        let (leaves, moves) = rest.split_at_checked(bytes(8, header.leaves)?).ok_or(short)?;
        let answers = answers.chunks_exact(9);
        let answers = answers.map(|row| ((number(&row[..4]), number(&row[4..8])), row[8]));
        let leaves = leaves.chunks_exact(8).map(|row| (number(&row[..4]), number(&row[4..])));
        Ok((Outline { header, answers: answers.collect(), leaves: leaves.collect() }, moves))
    }
}

/// The header of a file, and what follows it.
fn split(file: &[u8]) -> Result<(CertificateHeader, &[u8]), &'static str> {
    let foreign = "it does not begin as a certificate does";
    let end = file.iter().position(|byte| *byte == b'\n').ok_or(foreign)?;
    let header: CertificateHeader = serde_json::from_slice(&file[..end]).map_err(|_| foreign)?;
    if header.version != VERSION {
        return Err("it is of another version of the format");
    }
    Ok((header, &file[end + 1..]))
}

/// A certificate in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Certificate {
    pub(crate) header: CertificateHeader,
    pub(crate) answers: Vec<(Sets, u8)>,
    pub(crate) leaves: Vec<(u32, Vec<u8>)>,
}

#[cfg(feature = "tables")]
impl Certificate {
    pub(crate) fn write(&self, path: &Path) -> Result<(), TableError> {
        let mut body = ZlibEncoder::new(Vec::new(), Compression::best());
        let mut put = |bytes: &[u8]| body.write_all(bytes).map_err(TableError::io(path));
        for ((first, second), square) in &self.answers {
            put(&first.to_le_bytes())?;
            put(&second.to_le_bytes())?;
            put(&[*square])?;
        }
        for (first, moves) in &self.leaves {
            put(&first.to_le_bytes())?;
            put(&(moves.len() as u32).to_le_bytes())?;
        }
        for (_, moves) in &self.leaves {
            put(moves)?;
        }
        let body = body.finish().map_err(TableError::io(path))?;
        let mut file = serde_json::to_vec(&self.header).expect("a header is JSON");
        file.push(b'\n');
        file.extend(body);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(TableError::io(folder))?;
        }
        let unfinished = path.with_extension("unfinished");
        fs::write(&unfinished, file).map_err(TableError::io(&unfinished))?;
        fs::rename(&unfinished, path).map_err(TableError::io(path))
    }

    pub(crate) fn read(path: &Path) -> Result<Certificate, TableError> {
        let damaged = |reason| TableError::damaged(path, reason);
        let file = fs::read(path).map_err(TableError::io(path))?;
        let (header, packed) = split(&file).map_err(damaged)?;
        let counts = [header.answers, header.leaves, header.moves].map(u64::from);
        let length = 9 * counts[0] + 8 * counts[1] + counts[2];
        let mut body = Vec::new();
        // One byte more than there should be shows that there is too much.
        let read = ZlibDecoder::new(packed).take(length + 1).read_to_end(&mut body);
        read.map_err(|_| damaged("it cannot be unpacked"))?;
        if body.len() as u64 != length {
            return Err(damaged("its length is not what its header says"));
        }
        let (Outline { header, answers, leaves }, mut moves) =
            Outline::of(header, &body).map_err(damaged)?;
        let mut all = Vec::with_capacity(leaves.len());
        for (first, length) in leaves {
            let (own, others) = moves
                .split_at_checked(length as usize)
                .ok_or_else(|| damaged("a leaf has more moves than there are"))?;
            all.push((first, own.to_vec()));
            moves = others;
        }
        if !moves.is_empty() {
            return Err(damaged("there are moves of no leaf"));
        }
        Ok(Certificate { header, answers, leaves: all })
    }

    pub(crate) fn outline(self) -> Outline {
        let leaves = self.leaves.into_iter().map(|(first, moves)| (first, moves.len() as u32));
        Outline { header: self.header, answers: self.answers, leaves: leaves.collect() }
    }
}
