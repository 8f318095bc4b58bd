//! Games on a server. `door` makes plain requests, `line` is the WebSocket on its thread, `wire`
//! what comes over both; `remote` is the game that a server keeps, told apart from the copy of it
//! that [`super::session`] holds here. Neither screen nor lines are known in this folder but for
//! `lists`, which both of them show.

mod address;
mod door;
mod guests;
mod line;
pub(crate) mod lists;
mod remote;
mod terms;
mod wire;

use std::time::Duration;

use rules::{GameId, Side, Variant};

pub(crate) use address::{Address, game_id};
pub(crate) use door::{Created, Door, Lists};
pub(crate) use remote::{Answer, Proposal, Remote, Told, Undone};
pub(crate) use terms::{CLOCKS, Rival, Terms};
pub(crate) use wire::State;

use crate::Refusal;
use crate::output::Output;

use super::opponents::{Choice, Trouble};
use super::round::{Round, Settings};
use wire::Message;

/// What comes from afar.
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
pub(crate) enum Errand {
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
    Look,
}

/// Sits down at a server's board.
pub(crate) fn sit(door: Door, errand: Errand, pace: Duration) -> Result<Round, Trouble> {
    door.knock()?;
    let mut settings = Settings {
        variant: Variant::default_of(GameId::Seega),
        from: None,
        choice: Choice::Server(Terms {
            rival: Rival::Engine(3),
            side: None,
            clock: "none".to_owned(),
            rated: false,
        }),
        side: Side::First,
        control: None,
        pace,
    };
    let state = match errand {
        Errand::Create { terms, variant, from } => {
            settings.variant = variant;
            settings.choice = Choice::Server(terms.clone());
            Some(door.create(&terms, &variant.to_string(), from.as_deref())?)
        }
        Errand::Join(game) => Some(door.join(&game)?),
        Errand::Watch(game) => Some(door.state(&game)?),
        Errand::Look => None,
    };
    Ok(Round::afar(settings, Remote::new(door), state))
}

/// Prints the games of a server.
pub(crate) fn list(door: &Door, output: &mut Output) -> anyhow::Result<()> {
    let found = door.knock().and_then(|()| door.lists()).map_err(Refusal::no)?;
    if output.json() {
        let Lists { own, lobby, live } = found;
        output.json_line(&serde_json::json!({ "own": own, "lobby": lobby, "live": live }))?;
        return Ok(());
    }
    let lines = lists::lines(&found, output.text());
    Ok(output.lines(lines)?)
}
