//! Sessions and tokens: what ends with them, on every node.

mod support;

use std::time::Duration;

use serde_json::json;
use server::client::{Client, Socket};
use support::place::Place;

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoked_on_sqlite() {
    revoked_credentials_end_at_once(Place::sqlite("revoked").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revoked_on_another_node() {
    let Some(place) = Place::postgres("revoked", 2).await else { return };
    revoked_credentials_end_at_once(place).await;
}
