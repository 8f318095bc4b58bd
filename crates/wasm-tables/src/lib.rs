//! Exact tables in the browser: looks positions up in files that the page hands over.
//!
//! A module of its own beside the core, fetched with the tables when a position is shown that they
//! know. It is given files one by one, each behind its name and a line feed; then it answers requests
//! `{"rules", "position"}` as `GET /api/tables/probe` does.

use std::sync::LazyLock;

use rules::{Game, Variant};
use serde_json::{Value, json};
use tables::Tables;
use tables::wire::ProbeOut;

/// Longer texts are no rule sets and no positions.
const LONGEST: usize = 400;

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::new(""));

/// Takes a file: its name, `seega/default/2-1.table`, a line feed, its bytes. The answer is `{}` or
/// `{"error"}`; whether the file is sound shows when it is asked.
pub fn open(file: &[u8]) -> String {
    let end = file.iter().position(|byte| *byte == b'\n');
    let Some((name, bytes)) = end.and_then(|end| {
        let name = std::str::from_utf8(&file[..end]).ok().filter(|name| name.len() <= LONGEST)?;
        Some((name, &file[end + 1..]))
    }) else {
        return json!({ "error": "a file begins with its name" }).to_string();
    };
    tables::hand_over(name, bytes);
    TABLES.refresh();
    json!({}).to_string()
}

/// Answers a request with what the tables know of a position, or with `{"error"}`.
pub fn answer(request: &str) -> String {
    match probe(request) {
        Ok(found) => serde_json::to_string(&found).unwrap_or_default(),
        Err(error) => json!({ "error": error }).to_string(),
    }
}

fn probe(request: &str) -> Result<ProbeOut, String> {
    let fields: Value = serde_json::from_str(request).map_err(|_| "the request is not JSON")?;
    let field = |name: &str| {
        let text = fields[name].as_str().filter(|text| text.len() <= LONGEST);
        text.ok_or_else(|| format!("the field {name} is missing or wrong"))
    };
    let variant = Variant::read_full(field("rules")?).map_err(|error| error.to_string())?;
    let game =
        Game::from_position(variant, field("position")?).map_err(|error| error.to_string())?;
    ProbeOut::of(&TABLES, &game).map_err(|error| error.to_string())
}

border::export!(open: open, call: answer);
