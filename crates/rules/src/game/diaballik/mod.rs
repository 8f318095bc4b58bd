//! Diaballik: seven players and a ball a side; the ball must reach the enemy's home rank.
//!
//! ```
//! use rules::{Game, Status, open};
//!
//! //  7 b b b r B b b
//! //  6 . . . . . . .
//! //  5 . . . . . . .     the ball flies from d4 to d7,
//! //  4 r . . R . b r     on Blue's home rank: a goal
//! //  3 . . . . r . .
//! //  2 . . . . . . .
//! //  1 r . . . . . r
//! //    a b c d e f g
//! let diaballik = open("diaballik", "").unwrap();
//! let position = "bbbrBbb/7/7/r2R1br/4r2/7/r5r r 2p 4";
//! let mut game = Game::from_position(diaballik, position).unwrap();
//! game.play("d4>d7").unwrap();
//! assert_eq!(game.position(), "bbbRBbb/7/7/r2r1br/4r2/7/r5r b 2p 5");
//! assert!(matches!(game.status(), Status::Over(_)));
//! ```

mod depict;
mod notation;
mod options;
mod why;

pub use options::{Order, Pass, Rules, Start, Wall};

use crate::bits::{bit64 as bit, each, nth_of_few};
use crate::keys::{self, Keys};
use crate::{End, GameId, GameInfo, NoThrow, Outcome, Position, RuleSet, Side, Square, Status};

/// A set of squares: bit `8 · rank + file`. The eighth column stays empty, so that a shift by one
/// never wraps into the next rank.
type Squares = u64;

const STRIDE: u8 = 8;
const SIZE: u8 = 7;
const BOARD: Squares = 0x007f_7f7f_7f7f_7f7f;
const FILE_A: Squares = 0x0001_0101_0101_0101;
const FILE_G: Squares = FILE_A << 6;

/// A position of Diaballik.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diaballik {
    pieces: [Squares; 2],
    // Of the pieces and balls alone: whose turn it is and what is left of it is added on demand.
    board_key: u64,
    // The squares of the pieces that have the ball.
    holders: [u8; 2],
    turns: u16,
    left: Left,
    side: Side,
    // Follows from the rest. Kept because only the end of a turn can change it.
    ended: Ended,
    rules: Rules,
}

/// What is left of the turn under way. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Left {
    steps: u8,
    pass: bool,
}

impl Left {
    const WHOLE_TURN: Left = Left { steps: 2, pass: true };
}

/// How the game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Not,
    /// This side's ball is on the far home rank. [6.1]
    Goal(Side),
    /// This side's wall has lost. [6.2]
    Wall(Side),
    /// The limit of turns is reached. [6.4]
    Limit,
}

/// One decision: a step, a pass of the ball, or the end of the turn. Squares are numbered
/// `8 · rank + file`, both from 0; [`Diaballik::square`] names them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Move the piece on the first square to the second.
    Step(u8, u8),
    /// Give the ball of the piece on the first square to the one on the second.
    Pass(u8, u8),
    /// End the turn early, or because nothing can be done in it.
    End,
}

static PIECE_KEYS: [Keys<64>; 2] = [Keys::new(0xd1ab_a001), Keys::new(0xd1ab_a002)];
static BALL_KEYS: [Keys<64>; 2] = [Keys::new(0xd1ab_a003), Keys::new(0xd1ab_a004)];
// By the steps left, and four more without the pass; that of a whole turn is nothing special.
static LEFT_KEYS: Keys<8> = Keys::new(0xd1ab_a005);
const SECOND_KEY: u64 = keys::mix(0xd1ab_a006, 1);

/// The sets one step up, down, to the right and to the left; what leaves the board falls into
/// gaps.
#[inline]
const fn steps(from: Squares) -> [Squares; 4] {
    [from << 8, from >> 8, from << 1, from >> 1]
}

#[inline]
const fn neighbours(of: Squares) -> Squares {
    let [a, b, c, d] = steps(of);
    a | b | c | d
}

/// One of the four straight lines through a square: its parts before and after the square.
#[derive(Clone, Copy)]
struct Axis {
    lower: Squares,
    upper: Squares,
}

static AXES: [[Axis; 4]; 64] = axes();

