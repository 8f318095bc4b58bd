//! The game itself: what every game's position can do, without a word of text.

use std::fmt;
use std::hash::Hash;

use crate::{End, GameId, History, Outcome, RuleSet, Side, Status};

/// A position of a game: a small value without history. It holds its rule set and everything that
/// its text shows; what needs the past (repetition, Senet's throw limit) is in
/// [`Line`](crate::Line). How it is written is [`Notation`](crate::Notation), how it looks is
/// [`Depict`](crate::Depict).
///
/// # Contract
/// - [`Status::ToAct`] implies at least one action, a forced pass being one.
/// - Actions are generated in a fixed order, each once.
/// - [`Position::key`] is kept up incrementally and equals [`Position::fresh_key`].
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The rule options.
    type Rules: RuleSet;
    /// One decision of a player. Needs no heap.
    type Action: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// One outcome of chance; [`NoThrow`] in games without dice.
    type Throw: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Which game this is.
    const GAME: GameId;
    /// Whether the same position for the third time is a draw.
    const REPETITION: bool = false;
    /// The ends that are judged after repetition: a repetition at the same time comes first.
    const ENDS_AFTER_REPETITION: &'static [End] = &[];
    /// Whether every action is a turn of its own, also where the same side acts again (Salta's
    /// phase of playing alone).
    const ACTION_IS_TURN: bool = false;
    /// The number of throws after which the game is a draw when the turn ends.
    const THROW_LIMIT: Option<u32> = None;

    /// The start position.
    ///
    /// # Panics
    /// An option has a value that [`RuleSet::OPTIONS`] does not allow.
    fn start(rules: Self::Rules) -> Self;

    /// The rule options.
    fn rules(&self) -> Self::Rules;

    /// What comes next.
    fn status(&self) -> Status;

    /// Whose action or throw is next; in a finished game, whom the position string shows.
    fn side(&self) -> Side;

    /// A key of everything that the string shows, except the counters that run up to a limit
    /// (each game says which).
    fn key(&self) -> u64;

    /// The key computed from nothing, to check the incremental one.
    fn fresh_key(&self) -> u64;

    /// Whether this position counts for repetition and limits of throws: the start of a turn.
    fn at_turn_start(&self) -> bool {
        true
    }

    /// Visits every legal action of the side to act; none if chance is next or the game is over.
    fn for_each_action(&self, visit: impl FnMut(Self::Action));

    /// The legal actions as a list.
    fn actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.for_each_action(|action| actions.push(action));
        actions
    }

    /// The number of legal actions, without making them where that is quicker; 0 where no side is to
    /// act.
    fn count_actions(&self) -> usize {
        let mut count = 0;
        self.for_each_action(|_| count += 1);
        count
    }

    /// Whether an action is legal here. The generator is the only judge.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.actions().contains(&action)
    }

    /// One legal action, each equally likely if `below(n)` gives each number under `n` equally
    /// often. There must be one.
    fn pick_action(&self, mut below: impl FnMut(u32) -> u32) -> Self::Action {
        let mut wanted = below(self.count_actions() as u32);
        let mut picked = None;
        self.for_each_action(|action| {
            if wanted == 0 && picked.is_none() {
                picked = Some(action);
            }
            wanted = wanted.wrapping_sub(1);
        });
        picked.expect("a side to act has an action")
    }

    /// A number of its own for an action, the same in every position, rule set and version: what
    /// programs that learn call it by. Below 2⁵³, so that JSON keeps it.
    fn action_number(action: Self::Action) -> u64;

    /// Plays an action that [`Position::for_each_action`] gave for this position. Unchecked: any
    /// other action gives a meaningless position. [`Notation::try_play`](crate::Notation::try_play)
    /// checks.
    fn play(&mut self, action: Self::Action);

    /// The outcomes of chance with their integer weights; empty in games without dice.
    fn throws() -> &'static [(Self::Throw, u32)] {
        &[]
    }

    /// The outcome of chance that a random byte means; none in games without dice. Not quite by the
    /// weights where their sum is no power of two.
    fn thrown(random: u8) -> Option<Self::Throw> {
        let total: u32 = Self::throws().iter().map(|(_, weight)| weight).sum();
        let mut left = u32::from(random).checked_rem(total)?;
        Self::throws().iter().find_map(|&(throw, weight)| match left.checked_sub(weight) {
            Some(rest) => {
                left = rest;
                None
            }
            None => Some(throw),
        })
    }

    /// Plays an outcome of chance where [`Status::Chance`] holds. Unchecked.
    fn throw(&mut self, throw: Self::Throw);

    /// Why the game is lost at once by a legal action, if it is.
    fn loses_at_once(&self, action: Self::Action) -> Option<End> {
        lost_by(self, action)
    }

    /// How the game ends if this side gives up here.
    fn resigned(&self, side: Side) -> Outcome {
        Outcome::win(side.other(), End::Resign)
    }
}

