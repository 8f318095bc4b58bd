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

/// The least depth at which handing over the turn is tried.
pub(crate) const PASSING_DEPTH: i32 = 3;

/// How much less deeply the position is searched after handing over the turn.
pub(crate) const fn passing_reduction(depth: i32) -> i32 {
    3 + depth / 4
}

/// The actions of a node before any is reduced, and the least depth for it.
pub(crate) const UNREDUCED: usize = 3;
pub(crate) const REDUCTION_DEPTH: i32 = 2;
/// A reduction is `ln(depth) · ln(tried) / REDUCTION_DIVISOR + REDUCTION_BASE`.
pub(crate) const REDUCTION_DIVISOR: f64 = 1.8;
pub(crate) const REDUCTION_BASE: f64 = 0.3;
/// So much history is worth one action of depth.
pub(crate) const HISTORY_A_PLY: i32 = 6_000;

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
