//! Plain requests to a server: who we are, games made, joined and found.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use text::{Lang, Text};
use ureq::Agent;
use ureq::http::Request;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::address::Address;
use super::guests;
use super::terms::Terms;
use super::wire::{Listed, State};
use crate::play::opponents::Trouble;

/// A request fails if it is not answered in this time.
const PATIENCE: Duration = Duration::from_secs(10);
/// No answer is larger.
const LARGEST: u64 = 16 << 20;
/// The cookie with a guest's session, and its name behind TLS.
const COOKIES: [&str; 2] = ["igroteka=", "__Host-igroteka="];

/// By what a server knows us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// A personal access token.
    Token(String),
    /// The cookie of a guest, once there is one.
    Guest(Option<String>),
}

/// A header's name and value.
pub(crate) type Credentials = (&'static str, String);

/// Requests to one server.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: Address,
    agent: Agent,
    key: Arc<Mutex<Key>>,
    text: &'static Text,
}

/// Games to choose from.
pub(crate) struct Lists {
    /// The own games that are not over.
    pub(crate) own: Vec<Listed>,
    /// Those that wait for anyone.
    pub(crate) lobby: Vec<Listed>,
    /// Those that can be watched.
    pub(crate) live: Vec<Listed>,
}

/// The certificates that this machine trusts, for both kinds of connections.
fn encryption(address: &Address) -> TlsConfig {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut config = TlsConfig::builder();
    if address.http("").starts_with("https") {
        let trusted = rustls_native_certs::load_native_certs().certs;
        let trusted: Vec<_> =
            trusted.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
        config = config.root_certs(RootCerts::new_with_certs(&trusted));
    }
    config.build()
}

impl Client {
    /// A client of this server, with a token or else as the guest that we were there before.
    pub(crate) fn new(address: Address, token: Option<String>, text: &'static Text) -> Client {
        let key = match token {
            Some(token) => Key::Token(token),
            None => Key::Guest(guests::cookie(&address.http(""))),
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            .proxy(None)
            .tls_config(encryption(&address))
            .build();
        let agent = Agent::new_with_config(config);
        Client { address, agent, key: Arc::new(Mutex::new(key)), text }
    }

    pub(crate) fn lang(&self) -> Lang {
        self.text.lang()
    }

    /// The header that identifies us; nothing before there is a guest.
    pub(crate) fn credentials(&self) -> Option<Credentials> {
        match &*self.key.lock().unwrap_or_else(PoisonError::into_inner) {
            Key::Token(token) => Some(("authorization", format!("Bearer {token}"))),
            Key::Guest(Some(cookie)) => Some(("cookie", cookie.clone())),
            Key::Guest(None) => None,
        }
    }

    fn unreachable(&self, error: &dyn std::fmt::Display) -> Trouble {
        let args =
            [("server", self.address.http("").into()), ("message", error.to_string().into())];
        self.text.message("online-unreachable", &args)
    }

    /// It answers, but not as a server of these games does.
    pub(super) fn unexpected(&self) -> Trouble {
        self.text.message("online-strange", &[("server", self.address.http("").into())])
    }

    /// Sends a request and gives the answer's body; a refusal is returned in the server's words.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Result<String, Trouble> {
        let mut request = Request::builder()
            .method(method)
            .uri(self.address.http(path))
            .header("accept-language", self.text.lang().code());
        if let Some((name, value)) = self.credentials() {
            request = request.header(name, value);
        }
        let answer = match body {
            None => request.body(()).map(|request| self.agent.run(request)),
            Some(body) => request
                .header("content-type", "application/json")
                .body(body.to_string())
                .map(|request| self.agent.run(request)),
        };
        let answer = answer
            .map_err(|error| self.unreachable(&error))?
            .map_err(|error| self.unreachable(&plain(&error)))?;
        for cookie in answer.headers().get_all("set-cookie") {
            self.take_cookie(cookie.to_str().unwrap_or_default());
        }
        let status = answer.status();
        let body = answer
            .into_body()
            .into_with_config()
            .limit(LARGEST)
            .read_to_string()
            .map_err(|error| self.unreachable(&plain(&error)))?;
        if status.is_success() {
            return Ok(body);
        }
        let refused: Option<Value> = serde_json::from_str(&body).ok();
        let message = refused.as_ref().and_then(|refused| refused["message"].as_str());
        Err(message.map_or_else(|| self.unexpected(), str::to_owned))
    }

