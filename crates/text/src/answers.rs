//! A game as data with words: what a page or a program asks before anything is stored. The server
//! and the core in the browser both answer with these types, from these functions.

use rules::{
    AnyLine, Choice, End, Event, Game, GameId, Illegal, OptionsError, Outcome, Piece, Played,
    PositionError, Side, Spot, Square, Status, Variant, View, Warning, Winner,
};
use serde::Serialize;

use crate::Text;

/// Why a question has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// Something in it is out of bounds.
    OutOfBounds(&'static str),
    /// Rule options that are none.
    Options(OptionsError),
    /// A position that is none.
    Position(PositionError),
    /// An action against the rules.
    Illegal(Illegal),
    /// The other side is to act.
    NotYourTurn,
    /// The game is over.
    GameOver,
}

impl Refusal {
    /// What is said of it.
    #[must_use]
    pub fn refused(self, words: &Text) -> Refused {
        let (code, message) = match &self {
            Refusal::OutOfBounds(what) => ("bad-request", words.bad_request(what)),
            Refusal::Options(error) => ("bad-options", words.options_error(error)),
            Refusal::Position(error) => ("bad-position", words.position_error(error)),
            Refusal::Illegal(illegal) => ("illegal", words.illegal(illegal)),
            Refusal::NotYourTurn => ("not-your-turn", words.message("server-not-your-turn", &[])),
            Refusal::GameOver => ("game-over", words.message("server-game-over", &[])),
        };
        let illegal = if let Refusal::Illegal(illegal) = self { Some(illegal) } else { None };
        Refused { code, message, illegal, ply: None }
    }
}

impl From<OptionsError> for Refusal {
    fn from(error: OptionsError) -> Refusal {
        Refusal::Options(error)
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Refusal {
        Refusal::Position(error)
    }
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::Illegal(illegal)
    }
}

impl Text {
    /// That a part of a request cannot be what it is.
    #[must_use]
    pub fn bad_request(&self, what: &str) -> String {
        self.try_message(&format!("server-bad-{what}"), &[])
            .unwrap_or_else(|| self.message("server-bad-request", &[("what", what.into())]))
    }
}

/// Every code of a refusal, the server's own included; each has its words.
pub const CODES: [&str; 37] = [
    "bad-request",
    "not-found",
    "bad-options",
    "bad-position",
    "illegal",
    "not-your-game",
    "not-your-turn",
    "stale",
    "not-started",
    "game-over",
    "seat-taken",
    "nothing-offered",
    "nothing-to-take-back",
    "too-late-to-abort",
    "not-gone",
    "not-possible",
    "bots-not-agreed",
    "pair-capped",
    "id-reused",
    "no-help",
    "unauthorized",
    "out-of-scope",
    "banned",
    "account-closed",
    "name-taken",
    "bad-name",
    "mixed-name",
    "name-reserved",
    "bad-password",
    "wrong-password",
    "not-invited",
    "foreign-origin",
    "too-large",
    "rate-limited",
    "cannot-store",
    "engine-failed",
    "internal",
];

/// What is said of a refusal.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Refused {
    /// A word for programs.
    #[cfg_attr(feature = "schema", schema(schema_with = codes))]
    pub code: &'static str,
    /// A sentence in the player's language.
    pub message: String,
    /// Of an illegal action: its text, the reason, the article, the squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub illegal: Option<Illegal>,
    /// Of a stale submission: the ply that the game has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub ply: Option<i64>,
}

#[cfg(feature = "schema")]
fn codes() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .enum_values(Some(CODES))
        .build()
}

/// A legal action.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Legal {
    /// Its text.
    pub action: String,
    /// The places that a hand touches for it, in order: squares, `reserve`, `off`; none for a pass.
    pub path: Vec<Spot>,
    /// Why to think twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub warning: Option<Warned>,
}

/// What a warning is about.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WarningCode {
    /// The action loses the game at once.
    LosesAtOnce,
}

/// A warning.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Warned {
    /// What it warns of.
    pub code: WarningCode,
    /// How the game would end.
    pub reason: End,
    /// In the player's language.
    pub message: String,
}

