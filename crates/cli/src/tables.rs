//! `tables`: building, checking, probing and listing the exact tables of endings; solving games.

mod solve;

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use clap::{Args, Subcommand};
use rules::Variant;
use serde_json::{Value, json};
use tables::{Answer, BuildOptions, Report, Shard, TableError, Tables};
use text::inspect::understand;

use crate::Refusal;
use crate::args::SetupOrBatch;
use crate::inspect::{answer, each_line};
use crate::output::Output;
use crate::progress::Bar;
use crate::settings::data_folder;

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    Build(BuildArgs),
    Check(CheckArgs),
    Probe(ProbeArgs),
    List {
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
    },
    Solve(solve::SolveArgs),
    Verify(solve::VerifyArgs),
    Solved {
        #[arg(long, value_name = "DIR")]
        tables: Option<PathBuf>,
    },
}

/// A game with its rules.
#[derive(Args, Debug)]
struct Which {
    #[arg(value_name = "GAME")]
    game: String,
    #[arg(long, value_name = "K=V,…", default_value = "", hide_default_value = true)]
    rules: String,
}

impl Which {
    fn variant(&self, output: &Output) -> anyhow::Result<Variant> {
        rules::open(&self.game, &self.rules)
            .map_err(|error| Refusal::wrong(output.text().options_error(&error)))
    }
}

/// The number of threads: all cores if nothing is said.
#[derive(Args, Debug)]
struct Threads {
    #[arg(
        id = "tables-threads",
        long = "threads",
        value_name = "N",
        allow_negative_numbers = true
    )]
    threads: Option<String>,
}

impl Threads {
    fn count(&self, output: &Output) -> anyhow::Result<usize> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        Ok(number("--threads", self.threads.as_deref(), cores, 1..=1024, output)? as usize)
    }
}

#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    which: Which,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pieces: String,
    #[arg(id = "tables-out", long = "out", value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    memory: Option<String>,
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    which: Which,
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    #[arg(long)]
    all: bool,
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    setup: SetupOrBatch,
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Entries of each layer that a check compares if not all are asked for.
const SAMPLE: u64 = 10_000;

/// Megabytes for successors if nothing is said.
const MEMORY: u64 = 2048;

pub(crate) fn tables(command: &TablesCommand, output: &mut Output) -> anyhow::Result<()> {
    match command {
        TablesCommand::Build(args) => build(args, output),
        TablesCommand::Check(args) => check(args, output),
        TablesCommand::Probe(args) if args.setup.batch => probe_batch(args, output),
        TablesCommand::Probe(args) => probe(args, output),
        TablesCommand::List { tables } => list(tables.as_ref(), output),
        TablesCommand::Solve(args) => solve::solve(args, output),
        TablesCommand::Verify(args) => solve::verify(args, output),
        TablesCommand::Solved { tables } => solve::solved(tables.as_ref(), output),
    }
}

fn folder(given: Option<&PathBuf>) -> PathBuf {
    given.cloned().unwrap_or_else(|| data_folder().join("tables"))
}

/// An error of the tables: one that says that an entry is wrong or a proof incomplete is the answer
/// no, any other one a wrong call.
fn refuse(error: TableError) -> anyhow::Error {
    match error {
        TableError::Wrong { .. } | TableError::Unproven { .. } => Refusal::no(error.to_string()),
        _ => Refusal::wrong(error.to_string()),
    }
}

fn number(
    name: &str,
    given: Option<&str>,
    default: u64,
    allowed: std::ops::RangeInclusive<u64>,
    output: &Output,
) -> anyhow::Result<u64> {
    let Some(text) = given else { return Ok(default) };
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| {
        let allowed = format!("{}…{}", allowed.start(), allowed.end());
        Refusal::argument(name, text, &allowed, output)
    })
}

fn build(args: &BuildArgs, output: &mut Output) -> anyhow::Result<()> {
    let variant = args.which.variant(output)?;
    let pieces = number("--pieces", Some(&args.pieces), 0, 1..=24, output)? as u32;
    let threads = args.threads.count(output)?;
    let memory = number("--memory", args.memory.as_deref(), MEMORY, 1..=1 << 24, output)? << 20;
    let shard = match &args.shard {
        None => Shard::default(),
        Some(text) => Shard::read(text)
            .ok_or_else(|| Refusal::argument("--shard", text, "0/N … N-1/N", output))?,
    };
    let folder = folder(args.out.as_ref());
    let began = Instant::now();
    {
        let progress = Progress::new(output);
        let report = |report: &Report| progress.show(report);
        let options = BuildOptions { out: &folder, threads, memory, shard, report: &report };
        tables::build(&variant, pieces, &options).map_err(refuse)?;
    }
    let seconds = began.elapsed().as_secs_f64();
    if output.json() {
        let rules = variant.to_string();
        output.json_line(&json!({ "rules": rules, "pieces": pieces, "seconds": seconds }))?;
        return Ok(());
    }
    let args = [
        ("rules", variant.to_string().into()),
        ("folder", folder.display().to_string().into()),
        ("seconds", format!("{seconds:.1}").into()),
    ];
    output.line(output.text().message("tables-built", &args))?;
    Ok(())
}

