//! Numbers from numbers: position keys, fixed for all time so that they can be stored, and a hasher
//! for what the rules themselves have made.

use std::hash::{BuildHasherDefault, Hasher};

/// 2⁶⁴ divided by the golden ratio: a product with it differs in many bits for neighbouring numbers.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number of the SplitMix64 sequence, by the state that gives it.
const fn splitmix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` key numbers. Every game uses its own seed.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Keys<const N: usize>([u64; N]);

/// `N` key numbers, made whenever they are asked for: that costs a few multiplications, a table
/// would be a tenth of what a browser has to load, and random numbers cannot be compressed.
#[cfg(target_family = "wasm")]
pub(crate) struct Keys<const N: usize>(u64);

impl<const N: usize> Keys<N> {
    const fn number(seed: u64, place: usize) -> u64 {
        splitmix(seed.wrapping_add(GOLDEN.wrapping_mul(place as u64 + 1)))
    }

    #[cfg(not(target_family = "wasm"))]
    pub(crate) const fn new(seed: u64) -> Keys<N> {
        let mut out = [0; N];
        let mut i = 0;
        while i < N {
            out[i] = Keys::<N>::number(seed, i);
            i += 1;
        }
        Keys(out)
    }

    #[cfg(target_family = "wasm")]
    pub(crate) const fn new(seed: u64) -> Keys<N> {
        Keys(seed)
    }

    /// The number at a place below `N`.
    #[cfg(not(target_family = "wasm"))]
    #[inline]
    pub(crate) const fn at(&self, place: usize) -> u64 {
        self.0[place]
    }

    #[cfg(target_family = "wasm")]
    #[inline]
    pub(crate) const fn at(&self, place: usize) -> u64 {
        Keys::<N>::number(self.0, place)
    }
}

/// One key number from a small value, for parts of a position too rare to deserve a table.
#[must_use]
pub const fn mix(seed: u64, value: u64) -> u64 {
    splitmix((seed ^ value.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_add(GOLDEN))
}

/// Spreads a small number, such as a counter, over all bits of a key.
#[inline]
#[must_use]
pub const fn spread(number: u64) -> u64 {
    number.wrapping_mul(GOLDEN)
}

/// A quick hasher for numbers that no outsider can choose: they come from the rules alone.
#[derive(Clone, Copy, Default, Debug)]
pub struct NumberHasher(u64);

/// For maps and sets of such numbers.
pub type BuildNumberHasher = BuildHasherDefault<NumberHasher>;

impl Hasher for NumberHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        let mixed = spread(self.0 ^ number);
        self.0 = mixed ^ mixed >> 29;
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
