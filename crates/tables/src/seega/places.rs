//! The sets of the other side in a row: sets of a few of the places that the row's set leaves, in
//! the order of the sets as numbers.

use std::ops::Range;

use super::cell::Cell;
use crate::sets::{choose, rank, unrank};

/// The places that are looked up together where sets are ranked.
const HALF: u32 = 12;

pub(super) struct Places {
    /// The sets in order.
    pub(super) sets: Vec<u32>,
    ranks: Ranks,
    /// The sets of the lowest places, those with fewer before those with more.
    lows: Vec<Low>,
    /// Sets that agree in the higher places stand together.
    runs: Vec<Run>,
    /// By two places, the lower one first: the sets that have only the one and those that have only
    /// the other instead. Of two places in the lower half there is nothing: see [`Mirror`].
    swaps: Vec<Vec<Swap>>,
    /// By the number of a set: that of the set with all places counted from the other end.
    mirrored: Vec<u16>,
    count: u32,
}

/// Sets from `start` on that have `high` in common, and beside it what a part of the `lows` has.
struct Run {
    high: u32,
    start: usize,
    lows: Range<usize>,
}

/// A set of the lowest places: a smaller one by its number and its lowest place. The first is empty.
struct Low {
    rest: u32,
    place: u32,
}

/// Sets from `lower` on that have the lower of two places become those from `upper` on when their
/// stone moves to the upper one, one by one.
#[derive(Clone, Copy)]
pub(super) struct Swap {
    pub(super) lower: u16,
    pub(super) upper: u16,
    pub(super) length: u16,
}

/// No row has more sets: 7 out of 18 places have 31,824.
const LONGEST: usize = 1 << 15;

/// The numbers of sets of up to 24 places, by two lookups.
struct Ranks {
    /// By the lower places: the number, and how many there are in the lowest four bits.
    low: Box<[u16; 1 << HALF]>,
    /// By how many there are below and the upper places.
    high: Box<[u16; 16 << HALF]>,
}

impl Ranks {
    fn new(places: u32, few: u32) -> Ranks {
        let mut ranks = Ranks { low: Box::new([0; 1 << HALF]), high: Box::new([0; 16 << HALF]) };
        for set in (0..1u32 << HALF).filter(|set| set.count_ones() <= few) {
            ranks.low[set as usize] = (rank(set) << 4 | set.count_ones()) as u16;
        }
        for below in 0..=few {
            // So many places below, whichever: their own part of the number is nothing.
            let filler = (1u32 << below) - 1;
            let sets = 0..1u32 << places.saturating_sub(HALF);
            for set in sets.filter(|set| set.count_ones() + below <= few) {
                ranks.high[(below << HALF | set) as usize] = rank(set << HALF | filler) as u16;
            }
        }
        ranks
    }

    /// The number of a set; of a set of another size, some number.
    #[inline]
    fn of(&self, set: u32) -> usize {
        let low = self.low[set as usize % (1 << HALF)];
        let upper = (set >> HALF) as usize % (1 << HALF);
        let high = usize::from(low) << HALF | upper;
        usize::from(low >> 4) + usize::from(self.high[high % (16 << HALF)])
    }
}

/// Room for the work on a row.
pub(super) struct Room<C> {
    /// The values below which none of the row's goes.
    pub(super) bounds: Vec<C>,
    lows: Vec<u32>,
    row: Box<[C; LONGEST]>,
}

impl<C: Cell> Room<C> {
    pub(super) fn new() -> Room<C> {
        Room { bounds: Vec::new(), lows: Vec::new(), row: Box::new([C::BEST; LONGEST]) }
    }
}

/// A row with its places counted from the other end. The lower two places are, the shorter are the
/// runs of sets that a move between them leads from and to; so such moves are made here, where the
/// places are high ones.
pub(super) struct Mirror<C> {
    pub(super) next: Vec<C>,
    pub(super) after: Vec<C>,
    pub(super) quiet: Vec<u32>,
}

impl<C: Cell> Mirror<C> {
    pub(super) fn new() -> Mirror<C> {
        Mirror { next: Vec::new(), after: Vec::new(), quiet: Vec::new() }
    }

    /// Takes a row, with nothing lowered yet. The places that `quiet` names keep their numbers.
    pub(super) fn take(&mut self, places: &Places, after: &[C], quiet: &[u32]) {
        let mirrored = || places.mirrored.iter().map(|number| usize::from(*number));
        self.after.clear();
        self.after.extend(mirrored().map(|number| after[number]));
        self.quiet.clear();
        self.quiet.extend(mirrored().map(|number| quiet[number]));
        self.next.clear();
        self.next.resize(after.len(), C::BEST);
    }

    /// Lowers the row's values to what has been found here.
    pub(super) fn give(&self, places: &Places, next: &mut [C]) {
        for (value, number) in next.iter_mut().zip(&places.mirrored) {
            *value = (*value).min(self.next[usize::from(*number)]);
        }
    }
}

