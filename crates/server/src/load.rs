//! Load: many games at once on real sockets, two clients each, and how long things take.
//!
//! Every game is a loop without pauses: the client whose turn it is plays a random legal action, and
//! the time from its submission until the opponent has the event is measured. So the number of
//! games is the number of submissions under way. A game that ends is followed by another.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use rules::{Game, GameId, Status, Variant};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::client::{Client, Result, Socket};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server; it must not limit how often it is asked.
    pub address: SocketAddr,
    /// Games at once.
    pub games: usize,
    /// For how long.
    pub time: Duration,
    /// Connections that watch a game in which nothing happens.
    pub spectators: usize,
    /// Searches of the archive under way all the time.
    pub searches: usize,
}

/// What came of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Games at once.
    pub games: usize,
    /// For how long.
    pub seconds: f64,
    /// Actions that were stored and heard of by the opponent; throws are not counted.
    pub actions: usize,
    /// The same in a second.
    pub actions_per_second: f64,
    /// Submissions that were refused; there should be none.
    pub refused: usize,
    /// Games that came to an end.
    pub finished: usize,
    /// From submission to the opponent's receipt.
    pub latency_ms: Latency,
    /// Searches of the archive that were answered.
    pub searches: usize,
    /// Those that were told to come back later.
    pub searches_put_off: usize,
    /// From asking for a page until it was there.
    pub search_ms: Latency,
    /// Connections that watched.
    pub spectators: usize,
    /// The server's memory before and after the spectators came, in bytes; 0 if it does not tell.
    pub memory: [u64; 2],
}

/// Times in milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Latency {
    /// Half are below this.
    pub p50: f64,
    /// Nine of ten.
    pub p90: f64,
    /// Ninety-nine of a hundred.
    pub p99: f64,
    /// All.
    pub max: f64,
}

impl Latency {
    fn of(mut all: Vec<u32>) -> Latency {
        all.sort_unstable();
        let at = |share: f64| {
            let index = (share * all.len() as f64).ceil() as usize;
            all.get(index.saturating_sub(1)).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
        };
        Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1.0) }
    }
}

/// Connections made at once.
const AT_ONCE: usize = 32;
/// Spectators of one game.
const AROUND_A_TABLE: usize = 50;
/// Nothing should take longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

/// Carries the plan out.
///
/// # Errors
/// The server cannot be reached, or does not answer as it should.
pub async fn run(plan: &Plan) -> Result<Report> {
    let mut report = Report { games: plan.games, spectators: plan.spectators, ..Report::default() };
    report.memory[0] = memory(plan.address).await?;
    let spectators = spectators(plan).await?;
    report.memory[1] = memory(plan.address).await?;
    let kinds = GameId::ALL;
    let pairs: Vec<Result<Pair>> = stream::iter(0..plan.games)
        .map(|number| Pair::new(plan.address, kinds[number % kinds.len()]))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let stop = Arc::new(AtomicBool::new(false));
    let searching: Vec<_> = (0..plan.searches)
        .map(|number| tokio::spawn(search(plan.address, number as u64, Arc::clone(&stop))))
        .collect();
    let began = Instant::now();
    let mut tasks = Vec::new();
    for pair in pairs {
        let (mut pair, stop) = (pair?, Arc::clone(&stop));
        tasks.push(tokio::spawn(async move {
            pair.play(&stop).await?;
            Ok::<Pair, Box<dyn std::error::Error + Send + Sync>>(pair)
        }));
    }
    if plan.games > 0 || plan.searches > 0 {
        tokio::time::sleep(plan.time).await;
    }
    stop.store(true, Relaxed);
    report.seconds = began.elapsed().as_secs_f64();
    let mut times = Vec::new();
    for task in tasks {
        let pair = task.await??;
        report.refused += pair.refused;
        report.finished += pair.finished;
        times.extend(pair.times);
    }
    let mut pages = Vec::new();
    for task in searching {
        let (times, put_off) = task.await??;
        pages.extend(times);
        report.searches_put_off += put_off;
    }
    report.searches = pages.len();
    report.search_ms = Latency::of(pages);
    drop(spectators);
    report.actions = times.len();
    report.actions_per_second = times.len() as f64 / report.seconds;
    report.latency_ms = Latency::of(times);
    Ok(report)
}

