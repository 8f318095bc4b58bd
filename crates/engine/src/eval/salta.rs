//! Salta: a race in which every piece has its own goal square. One step is worth 100.
//!
//! What a piece contributes depends on what it is and where it stands: [`PLACES`] holds it, all
//! counts packed into one word, so that a side's sums are one addition for each piece.
//!
//! Distance alone leads into jams: pieces that come home too early, or beyond their goal, wall in
//! those that still have to pass, and no short search sees the way out. Hence the large price of
//! pieces beyond their goal and of those without a free square on their way. Where the armies have
//! passed each other, [`salta_solver`] finds the way. Jumps at hand, jumps that lead astray, laggards and
//! pieces that touch each other were tried as terms and gained nothing over the search, which
//! follows every jump to its end.

use rules::salta::{Action, Salta};
use rules::{Position, Side, keys};

use super::{Evaluate, Liveliness, Par, Tally};
use crate::explain::Group;
use crate::level::{LEVELS, Skill};
use crate::salta_solver;

/// Positions looked at to count the moves that a side needs by itself.
const NODES_TO_COUNT: u64 = 200_000;
const TURN: usize = 0;
const DISTANCE: usize = 1;
const HOME: usize = 2;
const NEAR: usize = 3;
const BEYOND: usize = 4;
const OWN_IN_THE_WAY: usize = 5;
const SHUT_IN: usize = 6;

/// Pieces with at most this many steps to go are near. The seed asks for two or three moves on an
/// empty board.
const NEAR_STEPS: u64 = 3;

const PIECES: usize = 30;
const SQUARES: usize = 64;

/// What a piece on a square counts for.
#[derive(Clone, Copy)]
struct Place {
    /// The counts of [`Counts`], packed.
    counts: u64,
    /// The neighbouring squares that are one step nearer to its goal.
    nearer: u64,
}

/// What the packed counts mean: each has [`Counts::BITS`] bits, enough for fifteen pieces.
struct Counts(u64);

impl Counts {
    const BITS: u32 = 12;

    const fn pack(fields: [u64; 3]) -> u64 {
        fields[0] | fields[1] << Counts::BITS | fields[2] << (2 * Counts::BITS)
    }

    fn field(&self, number: u32) -> i32 {
        (self.0 >> (number * Counts::BITS) & ((1 << Counts::BITS) - 1)) as i32
    }

    /// Steps to go.
    fn distance(&self) -> i32 {
        self.field(0)
    }

    /// Pieces that are not home and near.
    fn near(&self) -> i32 {
        self.field(1)
    }

    /// Pieces that are beyond their goal's rank and have to come back.
    fn beyond(&self) -> i32 {
        self.field(2)
    }
}

const fn is_square(square: u8) -> bool {
    let (file, rank) = Salta::grid(square);
    file < 10 && rank < 10
}

/// The neighbours of every square.
const NEXT_TO: [u64; SQUARES] = {
    let mut out = [0; SQUARES];
    let mut pair = 0;
    while pair < SQUARES * SQUARES {
        let (square, other) = ((pair / SQUARES) as u8, (pair % SQUARES) as u8);
        if is_square(square) && is_square(other) && Salta::steps(other, square) == 1 {
            out[square as usize] |= 1 << other;
        }
        pair += 1;
    }
    out
};

const fn place(piece: u8, square: u8, mirror: bool) -> Place {
    let goal = Salta::goal_of(piece, mirror);
    let distance = Salta::steps(square, goal) as u64;
    let (_, rank) = Salta::grid(square);
    let (_, goal_rank) = Salta::grid(goal);
    let green = (piece as usize) < PIECES / 2;
    let beyond = if green { rank > goal_rank } else { rank < goal_rank };
    let near = distance > 0 && distance <= NEAR_STEPS;
    let mut nearer = 0;
    let mut rest = NEXT_TO[square as usize];
    while rest != 0 {
        let other = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        if (Salta::steps(other, goal) as u64) + 1 == distance {
            nearer |= 1 << other;
        }
    }
    let counts = Counts::pack([distance, near as u64, beyond as u64]);
    Place { counts, nearer }
}

const fn places(mirror: bool) -> [[Place; SQUARES]; PIECES] {
    let mut out = [[Place { counts: 0, nearer: 0 }; SQUARES]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < SQUARES {
            if is_square(square as u8) {
                out[piece][square] = place(piece as u8, square as u8, mirror);
            }
            square += 1;
        }
        piece += 1;
    }
    out
}

computed! {
    /// By piece and square, for `goal=march` and for `goal=mirror`.
    static PLACES: [[[Place; SQUARES]; PIECES]; 2] = [places(false), places(true)];
}

#[inline(always)]
fn each(mut set: u64, mut visit: impl FnMut(u8)) {
    while set != 0 {
        visit(set.trailing_zeros() as u8);
        set &= set - 1;
    }
}

