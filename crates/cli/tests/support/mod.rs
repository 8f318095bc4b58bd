//! Running the binary as a user does.
#![allow(dead_code, reason = "each test binary uses its own part")]

#[cfg(unix)]
pub(crate) mod screen;
pub(crate) mod serving;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// Both languages.
pub(crate) const LANGS: [&str; 2] = ["en", "ru"];

/// The games.
pub(crate) const GAMES: [&str; 5] = ["seega", "salta", "senet", "draughts", "diaballik"];

/// The commands, each as the words that call it.
pub(crate) const COMMANDS: [&[&str]; 30] = [
    &[],
    &["play"],
    &["games"],
    &["rules"],
    &["position"],
    &["moves"],
    &["perft"],
    &["inspect"],
    &["playouts"],
    &["engine"],
    &["analyze"],
    &["match"],
    &["bench"],
    &["load"],
    &["record"],
    &["record", "show"],
    &["record", "check"],
    &["record", "convert"],
    &["record", "review"],
    &["store"],
    &["store", "check"],
    &["store", "export"],
    &["tables"],
    &["tables", "build"],
    &["tables", "check"],
    &["tables", "probe"],
    &["tables", "list"],
    &["diagram"],
    &["completions"],
    &["man"],
];

/// What a call gave back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary in an environment that is the same everywhere.
pub(crate) fn igroteka() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_igroteka"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS", "IGROTEKA_TOKEN"] {
        command.env_remove(name);
    }
    command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
    command
}

/// Runs a call to its end, with this on standard input.
pub(crate) fn answer(mut command: Command, input: &[u8]) -> Answer {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // A command that does not read all of it closes the pipe.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("answers are UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked") && !out.contains("panicked"), "{err}");
    let status = output.status.code().expect("no signal");
    Answer { status, out, err }
}

/// A call with these words.
pub(crate) fn run(args: &[&str]) -> Answer {
    run_with(args, b"")
}

/// A call with these words and this on standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Answer {
    let mut command = igroteka();
    command.args(args);
    answer(command, input)
}

/// What a call that must succeed, without a word on standard error, prints.
pub(crate) fn printed(args: &[&str]) -> String {
    printed_with(args, b"")
}

/// The same, with this on standard input.
pub(crate) fn printed_with(args: &[&str], input: &[u8]) -> String {
    let answer = run_with(args, input);
    assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{args:?}");
    assert!(!answer.out.contains('\u{1b}'), "escape codes in a pipe: {args:?}");
    answer.out
}

/// The single JSON value that a call prints.
pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    let out = printed(args);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{args:?}: {error}: {out}"))
}

/// The one line by which a call is refused; checks that the call is refused so in both languages.
pub(crate) fn refused(args: &[&str], status: i32) -> String {
    refused_with(args, b"", status)
}

/// The same, with this on standard input.
pub(crate) fn refused_with(args: &[&str], input: &[u8], status: i32) -> String {
    let [english, russian] = LANGS.map(|lang| {
        let mut command = igroteka();
        command.env("LANG", lang).args(args);
        let answer = answer(command, input);
        assert_eq!(answer.status, status, "{args:?}: {answer:?}");
        assert_eq!(answer.out, "", "{args:?}: {answer:?}");
        assert_eq!(answer.err.matches('\n').count(), 1, "{args:?}: {answer:?}");
        assert!(answer.err.ends_with('\n') && answer.err.len() > 5, "{args:?}: {answer:?}");
        answer.err.trim_end().to_owned()
    });
    let cyrillic = |text: &str| text.chars().any(|c| ('а'..='я').contains(&c));
    assert!(!cyrillic(&english), "{args:?}: {english}");
    assert!(cyrillic(&russian), "{args:?}: {russian}");
    english
}

/// A fresh folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("the old folder goes");
    }
    std::fs::create_dir_all(&path).expect("the folder is made");
    path
}
