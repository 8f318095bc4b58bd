//! Senet: throw the sticks, bring all pieces along the path and off the board.
//!
//! ```
//! use rules::{Game, open};
//!
//! //   1  .  .  .  .  .  .  .  .  .  .  10
//! //  20  c  s  .  .  .  .  .  .  .  .  11     three points: the cone on 20 leaps over
//! //  21  .  s  .  .  .  .  .  .  .  .  30     the single spool on 22
//! let senet = open("senet", "").unwrap();
//! let mut game = Game::from_position(senet, "..................sc.s........ c 3").unwrap();
//! assert_eq!(game.play("20-24").unwrap_err().article(), "3.3");
//! game.play("20-23").unwrap();
//! assert_eq!(game.position(), "..................s..sc....... s t");
//! ```

mod depict;
mod notation;
mod options;
mod why;

pub use options::{Front, Pass, Rules, Water};

use crate::bits::{bit32 as bit, each, nth};
use crate::keys::Keys;
use crate::{End, GameId, GameInfo, Outcome, Position, RuleSet, Side, Status};

/// A set of squares: bit `n - 1` is square `n` of the path. Only the path matters: neighbours are
/// neighbouring bits. [1.1]
type Squares = u32;

// Squares by their bit.
const REBIRTH: u8 = 14;
const BEAUTY: u8 = 25;
const WATER: u8 = 26;
const THREE_TRUTHS: u8 = 27;

/// The squares that pieces move on by the number thrown, 1 to 25. [4.5]
const TRACK: Squares = (1 << BEAUTY) - 1;
/// 28, 29 and 30.
const HOUSES: Squares = 0b111 << THREE_TRUTHS;

/// A position of Senet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Senet {
    // Of the pieces only: side and phase come in when it is asked for.
    key: u64,
    pieces: [Squares; 2],
    phase: Phase,
    side: Side,
    rules: Rules,
}

/// What comes next. [7.2]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A throw: for a move, or for the trial of a piece on 27.
    Throw,
    /// The throw for the piece on 26.
    Beauty,
    /// A move by this throw.
    Move(Throw),
}

/// What the sticks show: the points. [2.1]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Throw {
    /// One white side up.
    One = 1,
    /// Two white sides up.
    Two = 2,
    /// Three white sides up.
    Three = 3,
    /// Four white sides up.
    Four = 4,
    /// No white side up.
    Five = 5,
}

impl Throw {
    /// The points, 1 to 5.
    #[inline]
    #[must_use]
    pub const fn points(self) -> u8 {
        self as u8
    }
}

/// One decision: which piece moves, and whether forward (off the board from 28, 29, 30) or
/// backward; or to pass. How far is the throw's matter: [`Senet::step`] tells where it leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action(
    // The place in a set of 64: forward moves and leaving by the piece's bit, backward moves
    // 32 higher, the pass last. All actions of a position are one machine word.
    u8,
);

const BACKWARD: u8 = 32;

impl Action {
    /// To do nothing. [3.4]
    pub const PASS: Action = Action(63);

    /// A number below 64 of its own for each action.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize % 64
    }

    const fn piece(self) -> u8 {
        self.0 % BACKWARD
    }

    const fn is_backward(self) -> bool {
        self.0 >= BACKWARD
    }
}

/// What an action means on the path, in numbers of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The piece on one square goes to another.
    Move {
        /// Where it stands, 1 to 30.
        from: u8,
        /// Where it goes, 1 to 30.
        to: u8,
    },
    /// The piece on this square leaves the board. [5.3]
    Leave {
        /// Where it stands.
        from: u8,
    },
    /// Nothing.
    Pass,
}

static PIECE_KEYS: [Keys<32>; 2] = [Keys::new(0x5e4e_7001), Keys::new(0x5e4e_7002)];
static PHASE_KEYS: [Keys<8>; 2] = [Keys::new(0x5e4e_7003), Keys::new(0x5e4e_7004)];

#[inline]
fn piece_key(side: usize, square: u8) -> u64 {
    PIECE_KEYS[side].at(usize::from(square % 32))
}

