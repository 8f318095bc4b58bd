//! A position as a picture: SVG drawn from a [`View`], for documents and exports.
//!
//! Sides and kinds differ by shape and shade, not by colour alone.

use std::fmt::Write;

use rules::{Event, Kind, Piece, Shape, Side, Square, View};

const CELL: i32 = 48;
const MARGIN: i32 = 30;

/// The colours of a game's material.
struct Material {
    frame: &'static str,
    light: &'static str,
    dark: &'static str,
    line: &'static str,
    ink: &'static str,
    sides: [[&'static str; 2]; 2],
    /// Whether the squares are hollows.
    hollows: bool,
}

fn material(game: &str) -> Material {
    match game {
        "seega" => Material {
            frame: "#e8d5a9",
            light: "#dcc48d",
            dark: "#dcc48d",
            line: "#b3975c",
            ink: "#6b5426",
            sides: [["#3f8a4d", "#1f4f2a"], ["#3a6ea8", "#173a61"]],
            hollows: true,
        },
        "salta" => Material {
            frame: "#efe9dc",
            light: "#f6f1e6",
            dark: "#c9bfa8",
            line: "#b5aa92",
            ink: "#5d5544",
            sides: [["#fbf6e6", "#2f7d3f"], ["#3a322b", "#e0604f"]],
            hollows: false,
        },
        "senet" => Material {
            frame: "#f0e2bd",
            light: "#f7edd0",
            dark: "#f7edd0",
            line: "#a5894c",
            ink: "#6f5722",
            sides: [["#3f9fa3", "#17585b"], ["#41352b", "#d9b565"]],
            hollows: false,
        },
        "draughts" => Material {
            frame: "#e5cfa8",
            light: "#f3e3c3",
            dark: "#b0835a",
            line: "#94683f",
            ink: "#5e4022",
            sides: [["#fbf4e4", "#8d7550"], ["#3b2c22", "#c8a678"]],
            hollows: false,
        },
        _ => Material {
            frame: "#dfeadb",
            light: "#cfe2c6",
            dark: "#cfe2c6",
            line: "#8fb083",
            ink: "#46633c",
            sides: [["#c8443c", "#7a1f1a"], ["#3666b0", "#17376b"]],
            hollows: false,
        },
    }
}

/// Draws a position, and the way that the last action's pieces took, if its events are given.
#[must_use]
pub fn diagram(view: &View, last: &[Event]) -> String {
    let material = material(view.game.id());
    let (width, height) =
        (i32::from(view.files) * CELL + 2 * MARGIN, i32::from(view.ranks) * CELL + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n",
        material.frame
    );
    squares(&mut svg, view, &material);
    for square in &view.marks {
        let (x, y) = centre(view, *square);
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#e08a00\" \
             stroke-width=\"4\"/>",
            x - CELL / 2 + 2,
            y - CELL / 2 + 2,
            CELL - 4,
            CELL - 4
        );
    }
    for (square, piece) in &view.pieces {
        draw_piece(&mut svg, centre(view, *square), *piece, &material);
    }
    for event in last {
        way(&mut svg, view, event);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The middle of a square.
fn centre(view: &View, square: Square) -> (i32, i32) {
    let (column, row) = match square {
        Square::Grid { file, rank } => (i32::from(file), i32::from(view.ranks - 1 - rank)),
        Square::Path(number) => {
            let (row, along) = (i32::from(number - 1) / 10, i32::from(number - 1) % 10);
            (if row % 2 == 1 { 9 - along } else { along }, row)
        }
    };
    (MARGIN + column * CELL + CELL / 2, MARGIN + row * CELL + CELL / 2)
}

fn squares(svg: &mut String, view: &View, material: &Material) {
    for rank in 0..view.ranks {
        for file in 0..view.files {
            let grid = Square::grid(file, rank);
            let square = match view.shape {
                Shape::Path => Square::Path(rank * 10 + file + 1),
                Shape::Full | Shape::Dark => grid,
            };
            let (x, y) = centre(view, square);
            let dark = view.shape == Shape::Dark && (file + rank) % 2 == 0;
            let fill = if dark { material.dark } else { material.light };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" \
                 stroke=\"{}\"/>",
                x - CELL / 2,
                y - CELL / 2,
                material.line
            );
            if material.hollows {
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"19\" fill=\"{}\" opacity=\".35\"/>",
                    material.line
                );
            }
            if let Square::Path(number) = square {
                label(svg, x - 15, y - 13, 10, material.ink, &number.to_string());
                house(svg, x, y, number, material.ink);
            }
        }
    }
    if view.shape == Shape::Path {
        return;
    }
    for file in 0..view.files {
        let (x, _) = centre(view, Square::grid(file, 0));
        let letter = char::from(b'a' + file).to_string();
        label(svg, x, MARGIN + i32::from(view.ranks) * CELL + 20, 14, material.ink, &letter);
    }
    for rank in 0..view.ranks {
        let (_, y) = centre(view, Square::grid(0, rank));
        label(svg, MARGIN / 2, y + 5, 14, material.ink, &(rank + 1).to_string());
    }
}

fn label(svg: &mut String, x: i32, y: i32, size: i32, ink: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{text}</text>"
    );
}

