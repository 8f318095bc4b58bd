//! The solved game in the browser: plays Seega by the proof that first wins.
//!
//! A module of its own beside the core, fetched by who plays against the proof. It is opened with the
//! certificate, unpacked and without its moves, which a proof search finds anew; then it answers
//! requests `{"rules", "position", "moves"}` as the core's `turn` does, but only where first is to act
//! and wins for certain.

use std::sync::OnceLock;

use rules::seega::Seega;
use rules::{Entry, GameId, Line, Notation, Position, Side, Status, Variant};
use serde_json::{Value, json};
use tables::Strategy;

/// The longest turn has fewer actions.
const MOST_ACTIONS: usize = 64;

/// The longest game has fewer entries.
const MOST_ENTRIES: usize = 4_096;

static STRATEGY: OnceLock<Strategy> = OnceLock::new();

/// Takes the certificate; later ones are not looked at. The answer is `{}` or `{"error"}`.
pub fn open(certificate: &[u8]) -> String {
    if STRATEGY.get().is_some() {
        return json!({}).to_string();
    }
    match Strategy::read(certificate) {
        Ok(strategy) => {
            STRATEGY.get_or_init(|| strategy);
            json!({}).to_string()
        }
        Err(error) => json!({ "error": error.to_string() }).to_string(),
    }
}

/// Answers a request: `{"actions": […]}`, first's whole turn, which is proven to win, or `{"error"}`.
pub fn answer(request: &str) -> String {
    match turn(request) {
        Ok(actions) => json!({ "actions": actions }).to_string(),
        Err(error) => json!({ "error": error }).to_string(),
    }
}

fn turn(request: &str) -> Result<Vec<String>, String> {
    let strategy = STRATEGY.get().ok_or("there is no certificate")?;
    let mut line = line(request)?;
    let mut actions = Vec::new();
    while line.status() == Status::ToAct(Side::First)
        && (actions.is_empty() || line.is_turn_open())
        && actions.len() < MOST_ACTIONS
    {
        let (place, _) = strategy.advise(line.position()).ok_or("no win is proven here")?;
        let action = *line.actions().get(place).ok_or("no such action")?;
        actions.push(line.position().action_text(action));
        line.play(Entry::Act(action));
    }
    if actions.is_empty() { Err("first is not to act".to_owned()) } else { Ok(actions) }
}

/// The game after the last move. A game of any kind would be four more games to load.
fn line(request: &str) -> Result<Line<Seega>, String> {
    let fields: Value = serde_json::from_str(request).map_err(|_| "the request is not JSON")?;
    let wrong = |name: &str| format!("the field {name} is missing or wrong");
    let rules = fields["rules"].as_str().and_then(|text| Variant::read_full(text).ok());
    let rules = rules.filter(|variant| variant.game == GameId::SEEGA);
    let rules = rules.ok_or_else(|| wrong("rules"))?.rules::<Seega>();
    let start = match &fields["position"] {
        Value::Null => Seega::start(rules),
        Value::String(text) => Seega::read(rules, text).map_err(|_| wrong("position"))?,
        _ => return Err(wrong("position")),
    };
    let mut line = Line::new(start);
    let moves = match &fields["moves"] {
        Value::Null => &[][..],
        Value::Array(moves) if moves.len() <= MOST_ENTRIES => moves,
        _ => return Err(wrong("moves")),
    };
    for entry in moves {
        let text = entry.as_str().ok_or_else(|| wrong("moves"))?;
        let entry = line.read(text).map_err(|_| wrong("moves"))?;
        line.play(entry);
    }
    Ok(line)
}

border::export!(open: open, call: answer);
