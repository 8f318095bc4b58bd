//! Seega: place all stones around an empty centre, then capture by enclosing.
//!
//! ```
//! use rules::{Game, open};
//!
//! //  5 . . . . .
//! //  4 . . g . .     c4c3 encloses both blue stones
//! //  3 g b . b g     between itself and a3, e3
//! //  2 . . . . .
//! //  1 b . . . .
//! //    a b c d e
//! let seega = open("seega", "").unwrap();
//! let mut game = Game::from_position(seega, "5/2g2/gb1bg/5/b4 g 0,0 - 3").unwrap();
//! game.play("c4c3").unwrap();
//! assert_eq!(game.position(), "5/5/g1g1g/5/b4 g 0,0 c3 0");
//! ```

mod depict;
mod notation;
mod options;
mod small;
mod why;

pub use options::{Capture, Centre, Extra, Rules};
pub use small::{Small, SmallBoard, Targets};

use crate::bits::{SquareSet, bit128 as bit, each, nth};
use crate::keys::{self, Keys};
use crate::{End, GameId, GameInfo, NoThrow, Outcome, Position, RuleSet, Side, Square, Status};

/// A set of squares: bit `10 · rank + file`. The stride leaves at least one gap column, so that
/// a shift by one never wraps into the next rank.
type Squares = u128;

const STRIDE: u32 = 10;

/// A position of Seega.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seega {
    stones: [Squares; 2],
    key: u64,
    hands: [u8; 2],
    must: Must,
    quiet: u8,
    side: Side,
    rules: Rules,
}

/// Who must make an extra move. [5.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Must {
    NoStone,
    Any,
    Stone(u8),
}

/// One decision: place a stone, move one, or pass because nothing else can be done. Squares are
/// numbered `10 · rank + file`, both from 0; [`Seega::square`] names them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Put a stone from the hand on this square.
    Place(u8),
    /// Move the stone on the first square to the second.
    Move(u8, u8),
    /// No stone can move.
    Pass,
}

static STONE_KEYS: [Keys<100>; 2] = [Keys::new(0x5ee6_a001), Keys::new(0x5ee6_a002)];
static MUST_KEYS: Keys<100> = Keys::new(0x5ee6_a003);
const MUST_ANY_KEY: u64 = keys::mix(0x5ee6_a004, 1);
const PLACING_KEY: u64 = keys::mix(0x5ee6_a004, 2);
const SECOND_KEY: u64 = keys::mix(0x5ee6_a004, 3);

/// All squares of a board. [1.1]
const fn board(size: u8) -> Squares {
    let mut all = 0;
    let mut rank = 0;
    while rank < size {
        all |= ((1 << size) - 1) << (rank as u32 * STRIDE);
        rank += 1;
    }
    all
}

static BOARDS: [Squares; 10] =
    [0, board(1), board(2), board(3), board(4), board(5), board(6), board(7), board(8), board(9)];

/// A word that holds a board. Boards up to 5×5 fit into 64 bits of the layout, and the inner loops
/// are compiled for both widths: the narrow ones take half the instructions.
trait Word: SquareSet + Into<Squares> {
    fn of(set: Squares) -> Self;
}

impl Word for u64 {
    #[inline]
    fn of(set: Squares) -> u64 {
        set as u64
    }
}

impl Word for u128 {
    #[inline]
    fn of(set: Squares) -> u128 {
        set
    }
}

const WIDEST_IN_64_BITS: u8 = 5;

/// The set one step away in each direction; what leaves the board falls into gaps.
#[inline]
fn steps<W: Word>(from: W) -> [W; 4] {
    [from << 1, from >> 1, from << STRIDE, from >> STRIDE]
}

#[inline]
fn neighbours<W: Word>(of: W) -> W {
    let [a, b, c, d] = steps(of);
    a | b | c | d
}

impl Seega {
    /// A position of the moving stage without an extra move due, from sets as [`Seega::stones_of`]
    /// gives them. Unchecked: what [`Notation::read`](crate::Notation::read) refuses gives a
    /// meaningless position.
    #[must_use]
    pub fn moving_stage(rules: Rules, stones: [u128; 2], side: Side, quiet: u8) -> Seega {
        let must = Must::NoStone;
        let mut seega = Seega { stones, key: 0, hands: [0; 2], must, quiet, side, rules };
        seega.key = seega.fresh_key();
        seega
    }

