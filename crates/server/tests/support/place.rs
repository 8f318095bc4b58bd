//! Servers to play on: one on SQLite, or several nodes on one PostgreSQL; and people who play there.

use std::net::SocketAddr;

use serde_json::{Value, json};
use server::client::Client;
use server::http::HttpConfig;
use server::live::LiveConfig;
use server::serve::{Config, Database, Server};

use super::{Folder, Postgres};

/// After so long an absent opponent may be claimed against.
pub const GONE_AFTER_MS: i64 = 1_500;

pub async fn start(database: Database, http: HttpConfig) -> Server {
    let _ = server::serve::Log::start(false);
    let config = Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        database,
        live: LiveConfig { gone_after_ms: GONE_AFTER_MS, ..LiveConfig::default() },
        http,
    };
    Server::start(config).await.unwrap()
}

/// Somewhere to play.
pub struct Place {
    servers: Vec<Server>,
    nodes: usize,
    pub database: Database,
    _folder: Folder,
    _postgres: Option<Postgres>,
}

impl Place {
    pub async fn sqlite(name: &str) -> Place {
        let folder = Folder::new(name);
        let database = Database::Folder(folder.path().to_owned());
        Place::with(database, 1, folder, None).await
    }

    /// None if this machine has no PostgreSQL: the test then does nothing but say so.
    pub async fn postgres(name: &str, nodes: usize) -> Option<Place> {
        let Some(postgres) = Postgres::start() else {
            eprintln!("no PostgreSQL on this machine");
            return None;
        };
        let database = Database::Postgres(postgres.database(name));
        Some(Place::with(database, nodes, Folder::new(name), Some(postgres)).await)
    }

    async fn with(
        database: Database,
        nodes: usize,
        folder: Folder,
        postgres: Option<Postgres>,
    ) -> Place {
        let (_folder, _postgres) = (folder, postgres);
        let mut place = Place { servers: Vec::new(), nodes, database, _folder, _postgres };
        place.start().await;
        place
    }

    pub async fn start(&mut self) {
        for _ in 0..self.nodes {
            let http = HttpConfig { unlimited: true, ..HttpConfig::default() };
            self.servers.push(start(self.database.clone(), http).await);
        }
    }

    /// Stops all nodes; the games stay.
    pub async fn stop(&mut self) {
        for server in self.servers.drain(..) {
            server.stop().await;
        }
    }

    pub fn server(&self, number: usize) -> &Server {
        &self.servers[number % self.servers.len()]
    }

    /// The node that the so-manieth person uses.
    pub fn address(&self, number: usize) -> SocketAddr {
        self.server(number).address
    }

    /// Somebody without an account.
    pub fn somebody(&self, number: usize) -> Client {
        Client::new(self.address(number))
    }

    /// Somebody with an account.
    pub async fn named(&self, number: usize, name: &str, bot: bool) -> Client {
        let mut client = self.somebody(number);
        let names = json!({"name": name, "password": "a long password", "bot": bot});
        let (status, answer) = client.post("/api/register", names).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        client
    }

    /// A game that two have begun, the first of them on the first side.
    pub async fn begun(&self, players: [&mut Client; 2], create: Value) -> String {
        let [one, two] = players;
        let mut whole = json!({"game": "seega", "opponent": "link", "side": "first"});
        whole.as_object_mut().unwrap().extend(create.as_object().unwrap().clone());
        let (status, game) = one.post("/api/games", whole).await.unwrap();
        assert_eq!(status, 201, "{game}");
        let id = game["game"].as_str().unwrap().to_owned();
        let (status, ack) = two.post(&format!("/api/games/{id}/join"), json!({})).await.unwrap();
        assert_eq!(status, 200, "{ack}");
        // The creator's node may hear of it a little later.
        for player in [one, two] {
            until(player, &id, |state| state["phase"] != "open").await;
        }
        id
    }

    /// The same between two guests on different nodes, if there are several.
    pub async fn pair(&self, create: Value) -> (String, Client, Client) {
        let (mut one, mut two) = (self.somebody(0), self.somebody(1));
        let id = self.begun([&mut one, &mut two], create).await;
        (id, one, two)
    }
}

/// Asks something of a game: status and answer.
pub async fn ask(client: &mut Client, game: &str, what: &str, body: Value) -> (u16, Value) {
    client.post(&format!("/api/games/{game}/{what}"), body).await.unwrap()
}

/// What must be done.
pub async fn done(client: &mut Client, game: &str, what: &str, body: Value) -> Value {
    let (status, answer) = ask(client, game, what, body.clone()).await;
    assert_eq!(status, 200, "{what} {body}: {answer}");
    answer
}

/// What must be refused, with this code.
pub async fn refused(client: &mut Client, game: &str, what: &str, body: Value, code: &str) {
    let (status, answer) = ask(client, game, what, body.clone()).await;
    assert_eq!((status >= 400, &answer["code"]), (true, &json!(code)), "{what} {body}: {answer}");
}

/// The game as somebody sees it.
pub async fn look(client: &mut Client, game: &str) -> Value {
    let (status, state) = client.get(&format!("/api/games/{game}")).await.unwrap();
    assert_eq!(status, 200, "{state}");
    state
}

/// Waits until a game is as it should be, as seen by somebody; nodes hear of each other a little
/// later.
pub async fn until(client: &mut Client, game: &str, good: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let state = look(client, game).await;
        if good(&state) {
            return state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("not as it should be: {}", look(client, game).await);
}

/// Plays an action at this ply, once the player's node has heard that the game stands there.
pub async fn play(client: &mut Client, game: &str, ply: i64, action: &str) -> Value {
    until(client, game, |state| state["ply"] == ply).await;
    done(client, game, "actions", json!({"ply": ply, "actions": [action]})).await
}

/// Plays until both have moved.
pub async fn both_move(first: &mut Client, second: &mut Client, game: &str) {
    loop {
        let state = look(first, game).await;
        let acted = |side: &str| {
            let entries = state["entries"].as_array().unwrap();
            entries.iter().any(|entry| entry["side"] == side)
        };
        if acted("first") && acted("second") {
            return;
        }
        let player = if state["to_act"] == "first" { &mut *first } else { &mut *second };
        // The game must not end here: what loses at once is not played. The piece that moved goes on,
        // so that Diaballik's line is opened.
        let moved = state["last"].as_array().unwrap().iter().rfind(|event| event["to"].is_string());
        let goes_on = |action: &Value| {
            moved.is_some_and(|moved| {
                action["path"][0] == moved["to"] && action["path"][1] != moved["from"]
            })
        };
        let legal = state["legal"].as_array().unwrap().iter();
        let safe = || legal.clone().filter(|action| action.get("warning").is_none());
        let action = safe().find(|action| goes_on(action)).or_else(|| safe().next());
        let action = action.unwrap_or_else(|| panic!("{state}"))["action"].as_str().unwrap();
        let ply = state["ply"].as_i64().unwrap();
        play(player, game, ply, action).await;
        // The node that is asked next may hear of it a little later.
        until(first, game, |state| state["ply"].as_i64() > Some(ply)).await;
    }
}
