//! What is known of a game's evaluation without a position.

use rules::{Game, GameId, Line, Variant, Verdict, with_line};

use crate::Evaluate;
use crate::explain::Group;
use crate::level::{LEVELS, Skill};
use crate::value::value_of;

/// The constants of a game's [`Evaluate`], for a game known only at run time.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// See [`Evaluate::GROUPS`].
    pub groups: &'static [Group],
    /// See [`Evaluate::MATERIAL`].
    pub material: &'static [&'static str],
    /// See [`Evaluate::SKILLS`].
    pub skills: [Skill; LEVELS],
    /// See [`Evaluate::SCALE`].
    pub scale: f64,
    /// See [`Evaluate::CHANCE`].
    pub chance: bool,
    /// See [`Evaluate::REVIEW_NODES`].
    pub review_nodes: u64,
    /// See [`Evaluate::LOSSES`].
    pub losses: [f64; 3],
}

impl Profile {
    /// Of a position's type.
    #[must_use]
    pub const fn new<P: Evaluate>() -> Profile {
        Profile {
            groups: P::GROUPS,
            material: P::MATERIAL,
            skills: P::SKILLS,
            scale: P::SCALE,
            chance: P::CHANCE,
            review_nodes: P::REVIEW_NODES,
            losses: P::LOSSES,
        }
    }

    /// Of one of the library's games.
    #[must_use]
    pub fn of(game: GameId) -> Profile {
        with_line!(&Game::start(Variant::default_of(game)), line => Profile::of_line(line))
    }

    /// The result that first may expect by a verdict: 1 a win, ½ a draw, 0 a loss.
    #[must_use]
    pub fn value(&self, verdict: Verdict) -> f64 {
        value_of(self, verdict)
    }

    const fn of_line<P: Evaluate>(_: &Line<P>) -> Profile {
        Profile::new::<P>()
    }
}
