//! What holds of a game whatever happened.

use std::collections::BTreeSet;

use rules::{End, Game, Outcome, Side, Status, Variant};
use server::live::{Clock, Times};
use server::store::{GameRow, Happening, Outage, Phase};

use crate::GAME;
use crate::client::log_of;
use crate::world::{Commit, Sim};

/// How wrong a node may be about the database's time: half of the slowest answer from which it takes
/// the time, and the drift of its clock since.
const UNSURE_MS: i64 = 400;

/// Every device knows the newest version.
pub fn agreement(sim: &Sim, least: usize) {
    let (version, known) = {
        let world = sim.world();
        (world.model.games[GAME].row.version, world.known.clone())
    };
    if known.len() < least {
        sim.fail(format!("only {} devices have followed the game", known.len()));
    }
    for (device, (copy, seen)) in known {
        if copy != Some(version) || seen != version {
            sim.fail(format!("device {device} knows version {copy:?} of {version}"));
        }
    }
}

/// The log has no gap, each submission is in it once, and the rules allow it.
pub fn log(sim: &Sim) {
    let kept = sim.world().model.games[GAME].clone();
    let mut ids = BTreeSet::new();
    for (index, event) in kept.events.iter().enumerate() {
        if event.version != index as i64 + 1 {
            sim.fail(format!("event {} has version {}", index + 1, event.version));
        }
        if let Some(id) = &event.submission
            && !ids.insert(id.clone())
        {
            sim.fail(format!("submission {id} is stored twice"));
        }
        if let (Some(id), Some(seat)) = (&event.submission, event.seat)
            && !kept.row.account(seat).is_some_and(|account| id.starts_with(account))
        {
            sim.fail(format!("{id} on the seat of {seat:?}"));
        }
    }
    let entries: Vec<_> = kept.entries.iter().map(|entry| entry.text.clone()).collect();
    if entries != log_of(&kept.events) {
        sim.fail(format!("entries {entries:?} are not those of the events"));
    }
    if (kept.row.version, kept.row.ply) != (kept.events.len() as i64, entries.len() as i64) {
        sim.fail(format!("version and ply: {} {}", kept.row.version, kept.row.ply));
    }
    let mut game = Game::start(Variant::read_full(&kept.row.variant).expect("rules"));
    for entry in &kept.entries {
        match game.play(&entry.text) {
            Ok(played) if played.side == entry.side => {}
            other => return sim.fail(format!("{entry:?} cannot be played: {other:?}")),
        }
    }
}

fn replay(row: &GameRow, texts: &[&str]) -> Option<Game> {
    let mut game = Game::start(Variant::read_full(&row.variant).ok()?);
    for text in texts {
        game.play(text).ok()?;
    }
    Some(game)
}

/// The game ends once, with one result, which is that of the rules if they end it.
pub fn result(sim: &Sim) {
    let kept = sim.world().model.games[GAME].clone();
    let is_over = |what: &Happening| matches!(what, Happening::Over { .. });
    let ends: Vec<_> = kept.events.iter().filter(|event| is_over(&event.what)).collect();
    let [end] = &ends[..] else {
        return sim.fail(format!("the game ends {} times", ends.len()));
    };
    let after = &kept.events[end.version as usize..];
    let rematch =
        |what: &Happening| matches!(what, Happening::RematchOffered {} | Happening::Rematch { .. });
    if !after.iter().all(|event| rematch(&event.what)) {
        sim.fail(format!("after the end: {after:?}"));
    }
    if after.iter().filter(|e| matches!(e.what, Happening::Rematch { .. })).count() > 1 {
        sim.fail("two rematches".into());
    }
    let Happening::Over { winner, reason, points } = end.what else { return };
    let row = &kept.row;
    let stored = (row.phase, row.winner, row.reason, row.points);
    if stored != (Phase::Over, Some(winner), Some(reason), points.map(i64::from)) {
        sim.fail(format!("{stored:?} is stored of {:?}", end.what));
    }
    let texts: Vec<_> = kept.entries.iter().map(|entry| entry.text.as_str()).collect();
    let status = replay(row, &texts).map(|game| game.status());
    match status {
        Some(Status::Over(outcome)) => {
            if (outcome.result(), outcome.reason) != (winner, reason) && reason != End::Aborted {
                sim.fail(format!("the rules say {outcome:?}, stored is {:?}", end.what));
            }
        }
        _ => {
            let by_rules = !matches!(
                reason,
                End::Resign | End::Time | End::Agreement | End::Aborted | End::Abandoned
            );
            if by_rules {
                sim.fail(format!("{reason:?} although the rules go on"));
            }
        }
    }
    // Who runs out of time or resigns loses, who claims wins, and nothing else has a winner.
    let wins = match (reason, end.seat) {
        (End::Time, _) => Some(replay(row, &texts).map(|game| game.side().other())),
        (End::Resign, Some(seat)) => Some(Some(seat.other())),
        (End::Abandoned, Some(seat)) => Some(Some(seat)),
        (End::Agreement | End::Aborted, _) => Some(None),
        (End::Resign | End::Abandoned, None) => {
            return sim.fail(format!("{:?} by no player", end.what));
        }
        _ => None,
    };
    if let Some(wins) = wins
        && winner != (Outcome { winner: wins, reason, points: None }).result()
    {
        sim.fail(format!("{wins:?} wins, and stored is {:?} by {:?}", end.what, end.seat));
    }
    if reason == End::Time {
        sim.count("flags");
    }
}

