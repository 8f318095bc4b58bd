//! Senet's rule options, chapter 8 of the rules.

use crate::{Choices, OptionSpec, Preset, RuleSet, Values};

/// The options of a game of Senet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The pieces that each player has. [1.2]
    pub(crate) pieces: u8,
    /// Whether the spools have the foremost starting square. [1.3]
    pub(crate) spools_front: bool,
    /// Whether a piece that falls into the water goes straight back. [5.2]
    pub(crate) water_return: bool,
    /// Whether a player may pass with a move available. [3.4]
    pub(crate) free_pass: bool,
}

impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "pieces", choices: Choices::Numbers(&[5, 7, 10]), default: 10 },
        OptionSpec { name: "front", choices: Choices::Words(&["cones", "spools"]), default: 0 },
        OptionSpec { name: "water", choices: Choices::Words(&["trial", "return"]), default: 0 },
        OptionSpec { name: "pass", choices: Choices::Words(&["blocked", "free"]), default: 0 },
    ];
    const PRESETS: &'static [Preset] = &[Preset { name: "short", options: "pieces=5" }];

    fn from_values([pieces, front, water, pass, ..]: Values) -> Rules {
        Rules {
            pieces: pieces as u8,
            spools_front: front == 1,
            water_return: water == 1,
            free_pass: pass == 1,
        }
    }

    fn values(self) -> Values {
        [
            self.pieces.into(),
            self.spools_front.into(),
            self.water_return.into(),
            self.free_pass.into(),
            0,
            0,
        ]
    }
}
