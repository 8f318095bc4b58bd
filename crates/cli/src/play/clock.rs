//! The clocks of a game: so much time for all of it, and some more with every turn.

use std::time::{Duration, Instant};

use rules::Side;

/// `5+3`: five minutes for the game, three seconds more with every turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Control {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

impl Control {
    /// Reads `5+3` (minutes and seconds) or `5`; fractions of a minute are allowed.
    pub(crate) fn read(text: &str) -> Option<Control> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            text.parse::<f64>().ok().filter(|value| plain && *value <= 600.0)
        };
        let base = Duration::from_secs_f64(number(minutes)? * 60.0);
        let increment = Duration::from_secs_f64(number(seconds)?);
        (base + increment > Duration::ZERO).then_some(Control { base, increment })
    }

    /// As [`Control::read`] reads it.
    pub(crate) fn text(self) -> String {
        format!("{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// Two clocks, at most one of them running.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    increment: Duration,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clocks {
    pub(crate) fn new(control: Control) -> Clocks {
        // A game without base time begins with one increment, or no player could move.
        let base = control.base.max(control.increment);
        Clocks { increment: control.increment, left: [base; 2], running: None }
    }

    /// Clocks that are kept elsewhere, as they stood at this time.
    pub(crate) fn elsewhere(left: [Duration; 2], running: Option<Side>, now: Instant) -> Clocks {
        let running = running.map(|side| (side, now));
        Clocks { increment: Duration::ZERO, left, running }
    }

    /// What a side has left.
    pub(crate) fn left(&self, side: Side, now: Instant) -> Duration {
        let spent = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(spent)
    }

    /// Sets what both sides have left.
    pub(crate) fn set_left(&mut self, left: [Duration; 2], now: Instant) {
        self.left = left;
        self.running = self.running.map(|(side, _)| (side, now));
    }

    /// What every turn adds.
    pub(crate) fn increment(&self) -> Duration {
        self.increment
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Stops whatever runs, without an increment.
    pub(crate) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now);
            self.running = None;
        }
    }

    /// It is this side's turn: the other clock stops and gets its increment.
    pub(crate) fn turn_of(&mut self, side: Side, now: Instant) {
        match self.running {
            Some((running, _)) if running == side => {}
            Some((running, _)) => {
                self.stop(now);
                self.left[running.index()] += self.increment;
                self.running = Some((side, now));
            }
            None => self.running = Some((side, now)),
        }
    }

    /// Whose time is up.
    pub(crate) fn fallen(&self, now: Instant) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.left(*side, now).is_zero())
    }
}

/// Minutes and seconds; tenths where it gets tight, hours where there is plenty: `51:20:00` are
/// more than two days.
pub(crate) fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    match seconds {
        0..10 => format!("0:{:04.1}", (left.as_millis() / 100) as f64 / 10.0),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        let control = Control::read("5+3").unwrap();
        assert_eq!((control.base.as_secs(), control.increment.as_secs()), (300, 3));
        assert_eq!(control.text(), "5+3");
        assert_eq!(Control::read("0.5").unwrap().base.as_secs(), 30);
        assert_eq!(Control::read("0.5").unwrap().text(), "0.5+0");
        for wrong in ["", "0", "0+0", "-1", "a", "5+", "+", "1e9", "9999", "5+3+1", "inf", "NaN"] {
            assert_eq!(Control::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_turn_adds_its_increment() {
        let mut clocks = Clocks::new(Control::read("1+5").unwrap());
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        clocks.turn_of(Side::First, at(0));
        assert_eq!(clocks.left(Side::First, at(10)).as_secs(), 50);
        // A second action of the same turn changes nothing.
        clocks.turn_of(Side::First, at(10));
        clocks.turn_of(Side::Second, at(20));
        assert_eq!(clocks.left(Side::First, at(99)).as_secs(), 45);
        assert_eq!(clocks.left(Side::Second, at(30)).as_secs(), 50);
        assert_eq!(clocks.fallen(at(79)), None);
        assert_eq!(clocks.fallen(at(80)), Some(Side::Second));
        clocks.stop(at(30));
        assert_eq!(clocks.fallen(at(1_000)), None);
    }

    #[test]
    fn times_are_shown() {
        assert_eq!(shown(Duration::from_secs(300)), "5:00");
        assert_eq!(shown(Duration::from_millis(9_960)), "0:09.9");
        assert_eq!(shown(Duration::ZERO), "0:00.0");
        assert_eq!(shown(Duration::from_secs(3 * 86_400)), "72:00:00");
    }
}
