//! A match of two players that texts describe, for a game known at run time.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use rules::record::Record;
use rules::{Game, Status};

use crate::Error;
use crate::opening::Opening;
use crate::series::Series;
use crate::spec::{PlayerKind, Spec};
use crate::stats::{Sprt, Tally};

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Match<'a> {
    /// Where every game begins, before its opening.
    pub game: &'a Game,
    /// a and b.
    pub players: [&'a Spec; 2],
    /// How many games, at most if there is a test.
    pub games: usize,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// Where the random numbers come from.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// How games begin.
    pub opening: Opening,
    /// As in [`Series`].
    pub book: &'a [Game],
    /// As in [`Series`].
    pub settle: bool,
    /// Ends the match when it is raised: the results so far are returned.
    pub stop: &'a AtomicBool,
}

impl Match<'_> {
    /// Whether it can be played: a program that is not there is a wrong call, not a lost match.
    ///
    /// # Errors
    /// The game is over, a program cannot be started, or there is no memory for a hash table.
    pub fn check(&self) -> Result<(), Error> {
        if let Status::Over(outcome) = self.game.status() {
            return Err(Error::Over(outcome));
        }
        for spec in self.players {
            match &spec.kind {
                PlayerKind::Program(program) => drop(program.start()?),
                kind => drop(kind.player(self.game.variant())?),
            }
        }
        Ok(())
    }

    /// Plays all games, or until the test is decided. After every game `each` gets the results so
    /// far and a function that makes the game's record.
    ///
    /// # Errors
    /// That of `each`, or there is no thread or no memory for a player.
    pub fn run<E: From<Error>>(
        &self,
        mut each: impl FnMut(&Tally, &dyn Fn() -> Record) -> Result<(), E>,
    ) -> Result<Tally, E> {
        let series = Series {
            base: self.game.clone(),
            games: 0..self.games,
            jobs: self.jobs,
            swap_sides: true,
            seed: self.seed,
            opening: self.opening,
            book: self.book.to_vec(),
            settle: self.settle,
        };
        let players = || {
            let [a, b] = self.players.map(|spec| spec.kind.player(self.game.variant()));
            Ok([a?, b?])
        };
        let names = self.players.map(|spec| spec.name.as_str());
        let mut tally = Tally::default();
        series.play_until(self.stop, players, |finished| {
            tally.add(&finished);
            each(&tally, &|| finished.record(names))?;
            let decided = self.sprt.is_some_and(|sprt| sprt.accepted(&tally).is_some());
            Ok::<_, E>(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Skill;

    #[test]
    fn a_stronger_player_scores_more() {
        let game = Game::start(rules::open("salta", "limit=20").unwrap());
        let spec = |error| {
            let skill = Skill { depth: 1, nodes: 1_000, error, overlooked: 0 };
            Spec { kind: PlayerKind::Skill(skill), name: error.to_string() }
        };
        let (stronger, weaker) = (spec(0), spec(2_000));
        let fixture = Match {
            game: &game,
            players: [&stronger, &weaker],
            games: 8,
            sprt: None,
            seed: 1,
            jobs: 2,
            opening: Opening { actions: 4, even: true },
            book: &[],
            settle: true,
            stop: &AtomicBool::new(false),
        };
        fixture.check().unwrap();
        let mut rounds = Vec::new();
        let tally = fixture.run(|tally, record| {
            rounds.push((tally.games(), record().tag("Round").map(str::to_owned)));
            Ok::<_, Error>(())
        });
        let tally = tally.unwrap();
        assert_eq!(tally.games(), 8);
        assert!(tally.score() > 0.7, "{tally:?}");
        // Results come in order, whichever thread is done first.
        assert!(rounds.iter().zip(1..).all(|((games, round), number)| {
            (*games, round.as_deref()) == (number, Some(number.to_string().as_str()))
        }));
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let [random, missing] =
            ["random", "cmd:/no/such/program,time=1"].map(|text| text.parse::<Spec>().unwrap());
        let start = "8/8/8/8/3b4/2w5/8/8 w 0,0 0 0";
        let mut game = Game::from_position(rules::open("draughts", "").unwrap(), start).unwrap();
        let check = |game: &Game, b| {
            let opening = Opening { actions: 0, even: false };
            let players = [&random, b];
            let (games, seed, jobs) = (2, 1, 1);
            let stop = &AtomicBool::new(false);
            let (sprt, book, settle) = (None, &[][..], false);
            Match { game, players, games, sprt, seed, jobs, opening, book, settle, stop }.check()
        };
        assert!(check(&game, &random).is_ok());
        assert!(
            matches!(check(&game, &missing), Err(Error::Program { path, .. }) if path == "/no/such/program")
        );
        game.play("c3:e5").unwrap();
        assert!(matches!(check(&game, &random), Err(Error::Over(_))));
    }
}
