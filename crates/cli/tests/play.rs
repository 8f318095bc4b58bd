//! `play` on a real terminal: whole games, other sizes, and what is left of the terminal after an
//! end, a signal and a failure.
#![cfg(unix)]

mod support;

use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use support::GAMES;

/// The program on a terminal.
struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    bytes: Arc<Mutex<Vec<u8>>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn count(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

impl Session {
    fn start(args: &[&str]) -> Session {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_igroteka"));
        command.arg("play");
        command.args(args);
        for name in ["LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS"] {
            command.env_remove(name);
        }
        command.env("RUST_BACKTRACE", "0");
        command.env("LANG", "en_GB.UTF-8");
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(count(24), count(80), 0)));
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (to_screen, to_bytes) = (Arc::clone(&screen), Arc::clone(&bytes));
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut part) {
                to_screen.lock().unwrap().process(&part[..count]);
                to_bytes.lock().unwrap().extend_from_slice(&part[..count]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Session { master: pair.master, child, writer, screen, bytes }
    }

    fn send(&mut self, keys: &str) {
        // A program that has just ended does not read.
        let _ = self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush());
    }

    fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(count(rows), count(columns));
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// Waits until the screen shows this.
    fn wait_for(&self, what: &str) -> String {
        let began = Instant::now();
        loop {
            let shown = self.shown();
            if shown.contains(what) {
                return shown;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "no {what:?} in\n{shown}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The exit status, when the program has ended.
    fn ended(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(began.elapsed() < Duration::from_secs(20), "{}", self.shown());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The terminal's mode.
fn mode(session: &Session) -> String {
    format!("{:?}", session.master.get_termios().unwrap())
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
            if shown.contains("n new game") {
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
        let before = mode(&session);
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
    let before = mode(&session);
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
