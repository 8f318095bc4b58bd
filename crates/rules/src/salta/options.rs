//! Salta's rule options: article 7.

use crate::{Choices, OptionSpec, Preset, RuleSet, Values};

/// The options of a game of Salta.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) limit: u16,
    pub(crate) mirror: bool,
}

impl Rules {
    /// The ply at which a game that nobody has finished is scored; without a limit it is the
    /// largest even number of 16 bits, so that every game ends. [5.5]
    #[inline]
    pub(crate) const fn last_ply(self) -> u32 {
        if self.limit == 0 { 65534 } else { 2 * self.limit as u32 }
    }
}

impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "goal", choices: Choices::Words(&["march", "mirror"]), default: 0 },
        OptionSpec { name: "limit", choices: Choices::Range(0, 500), default: 300 },
    ];
    const PRESETS: &'static [Preset] = &[
        Preset { name: "tournament", options: "limit=120" },
        Preset { name: "original", options: "goal=mirror" },
    ];

    fn from_values([goal, limit, ..]: Values) -> Rules {
        Rules { limit, mirror: goal == 1 }
    }

    fn values(self) -> Values {
        [self.mirror.into(), self.limit, 0, 0, 0, 0]
    }
}
