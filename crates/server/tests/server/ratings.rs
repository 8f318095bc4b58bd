//! What ratings are worth: nothing is rated that was not played, and fresh accounts lift no rating.

use crate::support::place::{Place, ask, both_move, done, look, refused, until};
use serde_json::{Value, json};
use server::client::Client;

const RATED: &str = "5+3";

/// A rated game of two, in which both have moved.
async fn rated(place: &Place, one: &mut Client, two: &mut Client) -> String {
    let game = place.begun([one, two], json!({"rated": true, "clock": RATED})).await;
    both_move(one, two, &game).await;
    game
}

/// What a game did to the ratings, once it is rated.
async fn changes(client: &mut Client, game: &str) -> Value {
    for _ in 0..200 {
        let (_, changes) = client.get(&format!("/api/games/{game}/ratings")).await.unwrap();
        if changes != json!([]) {
            return changes;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{game} is not rated");
}

async fn nothing_counts_before_both_have_moved(place: &Place) {
    let mut anna = place.named(0, "Anna", false).await;
    let mut boris = place.named(1, "Boris", false).await;
    let create = json!({"rated": true, "clock": RATED});
    let resigned = place.begun([&mut anna, &mut boris], create).await;
    let action = look(&mut anna, &resigned).await["legal"][0]["action"].clone();
    done(&mut anna, &resigned, "actions", json!({"ply": 0, "actions": [action]})).await;
    until(&mut boris, &resigned, |state| state["ply"] == 1).await;
    done(&mut boris, &resigned, "resign", json!({})).await;
    let late = json!({"rated": true, "clock": "0.01+0"});
    let flagged = place.begun([&mut anna, &mut boris], late).await;
    let drawn = place.begun([&mut anna, &mut boris], json!({"rated": true, "clock": RATED})).await;
    done(&mut anna, &drawn, "draw", json!({"answer": "offer"})).await;
    until(&mut boris, &drawn, |state| !state["draw"].is_null()).await;
    done(&mut boris, &drawn, "draw", json!({"answer": "accept"})).await;
    // One turn that loses by the rules.
    let walled = json!({"game": "diaballik", "rated": true, "clock": RATED});
    let walled = place.begun([&mut anna, &mut boris], walled).await;
    let turn = json!({"ply": 0, "actions": ["a1a2", "a2a1", "d1>c1"]});
    done(&mut anna, &walled, "actions", turn).await;
    for game in [&resigned, &flagged, &drawn, &walled] {
        let state = until(&mut anna, game, |state| state["phase"] == "over").await;
        assert_eq!(state["result"]["reason"], "aborted", "{state}");
    }
    let (_, profile) = anna.get("/api/players/Anna").await.unwrap();
    assert_eq!(profile["ratings"], json!([]));
    // A game that is not rated ends as it always did.
    let casual = place.begun([&mut anna, &mut boris], json!({"clock": RATED})).await;
    done(&mut anna, &casual, "resign", json!({})).await;
    assert_eq!(look(&mut anna, &casual).await["result"]["reason"], "resign");
}

async fn fresh_accounts_lift_nobody(place: &Place) {
    let mut main = place.named(0, "Main", false).await;
    let mut last = String::new();
    for number in 0..4 {
        let mut fresh = place.named(number, &format!("Fresh{number}a"), false).await;
        let game = rated(place, &mut main, &mut fresh).await;
        let state = look(&mut main, &game).await;
        for player in state["players"].as_array().unwrap() {
            assert_eq!(player["provisional"], true, "{player}");
        }
        done(&mut fresh, &game, "resign", json!({})).await;
        changes(&mut main, &game).await;
        last = game;
    }
    let all = changes(&mut main, &last).await;
    assert_eq!(all[0], json!({"side": "first", "before": 1600.0, "after": 1600.0}));
    // The lobby says what kind of rating it is.
    let create = json!({"game": "seega", "opponent": "lobby", "rated": true, "clock": RATED});
    let (_, open) = main.post("/api/games", create).await.unwrap();
    let (_, lobby) = place.somebody(1).get("/api/lobby").await.unwrap();
    let own = lobby.as_array().unwrap().iter().find(|one| one["game"] == open["game"]).unwrap();
    let host = own["players"].as_array().unwrap().iter().find(|one| one["name"] == "Main").unwrap();
    assert_eq!((&host["rating"], &host["provisional"]), (&json!(1600.0), &json!(true)));
}

async fn a_pair_counts_five_times_a_day(place: &Place) {
    let mut one = place.named(0, "Paul", false).await;
    let mut two = place.named(1, "Paula", false).await;
    let mut last = String::new();
    let create = json!({"game": "seega", "opponent": "link", "rated": true, "clock": RATED});
    let (_, early) = one.post("/api/games", create.clone()).await.unwrap();
    let early = early["game"].as_str().unwrap().to_owned();
    for _ in 0..5 {
        last = rated(place, &mut one, &mut two).await;
        done(&mut two, &last, "resign", json!({})).await;
        changes(&mut one, &last).await;
    }
    refused(&mut two, &early, "join", json!({}), "pair-capped").await;
    // A rematch is played, and not rated.
    until(&mut one, &last, |state| state["phase"] == "over").await;
    done(&mut one, &last, "rematch", json!({})).await;
    until(&mut two, &last, |state| !state["rematch_by"].is_null()).await;
    done(&mut two, &last, "rematch", json!({})).await;
    let over = until(&mut one, &last, |state| !state["rematch"].is_null()).await;
    let next = look(&mut one, over["rematch"].as_str().unwrap()).await;
    assert_eq!(next["rated"], false);
    // With others they go on.
    let mut third = place.named(0, "Petra", false).await;
    let (status, answer) = ask(&mut third, &early, "join", json!({})).await;
    assert_eq!(status, 200, "{answer}");
}

async fn ratings(mut place: Place) {
    nothing_counts_before_both_have_moved(&place).await;
    fresh_accounts_lift_nobody(&place).await;
    a_pair_counts_five_times_a_day(&place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_on_sqlite() {
    ratings(Place::sqlite("ratings").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_on_two_nodes() {
    let Some(place) = Place::postgres("ratings", 2).await else { return };
    ratings(place).await;
}
