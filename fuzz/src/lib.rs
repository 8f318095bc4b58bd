//! What the fuzz targets share: rule sets, and games reached by legal play.

use fastrand::Rng;
use rules::{Game, Status, Variant, weighted};

/// Rule sets that between them have every option value that changes the course of play.
pub const RULE_SETS: [&str; 20] = [
    "seega",
    "seega(size=3,extra=any)",
    "seega(size=7,drops=2)",
    "seega(size=9,extra=any,capture=single,centre=safe)",
    "seega(drops=2,capture=single,centre=safe)",
    "salta",
    "salta(goal=mirror,limit=0)",
    "salta(limit=1)",
    "senet",
    "senet(pieces=5,front=spools,water=return,pass=free)",
    "senet(pieces=7,pass=free)",
    "draughts",
    "draughts(cyclic=off)",
    "draughts(kingmoves=0,barren=0)",
    "draughts(kingmoves=1,barren=1)",
    "diaballik",
    "diaballik(order=any,pass=over-own,wall=contact)",
    "diaballik(order=any,wall=off,limit=0)",
    "diaballik(pass=over-own,limit=1)",
    "diaballik(order=any)",
];

/// The rule set that a byte stands for.
pub fn variant(byte: u8) -> Variant {
    let text = RULE_SETS[usize::from(byte) % RULE_SETS.len()];
    Variant::read_full(text).expect("a rule set")
}

/// A game after so many random legal entries, or where it ended.
pub fn reached(variant: Variant, seed: u64, entries: usize) -> Game {
    let mut rng = Rng::with_seed(seed);
    let mut game = Game::start(variant);
    for _ in 0..entries {
        let text = match game.status() {
            Status::Over(_) => break,
            Status::Chance => weighted(&game.odds(), |n| rng.u32(..n)).to_owned(),
            Status::ToAct(_) => {
                let choices = game.choices();
                choices[rng.usize(..choices.len())].text.clone()
            }
        };
        game.play(&text).expect("a listed entry is legal");
    }
    game
}

/// What holds for every game at every point: its position reads back as itself, and there is a
/// choice unless it is over.
pub fn check(game: &Game) {
    let text = game.position();
    let again = Game::from_position(game.variant(), &text).expect("its own text is accepted");
    assert_eq!(again.position(), text);
    assert_eq!(again.key(), game.key());
    assert_eq!(again.view(), game.view());
    let over = matches!(game.status(), Status::Over(_));
    assert_eq!(game.choices().is_empty(), over, "{game:?}");
}