/// The pieces at an end of a row: exactly one neighbour of their own colour. [4.4]
#[inline]
fn protected(pieces: Squares) -> Squares {
    pieces & ((pieces << 1) ^ (pieces >> 1))
}

/// The squares `n` where both `n` and `n + 1` are occupied, of those that can lie strictly
/// between the ends of a move. [4.2]
#[inline]
fn pairs(occupied: Squares) -> Squares {
    let occupied = occupied & TRACK;
    occupied & (occupied >> 1)
}

/// The own pieces that can move forward along the path by so many points, and backward. [4.1]
#[inline]
fn movers(own: Squares, enemy: Squares, points: u32) -> (Squares, Squares) {
    let pairs = pairs(own | enemy);
    // A pair that begins 1, 2, 3 squares ahead of a piece lies within the way of a move by
    // at least 3, 4, 5; backward it begins one square farther off, since it ends nearer.
    // Nothing stands on 26 now: so a move that stops there needs no rule of its own. [4.1]
    let within = |least: u32| if points >= least { pairs } else { 0 };
    let (three, four, five) = (within(3), within(4), within(5));
    let barred_ahead = (three >> 1) | (four >> 2) | (five >> 3);
    let barred_behind = (three << 2) | (four << 3) | (five << 4);
    // All that would go beyond 26 goes to 26, which is free; nothing goes below 1, since the
    // shift brings in zeros there. [4.1]
    let open = !(own | protected(enemy));
    let movers = own & TRACK;
    let forward = movers & !barred_ahead & ((open | !TRACK) >> points);
    let backward = movers & !barred_behind & (open << points);
    (forward, backward)
}

impl Senet {
    /// A position before a throw: the one for the piece on 26 if the side to act has a piece there.
    /// Unchecked: what [`Notation::read`](crate::Notation::read) refuses gives a meaningless
    /// position.
    #[must_use]
    pub fn before_throw(rules: Rules, pieces: [u32; 2], side: Side) -> Senet {
        let waits = pieces[side.index()] & bit(BEAUTY) != 0;
        let phase = if waits { Phase::Beauty } else { Phase::Throw };
        let mut senet = Senet { key: 0, pieces, phase, side, rules };
        senet.key = senet.pieces_key();
        senet
    }

    /// The squares of a side's pieces: bit `n - 1` is square `n`.
    #[must_use]
    pub fn pieces(&self, side: Side) -> u32 {
        self.pieces[side.index()]
    }

    /// The pieces of a side that could move forward along the path, and those that could move
    /// backward, if this were thrown and no trial due: bit `n - 1` is square `n`. [4.1]
    #[inline]
    #[must_use]
    pub fn movers(&self, side: Side, throw: Throw) -> (u32, u32) {
        let (own, enemy) = (self.pieces[side.index()], self.pieces[side.other().index()]);
        movers(own, enemy, u32::from(throw.points()))
    }

    /// The pieces of a side at the ends of its rows, which the enemy cannot change with: exactly
    /// one neighbour of their own colour. [4.4]
    #[inline]
    #[must_use]
    pub fn protected(&self, side: Side) -> u32 {
        protected(self.pieces[side.index()])
    }

    /// The throw that waits to be moved.
    #[must_use]
    pub fn thrown(&self) -> Option<Throw> {
        match self.phase {
            Phase::Move(throw) => Some(throw),
            Phase::Throw | Phase::Beauty => None,
        }
    }

    /// What a legal action does; in another phase than that of moving, nothing.
    #[must_use]
    pub fn step(&self, action: Action) -> Step {
        let Some(throw) = self.thrown() else { return Step::Pass };
        let piece = action.piece();
        match bit(piece) {
            _ if action == Action::PASS => Step::Pass,
            square if square & TRACK == 0 => Step::Leave { from: piece + 1 },
            _ => Step::Move { from: piece + 1, to: Senet::target(action, throw) + 1 },
        }
    }

    #[inline]
    fn own(&self) -> Squares {
        self.pieces[self.side.index()]
    }

