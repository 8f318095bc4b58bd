//! Salta's rule options: article 7.

crate::rule_set! {
    /// The options of a game of Salta.
    pub struct Rules {
        /// Where the pieces belong. [2.1] [2.2]
        goal: Goal = March, { March = "march", Mirror = "mirror" };
        /// Moves by each player after which the game is scored; 0: none. [5.5]
        limit: u16 = 300, Range(0, 500);
    }
    presets { "tournament" = "limit=120", "original" = "goal=mirror" }
}

impl Rules {
    /// The ply at which an unfinished game is scored; without a limit it is the largest even
    /// number of 16 bits, so that every game ends. [5.5]
    #[inline]
    pub(crate) const fn last_ply(self) -> u32 {
        if self.limit == 0 { 65534 } else { 2 * self.limit as u32 }
    }
}
