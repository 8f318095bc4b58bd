//! The OpenAPI document.

use std::sync::LazyLock;

use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{Object, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ContentBuilder, Header, Ref, RefOr, ResponseBuilder};

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
            super::Document::openapi(),
            super::rules::Document::openapi(),
            super::games::Document::openapi(),
            super::hand_in::Document::openapi(),
            super::notebooks::Document::openapi(),
            super::people::Document::openapi(),
            super::sessions::Document::openapi(),
            super::moderation::Document::openapi(),
            super::care::Document::openapi(),
            super::bots::Document::openapi(),
            super::socket::Document::openapi(),
            super::advice::Document::openapi(),
            super::tables::Document::openapi(),
            super::card::Document::openapi(),
        ] {
            document.merge(part);
        }
        for item in document.paths.paths.values_mut() {
            let all = [&mut item.get, &mut item.post, &mut item.delete, &mut item.put];
            all.into_iter().flatten().for_each(refusals);
        }
        identities(&mut document);
        document.to_json().unwrap_or_default()
    });
    &TEXT
}

/// Every operation may be refused.
fn refusals(operation: &mut Operation) {
    let seconds = || {
        let mut header = Header::new(Object::with_type(Type::Integer));
        header.description = Some("After so many seconds it may be tried again".into());
        header
    };
    for (status, description, is_for_now) in [
        ("429", "Too many requests, connections or sockets", true),
        ("503", "Nothing can be stored at the moment, or too much is under way", true),
        ("4XX", "Refused", false),
        ("5XX", "Our fault", false),
    ] {
        let refused = ContentBuilder::new().schema(Some(Ref::from_schema_name("Refused"))).build();
        let response =
            ResponseBuilder::new().description(description).content("application/json", refused);
        let responses = &mut operation.responses.responses;
        let response = responses.entry(status.into()).or_insert(RefOr::T(response.build()));
        if is_for_now && let RefOr::T(response) = response {
            response.headers.entry("Retry-After".into()).or_insert_with(seconds);
        }
    }
}

/// Who asks: an unknown caller, a session, a program.
fn identities(document: &mut utoipa::openapi::OpenApi) {
    let components = document.components.get_or_insert_default();
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(super::identity::COOKIE)));
    components.add_security_scheme("session", cookie);
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    components.add_security_scheme("token", bearer);
    document.security = Some(vec![
        SecurityRequirement::default(),
        SecurityRequirement::new::<_, _, &str>("session", []),
        SecurityRequirement::new::<_, _, &str>("token", []),
    ]);
}
