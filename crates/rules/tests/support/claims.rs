//! Claims about a game in words of their own, as the documents and the lessons write them:
//! `legal b3c3`, `illegal c3 centre-closed`, `legal-set a1 b2`, `play a1 -> POSITION`,
//! `result first goal`; in Senet `danger 22 10` (a piece on 22 can be thrown back by ten throws in
//! sixteen) and `falls 8` (eight throws for the piece on 26 are falls); `from RUN: CLAIM` says a claim
//! of the position that a run of actions leads to. What they say of outcomes ([`KINDS`]) the tests of
//! engine and tables judge; here the actions must be legal.

use rules::record::result_text;
use rules::senet::Senet;
use rules::{Game, Position, Status};

use super::judged::{KINDS, play};
use super::legal;

/// Whether the claim holds of the game; a `play` claim also plays its action.
///
/// # Errors
/// What is so instead.
pub(crate) fn claim_holds(here: &mut Game, claim: &str) -> Result<(), String> {
    if let Some((run, then)) = claim.strip_prefix("from ").and_then(|rest| rest.split_once(": ")) {
        let mut after = here.clone();
        play(&mut after, run)?;
        return claim_holds(&mut after, then);
    }
    let (kind, rest) = claim.split_once(' ').unwrap_or((claim, ""));
    let same = |expected: &str, found: &str| {
        if expected == found { Ok(()) } else { Err(format!("it is {found}")) }
    };
    match kind {
        "legal" => play(&mut here.clone(), rest),
        kind if KINDS.contains(&kind) => judgement_reads(here, kind, rest),
        "illegal" => {
            let (text, code) = rest.split_once(' ').ok_or("no reason")?;
            match here.clone().play(text) {
                Ok(_) => Err("it is legal".to_owned()),
                Err(illegal) => same(code, illegal.reason.code()),
            }
        }
        "play" => {
            let (text, after) = rest.split_once(" -> ").ok_or("no arrow")?;
            here.play(text).map_err(|error| error.to_string())?;
            same(after, &here.position())
        }
        "result" => match here.status() {
            Status::Over(outcome) => same(rest, &result_text(Some(&outcome))),
            Status::ToAct(_) | Status::Chance => Err("the game is not over".to_owned()),
        },
        "legal-set" => {
            let mut expected: Vec<&str> = rest.split(' ').collect();
            expected.sort_unstable();
            same(&expected.join(" "), &legal(here).join(" "))
        }
        "danger" => {
            let (square, count) = rest.split_once(' ').ok_or("no count")?;
            same(count, &danger(here, square)?.to_string())
        }
        "falls" => same(rest, &falls(here)?.to_string()),
        _ => Err("no claim".to_owned()),
    }
}

/// Whether a judgement speaks of actions that are legal here.
fn judgement_reads(here: &Game, kind: &str, rest: &str) -> Result<(), String> {
    let number = |text: &str| {
        let plain =
            !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || "./".contains(c));
        if plain { Ok(()) } else { Err(format!("{text} is no number")) }
    };
    let runs: Vec<&str> = match kind {
        "won" | "lost" => Vec::new(),
        "alone" | "ends" => return number(rest),
        "chance" => match rest.rsplit_once(' ') {
            Some((run, chance)) => {
                number(chance)?;
                vec![run]
            }
            None => return number(rest),
        },
        "prefers" => rest.split(" over ").collect(),
        _ => vec![rest],
    };
    runs.into_iter().try_for_each(|run| play(&mut here.clone(), run))
}

/// By how many throws in sixteen the other side throws back the piece on a square of Senet's path, if
/// it is to throw now. Only moves forward throw back.
fn danger(here: &Game, square: &str) -> Result<u32, String> {
    let text = here.position();
    let path = text.split(' ').next().ok_or("no path")?;
    let at: usize = square.parse().map_err(|_| "no square")?;
    let enemy = match path.as_bytes().get(at.wrapping_sub(1)) {
        Some(b'c') => 's',
        Some(b's') => 'c',
        _ => return Err(format!("nothing on {square}")),
    };
    let throwing = Game::from_position(here.variant(), &format!("{path} {enemy} t"))
        .map_err(|error| error.to_string())?;
    let mut count = 0;
    for (throw, weight) in (1..).zip(Senet::throws().iter().map(|(_, weight)| *weight)) {
        let mut thrown = throwing.clone();
        play(&mut thrown, &format!("t{throw}"))?;
        let back = |action: &str| {
            let Some((from, to)) = action.split_once('-') else { return false };
            to == square && from.parse().is_ok_and(|from: usize| from < at)
        };
        if legal(&thrown).iter().any(|action| back(action)) {
            count += weight;
        }
    }
    Ok(count)
}

/// How many of the sixteen throws for the piece on 26 take it neither to a house nor off the board.
fn falls(here: &Game) -> Result<u32, String> {
    let arrived = |game: &Game| -> Result<usize, String> {
        let text = game.position();
        let on_road = text.split(' ').next().ok_or("no path")?;
        // What is not before the houses is in them or off.
        let colour = if here.side() == rules::Side::First { 'c' } else { 's' };
        Ok(on_road[..27].matches(colour).count())
    };
    let before = arrived(here)?;
    let mut count = 0;
    for (throw, weight) in (1..).zip(Senet::throws().iter().map(|(_, weight)| *weight)) {
        let mut after = here.clone();
        play(&mut after, &format!("t{throw}"))?;
        if arrived(&after)? == before {
            count += weight;
        }
    }
    Ok(count)
}
