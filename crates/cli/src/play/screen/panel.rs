//! What stands beside the board: players, clocks, counts, sticks, moves, evaluation.

use std::time::Instant;

use engine::Verdict;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use rules::Side;

use crate::play::app::App;
use crate::play::clock;
use crate::play::online::Remote;
use crate::play::session::Next;
use crate::wrap::wrap;

/// Rows that the move list gets at least.
const FEWEST_MOVES: usize = 3;

/// Draws the panel.
pub(super) fn draw(frame: &mut Frame, area: Rect, app: &App) {
    let width = usize::from(area.width);
    let mut lines = head(app, width);
    let mut foot = Vec::new();
    sticks(app, &mut foot);
    if let (Some((steps, pass)), false) = (app.view.left, app.over()) {
        let left = wrap(&app.text.left(steps, pass), width);
        foot.extend(left.into_iter().map(Line::from));
    }
    evaluation(app, width, &mut foot);
    let rows = usize::from(area.height);
    let room = rows.saturating_sub(lines.len() + foot.len());
    if room >= FEWEST_MOVES {
        lines.extend(moves(app, width, room));
    }
    lines.extend(foot);
    lines.truncate(rows);
    frame.render_widget(Paragraph::new(lines), area);
}

/// The game, the players with their clocks, the counts.
fn head(app: &App, width: usize) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let variant = app.round.settings.variant;
    let (title, rules) = app.text.title(variant);
    let mut lines = vec![Line::styled(title, bold)];
    if !rules.is_empty() {
        // Long lists of options are cut between words.
        lines.extend(wrap(&rules, width).into_iter().take(2).map(|line| Line::styled(line, dim)));
    }
    if let Some(game) = app.round.remote.as_ref().and_then(Remote::game) {
        let game = app.text.message("online-game", &[("game", game.to_owned().into())]);
        lines.push(Line::styled(game, dim));
    }
    for side in Side::BOTH {
        lines.push(player(app, side, width));
    }
    for tray in &app.view.trays {
        let [first, second] = tray.counts;
        lines.push(Line::from(format!("{}: {first} : {second}", app.text.tray(tray.kind))));
    }
    lines
}

fn player(app: &App, side: Side, width: usize) -> Line<'static> {
    let game = app.game();
    let session = &app.round.session;
    let to_move = !app.over() && session.game().side() == side;
    let arrow = match (to_move, app.theme.ascii) {
        (true, false) => "▸ ",
        (true, true) => "> ",
        (false, _) => "  ",
    };
    let name = format!("{} · {}", app.text.side_name(game, side), app.round.player(side, app.text));
    let name = if app.theme.ascii { name.replace('·', "-") } else { name };
    let time = match session.clocks() {
        Some(clocks) => clock::shown(clocks.left(side, Instant::now())),
        None => String::new(),
    };
    let emblem = app.emblems[side.index()];
    let sign = app.theme.sign(emblem);
    let room = width.saturating_sub(5 + time.chars().count());
    let shown: String = name.chars().take(room).collect();
    let gap = room.saturating_sub(shown.chars().count()) + 1;
    let [body, ink] = app.theme.piece(emblem);
    let mut sign_style = Style::new().fg(ink);
    if app.theme.shaded() {
        sign_style = sign_style.bg(body);
    }
    let style = if to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    let low = session.clocks().is_some_and(|clocks| {
        clocks.left(side, Instant::now()).as_secs() < 10 && clocks.running() == Some(side)
    });
    let time_style = match low {
        true if app.theme.depth != crate::play::theme::Depth::None => style.fg(Color::Red),
        _ => style,
    };
    Line::from(vec![
        Span::styled(arrow, style),
        Span::styled(sign, sign_style),
        Span::styled(format!(" {shown}"), style),
        Span::raw(" ".repeat(gap)),
        Span::styled(time, time_style),
    ])
}

/// Senet's four sticks: in the air, or as they fell.
fn sticks(app: &App, lines: &mut Vec<Line<'static>>) {
    if app.round.session.game().odds().is_empty() {
        return;
    }
    let (faces, words) = match (&app.rolling, app.view.thrown, app.round.session.next()) {
        (Some(rolling), ..) => (Some(rolling.faces), app.word("play-rolling")),
        (None, Some(points), _) => (Some(fallen(points)), app.text.throw(points)),
        (None, None, Next::Throw { person: true, .. }) => (None, app.word("play-throw-key")),
        // The throw that decided the last turn stays to be seen.
        (None, None, _) => match last_throw(app) {
            Some(points) => (Some(fallen(points)), app.text.throw(points)),
            None => (None, String::new()),
        },
    };
    let faces = faces.or_else(|| last_throw(app).map(fallen));
    let Some(faces) = faces else {
        lines.push(Line::from(words));
        return;
    };
    if app.theme.ascii {
        let sides: String = faces.iter().map(|white| if *white { "[ ]" } else { "[#]" }).collect();
        lines.push(Line::from(format!("{sides} {words}")));
        return;
    }
    let mut row = Vec::new();
    for white in faces {
        // A full block would look white on a dark terminal: without colours the dark side is hatched.
        let (sign, style) = match app.theme.stick(white) {
            Some(colour) => (" ", Style::new().bg(colour)),
            None if white => (" ", Style::new()),
            None => ("▒", Style::new()),
        };
        row.extend([Span::raw("│"), Span::styled(sign, style), Span::raw("│")]);
    }
    row.push(Span::raw(format!(" {words}")));
    lines.push(Line::from("╭─╮".repeat(4)));
    lines.push(Line::from(row));
    lines.push(Line::from("╰─╯".repeat(4)));
}

