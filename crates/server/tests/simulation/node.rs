//! A simulated node: real judges over a database that it reaches by the network, with a clock of its
//! own that is wrong. What surrounds the judges in the server (owner tasks, the keeper, the store's
//! health) is repeated here in a few lines each.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rules::{Game, Status};
use server::error::Error;
use server::live::{Broadcast, Command, Done, Effect, Judge, Room, Who};
use server::store::{
    Append, Appended, EntryRow, EventRow, GameRow, Ledger, Outage, Result, SharedTime, StoreError,
};
use tokio::sync::{mpsc, oneshot};

use crate::GAME;
use crate::model::Model;
use crate::world::{Place, Sim};

/// After how long an absent opponent may be claimed against.
pub const GONE_MS: i64 = 20_000;
/// The most that an append may take, as in the server.
const LONGEST_APPEND_MS: i64 = 5_000;
const LONGEST_WRITE_MS: i64 = 800;

/// The nodes that are up.
#[derive(Clone)]
pub struct Cluster {
    pub sim: Sim,
    pub shared: bool,
    pub nodes: Arc<Mutex<Vec<Option<Arc<Node>>>>>,
}

impl Cluster {
    pub fn node(&self, number: usize) -> Option<Arc<Node>> {
        self.nodes.lock().unwrap()[number].clone()
    }

    pub fn size(&self) -> usize {
        self.nodes.lock().unwrap().len()
    }

    /// A process begins to serve as node `number`.
    pub fn boot(&self, number: usize) {
        let (skew_ms, drift) = (self.sim.between(-120_000, 120_000), self.sim.between(-300, 300));
        let started_ms = self.sim.now_ms();
        let incarnation = self.sim.world().random.u64(..);
        self.sim.note(|| format!("node {number} boots, skew {skew_ms} ms"));
        let node = Arc::new(Node {
            cluster: self.clone(),
            number,
            incarnation,
            started_ms,
            drift,
            time: SharedTime::new(started_ms + skew_ms),
            failing: Mutex::new(None),
            outages: Mutex::new(Vec::new().into()),
            outages_ms: AtomicI64::new(0),
            owner: Mutex::new(None),
            search: AtomicU64::new(0),
        });
        self.sim.spawn(Some(number), node.run());
    }

    /// The process is gone.
    pub fn crash(&self, number: usize) {
        self.sim.note(|| format!("node {number} crashes"));
        self.sim.count("crashes");
        self.nodes.lock().unwrap()[number] = None;
        self.sim.kill(number);
    }
}

pub struct Node {
    pub cluster: Cluster,
    number: usize,
    incarnation: u64,
    started_ms: i64,
    /// How much too fast its steady clock runs, in millionths.
    drift: i64,
    time: SharedTime,
    failing: Mutex<Option<i64>>,
    outages: Mutex<Arc<[Outage]>>,
    /// The true time at which the database was asked for them.
    outages_ms: AtomicI64,
    owner: Mutex<Option<mpsc::UnboundedSender<Ask>>>,
    /// The number of the engine's search that is wanted.
    search: AtomicU64,
}

/// How a game stands, and what happens from then on.
type Watched = (Arc<Room>, mpsc::UnboundedReceiver<Arc<Broadcast>>);

enum Ask {
    Do { who: Who, command: Command, answer: oneshot::Sender<std::result::Result<Done, Error>> },
    Watch { at_least: i64, answer: oneshot::Sender<Option<Watched>> },
    Changed { version: i64 },
}

/// A node's connection to the database.
#[derive(Clone)]
struct Link(Arc<Node>);

impl Node {
    fn sim(&self) -> &Sim {
        &self.cluster.sim
    }

    fn steady(&self) -> Duration {
        let ms = self.sim().now_ms() - self.started_ms;
        Duration::from_millis((ms + ms * self.drift / 1_000_000).max(0) as u64)
    }

    fn now_ms(&self) -> i64 {
        self.time.now_ms(self.steady())
    }

