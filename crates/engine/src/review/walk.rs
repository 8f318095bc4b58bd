//! The walk through a game, from its end to its start.

use std::sync::atomic::Ordering::Relaxed;

use rules::{AnyAction, End, Game, Line, Outcome, Played, Position, Side, Status, with_line};

use super::{
    Alone, Effort, Mark, Needed, Review, Reviewed, Steps, Values, Why, standing, summarise,
};
use crate::eval::evaluate;
use crate::proof::{self, Proof};
use crate::{Ask, Evaluate, Limits, Par, Profile, Searchable, TermChange, Verdict, sort_short};

/// The longest line that is kept.
const LONGEST_LINE: usize = 12;
/// So many groups of terms are kept.
const MOST_WHY: usize = 5;
/// An evaluation so close to the score of a line, in hundredths, is the one that the score is from.
const NEAR: i32 = 10;
/// So many searches continue a line to where it is quiet.
const MOST_CONTINUATIONS: usize = 2;
/// Throws in a row that are averaged over; then the evaluation, which stands before a throw, is
/// believed.
const MOST_THROWS: usize = 1;

/// What is known of a position.
#[derive(Clone, Debug)]
struct Found {
    verdict: Verdict,
    /// What first may expect.
    value: f64,
    /// How to go on, as far as chance allows.
    line: Vec<AnyAction>,
    /// Of a side that plays alone, the steps to the end, and what they are at least.
    steps: Option<u32>,
    least: Option<u32>,
    /// Whether tables know it.
    exact: bool,
}

/// The searches that an entry needs, in a fixed order: those that are done are kept, so that a walk
/// that was stopped in between goes on where it was.
struct Memory {
    done: Vec<Found>,
    next: usize,
}

/// What searches are made with.
struct Means<'a> {
    ask: &'a Ask<'a>,
    effort: Effort,
}

/// A walk asks its game by the façade, as any caller does: compiled for each game it would be a
/// twentieth of what a browser loads.
pub(super) struct Walk {
    game: Game,
    profile: Profile,
    /// The entries of the game: none for a throw.
    entries: Vec<Option<AnyAction>>,
    played: Vec<Played>,
    effort: Effort,
    needed: Option<Needed>,
    /// What is known of the position before the entries that are done.
    found: Option<Found>,
    memory: Memory,
    /// The entries that are done, the last one first.
    reviewed: Vec<Reviewed>,
}

impl Walk {
    pub(super) fn new(game: Game, effort: Effort) -> Walk {
        Walk {
            profile: game.profile(),
            entries: game.entries(),
            played: game.transcript(),
            needed: with_line!(&game, line => needed(line)),
            game,
            effort,
            found: None,
            memory: Memory { done: Vec::new(), next: 0 },
            reviewed: Vec::new(),
        }
    }

    /// What is known of a position after one search or several, `throws` throws from where it is
    /// asked; none if stopped.
    fn look(&mut self, game: &Game, throws: usize, means: &Means<'_>) -> Option<Found> {
        if let Some(found) = self.memory.done.get(self.memory.next) {
            self.memory.next += 1;
            return Some(found.clone());
        }
        let decided = |winner| {
            let verdict = Verdict::Decided(winner);
            let value = game.value(verdict);
            Found { verdict, value, line: Vec::new(), steps: None, least: None, exact: false }
        };
        let (status, settled) = (game.status(), settled(game));
        let way = match (status, settled) {
            (Status::ToAct(_), Some(_)) => way_home(game),
            _ => None,
        };
        let found = match (status, way) {
            (Status::Over(outcome), _) => decided(outcome.winner),
            // Throws that follow each other without a choice could do so for ever.
            (Status::Chance, _) if throws > MOST_THROWS => {
                let verdict = game.verdict();
                Found { verdict, value: game.value(verdict), ..decided(None) }
            }
            (Status::Chance, _) => return self.average(game, None, throws, means),
            (Status::ToAct(_), Some((way, par))) => {
                let (steps, least) = (Some(par.moves), Some(par.least));
                Found { line: way, steps, least, ..decided(settled) }
            }
            (Status::ToAct(_), None) => {
                let limits = match means.effort {
                    Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
                    // A single action would end the search at once, but its value is wanted.
                    Effort::Time(time) => {
                        let infinite = has_one_action(game);
                        Limits { infinite, ..Limits::per_action(time) }
                    }
                };
                let began = means.ask.clock.elapsed();
                let clock = || means.ask.clock.elapsed().saturating_sub(began);
                let ask = Ask { limits, lines: 1, clock: &clock, ..*means.ask };
                let report = game.search(&ask, &mut |_| {});
                if means.ask.stop.load(Relaxed) {
                    return None;
                }
                let root = report?.lines.swap_remove(0);
                let mut exact = root.exact.is_some_and(|exact| !exact.is_bound());
                let mut verdict = game.verdict_of(root.score);
                if let Verdict::Win(turns) = verdict
                    && let Some(nearest) =
                        with_line!(game, line => nearest_win(line.position(), turns))
                {
                    (verdict, exact) = (nearest, true);
                }
                let value = game.value(verdict);
                let steps = settled.map(|_| root.line.len() as u32);
                match settled {
                    Some(winner) => Found { line: root.line, steps, ..decided(Some(winner)) },
                    None => {
                        Found { verdict, value, line: root.line, steps: None, least: None, exact }
                    }
                }
            }
        };
        self.memory.done.push(found.clone());
        self.memory.next += 1;
        Some(found)
    }

