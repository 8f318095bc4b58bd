//! Several nodes on one database: none shows what is older than what a client has seen elsewhere, all
//! go by the database's clock, and they hear of each other by the database or by NATS.

use std::time::{Duration, Instant};

use crate::support::place::{Place, done, look};
use crate::support::{Nats, Postgres};
use rules::Side;
use serde_json::{Value, json};
use server::client::Client;
use server::http::HttpConfig;
use server::live::{Command, Live, LiveConfig, NewGame, Who};
use server::serve::{Config, Database, Server};
use server::store::{Notice, Opponent, Store, now_ms};
use sqlx::{Connection, Executor};
use tokio::sync::mpsc::Receiver;

/// A game that has another owner on each of two nodes, so that each knows of a change by itself or by
/// a hint of the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_seen_a_version_is_shown_none_before_it() {
    let Some(mut place) = Place::postgres("fresh", 2).await else { return };
    let (mut one, mut two) = (place.somebody(0), place.somebody(1));
    let state = |seen: &Value, game: &str| format!("/api/games/{game}?seen={seen}");
    for number in 0..100 {
        let create = json!({"kind": "seega", "opponent": "link", "side": "first"});
        let (_, game) = one.post("/api/games", create).await.unwrap();
        let game = game["game"].as_str().unwrap().to_owned();
        look(&mut two, &game).await;
        // Joined on the second node, seen on the first, which holds the game too.
        let joined = done(&mut two, &game, "join", json!({})).await;
        let path = state(&joined["version"], &game);
        let (status, now) = one.get(&path).await.unwrap();
        assert_eq!((status, &now["phase"]), (200, &json!("live")), "game {number}");
        // Played on the first, seen on the second, in whatever form.
        let turn = json!({"ply": 0, "actions": ["a1"]});
        let played = done(&mut one, &game, "actions", turn).await;
        let seen = played["version"].as_i64().unwrap();
        match number % 4 {
            0 => {
                let (_, now) = two.get(&state(&played["version"], &game)).await.unwrap();
                assert_eq!((&now["version"], &now["ply"]), (&json!(seen), &json!(1)));
            }
            1 => {
                let path = format!("/api/games/{game}/frames?seen={seen}");
                assert_eq!(two.get(&path).await.unwrap().1.as_array().unwrap().len(), 2);
            }
            2 => {
                let path = format!("/api/games/{game}/events?since={}", seen - 1);
                let (_, events) = two.get(&path).await.unwrap();
                let wait = events.as_array().unwrap().is_empty();
                // Who has not said that there is more may be answered too early; who has may not.
                let path = format!("/api/games/{game}/events?since={}&seen={seen}", seen - 1);
                let (_, events) = two.get(&path).await.unwrap();
                assert_eq!(events[0]["version"], json!(seen), "{wait} {events}");
            }
            _ => {
                let mut socket = two.socket().await.unwrap();
                let hello = json!({"type": "hello", "games": [{"game": game, "since": seen}]});
                socket.send(&hello).await.unwrap();
                let now = loop {
                    let message = socket.receive().await.unwrap();
                    if message["type"] == "state" {
                        break message;
                    }
                };
                assert_eq!(now["version"], json!(seen));
            }
        }
    }
    let (status, refused) = one.get("/api/games/x?seen=y").await.unwrap();
    assert_eq!((status, &refused["code"]), (400, &json!("bad-request")));
    place.stop().await;
}

/// Has a database whose clock is so much ahead of this machine's, for connections made from now on.
async fn ahead(url: &str, by: &str) {
    let name = url.rsplit('/').next().unwrap();
    let mut db = sqlx::PgConnection::connect(url).await.unwrap();
    let sql = format!(
        "CREATE SCHEMA IF NOT EXISTS ahead;
         CREATE OR REPLACE FUNCTION ahead.clock_timestamp() RETURNS timestamptz LANGUAGE sql
         VOLATILE AS $$ SELECT pg_catalog.clock_timestamp() + interval '{by}' $$;
         ALTER DATABASE {name} SET search_path = ahead, pg_catalog, public"
    );
    db.execute(sql.as_str()).await.unwrap();
}

