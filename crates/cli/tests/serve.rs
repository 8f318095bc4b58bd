//! The real server, killed without warning in a storm of moves.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use server::client::Client;

/// A server that does not outlive the test.
struct Running(Child);

impl Running {
    /// Ends it without warning.
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

fn start(folder: &Path) -> (Running, SocketAddr) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_igroteka"))
        .args(["--lang", "en", "serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(folder)
        .env("IGROTEKA_UNLIMITED", "1")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit("http://").next().unwrap().parse().unwrap();
    (Running(child), address)
}

/// What was acknowledged: by game, the text at each ply.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<String>>>>;

/// Plays both sides of a game until the connection breaks.
async fn storm(mut client: Client, game: String, round: u64, acknowledged: Acknowledged) {
    let Ok(mut socket) = client.socket().await else { return };
    let mut number = 0;
    loop {
        let Ok((_, state)) = client.get(&format!("/api/games/{game}")).await else { return };
        let Some(action) = state["legal"][0]["action"].as_str().map(str::to_owned) else { return };
        let ply = state["ply"].as_u64().unwrap() as usize;
        number += 1;
        let submit = json!({"type": "submit", "game": game, "ply": ply, "actions": [action],
            "id": format!("{round}-{number}")});
        if socket.send(&submit).await.is_err() {
            return;
        }
        let Ok(answer) = socket.receive().await else { return };
        assert_eq!(answer["type"], "ack", "{answer}");
        let mut all = acknowledged.lock().unwrap();
        let texts = all.entry(game.clone()).or_default();
        texts.resize(ply, String::new());
        texts.push(action);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_in_a_storm_of_moves_it_has_lost_nothing() {
    let folder = std::env::temp_dir().join(format!("igroteka-kill-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let acknowledged = Acknowledged::default();
    let mut cookie = None;
    let mut games: Vec<String> = Vec::new();
    for round in 0..3 {
        let (mut child, address) = start(&folder);
        let mut client = Client::new(address);
        client.cookie.clone_from(&cookie);
        for kind in ["seega", "salta", "senet", "draughts", "diaballik"] {
            let create = json!({"game": kind, "opponent": "local"});
            let (status, state) = client.post("/api/games", create).await.unwrap();
            assert_eq!(status, 201, "{state}");
            games.push(state["game"].as_str().unwrap().to_owned());
        }
        cookie.clone_from(&client.cookie);
        let tasks: Vec<_> = games
            .iter()
            .map(|game| {
                tokio::spawn(storm(client.clone(), game.clone(), round, acknowledged.clone()))
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(1500 + 300 * round)).await;
        child.kill();
        for task in tasks {
            task.await.unwrap();
        }
    }
    let (mut child, address) = start(&folder);
    let mut client = Client::new(address);
    client.cookie = cookie;
    let mut stored = 0;
    let acknowledged = acknowledged.lock().unwrap().clone();
    for (game, texts) in acknowledged {
        let (_, state) = client.get(&format!("/api/games/{game}")).await.unwrap();
        let entries = state["entries"].as_array().unwrap();
        for (ply, text) in texts.iter().enumerate() {
            if !text.is_empty() {
                assert_eq!(entries[ply]["text"], json!(text), "ply {ply} of {game}");
                stored += 1;
            }
        }
        let (_, record) = client.get(&format!("/api/games/{game}/record")).await.unwrap();
        let records = rules::record::Record::read_all(record.as_str().unwrap()).unwrap();
        records[0].replay().unwrap();
    }
    assert!(stored > 20, "only {stored} actions");
    child.kill();
    let _ = std::fs::remove_dir_all(&folder);
}
