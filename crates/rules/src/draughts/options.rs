//! The rule options of draughts, chapter 8 of the rules.

use crate::{Choices, OptionSpec, Preset, RuleSet, Values};

/// The options of a game of draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) cyclic: bool,
    pub(crate) kingmoves: u8,
    pub(crate) barren: u8,
}

impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "cyclic", choices: Choices::Words(&["on", "off"]), default: 0 },
        OptionSpec { name: "kingmoves", choices: Choices::Range(0, 100), default: 15 },
        OptionSpec { name: "barren", choices: Choices::Range(0, 200), default: 60 },
    ];
    const PRESETS: &'static [Preset] = &[Preset { name: "classic", options: "cyclic=off" }];

    fn from_values([cyclic, kingmoves, barren, ..]: Values) -> Rules {
        Rules { cyclic: cyclic == 0, kingmoves: kingmoves as u8, barren: barren as u8 }
    }

    fn values(self) -> Values {
        [(!self.cyclic).into(), self.kingmoves.into(), self.barren.into(), 0, 0, 0]
    }
}
