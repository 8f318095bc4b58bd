//! `store`: looking after what a server has stored.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;
use server::dump::{Exported, check_line, export};
use server::live::check::{Checked, check};
use server::store::Store;
use tokio::runtime::Runtime;

use crate::Refusal;
use crate::output::Output;
use crate::settings::{ServeArgs, Settings};

#[derive(Subcommand, Debug)]
pub(crate) enum StoreCommand {
    Check(CheckArgs),
    Export(ExportArgs),
}

/// What is to be checked: what is stored, or a dump of it.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    place: Where,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "data", "database"])]
    dump: Option<PathBuf>,
}

/// Which games, and where they go.
#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    place: Where,
    #[arg(long, value_name = "FILE")]
    jsonl: Option<PathBuf>,
    #[arg(id = "export-all", long = "all")]
    all: bool,
}

/// Where the games are: the settings of `serve`.
#[derive(Args, Debug)]
pub(crate) struct Where {
    #[command(flatten)]
    stored: crate::settings::Stored,
}

/// Runs one of them.
pub(crate) fn store(command: &StoreCommand, output: &mut Output) -> anyhow::Result<()> {
    match command {
        StoreCommand::Check(CheckArgs { dump: Some(file), .. }) => check_dump(file, output),
        StoreCommand::Check(CheckArgs { place, .. }) => check_games(place, output),
        StoreCommand::Export(args) => export_games(args, output),
    }
}

/// Opens what a server has stored, with a runtime to read it in.
fn open(place: &Where, output: &Output) -> anyhow::Result<(Runtime, Store)> {
    let args = ServeArgs::of(place.stored.clone());
    let database = Settings::read(&args, output)?.database()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let store = runtime.block_on(database.open_existing()).map_err(|error| {
        let args = [("message", error.to_string().into())];
        Refusal::wrong(output.text().message("store-failed", &args))
    })?;
    Ok((runtime, store))
}

/// Writes the finished games as JSON lines, to a file or to standard output.
fn export_games(args: &ExportArgs, output: &mut Output) -> anyhow::Result<()> {
    let (runtime, store) = open(&args.place, output)?;
    let exported = match &args.jsonl {
        None => runtime.block_on(export(&store, args.all, |line| output.line(line)))?,
        Some(path) => {
            let mut file = BufWriter::new(File::create(path).map_err(|error| {
                let args = [
                    ("file", path.display().to_string().into()),
                    ("message", error.to_string().into()),
                ];
                Refusal::wrong(output.text().message("error-file-write", &args))
            })?);
            let line = |line: String| writeln!(file, "{line}");
            let exported = runtime.block_on(export(&store, args.all, line))?;
            file.flush()?;
            exported
        }
    };
    runtime.block_on(store.close());
    let Exported { games, damaged } = exported;
    if args.jsonl.is_some() {
        if output.json() {
            output.json_line(&json!({ "games": games, "damaged": damaged }))?;
        } else {
            let args = [("games", games.into()), ("damaged", damaged.into())];
            output.line(output.text().message("store-exported", &args))?;
        }
    }
    if damaged > 0 { Err(Refusal::reported()) } else { Ok(()) }
}

/// Plays the games of a dump again, and prints what is wrong; the answer is no if anything is.
fn check_dump(path: &Path, output: &mut Output) -> anyhow::Result<()> {
    let unreadable = |error: std::io::Error, output: &Output| {
        let args =
            [("file", path.display().to_string().into()), ("message", error.to_string().into())];
        Refusal::wrong(output.text().message("error-file-read", &args))
    };
    let file = File::open(path).map_err(|error| unreadable(error, output))?;
    let (mut games, mut damaged, mut entries) = (0_u64, 0_u64, 0_u64);
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| unreadable(error, output))?;
        games += 1;
        match check_line(&line) {
            Ok(count) => entries += count as u64,
            Err(reason) => {
                damaged += 1;
                let number = index as u64 + 1;
                if output.json() {
                    output.json_line(&json!({ "line": number, "reason": reason }))?;
                } else {
                    let args = [("line", number.into()), ("message", reason.into())];
                    output.line(output.text().message("serve-file-line", &args))?;
                }
            }
        }
    }
    if output.json() {
        output.json_line(&json!({ "games": games, "damaged": damaged, "entries": entries }))?;
    } else {
        let args = [("games", games.into()), ("damaged", damaged.into())];
        output.line(output.text().message("store-checked", &args))?;
    }
    if damaged > 0 { Err(Refusal::reported()) } else { Ok(()) }
}

/// Reads every game, and prints those that are damaged; the answer is no if there are any.
fn check_games(place: &Where, output: &mut Output) -> anyhow::Result<()> {
    let (runtime, store) = open(place, output)?;
    let mut damaged = Vec::new();
    let checked = runtime.block_on(async {
        let report = |game: &str, reason: &str| damaged.push((game.to_owned(), reason.to_owned()));
        let checked = check(&store, report).await;
        store.close().await;
        checked
    })?;
    for (game, reason) in damaged {
        if output.json() {
            output.json_line(&json!({ "game": game, "reason": reason }))?;
        } else {
            let args = [("game", game.into()), ("reason", reason.into())];
            output.line(output.text().message("store-damaged", &args))?;
        }
    }
    let Checked { games, damaged, taken_up } = checked;
    if output.json() {
        output.json_line(&json!({ "games": games, "damaged": damaged, "taken_up": taken_up }))?;
    } else {
        let args = [("games", games.into()), ("damaged", damaged.into())];
        output.line(output.text().message("store-checked", &args))?;
        if taken_up > 0 {
            let args = [("games", taken_up.into())];
            output.line(output.text().message("store-taken-up", &args))?;
        }
    }
    if damaged > 0 { Err(Refusal::reported()) } else { Ok(()) }
}
