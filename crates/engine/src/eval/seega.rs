//! Seega: stones and what can be taken, who is ahead when the quiet moves run out, and in the
//! placing stage what the first moves will find.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use rules::seega::{Action, Seega};
use rules::{Position, Side, keys};

use super::groups::{Groups, NONE};
use super::learned::{self, FULL, Learned};
use super::{Evaluate, Liveliness, Part, Tally};
use crate::explain::Group;
use crate::level::{LEVELS, Skill};

/// The terms, moving stage first; the order is that of `WEIGHTS`.
mod term {
    pub(super) const STONES: usize = 0;
    pub(super) const AHEAD: usize = 1;
    pub(super) const AHEAD_LATE: usize = 2;
    pub(super) const PREY: usize = 3;
    pub(super) const MOVES: usize = 4;
    pub(super) const BLOCKED: usize = 5;
    pub(super) const CORNERS: usize = 6;
    pub(super) const EDGES: usize = 7;
    pub(super) const CENTRE: usize = 8;
    pub(super) const SAFE: usize = 9;
    pub(super) const HALF_SAFE: usize = 10;
    pub(super) const TO_ACT: usize = 11;
    pub(super) const PLACED_OPENING: usize = 12;
    pub(super) const PLACED_TO_ACT: usize = 13;
    pub(super) const PLACED_MIXED: usize = 14;
    // By side from here on: first opens the moving stage, so the sides want different things.
    pub(super) const PLACED_CORNERS: [usize; 2] = [15, 16];
    pub(super) const PLACED_EDGES: [usize; 2] = [17, 18];
    pub(super) const PLACED_ATTACK: [usize; 2] = [19, 20];
    pub(super) const PLACED_CROSS: [usize; 2] = [21, 22];
    pub(super) const PLACED_READY: [usize; 2] = [23, 24];
    pub(super) const PLACED_AIMS: [usize; 2] = [25, 26];
    pub(super) const PLACED_AXIS: [usize; 2] = [27, 28];
    pub(super) const PLACED_COVER: [usize; 2] = [29, 30];
    pub(super) const PLACED_FRIENDS: [usize; 2] = [31, 32];
    pub(super) const PLACED_SAFE: [usize; 2] = [33, 34];
    pub(super) const PLACED_HALF_SAFE: [usize; 2] = [35, 36];
    pub(super) const PLACED_NO_ENTRY: [usize; 2] = [37, 38];
    /// What was learned of either stage.
    pub(super) const PATTERNS: usize = 39;
}

/// A set of squares in a word that is wide enough for the board.
trait Set:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    fn of(squares: u128) -> Self;
    fn count(self) -> i32;
}

impl Set for u64 {
    #[inline]
    fn of(squares: u128) -> u64 {
        squares as u64
    }
    #[inline]
    fn count(self) -> i32 {
        self.count_ones() as i32
    }
}

impl Set for u128 {
    #[inline]
    fn of(squares: u128) -> u128 {
        squares
    }
    #[inline]
    fn count(self) -> i32 {
        self.count_ones() as i32
    }
}

/// From a square to the one above it, as the rules number squares.
const STRIDE: u32 = 10;

/// The same on a board of 7×7 for the evaluation, so that it fits into 64 bits.
const CLOSE_STRIDE: u32 = 8;

/// A board of 7×7 with the ranks moved together.
#[inline]
fn close_ranks(squares: u128) -> u64 {
    let rank = |n: u32| (squares >> (STRIDE * n)) as u64 & 0x7f;
    (0..7).fold(0, |set, n| set | rank(n) << (CLOSE_STRIDE * n))
}

/// Parts of a board that matter to the evaluation.
struct Geometry {
    board: u128,
    corners: u128,
    /// The edges without the corners.
    edges: u128,
    left_right: u128,
    top_bottom: u128,
    centre: u128,
    /// Next to the centre: from here the first move is made.
    cross: u128,
    /// Behind these: a stone there takes, with one in the centre, what is between.
    attack: u128,
}

