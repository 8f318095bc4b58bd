//! `admin`: for those who run a server. The first admin is made here, where the database is; what is
//! done later can be done on the moderators' page.

use clap::{Args, Subcommand};
use serde_json::json;
use server::fair_play::{self, Suspect};
use server::store::{Act, Role, Store};

use crate::Refusal;
use crate::output::Output;
use crate::settings::{ServeArgs, Settings, Stored};

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    Grant {
        #[command(flatten)]
        stored: Stored,
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(long, value_name = "admin|moderator", default_value = "moderator")]
        role: String,
    },
    Revoke {
        #[command(flatten)]
        stored: Stored,
        #[arg(value_name = "NAME")]
        name: String,
    },
    Log(Where),
    Signals {
        #[command(flatten)]
        stored: Stored,
        #[arg(id = "signal-games", long = "games", value_name = "N", default_value = "1000")]
        games: String,
    },
}

/// Where the games are: the settings of `serve`.
#[derive(Args, Debug)]
pub(crate) struct Where {
    #[command(flatten)]
    stored: Stored,
}

/// In the log, for what was done here.
const CONSOLE: &str = "console";

/// Runs one of them.
pub(crate) fn admin(command: &AdminCommand, output: &mut Output) -> anyhow::Result<()> {
    let stored = match command {
        AdminCommand::Grant { stored, .. }
        | AdminCommand::Revoke { stored, .. }
        | AdminCommand::Signals { stored, .. } => stored,
        AdminCommand::Log(place) => &place.stored,
    };
    let args = ServeArgs::of(stored.clone());
    let database = Settings::read(&args, output)?.database()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = database.open_existing().await.map_err(|error| {
            let args = [("message", error.to_string().into())];
            Refusal::wrong(output.text().message("store-failed", &args))
        })?;
        let done = match command {
            AdminCommand::Grant { name, role, .. } => {
                let role = match role.as_str() {
                    "admin" => Role::Admin,
                    "moderator" => Role::Moderator,
                    other => {
                        return Err(Refusal::argument("--role", other, "admin, moderator", output));
                    }
                };
                set_role(&store, name, role, output).await
            }
            AdminCommand::Revoke { name, .. } => set_role(&store, name, Role::None, output).await,
            AdminCommand::Log(_) => log(&store, output).await,
            AdminCommand::Signals { games, .. } => match games.parse() {
                Ok(games) if games > 0 => signals(&store, games, output).await,
                _ => Err(Refusal::argument("--games", games, "1…", output)),
            },
        };
        store.close().await;
        done
    })
}

async fn set_role(
    store: &Store,
    name: &str,
    role: Role,
    output: &mut Output,
) -> anyhow::Result<()> {
    let Some(account) = store.account_named(name).await? else {
        let args = [("name", name.to_owned().into())];
        return Err(Refusal::no(output.text().message("admin-nobody", &args)));
    };
    store.moderate(CONSOLE, &account.id, &Act::Role(role), "").await?;
    for (name, role) in store.staff().await? {
        if output.json() {
            output.json_line(&json!({ "name": name, "role": role.word() }))?;
        } else {
            output.line(format!("{name} {}", role.word()))?;
        }
    }
    Ok(())
}

/// What moderators have done, the oldest first.
async fn log(store: &Store, output: &mut Output) -> anyhow::Result<()> {
    let mut acts = store.acts(None, 100_000).await?;
    acts.reverse();
    for act in acts {
        if output.json() {
            output.json_line(&json!(act))?;
            continue;
        }
        let by = act.by_name.unwrap_or(act.by_account);
        let whom = act.name.unwrap_or(act.account);
        output.line(format!("{} {by} {} {whom} {}", day(act.at_ms), act.act, act.detail))?;
    }
    Ok(())
}

fn day(ms: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

/// Looks at rated games that have not been looked at, and prints whose games stand out.
async fn signals(store: &Store, games: i64, output: &mut Output) -> anyhow::Result<()> {
    let count = fair_play::compute(store, games, |_| {}).await?;
    let suspects = fair_play::suspects(store).await?;
    if output.json() {
        output.json_line(&json!({ "games": count, "suspects": suspects }))?;
        return Ok(());
    }
    let args = [("games", count.into()), ("suspects", suspects.len().into())];
    output.line(output.text().message("admin-signals", &args))?;
    for Suspect { name, kind, games, agreement, expected, excess, same_device, .. } in suspects {
        let name = name.unwrap_or_default();
        let percent = |share: f64| (share * 100.0).round();
        let args = [
            ("name", name.into()),
            ("game", kind.id().into()),
            ("games", games.into()),
            ("agreement", percent(agreement).into()),
            ("expected", percent(expected).into()),
            ("excess", format!("{excess:.1}").into()),
            ("same", same_device.into()),
        ];
        output.line(output.text().message("admin-suspect", &args))?;
    }
    Ok(())
}
