//! What the page can ask, and the answers.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Ask, HashTable, Level, Limits, Report, Searchable};
use rules::{AnyAction, Game, Status, Variant, perft, with_line};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use text::{Formatter, Lang, Text, inspect};

/// What the surroundings bring.
pub trait Host: Send + Sync {
    /// Time since some moment in the past.
    fn now(&self) -> Duration;

    /// Takes a report of a search that goes on.
    fn report(&self, text: &str);

    /// The sentence of a message `{"id","args"}`, in the language of the page.
    fn message(&self, text: &str) -> Option<String>;
}

/// The words of the page.
struct Words<H>(H);

impl<H: Host> Formatter for Words<H> {
    fn format(&self, id: &str, args: &[(&str, text::Value<'_>)]) -> Option<String> {
        let json = |value: &text::Value<'_>| match value {
            text::Value::String(text) => json!(text),
            text::Value::Number(number) => json!(number),
        };
        let args: Map<String, Value> =
            args.iter().map(|(name, value)| ((*name).to_owned(), json(value))).collect();
        self.0.message(&json!({ "id": id, "args": args }).to_string())
    }

    fn has(&self, id: &str) -> bool {
        self.format(id, &[]).is_some()
    }
}

/// The largest hash table that a page can ask for, in mebibytes.
const MOST_HASH: usize = 512;
/// The most lines of an analysis.
const MOST_LINES: usize = 50;
const DEFAULT_HASH: usize = 16;

/// A question of the page: `{"ask": "moves", "game": "seega", …}`. A game is described as
/// `igroteka inspect` takes it: `game`, `rules`, `position`, `moves`.
#[derive(Deserialize, Debug)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Request {
    /// The state of a game, as `igroteka inspect` answers.
    Inspect {
        /// The game.
        #[serde(flatten)]
        game: Map<String, Value>,
    },
    /// How many sequences of so many actions there are.
    Perft {
        /// How many actions.
        depth: u32,
        /// The game.
        #[serde(flatten)]
        game: Map<String, Value>,
    },
    /// The best lines, reported depth by depth.
    Analyze {
        /// When to stop and how many lines.
        #[serde(flatten)]
        effort: Effort,
        /// The game.
        #[serde(flatten)]
        game: Map<String, Value>,
    },
    /// An action as a level plays it.
    Choose {
        /// 1 to 8.
        level: u32,
        /// Where the level's misjudgements come from.
        seed: u64,
        /// The game.
        #[serde(flatten)]
        game: Map<String, Value>,
    },
    /// Forgets what searches have found, and takes a table of this size from now on.
    Hash {
        /// In mebibytes.
        mebibytes: usize,
    },
}

/// How hard to search.
#[derive(Deserialize, Clone, Copy, Debug)]
pub struct Effort {
    /// So many actions ahead.
    depth: Option<u32>,
    /// So many nodes.
    nodes: Option<u64>,
    /// So many milliseconds.
    time: Option<f64>,
    /// So many best lines.
    lines: Option<usize>,
}

/// What is kept from one question to the next: the hash table, and whose positions are in it.
struct Memory {
    table: HashTable,
    variant: Option<Variant>,
}

thread_local! {
    static MEMORY: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

/// Answers a request with a JSON text; what cannot be answered is `{"error": …}`.
pub fn answer(request: &str, host: impl Host + Copy + 'static) -> String {
    let words = Text::new(Lang::En, Words(host));
    serde_json::from_str(request)
        .map_err(|e: serde_json::Error| json!({ "error": e.to_string() }))
        .and_then(|request| respond(request, &words, &host))
        .unwrap_or_else(|refusal| refusal)
        .to_string()
}

fn respond(request: Request, text: &Text, host: &dyn Host) -> Result<Value, Value> {
    match request {
        Request::Inspect { game } => Ok(inspect::state(&inspect::understand(&game, text)?)),
        Request::Perft { depth, game } => {
            let game = inspect::understand(&game, text)?;
            Ok(json!({ "nodes": with_line!(&game, line => perft(line.position(), depth)) }))
        }
        Request::Analyze { effort, game } => {
            analyze(&inspect::understand(&game, text)?, effort, host)
        }
        Request::Choose { level, seed, game } => {
            choose(&inspect::understand(&game, text)?, level, seed, host)
        }
        Request::Hash { mebibytes } => {
            let table = table(mebibytes.clamp(1, MOST_HASH))?;
            MEMORY.set(Some(Memory { table, variant: None }));
            Ok(json!({}))
        }
    }
}

fn table(mebibytes: usize) -> Result<HashTable, Value> {
    HashTable::new(mebibytes).map_err(|e| json!({ "error": e.to_string() }))
}

/// Asks with the table of the game's rule set: what is known of one is wrong for another.
fn with_table<R>(game: &Game, work: impl FnOnce(&HashTable) -> R) -> Result<R, Value> {
    MEMORY.with_borrow_mut(|memory| {
        let mut kept = match memory.take() {
            Some(kept) => kept,
            None => Memory { table: table(DEFAULT_HASH)?, variant: None },
        };
        if kept.variant != Some(game.variant()) {
            kept.table.clear();
            kept.variant = Some(game.variant());
        }
        Ok(work(&memory.insert(kept).table))
    })
}

fn analyze(game: &Game, effort: Effort, host: &dyn Host) -> Result<Value, Value> {
    let time = effort.time.map(|ms| Duration::try_from_secs_f64(ms / 1_000.0).unwrap_or_default());
    let limits = Limits { depth: effort.depth, nodes: effort.nodes, time, ..Limits::default() };
    if limits == Limits::default() {
        return Err(json!({ "error": "a search needs depth, nodes or time" }));
    }
    if !matches!(game.status(), Status::ToAct(_)) {
        return Err(json!({ "error": "no side is to act" }));
    }
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    with_table(game, |table| {
        let lines = effort.lines.unwrap_or(1).clamp(1, MOST_LINES);
        let ask = Ask { lines, clock: &clock, ..Ask::new(limits, table, &stop) };
        let mut report =
            |found: &Report<AnyAction>| host.report(&found_json(game, found).to_string());
        let last = game.search(&ask, &mut report);
        last.map_or(Value::Null, |last| found_json(game, &last))
    })
}

fn found_json(game: &Game, found: &Report<AnyAction>) -> Value {
    let line = |root: &engine::Root<AnyAction>| {
        let verdict = game.verdict_of(root.score);
        json!({
            "score": verdict, "value": game.value(verdict), "moves": game.texts(&root.line)
        })
    };
    json!({
        "depth": found.depth,
        "nodes": found.nodes,
        "time": found.elapsed.as_secs_f64(),
        "lines": found.lines.iter().map(line).collect::<Vec<_>>(),
    })
}

fn choose(game: &Game, level: u32, seed: u64, host: &dyn Host) -> Result<Value, Value> {
    let level = Level::new(level).ok_or_else(|| json!({ "error": "levels are 1 to 8" }))?;
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    let mut state = seed;
    let mut below = |bound: u32| {
        state = state.wrapping_add(1);
        let random = rules::keys::mix(seed, state) >> 32;
        ((random * u64::from(bound)) >> 32) as u32
    };
    with_table(game, |table| {
        let ask = Ask { clock: &clock, ..Ask::new(Limits::default(), table, &stop) };
        match game.choose(level, &ask, &mut below) {
            Some(action) => json!({ "action": game.action_text(action) }),
            None => json!({ "action": null }),
        }
    })
}
