//! Diaballik: pieces behind the enemy's line, the ways of the ball to the goal, and the holes that
//! attacking leaves.

use rules::diaballik::{Action, Diaballik};
use rules::{Position, Side, keys};

use super::{Evaluate, Part, Tally};
use crate::explain::Group;
use crate::level::{LEVELS, Skill};

/// The terms; the order is that of [`WEIGHTS`](Evaluate::WEIGHTS).
mod term {
    /// Pieces without the ball on the second rank, as their side counts; the others follow.
    pub(super) const RANKS: usize = 0;
    /// The ball on the second rank; the others follow.
    pub(super) const BALL: usize = 6;
    pub(super) const BEST_PASS: usize = 11;
    pub(super) const BEST_TWO_PASSES: usize = 12;
    pub(super) const RECEIVERS: usize = 13;
    pub(super) const THROUGH: usize = 14;
    pub(super) const BALL_THROUGH: usize = 15;
    pub(super) const GOAL_IN_VIEW: usize = 16;
    pub(super) const GOAL_IN_TWO_VIEWS: usize = 17;
    pub(super) const GOAL_NOW: usize = 18;
    pub(super) const GOAL_THREAT: usize = 19;
    pub(super) const DEFENDERS: usize = 20;
    pub(super) const OPEN_FILES: usize = 21;
    pub(super) const MIDDLE: usize = 22;
    pub(super) const MOVES: usize = 23;
    pub(super) const STEPS_LEFT: usize = 24;
    pub(super) const PASS_LEFT: usize = 25;
}

const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
const MIDDLE_FILES: u64 = 0x001c_1c1c_1c1c_1c1c;

/// A side's way of looking: its goal is up. Sets stay as they lie, and shifts go the other way for
/// second, which is cheaper than turning the board round.
struct Eyes<const FIRST: bool>;

impl<const FIRST: bool> Eyes<FIRST> {
    const SIDE: Side = if FIRST { Side::First } else { Side::Second };
    const FAR_RANK: u64 = Self::rank(6);

    /// The squares of a rank, counted from the side's own 0.
    const fn rank(rank: u32) -> u64 {
        0x7f << (8 * if FIRST { rank } else { 6 - rank })
    }

    /// The rank of a square.
    #[inline]
    const fn rank_of(square: u8) -> i32 {
        let rank = (square / 8) as i32;
        if FIRST { rank } else { 6 - rank }
    }

    /// All squares below those of a set.
    #[inline]
    const fn below(set: u64) -> u64 {
        if FIRST {
            let set = set >> 8;
            let set = set | set >> 8;
            let set = set | set >> 16;
            set | set >> 32
        } else {
            let set = set << 8;
            let set = set | set << 8;
            let set = set | set << 16;
            set | set << 32
        }
    }

    /// The highest rank of a set's squares; 0 if there is none.
    #[inline]
    const fn top(set: u64) -> i32 {
        if FIRST {
            (63 - (set | 1).leading_zeros() as i32) / 8
        } else {
            6 - (set | 1 << 48).trailing_zeros() as i32 / 8
        }
    }
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// Turns of the winner within which the nearest win is proven.
const PROOF_TURNS: u32 = 6;

impl Evaluate for Diaballik {
    const TERMS: &'static [&'static str] = &[
        "pieces on rank 2",
        "pieces on rank 3",
        "pieces on rank 4",
        "pieces on rank 5",
        "pieces on rank 6",
        "pieces on rank 7",
        "ball on rank 2",
        "ball on rank 3",
        "ball on rank 4",
        "ball on rank 5",
        "ball on rank 6",
        "best pass",
        "best two passes",
        "receivers",
        "pieces behind the line",
        "ball behind the line",
        "goal squares in view",
        "goal squares in view after a pass",
        "goal in this turn",
        "goal in the next turn",
        "defenders",
        "files left open",
        "middle files",
        "steps to choose from",
        "steps left",
        "pass left",
    ];
    const WEIGHTS: &'static [i32] = &[
        14, 25, 17, 42, 47, 78, //
        46, 93, 105, 136, 150, //
        17, 25, 9, 23, 41, 32, 16, 5000, 105, 6, -15, 35, 1, 18, -13,
    ];
    const SLOTS: usize = 64 * 64 + 64 * 4 + 1;
    const TUNING: crate::Tuning = crate::Tuning::DIABALLIK;
    const GROUPS: &'static [Group] = &[
        ("advance", &["pieces on rank*"]),
        ("ball", &["ball on rank*"]),
        ("passing", &["best pass", "best two passes", "receivers"]),
        ("through", &["pieces behind the line", "ball behind the line"]),
        ("view", &["goal squares in view*"]),
        ("goal", &["goal in this turn", "goal in the next turn"]),
        ("defence", &["defenders", "files left open"]),
        ("middle", &["middle files"]),
        ("mobility", &["steps to choose from"]),
        ("turn", &["steps left", "pass left"]),
    ];
    const SKILLS: [Skill; LEVELS] = [
        Skill::weak(1, 400, 15),
        Skill::weak(1, 200, 8),
        Skill::weak(2, 100, 4),
        Skill::weak(2, 0, 0),
        Skill::strong(4_000),
        Skill::strong(25_000),
        Skill::strong(150_000),
        Skill::strong(1_500_000),
    ];
    const SCALE: f64 = 306.0;

    fn wins_at_once(&self) -> bool {
        self.can_score(self.side())
    }

    fn proof_turns(&self) -> u32 {
        // Where the limit draws sooner, what is found on one way would not hold on another.
        if u32::from(self.turns_left()) > 2 * PROOF_TURNS + 1 { PROOF_TURNS } else { 0 }
    }

    fn terms(&self, tally: &mut impl Tally) {
        let acting = self.side();
        side_terms::<true>(self, tally);
        side_terms::<false>(self, tally);
        let sign = if acting == Side::First { 1 } else { -1 };
        let (steps, pass) = self.left();
        tally.add(term::STEPS_LEFT, sign * i32::from(steps));
        tally.add(term::PASS_LEFT, sign * i32::from(pass));
        if self.can_score(acting) {
            tally.add(term::GOAL_NOW, sign);
        } else if self.can_score(acting.other()) {
            tally.add(term::GOAL_THREAT, -sign);
        }
    }

    /// The count of turns is remembered only where the limit is in sight.
    #[inline]
    fn search_key(&self) -> u64 {
        let left = self.turns_left();
        if left > 30 {
            return self.key();
        }
        self.key() ^ keys::spread(u64::from(left + 1))
    }

    #[inline]
    fn promise(&self, action: Action) -> i32 {
        let side = self.side();
        let rank = |square: u8| {
            let rank = i32::from(square / 8);
            if side == Side::First { rank } else { 6 - rank }
        };
        match action {
            Action::Pass(_, to) if rank(to) == 6 => 200,
            Action::Pass(from, to) => 4 + rank(to) - rank(from),
            Action::Step(from, to) => 2 + 2 * (rank(to) - rank(from)),
            Action::End => 3,
        }
    }

    /// Passing: from where to where; stepping: from where and in which direction.
    #[inline]
    fn slot(action: Action) -> usize {
        match action {
            Action::Pass(from, to) => 64 * usize::from(from % 64) + usize::from(to % 64),
            Action::Step(from, to) => {
                let direction = match to.wrapping_sub(from) {
                    1 => 0,
                    8 => 1,
                    0xff => 2,
                    _ => 3,
                };
                64 * 64 + 4 * usize::from(from % 64) + direction
            }
            Action::End => 64 * 64 + 64 * 4,
        }
    }

    /// There is always something harmless to do; not having to is hardly ever a help.
    fn passed(&self) -> Option<Self> {
        if !self.at_turn_start() {
            return None;
        }
        self.handed_over()
    }
}

