//! Games on a server. `client` makes plain requests, `connection` is the WebSocket on its thread,
//! `wire` what comes over both; `remote` is the game that a server keeps, as opposed to the copy of
//! it that [`super::session`] holds here. Neither screen nor lines are known in this folder but for
//! `lists`, which both of them show.

mod address;
mod client;
mod connection;
mod guests;
pub(crate) mod lists;
mod remote;
mod terms;
mod wire;

use std::time::Duration;

use rules::{GameId, Side, Variant};

pub(crate) use address::{Address, game_id};
pub(crate) use client::{Client, Created, Lists};
pub(crate) use remote::{Answer, Proposal, Remote, Undone, Update};
pub(crate) use terms::{CLOCKS, Rival, Terms};
pub(crate) use wire::State;

use crate::Refusal;
use crate::output::Output;

use super::opponents::{OpponentChoice, Trouble};
use super::round::{Round, Settings};
use wire::Message;

/// What the threads that talk to the server report.
pub(crate) enum News {
    /// The connection stands.
    Up,
    /// It does not, for this reason; it is tried again.
    Down(String),
    Heard(Message),
    /// A game was made or joined, or was not.
    Entered(Box<Created>),
    Listed(Result<Lists, Trouble>),
}

/// What to do on a server.
pub(crate) enum Request {
    /// Make a game.
    Create {
        terms: Terms,
        variant: Variant,
        from: Option<String>,
    },
    /// Take a seat, or go back to one's own.
    Join(String),
    Watch(String),
    /// Choose first.
    Choose,
}

/// Sits down at a server's board.
pub(crate) fn sit(client: Client, request: Request, pace: Duration) -> Result<Round, Trouble> {
    client.check()?;
    let mut settings = Settings {
        variant: Variant::default_of(GameId::SEEGA),
        from: None,
        choice: OpponentChoice::Server(Terms {
            rival: Rival::Engine(3),
            side: None,
            clock: "none".to_owned(),
            rated: false,
        }),
        side: Side::First,
        control: None,
        pace,
        tables: None,
    };
    let state = match request {
        Request::Create { terms, variant, from } => {
            settings.variant = variant;
            settings.choice = OpponentChoice::Server(terms.clone());
            Some(client.create(&terms, &variant.to_string(), from.as_deref())?)
        }
        Request::Join(game) => Some(client.join(&game)?),
        Request::Watch(game) => Some(client.state(&game)?),
        Request::Choose => None,
    };
    Ok(Round::online(settings, Remote::new(client), state))
}

/// Prints the games of a server.
pub(crate) fn list(client: &Client, output: &mut Output) -> anyhow::Result<()> {
    let found = client.check().and_then(|()| client.lists()).map_err(Refusal::no)?;
    if output.json() {
        let Lists { own, lobby, live } = found;
        output.json_line(&serde_json::json!({ "own": own, "lobby": lobby, "live": live }))?;
        return Ok(());
    }
    let lines = lists::lines(&found, output.text());
    Ok(output.lines(lines)?)
}
