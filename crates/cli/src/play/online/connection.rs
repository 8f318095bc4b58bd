//! The WebSocket to a server, on a thread of its own: it connects, says where we stopped, and
//! connects again whenever the connection is lost.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use text::Lang;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::News;
use super::client::{Client, Credentials};
use super::wire::Message;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection is given up if it does not stand after this.
const CONNECTING: Duration = Duration::from_secs(10);
/// Where nothing is heard for so long, the server is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(20);
/// The first and the longest pause between two tries.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(5));

enum Order {
    /// Hear of this game, of what happened after this version, and of no other.
    Follow(String, Option<i64>),
    Say(Value),
}

/// The connection as its user sees it; it is closed when this is dropped.
pub(crate) struct Connection {
    orders: UnboundedSender<Order>,
}

impl Connection {
    /// Connects, and reports the news from now on.
    pub(crate) fn start(client: &Client, lang: Lang, news: mpsc::Sender<News>) -> Connection {
        let (orders, received) = unbounded_channel();
        let client = client.clone();
        thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            if let Ok(runtime) = runtime {
                let worker = Worker { client, lang, news, orders: received, following: None };
                runtime.block_on(worker.run());
            }
        });
        Connection { orders }
    }

    pub(crate) fn follow(&self, game: &str, since: Option<i64>) {
        let _ = self.orders.send(Order::Follow(game.to_owned(), since));
    }

    pub(crate) fn say(&self, message: Value) {
        let _ = self.orders.send(Order::Say(message));
    }
}

/// The thread's side.
struct Worker {
    client: Client,
    lang: Lang,
    news: mpsc::Sender<News>,
    orders: UnboundedReceiver<Order>,
    /// The game, and the last version heard of it.
    following: Option<(String, Option<i64>)>,
}

/// The receiver of the news is gone.
struct Gone;

/// Why an exchange is over.
enum End {
    /// The connection was lost, for this reason.
    Lost(String),
    /// The server knows us now, but not on this connection: a guest was made meanwhile.
    OtherUser,
}

impl From<Error> for End {
    fn from(error: Error) -> End {
        End::Lost(error.to_string())
    }
}

impl Worker {
    async fn run(mut self) {
        let mut pause = PAUSES.0;
        loop {
            let known_by = self.client.credentials();
            let end = match self.connect(known_by.as_ref()).await {
                Ok(socket) => {
                    pause = PAUSES.0;
                    self.talk(socket, known_by).await
                }
                Err(why) => Ok(End::Lost(why)),
            };
            match end {
                Err(Gone) => return,
                Ok(End::OtherUser) => continue,
                Ok(End::Lost(why)) => {
                    if self.report(News::Down(why)).is_err() || self.wait(pause).await.is_err() {
                        return;
                    }
                }
            }
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    fn report(&self, news: News) -> Result<(), Gone> {
        self.news.send(news).map_err(|_| Gone)
    }

    async fn connect(&self, known_by: Option<&Credentials>) -> Result<Socket, String> {
        let words = |error: Error| match error {
            Error::Io(error) => error.to_string(),
            other => other.to_string(),
        };
        let mut request = self.client.address.socket().into_client_request().map_err(words)?;
        if let Some((name, value)) = known_by {
            let value = HeaderValue::from_str(value).map_err(|error| error.to_string())?;
            request.headers_mut().insert(*name, value);
        }
        match timeout(CONNECTING, connect_async(request)).await {
            Ok(Ok((socket, _))) => Ok(socket),
            Ok(Err(error)) => Err(words(error)),
            Err(late) => Err(late.to_string()),
        }
    }

    /// Waits before the next try; what is to be said in the meantime cannot be.
    async fn wait(&mut self, pause: Duration) -> Result<(), Gone> {
        let waited = sleep(pause);
        tokio::pin!(waited);
        loop {
            tokio::select! {
                () = &mut waited => return Ok(()),
                order = self.orders.recv() => match order {
                    Some(Order::Follow(game, since)) => self.following = Some((game, since)),
                    Some(Order::Say(_)) => {}
                    None => return Err(Gone),
                },
            }
        }
    }

    /// Talks until the connection is lost or has to be made anew.
    async fn talk(
        &mut self,
        mut socket: Socket,
        known_by: Option<Credentials>,
    ) -> Result<End, Gone> {
        let games: Vec<Value> = self
            .following
            .iter()
            .map(|(game, since)| json!({ "game": game, "since": since }))
            .collect();
        let hello = json!({ "type": "hello", "lang": self.lang.code(), "games": games });
        if let Err(error) = send(&mut socket, &hello).await {
            return Ok(error.into());
        }
        self.report(News::Up)?;
        let mut asked = false;
        loop {
            tokio::select! {
                order = self.orders.recv() => {
                    let messages = match order {
                        None => {
                            let _ = socket.close(None).await;
                            return Err(Gone);
                        }
                        Some(Order::Say(message)) => vec![message],
                        Some(Order::Follow(game, since)) => {
                            let messages = self.turn_to(game, since);
                            if self.client.credentials() != known_by {
                                let _ = socket.close(None).await;
                                return Ok(End::OtherUser);
                            }
                            messages
                        }
                    };
                    for message in messages {
                        if let Err(error) = send(&mut socket, &message).await {
                            return Ok(error.into());
                        }
                    }
                }
                frame = socket.next() => {
                    asked = false;
                    match frame {
                        Some(Ok(Frame::Text(text))) => {
                            if let Ok(message) = serde_json::from_str(&text) {
                                self.note(&message);
                                self.report(News::Heard(message))?;
                            }
                        }
                        Some(Ok(Frame::Close(_))) | None => return Ok(End::Lost(String::new())),
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return Ok(error.into()),
                    }
                }
                () = sleep(SILENCE) => {
                    if asked {
                        return Ok(End::Lost(String::new()));
                    }
                    asked = true;
                    if let Err(error) = send(&mut socket, &json!({ "type": "ping" })).await {
                        return Ok(error.into());
                    }
                }
            }
        }
    }

    /// The messages with which another game is followed, or the same one from another version.
    fn turn_to(&mut self, game: String, since: Option<i64>) -> Vec<Value> {
        let mut out = Vec::new();
        if let Some((before, _)) = &self.following
            && *before != game
        {
            out.push(json!({ "type": "unwatch", "game": before }));
        }
        out.push(json!({ "type": "watch", "game": game, "since": since }));
        self.following = Some((game, since));
        out
    }

    /// Remembers up to where we have heard.
    fn note(&mut self, message: &Message) {
        let (game, version) = match message {
            Message::State(state) => (&state.game, state.version),
            Message::Event(event) => (&event.game, event.version),
            Message::Error(_) | Message::Other => return,
        };
        if let Some((following, heard)) = &mut self.following
            && following == game
        {
            *heard = Some(version).max(*heard);
        }
    }
}

async fn send(socket: &mut Socket, message: &Value) -> Result<(), Error> {
    socket.send(Frame::Text(message.to_string().into())).await
}
