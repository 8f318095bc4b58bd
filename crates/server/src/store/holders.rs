//! Who has to look whether their credentials are still good: connections outlive requests, and a
//! credential may be taken back meanwhile, on this node or another one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::{Notice, Result, Store, now_ms, reading};

/// The accounts that have connections here.
#[derive(Debug, Default)]
pub(super) struct Holders(Mutex<HashMap<String, watch::Sender<()>>>);

/// Accounts without connections are thrown out when there are so many more.
const TIDY_EVERY: usize = 1024;

impl Holders {
    fn all(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, account: &str) {
        if let Some(holders) = self.all().get(account) {
            holders.send_replace(());
        }
    }

    fn wake_all(&self) {
        self.all().values().for_each(|holders| holders.send_replace(()));
    }
}

impl Store {
    /// Changes when credentials of this account may have been taken back.
    #[must_use]
    pub fn credentials_of(&self, account: &str) -> watch::Receiver<()> {
        let mut all = self.holders.all();
        if all.len() % TIDY_EVERY == TIDY_EVERY - 1 {
            all.retain(|_, holders| holders.receiver_count() > 0);
        }
        all.entry(account.to_owned()).or_default().subscribe()
    }

    /// Lets the connections of an account look again, on every node.
    pub(super) async fn credentials_changed(&self, account: &str) -> Result<()> {
        self.holders.wake(account);
        self.hints.give(Notice::Credentials { account: account.to_owned() });
        Ok(())
    }

    /// The same for what another node did; none: any account may be concerned.
    pub(crate) fn credentials_changed_elsewhere(&self, account: Option<&str>) {
        match account {
            Some(account) => self.holders.wake(account),
            None => self.holders.wake_all(),
        }
    }

    /// Whether a credential, by its hash, is still good.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_valid(&self, hash: &str) -> Result<bool> {
        let found: Option<(i64,)> = reading!(self, pool => {
            sqlx::query_as(
                "SELECT c.expires_ms FROM credential c JOIN account a ON a.id = c.account \
                 WHERE c.hash = $1 AND c.expires_ms > $2 AND a.deleted_ms IS NULL",
            )
            .bind(hash).bind(now_ms()).fetch_optional(pool).await?
        });
        Ok(found.is_some())
    }
}
