//! Senet: who will be off first, as an expectation.
//!
//! The base is a race, counted in throws: a piece needs one for every 2.3 squares up to the House
//! of Beauty, and from there on three more, most of them because of the water. What counts in the
//! last houses is also whom they are closed to: a piece that finds 28 taken falls into the water
//! with 6 more chances in 16, so that one that stays there holds up the enemy. A lead is worth the
//! more the nearer the end is. In exact endings of three pieces the water costs seven throws; what
//! plays best over whole games, where a piece thrown back has a crowd before it, is ten.
//!
//! The rest is what holds up whom: pairs, which cannot be changed with, rows, which cannot be leapt,
//! how far before the enemy they stand, and how much there is to choose from. Exposure to being
//! thrown back was tried as a term beside these and gained nothing over the search. The weights
//! come from games that they played against each other (`lab spsa senet`, docs/benchmarks.md).

use rules::senet::{Action, Senet, Step, Throw};
use rules::{Position, Side};

use super::{Evaluate, Liveliness, Tally};
use crate::explain::Group;
use crate::level::{LEVELS, Skill};

const TURN: usize = 0;
const RACE: usize = 1;
const PAIRED: usize = 2;
const BLOCKADES: usize = 3;
/// A term for each distance from [`NEAREST`] on: enemies so many squares before an own pair.
const BEFORE_A_PAIR: usize = 4;
const NEAREST: usize = 2;
const FARTHEST: usize = 8;
const ROWS_OF_THREE: usize = 11;
const ROWS_OF_FOUR: usize = 12;
const FREEDOM: usize = 13;
const TURN_AMONG_WALLS: usize = 14;

/// More ways to move a throw than this are not counted: one is chosen.
const ENOUGH: u32 = 4;

// What a piece still costs, in hundredths of a throw, beyond what a piece off the board does.
const COST_OF_A_SQUARE: i32 = 43;
const COST_ON_THE_PATH: i32 = 335;
const COST_IN_THE_WATER: i32 = 1_000;
const COST_IN_A_HOUSE: i32 = 200;

/// The cost of both sides at the start of a game.
const COST_OF_A_GAME: f32 = 20_000.0;

/// The squares before the House of Beauty.
const PATH: u32 = (1 << 25) - 1;
const HOUSE_OF_BEAUTY: u32 = 1 << 25;
const HOUSE_OF_WATER: u32 = 1 << 26;
const LAST_HOUSES: u32 = 0b111 << 27;

/// The sum of the squares' numbers in a set, bit `n - 1` being square `n`: each mask holds the
/// squares whose number has one binary digit.
#[inline]
fn sum_of_numbers(set: u32) -> u32 {
    const DIGITS: [u32; 5] = {
        let mut masks = [0; 5];
        let mut square = 1;
        while square <= 30 {
            let mut digit = 0;
            while digit < 5 {
                masks[digit] |= (square >> digit & 1) << (square - 1);
                digit += 1;
            }
            square += 1;
        }
        masks
    };
    let digit = |n: usize| (set & DIGITS[n]).count_ones() << n;
    digit(0) + digit(1) + digit(2) + digit(3) + digit(4)
}

/// What a side's pieces still cost, in hundredths of a throw.
#[inline]
fn cost(pieces: u32, enemy: u32) -> i32 {
    let count = |set: u32| (pieces & set).count_ones() as i32;
    let path = count(PATH | HOUSE_OF_BEAUTY);
    let squares = 26 * path - sum_of_numbers(pieces & (PATH | HOUSE_OF_BEAUTY)) as i32;
    COST_OF_A_SQUARE * squares
        + COST_ON_THE_PATH * path
        + COST_IN_THE_WATER * count(HOUSE_OF_WATER)
        + COST_IN_A_HOUSE * count(LAST_HOUSES)
        + COST_OF_CLOSED[(enemy >> 27 & 7) as usize] * path.min(2)
        + COST_OF_CLOSED[(pieces >> 27 & 7) as usize] * path.min(2) / 2
}

/// What it costs a piece that comes to the House of Beauty that some of 28, 29, 30 are taken: it
/// falls into the water where it would have gone there, with 6, 4 and 1 chances in 16.
const COST_OF_CLOSED: [i32; 8] = {
    const FALL: i32 = COST_IN_THE_WATER - COST_IN_A_HOUSE;
    let mut out = [0; 8];
    let mut houses = 0;
    while houses < 8 {
        let chances = 6 * (houses & 1) + 4 * (houses >> 1 & 1) + (houses >> 2 & 1);
        out[houses as usize] = FALL * chances / 16;
        houses += 1;
    }
    out
};

/// How much more everything is worth than at the start of a game: the less there is still to
/// throw, the more. The power of three quarters comes from exact endings; as it is below one,
/// every throw saved is an advantage.
#[inline]
fn urgency(cost_of_both: i32) -> f32 {
    let root = (COST_OF_A_GAME / cost_of_both.max(1) as f32).sqrt();
    root * root.sqrt()
}

/// Whether each side has enough pieces on the path to hold up the other; after that it is a race.
#[inline]
fn walls_on_both_sides(position: &Senet) -> bool {
    Side::BOTH.into_iter().all(|side| (position.pieces(side) & PATH).count_ones() >= 2)
}

