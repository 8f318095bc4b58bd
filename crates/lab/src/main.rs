//! `lab`: offline work on the engine.
//!
//! `lab tune GAME` plays games of the engine against itself, takes the terms of quiet positions
//! with the games' results, and fits the weights by logistic regression. It prints the table to put
//! into `crates/engine/src/eval/<game>.rs`.
//!
//! `lab spsa GAME` finds weights by games that they play themselves, where results are mostly luck.
//!
//! Both end with games of the new weights against the old ones, a few actions ahead. What the new
//! ones are worth to the whole search is told by a match of the two binaries
//! (`igroteka match … --a cmd:new --b cmd:old`).
//!
//! `lab levels GAME` plays the levels against each other and gives their ratings.

mod duel;
mod fit;
mod ladder;
mod selfplay;
mod spsa;

use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Parser, Subcommand};
use engine::{Evaluate, Level, Skill, VisitEvaluate, dispatch};
use rules::{RuleSet, Variant};

use fit::{Fit, Sample};
use ladder::Meeting;

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
        /// Positions looked at for each action
        #[arg(long, default_value_t = 2_000)]
        nodes: u64,
        /// Random actions before the engine takes over
        #[arg(long, default_value_t = 8)]
        opening: usize,
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
        /// Random actions and throws before the players take over
        #[arg(long, default_value_t = 6)]
        opening: usize,
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
        /// Random actions and throws before the players take over
        #[arg(long, default_value_t = 6)]
        opening: usize,
    },
}

/// What every command is told.
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

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Tune { work, games, nodes, opening, hold, check } => {
            let (variant, jobs, seed) = work.read()?;
            let plan = selfplay::Plan { games, nodes, opening, jobs, seed };
            let check = duel::Plan { pairs: check / 2, depth: 2, opening, jobs, seed: !seed };
            dispatch(variant.game, Tune { variant, plan, hold, check });
        }
        Command::Spsa { work, steps, pairs, depth, opening, nudge, stride, hold, check } => {
            let (variant, jobs, seed) = work.read()?;
            let games = duel::Plan { pairs: pairs.max(1), depth, opening, jobs, seed };
            let check = duel::Plan { pairs: check / 2, seed: !seed, ..games };
            let plan = spsa::Plan { steps, games, nudge, stride };
            dispatch(variant.game, Climb { variant, plan, hold, check })?;
        }
        Command::Levels { work, pairs, from, to, apart, players, opening } => {
            let (variant, jobs, seed) = work.read()?;
            let mut named = Vec::new();
            for text in &players {
                let Some(skill) = skill(text) else { bail!("not a player: {text:?}") };
                named.push((text.clone(), skill));
            }
            if players.is_empty() {
                let levels = (from..=to).filter_map(Level::new);
                let name = |level: Level| (level.number().to_string(), level.skill(variant.game));
                named.extend(levels.map(name));
            }
            let plan = ladder::Plan { pairs, apart, opening, jobs, seed };
            dispatch(variant.game, Rate { variant, plan, players: named });
        }
    }
    Ok(())
}

/// A player that is not a level: four numbers.
fn skill(text: &str) -> Option<Skill> {
    let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    let [depth, nodes, error, overlooked] = numbers?[..] else { return None };
    Some(Skill { depth, nodes: nodes.into(), error, overlooked })
}

struct Rate {
    variant: Variant,
    plan: ladder::Plan,
    players: Vec<(String, Skill)>,
}

impl VisitEvaluate for Rate {
    type Out = ();

    fn visit<P: Evaluate>(self) {
        let start = P::start(P::Rules::from_values(self.variant.values()));
        let skills: Vec<Skill> = self.players.iter().map(|(_, skill)| *skill).collect();
        let meetings = ladder::play(&start, &skills, &self.plan);
        let ratings = ladder::ratings(skills.len(), &meetings);
        let games: usize = meetings.iter().map(Meeting::games).sum();
        println!("{}: {games} games, {} of neighbours", self.variant, 2 * self.plan.pairs);
        println!("| player | rating | score against the one below |");
        println!("|---|---|---|");
        for (at, (name, _)) in self.players.iter().enumerate() {
            let below = meetings.iter().find(|meeting| meeting.players == [at.wrapping_sub(1), at]);
            let score = below.map_or_else(String::new, |meeting| {
                format!("{:.1} ± {:.1} %", 100.0 * meeting.score(), 100.0 * meeting.error())
            });
            println!("| {name} | {:.0} | {score} |", ratings[at]);
        }
    }
}

