//! The façade: one way to ask the engine about a game, whether its type is known or not.
//!
//! Everything outside this crate that wants a search, an action at a level, a value or a reason
//! asks through [`Searchable`], which a [`Line`] of any game with an evaluation and a
//! [`rules::Game`] both are. A search is compiled for each game here and nowhere else.
//!
//! Whatever comes back has been checked: an action that the rules do not list is a defect of the
//! engine, and no caller ever sees one.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{AnyAction, Entry, Game, Line, Side, Status, Verdict, with_line};

use crate::eval::{evaluate, evaluate_terms};
use crate::explain::explain_counts;
use crate::level::choose_with;
use crate::search::{Clock, Root, Search};
use crate::value::{value_of, verdict_of};
use crate::{
    Evaluate, ExactValues, HashTable, Level, Limits, Profile, Report, Score, Skill, TermChange,
    Uct, explain_between, greedy, imbalance,
};

/// What to find out, and with what. The engine has no clock, thread or random source of its own.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// When to stop.
    pub limits: Limits,
    /// How many best lines.
    pub lines: usize,
    /// What earlier searches of the same rule set have found.
    pub table: &'a HashTable,
    /// Time since the question was asked.
    pub clock: &'a dyn Clock,
    /// Raised from outside, it ends the search.
    pub stop: &'a AtomicBool,
    /// Further threads.
    pub helpers: &'a dyn Helpers,
    /// Tables of exact values; they are looked up with the feature `tables`.
    pub exact: Option<&'a dyn ExactValues>,
}

impl fmt::Debug for Ask<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ask")
            .field("limits", &self.limits)
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

impl<'a> Ask<'a> {
    /// Asks for the best line on one thread, without a clock.
    #[must_use]
    pub fn new(limits: Limits, table: &'a HashTable, stop: &'a AtomicBool) -> Ask<'a> {
        Ask { limits, lines: 1, table, clock: &no_clock, stop, helpers: &NoHelpers, exact: None }
    }
}

/// No time passes: for limits of depth or nodes.
fn no_clock() -> Duration {
    Duration::ZERO
}

/// Threads that a caller lends to a search.
pub trait Helpers: Sync {
    /// Runs `first` on this thread and `help(1)`, `help(2)`, … on others, and returns when all are
    /// done. The helpers end by themselves soon after `first`.
    fn run(&self, first: &mut dyn FnMut(), help: &(dyn Fn(usize) + Sync));
}

/// One thread only.
#[derive(Clone, Copy, Debug)]
pub struct NoHelpers;

impl Helpers for NoHelpers {
    fn run(&self, first: &mut dyn FnMut(), _: &(dyn Fn(usize) + Sync)) {
        first();
    }
}

/// A game that the engine can be asked about.
pub trait Searchable: Clone {
    /// One decision of a player.
    type Action: Copy + Eq + fmt::Debug;

    /// Whose action or throw is next; in a finished game, whom the position string shows.
    fn actor(&self) -> Side;

    /// The constants of its evaluation.
    fn profile(&self) -> Profile;

    /// The best lines, reported after every finished depth; none if no side is to act.
    fn search(
        &self,
        ask: &Ask<'_>,
        report: &mut dyn FnMut(&Report<Self::Action>),
    ) -> Option<Report<Self::Action>>;

