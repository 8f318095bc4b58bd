//! The WebSocket: one connection, any number of games.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use futures_util::SinkExt;
use text::answers::{self, Preview, Reach};
use text::{Lang, text};
use tokio::sync::{mpsc, oneshot};

use super::App;
use super::advice::{self, Analyse};
use super::games::check_submission;
use super::identity::Caller;
use super::limits::Activity;
use super::watchers::{Following, News};
use crate::advice::inquiry::Inquiry;
use crate::advice::wire::AnalysisOut;
use crate::error::Error;
use crate::live::{Broadcast, Command, Who};
use crate::metrics;
use crate::store::Scope;
use crate::wire::{FromClient, Person, ToClient};

pub(super) fn router() -> Router<App> {
    Router::new().route("/api/live", get(open))
}

/// A client that sends more than this at once is cut off unheard. Less than that, but too much for a
/// message, is answered.
const LARGEST_FRAME: usize = 16 * FromClient::LARGEST;
/// What a connection reads at once, and keeps room for: most messages are smaller.
const BUFFER: usize = 512;
/// Games that one connection may follow.
const MOST_GAMES: usize = 64;
/// How long a position is analysed if nothing is said about it, in seconds.
const ANALYSIS_SECONDS: f64 = 10.0;
/// Between two messages of an analysis.
const READABLE: Duration = Duration::from_millis(40);