impl Places {
    /// The sets of `few` out of `count` places, where stones move between places that are at most so
    /// far apart.
    pub(super) fn new(count: u32, few: u32, apart: u32) -> Places {
        let sets: Vec<u32> = (0..choose(count, few)).map(|number| unrank(number, few)).collect();
        let ranks = Ranks::new(count, few);
        // Renumbering the lowest places is prepared for every move of a row; every run costs as much
        // as some of that.
        let up_to = |places: u32| (0..=few.min(places)).map(|few| choose(places, few)).sum::<u32>();
        let low = (1..=count).min_by_key(|low| up_to(*low) + 8 * up_to(count - low)).unwrap_or(1);
        let mut masks: Vec<u32> = (0..1u32 << low).filter(|set| set.count_ones() <= few).collect();
        masks.sort_by_key(|set| set.count_ones());
        let mut places = vec![0; 1 << low];
        (0u32..).zip(&masks).for_each(|(place, set)| places[*set as usize] = place);
        let lows = masks.iter().map(|set| Low {
            rest: places[(set & set.wrapping_sub(1)) as usize],
            place: set.trailing_zeros() % 32,
        });
        let lows = lows.collect();
        let mut runs = Vec::new();
        let mut start = 0;
        while start < sets.len() {
            let high = sets[start] >> low << low;
            let left = few - high.count_ones();
            let begin = masks.partition_point(|set| set.count_ones() < left);
            let end = masks.partition_point(|set| set.count_ones() <= left);
            runs.push(Run { high, start, lows: begin..end });
            start += end - begin;
        }
        let mut swaps = vec![Vec::new(); (count * count) as usize];
        for lower in 0..count {
            for upper in (lower + 1..count).take(apart as usize) {
                if !in_lower_half(count, lower, upper) {
                    let found = &mut swaps[(lower * count + upper) as usize];
                    swaps_of(&sets, &ranks, lower, upper, found);
                }
            }
        }
        let mirror = |set: &u32| ranks.of(set.reverse_bits() >> (32 - count)) as u16;
        let mirrored = sets.iter().map(mirror).collect();
        Places { sets, ranks, lows, runs, swaps, mirrored, count }
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The sets that a move between two places leads from and to, and whether they are those of the
    /// [`Mirror`], in which the upper place is the lower one.
    pub(super) fn swaps(&self, lower: u32, upper: u32) -> (&[Swap], bool) {
        let mirrored = in_lower_half(self.count, lower, upper);
        let last = self.count - 1;
        let [lower, upper] = if mirrored { [last - upper, last - lower] } else { [lower, upper] };
        (&self.swaps[(lower * self.count + upper) as usize], mirrored)
    }

    /// Lowers every value to that of the same set in another row, whose values are `after` and in
    /// which the places have other numbers (`bits`, as sets; none for a place that is taken there),
    /// but not below the room's bounds.
    pub(super) fn lower<C: Cell>(
        &self,
        bits: &[u32; 24],
        room: &mut Room<C>,
        values: &mut [C],
        after: &[C],
    ) {
        let Room { bounds, lows, row } = room;
        // Rows lie far apart: read in order they come faster than set by set.
        row[..after.len()].copy_from_slice(after);
        // The sets of the lowest places renumbered.
        lows.clear();
        lows.push(0);
        for low in &self.lows[1..] {
            lows.push(lows[low.rest as usize] | bits[low.place as usize]);
        }
        let taken = bits.iter().position(|bit| *bit == 0).map_or(0, |place| 1u32 << place);
        for run in self.runs.iter().filter(|run| run.high & taken == 0) {
            let (mut high, mut rest) = (0, run.high);
            while rest != 0 {
                high |= bits[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
            let lows = &lows[run.lows.clone()];
            let range = run.start..run.start + lows.len();
            let each = values[range.clone()].iter_mut().zip(&bounds[range]).zip(lows);
            for ((value, bound), low) in each {
                // A set with a stone on the place that is taken has no number there; its bound is
                // the best value.
                let place = self.ranks.of(high | low);
                *value = (*value).min(row[place % LONGEST].max(*bound));
            }
        }
    }
}

/// Whether two places are nearer to the lowest one than to the highest.
fn in_lower_half(count: u32, lower: u32, upper: u32) -> bool {
    lower + upper + 1 < count
}

fn swaps_of(sets: &[u32], ranks: &Ranks, lower: u32, upper: u32, found: &mut Vec<Swap>) {
    let both = 1 << lower | 1 << upper;
    for (number, set) in sets.iter().enumerate().filter(|(_, set)| *set & both == 1 << lower) {
        let other = ranks.of(set ^ both);
        match found.last_mut() {
            Some(Swap { lower, upper, length })
                if usize::from(*lower + *length) == number
                    && usize::from(*upper + *length) == other =>
            {
                *length += 1;
            }
            _ => found.push(Swap { lower: number as u16, upper: other as u16, length: 1 }),
        }
    }
}
