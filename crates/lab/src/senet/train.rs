//! `lab senet train`: Senet's net learns by temporal differences on games that it plays against itself.
//!
//! Each side takes the action after which its own chance is largest, and only that: with the
//! other's chance subtracted the net learns that waiting is best (docs/engine.md). The result of a
//! game is the only truth, reaching the limit of throws is a win of neither side, and a win counts
//! the less the later it comes. Some games begin in the middle or near the end, so that endings
//! are known before what leads to them.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use rules::senet::{Rules, Senet};
use rules::{Position, Side, Status, weighted};

use super::net::{HIDDEN, INPUTS, Inputs, Net, write};
use super::strive;

/// How the net is trained.
#[derive(Args)]
pub(crate) struct Training {
    /// Games of self-play
    #[arg(long, default_value_t = 40_000)]
    games: usize,
    /// What a win is worth one throw earlier
    #[arg(long, default_value_t = 0.998)]
    discount: f32,
    /// How far results reach back beyond the next value
    #[arg(long, default_value_t = 0.7)]
    lambda: f32,
    /// The first step's size; it falls to a twentieth
    #[arg(long, default_value_t = 0.01)]
    rate: f32,
    /// The share of games that begin elsewhere than at the start
    #[arg(long, default_value_t = 0.2)]
    elsewhere: f32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, default_value = "crates/lab/weights/senet.net")]
    out: PathBuf,
}

impl Training {
    /// Trains, and writes the file.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        let (mut throws, mut drawn) = (0, 0);
        let shown = (self.games / 10).max(1);
        let net = self.train(|game, length, ended| {
            throws += length;
            drawn += usize::from(!ended);
            if (game + 1) % shown == 0 {
                let seconds = began.elapsed().as_secs();
                let mean = throws / shown;
                println!("{} games, {seconds} s, {mean} throws, {drawn} drawn", game + 1);
                (throws, drawn) = (0, 0);
            }
        });
        std::fs::write(&self.out, write(&net.weights()))
            .with_context(|| format!("{} cannot be written", self.out.display()))
    }

    fn train(&self, mut each: impl FnMut(usize, usize, bool)) -> Net {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut net = untrained(&mut rng);
        for game in 0..self.games {
            let left = 1.0 - game as f32 / self.games as f32;
            let played = self.play(&net, &mut rng);
            each(game, played.throws, played.result != [0.0; 2]);
            // Backwards, so that what was just learned of the end is there for what led to it.
            let mut target = played.result;
            for (inputs, side) in played.seen.iter().rev() {
                let aim = target.map(|value| self.discount * value);
                let value = net.learn(inputs, seen_by(*side, aim), self.rate * left.max(0.05));
                let value = seen_by(*side, value);
                target =
                    [0, 1].map(|one| (1.0 - self.lambda) * value[one] + self.lambda * aim[one]);
            }
        }
        net
    }

    fn play(&self, net: &Net, rng: &mut fastrand::Rng) -> Played {
        let start = rng.f32() >= self.elsewhere;
        let mut senet = if start { Senet::start(Rules::default()) } else { somewhere(rng) };
        let mut at_random = rng.u32(..12);
        let (mut seen, mut throws) = (Vec::new(), 0);
        let limit = Senet::THROW_LIMIT.map_or(usize::MAX, |limit| limit as usize);
        let result = loop {
            match senet.status() {
                Status::Over(outcome) => {
                    break Side::BOTH.map(|side| f32::from(u8::from(outcome.winner == Some(side))));
                }
                Status::Chance => {
                    if senet.at_turn_start() {
                        if throws >= limit {
                            break [0.0; 2];
                        }
                        seen.push((Inputs::of(&senet), senet.side()));
                    }
                    throws += 1;
                    senet.throw(weighted(Senet::throws(), |n| rng.u32(..n)));
                }
                Status::ToAct(_) if at_random > 0 => {
                    at_random -= 1;
                    senet.play(senet.pick_action(|n| rng.u32(..n)));
                }
                Status::ToAct(_) => senet.play(strive::best(net, 0.0, &senet, 1).0),
            }
        };
        Played { seen, result, throws }
    }
}

struct Played {
    /// The positions before throws, with the side whose throw it was.
    seen: Vec<(Inputs, Side)>,
    /// What first and second have won.
    result: [f32; 2],
    throws: usize,
}

/// Values of the side to throw and the other as those of first and second, and back.
fn seen_by(side: Side, [own, other]: [f32; 2]) -> [f32; 2] {
    if side == Side::First { [own, other] } else { [other, own] }
}

fn untrained(rng: &mut fastrand::Rng) -> Net {
    let mut about = |most: f32| (2.0 * rng.f32() - 1.0) * most;
    let mut weights: Vec<f32> = (0..INPUTS * HIDDEN).map(|_| about(0.15)).collect();
    weights.extend((0..HIDDEN).map(|_| about(0.1)));
    weights.extend((0..2 * HIDDEN).map(|_| about(0.2)));
    Net::new(&weights)
}

/// A position that play may or may not reach: some pieces of each side, from a random square on.
fn somewhere(rng: &mut fastrand::Rng) -> Senet {
    const BEAUTY: u32 = 25;
    const WATER: u32 = 26;
    loop {
        let mut pieces = [0u32; 2];
        let counts = [1 + rng.u32(..9), 1 + rng.u32(..9)];
        let from = [rng.u32(..20), rng.u32(..20)];
        let mut tries = 0;
        for side in [0, 1] {
            while pieces[side].count_ones() < counts[side] && tries < 300 {
                tries += 1;
                let square = rng.u32(from[side]..30);
                let taken = (pieces[0] | pieces[1]) >> square & 1 != 0;
                if !taken && square != BEAUTY && (square != WATER || rng.u32(..4) == 0) {
                    pieces[side] |= 1 << square;
                }
            }
        }
        if tries < 300 {
            let side = if rng.bool() { Side::First } else { Side::Second };
            return Senet::before_throw(Rules::default(), pieces, side);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_follows_from_the_seed_and_learns_who_is_ahead() {
        let training = Training {
            games: 150,
            discount: 0.998,
            lambda: 0.7,
            rate: 0.02,
            elsewhere: 1.0,
            seed: 3,
            out: PathBuf::new(),
        };
        let net = training.train(|_, _, _| {});
        assert_eq!(net.weights(), training.train(|_, _, _| {}).weights());
        // One piece in the last house against five at the start of the path.
        let ahead = Senet::before_throw(Rules::default(), [1 << 29, 0b11111], Side::First);
        let [own, other] = net.value(&Inputs::of(&ahead));
        assert!(own > other, "{own} {other}");
    }
}
