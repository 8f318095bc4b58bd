//! Russian cyclic draughts: own pieces can be captured too, and come back as men; and the classic
//! Russian game.
//!
//! ```
//! use rules::{Game, open};
//!
//! //  8 . . . . . . . .
//! //  7 b . . . . . . .
//! //  6 . . . . . . . .     b2 takes the own man on c3, which goes to
//! //  5 . . . . b . . .     the reserve, and then the enemy's on e5
//! //  4 . . . . . . . .
//! //  3 . . w . . . . .
//! //  2 . w . . . . . .
//! //  1 . . . . . . . .
//! //    a b c d e f g h
//! let draughts = open("draughts", "").unwrap();
//! let start = "8/b7/8/4b3/8/2w5/1w6/8 w 0,0 0 0";
//! let mut game = Game::from_position(draughts, start).unwrap();
//! game.play("b2:d4:f6").unwrap();
//! assert_eq!(game.position(), "8/b7/5w2/8/8/8/8/8 b 1,0 0 0");
//! ```

mod board;
mod chains;
mod depict;
mod notation;
mod options;
mod why;

pub use options::{Cyclic, Rules};

use crate::bits::{bit64 as bit, each, nth};
use crate::keys::{self, Keys};
use crate::{End, GameId, GameInfo, NoThrow, Outcome, Position, RuleSet, Side, Square, Status};
use board::{
    ALL, BEFORE_LAST, DIRECTIONS, HALF, INDICES, LAST, Squares, around, beyond, slides, step,
};
use chains::{Chains, Chase, leaping_kings, leaping_men, leapt_by_kings, leapt_by_men};

/// A position of draughts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draughts {
    pieces: [Squares; 2],
    /// Of both sides.
    kings: Squares,
    key: u64,
    /// Actions in a row by kings and without a capture; stops at the largest number. [6.3]
    kingmoves: u16,
    /// Actions in a row without an enemy piece captured; likewise. [6.4]
    barren: u16,
    reserves: [u8; 2],
    side: Side,
    rules: Rules,
}

/// One decision: a quiet move, a whole chain of captures, or a drop.
///
/// A chain is given by its start, its end and the pieces captured [4.5]; the squares on its way
/// are found again when its text is written. They cannot matter to what it does: see
/// [`Draughts::play`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action(u64);

impl Action {
    const TO: u32 = 40;
    const FROM: u32 = 46;

    #[inline]
    const fn chain(from: u8, to: u8, captured: Squares) -> Action {
        Action(captured | (to as u64) << Action::TO | (from as u64) << Action::FROM)
    }

    #[inline]
    const fn quiet(from: u8, to: u8) -> Action {
        Action::chain(from, to, 0)
    }

    /// A quiet move goes to another square, so this is free.
    #[inline]
    const fn drop(on: u8) -> Action {
        Action::chain(on, on, 0)
    }

    /// An index of the square it begins on, below 36.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u8 {
        (self.0 >> Action::FROM) as u8 & 63
    }

    /// An index of the square it ends on, below 36.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        (self.0 >> Action::TO) as u8 & 63
    }

    /// The number of pieces captured, own ones included.
    #[inline]
    #[must_use]
    pub const fn captures(self) -> u32 {
        self.captured().count_ones()
    }

    /// Whether it puts a man from the reserve on the board.
    #[inline]
    #[must_use]
    pub const fn is_drop(self) -> bool {
        self.captured() == 0 && self.from() == self.to()
    }

    /// The squares of the pieces captured, own ones included; see [`Draughts::SQUARES`].
    #[inline]
    #[must_use]
    pub const fn captured(self) -> u64 {
        self.0 & ((1 << INDICES) - 1)
    }
}

/// By side, man or king, and square.
static PIECE_KEYS: [[Keys<64>; 2]; 2] = [
    [Keys::new(0xd4a6_0001), Keys::new(0xd4a6_0002)],
    [Keys::new(0xd4a6_0003), Keys::new(0xd4a6_0004)],
];
static RESERVE_KEYS: [Keys<16>; 2] = [Keys::new(0xd4a6_0005), Keys::new(0xd4a6_0006)];
const SECOND_KEY: u64 = keys::mix(0xd4a6_0007, 1);

/// The pieces that a player begins with, and never has more of. [1.2]
const MEN: u8 = 12;

