//! Matches: counting, pairs, records, players that misbehave.

mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{GAMES, folder, json, refused, run};

const FIELDS: [&str; 11] = [
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "elo",
    "elo_error",
    "illegal_a",
    "illegal_b",
    "crashes_a",
    "crashes_b",
];

fn number(answer: &Value, field: &str) -> f64 {
    answer[field].as_f64().unwrap_or_else(|| panic!("{field} in {answer}"))
}

/// Checks that the numbers fit together.
fn sound(answer: &Value) {
    let [games, wins, draws, losses, score] =
        ["games", "wins", "draws", "losses", "score"].map(|field| number(answer, field));
    assert!((wins + draws + losses - games).abs() < 1e-9, "{answer}");
    assert!(((wins + draws / 2.0) / games - score).abs() < 1e-9, "{answer}");
    assert!(FIELDS.iter().all(|field| number(answer, field).is_finite()), "{answer}");
    assert_eq!(number(answer, "elo") > 0.0, score > 0.5, "{answer}");
}

/// The answer without what depends on the clock.
fn timeless(mut answer: Value) -> Value {
    answer.as_object_mut().unwrap().remove("seconds");
    answer
}

#[test]
fn random_games_are_legal_and_counted() {
    for game in GAMES {
        let args =
            ["match", game, "--a", "random", "--b", "random", "--games", "20", "--json", "--jobs"];
        let answer = json(&[&args[..], &["1"]].concat());
        sound(&answer);
        assert_eq!(number(&answer, "games"), 20.0);
        for field in ["illegal_a", "illegal_b", "crashes_a", "crashes_b"] {
            assert_eq!(number(&answer, field), 0.0, "{answer}");
        }
        let pairs: u64 = answer["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
        assert_eq!(pairs, 10);
        // However many jobs share the work.
        let again = json(&[&args[..], &["3"]].concat());
        assert_eq!(timeless(answer), timeless(again));
    }
}

#[test]
fn every_kind_of_player_plays_every_game() {
    let players = ["level=1", "nodes=60", "depth=1", "greedy", "uct,nodes=5"];
    for game in GAMES {
        for (index, a) in players.iter().enumerate() {
            let b = players[(index + 1) % players.len()];
            let rules = if game == "salta" { "limit=20" } else { "" };
            let answer = json(&[
                "match", game, "--a", a, "--b", b, "--games", "3", "--json", "--rules", rules,
            ]);
            sound(&answer);
            assert_eq!(number(&answer, "games"), 3.0);
        }
    }
    let timed = ["--a", "time=0.005", "--b", "uct,time=0.005", "--games", "2", "--json"];
    sound(&json(&[&["match", "seega", "--rules", "size=3"][..], &timed].concat()));
}

#[test]
fn the_stronger_player_is_seen_to_be() {
    let players = ["--a", "nodes=2000", "--b", "random", "--games", "20"];
    let args = [&["match", "draughts", "--rules", "classic"][..], &players].concat();
    let answer = json(&[&args[..], &["--json"]].concat());
    assert!(number(&answer, "score") > 0.7 && number(&answer, "elo") > 100.0, "{answer}");
    let out = support::printed(&args);
    assert!(out.contains("Elo +") && out.contains("Games: 20"), "{out}");
    let out = support::printed(&[&args[..], &["--lang", "ru"]].concat());
    assert!(out.contains("Эло +"), "{out}");
}

#[test]
fn a_sequential_test_ends_by_itself() {
    let test = |a, b, bounds| {
        json(&[
            "match", "draughts", "--a", a, "--b", b, "--sprt", bounds, "--json", "--rules",
            "classic",
        ])
    };
    let better = test("nodes=2000", "random", "0,100");
    assert_eq!(better["sprt"]["accepted"], "H1", "{better}");
    assert!(number(&better["sprt"], "llr") >= 2.94 && number(&better, "games") < 500.0);
    let worse = test("random", "nodes=2000", "-50,50");
    assert_eq!(worse["sprt"]["accepted"], "H0", "{worse}");
    // The number of games is the most that it may take.
    let args = ["match", "seega", "--a", "random", "--b", "random", "--sprt", "0,1", "--json"];
    let answer = json(&[&args[..], &["--games", "6"]].concat());
    assert_eq!((number(&answer, "games"), &answer["sprt"]["accepted"]), (6.0, &Value::Null));
}

/// The entries of each game of a file, in order.
fn entries(file: &Path) -> Vec<Vec<String>> {
    let out = support::printed(&["record", "show", &file.display().to_string(), "--json"]);
    let texts = |record: &Value| {
        let entries = record["entries"].as_array().expect("a list").iter();
        entries.map(|entry| entry["action"].as_str().expect("an action").to_owned()).collect()
    };
    let values: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let flat: Vec<Value> = match &values[..] {
        [Value::Array(all)] => all.clone(),
        _ => values,
    };
    flat.iter().map(texts).collect()
}

#[test]
fn records_show_paired_openings_and_equal_throws() {
    let folder = folder("match-records");
    for game in GAMES {
        let file = folder.join(format!("{game}.txt"));
        let name = file.display().to_string();
        let args = ["--a", "random", "--b", "greedy", "--games", "6", "--records", &name, "--json"];
        json(&[&["match", game][..], &args].concat());
        support::printed(&["record", "check", &name]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches("[Game ").count(), 6, "{text}");
        assert_eq!(text.matches("[First \"random\"]").count(), 3);
        assert_eq!(text.matches("[Second \"random\"]").count(), 3);
        let games = entries(&file);
        let is_throw = |entry: &&String| entry.starts_with('t') && entry.len() == 2;
        for pair in games.chunks(2) {
            assert_eq!(pair[0][..6], pair[1][..6], "{game}");
            let [one, two] =
                [0, 1].map(|index| pair[index].iter().filter(is_throw).collect::<Vec<_>>());
            let both = one.len().min(two.len());
            assert_eq!(one[..both], two[..both], "{game}");
            assert_eq!(both > 0, game == "senet");
        }
        assert_ne!(games[0][..6], games[2][..6], "{game}");
    }
}

#[test]
fn the_match_begins_where_it_is_told_to() {
    let folder = folder("match-from");
    let file = folder.join("games.txt").display().to_string();
    let position = "8/8/1w5b/8/8/2b5/8/W7 w 0,0 0 0";
    json(&[
        "match",
        "draughts",
        "--rules",
        "classic",
        "--from",
        position,
        "--openings",
        "0",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "2",
        "--records",
        &file,
        "--json",
    ]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches(&format!("[Start \"{position}\"]")).count(), 2, "{text}");
}

/// A program in the shell's language that speaks the protocol: `go` and `start` are its own.
#[cfg(unix)]
fn program(folder: &Path, name: &str, start: &str, go: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path: PathBuf = folder.join(name);
    let script = format!(
        "#!/bin/sh\n{start}\nwhile read -r word rest; do\ncase \"$word\" in\n\
         ugi) echo id name {name}; echo ugiok;;\nisready) echo readyok;;\n\
         go) {go};;\nquit) exit 0;;\nesac\ndone\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// A match against a program; it plays b.
#[cfg(unix)]
fn against(program: &str, limits: &str, games: &str, records: &Path) -> (i32, Value, String) {
    let spec = format!("cmd:{program},{limits}");
    let records = records.display().to_string();
    let answer = run(&[
        "match",
        "seega",
        "--rules",
        "size=3",
        "--a",
        "random",
        "--b",
        &spec,
        "--games",
        games,
        "--jobs",
        "2",
        "--records",
        &records,
        "--json",
    ]);
    let value = serde_json::from_str(&answer.out).unwrap_or_else(|_| panic!("{answer:?}"));
    (answer.status, value, answer.err)
}

#[cfg(unix)]
#[test]
fn who_cheats_crashes_or_is_silent_loses() {
    let folder = folder("match-faults");
    let cases = [
        ("cheat", "", "echo bestmove z9", "time=0.1", "illegal_b"),
        ("none", "", "echo bestmove none", "nodes=100", "illegal_b"),
        ("empty", "", "echo bestmove", "nodes=100", "illegal_b"),
        ("crash", "", "exit 3", "time=0.1", "crashes_b"),
        ("stillborn", "exit 1", "", "time=0.1", "crashes_b"),
        ("silent", "", ":", "time=0.1,timeout=0.4", "crashes_b"),
        ("mute", "cat >/dev/null", "", "time=0.1,timeout=0.3", "crashes_b"),
    ];
    for (name, start, go, limits, field) in cases {
        let program = program(&folder, name, start, go);
        let records = folder.join(format!("{name}.txt"));
        let (status, answer, err) = against(&program, limits, "4", &records);
        assert_eq!(status, 1, "{name}: {answer}");
        assert_eq!(err.lines().count(), 1, "{name}: {err}");
        sound(&answer);
        assert_eq!(number(&answer, "wins"), 4.0, "{name}: {answer}");
        let faults: HashMap<&str, f64> =
            FIELDS[7..].iter().map(|field| (*field, number(&answer, field))).collect();
        assert_eq!(faults[field], 4.0, "{name}: {answer}");
        assert_eq!(faults.values().sum::<f64>(), 4.0, "{name}: {answer}");
        support::printed(&["record", "check", &records.display().to_string()]);
        let text = std::fs::read_to_string(&records).unwrap();
        assert!(text.contains("abandoned") || text.contains("time"), "{name}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_player_that_crashes_now_and_then_is_started_again() {
    let folder = folder("match-sometimes");
    let tally = folder.join("count").display().to_string();
    // Every third question ends it; otherwise the first empty square of the placing stage, which
    // soon is an illegal answer.
    let go = format!(
        "echo x >> {tally}; [ $(( $(wc -l < {tally}) % 3 )) -eq 0 ] && exit 1; echo bestmove a1"
    );
    let program = program(&folder, "sometimes", "", &go);
    let (status, answer, _) = against(&program, "nodes=10", "12", &folder.join("games.txt"));
    assert_eq!(status, 1);
    sound(&answer);
    assert!(number(&answer, "crashes_b") > 0.0 && number(&answer, "illegal_b") > 0.0, "{answer}");
}

#[test]
fn the_engine_plays_itself_as_a_program() {
    let spec = format!("cmd:{} engine,option.Hash=2,nodes=200", env!("CARGO_BIN_EXE_igroteka"));
    for (game, rules) in [("senet", "short"), ("draughts", "cyclic=off"), ("diaballik", "limit=20")]
    {
        let args = ["--a", "nodes=200,hash=2", "--b", &spec, "--games", "2", "--json"];
        let answer = json(&[&["match", game, "--rules", rules][..], &args].concat());
        sound(&answer);
        assert_eq!(FIELDS[7..].iter().map(|field| number(&answer, field)).sum::<f64>(), 0.0);
    }
}

#[test]
fn several_players_in_a_round_robin() {
    let records = folder("round-robin").join("games.txt");
    let records = records.display().to_string();
    let call = [
        &["match", "seega", "--rules", "size=3"][..],
        &["--player", "random", "--player", "nodes=300", "--player", "greedy"],
        &["--games", "6", "--records", &records],
    ]
    .concat();
    let answer = json(&[&call[..], &["--json"]].concat());
    let players = answer["players"].as_array().unwrap();
    assert_eq!(players.len(), 3, "{answer}");
    assert_eq!(players[2]["player"], "random", "{answer}");
    let points: f64 = players.iter().map(|player| number(player, "points")).sum();
    assert_eq!(points, 18.0);
    assert!(players.iter().all(|player| number(player, "games") == 12.0));
    let elo: f64 = players.iter().map(|player| number(player, "elo")).sum();
    assert!(elo.abs() < 0.5, "{answer}");
    let meetings = answer["meetings"].as_array().unwrap();
    assert_eq!(meetings.len(), 3);
    assert_eq!((&meetings[0]["a"], &meetings[0]["b"]), (&"random".into(), &"nodes=300".into()));
    let games = support::printed(&["record", "check", &records]);
    assert_eq!(games.lines().count(), 18, "{games}");
    let shown = support::printed(&call);
    assert!(shown.lines().next().unwrap().contains("1. "), "{shown}");
    refused(&["match", "seega", "--player", "random"], 2);
    refused(&["match", "seega", "--player", "random", "--player", "x"], 2);
}

#[test]
fn openings_from_a_file() {
    let folder = folder("match-book");
    let book = folder.join("book.txt");
    let records = folder.join("games.txt").display().to_string();
    std::fs::write(&book, "# two openings\n\nc3-d4 d6-c5\na3-b4\n").unwrap();
    let name = book.display().to_string();
    let call = [
        &["match", "draughts", "--a", "random", "--b", "random", "--games", "6"][..],
        &["--book", &name, "--records", &records, "--json"],
    ]
    .concat();
    json(&call);
    let games = std::fs::read_to_string(&records).unwrap();
    assert_eq!(games.matches("1. c3-d4 2. d6-c5").count(), 4, "{games}");
    assert_eq!(games.matches("1. a3-b4").count(), 2, "{games}");
    std::fs::write(&book, "c3-d4\n\nc3-c4\n").unwrap();
    let message = refused(&call[..call.len() - 1], 1);
    assert!(message.contains("3") && message.contains("book.txt"), "{message}");
    std::fs::write(&book, "# nothing\n").unwrap();
    refused(&call[..call.len() - 1], 2);
    refused(&[&call[..], &["--openings", "2"]].concat(), 2);
}

/// The first interrupt ends a match with what there is.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_summary() {
    use std::io::{BufRead, BufReader};
    let records = folder("match-interrupt").join("games.txt");
    let mut command = support::igroteka();
    command.args(["match", "seega", "--a", "random", "--b", "greedy", "--games", "1000000"]);
    command.args(["--jobs", "1", "--json", "--records"]).arg(&records);
    command.stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Some games are over when the file has grown.
    while std::fs::metadata(&records).map_or(0, |file| file.len()) < 10_000 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pid = rustix::process::Pid::from_raw(child.id().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(child.wait().unwrap().success());
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert!(number(&answer, "games") > 1.0 && number(&answer, "games") < 1e6, "{answer}");
}

#[test]
fn wrong_calls() {
    let with = |more: &[&str]| {
        let mut args = vec!["match", "seega"];
        args.extend(more);
        refused(&args, 2)
    };
    for spec in ["", "level=9", "time=0", "strong", "uct", "greedy,time=1", "cmd:,time=1"] {
        let message = with(&["--a", spec, "--b", "random"]);
        assert!(message.contains("--a") && message.contains("level=1…8"), "{message}");
        assert!(with(&["--a", "random", "--b", spec]).contains("--b"));
    }
    let both = ["--a", "random", "--b", "random"];
    for more in [
        ["--games", "0"],
        ["--games", "-3"],
        ["--games", "x"],
        ["--jobs", "0"],
        ["--seed", "x"],
        ["--openings", "-1"],
        ["--sprt", "5"],
        ["--sprt", "5,0"],
        ["--sprt", "a,b"],
        ["--records", "/nowhere/games.txt"],
        ["--rules", "size=4"],
        ["--from", "nonsense"],
    ] {
        with(&[&both[..], &more].concat());
    }
    with(&["--a", "random"]);
    let missing = with(&["--a", "random", "--b", "cmd:/nowhere/engine,time=1"]);
    assert!(missing.contains("/nowhere/engine"), "{missing}");
    let over = ["--from", "8/8/8/8/3b4/2w5/8/8 w 0,0 0 0", "--moves", "c3:e5"];
    refused(&[&["match", "draughts"][..], &over, &both].concat(), 1);
}
