//! How soon a search ends when it is told to, counted in positions: a test of milliseconds would
//! be one of the machine. At a million positions a second, a look every 1,024 is one a millisecond;
//! 20 are asked for.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use engine::{Ask, Clock, Evaluate, HashTable, Limits, Searchable};
use rules::{Entry, Game, GameId, Line, Status, Variant, weighted, with_line};

const NODES: u64 = 200_000;
/// The look at the clock during which somebody raises the flag.
const RAISED_AT: u64 = 40;

fn stopped<P: Evaluate>(mut line: Line<P>) {
    if line.status() == Status::Chance {
        line.play(Entry::Throw(weighted(P::throws(), |_| 0)));
    }
    let endless = Limits { depth: Some(60), time: Some(Duration::MAX), ..Limits::default() };

    let table = HashTable::new(1).unwrap();
    let looks = Looks::default();
    let limits = Limits { nodes: Some(NODES), ..endless };
    line.search(&Ask { clock: &looks, ..Ask::new(limits, &table, &looks.stop) }, &mut |_| {});
    assert!(
        looks.made.load(Relaxed) >= NODES / 1024,
        "{}: {} looks",
        P::GAME,
        looks.made.load(Relaxed)
    );

    let looks = Looks { raise: true, ..Looks::default() };
    table.clear();
    line.search(&Ask { clock: &looks, ..Ask::new(endless, &table, &looks.stop) }, &mut |_| {});
    // The look itself, one more of the search, and one for the report.
    let made = looks.made.load(Relaxed);
    assert!((RAISED_AT..RAISED_AT + 3).contains(&made), "{}: {made} looks", P::GAME);
}

/// A clock that stands still and counts who looks at it.
#[derive(Default)]
struct Looks {
    made: AtomicU64,
    raise: bool,
    stop: AtomicBool,
}

impl Clock for Looks {
    fn elapsed(&self) -> Duration {
        let made = self.made.fetch_add(1, Relaxed) + 1;
        self.stop.store(self.raise && made >= RAISED_AT, Relaxed);
        Duration::ZERO
    }
}

#[test]
fn a_search_looks_often_whether_to_stop() {
    for game in GameId::ALL {
        with_line!(Game::start(Variant::default_of(game)), line => stopped(line));
    }
}
