//! What is old: finished games are packed and read as before, on both databases; guests, sessions and
//! visits go when they are older than they are kept for; one node does so at a time.

use std::time::Duration;

use crate::support::place::{Place, ask, done, look, play, until};
use crate::support::{Folder, Postgres};
use rules::record::Record;
use rules::{Game, Side, Status, Variant};
use serde_json::{Value, json};
use server::client::Client;
use server::dump::{Exported, check_line, export};
use server::live::check::{Checked, check};
use server::live::{Command, LiveConfig, NewGame, Who};
use server::retention::{Keep, NotKept, step};
use server::serve::{Config, Database, Server};
use server::store::{CredentialKind, Grant, Opponent, Scopes, Store, Visit, now_ms};
use server::throws;
use sqlx::{Connection, Executor, Row};

/// Everything is kept, but finished games are packed at once.
const PACKED: Keep = Keep { guests: None, sessions: None, visits: None, events: Some(0) };

/// Runs a statement on the database beside the server.
async fn sql(database: &Database, sql: &str) {
    match database {
        Database::Folder(folder) => {
            let url = format!("sqlite://{}/igroteka.sqlite", folder.display());
            sqlx::SqliteConnection::connect(&url).await.unwrap().execute(sql).await.unwrap();
        }
        Database::Postgres(url) => {
            sqlx::PgConnection::connect(url).await.unwrap().execute(sql).await.unwrap();
        }
    }
}

/// How many rows a table has.
async fn count(database: &Database, table: &str) -> i64 {
    number(database, &format!("SELECT COUNT(*) FROM {table}")).await
}

/// The number that a query gives.
async fn number(database: &Database, sql: &str) -> i64 {
    match database {
        Database::Folder(folder) => {
            let url = format!("sqlite://{}/igroteka.sqlite", folder.display());
            let mut db = sqlx::SqliteConnection::connect(&url).await.unwrap();
            db.fetch_one(sql).await.unwrap().get(0)
        }
        Database::Postgres(url) => {
            let mut db = sqlx::PgConnection::connect(url).await.unwrap();
            db.fetch_one(sql).await.unwrap().get(0)
        }
    }
}