const fn axes() -> [[Axis; 4]; 64] {
    const UPWARD: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut out = [[Axis { lower: 0, upper: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (right, up) = UPWARD[line];
            out[square][line] =
                Axis { lower: ray(square as i8, -right, -up), upper: ray(square as i8, right, up) };
            line += 1;
        }
        square += 1;
    }
    out
}

/// The squares from one to the edge of the board, itself left out.
const fn ray(square: i8, right: i8, up: i8) -> Squares {
    let (mut file, mut rank) = (square % 8 + right, square / 8 + up);
    let mut out = 0;
    while 0 <= file && file < SIZE as i8 && 0 <= rank && rank < SIZE as i8 {
        out |= bit((rank * 8 + file) as u8);
        (file, rank) = (file + right, rank + up);
    }
    out
}

/// The squares that a ball from `square` reaches, the first blocked one of each direction
/// included. [4.1] [4.2]
#[inline]
fn reach(square: u8, blockers: Squares) -> Squares {
    let mut out = 0;
    for &Axis { lower, upper } in &AXES[usize::from(square % 64)] {
        // From the highest blocker below on; with none, from the lowest square on.
        let highest = 63 - (lower & blockers | 1).leading_zeros();
        out |= lower & (Squares::MAX << highest);
        // Up to the lowest blocker above; with none, everything.
        let above = upper & blockers;
        out |= upper & (above ^ above.wrapping_sub(1));
    }
    out
}

/// The squares between two, if they are different and in a straight line. [4.1]
fn between(from: u8, to: u8) -> Option<Squares> {
    AXES[usize::from(from % 64)].iter().find_map(|Axis { lower, upper }| {
        if lower & bit(to) != 0 {
            Some(lower & (Squares::MAX << to << 1))
        } else if upper & bit(to) != 0 {
            Some(upper & (bit(to) - 1))
        } else {
            None
        }
    })
}

/// Whether seven pieces form a wall. [5.1]
#[inline]
fn is_wall(pieces: Squares) -> bool {
    // Each piece finds one on the next file, at most one rank apart: with one on the first file
    // there is one on every file, and seven pieces leave none for a second.
    let near = pieces | pieces << 8 | pieces >> 8;
    let wanted = (pieces & !FILE_G) << 1;
    pieces & FILE_A != 0 && wanted & !near == 0
}

/// The squares that lead to a side's home rank by steps past its pieces, that rank included: an
/// enemy piece outside is shut off. [5.5]
#[inline]
fn open_region(pieces: Squares, side: Side) -> Squares {
    let free = BOARD & !pieces;
    let mut region = free & (0x7f << if side == Side::First { 0 } else { 48 });
    loop {
        let wider = (region | neighbours(region)) & free;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

/// The legal actions as sets of target squares: steps in the order of [`steps`], receivers.
struct Legal {
    targets: [Squares; 5],
    end: bool,
}

impl Diaballik {
    /// The name of a square by its number.
    #[must_use]
    pub const fn square(number: u8) -> Square {
        notation::name(number)
    }

    #[inline]
    fn own(&self) -> Squares {
        self.pieces[self.side.index()]
    }

    #[inline]
    fn enemy(&self) -> Squares {
        self.pieces[self.side.other().index()]
    }

    /// The square of the piece that has the ball of the side to act.
    #[inline]
    fn holder(&self) -> u8 {
        self.holders[self.side.index()]
    }

    /// The pieces that stop the ball of the side to act. [4.2]
    #[inline]
    fn blockers(&self) -> Squares {
        self.stops(self.side)
    }

    /// The targets of all possible steps, direction by direction, if one is left. [3.1] [3.2]
    #[inline]
    fn step_targets(&self) -> [Squares; 4] {
        let empty = BOARD & !(self.pieces[0] | self.pieces[1]);
        let movers = self.own() & !bit(self.holder());
        let movers = if self.left.steps > 0 { movers } else { 0 };
        steps(movers).map(|set| set & empty)
    }

    /// The pieces that the ball can be passed to, if the pass is left. [4.1]
    #[inline]
    fn receivers(&self) -> Squares {
        let receivers = reach(self.holder(), self.blockers()) & self.own();
        if self.left.pass { receivers } else { 0 }
    }

    /// Whether a step or a pass is possible in this turn. [2.2]
    fn can_go_on(&self) -> bool {
        self.step_targets() != [0; 4] || self.receivers() != 0
    }

    /// What may be done, were the game not over.
    #[inline]
    fn legal(&self) -> Legal {
        let [up, down, right, left] = self.step_targets();
        let receivers = self.receivers();
        let nothing = up | down | right | left | receivers == 0;
        let end = self.left != Left::WHOLE_TURN || nothing;
        Legal { targets: [up, down, right, left, receivers], end }
    }

    /// The action that leads to this target, by its place among the [`Legal`].
    #[inline]
    fn action(&self, kind: usize, to: u8) -> Action {
        const CAME_BY: [u8; 4] = [8, 8u8.wrapping_neg(), 1, 1u8.wrapping_neg()];
        match CAME_BY.get(kind) {
            Some(by) => Action::Step(to.wrapping_sub(*by), to),
            None => Action::Pass(self.holder(), to),
        }
    }

    /// Whether this side's ball is on the enemy's home rank. [6.1]
    #[inline]
    fn has_goal(&self, side: Side) -> bool {
        let far = if side == Side::First { SIZE - 1 } else { 0 };
        self.holders[side.index()] / STRIDE == far
    }

    #[inline]
    fn step(&mut self, from: u8, to: u8) {
        let mover = self.side.index();
        self.pieces[mover] ^= bit(from) | bit(to);
        self.board_key ^= PIECE_KEYS[mover].at(usize::from(from % 64))
            ^ PIECE_KEYS[mover].at(usize::from(to % 64));
        self.left.steps = self.left.steps.saturating_sub(1);
        // A piece that has stepped can step back, so only after the last step is there a doubt.
        if self.left.steps == 0 && self.receivers() == 0 {
            self.end_turn();
        }
    }

    #[inline]
    fn pass(&mut self, to: u8) {
        let mover = self.side.index();
        let from = self.holders[mover];
        self.holders[mover] = to;
        self.board_key ^=
            BALL_KEYS[mover].at(usize::from(from % 64)) ^ BALL_KEYS[mover].at(usize::from(to % 64));
        self.left.pass = false;
        // [2.3]
        let over = self.rules.order == Order::StepsFirst || self.has_goal(self.side);
        if over || self.step_targets() == [0; 4] {
            self.end_turn();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.left = Left::WHOLE_TURN;
        self.turns = self.turns.saturating_add(1);
        self.ended = self.judge();
    }

    /// Whether and how the game has ended, the ends in the order of chapter 6.
    #[inline]
    fn judge(&self) -> Ended {
        let mover = self.side.other();
        if self.left == Left::WHOLE_TURN {
            if self.has_goal(mover) {
                return Ended::Goal(mover);
            }
            // The starting line is a wall, but no turn has ended with it yet. [5.4]
            if self.turns > 0
                && let Some(loser) = self.wall_loser(mover)
            {
                return Ended::Wall(loser);
            }
        }
        if self.turns >= self.rules.last_turn() { Ended::Limit } else { Ended::Not }
    }

    /// The side whose wall loses after a turn of `mover`. [5.2] [5.3]
    #[inline]
    fn wall_loser(&self, mover: Side) -> Option<Side> {
        match self.rules.wall {
            Wall::Loses => is_wall(self.pieces[mover.index()]).then_some(mover),
            Wall::Reach => {
                let own = self.pieces[mover.index()];
                let enemy = self.pieces[mover.other().index()];
                (enemy & !open_region(own, mover) != 0).then_some(mover)
            }
            Wall::Contact => [mover, mover.other()].into_iter().find(|side| {
                let own = self.pieces[side.index()];
                let touching = neighbours(own) & self.pieces[side.other().index()];
                is_wall(own) && touching.count_ones() >= 3
            }),
            Wall::Off => None,
        }
    }

    fn fresh_board_key(&self) -> u64 {
        let mut key = 0;
        for side in Side::BOTH.map(Side::index) {
            each(self.pieces[side], |square| key ^= PIECE_KEYS[side].at(usize::from(square)));
            key ^= BALL_KEYS[side].at(usize::from(self.holders[side] % 64));
        }
        key
    }

    /// The key of whose turn it is and what is left of it.
    #[inline]
    fn turn_key(&self) -> u64 {
        let left = self.left.steps % 4 + if self.left.pass { 0 } else { 4 };
        LEFT_KEYS.at(usize::from(left)) ^ if self.side == Side::First { 0 } else { SECOND_KEY }
    }
}

/// What an evaluation asks. Sets of squares are as [`Action`] numbers them: bit `8 · rank + file`.
impl Diaballik {
    /// The pieces of a side, the one with the ball included.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The square of the piece that has a side's ball.
    #[inline]
    #[must_use]
    pub fn holder_of(&self, side: Side) -> u8 {
        self.holders[side.index()]
    }

    /// What is left of the turn under way: steps, and whether the pass. [2.1]
    #[inline]
    #[must_use]
    pub fn left(&self) -> (u8, bool) {
        (self.left.steps, self.left.pass)
    }

    /// The turns until the limit draws the game, both players' together. [6.4]
    #[inline]
    #[must_use]
    pub fn turns_left(&self) -> u16 {
        self.rules.last_turn().saturating_sub(self.turns)
    }

    /// The squares that a side's ball would reach from a square, the first one blocked in each
    /// direction included. [4.1] [4.2]
    #[inline]
    #[must_use]
    pub fn ball_reach(&self, side: Side, from: u8) -> u64 {
        reach(from, self.stops(side))
    }

    /// The position with the turn ended here, also where nothing has been done in it: what a player
    /// who could pass would leave. None if that ends the game.
    #[must_use]
    pub fn handed_over(&self) -> Option<Diaballik> {
        let mut next = self.clone();
        next.end_turn();
        (next.ended == Ended::Not).then_some(next)
    }

    /// Whether a side can bring its ball to the enemy's home rank within a turn: the one under way
    /// if it is to act, else a whole turn on the board as it stands. Never true wrongly; a goal for
    /// which two pieces have to clear the ball's way is not seen.
    #[inline]
    #[must_use]
    pub fn can_score(&self, side: Side) -> bool {
        // The rank itself, and those from which a piece gets there with one step or two.
        const ZONES: [[Squares; 3]; 2] =
            [[0x7f << 48, 0x7f7f << 40, 0x7f_7f7f << 32], [0x7f, 0x7f7f, 0x7f_7f7f]];
        let left = if side == self.side { self.left } else { Left::WHOLE_TURN };
        let zones = &ZONES[side.index()];
        let (goal, steps) = (zones[0], left.steps);
        let holder = self.holders[side.index()];
        let others = self.pieces[side.index()] & !bit(holder);
        let close = others & zones[usize::from(steps % 3)];
        if close == 0 || !left.pass {
            return false;
        }
        let stops = self.stops(side);
        let seen = reach(holder, stops);
        if seen & others & goal != 0 {
            return true;
        }
        if steps == 0 {
            return false;
        }
        let empty = BOARD & !(self.pieces[0] | self.pieces[1]);
        // One piece runs to the rank; it may have been in the ball's way itself.
        let mut running = close;
        while running != 0 {
            let runner = running & running.wrapping_neg();
            running ^= runner;
            let mut run = neighbours(runner) & empty;
            if steps > 1 {
                run |= neighbours(run) & empty;
            }
            if run & goal != 0 && reach(holder, stops & !runner) & run & goal != 0 {
                return true;
            }
        }
        self.can_score_by_clearing(holder, others, goal, steps, seen)
    }

    /// Whether one of the pieces `others` can leave the ball's way to a receiver on the goal rank,
    /// or to a square there that another one gets to with the other step.
    fn can_score_by_clearing(
        &self,
        holder: u8,
        others: Squares,
        goal: Squares,
        steps: u8,
        seen: Squares,
    ) -> bool {
        let empty = BOARD & !(self.pieces[0] | self.pieces[1]);
        let arrivals = if steps > 1 { neighbours(others) & empty & goal } else { 0 };
        let receivers = others & goal | arrivals;
        let mut inside = seen & others;
        if receivers == 0 || self.rules.pass == Pass::OverOwn {
            return false;
        }
        while inside != 0 {
            let clearer = inside & inside.wrapping_neg();
            inside ^= clearer;
            let stops = (self.pieces[0] | self.pieces[1]) & !clearer;
            let mut opened = reach(holder, stops) & receivers & !seen & !clearer;
            while opened != 0 {
                let square = opened.trailing_zeros() as u8;
                opened &= opened - 1;
                let way = bit(square) | between(holder, square).unwrap_or(0);
                let arrives =
                    others & bit(square) | neighbours(bit(square)) & others & !clearer != 0;
                if arrives && neighbours(clearer) & empty & !way != 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The pieces that stop a side's ball. [4.2]
    #[inline]
    fn stops(&self, side: Side) -> Squares {
        let enemy = self.pieces[side.other().index()];
        enemy | if self.rules.pass == Pass::OverOwn { 0 } else { self.pieces[side.index()] }
    }
}

impl Position for Diaballik {
    type Rules = Rules;
    type Action = Action;
    type Throw = NoThrow;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "diaballik",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["red", "blue"],
        articles: why::ARTICLES,
    });
    const REPETITION: bool = true;
    const ENDS_AFTER_REPETITION: &'static [End] = &[End::Limit];

    fn start(rules: Rules) -> Diaballik {
        assert!(rules.is_allowed(), "{rules:?}");
        // The files whose pieces begin on the enemy's home rank.
        let exchanged = match rules.start {
            Start::Line => 0,
            Start::Exchanged => 0b010_0010,
        };
        let at_home = 0x7f & !exchanged;
        let mut position = Diaballik {
            pieces: [at_home | exchanged << 48, exchanged | at_home << 48],
            board_key: 0,
            holders: [3, 51],
            turns: 0,
            left: Left::WHOLE_TURN,
            side: Side::First,
            ended: Ended::Not,
            rules,
        };
        position.board_key = position.fresh_board_key();
        position
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn status(&self) -> Status {
        match self.ended {
            Ended::Not => Status::ToAct(self.side),
            Ended::Goal(winner) => Status::Over(Outcome::win(winner, End::Goal)),
            Ended::Wall(loser) => Status::Over(Outcome::win(loser.other(), End::Wall)),
            Ended::Limit => Status::Over(Outcome::draw(End::Limit)),
        }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Leaves out the count of turns.
    #[inline]
    fn key(&self) -> u64 {
        self.board_key ^ self.turn_key()
    }

    fn fresh_key(&self) -> u64 {
        self.fresh_board_key() ^ self.turn_key()
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.left == Left::WHOLE_TURN
    }

    fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if self.ended != Ended::Not {
            return;
        }
        let legal = self.legal();
        for (kind, set) in legal.targets.into_iter().enumerate() {
            each(set, |to| visit(self.action(kind, to)));
        }
        if legal.end {
            visit(Action::End);
        }
    }

    #[inline]
    fn count_actions(&self) -> usize {
        if self.ended != Ended::Not {
            return 0;
        }
        let legal = self.legal();
        let moves: u32 = legal.targets.iter().map(|set| set.count_ones()).sum();
        moves as usize + usize::from(legal.end)
    }

    #[inline]
    fn pick_action(&self, mut below: impl FnMut(u32) -> u32) -> Action {
        let Legal { targets, end } = self.legal();
        let counts = targets.map(Squares::count_ones);
        let all: u32 = counts.iter().sum();
        let nth = below(all + u32::from(end));
        if nth >= all {
            return Action::End;
        }
        // Choosing without branches, as the processor cannot foresee a random one.
        let (mut kind, mut before, mut sum) = (0, 0, 0);
        for next in 1..targets.len() {
            sum += counts[next - 1];
            (kind, before) = if nth >= sum { (next, sum) } else { (kind, before) };
        }
        self.action(kind, nth_of_few::<{ SIZE as u32 }>(targets[kind], nth - before))
    }

    #[inline]
    /// Steps, 64 for each square that a piece goes from; then passes likewise; then the end.
    fn action_number(action: Action) -> u64 {
        match action {
            Action::Step(from, to) => 64 * u64::from(from) + u64::from(to),
            Action::Pass(from, to) => 4096 + 64 * u64::from(from) + u64::from(to),
            Action::End => 8192,
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Step(from, to) => self.step(from, to),
            Action::Pass(_, to) => self.pass(to),
            Action::End => self.end_turn(),
        }
    }

    fn throw(&mut self, throw: NoThrow) {
        match throw {}
    }
}
