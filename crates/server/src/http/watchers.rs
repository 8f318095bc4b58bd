//! Following a game for a client: from the last version seen, without gaps, for as long as wished.

use std::sync::Arc;
use std::time::Duration;

use rules::Side;
use tokio::sync::broadcast::error::RecvError;

use crate::error::Error;
use crate::live::{Actor, Broadcast, Live, Snapshot, Watching};

/// How often it is noted that a player is here.
const SEEN_EVERY: Duration = Duration::from_secs(20);

/// A game being followed.
pub(super) struct Following {
    live: Live,
    watching: Watching,
    account: Option<String>,
    version: i64,
    /// The place of the engine's turn in the queue, as it was sent last.
    waiting: usize,
    failing: tokio::sync::watch::Receiver<Option<i64>>,
    seen: tokio::time::Interval,
}

/// What comes when a game is followed.
pub(super) enum News {
    /// The next event.
    Event(Arc<Broadcast>),
    /// Too much happened too fast: these events, in order.
    Events(Vec<Arc<Broadcast>>),
    /// The engine's turn has this place in the queue; 0: it is being searched, or over.
    Queue(usize),
    /// Nothing can be stored: clocks stand.
    Standing,
    /// Changes are stored again, or a player is called something else: how the game stands now.
    State(Box<Snapshot>),
}

impl Following {
    /// Begins to follow; gives what was missed since the version seen last.
    pub(super) async fn start(
        live: &Live,
        game: &str,
        account: Option<String>,
        since: Option<i64>,
    ) -> Result<(Following, Vec<Arc<Broadcast>>), Error> {
        // A client from another node may know of changes that this one has not read yet.
        live.look_as(game, account.as_deref(), since.unwrap_or(0)).await?;
        let watching = live.watch(game, since.unwrap_or(0)).await?;
        let missed = match since {
            Some(since) => live.missed(&watching.snapshot, since).await?,
            None => Vec::new(),
        };
        let version = watching.snapshot.room.row.version;
        let waiting = watching.snapshot.waiting.unwrap_or(0);
        let seen = tokio::time::interval(SEEN_EVERY);
        let live = live.clone();
        let failing = live.store().failing();
        Ok((Following { live, watching, account, version, waiting, failing, seen }, missed))
    }

    /// The game as it stood when following began.
    pub(super) fn snapshot(&self) -> &Snapshot {
        &self.watching.snapshot
    }

    /// The next thing that happens. What is seldom done meanwhile is boxed: this waits for every
    /// game that any client follows.
    pub(super) async fn next(&mut self) -> Result<News, Error> {
        loop {
            tokio::select! {
                event = self.watching.events.recv() => match event {
                    Ok(broadcast) if broadcast.version() <= self.version => {}
                    Ok(broadcast) => {
                        self.version = broadcast.version();
                        return Ok(News::Event(broadcast));
                    }
                    // Behind, or the owner is gone: begin again where we stopped.
                    Err(RecvError::Lagged(_) | RecvError::Closed) => {
                        let missed = Box::pin(self.begin_again()).await?;
                        if !missed.is_empty() {
                            return Ok(News::Events(missed));
                        }
                    }
                },
                Ok(()) = self.watching.queue.changed() => {
                    let place = *self.watching.queue.borrow_and_update();
                    // A turn that is searched without waiting is not worth a message.
                    let waiting = place.unwrap_or(0);
                    if std::mem::replace(&mut self.waiting, waiting) != waiting {
                        return Ok(News::Queue(waiting));
                    }
                }
                Ok(()) = self.failing.changed() => {
                    if self.failing.borrow_and_update().is_some() {
                        return Ok(News::Standing);
                    }
                    // Clocks go on, with what they had.
                    let game = &self.watching.snapshot.room.row.id;
                    let snapshot = Box::pin(self.live.look_at(game, self.version)).await?;
                    if snapshot.room.row.version == self.version {
                        return Ok(News::State(Box::new(snapshot)));
                    }
                }
                Ok(()) = self.watching.people.changed() => {
                    let game = &self.watching.snapshot.room.row.id;
                    let snapshot = Box::pin(self.live.look(game)).await?;
                    if snapshot.room.row.version == self.version {
                        return Ok(News::State(Box::new(snapshot)));
                    }
                    // The events that lead there come first.
                    self.watching.people.mark_changed();
                }
                _ = self.seen.tick() => Box::pin(self.note_seen()).await,
            }
        }
    }

    async fn begin_again(&mut self) -> Result<Vec<Arc<Broadcast>>, Error> {
        let game = self.watching.snapshot.room.row.id.clone();
        self.watching = self.live.watch(&game, self.version).await?;
        let missed = self.live.missed(&self.watching.snapshot, self.version).await?;
        self.version = self.watching.snapshot.room.row.version;
        Ok(missed)
    }

    async fn note_seen(&self) {
        let Some(account) = &self.account else { return };
        let room = &self.watching.snapshot.room;
        let [first, second] = Side::BOTH.map(|side| room.holds(Actor::Account(account), side));
        if first || second {
            let seen = self
                .live
                .store()
                .seen(&room.row.id, first, second, self.live.store().now_ms())
                .await;
            if let Err(error) = seen {
                tracing::warn!(%error, "a player's presence could not be noted");
            }
        }
    }
}
