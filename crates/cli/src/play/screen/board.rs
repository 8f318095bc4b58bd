//! The board on the screen: where each square is, and what is drawn there.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use rules::{Piece, Shape, Square, View};

use crate::play::theme::{Mark, Theme};

/// Columns to the left of the board, for the numbers of the ranks.
const LABELS: u16 = 3;

/// How large squares are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// Columns of a square without lines.
    inner: u16,
    /// Rows of a square without lines.
    rows: u16,
    /// Whether squares are set apart: by a line, or where they are shaded by half a row each.
    apart: bool,
    /// Whether lines are drawn.
    ruled: bool,
}

impl Size {
    /// The sizes for a board, largest first.
    pub(crate) fn all(view: &View, theme: Theme) -> Vec<Size> {
        let ruled = !theme.shaded();
        let size = |inner, rows, apart| Size { inner, rows, apart, ruled: ruled && apart };
        let wide = view.files >= 10;
        match (view.shape, ruled) {
            (Shape::Path, true) => vec![size(7, 3, true), size(3, 3, true), size(3, 1, false)],
            (Shape::Path, false) => {
                vec![size(9, 3, true), size(7, 3, true), size(5, 3, true), size(3, 1, false)]
            }
            (_, true) => vec![size(7, 3, true), size(3, 1, true), size(3, 1, false)],
            (_, false) if wide => vec![size(8, 3, true), size(4, 1, true), size(3, 1, false)],
            (_, false) => vec![size(9, 3, true), size(5, 1, true), size(3, 1, false)],
        }
    }

    fn pitch_x(self) -> u16 {
        self.inner + u16::from(self.ruled)
    }

    fn pitch_y(self) -> u16 {
        self.rows + u16::from(self.apart)
    }

    /// Columns and rows of the whole board with its labels.
    pub(crate) fn extent(self, view: &View) -> (u16, u16) {
        let labels = if view.shape == Shape::Path { 0 } else { 1 };
        let width = u16::from(view.files) * self.pitch_x() + u16::from(self.ruled);
        let height = u16::from(view.ranks) * self.pitch_y() + u16::from(self.apart);
        (LABELS * labels + width, height + labels)
    }
}

/// A board at its place on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    area: Rect,
    size: Size,
    shape: Shape,
    files: u8,
    ranks: u8,
    flipped: bool,
}

impl Geometry {
    pub(crate) fn new(view: &View, size: Size, area: Rect, flipped: bool) -> Geometry {
        let (shape, files, ranks) = (view.shape, view.files, view.ranks);
        Geometry { area, size, shape, files, ranks, flipped }
    }

    /// The square in a column and row of squares, counted from the top left.
    pub(crate) fn square(&self, column: u8, row: u8) -> Square {
        let (column, row) = match self.flipped {
            true => (self.files - 1 - column, self.ranks - 1 - row),
            false => (column, row),
        };
        match self.shape {
            Shape::Full | Shape::Dark => Square::grid(column, self.ranks - 1 - row),
            // The middle row of the path runs back.
            Shape::Path if row % 2 == 1 => Square::Path(row * 10 + 10 - column),
            Shape::Path => Square::Path(row * 10 + column + 1),
        }
    }

    /// The column and row of squares where a square is drawn.
    pub(crate) fn place(&self, square: Square) -> (u8, u8) {
        let (column, row) = match square {
            Square::Grid { file, rank } => (file, self.ranks - 1 - rank),
            Square::Path(number) => {
                let (row, along) = ((number - 1) / 10, (number - 1) % 10);
                (if row % 2 == 1 { 9 - along } else { along }, row)
            }
        };
        match self.flipped {
            true => (self.files - 1 - column, self.ranks - 1 - row),
            false => (column, row),
        }
    }

    fn left(&self) -> u16 {
        self.area.x + if self.shape == Shape::Path { 0 } else { LABELS }
    }

    /// The square's cell without lines.
    pub(crate) fn cell(&self, square: Square) -> Rect {
        let (column, row) = self.place(square);
        Rect {
            x: self.left() + u16::from(column) * self.size.pitch_x() + u16::from(self.size.ruled),
            y: self.area.y + u16::from(row) * self.size.pitch_y() + u16::from(self.size.apart),
            width: self.size.inner,
            height: self.size.rows,
        }
    }

