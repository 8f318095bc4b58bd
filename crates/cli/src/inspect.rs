//! `inspect`: JSON lines in, JSON lines out, in order and streaming.

use std::io::{self, BufRead, Read};

use rules::{Game, GameId, OptionsError, Variant};
use serde_json::{Map, Value, json};

use crate::output::Output;
use crate::show::state;

/// A longer line is answered with an error and passed over.
pub(crate) const LONGEST_LINE: usize = 16 << 20;

const FIELDS: [&str; 5] = ["game", "rules", "position", "moves", "id"];

pub(crate) fn inspect(output: &mut Output) -> anyhow::Result<()> {
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        let blank = line.iter().all(u8::is_ascii_whitespace);
        if !blank {
            let answer = answer(&line, &Map::new(), output, state);
            output.json_line(&answer)?;
        }
        // Speak before waiting for more; half a line may be there already.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
    }
    Ok(())
}

/// The next line without its end, cut after one byte too many; false at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read > LONGEST_LINE {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}

/// The answer to one line: what `work` makes of the game that it describes, or why there is none.
/// Fields that the line leaves out are those of `defaults`.
pub(crate) fn answer(
    line: &[u8],
    defaults: &Map<String, Value>,
    output: &Output,
    work: impl FnOnce(&Game) -> Value,
) -> Value {
    let mut id = None;
    match understand(line, defaults, &mut id, output) {
        Ok(game) => with_id(work(&game), id),
        Err(refusal) => with_id(refusal, id),
    }
}

fn with_id(mut answer: Value, id: Option<Value>) -> Value {
    if let Some(id) = id {
        answer["id"] = id;
    }
    answer
}

fn error(message: String) -> Value {
    json!({ "error": message })
}

/// The game that a line describes, or the answer that refuses it.
fn understand(
    line: &[u8],
    defaults: &Map<String, Value>,
    id: &mut Option<Value>,
    output: &Output,
) -> Result<Game, Value> {
    let text = output.text();
    if line.len() > LONGEST_LINE {
        let args = [("allowed", LONGEST_LINE.into())];
        return Err(error(text.message("error-line-too-long", &args)));
    }
    let line = std::str::from_utf8(line).map_err(|e| {
        error(text.message("error-not-utf8", &[("byte", (e.valid_up_to() + 1).into())]))
    })?;
    let value: Value = serde_json::from_str(line)
        .map_err(|e| error(text.message("error-not-json", &[("message", e.to_string().into())])))?;
    let Value::Object(mut fields) = value else {
        return Err(error(output.word("error-not-object")));
    };
    *id = fields.remove("id");
    for (name, value) in defaults {
        fields.entry(name.clone()).or_insert_with(|| value.clone());
    }
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let args = [("field", unknown.clone().into()), ("allowed", FIELDS.join(", ").into())];
        return Err(error(text.message("error-unknown-field", &args)));
    }
    let variant = variant(&fields, output)?;
    let mut game = match fields.get("position") {
        None | Some(Value::Null) => Game::start(variant),
        Some(Value::String(position)) => Game::from_position(variant, position)
            .map_err(|e| json!({ "error": text.position_error(&e), "position": e }))?,
        Some(_) => return Err(field_type("position", "string", output)),
    };
    let moves = match fields.get("moves") {
        None | Some(Value::Null) => &[][..],
        Some(Value::Array(moves)) => moves,
        Some(_) => return Err(field_type("moves", "strings", output)),
    };
    for (index, action) in moves.iter().enumerate() {
        let Value::String(action) = action else {
            return Err(field_type("moves", "strings", output));
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

fn field_type(field: &str, wanted: &str, output: &Output) -> Value {
    let args = [("field", field.to_owned().into()), ("type", wanted.to_owned().into())];
    error(output.text().message("error-field-type", &args))
}

/// The rule set: options as an object of strings or numbers, or as the command line writes them.
fn variant(fields: &Map<String, Value>, output: &Output) -> Result<Variant, Value> {
    let refuse = |e: OptionsError| error(output.text().options_error(&e));
    let game = match fields.get("game") {
        Some(Value::String(game)) => GameId::read(game).map_err(refuse)?,
        Some(_) => return Err(field_type("game", "string", output)),
        None => {
            let args = [("field", "game".to_owned().into())];
            return Err(error(output.text().message("error-missing-field", &args)));
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
                    _ => return Err(field_type(name, "string-or-number", output)),
                });
            }
            Variant::from_pairs(game, pairs.iter().map(|(name, value)| (*name, value.as_str())))
                .map_err(refuse)
        }
        Some(_) => Err(field_type("rules", "object", output)),
    }
}
