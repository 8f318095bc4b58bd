//! Connections: accepted, counted, and dropped when they are too many, too slow, or take nothing of
//! what is sent to them. Running out of files stops none of those that are open.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::ServiceExt;

use crate::http::{Counted, Counts, HttpConfig, network};
use crate::metrics;

/// After an accept that failed: files may be free again by then.
const AGAIN: Duration = Duration::from_millis(100);
/// The same complaint is logged so often.
const COMPLAIN_EVERY: Duration = Duration::from_secs(10);

/// What is said to a connection that is one too many, before anything was read from it.
const TOO_MANY: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 5\r\nconnection: close\r\n\
    content-type: application/json\r\ncontent-length: 68\r\n\r\n\
    {\"code\":\"rate-limited\",\"message\":\"Too many connections; wait a bit\"}";

/// Logs something that may happen very often.
struct Complaint(Option<Instant>);

impl Complaint {
    fn is_due(&mut self) -> bool {
        let due = self.0.is_none_or(|last| last.elapsed() >= COMPLAIN_EVERY);
        if due {
            self.0 = Some(Instant::now());
        }
        due
    }
}

/// Serves connections until the server goes down, and what is under way then.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: Arc<HttpConfig>,
    mut stopping: watch::Receiver<bool>,
) {
    let counts = Arc::new(Counts::default());
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(config.limits.head);
    let (mut no_files, mut too_many) = (Complaint(None), Complaint(None));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(error) => {
                // No files are left, or no memory: connections that end make room.
                metrics::ACCEPT_FAILURES.add(1);
                if no_files.is_due() {
                    tracing::error!(%error, open = counts.len(), "connections cannot be accepted");
                }
                tokio::time::sleep(AGAIN).await;
                continue;
            }
        };
        let Some(counted) = enter(&counts, &config, peer.ip()) else {
            metrics::CONNECTIONS_REFUSED.add(1);
            if too_many.is_due() {
                tracing::warn!(%peer, open = counts.len(), "too many connections");
            }
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = Guarded::new(stream, config.limits.stalled, counted);
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            router.clone().oneshot(request)
        });
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut stopping = stopping.clone();
        tokio::spawn(async move {
            tokio::pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => return,
                _ = stopping.wait_for(|stopping| *stopping) => {}
            }
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        });
    }
    drop(listener);
    // Sockets too: they are closed with a word.
    while counts.len() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn enter(counts: &Arc<Counts>, config: &HttpConfig, peer: IpAddr) -> Option<Counted> {
    let limits = &config.limits;
    let (mut most, mut in_all) = (limits.connections_per_address, limits.connections);
    // A proxy brings the connections of many.
    if config.is_proxy(peer) {
        most = usize::MAX;
    }
    if config.unlimited {
        (most, in_all) = (usize::MAX, usize::MAX);
    }
    counts.enter(&network(peer), most, in_all)
}

/// Whether only this connection is lost.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}

/// A connection that fails when nothing of what is sent to it is taken for too long.
struct Guarded {
    stream: TcpStream,
    longest: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _counted: Counted,
}

impl Guarded {
    fn new(stream: TcpStream, longest: Duration, counted: Counted) -> Guarded {
        metrics::CONNECTIONS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Guarded { stream, longest, stalled: None, _counted: counted }
    }

    /// What came of a write; an error if none has come for too long.
    fn judge<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let longest = self.longest;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(longest)));
        ready!(stalled.as_mut().poll(cx));
        metrics::STALLED.add(1);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        metrics::CONNECTIONS.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(written, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, buffers);
        self.judge(written, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
