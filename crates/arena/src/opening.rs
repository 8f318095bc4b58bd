//! Random openings, the same for both games of a pair.

use rules::{Entry, Line, Position, Status};

use crate::computer::{EVEN, Evaluate, imbalance};
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
    /// The line after the opening of a pair: the game goes on in it. With `even`, if none of the
    /// attempts is even, the one that comes nearest to it. If there is no opening of that length,
    /// a shorter one. The pair's throws are used.
    pub(crate) fn play<P: Evaluate>(self, base: &Line<P>, seed: u64, pair: usize) -> Line<P> {
        for length in (0..=self.actions).rev() {
            let mut evenest: Option<(u32, Line<P>)> = None;
            for attempt in 0..ATTEMPTS {
                let purpose = OPENING + (u64::from(length) << 32) + attempt;
                let mut rng = rng(seed, pair, purpose);
                let Some(line) = random_line(base, length, seed, pair, &mut rng) else { continue };
                let apart = if self.even { imbalance(&line) } else { 0 };
                if evenest.as_ref().is_none_or(|(least, _)| apart < *least) {
                    evenest = Some((apart, line));
                }
                // Without random actions every attempt is the same.
                if length == 0 || evenest.as_ref().is_some_and(|(least, _)| *least <= EVEN) {
                    break;
                }
            }
            if let Some((_, line)) = evenest {
                return line;
            }
        }
        base.clone()
    }
}

/// The line after so many random actions, if the game is not over by then.
fn random_line<P: Position>(
    base: &Line<P>,
    actions: u32,
    seed: u64,
    pair: usize,
    rng: &mut fastrand::Rng,
) -> Option<Line<P>> {
    let mut line = base.clone();
    let (mut acted, mut threw) = (0, 0);
    while acted < actions {
        let entry = match line.status() {
            Status::Over(_) => return None,
            Status::Chance => {
                threw += 1;
                Entry::Throw(throw::<P>(seed, pair, threw - 1))
            }
            Status::ToAct(_) => {
                acted += 1;
                Entry::Act(line.position().pick_action(|below| rng.u32(..below)))
            }
        };
        line.play(entry);
    }
    (!matches!(line.status(), Status::Over(_))).then_some(line)
}
