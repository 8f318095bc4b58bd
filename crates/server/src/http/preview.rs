//! What pending actions would lead to: pure, nothing is stored.

use rules::{Game, GameId, Status, Variant};
use text::Lang;

use crate::error::Error;
use crate::wire::{self, Preview};

/// The longest run of pending actions.
const MOST_ACTIONS: usize = 64;

/// A game for a preview: from a rule set and a position.
pub(super) fn game(rules: &str, position: Option<&str>) -> Result<Game, Error> {
    if rules.len() > 200 || position.is_some_and(|text| text.len() > 400) {
        return Err(Error::BadRequest("rules or position"));
    }
    let variant = Variant::read_full(rules)?;
    Ok(match position {
        None => Game::start(variant),
        Some(text) => Game::from_position(variant, text)?,
    })
}

/// What the actions lead to.
pub(super) fn preview(mut game: Game, actions: &[String], lang: Lang) -> Result<Preview, Error> {
    if actions.len() > MOST_ACTIONS {
        return Err(Error::BadRequest("actions"));
    }
    let kind = game.variant().game;
    let before = game.position();
    let side = game.side();
    let mut events = Vec::new();
    let mut warnings = Vec::new();
    for action in actions {
        match game.status() {
            Status::ToAct(actor) if actor == side => {}
            Status::Over(_) => return Err(Error::GameOver),
            _ => return Err(Error::NotYourTurn),
        }
        let choice = game.choices().into_iter().find(|choice| choice.text == *action);
        let warning = choice.and_then(|choice| choice.warning);
        events.push(game.play(action)?);
        warnings.push(warning.map(|warning| wire::warned(kind, side, &warning, lang)));
    }
    let status = game.status();
    let choices = match status {
        Status::ToAct(_) => game.choices(),
        Status::Chance | Status::Over(_) => Vec::new(),
    };
    let may_end = choices.iter().any(|choice| choice.text == "end");
    let turn =
        match status {
            Status::ToAct(next)
                if next == side && (kind != GameId::Salta || actions.is_empty()) =>
            {
                if may_end && !actions.is_empty() { "may-go-on" } else { "incomplete" }
            }
            _ => "complete",
        };
    let result = match status {
        Status::Over(outcome) => Some(wire::result(kind, &outcome, lang)),
        Status::ToAct(_) | Status::Chance => None,
    };
    Ok(Preview {
        rules: game.variant().to_string(),
        before,
        position: game.position(),
        to_act: wire::to_act(&status),
        view: game.view(),
        legal: wire::legal(kind, game.side(), &choices, lang),
        turn,
        events,
        warnings,
        result,
    })
}
