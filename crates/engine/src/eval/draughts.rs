//! Draughts: Russian cyclic draughts and the classic Russian game.
//!
//! Every term is counted for both sides, second's with the directions turned round, so that one way
//! of counting serves both. The two rule sets have the same terms but weights of their own (a man
//! that stands alone means something else where friends can take each other), and the cyclic game
//! a few more. A man's place counts by the square, in three phases told by the pieces on the board.
//!
//! Where what was learned is at hand, how men stand together is worth what the patterns say, instead of
//! the terms for places and formation.

use rules::draughts::{Action, Draughts};
use rules::{Position, Side, keys};

use super::groups::Groups;
use super::learned::{self, FULL, Learned};
use super::{Evaluate, Liveliness, Part, Sum, Tally};
use crate::explain::Group;
use crate::level::{LEVELS, Skill};

const ALL: u64 = Draughts::SQUARES;
/// The diagonal a1–h8: a king on it is hard to catch.
const MAIN_ROAD: u64 = 0x8_4210_8421;
/// Files a to d.
const LEFT: u64 = 0x3_198c_c663;
/// Ranks 5 and 6: outposts in the enemy's half.
const OUTPOSTS: u64 = 0x7bc_0000;
/// Where each side's men become kings.
const LAST_RANKS: [u64; 2] = [0xf_0000_0000, 0xf];

/// Squares of a phase in the list of places, the gaps of the board's layout included.
const PHASE: usize = 36;

/// The terms after the places, common to both rule sets; the last ones are the cyclic game's.
const GENERAL: [&str; 26] = [
    "men",
    "men when few are left",
    "kings",
    "a king against none",
    "kings when few are left",
    "lead in a drawn ending",
    "the turn",
    "safe steps",
    "stuck men",
    "men behind each other",
    "isolated men",
    "outposts without support",
    "uneven wings",
    "attacked men",
    "attacked kings",
    "free men",
    "ranks of free men",
    "free men past a king",
    "kings' ways",
    "kings on the main road",
    "the main road held alone",
    "reserve",
    "any reserve",
    "reserve when few are left",
    "pieces in reach through own ones",
    "self-captures at hand",
];
const MEN: usize = 3 * PHASE;
const MEN_LATE: usize = MEN + 1;
const KINGS: usize = MEN + 2;
const ONLY_KING: usize = MEN + 3;
const KINGS_LATE: usize = MEN + 4;
const DRAWN: usize = MEN + 5;
const TURN: usize = MEN + 6;
const SAFE_STEPS: usize = MEN + 7;
const STUCK: usize = MEN + 8;
const LINKS: usize = MEN + 9;
const ISOLATED: usize = MEN + 10;
const BARE: usize = MEN + 11;
const UNEVEN: usize = MEN + 12;
const ATTACKED: usize = MEN + 13;
const ATTACKED_KING: usize = MEN + 14;
const FREE: usize = MEN + 15;
const FREE_RANKS: usize = MEN + 16;
const FREE_KING: usize = MEN + 17;
const WAYS: usize = MEN + 18;
const ROAD: usize = MEN + 19;
const ROAD_ALONE: usize = MEN + 20;
const RESERVE: usize = MEN + 21;
const ANY_RESERVE: usize = MEN + 22;
const RESERVE_LATE: usize = MEN + 23;
const THROUGH_OWN: usize = MEN + 24;
const SELF_CAPTURES: usize = MEN + 25;
/// Terms of the classic game; those of the cyclic one follow.
const CLASSIC: usize = RESERVE;
/// What was learned of either rule set, after the terms of the cyclic game.
const PATTERNS: usize = 2 * CLASSIC + 5;
const TERMS: usize = PATTERNS + 1;

