//! What advice looks like on wires, and how a review is kept.

use engine::Verdict;
use rules::GameId;
use serde::{Deserialize, Serialize};
use text::{Lang, text};
use utoipa::ToSchema;

/// What a position is worth, from first's side.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, ToSchema)]
#[serde(untagged)]
pub enum ScoreOut {
    /// By the evaluation.
    Hundredths {
        /// Hundredths of a unit.
        cp: i32,
    },
    /// By a forced win.
    Win {
        /// In so many of the winner's turns; negative: second wins.
        win: i32,
    },
    /// It is decided.
    Decided {
        /// `first`, `second` or `draw`.
        result: String,
    },
}

impl From<Verdict> for ScoreOut {
    fn from(verdict: Verdict) -> ScoreOut {
        match verdict {
            Verdict::Hundredths(cp) => ScoreOut::Hundredths { cp },
            Verdict::Win(win) => ScoreOut::Win { win },
            Verdict::Decided(winner) => {
                ScoreOut::Decided { result: winner.map_or("draw", rules::Side::word).into() }
            }
        }
    }
}

/// One of the best lines.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct LineOut {
    /// Its score.
    pub score: ScoreOut,
    /// The result that first may expect: 1 a win, 0 a loss.
    pub value: f64,
    /// Its actions. Where a throw is due each throw has its line, which begins with it.
    pub line: Vec<String>,
}

/// How far an analysis is.
#[derive(Serialize, Clone, Debug, PartialEq, ToSchema)]
pub struct AnalysisOut {
    /// The id that the question had.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub score: Option<ScoreOut>,
    /// The result that first may expect; where a throw is due, over all throws.
    pub value: Option<f64>,
    /// The best lines, best first.
    pub lines: Vec<LineOut>,
    /// The place in the queue while it waits: 1 is next.
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
    pub score: ScoreOut,
    /// The result that first may expect.
    pub value: f64,
    /// Actions ahead.
    pub depth: u32,
    /// What the line changes, the largest part first.
    pub explain: Vec<ReasonOut>,
}

/// How far a review is.
#[derive(Serialize, Clone, Debug, ToSchema)]
pub struct ReviewState {
    /// `none`, `waiting`, `running`, `done` or `failed`.
    pub state: &'static str,
    /// How much of it is done, from 0 to 1.
    pub progress: f64,
    /// The place in the queue while it waits: 1 is next.
    pub queue: Option<usize>,
    /// The review, when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    pub sides: SidesOut,
    /// Salta's phase of playing alone, if there was one.
    #[serde(default)]
    pub alone: Option<AloneOut>,
}

impl ReviewOut {
    /// With the terms in words.
    #[must_use]
    pub fn said(mut self, game: GameId, lang: Lang) -> ReviewOut {
        for reason in self.entries.iter_mut().flat_map(|entry| &mut entry.why) {
            *reason = ReasonOut::new(game, &reason.term, reason.amount, lang);
        }
        self
    }
}

/// What first may expect before and after an entry.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct ValuesOut {
    /// Before it.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// A reviewed entry.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct ReviewedOut {
    /// Its place, from 0.
    pub ply: i64,
    /// Its turn, from 1.
    pub turn: u32,
    /// `first` or `second`: who acted, or whose throw it was.
    pub side: String,
    /// Its text.
    pub text: String,
    /// Whether it is a throw.
    pub throw: bool,
    /// What first may expect before and after it.
    pub value: ValuesOut,
    /// The position after it.
    pub score: ScoreOut,
    /// The best action; the one played if none is better. None of a throw.
    #[serde(default)]
    pub best: Option<String>,
    /// How the game should have gone on, from the best action on.
    #[serde(default)]
    pub line: Vec<String>,
    /// What an action lost of the expected result, from the actor's side.
    #[serde(default)]
    pub loss: Option<f64>,
    /// What a throw brought over the expectation, from the thrower's side.
    #[serde(default)]
    pub luck: Option<f64>,
    /// Whether there was nothing to choose.
    pub forced: bool,
    /// `inaccuracy`, `mistake` or `blunder`.
    pub mark: Option<String>,
    /// Whether it changed the result.
    pub turning: bool,
    /// Of a marked action, what made the difference to the best one, the largest part first.
    #[serde(default)]
    pub why: Vec<ReasonOut>,
    /// Of an action in Salta's phase of playing alone.
    #[serde(default)]
    pub alone: Option<StepsOut>,
}

/// Steps of a side that plays alone.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct StepsOut {
    /// The fewest to the end that were found, before this action.
    pub par: u32,
    /// How many more it has made of them.
    pub wasted: u32,
}

/// Salta's phase of playing alone.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct AloneOut {
    /// `first` or `second`.
    pub side: String,
    /// The fewest steps that were found when it began.
    pub par: u32,
    /// The steps played.
    pub played: u32,
}

/// How both sides played.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct SidesOut {
    /// First.
    pub first: SummaryOut,
    /// Second.
    pub second: SummaryOut,
}

/// How a side played.
#[derive(Serialize, Deserialize, Clone, Debug, ToSchema)]
pub struct SummaryOut {
    /// Its actions.
    pub moves: u32,
    /// Those among them with something to choose.
    pub choices: u32,
    /// What a choice lost on average.
    pub mean_loss: f64,
    /// 100 if nothing was lost.
    pub accuracy: f64,
    /// Marked so.
    pub inaccuracies: u32,
    /// Marked so.
    pub mistakes: u32,
    /// Marked so.
    pub blunders: u32,
    /// The luck of its throws; none in games without dice.
    #[serde(default)]
    pub luck: Option<f64>,
}
