//! Salta: bring fifteen pieces across the board to their own squares; nothing is ever captured.
//!
//! ```
//! use rules::{Game, open};
//!
//! //  8  . k . l . m . . . o     l, m: Red's Suns 2, 3
//! //  7  . . . . . . . . . .
//! //  6  . . . . . n . . . .     the Green Sun L on e5
//! //  5  . . . . L . . . . .     must jump over n to g7
//! //  4  . . . . . . . . . .
//! //     a b c d e f g h i j
//! let mut game = Game::start(open("salta", "").unwrap());
//! for action in ["c3d4", "h8g7", "d4e5", "g7f6"] {
//!     game.play(action).unwrap();
//! }
//! assert_eq!(game.position(), "abcde/fghij/klm1o/5/2n2/2L2/5/K1MNO/FGHIJ/ABCDE g 4 - 0");
//! assert_eq!(game.choices().len(), 1);
//! assert_eq!(game.choices()[0].text, "e5g7");
//! ```

mod board;
mod depict;
mod notation;
mod options;
mod why;

pub use options::{Goal, Rules};

use board::{
    Candidates, GOALS, PIECES, SIZE, Squares, WIDTH, cannot_be_blocked, has_productive, square,
    start_square,
};

use crate::bits::{bit64 as bit, each};
use crate::keys::{self, Keys};
use crate::position::lost_by;
use crate::{End, GameId, GameInfo, NoThrow, Outcome, Position, RuleSet, Side, Square, Status};

/// In [`Salta::at`]: no piece.
const NO_PIECE: u8 = 30;
/// The actions that a loser makes alone at most. [5.4]
const MOST_ALONE: u8 = 100;

/// A position of Salta.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salta {
    occupied: [Squares; 2],
    home: [Squares; 2], // those of the pieces that stand on their goal squares
    key: u64,
    at: [u8; 64], // which piece stands on a square: 0–14 Green's, 15–29 Red's, or NO_PIECE
    ply: u32,
    rules: Rules,
    side: Side,
    finished: Finished,
    alone: u8,
}

/// Who has brought all pieces home. [5.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finished {
    Neither,
    /// Green, and Red has its one more move. [5.2]
    GreenOneMore,
    /// Green, and Red plays on alone.
    Green,
    /// Red, and Green plays on alone.
    Red,
}

/// One decision: a step or a jump from the first square to the second, or a pass because nothing
/// else can be done. [`Salta::square`] names a square by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A piece goes from the first square to the second.
    Move(u8, u8),
    /// No piece can move.
    Pass,
}

static PIECE_KEYS: Keys<{ 32 * 64 }> = Keys::new(0x5a17_a001);
const SECOND_KEY: u64 = keys::mix(0x5a17_a002, 1);

#[inline]
fn piece_key(piece: u8, square: u8) -> u64 {
    PIECE_KEYS.at(usize::from(piece & 31) * 64 + usize::from(square & 63))
}

const fn finished_key(finished: Finished) -> u64 {
    match finished {
        Finished::Neither => 0,
        _ => keys::mix(0x5a17_a003, finished as u64),
    }
}

