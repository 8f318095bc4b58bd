//! Where the test vectors are, and how they are read; what several test binaries share.
#![allow(dead_code, reason = "each test binary uses its own part")]

pub(crate) mod claims;
pub(crate) mod judged;
pub(crate) mod pieces;
pub(crate) mod play;
pub(crate) mod refusals;
pub(crate) mod symmetry;
pub(crate) mod toy;

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use rules::{AnyLine, Game, GameId, Status, Variant};
use serde_json::Value;

/// The project's own, small copy of the vectors, and the full set if it lies beside the project.
pub(crate) fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let own = root.join("data/vectors");
    assert!(own.is_dir(), "{} is missing", own.display());
    let full = root.join("../shared/vectors");
    [own, full].into_iter().filter(|folder| folder.is_dir()).collect()
}

/// Every line of `vectors-GAME.jsonl` and `vectors-GAME-*.jsonl` in every folder.
pub(crate) fn vectors(game: GameId) -> Vec<Value> {
    let mut out = Vec::new();
    for folder in folders() {
        for file in fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let rest = name.strip_prefix(&format!("vectors-{game}"));
            if rest.is_none_or(|rest| !rest.ends_with(".jsonl")) {
                continue;
            }
            let text =
                fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            out.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    assert!(!out.is_empty());
    out
}

/// Every entry of a JSON list in every folder.
pub(crate) fn list(name: &str) -> Vec<Value> {
    let mut out = Vec::new();
    for folder in folders() {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let Value::Array(entries) = serde_json::from_str(&text).unwrap() else {
            panic!("{} is no list", path.display())
        };
        out.extend(entries);
    }
    assert!(!out.is_empty());
    out
}

/// The rule set that an entry names.
pub(crate) fn variant(entry: &Value) -> Variant {
    let game = GameId::read(entry["game"].as_str().unwrap()).unwrap();
    let options = entry["rules"].as_object().unwrap();
    let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    Variant::from_pairs(game, pairs).unwrap()
}

/// The entry's position, or the start.
pub(crate) fn game(entry: &Value) -> Game {
    match entry["position"].as_str() {
        Some(text) => Game::from_position(variant(entry), text)
            .unwrap_or_else(|error| panic!("{entry}: {error}")),
        None => Game::start(variant(entry)),
    }
}

/// The texts of what can be done.
pub(crate) fn legal(game: &impl Deref<Target = dyn AnyLine>) -> Vec<String> {
    game.choices().into_iter().map(|choice| choice.text).collect()
}

/// The result as the vectors write it.
pub(crate) fn result(game: &Game) -> Value {
    match game.status() {
        Status::Over(outcome) => serde_json::to_value(outcome).unwrap(),
        Status::ToAct(_) | Status::Chance => Value::Null,
    }
}
