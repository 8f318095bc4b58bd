//! Repeats the figures of docs/knowledge.md that are not in the tables' headers:
//!
//! ```sh
//! cargo run --release -p igroteka-tables --example study -- build senet 3 tables
//! cargo run --release -p igroteka-tables --example study -- zugzwang seega 6 tables
//! cargo run --release -p igroteka-tables --example study -- tempo 3 tables
//! cargo run --release -p igroteka-tables --example study -- loss 3 2000 10000 tables
//! cargo run --release -p igroteka-tables --example study -- kings classic tables
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Ask, ExactValues, HashTable, Limits, Searchable};
use rules::{Game, Side, Variant};
use tables::{Answer, BuildOptions, Report, Shard, Tables, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["build", rules, pieces, out] => build(rules, pieces.parse()?, Path::new(out)),
        ["build", rules, pieces, out, threads] => {
            build_with(rules, pieces.parse()?, Path::new(out), threads.parse()?)
        }
        ["check", rules, folder] => check(rules, None, folder),
        ["check", rules, entries, folder] => check(rules, Some(entries.parse()?), folder),
        ["zugzwang", rules, pieces, folder] => zugzwang(rules, pieces.parse()?, folder),
        ["tempo", pieces, folder] => tempo(pieces.parse()?, folder),
        ["loss", pieces, count, nodes, folder] => {
            loss(pieces.parse()?, count.parse()?, nodes.parse()?, folder)
        }
        ["kings", rules, folder] => kings(rules, folder),
        _ => Err("build RULES N DIR [THREADS] | check RULES [ENTRIES] DIR | zugzwang RULES N DIR | tempo N DIR | loss N COUNT NODES DIR | kings RULES DIR".into()),
    }
}

/// A rule set: a game, or `GAME(OPTIONS)`.
fn variant(rules: &str) -> Result<Variant, Box<dyn Error>> {
    let (game, options) = rules.split_once('(').unwrap_or((rules, ""));
    rules::open(game, options.trim_end_matches(')')).map_err(|error| format!("{error:?}").into())
}

fn build(rules: &str, pieces: u32, out: &Path) -> Result<(), Box<dyn Error>> {
    build_with(rules, pieces, out, std::thread::available_parallelism().map_or(1, usize::from))
}

/// Builds with the times of each step.
fn build_with(rules: &str, pieces: u32, out: &Path, threads: usize) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let last = Mutex::new(None);
    let report = |report: &Report| {
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let step = (report.layer.clone(), report.step, 20 * report.done / report.total.max(1));
        if last.as_ref() != Some(&step) {
            let seconds = began.elapsed().as_secs_f64();
            let Report { layer, step, done, total } = report;
            println!("{seconds:8.1} s  {layer} {step} {done}/{total}");
            *last = Some(step_of(report));
        }
    };
    let options =
        BuildOptions { out, threads, memory: 2 << 30, shard: Shard::default(), report: &report };
    tables::build(&variant(rules)?, pieces, &options)?;
    println!("{:8.1} s  done", began.elapsed().as_secs_f64());
    Ok(())
}

fn step_of(report: &Report) -> (String, &'static str, u64) {
    (report.layer.clone(), report.step, 20 * report.done / report.total.max(1))
}

/// Compares all entries with what the rules make of their successors, or so many of each table.
fn check(rules: &str, entries: Option<u64>, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut rng = fastrand::Rng::with_seed(1);
    let checked = Tables::new(folder).check(variant(rules)?, entries, |below| rng.u64(..below))?;
    println!("{checked:?}");
    Ok(())
}

/// A number that is larger for the better result.
fn worth(answer: &Answer) -> f64 {
    match answer {
        Answer::Result { value: Value::Win, .. } => 1.0,
        Answer::Result { value: Value::Draw, .. } => 0.0,
        Answer::Result { value: Value::Loss, .. } => -1.0,
        Answer::Expectation { expectation, .. } => *expectation,
    }
}