/// The places of the pieces in a position.
#[inline]
fn table(position: &Salta) -> &'static [[Place; SQUARES]; PIECES] {
    &PLACES[usize::from(position.is_mirror())]
}

/// The steps that a piece, which must stand on `from`, is nearer to its goal on `to`.
#[inline]
fn gain(position: &Salta, from: u8, to: u8) -> i32 {
    let places = &table(position)[usize::from(position.piece_on(from)) % PIECES];
    let distance = |square: u8| Counts(places[usize::from(square) % SQUARES].counts).distance();
    distance(from) - distance(to)
}

impl Evaluate for Salta {
    const TERMS: &'static [&'static str] = &[
        "turn",
        "distance",
        "pieces home",
        "pieces near home",
        "pieces beyond their goal",
        "own pieces in the way",
        "pieces shut in",
    ];
    const WEIGHTS: &'static [i32] = &[50, -100, -40, 30, -200, -40, -150];
    const SLOTS: usize = SQUARES * SQUARES;
    const TUNING: crate::Tuning = crate::Tuning::SALTA;
    const GROUPS: &'static [Group] = &[
        ("turn", &["turn"]),
        ("distance", &["distance"]),
        ("home", &["pieces home", "pieces near home"]),
        ("beyond", &["pieces beyond*"]),
        ("jams", &["own pieces in the way", "pieces shut in"]),
    ];
    const SKILLS: [Skill; LEVELS] = [
        Skill::weak(1, 1_000, 15),
        Skill::weak(1, 250, 8),
        Skill::weak(2, 700, 6),
        Skill::weak(2, 0, 0),
        Skill::weak(3, 0, 0),
        Skill::strong(5_000),
        Skill::strong(40_000),
        Skill::strong(600_000),
    ];
    const SCALE: f64 = 501.0;

    fn terms(&self, tally: &mut impl Tally) {
        let places = table(self);
        let occupied = self.pieces(Side::First) | self.pieces(Side::Second);
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let own = self.pieces(side);
            let mut counts = 0;
            let (mut in_the_way, mut shut_in) = (0, 0);
            each(own, |square| {
                let piece = usize::from(self.piece_on(square)) % PIECES;
                let place = &places[piece][usize::from(square) % SQUARES];
                counts += place.counts;
                // A piece that is home has no nearer square and is not shut in.
                let wants_on = place.nearer != 0;
                in_the_way += i32::from(wants_on && place.nearer & !own == 0);
                shut_in += i32::from(wants_on && place.nearer & !occupied == 0);
            });
            let counts = Counts(counts);
            tally.add(TURN, if side == self.side() { sign } else { 0 });
            tally.add(DISTANCE, sign * counts.distance());
            tally.add(HOME, sign * self.home(side).count_ones() as i32);
            tally.add(NEAR, sign * counts.near());
            tally.add(BEYOND, sign * counts.beyond());
            tally.add(OWN_IN_THE_WAY, sign * in_the_way);
            tally.add(SHUT_IN, sign * shut_in);
        }
    }

    fn search_key(&self) -> u64 {
        // Near the limit it matters how near.
        match self.plies_left() {
            left @ 0..=30 => self.key() ^ keys::spread(u64::from(left + 1)),
            _ => self.key(),
        }
    }

    fn liveliness(&self) -> Liveliness {
        // Jumps are a duty and always lead forward: sooner or later there are no more. Red's one
        // more move decides between a draw and a loss.
        if self.must_jump() || self.is_one_more() { Liveliness::Forced } else { Liveliness::Still }
    }

    #[inline]
    fn promise(&self, action: Action) -> i32 {
        match action {
            Action::Move(from, to) => 8 + 8 * gain(self, from, to),
            Action::Pass => 0,
        }
    }

    #[inline]
    fn slot(action: Action) -> usize {
        match action {
            Action::Move(from, to) => {
                usize::from(from) % SQUARES * SQUARES + usize::from(to) % SQUARES
            }
            Action::Pass => 0,
        }
    }

    fn settled(&self) -> Option<Side> {
        self.winner()
    }

    fn alone(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Action>> {
        let solution = salta_solver::solve_while(self, go_on)?;
        // Against an opponent a search sees the last moves itself, and more exactly; and if the
        // limit comes first, what counts is the distance there.
        let long = solution.length > 2
            && self.distance(self.side().other()) > 2
            && 2 * solution.length <= self.plies_left();
        (long || self.winner().is_some()).then_some(solution.actions)
    }

    fn moves_needed(&self, side: Side) -> Option<Par> {
        salta_solver::moves_needed(self, side, NODES_TO_COUNT).map(|solution| solution.par())
    }

    fn way_home(&self) -> Option<(Vec<Action>, Par)> {
        self.winner()?;
        let solution = salta_solver::solve(self, NODES_TO_COUNT)?;
        Some((solution.actions.clone(), solution.par()))
    }

    fn passed(&self) -> Option<Salta> {
        // A side that has to jump may be glad not to.
        if self.must_jump() { None } else { self.handed_over() }
    }
}