#[rustfmt::skip]
const WEIGHTS: [i32; TERMS] = [
    // Classic: men's places in the opening, from a1 on, two ranks and a gap in a line.
     -6,  -1,  14,   8,   0,  -8,   2,   3,   2,
    -11, -10,  -1,  -5,   0, -21,  -4,  -8,   7,
     10, -25, -37, -22,   0, -26, -47, -61,   6,
     -5,  10, -14,  11,   0,   0,   0,   0,   0,
    // Classic: men's places in the middle game, from a1 on, two ranks and a gap in a line.
      4,  19,  20,  26,   0,  -1,  14,  10,  11,
      6,   7,  15,   4,   0,  -3,  19,  14,  18,
     13,  10,  -7,   9,   0,  24,  16,  27,  35,
     28,  50,   4,  77,   0,   0,   0,   0,   0,
    // Classic: men's places in the ending, from a1 on, two ranks and a gap in a line.
     -6,  -6,   5,  -3,   0, -14, -10, -12,  -6,
     -2, -10,  -7, -16,   0,  -9,  -4,  -7,  -8,
     -6,   0,   1, -13,   0,   7,   5,  17,  -2,
     -3,  22,  14,  44,   0,   0,   0,   0,   0,
     115, // men
      -9, // men when few are left
     214, // kings
     106, // a king against none
     -36, // kings when few are left
      10, // lead in a drawn ending
       4, // the turn
       8, // safe steps
      -4, // stuck men
       4, // men behind each other
      -1, // isolated men
      -4, // outposts without support
      -4, // uneven wings
     -20, // attacked men
      -4, // attacked kings
     -26, // free men
      11, // ranks of free men
     -26, // free men past a king
       1, // kings' ways
      -5, // kings on the main road
      15, // the main road held alone
    // Cyclic: men's places in the opening, from a1 on, two ranks and a gap in a line.
     11,   8,   7,   5,   0,  -8,  -2,  -2,   2,
      1,   5,  -1,   0,   0,  -2, -11,  -4,  -5,
     15,   0, -39,  -9,   0, -25, -82, -49,  -5,
    -16,  -7,  10, -29,   0,   0,   0,   0,   0,
    // Cyclic: men's places in the middle game, from a1 on, two ranks and a gap in a line.
      5,   0,   0,   2,   0,  -6,  -7,  -2,  -7,
      4,   4,   2,   0,   0,  -6,   6,  -1,   9,
     12,   4,  -8,  -1,   0, -16, -45, -48,  10,
      9,  19,  48,  10,   0,   0,   0,   0,   0,
    // Cyclic: men's places in the ending, from a1 on, two ranks and a gap in a line.
     -2,  -1,   2,   4,   0,  -3,  -3,   2,  -9,
     -2,  11,   9,  -5,   0,   5,  15,   9,   2,
      1,  23,  37, -11,   0,  20,  35,  26,  13,
     13,  46,  73,  76,   0,   0,   0,   0,   0,
     100, // men
       3, // men when few are left
     162, // kings
     148, // a king against none
     -14, // kings when few are left
       0, // lead in a drawn ending
       2, // the turn
       5, // safe steps
       0, // stuck men
       5, // men behind each other
      -2, // isolated men
     -11, // outposts without support
      -1, // uneven wings
     -15, // attacked men
      -3, // attacked kings
     -16, // free men
       8, // ranks of free men
     -31, // free men past a king
      -4, // kings' ways
     -16, // kings on the main road
      24, // the main road held alone
     108, // reserve
      24, // any reserve
       0, // reserve when few are left
      10, // pieces in reach through own ones
       2, // self-captures at hand
       1, // how the men stand together
];

/// The names of the men's places in a phase.
macro_rules! places {
    ($phase:literal) => {
        places!($phase,
            "a1" "c1" "e1" "g1" "-" "b2" "d2" "f2" "h2" "a3" "c3" "e3" "g3" "-" "b4" "d4" "f4" "h4"
            "a5" "c5" "e5" "g5" "-" "b6" "d6" "f6" "h6" "a7" "c7" "e7" "g7" "-" "b8" "d8" "f8" "h8")
    };
    ($phase:literal, $($square:literal)*) => {
        [$(concat!("man on ", $square, ", ", $phase)),*]
    };
}

const NAMES: [&str; TERMS] = {
    // In a browser terms are only known by their groups.
    let phases = if cfg!(target_family = "wasm") {
        [["man on a square"; PHASE]; 3]
    } else {
        [places!("opening"), places!("middle game"), places!("ending")]
    };
    let mut names = ["how the men stand together"; TERMS];
    let mut term = 0;
    while term < PATTERNS {
        let at = if term < CLASSIC { term } else { term - CLASSIC };
        names[term] = if at < MEN { phases[at / PHASE][at % PHASE] } else { GENERAL[at - MEN] };
        term += 1;
    }
    names
};

