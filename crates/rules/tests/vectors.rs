//! The rules against vectors, node counts, hand-reasoned cases and refusals that a separate, slow
//! implementation made.

mod support;

use rules::{Game, GameId, perft, with_line};
use serde_json::Value;
use support::{game, legal, list, result, variant, vectors};

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The legal set, the result, and where every listed action leads.
fn check(entry: &Value) {
    let here = game(entry);
    if let Some(text) = entry["position"].as_str() {
        assert_eq!(here.position(), text, "round trip");
    }
    let mut expected = texts(&entry["legal"]);
    expected.sort();
    assert_eq!(legal(&here), expected, "{} {}", here.variant(), here.position());
    if entry.get("result").is_some() {
        assert_eq!(result(&here), entry["result"], "{} {}", here.variant(), here.position());
    }
    for (action, after) in entry["after"].as_object().into_iter().flatten() {
        let mut next = here.clone();
        next.play(action).unwrap_or_else(|error| panic!("{here:?}: {error}"));
        assert_eq!(next.position(), after.as_str().unwrap(), "{here:?} {action}");
    }
}

fn check_game(game: GameId) {
    vectors(game).iter().for_each(check);
}

#[test]
fn seega_vectors() {
    check_game(GameId::SEEGA);
}

#[test]
fn salta_vectors() {
    check_game(GameId::SALTA);
}

#[test]
fn senet_vectors() {
    check_game(GameId::SENET);
}

#[test]
fn draughts_vectors() {
    check_game(GameId::DRAUGHTS);
}

#[test]
fn diaballik_vectors() {
    check_game(GameId::DIABALLIK);
}

#[test]
fn cases() {
    for entry in list("cases.json") {
        check(&entry);
        let here = game(&entry);
        // An accepted text is another path of an action that is listed, and leads to the same.
        if let Some(accepted) = entry.get("accepts") {
            for (text, after) in accepted.as_object().unwrap() {
                let mut next = here.clone();
                next.play(text).unwrap_or_else(|error| panic!("{entry}: {error}"));
                assert_eq!(next.position(), after.as_str().unwrap(), "{text}: {entry}");
            }
        }
        for text in entry.get("refuses").map(texts).unwrap_or_default() {
            let refusal = here.clone().play(&text);
            assert!(refusal.is_err(), "{text} should be refused: {entry}");
        }
    }
}

#[test]
fn refused_positions() {
    for entry in list("refused.json") {
        let text = entry["position"].as_str().unwrap();
        let read = Game::from_position(variant(&entry), text);
        assert!(read.is_err(), "accepted: {entry}");
    }
}

fn count(entry: &Value) -> u64 {
    let depth = entry["depth"].as_u64().unwrap() as u32;
    with_line!(&game(entry), line => perft(line.position(), depth))
}

#[test]
fn node_counts() {
    // The nine-billion-node entry takes half a minute and tells nothing that the rest does not.
    const MOST_NODES: u64 = 100_000_000;
    for entry in list("perft.json") {
        let nodes = entry["nodes"].as_u64().unwrap();
        if nodes <= MOST_NODES {
            assert_eq!(count(&entry), nodes, "{entry}");
        }
    }
}

/// Published counts for classic Russian draughts from the start, alike captures merged.
#[test]
fn classic_russian_draughts_published_counts() {
    for (depth, nodes) in [(8, 929_899), (9, 4_570_586), (10, 22_444_032)] {
        let entry = serde_json::json!({
            "game": "draughts", "rules": {"cyclic": "off"}, "position": null, "depth": depth
        });
        assert_eq!(count(&entry), nodes, "depth {depth}");
    }
}
