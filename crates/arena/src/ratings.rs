//! Ratings of several players on one scale, from the matches that they played.

use crate::stats::Tally;

/// How two players of a ladder did.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The places of the weaker and the stronger one.
    pub players: [usize; 2],
    /// The results, from the stronger one's side.
    pub tally: Tally,
}

/// Ratings under which the results are most likely, the first player's being 0: points of Elo,
/// where 400 are odds of 10 : 1. Half a point for either side is added to every meeting of
/// neighbours, so that a clean score does not put players infinitely far apart; to the short
/// meetings of those far apart it would add more than they show.
#[must_use]
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut strength = vec![1.0f64; players];
    for _ in 0..5_000 {
        for player in 0..players {
            let (mut points, mut expected) = (0.0, 0.0);
            for meeting in meetings.iter().filter(|meeting| meeting.players.contains(&player)) {
                let [weaker, stronger] = meeting.players;
                let added = if stronger.abs_diff(weaker) == 1 { 0.5 } else { 0.0 };
                let games = meeting.tally.games() as f64;
                let all = games + 2.0 * added;
                let won = meeting.tally.score() * games + added;
                points += if player == stronger { won } else { all - won };
                expected += all / (strength[weaker] + strength[stronger]);
            }
            if expected > 0.0 {
                strength[player] = points / expected;
            }
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
}
