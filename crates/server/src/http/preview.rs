//! What pending actions would lead to: pure, nothing is stored.

use rules::{AnyLine, Choice, Event, Game, Piece, Played, Side, Spot, Square, Status, Variant};
use text::Lang;

use crate::error::Error;
use crate::wire::{self, Composed, Frame, Preview, TurnState};

/// The longest run of pending actions of one turn.
const MOST_ACTIONS: usize = 64;
/// The longest line from a position.
pub(super) const MOST_ENTRIES: usize = 2_000;

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
    game: &mut dyn AnyLine,
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
    let play = |game: &mut dyn AnyLine, action: &str| {
        match game.status() {
            Status::ToAct(actor) if actor == side || free => {}
            Status::Chance if free => {}
            Status::Over(_) => return Err(Error::GameOver),
            _ => return Err(Error::NotYourTurn),
        }
        Ok(game.play(action)?)
    };
    let mut played = Vec::with_capacity(actions.len());
    for action in actions {
        played.push(play(game, action)?);
    }
    if !attempt.is_empty() {
        let spots: Result<Vec<Spot>, _> = attempt.iter().map(|spot| spot.parse()).collect();
        let meant = game.meant(&spots.map_err(|_| Error::BadRequest("attempt"))?);
        played.push(play(game, &meant)?);
    }
    let status = game.status();
    let choices = match status {
        Status::ToAct(_) => game.choices(),
        Status::Chance if free => game.choices(),
        Status::Chance | Status::Over(_) => Vec::new(),
    };
    let result = match status {
        Status::Over(outcome) => Some(wire::result(kind, &outcome, lang)),
        Status::ToAct(_) | Status::Chance => None,
    };
    let turn = turn_state(game, played.last(), &choices);
    let turn_number = played.last().map(|last| last.turn);
    let warn =
        |one: &Played| one.warning.map(|warning| wire::warned(kind, one.side, &warning, lang));
    let warnings = played.iter().map(warn).collect();
    let events: Vec<Vec<Event>> = played.into_iter().map(|one| one.events).collect();
    Ok(Preview {
        rules: game.variant().to_string(),
        before,
        position: game.position(),
        to_act: (&status).into(),
        view: game.view(),
        legal: wire::legal(kind, game.side(), &choices, lang),
        odds: if status == Status::Chance { game.odds() } else { Vec::new() },
        turn,
        turn_number,
        said: wire::said(kind, &events.concat(), lang),
        events,
        warnings,
        result,
    })
}

/// How far the turn is in which `last` was played, if anything was.
fn turn_state(game: &dyn AnyLine, last: Option<&Played>, choices: &[Choice]) -> TurnState {
    let Status::ToAct(_) = game.status() else { return TurnState::Complete };
    match last {
        Some(_) if !game.is_turn_open() => TurnState::Complete,
        // What needs no hand ends the turn. After a throw it is a forced pass, the turn's one action.
        Some(last) if !last.is_throw && choices.iter().any(|choice| choice.spots.is_empty()) => {
            TurnState::MayGoOn
        }
        Some(_) | None => TurnState::Incomplete,
    }
}

/// The most pieces that a hand can put on a board: more than any has squares.
const MOST_PIECES: usize = 120;

/// The text of a position with these pieces, or with its own.
///
/// # Errors
/// There are too many pieces.
pub fn compose(
    game: &dyn AnyLine,
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
const MOST_FRAMES: usize = 200;

/// How a line stands after each of its entries, from ply `from` on. Each entry is played once.
///
/// # Errors
/// One of the entries is illegal.
pub fn frames<'a>(
    game: &mut dyn AnyLine,
    from: usize,
    entries: impl Iterator<Item = &'a str>,
    lang: Lang,
) -> Result<Vec<Frame>, Error> {
    let wanted = from..from.saturating_add(MOST_FRAMES);
    let mut frames = Vec::new();
    if wanted.contains(&0) {
        frames.push(frame(game, None, lang));
    }
    for (index, entry) in entries.enumerate() {
        let played = game.play(entry)?;
        if wanted.contains(&(index + 1)) {
            frames.push(frame(game, Some(played), lang));
        }
    }
    Ok(frames)
}

/// How a game stands after the entry played last.
fn frame(game: &dyn AnyLine, last: Option<Played>, lang: Lang) -> Frame {
    let turn = last.as_ref().map(|last| last.turn);
    let events = last.map_or(Vec::new(), |last| last.events);
    Frame {
        ply: game.ply() as i64,
        turn,
        position: game.position(),
        to_act: (&game.status()).into(),
        view: game.view(),
        said: wire::said(game.variant().game, &events, lang),
        events,
    }
}
