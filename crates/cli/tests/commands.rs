//! `games`, `position`, `moves`, `perft`, `playouts`, `diagram`, `completions`: what a user gets.

mod support;

use serde_json::Value;
use support::{GAMES, LANGS, folder, igroteka, json, printed, refused, run};

#[test]
fn games_lists_options_and_presets() {
    for lang in LANGS {
        let out = printed(&["games", "--lang", lang]);
        for part in ["seega", "size=5", "traditional", "order=steps-first", "cyclic=off"] {
            assert!(out.contains(part), "{lang}: {part}");
        }
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    }
    assert!(printed(&["games", "--lang", "ru"]).contains("Сиджа"));
}

#[test]
fn games_as_json_agree_with_the_other_commands() {
    let games = json(&["games", "--json"]);
    let games = games.as_array().unwrap();
    assert_eq!(games.iter().map(|game| game["game"].as_str().unwrap()).collect::<Vec<_>>(), GAMES);
    for game in games {
        let id = game["game"].as_str().unwrap();
        assert_eq!(printed(&["position", id]).trim_end(), game["start"].as_str().unwrap());
        for option in game["options"].as_array().unwrap() {
            let name = option["name"].as_str().unwrap();
            let mut values = option["values"].as_array().cloned().unwrap_or_default();
            values.extend(["min", "max", "default"].map(|key| option[key].clone()));
            for value in values.iter().filter(|value| !value.is_null()) {
                let value = value.to_string();
                let rules = format!("{name}={}", value.trim_matches('"'));
                printed(&["position", id, "--rules", &rules]);
            }
        }
        for preset in game["presets"].as_array().unwrap() {
            let by = |key: &str| {
                let rules = preset[key].as_str().unwrap();
                json(&["position", id, "--json", "--rules", rules])["rules"].clone()
            };
            assert_eq!(by("name"), by("options"));
        }
    }
}

#[test]
fn position_prints_the_position_reached() {
    assert_eq!(
        printed(&["position", "diaballik", "--moves", "a1a2 a2a3 end"]),
        "bbbBbbb/7/7/7/r6/7/1rrRrrr b 2p 1\n"
    );
    let from = "3/gb1/b1g g 0,0 - 4";
    assert_eq!(
        printed(&["position", "seega", "--rules", "size=3", "--from", from]),
        format!("{from}\n")
    );
}

#[test]
fn position_prints_the_result_of_a_finished_game() {
    let args = [
        "position",
        "seega",
        "--rules",
        "size=3",
        "--from",
        "gb1/2g/3 g 0,0 - 0",
        "--moves",
        "c2c3",
    ];
    assert_eq!(printed(&args), "g1g/3/3 b 0,0 - 0\nfirst eliminated\n");
    let mut args = args.to_vec();
    args.push("--json");
    let answer = json(&args);
    assert_eq!(answer["result"], serde_json::json!({"winner": "first", "reason": "eliminated"}));
    assert_eq!(answer["to_act"], "none");
    assert_eq!(answer["legal"], serde_json::json!([]));
}

#[test]
fn position_draws_the_board_when_asked() {
    let sizes = [("seega", 5, 5), ("salta", 10, 10), ("draughts", 8, 8), ("diaballik", 7, 7)];
    for (game, files, ranks) in sizes {
        let out = printed(&["position", game, "--board"]);
        assert!(out.is_ascii(), "{out}");
        let rows: Vec<&str> = out.lines().filter(|line| line.contains('|')).collect();
        assert_eq!(rows.len(), ranks, "{out}");
        let width = rows[0].len();
        assert!(rows.iter().all(|row| row.len() == width && row.matches('|').count() == files + 1));
        assert!(out.lines().count() < 24, "{out}");
    }
    let out = printed(&["position", "senet", "--board", "--lang", "ru", "--moves", "t3"]);
    assert!(out.contains("3 очка") && out.contains("конусов"), "{out}");
}

#[test]
fn moves_prints_sorted_actions_alone() {
    let mut expected: Vec<String> =
        ["a", "c", "e", "g"].iter().flat_map(|file| steps(file)).collect();
    expected.sort();
    let out = printed(&["moves", "draughts", "--rules", "cyclic=off"]);
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    assert_eq!(printed(&["moves", "senet"]), "t1\nt2\nt3\nt4\nt5\n");
}

