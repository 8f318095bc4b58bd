//! Whatever comes over the wire is read or refused, never more: arbitrary texts, and sound messages
//! with something wrong in them. The parsers alone, and a real socket and real requests.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::support::{Folder, place};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use rules::{
    AnyLine, Choice, Composed, Game, Illegal, Outcome, Piece, Played, PositionError, Side, Spot,
    Square, Status, Variant, View,
};
use serde_json::json;
use server::client::Client;
use server::http::HttpConfig;
use server::serve::Database;
use server::wire::FromClient;
use text::answers::{Reach, frames, preview};

const SOUND: &[&str] = &[
    r#"{"type":"hello","lang":"ru","games":[{"game":"abc","since":3}]}"#,
    r#"{"type":"watch","game":"abc","since":0,"id":"1"}"#,
    r#"{"type":"unwatch","game":"abc"}"#,
    r#"{"type":"submit","game":"abc","ply":4,"actions":["a1a2","end"],"id":"x"}"#,
    r#"{"type":"preview","rules":"diaballik(pass=over-own)","position":null,"actions":["a1a2"]}"#,
    r#"{"type":"draw","game":"abc","answer":"offer"}"#,
    r#"{"type":"takeback","game":"abc","answer":"accept","id":null}"#,
    r#"{"type":"ping","id":"é🦀"}"#,
    r#"{"game":"seega","rules":"size=7","opponent":"engine","level":3,"clock":"5+3"}"#,
    r#"{"game":"senet","opponent":"local","nonce":"abc","start":"x","rated":false}"#,
    r#"{"ply":0,"actions":["a1"],"id":"x"}"#,
    r#"{"name":"Anna","password":"correct horse","bot":false,"invitation":"abc"}"#,
    r#"{"answer":"decline"}"#,
];

