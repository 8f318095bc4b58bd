//! Wrong calls: one line that says what and where, the documented status, nothing else.

mod support;

use support::{GAMES, igroteka, refused};

#[test]
fn what_is_not_there() {
    for (args, part) in [
        (&["chess"][..], "chess"),
        (&["chess"], "games, position"),
        (&["record", "sho"], "show, check, convert"),
        (&["record"], "show, check, convert"),
        (&["moves"], "GAME"),
        (&["moves", "chess"], "seega, salta, senet, draughts, diaballik"),
        (&["moves", "seega", "more"], "more"),
        (&["moves", "seega", "--deep"], "--deep"),
        (&["perft", "seega"], "--depth"),
        (&["playouts", "seega"], "--seconds"),
        (&["perft", "seega", "--depth"], "--depth"),
        (&["perft", "seega", "--depth", "1", "--depth", "2"], "--depth"),
        (&["diagram", "seega"], "--out"),
        (&["completions"], "SHELL"),
        (&["record", "show"], "FILE"),
        (&["record", "convert", "x"], "--to"),
        (&["games", "--lang", "de"], "de"),
        (&["games", "--lang"], "en, ru"),
        (&["moves", "seega", "--from"], "--from"),
    ] {
        let message = refused(args, 2);
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn options_that_are_refused_list_what_is_allowed() {
    for (rules, part) in [
        ("size=4", "3, 5, 7, 9"),
        ("sise=5", "size"),
        ("size=5,size=5", "size"),
        ("size=05", "3, 5, 7, 9"),
        ("size = 5", "size"),
        ("quiet=101", "1…100"),
        ("quiet=99999999999999999999", "1…100"),
        ("size", "3, 5, 7, 9"),
        (",", "size"),
        ("Traditional", "traditional"),
    ] {
        let message = refused(&["moves", "seega", "--rules", rules], 2);
        assert!(message.contains(part), "{rules}: {message}");
    }
}

#[test]
fn numbers_that_are_refused() {
    for depth in ["-1", "x", "", "1.5", "101", "99999999999999999999", "0x3"] {
        let message = refused(&["perft", "seega", "--depth", depth], 2);
        assert!(message.contains("--depth") && message.contains("0…100"), "{message}");
    }
    for seconds in ["0", "-1", "nan", "inf", "abc", "1e9", ""] {
        let message = refused(&["playouts", "seega", "--seconds", seconds], 2);
        assert!(message.contains("--seconds"), "{message}");
    }
    let message = refused(&["playouts", "seega", "--seconds", "1", "--seed", "-3"], 2);
    assert!(message.contains("--seed"), "{message}");
}

#[test]
fn malformed_positions() {
    for game in GAMES {
        for position in ["", " ", "x", "5/5/5/5/5", "\u{1b}[31m", "♥ ♥ ♥ ♥ ♥"] {
            for command in ["position", "moves"] {
                refused(&[command, game, "--from", position], 2);
            }
        }
    }
    let long = "5/".repeat(50_000);
    let message = refused(&["position", "seega", "--from", &long], 2);
    assert!(message.len() < 500, "{message}");
}

#[test]
fn illegal_moves_say_which_and_why() {
    for (args, part) in [
        (&["diaballik", "--moves", "a1a2 d1d2"][..], "Move 2"),
        (&["seega", "--moves", "a1 a1"], "a1"),
        (&["senet", "--moves", "1-2"], "Move 1"),
        (&["draughts", "--rules", "classic", "--moves", "c3-d4 f6-e5 a3-b4"], "d4"),
        (
            &["seega", "--rules", "size=3", "--from", "g1g/3/3 b 0,0 - 0", "--moves", "pass"],
            "Move 1",
        ),
    ] {
        for command in ["position", "moves"] {
            let mut words = vec![command];
            words.extend(args);
            let message = refused(&words, 1);
            assert!(message.contains(part), "{words:?}: {message}");
        }
    }
    for action in ["♥", "a1a2\u{7}", "zz", &"a".repeat(100_000)] {
        let message = refused(&["moves", "salta", "--moves", action], 1);
        assert!(message.len() < 500, "{message}");
    }
}

#[test]
fn playouts_need_a_game_that_is_not_over() {
    let args = ["playouts", "seega", "--seconds", "1", "--rules", "size=3"];
    let message = refused(&[&args[..], &["--from", "g1g/3/3 b 0,0 - 0"]].concat(), 1);
    assert!(message.contains("Green"), "{message}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for words in [&["moves"][..], &["moves", "seega", "--from"], &["record", "show"], &["--lang"]] {
        let mut command = igroteka();
        command.args(words).arg(OsStr::from_bytes(b"\xff\xfe"));
        let answer = support::answer(command, b"");
        assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{words:?}: {answer:?}");
        assert_eq!(answer.err.matches('\n').count(), 1, "{words:?}: {answer:?}");
    }
}

/// A reader that has seen enough is no failure, and a device that is full is one.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = igroteka().args(["moves", "seega"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr.iter().filter(|byte| **byte == b'\n').count(), 1);
    for args in [&["games"][..], &["perft", "seega", "--depth", "1", "--divide"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = igroteka().args(args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
    }
    // The warnings are not read: the list is given all the same.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = igroteka().args(["moves", "diaballik"]).stderr(writer).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 42));
}

/// A hash table that the system has no memory for is a wrong call.
#[cfg(target_os = "linux")]
#[test]
fn a_table_without_memory_is_refused() {
    let binary = env!("CARGO_BIN_EXE_igroteka");
    for call in [
        "analyze seega --depth 2 --hash 32768",
        "match seega --games 2 --a depth=2,hash=32768 --b random",
    ] {
        let mut limited = std::process::Command::new("sh");
        limited.args(["-c", &format!("ulimit -v 3000000; '{binary}' --lang en {call}")]);
        let answer = support::answer(limited, b"");
        assert_eq!((answer.status, answer.out.as_str()), (2, ""), "{call}: {answer:?}");
        let memory = "There is no memory for a hash table of 32768 MiB\n";
        assert_eq!(answer.err, memory, "{call}");
    }
}

#[test]
fn a_preset_can_be_changed() {
    let position = |rules: &str| {
        let spelt = ["position", "salta", "--rules", rules, "--json"];
        support::json(&spelt)["rules"].clone()
    };
    assert_eq!(position("tournament,goal=mirror"), position("limit=120,goal=mirror"));
    assert_eq!(position("goal=mirror,tournament"), position("limit=120,goal=mirror"));
    assert_eq!(position("tournament,limit=60"), position("limit=60"));
    for (rules, part) in [
        ("tournament,", "limit"),
        ("tournament,limit=60,limit=60", "limit"),
        ("tournament,original", "original"),
    ] {
        let message = refused(&["moves", "salta", "--rules", rules], 2);
        assert!(message.contains(part), "{rules}: {message}");
    }
}

#[test]
fn a_server_that_cannot_start_names_what_it_cannot_use() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let folder = support::folder("cannot-start");
    let data = folder.to_str().unwrap();
    let message = refused(&["serve", "--bind", &address, "--data", data], 2);
    assert!(message.contains(&address), "{message}");
    std::fs::write(folder.join("file"), "").unwrap();
    let inside = format!("{data}/file");
    let message = refused(&["serve", "--bind", "127.0.0.1:0", "--data", &inside], 2);
    assert!(message.contains(&inside), "{message}");
}
