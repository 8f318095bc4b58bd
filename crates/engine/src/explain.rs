//! Why a line is good, as data: the evaluation's terms, gathered into groups that have a name in
//! the message catalogue (`term-<game>-<group>`).
//!
//! The evaluations have many small terms, tuned one by one ("man on b4, opening"); a reader wants
//! few and large ones ("where the men stand").

use rules::GameId;

use crate::eval::evaluate_terms;
use crate::{Evaluate, Profile, sort_short};

/// One group's part in the difference between two positions' evaluations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermChange {
    /// The group's name: see [`groups`].
    pub term: &'static str,
    /// Its value before, in hundredths, from first's side.
    pub before: i32,
    /// Its value after.
    pub after: i32,
}

/// A group: its name and the terms in it. A term ending in `*` stands for all that begin so.
pub type Group = (&'static str, &'static [&'static str]);

/// Where a term goes that no group has.
const OTHER: &str = "other";

/// The names of a game's groups: the last part of the messages `term-<game>-<group>`.
pub fn groups(game: GameId) -> impl Iterator<Item = &'static str> {
    Profile::of(game).groups.iter().map(|(name, _)| *name).chain([OTHER])
}

fn fits(pattern: &str, term: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => term.starts_with(start),
        None => pattern == term,
    }
}

fn group_of(groups: &[Group], term: &str) -> &'static str {
    let has = |(_, terms): &&Group| terms.iter().any(|pattern| fits(pattern, term));
    groups.iter().find(has).map_or(OTHER, |(name, _)| *name)
}

/// Which groups of terms make the difference between two positions, the largest first.
#[must_use]
pub fn explain_between<P: Evaluate>(before: &P, after: &P) -> Vec<TermChange> {
    explain_counts(before, &[evaluate_terms(before), evaluate_terms(after)])
}

/// The same of two counts of the terms of this game.
pub(crate) fn explain_counts<P: Evaluate>(_: &P, counts: &[Vec<i32>; 2]) -> Vec<TermChange> {
    changes(P::TERMS, P::WEIGHTS, P::GROUPS, counts)
}

/// Apart, because it needs no type of the game and is compiled once.
fn changes(
    terms: &[&str],
    weights: &[i32],
    groups: &[Group],
    counts: &[Vec<i32>; 2],
) -> Vec<TermChange> {
    let mut changes: Vec<TermChange> = Vec::new();
    for (term, name) in terms.iter().enumerate() {
        let [before, after] = [0, 1].map(|which| counts[which][term] * weights[term]);
        if (before, after) == (0, 0) {
            continue;
        }
        let group = group_of(groups, name);
        match changes.iter_mut().find(|change| change.term == group) {
            Some(change) => {
                change.before += before;
                change.after += after;
            }
            None => changes.push(TermChange { term: group, before, after }),
        }
    }
    changes.retain(|change| change.before != change.after);
    sort_short(&mut changes, |change| -i64::from((change.after - change.before).abs()));
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{AnyLine, Game, Line, open, with_line};

    #[test]
    fn every_term_has_its_group_and_every_pattern_a_term() {
        fn check<P: Evaluate>(_: &Line<P>) {
            for term in P::TERMS {
                assert_ne!(group_of(P::GROUPS, term), OTHER, "{term} belongs into a group");
            }
            for (name, patterns) in P::GROUPS {
                for pattern in *patterns {
                    assert!(P::TERMS.iter().any(|term| fits(pattern, term)), "{name}: {pattern}");
                }
            }
        }
        for game in GameId::ALL {
            with_line!(&Game::start(open(game.id(), "").unwrap()), line => check(line));
        }
    }

    #[test]
    fn the_groups_add_up_to_the_whole() {
        let mut line = Line::new(<rules::draughts::Draughts as rules::Position>::start(
            rules::draughts::Rules::default(),
        ));
        for text in ["c3-d4", "d6-c5", "b2-c3"] {
            AnyLine::play(&mut line, text).unwrap();
        }
        let changes = explain_between(line.start(), line.position());
        let sum: i32 = changes.iter().map(|change| change.after - change.before).sum();
        let value = |position| crate::eval::evaluate(position);
        assert_eq!(sum, value(line.position()) - value(line.start()));
        // Groups, not one term a square.
        assert!((1..=8).contains(&changes.len()), "{changes:?}");
    }
}
