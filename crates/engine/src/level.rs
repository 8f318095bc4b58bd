//! Levels 1 to 8: how far a player looks, and how much is overlooked.
//!
//! A weak level is a short-sighted player who misjudges a little, not one who plays nonsense: it
//! searches every action to a small depth and then sees each value a little wrong. From level 6 on
//! nothing is misjudged; the levels differ by how many positions are looked at.

use std::sync::atomic::AtomicBool;

use rules::{Line, Status};

use crate::search::Clock;
use crate::{Evaluate, Limits, Search, Table};

/// How strong to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u8);

/// Depth in actions (0: no limit), positions looked at, and the largest error in hundredths.
struct Skill {
    depth: u32,
    nodes: u64,
    error: i32,
}

const SKILLS: [Skill; 8] = [
    Skill { depth: 1, nodes: 2_000, error: 400 },
    Skill { depth: 1, nodes: 2_000, error: 150 },
    Skill { depth: 2, nodes: 5_000, error: 100 },
    Skill { depth: 3, nodes: 20_000, error: 60 },
    Skill { depth: 4, nodes: 60_000, error: 30 },
    Skill { depth: 0, nodes: 60_000, error: 0 },
    Skill { depth: 0, nodes: 400_000, error: 0 },
    Skill { depth: 0, nodes: 3_000_000, error: 0 },
];

impl Level {
    /// The weakest.
    pub const FIRST: Level = Level(1);
    /// The strongest.
    pub const LAST: Level = Level(SKILLS.len() as u8);

    /// A level by its number, 1 to 8.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        (1..=SKILLS.len() as u32).contains(&number).then_some(Level(number as u8))
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What a search at this level may use.
    #[must_use]
    pub fn limits(self) -> Limits {
        let skill = &SKILLS[usize::from(self.0) - 1];
        Limits {
            depth: (skill.depth > 0).then_some(skill.depth),
            nodes: Some(skill.nodes),
            ..Limits::default()
        }
    }

    fn error(self) -> i32 {
        SKILLS[usize::from(self.0) - 1].error
    }
}

/// Plays at a level: the action, or none if nobody is to act. `below` is the player's luck in
/// misjudging, `clock` and `stop` as for [`Search`].
pub fn choose<P: Evaluate>(
    line: &Line<P>,
    level: Level,
    table: &Table,
    clock: &dyn Clock,
    stop: &AtomicBool,
    mut below: impl FnMut(u32) -> u32,
) -> Option<P::Action> {
    if !matches!(line.status(), Status::ToAct(_)) {
        return None;
    }
    // Where nobody interferes any more, short-sighted play would go in circles for ever: every level
    // finds some way home.
    let way = line.position().alone(&mut |looked_at| looked_at < 2_000);
    if let Some(action) = way.and_then(|way| way.first().copied()) {
        return Some(action);
    }
    let error = level.error();
    let lines = if error == 0 { 1 } else { line.position().count_actions() };
    let report = Search::new(line, table, level.limits(), lines, clock, stop).run(|_| {})?;
    // The sum of two equally likely errors: small ones are more likely than large ones.
    let mut misjudge = || {
        if error == 0 {
            return 0;
        }
        (below(error as u32 + 1) + below(error as u32 + 1)) as i32 - error
    };
    let seen =
        report.lines.iter().map(|root| (root.score.0.clamp(-3_000, 3_000) + misjudge(), root));
    seen.max_by_key(|(value, _)| *value).map(|(_, root)| root.line[0])
}
