//! Where accounts are used from: browsers by the hash of a cookie, addresses by a keyed hash. Both
//! are noted when a session begins and every so often after that.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::{Pool, Result, Store, now_ms, reading, writing};
use crate::secret;

/// A credential in use is noted that often.
const NOTED_EVERY_MS: i64 = 10 * 60_000;

/// The key of the hashes of addresses and names.
#[derive(Debug)]
pub(super) struct Visits {
    key: String,
}

impl Visits {
    /// Reads the key, made if there is none.
    pub(super) async fn open(pool: &Pool) -> Result<Visits> {
        const MAKE: &str = "INSERT INTO server_secret (name, value) VALUES ('hashes', $1) \
                            ON CONFLICT DO NOTHING";
        const READ: &str = "SELECT value FROM server_secret WHERE name = 'hashes'";
        let made = secret::credential();
        let (key,): (String,) = match pool {
            Pool::Sqlite { write, .. } => {
                sqlx::query(MAKE).bind(&made).execute(write).await?;
                sqlx::query_as(READ).fetch_one(write).await?
            }
            Pool::Postgres(pool) => {
                sqlx::query(MAKE).bind(&made).execute(pool).await?;
                sqlx::query_as(READ).fetch_one(pool).await?
            }
        };
        Ok(Visits { key })
    }
}

/// Where somebody is seen.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// The hash of the credential.
    pub credential: &'a str,
    /// The hash of the browser's own cookie, if it has one.
    pub device: Option<&'a str>,
    /// The address.
    pub address: &'a str,
}

impl Store {
    /// The form in which an address is kept: it tells equal ones, and nothing else.
    #[must_use]
    pub fn address_hash(&self, address: &str) -> String {
        let mut hash = self.keyed_hash("address", address);
        hash.truncate(16);
        hash
    }

    /// A hash that cannot be computed without the database.
    pub(super) fn keyed_hash(&self, purpose: &str, text: &str) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.visits.key.as_bytes()) else {
            return String::new();
        };
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        secret::hex(&mac.finalize().into_bytes())
    }

    /// Whether it is time to note a credential that was last seen then.
    #[must_use]
    pub fn is_visit_due(seen_ms: i64) -> bool {
        now_ms() - seen_ms >= NOTED_EVERY_MS
    }

    /// Notes where an account is used from.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_visit(&self, account: &str, visit: Visit<'_>) -> Result<()> {
        let address = self.address_hash(visit.address);
        let now = now_ms();
        writing!(self, pool => {
            let mut all = pool.begin().await?;
            sqlx::query("UPDATE credential SET seen_ms = $2 WHERE hash = $1")
                .bind(visit.credential).bind(now).execute(&mut *all).await?;
            if let Some(device) = visit.device {
                sqlx::query(
                    "INSERT INTO device (device, account, first_ms, seen_ms) \
                     VALUES ($1, $2, $3, $3) \
                     ON CONFLICT (device, account) DO UPDATE SET seen_ms = $3",
                )
                .bind(device).bind(account).bind(now).execute(&mut *all).await?;
            }
            sqlx::query(
                "INSERT INTO address (address, account, first_ms, seen_ms) \
                 VALUES ($1, $2, $3, $3) \
                 ON CONFLICT (address, account) DO UPDATE SET seen_ms = $3",
            )
            .bind(&address).bind(account).bind(now).execute(&mut *all).await?;
            all.commit().await?;
        });
        Ok(())
    }

    /// The accounts that have been used from a browser, or since then from an address.
    ///
    /// # Errors
    /// The database failed.
    pub async fn accounts_at(
        &self,
        device: Option<&str>,
        address: &str,
        since_ms: i64,
    ) -> Result<Vec<String>> {
        let address = self.address_hash(address);
        let rows: Vec<(String,)> = reading!(self, pool => {
            sqlx::query_as(
                "SELECT account FROM device WHERE device = $1 \
                 UNION SELECT account FROM address WHERE address = $2 AND seen_ms >= $3 LIMIT 50",
            )
            .bind(device.unwrap_or_default()).bind(&address).bind(since_ms).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(account,)| account).collect())
    }

    /// Addresses and browsers that an account was used from: hash, first and last time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seen_at(&self, account: &str) -> Result<[Vec<(String, i64, i64)>; 2]> {
        Ok(reading!(self, pool => {
            let of = async |table: &str| {
                let sql = format!(
                    "SELECT {table}, first_ms, seen_ms FROM {table} WHERE account = $1 \
                     ORDER BY seen_ms"
                );
                sqlx::query_as(&sql).bind(account).fetch_all(pool).await
            };
            [of("address").await?, of("device").await?]
        }))
    }

    /// Whether an account has been used from this browser.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_known_device(&self, device: &str, account: &str) -> Result<bool> {
        let found: Option<(i64,)> = reading!(self, pool => {
            sqlx::query_as("SELECT seen_ms FROM device WHERE device = $1 AND account = $2")
                .bind(device).bind(account).fetch_optional(pool).await?
        });
        Ok(found.is_some())
    }
}
