//! What the rules, the books and the lessons say of the outcome holds: a search proves it.

#[path = "../../rules/tests/support/judged.rs"]
mod judged;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::{Ask, HashTable, Limits, Searchable, Verdict, salta_solver};
use judged::{Judged, play};
use rules::salta::Salta;
use rules::{Game, GameId, Notation, Side, Status, Variant};
use serde_json::Value;

/// Enough for every proof that they ask for.
const PROOF: u64 = 2_000_000;
/// What an opinion is formed of: as much as a strong level looks at.
const OPINION: u64 = 100_000;

/// Who wins by force, from this side: 1 won, -1 lost, 0 drawn; none if a search proves nothing.
fn outcome(game: &Game, side: Side, nodes: u64, table: &HashTable) -> Option<i32> {
    let verdict = match game.status() {
        Status::Over(outcome) => Verdict::over(&outcome),
        Status::Chance => panic!("{}: chance decides", game.position()),
        Status::ToAct(_) => {
            let stop = AtomicBool::new(false);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let found = game.search(&Ask::new(limits, table, &stop), &mut |_| {}).unwrap();
            game.verdict_of(found.lines[0].score)
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

/// The outcome after a run of actions, from the side of who plays the last of them.
fn outcome_of(game: &Game, run: &str, nodes: u64, table: &HashTable) -> Option<i32> {
    let mut after = game.clone();
    let (before, last) = run.rsplit_once(' ').unwrap_or(("", run));
    if !before.is_empty() {
        play(&mut after, before).unwrap();
    }
    let side = after.side();
    play(&mut after, last).unwrap();
    outcome(&after, side, nodes, table)
}

/// The actions as a search for an opinion orders them; where it finds a win, it may leave out others.
fn order(game: &Game, table: &HashTable) -> Vec<String> {
    let stop = AtomicBool::new(false);
    let limits = Limits { nodes: Some(OPINION), ..Limits::default() };
    table.clear();
    let ask = Ask { lines: game.choices().len(), ..Ask::new(limits, table, &stop) };
    let found = game.search(&ask, &mut |_| {}).unwrap();
    found.lines.iter().map(|line| game.action_text(line.line[0])).collect()
}

/// Whether a judgement holds; none if it is not for a search.
fn holds(judged: &Judged, table: &HashTable) -> Option<bool> {
    let Judged { game, rest, .. } = judged;
    Some(match judged.kind.as_str() {
        // A win is looked for longer where it is long; what is found before stays in the table.
        "wins" => [PROOF, 5 * PROOF]
            .into_iter()
            .any(|nodes| outcome_of(game, rest, nodes, table) == Some(1)),
        "loses" => outcome_of(game, rest, PROOF, table) == Some(-1),
        "only" => game.choices().iter().all(|choice| {
            let lost = outcome_of(game, &choice.text, PROOF, table) == Some(-1);
            lost != (choice.text == *rest)
        }),
        "won" => outcome(game, game.side(), PROOF, table) == Some(1),
        "lost" => {
            let lost = |text: &str| outcome_of(game, text, PROOF, table) == Some(-1);
            game.choices().iter().all(|choice| lost(&choice.text))
        }
        "prefers" => {
            let order = order(game, table);
            match rest.split_once(" over ") {
                Some((better, worse)) => {
                    let place = |text: &str| order.iter().position(|one| one == text);
                    place(better).is_some_and(|at| place(worse).is_none_or(|worse| at < worse))
                }
                None => order[0] == *rest,
            }
        }
        "alone" => {
            let text = game.position();
            let salta = Salta::read(game.variant().rules::<Salta>(), &text).unwrap();
            let way = salta_solver::solve(&salta, PROOF).unwrap();
            way.least == way.length && way.length.to_string() == *rest
        }
        _ => return None,
    })
}

#[test]
fn outcomes_are_as_the_books_and_lessons_say() {
    let table = HashTable::new(64).unwrap();
    let (mut wrong, mut held) = (Vec::new(), 0);
    for judged in judged::all() {
        match holds(&judged, &table) {
            Some(true) => held += 1,
            Some(false) => wrong.push(judged.at),
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(held >= 200, "{held}");
}

/// Where a lesson asks for a move that wins, no other winning move is refused without a word: it is
/// accepted, or the lesson has an answer to it, or the text names the square that is meant.
#[test]
fn no_winning_answer_is_refused() {
    const NODES: u64 = 50_000;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/lessons");
    let table = HashTable::new(16).unwrap();
    let (mut refused, mut asked) = (Vec::new(), 0);
    let texts = |value: &Value| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.filter_map(|one| one.as_str().map(str::to_owned)).collect()
    };
    // In Diaballik an answer is a run of actions, in Senet chance decides.
    for id in [GameId::SEEGA, GameId::SALTA, GameId::DRAUGHTS] {
        let course = fs::read_to_string(folder.join(format!("{id}.json"))).unwrap();
        let course: Value = serde_json::from_str(&course).unwrap();
        for lesson in course["lessons"].as_array().unwrap() {
            for (number, step) in lesson["steps"].as_array().unwrap().iter().enumerate() {
                let accepted = texts(&step["task"]["turns"][0]["accept"]);
                let judged = texts(&step["judged"]);
                let wins = |answer: &String| judged.contains(&format!("wins {answer}"));
                let text = step["text"]["en"].as_str().unwrap();
                let end = |answer: &String| format!("`{}`", &answer[answer.len() - 2..]);
                if !accepted.iter().any(wins) || accepted.iter().any(|one| text.contains(&end(one)))
                {
                    continue;
                }
                asked += 1;
                let wrong = step["task"]["wrong"].as_array().into_iter().flatten();
                let known: Vec<&str> = wrong.filter_map(|wrong| wrong["play"].as_str()).collect();
                let rules = step["rules"].as_str().unwrap_or(id.id());
                let position = step["position"].as_str().unwrap();
                let game =
                    Game::from_position(Variant::read_full(rules).unwrap(), position).unwrap();
                for choice in game.choices() {
                    let told = accepted.contains(&choice.text) || known.contains(&&*choice.text);
                    if !told && outcome_of(&game, &choice.text, NODES, &table) == Some(1) {
                        let at = format!("{id} {} [{number}]", lesson["id"].as_str().unwrap());
                        refused.push(format!("{at}: {}", choice.text));
                    }
                }
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(asked >= 15, "{asked}");
}