    /// The expectation before a throw; what follows the throw `known` has been found before.
    fn average(
        &mut self,
        game: &Game,
        known: Option<(&str, &Found)>,
        throws: usize,
        means: &Means<'_>,
    ) -> Option<Found> {
        let (mut value, mut score, mut total) = (0.0, 0.0, 0.0);
        let mut exact = true;
        for (throw, weight, after) in game.throws() {
            let found = match known {
                Some((thrown, found)) if thrown == throw => found.clone(),
                _ => self.look(&after, throws + 1, means)?,
            };
            let weight = f64::from(weight);
            exact &= found.exact;
            value += weight * found.value;
            // What is decided counts as much as it is worth in a game with dice.
            let hundredths = match found.verdict {
                Verdict::Hundredths(score) => f64::from(score),
                Verdict::Win(_) | Verdict::Decided(_) => {
                    (2.0 * found.value - 1.0) * f64::from(crate::eval::CHANCE_WIN)
                }
            };
            score += weight * hundredths;
            total += weight;
        }
        let verdict = Verdict::Hundredths((score / total).round() as i32);
        Some(Found {
            verdict,
            value: value / total,
            line: Vec::new(),
            steps: None,
            least: None,
            exact,
        })
    }

    /// Reviews the last entry that is not yet done; none if stopped.
    fn entry(&mut self, means: &Means<'_>) -> Option<()> {
        let ply = self.entries.len() - 1 - self.reviewed.len();
        let after = self.found.clone().expect("the position after it is known");
        let mut before = self.game.clone();
        before.truncate(ply);
        let side = self.played[ply].side;
        let mut reviewed = blank(ply, &self.played[ply], after.value, after.verdict, after.exact);
        let found = match self.entries[ply] {
            None => {
                let found = self.average(&before, Some((&reviewed.text, &after)), 0, means)?;
                reviewed.throw = true;
                reviewed.luck = Some(for_side(side, after.value) - for_side(side, found.value));
                found
            }
            Some(action) => self.choice(&before, action, &after, &mut reviewed, means)?,
        };
        reviewed.value.before = found.value;
        self.reviewed.push(reviewed);
        self.game = before;
        self.found = Some(found);
        Some(())
    }