/// Steps until there is nothing to do.
async fn all_steps(store: &Store, keep: &Keep) {
    // What ended in this millisecond is not old yet.
    tokio::time::sleep(Duration::from_millis(5)).await;
    while step(store, keep).await.unwrap() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packed_games_read_as_before_on_sqlite() {
    packed_games_read_as_before(&mut Place::sqlite("packed").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn packed_games_read_as_before_on_two_nodes() {
    let Some(mut place) = Place::postgres("packed", 2).await else { return };
    packed_games_read_as_before(&mut place).await;
}

/// Plays random turns of a game on both clients.
async fn play_on(one: &mut Client, two: &mut Client, game: &str, seed: u64, most: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..most {
        let state = look(one, game).await;
        if state["phase"] != "live" {
            return;
        }
        let legal = state["legal"].as_array().unwrap();
        let action = legal[random.usize(..legal.len())]["action"].as_str().unwrap().to_owned();
        let player = if state["to_act"] == "first" { &mut *one } else { &mut *two };
        let ply = state["ply"].as_i64().unwrap();
        play(player, game, ply, &action).await;
        // The node that is asked next may hear of it a little later.
        until(one, game, |state| state["ply"].as_i64() > Some(ply)).await;
    }
}

/// All that can be read of a game, but for what goes with the time of day.
async fn all_of(client: &mut Client, game: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for path in ["", "/events?since=0", "/events?since=3", "/record", "/frames"] {
        let (status, mut answer) = client.get(&format!("/api/games/{game}{path}")).await.unwrap();
        assert_eq!(status, 200, "{path}: {answer}");
        forget_now(&mut answer);
        all.push(answer);
    }
    all
}

fn forget_now(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("now_ms");
            fields.values_mut().for_each(forget_now);
        }
        Value::Array(all) => all.iter_mut().for_each(forget_now),
        _ => {}
    }
}

async fn packed_games_read_as_before(place: &mut Place) {
    let mut games = Vec::new();
    let mut players = Vec::new();
    for (number, (kind, rules, clock)) in [
        ("seega", "size=3", "5+3"),
        ("salta", "", "none"),
        ("senet", "short", "10+0"),
        ("draughts", "", "3d"),
        ("diaballik", "limit=20", "none"),
    ]
    .into_iter()
    .enumerate()
    {
        let create = json!({"game": kind, "rules": rules, "clock": clock, "opponent": "lobby"});
        let (game, mut one, mut two) = place.pair(create).await;
        play_on(&mut one, &mut two, &game, number as u64, 12).await;
        // Something is taken back and played anew, offered and declined.
        if look(&mut one, &game).await["phase"] == "live" && kind != "senet" {
            let asked = ask(&mut one, &game, "takeback", json!({"answer": "offer"})).await;
            if asked.0 == 200 {
                done(&mut two, &game, "takeback", json!({"answer": "accept"})).await;
            }
            done(&mut two, &game, "draw", json!({"answer": "offer"})).await;
            let declined = done(&mut one, &game, "draw", json!({"answer": "decline"})).await;
            let version = declined["version"].as_i64();
            until(&mut one, &game, |state| state["version"].as_i64() >= version).await;
            play_on(&mut one, &mut two, &game, 100 + number as u64, 5).await;
        }
        let _ = ask(&mut two, &game, "resign", json!({})).await;
        until(&mut one, &game, |state| state["phase"] == "over").await;
        games.push(game);
        players.push((one, two));
    }
    let (running, mut one, mut two) = place.pair(json!({})).await;
    play_on(&mut one, &mut two, &running, 7, 6).await;
    let mut before = Vec::new();
    for (game, (one, _)) in games.iter().zip(&mut players) {
        before.push(all_of(one, game).await);
    }
    let store = place.server(0).live.store().clone();
    let mut loaded = Vec::new();
    for game in &games {
        loaded.push(store.load_game(game).await.unwrap().unwrap());
    }
    let dump = |store: Store| async move {
        let mut lines = Vec::new();
        let write = |line| {
            lines.push(line);
            Ok(())
        };
        let exported = export(&store, false, write).await.unwrap();
        assert_eq!(exported, Exported { games: 5, damaged: 0 });
        lines
    };
    let lines = dump(store.clone()).await;
    all_steps(&store, &PACKED).await;
    assert_eq!(count(&place.database, "packed").await, 5);
    assert_eq!(count(&place.database, "entry").await, 6, "those of the game that goes on");
    for (game, loaded) in games.iter().zip(&loaded) {
        assert_eq!(store.load_game(game).await.unwrap().as_ref(), Some(loaded));
    }
    assert_eq!(dump(store.clone()).await, lines);
    let whole = Checked { games: 6, damaged: 0, taken_up: 0 };
    assert_eq!(check(&store, |game, why| panic!("{game}: {why}")).await.unwrap(), whole);
    // By owners that have read the game from its packed form.
    place.stop().await;
    place.start().await;
    for (number, (game, before)) in games.iter().zip(&before).enumerate() {
        let (one, two) = &mut players[number];
        (one.address, two.address) = (place.address(0), place.address(1));
        let after = all_of(one, game).await;
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after);
        }
        let record = Record::read_all(after[3].as_str().unwrap()).unwrap().remove(0);
        assert_eq!(throws::verify(&record).is_ok_and(|throws| throws > 0), number == 2);
        let (status, list) = one.get("/api/games?limit=50").await.unwrap();
        assert_eq!(status, 200);
        let listed = |found: &Value| found["game"] == json!(game);
        assert!(list.as_array().unwrap().iter().any(listed), "{list}");
    }
    // What happens in a packed game stands behind what is packed.
    let (one, two) = &mut players[0];
    let version = look(one, &games[0]).await["version"].as_i64().unwrap();
    done(one, &games[0], "rematch", json!({})).await;
    let path = format!("/api/games/{}/events?since={}&seen={}", games[0], version - 1, version + 1);
    let (_, events) = two.get(&path).await.unwrap();
    let kinds: Vec<&str> =
        events.as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["over", "rematch-offered"], "{events}");
    let again = done(two, &games[0], "rematch", json!({})).await;
    assert!(again["version"].as_i64().unwrap() > version + 1, "{again}");
    let store = place.server(0).live.store().clone();
    all_steps(&store, &PACKED).await;
    let checked = check(&store, |game, why| panic!("{game}: {why}")).await.unwrap();
    assert_eq!((checked.games, checked.damaged), (7, 0));
    // A packed game that is damaged is found, and answers alone.
    let shared = matches!(place.database, Database::Postgres(_));
    let half = if shared { "substring(data FOR 30)" } else { "substr(data, 1, 30)" };
    sql(&place.database, &format!("UPDATE packed SET data = {half} WHERE game = '{}'", games[1]))
        .await;
    sql(&place.database, &format!("DELETE FROM packed WHERE game = '{}'", games[2])).await;
    let mut damaged = Vec::new();
    let checked = check(&store, |game, _| damaged.push(game.to_owned())).await.unwrap();
    damaged.sort();
    let mut expected = [games[1].clone(), games[2].clone()];
    expected.sort();
    assert_eq!((checked.damaged, damaged), (2, expected.to_vec()));
    place.stop().await;
    place.start().await;
    let mut somebody = place.somebody(0);
    let mut status = Vec::new();
    for game in &games[..4] {
        status.push(somebody.get(&format!("/api/games/{game}")).await.unwrap().0);
    }
    assert_eq!(status, [200, 500, 500, 200]);
    place.stop().await;
    // Every line of the dump is a game that can have been played; one that is changed is not.
    for line in &lines {
        check_line(line).unwrap();
        for (from, to) in
            [("\"winner\":\"", "\"winner\":\"x"), ("\"entries\":[\"", "\"entries\":[\"z9\",\"")]
        {
            let changed = line.replacen(from, to, 1);
            assert!(changed != *line && check_line(&changed).is_err(), "{changed}");
        }
    }
    let senet = lines.iter().find(|line| line.contains("\"throws\":{")).expect("one has throws");
    let mut forged: Value = serde_json::from_str(senet).unwrap();
    let nonce = &mut forged["throws"]["nonces"][0];
    *nonce = json!(format!("{}x", nonce.as_str().unwrap()));
    assert!(check_line(&forged.to_string()).unwrap_err().contains("throw"));
}

