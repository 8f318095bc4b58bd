//! Games on simulated nodes, by the server's own judges, in virtual time and under seeded faults.
//!
//! One to three nodes share a database. Each has a clock that is up to two minutes off and drifts;
//! they crash, stand still and are cut off, from the database, from each other and from the players.
//! Messages are lost, late and doubled; what was asked of the database may be done although no answer
//! comes. Two players, on up to three devices, and a stranger play one game, with offers, takebacks,
//! repetitions and nonsense; or the engine plays. Everything is drawn from one seed, and a seed always
//! gives the same run.
//!
//! Of the server this runs `live/judge.rs` and all that it uses (rooms, drafts, clocks, messages), the
//! measuring of time and what becomes of outages. The database is a model that `store.rs` holds to the
//! contract of the real ones; owner tasks, keeper and health are repeated in `node.rs`.
//!
//! What is checked (`client.rs` at once, `check.rs` at the end):
//! - what is acknowledged is stored, once and in order; what is stored is not refused when sent again;
//! - what devices are shown is stored, has no gap and never goes back; in the end all know the same;
//! - clocks go by the database's time, gain nothing but increments and outages, and no flag falls
//!   early;
//! - the game ends once, with one result, which is that of the rules if they end it.
//!
//! `make simulate` runs 100,000 seeds; `IGROTEKA_SEED=n` replays one with a trace.

#![allow(unreachable_pub)]

mod check;
mod client;
#[path = "../support/model.rs"]
mod model;
mod node;
mod world;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rules::{Side, Variant};
use server::live::LiveState;
use server::store::{GameRow, Opponent, Phase, Rated};
use server::throws;

use client::Client;
use node::Cluster;
use world::{Place, Sim, Weather};

/// The game that is played.
pub const GAME: &str = "game";

/// Seeds in `make test`.
const SEEDS: u64 = 200;

/// Seeds that found a fault, now mended.
const FOUND: &[u64] = &[
    255, 320, 336, 355, 356, 381, 398, 450, 500, 527, 542, 603, 620, 727, 1598, 1664, 1775, 2341,
    2508, 2541, 2677, 2700, 2759, 3291, 3459, 3648, 3849, 4095, 4794, 4897, 4945, 27777, 95079,
];

fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn games_survive_seeded_faults() {
    let one = variable("IGROTEKA_SEED");
    let first = one.or(variable("IGROTEKA_SIMULATION_FROM")).unwrap_or(0);
    let count =
        if one.is_some() { 1 } else { variable("IGROTEKA_SIMULATION_SEEDS").unwrap_or(SEEDS) };
    let mut counts = BTreeMap::<&'static str, u64>::new();
    let mut failed = Vec::new();
    let seeds = if first == 0 && one.is_none() { FOUND } else { &[][..] };
    for seed in seeds.iter().copied().chain(first..first + count) {
        let sim = play(seed, one.is_some());
        let world = sim.world();
        for (what, number) in &world.counts {
            *counts.entry(what).or_default() += number;
        }
        if let Some(trace) = &world.trace {
            eprintln!("{}", trace.join("\n"));
        }
        if let Some(failure) = world.failures.first() {
            eprintln!("IGROTEKA_SEED={seed} fails: {failure}");
            failed.push(seed);
        }
        if count > 1_000 && (seed - first) % 1_000 == 999 && !FOUND.contains(&seed) {
            eprintln!("{} seeds, {} failed", seed - first + 1, failed.len());
        }
    }
    eprintln!("{count} seeds: {counts:?}");
    assert!(failed.is_empty(), "{} of {count} seeds fail: {failed:?}", failed.len());
    if count >= SEEDS {
        for what in ["acknowledged", "acknowledged again", "crashes", "engine turns", "flags"] {
            assert!(counts.get(what).is_some_and(|number| *number >= count / 10), "{what}");
        }
    }
}

/// The same seed gives the same run.
#[test]
fn a_seed_replays() {
    for seed in [1, 2, 3] {
        let runs = [(); 2].map(|()| {
            let sim = play(seed, true);
            let world = sim.world();
            (world.trace.clone(), world.now_ms, world.model.games[GAME].events.clone())
        });
        assert!(runs[0] == runs[1], "seed {seed} runs in two ways");
    }
}

/// Plays one game under the faults of a seed, and checks it.
fn play(seed: u64, trace: bool) -> Sim {
    let sim = Sim::new(seed, trace);
    let shared = sim.chance(800);
    let size = if shared { 2 + sim.pick(2) } else { 1 };
    let cluster =
        Cluster { sim: sim.clone(), shared, nodes: Arc::new(Mutex::new(vec![None; size])) };
    let (row, engine) = new_game(&sim);
    sim.note(|| format!("{} {} on {size} nodes", row.variant, row.clock));
    sim.world().model.create_game(&row).unwrap();
    for number in 0..size {
        cluster.boot(number);
    }
    let own = if row.first_account.is_some() { Side::First } else { Side::Second };
    let mut seats = vec![("anna", Some(own)), ("stranger", None)];
    if !engine {
        seats.push(("boris", Some(own.other())));
    }
    if sim.chance(400) {
        // A second device.
        seats.push(("anna", Some(own)));
    }
    for (number, (account, side)) in seats.into_iter().enumerate() {
        sim.spawn(None, Client::new(&cluster, number, account, side).run());
    }
    sim.spawn(None, direct(cluster, engine));
    sim.run();
    check::log(&sim);
    check::clocks(&sim);
    check::result(&sim);
    sim
}