/// The legal actions as sets: counting and choosing one need no list, except of chains.
struct Legal {
    chains: Chains,
    /// Where men land that take one piece, by direction; longer chains and those of kings are in
    /// `chains`. [3.1]
    leaps: [Squares; 4],
    /// Where men step to, by the two directions forward. [2.1]
    steps: [Squares; 2],
    /// The directions of `steps`.
    forward: [u8; 2],
    /// Kings that move quietly, and all pieces, which are in their way. [2.2]
    kings: Squares,
    occupied: Squares,
    /// Where a man can be dropped. [5.2]
    drops: Squares,
}

impl Draughts {
    /// A position with both counters at 0, from sets as [`Draughts::SQUARES`] lays them out.
    /// Unchecked: what [`Notation::read`](crate::Notation::read) refuses gives a meaningless
    /// position.
    #[must_use]
    pub fn placed(
        rules: Rules,
        pieces: [u64; 2],
        kings: u64,
        reserves: [u8; 2],
        side: Side,
    ) -> Draughts {
        let mut draughts =
            Draughts { pieces, kings, key: 0, kingmoves: 0, barren: 0, reserves, side, rules };
        draughts.key = draughts.fresh_key();
        draughts
    }

    /// The name of a square by its number.
    #[must_use]
    pub const fn square(number: u8) -> Square {
        board::name(number)
    }

    #[inline]
    fn own(&self) -> Squares {
        self.pieces[self.side.index()]
    }

    #[inline]
    fn enemy(&self) -> Squares {
        self.pieces[self.side.other().index()]
    }

    #[inline]
    fn occupied(&self) -> Squares {
        self.pieces[0] | self.pieces[1]
    }

    #[inline]
    fn reserve(&self) -> u8 {
        self.reserves[self.side.index()]
    }

    /// The directions in which the side's men step. [2.1]
    #[inline]
    const fn forward(side: Side) -> [u8; 2] {
        match side {
            Side::First => [0, 1],
            Side::Second => [2, 3],
        }
    }

    /// The own pieces that can leap an enemy piece: if there are any, one of them must. [3.6]
    #[inline]
    fn due(&self) -> Squares {
        let own = self.own();
        let (enemy, occupied) = (self.enemy(), self.occupied());
        leaping_men(own & !self.kings, enemy, occupied)
            | leaping_kings(own & self.kings, enemy, occupied)
    }

    /// The board as one of the own pieces sees it when it captures.
    #[inline]
    fn chase(&self, start: u8) -> Chase {
        let others = !bit(start);
        Chase {
            start,
            occupied: self.occupied() & others,
            enemy: self.enemy(),
            own: if self.rules.is_cyclic() { self.own() & others } else { 0 },
            last: LAST[self.side.index()],
        }
    }

    #[inline]
    fn is_king(&self, square: u8) -> bool {
        self.kings & bit(square) != 0
    }

    /// The draw by a counter, if one has been reached; 0 is off. [6.3] [6.4]
    #[inline]
    fn drawn(&self) -> Option<End> {
        let reached = |count: u16, limit: u8| limit != 0 && count >= 2 * u16::from(limit);
        if reached(self.kingmoves, self.rules.kingmoves) {
            Some(End::Kingmoves)
        } else if reached(self.barren, self.rules.barren) {
            Some(End::Barren)
        } else {
            None
        }
    }

    /// Whether the side to act has any action, the draws apart. [6.1]
    #[inline]
    fn can_act(&self) -> bool {
        let (own, empty) = (self.own(), ALL & !self.occupied());
        let [a, b] = Draughts::forward(self.side);
        // Each piece steps forward; that settles nearly every position.
        let mut free = step(own, a) | step(own, b);
        if free & empty != 0 {
            return true;
        }
        // A leap or a slide over some distance needs no look: a king that has one without a
        // neighbouring piece to leap has a free square beside it.
        let kings = own & self.kings;
        let targets = if self.rules.is_cyclic() { self.occupied() } else { self.enemy() };
        free |= step(kings, a ^ 2)
            | step(kings, b ^ 2)
            | DIRECTIONS
                .into_iter()
                .fold(0, |set, direction| set | step(step(own, direction) & targets, direction));
        if self.reserve() > 0 {
            free |= HALF[self.side.index()];
        }
        free & empty != 0
    }

    /// Does something with the legal actions where the game is not over. They are lent, because
    /// moving them would cost as much as finding them.
    #[inline]
    fn with_legal<R>(&self, work: impl FnOnce(&Legal) -> R) -> R {
        let mut legal = Legal {
            chains: Chains::new(),
            leaps: [0; 4],
            steps: [0; 2],
            forward: Draughts::forward(self.side),
            kings: 0,
            occupied: self.occupied(),
            drops: 0,
        };
        match (self.rules.is_cyclic(), self.side) {
            (true, Side::First) => self.fill::<true, true>(&mut legal),
            (true, Side::Second) => self.fill::<true, false>(&mut legal),
            (false, Side::First) => self.fill::<false, true>(&mut legal),
            (false, Side::Second) => self.fill::<false, false>(&mut legal),
        }
        work(&legal)
    }

