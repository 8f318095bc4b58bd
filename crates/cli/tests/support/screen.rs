//! The program on a real terminal, and what is to be seen there.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The program on a terminal.
pub(crate) struct Session {
    pub(crate) master: Box<dyn MasterPty + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    pub(crate) bytes: Arc<Mutex<Vec<u8>>>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn count(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

impl Session {
    pub(crate) fn start(args: &[&str]) -> Session {
        Session::start_with(args, &[])
    }

    /// The same with these variables set.
    pub(crate) fn start_with(args: &[&str], variables: &[(&str, &str)]) -> Session {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_igroteka"));
        command.arg("play");
        command.args(args);
        for name in ["LC_ALL", "LC_MESSAGES", "NO_COLOR", "COLUMNS", "IGROTEKA_TOKEN"] {
            command.env_remove(name);
        }
        command.env("RUST_BACKTRACE", "0");
        command.env("LANG", "en_GB.UTF-8");
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));
        for (name, value) in variables {
            command.env(name, value);
        }
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

    pub(crate) fn send(&mut self, keys: &str) {
        // A program that has just ended does not read.
        let _ = self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush());
    }

    pub(crate) fn shown(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.screen.lock().unwrap().screen_mut().set_size(count(rows), count(columns));
        self.master.resize(size(columns, rows)).unwrap();
    }

    /// Waits until the screen shows this.
    pub(crate) fn wait_for(&self, what: &str) -> String {
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

    /// Waits until the screen does not show this any more.
    pub(crate) fn wait_without(&self, what: &str) {
        let began = Instant::now();
        while self.shown().contains(what) {
            assert!(began.elapsed() < Duration::from_secs(20), "{what:?} in\n{}", self.shown());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The exit status, when the program has ended.
    pub(crate) fn ended(&mut self) -> u32 {
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
