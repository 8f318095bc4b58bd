//! Random numbers for incremental position keys, fixed for all time so that keys can be stored.

/// The next number of the SplitMix64 sequence, and the new state.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

/// A table of `N` key numbers. Every game uses its own seed.
pub(crate) const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut out = [0; N];
    let mut state = seed;
    let mut i = 0;
    while i < N {
        let (number, next) = splitmix(state);
        out[i] = number;
        state = next;
        i += 1;
    }
    out
}

/// One key number from a small value, for parts of a position too rare to deserve a table.
pub const fn mix(seed: u64, value: u64) -> u64 {
    splitmix(seed ^ value.wrapping_mul(0xd6e8_feb8_6659_fd93)).0
}
