//! What Prometheus asks for: counters of this process as plain text.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

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

/// Actions and throws stored by this node.
pub static ACTIONS_STORED: Counter =
    Counter::new("igroteka_actions_stored_total", "Actions and throws stored by this node");
/// Appends that were committed.
pub static COMMITS: Counter = Counter::new("igroteka_appends_total", "Appends committed");
/// The time that appends waited for their commit.
pub static COMMIT_MICROS: Counter =
    Counter::new("igroteka_append_microseconds_total", "Time that appends waited");
/// Appends that came too late.
pub static STALE: Counter = Counter::new("igroteka_stale_total", "Appends that came too late");
/// Games created.
pub static GAMES_CREATED: Counter = Counter::new("igroteka_games_created_total", "Games created");
/// Requests answered.
pub static REQUESTS: Counter = Counter::new("igroteka_requests_total", "HTTP requests");
/// Messages of clients on WebSockets.
pub static MESSAGES: Counter = Counter::new("igroteka_messages_total", "WebSocket messages");
/// Refusals.
pub static REFUSALS: Counter = Counter::new("igroteka_refusals_total", "Coded errors sent");
/// Engine moves found.
pub static ENGINE_MOVES: Counter = Counter::new("igroteka_engine_turns_total", "Engine turns");
/// Searches that panicked.
pub static SEARCH_FAILURES: Counter =
    Counter::new("igroteka_search_failures_total", "Searches that failed");
/// Open WebSockets.
pub static SOCKETS: AtomicI64 = AtomicI64::new(0);

/// All of them, and the gauges given, as text.
#[must_use]
pub fn text(gauges: &[(&str, &str, i64)]) -> String {
    let counters = [
        &ACTIONS_STORED,
        &COMMITS,
        &COMMIT_MICROS,
        &STALE,
        &GAMES_CREATED,
        &REQUESTS,
        &MESSAGES,
        &REFUSALS,
        &ENGINE_MOVES,
        &SEARCH_FAILURES,
    ];
    let mut out = String::new();
    for Counter { value, name, help } in counters {
        let value = value.load(Relaxed);
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
    }
    let memory = ("process_resident_memory_bytes", "Memory in use", resident_bytes());
    let sockets = ("igroteka_sockets", "Open WebSockets", SOCKETS.load(Relaxed));
    for (name, help, value) in gauges.iter().chain([&sockets, &memory]) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
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
