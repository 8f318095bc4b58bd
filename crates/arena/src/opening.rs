//! Random openings, the same for both games of a pair.

use engine::{EVEN, Searchable};
use rules::{AnyAction, Game, Position, Status, with_line};

use crate::random::{OPENING, rng, throw};

/// How games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Random actions before the players take over; throws are not counted.
    pub actions: u32,
    /// Whether neither side may be ahead, as far as a short search can say.
    pub even: bool,
}

/// How many openings are tried before the most even of them is taken.
const ATTEMPTS: u64 = 50;

impl Opening {
    /// The game after the opening of a pair: it goes on from there. With `even`, if none of the
    /// attempts is even, the one that comes nearest to it. If there is no opening of that length,
    /// a shorter one. The pair's throws are used.
    pub(crate) fn play(self, base: &Game, seed: u64, pair: usize) -> Game {
        for length in (0..=self.actions).rev() {
            let mut evenest: Option<(f64, Game)> = None;
            for attempt in 0..ATTEMPTS {
                let purpose = OPENING + (u64::from(length) << 32) + attempt;
                let mut rng = rng(seed, pair, purpose);
                let Some(game) = random_game(base, length, seed, pair, &mut rng) else { continue };
                let apart = if self.even { game.imbalance() } else { 0.0 };
                if evenest.as_ref().is_none_or(|(least, _)| apart < *least) {
                    evenest = Some((apart, game));
                }
                // Without random actions every attempt is the same.
                if length == 0 || evenest.as_ref().is_some_and(|(least, _)| *least <= EVEN) {
                    break;
                }
            }
            if let Some((_, game)) = evenest {
                return game;
            }
        }
        base.clone()
    }
}

/// The game after so many random actions, if it is not over by then.
fn random_game(
    base: &Game,
    actions: u32,
    seed: u64,
    pair: usize,
    rng: &mut fastrand::Rng,
) -> Option<Game> {
    let mut game = base.clone();
    let (mut acted, mut threw) = (0, 0);
    while acted < actions {
        match game.status() {
            Status::Over(_) => return None,
            Status::Chance => {
                throw(&mut game, seed, pair, threw);
                threw += 1;
            }
            Status::ToAct(_) => {
                acted += 1;
                let below = |below| rng.u32(..below);
                let action: AnyAction =
                    with_line!(&game, line => line.position().pick_action(below).into());
                game.act(action).expect("a picked action is legal");
            }
        }
    }
    (!matches!(game.status(), Status::Over(_))).then_some(game)
}
