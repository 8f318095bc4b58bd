//! `analyze`: the best lines of a position, and why; with `--batch`, of many positions at once.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use arena::{STACK, Threads};
use clap::Args;
use engine::{
    Ask, Exact, ExactValues, HashTable, Limits, Report, Root, Score, Searchable, TermChange,
};
use rules::{AnyAction, Event, Game, Side, Status};
use serde_json::{Map, Value, json};
use text::inspect::understand;

use crate::Refusal;
use crate::args::SetupOrBatch;
use crate::inspect::{self, read_line};
use crate::output::Output;
use crate::progress::Bar;
use crate::search::{ExactTables, hash_table, oracle};
use crate::wrap::hang;

/// What was typed behind `analyze`.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    setup: SetupOrBatch,
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    time: Option<String>,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    nodes: Option<String>,
    #[arg(id = "search-depth", long = "depth", value_name = "N", allow_negative_numbers = true)]
    depth: Option<String>,
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    lines: Option<String>,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    threads: Option<String>,
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    hash: Option<String>,
    #[command(flatten)]
    tables: ExactTables,
    #[arg(id = "batch-jobs", long = "jobs", value_name = "N", allow_negative_numbers = true)]
    #[arg(requires = "batch")]
    jobs: Option<String>,
}

const DEFAULT_TIME: Duration = Duration::from_secs(2);
/// So many terms are shown to a reader; JSON has them all.
const MOST_TERMS: usize = 8;

/// Reads a whole number within bounds.
pub(crate) fn whole(
    name: &str,
    text: Option<&str>,
    default: u64,
    (least, most): (u64, u64),
    output: &Output,
) -> anyhow::Result<u64> {
    let Some(text) = text else { return Ok(default) };
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Refusal::argument(name, text, &format!("{least}…{most}"), output))
}

impl AnalyzeArgs {
    fn limits(&self, output: &Output) -> anyhow::Result<Limits> {
        let mut limits = Limits::default();
        if let Some(text) = &self.time {
            let allowed = |seconds: &f64| (0.001..=86_400.0).contains(seconds);
            let seconds = text.parse().ok().filter(allowed);
            limits.time = Some(
                seconds
                    .map(Duration::from_secs_f64)
                    .ok_or_else(|| Refusal::argument("--time", text, "0.001…86400", output))?,
            );
        }
        if self.nodes.is_some() {
            let nodes = whole("--nodes", self.nodes.as_deref(), 0, (1, u64::MAX), output)?;
            limits.nodes = Some(nodes);
        }
        if self.depth.is_some() {
            let depth = whole("--depth", self.depth.as_deref(), 0, (1, 100), output)?;
            limits.depth = Some(depth as u32);
        }
        if limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        Ok(limits)
    }
}

/// The best lines with their scores; where a throw is due, those behind each throw.
pub(crate) fn analyze(args: &AnalyzeArgs, output: &mut Output) -> anyhow::Result<()> {
    let limits = args.limits(output)?;
    let lines = whole("--lines", args.lines.as_deref(), 3, (1, 500), output)? as usize;
    let threads = whole("--threads", args.threads.as_deref(), 1, (1, 256), output)? as usize;
    let tables = args.tables.folder(output)?;
    let hash = if args.setup.batch { 16 } else { 64 };
    let hash = whole("--hash", args.hash.as_deref(), hash, (1, 32_768), output)? as usize;
    if args.setup.batch {
        let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
        let jobs = whole("--jobs", args.jobs.as_deref(), cores, (1, 256), output)?;
        let defaults = args.setup.defaults(output)?;
        let hashes = (0..jobs).map(|_| hash_table(hash, output)).collect::<Result<Vec<_>, _>>()?;
        let workers =
            hashes.into_iter().map(|table| Analyst { limits, lines, threads, table, tables });
        return batch(workers, &defaults, output);
    }
    let game = args.setup.setup().game(output)?;
    if let Status::Over(outcome) = game.status() {
        let message = output.text().outcome(game.variant().game, &outcome);
        let args = [("message", message.into())];
        return Err(Refusal::no(output.text().message("error-no-action", &args)));
    }
    let analyst = Analyst { limits, lines, threads, table: hash_table(hash, output)?, tables };
    if output.json() {
        output.json_line(&analyst.answer(&game, true))?;
        return Ok(());
    }
    let work = Work { game: &game, analyst: &analyst, output };
    if game.status() == Status::Chance { work.each_throw() } else { work.run() }
}

