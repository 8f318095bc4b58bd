//! A small client for tests and the load generator: requests and a WebSocket to a server nearby,
//! without TLS.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// What went wrong, in words.
pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// A connection to a server, with its session.
#[derive(Clone, Debug)]
pub struct Client {
    /// The server.
    pub address: SocketAddr,
    /// The session's cookie, kept from answers.
    pub cookie: Option<String>,
    /// Further header lines, each with its line end.
    pub headers: String,
}

impl Client {
    /// A client without a session.
    #[must_use]
    pub fn new(address: SocketAddr) -> Client {
        Client { address, cookie: None, headers: String::new() }
    }

    /// Sends a request and gives the whole answer as it came.
    ///
    /// # Errors
    /// The connection failed, or the answer is no text.
    pub async fn raw(&self, method: &str, path: &str, body: &str) -> Result<String> {
        let cookie = match &self.cookie {
            Some(cookie) => format!("cookie: {cookie}\r\n"),
            None => String::new(),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n{cookie}{}\r\n{body}",
            self.address,
            body.len(),
            self.headers,
        );
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok(String::from_utf8(answer)?)
    }

    /// Sends a request and gives status and body: JSON, or a string if it is none.
    ///
    /// # Errors
    /// The connection failed, or the answer is not HTTP.
    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, Value)> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let answer = self.raw(method, path, &body).await?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or("no head")?;
        let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
        for line in head.lines() {
            let set =
                line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
            if let Some((_, value)) = set {
                let pair = value.trim().split(';').next().unwrap_or_default();
                self.cookie = (!pair.ends_with('=')).then(|| pair.to_owned());
            }
        }
        let body = serde_json::from_str(body).unwrap_or_else(|_| Value::String(body.to_owned()));
        Ok((status, body))
    }

    /// A request without a body.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn get(&mut self, path: &str) -> Result<(u16, Value)> {
        self.request("GET", path, None).await
    }

    /// A request that changes something.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn post(&mut self, path: &str, body: Value) -> Result<(u16, Value)> {
        self.request("POST", path, Some(&body)).await
    }

    /// Opens the WebSocket.
    ///
    /// # Errors
    /// The server refused.
    pub async fn socket(&self) -> Result<Socket> {
        let mut request = format!("ws://{}/api/live", self.address).into_client_request()?;
        for line in self.headers.lines() {
            let (name, value) = line.split_once(':').ok_or("no header")?;
            let name: HeaderName = name.parse()?;
            request.headers_mut().insert(name, HeaderValue::from_str(value.trim())?);
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", HeaderValue::from_str(cookie)?);
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        // The default buffer is 128 KiB, cleared before every read: too much for thousands of
        // connections with small messages.
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket(socket))
    }
}

/// An open WebSocket.
#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Sends a message.
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn send(&mut self, message: &Value) -> Result<()> {
        self.send_text(message.to_string()).await
    }

    /// Sends any text.
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn send_text(&mut self, text: String) -> Result<()> {
        Ok(self.0.send(Message::Text(text.into())).await?)
    }

    /// The next message as text.
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn receive_text(&mut self) -> Result<String> {
        loop {
            match self.0.next().await.ok_or("closed")?? {
                Message::Text(text) => return Ok(text.to_string()),
                Message::Close(_) => return Err("closed".into()),
                _ => {}
            }
        }
    }

    /// The next message.
    ///
    /// # Errors
    /// The connection is gone, or the message is no JSON.
    pub async fn receive(&mut self) -> Result<Value> {
        Ok(serde_json::from_str(&self.receive_text().await?)?)
    }

    /// Receives one more message; its code if it closes the connection.
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn receive_frame(&mut self) -> Result<Option<u16>> {
        match self.0.next().await.ok_or("closed")?? {
            Message::Close(frame) => Ok(Some(frame.map_or(1005, |frame| frame.code.into()))),
            _ => Ok(None),
        }
    }
}
