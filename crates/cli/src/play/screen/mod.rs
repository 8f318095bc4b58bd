//! Drawing: the board on the left, what stands beside it on the right, messages below.

pub(crate) mod board;
mod online;
mod overlay;
mod panel;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rules::{Square, Status};

use super::app::App;
use super::choosing;
use super::session::Next;
use super::theme::Mark;
use crate::wrap::wrap;
use board::{Geometry, Picture, Size};

/// The panel is never narrower where there is a choice.
const PANEL: u16 = 26;
/// Rows below the board at least.
const BOTTOM: u16 = 2;
/// Rows below the board at most.
const MOST_BOTTOM: u16 = 6;

/// Where things go.
struct Layout {
    board: Rect,
    size: Size,
    panel: Option<Rect>,
    bottom: Rect,
}

/// The largest board that leaves room for the rest; none if not even the smallest fits.
fn layout(app: &App, area: Rect) -> Option<Layout> {
    let sizes = Size::all(&app.view, app.theme);
    let fits = |panel: u16| {
        sizes.iter().find(|size| {
            let (width, height) = size.extent(&app.view);
            width + 1 + panel <= area.width && height + BOTTOM <= area.height
        })
    };
    let (size, with_panel) = match fits(PANEL) {
        Some(size) => (*size, true),
        None => match fits(16) {
            Some(size) => (*size, true),
            None => (*fits(0)?, false),
        },
    };
    let (width, height) = size.extent(&app.view);
    let bottom = (area.height - height).min(MOST_BOTTOM);
    let board = Rect { width, height, ..area };
    let left = width + 2;
    let panel = Rect {
        x: area.x + left,
        y: area.y,
        width: area.width.saturating_sub(left),
        height: area.height - bottom,
    };
    let bottom = Rect { y: area.y + area.height - bottom, height: bottom, ..area };
    Some(Layout { board, size, panel: with_panel.then_some(panel), bottom })
}

/// Draws everything.
pub(crate) fn draw(frame: &mut Frame, app: &mut App) {
    let area = frame.area();
    let Some(layout) = layout(app, area) else {
        app.geometry = None;
        let small = Paragraph::new(app.word("play-too-small")).wrap(Wrap { trim: true });
        return frame.render_widget(small, area);
    };
    let geometry = Geometry::new(&app.view, layout.size, layout.board, app.flipped);
    app.geometry = Some(geometry);
    board::draw(frame.buffer_mut(), &geometry, &picture(app), app.theme);
    if let Some(panel) = layout.panel {
        panel::draw(frame, panel, app);
    }
    bottom(frame, layout.bottom, app);
    overlay::draw(frame, app);
    if app.theme.ascii {
        to_ascii(frame.buffer_mut());
    }
}

/// Signs of texts that ASCII has not; letters of any language stay.
fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let plain = match cell.symbol() {
            "·" | "•" => "*",
            "–" | "—" => "-",
            "…" => "~",
            "↑" => "^",
            "↓" => "v",
            "←" | "‹" => "<",
            "→" | "›" => ">",
            "“" | "”" | "«" | "»" | "„" => "\"",
            "’" | "‘" => "'",
            "½" => "+",
            _ => continue,
        };
        cell.set_symbol(plain);
    }
}

/// What is to be seen on the board.
fn picture(app: &App) -> Picture<'_> {
    let mut marks: Vec<(Mark, Square)> = Vec::new();
    let mut add = |mark, squares: &[Square]| {
        marks.extend(squares.iter().map(|square| (mark, *square)));
    };
    let chosen: Vec<Square> = app.chosen.iter().filter_map(choosing::on_board).collect();
    add(Mark::Wrong, &app.wrong);
    if let Some(cursor) = app.cursor_shown() {
        add(Mark::Cursor, &[cursor]);
    }
    if app.browsing.is_none() {
        add(Mark::Chosen, &chosen);
        if !app.chosen.is_empty() {
            add(Mark::Target, &choosing::targets(&app.choices, &app.chosen));
        }
        for choice in app.choices.iter().filter(|choice| Some(&choice.text) == app.hint.as_ref()) {
            add(Mark::Hint, &choosing::squares(choice));
        }
    }
    let mut movable: Vec<Square> = app.choices.iter().filter_map(choosing::start).collect();
    movable.sort();
    movable.dedup();
    add(Mark::Must, &app.view.marks);
    if app.chosen.is_empty() && app.round.session.game().is_compelled() {
        add(Mark::Must, &movable);
    }
    let mut home = Vec::new();
    if app.goals {
        let looked_at = chosen.first().copied().unwrap_or(app.cursor);
        for (square, goal) in &app.view.goals {
            if square == goal {
                home.push(*square);
            } else if *square == looked_at {
                add(Mark::Goal, &[*goal]);
            }
        }
    }
    add(Mark::Last, &app.trail);
    // Where stones are placed almost every square is a target: a dot is enough.
    let free = match app.chosen.is_empty() {
        true => choosing::targets(&app.choices, &[]),
        false => Vec::new(),
    };
    Picture { view: &app.view, emblem: app.emblems[0], marks, movable, free, home }
}

