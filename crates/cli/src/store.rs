//! `store`: looking after what a server has stored.

use clap::{Args, Subcommand};
use serde_json::json;
use server::live::check::{Checked, check};

use crate::Refusal;
use crate::output::Output;
use crate::settings::{ServeArgs, Settings};

#[derive(Subcommand, Debug)]
pub(crate) enum StoreCommand {
    Check(Where),
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
        StoreCommand::Check(place) => check_games(place, output),
    }
}

/// Reads every game, and prints those that are damaged; the answer is no if there are any.
fn check_games(place: &Where, output: &mut Output) -> anyhow::Result<()> {
    let args = ServeArgs::of(place.stored.clone());
    let database = Settings::read(&args, output)?.database()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut damaged = Vec::new();
    let checked = runtime.block_on(async {
        let store = database.open_existing().await.map_err(|error| {
            let args = [("message", error.to_string().into())];
            Refusal::wrong(output.text().message("store-failed", &args))
        })?;
        let report = |game: &str, reason: &str| damaged.push((game.to_owned(), reason.to_owned()));
        let checked = check(&store, report).await;
        store.close().await;
        Ok::<_, anyhow::Error>(checked?)
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
