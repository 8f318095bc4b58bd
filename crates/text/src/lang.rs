//! The languages, and how a person's choice of one is read.

use std::fmt;

/// A language of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ru];

    /// Its code: `en`, `ru`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ru => "ru",
        }
    }

    /// The language of a locale's name: `ru`, `ru_RU.UTF-8`, `en-GB`; `C` and `POSIX` are
    /// English. `None` for a language that the catalogue does not have.
    ///
    /// ```
    /// use text::Lang;
    /// assert_eq!(Lang::parse("ru_RU.UTF-8"), Some(Lang::Ru));
    /// assert_eq!(Lang::parse("rue"), None);
    /// ```
    #[must_use]
    pub fn parse(locale: &str) -> Option<Lang> {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if matches!(language, "C" | "POSIX") {
            return Some(Lang::En);
        }
        Lang::ALL.into_iter().find(|lang| language.eq_ignore_ascii_case(lang.code()))
    }

    /// The language that the values of `LC_ALL`, `LC_MESSAGES` and `LANG` ask for: the first that
    /// is set and not empty decides. English if none is, or if it names another language.
    #[must_use]
    pub fn from_env(lc_all: Option<&str>, lc_messages: Option<&str>, lang: Option<&str>) -> Lang {
        [lc_all, lc_messages, lang]
            .into_iter()
            .flatten()
            .find(|value| !value.is_empty())
            .and_then(Lang::parse)
            .unwrap_or_default()
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
