//! A level of the engine plays one game against itself: `cargo run --example self_play -- senet 2`.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Evaluate, Level, Table, VisitEvaluate, choose, dispatch};
use rules::{Entry, GameId, Line, RuleSet, Status, Variant, weighted};

struct SelfPlay {
    variant: Variant,
    level: Level,
}

impl VisitEvaluate for SelfPlay {
    type Out = ();

    fn visit<P: Evaluate>(self) {
        let mut line = Line::new(P::start(P::Rules::from_values(self.variant.values())));
        let table = Table::new(16);
        let stop = AtomicBool::new(false);
        let mut below = |bound| fastrand::u32(..bound);
        let outcome = loop {
            let entry = match line.status() {
                Status::Over(outcome) => break outcome,
                Status::Chance => Entry::Throw(weighted(P::throws(), &mut below)),
                Status::ToAct(_) => {
                    let started = Instant::now();
                    let clock = || started.elapsed();
                    let action = choose(&line, self.level, &table, &clock, &stop, &mut below);
                    Entry::Act(action.expect("a side is to act"))
                }
            };
            println!("{}. {}", line.entries().len() + 1, entry.text(line.position()));
            line.play(entry);
        };
        println!("{}: {outcome:?}", line.position());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = GameId::read(&arguments.next().unwrap_or("diaballik".to_owned()))?;
    let number = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let level = Level::new(number).ok_or("levels are 1 to 8")?;
    dispatch(game, SelfPlay { variant: Variant::read(game, "")?, level });
    Ok(())
}
