//! Bytes choose the actions of a game: after each one the key is what it would be from nothing,
//! and position and action texts read back as what they were.
#![no_main]

use igroteka_fuzz::variant;
use libfuzzer_sys::fuzz_target;
use rules::{Entry, Line, Position, RuleSet, Status, Variant, Visit};

struct Play<'a> {
    variant: Variant,
    bytes: &'a [u8],
}

impl Visit for Play<'_> {
    type Out = ();

    fn visit<P: Position>(self) {
        let mut line = Line::new(P::start(P::Rules::from_values(self.variant.values())));
        for byte in self.bytes {
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
            let text = entry.text(line.position());
            assert_eq!(line.read(&text), Ok(entry), "{text}");
            line.play(entry);
            let here = line.position();
            assert_eq!(here.key(), here.fresh_key(), "{here} after {text}");
            let read = P::read(here.rules(), &here.to_string());
            assert_eq!(read.as_ref(), Ok(here), "after {text}");
        }
    }
}

fuzz_target!(|input: (u8, &[u8])| {
    let (rules, bytes) = input;
    let variant = variant(rules);
    variant.game.visit(Play { variant, bytes });
});