    /// The square under a point of the screen.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<Square> {
        let x = x.checked_sub(self.left())?;
        let y = y.checked_sub(self.area.y)?;
        let column = u8::try_from(x / self.size.pitch_x()).ok()?;
        let row = u8::try_from(y / self.size.pitch_y()).ok()?;
        (column < self.files && row < self.ranks).then(|| self.square(column, row))
    }
}

/// What is to be seen on the board.
pub(crate) struct Picture<'a> {
    pub(crate) view: &'a View,
    /// A piece of the game, which decides the board's colours.
    pub(crate) emblem: Piece,
    /// Marks with their squares; of several on one square the first counts.
    pub(crate) marks: Vec<(Mark, Square)>,
    /// Pieces that could be chosen.
    pub(crate) movable: Vec<Square>,
    /// Squares that could be chosen, without a mark.
    pub(crate) free: Vec<Square>,
    /// Pieces that are where they belong (Salta, on request).
    pub(crate) home: Vec<Square>,
}

impl Picture<'_> {
    fn mark(&self, square: Square) -> Option<Mark> {
        let mut found: Vec<Mark> =
            self.marks.iter().filter(|(_, at)| *at == square).map(|(mark, _)| *mark).collect();
        found.sort_by_key(|mark| *mark as u8);
        found.first().copied()
    }

    /// A mark other than the cursor, which covers it.
    fn under_cursor(&self, square: Square) -> Option<Mark> {
        let mut found: Vec<Mark> = self
            .marks
            .iter()
            .filter(|(mark, at)| *at == square && *mark != Mark::Cursor)
            .map(|(mark, _)| *mark)
            .collect();
        found.sort_by_key(|mark| *mark as u8);
        found.first().copied()
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.view.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece)
    }

    fn used(&self, square: Square) -> bool {
        match (self.view.shape, square) {
            (Shape::Dark, Square::Grid { file, rank }) => (file + rank) % 2 == 0,
            _ => true,
        }
    }

    /// The colour of a square's ground.
    fn ground(&self, square: Square, theme: Theme) -> Color {
        if !theme.shaded() {
            return Color::Reset;
        }
        if let Some(mark) = self.mark(square) {
            return theme.mark(mark);
        }
        let [light, dark] = theme.squares(self.emblem.kind);
        let is_dark = match square {
            Square::Grid { file, rank } => (file + rank) % 2 == 0,
            Square::Path(number) if theme.house(number).is_some() => return theme.house_ground(),
            // The middle row runs back: so squares above one another differ too.
            Square::Path(number) => number % 2 == 0,
        };
        if is_dark { dark } else { light }
    }
}

/// Draws the board.
pub(crate) fn draw(buffer: &mut Buffer, geometry: &Geometry, picture: &Picture, theme: Theme) {
    if geometry.size.ruled {
        rule(buffer, geometry, theme);
    }
    for row in 0..geometry.ranks {
        for column in 0..geometry.files {
            let square = geometry.square(column, row);
            let cell = geometry.cell(square);
            let ground = picture.ground(square, theme);
            buffer.set_style(cell, Style::new().bg(ground));
            if geometry.size.apart && !geometry.size.ruled {
                half_rows(buffer, geometry, picture, (column, row), theme);
            }
            draw_square(buffer, cell, picture, square, theme);
        }
    }
    labels(buffer, geometry);
}

/// Half a row of each square's colour between two rows: squares stay square, pieces in the middle.
fn half_rows(
    buffer: &mut Buffer,
    geometry: &Geometry,
    picture: &Picture,
    (column, row): (u8, u8),
    theme: Theme,
) {
    let square = geometry.square(column, row);
    let cell = geometry.cell(square);
    let ground = picture.ground(square, theme);
    for x in cell.x..cell.x + cell.width {
        let above = &mut buffer[(x, cell.y - 1)];
        if row == 0 {
            above.set_symbol("▄").set_fg(ground);
        } else {
            let upper = picture.ground(geometry.square(column, row - 1), theme);
            above.set_symbol("▀").set_fg(upper).set_bg(ground);
        }
        if row + 1 == geometry.ranks {
            buffer[(x, cell.y + cell.height)].set_symbol("▀").set_fg(ground);
        }
    }
}