/// A server that packs at once.
async fn packing(database: Database, keep: Keep) -> Server {
    let live = LiveConfig { keep, ..LiveConfig::default() };
    let bind = "127.0.0.1:0".parse().unwrap();
    let http = server::http::HttpConfig { unlimited: true, ..Default::default() };
    Server::start(Config { bind, database, live, http }).await.unwrap()
}

/// A server packs by itself what it finds when it starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_packs_by_itself() {
    let mut place = Place::sqlite("packs").await;
    let (game, mut one, _) = place.pair(json!({})).await;
    done(&mut one, &game, "resign", json!({})).await;
    place.stop().await;
    let server = packing(place.database.clone(), PACKED).await;
    let mut tries = 0;
    while count(&place.database, "packed").await == 0 {
        tries += 1;
        assert!(tries < 200, "it was not packed");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    one.address = server.address;
    assert_eq!(look(&mut one, &game).await["phase"], "over");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_old_goes_on_sqlite() {
    let folder = Folder::new("old");
    let database = Database::Folder(folder.path().to_owned());
    let store = database.open().await.unwrap();
    what_is_old_goes(&database, &store).await;
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_old_goes_on_postgres_by_one_node() {
    let Some(postgres) = Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let database = Database::Postgres(postgres.database("old"));
    let (one, two) = (database.open().await.unwrap(), database.open().await.unwrap());
    what_is_old_goes(&database, &one).await;
    // A task is one node's until it lets it lapse.
    let soon = one.now_ms() + 60_000;
    assert!(one.take_task("a task", soon).await.unwrap());
    assert!(!two.take_task("a task", soon).await.unwrap());
    assert!(two.take_task("another", soon).await.unwrap());
    // Both nodes know the database's time only nearly.
    assert!(one.take_task("a task", one.now_ms() - 10_000).await.unwrap(), "kept");
    assert!(two.take_task("a task", soon).await.unwrap());
    assert!(!one.take_task("a task", soon).await.unwrap());
    one.close().await;
    two.close().await;
}

async fn what_is_old_goes(database: &Database, store: &Store) {
    const YEAR_MS: i64 = 365 * 24 * 3_600_000;
    let grant = async |account: &str, kind, expires_ms| {
        let scopes = Scopes::new(Vec::new());
        let grant = Grant { kind, label: "", scopes, agent: "", expires_ms };
        store.grant(account, grant).await.unwrap()
    };
    let visit = async |account: &str, secret: &str| {
        let hash = server::secret::hash(secret);
        let visit = Visit { credential: &hash, device: Some("d"), address: "192.0.2.1" };
        store.note_visit(account, visit).await.unwrap();
    };
    // Guests who were here long ago, in a game that goes on, and today; and an account.
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(store.create_guest().await.unwrap().id);
    }
    let [gone, plays, here, anna] = [0, 1, 2, 3].map(|index: usize| ids[index].clone());
    assert!(store.name_account(&anna, "Anna", "hash", false).await.unwrap());
    let mut secrets = Vec::new();
    for id in &ids {
        let secret = grant(id, CredentialKind::Session, i64::MAX).await;
        visit(id, &secret).await;
        secrets.push(secret);
    }
    let token = grant(&anna, CredentialKind::Token, i64::MAX).await;
    let expired = grant(&anna, CredentialKind::Token, 1).await;
    sql(
        database,
        &format!(
            "INSERT INTO game (id, kind, variant, opponent, clock, rated, creator, created_ms, \
             commitment, secret, version, ply, phase, second_account, state) VALUES ('g', 'seega', \
             'seega', 'link', 'none', 0, '{plays}', 0, '', '', 0, 0, 'open', '{plays}', '{{}}')"
        ),
    )
    .await;
    let old = now_ms() - YEAR_MS;
    for id in [&gone, &plays, &anna] {
        sql(database, &format!("UPDATE account SET created_ms = {old} WHERE id = '{id}'")).await;
        for table in ["credential", "device", "address"] {
            let aged = format!("UPDATE {table} SET seen_ms = {old} WHERE account = '{id}'");
            sql(database, &aged).await;
        }
    }
    sql(database, &format!("UPDATE account SET created_ms = {old} WHERE id = '{here}'")).await;
    // Everything is kept: only what has expired goes.
    let keep = Keep { guests: None, sessions: None, visits: None, events: None };
    all_steps(store, &keep).await;
    assert_eq!(count(database, "account").await, 4);
    assert_eq!(count(database, "credential").await, 5);
    assert_eq!(store.holder(&expired, CredentialKind::Token).await.unwrap(), None);
    // For two years: nothing is that old.
    let two_years = Some(730);
    let keep = Keep { guests: two_years, sessions: two_years, visits: two_years, events: None };
    all_steps(store, &keep).await;
    assert_eq!(count(database, "account").await, 4);
    assert_eq!((count(database, "device").await, count(database, "address").await), (4, 4));
    // Guests alone, then sessions and visits.
    let keep = Keep { guests: Some(90), sessions: None, visits: None, events: None };
    all_steps(store, &keep).await;
    assert_eq!(store.account(&gone).await.unwrap(), None);
    assert_eq!(count(database, "account").await, 3);
    assert_eq!((count(database, "device").await, count(database, "address").await), (3, 3));
    let held = async |secret: &str, kind| store.holder(secret, kind).await.unwrap().is_some();
    assert!(!held(&secrets[0], CredentialKind::Session).await);
    assert!(held(&secrets[1], CredentialKind::Session).await, "the game goes on");
    let keep = Keep { sessions: Some(90), visits: Some(90), ..keep };
    all_steps(store, &keep).await;
    assert!(!held(&secrets[1], CredentialKind::Session).await);
    assert!(held(&secrets[2], CredentialKind::Session).await, "used today");
    assert!(!held(&secrets[3], CredentialKind::Session).await);
    assert!(held(&token, CredentialKind::Token).await, "a token lasts until it expires");
    assert_eq!((count(database, "device").await, count(database, "address").await), (1, 1));
    assert_eq!(count(database, "account").await, 3, "an account is not a guest");
    // Many are removed, some at a time.
    for _ in 0..250 {
        store.create_guest().await.unwrap();
    }
    sql(database, &format!("UPDATE account SET created_ms = {old} WHERE name IS NULL")).await;
    let keep = Keep { guests: Some(90), sessions: None, visits: None, events: None };
    let before = count(database, "account").await;
    assert!(step(store, &keep).await.unwrap(), "there is more to do");
    let after = count(database, "account").await;
    assert!((50..=200).contains(&(before - after)), "{before} {after}");
    all_steps(store, &keep).await;
    assert_eq!(count(database, "account").await, 3);
}

#[test]
fn what_is_kept_is_set_by_name() {
    let mut keep = Keep::default();
    assert_eq!(keep.set("guests=30"), Ok(()));
    assert_eq!(keep.set("events=0"), Ok(()));
    assert_eq!(keep.set("events=always"), Ok(()));
    assert_eq!((keep.guests, keep.events), (Some(30), None));
    for wrong in
        ["guests", "guests=", "guests=-1", "guests=0", "guests=soon", "cookies=1", "guests=36501"]
    {
        assert!(matches!(keep.set(wrong), Err(NotKept(_))), "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_of_sixty_actions_takes_little_room_on_sqlite() {
    let folder = Folder::new("room");
    takes_little_room(Database::Folder(folder.path().to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_game_of_sixty_actions_takes_little_room_on_postgres() {
    let Some(postgres) = Postgres::start() else { return };
    takes_little_room(Database::Postgres(postgres.database("room"))).await;
}

/// How large a database is, with no room to spare.
async fn size(database: &Database) -> u64 {
    match database {
        Database::Folder(folder) => {
            for statement in ["PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"] {
                sql(database, statement).await;
            }
            sql(database, "PRAGMA wal_checkpoint(TRUNCATE)").await;
            std::fs::metadata(folder.join("igroteka.sqlite")).unwrap().len()
        }
        Database::Postgres(_) => {
            sql(database, "VACUUM FULL").await;
            let bytes = "SELECT pg_database_size(current_database())";
            number(database, bytes).await as u64
        }
    }
}

/// Random games of sixty actions and throws in the archive, packed: how large the file is for each.
async fn takes_little_room(database: Database) {
    const GAMES: usize = 100;
    const ACTIONS: usize = 60;
    // PostgreSQL begins every table and index with a page or two: more games show what each takes.
    let copies = if matches!(database, Database::Postgres(_)) { 20 } else { 1 };
    let never = Keep { guests: None, sessions: None, visits: None, events: None };
    let server = packing(database.clone(), never).await;
    let live = server.live.clone();
    let accounts = [
        live.store().create_guest().await.unwrap().id,
        live.store().create_guest().await.unwrap().id,
    ];
    let empty = size(&database).await;
    let mut tasks = Vec::new();
    for number in 0..GAMES {
        let (live, accounts) = (live.clone(), accounts.clone());
        tasks.push(tokio::spawn(async move {
            let rules = ["seega", "salta", "senet", "draughts", "diaballik"][number % 5];
            let variant = rules::open(rules, "").unwrap();
            // One that lasts.
            let (seed, line) = (number as u64..)
                .step_by(GAMES)
                .find_map(|seed| Some((seed, random_line(variant, seed, ACTIONS)?)))
                .unwrap();
            let new = NewGame {
                variant,
                start: None,
                opponent: Opponent::Lobby,
                level: None,
                side: Some(Side::First),
                clock: "10+5".into(),
                rated: false,
                accept_bots: false,
                public: false,
                challenged: None,
                private: false,
                nonce: None,
            };
            let id = live.create(&accounts[0], new).await.unwrap();
            let join = Command::Join { nonce: None, public: false };
            live.perform(&id, Who::Account(accounts[1].clone()), join).await.unwrap();
            let mut random = fastrand::Rng::with_seed(seed);
            for _ in 0..2 * ACTIONS {
                let room = live.look(&id).await.unwrap().room;
                let Status::ToAct(side) = room.game.status() else { break };
                if room.row.ply as usize >= ACTIONS {
                    break;
                }
                let action = match line.get(room.row.ply as usize) {
                    Some(action) if !throws::has_throws(variant) => action.clone(),
                    _ => random_action(&room.game, &mut random),
                };
                let submit = Command::Submit {
                    ply: room.row.ply,
                    actions: vec![action],
                    id: Some(server::secret::token(12)),
                };
                let who = Who::Account(accounts[side.index()].clone());
                live.perform(&id, who, submit).await.unwrap();
                tokio::time::sleep(Duration::from_millis(random.u64(..20))).await;
            }
            let _ = live.perform(&id, Who::Account(accounts[0].clone()), Command::Resign).await;
            live.look(&id).await.unwrap().room.row.ply
        }));
    }
    let mut actions = 0;
    for task in tasks {
        actions += task.await.unwrap();
    }
    assert!(actions as usize >= GAMES * ACTIONS * 9 / 10, "{actions}");
    // As if players had thought for some seconds each time; the clocks do not fit that, which takes
    // more room than if they did.
    for table in ["entry", "event"] {
        let later = format!(
            "UPDATE {table} SET at_ms = at_ms + version * 7000 + (version * version * 7919) % 6000"
        );
        sql(&database, &later).await;
    }
    copy_games(&database, copies, &["game", "entry", "event"]).await;
    let games = GAMES as u64;
    let loose = (size(&database).await - empty) / games / copies;
    drop_copies(&database, &["game", "entry", "event"]).await;
    all_steps(live.store(), &PACKED).await;
    assert_eq!(count(&database, "packed").await, GAMES as i64);
    copy_games(&database, copies, &["game", "packed"]).await;
    let packed = (size(&database).await - empty) / games / copies;
    let each = actions as u64 / games;
    let text = number(&database, "SELECT SUM(LENGTH(data)) / COUNT(*) FROM packed").await;
    println!(
        "{each} actions a game: {loose} bytes a game ({} an action) before packing, {packed} ({}) \
         after, of which the text has {text}",
        loose / each,
        packed / each
    );
    assert!(packed <= 2_500, "{packed}");
    assert!(packed / each <= 40, "{packed}");
    server.stop().await;
}

/// The column with the game's id.
fn game_column(table: &str) -> &'static str {
    if table == "game" { "id" } else { "game" }
}

/// Has so many of each game, with ids of the same length (PostgreSQL).
async fn copy_games(database: &Database, of_each: u64, tables: &[&str]) {
    if of_each < 2 {
        return;
    }
    for table in tables {
        let column = game_column(table);
        let copy = format!(
            "INSERT INTO {table} SELECT (jsonb_populate_record(t, jsonb_build_object('{column}', \
             '_' || substr(md5(t.{column} || n), 1, length(t.{column}) - 1)))).* \
             FROM {table} t, generate_series(2, {of_each}) n"
        );
        sql(database, &copy).await;
    }
}

async fn drop_copies(database: &Database, tables: &[&str]) {
    for table in tables {
        let column = game_column(table);
        sql(database, &format!("DELETE FROM {table} WHERE substr({column}, 1, 1) = '_'")).await;
    }
}

fn random_action(game: &Game, random: &mut fastrand::Rng) -> String {
    let actions = game.actions();
    game.action_text(actions[random.usize(..actions.len())])
}

/// A random game that goes on for so many entries; its actions, unless it has throws.
fn random_line(variant: Variant, seed: u64, length: usize) -> Option<Vec<String>> {
    if throws::has_throws(variant) {
        return Some(Vec::new());
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::start(variant);
    let mut line = Vec::new();
    while line.len() < length {
        if !matches!(game.status(), Status::ToAct(_)) {
            return None;
        }
        let action = random_action(&game, &mut random);
        game.play(&action).ok()?;
        line.push(action);
    }
    matches!(game.status(), Status::ToAct(_)).then_some(line)
}