    /// The name of a square by its number.
    #[must_use]
    pub const fn square(number: u8) -> Square {
        notation::name(number)
    }

    fn own(&self) -> Squares {
        self.stones[self.side.index()]
    }

    fn enemy(&self) -> Squares {
        self.stones[self.side.other().index()]
    }

    fn empty(&self) -> Squares {
        BOARDS[usize::from(self.rules.size)] & !(self.stones[0] | self.stones[1])
    }

    fn centre(&self) -> Squares {
        let middle = self.rules.size / 2;
        bit(middle * STRIDE as u8 + middle)
    }

    fn placing(&self) -> bool {
        self.hands != [0, 0]
    }

    /// The squares on which a stone may be placed. [2.2]
    fn open(&self) -> Squares {
        self.empty() & !self.centre()
    }

    /// The stones that may move: all, or the one that must. [5.2]
    #[inline]
    fn movers(&self) -> Squares {
        match self.must {
            Must::Stone(square) => bit(square),
            Must::NoStone | Must::Any => self.own(),
        }
    }

    /// The targets of the moving stage's actions, direction by direction. [3.2]
    #[inline]
    fn targets<W: Word>(&self) -> [W; 4] {
        let empty = W::of(self.empty());
        steps(W::of(self.movers())).map(|set| set & empty)
    }

    /// The square that the stone on `to` came from, in the direction of [`steps`].
    #[inline]
    fn came_from(direction: usize, to: u8) -> u8 {
        match direction {
            0 => to - 1,
            1 => to + 1,
            2 => to - STRIDE as u8,
            _ => to + STRIDE as u8,
        }
    }

    /// The enemy stones that the side to act captures by moving a stone to `to`, judged on the
    /// board after that move. [4.1]
    #[inline]
    fn captures<W: Word>(&self, to: u8) -> W {
        let (own, enemy) = (W::of(self.own()), W::of(self.enemy()));
        let square = W::of(bit(to));
        if neighbours(square) & enemy == W::EMPTY {
            return W::EMPTY;
        }
        let along = |step: fn(W) -> W| {
            let mut run = W::EMPTY;
            let mut cursor = step(square);
            while cursor & enemy != W::EMPTY {
                run = run | cursor;
                cursor = step(cursor);
            }
            let too_long = self.rules.capture == Capture::Single && run.count() > 1;
            let safe = self.rules.centre == Centre::Safe && run & W::of(self.centre()) != W::EMPTY;
            if cursor & own == W::EMPTY || too_long || safe { W::EMPTY } else { run }
        };
        along(|set| set << 1)
            | along(|set| set >> 1)
            | along(|set| set << STRIDE)
            | along(|set| set >> STRIDE)
    }

    #[inline]
    fn pick<W: Word>(&self, mut below: impl FnMut(u32) -> u32) -> Action {
        if self.placing() {
            let open = W::of(self.open());
            return Action::Place(nth(open, below(open.count())));
        }
        let targets = self.targets::<W>();
        let counts = targets.map(W::count);
        let all = counts.iter().sum();
        if all == 0 {
            return Action::Pass;
        }
        let mut place = below(all);
        let mut direction = 0;
        while place >= counts[direction] {
            place -= counts[direction];
            direction += 1;
        }
        let to = nth(targets[direction], place);
        Action::Move(Seega::came_from(direction, to), to)
    }

    fn must_key(must: Must) -> u64 {
        match must {
            Must::NoStone => 0,
            Must::Any => MUST_ANY_KEY,
            Must::Stone(square) => MUST_KEYS.at(usize::from(square)),
        }
    }

    #[inline]
    fn set_must(&mut self, must: Must) {
        self.key ^= Seega::must_key(self.must) ^ Seega::must_key(must);
        self.must = must;
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_KEY;
    }

    fn place(&mut self, square: u8) {
        let mover = self.side.index();
        self.stones[mover] |= bit(square);
        self.key ^= STONE_KEYS[mover].at(usize::from(square));
        self.hands[mover] -= 1;
        // Every player has an even number of stones, so turns of two come out even. [2.1]
        if self.hands[mover].is_multiple_of(self.rules.drops) {
            self.end_turn();
        }
        if !self.placing() {
            self.key ^= PLACING_KEY;
        }
    }

