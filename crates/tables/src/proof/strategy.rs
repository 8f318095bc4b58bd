//! Playing by a certificate: what first answers, and what makes it hardest for first.
//!
//! While stones are placed the answers of the certificate are looked up. In the moving stage a short
//! proof search finds them anew, so the certificate's moves need not be kept: only how many each
//! leaf has, as a measure of how hard it is to win.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::Path;

use engine::Exact;
use rules::seega::{Action, Rules, Seega};
use rules::{GameId, Position, Side, Status, Variant};

#[cfg(feature = "tables")]
use super::certificate::Certificate;
use super::certificate::{CLAIM, Outline, Sets};
use super::leaf::{Found, Prover};
use crate::TableError;
use crate::board::Board;
#[cfg(feature = "tables")]
use crate::build::Shelf;

/// First's strategy in Seega, proven to win from the start.
pub struct Strategy {
    rules: Rules,
    board: Board,
    answers: HashMap<Sets, u8>,
    /// The number of moves that first has to know, by first's stones.
    leaves: HashMap<u32, u32>,
    order: Vec<u8>,
    searched_from: u32,
}

impl std::fmt::Debug for Strategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Strategy({} answers, {} leaves)", self.answers.len(), self.leaves.len())
    }
}

/// Nodes of a proof search in play: some hundredths of a second. The leaves of the certificate took
/// fewer, and from leaf to leaf of their proofs it becomes less.
const NODES: u32 = 100_000;

/// Nodes to find out whether an action of first keeps the win, when second looks for replies with
/// few such answers.
const NODES_OF_ANSWER: u32 = 4_000;

/// Random ways to the end of the placing stage that are tried for each of second's placements.
const WAYS: u32 = 24;

impl Strategy {
    /// The strategy of a rule set, if its certificate is in the folder of tables. It is not verified
    /// here.
    #[cfg(feature = "tables")]
    pub(crate) fn open(folder: &Path, variant: &Variant) -> Result<Option<Strategy>, TableError> {
        let path = crate::solve::certificate_path(&Shelf::new(folder, variant));
        if !path.exists() {
            return Ok(None);
        }
        let certificate = Certificate::read(&path)?;
        if certificate.header.rules != variant.to_string() {
            return Err(TableError::damaged(&path, "it is of other rules"));
        }
        Ok(Some(Strategy::new(variant.rules::<Seega>(), certificate.outline())))
    }

    /// The strategy of a certificate whose body is unpacked already: its first line, the answers and
    /// the leaves; the moves may be left out. It is not verified here.
    ///
    /// # Errors
    /// It is no such certificate.
    pub fn read(unpacked: &[u8]) -> Result<Strategy, TableError> {
        let damaged = |reason| TableError::damaged(Path::new("certificate"), reason);
        let (outline, moves) = Outline::read(unpacked).map_err(damaged)?;
        if !moves.is_empty() && moves.len() != outline.header.moves as usize {
            return Err(damaged("its length is not what its header says"));
        }
        let variant = Variant::read_full(&outline.header.rules).ok();
        let variant = variant.filter(|variant| variant.game == GameId::SEEGA);
        let rules = variant.map(|variant| variant.rules::<Seega>()).filter(|rules| rules.size <= 5);
        let rules = rules.ok_or_else(|| damaged("it is of other rules"))?;
        if outline.header.claim != CLAIM {
            return Err(damaged("it claims something else"));
        }
        Ok(Strategy::new(rules, outline))
    }

    fn new(rules: Rules, outline: Outline) -> Strategy {
        let Outline { header, answers, leaves } = outline;
        Strategy {
            rules,
            board: Board::new(rules.size),
            answers: answers.into_iter().collect(),
            leaves: leaves.into_iter().collect(),
            order: header.order,
            searched_from: header.searched_from,
        }
    }

    /// What to play where first's win is proven: the place of the action among those of the
    /// position, and what it comes to for the side to act.
    #[must_use]
    pub fn advise(&self, seega: &Seega) -> Option<(usize, Exact)> {
        if seega.rules() != self.rules || !matches!(seega.status(), Status::ToAct(_)) {
            return None;
        }
        let action = match (is_placing(seega), seega.side()) {
            (true, Side::First) => self.answer(seega)?,
            (true, Side::Second) => self.hardest_placement(seega)?,
            (false, side) => {
                let mut prover = Prover::new(self.rules);
                if prover.prove(seega, NODES).0 != Found::Won {
                    return None;
                }
                match side {
                    Side::First => prover.winning_action(seega)?,
                    Side::Second => self.hardest_action(seega, &mut prover),
                }
            }
        };
        let place = seega.actions().iter().position(|other| *other == action)?;
        let most = most_actions(seega);
        Some((
            place,
            if seega.side() == Side::First { Exact::Won(most) } else { Exact::Lost(most) },
        ))
    }

    /// First's answer while stones are placed, if the position can arise in the strategy.
    fn answer(&self, seega: &Seega) -> Option<Action> {
        if self.is_looked_up(seega) {
            let (least, symmetry) = self.least(seega);
            let goal = 1 << self.answers.get(&least)?;
            let leads = |action: &Action| self.board.image(self.square(*action), symmetry) == goal;
            return seega.actions().into_iter().find(leads);
        }
        let mut known = HashMap::new();
        self.in_order(seega)
            .into_iter()
            .find(|action| self.wins(&after(seega, *action), &mut known))
    }