struct Climb {
    variant: Variant,
    plan: spsa::Plan,
    hold: Vec<String>,
    check: duel::Plan,
}

impl VisitEvaluate for Climb {
    type Out = anyhow::Result<()>;

    fn visit<P: Evaluate>(self) -> anyhow::Result<()> {
        let began = Instant::now();
        let start = P::start(P::Rules::from_values(self.variant.values()));
        let mut held = Vec::new();
        for name in &self.hold {
            let term = P::TERMS.iter().position(|term| term == name);
            held.push(term.with_context(|| format!("no term {name:?}: {:?}", P::TERMS))?);
        }
        let old: Vec<f32> = P::WEIGHTS.iter().map(|weight| *weight as f32).collect();
        let spread = spsa::spread(&start, &self.plan, &held);
        let new = spsa::climb(&old, &spread, &self.plan, |step, a, b| {
            let score = duel::play(&start, &self.plan.games, step, a, b).score();
            if (step + 1) % (self.plan.steps / 20).max(1) == 0 {
                let seconds = began.elapsed().as_secs();
                eprintln!("{} of {} steps, {seconds} s", step + 1, self.plan.steps);
            }
            score
        });
        let games = 2 * self.plan.games.pairs * self.plan.steps;
        println!("{}: {games} games, {} s", self.variant, began.elapsed().as_secs());
        println!("{:<28} {:>8} {:>8} {:>8}", "term", "old", "new", "spread");
        for (term, name) in P::TERMS.iter().enumerate() {
            println!("{name:<28} {:>8} {:>8.1} {:>8.1}", old[term], new[term], spread[term]);
        }
        tell_gain(&start, &self.check, &new, &old);
        Ok(())
    }
}

struct Tune {
    variant: Variant,
    plan: selfplay::Plan,
    hold: f64,
    check: duel::Plan,
}

impl VisitEvaluate for Tune {
    type Out = ();

    fn visit<P: Evaluate>(self) {
        tune::<P>(self.variant, &self.plan, self.hold, &self.check);
    }
}

/// What new weights are worth against the old ones.
fn tell_gain<P: Evaluate>(start: &P, plan: &duel::Plan, new: &[f32], old: &[f32]) {
    if plan.pairs == 0 {
        return;
    }
    let meeting = duel::play(start, plan, 0, new, old);
    let (score, error) = (meeting.score(), meeting.error());
    let [low, elo, high] = [-2.0, 0.0, 2.0].map(|errors| Meeting::elo(score + errors * error));
    let (games, depth, score, error) = (meeting.games(), plan.depth, 100.0 * score, 100.0 * error);
    println!(
        "new v old, {games} games, {depth} actions ahead: {score:.1} ± {error:.1} %, Elo {elo:+.0} [{low:.0}, {high:.0}]"
    );
}

fn tune<P: Evaluate>(variant: Variant, plan: &selfplay::Plan, hold: f64, check: &duel::Plan) {
    let began = Instant::now();
    let start = P::start(P::Rules::from_values(variant.values()));
    let samples: Vec<Sample> = selfplay::play(&start, plan);
    println!(
        "{variant}: {} games, {} positions, {:.0} s",
        plan.games,
        samples.len(),
        began.elapsed().as_secs_f64()
    );
    let old: Vec<f64> = P::WEIGHTS.iter().map(|weight| f64::from(*weight)).collect();
    let fit = Fit::new(&samples, &old, hold);
    let new = fit.run();
    println!("odds of e : 1 for each {:.0} hundredths (crates/engine/src/value.rs)", fit.scale());
    println!("loss {:.5} before, {:.5} after", fit.loss(&old), fit.loss(&new));
    println!("{:<28} {:>8} {:>8} {:>9}", "term", "old", "new", "positions");
    for (term, name) in P::TERMS.iter().enumerate() {
        let seen = samples.iter().filter(|sample| sample.counts[term] != 0).count();
        println!("{name:<28} {:>8} {:>8.0} {seen:>9}", P::WEIGHTS[term], new[term]);
    }
    let [new, old] =
        [new, old].map(|weights| weights.iter().map(|w| *w as f32).collect::<Vec<_>>());
    tell_gain(&start, check, &new, &old);
}