fn steps(file: &str) -> Vec<String> {
    let at = file.as_bytes()[0];
    [at - 1, at + 1]
        .into_iter()
        .filter(|to| (b'a'..=b'h').contains(to))
        .map(|to| format!("{file}3-{}4", char::from(to)))
        .collect()
}

#[test]
fn moves_warns_of_losing_actions_beside_the_list() {
    let answer = run(&["moves", "diaballik"]);
    assert_eq!(answer.status, 0);
    assert_eq!(answer.out, "a1a2\nb1b2\nc1c2\nd1>c1\nd1>e1\ne1e2\nf1f2\ng1g2\n");
    let warned: Vec<&str> =
        answer.err.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(warned, ["d1>c1", "d1>e1"]);
    let answer = json(&["moves", "diaballik", "--json"]);
    assert_eq!(
        answer["warnings"],
        serde_json::json!({"d1>c1": "loses-at-once:wall", "d1>e1": "loses-at-once:wall"})
    );
    assert_eq!(answer["legal"].as_array().unwrap().len(), 8);
}

#[test]
fn a_finished_game_has_no_moves() {
    let args = ["moves", "seega", "--rules", "size=3", "--from", "g1g/3/3 b 0,0 - 0"];
    assert_eq!(printed(&args), "");
}

#[test]
fn perft_ends_with_a_bare_number() {
    assert_eq!(printed(&["perft", "draughts", "--rules", "classic", "--depth", "6"]), "37986\n");
    assert_eq!(printed(&["perft", "seega", "--depth", "0"]), "1\n");
    assert_eq!(printed(&["perft", "senet", "--depth", "1"]), "5\n");
    for game in GAMES {
        let whole = printed(&["perft", game, "--depth", "3"]);
        let divided = printed(&["perft", game, "--depth", "3", "--divide"]);
        let mut lines: Vec<&str> = divided.lines().collect();
        assert_eq!(lines.pop(), Some(whole.trim_end()));
        let counts = lines.iter().map(|line| line.split_once(' ').unwrap());
        let sum: u64 = counts.clone().map(|(_, count)| count.parse::<u64>().unwrap()).sum();
        assert_eq!(sum.to_string(), whole.trim_end(), "{game}");
        let moves = run(&["moves", game]).out;
        assert_eq!(
            counts.map(|(text, _)| text).collect::<Vec<_>>(),
            moves.lines().collect::<Vec<_>>()
        );
        let json = json(&["perft", game, "--depth", "3", "--divide", "--json"]);
        assert_eq!(json["nodes"], sum);
        assert_eq!(json["divide"].as_object().unwrap().len(), lines.len());
    }
}

#[test]
fn playouts_report_speed_and_outcomes() {
    for game in GAMES {
        let answer = json(&["playouts", game, "--seconds", "0.05", "--seed", "3", "--json"]);
        let number = |key: &str| answer[key].as_f64().unwrap_or_else(|| panic!("{key}: {answer}"));
        assert!(number("playouts") >= 1.0 && number("actions") >= number("playouts"));
        assert!(number("seconds") >= 0.05 && number("seconds") < 20.0, "{answer}");
        let close = |a: f64, b: f64| (a - b).abs() <= 1e-6 * b.abs() + 1.0;
        assert!(close(number("actions_per_s"), number("actions") / number("seconds")));
        assert!(close(number("playouts_per_s"), number("playouts") / number("seconds")));
        assert!(close(number("first") + number("second") + number("draw"), number("playouts")));
    }
    let out = printed(&["playouts", "seega", "--seconds", "0.01", "--lang", "ru"]);
    assert!(out.contains("Победы: зелёные"), "{out}");
}

