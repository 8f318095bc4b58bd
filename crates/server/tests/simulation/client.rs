//! A simulated player's device: follows the game over a connection that breaks, plays, sends again
//! what was not answered, makes offers, and sends nonsense now and then. It checks what it is sent
//! against what is stored at that moment.

use std::sync::Arc;

use rules::{Game, Side, Status, Variant};
use server::error::Error;
use server::live::{Answer, Broadcast, Command, Done, Room, Who};
use server::store::{EventRow, Happening, Phase};
use tokio::sync::{mpsc, oneshot};

use crate::GAME;
use crate::node::{Cluster, Node, turn};
use crate::world::{Place, Sim};

/// How long a device waits for an answer.
const PATIENCE_MS: i64 = 2_000;

/// A submission as it was sent.
#[derive(Clone, Debug)]
struct Sent {
    ply: i64,
    actions: Vec<String>,
    id: String,
    tries: u32,
}

/// The game as a device knows it.
struct Known {
    game: Game,
    version: i64,
    phase: Phase,
    draw: Option<Side>,
    takeback: Option<Side>,
}

pub struct Client {
    pub cluster: Cluster,
    pub number: usize,
    pub account: String,
    /// Its side; none: it has no seat.
    pub side: Option<Side>,
    /// The newest version that it has seen.
    pub seen: i64,
    copy: Option<Known>,
    stream: Option<mpsc::UnboundedReceiver<Arc<Broadcast>>>,
    node: usize,
    sent: u64,
    unanswered: Option<Sent>,
    /// The newest version at which something of its own was stored.
    last_own: i64,
}

impl Client {
    pub fn new(cluster: &Cluster, number: usize, account: &str, side: Option<Side>) -> Client {
        Client {
            cluster: cluster.clone(),
            number,
            account: account.to_owned(),
            side,
            seen: 0,
            copy: None,
            stream: None,
            node: 0,
            sent: 0,
            unanswered: None,
            last_own: 0,
        }
    }

    fn sim(&self) -> &Sim {
        &self.cluster.sim
    }

    pub async fn run(mut self) {
        loop {
            let Some(stream) = &mut self.stream else {
                if !self.connect().await {
                    let pause = self.sim().between(10, 400);
                    self.sim().sleep(pause).await;
                }
                continue;
            };
            let sim = self.cluster.sim.clone();
            let thinks_ms = sim.between(5, 900);
            match sim.timeout(thinks_ms, stream.recv()).await {
                Some(Some(news)) => self.follow(&news),
                Some(None) => self.stream = None,
                None => {
                    let known = (self.copy.as_ref().map(|copy| copy.version), self.seen);
                    sim.world().known.insert(self.number, known);
                    // A device goes elsewhere now and then.
                    if sim.chance(15) {
                        self.stream = None;
                    } else {
                        self.act().await;
                    }
                }
            }
        }
    }

