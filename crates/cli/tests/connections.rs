//! What a server does about connections that are too many, too slow, or do not read: the real binary.
#![cfg(unix)]

#[path = "support/running.rs"]
mod running;
mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use running::Running;
use serde_json::json;
use server::client::Client;
use support::{folder, refused};

const LIMITED: (&str, &str) = ("IGROTEKA_UNLIMITED", "0");

fn start(name: &str, limits: &[&str]) -> Running {
    let folder = folder(name);
    let mut args = vec!["--data", folder.to_str().unwrap()];
    for limit in limits {
        args.extend(["--limit", limit]);
    }
    Running::start(&args, &[LIMITED])
}

fn connect(server: &Running) -> TcpStream {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

/// Everything that comes until the connection is closed, and after how long that was.
fn rest(stream: &mut TcpStream) -> (String, Duration) {
    let (began, mut text) = (Instant::now(), Vec::new());
    // Reset is closed too.
    let _ = stream.read_to_end(&mut text);
    (String::from_utf8_lossy(&text).into_owned(), began.elapsed())
}

async fn metric(server: &Running, name: &str) -> i64 {
    let (_, text) = Client::new(server.address).get("/metrics").await.unwrap();
    let text = text.as_str().unwrap().to_owned();
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap()
}

async fn until(server: &Running, name: &str, good: impl Fn(i64) -> bool) {
    for _ in 0..200 {
        if good(metric(server, name).await) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{name} is {}", metric(server, name).await);
}

/// A head that does not come, one that comes by drops, a body that does not come, and silence after
/// an answer.
#[test]
fn slow_connections_are_closed() {
    let server = start("slow", &["head-seconds=1", "body-seconds=1"]);
    let long = Duration::from_secs(10);
    let mut silent = connect(&server);
    assert!(rest(&mut silent).1 < long, "nothing was sent");
    let mut dropping = connect(&server);
    let began = Instant::now();
    dropping.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n").unwrap();
    while began.elapsed() < long && dropping.write_all(b"x: y\r\n").is_ok() {
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(began.elapsed() < long, "one line at a time");
    let mut bodiless = connect(&server);
    let head = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{";
    bodiless.write_all(head.as_bytes()).unwrap();
    let (answer, time) = rest(&mut bodiless);
    assert!(answer.starts_with("HTTP/1.1 400") && time < long, "{answer}");
    let mut idle = connect(&server);
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let (answer, time) = rest(&mut idle);
    assert!(answer.starts_with("HTTP/1.1 200") && time < long, "kept alive for ever: {answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_connections_and_sockets() {
    let server =
        start("many", &["connections-per-address=6", "sockets-per-address=2", "lists=3/0.5"]);
    let mut client = Client::new(server.address);
    let sockets = [client.socket().await.unwrap(), client.socket().await.unwrap()];
    let refusal = client.socket().await.map(|_| ()).unwrap_err().to_string();
    assert!(refusal.contains("429"), "{refusal}");
    // Streams count as well.
    assert_eq!(client.get("/api/lobby/stream").await.unwrap().0, 429);
    drop(sockets);
    tokio::time::sleep(Duration::from_millis(300)).await;
    client.socket().await.unwrap();
    // Lists are dearer than other requests, and the answer says when to come back.
    for _ in 0..3 {
        assert_eq!(client.get("/api/games").await.unwrap().0, 200);
    }
    let answer = client.raw("GET", "/api/games", "").await.unwrap();
    let after = answer.lines().find_map(|line| line.strip_prefix("retry-after: "));
    assert!(answer.starts_with("HTTP/1.1 429") && matches!(after, Some("1" | "2")), "{answer}");
    // Connections beyond the limit are answered with a refusal and closed.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let open: Vec<TcpStream> = (0..6).map(|_| connect(&server)).collect();
    let mut one_more = connect(&server);
    let (answer, _) = tokio::task::spawn_blocking(move || rest(&mut one_more)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("retry-after: "), "{answer}");
    drop(open);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(metric(&server, "igroteka_connections_refused_total").await >= 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_is_dropped() {
    let server =
        start("deaf", &["silence-seconds=0.5", "stalled-seconds=1", "requests=100000/1000"]);
    // A socket that is never read from does not answer pings.
    let deaf = Client::new(server.address).socket().await.unwrap();
    until(&server, "igroteka_sockets", |sockets| sockets == 1).await;
    until(&server, "igroteka_sockets", |sockets| sockets == 0).await;
    drop(deaf);
    // One that is read from stays.
    let mut socket = Client::new(server.address).socket().await.unwrap();
    let reader = tokio::spawn(async move {
        for _ in 0..8 {
            socket.receive_frame().await.unwrap();
        }
    });
    tokio::time::timeout(Duration::from_secs(20), reader).await.unwrap().unwrap();
    // Answers that are never read.
    let mut stream = connect(&server);
    stream.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
    let many = "GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(400);
    let _ = stream.write_all(many.as_bytes());
    until(&server, "igroteka_connections_stalled_total", |stalled| stalled == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_out_of_files_is_logged_and_survived() {
    let folder = folder("files");
    let args = ["--data", folder.to_str().unwrap(), "--limit", "connections=1000"];
    let server = Running::with_files(80, &args, &[]);
    let mut client = Client::new(server.address);
    let create = json!({"kind": "seega", "opponent": "local"});
    let (status, game) = client.post("/api/games", create).await.unwrap();
    assert_eq!(status, 201, "{game}");
    let mut socket = client.socket().await.unwrap();
    let all: Vec<TcpStream> = (0..120).map(|_| connect(&server)).collect();
    // Who is in goes on.
    for (ply, action) in ["a1", "b1", "c1"].into_iter().enumerate() {
        let submit =
            json!({"type": "submit", "game": game["game"], "ply": ply, "actions": [action]});
        socket.send(&submit).await.unwrap();
        assert_eq!(socket.receive().await.unwrap()["type"], "ack");
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(all);
    until(&server, "igroteka_accept_failures_total", |failures| failures > 0).await;
    let (status, log) = server.end();
    assert_eq!(status, Some(0));
    assert!(log.contains("connections cannot be accepted"), "{log}");
}

#[test]
fn a_limit_that_is_none_is_refused_with_those_that_are() {
    let line = refused(&["serve", "--limit", "coffee=3"], 2);
    assert!(line.contains("--limit") && line.contains("sockets-per-address"), "{line}");
    for wrong in ["connections=0", "head-seconds=x", "requests=5", "requests=0/1"] {
        refused(&["serve", "--limit", wrong], 2);
    }
    assert!(refused(&["serve", "--trusted-proxy", "10.0.0.0/99"], 2).contains("--trusted-proxy"));
}
