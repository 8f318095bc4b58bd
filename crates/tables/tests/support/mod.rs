//! What the tests share: a folder of their own, a quiet builder, and a plain minimax.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use rules::{Line, Notation, Status, Variant};
use tables::{BuildOptions, TableError, Value};

/// A folder that is deleted at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("igroteka-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn variant(text: &str) -> Variant {
    Variant::read_full(text).unwrap()
}

pub(crate) fn build(folder: &Path, rules: &str, pieces: u32) -> Result<(), TableError> {
    let options = BuildOptions {
        out: folder,
        threads: 2,
        memory: 1 << 30,
        shard: tables::Shard::default(),
        report: &|_| {},
    };
    tables::build(&variant(rules), pieces, &options)
}

/// A result with its distance, for the side to act.
pub(crate) type Plain = (Value, Option<u16>);

/// Minimax with memory, straight from the rules, for games that come to an end by themselves.
#[derive(Default)]
pub(crate) struct Minimax {
    known: HashMap<String, Plain>,
}

impl Minimax {
    pub(crate) fn value<P: Notation>(&mut self, position: &P) -> Plain {
        let side = match position.status() {
            Status::Over(outcome) => {
                return match outcome.winner {
                    None => (Value::Draw, None),
                    Some(winner) if winner == position.side() => (Value::Win, Some(0)),
                    Some(_) => (Value::Loss, Some(0)),
                };
            }
            Status::ToAct(side) => side,
            Status::Chance => unreachable!("no dice here"),
        };
        let text = position.to_string();
        if let Some(known) = self.known.get(&text) {
            return *known;
        }
        let mut results = Vec::new();
        for action in position.actions() {
            let mut next = position.clone();
            next.play(action);
            let (value, distance) = self.value(&next);
            let distance = distance.map(|distance| distance + 1);
            results.push(match value {
                _ if next.side() == side => (value, distance),
                Value::Win => (Value::Loss, distance),
                Value::Draw => (Value::Draw, None),
                Value::Loss => (Value::Win, distance),
            });
        }
        let wins = results.iter().filter(|(value, _)| *value == Value::Win);
        let best = match wins.min_by_key(|(_, distance)| *distance) {
            Some(win) => *win,
            None if results.iter().any(|(value, _)| *value == Value::Draw) => (Value::Draw, None),
            None => *results.iter().max_by_key(|(_, distance)| *distance).unwrap(),
        };
        self.known.insert(text, best);
        best
    }
}

/// What the tables say.
pub(crate) fn probe<P: Notation>(tables: &tables::Tables, position: &P) -> Option<Plain>
where
    rules::Game: From<Line<P>>,
{
    match tables.probe(&Line::new(position.clone()).into()).unwrap()? {
        tables::Answer::Result { value, distance, .. } => Some((value, distance)),
        tables::Answer::Expectation { .. } => panic!("no dice here"),
    }
}
