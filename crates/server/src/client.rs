//! A small client for tests and the load generator: requests and a WebSocket to a server nearby,
//! without TLS.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
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
    /// The cookies, kept from answers: `name=value; name=value`.
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
                self.keep_cookie(value.trim().split(';').next().unwrap_or_default());
            }
        }
        let body = serde_json::from_str(body).unwrap_or_else(|_| Value::String(body.to_owned()));
        Ok((status, body))
    }

    fn keep_cookie(&mut self, pair: &str) {
        let name = |pair: &str| pair.split('=').next().map(str::to_owned);
        let kept = self.cookie.take().unwrap_or_default();
        let mut all: Vec<&str> = kept.split("; ").filter(|one| !one.is_empty()).collect();
        match all.iter().position(|one| name(one) == name(pair)) {
            Some(at) => all[at] = pair,
            None => all.push(pair),
        }
        all.retain(|one| !one.ends_with('='));
        self.cookie = (!all.is_empty()).then(|| all.join("; "));
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

    /// Opens a stream of JSON lines.
    ///
    /// # Errors
    /// The server refused.
    pub async fn lines(&self, path: &str) -> Result<Lines> {
        let cookie = self.cookie.as_ref().map(|cookie| format!("cookie: {cookie}\r\n"));
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\n{}{}\r\n",
            self.address,
            cookie.unwrap_or_default(),
            self.headers,
        );
        let mut stream = BufReader::new(TcpStream::connect(self.address).await?);
        stream.write_all(request.as_bytes()).await?;
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await? == 0 {
                return Err("no head".into());
            }
        }
        if !head.starts_with("HTTP/1.1 200") {
            return Err(head.into());
        }
        Ok(Lines { stream, read: Vec::new() })
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

/// A stream of JSON lines.
#[derive(Debug)]
pub struct Lines {
    stream: BufReader<TcpStream>,
    read: Vec<u8>,
}

impl Lines {
    /// The next line that is not empty.
    ///
    /// # Errors
    /// The stream has ended, or has something else in it.
    pub async fn next(&mut self) -> Result<Value> {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                if line.len() > 1 {
                    return Ok(serde_json::from_slice(&line)?);
                }
                continue;
            }
            let mut size = String::new();
            self.stream.read_line(&mut size).await?;
            let size = usize::from_str_radix(size.trim(), 16)?;
            if size == 0 {
                return Err("the stream has ended".into());
            }
            let mut chunk = vec![0; size + 2];
            self.stream.read_exact(&mut chunk).await?;
            self.read.extend_from_slice(&chunk[..size]);
        }
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
