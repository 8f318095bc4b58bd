//! The constants of the search, in one place. A change of any of them changes the signature of
//! `igroteka bench` and needs a match.

/// Nodes between two checks of the clock and of `stop`.
pub(crate) const CHECK_EVERY: u64 = 1024;

/// From this depth on the root is searched in a window around the last score.
pub(crate) const ASPIRATION_DEPTH: u32 = 4;
/// The first half-width of that window, in hundredths.
pub(crate) const ASPIRATION_MARGIN: i32 = 40;
/// How much wider it gets each time the score falls outside.
pub(crate) const ASPIRATION_WIDENING: i32 = 3;
/// A margin beyond this is no bound any more.
pub(crate) const ASPIRATION_LARGEST: i32 = 1_000;

/// From this depth on a node without an action in the table is searched one action less deeply.
pub(crate) const UNKNOWN_DEPTH: i32 = 5;

/// Searches to a smaller depth look at everything: a level that looks three actions ahead sees what
/// is there.
pub(crate) const PRUNING_FROM: u32 = 4;

/// The least depth at which handing over the turn is tried.
pub(crate) const PASSING_DEPTH: i32 = 3;

/// How much less deeply the position is searched after handing over the turn.
pub(crate) const fn passing_reduction(depth: i32) -> i32 {
    3 + depth / 4
}

/// The least depth at which late actions are reduced.
pub(crate) const REDUCTION_DEPTH: i32 = 2;
/// One action of depth, in the parts that reductions are counted in.
pub(crate) const PLY: i32 = 1024;
/// So much history is worth one action of depth.
pub(crate) const HISTORY_A_PLY: i32 = 6_000;

/// From this depth on several threads share out the actions of a node.
pub(crate) const SHARING_DEPTH: i32 = 4;

/// How far around beta a probe of a throw's outcomes looks, in hundredths.
pub(crate) const STAR2_MARGIN: i32 = 1_000;

/// What a node of the solver for playing alone costs, compared with one of the search, and the
/// fewest nodes that it gets.
pub(crate) const SOLVER_PRICE: u64 = 8;
pub(crate) const SOLVER_LEAST: u64 = 5_000;
/// The solver's nodes for a player at a level.
pub(crate) const SOLVER_AT_LEVEL: u64 = 2_000;

/// Ranks of actions in a node: the table's first, then killers and counters, then by promise and
/// history.
pub(crate) const TABLE_RANK: i32 = 1 << 30;
pub(crate) const KILLER_RANK: i32 = 1 << 20;
pub(crate) const COUNTER_RANK: i32 = 1 << 19;
pub(crate) const PROMISE_UNIT: i32 = 1 << 14;
/// History stays below one unit of promise.
pub(crate) const HISTORY_MAX: i32 = PROMISE_UNIT - 1;

/// What a cut-off at this depth adds to an action's history.
pub(crate) const fn history_bonus(depth: i32) -> i32 {
    let bonus = depth * depth * 16;
    if bonus < HISTORY_MAX / 4 { bonus } else { HISTORY_MAX / 4 }
}

/// The constants of the search that differ from game to game, each chosen by matches
/// (docs/engine.md). A depth of 0 leaves a technique out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// The actions of a node before any is reduced.
    pub(crate) unreduced: usize,
    /// Late actions are searched `slope · ln(depth) · ln(tried) + base` less deeply, both in parts of
    /// a [`PLY`].
    pub(crate) reduction_slope: i32,
    pub(crate) reduction_base: i32,
    /// Whether late actions of the root are, too.
    pub(crate) reduces_root: bool,
    /// Up to this depth only so many actions of a node are searched, and lively ones.
    pub(crate) late_depth: i32,
    pub(crate) late_base: i32,
    /// Up to this depth a position counts as good enough if its evaluation exceeds beta by this margin
    /// for each action of depth.
    pub(crate) ahead_depth: i32,
    pub(crate) ahead_margin: i32,
}

impl Tuning {
    /// Careful: for a game that has not been measured.
    pub const GENERAL: Tuning = Tuning {
        unreduced: 3,
        reduction_slope: 569,
        reduction_base: 307,
        reduces_root: false,
        late_depth: 0,
        late_base: 0,
        ahead_depth: 0,
        ahead_margin: 0,
    };

    pub(crate) const DRAUGHTS: Tuning = Tuning {
        reduction_base: 1_331,
        reduces_root: true,
        ahead_depth: 5,
        ahead_margin: 35,
        ..Tuning::GENERAL
    };

    pub(crate) const DIABALLIK: Tuning = Tuning {
        reduction_base: 1_331,
        reduces_root: true,
        late_depth: 4,
        late_base: 6,
        ..Tuning::GENERAL
    };

    pub(crate) const SALTA: Tuning =
        Tuning { ahead_depth: 4, ahead_margin: 150, ..Tuning::GENERAL };

    /// How many actions of a node are searched at this depth, lively ones aside.
    #[inline]
    pub(crate) const fn most_tried(&self, depth: i32) -> usize {
        if depth > self.late_depth { usize::MAX } else { (self.late_base + depth * depth) as usize }
    }

    /// How much less deeply an action is searched, by the depth and the number of those before it.
    #[inline]
    pub(crate) fn reduction(&self, depth: i32, tried: usize) -> i32 {
        let logarithm = |n: usize| LOGARITHMS[n.min(LOGARITHMS.len() - 1)];
        let product = logarithm(depth as usize) * logarithm(tried) / PLY;
        product * self.reduction_slope / PLY + self.reduction_base
    }
}

/// Natural logarithms, in parts of a [`PLY`]: computed without floating point, so that they are the
/// same everywhere and need no library.
static LOGARITHMS: [i32; 128] = {
    let mut table = [0; 128];
    let mut n = 1;
    while n < table.len() {
        // The logarithm to base 2, bit by bit: a square doubles it.
        let whole = n.ilog2();
        let mut rest = (n as u64) << (30 - whole);
        let mut binary = whole as u64;
        let mut bit = 0;
        while bit < 16 {
            rest = (rest * rest) >> 30;
            let over = rest >> 31;
            rest >>= over;
            binary = binary << 1 | over;
            bit += 1;
        }
        const LN_2: u64 = 45_426;
        table[n] = ((binary * LN_2) >> 22) as i32;
        n += 1;
    }
    table
};
