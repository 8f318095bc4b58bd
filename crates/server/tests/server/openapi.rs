//! The OpenAPI document held against the running server: every route is in it, every operation is
//! asked well and badly by all kinds of callers, and every answer is one that the document tells of.

use std::collections::{BTreeMap, BTreeSet};

use crate::advice::built;
use crate::support::{Folder, place};
use jsonschema::Validator;
use serde_json::{Value, json};
use server::client::Client;
use server::http::HttpConfig;
use server::live::LiveConfig;
use server::mail::{Letter, MailConfig};
use server::serve::{Config, Database, Server};
use server::store::{Act, Role};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

struct Document {
    whole: Value,
    validators: std::cell::RefCell<BTreeMap<String, std::rc::Rc<Validator>>>,
}

impl Document {
    async fn of(server: &Server) -> Document {
        let (status, whole) = Client::new(server.address).get("/api/openapi.json").await.unwrap();
        assert_eq!(status, 200);
        Document { whole, validators: Default::default() }
    }

    /// Why a value is not what a schema of the document says; none if it is.
    fn fault(&self, schema: &Value, value: &Value) -> Option<String> {
        let key = schema.to_string();
        let make = || {
            let mut root = schema.clone();
            root["components"] = self.whole["components"].clone();
            std::rc::Rc::new(jsonschema::draft202012::new(&root).unwrap())
        };
        let validator = self.validators.borrow_mut().entry(key).or_insert_with(make).clone();
        let mut errors = validator.iter_errors(value);
        errors.next().map(|error| format!("{error} at {}", error.instance_path))
    }

    fn component(&self, name: &str, value: &Value) {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        assert_eq!(self.fault(&schema, value), None, "{name}: {value}");
    }

    /// Every operation: method, path, description.
    fn operations(&self) -> Vec<(String, String, Value)> {
        let paths = self.whole["paths"].as_object().unwrap();
        let all = paths.iter().flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            methods
                .map(|(method, operation)| (method.to_uppercase(), path.clone(), operation.clone()))
        });
        all.collect()
    }

    fn body_schema(operation: &Value) -> Option<&Value> {
        operation.pointer("/requestBody/content/application~1json/schema")
    }

    /// A schema without references.
    fn resolved(&self, schema: &Value) -> Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                let name = name.rsplit('/').next().unwrap();
                self.resolved(&self.whole["components"]["schemas"][name])
            }
            None => schema.clone(),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_describes_every_route() {
    let (server, _folder) = serve("document").await;
    let document = Document::of(&server).await;
    assert_eq!(document.whole["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    for (method, path, operation) in document.operations() {
        let id = operation["operationId"].as_str().unwrap().to_owned();
        assert!(ids.insert(id), "{method} {path} has another's id");
        assert!(operation["description"].is_string() || operation["summary"].is_string());
        let answers = operation["responses"].as_object().unwrap();
        assert!(answers.keys().any(|status| status.starts_with('2') || status == "101"));
        for status in ["429", "503"] {
            let header = &answers[status]["headers"]["Retry-After"];
            assert_eq!(header["schema"]["type"], "integer", "{method} {path}");
        }
        for status in ["4XX", "5XX"] {
            let schema = &answers[status]["content"]["application/json"]["schema"];
            assert_eq!(schema["$ref"], "#/components/schemas/Refused", "{method} {path}");
        }
    }
    // `make openapi` validates it and checks the client's types against it.
    let kept = concat!(env!("CARGO_TARGET_TMPDIR"), "/openapi.json");
    std::fs::write(kept, serde_json::to_string_pretty(&document.whole).unwrap()).unwrap();
    // The routes as the sources have them.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http");
    let mut routes = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for part in source.split(".route(").skip(1) {
            let path = part.split('"').nth(1).unwrap();
            if path.starts_with("/api") || path.ends_with('z') || path == "/metrics" {
                routes += 1;
                let item = &document.whole["paths"][path];
                for method in ["get", "post", "delete"] {
                    let line = part.lines().next().unwrap();
                    assert!(
                        !line.contains(&format!("{method}(")) || item[method].is_object(),
                        "{line}"
                    );
                }
            }
        }
    }
    assert!(routes > 25, "{routes}");
    // Nothing refers to what is not there.
    let text = document.whole.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.whole.pointer(pointer).is_some(), "{pointer}");
    }
    server.stop().await;
}

