//! Lists of games: every filter has its index, and pages stay as they are while games come in.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::support::place::Place;
use serde_json::{Value, json};
use server::client::Client;
use server::store::Search;

/// Every combination of filters.
fn searches() -> Vec<Search> {
    let mut all = vec![Search::default()];
    let both = |all: Vec<Search>, set: &dyn Fn(&mut Search)| {
        let with = all.iter().cloned().map(|mut search| {
            set(&mut search);
            search
        });
        with.collect::<Vec<_>>().into_iter().chain(all).collect::<Vec<_>>()
    };
    all = both(all, &|search| search.kind = "senet".into());
    all = both(all, &|search| search.winner = "second".into());
    all = both(all, &|search| search.reason = "abandoned".into());
    all = both(all, &|search| search.player = "Player 0".into());
    all = both(all, &|search| search.from_ms = 1_000);
    all = both(all, &|search| search.cursor = "1700000000000-a1".into());
    all = both(all, &|search| search.phase = "live".into());
    both(all, &|search| search.limit = 10)
}

async fn no_list_reads_what_it_does_not_show(mut place: Place) {
    let store = place.server(0).live.store();
    store.fill_archive(20_000).await.unwrap();
    let searches = searches();
    assert_eq!(searches.len(), 256);
    for search in &searches {
        let plans = store.explain(search).await.unwrap();
        assert!(!plans.is_empty(), "{search:?}");
        let has_window = !search.player.is_empty() || search.phase == "live";
        for (number, plan) in plans.iter().enumerate() {
            let scans = ["Seq Scan on game", "SCAN g", "SCAN game"];
            assert!(!scans.iter().any(|scan| plan.contains(scan)), "{search:?}: {plan}");
            assert!(!plan.contains("$1"), "planned for any values: {search:?}: {plan}");
            // The last query of several orders the few games that the others have found.
            if !has_window || number + 1 < plans.len() {
                let sorts = ["Sort", "TEMP B-TREE"];
                assert!(!sorts.iter().any(|sort| plan.contains(sort)), "{search:?}: {plan}");
            }
        }
    }
    pages_are_stable(&mut place).await;
    place.stop().await;
}

/// A page and the address of the next.
async fn page(client: &Client, path: &str) -> (Vec<Value>, Option<String>) {
    let answer = client.raw("GET", path, "").await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    let link = head.lines().find_map(|line| line.strip_prefix("link: <"));
    let next = link.map(|link| link.split('>').next().unwrap().to_owned());
    (serde_json::from_str(body).unwrap(), next)
}

