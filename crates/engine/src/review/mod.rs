//! A whole game reviewed: what each action was worth, where it turned, what was luck.
//!
//! Every position is searched with the same effort, from the last to the first, so that the table
//! knows how the game went on. The value of a position is the result that first may expect
//! ([`crate::Searchable::value`]). What an action loses is the value of the best one minus its own, from the
//! actor's side; where that is more than a trifle, the position behind the best action is searched
//! like the one behind the action played, so that the two are compared at the same depth.
//!
//! A throw is not a choice: its *luck* is the value after it minus the expectation before it, the
//! exact sum over all throws by their weights, each searched with the same effort. So a game of
//! Senet falls apart into skill (what was lost by choices) and luck, and the two add up to its
//! course.
//!
//! In Salta's phase of playing alone the result is settled: nothing can be lost but steps. There the
//! review counts them against the *par*.

mod walk;

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rules::{Game, GameId, Side};

use crate::{Ask, Profile, Verdict};
use walk::Walk;

/// How hard each position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many positions: the review is the same every time.
    Nodes(u64),
    /// So long.
    Time(Duration),
}

impl Effort {
    /// What is enough to see what a good player sees.
    #[must_use]
    pub fn usual(game: GameId) -> Effort {
        Effort::Nodes(Profile::of(game).review_nodes)
    }
}

/// How bad a choice was, by what it lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Mark {
    /// Somewhat.
    Inaccuracy,
    /// Clearly.
    Mistake,
    /// Grossly.
    Blunder,
}

impl Mark {
    fn of([inaccuracy, mistake, blunder]: [f64; 3], loss: f64) -> Option<Mark> {
        match loss {
            _ if loss >= blunder => Some(Mark::Blunder),
            _ if loss >= mistake => Some(Mark::Mistake),
            _ if loss >= inaccuracy => Some(Mark::Inaccuracy),
            _ => None,
        }
    }
}

/// From this value on a position counts as won, and from 1 minus this down as lost.
const WON: f64 = 0.8;

/// What a value amounts to for the one whose value it is: 1 a win, -1 a loss, 0 neither.
fn standing(value: f64) -> i8 {
    i8::from(value >= WON) - i8::from(value <= 1.0 - WON)
}

/// The result that first may expect, before and after an entry.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Values {
    /// Before it.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// A group of the evaluation's terms: see [`crate::groups`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Why {
    /// The group's name.
    pub term: &'static str,
    /// By how much the action played is better for first than the best one, in hundredths.
    pub amount: i32,
}

/// Steps of a side that plays alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Steps {
    /// The fewest that were found to the end, before this action.
    pub par: u32,
    /// No way is shorter than this: if it is the par, the par is exact. 0 in reviews of old.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub least: u32,
    /// How many more it has made of them.
    pub wasted: u32,
}

/// An entry of the game.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reviewed {
    /// Its place, from 0.
    pub ply: usize,
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
    /// Whether that is exact: tables know the position, or the nearest win is proven.
    pub exact: bool,
    /// The best action, of a choice; the one played if none is better.
    pub best: Option<String>,
    /// How the game should have gone on, from the best action on.
    pub line: Vec<String>,
    /// What the best action brings; what the one played has brought if none is better.
    pub instead: Verdict,
    /// Of a marked action, how it is answered.
    pub refutation: Vec<String>,
    /// What an action has lost of the expected result, from the actor's side.
    pub loss: Option<f64>,
    /// What a throw has brought over the expectation, from the thrower's side.
    pub luck: Option<f64>,
    /// Whether there was nothing to choose.
    pub forced: bool,
    /// How bad it was.
    pub mark: Option<Mark>,
    /// Whether it changed the result: a win given away, or a loss brought about.
    pub turning: bool,
    /// Of a marked action, what of the difference speaks against the actor: material first, then
    /// the largest part; last, what largely makes up for it. In sum it is a loss. Empty where a result is forced, which [`score`](Self::score) and
    /// [`instead`](Self::instead) say, and where only the search sees the loss.
    pub why: Vec<Why>,
    /// Of an action in Salta's phase of playing alone.
    pub alone: Option<Steps>,
}

