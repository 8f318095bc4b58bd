//! Senet's rule options, chapter 8 of the rules.

crate::rule_set! {
    /// The options of a game of Senet.
    pub struct Rules {
        /// The pieces that each player has. [1.2]
        pieces: u8 = 10, Numbers(&[5, 7, 10]);
        /// Who has the foremost starting square. [1.3]
        front: Front = Cones, { Cones = "cones", Spools = "spools" };
        /// What the House of Water does: a trial by throws, or straight back. [5.2]
        water: Water = Trial, { Trial = "trial", Return = "return" };
        /// When a player may pass: only when blocked, or always. [3.4]
        pass: Pass = Blocked, { Blocked = "blocked", Free = "free" };
    }
    presets { "short" = "pieces=5" }
}
