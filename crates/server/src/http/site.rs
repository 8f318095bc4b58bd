//! The web client, embedded into the binary at build: files, compressed where the browser takes it,
//! and the one page that every address of the client shows.

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::GameId;
use rust_embed::{EmbeddedFile, RustEmbed};
use text::Lang;

use super::App;
use crate::error::Error;

/// What `make build` has put into `web/dist`; empty if the client was not built. Debug builds read the
/// folder when they are asked, so that work on the client needs no new build of the server.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Site;

/// The page that shows every address without a file of its own.
const PAGE: &str = "index.html";

/// Marks an answer that is the page: it stays as it is, also at an address without one.
#[derive(Clone, Copy)]
pub(super) struct Page;

/// A file of the client, or the page.
pub(super) async fn serve(app: &App, lang: Lang, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if path.starts_with("api/") {
        return Error::NotFound.into_response();
    }
    if !is_file {
        return page(app, lang, path, &headers).await;
    }
    let Some((file, encoding)) = best(path, &headers) else {
        return Error::NotFound.into_response();
    };
    // Names under assets/ carry a hash of the contents: they never change.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = tag(&file);
    let mut head = HeaderMap::new();
    let mut set = |name: header::HeaderName, value: &str| {
        if let Ok(value) = value.parse() {
            head.insert(name, value);
        }
    };
    set(header::CONTENT_TYPE, kind(path));
    set(header::CACHE_CONTROL, cache);
    set(header::VARY, "Accept-Encoding");
    set(header::ETAG, &tag);
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known == Some(tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, file.data).into_response()
}

/// The page, with what a link to this address shows elsewhere.
async fn page(app: &App, lang: Lang, path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Site::get(PAGE) else { return Error::NotFound.into_response() };
    let html = String::from_utf8_lossy(&file.data);
    let said = super::card::head(app, path, lang, headers).await;
    let html = html.replacen("<title>Igroteka</title>", said.trim_end(), 1);
    let status = if is_page(path) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let head = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "Accept-Language, Cookie"),
    ];
    let mut response = (status, head, html).into_response();
    response.extensions_mut().insert(Page);
    response
}

/// Whether the client has a page at this address; `find` in `web/src/pages.ts` decides which.
fn is_page(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_game = |word: &str| GameId::ALL.iter().any(|game| game.id() == word);
    match parts[..] {
        []
        | [
            "analysis" | "lobby" | "games" | "archive" | "account" | "settings" | "learn"
            | "moderate",
        ] => true,
        ["game" | "player" | "moderate", _] | ["seega", "solved"] => true,
        ["new" | "rules" | "books", game] | ["learn", game, _] => is_game(game),
        _ => false,
    }
}

/// The file in the smallest form that the browser takes.
fn best(name: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    let takes = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes = |encoding: &str| {
        takes.is_some_and(|list| list.split(',').any(|one| one.trim().starts_with(encoding)))
    };
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(encoding, _)| takes(encoding))
        .find_map(|(encoding, end)| Some((Site::get(&format!("{name}.{end}"))?, Some(encoding))))
        .or_else(|| Some((Site::get(name)?, None)))
}

fn tag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let digits: String = hash[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("\"{digits}\"")
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
