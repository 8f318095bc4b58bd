//! `tables`: building, checking, probing and listing.

mod support;
#[path = "support/talk.rs"]
mod talk;

use serde_json::{Value, json};
use support::{LANGS, answer, folder, igroteka, json, printed, run};
use talk::Talk;

/// A folder with small tables of three games.
fn built(name: &str) -> String {
    let folder = folder(name).display().to_string();
    for (game, rules, pieces) in
        [("seega", "size=3", "4"), ("draughts", "classic", "2"), ("senet", "", "1")]
    {
        let out = printed(&[
            "tables",
            "build",
            game,
            "--rules",
            rules,
            "--pieces",
            pieces,
            "--out",
            &folder,
            "--threads",
            "1",
            "--memory",
            "64",
        ]);
        assert!(out.contains(&folder), "{out}");
    }
    folder
}

fn probe(folder: &str, game: &str, rules: &str, from: &str) -> Value {
    json(&["tables", "probe", game, "--rules", rules, "--from", from, "--tables", folder, "--json"])
}

#[test]
fn tables_are_built_checked_probed_and_listed() {
    let folder = &built("tables");
    let win = probe(folder, "seega", "size=3", "g2/bg1/3 g 0,0 - 8");
    assert_eq!(win, json!({ "exact": true, "value": "win", "distance": 2 }));
    let over = probe(folder, "seega", "size=3", "g2/bg1/3 b 0,0 - 10");
    assert_eq!(over, json!({ "exact": true, "value": "loss", "distance": 0 }));
    let king = "8/8/8/b7/8/8/1W6/8 w 0,0 0 0";
    let king = probe(folder, "draughts", "classic", king);
    assert_eq!((&king["value"], &king["within_counters"]), (&json!("win"), &json!(true)));
    let even = probe(folder, "senet", "", "..........................c..s c t");
    assert!(even["expectation"].as_f64().is_some_and(|value| value.abs() < 1.0), "{even}");
    assert_eq!(even["limit_matters"], json!(false));

    let list = json(&["tables", "list", "--tables", folder, "--json"]);
    let layers: Vec<_> = list.as_array().unwrap().iter().map(|table| &table["layer"]).collect();
    assert_eq!(layers, ["1-1", "1-1", "2-1", "2-2", "3-1", "1-1"]);
    assert_eq!(printed(&["tables", "list", "--tables", folder]).lines().count(), 6);
    for (game, rules) in [("seega", "size=3"), ("draughts", "cyclic=off"), ("senet", "pieces=5")] {
        let words = ["tables", "check", game, "--rules", rules, "--tables", folder, "--json"];
        let some = json(&words);
        let all = json(&[&words[..], &["--all"]].concat());
        assert!(some["entries"].as_u64() > Some(100), "{some}");
        assert_eq!(all["entries"], all["of"]);
    }
}

#[test]
fn what_is_not_in_the_tables_is_the_answer_no() {
    let folder = &built("tables-not-in");
    for (game, rules, from) in [
        ("seega", "", "5/5/1gb2/5/3g1 g 0,0 - 2"),
        ("seega", "size=3", "ggg/b1b/bgb g 0,0 - 0"),
        ("senet", "", "ccs....................s...... c t"),
        ("diaballik", "", "bbbBbbb/7/7/7/7/7/rrrRrrr r 2p 0"),
    ] {
        let words = ["tables", "probe", game, "--rules", rules, "--from", from, "--tables", folder];
        let no = run(&[&words[..], &["--json"]].concat());
        assert_eq!((no.status, no.out.as_str()), (1, "{\"exact\":false}\n"), "{no:?}");
        for lang in LANGS {
            let no = run(&[&words[..], &["--lang", lang]].concat());
            assert_eq!((no.status, no.out.as_str(), no.err.lines().count()), (1, "", 1), "{no:?}");
        }
    }
    for words in [
        &["tables", "check", "seega", "--tables", folder][..],
        &["tables", "check", "salta", "--tables", folder],
    ] {
        assert_eq!(run(words).status, 1);
    }
}

#[test]
fn a_person_gets_a_sentence() {
    let folder = &built("tables-sentence");
    let from = "g2/bg1/3 g 0,0 - 8";
    let words =
        ["tables", "probe", "seega", "--rules", "size=3", "--from", from, "--tables", folder];
    assert_eq!(printed(&words), "Exact: win in 2\n");
    let russian = printed(&[&words[..], &["--lang", "ru"]].concat());
    assert_eq!(russian, "Точно: выигрыш, действий: 2\n");
}