async fn serve(name: &str) -> (Server, Folder) {
    let folder = Folder::new(name);
    // No server takes its letters: the answer does not depend on it.
    let mail = MailConfig {
        smtp: "smtp://127.0.0.1:9".into(),
        from: "games@play.example".into(),
        site: "https://play.example".into(),
    };
    let http = HttpConfig { unlimited: true, mail: Some(mail), ..HttpConfig::default() };
    let database = Database::Folder(folder.path().to_owned());
    let bind = "127.0.0.1:0".parse().unwrap();
    let live = LiveConfig { gone_after_ms: place::GONE_AFTER_MS, ..built(&folder) };
    let config = Config { bind, database, live, http };
    (Server::start(config).await.unwrap(), folder)
}

/// Somebody who asks, and what exists that can be asked about.
struct World {
    callers: Vec<(&'static str, Client)>,
    games: Vec<String>,
    hash: String,
}

impl World {
    async fn new(server: &Server) -> World {
        let anonymous = Client::new(server.address);
        let (mut guest, mut anna, mut boris) =
            (anonymous.clone(), anonymous.clone(), anonymous.clone());
        guest.post("/api/guest", json!({})).await.unwrap();
        for (client, name) in [(&mut anna, "Anna"), (&mut boris, "Boris")] {
            let names = json!({"name": name, "password": "a long password"});
            assert_eq!(client.post("/api/register", names).await.unwrap().0, 200);
        }
        let (_, token) = anna.post("/api/me/tokens", json!({"label": "x"})).await.unwrap();
        let mut bearer = anonymous.clone();
        bearer.headers = format!("authorization: Bearer {}\r\n", token["token"].as_str().unwrap());
        let mut forged = anonymous.clone();
        forged.headers = "authorization: Bearer 0123\r\n".into();
        let mut games = Vec::new();
        for kind in ["seega", "salta", "senet", "draughts", "diaballik"] {
            for phase in ["open", "live", "over"] {
                let create = json!({"game": kind, "opponent": "lobby", "side": "first", "rated": true,
                    "clock": "5+3"});
                let (status, game) = anna.post("/api/games", create).await.unwrap();
                assert_eq!(status, 201, "{game}");
                let id = game["game"].as_str().unwrap().to_owned();
                if phase != "open" {
                    place::done(&mut boris, &id, "join", json!({})).await;
                    let state = place::look(&mut anna, &id).await;
                    let play =
                        json!({"ply": state["ply"], "actions": [state["legal"][0]["action"]]});
                    place::done(&mut anna, &id, "actions", play).await;
                }
                if phase == "over" {
                    place::both_move(&mut anna, &mut boris, &id).await;
                    place::done(&mut boris, &id, "resign", json!({})).await;
                }
                games.push(id);
            }
        }
        games.push("nothing".into());
        let callers = vec![
            ("anonymous", anonymous),
            ("guest", guest),
            ("token", bearer),
            ("forger", forged),
            ("boris", boris),
        ];
        World { callers, games, hash: token["id"].as_str().unwrap().to_owned() }
    }
}

/// What takes its time on purpose: passwords, searches.
const SLOW: [&str; 9] = [
    "/api/analyse",
    "/api/games/{id}/hint",
    "/api/games/{id}/review",
    "/api/login",
    "/api/me",
    "/api/me/mail",
    "/api/me/password",
    "/api/recover/password",
    "/api/register",
];

/// Bodies that are sound for an operation, besides those made from its schema.
fn sound(path: &str) -> Vec<Value> {
    match path {
        "/api/games" => vec![
            json!({"kind": "senet", "opponent": "local", "nonce": "abc"}),
            json!({"kind": "seega", "rules": "size=7", "opponent": "engine", "level": 1, "side": "first"}),
        ],
        "/api/analyse" => vec![json!({"rules": "seega", "seconds": 0.05})],
        "/api/compose" => {
            vec![json!({"rules": "seega", "pieces": [["a1", {"side": "first", "kind": "stone"}]]})]
        }
        "/api/preview" => vec![
            json!({"rules": "diaballik", "actions": ["a1a2"]}),
            json!({"rules": "seega", "actions": ["c3"]}),
            json!({"rules": "draughts", "position": "nonsense"}),
        ],
        "/api/games/{id}/actions" => {
            vec![json!({"ply": 1, "actions": ["e1"]}), json!({"ply": 1, "actions": ["b6-a5"]})]
        }
        "/api/login" => vec![json!({"name": "Anna", "password": "a long password"})],
        "/api/me/password" => vec![json!({"old": "a long password", "new": "a long password"})],
        _ => vec![],
    }
}

/// A value of a schema, plain and short.
fn example(document: &Document, schema: &Value) -> Value {
    let schema = document.resolved(schema);
    if let Some(values) = schema["enum"].as_array() {
        return values[0].clone();
    }
    for of in ["oneOf", "anyOf"] {
        if let Some(first) =
            schema[of].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null"))
        {
            return example(document, first);
        }
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].clone(),
        kind => kind.clone(),
    };
    match kind.as_str().unwrap_or("object") {
        "string" => json!("seega"),
        "integer" | "number" => json!(1),
        "boolean" => json!(false),
        "array" => json!([]),
        _ => {
            let all = schema["properties"].as_object().cloned().unwrap_or_default();
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let needed = |name: &String| required.contains(&json!(name));
            let fields = all.iter().filter(|(name, _)| needed(name));
            fields.map(|(name, schema)| (name.clone(), example(document, schema))).collect()
        }
    }
}

