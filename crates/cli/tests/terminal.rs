//! What a person at a terminal sees: signs, colours, marks.
#![cfg(unix)]

mod support;

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::Stdio;
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use support::{GAMES, LANGS, igroteka};

/// What a call writes to a terminal, with these variables set.
fn seen_with(args: &[&str], variables: &[(&str, &str)]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let terminal = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    let mut command = igroteka();
    command.args(args).env("TERM", "xterm-256color").envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(terminal).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The terminal is closed for good when the child has ended and the command is gone.
    drop(command);
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        // Linux reports the closed terminal as an error.
        let _ = File::from(controller).read_to_end(&mut bytes);
        bytes
    });
    assert!(child.wait().unwrap().success(), "{args:?}");
    String::from_utf8(reader.join().unwrap()).unwrap().replace("\r\n", "\n")
}

fn seen(args: &[&str]) -> String {
    seen_with(args, &[])
}

/// The text without colours.
fn plain(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('m').expect("a colour code").1);
    }
    out
}

#[test]
fn boards_are_drawn_with_signs_and_colours_and_fit() {
    for game in GAMES {
        for lang in LANGS {
            let board = seen(&["position", game, "--lang", lang]);
            assert!(board.contains('┌'), "{board}");
            // Seega's board is empty at first.
            assert_eq!(board.contains("\u{1b}["), game != "seega", "{board}");
            let plain = plain(&board);
            assert!(plain.lines().count() < 24, "{plain}");
            let rows: Vec<_> = plain.lines().filter(|line| line.contains('│')).collect();
            let width = rows[0].chars().count();
            assert!(rows.iter().all(|row| row.chars().count() == width), "{plain}");
        }
    }
    let largest = plain(&seen(&["position", "seega", "--rules", "size=9"]));
    assert!(largest.lines().count() < 24, "{largest}");
}

#[test]
fn colours_can_be_switched_off() {
    let args = ["position", "salta"];
    let plain = plain(&seen(&args));
    assert_eq!(seen_with(&args, &[("NO_COLOR", "1")]), plain);
    assert_eq!(seen_with(&args, &[("TERM", "dumb")]), plain);
    // By the convention an empty value does not count.
    assert_eq!(seen_with(&args, &[("NO_COLOR", "")]), seen(&args));
}

#[test]
fn ascii_is_ascii() {
    for game in GAMES {
        let board = seen(&["position", game, "--ascii"]);
        assert!(board.is_ascii() && board.contains("+---+"), "{board}");
    }
}

#[test]
fn losing_actions_are_marked_in_the_list() {
    let list = seen(&["moves", "diaballik"]);
    let marked: Vec<_> = list.lines().filter(|line| line.contains(" ! ")).collect();
    assert_eq!(marked.len(), 2, "{list}");
    assert!(marked[0].starts_with("d1>c1"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

#[test]
fn perft_still_ends_with_the_bare_number() {
    assert_eq!(seen(&["perft", "seega", "--depth", "2"]).lines().last(), Some("552"));
}
