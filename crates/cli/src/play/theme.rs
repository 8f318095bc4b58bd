//! How the screen looks: colours as far as the terminal has them, signs of the pieces.

use ratatui::style::Color;
use rules::{Kind, Piece, Side};

/// How many colours the terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// None, or none wanted: everything is shown by signs and lines.
    None,
    /// The sixteen of old.
    Sixteen,
    /// 256.
    Many,
    /// All of them.
    True,
}

impl Depth {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`.
    pub(crate) fn from_env(variable: impl Fn(&str) -> Option<String>) -> Depth {
        let term = variable("TERM").unwrap_or_default();
        let colours = variable("COLORTERM").unwrap_or_default();
        let unwanted = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted || matches!(term.as_str(), "dumb" | "vt52" | "vt100" | "vt102" | "vt220") {
            Depth::None
        } else if colours == "truecolor" || colours == "24bit" || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256") {
            Depth::Many
        } else {
            Depth::Sixteen
        }
    }
}

/// Colours and signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    pub(crate) depth: Depth,
    /// Plain ASCII characters only.
    pub(crate) ascii: bool,
}

/// What deserves to be seen about a square; the first that applies decides the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    Wrong,
    Cursor,
    Chosen,
    Hint,
    Target,
    Must,
    Goal,
    Last,
}

impl Theme {
    /// Whether squares differ by their shade; else lines are drawn between them. Shades meet in half
    /// blocks, which ASCII has not.
    pub(crate) fn shaded(self) -> bool {
        !self.ascii && matches!(self.depth, Depth::Many | Depth::True)
    }

    /// A colour as near as the terminal has it.
    pub(crate) fn colour(self, rgb: u32) -> Color {
        let [_, r, g, b] = rgb.to_be_bytes();
        match self.depth {
            Depth::True => Color::Rgb(r, g, b),
            Depth::Many => Color::Indexed(nearest(r, g, b)),
            Depth::Sixteen | Depth::None => Color::Reset,
        }
    }

    /// Light and dark squares of the board on which pieces of this kind stand.
    pub(crate) fn squares(self, kind: Kind) -> [Color; 2] {
        let [light, dark] = match kind {
            Kind::Stone => [0xdc_c4_8d, 0xd3_b8_7c],
            Kind::Sun | Kind::Moon | Kind::Star => [0xe9_e1_cf, 0xb3_a5_87],
            Kind::Cone | Kind::Spool => [0xf4_e9_ca, 0xe9_db_b2],
            Kind::Man | Kind::King => [0xee_dc_b8, 0x9c_6e_45],
            Kind::Runner | Kind::Holder => [0xc7_dc_bd, 0xba_d2_ae],
        };
        [self.colour(light), self.colour(dark)]
    }

    /// The ground of Senet's houses.
    pub(crate) fn house_ground(self) -> Color {
        self.colour(0xd9_bd_74)
    }

    /// A piece's body, and what is written on it.
    pub(crate) fn piece(self, piece: Piece) -> [Color; 2] {
        if !self.shaded() {
            return [Color::Reset, self.plain_piece(piece)];
        }
        let [body, ink] = colours(piece);
        [self.colour(body), self.colour(ink)]
    }

    /// The colour of a bar for the side of a piece; none if it would not be seen on a light ground.
    pub(crate) fn bar(self, piece: Piece) -> Option<Color> {
        let [body, _] = colours(piece);
        let light = body.to_be_bytes().iter().all(|part| *part == 0 || *part > 0xc0);
        (self.shaded() && !light).then(|| self.colour(body))
    }

    fn plain_piece(self, piece: Piece) -> Color {
        if self.depth == Depth::None {
            return Color::Reset;
        }
        let [first, second] = match piece.kind {
            Kind::Stone => [Color::Green, Color::Blue],
            Kind::Sun | Kind::Moon | Kind::Star => [Color::Green, Color::Red],
            Kind::Cone | Kind::Spool => [Color::Cyan, Color::Magenta],
            Kind::Man | Kind::King => [Color::Reset, Color::Magenta],
            Kind::Runner | Kind::Holder => [Color::Red, Color::Blue],
        };
        if piece.side == Side::First { first } else { second }
    }

    /// The colour of a mark: a square's ground where squares are shaded, else its signs.
    pub(crate) fn mark(self, mark: Mark) -> Color {
        if self.shaded() {
            return self.colour(match mark {
                Mark::Wrong => 0xf0_80_70,
                Mark::Cursor => 0x7c_b8_f0,
                Mark::Chosen => 0xff_d8_40,
                Mark::Hint => 0x9a_e0_e0,
                Mark::Target => 0xc8_e8_70,
                Mark::Must => 0xff_b0_50,
                Mark::Goal => 0xe0_b0_f0,
                Mark::Last => 0xf0_e0_80,
            });
        }
        match (self.depth, mark) {
            (Depth::None, _) => Color::Reset,
            (_, Mark::Wrong) => Color::Red,
            (_, Mark::Cursor | Mark::Chosen) => Color::Yellow,
            (_, Mark::Hint) => Color::Cyan,
            (_, Mark::Target) => Color::Green,
            (_, Mark::Must | Mark::Goal) => Color::Magenta,
            (_, Mark::Last) => Color::Reset,
        }
    }

    /// The signs to the left and right of what stands on a marked square: nothing is shown by
    /// colour alone.
    pub(crate) fn edges(self, mark: Mark) -> [&'static str; 2] {
        match mark {
            Mark::Wrong => ["!", "!"],
            Mark::Cursor => ["[", "]"],
            Mark::Chosen if self.ascii => ["<", ">"],
            Mark::Chosen => ["‹", "›"],
            Mark::Hint => ["+", "+"],
            Mark::Target => ["(", ")"],
            Mark::Must => ["*", "*"],
            Mark::Goal => ["{", "}"],
            Mark::Last if self.shaded() => [" ", " "],
            Mark::Last => [":", ":"],
        }
    }

    /// A piece's sign: one or two columns. Sides and kinds differ by shape.
    pub(crate) fn sign(self, piece: Piece) -> String {
        let first = piece.side == Side::First;
        let [one, two] = match (piece.kind, self.ascii) {
            (Kind::Stone, false) => ["●", "○"],
            (Kind::Stone, true) => ["g", "b"],
            (Kind::Sun, false) => ["◉", "☉"],
            (Kind::Sun, true) => ["S", "s"],
            (Kind::Moon, false) => ["☾", "☽"],
            (Kind::Moon, true) => ["M", "m"],
            (Kind::Star, false) => ["★", "☆"],
            (Kind::Star, true) => ["T", "t"],
            (Kind::Cone, false) => ["▲", "▲"],
            (Kind::Cone, true) => ["c", "c"],
            (Kind::Spool, false) => ["■", "■"],
            (Kind::Spool, true) => ["s", "s"],
            (Kind::Man, false) => ["○", "●"],
            (Kind::Man, true) => ["w", "b"],
            (Kind::King, false) => ["♔", "♚"],
            (Kind::King, true) => ["W", "B"],
            (Kind::Runner, false) => ["△", "▽"],
            (Kind::Runner, true) => ["r", "b"],
            (Kind::Holder, false) => ["▲●", "▼●"],
            (Kind::Holder, true) => ["R*", "B*"],
        };
        let sign = if first { one } else { two };
        if piece.number > 0 { format!("{sign}{}", piece.number) } else { sign.to_owned() }
    }

    /// The white and the dark side of a throwing stick, as it looks on a light terminal and on a
    /// dark one; none without colours.
    pub(crate) fn stick(self, white: bool) -> Option<Color> {
        match (self.depth, white) {
            (Depth::None, _) => None,
            (Depth::Sixteen, true) => Some(Color::White),
            (Depth::Sixteen, false) => Some(Color::DarkGray),
            (_, true) => Some(self.colour(0xf6_ee_d8)),
            (_, false) => Some(self.colour(0x4a_36_22)),
        }
    }

    /// What is written on an empty house of Senet's path.
    pub(crate) fn house(self, square: u8) -> Option<&'static str> {
        Some(match (square, self.ascii) {
            (15, false) => "☥",
            (15, true) => "+",
            (26, false) => "♥",
            (26, true) => "*",
            (27, false) => "≈",
            (27, true) => "~",
            (28, _) => "III",
            (29, _) => "II",
            (30, _) => "I",
            _ => return None,
        })
    }
}

/// The colours of a piece's body, and of what is written on it.
fn colours(piece: Piece) -> [u32; 2] {
    let [first, second] = match piece.kind {
        Kind::Stone => [[0x2f_7a_3d, 0xf4_ff_f4], [0x2a_5a_9a, 0xf0_f6_ff]],
        Kind::Sun | Kind::Moon | Kind::Star => [[0x1f_6b_2f, 0xff_ff_e8], [0xa8_2a_22, 0xff_f2_e0]],
        Kind::Cone | Kind::Spool => [[0x17_6a_70, 0xee_ff_ff], [0x4a_36_22, 0xff_dc_90]],
        Kind::Man | Kind::King => [[0xfb_f6_ea, 0x5a_40_22], [0x2a_20_18, 0xe8_cc_a0]],
        Kind::Runner | Kind::Holder => [[0xb8_30_28, 0xff_f4_e0], [0x26_52_9c, 0xff_f4_e0]],
    };
    if piece.side == Side::First { first } else { second }
}

/// The plainest piece of the same set: it stands for its side in lists.
pub(crate) fn common(piece: Piece) -> Piece {
    let kind = match piece.kind {
        Kind::Sun | Kind::Moon | Kind::Star => Kind::Sun,
        Kind::Man | Kind::King => Kind::Man,
        Kind::Runner | Kind::Holder => Kind::Runner,
        Kind::Stone | Kind::Cone | Kind::Spool => piece.kind,
    };
    Piece::new(piece.side, kind)
}

/// The nearest of the 256 colours: of the cube of 216 or the 24 greys.
fn nearest(r: u8, g: u8, b: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |a: [u8; 3]| -> u32 {
        let part = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
        part(a[0], r) + part(a[1], g) + part(a[2], b)
    };
    let step = |value: u8| (0..6).min_by_key(|i| STEPS[*i].abs_diff(value)).unwrap_or(0);
    let cube = [step(r), step(g), step(b)];
    let cube_colour = cube.map(|i| STEPS[i]);
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + 10 * grey;
    if distance([level; 3]) < distance(cube_colour) {
        232 + grey
    } else {
        (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides() {
        let depth = |pairs: &[(&str, &str)]| {
            Depth::from_env(|name| {
                let found = pairs.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::Many);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn signs_differ_without_colour() {
        for ascii in [false, true] {
            let theme = Theme { depth: Depth::None, ascii };
            for kinds in [
                &[Kind::Stone][..],
                &[Kind::Sun, Kind::Moon, Kind::Star],
                &[Kind::Man, Kind::King],
                &[Kind::Runner, Kind::Holder],
            ] {
                let pieces = kinds
                    .iter()
                    .flat_map(|kind| Side::BOTH.map(|side| theme.sign(Piece::new(side, *kind))));
                let mut signs: Vec<String> = pieces.collect();
                let all = signs.len();
                signs.sort();
                signs.dedup();
                assert_eq!(signs.len(), all, "{signs:?}");
                assert!(!ascii || signs.iter().all(|sign| sign.is_ascii()));
            }
        }
    }

    #[test]
    fn colours_are_matched() {
        assert_eq!(nearest(255, 255, 255), 231);
        assert_eq!(nearest(0, 0, 0), 16);
        assert_eq!(nearest(128, 128, 128), 244);
        assert_eq!(nearest(255, 0, 0), 196);
    }
}
