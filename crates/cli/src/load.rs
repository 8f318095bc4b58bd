//! `load`: how much a server on this machine can take. Plays legal moves on real sockets, two
//! clients a game, and prints throughput and latency.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use server::load::{self, Plan, Report};
use server::serve::Database;

use crate::Refusal;
use crate::analyze::whole;
use crate::output::Output;

/// What was typed behind `load`. The bounds keep a slip of the finger from hurting the machine.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    #[arg(id = "load-games", long = "games", value_name = "N", allow_negative_numbers = true)]
    games: Option<String>,
    #[arg(id = "load-seconds", long = "seconds", value_name = "S", allow_negative_numbers = true)]
    seconds: Option<String>,
    #[arg(id = "load-spectators", long = "spectators", value_name = "N")]
    spectators: Option<String>,
    #[arg(id = "load-archive", long = "archive", value_name = "N")]
    #[arg(conflicts_with = "load-server")]
    archive: Option<String>,
    #[arg(id = "load-searches", long = "searches", value_name = "N")]
    searches: Option<String>,
    #[arg(id = "load-server", long = "server", value_name = "URL")]
    server: Option<String>,
    #[arg(id = "load-database", long = "database", value_name = "URL")]
    #[arg(conflicts_with = "load-server")]
    database: Option<String>,
}

/// The actions of the game whose opening is timed.
const LONG: usize = 1000;

/// A server started for the measurement; it and its games go when it is dropped.
struct Own {
    child: Child,
    folder: PathBuf,
}

impl Own {
    /// Starts it and waits until it is ready; returns where it listens and how long that took.
    fn start(folder: &Path, database: Option<&str>) -> anyhow::Result<(Own, SocketAddr, Duration)> {
        let began = Instant::now();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["--lang", "en", "serve", "--bind", "127.0.0.1:0"]);
        match database {
            Some(url) => command.args(["--database", url]),
            None => command.arg("--data").arg(folder),
        };
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("IGROTEKA_") {
                command.env_remove(name);
            }
        }
        let child = command.env("IGROTEKA_UNLIMITED", "1").stdout(Stdio::piped()).spawn()?;
        let mut own = Own { child, folder: folder.to_owned() };
        let mut line = String::new();
        if let Some(out) = own.child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().rsplit("http://").next().and_then(|text| text.parse().ok());
        let address = address.ok_or_else(|| anyhow::anyhow!("the server did not start"))?;
        Ok((own, address, began.elapsed()))
    }

    /// Ends it without warning; its games stay.
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Makes up an archive before the server starts.
async fn fill(folder: &Path, database: Option<&str>, games: i64) -> anyhow::Result<()> {
    let database = match database {
        Some(url) => Database::Postgres(url.to_owned()),
        None => Database::Folder(folder.to_owned()),
    };
    let store = database.open().await?;
    store.fill_archive(games).await?;
    store.close().await;
    Ok(())
}

/// How fast a server of our own starts and opens games.
struct Openings {
    ready: [Duration; 2],
    cold_ms: f64,
    warm_ms: f64,
}

/// The address of a server on this machine.
fn loopback(url: &str, output: &Output) -> anyhow::Result<SocketAddr> {
    let bare = url.strip_prefix("http://").unwrap_or(url).trim_end_matches('/');
    let bare = bare.replacen("localhost:", "127.0.0.1:", 1);
    let address: Option<SocketAddr> = bare.parse().ok();
    address
        .filter(|address| address.ip().is_loopback())
        .ok_or_else(|| Refusal::argument("--server", url, "http://127.0.0.1:8017", output))
}