/// Bodies that are wrong in one thing each.
fn broken(document: &Document, schema: &Value, good: &Value) -> Vec<Value> {
    let schema = document.resolved(schema);
    let mut all = vec![json!([]), json!("text"), json!(7), Value::Null];
    let mut with = good.clone();
    with["unknown"] = json!(true);
    all.push(with);
    for name in schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name) {
        for value in [
            json!({"a": 1}),
            json!([[]]),
            json!(1.5),
            json!("\u{0}"),
            json!(-1),
            json!("x".repeat(300)),
        ] {
            let mut with = good.clone();
            with[name] = value;
            all.push(with);
        }
        let mut without = good.clone();
        without.as_object_mut().unwrap().remove(name);
        all.push(without);
    }
    all
}

struct Answer {
    status: u16,
    kind: String,
    body: Option<String>,
}

/// A request's answer; of one that has no end, only how it begins.
async fn request(client: &Client, method: &str, path: &str, body: &str) -> Answer {
    let cookie = client.cookie.as_ref().map(|c| format!("cookie: {c}\r\n")).unwrap_or_default();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n{cookie}{}\r\n{body}",
        client.address,
        body.len(),
        client.headers
    );
    let mut stream = TcpStream::connect(client.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    let head = loop {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.unwrap();
        assert!(count > 0, "{method} {path}: no answer");
        all.extend_from_slice(&part[..count]);
        if let Some(end) = all.windows(4).position(|four| four == b"\r\n\r\n") {
            break String::from_utf8(all.drain(..end + 4).collect()).unwrap();
        }
    };
    let header = |name: &str| {
        let line = |line: &str| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        };
        head.lines().find_map(line)
    };
    let body = if header("transfer-encoding").is_some() {
        None
    } else {
        stream.read_to_end(&mut all).await.unwrap();
        // A picture is no text, and no schema describes what is in it.
        Some(String::from_utf8_lossy(&all).into_owned())
    };
    let kind = header("content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().to_owned();
    Answer { status: head.split(' ').nth(1).unwrap().parse().unwrap(), kind, body }
}

/// Holds an answer against what the operation says.
fn hold(document: &Document, operation: &Value, answer: &Answer, about: &str) {
    let Answer { status, kind, body } = answer;
    assert!(*status < 500, "{about}: {status} {body:?}");
    let responses = &operation["responses"];
    let exact = &responses[status.to_string()];
    let told = if exact.is_object() { exact } else { &responses[format!("{}XX", status / 100)] };
    assert!(told.is_object(), "{about}: {status} is not told of");
    let Some(content) = told["content"].as_object() else {
        assert!(body.as_ref().is_none_or(String::is_empty), "{about}: {body:?}");
        return;
    };
    let media =
        content.get(kind).unwrap_or_else(|| panic!("{about}: {status} with {kind:?}: {body:?}"));
    if kind == "application/json" {
        let body = body.as_ref().unwrap();
        let value: Value = serde_json::from_str(body).unwrap();
        assert_eq!(document.fault(&media["schema"], &value), None, "{about}: {status} {body}");
    }
}