/// The signs of the houses: ankh for Rebirth, nefer, water, three birds, two kneeling figures, sun.
fn house(svg: &mut String, x: i32, y: i32, number: u8, ink: &str) {
    let shape = match number {
        15 => "<ellipse cx=\"0\" cy=\"-7\" rx=\"4\" ry=\"6\"/><path d=\"M0-1V15M-8 3H8\"/>",
        26 => "<path d=\"M0-13V3M-5-8H5\"/><path d=\"M0 3C-7 4-7 14 0 15 7 14 7 4 0 3Z\"/>",
        27 => {
            "<path d=\"M-15-2l5-4 5 4 5-4 5 4 5-4 5 4M-15 5l5-4 5 4 5-4 5 4 5-4 5 4M-15 12l5-4 5 4 \
             5-4 5 4 5-4 5 4\"/>"
        }
        28 => {
            "<path d=\"M-16 8q2-11 7-9 3 2-2 9M-5 8q2-11 7-9 3 2-2 9M6 8q2-11 7-9 3 2-2 9M-16 \
             8h32\"/>"
        }
        29 => {
            "<g><circle cx=\"-8\" cy=\"-6\" r=\"3.5\"/><path d=\"M-8-2v9h8M-8 2h6\"/><circle \
             cx=\"6\" cy=\"-6\" r=\"3.5\"/><path d=\"M6-2v9h8M6 2h6\"/></g>"
        }
        30 => "<circle r=\"10\" cy=\"2\"/><circle r=\"2.5\" cy=\"2\"/>",
        _ => return,
    };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y})\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\" \
         opacity=\".75\">{shape}</g>"
    );
}

