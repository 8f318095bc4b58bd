//! Looking after the place: who is told, what is logged, what is made good.

use crate::support::place::{Place, both_move, done, look, until};
use serde_json::{Value, json};
use server::client::Client;
use server::fair_play;
use server::store::{Act, Role};

/// A moderator of the given role.
async fn staff(place: &Place, name: &str, role: Role) -> Client {
    let client = place.named(0, name, false).await;
    let store = place.server(0).live.store();
    let account = store.account_named(name).await.unwrap().unwrap();
    assert!(store.moderate("console", &account.id, &Act::Role(role), "").await.unwrap());
    client
}

async fn act(moderator: &mut Client, name: &str, act: Value) -> (u16, Value) {
    moderator.post(&format!("/api/mod/players/{name}"), act).await.unwrap()
}

async fn notices(client: &mut Client) -> Vec<Value> {
    client.get("/api/me/notices").await.unwrap().1.as_array().unwrap().clone()
}

async fn rating(client: &mut Client, name: &str) -> f64 {
    let (_, profile) = client.get(&format!("/api/players/{name}")).await.unwrap();
    profile["ratings"][0]["rating"].as_f64().unwrap_or(1500.0)
}

/// A rated game that the second player loses.
async fn lost(place: &Place, one: &mut Client, two: &mut Client) -> String {
    let game = place.begun([one, two], json!({"rated": true, "clock": "5+3"})).await;
    both_move(one, two, &game).await;
    done(two, &game, "resign", json!({})).await;
    for _ in 0..200 {
        let (_, changes) = one.get(&format!("/api/games/{game}/ratings")).await.unwrap();
        if changes != json!([]) {
            return game;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{game} is not rated");
}

async fn reports_and_warnings(place: &Place) {
    let mut keeper = staff(place, "Keeper", Role::Moderator).await;
    let mut anna = place.named(1, "Anna", false).await;
    let mut boris = place.named(0, "Boris", false).await;
    let report = json!({"reason": "conduct", "text": "He stalls."});
    assert_eq!(anna.post("/api/players/Boris/report", report.clone()).await.unwrap().0, 204);
    assert_eq!(anna.post("/api/players/Anna/report", report.clone()).await.unwrap().0, 409);
    let game = place.begun([&mut anna, &mut boris], json!({})).await;
    let about = json!({"reason": "help", "game": game});
    assert_eq!(anna.post("/api/players/Keeper/report", about).await.unwrap().0, 400, "not in it");
    assert_eq!(place.somebody(0).post("/api/players/Boris/report", report).await.unwrap().0, 401);
    // To others there is no such page.
    for path in ["/api/mod", "/api/mod/players/Boris"] {
        assert_eq!(anna.get(path).await.unwrap().0, 404);
        assert_eq!(place.somebody(1).get(path).await.unwrap().0, 401);
    }
    let (status, seen) = keeper.get("/api/mod").await.unwrap();
    let reports = seen["reports"].as_array().unwrap();
    assert_eq!((status, reports.len()), (200, 1), "{seen}");
    assert_eq!((&reports[0]["name"], &reports[0]["by_name"]), (&json!("Boris"), &json!("Anna")));
    let (status, answer) = act(&mut keeper, "Boris", json!({"act": "warn", "text": ""})).await;
    assert_eq!((status, &answer["code"]), (400, &json!("bad-request")), "a reason is given");
    let warning = json!({"act": "warn", "text": "Please do not stall."});
    assert_eq!(act(&mut keeper, "Boris", warning).await.0, 204);
    let note = json!({"act": "note", "text": "second time"});
    assert_eq!(act(&mut keeper, "Boris", note).await.0, 204);
    let path = format!("/api/mod/reports/{}", reports[0]["id"].as_str().unwrap());
    let finish = json!({"text": "We have warned the player."});
    assert_eq!(keeper.post(&path, finish.clone()).await.unwrap().0, 204);
    assert_eq!(keeper.post(&path, finish).await.unwrap().0, 404, "done once");
    // Both are told; a note is for moderators.
    let told = notices(&mut boris).await;
    assert_eq!((told.len(), &told[0]["kind"]), (1, &json!("warn")), "{told:?}");
    assert_eq!(told[0]["text"], "Please do not stall.");
    assert_eq!(boris.get("/api/me").await.unwrap().1["notices"], true);
    let path = format!("/api/me/notices/{}/seen", told[0]["id"].as_str().unwrap());
    assert_eq!(anna.post(&path, json!({})).await.unwrap().0, 404, "not hers");
    assert_eq!(boris.post(&path, json!({})).await.unwrap().0, 204);
    assert!(notices(&mut boris).await.is_empty());
    assert_eq!(notices(&mut anna).await[0]["text"], "We have warned the player.");
    // What moderators know: where the account was used, in hashes.
    let (_, known) = keeper.get("/api/mod/players/boris").await.unwrap();
    let acts: Vec<&Value> =
        known["acts"].as_array().unwrap().iter().map(|one| &one["act"]).collect();
    assert_eq!(acts, ["report", "note", "warn"]);
    let address = &known["addresses"][0];
    assert_eq!(address["hash"].as_str().unwrap().len(), 16);
    assert!(!known.to_string().contains("127.0.0.1") && !known.to_string().contains("argon2"));
    // No moderator acts on another, or names one.
    staff(place, "Warden", Role::Moderator).await;
    let role = json!({"act": "role", "role": "moderator", "text": ""});
    assert_eq!(act(&mut keeper, "Anna", role.clone()).await.0, 409);
    let warning = json!({"act": "warn", "text": "no"});
    assert_eq!(act(&mut keeper, "Warden", warning.clone()).await.0, 409);
    let mut chief = staff(place, "Chief", Role::Admin).await;
    assert_eq!(act(&mut chief, "Anna", role).await.0, 204);
    assert_eq!(anna.get("/api/me").await.unwrap().1["role"], "moderator");
}

async fn names_and_bans(place: &Place) {
    let mut keeper = staff(place, "Keeper2", Role::Moderator).await;
    let mut rude = place.named(1, "Rudeness", false).await;
    let mut other = place.named(0, "Quiet", false).await;
    let game = place.begun([&mut rude, &mut other], json!({})).await;
    let rename = |name: &str| json!({"act": "rename", "name": name, "text": "Not that name."});
    assert_eq!(act(&mut keeper, "Rudeness", rename("Quiet")).await.1["code"], "name-taken");
    assert_eq!(act(&mut keeper, "Rudeness", rename("Renamed")).await.0, 204);
    for node in 0..2 {
        let mut reader = place.somebody(node);
        until(&mut reader, &game, |state| state["players"][0]["name"] == "Renamed").await;
    }
    let told = notices(&mut rude).await;
    assert_eq!((&told[0]["kind"], &told[0]["text"]), (&json!("rename"), &json!("Renamed")));
    let names = json!({"name": "Rudeness", "password": "a long password"});
    let (_, taken) = place.somebody(1).post("/api/register", names).await.unwrap();
    assert_eq!(taken["code"], "name-taken");
    // Banned: no new games with others, what is under way goes on, the engine plays.
    let ban = json!({"act": "ban", "days": 7, "text": "A week to calm down."});
    assert_eq!(act(&mut keeper, "Renamed", ban).await.0, 204);
    let create = |opponent: &str| json!({"game": "seega", "opponent": opponent});
    let (status, refused) = rude.post("/api/games", create("lobby")).await.unwrap();
    assert_eq!((status, &refused["code"]), (403, &json!("banned")));
    let (_, open) = other.post("/api/games", create("link")).await.unwrap();
    let path = format!("/api/games/{}/join", open["game"].as_str().unwrap());
    assert_eq!(rude.post(&path, json!({})).await.unwrap().1["code"], "banned");
    assert_eq!(rude.post("/api/games", create("local")).await.unwrap().0, 201);
    let action = look(&mut rude, &game).await["legal"][0]["action"].clone();
    done(&mut rude, &game, "actions", json!({"ply": 0, "actions": [action]})).await;
    assert!(notices(&mut rude).await.iter().any(|one| one["figure"].is_i64()));
    assert_eq!(act(&mut keeper, "Renamed", json!({"act": "unban", "text": ""})).await.0, 204);
    assert_eq!(rude.post("/api/games", create("lobby")).await.unwrap().0, 201);
}

async fn a_closed_account(place: &Place) {
    let mut keeper = staff(place, "Keeper3", Role::Moderator).await;
    let mut cheat = place.named(1, "Helped", false).await;
    let mut victim = place.named(0, "Victim", false).await;
    // The same browser, and a page that was left.
    victim.cookie = victim.cookie.map(|cookies| {
        let device = |one: &&str| one.starts_with("igroteka-device");
        let own = cookies.split("; ").filter(|one| !device(one)).collect::<Vec<_>>();
        let others = cheat.cookie.clone().unwrap();
        let shared = others.split("; ").find(device).unwrap().to_owned();
        format!("{}; {shared}", own.join("; "))
    });
    let names = json!({"name": "Victim", "password": "a long password"});
    assert_eq!(victim.post("/api/login", names).await.unwrap().0, 200);
    let game = place.begun([&mut cheat, &mut victim], json!({"rated": true, "clock": "5+3"})).await;
    let away = format!("/api/games/{game}/away");
    assert_eq!(cheat.post(&away, json!({"ms": 2500})).await.unwrap().0, 204);
    assert_eq!(cheat.post(&away, json!({"ms": 0})).await.unwrap().0, 400);
    assert_eq!(keeper.post(&away, json!({"ms": 2500})).await.unwrap().0, 403);
    done(&mut cheat, &game, "abort", json!({})).await;
    let game = lost(place, &mut cheat, &mut victim).await;
    let before = rating(&mut victim, "Victim").await;
    assert!(before < 1450.0);
    // What finished games say.
    let store = place.server(0).live.store();
    assert_eq!(fair_play::compute(store, 100, |_| {}).await.unwrap(), 1);
    assert_eq!(fair_play::compute(store, 100, |_| {}).await.unwrap(), 0, "once");
    let (_, seen) = keeper.get("/api/mod").await.unwrap();
    let suspects = seen["suspects"].as_array().unwrap();
    let helped = suspects.iter().find(|one| one["name"] == "Helped").unwrap();
    assert_eq!((&helped["same_device"], &helped["games"]), (&json!(1), &json!(1)));
    let (_, known) = keeper.get("/api/mod/players/Helped").await.unwrap();
    assert_eq!(known["signals"][0]["game"], game.as_str());
    assert!(known["devices"].as_array().unwrap().iter().any(|one| one["other_name"] == "Victim"));
    // Closed, told why, and what others lost is given back.
    let running = place.begun([&mut cheat, &mut victim], json!({})).await;
    let token = cheat.post("/api/me/tokens", json!({})).await.unwrap().1;
    let close = json!({"act": "close", "text": "Engine help.", "refund": true});
    assert_eq!(act(&mut keeper, "Helped", close).await.0, 204);
    assert!((rating(&mut victim, "Victim").await - 1500.0).abs() < 1.0);
    assert!(notices(&mut victim).await.iter().any(|one| one["kind"] == "refund"));
    let state = until(&mut victim, &running, |state| state["phase"] == "over").await;
    assert_eq!(state["result"]["winner"], "second");
    assert_eq!(cheat.get("/api/me").await.unwrap().1, json!(null), "sessions have ended");
    cheat.headers = format!("authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
    assert_eq!(cheat.get("/api/me").await.unwrap().0, 401);
    cheat.headers.clear();
    let names = json!({"name": "Helped", "password": "a long password"});
    assert_eq!(cheat.post("/api/login", names).await.unwrap().0, 200);
    assert_eq!(notices(&mut cheat).await[0]["text"], "Engine help.");
    let create = json!({"game": "seega", "opponent": "local"});
    assert_eq!(cheat.post("/api/games", create).await.unwrap().1["code"], "account-closed");
    assert!(cheat.socket().await.is_err());
    let (_, known) = keeper.get("/api/mod/players/Helped").await.unwrap();
    assert!(known["closed_ms"].is_i64());
    // A second time nothing is given back again.
    let account = store.account_named("Helped").await.unwrap().unwrap();
    assert_eq!(store.refund("console", &account.id).await.unwrap(), []);
    // The next rated game goes on from there.
    let mut third = place.named(1, "Third", false).await;
    let game = lost(place, &mut victim, &mut third).await;
    let (_, changes) = victim.get(&format!("/api/games/{game}/ratings")).await.unwrap();
    assert!((changes[0]["before"].as_f64().unwrap() - 1500.0).abs() < 1.0, "{changes}");
}

/// What moderators have done cannot be changed by anybody.
async fn the_log_stays(place: &Place) {
    let acts = place.server(0).live.store().acts(None, 1000).await.unwrap();
    assert!(acts.len() > 10);
    let change = "UPDATE mod_act SET detail = ''";
    let remove = "DELETE FROM mod_act";
    match &place.database {
        server::serve::Database::Folder(folder) => {
            let url = format!("sqlite://{}", folder.join("igroteka.sqlite").display());
            let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
            assert!(sqlx::query(change).execute(&pool).await.is_err());
            assert!(sqlx::query(remove).execute(&pool).await.is_err());
        }
        server::serve::Database::Postgres(url) => {
            let pool = sqlx::PgPool::connect(url).await.unwrap();
            assert!(sqlx::query(change).execute(&pool).await.is_err());
            assert!(sqlx::query(remove).execute(&pool).await.is_err());
        }
    }
    assert_eq!(place.server(0).live.store().acts(None, 1000).await.unwrap(), acts);
}

async fn moderation(mut place: Place) {
    reports_and_warnings(&place).await;
    names_and_bans(&place).await;
    a_closed_account(&place).await;
    the_log_stays(&place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderation_on_sqlite() {
    moderation(Place::sqlite("moderation").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moderation_on_two_nodes() {
    let Some(place) = Place::postgres("moderation", 2).await else { return };
    moderation(place).await;
}