    /// Has the database do something; whether it did is not known if this fails.
    async fn call<T: Send + 'static>(
        &self,
        longest_ms: i64,
        does: impl FnOnce(&Sim) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let (sim, node) = (self.sim().clone(), Place::Node(self.number));
        self.sim().spawn(None, async move {
            if !sim.carry(node, Place::Database).await {
                return;
            }
            let done = does(&sim);
            if sim.carry(Place::Database, node).await {
                let _ = answer.send(done);
            }
        });
        match self.sim().timeout(longest_ms, answered).await {
            Some(Ok(done)) => done,
            _ => Err(StoreError::Unavailable("no answer".into())),
        }
    }

    async fn read<T: Send + 'static>(
        &self,
        reads: impl FnOnce(&Model) -> T + Send + 'static,
    ) -> Result<T> {
        self.call(LONGEST_APPEND_MS, move |sim| Ok(reads(&sim.world().model))).await
    }

    async fn write<T: Send + 'static>(
        &self,
        longest_ms: i64,
        writes: impl FnOnce(&mut Model) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.call(longest_ms, move |sim| writes(&mut sim.world().model)).await
    }

    async fn measure(&self, longest_ms: i64) -> Result<()> {
        let asked = self.steady();
        let database_ms = self.call(longest_ms, |sim| Ok(sim.now_ms())).await?;
        self.time.measured(database_ms, asked, self.steady());
        Ok(())
    }

    async fn beat(&self, longest_ms: i64, outage: Option<Outage>) -> Result<Option<Outage>> {
        let (node, seen_ms) = (self.incarnation, self.now_ms());
        if let Some(outage) = outage {
            self.sim().note(|| format!("node {} writes {outage:?}", self.number));
        }
        let beat = move |sim: &Sim| {
            let mut world = sim.world();
            let stored = world.model.beat(node, seen_ms, outage);
            let now_ms = world.now_ms;
            world.outages.extend(stored.map(|outage| (now_ms, outage)));
            Ok(stored)
        };
        self.call(longest_ms, beat).await
    }

    async fn read_outages(&self) -> Result<()> {
        let read = |sim: &Sim| Ok((sim.now_ms(), sim.world().model.outages.clone()));
        let asked_ms = self.now_ms();
        let (read_ms, outages) = self.call(LONGEST_APPEND_MS, read).await?;
        let after_ms = self.now_ms() - asked_ms;
        self.sim().note(|| format!("node {} has read the outages, in {after_ms} ms", self.number));
        let mut known = self.outages.lock().unwrap();
        *known = Outage::together(&known, &outages).into();
        drop(known);
        self.outages_ms.fetch_max(read_ms, Relaxed);
        Ok(())
    }

    fn failed(&self, asked_ms: i64) {
        let mut failing = self.failing.lock().unwrap();
        *failing = Some(failing.map_or(asked_ms, |since| since.min(asked_ms)));
    }

    fn failing_since(&self) -> Option<i64> {
        *self.failing.lock().unwrap()
    }

    async fn come_alive(&self) -> Result<()> {
        for _ in 0..5 {
            self.measure(LONGEST_APPEND_MS).await?;
            if self.time.is_known() {
                break;
            }
        }
        let last = self.read(|model| model.nodes.values().copied().max()).await?;
        let outage = Outage::before_start(last, self.now_ms());
        self.beat(LONGEST_APPEND_MS, outage).await?;
        self.read_outages().await
    }

    /// Comes alive, and stays so.
    async fn run(self: Arc<Node>) {
        while self.come_alive().await.is_err() {
            self.sim().sleep(500).await;
        }
        self.sim().note(|| format!("node {} serves", self.number));
        self.cluster.nodes.lock().unwrap()[self.number] = Some(self.clone());
        self.sim().spawn(Some(self.number), self.clone().recover());
        self.sim().spawn(Some(self.number), self.clone().deadlines());
        self.sim().spawn(Some(self.number), self.clone().engine_turns());
        loop {
            self.sim().sleep(1_000).await;
            if self.failing_since().is_some() {
                continue;
            }
            let asked_ms = self.now_ms();
            let beat = async {
                self.measure(LONGEST_APPEND_MS).await?;
                self.beat(LONGEST_APPEND_MS, None).await.map(drop)
            };
            if beat.await.is_err() {
                self.failed(asked_ms);
            }
        }
    }

    /// Tries to write for as long as nothing can be stored.
    async fn recover(self: Arc<Node>) {
        loop {
            self.sim().sleep(250).await;
            let Some(since) = self.failing_since() else { continue };
            let again = async {
                self.measure(LONGEST_WRITE_MS).await?;
                let outage = Outage { from_ms: since, until_ms: self.now_ms() };
                self.beat(LONGEST_WRITE_MS, Some(outage)).await
            };
            if let Ok(outage) = again.await {
                self.sim().count("recoveries");
                self.sim().note(|| format!("node {} stores again", self.number));
                {
                    let mut known = self.outages.lock().unwrap();
                    *known = Outage::together(&known, outage.as_slice()).into();
                }
                *self.failing.lock().unwrap() = None;
                let _ = self.read_outages().await;
            }
        }
    }

    async fn deadlines(self: Arc<Node>) {
        loop {
            self.sim().sleep(500).await;
            let now_ms = self.now_ms();
            let due = self.read(move |model| model.due_games(now_ms)).await;
            if due.is_ok_and(|due| due.iter().any(|game| game == GAME)) {
                let _ = self.perform(Who::Server, Command::Expire).await;
            }
        }
    }

    async fn engine_turns(self: Arc<Node>) {
        loop {
            self.sim().sleep(300).await;
            let now_ms = self.now_ms();
            let due = self.read(move |model| model.engine_games(now_ms)).await;
            if due.is_ok_and(|due| due.iter().any(|game| game == GAME)) {
                let _ = self.perform(Who::Server, Command::Engine).await;
            }
        }
    }

    /// Does something to the game.
    pub async fn perform(
        self: &Arc<Node>,
        who: Who,
        command: Command,
    ) -> std::result::Result<Done, Error> {
        for _ in 0..3 {
            let (answer, done) = oneshot::channel();
            self.ask(Ask::Do { who: who.clone(), command: command.clone(), answer });
            if let Ok(result) = done.await {
                return result;
            }
        }
        Err(Error::Internal)
    }

    /// The game as it stands, and everything that will happen in it.
    pub async fn watch(self: &Arc<Node>, at_least: i64) -> Option<Watched> {
        let (answer, watching) = oneshot::channel();
        self.ask(Ask::Watch { at_least, answer });
        watching.await.ok().flatten()
    }

    /// Another node has changed the game.
    fn changed(&self, version: i64) {
        if let Some(owner) = &*self.owner.lock().unwrap() {
            let _ = owner.send(Ask::Changed { version });
        }
    }

    fn ask(self: &Arc<Node>, ask: Ask) {
        let mut owner = self.owner.lock().unwrap();
        let ask = match &*owner {
            Some(owner) => match owner.send(ask) {
                Ok(()) => return,
                // It has ended: there will be another one.
                Err(mpsc::error::SendError(ask)) => ask,
            },
            None => ask,
        };
        let (send, asks) = mpsc::unbounded_channel();
        let _ = send.send(ask);
        *owner = Some(send);
        self.sim().spawn(Some(self.number), self.clone().own(asks));
    }

    /// The owner of the game on this node.
    async fn own(self: Arc<Node>, mut asks: mpsc::UnboundedReceiver<Ask>) {
        let Ok(Some(mut judge)) = Judge::load(Link(self.clone()), GAME, GONE_MS).await else {
            // What was asked is refused with the channel.
            return;
        };
        let mut owner = Owner { node: self.clone(), watchers: Vec::new() };
        judge.begin().await;
        owner.carry_out(&mut judge);
        let mut idle_since = self.sim().now_ms();
        loop {
            let watched = owner.is_watched();
            let wait_ms = judge.wait_ms(watched) as i64;
            let longest = if watched { wait_ms } else { wait_ms.min(5_000) };
            match self.sim().timeout(longest, asks.recv()).await {
                Some(Some(ask)) => {
                    idle_since = self.sim().now_ms();
                    owner.answer(&mut judge, ask).await;
                }
                Some(None) => return,
                None => {
                    judge.idle(watched).await;
                    owner.carry_out(&mut judge);
                    if watched {
                        idle_since = self.sim().now_ms();
                    }
                    if self.sim().now_ms() - idle_since >= 5_000 && asks.is_empty() {
                        self.sim().count("owners ended");
                        asks.close();
                        return;
                    }
                }
            }
        }
    }
}

