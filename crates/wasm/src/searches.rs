//! What the page can ask the engine.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::review::{self, Reviewer};
use engine::{Ask, HashTable, Level, Limits, Report, Root, Searchable};
use rules::{AnyAction, Game, Status, Variant, Verdict};
use serde::Serialize;
use serde_json::{Value, json};
use text::Text;
use text::json::written;

use crate::requests::Host;

/// The largest hash table that a page can ask for, in mebibytes.
const MOST_HASH: usize = 512;
/// The most lines of an analysis.
const MOST_LINES: usize = 50;
const DEFAULT_HASH: usize = 16;
/// So much of a line is reported.
const LONGEST_LINE: usize = 16;
/// The first round over all throws; each further one takes twice as long.
const FIRST_ROUND: Duration = Duration::from_millis(60);
/// So many terms say why a line is good.
const MOST_REASONS: usize = 3;
/// The longest turn of any game has fewer actions.
const MOST_ACTIONS: usize = 64;

/// How hard to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// So many actions ahead.
    pub(crate) depth: Option<u32>,
    /// So many nodes.
    pub(crate) nodes: Option<u64>,
    /// So long.
    pub(crate) time: Option<Duration>,
    /// So many best lines.
    pub(crate) lines: Option<usize>,
}

/// What a search has found, as `igroteka analyze --json` says it.
#[derive(Serialize)]
struct Found {
    depth: u32,
    nodes: u64,
    /// In seconds.
    time: f64,
    lines: Vec<FoundLine>,
}

#[derive(Serialize)]
struct FoundLine {
    score: Verdict,
    value: f64,
    moves: Vec<String>,
}

/// What a study has found, as the server's analysis has it.
#[derive(Serialize)]
struct Studied {
    position: String,
    depth: u32,
    nodes: u64,
    nps: u64,
    score: Verdict,
    value: f64,
    lines: Vec<StudiedLine>,
}

#[derive(Serialize)]
struct StudiedLine {
    score: Verdict,
    value: f64,
    line: Vec<String>,
    /// The spots that a hand touches for each action of the first turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    turn: Vec<Vec<String>>,
    /// The terms of the evaluation that make it what it is.
    why: Vec<Why>,
}

#[derive(Serialize)]
struct Why {
    term: String,
    amount: i32,
}

/// What is kept from one question to the next: the hash table, and whose positions are in it.
struct Memory {
    table: HashTable,
    variant: Option<Variant>,
}

