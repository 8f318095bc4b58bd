//! A position text that is accepted prints back as itself, and can be played on.
#![no_main]

use igroteka_fuzz::{check, variant};
use libfuzzer_sys::fuzz_target;
use rules::{Game, Status};

fuzz_target!(|input: (u8, &str)| {
    let (rules, text) = input;
    let Ok(mut game) = Game::from_position(variant(rules), text) else { return };
    assert_eq!(game.position(), text);
    check(&game);
    if !matches!(game.status(), Status::Over(_)) {
        let choices = game.choices();
        let text = &choices[usize::from(rules) % choices.len()].text;
        game.play(text).expect("a listed entry is legal");
        check(&game);
    }
});
