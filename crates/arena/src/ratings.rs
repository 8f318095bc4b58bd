//! Ratings of several players on one scale, from the matches that they played.

use crate::stats::Tally;

/// How two players did against each other.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The places of the two; in a ladder the weaker one first.
    pub players: [usize; 2],
    /// The results, from the second one's side.
    pub tally: Tally,
}

/// So many drawn games of every player against all the others are added to what was played: a
/// clean score does not put players infinitely far apart, and players who never met are on one
/// scale.
const DRAWN: f64 = 1.0;

/// Ratings under which the results are most likely, the first player's being 0: points of Elo,
/// where 400 are odds of 10 : 1. The order of players and meetings makes no difference: what is
/// added is the same for every pair, so that there is one maximum, and the fit goes on until it is
/// reached.
#[must_use]
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let drawn = DRAWN / players.saturating_sub(1).max(1) as f64;
    // Points of the one against the other.
    let mut points = vec![vec![drawn / 2.0; players]; players];
    for Meeting { players: [one, two], tally } in meetings {
        let games = tally.games() as f64;
        points[*two][*one] += tally.score() * games;
        points[*one][*two] += (1.0 - tally.score()) * games;
    }
    let mut strength = vec![1.0f64; players];
    for _ in 0..100_000 {
        let mut change = 0.0f64;
        for own in 0..players {
            let (mut won, mut expected) = (0.0, 0.0);
            for other in (0..players).filter(|other| *other != own) {
                won += points[own][other];
                let games = points[own][other] + points[other][own];
                expected += games / (strength[own] + strength[other]);
            }
            if expected > 0.0 {
                let fitted = won / expected;
                change = change.max((fitted / strength[own] - 1.0).abs());
                strength[own] = fitted;
            }
        }
        if change < 1e-12 {
            break;
        }
    }
    strength.iter().map(|own| 400.0 * (own / strength[0]).log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tests::of;

    #[test]
    fn ratings_follow_from_scores() {
        // Three quarters are odds of 3 : 1, 191 points each step; the long way agrees.
        let meeting =
            |weaker, stronger, pairs| Meeting { players: [weaker, stronger], tally: of(pairs) };
        let three_quarters = [0, 0, 0, 5_000, 0];
        let meetings = [
            meeting(0, 1, three_quarters),
            meeting(1, 2, three_quarters),
            meeting(0, 2, [0, 0, 1_000, 0, 4_000]),
        ];
        let found = ratings(3, &meetings);
        assert_eq!(found[0], 0.0);
        assert!((found[1] - 191.0).abs() < 2.0, "{found:?}");
        assert!((found[2] - 382.0).abs() < 4.0, "{found:?}");
        let one = &meetings[0].tally;
        assert!((one.score() - 0.75).abs() < 1e-9 && one.score_error() < 1e-9);
        // Four clean games of those far apart show next to nothing, and press no players together.
        let far = meeting(0, 2, [0, 0, 0, 0, 2]);
        let with_far = ratings(3, &[meetings[0].clone(), meetings[1].clone(), far]);
        assert!((381.0..390.0).contains(&with_far[2]), "{with_far:?}");
    }

    #[test]
    fn the_order_of_players_makes_no_difference() {
        // Clean scores all round, and one player who met only the last.
        let played = [(0, 1, [0, 0, 0, 0, 1]), (1, 2, [0, 0, 0, 0, 3]), (0, 2, [0, 0, 0, 0, 2])];
        let all = |order: [usize; 4]| {
            let mut meetings: Vec<Meeting> = played
                .iter()
                .chain(&[(2, 3, [0, 0, 0, 0, 1])])
                .map(|(one, two, pairs)| Meeting {
                    players: [order[*one], order[*two]],
                    tally: of(*pairs),
                })
                .collect();
            meetings.rotate_left(order[0]);
            let found = ratings(4, &meetings);
            order.map(|place| found[place] - found[order[0]])
        };
        let usual = all([0, 1, 2, 3]);
        assert!(usual.windows(2).all(|two| two[0] + 20.0 < two[1]), "{usual:?}");
        assert!(usual[3] < 2_000.0, "{usual:?}");
        for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] {
            for (one, two) in all(order).into_iter().zip(usual) {
                assert!((one - two).abs() < 1e-3, "{order:?}: {one} and {two}");
            }
        }
    }
}
