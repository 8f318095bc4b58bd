//! Running a server as an operator does: settings, shutdown, log, backup, nodes that die.
#![cfg(unix)]

#[path = "../../server/tests/support/mod.rs"]
mod databases;
#[path = "support/running.rs"]
mod running;
mod support;

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use databases::Postgres;
use databases::place::{done, look};
use running::Running;
use serde_json::{Value, json};
use server::client::{Client, Socket};
use support::{folder, refused, run};

#[test]
fn settings_come_from_flags_environment_and_file() {
    let folder = folder("settings");
    let data = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let file = folder.join("igroteka.toml");
    let path = file.to_str().unwrap();
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let (by_flag, by_variable, by_file) = (data("flag"), data("variable"), data("file"));
    write(&format!(
        "# a club\ndata = {by_file:?}\ninvitation-only = true\nengine-threads = 2\n\
         origin = [\"https://play.example\", \"https://other.example\"]\n"
    ));
    let there = |name: &str| folder.join(name).join("igroteka.sqlite").is_file();
    let start = |args: &[&str], variables: &[(&str, &str)]| {
        let (status, _) = Running::start(args, variables).end();
        assert_eq!(status, Some(0));
        ["flag", "variable", "file"].map(there)
    };
    assert_eq!(start(&["--config", path], &[]), [false, false, true]);
    let variables = [("IGROTEKA_CONFIG", path), ("IGROTEKA_DATA", by_variable.as_str())];
    assert_eq!(start(&[], &variables), [false, true, true]);
    assert_eq!(start(&["--data", &by_flag], &variables), [true; 3]);
    // What is wrong is named with its file and key.
    let wrong = |text: &str, parts: &[&str]| {
        write(text);
        let line = refused(&["serve", "--config", path], 2);
        for part in parts {
            assert!(line.contains(part), "{part} in {line}");
        }
    };
    wrong("engine-threads = 0\n", &[path, "engine-threads", "1…256"]);
    wrong("bind = \"nowhere\"\n", &[path, "bind", "nowhere"]);
    wrong("secure-cookies = \"yes\"\n", &[path, "secure-cookies", "true, false"]);
    wrong("colour = \"red\"\n", &[path, "colour", "behind-proxy"]);
    wrong("origin = [\"play.example\"]\n", &[path, "origin"]);
    wrong("database = \"mysql://u:secret@h/d\"\n", &[path, "database", "postgres://"]);
    wrong("data = \"a\"\ndatabase = \"postgres://h/d\"\n", &[path, "data", "database"]);
    wrong("keep = [\"guests=soon\"]\n", &[path, "keep", "36500"]);
    wrong("keep = \"cookies=1\"\n", &[path, "keep", "sessions"]);
    wrong("hints = \"http://u:secret@h\"\n", &[path, "hints", "nats://"]);
    wrong("data = \"a\"\nhints = \"nats://h\"\n", &[path, "hints", "database"]);
    wrong("[bind]\nport = 1\n", &[path, "bind"]);
    wrong("bind = \n", &[path, "line 1"]);
    let line = refused(&["serve", "--config", "no-such-file.toml"], 2);
    assert!(line.contains("no-such-file.toml"));
    write("database = \"mysql://u:secret@h/d\"\n");
    assert!(!refused(&["serve", "--config", path], 2).contains("secret"));
    // A variable is named as such.
    let mut command = support::igroteka();
    command.args(["serve"]).env("IGROTEKA_ENGINE_THREADS", "many");
    let answer = support::answer(command, b"");
    assert!(answer.status == 2 && answer.err.contains("IGROTEKA_ENGINE_THREADS"), "{answer:?}");
}

