//! What watchers of a game hear, in whichever language, written once for all of them.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use rules::{Choice, Event, Game, GameId, Outcome, Side, Status, View};
use text::Lang;

use super::clock::Clock;
use super::table::{Actor, LiveState, Stored, Table, Told, opening};
use crate::store::{EntryRow, EventRow, GameRow, Happening, Phase, PlayedEntry, now_ms};
use crate::throws;
use crate::wire::{
    self, ClockOut, EngineOut, EntryOut, GameState, Happened, NowOut, Player, PlayerKind,
    ThrowsOut, ToAct, ToClient,
};

/// A game as it stands, for whoever looks.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The game.
    pub table: Arc<Table>,
    /// First and second.
    pub players: [Player; 2],
    /// The place of the engine's turn in the queue while it waits.
    pub waiting: Option<usize>,
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
    moving: LiveState,
    clock: Clock,
    outcome: Option<Outcome>,
}

impl Now {
    /// How the table stands.
    #[must_use]
    pub fn of(table: &Table) -> Now {
        let game = &table.game;
        let status = game.status();
        let live = table.row.phase == Phase::Live && matches!(status, Status::ToAct(_));
        Now {
            kind: table.kind(),
            phase: table.row.phase,
            ply: table.row.ply,
            position: game.position(),
            status,
            side: game.side(),
            view: game.view(),
            choices: if live { game.choices() } else { Vec::new() },
            moving: table.row.state.clone(),
            clock: table.clock,
            outcome: table.row.outcome(),
        }
    }

    /// In a language.
    #[must_use]
    pub fn out(&self, lang: Lang) -> NowOut {
        let now_ms = now_ms();
        let live = self.phase == Phase::Live;
        let left_ms = (self.clock != Clock::None && self.phase != Phase::Open).then(|| {
            let mut left = self.moving.times.left_ms;
            if live {
                left[self.side.index()] = self.moving.times.left(self.side, now_ms);
            }
            left
        });
        let running = (live && self.clock != Clock::None).then_some(self.side);
        NowOut {
            phase: self.phase,
            ply: self.ply,
            position: self.position.clone(),
            to_act: if live { (&self.status).into() } else { ToAct::None },
            view: self.view.clone(),
            legal: wire::legal(self.kind, self.side, &self.choices, lang),
            clock: ClockOut { left_ms, running, now_ms },
            draw: self.moving.draw,
            takeback: self.moving.takeback,
            rematch_by: self.moving.rematch_by,
            rematch: self.moving.rematch.clone(),
            result: self.outcome.as_ref().map(|outcome| wire::result(self.kind, outcome, lang)),
        }
    }
}

/// Something that happened, written in each language when first asked for.
#[derive(Debug)]
pub struct Spoken {
    game: String,
    event: EventRow,
    told: Vec<Told>,
    now: Option<Arc<Now>>,
    written: [OnceLock<Utf8Bytes>; Lang::ALL.len()],
}

impl Spoken {
    /// An event with what its entries did, and how the game stands after it.
    #[must_use]
    pub fn new(game: &str, event: EventRow, told: Vec<Told>, now: Option<Arc<Now>>) -> Spoken {
        Spoken { game: game.to_owned(), event, told, now, written: Default::default() }
    }

    /// Its version.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.event.version
    }

    /// Its game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// What happened.
    #[must_use]
    pub fn what(&self) -> &Happening {
        &self.event.what
    }

    /// As data.
    #[must_use]
    pub fn happened(&self, lang: Lang) -> Happened {
        let what = match &self.event.what {
            // The entries are sent in full; the digest is for the server alone.
            Happening::Played { left_ms, .. } => Happening::Played {
                entries: Vec::new(),
                left_ms: *left_ms,
                submitted: String::new(),
            },
            other => other.clone(),
        };
        let entry = |(row, events): &Told| EntryOut {
            ply: row.ply,
            turn: None,
            side: row.side,
            text: row.text.clone(),
            at_ms: row.at_ms,
            said: self.now.as_ref().map(|now| wire::said(now.kind, events, lang)),
            events: Some(events.clone()),
        };
        Happened {
            game: self.game.clone(),
            version: self.event.version,
            what,
            seat: self.event.seat,
            at_ms: self.event.at_ms,
            entries: self.told.iter().map(entry).collect(),
            now: self.now.as_ref().map(|now| now.out(lang)),
        }
    }

    /// As the message on the WebSocket.
    #[must_use]
    pub fn text(&self, lang: Lang) -> Utf8Bytes {
        let write = || {
            let message = ToClient::Event(Box::new(self.happened(lang)));
            serde_json::to_string(&message).unwrap_or_default().into()
        };
        self.written[lang as usize].get_or_init(write).clone()
    }
}

/// The events of a change, of which the last carries how the game stands.
#[must_use]
pub(super) fn speak(table: &Table, events: Vec<EventRow>, told: Vec<Told>) -> Vec<Arc<Spoken>> {
    let mut told = Some(told);
    let last = events.len().saturating_sub(1);
    let one = |(index, event): (usize, EventRow)| {
        let told = if matches!(event.what, Happening::Played { .. }) { told.take() } else { None };
        let now = (index == last).then(|| Arc::new(Now::of(table)));
        Arc::new(Spoken::new(&table.row.id, event, told.unwrap_or_default(), now))
    };
    events.into_iter().enumerate().map(one).collect()
}

/// The submission that an event was, by its id.
pub(super) fn submission(event: &EventRow) -> Option<(String, Stored)> {
    let id = event.submission.clone()?;
    let Happening::Played { submitted, .. } = &event.what else { return None };
    Some((id, Stored { version: event.version, digest: submitted.clone() }))
}