/// The value of a metric.
async fn metric(place: &Place, name: &str) -> i64 {
    let (_, text) = place.somebody(0).get("/metrics").await.unwrap();
    let text = text.as_str().unwrap().to_owned();
    let value = |line: &str| line.strip_prefix(name)?.trim().parse().ok();
    text.lines().find_map(value).unwrap_or_else(|| panic!("{name} in {text}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_by_the_databases_clock() {
    let Some(mut place) = Place::postgres("clocks", 1).await else { return };
    let Database::Postgres(url) = place.database.clone() else { unreachable!() };
    place.stop().await;
    ahead(&url, "700 milliseconds").await;
    place.start().await;
    let before = now_ms();
    let (game, mut one, _) = place.pair(json!({"clock": "1+0"})).await;
    let state = look(&mut one, &game).await;
    for time in [&state["created_ms"], &state["clock"]["now_ms"]] {
        assert!(time.as_i64().unwrap() >= before + 600, "{time} is the node's, {before}");
    }
    let left = state["clock"]["left_ms"][0].as_i64().unwrap();
    assert!((50_000..=60_000).contains(&left), "{left}");
    let skew = metric(&place, "igroteka_clock_skew_milliseconds").await;
    assert!((-900..-500).contains(&skew), "{skew}");
    assert_eq!(one.get("/readyz").await.unwrap().0, 200);
    // Now two minutes: the node takes itself out, and one that starts is refused.
    ahead(&url, "120 seconds").await;
    let mut status = 200;
    for _ in 0..100 {
        status = one.get("/readyz").await.unwrap().0;
        if status == 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(status, 503);
    let skew = metric(&place, "igroteka_clock_skew_milliseconds").await;
    assert!(skew < -110_000, "{skew}");
    let store = Store::postgres(&url).await.unwrap();
    assert!(store.is_skewed());
    store.close().await;
    place.stop().await;
}

/// The bot stream of an account on one node hears of what begins on another, without asking the
/// database again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_hear_of_other_nodes_and_leave_the_database_alone() {
    let Some(mut place) = Place::postgres("streams", 2).await else { return };
    let Database::Postgres(url) = place.database.clone() else { unreachable!() };
    let mut bot = place.named(0, "Robot", true).await;
    let mut stream = bot.lines("/api/bot/stream").await.unwrap();
    let mut lobby = bot.lines("/api/lobby/stream").await.unwrap();
    // A challenge made on the other node; only the bot can take it.
    let mut person = place.named(1, "Anna", false).await;
    let create = json!({"kind": "seega", "opponent": "link", "challenge": "Robot"});
    let (status, game) = person.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{game}");
    let line = stream.next().await.unwrap();
    assert_eq!((&line["type"], &line["game"]), (&json!("challenge"), &game["game"]), "{line}");
    assert_eq!((&line["kind"], &line["rated"]), (&json!("seega"), &json!(false)));
    let id = game["game"].as_str().unwrap();
    let mut other = place.somebody(1);
    crate::support::place::refused(&mut other, id, "join", json!({}), "seat-taken").await;
    done(&mut bot, id, "join", json!({})).await;
    assert_eq!(stream.next().await.unwrap()["type"], "challenge-gone");
    assert_eq!(stream.next().await.unwrap(), json!({"type": "game-start", "game": id}));
    done(&mut person, id, "resign", json!({})).await;
    assert_eq!(stream.next().await.unwrap(), json!({"type": "game-end", "game": id}));
    // One that is declined, and games that wait for anyone.
    let create = json!({"kind": "salta", "opponent": "link", "challenge": "robot"});
    let (_, game) = person.post("/api/games", create).await.unwrap();
    assert_eq!(stream.next().await.unwrap()["type"], "challenge");
    done(&mut bot, game["game"].as_str().unwrap(), "abort", json!({})).await;
    assert_eq!(stream.next().await.unwrap()["type"], "challenge-gone");
    let (_, game) =
        person.post("/api/games", json!({"kind": "senet", "opponent": "lobby"})).await.unwrap();
    let line = lobby.next().await.unwrap();
    assert_eq!((&line["type"], &line["game"]), (&json!("open"), &game["game"]));
    done(&mut person, game["game"].as_str().unwrap(), "abort", json!({})).await;
    assert_eq!(lobby.next().await.unwrap(), json!({"type": "gone", "game": game["game"]}));
    let create = json!({"kind": "seega", "opponent": "link", "challenge": "Anna"});
    let (status, refused) = person.post("/api/games", create).await.unwrap();
    assert_eq!((status, &refused["code"]), (400, &json!("bad-request")), "people are not bots");
    // What no node has said is not found by asking again and again.
    let mut db = sqlx::PgConnection::connect(&url).await.unwrap();
    let sql = format!("UPDATE game SET phase = 'live' WHERE id = '{id}'");
    db.execute(sql.as_str()).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(3), stream.next()).await;
    assert!(heard.is_err(), "{heard:?}");
    place.stop().await;
}

/// The next notice that is no other than these.
async fn heard(notices: &mut Receiver<Notice>, wanted: &[Notice]) -> Notice {
    loop {
        let notice = tokio::time::timeout(Duration::from_secs(20), notices.recv()).await;
        let notice = notice.expect("a hint comes").expect("the store is open");
        if wanted.contains(&notice) {
            return notice;
        }
    }
}

/// Hints by NATS: nodes hear of each other without the database, go on while it is down, and hear of
/// each other again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_go_by_nats_and_may_be_lost() {
    let (Some(postgres), Some(mut nats)) = (Postgres::start(), Nats::start()) else { return };
    let database = Database::Postgres(postgres.database("hints"));
    let url = nats.url();
    let start = async || {
        let live = LiveConfig { hints: Some(url.clone()), ..LiveConfig::default() };
        let bind = "127.0.0.1:0".parse().unwrap();
        let http = HttpConfig { unlimited: true, ..HttpConfig::default() };
        let config = Config { bind, database: database.clone(), live, http };
        Server::start(config).await.unwrap()
    };
    // Nodes start without it.
    nats.stop();
    let (one, two) = (start().await, start().await);
    nats.restart();
    // A third that listens, and what the database itself announces.
    let third = database.open().await.unwrap().hint_by_nats(&url).await.unwrap();
    let mut notices = third.listen();
    heard(&mut notices, &[Notice::Missed]).await;
    let Database::Postgres(address) = &database else { unreachable!() };
    let mut listener = sqlx::postgres::PgListener::connect(address).await.unwrap();
    listener.listen("igroteka").await.unwrap();
    // Streams do not ask the database again and again: only a hint brings them what is new.
    let mut bot = Client::new(one.address);
    let names = json!({"name": "Robot", "password": "a long password", "bot": true});
    assert_eq!(bot.post("/api/register", names).await.unwrap().0, 200);
    let mut stream = bot.lines("/api/bot/stream").await.unwrap();
    let mut person = Client::new(two.address);
    let create =
        json!({"kind": "seega", "opponent": "link", "challenge": "Robot", "side": "first"});
    let (status, game) = person.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{game}");
    let id = game["game"].as_str().unwrap();
    assert_eq!(stream.next().await.unwrap()["game"], game["game"]);
    let changed = |version| Notice::Changed { game: id.to_owned(), version };
    done(&mut bot, id, "join", json!({})).await;
    heard(&mut notices, &[changed(1)]).await;
    let mut turn = 0;
    for action in ["a1", "b1"] {
        done(&mut person, id, "actions", json!({"ply": turn, "actions": [action]})).await;
        turn += 1;
        if look(&mut person, id).await["to_act"] == "second" {
            break;
        }
    }
    let version = look(&mut person, id).await["version"].as_i64().unwrap();
    heard(&mut notices, &[changed(version)]).await;
    let silent = tokio::time::timeout(Duration::from_millis(200), listener.recv()).await;
    assert!(silent.is_err(), "the database announces nothing: {silent:?}");
    // Without NATS everything goes on, and who has seen a version is shown none before it.
    nats.stop();
    let taken = done(&mut bot, id, "actions", json!({"ply": turn, "actions": ["c1"]})).await;
    let path = format!("/api/games/{id}?seen={}", taken["version"]);
    assert_eq!(person.get(&path).await.unwrap().1["version"], taken["version"]);
    // It is there again: what may have been missed is looked at, and hints come.
    nats.restart();
    heard(&mut notices, &[Notice::Missed]).await;
    done(&mut person, id, "resign", json!({})).await;
    // The node that hints may be connected a little later than the one that listens.
    for number in 0.. {
        assert!(number < 40, "no hint comes any more");
        let create = json!({"kind": "seega", "opponent": "lobby"});
        assert_eq!(person.post("/api/games", create).await.unwrap().0, 201);
        let wait = Duration::from_millis(500);
        let heard = tokio::time::timeout(wait, heard(&mut notices, &[Notice::Lobby])).await;
        if heard.is_ok() {
            break;
        }
    }
    // They end without it too.
    nats.stop();
    one.stop().await;
    two.stop().await;
    third.close().await;
}

