//! Captures: chains of leaps by one piece. Chapters 3 and 4 of the rules.
//!
//! What a piece may do next is said in one place, [`Chase::leaps`]; lists of actions, texts,
//! reading and explanations all walk by it.

use std::collections::HashSet;

use super::Action;
use super::board::{ALL, DIRECTIONS, Squares, around, beyond, first, step};
use crate::bits::{bit64 as bit, each};
use crate::keys::BuildNumberHasher;

/// The board as the capturing piece sees it during a chain. Captured pieces stay where they are
/// until its end, so only the set of those taken changes. [3.3]
pub(super) struct Chase {
    /// Where the piece started. Counts as empty. [3.3]
    pub(super) start: u8,
    /// All other pieces.
    pub(super) occupied: Squares,
    pub(super) enemy: Squares,
    /// Own pieces that can be captured: all others, or none in the classic game. [4.1]
    pub(super) own: Squares,
    /// Where a man becomes a king. [2.3]
    pub(super) last: Squares,
}

/// The capturing piece after a leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    /// Where it may stand: a king has not yet chosen among its landing squares. [3.5]
    pub(super) at: Squares,
    /// The direction of the leap just made, or [`ANYWHERE`] before the first one.
    direction: u8,
    pub(super) king: bool,
}

const ANYWHERE: u8 = 4;

/// One leap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leap {
    /// The squares it can be made from.
    pub(super) from: Squares,
    /// The piece taken.
    pub(super) over: Squares,
    /// What follows.
    pub(super) to: Stand,
}

impl Stand {
    /// A piece before its first leap.
    #[inline]
    pub(super) const fn start(square: u8, king: bool) -> Stand {
        Stand { at: bit(square), direction: ANYWHERE, king }
    }

    /// Visits each way that a king can look: a square, all squares with the same view, and the
    /// direction.
    #[inline]
    fn each_way(self, mut visit: impl FnMut(u8, Squares, u8)) {
        let nearest = first(self.at);
        if self.direction == ANYWHERE {
            for direction in DIRECTIONS {
                visit(nearest, self.at, direction);
            }
            return;
        }
        // Straight on it is the same piece from every landing square; back is only the piece just
        // taken.
        visit(nearest, self.at, self.direction);
        each(self.at, |square| {
            visit(square, bit(square), self.direction ^ 1);
            visit(square, bit(square), self.direction ^ 3);
        });
    }

    /// A number that tells it apart from every other stand with the same pieces taken: the
    /// landing squares are a whole run of free squares, so one of them stands for all.
    pub(super) const fn number(self) -> u64 {
        first(self.at) as u64 | (self.direction as u64) << 6
    }
}

impl Chase {
    /// Visits every leap by which the chain may go on, and tells whether there is one. If there is
    /// none, the chain ends on any of the squares where the piece may stand. [3.4]
    #[inline]
    pub(super) fn leaps(&self, stand: Stand, taken: Squares, visit: impl FnMut(Leap)) -> bool {
        let (enemy, own) = (self.enemy & !taken, self.own & !taken);
        // Free choice once an own piece has been taken [4.4]; until then the enemy comes first,
        // from whichever landing square, and own pieces only if there is no such leap. [4.3]
        let free = taken & self.own != 0;
        let open = if stand.king { self.open_to_king(stand) } else { self.open_to_man(stand.at) };
        let around = open & (enemy | own);
        let targets = if free || around & enemy == 0 { around } else { around & enemy };
        if targets == 0 {
            return false;
        }
        if stand.king {
            self.king_leaps(targets, stand, visit);
        } else {
            self.man_leaps(targets, stand.at, visit);
        }
        true
    }

    /// The same as a list.
    pub(super) fn leap_list(&self, stand: Stand, taken: Squares) -> Vec<Leap> {
        let mut list = Vec::new();
        self.leaps(stand, taken, |leap| list.push(leap));
        list
    }

    /// The leap from one square to another by which the chain may go on, if that is one.
    pub(super) fn leap(&self, stand: Stand, taken: Squares, from: u8, to: u8) -> Option<Leap> {
        let wanted = |leap: &Leap| leap.from & bit(from) != 0 && leap.to.at & bit(to) != 0;
        self.leap_list(stand, taken).into_iter().find(wanted)
    }

    /// The neighbouring squares that have a free square behind.
    #[inline]
    fn open_to_man(&self, at: Squares) -> Squares {
        let empty = ALL & !self.occupied;
        let open =
            around(|direction| step(step(step(at, direction), direction) & empty, direction ^ 2));
        open[0] | open[1] | open[2] | open[3]
    }

    /// The first pieces on a king's ways that have a free square behind.
    #[inline]
    fn open_to_king(&self, stand: Stand) -> Squares {
        let mut open = 0;
        stand.each_way(|square, _, direction| {
            let (over, at) = beyond(square, direction, self.occupied);
            open |= if at != 0 { over } else { 0 };
        });
        open
    }

    /// A man's leaps over neighbours that have a free square behind. [3.1]
    #[inline]
    fn man_leaps(&self, targets: Squares, from: Squares, mut visit: impl FnMut(Leap)) {
        for direction in DIRECTIONS {
            let over = step(from, direction) & targets;
            if over != 0 {
                let at = step(over, direction);
                // On the last rank it goes on as a king. [2.3]
                let to = Stand { at, direction, king: at & self.last != 0 };
                visit(Leap { from, over, to });
            }
        }
    }