/// The sets of `count` of the squares below `squares`.
fn sets(squares: u32, count: u32) -> Vec<u64> {
    (0u64..1 << squares).filter(|set| set.count_ones() == count).collect()
}

/// A board as positions are written: rank by rank from the highest, gaps as numbers.
fn board(size: u32, piece: impl Fn(u32, u32) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..size).rev() {
        let mut gap = 0;
        for file in 0..size {
            match piece(file, rank) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push_str(&gap.to_string());
                    }
                    text.push(piece);
                    gap = 0;
                }
            }
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// What a position is worth to first with first and with second to act; none where a position is
/// refused or not in the tables.
fn both(tables: &Tables, variant: Variant, with: impl Fn(Side) -> String) -> Option<[f64; 2]> {
    let [first, second] = [Side::First, Side::Second].map(|side| {
        let game = Game::from_position(variant, &with(side)).ok()?;
        let worth = worth(&tables.probe(&game).ok()??);
        Some(if side == Side::First { worth } else { -worth })
    });
    Some([first?, second?])
}

/// Counts of positions in which each side would rather not act.
#[derive(Default)]
struct Count {
    positions: u64,
    mutual: u64,
    /// Of them those where the side to act loses.
    lost: u64,
    example: Option<String>,
}

impl Count {
    fn add(&mut self, [first, second]: [f64; 2], text: &str) {
        self.positions += 1;
        if first < second {
            self.mutual += 1;
            self.lost += u64::from(first < 0.0 && second > 0.0);
            self.example.get_or_insert_with(|| text.to_owned());
        }
    }
}

/// Positions of mutual zugzwang, by the pieces of both sides.
fn zugzwang(rules: &str, pieces: u32, folder: &str) -> Result<(), Box<dyn Error>> {
    let (variant, tables) = (variant(rules)?, Tables::new(folder));
    let mut counts: BTreeMap<[u32; 2], Count> = BTreeMap::new();
    if variant.game.id() == "seega" {
        seega_zugzwang(variant, &tables, pieces, &mut counts);
    } else {
        draughts_zugzwang(variant, &tables, pieces, &mut counts);
    }
    for ([first, second], count) in counts {
        let Count { positions, mutual, lost, example } = count;
        let example = example.unwrap_or_default();
        println!("{first}-{second}: {mutual} of {positions}, lost for both {lost}  {example}");
    }
    Ok(())
}

/// Up to symmetry, quiet count 0; the side with more stones is first.
fn seega_zugzwang(
    variant: Variant,
    tables: &Tables,
    pieces: u32,
    counts: &mut BTreeMap<[u32; 2], Count>,
) {
    let image = |set: u64, symmetry: u32| {
        (0..25).filter(|square| set >> square & 1 != 0).fold(0u64, |out, square| {
            let (mut file, mut rank) = (square % 5, square / 5);
            if symmetry & 1 != 0 {
                file = 4 - file;
            }
            if symmetry & 2 != 0 {
                rank = 4 - rank;
            }
            if symmetry & 4 != 0 {
                (file, rank) = (rank, file);
            }
            out | 1 << (5 * rank + file)
        })
    };
    for all in 2..=pieces {
        for few in 1..=all / 2 {
            let many = all - few;
            let count = counts.entry([many, few]).or_default();
            let others = sets(25, few);
            for own in sets(25, many) {
                if (1..8).any(|symmetry| image(own, symmetry) < own) {
                    continue;
                }
                for other in others.iter().filter(|other| *other & own == 0) {
                    let twin = (1..8).any(|symmetry| {
                        image(own, symmetry) == own && image(*other, symmetry) < *other
                    });
                    if twin {
                        continue;
                    }
                    let board = board(5, |file, rank| {
                        let square = 5 * rank + file;
                        match (own >> square & 1, other >> square & 1) {
                            (1, _) => Some('g'),
                            (_, 1) => Some('b'),
                            _ => None,
                        }
                    });
                    let with = |side| {
                        format!("{board} {} 0,0 - 0", if side == Side::First { 'g' } else { 'b' })
                    };
                    if let Some(values) = both(tables, variant, with) {
                        count.add(values, &board);
                    }
                }
            }
        }
    }
}