    fn step(&mut self, from: u8, to: u8) {
        let (mover, other) = (self.side.index(), self.side.other().index());
        self.stones[mover] ^= bit(from) | bit(to);
        self.key ^= STONE_KEYS[mover].at(usize::from(from)) ^ STONE_KEYS[mover].at(usize::from(to));
        let taken = if self.rules.size <= WIDEST_IN_64_BITS {
            self.captures::<u64>(to).into()
        } else {
            self.captures::<u128>(to)
        };
        if taken == 0 {
            return self.finish_quietly();
        }
        self.stones[other] ^= taken;
        each(taken, |square| self.key ^= STONE_KEYS[other].at(usize::from(square)));
        self.quiet = 0;
        if self.stones[other] == 0 {
            // The game is over: no extra move is shown. [6.1]
            self.set_must(Must::NoStone);
            self.end_turn();
        } else {
            self.set_must(if self.rules.extra == Extra::Any { Must::Any } else { Must::Stone(to) });
        }
    }

    fn finish_quietly(&mut self) {
        self.quiet += 1;
        self.set_must(Must::NoStone);
        self.end_turn();
    }
}

/// What a side could capture by one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats {
    /// The empty squares to which a capturing move leads.
    pub squares: u128,
    /// The enemy stones that one or another of these moves captures.
    pub victims: u128,
}

/// What an evaluation asks. Sets of squares are as [`Action`] numbers them: bit `10 · rank + file`.
impl Seega {
    /// The stones of a side on the board.
    #[inline]
    #[must_use]
    pub fn stones_of(&self, side: Side) -> u128 {
        self.stones[side.index()]
    }

    /// The stones that a side has still to place; none in the moving stage.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, side: Side) -> u8 {
        self.hands[side.index()]
    }

    /// The side of the board.
    #[inline]
    #[must_use]
    pub fn size(&self) -> u8 {
        self.rules.size
    }

    /// The quiet actions made in a row, and how many end the game. [6.2]
    #[inline]
    #[must_use]
    pub fn quiet_count(&self) -> (u8, u8) {
        (self.quiet, self.rules.quiet)
    }

    /// Whether the side to act must move the stone with which it has captured. [5.2]
    #[inline]
    #[must_use]
    pub fn is_bound(&self) -> bool {
        matches!(self.must, Must::Stone(_))
    }

    /// Whether the side to act has captured and must move again. [5.1]
    #[inline]
    #[must_use]
    pub fn is_extra_move(&self) -> bool {
        self.must != Must::NoStone
    }

    /// The enemy stones that an action of the side to act captures. [4.1]
    #[inline]
    #[must_use]
    pub fn captured_by(&self, action: Action) -> u128 {
        match action {
            // The stone comes from an own neighbour, where no run of enemy stones can begin: the
            // board before the move tells the same.
            Action::Move(_, to) if self.rules.size <= WIDEST_IN_64_BITS => {
                self.captures::<u64>(to).into()
            }
            Action::Move(_, to) => self.captures::<u128>(to),
            Action::Place(_) | Action::Pass => 0,
        }
    }

    /// What a side could capture by one move, if it were its turn; of the side to act, what it can.
    #[inline]
    #[must_use]
    pub fn threats(&self, side: Side) -> Threats {
        if self.rules.size <= WIDEST_IN_64_BITS {
            self.find_threats::<u64>(side)
        } else {
            self.find_threats::<u128>(side)
        }
    }

    #[inline]
    fn find_threats<W: Word>(&self, side: Side) -> Threats {
        let own = W::of(self.stones[side.index()]);
        let mut enemy = self.stones[side.other().index()];
        let movers = if side == self.side { W::of(self.movers()) } else { own };
        let goals = W::of(self.empty()) & neighbours(movers);
        if self.rules.centre == Centre::Safe {
            // A run with a safe stone in it is no run.
            enemy &= !self.centre();
        }
        let enemy = W::of(enemy);
        let longest = if self.rules.capture == Capture::Single { 1 } else { self.rules.size - 2 };
        let (mut squares, mut victims) = (W::EMPTY, W::EMPTY);
        let mut along = |on: fn(W) -> W, back: fn(W) -> W| {
            // From every own stone through enemy stones to an empty square, and back again.
            let mut run = on(own) & enemy;
            for _ in 1..longest {
                run = run | on(run) & enemy;
            }
            let ends = on(run) & goals;
            if ends == W::EMPTY {
                return;
            }
            squares = squares | ends;
            let mut taken = back(ends) & run;
            for _ in 1..longest {
                taken = taken | back(taken) & run;
            }
            victims = victims | taken;
        };
        along(|set| set << 1, |set| set >> 1);
        along(|set| set >> 1, |set| set << 1);
        along(|set| set << STRIDE, |set| set >> STRIDE);
        along(|set| set >> STRIDE, |set| set << STRIDE);
        Threats { squares: squares.into(), victims: victims.into() }
    }
}

