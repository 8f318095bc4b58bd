//! `tables`: building, checking, probing and listing.

mod support;

use serde_json::{Value, json};
use support::{LANGS, answer, folder, igroteka, json, printed, run};

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
