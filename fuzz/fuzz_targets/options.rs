//! Options that are accepted have a canonical text that means the same; others are refused with
//! what is allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{GameId, Variant};

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let game = GameId::ALL[usize::from(game) % GameId::ALL.len()];
    for read in [Variant::read(game, text), Variant::read_full(text)] {
        match read {
            Ok(variant) => {
                assert_eq!(Variant::read_full(&variant.to_string()), Ok(variant));
                assert_eq!(Variant::read(variant.game, &variant.options_text()), Ok(variant));
            }
            Err(error) => assert!(!error.allowed().is_empty(), "{error}"),
        }
    }
});
