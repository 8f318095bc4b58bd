//! `--help` and `--version`; the examples in the help do run.

mod support;

use support::{COMMANDS, LANGS, printed};

fn help(words: &[&str], lang: &str) -> String {
    printed(&[words, &["--help", "--lang", lang]].concat())
}

#[test]
fn every_command_explains_itself_in_both_languages() {
    for words in COMMANDS {
        let [english, russian] = LANGS.map(|lang| help(words, lang));
        assert!(english.contains("Usage: igroteka"), "{english}");
        assert!(english.contains("Examples:\n  igroteka "), "{english}");
        assert!(russian.contains("Вызов: igroteka") && russian.contains("Примеры:"), "{russian}");
        let cyrillic = |text: &str| text.chars().any(|c| ('а'..='я').contains(&c));
        assert!(!cyrillic(&english) && cyrillic(&russian));
        for left in ["help-", "OPTIONS", "COMMAND", "Options:"] {
            assert!(!russian.contains(left), "{left} in {russian}");
        }
        assert_eq!(english, printed(&[words, &["-h"]].concat()));
        // The command's own arguments come first, those of all commands last.
        let own = english.split("Examples:").next().unwrap_or_default();
        let place = |part: &str| own.find(part).unwrap_or(usize::MAX);
        let common = place("Common options:");
        // With the space: `--jsonl` is an option of its own.
        assert!(common < place("--lang") && place("--lang") < place("--json "));
        for own in ["<GAME>  ", "--rules", "--depth", "--seconds", "<FILE>  "] {
            assert!(place(own) == usize::MAX || place(own) < common, "{own} in {english}");
        }
    }
}

#[test]
fn every_option_has_a_text() {
    for words in COMMANDS {
        for lang in LANGS {
            for line in help(words, lang).lines().filter(|line| line.trim_start().starts_with('-'))
            {
                let text = line.trim().split("  ").skip(1).collect::<String>();
                assert!(!text.trim().is_empty(), "{words:?}: {line}");
            }
        }
    }
}

#[test]
fn the_version() {
    let expected = format!("igroteka {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(printed(&["--version"]), expected);
    assert_eq!(printed(&["-V"]), expected);
}

/// Every example, as a shell runs it, with the files that they name.
#[cfg(unix)]
#[test]
fn the_examples_run() {
    use std::process::Command;
    let folder = support::folder("examples");
    let game = "[Game \"draughts\"]\n[Rules \"cyclic=off\"]\n\n1. c3-d4 2. d6-c5\n";
    std::fs::write(folder.join("game.txt"), game).unwrap();
    std::fs::write(folder.join("states.jsonl"), "{\"game\":\"seega\"}\n").unwrap();
    let position = "{\"position\":\"5/5/1gb2/5/3g1 g 0,0 - 2\"}\n";
    std::fs::write(folder.join("positions.jsonl"), position).unwrap();
    std::fs::write(folder.join("questions.txt"), "ugi\nquit\n").unwrap();
    // Where no game has been played yet.
    std::fs::create_dir(folder.join("games")).unwrap();
    std::fs::write(folder.join("games/igroteka.sqlite"), "").unwrap();
    std::fs::create_dir_all(folder.join(".local/share/bash-completion/completions")).unwrap();
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_igroteka"));
    let mut count = 0;
    for words in COMMANDS {
        for line in help(words, "en").lines().filter(|line| line.starts_with("  igroteka ")) {
            let mut command = Command::new("sh");
            command.arg("-c").arg(line).current_dir(&folder).env("HOME", &folder);
            let path = std::env::var("PATH").unwrap_or_default();
            command.env("PATH", format!("{}:{path}", binary.parent().unwrap().display()));
            let answer = support::answer(command, b"");
            assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{line}: {answer:?}");
            assert!(
                !answer.out.is_empty() || line.contains(" -o ") || line.contains('>'),
                "{line}"
            );
            count += 1;
        }
    }
    assert!(count >= COMMANDS.len());
    assert!(folder.join("board.svg").is_file());
}
