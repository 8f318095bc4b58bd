//! Salta for one: bringing the own pieces home while no opponent interferes.
//!
//! So it is when a loser plays on alone, and as good as so when the two armies have passed each
//! other: jumps lead forward only, so there are none any more. What is left is a puzzle of steps,
//! fifteen pieces on the squares that the enemy has left free. It is searched best first by the
//! steps taken and the steps still to go; estimates that look too far ahead find some way quickly,
//! an honest one then proves the shortest if the nodes suffice.

use std::collections::HashMap;

use rules::keys::BuildNumberHasher;
use rules::salta::{Action, Salta};
use rules::{Position, Side};

/// A way home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// How many there are: the *par*.
    pub length: u32,
    /// Whether none is shorter.
    pub proven: bool,
}

/// Finds a short way home for the side to act, looking at no more than about `nodes` positions.
/// None unless that side plays alone or both have passed each other, and where no way was found.
#[must_use]
pub fn solve(position: &Salta, nodes: u64) -> Option<Solution> {
    solve_while(position, |looked_at| looked_at < nodes)
}

/// As [`solve`], going on as long as `go_on` says so: it is asked every so often with the number of
/// positions looked at.
pub fn solve_while(position: &Salta, mut go_on: impl FnMut(u64) -> bool) -> Option<Solution> {
    Puzzle::new(position)?.solve(&mut go_on)
}

/// How many moves a side still needs with the enemy removed from the board: the published way of
/// scoring a game that has reached its limit. The fewest that some `nodes` positions show.
#[must_use]
pub fn moves_needed(position: &Salta, side: Side, nodes: u64) -> Option<Solution> {
    // Every square is a neighbour of another.
    Puzzle::of(position, side, Salta::around(u64::MAX)).solve(&mut |looked_at| looked_at < nodes)
}

impl Solution {
    fn new(actions: Vec<Action>, proven: bool) -> Solution {
        Solution { length: actions.len() as u32, actions, proven }
    }
}

const PIECES: usize = 15;
const SQUARES: usize = 64;
/// More positions than this are not kept: about 40 MB.
const MOST_KEPT: usize = 500_000;

/// Where the fifteen pieces stand: six bits each.
type State = u128;

fn square_of(state: State, piece: usize) -> u8 {
    (state >> (6 * piece)) as u8 & 63
}

fn moved(state: State, piece: usize, to: u8) -> State {
    state & !(63 << (6 * piece)) | State::from(to) << (6 * piece)
}

struct Puzzle {
    start: State,
    /// The squares that may be used.
    free: u64,
    goals: [u8; PIECES],
    /// Steps from a square to a piece's goal.
    steps: [[u8; SQUARES]; PIECES],
    /// The neighbours of a square that are nearer to a piece's goal.
    nearer: [[u64; SQUARES]; PIECES],
    around: [u64; SQUARES],
}

enum Found {
    Way(Vec<Action>),
    Nothing,
    OutOfNodes,
}

struct Node {
    state: State,
    parent: u32,
    taken: u16,
    moved: (u8, u8),
}

impl Puzzle {
    fn new(position: &Salta) -> Option<Puzzle> {
        let side = position.side();
        // Nothing behind the enemy's last piece: there it could be jumped over again.
        let free = position.passed_by(side.other());
        position.is_apart().then(|| Puzzle::of(position, side, free))
    }

    /// A side's pieces, with nothing else on the squares that it may use.
    fn of(position: &Salta, side: Side, free: u64) -> Puzzle {
        let own = position.pieces(side);
        let first = if side == Side::First { 0 } else { PIECES as u8 };
        let goals: [u8; PIECES] =
            std::array::from_fn(|piece| Salta::goal_of(first + piece as u8, position.is_mirror()));
        let mut start = 0;
        for square in squares(own) {
            start = moved(start, usize::from(position.piece_on(square) - first), square);
        }
        let around: [u64; SQUARES] = std::array::from_fn(|at| Salta::around(1 << at) & free);
        let mut steps = [[0; SQUARES]; PIECES];
        let mut nearer = [[0; SQUARES]; PIECES];
        for piece in 0..PIECES {
            for square in squares(free) {
                steps[piece][usize::from(square)] = Salta::steps(square, goals[piece]);
            }
            for square in squares(free) {
                let here = steps[piece][usize::from(square)];
                nearer[piece][usize::from(square)] = squares(around[usize::from(square)])
                    .filter(|next| steps[piece][usize::from(*next)] < here)
                    .fold(0, |set, next| set | 1 << next);
            }
        }
        Puzzle { start, free, goals, steps, nearer, around }
    }

