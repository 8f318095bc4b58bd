//! `analyze`: the best lines of a position, and why.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::Threads;
use clap::Args;
use engine::{Ask, HashTable, Limits, Report, Root, Score, Searchable, TermChange};
use rules::{AnyAction, Event, Game, Side, Status};
use serde_json::{Value, json};

use crate::Refusal;
use crate::args::Setup;
use crate::output::Output;
use crate::progress::Bar;
use crate::search::hash_table;
use crate::wrap::hang;

/// What was typed behind `analyze`.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    setup: Setup,
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
    let hash = whole("--hash", args.hash.as_deref(), 64, (1, 32_768), output)? as usize;
    let game = args.setup.game(output)?;
    if let Status::Over(outcome) = game.status() {
        let message = output.text().outcome(game.variant().game, &outcome);
        let args = [("message", message.into())];
        return Err(Refusal::no(output.text().message("error-no-action", &args)));
    }
    let table = hash_table(hash, output)?;
    let work = Work { game: &game, limits, lines, threads, table: &table, output };
    if game.status() == Status::Chance { work.each_throw() } else { work.run() }
}

struct Work<'a> {
    game: &'a Game,
    limits: Limits,
    lines: usize,
    threads: usize,
    table: &'a HashTable,
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

fn add_report(answer: &mut Value, game: &Game, found: &Report<AnyAction>) {
    answer["depth"] = json!(found.depth);
    let line_json = |root: &Root<AnyAction>| json!({ "score": score_json(root.score), "moves": game.texts(&root.line) });
    answer["lines"] = found.lines.iter().map(line_json).collect();
}

/// Hundredths with a sign: `+0.35`.
pub(crate) fn hundredths(value: i32) -> String {
    let sign = if value < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
}

impl Work<'_> {
    fn run(mut self) -> anyhow::Result<()> {
        let game = self.game;
        let found = self.search(game, self.limits, (0, 1));
        let best = &found.lines[0].line;
        let why = game.explain(best);
        if self.output.json() {
            let mut answer = json!({ "position": game.position(), "to_act": game.side().word() });
            add_report(&mut answer, game, &found);
            answer["nodes"] = json!(found.nodes);
            answer["time"] = json!(found.elapsed.as_secs_f64());
            answer["why"] = why.iter().map(reason_json).collect();
            self.output.json_line(&answer)?;
            return Ok(());
        }
        self.table(&found)?;
        self.principal(best)?;
        self.why(&why)
    }

    /// Searches a game; `part` is which part of how many this is.
    fn search(&self, game: &Game, limits: Limits, part: (usize, usize)) -> Report<AnyAction> {
        let began = Instant::now();
        let clock = || began.elapsed();
        let stop = AtomicBool::new(false);
        let helpers = Threads { count: self.threads, stop: &stop };
        let lines = self.lines;
        let ask =
            Ask { limits, lines, table: self.table, clock: &clock, stop: &stop, helpers: &helpers };
        let mut whole = None;
        let bar = Bar::searching(limits, part);
        let found = game.search(&ask, &mut |report| {
            whole = Some(report.clone());
            let best = game.texts(&report.lines[0].line).join(" ");
            let (depth, score) = (report.depth, report.lines[0].score);
            bar.found(format!("{depth}: {score}  {best}"), report.nodes, depth);
        });
        drop(bar);
        let found = found.expect("a side is to act");
        // A depth that was cut short may have fewer lines than the one before it.
        match whole {
            Some(whole) if whole.lines.len() > found.lines.len() => {
                Report { nodes: found.nodes, elapsed: found.elapsed, ..whole }
            }
            _ => found,
        }
    }

    fn score(&self, score: Score) -> String {
        let turns = |id, turns: i32| self.output.text().message(id, &[("count", turns.into())]);
        match score.win_in() {
            Some(n) if n > 0 => turns("analyze-win", n),
            Some(n) => turns("analyze-loss", -n),
            None => hundredths(score.0),
        }
    }

    fn side(&self, side: Side) -> String {
        self.output.text().side_name(self.game.variant().game, side)
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
            .map(|root| (self.score(root.score), self.game.texts(&root.line).join(" ")))
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
            self.output.lines(hang(&first, &words.join("; ")))?;
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
        let throws = self.game.throws();
        let count = throws.len() as u32;
        let limits = Limits {
            time: self.limits.time.map(|time| time / count),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(u64::from(count))),
            ..self.limits
        };
        let total: u32 = throws.iter().map(|(_, weight, _)| weight).sum();
        let side = self.game.side();
        let mut sum = 0;
        let mut rows = Vec::new();
        let mut answers = Vec::new();
        for (index, (text, weight, next)) in throws.iter().enumerate() {
            let found = self.search(next, limits, (index, throws.len()));
            let best = &found.lines[0];
            let ours = if next.side() == side { best.score.0 } else { -best.score.0 };
            sum += ours * *weight as i32;
            let mut answer = json!({ "throw": text, "weight": weight });
            add_report(&mut answer, next, &found);
            answers.push(answer);
            let chance = self.output.text().chance(*weight, total);
            let head = format!("{text}  {chance:>9}  {:>8}  ", hundredths(ours));
            rows.push((head, next.texts(&best.line).join(" ")));
        }
        let expected = sum / total as i32;
        if self.output.json() {
            self.output.json_line(&json!({
                "position": self.game.position(),
                "to_act": "chance",
                "expected": expected,
                "throws": answers,
            }))?;
            return Ok(());
        }
        let args = [("side", self.side(side).into()), ("score", hundredths(expected).into())];
        self.output.line(self.output.text().message("analyze-throws", &args))?;
        self.output.line("")?;
        for (first, moves) in rows {
            self.output.lines(hang(&first, &moves))?;
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