/// Whose turn it is and what there is to do; what happened; the keys.
fn bottom(frame: &mut Frame, area: Rect, app: &App) {
    let width = usize::from(area.width.max(1));
    let status = status(app);
    let keys = keys(app);
    let link = online::invitation(app);
    // The status begins with the result, and says how to go on.
    let note = app.note.as_ref().filter(|note| !(app.over() && status.starts_with(*note)));
    let (middle, urgent) = match note {
        Some(note) => (note.clone(), true),
        None => (link.clone().unwrap_or_else(|| app.said.clone()), false),
    };
    let wrapped = wrap(&middle, width);
    let rows = usize::from(area.height);
    // Half a link is of no use: the other lines make room for it.
    let whole = urgent || link.is_some();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let note = if urgent { bold } else { Style::new() };
    let mut lines: Vec<Line> = Vec::new();
    let tight = rows < 4;
    // Where there is little room an answer comes before what is shown elsewhere too.
    if !(tight && urgent || link.is_some() && wrapped.len() >= rows) {
        // A result is never cut.
        let most = if app.over() { rows } else { 1 };
        let status = wrap(&status, width).into_iter().take(most);
        lines.extend(status.map(|line| Line::styled(line, bold)));
    }
    let keys_fit = lines.len() < rows && (lines.len() + wrapped.len() < rows || !whole);
    let room = rows - lines.len() - usize::from(keys_fit);
    lines.extend(wrapped.into_iter().take(room).map(|line| Line::styled(line, note)));
    if keys_fit {
        while lines.len() + 1 < rows {
            lines.push(Line::default());
        }
        lines.push(Line::from(vec![Span::styled(keys, dim)]));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

/// What there is to do, in a few words.
fn status(app: &App) -> String {
    let game = app.game();
    let session = &app.round.session;
    let word = |id: &str| app.word(id);
    if let Some(ply) = app.browsing {
        let args = [("ply", ply.into()), ("all", session.game().ply().into())];
        return app.text.message("play-browsing", &args);
    }
    if let Some(trouble) = online::trouble(app) {
        return trouble;
    }
    let turn = app.text.whose_turn(game, session.game().side(), &session.status());
    let what = match session.next() {
        _ if online::remark(app).is_some() => online::remark(app).unwrap_or_default(),
        _ if app.rolling.is_some() => word("play-rolling"),
        Next::Over(_) => word("play-over-keys"),
        Next::Throw { person: true, .. } => word("play-throw-key"),
        Next::Opponent(_) | Next::Throw { .. } => word("play-thinking"),
        Next::Person(_) => match &app.choices[..] {
            [only] if only.spots.is_empty() => word("play-only-pass"),
            choices if choices.iter().any(|choice| choice.spots.is_empty()) => word("play-may-end"),
            _ if session.game().is_compelled() => {
                let own = format!("play-must-{game}");
                word(if app.text.has(&own) { &own } else { "play-must" })
            }
            _ => String::new(),
        },
    };
    match (what.is_empty(), session.status()) {
        (true, _) => turn,
        (false, Status::Over(_)) => format!("{turn}. {what}"),
        (false, _) => format!("{turn} – {what}"),
    }
}

/// The keys that matter now.
fn keys(app: &App) -> String {
    let id = match app.round.session.next() {
        _ if app.browsing.is_some() => "play-keys-browsing",
        _ if app.round.remote.is_some() => online::keys(app),
        Next::Over(_) => "play-keys-over",
        _ => "play-keys",
    };
    app.word(id)
}
