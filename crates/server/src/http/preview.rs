//! What pending actions would lead to: pure, nothing is stored.

use rules::{Event, Game, GameId, Piece, Side, Spot, Square, Status, Variant};
use text::Lang;

use crate::error::Error;
use crate::wire::{self, Composed, Frame, Preview, TurnState};

/// The longest run of pending actions of one turn.
const MOST_ACTIONS: usize = 64;
/// The longest line from a position.
const MOST_ENTRIES: usize = 2000;

/// What may be previewed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The rest of the turn of the side to act.
    Turn,
    /// Anything: both sides' actions, and throws as one likes.
    Anything,
}

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
    reach: Reach,
    lang: Lang,
) -> Result<Preview, Error> {
    let free = reach == Reach::Anything;
    let most = if free { MOST_ENTRIES } else { MOST_ACTIONS };
    if actions.len() > most || attempt.len() > MOST_ACTIONS {
        return Err(Error::BadRequest("actions"));
    }
    let kind = game.variant().game;
    let before = game.position();
    let side = game.side();
    let mut events = Vec::new();
    let mut warnings = Vec::new();
    let mut number = None;
    let mut play = |game: &mut Game, action: &str| {
        match game.status() {
            Status::ToAct(actor) if actor == side || free => {}
            Status::Chance if free => {}
            Status::Over(_) => return Err(Error::GameOver),
            _ => return Err(Error::NotYourTurn),
        }
        let choice = game.choices().into_iter().find(|choice| choice.text == *action);
        let warning = choice.and_then(|choice| choice.warning);
        number = Some(game.turn());
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
        Status::Chance if free => game.choices(),
        Status::Chance | Status::Over(_) => Vec::new(),
    };
    let may_end = choices.iter().any(|choice| choice.text == "end");
    let turn = match status {
        Status::ToAct(next) if next == side && (kind != GameId::Salta || events.is_empty()) => {
            if may_end && !events.is_empty() {
                TurnState::MayGoOn
            } else {
                TurnState::Incomplete
            }
        }
        _ => TurnState::Complete,
    };
    let result = match status {
        Status::Over(outcome) => Some(wire::result(kind, &outcome, lang)),
        Status::ToAct(_) | Status::Chance => None,
    };
    Ok(Preview {
        rules: game.variant().to_string(),
        before,
        position: game.position(),
        to_act: (&status).into(),
        view: game.view(),
        legal: wire::legal(kind, game.side(), &choices, lang),
        odds: if status == Status::Chance { game.odds() } else { Vec::new() },
        turn,
        turn_number: number,
        said: wire::said(kind, &events.concat(), lang),
        events,
        warnings,
        result,
    })
}

/// The most pieces that a hand can put on a board: more than any has squares.
const MOST_PIECES: usize = 120;

/// The text of a position with these pieces, or with its own.
pub(super) fn compose(
    game: &Game,
    pieces: Option<Vec<(Square, Piece)>>,
    side: Option<Side>,
    lang: Lang,
) -> Result<Composed, Error> {
    let pieces = match pieces {
        None => game.view().pieces,
        Some(pieces) if pieces.len() > MOST_PIECES => return Err(Error::BadRequest("pieces")),
        Some(pieces) => pieces,
    };
    let composed = game.compose(&pieces, side.unwrap_or(game.side()));
    Ok(Composed {
        position: composed.text,
        palette: composed.palette,
        refused: composed.error.map(|error| Error::Position(error).refused(lang)),
    })
}

/// The most frames in one answer: a page asks for those around the one it shows.
pub(super) const MOST_FRAMES: usize = 200;

/// The positions of a line from a position, from ply `from` on.
pub(super) fn line(
    game: Game,
    from: usize,
    entries: &[String],
    lang: Lang,
) -> Result<Vec<Frame>, Error> {
    let mut check = game.clone();
    if entries.len() > MOST_ENTRIES {
        return Err(Error::BadRequest("actions"));
    }
    for entry in entries {
        check.play(entry)?;
    }
    Ok(frames(game, from, entries, lang))
}

/// How a line stood after each of its entries, from ply `from` on.
pub(super) fn frames(mut game: Game, from: usize, entries: &[String], lang: Lang) -> Vec<Frame> {
    let kind = game.variant().game;
    let mut frames = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    let mut turn = None;
    for ply in 0..=entries.len().min(from.saturating_add(MOST_FRAMES - 1)) {
        if let Some(entry) = ply.checked_sub(1).and_then(|last| entries.get(last)) {
            turn = Some(game.turn());
            match game.play(entry) {
                Ok(happened) => events = happened,
                Err(_) => break,
            }
        }
        if ply >= from {
            frames.push(Frame {
                ply: ply as i64,
                turn,
                position: game.position(),
                to_act: (&game.status()).into(),
                view: game.view(),
                said: wire::said(kind, &events, lang),
                events: std::mem::take(&mut events),
            });
        }
    }
    frames
}
