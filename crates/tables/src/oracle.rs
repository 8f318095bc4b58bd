//! The tables of one rule set as the engine asks them.

use std::any::Any;
use std::sync::Arc;

use engine::{Exact, ExactValues};

use crate::score::Score;
use crate::tables::Opened;

/// The tables of one rule set, open. A table that is damaged counts as not there: the engine plays
/// on without it.
#[derive(Debug)]
pub struct Oracle(pub(crate) Arc<Opened>);

impl ExactValues for Oracle {
    fn probe(&self, position: &dyn Any) -> Option<Exact> {
        match &*self.0 {
            Opened::Seega(tables, _) => {
                tables.probe(position.downcast_ref()?).ok().flatten().map(exact)
            }
            Opened::Draughts(tables) => {
                let (score, within) = tables.probe(position.downcast_ref()?).ok().flatten()?;
                // A win that the counters do not allow is a draw.
                Some(if within == Some(false) { Exact::Draw } else { exact(score) })
            }
            Opened::Senet(tables) => {
                let (value, _) = tables.probe(position.downcast_ref()?).ok().flatten()?;
                Some(Exact::Expectation(value))
            }
            Opened::None => None,
        }
    }

    fn advise(&self, position: &dyn Any) -> Option<(usize, Exact)> {
        match &*self.0 {
            Opened::Seega(_, strategy) => strategy.as_ref()?.advise(position.downcast_ref()?),
            Opened::Draughts(_) | Opened::Senet(_) | Opened::None => None,
        }
    }
}

fn exact(score: Score) -> Exact {
    match () {
        () if score.is_win() => Exact::Win(score.distance()),
        () if score.is_loss() => Exact::Loss(score.distance()),
        () => Exact::Draw,
    }
}
