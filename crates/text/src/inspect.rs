//! A game as JSON: what `igroteka inspect` reads and answers, and the core in the browser too.

use rules::{Choice, Game, GameId, OptionsError, Status, Variant, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::Text;
use crate::json::written;

const FIELDS: [&str; 5] = ["game", "rules", "position", "moves", "id"];

/// A game's state: `{"position","to_act","legal","result"}`, the numbers of the legal actions, the
/// weights of throws, and `"warnings"` where there are any.
#[must_use]
pub fn state(game: &Game) -> Value {
    let choices = game.choices();
    let (to_act, result) = match game.status() {
        Status::ToAct(side) => (side.word(), Value::Null),
        Status::Chance => ("chance", Value::Null),
        Status::Over(outcome) => ("none", as_json(&outcome)),
    };
    let legal: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    let numbers: Vec<u64> = choices.iter().map(|choice| choice.number).collect();
    let mut answer = json!({
        "position": game.position(), "to_act": to_act, "legal": legal, "numbers": numbers,
        "result": result
    });
    if game.status() == Status::Chance {
        let odds = game.odds();
        let weight = |choice: &Choice| odds[choice.number as usize].1;
        answer["weights"] = choices.iter().map(weight).collect();
    }
    let warned: Map<String, Value> = choices
        .iter()
        .filter_map(|choice| match choice.warning? {
            Warning::LosesAtOnce(end) => {
                Some((choice.text.clone(), json!(format!("loses-at-once:{end}"))))
            }
        })
        .collect();
    if !warned.is_empty() {
        answer["warnings"] = Value::Object(warned);
    }
    answer
}

/// A value as JSON, by way of its text: a type that is written in one way only needs no code for
/// another, which counts in the browser.
fn as_json(it: &impl Serialize) -> Value {
    serde_json::from_str(&written(it)).unwrap_or_default()
}

/// The answer that refuses a request.
#[must_use]
pub fn error(message: String) -> Value {
    json!({ "error": message })
}

/// The game that a request describes.
///
/// # Errors
/// The answer that refuses it.
pub fn understand(fields: &Map<String, Value>, text: &Text) -> Result<Game, Value> {
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let args = [("field", unknown.clone().into()), ("allowed", FIELDS.join(", ").into())];
        return Err(error(text.message("error-unknown-field", &args)));
    }
    let variant = variant(fields, text)?;
    let mut game = match fields.get("position") {
        None | Some(Value::Null) => Game::start(variant),
        Some(Value::String(position)) => Game::from_position(variant, position)
            .map_err(|e| json!({ "error": text.position_error(&e), "position": as_json(&e) }))?,
        Some(_) => return Err(field_type("position", "string", text)),
    };
    play(&mut game, fields, text)?;
    Ok(game)
}

/// Plays the `moves` of a request, each a text or a number of [`state`].
///
/// # Errors
/// The answer that refuses it; the game may have gone on.
pub fn play(game: &mut Game, fields: &Map<String, Value>, text: &Text) -> Result<(), Value> {
    let moves = match fields.get("moves") {
        None | Some(Value::Null) => &[][..],
        Some(Value::Array(moves)) => moves,
        Some(_) => return Err(field_type("moves", "moves", text)),
    };
    for (index, action) in moves.iter().enumerate() {
        let played = match action {
            Value::String(action) => game.play(action),
            Value::Number(number) => {
                let meant =
                    game.choices().into_iter().find(|it| number.as_u64() == Some(it.number));
                game.play(&meant.map_or_else(|| written(number), |choice| choice.text))
            }
            _ => return Err(field_type("moves", "moves", text)),
        };
        played.map_err(|illegal| {
            let message = text.illegal(&illegal);
            let args = [("number", (index + 1).into()), ("message", message.into())];
            json!({
                "error": text.message("error-move-illegal", &args),
                "move": index + 1,
                "illegal": as_json(&illegal),
            })
        })?;
    }
    Ok(())
}

/// That a field has a value of the wrong kind.
#[must_use]
pub fn field_type(field: &str, wanted: &str, text: &Text) -> Value {
    let args = [("field", field.to_owned().into()), ("type", wanted.to_owned().into())];
    error(text.message("error-field-type", &args))
}

/// The rule set: options as an object of strings or numbers, or as the command line writes them.
fn variant(fields: &Map<String, Value>, text: &Text) -> Result<Variant, Value> {
    let refuse = |e: OptionsError| error(text.options_error(&e));
    let game = match fields.get("game") {
        Some(Value::String(game)) => GameId::read(game).map_err(refuse)?,
        Some(_) => return Err(field_type("game", "string", text)),
        None => {
            let args = [("field", "game".to_owned().into())];
            return Err(error(text.message("error-missing-field", &args)));
        }
    };
    match fields.get("rules") {
        None | Some(Value::Null) => Ok(Variant::default_of(game)),
        Some(Value::String(options)) => Variant::read(game, options).map_err(refuse),
        Some(Value::Object(options)) => {
            let mut pairs = Vec::new();
            for (name, value) in options {
                pairs.push(match value {
                    Value::String(value) => (name.as_str(), value.clone()),
                    Value::Number(value) => (name.as_str(), written(value)),
                    _ => return Err(field_type(name, "string-or-number", text)),
                });
            }
            Variant::from_pairs(game, pairs.iter().map(|(name, value)| (*name, value.as_str())))
                .map_err(refuse)
        }
        Some(_) => Err(field_type("rules", "object", text)),
    }
}