    /// The action that a player of this skill chooses; none if no side is to act. `below` is the
    /// player's luck in misjudging.
    fn choose_with(
        &self,
        skill: Skill,
        ask: &Ask<'_>,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Self::Action>;

    /// The action that is best by the evaluation alone; none if no side is to act.
    fn greedy(&self) -> Option<Self::Action>;

    /// The action that plain UCT with random games chooses within the limits.
    fn uct(&self, ask: &Ask<'_>, below: &mut dyn FnMut(u32) -> u32) -> Option<Self::Action>;

    /// How far from ½ a short search finds the expected result.
    fn imbalance(&self) -> f64;

    /// The texts of a line that a search found, as far as the rules let it be played: a line ends
    /// where chance or the end of the game does, whatever the search wrote behind that.
    fn texts(&self, actions: &[Self::Action]) -> Vec<String>;

    /// Which groups of terms make the difference between here and the end of a line that a search
    /// found, the largest first: why it is good, as data.
    fn explain(&self, actions: &[Self::Action]) -> Vec<TermChange>;

    /// The game after a line that a search found, as far as the rules let it be played.
    fn followed(&self, actions: &[Self::Action]) -> Self;

    /// Which groups of terms make the difference between this position and another of the same
    /// game, the largest first.
    fn explain_to(&self, other: &Self) -> Vec<TermChange>;

    /// What is known without a search: the result of a finished game, else the evaluation.
    fn verdict(&self) -> Verdict;

    /// The outcomes of the throw that is due, with their weights and the games behind them; none
    /// if no throw is due.
    fn throws(&self) -> Vec<(&'static str, u32, Self)>;

    /// Plays at a level, within the level's own limits of nodes and time.
    fn choose(
        &self,
        level: Level,
        ask: &Ask<'_>,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Option<Self::Action> {
        let skill = self.profile().skills[usize::from(level.number()) - 1];
        let time = level.patience();
        let time = ask.limits.time.map_or(time, |most| most.min(time));
        let limits = Limits { time: Some(time), ..ask.limits };
        self.choose_with(skill, &Ask { limits, ..*ask }, below)
    }

    /// What a score for the side to act says about the position.
    fn verdict_of(&self, score: Score) -> Verdict {
        verdict_of(score, self.actor())
    }

    /// The result that first may expect by a verdict: 1 a win, ½ a draw.
    fn value(&self, verdict: Verdict) -> f64 {
        value_of(&self.profile(), verdict)
    }
}

/// The nodes of a tree of random games: more than its time lets it have.
const UCT_NODES: usize = 500_000;

/// Lets an action through if the rules list it.
///
/// # Panics
/// They do not: the engine is wrong, and a wrong action must not reach a game.
fn checked<P: Evaluate>(line: &Line<P>, action: P::Action) -> P::Action {
    assert!(
        line.position().is_legal(action),
        "the engine chose {action:?}, which is not legal in {}",
        line.position()
    );
    action
}

/// Plays a line that a search found, as far as the rules let it be played.
pub(crate) fn follow<P: Evaluate>(
    line: &Line<P>,
    actions: &[P::Action],
    mut each: impl FnMut(&P, P::Action),
) -> Line<P> {
    let mut after = line.clone();
    for &action in actions {
        if !matches!(after.status(), Status::ToAct(_)) || !after.position().is_legal(action) {
            break;
        }
        each(after.position(), action);
        after.play(Entry::Act(action));
    }
    after
}

impl<P: Evaluate> Searchable for Line<P> {
    type Action = P::Action;

    fn actor(&self) -> Side {
        self.position().side()
    }

    fn profile(&self) -> Profile {
        Profile::new::<P>()
    }

    fn search(
        &self,
        ask: &Ask<'_>,
        report: &mut dyn FnMut(&Report<P::Action>),
    ) -> Option<Report<P::Action>> {
        let search = Search::new(self, ask.table, ask.limits, ask.lines, ask.clock, ask.stop);
        let search = search.with(ask.exact);
        let mut last = None;
        ask.helpers.run(&mut || last = search.run(report), &|number| search.help(number));
        for root in last.iter().flat_map(|last| &last.lines) {
            checked(self, root.line[0]);
        }
        last
    }

    fn choose_with(
        &self,
        skill: Skill,
        ask: &Ask<'_>,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Option<P::Action> {
        let chosen = choose_with(self, skill, ask, below);
        chosen.map(|action| checked(self, action))
    }

    fn greedy(&self) -> Option<P::Action> {
        matches!(self.status(), Status::ToAct(_)).then(|| greedy(self.position())).flatten()
    }

    fn uct(&self, ask: &Ask<'_>, below: &mut dyn FnMut(u32) -> u32) -> Option<P::Action> {
        let Limits { nodes, time, .. } = ask.limits;
        let enough = |games| {
            nodes.is_some_and(|most| games >= most)
                || time.is_some_and(|most| ask.clock.elapsed() >= most)
        };
        Uct::new(UCT_NODES).choose(self, enough, below).map(|action| checked(self, action))
    }

    fn imbalance(&self) -> f64 {
        imbalance(self)
    }

    fn texts(&self, actions: &[P::Action]) -> Vec<String> {
        let mut texts = Vec::with_capacity(actions.len());
        follow(self, actions, |before, action| texts.push(before.action_text(action)));
        texts
    }

    fn explain(&self, actions: &[P::Action]) -> Vec<TermChange> {
        // History ends a line as little as it ended the search's.
        let here = Line::new(self.position().clone());
        explain_between(self.position(), follow(&here, actions, |_, _| {}).position())
    }

    fn followed(&self, actions: &[P::Action]) -> Line<P> {
        follow(self, actions, |_, _| {})
    }

    fn explain_to(&self, other: &Line<P>) -> Vec<TermChange> {
        explain_between(self.position(), other.position())
    }

    fn verdict(&self) -> Verdict {
        match self.status() {
            Status::Over(outcome) => Verdict::over(&outcome),
            Status::ToAct(_) | Status::Chance => Verdict::Hundredths(evaluate(self.position())),
        }
    }

    fn throws(&self) -> Vec<(&'static str, u32, Line<P>)> {
        if self.status() != Status::Chance {
            return Vec::new();
        }
        let behind = |&(throw, weight)| {
            let mut next = self.clone();
            next.play(Entry::Throw(throw));
            (P::throw_text(throw), weight, next)
        };
        P::throws().iter().map(behind).collect()
    }
}

/// A report with its actions in another form.
fn mapped<A: Copy, B: From<A>>(report: &Report<A>) -> Report<B> {
    let root = |root: &Root<A>| Root {
        line: root.line.iter().map(|action| B::from(*action)).collect(),
        score: root.score,
        exact: root.exact,
    };
    let Report { depth, nodes, elapsed, table_permille, .. } = *report;
    Report { depth, lines: report.lines.iter().map(root).collect(), nodes, elapsed, table_permille }
}

/// The actions of one game among those of any.
fn typed<A: TryFrom<AnyAction>>(actions: &[AnyAction]) -> Vec<A> {
    actions.iter().map_while(|action| A::try_from(*action).ok()).collect()
}

impl Searchable for Game {
    type Action = AnyAction;

    fn actor(&self) -> Side {
        self.side()
    }

    fn profile(&self) -> Profile {
        with_line!(self, line => line.profile())
    }

    fn search(
        &self,
        ask: &Ask<'_>,
        report: &mut dyn FnMut(&Report<AnyAction>),
    ) -> Option<Report<AnyAction>> {
        with_line!(self, line => {
            line.search(ask, &mut |found| report(&mapped(found))).as_ref().map(mapped)
        })
    }

    fn choose_with(
        &self,
        skill: Skill,
        ask: &Ask<'_>,
        below: &mut dyn FnMut(u32) -> u32,
    ) -> Option<AnyAction> {
        with_line!(self, line => line.choose_with(skill, ask, below).map(AnyAction::from))
    }

    fn greedy(&self) -> Option<AnyAction> {
        with_line!(self, line => line.greedy().map(AnyAction::from))
    }

    fn uct(&self, ask: &Ask<'_>, below: &mut dyn FnMut(u32) -> u32) -> Option<AnyAction> {
        with_line!(self, line => line.uct(ask, below).map(AnyAction::from))
    }

    fn imbalance(&self) -> f64 {
        with_line!(self, line => imbalance(line))
    }

    fn texts(&self, actions: &[AnyAction]) -> Vec<String> {
        with_line!(self, line => line.texts(&typed(actions)))
    }

    fn explain(&self, actions: &[AnyAction]) -> Vec<TermChange> {
        with_line!(self, line => line.explain(&typed(actions)))
    }

    fn followed(&self, actions: &[AnyAction]) -> Game {
        with_line!(self, line => Game::from(line.followed(&typed(actions))))
    }

    fn explain_to(&self, other: &Game) -> Vec<TermChange> {
        let counts = |game: &Game| with_line!(game, line => evaluate_terms(line.position()));
        with_line!(self, line => explain_counts(line.position(), &[counts(self), counts(other)]))
    }

    fn verdict(&self) -> Verdict {
        with_line!(self, line => line.verdict())
    }

    fn throws(&self) -> Vec<(&'static str, u32, Game)> {
        with_line!(self, line => {
            let erased = |(text, weight, line)| (text, weight, Game::from(line));
            Searchable::throws(line).into_iter().map(erased).collect()
        })
    }
}