/// Why the game is lost by the side that plays this action, if it is over then.
pub(crate) fn lost_by<P: Position>(position: &P, action: P::Action) -> Option<End> {
    let mut next = position.clone();
    next.play(action);
    match next.status() {
        Status::Over(outcome) if outcome.winner == Some(position.side().other()) => {
            Some(outcome.reason)
        }
        _ => None,
    }
}

/// One entry of a game record: an action of a player, or of chance.
#[derive(PartialEq, Eq, Debug)]
pub enum Entry<P: Position> {
    /// A player's action.
    Act(P::Action),
    /// An outcome of chance.
    Throw(P::Throw),
}

// Derived, these would ask the position to be `Copy`.
impl<P: Position> Clone for Entry<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position> Copy for Entry<P> {}

impl<P: Position> Entry<P> {
    /// Plays it, unchecked.
    #[inline]
    pub fn play(self, position: &mut P) {
        match self {
            Entry::Act(action) => position.play(action),
            Entry::Throw(throw) => position.throw(throw),
        }
    }
}

/// The throw of a game without dice: there is none, and code that handles it vanishes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoThrow {}

/// Counts the sequences of exactly `depth` actions, outcomes of chance included, each once. What
/// needs history is ignored.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // Without dice the actions alone are counted: there are none where the game is over.
    if depth == 1 && P::throws().is_empty() {
        return position.count_actions() as u64;
    }
    match position.status() {
        Status::Over(_) => 0,
        Status::Chance if depth == 1 => P::throws().len() as u64,
        Status::Chance => P::throws()
            .iter()
            .map(|&(throw, _)| {
                let mut next = position.clone();
                next.throw(throw);
                perft(&next, depth - 1)
            })
            .sum(),
        Status::ToAct(_) if depth == 1 => position.count_actions() as u64,
        Status::ToAct(_) => {
            let mut nodes = 0;
            position.for_each_action(|action| {
                let mut next = position.clone();
                next.play(action);
                nodes += perft(&next, depth - 1);
            });
            nodes
        }
    }
}

/// Plays legal actions, each equally likely, and throws by their weights until the game is over;
/// `below(n)` must give each number under `n` equally often. Returns how it ended and how many
/// entries were played. The history must be that of a game that stands at `position`.
pub fn play_out<P: Position>(
    position: &mut P,
    history: &mut History,
    mut below: impl FnMut(u32) -> u32,
) -> (Outcome, u64) {
    let mut entries = 0;
    loop {
        let threw = match history.status(position) {
            Status::Over(outcome) => return (outcome, entries),
            Status::Chance => {
                position.throw(weighted(P::throws(), &mut below));
                true
            }
            Status::ToAct(_) => {
                let action = position.pick_action(&mut below);
                position.play(action);
                false
            }
        };
        history.record(position, threw);
        entries += 1;
    }
}

/// One of the outcomes of chance, by its weight.
#[inline]
pub fn weighted<T: Copy>(outcomes: &[(T, u32)], mut below: impl FnMut(u32) -> u32) -> T {
    let all = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut rest = below(all);
    for &(outcome, weight) in outcomes {
        if rest < weight {
            return outcome;
        }
        rest -= weight;
    }
    unreachable!("below({all}) gave a number that is not below it")
}
