//! Levels against each other, and their ratings on one scale.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use engine::{EVEN, Evaluate, Skill, Table, choose_with, imbalance};
use rules::{Entry, Line, Side, Status, weighted};

/// What to play.
pub(crate) struct Plan {
    /// Pairs of games for two neighbours; players further apart play the fewer, as they tell less.
    pub(crate) pairs: usize,
    /// Players so far apart on the ladder still meet.
    pub(crate) apart: usize,
    /// Random actions before the players take over.
    pub(crate) opening: usize,
    pub(crate) jobs: usize,
    pub(crate) seed: u64,
}

/// How two players did: the better one's score, pair by pair.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
    /// The numbers of the weaker and the stronger one.
    pub(crate) players: [usize; 2],
    /// The stronger one's points out of two in each pair.
    pub(crate) points: Vec<f64>,
}

impl Meeting {
    pub(crate) fn games(&self) -> usize {
        2 * self.points.len()
    }

    pub(crate) fn score(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.games().max(1) as f64
    }

    /// The difference in rating that the score, up to 99 %, tells of.
    pub(crate) fn elo(score: f64) -> f64 {
        let score = score.clamp(0.01, 0.99);
        400.0 * (score / (1.0 - score)).log10()
    }

    /// One standard error of the score.
    pub(crate) fn error(&self) -> f64 {
        let (score, n) = (self.score(), self.points.len().max(2) as f64);
        let variance: f64 = self.points.iter().map(|points| (points / 2.0 - score).powi(2)).sum();
        (variance / (n - 1.0) / n).sqrt()
    }
}

/// Plays every player against the others, as far apart on the ladder as the plan says.
pub(crate) fn play<P: Evaluate>(start: &P, players: &[Skill], plan: &Plan) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for apart in 1..=plan.apart {
        for weaker in 0..players.len().saturating_sub(apart) {
            let pair = [weaker, weaker + apart];
            let pairs = plan.pairs.div_ceil(apart);
            let points = meet(start, pair.map(|player| players[player]), plan, pairs);
            meetings.push(Meeting { players: pair, points });
            let last = meetings.last().expect("it was just added");
            eprintln!("{} v {}: {:.1} %", pair[1] + 1, weaker + 1, 100.0 * last.score());
        }
    }
    meetings
}

fn meet<P: Evaluate>(start: &P, skills: [Skill; 2], plan: &Plan, pairs: usize) -> Vec<f64> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || {
            let tables = [Table::new(16), Table::new(16)];
            let mut points = Vec::new();
            loop {
                let pair = next.fetch_add(1, Relaxed);
                if pair >= pairs {
                    return points;
                }
                let line = even_opening(start, plan, pair as u64);
                let game = |stronger| {
                    let winner = one_game(line.clone(), skills, stronger, &tables, plan, pair);
                    winner.map_or(0.5, |winner| if winner == stronger { 1.0 } else { 0.0 })
                };
                points.push((pair, Side::BOTH.into_iter().map(game).sum::<f64>()));
            }
        };
        let workers: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<(usize, f64)>>| {
            worker.join().expect("a worker ended")
        };
        let mut points: Vec<(usize, f64)> = workers.into_iter().flat_map(join).collect();
        points.sort_by_key(|(pair, _)| *pair);
        points.into_iter().map(|(_, points)| points).collect()
    })
}

