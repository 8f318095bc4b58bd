//! `record show`, `record check`, `record convert`.

mod support;

use serde_json::json;
use support::{LANGS, folder, json, printed, printed_with, refused, refused_with, run};

const SEEGA: &str = r#"[Game "seega"]
[Rules "size=3"]
[First "Anna"]
[Result "second resign"]

{A short game} 1. a1 2. b1! {[%eval 0.35] a comment} 3. c1
"#;

const PDN: &str = r#"[White "Anna"]
[GameType "25,W,8,8,A0,0"]
[Result "1/2-1/2"]
[Reason "agreement"]

1. c3-d4 d6-c5 2. b2-c3 {solid} f6-g5 1/2-1/2
"#;

/// A file with this text.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder(name).join("game.txt");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn show_tells_the_game_by_turns_and_draws_the_end() {
    let path = file("show", SEEGA);
    let out = printed(&["record", "show", &path]);
    for part in [
        "Seega (Board: 3)\n",
        "Green: Anna\n",
        "\nA short game\n",
        "   1. Green  a1\n",
        "   2. Blue   b1! (0.35) {a comment}\n",
        " 1 | g | b | g |\n",
        "Blue wins",
    ] {
        assert!(out.contains(part), "{part:?} in {out}");
    }
    assert!(!out.contains("to move"), "{out}");
    let russian = printed(&["record", "show", &path, "--lang", "ru"]);
    assert!(russian.contains("Сиджа (Доска: 3)") && russian.contains("Зелёные"), "{russian}");
    let shown = json(&["record", "show", &path, "--json"]);
    assert_eq!(shown["rules"], "seega(size=3)");
    assert_eq!(shown["tags"], json!({"First": "Anna"}));
    assert_eq!(shown["result"], json!({"winner": "second", "reason": "resign"}));
    assert_eq!(
        shown["entries"][1],
        json!({
            "turn": 2, "side": "second", "action": "b1", "glyph": "!", "eval": "0.35",
            "comment": "a comment"
        })
    );
}

#[test]
fn show_breaks_lines_and_keeps_the_terminal_safe() {
    let text = SEEGA.replace("a comment", &format!("\u{1b}[31m{}", "word ".repeat(60)));
    let out = printed(&["record", "show", &file("show-long", text)]);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(out.contains("\\u{1b}[31m"), "{out}");
}

#[test]
fn check_says_that_games_are_right() {
    let path = file("check", format!("{SEEGA}\n{PDN}"));
    let out = printed(&["record", "check", &path]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("1. seega(size=3)") && lines[0].ends_with("second resign"));
    assert!(lines[1].starts_with("2. draughts(cyclic=off)"), "{out}");
    assert_eq!(printed_with(&["record", "check", "-"], SEEGA.as_bytes()).lines().count(), 1);
    let checked = json(&["record", "check", &file("check-json", PDN), "--json"]);
    assert_eq!(checked["entries"], 4);
    assert_eq!(checked["result"], json!({"winner": "draw", "reason": "agreement"}));
}

#[test]
fn an_illegal_move_is_told_with_turn_move_and_rule() {
    let bad = SEEGA.replace("3. c1", "3. b1");
    let path = file("illegal", format!("{SEEGA}\n{bad}"));
    for command in ["show", "check"] {
        let message = refused(&["record", command, &path], 1);
        for part in ["game.txt", "Game 2", "Turn 3", "b1"] {
            assert!(message.contains(part), "{part}: {message}");
        }
    }
    refused(&["record", "convert", &path, "--to", "record"], 1);
    let pdn = PDN.replace("b2-c3", "b2-b3");
    let message = refused_with(&["record", "check", "-"], pdn.as_bytes(), 1);
    assert!(message.contains("Turn 3") && message.contains("b2-b3"), "{message}");
    assert!(message.contains("line 6"), "{message}");
}

#[test]
fn a_result_against_the_rules_is_told() {
    let over = r#"[Game "seega"]
[Rules "size=3"]
[Start "gb1/2g/3 g 0,0 - 0"]
[Result "draw quiet"]

1. c2c3
"#;
    let message = refused_with(&["record", "check", "-"], over.as_bytes(), 1);
    assert!(message.contains("draw quiet") && message.contains("first eliminated"), "{message}");
    let pdn = PDN.replace("agreement", "no-moves");
    refused_with(&["record", "check", "-"], pdn.as_bytes(), 1);
}