    /// Asks a node for something, by the network.
    async fn request<T, F>(
        &self,
        number: usize,
        does: impl Fn(Arc<Node>) -> F + Send + Sync + Clone + 'static,
    ) -> Option<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        let doubled = self.sim().world().weather.doubled;
        let copies = if self.sim().chance(doubled) { 2 } else { 1 };
        let mut answer = Some(answer);
        for _ in 0..copies {
            let (cluster, does, answer) = (self.cluster.clone(), does.clone(), answer.take());
            let client = Place::Client(self.number);
            self.sim().spawn(None, async move {
                let sim = cluster.sim.clone();
                if !sim.carry(client, Place::Node(number)).await {
                    return;
                }
                let Some(node) = cluster.node(number) else { return };
                sim.clone().spawn(Some(number), async move {
                    let done = does(node).await;
                    sim.clone().spawn(None, async move {
                        if sim.carry(Place::Node(number), client).await
                            && let Some(answer) = answer
                        {
                            let _ = answer.send(done);
                        }
                    });
                });
            });
        }
        self.sim().timeout(PATIENCE_MS, answered).await.and_then(Result::ok)
    }

    async fn connect(&mut self) -> bool {
        self.node = self.sim().pick(self.cluster.size());
        let (at_least, number, client) = (self.seen, self.node, self.number);
        let watching = self
            .request(number, move |node: Arc<Node>| async move {
                let (room, mut events) = node.watch(at_least).await?;
                let (send, stream) = mpsc::unbounded_channel();
                let sim = node.cluster.sim.clone();
                sim.clone().spawn(Some(number), async move {
                    // In order, or not at all.
                    while let Some(news) = events.recv().await {
                        if !sim.carry(Place::Node(number), Place::Client(client)).await {
                            return;
                        }
                        let _ = send.send(news);
                    }
                });
                Some((room, stream))
            })
            .await;
        let Some(Some((room, stream))) = watching else { return false };
        let row = &room.row;
        if row.version < at_least {
            let (version, number) = (row.version, self.number);
            self.sim().fail(format!("client {number} saw {at_least} and is shown {version}"));
        }
        self.check_room(&room);
        self.seen = self.seen.max(row.version);
        let draw = row.state.draw;
        let takeback = row.state.takeback.map(|(side, _)| side);
        let (version, phase) = (row.version, row.phase);
        self.copy = Some(Known { game: room.game.clone(), version, phase, draw, takeback });
        self.stream = Some(stream);
        true
    }

    /// What a device is shown is stored, and is what the log makes.
    fn check_room(&self, room: &Room) {
        let log = self.log_at(room.row.version);
        let shown: Vec<_> = room.entries.iter().map(|entry| entry.row.text.clone()).collect();
        if log.as_ref() != Some(&shown) {
            let version = room.row.version;
            self.sim().fail(format!("version {version} is shown as {shown:?}, stored as {log:?}"));
        }
    }

    /// The log of actions at a version, if it is stored.
    fn log_at(&self, version: i64) -> Option<Vec<String>> {
        let world = self.sim().world();
        let events = &world.model.games[GAME].events;
        let count = usize::try_from(version).ok().filter(|count| *count <= events.len())?;
        Some(log_of(&events[..count]))
    }

    fn follow(&mut self, news: &Broadcast) {
        let sim = self.cluster.sim.clone();
        let Some(copy) = &mut self.copy else { return };
        let version = news.version();
        if version != copy.version + 1 {
            sim.fail(format!("client {}: event {version} after {}", self.number, copy.version));
        }
        let stored = {
            let world = sim.world();
            let events = &world.model.games[GAME].events;
            events.get(version as usize - 1).map(|event| event.what.clone())
        };
        if stored.as_ref() != Some(news.what()) {
            sim.fail(format!("event {version} is sent as {:?}, stored as {stored:?}", news.what()));
        }
        copy.version = version;
        self.seen = self.seen.max(version);
        match news.what() {
            Happening::Begun { .. } => copy.phase = Phase::Live,
            Happening::Played { entries, .. } => {
                for entry in entries {
                    if copy.game.play(&entry.text).is_err() {
                        sim.fail(format!(
                            "client {}: {} cannot be played",
                            self.number, entry.text
                        ));
                    }
                }
                (copy.draw, copy.takeback) = (None, None);
            }
            Happening::TakenBack { ply } => {
                copy.game.truncate(*ply as usize);
                (copy.draw, copy.takeback) = (None, None);
            }
            Happening::DrawOffered {} => copy.draw = copy.draw.or(self.side.map(Side::other)),
            Happening::DrawDeclined {} => copy.draw = None,
            Happening::TakebackAsked { .. } => copy.takeback = self.side.map(Side::other),
            Happening::TakebackDeclined {} => copy.takeback = None,
            Happening::Over { .. } => copy.phase = Phase::Over,
            _ => {}
        }
    }

    async fn act(&mut self) {
        let sim = self.cluster.sim.clone();
        if sim.world().is_quiet {
            return;
        }
        if let Some(sent) = self.unanswered.take() {
            return self.submit(sent).await;
        }
        let Some(copy) = &self.copy else { return };
        let (phase, draw, takeback) = (copy.phase, copy.draw, copy.takeback);
        let ply = copy.game.entries().len() as i64;
        let Some(side) = self.side else {
            // It has no seat, and tries all the same.
            if sim.chance(100) {
                let actions = turn(&sim, &mut copy.game.clone());
                let id = self.id();
                self.submit(Sent { ply, actions, id, tries: 9 }).await;
            }
            return;
        };
        match phase {
            Phase::Open => {
                let nonce = Some("joined".to_owned());
                self.command(Command::Join { nonce, public: true }).await;
            }
            Phase::Over => {
                if sim.chance(200) {
                    self.command(Command::Rematch).await;
                }
            }
            Phase::Live if sim.world().is_ending => {
                self.command(Command::Resign).await;
            }
            Phase::Live => {
                let others = |offer: Option<Side>| offer.is_some_and(|by| by != side);
                let answer = |sim: &Sim| {
                    if sim.chance(300) { Answer::Accept } else { Answer::Decline }
                };
                let luck = sim.pick(1_000);
                match luck {
                    0..3 => return self.command(Command::Resign).await,
                    3..10 => return self.command(Command::Draw(Answer::Offer)).await,
                    10..60 => return self.command(Command::Takeback(Answer::Offer)).await,
                    60..65 => return self.command(Command::Abort).await,
                    65..80 => return self.command(Command::Claim).await,
                    80..110 => return self.nonsense(ply).await,
                    110..400 if others(draw) => {
                        return self.command(Command::Draw(answer(&sim))).await;
                    }
                    110..600 if others(takeback) => {
                        return self.command(Command::Takeback(answer(&sim))).await;
                    }
                    _ => {}
                }
                if copy.game.status() == Status::ToAct(side) {
                    let actions = turn(&sim, &mut copy.game.clone());
                    let id = self.id();
                    self.submit(Sent { ply, actions, id, tries: 0 }).await;
                }
            }
        }
    }

    fn id(&mut self) -> String {
        self.sent += 1;
        format!("{}-{}", self.number, self.sent)
    }

    /// Sends what is to be refused, or what was sent before.
    async fn nonsense(&mut self, ply: i64) {
        let sim = self.cluster.sim.clone();
        let Some(copy) = &self.copy else { return };
        let actions = turn(&sim, &mut copy.game.clone());
        let ply = ply + sim.between(-2, 1);
        let id = match sim.chance(300) && self.sent > 0 {
            // Other actions under an id that was used.
            true => format!("{}-{}", self.number, self.sent),
            false => self.id(),
        };
        self.submit(Sent { ply, actions, id, tries: 9 }).await;
    }

    async fn submit(&mut self, mut sent: Sent) {
        let Sent { ply, actions, id, .. } = sent.clone();
        let command = Command::Submit { ply, actions, id: Some(id) };
        let asked_ms = self.sim().now_ms();
        match self.perform(command).await {
            Some(Ok(done)) => self.acknowledged(&sent, &done),
            Some(Err(Error::CannotStore | Error::Internal)) | None => {
                sent.tries += 1;
                if sent.tries < 6 {
                    self.sim().count("sent again");
                    self.unanswered = Some(sent);
                    // Perhaps another node answers.
                    if self.sim().chance(500) {
                        self.stream = None;
                    }
                }
            }
            Some(Err(error)) => {
                self.sim().count("refused");
                if sent.tries < 9 {
                    self.check_refused(&sent, asked_ms, &error);
                }
            }
        }
    }

    /// What was stored before it was sent again is not refused; nor is what was legal all the time
    /// from when it was sent.
    fn check_refused(&self, sent: &Sent, asked_ms: i64, error: &Error) {
        let id = format!("{}/{}", self.account, sent.id);
        let (kept, stored) = {
            let world = self.sim().world();
            let kept = world.model.games[GAME].clone();
            let before = world.commits.iter().filter(|commit| commit.stored_ms < asked_ms);
            (kept, before.map(|commit| commit.last).max().unwrap_or(0))
        };
        let known = &kept.events[..stored as usize];
        if known.iter().any(|event| event.submission.as_ref() == Some(&id)) {
            self.sim().fail(format!("{sent:?} is stored, and refused: {error:?}"));
        }
        let stands = kept.row.version == stored && kept.row.phase == Phase::Live;
        if stands && kept.row.ply == sent.ply && self.is_legal(&kept.row.variant, known, sent) {
            self.sim().fail(format!("{sent:?} is legal, and refused: {error:?}"));
        }
    }

    /// Whether actions may be played where a log ends, by this device.
    fn is_legal(&self, variant: &str, events: &[EventRow], sent: &Sent) -> bool {
        let Ok(variant) = Variant::read_full(variant) else { return false };
        let mut game = Game::start(variant);
        let log = log_of(events);
        let first = log.iter().all(|text| game.play(text).is_ok());
        let own = self.side.is_some_and(|side| game.status() == Status::ToAct(side));
        first && own && sent.actions.iter().all(|text| game.play(text).is_ok())
    }

    /// What is acknowledged is stored, by who sent it, and once.
    fn acknowledged(&mut self, sent: &Sent, done: &Done) {
        let what = if done.duplicate { "acknowledged again" } else { "acknowledged" };
        self.sim().count(what);
        let log = self.log_at(done.version);
        let start = usize::try_from(sent.ply).unwrap_or(usize::MAX / 2);
        let stands = log.as_ref().and_then(|log| log.get(start..start + sent.actions.len()));
        if stands != Some(&sent.actions[..]) {
            self.sim().fail(format!("{sent:?} is acknowledged by {done:?}, stored is {log:?}"));
        }
        if done.duplicate {
            return;
        }
        if done.version <= self.last_own {
            let (last, number) = (self.last_own, self.number);
            self.sim().fail(format!("client {number}: version {} after {last}", done.version));
        }
        self.last_own = done.version;
        let id = format!("{}/{}", self.account, sent.id);
        let stored = {
            let world = self.sim().world();
            let events = &world.model.games[GAME].events;
            let own = |event: &&EventRow| event.submission.as_ref() == Some(&id);
            events.iter().filter(own).count()
        };
        if stored != 1 {
            self.sim().fail(format!("{sent:?} is stored {stored} times"));
        }
    }

    async fn command(&mut self, command: Command) {
        self.sim().note(|| format!("client {} sends {command:?}", self.number));
        if let Some(Ok(_)) = self.perform(command).await {
            self.sim().count("commands");
        }
    }

    async fn perform(&self, command: Command) -> Option<Result<Done, Error>> {
        let who = Who::Account(self.account.clone());
        // In a third of the runs a balancer brings some requests to another node than the one that
        // the device watches the game on.
        let sim = self.sim();
        let roams = sim.world().seed % 3 == 1 && sim.chance(300);
        let number = if roams { sim.pick(self.cluster.size()) } else { self.node };
        self.request(number, move |node: Arc<Node>| {
            let (who, command) = (who.clone(), command.clone());
            async move { node.perform(who, command).await }
        })
        .await
    }
}

/// The log of actions that events make.
pub fn log_of(events: &[EventRow]) -> Vec<String> {
    let mut log = Vec::new();
    for event in events {
        match &event.what {
            Happening::TakenBack { ply } => log.truncate(*ply as usize),
            Happening::Played { entries, .. } => {
                log.extend(entries.iter().map(|entry| entry.text.clone()));
            }
            _ => {}
        }
    }
    log
}
