//! Rate limits: a bucket of tokens for each address and account, in memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What is limited: how many at once, and how many a second after that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Activity {
    /// Any request.
    Request,
    /// A new guest or account.
    NewPerson,
    /// A try at a password.
    Password,
    /// A new game.
    NewGame,
    /// A message on a WebSocket.
    Message,
    /// A question to the engine.
    Advice,
}

impl Activity {
    const fn allows(self) -> (f64, f64) {
        match self {
            Activity::Request => (200.0, 40.0),
            Activity::NewPerson => (30.0, 0.1),
            Activity::Password => (10.0, 0.1),
            Activity::NewGame => (60.0, 0.5),
            Activity::Message => (200.0, 40.0),
            Activity::Advice => (60.0, 2.0),
        }
    }
}

/// Who has asked how often.
#[derive(Debug, Default)]
pub struct Limits {
    buckets: Mutex<HashMap<(Activity, String), (f64, Instant)>>,
    unlimited: bool,
}

/// Full buckets are thrown away when there are so many.
const MOST_BUCKETS: usize = 50_000;

impl Limits {
    /// Limits, or none.
    #[must_use]
    pub fn new(unlimited: bool) -> Limits {
        Limits { unlimited, ..Limits::default() }
    }

    /// Whether this may go on; takes a token if so.
    #[must_use]
    pub fn allow(&self, activity: Activity, who: &str) -> bool {
        if self.unlimited {
            return true;
        }
        let (most, rate) = activity.allows();
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|(activity, _), (tokens, at)| {
                let (most, rate) = activity.allows();
                *tokens + at.elapsed().as_secs_f64() * rate < most
            });
        }
        let (tokens, at) = buckets.entry((activity, who.to_owned())).or_insert((most, now));
        *tokens = (*tokens + now.duration_since(*at).as_secs_f64() * rate).min(most);
        *at = now;
        if *tokens < 1.0 {
            return false;
        }
        *tokens -= 1.0;
        true
    }
}
