//! Random play on the erased form, and the rule sets that the tests go through.

use fastrand::Rng;
use rules::{Game, GameId, Status, Variant, weighted};

/// The rule set of a canonical text.
pub(crate) fn variant(text: &str) -> Variant {
    Variant::read_full(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The outcome of chance or the action that comes next: throws by their weights, actions equally
/// likely. None if the game is over.
pub(crate) fn pick(game: &Game, rng: &mut Rng) -> Option<String> {
    match game.status() {
        Status::Over(_) => None,
        Status::Chance => Some(weighted(&game.odds(), |n| rng.u32(..n)).to_owned()),
        Status::ToAct(_) => {
            let mut choices = game.choices();
            let index = rng.usize(..choices.len());
            Some(choices.swap_remove(index).text)
        }
    }
}

/// Plays at random, at most so many entries.
pub(crate) fn wander(game: &mut Game, rng: &mut Rng, most: usize) {
    for _ in 0..most {
        let Some(text) = pick(game, rng) else { return };
        game.play(&text).unwrap_or_else(|error| panic!("{game:?}: {error}"));
    }
}

/// Rule sets by their canonical texts: every option value (of a range: both ends), every preset,
/// and some combinations.
pub(crate) fn rule_sets(game: GameId) -> &'static [&'static str] {
    match game.id() {
        "seega" => &[
            "seega",
            "seega(size=3)",
            "seega(size=7)",
            "seega(size=9)",
            "seega(drops=2)",
            "seega(extra=any)",
            "seega(capture=single)",
            "seega(centre=safe)",
            "seega(quiet=1)",
            "seega(quiet=100)",
            "seega(drops=2,capture=single,centre=safe)",
            "seega(size=7,drops=2)",
            "seega(size=3,extra=any,quiet=40)",
            "seega(size=9,drops=2,extra=any,centre=safe,quiet=30)",
        ],
        "salta" => &[
            "salta",
            "salta(goal=mirror)",
            "salta(limit=0)",
            "salta(limit=1)",
            "salta(limit=120)",
            "salta(limit=500)",
            "salta(goal=mirror,limit=20)",
        ],
        "senet" => &[
            "senet",
            "senet(pieces=5)",
            "senet(pieces=7)",
            "senet(front=spools)",
            "senet(water=return)",
            "senet(pass=free)",
            "senet(pieces=5,front=spools,water=return,pass=free)",
            "senet(pieces=7,water=return)",
        ],
        "draughts" => &[
            "draughts",
            "draughts(cyclic=off)",
            "draughts(kingmoves=0)",
            "draughts(kingmoves=1)",
            "draughts(kingmoves=100)",
            "draughts(barren=0)",
            "draughts(barren=1)",
            "draughts(barren=200)",
            "draughts(cyclic=off,kingmoves=0,barren=0)",
            "draughts(cyclic=off,kingmoves=100,barren=200)",
            "draughts(kingmoves=0,barren=200)",
        ],
        "diaballik" => &[
            "diaballik",
            "diaballik(order=any)",
            "diaballik(pass=over-own)",
            "diaballik(wall=contact)",
            "diaballik(wall=off)",
            "diaballik(wall=reach)",
            "diaballik(start=exchanged)",
            "diaballik(order=any,wall=reach,start=exchanged)",
            "diaballik(limit=0)",
            "diaballik(limit=1)",
            "diaballik(limit=1000)",
            "diaballik(order=any,pass=over-own,wall=contact)",
            "diaballik(order=any,wall=off,limit=30)",
            "diaballik(pass=over-own,wall=off,limit=60)",
        ],
        other => unreachable!("{other}"),
    }
}

/// The most entries that a game of this rule set can have; none if nothing limits it.
pub(crate) fn longest(variant: Variant) -> Option<usize> {
    let value = |name: &str| {
        let mut settings = variant.settings();
        let found = settings.find(|(option, _)| option.name == name);
        usize::from(found.unwrap_or_else(|| panic!("{variant} has no {name}")).1)
    };
    match variant.game.id() {
        "seega" => {
            let squares = value("size") * value("size");
            // Placing, then at most so many quiet actions between two captures.
            Some(squares + (value("quiet") + 1) * squares)
        }
        "salta" => match value("limit") {
            0 => None,
            limit => Some(2 * limit + 101),
        },
        // Every throw has at most one move.
        "senet" => Some(2 * 2000 + 2),
        "draughts" => match value("barren") {
            0 => None,
            barren => Some(2 * barren * 25),
        },
        "diaballik" => match value("limit") {
            0 => None,
            // Two steps, a pass or an end.
            limit => Some(2 * limit * 3),
        },
        other => unreachable!("{other}"),
    }
}
