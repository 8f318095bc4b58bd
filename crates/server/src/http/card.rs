//! What a link to a page shows elsewhere: a title, a description, and a picture with the board, the
//! players and the result.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Extension, Router};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use rules::{Game, GameId, Side, Variant, View};
use text::{Lang, text};
use tokio::sync::Semaphore;
use ttf_parser::Face;

use super::App;
use super::art::{self, Drawing};
use super::identity::Caller;
use crate::error::Error;
use crate::live::Snapshot;
use crate::store::Phase;
use crate::wire::{Player, PlayerKind};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// The space around the board, the side of the square that it is fitted into, the width of one that
/// lies above its words, and the height of the stripe at the top.
const MARGIN: f32 = 45.0;
const BOARD: f32 = 540.0;
const WIDE: f32 = 1020.0;
const STRIPE: f32 = 12.0;
const PAPER: &str = "#f6f3ec";
const ACCENT: &str = "#1f5f8b";
const INK: &str = "#25221c";
const SOFT: &str = "#635d50";
const TITLE: f32 = 58.0;
/// So far a text that is too long is made smaller before it is cut.
const SMALLEST: f32 = 0.66;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/api/games/{id}/card.png", get(of_game))
        .route("/api/rules/{game}/card.png", get(of_rules))
}

/// What is said of a page: its title and a sentence.
struct Said {
    title: String,
    about: String,
    /// The address of its picture.
    picture: String,
}

/// The lines for the head of the page at `path`, for programs that show links.
pub(super) async fn head(app: &App, path: &str, lang: Lang, headers: &HeaderMap) -> String {
    let said = said(app, path, lang).await;
    let field = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let secure = app.config.secure_cookies || field("x-forwarded-proto") == Some("https");
    let scheme = if secure { "https" } else { "http" };
    let origin = field("host").map(|host| format!("{scheme}://{host}")).unwrap_or_default();
    let mut lines = format!("<title>{}</title>\n", escaped(&said.title));
    let picture = format!("{origin}{}", said.picture);
    let address = format!("{origin}/{path}");
    for (kind, name, value) in [
        ("name", "description", said.about.as_str()),
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Igroteka"),
        ("property", "og:title", &said.title),
        ("property", "og:description", &said.about),
        ("property", "og:url", &address),
        ("property", "og:image", &picture),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", &WIDTH.to_string()),
        ("property", "og:image:height", &HEIGHT.to_string()),
        ("name", "twitter:card", "summary_large_image"),
    ] {
        let _ = writeln!(lines, "    <meta {kind}=\"{name}\" content=\"{}\" />", escaped(value));
    }
    lines
}

async fn said(app: &App, path: &str, lang: Lang) -> Said {
    let words = text(lang);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let kind = |word: &str| GameId::ALL.into_iter().find(|game| game.id() == word);
    match parts[..] {
        ["game", id] => {
            if let Ok(snapshot) = app.live.look_as(id, None, 0).await {
                let names = names(&snapshot, lang).join(" – ");
                return Said {
                    title: format!("{}: {names}", words.game_name(snapshot.room.kind())),
                    about: standing(&snapshot, lang),
                    picture: format!(
                        "/api/games/{id}/card.png?lang={}&v={}",
                        lang.code(),
                        snapshot.room.row.version
                    ),
                };
            }
        }
        ["new" | "rules", word] | ["learn", word, _] => {
            if let Some(game) = kind(word) {
                return Said {
                    title: format!(
                        "{} · {}",
                        words.game_name(game),
                        words.message("web-name", &[])
                    ),
                    about: words.message(&format!("web-about-{game}"), &[]),
                    picture: format!("/api/rules/{game}/card.png?lang={}", lang.code()),
                };
            }
        }
        ["seega", "solved"] => {
            return Said {
                title: words.message("solved-title", &[]),
                about: words.message("solved-lead", &[]),
                picture: format!("/api/rules/seega/card.png?lang={}", lang.code()),
            };
        }
        _ => {}
    }
    Said {
        title: words.message("web-title", &[]),
        about: words.message("web-about", &[]),
        picture: "/icon-512.png".to_owned(),
    }
}

/// First and second as others see them.
fn names(snapshot: &Snapshot, lang: Lang) -> [String; 2] {
    let words = text(lang);
    let name = |player: &Player| match (player.kind, &player.name, player.level) {
        (_, Some(name), _) => name.clone(),
        (PlayerKind::Engine, None, Some(level)) => {
            words.message("web-engine-level", &[("level", level.into())])
        }
        (PlayerKind::Nobody, ..) => words.message("web-nobody", &[]),
        _ => words.message("web-guest", &[]),
    };
    [name(&snapshot.players[0]), name(&snapshot.players[1])]
}

/// How a game stands, in a sentence.
fn standing(snapshot: &Snapshot, lang: Lang) -> String {
    let (room, words) = (&snapshot.room, text(lang));
    match (room.row.phase, room.row.outcome()) {
        (_, Some(outcome)) => words.outcome(room.kind(), &outcome),
        (Phase::Open, None) => words.message("web-waiting-opponent", &[]),
        _ => words.whose_turn(room.kind(), room.game.side(), &room.game.status()),
    }
}