    // Every caller has its own copy: it is where the time of random play and counting goes. Not in a
    // browser, which has to load the copies first.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn fill<const CYCLIC: bool, const FIRST: bool>(&self, legal: &mut Legal) {
        let side = if FIRST { Side::First } else { Side::Second };
        let (own, enemy) = (self.pieces[side.index()], self.pieces[side.other().index()]);
        let occupied = own | enemy;
        let empty = ALL & !occupied;
        let (men, kings) = (own & !self.kings, own & self.kings);
        let leaps_over =
            |targets| around(|direction| step(step(men, direction) & targets, direction) & empty);
        legal.leaps = leaps_over(enemy);
        let mut king_starts = leaping_kings(kings, enemy, occupied);
        if legal.leaps == [0; 4] && king_starts == 0 {
            legal.steps = Draughts::forward(side).map(|way| step(men, way) & empty);
            legal.kings = kings;
            if CYCLIC {
                if self.reserves[side.index()] > 0 {
                    legal.drops = HALF[side.index()] & empty;
                }
                legal.leaps = leaps_over(own);
                king_starts = leaping_kings(kings, own, occupied);
            }
        }
        let chase = |start| {
            let others = !bit(start);
            let own = if CYCLIC { own & others } else { 0 };
            Chase { start, occupied: occupied & others, enemy, own, last: LAST[side.index()] }
        };
        if legal.leaps != [0; 4] {
            // Where a man's chain does not end: it can leap on, or becomes a king. The man's start
            // counts as empty in a chain, but from where it lands that would only let it leap
            // back over the piece just taken. [3.3]
            let targets = if CYCLIC { occupied } else { enemy };
            let goes_on = leaping_men(empty, targets, occupied) | LAST[side.index()];
            for direction in DIRECTIONS {
                let leaps = &mut legal.leaps[usize::from(direction)];
                let long = *leaps & goes_on;
                *leaps &= !goes_on;
                each(long, |to| {
                    let over = step(bit(to), direction ^ 2);
                    let start = board::first(step(over, direction ^ 2));
                    chase(start).collect_after(over, to, direction, &mut legal.chains);
                });
            }
        }
        each(king_starts, |start| chase(start).collect_king(&mut legal.chains));
    }
}

/// What a judge of positions asks. Sets of squares are laid out as [`Draughts::SQUARES`] tells.
impl Draughts {
    /// All squares: bit 0 is a1, bit 35 is h8. The squares of two ranks take nine bits, one of
    /// them a gap that is not in this set: a step up and to the right is a shift by five, up and to
    /// the left by four; what leaves the board falls into a gap. Turning the board round reverses
    /// the order of the 36 bits.
    pub const SQUARES: u64 = ALL;

    /// The squares of a side's men.
    #[inline]
    #[must_use]
    pub const fn men(&self, side: Side) -> u64 {
        self.pieces[side.index()] & !self.kings
    }

    /// The squares of a side's kings.
    #[inline]
    #[must_use]
    pub const fn kings(&self, side: Side) -> u64 {
        self.pieces[side.index()] & self.kings
    }

    /// The number of men that a side has in reserve.
    #[inline]
    #[must_use]
    pub const fn in_reserve(&self, side: Side) -> u8 {
        self.reserves[side.index()]
    }

    /// Whether own pieces can be captured too.
    #[inline]
    #[must_use]
    pub const fn is_cyclic(&self) -> bool {
        self.rules.is_cyclic()
    }

    /// Whether the side to act must capture an enemy piece. [3.6]
    #[inline]
    #[must_use]
    pub fn is_capture_due(&self) -> bool {
        self.due() != 0
    }

    /// The enemy pieces that a side could take by a first leap if it were to act.
    #[inline]
    #[must_use]
    pub fn attacked_by(&self, side: Side) -> u64 {
        let enemy = self.pieces[side.other().index()];
        leapt_by_men(self.men(side), enemy, self.occupied())
            | leapt_by_kings(self.kings(side), enemy, self.occupied())
    }

