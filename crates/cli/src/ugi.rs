//! `engine`: the Universal Game Interface on standard input and output.
//!
//! One thread reads, one searches, and the loop between them never waits for either: whatever
//! comes in while a search runs is answered at once, or, if it has to wait for the end of the
//! search, kept in order. Errors are printed as `info string error …` and change nothing.

mod go;
mod options;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use arena::STACK;
use engine::HashTable;
use rules::{Game, Side, Status};
use text::Text;

use crate::inspect::{LONGEST_LINE, read_line};
use crate::output::Output;
use crate::search::{ExactTables, no_memory};
use go::{Go, Job};
use options::Options;

const COMMANDS: [&str; 10] = [
    "ugi",
    "isready",
    "uginewgame",
    "setoption",
    "position",
    "go",
    "ponderhit",
    "stop",
    "query",
    "quit",
];

/// What the loop waits for.
enum Event {
    Line(Vec<u8>),
    /// The input has ended.
    End,
    /// The search has given its answer.
    Done,
}

/// The loop, until `quit` or the end of input.
pub(crate) fn engine(tables: &ExactTables, output: &mut Output) -> anyhow::Result<()> {
    let tables = tables.folder(output)?.map_or_else(String::new, |path| path.display().to_string());
    let (send, events) = mpsc::channel();
    let lines = send.clone();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while let Ok(true) = read_line(&mut input, &mut line) {
            if lines.send(Event::Line(std::mem::take(&mut line))).is_err() {
                return;
            }
        }
        // The receiver is gone if the loop has ended.
        let _ = lines.send(Event::End);
    });
    let options = Options { tables, ..Options::default() };
    let game = Game::start(options.variant);
    let session = Session {
        text: output.text(),
        options,
        game,
        described: vec!["startpos".to_owned()],
        table: None,
        running: None,
        waiting: VecDeque::new(),
        send,
        ended: false,
    };
    Ok(session.run(&events)?)
}

/// A conversation.
struct Session {
    text: &'static Text,
    options: Options,
    game: Game,
    /// The words of the command that described `game`: a command that only adds moves to them is
    /// played on from there.
    described: Vec<String>,
    /// Made when a conversation has come to its point, so that a small one needs no large one before it.
    table: Option<Arc<HashTable>>,
    running: Option<Running>,
    /// What has to wait for the end of the search.
    waiting: VecDeque<String>,
    send: Sender<Event>,
    /// The input has ended: no command can stop a search any more.
    ended: bool,
}

/// A search under way. Dropping it ends it.
struct Running {
    stop: Arc<AtomicBool>,
    /// Ends the part of a search that goes on while the opponent thinks.
    ponder_stop: Arc<AtomicBool>,
    /// Closed to let an infinite search give its answer; a message is `ponderhit`.
    release: Option<Sender<()>>,
    /// Only a command ends it.
    infinite: bool,
    pondering: bool,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn stop(&mut self) {
        self.stop.store(true, Relaxed);
        self.ponder_stop.store(true, Relaxed);
        self.release = None;
    }