    fn take_cookie(&self, line: &str) {
        let pair = line.split(';').next().unwrap_or_default().trim();
        let mut key = self.key.lock().unwrap_or_else(PoisonError::into_inner);
        if let Key::Guest(guest) = &mut *key
            && COOKIES.iter().any(|name| pair.starts_with(name) && pair.len() > name.len())
        {
            guests::keep(&self.address.http(""), pair);
            *guest = Some(pair.to_owned());
        }
    }

    fn read<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, Trouble> {
        let answer = self.call(method, path, body)?;
        serde_json::from_str(&answer).map_err(|_| self.unexpected())
    }

    /// Whether there is a server that knows us; it need not know a guest yet.
    pub(crate) fn check(&self) -> Result<(), Trouble> {
        match self.read("GET", "/api/me", None)? {
            Value::Null => Ok(()),
            Value::Object(me) if me.contains_key("account") => Ok(()),
            _ => Err(self.unexpected()),
        }
    }

    /// A game as it stands.
    pub(crate) fn state(&self, game: &str) -> Result<State, Trouble> {
        self.read("GET", &format!("/api/games/{game}"), None)
    }

    /// Makes a game; from the lobby it may be one that another player has made.
    pub(crate) fn create(&self, terms: &Terms, rules: &str, start: Option<&str>) -> Created {
        if terms.takes_any()
            && let Some(state) = self.find_in_lobby(terms, rules, start)
        {
            return Ok(state);
        }
        self.read("POST", "/api/games", Some(&terms.request(rules, start)))
    }

    /// Joins a game of these terms if another player waits in one.
    fn find_in_lobby(&self, terms: &Terms, rules: &str, start: Option<&str>) -> Option<State> {
        let waiting: Vec<Listed> = self.read("GET", "/api/lobby", None).ok()?;
        let own: Vec<Listed> = self.read("GET", "/api/me/games", None).ok()?;
        let fits = |one: &&Listed| {
            start.is_none() && terms.fits(one, rules) && !own.iter().any(|o| o.game == one.game)
        };
        // The longest waiting comes first; a seat may be taken in the meantime.
        waiting.iter().rev().filter(fits).find_map(|one| self.join(&one.game).ok())
    }

    /// Takes the free seat of a game, or goes back to one's own.
    pub(crate) fn join(&self, game: &str) -> Created {
        let nonce = json!({ "nonce": server::secret::token(16) });
        let joined: Value = self.read("POST", &format!("/api/games/{game}/join"), Some(&nonce))?;
        // Another node may be asked next: it is to know of the join.
        let seen = joined["version"].as_i64().unwrap_or(0);
        self.read("GET", &format!("/api/games/{game}?seen={seen}"), None)
    }

    /// The record of a game as the server keeps it.
    pub(crate) fn record(&self, game: &str) -> Result<String, Trouble> {
        self.call("GET", &format!("/api/games/{game}/record"), None)
    }

    /// Games to choose from.
    pub(crate) fn lists(&self) -> Result<Lists, Trouble> {
        let mut own: Vec<Listed> = self.read("GET", "/api/me/games", None)?;
        own.retain(|one| one.phase != super::wire::Phase::Over);
        let is_own = |one: &Listed| own.iter().any(|known| known.game == one.game);
        let mut lobby: Vec<Listed> = self.read("GET", "/api/lobby", None)?;
        lobby.retain(|one| !is_own(one));
        let mut live: Vec<Listed> = self.read("GET", "/api/games?phase=live", None)?;
        live.retain(|one| !is_own(one));
        Ok(Lists { own, lobby, live })
    }
}

pub(crate) type Created = Result<State, Trouble>;

/// An error without the library's own prefix.
fn plain(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}
