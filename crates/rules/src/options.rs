//! Rule options as data: reading, checking and printing them is written once for all games.

use std::fmt;

use crate::illegal::excerpt;
use crate::{GameId, Position};

/// The values that an option can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// One of these words; the stored value is the word's index.
    Words(&'static [&'static str]),
    /// One of these numbers.
    Numbers(&'static [u16]),
    /// A number from the first to the second, both included.
    Range(u16, u16),
}

/// One option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: &'static str,
    /// What it can be.
    pub allowed: Allowed,
    /// Its default, as stored: a number, or a word's index.
    pub default: u16,
}

impl OptionSpec {
    /// Whether a stored value is allowed.
    fn allows(&self, value: u16) -> bool {
        match self.allowed {
            Allowed::Words(words) => usize::from(value) < words.len(),
            Allowed::Numbers(numbers) => numbers.contains(&value),
            Allowed::Range(low, high) => (low..=high).contains(&value),
        }
    }

    /// The stored form of a value's text.
    fn read(&self, text: &str) -> Option<u16> {
        if let Allowed::Words(words) = self.allowed {
            return words.iter().position(|word| *word == text).map(|index| index as u16);
        }
        let plain =
            text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
        text.parse().ok().filter(|number| plain && self.allows(*number))
    }

    /// The text of a stored value.
    #[must_use]
    pub fn text(&self, value: u16) -> String {
        match self.allowed {
            Allowed::Words(words) => words[usize::from(value)].to_owned(),
            Allowed::Numbers(_) | Allowed::Range(..) => value.to_string(),
        }
    }

    /// The allowed values as one readable text: `3, 5, 7, 9`, `same, any`, `1…100`.
    #[must_use]
    pub fn allowed_text(&self) -> String {
        match self.allowed {
            Allowed::Words(words) => words.join(", "),
            Allowed::Numbers(numbers) => {
                numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            }
            Allowed::Range(low, high) => format!("{low}…{high}"),
        }
    }
}

/// A name for a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// The options that it stands for.
    pub options: &'static str,
}

/// The most options that a game has.
const MOST_OPTIONS: usize = 6;

/// A game's rule options as one small value inside its positions: a struct with a field an option,
/// made by [`rule_set!`](crate::rule_set).
pub trait RuleSet: Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The options in their documented order.
    const OPTIONS: &'static [OptionSpec];
    /// Names for rule sets.
    const PRESETS: &'static [Preset];

    /// The stored value of an option by its place in [`RuleSet::OPTIONS`].
    fn get(&self, place: usize) -> u16;

    /// Sets an option by its place to a stored value that it allows.
    fn set(&mut self, place: usize, value: u16);

    /// Whether every option has a value that it allows.
    fn is_allowed(&self) -> bool {
        let fits = |(place, option): (usize, &OptionSpec)| option.allows(self.get(place));
        Self::OPTIONS.iter().enumerate().all(fits)
    }
}

/// The type of an option's field: a number, or an enum of words.
pub trait OptionValue: Copy {
    /// The stored form: a number, or a word's index.
    fn stored(self) -> u16;

    /// From the stored form.
    fn from_stored(value: u16) -> Self;
}

macro_rules! number_option {
    ($($number:ty)*) => {$(
        impl OptionValue for $number {
            #[inline]
            fn stored(self) -> u16 {
                self.into()
            }

            #[inline]
            fn from_stored(value: u16) -> Self {
                // Allowed values fit; [`OptionSpec::read`] gives no others.
                value as $number
            }
        }
    )*};
}

number_option!(u8 u16);