    /// The expected move was played: the search goes on within its limits, from now.
    fn ponder_hit(&mut self) {
        if let Some(release) = self.release.take_if(|_| self.pondering) {
            // The search is waiting for it, or will be.
            let _ = release.send(());
            self.ponder_stop.store(true, Relaxed);
            (self.pondering, self.infinite) = (false, false);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// One line to standard output, at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

impl Session {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(line) => {
                    if !self.hear(&line)? {
                        return Ok(());
                    }
                }
                // A search with a limit runs to it; one without would never end.
                Event::End => {
                    self.ended = true;
                    if let Some(running) = &mut self.running
                        && running.infinite
                    {
                        running.stop();
                    }
                }
                Event::Done => {
                    self.running = None;
                    self.catch_up()?;
                }
            }
            if self.ended && self.running.is_none() && self.waiting.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Takes a line in; false if it was the last.
    fn hear(&mut self, line: &[u8]) -> io::Result<bool> {
        if line.len() > LONGEST_LINE {
            let args = [("allowed", LONGEST_LINE.into())];
            self.complain(&self.text.message("error-line-too-long", &args))?;
            return Ok(true);
        }
        let Ok(line) = std::str::from_utf8(line) else { return Ok(true) };
        // Words before the first that is known are passed over.
        let mut rest = line.trim();
        let command = loop {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if COMMANDS.contains(&word) {
                break word;
            }
            if behind.is_empty() {
                return Ok(true);
            }
            rest = behind.trim_start();
        };
        match command {
            "quit" => return Ok(false),
            "isready" => {
                self.table()?;
                say("readyok")?;
            }
            "stop" | "ponderhit" => {
                self.signal(command);
                // The search that is meant may still wait: the answer of the one before is out, but
                // its end has not been noticed yet.
                if !self.waiting.is_empty() {
                    self.waiting.push_back(command.to_owned());
                }
            }
            _ => {
                let must_wait = matches!(command, "go" | "setoption" | "uginewgame");
                match &mut self.running {
                    Some(running) if must_wait || !self.waiting.is_empty() => {
                        if running.infinite {
                            running.stop();
                        }
                        self.waiting.push_back(rest.to_owned());
                    }
                    _ => self.obey(rest)?,
                }
            }
        }
        Ok(true)
    }

    /// Obeys what has waited, as far as it need not wait any longer.
    fn catch_up(&mut self) -> io::Result<()> {
        while let Some(line) = self.waiting.front() {
            let is_signal = matches!(line.as_str(), "stop" | "ponderhit");
            if self.running.is_some() && !is_signal {
                break;
            }
            let line = self.waiting.pop_front().unwrap_or_default();
            if is_signal {
                self.signal(&line);
            } else {
                self.obey(&line)?;
            }
        }
        Ok(())
    }

    /// Reaches the search that runs, if one does.
    fn signal(&mut self, command: &str) {
        match &mut self.running {
            Some(running) if command == "stop" => running.stop(),
            Some(running) => running.ponder_hit(),
            None => {}
        }
    }

    /// Does what a line says that begins with a known word.
    fn obey(&mut self, line: &str) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "ugi" => {
                say(&format!("id name Igroteka {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the Igroteka developers")?;
                for option in options::described() {
                    say(&option)?;
                }
                say("ugiok")
            }
            "uginewgame" => {
                self.restart();
                self.table()?.clear();
                Ok(())
            }
            "setoption" => self.set_option(&words[1..]),
            "position" => match self.position(&words[1..]) {
                Ok((game, described)) => {
                    (self.game, self.described) = (game, described);
                    self.table().map(|_| ())
                }
                Err(message) => self.complain(&message),
            },
            "query" => self.query(words.get(1).copied().unwrap_or_default()),
            "go" => self.go(&words[1..]),
            // A line that waited was read when it came in.
            _ => Ok(()),
        }
    }

    /// The table, made now if there is none. Where there is no memory for it, that is reported and
    /// the smallest is used.
    fn table(&mut self) -> io::Result<Arc<HashTable>> {
        if let Some(table) = &self.table {
            return Ok(Arc::clone(table));
        }
        let table = match HashTable::new(self.options.hash) {
            Ok(table) => table,
            Err(error) => {
                self.complain(&no_memory(error, self.text))?;
                self.options.hash = 1;
                HashTable::new(1).map_err(io::Error::other)?
            }
        };
        Ok(Arc::clone(self.table.insert(Arc::new(table))))
    }

    fn complain(&self, message: &str) -> io::Result<()> {
        say(&format!("info string error {}", message.replace(['\n', '\r'], " ")))
    }

    fn set_option(&mut self, words: &[&str]) -> io::Result<()> {
        let before = (self.options.variant, self.options.hash);
        if let Err(message) = self.options.set(words, self.text) {
            return self.complain(&message);
        }
        if self.options.hash != before.1 {
            self.table = None;
        }
        if self.options.variant != before.0 {
            self.restart();
            if let Some(table) = &self.table {
                table.clear();
            }
        }
        Ok(())
    }

    fn restart(&mut self) {
        self.game = Game::start(self.options.variant);
        self.described = vec!["startpos".to_owned()];
    }

    /// The game that `startpos`, `fen …` or `current`, and `moves …` describe, and the words that
    /// describe it.
    fn position(&self, words: &[&str]) -> Result<(Game, Vec<String>), String> {
        let behind = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (from, moves) = words.split_at(behind);
        let variant = self.options.variant;
        let mut described: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut known = 0;
        let mut game = match from.split_first() {
            Some((&"current", _)) => {
                let before = &self.described;
                let added = usize::from(before.iter().any(|word| word == "moves"));
                let new = described.split_off(behind).into_iter().skip(added);
                described = before.iter().cloned().chain(new).collect();
                self.game.clone()
            }
            // The game goes on from what was described before.
            Some(_)
                if !moves.is_empty()
                    && described.starts_with(&self.described)
                    && self.described.len() >= behind =>
            {
                known = (self.described.len() - behind).saturating_sub(1);
                self.game.clone()
            }
            Some((&"startpos", _)) => Game::start(variant),
            Some((&"fen", position)) => Game::from_position(variant, &position.join(" "))
                .map_err(|error| self.text.position_error(&error))?,
            _ => return Err(self.text.message("ugi-position", &[])),
        };
        for (index, action) in moves.iter().skip(1).enumerate().skip(known) {
            game.play(action).map_err(|illegal| {
                let args = [
                    ("number", (index + 1).into()),
                    ("action", illegal.action.as_str().into()),
                    ("message", self.text.illegal(&illegal).into()),
                ];
                self.text.message("ugi-illegal-move", &args)
            })?;
        }
        Ok((game, described))
    }

    fn query(&self, what: &str) -> io::Result<()> {
        let answer = match what {
            "gameover" => matches!(self.game.status(), Status::Over(_)).to_string(),
            "p1turn" => (self.game.side() == Side::First).to_string(),
            "result" => match self.game.status() {
                Status::Over(outcome) => match outcome.winner {
                    Some(Side::First) => "p1win",
                    Some(Side::Second) => "p2win",
                    None => "draw",
                },
                Status::ToAct(_) | Status::Chance => "none",
            }
            .to_owned(),
            _ => return Ok(()),
        };
        say(&format!("response {answer}"))
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        // Time runs from here: the table is not made at the expense of the search.
        let table = self.table()?;
        let began = Instant::now();
        let go = Go::read(words, self.game.side());
        let to_act = matches!(self.game.status(), Status::ToAct(_));
        if !to_act && go.perft.is_none() {
            return say("bestmove none");
        }
        let (stop, ponder_stop) = (Arc::default(), Arc::default());
        let (release, released) = mpsc::channel();
        let pondering = go.ponder;
        let infinite = (go.infinite && to_act) || pondering;
        let job = Job {
            game: self.game.clone(),
            go,
            options: self.options.clone(),
            table,
            stop: Arc::clone(&stop),
            ponder_stop: Arc::clone(&ponder_stop),
            began,
            released,
            text: self.text,
        };
        let send = self.send.clone();
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            job.run();
            let _ = send.send(Event::Done);
        })?;
        let (release, thread) = (Some(release), Some(thread));
        let mut running = Running { stop, ponder_stop, release, infinite, pondering, thread };
        if self.ended && infinite {
            running.stop();
        }
        self.running = Some(running);
        Ok(())
    }
}
