//! The doors: who gets in, how often, from where, with how much; and what never gets out.

use std::time::Duration;

use crate::support::Folder;
use crate::support::place::{self, done, look, until};
use serde_json::{Value, json};
use server::client::Client;
use server::http::{HttpConfig, LimitsConfig, Network};
use server::serve::{Database, Server};

async fn serve(name: &str, http: HttpConfig) -> (Server, Folder) {
    let folder = Folder::new(name);
    let server = place::start(Database::Folder(folder.path().to_owned()), http).await;
    (server, folder)
}

fn unlimited() -> HttpConfig {
    HttpConfig { unlimited: true, ..HttpConfig::default() }
}

/// Asks until it is told to wait; how often it was answered before.
async fn until_limited(client: &mut Client, path: &str, body: Option<Value>) -> usize {
    for count in 0..5000 {
        let method = if body.is_some() { "POST" } else { "GET" };
        let (status, answer) = client.request(method, path, body.as_ref()).await.unwrap();
        if status == 429 {
            assert_eq!(answer["code"], "rate-limited");
            return count;
        }
    }
    panic!("{path} is not limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_can_ask_as_often_as_they_like() {
    let http = HttpConfig { behind_proxy: true, ..HttpConfig::default() };
    let (server, _folder) = serve("limits", http).await;
    let from = |address: &str| {
        let mut client = Client::new(server.address);
        client.headers = format!("x-forwarded-for: 10.0.0.1, {address}\r\n");
        client
    };
    assert!(until_limited(&mut from("10.1.0.1"), "/api/lobby", None).await >= 200);
    // Others are not held up; one network of IPv6 is one address. What comes back between two requests on a slow machine
    // is a few, far from the 200 that another address has.
    assert_eq!(from("10.1.0.2").get("/api/lobby").await.unwrap().0, 200);
    until_limited(&mut from("2001:db8::1"), "/api/lobby", None).await;
    assert!(until_limited(&mut from("2001:db8::2"), "/api/lobby", None).await < 100);
    assert_eq!(from("2001:db8:0:1::2").get("/api/lobby").await.unwrap().0, 200);
    // Passwords are tried ten times at once from an address, and thirty times at a name.
    let mut owner = from("10.1.0.9");
    let right = json!({"name": "Anna", "password": "a long password"});
    assert_eq!(owner.post("/api/register", right.clone()).await.unwrap().0, 200);
    owner.post("/api/logout", json!({})).await.unwrap();
    let wrong = json!({"name": "anna", "password": "wrong horse"});
    assert!(until_limited(&mut from("10.1.0.3"), "/api/login", Some(wrong.clone())).await >= 10);
    assert_eq!(from("10.1.0.4").post("/api/login", wrong.clone()).await.unwrap().0, 401);
    for stranger in 20..30 {
        let mut stranger = from(&format!("10.1.0.{stranger}"));
        while stranger.post("/api/login", wrong.clone()).await.unwrap().0 == 401 {}
    }
    assert_eq!(from("10.1.0.8").post("/api/login", wrong.clone()).await.unwrap().0, 429);
    // The owner's own browser gets in nevertheless, and cannot be used to guess on and on either.
    assert_eq!(owner.post("/api/login", right.clone()).await.unwrap().0, 200);
    assert!(until_limited(&mut owner, "/api/login", Some(wrong)).await < 40);
    // New people by address, new games by account.
    let mut addresses = 0;
    while from("10.1.0.5").post("/api/guest", json!({})).await.unwrap().0 != 429 {
        addresses += 1;
        assert!(addresses < 1000);
    }
    let create = json!({"game": "seega", "opponent": "local"});
    assert!(until_limited(&mut from("10.1.0.6"), "/api/games", Some(create)).await >= 60);
    // Messages on a socket.
    let mut socket = from("10.1.0.7").socket().await.unwrap();
    let mut limited = false;
    for _ in 0..1000 {
        socket.send(&json!({"type": "ping"})).await.unwrap();
    }
    for _ in 0..1000 {
        limited |= socket.receive().await.unwrap()["code"] == "rate-limited";
    }
    assert!(limited);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_club_needs_invitations() {
    let http = HttpConfig { invitation_only: true, ..unlimited() };
    let (server, _folder) = serve("club", http).await;
    let mut client = Client::new(server.address);
    let create = json!({"game": "seega", "opponent": "local"});
    for (path, body) in [("/api/guest", json!({})), ("/api/games", create.clone())] {
        let (status, answer) = client.post(path, body).await.unwrap();
        assert_eq!((status, &answer["code"]), (403, &json!("not-invited")));
    }
    let names = |name: &str, code: &str| json!({"name": name, "password": "a long password", "invitation": code});
    let code = server.live.store().invite().await.unwrap();
    for wrong in ["", "nonsense"] {
        let (status, answer) = client.post("/api/register", names("Anna", wrong)).await.unwrap();
        assert_eq!((status, &answer["code"]), (403, &json!("not-invited")));
    }
    // Nothing of what others play and ask is open to strangers; the door and the rules are.
    let (before, socket) = (Client::new(server.address), "/api/live");
    let closed =
        ["/api/games", "/api/lobby", "/api/lobby/stream", "/api/games/x", "/api/tables", socket];
    for path in closed {
        let (status, answer) = client.get(path).await.unwrap();
        assert_eq!((status, &answer["code"]), (403, &json!("not-invited")), "{path}");
    }
    let analysis = json!({"rules": "seega", "actions": []});
    assert_eq!(client.post("/api/analyse", analysis).await.unwrap().0, 403);
    assert!(before.socket().await.is_err());
    for path in ["/api/me", "/api/rules", "/api/openapi.json", "/healthz"] {
        assert_eq!(client.get(path).await.unwrap().0, 200, "{path}");
    }
    assert_eq!(client.post("/api/register", names("Anna", &code)).await.unwrap().0, 200);
    assert_eq!(client.post("/api/games", create).await.unwrap().0, 201);
    assert_eq!(client.get("/api/games").await.unwrap().0, 200);
    let mut other = Client::new(server.address);
    let (status, _) = other.post("/api/register", names("Boris", &code)).await.unwrap();
    assert_eq!(status, 403, "an invitation is for one");
    let login = json!({"name": "Anna", "password": "a long password"});
    assert_eq!(other.post("/api/login", login).await.unwrap().0, 200);
    server.stop().await;
}

/// Whose address counts when proxies forward it: the last that is not one of ours.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_hop_before_our_proxies_counts() {
    let mut limits = LimitsConfig::default();
    limits.set("requests=3/0.01").unwrap();
    let http = |trusted: &[&str]| HttpConfig {
        behind_proxy: true,
        trusted_proxies: trusted.iter().map(|one| Network::read(one).unwrap()).collect(),
        limits: limits.clone(),
        ..HttpConfig::default()
    };
    // Asks with these lines of forwarded addresses; whether that was still allowed.
    async fn allowed(server: &Server, lines: &[&str]) -> bool {
        let mut client = Client::new(server.address);
        let line = |addresses: &&str| format!("x-forwarded-for: {addresses}\r\n");
        client.headers = lines.iter().map(line).collect();
        client.get("/healthz").await.unwrap().0 == 200
    }
    let (server, _folder) = serve("hops", http(&["127.0.0.1", "10.9.0.0/16"])).await;
    // Whatever a client writes itself stands before what the proxies write.
    for forged in ["1.1.1.1", "2.2.2.2", "3.3.3.3"] {
        assert!(allowed(&server, &[forged, "203.0.113.7, 10.9.0.1"]).await);
    }
    assert!(!allowed(&server, &["4.4.4.4", "203.0.113.7", "10.9.0.1"]).await, "one client");
    assert!(!allowed(&server, &["nonsense, 203.0.113.7"]).await);
    assert!(allowed(&server, &["203.0.113.8"]).await, "another");
    server.stop().await;
    // Who is no proxy of ours cannot say for whom it asks.
    let (server, _folder) = serve("no-proxy", http(&["10.9.0.1"])).await;
    for address in ["5.5.5.1", "5.5.5.2", "5.5.5.3"] {
        assert!(allowed(&server, &[address]).await);
    }
    assert!(!allowed(&server, &["5.5.5.4"]).await);
    server.stop().await;
}

/// A proxy's own password is none of ours, and a game is named once in a hello.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_proxy_adds_is_ignored_and_what_is_doubled_refused() {
    let (server, _folder) = serve("basic", unlimited()).await;
    let mut client = Client::new(server.address);
    assert_eq!(client.post("/api/guest", json!({})).await.unwrap().0, 200);
    client.headers = "authorization: Basic dXNlcjpwYXNz\r\n".into();
    let (status, me) = client.get("/api/me").await.unwrap();
    assert!(status == 200 && me["account"].is_string(), "{status} {me}");
    let (_, game) =
        client.post("/api/games", json!({"kind": "seega", "opponent": "local"})).await.unwrap();
    client.headers = "authorization: Bearer nonsense\r\n".into();
    assert_eq!(client.get("/api/me").await.unwrap().0, 401);
    client.headers = String::new();
    let mut socket = client.socket().await.unwrap();
    let resume = json!({"game": game["game"], "since": 0});
    let hello = json!({"type": "hello", "games": [resume, resume]});
    socket.send(&hello).await.unwrap();
    socket.send(&json!({"type": "ping"})).await.unwrap();
    let (mut states, mut errors) = (0, 0);
    for _ in 0..5 {
        let wait = tokio::time::timeout(Duration::from_secs(1), socket.receive()).await;
        let Ok(message) = wait else { break };
        let message = message.unwrap();
        states += usize::from(message["type"] == "state");
        errors += usize::from(message["code"] == "bad-request");
    }
    assert_eq!((states, errors), (1, 1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_sites_cannot_use_our_visitors() {
    let http = HttpConfig {
        origins: vec!["https://play.example".into()],
        secure_cookies: true,
        ..unlimited()
    };
    let (server, _folder) = serve("origins", http).await;
    let mut client = Client::new(server.address);
    let raw = client.raw("POST", "/api/guest", "{}").await.unwrap().to_lowercase();
    let cookie = raw.lines().find(|line| line.starts_with("set-cookie: __host-igroteka=")).unwrap();
    for part in ["httponly", "samesite=lax", "secure", "path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    for header in [
        "content-security-policy: default-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: same-origin",
        "strict-transport-security: max-age=31536000",
    ] {
        assert!(raw.contains(header), "{header}: {raw}");
    }
    assert!(!raw.contains("unsafe-inline"));
    let own = format!("http://{}", server.address);
    let origins = [
        (own.as_str(), true),
        ("https://play.example", true),
        ("https://evil.example", false),
        ("https://play.example.evil.example", false),
        ("null", false),
        ("http://play.example", false),
    ];
    for (origin, good) in origins {
        client.headers = format!("origin: {origin}\r\n");
        let (status, answer) = client.post("/api/guest", json!({})).await.unwrap();
        assert_eq!(status == 200, good, "{origin}: {answer}");
        assert_eq!(answer["code"] == "foreign-origin", !good, "{origin}");
        assert_eq!(client.get("/api/lobby").await.unwrap().0, 200, "reading is free");
        assert_eq!(client.socket().await.is_ok(), good, "{origin}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_too_large_or_malformed_is_refused_with_a_code() {
    let (server, _folder) = serve("sizes", unlimited()).await;
    let mut client = Client::new(server.address);
    client.headers = "accept-language: ru,en;q=0.5\r\n".into();
    let (_, state) =
        client.post("/api/games", json!({"game": "seega", "opponent": "local"})).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    let long = |count: usize| "x".repeat(count);
    let submit = |actions: Value, id: &str| json!({"ply": 0, "actions": actions, "id": id});
    let actions = format!("/api/games/{game}/actions");
    let create = |more: Value| {
        let mut all = json!({"game": "seega", "opponent": "local"});
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let bad = [
        (actions.as_str(), submit(json!([]), "x"), 400, "bad-request"),
        (
            &actions,
            submit(json!(["a1"; 65].iter().map(|_| "a1").collect::<Vec<_>>()), "x"),
            400,
            "bad-request",
        ),
        (&actions, submit(json!([long(101)]), "x"), 400, "bad-request"),
        (&actions, submit(json!(["a1"]), &long(65)), 400, "bad-request"),
        (&actions, json!({"ply": 0, "actions": "a1"}), 400, "bad-request"),
        (&actions, json!({"ply": 0.5, "actions": ["a1"]}), 400, "bad-request"),
        (&actions, json!({"ply": 0, "actions": ["a1"], "seat": "second"}), 400, "bad-request"),
        (&actions, json!({"ply": 0, "actions": ["a1"], "id": long(40_000)}), 413, "too-large"),
        ("/api/games", create(json!({"rules": long(201)})), 400, "bad-request"),
        ("/api/games", create(json!({"rules": "size=4"})), 400, "bad-options"),
        ("/api/games", create(json!({"game": "chess"})), 400, "bad-options"),
        ("/api/games", create(json!({"start": long(401)})), 400, "bad-request"),
        ("/api/games", create(json!({"start": "5/5"})), 400, "bad-position"),
        ("/api/games", create(json!({"nonce": long(65)})), 400, "bad-request"),
        ("/api/games", create(json!({"nonce": "a|b"})), 400, "bad-request"),
        ("/api/games", create(json!({"clock": "5"})), 400, "bad-request"),
        ("/api/games", create(json!({"opponent": "engine"})), 400, "bad-request"),
        ("/api/games", create(json!({"opponent": "engine", "level": 9})), 400, "bad-request"),
        ("/api/games", create(json!({"level": 3})), 400, "bad-request"),
        ("/api/register", json!({"name": "x", "password": "long enough"}), 400, "bad-name"),
        ("/api/register", json!({"name": long(25), "password": "long enough"}), 400, "bad-name"),
        ("/api/register", json!({"name": "a b", "password": "long enough"}), 400, "bad-name"),
        ("/api/register", json!({"name": "Anna", "password": "short"}), 400, "bad-password"),
        ("/api/register", json!({"name": "Anna", "password": long(201)}), 400, "bad-password"),
        ("/api/me/tokens", json!({"label": long(61)}), 400, "bad-request"),
        ("/api/me/tokens", json!({"label": "guest"}), 409, "not-possible"),
        ("/api/games/nothing/join", json!({}), 404, "not-found"),
        ("/api/nothing", json!({}), 404, "not-found"),
    ];
    for (path, body, status, code) in bad {
        let answer = client.post(path, body.clone()).await.unwrap();
        assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{path} {body}");
        let message = answer.1["message"].as_str().unwrap();
        assert!(message.chars().any(|c| ('а'..='я').contains(&c)), "{message}");
    }
    for text in ["", "{", "[]", "null", "\"a\"", "{\"ply\":0,\"actions\":[\"a1\"]", "\u{0}"] {
        let raw = client.raw("POST", &actions, text).await.unwrap();
        assert!(
            raw.starts_with("HTTP/1.1 400 ") && raw.contains("\"bad-request\""),
            "{text}: {raw}"
        );
    }
    let mut socket = client.socket().await.unwrap();
    socket.send(&json!({"type": "ping", "id": long(20_000)})).await.unwrap();
    assert_eq!(socket.receive().await.unwrap()["code"], "too-large");
    socket.send(&json!({"type": "ping", "id": "still here"})).await.unwrap();
    assert_eq!(socket.receive().await.unwrap()["id"], "still here");
    assert_eq!(look(&mut client, &game).await["version"], state["version"], "nothing has changed");
    server.stop().await;
}

#[test]
fn every_refusal_has_words_in_both_languages() {
    for code in text::answers::CODES {
        let own = ["illegal", "bad-options", "bad-position"].contains(&code);
        let args = [("what", "x".into()), ("ply", 3.into())];
        let words = text::Lang::ALL
            .map(|lang| text::text(lang).try_message(&format!("server-{code}"), &args));
        match words {
            [Some(english), Some(russian)] => assert_ne!(english, russian, "{code}"),
            [None, None] if own => {}
            _ => panic!("{code}: {words:?}"),
        }
    }
}

/// The secret of the throws is nowhere to be seen before the end, whoever asks for whatever; after
/// it everybody sees it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_secret_of_the_throws_is_kept_until_the_end() {
    let (server, _folder) = serve("secret", unlimited()).await;
    let (mut one, mut two) = (Client::new(server.address), Client::new(server.address));
    let create = json!({"game": "senet", "opponent": "lobby", "side": "first", "nonce": "mine"});
    let (_, state) = one.post("/api/games", create).await.unwrap();
    let game = state["game"].as_str().unwrap().to_owned();
    done(&mut two, &game, "join", json!({"nonce": "yours"})).await;
    let (row, _) = server.live.store().load_game(&game).await.unwrap().unwrap();
    let paths = [
        format!("/api/games/{game}"),
        format!("/api/games/{game}/events?since=0"),
        format!("/api/games/{game}/record"),
        "/api/games?phase=live".into(),
        "/api/me/games".into(),
        "/api/lobby".into(),
        "/metrics".into(),
        "/".into(),
    ];
    let mut heard = String::new();
    for ply in 0.. {
        for client in [&mut one, &mut two, &mut Client::new(server.address)] {
            for path in &paths {
                heard += &client.raw("GET", path, "").await.unwrap();
            }
        }
        if ply == 3 {
            break;
        }
        // Somebody plays, and somebody asks what would be.
        let state = until(&mut one, &game, |state| state["to_act"] != "chance").await;
        let action = &state["legal"][0]["action"];
        let player = if state["to_act"] == "first" { &mut one } else { &mut two };
        let body = json!({"ply": state["ply"], "actions": [action]});
        heard += &player
            .raw(
                "POST",
                &format!("/api/games/{game}/preview"),
                &json!({"actions": [action]}).to_string(),
            )
            .await
            .unwrap();
        heard += &player
            .raw("POST", &format!("/api/games/{game}/actions"), &body.to_string())
            .await
            .unwrap();
    }
    let mut socket = two.socket().await.unwrap();
    socket.send(&json!({"type": "hello", "games": [{"game": game, "since": 0}]})).await.unwrap();
    loop {
        let text = socket.receive_text().await.unwrap();
        heard += &text;
        if text.contains("\"type\":\"state\"") {
            break;
        }
    }
    let path = format!("/api/bot/games/{game}/stream");
    let stream = tokio::time::timeout(Duration::from_millis(500), two.raw("GET", &path, ""));
    assert!(stream.await.is_err(), "it goes on as long as the game");
    assert!(heard.contains(&row.commitment) && heard.contains("mine"));
    assert!(!heard.contains(&row.secret));
    done(&mut two, &game, "resign", json!({})).await;
    let stream = two.raw("GET", &path, "").await.unwrap();
    assert!(stream.contains(&row.secret));
    let (_, record) = one.get(&paths[2]).await.unwrap();
    let record = rules::record::Record::read_all(record.as_str().unwrap()).unwrap().remove(0);
    assert!(server::throws::verify(&record).unwrap() > 0);
    server.stop().await;
}