/// How a side played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Summary {
    /// Its actions.
    pub moves: u32,
    /// Those among them with something to choose.
    pub choices: u32,
    /// What a choice has lost on average.
    pub mean_loss: f64,
    /// 100 if nothing was lost; the mean of 100 exp(-4 loss) over all choices.
    pub accuracy: f64,
    /// Marked so.
    pub inaccuracies: u32,
    /// Marked so.
    pub mistakes: u32,
    /// Marked so.
    pub blunders: u32,
    /// The luck of its throws; none in games without dice.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub luck: Option<f64>,
}

/// Both sides.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sides {
    /// First.
    pub first: Summary,
    /// Second.
    pub second: Summary,
}

/// Salta's phase of playing alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Alone {
    /// Who played alone.
    pub side: Side,
    /// The fewest steps that were found when it began.
    pub par: u32,
    /// No way was shorter than this: if it is the par, the par is exact. 0 in reviews of old.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub least: u32,
    /// The steps played.
    pub played: u32,
}

/// The moves that each side would still need with the enemy removed from the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Needed {
    /// First.
    pub first: u32,
    /// Second.
    pub second: u32,
    /// What first needs at least: if it is the same, that is exact. 0 in reviews of old.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub first_least: u32,
    /// What second needs at least.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub second_least: u32,
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Review {
    /// What first may expect at the start.
    pub start: f64,
    /// Every entry, in order.
    pub entries: Vec<Reviewed>,
    /// How each side played.
    pub sides: Sides,
    /// The phase of playing alone, if there was one.
    pub alone: Option<Alone>,
    /// Of a game of Salta that reached its limit, what the published way of scoring counts.
    pub needed: Option<Needed>,
}

/// A review under way: one entry at a time, so that others can have the thread in between.
pub struct Reviewer(Walk);

impl std::fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reviewer({:.3})", self.progress())
    }
}

impl Reviewer {
    /// Begins with a game as it stands.
    #[must_use]
    pub fn new(game: &Game, effort: Effort) -> Reviewer {
        Reviewer(Walk::new(game.clone(), effort))
    }

    /// Searches the next position with what the question lends: hash table, clock (any that runs),
    /// flag that stops, exact tables; its limits do not count. True when all are done. If it is
    /// stopped, what was being searched is searched again by the next call.
    pub fn step(&mut self, ask: &Ask<'_>) -> bool {
        self.0.step(ask)
    }

    /// How much is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// The review, when all is done.
    #[must_use]
    pub fn finish(&self) -> Option<Review> {
        self.0.finish()
    }
}

/// Reviews a game in one go, reporting how much is done after every entry; none if it was stopped.
pub fn review(
    game: &Game,
    effort: Effort,
    ask: &Ask<'_>,
    mut progress: impl FnMut(f64),
) -> Option<Review> {
    let mut reviewer = Reviewer::new(game, effort);
    while !ask.stop.load(Relaxed) {
        let done = reviewer.step(ask);
        progress(reviewer.progress());
        if done {
            return reviewer.finish();
        }
    }
    None
}

/// The summaries of both sides.
fn summarise(entries: &[Reviewed], dice: bool) -> Sides {
    let of = |side: Side| {
        let own = || entries.iter().filter(|entry| entry.side == side);
        let choices: Vec<f64> =
            own().filter(|entry| !entry.forced).filter_map(|entry| entry.loss).collect();
        let mean = |sum: f64| if choices.is_empty() { 0.0 } else { sum / choices.len() as f64 };
        let accuracy = |loss: &f64| 100.0 * (-4.0 * loss).exp();
        let marked = |mark| own().filter(|entry| entry.mark == Some(mark)).count() as u32;
        Summary {
            moves: own().filter(|entry| !entry.throw).count() as u32,
            choices: choices.len() as u32,
            mean_loss: mean(choices.iter().sum()),
            accuracy: if choices.is_empty() {
                100.0
            } else {
                mean(choices.iter().map(accuracy).sum())
            },
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
            luck: dice.then(|| own().filter_map(|entry| entry.luck).sum()),
        }
    };
    Sides { first: of(Side::First), second: of(Side::Second) }
}
