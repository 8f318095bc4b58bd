//! `inspect`: JSON lines in, JSON lines out.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::thread;

use serde_json::{Value, json};
use support::{igroteka, printed_with};

fn inspect(input: impl AsRef<[u8]>) -> Vec<Value> {
    let out = printed_with(&["inspect"], input.as_ref());
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The one answer to one line.
fn one(line: &str) -> Value {
    let mut answers = inspect(line);
    assert_eq!(answers.len(), 1, "{line}");
    answers.remove(0)
}

/// The error that answers one line.
fn error(line: &str) -> String {
    let answer = one(line);
    assert!(answer.get("position").is_none_or(Value::is_object), "{answer}");
    answer["error"].as_str().unwrap_or_else(|| panic!("{line}: {answer}")).to_owned()
}

#[test]
fn the_state_of_a_game() {
    assert_eq!(one(r#"{"game":"senet","moves":["t3"]}"#)["to_act"], "first",);
    assert_eq!(
        one(r#"{"game":"senet","rules":{},"moves":[]}"#),
        json!({
            "position": "scscscscscscscscscsc.......... c t", "to_act": "chance",
            "legal": ["t1", "t2", "t3", "t4", "t5"], "numbers": [0, 1, 2, 3, 4],
            "weights": [4, 6, 4, 1, 1], "result": null
        })
    );
    assert_eq!(
        one(
            r#"{"game":"seega","rules":{"size":3},"position":"gb1/2g/3 g 0,0 - 0","moves":["c2c3"]}"#
        ),
        json!({
            "position": "g1g/3/3 b 0,0 - 0", "to_act": "none", "legal": [], "numbers": [],
            "result": {"winner": "first", "reason": "eliminated"}
        })
    );
    assert_eq!(
        one(r#"{"game":"diaballik"}"#)["warnings"],
        json!({"d1>c1": "loses-at-once:wall", "d1>e1": "loses-at-once:wall"})
    );
}

#[test]
fn options_as_numbers_strings_text_and_presets() {
    let position =
        |rules: &str| one(&format!(r#"{{"game":"seega","rules":{rules}}}"#))["position"].clone();
    for rules in [r#"{"size":7,"drops":2}"#, r#"{"size":"7","drops":"2"}"#, r#""drops=2,size=7""#] {
        assert_eq!(position(rules), "7/7/7/7/7/7/7 g 24,24 - 0");
    }
    for rules in ["null", "{}", r#""""#, r#""traditional""#] {
        assert_eq!(position(rules), "5/5/5/5/5 g 12,12 - 0");
    }
    for rules in ["7", "[]", r#"{"size":7.5}"#, r#"{"size":null}"#, r#"{"size":[7]}"#, r#""size""#]
    {
        assert!(!error(&format!(r#"{{"game":"seega","rules":{rules}}}"#)).is_empty());
    }
}

#[test]
fn an_id_comes_back_with_answers_and_errors() {
    assert_eq!(one(r#"{"id":7,"game":"senet"}"#)["id"], 7);
    assert_eq!(one(r#"{"id":{"a":[1]},"game":"chess"}"#)["id"], json!({"a": [1]}));
    assert!(one(r#"{"game":"senet"}"#).get("id").is_none());
}

#[test]
fn errors_say_what_and_where() {
    for (line, part) in [
        ("{", "JSON"),
        ("[]", "object"),
        ("null", "object"),
        ("7 7", "JSON"),
        ("{}", "game"),
        (r#"{"game":5}"#, "game"),
        (r#"{"game":"chess"}"#, "seega, salta"),
        (r#"{"game":"seega","move":[]}"#, "move"),
        (r#"{"game":"seega","moves":"a1"}"#, "moves"),
        (r#"{"game":"seega","moves":["a1",true]}"#, "moves"),
        (r#"{"game":"seega","moves":["a1",0]}"#, "0"),
        (r#"{"game":"seega","undo":1}"#, "session"),
        (r#"{"session":7,"game":"seega"}"#, "session"),
        (r#"{"session":"none"}"#, "none"),
        (r#"{"game":"seega","position":3}"#, "position"),
        (r#"{"game":"seega","position":"5/5"}"#, "5/5"),
        (r#"{"game":"seega","rules":{"size":4}}"#, "3, 5, 7, 9"),
        (r#"{"game":"seega","rules":{"sise":5}}"#, "sise"),
    ] {
        assert!(error(line).contains(part), "{line}: {}", error(line));
    }
    let answer = one(r#"{"game":"seega","moves":["a1","a1"]}"#);
    assert_eq!(answer["move"], 2);
    assert!(answer["error"].as_str().unwrap().contains("a1"));
    assert!(answer["illegal"].is_object());
    let deep = "[".repeat(100_000);
    assert!(error(&deep).len() < 500);
    let out = printed_with(&["inspect", "--lang", "ru"], b"{}\n");
    assert!(out.contains("Не хватает поля"), "{out}");
}

/// Numbers do not depend on the position, so that programs that learn can rely on them.
#[test]
fn actions_have_stable_numbers() {
    for (game, moves, number) in [
        ("seega", r#"["a1"]"#, 0),
        ("seega", r#"["c1"]"#, 2),
        ("senet", r#"["t2"]"#, 1),
        ("draughts", r#"["c3-d4"]"#, 10 | 15u64 << 6),
        ("draughts", r#"["c3-d4", "f6-g5", "d4-e5", "d6:f4"]"#, 24 | 16 << 6 | 1 << (20 + 12)),
        ("diaballik", r#"["a1a2"]"#, 8),
        ("diaballik", r#"["d1>c1"]"#, 4096 + 64 * 3 + 2),
        ("salta", r#"["a3b4"]"#, 64 * 11 + 17),
    ] {
        let moves: Vec<Value> = serde_json::from_str(moves).unwrap();
        let (last, before) = moves.split_last().unwrap();
        let there = one(&json!({"game": game, "moves": before}).to_string());
        let place = there["legal"].as_array().unwrap().iter().position(|text| text == last);
        let place = place.unwrap_or_else(|| panic!("{game} {last}: {there}"));
        assert_eq!(there["numbers"][place], number, "{game} {last}");
        let mut by_number = before.to_vec();
        by_number.push(json!(number));
        let position = |moves: &[Value]| {
            one(&json!({"game": game, "moves": moves}).to_string())["position"].clone()
        };
        assert_eq!(position(&by_number), position(&moves), "{game} {last}");
    }
}

/// A session goes on where it stood, with its history: the third repetition is a draw.
#[test]
fn sessions_keep_history() {
    let begun = r#"["a1a2","a2a3","end","g7g6","g6g5","end"]"#;
    let there_and_back = r#"["a3a4","end","g5g4","end","a4a3","end","g4g5","end"]"#;
    let lines = [
        format!(r#"{{"session":"x","game":"diaballik","moves":{begun},"id":1}}"#),
        format!(r#"{{"session":"x","moves":{there_and_back}}}"#),
        r#"{"session":"y","game":"seega","moves":["a1"]}"#.to_owned(),
        format!(r#"{{"session":"x","moves":{there_and_back}}}"#),
        r#"{"session":"x","undo":1}"#.to_owned(),
        r#"{"session":"x","moves":["a1a3"]}"#.to_owned(),
        r#"{"session":"x","undo":100}"#.to_owned(),
        r#"{"session":"x","rules":"swiss"}"#.to_owned(),
        r#"{"session":"x","moves":["end"],"close":true}"#.to_owned(),
        r#"{"session":"x"}"#.to_owned(),
        r#"{"session":"y","moves":["b1"]}"#.to_owned(),
    ];
    let answers = inspect(lines.join("\n"));
    assert_eq!((&answers[0]["id"], &answers[0]["ply"]), (&json!(1), &json!(6)));
    assert_eq!((&answers[1]["ply"], &answers[1]["result"]), (&json!(14), &Value::Null));
    assert_eq!(answers[3]["result"]["reason"], "repetition", "{}", answers[3]);
    assert_eq!((&answers[4]["ply"], &answers[4]["result"]), (&json!(21), &Value::Null));
    assert_eq!(answers[5]["move"], 1);
    assert!(answers[6]["error"].as_str().unwrap().contains("21"), "{}", answers[6]);
    assert!(answers[7]["error"].as_str().unwrap().contains("rules"), "{}", answers[7]);
    assert_eq!(answers[8]["result"]["reason"], "repetition", "{}", answers[8]);
    assert!(answers[9]["error"].as_str().unwrap().contains('x'), "{}", answers[9]);
    assert_eq!(answers[10]["ply"], 2);
    // Without the session the same position has no past.
    let alone = json!({"game": "diaballik", "position": answers[8]["position"]}).to_string();
    assert_eq!(one(&alone)["result"], Value::Null);
}

#[test]
fn order_is_kept_and_errors_do_not_stop_the_stream() {
    let answers =
        inspect("{\"game\":\"senet\"}\n\n  \r\nnonsense\r\n{\"game\":\"seega\"}\r\n{\"id\":1}");
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["to_act"], "chance");
    assert!(answers[1]["error"].is_string());
    assert_eq!(answers[2]["position"], "5/5/5/5/5 g 12,12 - 0");
    assert_eq!(answers[3]["id"], 1);
    assert!(inspect("").is_empty());
}

#[test]
fn invalid_utf8_and_zero_bytes() {
    let answers = inspect(b"{\"game\":\"\xff\"}\n\x00\x00\n{\"game\":\"seega\"}\n");
    assert!(answers[0]["error"].as_str().unwrap().contains("10"), "{}", answers[0]);
    assert!(answers[1]["error"].is_string());
    assert_eq!(answers[2]["to_act"], "first");
}

#[test]
fn long_lines() {
    let mega = 1 << 20;
    let padded = |bytes: usize| {
        let line = r#"{"game":"seega"}"#;
        format!("{line}{}", " ".repeat(bytes - line.len()))
    };
    let ten = format!(r#"{{"game":"seega","position":"{}"}}"#, "5/".repeat(5 * mega));
    // As long as a line may be, and one byte more.
    let input = [ten, padded(16 * mega), padded(16 * mega + 1), padded(20)].join("\n");
    let answers = inspect(input);
    assert_eq!(answers.len(), 4);
    assert!(answers[0]["error"].as_str().unwrap().len() < 500);
    assert_eq!(answers[1]["to_act"], "first");
    assert!(answers[2]["error"].as_str().unwrap().contains("16777216"), "{}", answers[2]);
    assert_eq!(answers[3]["to_act"], "first");
}

struct Stream {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stream {
    fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

#[test]
fn an_answer_arrives_before_the_next_line_is_sent() {
    let mut command = igroteka();
    command.arg("inspect").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stream = Stream {
        input: child.stdin.take().unwrap(),
        output: BufReader::new(child.stdout.take().unwrap()),
    };
    for id in 0..3 {
        stream.send(&format!("{{\"id\":{id},\"game\":\"seega\"}}\n"));
        assert_eq!(stream.receive()["id"], id);
    }
    // Also when a part of the next line is there already.
    stream.send("{\"id\":3,\"game\":\"seega\"}\n{\"id\":4,");
    assert_eq!(stream.receive()["id"], 3);
    stream.send("\"game\":\"senet\"}\n");
    assert_eq!(stream.receive()["id"], 4);
    drop(stream.input);
    assert_eq!(stream.output.read_to_string(&mut String::new()).unwrap(), 0);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut command = igroteka();
    command.arg("inspect").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let line = "{\"game\":\"salta\"}\n".repeat(1000);
    let writer = thread::spawn(move || while input.write_all(line.as_bytes()).is_ok() {});
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Every vector through one process: legal actions, position and result.
#[test]
fn all_vectors() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [root.join("data/vectors"), root.join("../shared/vectors")];
    let (mut input, mut expected) = (String::new(), Vec::new());
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for game in support::GAMES {
            let text = fs::read_to_string(folder.join(format!("vectors-{game}.jsonl"))).unwrap();
            for line in text.lines() {
                let vector: Value = serde_json::from_str(line).unwrap();
                let ask = json!({
                    "game": vector["game"], "rules": vector["rules"], "position": vector["position"]
                });
                input.push_str(&format!("{ask}\n"));
                expected.push(vector);
            }
        }
    }
    assert!(expected.len() > 100);
    let answers = inspect(input);
    assert_eq!(answers.len(), expected.len());
    for (answer, vector) in answers.iter().zip(&expected) {
        for key in ["position", "legal", "result"] {
            assert_eq!(answer[key], vector[key], "{key} of {vector}");
        }
    }
}
