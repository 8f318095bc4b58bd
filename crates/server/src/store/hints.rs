//! Hints between nodes: what one has stored, so that the others need not look. A hint may be lost or
//! come late; nothing depends on it but how soon a node knows.
//!
//! Hints are sent after the commit, many in one message: PostgreSQL's NOTIFY takes a lock on the whole
//! instance when its transaction commits, so it is no part of the transaction that stores a move.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::mpsc;

use super::{Pool, Store};

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
            Hints::Postgres(send) => {
                let _ = send.try_send(notice);
            }
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

impl Store {
    /// What other nodes do from now on. With SQLite there are none, and nothing ever comes.
    #[must_use]
    pub fn listen(&self) -> mpsc::Receiver<Notice> {
        let (send, receive) = mpsc::channel(1024);
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

async fn follow(pool: &PgPool, node: &str, send: &mpsc::Sender<Notice>) -> Result<(), sqlx::Error> {
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