    #[inline]
    fn enemy(&self) -> Squares {
        self.pieces[self.side.other().index()]
    }

    /// Whether the next throw is the trial of a piece on 27. [3.2]
    #[inline]
    fn on_trial(&self) -> bool {
        self.phase == Phase::Throw && self.own() & bit(WATER) != 0
    }

    /// The squares `n` where both `n` and `n + 1` are occupied, of those that can lie strictly
    /// between the ends of a move. [4.2]
    #[inline]
    fn pairs(&self) -> Squares {
        pairs(self.own() | self.enemy())
    }

    /// The actions as a set of places, see [`Action`]; empty where none is due.
    #[inline]
    fn action_set(&self) -> u64 {
        let Phase::Move(throw) = self.phase else { return 0 };
        let own = self.own();
        let points = u32::from(throw.points());
        let (forward, backward) = movers(own, self.enemy(), points);
        // 28 leaves with 3, 29 with 2, 30 with 1. [5.3]
        let leaving = own & HOUSES & ((1 << 30) >> points);
        let moves = u64::from(forward | leaving) | (u64::from(backward) << BACKWARD);
        let pass = moves == 0 || self.rules.pass == Pass::Free;
        moves | (u64::from(pass) << Action::PASS.0)
    }

    /// Where a move along the path ends. [4.1]
    #[inline]
    fn target(action: Action, throw: Throw) -> u8 {
        let (from, points) = (action.piece(), throw.points());
        if action.is_backward() { from.saturating_sub(points) } else { (from + points).min(BEAUTY) }
    }

    /// The squares `from` and `to` change their contents; at least `from` has an own piece. [4.4]
    #[inline]
    fn change(&mut self, from: u8, to: u8) {
        let (mover, other) = (self.side.index(), self.side.other().index());
        let both = bit(from) | bit(to);
        self.pieces[mover] ^= both;
        self.key ^= piece_key(mover, from) ^ piece_key(mover, to);
        // Masks instead of a branch that no processor could foresee.
        let met = (self.pieces[other] >> to) & 1;
        self.pieces[other] ^= both & met.wrapping_neg();
        let key = piece_key(other, from) ^ piece_key(other, to);
        self.key ^= key & u64::from(met).wrapping_neg();
    }

    /// An own piece goes elsewhere, or off the board, and the turn ends.
    fn send(&mut self, from: u8, to: Option<u8>) {
        let mover = self.side.index();
        self.pieces[mover] ^= bit(from);
        self.key ^= piece_key(mover, from);
        if let Some(to) = to {
            self.pieces[mover] ^= bit(to);
            self.key ^= piece_key(mover, to);
        }
        self.end_turn();
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.phase = Phase::Throw;
    }

    /// Where a throw sends the piece on 26; `None` is off the board. [5.1]
    fn beauty_fate(&self, throw: Throw) -> Option<u8> {
        let occupied = self.own() | self.enemy();
        let house = BEAUTY + throw.points();
        match throw {
            Throw::Five => None,
            Throw::Two | Throw::Three | Throw::Four if occupied & bit(house) == 0 => Some(house),
            _ if self.water_open() => Some(WATER),
            _ => Some(self.rebirth(BEAUTY)),
        }
    }

    /// Whether a piece that falls into the water stays there. [5.1] [5.2]
    fn water_open(&self) -> bool {
        self.rules.water == Water::Trial && (self.own() | self.enemy()) & bit(WATER) == 0
    }

    /// Where a throw sends the piece on 27; `None` is off the board. [5.2]
    fn water_fate(&self, throw: Throw) -> Option<u8> {
        match throw {
            Throw::One | Throw::Two | Throw::Three => Some(self.rebirth(WATER)),
            Throw::Four => None,
            Throw::Five => Some(WATER),
        }
    }

    /// The Rebirth square for a piece that is taken off `from` first. [5.4]
    fn rebirth(&self, from: u8) -> u8 {
        const UP_TO_15: Squares = (1 << (REBIRTH + 1)) - 1;
        let empty = !(self.own() | self.enemy()) | bit(from);
        match empty & UP_TO_15 {
            // At most nineteen pieces stand elsewhere: one of 16 to 20 is empty.
            0 => empty.trailing_zeros() as u8,
            below => below.ilog2() as u8,
        }
    }