impl Position for Seega {
    type Rules = Rules;
    type Action = Action;
    type Throw = NoThrow;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "seega",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["green", "blue"],
        articles: why::ARTICLES,
    });

    fn start(rules: Rules) -> Seega {
        assert!(rules.is_allowed(), "{rules:?}");
        let hands = [rules.stones(); 2];
        Seega {
            stones: [0; 2],
            key: PLACING_KEY,
            hands,
            must: Must::NoStone,
            quiet: 0,
            side: Side::First,
            rules,
        }
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn status(&self) -> Status {
        if self.placing() {
            return Status::ToAct(self.side);
        }
        for side in Side::BOTH {
            if self.stones[side.index()] == 0 {
                return Status::Over(Outcome::win(side.other(), End::Eliminated));
            }
        }
        if self.quiet < self.rules.quiet {
            return Status::ToAct(self.side);
        }
        let [first, second] = self.stones.map(Squares::count_ones);
        Status::Over(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::win(Side::First, End::Quiet),
            std::cmp::Ordering::Less => Outcome::win(Side::Second, End::Quiet),
            std::cmp::Ordering::Equal => Outcome::draw(End::Quiet),
        })
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Leaves out the count of quiet actions.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = Seega::must_key(self.must);
        for side in Side::BOTH {
            each(self.stones[side.index()], |square| {
                key ^= STONE_KEYS[side.index()].at(usize::from(square));
            });
        }
        if self.placing() {
            key ^= PLACING_KEY;
        }
        if self.side == Side::Second {
            key ^= SECOND_KEY;
        }
        key
    }

    fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if !matches!(self.status(), Status::ToAct(_)) {
            return;
        }
        if self.placing() {
            return each(self.open(), |square| visit(Action::Place(square)));
        }
        let targets = self.targets::<Squares>();
        if targets == [0; 4] {
            return visit(Action::Pass);
        }
        for (direction, set) in targets.into_iter().enumerate() {
            each(set, |to| visit(Action::Move(Seega::came_from(direction, to), to)));
        }
    }

    fn count_actions(&self) -> usize {
        if !matches!(self.status(), Status::ToAct(_)) {
            return 0;
        }
        if self.placing() {
            return self.open().count_ones() as usize;
        }
        let moves: u32 = self.targets::<Squares>().iter().map(|set| set.count_ones()).sum();
        moves.max(1) as usize
    }

    #[inline]
    fn pick_action(&self, below: impl FnMut(u32) -> u32) -> Action {
        if self.rules.size <= WIDEST_IN_64_BITS {
            self.pick::<u64>(below)
        } else {
            self.pick::<u128>(below)
        }
    }

    #[inline]
    /// The square of a placing; then a hundred for each square that a stone goes from; then the
    /// pass.
    fn action_number(action: Action) -> u64 {
        match action {
            Action::Place(on) => u64::from(on),
            Action::Move(from, to) => 100 + 100 * u64::from(from) + u64::from(to),
            Action::Pass => 10_100,
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Place(square) => self.place(square),
            Action::Move(from, to) => self.step(from, to),
            Action::Pass => self.finish_quietly(),
        }
    }

    fn throw(&mut self, throw: NoThrow) {
        match throw {}
    }
}
