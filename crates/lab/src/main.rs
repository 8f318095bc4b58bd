//! `lab`: offline work on the engine.
//!
//! `lab tune GAME` plays games of the engine against itself, takes the terms of quiet positions
//! with the games' results, and fits the weights by logistic regression. It prints the table to put
//! into `crates/engine/src/eval/<game>.rs`.
//!
//! `lab spsa GAME` finds weights by games that they play themselves, where results are mostly luck.
//!
//! Both end with games of the new weights against the old ones, a few actions ahead. What the new
//! ones are worth to the whole search is shown by a match of the two binaries
//! (`igroteka match … --a cmd:new --b cmd:old`).
//!
//! `lab learn GAME` fits the weights of patterns, a part of the evaluation that has too many weights to
//! be read, and writes them into `crates/engine/weights`.
//!
//! `lab senet` trains a net for Senet and plays it against the engine.
//!
//! `lab levels GAME` plays the levels against each other and gives their ratings.

mod fit;
mod learn;
mod lookahead;
mod selfplay;
mod senet;
mod spsa;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use arena::{Match, Meeting, Opening, PlayerKind, Series, Spec, Tally, elo, ratings};
use clap::{Args, Parser, Subcommand};
use engine::{Evaluate, Level, Skill};
use rules::{Game, Line, Variant, with_line};

use fit::Fit;
use lookahead::duel;
use spsa::Schedule;

#[derive(Parser)]
#[command(name = "lab", about = "Offline work on the engine: self-play and tuning")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fits the weights of a game's evaluation to the results of self-play.
    Tune {
        #[command(flatten)]
        work: Work,
        /// Games of self-play
        #[arg(long, default_value_t = 2_000)]
        games: usize,
        /// Nodes for each action
        #[arg(long, default_value_t = 2_000)]
        nodes: u64,
        /// Random actions before the engine takes over
        #[arg(long, default_value_t = 8)]
        opening: u32,
        /// How strongly weights are held to where they were
        #[arg(long, default_value_t = 1e-4)]
        hold: f64,
        /// Games of the new weights against the old ones at the end, two actions ahead
        #[arg(long, default_value_t = 400)]
        check: usize,
    },
    /// Finds the weights of a game's evaluation by games that they play against each other.
    Spsa {
        #[command(flatten)]
        work: Work,
        /// Steps that the weights make
        #[arg(long, default_value_t = 2_000)]
        steps: usize,
        /// Pairs of games for a step
        #[arg(long, default_value_t = 8)]
        pairs: usize,
        /// Actions looked ahead
        #[arg(long, default_value_t = 2)]
        depth: u32,
        /// Random actions before the players take over
        #[arg(long, default_value_t = 6)]
        opening: u32,
        /// What the change of one weight changes in the worth of a usual action, in hundredths
        #[arg(long, default_value_t = 12.0)]
        nudge: f32,
        /// The part of that which the first step makes if all its games are won
        #[arg(long, default_value_t = 0.35)]
        stride: f32,
        /// A term that stays as it is: only the weights' ratios matter. Can be given several times
        #[arg(long)]
        hold: Vec<String>,
        /// Games of the new weights against the old ones at the end, as far ahead as these
        #[arg(long, default_value_t = 400)]
        check: usize,
    },
    /// Fits the weights of a game's patterns to games of the engine against itself.
    Learn(learn::Learn),
    /// Trains and tries out a net for Senet.
    #[command(subcommand)]
    Senet(senet::Senet),
    /// Plays the levels against each other and rates them.
    Levels {
        #[command(flatten)]
        work: Work,
        /// Pairs of games for two neighbours; levels two apart play half as many, and so on
        #[arg(long, default_value_t = 50)]
        pairs: usize,
        /// The first level that plays
        #[arg(long, default_value_t = 1)]
        from: u32,
        /// The last level that plays
        #[arg(long, default_value_t = 8)]
        to: u32,
        /// Levels so far apart still meet; by default all do
        #[arg(long, default_value_t = 7)]
        apart: usize,
        /// Other players than the levels, from weak to strong: depth:nodes:error:overlooked
        #[arg(long, value_delimiter = ' ')]
        players: Vec<String>,
        /// Random actions before the players take over
        #[arg(long, default_value_t = 6)]
        opening: u32,
    },
}

