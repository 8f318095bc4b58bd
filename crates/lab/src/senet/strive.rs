//! A player by the net: each side strives for its own win.
//!
//! If the one's loss were the other's gain, a side that is behind would rather wait for the limit
//! of throws, and so would the other when it falls behind (docs/engine.md). Values are pairs, so
//! nothing can be cut off by bounds: everything is looked at.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use clap::Args;
use engine::{Ask, HashTable, Limits, Searchable};
use rules::senet::{Action, Rules, Senet};
use rules::{Entry, Line, Position, Side, Status, weighted};

use super::net::{Inputs, Net, read};

/// What first and second may expect to win.
type Prospects = [f32; 2];

/// What a position after an action is worth, so many actions ahead.
fn prospects(net: &Net, hinder: f32, senet: &Senet, depth: u32) -> Prospects {
    match senet.status() {
        Status::Over(outcome) => {
            Side::BOTH.map(|side| f32::from(u8::from(outcome.winner == Some(side))))
        }
        Status::ToAct(_) => best(net, hinder, senet, depth).1,
        Status::Chance if depth == 0 && senet.at_turn_start() => {
            let [own, other] = net.value(&Inputs::of(senet));
            if senet.side() == Side::First { [own, other] } else { [other, own] }
        }
        Status::Chance => {
            let mut sums = [0.0; 2];
            for &(throw, weight) in Senet::throws() {
                let mut next = senet.clone();
                next.throw(throw);
                // A throw that is the whole turn counts as an action does.
                let decides = matches!(next.status(), Status::ToAct(_));
                let depth = depth.saturating_sub(u32::from(!decides));
                let value = prospects(net, hinder, &next, depth);
                for (sum, value) in sums.iter_mut().zip(value) {
                    *sum += weight as f32 / 16.0 * value;
                }
            }
            sums
        }
    }
}

/// The action that is best for the side to act, and what it leaves to both: the own chance, less
/// `hinder` of the other's.
///
/// # Panics
/// No side is to act.
pub(crate) fn best(net: &Net, hinder: f32, senet: &Senet, depth: u32) -> (Action, Prospects) {
    let me = senet.side().index();
    let worth = |value: Prospects| value[me] - hinder * value[1 - me];
    let mut best: Option<(Action, Prospects)> = None;
    senet.for_each_action(|action| {
        let mut next = senet.clone();
        next.play(action);
        let value = prospects(net, hinder, &next, depth.saturating_sub(1));
        if best.is_none_or(|(_, known)| worth(value) > worth(known)) {
            best = Some((action, value));
        }
    });
    best.expect("a side to act has an action")
}

/// The net against the engine.
#[derive(Args)]
pub(crate) struct Contest {
    /// Games, in pairs with sides changed
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Actions that the net looks ahead
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// The part of the other side's chance that counts against an action
    #[arg(long, default_value_t = 0.0)]
    hinder: f32,
    /// Nodes of the engine for an action; 0: the net plays itself
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// The seed of throws and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of weights
    #[arg(long, default_value = "crates/lab/weights/senet.net")]
    net: PathBuf,
}

impl Contest {
    /// Plays, and prints score and lengths.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let name = self.net.display();
        let file = std::fs::read(&self.net).with_context(|| format!("{name} cannot be read"))?;
        let weights = read(&file).with_context(|| format!("{name} is not a whole net"))?;
        let net = Net::new(&weights);
        let (mut won, mut drawn, mut lengths) = (0, 0, Vec::new());
        let (mut points, mut squares) = (0.0, 0.0);
        for pair in 0..self.games.div_ceil(2) {
            let mut of_pair = 0.0;
            for side in Side::BOTH {
                let (winner, throws) = self.game(&net, pair, side)?;
                lengths.push(throws);
                won += u64::from(winner == Some(side));
                drawn += u64::from(winner.is_none());
                of_pair += winner.map_or(0.25, |winner| if winner == side { 0.5 } else { 0.0 });
            }
            points += of_pair;
            squares += of_pair * of_pair;
        }
        lengths.sort_unstable();
        let pairs = self.games.div_ceil(2) as f64;
        let mean = points / pairs;
        let error = ((squares / pairs - mean * mean).max(0.0) / pairs).sqrt();
        let games = lengths.len() as u64;
        println!(
            "{:.1} ± {:.1} % (+{won} ={drawn} −{}), median {} throws, nine in ten below {}",
            100.0 * mean,
            100.0 * error,
            games - won - drawn,
            lengths.get(lengths.len() / 2).unwrap_or(&0),
            lengths.get(lengths.len() * 9 / 10).unwrap_or(&0),
        );
        Ok(())
    }

    /// One game: its winner, and how many throws it took. Both games of a pair have the same throws
    /// and begin with the same six random actions.
    fn game(&self, net: &Net, pair: u64, mine: Side) -> anyhow::Result<(Option<Side>, u32)> {
        const OPENING: u32 = 6;
        let table = HashTable::new(1)?;
        let stop = AtomicBool::new(false);
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut dice = fastrand::Rng::with_seed(self.seed.wrapping_mul(1_000_003) + pair);
        let mut opening = fastrand::Rng::with_seed(self.seed.wrapping_mul(31) + pair);
        let mut line = Line::new(Senet::start(Rules::default()));
        let (mut throws, mut actions) = (0, 0);
        loop {
            let senet = line.position();
            let entry = match line.status() {
                Status::Over(outcome) => return Ok((outcome.winner, throws)),
                Status::Chance => {
                    throws += 1;
                    Entry::Throw(weighted(Senet::throws(), |n| dice.u32(..n)))
                }
                Status::ToAct(_) if actions < OPENING => {
                    actions += 1;
                    Entry::Act(senet.pick_action(|n| opening.u32(..n)))
                }
                Status::ToAct(side) if side == mine || self.nodes == 0 => {
                    Entry::Act(best(net, self.hinder, senet, self.depth.max(1)).0)
                }
                Status::ToAct(_) => {
                    let report = line.search(&Ask::new(limits, &table, &stop), &mut |_| {});
                    Entry::Act(report.context("the engine found nothing")?.lines[0].line[0])
                }
            };
            line.play(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trained_net_comes_to_an_end_against_itself() {
        let net = Net::new(&read(include_bytes!("../../weights/senet.net")).unwrap());
        let contest =
            Contest { games: 6, depth: 1, hinder: 0.0, nodes: 0, seed: 1, net: PathBuf::new() };
        let ended = (0..6).filter(|pair| {
            contest.game(&net, *pair, Side::First).is_ok_and(|(winner, _)| winner.is_some())
        });
        assert!(ended.count() >= 5);
    }
}
