//! Checks a certificate that first wins: plays it through by the rules. There is no solver in here:
//! positions come from the rules, what has been seen is kept as text or as whole sets, and what the
//! certificate claims is tried against every reply of second.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use rayon::prelude::*;
use rules::seega::{Action, Seega};
use rules::{Game, Notation, Position, Side, Status, Variant};

use crate::TableError;
use crate::proof::certificate::{
    CLAIM, Certificate, CertificateHeader, Sets, move_byte, sort_by_text,
};

/// What a verification has played through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Positions of the placing stage that are answered in the file, up to symmetry.
    pub answered: u64,
    /// Positions from which leaves were searched, up to symmetry.
    pub searched: u64,
    /// Leaves.
    pub leaves: u64,
    /// Positions of the moving stage.
    pub positions: u64,
}

/// Checks a certificate. Returns what it says of itself, and what was played.
///
/// # Errors
/// The first thing that is not as claimed, with its position; or the file cannot be read.
pub fn verify(
    path: &Path,
    threads: usize,
    report: &(dyn Fn(&'static str, u64, u64) + Sync),
) -> Result<(CertificateHeader, Verified), TableError> {
    let certificate = Certificate::read(path)?;
    let damaged = |reason| TableError::damaged(path, reason);
    let variant = Variant::read_full(&certificate.header.rules)
        .map_err(|_| damaged("its rule set is none"))?;
    let Game::Seega(line) = Game::start(variant) else {
        return Err(damaged("it is not of Seega"));
    };
    if certificate.header.claim != CLAIM {
        return Err(damaged("it claims something else than that first wins"));
    }
    let start = line.position();
    if start.size() > 5 {
        return Err(damaged("the board is too large"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| TableError::unsupported(error.to_string()))?;
    pool.install(|| {
        let verifier = Verifier::new(&certificate, start);
        let positions = verifier.leaves(report)?;
        let (answered, searched) = verifier.placing(report)?;
        let leaves = certificate.leaves.len() as u64;
        Ok((certificate.header.clone(), Verified { answered, searched, leaves, positions }))
    })
}

/// Leaves or positions between two reports.
const PORTION: usize = 256;

struct Verifier<'a> {
    certificate: &'a Certificate,
    start: &'a Seega,
    answers: HashMap<Sets, u8>,
    /// First's stones in the leaves.
    leaves: HashSet<u32>,
    /// When to try a placement where there is no answer; only time depends on it.
    order: HashMap<Action, usize>,
}

impl<'a> Verifier<'a> {
    fn new(certificate: &'a Certificate, start: &'a Seega) -> Verifier<'a> {
        let answers = certificate.answers.iter().copied().collect();
        let leaves = certificate.leaves.iter().map(|(first, _)| *first).collect();
        let size = start.size();
        let action = |square: &u8| Action::Place(10 * (square / size) + square % size);
        let order = certificate.header.order.iter().map(action).zip(0..).collect();
        Verifier { certificate, start, answers, leaves, order }
    }

    /// Plays every leaf through; returns the number of positions.
    fn leaves(&self, report: &(dyn Fn(&'static str, u64, u64) + Sync)) -> Result<u64, TableError> {
        let total = self.certificate.leaves.len() as u64;
        let mut positions = 0;
        for (number, leaves) in self.certificate.leaves.chunks(PORTION).enumerate() {
            let walked = leaves.par_iter().map(|(first, moves)| self.leaf(*first, moves));
            positions += walked.sum::<Result<u64, TableError>>()?;
            report("leaves-step", ((number + 1) * PORTION) as u64, total);
        }
        Ok(positions)
    }

    /// Plays one leaf through.
    fn leaf(&self, first: u32, moves: &[u8]) -> Result<u64, TableError> {
        let size = self.start.size();
        let board: Vec<String> = (0..size)
            .rev()
            .map(|rank| {
                (0..size).fold(String::new(), |row, file| {
                    let square = rank * size + file;
                    let centre = square == size * size / 2;
                    row + match first >> square & 1 {
                        _ if centre => "1",
                        1 => "g",
                        _ => "b",
                    }
                })
            })
            .collect();
        let text = format!("{} g 0,0 - 0", board.join("/"));
        let refused = || unproven(&text, "it is no full placement");
        let position = Seega::read(self.start.rules(), &text).map_err(|_| refused())?;
        let stones = Side::BOTH.map(|side| position.stones_of(side).count_ones());
        if Side::BOTH.map(|side| u32::from(self.start.in_hand(side))) != stones {
            return Err(refused());
        }
        let mut walk = Walk { moves: moves.iter(), seen: HashSet::new() };
        walk.on(&position)?;
        if walk.moves.next().is_some() {
            return Err(unproven(&text, "the file has more moves than this leaf needs"));
        }
        Ok(walk.seen.len() as u64)
    }

    /// Plays the placing stage through, all positions with as many stones together: up to symmetry
    /// those that are answered in the file, and those from which leaves are searched.
    fn placing(
        &self,
        report: &(dyn Fn(&'static str, u64, u64) + Sync),
    ) -> Result<(u64, u64), TableError> {
        let mut answered = 0;
        let mut layer = HashMap::from([(self.key(self.start), self.start.clone())]);
        let mut placed = 0;
        while placed < self.certificate.header.searched_from && self.is_placing(&layer) {
            let mut next = HashMap::new();
            for (key, position) in &layer {
                if position.side() == Side::First {
                    answered += 1;
                    let answer = self.answer(*key, position)?;
                    next.insert(self.key(&answer), answer);
                } else {
                    for action in position.actions() {
                        let mut reply = position.clone();
                        reply.play(action);
                        next.insert(self.key(&reply), reply);
                    }
                }
            }
            layer = next;
            placed += 1;
        }
        let roots: Vec<Seega> = layer.into_values().collect();
        for (number, roots_part) in roots.chunks(PORTION).enumerate() {
            roots_part.par_iter().try_for_each(|root| {
                if self.wins(root, &mut HashMap::new()) {
                    return Ok(());
                }
                Err(unproven(&root.to_string(), "no placements lead to leaves by force"))
            })?;
            report("placing", ((number + 1) * PORTION) as u64, roots.len() as u64);
        }
        Ok((answered, roots.len() as u64))
    }

    fn is_placing(&self, layer: &HashMap<Sets, Seega>) -> bool {
        layer.values().all(|seega| Side::BOTH.iter().any(|side| seega.in_hand(*side) > 0))
    }

    /// The position after first's answer in the file.
    fn answer(&self, key: Sets, position: &Seega) -> Result<Seega, TableError> {
        let missing = || unproven(&position.to_string(), "there is no answer in the file");
        let square = self.answers.get(&key).ok_or_else(missing)?;
        // The answer is for the image that stands for all. Playing in any image is as good.
        let image = Seega::read(self.start.rules(), &self.text_of(key, position));
        let mut image = image.map_err(|_| missing())?;
        let size = self.start.size();
        let action = Action::Place(10 * (square / size) + square % size);
        if !image.is_legal(action) {
            return Err(unproven(&image.to_string(), "the answer in the file is not legal"));
        }
        image.play(action);
        Ok(image)
    }

    /// The image of a position of the placing stage with these sets.
    fn text_of(&self, (first, second): Sets, position: &Seega) -> String {
        let size = self.start.size();
        let rows = (0..size).rev().map(|rank| {
            let squares = (0..size).map(|file| {
                let square = rank * size + file;
                match (first >> square & 1, second >> square & 1) {
                    (1, _) => 'g',
                    (_, 1) => 'b',
                    _ => '1',
                }
            });
            // Runs of empty squares are written as one digit.
            let row: String = squares.collect();
            (2..=usize::from(size))
                .rev()
                .fold(row, |row, length| row.replace(&"1".repeat(length), &length.to_string()))
        });
        let board = rows.collect::<Vec<_>>().join("/");
        let text = position.to_string();
        let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
        format!("{board} {rest}")
    }

    /// Whether first can lead the placing to leaves, by trying all of it.
    fn wins(&self, seega: &Seega, known: &mut HashMap<(u128, u128), bool>) -> bool {
        if Side::BOTH.iter().all(|side| seega.in_hand(*side) == 0) {
            return self.leaves.contains(&self.key(seega).0);
        }
        let key = (seega.stones_of(Side::First), seega.stones_of(Side::Second));
        if let Some(won) = known.get(&key) {
            return *won;
        }
        let after = |action| {
            let mut next = seega.clone();
            next.play(action);
            next
        };
        let won = if seega.side() == Side::First {
            let mut actions = seega.actions();
            actions.sort_by_key(|action| self.order.get(action));
            actions.into_iter().any(|action| self.wins(&after(action), known))
        } else {
            seega.actions().into_iter().all(|action| self.wins(&after(action), known))
        };
        known.insert(key, won);
        won
    }

    /// The sets of the image that stands for a position.
    fn key(&self, seega: &Seega) -> Sets {
        let size = u32::from(self.start.size());
        let mut least = (u32::MAX, u32::MAX);
        for symmetry in 0..8 {
            let [first, second] = Side::BOTH.map(|side| {
                let stones = seega.stones_of(side);
                (0..size * size).fold(0, |set, square| {
                    let (mut file, mut rank) = (square % size, square / size);
                    let stone = (stones >> (10 * rank + file) & 1) as u32;
                    if symmetry & 1 != 0 {
                        file = size - 1 - file;
                    }
                    if symmetry & 2 != 0 {
                        rank = size - 1 - rank;
                    }
                    if symmetry & 4 != 0 {
                        (file, rank) = (rank, file);
                    }
                    set | stone << (rank * size + file)
                })
            });
            least = least.min((first, second));
        }
        least
    }
}

/// The way through one leaf.
struct Walk<'a> {
    moves: std::slice::Iter<'a, u8>,
    /// The positions that were visited, whole: text cannot collide.
    seen: HashSet<String>,
}

impl Walk<'_> {
    /// Goes on from a position: first's move of the file, all actions of second.
    fn on(&mut self, position: &Seega) -> Result<(), TableError> {
        let text = position.to_string();
        if let Status::Over(outcome) = position.status() {
            return match outcome.winner {
                Some(Side::First) => Ok(()),
                _ => Err(unproven(&text, "first has not won")),
            };
        }
        if !self.seen.insert(text) {
            return Ok(());
        }
        let mut actions = position.actions();
        sort_by_text(&mut actions);
        if position.side() == Side::First {
            let wanted = self.moves.next().copied();
            let fits = |action: &Action| Some(move_byte(*action, position.size())) == wanted;
            let action = actions.iter().copied().find(fits);
            let missing = || unproven(&position.to_string(), "the file has no legal move here");
            actions = vec![action.ok_or_else(missing)?];
        }
        for action in actions {
            let mut next = position.clone();
            next.play(action);
            self.on(&next)?;
        }
        Ok(())
    }
}

fn unproven(position: &str, reason: &'static str) -> TableError {
    TableError::Unproven { position: position.to_owned(), reason }
}
