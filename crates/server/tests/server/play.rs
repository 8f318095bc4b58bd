//! Whole games on real sockets: SQLite, and PostgreSQL with two nodes.

use std::net::SocketAddr;
use std::time::Duration;

use crate::support::{Folder, Postgres};
use rules::record::Record;
use serde_json::{Value, json};
use server::client::{Client, Socket};
use server::http::HttpConfig;
use server::live::{LiveConfig, LiveState};
use server::serve::{Config, Database, Server};
use server::store::Phase;

/// Long enough that nobody is gone between two requests of a test, on however slow a machine.
const GONE_AFTER_MS: i64 = 1_500;

async fn start(database: Database) -> Server {
    let _ = server::serve::Log::start(false);
    let config = Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        database,
        live: LiveConfig { gone_after_ms: GONE_AFTER_MS, ..LiveConfig::default() },
        http: HttpConfig { unlimited: true, ..HttpConfig::default() },
    };
    Server::start(config).await.unwrap()
}

async fn sqlite(name: &str) -> (Server, Folder) {
    let folder = Folder::new(name);
    (start(Database::Folder(folder.path().to_owned())).await, folder)
}

/// A game between two guests, on the addresses given: its id, and the two of them.
async fn pair(addresses: [SocketAddr; 2], create: Value) -> (String, [Client; 2]) {
    let [mut one, mut two] = addresses.map(Client::new);
    let (status, game) = one.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{game}");
    let id = game["game"].as_str().unwrap().to_owned();
    let (status, ack) = two.post(&format!("/api/games/{id}/join"), json!({})).await.unwrap();
    assert_eq!(status, 200, "{ack}");
    (id, [one, two])
}

/// Plays random legal actions for a side until the game is over; gives the last version, and
/// checks that versions come without gaps.
async fn play(mut socket: Socket, game: String, side: &'static str) -> (i64, Value) {
    socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await.unwrap();
    let mut version = None;
    let mut number = 0;
    loop {
        let heard = tokio::time::timeout(Duration::from_secs(60), socket.receive()).await;
        let message = heard.expect("an answer within a minute").unwrap();
        let now = match message["type"].as_str().unwrap() {
            "welcome" | "ack" => continue,
            "state" => {
                version = message["version"].as_i64();
                message.clone()
            }
            "event" => {
                let next = message["version"].as_i64().unwrap();
                assert_eq!(version.map(|v| v + 1), Some(next), "no gaps");
                version = Some(next);
                match message.get("now") {
                    Some(now) => now.clone(),
                    None => continue,
                }
            }
            other => panic!("{other}: {message}"),
        };
        if now["phase"] == "over" {
            return (version.unwrap(), now);
        }
        if now["to_act"] == side {
            let legal = now["legal"].as_array().unwrap();
            let action = legal[fastrand::usize(..legal.len())]["action"].clone();
            number += 1;
            let submit = json!({
                "type": "submit", "game": game, "ply": now["ply"], "actions": [action],
                "id": format!("{side}{number}"),
            });
            socket.send(&submit).await.unwrap();
        }
    }
}