    /// Compares an action with the best one.
    fn choice(
        &mut self,
        before: &Game,
        action: AnyAction,
        after: &Found,
        reviewed: &mut Reviewed,
        means: &Means<'_>,
    ) -> Option<Found> {
        let side = reviewed.side;
        let mut own = after.clone();
        own.line.insert(0, action);
        own.line.truncate(LONGEST_LINE);
        own.steps = after.steps.map(|steps| steps + 1);
        own.least = after.least.map(|least| least + 1);
        reviewed.loss = Some(0.0);
        let settled = settled(before);
        if settled.is_none() {
            own.steps = None;
        } else if own.steps.is_none() {
            // The last step of all.
            (own.steps, own.least) = (Some(1), Some(1));
        }
        reviewed.forced = has_one_action(before);
        let mut best = own.clone();
        if !reviewed.forced {
            let found = self.look(before, 0, means)?;
            // What follows the action played says nothing about the others.
            best.least = found.least;
            if settled.is_some() {
                if found.steps < own.steps && found.steps.is_some_and(|steps| steps > 0) {
                    best = found;
                }
            } else if found.line.first().is_some_and(|first| *first != action) {
                let loss = for_side(side, found.value) - for_side(side, after.value);
                let [least, ..] = self.profile.losses;
                // A trifle is believed as it is, and nothing at all is none.
                if loss > 0.0 && loss < least / 4.0 {
                    best = found;
                } else if loss > 0.0 {
                    let instead = before.followed(&found.line[..1]);
                    let behind = self.look(&instead, 0, means)?;
                    if for_side(side, behind.value) > for_side(side, after.value) {
                        let mut line = behind.line;
                        line.insert(0, found.line[0]);
                        // The longer of the two lines tells more.
                        let line = if line.len() > found.line.len() { line } else { found.line };
                        // A win counts from here.
                        let verdict = match (found.verdict, behind.verdict) {
                            (Verdict::Win(turns), Verdict::Win(_)) => Verdict::Win(turns),
                            (_, verdict) => verdict,
                        };
                        let exact = behind.exact;
                        best = Found {
                            verdict,
                            value: behind.value,
                            line,
                            steps: None,
                            least: None,
                            exact,
                        };
                    }
                }
            }
        }
        mark(reviewed, self.profile.losses, best.value, after.value);
        best.line.truncate(LONGEST_LINE);
        reviewed.line = before.texts(&best.line);
        reviewed.best = reviewed.line.first().cloned();
        if settled.is_some() {
            let par = best.steps.unwrap_or(0);
            let wasted = own.steps.unwrap_or(par).saturating_sub(par);
            let least = best.least.unwrap_or(0).min(par);
            reviewed.alone = Some(Steps { par, least, wasted });
        }
        reviewed.instead = best.verdict;
        if reviewed.mark.is_some() {
            reviewed.refutation = before.texts(&own.line).split_off(1);
            reviewed.why = self.why(before, side, &best, &own, means)?;
        }
        Some(best)
    }

    /// What the action played brings about in place of the best one: what speaks against the actor,
    /// material first, then the largest part, and what largely makes up for it. Nothing where the result is forced, and
    /// nothing where the evaluation does not agree with the search that the action loses; none if
    /// stopped.
    fn why(
        &mut self,
        before: &Game,
        side: Side,
        best: &Found,
        own: &Found,
        means: &Means<'_>,
    ) -> Option<Vec<Why>> {
        let (Verdict::Hundredths(best_score), Verdict::Hundredths(own_score)) =
            (best.verdict, own.verdict)
        else {
            return Some(Vec::new());
        };
        let best = self.quiet_end(before, &best.line, best_score, means)?;
        let own = self.quiet_end(before, &own.line, own_score, means)?;
        Some(reasons(best.explain_to(&own), side, self.profile.material))
    }

    /// The latest position on a line, and on its continuation, whose evaluation is about the score
    /// that the search has found: there nothing is hanging, so that terms can be compared. None if
    /// stopped.
    fn quiet_end(
        &mut self,
        before: &Game,
        actions: &[AnyAction],
        score: i32,
        means: &Means<'_>,
    ) -> Option<Game> {
        // History ends a line as little as it ended the search's.
        let mut here = with_line!(before, line => Game::from(Line::new(line.position().clone())));
        let mut nearest = (i32::MAX, here.clone());
        let mut consider = |game: &Game| {
            let value = with_line!(game, line => evaluate(line.position()));
            let distance = (value - score).abs().max(NEAR);
            if distance <= nearest.0 {
                nearest = (distance, game.clone());
            }
            distance == NEAR
        };
        let mut continuation = actions.to_vec();
        for _ in 0..=MOST_CONTINUATIONS {
            let mut quiet = false;
            for action in continuation {
                here = here.followed(&[action]);
                quiet = consider(&here);
            }
            if quiet || self.profile.chance || !matches!(here.status(), Status::ToAct(_)) {
                break;
            }
            continuation = self.look(&here, 0, means)?.line;
        }
        Some(nearest.1)
    }
}

/// Positions tried to prove that a win is the nearest.
const NODES_TO_PROVE: u64 = 300_000;

/// The exact length of a win that the search has found, if it can be proven.
fn nearest_win<P: Evaluate>(position: &P, found: i32) -> Option<Verdict> {
    let winner = if found > 0 { Side::First } else { Side::Second };
    match proof::nearest_win(position, winner, NODES_TO_PROVE) {
        Proof::Win(turns) => Some(Verdict::Win(found.signum() * turns as i32)),
        Proof::NoWinWithin(_) => None,
    }
}

fn needed<P: Evaluate>(line: &Line<P>) -> Option<Needed> {
    let Status::Over(Outcome { reason: End::Limit, .. }) = line.status() else { return None };
    let [first, second] = Side::BOTH.map(|side| line.position().moves_needed(side));
    let (first, second) = (first?, second?);
    Some(Needed {
        first: first.moves,
        second: second.moves,
        first_least: first.least,
        second_least: second.least,
    })
}

