//! Limits: a bucket of tokens for each address and account, and how many sockets an address may have
//! open; in memory, each node for itself.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is limited: how many at once, and how many a second after that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Activity {
    /// Any request.
    Request,
    /// A new guest or account.
    NewPerson,
    /// A try at a password, by address or by known device.
    Password,
    /// A try at the password of a name, from wherever.
    Name,
    /// A letter, or an export.
    Mail,
    /// A report of another player.
    Report,
    /// A new game.
    NewGame,
    /// A message on a WebSocket.
    Message,
    /// A question to the engine.
    Advice,
    /// A list of games.
    List,
}

impl Activity {
    const ALL: [Activity; 10] = [
        Activity::Request,
        Activity::NewPerson,
        Activity::Password,
        Activity::Name,
        Activity::Mail,
        Activity::Report,
        Activity::NewGame,
        Activity::Message,
        Activity::Advice,
        Activity::List,
    ];

    /// The name of the limit in settings.
    const fn name(self) -> &'static str {
        match self {
            Activity::Request => "requests",
            Activity::NewPerson => "people",
            Activity::Password => "passwords",
            Activity::Name => "names",
            Activity::Mail => "letters",
            Activity::Report => "reports",
            Activity::NewGame => "games",
            Activity::Message => "messages",
            Activity::Advice => "advice",
            Activity::List => "lists",
        }
    }

    const fn usual(self) -> Rate {
        let (most, per_second) = match self {
            Activity::Request => (200.0, 40.0),
            Activity::NewPerson => (30.0, 0.1),
            Activity::Password => (10.0, 0.1),
            Activity::Name => (30.0, 0.1),
            Activity::Mail => (5.0, 0.002),
            Activity::Report => (10.0, 0.01),
            Activity::NewGame => (60.0, 0.5),
            Activity::Message => (200.0, 40.0),
            Activity::Advice => (60.0, 2.0),
            Activity::List => (40.0, 4.0),
        };
        Rate { most, per_second }
    }
}

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rate {
    most: f64,
    per_second: f64,
}

/// What the limits are.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitsConfig {
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// WebSockets and streams of one address.
    pub sockets_per_address: usize,
    /// In which time a connection has to send the whole head of a request, the first or the next.
    pub head: Duration,
    /// In which time a request has to send its body.
    pub body: Duration,
    /// For how long a connection may take nothing of what is sent to it.
    pub stalled: Duration,
    /// After how long a WebSocket from which nothing is heard is asked whether it is still there; it
    /// is closed after twice that.
    pub silence: Duration,
    rates: [Rate; Activity::ALL.len()],
}

impl Default for LimitsConfig {
    fn default() -> LimitsConfig {
        LimitsConfig {
            connections: 30_000,
            connections_per_address: 256,
            sockets_per_address: 128,
            head: Duration::from_secs(20),
            body: Duration::from_secs(20),
            stalled: Duration::from_secs(20),
            silence: Duration::from_secs(30),
            rates: Activity::ALL.map(Activity::usual),
        }
    }
}

/// A limit that cannot be set so; with what can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLimit(pub &'static str);

impl LimitsConfig {
    /// The names that [`LimitsConfig::set`] knows.
    pub const NAMES: &'static str = "connections, connections-per-address, sockets-per-address, \
        head-seconds, body-seconds, stalled-seconds, silence-seconds, requests, people, passwords, \
        names, letters, reports, games, messages, advice, lists";

    /// Sets a limit: `sockets-per-address=20`, `head-seconds=10`, `requests=200/40` (at once, and a
    /// second after that).
    ///
    /// # Errors
    /// There is no such limit, or it cannot be that.
    pub fn set(&mut self, text: &str) -> Result<(), NoSuchLimit> {
        let (name, value) = text.split_once('=').ok_or(NoSuchLimit(LimitsConfig::NAMES))?;
        let count = || {
            let count = value.parse().ok().filter(|count| (1..=1_000_000).contains(count));
            count.ok_or(NoSuchLimit("1…1000000"))
        };
        let seconds = || {
            let seconds = value.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
            seconds.map(Duration::from_secs_f64).ok_or(NoSuchLimit("0.1…3600"))
        };
        match name {
            "connections" => self.connections = count()?,
            "connections-per-address" => self.connections_per_address = count()?,
            "sockets-per-address" => self.sockets_per_address = count()?,
            "head-seconds" => self.head = seconds()?,
            "body-seconds" => self.body = seconds()?,
            "stalled-seconds" => self.stalled = seconds()?,
            "silence-seconds" => self.silence = seconds()?,
            _ => {
                let is = |activity: &Activity| activity.name() == name;
                let Some(index) = Activity::ALL.iter().position(is) else {
                    return Err(NoSuchLimit(LimitsConfig::NAMES));
                };
                self.rates[index] = rate(value).ok_or(NoSuchLimit("200/40"))?;
            }
        }
        Ok(())
    }
}