/// Both counters at 0, no reserve, every colour and place on its own.
fn draughts_zugzwang(
    variant: Variant,
    tables: &Tables,
    pieces: u32,
    counts: &mut BTreeMap<[u32; 2], Count>,
) {
    /// A square, and one of four kinds.
    type Piece = (u32, char);

    fn place(left: [u32; 2], from: u32, on: &mut Vec<Piece>, visit: &mut dyn FnMut(&[Piece])) {
        if left == [0, 0] {
            return visit(on);
        }
        for square in from..32 {
            for (side, kinds) in [(0, ['w', 'W']), (1, ['b', 'B'])] {
                if left[side] == 0 {
                    continue;
                }
                let mut rest = left;
                rest[side] -= 1;
                for kind in kinds {
                    on.push((square, kind));
                    place(rest, square + 1, on, visit);
                    on.pop();
                }
            }
        }
    }
    for all in 2..=pieces {
        for few in 1..=all / 2 {
            let count = counts.entry([all - few, few]).or_default();
            place([all - few, few], 0, &mut Vec::new(), &mut |on| {
                let board = board(8, |file, rank| {
                    let found = on.iter().find(|(square, _)| {
                        (square / 4, square % 4 * 2 + square / 4 % 2) == (rank, file)
                    });
                    found.map(|(_, kind)| *kind)
                });
                let with = |side| {
                    format!("{board} {} 0,0 0 0", if side == Side::First { 'w' } else { 'b' })
                };
                if let Some(values) = both(tables, variant, with) {
                    count.add(values, &board);
                }
            });
        }
    }
}

/// What it is worth in Senet to throw first: the difference between throwing and the other side
/// throwing, over all positions without a piece on 26 or 27.
fn tempo(pieces: u32, folder: &str) -> Result<(), Box<dyn Error>> {
    let (variant, tables) = (variant("senet")?, Tables::new(folder));
    for many in 1..=pieces {
        for few in 1..=many {
            let (mut sum, mut count, mut most) = (0.0, 0u64, (f64::MIN, String::new()));
            // Every 29th position of the larger layers will do for a mean.
            let step = if many + few > 4 { 29 } else { 1 };
            let mut number = 0usize;
            let others = sets(28, few);
            for own in sets(28, many) {
                for other in others.iter().filter(|other| *other & own == 0) {
                    number += 1;
                    if !number.is_multiple_of(step) {
                        continue;
                    }
                    let piece = |square: u32| match square {
                        25 | 26 => '.',
                        _ => {
                            let place = if square > 26 { square - 2 } else { square };
                            match (own >> place & 1, other >> place & 1) {
                                (1, _) => 'c',
                                (_, 1) => 's',
                                _ => '.',
                            }
                        }
                    };
                    let text: String = (0..30).map(piece).collect();
                    let with =
                        |side| format!("{text} {} t", if side == Side::First { 'c' } else { 's' });
                    let Some([first, second]) = both(&tables, variant, with) else { continue };
                    let worth = first - second;
                    sum += worth;
                    count += 1;
                    if worth > most.0 {
                        most = (worth, text.clone());
                    }
                }
            }
            let mean = sum / count.max(1) as f64;
            println!("{many}-{few}: mean {mean:.4} of {count}, most {:.4} {}", most.0, most.1);
        }
    }
    Ok(())
}

