//! Which action first: the table's, then by promise, killers, countermoves and history.

use crate::Evaluate;

/// An action of the node at hand.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<A> {
    pub(crate) action: A,
    /// Its place in the order of generation: what the table remembers.
    pub(crate) index: u16,
    /// How early to try it.
    pub(crate) rank: i32,
}

const TABLE_RANK: i32 = 1 << 30;
const KILLER_RANK: i32 = 1 << 20;
const COUNTER_RANK: i32 = 1 << 19;
const PROMISE_UNIT: i32 = 1 << 14;
/// History stays below one unit of promise.
const HISTORY_MAX: i32 = PROMISE_UNIT - 1;

/// What past nodes taught about actions: which ones cut off.
pub(crate) struct Ordering<P: Evaluate> {
    killers: Vec<[Option<P::Action>; 2]>,
    counters: Vec<Option<P::Action>>,
    history: [Vec<i32>; 2],
}

impl<P: Evaluate> Ordering<P> {
    pub(crate) fn new(plies: usize) -> Ordering<P> {
        Ordering {
            killers: vec![[None; 2]; plies],
            counters: vec![None; P::SLOTS],
            history: [vec![0; P::SLOTS], vec![0; P::SLOTS]],
        }
    }

    /// Puts every legal action of a position on the stack, ranked; tells how many there are.
    pub(crate) fn candidates(
        &self,
        position: &P,
        stack: &mut Vec<Candidate<P::Action>>,
        ply: usize,
        from_table: Option<u16>,
        previous: Option<usize>,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let counter = previous.and_then(|slot| self.counters[slot]);
        let history = &self.history[position.side().index()];
        let mut index = 0u16;
        position.for_each_action(|action| {
            let mut rank = position.promise(action) * PROMISE_UNIT + history[P::slot(action)];
            if Some(index) == from_table {
                rank = TABLE_RANK;
            } else if killers.contains(&Some(action)) {
                rank += KILLER_RANK;
            } else if counter == Some(action) {
                rank += COUNTER_RANK;
            }
            stack.push(Candidate { action, index, rank });
            index = index.saturating_add(1);
        });
    }

    /// An action cut off: it is a killer here, an answer to the one before it, and rises in
    /// history, while those tried before it in vain sink.
    pub(crate) fn reward(
        &mut self,
        position: &P,
        action: P::Action,
        in_vain: &[Candidate<P::Action>],
        ply: usize,
        depth: i32,
        previous: Option<usize>,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
        if let Some(slot) = previous {
            self.counters[slot] = Some(action);
        }
        let history = &mut self.history[position.side().index()];
        let bonus = (depth * depth * 16).min(HISTORY_MAX / 4);
        let mut change = |action: P::Action, bonus: i32| {
            let value = &mut history[P::slot(action)];
            // The nearer to the limit, the smaller the change: it never overflows.
            *value += bonus - *value * bonus.abs() / HISTORY_MAX;
        };
        change(action, bonus);
        for candidate in in_vain {
            change(candidate.action, -bonus / 2);
        }
    }

    /// How well an action has done so far, for deciding how much to reduce it.
    pub(crate) fn standing(&self, position: &P, action: P::Action) -> i32 {
        self.history[position.side().index()][P::slot(action)]
    }

    /// A new question: what was learnt fades.
    pub(crate) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        for value in self.history.iter_mut().flatten() {
            *value /= 4;
        }
    }
}

/// Moves the best of the candidates from `at` on to `at`.
#[inline]
pub(crate) fn bring_best<A>(candidates: &mut [Candidate<A>], at: usize) {
    let mut best = at;
    for i in at + 1..candidates.len() {
        if candidates[i].rank > candidates[best].rank {
            best = i;
        }
    }
    candidates.swap(at, best);
}