/// What every command needs to know.
#[derive(Args)]
struct Work {
    /// seega, salta, senet, draughts or diaballik
    game: String,
    /// Rule options or a preset
    #[arg(long, default_value = "")]
    rules: String,
    /// Threads
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Work {
    /// The rule set, at least one thread, and the seed.
    fn read(&self) -> anyhow::Result<(Variant, usize, u64)> {
        Ok((rules::open(&self.game, &self.rules)?, self.jobs.max(1), self.seed))
    }
}

/// A ladder is played to its end.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Pairs of games from the start of a rule set; how many is still to be set.
fn series(variant: Variant, opening: u32, jobs: usize, seed: u64) -> Series {
    Series {
        base: Game::start(variant),
        games: 0..0,
        jobs,
        swap_sides: true,
        seed,
        // Looking for even openings would take longer than the games.
        opening: Opening { actions: opening, even: false },
        book: Vec::new(),
        // The phase of playing alone says nothing about the players.
        settle: true,
    }
}

/// The names of a game's terms, and their weights.
fn evaluation(game: &Game) -> (&'static [&'static str], &'static [i32]) {
    const fn of<P: Evaluate>(_: &Line<P>) -> (&'static [&'static str], &'static [i32]) {
        (P::TERMS, P::WEIGHTS)
    }
    with_line!(game, line => of(line))
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Tune { work, games, nodes, opening, hold, check } => {
            let (variant, jobs, seed) = work.read()?;
            Tune { variant, games, nodes, opening, jobs, seed, hold, check }.run()
        }
        Command::Spsa { work, steps, pairs, depth, opening, nudge, stride, hold, check } => {
            let (variant, jobs, seed) = work.read()?;
            let schedule = Schedule { steps, nudge, stride, seed };
            let pairs = pairs.max(1);
            Climb { variant, schedule, pairs, depth, opening, jobs, hold, check }.run()
        }
        Command::Learn(command) => command.run(),
        Command::Senet(command) => command.run(),
        Command::Levels { work, pairs, from, to, apart, players, opening } => {
            let (variant, jobs, seed) = work.read()?;
            let mut specs = Vec::new();
            for text in &players {
                let Some(skill) = skill(text) else { bail!("not a player: {text:?}") };
                specs.push(Spec { kind: PlayerKind::Skill(skill), name: text.clone() });
            }
            if players.is_empty() {
                let spec = |level: Level| {
                    let kind = PlayerKind::Skill(level.skill(variant.game));
                    Spec { kind, name: level.number().to_string() }
                };
                specs.extend((from..=to).filter_map(Level::new).map(spec));
            }
            let game = Game::start(variant);
            let opening = Opening { actions: opening, even: true };
            rate(&game, &specs, pairs, apart, |players, games| Match {
                game: &game,
                players,
                games,
                sprt: None,
                seed,
                jobs,
                opening,
                book: &[],
                settle: true,
                stop: &NEVER,
            })
        }
    }
}

/// A player that is not a level: four numbers.
fn skill(text: &str) -> Option<Skill> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    let [depth, nodes, error, overlooked] = numbers?[..] else { return None };
    Some(Skill { depth, nodes: nodes.into(), error, overlooked })
}