const fn geometry(size: u32, up: u32) -> Geometry {
    let line = (1 << size) - 1;
    let mut board = 0;
    let mut rank = 0;
    while rank < size {
        board |= line << (up * rank);
        rank += 1;
    }
    let last = size - 1;
    let mut left_right = 0;
    let mut rank = 0;
    while rank < size {
        left_right |= (1u128 | 1 << last) << (up * rank);
        rank += 1;
    }
    let top_bottom = line | line << (up * last);
    let corners = left_right & top_bottom;
    let middle = (up + 1) * (size / 2);
    let mut cross = 1u128 << (middle + 1) | 1 << (middle - 1);
    cross |= 1 << (middle + up) | 1 << (middle - up);
    let mut attack = 0;
    if size > 3 {
        attack = 1u128 << (middle + 2) | 1 << (middle - 2);
        attack |= 1 << (middle + 2 * up) | 1 << (middle - 2 * up);
    }
    Geometry {
        board,
        corners,
        edges: (left_right | top_bottom) & !corners,
        left_right,
        top_bottom,
        centre: 1 << middle,
        cross,
        attack,
    }
}

/// As the evaluation sees the boards.
static GEOMETRY: [Geometry; 4] =
    [geometry(3, STRIDE), geometry(5, STRIDE), geometry(7, CLOSE_STRIDE), geometry(9, STRIDE)];

/// By size of the board and square: attack squares first, then corners and next to the centre.
static PLACE_PROMISES: [[i8; 128]; 4] = {
    let mut promises = [[0; 128]; 4];
    let mut square = 0;
    while square < 4 * 128 {
        let geometry = geometry(3 + 2 * (square as u32 / 128), STRIDE);
        let place = 1 << (square % 128);
        let near = place & (geometry.corners | geometry.cross) != 0;
        promises[square / 128][square % 128] =
            2 * (place & geometry.attack != 0) as i8 + near as i8;
        square += 1;
    }
    promises
};

/// The groups of the 5×5 board that are learned as patterns: nine of 3×3 squares, five ranks, five
/// files. Those that lie alike share their weights, and are read from the edge on.
const GROUPS: usize = 19;
/// Ways to occupy nine squares, and five.
const WAYS_TO_STAND: [usize; 2] = [19_683, 243];
/// The weights of a stage and phase: three kinds of 3×3 squares, three of lines.
const STAGE: usize = 3 * (WAYS_TO_STAND[0] + WAYS_TO_STAND[1]);

/// Where the weights of each group begin.
const GROUPS_FROM: [usize; GROUPS] = {
    let mut from = [0; GROUPS];
    let mut group = 0;
    while group < GROUPS {
        from[group] = if group < 9 {
            // In a corner, at an edge, in the middle.
            let kind = (group / 3 == 1) as usize + (group % 3 == 1) as usize;
            kind * WAYS_TO_STAND[0]
        } else {
            let line = (group - 9) % 5;
            let kind = if line < 3 { line } else { 4 - line };
            3 * WAYS_TO_STAND[0] + kind * WAYS_TO_STAND[1]
        };
        group += 1;
    }
    from
};

computed! {
    static STONE_GROUPS: Groups<5, 32, GROUPS> = Groups::new(&{
        let mut groups = [[NONE; 9]; GROUPS];
        let mut at = 0;
        while at < 9 * GROUPS {
            let (group, place) = (at / 9, at % 9);
            if group < 9 {
                let (low, left) = (group / 3, group % 3);
                // One at a side edge is read as if that were the lower one.
                let turned = low == 1 && left != 1;
                let (up, along) =
                    if turned { (place % 3, place / 3) } else { (place / 3, place % 3) };
                let rank = if low == 2 { 4 - up } else { low + up };
                let file = if left == 2 { 4 - along } else { left + along };
                groups[group][place] = (5 * rank + file) as u8;
            } else if place < 5 {
                let line = (group - 9) % 5;
                let square = if group < 14 { 5 * line + place } else { 5 * place + line };
                groups[group][place] = square as u8;
            }
            at += 1;
        }
        groups
    });
}

/// By stage (placing, moving), group, and how it is occupied by the side to act and the other.
static LEARNED: Learned = Learned::new(2 * STAGE, weights_of!("seega"));

/// What is computed of one side's stones.
struct Formation {
    /// Stones that no move can take as they stand: on both lines their row reaches the edge.
    safe: i32,
    /// Stones for which that holds on one line only.
    half_safe: i32,
}

#[inline]
fn formation<S: Set, const UP: u32>(stones: S, size: u32, geometry: &Geometry) -> Formation {
    let mut across = stones & S::of(geometry.left_right);
    let mut along = stones & S::of(geometry.top_bottom);
    // A row of stones that touches the edge has no open end there.
    for _ in 0..size / 2 {
        across = across | (across << 1 | across >> 1) & stones;
        along = along | (along << UP | along >> UP) & stones;
    }
    Formation {
        safe: (across & along).count(),
        half_safe: (across | along).count() - (across & along).count(),
    }
}