/// Asks for one page of the archive after the other, with changing filters; how long each took, in
/// microseconds, and how often it was to come back later.
async fn search(
    address: SocketAddr,
    seed: u64,
    stop: Arc<AtomicBool>,
) -> Result<(Vec<u32>, usize)> {
    let (mut random, mut client) = (fastrand::Rng::with_seed(seed), Client::new(address));
    let (mut times, mut put_off) = (Vec::new(), 0);
    while !stop.load(Relaxed) {
        let mut filters: Vec<String> = Vec::new();
        if random.bool() {
            filters.push(format!("kind={}", GameId::ALL[random.usize(..5)].id()));
        }
        if random.bool() {
            filters
                .push(format!("winner={}", ["first", "second", "draw", "none"][random.usize(..4)]));
        }
        if random.bool() {
            let reasons = ["resign", "time", "abandoned", "agreement", "aborted"];
            filters.push(format!("reason={}", reasons[random.usize(..5)]));
        }
        if random.u8(..4) == 0 {
            filters.push(format!("player=Player+{}", random.u8(..3)));
        }
        let began = Instant::now();
        let (status, body) = client.get(&format!("/api/games?{}", filters.join("&"))).await?;
        match status {
            503 => put_off += 1,
            200 => {
                let micros = began.elapsed().as_micros();
                times.push(u32::try_from(micros).unwrap_or(u32::MAX));
            }
            _ => return Err(format!("{status}: {body}").into()),
        }
    }
    Ok((times, put_off))
}

/// The server's own word on its memory, in bytes.
async fn memory(address: SocketAddr) -> Result<u64> {
    let (_, text) = Client::new(address).get("/metrics").await?;
    let line = |line: &str| line.strip_prefix("process_resident_memory_bytes ")?.parse().ok();
    Ok(text.as_str().unwrap_or_default().lines().find_map(line).unwrap_or(0))
}

async fn spectators(plan: &Plan) -> Result<Vec<Socket>> {
    let tables = plan.spectators.div_ceil(AROUND_A_TABLE);
    let mut games = Vec::with_capacity(tables);
    for number in 0..tables {
        let kind = GameId::ALL[number % GameId::ALL.len()];
        games.push(Pair::new(plan.address, kind).await?.game);
    }
    let games = &games;
    let all: Vec<Result<Socket>> = stream::iter(0..plan.spectators)
        .map(|number| async move {
            let mut socket = Client::new(plan.address).socket().await?;
            let game = &games[number / AROUND_A_TABLE];
            socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await?;
            while !socket.receive_text().await?.starts_with("{\"type\":\"state\"") {}
            Ok(socket)
        })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    all.into_iter().collect()
}

/// What a player needs of a message; the rest is not looked at.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(borrow)]
    now: Option<Now<'a>>,
}

#[derive(Deserialize)]
struct Now<'a> {
    phase: &'a str,
    ply: i64,
    to_act: &'a str,
    #[serde(borrow)]
    legal: Vec<Legal<'a>>,
}

#[derive(Deserialize)]
struct Legal<'a> {
    action: &'a str,
}

/// Two players and their game.
struct Pair {
    kind: GameId,
    clients: [Client; 2],
    sockets: [Socket; 2],
    /// The last version that each has heard of.
    heard: [i64; 2],
    game: String,
    number: usize,
    times: Vec<u32>,
    refused: usize,
    finished: usize,
}

/// What a player knows when it is to act.
struct Turn {
    player: usize,
    ply: i64,
    action: String,
}

impl Pair {
    async fn new(address: SocketAddr, kind: GameId) -> Result<Pair> {
        let mut clients = [Client::new(address), Client::new(address)];
        for client in &mut clients {
            check(client.post("/api/guest", json!({})).await?)?;
        }
        let sockets = [clients[0].socket().await?, clients[1].socket().await?];
        let mut pair = Pair {
            kind,
            clients,
            sockets,
            heard: [0; 2],
            game: String::new(),
            number: 0,
            times: Vec::new(),
            refused: 0,
            finished: 0,
        };
        pair.begin().await?;
        Ok(pair)
    }

    /// Begins a game and has both watch it, from its first version on.
    async fn begin(&mut self) -> Result<()> {
        let create = json!({
            "kind": self.kind.id(), "opponent": "link", "side": "first", "clock": "60+10",
        });
        let state = check(self.clients[0].post("/api/games", create).await?)?;
        let game = state["game"].as_str().ok_or("no game")?.to_owned();
        let path = format!("/api/games/{game}/join");
        check(self.clients[1].post(&path, json!({})).await?)?;
        for socket in &mut self.sockets {
            if !self.game.is_empty() {
                socket.send(&json!({"type": "unwatch", "game": self.game})).await?;
            }
            socket.send(&json!({"type": "watch", "game": game, "since": 0})).await?;
        }
        self.heard = [0; 2];
        self.game = game;
        Ok(())
    }

