//! What is said on the screen of games that a server keeps.

use crate::play::app::App;
use crate::play::online::{Proposal, Remote};
use crate::play::session::Next;

/// Why the game does not go on: instead of whose turn it is.
pub(super) fn trouble(app: &App) -> Option<String> {
    let remote = app.round.remote.as_ref()?;
    let id = if remote.is_down() {
        "online-down"
    } else if remote.game().is_none() {
        "online-no-game-keys"
    } else if remote.is_open() {
        "online-waiting-friend"
    } else {
        return None;
    };
    Some(app.word(id))
}

/// What is to be known beside whose turn it is.
pub(super) fn remark(app: &App) -> Option<String> {
    let remote = app.round.remote.as_ref()?;
    let id = match (remote.proposed(), app.round.session.next()) {
        (Some(Proposal::Draw), _) => "online-they-draw",
        (Some(Proposal::Takeback), _) => "online-they-takeback",
        (Some(Proposal::Rematch), _) => "online-they-rematch",
        (None, Next::Over(_)) if remote.is_watching() => return Some(String::new()),
        (None, Next::Over(_)) => "online-over-keys",
        (None, _) if remote.is_watching() => "online-watching",
        (None, Next::Opponent(_)) => "online-waiting",
        (None, _) => return None,
    };
    Some(app.word(id))
}

/// The link, while a player is waited for.
pub(super) fn invitation(app: &App) -> Option<String> {
    app.round.remote.as_ref().filter(|remote| remote.is_open()).and_then(Remote::invitation)
}

/// The keys that matter now.
pub(super) fn keys(app: &App) -> &'static str {
    match &app.round.remote {
        Some(remote) if remote.is_watching() || remote.game().is_none() => "online-keys-watching",
        Some(_) if matches!(app.round.session.next(), Next::Over(_)) => "online-keys-over",
        _ => "online-keys",
    }
}
