//! `lab learn`: weights of patterns, fitted to games of the engine against itself.
//!
//! What is learned is added to terms that have names, so it is fitted to what these leave
//! unexplained: a logistic model of the result, and of what a search expects, in which the sum of
//! the named terms is given. Where patterns are made of parts, these have weights too while it is
//! fitted, so that a pattern that is rarely met is worth what its parts are; afterwards the weights of
//! the parts are added to those of the patterns. Everything follows from the seed, whatever the number
//! of threads.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use engine::{
    Ask, Evaluate, FULL, HashTable, Learned, Limits, Liveliness, PARTS, Searchable, weights_file,
};
use rules::{Entry, Game, GameId, Line, Side, Status, Variant, with_line};

/// A game that goes on for so long is drawn: nothing more is to be learned from it.
const LONGEST: usize = 300;
/// Beyond this the named terms have decided already.
const DECIDED: i32 = 1_500;
/// One game in so many is kept back to see what was learned.
const KEPT_BACK: usize = 20;

#[derive(Args)]
pub(crate) struct Learn {
    /// seega or draughts
    game: String,
    /// Games of self-play with each rule set
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
    /// How full the board is, up to 1.
    full: f32,
    /// Its patterns with their signs.
    patterns: Box<[(u32, f32)]>,
}