/// Asks badly in every way that there is, as everybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_one_that_the_document_tells_of() {
    let (server, _folder) = serve("answers").await;
    let document = Document::of(&server).await;
    let world = World::new(&server).await;
    let mut asked = 0;
    let mut operations = document.operations();
    // What ends sessions, accounts and tokens comes last.
    operations.sort_by_key(|(method, path, _)| {
        (method == "DELETE" || path.contains("logout"), path == "/api/me")
    });
    for (method, path, operation) in &operations {
        let whose: Vec<String> = match path {
            path if path.contains("{id}") => {
                world.games.iter().map(|id| path.replace("{id}", id)).collect()
            }
            path if path.contains("{name}") => ["anna", "anonymous-of-this-name", "%00"]
                .map(|name| path.replace("{name}", name))
                .into(),
            path if path.contains("{hash}") => {
                ["0", world.hash.as_str()].map(|hash| path.replace("{hash}", hash)).into()
            }
            path => vec![
                path.clone(),
                format!("{path}?lang=ru"),
                format!("{path}?limit=x&unknown=1"),
                format!("{path}?game=seega&limit=3&phase=over"),
            ],
        };
        let mut bodies = vec![(String::new(), true)];
        if let Some(schema) = Document::body_schema(operation) {
            let mut all = sound(path);
            all.push(example(&document, schema));
            let good = all[0].clone();
            all.extend(broken(&document, schema, &good));
            for body in all {
                let fits = document.fault(schema, &body).is_none();
                bodies.push((body.to_string(), fits));
            }
            bodies.push(("{\"a\":".into(), false));
        }
        let slow = SLOW.contains(&path.as_str());
        let targets = match (slow, path.contains('{')) {
            (false, _) => whose.len(),
            (true, true) => 3,
            (true, false) => 1,
        };
        for (number, target) in whose.iter().take(targets).enumerate() {
            for (caller, client) in &world.callers {
                if slow && !["anonymous", "token"].contains(caller) {
                    continue;
                }
                // All bodies where it matters most, the first few elsewhere.
                let much = number < 3 && *caller != "forger" && !path.ends_with("/hint");
                let many = if much { bodies.len() } else { 3 };
                for (body, fits) in bodies.iter().take(many) {
                    let about = format!("{method} {target} as {caller} with {body}");
                    let answer = request(client, method, target, body).await;
                    hold(&document, operation, &answer, &about);
                    assert!(*fits || answer.status >= 400, "{about}: {}", answer.status);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1000, "{asked}");
    server.stop().await;
}

/// Every operation of the document succeeds once, as a client would use it, with an answer that the
/// document tells of.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_succeeds() {
    let (server, _folder) = serve("succeeds").await;
    let document = Document::of(&server).await;
    let mut left: BTreeMap<(String, String), Value> = BTreeMap::new();
    for (method, path, operation) in document.operations() {
        left.insert((method, path), operation);
    }
    // A socket is no plain request: it has tests of its own.
    left.remove(&("GET".into(), "/api/live".into())).unwrap();
    let operations = left.clone();
    let mut ask = async |client: &Client, method: &str, template: &str, fill: &str, body: Value| {
        let (route, query) = template.split_once('?').unwrap_or((template, ""));
        let key = (method.to_owned(), route.to_owned());
        let operation = operations.get(&key).unwrap_or_else(|| panic!("{method} {route}"));
        let open = route.find('{').unwrap_or(route.len());
        let close = route.find('}').map_or(route.len(), |at| at + 1);
        let target = format!("{}{fill}{}?{query}", &route[..open], &route[close..]);
        let about = format!("{method} {target} with {body}");
        let answer = request(client, method, &target, &body.to_string()).await;
        assert!(answer.status < 300, "{about}: {} {:?}", answer.status, answer.body);
        hold(&document, operation, &answer, &about);
        left.remove(&key);
        let body = answer.body.unwrap_or_default();
        serde_json::from_str::<Value>(&body).unwrap_or(Value::Null)
    };

    let anonymous = Client::new(server.address);
    for path in ["/healthz", "/readyz", "/metrics", "/api/openapi.json", "/api/rules", "/api/me"] {
        ask(&anonymous, "GET", path, "", Value::Null).await;
    }
    let names = |name: &str| json!({"name": name, "password": "a long password"});
    ask(&anonymous, "POST", "/api/guest", "", json!({})).await;
    ask(&anonymous, "POST", "/api/register", "", names("Clara")).await;
    ask(&anonymous, "POST", "/api/login", "", names("Clara")).await;
    let (mut anna, mut boris) = (anonymous.clone(), anonymous.clone());
    for (client, name) in [(&mut anna, "Anna"), (&mut boris, "Boris")] {
        assert_eq!(client.post("/api/register", names(name)).await.unwrap().0, 200);
    }

    // Studying without a game.
    let diaballik = json!({"rules": "diaballik", "actions": ["a1a2"]});
    ask(&anonymous, "POST", "/api/preview", "", diaballik.clone()).await;
    ask(&anonymous, "POST", "/api/line", "", diaballik).await;
    let stone = json!({"rules": "seega", "pieces": [["a1", {"side": "first", "kind": "stone"}]]});
    ask(&anonymous, "POST", "/api/compose", "", stone).await;
    ask(&anonymous, "GET", "/api/diagram.svg?rules=senet", "", Value::Null).await;
    let listed = ask(&anonymous, "GET", "/api/tables", "", Value::Null).await;
    let table = format!("/api/tables/file?file={}", listed["tables"][0]["file"].as_str().unwrap());
    ask(&anonymous, "GET", &table, "", Value::Null).await;
    ask(&anonymous, "GET", "/api/tables/probe?rules=seega", "", Value::Null).await;
    ask(&anna, "POST", "/api/analyse", "", json!({"rules": "seega", "seconds": 0.05})).await;

    // A game between two people.
    let with = |opponent: &str| json!({"kind": "seega", "opponent": opponent, "side": "first"});
    let lobby = ask(&anna, "POST", "/api/games", "", with("lobby")).await;
    let game = lobby["game"].as_str().unwrap();
    ask(&boris, "GET", "/api/lobby", "", Value::Null).await;
    ask(&boris, "POST", "/api/games/{id}/join", game, json!({})).await;
    let first = json!({"ply": 0, "actions": ["a1"]});
    ask(&anna, "POST", "/api/games/{id}/preview", game, json!({"actions": ["a1"]})).await;
    ask(&anna, "POST", "/api/games/{id}/actions", game, first).await;
    ask(&anna, "GET", "/api/games/{id}/presence", game, Value::Null).await;
    ask(&anna, "POST", "/api/games/{id}/takeback", game, json!({"answer": "offer"})).await;
    ask(&boris, "POST", "/api/games/{id}/draw", game, json!({"answer": "offer"})).await;
    for path in ["", "/events", "/frames", "/record", "/ratings"] {
        ask(&anonymous, "GET", &format!("/api/games/{{id}}{path}"), game, Value::Null).await;
    }
    ask(&boris, "POST", "/api/games/{id}/resign", game, json!({})).await;
    ask(&boris, "POST", "/api/games/{id}/rematch", game, json!({})).await;
    ask(&anna, "POST", "/api/games/{id}/review", game, json!({})).await;
    ask(&anna, "GET", "/api/games/{id}/review", game, Value::Null).await;
    ask(&anonymous, "GET", "/api/games", "", Value::Null).await;
    ask(&anonymous, "GET", "/api/games/{id}/card.png", game, Value::Null).await;
    ask(&anonymous, "GET", "/api/rules/{game}/card.png", "seega", Value::Null).await;
    ask(&anna, "GET", "/api/me/games", "", Value::Null).await;
    ask(&anna, "PUT", "/api/me/settings", "", json!({"theme": "dark"})).await;
    ask(&anna, "GET", "/api/me/settings", "", Value::Null).await;
    let book = json!({"title": "x", "updated_ms": 1, "body": {"tree": []}});
    ask(&anna, "PUT", "/api/me/notebooks/{id}", "one", book).await;
    ask(&anna, "GET", "/api/me/notebooks", "", Value::Null).await;
    ask(&anna, "GET", "/api/me/notebooks/{id}", "one", Value::Null).await;
    ask(&anna, "DELETE", "/api/me/notebooks/{id}", "one", Value::Null).await;
    let played = json!({
        "name": "local-1", "kind": "seega", "opponent": "local", "side": "first",
        "entries": ["a1"], "resigned": "second", "created_ms": 1, "ended_ms": 2,
    });
    ask(&anna, "POST", "/api/games/played", "", played).await;
    ask(&anonymous, "GET", "/api/players/{name}", "anna", Value::Null).await;

    // One that is called off, one that the opponent has left.
    let off = ask(&anna, "POST", "/api/games", "", with("local")).await;
    ask(&anna, "POST", "/api/games/{id}/abort", off["game"].as_str().unwrap(), json!({})).await;
    let mut left_alone = with("link");
    left_alone["clock"] = json!("5+3");
    let alone = ask(&anna, "POST", "/api/games", "", left_alone).await;
    let alone = alone["game"].as_str().unwrap();
    ask(&boris, "POST", "/api/games/{id}/join", alone, json!({})).await;
    for (client, ply, square) in [(&anna, 0, "a1"), (&boris, 1, "b1")] {
        let play = json!({"ply": ply, "actions": [square]});
        ask(client, "POST", "/api/games/{id}/actions", alone, play).await;
    }
    let gone = std::time::Duration::from_millis(2 * place::GONE_AFTER_MS as u64);
    tokio::time::sleep(gone).await;
    ask(&boris, "POST", "/api/games/{id}/claim", alone, json!({})).await;

    // Against the engine: advice. Then a bot's streams, of which only the beginning is read.
    let mut engine = with("engine");
    engine["level"] = json!(1);
    let engine = ask(&anna, "POST", "/api/games", "", engine).await;
    ask(&anna, "POST", "/api/games/{id}/hint", engine["game"].as_str().unwrap(), json!({})).await;
    ask(&anna, "GET", "/api/bot/stream", "", Value::Null).await;
    ask(&anna, "GET", "/api/lobby/stream", "", Value::Null).await;
    ask(&anna, "GET", "/api/bot/games/{id}/stream", engine["game"].as_str().unwrap(), Value::Null)
        .await;

    // Those who look after the place, and what they do.
    let store = server.live.store();
    let account = store.account_named("Anna").await.unwrap().unwrap().id;
    store.moderate("console", &account, &Act::Role(Role::Moderator), "").await.unwrap();
    let report = json!({"reason": "help", "text": "x"});
    ask(&anna, "POST", "/api/players/{name}/report", "Boris", report).await;
    let seen = ask(&anna, "GET", "/api/mod", "", Value::Null).await;
    let report = seen["reports"][0]["id"].as_str().unwrap();
    ask(&anna, "POST", "/api/mod/reports/{id}", report, json!({"text": "y"})).await;
    let warn = json!({"act": "warn", "text": "z"});
    ask(&anna, "POST", "/api/mod/players/{name}", "Boris", warn).await;
    ask(&anna, "GET", "/api/mod/players/{name}", "Boris", Value::Null).await;
    let told = ask(&boris, "GET", "/api/me/notices", "", Value::Null).await;
    let notice = told[0]["id"].as_str().unwrap();
    ask(&boris, "POST", "/api/me/notices/{id}/seen", notice, json!({})).await;
    ask(&anna, "POST", "/api/games/{id}/away", alone, json!({"ms": 1000})).await;

    // Mail, and one's own data.
    let mail = json!({"mail": "anna@home.example", "password": "a long password"});
    ask(&anna, "POST", "/api/me/mail", "", mail).await;
    let code = store.mail_code(&account, Letter::Confirm, "anna@home.example").await.unwrap();
    ask(&anonymous, "POST", "/api/mail/confirm", "", json!({"code": code})).await;
    ask(&anna, "GET", "/api/me/mail", "", Value::Null).await;
    ask(&anonymous, "POST", "/api/recover", "", json!({"name": "Anna"})).await;
    ask(&anna, "DELETE", "/api/me/mail", "", Value::Null).await;
    let clara = store.account_named("Clara").await.unwrap().unwrap().id;
    let code = store.mail_code(&clara, Letter::Recover, "c@home.example").await.unwrap();
    let password = json!({"code": code, "password": "a long password"});
    ask(&anonymous, "POST", "/api/recover/password", "", password).await;
    ask(&anna, "GET", "/api/me/export", "", Value::Null).await;

    // Sessions, tokens, another password, the end of a session and of an account.
    let sessions = ask(&boris, "GET", "/api/me/sessions", "", Value::Null).await;
    ask(&boris, "DELETE", "/api/me/sessions", "", Value::Null).await;
    assert_eq!(sessions[0]["current"], true);
    let mut elsewhere = anonymous.clone();
    assert_eq!(elsewhere.post("/api/login", names("Boris")).await.unwrap().0, 200);
    let (_, all) = elsewhere.get("/api/me/sessions").await.unwrap();
    let other = all.as_array().unwrap().iter().find(|one| one["current"] == true).unwrap();
    ask(&boris, "DELETE", "/api/me/sessions/{hash}", other["id"].as_str().unwrap(), Value::Null)
        .await;
    let token = ask(&anna, "POST", "/api/me/tokens", "", json!({"label": "x"})).await;
    ask(&anna, "GET", "/api/me/tokens", "", Value::Null).await;
    ask(&anna, "DELETE", "/api/me/tokens/{hash}", token["id"].as_str().unwrap(), Value::Null).await;
    let password = json!({"old": "a long password", "new": "another long password"});
    ask(&anna, "POST", "/api/me/password", "", password).await;
    ask(&anna, "POST", "/api/logout", "", json!({})).await;
    ask(&boris, "DELETE", "/api/me", "", json!({"password": "a long password"})).await;
    assert!(left.is_empty(), "{:?}", left.keys());
    server.stop().await;
}

/// Both sides of every game on one socket: each message is what the document says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_message_is_one_that_the_document_tells_of() {
    let (server, _folder) = serve("messages").await;
    let document = Document::of(&server).await;
    let mut client = Client::new(server.address);
    let mut random = fastrand::Rng::with_seed(7);
    let mut kinds = BTreeSet::new();
    for kind in ["seega", "salta", "senet", "draughts", "diaballik"] {
        let create = json!({"game": kind, "opponent": "local", "clock": "5+3"});
        let (_, state) = client.post("/api/games", create).await.unwrap();
        document.component("GameState", &state);
        let game = state["game"].as_str().unwrap();
        let mut socket = client.socket().await.unwrap();
        let mut number = 0;
        let mut now = state.clone();
        let mut say = vec![
            json!({"type": "hello", "lang": "ru", "games": [{"game": game, "since": 0}, {"game": "nothing"}]}),
            json!({"type": "watch", "game": game}),
            json!({"type": "preview", "rules": kind, "actions": []}),
            json!({"type": "preview", "game": game, "rules": kind, "actions": []}),
            json!({"type": "claim", "game": game}),
        ];
        say.extend((0..60).map(|_| json!({"type": "submit"})));
        say.extend([
            json!({"type": "submit", "game": game, "ply": -1, "actions": ["x"]}),
            json!({"type": "takeback", "game": game, "answer": "offer"}),
            json!({"type": "draw", "game": game, "answer": "decline"}),
            json!({"type": "abort", "game": game}),
            json!({"type": "resign", "game": game}),
            json!({"type": "rematch", "game": game}),
            json!({"type": "unwatch", "game": game}),
        ]);
        for mut message in say {
            number += 1;
            if message == json!({"type": "submit"}) {
                let legal = now["legal"].as_array().unwrap();
                if legal.is_empty() {
                    continue;
                }
                let action = &legal[random.usize(..legal.len())]["action"];
                message =
                    json!({"type": "submit", "game": game, "ply": now["ply"], "actions": [action]});
            }
            if message["type"] != "hello" {
                message["id"] = json!(number.to_string());
            }
            document.component("FromClient", &message);
            socket.send(&message).await.unwrap();
            // A ping behind it: when that is answered, so is the rest.
            let ping = format!("ping {number}");
            socket.send(&json!({"type": "ping", "id": ping})).await.unwrap();
            let mut ponged = false;
            let played = message["type"] == "submit" && message["ply"] != -1;
            while !ponged
                || played
                    && now["ply"].as_i64() <= message["ply"].as_i64()
                    && now["phase"] != "over"
            {
                let heard = socket.receive().await.unwrap();
                document.component("ToClient", &heard);
                let kind = heard["type"].as_str().unwrap().to_owned();
                ponged |= kind == "pong" && heard["id"] == ping.as_str();
                if kind == "event" && heard.get("now").is_some() {
                    now = heard["now"].clone();
                }
                assert!(!played || kind != "error", "{heard}");
                kinds.insert(kind);
            }
        }
        let (_, state) = client.get(&format!("/api/games/{game}")).await.unwrap();
        document.component("GameState", &state);
    }
    let all = ["ack", "error", "event", "pong", "preview", "state", "welcome"];
    assert_eq!(kinds.iter().map(String::as_str).collect::<Vec<_>>(), all);
    server.stop().await;
}