/// A result.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultOut {
    /// Who won.
    pub winner: Winner,
    /// Why.
    pub reason: End,
    /// The winner's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub points: Option<u32>,
    /// In the player's language.
    pub message: String,
}

/// How a game stood after an entry.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Frame {
    /// The number of entries so far.
    pub ply: i64,
    /// The turn that the last entry belongs to, from 1; none at the start.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub turn: Option<u32>,
    /// The position string.
    pub position: String,
    /// Who or what comes next.
    pub to_act: ToAct,
    /// The board.
    pub view: View,
    /// What the last entry did.
    pub events: Vec<Event>,
    /// The same in the player's language.
    pub said: Vec<String>,
}

/// Events in words; the end of a turn needs none.
#[must_use]
pub fn said(game: GameId, events: &[Event], words: &Text) -> Vec<String> {
    let notable = events.iter().filter(|event| !matches!(event, Event::TurnEnded { .. }));
    notable.map(|event| words.event(game, event)).collect()
}

/// How far a turn is.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TurnState {
    /// It must go on.
    Incomplete,
    /// It may be ended or go on.
    MayGoOn,
    /// It is over.
    Complete,
}

/// What pending actions lead to.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Preview {
    /// The rule set.
    pub rules: String,
    /// The position before.
    pub before: String,
    /// The position after.
    pub position: String,
    /// Who or what comes next.
    pub to_act: ToAct,
    /// The board after.
    pub view: View,
    /// The legal actions after.
    pub legal: Vec<Legal>,
    /// What can be thrown after, each with its weight, if a throw is next.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<(String, u32)>))]
    pub odds: Vec<(&'static str, u32)>,
    /// Whether the turn is complete.
    pub turn: TurnState,
    /// The turn that the last action belongs to, counted from 1; none without actions.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub turn_number: Option<u32>,
    /// What each pending action does.
    pub events: Vec<Vec<Event>>,
    /// The warnings of the pending actions, in their order.
    pub warnings: Vec<Option<Warned>>,
    /// What they do, in words.
    pub said: Vec<String>,
    /// How the game would be over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub result: Option<ResultOut>,
}

/// The text of a position that was set up by hand.
#[derive(Serialize, Clone, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Composed {
    /// The text.
    pub position: String,
    /// The pieces that may be put on the board.
    pub palette: Vec<Piece>,
    /// Why it is no position, if it is none.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub refused: Option<Refused>,
}

/// What comes next in a game.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ToAct {
    /// First acts.
    First,
    /// Second acts.
    Second,
    /// The sticks are thrown.
    Chance,
    /// Nothing: the game is not being played.
    None,
}

impl From<&Status> for ToAct {
    fn from(status: &Status) -> ToAct {
        match status {
            Status::ToAct(Side::First) => ToAct::First,
            Status::ToAct(Side::Second) => ToAct::Second,
            Status::Chance => ToAct::Chance,
            Status::Over(_) => ToAct::None,
        }
    }
}

/// A warning in a language.
#[must_use]
pub fn warned(game: GameId, side: Side, warning: &Warning, words: &Text) -> Warned {
    let Warning::LosesAtOnce(reason) = *warning;
    let message = words.warning(game, side, warning);
    Warned { code: WarningCode::LosesAtOnce, reason, message }
}

/// Legal actions in a language.
#[must_use]
pub fn legal(game: GameId, side: Side, choices: &[Choice], words: &Text) -> Vec<Legal> {
    let one = |choice: &Choice| Legal {
        action: choice.text.clone(),
        path: choice.spots.clone(),
        warning: choice.warning.as_ref().map(|warning| warned(game, side, warning, words)),
    };
    choices.iter().map(one).collect()
}

/// A result in a language.
#[must_use]
pub fn result(game: GameId, outcome: &Outcome, words: &Text) -> ResultOut {
    ResultOut {
        winner: outcome.result(),
        reason: outcome.reason,
        points: outcome.points,
        message: words.outcome(game, outcome),
    }
}

