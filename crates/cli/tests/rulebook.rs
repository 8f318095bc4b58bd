//! `rules`: the documents of the rules in the terminal.

mod support;

use support::{GAMES, LANGS, printed, refused, run};

#[test]
fn an_article_is_shown_with_its_diagram() {
    let shown = printed(&["rules", "diaballik", "2.2"]);
    assert!(shown.starts_with("2.2. After at least one action"), "{shown}");
    // The board of its first diagram, after the step that is named below it.
    assert!(shown.contains("bbbBbbb/7/7/7/7/r6/1rrRrrr r 1p 0"), "{shown}");
    assert!(
        shown.lines().any(|line| line.trim_start().starts_with("a  b  c")
            || line.split_whitespace().eq(["a", "b", "c", "d", "e", "f", "g"])),
        "{shown}"
    );
    for left in ["```", "**", "legal-set", "](", "2.3. "] {
        assert!(!shown.contains(left), "{left} in {shown}");
    }
    let russian = printed(&["rules", "diaballik", "2.2", "--lang", "ru"]);
    assert!(russian.starts_with("2.2. ") && russian.contains("/r6/1rrRrrr r 1p 0"), "{russian}");
    let chapter = printed(&["rules", "diaballik", "2"]);
    assert!(chapter.starts_with("2. The turn") && chapter.contains("\n2.3. "), "{chapter}");
    refused(&["rules", "diaballik", "2.99"], 2);
    refused(&["rules", "chess"], 2);
}

#[test]
fn all_rules_are_readable_in_both_languages() {
    for game in GAMES {
        for lang in LANGS {
            let shown = printed(&["rules", game, "--lang", lang]);
            assert!(shown.lines().count() > 200, "{game}");
            for line in shown.lines() {
                assert!(line.chars().count() <= 80 || line.split(' ').count() < 5, "{line}");
                assert!(!line.contains("```") && !line.contains("**"), "{line}");
            }
        }
    }
}

#[test]
fn a_refusal_names_the_command_that_shows_its_article() {
    for (game, moves) in [
        ("seega", "c3"),
        ("salta", "a1a2"),
        ("senet", "t9"),
        ("draughts", "c3-d5"),
        ("diaballik", "end"),
    ] {
        for lang in LANGS {
            let answer = run(&["moves", game, "--moves", moves, "--lang", lang]);
            assert_eq!(answer.status, 1, "{answer:?}");
            let (_, command) = answer.err.split_once("igroteka rules ").unwrap();
            let words: Vec<&str> = command.split_whitespace().collect();
            let shown = printed(&[&["rules"], &words[..], &["--lang", lang]].concat());
            assert!(shown.starts_with(&format!("{}. ", words[1])), "{command}: {shown}");
        }
        let typed = support::run_with(&["play", game, "--both"], format!("{moves}\n").as_bytes());
        // Line mode wraps at the width of a terminal.
        let words: Vec<&str> = typed.out.split_whitespace().collect();
        let named = words.join(" ").contains(&format!("igroteka rules {game} "));
        assert!(named || game == "senet", "{}", typed.out);
    }
}
