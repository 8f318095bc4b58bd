//! What tables know of a position, as servers and browsers write it down.

use rules::Game;
use serde::Serialize;

use crate::{Answer, TableError, Tables, Value};

/// A result under best play, for the side to act.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExactValue {
    /// The side to act wins.
    Win,
    /// No side can win.
    Draw,
    /// The side to act loses.
    Loss,
}

/// What tables know exactly, for the side to act or to throw.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExactOut {
    /// The result; none in games with dice.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub value: Option<ExactValue>,
    /// The actions of both sides to the end, the winner hurrying and the loser delaying.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub distance: Option<u16>,
    /// Draughts: whether a win is within the counters that draw.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub within_counters: Option<bool>,
    /// Senet: the expectation, from -1, lost, to 1, won.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub expectation: Option<f64>,
    /// Senet: whether the limit of throws changes it by more than a millionth.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub limit_matters: Option<bool>,
}

impl From<Answer> for ExactOut {
    fn from(answer: Answer) -> ExactOut {
        match answer {
            Answer::Result { value, distance, within_counters } => {
                let value = Some(match value {
                    Value::Win => ExactValue::Win,
                    Value::Draw => ExactValue::Draw,
                    Value::Loss => ExactValue::Loss,
                });
                ExactOut { value, distance, within_counters, ..ExactOut::default() }
            }
            Answer::Expectation { expectation, limit_matters } => ExactOut {
                expectation: Some(expectation),
                limit_matters: Some(limit_matters),
                ..ExactOut::default()
            },
        }
    }
}

/// An action with what it leads to.
#[derive(Serialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExactActionOut {
    /// Its text.
    pub action: String,
    /// What it brings the side that acts; none if it is not known.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub exact: Option<ExactOut>,
}

/// What tables know of a position.
#[derive(Serialize, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProbeOut {
    /// The rule set.
    pub rules: String,
    /// The position.
    pub position: String,
    /// Its value; none if it is not known.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub exact: Option<ExactOut>,
    /// All its actions, best first.
    pub actions: Vec<ExactActionOut>,
}

impl ProbeOut {
    /// A position of which nothing is known.
    #[must_use]
    pub fn unknown(game: &Game) -> ProbeOut {
        let rules = game.variant().to_string();
        ProbeOut { rules, position: game.position(), exact: None, actions: Vec::new() }
    }

    /// What tables know of the position in which a game stands, and of what its actions lead to.
    ///
    /// # Errors
    /// A table is damaged.
    pub fn of(tables: &Tables, game: &Game) -> Result<ProbeOut, TableError> {
        let known = |answer: Option<Answer>| answer.map(ExactOut::from);
        let actions = tables.probe_actions(game)?.into_iter();
        let actions =
            actions.map(|(action, answer)| ExactActionOut { action, exact: known(answer) });
        let exact = known(tables.probe(game)?);
        Ok(ProbeOut { exact, actions: actions.collect(), ..ProbeOut::unknown(game) })
    }
}
