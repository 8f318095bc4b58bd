//! Seega's rule options, chapter 8 of the rules.

use crate::{Choices, OptionSpec, Preset, RuleSet, Values};

/// The options of a game of Seega.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) size: u8,
    pub(crate) drops: u8,
    pub(crate) extra_any: bool,
    pub(crate) single: bool,
    pub(crate) safe_centre: bool,
    pub(crate) quiet: u8,
}

impl Rules {
    /// The stones that each player has. [1.2]
    pub(crate) const fn stones(self) -> u8 {
        (self.size * self.size - 1) / 2
    }
}

impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "size", choices: Choices::Numbers(&[3, 5, 7, 9]), default: 5 },
        OptionSpec { name: "drops", choices: Choices::Numbers(&[1, 2]), default: 1 },
        OptionSpec { name: "extra", choices: Choices::Words(&["same", "any"]), default: 0 },
        OptionSpec { name: "capture", choices: Choices::Words(&["line", "single"]), default: 0 },
        OptionSpec { name: "centre", choices: Choices::Words(&["open", "safe"]), default: 0 },
        OptionSpec { name: "quiet", choices: Choices::Range(1, 100), default: 10 },
    ];
    const PRESETS: &'static [Preset] =
        &[Preset { name: "traditional", options: "drops=2,capture=single,centre=safe" }];

    fn from_values([size, drops, extra, capture, centre, quiet]: Values) -> Rules {
        Rules {
            size: size as u8,
            drops: drops as u8,
            extra_any: extra == 1,
            single: capture == 1,
            safe_centre: centre == 1,
            quiet: quiet as u8,
        }
    }

    fn values(self) -> Values {
        [
            self.size.into(),
            self.drops.into(),
            self.extra_any.into(),
            self.single.into(),
            self.safe_centre.into(),
            self.quiet.into(),
        ]
    }
}
