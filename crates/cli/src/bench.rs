//! `bench`: a fixed search on fixed positions. The node counts are the engine's signature: they
//! change when search or evaluation change, and only then.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use engine::{Evaluate, Limits, Table, VisitEvaluate, dispatch};
use rules::{Game, GameId, Line};
use serde_json::json;

use crate::analyze::whole;
use crate::output::Output;
use crate::search::{Question, search, typed};

/// What was typed behind `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[arg(id = "bench-depth", long = "depth", value_name = "N", allow_negative_numbers = true)]
    depth: Option<String>,
}

/// Game, rules (`-` for the default) and position, `|` between them; `#` begins a remark.
const POSITIONS: &str = include_str!("bench.txt");

/// The table's size: part of the signature.
const HASH: usize = 16;

/// How many actions ahead: part of the signature.
const fn depth(game: GameId) -> u32 {
    match game {
        GameId::Seega => 9,
        GameId::Salta => 10,
        GameId::Senet => 5,
        GameId::Draughts => 11,
        GameId::Diaballik => 12,
    }
}

/// The positions of a game.
fn positions(game: GameId) -> impl Iterator<Item = Game> {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(move |line| {
        let mut parts = line.splitn(3, '|').map(str::trim);
        let [name, rules, position] = [(); 3].map(|()| parts.next().unwrap_or_default());
        if name != game.id() {
            return None;
        }
        let rules = if rules == "-" { "" } else { rules };
        let variant = rules::open(name, rules).ok()?;
        Game::from_position(variant, position).ok()
    })
}

/// Searches a position to a depth, with a fresh table on one thread.
struct Count<'a>(&'a Game, u32, &'a Table);

impl VisitEvaluate for Count<'_> {
    type Out = Sum;

    fn visit<P: Evaluate>(self) -> Sum {
        let Count(game, depth, table) = self;
        let line: Line<P> = typed(game);
        table.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let began = Instant::now();
        let question = Question { limits, lines: 1, threads: 1, began };
        let found = search(&line, table, question, &AtomicBool::new(false), |_| {});
        let nodes = found.map_or(0, |report| report.nodes);
        Sum { nodes, seconds: began.elapsed().as_secs_f64() }
    }
}

/// A game's part of the signature.
#[derive(Clone, Copy, Default)]
struct Sum {
    nodes: u64,
    seconds: f64,
}

impl Sum {
    fn add(&mut self, more: Sum) {
        self.nodes += more.nodes;
        self.seconds += more.seconds;
    }

    fn speed(self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-9)) as u64
    }
}

/// The node count of each game, and the speed.
pub(crate) fn bench(args: &BenchArgs, output: &mut Output) -> anyhow::Result<()> {
    let wanted = match &args.depth {
        None => None,
        Some(_) => Some(whole("--depth", args.depth.as_deref(), 0, (1, 100), output)? as u32),
    };
    let table = Table::new(HASH);
    let mut sums = Vec::new();
    let mut total = Sum::default();
    for game in GameId::ALL {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K{game} …");
        }
        let mut sum = Sum::default();
        for position in positions(game) {
            let depth = wanted.unwrap_or(depth(game));
            sum.add(dispatch(game, Count(&position, depth, &table)));
        }
        total.add(sum);
        sums.push((game.id(), sum));
    }
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    sums.push(("total", total));
    if output.json() {
        let entry = |(name, sum): &(&str, Sum)| {
            ((*name).to_owned(), json!({ "nodes": sum.nodes, "nps": sum.speed() }))
        };
        output.json_line(&sums.iter().map(entry).collect())?;
        return Ok(());
    }
    let (nodes, speed) = (output.word("bench-nodes"), output.word("bench-speed"));
    output.line(format!("{:<10} {nodes:>12} {speed:>12}", ""))?;
    for (name, sum) in &sums {
        let name = if *name == "total" { output.word("bench-total") } else { (*name).to_owned() };
        output.line(format!("{name:<10} {:>12} {:>12}", sum.nodes, sum.speed()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Status;

    #[test]
    fn every_line_is_a_position_in_which_a_side_is_to_act() {
        let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut read = 0;
        for game in GameId::ALL {
            let all: Vec<Game> = positions(game).collect();
            assert!(all.len() >= 6, "{game}");
            for position in &all {
                assert!(matches!(position.status(), Status::ToAct(_)), "{position:?}");
            }
            read += all.len();
        }
        assert_eq!(read, lines.count());
    }
}
