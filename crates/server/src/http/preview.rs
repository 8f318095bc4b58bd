//! What pending actions would lead to: pure, nothing is stored.

use rules::{Event, Game, GameId, Spot, Status, Variant};
use text::Lang;

use crate::error::Error;
use crate::wire::{self, Frame, Preview};

/// The longest run of pending actions.
const MOST_ACTIONS: usize = 64;

/// A game for a preview: from a rule set and a position.
///
/// # Errors
/// They are none, or too long.
pub fn game(rules: &str, position: Option<&str>) -> Result<Game, Error> {
    if rules.len() > 200 || position.is_some_and(|text| text.len() > 400) {
        return Err(Error::BadRequest("rules or position"));
    }
    let variant = Variant::read_full(rules)?;
    Ok(match position {
        None => Game::start(variant),
        Some(text) => Game::from_position(variant, text)?,
    })
}

/// What the actions lead to, and then the attempt of a hand, if there is one.
///
/// # Errors
/// One of them is illegal, or there are too many.
pub fn preview(
    mut game: Game,
    actions: &[String],
    attempt: &[String],
    lang: Lang,
) -> Result<Preview, Error> {
    if actions.len() > MOST_ACTIONS || attempt.len() > MOST_ACTIONS {
        return Err(Error::BadRequest("actions"));
    }
    let kind = game.variant().game;
    let before = game.position();
    let side = game.side();
    let mut events = Vec::new();
    let mut warnings = Vec::new();
    let mut play = |game: &mut Game, action: &str| {
        match game.status() {
            Status::ToAct(actor) if actor == side => {}
            Status::Over(_) => return Err(Error::GameOver),
            _ => return Err(Error::NotYourTurn),
        }
        let choice = game.choices().into_iter().find(|choice| choice.text == *action);
        let warning = choice.and_then(|choice| choice.warning);
        events.push(game.play(action)?);
        warnings.push(warning.map(|warning| wire::warned(kind, side, &warning, lang)));
        Ok(())
    };
    for action in actions {
        play(&mut game, action)?;
    }
    if !attempt.is_empty() {
        let spots: Result<Vec<Spot>, _> = attempt.iter().map(|spot| spot.parse()).collect();
        let meant = game.meant(&spots.map_err(|_| Error::BadRequest("attempt"))?);
        play(&mut game, &meant)?;
    }
    let status = game.status();
    let choices = match status {
        Status::ToAct(_) => game.choices(),
        Status::Chance | Status::Over(_) => Vec::new(),
    };
    let may_end = choices.iter().any(|choice| choice.text == "end");
    let turn = match status {
        Status::ToAct(next) if next == side && (kind != GameId::Salta || events.is_empty()) => {
            if may_end && !events.is_empty() {
                "may-go-on"
            } else {
                "incomplete"
            }
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
        said: wire::said(kind, &events.concat(), lang),
        events,
        warnings,
        result,
    })
}

/// The most frames in one answer: a page asks for those around the one it shows.
pub(super) const MOST_FRAMES: usize = 200;

/// How a line stood after each of its entries, from ply `from` on.
pub(super) fn frames(mut game: Game, from: usize, entries: &[String], lang: Lang) -> Vec<Frame> {
    let kind = game.variant().game;
    let mut frames = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for ply in 0..=entries.len().min(from.saturating_add(MOST_FRAMES - 1)) {
        if let Some(entry) = ply.checked_sub(1).and_then(|last| entries.get(last)) {
            match game.play(entry) {
                Ok(happened) => events = happened,
                Err(_) => break,
            }
        }
        if ply >= from {
            frames.push(Frame {
                ply: ply as i64,
                position: game.position(),
                to_act: wire::to_act(&game.status()),
                view: game.view(),
                said: wire::said(kind, &events, lang),
                events: std::mem::take(&mut events),
            });
        }
    }
    frames
}
