//! `record show`, `record check`, `record convert`: games as text.

use std::io::Read;
use std::path::Path;

use rules::Game;
use rules::record::{Record, RecordError, pdn, result_text};
use serde_json::{Value, json};

use crate::Refusal;
use crate::look;
use crate::output::Output;

/// A larger file is no record of games.
const LARGEST_FILE: u64 = 64 << 20;

/// The text of a file, or of standard input for `-`.
fn read(file: &Path, output: &Output) -> anyhow::Result<String> {
    let text = output.text();
    let name = || file.display().to_string();
    let refuse = |error: std::io::Error| {
        let args = [("file", name().into()), ("message", error.to_string().into())];
        Refusal::wrong(text.message("error-file-read", &args))
    };
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(refuse)?;
    } else {
        let opened = std::fs::File::open(file).map_err(refuse)?;
        opened.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(refuse)?;
    }
    if bytes.len() as u64 > LARGEST_FILE {
        let args = [("file", name().into()), ("allowed", LARGEST_FILE.into())];
        return Err(Refusal::wrong(text.message("error-file-too-large", &args)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        let message = text.message("error-not-utf8", &[("byte", byte.into())]);
        let args = [("file", name().into()), ("message", message.into())];
        Refusal::wrong(text.message("error-at-file", &args))
    })
}

fn records(file: &Path, output: &Output) -> anyhow::Result<Vec<Record>> {
    let text = read(file, output)?;
    Record::read_all(&text).map_err(|error| Refusal::wrong(located(file, &error, output)))
}

fn located(file: &Path, error: &RecordError, output: &Output) -> String {
    let args = [
        ("file", file.display().to_string().into()),
        ("message", output.text().record_error(error).into()),
    ];
    output.text().message("error-at-file", &args)
}

/// Replays the `index`th record (from 1).
fn replay(record: &Record, index: usize) -> Result<Game, RecordError> {
    record.replay().map_err(|error| RecordError { game: index, ..error })
}

/// Every game with its tags, its moves by turn, and the board at the end.
pub(crate) fn show(file: &Path, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    for (index, record) in records(file, output)?.iter().enumerate() {
        let game = replay(record, index + 1)
            .map_err(|error| Refusal::no(located(file, &error, output)))?;
        if output.json() {
            output.json_line(&as_json(record, &game))?;
            continue;
        }
        if index > 0 {
            output.line("")?;
        }
        output.line(format!("{} {}", text.game_name(record.variant.game), record.variant))?;
        for (name, value) in &record.tags {
            output.line(format!("{name}: {value}"))?;
        }
        if let Some(comment) = &record.preface {
            output.line(format!("{{{comment}}}"))?;
        }
        output.line("")?;
        moves(record, &game, output)?;
        output.line("")?;
        look::draw(&game, output)?;
        if let Some(outcome) = &record.result
            && game.status() != rules::Status::Over(*outcome)
        {
            output.line(text.outcome(record.variant.game, outcome))?;
        }
    }
    Ok(())
}

/// A line a turn: its number, who acted, what, and what was noted.
fn moves(record: &Record, game: &Game, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    let mut line = String::new();
    let mut turn = 0;
    for (played, entry) in game.transcript().iter().zip(&record.entries) {
        if played.turn != turn {
            if turn != 0 {
                output.line(&line)?;
            }
            turn = played.turn;
            line = format!("{turn:>4}. {:<9}", text.side_name(record.variant.game, played.side));
        }
        line.push_str(&format!(" {}{}", played.text, entry.glyph.as_deref().unwrap_or("")));
        if let Some(eval) = entry.eval {
            line.push_str(&format!(" ({eval})"));
        }
        if let Some(comment) = &entry.comment {
            line.push_str(&format!(" {{{comment}}}"));
        }
    }
    if turn != 0 {
        output.line(&line)?;
    }
    Ok(())
}

fn as_json(record: &Record, game: &Game) -> Value {
    let entries: Vec<Value> = game
        .transcript()
        .iter()
        .zip(&record.entries)
        .map(|(played, entry)| {
            json!({
                "turn": played.turn,
                "side": played.side,
                "action": played.text,
                "glyph": entry.glyph,
                "eval": entry.eval.map(|eval| eval.to_string()),
                "comment": entry.comment,
            })
        })
        .collect();
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "rules": record.variant.to_string(),
        "tags": tags,
        "start": game.start_position(),
        "entries": entries,
        "position": game.position(),
        "result": record.result,
    })
}

/// Replays every game and says where one breaks.
pub(crate) fn check(file: &Path, output: &mut Output) -> anyhow::Result<()> {
    for (index, record) in records(file, output)?.iter().enumerate() {
        let game = replay(record, index + 1)
            .map_err(|error| Refusal::no(located(file, &error, output)))?;
        if output.json() {
            output.json_line(&json!({
                "game": index + 1,
                "rules": record.variant.to_string(),
                "entries": game.ply(),
                "result": record.result,
            }))?;
            continue;
        }
        let turns = game.transcript().last().map_or(0, |last| last.turn);
        let args = [("count", turns.into())];
        let good = output.text().message("record-good", &args);
        let result = result_text(record.result.as_ref());
        output.line(format!("{}. {}: {good}, {result}", index + 1, record.variant))?;
    }
    Ok(())
}

/// Writes every game in the other form.
pub(crate) fn convert(file: &Path, to: &str, output: &mut Output) -> anyhow::Result<()> {
    if !["record", "pdn"].contains(&to) {
        let args = [
            ("name", "--to".to_owned().into()),
            ("found", to.to_owned().into()),
            ("allowed", "record, pdn".to_owned().into()),
        ];
        return Err(Refusal::wrong(output.text().message("error-bad-argument", &args)));
    }
    for (index, record) in records(file, output)?.iter().enumerate() {
        let text = match to {
            "pdn" => pdn::write(record).map_err(|error| {
                let error = RecordError { game: index + 1, ..error };
                Refusal::no(located(file, &error, output))
            })?,
            _ => record.write(),
        };
        if index > 0 {
            output.line("")?;
        }
        output.raw(&text)?;
    }
    Ok(())
}
