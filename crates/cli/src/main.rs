//! `igroteka`: play, study and research five board games at the command line.
//!
//! This file turns what was typed into a call of one command and the command's answer into an exit
//! status: 0 done, 1 the answer is no, 2 the call is wrong. Each command is a module.

mod admin;
mod analyze;
mod args;
mod bench;
mod count;
mod diagram;
mod engine_match;
mod help;
mod inspect;
mod load;
mod manual;
mod output;
mod play;
mod progress;
mod record;
mod review;
mod rulebook;
mod search;
mod serve;
mod settings;
mod setup;
mod show;
mod standings;
mod store;
mod tables;
mod ugi;
mod wrap;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use args::{Command, RecordCommand};
use output::Output;

/// A server makes and drops small things all the time, on several threads: with this allocator
/// it does a tenth more in the same time (docs/benchmarks.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// An answer other than "done": what to say on standard error, and the exit status.
#[derive(Debug)]
struct Refusal {
    status: u8,
    message: String,
}

impl Refusal {
    /// The answer is no: an illegal move, a failed check.
    fn no(message: impl Into<String>) -> anyhow::Error {
        Refusal { status: 1, message: message.into() }.into()
    }

    /// The answer is no, and standard error has it already.
    fn reported() -> anyhow::Error {
        Refusal::no("")
    }

    /// The call is wrong: an unknown option, a malformed position or file.
    fn wrong(message: impl Into<String>) -> anyhow::Error {
        Refusal { status: 2, message: message.into() }.into()
    }

    /// The call is wrong: an argument's value is none of those that are allowed.
    fn argument(name: &str, found: &str, allowed: &str, output: &Output) -> anyhow::Error {
        let args = [("name", name.into()), ("found", found.into()), ("allowed", allowed.into())];
        Refusal::wrong(output.text().message("error-bad-argument", &args))
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

fn main() -> ExitCode {
    let (cli, lang) = match help::parse(std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(early) => {
            // Help and version go to standard output, refusals to standard error.
            let _ = if early.status == 0 {
                io::stdout().write_all(early.message.as_bytes())
            } else {
                writeln!(io::stderr(), "{}", early.message)
            };
            return ExitCode::from(early.status);
        }
    };
    let mut output = Output::new(&cli, lang);
    let done = run(cli.command, &mut output).and_then(|()| Ok(output.flush()?));
    let Err(error) = done else { return ExitCode::SUCCESS };
    if let Some(refusal) = error.downcast_ref::<Refusal>() {
        let _ = output.flush();
        if !refusal.message.is_empty() {
            let _ = writeln!(io::stderr(), "{}", refusal.message);
        }
        return ExitCode::from(refusal.status);
    }
    // A reader that has seen enough, as `head` has, is no failure.
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    };
    if error.chain().any(closed) {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "{error:#}");
    ExitCode::from(2)
}

fn run(command: Option<Command>, output: &mut Output) -> anyhow::Result<()> {
    match command {
        None => serve::serve(&settings::ServeArgs::default(), output),
        Some(Command::Games) => show::games(output),
        Some(Command::Serve(args)) => serve::serve(&args, output),
        Some(Command::Play(args)) => play::play(&args, output),
        Some(Command::Position { setup, board }) => show::position(&setup, board, output),
        Some(Command::Rules { game, article }) => {
            rulebook::rules(&game, article.as_deref(), output)
        }
        Some(Command::Moves { setup }) => show::moves(&setup, output),
        Some(Command::Perft { setup, depth, divide }) => {
            count::perft(&setup, &depth, divide, output)
        }
        Some(Command::Playouts { setup, seconds, games, seed }) => {
            let (seconds, games) = (seconds.as_deref(), games.as_deref());
            count::playouts(&setup, seconds, games, seed.as_deref(), output)
        }
        Some(Command::Inspect) => inspect::inspect(output),
        Some(Command::Engine(tables)) => ugi::engine(&tables, output),
        Some(Command::Analyze(args)) => analyze::analyze(&args, output),
        Some(Command::Match(args)) => engine_match::engine_match(&args, output),
        Some(Command::Bench(args)) => bench::bench(&args, output),
        Some(Command::Load(args)) => load::load(&args, output),
        Some(Command::Record { command }) => match command {
            RecordCommand::Show { file } => record::show(&file, output),
            RecordCommand::Check { file } => record::check(&file, output),
            RecordCommand::Convert { file, to } => record::convert(&file, &to, output),
            RecordCommand::Review(args) => review::review_file(&args, output),
            RecordCommand::VerifyThrows { file } => record::verify_throws(&file, output),
        },
        Some(Command::Admin { command }) => admin::admin(&command, output),
        Some(Command::Store { command }) => store::store(&command, output),
        Some(Command::Tables { command }) => tables::tables(&command, output),
        Some(Command::Diagram { setup, out }) => diagram::diagram(&setup, &out, output),
        Some(Command::Completions { shell }) => help::completions(&shell, output),
        Some(Command::Man { folder }) => manual::man(&folder, output),
    }
}
