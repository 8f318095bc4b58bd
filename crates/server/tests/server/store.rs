//! One contract: both databases keep it, and so does the model of the simulation.

use std::time::Duration;

use crate::support::model::AtOnce;
use crate::support::{Folder, Postgres};
use rules::{End, GameId, Side, Winner};
use server::live::LiveState;
use server::store::{
    Append, Appended, CredentialKind, EntryRow, EventRow, GameRow, Grant, Happening, Ledger,
    Notice, Opponent, Outage, Phase, PlayedEntry, Rated, Scope, Scopes, Search, Standing, Store,
    now_ms,
};

#[tokio::test]
async fn the_model_keeps_the_contract() {
    let model = AtOnce::default();
    ledger(&model, &model.clone()).await;
    races(&model, &model.clone()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_the_contract() {
    let folder = Folder::new("store");
    let file = folder.path().join("games.sqlite");
    let store = Store::sqlite(&file).await.unwrap();
    contract(&store, &store).await;
    store.close().await;
    // What was stored is there after a restart.
    let store = Store::sqlite(&file).await.unwrap();
    assert!(store.load_game("game-a").await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_the_contract_with_two_nodes() {
    let Some(postgres) = Postgres::start() else {
        eprintln!("no PostgreSQL on this machine");
        return;
    };
    let url = postgres.database("store");
    let (one, two) = (Store::postgres(&url).await.unwrap(), Store::postgres(&url).await.unwrap());
    let mut notices = two.listen();
    let ready = tokio::time::timeout(Duration::from_secs(20), notices.recv()).await;
    assert_eq!(ready.expect("it begins to listen"), Some(Notice::Missed));
    contract(&one, &two).await;
    let mut missing = vec![1, 3];
    while !missing.is_empty() {
        let notice = tokio::time::timeout(Duration::from_secs(20), notices.recv()).await;
        match notice.expect("every change is announced").unwrap() {
            Notice::Changed { game, version } if game == "game-a" => {
                missing.retain(|wanted| *wanted != version);
            }
            _ => {}
        }
    }
}

fn game(id: &str, account: &str) -> GameRow {
    GameRow {
        id: id.into(),
        kind: GameId::SEEGA,
        variant: "seega".into(),
        start: None,
        opponent: Opponent::Link,
        clock: "none".into(),
        rated: Rated::No,
        accept_bots: false,
        public: true,
        challenged: None,
        private: false,
        creator: account.into(),
        created_ms: now_ms(),
        commitment: "c".into(),
        secret: "s".into(),
        first_level: None,
        second_level: Some(3),
        rematch_of: None,
        version: 0,
        ply: 0,
        phase: Phase::Live,
        first_account: Some(account.into()),
        second_account: None,
        first_nonce: Some("n".into()),
        second_nonce: None,
        state: LiveState::default(),
        due_ms: None,
        engine_ms: None,
        winner: None,
        reason: None,
        points: None,
        ended_ms: None,
        first_seen_ms: 0,
        second_seen_ms: 0,
    }
}

/// An append of some actions to a game as it stands.
fn played(row: &GameRow, texts: &[&str]) -> Append {
    let at_ms = now_ms();
    let mut after = row.clone();
    after.version += 1;
    after.ply += texts.len() as i64;
    let entry = |(index, text): (usize, &&str)| EntryRow {
        ply: row.ply + index as i64,
        version: after.version,
        side: Side::First,
        text: (*text).into(),
        at_ms,
    };
    Append {
        expected: row.version,
        events: vec![EventRow {
            version: after.version,
            what: Happening::Played {
                entries: vec![PlayedEntry { ply: 0, side: Side::First, text: "\"'".into() }],
                left_ms: [1, 2],
                submitted: "d".into(),
            },
            seat: Some(Side::First),
            submission: Some(format!("s{}", after.version)),
            at_ms,
        }],
        entries: texts.iter().enumerate().map(entry).collect(),
        truncate: None,
        row: after,
    }
}

/// An outage whose writing was not answered is written again, longer: it counts as a whole.
async fn outages(store: &Store) {
    let [early, begun, short, long] = [(10, 20), (1_000, 2_000), (1_000, 1_500), (1_000, 3_000)]
        .map(|(from_ms, until_ms)| Outage { from_ms, until_ms });
    let later = Outage { from_ms: now_ms() - 1_000, until_ms: now_ms() };
    let shifted = |outage: Outage| Outage {
        from_ms: later.from_ms - 60_000 + outage.from_ms,
        until_ms: later.from_ms - 60_000 + outage.until_ms,
    };
    for outage in [later, shifted(begun), shifted(short), shifted(long), shifted(early)] {
        assert_eq!(store.beat(Some(outage)).await.unwrap(), Some(outage));
    }
    Ledger::read_outages(store).await.unwrap();
    assert_eq!(*store.outages(), [shifted(early), shifted(long), later]);
}

async fn contract(store: &Store, other: &Store) {
    outages(store).await;
    ledger(store, other).await;
    games(store).await;
    races(store, other).await;
    people(store).await;
    ratings(store).await;
}

/// What judging needs: also the model's contract.
async fn ledger(store: &impl Ledger, other: &impl Ledger) {
    assert_eq!(store.load_game("nothing").await.unwrap(), None);
    let row = game("game-a", "anna");
    store.create_game(&row).await.unwrap();
    assert_eq!(other.load_game("game-a").await.unwrap(), Some((row.clone(), vec![])));
    assert!(store.create_game(&row).await.is_err(), "the id is taken");

    let first = played(&row, &["a1", "b1"]);
    assert_eq!(store.append(first.clone()).await.unwrap(), Appended::Done);
    let (now, entries) = other.load_game("game-a").await.unwrap().unwrap();
    assert_eq!((&now, &entries), (&first.row, &first.entries));

    // The same again, from whichever node, is too late and changes nothing.
    assert_eq!(store.append(first.clone()).await.unwrap(), Appended::Stale);
    assert_eq!(other.append(played(&row, &["e5"])).await.unwrap(), Appended::Stale);
    assert_eq!(store.load_game("game-a").await.unwrap().unwrap(), (now.clone(), entries));

    // Events are resumed from any version.
    let second = played(&now, &["c1"]);
    store.append(second.clone()).await.unwrap();
    let events = other.events_since("game-a", 0).await.unwrap();
    assert_eq!(events, [first.events, second.events.clone()].concat());
    assert_eq!(other.events_since("game-a", 1).await.unwrap(), second.events);
    assert_eq!(other.events_since("game-a", 2).await.unwrap(), []);

    // A takeback takes entries off, and the end shows in the row.
    let mut back = played(&second.row, &[]);
    back.row.ply = 1;
    back.truncate = Some(1);
    back.row.phase = Phase::Over;
    back.row.winner = Some(Winner::Second);
    back.row.reason = Some(End::Resign);
    back.row.points = Some(7);
    back.row.ended_ms = Some(now_ms());
    store.append(back.clone()).await.unwrap();
    let (now, entries) = store.load_game("game-a").await.unwrap().unwrap();
    assert_eq!(now, back.row);
    assert_eq!(entries.iter().map(|e| e.text.as_str()).collect::<Vec<_>>(), ["a1"]);

    // Deadlines and leases.
    let mut due = game("game-due", "anna");
    due.due_ms = Some(1000);
    due.engine_ms = Some(500);
    store.create_game(&due).await.unwrap();
    assert_eq!(store.due_games(999).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.due_games(1000).await.unwrap(), ["game-due"]);
    assert_eq!(store.engine_games(500).await.unwrap(), ["game-due"]);
    assert!(store.lease_engine("game-due", 0, 500, 9000).await.unwrap());
    assert!(!other.lease_engine("game-due", 0, 500, 9000).await.unwrap(), "one node has it");
    assert_eq!(store.engine_games(8999).await.unwrap(), Vec::<String>::new());

    // Clocks have stood: what is due is put off, unless the game has changed.
    other.postpone("game-due", 0, Some(2000)).await.unwrap();
    store.postpone("game-due", 1, Some(1)).await.unwrap();
    assert_eq!(store.due_games(1999).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.due_games(2000).await.unwrap(), ["game-due"]);
    assert_eq!(store.last_seen("game-due").await.unwrap(), [0, 0]);

    // If something is due later than before, the game is found as early as before, and put off; if it
    // is due earlier, or in another phase, it is found then; if nothing is, not at all.
    let mut later = played(&other.game_row("game-due").await.unwrap().unwrap(), &["a1"]);
    let mut looked = async |due_ms: Option<i64>, phase: Phase| {
        (later.row.due_ms, later.row.phase) = (due_ms, phase);
        assert_eq!(store.append(later.clone()).await.unwrap(), Appended::Done);
        let (row, _) = other.load_game("game-due").await.unwrap().unwrap();
        assert_eq!((row.due_ms, row.phase), (due_ms, phase));
        later = played(&later.row, &["a1"]);
        let mut first = None;
        for now_ms in [1500, 2000, 3000, 4000] {
            if first.is_none() && !store.due_games(now_ms).await.unwrap().is_empty() {
                first = Some(now_ms);
            }
        }
        first
    };
    assert_eq!(looked(Some(3000), Phase::Live).await, Some(2000));
    store.postpone("game-due", 1, Some(3000)).await.unwrap();
    assert_eq!(looked(Some(4000), Phase::Live).await, Some(3000));
    assert_eq!(looked(Some(1500), Phase::Live).await, Some(1500));
    assert_eq!(looked(Some(4000), Phase::Open).await, Some(4000));
    assert_eq!(looked(None, Phase::Live).await, None);
    assert_eq!(looked(Some(3000), Phase::Live).await, Some(3000));

    // What no append sets stays as it is.
    let mut kept = game("game-kept", "dora");
    kept.rated = Rated::Pending;
    store.create_game(&kept).await.unwrap();
    let mut change = played(&kept, &["a1"]);
    (change.row.rated, change.row.first_seen_ms) = (Rated::No, 5);
    store.append(change).await.unwrap();
    let row = other.game_row("game-kept").await.unwrap().unwrap();
    assert_eq!((row.rated, row.first_seen_ms, row.version), (Rated::Pending, 0, 1));
    let mut missing = played(&kept, &["a1"]);
    missing.row.id = "nothing".into();
    assert_eq!(store.append(missing).await.unwrap(), Appended::Stale);
}

async fn games(store: &Store) {
    store.seen("game-due", true, false, 77).await.unwrap();
    assert_eq!(store.last_seen("game-due").await.unwrap(), [77, 0]);

    // The archive.
    let search = |search: Search| async move {
        let found = store.search(&search).await.unwrap();
        found.games.into_iter().map(|found| found.id).collect::<Vec<_>>()
    };
    let private = GameRow {
        phase: Phase::Over,
        public: false,
        winner: Some(Winner::Draw),
        reason: Some(End::Agreement),
        ..game("game-private", "clara")
    };
    store.create_game(&private).await.unwrap();
    assert_eq!(search(Search::default()).await, ["game-a"], "games by link are private");
    let of = |game: &str| Search { kind: game.into(), ..Search::default() };
    assert_eq!(search(of("seega")).await, ["game-a"]);
    assert!(search(of("salta")).await.is_empty());
    assert!(search(Search { winner: "first".into(), ..Search::default() }).await.is_empty());
    assert!(search(Search { player: "nobody".into(), ..Search::default() }).await.is_empty());
    assert!(search(Search { before_ms: 1, ..Search::default() }).await.is_empty());
    assert_eq!(store.games_of("anna", None, 10).await.unwrap().len(), 2);
    let mut open = game("game-open", "boris");
    (open.phase, open.opponent) = (Phase::Open, Opponent::Lobby);
    store.create_game(&open).await.unwrap();
    let lobby = store.lobby().await.unwrap();
    assert_eq!(lobby.iter().map(|found| found.id.as_str()).collect::<Vec<_>>(), ["game-open"]);
}

/// Many appends at once, several for the same version: each version is won exactly once.
async fn races<L: Ledger + Clone + 'static>(store: &L, other: &L) {
    let mut all = Vec::new();
    for number in 0..40 {
        let row = game(&format!("race-{number}"), "anna");
        store.create_game(&row).await.unwrap();
        for (index, store) in [store, other, store, other].into_iter().enumerate() {
            let (store, row) = (store.clone(), row.clone());
            all.push(tokio::spawn(async move {
                let mut row = row;
                let mut won = 0;
                for step in 0..5 {
                    let text = format!("w{index}s{step}");
                    let append = played(&row, &[&text]);
                    if store.append(append).await.unwrap() == Appended::Done {
                        won += 1;
                    }
                    row = store.load_game(&row.id).await.unwrap().unwrap().0;
                }
                won
            }));
        }
    }
    let mut won = 0;
    for one in all {
        won += one.await.unwrap();
    }
    let mut stored = 0;
    for number in 0..40 {
        let id = format!("race-{number}");
        let (row, entries) = other.load_game(&id).await.unwrap().unwrap();
        let events = other.events_since(&id, 0).await.unwrap();
        assert_eq!((row.ply as usize, row.version as usize), (entries.len(), events.len()));
        assert!(entries.iter().enumerate().all(|(at, entry)| entry.ply == at as i64));
        stored += entries.len();
    }
    assert_eq!(won, stored, "acknowledged exactly once what is stored");
}

async fn people(store: &Store) {
    let guest = store.create_guest().await.unwrap();
    assert!(guest.is_guest());
    let grant = |kind, expires_ms| {
        let scopes = Scopes::new(vec![Scope::Play, Scope::Play]);
        let grant = Grant { kind, label: "bot", scopes, agent: "a program", expires_ms };
        let id = guest.id.clone();
        async move { store.grant(&id, grant).await.unwrap() }
    };
    let session = grant(CredentialKind::Session, i64::MAX).await;
    let token = grant(CredentialKind::Token, i64::MAX).await;
    let holder = |secret: String, kind| async move { store.holder(&secret, kind).await.unwrap() };
    let held = holder(session.clone(), CredentialKind::Session).await.unwrap();
    assert_eq!(held.account, guest);
    assert!(held.scopes.reach(Scope::Read) && !held.scopes.reach(Scope::Bot));
    assert_eq!(holder(session.clone(), CredentialKind::Token).await, None);
    assert_eq!(holder("forged".into(), CredentialKind::Session).await, None);
    let late = grant(CredentialKind::Session, 1).await;
    assert_eq!(holder(late, CredentialKind::Session).await, None);

    assert!(store.name_account(&guest.id, "Анна", "hash", false).await.unwrap());
    let second = store.create_guest().await.unwrap();
    assert!(!store.name_account(&second.id, "АННА", "hash", false).await.unwrap(), "taken");
    let anna = store.account_named("анна").await.unwrap().unwrap();
    assert_eq!((anna.id.as_str(), anna.name.as_deref()), (guest.id.as_str(), Some("Анна")));

    let other = grant(CredentialKind::Session, i64::MAX).await;
    store.set_password(&guest.id, "other", &session, false).await.unwrap();
    assert_eq!(holder(other, CredentialKind::Session).await, None);
    assert!(holder(session.clone(), CredentialKind::Session).await.is_some());

    let kind = CredentialKind::Token;
    let tokens = store.credentials(&guest.id, kind).await.unwrap();
    assert_eq!((tokens.len(), tokens[0].agent.as_str()), (1, "a program"));
    assert!(!store.revoke(&second.id, kind, &tokens[0].hash).await.unwrap(), "not theirs");
    assert!(store.revoke(&guest.id, kind, &tokens[0].hash).await.unwrap());
    assert_eq!(holder(token, CredentialKind::Token).await, None);

    store.delete_account(&guest.id).await.unwrap();
    assert_eq!(holder(session, CredentialKind::Session).await, None);
    assert_eq!(store.account_named("анна").await.unwrap(), None);

    let code = store.invite().await.unwrap();
    assert!(store.use_invitation(&code, &second.id).await.unwrap());
    assert!(!store.use_invitation(&code, &second.id).await.unwrap());
}

async fn ratings(store: &Store) {
    let after = |games| Standing {
        rating: 1600.5,
        deviation: 200.0,
        volatility: 0.06,
        games,
        at_ms: now_ms(),
    };
    for id in ["g1", "g2", "g3"] {
        let mut row = game(id, "x");
        (row.rated, row.phase, row.reason) = (Rated::Pending, Phase::Over, None);
        store.create_game(&row).await.unwrap();
        let mut end = played(&row, &[]);
        end.row.reason = Some(End::Resign);
        assert_eq!(store.append(end).await.unwrap(), Appended::Done);
    }
    assert_eq!(store.games_to_rate().await.unwrap().len(), 3);
    let one = after(1);
    assert!(store.rate("g1", GameId::SEEGA, [("x", None, one), ("y", None, one)]).await.unwrap());
    assert!(!store.rate("g1", GameId::SEEGA, [("x", None, one), ("y", None, one)]).await.unwrap());
    assert!(!store.is_to_rate("g1").await.unwrap() && store.is_to_rate("g2").await.unwrap());
    let x = store.standing("x", GameId::SEEGA).await.unwrap();
    assert_eq!(x, Some(one));
    let two = after(2);
    assert!(store.rate("g2", GameId::SEEGA, [("x", x, two), ("y", x, two)]).await.unwrap());
    assert!(
        !store.rate("g3", GameId::SEEGA, [("x", x, two), ("y", x, two)]).await.unwrap(),
        "outdated"
    );
    assert_eq!(store.games_to_rate().await.unwrap(), ["g3"]);
    assert_eq!(store.rating_history("x").await.unwrap().len(), 2);
    assert_eq!(store.standings("y").await.unwrap(), [(GameId::SEEGA, two)]);
}
