//! The rule options of draughts, chapter 8 of the rules.

crate::rule_set! {
    /// The options of a game of draughts.
    pub struct Rules {
        /// Whether own pieces can be captured, and come back; otherwise the classic game. [4.1]
        cyclic: Cyclic = On, { On = "on", Off = "off" };
        /// Moves by each player in a row with kings only that draw; 0: off. [6.3]
        kingmoves: u8 = 15, Range(0, 100);
        /// Moves by each player in a row without an enemy piece captured that draw; 0: off. [6.4]
        barren: u8 = 60, Range(0, 200);
    }
    presets { "classic" = "cyclic=off" }
}

impl Rules {
    #[inline]
    pub(crate) const fn is_cyclic(self) -> bool {
        matches!(self.cyclic, Cyclic::On)
    }
}