    /// A king's leaps over pieces that have a free square behind; it sees none of them on two
    /// ways. [3.2]
    #[inline]
    fn king_leaps(&self, targets: Squares, stand: Stand, mut visit: impl FnMut(Leap)) {
        stand.each_way(|square, from, direction| {
            let (over, at) = beyond(square, direction, self.occupied);
            if over & targets != 0 {
                visit(Leap { from, over, to: Stand { at, direction, king: true } });
            }
        });
    }

    /// Adds every chain of a king to a list.
    #[inline]
    pub(super) fn collect_king(&self, chains: &mut Chains) {
        self.extend(Stand::start(self.start, true), 0, chains);
    }

    /// Adds every chain of a man that begins with this leap to a list.
    #[inline]
    pub(super) fn collect_after(&self, over: Squares, to: u8, direction: u8, chains: &mut Chains) {
        let king = bit(to) & self.last != 0;
        self.extend(Stand { at: bit(to), direction, king }, over, chains);
    }

    fn extend(&self, stand: Stand, taken: Squares, chains: &mut Chains) {
        if !chains.enter(|| Action::chain(self.start, 0, taken).0 | stand.number() << 52) {
            return;
        }
        let goes_on = self.leaps(stand, taken, |leap| {
            self.extend(leap.to, taken | leap.over, chains);
        });
        if !goes_on && taken != 0 {
            each(stand.at, |to| chains.push(Action::chain(self.start, to, taken)));
        }
    }
}

/// The men that can leap over one of the targets. [3.1]
#[inline]
pub(super) fn leaping_men(men: Squares, targets: Squares, occupied: Squares) -> Squares {
    let empty = ALL & !occupied;
    let from = around(|back| step(step(empty, back) & targets, back));
    men & (from[0] | from[1] | from[2] | from[3])
}

/// The kings that can leap over one of the targets. [3.2]
#[inline]
pub(super) fn leaping_kings(kings: Squares, targets: Squares, occupied: Squares) -> Squares {
    let mut found = 0;
    each(kings, |square| {
        for direction in DIRECTIONS {
            let (over, at) = beyond(square, direction, occupied);
            // No branch: which of the four it is cannot be foretold.
            found |= Squares::from((over & targets != 0) & (at != 0)) << square;
        }
    });
    found
}

/// The targets that a man can leap over. [3.1]
#[inline]
pub(super) fn leapt_by_men(men: Squares, targets: Squares, occupied: Squares) -> Squares {
    let empty = ALL & !occupied;
    let over = around(|way| step(men, way) & step(empty, way ^ 2));
    targets & (over[0] | over[1] | over[2] | over[3])
}

/// The targets that a king can leap over. [3.2]
#[inline]
pub(super) fn leapt_by_kings(kings: Squares, targets: Squares, occupied: Squares) -> Squares {
    let mut found = 0;
    each(kings, |square| {
        for direction in DIRECTIONS {
            let (over, at) = beyond(square, direction, occupied);
            found |= if at == 0 { 0 } else { over };
        }
    });
    found & targets
}

/// A list of different chains. Short lists need no heap.
pub(super) struct Chains {
    few: [Action; FEW],
    length: usize,
    entered: u32,
    many: Option<Box<Many>>,
}

/// What a long list needs so that strange positions (many kings, many pieces) take no strange
/// time.
#[derive(Default)]
struct Many {
    list: Vec<Action>,
    listed: HashSet<u64, BuildNumberHasher>,
    entered: HashSet<u64, BuildNumberHasher>,
}

const FEW: usize = 20;

/// Stands after which [`Chains::enter`] begins to remember them.
const ENTERED_UNSEEN: u32 = 100;

/// Two chains of fewer leaps are never alike: the same pieces cannot be taken in another order
/// from the same start to the same end.
const ALIKE_FROM: u32 = 3;

impl Chains {
    #[inline]
    pub(super) fn new() -> Chains {
        Chains { few: [Action(0); FEW], length: 0, entered: 0, many: None }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.length + self.many.as_ref().map_or(0, |many| many.list.len())
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Action {
        match &self.many {
            Some(many) if index >= FEW => many.list[index - FEW],
            _ => self.few[index],
        }
    }

    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(Action)) {
        self.few[..self.length].iter().for_each(|action| visit(*action));
        if let Some(many) = &self.many {
            many.list.iter().for_each(|action| visit(*action));
        }
    }

    /// Adds a chain unless one alike in start, end and captured pieces is there. [4.5]
    #[inline]
    fn push(&mut self, action: Action) {
        if action.captured().count_ones() >= ALIKE_FROM && self.few[..self.length].contains(&action)
        {
            return;
        }
        if self.length == FEW {
            self.push_many(action);
        } else {
            self.few[self.length] = action;
            self.length += 1;
        }
    }

    #[cold]
    fn push_many(&mut self, action: Action) {
        let many = self.many.get_or_insert_default();
        if many.listed.insert(action.0) {
            many.list.push(action);
        }
    }

    /// Whether to go on from a stand: no, if it has been entered before. The first stands are not
    /// remembered: nearly all positions have no more.
    #[inline]
    fn enter(&mut self, number: impl Fn() -> u64) -> bool {
        self.entered += 1;
        self.entered <= ENTERED_UNSEEN || self.many.get_or_insert_default().entered.insert(number())
    }
}
