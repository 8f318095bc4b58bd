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
use rules::{Game, GameId, Variant};
use text::{Lang, text};
use tokio::sync::Semaphore;

use super::App;
use super::identity::Caller;
use crate::error::Error;
use crate::live::Snapshot;
use crate::store::Phase;
use crate::wire::{Player, PlayerKind};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// The space around the board, and the side of the square that it is fitted into.
const MARGIN: f32 = 45.0;
const BOARD: f32 = 540.0;

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
            if let Ok(snapshot) = app.live.look(id).await {
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
    let snapshot = app.live.look(&id).await?;
    let kind = snapshot.room.kind();
    let [first, second] = names(&snapshot, caller.lang);
    let words = text(caller.lang);
    let side = |side| words.side_name(kind, side);
    let lines = [
        format!("{first} ({})", side(rules::Side::First)),
        format!("{second} ({})", side(rules::Side::Second)),
        standing(&snapshot, caller.lang),
    ];
    picture(&snapshot.room.game, &words.game_name(kind), &lines).await
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
    picture(&Game::start(Variant::default_of(game)), &words.game_name(game), &[about]).await
}

/// Drawing takes a processor: only so many at once.
static DRAWING: Semaphore = Semaphore::const_new(2);

async fn picture(
    game: &Game,
    title: &str,
    lines: &[String],
) -> Result<impl IntoResponse + use<>, Error> {
    let svg = drawn(&text::diagram(&game.view(), &[]), title, lines);
    let _permit = DRAWING.acquire().await.map_err(|_| Error::Internal)?;
    let bytes = tokio::task::spawn_blocking(move || raster(&svg)).await.ok().flatten();
    let bytes = bytes.ok_or(Error::Internal)?;
    let head =
        [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=300")];
    Ok((head, bytes))
}

/// The card as SVG: the board on the left, words on the right.
fn drawn(board: &str, title: &str, lines: &[String]) -> String {
    let (width, height) = size(board);
    // A wide board stands above its words.
    let wide = width > 1.6 * height;
    let scale =
        if wide { (WIDTH as f32 - 2.0 * MARGIN) / width } else { BOARD / width.max(height) };
    let (x, y) = (MARGIN, if wide { MARGIN } else { (HEIGHT as f32 - height * scale) / 2.0 });
    let (left, top, most) = if wide {
        (MARGIN, MARGIN + height * scale + 75.0, 56)
    } else {
        (2.0 * MARGIN + BOARD, 170.0, 25)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         font-family=\"Philosopher\" font-weight=\"700\">\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f6f3ec\"/>\
         <rect width=\"{WIDTH}\" height=\"12\" fill=\"#1f5f8b\"/>\
         <g transform=\"translate({x} {y}) scale({scale})\">{board}</g>\
         <text x=\"{left}\" y=\"{top}\" font-size=\"54\" fill=\"#25221c\">{}</text>",
        escaped(title)
    );
    let mut at = top + if wide { 48.0 } else { 90.0 };
    let step = if wide { 40.0 } else { 48.0 };
    for line in lines {
        for row in wrapped(line, most) {
            let _ = write!(
                svg,
                "<text x=\"{left}\" y=\"{at}\" font-size=\"36\" fill=\"#635d50\">{}</text>",
                escaped(&row)
            );
            at += step;
        }
        at += if wide { 0.0 } else { 14.0 };
    }
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" font-size=\"30\" fill=\"#1f5f8b\">Igroteka</text></svg>",
        WIDTH as f32 - MARGIN,
        HEIGHT as f32 - 24.0
    );
    svg
}

/// Width and height of a diagram, from its view box.
fn size(board: &str) -> (f32, f32) {
    let rest = board.split_once("viewBox=\"0 0 ").map_or("", |(_, rest)| rest);
    let mut numbers = rest.split(['"', ' ']).map_while(|number| number.parse().ok());
    (numbers.next().unwrap_or(1.0), numbers.next().unwrap_or(1.0))
}

/// Words in rows of at most so many letters.
fn wrapped(line: &str, most: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in line.split_whitespace() {
        let row = rows
            .last_mut()
            .filter(|row| row.is_empty() || row.chars().count() + 1 + word.chars().count() <= most);
        match row {
            Some(row) if row.is_empty() => row.push_str(word),
            Some(row) => {
                row.push(' ');
                row.push_str(word);
            }
            None => rows.push(word.to_owned()),
        }
    }
    rows
}

/// The fonts of the card: coordinates on the board are written with the same.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../assets/philosopher-bold.ttf").to_vec());
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