/// Analyses the games of standard input, JSON lines as `inspect` reads them, on several threads;
/// the answers are in the order of the lines. Every line begins with an empty table, so that
/// answers do not depend on the number of threads.
fn batch<'a>(
    workers: impl ExactSizeIterator<Item = Analyst<'a>>,
    defaults: &Map<String, Value>,
    output: &mut Output,
) -> anyhow::Result<()> {
    let text = output.text();
    let bar = Bar::new();
    let (send_line, lines) = mpsc::sync_channel::<(usize, Vec<u8>)>(2 * workers.len());
    let lines = Mutex::new(lines);
    let (send_answer, answers) = mpsc::channel::<(usize, Value)>();
    // Not a scoped thread: a reader that waits for input must not hold up the end of the program.
    let reader = thread::spawn(move || -> io::Result<()> {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        let mut number = 0;
        while read_line(&mut input, &mut line)? {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            if send_line.send((number, std::mem::take(&mut line))).is_err() {
                break;
            }
            number += 1;
        }
        Ok(())
    });
    thread::scope(|scope| -> anyhow::Result<()> {
        for worker in workers {
            let (lines, send) = (&lines, send_answer.clone());
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                loop {
                    let next = lines.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, line)) = next else { break };
                    worker.table.clear();
                    let found = inspect::answer(&line, defaults, text, |fields| {
                        Ok(worker.answer(&understand(fields, text)?, false))
                    });
                    if send.send((number, found)).is_err() {
                        break;
                    }
                }
            })?;
        }
        drop(send_answer);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (count, (number, answer)) in answers.iter().enumerate() {
            let args = [("count", (count + 1).into())];
            bar.report(0.0, text.message("analyze-count", &args));
            early.insert(number, answer);
            while let Some(answer) = early.remove(&next) {
                output.json_line(&answer)?;
                next += 1;
            }
            output.flush()?;
        }
        Ok(())
    })?;
    reader.join().map_or(Ok(()), |read| Ok(read?))
}

/// How positions are searched.
struct Analyst<'a> {
    limits: Limits,
    lines: usize,
    threads: usize,
    table: HashTable,
    /// The folder of exact tables.
    tables: Option<&'a Path>,
}

impl Analyst<'_> {
    /// What `--json` prints of a game.
    fn answer(&self, game: &Game, with_bar: bool) -> Value {
        let mut answer = json!({ "position": game.position(), "to_act": game.side().word() });
        match game.status() {
            Status::Over(outcome) => {
                answer["to_act"] = json!("none");
                answer["result"] = json!(outcome);
            }
            Status::Chance => {
                let (expected, throws) = self.behind_throws(game, with_bar);
                answer["to_act"] = json!("chance");
                answer["expected"] = json!(expected);
                let one = |throw: &Behind| {
                    let mut one = json!({ "throw": throw.text, "weight": throw.weight });
                    add_report(&mut one, &throw.game, &throw.found);
                    one
                };
                answer["throws"] = throws.iter().map(one).collect();
            }
            Status::ToAct(_) => {
                let found = self.search(game, self.limits, with_bar.then_some((0, 1)));
                add_report(&mut answer, game, &found);
                answer["nodes"] = json!(found.nodes);
                answer["time"] = json!(found.elapsed.as_secs_f64());
                answer["why"] =
                    game.explain(&found.lines[0].line).iter().map(reason_json).collect();
            }
        }
        answer
    }

    /// Searches a game; `part` is which part of how many a bar shows it as.
    fn search(
        &self,
        game: &Game,
        limits: Limits,
        part: Option<(usize, usize)>,
    ) -> Report<AnyAction> {
        let began = Instant::now();
        let clock = || began.elapsed();
        let stop = AtomicBool::new(false);
        let helpers = Threads { count: self.threads, stop: &stop };
        let oracle = oracle(self.tables, game.variant(), |error| eprintln!("{error}"));
        let ask = Ask {
            lines: self.lines,
            clock: &clock,
            helpers: &helpers,
            exact: oracle.as_ref().map(|oracle| oracle as &dyn ExactValues),
            ..Ask::new(limits, &self.table, &stop)
        };
        let mut whole = None;
        let bar = part.map(|part| Bar::searching(limits, part));
        let found = game.search(&ask, &mut |report| {
            whole = Some(report.clone());
            if let Some(bar) = &bar {
                let best = game.texts(&report.lines[0].line).join(" ");
                let (depth, score) = (report.depth, report.lines[0].score);
                bar.found(format!("{depth}: {score}  {best}"), report.nodes, depth);
            }
        });
        drop(bar);
        let found = found.expect("a side is to act");
        // What tables know costs nothing: all actions are shown with their results.
        if found.lines[0].exact.is_some() {
            let ask = Ask { lines: usize::MAX, ..ask };
            return game.search(&ask, &mut |_| {}).unwrap_or(found);
        }
        // A depth that was cut short may have fewer lines than the one before it.
        match whole {
            Some(whole) if whole.lines.len() > found.lines.len() => {
                Report { nodes: found.nodes, elapsed: found.elapsed, ..whole }
            }
            _ => found,
        }
    }

    /// A throw is due: what is best behind each, and what that is worth to the side that throws.
    fn behind_throws(&self, game: &Game, with_bar: bool) -> (i32, Vec<Behind>) {
        let throws = game.throws();
        let count = throws.len();
        let limits = Limits {
            time: self.limits.time.map(|time| time / count as u32),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(count as u64)),
            ..self.limits
        };
        let mut behind = Vec::new();
        let (mut sum, mut total) = (0, 0);
        for (index, (text, weight, next)) in throws.into_iter().enumerate() {
            let found = self.search(&next, limits, with_bar.then_some((index, count)));
            let best = found.lines[0].score.0;
            let ours = if next.side() == game.side() { best } else { -best };
            sum += ours * weight as i32;
            total += weight as i32;
            behind.push(Behind { text: text.to_owned(), weight, game: next, ours, found });
        }
        (sum / total.max(1), behind)
    }
}