/// `200/40`: 200 at once, and 40 a second after that.
fn rate(text: &str) -> Option<Rate> {
    let (most, per_second) = text.split_once('/')?;
    let (most, per_second): (f64, f64) = (most.parse().ok()?, per_second.parse().ok()?);
    let sound = (1.0..=1e6).contains(&most) && (0.001..=1e6).contains(&per_second);
    sound.then_some(Rate { most, per_second })
}

/// Who has asked how often.
#[derive(Debug, Default)]
pub struct Limits {
    buckets: Mutex<HashMap<(Activity, String), (f64, Instant)>>,
    sockets: Arc<Counts>,
    config: LimitsConfig,
    unlimited: bool,
}

/// Full buckets are thrown away when there are so many.
const MOST_BUCKETS: usize = 50_000;
/// What is said where no bucket says when to come back.
const LATER: u64 = 5;

impl Limits {
    /// Limits, or none.
    #[must_use]
    pub fn new(config: LimitsConfig, unlimited: bool) -> Limits {
        Limits { config, unlimited, ..Limits::default() }
    }

    fn rate(&self, activity: Activity) -> Rate {
        self.config.rates[activity as usize]
    }

    /// Whether this may go on; takes a token if so.
    #[must_use]
    pub fn allow(&self, activity: Activity, who: &str) -> bool {
        if self.unlimited {
            return true;
        }
        let Rate { most, per_second } = self.rate(activity);
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|(activity, _), (tokens, at)| {
                let Rate { most, per_second } = self.rate(*activity);
                *tokens + at.elapsed().as_secs_f64() * per_second < most
            });
        }
        let (tokens, at) = buckets.entry((activity, who.to_owned())).or_insert((most, now));
        *tokens = (*tokens + now.duration_since(*at).as_secs_f64() * per_second).min(most);
        *at = now;
        if *tokens < 1.0 {
            return false;
        }
        *tokens -= 1.0;
        true
    }

    /// After how many seconds any of these may go on with what they were refused.
    #[must_use]
    pub fn retry_after(&self, who: &[&str]) -> u64 {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = |(activity, who): (Activity, &str)| {
            let (tokens, at) = buckets.get(&(activity, who.to_owned()))?;
            let Rate { per_second, .. } = self.rate(activity);
            let missing = 1.0 - tokens - at.elapsed().as_secs_f64() * per_second;
            (missing > 0.0).then(|| (missing / per_second).ceil().max(1.0) as u64)
        };
        let all = who.iter().flat_map(|who| Activity::ALL.map(|activity| (activity, *who)));
        all.filter_map(wait).max().unwrap_or(LATER)
    }

    /// One more socket of an address; none if it has too many. It counts until it is dropped.
    pub(super) fn socket(&self, address: &str) -> Option<Counted> {
        let most = if self.unlimited { usize::MAX } else { self.config.sockets_per_address };
        self.sockets.enter(address, most, usize::MAX)
    }
}

/// How many of something each address has.
#[derive(Debug, Default)]
pub(crate) struct Counts(Mutex<(usize, HashMap<String, usize>)>);

/// One of them, as long as it lives.
#[derive(Debug)]
pub(crate) struct Counted {
    counts: Arc<Counts>,
    address: String,
}

impl Counts {
    fn all(&self) -> MutexGuard<'_, (usize, HashMap<String, usize>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One more; none if the address, or all together, have too many.
    pub(crate) fn enter(
        self: &Arc<Self>,
        address: &str,
        most: usize,
        in_all: usize,
    ) -> Option<Counted> {
        let mut all = self.all();
        let own = all.1.get(address).copied().unwrap_or(0);
        if own >= most || all.0 >= in_all {
            return None;
        }
        all.0 += 1;
        all.1.insert(address.to_owned(), own + 1);
        Some(Counted { counts: Arc::clone(self), address: address.to_owned() })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.all().0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.counts.all();
        all.0 -= 1;
        match all.1.get_mut(&self.address) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(all.1.remove(&self.address)),
        }
    }
}
