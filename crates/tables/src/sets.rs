//! Numbering the sets of k squares out of n: every set has one number, and the numbers have no gaps.

const MOST_SQUARES: usize = 32;
const MOST_PIECES: usize = 12;

/// The binomial coefficients, by squares and pieces.
static CHOOSE: [[u32; MOST_PIECES + 1]; MOST_SQUARES + 1] = {
    let mut table = [[0; MOST_PIECES + 1]; MOST_SQUARES + 1];
    let mut n = 0;
    while n <= MOST_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MOST_PIECES {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` out of `n` squares, for `n` up to 32 and `k` up to 12.
#[inline]
pub(crate) fn choose(n: u32, k: u32) -> u32 {
    CHOOSE[n as usize][k as usize]
}

/// The number of a set among the sets of its size, in the order of the sets as numbers.
#[inline]
pub(crate) fn rank(mut set: u32) -> u32 {
    let (mut number, mut count) = (0, 1);
    while set != 0 {
        number += CHOOSE[set.trailing_zeros() as usize][count];
        set &= set - 1;
        count += 1;
    }
    number
}

/// The set of `k` squares with this number.
#[inline]
pub(crate) fn unrank(mut number: u32, k: u32) -> u32 {
    let (mut set, mut square) = (0, MOST_SQUARES);
    for count in (1..=k as usize).rev() {
        square -= 1;
        while CHOOSE[square][count] > number {
            square -= 1;
        }
        number -= CHOOSE[square][count];
        set |= 1 << square;
    }
    set
}

/// The places of a set's squares among those that are not in `taken`: the squares that are taken
/// close up.
#[inline]
pub(crate) fn without(mut set: u32, taken: u32) -> u32 {
    let mut out = 0;
    while set != 0 {
        let square = set & set.wrapping_neg();
        out |= square >> (taken & (square - 1)).count_ones();
        set ^= square;
    }
    out
}

/// The inverse of [`without`].
#[inline]
pub(crate) fn among(mut set: u32, taken: u32) -> u32 {
    let mut out = 0;
    let mut free = !taken;
    let mut place = 0;
    while set != 0 {
        let next = set.trailing_zeros();
        while place < next {
            free &= free - 1;
            place += 1;
        }
        out |= free & free.wrapping_neg();
        set &= set - 1;
    }
    out
}

/// The members of `part` by their place in `whole`.
#[inline]
pub(crate) fn extract(part: u32, mut whole: u32) -> u32 {
    let (mut out, mut place) = (0, 0);
    while whole != 0 {
        let square = whole & whole.wrapping_neg();
        out |= u32::from(part & square != 0) << place;
        place += 1;
        whole ^= square;
    }
    out
}

/// The inverse of [`extract`].
#[inline]
pub(crate) fn deposit(part: u32, whole: u32) -> u32 {
    among(part, !whole)
}

/// A set with every square at its image.
#[inline]
pub(crate) fn image(mut set: u32, images: &[u8]) -> u32 {
    let mut out = 0;
    while set != 0 {
        out |= 1 << images[set.trailing_zeros() as usize];
        set &= set - 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_one_number_without_gaps() {
        for (n, k) in [(9, 4), (25, 3), (29, 3), (32, 2), (6, 0)] {
            let mut last = None;
            for number in 0..choose(n, k) {
                let set = unrank(number, k);
                assert_eq!((set.count_ones(), rank(set)), (k, number));
                assert!(u64::from(set) < 1 << n && last.is_none_or(|last| last < set));
                last = Some(set);
            }
        }
    }

    #[test]
    fn squares_close_up_and_open_again() {
        let taken = 0b1010_0110;
        for set in [0b1, 0b1_0000_1001, 0b101_0000_0000] {
            assert_eq!(among(without(set, taken), taken), set);
        }
        assert_eq!(without(0b1000, taken), 0b10);
        assert_eq!(extract(0b1000_0010, taken), 0b1001);
        assert_eq!(deposit(0b1001, taken), 0b1000_0010);
    }
}
