//! Work on Senet: a net that learns by playing itself, and its games against the engine.

mod net;
mod strive;
mod train;

use clap::Subcommand;

/// `lab senet`.
#[derive(Subcommand)]
pub(crate) enum Senet {
    /// Trains the net on games against itself and writes its weights.
    Train(train::Training),
    /// Plays the net against the engine, pairs of games with the same throws.
    Play(strive::Contest),
}

impl Senet {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match self {
            Senet::Train(training) => training.run(),
            Senet::Play(contest) => contest.run(),
        }
    }
}
