//! `bench`: a fixed search on fixed positions. The node counts are the engine's signature: they
//! change when search or evaluation change, and only then.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use engine::{Ask, HashTable, Limits, Searchable};
use rules::{Game, GameId};
use serde_json::json;

use crate::analyze::whole;
use crate::output::Output;
use crate::search::hash_table;

/// What was typed behind `bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[arg(id = "bench-depth", long = "depth", value_name = "N", allow_negative_numbers = true)]
    depth: Option<String>,
}

/// Game, rules (`-` for the default), depth and position, `|` between them; `#` begins a remark.
const POSITIONS: &str = include_str!("bench.txt");

/// The table's size: part of the signature.
const HASH: usize = 16;

/// The positions of a game, and how many actions ahead each is searched.
fn positions(game: GameId) -> impl Iterator<Item = (Game, u32)> {
    let lines = POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(move |line| {
        let mut parts = line.splitn(4, '|').map(str::trim);
        let [name, rules, depth, position] = [(); 4].map(|()| parts.next().unwrap_or_default());
        if name != game.id() {
            return None;
        }
        let rules = if rules == "-" { "" } else { rules };
        let variant = rules::open(name, rules).ok()?;
        Some((Game::from_position(variant, position).ok()?, depth.parse().ok()?))
    })
}

/// Searches a position to a depth, with a fresh table on one thread.
fn count(game: &Game, depth: u32, table: &HashTable) -> Sum {
    table.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let began = Instant::now();
    let found = game.search(&Ask::new(limits, table, &AtomicBool::new(false)), &mut |_| {});
    let nodes = found.map_or(0, |report| report.nodes);
    Sum { nodes, seconds: began.elapsed().as_secs_f64() }
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
    let table = hash_table(HASH, output)?;
    let mut sums = Vec::new();
    let mut total = Sum::default();
    for game in GameId::ALL {
        if io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K{game} …");
        }
        let mut sum = Sum::default();
        for (position, depth) in positions(game) {
            sum.add(count(&position, wanted.unwrap_or(depth), &table));
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
            let all: Vec<(Game, u32)> = positions(game).collect();
            assert!(all.len() >= 6, "{game}");
            for (position, _) in &all {
                assert!(matches!(position.status(), Status::ToAct(_)), "{position:?}");
            }
            read += all.len();
        }
        assert_eq!(read, lines.count());
    }
}
