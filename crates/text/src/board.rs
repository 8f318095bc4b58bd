//! A board in the terminal, drawn from a [`View`]: Unicode or plain ASCII, with colours or without.
//! Sides and kinds differ by shape, so that nothing depends on colour.

use rules::{Kind, Piece, Shape, Side, Square, View};

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStyle {
    /// Box-drawing characters and signs, or ASCII only.
    pub unicode: bool,
    /// ANSI colours.
    pub colour: bool,
}

/// The lines of one frame style: corners, crossings, bars.
struct Frame {
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    across: &'static str,
    upright: &'static str,
}

const UNICODE: Frame = Frame {
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
    across: "───",
    upright: "│",
};

const ASCII: Frame = Frame {
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
    across: "---",
    upright: "|",
};

/// The most ranks that are drawn with lines between them: a terminal of 24 lines holds the board and
/// what stands beside it.
const MOST_RULED: u8 = 8;

/// Draws the board, one line a string, without what stands beside it.
#[must_use]
pub fn board(view: &View, style: BoardStyle) -> Vec<String> {
    let frame = if style.unicode { &UNICODE } else { &ASCII };
    let rule = |[left, cross, right]: [&str; 3]| {
        let bars = vec![frame.across; usize::from(view.files)].join(cross);
        format!("   {left}{bars}{right}")
    };
    let mut out = Vec::new();
    let path = view.shape == Shape::Path;
    if !path {
        out.push(rule(frame.top));
    }
    for row in 0..view.ranks {
        let squares: Vec<Square> =
            (0..view.files).map(|column| square_at(view, column, row)).collect();
        if path {
            let name = |square: &Square| format!("{:^4}", square.to_string());
            let numbers: String = squares.iter().map(name).collect();
            out.push(format!("    {}", numbers.trim_end()));
            out.push(rule(frame.top));
        }
        let cells: Vec<String> = squares.iter().map(|square| cell(view, *square, style)).collect();
        let label = if path { String::new() } else { (view.ranks - row).to_string() };
        let bar = frame.upright;
        out.push(format!("{label:>2} {bar}{}{bar}", cells.join(bar)));
        if path || row + 1 == view.ranks {
            out.push(rule(frame.bottom));
        } else if view.ranks <= MOST_RULED {
            out.push(rule(frame.middle));
        }
    }
    if !path {
        let files: String =
            (0..view.files).map(|file| format!("{:^4}", char::from(b'a' + file))).collect();
        out.push(format!("    {}", files.trim_end()));
    }
    out
}

/// The square drawn at a column and row, the top row being 0.
fn square_at(view: &View, column: u8, row: u8) -> Square {
    match view.shape {
        Shape::Full | Shape::Dark => Square::grid(column, view.ranks - 1 - row),
        // The middle row of the path runs back.
        Shape::Path if row % 2 == 1 => Square::Path(row * 10 + 10 - column),
        Shape::Path => Square::Path(row * 10 + column + 1),
    }
}

/// Three columns of one square.
fn cell(view: &View, square: Square, style: BoardStyle) -> String {
    let piece = view.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece);
    let Some(piece) = piece else { return empty(view, square, style).to_owned() };
    let sign = if style.unicode { unicode_sign(piece) } else { ascii_sign(piece) };
    let body = match (view.marks.contains(&square), sign.chars().count()) {
        (true, 1) => format!("[{sign}]"),
        (true, _) => format!("[{sign}"),
        (false, 1) => format!(" {sign} "),
        (false, _) => format!(" {sign}"),
    };
    if style.colour {
        format!("\x1b[{}m{body}\x1b[0m", colour(view.game.side_word(piece.side)))
    } else {
        body
    }
}

fn empty(view: &View, square: Square, style: BoardStyle) -> &'static str {
    match (view.shape, square) {
        (Shape::Dark, Square::Grid { file, rank }) if (file + rank) % 2 == 0 => {
            if style.unicode {
                " · "
            } else {
                " . "
            }
        }
        // The houses of the path keep their older marks where nothing stands on them.
        (Shape::Path, Square::Path(26)) => {
            if style.unicode {
                " ♥ "
            } else {
                " * "
            }
        }
        (Shape::Path, Square::Path(27)) => {
            if style.unicode {
                " ≈ "
            } else {
                " ~ "
            }
        }
        (Shape::Path, Square::Path(28)) => "III",
        (Shape::Path, Square::Path(29)) => "II ",
        (Shape::Path, Square::Path(30)) => " I ",
        (Shape::Path, Square::Path(15)) => {
            if style.unicode {
                " ☥ "
            } else {
                " + "
            }
        }
        _ => "   ",
    }
}

fn unicode_sign(piece: Piece) -> String {
    let first = piece.side == Side::First;
    let sign = match piece.kind {
        Kind::Stone if first => "●",
        Kind::Stone => "○",
        Kind::Sun if first => "☀",
        Kind::Sun => "☼",
        Kind::Moon if first => "☾",
        Kind::Moon => "☽",
        Kind::Star if first => "★",
        Kind::Star => "☆",
        Kind::Cone => "▲",
        Kind::Spool => "⧗",
        Kind::Man if first => "○",
        Kind::Man => "●",
        Kind::King if first => "◎",
        Kind::King => "◉",
        Kind::Runner if first => "▲",
        Kind::Runner => "▼",
        Kind::Holder if first => "▲•",
        Kind::Holder => "▼•",
    };
    if piece.number > 0 { format!("{sign}{}", piece.number) } else { sign.to_owned() }
}

/// The letters of the position strings; Salta's kinds by letter and number.
fn ascii_sign(piece: Piece) -> String {
    let first = piece.side == Side::First;
    let pick = |one: &str, two: &str| if first { one.to_owned() } else { two.to_owned() };
    match (piece.kind, first) {
        (Kind::Stone, _) => pick("g", "b"),
        (Kind::Sun | Kind::Moon | Kind::Star, _) => {
            let base = match piece.kind {
                Kind::Star => 0,
                Kind::Moon => 5,
                _ => 10,
            };
            let letter = char::from(b'a' + base + piece.number.saturating_sub(1));
            if first { letter.to_ascii_uppercase().to_string() } else { letter.to_string() }
        }
        (Kind::Cone, _) => "c".to_owned(),
        (Kind::Spool, _) => "s".to_owned(),
        (Kind::Man, _) => pick("w", "b"),
        (Kind::King, _) => pick("W", "B"),
        (Kind::Runner, _) => pick("r", "b"),
        (Kind::Holder, _) => pick("R", "B"),
    }
}

/// The ANSI colour of a side's pieces, by the side's word.
fn colour(side: &str) -> &'static str {
    match side {
        "green" => "32",
        "blue" => "94",
        "red" => "31",
        "cones" => "36",
        "spools" | "black" => "33",
        // Bold in the terminal's own colour: white is invisible on white.
        _ => "1",
    }
}
