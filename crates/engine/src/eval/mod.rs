//! What the search asks of a game beyond its rules.

/// A table that can be computed: by the compiler, but in a browser at first use, because what takes a
/// moment to compute need not be loaded.
macro_rules! computed {
    ($(#[$doc:meta])* static $name:ident: $type:ty = $made:expr;) => {
        $(#[$doc])*
        #[cfg(not(target_family = "wasm"))]
        static $name: $type = $made;

        $(#[$doc])*
        #[cfg(target_family = "wasm")]
        static $name: std::sync::LazyLock<Box<$type>> =
            std::sync::LazyLock::new(|| Box::new($made));
    };
}

/// The file of a game's learned weights; in a browser the page has it.
macro_rules! weights_of {
    ($game:literal) => {{
        #[cfg(not(target_family = "wasm"))]
        let file: &'static [u8] = include_bytes!(concat!("../../weights/", $game, ".weights"));
        #[cfg(target_family = "wasm")]
        let file: &'static [u8] = &[];
        file
    }};
}

mod diaballik;
mod draughts;
mod groups;
pub(crate) mod learned;
mod salta;
mod seega;
mod senet;

use std::marker::PhantomData;

use rules::{Depict, Side};

use crate::explain::Group;
use crate::level::{LEVELS, Skill};
use crate::score::LARGEST_EVAL;
use crate::tuning::Tuning;
use learned::Learned;

/// Whether a position can be judged as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Liveliness {
    /// Nothing is about to happen: its evaluation can be believed.
    Still,
    /// Every action is forced or forcing (a capture that is due): all of them are looked at.
    Forced,
    /// There are lively actions, but the side to act need not choose one.
    Lively,
}

/// A game that the engine plays.
///
/// The evaluation is a sum of named terms, each a count (first's minus second's) times one weight
/// from a table, so that it can be read, explained and tuned.
pub trait Evaluate: Depict {
    /// The terms' names.
    const TERMS: &'static [&'static str];
    /// The terms' weights, in hundredths of a unit for each count.
    const WEIGHTS: &'static [i32];
    /// Whether scores are expectations (games with dice): a win is then a fixed value and the
    /// evaluation is bent so that it never exceeds that.
    const CHANCE: bool = false;
    /// The terms gathered into groups that have a name in the message catalogue.
    const GROUPS: &'static [Group];
    /// The groups that count material: named first where they tell two positions apart.
    const MATERIAL: &'static [&'static str] = &[];
    /// What each level is able to, chosen by measurement.
    const SKILLS: [Skill; LEVELS];
    /// Hundredths that make odds of e : 1, where scores are not expectations already. It is what
    /// `lab tune` finds on self-play before it touches a weight.
    const SCALE: f64 = 100.0;
    /// The nodes with which a review searches a position: enough to see what a good player sees.
    const REVIEW_NODES: u64 = 100_000;
    /// What a choice loses at least of the expected result to be an inaccuracy, a mistake, a
    /// blunder.
    const LOSSES: [f64; 3] = [0.05, 0.10, 0.20];
    /// Places in the history tables; [`Evaluate::slot`] is below it.
    const SLOTS: usize;
    /// What was learned of its patterns, if anything was.
    const LEARNED: Option<&'static Learned> = None;
    /// The constants of its search, chosen by measurement.
    const TUNING: Tuning = Tuning::GENERAL;

    /// Adds every term that is not zero: its index and its count, first's minus second's. A term
    /// may be added in several parts.
    fn terms(&self, tally: &mut impl Tally);

    /// Visits every pattern of the position: its number among the [learned](Evaluate::LEARNED) ones,
    /// and 1 where it counts for first, −1 where for second. The result is how full the board is, up
    /// to [`FULL`](learned::FULL).
    fn patterns(&self, _visit: &mut impl FnMut(usize, i32)) -> i32 {
        0
    }

    /// The two parts that a pattern is made of, numbered by themselves: what is learned of them, which
    /// are met often, serves for patterns that are rarely met. None where patterns are learned as wholes.
    #[must_use]
    fn parts(_pattern: usize) -> Option<[usize; 2]> {
        None
    }

    /// The sum of the terms that stay beside what was learned, by their weights: what learning adds to.
    fn beside_learned(&self) -> i32 {
        self.weighted_sum() - Self::LEARNED.map_or(0, |learned| learned::sum(self, learned))
    }

    /// The first of the patterns that must have the same weight as this one, because a board turned or
    /// mirrored is worth the same.
    #[must_use]
    fn same_pattern(pattern: usize) -> usize {
        pattern
    }

    /// The sum of the terms by their weights, where there is a quicker way to it.
    #[inline]
    fn weighted_sum(&self) -> i32 {
        let mut sum = Sum::<Self>::new();
        self.terms(&mut sum);
        sum.total
    }

    /// The key under which the search remembers this position: the position's own, and counters
    /// where they are about to matter.
    fn search_key(&self) -> u64 {
        self.key()
    }

    /// How many turns back this position can at most have stood before: since the last action that
    /// cannot be undone.
    fn reversible(&self) -> usize {
        usize::MAX
    }

    /// Whether it can be judged as it stands.
    fn liveliness(&self) -> Liveliness {
        Liveliness::Still
    }

    /// How lively it is, and the sum of its terms unless what follows is forced, where there is a quicker
    /// way to both at once.
    #[inline]
    fn judge(&self) -> (Liveliness, i32) {
        let lively = self.liveliness();
        (lively, if lively == Liveliness::Forced { 0 } else { self.weighted_sum() })
    }

    /// Whether an action is worth a look in a lively position.
    fn is_lively(&self, _action: Self::Action) -> bool {
        false
    }

    /// How promising an action looks before any search: captures, progress. Larger is better.
    fn promise(&self, action: Self::Action) -> i32;

    /// The action's place in the history tables: alike actions share one.
    fn slot(action: Self::Action) -> usize;

    /// Who has won already although the game goes on (Salta's phase of playing alone).
    fn settled(&self) -> Option<Side> {
        None
    }

    /// The actions of the side to act until its end where no opponent interferes any more, as short
    /// a way as was found; none elsewhere. `go_on` is called every so often, with the number of
    /// nodes so far, and returns whether to search on for a shorter one. The way is a plan: whether
    /// its first action is legal here, the rules decide.
    fn alone(&self, _go_on: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Self::Action>> {
        None
    }

    /// The moves that a side would need to its end with the enemy removed from the board, where games
    /// are scored so.
    fn moves_needed(&self, _side: Side) -> Option<Par> {
        None
    }

    /// A short way for a side that plays alone, with what no way is shorter than.
    fn way_home(&self) -> Option<(Vec<Self::Action>, Par)> {
        None
    }

    /// Whether the side to act can win within the turn under way. Never true wrongly; it may be
    /// false where a win is hard to see.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// Within how many of the winner's turns the nearest win can be proven by trying everything,
    /// whatever the counts in the position are; 0 where that is not done.
    fn proof_turns(&self) -> u32 {
        0
    }

    /// How many actions ahead it is good to look from here, unless more is asked for.
    fn horizon(&self) -> u32 {
        u32::MAX
    }

    /// The position with the turn handed over, where passing is harmless to try (never a help to
    /// the side that passes) and possible; none elsewhere.
    fn passed(&self) -> Option<Self> {
        None
    }
}

/// What the terms of a position are added to; a closure will do.
pub trait Tally {
    /// Adds a term's count, or a part of it.
    fn add(&mut self, term: usize, count: i32);
}

impl<F: FnMut(usize, i32)> Tally for F {
    fn add(&mut self, term: usize, count: i32) {
        self(term, count);
    }
}

/// The sum of the terms by a game's weights. Not a closure: optimised for size, the compiler would
/// call that for every term and look every weight up.
struct Sum<P> {
    total: i32,
    game: PhantomData<P>,
}

impl<P: Evaluate> Sum<P> {
    fn new() -> Sum<P> {
        Sum { total: 0, game: PhantomData }
    }
}

impl<P: Evaluate> Tally for Sum<P> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.total += P::WEIGHTS[term] * count;
    }
}

