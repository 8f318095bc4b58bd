//! Advice on wires, and reviews as they are stored: the engine's, with its terms in words.

use engine::Verdict;
use engine::review::{Alone, Mark, Needed, Sides, Steps, Values};
use rules::{GameId, Side};
use serde::{Deserialize, Serialize};
use text::{Lang, text};
use utoipa::ToSchema;

/// One of the best lines.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct LineOut {
    /// Its score.
    pub score: Verdict,
    /// The result that first may expect: 1 a win, 0 a loss.
    pub value: f64,
    /// Whether that is exact: tables know it.
    pub exact: bool,
    /// Its actions. Where a throw is due each throw has its line, which begins with it.
    pub line: Vec<String>,
}

/// How far an analysis is.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct AnalysisOut {
    /// The id that the question had.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub id: Option<String>,
    /// The position that is analysed.
    pub position: String,
    /// Actions ahead.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions a second.
    pub nps: u64,
    /// The position's score; none before anything is found.
    #[schema(required = true)]
    pub score: Option<Verdict>,
    /// The result that first may expect; where a throw is due, over all throws.
    #[schema(required = true)]
    pub value: Option<f64>,
    /// The best lines, best first.
    pub lines: Vec<LineOut>,
    /// The place in the queue while it waits: 1 is next.
    #[schema(required = true)]
    pub waiting: Option<usize>,
    /// Whether this is the last message of the analysis.
    pub done: bool,
}

/// A group of the evaluation's terms, and by how much it speaks for first.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, ToSchema)]
pub struct ReasonOut {
    /// In the player's language.
    pub term: String,
    /// A word for programs.
    #[serde(default)]
    #[schema(required = true)]
    pub id: String,
    /// Hundredths of a unit, from first's side.
    pub amount: i32,
}

impl ReasonOut {
    /// A group by its name, in words.
    #[must_use]
    pub fn new(game: GameId, group: &str, amount: i32, lang: Lang) -> ReasonOut {
        ReasonOut { term: text(lang).term(game, group), id: group.to_owned(), amount }
    }
}

/// A hint.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct HintOut {
    /// The action to play.
    pub action: String,
    /// How the game would go on, from that action on.
    pub line: Vec<String>,
    /// The position's score.
    pub score: Verdict,
    /// The result that first may expect.
    pub value: f64,
    /// Actions ahead.
    pub depth: u32,
    /// What the line changes, the largest part first.
    pub explain: Vec<ReasonOut>,
}

/// The stages of a review.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStage {
    /// It was never asked for.
    None,
    /// It waits for its turn.
    Waiting,
    /// It is under way.
    Running,
    /// It is there.
    Done,
    /// It failed.
    Failed,
}

/// How far a review is.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct ReviewState {
    /// Its stage.
    pub state: ReviewStage,
    /// How much of it is done, from 0 to 1.
    pub progress: f64,
    /// The place in the queue while it waits: 1 is next.
    #[schema(required = true)]
    pub queue: Option<usize>,
    /// The review, when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review: Option<ReviewOut>,
}

/// A reviewed game.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct ReviewOut {
    /// What first may expect at the start: 1 a win, 0 a loss.
    pub start: f64,
    /// Every entry, in order.
    pub entries: Vec<ReviewedOut>,
    /// How each side played.
    pub sides: Sides,
    /// Salta's phase of playing alone, if there was one.
    #[serde(default)]
    #[schema(required = true)]
    pub alone: Option<Alone>,
    /// Of a game of Salta that reached its limit, the moves that each side would still need with the
    /// enemy removed from the board: the published way of scoring.
    #[serde(default)]
    #[schema(required = true)]
    pub needed: Option<Needed>,
}

impl ReviewOut {
    /// With the terms in words.
    #[must_use]
    pub fn said(mut self, game: GameId, lang: Lang) -> ReviewOut {
        for entry in &mut self.entries {
            for reason in &mut entry.why {
                *reason = ReasonOut::new(game, &reason.term, reason.amount, lang);
            }
            let instead = entry.instead.unwrap_or(entry.score);
            if entry.mark.is_some() {
                entry.forced_result = text(lang).forced(game, entry.side, entry.score, instead);
            }
        }
        self
    }
}

/// A reviewed entry.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct ReviewedOut {
    /// Its place, from 0.
    pub ply: i64,
    /// Its turn, from 1.
    pub turn: u32,
    /// Who acted, or whose throw it was.
    pub side: Side,
    /// Its text.
    pub text: String,
    /// Whether it is a throw.
    pub throw: bool,
    /// What first may expect before and after it.
    pub value: Values,
    /// The position after it.
    pub score: Verdict,
    /// Whether that is exact: tables know the position.
    #[serde(default)]
    #[schema(required = true)]
    pub exact: bool,
    /// The best action; the one played if none is better. None of a throw.
    #[serde(default)]
    #[schema(required = true)]
    pub best: Option<String>,
    /// How the game should have gone on, from the best action on.
    #[serde(default)]
    #[schema(required = true)]
    pub line: Vec<String>,
    /// What the best action brings. None in reviews made by version 0.1.
    #[serde(default)]
    #[schema(required = true)]
    pub instead: Option<Verdict>,
    /// Of a marked action, how it is answered.
    #[serde(default)]
    #[schema(required = true)]
    pub refutation: Vec<String>,
    /// Of a marked action, the win that it gives away by force: a sentence.
    #[serde(default)]
    #[schema(required = true)]
    pub forced_result: Option<String>,
    /// What an action lost of the expected result, from the actor's side.
    #[serde(default)]
    #[schema(required = true)]
    pub loss: Option<f64>,
    /// What a throw brought over the expectation, from the thrower's side.
    #[serde(default)]
    #[schema(required = true)]
    pub luck: Option<f64>,
    /// Whether there was nothing to choose.
    pub forced: bool,
    /// How bad it was.
    #[schema(required = true)]
    pub mark: Option<Mark>,
    /// Whether it changed the result.
    pub turning: bool,
    /// Of a marked action, what of the difference to the best one speaks against the actor, the
    /// most telling first; what largely makes up for it, last.
    #[serde(default)]
    #[schema(required = true)]
    pub why: Vec<ReasonOut>,
    /// Of an action in Salta's phase of playing alone.
    #[serde(default)]
    #[schema(required = true)]
    pub alone: Option<Steps>,
}

/// A table.
#[derive(Serialize, Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct TableOut {
    /// The rule set.
    pub rules: String,
    /// The pieces of both sides.
    pub layer: String,
    /// The positions in it.
    pub entries: u64,
    /// The size of its file.
    pub bytes: u64,
    /// Its file: `GET /api/tables/file?file=…` gives it.
    pub file: String,
}

/// A table that is being built.
#[derive(Serialize, Clone, Debug, PartialEq, Eq, ToSchema)]
pub struct BuildingOut {
    /// The rule set.
    pub rules: String,
    /// The pieces of both sides.
    pub layer: String,
    /// What has been done of the step under way.
    pub done: u64,
    /// What there is to do in it.
    pub total: u64,
}

/// The tables of this server.
#[derive(Serialize, Clone, Debug, PartialEq, Eq, Default, ToSchema)]
pub struct TablesOut {
    /// What there is.
    pub tables: Vec<TableOut>,
    /// What is being built.
    #[schema(required = true)]
    pub building: Option<BuildingOut>,
}
