//! The exact length of a forced win: proof by trying everything.
//!
//! A search prunes and reduces, so a win that it finds is a win, but perhaps not the nearest. Here
//! every turn of the attacker is tried against every reply, first for a win within one turn, then
//! within two and so on: the first number for which it works is exact. What is known of a position
//! is kept, whatever way leads to it. Without chance only; a repetition needs a past, and the
//! nearest win never repeats a position.

use std::collections::HashMap;

use rules::keys::BuildNumberHasher;
use rules::{Side, Status};

use crate::Evaluate;

/// More positions than this are not kept: about 30 MB.
const MOST_KEPT: usize = 1 << 20;

/// What a proof search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The side wins by force in so many of its turns, one under way included, and not sooner.
    Win(u32),
    /// It has no forced win within so many of its turns.
    NoWinWithin(u32),
}

/// Searches for the nearest forced win of a side, whichever side acts, with no more than about so many
/// positions. It goes as far as [`Evaluate::proof_turns`] allows.
#[must_use]
pub fn nearest_win<P: Evaluate>(position: &P, attacker: Side, nodes: u64) -> Proof {
    let mut search = Search { known: HashMap::default(), left: nodes, attacker };
    let Status::ToAct(side) = position.status() else { return Proof::NoWinWithin(0) };
    let most = position.proof_turns();
    for turns in 1..=most {
        let won = match side == attacker {
            true => search.attack(position, turns),
            false => search.defend(position, turns),
        };
        match won {
            Some(true) => return Proof::Win(turns),
            Some(false) => {}
            None => return Proof::NoWinWithin(turns - 1),
        }
    }
    Proof::NoWinWithin(most)
}

/// For one position: a win is known within `won` turns, and none within `open`.
#[derive(Clone, Copy)]
struct Known {
    won: u32,
    open: u32,
}

struct Search {
    known: HashMap<u64, Known, BuildNumberHasher>,
    left: u64,
    attacker: Side,
}

impl Search {
    /// Whether the attacker, who acts, wins within so many of its turns; none if the positions are
    /// used up.
    fn attack<P: Evaluate>(&mut self, position: &P, turns: u32) -> Option<bool> {
        if let Some(answer) = self.recall(position, turns)? {
            return Some(answer);
        }
        if position.wins_at_once() {
            return Some(self.keep(position, turns, true));
        }
        let mut won = false;
        for action in position.actions() {
            let mut next = position.clone();
            next.play(action);
            won = match next.status() {
                Status::Over(outcome) => outcome.winner == Some(self.attacker),
                Status::ToAct(side) if side == self.attacker => self.attack(&next, turns)?,
                // The last turn has not won.
                _ if turns <= 1 => false,
                _ => self.defend(&next, turns - 1)?,
            };
            if won {
                break;
            }
        }
        Some(self.keep(position, turns, won))
    }

    /// Whether whatever the defender does loses within so many turns of the attacker.
    fn defend<P: Evaluate>(&mut self, position: &P, turns: u32) -> Option<bool> {
        if let Some(answer) = self.recall(position, turns)? {
            return Some(answer);
        }
        let mut lost = true;
        for action in position.actions() {
            let mut next = position.clone();
            next.play(action);
            lost = match next.status() {
                Status::Over(outcome) => outcome.winner == Some(self.attacker),
                Status::ToAct(side) if side == self.attacker => self.attack(&next, turns)?,
                _ => self.defend(&next, turns)?,
            };
            if !lost {
                break;
            }
        }
        Some(self.keep(position, turns, lost))
    }

    /// What is known of a position, counting it as looked at; the outer none if no more may be.
    #[allow(clippy::option_option, reason = "out of positions, not known, and the answer")]
    fn recall<P: Evaluate>(&mut self, position: &P, turns: u32) -> Option<Option<bool>> {
        self.left = self.left.checked_sub(1)?;
        let known = self.known.get(&position.key());
        Some(known.and_then(|known| match () {
            () if known.won <= turns => Some(true),
            () if known.open >= turns => Some(false),
            () => None,
        }))
    }

    fn keep<P: Evaluate>(&mut self, position: &P, turns: u32, won: bool) -> bool {
        if self.known.len() >= MOST_KEPT {
            return won;
        }
        let known = self.known.entry(position.key()).or_insert(Known { won: u32::MAX, open: 0 });
        if won {
            known.won = known.won.min(turns);
        } else {
            known.open = known.open.max(turns);
        }
        won
    }
}