    async fn play(&mut self, stop: &AtomicBool) -> Result<()> {
        // What has happened by now both have to hear first.
        let mut turn = self.first_turn().await?;
        while !stop.load(Relaxed) {
            let Some(Turn { player, ply, action }) = turn else {
                self.finished += 1;
                self.begin().await?;
                turn = self.first_turn().await?;
                continue;
            };
            self.number += 1;
            let submit = format!(
                r#"{{"type":"submit","game":"{}","ply":{ply},"actions":["{action}"],"id":"{}"}}"#,
                self.game, self.number
            );
            let began = Instant::now();
            self.sockets[player].send_text(submit).await?;
            let next = self.listen(1 - player, self.latest() + 1).await?;
            let micros = began.elapsed().as_micros();
            self.times.push(u32::try_from(micros).unwrap_or(u32::MAX));
            turn = match next {
                // The same player goes on: by its own account of how the game stands.
                Some(next) if next.player == player => self.listen(player, self.latest()).await?,
                next => next,
            };
        }
        Ok(())
    }

    async fn first_turn(&mut self) -> Result<Option<Turn>> {
        let first = self.listen(0, 1).await?;
        match first {
            Some(turn) if turn.player == 1 => self.listen(1, self.latest()).await,
            first => Ok(first),
        }
    }

    /// The last version that either has heard of.
    fn latest(&self) -> i64 {
        self.heard[0].max(self.heard[1])
    }

    /// Listens for a player until it knows how the game stands at this version or later.
    async fn listen(&mut self, player: usize, version: i64) -> Result<Option<Turn>> {
        loop {
            let text =
                tokio::time::timeout(PATIENCE, self.sockets[player].receive_text()).await??;
            if text.starts_with("{\"type\":\"error\"") {
                self.refused += 1;
                return Err(text.into());
            }
            // Most of what a player hears is what it has done itself: not worth reading.
            let heard = version_of(&text, &self.game).filter(|heard| *heard >= version);
            let Some(heard) = heard else { continue };
            self.heard[player] = heard;
            let Some(now) = serde_json::from_str::<Heard>(&text)?.now else { continue };
            if now.phase == "over" || now.legal.is_empty() {
                return Ok(None);
            }
            let action = now.legal[fastrand::usize(..now.legal.len())].action.to_owned();
            let player = usize::from(now.to_act == "second");
            return Ok(Some(Turn { player, ply: now.ply, action }));
        }
    }
}

/// The version of an event of this game; none of other messages.
fn version_of(text: &str, game: &str) -> Option<i64> {
    let rest = text.strip_prefix("{\"type\":\"event\",\"game\":\"")?.strip_prefix(game)?;
    let rest = rest.strip_prefix("\",\"version\":")?;
    rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

fn check((status, body): (u16, Value)) -> Result<Value> {
    if status < 400 { Ok(body) } else { Err(format!("{status}: {body}").into()) }
}

/// Stores a game of so many actions, both sides by one client; gives it and the client.
///
/// # Errors
/// The server does not answer as it should.
pub async fn long_game(address: SocketAddr, actions: usize) -> Result<(Client, String)> {
    let variant = Variant::read_full("salta(limit=0)").map_err(|error| format!("{error:?}"))?;
    let mut client = Client::new(address);
    let create = json!({"kind": "salta", "rules": "limit=0", "opponent": "local"});
    let state = check(client.post("/api/games", create).await?)?;
    let id = state["game"].as_str().ok_or("no game")?.to_owned();
    let mut socket = client.socket().await?;
    let mut game = Game::start(variant);
    let mut random = fastrand::Rng::with_seed(1);
    for ply in 0..actions {
        let Status::ToAct(_) = game.status() else { return Err("the game is over".into()) };
        let choices = game.choices();
        let action = &choices[random.usize(..choices.len())].text;
        let submit = json!({"type": "submit", "game": id, "ply": ply, "actions": [action]});
        socket.send(&submit).await?;
        let answer = socket.receive().await?;
        if answer["type"] != "ack" {
            return Err(answer.to_string().into());
        }
        game.play(action).map_err(|illegal| format!("{illegal:?}"))?;
    }
    Ok((client, id))
}

/// How long a game takes to be opened, in milliseconds.
///
/// # Errors
/// The server does not answer as it should.
pub async fn open(client: &mut Client, game: &str) -> Result<f64> {
    let began = Instant::now();
    check(client.get(&format!("/api/games/{game}")).await?)?;
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}
