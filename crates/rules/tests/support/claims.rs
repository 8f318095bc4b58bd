//! Claims about a game in words of their own, as the documents and the lessons write them:
//! `legal b3c3`, `illegal c3 centre-closed`, `legal-set a1 b2`, `play a1 -> POSITION`,
//! `result first goal`. What they say of outcomes (`wins A`, `loses A`, `only A`) the engine's tests
//! judge; here the action must be legal.

use rules::record::result_text;
use rules::{Game, Status};

use super::legal;

/// Whether the claim holds of the game; a `play` claim also plays its action.
///
/// # Errors
/// What is so instead.
pub(crate) fn claim_holds(here: &mut Game, claim: &str) -> Result<(), String> {
    let (kind, rest) = claim.split_once(' ').ok_or("no claim")?;
    let same = |expected: &str, found: &str| {
        if expected == found { Ok(()) } else { Err(format!("it is {found}")) }
    };
    match kind {
        "legal" | "wins" | "loses" | "only" => {
            here.clone().play(rest).map_err(|error| error.to_string())?;
            Ok(())
        }
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
        _ => Err("no claim".to_owned()),
    }
}
