//! Clients that disconnect, send again, race and cheat, at random: whatever they do, every game ends
//! up equal to a replay by the rules, and what was acknowledged stands in its log exactly once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::support::place::Place;
use rules::{Game, Side, Status, Variant};
use serde_json::{Value, json};
use server::client::Client;
use server::store::{EventRow, GameRow, Happening, Phase};

/// Each client's steps.
const STEPS: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let mut place = Place::sqlite("chaos").await;
    storm(&place).await;
    place.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_three_nodes() {
    let Some(mut place) = Place::postgres("chaos", 3).await else { return };
    storm(&place).await;
    place.stop().await;
}

/// What was acknowledged as new: by game and version, who did it and what.
type Acknowledged = Arc<Mutex<BTreeMap<(String, i64), (String, Vec<String>)>>>;

async fn storm(place: &Place) {
    let seed = std::env::var("IGROTEKA_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| fastrand::u64(..));
    eprintln!("IGROTEKA_SEED={seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let kinds = [
        ("seega", "size=3"),
        ("salta", "limit=20"),
        ("senet", "short"),
        ("draughts", ""),
        ("diaballik", "limit=20"),
    ];
    let acknowledged = Acknowledged::default();
    let mut games = Vec::new();
    let mut tasks = Vec::new();
    for (kind, rules) in kinds {
        let (game, one, two) = place.pair(json!({"game": kind, "rules": rules})).await;
        // Two devices of each player, on different nodes, and somebody who is no player.
        let mut stranger = place.somebody(2);
        stranger.post("/api/guest", json!({})).await.unwrap();
        for (number, client) in [&one, &two, &one, &two, &stranger].into_iter().enumerate() {
            let mut client = client.clone();
            client.address = place.address(number);
            let (_, me) = client.get("/api/me").await.unwrap();
            let chaos = Chaos {
                client,
                account: me["account"].as_str().unwrap().to_owned(),
                game: game.clone(),
                device: number,
                sent: Vec::new(),
                random: random.fork(),
                acknowledged: acknowledged.clone(),
            };
            tasks.push(tokio::spawn(chaos.run()));
        }
        games.push(game);
    }
    for task in tasks {
        task.await.unwrap();
    }
    let acknowledged = acknowledged.lock().unwrap().clone();
    assert!(acknowledged.len() > 100, "only {} submissions were stored", acknowledged.len());
    for game in &games {
        let store = place.server(0).live.store();
        let (row, entries) = store.load_game(game).await.unwrap().unwrap();
        let events = store.events_since(game, 0).await.unwrap();
        let texts: Vec<String> = entries.iter().map(|entry| entry.text.clone()).collect();
        assert_eq!(texts, log_of(&events), "the log of actions is that of the events");
        let replayed =
            replay(&row, &entries.iter().map(|e| (e.side, e.text.as_str())).collect::<Vec<_>>());
        for number in 0..3 {
            let mut somebody = place.somebody(number);
            let state = crate::support::place::until(&mut somebody, game, |state| {
                state["version"] == row.version
            });
            assert_eq!(state.await["position"], json!(replayed.position()));
        }
        seats(&row, &events);
        let of_game = acknowledged.iter().filter(|((id, _), _)| id == game);
        for ((_, version), (account, actions)) in of_game {
            // A command's version is that of its last event: the end of the game, if it brought that.
            let is_over = matches!(events[*version as usize - 1].what, Happening::Over { .. });
            let event = &events[*version as usize - 1 - usize::from(is_over)];
            assert!(matches!(event.what, Happening::Played { .. }), "{event:?}");
            let told = entries_of(event);
            assert_eq!(&told[..actions.len()], &actions[..], "{event:?}");
            let own = |id: &String| id.starts_with(account);
            assert!(event.submission.as_ref().is_none_or(own), "{event:?}");
        }
    }
}

fn entries_of(event: &EventRow) -> Vec<String> {
    match &event.what {
        Happening::Played { entries, .. } => entries.iter().map(|e| e.text.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The log that the events make.
fn log_of(events: &[EventRow]) -> Vec<String> {
    let mut log = Vec::new();
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event.version, index as i64 + 1, "no gaps");
        if let Happening::TakenBack { ply } = event.what {
            log.truncate(ply as usize);
        }
        log.extend(entries_of(event));
    }
    log
}

/// Plays the log by the rules, checking whose each entry is.
fn replay(row: &GameRow, entries: &[(Side, &str)]) -> Game {
    let mut game = Game::start(Variant::read_full(&row.variant).unwrap());
    for (side, text) in entries {
        assert_eq!(game.side(), *side, "{text}");
        game.play(text).unwrap();
    }
    if let Status::Over(outcome) = game.status() {
        assert_eq!(row.phase, Phase::Over);
        assert_eq!(row.reason, Some(outcome.reason));
    }
    game
}

/// Everything was done by the player on the seat that it names.
fn seats(row: &GameRow, events: &[EventRow]) {
    for event in events {
        let (Some(seat), Some(submission)) = (&event.seat, &event.submission) else { continue };
        assert!(submission.starts_with(row.account(*seat).unwrap()), "{event:?}");
    }
}

struct Chaos {
    client: Client,
    account: String,
    game: String,
    device: usize,
    sent: Vec<Value>,
    random: fastrand::Rng,
    acknowledged: Acknowledged,
}

impl Chaos {
    async fn run(mut self) {
        for step in 0..STEPS {
            let path = format!("/api/games/{}", self.game);
            let (_, state) = self.client.get(&path).await.unwrap();
            if state["phase"] == "over" {
                return;
            }
            match self.random.u32(..20) {
                0..=9 => self.submit(&state, step).await,
                10 => self.send_again().await,
                11 => self.reuse_an_id(&state).await,
                12 => self.illegal(&state).await,
                13 => self.stale(&state).await,
                14 => self.forged(&state).await,
                15 => self.garbage().await,
                16 => self.break_off(&state, step).await,
                17 => self.race(&state, step).await,
                _ => self.propose().await,
            }
        }
    }

    fn submission(&mut self, state: &Value, step: usize) -> Value {
        let legal = state["legal"].as_array().unwrap();
        let action = match legal.len() {
            0 => json!("a1"),
            many => legal[self.random.usize(..many)]["action"].clone(),
        };
        let id = format!("{}-{step}", self.device);
        json!({"ply": state["ply"], "actions": [action], "id": id})
    }

    /// Plays, whoever is to act: the server knows whose turn it is.
    async fn submit(&mut self, state: &Value, step: usize) {
        let submission = self.submission(state, step);
        self.send(submission.clone()).await;
        self.sent.push(submission);
    }

    async fn send(&mut self, submission: Value) -> Value {
        let path = format!("/api/games/{}/actions", self.game);
        let (status, answer) = self.client.post(&path, submission.clone()).await.unwrap();
        if status == 200 && answer["duplicate"] == false {
            self.note(&answer, &submission);
        } else {
            assert!(status == 200 || (400..500).contains(&status), "{status} {answer}");
        }
        answer
    }

    fn note(&self, ack: &Value, submission: &Value) {
        let actions = submission["actions"].as_array().unwrap();
        let actions = actions.iter().map(|action| action.as_str().unwrap().to_owned()).collect();
        let key = (self.game.clone(), ack["version"].as_i64().unwrap());
        let before = self.acknowledged.lock().unwrap().insert(key, (self.account.clone(), actions));
        assert_eq!(before, None, "{ack} was acknowledged twice");
    }

    async fn send_again(&mut self) {
        if let Some(submission) = self.random.choice(self.sent.clone()) {
            self.send(submission).await;
        }
    }

    async fn reuse_an_id(&mut self, state: &Value) {
        let Some(old) = self.random.choice(self.sent.clone()) else { return };
        let mut submission = self.submission(state, 0);
        submission["id"] = old["id"].clone();
        self.send(submission).await;
    }

    async fn illegal(&mut self, state: &Value) {
        let texts = ["", "zz", "a1a1", "t3", "end", "pass", "🦀", "a1:b2:c3:d4", "--", "0"];
        let text = texts[self.random.usize(..texts.len())];
        let legal = state["legal"].as_array().unwrap();
        if legal.iter().all(|choice| choice["action"] != text) {
            let submission = json!({"ply": state["ply"], "actions": [text]});
            let path = format!("/api/games/{}/actions", self.game);
            let (status, answer) = self.client.post(&path, submission).await.unwrap();
            // Somebody may have played in between, and made it legal.
            assert!(status >= 400 || answer["version"].is_i64(), "{answer}");
            if status == 200 && answer["duplicate"] == false {
                self.note(&answer, &json!({"actions": [text]}));
            }
        }
    }

    async fn stale(&mut self, state: &Value) {
        let mut submission = self.submission(state, usize::MAX);
        let ply = state["ply"].as_i64().unwrap();
        submission["ply"] =
            json!([ply - 1, ply + 1, -1, i64::MIN, i64::MAX][self.random.usize(..5)]);
        submission.as_object_mut().unwrap().remove("id");
        // One ply on, it may have become right by the time it is read.
        let answer = self.send(submission).await;
        assert!(answer["code"].is_string() || answer["version"].is_i64());
    }

    async fn forged(&mut self, state: &Value) {
        let submission = self.submission(state, 0);
        let mut forger = Client::new(self.client.address);
        match self.random.bool() {
            true => forger.cookie = Some(format!("igroteka={}", "0".repeat(64))),
            false => forger.headers = format!("authorization: Bearer {}\r\n", self.account),
        }
        let path = format!("/api/games/{}/actions", self.game);
        let (status, answer) = forger.post(&path, submission).await.unwrap();
        assert_eq!((status, &answer["code"]), (401, &json!("unauthorized")));
    }

    async fn garbage(&mut self) {
        let Ok(mut socket) = self.client.socket().await else { return };
        let game = &self.game;
        let texts = [
            "{".to_owned(),
            "null".to_owned(),
            format!(r#"{{"type":"submit","game":"{game}","ply":"0","actions":["a1"]}}"#),
            format!(
                r#"{{"type":"submit","game":"{game}","ply":0,"actions":["a1"],"seat":"first"}}"#
            ),
            format!(
                r#"{{"type":"submit","game":"{game}","ply":0,"actions":[{}]}}"#,
                vec!["\"a1\""; 400].join(",")
            ),
            format!(r#"{{"type":"ping","id":"{}"}}"#, "x".repeat(20_000)),
            "[".repeat(5000),
        ];
        let text = texts[self.random.usize(..texts.len())].clone();
        socket.send_text(text).await.unwrap();
        let answer = socket.receive().await.unwrap();
        assert_eq!(answer["type"], "error", "{answer}");
    }

    /// Submits, and is gone before the answer comes; sends it again later.
    async fn break_off(&mut self, state: &Value, step: usize) {
        let submission = self.submission(state, step);
        let mut message = submission.clone();
        message["type"] = json!("submit");
        message["game"] = json!(self.game);
        let mut socket = self.client.socket().await.unwrap();
        socket.send(&message).await.unwrap();
        if self.random.bool() {
            drop(socket);
            let (status, answer) = {
                let path = format!("/api/games/{}/actions", self.game);
                self.client.post(&path, submission.clone()).await.unwrap()
            };
            // Whether the first one arrived is not known: whichever did is in the log once.
            if status == 200 && answer["duplicate"] == false {
                self.note(&answer, &submission);
            }
        } else {
            let answer = socket.receive().await.unwrap();
            if answer["type"] == "ack" && answer.get("duplicate").is_none() {
                self.note(&answer, &submission);
            }
        }
        self.sent.push(submission);
    }

    /// The same submission several times at once.
    async fn race(&mut self, state: &Value, step: usize) {
        let submission = self.submission(state, step);
        let path = format!("/api/games/{}/actions", self.game);
        let one = |mut client: Client| {
            let (path, submission) = (path.clone(), submission.clone());
            async move { client.post(&path, submission).await.unwrap() }
        };
        let answers = tokio::join!(
            one(self.client.clone()),
            one(self.client.clone()),
            one(self.client.clone())
        );
        let answers = [answers.0, answers.1, answers.2];
        let new: Vec<_> = answers
            .iter()
            .filter(|(status, ack)| *status == 200 && ack["duplicate"] == false)
            .collect();
        assert!(new.len() <= 1, "{answers:?}");
        for (_, ack) in new {
            self.note(ack, &submission);
        }
        self.sent.push(submission);
    }

    async fn propose(&mut self) {
        let what = ["draw", "takeback"][self.random.usize(..2)];
        // A draw that is agreed ends the storm: it is only offered and declined.
        let answers: &[&str] =
            if what == "draw" { &["offer", "decline"] } else { &["offer", "accept", "decline"] };
        let answer = json!({"answer": answers[self.random.usize(..answers.len())]});
        // Two offers would agree as well.
        if what == "draw" && self.device % 2 == 1 {
            return;
        }
        let path = format!("/api/games/{}/{what}", self.game);
        let (status, _) = self.client.post(&path, answer).await.unwrap();
        assert!(status < 500);
    }
}
