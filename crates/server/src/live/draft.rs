//! A change of a room in the making: what is played, thrown, ended, and what is then due.

use std::sync::Arc;

use rules::{End, Outcome, Side, Status};

use super::clock::Clock;
use super::room::{Change, Logged, Room, Stored, count_throws};
use crate::error::Error;
use crate::store::{Append, EntryRow, EventRow, Happening, Phase, PlayedEntry};

/// How long a node that is at an engine's turn has it before others may; it prolongs that while it
/// lives.
pub(super) const LEASE_MS: i64 = 1_500;
/// How long an open game waits for an opponent.
const OPEN_MS: i64 = 14 * 24 * 3_600_000;

/// When an open game lapses.
#[must_use]
pub(super) fn open_until(created_ms: i64) -> i64 {
    created_ms + OPEN_MS
}

/// A change being made.
pub(super) struct Draft<'a> {
    base: &'a Room,
    expected: i64,
    pub(super) next: Room,
    events: Vec<EventRow>,
    applied: Vec<Logged>,
    truncate: Option<i64>,
    now_ms: i64,
    /// Who played the new entries, and as which submission: its id and digest.
    pub(super) played_by: Option<(Side, Option<(String, String)>)>,
}

impl Draft<'_> {
    pub(super) fn of(base: &Room, now_ms: i64) -> Draft<'_> {
        Draft {
            base,
            expected: base.row.version,
            next: base.next(),
            events: Vec::new(),
            applied: Vec::new(),
            truncate: None,
            now_ms,
            played_by: None,
        }
    }

    pub(super) fn event(&mut self, seat: Option<Side>, what: Happening) {
        self.submitted_event(seat, None, what);
    }

    fn submitted_event(&mut self, seat: Option<Side>, submission: Option<String>, what: Happening) {
        self.next.row.version += 1;
        let version = self.next.row.version;
        self.events.push(EventRow { version, what, seat, submission, at_ms: self.now_ms });
    }

    pub(super) fn play(&mut self, side: Side, text: &str) -> Result<(), Error> {
        let played = self.next.game.play(text)?;
        let (ply, at_ms) = (self.next.row.ply, self.now_ms);
        // Several texts may mean one action: what is stored is the one that the game gives.
        let row = EntryRow { ply, version: 0, side, text: played.text.clone(), at_ms };
        self.next.row.ply += 1;
        self.applied.push(Logged { row, played });
        Ok(())
    }

    /// Throws as long as a throw is due.
    pub(super) fn throw(&mut self) {
        let Some(source) = self.next.source() else { return };
        while self.next.game.status() == Status::Chance {
            self.next.throws += 1;
            let side = self.next.game.side();
            if self.play(side, source.throw(&self.next.game, self.next.throws)).is_err() {
                return;
            }
        }
    }

    pub(super) fn take_back(&mut self, by: Side, ply: i64) {
        // Who was to act has used time, and does not get it back.
        if matches!(self.next.clock, Clock::Total { .. }) {
            let running = self.next.game.side();
            let times = &mut self.next.row.state.times;
            times.left_ms[running.index()] = times.left(running, self.now_ms);
        }
        let length = usize::try_from(ply).unwrap_or(0);
        self.next.game.truncate(length);
        self.next.throws = count_throws(&self.base.entries[..length]);
        self.next.row.ply = ply;
        self.truncate = Some(ply);
        self.next.row.state.takeback = None;
        self.next.row.state.draw = None;
        self.next.row.state.engine_failed = false;
        let running = self.next.game.side();
        let times = &mut self.next.row.state.times;
        if let Clock::Turn(ms) = self.next.clock {
            times.left_ms[running.index()] = ms;
        }
        times.since_ms = self.now_ms;
        self.event(Some(by), Happening::TakenBack { ply });
    }

    /// Whether both sides have acted, with what is about to be stored.
    fn have_both_acted(&self) -> bool {
        let acted = |side: Side| {
            let own = |entry: &Logged| entry.row.side == side && !entry.played.is_throw;
            self.base.entries.iter().any(|entry| own(entry)) || self.applied.iter().any(own)
        };
        Side::BOTH.into_iter().all(acted)
    }

    /// The game ends; a rated game in which a side has not moved is aborted, however it ends.
    pub(super) fn over(&mut self, by: Option<Side>, outcome: Outcome) {
        let outcome = match self.next.row.rated.counts() && !self.have_both_acted() {
            true => Outcome { winner: None, reason: End::Aborted, points: None },
            false => outcome,
        };
        let running = self.next.game.side();
        let row = &mut self.next.row;
        if row.phase == Phase::Live && self.next.clock != Clock::None {
            // The clock stops as it stands; a flag that has fallen shows no time.
            let times = &mut row.state.times;
            let left = times.left(running, self.now_ms).max(0);
            times.left_ms[running.index()] = if outcome.reason == End::Time { 0 } else { left };
            times.since_ms = self.now_ms;
        }
        row.phase = Phase::Over;
        let Outcome { reason, points, .. } = outcome;
        let winner = outcome.result();
        row.winner = Some(winner);
        row.reason = Some(reason);
        row.points = points.map(i64::from);
        row.ended_ms = Some(self.now_ms);
        row.state.draw = None;
        row.state.takeback = None;
        row.state.engine_failed = false;
        self.event(by, Happening::Over { winner, reason, points });
    }

    /// Logs what was played, ends the game if the rules do, sets what is due.
    pub(super) fn settle(&mut self) {
        if !self.applied.is_empty() {
            let (seat, id) = match self.played_by.take() {
                Some((side, id)) => (Some(side), id),
                None => (None, None),
            };
            let logged = |Logged { row, .. }: &Logged| PlayedEntry {
                ply: row.ply,
                side: row.side,
                text: row.text.clone(),
            };
            let entries = self.applied.iter().map(logged).collect();
            let left_ms = self.next.row.state.times.left_ms;
            let version = self.next.row.version + 1;
            let (id, submitted) = id.unzip();
            if let (Some(id), Some(digest)) = (&id, &submitted) {
                let stored = Stored { version, digest: digest.clone() };
                self.next.submissions.insert(id.clone(), stored);
            }
            let submitted = submitted.unwrap_or_default();
            self.submitted_event(seat, id, Happening::Played { entries, left_ms, submitted });
            for entry in &mut self.applied {
                entry.row.version = version;
            }
        }
        if self.next.row.phase == Phase::Live
            && let Status::Over(outcome) = self.next.game.status()
        {
            self.over(None, outcome);
        }
        let side = self.next.game.side();
        let next = &mut self.next;
        next.row.due_ms = match next.row.phase {
            Phase::Open => Some(open_until(next.row.created_ms)),
            Phase::Live => next.row.state.times.due_ms(next.clock, side),
            Phase::Over => None,
        };
        let engine = next.row.phase == Phase::Live
            && next.row.level(side).is_some()
            && !next.row.state.engine_failed
            && matches!(next.game.status(), Status::ToAct(_));
        next.row.engine_ms = engine.then_some(self.now_ms + LEASE_MS);
    }

    pub(super) fn done(self) -> Change {
        let mut row = self.next.row.clone();
        row.state.times = self.base.times_to_store(&row.state.times);
        let append = Append {
            expected: self.expected,
            row,
            events: self.events,
            entries: self.applied.iter().map(|entry| entry.row.clone()).collect(),
            truncate: self.truncate,
        };
        let applied = self.applied.into_iter().map(Arc::new).collect();
        Change { append, next: self.next, applied }
    }
}
