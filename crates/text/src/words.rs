//! The words for each thing of `rules`: which message says it, and its arguments.

use std::fmt::Display;

use rules::{
    End, Event, GameId, Illegal, Kind, OptionSpec, OptionsError, Outcome, Piece, PositionError,
    Side, Square, Status, TrayKind, Variant, Verdict, Warning,
};

use crate::{Text, Value};

/// The squares of an error that are worth reading out.
const MOST_SQUARES: usize = 10;

impl Text {
    /// The game's name: Seega.
    #[must_use]
    pub fn game_name(&self, game: GameId) -> String {
        self.message(&format!("game-{game}"), &[])
    }

    /// What a game under these rules is called, and how its rules differ from the usual ones: by the
    /// name of their preset, or option by option; empty if they do not.
    #[must_use]
    pub fn title(&self, variant: Variant) -> (String, String) {
        let game = variant.game;
        let changed: Vec<_> =
            variant.settings().filter(|(option, value)| *value != option.default).collect();
        let own = |option: &OptionSpec, value: u16| {
            self.try_message(&format!("title-{game}-{}-{}", option.name, option.text(value)), &[])
        };
        let titled = changed.iter().find_map(|(option, value)| own(option, *value));
        let preset = variant.preset().filter(|_| titled.is_none() && !changed.is_empty());
        let rules = preset.and_then(|preset| self.preset_name(game, preset)).unwrap_or_else(|| {
            let words = changed.iter().filter(|(option, value)| own(option, *value).is_none());
            let words = words.map(|(option, value)| {
                let value = option.text(*value);
                let meaning = self.option_value_meaning(game, option.name, &value);
                format!("{}: {}", self.option_name(game, option.name), meaning.unwrap_or(value))
            });
            words.collect::<Vec<_>>().join(", ")
        });
        (titled.unwrap_or_else(|| self.game_name(game)), rules)
    }

    /// Title and rules in one line: Seega (Board: 7, Stones a turn: 2).
    #[must_use]
    pub fn full_title(&self, variant: Variant) -> String {
        match self.title(variant) {
            (title, rules) if rules.is_empty() => title,
            (title, rules) => format!("{title} ({rules})"),
        }
    }

    /// What an option is called in lists.
    #[must_use]
    pub fn option_name(&self, game: GameId, option: &str) -> String {
        self.try_message(&format!("name-{game}-{option}"), &[]).unwrap_or_else(|| option.to_owned())
    }

    /// The side's name: Green, Cones.
    #[must_use]
    pub fn side_name(&self, game: GameId, side: Side) -> String {
        self.message(&format!("side-{}", game.side_word(side)), &[])
    }

    /// A side's name in the middle of a line.
    #[must_use]
    pub fn side_inline(&self, game: GameId, side: Side) -> String {
        self.message("side-inline", &[("side", game.side_word(side).into())])
    }

