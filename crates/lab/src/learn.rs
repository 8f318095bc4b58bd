//! `lab learn`: weights of patterns, fitted to games of the engine against itself.
//!
//! What is learned is added to the terms that have names, so it is fitted to what these leave
//! unexplained: a logistic model of the result, and of what a search expects, in which the sum of
//! the named terms is given. Everything follows from the seed, whatever the number of threads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use engine::{
    Ask, Evaluate, FULL, HashTable, Learned, Limits, Liveliness, PARTS, Searchable, named_sum,
    weights_file,
};
use rules::{Entry, Game, Line, Side, Status, Variant, with_line};

/// A game that goes on for so long is drawn: nothing more is to be learned from it.
const LONGEST: usize = 300;
/// Beyond this the named terms have decided already.
const DECIDED: i32 = 1_500;
/// One game in so many is kept back to see what was learned.
const KEPT_BACK: usize = 20;

#[derive(Args)]
pub(crate) struct Learn {
    /// seega
    game: String,
    /// Rule options or a preset
    #[arg(long, default_value = "")]
    rules: String,
    /// Games of self-play
    #[arg(long, default_value_t = 40_000)]
    games: usize,
    /// Nodes for each action
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Random actions before the engine takes over, at most
    #[arg(long, default_value_t = 16)]
    opening: usize,
    /// The share of the game's result in what is fitted to; the rest is what the search expects
    #[arg(long, default_value_t = 0.7)]
    result: f32,
    /// How often the fit goes through all positions
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    /// The size of a step, in hundredths
    #[arg(long, default_value_t = 6.0)]
    step: f32,
    /// Caution towards patterns that are rarely met
    #[arg(long, default_value_t = 8.0)]
    caution: f32,
    /// Threads
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go [default: crates/engine/weights/GAME.weights]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A position to learn from.
struct Sample {
    /// What the named terms say, in hundredths for first.
    named: f32,
    /// What a search says, likewise.
    searched: f32,
    /// How its game ended: 1 for first, 0 for second, one half for a draw.
    result: f32,
    /// Its patterns with their factors.
    patterns: Box<[(u32, i16)]>,
}

impl Learn {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let began = Instant::now();
        let seconds = || began.elapsed().as_secs();
        let variant = rules::open(&self.game, &self.rules)?;
        let Some(count) = with_line!(&Game::start(variant), line => count_of(line)) else {
            bail!("{} has no learned weights", self.game);
        };
        let (mut learning, mut checking) = (Vec::new(), Vec::new());
        for (number, samples) in self.play(variant)? {
            let kept_back = number.is_multiple_of(KEPT_BACK);
            if kept_back { &mut checking } else { &mut learning }.extend(samples);
        }
        println!("{variant}: {} games, {} s", self.games, seconds());
        println!("{} positions, {} kept back", learning.len(), checking.len());
        let fit = Fit { scale: scale_of(&learning), share: self.result };
        let fitted = fit.run(&self, count, &mut learning, &checking);
        let same = with_line!(&Game::start(variant), line => same_of(line));
        let weights: Vec<f32> = (0..count).map(|pattern| fitted[same(pattern)]).collect();
        let weights: Vec<i16> =
            weights.iter().map(|weight| (weight * PARTS as f32).round() as i16).collect();
        let out = self
            .out
            .unwrap_or_else(|| format!("crates/engine/weights/{}.weights", self.game).into());
        std::fs::write(&out, weights_file(&weights))
            .with_context(|| format!("{} cannot be written", out.display()))?;
        let used = weights.iter().filter(|weight| **weight != 0).count();
        println!("{} weights, {used} not zero: {}, {} s", weights.len(), out.display(), seconds());
        Ok(())
    }

