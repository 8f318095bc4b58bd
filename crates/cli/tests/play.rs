//! `play` on a real terminal: whole games, other sizes, and what is left of the terminal after an
//! end, a signal and a failure.
#![cfg(unix)]

mod support;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{PtySize, native_pty_system};
use support::GAMES;
use support::screen::Session;

/// The terminal's mode.
fn mode(session: &Session) -> String {
    format!("{:?}", session.master.get_termios().unwrap())
}

/// The mode of a terminal that no program has touched yet.
fn found() -> String {
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    format!("{:?}", pair.master.get_termios().unwrap())
}

/// The terminal is as it was found: no raw mode, no other screen, no mouse, a cursor.
fn assert_restored(session: &Session, before: &str) {
    let began = Instant::now();
    // What was written last takes a moment to be read.
    while began.elapsed() < Duration::from_secs(5) {
        let bytes = session.bytes.lock().unwrap().clone();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let last = |on: &str, off: &str| text.rfind(off) > text.rfind(on);
        if last("\x1b[?1049h", "\x1b[?1049l")
            && last("\x1b[?1000h", "\x1b[?1000l")
            && last("\x1b[?25l", "\x1b[?25h")
        {
            assert_eq!(mode(session), before);
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("{:?}", String::from_utf8_lossy(&session.bytes.lock().unwrap()));
}

#[test]
fn whole_games_are_played() {
    let play = |game: &'static str| {
        let rules = if game == "salta" { "limit=4" } else { "" };
        let rules = if game == "senet" { "short" } else { rules };
        let mut session = Session::start(&[game, "--level", "1", "--pace", "0", "--rules", rules]);
        session.wait_for("? help");
        let began = Instant::now();
        loop {
            let shown = session.shown();
            if shown.contains("n begins") || shown.contains("n new game") {
                assert!(shown.contains("win") || shown.contains("Draw"), "{shown}");
                break;
            }
            // `!` throws the sticks or plays the hint; what loses at once is asked about.
            session.send(if shown.contains("y – yes") { "y" } else { "!" });
            thread::sleep(Duration::from_millis(8));
            assert!(began.elapsed() < Duration::from_secs(50), "{game}\n{shown}");
        }
        session.send("q");
        assert_eq!(session.ended(), 0);
    };
    thread::scope(|scope| {
        for game in GAMES {
            scope.spawn(move || play(game));
        }
    });
}

#[test]
fn other_sizes_do_no_damage() {
    let mut session = Session::start(&["salta", "--both"]);
    session.wait_for("? help");
    session.resize(120, 50);
    session.wait_for("▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀");
    session.resize(20, 5);
    session.wait_for("make it");
    session.resize(80, 24);
    let shown = session.wait_for("? help");
    assert!(shown.contains("★1") && shown.contains("☆5"), "{shown}");
    // The game goes on as if nothing had happened.
    session.send("\t\r");
    session.wait_for("•");
    session.send("\t\r");
    session.wait_for("  1. ");
    session.send("q");
    session.wait_for("y – yes");
    session.send("y");
    assert_eq!(session.ended(), 0);
}

#[test]
fn the_terminal_is_left_as_it_was() {
    // By a key, by Ctrl-C, by signals.
    for how in ["q", "\u{3}", "TERM", "HUP", "INT"] {
        let mut session = Session::start(&["seega", "--both"]);
        let before = found();
        session.wait_for("? help");
        assert_ne!(mode(&session), before, "raw while it runs");
        if how.len() == 1 {
            session.send(how);
        } else {
            let id = session.child.process_id().unwrap().to_string();
            let status = Command::new("kill").args(["-s", how, &id]).status().unwrap();
            assert!(status.success());
        }
        assert_eq!(session.ended(), 0, "{how:?}");
        assert_restored(&session, &before);
    }
}

#[cfg(debug_assertions)]
#[test]
fn the_terminal_survives_a_failure() {
    let mut session = Session::start(&["seega", "--both"]);
    let before = found();
    session.wait_for("? help");
    // F12.
    session.send("\u{1b}[24~");
    assert_eq!(session.ended(), 101);
    assert_restored(&session, &before);
    // The message is not lost with the screen.
    assert!(session.wait_for("asked to fail").contains("panicked"));
}

#[test]
fn the_language_is_that_of_the_environment_and_a_key() {
    let mut session = Session::start(&["draughts", "--lang", "ru"]);
    session.wait_for("Ход белых");
    session.send("L");
    session.wait_for("White to move");
    session.send("q");
    assert_eq!(session.ended(), 0);
}

#[test]
fn line_mode_works_on_a_terminal_too() {
    let mut session = Session::start(&["seega", "--plain", "--both"]);
    session.wait_for("Green>");
    session.send("a1\r");
    session.wait_for("Blue>");
    session.send("\u{4}");
    assert_eq!(session.ended(), 0);
}

/// Whether a process is stopped, as Linux shows it.
#[cfg(target_os = "linux")]
fn is_stopped(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit_once(") ").is_some_and(|(_, state)| state.starts_with('T'))
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_suspends_and_the_screen_comes_back() {
    let mut session = Session::start(&["seega", "--both"]);
    session.wait_for("? help");
    session.send("\u{1a}");
    let pid = session.child.process_id().unwrap();
    let began = Instant::now();
    while !is_stopped(pid) {
        assert!(began.elapsed() < Duration::from_secs(20), "{}", session.shown());
        thread::sleep(Duration::from_millis(5));
    }
    // The shell's screen is back meanwhile.
    session.wait_without("? help");
    let process = rustix::process::Pid::from_raw(pid.cast_signed()).unwrap();
    rustix::process::kill_process(process, rustix::process::Signal::CONT).unwrap();
    session.wait_for("? help");
    session.send("q");
    assert_eq!(session.ended(), 0);
}

#[test]
fn a_dumb_terminal_gets_line_mode() {
    let mut session = Session::start_with(&["seega", "--both"], &[("TERM", "dumb")]);
    session.wait_for("Type a move");
    session.send("a1\n");
    session.wait_for("Green places a stone on a1");
    assert!(!session.bytes.lock().unwrap().contains(&0x1b));
    session.send("quit\n");
    assert_eq!(session.ended(), 0);
}

#[test]
fn an_ascii_screen_is_ascii() {
    for game in GAMES {
        let mut session = Session::start(&[game, "--both", "--ascii"]);
        let shown = session.wait_for("? help");
        assert!(shown.is_ascii(), "{shown}");
        for (key, what) in [("?", "Keys"), ("m", "Menu"), (":", "Your move")] {
            session.send(key);
            let shown = session.wait_for(what);
            assert!(shown.is_ascii(), "{shown}");
            session.send("\u{1b}");
            session.wait_without(what);
        }
        session.send("q");
        assert_eq!(session.ended(), 0);
    }
}

#[test]
fn a_typed_line_can_be_cleared() {
    let mut session = Session::start(&["seega", "--both"]);
    session.wait_for("? help");
    session.send(":abc def");
    session.wait_for("abc def");
    session.send("\u{17}");
    session.wait_without("def");
    session.wait_for("abc");
    session.send("\u{15}");
    session.wait_without("abc");
    session.send("\u{1b}");
    session.wait_without("Your move");
    session.send("q");
    assert_eq!(session.ended(), 0);
}

#[test]
fn the_evaluation_follows_when_looking_back() {
    let position = "8/8/8/8/3b4/2w5/8/8 w 0,0 0 0";
    let mut session =
        Session::start(&["draughts", "--rules", "classic", "--both", "--from", position]);
    // Classic draughts has a name of its own.
    let shown = session.wait_for("? help");
    assert!(shown.contains("Russian draughts") && !shown.contains("cyclic"), "{shown}");
    session.send(":c3e5\r");
    session.wait_for("White wins");
    session.send("e");
    let shown = session.wait_for("1-0");
    assert!(!shown.contains(" 0:"), "{shown}");
    session.send(",");
    session.wait_for("#1");
    session.wait_without("1-0");
    session.send(".");
    session.wait_for("1-0");
    session.send("q");
    assert_eq!(session.ended(), 0);
}
