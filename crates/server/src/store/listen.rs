//! What other nodes did: PostgreSQL's notifications.

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
    /// Credentials of an account were taken back.
    Credentials {
        /// The account.
        account: String,
    },
    /// Notifications may have been missed until now: everything has to be looked at again. The
    /// first notice is one too.
    Missed,
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
        let node = self.node.clone();
        tokio::spawn(async move {
            while !send.is_closed() && !pool.is_closed() {
                let followed = follow(&pool, &node, &send).await;
                if pool.is_closed() {
                    return;
                }
                if let Err(error) = followed {
                    tracing::warn!(%error, "listening to the database failed");
                }
                tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            }
        });
        receive
    }
}

async fn follow(
    pool: &sqlx::PgPool,
    node: &str,
    send: &mpsc::Sender<Notice>,
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen("igroteka").await?;
    // Only from here on is everything heard.
    if send.send(Notice::Missed).await.is_err() {
        return Ok(());
    }
    loop {
        let notice = match listener.try_recv().await? {
            // The connection was lost.
            None => return Ok(()),
            Some(notification) => {
                let mut words = notification.payload().split(' ');
                let (Some(from), Some(game), Some(version)) =
                    (words.next(), words.next(), words.next().and_then(|word| word.parse().ok()))
                else {
                    continue;
                };
                if from == node {
                    continue;
                }
                match game.strip_prefix('@') {
                    Some(account) => Notice::Credentials { account: account.to_owned() },
                    None => Notice::Changed { game: game.to_owned(), version },
                }
            }
        };
        if send.send(notice).await.is_err() {
            return Ok(());
        }
    }
}
