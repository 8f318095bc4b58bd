//! `record review`: what each action of a game was worth, where it turned, what was luck.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use engine::review::{Effort, Mark, Review, Reviewed, Summary, review};
use engine::{Ask, ExactValues, HashTable, Limits};
use rules::record::Record;
use rules::{Game, GameId, Side};
use serde_json::json;

use crate::Refusal;
use crate::analyze::{hundredths, whole};
use crate::output::Output;
use crate::progress::Bar;
use crate::record::{replayed, tag_name};
use crate::search::{ExactTables, hash_table, oracle};
use crate::show;
use crate::wrap::{WIDTH, hang, harmless};

/// What was typed behind `record review`.
#[derive(Args, Debug)]
pub(crate) struct ReviewArgs {
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[arg(id = "each-nodes", long = "nodes", value_name = "N", allow_negative_numbers = true)]
    nodes: Option<String>,
    #[arg(id = "each-time", long = "time", value_name = "S", allow_negative_numbers = true)]
    #[arg(conflicts_with = "each-nodes")]
    time: Option<String>,
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    #[command(flatten)]
    tables: ExactTables,
}

/// Megabytes for what has been searched.
const MEMORY: usize = 64;
/// So many throws of each kind are listed.
const MOST_THROWS: usize = 3;
/// So many reasons are given.
const MOST_REASONS: usize = 3;

impl ReviewArgs {
    fn effort(&self, game: GameId, output: &Output) -> anyhow::Result<Effort> {
        if let Some(text) = &self.time {
            let allowed = |seconds: &f64| (0.001..=3_600.0).contains(seconds);
            let seconds = text.parse().ok().filter(allowed);
            let refuse = || Refusal::argument("--time", text, "0.001…3600", output);
            return Ok(Effort::Time(Duration::from_secs_f64(seconds.ok_or_else(refuse)?)));
        }
        if self.nodes.is_some() {
            let most = 1_000_000_000;
            let nodes = whole("--nodes", self.nodes.as_deref(), 0, (100, most), output)?;
            return Ok(Effort::Nodes(nodes));
        }
        Ok(Effort::usual(game))
    }
}

/// Reviews every game of a file.
pub(crate) fn review_file(args: &ReviewArgs, output: &mut Output) -> anyhow::Result<()> {
    // A wrong number is said before the file is read.
    args.effort(GameId::SEEGA, output)?;
    let tables = args.tables.folder(output)?;
    let games = replayed(&args.file, output)?;
    let table = hash_table(MEMORY, output)?;
    let text = output.text();
    let unwritable = |path: &PathBuf, error: std::io::Error| {
        let args =
            [("file", path.display().to_string().into()), ("message", error.to_string().into())];
        Refusal::wrong(text.message("error-file-write", &args))
    };
    // A file that cannot be written is reported before the work, not after it.
    if let Some(path) = &args.annotate {
        let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
        opened.map_err(|error| unwritable(path, error))?;
    }
    let mut annotated = Vec::new();
    for (index, (record, game)) in games.iter().enumerate() {
        let effort = args.effort(record.variant.game, output)?;
        table.clear();
        let oracle = oracle(tables, record.variant, |error| eprintln!("{error}"));
        let exact = oracle.as_ref().map(|oracle| oracle as &dyn ExactValues);
        let reviewed = one_review(game, effort, &table, exact, (index + 1, games.len()));
        if args.annotate.is_some() {
            annotated.push(annotate(record.clone(), &reviewed, output).write());
        }
        if output.json() {
            output.json_line(&json!({
                "game": index + 1,
                "rules": record.variant.to_string(),
                "review": reviewed,
            }))?;
            continue;
        }
        if index > 0 {
            output.line("")?;
        }
        Printer { record, game, review: &reviewed, output }.print()?;
    }
    let Some(path) = &args.annotate else { return Ok(()) };
    std::fs::write(path, annotated.join("\n")).map_err(|error| unwritable(path, error))
}

/// The record with a value behind every entry, a sign behind every mistake, and what would have been
/// better and how the mistake is refuted as a comment.
fn annotate(mut record: Record, review: &Review, output: &Output) -> Record {
    for (noted, entry) in record.entries.iter_mut().zip(&review.entries) {
        noted.eval = Some(entry.score);
        let Some(mark) = entry.mark else { continue };
        noted.glyph = Some(
            match mark {
                Mark::Inaccuracy => "?!",
                Mark::Mistake => "?",
                Mark::Blunder => "??",
            }
            .to_owned(),
        );
        let part = |id: &str, line: &[String]| format!("{}: {}", output.word(id), line.join(" "));
        let mut parts: Vec<String> = noted.comment.take().into_iter().collect();
        parts.push(part("review-better", &entry.line));
        if !entry.refutation.is_empty() {
            parts.push(part("review-refuted", &entry.refutation));
        }
        parts.extend(forced(record.variant.game, entry, output));
        noted.comment = Some(parts.join(". "));
    }
    record
}