impl Salta {
    /// The squares of a side's pieces. Squares are numbered as in actions; [`Salta::grid`] tells
    /// where they lie.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side) -> u64 {
        self.occupied[side.index()]
    }

    /// The squares of a side's pieces that are home. [2.3]
    #[inline]
    #[must_use]
    pub fn home(&self, side: Side) -> u64 {
        self.home[side.index()]
    }

    /// The piece on an occupied square: Green's Stars 1–5, Moons 1–5, Suns 1–5 are 0 to 14, Red's
    /// 15 to 29. [1.2]
    #[inline]
    #[must_use]
    pub fn piece_on(&self, square: u8) -> u8 {
        self.piece(square)
    }

    /// The square where a piece belongs by `goal=march`, or by `goal=mirror`. [2.1] [2.2]
    #[must_use]
    pub const fn goal_of(piece: u8, mirror: bool) -> u8 {
        board::goal_square(piece, mirror)
    }

    /// Whether the goal is that of `goal=mirror`.
    #[inline]
    #[must_use]
    pub fn is_mirror(&self) -> bool {
        self.rules.goal == Goal::Mirror
    }

    /// The name of a square by its number.
    #[must_use]
    pub const fn square(number: u8) -> Square {
        notation::name(number)
    }

    /// A square's file and rank, both from 0.
    #[must_use]
    pub const fn grid(square: u8) -> (u8, u8) {
        notation::file_and_rank(square)
    }

    /// Whether the side to act can jump, and so has to. [3.4]
    #[inline]
    #[must_use]
    pub fn must_jump(&self) -> bool {
        let [left, right] = match self.side {
            Side::First => board::jumps::<true>(self.own(), self.enemy()),
            Side::Second => board::jumps::<false>(self.own(), self.enemy()),
        };
        left | right != 0
    }

    /// The squares next to those of a set, on the diagonals.
    #[inline]
    #[must_use]
    pub fn around(set: u64) -> u64 {
        board::neighbours(set) & board::BOARD
    }

    /// The king's steps from one square to another. [5.5]
    #[must_use]
    pub const fn steps(from: u8, to: u8) -> u8 {
        let ((file, rank), (to_file, to_rank)) = (Salta::grid(from), Salta::grid(to));
        let (files, ranks) = (file.abs_diff(to_file), rank.abs_diff(to_rank));
        if files > ranks { files } else { ranks }
    }

    /// The ranks behind a side's pieces: what its whole army has passed.
    #[inline]
    #[must_use]
    pub fn passed_by(&self, side: Side) -> u64 {
        let own = self.occupied[side.index()];
        match side {
            Side::First => board::below(own),
            Side::Second => board::above(own),
        }
    }

    /// Whether the two armies have passed each other. Jumps lead forward only: there are none any
    /// more unless a piece goes back behind the enemy's last.
    #[inline]
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.occupied[1] & !self.passed_by(Side::First) == 0
    }

    /// Who has finished and thereby won, the other playing on alone; neither in a draw and while
    /// Red has its one more move. [5.2] [5.3]
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.finished {
            Finished::Neither | Finished::GreenOneMore => None,
            Finished::Green if self.alone == 0 && self.all_home(Side::Second) => None,
            Finished::Green => Some(Side::First),
            Finished::Red => Some(Side::Second),
        }
    }

    /// Whether Green has finished and Red has its one more move. [5.2]
    #[inline]
    #[must_use]
    pub fn is_one_more(&self) -> bool {
        self.finished == Finished::GreenOneMore
    }

    /// The actions until the game is scored, if neither side finishes before. [5.5]
    #[inline]
    #[must_use]
    pub fn plies_left(&self) -> u32 {
        self.rules.last_ply().saturating_sub(self.ply)
    }

    /// The position with the turn handed over as by a pass, whether or not there is a move; none
    /// where a side has finished. Not a move of the game: a question that a search may ask.
    #[must_use]
    pub fn handed_over(&self) -> Option<Salta> {
        if self.finished != Finished::Neither {
            return None;
        }
        let mut next = self.clone();
        next.play(Action::Pass);
        Some(next)
    }

    /// The sum over a side's pieces of the king's steps from each to its goal square. [5.5]
    #[must_use]
    pub fn distance(&self, side: Side) -> u32 {
        let mut sum = 0;
        each(self.occupied[side.index()], |at| {
            let (file, rank) = notation::file_and_rank(at);
            let (goal_file, goal_rank) = notation::file_and_rank(self.goal(self.piece(at)));
            sum += u32::from(file.abs_diff(goal_file).max(rank.abs_diff(goal_rank)));
        });
        sum
    }

    fn own(&self) -> Squares {
        self.occupied[self.side.index()]
    }

    fn enemy(&self) -> Squares {
        self.occupied[self.side.other().index()]
    }

    /// The piece on a square.
    #[inline]
    fn piece(&self, square: u8) -> u8 {
        self.at[usize::from(square & 63)]
    }

    /// The square where a piece belongs. [2.3]
    #[inline]
    fn goal(&self, piece: u8) -> u8 {
        GOALS[self.rules.goal as usize][usize::from(piece & 31)]
    }

    /// Whether all pieces of a side are home.
    #[inline]
    fn all_home(&self, side: Side) -> bool {
        self.home[side.index()].count_ones() == u32::from(PIECES)
    }

    fn put(&mut self, piece: u8, square: u8) {
        let side = usize::from(piece / PIECES);
        self.occupied[side] |= bit(square);
        self.at[usize::from(square)] = piece;
        if self.goal(piece) == square {
            self.home[side] |= bit(square);
        }
    }

    fn bare(rules: Rules) -> Salta {
        Salta {
            occupied: [0; 2],
            home: [0; 2],
            key: 0,
            at: [NO_PIECE; 64],
            ply: 0,
            rules,
            side: Side::First,
            finished: Finished::Neither,
            alone: 0,
        }
    }

    #[inline]
    fn candidates(&self) -> Candidates {
        let [green, red] = self.occupied;
        match self.side {
            Side::First => Candidates::new::<true>(green, red),
            Side::Second => Candidates::new::<false>(red, green),
        }
    }

    /// Whether the rule of no blocking lets a candidate pass: it leaves a productive reply, or
    /// brings the last piece home, or a side has finished. [4.1] [4.2] [4.4]
    #[inline]
    fn unblocking(&self, from: u8, to: u8) -> bool {
        let [green, red] = self.occupied;
        let moved = bit(from) | bit(to);
        let replies = match self.side {
            Side::First => has_productive::<false>(red, self.home[1], green ^ moved),
            Side::Second => has_productive::<true>(green, self.home[0], red ^ moved),
        };
        replies || self.finished != Finished::Neither || self.brings_last_home(from, to)
    }

    fn brings_last_home(&self, from: u8, to: u8) -> bool {
        self.home[self.side.index()].count_ones() == u32::from(PIECES) - 1
            && self.goal(self.piece(from)) == to
    }

    /// The candidates that are legal: all of them if all would block. [4.3]
    fn legal(&self) -> Candidates {
        let all = self.candidates();
        let [green, red] = self.occupied;
        let cannot_block = match self.side {
            Side::First => cannot_be_blocked::<false>(red, self.home[1], green),
            Side::Second => cannot_be_blocked::<true>(green, self.home[0], red),
        };
        if cannot_block || self.finished != Finished::Neither {
            return all;
        }
        let mut legal = all;
        all.each(|direction, from, to| {
            if !self.unblocking(from, to) {
                legal.targets[direction] ^= bit(to);
            }
        });
        if legal.count() == 0 { all } else { legal }
    }

    /// Goes on where the first choice turned out to be illegal: chooses among the rest, until
    /// one is legal. If none is, all are, and the first choice was as good as any. [4.3]
    #[cold]
    fn pick_again(
        &self,
        mut rest: Candidates,
        first: (usize, u8, u8),
        mut below: impl FnMut(u32) -> u32,
    ) -> Action {
        let (mut direction, _, mut refused) = first;
        loop {
            rest.targets[direction] ^= bit(refused);
            let count = rest.count();
            if count == 0 {
                return Action::Move(first.1, first.2);
            }
            let (along, from, to) = rest.nth(below(count));
            if self.unblocking(from, to) {
                return Action::Move(from, to);
            }
            (direction, refused) = (along, to);
        }
    }

    #[inline]
    fn shift(&mut self, from: u8, to: u8) {
        let mover = self.side.index();
        let piece = self.piece(from);
        self.at[usize::from(from & 63)] = NO_PIECE;
        self.at[usize::from(to & 63)] = piece;
        self.occupied[mover] ^= bit(from) | bit(to);
        self.home[mover] &= !bit(from);
        self.home[mover] |= Squares::from(self.goal(piece) == to) << to;
        self.key ^= piece_key(piece, from) ^ piece_key(piece, to);
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_KEY;
    }

    fn set_finished(&mut self, finished: Finished) {
        self.key ^= finished_key(self.finished) ^ finished_key(finished);
        self.finished = finished;
    }

    /// The score at the limit. [5.5]
    #[cold]
    fn scored(&self) -> Outcome {
        let [green, red] = Side::BOTH.map(|side| self.distance(side));
        let outcome = match green.cmp(&red) {
            std::cmp::Ordering::Less => Outcome::win(Side::First, End::Limit),
            std::cmp::Ordering::Greater => Outcome::win(Side::Second, End::Limit),
            std::cmp::Ordering::Equal => Outcome::draw(End::Limit),
        };
        outcome.with_points(green.abs_diff(red))
    }

    /// How it stands while the side to act, which has lost, plays on alone. [5.4]
    #[cold]
    fn status_alone(&self) -> Status {
        let won = |reason| Outcome::win(self.side.other(), reason);
        let alone = u32::from(self.alone);
        if self.all_home(self.side) {
            // Only Red's one more move can finish without an action made alone. [5.2]
            return Status::Over(match alone {
                0 => Outcome::draw(End::BothHome).with_points(0),
                _ => won(End::Home).with_points(alone),
            });
        }
        if self.alone >= MOST_ALONE {
            let points = alone + self.distance(self.side);
            return Status::Over(won(End::Alone).with_points(points));
        }
        Status::ToAct(self.side)
    }
}

