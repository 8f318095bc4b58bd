//! The moving stage on boards up to 5×5 in words of 32 bits, for programs that go through billions
//! of positions: a position takes 12 bytes and knows neither its key nor its rules. It is the
//! same game as [`Seega`] plays; the tests hold the two against each other.

use super::{Capture, Centre, Extra, Must, Rules, Seega};
use crate::bits::bit32 as bit;
use crate::{Position, Side};

/// A set of squares: bit `6 · rank + file`.
type Set = u32;

const STRIDE: u32 = 6;

/// A position of the moving stage without its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Small {
    stones: [Set; 2],
    must: u8,
    quiet: u8,
    side: Side,
}

/// No stone must move again.
const NO_STONE: u8 = 63;
/// A stone must, but any may.
const ANY_STONE: u8 = 62;

/// Empty squares by what a move to them does; squares are numbered rank by rank without gaps. It is
/// the same for every stone that can move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    /// The move captures nothing.
    pub quiet: u32,
    /// The move captures.
    pub capturing: u32,
}

/// A board of [`Small`] positions and its rules.
#[derive(Clone, Copy, Debug)]
pub struct SmallBoard {
    rules: Rules,
    squares: Set,
    /// The squares on which no stone can be captured.
    safe: Set,
}

#[inline]
fn steps(from: Set) -> [Set; 4] {
    [from << 1, from >> 1, from << STRIDE, from >> STRIDE]
}

#[inline]
fn neighbours(of: Set) -> Set {
    let [a, b, c, d] = steps(of);
    a | b | c | d
}

fn narrow(wide: u128) -> Set {
    (0..5).fold(0, |set, rank| set | ((wide >> (10 * rank)) as u32 & 31) << (STRIDE * rank))
}

fn widen(set: Set) -> u128 {
    (0..5).fold(0, |wide, rank| wide | u128::from(set >> (STRIDE * rank) & 31) << (10 * rank))
}

fn number(square: u8) -> u8 {
    square / 10 * STRIDE as u8 + square % 10
}

impl Small {
    /// The side to act.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The number of stones of a side.
    #[inline]
    #[must_use]
    pub fn count(&self, side: Side) -> u32 {
        self.stones[side.index()].count_ones()
    }

    /// The quiet actions made in a row.
    #[inline]
    #[must_use]
    pub fn quiet(&self) -> u8 {
        self.quiet
    }

    /// Whether the side to act has captured and must move again. [5.1]
    #[inline]
    #[must_use]
    pub fn is_extra_move(&self) -> bool {
        self.must != NO_STONE
    }

    /// Everything but the quiet count, as one number: equal numbers are equal positions.
    #[inline]
    #[must_use]
    pub fn key(&self) -> (u64, u8) {
        let [first, second] = self.stones.map(u64::from);
        (first | second << 32, self.must | (self.side as u8) << 6)
    }
}

impl SmallBoard {
    /// The board of these rules, if it is small enough.
    #[must_use]
    pub fn new(rules: Rules) -> Option<SmallBoard> {
        if rules.size > 5 {
            return None;
        }
        let size = u32::from(rules.size);
        let squares = (0..size).fold(0, |set, rank| set | ((1 << size) - 1) << (STRIDE * rank));
        let centre = 1 << ((STRIDE + 1) * (size / 2));
        let safe = if rules.centre == Centre::Safe { centre } else { 0 };
        Some(SmallBoard { rules, squares, safe })
    }

    /// A position of the moving stage on this board.
    ///
    /// # Panics
    /// It is of other rules, or of the placing stage.
    #[must_use]
    pub fn pack(&self, seega: &Seega) -> Small {
        assert!(seega.rules == self.rules && !seega.placing(), "{seega:?}");
        let must = match seega.must {
            Must::NoStone => NO_STONE,
            Must::Any => ANY_STONE,
            Must::Stone(square) => number(square),
        };
        let stones = seega.stones.map(narrow);
        Small { stones, must, quiet: seega.quiet, side: seega.side }
    }

    /// The position as the rules have it.
    #[must_use]
    pub fn unpack(&self, small: &Small) -> Seega {
        let [first, second] = small.stones.map(widen);
        let mut seega = Seega::moving_stage(self.rules, [first, second], small.side, small.quiet);
        seega.must = match small.must {
            NO_STONE => Must::NoStone,
            ANY_STONE => Must::Any,
            square => Must::Stone(square / STRIDE as u8 * 10 + square % STRIDE as u8),
        };
        seega.key = seega.fresh_key();
        seega
    }

    /// A position without an extra move due. Squares are numbered rank by rank without gaps.
    #[inline]
    #[must_use]
    pub fn moving_stage(&self, stones: [u32; 2], side: Side, quiet: u8) -> Small {
        let size = u32::from(self.rules.size);
        let spread = |set: u32| {
            let rank = |rank: u32| (set >> (size * rank) & ((1 << size) - 1)) << (STRIDE * rank);
            (0..size).fold(0, |all, number| all | rank(number))
        };
        Small { stones: stones.map(spread), must: NO_STONE, quiet, side }
    }

