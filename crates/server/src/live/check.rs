//! Whether what is stored makes sense: every game is read as its owner would read it, its log is
//! played by the rules, and its events have to tell the same.

use rules::{End, Status};

use super::Room;
use super::messages::replay;
use super::room::opening;
use crate::store::{EventRow, Happening, Phase, Result, Store, StoreError};

/// What a check has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games that were read.
    pub games: u64,
    /// Those that are damaged.
    pub damaged: u64,
    /// Those that were set aside and are whole again.
    pub taken_up: u64,
}

/// Reads every game. What is damaged is set aside and reported with its reason; what was set aside
/// and is whole is taken up again. A server may be running meanwhile.
///
/// # Errors
/// The database failed.
pub async fn check(store: &Store, mut report: impl FnMut(&str, &str)) -> Result<Checked> {
    let mut checked = Checked::default();
    let aside = store.games_set_aside().await?;
    let mut after = String::new();
    loop {
        let ids = store.game_ids(&after, 500).await?;
        let Some(last) = ids.last() else { return Ok(checked) };
        after.clone_from(last);
        for id in &ids {
            checked.games += 1;
            match check_game(store, id).await {
                Ok(()) => {
                    if aside.iter().any(|(game, _)| game == id) && store.take_up(id).await? {
                        checked.taken_up += 1;
                    }
                }
                Err(StoreError::Corrupt(reason)) => {
                    checked.damaged += 1;
                    store.set_aside(id, &reason).await?;
                    report(id, &reason);
                }
                Err(error) => return Err(error),
            }
        }
    }
}

async fn check_game(store: &Store, id: &str) -> Result<()> {
    let Some((row, entries)) = store.load_game(id).await? else { return Ok(()) };
    let mut events = store.events_since(id, 0).await?;
    // Later ones belong to a later row.
    events.retain(|event| event.version <= row.version);
    let room = Room::load(row, entries)?;
    log(&room, &events).and_then(|()| result(&room)).map_err(StoreError::Corrupt)
}

/// The events have no gap, and bring the entries that stand in the log.
fn log(room: &Room, events: &[EventRow]) -> std::result::Result<(), String> {
    let mut game = opening(&room.row).ok_or("rules or start")?;
    let mut texts: Vec<String> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        if event.version != index as i64 + 1 {
            return Err(format!("event {} is missing", index + 1));
        }
        let (back, entries) = replay(&mut game, event);
        if let Some(ply) = back {
            texts.truncate(ply);
        }
        if let Happening::Played { entries: logged, .. } = &event.what
            && logged.len() != entries.len()
        {
            return Err(format!("event {} does not play", event.version));
        }
        texts.extend(entries.iter().map(|entry| entry.row.text.clone()));
    }
    if events.len() as i64 != room.row.version {
        return Err(format!("{} of {} events", events.len(), room.row.version));
    }
    let differs = room.entries.iter().zip(&texts).position(|(entry, text)| entry.row.text != *text);
    match differs {
        Some(ply) => Err(format!("entry {ply} is not that of the events")),
        None if texts.len() != room.entries.len() => {
            Err(format!("{} entries, {} in the events", room.entries.len(), texts.len()))
        }
        None => Ok(()),
    }
}

/// A game that is over by the rules is over, with that result.
fn result(room: &Room) -> std::result::Result<(), String> {
    match room.game.status() {
        // A rated game in which a side has not moved is aborted, even if the rules end it.
        Status::Over(_) if room.row.rated.counts() && room.row.reason == Some(End::Aborted) => {
            Ok(())
        }
        Status::Over(outcome) if room.row.outcome() != Some(outcome) => {
            Err("the result is not that of the rules".into())
        }
        _ if room.row.phase == Phase::Over && room.row.outcome().is_none() => {
            Err("over without a result".into())
        }
        _ => Ok(()),
    }
}
