//! The catalogue in memory: one bundle a language, loaded when it is first asked for.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::{Formatter, Lang, Text, Value};

/// The messages of one language.
struct Catalogue(FluentBundle<FluentResource>);

/// The catalogue in this language: loaded once, shared by all threads.
#[must_use]
pub fn text(lang: Lang) -> &'static Text {
    static TEXTS: [OnceLock<Text>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
    TEXTS[lang as usize].get_or_init(|| Text::new(lang, Catalogue::load(lang)))
}

macro_rules! files {
    ($lang:literal) => {
        &[
            ("games.ftl", include_str!(concat!("../locales/", $lang, "/games.ftl"))),
            ("options.ftl", include_str!(concat!("../locales/", $lang, "/options.ftl"))),
            ("illegal.ftl", include_str!(concat!("../locales/", $lang, "/illegal.ftl"))),
            ("position.ftl", include_str!(concat!("../locales/", $lang, "/position.ftl"))),
            ("events.ftl", include_str!(concat!("../locales/", $lang, "/events.ftl"))),
            ("results.ftl", include_str!(concat!("../locales/", $lang, "/results.ftl"))),
            ("records.ftl", include_str!(concat!("../locales/", $lang, "/records.ftl"))),
            ("help.ftl", include_str!(concat!("../locales/", $lang, "/help.ftl"))),
            ("cli.ftl", include_str!(concat!("../locales/", $lang, "/cli.ftl"))),
            ("play.ftl", include_str!(concat!("../locales/", $lang, "/play.ftl"))),
            ("online.ftl", include_str!(concat!("../locales/", $lang, "/online.ftl"))),
            ("engine.ftl", include_str!(concat!("../locales/", $lang, "/engine.ftl"))),
            ("review.ftl", include_str!(concat!("../locales/", $lang, "/review.ftl"))),
            ("terms.ftl", include_str!(concat!("../locales/", $lang, "/terms.ftl"))),
            ("server.ftl", include_str!(concat!("../locales/", $lang, "/server.ftl"))),
            ("learn.ftl", include_str!(concat!("../locales/", $lang, "/learn.ftl"))),
            ("web.ftl", include_str!(concat!("../locales/", $lang, "/web.ftl"))),
            ("load.ftl", include_str!(concat!("../locales/", $lang, "/load.ftl"))),
            ("tables.ftl", include_str!(concat!("../locales/", $lang, "/tables.ftl"))),
            ("core.ftl", include_str!(concat!("../locales/", $lang, "/core.ftl"))),
            ("pages.ftl", include_str!(concat!("../locales/", $lang, "/pages.ftl"))),
            ("solved.ftl", include_str!(concat!("../locales/", $lang, "/solved.ftl"))),
        ]
    };
}

/// The files of a language's catalogue: name and Fluent source.
#[must_use]
pub const fn sources(lang: Lang) -> &'static [(&'static str, &'static str)] {
    match lang {
        Lang::En => files!("en"),
        Lang::Ru => files!("ru"),
    }
}

impl Catalogue {
    // The sources are part of the program and tests check that they have no errors: what could go
    // wrong here is left out rather than reported.
    fn load(lang: Lang) -> Catalogue {
        let mut bundle =
            FluentBundle::new_concurrent(vec![lang.code().parse().unwrap_or_default()]);
        // Terminals show the isolation marks as rubbish, and both languages run left to right.
        bundle.set_use_isolating(false);
        for (_, source) in sources(lang) {
            let resource = FluentResource::try_new((*source).to_owned());
            let _ = bundle.add_resource(resource.unwrap_or_else(|(readable, _)| readable));
        }
        Catalogue(bundle)
    }
}

impl Formatter for Catalogue {
    fn format(&self, id: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let pattern = self.0.get_message(id)?.value()?;
        let mut fluent = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            fluent.set(
                *name,
                match value {
                    Value::String(text) => FluentValue::from(text.as_ref()),
                    Value::Number(number) => FluentValue::from(*number),
                },
            );
        }
        let mut errors = Vec::new();
        let out = self.0.format_pattern(pattern, Some(&fluent), &mut errors);
        errors.is_empty().then(|| out.into_owned())
    }

    fn has(&self, id: &str) -> bool {
        self.0.get_message(id).is_some_and(|message| message.value().is_some())
    }
}