impl Learn {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let game = rules::open(&self.game, "")?.game;
        let Some(count) =
            with_line!(&Game::start(Variant::default_of(game)), line => count_of(line))
        else {
            bail!("{} has no learned weights", self.game);
        };
        let mut weights = vec![[0; 2]; count];
        for rules in rule_sets(game) {
            self.learn(rules::open(&self.game, rules)?, &mut weights)?;
        }
        let out = self
            .out
            .unwrap_or_else(|| format!("crates/engine/weights/{}.weights", self.game).into());
        std::fs::write(&out, weights_file(&weights))
            .with_context(|| format!("{} cannot be written", out.display()))?;
        let used = weights.as_flattened().iter().filter(|weight| **weight != 0).count();
        println!("{} weights, {used} not zero: {}", 2 * weights.len(), out.display());
        Ok(())
    }

    /// Fits the weights of the patterns of a rule set to games; those of other rule sets stay.
    fn learn(&self, variant: Variant, weights: &mut [[i16; 2]]) -> anyhow::Result<()> {
        let began = Instant::now();
        let (mut learning, mut checking) = (Vec::new(), Vec::new());
        for (number, samples) in self.play(variant)? {
            let kept_back = number.is_multiple_of(KEPT_BACK);
            if kept_back { &mut checking } else { &mut learning }.extend(samples);
        }
        println!("{variant}: {} games, {} s", self.games, began.elapsed().as_secs());
        println!("{} positions, {} kept back", learning.len(), checking.len());
        let fit = Fit { scale: scale_of(&learning), share: self.result };
        let mut model = with_line!(&Game::start(variant), line => Model::of(line, weights.len()));
        fit.run(self, &mut model, &mut learning, &checking);
        let same = with_line!(&Game::start(variant), line => same_of(line));
        for (pattern, pair) in weights.iter_mut().enumerate() {
            let fitted = model.of_pattern(same(pattern) as u32);
            let rounded = fitted.map(|weight| (weight * PARTS as f32).round() as i16);
            // Of patterns of other rule sets nothing was learned here.
            if rounded != [0, 0] {
                *pair = rounded;
            }
        }
        println!("{variant}: {} s", began.elapsed().as_secs());
        Ok(())
    }

    /// The positions of the games, by their numbers.
    fn play(&self, variant: Variant) -> anyhow::Result<BTreeMap<usize, Vec<Sample>>> {
        let seed = self.seed.wrapping_mul(1_000_003);
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
                    let rng = fastrand::Rng::with_seed(seed.wrapping_add(number as u64));
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
            let named = position.beside_learned();
            if position.liveliness() == Liveliness::Still && named.abs() < DECIDED {
                let mut patterns = Vec::new();
                let full = position.patterns(&mut |pattern, sign| {
                    patterns.push((P::same_pattern(pattern) as u32, sign as f32));
                });
                samples.push(Sample {
                    named: named as f32,
                    searched: (sign * best.score.0) as f32,
                    result: 0.5,
                    full: full as f32 / FULL as f32,
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

/// What is fitted: the weights of patterns, and after them those of their parts.
struct Model {
    weights: Vec<[f32; 2]>,
    /// The parts of each pattern; empty where patterns have none.
    parts: Vec<[u32; 2]>,
}

impl Model {
    fn of<P: Evaluate>(_: &Line<P>, patterns: usize) -> Model {
        let parts: Vec<[u32; 2]> = (0..patterns)
            .map_while(P::parts)
            .map(|parts| parts.map(|part| (patterns + part) as u32))
            .collect();
        let last = parts.as_flattened().iter().max();
        let count = last.map_or(patterns, |last| *last as usize + 1);
        Model { weights: vec![[0.0; 2]; count], parts }
    }

    /// Which weights a pattern adds up.
    fn summands(&self, pattern: u32) -> impl Iterator<Item = usize> + use<> {
        let parts = self.parts.get(pattern as usize).copied();
        [pattern].into_iter().chain(parts.into_iter().flatten()).map(|at| at as usize)
    }

    fn of_pattern(&self, pattern: u32) -> [f32; 2] {
        let add = |[a, b]: [f32; 2], at: usize| [a + self.weights[at][0], b + self.weights[at][1]];
        self.summands(pattern).fold([0.0; 2], add)
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
    fn run(self, learn: &Learn, model: &mut Model, learning: &mut [Sample], checking: &[Sample]) {
        let mut pushed = vec![[learn.caution; 2]; model.weights.len()];
        let mut rng = fastrand::Rng::with_seed(learn.seed);
        println!("odds of e : 1 for each {:.0} hundredths", self.scale);
        println!("loss {:.5} without, on positions kept back", self.loss(model, checking));
        for epoch in 0..learn.epochs {
            rng.shuffle(learning);
            let step = learn.step * (1.0 - epoch as f32 / learn.epochs as f32);
            for sample in &*learning {
                let slope = self.guess(model, sample) - self.truth(sample);
                let pushes = [slope * sample.full, slope * (1.0 - sample.full)];
                for &(pattern, sign) in &sample.patterns {
                    for at in model.summands(pattern) {
                        for (phase, push) in pushes.into_iter().enumerate() {
                            pushed[at][phase] += push * push;
                            model.weights[at][phase] -=
                                step * sign * push / pushed[at][phase].sqrt();
                        }
                    }
                }
            }
            println!("{}: loss {:.5}", epoch + 1, self.loss(model, checking));
        }
    }

    /// What could be expected, by the game and by the search.
    fn truth(self, sample: &Sample) -> f32 {
        self.share * sample.result + (1.0 - self.share) * odds(sample.searched / self.scale)
    }

    /// What the evaluation with these weights expects.
    fn guess(self, model: &Model, sample: &Sample) -> f32 {
        let [mut many, mut few] = [0.0; 2];
        for &(pattern, sign) in &sample.patterns {
            let [on_full, on_empty] = model.of_pattern(pattern);
            many += sign * on_full;
            few += sign * on_empty;
        }
        let learned = sample.full * many + (1.0 - sample.full) * few;
        odds((sample.named + learned) / self.scale)
    }

    /// The cross entropy, on the mean.
    fn loss(self, model: &Model, samples: &[Sample]) -> f64 {
        let of = |sample: &Sample| entropy(self.truth(sample), self.guess(model, sample));
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

/// The rule sets of a game whose patterns have weights of their own.
fn rule_sets(game: GameId) -> &'static [&'static str] {
    if game == GameId::DRAUGHTS { &["", "classic"] } else { &[""] }
}

/// How many patterns a game has.
fn count_of<P: Evaluate>(_: &Line<P>) -> Option<usize> {
    P::LEARNED.map(Learned::patterns)
}

/// Which pattern of a game stands for others.
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
