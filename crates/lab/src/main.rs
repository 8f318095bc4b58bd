//! `lab`: offline work on the engine.
//!
//! `lab tune GAME` plays games of the engine against itself, takes the terms of quiet positions
//! with the games' results, and fits the weights by logistic regression. It prints the table to put
//! into `crates/engine/src/eval/<game>.rs`; whether it is an improvement is decided by a match of
//! the two binaries (`igroteka match … --a cmd:new --b cmd:old`).

mod fit;
mod selfplay;

use std::time::Instant;

use clap::{Parser, Subcommand};
use engine::Evaluate;
use rules::{GameId, RuleSet, Variant};

use fit::{Fit, Sample};

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
        /// seega, salta, senet, draughts or diaballik
        game: String,
        /// Rule options or a preset
        #[arg(long, default_value = "")]
        rules: String,
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
        /// Threads
        #[arg(long, default_value_t = 2)]
        jobs: usize,
        /// The seed of the random numbers
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

fn main() -> anyhow::Result<()> {
    let Command::Tune { game, rules, games, nodes, opening, hold, jobs, seed } =
        Cli::parse().command;
    let variant = rules::open(&game, &rules)?;
    let plan = selfplay::Plan { games, nodes, opening, jobs: jobs.max(1), seed };
    match variant.game {
        GameId::Seega => tune::<rules::seega::Seega>(variant, &plan, hold),
        GameId::Salta => tune::<rules::salta::Salta>(variant, &plan, hold),
        GameId::Senet => tune::<rules::senet::Senet>(variant, &plan, hold),
        GameId::Draughts => tune::<rules::draughts::Draughts>(variant, &plan, hold),
        GameId::Diaballik => tune::<rules::diaballik::Diaballik>(variant, &plan, hold),
    }
    Ok(())
}

fn tune<P: Evaluate>(variant: Variant, plan: &selfplay::Plan, hold: f64) {
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
}
