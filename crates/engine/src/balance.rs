//! How even a position is: openings of matches are chosen by it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::Line;

use crate::value::expected;
use crate::{Evaluate, HashTable, Limits, Profile, Search};

/// Up to this imbalance an opening counts as even. It is a share of the expected result, not a
/// number of units, since a unit is a man in one game and a step in another.
pub const EVEN: f64 = 0.05;

/// How far a short search (2,000 nodes) finds the expected result of a position from ½. In games
/// with dice every opening counts as even: there both sides of a pair get the same throws.
#[must_use]
pub(crate) fn imbalance<P: Evaluate>(line: &Line<P>) -> f64 {
    if P::CHANCE {
        return 0.0;
    }
    let Ok(table) = HashTable::new(1) else { return 0.0 };
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let report = Search::new(line, &table, limits, 1, &|| Duration::ZERO, &stop).run(&mut |_| {});
    report.map_or(0.0, |report| {
        let value = expected(&Profile::new::<P>(), report.lines[0].score);
        (value - 0.5).abs()
    })
}
