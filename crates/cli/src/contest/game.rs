//! One game of a match: the opening, the referee, the players.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use engine::{EVEN, Evaluate, Limits, Table, Uct, choose, greedy, imbalance};
use rules::record::Record;
use rules::{End, Entry, Game, Line, Outcome, Position, Side, Status, Variant, weighted};

use super::external::{External, Fault};
use super::spec::{Kind, Spec};
use crate::think::{Question, think};

/// The tree of a player by random games: more nodes than its time lets it have.
const UCT_NODES: usize = 500_000;

/// Independent random numbers for each purpose of each game.
pub(crate) fn rng(seed: u64, pair: usize, purpose: u64) -> fastrand::Rng {
    // Neighbouring seeds must not give like sequences, nor the same games in another order: the seed
    // is mixed as splitmix64 does, before the others come to it.
    let mut mixed = seed;
    for part in [0, pair as u64, purpose] {
        mixed = (mixed ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
    }
    fastrand::Rng::with_seed(mixed)
}

const OPENING: u64 = 1 << 60;
const LUCK: u64 = 1 << 61;

/// The n-th throw of both games of a pair.
fn throw<P: Position>(seed: u64, pair: usize, number: u64) -> P::Throw {
    let mut rng = rng(seed, pair, number);
    weighted(P::throws(), |below| rng.u32(..below))
}

/// A random opening of so many actions in which the game goes on and neither side is ahead, as far
/// as a short search can tell, or of fifty the one that comes nearest to it; the pair's throws are
/// used. If there is none that long, a shorter one.
pub(crate) fn opening<P: Evaluate>(
    base: &Line<P>,
    actions: u32,
    seed: u64,
    pair: usize,
) -> Vec<Entry<P>> {
    for length in (0..=actions).rev() {
        let mut evenest: Option<(u32, Line<P>)> = None;
        for attempt in 0..50 {
            let purpose = OPENING + (u64::from(length) << 32) + attempt;
            let mut rng = rng(seed, pair, purpose);
            let Some(line) = try_opening(base, length, seed, pair, &mut rng) else { continue };
            let apart = imbalance(&line);
            if evenest.as_ref().is_none_or(|(least, _)| apart < *least) {
                evenest = Some((apart, line));
            }
            // Without random actions every attempt is the same.
            if length == 0 || evenest.as_ref().is_some_and(|(least, _)| *least <= EVEN) {
                break;
            }
        }
        if let Some((_, line)) = evenest {
            return line.entries()[base.entries().len()..].to_vec();
        }
    }
    Vec::new()
}

fn try_opening<P: Position>(
    base: &Line<P>,
    actions: u32,
    seed: u64,
    pair: usize,
    rng: &mut fastrand::Rng,
) -> Option<Line<P>> {
    let mut line = base.clone();
    let (mut acted, mut threw) = (0, 0);
    while acted < actions {
        let entry = match line.status() {
            Status::Over(_) => return None,
            Status::Chance => {
                threw += 1;
                Entry::Throw(throw::<P>(seed, pair, threw - 1))
            }
            Status::ToAct(_) => {
                acted += 1;
                Entry::Act(line.position().pick_action(|below| rng.u32(..below)))
            }
        };
        line.play(entry);
    }
    let goes_on = !matches!(line.status(), Status::Over(_));
    goes_on.then_some(line)
}

/// A player in a job: what it keeps from action to action.
pub(crate) enum Player<'a, P: Position> {
    Engine { table: Table, limits: Limits, threads: usize },
    Level { table: Table, level: engine::Level },
    Greedy,
    Random,
    Uct { tree: Uct<P>, limits: Limits },
    External(External<'a>),
}

impl<'a, P: Evaluate> Player<'a, P> {
    pub(crate) fn new(spec: &'a Spec, variant: Variant) -> Player<'a, P> {
        let limits = spec.limits;
        match &spec.kind {
            Kind::Engine => {
                Player::Engine { table: Table::new(spec.hash), limits, threads: spec.threads }
            }
            Kind::Level(level) => Player::Level { table: Table::new(spec.hash), level: *level },
            Kind::Greedy => Player::Greedy,
            Kind::Random => Player::Random,
            Kind::Uct => Player::Uct { tree: Uct::new(UCT_NODES), limits },
            Kind::External(_) => Player::External(External::new(spec, variant)),
        }
    }

    fn prepare(&mut self) -> Result<(), Fault> {
        match self {
            // Nothing is known from the game before: games do not depend on their order.
            Player::Engine { table, .. } | Player::Level { table, .. } => table.clear(),
            Player::Greedy | Player::Random | Player::Uct { .. } => {}
            Player::External(external) => external.prepare()?,
        }
        Ok(())
    }

    /// An action that is legal, or what is wrong with the player.
    fn choose(
        &mut self,
        line: &Line<P>,
        told: &str,
        rng: &mut fastrand::Rng,
    ) -> Result<P::Action, Fault> {
        if let Player::External(external) = self {
            let text = external.choose(told)?;
            return match line.read(&text) {
                Ok(Entry::Act(action)) => Ok(action),
                Ok(Entry::Throw(_)) | Err(_) => Err(Fault::Illegal(text)),
            };
        }
        // A mistake in the engine is a lost game, not a lost match.
        let chosen = catch_unwind(AssertUnwindSafe(|| self.own_choice(line, rng)));
        let action = chosen.ok().flatten().ok_or(Fault::Crash)?;
        if line.actions().contains(&action) {
            Ok(action)
        } else {
            Err(Fault::Illegal(format!("{action:?}")))
        }
    }

    fn own_choice(&mut self, line: &Line<P>, rng: &mut fastrand::Rng) -> Option<P::Action> {
        let began = Instant::now();
        let stop = AtomicBool::new(false);
        let below = |most| rng.u32(..most);
        match self {
            Player::Engine { table, limits, threads } => {
                let question = Question { limits: *limits, lines: 1, threads: *threads, began };
                let report = think(line, table, question, &stop, |_| {})?;
                Some(report.lines[0].line[0])
            }
            Player::Level { table, level } => {
                choose(line, *level, table, &|| began.elapsed(), &stop, below)
            }
            Player::Greedy => greedy(line.position()),
            Player::Random => Some(line.position().pick_action(below)),
            Player::Uct { tree, limits } => {
                let enough = |games| {
                    limits.nodes.is_some_and(|most| games >= most)
                        || limits.time.is_some_and(|most| began.elapsed() >= most)
                };
                tree.choose(line, enough, below)
            }
            Player::External(_) => None,
        }
    }
}

/// What every game of a match has in common.
pub(crate) struct Terms<'a, P: Position> {
    pub(crate) base: Line<P>,
    pub(crate) specs: [&'a Spec; 2],
    pub(crate) seed: u64,
    pub(crate) openings: u32,
    /// Raised when the match is decided: games under way are given up.
    pub(crate) decided: AtomicBool,
}

/// A finished game.
pub(crate) struct Finished {
    pub(crate) winner: Option<Side>,
    /// Which side lost by a fault, and which fault.
    pub(crate) fault: Option<(Side, Fault)>,
    pub(crate) record: Record,
}

/// The side that a plays in this game of the match.
pub(crate) const fn side_of_a(game: usize) -> Side {
    if game.is_multiple_of(2) { Side::First } else { Side::Second }
}

/// Plays a game of the match, by its number; none if the match was decided meanwhile.
pub(crate) fn play<P: Evaluate>(
    terms: &Terms<'_, P>,
    number: usize,
    [a, b]: &mut [Player<'_, P>; 2],
) -> Option<Finished> {
    let (seed, pair) = (terms.seed, number / 2);
    let a_side = side_of_a(number);
    let mut line = terms.base.clone();
    for entry in opening(&terms.base, terms.openings, seed, pair) {
        line.play(entry);
    }
    let mut told = told(&line);
    let is_throw = |entry: &&Entry<P>| matches!(entry, Entry::Throw(_));
    let mut threw =
        line.entries()[terms.base.entries().len()..].iter().filter(is_throw).count() as u64;
    let mut luck = [0, 1].map(|who| rng(seed, pair, LUCK + who + 2 * (number as u64 % 2)));
    let mut fault = None;
    for (side, player) in [(a_side, &mut *a), (a_side.other(), &mut *b)] {
        if fault.is_none()
            && let Err(found) = player.prepare()
        {
            fault = Some((side, found));
        }
    }
    let winner = loop {
        if let Some((side, _)) = &fault {
            break Some(side.other());
        }
        if terms.decided.load(Relaxed) {
            return None;
        }
        let entry = match line.status() {
            Status::Over(outcome) => break outcome.winner,
            Status::Chance => {
                threw += 1;
                Entry::Throw(throw::<P>(seed, pair, threw - 1))
            }
            Status::ToAct(side) => {
                let (player, luck) =
                    if side == a_side { (&mut *a, &mut luck[0]) } else { (&mut *b, &mut luck[1]) };
                match player.choose(&line, &told, luck) {
                    Ok(action) => Entry::Act(action),
                    Err(found) => {
                        fault = Some((side, found));
                        continue;
                    }
                }
            }
        };
        told.push(' ');
        told.push_str(&entry.text(line.position()));
        line.play(entry);
    };
    let names = if a_side == Side::First { [0, 1] } else { [1, 0] };
    let names = names.map(|who| terms.specs[who].name.as_str());
    let record = record(&line, names, number, fault.as_ref());
    Some(Finished { winner, fault, record })
}

/// The line as the protocol tells it.
fn told<P: Position>(line: &Line<P>) -> String {
    let start = line.start();
    let mut told = if *start == P::start(start.rules()) {
        "position startpos moves".to_owned()
    } else {
        format!("position fen {start} moves")
    };
    for played in line.transcript() {
        told.push(' ');
        told.push_str(&played.text);
    }
    told
}

fn record<P: Position>(
    line: &Line<P>,
    names: [&str; 2],
    number: usize,
    fault: Option<&(Side, Fault)>,
) -> Record {
    let variant = Variant::of(P::GAME, line.position().rules());
    let mut game = Game::from_position(variant, &line.start().to_string())
        .expect("a position reads back its own text");
    for played in line.transcript() {
        game.play(&played.text).expect("a game reads back its own entries");
    }
    let mut record = Record::of(&game);
    let tags = [("First", names[0]), ("Second", names[1]), ("Round", &(number + 1).to_string())];
    record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    if let Some((side, fault)) = fault {
        let (end, said) = match fault {
            Fault::Timeout => (End::Time, "timeout".to_owned()),
            Fault::Crash => (End::Abandoned, "crash".to_owned()),
            Fault::Illegal(text) => (End::Abandoned, format!("illegal: {text}")),
        };
        record.result = Some(Outcome::win(side.other(), end));
        let said = Some(format!("{side}: {said}"));
        match record.entries.last_mut() {
            Some(last) => last.comment = said,
            None => record.preface = said,
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_seed_plays_other_games() {
        let openings = |seed| (0..4).map(move |pair| rng(seed, pair, OPENING).u64(..));
        let met: Vec<u64> = openings(1).collect();
        assert!(openings(2).all(|opening| !met.contains(&opening)));
    }
}