    /// A set with squares numbered rank by rank without gaps.
    #[inline]
    fn close_up(&self, set: Set) -> u32 {
        let size = u32::from(self.rules.size);
        let rank = |rank: u32| (set >> (STRIDE * rank) & ((1 << size) - 1)) << (size * rank);
        (0..size).fold(0, |all, number| all | rank(number))
    }

    /// The stones of a side. Squares are numbered rank by rank without gaps.
    #[inline]
    #[must_use]
    pub fn stones_of(&self, small: &Small, side: Side) -> u32 {
        self.close_up(small.stones[side.index()])
    }

    /// The squares to which moves lead; none if the side to act must pass.
    #[inline]
    #[must_use]
    pub fn move_targets(&self, small: &Small) -> Targets {
        let [a, b, c, d] = self.targets(small);
        let goals = a | b | c | d;
        let (squares, _) = self.threats(small, small.side, goals);
        Targets { quiet: self.close_up(goals & !squares), capturing: self.close_up(squares) }
    }

    /// The winner if the game is over (`Some(None)` is a draw). [6.1] [6.2]
    #[inline]
    #[must_use]
    pub fn over(&self, small: &Small) -> Option<Option<Side>> {
        match small.stones {
            [0, _] => Some(Some(Side::Second)),
            [_, 0] => Some(Some(Side::First)),
            _ if small.quiet < self.rules.quiet => None,
            _ => Some(match small.count(Side::First).cmp(&small.count(Side::Second)) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            }),
        }
    }

    /// The quiet actions that are left until the game ends.
    #[inline]
    #[must_use]
    pub fn left(&self, small: &Small) -> u8 {
        self.rules.quiet - small.quiet
    }

    /// The stones that may move. [5.2]
    #[inline]
    fn movers(small: &Small) -> Set {
        match small.must {
            NO_STONE | ANY_STONE => small.stones[small.side.index()],
            square => bit(square),
        }
    }

    /// The targets of moves, direction by direction. [3.2]
    #[inline]
    fn targets(&self, small: &Small) -> [Set; 4] {
        let empty = self.squares & !(small.stones[0] | small.stones[1]);
        steps(SmallBoard::movers(small)).map(|set| set & empty)
    }

    /// The number of actions in a game that is not over.
    #[inline]
    #[must_use]
    pub fn count_actions(&self, small: &Small) -> u32 {
        self.targets(small).iter().map(|set| set.count_ones()).sum::<u32>().max(1)
    }

    /// Visits the positions after each action, in the order of [`Seega`]'s actions, until `visit`
    /// says that it is enough. The game must not be over.
    #[inline]
    pub fn successors(&self, small: &Small, mut visit: impl FnMut(Small) -> bool) {
        let targets = self.targets(small);
        if targets == [0; 4] {
            visit(SmallBoard::quietly(*small));
            return;
        }
        let (mover, other) = (small.side.index(), small.side.other().index());
        for (direction, mut set) in targets.into_iter().enumerate() {
            while set != 0 {
                let to = set & set.wrapping_neg();
                set ^= to;
                let from = match direction {
                    0 => to >> 1,
                    1 => to << 1,
                    2 => to >> STRIDE,
                    _ => to << STRIDE,
                };
                let mut next = *small;
                next.stones[mover] ^= from | to;
                let taken = self.captures(next.stones[mover], next.stones[other], to);
                if taken == 0 {
                    next = SmallBoard::quietly(next);
                } else {
                    next.stones[other] ^= taken;
                    next.quiet = 0;
                    if next.stones[other] == 0 {
                        next.must = NO_STONE;
                        next.side = next.side.other();
                    } else if self.rules.extra == Extra::Any {
                        next.must = ANY_STONE;
                    } else {
                        next.must = to.trailing_zeros() as u8;
                    }
                }
                if !visit(next) {
                    return;
                }
            }
        }
    }

    #[inline]
    fn quietly(mut small: Small) -> Small {
        small.quiet += 1;
        small.must = NO_STONE;
        small.side = small.side.other();
        small
    }

    /// What a stone captures that has moved to the square `to`. [4.1]
    #[inline]
    fn captures(&self, own: Set, enemy: Set, to: Set) -> Set {
        if neighbours(to) & enemy == 0 {
            return 0;
        }
        let along = |step: fn(Set) -> Set| {
            let mut run = 0;
            let mut cursor = step(to);
            while cursor & enemy != 0 {
                run |= cursor;
                cursor = step(cursor);
            }
            let too_long = self.rules.capture == Capture::Single && run.count_ones() > 1;
            if cursor & own == 0 || too_long || run & self.safe != 0 { 0 } else { run }
        };
        along(|set| set << 1)
            | along(|set| set >> 1)
            | along(|set| set << STRIDE)
            | along(|set| set >> STRIDE)
    }

    /// How many enemy stones a side could capture by one move, if it were its turn; of the side to
    /// act, how many it can.
    #[inline]
    #[must_use]
    pub fn threatened_by(&self, small: &Small, side: Side) -> u32 {
        let own = small.stones[side.index()];
        let all = own | small.stones[side.other().index()];
        let movers = if side == small.side { SmallBoard::movers(small) } else { own };
        let goals = self.squares & !all & neighbours(movers);
        let (_, victims) = self.threats(small, side, goals);
        victims.count_ones()
    }

    /// Which of the goals a side captures on, and what it captures there.
    #[inline]
    fn threats(&self, small: &Small, side: Side, goals: Set) -> (Set, Set) {
        let own = small.stones[side.index()];
        let enemy = small.stones[side.other().index()] & !self.safe;
        let longest = if self.rules.capture == Capture::Single { 1 } else { 3 };
        let (mut squares, mut victims) = (0, 0);
        let mut along = |on: fn(Set) -> Set, back: fn(Set) -> Set| {
            // From every own stone through enemy stones to a goal, and back again.
            let mut run = on(own) & enemy;
            for _ in 1..longest {
                run |= on(run) & enemy;
            }
            let ends = on(run) & goals;
            let mut taken = back(ends) & run;
            for _ in 1..longest {
                taken |= back(taken) & run;
            }
            squares |= ends;
            victims |= taken;
        };
        along(|set| set << 1, |set| set >> 1);
        along(|set| set >> 1, |set| set << 1);
        along(|set| set << STRIDE, |set| set >> STRIDE);
        along(|set| set >> STRIDE, |set| set << STRIDE);
        (squares, victims)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Status;
    use crate::seega::Action;

    /// Random games under every option: the same actions in the same order, the same ends.
    #[test]
    fn plays_as_the_rules_do() {
        let mut random = fastrand::Rng::with_seed(7);
        for size in ["3", "5"] {
            for options in ["", "extra=any", "capture=single", "centre=safe", "quiet=3"] {
                let text = format!("size={size},{options}");
                let rules =
                    crate::open("seega", text.trim_end_matches(',')).unwrap().rules::<Seega>();
                let board = SmallBoard::new(rules).unwrap();
                for _ in 0..60 {
                    let mut seega = Seega::start(rules);
                    while let Status::ToAct(_) = seega.status() {
                        if !seega.placing() {
                            compare(&board, &seega);
                        }
                        seega.play(seega.pick_action(|below| random.u32(0..below)));
                    }
                }
            }
        }
    }

    fn compare(board: &SmallBoard, seega: &Seega) {
        let small = board.pack(seega);
        assert_eq!(board.unpack(&small), *seega);
        assert_eq!(board.count_actions(&small) as usize, seega.count_actions());
        let after = |action| {
            let mut next = seega.clone();
            next.play(action);
            next
        };
        let expected: Vec<Seega> = seega.actions().into_iter().map(after).collect();
        let mut found = Vec::new();
        let targets = board.move_targets(&small);
        let actions = seega.actions();
        for (action, next) in actions.iter().zip(&expected) {
            let Action::Move(_, to) = *action else {
                assert_eq!(targets, Targets { quiet: 0, capturing: 0 });
                continue;
            };
            let square = 1 << (to / 10 * seega.size() + to % 10);
            let captures = seega.captured_by(*action) != 0;
            assert_eq!(targets.capturing & square != 0, captures, "{next:?}");
            assert_eq!(targets.quiet & square != 0, !captures);
        }
        board.successors(&small, |next| {
            let winner = match board.unpack(&next).status() {
                Status::Over(outcome) => Some(outcome.winner),
                _ => None,
            };
            assert_eq!(board.over(&next), winner);
            found.push(board.unpack(&next));
            true
        });
        assert_eq!(found, expected);
        let goals = actions.iter().map(|action| match action {
            Action::Move(_, to) => 1u128 << to,
            _ => 0,
        });
        let goals = goals.fold(0, |all, to| all | to).count_ones();
        assert_eq!(targets.quiet.count_ones() + targets.capturing.count_ones(), goals);
        assert_eq!(small.is_extra_move(), seega.is_extra_move());
        if !seega.is_extra_move() {
            let stones = Side::BOTH.map(|side| board.stones_of(&small, side));
            assert_eq!(board.moving_stage(stones, seega.side(), seega.quiet), small);
        }
        for side in Side::BOTH {
            let victims = seega.threats(side).victims.count_ones();
            assert_eq!(board.threatened_by(&small, side), victims);
        }
    }
}