impl Evaluate for Seega {
    const TERMS: &'static [&'static str] = &[
        "stones",
        "ahead",
        "ahead late in the quiet count",
        "prey of the side waiting",
        "moves",
        "blocked",
        "corners",
        "edges",
        "centre",
        "safe stones",
        "half-safe stones",
        "to act",
        "the opening move",
        "to place",
        "alternation",
        "placed in corners, first",
        "placed in corners, second",
        "placed on edges, first",
        "placed on edges, second",
        "placed on attack squares, first",
        "placed on attack squares, second",
        "placed next to the centre, first",
        "placed next to the centre, second",
        "captures ready in the centre, first",
        "captures ready in the centre, second",
        "aims across the centre, first",
        "aims across the centre, second",
        "both ends of an axis, first",
        "both ends of an axis, second",
        "covered next to the centre, first",
        "covered next to the centre, second",
        "placed side by side, first",
        "placed side by side, second",
        "placed safely, first",
        "placed safely, second",
        "placed half safely, first",
        "placed half safely, second",
        "no way into the centre, first",
        "no way into the centre, second",
        "patterns of stones",
    ];
    const WEIGHTS: &'static [i32] = &[
        87, 190, 8, 96, 20, -57, 57, 59, 51, 28, 15, 20, //
        244, 54, 12, //
        33, 81, 108, 97, 65, 42, 39, -45, 93, 18, 86, -13, 38, 91, -28, 49, -18, 4, 43, 28, 12, 36,
        -470, 119, 1,
    ];
    const LEARNED: Option<&'static Learned> = Some(&LEARNED);
    const SLOTS: usize = 512;
    const MATERIAL: &'static [&'static str] = &["stones"];
    const GROUPS: &'static [Group] = &[
        ("stones", &["stones", "ahead*"]),
        ("captures", &["prey*", "captures ready*", "aims across*", "both ends of an axis*"]),
        ("mobility", &["moves", "blocked", "no way into the centre*"]),
        ("squares", &["corners", "edges", "centre"]),
        (
            "safety",
            &[
                "safe stones",
                "half-safe stones",
                "placed safely*",
                "placed half safely*",
                "covered*",
            ],
        ),
        ("turn", &["to act", "the opening move", "to place"]),
        (
            "placing",
            &[
                "alternation",
                "placed in corners*",
                "placed on edges*",
                "placed on attack squares*",
                "placed next to the centre*",
                "placed side by side*",
            ],
        ),
        ("formation", &["patterns of stones"]),
    ];
    const SKILLS: [Skill; LEVELS] = [
        Skill::weak(1, 400, 15),
        Skill::weak(1, 200, 8),
        Skill::weak(1, 100, 4),
        Skill::weak(2, 0, 0),
        Skill::weak(3, 0, 0),
        Skill::strong(5_000),
        Skill::strong(50_000),
        Skill::strong(1_000_000),
    ];
    const SCALE: f64 = 126.0;

    fn patterns(&self, visit: &mut impl FnMut(usize, i32)) -> i32 {
        if self.size() != 5 {
            return 0;
        }
        let pack = |stones: u128| {
            (0..5)
                .fold(0, |set, rank| set | ((stones >> (STRIDE * rank) & 31) as u64) << (5 * rank))
        };
        let side = self.side();
        let [own, enemy] = [side, side.other()].map(|side| pack(self.stones_of(side)));
        let sign = if side == Side::First { 1 } else { -1 };
        let stage = if self.in_hand(Side::Second) > 0 { 0 } else { STAGE };
        let numbers = STONE_GROUPS.numbers(own, enemy);
        for (number, from) in numbers.into_iter().zip(GROUPS_FROM) {
            visit(stage + from + usize::from(number), sign);
        }
        (own | enemy).count_ones() as i32 * FULL / 24
    }

    fn same_pattern(pattern: usize) -> usize {
        let (stage, number) = (pattern / STAGE, pattern % STAGE);
        let squares = 3 * WAYS_TO_STAND[0];
        let (kind, ways) = if number < squares {
            (number / WAYS_TO_STAND[0], WAYS_TO_STAND[0])
        } else {
            ((number - squares) / WAYS_TO_STAND[1] + 3, WAYS_TO_STAND[1])
        };
        let from = if kind < 3 { kind * ways } else { squares + (kind - 3) * ways };
        let image = |to: &dyn Fn(usize) -> usize| {
            let places = if kind < 3 { 0..9 } else { 0..5 };
            places.fold(0, |image, place| {
                let digit = (number - from) / 3usize.pow(place) % 3;
                image + digit * 3usize.pow(to(place as usize) as u32)
            })
        };
        let diagonal = |place: usize| place % 3 * 3 + place / 3;
        let along = |place: usize| place / 3 * 3 + 2 - place % 3;
        let turned = |place: usize| along(diagonal(place));
        let images: &[&dyn Fn(usize) -> usize] = match kind {
            // In a corner, at an edge, in the middle; a line.
            0 => &[&diagonal],
            1 => &[&along],
            2 => &[
                &diagonal,
                &along,
                &turned,
                &|place| turned(turned(place)),
                &|place| turned(turned(turned(place))),
                &|place| turned(turned(along(place))),
                &|place| turned(along(place)),
                &|place| turned(diagonal(place)),
            ],
            _ => &[&|place| 4 - place],
        };
        let first = images.iter().map(|to| image(to)).min();
        let first = first.map_or(number - from, |first| first.min(number - from));
        stage * STAGE + from + first
    }

    fn terms(&self, tally: &mut impl Tally) {
        if self.size() == 5 {
            tally.add(term::PATTERNS, learned::sum(self, &LEARNED));
        }
        let stones = Side::BOTH.map(|side| self.stones_of(side));
        match self.size() {
            0..=5 => terms::<u64, STRIDE>(self, stones.map(|set| set as u64), tally),
            7 => terms::<u64, CLOSE_STRIDE>(self, stones.map(close_ranks), tally),
            _ => terms::<u128, STRIDE>(self, stones, tally),
        }
    }

    /// The count of quiet actions decides games: it is part of what is remembered.
    #[inline]
    fn search_key(&self) -> u64 {
        self.key() ^ keys::spread(u64::from(self.quiet_count().0))
    }

    #[inline]
    fn liveliness(&self) -> Liveliness {
        if self.in_hand(Side::Second) > 0 {
            Liveliness::Still
        } else if self.is_bound() {
            // Its few moves are all there is to choose from; a free choice can stand as it is.
            Liveliness::Forced
        } else if self.threats(self.side()).squares != 0 {
            Liveliness::Lively
        } else {
            Liveliness::Still
        }
    }

    #[inline]
    fn is_lively(&self, action: Action) -> bool {
        self.captured_by(action) != 0
    }

    #[inline]
    fn promise(&self, action: Action) -> i32 {
        match action {
            Action::Move(..) => {
                // Before the killers.
                let taken = self.captured_by(action).count_ones() as i32;
                if taken == 0 { 0 } else { 70 + 10 * taken }
            }
            Action::Place(square) => {
                let promises = &PLACE_PROMISES[usize::from(self.size() / 2) - 1];
                promises[usize::from(square)].into()
            }
            Action::Pass => 0,
        }
    }

    /// Placing: the square; moving: from where and in which direction.
    #[inline]
    fn slot(action: Action) -> usize {
        match action {
            Action::Place(square) => usize::from(square),
            Action::Move(from, to) => {
                let direction = match to.wrapping_sub(from) {
                    1 => 0,
                    10 => 1,
                    0xff => 2,
                    _ => 3,
                };
                100 + usize::from(from) * 4 + direction
            }
            Action::Pass => 511,
        }
    }
}

