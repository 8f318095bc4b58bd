//! Diaballik's rule options, chapter 8 of the rules.

crate::rule_set! {
    /// The options of a game of Diaballik.
    pub struct Rules {
        /// The order of actions in a turn. [2.3]
        order: Order = StepsFirst, { StepsFirst = "steps-first", Any = "any" };
        /// What the ball may fly over. [4.2]
        pass: Pass = Clear, { Clear = "clear", OverOwn = "over-own" };
        /// When a wall loses the game for the player whose pieces form it. [5.2] [5.3] [5.5]
        wall: Wall = Loses,
            { Loses = "loses", Reach = "reach", Contact = "contact", Off = "off" };
        /// Turns by each player that draw; 0: none. [6.4]
        limit: u16 = 200, Range(0, 1000);
        /// Where the pieces begin. [1.3]
        start: Start = Line, { Line = "line", Exchanged = "exchanged" };
    }
    presets { "box" = "order=any,pass=over-own,wall=contact", "lively" = "start=exchanged" }
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