/// What an owner task has besides its judge.
struct Owner {
    node: Arc<Node>,
    watchers: Vec<mpsc::UnboundedSender<Arc<Broadcast>>>,
}

impl Owner {
    fn is_watched(&self) -> bool {
        self.watchers.iter().any(|watcher| !watcher.is_closed())
    }

    async fn answer(&mut self, judge: &mut Judge<Link>, ask: Ask) {
        judge.credit();
        match ask {
            Ask::Do { who, command, answer } => {
                let done = judge.judge(&who, command).await;
                self.carry_out(judge);
                let _ = answer.send(done);
            }
            Ask::Watch { at_least, answer } => {
                let reached = judge.reach(at_least).await;
                self.carry_out(judge);
                let watching = reached.ok().map(|()| {
                    let (send, events) = mpsc::unbounded_channel();
                    self.watchers.push(send);
                    (Arc::clone(judge.room()), events)
                });
                let _ = answer.send(watching);
            }
            Ask::Changed { version } => {
                let _ = judge.reach(version).await;
                self.carry_out(judge);
            }
        }
    }

    fn carry_out(&mut self, judge: &mut Judge<Link>) {
        for effect in judge.take_effects() {
            let (news, searches) = match effect {
                Effect::Stored(news) => (news, true),
                Effect::Followed(news) => (news, false),
                Effect::Leased => (Vec::new(), true),
            };
            for one in news {
                self.watchers.retain(|watcher| watcher.send(one.clone()).is_ok());
            }
            let wanted = self.node.search.fetch_add(1, Relaxed) + 1;
            if searches {
                self.search(judge.room(), wanted);
            }
        }
    }

