//! Seega.
use super::Evaluate;
use rules::Position;
use rules::seega::{Action, Seega};
impl Evaluate for Seega {
    const TERMS: &'static [&'static str] = &[];
    const WEIGHTS: &'static [i32] = &[];
    const SLOTS: usize = 10_000;
    fn terms(&self, _add: impl FnMut(usize, i32)) {}
    fn promise(&self, _action: Action) -> i32 {
        0
    }
    fn slot(action: Action) -> usize {
        match action {
            Action::Place(a) => a as usize,
            Action::Move(a, b) => a as usize * 100 + b as usize,
            Action::Pass => 0,
        }
    }
}