#[test]
fn lines_are_answered_in_order() {
    let folder = &built("tables-batch");
    let mut command = igroteka();
    command.args(["tables", "probe", "seega", "--rules", "size=3", "--tables", folder, "--batch"]);
    let input = concat!(
        "{\"position\":\"g2/bg1/3 g 0,0 - 8\",\"id\":7}\n",
        "{\"position\":\"ggg/b1b/bgb g 0,0 - 0\"}\n",
        "{\"position\":\"nonsense\"}\n",
        "not json\n",
        "{\"game\":\"draughts\",\"rules\":\"classic\",\"position\":\"8/8/8/b7/8/8/1W6/8 b 0,0 0 0\"}\n",
    );
    let got = answer(command, input.as_bytes());
    assert_eq!(got.status, 0, "{got:?}");
    let lines: Vec<Value> =
        got.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({ "exact": true, "value": "win", "distance": 2, "id": 7 }));
    assert_eq!(lines[1], json!({ "exact": false }));
    assert!(lines[2]["error"].is_string() && lines[3]["error"].is_string(), "{lines:?}");
    assert_eq!(lines[4]["exact"], true);
}

#[test]
fn wrong_calls_and_damaged_tables_are_refused() {
    let folder = &built("tables-wrong");
    let seega = ["tables", "build", "seega", "--out", folder];
    for (words, part) in [
        (&["--pieces", "0"][..], "--pieces"),
        (&["--pieces", "many"], "--pieces"),
        (&["--pieces", "2", "--threads", "0"], "--threads"),
        (&["--pieces", "2", "--memory", "x"], "--memory"),
        (&["--pieces", "2", "--shard", "2/2"], "--shard"),
        (&["--pieces", "2", "--rules", "size=7"], "3"),
    ] {
        let refused = run(&[&seega[..], words].concat());
        assert_eq!((refused.status, refused.err.lines().count()), (2, 1), "{refused:?}");
        assert!(refused.err.contains(part), "{refused:?}");
    }
    let path = format!("{folder}/seega/size=3/2-1.table");
    std::fs::write(&path, b"IGTABLE").unwrap();
    let words = ["tables", "probe", "seega", "--rules", "size=3", "--tables", folder];
    let damaged = run(&[&words[..], &["--from", "g2/bg1/3 g 0,0 - 8"]].concat());
    assert_eq!(damaged.status, 2, "{damaged:?}");
    assert!(damaged.err.contains("2-1.table: damaged table"), "{damaged:?}");
}

