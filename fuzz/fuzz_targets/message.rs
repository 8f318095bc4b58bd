//! A message of the live protocol is read or refused; a preview of any position is answered.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::http::preview;
use server::wire::FromClient;

fuzz_target!(|text: &str| {
    let Ok(message) = FromClient::read(text) else { return };
    let FromClient::Preview { rules: Some(rules), position, actions, attempt, .. } = message else {
        return;
    };
    let Ok(game) = preview::game(&rules, position.as_deref()) else { return };
    for lang in text::Lang::ALL {
        if let Ok(preview) = preview::preview(game.clone(), &actions, &attempt, preview::Reach::Anything, lang) {
            serde_json::to_string(&preview).expect("what is answered can be written");
        }
    }
});