/// One dump of the games beside a server that runs and packs; what is changed in it is found.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_exported_and_the_dump_is_checked() {
    let folder = folder("export");
    let data = folder.join("data").to_str().unwrap().to_owned();
    let server = Running::start(&["--data", &data, "--keep", "events=0,guests=30"], &[]);
    let mut client = Client::new(server.address);
    let mut ids = Vec::new();
    for opponent in ["local", "local", "engine"] {
        let mut create = json!({"game": "senet", "opponent": opponent, "side": "first"});
        if opponent == "engine" {
            create["level"] = json!(1);
        }
        let (status, game) = client.post("/api/games", create).await.unwrap();
        assert_eq!(status, 201, "{game}");
        let id = game["game"].as_str().unwrap().to_owned();
        if opponent == "local" {
            let state = look(&mut client, &id).await;
            let action = state["legal"][0]["action"].clone();
            let turn = json!({"ply": state["ply"], "actions": [action]});
            done(&mut client, &id, "actions", turn).await;
            done(&mut client, &id, "resign", json!({})).await;
        }
        ids.push(id);
    }
    let file = folder.join("games.jsonl");
    let path = file.to_str().unwrap();
    let answer = run(&["store", "export", "--data", &data, "--all", "--jsonl", path]);
    assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{answer:?}");
    assert!(answer.out.contains("2 games written"), "{answer:?}");
    let dump = std::fs::read_to_string(&file).unwrap();
    for (index, id) in ids.iter().enumerate() {
        assert_eq!(dump.contains(id), index < 2, "what goes on is not in it: {dump}");
    }
    let answer = run(&["store", "check", "--dump", path]);
    assert_eq!((answer.status, answer.out.trim()), (0, "2 games read, damaged: 0"), "{answer:?}");
    // Without --all only what the archive shows; to standard output.
    let answer = run(&["store", "export", "--data", &data]);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{answer:?}");
    let answer = run(&["store", "export", "--data", &data, "--all"]);
    assert_eq!((answer.status, answer.out.as_str()), (0, dump.as_str()));
    let forged = dump.replacen("\"secret\":\"", "\"secret\":\"00", 1);
    std::fs::write(&file, format!("{forged}no game\n")).unwrap();
    let answer = run(&["store", "check", "--dump", path]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{answer:?}");
    assert!(answer.out.contains("line 1: ") && answer.out.contains("committed"), "{answer:?}");
    assert!(answer.out.contains("line 3: ") && answer.out.contains("damaged: 2"), "{answer:?}");
    refused(&["store", "check", "--dump", "no-such-file.jsonl"], 2);
    server.end();
}

/// Invitations are made beside a server that runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_club_invites_while_its_server_runs() {
    let folder = folder("invite");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data, "--invitation-only"], &[]);
    let bind = server.address.to_string();
    let answer = run(&["serve", "--bind", &bind, "--data", data, "--invite"]);
    assert_eq!((answer.status, answer.err.as_str()), (0, ""));
    let mut client = Client::new(server.address);
    let names =
        |code: &str| json!({"name": "Anna", "password": "a long password", "invitation": code});
    let (status, refused) = client.post("/api/register", names("forged")).await.unwrap();
    assert_eq!((status, &refused["code"]), (403, &json!("not-invited")));
    let (status, person) = client.post("/api/register", names(answer.out.trim())).await.unwrap();
    assert_eq!((status, &person["name"]), (200, &json!("Anna")));
}

/// Asked to end, the server finishes what is under way, closes the sockets, and is gone in seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_ends_gracefully() {
    let folder = folder("graceful");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data], &[]);
    let mut client = Client::new(server.address);
    let (_, state) =
        client.post("/api/games", json!({"game": "seega", "opponent": "local"})).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    let mut socket = client.socket().await.unwrap();
    socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await.unwrap();
    while socket.receive().await.unwrap()["type"] != "state" {}
    let waiting = {
        let mut client = client.clone();
        let path = format!("/api/games/{game}/events?since={}&wait=25", state["version"]);
        tokio::spawn(async move { client.get(&path).await.unwrap() })
    };
    let stream = {
        let client = client.clone();
        let path = format!("/api/bot/games/{game}/stream");
        tokio::spawn(async move { client.raw("GET", &path, "").await.unwrap() })
    };
    tokio::time::sleep(Duration::from_millis(300)).await;
    socket
        .send(&json!({"type": "submit", "game": game, "ply": 0, "actions": ["a1"]}))
        .await
        .unwrap();
    let ack = loop {
        let message = socket.receive().await.unwrap();
        if message["type"] == "ack" {
            break message;
        }
    };
    let ended = tokio::task::spawn_blocking(move || server.end());
    // The socket is closed properly, not just cut.
    while let Ok(message) = socket.receive_frame().await {
        if let Some(code) = message {
            assert_eq!(code, 1012, "the server restarts");
            break;
        }
    }
    let (status, _) = ended.await.unwrap();
    assert_eq!(status, Some(0));
    let (status, events) = waiting.await.unwrap();
    assert_eq!((status, events.as_array().map(Vec::len)), (200, Some(1)), "{events}");
    assert!(stream.await.unwrap().ends_with("0\r\n\r\n"), "the stream has its proper end");
    let server = Running::start(&["--data", data], &[]);
    client.address = server.address;
    let state = look(&mut client, &game).await;
    assert_eq!((&state["version"], &state["ply"]), (&ack["version"], &json!(1)));
}

