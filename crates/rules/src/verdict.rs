//! What is known of a position: by a search, an evaluation, or because it is decided.

use std::fmt;

use crate::{Outcome, Side};

/// What is known of a position, from first's side. As JSON `{"cp": 35}`, `{"win": -3}` or
/// `{"result": "first"}`; in records `0.35` or `#-3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Verdict {
    /// Hundredths of a unit.
    #[cfg_attr(feature = "serde", serde(rename = "cp"))]
    Hundredths(i32),
    /// A forced win in so many of the winner's turns; negative: of second.
    #[cfg_attr(feature = "serde", serde(rename = "win"))]
    Win(i32),
    /// It is decided: over, or settled although it goes on. None: a draw.
    #[cfg_attr(feature = "serde", serde(rename = "result", with = "crate::serial::winner"))]
    #[cfg_attr(feature = "schema", schema(value_type = crate::Winner))]
    Decided(Option<Side>),
}

impl Verdict {
    /// Of an ended game.
    #[must_use]
    pub fn over(outcome: &Outcome) -> Verdict {
        Verdict::Decided(outcome.winner)
    }

    /// Reads what [`Display`](fmt::Display) prints of all but decided positions; more digits than
    /// hundredths are cut.
    #[must_use]
    pub fn read(text: &str) -> Option<Verdict> {
        if let Some(turns) = text.strip_prefix('#') {
            return turns.parse().ok().filter(|turns| *turns != 0).map(Verdict::Win);
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !plain(whole) || !plain(part) {
            return None;
        }
        let part: i32 = format!("{part:0<2}").get(..2)?.parse().ok()?;
        let value = whole.parse::<i32>().ok()?.checked_mul(100)?.checked_add(part)?;
        Some(Verdict::Hundredths(if negative { -value } else { value }))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Hundredths(value) => {
                let sign = if value < 0 { "-" } else { "" };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
            Verdict::Win(turns) => write!(f, "#{turns}"),
            Verdict::Decided(Some(Side::First)) => f.write_str("1-0"),
            Verdict::Decided(Some(Side::Second)) => f.write_str("0-1"),
            Verdict::Decided(None) => f.write_str("1/2"),
        }
    }
}
