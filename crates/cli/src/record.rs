//! `record show`, `record check`, `record convert`, `record verify-throws`: games as text.

use std::io::Read;
use std::path::Path;

use rules::record::{Noted, Record, RecordError, RecordFault, pdn, result_text};
use rules::{Game, GameId, Played, Side, Status};
use serde_json::{Value, json};
use server::throws::{Unverified, verify};
use text::Text;

use crate::Refusal;
use crate::output::Output;
use crate::progress::Bar;
use crate::show;
use crate::wrap::{hang, harmless};

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
    String::from_utf8(bytes).or_else(|error| {
        // Records of our own are UTF-8; other programs' files are often of an older kind.
        let bytes = error.as_bytes();
        let own = bytes.windows(6).any(|part| part == b"[Game ");
        let (decoded, bad) = encoding_rs::WINDOWS_1251.decode_without_bom_handling(bytes);
        if !own && !bad && !bytes.contains(&0) {
            return Ok(decoded.into_owned());
        }
        let byte = error.utf8_error().valid_up_to() + 1;
        let message = text.message("error-not-utf8", &[("byte", byte.into())]);
        let args = [("file", name().into()), ("message", message.into())];
        Err(Refusal::wrong(text.message("error-at-file", &args)))
    })
}

/// The games of a file, each with its replay.
pub(crate) fn replayed(file: &Path, output: &Output) -> anyhow::Result<Vec<(Record, Game)>> {
    let refuse = |error: RecordError| refuse(file, &error, output);
    let records = Record::read_all(&read(file, output)?).map_err(refuse)?;
    let (bar, count) = (Bar::new(), records.len());
    let replay = |(index, record): (usize, Record)| {
        bar.show(index as f64 / count as f64, format!("{}/{count}", index + 1));
        match record.replay() {
            Ok(game) => Ok((record, game)),
            Err(error) => Err(refuse(RecordError { game: index + 1, ..error })),
        }
    };
    records.into_iter().enumerate().map(replay).collect()
}

/// A game that breaks the rules is an answer; a text that cannot be read is a wrong call.
fn refuse(file: &Path, error: &RecordError, output: &Output) -> anyhow::Error {
    let args = [
        ("file", file.display().to_string().into()),
        ("message", output.text().record_error(error).into()),
    ];
    let message = output.text().message("error-at-file", &args);
    match error.fault {
        RecordFault::Illegal { .. } | RecordFault::ResultMismatch { .. } => Refusal::no(message),
        _ => Refusal::wrong(message),
    }
}

/// Every game with its tags, its moves by turn, and the board at the end.
pub(crate) fn show(file: &Path, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    for (index, (record, game)) in replayed(file, output)?.iter().enumerate() {
        if output.json() {
            output.json_line(&as_json(record, game))?;
            continue;
        }
        if index > 0 {
            output.line("")?;
        }
        output.line(text.full_title(record.variant))?;
        for (name, value) in &record.tags {
            let name = tag_name(name, record.variant.game, text);
            output.lines(hang(&format!("{name}: "), &harmless(value)))?;
        }
        if let Some(comment) = &record.preface {
            output.line("")?;
            output.lines(hang("", &harmless(comment)))?;
        }
        output.line("")?;
        moves(record, game, output)?;
        output.line("")?;
        let status = record.result.map_or_else(|| game.status(), Status::Over);
        show::draw(game, &status, output)?;
    }
    Ok(())
}

/// A tag's name for a reader: players stand beside the colours of their sides.
pub(crate) fn tag_name(name: &str, game: GameId, text: &Text) -> String {
    match name {
        "First" => text.side_name(game, Side::First),
        "Second" => text.side_name(game, Side::Second),
        _ => name.to_owned(),
    }
}

/// A line a turn: its number, who acted, what, and what was noted.
fn moves(record: &Record, game: &Game, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    let name = |side| text.side_name(record.variant.game, side);
    let width = Side::BOTH.map(|side| name(side).chars().count()).into_iter().max().unwrap_or(0);
    let entries: Vec<_> = game.transcript().into_iter().zip(&record.entries).collect();
    for turn in entries.chunk_by(|(before, _), (after, _)| before.turn == after.turn) {
        let Some((first, _)) = turn.first() else { continue };
        let head = format!("{:>4}. {:<width$}  ", first.turn, name(first.side));
        let words: Vec<String> = turn.iter().map(|(played, noted)| entry(played, noted)).collect();
        output.lines(hang(&head, &words.join(" ")))?;
    }
    Ok(())
}

fn entry(played: &Played, noted: &Noted) -> String {
    let mut out = format!("{}{}", played.text, noted.glyph.as_deref().unwrap_or(""));
    if let Some(eval) = noted.eval {
        out.push_str(&format!(" ({eval})"));
    }
    if let Some(comment) = &noted.comment {
        out.push_str(&format!(" {{{}}}", harmless(comment)));
    }
    out
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
    for (index, (record, game)) in replayed(file, output)?.iter().enumerate() {
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
    let pdn = match to {
        "record" => false,
        "pdn" => true,
        _ => return Err(Refusal::argument("--to", to, "record, pdn", output)),
    };
    let mut texts = Vec::new();
    for (index, (record, _)) in replayed(file, output)?.iter().enumerate() {
        texts.push(if pdn {
            pdn::write(record)
                .map_err(|error| refuse(file, &RecordError { game: index + 1, ..error }, output))?
        } else {
            record.write()
        });
    }
    if output.json() {
        output.json_line(&json!(texts))?;
        return Ok(());
    }
    output.raw(&texts.join("\n"))?;
    Ok(())
}

/// Checks that every throw is what the secret revealed at the end gives.
pub(crate) fn verify_throws(file: &Path, output: &mut Output) -> anyhow::Result<()> {
    let text = output.text();
    for (index, (record, _)) in replayed(file, output)?.iter().enumerate() {
        let message = match verify(record) {
            Ok(count) if output.json() => {
                output.json_line(&json!({ "game": index + 1, "throws": count }))?;
                continue;
            }
            Ok(count) => {
                let good = text.message("throws-good", &[("count", count.into())]);
                output.line(format!("{}. {}: {good}", index + 1, record.variant))?;
                continue;
            }
            Err(Unverified::MissingTag(tag)) => {
                text.message("throws-missing-tag", &[("tag", tag.into())])
            }
            Err(Unverified::Commitment) => text.message("throws-commitment", &[]),
            Err(Unverified::Throw { ply, number, found, expected }) => {
                let args = [
                    ("ply", ply.into()),
                    ("number", number.into()),
                    ("found", found.into()),
                    ("expected", expected.into()),
                ];
                text.message("throws-wrong", &args)
            }
            Err(Unverified::Record(error)) => text.record_error(&error),
        };
        let args = [("file", file.display().to_string().into()), ("message", message.into())];
        return Err(Refusal::no(text.message("error-at-file", &args)));
    }
    Ok(())
}