#[test]
fn broken_files_are_wrong_calls() {
    let line = |text: &str| refused_with(&["record", "check", "-"], text.as_bytes(), 2);
    assert!(line("").starts_with("-: "));
    assert!(line("[Game \"seega\"]\n[Rules \"size=4\"]").contains("line 2"));
    assert!(line("[Game \"seega\"]\n[Start \"5/5\"]").contains("line 2"));
    assert!(line("[Game \"seega\"]\n\n1. a1 {never closed").contains("line 3"));
    assert!(line("[Game \"seega\"]\n\n2. a1").contains("line 3"));
    assert!(line("[Game \"seega\"]\n[Result \"1-0\"]").contains("1-0"));
    assert!(line("1. a1").contains("Game"));
    assert!(line("[GameType \"20\"]\n\n1. 32-28").contains("GameType"));
    assert!(
        line("[GameType \"25\"]\n[FEN \"W:We1:Bd2,f2,d4,f4,d6\"]\n\n1. e1xc7").contains("e1:g3")
    );
    let message = refused_with(&["record", "check", "-"], b"[Game \"\xff\"]", 2);
    assert!(message.contains("UTF-8") && message.contains('8'), "{message}");
    let missing = refused(&["record", "show", "/no/such/game.txt"], 2);
    assert!(missing.contains("/no/such/game.txt"), "{missing}");
    refused(&["record", "show", env!("CARGO_TARGET_TMPDIR")], 2);
}

/// A file as draughts programs of the nineties wrote it: no GameType, Windows-1251, `2-0` alone.
#[test]
fn a_file_in_windows_1251_is_read() {
    let text = "[White \"Полоусов А.\"]\n[Black \"Казас Д.\"]\n[Result \"2-0\"]\n\n1. cb4 bc5 2. bc3 fe5 2-0\n";
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| match c {
            'А'..='я' => (c as u32 - 'А' as u32) as u8 + 0xc0,
            _ => u8::try_from(c).unwrap(),
        })
        .collect();
    let path = file("cp1251", &bytes);
    let shown = printed(&["record", "show", &path]);
    assert!(shown.contains("Полоусов А.") && shown.contains("c3-b4"), "{shown}");
    // The reason is not made up, in neither form.
    assert!(!shown.contains("resigned"), "{shown}");
    let pdn = printed(&["record", "convert", &path, "--to", "pdn"]);
    assert!(pdn.contains("[GameType \"25,") && !pdn.contains("Reason"), "{pdn}");
    let own = printed(&["record", "convert", &path, "--to", "record"]);
    assert!(own.contains("[Result \"first unstated\"]"), "{own}");
    let check = printed(&["record", "check", &path]);
    assert!(check.contains("first unstated"), "{check}");
}

/// Moves alone, as people paste them: Russian draughts, numbers or letters.
#[test]
fn a_file_without_tags_is_russian_draughts() {
    for moves in ["1. 22-18 9-13 2. 18-15 11x18", "1.cd4 ba5 2.de5 fd4", "c3-d4 b6-a5 d4-e5 f6:d4"]
    {
        let pdn = printed_with(&["record", "convert", "-", "--to", "pdn"], moves.as_bytes());
        assert!(pdn.contains("[GameType \"25,"), "{pdn}");
        assert!(pdn.contains("1. c3-d4 b6-a5 2. d4-e5 f6:d4 *"), "{pdn}");
    }
}

#[test]
fn a_cyclic_game_is_not_exported_as_the_classic_one() {
    let own = "[Game \"draughts\"]\n\n1. c3-d4\n";
    let pdn = printed_with(&["record", "convert", "-", "--to", "pdn"], own.as_bytes());
    assert!(pdn.contains("[GameType \"cyclic,") && pdn.contains("\n% Russian cyclic"), "{pdn}");
    let back = printed_with(&["record", "convert", "-", "--to", "record"], pdn.as_bytes());
    assert!(back.contains("[Game \"draughts\"]") && !back.contains("cyclic=off"), "{back}");
}

#[test]
fn convert_writes_either_form() {
    let path = file("convert", PDN);
    assert_eq!(printed(&["record", "convert", &path, "--to", "pdn"]), PDN);
    let own = printed(&["record", "convert", &path, "--to", "record"]);
    assert!(own.contains("[Rules \"cyclic=off\"]") && own.contains("2. d6-c5"), "{own}");
    assert_eq!(printed_with(&["record", "convert", "-", "--to", "pdn"], own.as_bytes()), PDN);
    let both = format!("{own}\n{own}");
    assert_eq!(printed_with(&["record", "convert", "-", "--to", "record"], both.as_bytes()), both);
    let message = refused_with(&["record", "convert", "-", "--to", "pdn"], SEEGA.as_bytes(), 2);
    assert!(message.contains("seega"), "{message}");
    let message = refused(&["record", "convert", &path, "--to", "pgn"], 2);
    assert!(message.contains("record, pdn"), "{message}");
}

#[test]
fn answers_come_in_both_languages() {
    for lang in LANGS {
        let answer =
            run(&["record", "check", &file(&format!("lang-{lang}"), SEEGA), "--lang", lang]);
        assert_eq!(answer.status, 0);
        assert_eq!(answer.out.contains("Запись верна"), lang == "ru", "{}", answer.out);
    }
}
