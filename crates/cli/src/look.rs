//! `games`, `position`, `moves`: what there is, where a game stands, what can be done.

use rules::record::result_text;
use rules::{Game, GameId, Status, Variant, View};
use serde_json::{Value, json};

use crate::args::Setup;
use crate::output::Output;

/// The games with their options.
pub(crate) fn games(output: &mut Output) -> anyhow::Result<()> {
    if output.json() {
        let all: Vec<Value> = GameId::ALL.into_iter().map(|game| game_json(game, output)).collect();
        output.json_line(&Value::Array(all))?;
        return Ok(());
    }
    let text = output.text();
    for game in GameId::ALL {
        output.line(format!("{game}  {}", text.game_name(game)))?;
        for option in game.options() {
            let default =
                format!("{} {}", output.word("label-default"), option.text(option.default));
            let values = format!("{}={}", option.name, option.allowed());
            let meaning = text.option_meaning(game, option.name).unwrap_or_default();
            output.line(format!("    {values:<26} {default:<18} {meaning}"))?;
        }
        for preset in game.presets() {
            let name = text.preset_name(game, preset.name).unwrap_or_default();
            output.line(format!("    {:<26} {}  ({name})", preset.name, preset.options))?;
        }
        output.line("")?;
    }
    Ok(())
}

fn game_json(game: GameId, output: &Output) -> Value {
    let text = output.text();
    let options: Vec<Value> = game
        .options()
        .iter()
        .map(|option| {
            json!({
                "name": option.name,
                "values": option.allowed(),
                "default": option.text(option.default),
                "meaning": text.option_meaning(game, option.name),
            })
        })
        .collect();
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
        draw(&game, output)?;
    }
    Ok(())
}

/// The board, what stands beside it, and whose turn it is.
pub(crate) fn draw(game: &Game, output: &mut Output) -> anyhow::Result<()> {
    let view = game.view();
    for line in text::board(&view, output.board_style()) {
        output.line(line)?;
    }
    let text = output.text();
    for line in beside(&view, output) {
        output.line(line)?;
    }
    match game.status() {
        Status::Over(outcome) => output.line(text.outcome(view.game, &outcome))?,
        status => output.line(text.whose_turn(view.game, view.side, &status))?,
    }
    Ok(())
}

/// Trays, a throw that waits, what is left of a turn.
fn beside(view: &View, output: &Output) -> Vec<String> {
    let text = output.text();
    let mut lines = Vec::new();
    for tray in &view.trays {
        let counts = rules::Side::BOTH.map(|side| {
            format!("{} {}", text.side_name(view.game, side), tray.counts[side.index()])
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
                eprintln!("{}: {warning}", choice.text);
                output.line(choice.text)?;
            }
        }
    }
    Ok(())
}

/// A game's state as `inspect` gives it.
pub(crate) fn state(game: &Game) -> Value {
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
    let warned: serde_json::Map<String, Value> = choices
        .iter()
        .filter_map(|choice| match choice.warning? {
            rules::Warning::LosesAtOnce(end) => {
                Some((choice.text.clone(), json!(format!("loses-at-once:{end}"))))
            }
        })
        .collect();
    if !warned.is_empty() {
        answer["warnings"] = Value::Object(warned);
    }
    answer
}
