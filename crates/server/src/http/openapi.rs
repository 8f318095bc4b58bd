//! The OpenAPI document.

use std::sync::LazyLock;

use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Igroteka",
        description = "Play, watch and study five board games. Sessions are a cookie, programs \
            send `Authorization: Bearer TOKEN`. Errors are `{code, message, …}` in the caller's \
            language (`?lang=`, cookie `lang`, `Accept-Language`).",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    components(schemas(crate::error::Refused))
)]
struct Root;

/// The document as JSON.
#[must_use]
pub fn document() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let mut document = Root::openapi();
        document.info.version = env!("CARGO_PKG_VERSION").into();
        for part in [
            super::games::Document::openapi(),
            super::people::Document::openapi(),
            super::bots::Document::openapi(),
            super::socket::Document::openapi(),
            super::advice::Document::openapi(),
        ] {
            document.merge(part);
        }
        document.to_json().unwrap_or_default()
    });
    &TEXT
}
