//! The games with their options and presets, for pages that make games and set positions up.

use axum::routing::get;
use axum::{Extension, Json, Router};
use rules::{Allowed, GameId, OptionSpec, Side, Variant};
use serde::Serialize;
use text::{Lang, text};
use utoipa::ToSchema;

use super::App;
use super::identity::Caller;

pub(super) fn router() -> Router<App> {
    Router::new().route("/api/rules", get(rules))
}

/// A game with its options and presets.
#[derive(Serialize, ToSchema)]
struct GameRules {
    game: GameId,
    /// Its name in the caller's language.
    name: String,
    /// What first and second are called.
    #[schema(min_items = 2, max_items = 2)]
    sides: [String; 2],
    options: Vec<RuleOption>,
    presets: Vec<RulePreset>,
}

/// A rule option.
#[derive(Serialize, ToSchema)]
struct RuleOption {
    name: &'static str,
    default: String,
    /// What it can be.
    allowed: String,
    /// What it means, in the caller's language.
    #[schema(required = true)]
    meaning: Option<String>,
    values: OptionValues,
}

/// What an option can be: each value with what it means, or the range of a number.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum OptionValues {
    Named(Vec<OptionValue>),
    Range { low: u16, high: u16 },
}

/// A value of an option.
#[derive(Serialize, ToSchema)]
struct OptionValue {
    value: String,
    /// What it means, in the caller's language.
    #[schema(required = true)]
    meaning: Option<String>,
}

/// A set of options with a name.
#[derive(Serialize, ToSchema)]
struct RulePreset {
    name: &'static str,
    options: &'static str,
    /// Its name in the caller's language.
    #[schema(required = true)]
    title: Option<String>,
}

/// The games with their options and presets, in the caller's language.
#[utoipa::path(get, path = "/api/rules", tag = "games",
    responses((status = 200, description = "The games", body = Vec<GameRules>)))]
async fn rules(Extension(caller): Extension<Caller>) -> Json<Vec<GameRules>> {
    Json(GameId::ALL.into_iter().map(|game| describe(game, caller.lang)).collect())
}

fn describe(game: GameId, lang: Lang) -> GameRules {
    let words = text(lang);
    let option = |(option, value): (&'static OptionSpec, u16)| RuleOption {
        name: option.name,
        default: option.text(value),
        allowed: option.allowed_text(),
        meaning: words.option_meaning(game, option.name),
        values: values(game, option, lang),
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
fn values(game: GameId, option: &OptionSpec, lang: Lang) -> OptionValues {
    let one = |value: String| {
        let meaning = text(lang).option_value_meaning(game, option.name, &value);
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

/// The paths of this module, for the document.
#[derive(utoipa::OpenApi)]
#[openapi(paths(rules))]
pub(super) struct Document;
