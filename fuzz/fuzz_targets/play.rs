//! Bytes choose the actions of a game: after each one the key is what it would be from nothing,
//! and position and action texts read back as what they were.
#![no_main]

use igroteka_fuzz::variant;
use libfuzzer_sys::fuzz_target;
use rules::{Entry, Game, Line, Notation, Status, with_line};

fn play<P: Notation>(mut line: Line<P>, bytes: &[u8]) {
    for byte in bytes {
        let choice = usize::from(*byte);
        let entry = match line.status() {
            Status::Over(_) => break,
            Status::Chance => Entry::Throw(P::throws()[choice % P::throws().len()].0),
            Status::ToAct(_) => {
                let actions = line.actions();
                assert_eq!(actions.len(), line.position().count_actions());
                Entry::Act(actions[choice % actions.len()])
            }
        };
        let text = line.position().entry_text(entry);
        assert_eq!(line.read(&text), Ok(entry), "{text}");
        line.play(entry);
        let here = line.position();
        assert_eq!(here.key(), here.fresh_key(), "{here} after {text}");
        let read = P::read(here.rules(), &here.to_string());
        assert_eq!(read.as_ref(), Ok(here), "after {text}");
    }
}

fuzz_target!(|input: (u8, &[u8])| {
    let (rules, bytes) = input;
    with_line!(Game::start(variant(rules)), line => play(line, bytes));
});
