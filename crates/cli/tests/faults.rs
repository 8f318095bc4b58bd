//! The real server when the ground gives way: a full disk, a file that is gone, a second server.
#![cfg(unix)]

#[path = "../../server/tests/support/mod.rs"]
mod databases;
#[path = "support/running.rs"]
mod running;
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use databases::place::{ask, done, look, until};
use running::Running;
use serde_json::{Value, json};
use server::client::Client;
use support::folder;

/// A disk of a few megabytes; gone when the test ends.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// None if this user may not mount one: the test then does nothing but say so.
    fn mount(name: &str) -> Option<SmallDisk> {
        let path = folder(name);
        let done = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"])
            .arg(&path)
            .output()
            .is_ok_and(|out| out.status.success());
        if !done {
            eprintln!("no disk can be mounted here");
            return None;
        }
        Some(SmallDisk(path))
    }

    fn ballast(&self) -> PathBuf {
        self.0.join("ballast")
    }

    /// Not a byte more fits on it.
    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.ballast()).unwrap();
        while file.write_all(&[7; 512]).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.ballast()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

async fn ready(server: &Running) -> u16 {
    let began = std::time::Instant::now();
    let (status, _) = Client::new(server.address).get("/readyz").await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(2), "readiness is answered soon");
    status
}

async fn until_ready(server: &Running, wanted: u16) {
    for _ in 0..400 {
        if ready(server).await == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not {wanted}: {}", ready(server).await);
}

/// A game of two guests on a clock, first to act.
async fn game_of_two(server: &Running, clock: &str) -> (String, Client, Client) {
    let (mut one, mut two) = (Client::new(server.address), Client::new(server.address));
    let create = json!({"game": "seega", "opponent": "link", "side": "first", "clock": clock});
    let (_, state) = one.post("/api/games", create).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    done(&mut two, &game, "join", json!({})).await;
    (game, one, two)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_stops_clocks_and_play_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount("full-disk") else { return };
    let server = Running::start(&["--data", disk.0.to_str().unwrap()], &[]);
    let (game, mut one, mut two) = game_of_two(&server, "0.1+0").await;
    assert_eq!(ready(&server).await, 200);
    let mut socket = two.socket().await.unwrap();
    socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await.unwrap();
    while socket.receive().await.unwrap()["type"] != "state" {}
    done(&mut one, &game, "actions", json!({"ply": 0, "actions": ["a1"]})).await;
    disk.fill();
    // What little room is left in what is already allocated is used up soon.
    let mut acknowledged = look(&mut one, &game).await["version"].clone();
    let refused = loop {
        let (status, answer) = ask(&mut one, &game, "draw", json!({"answer": "offer"})).await;
        if status != 200 {
            break (status, answer);
        }
        acknowledged = answer["version"].clone();
    };
    assert_eq!((refused.0, &refused.1["code"]), (503, &json!("cannot-store")), "{}", refused.1);
    assert!(refused.1["message"].as_str().unwrap().contains("cannot store moves"));
    until_ready(&server, 503).await;
    // The other player hears of it without asking.
    loop {
        let message = socket.receive().await.unwrap();
        if message["type"] == "error" {
            assert_eq!(
                (&message["code"], &message["game"]),
                (&json!("cannot-store"), &json!(game))
            );
            break;
        }
    }
    let standing = look(&mut one, &game).await;
    assert_eq!(standing["clock"]["running"], Value::Null);
    // Longer than second's clock has.
    tokio::time::sleep(Duration::from_millis(7_000)).await;
    let state = look(&mut one, &game).await;
    assert_eq!(
        (&state["phase"], &state["clock"]["left_ms"], &state["version"]),
        (&json!("live"), &standing["clock"]["left_ms"], &acknowledged)
    );
    disk.free();
    until_ready(&server, 200).await;
    let again = loop {
        let message = socket.receive().await.unwrap();
        if message["type"] == "state" {
            break message;
        }
    };
    assert_eq!(again["clock"]["running"], "second");
    done(&mut two, &game, "actions", json!({"ply": 1, "actions": ["b1"]})).await;
    let state = look(&mut one, &game).await;
    assert_eq!((&state["phase"], &state["ply"]), (&json!("live"), &json!(2)));
    // What was stored is there after a restart too, and the clock has lost nothing of the outage.
    let left = state["clock"]["left_ms"][1].as_i64().unwrap();
    assert!(left > 0, "{left}");
    drop(server);
    let server = Running::start(&["--data", disk.0.to_str().unwrap()], &[]);
    one.address = server.address;
    assert_eq!(look(&mut one, &game).await["ply"], 2);
    // In the end the clock decides after all.
    let state = until(&mut one, &game, |state| state["phase"] == "over").await;
    assert_eq!(state["result"]["reason"], "time");
}

/// `store check` on a data folder, while its server runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_check_finds_what_is_damaged() {
    let folder = folder("store-check");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data], &[]);
    let (game, mut one, _) = game_of_two(&server, "none").await;
    done(&mut one, &game, "actions", json!({"ply": 0, "actions": ["a1"]})).await;
    let answer = support::run(&["store", "check", "--data", data]);
    assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{answer:?}");
    assert!(answer.out.contains("1 game read, damaged: 0"), "{answer:?}");
    drop(server);
    sql(&folder, &format!("DELETE FROM entry WHERE game = '{game}'"));
    let answer = support::run(&["store", "check", "--data", data]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{answer:?}");
    let line = format!("Game {game} is damaged: 0 of 1 entries");
    assert!(answer.out.contains(&line), "{answer:?}");
    let answer = support::run(&["store", "check", "--data", data, "--json"]);
    assert!(answer.out.contains("\"damaged\":1"), "{answer:?}");
    // A folder without games is a wrong call, and stays without.
    let nowhere = folder.join("nowhere");
    support::refused(&["store", "check", "--data", nowhere.to_str().unwrap()], 2);
    assert!(!nowhere.exists());
}

