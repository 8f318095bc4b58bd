//! Why a line is good, as data: the evaluation's terms, gathered into groups that have a name in
//! the message catalogue (`term-<game>-<group>`).
//!
//! The evaluations have many small terms, tuned one by one ("man on b4, opening"); a reader wants
//! few and large ones ("where the men stand").

use rules::{GameId, Line};

use crate::Evaluate;
use crate::eval::evaluate_terms;

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
type Group = (&'static str, &'static [&'static str]);

const SEEGA: &[Group] = &[
    ("stones", &["stones", "ahead*"]),
    ("captures", &["prey*", "captures ready*", "aims across*", "both ends of an axis*"]),
    ("mobility", &["moves", "blocked", "no way into the centre*"]),
    ("squares", &["corners", "edges", "centre"]),
    (
        "safety",
        &["safe stones", "half-safe stones", "placed safely*", "placed half safely*", "covered*"],
    ),
    ("turn", &["to act", "the opening move", "to place"]),
    (
        "placing",
        &[
            "alternation",
            "placed in corners*",
            "placed on edges*",
            "placed on attack squares*",
            "placed next to the centre*",
            "placed side by side*",
        ],
    ),
];
const SALTA: &[Group] = &[
    ("turn", &["turn"]),
    ("distance", &["distance"]),
    ("home", &["pieces home", "pieces near home"]),
    ("beyond", &["pieces beyond*"]),
    ("jams", &["own pieces in the way", "pieces shut in"]),
];
const SENET: &[Group] = &[
    ("turn", &["turn*"]),
    ("race", &["lead in the race"]),
    ("pairs", &["paired pieces", "rows of *"]),
    ("freedom", &["moves to choose from"]),
    ("blockades", &["blockades", "enemy *"]),
];
const DRAUGHTS: &[Group] = &[
    ("places", &["man on *", "cyclic: man on *"]),
    ("men", &["men", "men when few are left"]),
    ("kings", &["kings", "kings when few are left", "a king against none"]),
    ("drawn", &["lead in a drawn ending"]),
    ("turn", &["the turn"]),
    ("mobility", &["safe steps", "stuck men", "kings' ways"]),
    ("formation", &["men behind each other", "isolated men", "outposts*", "uneven wings"]),
    ("attacked", &["attacked*"]),
    ("breakthrough", &["free men*", "ranks of free men"]),
    ("main-road", &["kings on the main road", "the main road held alone"]),
    ("reserve", &["reserve*", "any reserve"]),
    ("self-capture", &["pieces in reach through own ones", "self-captures at hand"]),
];
const DIABALLIK: &[Group] = &[
    ("advance", &["pieces on rank*"]),
    ("ball", &["ball on rank*"]),
    ("passing", &["best pass", "best two passes", "receivers"]),
    ("through", &["pieces behind the line", "ball behind the line"]),
    ("view", &["goal squares in view*"]),
    ("goal", &["goal in this turn", "goal in the next turn"]),
    ("defence", &["defenders", "files left open"]),
    ("middle", &["middle files"]),
    ("mobility", &["steps to choose from"]),
    ("turn", &["steps left", "pass left"]),
];

/// Where a term goes that no group has.
const OTHER: &str = "other";

fn groups_of(game: GameId) -> &'static [Group] {
    match game {
        GameId::Seega => SEEGA,
        GameId::Salta => SALTA,
        GameId::Senet => SENET,
        GameId::Draughts => DRAUGHTS,
        GameId::Diaballik => DIABALLIK,
    }
}

/// The names of a game's groups: the last part of the messages `term-<game>-<group>`.
pub fn groups(game: GameId) -> impl Iterator<Item = &'static str> {
    groups_of(game).iter().map(|(name, _)| *name).chain([OTHER])
}

fn fits(pattern: &str, term: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => term.starts_with(start),
        None => pattern == term,
    }
}

fn group_of(game: GameId, term: &str) -> &'static str {
    let has = |(_, terms): &&Group| terms.iter().any(|pattern| fits(pattern, term));
    groups_of(game).iter().find(has).map_or(OTHER, |(name, _)| *name)
}

/// Which groups of terms make the difference between a line's start and its end, the largest
/// change first: why a line is good, as data.
#[must_use]
pub fn explain<P: Evaluate>(line: &Line<P>) -> Vec<TermChange> {
    explain_between(line.start(), line.position())
}

/// Which groups of terms make the difference between two positions, the largest first.
#[must_use]
pub fn explain_between<P: Evaluate>(before: &P, after: &P) -> Vec<TermChange> {
    let (before, after) = (evaluate_terms(before), evaluate_terms(after));
    let mut changes: Vec<TermChange> = Vec::new();
    for (term, name) in P::TERMS.iter().enumerate() {
        let [before, after] = [&before, &after].map(|counts| counts[term] * P::WEIGHTS[term]);
        if (before, after) == (0, 0) {
            continue;
        }
        let group = group_of(P::GAME, name);
        match changes.iter_mut().find(|change| change.term == group) {
            Some(change) => {
                change.before += before;
                change.after += after;
            }
            None => changes.push(TermChange { term: group, before, after }),
        }
    }
    changes.retain(|change| change.before != change.after);
    changes.sort_by_key(|change| -(change.after - change.before).abs());
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VisitEvaluate, dispatch};

    struct Terms;
    impl VisitEvaluate for Terms {
        type Out = &'static [&'static str];
        fn visit<P: Evaluate>(self) -> Self::Out {
            P::TERMS
        }
    }

    #[test]
    fn every_term_has_its_group_and_every_pattern_a_term() {
        for game in GameId::ALL {
            let terms = dispatch(game, Terms);
            for term in terms {
                assert_ne!(group_of(game, term), OTHER, "{game}: {term} belongs into a group");
            }
            for (name, patterns) in groups_of(game) {
                for pattern in *patterns {
                    assert!(terms.iter().any(|term| fits(pattern, term)), "{name}: {pattern}");
                }
            }
        }
    }

    #[test]
    fn the_groups_add_up_to_the_whole() {
        let rules = rules::RuleSet::from_values(rules::open("draughts", "").unwrap().values());
        let mut line = Line::new(<rules::draughts::Draughts as rules::Position>::start(rules));
        for text in ["c3-d4", "d6-c5", "b2-c3"] {
            line.play_text(text).unwrap();
        }
        let changes = explain(&line);
        let sum: i32 = changes.iter().map(|change| change.after - change.before).sum();
        let value = |position| crate::eval::evaluate(position);
        assert_eq!(sum, value(line.position()) - value(line.start()));
        // Groups, not one term a square.
        assert!((1..=8).contains(&changes.len()), "{changes:?}");
    }
}
