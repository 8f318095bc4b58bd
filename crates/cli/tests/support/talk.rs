//! A conversation with `igroteka engine`.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::support;

/// Nothing in these tests may take longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub(crate) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(crate) fn new() -> Talk {
        Talk::start(&[])
    }

    fn start(args: &[&str]) -> Talk {
        let mut command = support::igroteka();
        command.arg("engine").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Talk { input: child.stdin.take(), child, lines }
    }

    /// An engine for this game and these rules.
    pub(crate) fn of(game: &str, rules: &str) -> Talk {
        Talk::with(&[], game, rules)
    }

    /// The same, started with these arguments.
    pub(crate) fn with(args: &[&str], game: &str, rules: &str) -> Talk {
        let mut talk = Talk::start(args);
        talk.say("setoption name Hash value 4");
        talk.say(&format!("setoption name Game value {game}"));
        talk.say(&format!("setoption name Rules value {rules}"));
        assert_eq!(talk.until("readyok", "isready"), ["readyok"]);
        talk
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the engine listens");
    }

    /// The next line.
    pub(crate) fn hear(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Says something and takes the lines of the answer, up to the one that begins so.
    pub(crate) fn until(&mut self, word: &str, line: &str) -> Vec<String> {
        self.say(line);
        self.wait_for(word)
    }

    /// The lines up to the one that begins so.
    pub(crate) fn wait_for(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    /// Asks for an action: its text, and the lines before it.
    pub(crate) fn go(&mut self, how: &str) -> (String, Vec<String>) {
        let mut lines = self.until("bestmove", &format!("go {how}"));
        let last = lines.pop().expect("there is one");
        (last.strip_prefix("bestmove ").expect("an action").to_owned(), lines)
    }

    /// Asks a question with a one-word answer.
    pub(crate) fn query(&mut self, what: &str) -> String {
        let lines = self.until("response", &format!("query {what}"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        lines[0]["response ".len()..].to_owned()
    }

    /// Checks that nothing is said for so long.
    pub(crate) fn silent(&mut self, time: Duration) {
        // A depth that is finished meanwhile may be printed.
        let until = Instant::now() + time;
        while let Ok(line) =
            self.lines.recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            assert!(line.starts_with("info depth"), "{line}");
        }
    }

    /// Closes the input, and returns the status, what was still printed, and how long it took to end.
    pub(crate) fn close(mut self) -> (ExitStatus, Vec<String>, Duration) {
        let began = Instant::now();
        self.input = None;
        let status = self.child.wait().expect("the engine ends");
        let took = began.elapsed();
        (status, self.lines.iter().collect(), took)
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word behind another in a line.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_whitespace().skip_while(|found| *found != word).nth(1)
}
