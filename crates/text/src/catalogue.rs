//! The catalogue in memory: one bundle a language, loaded when it is first asked for.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::Lang;

/// The value of a message's variable: from a string or a number by `into()`.
pub type Value<'a> = FluentValue<'a>;

/// The catalogue in one language.
pub struct Text {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

/// The catalogue in this language: loaded once, shared by all threads.
#[must_use]
pub fn text(lang: Lang) -> &'static Text {
    static TEXTS: [OnceLock<Text>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
    TEXTS[lang as usize].get_or_init(|| Text::load(lang))
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
            ("pages.ftl", include_str!(concat!("../locales/", $lang, "/pages.ftl"))),
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

impl Text {
    // The sources are part of the program and tests see to it that they have no errors: what
    // could go wrong here is left out rather than reported.
    fn load(lang: Lang) -> Text {
        let mut bundle =
            FluentBundle::new_concurrent(vec![lang.code().parse().unwrap_or_default()]);
        // Terminals show the isolation marks as rubbish, and both languages run left to right.
        bundle.set_use_isolating(false);
        for (_, source) in sources(lang) {
            let resource = FluentResource::try_new((*source).to_owned());
            let _ = bundle.add_resource(resource.unwrap_or_else(|(readable, _)| readable));
        }
        Text { lang, bundle }
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether there is a message with this id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle.get_message(id).is_some_and(|message| message.value().is_some())
    }

    /// The message with this id, on one line. Control characters in the arguments are escaped.
    ///
    /// An unknown id gives the id itself, a variable left out its name in braces; both are
    /// mistakes of the caller and panic in builds with debug assertions.
    ///
    /// ```
    /// use text::{Lang, text};
    /// let message = text(Lang::Ru).message("count-turns", &[("count", 22.into())]);
    /// assert_eq!(message, "22 хода");
    /// ```
    #[must_use]
    pub fn message(&self, id: &str, args: &[(&str, Value<'_>)]) -> String {
        let (out, sound) = self.format(id, args);
        debug_assert!(sound, "{} {id:?} gives {out:?} with {args:?}", self.lang);
        out
    }

    /// The message with this id, or `None` where [`Text::message`] would speak of a mistake.
    #[must_use]
    pub fn try_message(&self, id: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let (out, sound) = self.format(id, args);
        sound.then_some(out)
    }

    fn format(&self, id: &str, args: &[(&str, Value<'_>)]) -> (String, bool) {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return (id.to_owned(), false);
        };
        let mut clean = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            clean.set(*name, one_line(value));
        }
        let mut errors = Vec::new();
        let out = self.bundle.format_pattern(pattern, Some(&clean), &mut errors);
        (out.into_owned(), errors.is_empty())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({})", self.lang)
    }
}

/// The value with everything escaped that would break or rearrange a line: line ends, other
/// control characters, marks of writing direction.
fn one_line<'a>(value: &'a Value<'_>) -> Value<'a> {
    let breaks = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    match value {
        Value::String(text) if text.contains(breaks) => {
            let mut out = String::with_capacity(text.len());
            for c in text.chars() {
                if breaks(c) { out.extend(c.escape_default()) } else { out.push(c) }
            }
            Value::String(Cow::Owned(out))
        }
        other => other.clone(),
    }
}
