//! Proof search (df-pn) in the moving stage: does first win from here?
//!
//! Positions come from the rules. The stage has an end (captures and the quiet count), so a line
//! never comes back to a position and the search needs no care for cycles. Values are monotone in
//! the quiet count: a side that is ahead wins all the more the sooner the game ends, because up to
//! the end it can play as if it came later; a side that is not ahead must capture before the end,
//! and more time does no harm. So what is proven of a pair of sets of stones for one count holds
//! for all counts on one side of it ([`Known`]).
//!
//! Every search begins with empty memory. What it finds depends on nothing but the position and the
//! number of nodes: not on the order of searches, the threads or an interruption.

use std::collections::HashSet;

use rules::seega::{Action, Rules, Seega, Small, SmallBoard};
use rules::{Position, Side, Status};

use super::certificate::{move_byte, sort_by_text};
use crate::board::Board;

/// Changes whenever a search may find something else with as many nodes.
pub(crate) const VERSION: u32 = 2;

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// First wins.
    Won,
    /// First does not win.
    NotWon,
    /// The nodes did not suffice.
    Open,
}

/// No count: positions hold their quiet count plus one here.
const NONE: u8 = 0;

/// Proof and disproof number: how much is left at least to show that first wins, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    win: u32,
    not: u32,
}

const INFINITE: u32 = u32::MAX / 2;
const WON: Numbers = Numbers { win: 0, not: INFINITE };
const NOT_WON: Numbers = Numbers { win: INFINITE, not: 0 };

#[derive(Clone, Copy)]
struct Child {
    position: Small,
    numbers: Numbers,
}

/// What is known of a position, whatever its quiet count. Keys are whole positions: nothing can be
/// taken for something else.
#[derive(Clone, Copy)]
struct Known {
    key: (u64, u8),
    /// First ahead: won from this count on. Else: won up to this count.
    won: u8,
    /// First ahead: not won up to this count. Else: not won from this count on.
    not_won: u8,
    /// Whether `numbers` have been found, for whatever count.
    open: bool,
    /// The search that wrote this.
    search: u32,
    numbers: Numbers,
}

/// A search; its memory is emptied for each position.
pub(crate) struct Prover {
    board: SmallBoard,
    /// With open addressing; it has room for more positions than a search has nodes.
    memory: Vec<Known>,
    search: u32,
    children: Vec<Child>,
    nodes: u32,
    limit: u32,
}

impl Prover {
    pub(crate) fn new(rules: Rules) -> Prover {
        let board = SmallBoard::new(rules).expect("a board up to 5x5");
        Prover { board, memory: Vec::new(), search: 0, children: Vec::new(), nodes: 0, limit: 0 }
    }

    /// Searches with so many nodes. Also returns how many were taken.
    pub(crate) fn prove(&mut self, position: &Seega, limit: u32) -> (Found, u32) {
        self.begin(limit);
        let numbers = self.search(self.board.pack(position), INFINITE, INFINITE);
        let found = match numbers {
            WON => Found::Won,
            NOT_WON => Found::NotWon,
            _ => Found::Open,
        };
        (found, self.nodes)
    }

    fn begin(&mut self, limit: u32) {
        // A little more than the nodes: those on the way back are remembered after the last one.
        let room = (limit as usize + 1024) / 2 * 3;
        let room = room.next_power_of_two();
        if self.memory.len() != room || self.search == u32::MAX {
            let numbers = WON;
            let none =
                Known { key: (0, 0), won: NONE, not_won: NONE, open: false, search: 0, numbers };
            self.memory = vec![none; room];
            self.search = 0;
        }
        self.search += 1;
        self.children.clear();
        (self.nodes, self.limit) = (0, limit);
    }

    /// An action of first that wins, after a search has found that there is one.
    pub(crate) fn winning_action(&self, position: &Seega) -> Option<Action> {
        let wins = |action: &Action| {
            let mut next = position.clone();
            next.play(*action);
            self.look_up(&self.board.pack(&next)) == WON
        };
        position.actions().into_iter().find(wins)
    }

