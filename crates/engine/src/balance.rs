//! How even a position is: openings of matches are chosen by it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::Line;

use crate::{Evaluate, HashTable, Limits, Search};

/// Up to this imbalance, in hundredths, an opening counts as even.
pub const EVEN: u32 = 100;

/// How far a short search (2,000 nodes) finds a position from even, in hundredths. In games with
/// dice every opening counts as even: there both sides of a pair get the same throws.
#[must_use]
pub(crate) fn imbalance<P: Evaluate>(line: &Line<P>) -> u32 {
    if P::CHANCE {
        return 0;
    }
    let Ok(table) = HashTable::new(1) else { return 0 };
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let report = Search::new(line, &table, limits, 1, &|| Duration::ZERO, &stop).run(|_| {});
    report.map_or(0, |report| report.lines[0].score.0.unsigned_abs())
}
