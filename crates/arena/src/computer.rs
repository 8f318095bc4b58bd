//! The engine as a player.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Ask, HashTable, Level, Limits, Searchable, Skill};
use rules::{AnyAction, Game, Position, with_line};

use crate::Error;
use crate::game::{Forfeit, Player};
use crate::threads::Threads;

/// A player of our own, with what it keeps from action to action.
pub(crate) struct Computer {
    mind: Mind,
    table: HashTable,
}

/// How an action is chosen.
pub(crate) enum Mind {
    Engine { limits: Limits, threads: usize },
    Level(Level),
    Skill(Skill),
    Greedy,
    Random,
    Uct(Limits),
}

impl Computer {
    /// A player with a hash table of so many mebibytes.
    pub(crate) fn new(mind: Mind, hash: usize) -> Result<Computer, Error> {
        Ok(Computer { mind, table: HashTable::new(hash).map_err(Error::Memory)? })
    }

    fn action(&self, game: &Game, rng: &mut fastrand::Rng) -> Option<AnyAction> {
        let began = Instant::now();
        let clock = || began.elapsed();
        let stop = AtomicBool::new(false);
        let mut below = |most| rng.u32(..most);
        let ask = |limits| Ask { clock: &clock, ..Ask::new(limits, &self.table, &stop) };
        match self.mind {
            Mind::Engine { limits, threads } => {
                let helpers = Threads { count: threads, stop: &stop };
                let ask = Ask { helpers: &helpers, ..ask(limits) };
                Some(game.search(&ask, &mut |_| {})?.lines[0].line[0])
            }
            Mind::Level(level) => game.choose(level, &ask(Limits::default()), &mut below),
            Mind::Skill(skill) => game.choose_with(skill, &ask(Limits::default()), &mut below),
            Mind::Greedy => game.greedy(),
            Mind::Random => {
                Some(with_line!(game, line => line.position().pick_action(below).into()))
            }
            Mind::Uct(limits) => game.uct(&ask(limits), &mut below),
        }
    }
}

impl Player for Computer {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        // Nothing is kept from the game before: games do not depend on their order.
        self.table.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game, rng: &mut fastrand::Rng) -> Result<AnyAction, Forfeit> {
        // A mistake in the engine is a lost game, not a lost match.
        let chosen = catch_unwind(AssertUnwindSafe(|| self.action(game, rng)));
        chosen.ok().flatten().ok_or(Forfeit::Crash)
    }
}