    /// First's moves from a position that is won with so many nodes, as a certificate has them.
    pub(crate) fn moves(&mut self, position: &Seega, limit: u32) -> Option<Vec<u8>> {
        if self.prove(position, limit).0 != Found::Won {
            return None;
        }
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        self.draw(position, &mut moves, &mut seen);
        Some(moves)
    }

    /// Follows what is known to be won, all of second's actions in order.
    fn draw(&self, seega: &Seega, moves: &mut Vec<u8>, seen: &mut HashSet<Small>) {
        if matches!(seega.status(), Status::Over(_)) || !seen.insert(self.board.pack(seega)) {
            return;
        }
        let mut actions = seega.actions();
        sort_by_text(&mut actions);
        let after = |action: &Action| {
            let mut next = seega.clone();
            next.play(*action);
            next
        };
        let mut children: Vec<Seega> = actions.iter().map(after).collect();
        if seega.side() == Side::First {
            let packed: Vec<Small> = children.iter().map(|child| self.board.pack(child)).collect();
            let won = (0..children.len()).filter(|place| self.look_up(&packed[*place]) == WON);
            // What needs no moves of its own comes first.
            let place = won.min_by_key(|place| {
                let child = &packed[*place];
                self.board.over(child).is_none() && !seen.contains(child)
            });
            let place = place.expect("a won position has a won action");
            moves.push(move_byte(actions[place], seega.size()));
            children = vec![children.swap_remove(place)];
        }
        for child in children {
            self.draw(&child, moves, seen);
        }
    }

    fn ahead(small: &Small) -> bool {
        small.count(Side::First) > small.count(Side::Second)
    }