thread_local! {
    static MEMORY: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

pub(crate) fn resize(mebibytes: usize) -> Result<(), Value> {
    let table = table(mebibytes.clamp(1, MOST_HASH))?;
    MEMORY.set(Some(Memory { table, variant: None }));
    Ok(())
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

pub(crate) fn analyze(game: &Game, effort: Effort, host: &dyn Host) -> Result<String, Value> {
    let Effort { depth, nodes, time, lines } = effort;
    let limits = Limits { depth, nodes, time, ..Limits::default() };
    if limits == Limits::default() {
        return Err(json!({ "error": "a search needs depth, nodes or time" }));
    }
    if !matches!(game.status(), Status::ToAct(_)) {
        return Err(json!({ "error": "no side is to act" }));
    }
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    with_table(game, |table| {
        let lines = lines.unwrap_or(1).clamp(1, MOST_LINES);
        let helpers = host.helpers();
        let ask = Ask { lines, clock: &clock, helpers, ..Ask::new(limits, table, &stop) };
        let mut report = |report: &Report<AnyAction>| host.report(&found(game, report));
        let last = game.search(&ask, &mut report);
        last.map_or_else(|| "null".to_owned(), |last| found(game, &last))
    })
}

fn found(game: &Game, report: &Report<AnyAction>) -> String {
    let line = |root: &Root<AnyAction>| {
        let score = game.verdict_of(root.score);
        FoundLine { score, value: game.value(score), moves: game.texts(&root.line) }
    };
    written(&Found {
        depth: report.depth,
        nodes: report.nodes,
        time: report.elapsed.as_secs_f64(),
        lines: report.lines.iter().map(line).collect(),
    })
}

/// The best lines of a position with their values, in messages as the server's analysis has them.
/// Goes on until the time is up; a page that wants something else ends the worker.
pub(crate) fn study(
    game: &Game,
    lines: usize,
    time: Duration,
    words: &Text,
    host: &dyn Host,
) -> Result<String, Value> {
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    let tell = |depth: u32, nodes: u64, value: f64, score: Verdict, lines: Vec<StudiedLine>| {
        let nps = (nodes as f64 / clock().as_secs_f64().max(1e-3)) as u64;
        let position = game.position();
        host.report(&written(&Studied { position, depth, nodes, nps, score, value, lines }));
    };
    let limits = |game: &Game, time| {
        // A single action ends a search at once, but its value is asked for too.
        let infinite = game.actions().len() == 1;
        Limits { time: Some(time), infinite, ..Limits::default() }
    };
    with_table(game, |table| match game.status() {
        Status::Over(_) => {
            let verdict = game.verdict();
            tell(0, 0, game.value(verdict), verdict, Vec::new());
        }
        Status::ToAct(_) => {
            let wanted = lines.clamp(1, MOST_LINES);
            // The same turn in another order is another line for the search, but not for a reader.
            let lines = if has_long_turns(game) { 2 * wanted + 1 } else { wanted };
            let (helpers, limits) = (host.helpers(), limits(game, time));
            let ask = Ask { lines, clock: &clock, helpers, ..Ask::new(limits, table, &stop) };
            let mut most = 0;
            let mut found = |report: &Report<AnyAction>| {
                // A depth that was cut short may have fewer lines than the one before it.
                if report.lines.len() < most {
                    return;
                }
                most = report.lines.len();
                let mut ends = Vec::new();
                let mut lines = Vec::new();
                for root in &report.lines {
                    let (turn, end) = first_turn(game, &root.line);
                    if lines.len() < wanted && !ends.contains(&end) {
                        lines.push(studied(game, root, turn, words));
                        ends.push(end);
                    }
                }
                let score = game.verdict_of(report.lines[0].score);
                tell(report.depth, report.nodes, game.value(score), score, lines);
            };
            if let Some(last) = game.search(&ask, &mut found) {
                found(&last);
            }
        }
        Status::Chance => {
            let throws = Searchable::throws(game);
            let total: u32 = throws.iter().map(|(_, weight, _)| weight).sum();
            let (mut round, mut nodes) = (FIRST_ROUND, 0);
            while clock() < time {
                let share = round.min(time.saturating_sub(clock())) / throws.len() as u32;
                let (mut lines, mut value, mut depth) = (Vec::new(), 0.0, None);
                for (throw, weight, next) in &throws {
                    let mut line = vec![(*throw).to_owned()];
                    let from = clock();
                    let since = || clock().saturating_sub(from);
                    let limits = limits(next, share);
                    let ask = Ask { clock: &since, ..Ask::new(limits, table, &stop) };
                    let score = match next.search(&ask, &mut |_| {}) {
                        Some(report) => {
                            nodes += report.nodes;
                            depth = Some(report.depth.min(depth.unwrap_or(u32::MAX)));
                            line.extend(next.texts(&report.lines[0].line));
                            next.verdict_of(report.lines[0].score)
                        }
                        // Over, or another throw is due: the evaluation stands before a throw.
                        None => next.verdict(),
                    };
                    let worth = next.value(score);
                    value += worth * f64::from(*weight) / f64::from(total);
                    let (turn, why) = (Vec::new(), Vec::new());
                    lines.push(StudiedLine { score, value: worth, line, turn, why });
                }
                // Scores of games with dice are expectations already.
                let score = Verdict::Hundredths(((2.0 * value - 1.0) * 10_000.0).round() as i32);
                tell(depth.unwrap_or(0), nodes, value, score, lines);
                if depth.is_none() {
                    // No throw leaves a choice: another round would find the same.
                    break;
                }
                round = round.saturating_mul(2);
            }
        }
    })?;
    Ok("{}".to_owned())
}

/// Whether a turn may have several actions here.
fn has_long_turns(game: &Game) -> bool {
    game.actions().into_iter().any(|action| {
        let mut next = game.clone();
        next.act(action).is_ok() && next.is_turn_open()
    })
}

/// The spots that a hand touches for each action of a line's first turn, and where the turn leads.
fn first_turn(game: &Game, line: &[AnyAction]) -> (Vec<Vec<String>>, String) {
    let (mut game, mut touched) = (game.clone(), Vec::new());
    for action in line.iter().take(MOST_ACTIONS) {
        let text = game.action_text(*action);
        let choice = game.choices().into_iter().find(|choice| choice.text == text);
        touched.push(choice.map_or_else(Vec::new, |choice| {
            choice.spots.iter().map(ToString::to_string).collect()
        }));
        if game.act(*action).is_err() || !game.is_turn_open() {
            break;
        }
    }
    (touched, game.position())
}

/// A line with its first turn, and the terms of the evaluation that make it what it is.
fn studied(
    game: &Game,
    root: &Root<AnyAction>,
    turn: Vec<Vec<String>>,
    words: &Text,
) -> StudiedLine {
    let score = game.verdict_of(root.score);
    let actions = &root.line[..root.line.len().min(LONGEST_LINE)];
    let kind = game.variant().game;
    let why = game.explain(&root.line).into_iter().take(MOST_REASONS).map(|change| Why {
        term: words.term(kind, change.term),
        amount: change.after - change.before,
    });
    let (value, line) = (game.value(score), game.texts(actions));
    StudiedLine { score, value, line, turn, why: why.collect() }
}

/// Numbers below a bound, from a seed.
fn luck(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_add(1);
        let random = rules::keys::mix(seed, state) >> 32;
        ((random * u64::from(bound)) >> 32) as u32
    }
}

fn level(number: u64) -> Result<Level, Value> {
    let level = u32::try_from(number).ok().and_then(Level::new);
    level.ok_or_else(|| json!({ "error": "levels are 1 to 8" }))
}

pub(crate) fn choose(
    game: &Game,
    number: u64,
    seed: u64,
    host: &dyn Host,
) -> Result<String, Value> {
    let (level, mut below) = (level(number)?, luck(seed));
    let action = chosen(game, level, &mut below, host)?;
    Ok(written(&json!({ "action": action.map(|action| game.action_text(action)) })))
}

fn chosen(
    game: &Game,
    level: Level,
    below: &mut dyn FnMut(u32) -> u32,
    host: &dyn Host,
) -> Result<Option<AnyAction>, Value> {
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    with_table(game, |table| {
        let ask = Ask { clock: &clock, ..Ask::new(Limits::default(), table, &stop) };
        game.choose(level, &ask, below)
    })
}

/// A whole turn.
pub(crate) fn turn(
    mut game: Game,
    number: u64,
    seed: u64,
    host: &dyn Host,
) -> Result<String, Value> {
    let (level, mut below) = (level(number)?, luck(seed));
    let mut actions = Vec::new();
    while matches!(game.status(), Status::ToAct(_))
        && (actions.is_empty() || game.is_turn_open())
        && actions.len() < MOST_ACTIONS
    {
        let Some(action) = chosen(&game, level, &mut below, host)? else { break };
        let played = game.act(action).map_err(|_| json!({ "error": "the engine's turn" }))?;
        actions.push(played.text);
    }
    Ok(written(&json!({ "actions": actions })))
}

/// A review, reported as `{"progress": 0.5}` after every entry; its reasons are in words.
pub(crate) fn review(game: &Game, words: &Text, host: &dyn Host) -> Result<String, Value> {
    let kind = game.variant().game;
    let mut reviewer = Reviewer::new(game, review::Effort::usual(kind));
    let (began, stop) = (host.now(), AtomicBool::new(false));
    let clock = || host.now().saturating_sub(began);
    with_table(game, |table| {
        let ask = Ask { clock: &clock, ..Ask::new(Limits::default(), table, &stop) };
        while !reviewer.step(&ask) {
            host.report(&written(&json!({ "progress": reviewer.progress() })));
        }
    })?;
    let Some(review) = reviewer.finish() else { return Err(json!({ "error": "no review" })) };
    let forced = |entry: &review::Reviewed| {
        entry.mark?;
        words.forced(kind, entry.side, entry.score, entry.instead)
    };
    let forced: Vec<Option<String>> = review.entries.iter().map(forced).collect();
    let mut review: Value = serde_json::from_str(&written(&review)).unwrap_or_default();
    for (entry, forced) in review["entries"].as_array_mut().into_iter().flatten().zip(forced) {
        entry["forced_result"] = json!(forced);
        for why in entry.get_mut("why").and_then(Value::as_array_mut).into_iter().flatten() {
            let term = words.term(kind, why["term"].as_str().unwrap_or_default());
            why["id"] = std::mem::replace(&mut why["term"], json!(term));
        }
    }
    Ok(written(&review))
}
