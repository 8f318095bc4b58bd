//! The store's contract as a few lines of plain data, for the simulation. `store.rs` holds it and both
//! databases to the same assertions.

#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use server::store::{
    Append, Appended, EntryRow, EventRow, GameRow, Ledger, Outage, Result, StoreError, now_ms,
};

/// A game as stored.
#[derive(Clone, Debug)]
pub struct Kept {
    pub row: GameRow,
    /// By when it has to be looked at: when something is due, or earlier.
    pub look_ms: Option<i64>,
    pub entries: Vec<EntryRow>,
    pub events: Vec<EventRow>,
}

/// All that is stored.
#[derive(Debug, Default)]
pub struct Model {
    pub games: BTreeMap<String, Kept>,
    pub outages: Vec<Outage>,
    /// When each node last wrote that it is alive.
    pub nodes: BTreeMap<u64, i64>,
}

impl Model {
    pub fn create_game(&mut self, row: &GameRow) -> Result<()> {
        if self.games.contains_key(&row.id) {
            return Err(StoreError::Corrupt("the id is taken".into()));
        }
        let (look_ms, row) = (row.due_ms, row.clone());
        let kept = Kept { row, look_ms, entries: Vec::new(), events: Vec::new() };
        self.games.insert(kept.row.id.clone(), kept);
        Ok(())
    }

    pub fn append(&mut self, append: Append) -> Result<Appended> {
        let Some(kept) = self.games.get_mut(&append.row.id) else { return Ok(Appended::Stale) };
        if kept.row.version != append.expected {
            return Ok(Appended::Stale);
        }
        if let Some(ply) = append.truncate {
            kept.entries.retain(|entry| entry.ply < ply);
        }
        kept.events.extend(append.events);
        kept.entries.extend(append.entries);
        let is_later = kept.look_ms.zip(append.row.due_ms).is_some_and(|(look, due)| due >= look);
        if !is_later || append.row.phase != kept.row.phase {
            kept.look_ms = append.row.due_ms;
        }
        // What no append sets stays as it is.
        let GameRow { rated, first_seen_ms, second_seen_ms, .. } = kept.row;
        kept.row = GameRow { rated, first_seen_ms, second_seen_ms, ..append.row };
        Ok(Appended::Done)
    }

    pub fn load_game(&self, id: &str) -> Option<(GameRow, Vec<EntryRow>)> {
        self.games.get(id).map(|kept| (kept.row.clone(), kept.entries.clone()))
    }

    pub fn events_since(&self, id: &str, since: i64) -> Vec<EventRow> {
        let events = self.games.get(id).map_or(&[][..], |kept| &kept.events);
        events.iter().filter(|event| event.version > since).cloned().collect()
    }

    fn ids(&self, at: impl Fn(&Kept) -> Option<i64>, now_ms: i64) -> Vec<String> {
        let due = |kept: &&Kept| at(kept).is_some_and(|at| at <= now_ms);
        self.games.values().filter(due).map(|kept| kept.row.id.clone()).collect()
    }

    pub fn due_games(&self, now_ms: i64) -> Vec<String> {
        self.ids(|kept| kept.look_ms, now_ms)
    }

    pub fn engine_games(&self, now_ms: i64) -> Vec<String> {
        self.ids(|kept| kept.row.engine_ms, now_ms)
    }

    pub fn postpone(&mut self, id: &str, version: i64, due_ms: Option<i64>) {
        if let Some(kept) = self.games.get_mut(id).filter(|kept| kept.row.version == version) {
            (kept.row.due_ms, kept.look_ms) = (due_ms, due_ms);
        }
    }

    pub fn lease_engine(&mut self, id: &str, version: i64, held_ms: i64, until_ms: i64) -> bool {
        let held =
            |kept: &&mut Kept| kept.row.version == version && kept.row.engine_ms == Some(held_ms);
        match self.games.get_mut(id).filter(held) {
            Some(kept) => {
                kept.row.engine_ms = Some(until_ms);
                true
            }
            None => false,
        }
    }

    pub fn last_seen(&self, id: &str) -> [i64; 2] {
        self.games.get(id).map_or([0; 2], |kept| [kept.row.first_seen_ms, kept.row.second_seen_ms])
    }

    /// A node writes that it is alive, and the outage that this write ends; gives it as stored.
    pub fn beat(&mut self, node: u64, seen_ms: i64, outage: Option<Outage>) -> Option<Outage> {
        let others = self.nodes.iter().filter(|(id, _)| **id != node).map(|(_, seen)| *seen).max();
        let outage = outage.and_then(|outage| outage.after(others));
        if let Some(outage) = outage {
            match self.outages.iter_mut().find(|one| one.from_ms == outage.from_ms) {
                Some(one) => one.until_ms = one.until_ms.max(outage.until_ms),
                None => self.outages.push(outage),
            }
            self.outages.sort_by_key(|one| one.from_ms);
        }
        self.nodes.insert(node, seen_ms);
        outage
    }
}

/// The model as a ledger that answers at once.
#[derive(Clone, Debug, Default)]
pub struct AtOnce(Arc<Mutex<Model>>);

impl AtOnce {
    fn model(&self) -> MutexGuard<'_, Model> {
        self.0.lock().unwrap()
    }
}

impl Ledger for AtOnce {
    fn now_ms(&self) -> i64 {
        now_ms()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn failing_since(&self) -> Option<i64> {
        None
    }

    fn outages(&self) -> Arc<[Outage]> {
        self.model().outages.clone().into()
    }

    async fn read_outages(&self) -> Result<()> {
        Ok(())
    }

    async fn create_game(&self, row: &GameRow) -> Result<()> {
        self.model().create_game(row)
    }

    async fn append(&self, append: Append) -> Result<Appended> {
        self.model().append(append)
    }

    async fn game_row(&self, id: &str) -> Result<Option<GameRow>> {
        Ok(self.model().load_game(id).map(|(row, _)| row))
    }

    async fn load_game(&self, id: &str) -> Result<Option<(GameRow, Vec<EntryRow>)>> {
        Ok(self.model().load_game(id))
    }

    async fn events_since(&self, id: &str, since: i64) -> Result<Vec<EventRow>> {
        Ok(self.model().events_since(id, since))
    }

    async fn due_games(&self, now_ms: i64) -> Result<Vec<String>> {
        Ok(self.model().due_games(now_ms))
    }

    async fn postpone(&self, id: &str, version: i64, due_ms: Option<i64>) -> Result<()> {
        self.model().postpone(id, version, due_ms);
        Ok(())
    }

    async fn engine_games(&self, now_ms: i64) -> Result<Vec<String>> {
        Ok(self.model().engine_games(now_ms))
    }

    async fn lease_engine(
        &self,
        id: &str,
        version: i64,
        held_ms: i64,
        until_ms: i64,
    ) -> Result<bool> {
        Ok(self.model().lease_engine(id, version, held_ms, until_ms))
    }

    async fn last_seen(&self, game: &str) -> Result<[i64; 2]> {
        Ok(self.model().last_seen(game))
    }

    async fn is_pair_capped(&self, _row: &GameRow) -> Result<bool> {
        Ok(false)
    }
}
