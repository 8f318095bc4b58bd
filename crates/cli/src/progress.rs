//! A bar on standard error for whoever waits, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::Limits;

/// The bar's width, its brackets not counted.
const WIDTH: usize = 20;
/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);
/// Not more often than the eye can follow.
const EVERY: Duration = Duration::from_millis(100);
/// The longest text beside the bar: with it the line fits a terminal.
const LONGEST: usize = 48;

/// A bar that shows how much is done; gone when dropped.
pub(crate) struct Bar {
    began: Instant,
    shown: Option<Instant>,
    terminal: bool,
}

impl Bar {
    /// A bar that is shown when the work has lasted a while.
    pub(crate) fn new() -> Bar {
        Bar { began: Instant::now(), shown: None, terminal: io::stderr().is_terminal() }
    }

    /// Shows that so much is done, from 0 to 1, and a text.
    pub(crate) fn show(&mut self, done: f64, text: &str) {
        let recent = self.shown.is_some_and(|at| at.elapsed() < EVERY);
        if !self.terminal || recent || self.began.elapsed() < PATIENCE {
            return;
        }
        self.shown = Some(Instant::now());
        let full = (done.clamp(0.0, 1.0) * WIDTH as f64) as usize;
        let (full, rest) = ("#".repeat(full), ".".repeat(WIDTH - full));
        let text: String = text.chars().take(LONGEST).collect();
        let percent = (done.clamp(0.0, 1.0) * 100.0) as u32;
        let _ = write!(io::stderr(), "\r\x1b[K[{full}{rest}] {percent:>3} %  {text}");
        let _ = io::stderr().flush();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
            let _ = io::stderr().flush();
        }
    }
}

/// A bar over a search, which goes on between two depths as well; gone when dropped.
pub(crate) struct Watched {
    news: Option<Sender<News>>,
    thread: Option<JoinHandle<()>>,
}

struct News {
    text: String,
    nodes: u64,
    depth: u32,
}

impl Watched {
    /// Watches a search with these limits, the part `part` of `of` of the whole work.
    pub(crate) fn start(limits: Limits, (part, of): (usize, usize)) -> Watched {
        if !io::stderr().is_terminal() {
            return Watched { news: None, thread: None };
        }
        let (news, heard) = mpsc::channel::<News>();
        let watch = move || {
            let (mut bar, began) = (Bar::new(), Instant::now());
            let mut last = News { text: String::new(), nodes: 0, depth: 0 };
            loop {
                match heard.recv_timeout(EVERY) {
                    Ok(news) => last = news,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                let ratio = |done: f64, most: Option<f64>| most.map_or(0.0, |most| done / most);
                let time = limits.time.map(|time| time.as_secs_f64());
                let done = ratio(began.elapsed().as_secs_f64(), time)
                    .max(ratio(last.nodes as f64, limits.nodes.map(|nodes| nodes as f64)))
                    .max(ratio(f64::from(last.depth), limits.depth.map(f64::from)));
                bar.show((part as f64 + done.min(1.0)) / of as f64, &last.text);
            }
        };
        // Without a thread there is no bar.
        let thread = thread::Builder::new().spawn(watch).ok();
        Watched { news: Some(news), thread }
    }

    /// A depth is done.
    pub(crate) fn found(&self, text: String, nodes: u64, depth: u32) {
        if let Some(news) = &self.news {
            let _ = news.send(News { text, nodes, depth });
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.news = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