#[inline]
fn side_terms<const FIRST: bool>(position: &Diaballik, tally: &mut impl Tally) {
    let side = Eyes::<FIRST>::SIDE;
    let tally = &mut Part { tally, from: 0, sign: if FIRST { 1 } else { -1 } };
    let holder = position.holder_of(side);
    let own = position.pieces_of(side);
    let enemy = position.pieces_of(side.other());
    let ball = 1 << holder;
    let others = own & !ball;
    let empty = BOARD & !(own | enemy);
    for rank in 1..7 {
        tally.add(term::RANKS + rank as usize - 1, count(others & Eyes::<FIRST>::rank(rank)));
    }
    let ball_rank = Eyes::<FIRST>::rank_of(holder);
    if (1..=5).contains(&ball_rank) {
        tally.add(term::BALL + ball_rank as usize - 1, 1);
    }

    // The ball's ways: where it sees, who can get it, and where it sees from there.
    let seen_here = position.ball_reach(side, holder);
    let mut receivers = seen_here & own;
    let mut seen_there = 0;
    tally.add(term::RECEIVERS, count(receivers));
    let best = Eyes::<FIRST>::top(receivers).max(ball_rank);
    while receivers != 0 {
        seen_there |= position.ball_reach(side, receivers.trailing_zeros() as u8);
        receivers &= receivers - 1;
    }
    let best_of_two = Eyes::<FIRST>::top(seen_there & others).max(best);
    tally.add(term::BEST_PASS, best - ball_rank);
    tally.add(term::BEST_TWO_PASSES, best_of_two - best);
    let goal = Eyes::<FIRST>::FAR_RANK & !enemy;
    tally.add(term::GOAL_IN_VIEW, count(seen_here & goal));
    tally.add(term::GOAL_IN_TWO_VIEWS, count(seen_there & !seen_here & goal));

    // Behind the line: no enemy ahead on the file; the ball wants the neighbouring files free too.
    let ahead = Eyes::<FIRST>::below(enemy);
    tally.add(term::THROUGH, count(others & !ahead));
    let near = ahead | ahead << 1 | ahead >> 1;
    tally.add(term::BALL_THROUGH, i32::from(ball & !near != 0));

    // What is left behind: pieces between the enemy's ball and home, holes, and room to step
    // sideways into the way. An enemy who faces an own piece blocks as much as he is blocked, and
    // walls are seen by the search: neither is a term.
    let ball_line = 0xff << (position.holder_of(side.other()) & !7);
    tally.add(term::DEFENDERS, count(own & Eyes::<FIRST>::below(ball_line)));
    tally.add(term::OPEN_FILES, count(!(own | Eyes::<FIRST>::below(own)) & Eyes::<FIRST>::rank(0)));
    tally.add(term::MIDDLE, count(own & MIDDLE_FILES));
    let steps = [others << 8, others >> 8, others << 1, others >> 1];
    tally.add(term::MOVES, steps.iter().map(|targets| count(targets & empty)).sum());
}