/// A part of the terms: they begin at `from` in the game's list, and count for one side.
struct Part<'a, T> {
    tally: &'a mut T,
    from: usize,
    sign: i32,
}

impl<T: Tally> Tally for Part<'_, T> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.tally.add(self.from + term, self.sign * count);
    }
}

/// How many moves a side needs by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Par {
    /// The fewest that were found.
    pub moves: u32,
    /// No way is shorter than this: if both are the same, that is proven.
    pub least: u32,
}

/// [`Evaluate::alone`], unless the rules forbid the first action of that way here.
pub(crate) fn legal_way<P: Evaluate>(
    position: &P,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<P::Action>> {
    let way = position.alone(go_on)?;
    let legal = position.is_legal(*way.first()?);
    legal.then_some(way)
}

/// The evaluation from first's side, in hundredths.
#[inline]
pub(crate) fn evaluate<P: Evaluate>(position: &P) -> i32 {
    from_sum::<P>(position.weighted_sum())
}

#[inline]
fn from_sum<P: Evaluate>(sum: i32) -> i32 {
    if P::CHANCE {
        return bend(sum as f32) as i32;
    }
    sum.clamp(-LARGEST_EVAL, LARGEST_EVAL)
}

/// The evaluation from first's side by other weights than the game's own, to find better ones.
#[must_use]
pub fn evaluate_by<P: Evaluate>(position: &P, weights: &[f32]) -> f32 {
    let mut sum = 0.0;
    position.terms(&mut |term, count| sum += weights[term] * count as f32);
    if P::CHANCE { bend(sum) } else { sum }
}

/// The value of a win in games with dice, where scores are expectations.
pub(crate) const CHANCE_WIN: i32 = 10_000;

/// Bends an unbounded evaluation into the range of expectations: about `value` near zero, never a
/// win. The curve is x / sqrt(1 + x²), cheap and smooth.
fn bend(value: f32) -> f32 {
    const SCALE: f32 = 5_000.0;
    let x = value / SCALE;
    x / (1.0 + x * x).sqrt() * (CHANCE_WIN - 1) as f32
}

/// The evaluation for the side to act.
#[inline]
pub(crate) fn evaluate_for_side<P: Evaluate>(position: &P) -> i32 {
    let value = evaluate(position);
    if position.side() == Side::First { value } else { -value }
}

/// How lively a position is, and its evaluation for the side to act unless what follows is forced.
#[inline]
pub(crate) fn judge_for_side<P: Evaluate>(position: &P) -> (Liveliness, i32) {
    let (lively, sum) = position.judge();
    let value = from_sum::<P>(sum);
    (lively, if position.side() == Side::First { value } else { -value })
}

/// Every term's count in a position, first's minus second's.
#[must_use]
pub fn evaluate_terms<P: Evaluate>(position: &P) -> Vec<i32> {
    let mut counts = vec![0; P::TERMS.len()];
    position.terms(&mut |term, count| counts[term] += count);
    counts
}