/// The longest run of pending actions of one turn.
const MOST_ACTIONS: usize = 64;
/// The longest line from a position.
pub const MOST_ENTRIES: usize = 2_000;

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
pub fn game(rules: &str, position: Option<&str>) -> Result<Game, Refusal> {
    if rules.len() > 200 || position.is_some_and(|text| text.len() > 400) {
        return Err(Refusal::OutOfBounds("rules or position"));
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
    words: &Text,
) -> Result<Preview, Refusal> {
    let free = reach == Reach::Anything;
    let most = if free { MOST_ENTRIES } else { MOST_ACTIONS };
    if actions.len() > most || attempt.len() > MOST_ACTIONS {
        return Err(Refusal::OutOfBounds("actions"));
    }
    let kind = game.variant().game;
    let before = game.position();
    let side = game.side();
    let play = |game: &mut dyn AnyLine, action: &str| {
        match game.status() {
            Status::ToAct(actor) if actor == side || free => {}
            Status::Chance if free => {}
            Status::Over(_) => return Err(Refusal::GameOver),
            _ => return Err(Refusal::NotYourTurn),
        }
        Ok(game.play(action)?)
    };
    let mut played = Vec::with_capacity(actions.len());
    for action in actions {
        played.push(play(game, action)?);
    }
    if !attempt.is_empty() {
        let spots: Result<Vec<Spot>, _> = attempt.iter().map(|spot| spot.parse()).collect();
        let meant = game.meant(&spots.map_err(|_| Refusal::OutOfBounds("attempt"))?);
        played.push(play(game, &meant)?);
    }
    let status = game.status();
    let choices = match status {
        Status::ToAct(_) => game.choices(),
        Status::Chance if free => game.choices(),
        Status::Chance | Status::Over(_) => Vec::new(),
    };
    let result = match status {
        Status::Over(outcome) => Some(result(kind, &outcome, words)),
        Status::ToAct(_) | Status::Chance => None,
    };
    let turn = turn_state(game, played.last(), &choices);
    let turn_number = played.last().map(|last| last.turn);
    let warn = |one: &Played| one.warning.map(|warning| warned(kind, one.side, &warning, words));
    let warnings = played.iter().map(warn).collect();
    let events: Vec<Vec<Event>> = played.into_iter().map(|one| one.events).collect();
    Ok(Preview {
        rules: game.variant().to_string(),
        before,
        position: game.position(),
        to_act: (&status).into(),
        view: game.view(),
        legal: legal(kind, game.side(), &choices, words),
        odds: if status == Status::Chance { game.odds() } else { Vec::new() },
        turn,
        turn_number,
        said: said(kind, &events.concat(), words),
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
    words: &Text,
) -> Result<Composed, Refusal> {
    let pieces = match pieces {
        None => game.view().pieces,
        Some(pieces) if pieces.len() > MOST_PIECES => return Err(Refusal::OutOfBounds("pieces")),
        Some(pieces) => pieces,
    };
    let composed = game.compose(&pieces, side.unwrap_or(game.side()));
    Ok(Composed {
        position: composed.text,
        palette: composed.palette,
        refused: composed.error.map(|error| Refusal::Position(error).refused(words)),
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
    words: &Text,
) -> Result<Vec<Frame>, Refusal> {
    let wanted = from..from.saturating_add(MOST_FRAMES);
    let mut frames = Vec::new();
    if wanted.contains(&0) {
        frames.push(frame(game, None, words));
    }
    for (index, entry) in entries.enumerate() {
        let played = game.play(entry)?;
        if wanted.contains(&(index + 1)) {
            frames.push(frame(game, Some(played), words));
        }
    }
    Ok(frames)
}

/// How a game stands after the entry played last.
fn frame(game: &dyn AnyLine, last: Option<Played>, words: &Text) -> Frame {
    let turn = last.as_ref().map(|last| last.turn);
    let events = last.map_or(Vec::new(), |last| last.events);
    Frame {
        ply: game.ply() as i64,
        turn,
        position: game.position(),
        to_act: (&game.status()).into(),
        view: game.view(),
        said: said(game.variant().game, &events, words),
        events,
    }
}