/// The board as one side sees it: forward is where its own men step. Sets stay as they lie, and
/// shifts go the other way for second, which is cheaper than turning the board round.
struct Eyes<const FIRST: bool> {
    men: u64,
    kings: u64,
    enemy_men: u64,
    enemy_kings: u64,
}

/// A set of squares turned round.
const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 28
}

impl<const FIRST: bool> Eyes<FIRST> {
    fn of(position: &Draughts) -> Self {
        let side = if FIRST { Side::First } else { Side::Second };
        Eyes {
            men: position.men(side),
            kings: position.kings(side),
            enemy_men: position.men(side.other()),
            enemy_kings: position.kings(side.other()),
        }
    }

    /// First's counts, or second's with the other sign.
    const fn sign(count: i32) -> i32 {
        if FIRST { count } else { -count }
    }

    /// Steps forward: by four bits or by five.
    const fn forward(set: u64, by: u32) -> u64 {
        if FIRST { set << by } else { set >> by }
    }

    const fn back(set: u64, by: u32) -> u64 {
        if FIRST { set >> by } else { set << by }
    }

    /// A set given as first sees it.
    const fn seen(set: u64) -> u64 {
        if FIRST { set } else { turned(set) }
    }

    /// Where the men stand: every man is a term of its own, counted from the phase's first.
    fn places(&self, phase: usize, tally: &mut impl Tally) {
        let mut rest = Self::seen(self.men);
        while rest != 0 {
            tally.add(phase + rest.trailing_zeros() as usize, Self::sign(1));
            rest &= rest - 1;
        }
    }

    /// The same as one sum, by two ranks at a time.
    #[inline]
    fn places_sum(&self, cyclic: bool, phase: usize) -> i32 {
        let sums = if FIRST { &PLACE_SUMS[0] } else { &PLACE_SUMS[1] };
        let sums = &sums[usize::from(cyclic)][phase / PHASE];
        let of =
            |pair: usize| i32::from(sums[pair][(self.men >> (PAIR * pair)) as usize % (1 << PAIR)]);
        Self::sign(of(0) + of(1) + of(2) + of(3))
    }

    /// How men stand to each other and what they can do.
    // Optimised for size, the compiler would leave it apart and look every weight up.
    #[inline(always)]
    fn formation_terms(&self, tally: &mut impl Tally) {
        let tally = &mut Part { tally, from: 0, sign: Self::sign(1) };
        let (forward, back) = (Self::forward, Self::back);
        let count = |set: u64| set.count_ones() as i32;
        let (men, own) = (self.men, self.men | self.kings);
        let enemy = self.enemy_men | self.enemy_kings;
        let empty = ALL & !(own | enemy);
        // A step is safe if no enemy next to the new square has a free square behind it; the
        // square just left is free.
        let (left, right) = (forward(men, 4) & empty, forward(men, 5) & empty);
        let across =
            |by| back(enemy, by) & forward(empty, by) | forward(enemy, by) & back(empty, by);
        let safe_left = left & !(back(enemy, 4) | across(5));
        let safe_right = right & !(back(enemy, 5) | across(4));
        tally.add(SAFE_STEPS, count(safe_left) + count(safe_right));
        tally.add(STUCK, count(men & !(back(safe_left, 4) | back(safe_right, 5))));
        let behind = [forward(own, 4), forward(own, 5)];
        tally.add(LINKS, count(men & behind[0]) + count(men & behind[1]));
        let behind = behind[0] | behind[1];
        tally.add(ISOLATED, count(men & !(behind | back(own, 4) | back(own, 5))));
        tally.add(BARE, count(men & Self::seen(OUTPOSTS) & !behind));
        let left_wing = Self::seen(LEFT);
        tally.add(UNEVEN, (count(men & left_wing) - count(men & !left_wing)).abs());
    }

    /// Men that no enemy man can stop.
    #[inline(always)]
    fn free_terms(&self, tally: &mut impl Tally) {
        let tally = &mut Part { tally, from: 0, sign: Self::sign(1) };
        let back = Self::back;
        let count = |set: u64| set.count_ones() as i32;
        // Where an enemy man stands somewhere ahead.
        let mut watched = self.enemy_men;
        for _ in 0..6 {
            watched |= (back(watched, 4) | back(watched, 5)) & ALL;
        }
        let mut free = self.men & !watched;
        if free != 0 {
            if self.enemy_kings != 0 {
                tally.add(FREE_KING, count(free));
            } else {
                tally.add(FREE, count(free));
                free = Self::seen(free);
                while free != 0 {
                    tally.add(FREE_RANKS, (2 * free.trailing_zeros() as i32 + 1) / 9);
                    free &= free - 1;
                }
            }
        }
    }

