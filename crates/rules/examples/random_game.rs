//! Plays one random game and prints it: `cargo run --example random_game -- seega size=7`.

use std::error::Error;

use rules::{Game, Status, open};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or("diaballik".to_owned());
    let options = arguments.next().unwrap_or_default();

    let mut game = Game::start(open(&game, &options)?);
    println!("{}: {}", game.variant(), game.position());
    let outcome = loop {
        let entry = match game.status() {
            Status::Over(outcome) => break outcome,
            Status::ToAct(_) => fastrand::choice(game.choices()).expect("an action").text,
            Status::Chance => {
                let below = |total| fastrand::u32(..total);
                rules::weighted(&game.odds(), below).to_owned()
            }
        };
        game.play(&entry)?;
        println!("{}. {entry}", game.ply());
    };
    println!("{}: {outcome:?}", game.position());
    Ok(())
}