    /// The kind's name, without colour: stone, king.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> String {
        self.message(&format!("kind-{}", kind.word()), &[])
    }

    /// The piece with its colour, and its number if it has one: red Sun 3.
    #[must_use]
    pub fn piece(&self, game: GameId, piece: &Piece) -> String {
        self.message(&format!("piece-{}", piece.kind.word()), &piece_args(game, piece))
    }

    /// What a count beside the board means.
    #[must_use]
    pub fn tray(&self, tray: TrayKind) -> String {
        self.message(&format!("tray-{}", tray.word()), &[])
    }

    /// The name of a house on Senet's path, if the square is one.
    #[must_use]
    pub fn house(&self, square: u8) -> Option<String> {
        self.try_message(&format!("house-{square}"), &[])
    }

    /// Whose move or throw it is (`side` tells whose throw); of a finished game, the result.
    #[must_use]
    pub fn whose_turn(&self, game: GameId, side: Side, status: &Status) -> String {
        let turn = |id, side| self.message(id, &[("side", game.side_word(side).into())]);
        match status {
            Status::ToAct(side) => turn("turn-act", *side),
            Status::Chance => turn("turn-throw", side),
            Status::Over(outcome) => self.outcome(game, outcome),
        }
    }

    /// The points of a throw of the sticks: 3 points.
    #[must_use]
    pub fn throw(&self, points: u8) -> String {
        self.message("throw-points", &[("points", points.into())])
    }

    /// How likely something is: 4 in 16.
    #[must_use]
    pub fn chance(&self, weight: u32, total: u32) -> String {
        self.message("throw-chance", &[("weight", weight.into()), ("total", total.into())])
    }

    /// What is left of a turn of Diaballik.
    #[must_use]
    pub fn left(&self, steps: u8, pass: bool) -> String {
        self.message("left", &[("steps", steps.into()), ("pass", yes_no(pass).into())])
    }

    /// What an option is for; `None` if the catalogue has no such option.
    #[must_use]
    pub fn option_meaning(&self, game: GameId, option: &str) -> Option<String> {
        self.try_message(&format!("option-{game}-{option}"), &[])
    }

    /// What a group of the evaluation's terms is called.
    #[must_use]
    pub fn term(&self, game: GameId, group: &str) -> String {
        self.try_message(&format!("term-{game}-{group}"), &[]).unwrap_or_else(|| group.to_owned())
    }

    /// What a value of an option means; `None` where it speaks for itself, as most numbers do.
    #[must_use]
    pub fn option_value_meaning(&self, game: GameId, option: &str, value: &str) -> Option<String> {
        self.try_message(&format!("value-{game}-{option}-{value}"), &[])
    }

    /// The name of a preset; `None` if the catalogue has no such preset.
    #[must_use]
    pub fn preset_name(&self, game: GameId, preset: &str) -> Option<String> {
        self.try_message(&format!("preset-{game}-{preset}"), &[])
    }

    /// Why an action is refused: the rule, the squares, the article.
    #[must_use]
    pub fn illegal(&self, illegal: &Illegal) -> String {
        self.message(
            &format!("illegal-{}", illegal.reason.code()),
            &[
                ("game", illegal.game.id().into()),
                ("action", illegal.action.as_str().into()),
                ("squares", squares(&illegal.squares).into()),
                ("count", illegal.squares.len().into()),
                ("article", illegal.article().into()),
            ],
        )
    }

    /// Why a position text is refused: where, what was found there, what should be.
    #[must_use]
    pub fn position_error(&self, error: &PositionError) -> String {
        self.message(
            &format!("position-{}", error.fault.code()),
            &[
                ("game", error.game.id().into()),
                ("field", error.field.into()),
                ("found", error.found.as_str().into()),
                ("squares", squares(&error.squares).into()),
                ("count", error.squares.len().into()),
            ],
        )
    }

    /// Why options are refused, and what is allowed.
    #[must_use]
    pub fn options_error(&self, error: &OptionsError) -> String {
        let game = match error {
            OptionsError::UnknownGame { .. } => "none",
            OptionsError::UnknownName { game, .. }
            | OptionsError::BadValue { game, .. }
            | OptionsError::Repeated { game, .. } => game.id(),
        };
        self.message(
            &format!("options-{}", error.code()),
            &[
                ("game", game.into()),
                ("option", error.option().into()),
                ("found", error.found().into()),
                ("allowed", error.allowed().into()),
            ],
        )
    }

    /// What happened.
    #[must_use]
    pub fn event(&self, game: GameId, event: &Event) -> String {
        self.message(&format!("event-{}", event.code()), &self.event_args(game, event))
    }

    fn event_args(&self, game: GameId, event: &Event) -> Vec<(&'static str, Value<'static>)> {
        let side_arg = |side| ("side", game.side_word(side).into());
        let about = |piece: &Piece, named: &[(&'static str, &Square)]| {
            let mut args = piece_args(game, piece).to_vec();
            args.extend(named.iter().map(|(name, square)| (*name, word(square))));
            args
        };
        match event {
            Event::Threw { side, points } => vec![side_arg(*side), ("points", (*points).into())],
            Event::Placed { piece, square }
            | Event::Dropped { piece, square }
            | Event::Captured { piece, square }
            | Event::ToReserve { piece, square }
            | Event::Promoted { piece, square }
            | Event::CameHome { piece, square }
            | Event::ToBeauty { piece, square }
            | Event::ToWater { piece, square }
            | Event::TrialAgain { piece, square } => about(piece, &[("square", square)]),
            Event::Moved { piece, from, to }
            | Event::ChangedPlaces { piece, from, to }
            | Event::Reborn { piece, from, to } => about(piece, &[("from", from), ("to", to)]),
            Event::Leapt { piece, from, over, to } => {
                about(piece, &[("from", from), ("over", over), ("to", to)])
            }
            Event::LeftBoard { piece, from } => about(piece, &[("from", from)]),
            Event::BallPassed { side, from, to } => {
                vec![side_arg(*side), ("from", word(from)), ("to", word(to))]
            }
            Event::Finished { side }
            | Event::Alone { side }
            | Event::Passed { side }
            | Event::TurnEnded { side } => vec![side_arg(*side)],
            Event::ExtraMove { side, square } => vec![
                side_arg(*side),
                ("count", usize::from(square.is_some()).into()),
                ("square", square.as_ref().map_or_else(|| "".into(), word)),
            ],
            Event::PlacingEnded => Vec::new(),
            Event::GameOver { outcome } => vec![("outcome", self.outcome(game, outcome).into())],
        }
    }

    /// Who has won, with how many points, and why.
    #[must_use]
    pub fn outcome(&self, game: GameId, outcome: &Outcome) -> String {
        let result = match outcome {
            Outcome { reason: End::Aborted, .. } => "none",
            Outcome { winner: Some(_), .. } => "win",
            Outcome { winner: None, .. } => "draw",
        };
        let id = match result {
            "win" => "outcome-win",
            "draw" => "outcome-draw",
            _ => "outcome-aborted",
        };
        let reason = self.end(outcome.reason, Some(game), outcome.winner, result);
        self.message(
            id,
            &[
                ("winner", word_or_none(game, outcome.winner).into()),
                ("scored", yes_no(outcome.points.is_some()).into()),
                ("points", outcome.points.unwrap_or_default().into()),
                ("reason", reason.into()),
            ],
        )
    }

    /// Why games end so, without a certain game in mind: a part of a sentence.
    #[must_use]
    pub fn end_reason(&self, end: End) -> String {
        self.end(end, None, None, "none")
    }

    /// Why to think twice before `side` plays an action.
    #[must_use]
    pub fn warning(&self, game: GameId, side: Side, warning: &Warning) -> String {
        let Warning::LosesAtOnce(end) = warning;
        let reason = self.end(*end, Some(game), Some(side.other()), "win");
        self.message(
            "warning-loses-at-once",
            &[("loser", game.side_word(side).into()), ("reason", reason.into())],
        )
    }

    /// What an action of `side` gives away by force: the opponent's win, or the own one that the best
    /// action would have brought.
    #[must_use]
    pub fn forced(
        &self,
        game: GameId,
        side: Side,
        score: Verdict,
        instead: Verdict,
    ) -> Option<String> {
        let sign = if side == Side::First { 1 } else { -1 };
        let message = |id, winner, turns: u32| {
            let winner = game.side_word(winner).into();
            self.message(id, &[("winner", winner), ("turns", turns.into())])
        };
        match (score, instead) {
            (Verdict::Win(turns), _) if sign * turns < 0 => {
                Some(message("review-forced-loss", side.other(), turns.unsigned_abs()))
            }
            (Verdict::Decided(Some(winner)), _) if winner != side => {
                Some(message("review-forced-loss", winner, 0))
            }
            (Verdict::Win(_) | Verdict::Decided(Some(_)), _) => None,
            (_, Verdict::Win(turns)) if sign * turns > 0 => {
                Some(message("review-missed-win", side, turns.unsigned_abs()))
            }
            _ => None,
        }
    }

    fn end(&self, end: End, game: Option<GameId>, winner: Option<Side>, result: &str) -> String {
        let side = |side| game.map_or("none", |game| word_or_none(game, side));
        self.message(
            &format!("end-{}", end.word()),
            &[
                ("game", game.map_or("none", GameId::id).into()),
                ("result", result.into()),
                ("winner", side(winner).into()),
                ("loser", side(winner.map(Side::other)).into()),
            ],
        )
    }
}

fn piece_args(game: GameId, piece: &Piece) -> [(&'static str, Value<'static>); 3] {
    [
        ("side", game.side_word(piece.side).into()),
        ("kind", piece.kind.word().into()),
        ("number", piece.number.into()),
    ]
}

fn word_or_none(game: GameId, side: Option<Side>) -> &'static str {
    side.map_or("none", |side| game.side_word(side))
}

fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn word(what: &impl Display) -> Value<'static> {
    what.to_string().into()
}

/// The squares as a list, cut where it would get long.
fn squares(squares: &[Square]) -> String {
    let named = squares.iter().take(MOST_SQUARES).map(ToString::to_string);
    let mut out = named.collect::<Vec<_>>().join(", ");
    if squares.len() > MOST_SQUARES {
        out.push_str(" …");
    }
    out
}