fn terms<S: Set, const UP: u32>(position: &Seega, stones: [S; 2], tally: &mut impl Tally) {
    if position.in_hand(Side::Second) > 0 {
        placing_terms::<S, UP>(position, stones, tally);
    } else {
        moving_terms::<S, UP>(position, stones, tally);
    }
}

#[inline]
fn moving_terms<S: Set, const UP: u32>(position: &Seega, stones: [S; 2], tally: &mut impl Tally) {
    let size = u32::from(position.size());
    let geometry = &GEOMETRY[size as usize / 2 - 1];
    let empty = S::of(geometry.board) & !(stones[0] | stones[1]);
    let more_on = |set: u128| (stones[0] & S::of(set)).count() - (stones[1] & S::of(set)).count();
    let moves = |own: S| {
        (own << 1 & empty).count()
            + (own >> 1 & empty).count()
            + (own << UP & empty).count()
            + (own >> UP & empty).count()
    };
    tally.add(term::CORNERS, more_on(geometry.corners));
    tally.add(term::EDGES, more_on(geometry.edges));
    tally.add(term::CENTRE, more_on(geometry.centre));
    let lead = stones[0].count() - stones[1].count();
    tally.add(term::STONES, lead);
    tally.add(term::AHEAD, lead.signum());
    let (quiet, limit) = position.quiet_count();
    let (quiet, limit) = (i32::from(quiet), i32::from(limit));
    tally.add(term::AHEAD_LATE, lead.signum() * (16 * quiet * quiet / (limit * limit)));
    let moves = stones.map(moves);
    tally.add(term::MOVES, moves[0] - moves[1]);
    tally.add(term::BLOCKED, i32::from(moves[0] == 0) - i32::from(moves[1] == 0));
    let side = position.side();
    let sign = if side == Side::First { 1 } else { -1 };
    // What the side to act can take it takes, where this is asked.
    let prey = position.threats(side.other()).victims.count_ones() as i32;
    tally.add(term::PREY, -sign * prey);
    tally.add(term::TO_ACT, sign);
    let formations = stones.map(|own| formation::<S, UP>(own, size, geometry));
    tally.add(term::SAFE, formations[0].safe - formations[1].safe);
    tally.add(term::HALF_SAFE, formations[0].half_safe - formations[1].half_safe);
}