    fn pieces_key(&self) -> u64 {
        let mut key = 0;
        for side in [0, 1] {
            each(self.pieces[side], |square| key ^= piece_key(side, square));
        }
        key
    }

    #[inline]
    fn with_phase(&self, key: u64) -> u64 {
        let phase = match self.phase {
            Phase::Throw => 0,
            Phase::Move(throw) => throw.points(),
            Phase::Beauty => 6,
        };
        key ^ PHASE_KEYS[self.side.index()].at(usize::from(phase))
    }
}

impl Position for Senet {
    type Rules = Rules;
    type Action = Action;
    type Throw = Throw;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "senet",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["cones", "spools"],
        articles: why::ARTICLES,
    });
    const THROW_LIMIT: Option<u32> = Some(2000);

    fn start(rules: Rules) -> Senet {
        assert!(rules.is_allowed(), "{rules:?}");
        let line = (1 << (2 * rules.pieces)) - 1;
        let odd = line & 0x5555_5555;
        let even = line & !odd;
        let pieces = match rules.front {
            Front::Spools => [odd, even],
            Front::Cones => [even, odd],
        };
        let mut senet = Senet { key: 0, pieces, phase: Phase::Throw, side: Side::First, rules };
        senet.key = senet.pieces_key();
        senet
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn status(&self) -> Status {
        if let Phase::Move(_) = self.phase {
            return Status::ToAct(self.side);
        }
        if self.enemy() == 0 {
            // The last one to act has no piece left. [6.1]
            return Status::Over(Outcome::win(self.side.other(), End::AllOff));
        }
        Status::Chance
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Leaves out nothing: Senet's string has no counters.
    #[inline]
    fn key(&self) -> u64 {
        self.with_phase(self.key)
    }

    fn fresh_key(&self) -> u64 {
        self.with_phase(self.pieces_key())
    }

    #[inline]
    fn at_turn_start(&self) -> bool {
        self.phase == Phase::Throw
    }

    /// Forward moves and leaving from the lowest square up, then backward moves so, then the pass.
    #[inline]
    fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        each(self.action_set(), |place| visit(Action(place)));
    }

    #[inline]
    fn count_actions(&self) -> usize {
        self.action_set().count_ones() as usize
    }

    #[inline]
    fn pick_action(&self, mut below: impl FnMut(u32) -> u32) -> Action {
        let actions = self.action_set();
        Action(nth(actions, below(actions.count_ones())))
    }

    #[inline]
    fn action_number(action: Action) -> u64 {
        action.index() as u64
    }

    fn play(&mut self, action: Action) {
        let Phase::Move(throw) = self.phase else { return };
        let from = action.piece();
        if bit(from) & TRACK == 0 {
            return if action == Action::PASS { self.end_turn() } else { self.send(from, None) };
        }
        let to = Senet::target(action, throw);
        self.change(from, to);
        if to == BEAUTY {
            self.phase = Phase::Beauty;
        } else {
            self.end_turn();
        }
    }

    fn throws() -> &'static [(Throw, u32)] {
        &[(Throw::One, 4), (Throw::Two, 6), (Throw::Three, 4), (Throw::Four, 1), (Throw::Five, 1)]
    }

    /// The four low bits are the sticks, a bit set being a white side up. [2.1]
    fn thrown(random: u8) -> Option<Throw> {
        let sticks = (random & 0b1111).count_ones();
        Self::throws()
            .iter()
            .map(|(throw, _)| *throw)
            .find(|throw| u32::from(throw.points()) % 5 == sticks)
    }

    #[inline]
    fn throw(&mut self, throw: Throw) {
        if self.phase == Phase::Beauty {
            self.send(BEAUTY, self.beauty_fate(throw));
        } else if self.on_trial() {
            self.send(WATER, self.water_fate(throw));
        } else {
            self.phase = Phase::Move(throw);
        }
    }
}
