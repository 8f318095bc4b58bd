//! Games that were played without the server: handed in once, unrated, as they were.

use crate::support::Folder;
use rules::{Game, Status, open};
use serde_json::{Value, json};
use server::client::Client;
use server::http::HttpConfig;
use server::live::LiveConfig;
use server::serve::{Config, Database, Server};

async fn sqlite(name: &str) -> (Server, Folder) {
    let _ = server::serve::Log::start(false);
    let folder = Folder::new(name);
    let config = Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        database: Database::Folder(folder.path().to_owned()),
        live: LiveConfig::default(),
        http: HttpConfig { unlimited: true, ..HttpConfig::default() },
    };
    (Server::start(config).await.unwrap(), folder)
}

/// Some game to its end.
fn played(game: &str, options: &str) -> Vec<String> {
    let mut line = Game::start(open(game, options).unwrap());
    let mut entries = Vec::new();
    let mut state = 7_u64;
    while !matches!(line.status(), Status::Over(_)) {
        let choices = line.choices();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let text = choices[(state >> 33) as usize % choices.len()].text.clone();
        line.play(&text).unwrap();
        entries.push(text);
    }
    entries
}

fn handed(name: &str, game: &str, options: &str, entries: &[String]) -> Value {
    json!({
        "name": name, "game": game, "rules": options, "opponent": "engine", "level": 3,
        "side": "second", "entries": entries, "created_ms": 1_700_000_000_000_i64,
        "ended_ms": 1_700_000_600_000_i64,
    })
}

#[tokio::test]
async fn a_game_is_handed_in_once() {
    let (server, _folder) = sqlite("hand-in").await;
    let mut one = Client::new(server.address);
    for (game, options) in [("seega", "size=3"), ("senet", "pieces=5")] {
        let entries = played(game, options);
        let body = handed(&format!("local-{game}"), game, options, &entries);
        let (status, first) = one.post("/api/games/played", body.clone()).await.unwrap();
        assert_eq!((status, &first["duplicate"]), (200, &json!(false)), "{first}");
        let (status, again) = one.post("/api/games/played", body.clone()).await.unwrap();
        assert_eq!((status, &again["duplicate"]), (200, &json!(true)), "{again}");
        assert_eq!(first["game"], again["game"]);

        let id = first["game"].as_str().unwrap();
        let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
        assert_eq!((&state["phase"], &state["rated"]), (&json!("over"), &json!(false)));
        let texts: Vec<&str> = state["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| e["text"].as_str().unwrap())
            .collect();
        assert_eq!(texts, entries);
        assert_eq!(
            (&state["players"][0]["level"], &state["seats"]),
            (&json!(3), &json!(["second"]))
        );
        assert_eq!(state["created_ms"], json!(1_700_000_000_000_i64));
        if game == "senet" {
            assert_eq!(state["throws"]["commit"], "", "its throws are not certified");
        }
        // Another person's game of the same name is another game.
        let mut two = Client::new(server.address);
        let (_, other) = two.post("/api/games/played", body).await.unwrap();
        assert_ne!(other["game"], first["game"]);
    }
    let (_, mine) = one.get("/api/me/games").await.unwrap();
    assert_eq!(mine.as_array().unwrap().len(), 2, "{mine}");
}

#[tokio::test]
async fn what_is_no_finished_game_is_refused() {
    let (server, _folder) = sqlite("hand-in-refused").await;
    let mut one = Client::new(server.address);
    let entries = played("seega", "size=3");
    let half = &entries[..4];
    let whole = handed("a", "seega", "size=3", &entries);
    let with = |name: &str, value: Value| {
        let mut body = whole.clone();
        body[name] = value;
        body
    };
    for (body, code) in [
        (with("entries", json!(half)), "bad-request"),
        (with("entries", json!(["zz"])), "illegal"),
        (with("opponent", json!("lobby")), "bad-request"),
        (with("name", json!("")), "bad-request"),
        (with("resigned", json!("first")), "bad-request"),
        (with("rules", json!("size=4")), "bad-options"),
    ] {
        let (status, refused) = one.post("/api/games/played", body.clone()).await.unwrap();
        assert!((400..500).contains(&status), "{body}");
        assert_eq!(refused["code"], code, "{body} {refused}");
    }
    // Given up, it is over.
    let mut body = with("entries", json!(half));
    body["resigned"] = json!("second");
    let (status, stored) = one.post("/api/games/played", body).await.unwrap();
    assert_eq!(status, 200, "{stored}");
    let id = stored["game"].as_str().unwrap();
    let (_, state) = one.get(&format!("/api/games/{id}")).await.unwrap();
    assert_eq!(
        (&state["result"]["winner"], &state["result"]["reason"]),
        (&json!("first"), &json!("resign"))
    );
}
