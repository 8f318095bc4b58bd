//! Draughts: Russian cyclic draughts and the classic Russian game.
//!
//! Every term is counted for both sides, second's on the board turned round, so that one way of
//! counting serves both. The two rule sets have the same terms but weights of their own (a man
//! that stands alone means something else where friends can take each other), and the cyclic game
//! a few more. A man's place counts by the square, in three phases told by the pieces on the board.

use rules::draughts::{Action, Draughts};
use rules::{Position, Side};

use super::{Evaluate, Liveliness};

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
    "outposts with nobody behind",
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
const TERMS: usize = 2 * CLASSIC + 5;

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
      -4, // outposts with nobody behind
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
     -11, // outposts with nobody behind
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
];

/// The names of the men's places in a phase.
macro_rules! places {
    ($before:literal, $after:literal) => {
        places!($before, $after,
            "a1" "c1" "e1" "g1" "-" "b2" "d2" "f2" "h2" "a3" "c3" "e3" "g3" "-" "b4" "d4" "f4" "h4"
            "a5" "c5" "e5" "g5" "-" "b6" "d6" "f6" "h6" "a7" "c7" "e7" "g7" "-" "b8" "d8" "f8" "h8")
    };
    ($before:literal, $after:literal, $($square:literal)*) => {
        [$(concat!($before, "man on ", $square, ", ", $after)),*]
    };
}

const NAMES: [&str; TERMS] = {
    let phases = [
        places!("", "opening"),
        places!("", "middle game"),
        places!("", "ending"),
        places!("cyclic: ", "opening"),
        places!("cyclic: ", "middle game"),
        places!("cyclic: ", "ending"),
    ];
    let mut names = [""; TERMS];
    let mut term = 0;
    while term < TERMS {
        let (at, cyclic) = if term < CLASSIC { (term, 0) } else { (term - CLASSIC, 3) };
        names[term] =
            if at < MEN { phases[at / PHASE + cyclic][at % PHASE] } else { GENERAL[at - MEN] };
        term += 1;
    }
    names
};

/// The board as one side sees it: its own men step to higher bits.
struct Eyes {
    men: u64,
    kings: u64,
    enemy_men: u64,
    enemy_kings: u64,
}

impl Eyes {
    fn of(position: &Draughts, side: Side) -> Eyes {
        let see = |set: u64| if side == Side::First { set } else { set.reverse_bits() >> 28 };
        Eyes {
            men: see(position.men(side)),
            kings: see(position.kings(side)),
            enemy_men: see(position.men(side.other())),
            enemy_kings: see(position.kings(side.other())),
        }
    }

    /// What concerns men alone.
    #[inline]
    fn men_terms(&self, add: &mut impl FnMut(usize, i32)) {
        let count = |set: u64| set.count_ones() as i32;
        let (men, own) = (self.men, self.men | self.kings);
        let enemy = self.enemy_men | self.enemy_kings;
        let empty = ALL & !(own | enemy);
        // A step is safe if no enemy next to the new square has a free square behind it; the
        // square just left is free.
        let (left, right) = (men << 4 & empty, men << 5 & empty);
        let across_left = enemy >> 4 & empty << 4 | enemy << 4 & empty >> 4;
        let across_right = enemy >> 5 & empty << 5 | enemy << 5 & empty >> 5;
        let safe_left = left & !(enemy >> 4 | across_right);
        let safe_right = right & !(enemy >> 5 | across_left);
        add(SAFE_STEPS, count(safe_left) + count(safe_right));
        add(STUCK, count(men & !(safe_left >> 4 | safe_right >> 5)));
        let behind = own << 4 | own << 5;
        add(LINKS, count(men & own << 4) + count(men & own << 5));
        add(ISOLATED, count(men & !(behind | own >> 4 | own >> 5)));
        add(BARE, count(men & OUTPOSTS & !behind));
        add(UNEVEN, (count(men & LEFT) - count(men & !LEFT)).abs());
        // Where an enemy man stands somewhere ahead.
        let mut watched = self.enemy_men;
        for _ in 0..6 {
            watched |= (watched >> 4 | watched >> 5) & ALL;
        }
        let mut free = men & !watched;
        if free != 0 {
            if self.enemy_kings != 0 {
                add(FREE_KING, count(free));
            } else {
                add(FREE, count(free));
                while free != 0 {
                    add(FREE_RANKS, (2 * free.trailing_zeros() as i32 + 1) / 9);
                    free &= free - 1;
                }
            }
        }
    }
}

