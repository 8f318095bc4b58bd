//! A game that is not in the library goes through the wire, the refusals and the terminal's board by
//! the public surface alone: nothing on the way knows the games.

#[path = "../../../rules/tests/support/toy.rs"]
mod toy;

use rules::{AnyLine, GameId, Line, Position, Side, Status};
use serde_json::{Value, json, to_value};
use server::http::document;
use text::answers::{Reach, Refusal, compose, frames, preview};
use text::{BoardStyle, Lang, text};
use toy::{Toy, toy};

fn start(options: &str) -> Line<Toy> {
    Line::new(Toy::start(toy(options).rules::<Toy>()))
}

/// The schemas of the document. What it says of a game's id is a list of those that there are;
/// another game brings its id into that list, and nothing else is to be opened for it.
struct Schemas(Value);

impl Schemas {
    fn new() -> Schemas {
        let whole: Value = serde_json::from_str(document()).unwrap();
        let mut components = whole["components"].clone();
        let ids = components["schemas"]["GameId"]["enum"].as_array_mut().unwrap();
        assert_eq!(*ids, GameId::ALL.map(|game| json!(game.id())));
        ids.push(json!(Toy::GAME.id()));
        Schemas(components)
    }

    fn check(&self, name: &str, value: &Value) {
        let reference = format!("#/components/schemas/{name}");
        let root = json!({ "$ref": reference, "components": self.0 });
        let schema = jsonschema::draft202012::new(&root).unwrap();
        let errors: Vec<String> =
            schema.iter_errors(value).map(|e| format!("{e} at {}", e.instance_path)).collect();
        assert!(errors.is_empty(), "{name} {value}: {errors:?}");
    }
}

/// Sentences are there in both languages, without a hole in them.
fn read(sentences: &[String]) {
    for sentence in sentences {
        assert!(!sentence.is_empty() && !sentence.contains('{'), "{sentence}");
    }
}

#[test]
fn a_whole_game_is_shown_frame_by_frame() {
    let schemas = Schemas::new();
    let entries = ["t1", "a1", "t2", "b1", "t1", "a2", "t2", "b2", "t1", "a3"];
    for lang in [Lang::En, Lang::Ru] {
        let mut game = start("");
        let frames = frames(&mut game, 0, entries.into_iter(), text(lang)).unwrap();
        assert_eq!(frames.len(), 11);
        for frame in &frames {
            schemas.check("Frame", &to_value(frame).unwrap());
            read(&frame.said);
        }
        let turns: Vec<_> = frames.iter().skip(1).map(|frame| frame.turn.unwrap()).collect();
        assert_eq!(turns, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        let last = to_value(&frames[10]).unwrap();
        assert_eq!((&last["to_act"], &last["view"]["game"]), (&json!("none"), &json!("toy")));
        let events: Vec<_> =
            last["events"].as_array().unwrap().iter().map(|e| &e["event"]).collect();
        assert_eq!(events, ["placed", "game-over"], "{last}");
        assert!(
            matches!(game.status(), Status::Over(outcome) if outcome.winner == Some(Side::First))
        );
    }
}

#[test]
fn choices_throws_and_refusals_go_over_the_wire() {
    let schemas = Schemas::new();
    for lang in [Lang::En, Lang::Ru] {
        let look = |actions: &[&str], attempt: &[&str], reach| {
            let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let (actions, attempt): (Vec<_>, Vec<_>) = (owned(actions), owned(attempt));
            preview(&mut start("fair"), &actions, &attempt, reach, text(lang))
        };
        let thrown = to_value(look(&[], &[], Reach::Anything).unwrap()).unwrap();
        schemas.check("Preview", &thrown);
        assert_eq!(thrown["odds"], json!([["t1", 1], ["t2", 1], ["t3", 1]]));
        assert_eq!((&thrown["to_act"], &thrown["turn"]), (&json!("chance"), &json!("complete")));

        let placing = to_value(look(&["t2"], &[], Reach::Anything).unwrap()).unwrap();
        schemas.check("Preview", &placing);
        assert_eq!(placing["turn"], "incomplete");
        let legal = json!([{"action": "b1", "path": ["b1"]}, {"action": "b3", "path": ["b3"]}]);
        assert_eq!(placing["legal"], legal);

        let placed = to_value(look(&["t2"], &["b3"], Reach::Anything).unwrap()).unwrap();
        schemas.check("Preview", &placed);
        assert_eq!((&placed["turn"], &placed["turn_number"]), (&json!("complete"), &json!(1)));

        for (actions, attempt, reason, article) in [
            (&["t2"][..], &["b2"][..], "centre-closed", "2"),
            (&["t2"], &["a1"], "wrong-count", "2"),
            (&["t2", "t1"], &[], "move-due", "2"),
            (&["a1"], &[], "throw-due", "2"),
            (&["t2"], &["b7"], "off-board", "1"),
        ] {
            let refused = look(actions, attempt, Reach::Anything).unwrap_err().refused(text(lang));
            read(std::slice::from_ref(&refused.message));
            let refused = to_value(refused).unwrap();
            schemas.check("Refused", &refused);
            assert_eq!(refused["illegal"]["reason"], reason, "{refused}");
            assert_eq!(refused["illegal"]["article"], article);
        }
        // A player cannot throw.
        assert!(matches!(look(&["t1"], &[], Reach::Turn), Err(Refusal::NotYourTurn)));
    }
}

#[test]
fn a_position_is_set_up_by_hand_and_drawn_in_the_terminal() {
    let schemas = Schemas::new();
    let mut game = start("");
    for entry in ["t1", "a1", "t3", "c2"] {
        AnyLine::play(&mut game, entry).unwrap();
    }
    let composed = compose(&game, None, Some(Side::Second), text(Lang::En)).unwrap();
    assert_eq!(composed.position, "x....o... o t");
    schemas.check("Composed", &to_value(composed).unwrap());

    let plain = BoardStyle { unicode: false, colour: false };
    let board = text::board(&AnyLine::view(&game), plain).join("\n");
    let marks = |rank: &str| {
        let line = board.lines().find(|line| line.trim_start().starts_with(rank)).unwrap();
        line.split('|').skip(1).map(|square| !square.trim().is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(marks("1")[..3], [true, false, false], "{board}");
    assert_eq!(marks("2")[..3], [false, false, true], "{board}");
    assert_eq!(marks("3")[..3], [false; 3], "{board}");
}