async fn pages_are_stable(place: &mut Place) {
    let client = place.somebody(0);
    let mut author = place.named(0, "Anna", false).await;
    // All of them, counted by the database in one page after the other; games end meanwhile.
    let first = "/api/games?kind=senet&winner=draw&limit=100";
    let mut next = Some(first.to_owned());
    let (mut seen, mut times) = (BTreeSet::new(), Vec::new());
    while let Some(path) = next {
        let (games, after) = page(&client, &path).await;
        for game in games {
            assert_eq!((&game["kind"], &game["winner"]), (&json!("senet"), &json!("draw")));
            assert!(seen.insert(game["game"].as_str().unwrap().to_owned()), "twice: {game}");
            times.push(game["created_ms"].as_i64().unwrap());
        }
        let create = json!({"kind": "senet", "opponent": "engine", "level": 1});
        let (_, state) = author.post("/api/games", create).await.unwrap();
        let game = state["game"].as_str().unwrap();
        author.post(&format!("/api/games/{game}/abort"), json!({})).await.unwrap();
        next = after;
    }
    assert!(times.is_sorted_by(|a, b| a >= b));
    let is_drawn = |number: &i64| (90..98).contains(&(number * 7919 % 1_000_003 % 100));
    let drawn = (1..=20_000).filter(|number| number % 5 == 2).filter(is_drawn).count();
    assert_eq!(seen.len(), drawn);
    // A player with very many games and a filter that hardly any fulfils: pages may be short, and
    // together they have every one.
    let mut next = Some("/api/games?player=Player+0&reason=abandoned".to_owned());
    let mut found = 0;
    while let Some(path) = next {
        let (games, after) = page(&client, &path).await;
        found += games.len();
        next = after;
    }
    assert!(found > 0);
    let (games, next) = page(&client, "/api/games?kind=nonsense").await;
    assert_eq!((games.len(), next), (0, None));
    let (games, _) = page(&client, "/api/games?game=senet&limit=1").await;
    assert_eq!(games[0]["kind"], "senet", "the old name of the filter");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    no_list_reads_what_it_does_not_show(Place::sqlite("lists").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres() {
    let Some(place) = Place::postgres("lists", 1).await else { return };
    no_list_reads_what_it_does_not_show(place).await;
}

/// Every list page of an archive of a million games, deep ones too, through the API: how long the
/// slowest take, and that none takes longer than is asked for.
async fn every_page_is_quick(mut place: Place) {
    const GAMES: i64 = 1_000_000;
    let longest = Duration::from_millis(20);
    let began = Instant::now();
    place.server(0).live.store().fill_archive(GAMES).await.unwrap();
    println!("{GAMES} games are filled in after {} s", began.elapsed().as_secs());
    let mut client = place.somebody(0);
    let (games, _) = page(&client, "/api/games?limit=1").await;
    let newest = games[0]["created_ms"].as_i64().unwrap();
    // The games are a second apart.
    let depth = |share: f64| newest - (GAMES as f64 * 1000.0 * share) as i64;
    let mut paths = vec!["/api/lobby".to_owned()];
    let filters: [&[String]; 8] = [
        &["", "kind=senet"].map(str::to_owned),
        &["", "winner=second", "winner=none"].map(str::to_owned),
        &["", "reason=resign", "reason=abandoned"].map(str::to_owned),
        &["", "player=Player+0", "player=Player+7"].map(str::to_owned),
        &["", "phase=live", "phase=open"].map(str::to_owned),
        &[String::new(), format!("from_ms={}", depth(0.7))],
        &[String::new(), format!("cursor={}-a", depth(0.5)), format!("cursor={}-a", depth(0.999))],
        &["limit=50", "limit=200"].map(str::to_owned),
    ];
    let mut queries = vec![String::new()];
    for filter in filters {
        let with =
            |query: &String| filter.iter().map(|one| format!("{query}&{one}")).collect::<Vec<_>>();
        queries = queries.iter().flat_map(with).collect();
    }
    let plain = |query: &String| {
        let parts: Vec<_> = query.split('&').filter(|part| !part.is_empty()).collect();
        format!("/api/games?{}", parts.join("&"))
    };
    paths.extend(queries.iter().map(plain));
    let mut times = Vec::new();
    for path in &paths {
        // The machine may be busy with something else for a moment: the median of five.
        let mut five = Vec::new();
        for _ in 0..5 {
            let began = Instant::now();
            let (status, answer) = client.get(path).await.unwrap();
            assert_eq!(status, 200, "{path}: {answer}");
            five.push(began.elapsed());
        }
        five.sort_unstable();
        times.push((five[2], path.clone()));
    }
    // The lists of a player's page and of one's own games.
    let store = place.server(0).live.store();
    for account in ["p0", "p7"] {
        let (mut page, mut own) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let began = Instant::now();
            assert_eq!(store.public_games_of(account, 50).await.unwrap().len(), 50);
            page.push(began.elapsed());
            let began = Instant::now();
            assert!(!store.games_of(account, None, 200).await.unwrap().is_empty());
            own.push(began.elapsed());
        }
        page.sort_unstable();
        own.sort_unstable();
        times.push((page[2], format!("the page of {account}")));
        times.push((own[2], format!("own games of {account}")));
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].0;
    println!("{} pages: median {:?}, p99 {:?}; the slowest:", times.len(), at(50), at(99));
    for (time, path) in times.iter().rev().take(5) {
        println!("{time:?} {path}");
    }
    place.stop().await;
    assert!(at(100) < longest, "{times:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of a minute or more: docs/benchmarks.md"]
async fn a_million_games_on_sqlite() {
    every_page_is_quick(Place::sqlite("million").await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement of some minutes: docs/benchmarks.md"]
async fn a_million_games_on_postgres() {
    let Some(place) = Place::postgres("million", 1).await else { return };
    every_page_is_quick(place).await;
}