/// Everything that the log may say, of a session with passwords, tokens and secrets; every request is
/// in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_keeps_secrets() {
    let folder = folder("log");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data, "--log-json"], &[("RUST_LOG", "trace")]);
    let mut client = Client::new(server.address);
    let names = json!({"name": "Anna", "password": "correct horse battery"});
    assert_eq!(client.post("/api/register", names.clone()).await.unwrap().0, 200);
    assert_eq!(client.post("/api/login", names).await.unwrap().0, 200);
    let wrong = json!({"name": "Anna", "password": "incorrect horse battery"});
    assert_eq!(client.post("/api/login", wrong).await.unwrap().0, 401);
    let passwords = json!({"old": "correct horse battery", "new": "another horse battery"});
    assert_eq!(client.post("/api/me/password", passwords).await.unwrap().0, 204);
    let (_, token) = client.post("/api/me/tokens", json!({"label": "bot"})).await.unwrap();
    let token = token["token"].as_str().unwrap().to_owned();
    let mut bot = Client::new(server.address);
    bot.headers = format!("authorization: Bearer {token}\r\n");
    let create = json!({"game": "senet", "opponent": "local"});
    let (status, state) = bot.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{state}");
    let game = state["game"].as_str().unwrap().to_owned();
    let mut socket = bot.socket().await.unwrap();
    socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await.unwrap();
    socket.send_text("{\"type\":\"nonsense\"}".into()).await.unwrap();
    while socket.receive().await.unwrap()["type"] != "error" {}
    done(&mut bot, &game, "resign", json!({})).await;
    let secret = look(&mut bot, &game).await["throws"]["secret"].as_str().unwrap().to_owned();
    let session = client.cookie.clone().unwrap();
    let (_, log) = server.end();
    assert!(log.lines().count() > 3, "{log}");
    let mut requests = 0;
    for line in log.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(line["level"].is_string() && line["timestamp"].is_string(), "{line}");
        // A request: who asked, by a tag and not by the address, for what, the status, the time.
        let fields = &line["fields"];
        if line["target"] == "request" && fields["route"] == "/api/games" {
            requests += 1;
            assert_eq!((&fields["method"], &fields["status"]), (&json!("POST"), &json!(201)));
            assert!(fields["micros"].is_u64(), "{line}");
            let tag = fields["client"].as_str().unwrap();
            assert!(!tag.is_empty() && !tag.contains("127.0.0.1"), "{line}");
        }
    }
    assert_eq!(requests, 1, "{log}");
    let session = session.strip_prefix("igroteka=").unwrap().split(';').next().unwrap();
    for kept in ["horse", &token, session, &secret] {
        assert!(!log.contains(kept), "{kept} is in the log");
    }
}

/// The record of a finished game of Senet, checked by the binary, and what it says to forgeries.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn throws_are_verified_by_the_binary() {
    let folder = folder("throws");
    let server = Running::start(&["--data", folder.to_str().unwrap()], &[]);
    let mut client = Client::new(server.address);
    let create = json!({"game": "senet", "opponent": "local", "nonce": "my-own-nonce"});
    let (_, state) = client.post("/api/games", create).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    for _ in 0..12 {
        let state = look(&mut client, &game).await;
        if state["phase"] == "over" {
            break;
        }
        let play = json!({"ply": state["ply"], "actions": [state["legal"][0]["action"]]});
        done(&mut client, &game, "actions", play).await;
    }
    let file = folder.join("game.txt");
    let check = || run(&["record", "verify-throws", file.to_str().unwrap()]);
    let download = format!("/api/games/{game}/record");
    let (_, early) = client.get(&download).await.unwrap();
    std::fs::write(&file, early.as_str().unwrap()).unwrap();
    let answer = check();
    assert!(answer.status == 1 && answer.err.contains("ThrowSecret"), "{answer:?}");
    done(&mut client, &game, "resign", json!({})).await;
    let (_, record) = client.get(&download).await.unwrap();
    let record = record.as_str().unwrap();
    std::fs::write(&file, record).unwrap();
    let answer = check();
    assert_eq!((answer.status, answer.err.as_str()), (0, ""), "{record}");
    assert!(answer.out.contains("throws are what the secret gives"), "{answer:?}");
    let tag = |name: &str| {
        let line = record.lines().find(|line| line.starts_with(&format!("[{name} "))).unwrap();
        line.split('"').nth(1).unwrap().to_owned()
    };
    let other = "0".repeat(64);
    let forgeries = [
        record.replace(&tag("ThrowSecret"), &other),
        record.replace(&tag("ThrowCommit"), &other),
        record.replace("my-own-nonce", "your-own-nonce"),
        record.replace(&format!("[Id \"{game}\"]"), "[Id \"another\"]"),
        record.replace("[ThrowNonceSecond", "[Forgotten"),
    ];
    for forgery in forgeries {
        assert_ne!(forgery, record);
        std::fs::write(&file, &forgery).unwrap();
        let answer = check();
        assert!(answer.status == 1 && answer.out.is_empty(), "{answer:?}\n{forgery}");
    }
}