/// How many actions a second three nodes store, and how long it takes until a watcher on another node
/// has heard of one: with hints by PostgreSQL and by NATS, in turns.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement, for a machine that does nothing else: docs/operations.md"]
async fn hints_are_measured_on_three_nodes() {
    let (Some(postgres), Some(nats)) = (Postgres::start(), Nats::start()) else { return };
    for number in 0..6 {
        let hints = (number % 2 == 1).then(|| nats.url());
        let name = if hints.is_some() { "NATS" } else { "PostgreSQL" };
        let database = Database::Postgres(postgres.database(&format!("hints{number}")));
        let mut nodes = Vec::new();
        for _ in 0..3 {
            let live = LiveConfig { hints: hints.clone(), ..LiveConfig::default() };
            let bind = "127.0.0.1:0".parse().unwrap();
            let http = HttpConfig { unlimited: true, ..HttpConfig::default() };
            let config = Config { bind, database: database.clone(), live, http };
            nodes.push(Server::start(config).await.unwrap());
        }
        let until = Instant::now() + Duration::from_secs(8);
        let games = (0..100).map(|game| {
            let nodes = [game, game + 1].map(|node| nodes[node % 3].live.clone());
            tokio::spawn(game_on_two(nodes, until))
        });
        let mut delays = Vec::new();
        for game in games.collect::<Vec<_>>() {
            delays.extend(game.await.unwrap());
        }
        delays.sort_unstable();
        let at = |share: f64| delays[(delays.len() as f64 * share) as usize];
        println!(
            "{name}: {} actions/s; heard on another node after {:?} (median), {:?} (99 %)",
            delays.len() / 8,
            at(0.5),
            at(0.99)
        );
        for node in nodes {
            node.stop().await;
        }
    }
}

