//! What an operator sees: metrics with what dashboard and alerts ask for, on a port of their own.

use std::collections::BTreeSet;

use crate::support::Folder;
use crate::support::place::{self, done};
use serde_json::json;
use server::client::Client;
use server::http::HttpConfig;
use server::serve::Database;

/// Every word in a text that is the name of one of our metrics.
fn names(text: &str) -> BTreeSet<String> {
    let word = |c: char| c.is_ascii_lowercase() || c == '_';
    let words = text.split(|c: char| !word(c));
    let own = words.filter(|word| word.starts_with("igroteka_") || word.starts_with("process_"));
    own.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_have_all_that_is_watched_and_are_not_for_the_public() {
    let folder = Folder::new("metrics");
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let http = HttpConfig { unlimited: true, metrics: Some(port), ..HttpConfig::default() };
    let server = place::start(Database::Folder(folder.path().to_owned()), http).await;
    let mut client = Client::new(server.address);
    let create = json!({"kind": "seega", "opponent": "local"});
    let (_, game) = client.post("/api/games", create).await.unwrap();
    let game = game["game"].as_str().unwrap().to_owned();
    done(&mut client, &game, "actions", json!({"ply": 0, "actions": ["a1"]})).await;
    assert_eq!(client.get("/api/games/nonsense").await.unwrap().0, 404);
    assert_eq!(client.get("/metrics").await.unwrap().0, 404, "they have a port of their own");
    let mut operator = Client::new(port);
    assert_eq!(operator.get("/readyz").await.unwrap().0, 200);
    let (status, text) = operator.get("/metrics").await.unwrap();
    let text = text.as_str().unwrap();
    assert_eq!(status, 200);
    let there = names(text);
    for file in ["alerts.yml", "dashboard.json"] {
        let path = format!("{}/../../packaging/{file}", env!("CARGO_MANIFEST_DIR"));
        let wanted = names(&std::fs::read_to_string(path).unwrap());
        assert!(wanted.len() > 5, "{file}: {wanted:?}");
        let missing: Vec<_> = wanted.difference(&there).collect();
        assert!(missing.is_empty(), "{file} asks for {missing:?}");
    }
    // By route and status, with times in buckets; no id of a game, no path of a visitor.
    for line in [
        "igroteka_requests_total{route=\"/api/games/{id}/actions\",status=\"200\"} ",
        "igroteka_requests_total{route=\"/api/games/{id}\",status=\"404\"} ",
        "igroteka_request_seconds_bucket{route=\"/api/games/{id}/actions\",le=\"+Inf\"} ",
        "igroteka_append_seconds_count{} ",
        "igroteka_pool_connections{pool=\"lists\"} ",
        "igroteka_storing 1",
    ] {
        assert!(text.lines().any(|one| one.starts_with(line)), "{line} in {text}");
    }
    assert!(!text.contains(&game) && !text.contains("nonsense"));
    server.stop().await;
    // Without a port of their own they are for this machine, and not for whom a proxy brings.
    let http = HttpConfig { unlimited: true, ..HttpConfig::default() };
    let server = place::start(Database::Folder(folder.path().to_owned()), http).await;
    client.address = server.address;
    assert_eq!(client.get("/metrics").await.unwrap().0, 200);
    client.headers = "x-forwarded-for: 203.0.113.7\r\n".into();
    assert_eq!(client.get("/metrics").await.unwrap().0, 404);
    server.stop().await;
}
