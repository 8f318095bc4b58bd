//! `analyze` and `bench`.

mod support;

use serde_json::Value;
use support::{GAMES, json, printed, refused};

fn positive(value: &Value) -> u64 {
    value.as_u64().filter(|number| *number > 0).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn the_signature_is_the_same_every_time() {
    let signature = || {
        let answer = json(&["bench", "--depth", "3", "--json"]);
        let names = [&GAMES[..], &["total"]].concat();
        assert_eq!(answer.as_object().unwrap().len(), names.len());
        assert!(names.iter().all(|name| positive(&answer[name]["nps"]) > 0));
        let nodes: Vec<u64> = names.iter().map(|name| positive(&answer[name]["nodes"])).collect();
        assert_eq!(nodes[..GAMES.len()].iter().sum::<u64>(), nodes[GAMES.len()]);
        nodes
    };
    let nodes = signature();
    assert_eq!(nodes, signature());
    let out = printed(&["bench", "--depth", "3"]);
    assert_eq!(out.lines().count(), 7, "{out}");
    assert!(nodes.iter().all(|nodes| out.contains(&nodes.to_string())), "{out}");
    refused(&["bench", "--depth", "0"], 2);
    refused(&["bench", "--depth", "x"], 2);
}

#[test]
fn the_best_lines_as_data() {
    for game in GAMES {
        let throw = if game == "senet" { "t1" } else { "" };
        let answer =
            json(&["analyze", game, "--moves", throw, "--depth", "3", "--lines", "2", "--json"]);
        assert_eq!(answer["to_act"], "first");
        assert_eq!(answer["depth"], 3);
        positive(&answer["nodes"]);
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2, "{answer}");
        for line in lines {
            assert!(line["score"]["cp"].is_i64() || line["score"]["win"].is_i64(), "{line}");
            let moves: Vec<&str> =
                line["moves"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            printed(&["position", game, "--moves", &format!("{throw} {}", moves.join(" "))]);
        }
        for reason in answer["why"].as_array().unwrap() {
            assert!(reason["term"].is_string() && reason["before"].is_i64(), "{reason}");
            assert_ne!(reason["before"], reason["after"]);
        }
    }
}

#[test]
fn a_forced_win_is_seen() {
    // A pass to the far rank is the goal.
    let position = "bbbrBbb/7/7/r2R1br/4r2/7/r5r r 2p 4";
    let answer = json(&["analyze", "diaballik", "--from", position, "--depth", "2", "--json"]);
    assert_eq!(answer["lines"][0]["score"]["win"], 1, "{answer}");
    let out = printed(&["analyze", "diaballik", "--from", position, "--depth", "2"]);
    assert!(out.contains("win in 1") && out.contains("d4>d7"), "{out}");
    let args = ["analyze", "diaballik", "--from", position, "--depth", "2", "--lang", "ru"];
    assert!(printed(&args).contains("победа за 1"));
}

#[test]
fn a_throw_that_is_due_is_looked_behind() {
    let answer = json(&["analyze", "senet", "--nodes", "2000", "--json"]);
    assert_eq!(answer["to_act"], "chance");
    assert!(answer["expected"].is_i64(), "{answer}");
    let throws = answer["throws"].as_array().unwrap();
    assert_eq!(throws.len(), 5);
    assert!(throws.iter().all(|throw| !throw["lines"].as_array().unwrap().is_empty()));
    let out = printed(&["analyze", "senet", "--depth", "1"]);
    assert!(["t1", "t2", "t3", "t4", "t5"].iter().all(|throw| out.contains(throw)), "{out}");
}

#[test]
fn the_same_question_has_the_same_answer() {
    let ask = || {
        let mut answer = json(&["analyze", "draughts", "--nodes", "20000", "--json"]);
        answer.as_object_mut().unwrap().remove("time");
        answer
    };
    assert_eq!(ask(), ask());
    let answer = json(&["analyze", "seega", "--time", "0.2", "--threads", "2", "--json"]);
    assert!(answer["time"].as_f64().unwrap() < 5.0, "{answer}");
    json(&["analyze", "seega", "--nodes", "500", "--hash", "1", "--lines", "100", "--json"]);
}

#[test]
fn wrong_questions() {
    for (name, value) in [
        ("--time", "0"),
        ("--time", "-1"),
        ("--time", "soon"),
        ("--nodes", "0"),
        ("--depth", "0"),
        ("--depth", "101"),
        ("--lines", "0"),
        ("--threads", "0"),
        ("--hash", "0"),
        ("--rules", "size=4"),
    ] {
        refused(&["analyze", "seega", name, value], 2);
    }
    refused(&["analyze", "chess"], 2);
    let over = ["--from", "8/8/8/8/3b4/2w5/8/8 w 0,0 0 0", "--moves", "c3:e5"];
    refused(&[&["analyze", "draughts"][..], &over].concat(), 1);
}

/// The answers to a batch are in order, the same for any number of jobs, and those of single calls.
#[test]
fn a_batch_of_positions() {
    let lines = [
        r#"{"game":"seega","rules":"size=3","id":1}"#,
        r#"{"game":"draughts","moves":["c3-d4"]}"#,
        "nonsense",
        r#"{"game":"senet","id":"x"}"#,
        r#"{"game":"seega","rules":"size=3","position":"g1g/3/3 b 0,0 - 0"}"#,
        r#"{"moves":["a1"]}"#,
        r#"{"game":"diaballik"}"#,
    ]
    .join("\n");
    let answers = |jobs: &str| -> Vec<Value> {
        let call = ["analyze", "salta", "--batch", "--nodes", "3000", "--jobs", jobs];
        let out = support::printed_with(&call, lines.as_bytes());
        let read = |line: &str| {
            let mut answer: Value = serde_json::from_str(line).unwrap();
            answer.as_object_mut().unwrap().remove("time");
            answer
        };
        out.lines().map(read).collect()
    };
    let one = answers("1");
    assert_eq!(one, answers("3"));
    assert_eq!(one.len(), 7, "{one:?}");
    assert_eq!((&one[0]["id"], &one[3]["id"]), (&Value::from(1), &Value::from("x")));
    assert!(one[2]["error"].is_string(), "{}", one[2]);
    assert_eq!(one[3]["throws"].as_array().unwrap().len(), 5);
    assert_eq!(one[4]["result"]["reason"], "eliminated", "{}", one[4]);
    // A line without a game is of that of the call.
    assert!(one[5]["error"].as_str().unwrap().contains("a1"), "{}", one[5]);
    let call = ["analyze", "draughts", "--moves", "c3-d4", "--nodes", "3000", "--hash", "16"];
    let mut single = json(&[&call[..], &["--json"]].concat());
    single.as_object_mut().unwrap().remove("time");
    assert_eq!(one[1], single);
    refused(&["analyze", "--jobs", "2"], 2);
    refused(&["analyze", "seega", "--jobs", "2"], 2);
    refused(&["analyze", "seega", "--batch", "--moves", "a1"], 2);
}
