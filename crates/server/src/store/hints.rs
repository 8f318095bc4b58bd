//! Hints between nodes: what one has stored, so that the others need not look. A hint may be lost or
//! come late; nothing depends on it but how soon a node knows.
//!
//! Hints are sent after the commit, many in one message: PostgreSQL's NOTIFY takes a lock on the whole
//! instance when its transaction commits, so it is no part of the transaction that stores a move. With
//! NATS the database has nothing to do with them.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::{mpsc, watch};

use super::{Pool, Result, Store, StoreError};

/// Something that another node did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A game has this version now.
    Changed {
        /// The game.
        game: String,
        /// Its version.
        version: i64,
    },
    /// A game of this account has begun or ended, or it was challenged.
    Player {
        /// The account.
        account: String,
    },
    /// The games that wait for anyone are others than before.
    Lobby,
    /// Credentials of an account were taken back.
    Credentials {
        /// The account.
        account: String,
    },
    /// Hints may have been missed until now: everything has to be looked at again. The first notice
    /// is one too.
    Missed,
}

impl Notice {
    fn line(&self) -> String {
        match self {
            Notice::Changed { game, version } => format!("game {game} {version}"),
            Notice::Player { account } => format!("player {account}"),
            Notice::Lobby => "lobby".into(),
            Notice::Credentials { account } => format!("credentials {account}"),
            Notice::Missed => "missed".into(),
        }
    }

    fn read(line: &str) -> Option<Notice> {
        let mut words = line.split(' ');
        let kind = words.next()?;
        let mut word = || words.next().map(str::to_owned);
        Some(match kind {
            "game" => Notice::Changed { game: word()?, version: word()?.parse().ok()? },
            "player" => Notice::Player { account: word()? },
            "lobby" => Notice::Lobby,
            "credentials" => Notice::Credentials { account: word()? },
            "missed" => Notice::Missed,
            _ => return None,
        })
    }
}

/// The channel's name.
const CHANNEL: &str = "igroteka";
/// PostgreSQL takes no more than 8000 bytes.
const LARGEST: usize = 7_000;
/// Hints that wait to be sent; more than that are lost.
const WAITING: usize = 8_192;
/// After a connection was lost.
const AGAIN: Duration = Duration::from_millis(500);

/// How hints go to the other nodes.
#[derive(Clone, Debug)]
pub(super) enum Hints {
    /// There are no others.
    None,
    /// By NOTIFY.
    Postgres(mpsc::Sender<Notice>),
    /// By a NATS server.
    Nats(mpsc::Sender<Notice>, Nats),
}

/// A connection to a NATS server that is made again whenever it is lost.
#[derive(Clone, Debug)]
pub(super) struct Nats {
    client: Client,
    subject: Arc<str>,
    /// How often it was connected.
    connected: watch::Receiver<u64>,
}

impl Hints {
    pub(super) fn postgres(pool: PgPool, node: Arc<str>) -> Hints {
        let (send, waiting) = mpsc::channel(WAITING);
        tokio::spawn(notify(pool, node, waiting));
        Hints::Postgres(send)
    }

    /// Gives the other nodes a hint, soon.
    pub(super) fn give(&self, notice: Notice) {
        match self {
            Hints::None => {}
            Hints::Postgres(send) | Hints::Nats(send, _) => {
                let _ = send.try_send(notice);
            }
        }
    }

    /// Ends the connection, of NATS.
    pub(super) async fn close(&self) {
        if let Hints::Nats(_, nats) = self {
            let _ = nats.client.drain().await;
        }
    }
}

/// What has gathered, as one message: the node's name, then a line for each hint.
fn message(node: &str, first: Notice, waiting: &mut mpsc::Receiver<Notice>) -> String {
    let mut text = format!("{node}\n{}", first.line());
    while text.len() < LARGEST
        && let Ok(notice) = waiting.try_recv()
    {
        text.push('\n');
        text.push_str(&notice.line());
    }
    text
}

/// The hints of a message, unless they are this node's own.
fn read<'a>(text: &'a str, node: &str) -> impl Iterator<Item = Notice> + use<'a> {
    let (from, lines) = text.split_once('\n').unwrap_or_default();
    let lines = if from == node { "" } else { lines };
    lines.lines().filter_map(Notice::read)
}

async fn notify(pool: PgPool, node: Arc<str>, mut waiting: mpsc::Receiver<Notice>) {
    while let Some(first) = waiting.recv().await {
        let text = message(&node, first, &mut waiting);
        let sent = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(text);
        if let Err(error) = sent.execute(&pool).await {
            if pool.is_closed() {
                return;
            }
            tracing::warn!(%error, "hints to other nodes are lost");
        }
    }
}

