//! `games`, `position`, `moves`: what there is, where a game stands, what can be done.

use std::io::{self, Write};

use rules::record::result_text;
use rules::{Allowed, Game, GameId, OptionSpec, Status, Variant, View};
use serde_json::{Value, json};
use text::{Text, inspect::state};

use crate::args::Setup;
use crate::output::Output;
use crate::wrap::hang;

/// The games with their options.
pub(crate) fn games(output: &mut Output) -> anyhow::Result<()> {
    if output.json() {
        let all: Vec<Value> = GameId::ALL.into_iter().map(|game| game_json(game, output)).collect();
        output.json_line(&Value::Array(all))?;
        return Ok(());
    }
    let text = output.text();
    for game in GameId::ALL {
        output.line(format!("{game} – {}", text.game_name(game)))?;
        for option in game.options() {
            let default = format!("{}={}", option.name, option.text(option.default));
            let meaning = text.option_meaning(game, option.name).unwrap_or_default();
            let values = values(game, option, text);
            output.lines(hang(&format!("  {default:<18} "), &format!("{meaning}: {values}")))?;
        }
        for preset in game.presets() {
            let title = text.preset_name(game, preset.name).unwrap_or_default();
            let meaning = format!("{title}: {}", preset.options);
            output.lines(hang(&format!("  {:<18} ", preset.name), &meaning))?;
        }
        output.line("")?;
    }
    output.lines(hang("", &output.word("games-legend")))?;
    output.lines(hang("", &output.word("games-next")))?;
    Ok(())
}

/// The values of an option as a list, with the meaning of those that have one.
fn values(game: GameId, option: &OptionSpec, text: &Text) -> String {
    let with_meaning = |value: &str| match text.option_value_meaning(game, option.name, value) {
        Some(meaning) => format!("{value} ({meaning})"),
        None => value.to_owned(),
    };
    match option.allowed {
        Allowed::Words(words) => {
            words.iter().map(|word| with_meaning(word)).collect::<Vec<_>>().join(", ")
        }
        Allowed::Numbers(_) | Allowed::Range(..) => {
            match text.option_value_meaning(game, option.name, "0") {
                Some(meaning) => format!("{} (0: {meaning})", option.allowed_text()),
                None => option.allowed_text(),
            }
        }
    }
}

fn option_json(game: GameId, option: &OptionSpec, text: &Text) -> Value {
    let default = match option.allowed {
        Allowed::Words(_) => json!(option.text(option.default)),
        Allowed::Numbers(_) | Allowed::Range(..) => json!(option.default),
    };
    let mut out = json!({
        "name": option.name,
        "default": default,
        "meaning": text.option_meaning(game, option.name),
    });
    match option.allowed {
        Allowed::Words(words) => {
            let meaning = |word: &&str| text.option_value_meaning(game, option.name, word);
            out["values"] = json!(words);
            out["value_meanings"] = words.iter().map(meaning).collect();
        }
        Allowed::Numbers(numbers) => out["values"] = json!(numbers),
        Allowed::Range(low, high) => {
            out["min"] = json!(low);
            out["max"] = json!(high);
        }
    }
    out
}

fn game_json(game: GameId, output: &Output) -> Value {
    let text = output.text();
    let options: Vec<Value> =
        game.options().iter().map(|option| option_json(game, option, text)).collect();
    let presets: Vec<Value> = game
        .presets()
        .iter()
        .map(|preset| {
            json!({
                "name": preset.name,
                "options": preset.options,
                "title": text.preset_name(game, preset.name),
            })
        })
        .collect();
    json!({
        "game": game.id(),
        "name": text.game_name(game),
        "options": options,
        "presets": presets,
        "start": Game::start(Variant::default_of(game)).position(),
    })
}

/// The position reached, and the result if the game is over.
pub(crate) fn position(setup: &Setup, board: bool, output: &mut Output) -> anyhow::Result<()> {
    let game = setup.game(output)?;
    if output.json() {
        let mut answer = state(&game);
        answer["rules"] = json!(game.variant().to_string());
        answer["view"] = serde_json::to_value(game.view())?;
        output.json_line(&answer)?;
        return Ok(());
    }
    output.line(game.position())?;
    if let Status::Over(outcome) = game.status() {
        output.line(result_text(Some(&outcome)))?;
    }
    if board || output.terminal() {
        output.line("")?;
        draw(&game, &game.status(), output)?;
    }
    Ok(())
}

/// The board, what stands beside it, and whose turn it is or how the game ended. The status may
/// know more than the game: that a player gave up.
pub(crate) fn draw(game: &Game, status: &Status, output: &mut Output) -> anyhow::Result<()> {
    let view = game.view();
    output.lines(text::board(&view, output.board_style()))?;
    output.lines(beside(&view, output))?;
    output.line(output.text().whose_turn(view.game, view.side, status))?;
    Ok(())
}

/// Trays, a throw that waits, what is left of a turn.
fn beside(view: &View, output: &Output) -> Vec<String> {
    let text = output.text();
    let mut lines = Vec::new();
    for tray in &view.trays {
        let counts = rules::Side::BOTH.map(|side| {
            format!("{} {}", text.side_inline(view.game, side), tray.counts[side.index()])
        });
        lines.push(format!("{}: {}", text.tray(tray.kind), counts.join(", ")));
    }
    lines.extend(view.thrown.map(|points| text.throw(points)));
    lines.extend(view.left.map(|(steps, pass)| text.left(steps, pass)));
    lines
}

/// The legal actions, one a line.
pub(crate) fn moves(setup: &Setup, output: &mut Output) -> anyhow::Result<()> {
    let game = setup.game(output)?;
    if output.json() {
        output.json_line(&state(&game))?;
        return Ok(());
    }
    let text = output.text();
    for choice in game.choices() {
        let warning =
            choice.warning.map(|warning| text.warning(game.variant().game, game.side(), &warning));
        match warning {
            None => output.line(choice.text)?,
            Some(warning) if output.terminal() => {
                output.line(format!("{:<8} ! {warning}", choice.text))?;
            }
            // In a pipe standard output holds the actions alone; the warning is still given.
            Some(warning) => {
                let _ = writeln!(io::stderr(), "{}: {warning}", choice.text);
                output.line(choice.text)?;
            }
        }
    }
    Ok(())
}
