//! Diaballik's rule options, chapter 8 of the rules.

use crate::{Choices, OptionSpec, Preset, RuleSet, Values};

/// The options of a game of Diaballik.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(crate) any_order: bool,
    pub(crate) over_own: bool,
    pub(crate) wall: Wall,
    pub(crate) limit: u16,
}

/// When a wall loses the game for the player whose pieces form it. [5.2] [5.3]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wall {
    /// When it stands at the end of that player's turn. [5.2]
    Loses,
    /// When three enemy pieces touch it at the end of any turn. [5.3]
    Contact,
    /// Never.
    Off,
}

impl Rules {
    /// The number of finished turns, both players' together, that draws the game. Without a
    /// limit the counter of turns still has an end. [6.4]
    #[inline]
    pub(crate) const fn last_turn(self) -> u16 {
        match self.limit {
            0 => 65534,
            limit => limit.saturating_mul(2),
        }
    }
}

impl RuleSet for Rules {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "order", choices: Choices::Words(&["steps-first", "any"]), default: 0 },
        OptionSpec { name: "pass", choices: Choices::Words(&["clear", "over-own"]), default: 0 },
        OptionSpec {
            name: "wall",
            choices: Choices::Words(&["loses", "contact", "off"]),
            default: 0,
        },
        OptionSpec { name: "limit", choices: Choices::Range(0, 1000), default: 200 },
    ];
    const PRESETS: &'static [Preset] =
        &[Preset { name: "box", options: "order=any,pass=over-own,wall=contact" }];

    fn from_values([order, pass, wall, limit, ..]: Values) -> Rules {
        Rules {
            any_order: order == 1,
            over_own: pass == 1,
            wall: match wall {
                0 => Wall::Loses,
                1 => Wall::Contact,
                _ => Wall::Off,
            },
            limit,
        }
    }

    fn values(self) -> Values {
        [self.any_order.into(), self.over_own.into(), self.wall as u16, self.limit, 0, 0]
    }
}