/// A picture of a game for links: the board as it stands, the players, the result.
#[utoipa::path(get, path = "/api/games/{id}/card.png", tag = "games",
    params(("id" = String, Path)),
    responses((status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn of_game(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let snapshot = app.live.look_as(&id, None, 0).await?;
    let kind = snapshot.room.kind();
    let words = text(caller.lang);
    let card = Card {
        site: words.message("web-name", &[]),
        title: words.game_name(kind),
        players: Some(names(&snapshot, caller.lang)),
        about: standing(&snapshot, caller.lang),
    };
    picture(&snapshot.room.game, card).await
}

/// A picture of a game's start for links to its rules and lessons.
#[utoipa::path(get, path = "/api/rules/{game}/card.png", tag = "games",
    params(("game" = String, Path)),
    responses((status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "4XX", description = "Refused", body = crate::error::Refused)))]
async fn of_rules(
    Extension(caller): Extension<Caller>,
    Path(word): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let game = GameId::ALL.into_iter().find(|game| game.id() == word).ok_or(Error::NotFound)?;
    let words = text(caller.lang);
    let about = words.message(&format!("web-about-{game}"), &[]);
    let site = words.message("web-name", &[]);
    let card = Card { site, title: words.game_name(game), players: None, about };
    picture(&Game::start(Variant::default_of(game)), card).await
}

/// Drawing takes a processor: only so many at once.
static DRAWING: Semaphore = Semaphore::const_new(2);

/// What stands beside the board.
struct Card {
    site: String,
    title: String,
    /// First and second.
    players: Option<[String; 2]>,
    about: String,
}

async fn picture(game: &Game, card: Card) -> Result<impl IntoResponse + use<>, Error> {
    let view = game.view();
    let _permit = DRAWING.acquire().await.map_err(|_| Error::Internal)?;
    let made = tokio::task::spawn_blocking(move || raster(&drawn(&view, &card))).await;
    let bytes = made.ok().flatten().ok_or(Error::Internal)?;
    let head =
        [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=300")];
    Ok((head, bytes))
}

/// The card as SVG: the board on the left, words on the right; a wide board stands above its words.
fn drawn(view: &View, card: &Card) -> String {
    let board = art::board(view).unwrap_or_else(|| plain(view));
    let wide = board.width > 1.6 * board.height;
    let scale = if wide { WIDE / board.width } else { BOARD / board.width.max(board.height) };
    let (width, height) = (board.width * scale, board.height * scale);
    let (x, y) = if wide {
        ((WIDTH as f32 - width) / 2.0, 36.0)
    } else {
        (MARGIN + (BOARD - width) / 2.0, (HEIGHT as f32 + STRIPE - height) / 2.0)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"Philosopher\" font-weight=\"700\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/>\
         <rect width=\"{WIDTH}\" height=\"{STRIPE}\" fill=\"{ACCENT}\"/>\
         <g transform=\"translate({x} {y}) scale({scale})\">{}</g>",
        board.svg
    );
    let mut words = Words { svg: &mut svg, view };
    if wide {
        let (left, room) = (x, width);
        let below = y + height;
        let beside = words.fitted(&card.title, left, below + 62.0, 50.0, room / 2.0, INK);
        words.brand(&card.site);
        if let Some(players) = &card.players {
            let half = (room - 30.0) / 2.0;
            for (at, side) in Side::BOTH.into_iter().enumerate() {
                let from = left + at as f32 * (half + 30.0);
                words.player(side, &players[at], from, below + 116.0, half);
            }
            let from = left + beside + 30.0;
            words.fitted(&card.about, from, below + 60.0, 32.0, left + room - from, SOFT);
        } else {
            words.paragraph(&card.about, left, below + 110.0, 30.0, room - 150.0, 2);
        }
    } else {
        let left = 2.0 * MARGIN + BOARD;
        let room = WIDTH as f32 - MARGIN - left;
        let mut at = 150.0;
        let rows = wrapped(&card.title, TITLE, room);
        for row in &rows {
            words.fitted(row, left, at, TITLE, room, INK);
            at += TITLE;
        }
        at += 16.0;
        if let Some(players) = &card.players {
            for (side, name) in Side::BOTH.into_iter().zip(players) {
                words.player(side, name, left, at, room);
                at += 66.0;
            }
            at += 20.0;
        }
        words.paragraph(&card.about, left, at, 36.0, room, 6);
        words.brand(&card.site);
    }
    svg.push_str("</svg>");
    svg
}

/// The plain diagram of a board that the pages have no drawing for.
fn plain(view: &View) -> Drawing {
    let svg = text::diagram(view, &[]);
    let rest = svg.split_once("viewBox=\"0 0 ").map_or("", |(_, rest)| rest);
    let mut numbers = rest.split(['"', ' ']).map_while(|number| number.parse().ok());
    let (width, height) = (numbers.next().unwrap_or(1.0), numbers.next().unwrap_or(1.0));
    Drawing { svg, width, height }
}

/// Writes on the card, never further than there is room.
struct Words<'a> {
    svg: &'a mut String,
    view: &'a View,
}