    /// The engine plays its turn, if it has one and this node is at it.
    fn search(&self, room: &Room, wanted: u64) {
        let (node, mut game, ply) = (self.node.clone(), room.game.clone(), room.row.ply);
        let Status::ToAct(side) = game.status() else { return };
        if room.row.engine_ms.is_none() || room.row.level(side).is_none() {
            return;
        }
        self.node.sim().spawn(Some(self.node.number), async move {
            let thinks_ms = node.sim().between(1, 2_500);
            node.sim().sleep(thinks_ms).await;
            if node.search.load(Relaxed) != wanted {
                return;
            }
            let command = match node.sim().chance(20) {
                true => Command::EngineFailed { ply },
                false => Command::Submit { ply, actions: turn(node.sim(), &mut game), id: None },
            };
            if node.perform(Who::Engine, command).await.is_ok() {
                node.sim().count("engine turns");
            }
        });
    }
}

/// A random turn, or a part of one.
pub fn turn(sim: &Sim, game: &mut Game) -> Vec<String> {
    let mut actions = Vec::new();
    while matches!(game.status(), Status::ToAct(_))
        && (actions.is_empty() || game.is_turn_open())
        && actions.len() < 20
    {
        if !actions.is_empty() && sim.chance(100) {
            break;
        }
        let legal = game.actions();
        let action = legal[sim.pick(legal.len())];
        actions.push(game.act(action).expect("a legal action").text);
    }
    actions
}

impl Ledger for Link {
    fn now_ms(&self) -> i64 {
        self.0.now_ms()
    }

    fn is_shared(&self) -> bool {
        self.0.cluster.shared
    }

    fn failing_since(&self) -> Option<i64> {
        self.0.failing_since()
    }

    fn outages(&self) -> Arc<[Outage]> {
        self.0.outages.lock().unwrap().clone()
    }

