//! Numbered games, shared among threads and counted in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use rules::Game;

use crate::Error;
use crate::game::{Finished, Player, play};
use crate::opening::Opening;
use crate::threads::STACK;

/// Games of two players, a and b.
#[derive(Clone, Debug)]
pub struct Series {
    /// Where every game begins, before its opening.
    pub base: Game,
    /// The numbers of the games.
    pub games: Range<usize>,
    /// How many games are played at once.
    pub jobs: usize,
    /// Whether every opening is played twice: by an even number, in which a has the first side,
    /// and by the next with sides changed. Otherwise once, and a always has the first side.
    pub swap_sides: bool,
    /// Where the random numbers come from.
    pub seed: u64,
    /// How games begin.
    pub opening: Opening,
    /// The games that pairs begin from, in turn, instead of random openings; none if empty. They
    /// go on from `base`.
    pub book: Vec<Game>,
    /// Whether a game ends when its winner is known though it goes on: in Salta the loser plays on
    /// alone for the points.
    pub settle: bool,
}

impl Series {
    /// Plays the games and hands them on in order, until `each` breaks or fails. `players` makes a
    /// and b for one thread.
    ///
    /// # Errors
    /// That of `each` or of `players`, or no thread can be started.
    pub fn play<A: Player + Send + ?Sized, E: From<Error>>(
        &self,
        players: impl FnMut() -> Result<[Box<A>; 2], Error>,
        each: impl FnMut(Finished) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        self.play_until(&AtomicBool::new(false), players, each)
    }

    /// The same, until `stop` is raised: games under way are then not counted.
    ///
    /// # Errors
    /// As [`Series::play`].
    pub fn play_until<A: Player + Send + ?Sized, E: From<Error>>(
        &self,
        stop: &AtomicBool,
        mut players: impl FnMut() -> Result<[Box<A>; 2], Error>,
        mut each: impl FnMut(Finished) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(self.games.start);
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            let (send, results) = mpsc::channel();
            for _ in 0..self.jobs.min(self.games.len()) {
                let (send, next, ended) = (send.clone(), &next, &ended);
                let started = players().and_then(|mut players| {
                    let job = move || loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= self.games.end {
                            break;
                        }
                        let ended = || ended.load(Relaxed) || stop.load(Relaxed);
                        let finished = play(self, number, &mut players, ended);
                        let Some(finished) = finished else { break };
                        if send.send(finished).is_err() {
                            break;
                        }
                    };
                    let builder = thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, job).map_err(Error::Thread)
                });
                if let Err(error) = started {
                    ended.store(true, Relaxed);
                    return Err(error.into());
                }
            }
            drop(send);
            let done = in_order(self.games.start, &results, &mut each);
            ended.store(true, Relaxed);
            done
        })
    }
}

/// Hands results on in the order of their numbers until none comes or `each` breaks.
fn in_order<E>(
    mut number: usize,
    results: &mpsc::Receiver<Finished>,
    each: &mut impl FnMut(Finished) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    while let Ok(finished) = results.recv() {
        early.insert(finished.number, finished);
        while let Some(finished) = early.remove(&number) {
            number += 1;
            if each(finished)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlayerKind;
    use rules::Side;

    /// The side of a and the opening of each game.
    fn played(swap_sides: bool) -> Vec<(Side, Vec<String>)> {
        let series = Series {
            base: Game::start(rules::open("seega", "size=5").unwrap()),
            games: 4..8,
            jobs: 3,
            swap_sides,
            seed: 1,
            opening: Opening { actions: 6, even: false },
            book: Vec::new(),
            settle: false,
        };
        let player = || PlayerKind::Random.player(series.base.variant());
        let mut all = Vec::new();
        let done = series.play(
            || Ok([player()?, player()?]),
            |finished| {
                assert_eq!(finished.number, 4 + all.len());
                let opening = finished.game.transcript().into_iter().take(finished.opening);
                all.push((finished.a, opening.map(|played| played.text).collect()));
                Ok::<_, Error>(ControlFlow::Continue(()))
            },
        );
        done.unwrap();
        all
    }

    #[test]
    fn an_opening_is_played_twice_with_sides_changed_or_once() {
        let paired = played(true);
        assert_eq!(paired.iter().map(|game| game.0).collect::<Vec<_>>(), [Side::BOTH; 2].concat());
        assert!(paired[0].1 == paired[1].1 && paired[2].1 == paired[3].1);
        assert_ne!(paired[1].1, paired[2].1);
        let single = played(false);
        assert!(single.iter().all(|game| game.0 == Side::First && game.1.len() == 6));
        assert!(single.windows(2).all(|games| games[0].1 != games[1].1), "{single:?}");
    }
}
