//! Boxes over the board: help, menu, questions, a line to type.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};

use crate::play::app::{App, EntryKind, Overlay};
use crate::play::app_online::Games;
use crate::play::menu::{Item, Menu};
use crate::wrap::wrap;

/// The keys in the order of the help, each with the message that explains it.
const KEYS: [(&str, &str); 24] = [
    ("←↓↑→ hjkl", "play-key-cursor"),
    ("Enter Space", "play-key-choose"),
    ("Tab", "play-key-tab"),
    ("Esc", "play-key-esc"),
    ("t", "play-key-throw"),
    ("x", "play-key-pass"),
    ("d", "play-key-drop"),
    (":", "play-key-type"),
    ("u", "play-key-undo"),
    ("i", "play-key-hint"),
    ("!", "play-key-play-hint"),
    ("e", "play-key-value"),
    ("g", "play-key-goals"),
    ("f", "play-key-flip"),
    (", .", "play-key-browse"),
    ("PgUp PgDn", "play-key-scroll"),
    ("n", "play-key-new"),
    ("m", "play-key-menu"),
    ("s", "play-key-save"),
    ("o", "play-key-load"),
    ("r", "play-key-resign"),
    ("L", "play-key-language"),
    ("?", "play-key-help"),
    ("q", "play-key-quit"),
];

/// The keys of games on a server.
const KEYS_ONLINE: [(&str, &str); 7] = [
    ("=", "online-key-draw"),
    ("a z", "online-key-answer"),
    ("u", "online-key-takeback"),
    ("r", "online-key-rematch"),
    ("b", "online-key-abort"),
    ("c", "online-key-claim"),
    ("w", "online-key-games"),
];

/// Draws the box that is open.
pub(super) fn draw(frame: &mut Frame, app: &App) {
    match &app.overlay {
        None => {}
        Some(Overlay::Help(scroll)) => help(frame, app, *scroll),
        Some(Overlay::Menu(menu)) => draw_menu(frame, app, menu),
        Some(Overlay::Games(games)) => draw_games(frame, app, games),
        Some(Overlay::Confirm(question, _)) => {
            let mut lines = wrap(question, 50);
            lines.push(String::new());
            lines.push(app.word("play-yes-no"));
            show(frame, app, "", lines.into_iter().map(Line::from).collect(), 54);
        }
        Some(Overlay::Entry { kind, value }) => {
            let id = match kind {
                EntryKind::Move => "play-entry-move",
                EntryKind::Save => "play-entry-save",
                EntryKind::Load => "play-entry-load",
            };
            // The end of a long line is what is being typed.
            let count = value.chars().count();
            let shown: String = value.chars().skip(count.saturating_sub(48)).collect();
            let line = format!("{shown}{}", if app.theme.ascii { "_" } else { "▏" });
            let lines = vec![Line::from(line), Line::default(), dim(app.word("play-entry-keys"))];
            show(frame, app, &app.word(id), lines, 54);
        }
    }
}

fn dim(text: String) -> Line<'static> {
    Line::styled(text, Style::new().add_modifier(Modifier::DIM))
}

fn help(frame: &mut Frame, app: &App, scroll: u16) {
    let mut lines: Vec<Line> = Vec::new();
    let online: &[_] = if app.round.remote.is_some() { &KEYS_ONLINE } else { &[] };
    // What a key does on a server comes first, and instead.
    let replaced = |key: &str| key == "o" || online.iter().any(|(known, _)| *known == key);
    let here = KEYS.iter().filter(|(key, _)| online.is_empty() || !replaced(key));
    for (keys, id) in online.iter().chain(here) {
        let keys = if app.theme.ascii {
            keys.replace("←↓↑→", "arrows")
        } else {
            (*keys).to_owned()
        };
        for (index, part) in wrap(&app.word(id), 52).into_iter().enumerate() {
            let keys = if index == 0 { keys.as_str() } else { "" };
            lines.push(Line::from(format!("{keys:<12} {part}")));
        }
    }
    lines.push(Line::default());
    for part in wrap(&app.word("play-help-marks"), 65) {
        lines.push(Line::from(part));
    }
    let room = frame.area().height.saturating_sub(2);
    let most = (lines.len() as u16).saturating_sub(room);
    let title = match most {
        0 => app.word("play-help-title"),
        _ => app.word("play-help-title-more"),
    };
    let lines = lines.into_iter().skip(usize::from(scroll.min(most))).collect();
    show(frame, app, &title, lines, 70);
}