/// Runs a statement on the database of a folder, as a fault would.
fn sql(folder: &Path, statement: &str) {
    let file = folder.join("igroteka.sqlite");
    let done = Command::new("sqlite3").arg(file).arg(statement).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Whatever happened to the file under a running server.
async fn a_lost_file_is_noticed(name: &str, lose: impl Fn(&Path)) {
    let folder = folder(name);
    let server = Running::start(&["--data", folder.to_str().unwrap()], &[]);
    let (game, mut one, _) = game_of_two(&server, "none").await;
    assert_eq!(ready(&server).await, 200);
    lose(&folder.join("igroteka.sqlite"));
    until_ready(&server, 503).await;
    let turn = json!({"ply": 0, "actions": ["a1"]});
    let (status, answer) = ask(&mut one, &game, "actions", turn).await;
    assert_eq!((status, &answer["code"]), (503, &json!("cannot-store")), "{answer}");
    let (_, log) = server.end();
    assert!(log.contains("the database"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_file_that_is_deleted_is_noticed() {
    a_lost_file_is_noticed("deleted", |file| std::fs::remove_file(file).unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_file_that_is_overwritten_is_noticed() {
    let other = folder("another");
    sql(&other, "CREATE TABLE t (x); INSERT INTO t VALUES (1)");
    a_lost_file_is_noticed("overwritten", move |file| {
        std::fs::copy(other.join("igroteka.sqlite"), file).unwrap();
    })
    .await;
}

/// Two servers on one folder would each believe to be the only one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_has_one_server() {
    let folder = folder("locked");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data], &[]);
    let line = support::refused(&["serve", "--bind", "127.0.0.1:0", "--data", data], 2);
    assert!(line.contains("another server uses this folder"), "{line}");
    assert_eq!(ready(&server).await, 200);
    drop(server);
    // The lock goes with the process, however it ended.
    assert_eq!(ready(&Running::start(&["--data", data], &[])).await, 200);
}

/// While no server ran nothing could be stored: clocks get that time back, and no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_stand_while_no_server_runs() {
    let folder = folder("down");
    let data = folder.to_str().unwrap();
    let mut server = Running::start(&["--data", data], &[]);
    let (game, mut one, _) = game_of_two(&server, "0.1+0").await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    server.kill();
    tokio::time::sleep(Duration::from_millis(7_000)).await;
    let server = Running::start(&["--data", data], &[]);
    one.address = server.address;
    let state = look(&mut one, &game).await;
    let left = state["clock"]["left_ms"][0].as_i64().unwrap();
    assert_eq!(state["phase"], "live", "{state}");
    assert!((1_000..=4_600).contains(&left), "{left}");
    let state = until(&mut one, &game, |state| state["phase"] == "over").await;
    assert_eq!(
        (&state["result"]["reason"], &state["clock"]["left_ms"][0]),
        (&json!("time"), &json!(0)),
        "after a flag the clock shows zero"
    );
}

/// The engine's turn of a node that was killed is another's within two seconds; a database that is
/// down is noticed at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_node_leaves_no_engine_waiting_and_a_dead_database_no_node_ready() {
    let Some(postgres) = databases::Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let url = postgres.database("takeover");
    let mut dying = Running::start(&["--database", &url], &[]);
    let other = Running::start(&["--database", &url], &[]);
    let mut client = Client::new(dying.address);
    // Enough turns that the first is not done when the node dies.
    for _ in 0..12 {
        let create =
            json!({"kind": "draughts", "opponent": "engine", "level": 8, "side": "second"});
        let (status, state) = client.post("/api/games", create).await.unwrap();
        assert_eq!(status, 201, "{state}");
    }
    let queue = async |server: &Running| {
        let (_, text) = Client::new(server.address).get("/metrics").await.unwrap();
        let text = text.as_str().unwrap().to_owned();
        let value = |line: &str| line.strip_prefix("igroteka_engine_queue ")?.parse::<i64>().ok();
        text.lines().find_map(value).unwrap()
    };
    assert!(queue(&dying).await > 0);
    dying.kill();
    let began = std::time::Instant::now();
    while queue(&other).await == 0 {
        assert!(began.elapsed() < Duration::from_secs(4), "not taken over");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    eprintln!("taken over after {:?}", began.elapsed());
    assert_eq!(ready(&other).await, 200);
    drop(postgres);
    until_ready(&other, 503).await;
    let began = std::time::Instant::now();
    assert_eq!(ready(&other).await, 503);
    assert!(began.elapsed() < Duration::from_millis(300), "{:?}", began.elapsed());
}
