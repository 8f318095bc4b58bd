//! Progress on standard error: a bar if that is a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::Limits;
use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

/// The bar's width, its brackets not counted.
const WIDTH: usize = 20;
/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(300);
/// Not more often than the eye can follow.
const EVERY: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no terminal.
const LINES_EVERY: Duration = Duration::from_secs(30);
/// The longest text beside the bar: with it the line fits a terminal.
const LONGEST: usize = 48;

/// A bar that shows how much is done; gone when dropped.
pub(crate) struct Bar {
    /// Draws by itself until it is dropped.
    _bar: ProgressBar,
    limits: Limits,
    shown: Arc<Mutex<(f64, String)>>,
    /// When a line was printed for want of a terminal.
    printed: Mutex<Instant>,
}

impl Bar {
    /// A bar over work without limits of its own.
    pub(crate) fn new() -> Bar {
        Bar::searching(Limits::default(), (0, 1))
    }

    /// A bar over a search with these limits, the part `part` of `of` of the whole work. It also
    /// moves between two depths.
    pub(crate) fn searching(limits: Limits, (part, of): (usize, usize)) -> Bar {
        let shown = Arc::new(Mutex::new((0.0f64, String::new())));
        let source = Arc::clone(&shown);
        let draw = move |state: &ProgressState, out: &mut dyn Write| {
            if state.elapsed() < PATIENCE {
                return;
            }
            let (done, text) = &*source.lock().unwrap_or_else(PoisonError::into_inner);
            let time = limits.time.map_or(0.0, |most| state.elapsed().div_duration_f64(most));
            let done = (part as f64 + done.max(time).clamp(0.0, 1.0)) / of as f64;
            let full = (done * WIDTH as f64) as usize;
            let (full, rest) = ("#".repeat(full), ".".repeat(WIDTH - full));
            let percent = (done * 100.0) as u32;
            let _ = write!(out, "[{full}{rest}] {percent:>3} %  {text:.LONGEST$}");
        };
        let style = ProgressStyle::with_template("{line}").expect("the template is sound");
        let bar = ProgressBar::no_length().with_finish(ProgressFinish::AndClear);
        bar.set_style(style.with_key("line", draw));
        if !bar.is_hidden() {
            bar.enable_steady_tick(EVERY);
        }
        Bar { _bar: bar, limits, shown, printed: Mutex::new(Instant::now()) }
    }

    /// Shows that so much is done, from 0 to 1, and a text.
    pub(crate) fn show(&self, done: f64, text: String) {
        *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = (done, text);
    }

    /// The same for work that may take hours: without a terminal a line is printed now and then.
    pub(crate) fn report(&self, done: f64, text: String) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if !io::stderr().is_terminal() && printed.elapsed() > LINES_EVERY {
            eprintln!("{text}");
            *printed = Instant::now();
        }
        self.show(done, text);
    }

    /// A depth of a search is done.
    pub(crate) fn found(&self, text: String, nodes: u64, depth: u32) {
        let nodes = self.limits.nodes.map_or(0.0, |most| nodes as f64 / most as f64);
        let depth = self.limits.depth.map_or(0.0, |most| f64::from(depth) / f64::from(most));
        self.show(nodes.max(depth), text);
    }
}
