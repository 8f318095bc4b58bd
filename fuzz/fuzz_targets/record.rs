//! A record that is read can be written; one whose entries are legal reads back as itself, as PDN
//! too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::GameId;
use rules::record::{Record, pdn};

fuzz_target!(|text: &str| {
    let Ok(records) = Record::read_all(text) else { return };
    for record in records {
        let written = record.write();
        if record.entries.is_empty() || record.replay().is_err() {
            continue;
        }
        let again = Record::read_all(&written).expect("what was written can be read");
        assert_eq!(again, [record.clone()], "{written}");
        if record.variant.game == GameId::Draughts {
            let text = pdn::write(&record).expect("a game that replays");
            let again = Record::read_all(&text).expect("what was written can be read");
            assert_eq!(pdn::write(&again[0]).expect("it replays"), text);
        }
    }
});