/// A sound text with a few places changed, cut off, repeated or put together with another.
fn mutated() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\"",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\\",
        "\\u0000",
        "null",
        "-1",
        "1e999",
        "9223372036854775808",
        "0.5",
        "true",
        "é",
        "\u{0}",
        "\u{202e}",
        "type",
        "submit",
        "\"type\":\"ping\",",
        "[[[[[[[[[[",
    ]);
    let change = (any::<prop::sample::Index>(), 0..6usize, piece);
    let changes = prop::collection::vec(change, 0..4);
    (prop::sample::select(SOUND), changes).prop_map(|(sound, changes)| {
        let mut text: Vec<char> = sound.chars().collect();
        for (at, taken, piece) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + taken).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

fn anything() -> impl Strategy<Value = String> {
    prop_oneof![4 => mutated(), 1 => any::<String>(), 1 => "[\\[{\":,}\\]0-9a-z]{0,80}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_parsers_take_anything(text in anything()) {
        let _ = server::http::bodies(text.as_bytes());
        if let Ok(FromClient::Preview { rules: Some(rules), position, actions, attempt, .. }) =
            FromClient::read(&text)
            && let Ok(mut game) = text::answers::game(&rules, position.as_deref())
        {
            let _ = preview(&mut *game, &actions, &attempt, Reach::Anything, text::text(text::Lang::Ru));
        }
    }
}

/// A game that counts what is asked of it. What replays the whole line is not to be asked for.
struct Counted {
    game: Game,
    played: usize,
    listed: AtomicUsize,
    drawn: AtomicUsize,
}

impl Counted {
    fn new(variant: Variant) -> Counted {
        Counted { game: Game::start(variant), played: 0, listed: 0.into(), drawn: 0.into() }
    }

    fn counts(&self) -> (usize, usize, usize) {
        (self.played, self.listed.load(Relaxed), self.drawn.load(Relaxed))
    }
}

impl AnyLine for Counted {
    fn play(&mut self, text: &str) -> Result<Played, Illegal> {
        self.played += 1;
        self.game.play(text)
    }

    fn choices(&self) -> Vec<Choice> {
        self.listed.fetch_add(1, Relaxed);
        self.game.choices()
    }

    fn view(&self) -> View {
        self.drawn.fetch_add(1, Relaxed);
        self.game.view()
    }

    fn transcript(&self) -> Vec<Played> {
        panic!("a transcript replays the line");
    }

    fn truncate(&mut self, _: usize) {
        panic!("a takeback replays the line");
    }

    fn variant(&self) -> Variant {
        self.game.variant()
    }

    fn status(&self) -> Status {
        self.game.status()
    }

    fn side(&self) -> Side {
        self.game.side()
    }

    fn position(&self) -> String {
        self.game.position()
    }

    fn start_position(&self) -> String {
        self.game.start_position()
    }

    fn odds(&self) -> Vec<(&'static str, u32)> {
        self.game.odds()
    }
    fn thrown(&self, random: u8) -> Option<&'static str> {
        self.game.thrown(random)
    }

    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn is_turn_open(&self) -> bool {
        self.game.is_turn_open()
    }

    fn ply(&self) -> usize {
        self.game.ply()
    }

    fn resigned(&self, side: Side) -> Outcome {
        self.game.resigned(side)
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn meant(&self, spots: &[Spot]) -> String {
        self.game.meant(spots)
    }

    fn is_compelled(&self) -> bool {
        self.game.is_compelled()
    }

    fn compose(&self, pieces: &[(Square, Piece)], side: Side) -> Composed {
        self.game.compose(pieces, side)
    }

    fn check_position(&self, text: &str) -> Result<(), PositionError> {
        self.game.check_position(text)
    }
}

/// Two thousand entries of Salta: pieces go there and back.
fn long_line(variant: Variant) -> Vec<String> {
    let mut game = Game::start(variant);
    let mut random = fastrand::Rng::with_seed(1);
    let mut entries = Vec::new();
    while entries.len() < 2_000 {
        let actions = game.actions();
        let played = game.act(actions[random.usize(..actions.len())]).unwrap();
        entries.push(played.text);
    }
    entries
}

/// The work is as long as the line, not its square.
#[test]
fn every_entry_of_a_long_line_is_played_once() {
    let variant = rules::open("salta", "limit=0").unwrap();
    let entries = long_line(variant);
    for from in [0, 1_900, 5_000] {
        let mut game = Counted::new(variant);
        let texts = entries.iter().map(String::as_str);
        let started = std::time::Instant::now();
        let found = frames(&mut game, from, texts, text::text(text::Lang::En)).unwrap();
        eprintln!("2,000 entries from {from}: {:?}", started.elapsed());
        let wanted = 2_001_usize.saturating_sub(from).min(200);
        assert_eq!((found.len(), game.counts()), (wanted, (2_000, 0, wanted)));
    }
    let mut game = Counted::new(variant);
    let found =
        preview(&mut game, &entries, &[], Reach::Anything, text::text(text::Lang::En)).unwrap();
    assert_eq!((found.events.len(), game.counts()), (2_000, (2_000, 1, 1)));
}

#[test]
fn what_is_sound_is_read() {
    let messages = SOUND.iter().filter(|text| text.contains("\"type\""));
    assert!(messages.clone().all(|text| FromClient::read(text).is_ok()));
    assert_eq!(server::http::bodies(SOUND[8].as_bytes()), ["Create"]);
    assert_eq!(server::http::bodies(SOUND[10].as_bytes()), ["Submit"]);
    assert_eq!(server::http::bodies(SOUND[11].as_bytes()), ["Names"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_server_takes_anything() {
    let folder = Folder::new("wire");
    let http = HttpConfig { unlimited: true, ..HttpConfig::default() };
    let server = place::start(Database::Folder(folder.path().to_owned()), http).await;
    let mut client = Client::new(server.address);
    client.post("/api/guest", json!({})).await.unwrap();
    let mut runner = TestRunner::deterministic();
    let mut socket = client.socket().await.unwrap();
    for number in 0..400 {
        let text = anything().new_tree(&mut runner).unwrap().current();
        socket.send_text(text.clone()).await.unwrap();
        // Whatever it was, the connection is alive behind it.
        socket.send(&json!({"type": "ping", "id": format!("after {number}")})).await.unwrap();
        loop {
            let answer = socket.receive().await.unwrap();
            if answer["type"] == "pong" && answer["id"] == format!("after {number}") {
                break;
            }
            assert_ne!(answer["code"], "internal", "{text:?}");
        }
    }
    let paths =
        ["/api/games", "/api/games/abc/actions", "/api/preview", "/api/login", "/api/register"];
    for number in 0..200 {
        let text = anything().new_tree(&mut runner).unwrap().current();
        // Passwords are slow on purpose: those paths come less often.
        let path = paths[if number % 20 == 0 { 3 + number / 20 % 2 } else { number % 3 }];
        let answer = client.raw("POST", path, &text).await.unwrap();
        let status: u16 = answer.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(status < 500, "{path} {text:?}: {answer}");
    }
    server.stop().await;
}