    /// The positions of the games, by their numbers.
    fn play(&self, variant: Variant) -> anyhow::Result<BTreeMap<usize, Vec<Sample>>> {
        let next = AtomicUsize::new(0);
        let games = Mutex::new(BTreeMap::new());
        std::thread::scope(|scope| {
            let work = || -> anyhow::Result<()> {
                let table = HashTable::new(1)?;
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= self.games {
                        return Ok(());
                    }
                    table.clear();
                    let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
                    let rng = fastrand::Rng::with_seed(seed);
                    let samples = with_line!(&Game::start(variant), line => {
                        self.samples(line, &table, rng)
                    });
                    games.lock().expect("no thread panicked").insert(number, samples);
                    if number.is_multiple_of((self.games / 20).max(1)) {
                        eprintln!("{variant}: {number} of {} games", self.games);
                    }
                }
            };
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panicked"))
        })?;
        Ok(games.into_inner().expect("no thread panicked"))
    }

    /// One game of the engine against itself: its quiet positions.
    fn samples<P: Evaluate>(
        &self,
        start: &Line<P>,
        table: &HashTable,
        mut rng: fastrand::Rng,
    ) -> Vec<Sample> {
        let mut line = start.clone();
        for _ in 0..rng.usize(2..=self.opening.max(2)) {
            let mut actions = Vec::new();
            if !matches!(line.status(), Status::ToAct(_)) {
                return Vec::new();
            }
            line.position().for_each_action(|action| actions.push(action));
            line.play(Entry::Act(actions[rng.usize(..actions.len())]));
        }
        let (mut samples, stop) = (Vec::new(), AtomicBool::new(false));
        let mut result = 0.5;
        for _ in 0..LONGEST {
            match line.status() {
                Status::Over(outcome) => {
                    result = match outcome.winner {
                        Some(Side::First) => 1.0,
                        Some(Side::Second) => 0.0,
                        None => 0.5,
                    };
                    break;
                }
                Status::Chance => return Vec::new(),
                Status::ToAct(_) => {}
            }
            let limits = Limits { nodes: Some(self.nodes), infinite: false, ..Limits::default() };
            let Some(report) = line.search(&Ask::new(limits, table, &stop), &mut |_| {}) else {
                break;
            };
            let (best, position) = (&report.lines[0], line.position());
            let sign = if position.side() == Side::First { 1 } else { -1 };
            if let Some(turns) = best.score.win_in() {
                result = if turns * sign > 0 { 1.0 } else { 0.0 };
                break;
            }
            let named = named_sum(position);
            if position.liveliness() == Liveliness::Still && named.abs() < DECIDED {
                let mut patterns = Vec::new();
                position.patterns(&mut |pattern, factor| {
                    if factor != 0 {
                        patterns.push((P::same_pattern(pattern) as u32, factor as i16));
                    }
                });
                samples.push(Sample {
                    named: named as f32,
                    searched: (sign * best.score.0) as f32,
                    result: 0.5,
                    patterns: patterns.into_boxed_slice(),
                });
            }
            line.play(Entry::Act(best.line[0]));
        }
        for sample in &mut samples {
            sample.result = result;
        }
        samples
    }
}

/// What the weights are fitted to.
#[derive(Clone, Copy)]
struct Fit {
    /// Hundredths that make odds of e : 1.
    scale: f32,
    /// The share of the result; the rest is what the search expects.
    share: f32,
}

impl Fit {
    /// Gradient descent, position by position, with a step for each weight that gets smaller the
    /// more it has been pushed (Adagrad).
    fn run(
        self,
        learn: &Learn,
        count: usize,
        learning: &mut [Sample],
        checking: &[Sample],
    ) -> Vec<f32> {
        let mut weights = vec![0.0; count];
        let mut pushed = vec![learn.caution; count];
        let mut rng = fastrand::Rng::with_seed(learn.seed);
        println!("odds of e : 1 for each {:.0} hundredths", self.scale);
        println!("loss {:.5} without, on positions kept back", self.loss(&weights, checking));
        for epoch in 0..learn.epochs {
            rng.shuffle(learning);
            let step = learn.step * (1.0 - epoch as f32 / learn.epochs as f32);
            for sample in &*learning {
                let slope = self.guess(&weights, sample) - self.truth(sample);
                for &(pattern, factor) in &sample.patterns {
                    let push = slope * f32::from(factor) / FULL as f32;
                    let pattern = pattern as usize;
                    pushed[pattern] += push * push;
                    weights[pattern] -= step * push / pushed[pattern].sqrt();
                }
            }
            println!("{}: loss {:.5}", epoch + 1, self.loss(&weights, checking));
        }
        weights
    }

    /// What first could expect, by the game and by the search.
    fn truth(self, sample: &Sample) -> f32 {
        self.share * sample.result + (1.0 - self.share) * odds(sample.searched / self.scale)
    }

    /// What the evaluation with these weights expects.
    fn guess(self, weights: &[f32], sample: &Sample) -> f32 {
        let learned: f32 = sample
            .patterns
            .iter()
            .map(|&(pattern, factor)| f32::from(factor) * weights[pattern as usize])
            .sum();
        odds((sample.named + learned / FULL as f32) / self.scale)
    }

    /// The cross entropy, on the mean.
    fn loss(self, weights: &[f32], samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| entropy(self.truth(sample), self.guess(weights, sample));
        samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// The hundredths under which the named terms alone explain the results best.
fn scale_of(samples: &[Sample]) -> f32 {
    let loss = |scale: f32| -> f64 {
        samples.iter().map(|sample| entropy(sample.result, odds(sample.named / scale))).sum()
    };
    // One number: a search by thirds is enough.
    let (mut low, mut high) = (10.0f32, 3_000.0f32);
    for _ in 0..24 {
        let a = low.powf(2.0 / 3.0) * high.powf(1.0 / 3.0);
        let b = low.powf(1.0 / 3.0) * high.powf(2.0 / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low * high).sqrt()
}

/// How many weights a game has learned.
fn count_of<P: Evaluate>(_: &Line<P>) -> Option<usize> {
    P::LEARNED.map(Learned::count)
}

/// Which weight of a game stands for others.
fn same_of<P: Evaluate>(_: &Line<P>) -> fn(usize) -> usize {
    P::same_pattern
}

fn odds(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

fn entropy(truth: f32, guess: f32) -> f64 {
    let (truth, guess) = (f64::from(truth), f64::from(guess).clamp(1e-6, 1.0 - 1e-6));
    -(truth * guess.ln() + (1.0 - truth) * (1.0 - guess).ln())
}
