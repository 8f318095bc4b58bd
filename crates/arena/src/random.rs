//! Random numbers of a series of games: independent for each purpose, the same in every run.

use rules::{Game, weighted};

/// Purposes below this are the numbers of throws.
pub(crate) const OPENING: u64 = 1 << 60;
pub(crate) const PLAYERS: u64 = 1 << 61;

/// Random numbers for one purpose of a pair of games.
pub(crate) fn rng(seed: u64, pair: usize, purpose: u64) -> fastrand::Rng {
    // Neighbouring seeds must not give like sequences, nor the same games in another order: the seed
    // is mixed as splitmix64 does, before pair and purpose are added.
    let mut mixed = seed;
    for part in [0, pair as u64, purpose] {
        mixed = (mixed ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
    }
    fastrand::Rng::with_seed(mixed)
}

/// Plays the n-th throw of both games of a pair, which is due.
pub(crate) fn throw(game: &mut Game, seed: u64, pair: usize, number: u64) {
    let mut rng = rng(seed, pair, number);
    let text = weighted(&game.odds(), |below| rng.u32(..below));
    game.play(text).expect("every outcome of chance is legal where a throw is due");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_seed_plays_other_games() {
        let openings = |seed| (0..4).map(move |pair| rng(seed, pair, OPENING).u64(..));
        let met: Vec<u64> = openings(1).collect();
        assert!(openings(2).all(|opening| !met.contains(&opening)));
    }
}
