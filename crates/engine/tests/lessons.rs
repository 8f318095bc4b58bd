//! What the lessons say of the outcome holds: a search proves it.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Ask, HashTable, Limits, Searchable, Verdict};
use rules::{Game, Side, Status, Variant};
use serde_json::Value;

/// Enough for every proof that the lessons ask for.
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
                let options = step["rules"].as_str().unwrap_or("");
                let variant = Variant::read_full(&format!("{name}({options})")).unwrap();
                let position = step["position"].as_str().unwrap();
                let game = Game::from_position(variant, position).unwrap();
                for judgement in judgements {
                    let (word, action) = judgement.as_str().unwrap().split_once(' ').unwrap();
                    let holds = match word {
                        "wins" => outcome(&game, action, &table) == Some(1),
                        "loses" => outcome(&game, action, &table) == Some(-1),
                        _ => game.choices().iter().all(|choice| {
                            let lost = outcome(&game, &choice.text, &table) == Some(-1);
                            lost != (choice.text == action)
                        }),
                    };
                    assert!(holds, "{name} {} [{number}]: {judgement}", lesson["id"]);
                    judged += 1;
                }
            }
        }
    }
    assert!(judged >= 10, "{judged}");
}