/// Plays every player against the others, as far apart on the ladder as `apart` says, and prints
/// their ratings. Neighbours play `pairs` pairs of games; players further apart play the fewer, as
/// their results show less.
fn rate<'a>(
    game: &Game,
    specs: &'a [Spec],
    pairs: usize,
    apart: usize,
    fixture: impl Fn([&'a Spec; 2], usize) -> Match<'a>,
) -> anyhow::Result<()> {
    let mut meetings = Vec::new();
    for apart in 1..=apart {
        for weaker in 0..specs.len().saturating_sub(apart) {
            let stronger = weaker + apart;
            let games = 2 * pairs.div_ceil(apart);
            let fixture = fixture([&specs[stronger], &specs[weaker]], games);
            let tally = fixture.run(|_, _| anyhow::Ok(()))?;
            ensure!(tally.forfeits() == [0, 0], "the engine failed: {tally:?}");
            eprintln!("{} v {}: {:.1} %", stronger + 1, weaker + 1, 100.0 * tally.score());
            meetings.push(Meeting { players: [weaker, stronger], tally });
        }
    }
    let ratings = ratings(specs.len(), &meetings);
    let games: u64 = meetings.iter().map(|meeting| meeting.tally.games()).sum();
    println!("{}: {games} games, {} of neighbours", game.variant(), 2 * pairs);
    println!("| player | rating | score against the one below |");
    println!("|---|---|---|");
    for (at, spec) in specs.iter().enumerate() {
        let below = meetings.iter().find(|meeting| meeting.players == [at.wrapping_sub(1), at]);
        let score = below.map_or_else(String::new, |Meeting { tally, .. }| {
            format!("{:.1} ± {:.1} %", 100.0 * tally.score(), 100.0 * tally.score_error())
        });
        println!("| {} | {:.0} | {score} |", spec.name, ratings[at]);
    }
    Ok(())
}

/// `lab spsa`.
struct Climb {
    variant: Variant,
    schedule: Schedule,
    pairs: usize,
    depth: u32,
    opening: u32,
    jobs: usize,
    hold: Vec<String>,
    check: usize,
}

impl Climb {
    fn run(self) -> anyhow::Result<()> {
        let began = Instant::now();
        let Climb { variant, schedule, depth, .. } = self;
        let series = series(variant, self.opening, self.jobs, schedule.seed);
        let (terms, weights) = evaluation(&series.base);
        let mut held = Vec::new();
        for name in &self.hold {
            let term = terms.iter().position(|term| term == name);
            held.push(term.with_context(|| format!("no term {name:?}: {terms:?}"))?);
        }
        let old: Vec<f32> = weights.iter().map(|weight| *weight as f32).collect();
        let spread = spsa::spread(&series, &old, schedule.nudge, &held)?;
        let new = spsa::climb(&old, &spread, schedule, |step, a, b| {
            // Every step has openings of its own.
            let games = 2 * step * self.pairs..2 * (step + 1) * self.pairs;
            let score = duel(&Series { games, ..series.clone() }, depth, [a, b])?.score();
            if (step + 1) % (schedule.steps / 20).max(1) == 0 {
                let seconds = began.elapsed().as_secs();
                eprintln!("{} of {} steps, {seconds} s", step + 1, schedule.steps);
            }
            Ok(score)
        })?;
        let games = 2 * self.pairs * schedule.steps;
        println!("{variant}: {games} games, {} s", began.elapsed().as_secs());
        println!("{:<28} {:>8} {:>8} {:>8}", "term", "old", "new", "spread");
        for (term, name) in terms.iter().enumerate() {
            println!("{name:<28} {:>8} {:>8.1} {:>8.1}", old[term], new[term], spread[term]);
        }
        print_gain(&series, self.check, depth, [&new, &old])
    }
}

/// `lab tune`.
struct Tune {
    variant: Variant,
    games: usize,
    nodes: u64,
    opening: u32,
    jobs: usize,
    seed: u64,
    hold: f64,
    check: usize,
}

impl Tune {
    fn run(self) -> anyhow::Result<()> {
        let began = Instant::now();
        let Tune { variant, games, .. } = self;
        let series = series(variant, self.opening, self.jobs, self.seed);
        let (terms, weights) = evaluation(&series.base);
        // The engine plays itself: with sides changed every game would be played twice.
        let once = Series { games: 0..games, swap_sides: false, ..series.clone() };
        let samples = selfplay::samples(&once, self.nodes)?;
        let (positions, seconds) = (samples.len(), began.elapsed().as_secs_f64());
        println!("{variant}: {games} games, {positions} positions, {seconds:.0} s");
        let old: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
        let fit = Fit::new(&samples, &old, self.hold);
        let new = fit.run();
        let scale = fit.scale();
        println!("odds of e : 1 for each {scale:.0} hundredths (crates/engine/src/value.rs)");
        println!("loss {:.5} before, {:.5} after", fit.loss(&old), fit.loss(&new));
        println!("{:<28} {:>8} {:>8} {:>9}", "term", "old", "new", "positions");
        for (term, name) in terms.iter().enumerate() {
            let seen = samples.iter().filter(|sample| sample.counts[term] != 0).count();
            println!("{name:<28} {:>8} {:>8.0} {seen:>9}", weights[term], new[term]);
        }
        let [new, old] =
            [new, old].map(|weights| weights.iter().map(|w| *w as f32).collect::<Vec<_>>());
        print_gain(&series, self.check, 2, [&new, &old])
    }
}

/// Prints what new weights are worth against the old ones, in games that were not played before.
fn print_gain(
    series: &Series,
    games: usize,
    depth: u32,
    weights: [&[f32]; 2],
) -> anyhow::Result<()> {
    let games = games / 2 * 2;
    if games == 0 {
        return Ok(());
    }
    let series = Series { games: 0..games, seed: !series.seed, ..series.clone() };
    let tally: Tally = duel(&series, depth, weights)?;
    let (score, error) = (tally.score(), tally.score_error());
    let [low, elo, high] =
        [-2.0, 0.0, 2.0].map(|errors| elo((score + errors * error).clamp(0.01, 0.99)));
    let (score, error) = (100.0 * score, 100.0 * error);
    println!(
        "new v old, {games} games, {depth} actions ahead: {score:.1} ± {error:.1} %, Elo {elo:+.0} [{low:.0}, {high:.0}]"
    );
    Ok(())
}
