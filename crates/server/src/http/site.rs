//! The web client, embedded into the binary at build: files, compressed where the browser takes it,
//! and the one page that every address of the client shows.

use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::Error;

/// What `make build` has put into `web/dist`; empty if the client was not built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Site;

/// The page that shows every address without a file of its own.
const PAGE: &str = "index.html";

/// A file of the client, or the page.
pub(super) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if path.starts_with("api/") || (is_file && Site::get(path).is_none()) {
        return Error::NotFound.into_response();
    }
    let name = if is_file { path } else { PAGE };
    let Some((file, encoding)) = best(name, &headers) else {
        return Error::NotFound.into_response();
    };
    // Names under assets/ carry a hash of the contents: they never change.
    let cache = if name.starts_with("assets/") {
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
    set(header::CONTENT_TYPE, kind(name));
    set(header::CACHE_CONTROL, cache);
    set(header::VARY, "Accept-Encoding");
    set(header::ETAG, &tag);
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    if known == Some(tag.as_str()) {
        return (axum::http::StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, file.data).into_response()
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
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