/// Plays a logged event on the game; gives the ply that it went back to, and what its entries did.
fn replay(game: &mut Game, event: &EventRow) -> (Option<usize>, Vec<Told>) {
    match &event.what {
        Happening::TakenBack { ply } => {
            let ply = usize::try_from(*ply).unwrap_or(0);
            game.truncate(ply);
            (Some(ply), Vec::new())
        }
        Happening::Played { entries, .. } => {
            let (version, at_ms) = (event.version, event.at_ms);
            let play = |entry: &PlayedEntry| {
                let happened: Vec<Event> = game.play(&entry.text).unwrap_or_default();
                let PlayedEntry { ply, side, text } = entry.clone();
                (EntryRow { ply, version, side, text, at_ms }, happened)
            };
            (None, entries.iter().map(play).collect())
        }
        _ => (None, Vec::new()),
    }
}

/// Tells the logged events after version `since`, replayed from the opening; the last one carries
/// how `table` stands.
#[must_use]
pub(super) fn retell(
    table: &Table,
    mut game: Game,
    events: Vec<EventRow>,
    since: i64,
) -> Vec<Arc<Spoken>> {
    let mut out = Vec::new();
    let last = events.last().map_or(0, |event| event.version);
    for event in events {
        let (_, told) = replay(&mut game, &event);
        if event.version > since {
            let now = (event.version == last).then(|| Arc::new(Now::of(table)));
            out.push(Arc::new(Spoken::new(&table.row.id, event, told, now)));
        }
    }
    out
}

/// Brings a table to the row that another node has stored, by the events since, and tells them.
#[must_use]
pub(super) fn follow(table: &mut Table, row: GameRow, events: Vec<EventRow>) -> Vec<Arc<Spoken>> {
    let mut heard = Vec::with_capacity(events.len());
    for event in events {
        let (back, told) = replay(&mut table.game, &event);
        if let Some(ply) = back {
            table.entries.truncate(ply);
        }
        table.entries.extend(told.iter().map(|(entry, _)| entry.clone()));
        table.submissions.extend(submission(&event));
        heard.push((event, told));
    }
    table.row = row;
    table.recount();
    let last = heard.len().saturating_sub(1);
    let one = |(index, (event, told)): (usize, (EventRow, Vec<Told>))| {
        let now = (index == last).then(|| Arc::new(Now::of(table)));
        Arc::new(Spoken::new(&table.row.id, event, told, now))
    };
    heard.into_iter().enumerate().map(one).collect()
}

impl Snapshot {
    /// The game as a client sees it, in its language.
    #[must_use]
    pub fn state(&self, account: Option<&str>, lang: Lang) -> GameState {
        let table = &self.table;
        let row = &table.row;
        let over = table.row.phase == Phase::Over;
        let transcript = table.game.transcript();
        let entries: Vec<EntryOut> = table
            .entries
            .iter()
            .zip(&transcript)
            .map(|(entry, played)| EntryOut {
                ply: entry.ply,
                turn: Some(played.turn),
                side: entry.side,
                text: entry.text.clone(),
                at_ms: entry.at_ms,
                events: None,
                said: None,
            })
            .collect();
        let seats = account.map_or(Vec::new(), |account| {
            let own = |side: &Side| table.holds(Actor::Account(account), *side);
            Side::BOTH.into_iter().filter(own).collect()
        });
        let throws = throws::has_throws(table.game.variant()).then(|| ThrowsOut {
            commit: row.commitment.clone(),
            secret: over.then(|| row.secret.clone()),
            nonce_first: row.first_nonce.clone(),
            nonce_second: row.second_nonce.clone(),
        });
        GameState {
            game: row.id.clone(),
            version: row.version,
            kind: table.kind(),
            rules: row.variant.clone(),
            start: table.game.start_position(),
            opponent: row.opponent,
            time: row.clock.clone(),
            rated: row.rated.counts(),
            accept_bots: row.accept_bots,
            created_ms: row.created_ms,
            rematch_of: row.rematch_of.clone(),
            players: self.players.clone(),
            seats,
            throws,
            engine: self.waiting.map(|waiting| EngineOut { waiting }),
            last: self.last(),
            entries,
            now: Now::of(table).out(lang),
        }
    }

    /// What the last stored run of entries did.
    fn last(&self) -> Vec<Event> {
        let entries = &self.table.entries;
        let Some(version) = entries.last().map(|entry| entry.version) else { return Vec::new() };
        let first = entries.iter().position(|entry| entry.version == version).unwrap_or(0);
        let Some(mut game) = opening(&self.table.row) else { return Vec::new() };
        let mut out = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let events = game.play(&entry.text).unwrap_or_default();
            if index >= first {
                out.extend(events);
            }
        }
        out
    }

    /// The record of the game. The secret of the throws is in it once the game is over.
    #[must_use]
    pub fn record(&self) -> rules::record::Record {
        let table = &self.table;
        let row = &table.row;
        let mut record = rules::record::Record::of(&table.game);
        record.result = table.row.outcome();
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
        if table.clock != Clock::None {
            tag("Clock", row.clock.clone());
        }
        if throws::has_throws(table.game.variant()) {
            tag("ThrowCommit", row.commitment.clone());
            let nonces = [&row.first_nonce, &row.second_nonce];
            for (name, nonce) in ["ThrowNonceFirst", "ThrowNonceSecond"].into_iter().zip(nonces) {
                tag(name, nonce.clone().unwrap_or_default());
            }
            if table.row.phase == Phase::Over {
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
