//! The full screen on a screen in memory: every game, small and large, with colours and without,
//! in both languages. Screens are kept in `tests/screens`; `UPDATE_SCREENS=1` writes them anew.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rules::{Game, GameId, Side, Status, Variant};
use text::Lang;

use super::app::{App, Overlay};
use super::clock::Control;
use super::input::Key;
use super::opponents::{Opponent, OpponentChoice, Strength, Trouble};
use super::round::{Round, Settings};
use super::screen;
use super::theme::{Depth, Theme};

struct Screen {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Screen {
    fn new(game: &str, choice: OpponentChoice, depth: Depth) -> Screen {
        let variant = rules::open(game, "").unwrap();
        Screen::with(Game::start(variant), choice, depth)
    }

    fn with(game: Game, choice: OpponentChoice, depth: Depth) -> Screen {
        let settings = Settings {
            variant: game.variant(),
            from: None,
            choice,
            side: Side::First,
            control: None,
            pace: Duration::ZERO,
            tables: None,
        };
        let round = Round::new(settings, game).unwrap();
        let theme = Theme { depth, ascii: false };
        let app = App::new(round, Lang::En, theme);
        Screen { app, terminal: Terminal::new(TestBackend::new(80, 24)).unwrap() }
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
    }

    /// What the screen shows, as lines without trailing spaces.
    fn shown(&mut self) -> String {
        self.terminal.draw(|frame| screen::draw(frame, &mut self.app)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let mut out = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    fn keys(&mut self, keys: &str) {
        for key in keys.split(' ') {
            let key = match key {
                "enter" => Key::Enter,
                "esc" => Key::Esc,
                "tab" => Key::Tab,
                "left" => Key::Left,
                "right" => Key::Right,
                "up" => Key::Up,
                "down" => Key::Down,
                "space" => Key::Char(' '),
                other => Key::Char(other.chars().next().unwrap()),
            };
            self.shown();
            self.app.key(key);
            self.app.tick(Instant::now());
        }
    }

    /// Lets time pass until this holds.
    fn until(&mut self, done: impl Fn(&App) -> bool) {
        let began = Instant::now();
        while !done(&self.app) {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", self.shown());
            self.app.tick(Instant::now());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn level_one() -> OpponentChoice {
    OpponentChoice::Engine(Strength::Level(engine::Level::FIRST))
}

/// Compares a screen with the one that is kept.
fn same(name: &str, shown: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, shown).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(kept == shown, "{name} has changed; it shows now:\n{shown}\nand showed:\n{kept}");
}

#[test]
fn every_game_is_drawn_as_before() {
    for id in GameId::ALL {
        for (depth, look) in [(Depth::True, "colour"), (Depth::None, "lines")] {
            let mut screen = Screen::new(id.id(), OpponentChoice::TwoPlayers, depth);
            if id == GameId::SENET {
                screen.app.round.session.play("t2").unwrap();
                screen.app.moved();
            }
            screen.keys("tab enter");
            for (width, height) in [(80, 24), (120, 40)] {
                screen.resize(width, height);
                same(&format!("{id}-{look}-{width}x{height}.txt"), &screen.shown());
            }
        }
    }
}

#[test]
fn everything_needed_is_there_in_eighty_columns() {
    for id in GameId::ALL {
        for depth in [Depth::None, Depth::Sixteen, Depth::Many, Depth::True] {
            let mut screen = Screen::new(id.id(), level_one(), depth);
            let shown = screen.shown();
            let name = screen.app.text.game_name(id);
            for part in [name.as_str(), "you", "level 1", "moves", "? help", " to "] {
                assert!(shown.contains(part), "{id} {depth:?}: {part}\n{shown}");
            }
            if id != GameId::SENET {
                let last = char::from(b'a' + screen.app.view.files - 1);
                assert!(shown.contains(&format!(" {last}\n")), "{id} {depth:?}\n{shown}");
            }
            screen.keys("L");
            let shown = screen.shown();
            assert!(shown.contains("уровень 1") && shown.contains("справка"), "{shown}");
        }
    }
}

#[test]
fn no_size_does_harm() {
    for id in GameId::ALL {
        let mut screen = Screen::new(id.id(), OpponentChoice::TwoPlayers, Depth::True);
        for (index, (width, height)) in
            [(1, 1), (10, 3), (33, 12), (40, 13), (51, 20), (80, 24), (81, 25), (200, 60), (300, 9)]
                .into_iter()
                .enumerate()
        {
            screen.resize(width, height);
            screen.app.theme.depth = [Depth::None, Depth::True][index % 2];
            screen.shown();
            for overlay in ["?", "m", ":", "n"] {
                screen.keys(overlay);
                screen.shown();
                screen.keys("esc");
            }
        }
    }
}

#[test]
fn whole_games_are_played_by_hints() {
    for id in GameId::ALL {
        let options = if id == GameId::SALTA { "limit=5" } else { "" };
        let variant = Variant::read(id, options).unwrap();
        let mut screen = Screen::with(Game::start(variant), level_one(), Depth::True);
        let mut shots = 0;
        while !matches!(screen.app.round.session.status(), Status::Over(_)) {
            let ply = screen.app.round.session.game().ply();
            screen.keys("!");
            // A hint that loses at once is the only thing left to play.
            if let Some(Overlay::Confirm(..)) = screen.app.overlay {
                screen.keys("y");
            }
            screen.until(|app| {
                app.round.session.game().ply() > ply
                    || matches!(app.overlay, Some(Overlay::Confirm(..)))
            });
            if let Some(Overlay::Confirm(..)) = screen.app.overlay {
                screen.keys("y");
            }
            screen.until(|app| {
                use super::session::Next;
                !matches!(
                    app.round.session.next(),
                    Next::Opponent(_) | Next::Throw { person: false, .. }
                )
            });
            shots += 1;
            assert!(shots < 3_000);
        }
        let shown = screen.shown();
        assert!(shown.contains("n begins") || shown.contains("n new game"), "{shown}");
        assert!(shown.contains("win") || shown.contains("Draw"), "{shown}");
    }
}

#[test]
fn refusals_say_why_and_show_where() {
    let mut screen = Screen::new("draughts", OpponentChoice::TwoPlayers, Depth::None);
    // From e1: two up to e3, chosen; then two more up: not along a diagonal.
    screen.keys("up up enter up up enter");
    let shown = screen.shown();
    assert!(shown.contains("Pieces move along the diagonals"), "{shown}");
    assert!(shown.contains("│!○!│"), "{shown}");
    // The next key clears it.
    screen.keys("down");
    assert!(!screen.shown().contains("!○!"));
}

#[test]
fn a_half_made_turn_is_undone() {
    let mut screen = Screen::new("diaballik", OpponentChoice::TwoPlayers, Depth::None);
    screen.app.play("a1a2");
    let shown = screen.shown();
    assert!(shown.contains("1 step and the pass") && shown.contains("x ends the turn"), "{shown}");
    screen.keys("u");
    let shown = screen.shown();
    assert!(shown.contains("The last action of this turn is undone"), "{shown}");
    assert!(shown.contains("2 steps and the pass"), "{shown}");
}

#[test]
fn what_loses_at_once_is_asked_about() {
    let from = "bbbBbbb/7/7/7/7/r6/1rrRrrr r 1p 2";
    let game = Game::from_position(rules::open("diaballik", "").unwrap(), from).unwrap();
    let mut screen = Screen::with(game, OpponentChoice::TwoPlayers, Depth::None);
    screen.keys("x");
    let shown = screen.shown();
    assert!(shown.contains("loses at once") && shown.contains("Play anyway"), "{shown}");
    screen.keys("n");
    assert!(screen.app.overlay.is_none());
    assert_eq!(screen.app.round.session.game().ply(), 0);
    screen.keys("x y");
    assert!(screen.shown().contains("Blue wins"), "{}", screen.shown());
}

#[test]
fn senet_is_thrown_by_a_key() {
    let mut screen = Screen::new("senet", OpponentChoice::TwoPlayers, Depth::None);
    assert!(screen.shown().contains("Space throws the sticks"));
    screen.app.round.settings.pace = Duration::from_secs(5);
    screen.keys("space");
    assert!(screen.shown().contains("in the air"));
    // Any key brings them down.
    screen.keys("space");
    let shown = screen.shown();
    assert!(shown.contains(" point"), "{shown}");
    assert_eq!(screen.app.round.session.game().ply(), 1);
}

#[test]
fn drops_and_goals_are_shown() {
    let from = "8/b7/8/8/8/8/1w6/8 w 2,1 0 0";
    let game = Game::from_position(rules::open("draughts", "").unwrap(), from).unwrap();
    let mut screen = Screen::with(game, OpponentChoice::TwoPlayers, Depth::None);
    assert!(screen.shown().contains("Men in reserve: 2 : 1"));
    screen.keys("d");
    let shown = screen.shown();
    assert!(shown.contains("from the reserve") && shown.matches('•').count() == 15, "{shown}");
    screen.keys("tab enter");
    assert!(screen.app.round.session.game().transcript()[0].text.starts_with('@'));
    let mut screen = Screen::new("salta", OpponentChoice::TwoPlayers, Depth::None);
    screen.keys("tab g");
    assert!(screen.shown().contains("{☆1"), "{}", screen.shown());
}

#[test]
fn the_menu_begins_another_game() {
    let mut screen = Screen::new("seega", level_one(), Depth::True);
    screen.keys("m");
    assert!(screen.shown().contains("Begin a new game"));
    screen.keys("down right right");
    assert!(screen.shown().contains("Senet"), "{}", screen.shown());
    screen.keys("up enter");
    assert!(screen.shown().contains("Cones to throw"), "{}", screen.shown());
    // Another level takes effect at once.
    screen.keys("m down down right esc");
    assert!(screen.shown().contains("level 2"));
}

#[test]
fn looking_back_changes_nothing() {
    let mut screen = Screen::new("seega", OpponentChoice::TwoPlayers, Depth::None);
    for stone in ["a1", "b1", "c1"] {
        screen.app.play(stone);
    }
    screen.keys(", ,");
    assert!(screen.shown().contains("Position after action 1 of 3"));
    assert_eq!(screen.app.view.pieces.len(), 1);
    screen.keys(".");
    assert_eq!(screen.app.view.pieces.len(), 2);
    screen.keys("esc");
    assert_eq!(screen.app.view.pieces.len(), 3);
    assert_eq!(screen.app.round.session.game().ply(), 3);
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = std::env::temp_dir().join(format!("igroteka-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    let mut screen = Screen::new("seega", OpponentChoice::TwoPlayers, Depth::None);
    screen.app.play("a1");
    let text = screen.app.text;
    assert_eq!(screen.app.round.save(&file, false, text), Ok(true));
    assert_eq!(screen.app.round.save(&file, false, text), Ok(true), "its own file");
    let mut other = Screen::new("draughts", OpponentChoice::TwoPlayers, Depth::None);
    assert_eq!(other.app.round.save(&file, false, text), Ok(false), "another's file");
    other.app.round.load(&file, text).unwrap();
    other.app.moved();
    assert!(other.shown().contains("Seega"), "{}", other.shown());
    assert_eq!(other.app.round.session.game().ply(), 1);
    let missing = other.app.round.load(&folder.join("none.txt"), text);
    assert!(missing.unwrap_err().contains("none.txt"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn typed_moves_are_understood() {
    let mut screen = Screen::new("draughts", OpponentChoice::TwoPlayers, Depth::None);
    screen.keys(": c 3 d 4 enter");
    assert_eq!(screen.app.round.session.game().transcript()[0].text, "c3-d4");
    screen.keys(": a 5 enter");
    assert!(screen.shown().contains("b6-a5") || screen.app.round.session.game().ply() == 2);
}

#[test]
fn clocks_are_shown_and_fall() {
    let variant = rules::open("seega", "").unwrap();
    let settings = Settings {
        variant,
        from: None,
        choice: OpponentChoice::TwoPlayers,
        side: Side::First,
        control: Control::read("5+3"),
        pace: Duration::ZERO,
        tables: None,
    };
    let round = Round::new(settings, Game::start(variant)).unwrap();
    let mut screen = Screen::new("seega", OpponentChoice::TwoPlayers, Depth::None);
    screen.app = App::new(round, Lang::En, screen.app.theme);
    let shown = screen.shown();
    assert!(shown.contains("5:00") || shown.contains("4:59"), "{shown}");
    screen.app.tick(Instant::now() + Duration::from_secs(301));
    assert!(screen.shown().contains("ran out of time"), "{}", screen.shown());
}

#[test]
fn the_evaluation_bar_comes_and_goes() {
    let mut screen = Screen::new("draughts", OpponentChoice::TwoPlayers, Depth::True);
    screen.keys("e");
    screen.until(|app| app.value.is_some());
    assert!(screen.shown().contains('░'));
    screen.keys("e");
    assert!(!screen.shown().contains('░'));
}

#[test]
fn the_mouse_chooses() {
    use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let mut screen = Screen::new("draughts", OpponentChoice::TwoPlayers, Depth::True);
    screen.shown();
    let mut press = |square: rules::Square| {
        let cell = screen.app.geometry.unwrap().cell(square);
        screen.app.mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: cell.x + 1,
            row: cell.y,
            modifiers: KeyModifiers::NONE,
        });
    };
    press(rules::Square::grid(2, 2));
    press(rules::Square::grid(3, 3));
    assert_eq!(screen.app.round.session.game().transcript()[0].text, "c3-d4");
}

/// An opponent that fails at every question.
struct Failing;

impl Opponent for Failing {
    fn name(&self, _: &text::Text) -> String {
        "failing".to_owned()
    }

    fn ask(&mut self, _: &Game, _: Option<(Duration, Duration)>) {}

    fn poll(&mut self) -> Option<Result<String, Trouble>> {
        Some(Err("it is broken".to_owned()))
    }

    fn wait(&mut self) -> Result<String, Trouble> {
        Err("it is broken".to_owned())
    }

    fn cancel(&mut self) {}
}

#[test]
fn after_an_opponent_has_failed_the_player_moves_for_both_sides() {
    let mut screen = Screen::new("seega", level_one(), Depth::None);
    screen.app.round.opponent = Some(Box::new(Failing));
    screen.app.play("a1");
    screen.until(|app| app.note.is_some());
    let shown = screen.shown();
    assert!(shown.contains("it is broken") && shown.contains("for both sides now"), "{shown}");
    screen.keys(": b 1 enter");
    assert!(!screen.shown().contains("it is broken"));
    assert_eq!(screen.app.round.session.game().ply(), 2);
    screen.keys("u u");
    assert_eq!(screen.app.round.session.game().ply(), 0);
}
