//! Stub.
use super::Evaluate;
use rules::Position;
use rules::diaballik::Diaballik;
impl Evaluate for Diaballik {
    const TERMS: &'static [&'static str] = &[];
    const WEIGHTS: &'static [i32] = &[];
    const SLOTS: usize = 1;
    fn terms(&self, _add: impl FnMut(usize, i32)) {}
    fn promise(&self, _action: <Self as Position>::Action) -> i32 {
        0
    }
    fn slot(_action: <Self as Position>::Action) -> usize {
        0
    }
}