/// The commands of docs/operations.md, on both databases: backup while it runs, restore.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_can_be_restored() {
    let document = include_str!("../../../docs/operations.md");
    let folder = folder("backup");
    let shell = |line: &str| {
        assert!(document.contains(line), "{line} is not in the document");
        let done = Command::new("sh").arg("-c").arg(line).current_dir(&folder).status().unwrap();
        assert!(done.success(), "{line}");
    };
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data], &[]);
    let (mut client, game) = a_little_game(&server).await;
    shell("sqlite3 igroteka.sqlite \".backup copy.sqlite\"");
    done(&mut client, &game, "resign", json!({})).await;
    assert_eq!(server.end().0, Some(0));
    shell("mv copy.sqlite igroteka.sqlite && rm -f igroteka.sqlite-wal igroteka.sqlite-shm");
    let server = Running::start(&["--data", data], &[]);
    client.address = server.address;
    let state = look(&mut client, &game).await;
    assert_eq!((&state["phase"], &state["ply"]), (&json!("live"), &json!(1)));
    drop(server);
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.database("igroteka");
    let server = Running::start(&["--database", &url], &[]);
    let (mut client, game) = a_little_game(&server).await;
    let in_shell = |line: &str| {
        assert!(document.contains(line), "{line} is not in the document");
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).current_dir(&folder).env("IGROTEKA_DATABASE", &url);
        assert!(command.status().unwrap().success(), "{line}");
    };
    in_shell("pg_dump --format=custom --file=copy.dump \"$IGROTEKA_DATABASE\"");
    done(&mut client, &game, "resign", json!({})).await;
    assert_eq!(server.end().0, Some(0));
    in_shell("pg_restore --clean --if-exists --dbname=\"$IGROTEKA_DATABASE\" copy.dump");
    let server = Running::start(&["--database", &url], &[]);
    client.address = server.address;
    let state = look(&mut client, &game).await;
    assert_eq!((&state["phase"], &state["ply"]), (&json!("live"), &json!(1)));
}

async fn a_little_game(server: &Running) -> (Client, String) {
    let mut client = Client::new(server.address);
    let (_, state) =
        client.post("/api/games", json!({"game": "seega", "opponent": "local"})).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    done(&mut client, &game, "actions", json!({"ply": 0, "actions": ["a1"]})).await;
    (client, game)
}

/// What was acknowledged: by game and ply, the action.
type Acknowledged = Arc<Mutex<BTreeMap<(String, i64), String>>>;

/// One of two players, who goes to another node when one dies.
struct Player {
    client: Client,
    nodes: Vec<std::net::SocketAddr>,
    game: String,
    side: &'static str,
    seen: i64,
    acknowledged: Acknowledged,
}

