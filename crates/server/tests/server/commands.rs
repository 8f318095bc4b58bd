//! Everything that can be done to a game besides playing it, with its edges: on SQLite, and on three
//! nodes that share a PostgreSQL, the players on different ones.

use crate::support::place::{
    GONE_AFTER_MS, Place, ask, both_move, done, look, play, refused, until,
};
use rules::{End, Side, Winner};
use serde_json::{Value, json};
use server::client::Client;
use server::serve::Database;
use server::store::{Append, Appended, EventRow, Happening, Phase, Store, now_ms};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let mut place = Place::sqlite("commands").await;
    all(&mut place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_three_nodes() {
    let Some(mut place) = Place::postgres("commands", 3).await else { return };
    all(&mut place).await;
    place.stop().await;
}

async fn all(place: &mut Place) {
    control_characters(place).await;
    draws(place).await;
    takebacks(place).await;
    at_the_same_moment(place).await;
    calling_off(place).await;
    claims(place).await;
    rematches(place).await;
    public_lists(place).await;
    settings(place).await;
    notebooks(place).await;
    submission_ids(place).await;
    rated_games(place).await;
    bots(place).await;
    playing_alone(place).await;
    clocks(place).await;
    rated_once_after_a_crash(place).await;
}

fn answer(word: &str) -> Value {
    json!({ "answer": word })
}

/// What a database cannot hold never gets there.
async fn control_characters(place: &Place) {
    let (game, mut one, _) = place.pair(json!({})).await;
    let submit = json!({"ply": 0, "actions": ["a1"], "id": "x\u{0}"});
    refused(&mut one, &game, "actions", submit, "bad-request").await;
    refused(&mut one, "%00", "resign", json!({}), "not-found").await;
    for path in ["/api/games?player=%00", "/api/games?game=%00", "/api/games?phase=%07"] {
        assert_eq!(one.get(path).await.unwrap().0, 400, "{path}");
    }
    for path in ["/api/games/%00", "/api/players/%00", "/api/games/a%27b/record"] {
        assert_eq!(one.get(path).await.unwrap().0, 404, "{path}");
    }
    let names = json!({"name": "a\u{0}b", "password": "a long password"});
    assert_eq!(one.post("/api/register", names.clone()).await.unwrap().0, 400);
    assert_eq!(one.post("/api/login", names).await.unwrap().0, 401);
    let (status, _) = one.request("DELETE", "/api/me/tokens/%00", None).await.unwrap();
    assert_eq!(status, 404);
    assert_eq!(look(&mut one, &game).await["ply"], 0);
}

async fn draws(place: &Place) {
    let (game, mut one, mut two) = place.pair(json!({})).await;
    refused(&mut one, &game, "draw", answer("accept"), "nothing-offered").await;
    refused(&mut one, &game, "draw", answer("decline"), "nothing-offered").await;
    done(&mut one, &game, "draw", answer("offer")).await;
    refused(&mut one, &game, "draw", answer("accept"), "nothing-offered").await;
    until(&mut two, &game, |state| state["draw"] == "first").await;
    done(&mut two, &game, "draw", answer("decline")).await;
    refused(&mut two, &game, "draw", answer("accept"), "nothing-offered").await;
    // An offer lapses when the other one plays; one's own play leaves it standing.
    until(&mut one, &game, |state| state["draw"].is_null()).await;
    done(&mut one, &game, "draw", answer("offer")).await;
    play(&mut one, &game, 0, "a1").await;
    assert_eq!(until(&mut two, &game, |state| state["ply"] == 1).await["draw"], "first");
    play(&mut two, &game, 1, "b1").await;
    refused(&mut two, &game, "draw", answer("accept"), "nothing-offered").await;
    // Two offers are an agreement.
    until(&mut one, &game, |state| state["ply"] == 2).await;
    done(&mut one, &game, "draw", answer("offer")).await;
    until(&mut two, &game, |state| state["draw"] == "first").await;
    done(&mut two, &game, "draw", answer("offer")).await;
    let over = until(&mut one, &game, |state| state["phase"] == "over").await;
    assert_eq!(
        (&over["result"]["winner"], &over["result"]["reason"]),
        (&json!("draw"), &json!("agreement"))
    );
    refused(&mut one, &game, "draw", answer("offer"), "game-over").await;
    refused(&mut one, &game, "resign", json!({}), "game-over").await;
    // The engine is not asked.
    let create = json!({"game": "seega", "opponent": "engine", "level": 1, "side": "first"});
    let (_, state) = one.post("/api/games", create).await.unwrap();
    let game = state["game"].as_str().unwrap();
    refused(&mut one, game, "draw", answer("offer"), "not-possible").await;
    refused(&mut one, game, "claim", json!({}), "not-possible").await;
}

async fn takebacks(place: &Place) {
    let (game, mut one, mut two) = place.pair(json!({"rules": "size=3"})).await;
    refused(&mut one, &game, "takeback", answer("offer"), "nothing-to-take-back").await;
    assert_eq!(look(&mut one, &game).await["may_take_back"], json!([false, false]));
    play(&mut one, &game, 0, "a1").await;
    assert_eq!(look(&mut one, &game).await["may_take_back"], json!([true, false]));
    refused(&mut two, &game, "takeback", answer("accept"), "nothing-offered").await;
    done(&mut one, &game, "takeback", answer("offer")).await;
    refused(&mut one, &game, "takeback", answer("accept"), "nothing-offered").await;
    until(&mut two, &game, |state| state["takeback"] == json!(["first", 0])).await;
    done(&mut two, &game, "takeback", answer("decline")).await;
    until(&mut one, &game, |state| state["takeback"].is_null()).await;
    done(&mut one, &game, "takeback", answer("offer")).await;
    // The opponent plays instead: that is an answer too.
    play(&mut two, &game, 1, "b1").await;
    refused(&mut two, &game, "takeback", answer("accept"), "nothing-offered").await;
    until(&mut one, &game, |state| state["ply"] == 2).await;
    done(&mut one, &game, "takeback", answer("offer")).await;
    until(&mut two, &game, |state| state["takeback"] == json!(["first", 0])).await;
    done(&mut two, &game, "takeback", answer("accept")).await;
    let back = until(&mut one, &game, |state| state["ply"] == 0).await;
    assert_eq!((&back["position"], &back["entries"]), (&back["start"], &json!([])));
    // What was taken back can be played again, by another submission; versions have no gap.
    play(&mut one, &game, 0, "c1").await;
    let (_, events) = two.get(&format!("/api/games/{game}/events?since=0")).await.unwrap();
    let versions: Vec<i64> =
        events.as_array().unwrap().iter().map(|e| e["version"].as_i64().unwrap()).collect();
    assert_eq!(versions, (1..=versions.len() as i64).collect::<Vec<_>>());
    done(&mut one, &game, "resign", json!({})).await;
    refused(&mut one, &game, "takeback", answer("offer"), "game-over").await;
    assert_eq!(look(&mut one, &game).await["may_take_back"], json!([false, false]));
    // A throw is not an action: nothing can be taken back after it.
    let (game, mut one, _) = place.pair(json!({"game": "senet"})).await;
    let state = until(&mut one, &game, |state| state["ply"] == 1).await;
    assert_eq!(state["may_take_back"], json!([false, false]));
    refused(&mut one, &game, "takeback", answer("offer"), "nothing-to-take-back").await;
}

/// An offer on one node does not make an action on another come too late.
async fn at_the_same_moment(place: &Place) {
    for _ in 0..20 {
        let (game, mut one, mut two) = place.pair(json!({})).await;
        play(&mut one, &game, 0, "a1").await;
        until(&mut two, &game, |state| state["ply"] == 1).await;
        tokio::join!(
            done(&mut one, &game, "takeback", answer("offer")),
            play(&mut two, &game, 1, "b1"),
        );
    }
}

async fn calling_off(place: &Place) {
    // Before anybody came; nobody else may.
    let (mut one, mut two) = (place.somebody(0), place.somebody(1));
    let create = json!({"game": "seega", "opponent": "lobby", "side": "first"});
    let (_, state) = one.post("/api/games", create).await.unwrap();
    let game = state["game"].as_str().unwrap();
    two.post("/api/guest", json!({})).await.unwrap();
    refused(&mut two, game, "abort", json!({}), "not-your-game").await;
    refused(&mut one, game, "resign", json!({}), "not-started").await;
    refused(&mut one, game, "actions", json!({"ply": 0, "actions": ["a1"]}), "not-started").await;
    done(&mut one, game, "abort", json!({})).await;
    until(&mut two, game, |state| state["phase"] == "over").await;
    refused(&mut two, game, "join", json!({}), "seat-taken").await;
    refused(&mut one, game, "rematch", json!({}), "not-possible").await;
    // After the first has moved, not after both have.
    let (game, mut one, mut two) = place.pair(json!({"rules": "size=3"})).await;
    play(&mut one, &game, 0, "a1").await;
    let off = until(&mut two, &game, |state| state["ply"] == 1).await;
    assert_eq!(off["phase"], "live");
    done(&mut two, &game, "abort", json!({})).await;
    let off = until(&mut one, &game, |state| state["phase"] == "over").await;
    assert_eq!(
        (&off["result"]["winner"], &off["result"]["reason"]),
        (&json!("none"), &json!("aborted"))
    );
    refused(&mut one, &game, "abort", json!({}), "game-over").await;
    let (game, mut one, mut two) = place.pair(json!({"rules": "drops=1"})).await;
    play(&mut one, &game, 0, "a1").await;
    play(&mut two, &game, 1, "b1").await;
    let state = until(&mut one, &game, |state| state["ply"] == 2).await;
    assert_eq!((&state["may_abort"], &off["may_abort"]), (&json!(false), &json!(false)));
    refused(&mut one, &game, "abort", json!({}), "too-late-to-abort").await;
}

/// Whether the opponent is here, and from when on the win can be claimed.
async fn presence(client: &mut Client, game: &str) -> Value {
    let (status, presence) = client.get(&format!("/api/games/{game}/presence")).await.unwrap();
    assert_eq!(status, 200, "{presence}");
    presence
}

async fn claims(place: &Place) {
    let (game, mut one, mut two) = place.pair(json!({})).await;
    // Neither has followed the game; it is first's turn, so only second waits for the other.
    assert_eq!(presence(&mut one, &game).await, json!({"here": false}));
    let away = presence(&mut two, &game).await;
    assert_eq!(away["here"], false);
    assert!(away["claim_at_ms"].as_i64().unwrap() > now_ms() - GONE_AFTER_MS, "{away}");
    let (status, _) = place.somebody(0).get(&format!("/api/games/{game}/presence")).await.unwrap();
    assert_eq!(status, 401, "for players");
    refused(&mut one, &game, "claim", json!({}), "not-possible").await;
    refused(&mut two, &game, "claim", json!({}), "not-gone").await;
    // Whoever is connected is seen.
    let store = place.server(1).live.store();
    assert_eq!(store.last_seen(&game).await.unwrap(), [0, 0]);
    let mut socket = one.socket().await.unwrap();
    socket.send(&json!({"type": "hello", "games": [{"game": game}]})).await.unwrap();
    while store.last_seen(&game).await.unwrap()[0] == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(store.last_seen(&game).await.unwrap()[1], 0);
    assert_eq!(presence(&mut two, &game).await, json!({"here": true}));
    drop(socket);
    let wait = GONE_AFTER_MS as u64;
    tokio::time::sleep(std::time::Duration::from_millis(wait + 100)).await;
    done(&mut two, &game, "claim", json!({})).await;
    let over = until(&mut one, &game, |state| state["phase"] == "over").await;
    assert_eq!(
        (&over["result"]["winner"], &over["result"]["reason"]),
        (&json!("second"), &json!("abandoned"))
    );
    let (_, state) =
        one.post("/api/games", json!({"game": "seega", "opponent": "local"})).await.unwrap();
    refused(&mut one, state["game"].as_str().unwrap(), "claim", json!({}), "not-possible").await;
}

/// Games by link are their players' own, unless they are rated or both agree.
async fn public_lists(place: &Place) {
    let mut anna = place.named(0, "Linked", false).await;
    let mut boris = place.named(1, "Friendly", false).await;
    let mut stranger = place.somebody(2);
    let listed = async |client: &mut Client, path: &str, game: &str| {
        let (status, found) = client.get(path).await.unwrap();
        assert_eq!(status, 200, "{found}");
        let games = found.as_array().or(found["games"].as_array()).unwrap().clone();
        games.iter().any(|one| one["game"] == game)
    };
    // Proposed by first, agreed to by second, rated; found by others.
    for (public, agrees, rated, found) in [
        (false, false, false, false),
        (false, true, false, false),
        (true, false, false, false),
        (true, true, false, true),
        (false, false, true, true),
    ] {
        let mut create =
            json!({"game": "seega", "opponent": "link", "public": public, "rated": rated});
        if rated {
            create["clock"] = json!("5+3");
        }
        let (status, state) = anna.post("/api/games", create).await.unwrap();
        assert_eq!((status, &state["public"]), (201, &json!(public)), "{state}");
        let game = state["game"].as_str().unwrap();
        done(&mut boris, game, "join", json!({"public": agrees})).await;
        assert_eq!(look(&mut boris, game).await["public"], public && agrees);
        assert_eq!(listed(&mut stranger, "/api/games?phase=live", game).await, found);
        assert_eq!(listed(&mut stranger, "/api/players/Linked", game).await, found);
        assert!(listed(&mut anna, "/api/me/games", game).await);
        done(&mut anna, game, "resign", json!({})).await;
        until(&mut boris, game, |state| state["phase"] == "over").await;
        assert_eq!(listed(&mut stranger, "/api/games", game).await, found);
    }
    let lobby = json!({"game": "seega", "opponent": "lobby", "public": true});
    assert_eq!(anna.post("/api/games", lobby).await.unwrap().0, 400, "always public");
}

/// Notebooks follow the account; an older state does not replace a newer one.
async fn notebooks(place: &Place) {
    let path = "/api/me/notebooks";
    assert_eq!(place.somebody(0).get(path).await.unwrap().0, 401);
    let mut anna = place.named(0, "Writer", false).await;
    assert_eq!(anna.get(path).await.unwrap(), (200, json!([])));
    let one = format!("{path}/one");
    let book = |title: &str, updated_ms: i64| json!({"title": title, "updated_ms": updated_ms, "body": {"tree": [[-1, "a1", "", "so"]]}});
    for (title, at) in [("first", 5), ("second", 9), ("late", 7)] {
        assert_eq!(anna.request("PUT", &one, Some(&book(title, at))).await.unwrap().0, 204);
    }
    let mut elsewhere = place.somebody(1);
    let names = json!({"name": "Writer", "password": "a long password"});
    assert_eq!(elsewhere.post("/api/login", names).await.unwrap().0, 200);
    let listed = json!([{"id": "one", "title": "second", "updated_ms": 9}]);
    assert_eq!(elsewhere.get(path).await.unwrap(), (200, listed));
    assert_eq!(elsewhere.get(&one).await.unwrap(), (200, book("second", 9)));
    let mut other = place.named(0, "Reader", false).await;
    assert_eq!(other.get(&one).await.unwrap().0, 404);
    for (at, bad) in [
        (one.as_str(), json!({"title": "x".repeat(121), "updated_ms": 10, "body": {}})),
        (one.as_str(), json!({"title": "", "updated_ms": 10, "body": {"zero": "a\u{0}b"}})),
        (one.as_str(), json!({"title": "", "updated_ms": 10})),
        ("/api/me/notebooks/a%20b", book("", 10)),
    ] {
        assert_eq!(anna.request("PUT", at, Some(&bad)).await.unwrap().0, 400, "{bad}");
    }
    let long = json!({"title": "", "updated_ms": 10, "body": {"long": "x".repeat(140_000)}});
    assert_eq!(anna.request("PUT", &one, Some(&long)).await.unwrap().0, 413);
    assert_eq!(anna.request("DELETE", &one, None).await.unwrap().0, 204);
    assert_eq!(anna.get(&one).await.unwrap().0, 404);
}

/// What a person chooses on the pages is kept with the account, unread.
async fn settings(place: &Place) {
    let path = "/api/me/settings";
    assert_eq!(place.somebody(0).get(path).await.unwrap().0, 401);
    let mut anna = place.named(0, "Chooser", false).await;
    assert_eq!(anna.get(path).await.unwrap(), (200, json!({})));
    let chosen = json!({"theme": "dark", "volume": 0.5, "new": {"later": [1]}});
    assert_eq!(anna.request("PUT", path, Some(&chosen)).await.unwrap().0, 204);
    let mut elsewhere = place.somebody(1);
    let names = json!({"name": "Chooser", "password": "a long password"});
    assert_eq!(elsewhere.post("/api/login", names).await.unwrap().0, 200);
    assert_eq!(elsewhere.get(path).await.unwrap(), (200, chosen.clone()));
    for bad in [json!([1]), json!({"long": "x".repeat(5000)}), json!({"zero": "a\u{0}b"})] {
        assert_eq!(anna.request("PUT", path, Some(&bad)).await.unwrap().0, 400);
    }
    assert_eq!(anna.get(path).await.unwrap(), (200, chosen));
}

async fn rematches(place: &Place) {
    let (game, mut one, mut two) = place.pair(json!({"rules": "size=7", "clock": "3d"})).await;
    refused(&mut one, &game, "rematch", json!({}), "not-possible").await;
    done(&mut one, &game, "resign", json!({})).await;
    until(&mut two, &game, |state| state["phase"] == "over").await;
    let mut stranger = place.somebody(2);
    stranger.post("/api/guest", json!({})).await.unwrap();
    refused(&mut stranger, &game, "rematch", json!({}), "not-your-game").await;
    // Both at once, each several times: one game comes of it.
    let again = |mut client: Client, game: String| async move {
        for _ in 0..4 {
            ask(&mut client, &game, "rematch", json!({})).await;
        }
    };
    tokio::join!(again(one.clone(), game.clone()), again(two.clone(), game.clone()));
    let state = until(&mut one, &game, |state| !state["rematch"].is_null()).await;
    let next = state["rematch"].as_str().unwrap().to_owned();
    let state = until(&mut two, &next, |state| state["phase"] == "live").await;
    assert_eq!(
        (&state["rules"], &state["time"], &state["seats"], &state["rematch_of"]),
        (&json!("seega(size=7)"), &json!("3d"), &json!(["first"]), &json!(game))
    );
    let (_, mine) = one.get("/api/me/games").await.unwrap();
    assert_eq!(mine.as_array().unwrap().len(), 2, "{mine}");
}

async fn submission_ids(place: &mut Place) {
    let (game, mut one, mut two) = place.pair(json!({})).await;
    let submit =
        |ply: i64, action: &str, id: &str| json!({"ply": ply, "actions": [action], "id": id});
    let first = done(&mut one, &game, "actions", submit(0, "a1", "x")).await;
    let again = done(&mut one, &game, "actions", submit(0, "a1", "x")).await;
    assert_eq!((&again["version"], &again["duplicate"]), (&first["version"], &json!(true)));
    // The id with something else is neither stored nor taken for the same.
    refused(&mut one, &game, "actions", submit(0, "b1", "x"), "id-reused").await;
    refused(&mut one, &game, "actions", submit(1, "a1", "x"), "id-reused").await;
    refused(&mut one, &game, "actions", submit(1, "b1", "x"), "id-reused").await;
    // The opponent's ids are the opponent's own.
    until(&mut two, &game, |state| state["ply"] == 1).await;
    refused(&mut two, &game, "actions", submit(1, "a1", "x"), "illegal").await;
    place.stop().await;
    place.start().await;
    (one.address, two.address) = (place.address(1), place.address(0));
    refused(&mut one, &game, "actions", submit(0, "b1", "x"), "id-reused").await;
    let again = done(&mut one, &game, "actions", submit(0, "a1", "x")).await;
    assert_eq!(again["duplicate"], true);
    assert_eq!(look(&mut two, &game).await["ply"], 1);
    // Taken back, it is still the one that was stored once.
    done(&mut one, &game, "takeback", answer("offer")).await;
    until(&mut two, &game, |state| !state["takeback"].is_null()).await;
    done(&mut two, &game, "takeback", answer("accept")).await;
    until(&mut one, &game, |state| state["ply"] == 0).await;
    let again = done(&mut one, &game, "actions", submit(0, "a1", "x")).await;
    assert_eq!(again["duplicate"], true);
    done(&mut one, &game, "actions", submit(0, "a1", "y")).await;
    assert_eq!(look(&mut one, &game).await["ply"], 1);
}

/// The ratings that a profile shows for a game.
async fn ratings(client: &mut Client, name: &str, game: &str) -> Option<Value> {
    let (_, profile) = client.get(&format!("/api/players/{name}")).await.unwrap();
    profile["ratings"].as_array().unwrap().iter().find(|one| one["game"] == game).cloned()
}

async fn rated(client: &mut Client, name: &str, game: &str, games: i64) -> f64 {
    for _ in 0..200 {
        if let Some(rating) = ratings(client, name, game).await
            && rating["games"] == games
        {
            assert_eq!(rating["provisional"], true);
            return rating["rating"].as_f64().unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{name} has no {games} rated games of {game}");
}

/// What a game did to the ratings of its players.
async fn changes(client: &mut Client, game: &str) -> Value {
    let (status, changes) = client.get(&format!("/api/games/{game}/ratings")).await.unwrap();
    assert_eq!(status, 200, "{changes}");
    changes
}

async fn rated_games(place: &Place) {
    let mut anna = place.named(0, "Anna", false).await;
    let mut boris = place.named(1, "Boris", false).await;
    let game = place.begun([&mut anna, &mut boris], json!({"rated": true, "clock": "5+3"})).await;
    both_move(&mut anna, &mut boris, &game).await;
    done(&mut anna, &game, "resign", json!({})).await;
    let lost = rated(&mut boris, "Anna", "seega", 1).await;
    let won = rated(&mut anna, "Boris", "seega", 1).await;
    assert!(lost < 1401.0 && won > 1599.0 && (lost + won - 3000.0).abs() < 1e-6);
    let first = changes(&mut anna, &game).await;
    assert_eq!(first[0], json!({"side": "first", "before": 1500.0, "after": lost}));
    assert_eq!(first[1], json!({"side": "second", "before": 1500.0, "after": won}));
    // A preset is rated in the same pool; calling off is not rated; other rules and starts are not.
    let game = place
        .begun(
            [&mut boris, &mut anna],
            json!({"rules": "traditional", "rated": true, "clock": "5+3"}),
        )
        .await;
    both_move(&mut boris, &mut anna, &game).await;
    done(&mut boris, &game, "resign", json!({})).await;
    let better = rated(&mut boris, "Anna", "seega", 2).await;
    assert!(better > lost);
    // The change is measured from the rating before this game.
    let second = changes(&mut place.somebody(2), &game).await;
    assert_eq!(second[1], json!({"side": "second", "before": lost, "after": better}));
    let game = place.begun([&mut boris, &mut anna], json!({"rated": true, "clock": "5+3"})).await;
    done(&mut boris, &game, "abort", json!({})).await;
    assert_eq!(changes(&mut anna, &game).await, json!([]));
    let bad = [
        json!({"game": "seega", "rules": "size=3", "opponent": "lobby", "rated": true, "clock": "5+3"}),
        json!({"game": "seega", "opponent": "local", "rated": true, "clock": "5+3"}),
        json!({"game": "seega", "opponent": "engine", "level": 3, "rated": true, "clock": "5+3"}),
        json!({"game": "seega", "opponent": "lobby", "rated": true, "clock": "5+3",
            "start": "5/2g2/gb1bg/5/b4 g 0,0 - 3"}),
        json!({"game": "seega", "opponent": "lobby", "accept_bots": true}),
        json!({"game": "seega", "opponent": "lobby", "rated": true}),
    ];
    for create in bad {
        let (status, answer) = anna.post("/api/games", create.clone()).await.unwrap();
        assert_eq!((status, &answer["code"]), (400, &json!("bad-request")), "{create}");
    }
    let mut guest = place.somebody(2);
    let create = json!({"game": "seega", "opponent": "lobby", "rated": true, "clock": "3d"});
    let (status, _) = guest.post("/api/games", create.clone()).await.unwrap();
    assert_eq!(status, 400, "guests have no ratings");
    // Nobody plays against themselves: joining again changes nothing, on whatever device.
    let (_, state) = anna.post("/api/games", create).await.unwrap();
    let own = state["game"].as_str().unwrap().to_owned();
    let mut elsewhere = place.somebody(1);
    let names = json!({"name": "anna", "password": "a long password"});
    assert_eq!(elsewhere.post("/api/login", names).await.unwrap().0, 200);
    assert_eq!(done(&mut elsewhere, &own, "join", json!({})).await["duplicate"], true);
    refused(&mut guest, &own, "join", json!({}), "not-possible").await;
    assert_eq!(look(&mut anna, &own).await["phase"], "open");
    assert_eq!(ratings(&mut guest, "Anna", "seega").await.unwrap()["games"], 2);
}

async fn bots(place: &Place) {
    let mut person = place.named(0, "Person", false).await;
    let mut bot = place.named(1, "Robot", true).await;
    let mut other = place.named(2, "Robot2", true).await;
    let create = |more: Value| {
        let mut all = json!({"game": "senet", "opponent": "lobby", "rated": true, "clock": "5+3"});
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        all
    };
    let made = |answer: (u16, Value)| answer.1["game"].as_str().unwrap().to_owned();
    // A person's game: only if the person said so when making it.
    let game = made(person.post("/api/games", create(json!({}))).await.unwrap());
    refused(&mut bot, &game, "join", json!({"accept_bots": true}), "bots-not-agreed").await;
    let game = made(person.post("/api/games", create(json!({"accept_bots": true}))).await.unwrap());
    let (_, lobby) = bot.get("/api/lobby").await.unwrap();
    let listed = lobby.as_array().unwrap().iter().find(|one| one["game"] == game.as_str());
    assert_eq!(listed.unwrap()["accept_bots"], true);
    done(&mut bot, &game, "join", json!({})).await;
    // A bot's game: only if the person says so when joining. Bots among themselves need no leave.
    let game = made(bot.post("/api/games", create(json!({}))).await.unwrap());
    refused(&mut person, &game, "join", json!({}), "bots-not-agreed").await;
    done(&mut person, &game, "join", json!({"accept_bots": true})).await;
    let game = made(bot.post("/api/games", create(json!({}))).await.unwrap());
    done(&mut other, &game, "join", json!({})).await;
    let kinds = |state: &Value| [0, 1].map(|seat| state["players"][seat]["kind"].clone());
    assert_eq!(kinds(&look(&mut person, &game).await), [json!("bot"), json!("bot")]);
    let (_, listed) = other.get("/api/me/games").await.unwrap();
    assert_eq!(kinds(&listed[0]), [json!("bot"), json!("bot")]);
}

/// Salta when one side is home: who won is settled, the loser plays on for the points.
async fn playing_alone(place: &Place) {
    const ALONE: &str = "KLMNO/FG1IJ/ABC1E/1H2D/5/5/5/abcde/fghij/klmno g 423 r 5";
    let create = |clock: &str| json!({"game": "salta", "start": ALONE, "clock": clock});
    let (game, mut loser, mut winner) = place.pair(create("5+0")).await;
    let state = until(&mut loser, &game, |state| state["phase"] == "live").await;
    assert_eq!(state["to_act"], "first");
    let own = state["legal"].as_array().unwrap().len();
    assert!(own > 0);
    // The winner has nothing to play, to offer or to give up; and cannot be missed.
    let action = &state["legal"][0]["action"];
    let play_it = json!({"ply": state["ply"], "actions": [action]});
    refused(&mut winner, &game, "actions", play_it, "not-your-turn").await;
    refused(&mut winner, &game, "resign", json!({}), "not-possible").await;
    refused(&mut winner, &game, "draw", answer("offer"), "not-possible").await;
    refused(&mut loser, &game, "draw", answer("offer"), "not-possible").await;
    tokio::time::sleep(std::time::Duration::from_millis(2 * GONE_AFTER_MS as u64)).await;
    refused(&mut loser, &game, "claim", json!({}), "not-possible").await;
    // The loser's clock runs, action after action.
    let action = action.as_str().unwrap();
    play(&mut loser, &game, state["ply"].as_i64().unwrap(), action).await;
    let state = until(&mut winner, &game, |now| now["ply"] != state["ply"]).await;
    assert_eq!((&state["to_act"], &state["clock"]["running"]), (&json!("first"), &json!("first")));
    // Giving up gives the actions made and the distance that is left.
    let there = rules::Game::from_position(
        rules::Variant::default_of(rules::GameId::SALTA),
        state["position"].as_str().unwrap(),
    );
    let points = there.unwrap().resigned(Side::First).points.unwrap();
    assert!(points > 6, "{points}");
    done(&mut loser, &game, "resign", json!({})).await;
    let over = until(&mut winner, &game, |state| state["phase"] == "over").await;
    assert_eq!(
        (&over["result"]["winner"], &over["result"]["reason"], &over["result"]["points"]),
        (&json!("second"), &json!("resign"), &json!(points))
    );
}

/// Makes it so much later in a game that nobody plays just now.
async fn later(place: &Place, game: &str, ms: i64) {
    let sql = |state: &str| {
        format!(
            "UPDATE game SET due_ms = due_ms - {ms}, look_ms = look_ms - {ms}, state = '{state}' \
             WHERE id = '{game}'"
        )
    };
    let earlier = |state: String| {
        let mut state: Value = serde_json::from_str(&state).unwrap();
        let since = state["times"]["since_ms"].as_i64().unwrap();
        state["times"]["since_ms"] = json!(since - ms);
        state.to_string()
    };
    let select = format!("SELECT state FROM game WHERE id = '{game}'");
    match &place.database {
        Database::Folder(folder) => {
            let file = folder.join("igroteka.sqlite");
            let pool =
                sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
            let (state,): (String,) = sqlx::query_as(&select).fetch_one(&pool).await.unwrap();
            sqlx::query(&sql(&earlier(state))).execute(&pool).await.unwrap();
            pool.close().await;
        }
        Database::Postgres(url) => {
            let pool = sqlx::PgPool::connect(url).await.unwrap();
            let (state,): (String,) = sqlx::query_as(&select).fetch_one(&pool).await.unwrap();
            sqlx::query(&sql(&earlier(state))).execute(&pool).await.unwrap();
            pool.close().await;
        }
    }
}

async fn clocks(place: &mut Place) {
    const DAY: i64 = 24 * 3_600_000;
    let day = |clock: &str| json!({"rules": "size=3", "clock": clock});
    let (fallen, mut one, mut two) = place.pair(day("1d")).await;
    let (running, mut three, mut four) = place.pair(day("2d")).await;
    let (blitz, mut five, mut six) = place.pair(day("1+5")).await;
    let (taken, mut seven, mut eight) = place.pair(day("5+0")).await;
    for (game, one, two) in [
        (&fallen, &mut one, &mut two),
        (&running, &mut three, &mut four),
        (&taken, &mut seven, &mut eight),
    ] {
        play(one, game, 0, "a1").await;
        play(two, game, 1, "b1").await;
    }
    // The increment comes after the turn, not before.
    let at = |state: &Value, side: usize| state["clock"]["left_ms"][side].as_i64().unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let before = at(&look(&mut five, &blitz).await, 0);
    assert!(before <= 59_750, "{before}");
    play(&mut five, &blitz, 0, "a1").await;
    let state = until(&mut six, &blitz, |state| state["ply"] == 1).await;
    let after = at(&state, 0);
    assert!((before + 1..=before + 5_000).contains(&after), "{before}, {after}");
    assert_eq!(state["clock"]["running"], "second");
    assert!(at(&state, 1) <= 60_000);
    // A takeback gives no time back.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    done(&mut seven, &taken, "takeback", answer("offer")).await;
    until(&mut eight, &taken, |state| !state["takeback"].is_null()).await;
    done(&mut eight, &taken, "takeback", answer("accept")).await;
    let state = until(&mut seven, &taken, |state| state["ply"] == 0).await;
    assert!(at(&state, 0) < 300_000, "{}", state["clock"]);
    // A day passes while no server runs: one flag has fallen, one clock has run on.
    place.stop().await;
    later(place, &fallen, DAY + 1000).await;
    later(place, &running, DAY).await;
    place.start().await;
    for (client, number) in [(&mut one, 1), (&mut two, 0), (&mut three, 2), (&mut four, 1)] {
        client.address = place.address(number);
    }
    let over = until(&mut two, &fallen, |state| state["phase"] == "over").await;
    assert_eq!(
        (&over["result"]["winner"], &over["result"]["reason"]),
        (&json!("second"), &json!("time"))
    );
    assert_eq!((at(&over, 0), &over["clock"]["running"]), (0, &json!(null)), "the flag has fallen");
    refused(&mut one, &fallen, "actions", json!({"ply": 2, "actions": ["c1"]}), "game-over").await;
    let state = look(&mut three, &running).await;
    assert!((DAY - 60_000..=DAY).contains(&at(&state, 0)), "{}", state["clock"]);
    // Each turn has its own days.
    let action = state["legal"][0]["action"].as_str().unwrap();
    play(&mut three, &running, 2, action).await;
    let state = until(&mut four, &running, |state| state["ply"] == 3).await;
    assert!(at(&state, 0) == 2 * DAY && at(&state, 1) > 2 * DAY - 60_000, "{}", state["clock"]);
}

/// The node that stored the end of a rated game died before it rated it.
async fn rated_once_after_a_crash(place: &mut Place) {
    let mut clara = place.named(0, "Clara", false).await;
    let mut david = place.named(1, "David", false).await;
    let game = place.begun([&mut clara, &mut david], json!({"rated": true, "clock": "5+3"})).await;
    place.stop().await;
    let store = match &place.database {
        Database::Folder(folder) => Store::sqlite(&folder.join("igroteka.sqlite")).await.unwrap(),
        Database::Postgres(url) => Store::postgres(url).await.unwrap(),
    };
    let (mut row, _) = store.load_game(&game).await.unwrap().unwrap();
    let expected = row.version;
    row.version += 1;
    (row.phase, row.due_ms, row.ended_ms) = (Phase::Over, None, Some(now_ms()));
    (row.winner, row.reason) = (Some(Winner::First), Some(End::Resign));
    let event = EventRow {
        version: row.version,
        what: Happening::Over { winner: Winner::First, reason: End::Resign, points: None },
        seat: Some(Side::Second),
        submission: None,
        at_ms: now_ms(),
    };
    let end = Append { expected, row, events: vec![event], entries: vec![], truncate: None };
    assert_eq!(store.append(end).await.unwrap(), Appended::Done);
    store.close().await;
    place.start().await;
    (clara.address, david.address) = (place.address(0), place.address(1));
    let won = rated(&mut david, "Clara", "seega", 1).await;
    let lost = rated(&mut clara, "David", "seega", 1).await;
    assert!((won + lost - 3000.0).abs() < 1e-6 && won > 1599.0);
    // All nodes have had time to do it again.
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    let (_, profile) = clara.get("/api/players/Clara").await.unwrap();
    assert_eq!(profile["history"].as_array().unwrap().len(), 1, "{profile}");
    assert_eq!(profile["ratings"][0]["games"], 1);
}