    /// Kings' ways and the main road.
    #[inline]
    fn king_terms(&self, position: &Draughts, tally: &mut impl Tally) {
        let tally = &mut Part { tally, from: 0, sign: Self::sign(1) };
        let mut rest = self.kings;
        while rest != 0 {
            let ways = position.slides(rest.trailing_zeros() as u8);
            tally.add(WAYS, ways.count_ones() as i32);
            rest &= rest - 1;
        }
        let on_road = self.kings & MAIN_ROAD;
        if on_road != 0 {
            tally.add(ROAD, on_road.count_ones() as i32);
            tally.add(ROAD_ALONE, i32::from(self.enemy_kings & MAIN_ROAD == 0));
        }
    }

    /// What own pieces in the way are good for.
    #[inline(always)]
    fn self_capture_terms(&self, through_own: u64, tally: &mut impl Tally) {
        tally.add(THROUGH_OWN, Self::sign(through_own.count_ones() as i32));
        let (men, own) = (self.men, self.men | self.kings);
        let empty = ALL & !(own | self.enemy_men | self.enemy_kings);
        let backed = own
            & (men << 4 & empty >> 4
                | men << 5 & empty >> 5
                | men >> 4 & empty << 4
                | men >> 5 & empty << 5);
        tally.add(SELF_CAPTURES, Self::sign(backed.count_ones() as i32));
    }
}

/// Bits of two ranks.
const PAIR: usize = 9;

/// What men on two ranks are worth by their places: by side, rule set, phase, pair of ranks and the
/// men there. Adding up man by man would cost more than all other terms of men together.
const fn place_sums() -> [[PlaceSums; 2]; 2] {
    let mut sums = [[[[[0; 1 << PAIR]; 4]; 3]; 2]; 2];
    let mut at: usize = 0;
    while at < (2 * 2 * 3 * 4) << PAIR {
        let (table, men) = (at >> PAIR, at % (1 << PAIR));
        let (side, rules, phase, pair) = (table / 24, table / 12 % 2, table / 4 % 3, table % 4);
        if men != 0 {
            // One man and the others. Second sees the board turned round.
            let square = pair * PAIR + men.trailing_zeros() as usize;
            let place = if side == 0 { square } else { PHASE - 1 - square };
            let weight = WEIGHTS[rules * CLASSIC + phase * PHASE + place] as i16;
            let others = sums[side][rules][phase][pair][men & (men - 1)];
            sums[side][rules][phase][pair][men] = others + weight;
        }
        at += 1;
    }
    sums
}

computed! { static PLACE_SUMS: [[PlaceSums; 2]; 2] = place_sums(); }

/// Of one side under one rule set.
type PlaceSums = [[[i16; 1 << PAIR]; 4]; 3];

/// Groups of eight squares: four of two files, four of two ranks, five of 4×4 squares. Those that lie
/// opposite count for the enemy by the same weights.
const GROUPS: usize = 13;
/// How a group can be occupied: every square by an own man, an enemy man or none.
const ARRANGEMENTS: usize = HALF * HALF;
/// How half of it can be.
const HALF: usize = 3usize.pow(4);

computed! {
    static MEN_GROUPS: Groups<6, 64, GROUPS> = Groups::new(&{
        let mut groups = [[0; 8]; GROUPS];
        let mut at = 0;
        while at < 8 * GROUPS {
            let (group, place) = (at / 8, at % 8);
            let (rank, file) = match group {
                0..4 => (place, group + (group + place) % 2),
                4..8 => (group - 4 + place / 4, place % 4 * 2 + (group + place / 4) % 2),
                _ => {
                    let (low, left) = ((group - 8) / 3 * 2, (group - 8) % 3 * 2);
                    (low + place / 2, left + place % 2 * 2 + place / 2 % 2)
                }
            };
            groups[group][place] = (rank / 2 * PAIR + rank % 2 * 5 + file / 2) as u8;
            at += 1;
        }
        groups
    });
}