impl Words<'_> {
    fn text(&mut self, text: &str, x: f32, y: f32, size: f32, colour: &str) {
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{}</text>",
            escaped(text)
        );
    }

    /// A line that is written smaller where it is too long, and cut where that is not enough;
    /// returns its width.
    fn fitted(&mut self, text: &str, x: f32, y: f32, size: f32, room: f32, colour: &str) -> f32 {
        // A little less than fits: widths are rounded.
        let fits = 0.995 * size * room / width(text, size).max(1.0);
        let size = size.min(fits).max(size * SMALLEST);
        let shown = cut(text, size, room);
        self.text(&shown, x, y, size, colour);
        width(&shown, size)
    }

    /// A player behind a piece of theirs.
    fn player(&mut self, side: Side, name: &str, x: f32, y: f32, room: f32) {
        let piece = art::sample(self.view, side);
        if let Some(piece) = &piece {
            let _ = write!(
                self.svg,
                "<g transform=\"translate({} {}) scale(0.5)\">{piece}</g>",
                x + 24.0,
                y - 12.0
            );
        }
        let beside = if piece.is_some() { 62.0 } else { 0.0 };
        self.fitted(name, x + beside, y, 36.0, room - beside, SOFT);
    }

    /// Words in rows; what does not fit into so many rows is cut.
    fn paragraph(&mut self, text: &str, x: f32, y: f32, size: f32, room: f32, most: usize) {
        let mut rows = wrapped(text, size, room);
        if rows.len() > most {
            let rest = rows.split_off(most - 1).join(" ");
            rows.push(rest);
        }
        for (index, row) in rows.iter().enumerate() {
            self.text(&cut(row, size, room), x, y + index as f32 * 1.3 * size, size, SOFT);
        }
    }

    fn brand(&mut self, site: &str) {
        let x = WIDTH as f32 - MARGIN - width(site, 30.0);
        self.text(site, x, HEIGHT as f32 - 24.0, 30.0, ACCENT);
    }
}

/// How wide a text is, by the widths of its letters.
fn width(text: &str, size: f32) -> f32 {
    let Some(face) = FACE.as_ref() else { return text.chars().count() as f32 * size };
    let em = f32::from(face.units_per_em());
    let letter = |letter| face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph));
    text.chars().map(|one| letter(one).map_or(size, |wide| f32::from(wide) * size / em)).sum()
}

/// As much of a text as there is room for, with an ellipsis for the rest.
fn cut(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while !kept.is_empty() && width(&kept, size) + width("…", size) > room {
        kept.pop();
    }
    format!("{}…", kept.trim_end())
}

/// Words in rows of at most this width; a single word may be wider.
fn wrapped(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows.last_mut() {
            Some(row) if width(row, size) + width(" ", size) + width(word, size) <= room => {
                row.push(' ');
                row.push_str(word);
            }
            _ => rows.push(word.to_owned()),
        }
    }
    rows
}

const FONT: &[u8] = include_bytes!("../../assets/philosopher-bold.ttf");
static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(FONT, 0).ok());

/// The fonts of the card: coordinates on the board are written with the same.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family("Philosopher");
    Arc::new(fonts)
});

fn raster(svg: &str) -> Option<Vec<u8>> {
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).ok()?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

/// A text within HTML or SVG.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(letter),
        }
    }
    out
}

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(of_game, of_rules))]
pub(super) struct Document;

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the words of a card end, and how many of them were cut.
    fn ends(view: &View, card: &Card) -> (f32, usize) {
        let svg = drawn(view, card);
        let tree = usvg::Tree::from_str(
            &svg,
            &usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() },
        )
        .expect("a drawing");
        let words = tree.root().children().iter().filter_map(|node| match node {
            usvg::Node::Text(text) => Some(text.abs_bounding_box()),
            _ => None,
        });
        let right = words.map(|bounds| bounds.right().max(bounds.bottom() * 1200.0 / 630.0));
        (right.fold(0.0, f32::max), svg.matches('…').count())
    }

    #[test]
    fn names_of_any_length_stay_on_the_card() {
        for game in GameId::ALL {
            let view = Game::start(Variant::default_of(game)).view();
            for (letters, may_cut) in [("a", false), ("Ж", true), ("w", true), ("漢", true)] {
                let name = letters.repeat(if may_cut { 40 } else { 20 });
                let players = [format!("{name} (green)"), format!("{name} (red)")];
                let about = "Green wins: the opponent has no pieces left on the board. ".repeat(6);
                let (site, title) = ("Igroteka".to_owned(), game.id().repeat(2));
                let card = Card { site, title, players: Some(players), about };
                let (right, cuts) = ends(&view, &card);
                assert!(right <= WIDTH as f32 - 20.0, "{game}, {letters}: {right}");
                assert!(may_cut || cuts <= 1, "{game}: a short name was cut");
            }
        }
    }
}
