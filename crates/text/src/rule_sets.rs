//! The games with their options and presets, for pages that make games and set positions up.

use rules::{Allowed, GameId, OptionSpec, Side, Variant};
use serde::Serialize;

use crate::Text;

/// All games with their options and presets.
#[must_use]
pub fn games(words: &Text) -> Vec<GameRules> {
    GameId::ALL.into_iter().map(|game| describe(game, words)).collect()
}

/// A game with its options and presets.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameRules {
    /// The game.
    pub game: GameId,
    /// Its name in the caller's language.
    pub name: String,
    /// What first and second are called.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub sides: [String; 2],
    /// Its options.
    pub options: Vec<RuleOption>,
    /// Its presets.
    pub presets: Vec<RulePreset>,
}

/// A rule option.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleOption {
    /// Its name.
    pub name: &'static str,
    /// What it is if nothing is chosen.
    pub default: String,
    /// What it can be.
    pub allowed: String,
    /// What it means, in the caller's language.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub meaning: Option<String>,
    /// What it can be, one by one.
    pub values: OptionValues,
}

/// What an option can be: each value with what it means, or the range of a number.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum OptionValues {
    /// Each value.
    Named(Vec<OptionValue>),
    /// The range of a number.
    Range {
        /// The lowest.
        low: u16,
        /// The highest.
        high: u16,
    },
}

/// A value of an option.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionValue {
    /// The value.
    pub value: String,
    /// What it means, in the caller's language.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub meaning: Option<String>,
}

/// A set of options with a name.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulePreset {
    /// Its name on the command line.
    pub name: &'static str,
    /// The options that it stands for.
    pub options: &'static str,
    /// Its name in the caller's language.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub title: Option<String>,
}

fn describe(game: GameId, words: &Text) -> GameRules {
    let option = |(option, value): (&'static OptionSpec, u16)| RuleOption {
        name: option.name,
        default: option.text(value),
        allowed: option.allowed_text(),
        meaning: words.option_meaning(game, option.name),
        values: values(game, option, words),
    };
    let preset = |preset: &'static rules::Preset| RulePreset {
        name: preset.name,
        options: preset.options,
        title: words.preset_name(game, preset.name),
    };
    GameRules {
        game,
        name: words.game_name(game),
        sides: Side::BOTH.map(|side| words.side_name(game, side)),
        options: Variant::default_of(game).settings().map(option).collect(),
        presets: game.presets().iter().map(preset).collect(),
    }
}

/// The values of an option with what they mean, or the range of a number.
fn values(game: GameId, option: &OptionSpec, words: &Text) -> OptionValues {
    let one = |value: String| {
        let meaning = words.option_value_meaning(game, option.name, &value);
        OptionValue { value, meaning }
    };
    match option.allowed {
        Allowed::Words(words) => {
            OptionValues::Named(words.iter().map(|word| one((*word).to_owned())).collect())
        }
        Allowed::Numbers(numbers) => {
            OptionValues::Named(numbers.iter().map(|number| one(number.to_string())).collect())
        }
        Allowed::Range(low, high) => OptionValues::Range { low, high },
    }
}