    async fn read_outages(&self) -> Result<()> {
        self.0.read_outages().await
    }

    async fn create_game(&self, row: &GameRow) -> Result<()> {
        let row = row.clone();
        self.0.write(LONGEST_APPEND_MS, move |model| model.create_game(&row)).await
    }

    async fn append(&self, append: Append) -> Result<Appended> {
        if self.0.failing_since().is_some() {
            return Err(StoreError::Unavailable("nothing can be stored".into()));
        }
        let (asked_ms, decided_ms) = (self.0.now_ms(), self.0.sim().now_ms());
        let (game, version) = (append.row.id.clone(), append.row.version);
        let node = self.0.number;
        self.0.sim().note(|| format!("node {node} appends {:?}", append.events));
        // Alone, a node knows every outage at once.
        let read_ms = match self.is_shared() {
            true => self.0.outages_ms.load(Relaxed),
            false => decided_ms,
        };
        let commit = move |sim: &Sim| sim.commit(append, decided_ms, read_ms);
        let appended = self.0.call(LONGEST_APPEND_MS, commit).await;
        self.0.sim().note(|| format!("node {node} appended version {version}: {appended:?}"));
        match &appended {
            Ok(Appended::Done) if game == GAME && self.is_shared() => self.hint(version),
            Err(StoreError::Unavailable(_)) => self.0.failed(asked_ms),
            _ => {}
        }
        appended
    }

    async fn game_row(&self, id: &str) -> Result<Option<GameRow>> {
        let id = id.to_owned();
        self.0.read(move |model| model.load_game(&id).map(|(row, _)| row)).await
    }

    async fn load_game(&self, id: &str) -> Result<Option<(GameRow, Vec<EntryRow>)>> {
        let id = id.to_owned();
        self.0.read(move |model| model.load_game(&id)).await
    }

    async fn events_since(&self, id: &str, since: i64) -> Result<Vec<EventRow>> {
        let id = id.to_owned();
        self.0.read(move |model| model.events_since(&id, since)).await
    }

    async fn due_games(&self, now_ms: i64) -> Result<Vec<String>> {
        self.0.read(move |model| model.due_games(now_ms)).await
    }

    async fn postpone(&self, id: &str, version: i64, due_ms: Option<i64>) -> Result<()> {
        let id = id.to_owned();
        let postpone = move |model: &mut Model| {
            model.postpone(&id, version, due_ms);
            Ok(())
        };
        self.0.write(LONGEST_APPEND_MS, postpone).await
    }

    async fn engine_games(&self, now_ms: i64) -> Result<Vec<String>> {
        self.0.read(move |model| model.engine_games(now_ms)).await
    }

    async fn lease_engine(
        &self,
        id: &str,
        version: i64,
        held_ms: i64,
        until_ms: i64,
    ) -> Result<bool> {
        let id = id.to_owned();
        let lease =
            move |model: &mut Model| Ok(model.lease_engine(&id, version, held_ms, until_ms));
        self.0.write(LONGEST_APPEND_MS, lease).await
    }

    async fn last_seen(&self, game: &str) -> Result<[i64; 2]> {
        let game = game.to_owned();
        self.0.read(move |model| model.last_seen(&game)).await
    }

    async fn is_pair_capped(&self, _row: &GameRow) -> Result<bool> {
        Ok(false)
    }
}

impl Link {
    /// The other nodes get a hint, if it is not lost.
    fn hint(&self, version: i64) {
        let from = self.0.number;
        // Nothing depends on hints: in half of the runs there are none when everything else works.
        let lost = {
            let world = self.0.sim().world();
            world.is_ending && world.seed.is_multiple_of(2)
        };
        if lost {
            return;
        }
        for to in (0..self.0.cluster.size()).filter(|to| *to != from) {
            let cluster = self.0.cluster.clone();
            self.0.sim().spawn(None, async move {
                if cluster.sim.carry(Place::Node(from), Place::Node(to)).await
                    && let Some(node) = cluster.node(to)
                {
                    node.changed(version);
                }
            });
        }
    }
}