/// What a search found behind a throw.
struct Behind {
    text: String,
    weight: u32,
    game: Game,
    /// The score for the side that throws.
    ours: i32,
    found: Report<AnyAction>,
}

/// An analysis in words.
struct Work<'a> {
    game: &'a Game,
    analyst: &'a Analyst<'a>,
    output: &'a mut Output,
}

fn reason_json(change: &TermChange) -> Value {
    json!({ "term": change.term, "before": change.before, "after": change.after })
}

fn score_json(score: Score) -> Value {
    match score.win_in() {
        Some(turns) => json!({ "win": turns }),
        None => json!({ "cp": score.0 }),
    }
}

/// An exact result for the side to act, as `tables probe` prints it.
fn exact_json(exact: Exact) -> Value {
    let result = |value: &str, distance| json!({ "value": value, "distance": distance });
    match exact {
        Exact::Win(distance) => result("win", Some(distance)),
        Exact::Draw => result("draw", None),
        Exact::Loss(distance) => result("loss", Some(distance)),
        Exact::Won(_) => result("win", None),
        Exact::Lost(_) => result("loss", None),
        Exact::Expectation(expectation) => json!({ "expectation": expectation }),
    }
}

fn add_report(answer: &mut Value, game: &Game, found: &Report<AnyAction>) {
    answer["depth"] = json!(found.depth);
    let line_json = |root: &Root<AnyAction>| {
        let mut line = json!({ "score": score_json(root.score), "moves": game.texts(&root.line) });
        if let Some(exact) = root.exact {
            line["exact"] = exact_json(exact);
        }
        line
    };
    answer["lines"] = found.lines.iter().map(line_json).collect();
}

/// Hundredths with a sign: `+0.35`.
pub(crate) fn hundredths(value: i32) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
}

