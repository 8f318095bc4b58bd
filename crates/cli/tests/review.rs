//! `record review`.

mod support;

use support::{LANGS, folder, printed, refused};

/// White wins by capturing an own man as well, and steps aside instead.
const DRAUGHTS: &str = r#"[Game "draughts"]
[Start "8/8/8/2w5/3w1b2/8/5b2/8 w 0,0 0 0"]
[First "Anna"]
[Result "*"]

1. c5-b6
"#;

/// A file with two games, the second one of Senet: always the first action that is possible.
fn file(name: &str) -> String {
    let mut moves: Vec<String> = Vec::new();
    let mut throws = ["t1", "t2", "t3", "t5"].iter().cycle();
    while moves.len() < 10 {
        let played = moves.join(" ");
        let legal = printed(&["moves", "senet", "--rules", "pieces=5", "--moves", &played]);
        let first = legal.lines().next().unwrap();
        let throw = first == "t1";
        moves.push(if throw { throws.next().unwrap().to_string() } else { first.to_owned() });
    }
    let path = folder(name).join("games.txt");
    let senet = format!("[Game \"senet\"]\n[Rules \"pieces=5\"]\n\n{}\n", moves.join(" "));
    std::fs::write(&path, format!("{DRAUGHTS}\n{senet}")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn mistakes_turning_points_luck_and_skill_are_told_and_fit() {
    let path = file("review");
    for lang in LANGS {
        let out = printed(&["record", "review", &path, "--nodes", "20000", "--lang", lang]);
        assert!(out.contains("c5:e3:g1"), "{out}");
        let words = match lang {
            "en" => ["blunder, turning point", "Luckiest throws", "Accuracy", "Luck of the throws"],
            _ => ["грубая ошибка, переломный ход", "удачные броски", "Точность", "Везение"],
        };
        for word in words {
            assert!(out.contains(word), "{word}: {out}");
        }
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    }
}

#[test]
fn the_data_are_the_same_every_time() {
    let path = file("review-json");
    let call = ["record", "review", &path, "--nodes", "3000", "--json"];
    let out = printed(&call);
    assert_eq!(out, printed(&call));
    let games: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [draughts, senet] = &games[..] else { panic!("{out}") };
    assert_eq!((&draughts["game"], &draughts["rules"]), (&1.into(), &"draughts".into()));
    let entry = &draughts["review"]["entries"][0];
    assert_eq!((&entry["mark"], &entry["turning"]), (&"blunder".into(), &true.into()));
    assert_eq!(entry["best"], "c5:e3:g1");
    let throw = &senet["review"]["entries"][0];
    assert!(throw["luck"].is_number() && throw["throw"] == true, "{throw}");
    assert!(senet["review"]["sides"]["first"]["luck"].is_number());
}

/// The annotated record is one: it replays, has a value behind every entry, and names the better
/// line and the refutation.
#[test]
fn an_annotated_record_is_written() {
    let path = folder("review-annotated").join("games.txt");
    let path = path.to_str().unwrap();
    let lost = DRAUGHTS.replace("1. c5-b6", "1. c5-b6 f2-g1").replace("Anna", "Анна");
    std::fs::write(path, lost).unwrap();
    let out = folder("review-annotated-out").join("annotated.txt");
    let out = out.to_str().unwrap();
    let call = ["record", "review", path, "--nodes", "20000", "--annotate", out];
    let shown = printed(&call);
    // The board at the turning point, and what is played instead and against it.
    assert!(shown.contains("     a   b   c   d   e   f   g   h"), "{shown}");
    assert!(shown.contains("Better: c5:e3:g1") && shown.contains("Refuted by: "), "{shown}");
    let written = std::fs::read_to_string(out).unwrap();
    assert!(written.contains("c5-b6??") && written.contains("Better: c5:e3:g1"), "{written}");
    assert!(written.contains("Refuted by:") && written.contains("Анна"), "{written}");
    printed(&["record", "check", out]);
    let again = printed(&["record", "show", out, "--json"]);
    let again: serde_json::Value = serde_json::from_str(&again).unwrap();
    assert!(again["entries"].as_array().unwrap().iter().all(|entry| entry["eval"].is_string()));
    refused(&["record", "review", path, "--nodes", "500", "--annotate", "/nowhere/a.txt"], 2);
}

/// The game of the examples ends with a loss by force: it is named, in whole lines.
#[test]
fn a_forced_loss_is_named() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/game.txt");
    for (lang, forced) in [("en", "A forced win for Blue"), ("ru", "Синие форсированно выигрывают")]
    {
        let shown = printed(&["record", "review", game, "--nodes", "30000", "--lang", lang]);
        assert!(shown.contains(forced), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }
}

#[test]
fn wrong_calls_are_refused() {
    let path = file("review-wrong");
    for wrong in [["--nodes", "0"], ["--nodes", "many"], ["--time", "-1"], ["--time", "x"]] {
        refused(&["record", "review", &path, wrong[0], wrong[1]], 2);
    }
    refused(&["record", "review", &path, "--nodes", "5000", "--time", "1"], 2);
    refused(&["record", "review", "no-such-file.txt"], 2);
}