impl Position for Salta {
    type Rules = Rules;
    type Action = Action;
    type Throw = NoThrow;

    const GAME: GameId = GameId::new(&GameInfo {
        id: "salta",
        options: Rules::OPTIONS,
        presets: Rules::PRESETS,
        sides: ["green", "red"],
        articles: why::ARTICLES,
    });
    const ACTION_IS_TURN: bool = true;

    fn start(rules: Rules) -> Salta {
        assert!(rules.is_allowed(), "{rules:?}");
        let mut salta = Salta::bare(rules);
        for piece in 0..2 * PIECES {
            salta.put(piece, start_square(piece));
        }
        salta.key = salta.fresh_key();
        salta
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn status(&self) -> Status {
        match self.finished {
            Finished::Neither if self.ply >= self.rules.last_ply() => Status::Over(self.scored()),
            Finished::Neither | Finished::GreenOneMore => Status::ToAct(self.side),
            Finished::Green | Finished::Red => self.status_alone(),
        }
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Leaves out the ply and the count of actions made alone.
    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn fresh_key(&self) -> u64 {
        let mut key = finished_key(self.finished);
        each(self.occupied[0] | self.occupied[1], |square| {
            key ^= piece_key(self.piece(square), square);
        });
        if self.side == Side::Second {
            key ^= SECOND_KEY;
        }
        key
    }

    fn for_each_action(&self, mut visit: impl FnMut(Action)) {
        if !matches!(self.status(), Status::ToAct(_)) {
            return;
        }
        let legal = self.legal();
        if legal.count() == 0 {
            return visit(Action::Pass);
        }
        legal.each(|_, from, to| visit(Action::Move(from, to)));
    }

    fn count_actions(&self) -> usize {
        if !matches!(self.status(), Status::ToAct(_)) {
            return 0;
        }
        self.legal().count().max(1) as usize
    }

    #[inline]
    fn pick_action(&self, mut below: impl FnMut(u32) -> u32) -> Action {
        let candidates = self.candidates();
        let count = candidates.count();
        if count == 0 {
            return Action::Pass;
        }
        let (direction, from, to) = candidates.nth(below(count));
        if self.unblocking(from, to) {
            return Action::Move(from, to);
        }
        self.pick_again(candidates, (direction, from, to), below)
    }

    #[inline]
    /// 64 for each square that a piece goes from; then the pass.
    fn action_number(action: Action) -> u64 {
        match action {
            Action::Move(from, to) => 64 * u64::from(from) + u64::from(to),
            Action::Pass => 4096,
        }
    }

    fn play(&mut self, action: Action) {
        if let Action::Move(from, to) = action {
            self.shift(from, to);
        }
        self.ply += 1;
        match self.finished {
            Finished::Neither => {
                if self.all_home(self.side) {
                    self.set_finished(match self.side {
                        Side::First => Finished::GreenOneMore,
                        Side::Second => Finished::Red,
                    });
                }
                self.end_turn();
            }
            // Red stays to act, finished or not. [5.2]
            Finished::GreenOneMore => self.set_finished(Finished::Green),
            Finished::Green | Finished::Red => self.alone += 1,
        }
    }

    fn throw(&mut self, throw: NoThrow) {
        match throw {}
    }

    /// Not while playing on alone: that side has lost before. [5.4]
    fn loses_at_once(&self, action: Action) -> Option<End> {
        match self.finished {
            Finished::Neither | Finished::GreenOneMore => lost_by(self, action),
            Finished::Green | Finished::Red => None,
        }
    }

    /// A loser who plays on alone gives the actions made alone plus the distance. [5.6]
    fn resigned(&self, side: Side) -> Outcome {
        let outcome = Outcome::win(side.other(), End::Resign);
        match self.finished {
            Finished::Green | Finished::Red if side == self.side => {
                outcome.with_points(u32::from(self.alone) + self.distance(side))
            }
            _ => outcome,
        }
    }
}
