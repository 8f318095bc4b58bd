//! The commands of README.md and docs/guide.md run as they stand there.
#![cfg(unix)]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use support::serving::Server;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A folder with the examples where the documents have them.
fn place(name: &str) -> PathBuf {
    let folder = support::folder(name);
    let examples = folder.join("docs/examples");
    std::fs::create_dir_all(&examples).unwrap();
    for file in ["game.txt", "states.jsonl"] {
        std::fs::copy(Path::new(ROOT).join("docs/examples").join(file), examples.join(file))
            .unwrap();
    }
    folder
}

/// The calls in the fenced blocks of a document.
fn calls(document: &str, prompt: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix(prompt));
    let is_call = |line: &&str| line.starts_with("igroteka ") || line.contains("| igroteka ");
    lines.filter(is_call).map(str::to_owned).collect()
}

/// Runs a call in a shell, with nothing to read but what it names.
fn run(line: &str, folder: &Path) -> support::Answer {
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder);
    let binary = Path::new(env!("CARGO_BIN_EXE_igroteka")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    command.env("PATH", format!("{}:{path}", binary.display()));
    command.env("XDG_STATE_HOME", folder.join("state")).env("LANG", "en");
    for name in ["LC_ALL", "LC_MESSAGES", "IGROTEKA_TOKEN"] {
        command.env_remove(name);
    }
    support::answer(command, b"")
}

#[test]
fn every_command_of_the_readme_runs() {
    let folder = place("readme");
    let server = Server::start("readme-server");
    let calls = calls("README.md", "");
    assert!(calls.len() >= 15, "{calls:?}");
    for call in calls {
        let line = call.replace("http://127.0.0.1:8017", &server.url());
        let answer = run(&line, &folder);
        // What the README says is refused is refused.
        let expected = i32::from(line.contains("# refused"));
        assert_eq!(answer.status, expected, "{line}: {answer:?}");
        if expected == 0 && !line.contains("match") {
            assert_eq!(answer.err, "", "{line}");
        }
    }
    assert!(folder.join("salta.svg").is_file());
}

#[test]
fn the_commands_of_the_guide_run() {
    let folder = place("guide");
    let server = Server::start("guide-server");
    let calls = calls("docs/guide.md", "$ ");
    assert!(calls.len() >= 10, "{calls:?}");
    // Other hosts and the ids of games are the reader's.
    for line in calls.iter().filter(|line| !line.contains("games.example")) {
        let line = line.replace("http://127.0.0.1:8017", &server.url());
        let answer = run(&line, &folder);
        assert_eq!(answer.status, i32::from(line.contains("# refused")), "{line}: {answer:?}");
    }
}