#[test]
fn diagram_writes_a_picture() {
    let file = folder("diagram").join("board.svg");
    let name = file.to_str().unwrap();
    for game in GAMES {
        assert_eq!(printed(&["diagram", game, "-o", name]), "");
        let picture = std::fs::read_to_string(&file).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{game}");
        assert_eq!(printed(&["diagram", game, "--out", "-"]), picture);
    }
    let missing = folder("diagram-none").join("none/board.svg");
    let message = refused(&["diagram", "seega", "-o", missing.to_str().unwrap()], 2);
    assert!(message.contains("board.svg"), "{message}");
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for word in ["playouts", "convert", "divide"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let script = printed(&["completions", "bash"]);
    for words in
        ["seega salta senet draughts diaballik", "first second", "en ru", "1 2 3 4", "tournament"]
    {
        assert!(script.contains(words), "{words}");
    }
    // What is offered is not what is demanded: rules can be options, too.
    printed(&["position", "seega", "--rules", "size=3"]);
    let message = refused(&["completions", "tcsh"], 2);
    assert!(message.contains("tcsh") && message.contains("bash, elvish, fish"), "{message}");
}

#[test]
fn options_may_stand_before_and_after_the_command() {
    assert_eq!(json(&["--json", "moves", "senet"]), json(&["moves", "--json", "senet"]));
    assert_eq!(printed(&["--lang=ru", "games"]), printed(&["games", "--lang", "ru"]));
}

#[test]
fn the_environment_chooses_the_language() {
    let games = |variables: &[(&str, &str)]| {
        let mut command = igroteka();
        command.envs(variables.iter().copied()).arg("games");
        support::answer(command, b"").out
    };
    let (english, russian) = (games(&[]), games(&[("LANG", "ru_RU.UTF-8")]));
    assert!(english.contains("Russian cyclic draughts") && russian.contains("Сальта"));
    assert_eq!(games(&[("LANG", "en_GB.UTF-8"), ("LC_ALL", "ru")]), russian);
    assert_eq!(games(&[("LANG", "de_DE.UTF-8")]), english);
    assert_eq!(games(&[("LC_ALL", ""), ("LC_MESSAGES", "C"), ("LANG", "ru")]), english);
}

#[test]
fn json_is_the_same_in_both_languages_but_for_words() {
    for command in ["moves", "position"] {
        for game in GAMES {
            let of = |lang: &str| -> Value { json(&[command, game, "--json", "--lang", lang]) };
            assert_eq!(of("en"), of("ru"));
        }
    }
}

#[test]
fn manual_pages_have_what_a_page_has() {
    for (lang, titles) in [
        ("en", ["EXAMPLES", "EXIT STATUS", "ENVIRONMENT", "FILES"]),
        ("ru", ["ПРИМЕРЫ", "КОД ЗАВЕРШЕНИЯ", "ПЕРЕМЕННЫЕ ОКРУЖЕНИЯ", "ФАЙЛЫ"]),
    ] {
        let folder = folder(&format!("man-{lang}"));
        let listed = printed(&["man", folder.to_str().unwrap(), "--lang", lang]);
        assert!(listed.lines().count() > support::COMMANDS.len(), "{listed}");
        let page = std::fs::read_to_string(folder.join("igroteka.1")).unwrap();
        for title in titles {
            assert!(page.contains(&format!(".SH \"{title}\"")), "{title}: {page}");
        }
        // Each example is a line of its own.
        let moves = std::fs::read_to_string(folder.join("igroteka-moves.1")).unwrap();
        assert!(moves.contains("\nigroteka moves senet \\-\\-moves t3\n"), "{moves}");
        assert!(!moves.contains("EXTRA"), "{moves}");
    }
}

#[test]
fn random_games_with_statistics() {
    let call = ["playouts", "seega", "--rules", "size=3", "--games", "300", "--seed", "7"];
    let data = |seed: &str| {
        let mut answer = json(&[&call[..7], &[seed, "--json"]].concat());
        for timed in ["seconds", "playouts_per_s", "actions_per_s"] {
            answer.as_object_mut().unwrap().remove(timed);
        }
        answer
    };
    let answer = data("7");
    assert_eq!(answer, data("7"));
    assert_ne!(answer, data("8"));
    assert_eq!(answer["playouts"], 300);
    let reasons = answer["reasons"].as_object().unwrap();
    assert_eq!(reasons.values().filter_map(Value::as_u64).sum::<u64>(), 300, "{answer}");
    let mean = |name: &str| answer[name]["mean"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&mean("score")) && mean("branching") >= 1.0, "{answer}");
    let length = answer["actions"].as_f64().unwrap() / 300.0;
    assert!((mean("length") - length).abs() < 0.001, "{answer}");
    assert!(answer["length"]["error"].as_f64().unwrap() > 0.0, "{answer}");
    for (lang, words) in [("en", "Score of Green"), ("ru", "Результат зелёных")] {
        let shown = printed(&[&call[..], &["--lang", lang]].concat());
        assert!(shown.contains(words) && shown.contains("±"), "{shown}");
    }
    refused(&["playouts", "seega"], 2);
    refused(&["playouts", "seega", "--games", "0"], 2);
}