/// What outages took out of a time.
fn stood(outages: &[Outage], from_ms: i64, until_ms: i64) -> i64 {
    let (mut at, mut sum) = (from_ms, 0);
    for outage in outages {
        let (from, until) = (outage.from_ms.max(at), outage.until_ms.min(until_ms));
        if until > from {
            sum += until - from;
            at = until;
        }
    }
    sum
}

/// Clocks go by the database's time: no player gets more time than the clock gives, and none less
/// than that and the outages leave.
pub fn clocks(sim: &Sim) {
    let (commits, kept) = {
        let world = sim.world();
        (world.commits.clone(), world.model.games[GAME].clone())
    };
    let clock = Clock::read(&kept.row.clock).expect("a clock");
    let mut before: Option<Times> = None;
    let mut game = Game::start(Variant::read_full(&kept.row.variant).expect("rules"));
    for commit in &commits {
        let events = &kept.events[commit.first as usize - 1..commit.last as usize];
        let at_ms = events[0].at_ms;
        let rematch =
            matches!(events[0].what, Happening::Rematch { .. } | Happening::RematchOffered {});
        // A rematch is made before it is announced, and no clock runs then.
        if !rematch && (at_ms - commit.decided_ms).abs() > UNSURE_MS {
            let (off, version) = (at_ms - commit.decided_ms, commit.first);
            sim.fail(format!("version {version} was judged by a time that is {off} ms off"));
        }
        let running = game.side();
        let mut ended_turn = false;
        for event in events {
            match &event.what {
                Happening::TakenBack { ply } => game.truncate(*ply as usize),
                Happening::Played { entries, .. } => {
                    for entry in entries {
                        let Ok(played) = game.play(&entry.text) else {
                            return sim.fail(format!("{} cannot be played", entry.text));
                        };
                        ended_turn |= !played.is_throw && !game.is_turn_open();
                    }
                }
                _ => {}
            }
        }
        if let Some(before) = before.replace(commit.times)
            && clock != Clock::None
            && !rematch
        {
            let over = events.iter().find_map(|event| match event.what {
                Happening::Over { reason, .. } => Some(reason),
                _ => None,
            });
            let judged =
                Judged { clock, before, after: commit.times, running, at_ms, ended_turn, over };
            let back = events.iter().any(|e| matches!(e.what, Happening::TakenBack { .. }));
            for failure in judged.failures(commit, back) {
                sim.fail(format!("version {}: {failure}", commit.first));
            }
        }
    }
}

struct Judged {
    clock: Clock,
    before: Times,
    after: Times,
    running: Side,
    at_ms: i64,
    ended_turn: bool,
    over: Option<End>,
}

impl Judged {
    fn failures(&self, commit: &Commit, back: bool) -> Vec<String> {
        let mut failures = Vec::new();
        let Judged { before, after, running, .. } = self;
        let waiting = running.other().index();
        let per_turn = matches!(self.clock, Clock::Turn(_));
        if after.left_ms[waiting] != before.left_ms[waiting] && !per_turn {
            failures.push(format!("the clock that stood: {before:?} {after:?}"));
        }
        if per_turn {
            return failures;
        }
        let increment = match self.clock {
            Clock::Total { increment_ms, .. } if self.ended_turn && !back => increment_ms,
            _ => 0,
        };
        // What the running side has at the time of the change, by what it had before.
        let now =
            |times: &Times| times.left_ms[running.index()] - (self.at_ms - times.since_ms).max(0);
        let most = now(before) + stood(&commit.outages, before.since_ms, self.at_ms) + increment;
        let least = now(before);
        let has = if self.over.is_some() || self.ended_turn || back {
            after.left_ms[running.index()]
        } else {
            now(after)
        };
        if has > most.max(0) + UNSURE_MS {
            failures.push(format!("{running:?} gains: {has} of {most}, {before:?} {after:?}"));
        }
        if has < least - UNSURE_MS && self.over != Some(End::Time) {
            failures.push(format!("{running:?} loses: {has} of {least}, {before:?} {after:?}"));
        }
        // A flag falls by what was known of outages when it had fallen: what is stored between the
        // reading of them and the change cannot count, what was stored before counts.
        let known = before.left_ms[running.index()] - (commit.read_ms - before.since_ms).max(0)
            + stood(&commit.known, before.since_ms, commit.read_ms);
        if self.over == Some(End::Time) && (known > UNSURE_MS || has != 0) {
            failures.push(format!("{running:?} is flagged with {known} ms, shows {has}"));
        }
        if self.over.is_none() && most < -UNSURE_MS {
            failures.push(format!("{running:?} acts {} ms after its flag", -most));
        }
        failures
    }
}