fn draw_piece(svg: &mut String, (x, y): (i32, i32), piece: Piece, material: &Material) {
    let [fill, edge] = material.sides[piece.side.index()];
    let second = piece.side == Side::Second;
    let disc = format!("<circle r=\"18\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>");
    let body = match piece.kind {
        Kind::Stone => {
            // Second's stones have a ring: told apart without colour.
            let ring = if second {
                "<circle r=\"9\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2.5\" opacity=\".8\"/>"
            } else {
                "<ellipse cx=\"-5\" cy=\"-6\" rx=\"6\" ry=\"4\" fill=\"#fff\" opacity=\".35\"/>"
            };
            format!("{disc}{ring}")
        }
        Kind::Sun | Kind::Moon | Kind::Star => {
            let sign = match piece.kind {
                Kind::Sun => {
                    "<circle r=\"5.5\"/><path d=\"M0-8v-5M0 8v5M-8 0h-5M8 0h5M-5.6-5.6l-3.6-3.6M5.6 \
                     5.6l3.6 3.6M-5.6 5.6l-3.6 3.6M5.6-5.6l3.6-3.6\" stroke-width=\"2.2\"/>"
                }
                Kind::Moon => "<path d=\"M2-12A12 12 0 1 0 12 3 9.5 9.5 0 0 1 2-12Z\"/>",
                _ => {
                    "<path d=\"M0-13L3.4-4.2 12.4-4 5.4 1.6 7.6 10.5 0 5.6-7.6 10.5-5.4 1.6-12.4-4-3.4\
                     -4.2Z\"/>"
                }
            };
            format!(
                "{disc}<g fill=\"{edge}\" stroke=\"{edge}\" transform=\"translate(-6 0) \
                 scale(.66)\">{sign}</g><text x=\"9\" y=\"5\" font-size=\"15\" \
                 font-weight=\"bold\" fill=\"{edge}\">{}</text>",
                piece.number
            )
        }
        Kind::Cone => format!(
            "<path d=\"M0-16L14 12Q0 19-14 12Z\" fill=\"{fill}\" stroke=\"{edge}\" \
             stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        ),
        Kind::Spool => format!(
            "<path d=\"M-13-14H13Q12-7 6-3V4Q12 8 13 14H-13Q-12 8-6 4V-3Q-12-7-13-14Z\" \
             fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        ),
        Kind::Man | Kind::King => {
            let inner =
                format!("<circle r=\"12\" fill=\"none\" stroke=\"{edge}\" stroke-width=\"1.5\"/>");
            let crown = format!("<path d=\"M-8 6L-9-5-4 0 0-8 4 0 9-5 8 6Z\" fill=\"{edge}\"/>");
            format!("{disc}{}", if piece.kind == Kind::King { crown } else { inner })
        }
        Kind::Runner | Kind::Holder => {
            // Red's figures point up the board, Blue's down it.
            let figure = if second { "M0 17L15-11H-15Z" } else { "M0-17L15 11H-15Z" };
            let ball = if piece.kind == Kind::Holder {
                "<circle r=\"8\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"2\"/>\
                 <path d=\"M-5-5Q0 0-5 5M5-5Q0 0 5 5\" fill=\"none\" stroke=\"#222\"/>"
            } else {
                ""
            };
            format!(
                "<path d=\"{figure}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\" \
                 stroke-linejoin=\"round\"/>{ball}"
            )
        }
    };
    // On the path the pieces leave room for the squares' numbers.
    let place = match piece.kind {
        Kind::Cone | Kind::Spool => format!("translate({} {}) scale(.85)", x + 3, y + 5),
        _ => format!("translate({x} {y})"),
    };
    let _ = writeln!(svg, "<g transform=\"{place}\">{body}</g>");
}

/// An arrow for a piece's way, a cross where one was taken.
fn way(svg: &mut String, view: &View, event: &Event) {
    match *event {
        Event::Moved { from, to, .. }
        | Event::Leapt { from, to, .. }
        | Event::BallPassed { from, to, .. }
        | Event::Reborn { from, to, .. } => {
            let ((x1, y1), (x2, y2)) = (centre(view, from), centre(view, to));
            let length = f64::from((x2 - x1).pow(2) + (y2 - y1).pow(2)).sqrt().max(1.0);
            let (ux, uy) = (f64::from(x2 - x1) / length, f64::from(y2 - y1) / length);
            let (tip_x, tip_y) = (f64::from(x2) - ux * 12.0, f64::from(y2) - uy * 12.0);
            let (base_x, base_y) = (tip_x - ux * 12.0, tip_y - uy * 12.0);
            let _ = writeln!(
                svg,
                "<g stroke=\"#e08a00\" fill=\"#e08a00\" opacity=\".85\"><path d=\"M{x1} \
                 {y1}L{base_x:.1} {base_y:.1}\" stroke-width=\"4\" stroke-linecap=\"round\"/><path \
                 d=\"M{tip_x:.1} {tip_y:.1}L{:.1} {:.1} {:.1} {:.1}Z\"/></g>",
                base_x - uy * 7.0,
                base_y + ux * 7.0,
                base_x + uy * 7.0,
                base_y - ux * 7.0
            );
        }
        Event::Captured { square, .. } | Event::ToReserve { square, .. } => {
            let (x, y) = centre(view, square);
            let _ = writeln!(
                svg,
                "<path d=\"M{} {}l20 20m0-20l-20 20\" stroke=\"#d03020\" stroke-width=\"4\" \
                 stroke-linecap=\"round\"/>",
                x - 10,
                y - 10
            );
        }
        Event::Placed { square, .. } | Event::Dropped { square, .. } => {
            let (x, y) = centre(view, square);
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"21\" fill=\"none\" stroke=\"#e08a00\" \
                 stroke-width=\"3\"/>"
            );
        }
        _ => {}
    }
}
