//! What is proven about whole games: certificates in a folder, and the smallest board of Seega,
//! which is searched through on the spot.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use rules::seega::{Seega, Small, SmallBoard};
use rules::{GameId, Position, Side, Status, Variant};

use crate::TableError;
use crate::proof::certificate::{Certificate, CertificateHeader};

/// A game whose result under best play is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The rule set.
    pub variant: Variant,
    /// Who wins; `None` is a draw.
    pub winner: Option<Side>,
    /// How that is known.
    pub proof: Proof,
}

/// How a result is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// By a file that [`verify`](super::verify()) can check; here it was only read.
    Certificate(PathBuf, CertificateHeader),
    /// By the certificate with so many full placements that the repository holds in `data/tables`.
    Published(u32),
    /// By a plain search of so many positions, just now.
    Search(u64),
}

/// The full placements of the repository's certificate.
const PUBLISHED_LEAVES: u32 = 50_611;

/// Lists what is proven: the certificates in a folder of tables, the repository's for Seega 5×5 if
/// that folder has none, then Seega 3×3 with all options.
///
/// # Errors
/// A certificate is damaged, or a folder cannot be read.
pub fn solved(folder: &Path) -> Result<Vec<Solved>, TableError> {
    let mut all = Vec::new();
    let seega = folder.join(GameId::SEEGA.id());
    let mut paths = Vec::new();
    match fs::read_dir(&seega) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        entries => {
            for entry in entries.map_err(TableError::io(&seega))? {
                let path = entry.map_err(TableError::io(&seega))?.path();
                paths.push(path.join(super::CERTIFICATE));
            }
        }
    }
    paths.sort();
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let header = Certificate::read(&path)?.header;
        let variant = Variant::read_full(&header.rules)
            .map_err(|_| TableError::damaged(&path, "its rule set is none"))?;
        let proof = Proof::Certificate(path, header);
        all.push(Solved { variant, winner: Some(Side::First), proof });
    }
    let variant = rules::open("seega", "").expect("Seega");
    if all.iter().all(|solved| solved.variant != variant) {
        let proof = Proof::Published(PUBLISHED_LEAVES);
        all.insert(0, Solved { variant, winner: Some(Side::First), proof });
    }
    for drops in [1, 2] {
        for extra in ["same", "any"] {
            for capture in ["line", "single"] {
                for centre in ["open", "safe"] {
                    let options = format!(
                        "size=3,drops={drops},extra={extra},capture={capture},centre={centre}"
                    );
                    let variant = rules::open("seega", &options).expect("options of Seega");
                    all.push(smallest(variant));
                }
            }
        }
    }
    Ok(all)
}

fn smallest(variant: Variant) -> Solved {
    let start = Seega::start(variant.rules::<Seega>());
    let board = SmallBoard::new(start.rules()).expect("a small board");
    let mut search = Search { board, placing: HashMap::new(), moving: HashMap::new() };
    let winner = match search.place(&start) {
        Value::First => Some(Side::First),
        Value::Second => Some(Side::Second),
        Value::Draw => None,
    };
    let positions = (search.placing.len() + search.moving.len()) as u64;
    Solved { variant, winner, proof: Proof::Search(positions) }
}

/// A result, from worst to best for first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Second,
    Draw,
    First,
}

/// Plain minimax with memory: every line comes to an end.
struct Search {
    board: SmallBoard,
    /// By the stones of both sides.
    placing: HashMap<[u128; 2], Value>,
    moving: HashMap<Small, Value>,
}

impl Search {
    fn place(&mut self, seega: &Seega) -> Value {
        if Side::BOTH.iter().all(|side| seega.in_hand(*side) == 0) {
            debug_assert!(matches!(seega.status(), Status::ToAct(_)));
            return self.act(&self.board.pack(seega));
        }
        let key = Side::BOTH.map(|side| seega.stones_of(side));
        if let Some(value) = self.placing.get(&key) {
            return *value;
        }
        let after = |action| {
            let mut next = seega.clone();
            next.play(action);
            next
        };
        let nexts: Vec<Seega> = seega.actions().into_iter().map(after).collect();
        let values: Vec<Value> = nexts.iter().map(|next| self.place(next)).collect();
        let value = best(&values, seega.side());
        self.placing.insert(key, value);
        value
    }

    fn act(&mut self, small: &Small) -> Value {
        match self.board.over(small) {
            Some(Some(Side::First)) => return Value::First,
            Some(Some(Side::Second)) => return Value::Second,
            Some(None) => return Value::Draw,
            None => {}
        }
        if let Some(value) = self.moving.get(small) {
            return *value;
        }
        let mut nexts = Vec::new();
        self.board.successors(small, |next| {
            nexts.push(next);
            true
        });
        let values: Vec<Value> = nexts.iter().map(|next| self.act(next)).collect();
        let value = best(&values, small.side());
        self.moving.insert(*small, value);
        value
    }
}

fn best(values: &[Value], side: Side) -> Value {
    let best = match side {
        Side::First => values.iter().max(),
        Side::Second => values.iter().min(),
    };
    *best.expect("a game that is not over has actions")
}
