//! Names: none can be taken for another, and a deleted one is nowhere to be seen.

use crate::support::place::{Place, both_move, done, look};
use serde_json::{Value, json};
use server::client::Client;

async fn register(place: &Place, node: usize, name: &str) -> Value {
    let names = json!({"name": name, "password": "a long password"});
    let (status, answer) = place.somebody(node).post("/api/register", names).await.unwrap();
    if status == 200 { json!("made") } else { answer["code"].clone() }
}

async fn names_that_could_be_another(place: &Place) {
    assert_eq!(register(place, 0, "Ivanov").await, "made");
    for (name, code) in [
        ("IVANOV", "name-taken"),
        // A small l, a one.
        ("lvanov", "name-taken"),
        ("1vanov", "name-taken"),
        // Cyrillic letters among Latin ones.
        ("Ivаnov", "mixed-name"),
        ("admin", "name-reserved"),
        ("Модератор", "name-reserved"),
        ("Igroteka-team", "name-reserved"),
        ("a b", "bad-name"),
    ] {
        assert_eq!(register(place, 1, name).await, code, "{name}");
    }
    // Whole words that look like words of another script.
    assert_eq!(register(place, 1, "cocop").await, "made");
    assert_eq!(register(place, 0, "сосор").await, "name-taken");
    assert_eq!(register(place, 0, "Иванов").await, "made");
}

/// Everything that anybody can read of a player's games.
async fn read(place: &Place, games: &[&str]) -> String {
    let mut all = String::new();
    for node in 0..2 {
        let mut reader = place.somebody(node);
        for path in ["/api/lobby", "/api/games", "/api/games?phase=live"] {
            all += &reader.raw("GET", path, "").await.unwrap();
        }
        for game in games {
            for part in ["", "/record", "/events", "/ratings"] {
                let path = format!("/api/games/{game}{part}");
                all += &reader.raw("GET", &path, "").await.unwrap();
            }
            all += &reader.raw("GET", &format!("/game/{game}"), "").await.unwrap();
            look(&mut reader, game).await;
        }
    }
    all
}

async fn a_deleted_name_vanishes(place: &Place) {
    let mut gone = place.named(0, "Vanishing", false).await;
    let mut other = place.named(1, "Remaining", false).await;
    let rated = json!({"rated": true, "clock": "5+3"});
    let over = place.begun([&mut gone, &mut other], rated.clone()).await;
    both_move(&mut gone, &mut other, &over).await;
    done(&mut gone, &over, "resign", json!({})).await;
    let live = place.begun([&mut gone, &mut other], rated.clone()).await;
    both_move(&mut gone, &mut other, &live).await;
    let create = json!({"game": "seega", "opponent": "lobby", "rated": true, "clock": "5+3"});
    let (_, open) = gone.post("/api/games", create).await.unwrap();
    let games = [over.as_str(), live.as_str(), open["game"].as_str().unwrap()];
    // Another's notebook has the record of the game.
    let book =
        json!({"title": "Vanishing – Remaining", "updated_ms": 1, "body": {"rules": "seega"}});
    let kept = other.request("PUT", "/api/me/notebooks/one", Some(&book)).await.unwrap();
    assert_eq!(kept.0, 204);
    assert!(read(place, &games).await.matches("Vanishing").count() > 8);
    // One who watches on the other node.
    let mut watcher = place.somebody(1).socket().await.unwrap();
    watcher.send(&json!({"type": "hello", "games": [{"game": live}]})).await.unwrap();
    while watcher.receive().await.unwrap()["type"] != "state" {}
    let proof = json!({"password": "a long password"});
    assert_eq!(gone.request("DELETE", "/api/me", Some(&proof)).await.unwrap().0, 204);
    let told = loop {
        let message = watcher.receive().await.unwrap();
        if message["type"] == "state" {
            break message;
        }
    };
    assert_eq!(told["players"][0].get("name"), None, "{told}");
    // Every game, and every node, hears of it by itself.
    let mut all = read(place, &games).await;
    for _ in 0..200 {
        if !all.contains("Vanishing") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        all = read(place, &games).await;
    }
    assert!(!all.contains("Vanishing") && all.contains("Remaining"), "{all}");
    let (_, book) = other.get("/api/me/notebooks/one").await.unwrap();
    assert_eq!(book["title"], "? – Remaining");
    assert_eq!(other.get("/api/players/Vanishing").await.unwrap().0, 404);
    // No account takes the name over.
    assert_eq!(register(place, 1, "Vanishing").await, "name-taken");
    assert_eq!(register(place, 0, "VANISHING").await, "name-taken");
    let mut guest = Client::new(place.address(1));
    assert_eq!(guest.get("/api/lobby").await.unwrap().0, 200);
}

async fn names(mut place: Place) {
    names_that_could_be_another(&place).await;
    a_deleted_name_vanishes(&place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_on_sqlite() {
    names(Place::sqlite("names").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_on_two_nodes() {
    let Some(place) = Place::postgres("names", 2).await else { return };
    names(place).await;
}