/// Plays a game whose players use two nodes; how long each action took to be heard of on the other.
async fn game_on_two(nodes: [Live; 2], until: Instant) -> Vec<Duration> {
    let mut accounts = Vec::new();
    for node in &nodes {
        accounts.push(node.store().create_guest().await.unwrap().id);
    }
    let new = NewGame {
        variant: rules::open("salta", "").unwrap(),
        start: None,
        opponent: Opponent::Link,
        level: None,
        side: Some(Side::First),
        clock: "none".into(),
        rated: false,
        accept_bots: false,
        public: false,
        challenged: None,
        private: false,
        nonce: None,
    };
    let id = nodes[0].create(&accounts[0], new).await.unwrap();
    let join = Command::Join { nonce: None, public: false };
    nodes[1].perform(&id, Who::Account(accounts[1].clone()), join).await.unwrap();
    let mut watching = Vec::new();
    for node in &nodes {
        watching.push(node.watch(&id, 1).await.unwrap());
    }
    let mut delays = Vec::new();
    while Instant::now() < until {
        let own = delays.len() % 2;
        let room = nodes[own].look(&id).await.unwrap().room;
        let Some(action) = room.game.actions().into_iter().next_back() else { break };
        let actions = vec![room.game.action_text(action)];
        let submit = Command::Submit { ply: room.row.ply, actions, id: None };
        let who = Who::Account(accounts[own].clone());
        let done = nodes[own].perform(&id, who, submit).await.unwrap();
        let stored = Instant::now();
        while watching[1 - own].events.recv().await.unwrap().version() < done.version {}
        delays.push(stored.elapsed());
    }
    delays
}