/// Measures and prints.
pub(crate) fn load(args: &LoadArgs, output: &mut Output) -> anyhow::Result<()> {
    let games = whole("--games", args.games.as_deref(), 100, (0, 2000), output)?;
    let seconds = whole("--seconds", args.seconds.as_deref(), 10, (1, 600), output)?;
    let spectators = whole("--spectators", args.spectators.as_deref(), 0, (0, 20_000), output)?;
    let most = server::store::MOST_SAMPLES as u64;
    let archive = whole("--archive", args.archive.as_deref(), 0, (0, most), output)?;
    let searches = whole("--searches", args.searches.as_deref(), 0, (0, 1000), output)?;
    let at = args.server.as_deref().map(|url| loopback(url, output)).transpose()?;
    if let Some(url) = args.database.as_deref().filter(|url| !url.starts_with("postgres")) {
        return Err(Refusal::argument("--database", url, "postgres://…", output));
    }
    crate::serve::raise_open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let plan = |address| Plan {
        address,
        games: games as usize,
        time: Duration::from_secs(seconds),
        spectators: spectators as usize,
        searches: searches as usize,
    };
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| {
        Refusal::no(output.text().message("load-failed", &[("message", error.to_string().into())]))
    };
    let (report, openings) = match at {
        Some(address) => (runtime.block_on(load::run(&plan(address))).map_err(failed)?, None),
        None => {
            let folder = std::env::temp_dir().join(format!("igroteka-load-{}", std::process::id()));
            let database = args.database.as_deref();
            if archive > 0 {
                runtime.block_on(fill(&folder, database, archive as i64))?;
            }
            let (mut own, address, first) = Own::start(&folder, database)?;
            let report = runtime.block_on(load::run(&plan(address))).map_err(failed)?;
            let (mut client, game) =
                runtime.block_on(load::long_game(address, LONG)).map_err(failed)?;
            // Killed and started again, it knows the game only from its database.
            own.kill();
            let (_own, address, again) = Own::start(&folder, database)?;
            client.address = address;
            let cold_ms = runtime.block_on(load::open(&mut client, &game)).map_err(failed)?;
            let warm_ms = runtime.block_on(load::open(&mut client, &game)).map_err(failed)?;
            (report, Some(Openings { ready: [first, again], cold_ms, warm_ms }))
        }
    };
    print(&report, openings.as_ref(), output)
}

fn print(report: &Report, openings: Option<&Openings>, output: &mut Output) -> anyhow::Result<()> {
    let milliseconds = |time: Duration| (time.as_secs_f64() * 10_000.0).round() / 10.0;
    if output.json() {
        let mut value = serde_json::to_value(report)?;
        if let Some(Openings { ready, cold_ms, warm_ms }) = openings {
            value["ready_ms"] = json!(ready.map(milliseconds));
            value["open_ms"] = json!({"actions": LONG, "cold": cold_ms, "warm": warm_ms});
        }
        output.json_line(&value)?;
        return Ok(());
    }
    let one = |value: f64| format!("{value:.1}");
    let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
    if report.games > 0 {
        let args = [
            ("games", report.games.into()),
            ("finished", report.finished.into()),
            ("seconds", one(report.seconds).into()),
            ("actions", report.actions.into()),
            ("rate", format!("{:.0}", report.actions_per_second).into()),
        ];
        output.line(output.text().message("load-actions", &args))?;
        let latency = report.latency_ms;
        let args = [
            ("p50", one(latency.p50).into()),
            ("p90", one(latency.p90).into()),
            ("p99", one(latency.p99).into()),
            ("max", one(latency.max).into()),
        ];
        output.line(output.text().message("load-latency", &args))?;
    }
    if report.searches > 0 {
        let latency = report.search_ms;
        let args = [
            ("searches", report.searches.into()),
            ("later", report.searches_put_off.into()),
            ("p50", one(latency.p50).into()),
            ("p99", one(latency.p99).into()),
            ("max", one(latency.max).into()),
        ];
        output.line(output.text().message("load-searches", &args))?;
    }
    if report.spectators > 0 {
        let args = [
            ("spectators", report.spectators.into()),
            ("before", megabytes(report.memory[0]).into()),
            ("after", megabytes(report.memory[1]).into()),
        ];
        output.line(output.text().message("load-memory", &args))?;
    }
    if let Some(Openings { ready, cold_ms, warm_ms }) = openings {
        let [first, again] = ready.map(|time| format!("{:.0}", milliseconds(time)));
        let args = [("first", first.into()), ("again", again.into())];
        output.line(output.text().message("load-ready", &args))?;
        let args = [
            ("actions", LONG.into()),
            ("cold", one(*cold_ms).into()),
            ("warm", one(*warm_ms).into()),
        ];
        output.line(output.text().message("load-open", &args))?;
    }
    Ok(())
}
