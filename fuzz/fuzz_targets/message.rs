//! A message of the live protocol is read or refused; a preview of any position is answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::wire::FromClient;
use text::answers;

fuzz_target!(|text: &str| {
    let Ok(message) = FromClient::read(text) else { return };
    let FromClient::Preview { rules: Some(rules), position, actions, attempt, .. } = message else {
        return;
    };
    let Ok(game) = answers::game(&rules, position.as_deref()) else { return };
    for lang in text::Lang::ALL {
        let words = text::text(lang);
        let found = answers::preview(&mut *game.clone(), &actions, &attempt, answers::Reach::Anything, words);
        if let Ok(preview) = found {
            serde_json::to_string(&preview).expect("what is answered can be written");
        }
    }
});