impl Evaluate for Senet {
    const TERMS: &'static [&'static str] = &[
        "turn",
        "lead in the race",
        "paired pieces",
        "blockades",
        "enemy 2 squares before a pair",
        "enemy 3 squares before a pair",
        "enemy 4 squares before a pair",
        "enemy 5 squares before a pair",
        "enemy 6 squares before a pair",
        "enemy 7 squares before a pair",
        "enemy 8 squares before a pair",
        "rows of three",
        "rows of four",
        "moves to choose from",
        "turn where walls can be built",
    ];
    const WEIGHTS: &'static [i32] =
        &[11, 1, 7, 31, 122, 119, 227, 140, 167, 112, 180, 23, 161, 26, 8];
    const CHANCE: bool = true;
    const SLOTS: usize = 64;
    const GROUPS: &'static [Group] = &[
        ("turn", &["turn*"]),
        ("race", &["lead in the race"]),
        ("pairs", &["paired pieces", "rows of *"]),
        ("freedom", &["moves to choose from"]),
        ("blockades", &["blockades", "enemy *"]),
    ];
    /// Luck evens out much: so the levels differ mostly by how much is misjudged.
    const SKILLS: [Skill; LEVELS] = [
        Skill::weak(1, 2_400, 15),
        Skill::weak(1, 1_600, 8),
        Skill::weak(1, 1_280, 4),
        Skill::weak(1, 900, 2),
        Skill::weak(2, 1_000, 0),
        Skill::weak(2, 620, 0),
        Skill::weak(2, 280, 0),
        Skill::strong(1_000_000),
    ];
    /// A throw costs five searches, and little is hidden deep.
    const REVIEW_NODES: u64 = 20_000;
    /// Dice decide much and a choice little.
    const LOSSES: [f64; 3] = [0.02, 0.04, 0.08];

    #[inline]
    fn terms(&self, tally: &mut impl Tally) {
        let (cones, spools) = (self.pieces(Side::First), self.pieces(Side::Second));
        let (first, second) = (cost(cones, spools), cost(spools, cones));
        let urgency = urgency(first + second);
        tally.add(RACE, ((second - first) as f32 * urgency) as i32);
        // What a move can change is worth the more the less there is still to throw; these counts are
        // in quarters, so that not much is lost by rounding. What takes many turns to build is not.
        let quarters = 4.0 * urgency;
        let walls = walls_on_both_sides(self);
        for side in Side::BOTH {
            let sign = if side == Side::First { 1 } else { -1 };
            let (own, enemy) = (self.pieces(side), self.pieces(side.other()));
            let scaled = |count: u32| sign * (count as f32 * quarters) as i32;
            let path = own & PATH;
            let turn = scaled(u32::from(side == self.side()));
            tally.add(TURN, turn);
            tally.add(PAIRED, scaled((self.protected(side) & PATH).count_ones()));
            if walls {
                tally.add(TURN_AMONG_WALLS, turn);
                let ways = |&(throw, chance): &(Throw, u32)| {
                    let (forward, _) = self.movers(side, throw);
                    chance * forward.count_ones().min(ENOUGH)
                };
                tally.add(FREEDOM, sign * Senet::throws().iter().map(ways).sum::<u32>() as i32);
            }
            // Enemies that have an own pair close before them.
            let pairs = path & (path >> 1);
            let blocked = enemy & (pairs >> 1 | pairs >> 2 | pairs >> 3);
            tally.add(BLOCKADES, scaled(blocked.count_ones()));
            let counted = |set: u32| sign * set.count_ones() as i32;
            for distance in NEAREST..=FARTHEST {
                let term = BEFORE_A_PAIR + distance - NEAREST;
                tally.add(term, counted(enemy & PATH & pairs >> distance));
            }
            let threes = pairs & path >> 2;
            tally.add(ROWS_OF_THREE, counted(threes));
            tally.add(ROWS_OF_FOUR, counted(threes & path >> 3));
        }
    }

    /// Where both sides can build walls, a wall is worth much more than a step forward, and a deep
    /// search sees how to keep it for ever by going to and fro: neither side gets anywhere. Three actions
    /// ahead it is used before it falls (docs/benchmarks.md).
    fn horizon(&self) -> u32 {
        if walls_on_both_sides(self) { 3 } else { u32::MAX }
    }

    /// A throw that is not yet used says nothing: the evaluation stands before a throw.
    #[inline]
    fn liveliness(&self) -> Liveliness {
        if self.thrown().is_some() { Liveliness::Forced } else { Liveliness::Still }
    }

    #[inline]
    fn promise(&self, action: Action) -> i32 {
        match self.step(action) {
            Step::Leave { .. } => 30,
            Step::Pass => 0,
            Step::Move { from, to } if to < from => 0,
            Step::Move { to, .. } => {
                let enemy = self.pieces(self.side().other());
                let thrown_back = enemy >> (to - 1) & 1 != 0;
                10 + if thrown_back { self.thrown().map_or(0, Throw::points).into() } else { 0 }
            }
        }
    }

    #[inline]
    fn slot(action: Action) -> usize {
        action.index()
    }
}
