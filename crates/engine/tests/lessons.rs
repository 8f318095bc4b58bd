//! What the lessons and the books say of the outcome holds: a search proves it.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Ask, HashTable, Limits, Searchable, Verdict};
use rules::{Game, GameId, Side, Status, Variant};
use serde_json::Value;

/// Enough for every proof that they ask for.
const NODES: u64 = 2_000_000;

/// The outcome after an action by force, from the actor's side: 1 won, -1 lost; none if a search
/// proves neither.
fn outcome(game: &Game, action: &str, table: &HashTable) -> Option<i32> {
    let side = game.side();
    let mut after = game.clone();
    after.play(action).unwrap_or_else(|error| panic!("{action}: {error:?}"));
    let verdict = match after.status() {
        Status::Over(outcome) => Verdict::over(&outcome),
        Status::Chance => panic!("{action}: chance decides"),
        Status::ToAct(_) => {
            let (clock, stop) = (|| Duration::ZERO, AtomicBool::new(false));
            let limits = Limits { nodes: Some(NODES), ..Limits::default() };
            let ask = Ask { clock: &clock, ..Ask::new(limits, table, &stop) };
            let found = after.search(&ask, &mut |_| {}).expect("a side is to act");
            after.verdict_of(found.lines[0].score)
        }
    };
    let for_first = match verdict {
        Verdict::Win(turns) => turns.signum(),
        Verdict::Decided(winner) => {
            winner.map_or(0, |side| if side == Side::First { 1 } else { -1 })
        }
        Verdict::Hundredths(_) => return None,
    };
    Some(if side == Side::First { for_first } else { -for_first })
}

/// Whether a judgement holds: `wins A`, `loses A`, or `only A`, which says that all others lose.
fn holds(game: &Game, judgement: &str, table: &HashTable) -> bool {
    match judgement.split_once(' ').unwrap() {
        ("wins", action) => outcome(game, action, table) == Some(1),
        ("loses", action) => outcome(game, action, table) == Some(-1),
        ("only", action) => game.choices().iter().all(|choice| {
            let lost = outcome(game, &choice.text, table) == Some(-1);
            lost != (choice.text == action)
        }),
        _ => panic!("{judgement}"),
    }
}

#[test]
fn outcomes_are_as_the_books_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/books");
    let table = HashTable::new(64).unwrap();
    let (mut wrong, mut judged) = (Vec::new(), 0);
    for game in GameId::ALL {
        // Both languages have the same blocks.
        let Ok(text) = std::fs::read_to_string(folder.join(format!("{game}.en.md"))) else {
            continue;
        };
        for block in text.split("```check\n").skip(1) {
            let mut lines = block.split("```").next().unwrap().lines();
            let (rules, from) = (lines.next().unwrap(), lines.next().unwrap());
            let variant =
                Variant::read(game, rules.split_once(' ').map_or("", |(_, o)| o)).unwrap();
            let mut here = match from.strip_prefix("position ") {
                Some(position) => Game::from_position(variant, position).unwrap(),
                None => Game::start(variant),
            };
            for line in lines {
                match line.split(' ').next() {
                    Some("play") => {
                        here.play(line.split(' ').nth(1).unwrap()).unwrap();
                    }
                    Some("wins" | "loses" | "only") => {
                        judged += 1;
                        if !holds(&here, line, &table) {
                            wrong.push(format!("{game}: {}: {line}", here.position()));
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(judged >= 10, "{judged}");
}

#[test]
fn outcomes_are_as_the_lessons_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/lessons");
    let table = HashTable::new(64).unwrap();
    let mut judged = 0;
    for file in folder.read_dir().unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let course: Value = serde_json::from_str(&text).unwrap();
        let name = course["game"].as_str().unwrap();
        for lesson in course["lessons"].as_array().unwrap() {
            for (number, step) in lesson["steps"].as_array().unwrap().iter().enumerate() {
                let Some(judgements) = step["judged"].as_array() else { continue };
                let variant = Variant::read_full(step["rules"].as_str().unwrap_or(name)).unwrap();
                let position = step["position"].as_str().unwrap();
                let game = Game::from_position(variant, position).unwrap();
                for judgement in judgements {
                    let judgement = judgement.as_str().unwrap();
                    let at = format!("{name} {} [{number}]: {judgement}", lesson["id"]);
                    assert!(holds(&game, judgement, &table), "{at}");
                    judged += 1;
                }
            }
        }
    }
    assert!(judged >= 10, "{judged}");
}