#[inline]
fn placing_terms<S: Set, const UP: u32>(position: &Seega, stones: [S; 2], tally: &mut impl Tally) {
    let size = u32::from(position.size());
    placing_terms_of::<S, UP, 0>(size, stones, tally);
    placing_terms_of::<S, UP, 1>(size, stones, tally);
    let [first, second] = stones;
    let mixed = |shift: u32| (first & second << shift).count() + (second & first << shift).count();
    tally.add(term::PLACED_MIXED, mixed(1) + mixed(UP));
    tally.add(term::PLACED_OPENING, 1);
    tally.add(term::PLACED_TO_ACT, if position.side() == Side::First { 1 } else { -1 });
}

/// Of one side; compiled for either, since the weights differ and are constants then.
#[inline]
fn placing_terms_of<S: Set, const UP: u32, const SIDE: usize>(
    size: u32,
    stones: [S; 2],
    tally: &mut impl Tally,
) {
    let geometry = &GEOMETRY[size as usize / 2 - 1];
    let (cross, attack) = (S::of(geometry.cross), S::of(geometry.attack));
    let (own, enemy) = (stones[SIDE], stones[1 - SIDE]);
    let empty = S::of(geometry.board) & !(own | enemy);
    let sign = if SIDE == Side::First.index() { 1 } else { -1 };
    let tally = &mut Part { tally, from: 0, sign };
    tally.add(term::PLACED_CORNERS[SIDE], (own & S::of(geometry.corners)).count());
    tally.add(term::PLACED_EDGES[SIDE], (own & S::of(geometry.edges)).count());
    let ends = own & attack;
    tally.add(term::PLACED_ATTACK[SIDE], ends.count());
    tally.add(term::PLACED_CROSS[SIDE], (own & cross).count());
    // From attack squares towards the centre.
    let inward = (ends << 1 | ends >> 1 | ends << UP | ends >> UP) & cross;
    tally.add(term::PLACED_AIMS[SIDE], (inward & empty).count());
    // A stone next to the centre with an own one behind it cannot be taken from there.
    tally.add(term::PLACED_COVER[SIDE], (inward & own).count());
    let ready = if own & cross == S::of(0) { S::of(0) } else { inward & enemy };
    tally.add(term::PLACED_READY[SIDE], ready.count());
    tally.add(term::PLACED_AXIS[SIDE], (ends & (ends << 4 | ends << (4 * UP))).count());
    tally.add(term::PLACED_FRIENDS[SIDE], (own & own << 1).count() + (own & own << UP).count());
    let formation = formation::<S, UP>(own, size, geometry);
    tally.add(term::PLACED_SAFE[SIDE], formation.safe);
    tally.add(term::PLACED_HALF_SAFE[SIDE], formation.half_safe);
    let shut = own & cross == S::of(0) && empty & cross == S::of(0);
    tally.add(term::PLACED_NO_ENTRY[SIDE], i32::from(shut));
}
