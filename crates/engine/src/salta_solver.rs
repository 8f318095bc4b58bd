//! Salta for one: bringing the own pieces home while no opponent interferes.
//!
//! So it is when a loser plays on alone, and as good as so when the two armies have passed each
//! other: jumps lead forward only, so there are none any more. What is left is a puzzle of steps,
//! fifteen pieces on the squares that the enemy has left free. It is searched best first by the
//! steps taken and the steps still to go; estimates that look too far ahead find some way quickly.
//! What no way can be shorter than is known from pattern databases: of every two pieces the exact
//! number of steps that they need with no other on the board. A way of that length is proven to be
//! the shortest; where there is none, an honest search closes the gap if the nodes suffice, and else
//! both numbers are returned.

use std::collections::HashMap;

use rules::keys::BuildNumberHasher;
use rules::salta::{Action, Salta};
use rules::{Position, Side};

use crate::eval::Par;

/// A way home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// How many there are: the *par*.
    pub length: u32,
    /// No way is shorter than this: the bound of the par where it is not proven.
    pub least: u32,
}

impl Solution {
    /// Whether no way is shorter.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.least == self.length
    }

    pub(crate) fn par(&self) -> Par {
        Par { moves: self.length, least: self.least }
    }
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
    /// No way is shorter than this.
    OutOfNodes(u32),
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
        let pairs = Pairs::new(self);
        let mut least = self.least(self.start).max(pairs.least(self, self.start));
        // How much more a step still to go counts than a step taken, in quarters.
        for greed in [20, 12, 8, 6, 5, 4] {
            let shorter_than = best.as_ref().map_or(u32::MAX, |way| way.len() as u32);
            if shorter_than <= least {
                break;
            }
            let honest = (greed == 4).then_some(&pairs);
            match self.search(greed, honest, shorter_than, &mut looked_at, go_on) {
                Found::Way(way) if honest.is_some() => {
                    least = way.len() as u32;
                    best = Some(way);
                }
                Found::Way(way) => best = Some(way),
                // Nothing is shorter: the estimate is never too large where it only cuts.
                Found::Nothing => least = shorter_than,
                Found::OutOfNodes(bound) => {
                    least = least.max(bound.min(shorter_than));
                    break;
                }
            }
        }
        best.map(|actions| Solution { length: actions.len() as u32, actions, least })
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

    /// Best-first search for a way shorter than a given one; the first that an honest search finds is
    /// the shortest.
    fn search(
        &self,
        greed: u32,
        honest: Option<&Pairs>,
        shorter_than: u32,
        looked_at: &mut u64,
        go_on: &mut impl FnMut(u64) -> bool,
    ) -> Found {
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: HashMap<State, u32, BuildNumberHasher> = HashMap::default();
        // Nodes by their rank; within a rank the last one first.
        let mut open: Vec<Vec<u32>> = Vec::new();
        let rank = |taken: u32, state: State| {
            let (to_go, barred) = self.look(state);
            let estimate = match honest {
                Some(pairs) => self.least(state).max(pairs.least(self, state)),
                None => to_go + 2 * barred,
            };
            (4 * taken + greed * estimate) as usize
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
                return Found::OutOfNodes(if honest.is_some() { lowest as u32 / 4 } else { 0 });
            }
            let occupied = (0..PIECES).fold(0u64, |set, piece| set | 1 << square_of(state, piece));
            for piece in 0..PIECES {
                let from = square_of(state, piece);
                for to in squares(self.around[usize::from(from)] & self.free & !occupied) {
                    let next = moved(state, piece, to);
                    let rank = rank(taken + 1, next);
                    let too_long = match honest {
                        Some(_) => rank >= 4 * shorter_than as usize,
                        None => taken + 1 + self.least(next) >= shorter_than,
                    };
                    if too_long {
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
                    lowest = lowest.min(rank);
                    push(&mut open, rank, new);
                }
            }
        }
    }
}

/// Of every two pieces, by their squares, how many steps more they need than the sum of their own
/// distances if no other piece stands in their way: found backwards from their goals.
struct Pairs {
    /// In the order of [`Pairs::each`].
    more: Vec<[u8; SQUARES * SQUARES]>,
}

impl Pairs {
    fn each() -> impl Iterator<Item = (usize, usize)> {
        (0..PIECES).flat_map(|one| (one + 1..PIECES).map(move |other| (one, other)))
    }

    fn new(puzzle: &Puzzle) -> Pairs {
        Pairs { more: Pairs::each().map(|pair| Pairs::of(puzzle, pair)).collect() }
    }

    fn of(puzzle: &Puzzle, (one, other): (usize, usize)) -> [u8; SQUARES * SQUARES] {
        const UNKNOWN: u8 = u8::MAX;
        let place = |[a, b]: [u8; 2]| usize::from(a) * SQUARES + usize::from(b);
        let mut found = [UNKNOWN; SQUARES * SQUARES];
        let mut queue = vec![[puzzle.goals[one], puzzle.goals[other]]];
        found[place(queue[0])] = 0;
        let mut next = 0;
        while let Some(&[a, b]) = queue.get(next) {
            next += 1;
            let steps = found[place([a, b])];
            let around = |square: u8, taken: u8| {
                squares(puzzle.around[usize::from(square)] & puzzle.free & !(1 << taken))
            };
            let moves = around(a, b).map(|to| [to, b]).chain(around(b, a).map(|to| [a, to]));
            for after in moves {
                if found[place(after)] == UNKNOWN {
                    found[place(after)] = steps + 1;
                    queue.push(after);
                }
            }
        }
        for (place, steps) in found.iter_mut().enumerate() {
            let [a, b] = [place / SQUARES, place % SQUARES];
            let own = puzzle.steps[one][a] + puzzle.steps[other][b];
            // What cannot be reached says nothing.
            *steps = if *steps == UNKNOWN { 0 } else { steps.saturating_sub(own) };
        }
        found
    }

    /// No way home is shorter: steps of different pieces are different steps, so what pairs need
    /// beyond their distances can be added up as long as no piece is in two of them.
    fn least(&self, puzzle: &Puzzle, state: State) -> u32 {
        let at: [usize; PIECES] = std::array::from_fn(|piece| square_of(state, piece).into());
        let distance: u32 =
            (0..PIECES).map(|piece| u32::from(puzzle.steps[piece][at[piece]])).sum();
        let mut paired = 0u32;
        let mut more = 0;
        let mut later = [(0usize, 0usize); PIECES];
        let mut count = 0;
        for ((one, other), table) in Pairs::each().zip(&self.more) {
            match table[at[one] * SQUARES + at[other]] {
                0 => {}
                // The largest first: four more steps are rare.
                needed if needed > 2 && paired & (1 << one | 1 << other) == 0 => {
                    paired |= 1 << one | 1 << other;
                    more += u32::from(needed);
                }
                needed if needed > 2 => {}
                _ if count < PIECES => {
                    later[count] = (one, other);
                    count += 1;
                }
                _ => {}
            }
        }
        for (one, other) in &later[..count] {
            if paired & (1 << one | 1 << other) == 0 {
                paired |= 1 << one | 1 << other;
                more += 2;
            }
        }
        distance + more
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
