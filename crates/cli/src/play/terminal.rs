//! The terminal while the full screen is up, and as it was found afterwards: after the end, after
//! a panic, and after a signal to stop.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, MouseEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use ratatui::layout::{Position, Size};

use super::app::App;
use super::{input, screen};

/// Puts the terminal back, also while panicking.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        restore();
    }
}

/// Makes the terminal the game's.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Stops the program as Ctrl-Z does elsewhere, with the terminal as the shell needs it; returns when
/// it is continued.
fn suspend() -> io::Result<()> {
    restore();
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    take()
}

fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}

/// A terminal that is never asked where its cursor is: some do not answer, and the full screen has
/// no use for it.
struct Blind(CrosstermBackend<Stdout>);

impl Backend for Blind {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, cells: I) -> io::Result<()> {
        self.0.draw(cells)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.0.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.0.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

/// Plays on the full screen until the player leaves or a signal stops the program.
pub(crate) fn run(app: &mut App) -> io::Result<()> {
    let stop = stop_flag()?;
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // A thread of the engine may fail without taking the screen with it.
        if std::thread::current().name() == Some("main") {
            restore();
            before(info);
        }
    }));
    let _restore = Restore;
    take()?;
    let mut terminal = Terminal::new(Blind(CrosstermBackend::new(stdout())))?;
    terminal.clear()?;
    while !app.quit && !stop.load(Relaxed) {
        if std::mem::take(&mut app.suspend) {
            suspend()?;
            app.redraw = true;
        }
        if std::mem::take(&mut app.redraw) {
            terminal.clear()?;
        }
        terminal.draw(|frame| screen::draw(frame, app))?;
        let ready = match event::poll(app.patience()) {
            // A signal ends the wait early.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => false,
            other => other?,
        };
        if ready {
            read(app)?;
        }
        app.tick(Instant::now());
    }
    Ok(())
}

/// Takes everything that has been typed, so that a held key does not lag behind.
fn read(app: &mut App) -> io::Result<()> {
    loop {
        match event::read()? {
            Event::Key(key) => {
                if let Some(key) = input::read(key) {
                    app.key(key);
                }
            }
            Event::Mouse(mouse) if mouse.kind != MouseEventKind::Moved => app.mouse(mouse),
            Event::Resize(..) => app.redraw = true,
            _ => {}
        }
        // What a key started has to happen before the next key is understood.
        app.tick(Instant::now());
        if app.quit || app.suspend || !event::poll(Duration::ZERO)? {
            return Ok(());
        }
    }
}

/// A flag that a signal to end sets.
#[cfg(unix)]
fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    // Where the terminal itself is gone, waiting for its keys never ends: then the flag is not seen.
    let watched = Arc::clone(&stop);
    std::thread::spawn(move || {
        while !watched.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(250));
        }
        std::thread::sleep(Duration::from_secs(1));
        restore();
        std::process::exit(0);
    });
    Ok(stop)
}

#[cfg(not(unix))]
fn stop_flag() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::new(AtomicBool::new(false)))
}