/// Lines between squares, for terminals without many colours.
fn rule(buffer: &mut Buffer, geometry: &Geometry, theme: Theme) {
    let size = geometry.size;
    let (columns, rows) = (u16::from(geometry.files), u16::from(geometry.ranks));
    let (width, height) = (columns * size.pitch_x(), rows * size.pitch_y());
    let (left, top) = (geometry.left(), geometry.area.y);
    for y in 0..=height {
        for x in 0..=width {
            let (on_x, on_y) = (x % size.pitch_x() == 0, y % size.pitch_y() == 0);
            let symbol = match (on_x, on_y) {
                (false, false) => continue,
                (true, true) if theme.ascii => "+",
                (true, false) if theme.ascii => "|",
                (false, true) if theme.ascii => "-",
                (true, false) => "│",
                (false, true) => "─",
                (true, true) => match (x, y) {
                    (0, 0) => "┌",
                    (_, 0) if x == width => "┐",
                    (_, 0) => "┬",
                    (0, _) if y == height => "└",
                    (0, _) => "├",
                    _ if x == width && y == height => "┘",
                    _ if x == width => "┤",
                    _ if y == height => "┴",
                    _ => "┼",
                },
            };
            let style = Style::new().add_modifier(Modifier::DIM);
            buffer[(left + x, top + y)].set_symbol(symbol).set_style(style);
        }
    }
}

fn draw_square(buffer: &mut Buffer, cell: Rect, picture: &Picture, square: Square, theme: Theme) {
    let mark = picture.mark(square);
    let middle = cell.y + cell.height / 2;
    let dark_ink = if theme.shaded() { theme.colour(0x30_28_20) } else { Color::Reset };
    if let Square::Path(number) = square
        && cell.height >= 3
    {
        let style = Style::new().fg(dark_ink).add_modifier(Modifier::DIM);
        centred(buffer, cell, cell.y, &number.to_string(), style);
        if let Some(house) = theme.house(number) {
            centred(buffer, cell, cell.y + 2, house, Style::new().fg(dark_ink));
        }
    }
    match picture.piece(square) {
        Some(piece) => draw_piece(buffer, cell, picture, square, piece, theme),
        None => {
            let under = picture.under_cursor(square);
            let house = match square {
                Square::Path(number) if cell.height < 3 => theme.house(number),
                _ => None,
            };
            let sign = match under {
                Some(Mark::Target | Mark::Hint) if theme.ascii => "o",
                Some(Mark::Target | Mark::Hint) => "•",
                Some(Mark::Goal) if theme.ascii => "x",
                Some(Mark::Goal) => "◇",
                _ if picture.free.contains(&square) => {
                    if theme.ascii {
                        "."
                    } else {
                        "·"
                    }
                }
                _ if house.is_some() => house.unwrap_or_default(),
                _ if picture.used(square) && !theme.shaded() => match picture.view.shape {
                    Shape::Dark if theme.ascii => ".",
                    Shape::Dark => "·",
                    _ => " ",
                },
                _ => " ",
            };
            let colour = if theme.shaded() { dark_ink } else { theme.mark(Mark::Target) };
            let style = match under {
                Some(_) => Style::new().fg(colour).add_modifier(Modifier::BOLD),
                None => Style::new().fg(dark_ink),
            };
            centred(buffer, cell, middle, sign, style);
        }
    }
    if let Some(mark) = mark {
        let empty_target = matches!(mark, Mark::Target) && picture.piece(square).is_none();
        let [left, right] = if empty_target { [" ", " "] } else { theme.edges(mark) };
        let colour = if theme.shaded() { dark_ink } else { theme.mark(mark) };
        let style = Style::new().fg(colour).add_modifier(Modifier::BOLD);
        if left != " " {
            buffer.set_string(cell.x, middle, left, style);
            // A sign of two columns leaves no room on the right of a small square.
            let last = cell.x + cell.width - 1;
            let sign = picture.piece(square).map_or(1, |piece| theme.sign(piece).chars().count());
            if usize::from(cell.width) >= sign + 2 {
                buffer.set_string(last, middle, right, style);
            }
        }
    }
}