/// So many white sides up; five points is none.
fn fallen(points: u8) -> [bool; 4] {
    let white = usize::from(points % 5);
    [0, 1, 2, 3].map(|stick| stick < white)
}

fn last_throw(app: &App) -> Option<u8> {
    let played = app.round.session.played();
    let ply = app.browsing.unwrap_or(played.len());
    let throw = played[..ply].iter().rev().find(|played| played.is_throw)?;
    throw.text[1..].parse().ok()
}

/// The moves, a turn a line, the last ones unless it is scrolled.
fn moves(app: &App, width: usize, rows: usize) -> Vec<Line<'static>> {
    let played = app.round.session.played();
    let at = app.browsing.unwrap_or(played.len());
    let mut lines: Vec<Line> = Vec::new();
    let mut current = 0;
    let mut ply = 0;
    let [dim, bold] = [Modifier::DIM, Modifier::BOLD].map(|m| Style::new().add_modifier(m));
    for turn in played.chunk_by(|a, b| (a.turn, a.side) == (b.turn, b.side)) {
        let Some(first) = turn.first() else { continue };
        let sign = app.theme.sign(app.emblems[first.side.index()]);
        let head = format!("{:>3}. {sign} ", first.turn);
        let indent = head.chars().count();
        let mut spans = vec![Span::styled(head, dim)];
        let mut column = indent;
        for played in turn {
            ply += 1;
            let word = format!("{} ", played.text);
            let length = word.chars().count();
            if column > indent && column + length > width {
                lines.push(Line::from(std::mem::take(&mut spans)));
                spans.push(Span::raw(" ".repeat(indent)));
                column = indent;
            }
            column += length;
            let style = if ply == at { bold } else { Style::new() };
            spans.push(Span::styled(word, style));
            if ply == at {
                current = lines.len();
            }
        }
        lines.push(Line::from(spans));
    }
    let title = app.word("play-moves-title");
    let rule = if app.theme.ascii { "-" } else { "─" };
    let rest = width.saturating_sub(title.chars().count() + 4).min(40);
    let mut out =
        vec![Line::styled(format!("{} {title} {}", rule.repeat(2), rule.repeat(rest)), dim)];
    let room = rows.saturating_sub(1);
    let most = lines.len().saturating_sub(room);
    let from = match app.browsing {
        Some(_) => current.saturating_sub(room / 2).min(most),
        None => most.saturating_sub(app.scroll.min(most)),
    };
    let shown = lines.len().saturating_sub(from).min(room);
    out.extend(lines.into_iter().skip(from).take(room));
    out.extend(std::iter::repeat_n(Line::default(), room - shown));
    out
}

/// The bar: how good it looks for whom.
fn evaluation(app: &App, width: usize, lines: &mut Vec<Line<'static>>) {
    if !app.evaluating {
        return;
    }
    let Some(value) = &app.value else {
        lines.push(Line::from(app.word("play-thinking")));
        return;
    };
    let sign = if matches!(value.verdict, Verdict::Hundredths(1..)) { "+" } else { "" };
    let label = format!(" {sign}{}", value.verdict);
    let columns = width.saturating_sub(label.chars().count() + 1).min(30);
    let filled = (value.share * columns as f64).round() as usize;
    let (full, rest) = if app.theme.ascii { ("#", ".") } else { ("█", "░") };
    let bar = app.theme.bar(app.emblems[0]).map_or(Style::new(), |colour| Style::new().fg(colour));
    lines.push(Line::from(vec![
        Span::styled(full.repeat(filled), bar),
        Span::raw(rest.repeat(columns - filled)),
        Span::styled(label, Style::new().add_modifier(Modifier::BOLD)),
    ]));
    if value.line.is_empty() {
        return;
    }
    let line = value.line.join(" ");
    let best: String = line.chars().take(width.saturating_sub(4)).collect();
    let dim = Style::new().add_modifier(Modifier::DIM);
    lines.push(Line::styled(format!("{:>2}: {best}", value.depth), dim));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_show_the_points() {
        assert_eq!(fallen(5), [false; 4]);
        assert_eq!(fallen(4), [true; 4]);
        assert_eq!(fallen(1), [true, false, false, false]);
    }
}