impl Evaluate for Draughts {
    const TERMS: &'static [&'static str] = &NAMES;
    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const SLOTS: usize = 36 * 64;

    fn terms(&self, mut add: impl FnMut(usize, i32)) {
        let cyclic = self.is_cyclic();
        let shift = if cyclic { CLASSIC } else { 0 };
        let eyes = Side::BOTH.map(|side| Eyes::of(self, side));
        let count = |set: u64| set.count_ones() as i32;
        let men = [count(eyes[0].men), count(eyes[1].men)];
        let kings = [count(eyes[0].kings), count(eyes[1].kings)];
        let reserves = Side::BOTH.map(|side| i32::from(self.in_reserve(side)));
        let on_board = men[0] + men[1] + kings[0] + kings[1];
        let all = on_board + reserves[0] + reserves[1];

        if !cyclic && men == [0, 0] && is_drawish(&eyes, kings) {
            add(DRAWN, kings[0] - kings[1]);
            return;
        }
        let few = 24 - all;
        add(shift + MEN, men[0] - men[1]);
        add(shift + MEN_LATE, (men[0] - men[1]) * few / 4);
        let turn = if self.side() == Side::First { 1 } else { -1 };
        add(shift + TURN, turn);
        if kings != [0, 0] {
            add(shift + KINGS, kings[0] - kings[1]);
            add(shift + KINGS_LATE, (kings[0] - kings[1]) * few / 4);
            add(shift + ONLY_KING, i32::from(kings[1] == 0) - i32::from(kings[0] == 0));
        }
        let phase = shift
            + if on_board > 16 {
                0
            } else if on_board > 8 {
                PHASE
            } else {
                2 * PHASE
            };
        for (eyes, sign) in eyes.iter().zip([1, -1]) {
            let mut places = eyes.men;
            while places != 0 {
                add(phase + places.trailing_zeros() as usize, sign);
                places &= places - 1;
            }
            eyes.men_terms(&mut |term, count| add(shift + term, sign * count));
        }
        // Only the side to act can have pieces attacked when a position is judged; if it had
        // something to take itself, that would come first.
        let own = self.side();
        let attacked = self.attacked_by(own.other());
        if attacked != 0 {
            add(shift + ATTACKED, turn * count(attacked & self.men(own)));
            add(shift + ATTACKED_KING, turn * count(attacked & self.kings(own)));
        }
        if kings != [0, 0] {
            for (side, sign) in Side::BOTH.into_iter().zip([1, -1]) {
                let own = self.kings(side);
                let mut rest = own;
                while rest != 0 {
                    add(shift + WAYS, sign * count(self.slides(rest.trailing_zeros() as u8)));
                    rest &= rest - 1;
                }
                let on_road = count(own & MAIN_ROAD);
                if on_road > 0 {
                    add(shift + ROAD, sign * on_road);
                    let alone = self.kings(side.other()) & MAIN_ROAD == 0;
                    add(shift + ROAD_ALONE, sign * i32::from(alone));
                }
            }
        }
        if cyclic {
            if reserves != [0, 0] {
                add(shift + RESERVE, reserves[0] - reserves[1]);
                add(shift + RESERVE_LATE, (reserves[0] - reserves[1]) * few / 4);
                add(shift + ANY_RESERVE, reserves[0].min(1) - reserves[1].min(1));
            }
            for (side, sign) in Side::BOTH.into_iter().zip([1, -1]) {
                add(shift + THROUGH_OWN, sign * count(self.attacked_through_own(side)));
                let eyes = &eyes[side.index()];
                let own = eyes.men | eyes.kings;
                let empty = ALL & !(own | eyes.enemy_men | eyes.enemy_kings);
                let backed = eyes.men << 4 & own & empty >> 4
                    | eyes.men << 5 & own & empty >> 5
                    | eyes.men >> 4 & own & empty << 4
                    | eyes.men >> 5 & own & empty << 5;
                add(shift + SELF_CAPTURES, sign * count(backed));
            }
        }
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
        self.key() ^ (counters.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29)
    }

    /// In the classic game a man's step cannot be undone, in the cyclic one a drop can bring it back.
    fn reversible(&self) -> usize {
        let [kingmoves, barren] = self.counters();
        usize::from(if self.is_cyclic() { barren } else { kingmoves })
    }

    fn liveliness(&self) -> Liveliness {
        if self.is_capture_due() {
            Liveliness::Forced
        } else if can_promote(self)
            || self.is_cyclic() && self.attacked_through_own(self.side()) != 0
        {
            Liveliness::Lively
        } else {
            Liveliness::Still
        }
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

/// Kings alone that cannot win by force: two against one, or three against one that holds the main
/// road.
fn is_drawish(eyes: &[Eyes; 2], kings: [i32; 2]) -> bool {
    let (more, fewer) = if kings[0] >= kings[1] { (0, 1) } else { (1, 0) };
    match (kings[more], kings[fewer]) {
        (1 | 2, _) => true,
        (3, 1) => eyes[fewer].kings & MAIN_ROAD != 0,
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
