//! Senet's texts: positions and actions, both ways, chapter 7 of the rules.

use std::fmt;

use super::{Action, BEAUTY, Phase, Rules, Senet, Squares, Step, Throw, WATER, Water, bit, why};
use crate::setup::{self, Fault};
use crate::{GameId, Notation, Position, PositionError, Reason, Refusal, Square};

const GAME: GameId = Senet::GAME;
const SQUARES: u8 = 30;

/// The name of the square at a bit.
pub(super) const fn name(square: u8) -> Square {
    Square::Path(square + 1)
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
        let to_act = Self::SIDE_LETTERS[self.side.index()];
        write!(f, " {to_act} ")?;
        match self.phase {
            Phase::Throw => f.write_str("t"),
            Phase::Beauty => f.write_str("f"),
            Phase::Move(throw) => write!(f, "{}", throw.points()),
        }
    }
}

impl Notation for Senet {
    const SIDE_LETTERS: [char; 2] = ['c', 's'];

    fn read(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let [path, to_act, phase] = setup::fields(GAME, text)?;
        let mut senet = Senet::start(rules);
        senet.pieces = read_path(path)?;
        senet.side = setup::read_side::<Senet>(to_act)?;
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

    fn write_action(&self, action: Action, out: &mut impl fmt::Write) -> fmt::Result {
        match self.step(action) {
            Step::Move { from, to } => write!(out, "{from}-{to}"),
            Step::Leave { from } => write!(out, "{from}-off"),
            Step::Pass => out.write_str("pass"),
        }
    }

    fn find_action(&self, text: &str) -> Result<Action, Refusal> {
        let step = read_step(text)?;
        let mut found = None;
        self.for_each_action(|action| {
            if self.step(action) == step {
                found = Some(action);
            }
        });
        found.ok_or_else(|| why::illegal(self, step))
    }

    fn throw_text(throw: Throw) -> &'static str {
        match throw {
            Throw::One => "t1",
            Throw::Two => "t2",
            Throw::Three => "t3",
            Throw::Four => "t4",
            Throw::Five => "t5",
        }
    }
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
    if senet.rules.water == Water::Return && (own | enemy) & bit(WATER) != 0 {
        return Err(refuse(Fault::WaterReturn, 1, path).at([name(WATER)]));
    }
    if senet.phase != Phase::Throw && own & bit(WATER) != 0 {
        return Err(refuse(Fault::TrialPhase, 3, phase).at([name(WATER)]));
    }
    Ok(())
}

fn read_step(text: &str) -> Result<Step, Refusal> {
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

fn read_square(number: &str) -> Result<u8, Refusal> {
    let number: Option<u8> = number.parse().ok();
    // What is too large even to be named is refused without a name.
    let outside = || (Reason::OffBoard, number.into_iter().map(Square::Path).collect());
    number.filter(|number| (1..=SQUARES).contains(number)).ok_or_else(outside)
}