/// What a marked action has given away by force, in words.
fn forced(game: GameId, entry: &Reviewed, output: &Output) -> Option<String> {
    output.text().forced(game, entry.side, entry.score, entry.instead)
}

fn one_review(
    game: &Game,
    effort: Effort,
    table: &HashTable,
    exact: Option<&dyn ExactValues>,
    (number, of): (usize, usize),
) -> Review {
    let began = Instant::now();
    let clock = || began.elapsed();
    let stop = AtomicBool::new(false);
    let bar = Bar::new();
    let part = if of > 1 { format!("{number}/{of}") } else { String::new() };
    let ask = Ask { clock: &clock, exact, ..Ask::new(Limits::default(), table, &stop) };
    let done = review(game, effort, &ask, |done| bar.show(done, part.clone()));
    done.expect("it is never stopped")
}

/// A review in words.
struct Printer<'a> {
    record: &'a Record,
    game: &'a Game,
    review: &'a Review,
    output: &'a mut Output,
}

/// A share as a percentage.
fn percent(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

/// A difference of shares, with its sign.
fn signed(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 10.0;
    format!("{}{:.1} %", if rounded < 0.0 { '-' } else { '+' }, rounded.abs())
}

impl Printer<'_> {
    fn id(&self) -> GameId {
        self.record.variant.game
    }

    fn side(&self, side: Side) -> String {
        self.output.text().side_name(self.id(), side)
    }

    fn side_inline(&self, side: Side) -> String {
        self.output.text().side_inline(self.id(), side)
    }

    fn print(&mut self) -> anyhow::Result<()> {
        self.output.line(self.output.text().full_title(self.record.variant))?;
        for (name, value) in &self.record.tags {
            if matches!(name.as_str(), "First" | "Second" | "Date" | "Event") {
                let name = tag_name(name, self.id(), self.output.text());
                self.output.lines(hang(&format!("{name}: "), &harmless(value)))?;
            }
        }
        self.output.line("")?;
        self.graph()?;
        self.mistakes()?;
        self.throws()?;
        self.summary()
    }

    /// What first may expect, over the whole game.
    fn graph(&mut self) -> anyhow::Result<()> {
        let entries = &self.review.entries;
        if entries.is_empty() || self.output.ascii() || !self.output.terminal() {
            return Ok(());
        }
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let head = format!("{}  ", self.side(Side::First));
        let width = (WIDTH - head.chars().count()).min(entries.len());
        let bar = |at: usize| {
            let value = entries[at * entries.len() / width].value.after;
            BARS[((value * 8.0) as usize).min(7)]
        };
        self.output.line(format!("{head}{}", (0..width).map(bar).collect::<String>()))?;
        self.output.line("")?;
        Ok(())
    }

    /// Every marked action with what would have been better, and why.
    fn mistakes(&mut self) -> anyhow::Result<()> {
        let marked: Vec<&Reviewed> =
            self.review.entries.iter().filter(|entry| entry.mark.is_some()).collect();
        if marked.is_empty() {
            self.output.line(self.output.word("review-no-mistakes"))?;
        }
        let width = Side::BOTH.map(|side| self.side(side).chars().count());
        let width = width[0].max(width[1]);
        for entry in marked {
            let Some(mark) = entry.mark else { continue };
            let word = self.output.word(match mark {
                Mark::Inaccuracy => "review-inaccuracy",
                Mark::Mistake => "review-mistake",
                Mark::Blunder => "review-blunder",
            });
            let own = |value: f64| match entry.side {
                Side::First => percent(value),
                Side::Second => percent(1.0 - value),
            };
            let mut values = format!("{} → {}", own(entry.value.before), own(entry.value.after));
            if entry.exact {
                values = format!("{values} ({})", self.output.word("review-exact"));
            }
            let turning = if entry.turning {
                format!(", {}", self.output.word("review-turning"))
            } else {
                String::new()
            };
            let head = format!("{:>4}. {:<width$}  ", entry.turn, self.side(entry.side));
            let indent = " ".repeat(head.chars().count());
            let marked = format!("{}  {word}{turning}: {values}", entry.text);
            self.output.lines(hang(&head, &marked))?;
            let better = format!("{indent}{}: ", self.output.word("review-better"));
            self.output.lines(hang(&better, &entry.line.join(" ")))?;
            if !entry.refutation.is_empty() {
                let refuted = format!("{indent}{}: ", self.output.word("review-refuted"));
                self.output.lines(hang(&refuted, &entry.refutation.join(" ")))?;
            }
            if let Some(forced) = forced(self.record.variant.game, entry, self.output) {
                self.output.lines(hang(&indent, &forced))?;
            }
            // What a reader sees is from the actor's side.
            let sign = if entry.side == Side::First { 1 } else { -1 };
            let why: Vec<String> = entry
                .why
                .iter()
                .take(MOST_REASONS)
                .map(|why| {
                    let term = self.output.text().term(self.id(), why.term);
                    format!("{term} {}", hundredths(sign * why.amount))
                })
                .collect();
            if !why.is_empty() {
                let because = format!("{indent}{}: ", self.output.word("review-because"));
                self.output.lines(hang(&because, &why.join("; ")))?;
            }
            if entry.turning {
                self.board_before(entry.ply)?;
            }
        }
        if let Some(alone) = self.review.alone {
            let args = [
                ("side", self.side(alone.side).into()),
                ("played", alone.played.into()),
                ("par", alone.par.into()),
            ];
            self.output.line(self.output.text().message("review-alone", &args))?;
            let bound = match alone.least == alone.par {
                true => self.output.word("review-par-exact"),
                false => {
                    let args = [("least", alone.least.into())];
                    self.output.text().message("review-par-bound", &args)
                }
            };
            self.output.line(bound)?;
        }
        if let Some(needed) = self.review.needed {
            let args = [
                ("first", self.side_inline(Side::First).into()),
                ("second", self.side_inline(Side::Second).into()),
                ("of-first", needed.first.into()),
                ("of-second", needed.second.into()),
            ];
            self.output.line(self.output.text().message("review-needed", &args))?;
            let [names @ .., _, _] = args;
            if (needed.first_least, needed.second_least) != (needed.first, needed.second) {
                let [first, second] = names;
                let args = [
                    first,
                    second,
                    ("of-first", needed.first_least.into()),
                    ("of-second", needed.second_least.into()),
                ];
                self.output.line(self.output.text().message("review-needed-bound", &args))?;
            }
        }
        Ok(())
    }

    /// The board on which a turning point was played.
    fn board_before(&mut self, ply: usize) -> anyhow::Result<()> {
        let mut game = self.game.clone();
        game.truncate(ply);
        self.output.line("")?;
        show::draw(&game, &game.status(), self.output)?;
        self.output.line("")?;
        Ok(())
    }

    /// The throws that brought most and least.
    fn throws(&mut self) -> anyhow::Result<()> {
        let mut throws: Vec<(&Reviewed, f64)> =
            self.review.entries.iter().filter_map(|one| Some((one, one.luck?))).collect();
        if throws.is_empty() {
            return Ok(());
        }
        throws.sort_by(|(_, one), (_, two)| two.total_cmp(one));
        let last = throws.len().saturating_sub(MOST_THROWS).max(MOST_THROWS.min(throws.len()));
        let kinds = [
            ("review-lucky", throws[..MOST_THROWS.min(throws.len())].to_vec()),
            ("review-unlucky", throws[last..].iter().rev().copied().collect()),
        ];
        self.output.line("")?;
        for (head, throws) in kinds {
            let listed: Vec<String> = throws
                .iter()
                .map(|(entry, luck)| {
                    let side = self.side_inline(entry.side);
                    format!("{}. {side} {} {}", entry.turn, entry.text, signed(*luck))
                })
                .collect();
            let head = format!("{}: ", self.output.word(head));
            self.output.lines(hang(&head, &listed.join("; ")))?;
        }
        Ok(())
    }

    /// A table of both sides.
    fn summary(&mut self) -> anyhow::Result<()> {
        type Cell = fn(&Summary) -> String;
        let mut rows: Vec<(&str, Cell)> = vec![
            ("review-accuracy", |side| format!("{:.0} %", side.accuracy)),
            ("review-choices", |side| side.choices.to_string()),
            ("review-mean-loss", |side| format!("{:.1} %", side.mean_loss * 100.0)),
            ("review-inaccuracies", |side| side.inaccuracies.to_string()),
            ("review-mistakes", |side| side.mistakes.to_string()),
            ("review-blunders", |side| side.blunders.to_string()),
        ];
        let sides = [self.review.sides.first, self.review.sides.second];
        if sides[0].luck.is_some() {
            rows.push(("review-luck", |side| signed(side.luck.unwrap_or(0.0))));
        }
        let names = Side::BOTH.map(|side| self.side(side));
        let words: Vec<String> = rows.iter().map(|(id, _)| self.output.word(id)).collect();
        let width = words.iter().map(|word| word.chars().count()).max().unwrap_or(0);
        let columns = names.clone().map(|name| name.chars().count().max(8));
        self.output.line("")?;
        let [first, second] = &names;
        let [a, b] = columns;
        self.output.line(format!("{:width$}  {first:>a$}  {second:>b$}", ""))?;
        for ((_, cell), word) in rows.iter().zip(&words) {
            let [first, second] = sides.map(|side| cell(&side));
            self.output.line(format!("{word:<width$}  {first:>a$}  {second:>b$}"))?;
        }
        Ok(())
    }
}