    /// The enemy pieces that a side could reach, if it were to act, by a chain that begins with an
    /// own piece. A quick look that may name too many: it lets a man go on as a man, and forgets
    /// which pieces have been taken.
    #[inline]
    #[must_use]
    pub fn attacked_through_own(&self, side: Side) -> u64 {
        let (own, enemy) = (self.pieces[side.index()], self.pieces[side.other().index()]);
        let occupied = own | enemy;
        let empty = ALL & !occupied;
        let hop = |from: Squares| {
            let to = around(|way| step(step(from, way) & own, way));
            empty & (to[0] | to[1] | to[2] | to[3])
        };
        let mut landed = hop(self.men(side));
        let mut reached = 0;
        if landed != 0 {
            landed |= hop(landed);
            landed |= hop(landed);
            reached = leapt_by_men(landed, enemy, occupied);
        }
        each(self.kings(side), |king| {
            for way in DIRECTIONS {
                let (over, at) = beyond(king, way, occupied);
                if over & own != 0 && at != 0 {
                    reached |= leapt_by_kings(at, enemy, occupied);
                }
            }
        });
        reached
    }

    /// The squares to which a king's free ways lead from a square. [2.2]
    #[inline]
    #[must_use]
    pub fn slides(&self, from: u8) -> u64 {
        slides(from, self.occupied())
    }

    /// The two counters: actions in a row by kings without a capture, and of any kind without an
    /// enemy piece captured. [6.3] [6.4]
    #[inline]
    #[must_use]
    pub const fn counters(&self) -> [u16; 2] {
        [self.kingmoves, self.barren]
    }

    /// How many further actions the two counters allow before they draw: of kings without a
    /// capture, and of any kind without an enemy piece captured. [6.3] [6.4]
    #[inline]
    #[must_use]
    pub fn actions_left(&self) -> [Option<u16>; 2] {
        let left = |count: u16, limit: u8| {
            (limit != 0).then(|| (2 * u16::from(limit)).saturating_sub(count))
        };
        [left(self.kingmoves, self.rules.kingmoves), left(self.barren, self.rules.barren)]
    }
}

impl Legal {
    /// A man's chain of one leap.
    #[inline]
    fn leap(to: u8, direction: u8) -> Action {
        let over = step(bit(to), direction ^ 2);
        Action::chain(board::first(step(over, direction ^ 2)), to, over)
    }

    #[inline]
    fn each(&self, mut visit: impl FnMut(Action)) {
        self.chains.each(&mut visit);
        for (leaps, direction) in self.leaps.into_iter().zip(DIRECTIONS) {
            each(leaps, |to| visit(Legal::leap(to, direction)));
        }
        for (steps, direction) in self.steps.into_iter().zip(self.forward) {
            each(step(steps, direction ^ 2), |from| {
                visit(Action::quiet(from, board::first(step(bit(from), direction))));
            });
        }
        each(self.kings, |from| {
            each(slides(from, self.occupied), |to| visit(Action::quiet(from, to)));
        });
        each(self.drops, |on| visit(Action::drop(on)));
    }

    #[inline]
    fn count(&self) -> usize {
        let sets = self.leaps.into_iter().chain(self.steps).chain([self.drops]);
        let mut count = sets.map(Squares::count_ones).sum::<u32>();
        each(self.kings, |from| count += slides(from, self.occupied).count_ones());
        self.chains.len() + count as usize
    }

    /// The action with this number below [`Legal::count`].
    #[inline]
    fn get(&self, mut number: u32) -> Action {
        // Takes the set's actions off the number, unless the wanted one is among them.
        let mut within = |set: Squares| {
            let count = set.count_ones();
            let found = (number < count).then_some(number);
            number = number.wrapping_sub(count);
            found
        };
        for (steps, direction) in self.steps.into_iter().zip(self.forward) {
            if let Some(place) = within(steps) {
                let to = nth(steps, place);
                return Action::quiet(board::first(step(bit(to), direction ^ 2)), to);
            }
        }
        for (leaps, direction) in self.leaps.into_iter().zip(DIRECTIONS) {
            if let Some(place) = within(leaps) {
                return Legal::leap(nth(leaps, place), direction);
            }
        }
        if let Some(place) = within(self.drops) {
            return Action::drop(nth(self.drops, place));
        }
        let mut kings = self.kings;
        while kings != 0 {
            let from = board::first(kings);
            let targets = slides(from, self.occupied);
            if let Some(place) = within(targets) {
                return Action::quiet(from, nth(targets, place));
            }
            kings &= kings - 1;
        }
        self.chains.get(number as usize)
    }
}