/// By rule set (cyclic, classic), group, and how own and enemy men stand there.
static LEARNED: Learned = Learned::new(2 * GROUPS * ARRANGEMENTS, weights_of!("draughts"));

/// What each side could reach through own pieces, where these can be taken.
#[inline]
fn through_own<const CYCLIC: bool>(position: &Draughts) -> [u64; 2] {
    if CYCLIC { Side::BOTH.map(|side| position.attacked_through_own(side)) } else { [0, 0] }
}

/// The terms of one of the two rule sets, which have weights of their own, but for the men's
/// places; gives the phase that these are counted by, or none where they do not count. Where patterns
/// are learned, these have it all: how men stand to each other is not counted either.
#[inline]
fn terms_but_places<const CYCLIC: bool>(
    position: &Draughts,
    through_own: [u64; 2],
    learned: bool,
    tally: &mut impl Tally,
) -> Option<usize> {
    let (first, second) = (Eyes::<true>::of(position), Eyes::<false>::of(position));
    let count = |set: u64| set.count_ones() as i32;
    let men = [count(first.men), count(second.men)];
    let kings = [count(first.kings), count(second.kings)];
    if !CYCLIC && men == [0, 0] && is_drawish([first.kings, second.kings], kings) {
        tally.add(DRAWN, kings[0] - kings[1]);
        return None;
    }
    let tally = &mut Part { tally, from: if CYCLIC { CLASSIC } else { 0 }, sign: 1 };
    let reserves =
        if CYCLIC { Side::BOTH.map(|side| i32::from(position.in_reserve(side))) } else { [0, 0] };
    let on_board = men[0] + men[1] + kings[0] + kings[1];
    let few = 24 - (on_board + reserves[0] + reserves[1]);
    tally.add(MEN, men[0] - men[1]);
    tally.add(MEN_LATE, (men[0] - men[1]) * few / 4);
    let turn = if position.side() == Side::First { 1 } else { -1 };
    tally.add(TURN, turn);
    if !learned {
        first.formation_terms(tally);
        second.formation_terms(tally);
    }
    first.free_terms(tally);
    second.free_terms(tally);
    // Only the side to act can have pieces attacked when a position is judged; if it had
    // something to take itself, that would come first.
    let own = position.side();
    let attacked = position.attacked_by(own.other());
    if attacked != 0 {
        tally.add(ATTACKED, turn * count(attacked & position.men(own)));
        tally.add(ATTACKED_KING, turn * count(attacked & position.kings(own)));
    }
    if kings != [0, 0] {
        tally.add(KINGS, kings[0] - kings[1]);
        tally.add(KINGS_LATE, (kings[0] - kings[1]) * few / 4);
        tally.add(ONLY_KING, i32::from(kings[1] == 0) - i32::from(kings[0] == 0));
        first.king_terms(position, tally);
        second.king_terms(position, tally);
    }
    if CYCLIC {
        if reserves != [0, 0] {
            tally.add(RESERVE, reserves[0] - reserves[1]);
            tally.add(RESERVE_LATE, (reserves[0] - reserves[1]) * few / 4);
            tally.add(ANY_RESERVE, reserves[0].min(1) - reserves[1].min(1));
        }
        first.self_capture_terms(through_own[0], tally);
        second.self_capture_terms(through_own[1], tally);
    }
    Some(match on_board {
        17.. => 0,
        9..=16 => PHASE,
        _ => 2 * PHASE,
    })
}

fn terms<const CYCLIC: bool>(position: &Draughts, tally: &mut impl Tally) {
    let (through_own, learned) = (through_own::<CYCLIC>(position), LEARNED.is_open());
    match terms_but_places::<CYCLIC>(position, through_own, learned, tally) {
        Some(_) if learned => tally.add(PATTERNS, learned::sum(position, &LEARNED)),
        Some(phase) => {
            let phase = phase + if CYCLIC { CLASSIC } else { 0 };
            Eyes::<true>::of(position).places(phase, tally);
            Eyes::<false>::of(position).places(phase, tally);
        }
        None => {}
    }
}

#[inline]
fn weighted_sum<const CYCLIC: bool>(position: &Draughts, through_own: [u64; 2]) -> i32 {
    let (mut sum, learned) = (Sum::<Draughts>::new(), LEARNED.is_open());
    let phase = terms_but_places::<CYCLIC>(position, through_own, learned, &mut sum);
    let places = |phase| {
        if learned {
            return learned::sum(position, &LEARNED);
        }
        Eyes::<true>::of(position).places_sum(CYCLIC, phase)
            + Eyes::<false>::of(position).places_sum(CYCLIC, phase)
    };
    sum.total + phase.map_or(0, places)
}