impl Work<'_> {
    fn run(mut self) -> anyhow::Result<()> {
        let found = self.analyst.search(self.game, self.analyst.limits, Some((0, 1)));
        let best = &found.lines[0].line;
        self.table(&found)?;
        self.principal(best)?;
        self.why(&self.game.explain(best))
    }

    fn score(&self, root: &Root<AnyAction>) -> String {
        let text = self.output.text();
        let distance = |id, distance: u16| text.message(id, &[("distance", distance.into())]);
        match root.exact {
            Some(Exact::Win(actions)) => return distance("tables-win", actions),
            Some(Exact::Loss(actions)) => return distance("tables-loss", actions),
            Some(Exact::Draw) => return text.message("tables-draw", &[]),
            Some(Exact::Won(_)) => return text.message("tables-proven-win", &[]),
            Some(Exact::Lost(_)) => return text.message("tables-proven-loss", &[]),
            Some(Exact::Expectation(value)) => {
                let args = [("expectation", format!("{value:.6}").into())];
                return text.message("tables-expectation", &args);
            }
            None => {}
        }
        let score = root.score;
        let turns = |id, turns: i32| self.output.text().message(id, &[("count", turns.into())]);
        match score.win_in() {
            Some(n) if n > 0 => turns("analyze-win", n),
            Some(n) => turns("analyze-loss", -n),
            None => hundredths(score.0),
        }
    }

    fn side(&self, side: Side) -> &'static str {
        self.game.variant().game.side_word(side)
    }

    /// What was searched, and a row for each line.
    fn table(&mut self, found: &Report<AnyAction>) -> anyhow::Result<()> {
        let seconds = found.elapsed.as_secs_f64();
        let args = [
            ("side", self.side(self.game.side()).into()),
            ("depth", found.depth.into()),
            ("nodes", found.nodes.to_string().into()),
            ("seconds", format!("{seconds:.2}").into()),
        ];
        self.output.line(self.output.text().message("analyze-head", &args))?;
        self.output.line("")?;
        let rows: Vec<(String, String)> = found
            .lines
            .iter()
            .map(|root| (self.score(root), self.game.texts(&root.line).join(" ")))
            .collect();
        let width = rows.iter().map(|(score, _)| score.chars().count()).max().unwrap_or(0);
        for (index, (score, moves)) in rows.into_iter().enumerate() {
            let first = format!("{:>3}. {score:>width$}  ", index + 1);
            self.output.lines(hang(&first, &moves))?;
        }
        Ok(())
    }

    /// The best line, an action a row, in words.
    fn principal(&mut self, line: &[AnyAction]) -> anyhow::Result<()> {
        self.output.line("")?;
        self.output.line(format!("{}:", self.output.word("analyze-principal")))?;
        let id = self.game.variant().game;
        let mut game = self.game.clone();
        for &action in line {
            if !matches!(game.status(), Status::ToAct(_)) {
                break;
            }
            let Ok(played) = game.act(action) else { break };
            let words: Vec<String> = played
                .events
                .iter()
                .filter(|event| !matches!(event, Event::TurnEnded { .. }))
                .map(|event| self.output.text().event(id, event))
                .collect();
            let first = format!("{:>4}. {:<9} ", played.turn, played.text);
            self.output.lines(hang(&first, &words.join(". ")))?;
        }
        Ok(())
    }

    fn why(&mut self, why: &[TermChange]) -> anyhow::Result<()> {
        if why.is_empty() {
            return Ok(());
        }
        let side = self.side(Side::First);
        let head = self.output.text().message("analyze-why", &[("side", side.into())]);
        self.output.line("")?;
        self.output.line(format!("{head}:"))?;
        let game = self.game.variant().game;
        let name = |term: &str| self.output.text().term(game, term);
        let rows: Vec<_> = why
            .iter()
            .take(MOST_TERMS)
            .map(|why| (name(why.term), hundredths(why.before), hundredths(why.after)))
            .collect();
        let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        for (name, before, after) in rows {
            self.output.line(format!("  {name:<width$}  {before:>8} → {after:>8}"))?;
        }
        Ok(())
    }

    /// A throw is due: the best action behind each.
    fn each_throw(self) -> anyhow::Result<()> {
        let (expected, throws) = self.analyst.behind_throws(self.game, true);
        let total = throws.iter().map(|throw| throw.weight).sum();
        let side = self.side(self.game.side());
        let args = [("side", side.into()), ("score", hundredths(expected).into())];
        self.output.line(self.output.text().message("analyze-throws", &args))?;
        self.output.line("")?;
        for Behind { text, weight, game, ours, found } in throws {
            let chance = self.output.text().chance(weight, total);
            let first = format!("{text}  {chance:>9}  {:>8}  ", hundredths(ours));
            self.output.lines(hang(&first, &game.texts(&found.lines[0].line).join(" ")))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rules::GameId;
    use text::{Lang, text};

    #[test]
    fn every_group_of_terms_has_its_words() {
        for lang in Lang::ALL {
            for game in GameId::ALL {
                for group in engine::groups(game) {
                    assert!(text(lang).has(&format!("term-{game}-{group}")), "{lang} {group}");
                }
            }
        }
    }
}
