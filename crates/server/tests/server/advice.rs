//! The engine as an adviser, on real sockets: who is helped, what is told, and that nobody's game
//! waits for it.

use std::net::SocketAddr;
use std::time::Duration;

use crate::support::{Folder, Postgres};
use serde_json::{Value, json};
use server::client::{Client, Socket};
use server::http::HttpConfig;
use server::live::LiveConfig;
use server::serve::{Config, Database, Server};

async fn start(database: Database) -> Server {
    start_with(database, LiveConfig::default()).await
}

async fn start_with(database: Database, live: LiveConfig) -> Server {
    let _ = server::serve::Log::start(false);
    let config = Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        database,
        live,
        http: HttpConfig { unlimited: true, ..HttpConfig::default() },
    };
    Server::start(config).await.unwrap()
}

async fn sqlite(name: &str) -> (Server, Folder) {
    let folder = Folder::new(name);
    (start(Database::Folder(folder.path().to_owned())).await, folder)
}

/// Exact tables of Seega 3×3 up to four stones, as a server has them.
pub(crate) fn built(folder: &Folder) -> LiveConfig {
    let tables = folder.path().join("tables");
    let options = tables::BuildOptions {
        out: &tables,
        threads: 1,
        memory: 64 << 20,
        shard: tables::Shard::default(),
        report: &|_| {},
    };
    let variant = rules::Variant::read_full("seega(size=3)").unwrap();
    tables::build(&variant, 4, &options).unwrap();
    LiveConfig { tables: Some(tables), ..LiveConfig::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_tables_know_is_exact() {
    let folder = Folder::new("tables");
    let database = || Database::Folder(folder.path().to_owned());
    let server = start_with(database(), built(&folder)).await;
    let mut anna = Client::new(server.address);
    let position = "g2/bg1/3 g 0,0 - 8";
    let query = "rules=seega(size%3D3)&position=g2%2Fbg1%2F3%20g%200%2C0%20-%208";
    let (status, probed) = anna.get(&format!("/api/tables/probe?{query}")).await.unwrap();
    assert_eq!(status, 200, "{probed}");
    assert_eq!(
        (&probed["exact"]["value"], &probed["exact"]["distance"]),
        (&json!("win"), &json!(2))
    );
    // Every action has its result, the best first.
    let actions = probed["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 4, "{probed}");
    assert_eq!(actions[0]["exact"]["value"], "win");
    assert!(actions.iter().all(|one| one["exact"]["distance"].as_u64() >= Some(2)), "{probed}");
    let (_, start) = anna.get("/api/tables/probe?rules=salta").await.unwrap();
    assert_eq!(start["exact"], Value::Null);
    let ask = json!({ "rules": "seega(size=3)", "position": position, "seconds": 0.2, "lines": 5 });
    let (_, found) = anna.post("/api/analyse", ask).await.unwrap();
    assert_eq!((&found["lines"][0]["exact"], &found["nodes"]), (&json!(true), &json!(0)));
    assert_eq!(found["lines"].as_array().unwrap().len(), 4);
    let (_, listed) = anna.get("/api/tables").await.unwrap();
    assert_eq!(listed["tables"][0]["rules"], "seega(size=3)");
    // Files of the list can be fetched, and nothing else.
    let (file, bytes) = (&listed["tables"][0]["file"], &listed["tables"][0]["bytes"]);
    assert_eq!(file, "seega/size=3/1-1.table");
    let path = |file: &str| format!("/api/tables/file?file={file}");
    let head = anna.raw("HEAD", &path(file.as_str().unwrap()), "").await.unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains(&format!("content-length: {bytes}\r\n")), "{head}");
    for other in ["seega/size=3/9-9.table", "../games.db", "%2Fetc%2Fpasswd", ""] {
        assert_eq!(anna.get(&path(other)).await.unwrap().0, 404, "{other}");
    }
    server.stop().await;

    // The small ones are built by the server itself, and used from then on.
    let config = LiveConfig { build_tables: true, ..built(&folder) };
    let server = start_with(database(), config).await;
    let mut anna = Client::new(server.address);
    until("the small tables", async || {
        let (_, listed) = anna.get("/api/tables").await.unwrap();
        let rules = |one: &Value| one["rules"] == "draughts(cyclic=off)";
        let all = listed["tables"].as_array().unwrap();
        listed["building"].is_null() && all.iter().any(rules)
    })
    .await;
    let kings = "/api/tables/probe?rules=draughts&position=1B6%2F8%2F8%2F8%2F8%2F8%2F8%2FW7%20w%200%2C0%200%200";
    let (status, probed) = anna.get(kings).await.unwrap();
    assert_eq!((status, probed["exact"]["value"].is_string()), (200, true), "{probed}");
    server.stop().await;
}

async fn create(client: &mut Client, game: Value) -> (String, Value) {
    let (status, state) = client.post("/api/games", game).await.unwrap();
    assert_eq!(status, 201, "{state}");
    (state["game"].as_str().unwrap().to_owned(), state)
}

async fn hear(socket: &mut Socket) -> Value {
    let heard = tokio::time::timeout(Duration::from_secs(120), socket.receive()).await;
    heard.expect("an answer within two minutes").unwrap()
}

/// Waits until something holds.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..2_400 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not within two minutes: {what}");
}

/// Waits until the engine's turn in a game, which had to wait, is searched.
async fn searched(socket: &mut Socket, game: &str) {
    loop {
        let message = hear(socket).await;
        if message["type"] == "engine" && message["game"] == game && message["waiting"] == 0 {
            return;
        }
    }
}

fn is_legal(state: &Value, action: &Value) -> bool {
    state["legal"].as_array().unwrap().iter().any(|legal| legal["action"] == *action)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_are_given_where_nobody_is_wronged() {
    let (server, _folder) = sqlite("hint").await;
    let mut one = Client::new(server.address);
    let mut two = Client::new(server.address);
    two.headers = "accept-language: ru\r\n".into();
    // Against the engine, and on one device.
    for opponent in [json!({"opponent": "engine", "level": 1}), json!({"opponent": "local"})] {
        let mut game = json!({"game": "diaballik", "side": "first"});
        game.as_object_mut().unwrap().extend(opponent.as_object().unwrap().clone());
        let (id, state) = create(&mut one, game).await;
        let path = format!("/api/games/{id}/hint");
        let (status, hint) = one.post(&path, json!({})).await.unwrap();
        assert_eq!(status, 200, "{hint}");
        assert!(is_legal(&state, &hint["action"]), "{hint}");
        assert_eq!(hint["line"][0], hint["action"]);
        assert!((0.0..=1.0).contains(&hint["value"].as_f64().unwrap()));
        assert!(hint["score"]["cp"].is_i64() || hint["score"]["win"].is_i64(), "{hint}");
        assert!(hint["explain"].as_array().unwrap().iter().all(|reason| {
            reason["term"].is_string() && reason["amount"].as_i64().is_some_and(|n| n != 0)
        }));
        // In the middle of a turn.
        let (status, next) = one.post(&path, json!({"actions": [hint["action"]]})).await.unwrap();
        assert_eq!(status, 200, "{next}");
        // Not to somebody else, and not beyond the game.
        let (status, refused) = two.post(&path, json!({})).await.unwrap();
        assert_eq!((status, &refused["code"]), (403, &json!("no-help")));
        let (status, _) = one.post(&path, json!({"ply": 5})).await.unwrap();
        assert_eq!(status, 400);
    }
    // Between people nobody is helped while they play, and anybody afterwards.
    let (id, _) = create(&mut one, json!({"game": "seega", "opponent": "link"})).await;
    let path = format!("/api/games/{id}/hint");
    let (status, refused) = one.post(&path, json!({})).await.unwrap();
    assert_eq!((status, &refused["code"]), (409, &json!("not-started")));
    two.post(&format!("/api/games/{id}/join"), json!({})).await.unwrap();
    for client in [&mut one, &mut two] {
        let (status, refused) = client.post(&path, json!({"ply": 0})).await.unwrap();
        assert_eq!((status, &refused["code"]), (403, &json!("no-help")));
    }
    one.post(&format!("/api/games/{id}/resign"), json!({})).await.unwrap();
    let (status, hint) = two.post(&path, json!({"ply": 0})).await.unwrap();
    assert_eq!(status, 200, "{hint}");
    let words = hint["explain"][0]["term"].as_str().unwrap();
    assert!(words.chars().any(|c| ('а'..='я').contains(&c)), "{words}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_is_told_as_it_deepens_and_ends_when_wished() {
    let (server, _folder) = sqlite("analysis").await;
    let mut socket = Client::new(server.address).socket().await.unwrap();
    let ask = |id: &str, rules: &str, actions: Value| json!({"type": "analyse", "id": id, "rules": rules, "actions": actions, "lines": 3, "seconds": 60});
    socket.send(&ask("a", "draughts", json!(["c3-d4"]))).await.unwrap();
    let mut depth = 0;
    while depth < 4 {
        let told = hear(&mut socket).await;
        assert_eq!((&told["type"], &told["id"]), (&json!("analysis"), &json!("a")), "{told}");
        assert_eq!(told["done"], false);
        let now = told["depth"].as_i64().unwrap();
        assert!(now >= depth, "{told}");
        depth = now;
    }
    socket.send(&json!({"type": "stop-analysis", "id": "a"})).await.unwrap();
    let mut last = hear(&mut socket).await;
    while last["done"] == false {
        last = hear(&mut socket).await;
    }
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    let values: Vec<f64> = last["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["value"].as_f64().unwrap())
        .collect();
    // Second is to act: what is best for it is least for first.
    assert!(values.is_sorted(), "{values:?}");
    assert_eq!(last["value"], last["lines"][0]["value"]);
    assert!(last["nodes"].as_i64().unwrap() > 0 && last["nps"].as_i64().unwrap() > 0);
    let (_, preview) = Client::new(server.address)
        .post(
            "/api/preview",
            json!({"rules": "draughts", "position": last["position"], "actions": [last["lines"][0]["line"][0]]}),
        )
        .await
        .unwrap();
    assert_eq!(preview["before"], last["position"], "{preview}");
    socket.send(&json!({"type": "stop-analysis", "id": "a"})).await.unwrap();
    let refused = hear(&mut socket).await;
    assert_eq!((&refused["code"], &refused["id"]), (&json!("not-found"), &json!("a")));

    // A new one ends the one before; in Senet each throw has its line.
    socket.send(&ask("b", "salta", json!([]))).await.unwrap();
    socket.send(&ask("c", "senet", json!([]))).await.unwrap();
    let (mut ended, mut expected) = (false, None);
    while !ended || expected.is_none() {
        let told = hear(&mut socket).await;
        ended |= told["id"] == "b" && told["done"] == true;
        if told["id"] == "c" && told["lines"].as_array().is_some_and(|lines| lines.len() == 5) {
            expected = told["value"].as_f64();
            assert_eq!(told["lines"][0]["line"][0], "t1");
        }
    }
    assert!((0.2..0.8).contains(&expected.unwrap()));
    assert_eq!(server.live.searches().1, 1);
    // Closing the connection ends the search.
    drop(socket);
    until("the thread is free", async || server.live.searches() == (0, 0)).await;

    // What makes no sense; and the same by a plain request.
    let mut client = Client::new(server.address);
    for (bad, code) in [
        (json!({"rules": "draughts", "lines": 6}), "bad-request"),
        (json!({"rules": "draughts", "seconds": 61}), "bad-request"),
        (json!({"rules": "draughts", "seconds": -1}), "bad-request"),
        (json!({"rules": "chess"}), "bad-options"),
        (json!({"rules": "draughts", "position": "?"}), "bad-position"),
        (json!({"rules": "draughts", "actions": ["a1-h8"]}), "illegal"),
    ] {
        let (_, refused) = client.post("/api/analyse", bad).await.unwrap();
        assert_eq!(refused["code"], code, "{refused}");
    }
    let ask = json!({"rules": "seega(size=3)", "seconds": 0.2, "lines": 2});
    let (status, found) = client.post("/api/analyse", ask).await.unwrap();
    assert_eq!((status, &found["done"]), (200, &json!(true)), "{found}");
    assert_eq!(found["lines"].as_array().unwrap().len(), 2);
    server.stop().await;
}

/// Where every search ends at once the rounds over the throws are many: their time had overflowed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_analysis_of_throws_without_much_to_find_ends_well() {
    let (server, _folder) = sqlite("throws").await;
    let mut client = Client::new(server.address);
    let ask =
        json!({"rules": "senet", "position": ".s.........................c.. s t", "seconds": 1.0});
    let (status, found) = client.post("/api/analyse", ask).await.unwrap();
    assert_eq!((status, &found["done"]), (200, &json!(true)), "{found}");
    assert_eq!(found["lines"].as_array().unwrap().len(), 5);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_analyses_the_game_that_they_play() {
    let (server, _folder) = sqlite("fair").await;
    let mut one = Client::new(server.address);
    let mut two = Client::new(server.address);
    let game = json!({"game": "seega", "opponent": "link", "side": "first"});
    let (id, _) = create(&mut one, game).await;
    two.post(&format!("/api/games/{id}/join"), json!({})).await.unwrap();
    let play = json!({"ply": 0, "actions": ["a1"]});
    one.post(&format!("/api/games/{id}/actions"), play).await.unwrap();
    let ask = |actions: Value| json!({"rules": "seega", "actions": actions, "seconds": 0.05});
    for client in [&mut one, &mut two] {
        // Where it stands, on the way through it, and what an answer would lead to.
        for actions in [json!(["a1"]), json!(["a1", "b1"]), json!(["a1", "b1", "c1"])] {
            let (status, refused) = client.post("/api/analyse", ask(actions)).await.unwrap();
            assert_eq!((status, &refused["code"]), (403, &json!("no-help")), "{refused}");
        }
        let (_, state) = client.get(&format!("/api/games/{id}")).await.unwrap();
        let mut socket = client.socket().await.unwrap();
        let ask = json!({"type": "analyse", "id": "x", "rules": "seega(quiet=30)", "position": state["position"]});
        socket.send(&ask).await.unwrap();
        let refused = hear(&mut socket).await;
        assert_eq!((&refused["type"], &refused["code"]), (&json!("error"), &json!("no-help")));
        let (status, _) = client.post("/api/analyse", ask_other()).await.unwrap();
        assert_eq!(status, 200, "another position is anybody's");
    }
    let mut three = Client::new(server.address);
    assert_eq!(three.post("/api/analyse", ask(json!(["a1"]))).await.unwrap().0, 200);
    one.post(&format!("/api/games/{id}/resign"), json!({})).await.unwrap();
    assert_eq!(one.post("/api/analyse", ask(json!(["a1"]))).await.unwrap().0, 200);
    server.stop().await;
}

fn ask_other() -> Value {
    json!({"rules": "seega", "actions": ["e5"], "seconds": 0.05})
}

/// A short game that is over, of this rule set.
async fn short_game(client: &mut Client, game: &str, rules: &str, entries: usize) -> String {
    let (id, mut state) =
        create(client, json!({"game": game, "rules": rules, "opponent": "local"})).await;
    while state["phase"] == "live" && (state["ply"].as_u64().unwrap() as usize) < entries {
        let legal = state["legal"].as_array().unwrap();
        let action = legal[fastrand::usize(..legal.len())]["action"].clone();
        let play = json!({"ply": state["ply"], "actions": [action]});
        let (status, ack) = client.post(&format!("/api/games/{id}/actions"), play).await.unwrap();
        assert_eq!(status, 200, "{ack}");
        state = client.get(&format!("/api/games/{id}")).await.unwrap().1;
    }
    if state["phase"] == "live" {
        client.post(&format!("/api/games/{id}/resign"), json!({})).await.unwrap();
    }
    id
}

async fn reviews(addresses: [SocketAddr; 2]) -> String {
    let [mut one, mut two] = addresses.map(Client::new);
    let mut last = String::new();
    for (game, rules) in [("seega", "size=3"), ("senet", "pieces=5")] {
        let (running, _) = create(&mut one, json!({"game": game, "opponent": "local"})).await;
        let path = format!("/api/games/{running}/review");
        let (status, refused) = one.post(&path, json!({})).await.unwrap();
        assert_eq!((status, &refused["code"]), (403, &json!("no-help")));
        let id = short_game(&mut one, game, rules, 8).await;
        let path = format!("/api/games/{id}/review");
        let (_, state) = two.get(&path).await.unwrap();
        assert_eq!((&state["state"], &state["progress"]), (&json!("none"), &json!(0.0)));
        let (status, state) = one.post(&path, json!({})).await.unwrap();
        assert_eq!(status, 200);
        assert!(["waiting", "running", "done"].contains(&state["state"].as_str().unwrap()));
        let mut done = Value::Null;
        let mut before = 0.0;
        until("the review is done", async || {
            done = two.get(&path).await.unwrap().1;
            let progress = done["progress"].as_f64().unwrap();
            assert!(progress >= before && progress <= 1.0, "{done}");
            before = progress;
            done["state"] == "done"
        })
        .await;
        let (_, game_state) = one.get(&format!("/api/games/{id}")).await.unwrap();
        let entries = done["review"]["entries"].as_array().unwrap();
        let played = game_state["entries"].as_array().unwrap();
        assert_eq!(entries.len(), played.len());
        for (entry, played) in entries.iter().zip(played) {
            assert_eq!((&entry["text"], &entry["side"]), (&played["text"], &played["side"]));
            assert!(entry["value"]["before"].is_number() && entry["value"]["after"].is_number());
            let throw = entry["throw"] == true;
            assert_eq!((throw, !throw), (entry["luck"].is_number(), entry["loss"].is_number()));
        }
        assert_eq!(done["review"]["sides"]["first"]["luck"].is_number(), game == "senet");
        // Asked again it is the same, not made anew.
        let (_, again) = two.post(&path, json!({})).await.unwrap();
        assert_eq!(again, done);
        last = path;
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_is_reviewed_once_and_kept() {
    let (server, folder) = sqlite("review").await;
    let path = reviews([server.address; 2]).await;
    let (_, done) = Client::new(server.address).get(&path).await.unwrap();
    // What a dead process left behind is taken up by the next.
    let mut client = Client::new(server.address);
    let id = short_game(&mut client, "seega", "size=3", 6).await;
    let now = server::store::now_ms();
    assert!(server.live.store().ask_review(&id, "x", now, now + 10_000).await.unwrap());
    server.stop().await;
    let server = start(Database::Folder(folder.path().to_owned())).await;
    let mut client = Client::new(server.address);
    assert_eq!(client.get(&path).await.unwrap().1, done);
    let left = format!("/api/games/{id}/review");
    until("the review left behind is done", async || {
        client.get(&left).await.unwrap().1["state"] == "done"
    })
    .await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_made_on_either_of_two_nodes() {
    let Some(postgres) = Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let url = postgres.database("review");
    let one = start(Database::Postgres(url.clone())).await;
    let two = start(Database::Postgres(url)).await;
    reviews([one.address, two.address]).await;
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_goes_before_a_long_review_and_who_waits_is_told() {
    let (server, _folder) = sqlite("before").await;
    let mut one = Client::new(server.address);
    // One thread, and a review that takes it for long.
    let id = short_game(&mut one, "draughts", "", 70).await;
    let review = format!("/api/games/{id}/review");
    one.post(&review, json!({})).await.unwrap();
    until("the review has begun", async || one.get(&review).await.unwrap().1["state"] == "running")
        .await;
    let engine = json!({"game": "seega", "opponent": "engine", "level": 1, "side": "second"});
    for _ in 0..2 {
        let (game, _) = create(&mut one, engine.clone()).await;
        let mut state = Value::Null;
        until("the engine has moved", async || {
            state = one.get(&format!("/api/games/{game}")).await.unwrap().1;
            state["to_act"] == "second"
        })
        .await;
        let (_, state) = one.get(&review).await.unwrap();
        assert_ne!(state["state"], "done", "the turn was played before the review was done");
    }
    let (_, hint) = one.post(&format!("/api/games/{id}/hint"), json!({"ply": 4})).await.unwrap();
    assert!(hint["action"].is_string(), "{hint}");

    // Long turns on one thread: sooner or later one has to wait, and its players hear so.
    let long = json!({"game": "draughts", "opponent": "engine", "level": 8, "side": "second"});
    let mut socket = one.socket().await.unwrap();
    let mut ahead = Vec::new();
    let waits = loop {
        assert!(ahead.len() < 20, "no turn had to wait");
        let (game, _) = create(&mut one, long.clone()).await;
        socket.send(&json!({"type": "watch", "game": game})).await.unwrap();
        let mut state = hear(&mut socket).await;
        while state["type"] != "state" || state["game"] != json!(game) {
            state = hear(&mut socket).await;
        }
        match state["engine"]["waiting"].as_u64() {
            // The review has not given the thread up yet.
            Some(1) if ahead.is_empty() => searched(&mut socket, &game).await,
            Some(place) => {
                assert!((1..=ahead.len() as u64).contains(&place), "{place} of {ahead:?}");
                break game;
            }
            None => {}
        }
        ahead.push(game);
    };
    // Giving up the games in front ends their searches at once.
    for game in &ahead {
        one.post(&format!("/api/games/{game}/resign"), json!({})).await.unwrap();
    }
    searched(&mut socket, &waits).await;
    one.post(&format!("/api/games/{waits}/resign"), json!({})).await.unwrap();
    until("no turn is searched", async || server.live.engine_queue() == 0).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_knows_the_advice() {
    let (server, _folder) = sqlite("document").await;
    let (_, document) = Client::new(server.address).get("/api/openapi.json").await.unwrap();
    for path in ["/api/games/{id}/hint", "/api/games/{id}/review", "/api/analyse"] {
        assert!(document["paths"][path]["post"].is_object(), "{path}");
    }
    for schema in ["HintOut", "AnalysisOut", "ReviewState", "ReviewOut", "ReviewedOut", "Verdict"] {
        assert!(document["components"]["schemas"][schema].is_object(), "{schema}");
    }
    server.stop().await;
}