/// Declares a game's rule options once: the struct with its defaults, the words and numbers that
/// each option takes, and the presets.
///
/// ```
/// rules::rule_set! {
///     /// The options of a game.
///     pub struct Rules {
///         /// Side of the board.
///         size: u8 = 3, Numbers(&[3, 4, 5]);
///         /// Who begins.
///         begins: Begins = White, { White = "white", Black = "black" };
///     }
///     presets { "large" = "size=5" }
/// }
/// assert_eq!(Rules::default().size, 3);
/// assert_eq!(<Rules as rules::RuleSet>::OPTIONS[1].name, "begins");
/// ```
#[macro_export]
macro_rules! rule_set {
    (
        $(#[$meta:meta])* pub struct $rules:ident {
            $($(#[$doc:meta])* $name:ident: $kind:ident = $default:tt, $allowed:tt $(($($values:tt)*))?;)*
        }
        presets { $($preset:literal = $options:literal),* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $rules {
            $($(#[$doc])* pub $name: $kind,)*
        }

        $($crate::rule_set!(@type $(#[$doc])* $kind $allowed);)*

        impl Default for $rules {
            fn default() -> $rules {
                $rules { $($name: $crate::rule_set!(@default $kind $default),)* }
            }
        }

        impl $crate::RuleSet for $rules {
            const OPTIONS: &'static [$crate::OptionSpec] = &[
                $($crate::OptionSpec {
                    name: stringify!($name),
                    allowed: $crate::rule_set!(@allowed $allowed $(($($values)*))?),
                    default: $crate::rule_set!(@default $kind $default) as u16,
                },)*
            ];
            const PRESETS: &'static [$crate::Preset] = &[
                $($crate::Preset { name: $preset, options: $options },)*
            ];

            fn get(&self, place: usize) -> u16 {
                let values = [$($crate::OptionValue::stored(self.$name),)*];
                values[place]
            }

            fn set(&mut self, place: usize, value: u16) {
                let mut next = 0;
                $(
                    if place == next {
                        self.$name = $crate::OptionValue::from_stored(value);
                    }
                    next += 1;
                )*
                debug_assert!(place < next, "the place of an option");
            }
        }
    };
    (@type $(#[$doc:meta])* $kind:ident { $($word:ident = $text:literal),* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs, reason = "a word says what it is")]
        pub enum $kind { $($word,)* }

        impl $crate::OptionValue for $kind {
            #[inline]
            fn stored(self) -> u16 {
                self as u16
            }

            #[inline]
            fn from_stored(value: u16) -> $kind {
                [$($kind::$word,)*][usize::from(value)]
            }
        }
    };
    (@type $(#[$doc:meta])* $kind:ident $allowed:ident) => {};
    (@allowed { $($word:ident = $text:literal),* }) => {
        $crate::Allowed::Words(&[$($text,)*])
    };
    (@allowed $allowed:ident ($($values:tt)*)) => { $crate::Allowed::$allowed($($values)*) };
    (@default $kind:ident $default:literal) => { $default };
    (@default $kind:ident $default:ident) => { $kind::$default };
}

/// The name and value of `size=7`.
fn pair(part: &str) -> (&str, &str) {
    part.split_once('=').unwrap_or((part, ""))
}

/// A rule set of some game: what `seega(size=7,drops=2)` says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// The game.
    pub game: GameId,
    /// The stored value of every option, by its place.
    values: [u16; MOST_OPTIONS],
}

impl Variant {
    /// The game with all options at their defaults.
    #[must_use]
    pub fn default_of(game: GameId) -> Variant {
        let mut values = [0; MOST_OPTIONS];
        for (slot, option) in values.iter_mut().zip(game.options()) {
            *slot = option.default;
        }
        Variant { game, values }
    }

    /// Reads options (`size=7,drops=2`), a preset's name, or both (`tournament,goal=mirror`): a preset
    /// and what is changed of it. Any order will do; empty is all defaults.
    ///
    /// # Errors
    /// Spaces, an empty part, a name given twice, an unknown name or value; the error lists what
    /// is allowed.
    pub fn read(game: GameId, text: &str) -> Result<Variant, OptionsError> {
        let base = Variant::default_of(game);
        if text.is_empty() {
            return Ok(base);
        }
        let mut parts: Vec<&str> = text.split(',').collect();
        let named = |part: &str| game.presets().iter().find(|preset| preset.name == part);
        let base = match parts.iter().position(|part| named(part).is_some()) {
            None => base,
            Some(place) => {
                let options = named(parts.remove(place)).map_or("", |preset| preset.options);
                base.with(options.split(',').map(pair))?
            }
        };
        base.with(parts.into_iter().map(pair))
    }

    /// From names and values given one by one, as JSON objects have them.
    ///
    /// # Errors
    /// As [`Variant::read`].
    pub fn from_pairs<'a>(
        game: GameId,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Variant, OptionsError> {
        Variant::default_of(game).with(pairs)
    }

    /// This rule set with some options changed.
    fn with<'a>(
        mut self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Variant, OptionsError> {
        let game = self.game;
        let mut seen = [false; MOST_OPTIONS];
        for (name, value) in pairs {
            let Some(index) = game.options().iter().position(|option| option.name == name) else {
                return Err(OptionsError::UnknownName { game, name: excerpt(name) });
            };
            let option = &game.options()[index];
            if std::mem::replace(&mut seen[index], true) {
                return Err(OptionsError::Repeated { game, option: option.name });
            }
            self.values[index] = option.read(value).ok_or_else(|| OptionsError::BadValue {
                game,
                option,
                value: excerpt(value),
            })?;
        }
        Ok(self)
    }

    /// Reads the canonical text, `seega(size=7,drops=2)` or `seega`; also accepts options in
    /// another order and a preset's name between the parentheses.
    ///
    /// # Errors
    /// An unknown game, or what [`Variant::read`] refuses.
    pub fn read_full(text: &str) -> Result<Variant, OptionsError> {
        let (name, options) = match text.split_once('(') {
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(options) => (name, options),
                None => return Err(OptionsError::UnknownGame { name: excerpt(text) }),
            },
            None => (text, ""),
        };
        Variant::read(GameId::read(name)?, options)
    }

    /// The rule set of typed rules.
    #[must_use]
    pub fn of<P: Position>(rules: P::Rules) -> Variant {
        let mut values = [0; MOST_OPTIONS];
        for (place, slot) in values.iter_mut().enumerate().take(P::Rules::OPTIONS.len()) {
            *slot = rules.get(place);
        }
        Variant { game: P::GAME, values }
    }

    /// The typed rules.
    ///
    /// # Panics
    /// The position type is of another game.
    #[must_use]
    pub fn rules<P: Position>(&self) -> P::Rules {
        assert_eq!(self.game, P::GAME, "a rule set of another game");
        let mut rules = P::Rules::default();
        for place in 0..P::Rules::OPTIONS.len() {
            rules.set(place, self.values[place]);
        }
        rules
    }

    /// The options that differ from their default, as `name=value` joined by commas.
    #[must_use]
    pub fn options_text(&self) -> String {
        self.settings()
            .filter(|(option, value)| *value != option.default)
            .map(|(option, value)| format!("{}={}", option.name, option.text(value)))
            .collect::<Vec<_>>()
            .join(",")
    }

    /// Every option with its stored value.
    pub fn settings(&self) -> impl Iterator<Item = (&'static OptionSpec, u16)> + '_ {
        self.game.options().iter().zip(self.values)
    }

    /// The preset that this rule set is, if it is one.
    #[must_use]
    pub fn preset(&self) -> Option<&'static str> {
        let is_this = |preset: &&Preset| Variant::read(self.game, preset.options) == Ok(*self);
        self.game.presets().iter().find(is_this).map(|preset| preset.name)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options_text();
        if options.is_empty() {
            f.write_str(self.game.id())
        } else {
            write!(f, "{}({options})", self.game.id())
        }
    }
}

/// Options that were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionsError {
    /// No such game.
    UnknownGame {
        /// What was given.
        name: String,
    },
    /// The game has no such option (nor preset).
    UnknownName {
        /// The game.
        game: GameId,
        /// What was given.
        name: String,
    },
    /// The option cannot be that.
    BadValue {
        /// The game.
        game: GameId,
        /// The option.
        option: &'static OptionSpec,
        /// What was given.
        value: String,
    },
    /// An option was given twice.
    Repeated {
        /// The game.
        game: GameId,
        /// The option.
        option: &'static str,
    },
}

impl OptionsError {
    /// The word on wires and in catalogues.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            OptionsError::UnknownGame { .. } => "unknown-game",
            OptionsError::UnknownName { .. } => "unknown-option",
            OptionsError::BadValue { .. } => "bad-option-value",
            OptionsError::Repeated { .. } => "repeated-option",
        }
    }

    /// What was given where something else is allowed.
    #[must_use]
    pub fn found(&self) -> &str {
        match self {
            OptionsError::UnknownGame { name } | OptionsError::UnknownName { name, .. } => name,
            OptionsError::BadValue { value, .. } => value,
            OptionsError::Repeated { option, .. } => option,
        }
    }

    /// What is allowed in its place.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            OptionsError::UnknownGame { .. } => {
                GameId::ALL.iter().map(|game| game.id()).collect::<Vec<_>>().join(", ")
            }
            OptionsError::UnknownName { game, .. } | OptionsError::Repeated { game, .. } => {
                let options = game
                    .options()
                    .iter()
                    .map(|option| format!("{}={}", option.name, option.allowed_text()));
                let presets = game.presets().iter().map(|preset| preset.name.to_owned());
                options.chain(presets).collect::<Vec<_>>().join("; ")
            }
            OptionsError::BadValue { option, .. } => option.allowed_text(),
        }
    }

    /// The option concerned, if one is known.
    #[must_use]
    pub fn option(&self) -> &'static str {
        match self {
            OptionsError::BadValue { option, .. } => option.name,
            OptionsError::Repeated { option, .. } => option,
            OptionsError::UnknownGame { .. } | OptionsError::UnknownName { .. } => "",
        }
    }
}

impl fmt::Display for OptionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}; allowed: {}", self.code(), self.found(), self.allowed())
    }
}

impl std::error::Error for OptionsError {}
