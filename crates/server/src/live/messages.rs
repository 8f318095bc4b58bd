//! What watchers of a game receive: each change once, written in each language when first needed.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use rules::Game;
use text::answers::said;
use text::{Lang, text};

use super::room::{Logged, Room, Stored};
use super::snapshot::Now;
use crate::store::{EntryRow, EventRow, GameRow, Happening, Moment, Outage, PlayedEntry};
use crate::wire::{EntryOut, Happened, ToClient};

/// Something that happened, written in each language when first asked for.
#[derive(Debug)]
pub struct Broadcast {
    game: String,
    event: EventRow,
    entries: Vec<Arc<Logged>>,
    now: Option<Arc<Now>>,
    written: [OnceLock<Utf8Bytes>; Lang::ALL.len()],
}

impl Broadcast {
    /// An event with its entries, and how the game stands after it.
    #[must_use]
    pub fn new(
        game: &str,
        event: EventRow,
        entries: Vec<Arc<Logged>>,
        now: Option<Arc<Now>>,
    ) -> Broadcast {
        Broadcast { game: game.to_owned(), event, entries, now, written: Default::default() }
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
        let entry = |entry: &Arc<Logged>| {
            let Logged { row, played } = &**entry;
            EntryOut {
                ply: row.ply,
                turn: None,
                side: row.side,
                text: row.text.clone(),
                at_ms: row.at_ms,
                said: self.now.as_ref().map(|now| said(now.kind(), &played.events, text(lang))),
                events: Some(played.events.clone()),
            }
        };
        Happened {
            game: self.game.clone(),
            version: self.event.version,
            what,
            seat: self.event.seat,
            at_ms: self.event.at_ms,
            entries: self.entries.iter().map(entry).collect(),
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
pub(super) fn broadcasts(
    room: &Room,
    events: Vec<EventRow>,
    entries: Vec<Arc<Logged>>,
    moment: Moment,
) -> Vec<Arc<Broadcast>> {
    let mut entries = Some(entries);
    let last = events.len().saturating_sub(1);
    let one = |(index, event): (usize, EventRow)| {
        let played = matches!(event.what, Happening::Played { .. });
        let entries = if played { entries.take().unwrap_or_default() } else { Vec::new() };
        let now = (index == last).then(|| Arc::new(Now::of(room, moment)));
        Arc::new(Broadcast::new(&room.row.id, event, entries, now))
    };
    events.into_iter().enumerate().map(one).collect()
}

/// The submission that an event was, by its id.
pub(super) fn submission(event: &EventRow) -> Option<(String, Stored)> {
    let id = event.submission.clone()?;
    let Happening::Played { submitted, .. } = &event.what else { return None };
    Some((id, Stored { version: event.version, digest: submitted.clone() }))
}

/// Plays a logged event on the game; gives the ply that it went back to, and its entries.
pub(super) fn replay(game: &mut Game, event: &EventRow) -> (Option<usize>, Vec<Arc<Logged>>) {
    match &event.what {
        Happening::TakenBack { ply } => {
            let ply = usize::try_from(*ply).unwrap_or(0);
            game.truncate(ply);
            (Some(ply), Vec::new())
        }
        Happening::Played { entries, .. } => {
            let (version, at_ms) = (event.version, event.at_ms);
            let play = |entry: &PlayedEntry| {
                let played = game.play(&entry.text).ok()?;
                let PlayedEntry { ply, side, text } = entry.clone();
                let row = EntryRow { ply, version, side, text, at_ms };
                Some(Arc::new(Logged { row, played }))
            };
            (None, entries.iter().map_while(play).collect())
        }
        _ => (None, Vec::new()),
    }
}

/// The logged events after version `since`, replayed from the opening; the last one carries how
/// `room` stands.
#[must_use]
pub(super) fn missed(
    room: &Room,
    mut game: Game,
    events: Vec<EventRow>,
    since: i64,
    moment: Moment,
) -> Vec<Arc<Broadcast>> {
    let mut out = Vec::new();
    let last = events.last().map_or(0, |event| event.version);
    for event in events {
        let (_, entries) = replay(&mut game, &event);
        if event.version > since {
            let now = (event.version == last).then(|| Arc::new(Now::of(room, moment)));
            out.push(Arc::new(Broadcast::new(&room.row.id, event, entries, now)));
        }
    }
    out
}

/// Brings a room to the row that another node has stored, and gives the events since.
#[must_use]
pub(super) fn follow(
    room: &mut Room,
    row: GameRow,
    events: Vec<EventRow>,
    outages: &[Outage],
    moment: Moment,
) -> Vec<Arc<Broadcast>> {
    let mut followed = Vec::with_capacity(events.len());
    for event in events {
        let (back, entries) = replay(&mut room.game, &event);
        if let Some(ply) = back {
            room.entries.truncate(ply);
        }
        room.entries.extend(entries.iter().cloned());
        room.submissions.extend(submission(&event));
        followed.push((event, entries));
    }
    room.set_row(row);
    room.credit(outages);
    room.recount();
    let last = followed.len().saturating_sub(1);
    let one = |(index, (event, entries)): (usize, (EventRow, Vec<Arc<Logged>>))| {
        let now = (index == last).then(|| Arc::new(Now::of(room, moment)));
        Arc::new(Broadcast::new(&room.row.id, event, entries, now))
    };
    followed.into_iter().enumerate().map(one).collect()
}
