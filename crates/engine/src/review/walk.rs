//! The walk through a game, from its end to its start.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{AnyLine, End, Entry, Line, Outcome, Played, Side, Status};

use super::{
    Alone, Effort, Mark, Needed, Review, Reviewed, Step, Steps, Values, Why, standing, summarise,
};
use crate::ask::follow;
use crate::eval::evaluate;
use crate::{Clock, Evaluate, HashTable, Limits, Search, Searchable, Verdict, explain_between};

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
struct Found<A> {
    verdict: Verdict,
    /// What first may expect.
    value: f64,
    /// How to go on, as far as chance allows.
    line: Vec<A>,
    /// Of a side that plays alone, the steps to the end.
    steps: Option<u32>,
}

/// The searches that an entry needs, in a fixed order: those that are done are kept, so that a walk
/// that was stopped in between goes on where it was.
struct Memory<A> {
    done: Vec<Found<A>>,
    next: usize,
}

/// What searches are made with.
struct Means<'a> {
    table: &'a HashTable,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    effort: Effort,
}

pub(super) struct Walk<P: Evaluate> {
    line: Line<P>,
    /// The entries of the game, with their texts.
    entries: Vec<Entry<P>>,
    played: Vec<Played>,
    effort: Effort,
    needed: Option<Needed>,
    /// What is known of the position before the entries that are done.
    found: Option<Found<P::Action>>,
    memory: Memory<P::Action>,
    /// The entries that are done, the last one first.
    reviewed: Vec<Reviewed>,
}

impl<P: Evaluate> Walk<P> {
    pub(super) fn new(line: Line<P>, effort: Effort) -> Walk<P> {
        Walk {
            entries: line.entries().to_vec(),
            played: AnyLine::transcript(&line),
            needed: needed(&line),
            line,
            effort,
            found: None,
            memory: Memory { done: Vec::new(), next: 0 },
            reviewed: Vec::new(),
        }
    }