impl Evaluate for Draughts {
    const TERMS: &'static [&'static str] = &NAMES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const LEARNED: Option<&'static Learned> = Some(&LEARNED);
    const SLOTS: usize = 36 * 64;
    const TUNING: crate::Tuning = crate::Tuning::DRAUGHTS;
    const MATERIAL: &'static [&'static str] = &["men", "kings", "reserve"];
    const GROUPS: &'static [Group] = &[
        ("places", &["man on *"]),
        ("men", &["men", "men when few are left"]),
        ("kings", &["kings", "kings when few are left", "a king against none"]),
        ("drawn", &["lead in a drawn ending"]),
        ("turn", &["the turn"]),
        ("mobility", &["safe steps", "stuck men", "kings' ways"]),
        (
            "formation",
            &["men behind each other", "isolated men", "outposts*", "uneven wings", "how the men*"],
        ),
        ("attacked", &["attacked*"]),
        ("breakthrough", &["free men*", "ranks of free men"]),
        ("main-road", &["kings on the main road", "the main road held alone"]),
        ("reserve", &["reserve*", "any reserve"]),
        ("self-capture", &["pieces in reach through own ones", "self-captures at hand"]),
    ];
    const SKILLS: [Skill; LEVELS] = [
        Skill::weak(1, 400, 15),
        Skill::weak(1, 150, 8),
        Skill::weak(2, 100, 4),
        Skill::weak(2, 0, 0),
        Skill::weak(3, 0, 0),
        Skill::strong(5_000),
        Skill::strong(50_000),
        Skill::strong(1_000_000),
    ];
    const SCALE: f64 = 55.0;

    fn terms(&self, tally: &mut impl Tally) {
        if self.is_cyclic() { terms::<true>(self, tally) } else { terms::<false>(self, tally) }
    }

    #[inline]
    fn weighted_sum(&self) -> i32 {
        if self.is_cyclic() {
            weighted_sum::<true>(self, through_own::<true>(self))
        } else {
            weighted_sum::<false>(self, [0, 0])
        }
    }

    fn patterns(&self, visit: &mut impl FnMut(usize, i32)) -> i32 {
        let [first, second] = Side::BOTH.map(|side| self.men(side));
        let from = if self.is_cyclic() { 0 } else { GROUPS * ARRANGEMENTS };
        let mine = MEN_GROUPS.numbers(first, second);
        let theirs = MEN_GROUPS.numbers(turned(second), turned(first));
        for group in 0..GROUPS {
            let from = from + group * ARRANGEMENTS;
            visit(from + usize::from(mine[group]), 1);
            visit(from + usize::from(theirs[group]), -1);
        }
        let kings = self.kings(Side::First) | self.kings(Side::Second);
        (first | second | kings).count_ones() as i32 * FULL / 24
    }

    /// Its halves, of four squares each.
    fn parts(pattern: usize) -> Option<[usize; 2]> {
        let (group, number) = (pattern / ARRANGEMENTS, pattern % ARRANGEMENTS);
        let first = group * 2 * HALF;
        Some([first + number % HALF, first + HALF + number / HALF])
    }

    fn beside_learned(&self) -> i32 {
        let mut sum = Sum::<Draughts>::new();
        if self.is_cyclic() {
            terms_but_places::<true>(self, through_own::<true>(self), true, &mut sum);
        } else {
            terms_but_places::<false>(self, [0, 0], true, &mut sum);
        }
        sum.total
    }

    /// The counters matter near their limits only.
    fn search_key(&self) -> u64 {
        let [kings, barren] = self.actions_left();
        let near = |left: Option<u16>| match left {
            Some(left @ 0..=14) => u64::from(left) + 1,
            Some(left @ 15..=30) => u64::from(left) / 4 + 20,
            _ => 0,
        };
        // The first step of a king tells nothing yet.
        let kings = if kings.is_some_and(|left| left >= 28) { 0 } else { near(kings) };
        let counters = kings << 8 | near(barren);
        if counters == 0 {
            return self.key();
        }
        self.key() ^ keys::spread(counters).rotate_left(29)
    }

    /// In the classic game a man's step cannot be undone, in the cyclic one a drop can bring it back.
    fn reversible(&self) -> usize {
        let [kingmoves, barren] = self.counters();
        usize::from(if self.is_cyclic() { barren } else { kingmoves })
    }

    fn liveliness(&self) -> Liveliness {
        if self.is_capture_due() {
            Liveliness::Forced
        } else {
            lively_or_still(self, self.is_cyclic() && self.attacked_through_own(self.side()) != 0)
        }
    }

    /// What can be reached through own pieces makes a position lively, and is a term too.
    fn judge(&self) -> (Liveliness, i32) {
        if self.is_capture_due() {
            return (Liveliness::Forced, 0);
        }
        let (through_own, sum) = if self.is_cyclic() {
            let through_own = through_own::<true>(self);
            (through_own, weighted_sum::<true>(self, through_own))
        } else {
            ([0, 0], weighted_sum::<false>(self, [0, 0]))
        };
        (lively_or_still(self, through_own[self.side().index()] != 0), sum)
    }

    fn is_lively(&self, action: Action) -> bool {
        let enemy = self.side().other();
        if action.captured() == 0 {
            return promotes(self, action);
        }
        action.captured() & (self.men(enemy) | self.kings(enemy)) != 0
    }

    fn promise(&self, action: Action) -> i32 {
        let enemy = self.side().other();
        if action.captured() != 0 {
            let count = |set: u64| set.count_ones() as i32;
            let men = count(action.captured() & self.men(enemy));
            let kings = count(action.captured() & self.kings(enemy));
            let own = count(action.captured()) - men - kings;
            let own_kings = count(action.captured() & self.kings(self.side()));
            return (4 * men + 8 * kings + own - 6 * own_kings).clamp(-2, 30);
        }
        if action.is_drop() {
            return -1;
        }
        if promotes(self, action) { 10 } else { 0 }
    }

    fn slot(action: Action) -> usize {
        usize::from(action.from()) * 64 + usize::from(action.to())
    }
}