impl Position for Draughts {
    type Rules = Rules;
    type Action = Action;
    type Throw = NoThrow;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "draughts",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["white", "black"],
        articles: why::ARTICLES,
    });
    const REPETITION: bool = true;
    const ENDS_AFTER_REPETITION: &'static [End] = &[End::Kingmoves, End::Barren];

    fn start(rules: Rules) -> Draughts {
        assert!(rules.is_allowed(), "{rules:?}");
        let mut draughts = Draughts {
            pieces: [HALF[0] & 0x1fff, HALF[1] & !0x7f_ffff],
            kings: 0,
            key: 0,
            kingmoves: 0,
            barren: 0,
            reserves: [0, 0],
            side: Side::First,
            rules,
        };
        draughts.key = draughts.fresh_key();
        draughts
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn status(&self) -> Status {
        if !self.can_act() {
            return Status::Over(Outcome::win(self.side.other(), End::NoMoves));
        }
        match self.drawn() {
            Some(reason) => Status::Over(Outcome::draw(reason)),
            None => Status::ToAct(self.side),
        }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Leaves out the counters of king moves and of barren actions.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Second { SECOND_KEY } else { 0 };
        for side in 0..2 {
            key ^= RESERVE_KEYS[side].at(usize::from(self.reserves[side] & 15));
            each(self.pieces[side], |square| {
                let king = usize::from(self.is_king(square));
                key ^= PIECE_KEYS[side][king].at(usize::from(square & 63));
            });
        }
        key
    }

    fn for_each_action(&self, visit: impl FnMut(Action)) {
        if self.drawn().is_none() {
            self.with_legal(|legal| legal.each(visit));
        }
    }

    fn count_actions(&self) -> usize {
        if self.drawn().is_some() { 0 } else { self.with_legal(Legal::count) }
    }

    fn pick_action(&self, mut below: impl FnMut(u32) -> u32) -> Action {
        self.with_legal(|legal| legal.get(below(legal.count() as u32)))
    }

    /// From, to and the squares captured, in 6, 6 and 36 bits from the lowest. What captures
    /// nothing is below 4096.
    fn action_number(action: Action) -> u64 {
        u64::from(action.from()) | u64::from(action.to()) << 6 | action.captured() << 12
    }

    /// A chain makes a king of a man exactly if it takes a piece on the rank before the last:
    /// as a man it can take one there only by a leap to or from the last rank, and it can come to
    /// the last rank only by such a leap. So start, end and captured pieces tell all. [2.3] [4.5]
    fn play(&mut self, action: Action) {
        let (side, other) = (self.side.index(), self.side.other().index());
        let (from, to, captured) = (action.from(), action.to(), action.captured());
        self.side = self.side.other();
        self.key ^= SECOND_KEY;
        if action.is_drop() {
            self.pieces[side] |= bit(to);
            self.key ^= PIECE_KEYS[side][0].at(usize::from(to));
            self.set_reserve(side, self.reserves[side].wrapping_sub(1));
            self.kingmoves = 0;
            self.barren = self.barren.saturating_add(1);
            return;
        }
        let was_king = self.is_king(from);
        let king = was_king
            || if captured == 0 {
                bit(to) & LAST[side] != 0
            } else {
                captured & BEFORE_LAST[side] != 0
            };
        self.pieces[side] = self.pieces[side] & !bit(from) | bit(to);
        self.key ^= PIECE_KEYS[side][usize::from(was_king)].at(usize::from(from))
            ^ PIECE_KEYS[side][usize::from(king)].at(usize::from(to));
        if captured == 0 {
            self.kingmoves = if was_king { self.kingmoves.saturating_add(1) } else { 0 };
            self.barren = self.barren.saturating_add(1);
        } else {
            let own = captured & self.pieces[side];
            for (owner, taken) in [(side, own), (other, captured & !own)] {
                each(taken, |square| {
                    let king = usize::from(self.kings & bit(square) != 0);
                    self.key ^= PIECE_KEYS[owner][king].at(usize::from(square & 63));
                });
                self.pieces[owner] &= !taken;
            }
            if own != 0 {
                self.set_reserve(side, self.reserves[side].wrapping_add(own.count_ones() as u8));
            }
            self.kingmoves = 0;
            self.barren = if captured == own { self.barren.saturating_add(1) } else { 0 };
        }
        self.kings &= !(bit(from) | captured);
        if king {
            self.kings |= bit(to);
        }
    }

    fn throw(&mut self, throw: NoThrow) {
        match throw {}
    }
}

impl Draughts {
    #[inline]
    fn set_reserve(&mut self, side: usize, count: u8) {
        let keys = &RESERVE_KEYS[side];
        self.key ^=
            keys.at(usize::from(self.reserves[side] & 15)) ^ keys.at(usize::from(count & 15));
        self.reserves[side] = count;
    }
}
