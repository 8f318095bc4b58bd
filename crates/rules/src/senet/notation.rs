//! Senet's texts: positions and actions, both ways, chapter 7 of the rules.

use std::fmt;

use super::{Action, BEAUTY, Phase, Rules, Senet, Squares, Step, Throw, WATER, bit, each, why};
use crate::setup::{self, Fault};
use crate::{GameId, Illegal, Position, PositionError, Reason, Side, Square};

const GAME: GameId = GameId::Senet;
const SQUARES: u8 = 30;

/// The name of the square at a bit.
pub(super) const fn name(square: u8) -> Square {
    Square::Path(square + 1)
}

/// The names of a set's squares.
pub(super) fn names(set: Squares) -> Vec<Square> {
    let mut out = Vec::new();
    each(set, |square| out.push(name(square)));
    out
}

impl fmt::Display for Senet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for square in 0..SQUARES {
            let [cone, spool] = self.pieces.map(|set| set & bit(square) != 0);
            f.write_char(match (cone, spool) {
                (true, _) => 'c',
                (_, true) => 's',
                _ => '.',
            })?;
        }
        let to_act = if self.side == Side::First { 'c' } else { 's' };
        write!(f, " {to_act} ")?;
        match self.phase {
            Phase::Throw => f.write_str("t"),
            Phase::Beauty => f.write_str("f"),
            Phase::Move(throw) => write!(f, "{}", throw.points()),
        }
    }
}

pub(super) fn read(rules: Rules, text: &str) -> Result<Senet, PositionError> {
    let [path, to_act, phase] = setup::fields(GAME, text)?;
    let mut senet = Senet::start(rules);
    senet.pieces = read_path(path)?;
    senet.side = match to_act {
        "c" => Side::First,
        "s" => Side::Second,
        _ => return Err(PositionError::new(GAME, Fault::ToAct, 2, to_act)),
    };
    senet.phase = match phase {
        "t" => Phase::Throw,
        "f" => Phase::Beauty,
        "1" => Phase::Move(Throw::One),
        "2" => Phase::Move(Throw::Two),
        "3" => Phase::Move(Throw::Three),
        "4" => Phase::Move(Throw::Four),
        "5" => Phase::Move(Throw::Five),
        _ => return Err(PositionError::new(GAME, Fault::Phase, 3, phase)),
    };
    check(&senet, [path, to_act, phase])?;
    senet.key = senet.pieces_key();
    Ok(senet)
}

fn read_path(text: &str) -> Result<[Squares; 2], PositionError> {
    if text.chars().count() != usize::from(SQUARES) {
        return Err(PositionError::new(GAME, Fault::PathLength, 1, text));
    }
    let mut pieces = [0; 2];
    for (square, character) in (0..SQUARES).zip(text.chars()) {
        match character {
            'c' => pieces[0] |= bit(square),
            's' => pieces[1] |= bit(square),
            '.' => {}
            _ => {
                let found = character.to_string();
                let error = PositionError::new(GAME, Fault::UnknownPiece, 1, &found);
                return Err(error.at([name(square)]));
            }
        }
    }
    Ok(pieces)
}

/// What is refused. [7.3]
fn check(senet: &Senet, [path, to_act, phase]: [&str; 3]) -> Result<(), PositionError> {
    let refuse = |fault, field, found| PositionError::new(GAME, fault, field, found);
    let (own, enemy) = (senet.own(), senet.enemy());
    if senet.pieces.iter().any(|set| set.count_ones() > u32::from(senet.rules.pieces)) {
        return Err(refuse(Fault::TooManyPieces, 1, path));
    }
    if senet.pieces == [0, 0] {
        return Err(refuse(Fault::BothOff, 1, path));
    }
    if own == 0 {
        return Err(refuse(Fault::ActorOff, 2, to_act));
    }
    if enemy == 0 && senet.phase != Phase::Throw {
        return Err(refuse(Fault::OffPhase, 3, phase));
    }
    if senet.phase == Phase::Beauty && own & bit(BEAUTY) == 0 {
        return Err(refuse(Fault::BeautyNotActor, 3, phase).at([name(BEAUTY)]));
    }
    if senet.phase != Phase::Beauty && (own | enemy) & bit(BEAUTY) != 0 {
        return Err(refuse(Fault::BeautyOccupied, 1, path).at([name(BEAUTY)]));
    }
    if senet.rules.water_return && (own | enemy) & bit(WATER) != 0 {
        return Err(refuse(Fault::WaterReturn, 1, path).at([name(WATER)]));
    }
    if senet.phase != Phase::Throw && own & bit(WATER) != 0 {
        return Err(refuse(Fault::TrialPhase, 3, phase).at([name(WATER)]));
    }
    Ok(())
}

pub(super) fn write_action(step: Step, out: &mut impl fmt::Write) -> fmt::Result {
    match step {
        Step::Move { from, to } => write!(out, "{from}-{to}"),
        Step::Leave { from } => write!(out, "{from}-off"),
        Step::Pass => out.write_str("pass"),
    }
}

pub(super) fn read_action(senet: &Senet, text: &str) -> Result<Action, Illegal> {
    let refuse = |(reason, squares)| Illegal::new(GAME, text, reason, squares);
    let step = read_step(text).map_err(refuse)?;
    let mut found = None;
    senet.for_each_action(|action| {
        if senet.step(action) == step {
            found = Some(action);
        }
    });
    found.ok_or_else(|| refuse(why::illegal(senet, step)))
}

fn read_step(text: &str) -> Result<Step, (Reason, Vec<Square>)> {
    let refuse = |reason| (reason, Vec::new());
    if text == "pass" {
        return Ok(Step::Pass);
    }
    if Senet::throws().iter().any(|(throw, _)| Senet::throw_text(*throw) == text) {
        return Err(refuse(Reason::MoveDue));
    }
    let (from, to) = text.split_once('-').ok_or_else(|| refuse(Reason::Syntax))?;
    if !is_number(from) || !(is_number(to) || to == "off") {
        return Err(refuse(Reason::Syntax));
    }
    let from = read_square(from)?;
    match to {
        "off" => Ok(Step::Leave { from }),
        _ => Ok(Step::Move { from, to: read_square(to)? }),
    }
}

fn is_number(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

fn read_square(number: &str) -> Result<u8, (Reason, Vec<Square>)> {
    let number: Option<u8> = number.parse().ok();
    // What is too large even to be named is refused without a name.
    let outside = || (Reason::OffBoard, number.into_iter().map(Square::Path).collect());
    number.filter(|number| (1..=SQUARES).contains(number)).ok_or_else(outside)
}