/// How lively a position is where no capture is due, but enemies may be reached through own pieces.
fn lively_or_still(position: &Draughts, reaches_enemies: bool) -> Liveliness {
    if reaches_enemies || can_promote(position) { Liveliness::Lively } else { Liveliness::Still }
}

/// Kings alone that cannot win by force: two against one, or three against one that holds the main
/// road.
fn is_drawish(kings: [u64; 2], counts: [i32; 2]) -> bool {
    let (more, fewer) = if counts[0] >= counts[1] { (0, 1) } else { (1, 0) };
    match (counts[more], counts[fewer]) {
        (1 | 2, _) => true,
        (3, 1) => kings[fewer] & MAIN_ROAD != 0,
        _ => false,
    }
}

/// Whether a quiet move makes a king.
fn promotes(position: &Draughts, action: Action) -> bool {
    let side = position.side();
    let is_man = position.men(side) >> action.from() & 1 != 0;
    is_man && LAST_RANKS[side.index()] >> action.to() & 1 != 0
}

/// Whether a man of the side to act can step to its last rank.
fn can_promote(position: &Draughts) -> bool {
    let side = position.side();
    let men = position.men(side);
    let to = match side {
        Side::First => men << 4 | men << 5,
        Side::Second => men >> 4 | men >> 5,
    };
    let other = side.other();
    let taken = position.kings(side) | position.men(other) | position.kings(other);
    to & LAST_RANKS[side.index()] & !taken != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_eight_squares_each_and_reach_every_square() {
        let squares = (0..36).map(|square| 1 << square).filter(|square| ALL & square != 0);
        let alone: Vec<_> = squares.map(|square| MEN_GROUPS.numbers(square, 0)).collect();
        for group in 0..GROUPS {
            let mut digits: Vec<u16> = alone.iter().map(|numbers| numbers[group]).collect();
            digits.retain(|digit| *digit != 0);
            digits.sort_unstable();
            assert_eq!(digits, [1, 3, 9, 27, 81, 243, 729, 2187], "group {group}");
        }
        // Opposite squares are next to each other when one list runs backwards.
        for (numbers, opposite) in alone.iter().zip(alone.iter().rev()) {
            assert!(numbers.iter().chain(opposite).any(|number| *number != 0));
        }
    }
}
