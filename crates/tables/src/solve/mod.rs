//! Solving Seega from the start: does first win?
//!
//! The leaves are the full placements up to symmetry. Each is searched on its own ([`leaf`]), in
//! rounds: at first all with a few nodes, then the most promising open ones ([`model`]) with more.
//! After each round the placing stage is solved backwards ([`placing`]), with what is open taken for
//! not won. When the start is won, first's strategy is drawn out of it ([`draw`]) and written down
//! with the proofs of its leaves ([`certificate`]), which the engine can play by
//! ([`Strategy`](crate::Strategy)). [`verify()`] checks that file and shares no code with the rest.

mod draw;
mod model;
mod placing;
mod solved;
mod verify;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rules::seega::{Rules, Seega};
use rules::{Game, Position, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::TableError;
use crate::build::{BuildOptions, Progress, Shelf};
use crate::proof::certificate::{self, Certificate, CertificateHeader};
use crate::proof::leaf::{self, Found, Prover};
use crate::seega;
use model::Model;
use placing::{Layer, Placing};

pub use solved::{Proof, Solved, solved};
pub use verify::{Verified, verify};

/// The nodes of a leaf's first search, of its second, and so on.
const LIMITS: [u32; 6] = [1_000, 3_000, 12_000, 50_000, 200_000, 1_000_000];

/// The nodes that a round of searches may take after the first round. After each round the placing
/// stage is solved again, which takes about as long as some hundred million nodes.
const ROUND: u64 = 600_000_000;

/// How much less promising a leaf is with every search that did not prove it.
const DISAPPOINTMENT: f32 = 1.0;

/// Leaves that are searched between two looks at the clock.
const BATCH: usize = 2048;

/// How often the leaves are written down.
const CHECKPOINT: Duration = Duration::from_secs(20);

/// Positions that get an answer in the certificate; the rest is left to a search.
const MOST_ANSWERS: usize = 250_000;

/// Memory beside the layers of the placing stage.
const BESIDE: u64 = 512 << 20;

/// The name of a certificate's file.
const CERTIFICATE: &str = "first-wins.certificate";

/// Where the certificate of a rule set is.
pub(crate) fn certificate_path(shelf: &Shelf) -> PathBuf {
    shelf.path("").with_file_name(CERTIFICATE)
}

/// What is known of the start of a game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Whether first wins; `None` if the nodes did not suffice.
    pub first_wins: Option<bool>,
    /// First's first placements up to symmetry, and whether they win; `None` if that is open.
    pub first_placements: Vec<(Square, Option<bool>)>,
    /// The full placements up to symmetry: won, not won and open.
    pub leaves: [u64; 3],
    /// The certificate, if first wins.
    pub certificate: Option<(PathBuf, CertificateHeader)>,
}

/// What is known of a leaf: how often it was searched, and what came of it; and whether it is to be
/// searched now.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Leaf(u8);

impl Leaf {
    const WANTED: u8 = 1 << 7;
    const UNTRIED: Leaf = Leaf(Leaf::WANTED);

    fn new(found: Found, searches: usize) -> Leaf {
        let found = match found {
            Found::Open => 0,
            Found::Won => 1,
            Found::NotWon => 2,
        };
        Leaf(found | (searches as u8) << 2)
    }

    fn found(self) -> Found {
        match self.0 & 3 {
            0 => Found::Open,
            1 => Found::Won,
            _ => Found::NotWon,
        }
    }

    fn searches(self) -> usize {
        usize::from((self.0 & !Leaf::WANTED) >> 2)
    }

    fn wanted(self) -> bool {
        self.0 & Leaf::WANTED != 0
    }
}

/// Solves a rule set. It may be ended at any time: the next call goes on from the leaves that were
/// written down, and the certificate comes out the same. If `every` is set it goes on until it is
/// known of every first placement whether it wins.
///
/// # Errors
/// The rule set is none of Seega 5×5 or 3×3, the memory does not suffice, or a file cannot be
/// written.
pub fn solve(
    variant: &Variant,
    every: bool,
    options: &BuildOptions<'_>,
) -> Result<Solution, TableError> {
    let Game::Seega(line) = Game::start(*variant) else {
        return Err(TableError::unsupported("only Seega can be solved"));
    };
    let rules = line.position().rules();
    if rules.size > 5 {
        return Err(TableError::unsupported("Seega can be solved on boards of the sizes 3 and 5"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| TableError::unsupported(error.to_string()))?;
    pool.install(|| Solver::open(rules, *variant, options, &LIMITS)?.solve(every))
}

struct Solver<'a> {
    rules: Rules,
    variant: Variant,
    options: &'a BuildOptions<'a>,
    shelf: Shelf,
    /// Where the leaves are written down: what is won in the moving stage does not depend on how the
    /// stones were placed, so rule sets that differ in that only share them.
    leaves_shelf: Shelf,
    placing: Placing,
    leaves: Vec<Leaf>,
    noted: Noted,
    /// The nodes of a leaf's first search, of its second, and so on.
    limits: &'a [u32],
}

/// What is written down beside the leaves.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Noted {
    /// The search that the leaves were searched by.
    search: u32,
    /// How many leaves were not won when it was last asked whether the open ones can change
    /// anything.
    refuted: usize,
}