    fn is_looked_up(&self, seega: &Seega) -> bool {
        let placed = Side::BOTH.map(|side| seega.stones_of(side).count_ones());
        placed[0] + placed[1] < self.searched_from
    }

    /// The placements of a position, in the order in which they are best tried.
    fn in_order(&self, seega: &Seega) -> Vec<Action> {
        let mut actions = seega.actions();
        let order = |action: &Action| {
            let square = self.square(*action).trailing_zeros();
            self.order.iter().position(|other| u32::from(*other) == square)
        };
        actions.sort_by_key(order);
        actions
    }

    /// Whether first can lead the placing to leaves, by trying all of it.
    fn wins(&self, seega: &Seega, known: &mut HashMap<[u128; 2], bool>) -> bool {
        if !is_placing(seega) {
            return self.leaves.contains_key(&self.least(seega).0.0);
        }
        let key = Side::BOTH.map(|side| seega.stones_of(side));
        if let Some(won) = known.get(&key) {
            return *won;
        }
        let actions = self.in_order(seega).into_iter();
        let mut wins = |action| self.wins(&after(seega, action), known);
        let won = if seega.side() == Side::First {
            { actions }.any(&mut wins)
        } else {
            { actions }.all(&mut wins)
        };
        known.insert(key, won);
        won
    }

    /// Second's placement after which first has to know most, on average over random ways to the end
    /// of the stage; none if the position is not one of the strategy.
    fn hardest_placement(&self, seega: &Seega) -> Option<Action> {
        let mut seed = seega.key() | 1;
        let mut below = |most: u32| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % u64::from(most)) as u32
        };
        let mut best = None;
        for action in seega.actions() {
            let reply = after(seega, action);
            let mut moves = 0;
            for _ in 0..WAYS {
                let mut at = reply.clone();
                while is_placing(&at) {
                    let action = match at.side() {
                        Side::First => self.answer(&at)?,
                        Side::Second => at.pick_action(&mut below),
                    };
                    at.play(action);
                }
                moves += u64::from(*self.leaves.get(&self.least(&at).0.0)?);
            }
            if best.is_none_or(|(most, _)| moves > most) {
                best = Some((moves, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Of second's actions in a position that first wins the one after which fewest of first's
    /// answers keep the win; among equal ones the one with the longest proof.
    fn hardest_action(&self, seega: &Seega, prover: &mut Prover) -> Action {
        let hard = |action: &Action| {
            let reply = after(seega, *action);
            let (found, nodes) = match reply.status() {
                Status::Over(_) => (Found::Won, 0),
                _ => prover.prove(&reply, NODES),
            };
            if found != Found::Won {
                // No action is like that if the position is won; a search may have fallen short.
                return (0, Reverse(u32::MAX));
            }
            let answers = match reply.side() {
                Side::First => reply.actions(),
                Side::Second => Vec::new(),
            };
            let mut keeping = 0;
            for answer in &answers {
                let next = after(&reply, *answer);
                keeping += match next.status() {
                    Status::Over(outcome) => usize::from(outcome.winner == Some(Side::First)),
                    _ => usize::from(prover.prove(&next, NODES_OF_ANSWER).0 == Found::Won),
                };
            }
            // A second reply in a row leaves all open.
            (1000 * keeping / answers.len().max(1), Reverse(nodes))
        };
        seega.actions().into_iter().min_by_key(hard).expect("a game that is not over has actions")
    }

    /// The image that stands for all, and the symmetry that leads to it.
    fn least(&self, seega: &Seega) -> (Sets, u32) {
        let [first, second] = Side::BOTH.map(|side| self.board.narrow(seega.stones_of(side)));
        let image =
            |symmetry| (self.board.image(first, symmetry), self.board.image(second, symmetry));
        (0..8).map(|symmetry| (image(symmetry), symmetry)).min().expect("eight images")
    }

    /// The set of the square that a placement is on.
    fn square(&self, action: Action) -> u32 {
        match action {
            Action::Place(square) => self.board.narrow(1 << square),
            Action::Move(..) | Action::Pass => 0,
        }
    }
}

fn after(seega: &Seega, action: Action) -> Seega {
    let mut next = seega.clone();
    next.play(action);
    next
}

fn is_placing(seega: &Seega) -> bool {
    Side::BOTH.iter().any(|side| seega.in_hand(*side) > 0)
}

/// The game lasts no longer: what is still to be placed, and up to as many actions as end it between
/// any two captures.
fn most_actions(seega: &Seega) -> u16 {
    let (quiet, limit) = seega.quiet_count();
    let stones = |side| seega.stones_of(side).count_ones() as u16 + u16::from(seega.in_hand(side));
    let hands: u16 = Side::BOTH.iter().map(|side| u16::from(seega.in_hand(*side))).sum();
    let captures = stones(Side::First) + stones(Side::Second);
    (hands + u16::from(limit) * captures - u16::from(quiet)).min(MOST)
}

/// Scores of wins reach so far.
const MOST: u16 = 900;
