//! What judging a game needs of the store, as a trait: the owners run on [`Store`], the simulation
//! (`tests/simulation.rs`) on a model of it. One contract (`tests/store.rs`) holds for the model and
//! for both databases.

use std::sync::Arc;

use super::{Append, Appended, EntryRow, EventRow, GameRow, Outage, Result, Store};

/// Where games are kept, as far as judging them goes.
pub trait Ledger: Send + Sync {
    /// The time by the database's clock; see [`Store::now_ms`].
    fn now_ms(&self) -> i64;

    /// Whether several nodes may share it.
    fn is_shared(&self) -> bool;

    /// Since when nothing can be stored; none: all is well.
    fn failing_since(&self) -> Option<i64>;

    /// The times in which nothing could be stored, in order.
    fn outages(&self) -> Arc<[Outage]>;

    /// Reads what other nodes know of such times.
    fn read_outages(&self) -> impl Future<Output = Result<()>> + Send;

    /// Stores a new game; see [`Store::create_game`].
    fn create_game(&self, row: &GameRow) -> impl Future<Output = Result<()>> + Send;

    /// Adds to a game's log; see [`Store::append`].
    fn append(&self, append: Append) -> impl Future<Output = Result<Appended>> + Send;

    /// A game without its entries.
    fn game_row(&self, id: &str) -> impl Future<Output = Result<Option<GameRow>>> + Send;

    /// A game with its entries; see [`Store::load_game`].
    fn load_game(
        &self,
        id: &str,
    ) -> impl Future<Output = Result<Option<(GameRow, Vec<EntryRow>)>>> + Send;

    /// The events of a game after version `since`, in order.
    fn events_since(
        &self,
        id: &str,
        since: i64,
    ) -> impl Future<Output = Result<Vec<EventRow>>> + Send;

    /// The games in which something may be due by now; see [`Store::due_games`].
    fn due_games(&self, now_ms: i64) -> impl Future<Output = Result<Vec<String>>> + Send;

    /// Sets when something is due in a game; see [`Store::postpone`].
    fn postpone(
        &self,
        id: &str,
        version: i64,
        due_ms: Option<i64>,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The games in which the engine has the turn and no node is at it.
    fn engine_games(&self, now_ms: i64) -> impl Future<Output = Result<Vec<String>>> + Send;

    /// Takes or prolongs the lease of an engine's turn; see [`Store::lease_engine`].
    fn lease_engine(
        &self,
        id: &str,
        version: i64,
        held_ms: i64,
        until_ms: i64,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// When the players of a game were last seen.
    fn last_seen(&self, game: &str) -> impl Future<Output = Result<[i64; 2]>> + Send;

    /// Whether a pair has played as many rated games today as count.
    fn is_pair_capped(&self, row: &GameRow) -> impl Future<Output = Result<bool>> + Send;
}

impl Ledger for Store {
    fn now_ms(&self) -> i64 {
        self.now_ms()
    }

    fn is_shared(&self) -> bool {
        self.is_shared()
    }

    fn failing_since(&self) -> Option<i64> {
        self.failing_since()
    }

    fn outages(&self) -> Arc<[Outage]> {
        self.outages()
    }

    async fn read_outages(&self) -> Result<()> {
        self.read_outages().await
    }

    async fn create_game(&self, row: &GameRow) -> Result<()> {
        self.create_game(row).await
    }

    async fn append(&self, append: Append) -> Result<Appended> {
        self.append(append).await
    }

    async fn game_row(&self, id: &str) -> Result<Option<GameRow>> {
        self.game_row(id).await
    }

    async fn load_game(&self, id: &str) -> Result<Option<(GameRow, Vec<EntryRow>)>> {
        self.load_game(id).await
    }

    async fn events_since(&self, id: &str, since: i64) -> Result<Vec<EventRow>> {
        self.events_since(id, since).await
    }

    async fn due_games(&self, now_ms: i64) -> Result<Vec<String>> {
        self.due_games(now_ms).await
    }

    async fn postpone(&self, id: &str, version: i64, due_ms: Option<i64>) -> Result<()> {
        self.postpone(id, version, due_ms).await
    }

    async fn engine_games(&self, now_ms: i64) -> Result<Vec<String>> {
        self.engine_games(now_ms).await
    }

    async fn lease_engine(
        &self,
        id: &str,
        version: i64,
        held_ms: i64,
        until_ms: i64,
    ) -> Result<bool> {
        self.lease_engine(id, version, held_ms, until_ms).await
    }

    async fn last_seen(&self, game: &str) -> Result<[i64; 2]> {
        self.last_seen(game).await
    }

    async fn is_pair_capped(&self, row: &GameRow) -> Result<bool> {
        crate::rating::is_pair_capped(self, row).await
    }
}