/// The name of the work in file names.
const WORK: &str = "solve";

impl<'a> Solver<'a> {
    fn open(
        rules: Rules,
        variant: Variant,
        options: &'a BuildOptions<'a>,
        limits: &'a [u32],
    ) -> Result<Solver<'a>, TableError> {
        let placing = Placing::new(rules);
        // What is won, and what would be if all open leaves were.
        let needed = 2 * placing.bytes() + BESIDE;
        if options.memory < needed {
            let needed = needed.div_ceil(1 << 20);
            return Err(TableError::unsupported(format!("this takes {needed} MB of memory")));
        }
        let shelf = Shelf::new(options.out, &variant);
        let leaves_shelf = Shelf::new(options.out, &Variant::of::<Seega>(seega::normal(rules)));
        let mut leaves = vec![Leaf::UNTRIED; placing.full().len()];
        // The question takes longer than a round: it is not asked before many are refuted.
        let mut noted = Noted { search: leaf::VERSION, refuted: leaves.len() / 16 };
        if let Some(table) = leaves_shelf.open_part(WORK, "leaves")? {
            // What another search has proven this one may not find again.
            match serde_json::from_value::<Noted>(table.header().facts.clone()) {
                Ok(found) if found.search == leaf::VERSION => {
                    leaves = table.column(|byte| Leaf(byte(0)))?;
                    noted = found;
                }
                _ => {}
            }
        }
        Ok(Solver { rules, variant, options, shelf, leaves_shelf, placing, leaves, noted, limits })
    }

    fn leaf(&self, number: usize) -> Seega {
        let first = self.placing.full()[number];
        let second = !first & ((1 << self.placing.squares()) - 1);
        let [first, second] = [first, second].map(|set| self.placing.on_board(set));
        leaf::placed(self.rules, &self.placing.board, first, second)
    }

    /// Searches the leaves in rounds and solves the placing stage after each, taking what is open
    /// for not won.
    fn solve(mut self, every: bool) -> Result<Solution, TableError> {
        let mut layers = self.placing.layers();
        loop {
            self.search()?;
            self.extend(&mut layers, &self.numbers(|leaf| leaf.found() == Found::Won));
            let winning = self.winning(&layers);
            if if every { !winning.contains(&false) } else { winning.contains(&true) } {
                return self.finish(&layers, &winning, &[]);
            }
            // Now and then, and in the end: can the open leaves change anything at all?
            let last = !self.leaves.iter().any(|leaf| self.searchable(*leaf));
            let refuted = self.numbers(|leaf| leaf.found() == Found::NotWon).len();
            if last || refuted > 2 * self.noted.refuted {
                let mut hoped = layers.clone();
                self.extend(&mut hoped, &self.numbers(|leaf| leaf.found() == Found::Open));
                let possible = self.winning(&hoped);
                if last || possible == winning {
                    return self.finish(&layers, &winning, &possible);
                }
                self.noted.refuted = refuted;
            }
            self.choose();
            self.write()?;
        }
    }

    /// The leaves of a kind.
    fn numbers(&self, which: impl Fn(Leaf) -> bool) -> Vec<usize> {
        (0..self.leaves.len()).filter(|number| which(self.leaves[*number])).collect()
    }

    /// Leaves that are open and may still be searched.
    fn searchable(&self, leaf: Leaf) -> bool {
        leaf.found() == Found::Open && leaf.searches() < self.limits.len()
    }

    /// Chooses the leaves of the next round: the most promising ones.
    fn choose(&mut self) {
        let promise = self.promises();
        let mut open = self.numbers(|leaf| self.searchable(leaf));
        open.sort_by_cached_key(|number| {
            let searches = self.leaves[*number].searches() as f32;
            let promise = promise[*number] - DISAPPOINTMENT * searches;
            (std::cmp::Reverse((1e6 * promise) as i64), *number)
        });
        let mut nodes = 0;
        for number in open {
            let leaf = &mut self.leaves[number];
            leaf.0 |= Leaf::WANTED;
            nodes += u64::from(self.limits[leaf.searches()]);
            if nodes >= ROUND {
                break;
            }
        }
    }

    /// How likely each leaf is won, by what is known of all of them.
    fn promises(&self) -> Vec<f32> {
        let full = self.placing.full();
        let sets: Vec<u32> = full.iter().map(|set| self.placing.on_board(*set)).collect();
        let won: Vec<bool> = self.leaves.iter().map(|leaf| leaf.found() == Found::Won).collect();
        Model::promises(&self.placing.board, &sets, &won)
    }

    /// Searches the leaves that are wanted.
    fn search(&mut self) -> Result<(), TableError> {
        for level in 0..self.limits.len() {
            let wanted = self.numbers(|leaf| leaf.wanted() && leaf.searches() == level);
            self.search_once(&wanted, self.limits[level])?;
        }
        self.write()
    }

    fn search_once(&mut self, wanted: &[usize], limit: u32) -> Result<(), TableError> {
        let progress = Progress::new(self.options, "", "prove", wanted.len() as u64);
        let mut written = Instant::now();
        for batch in wanted.chunks(BATCH) {
            if written.elapsed() > CHECKPOINT {
                self.write()?;
                written = Instant::now();
            }
            let prover = || Prover::new(self.rules);
            let found = batch
                .par_iter()
                .map_init(prover, |prover, number| prover.prove(&self.leaf(*number), limit).0);
            let found: Vec<Found> = found.collect();
            for (number, found) in batch.iter().zip(found) {
                let leaf = &mut self.leaves[*number];
                *leaf = Leaf::new(found, leaf.searches() + 1);
            }
            progress.advance(batch.len() as u64);
        }
        Ok(())
    }

    /// Adds leaves that are won, or assumed to be, to the layers of the placing stage.
    fn extend(&self, layers: &mut [Layer], won: &[usize]) {
        let steps = self.placing.stones() as u64 + 1;
        let progress = Progress::new(self.options, "", "placing", steps);
        self.placing.extend(layers, won.iter().copied(), &mut |_| progress.advance(1));
    }

    /// Which of first's first placements win.
    fn winning(&self, layers: &[Layer]) -> Vec<bool> {
        let kinds = self.placing.kinds(1).smallest.iter();
        kinds.map(|set| layers[1].won(self.placing.find((*set, 0)))).collect()
    }

    /// Sums up what is known: which first placements win for `sure`, and which possibly do (if that
    /// was found out). The certificate is drawn out of the layers if the start is won.
    fn finish(
        &self,
        won: &[Layer],
        sure: &[bool],
        possible: &[bool],
    ) -> Result<Solution, TableError> {
        let count = |found| self.leaves.iter().filter(|leaf| leaf.found() == found).count() as u64;
        let leaves = [Found::Won, Found::NotWon, Found::Open].map(count);
        let placements = self.placing.kinds(1).smallest.iter().enumerate().map(|(number, set)| {
            let wins = match possible.get(number) {
                _ if sure[number] => Some(true),
                Some(false) => Some(false),
                _ => None,
            };
            let wide = self.placing.board.widen(self.placing.on_board(*set));
            (Seega::square(wide.trailing_zeros() as u8), wins)
        });
        let first_placements: Vec<_> = placements.collect();
        let first_wins = match () {
            () if sure.contains(&true) => Some(true),
            () if first_placements.iter().all(|(_, wins)| *wins == Some(false)) => Some(false),
            () => None,
        };
        let mut certificate = None;
        if first_wins == Some(true) {
            let drawn = self.certificate(won)?;
            let path = certificate_path(&self.shelf);
            drawn.write(&path)?;
            certificate = Some((path, drawn.header));
        }
        Ok(Solution { first_wins, first_placements, leaves, certificate })
    }

    fn certificate(&self, won: &[Layer]) -> Result<Certificate, TableError> {
        let order = draw::order(&self.placing);
        let strategy = draw::draw(&self.placing, won, &order);
        let (mut answers, mut searched_from) = (Vec::new(), 0);
        for layer in &strategy.answers {
            if answers.len() + layer.len() > MOST_ANSWERS {
                break;
            }
            answers.extend(layer);
            searched_from += 1;
        }
        let square = |square: u32| self.placing.on_board(1 << square).trailing_zeros() as u8;
        let on_board = |set| self.placing.on_board(set);
        let answers: Vec<_> = answers
            .into_iter()
            .map(|((first, second), at)| ((on_board(first), on_board(second)), square(at)))
            .collect();
        let total = strategy.leaves.len() as u64;
        let progress = Progress::new(self.options, "", "write-proof", total);
        let prover = || Prover::new(self.rules);
        let leaves = strategy.leaves.par_iter().map_init(prover, |prover, first| {
            let number = self.placing.find((*first, 0)).0;
            let limit = self.limits[self.leaves[number].searches() - 1];
            let moves = prover.moves(&self.leaf(number), limit);
            progress.advance(1);
            // The leaves come from a file: it may say what is not so.
            let wrong = || TableError::damaged(&self.leaves_shelf.path(WORK), "a leaf is not won");
            Ok((on_board(*first), moves.ok_or_else(wrong)?))
        });
        let leaves = leaves.collect::<Result<Vec<_>, TableError>>()?;
        let header = CertificateHeader {
            version: certificate::VERSION,
            rules: self.variant.to_string(),
            claim: certificate::CLAIM.to_owned(),
            searched_from,
            order: order.into_iter().map(square).collect(),
            answers: answers.len() as u32,
            leaves: leaves.len() as u32,
            moves: leaves.iter().map(|(_, moves)| moves.len() as u32).sum(),
        };
        Ok(Certificate { header, answers, leaves })
    }

    /// Writes down what is known of the leaves.
    fn write(&self) -> Result<(), TableError> {
        let mut header = self.leaves_shelf.header(WORK, self.leaves.len() as u64, 1);
        header.facts = serde_json::to_value(self.noted).unwrap_or_default();
        self.leaves_shelf.write_part(WORK, "leaves", &header, |start, bytes| {
            for (byte, leaf) in bytes.iter_mut().zip(&self.leaves[start..]) {
                *byte = leaf.0;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Shard;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("igroteka-plan-{}-{name}", std::process::id()))
    }

    fn solved(options_text: &str, limits: &[u32], reports: &dyn Fn(&str)) -> Solution {
        let folder = folder(options_text);
        let solution = solved_in(&folder, options_text, limits, reports);
        std::fs::remove_dir_all(&folder).unwrap();
        solution
    }

    fn solved_in(
        folder: &Path,
        options_text: &str,
        limits: &[u32],
        reports: &dyn Fn(&str),
    ) -> Solution {
        let variant = rules::open("seega", options_text).unwrap();
        let steps = std::sync::Mutex::new(Vec::new());
        let report = |report: &crate::Report| steps.lock().unwrap().push(report.step);
        let options = BuildOptions {
            out: folder,
            threads: 1,
            memory: 1 << 30,
            shard: Shard::default(),
            report: &report,
        };
        let solver = Solver::open(variant.rules::<Seega>(), variant, &options, limits).unwrap();
        let solution = solver.solve(true).unwrap();
        if let Some((file, header)) = &solution.certificate {
            let (_, verified) = verify(file, 1, &|_, _, _| {}).unwrap();
            assert_eq!(verified.leaves, u64::from(header.leaves));
        }
        steps.into_inner().unwrap().iter().for_each(|step| reports(step));
        solution
    }

    /// What is known of full placements is not searched again because they come about otherwise.
    #[test]
    fn rule_sets_that_differ_in_placing_share_their_leaves() {
        let folder = folder("shared");
        let searches = std::cell::Cell::new(0);
        let count = |step: &str| searches.set(searches.get() + u32::from(step == "prove"));
        let one = solved_in(&folder, "size=3", &[1_000_000], &count);
        assert!(searches.replace(0) > 0);
        let two = solved_in(&folder, "size=3,drops=2", &[1_000_000], &count);
        assert_eq!((searches.get(), one.leaves), (0, two.leaves));
        assert_eq!((one.first_wins, two.first_wins), (Some(false), Some(true)));
        // What is won is another matter where stones move otherwise.
        solved_in(&folder, "size=3,centre=safe", &[1_000_000], &count);
        assert!(searches.get() > 0);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// With searches that are too short at first, leaves are assumed, wanted and searched again.
    #[test]
    fn what_is_searched_in_many_steps_is_the_same() {
        let rounds = std::cell::Cell::new(0);
        for options in ["size=3", "size=3,drops=2", "size=3,drops=2,quiet=6", "size=3,extra=any"] {
            let at_once = solved(options, &LIMITS, &|_| {});
            let steps: Vec<u32> = (0..22).map(|round| 1 << round).collect();
            let in_steps = solved(options, &steps, &|step| {
                rounds.set(rounds.get() + u32::from(step == "prove"));
            });
            assert_eq!(in_steps.first_wins, at_once.first_wins, "{options}");
            assert_eq!(in_steps.first_placements, at_once.first_placements, "{options}");
        }
        assert!(rounds.get() > 12, "{} rounds", rounds.get());
    }
}
