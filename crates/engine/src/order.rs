//! Which action first: the table's, then by promise, killers, countermoves and history.

use crate::Evaluate;
use crate::node::Window;
use crate::tuning::{
    COUNTER_RANK, HISTORY_MAX, KILLER_RANK, PROMISE_UNIT, TABLE_RANK, history_bonus,
};

/// The actions of all nodes on the way down, node behind node. Ranks lie apart from the actions, so
/// that the highest is found several at a time.
pub(crate) struct Candidates<A> {
    actions: Vec<A>,
    /// How early to try each, and in the low half that what was generated earlier comes first.
    ranks: Vec<i64>,
}

/// The rank of an action that has been tried.
const TRIED: i64 = i64::MIN;
/// That of one that was put off, behind all others; its place in the order of generation is added.
const PUT_OFF: i64 = (i32::MIN as i64 + 1) << 32;

impl<A: Copy> Candidates<A> {
    pub(crate) fn new() -> Candidates<A> {
        const ROOM: usize = 4096;
        Candidates { actions: Vec::with_capacity(ROOM), ranks: Vec::with_capacity(ROOM) }
    }

    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    pub(crate) fn truncate(&mut self, base: usize) {
        self.actions.truncate(base);
        self.ranks.truncate(base);
    }

    #[inline]
    fn push(&mut self, base: usize, action: A, rank: i32) {
        let earlier = u32::MAX - (self.actions.len() - base) as u32;
        self.actions.push(action);
        self.ranks.push(i64::from(rank) << 32 | i64::from(earlier));
    }

    /// The best of the actions from `base` on that have not been tried, and its place in the order
    /// of generation, which is what the table remembers. There must be one.
    #[inline]
    pub(crate) fn next(&mut self, base: usize) -> (A, u16) {
        let ranks = &mut self.ranks[base..];
        let best = ranks.iter().fold(TRIED, |best, rank| best.max(*rank));
        let place = (u32::MAX - best as u32) as usize;
        ranks[place] = TRIED;
        (self.actions[base + place], place as u16)
    }

    /// Puts an action that was the next behind all others.
    pub(crate) fn put_off(&mut self, base: usize, place: u16) {
        self.ranks[base + usize::from(place)] = PUT_OFF | i64::from(u32::MAX - u32::from(place));
    }

    /// The actions from `base` on that have been tried.
    fn tried(&self, base: usize) -> impl Iterator<Item = A> {
        let ranked = self.actions[base..].iter().zip(&self.ranks[base..]);
        ranked.filter(|(_, rank)| **rank == TRIED).map(|(action, _)| *action)
    }
}

/// An action that did well elsewhere. Slots are compared first: they are plain numbers.
#[derive(Clone, Copy)]
struct Hint<A> {
    slot: usize,
    action: Option<A>,
}

impl<A: Copy + Eq> Hint<A> {
    const NONE: Hint<A> = Hint { slot: usize::MAX, action: None };

    #[inline]
    fn is(&self, slot: usize, action: A) -> bool {
        self.slot == slot && self.action == Some(action)
    }
}

/// What past nodes taught about actions: which ones cut off.
pub(crate) struct Ordering<P: Evaluate> {
    killers: Vec<[Hint<P::Action>; 2]>,
    counters: Vec<Hint<P::Action>>,
    history: [Vec<i32>; 2],
}

impl<P: Evaluate> Ordering<P> {
    pub(crate) fn new(plies: usize) -> Ordering<P> {
        Ordering {
            killers: vec![[Hint::NONE; 2]; plies],
            counters: vec![Hint::NONE; P::SLOTS],
            history: [vec![0; P::SLOTS], vec![0; P::SLOTS]],
        }
    }

    /// Adds every legal action of a position, ranked.
    pub(crate) fn candidates(
        &self,
        position: &P,
        candidates: &mut Candidates<P::Action>,
        ply: usize,
        from_table: Option<u16>,
        previous: Option<usize>,
    ) {
        let base = candidates.len();
        let ranking = self.ranking(position, ply, previous);
        position.for_each_action(|action| candidates.push(base, action, ranking.of(action)));
        let from_table = from_table.map(|place| base + usize::from(place));
        if let Some(rank) = from_table.and_then(|at| candidates.ranks.get_mut(at)) {
            *rank = i64::from(TABLE_RANK) << 32 | *rank & 0xffff_ffff;
        }
    }

    /// Adds the lively ones among the legal actions of a position, ranked.
    pub(crate) fn lively_candidates(
        &self,
        position: &P,
        candidates: &mut Candidates<P::Action>,
        ply: usize,
    ) {
        let base = candidates.len();
        let ranking = self.ranking(position, ply, None);
        position.for_each_action(|action| {
            if position.is_lively(action) {
                candidates.push(base, action, ranking.of(action));
            }
        });
    }

    /// What decides how early to try the actions of a position.
    #[inline]
    fn ranking<'a>(
        &'a self,
        position: &'a P,
        ply: usize,
        previous: Option<usize>,
    ) -> Ranking<'a, P> {
        Ranking {
            position,
            killers: self.killers.get(ply).copied().unwrap_or([Hint::NONE; 2]),
            counter: previous.map_or(Hint::NONE, |slot| self.counters[slot]),
            history: &self.history[position.side().index()],
        }
    }

    /// An action cut off: it is a killer here, an answer to the one before it, and rises in
    /// history, while those tried before it in vain sink.
    pub(crate) fn reward(
        &mut self,
        position: &P,
        action: P::Action,
        candidates: &Candidates<P::Action>,
        base: usize,
        window: Window,
    ) {
        let slot = P::slot(action);
        let hint = Hint { slot, action: Some(action) };
        if let Some(killers) = self.killers.get_mut(window.ply)
            && !killers[0].is(slot, action)
        {
            *killers = [hint, killers[0]];
        }
        if let Some(slot) = window.previous {
            self.counters[slot] = hint;
        }
        let history = &mut self.history[position.side().index()];
        let bonus = history_bonus(window.depth);
        let mut change = |action: P::Action, bonus: i32| {
            let value = &mut history[P::slot(action)];
            // The nearer to the limit, the smaller the change: it never overflows.
            *value += bonus - *value * bonus.abs() / HISTORY_MAX;
        };
        change(action, bonus);
        for tried in candidates.tried(base) {
            if tried != action {
                change(tried, -bonus / 2);
            }
        }
    }

    /// How well an action has done so far, for deciding how much to reduce it.
    pub(crate) fn standing(&self, position: &P, action: P::Action) -> i32 {
        self.history[position.side().index()][P::slot(action)]
    }
}

/// How early to try the actions of one position.
struct Ranking<'a, P: Evaluate> {
    position: &'a P,
    killers: [Hint<P::Action>; 2],
    counter: Hint<P::Action>,
    history: &'a [i32],
}

impl<P: Evaluate> Ranking<'_, P> {
    // The innermost loop of the search: a call costs as much as what is done here.
    #[inline(always)]
    fn of(&self, action: P::Action) -> i32 {
        let slot = P::slot(action);
        let rank = self.position.promise(action) * PROMISE_UNIT + self.history[slot];
        if self.killers[0].is(slot, action) || self.killers[1].is(slot, action) {
            rank + KILLER_RANK
        } else if self.counter.is(slot, action) {
            rank + COUNTER_RANK
        } else {
            rank
        }
    }
}
