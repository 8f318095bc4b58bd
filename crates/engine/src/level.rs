//! Levels 1 to 8: how far a player looks, and how much is overlooked.
//!
//! A weak level is a short-sighted player who misjudges a little and now and then does not see an
//! action at all, not one who plays nonsense: it searches to a small depth what it has seen, and
//! takes what looks best. The strong levels misjudge nothing; they differ by how many positions they
//! look at. However short-sighted, no level loses by an own turn that could have ended otherwise: that
//! would not look like a mistake but like not knowing the rules. Limits are positions, not time, so that a level plays the same everywhere; a limit of
//! time only keeps a slow machine from making people wait.
//!
//! Games differ in what a unit is and in how much foresight is worth, so each has a table of its
//! own, chosen by measurement so that every level scores at least 60 % against the one below it
//! (`lab levels GAME`, docs/benchmarks.md).

use std::time::Duration;

use rules::{GameId, Line, Status};

use crate::eval::legal_way;
use crate::tuning::SOLVER_AT_LEVEL;
use crate::{Ask, Evaluate, Limits, Profile, Search};

/// How strong to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// Actions looked ahead; 0: as many as the positions allow.
    pub depth: u32,
    /// Positions looked at for an action.
    pub nodes: u64,
    /// The largest misjudgement of an action, in hundredths of a unit.
    pub error: u32,
    /// Of a hundred actions so many are not seen at all.
    pub overlooked: u32,
}

/// How many levels there are.
pub const LEVELS: usize = 8;

impl Skill {
    /// A player who looks so many actions ahead and misjudges what is found.
    #[must_use]
    pub const fn weak(depth: u32, error: u32, overlooked: u32) -> Skill {
        Skill { depth, nodes: 50_000, error, overlooked }
    }

    /// A player who misjudges nothing and searches so many nodes.
    #[must_use]
    pub const fn strong(nodes: u64) -> Skill {
        Skill { depth: 0, nodes, error: 0, overlooked: 0 }
    }
}

impl Level {
    /// The weakest.
    pub const FIRST: Level = Level(1);
    /// The strongest.
    pub const LAST: Level = Level(LEVELS as u8);

    /// A level by its number, 1 to 8.
    #[must_use]
    pub fn new(number: u32) -> Option<Level> {
        (1..=u32::from(Level::LAST.0)).contains(&number).then_some(Level(number as u8))
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What it is able to in a game.
    #[must_use]
    pub fn skill(self, game: GameId) -> Skill {
        Profile::of(game).skills[self.0 as usize - 1]
    }

    /// The longest wait for its answer, on however slow a machine.
    pub(crate) const fn patience(self) -> Duration {
        Duration::from_millis(if self.0 == Level::LAST.0 { 2_900 } else { 1_900 })
    }
}

/// Plays as a [`Skill`] allows, for at most the time of `ask`: the action, or none if no side is to
/// act. `below` is the player's luck in misjudging.
pub(crate) fn choose_with<P: Evaluate>(
    line: &Line<P>,
    skill: Skill,
    ask: &Ask<'_>,
    below: &mut dyn FnMut(u32) -> u32,
) -> Option<P::Action> {
    if !matches!(line.status(), Status::ToAct(_)) {
        return None;
    }
    let Ask { table, clock, stop, limits: Limits { time, .. }, .. } = *ask;
    // A level that misjudges does not look anything up either.
    let errs = skill.error > 0 || skill.overlooked > 0;
    let exact = if errs { None } else { ask.exact };
    // Where no opponent interferes any more, short-sighted play would go in circles for ever: every
    // level finds some way home.
    let in_time = || time.is_none_or(|most| clock.elapsed() < most / 2);
    let way = legal_way(line.position(), &mut |nodes| nodes < SOLVER_AT_LEVEL && in_time());
    if let Some(way) = way {
        return Some(way[0]);
    }
    let limits = Limits {
        depth: (skill.depth > 0).then_some(skill.depth),
        nodes: Some(skill.nodes),
        time,
        ..Limits::default()
    };
    let search =
        |lines| Search::new(line, table, limits, lines, clock, stop).with(exact).run(&mut |_| {});
    let fatal = fatal_actions(line.position());
    if !errs {
        let action = search(1)?.lines[0].line[0];
        if !fatal.contains(&action) {
            return Some(action);
        }
    }
    let mut report = search(line.position().count_actions())?;
    if report.lines.iter().any(|root| !fatal.contains(&root.line[0])) {
        report.lines.retain(|root| !fatal.contains(&root.line[0]));
    }
    // The sum of two equally likely errors: small ones are more likely than large ones.
    let error = skill.error;
    let mut judge = |score: i32| {
        let unseen = below(100) < skill.overlooked;
        let wrong = below(error + 1) as i32 + below(error + 1) as i32 - error as i32;
        (!unseen, score + wrong)
    };
    // A player that sees nothing looks again: then the best of the unseen is as good as any.
    let judged = report.lines.iter().map(|root| (judge(root.score.0), root));
    judged.max_by_key(|(value, _)| *value).map(|(_, root)| root.line[0])
}

/// The actions after which the one who acts loses within the own turn, whatever else is done in it,
/// though another action was there. A look one action ahead does not see this where a turn has
/// several: Diaballik's begins with a wall, and its last step may be too late to open it.
fn fatal_actions<P: Evaluate>(position: &P) -> Vec<P::Action> {
    let actions = position.actions();
    let mut rest = FATAL_MOST;
    let fatal = |action: &P::Action| !survives(position, *action, &mut rest);
    let fatal: Vec<_> = actions.iter().copied().filter(fatal).collect();
    if fatal.len() == actions.len() { Vec::new() } else { fatal }
}

/// Positions looked at for this; no turn of any game has nearly so many, unless every way loses.
const FATAL_MOST: u32 = 50_000;

/// Whether the turn in which this action is played can end without a loss by itself.
fn survives<P: Evaluate>(position: &P, action: P::Action, rest: &mut u32) -> bool {
    let mover = position.side();
    let mut next = position.clone();
    next.play(action);
    match next.status() {
        Status::Over(outcome) => outcome.winner != Some(mover.other()),
        Status::ToAct(side) if side == mover && *rest > 0 => {
            *rest -= 1;
            next.actions().into_iter().any(|action| survives(&next, action, rest))
        }
        Status::ToAct(_) | Status::Chance => true,
    }
}
