//! A program that speaks UGI, in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::Limits;
use rules::{AnyAction, Game, Played, Variant};

use crate::Error;
use crate::game::{Forfeit, Player};

/// How a program is started and asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Its path and arguments.
    pub command: Vec<String>,
    /// Time, nodes or depth for each action.
    pub limits: Limits,
    /// Its answer may take so long.
    pub timeout: Duration,
    /// It may take so long to get ready.
    pub patience: Duration,
    /// Options that are set before the first game.
    pub options: Vec<(String, String)>,
}

/// A running program. Dropping it ends it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// So many times in a row a program may fail to start; then its games are lost unplayed.
const MOST_FAILURES: u32 = 3;

/// A program as a player: started when needed and after every failure.
pub(crate) struct External<'a> {
    program: &'a Program,
    variant: Variant,
    process: Option<Process>,
    failures: u32,
}

impl<'a> External<'a> {
    pub(crate) fn new(program: &'a Program, variant: Variant) -> External<'a> {
        External { program, variant, process: None, failures: 0 }
    }

    fn start(&self) -> Result<Process, Forfeit> {
        let mut process = self.program.start().map_err(|_| Forfeit::Crash)?;
        process.greet(self.program, self.variant)?;
        process.new_game(self.program.patience)?;
        Ok(process)
    }
}

impl Player for External<'_> {
    fn new_game(&mut self) -> Result<(), Forfeit> {
        if let Some(process) = &mut self.process {
            if process.new_game(self.program.patience).is_ok() {
                return Ok(());
            }
            self.process = None;
        }
        if self.failures >= MOST_FAILURES {
            return Err(Forfeit::Crash);
        }
        let started = self.start();
        self.failures = if started.is_ok() { 0 } else { self.failures + 1 };
        self.process = Some(started?);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &mut fastrand::Rng) -> Result<AnyAction, Forfeit> {
        let process = self.process.as_mut().ok_or(Forfeit::Crash)?;
        let position = position_command(game, &game.transcript());
        let text = process.ask(&position, self.program).inspect_err(|_| {
            // It may be in any state: a new one for the next game.
            self.process = None;
        })?;
        let named = game.actions().into_iter().find(|action| game.action_text(*action) == text);
        named.ok_or(Forfeit::Illegal(text))
    }
}

/// The command that gives a program a game: where it began, and what was played since.
#[must_use]
pub fn position_command(game: &Game, played: &[Played]) -> String {
    let start = game.start_position();
    let usual = start == Game::start(game.variant()).position();
    let mut command =
        if usual { "position startpos".to_owned() } else { format!("position fen {start}") };
    for (index, played) in played.iter().enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        command.push_str(&played.text);
    }
    command
}

impl Program {
    /// Starts it. Whether it speaks the protocol shows later.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start(&self) -> Result<Process, Error> {
        self.open(Stdio::inherit())
    }

    /// The same; what it writes on standard error is discarded.
    ///
    /// # Errors
    /// The system cannot start it.
    pub fn start_quietly(&self) -> Result<Process, Error> {
        self.open(Stdio::null())
    }

    fn open(&self, errors: Stdio) -> Result<Process, Error> {
        let path = self.command.first().map_or("", String::as_str);
        let spawned = Command::new(path)
            .args(self.command.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn();
        let mut child = spawned.map_err(|error| Error::Program { path: path.to_owned(), error })?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
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
}

impl Process {
    fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| Forfeit::Crash)
    }

    /// The first line that begins with this word, its words.
    fn wait_for(&mut self, word: &str, most: Duration) -> Result<Vec<String>, Forfeit> {
        let deadline = Instant::now() + most;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Forfeit::Timeout,
                RecvTimeoutError::Disconnected => Forfeit::Crash,
            })?;
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            if words.first().is_some_and(|first| first == word) {
                return Ok(words);
            }
        }
    }

    /// The first commands: the game, its rules, the program's options.
    ///
    /// # Errors
    /// It does not answer as the protocol demands.
    pub fn greet(&mut self, program: &Program, variant: Variant) -> Result<(), Forfeit> {
        self.send("ugi")?;
        self.wait_for("ugiok", program.patience)?;
        self.send(&format!("setoption name Game value {}", variant.game))?;
        let rules = variant.options_text();
        if !rules.is_empty() {
            self.send(&format!("setoption name Rules value {rules}"))?;
        }
        for (name, value) in &program.options {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    /// A new game begins; waits until the program is ready.
    ///
    /// # Errors
    /// It does not get ready.
    pub fn new_game(&mut self, patience: Duration) -> Result<(), Forfeit> {
        self.send("uginewgame")?;
        self.send("isready")?;
        self.wait_for("readyok", patience).map(|_| ())
    }

    /// The text of the program's action in a position, given by [`position_command`].
    ///
    /// # Errors
    /// It does not answer.
    pub fn ask(&mut self, position: &str, program: &Program) -> Result<String, Forfeit> {
        let mut go = "go".to_owned();
        let limits = program.limits;
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
        self.send(position)?;
        self.send(&go)?;
        let words = self.wait_for("bestmove", program.timeout)?;
        Ok(words.into_iter().nth(1).unwrap_or_default())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
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
