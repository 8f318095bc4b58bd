//! A game as it stands: for clients in their language, and as a record.

use std::sync::Arc;

use rules::{Choice, Event, GameId, Outcome, Side, Status, View};
use text::answers::{self, ToAct};
use text::{Lang, text};

use super::clock::Clock;
use super::room::{Actor, LiveState, Logged, Room};
use crate::store::{Moment, Phase};
use crate::throws;
use crate::wire::{
    ClockOut, EngineOut, EntryOut, GameState, NowOut, Player, PlayerKind, ThrowsOut,
};

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The game.
    pub room: Arc<Room>,
    /// First and second.
    pub players: [Player; 2],
    /// The place of the engine's turn in the queue while it waits.
    pub waiting: Option<usize>,
    /// Since when clocks stand, because nothing can be stored.
    pub stood_ms: Option<i64>,
    /// When that was.
    pub moment: Moment,
}

/// How a game stood after an event.
#[derive(Debug)]
pub struct Now {
    kind: GameId,
    phase: Phase,
    ply: i64,
    position: String,
    status: Status,
    side: Side,
    view: View,
    choices: Vec<Choice>,
    state: LiveState,
    may_take_back: [bool; 2],
    may_abort: bool,
    clock: Clock,
    outcome: Option<Outcome>,
    stood_ms: Option<i64>,
    moment: Moment,
}

impl Now {
    pub(super) fn kind(&self) -> GameId {
        self.kind
    }

    /// How the room stands at this moment.
    #[must_use]
    pub fn of(room: &Room, moment: Moment) -> Now {
        let game = &room.game;
        let status = game.status();
        let live = room.row.phase == Phase::Live && matches!(status, Status::ToAct(_));
        Now {
            kind: room.kind(),
            phase: room.row.phase,
            ply: room.row.ply,
            position: game.position(),
            status,
            side: game.side(),
            view: game.view(),
            choices: if live { game.choices() } else { Vec::new() },
            state: room.row.state.clone(),
            may_take_back: room.may_take_back(),
            may_abort: room.may_abort(),
            clock: room.clock,
            outcome: room.row.outcome(),
            stood_ms: None,
            moment,
        }
    }

    /// In a language.
    #[must_use]
    pub fn out(&self, lang: Lang) -> NowOut {
        let now_ms = self.moment.now_ms();
        let live = self.phase == Phase::Live;
        let left_ms = (self.clock != Clock::None && self.phase != Phase::Open).then(|| {
            let mut left = self.state.times.left_ms;
            if live {
                let until = self.stood_ms.unwrap_or(now_ms);
                left[self.side.index()] = self.state.times.left(self.side, until).max(0);
            }
            left
        });
        let runs = live && self.clock != Clock::None && self.stood_ms.is_none();
        let running = runs.then_some(self.side);
        NowOut {
            phase: self.phase,
            ply: self.ply,
            position: self.position.clone(),
            to_act: if live { (&self.status).into() } else { ToAct::None },
            view: self.view.clone(),
            legal: answers::legal(self.kind, self.side, &self.choices, text(lang)),
            clock: ClockOut { left_ms, running, now_ms },
            draw: self.state.draw,
            takeback: self.state.takeback,
            may_take_back: self.may_take_back,
            may_abort: self.may_abort,
            engine_failed: self.state.engine_failed,
            rematch_by: self.state.rematch_by,
            rematch: self.state.rematch.clone(),
            result: self
                .outcome
                .as_ref()
                .map(|outcome| answers::result(self.kind, outcome, text(lang))),
        }
    }
}

impl Snapshot {
    /// The game as a client sees it, in its language.
    #[must_use]
    pub fn state(&self, account: Option<&str>, lang: Lang) -> GameState {
        let room = &self.room;
        let row = &room.row;
        let over = room.row.phase == Phase::Over;
        let entry = |entry: &Arc<Logged>| EntryOut {
            ply: entry.row.ply,
            turn: Some(entry.played.turn),
            side: entry.row.side,
            text: entry.row.text.clone(),
            at_ms: entry.row.at_ms,
            events: None,
            said: None,
        };
        let entries = room.entries.iter().map(entry).collect();
        let seats = account.map_or(Vec::new(), |account| {
            let own = |side: &Side| room.holds(Actor::Account(account), *side);
            Side::BOTH.into_iter().filter(own).collect()
        });
        let throws = throws::has_throws(room.game.variant()).then(|| ThrowsOut {
            commit: row.commitment.clone(),
            secret: over.then(|| row.secret.clone()),
            nonce_first: row.first_nonce.clone(),
            nonce_second: row.second_nonce.clone(),
        });
        GameState {
            game: row.id.clone(),
            version: row.version,
            kind: room.kind(),
            rules: row.variant.clone(),
            start: room.game.start_position(),
            opponent: row.opponent,
            time: row.clock.clone(),
            rated: row.rated.counts(),
            accept_bots: row.accept_bots,
            public: row.public,
            challenged: row.challenged.clone(),
            private: row.private,
            created_ms: row.created_ms,
            rematch_of: row.rematch_of.clone(),
            players: self.players.clone(),
            seats,
            throws,
            engine: self.waiting.map(|waiting| EngineOut { waiting }),
            last: self.last(),
            entries,
            now: Now { stood_ms: self.stood_ms, ..Now::of(room, self.moment) }.out(lang),
        }
    }

    /// What the last stored run of entries did.
    fn last(&self) -> Vec<Event> {
        let entries = &self.room.entries;
        let Some(version) = entries.last().map(|entry| entry.row.version) else {
            return Vec::new();
        };
        let first = entries.partition_point(|entry| entry.row.version < version);
        entries[first..].iter().flat_map(|entry| entry.played.events.clone()).collect()
    }

    /// The record of the game. The secret of the throws is in it once the game is over.
    #[must_use]
    pub fn record(&self) -> rules::record::Record {
        let room = &self.room;
        let row = &room.row;
        let mut record = rules::record::Record::of(&room.game);
        record.result = room.row.outcome();
        let name = |player: &Player| match (player.kind, &player.name, player.level) {
            (PlayerKind::Engine, _, Some(level)) => format!("engine level {level}"),
            (_, Some(name), _) => name.clone(),
            (kind, None, _) => kind.word().to_owned(),
        };
        let mut tag = |name: &str, value: String| record.tags.push((name.to_owned(), value));
        tag("Id", row.id.clone());
        tag("Date", date(row.created_ms));
        tag("First", name(&self.players[0]));
        tag("Second", name(&self.players[1]));
        if room.clock != Clock::None {
            tag("Clock", row.clock.clone());
        }
        // A game that was handed in has throws of its own.
        if throws::has_throws(room.game.variant()) && !row.commitment.is_empty() {
            tag("ThrowCommit", row.commitment.clone());
            let nonces = [&row.first_nonce, &row.second_nonce];
            for (name, nonce) in ["ThrowNonceFirst", "ThrowNonceSecond"].into_iter().zip(nonces) {
                tag(name, nonce.clone().unwrap_or_default());
            }
            if room.row.phase == Phase::Over {
                tag("ThrowSecret", row.secret.clone());
            }
        }
        record
    }
}

/// The date of a time as records write it: `2026.11.15`.
fn date(ms: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(ms).unwrap_or_default();
    at.strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(super::date(0), "1970.01.01");
        assert_eq!(super::date(951_782_400_000), "2000.02.29");
        assert_eq!(super::date(1_794_700_800_000), "2026.11.15");
    }
}