/// Independent random numbers for each purpose of each pair of games.
pub(crate) fn rng(seed: u64, pair: u64, purpose: u64) -> fastrand::Rng {
    let mixed = (seed ^ pair << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ purpose;
    let mut rng = fastrand::Rng::with_seed(mixed);
    // The first numbers of neighbouring seeds are alike.
    rng.u64(..);
    rng.fork()
}

/// The evenest of some random openings.
fn even_opening<P: Evaluate>(start: &P, plan: &Plan, pair: u64) -> Line<P> {
    let mut evenest: Option<(u32, Line<P>)> = None;
    for attempt in 0..50 {
        let mut rng = rng(plan.seed, pair, 2 + attempt);
        let mut line = Line::new(start.clone());
        while line.entries().len() < plan.opening {
            match line.status() {
                Status::Over(_) => break,
                Status::Chance => line.play(Entry::Throw(weighted(P::throws(), |n| rng.u32(..n)))),
                Status::ToAct(_) => {
                    line.play(Entry::Act(line.position().pick_action(|n| rng.u32(..n))));
                }
            }
        }
        if matches!(line.status(), Status::Over(_)) {
            continue;
        }
        let apart = imbalance(&line);
        if evenest.as_ref().is_none_or(|(least, _)| apart < *least) {
            evenest = Some((apart, line));
        }
        if evenest.as_ref().is_some_and(|(least, _)| *least <= EVEN) {
            break;
        }
    }
    evenest.map_or_else(|| Line::new(start.clone()), |(_, line)| line)
}

/// Who won; both games of a pair have the same throws.
fn one_game<P: Evaluate>(
    mut line: Line<P>,
    skills: [Skill; 2],
    stronger: Side,
    tables: &[Table; 2],
    plan: &Plan,
    pair: usize,
) -> Option<Side> {
    let mut throws = rng(plan.seed, pair as u64, 0);
    let mut luck = rng(plan.seed, pair as u64, 1 + (stronger.index() as u64) * 1_000);
    let (clock, stop) = (|| Duration::ZERO, AtomicBool::new(false));
    tables.iter().for_each(Table::clear);
    loop {
        // Salta's loser plays on alone for the points, which say nothing about the level.
        if let Some(winner) = line.position().settled() {
            return Some(winner);
        }
        let entry = match line.status() {
            Status::Over(outcome) => return outcome.winner,
            Status::Chance => Entry::Throw(weighted(P::throws(), |n| throws.u32(..n))),
            Status::ToAct(side) => {
                let who = usize::from(side == stronger);
                let below = |n| luck.u32(..n);
                stop.store(false, Relaxed);
                let action =
                    choose_with(&line, skills[who], None, &tables[who], &clock, &stop, below);
                Entry::Act(action.expect("a side to act has an action"))
            }
        };
        line.play(entry);
    }
}

/// Ratings under which the results are most likely, the first player's being 0: points of Elo,
/// where 400 are odds of 10 : 1. Half a point for either side is added to every meeting of
/// neighbours, so that a clean score does not put players infinitely far apart; to the short meetings
/// of those far apart it would add more than they tell.
pub(crate) fn ratings(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut strength = vec![1.0f64; players];
    for _ in 0..5_000 {
        for player in 0..players {
            let (mut points, mut expected) = (0.0, 0.0);
            for meeting in meetings.iter().filter(|meeting| meeting.players.contains(&player)) {
                let [weaker, stronger] = meeting.players;
                let added = if stronger - weaker == 1 { 0.5 } else { 0.0 };
                let all = meeting.games() as f64 + 2.0 * added;
                let won = meeting.points.iter().sum::<f64>() + added;
                points += if player == stronger { won } else { all - won };
                expected += all / (strength[weaker] + strength[stronger]);
            }
            if expected > 0.0 {
                strength[player] = points / expected;
            }
        }
    }
    strength.iter().map(|own| 400.0 * (own / strength[0]).log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_follow_from_scores() {
        // Three quarters are odds of 3 : 1, 191 points each step; the long way agrees.
        let meeting = |weaker, stronger, score: f64| Meeting {
            players: [weaker, stronger],
            points: vec![2.0 * score; 5_000],
        };
        let meetings = [meeting(0, 1, 0.75), meeting(1, 2, 0.75), meeting(0, 2, 0.9)];
        let found = ratings(3, &meetings);
        assert_eq!(found[0], 0.0);
        assert!((found[1] - 191.0).abs() < 2.0, "{found:?}");
        assert!((found[2] - 382.0).abs() < 4.0, "{found:?}");
        assert!((meetings[0].score() - 0.75).abs() < 1e-9 && meetings[0].error() < 1e-9);
        // Four clean games of those far apart say next to nothing, and press nobody together.
        let far = Meeting { players: [0, 2], points: vec![2.0; 2] };
        let with_far = ratings(3, &[meetings[0].clone(), meetings[1].clone(), far]);
        assert!((381.0..390.0).contains(&with_far[2]), "{with_far:?}");
    }

    #[test]
    fn a_stronger_player_scores_more() {
        use rules::{Position, RuleSet};
        type Salta = rules::salta::Salta;
        let variant = rules::open("salta", "limit=20").unwrap();
        let start = Salta::start(RuleSet::from_values(variant.values()));
        let skill = |error| Skill { depth: 1, nodes: 1_000, error, overlooked: 0 };
        let plan = Plan { pairs: 4, apart: 1, opening: 4, jobs: 2, seed: 1 };
        let meetings = play(&start, &[skill(2_000), skill(0)], &plan);
        assert_eq!(meetings[0].games(), 8);
        assert!(meetings[0].score() > 0.7, "{meetings:?}");
    }
}
