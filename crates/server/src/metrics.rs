//! What Prometheus asks for: counters, gauges and histograms of this process as plain text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A number that only grows.
#[derive(Debug)]
pub struct Counter {
    value: AtomicU64,
    name: &'static str,
    help: &'static str,
}

impl Counter {
    const fn new(name: &'static str, help: &'static str) -> Counter {
        Counter { value: AtomicU64::new(0), name, help }
    }

    /// Adds to it.
    pub fn add(&self, count: u64) {
        self.value.fetch_add(count, Relaxed);
    }

    /// What it has come to.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.value.load(Relaxed)
    }
}

/// The upper bounds of the buckets that times are counted in, in seconds.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// How often something took how long.
#[derive(Debug)]
pub struct Times {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Times {
    const fn new() -> Times {
        Times {
            buckets: [const { AtomicU64::new(0) }; BOUNDS.len() + 1],
            micros: AtomicU64::new(0),
        }
    }

    /// Counts one.
    pub fn add(&self, time: Duration) {
        let seconds = time.as_secs_f64();
        let bucket = BOUNDS.partition_point(|bound| *bound < seconds);
        self.buckets[bucket].fetch_add(1, Relaxed);
        self.micros.fetch_add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    /// Writes it; `labels` are those that it has, each with a comma after it.
    fn write(&self, out: &mut String, name: &str, labels: &str) {
        let mut count = 0;
        for (index, bucket) in self.buckets.iter().enumerate() {
            count += bucket.load(Relaxed);
            let bound = BOUNDS.get(index).map_or("+Inf".to_owned(), ToString::to_string);
            let _ = writeln!(out, "{name}_bucket{{{labels}le=\"{bound}\"}} {count}");
        }
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let labels = labels.trim_end_matches(',');
        let _ = writeln!(out, "{name}_sum{{{labels}}} {seconds}\n{name}_count{{{labels}}} {count}");
    }
}

/// Actions and throws stored by this node.
pub static ACTIONS_STORED: Counter =
    Counter::new("igroteka_actions_stored_total", "Actions and throws stored by this node");
/// Appends that came too late.
pub static STALE: Counter = Counter::new("igroteka_stale_total", "Appends that came too late");
/// Games created.
pub static GAMES_CREATED: Counter = Counter::new("igroteka_games_created_total", "Games created");
/// Messages of clients on WebSockets.
pub static MESSAGES: Counter = Counter::new("igroteka_messages_total", "WebSocket messages");
/// Refusals.
pub static REFUSALS: Counter = Counter::new("igroteka_refusals_total", "Coded errors sent");
/// Engine moves found.
pub static ENGINE_MOVES: Counter = Counter::new("igroteka_engine_turns_total", "Engine turns");
/// Searches that panicked.
pub static SEARCH_FAILURES: Counter =
    Counter::new("igroteka_search_failures_total", "Searches that failed");
/// Errors of the database, refused statements and lost connections alike.
pub static DATABASE_ERRORS: Counter =
    Counter::new("igroteka_database_errors_total", "Errors of the database");
/// Connections that were one too many.
pub static CONNECTIONS_REFUSED: Counter =
    Counter::new("igroteka_connections_refused_total", "Connections that were one too many");
/// Connections that could not be accepted: no files, no memory.
pub static ACCEPT_FAILURES: Counter =
    Counter::new("igroteka_accept_failures_total", "Connections that could not be accepted");
/// Connections that took nothing of what was sent to them.
pub static STALLED: Counter =
    Counter::new("igroteka_connections_stalled_total", "Connections dropped that did not read");
/// Finished games that this node has packed.
pub static GAMES_PACKED: Counter =
    Counter::new("igroteka_games_packed_total", "Finished games packed by this node");
/// Rows that this node has removed because they were old.
pub static ROWS_REMOVED: Counter =
    Counter::new("igroteka_rows_removed_total", "Old rows removed by this node");
/// Open connections, WebSockets among them.
pub static CONNECTIONS: AtomicI64 = AtomicI64::new(0);
/// Open WebSockets.
pub static SOCKETS: AtomicI64 = AtomicI64::new(0);
/// The time that appends waited for their commit.
pub static COMMITS: Times = Times::new();

/// Requests by route: how long they took, and how often each status was answered.
static REQUESTS: Mutex<BTreeMap<String, Requests>> = Mutex::new(BTreeMap::new());

struct Requests {
    times: Times,
    statuses: BTreeMap<u16, u64>,
}

/// Counts a request: the pattern of its path, not the path.
pub fn request(route: &str, status: u16, time: Duration) {
    let mut all = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner);
    if !all.contains_key(route) {
        let none = Requests { times: Times::new(), statuses: BTreeMap::new() };
        all.insert(route.to_owned(), none);
    }
    if let Some(requests) = all.get_mut(route) {
        requests.times.add(time);
        *requests.statuses.entry(status).or_default() += 1;
    }
}

/// A value as it stands, with its labels.
#[derive(Clone, Debug)]
pub struct Gauge {
    /// Its name; those of one name follow each other.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// `pool="read"`, or nothing.
    pub labels: String,
    /// The value.
    pub value: i64,
}

impl Gauge {
    /// One without labels.
    #[must_use]
    pub fn new(name: &'static str, help: &'static str, value: i64) -> Gauge {
        Gauge { name, help, labels: String::new(), value }
    }
}

/// All of them, and the gauges given, as text.
#[must_use]
pub fn text(gauges: &[Gauge]) -> String {
    let counters = [
        &ACTIONS_STORED,
        &STALE,
        &GAMES_CREATED,
        &MESSAGES,
        &REFUSALS,
        &ENGINE_MOVES,
        &SEARCH_FAILURES,
        &DATABASE_ERRORS,
        &CONNECTIONS_REFUSED,
        &ACCEPT_FAILURES,
        &STALLED,
        &GAMES_PACKED,
        &ROWS_REMOVED,
    ];
    let mut out = String::new();
    for Counter { value, name, help } in counters {
        let value = value.load(Relaxed);
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
    }
    let heading = |out: &mut String, name: &str, help: &str, kind: &str| {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
    };
    let name = "igroteka_append_seconds";
    heading(&mut out, name, "From an append to its commit", "histogram");
    COMMITS.write(&mut out, name, "");
    {
        let all = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner);
        let name = "igroteka_requests_total";
        heading(&mut out, name, "HTTP requests", "counter");
        for (route, requests) in &*all {
            for (status, count) in &requests.statuses {
                let _ = writeln!(out, "{name}{{route=\"{route}\",status=\"{status}\"}} {count}");
            }
        }
        let name = "igroteka_request_seconds";
        heading(&mut out, name, "Time to the first byte of an answer", "histogram");
        for (route, requests) in &*all {
            requests.times.write(&mut out, name, &format!("route=\"{route}\","));
        }
    }
    let own = [
        Gauge::new("igroteka_connections", "Open connections", CONNECTIONS.load(Relaxed)),
        Gauge::new("igroteka_sockets", "Open WebSockets", SOCKETS.load(Relaxed)),
        Gauge::new("process_resident_memory_bytes", "Memory in use", resident_bytes()),
    ];
    let mut last = "";
    for Gauge { name, help, labels, value } in gauges.iter().chain(&own) {
        if *name != last {
            heading(&mut out, name, help, "gauge");
            last = name;
        }
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = writeln!(out, "{name}{labels} {value}");
    }
    out
}

/// The memory of this process that is in use; 0 where the system does not tell.
fn resident_bytes() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<i64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
