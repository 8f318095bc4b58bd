//! One damaged game: it is set aside and answers alone, and everything else goes on.

use crate::support::place::{Place, look, until};
use serde_json::json;
use server::live::check::{Checked, check};
use server::serve::Database;
use server::store::Store;
use sqlx::{Connection, Executor};

/// Runs statements on the database beside the server, as a fault would.
async fn damage(database: &Database, sql: &str) {
    match database {
        Database::Folder(folder) => {
            let url = format!("sqlite://{}/igroteka.sqlite", folder.display());
            let mut db = sqlx::SqliteConnection::connect(&url).await.unwrap();
            db.execute(sql).await.unwrap();
        }
        Database::Postgres(url) => {
            let mut db = sqlx::PgConnection::connect(url).await.unwrap();
            db.execute(sql).await.unwrap();
        }
    }
}

/// A game of two people with three actions, on a clock.
async fn played(place: &Place, clock: &str) -> String {
    let (game, mut one, mut two) = place.pair(json!({"clock": clock})).await;
    for (ply, action) in ["a1", "b1", "c1"].into_iter().enumerate() {
        let player = if ply == 1 { &mut two } else { &mut one };
        crate::support::place::play(player, &game, ply as i64, action).await;
    }
    game
}

async fn one_damaged_game_stops_nothing(mut place: Place) {
    // Due soon, so that every start would trip over them; and one that nothing is wrong with.
    let missing = played(&place, "0.02+0").await;
    let illegal = played(&place, "0.02+0").await;
    let nonsense = played(&place, "0.02+0").await;
    let event = played(&place, "10+0").await;
    let good = played(&place, "0.02+0").await;
    place.stop().await;
    // Games by link are in no list unless both players agree.
    damage(&place.database, "UPDATE game SET public = 1").await;
    damage(&place.database, &format!("DELETE FROM entry WHERE game = '{missing}' AND ply = 1"))
        .await;
    damage(
        &place.database,
        &format!("UPDATE entry SET text = 'a1' WHERE game = '{illegal}' AND ply = 1"),
    )
    .await;
    let phase = format!("UPDATE game SET phase = 'paused' WHERE id = '{nonsense}'");
    damage(&place.database, &phase).await;
    damage(&place.database, &format!("DELETE FROM event WHERE game = '{event}' AND version = 2"))
        .await;
    let overdue =
        "UPDATE game SET due_ms = 1, look_ms = 1 WHERE due_ms < 9000000000000 AND clock = '0.02+0'";
    damage(&place.database, overdue).await;
    place.start().await;
    // The good one is ended by its clock, which was read after the others.
    let mut client = place.somebody(0);
    let ended = until(&mut client, &good, |state| state["phase"] == "over").await;
    assert_eq!(ended["result"]["reason"], "time");
    for game in [&missing, &illegal, &nonsense] {
        let (status, answer) = client.get(&format!("/api/games/{game}")).await.unwrap();
        assert_eq!((status, &answer["code"]), (500, &json!("internal")), "{answer}");
    }
    // Lists leave out what they cannot show, and show the rest.
    let (status, list) = client.get("/api/games?phase=over").await.unwrap();
    assert_eq!((status, &list[0]["game"]), (200, &json!(good)), "{list}");
    let store = place.server(0).live.store();
    let aside = store.games_set_aside().await.unwrap();
    let mut ids: Vec<&String> = aside.iter().map(|(game, _)| game).collect();
    ids.sort();
    let mut expected = vec![&missing, &illegal, &nonsense];
    expected.sort();
    assert_eq!(ids, expected, "{aside:?}");
    assert!(store.due_games(i64::MAX).await.unwrap().iter().all(|due| !expected.contains(&due)));
    // The check finds them all, and what only the events show.
    let (checked, mut found) = report(store).await;
    assert_eq!((checked.games, checked.damaged), (5, 4), "{found:?}");
    found.retain(|(game, _)| *game == event);
    assert_eq!(found[0].1, "event 2 is missing");
    // What is repaired is taken up again.
    damage(&place.database, &format!("UPDATE game SET phase = 'live' WHERE id = '{nonsense}'"))
        .await;
    let (checked, _) = report(store).await;
    assert_eq!(checked, Checked { games: 5, damaged: 3, taken_up: 1 });
    until(&mut client, &nonsense, |state| state["phase"] == "over").await;
    assert_eq!(look(&mut client, &good).await["phase"], "over");
    place.stop().await;
}

async fn report(store: &Store) -> (Checked, Vec<(String, String)>) {
    let mut found = Vec::new();
    let checked =
        check(store, |game, reason| found.push((game.to_owned(), reason.to_owned()))).await;
    (checked.unwrap(), found)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    one_damaged_game_stops_nothing(Place::sqlite("damage").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_two_nodes() {
    let Some(place) = Place::postgres("damage", 2).await else { return };
    one_damaged_game_stops_nothing(place).await;
}