impl Player {
    /// Plays until the game has so many plies.
    async fn play(mut self, plies: i64) {
        // What was sent and not answered: the same is sent again, by the same id.
        let mut pending: Option<Value> = None;
        let mut over = false;
        'connections: loop {
            let Some(mut socket) = self.connect().await else { continue };
            if let Some(submit) = &pending
                && socket.send(submit).await.is_err()
            {
                continue;
            }
            loop {
                let heard = tokio::time::timeout(Duration::from_secs(30), socket.receive()).await;
                let Ok(message) = heard.expect("something happens") else { continue 'connections };
                let now = match message["type"].as_str().unwrap() {
                    "event" => {
                        let version = message["version"].as_i64().unwrap();
                        assert_eq!(version, self.seen + 1, "no gap, nothing twice");
                        self.seen = version;
                        message["now"].clone()
                    }
                    "state" => {
                        assert_eq!(message["version"], self.seen, "resumed without a gap");
                        message.clone()
                    }
                    "ack" => {
                        let submit = pending.take().unwrap();
                        let key = (self.game.clone(), submit["ply"].as_i64().unwrap());
                        let action = submit["actions"][0].as_str().unwrap().to_owned();
                        self.acknowledged.lock().unwrap().insert(key, action);
                        if over {
                            return;
                        }
                        continue;
                    }
                    "error" => panic!("{message}"),
                    _ => continue,
                };
                let Some(ply) = now["ply"].as_i64() else { continue };
                over = ply >= plies || now["phase"] == "over";
                if over && pending.is_none() {
                    return;
                }
                if now["to_act"] == self.side && pending.is_none() && !over {
                    let submit = json!({
                        "type": "submit", "game": self.game, "ply": ply,
                        "actions": [now["legal"][0]["action"]], "id": format!("{}{ply}", self.side),
                    });
                    pending = Some(submit.clone());
                    if socket.send(&submit).await.is_err() {
                        continue 'connections;
                    }
                }
            }
        }
    }

    /// A connection to a node that lives, resumed from the last version seen.
    async fn connect(&mut self) -> Option<Socket> {
        self.client.address = self.nodes[0];
        let hello = json!({"type": "hello", "games": [{"game": self.game, "since": self.seen}]});
        if let Ok(mut socket) = self.client.socket().await
            && socket.send(&hello).await.is_ok()
        {
            return Some(socket);
        }
        self.nodes.rotate_left(1);
        tokio::time::sleep(Duration::from_millis(20)).await;
        None
    }
}

/// Three nodes share a database; one is killed in the middle of many games, then another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_node_is_replaced_without_a_lost_or_doubled_action() {
    let Some(postgres) = Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let url = postgres.database("nodes");
    let mut nodes: Vec<Running> =
        (0..3).map(|_| Running::start(&["--database", &url], &[])).collect();
    let addresses: Vec<_> = nodes.iter().map(|node| node.address).collect();
    let acknowledged = Acknowledged::default();
    let mut tasks = Vec::new();
    let mut games = Vec::new();
    for number in 0..10 {
        let kind = support::GAMES[number % 5];
        let (mut one, mut two) = (Client::new(addresses[0]), Client::new(addresses[1]));
        let create = json!({"game": kind, "opponent": "link", "side": "first"});
        let (_, state) = one.post("/api/games", create).await.unwrap();
        let game = state["game"].as_str().unwrap().to_owned();
        done(&mut two, &game, "join", json!({})).await;
        for (client, side, first) in [(one, "first", number), (two, "second", number + 1)] {
            let mut nodes = addresses.clone();
            nodes.rotate_left(first % 3);
            let player = Player {
                client,
                nodes,
                game: game.clone(),
                side,
                seen: 0,
                acknowledged: acknowledged.clone(),
            };
            tasks.push(tokio::spawn(player.play(60)));
        }
        games.push((kind, game));
    }
    for dying in nodes.iter_mut().take(2) {
        let before = acknowledged.lock().unwrap().len();
        while acknowledged.lock().unwrap().len() < before + 60 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        dying.kill();
    }
    for task in tasks {
        tokio::time::timeout(Duration::from_secs(60), task).await.unwrap().unwrap();
    }
    let acknowledged = acknowledged.lock().unwrap().clone();
    let mut client = Client::new(addresses[2]);
    for (kind, game) in games {
        let state = look(&mut client, &game).await;
        let entries = state["entries"].as_array().unwrap();
        let mut line = rules::Game::start(rules::Variant::default_of(
            rules::GameId::ALL.into_iter().find(|id| id.id() == kind).unwrap(),
        ));
        for entry in entries {
            line.play(entry["text"].as_str().unwrap()).unwrap();
        }
        assert_eq!(json!(line.position()), state["position"]);
        let of_game = acknowledged.iter().filter(|((id, _), _)| *id == game);
        for ((_, ply), action) in of_game {
            assert_eq!(entries[*ply as usize]["text"], json!(action), "ply {ply} of {kind}");
        }
    }
    assert!(acknowledged.len() > 200, "{}", acknowledged.len());
}