/// The live protocol: a WebSocket with the messages `FromClient` and `ToClient`.
#[utoipa::path(get, path = "/api/live", tag = "live",
    responses((status = 101, description = "Messages `FromClient` and `ToClient` as JSON texts"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn open(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let counted = app.limits.socket(&caller.address).ok_or(Error::RateLimited)?;
    Ok(upgrade
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
        .read_buffer_size(BUFFER)
        .write_buffer_size(4096)
        .max_write_buffer_size(4 << 20)
        .on_upgrade(move |mut socket| async move {
            let mut connection = Box::new(Connection::new(app, caller));
            // A task of its own: the room that the handshake takes is free again.
            tokio::spawn(async move {
                metrics::SOCKETS.fetch_add(1, Relaxed);
                connection.run(&mut socket).await;
                metrics::SOCKETS.fetch_sub(1, Relaxed);
                drop(counted);
            });
        }))
}

struct Connection {
    app: App,
    caller: Arc<Caller>,
    lang: Lang,
    out: mpsc::Sender<Utf8Bytes>,
    sending: Option<mpsc::Receiver<Utf8Bytes>>,
    followed: HashMap<String, tokio::task::AbortHandle>,
    analysis: Option<Analysing>,
}

/// An analysis under way; dropping it ends it.
struct Analysing {
    id: String,
    task: tokio::task::JoinHandle<()>,
    _stop: oneshot::Sender<()>,
}

impl Analysing {
    /// Sends what is found, until all is or it is dropped.
    fn start(
        id: String,
        mut inquiry: Inquiry,
        out: mpsc::Sender<Utf8Bytes>,
        lang: Lang,
    ) -> Analysing {
        let (stop, mut stopped) = oneshot::channel();
        let name = id.clone();
        let task = tokio::spawn(async move {
            let send = async |message: ToClient| out.send(text_of(&message)).await.is_ok();
            let analysis = |found: AnalysisOut| {
                ToClient::Analysis(Box::new(AnalysisOut { id: Some(name.clone()), ..found }))
            };
            loop {
                let found = tokio::select! {
                    found = inquiry.next() => found,
                    _ = &mut stopped => {
                        send(analysis(inquiry.so_far())).await;
                        return;
                    }
                };
                let (message, done) = match found {
                    Ok(found) => {
                        let done = found.analysis.done;
                        (analysis(found.analysis), done)
                    }
                    Err(error) => {
                        let refused = error.refused(lang);
                        (ToClient::Error { id: Some(name.clone()), game: None, refused }, true)
                    }
                };
                if !send(message).await || done {
                    return;
                }
                // The first depths come faster than a person can read.
                tokio::time::sleep(READABLE).await;
            }
        });
        Analysing { id, task, _stop: stop }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        for task in self.followed.values() {
            task.abort();
        }
    }
}

impl Connection {
    fn new(app: App, caller: Caller) -> Connection {
        let (out, sending) = mpsc::channel(64);
        let lang = caller.lang;
        let followed = HashMap::new();
        let (caller, sending) = (Arc::new(caller), Some(sending));
        Connection { app, caller, lang, out, sending, followed, analysis: None }
    }

    /// Serves the connection. Thousands of these wait at any time: what is seldom under way is boxed
    /// when it is.
    async fn run(&mut self, socket: &mut WebSocket) {
        let Some(mut sending) = self.sending.take() else { return };
        let app = self.app.clone();
        let caller = Arc::clone(&self.caller);
        let revoked = caller.revoked(&app);
        tokio::pin!(revoked);
        // Who does not read what is sent does not answer a ping either.
        let silence = app.config.limits.silence;
        let mut pulse = tokio::time::interval(silence);
        pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        pulse.reset();
        let mut heard = tokio::time::Instant::now();
        loop {
            tokio::select! {
                Some(text) = sending.recv() => {
                    // All that is ready goes out in one write.
                    if socket.feed(Message::Text(text)).await.is_err() {
                        return;
                    }
                    while let Ok(text) = sending.try_recv() {
                        if socket.feed(Message::Text(text)).await.is_err() {
                            return;
                        }
                    }
                    if socket.flush().await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => {
                    heard = tokio::time::Instant::now();
                    let answer = match message {
                        Some(Ok(Message::Text(text))) => Box::pin(self.answer(&text)).await,
                        Some(Ok(Message::Binary(_))) => {
                            Some(self.refusal(None, None, &Error::BadRequest("binary message")))
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    };
                    if let Some(answer) = answer
                        && socket.send(Message::Text(text_of(&answer))).await.is_err()
                    {
                        return;
                    }
                }
                _ = pulse.tick() => {
                    if heard.elapsed() > silence * 2 || socket.send(Message::Ping(Default::default())).await.is_err() {
                        return;
                    }
                }
                () = &mut revoked => {
                    let frame = CloseFrame { code: close_code::POLICY, reason: "revoked".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
                () = app.stopped() => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
            }
        }
    }

    fn refusal(&self, id: Option<String>, game: Option<String>, error: &Error) -> ToClient {
        metrics::REFUSALS.add(1);
        ToClient::Error { id, game, refused: error.refused(self.lang) }
    }

    /// What is answered to a message.
    async fn answer(&mut self, text: &str) -> Option<ToClient> {
        metrics::MESSAGES.add(1);
        let who = self.caller.id().unwrap_or(&self.caller.address);
        if !self.app.limits.allow(Activity::Message, who) {
            return Some(self.refusal(None, None, &Error::RateLimited));
        }
        let message = match FromClient::read(text) {
            Ok(message) => message,
            Err(error) => return Some(self.refusal(None, None, &error)),
        };
        match message {
            FromClient::Hello { lang, games } => {
                if let Some(lang) = lang.as_deref().and_then(Lang::parse) {
                    self.lang = lang;
                }
                let you = self.caller.account.as_ref().map(Person::from);
                self.send(&ToClient::Welcome { you, now_ms: self.app.live.store().now_ms() }).await;
                let mut named = HashSet::new();
                for resume in games {
                    // What was missed is sent for every name: one game is named once.
                    if !named.insert(resume.game.clone()) {
                        let error = Error::BadRequest("games");
                        return Some(self.refusal(None, Some(resume.game), &error));
                    }
                    if let Err(error) = self.follow(&resume.game, resume.since).await {
                        let refusal = self.refusal(None, Some(resume.game), &error);
                        self.send(&refusal).await;
                    }
                }
                None
            }
            FromClient::Watch { game, since, id } => {
                let done = self.follow(&game, since).await;
                done.err().map(|error| self.refusal(id, Some(game), &error))
            }
            FromClient::Unwatch { game, id } => {
                if let Some(task) = self.followed.remove(&game) {
                    task.abort();
                }
                Some(ToClient::Ack { id, game, version: 0, duplicate: false })
            }
            FromClient::Preview { game, rules, position, actions, attempt, id } => {
                let pending = (&actions[..], &attempt[..]);
                let preview = self.preview(game.as_deref(), rules, position, pending).await;
                Some(match preview {
                    Ok(preview) => ToClient::Preview { id, preview: Box::new(preview) },
                    Err(error) => self.refusal(id, game, &error),
                })
            }
            FromClient::Analyse { id, rules, position, actions, lines, seconds } => {
                let seconds = seconds.or(Some(ANALYSIS_SECONDS));
                let ask = Analyse { rules, position, actions, lines, seconds };
                // The one before ends and sends its last message.
                self.analysis = None;
                match advice::begin(&self.app, &self.caller, ask).await {
                    Ok(inquiry) => {
                        self.analysis =
                            Some(Analysing::start(id, inquiry, self.out.clone(), self.lang));
                        None
                    }
                    Err(error) => Some(self.refusal(Some(id), None, &error)),
                }
            }
            FromClient::StopAnalysis { id } => match self.analysis.take() {
                Some(running) if running.id == id && !running.task.is_finished() => None,
                other => {
                    self.analysis = other;
                    Some(self.refusal(Some(id), None, &Error::NotFound))
                }
            },
            FromClient::Ping { id } => {
                Some(ToClient::Pong { id, now_ms: self.app.live.store().now_ms() })
            }
            FromClient::Submit { game, ply, actions, id } => {
                if let Err(error) = check_submission(&actions, id.as_deref()) {
                    return Some(self.refusal(id, Some(game), &error));
                }
                let command = Command::Submit { ply, actions, id: id.clone() };
                Some(self.perform(game, command, id).await)
            }
            FromClient::Resign { game, id } => Some(self.perform(game, Command::Resign, id).await),
            FromClient::Draw { game, answer, id } => {
                Some(self.perform(game, Command::Draw(answer), id).await)
            }
            FromClient::Takeback { game, answer, id } => {
                Some(self.perform(game, Command::Takeback(answer), id).await)
            }
            FromClient::Abort { game, id } => Some(self.perform(game, Command::Abort, id).await),
            FromClient::Claim { game, id } => Some(self.perform(game, Command::Claim, id).await),
            FromClient::Rematch { game, id } => {
                Some(self.perform(game, Command::Rematch, id).await)
            }
        }
    }

    async fn perform(&self, game: String, command: Command, id: Option<String>) -> ToClient {
        let Some(account) = self.caller.id() else {
            return self.refusal(id, Some(game), &Error::Unauthorized);
        };
        if let Err(error) = self.caller.may(Scope::Play) {
            return self.refusal(id, Some(game), &error);
        }
        match self.app.live.perform(&game, Who::Account(account.to_owned()), command).await {
            Ok(done) => {
                ToClient::Ack { id, game, version: done.version, duplicate: done.duplicate }
            }
            Err(error) => self.refusal(id, Some(game), &error),
        }
    }

    async fn preview(
        &self,
        game: Option<&str>,
        rules: Option<String>,
        position: Option<String>,
        (actions, attempt): (&[String], &[String]),
    ) -> Result<Preview, Error> {
        let (mut game, reach) = match (game, rules) {
            (Some(game), None) => {
                let snapshot = self.app.live.look_as(game, self.caller.id(), 0).await?;
                (snapshot.room.game.clone(), Reach::Turn)
            }
            (None, Some(rules)) => (answers::game(&rules, position.as_deref())?, Reach::Anything),
            _ => return Err(Error::BadRequest("game or rules")),
        };
        Ok(answers::preview(&mut *game, actions, attempt, reach, text(self.lang))?)
    }

    async fn send(&self, message: &ToClient) {
        // The queue cannot be waited for here: the same task empties it.
        let _ = self.out.try_send(text_of(message));
    }

    /// Follows a game: what was missed, the state, and then whatever happens.
    async fn follow(&mut self, game: &str, since: Option<i64>) -> Result<(), Error> {
        if self.followed.len() >= MOST_GAMES && !self.followed.contains_key(game) {
            return Err(Error::RateLimited);
        }
        let account = self.caller.id().map(str::to_owned);
        let (following, missed) =
            Following::start(&self.app.live, game, account.clone(), since).await?;
        let followed = Followed {
            following,
            out: self.out.clone(),
            lang: self.lang,
            name: game.to_owned(),
            account,
        };
        let mut followed = Box::new(followed);
        let task = tokio::spawn(async move { followed.run(missed).await });
        if let Some(before) = self.followed.insert(game.to_owned(), task.abort_handle()) {
            before.abort();
        }
        Ok(())
    }
}

/// A game that a connection follows.
struct Followed {
    following: Following,
    out: mpsc::Sender<Utf8Bytes>,
    lang: Lang,
    name: String,
    account: Option<String>,
}

impl Followed {
    /// Sends what was missed, the state, and then whatever happens.
    async fn run(&mut self, missed: Vec<Arc<Broadcast>>) {
        let state = self.following.snapshot().state(self.account.as_deref(), self.lang);
        let state = text_of(&ToClient::State(Box::new(state)));
        if !self.send(missed, Some(state)).await {
            return;
        }
        while let Ok(news) = self.following.next().await {
            let (events, message) = match news {
                News::Event(broadcast) => (vec![broadcast], None),
                News::Events(broadcasts) => (broadcasts, None),
                News::Queue(waiting) => {
                    (Vec::new(), Some(ToClient::Engine { game: self.name.clone(), waiting }))
                }
                News::Standing => {
                    let refused = Error::CannotStore.refused(self.lang);
                    let game = Some(self.name.clone());
                    (Vec::new(), Some(ToClient::Error { id: None, game, refused }))
                }
                News::State(snapshot) => {
                    let state = Box::new(snapshot.state(self.account.as_deref(), self.lang));
                    (Vec::new(), Some(ToClient::State(state)))
                }
            };
            if !self.send(events, message.as_ref().map(text_of)).await {
                return;
            }
        }
    }

    /// Sends events, and a message behind them; false if the connection is gone.
    async fn send(&self, events: Vec<Arc<Broadcast>>, message: Option<Utf8Bytes>) -> bool {
        for text in events.iter().map(|broadcast| broadcast.text(self.lang)).chain(message) {
            if self.out.send(text).await.is_err() {
                return false;
            }
        }
        true
    }
}

fn text_of(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(open), components(schemas(FromClient, ToClient)))]
pub(super) struct Document;
