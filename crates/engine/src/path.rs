//! The positions at which turns began, from the start of the game to the node at hand: by
//! these a repetition is found.

/// A way through positions.
pub(crate) struct Path {
    /// Keys with the plies since the root; those of the game have negative plies.
    turns: Vec<(u64, i32)>,
    /// How many of the keys fall into each slot: most positions have never stood, and this tells.
    slots: Box<[u32; SLOTS]>,
}

const SLOTS: usize = 1024;

/// The ply of positions that stood in the game, before the search.
const IN_GAME: i32 = -1;

impl Path {
    pub(crate) fn new(game: &[u64]) -> Path {
        let mut path = Path { turns: Vec::new(), slots: Box::new([0; SLOTS]) };
        for &key in game {
            path.push(key, IN_GAME);
        }
        path
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64, ply: i32) {
        self.turns.push((key, ply));
        self.slots[key as usize % SLOTS] += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some((key, _)) = self.turns.pop() {
            self.slots[key as usize % SLOTS] -= 1;
        }
    }

    /// The ply of an earlier occurrence that makes this position a draw, if there is one within
    /// the last `reversible` turns: once within the search is enough to see that it can be forced
    /// again, twice in the game are needed.
    #[inline]
    pub(crate) fn repetition(&self, key: u64, reversible: impl FnOnce() -> usize) -> Option<i32> {
        if self.slots[key as usize % SLOTS] == 0 {
            return None;
        }
        let since = self.turns.len().saturating_sub(reversible());
        // Turns alternate: only every second position has the same side to act.
        let (_, pairs) = self.turns[since..].as_rchunks::<2>();
        let same = pairs.iter().rev().filter(|[(seen, _), _]| *seen == key);
        let mut in_game = 0;
        for &[(_, ply), _] in same {
            in_game += u32::from(ply == IN_GAME);
            if ply != IN_GAME || in_game == 2 {
                return Some(ply);
            }
        }
        None
    }
}