    /// The place of a position in memory, or of the gap where it belongs.
    #[inline]
    fn place(&self, key: (u64, u8)) -> usize {
        let mask = self.memory.len() - 1;
        let mixed = (key.0 ^ u64::from(key.1) << 56).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mut place = (mixed >> 32) as usize & mask;
        loop {
            let known = &self.memory[place];
            if known.search != self.search || known.key == key {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// What is known of a position without searching it.
    #[inline]
    fn look_up(&self, small: &Small) -> Numbers {
        if let Some(winner) = self.board.over(small) {
            return if winner == Some(Side::First) { WON } else { NOT_WON };
        }
        let known = &self.memory[self.place(small.key())];
        if known.search == self.search {
            let count = small.quiet() + 1;
            let (won, not_won) = if Prover::ahead(small) {
                (known.won != NONE && count >= known.won, count <= known.not_won)
            } else {
                (count <= known.won, known.not_won != NONE && count >= known.not_won)
            };
            if won {
                return WON;
            }
            if not_won {
                return NOT_WON;
            }
            // Those of another count are a better guess than the first one.
            if known.open {
                return known.numbers;
            }
        }
        self.first_guess(small)
    }

    fn remember(&mut self, small: &Small, numbers: Numbers) {
        let key = small.key();
        let (search, place) = (self.search, self.place(key));
        let known = &mut self.memory[place];
        if known.search != search {
            *known = Known { key, won: NONE, not_won: NONE, open: false, search, numbers };
        }
        let count = small.quiet() + 1;
        if numbers != WON && numbers != NOT_WON {
            (known.open, known.numbers) = (true, numbers);
            return;
        }
        let ahead = Prover::ahead(small);
        let (bound, least) = match (numbers == WON, ahead) {
            (true, true) => (&mut known.won, true),
            (true, false) => (&mut known.won, false),
            (false, true) => (&mut known.not_won, false),
            (false, false) => (&mut known.not_won, true),
        };
        *bound = match *bound {
            NONE => count,
            old if least => old.min(count),
            old => old.max(count),
        };
    }

    /// Searches until one of the numbers reaches its threshold or the nodes are spent.
    fn search(&mut self, small: Small, win: u32, not: u32) -> Numbers {
        self.nodes += 1;
        let first = small.side() == Side::First;
        let goal = if first { WON } else { NOT_WON };
        // All searches on the way share one list of children, each has the end of it.
        let begin = self.children.len();
        let mut settled = false;
        let board = self.board;
        board.successors(&small, |position| {
            let numbers = self.look_up(&position);
            settled = numbers == goal;
            self.children.push(Child { position, numbers });
            !settled
        });
        if settled {
            self.children.truncate(begin);
            self.remember(&small, goal);
            return goal;
        }
        loop {
            let state = State::of(&self.children[begin..], first);
            let numbers = state.numbers(first);
            if numbers.win >= win || numbers.not >= not || self.nodes >= self.limit {
                self.children.truncate(begin);
                self.remember(&small, numbers);
                return numbers;
            }
            let (win, not) = if first {
                (win.min(wider(state.next)), not - state.others)
            } else {
                (win - state.others, not.min(wider(state.next)))
            };
            let place = begin + state.best;
            let child = self.children[place].position;
            self.children[place].numbers = self.search(child, win, not);
        }
    }

    /// The numbers of a position that has not been searched. Actions to answer, stones in danger, a
    /// lead to make up and a count to sit out all make it harder; the weights are those that proved
    /// most of a sample of placements in a thousand nodes.
    #[inline]
    fn first_guess(&self, small: &Small) -> Numbers {
        let [first, second] = Side::BOTH.map(|side| small.count(side));
        let left = u32::from(self.board.left(small));
        let side = small.side();
        let to_answer =
            4 + 4 * self.board.count_actions(small) + 147 * self.board.threatened_by(small, side);
        let in_danger = self.board.threatened_by(small, side.other());
        let (win, not) =
            if side == Side::First { (4 + in_danger, to_answer) } else { (to_answer, 4) };
        let sit_out = if first > second { (12 * left, 0) } else { (0, 15 * left) };
        let to_win = (32 * (1 + second).saturating_sub(first) + sit_out.0).max(1);
        let to_hold = 1 + 4 * (13 + first).saturating_sub(second) + sit_out.1;
        Numbers { win: win * to_win, not: not * to_hold }
    }
}

/// How far a child is searched before its rival's turn comes: a little beyond the rival's number,
/// so that the search does not jump between the two.
fn wider(rival: u32) -> u32 {
    rival.saturating_add(rival / 16 + 1).min(INFINITE)
}

/// The children of a position summed up. One child is enough for the side to act: the least number
/// counts. The other side must refute all: the greatest counts, and one more for each other. (Their
/// sum would count positions again that several children lead to.)
struct State {
    /// The child with the least number, that number, and the least of the others.
    best: usize,
    least: u32,
    next: u32,
    /// The greatest number of those that must all be refuted, and how many others are open.
    greatest: u32,
    others: u32,
}

impl State {
    #[inline]
    fn of(children: &[Child], first: bool) -> State {
        let mut state = State { best: 0, least: u32::MAX, next: u32::MAX, greatest: 0, others: 0 };
        for (place, child) in children.iter().enumerate() {
            let Numbers { win, not } = child.numbers;
            let (one, all) = if first { (win, not) } else { (not, win) };
            if one < state.least {
                (state.best, state.next, state.least) = (place, state.least, one);
            } else {
                state.next = state.next.min(one);
            }
            state.greatest = state.greatest.max(all);
            state.others += u32::from(all > 0);
        }
        state.others = state.others.saturating_sub(1);
        state.next = state.next.min(INFINITE);
        state
    }

    #[inline]
    fn numbers(&self, first: bool) -> Numbers {
        let all = (self.greatest + self.others).min(INFINITE);
        if first {
            Numbers { win: self.least, not: all }
        } else {
            Numbers { win: all, not: self.least }
        }
    }
}

/// The start of the moving stage with first's stones on these squares and second's on all others
/// but the centre.
pub(crate) fn placed(rules: Rules, board: &Board, first: u32, second: u32) -> Seega {
    Seega::moving_stage(rules, [board.widen(first), board.widen(second)], Side::First, 0)
}
