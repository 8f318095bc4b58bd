//! The simulated world: virtual time, tasks that a seed schedules, a network that loses, delays,
//! doubles and cuts, one database.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};

use server::live::Times;
use server::store::{Append, Appended, Outage};

use crate::model::Model;

/// Who sends and receives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    Database,
    Node(usize),
    Client(usize),
}

type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How bad the network is, in thousandths.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    pub lost: u32,
    pub slow: u32,
    pub doubled: u32,
}

/// A change as it was committed.
#[derive(Clone, Debug)]
pub struct Commit {
    /// The versions of its events.
    pub first: i64,
    pub last: i64,
    /// The true time at which it was decided, by a node.
    pub decided_ms: i64,
    /// When it was stored.
    pub stored_ms: i64,
    pub times: Times,
    /// The outages that were stored by then.
    pub outages: Vec<Outage>,
    /// When the node that decided it had read them; alone, a node knows each at once.
    pub read_ms: i64,
    /// Those that were stored by then.
    pub known: Vec<Outage>,
}

pub struct World {
    pub seed: u64,
    pub now_ms: i64,
    pub random: fastrand::Rng,
    pub model: Model,
    pub commits: Vec<Commit>,
    /// The outages as they were stored, and when that was.
    pub outages: Vec<(i64, Outage)>,
    pub weather: Weather,
    /// Pairs that do not hear each other.
    pub cuts: BTreeSet<(Place, Place)>,
    /// Nodes that stand still.
    pub paused: BTreeSet<usize>,
    /// What went wrong.
    pub failures: Vec<String>,
    /// What happened, if it is to be printed.
    pub trace: Option<Vec<String>>,
    pub finished: bool,
    /// The players are to give up.
    pub is_ending: bool,
    /// The players are to do nothing more, so that all can hear of what they did.
    pub is_quiet: bool,
    /// For each device: the version of its copy, and the newest that it has seen.
    pub known: BTreeMap<usize, (Option<i64>, i64)>,
    /// Counts, to see that the simulation does something.
    pub counts: BTreeMap<&'static str, u64>,
    timers: BTreeMap<(i64, u64), Waker>,
    sequence: u64,
    spawned: Vec<(Option<usize>, Task)>,
    killed: Vec<usize>,
}

/// A handle on the world.
#[derive(Clone)]
pub struct Sim(Arc<Mutex<World>>);

struct Woken {
    task: u64,
    ready: Arc<Mutex<BTreeSet<u64>>>,
}

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.ready.lock().unwrap().insert(self.task);
    }
}

impl Sim {
    pub fn new(seed: u64, trace: bool) -> Sim {
        Sim(Arc::new(Mutex::new(World {
            seed,
            now_ms: 1_700_000_000_000,
            random: fastrand::Rng::with_seed(seed),
            model: Model::default(),
            commits: Vec::new(),
            outages: Vec::new(),
            weather: Weather { lost: 0, slow: 0, doubled: 0 },
            cuts: BTreeSet::new(),
            paused: BTreeSet::new(),
            failures: Vec::new(),
            trace: trace.then(Vec::new),
            finished: false,
            is_ending: false,
            is_quiet: false,
            known: BTreeMap::new(),
            counts: BTreeMap::new(),
            timers: BTreeMap::new(),
            sequence: 0,
            spawned: Vec::new(),
            killed: Vec::new(),
        })))
    }

    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    pub fn now_ms(&self) -> i64 {
        self.world().now_ms
    }

    /// A number from 0 on, below `n`.
    pub fn pick(&self, n: usize) -> usize {
        self.world().random.usize(..n)
    }

    /// True in `thousandths` of a thousand cases.
    pub fn chance(&self, thousandths: u32) -> bool {
        self.world().random.u32(..1000) < thousandths
    }

    pub fn between(&self, from: i64, until: i64) -> i64 {
        self.world().random.i64(from..=until)
    }

    pub fn count(&self, what: &'static str) {
        *self.world().counts.entry(what).or_default() += 1;
    }

    pub fn note(&self, what: impl FnOnce() -> String) {
        let mut world = self.world();
        let now_ms = world.now_ms - 1_700_000_000_000;
        if let Some(trace) = &mut world.trace {
            trace.push(format!("{now_ms:>7} {}", what()));
        }
    }

    /// A property does not hold.
    pub fn fail(&self, what: String) {
        self.note(|| format!("FAILED {what}"));
        self.world().failures.push(what);
    }

    /// Runs a task; with a node it ends when the node crashes and stands when the node does.
    pub fn spawn(&self, node: Option<usize>, task: impl Future<Output = ()> + Send + 'static) {
        self.world().spawned.push((node, Box::pin(task)));
    }

    /// Ends all tasks of a node; what is spawned later is another process.
    pub fn kill(&self, node: usize) {
        let mut world = self.world();
        world.killed.push(node);
        world.paused.remove(&node);
        let (killed, left) = std::mem::take(&mut world.spawned)
            .into_iter()
            .partition::<Vec<_>, _>(|(owner, _)| *owner == Some(node));
        world.spawned = left;
        drop(world);
        drop(killed);
    }

