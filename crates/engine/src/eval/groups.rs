//! Numbers for how groups of squares are occupied: a digit of base 3 for each square, 0 empty, 1 own,
//! 2 enemy. A set of squares gives its part of the numbers of all groups at once, a chunk of the
//! board at a time, so that many groups cost a few additions of vectors.

/// No square: groups may be shorter than others.
pub(super) const NONE: u8 = u8::MAX;

/// The parts that sets of squares have in the numbers of `GROUPS` groups, by chunk of the board and
/// the set there; `SETS` is the number of sets of a chunk, a power of two.
pub(super) struct Groups<const CHUNKS: usize, const SETS: usize, const GROUPS: usize>(
    [[[u16; GROUPS]; SETS]; CHUNKS],
);

impl<const CHUNKS: usize, const SETS: usize, const GROUPS: usize> Groups<CHUNKS, SETS, GROUPS> {
    /// Of groups of at most ten squares.
    pub(super) const fn new<const SQUARES: usize>(groups: &[[u8; SQUARES]; GROUPS]) -> Self {
        let bits = SETS.trailing_zeros() as usize;
        let mut parts = [[[0; GROUPS]; SETS]; CHUNKS];
        let mut at = 0;
        while at < CHUNKS * SETS {
            let (chunk, set) = (at / SETS, at % SETS);
            if set != 0 {
                // One square and the others.
                let square = chunk * bits + set.trailing_zeros() as usize;
                let mut group = 0;
                while group < GROUPS {
                    let digit = digit(&groups[group], square);
                    parts[chunk][set][group] = parts[chunk][set & (set - 1)][group] + digit;
                    group += 1;
                }
            }
            at += 1;
        }
        Groups(parts)
    }

    /// The numbers of all groups.
    #[inline]
    pub(super) fn numbers(&self, own: u64, enemy: u64) -> [u16; GROUPS] {
        let mut numbers = [0; GROUPS];
        for (chunk, parts) in self.0.iter().enumerate() {
            let part = |set: u64| {
                &parts[(set >> (SETS.trailing_zeros() as usize * chunk)) as usize % SETS]
            };
            let (own, enemy) = (part(own), part(enemy));
            for group in 0..GROUPS {
                numbers[group] += own[group] + 2 * enemy[group];
            }
        }
        numbers
    }
}

/// What a square counts in a group.
const fn digit<const SQUARES: usize>(group: &[u8; SQUARES], square: usize) -> u16 {
    let (mut place, mut digit) = (0, 1);
    while place < SQUARES {
        if group[place] as usize == square {
            return digit;
        }
        digit *= 3;
        place += 1;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_squares_one_by_one() {
        let groups = [[3, 0, 9], [7, 8, NONE]];
        let parts = Groups::<3, 16, 2>::new(&groups);
        let (own, enemy) = (0b1000_0001_0000_1001, 0b0010_1000_0000);
        let slowly = groups.map(|group| {
            group.iter().rev().fold(0, |number, square| {
                let is_on = |set: u64| *square != NONE && set >> square & 1 != 0;
                3 * number + u16::from(is_on(own)) + 2 * u16::from(is_on(enemy))
            })
        });
        assert_eq!(parts.numbers(own & 0xfff, enemy), slowly);
    }
}
