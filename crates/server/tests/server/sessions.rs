//! Sessions and tokens: what ends with them, on every node.

use std::time::Duration;

use crate::support::place::Place;
use serde_json::json;
use server::client::{Client, Socket};

/// Waits for the server to close the connection; its code.
async fn closed(socket: &mut Socket) -> u16 {
    let frames = async {
        loop {
            if let Some(code) = socket.receive_frame().await.unwrap() {
                return code;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), frames).await.expect("it is closed")
}

/// The connection answers.
async fn answers(socket: &mut Socket) {
    socket.send(&json!({"type": "ping", "id": "still"})).await.unwrap();
    while socket.receive().await.unwrap()["type"] != "pong" {}
}

async fn logged_in(place: &Place, node: usize, name: &str, password: &str) -> Client {
    let mut client = place.somebody(node);
    let names = json!({"name": name, "password": password});
    assert_eq!(client.post("/api/login", names).await.unwrap().0, 200);
    client
}

async fn revoked_credentials_end_at_once(mut place: Place) {
    let old = "a long password";
    let mut anna = place.named(0, "Anna", false).await;
    let mut other = logged_in(&place, 1, "Anna", old).await;
    let (_, made) = anna.post("/api/me/tokens", json!({"label": "bot"})).await.unwrap();
    let mut program = place.somebody(1);
    program.headers = format!("authorization: Bearer {}\r\n", made["token"].as_str().unwrap());
    let mut own = anna.socket().await.unwrap();
    let mut at_other = other.socket().await.unwrap();
    let mut by_token = program.socket().await.unwrap();
    let stream = {
        let program = program.clone();
        tokio::spawn(async move { program.raw("GET", "/api/bot/stream", "").await.unwrap() })
    };
    for socket in [&mut own, &mut at_other, &mut by_token] {
        answers(socket).await;
    }
    // A session ends with its logout, from whichever node.
    let mut elsewhere = other.clone();
    elsewhere.address = place.address(0);
    assert_eq!(elsewhere.post("/api/logout", json!({})).await.unwrap().0, 204);
    assert_eq!(closed(&mut at_other).await, 1008);
    answers(&mut own).await;
    answers(&mut by_token).await;
    // A token that is taken back.
    let path = format!("/api/me/tokens/{}", made["id"].as_str().unwrap());
    assert_eq!(anna.request("DELETE", &path, None).await.unwrap().0, 204);
    assert_eq!(closed(&mut by_token).await, 1008);
    tokio::time::timeout(Duration::from_secs(30), stream).await.expect("it ends").unwrap();
    // Another password ends the other sessions, not the own one.
    other = logged_in(&place, 1, "Anna", old).await;
    at_other = other.socket().await.unwrap();
    answers(&mut at_other).await;
    let passwords = json!({"old": old, "new": "another password"});
    assert_eq!(anna.post("/api/me/password", passwords).await.unwrap().0, 204);
    assert_eq!(closed(&mut at_other).await, 1008);
    answers(&mut own).await;
    // A deleted account has no connections.
    other = logged_in(&place, 1, "Anna", "another password").await;
    at_other = other.socket().await.unwrap();
    answers(&mut at_other).await;
    let proof = json!({"password": "another password"});
    assert_eq!(anna.request("DELETE", "/api/me", Some(&proof)).await.unwrap().0, 204);
    assert_eq!(closed(&mut at_other).await, 1008);
    assert_eq!(closed(&mut own).await, 1008);
    place.stop().await;
}

/// The session that a browser holds.
fn session(client: &Client) -> String {
    let cookies = client.cookie.clone().unwrap_or_default();
    let own = cookies.split("; ").find_map(|one| one.strip_prefix("igroteka="));
    own.unwrap_or_default().to_owned()
}

/// What a client is answered.
async fn status(client: &mut Client, method: &str, path: &str) -> u16 {
    client.request(method, path, None).await.unwrap().0
}

async fn a_planted_cookie_is_worth_nothing(place: &Place) {
    // Somebody has made a guest and given a visitor its cookie.
    let mut thief = place.somebody(0);
    thief.post("/api/guest", json!({})).await.unwrap();
    let names = json!({"name": "Wiktor", "password": "a long password"});
    for way in ["/api/register", "/api/login"] {
        let mut visitor = place.somebody(1);
        visitor.cookie = Some(format!("igroteka={}", session(&thief)));
        assert_eq!(visitor.post(way, names.clone()).await.unwrap().0, 200);
        assert_ne!(session(&visitor), session(&thief), "{way}");
        assert_eq!(visitor.get("/api/me").await.unwrap().1["name"], "Wiktor");
        assert_eq!(thief.get("/api/me").await.unwrap().1, json!(null), "{way}");
        thief = place.somebody(0);
        thief.post("/api/guest", json!({})).await.unwrap();
    }
}

async fn sessions_are_listed_and_ended(place: &Place) {
    let mut here = place.named(0, "Sessa", false).await;
    let mut there = place.somebody(1);
    there.headers = "user-agent: Some Browser/1.0\r\n".into();
    let names = json!({"name": "Sessa", "password": "a long password"});
    assert_eq!(there.post("/api/login", names).await.unwrap().0, 200);
    let mut third = logged_in(place, 0, "sessa", "a long password").await;
    let (_, all) = here.get("/api/me/sessions").await.unwrap();
    let all = all.as_array().unwrap().clone();
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(all.iter().filter(|one| one["current"] == true).count(), 1);
    let other = all.iter().find(|one| one["agent"] == "Some Browser/1.0").unwrap();
    let path = format!("/api/me/sessions/{}", other["id"].as_str().unwrap());
    // No other player can end it.
    let mut stranger = place.named(1, "Stranger", false).await;
    assert_eq!(status(&mut stranger, "DELETE", &path).await, 404);
    let mut socket = there.socket().await.unwrap();
    answers(&mut socket).await;
    assert_eq!(status(&mut here, "DELETE", &path).await, 204);
    assert_eq!(closed(&mut socket).await, 1008);
    assert_eq!(there.get("/api/me").await.unwrap().1, json!(null));
    // All others.
    assert_eq!(third.get("/api/me").await.unwrap().1["name"], "Sessa");
    assert_eq!(status(&mut here, "DELETE", "/api/me/sessions").await, 204);
    assert_eq!(third.get("/api/me").await.unwrap().1, json!(null));
    assert_eq!(here.get("/api/me").await.unwrap().1["name"], "Sessa");
}

async fn tokens_reach_as_far_as_their_scopes(place: &Place) {
    let mut anna = place.named(0, "Tokena", false).await;
    let mut holders = Vec::new();
    for scopes in [json!(["read"]), json!(["play"]), json!(["read", "bot"])] {
        let (given, made) = anna.post("/api/me/tokens", json!({"scopes": scopes})).await.unwrap();
        assert_eq!((given, &made["scopes"]), (200, &scopes), "{made}");
        let mut holder = place.somebody(1);
        holder.headers = format!("authorization: Bearer {}\r\n", made["token"].as_str().unwrap());
        holders.push(holder);
    }
    assert_eq!(anna.post("/api/me/tokens", json!({"scopes": []})).await.unwrap().0, 400);
    assert_eq!(anna.post("/api/me/tokens", json!({"scopes": ["all"]})).await.unwrap().0, 400);
    let create = json!({"game": "seega", "opponent": "local"});
    let (_, game) = anna.post("/api/games", create.clone()).await.unwrap();
    let game = game["game"].as_str().unwrap();
    for (number, holder) in holders.iter_mut().enumerate() {
        assert_eq!(holder.get("/api/me").await.unwrap().1["name"], "Tokena");
        let (made, answer) = holder.post("/api/games", create.clone()).await.unwrap();
        assert_eq!(made, if number == 0 { 403 } else { 201 }, "{answer}");
        assert!(number > 0 || answer["code"] == "out-of-scope");
        // The same on the WebSocket.
        let mut socket = holder.socket().await.unwrap();
        let submit =
            json!({"type": "submit", "game": game, "ply": 0, "actions": ["a1"], "id": "x"});
        socket.send(&submit).await.unwrap();
        let answer = socket.receive().await.unwrap();
        assert_eq!(answer["code"] == "out-of-scope", number == 0, "{answer}");
        // No token makes tokens, or comes near the account.
        for (method, path) in [
            ("POST", "/api/me/tokens"),
            ("GET", "/api/me/tokens"),
            ("GET", "/api/me/sessions"),
            ("DELETE", "/api/me/sessions"),
            ("POST", "/api/me/password"),
            ("DELETE", "/api/me"),
        ] {
            assert_eq!(status(holder, method, path).await, 403, "{method} {path}");
        }
    }
    let path = format!("/api/bot/games/{game}/stream");
    for (holder, wanted) in holders.iter_mut().zip([403, 403, 200]) {
        let mut stream = Box::pin(holder.raw("GET", &path, ""));
        let answer = tokio::time::timeout(Duration::from_millis(500), &mut stream).await;
        assert_eq!(answer.is_err(), wanted == 200, "a stream goes on");
    }
    // Another password leaves tokens alone, unless it is asked to take them back.
    let (one, two) = ("a long password", "another password");
    for (old, new, revoke, after) in [(one, two, false, 200), (two, one, true, 401)] {
        let passwords = json!({"old": old, "new": new, "revoke_tokens": revoke});
        assert_eq!(anna.post("/api/me/password", passwords).await.unwrap().0, 204);
        for holder in &mut holders {
            assert_eq!(status(holder, "GET", "/api/me").await, after);
        }
    }
}

async fn sessions(mut place: Place) {
    a_planted_cookie_is_worth_nothing(&place).await;
    sessions_are_listed_and_ended(&place).await;
    tokens_reach_as_far_as_their_scopes(&place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_on_sqlite() {
    sessions(Place::sqlite("sessions").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sessions_on_two_nodes() {
    let Some(place) = Place::postgres("sessions", 2).await else { return };
    sessions(place).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoked_on_sqlite() {
    revoked_credentials_end_at_once(Place::sqlite("revoked").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoked_on_another_node() {
    let Some(place) = Place::postgres("revoked", 2).await else { return };
    revoked_credentials_end_at_once(place).await;
}
