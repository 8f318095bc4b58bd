//! Seega's rule options, chapter 8 of the rules.

crate::rule_set! {
    /// The options of a game of Seega.
    pub struct Rules {
        /// Side of the board. [1.1]
        size: u8 = 5, Numbers(&[3, 5, 7, 9]);
        /// Stones placed in one turn of the placing stage. [2.1]
        drops: u8 = 1, Numbers(&[1, 2]);
        /// Which stone makes the extra move: the one that captured, or any. [5.2]
        extra: Extra = Same, { Same = "same", Any = "any" };
        /// What is captured: a whole line of stones between two, or a single one. [4.1]
        capture: Capture = Line, { Line = "line", Single = "single" };
        /// Whether a stone on the centre can be captured. [4.4]
        centre: Centre = Open, { Open = "open", Safe = "safe" };
        /// Actions in a row without a capture that end the game. [6.2]
        quiet: u8 = 10, Range(1, 100);
    }
    presets { "traditional" = "drops=2,capture=single,centre=safe" }
}

impl Rules {
    /// The stones that each player has. [1.2]
    pub(crate) const fn stones(self) -> u8 {
        (self.size * self.size - 1) / 2
    }
}
