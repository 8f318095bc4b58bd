//! A level of the engine plays one game against itself: `cargo run --example self_play -- senet 2`.

use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Ask, HashTable, Level, Limits, Searchable};
use rules::{Game, Status, open, weighted};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or("diaballik".to_owned());
    let number = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let level = Level::new(number).ok_or("levels are 1 to 8")?;

    let mut game = Game::start(open(&game, "")?);
    let (table, stop) = (HashTable::new(16)?, AtomicBool::new(false));
    let mut below = |bound| fastrand::u32(..bound);
    let outcome = loop {
        let played = match game.status() {
            Status::Over(outcome) => break outcome,
            Status::Chance => {
                let throw = weighted(&game.odds(), &mut below);
                game.play(throw)?
            }
            Status::ToAct(_) => {
                let started = Instant::now();
                let clock = || started.elapsed();
                let ask = Ask { clock: &clock, ..Ask::new(Limits::default(), &table, &stop) };
                game.act(game.choose(level, &ask, &mut below).expect("a side is to act"))?
            }
        };
        println!("{}. {}", game.ply(), played.text);
    };
    println!("{}: {outcome:?}", game.position());
    Ok(())
}
