//! A text that is played in a game reached by legal play is listed (or a chain by another way), or
//! it is refused and the game stays as it was.
#![no_main]

use igroteka_fuzz::{check, reached, variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (rules, seed, entries, text) = input;
    let mut game = reached(variant(rules), seed.into(), usize::from(entries) / 4);
    let (before, ply) = (game.position(), game.ply());
    let listed: Vec<String> = game.choices().into_iter().map(|choice| choice.text).collect();
    match game.play(text) {
        Ok(_) => {
            let own = game.transcript().pop().expect("it was played").text;
            assert!(listed.contains(&own), "{text:?} was played as {own}");
            check(&game);
        }
        Err(illegal) => {
            assert!(!illegal.article().is_empty(), "{illegal}");
            assert!(!listed.iter().any(|known| known == text), "{illegal}");
            assert_eq!((game.position(), game.ply()), (before, ply));
        }
    }
});
