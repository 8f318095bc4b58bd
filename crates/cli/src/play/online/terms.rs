//! On which terms a game is played on a server.

use rules::{Side, Variant};
use serde_json::{Value, json};
use text::Text;

use super::wire::{Listed, Phase, Player, State};

/// Against whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rival {
    /// The server's engine at this level.
    Engine(u8),
    /// The first player who has the link.
    Friend,
    /// Anyone.
    Lobby,
    /// A second person at this keyboard.
    Here,
}

impl Rival {
    pub(crate) fn name(self, text: &Text) -> String {
        match self {
            Rival::Engine(level) => text.message("play-level", &[("level", level.into())]),
            Rival::Friend => text.message("online-friend", &[]),
            Rival::Lobby => text.message("online-anyone", &[]),
            Rival::Here => text.message("play-menu-two", &[]),
        }
    }
}

/// The clocks on offer in the menu.
pub(crate) const CLOCKS: [&str; 10] =
    ["none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20", "1d", "3d", "7d"];

/// How a game is to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terms {
    pub(crate) rival: Rival,
    /// The own side; by lot if there is none.
    pub(crate) side: Option<Side>,
    /// `5+3`, `3d`, `none`.
    pub(crate) clock: String,
    pub(crate) rated: bool,
}

impl Terms {
    /// The terms of a game that is there.
    pub(crate) fn of(state: &State) -> Terms {
        let level = |player: &Player| player.level.and_then(|level| u8::try_from(level).ok());
        let engine = state.players.iter().find_map(level);
        let rival = match (engine, state.opponent.as_str()) {
            (Some(level), _) => Rival::Engine(level),
            (None, "lobby") => Rival::Lobby,
            (None, "local") => Rival::Here,
            (None, _) => Rival::Friend,
        };
        Terms { rival, side: None, clock: state.time.clone(), rated: state.rated }
    }

    pub(crate) fn is_between_people(&self) -> bool {
        matches!(self.rival, Rival::Friend | Rival::Lobby)
    }

    /// Whether a game that waits in the lobby will do.
    pub(crate) fn takes_any(&self) -> bool {
        self.rival == Rival::Lobby
    }

    /// The request that makes the game.
    pub(crate) fn request(&self, rules: &str, start: Option<&str>) -> Value {
        let game = rules.split('(').next().unwrap_or_default();
        let options = rules.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
        let opponent = match self.rival {
            Rival::Engine(_) => "engine",
            Rival::Friend => "link",
            Rival::Lobby => "lobby",
            Rival::Here => "local",
        };
        let mut request = json!({
            "kind": game,
            "rules": options,
            "opponent": opponent,
            "clock": self.clock,
            "rated": self.rated,
            "nonce": server::secret::token(16),
        });
        if let Rival::Engine(level) = self.rival {
            request["level"] = json!(level);
        }
        if let Some(side) = self.side {
            request["side"] = json!(side.word());
        }
        if let Some(start) = start {
            request["start"] = json!(start);
        }
        request
    }

    /// Whether a game in the lobby is what these terms ask for.
    pub(crate) fn fits(&self, one: &Listed, rules: &str) -> bool {
        let same_rules = Variant::read_full(&one.rules).is_ok_and(|it| it.to_string() == rules);
        let seat = self.side.is_none_or(|side| one.players[side.index()].kind == "nobody");
        same_rules
            && seat
            && one.phase == Phase::Open
            && one.time == self.clock
            && one.rated == self.rated
    }
}

/// The name of the player on a seat.
pub(crate) fn player_name(player: &Player, text: &Text) -> String {
    match (player.kind.as_str(), &player.name, player.level) {
        ("engine", _, Some(level)) => text.message("play-level", &[("level", level.into())]),
        (_, Some(name), _) => name.clone(),
        ("nobody", ..) => text.message("online-nobody", &[]),
        _ => text.message("online-guest", &[]),
    }
}
