//! `inspect`: JSON lines in, JSON lines out, in order and streaming; games that go on over several
//! lines are kept in sessions.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};

use rules::Game;
use serde_json::{Map, Value, json};
use text::{
    Text,
    inspect::{error, field_type, play, state, understand},
};

use crate::output::Output;

/// A longer line is answered with an error and passed over.
pub(crate) const LONGEST_LINE: usize = 16 << 20;

/// Sessions open at the same time, so that a program that forgets to close them cannot fill the
/// memory.
const MOST_SESSIONS: usize = 100_000;

type Fields = Map<String, Value>;

pub(crate) fn inspect(output: &mut Output) -> anyhow::Result<()> {
    let mut sessions = Sessions::default();
    let text = output.text();
    each_line(output, |line| {
        answer(line, &Fields::new(), text, |fields| sessions.answer(fields, text))
    })
}

/// Answers each line of standard input that is not blank, in order and streaming.
pub(crate) fn each_line(
    output: &mut Output,
    mut answer: impl FnMut(&[u8]) -> Value,
) -> anyhow::Result<()> {
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if !line.iter().all(u8::is_ascii_whitespace) {
            output.json_line(&answer(&line))?;
        }
        // Answer before waiting for more; half a line may be there already.
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

/// The answer to one line: what `work` makes of its fields, or why there is none. Fields that the
/// line leaves out are those of `defaults`; an `id` comes back as it was.
pub(crate) fn answer(
    line: &[u8],
    defaults: &Fields,
    text: &Text,
    work: impl FnOnce(&Fields) -> Result<Value, Value>,
) -> Value {
    let mut fields = match read(line, text) {
        Ok(fields) => fields,
        Err(refusal) => return refusal,
    };
    let id = fields.remove("id");
    for (name, value) in defaults {
        fields.entry(name.clone()).or_insert_with(|| value.clone());
    }
    let mut answer = work(&fields).unwrap_or_else(|refusal| refusal);
    if let Some(id) = id {
        answer["id"] = id;
    }
    answer
}

fn read(line: &[u8], text: &Text) -> Result<Fields, Value> {
    if line.len() > LONGEST_LINE {
        let args = [("allowed", LONGEST_LINE.into())];
        return Err(error(text.message("error-line-too-long", &args)));
    }
    let line = std::str::from_utf8(line).map_err(|e| {
        error(text.message("error-not-utf8", &[("byte", (e.valid_up_to() + 1).into())]))
    })?;
    match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err(error(text.message("error-not-object", &[]))),
        Err(e) => Err(error(text.message("error-not-json", &[("message", e.to_string().into())]))),
    }
}

/// Games by the names of their sessions, each with its whole history.
#[derive(Default)]
struct Sessions(HashMap<String, Game>);

impl Sessions {
    /// The state of the game that a request describes. With a `session` and no `game` the game of
    /// that session goes on: `undo` takes so many entries back, then `moves` are played; `close`
    /// forgets it. A request that is refused changes nothing.
    fn answer(&mut self, fields: &Fields, text: &Text) -> Result<Value, Value> {
        let mut fields = fields.clone();
        let (session, undo, close) =
            (fields.remove("session"), fields.remove("undo"), fields.remove("close"));
        let name = match session {
            None if undo.is_some() || close.is_some() => {
                let args = [("field", "session".into())];
                return Err(error(text.message("error-missing-field", &args)));
            }
            None => return understand(&fields, text).map(|game| state(&game)),
            Some(Value::String(name)) => name,
            Some(_) => return Err(field_type("session", "string", text)),
        };
        let undo = match undo {
            None | Some(Value::Null) => 0,
            Some(value) => match value.as_u64() {
                Some(count) => usize::try_from(count).unwrap_or(usize::MAX),
                None => return Err(field_type("undo", "number", text)),
            },
        };
        let close = match close {
            None | Some(Value::Null) => false,
            Some(Value::Bool(close)) => close,
            Some(_) => return Err(field_type("close", "boolean", text)),
        };
        let game = if fields.contains_key("game") {
            understand(&fields, text)?
        } else {
            self.go_on(&name, &fields, undo, text)?
        };
        let mut answer = state(&game);
        answer["session"] = json!(name);
        answer["ply"] = json!(game.ply());
        if close {
            self.0.remove(&name);
        } else if self.0.len() >= MOST_SESSIONS && !self.0.contains_key(&name) {
            let args = [("allowed", MOST_SESSIONS.into())];
            return Err(error(text.message("error-too-many-sessions", &args)));
        } else {
            self.0.insert(name, game);
        }
        Ok(answer)
    }

    fn go_on(&self, name: &str, fields: &Fields, undo: usize, text: &Text) -> Result<Game, Value> {
        let Some(known) = self.0.get(name) else {
            let args = [("session", name.into())];
            return Err(error(text.message("error-unknown-session", &args)));
        };
        if let Some(field) = fields.keys().find(|field| *field != "moves") {
            let allowed = "session, undo, moves, close, id";
            let args = [("field", field.clone().into()), ("allowed", allowed.into())];
            return Err(error(text.message("error-unknown-field", &args)));
        }
        let Some(ply) = known.ply().checked_sub(undo) else {
            let args = [("count", known.ply().into())];
            return Err(error(text.message("error-undo-too-far", &args)));
        };
        let mut game = known.clone();
        game.truncate(ply);
        play(&mut game, fields, text)?;
        Ok(game)
    }
}