/// What the engine's choices in Senet endings lose of the expectation (from −1 to 1), by the tables:
/// random endings of up to so many pieces a side, a throw made and a choice to be made; once without
/// tables, once with them.
fn loss(pieces: u32, count: u32, nodes: u64, folder: &str) -> Result<(), Box<dyn Error>> {
    let (variant, tables) = (variant("senet")?, Tables::new(folder));
    let oracle = tables.oracle(variant)?;
    let limits =
        Limits { depth: None, nodes: Some(nodes), time: None, soft_time: None, infinite: false };
    let mut rng = fastrand::Rng::with_seed(1);
    let mut endings = Vec::new();
    while endings.len() < count as usize {
        let mut board = ['.'; 30];
        for side in ['c', 's'] {
            for _ in 0..rng.u32(1..=pieces) {
                // A piece on 26 or 27 is thrown for.
                let mut free: Vec<usize> = (0..30).filter(|square| board[*square] == '.').collect();
                free.retain(|square| !matches!(square, 25 | 26));
                board[free[rng.usize(..free.len())]] = side;
            }
        }
        // The points of four sticks: none is five.
        let points = [5, 1, 2, 3, 4][rng.u32(..16).count_ones() as usize];
        let text = format!("{} c {points}", board.iter().collect::<String>());
        // Some boards are not reached by any play and refused.
        let Ok(game) = Game::from_position(variant, &text) else { continue };
        let actions = tables.probe_actions(&game)?;
        if actions.len() > 1 {
            endings.push((text, game, actions));
        }
    }
    for exact in [None, Some(&oracle as &dyn ExactValues)] {
        let (mut sum, mut faults, mut worst) = (0.0, 0u32, (0.0, String::new()));
        for (text, game, actions) in &endings {
            let (table, stop) = (HashTable::new(1)?, AtomicBool::new(false));
            let ask = Ask { exact, ..Ask::new(limits, &table, &stop) };
            let report = game.search(&ask, &mut |_| {}).ok_or("no action")?;
            let chosen = game.texts(&report.lines[0].line[..1]);
            let of = |action: Option<&(String, Option<Answer>)>| {
                action.and_then(|(_, answer)| answer.as_ref()).map(worth).ok_or("no table")
            };
            let chosen = actions.iter().find(|(action, _)| Some(action) == chosen.first());
            let lost = of(actions.first())? - of(chosen)?;
            sum += lost;
            faults += u32::from(lost > 1e-9);
            if lost > worst.0 {
                worst = (lost, text.clone());
            }
        }
        let with = if exact.is_some() { "with tables" } else { "without tables" };
        let mean = sum / f64::from(count);
        println!("{with}: mean loss {mean:.5} of {count} choices, {faults} not best");
        println!("  most {:.4} {}", worst.0, worst.1);
    }
    Ok(())
}

/// Three kings against one, the three to act: won and drawn on and off the main road.
fn kings(rules: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let rules = if rules == "classic" { "draughts(cyclic=off)" } else { "draughts" };
    let (variant, tables) = (variant(rules)?, Tables::new(folder));
    let (mut counts, mut longest) = ([[0u64; 2]; 2], (0, String::new()));
    let threes = sets(32, 3);
    for lone in 0..32u32 {
        for three in threes.iter().filter(|three| *three >> lone & 1 == 0) {
            let at = |square: u32| (square / 4, square % 4 * 2 + square / 4 % 2);
            let board = board(8, |file, rank| {
                let square = (0..32).find(|square| at(*square) == (rank, file))?;
                match () {
                    () if square == lone => Some('B'),
                    () if three >> square & 1 != 0 => Some('W'),
                    () => None,
                }
            });
            let text = format!("{board} w 0,0 0 0");
            let game = Game::from_position(variant, &text).map_err(|error| format!("{error:?}"))?;
            let on_road = at(lone).0 == at(lone).1;
            match tables.probe(&game)? {
                Some(Answer::Result { value: Value::Win, distance, .. }) => {
                    counts[usize::from(on_road)][0] += 1;
                    if distance.unwrap_or(0) > longest.0 {
                        longest = (distance.unwrap_or(0), text);
                    }
                }
                Some(_) => counts[usize::from(on_road)][1] += 1,
                None => return Err("the tables do not reach".into()),
            }
        }
    }
    let [[won, drawn], [won_on, drawn_on]] = counts;
    println!("off the main road: {won} won, {drawn} drawn; on it: {won_on} won, {drawn_on} drawn");
    println!("longest win: {} {}", longest.0, longest.1);
    Ok(())
}
