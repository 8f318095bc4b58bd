//! Exact values from outside the search: tables that know how a position ends.
//!
//! At the root they decide alone if they know what every action leads to: the shortest win, else
//! the drawing action after which most replies are wrong, else the longest loss. Inside the search
//! a known position is not searched. Without tables nothing changes.

use std::any::Any;
use std::fmt;

use rules::Status;

use crate::Evaluate;
use crate::eval::CHANCE_WIN;
use crate::score::{Score, WON};
use crate::search::Root;
use crate::sort_short;

/// What is known exactly of a position, for the side to act or to throw.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exact {
    /// The side to act wins in so many actions of both sides.
    Win(u16),
    /// No side can win.
    Draw,
    /// The side to act loses in so many actions of both sides.
    Loss(u16),
    /// The expectation in a game with dice, from −1 to 1.
    Expectation(f64),
    /// The side to act wins by a proof that gives no distance: in at most so many actions.
    Won(u16),
    /// The side to act loses by such a proof.
    Lost(u16),
}

/// Where exact values come from.
pub trait ExactValues: fmt::Debug + Sync {
    /// The exact value of a position, which is given as the type that it has in the rules; none if
    /// it is not known. Repetition and what else needs a past do not count.
    fn probe(&self, position: &dyn Any) -> Option<Exact>;

    /// What to play where the result is proven but not what every action leads to: the winner's
    /// action by the proof, or the loser's that is hardest to refute, by its place among the actions
    /// of the position; and what it comes to for the side to act. Asked once a search.
    fn advise(&self, position: &dyn Any) -> Option<(usize, Exact)> {
        let _ = position;
        None
    }
}

impl Exact {
    /// Whether the distance is only a bound: the result is proven, but not how soon it comes.
    #[must_use]
    pub fn is_bound(self) -> bool {
        matches!(self, Exact::Won(_) | Exact::Lost(_))
    }

    /// The value one action earlier, for the side that acts then.
    fn before(self, changed: bool) -> Exact {
        match (self, changed) {
            (Exact::Win(distance), true) => Exact::Loss(distance + 1),
            (Exact::Win(distance), false) => Exact::Win(distance + 1),
            (Exact::Loss(distance), true) => Exact::Win(distance + 1),
            (Exact::Loss(distance), false) => Exact::Loss(distance + 1),
            (Exact::Won(most), true) => Exact::Lost(most + 1),
            (Exact::Won(most), false) => Exact::Won(most + 1),
            (Exact::Lost(most), true) => Exact::Won(most + 1),
            (Exact::Lost(most), false) => Exact::Lost(most + 1),
            (Exact::Expectation(value), true) => Exact::Expectation(-value),
            (value, _) => value,
        }
    }

    /// The score of a position so many turns below the root. The actions to the end stand for
    /// turns, of which there may be fewer: a win is never nearer than its score says.
    pub(crate) fn score(self, turn: i32) -> i32 {
        match self {
            Exact::Win(distance) | Exact::Won(distance) => WON - turn - i32::from(distance),
            Exact::Draw => 0,
            Exact::Loss(distance) | Exact::Lost(distance) => turn + i32::from(distance) - WON,
            Exact::Expectation(value) => (value * f64::from(CHANCE_WIN)).round() as i32,
        }
    }

    /// What orders actions: the larger, the better.
    fn rank(self) -> i64 {
        match self {
            Exact::Win(distance) => (1 << 40) - i64::from(distance),
            Exact::Won(most) => (1 << 39) - i64::from(most),
            Exact::Draw => 0,
            Exact::Lost(most) => i64::from(most) - (1 << 39),
            Exact::Loss(distance) => i64::from(distance) - (1 << 40),
            Exact::Expectation(value) => (value * 1e9) as i64,
        }
    }
}

/// The value of any position, ended games included.
fn value<P: Evaluate>(exact: &dyn ExactValues, position: &P) -> Option<Exact> {
    match position.status() {
        Status::Over(outcome) => Some(match outcome.winner {
            None => Exact::Draw,
            Some(winner) if P::CHANCE => {
                Exact::Expectation(if winner == position.side() { 1.0 } else { -1.0 })
            }
            Some(winner) if winner == position.side() => Exact::Win(0),
            Some(_) => Exact::Loss(0),
        }),
        Status::ToAct(_) | Status::Chance => exact.probe(position),
    }
}

/// The actions of a position with what they are worth to the side to act, best first; none if one
/// of them is not known.
fn actions<P: Evaluate>(exact: &dyn ExactValues, position: &P) -> Option<Vec<(P::Action, Exact)>> {
    let mut known = Vec::new();
    for action in position.actions() {
        let mut next = position.clone();
        next.play(action);
        let after = value(exact, &next)?;
        known.push((action, after.before(next.side() != position.side())));
    }
    sort_short(&mut known, |(_, value)| -value.rank());
    Some(known)
}

/// Of a thousand replies to an action so many throw away the draw.
fn wrong_replies<P: Evaluate>(exact: &dyn ExactValues, position: &P, action: P::Action) -> usize {
    let mut next = position.clone();
    next.play(action);
    let Some(replies) = actions(exact, &next) else { return 0 };
    let same = next.side() == position.side();
    let wrong = replies.iter().filter(|(_, value)| matches!(value, Exact::Loss(_)) && !same);
    1000 * wrong.count() / replies.len().max(1)
}

/// What a proof advises, as a line.
pub(crate) fn advised<P: Evaluate>(
    exact: &dyn ExactValues,
    position: &P,
) -> Option<Root<P::Action>> {
    let (place, value) = exact.advise(position)?;
    let action = *position.actions().get(place)?;
    Some(Root { line: vec![action], score: Score(value.score(0)), exact: Some(value) })
}

/// The longest line that is shown.
const LONGEST: usize = 200;

/// The best lines of a position all of whose actions are known, best first.
pub(crate) fn lines<P: Evaluate>(
    exact: &dyn ExactValues,
    position: &P,
    count: usize,
) -> Option<Vec<Root<P::Action>>> {
    let mut known = actions(exact, position)?;
    let draws = known.iter().position(|(_, value)| *value == Exact::Draw);
    if let Some(from) = draws {
        let to = from + known[from..].iter().filter(|(_, value)| *value == Exact::Draw).count();
        let wrong = |known: &(P::Action, Exact)| (wrong_replies(exact, position, known.0), *known);
        let mut draws: Vec<_> = known[from..to].iter().map(wrong).collect();
        sort_short(&mut draws, |(wrong, _)| -(*wrong as i64));
        for (place, (_, known_draw)) in known[from..to].iter_mut().zip(draws) {
            *place = known_draw;
        }
    }
    let root = |(action, value): (P::Action, Exact)| {
        let (mut line, mut at, mut turns) = (vec![action], position.clone(), 0);
        loop {
            let side = at.side();
            at.play(line[line.len() - 1]);
            turns += i32::from(at.side() != side);
            let decided = matches!(value, Exact::Win(_) | Exact::Loss(_));
            if !decided || line.len() == LONGEST || !matches!(at.status(), Status::ToAct(_)) {
                break;
            }
            let Some(best) = actions(exact, &at).and_then(|all| all.first().copied()) else {
                break;
            };
            line.push(best.0);
        }
        let ended = matches!(at.status(), Status::Over(_));
        let score = match value {
            Exact::Win(_) if ended => WON - turns,
            Exact::Loss(_) if ended => turns - WON,
            value => value.score(0),
        };
        Root { line, score: Score(score), exact: Some(value) }
    };
    Some(known.into_iter().take(count).map(root).collect())
}