async fn every_game(addresses: [SocketAddr; 2]) {
    let kinds = [
        ("seega", "size=3"),
        ("salta", "limit=10"),
        ("senet", "short"),
        ("draughts", ""),
        ("diaballik", "limit=8"),
    ];
    for (kind, rules) in kinds {
        let create = json!({"game": kind, "rules": rules, "opponent": "link", "side": "first", "clock": "10+5"});
        let (id, [mut one, two]) = pair(addresses, create).await;
        let first = play(one.socket().await.unwrap(), id.clone(), "first");
        let second = play(two.socket().await.unwrap(), id.clone(), "second");
        let ((version, now), (other_version, other)) = tokio::join!(first, second);
        assert_eq!(version, other_version);
        assert_eq!(now["position"], other["position"]);
        let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
        assert_eq!(state["result"]["reason"], now["result"]["reason"], "{kind}");
        let (_, record) = one.get(&format!("/api/games/{id}/record")).await.unwrap();
        let record = Record::read_all(record.as_str().unwrap()).unwrap().remove(0);
        let replayed = record.replay().unwrap();
        assert_eq!(json!(replayed.position()), now["position"], "{kind}");
        if kind == "senet" {
            assert!(server::throws::verify(&record).unwrap() > 5);
            let mut forged = record.clone();
            forged.tags.iter_mut().find(|(name, _)| name == "ThrowSecret").unwrap().1 =
                server::secret::hex(&[1; 32]);
            assert!(server::throws::verify(&forged).is_err());
        }
        // From any version on, the rest comes without gaps.
        let path = format!("/api/games/{id}/events?since={}", version / 2);
        let (_, events) = one.get(&path).await.unwrap();
        let versions: Vec<i64> =
            events.as_array().unwrap().iter().map(|e| e["version"].as_i64().unwrap()).collect();
        assert_eq!(versions, (version / 2 + 1..=version).collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_on_sqlite() {
    let (server, _folder) = sqlite("play").await;
    every_game([server.address; 2]).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_is_played_on_two_nodes() {
    let Some(postgres) = Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let url = postgres.database("play");
    let one = start(Database::Postgres(url.clone())).await;
    let two = start(Database::Postgres(url)).await;
    every_game([one.address, two.address]).await;
    engine_answers(two.address).await;
    one.stop().await;
    two.stop().await;
}

/// The owner of a game that is not there ends at once: asked at that moment by many, each is answered
/// all the same. Once a request came too late three times in a row, and the answer was 500.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_game_that_is_not_there_is_refused_to_all_who_ask_at_once() {
    let (server, _folder) = sqlite("absent").await;
    let ask = |live: server::live::Live| async move {
        for _ in 0..500 {
            let refused = live.look("nothing").await.map(|_| ()).unwrap_err();
            assert_eq!(refused.code().0, "not-found");
        }
    };
    let asking: Vec<_> = (0..8).map(|_| tokio::spawn(ask(server.live.clone()))).collect();
    for one in asking {
        one.await.unwrap();
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_game_waits_for_a_fortnight() {
    let (server, _folder) = sqlite("fortnight").await;
    let create = json!({"kind": "seega", "opponent": "link"});
    let (_, game) = Client::new(server.address).post("/api/games", create).await.unwrap();
    let loaded = server.live.store().load_game(game["game"].as_str().unwrap()).await.unwrap();
    let (row, _) = loaded.unwrap();
    assert_eq!(row.due_ms, Some(row.created_ms + 14 * 24 * 60 * 60 * 1000));
    server.stop().await;
}

async fn engine_answers(address: SocketAddr) {
    let mut one = Client::new(address);
    for (kind, rules) in [("diaballik", ""), ("senet", "")] {
        let create = json!({"game": kind, "rules": rules, "opponent": "engine", "level": 4,
            "side": "second"});
        let (status, state) = one.post("/api/games", create).await.unwrap();
        assert_eq!(status, 201, "{state}");
        let id = state["game"].as_str().unwrap().to_owned();
        let mut socket = one.socket().await.unwrap();
        socket.send(&json!({"type": "hello", "games": [{"game": id}]})).await.unwrap();
        loop {
            let message = tokio::time::timeout(Duration::from_secs(30), socket.receive()).await;
            let message = message.expect("the engine moves").unwrap();
            let now = if message["type"] == "state" { &message } else { &message["now"] };
            assert_ne!(now["phase"], "over", "{now}");
            if now["to_act"] == "second" {
                break;
            }
        }
        // Taking back is free, once something of one's own is there.
        let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
        let path = format!("/api/games/{id}/actions");
        let submit = json!({"ply": state["ply"], "actions": [state["legal"][0]["action"]]});
        let (status, ack) = one.post(&path, submit).await.unwrap();
        assert_eq!(status, 200, "{ack}");
        let path = format!("/api/games/{id}/takeback");
        let (status, ack) = one.post(&path, json!({"answer": "offer"})).await.unwrap();
        assert_eq!(status, 200, "{ack}");
        let (_, after) = one.get(&format!("/api/games/{id}")).await.unwrap();
        assert_eq!(after["position"], state["position"]);
        let (status, _) = one.post(&format!("/api/games/{id}/resign"), json!({})).await.unwrap();
        assert_eq!(status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_plays_and_takes_back() {
    let (server, _folder) = sqlite("engine").await;
    engine_answers(server.address).await;
    server.stop().await;
}

/// What happened in a game after a version, as soon as the last of it is of this kind.
async fn happened(client: &mut Client, id: &str, since: i64, kind: &str) -> Vec<Value> {
    loop {
        let path = format!("/api/games/{id}/events?since={since}&wait=20");
        let (status, events) = client.get(&path).await.unwrap();
        assert_eq!(status, 200, "{events}");
        let events = events.as_array().unwrap();
        if events.last().is_some_and(|event| event["kind"] == kind) {
            return events.clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_fails_is_reported_and_not_tried_without_end() {
    let (server, _folder) = sqlite("failure").await;
    let mut one = Client::new(server.address);
    let new = json!({"game": "seega", "opponent": "engine", "level": 1, "side": "first"});
    let (_, sound) = one.post("/api/games", new).await.unwrap();
    // The same game, but with a level that the engine does not have.
    let mut row = server.live.look(sound["game"].as_str().unwrap()).await.unwrap().room.row.clone();
    (row.id, row.second_level) = ("faulty".into(), Some(9));
    (row.version, row.phase, row.state) = (0, Phase::Open, LiveState::default());
    server.live.store().create_game(&row).await.unwrap();
    let id = "faulty";
    let path = |what: &str| format!("/api/games/{id}/{what}");
    assert_eq!(one.get("/api/games/faulty").await.unwrap().1["engine_failed"], false);
    let (status, refused) = one.post(&path("claim"), json!({})).await.unwrap();
    assert_eq!((status, &refused["code"]), (409, &json!("not-possible")));

    let play = json!({"ply": 0, "actions": ["a1"]});
    let mut version = 0;
    for _ in 0..2 {
        assert_eq!(one.post(&path("actions"), play.clone()).await.unwrap().0, 200);
        let events = happened(&mut one, id, version, "engine-failed").await;
        let failed = events.last().unwrap();
        assert_eq!(
            (&failed["seat"], &failed["now"]["engine_failed"]),
            (&json!("second"), &json!(true))
        );
        version = failed["version"].as_i64().unwrap();
        let failures = events.iter().filter(|event| event["kind"] == "engine-failed").count();
        assert_eq!(failures, 1);
        // Nothing is left that a node would try.
        let room = server.live.look(id).await.unwrap().room;
        assert_eq!((room.row.engine_ms, room.row.state.engine_failed), (None, true));
        let (status, ack) = one.post(&path("takeback"), json!({"answer": "offer"})).await.unwrap();
        assert_eq!(status, 200, "{ack}");
        let state = one.get("/api/games/faulty").await.unwrap().1;
        assert_eq!((&state["ply"], &state["engine_failed"]), (&json!(0), &json!(false)));
    }
    one.post(&path("actions"), play).await.unwrap();
    happened(&mut one, id, version, "engine-failed").await;
    let (status, ack) = one.post(&path("claim"), json!({})).await.unwrap();
    assert_eq!(status, 200, "{ack}");
    let state = one.get("/api/games/faulty").await.unwrap().1;
    assert_eq!(state["result"]["winner"], "first", "{state}");
    assert_eq!(state["result"]["reason"], "abandoned");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stale_duplicate_illegal_and_forged_submissions_are_answered() {
    let (server, _folder) = sqlite("refused").await;
    let create = json!({"game": "seega", "opponent": "link", "side": "first"});
    let (id, [mut one, mut two]) = pair([server.address; 2], create).await;
    let path = format!("/api/games/{id}/actions");
    let play =
        |ply: i64, action: &str, id: &str| json!({"ply": ply, "actions": [action], "id": id});
    let (status, answer) = two.post(&path, play(0, "a1", "x")).await.unwrap();
    assert_eq!((status, &answer["code"]), (409, &json!("not-your-turn")));
    let (status, answer) = one.post(&path, play(0, "c3", "x")).await.unwrap();
    assert_eq!((status, &answer["code"]), (422, &json!("illegal")));
    assert_eq!(answer["illegal"]["reason"], "centre-closed");
    assert_eq!(answer["illegal"]["squares"], json!(["c3"]));
    let (status, first) = one.post(&path, play(0, "a1", "x")).await.unwrap();
    assert_eq!((status, &first["duplicate"]), (200, &json!(false)));
    // The same again, by id or by content.
    for submission in ["x", "y"] {
        let (status, again) = one.post(&path, play(0, "a1", submission)).await.unwrap();
        assert_eq!((status, &again["duplicate"]), (200, &json!(true)));
        assert_eq!(again["version"], first["version"]);
    }
    let (status, answer) = one.post(&path, play(0, "b1", "z")).await.unwrap();
    assert_eq!((status, &answer["code"], &answer["ply"]), (409, &json!("stale"), &json!(1)));
    // A stranger, and nobody at all; in Russian if wished.
    let mut stranger = Client::new(server.address);
    stranger.post("/api/guest", json!({})).await.unwrap();
    stranger.headers = "accept-language: ru\r\n".into();
    let (status, answer) = stranger.post(&path, play(1, "b1", "s")).await.unwrap();
    assert_eq!((status, &answer["code"]), (403, &json!("not-your-game")));
    assert_eq!(answer["message"], "Вы не участник этой партии");
    let (status, _) = Client::new(server.address).post(&path, play(1, "b1", "s")).await.unwrap();
    assert_eq!(status, 401);
    // Another site's page, with our visitor's cookie.
    two.headers = "origin: http://evil.example\r\n".into();
    let (status, answer) = two.post(&path, play(1, "b1", "s")).await.unwrap();
    assert_eq!((status, &answer["code"]), (403, &json!("foreign-origin")));
    two.headers.clear();
    // What cannot be read.
    for bad in ["{", "[]", "{\"type\":\"nonsense\"}", "{\"type\":\"submit\"}", "\u{0}"] {
        let mut socket = two.socket().await.unwrap();
        socket.send_text(bad.into()).await.unwrap();
        let answer = socket.receive().await.unwrap();
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!("bad-request")));
    }
    let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    assert_eq!(state["ply"], 1, "nothing of all this was stored");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn flags_fall_draws_are_agreed_and_the_absent_lose() {
    let (server, _folder) = sqlite("ends").await;
    let create = |clock: &str| json!({"game": "draughts", "opponent": "link", "side": "first", "clock": clock});
    // A flag falls although nobody is there.
    let (id, [mut one, _]) = pair([server.address; 2], create("0.01+0")).await;
    let (_, mut state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    for _ in 0..200 {
        if state["phase"] == "over" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    }
    assert_eq!(
        (&state["result"]["winner"], &state["result"]["reason"]),
        (&json!("second"), &json!("time"))
    );
    // A draw needs both.
    let (id, [mut one, mut two]) = pair([server.address; 2], create("none")).await;
    let path = format!("/api/games/{id}/draw");
    let (status, answer) = two.post(&path, json!({"answer": "accept"})).await.unwrap();
    assert_eq!((status, &answer["code"]), (409, &json!("nothing-offered")));
    one.post(&path, json!({"answer": "offer"})).await.unwrap();
    let (status, _) = two.post(&path, json!({"answer": "accept"})).await.unwrap();
    assert_eq!(status, 200);
    let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    assert_eq!(state["result"]["reason"], "agreement");
    // A rematch needs both too, and changes sides.
    let path = format!("/api/games/{id}/rematch");
    one.post(&path, json!({})).await.unwrap();
    two.post(&path, json!({})).await.unwrap();
    let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    let next = state["rematch"].as_str().unwrap().to_owned();
    let (_, state) = one.get(&format!("/api/games/{next}")).await.unwrap();
    assert_eq!((&state["phase"], &state["seats"]), (&json!("live"), &json!(["second"])));
    // Called off before both have moved; claimed when the other is gone.
    let (status, _) = one.post(&format!("/api/games/{next}/abort"), json!({})).await.unwrap();
    assert_eq!(status, 200);
    let (id, [mut one, mut two]) = pair([server.address; 2], create("none")).await;
    let play = json!({"ply": 0, "actions": ["c3-d4"]});
    one.post(&format!("/api/games/{id}/actions"), play).await.unwrap();
    let claim = format!("/api/games/{id}/claim");
    let (status, answer) = one.post(&claim, json!({})).await.unwrap();
    assert_eq!((status, &answer["code"]), (409, &json!("not-gone")));
    tokio::time::sleep(Duration::from_millis(GONE_AFTER_MS as u64 + 300)).await;
    let (status, _) = two.post(&claim, json!({})).await.unwrap();
    assert_eq!(status, 409, "it is the claimant's own turn");
    let (status, _) = one.post(&claim, json!({})).await.unwrap();
    assert_eq!(status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_made_turn_is_previewed_and_people_have_accounts() {
    let (server, _folder) = sqlite("people").await;
    let mut one = Client::new(server.address);
    let ask = json!({"rules": "diaballik", "actions": ["a1a2"]});
    let (status, seen) = one.post("/api/preview", ask).await.unwrap();
    assert_eq!((status, &seen["turn"]), (200, &json!("may-go-on")));
    let ends = seen["legal"].as_array().unwrap().iter().find(|one| one["action"] == "end").unwrap();
    assert_eq!(ends["warning"]["reason"], "wall");
    // A free line has both sides and any throws, and tells what can be thrown next.
    let ask = json!({"rules": "senet", "actions": ["t3"]});
    let (status, seen) = one.post("/api/preview", ask).await.unwrap();
    assert_eq!((status, &seen["turn_number"]), (200, &json!(1)));
    let action = seen["legal"][0]["action"].clone();
    let (_, seen) = one
        .post("/api/preview", json!({"rules": "senet", "actions": ["t3", action]}))
        .await
        .unwrap();
    assert_eq!(seen["odds"], json!([["t1", 4], ["t2", 6], ["t3", 4], ["t4", 1], ["t5", 1]]));
    let ask = json!({"rules": "senet", "actions": ["t3", action, "t1"], "from": 2});
    let (status, frames) = one.post("/api/line", ask).await.unwrap();
    assert_eq!((status, frames.as_array().map(Vec::len)), (200, Some(2)));
    assert_eq!((&frames[0]["turn"], &frames[1]["ply"]), (&json!(1), &json!(3)));
    // Pieces set by hand become a text, with the reason where it is no position.
    let man = |side: &str| json!({"side": side, "kind": "man"});
    let ask = json!({"rules": "draughts", "pieces": [["a1", man("first")], ["h8", man("second")]], "side": "second"});
    let (status, set) = one.post("/api/compose", ask).await.unwrap();
    assert_eq!((status, &set["refused"]), (200, &json!(null)));
    assert_eq!(set["position"], "7b/8/8/8/8/8/8/w7 b 0,0 0 0");
    assert_eq!(set["palette"].as_array().map(Vec::len), Some(4));
    let ask = json!({"rules": "draughts", "pieces": [["a8", man("first")]]});
    let (status, set) = one.post("/api/compose", ask).await.unwrap();
    assert_eq!((status, &set["refused"]["code"]), (200, &json!("bad-position")));
    let ask = json!({"rules": "draughts", "pieces": [["a8", {"side": "first", "kind": "pawn"}]]});
    assert_eq!(one.post("/api/compose", ask).await.unwrap().0, 400);
    // A guest becomes an account and keeps the games.
    let create = json!({"game": "seega", "opponent": "local"});
    let (_, game) = one.post("/api/games", create).await.unwrap();
    let names = json!({"name": "Anna", "password": "correct horse"});
    let (status, _) = one.post("/api/register", names.clone()).await.unwrap();
    assert_eq!(status, 200);
    let (_, mine) = one.get("/api/me/games").await.unwrap();
    assert_eq!(mine[0]["game"], game["game"]);
    let mut two = Client::new(server.address);
    let (status, answer) = two.post("/api/register", names.clone()).await.unwrap();
    assert_eq!((status, &answer["code"]), (409, &json!("name-taken")));
    let wrong = json!({"name": "anna", "password": "wrong horse"});
    let (status, _) = two.post("/api/login", wrong).await.unwrap();
    assert_eq!(status, 401);
    let (status, _) = two.post("/api/login", names).await.unwrap();
    assert_eq!(status, 200);
    // A token acts for its account; a forged one for nobody.
    let (_, token) = two.post("/api/me/tokens", json!({"label": "bot"})).await.unwrap();
    let mut bot = Client::new(server.address);
    bot.headers = format!("authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
    let (_, me) = bot.get("/api/me").await.unwrap();
    assert_eq!(me["name"], "Anna");
    bot.headers = "authorization: Bearer 00\r\n".into();
    assert_eq!(bot.get("/api/me").await.unwrap().0, 401);
    // The secret of the throws does not leak before the end.
    let create = json!({"game": "senet", "opponent": "local"});
    let (_, game) = one.post("/api/games", create).await.unwrap();
    let id = game["game"].as_str().unwrap();
    let (row, _) = server.live.store().load_game(id).await.unwrap().unwrap();
    for path in ["", "/events", "/record"] {
        let (_, body) = one.get(&format!("/api/games/{id}{path}")).await.unwrap();
        assert!(!body.to_string().contains(&row.secret), "{path}");
    }
    let (status, document) = one.get("/api/openapi.json").await.unwrap();
    assert_eq!((status, &document["openapi"]), (200, &json!("3.1.0")));
    assert_eq!(one.get("/healthz").await.unwrap().0, 200);
    assert_eq!(one.get("/readyz").await.unwrap().0, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_python_bot_of_the_documentation_plays_a_game() {
    let (server, _folder) = sqlite("bot").await;
    let mut bot = Client::new(server.address);
    let names = json!({"name": "randombot", "password": "a long password", "bot": true});
    assert_eq!(bot.post("/api/register", names).await.unwrap().0, 200);
    let (_, token) = bot.post("/api/me/tokens", json!({})).await.unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/bot.py");
    let mut child = std::process::Command::new("python3")
        .args([
            script,
            &format!("http://{}", server.address),
            token["token"].as_str().unwrap(),
            "2",
        ])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // It comes to the lobby before the game does, and takes a challenge.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut one = Client::new(server.address);
    let mut ids = Vec::new();
    for how in [json!({"opponent": "lobby"}), json!({"opponent": "link", "challenge": "randombot"})]
    {
        let mut create = json!({"kind": "seega", "rules": "size=3", "side": "first"});
        create.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
        let (status, game) = one.post("/api/games", create).await.unwrap();
        assert_eq!(status, 201, "{game}");
        let id = game["game"].as_str().unwrap().to_owned();
        let (_, now) = play(one.socket().await.unwrap(), id.clone(), "first").await;
        assert_eq!(now["phase"], "over");
        ids.push(id);
    }
    let done = tokio::task::spawn_blocking(move || {
        let status = child.wait().unwrap();
        let mut out = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
        (status, out)
    });
    let (status, out) = tokio::time::timeout(Duration::from_secs(60), done).await.unwrap().unwrap();
    assert!(status.success() && ids.iter().all(|id| out.contains(id)), "{out}");
    server.stop().await;
}