/// Sends what has gathered for as long as the store is there.
async fn publish(nats: Nats, node: Arc<str>, mut waiting: mpsc::Receiver<Notice>) {
    while let Some(first) = waiting.recv().await {
        let text = message(&node, first, &mut waiting);
        // Waits while there is no connection: what comes meanwhile gathers, and then is lost.
        if nats.client.publish(nats.subject.to_string(), text.into()).await.is_err() {
            return;
        }
    }
}

impl Nats {
    /// Passes on what other nodes send, until either end is closed.
    async fn follow(mut self, node: Arc<str>, send: mpsc::Sender<Notice>) {
        let mut messages = match self.client.subscribe(self.subject.to_string()).await {
            Ok(messages) => messages,
            Err(error) => {
                tracing::error!(%error, "hints of other nodes cannot be heard");
                return;
            }
        };
        self.connected.mark_changed();
        loop {
            let notices: Vec<Notice> = tokio::select! {
                changed = self.connected.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    if *self.connected.borrow_and_update() == 0 {
                        continue;
                    }
                    // Only when the server has answered is everything heard.
                    let _ = self.client.flush().await;
                    vec![Notice::Missed]
                }
                message = messages.next() => {
                    let Some(message) = message else { return };
                    let text = String::from_utf8_lossy(&message.payload);
                    read(&text, &node).collect()
                }
                () = send.closed() => return,
            };
            for notice in notices {
                if send.send(notice).await.is_err() {
                    return;
                }
            }
        }
    }
}

impl Store {
    /// Gives and takes hints by a NATS server instead of the database. The server need not be there
    /// yet.
    ///
    /// # Errors
    /// The address is none.
    pub async fn hint_by_nats(mut self, url: &str) -> Result<Store> {
        let (count, connected) = watch::channel(0);
        let count = Arc::new(count);
        let noted = move |event: Event| {
            let count = Arc::clone(&count);
            async move {
                match event {
                    Event::Connected => count.send_modify(|count| *count += 1),
                    Event::Disconnected => tracing::warn!("hints to other nodes are lost"),
                    Event::ServerError(error) => tracing::warn!(%error, "the hints' server"),
                    Event::ClientError(error) => tracing::warn!(%error, "hints"),
                    _ => {}
                }
            }
        };
        let options = ConnectOptions::new()
            .name("igroteka")
            .retry_on_initial_connect()
            .event_callback(noted)
            .reconnect_delay_callback(|_| AGAIN);
        let client = options.connect(url).await;
        let client = client.map_err(|error| StoreError::Unavailable(format!("hints: {error}")))?;
        // Each database has a subject of its own, which no other program knows.
        let subject =
            format!("{CHANNEL}.{}", self.keyed_hash("hints", "").get(..16).unwrap_or_default());
        let nats = Nats { client, subject: subject.into(), connected };
        let (send, waiting) = mpsc::channel(WAITING);
        tokio::spawn(publish(nats.clone(), Arc::clone(&self.node), waiting));
        self.hints = Hints::Nats(send, nats);
        Ok(self)
    }

    /// What other nodes do from now on. With SQLite there are none, and nothing ever comes.
    #[must_use]
    pub fn listen(&self) -> mpsc::Receiver<Notice> {
        let (send, receive) = mpsc::channel(1024);
        if let Hints::Nats(_, nats) = &self.hints {
            tokio::spawn(nats.clone().follow(Arc::clone(&self.node), send));
            return receive;
        }
        let Pool::Postgres(pool) = self.pool.clone() else {
            // Kept open for the life of the store, so that the receiver just waits.
            tokio::spawn(async move { send.closed().await });
            return receive;
        };
        let store = self.clone();
        tokio::spawn(async move {
            while !send.is_closed() && !pool.is_closed() {
                let followed = follow(&pool, &store.node, &send).await;
                if pool.is_closed() {
                    return;
                }
                if let Err(error) = followed {
                    tracing::warn!(%error, "listening to the database failed");
                }
                // Perhaps the database is gone: the sooner that is known the better.
                let _ = store.ready().await;
                tokio::time::sleep(AGAIN).await;
            }
        });
        receive
    }
}

async fn follow(
    pool: &PgPool,
    node: &str,
    send: &mpsc::Sender<Notice>,
) -> std::result::Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    // Only from here on is everything heard.
    if send.send(Notice::Missed).await.is_err() {
        return Ok(());
    }
    loop {
        // None: the connection was lost.
        let Some(notification) = listener.try_recv().await? else { return Ok(()) };
        for notice in read(notification.payload(), node) {
            if send.send(notice).await.is_err() {
                return Ok(());
            }
        }
    }
}