    pub fn sleep(&self, ms: i64) -> Sleep {
        Sleep { sim: self.clone(), until_ms: self.now_ms() + ms.max(0), registered: false }
    }

    /// None if it takes longer.
    pub async fn timeout<T>(&self, ms: i64, what: impl Future<Output = T>) -> Option<T> {
        let (mut what, mut sleep) = (pin!(what), pin!(self.sleep(ms)));
        std::future::poll_fn(|context| {
            if let Poll::Ready(value) = what.as_mut().poll(context) {
                return Poll::Ready(Some(value));
            }
            sleep.as_mut().poll(context).map(|()| None)
        })
        .await
    }

    /// Whether a message arrives, after its way.
    pub async fn carry(&self, from: Place, to: Place) -> bool {
        let (lost, delay) = {
            let mut world = self.world();
            let Weather { lost, slow, .. } = world.weather;
            let lost = world.random.u32(..1000) < lost;
            let delay = if world.random.u32(..1000) < slow {
                world.random.i64(100..=7_000)
            } else {
                world.random.i64(0..=12)
            };
            (lost || world.is_cut(from, to), delay)
        };
        if lost {
            // A connection that breaks is noticed at once or not at all.
            if self.chance(500) {
                self.sleep(9_000).await;
            }
            return false;
        }
        self.sleep(delay).await;
        !self.world().is_cut(from, to)
    }

    /// The database's part of an append.
    pub fn commit(
        &self,
        append: Append,
        decided_ms: i64,
        read_ms: i64,
    ) -> server::store::Result<Appended> {
        let mut world = self.world();
        let (first, last) = (append.expected + 1, append.row.version);
        let (times, is_game) = (append.row.state.times, append.row.id == crate::GAME);
        let appended = world.model.append(append)?;
        if appended == Appended::Done && is_game {
            let outages = world.model.outages.clone();
            // Of the same millisecond, which came first is not known.
            let known = world.outages.iter().filter(|(stored_ms, _)| *stored_ms < read_ms);
            let mut known: Vec<_> = known.map(|(_, outage)| *outage).collect();
            known.sort_by_key(|outage| outage.from_ms);
            let stored_ms = world.now_ms;
            world.commits.push(Commit {
                first,
                last,
                decided_ms,
                stored_ms,
                times,
                outages,
                read_ms,
                known,
            });
        }
        Ok(appended)
    }

    /// Runs until the world is finished.
    pub fn run(&self) {
        let ready: Arc<Mutex<BTreeSet<u64>>> = Arc::default();
        let mut tasks: BTreeMap<u64, (Option<usize>, Task, Waker)> = BTreeMap::new();
        let mut number = 0;
        loop {
            let (spawned, killed) = {
                let mut world = self.world();
                (std::mem::take(&mut world.spawned), std::mem::take(&mut world.killed))
            };
            // Dropped without the world's lock, for what is dropped may want it.
            let is_killed = |node: &Option<usize>| node.is_some_and(|node| killed.contains(&node));
            tasks.retain(|_, (node, ..)| !is_killed(node));
            for (node, task) in spawned {
                number += 1;
                let waker = Arc::new(Woken { task: number, ready: ready.clone() }).into();
                tasks.insert(number, (node, task, waker));
                ready.lock().unwrap().insert(number);
            }
            if self.world().finished {
                break;
            }
            let next = {
                let mut world = self.world();
                let ready = ready.lock().unwrap();
                let runs = |task: &&u64| {
                    let node = tasks.get(*task).map(|(node, ..)| *node);
                    node.is_some_and(|node| node.is_none_or(|node| !world.paused.contains(&node)))
                };
                let able: Vec<u64> = ready.iter().filter(runs).copied().collect();
                (!able.is_empty()).then(|| able[world.random.usize(..able.len())])
            };
            match next {
                Some(task) => {
                    ready.lock().unwrap().remove(&task);
                    if let Some((_, future, waker)) = tasks.get_mut(&task) {
                        let waker = waker.clone();
                        if future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready() {
                            tasks.remove(&task);
                        }
                    }
                }
                None => {
                    let mut world = self.world();
                    let Some(((at_ms, _), waker)) = world.timers.pop_first() else {
                        world.failures.push("nothing is left to do".into());
                        break;
                    };
                    world.now_ms = world.now_ms.max(at_ms);
                    drop(world);
                    waker.wake();
                }
            }
        }
        tasks.clear();
        let spawned = std::mem::take(&mut self.world().spawned);
        drop(spawned);
        let timers = std::mem::take(&mut self.world().timers);
        drop(timers);
    }
}

impl World {
    fn is_cut(&self, from: Place, to: Place) -> bool {
        self.cuts.contains(&(from, to)) || self.cuts.contains(&(to, from))
    }
}

/// Waits in virtual time.
pub struct Sleep {
    sim: Sim,
    until_ms: i64,
    registered: bool,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let sim = self.sim.clone();
        let mut world = sim.world();
        if world.now_ms >= self.until_ms {
            return Poll::Ready(());
        }
        if !self.registered {
            self.registered = true;
            world.sequence += 1;
            let key = (self.until_ms, world.sequence);
            world.timers.insert(key, context.waker().clone());
        }
        Poll::Pending
    }
}
