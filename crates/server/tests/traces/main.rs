//! Traces reach a collector: a request, the command that it became and its append belong together.

#[path = "../support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;

use serde_json::json;
use server::traces::Traces;
use support::place::Place;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// A collector that keeps what it is sent: the first line of the request, and the body.
fn collector() -> (String, mpsc::Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/traces", listener.local_addr().unwrap());
    let (send, received) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            loop {
                let (mut first, mut length) = (String::new(), 0);
                if stream.read_line(&mut first).unwrap_or(0) == 0 {
                    break;
                }
                let mut line = String::new();
                while stream.read_line(&mut line).unwrap() > 2 {
                    let lower = line.to_lowercase();
                    if let Some(value) = lower.strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    line.clear();
                }
                let mut body = vec![0; length];
                stream.read_exact(&mut body).unwrap();
                let _ = send.send((first, body));
                let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                stream.get_mut().write_all(answer).unwrap();
            }
        }
    });
    (url, received)
}

/// How often a text stands in the body: OTLP has names and values as they are.
fn count(body: &[u8], text: &str) -> usize {
    body.windows(text.len()).filter(|part| *part == text.as_bytes()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_traced_to_its_commit() {
    let (url, received) = collector();
    let traces = Traces::to(&url).unwrap();
    tracing_subscriber::registry().with(traces.layer()).init();
    let mut place = Place::sqlite("traces").await;
    let mut anna = place.named(0, "Anna", false).await;
    let create = json!({"kind": "seega", "opponent": "link", "side": "first"});
    let (status, game) = anna.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{game}");
    let id = game["game"].as_str().unwrap();
    let (status, answer) = anna.post(&format!("/api/games/{id}/abort"), json!({})).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let (status, _) = anna.get("/api/games?player=Anna").await.unwrap();
    assert_eq!(status, 200);
    place.stop().await;
    // Blocks, and sends from a thread of its own.
    tokio::task::spawn_blocking(move || traces.close()).await.unwrap();
    let mut all = Vec::new();
    for (first, body) in received.try_iter() {
        assert!(first.starts_with("POST /v1/traces "), "{first}");
        all.extend(body);
    }
    for text in ["igroteka", "POST /api/games/{id}/abort", "command", "abort", "append", "search"] {
        assert!(count(&all, text) > 0, "{text} is missing in {}", String::from_utf8_lossy(&all));
    }
    for secret in [id, "Anna", "127.0.0.1"] {
        assert_eq!(count(&all, secret), 0, "{secret}");
    }
}