/// The game as it is created: by "anna", who waits for "boris" or plays the engine.
fn new_game(sim: &Sim) -> (GameRow, bool) {
    let rules =
        ["seega(size=3)", "salta(limit=20)", "senet(short)", "draughts", "diaballik(limit=20)"];
    let variant = Variant::read_full(rules[sim.pick(rules.len())]).unwrap();
    let clocks = ["none", "0.1+0", "0.2+1", "1+1", "1d"];
    let clock = clocks[sim.pick(clocks.len())];
    let engine = sim.chance(250);
    let side = if sim.chance(500) { Side::First } else { Side::Second };
    let secret = format!("{:064x}", sim.world().random.u128(..));
    let created_ms = sim.now_ms();
    let seat = |own: Side| (own == side).then(|| "anna".to_owned());
    let nonce = |own: Side| (own == side || engine).then(|| "nonce".to_owned());
    let level = |own: Side| (own != side && engine).then_some(1);
    let row = GameRow {
        id: GAME.into(),
        kind: variant.game,
        variant: variant.to_string(),
        start: None,
        opponent: if engine { Opponent::Engine } else { Opponent::Link },
        clock: clock.into(),
        rated: if !engine && clock != "none" && sim.chance(300) {
            Rated::Pending
        } else {
            Rated::No
        },
        accept_bots: false,
        public: false,
        challenged: None,
        private: false,
        creator: "anna".into(),
        created_ms,
        commitment: throws::commitment(&secret),
        secret,
        first_level: level(Side::First),
        second_level: level(Side::Second),
        rematch_of: None,
        version: 0,
        ply: 0,
        phase: Phase::Open,
        first_account: seat(Side::First),
        second_account: seat(Side::Second),
        first_nonce: nonce(Side::First),
        second_nonce: nonce(Side::Second),
        state: LiveState::default(),
        due_ms: Some(if engine { created_ms } else { created_ms + 14 * 24 * 3_600_000 }),
        engine_ms: None,
        winner: None,
        reason: None,
        points: None,
        ended_ms: None,
        first_seen_ms: 0,
        second_seen_ms: 0,
    };
    (row, engine)
}

/// Makes the faults; later mends everything, has the game ended, and ends the world.
async fn direct(cluster: Cluster, engine: bool) {
    let sim = cluster.sim.clone();
    let size = cluster.size();
    let rough = sim.chance(850);
    let until_ms = sim.now_ms() + sim.between(5_000, 45_000);
    while rough && sim.now_ms() < until_ms {
        let pause = sim.between(50, 4_000);
        sim.sleep(pause).await;
        let node = sim.pick(size);
        let lasts_ms = sim.between(200, 8_000);
        match sim.pick(8) {
            0 | 1 => {
                cluster.crash(node);
                let cluster = cluster.clone();
                sim.spawn(None, async move {
                    cluster.sim.sleep(lasts_ms / 2).await;
                    // It may have been restarted by then.
                    cluster.crash(node);
                    cluster.boot(node);
                });
            }
            2 => {
                sim.note(|| format!("node {node} stands for {lasts_ms} ms"));
                sim.count("pauses");
                sim.world().paused.insert(node);
                let sim = sim.clone();
                sim.clone().spawn(None, async move {
                    sim.sleep(lasts_ms).await;
                    sim.world().paused.remove(&node);
                });
            }
            3 => {
                let (lost, slow, doubled) = (sim.pick(150), sim.pick(100), sim.pick(300));
                sim.world().weather =
                    Weather { lost: lost as u32, slow: slow as u32, doubled: doubled as u32 };
            }
            kind => {
                let mut cuts = match kind {
                    4 => vec![(Place::Node(node), Place::Database)],
                    5 => vec![(Place::Node(node), Place::Node(sim.pick(size)))],
                    6 => (0..4).map(|client| (Place::Node(node), Place::Client(client))).collect(),
                    // No node reaches the database.
                    _ => (0..size).map(|node| (Place::Node(node), Place::Database)).collect(),
                };
                sim.note(|| format!("cut for {lasts_ms} ms: {cuts:?}"));
                sim.count("cuts");
                sim.world().cuts.extend(cuts.iter().copied());
                let sim = sim.clone();
                sim.clone().spawn(None, async move {
                    sim.sleep(lasts_ms).await;
                    let mut world = sim.world();
                    for cut in cuts.drain(..) {
                        world.cuts.remove(&cut);
                    }
                });
            }
        }
    }
    // Everything works again, at the latest when the last fault is over.
    sim.sleep(9_000).await;
    {
        let mut world = sim.world();
        world.weather = Weather { lost: 0, slow: 0, doubled: 0 };
        world.cuts.clear();
        world.paused.clear();
    }
    sim.note(|| "everything works again".into());
    let plays_ms = sim.between(0, 30_000);
    sim.sleep(plays_ms).await;
    sim.world().is_ending = true;
    let limit_ms = sim.now_ms() + 60_000;
    loop {
        sim.sleep(1_000).await;
        let over = sim.world().model.games[GAME].row.phase == Phase::Over;
        if over {
            break;
        }
        if sim.now_ms() > limit_ms {
            sim.fail("the game cannot be ended".into());
            break;
        }
    }
    // Time for offers of a rematch, and then for every device to hear of the last of them.
    sim.sleep(4_000).await;
    sim.world().is_quiet = true;
    sim.sleep(10_000).await;
    check::agreement(&sim, if engine { 1 } else { 2 });
    sim.world().finished = true;
}
