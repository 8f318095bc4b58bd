//! Accounts by the real program: the first admin, letters by a real mail server, one's own data, games
//! that only their players see.
#![cfg(unix)]

#[path = "../../server/tests/support/mod.rs"]
mod databases;
#[path = "support/running.rs"]
mod running;
mod support;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use databases::Postgres;
use databases::place::{both_move, done, look};
use running::Running;
use serde_json::{Value, json};
use server::client::Client;
use support::{folder, refused, run};

/// Prints what a reader sees of every letter, whatever it was encoded in.
const MAIL_SERVER: &str = r#"
import email, email.policy, sys, time
from aiosmtpd.controller import Controller

class Shown:
    async def handle_DATA(self, server, session, envelope):
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        print("To:", letter["to"])
        print("Subject:", letter["subject"])
        print(letter.get_content())
        print("END MESSAGE", flush=True)
        return "250 OK"

Controller(Shown(), hostname="127.0.0.1", port=int(sys.argv[1])).start()
time.sleep(600)
"#;

/// A mail server that shows every letter that it takes.
struct Post {
    child: Child,
    port: u16,
    lines: mpsc::Receiver<String>,
}

impl Post {
    fn start() -> Post {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut child = Command::new("/usr/bin/python3")
            .args(["-u", "-c", MAIL_SERVER, &port.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("tools/install-needs installs it");
        let out = child.stdout.take().unwrap();
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        // It is stopped when it is dropped, also if it never answers.
        let post = Post { child, port, lines };
        for _ in 0..200 {
            if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return post;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("no mail server: tools/install-needs installs python3-aiosmtpd");
    }

    /// The next letter.
    fn letter(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("a letter");
            if line.contains("END MESSAGE") {
                return text;
            }
            text += &(line + "\n");
        }
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The code in a letter's link.
fn code(letter: &str, kind: &str) -> String {
    let mark = format!("/account#{kind}=");
    let (_, rest) = letter.split_once(&mark).unwrap_or_else(|| panic!("no link: {letter}"));
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

async fn registered(server: &Running, name: &str) -> Client {
    let mut client = Client::new(server.address);
    let names = json!({"name": name, "password": "a long password"});
    assert_eq!(client.post("/api/register", names).await.unwrap().0, 200);
    client
}

async fn forgotten_passwords(database: &[&str]) {
    let post = Post::start();
    let smtp = format!("smtp://127.0.0.1:{}", post.port);
    let settings = ["--smtp", &smtp, "--mail-from", "Igroteka <games@play.example>"];
    let args = [database, &settings, &["--origin", "https://play.example"]].concat();
    let server = Running::start(&args, &[]);
    let mut anna = registered(&server, "Anna").await;
    assert_eq!(anna.get("/api/me/mail").await.unwrap().1, json!({"available": true, "mail": null}));
    let wanted = |mail: &str, password: &str| json!({"mail": mail, "password": password});
    for (mail, password, status) in [
        ("anna@home.example", "a wrong password", 401),
        ("anna at home", "a long password", 400),
        ("anna@home.example\r\nBcc: x@y.example", "a long password", 400),
        ("anna@home.example", "a long password", 204),
    ] {
        let asked = anna.post("/api/me/mail", wanted(mail, password)).await.unwrap();
        assert_eq!(asked.0, status, "{mail}");
    }
    let letter = post.letter();
    assert!(letter.contains("To: anna@home.example") && letter.contains("play.example/account"));
    // It is hers when the code comes back, once.
    assert_eq!(anna.get("/api/me/mail").await.unwrap().1["mail"], Value::Null);
    let confirm = json!({"code": code(&letter, "confirm")});
    let mut anyone = Client::new(server.address);
    assert_eq!(anyone.post("/api/mail/confirm", json!({"code": "0"})).await.unwrap().0, 404);
    assert_eq!(anyone.post("/api/mail/confirm", confirm.clone()).await.unwrap().0, 204);
    assert_eq!(anyone.post("/api/mail/confirm", confirm).await.unwrap().0, 404);
    assert_eq!(anna.get("/api/me/mail").await.unwrap().1["mail"], "anna@home.example");
    // The answer is the same for every name; only the letter lets a caller in.
    registered(&server, "Boris").await;
    anyone.headers = "accept-language: ru\r\n".into();
    for name in ["Boris", "nobody-of-this-name", "anna"] {
        let asked = anyone.post("/api/recover", json!({"name": name})).await.unwrap();
        assert_eq!(asked, (204, json!("")), "{name}");
    }
    let code = code(&post.letter(), "recover");
    let password = |code: &str| json!({"code": code, "password": "a new password"});
    let asked = anyone.post("/api/recover/password", password("0")).await.unwrap();
    assert_eq!(asked.0, 404);
    let (status, person) = anyone.post("/api/recover/password", password(&code)).await.unwrap();
    assert_eq!((status, &person["name"]), (200, &json!("Anna")));
    assert_eq!(anyone.get("/api/me").await.unwrap().1["name"], "Anna");
    assert_eq!(anna.get("/api/me").await.unwrap().1, Value::Null, "other sessions have ended");
    assert_eq!(anyone.post("/api/recover/password", password(&code)).await.unwrap().0, 404);
    let login = json!({"name": "Anna", "password": "a new password"});
    assert_eq!(Client::new(server.address).post("/api/login", login).await.unwrap().0, 200);
    let (_, log) = server.end();
    assert!(!log.contains(&code) && !log.contains("anna@home"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forgotten_password_is_replaced_by_mail() {
    let folder = folder("mail");
    forgotten_passwords(&["--data", folder.to_str().unwrap()]).await;
    let Some(postgres) = Postgres::start() else { return };
    forgotten_passwords(&["--database", &postgres.database("mail")]).await;
    // Without settings there is no mail, and with half of them no start.
    let line = refused(&["serve", "--smtp", "smtp://localhost"], 2);
    assert!(line.contains("mail-from"), "{line}");
    let line =
        refused(&["serve", "--smtp", "nothing://u:secret@h", "--mail-from", "a@b.example"], 2);
    assert!(line.contains("--smtp") && !line.contains("secret"), "{line}");
}

/// What everybody finds of games.
async fn found(client: &mut Client) -> String {
    let mut all = String::new();
    for path in ["/api/games", "/api/games?phase=live", "/api/lobby", "/api/players/Anna"] {
        all += &client.raw("GET", path, "").await.unwrap();
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_games_and_ones_own_data() {
    let folder = folder("own");
    let server = Running::start(&["--data", folder.to_str().unwrap()], &[]);
    let mut anna = registered(&server, "Anna").await;
    let mut boris = registered(&server, "Boris").await;
    let mut stranger = Client::new(server.address);
    for bad in
        [json!({"opponent": "lobby"}), json!({"opponent": "link", "rated": true, "clock": "5+3"})]
    {
        let mut create = json!({"game": "seega", "private": true});
        create.as_object_mut().unwrap().extend(bad.as_object().unwrap().clone());
        assert_eq!(anna.post("/api/games", create).await.unwrap().0, 400);
    }
    let create = json!({"game": "seega", "opponent": "link", "side": "first", "private": true});
    let (_, game) = anna.post("/api/games", create).await.unwrap();
    let game = game["game"].as_str().unwrap().to_owned();
    // Who has the link sees what it is, and joins; from then on it is theirs alone.
    assert_eq!(look(&mut boris, &game).await["private"], true);
    done(&mut boris, &game, "join", json!({})).await;
    both_move(&mut anna, &mut boris, &game).await;
    for phase in ["live", "over"] {
        for part in ["", "/events", "/frames", "/record", "/review", "/card.png"] {
            let path = format!("/api/games/{game}{part}");
            let raw = stranger.raw("GET", &path, "").await.unwrap();
            assert!(raw.starts_with("HTTP/1.1 404 "), "{phase} {path}: {raw}");
        }
        let mut socket = stranger.socket().await.unwrap();
        socket.send(&json!({"type": "watch", "game": game, "id": "w"})).await.unwrap();
        assert_eq!(socket.receive().await.unwrap()["code"], "not-found");
        assert!(!found(&mut stranger).await.contains(&game));
        assert_eq!(look(&mut boris, &game).await["phase"], phase);
        if phase == "live" {
            done(&mut boris, &game, "resign", json!({})).await;
        }
    }
    // Everything that is known of her, in lines; nothing that would let another in.
    anna.request("PUT", "/api/me/settings", Some(&json!({"theme": "dark"}))).await.unwrap();
    let book = json!({"title": "Mine", "updated_ms": 1, "body": {"rules": "seega"}});
    anna.request("PUT", "/api/me/notebooks/one", Some(&book)).await.unwrap();
    anna.post("/api/me/tokens", json!({"label": "robot"})).await.unwrap();
    let raw = anna.raw("GET", "/api/me/export", "").await.unwrap();
    let lines: Vec<Value> =
        raw.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    for kind in ["account", "settings", "session", "token", "notebook", "address", "device", "game"]
    {
        assert!(lines.iter().any(|line: &Value| line["kind"] == kind), "{kind}: {raw}");
    }
    let own = lines.iter().find(|line| line["kind"] == "game").unwrap();
    let record = own["data"]["record"].as_str().unwrap();
    assert_eq!(rules::record::Record::read_all(record).unwrap().len(), 1);
    assert!(!raw.contains("argon2") && !raw.contains("127.0.0.1"));
    assert_eq!(stranger.get("/api/me/export").await.unwrap().0, 401);
    server.end();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_admin_is_made_on_the_command_line() {
    let folder = folder("admin");
    let data = folder.to_str().unwrap();
    let server = Running::start(&["--data", data], &[]);
    let mut anna = registered(&server, "Anna").await;
    let mut boris = registered(&server, "Boris").await;
    assert_eq!(anna.get("/api/mod").await.unwrap().0, 404);
    assert!(refused(&["admin", "grant", "Nobody", "--data", data], 1).contains("Nobody"));
    refused(&["admin", "grant", "Anna", "--role", "king", "--data", data], 2);
    let answer = run(&["admin", "grant", "Anna", "--role", "admin", "--data", data]);
    assert_eq!((answer.status, answer.out.trim()), (0, "Anna admin"), "{answer:?}");
    assert_eq!(anna.get("/api/mod").await.unwrap().0, 200);
    let warn = json!({"act": "warn", "text": "Be kind."});
    assert_eq!(anna.post("/api/mod/players/Boris", warn).await.unwrap().0, 204);
    assert_eq!(boris.get("/api/me/notices").await.unwrap().1[0]["text"], "Be kind.");
    let log = run(&["admin", "log", "--data", data]);
    assert!(
        log.out.contains("console role Anna") && log.out.contains("Anna warn Boris"),
        "{log:?}"
    );
    let signals = run(&["admin", "signals", "--json", "--data", data]);
    let signals: Value = serde_json::from_str(&signals.out).unwrap();
    assert_eq!(signals, json!({"games": 0, "suspects": []}));
    assert_eq!(run(&["admin", "revoke", "Anna", "--data", data]).status, 0);
    assert_eq!(anna.get("/api/mod").await.unwrap().0, 404);
    server.end();
}
