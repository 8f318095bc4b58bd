//! While a rated game is on, the engine says nothing of it: by whatever way it is asked.

use crate::support::place::{Place, both_move, done, look, play, until};
use serde_json::{Value, json};
use server::client::Client;

async fn analysed(client: &mut Client, position: &Value, actions: Value) -> Value {
    let ask =
        json!({"rules": "draughts", "position": position, "actions": actions, "seconds": 0.05});
    let (status, answer) = client.post("/api/analyse", ask).await.unwrap();
    if status == 200 { json!("answered") } else { answer["code"].clone() }
}

/// The game after the first legal actions, so many of them.
async fn ahead(client: &mut Client, game: &str, count: usize) -> (Value, Vec<Value>) {
    let state = look(client, game).await;
    let (mut at, mut actions) = (json!({"position": state["position"]}), Vec::new());
    for _ in 0..count {
        let ask = json!({"rules": "draughts", "position": at["position"]});
        let (_, legal) = client.post("/api/preview", ask).await.unwrap();
        let action = legal["legal"][0]["action"].clone();
        let ask = json!({"rules": "draughts", "position": at["position"], "actions": [action]});
        (_, at) = client.post("/api/preview", ask).await.unwrap();
        actions.push(action);
    }
    (at["position"].clone(), actions)
}

async fn nobody_is_helped(mut place: Place) {
    let mut anna = place.named(0, "Anna", false).await;
    let mut boris = place.named(1, "Boris", false).await;
    let create = json!({"game": "draughts", "rated": true, "clock": "15+10"});
    let game = place.begun([&mut anna, &mut boris], create).await;
    both_move(&mut anna, &mut boris, &game).await;
    for ply in 0.. {
        let state = look(&mut anna, &game).await;
        if state["ply"].as_i64() >= Some(8) {
            break;
        }
        assert!(ply < 9);
        let player = if state["to_act"] == "first" { &mut anna } else { &mut boris };
        let action = state["legal"][0]["action"].as_str().unwrap().to_owned();
        let at = state["ply"].as_i64().unwrap();
        play(player, &game, at, &action).await;
        until(&mut anna, &game, |state| state["ply"].as_i64() > Some(at)).await;
    }
    let (here, _) = ahead(&mut anna, &game, 0).await;
    let mut stranger = place.somebody(1);
    // Where it stands, by the player, by another account of the same browser, and without a cookie.
    let mut second = anna.clone();
    second.cookie = second.cookie.map(|cookies| {
        cookies.split("; ").filter(|one| one.starts_with("igroteka-device")).collect()
    });
    for client in [&mut anna, &mut second, &mut stranger] {
        assert_eq!(analysed(client, &here, json!([])).await, "no-help");
        let ask = json!({"game": "draughts", "start": here, "side": "first"});
        for opponent in [json!({"opponent": "engine", "level": 8}), json!({"opponent": "local"})] {
            let mut create = ask.clone();
            create.as_object_mut().unwrap().extend(opponent.as_object().unwrap().clone());
            let (status, answer) = client.post("/api/games", create).await.unwrap();
            assert_eq!((status, &answer["code"]), (403, &json!("no-help")));
        }
    }
    // Actions ahead, given as such or as the position that they lead to.
    for count in 1..=3 {
        let (position, actions) = ahead(&mut anna, &game, count).await;
        for client in [&mut anna, &mut second] {
            assert_eq!(analysed(client, &position, json!([])).await, "no-help", "{count}");
            assert_eq!(analysed(client, &here, json!(actions)).await, "no-help", "{count}");
        }
    }
    // A game on one device that was played to the same position: no hint, and no review.
    let (_, local) =
        anna.post("/api/games", json!({"game": "draughts", "opponent": "local"})).await.unwrap();
    let local = local["game"].as_str().unwrap().to_owned();
    let state = look(&mut anna, &game).await;
    for (ply, entry) in state["entries"].as_array().unwrap().iter().enumerate() {
        play(&mut anna, &local, ply as i64, entry["text"].as_str().unwrap()).await;
    }
    let hint = format!("/api/games/{local}/hint");
    assert_eq!(anna.post(&hint, json!({})).await.unwrap().1["code"], "no-help");
    done(&mut anna, &local, "resign", json!({})).await;
    assert_eq!(anna.post(&hint, json!({})).await.unwrap().1["code"], "no-help");
    let review = format!("/api/games/{local}/review");
    assert_eq!(anna.post(&review, json!({})).await.unwrap().1["code"], "no-help");
    // Another game is another game.
    assert_eq!(analysed(&mut stranger, &Value::Null, json!([])).await, "answered");
    // When it is over, anybody may look into it.
    done(&mut boris, &game, "resign", json!({})).await;
    tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
    for client in [&mut anna, &mut stranger] {
        assert_eq!(analysed(client, &here, json!([])).await, "answered");
    }
    assert_eq!(anna.post(&review, json!({})).await.unwrap().0, 200);
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_helped_on_sqlite() {
    nobody_is_helped(Place::sqlite("no-help").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_helped_on_two_nodes() {
    let Some(place) = Place::postgres("nohelp", 2).await else { return };
    nobody_is_helped(place).await;
}