    /// What is known of a position after one search or several, `throws` throws from where it is
    /// asked; none if stopped.
    fn look(
        &mut self,
        line: &Line<P>,
        throws: usize,
        means: &Means<'_>,
    ) -> Option<Found<P::Action>> {
        if let Some(found) = self.memory.done.get(self.memory.next) {
            self.memory.next += 1;
            return Some(found.clone());
        }
        let decided = |winner| {
            let verdict = Verdict::Decided(winner);
            Found { verdict, value: line.value(verdict), line: Vec::new(), steps: None }
        };
        let found = match (line.status(), line.position().settled()) {
            (Status::Over(outcome), _) => decided(outcome.winner),
            // Throws that follow each other without a choice could do so for ever.
            (Status::Chance, _) if throws > MOST_THROWS => {
                let verdict = line.verdict();
                Found { verdict, value: line.value(verdict), ..decided(None) }
            }
            (Status::Chance, _) => return self.average(line, None, throws, means),
            (Status::ToAct(_), settled) => {
                let limits = match means.effort {
                    Effort::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
                    // A single action would end the search at once, but its value is wanted.
                    Effort::Time(time) => {
                        let infinite = line.position().count_actions() == 1;
                        Limits { infinite, ..Limits::per_action(time) }
                    }
                };
                let began = means.clock.elapsed();
                let clock = || means.clock.elapsed().saturating_sub(began);
                let search = Search::new(line, means.table, limits, 1, &clock, means.stop);
                let report = search.run(|_| {});
                if means.stop.load(Relaxed) {
                    return None;
                }
                let root = report?.lines.swap_remove(0);
                let verdict = line.verdict_of(root.score);
                let value = line.value(verdict);
                let steps = settled.map(|_| root.line.len() as u32);
                match settled {
                    Some(winner) => Found { line: root.line, steps, ..decided(Some(winner)) },
                    None => Found { verdict, value, line: root.line, steps },
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
        line: &Line<P>,
        known: Option<(P::Throw, &Found<P::Action>)>,
        throws: usize,
        means: &Means<'_>,
    ) -> Option<Found<P::Action>> {
        let (mut value, mut score, mut total) = (0.0, 0.0, 0.0);
        for &(throw, weight) in P::throws() {
            let found = match known {
                Some((thrown, found)) if thrown == throw => found.clone(),
                _ => {
                    let mut after = line.clone();
                    after.play(Entry::Throw(throw));
                    self.look(&after, throws + 1, means)?
                }
            };
            let weight = f64::from(weight);
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
        Some(Found { verdict, value: value / total, line: Vec::new(), steps: None })
    }

    /// Reviews the last entry that is not yet done; none if stopped.
    fn entry(&mut self, means: &Means<'_>) -> Option<()> {
        let ply = self.entries.len() - 1 - self.reviewed.len();
        let after = self.found.clone().expect("the position after it is known");
        let mut before = self.line.clone();
        before.truncate(ply);
        let Played { turn, side, text, .. } = self.played[ply].clone();
        let mut reviewed = Reviewed {
            ply,
            turn,
            side,
            text,
            throw: false,
            value: Values { before: after.value, after: after.value },
            score: after.verdict,
            instead: after.verdict,
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
        };
        let found = match self.entries[ply] {
            Entry::Throw(throw) => {
                let found = self.average(&before, Some((throw, &after)), 0, means)?;
                reviewed.throw = true;
                reviewed.luck = Some(for_side(side, after.value) - for_side(side, found.value));
                found
            }
            Entry::Act(action) => self.choice(&before, action, &after, &mut reviewed, means)?,
        };
        reviewed.value.before = found.value;
        self.reviewed.push(reviewed);
        self.line = before;
        self.found = Some(found);
        Some(())
    }

    /// Compares an action with the best one.
    fn choice(
        &mut self,
        before: &Line<P>,
        action: P::Action,
        after: &Found<P::Action>,
        reviewed: &mut Reviewed,
        means: &Means<'_>,
    ) -> Option<Found<P::Action>> {
        let side = reviewed.side;
        let mut own = after.clone();
        own.line.insert(0, action);
        own.line.truncate(LONGEST_LINE);
        own.steps = after.steps.map(|steps| steps + 1);
        reviewed.loss = Some(0.0);
        let settled = before.position().settled();
        if settled.is_none() {
            own.steps = None;
        } else if own.steps.is_none() {
            // The last step of all.
            own.steps = Some(1);
        }
        reviewed.forced = before.position().count_actions() == 1;
        let mut best = own.clone();
        if !reviewed.forced {
            let found = self.look(before, 0, means)?;
            if settled.is_some() {
                if found.steps < own.steps && found.steps.is_some_and(|steps| steps > 0) {
                    best = found;
                }
            } else if found.line.first().is_some_and(|first| *first != action) {
                let loss = for_side(side, found.value) - for_side(side, after.value);
                let [least, ..] = P::LOSSES;
                // A trifle is believed as it is, and nothing at all is none.
                if loss > 0.0 && loss < least / 4.0 {
                    best = found;
                } else if loss > 0.0 {
                    let mut instead = before.clone();
                    instead.play(Entry::Act(found.line[0]));
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
                        best = Found { verdict, value: behind.value, line, steps: None };
                    }
                }
            }
        }
        let loss = for_side(side, best.value) - for_side(side, after.value);
        reviewed.loss = Some(loss);
        reviewed.mark = Mark::of(P::LOSSES, loss);
        let [was, is] = [best.value, after.value].map(|value| standing(for_side(side, value)));
        reviewed.turning = reviewed.mark.is_some() && is < was;
        best.line.truncate(LONGEST_LINE);
        reviewed.line = before.texts(&best.line);
        reviewed.best = reviewed.line.first().cloned();
        if settled.is_some() {
            let par = best.steps.unwrap_or(0);
            reviewed.alone =
                Some(Steps { par, wasted: own.steps.unwrap_or(par).saturating_sub(par) });
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
        before: &Line<P>,
        side: Side,
        best: &Found<P::Action>,
        own: &Found<P::Action>,
        means: &Means<'_>,
    ) -> Option<Vec<Why>> {
        let (Verdict::Hundredths(best_score), Verdict::Hundredths(own_score)) =
            (best.verdict, own.verdict)
        else {
            return Some(Vec::new());
        };
        let best = self.quiet_end(before, &best.line, best_score, means)?;
        let own = self.quiet_end(before, &own.line, own_score, means)?;
        let sign = if side == Side::First { 1 } else { -1 };
        let changes = explain_between(&best, &own).into_iter();
        let (mut against, mut made_up_for): (Vec<Why>, Vec<Why>) = changes
            .map(|change| Why { term: change.term, amount: change.after - change.before })
            .partition(|why| sign * why.amount < 0);
        let sum = |some: &[Why]| sign * some.iter().map(|why| why.amount).sum::<i32>();
        if sum(&against) + sum(&made_up_for) >= 0 {
            return Some(Vec::new());
        }
        against.sort_by_key(|why| !P::MATERIAL.contains(&why.term));
        against.truncate(MOST_WHY);
        // Men lost for a king are half of the truth.
        made_up_for.truncate(1);
        if made_up_for.iter().all(|why| 2 * why.amount.abs() < against[0].amount.abs())
            || sum(&against) + sum(&made_up_for) >= 0
        {
            made_up_for.clear();
        }
        against.append(&mut made_up_for);
        Some(against)
    }

    /// The latest position on a line, and on its continuation, whose evaluation is about the score
    /// that the search has found: there nothing is hanging, so that terms can be compared. None if
    /// stopped.
    fn quiet_end(
        &mut self,
        before: &Line<P>,
        actions: &[P::Action],
        score: i32,
        means: &Means<'_>,
    ) -> Option<P> {
        let mut nearest = (i32::MAX, before.position().clone());
        let mut consider = |position: &P| {
            let distance = (evaluate(position) - score).abs().max(NEAR);
            if distance <= nearest.0 {
                nearest = (distance, position.clone());
            }
            distance == NEAR
        };
        // History ends a line as little as it ended the search's.
        let mut here = Line::new(before.position().clone());
        let mut continuation = actions.to_vec();
        for _ in 0..=MOST_CONTINUATIONS {
            let mut quiet = false;
            for action in continuation {
                here = follow(&here, &[action], |_, _| {});
                quiet = consider(here.position());
            }
            if quiet || P::CHANCE || !matches!(here.status(), Status::ToAct(_)) {
                break;
            }
            continuation = self.look(&here, 0, means)?.line;
        }
        Some(nearest.1)
    }
}

fn needed<P: Evaluate>(line: &Line<P>) -> Option<Needed> {
    let Status::Over(Outcome { reason: End::Limit, .. }) = line.status() else { return None };
    let [first, second] = Side::BOTH.map(|side| line.position().moves_needed(side));
    Some(Needed { first: first?, second: second? })
}

/// A value of first's, for a side.
fn for_side(side: Side, value: f64) -> f64 {
    if side == Side::First { value } else { 1.0 - value }
}

impl<P: Evaluate> Step for Walk<P> {
    fn step(&mut self, table: &HashTable, clock: &dyn Clock, stop: &AtomicBool) -> bool {
        let means = Means { table, clock, stop, effort: self.effort };
        self.memory.next = 0;
        let done = if self.found.is_none() {
            // The position at the end.
            let line = self.line.clone();
            self.look(&line, 0, &means).map(|found| self.found = Some(found))
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

    fn progress(&self) -> f64 {
        let done = self.reviewed.len() + usize::from(self.found.is_some());
        done as f64 / (self.entries.len() + 1) as f64
    }

    fn finish(&self) -> Option<Review> {
        let start = self.found.as_ref()?.value;
        if self.reviewed.len() < self.entries.len() {
            return None;
        }
        let mut entries = self.reviewed.clone();
        entries.reverse();
        let mut steps = entries.iter().filter_map(|entry| Some((entry.side, entry.alone?)));
        let alone = steps.next().map(|(side, first)| Alone {
            side,
            par: first.par,
            played: 1 + steps.count() as u32,
        });
        let needed = self.needed;
        Some(Review { start, sides: summarise(&entries, P::CHANCE), entries, alone, needed })
    }
}