/// How far a build is, with the time left: a bar on a terminal, else a line now and then.
struct Progress<'a> {
    output: &'a Output,
    bar: Bar,
    /// The step under way, and when it began.
    last: Mutex<(String, Instant)>,
}

impl Progress<'_> {
    fn new(output: &Output) -> Progress<'_> {
        Progress { output, bar: Bar::new(), last: Mutex::new((String::new(), Instant::now())) }
    }

    fn show(&self, report: &Report) {
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let word = self.output.word(&format!("tables-{}", report.step));
        let step = format!("{} {word}", report.layer).trim_start().to_owned();
        if last.0 != step {
            *last = (step.clone(), Instant::now());
        }
        let done = if report.total == 0 { 0.0 } else { report.done as f64 / report.total as f64 };
        let mut text = step;
        if done > 0.01 {
            let left = last.1.elapsed().mul_f64((1.0 - done).max(0.0) / done).as_secs();
            let args = [("seconds", left.into())];
            text = format!("{text}, {}", self.output.text().message("tables-left", &args));
        }
        self.bar.report(done, text);
    }
}

fn check(args: &CheckArgs, output: &mut Output) -> anyhow::Result<()> {
    let variant = args.which.variant(output)?;
    let seed = number("--seed", args.seed.as_deref(), 1, 0..=u64::MAX, output)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let sample = (!args.all).then_some(SAMPLE);
    let tables = Tables::new(folder(args.tables.as_ref()));
    let checked = tables.check(variant, sample, |below| rng.u64(..below)).map_err(refuse)?;
    if checked.of == 0 {
        let args = [("rules", variant.to_string().into())];
        return Err(Refusal::no(output.text().message("tables-none", &args)));
    }
    if output.json() {
        output.json_line(&json!({ "entries": checked.entries, "of": checked.of }))?;
        return Ok(());
    }
    let args = [("entries", checked.entries.into()), ("of", checked.of.into())];
    output.line(output.text().message("tables-checked", &args))?;
    Ok(())
}

fn probe(args: &ProbeArgs, output: &mut Output) -> anyhow::Result<()> {
    let game = args.setup.setup().game(output)?;
    let tables = Tables::new(folder(args.tables.as_ref()));
    let answer = tables.probe(&game).map_err(refuse)?;
    if output.json() {
        output.json_line(&as_json(answer))?;
    }
    let Some(answer) = answer else {
        return Err(Refusal::no(output.word("tables-not-in")));
    };
    if !output.json() {
        let text = answer_text(&answer, output);
        output.line(text)?;
    }
    Ok(())
}

fn as_json(answer: Option<Answer>) -> Value {
    answer.map_or(json!({ "exact": false }), |answer| json!(answer))
}

fn answer_text(answer: &Answer, output: &Output) -> String {
    let text = output.text();
    match answer {
        Answer::Result { value, distance, within_counters } => {
            let word = json!(value).as_str().unwrap_or_default().to_owned();
            let args = [("distance", distance.unwrap_or_default().into())];
            let mut line = text.message(&format!("tables-{word}"), &args);
            if *within_counters == Some(false) {
                line = format!("{line}; {}", output.word("tables-beyond-counters"));
            }
            line
        }
        Answer::Expectation { expectation, limit_matters } => {
            let args = [("expectation", format!("{expectation:+.6}").into())];
            let line = text.message("tables-expectation", &args);
            if *limit_matters {
                format!("{line}; {}", output.word("tables-limit-matters"))
            } else {
                line
            }
        }
    }
}

/// JSON lines in and out, in order and streaming. A line is what `inspect` reads; game and rules
/// that it leaves out are those of the call.
fn probe_batch(args: &ProbeArgs, output: &mut Output) -> anyhow::Result<()> {
    let defaults = args.setup.defaults(output)?;
    let tables = Tables::new(folder(args.tables.as_ref()));
    let text = output.text();
    each_line(output, |line| {
        answer(line, &defaults, text, |fields| {
            Ok(match tables.probe(&understand(fields, text)?) {
                Ok(answer) => as_json(answer),
                Err(error) => json!({ "error": error.to_string() }),
            })
        })
    })
}

fn list(given: Option<&PathBuf>, output: &mut Output) -> anyhow::Result<()> {
    let mut damaged = None;
    let mut all = Vec::new();
    for listed in Tables::new(folder(given)).list().map_err(refuse)? {
        match listed {
            Ok(listed) => {
                let header = &listed.header;
                if !output.json() {
                    let (rules, layer) = (&header.rules, &header.layer);
                    let size = listed.size.div_ceil(1024);
                    output.line(format!(
                        "{rules:<28} {layer:>5} {:>12} {size:>9} KB",
                        header.entries
                    ))?;
                }
                all.push(json!({
                    "rules": header.rules,
                    "layer": header.layer,
                    "entries": header.entries,
                    "bytes": listed.size,
                    "facts": header.facts,
                    "file": listed.path.display().to_string(),
                }));
            }
            Err(error) => damaged = Some(error),
        }
    }
    if output.json() {
        output.json_line(&Value::Array(all))?;
    }
    damaged.map_or(Ok(()), |error| Err(Refusal::no(error.to_string())))
}