/// The games of the server: a title above each kind, the chosen one kept in sight.
fn draw_games(frame: &mut Frame, app: &App, games: &Games) {
    const WIDTH: u16 = 78;
    let mut lines: Vec<Line> = Vec::new();
    let mut chosen = 0;
    let room = usize::from(WIDTH.min(frame.area().width).saturating_sub(4));
    match games.rows.as_deref() {
        None => lines.push(Line::from(app.word("online-list-coming"))),
        Some([]) => lines.push(Line::from(app.word("online-list-empty"))),
        Some(rows) => {
            for (index, row) in rows.iter().enumerate() {
                if index == 0 || rows[index - 1].kind != row.kind {
                    if index > 0 {
                        lines.push(Line::default());
                    }
                    lines.push(dim(app.word(row.kind.title())));
                }
                let here = index == games.at;
                if here {
                    chosen = lines.len();
                }
                let arrow = match (here, app.theme.ascii) {
                    (true, false) => "▸",
                    (true, true) => ">",
                    (false, _) => " ",
                };
                let style = match here {
                    true => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
                    false => Style::new(),
                };
                let line: String = format!("{arrow} {}", row.words).chars().take(room).collect();
                lines.push(Line::styled(line, style));
            }
        }
    }
    let rows = usize::from(frame.area().height.saturating_sub(4));
    let skipped = (chosen + 2).saturating_sub(rows);
    let mut lines: Vec<Line> = lines.into_iter().skip(skipped).take(rows).collect();
    lines.push(Line::default());
    lines.push(dim(app.word("online-list-keys")));
    show(frame, app, &app.word("online-list-title"), lines, WIDTH);
}

fn draw_menu(frame: &mut Frame, app: &App, menu: &Menu) {
    let mut lines: Vec<Line> = Vec::new();
    for (index, item) in menu.items().into_iter().enumerate() {
        let (label, value) = menu.line(item, app.text);
        let chosen = index == menu.at;
        let arrow = match (chosen, app.theme.ascii) {
            (true, false) => "▸",
            (true, true) => ">",
            (false, _) => " ",
        };
        let value = match (item, chosen) {
            (Item::Begin, _) | (_, false) => format!("  {value}"),
            (_, true) if app.theme.ascii => format!("< {value} >"),
            (_, true) => format!("‹ {value} ›"),
        };
        let style = match chosen {
            true => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
            false => Style::new(),
        };
        let pad = 18usize.saturating_sub(label.chars().count());
        lines.push(Line::styled(format!("{arrow} {label}{} {value}", " ".repeat(pad)), style));
        if item == Item::Begin {
            lines.push(Line::default());
        }
    }
    lines.push(Line::default());
    let meaning = wrap(&menu.meaning(app.text), 54);
    let rows = 3;
    let missing = rows - meaning.len().min(rows);
    lines.extend(meaning.into_iter().take(rows).map(Line::from));
    lines.extend(std::iter::repeat_n(Line::default(), missing));
    lines.push(dim(app.word("play-menu-keys")));
    show(frame, app, &app.word("play-menu-title"), lines, 60);
}

/// A box in the middle of the screen.
fn show(frame: &mut Frame, app: &App, title: &str, lines: Vec<Line<'static>>, width: u16) {
    let area = frame.area();
    let width = width.min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let mut block = Block::bordered().padding(Padding::horizontal(1));
    if app.theme.ascii {
        block = block.border_set(ASCII);
    } else {
        block = block.border_type(BorderType::Rounded);
    }
    if !title.is_empty() {
        block = block.title(format!(" {title} "));
    }
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

const ASCII: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
