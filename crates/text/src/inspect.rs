//! A game as JSON: what `igroteka inspect` reads and answers, and the core in the browser too.

use rules::{Game, GameId, OptionsError, Status, Variant, Warning};
use serde_json::{Map, Value, json};

use crate::Text;

const FIELDS: [&str; 5] = ["game", "rules", "position", "moves", "id"];

/// Answers one request, `{"game","rules":{…},"position"?,"moves":[…],"id"?}`, with the state of the
/// game that it describes or with `{"error":…}`; the id comes back as it was.
#[must_use]
pub fn inspect(request: &str, text: &Text) -> Value {
    let mut id = None;
    let answer = serde_json::from_str(request)
        .map_err(|e| error(text.message("error-not-json", &[("message", e.to_string().into())])))
        .and_then(|value| match value {
            Value::Object(mut fields) => {
                id = fields.remove("id");
                understand(&fields, text)
            }
            _ => Err(error(text.message("error-not-object", &[]))),
        });
    let mut answer = match answer {
        Ok(game) => state(&game),
        Err(refusal) => refusal,
    };
    if let Some(id) = id {
        answer["id"] = id;
    }
    answer
}

/// A game's state: `{"position","to_act","legal","result"}`, and `"warnings"` where there are any.
#[must_use]
pub fn state(game: &Game) -> Value {
    let choices = game.choices();
    let (to_act, result) = match game.status() {
        Status::ToAct(side) => (side.word(), Value::Null),
        Status::Chance => ("chance", Value::Null),
        Status::Over(outcome) => ("none", json!(outcome)),
    };
    let legal: Vec<&str> = choices.iter().map(|choice| choice.text.as_str()).collect();
    let mut answer = json!({
        "position": game.position(), "to_act": to_act, "legal": legal, "result": result
    });
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

fn error(message: String) -> Value {
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
            .map_err(|e| json!({ "error": text.position_error(&e), "position": e }))?,
        Some(_) => return Err(field_type("position", "string", text)),
    };
    let moves = match fields.get("moves") {
        None | Some(Value::Null) => &[][..],
        Some(Value::Array(moves)) => moves,
        Some(_) => return Err(field_type("moves", "strings", text)),
    };
    for (index, action) in moves.iter().enumerate() {
        let Value::String(action) = action else {
            return Err(field_type("moves", "strings", text));
        };
        game.play(action).map_err(|illegal| {
            let message = text.illegal(&illegal);
            let args = [("number", (index + 1).into()), ("message", message.into())];
            json!({
                "error": text.message("error-move-illegal", &args),
                "move": index + 1,
                "illegal": illegal,
            })
        })?;
    }
    Ok(game)
}

fn field_type(field: &str, wanted: &str, text: &Text) -> Value {
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
                    Value::Number(value) => (name.as_str(), value.to_string()),
                    _ => return Err(field_type(name, "string-or-number", text)),
                });
            }
            Variant::from_pairs(game, pairs.iter().map(|(name, value)| (*name, value.as_str())))
                .map_err(refuse)
        }
        Some(_) => Err(field_type("rules", "object", text)),
    }
}
