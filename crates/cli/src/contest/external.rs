//! A program that speaks the protocol, in a process of its own.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rules::Variant;

use super::spec::{Kind, Spec};

/// What is wrong with a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It ended, or does not speak the protocol.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// It answered this.
    Illegal(String),
}

/// A running program. Dropping it ends it.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// So many times in a row a program may fail to start; then its games are lost unplayed.
const MOST_FAILURES: u32 = 3;

/// An external player: its program, started when needed and after every failure.
pub(crate) struct External<'a> {
    spec: &'a Spec,
    variant: Variant,
    process: Option<Process>,
    failures: u32,
}

impl<'a> External<'a> {
    pub(crate) fn new(spec: &'a Spec, variant: Variant) -> External<'a> {
        External { spec, variant, process: None, failures: 0 }
    }

    /// Gets the program ready for a new game.
    pub(crate) fn prepare(&mut self) -> Result<(), Fault> {
        if let Some(process) = &mut self.process {
            if process.new_game(self.spec.patience).is_ok() {
                return Ok(());
            }
            self.process = None;
        }
        if self.failures >= MOST_FAILURES {
            return Err(Fault::Crash);
        }
        let started = Process::start(self.spec).map_err(|_| Fault::Crash);
        let ready = started.and_then(|mut process| {
            process.greet(self.spec, self.variant)?;
            process.new_game(self.spec.patience)?;
            Ok(process)
        });
        match ready {
            Ok(process) => {
                self.process = Some(process);
                self.failures = 0;
                Ok(())
            }
            Err(fault) => {
                self.failures += 1;
                Err(fault)
            }
        }
    }

    /// The text of the program's action in a position, given as the protocol does.
    pub(crate) fn choose(&mut self, position: &str) -> Result<String, Fault> {
        let process = self.process.as_mut().ok_or(Fault::Crash)?;
        let answer = process.ask(position, self.spec);
        if answer.is_err() {
            // It may be in any state: a new one for the next game.
            self.process = None;
        }
        answer
    }
}

impl Process {
    /// Starts the program. Whether it speaks the protocol shows later.
    pub(crate) fn start(spec: &Spec) -> io::Result<Process> {
        Process::open(spec, Stdio::inherit())
    }

    /// The same; what it says on standard error goes nowhere.
    pub(crate) fn start_quietly(spec: &Spec) -> io::Result<Process> {
        Process::open(spec, Stdio::null())
    }

    fn open(spec: &Spec, errors: Stdio) -> io::Result<Process> {
        let Kind::External(words) = &spec.kind else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (send, lines) = mpsc::sync_channel(1024);
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let told = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        told.map_err(|_| Fault::Crash)
    }

    /// The first line that begins with this word, its words.
    fn wait_for(&mut self, word: &str, most: Duration) -> Result<Vec<String>, Fault> {
        let deadline = Instant::now() + most;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Timeout,
                RecvTimeoutError::Disconnected => Fault::Crash,
            })?;
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            if words.first().is_some_and(|first| first == word) {
                return Ok(words);
            }
        }
    }

    /// The first words: which game by which rules.
    pub(crate) fn greet(&mut self, spec: &Spec, variant: Variant) -> Result<(), Fault> {
        self.tell("ugi")?;
        self.wait_for("ugiok", spec.patience)?;
        self.tell(&format!("setoption name Game value {}", variant.game))?;
        let rules = variant.options_text();
        if !rules.is_empty() {
            self.tell(&format!("setoption name Rules value {rules}"))?;
        }
        for (name, value) in &spec.options {
            self.tell(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// A new game begins; waits until the program is ready.
    pub(crate) fn new_game(&mut self, patience: Duration) -> Result<(), Fault> {
        self.tell("uginewgame")?;
        self.tell("isready")?;
        self.wait_for("readyok", patience).map(|_| ())
    }

    /// The program's action in a position, given as the protocol does.
    pub(crate) fn ask(&mut self, position: &str, spec: &Spec) -> Result<String, Fault> {
        let mut go = "go".to_owned();
        let limits = spec.limits;
        let numbers = [
            ("movetime", limits.time.map(|time| time.as_millis().max(1) as u64)),
            ("nodes", limits.nodes),
            ("depth", limits.depth.map(u64::from)),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                go.push_str(&format!(" {word} {number}"));
            }
        }
        self.tell(position)?;
        self.tell(&go)?;
        let words = self.wait_for("bestmove", spec.timeout)?;
        Ok(words.into_iter().nth(1).unwrap_or_default())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.tell("quit");
        // A program that is well ends by itself.
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