    fn solve(&self, go_on: &mut impl FnMut(u64) -> bool) -> Option<Solution> {
        let mut best: Option<Vec<Action>> = None;
        let mut looked_at = 0;
        // How much more a step still to go counts than a step taken, in quarters.
        for greed in [20, 12, 8, 6, 5, 4] {
            let shorter_than = best.as_ref().map_or(u32::MAX, |way| way.len() as u32);
            match self.search(greed, shorter_than, &mut looked_at, go_on) {
                Found::Way(way) => best = Some(way),
                // Nothing is shorter: the estimate is never too large where it only cuts.
                Found::Nothing => {
                    return best.map(|actions| Solution::new(actions, true));
                }
                Found::OutOfNodes => break,
            }
            if best.as_ref().is_some_and(|way| way.len() as u32 == self.least(self.start)) {
                return best.map(|actions| Solution::new(actions, true));
            }
        }
        best.map(|actions| Solution::new(actions, false))
    }

    /// No way home is shorter: the steps to go, and two more where a piece cannot get nearer
    /// before another leaves its goal.
    fn least(&self, state: State) -> u32 {
        let (to_go, barred) = self.look(state);
        to_go + if barred > 0 { 2 } else { 0 }
    }

    /// The steps to go, and how many pieces have only pieces that are home on their way.
    fn look(&self, state: State) -> (u32, u32) {
        let mut home = 0u64;
        for piece in 0..PIECES {
            let at = square_of(state, piece);
            home |= u64::from(at == self.goals[piece]) << at;
        }
        let (mut to_go, mut barred) = (0, 0);
        for piece in 0..PIECES {
            let at = usize::from(square_of(state, piece));
            to_go += u32::from(self.steps[piece][at]);
            let nearer = self.nearer[piece][at];
            barred += u32::from(nearer != 0 && nearer & !home == 0);
        }
        (to_go, barred)
    }

    /// Best-first search for a way shorter than a given one.
    fn search(
        &self,
        greed: u32,
        shorter_than: u32,
        looked_at: &mut u64,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Found {
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: HashMap<State, u32, BuildNumberHasher> = HashMap::default();
        // Nodes by their rank; within a rank the last one first.
        let mut open: Vec<Vec<u32>> = Vec::new();
        let honest = greed == 4;
        let rank = |taken: u32, state: State| {
            let (to_go, barred) = self.look(state);
            let estimate = if honest { 2 * u32::from(barred > 0) } else { 2 * barred };
            (4 * taken + greed * (to_go + estimate)) as usize
        };
        let push = |open: &mut Vec<Vec<u32>>, rank: usize, node: u32| {
            if open.len() <= rank {
                open.resize_with(rank + 1, Vec::new);
            }
            open[rank].push(node);
        };
        nodes.push(Node { state: self.start, parent: u32::MAX, taken: 0, moved: (0, 0) });
        seen.insert(self.start, 0);
        push(&mut open, rank(0, self.start), 0);
        let mut lowest = 0;
        loop {
            let Some(found) = (lowest..open.len()).find(|rank| !open[*rank].is_empty()) else {
                return Found::Nothing;
            };
            lowest = found;
            let index = open[lowest].pop().expect("just found");
            let Node { state, taken, .. } = nodes[index as usize];
            let taken = u32::from(taken);
            // A shorter way to this state has been found since.
            if seen[&state] != index {
                continue;
            }
            if self.look(state).0 == 0 {
                return Found::Way(way(&nodes, index));
            }
            *looked_at += 1;
            if (looked_at.is_multiple_of(256) && !go_on(*looked_at)) || nodes.len() > MOST_KEPT {
                return Found::OutOfNodes;
            }
            let occupied = (0..PIECES).fold(0u64, |set, piece| set | 1 << square_of(state, piece));
            for piece in 0..PIECES {
                let from = square_of(state, piece);
                for to in squares(self.around[usize::from(from)] & self.free & !occupied) {
                    let next = moved(state, piece, to);
                    if taken + 1 + self.least(next) >= shorter_than {
                        continue;
                    }
                    if seen
                        .get(&next)
                        .is_some_and(|old| u32::from(nodes[*old as usize].taken) <= taken + 1)
                    {
                        continue;
                    }
                    let new = nodes.len() as u32;
                    nodes.push(Node {
                        state: next,
                        parent: index,
                        taken: taken as u16 + 1,
                        moved: (from, to),
                    });
                    seen.insert(next, new);
                    let rank = rank(taken + 1, next);
                    lowest = lowest.min(rank);
                    push(&mut open, rank, new);
                }
            }
        }
    }
}

fn way(nodes: &[Node], mut index: u32) -> Vec<Action> {
    let mut actions = Vec::new();
    while nodes[index as usize].parent != u32::MAX {
        let (from, to) = nodes[index as usize].moved;
        actions.push(Action::Move(from, to));
        index = nodes[index as usize].parent;
    }
    actions.reverse();
    actions
}

fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        square
    })
}