fn settled(game: &Game) -> Option<Side> {
    with_line!(game, line => line.position().settled())
}

/// A short way to the end for a side that plays alone.
fn way_home(game: &Game) -> Option<(Vec<AnyAction>, Par)> {
    with_line!(game, line => {
        let (way, par) = line.position().way_home()?;
        Some((way.into_iter().map(AnyAction::from).collect(), par))
    })
}

fn has_one_action(game: &Game) -> bool {
    with_line!(game, line => line.position().count_actions() == 1)
}

/// An entry of which only the position behind it is known.
fn blank(ply: usize, played: &Played, value: f64, score: Verdict, exact: bool) -> Reviewed {
    Reviewed {
        ply,
        turn: played.turn,
        side: played.side,
        text: played.text.clone(),
        throw: false,
        value: Values { before: value, after: value },
        score,
        exact,
        instead: score,
        best: None,
        line: Vec::new(),
        refutation: Vec::new(),
        loss: None,
        luck: None,
        forced: false,
        mark: None,
        turning: false,
        why: Vec::new(),
        alone: None,
    }
}

/// What of these changes speaks against a side, material first, and what largely makes up for it.
fn reasons(changes: Vec<TermChange>, side: Side, material: &[&str]) -> Vec<Why> {
    let sign = if side == Side::First { 1 } else { -1 };
    let (mut against, mut made_up_for): (Vec<Why>, Vec<Why>) = changes
        .into_iter()
        .map(|change| Why { term: change.term, amount: change.after - change.before })
        .partition(|why| sign * why.amount < 0);
    let sum = |some: &[Why]| sign * some.iter().map(|why| why.amount).sum::<i32>();
    if sum(&against) + sum(&made_up_for) >= 0 {
        return Vec::new();
    }
    sort_short(&mut against, |why| i64::from(!material.contains(&why.term)));
    against.truncate(MOST_WHY);
    // Men lost for a king are half of the truth.
    made_up_for.truncate(1);
    if made_up_for.iter().all(|why| 2 * why.amount.abs() < against[0].amount.abs())
        || sum(&against) + sum(&made_up_for) >= 0
    {
        made_up_for.clear();
    }
    against.append(&mut made_up_for);
    against
}

/// What an action has lost against the best one, and what that makes of it.
fn mark(reviewed: &mut Reviewed, losses: [f64; 3], best: f64, after: f64) {
    let side = reviewed.side;
    let loss = for_side(side, best) - for_side(side, after);
    reviewed.loss = Some(loss);
    reviewed.mark = Mark::of(losses, loss);
    let [was, is] = [best, after].map(|value| standing(for_side(side, value)));
    reviewed.turning = reviewed.mark.is_some() && is < was;
}

/// The review of a game all of whose entries are done, the last one first.
fn finished(start: f64, reviewed: &[Reviewed], needed: Option<Needed>, dice: bool) -> Review {
    let mut entries = reviewed.to_vec();
    entries.reverse();
    let mut steps = entries.iter().filter_map(|entry| Some((entry.side, entry.alone?)));
    let alone = steps.next().map(|(side, first)| Alone {
        side,
        par: first.par,
        least: first.least,
        played: 1 + steps.count() as u32,
    });
    Review { start, sides: summarise(&entries, dice), entries, alone, needed }
}

/// A value of first's, for a side.
fn for_side(side: Side, value: f64) -> f64 {
    if side == Side::First { value } else { 1.0 - value }
}

impl Walk {
    pub(super) fn step(&mut self, ask: &Ask<'_>) -> bool {
        let means = Means { ask, effort: self.effort };
        self.memory.next = 0;
        let done = if self.found.is_none() {
            // The position at the end.
            let game = self.game.clone();
            self.look(&game, 0, &means).map(|found| self.found = Some(found))
        } else if self.reviewed.len() < self.entries.len() {
            self.entry(&means)
        } else {
            return true;
        };
        if done.is_some() {
            self.memory.done.clear();
        }
        self.found.is_some() && self.reviewed.len() == self.entries.len()
    }

    pub(super) fn progress(&self) -> f64 {
        let done = self.reviewed.len() + usize::from(self.found.is_some());
        done as f64 / (self.entries.len() + 1) as f64
    }

    pub(super) fn finish(&self) -> Option<Review> {
        let start = self.found.as_ref()?.value;
        if self.reviewed.len() < self.entries.len() {
            return None;
        }
        Some(finished(start, &self.reviewed, self.needed, self.profile.chance))
    }
}