#[test]
fn shards_give_the_same_files_as_one_call() {
    let (whole, shared) = (folder("tables-whole"), folder("tables-shared"));
    let words = ["tables", "build", "seega", "--rules", "size=3,quiet=3", "--pieces", "6", "--out"];
    printed(&[&words[..], &[&whole.display().to_string()]].concat());
    let children: Vec<_> = (0..3)
        .map(|share| {
            let mut command = igroteka();
            command.args(words).arg(&shared).args(["--shard", &format!("{share}/3")]);
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let files = |folder: &std::path::Path| {
        let folder = folder.join("seega/size=3,quiet=3");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                (entry.file_name(), std::fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    assert!(files(&whole) == files(&shared), "the files differ");
    assert_eq!(files(&whole).len(), 8);
}

#[test]
fn a_game_is_solved_and_its_proof_checked() {
    let folder = folder("tables-solve").display().to_string();
    let won =
        ["tables", "solve", "seega", "--rules", "size=3,drops=2", "--out", &folder, "--every"];
    let found = json(&[&won[..], &["--json"]].concat());
    assert_eq!(found["first_wins"], true, "{found}");
    assert_eq!(found["first_placements"].as_object().map(serde_json::Map::len), Some(2));
    assert_eq!(found["leaves"]["open"], 0);
    let file = found["certificate"]["file"].as_str().unwrap();
    let verified = json(&["tables", "verify", file, "--json"]);
    assert_eq!(verified["leaves"], found["certificate"]["header"]["leaves"]);
    for (lang, word) in [("en", "first wins"), ("ru", "начинающий выигрывает")]
    {
        for words in [&won[..], &["tables", "verify", file]] {
            let text = printed(&[words, &["--lang", lang]].concat());
            assert!(text.contains(word), "{text}");
        }
    }
    let solved = json(&["tables", "solved", "--tables", &folder, "--json"]);
    let value = |rules: &str| {
        let all = solved.as_array().unwrap().iter();
        let values: Vec<_> = all.filter(|one| one["rules"] == rules).collect();
        values.iter().map(|one| one["value"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(value("seega(size=3,drops=2)"), ["first", "first"], "certificate and search");
    assert_ne!(value("seega(size=3)"), ["first"]);
    assert!(printed(&["tables", "solved", "--tables", &folder]).contains("first wins"));

    let not = ["tables", "solve", "seega", "--rules", "size=3", "--out", &folder, "--json"];
    let found = json(&not);
    assert_eq!((&found["first_wins"], &found["certificate"]), (&json!(false), &Value::Null));

    std::fs::write(file, "no proof\n").unwrap();
    for words in [
        &["tables", "verify", file][..],
        &["tables", "solve", "seega", "--memory", "10", "--out", &folder],
        &["tables", "solve", "salta", "--out", &folder],
        &["tables", "solve", "seega", "--rules", "size=7", "--out", &folder],
    ] {
        let refused = run(words);
        assert_eq!((refused.status, refused.err.lines().count()), (2, 1), "{refused:?}");
    }
}

#[test]
fn the_engine_says_what_is_exact() {
    let folder = &built("tables-engine");
    let mut talk = Talk::of("seega", "size=3");
    talk.say(&format!("setoption name Tables value {folder}"));
    talk.say("position fen g2/bg1/3 g 0,0 - 8");
    let (best, lines) = talk.go("nodes 1000");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("score win 1 exact nodes 0 "), "{lines:?}");
    assert_ne!(best, "none");
    // More stones than the tables have: a search.
    talk.say("position fen ggg/b1b/bgb g 0,0 - 0");
    let (_, lines) = talk.go("nodes 1000");
    assert!(lines.iter().all(|line| !line.contains("exact")), "{lines:?}");
    // A damaged table is named, and the engine plays on.
    std::fs::write(format!("{folder}/seega/size=3/2-1.table"), b"IGTABLE").unwrap();
    talk.say("position fen g2/bg1/3 g 0,0 - 8");
    talk.say("go nodes 1000");
    let lines = talk.wait_for("bestmove");
    assert!(lines.iter().any(|line| line.contains("error") && line.contains("2-1.table")));
    assert!(lines.last().is_some_and(|line| !line.contains("none")), "{lines:?}");
}

#[test]
fn analysis_review_and_play_look_up_tables() {
    let folder = &built("tables-advice");
    let position = "g2/bg1/3 g 0,0 - 8";
    let here = ["seega", "--rules", "size=3", "--from", position];
    fn words<'a>(command: &[&'a str], here: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [command, here, more].concat()
    }
    let command = ["analyze", "--nodes", "500"];
    let found = json(&words(&command, &here, &["--lines", "1", "--tables", folder, "--json"]));
    let lines = found["lines"].as_array().unwrap();
    // All actions, each with its exact result, whatever the number of lines.
    let actions = json(&words(&["moves"], &here, &["--json"]));
    assert_eq!(lines.len(), actions["legal"].as_array().unwrap().len(), "{found}");
    assert_eq!(lines[0]["exact"], json!({ "value": "win", "distance": 2 }));
    assert_eq!(found["nodes"], json!(0));
    let without = json(&words(&command, &here, &["--lines", "1", "--json"]));
    assert!(without["nodes"].as_u64() > Some(0) && without["lines"][0].get("exact").is_none());
    let shown = printed(&words(&command, &here, &["--tables", folder]));
    assert!(shown.contains("Exact: win in 2"), "{shown}");

    let mut talk = Talk::with(&["--tables", folder], "seega", "size=3");
    talk.say(&format!("position fen {position}"));
    let (_, lines) = talk.go("nodes 1000");
    assert!(lines[0].contains("score win 1 exact nodes 0 "), "{lines:?}");

    let record = format!("{folder}/game.txt");
    let text = format!("[Game \"seega\"]\n[Rules \"size=3\"]\n[Start \"{position}\"]\n\n1. a3b3\n");
    std::fs::write(&record, text).unwrap();
    let review = |more: &[&str]| json(&[&["record", "review", &record], more].concat());
    let exact = |review: &Value| review["review"]["entries"][0]["exact"].clone();
    assert_eq!(exact(&review(&["--tables", folder, "--json"])), json!(true));
    assert_eq!(exact(&review(&["--json"])), json!(false));

    // A damaged table is named, and the work goes on without.
    std::fs::write(format!("{folder}/seega/size=3/2-1.table"), b"IGTABLE").unwrap();
    let args = words(&command, &here, &["--tables", folder, "--json"]);
    let done = igroteka().args(&args).output().unwrap();
    assert!(done.status.success());
    assert!(String::from_utf8_lossy(&done.stderr).contains("2-1.table: damaged table"));
    let none = igroteka().args(words(&command, &here, &["--tables", "/nowhere"])).output().unwrap();
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("/nowhere"));
}
