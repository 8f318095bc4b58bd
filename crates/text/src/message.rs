//! Messages: an id and arguments that a catalogue turns into a sentence.

use std::borrow::Cow;
use std::fmt;

use crate::Lang;

/// The value of a message's variable: from a string or a number by `into()`.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    /// A text.
    String(Cow<'a, str>),
    /// A number, which decides about grammatical forms.
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::String(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::String(Cow::Owned(text))
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value::Number(number as f64)
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32 i64 f64);

/// What turns messages into sentences of a language: the catalogue of this crate, or that of a page
/// which has the same catalogue itself.
pub trait Formatter: Send + Sync {
    /// The message with this id; none if there is none, or a variable is missing.
    fn format(&self, id: &str, args: &[(&str, Value<'_>)]) -> Option<String>;

    /// Whether there is a message with this id.
    fn has(&self, id: &str) -> bool;
}

/// The words of one language.
pub struct Text {
    lang: Lang,
    formatter: Box<dyn Formatter>,
}

impl Text {
    /// Words that this formatter finds.
    #[must_use]
    pub fn new(lang: Lang, formatter: impl Formatter + 'static) -> Text {
        Text { lang, formatter: Box::new(formatter) }
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Whether there is a message with this id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.formatter.has(id)
    }

    /// The message with this id, on one line. Control characters in the arguments are escaped.
    ///
    /// An unknown id or a variable left out gives the id itself; both are mistakes of the caller
    /// and panic in builds with debug assertions.
    ///
    /// ```
    /// use text::{Lang, text};
    /// let message = text(Lang::Ru).message("count-turns", &[("count", 22.into())]);
    /// assert_eq!(message, "22 хода");
    /// ```
    #[must_use]
    pub fn message(&self, id: &str, args: &[(&str, Value<'_>)]) -> String {
        let out = self.try_message(id, args);
        debug_assert!(out.is_some(), "{} has no {id:?} with {args:?}", self.lang);
        out.unwrap_or_else(|| id.to_owned())
    }

    /// The message with this id, or `None` where [`Text::message`] would speak of a mistake.
    #[must_use]
    pub fn try_message(&self, id: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let clean: Vec<_> = args.iter().map(|(name, value)| (*name, one_line(value))).collect();
        self.formatter.format(id, &clean)
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
        Value::String(text) => Value::String(Cow::Borrowed(text)),
        Value::Number(number) => Value::Number(*number),
    }
}