fn draw_piece(
    buffer: &mut Buffer,
    cell: Rect,
    picture: &Picture,
    square: Square,
    piece: Piece,
    theme: Theme,
) {
    let [body, ink] = theme.piece(piece);
    let sign = theme.sign(piece);
    let middle = cell.y + cell.height / 2;
    let mut style = Style::new().fg(ink);
    if picture.movable.contains(&square) || !theme.shaded() {
        style = style.add_modifier(Modifier::BOLD);
    }
    if picture.home.contains(&square) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    // Senet's squares keep their first and last row for number and house.
    let large = cell.height >= 3 && matches!(square, Square::Grid { .. });
    let ground = buffer[(cell.x, middle)].bg;
    if theme.shaded() {
        let pill = if large { cell.width - 2 } else { token_width(cell.width) };
        let x = cell.x + (cell.width - pill) / 2;
        buffer.set_style(Rect::new(x, middle, pill, 1), Style::new().bg(body));
        if large {
            let edge = "▄".repeat(usize::from(pill));
            buffer.set_string(x, middle - 1, edge, Style::new().fg(body).bg(ground));
            let edge = "▀".repeat(usize::from(pill));
            buffer.set_string(x, middle + 1, edge, Style::new().fg(body).bg(ground));
        }
        style = style.bg(body);
    } else if large && !theme.ascii {
        let side = Style::new().fg(ink);
        centred(buffer, cell, middle - 1, "╭───╮", side);
        centred(buffer, cell, middle, "│   │", side);
        centred(buffer, cell, middle + 1, "╰───╯", side);
    }
    centred(buffer, cell, middle, &sign, style);
}

/// The columns that a piece takes in a small square.
fn token_width(inner: u16) -> u16 {
    match inner {
        0..=3 => inner,
        4 => 2,
        _ => inner - 2,
    }
}

/// Writes in the middle of a cell's row; what is a column off goes to the right.
fn centred(buffer: &mut Buffer, cell: Rect, y: u16, text: &str, style: Style) {
    let width = text.chars().count() as u16;
    let x = cell.x + (cell.width + 1).saturating_sub(width) / 2;
    buffer.set_stringn(x, y, text, usize::from(cell.width), style);
}

fn labels(buffer: &mut Buffer, geometry: &Geometry) {
    if geometry.shape == Shape::Path {
        return;
    }
    let style = Style::new().add_modifier(Modifier::DIM);
    for row in 0..geometry.ranks {
        let square = geometry.square(0, row);
        let cell = geometry.cell(square);
        if let Square::Grid { rank, .. } = square {
            let y = cell.y + cell.height / 2;
            buffer.set_string(geometry.area.x, y, format!("{:>2}", rank + 1), style);
        }
    }
    let below = geometry.area.y
        + u16::from(geometry.ranks) * geometry.size.pitch_y()
        + u16::from(geometry.size.apart);
    for column in 0..geometry.files {
        let square = geometry.square(column, 0);
        let cell = Rect { y: below, ..geometry.cell(square) };
        if let Square::Grid { file, .. } = square {
            centred(buffer, cell, below, &char::from(b'a' + file).to_string(), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::theme::Depth;
    use rules::{Game, GameId, Variant};

    #[test]
    fn points_and_squares_agree() {
        for id in GameId::ALL {
            let view = Game::start(Variant::default_of(id)).view();
            for depth in [Depth::None, Depth::True] {
                let theme = Theme { depth, ascii: false };
                for (size, flipped) in
                    Size::all(&view, theme).into_iter().flat_map(|s| [(s, false), (s, true)])
                {
                    let (width, height) = size.extent(&view);
                    let area = Rect::new(2, 1, width, height);
                    let geometry = Geometry::new(&view, size, area, flipped);
                    for column in 0..view.files {
                        for row in 0..view.ranks {
                            let square = geometry.square(column, row);
                            assert_eq!(geometry.place(square), (column, row));
                            let cell = geometry.cell(square);
                            assert_eq!(geometry.at(cell.x, cell.y), Some(square));
                            assert!(area.intersection(cell) == cell, "{id} {cell:?} {area:?}");
                        }
                    }
                    assert_eq!(geometry.at(0, 0), None);
                }
            }
        }
    }
}
