//! What the results of a match mean: score, Elo with error bars, and the sequential test.
//!
//! Games come in pairs, the same opening with sides changed, so that their results are not
//! independent: everything that needs a variance counts pairs by their five possible results.

use std::str::FromStr;

use crate::Error;
use crate::game::{Finished, Forfeit};

/// Results so far, from a's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games that a won.
    pub wins: u64,
    /// Games that neither won.
    pub draws: u64,
    /// Games that b won.
    pub losses: u64,
    /// Finished pairs by a's points in them: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Games that a and b lost by an illegal action.
    pub illegal: [u64; 2],
    /// Games that a and b lost because they ended or did not answer.
    pub crashes: [u64; 2],
    /// Those among them in which there was no answer in time.
    pub timeouts: [u64; 2],
    /// a's half points in the first game of a pair whose second is still to come.
    unpaired: Option<usize>,
}

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_964;

/// The likelihood ratios at which a test with 5 % errors of either kind ends.
pub const LLR_BOUND: f64 = 2.944_439;

impl Tally {
    /// Adds the next game of the series.
    pub fn add(&mut self, finished: &Finished) {
        let a = finished.a;
        if let Some((side, forfeit)) = &finished.forfeit {
            let who = usize::from(*side != a);
            match forfeit {
                Forfeit::Illegal(_) => self.illegal[who] += 1,
                Forfeit::Crash => self.crashes[who] += 1,
                Forfeit::Timeout => {
                    self.crashes[who] += 1;
                    self.timeouts[who] += 1;
                }
            }
        }
        let (count, half_points) = match finished.winner {
            None => (&mut self.draws, 1),
            Some(side) if side == a => (&mut self.wins, 2),
            Some(_) => (&mut self.losses, 0),
        };
        *count += 1;
        match self.unpaired.take() {
            None => self.unpaired = Some(half_points),
            Some(first) => self.pairs[first + half_points] += 1,
        }
    }

    /// Games that a and b lost by forfeit.
    #[must_use]
    pub fn forfeits(&self) -> [u64; 2] {
        [0, 1].map(|who| self.crashes[who] + self.illegal[who])
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points a game.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        points / self.games().max(1) as f64
    }

    /// The difference in strength. Where all games went one way it is not known: then the one
    /// that half a point the other way would give.
    #[must_use]
    pub fn elo(&self) -> f64 {
        let least = 0.5 / (self.games() + 1) as f64;
        elo(self.score().clamp(least, 1.0 - least))
    }

    /// Half the width of its 95 % interval, from the finished pairs; at least the way from the
    /// difference to the end of the interval that is nearer to even, so that two games won show
    /// nothing yet.
    #[must_use]
    pub fn elo_error(&self) -> f64 {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let games = if count > 0.0 { 2.0 * count } else { self.games() as f64 };
        let least = 0.5 / (games + 1.0);
        let points: f64 = self.weighted_pairs().map(|(points, pairs)| points * pairs).sum();
        let mean = if count > 0.0 { points / count } else { self.score() };
        let squares: f64 =
            self.weighted_pairs().map(|(points, pairs)| pairs * (points - mean).powi(2)).sum();
        // Few pairs that all went one way have no variance; their difference is not known for that.
        let variance = (squares / count.max(1.0)).max(0.5 / (count + 1.0));
        let reach = Z95 * (variance / count.max(1.0)).sqrt();
        let bound = |score: f64| elo(score.clamp(least, 1.0 - least));
        let [low, at, high] = [mean - reach, mean, mean + reach].map(bound);
        let towards_even = if mean > 0.5 { at - low } else { high - at };
        ((high - low) / 2.0).max(towards_even)
    }

    /// One standard error of the score.
    #[must_use]
    pub fn score_error(&self) -> f64 {
        let (mean, count) = (self.score(), self.pairs.iter().sum::<u64>().max(2) as f64);
        let squares: f64 =
            self.weighted_pairs().map(|(points, pairs)| pairs * (points - mean).powi(2)).sum();
        (squares / (count - 1.0) / count).sqrt()
    }

    /// A pair's points a game, and how many pairs had them.
    fn weighted_pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.pairs.iter().enumerate().map(|(half, pairs)| (half as f64 / 4.0, *pairs as f64))
    }

    /// The logarithm of the generalised likelihood ratio of a difference of `elo1` against one of
    /// `elo0`: of the distributions of pair results with either mean, the likeliest are compared.
    fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // Results that have not been seen are not impossible.
        let seen: Vec<(f64, f64)> =
            self.weighted_pairs().map(|(points, pairs)| (points, pairs.max(1e-3))).collect();
        let count: f64 = seen.iter().map(|(_, pairs)| pairs).sum();
        let (low, high) = (expected(elo0), expected(elo1));
        let (tilt0, tilt1) = (tilt(&seen, low), tilt(&seen, high));
        let ratio = |(points, pairs): &(f64, f64)| {
            let under = |tilt: f64, mean: f64| 1.0 + tilt * (points - mean);
            pairs / count * (under(tilt0, low) / under(tilt1, high)).ln()
        };
        count * seen.iter().map(ratio).sum::<f64>()
    }
}

/// A sequential test of two differences in strength, each with an error of 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the hypothesis H0.
    pub elo0: f64,
    /// The difference under H1, which is larger.
    pub elo1: f64,
}

impl Sprt {
    /// How a test is written.
    pub const ALLOWED: &str = "ELO0,ELO1 (ELO0 < ELO1)";

    /// The logarithm of the likelihood ratio of H1 against H0.
    #[must_use]
    pub fn llr(self, tally: &Tally) -> f64 {
        tally.llr(self.elo0, self.elo1)
    }

    /// The hypothesis that is accepted, once one is.
    #[must_use]
    pub fn accepted(self, tally: &Tally) -> Option<&'static str> {
        match self.llr(tally) {
            llr if llr >= LLR_BOUND => Some("H1"),
            llr if llr <= -LLR_BOUND => Some("H0"),
            _ => None,
        }
    }
}

impl FromStr for Sprt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Sprt, Error> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let (elo0, elo1): (f64, f64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
            let sound = elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 && elo0 < elo1;
            sound.then_some(Sprt { elo0, elo1 })
        };
        read().ok_or_else(|| Error::Sprt(text.to_owned()))
    }
}

/// The expected score at a difference in strength.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in strength at a score above 0 and below 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    // Adding nothing turns a negative zero into a zero.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The likeliest distribution with this mean gives a result the share
/// `seen / (1 + tilt · (points − mean))`: the tilt at which that has the mean.
fn tilt(seen: &[(f64, f64)], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let excess: f64 = seen
            .iter()
            .map(|(points, pairs)| pairs * (points - mean) / (1.0 + middle * (points - mean)))
            .sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn of(pairs: [u64; 5]) -> Tally {
        // As if the middle result were two draws.
        let [lost, less, even, more, won] = pairs;
        Tally {
            wins: 2 * won + more,
            draws: less + 2 * even + more,
            losses: 2 * lost + less,
            pairs,
            ..Tally::default()
        }
    }

    #[test]
    fn elo_of_scores() {
        let even = of([10, 20, 40, 20, 10]);
        assert!(even.elo().abs() < 1e-9 && (even.score() - 0.5).abs() < 1e-9);
        let ahead = of([0, 0, 100, 0, 100]);
        assert!((ahead.score() - 0.75).abs() < 1e-9);
        assert!((ahead.elo() - 190.85).abs() < 0.01, "{}", ahead.elo());
        // Standard error 0.25 / sqrt(200), about 0.0177.
        let width = (elo(0.75 + 0.034_648) - elo(0.75 - 0.034_648)) / 2.0;
        assert!((ahead.elo_error() - width).abs() < 0.01, "{}", ahead.elo_error());
    }

    #[test]
    fn one_sided_results_have_finite_numbers() {
        for pairs in [[0; 5], [0, 0, 0, 0, 10], [10, 0, 0, 0, 0], [0, 0, 10, 0, 0]] {
            let tally = of(pairs);
            assert!(tally.elo().is_finite() && tally.elo_error().is_finite(), "{pairs:?}");
            assert_eq!(tally.elo_error() > 0.0, tally.games() > 0, "{pairs:?}");
            assert!(tally.llr(0.0, 10.0).is_finite());
        }
    }

    #[test]
    fn few_games_prove_nothing_and_unfinished_pairs_count_for_nothing() {
        for won in [1, 2] {
            let tally = of([0, 0, 0, 0, won]);
            assert!(tally.elo_error() > tally.elo(), "{won}: {tally:?}");
        }
        let twelve = of([0, 0, 0, 0, 6]);
        assert!(twelve.elo_error() < twelve.elo(), "{twelve:?}");
        let whole = of([3, 5, 20, 9, 4]);
        let half = Tally { wins: whole.wins + 1, unpaired: Some(2), ..whole.clone() };
        assert!((whole.elo_error() - half.elo_error()).abs() < 1e-9, "{half:?}");
    }

    #[test]
    fn the_likelihood_ratio_is_near_its_normal_approximation() {
        let tally = of([50, 200, 500, 260, 70]);
        let count = 1080.0;
        let mean = tally.score();
        let variance: f64 = tally
            .weighted_pairs()
            .map(|(points, pairs)| pairs / count * (points - mean).powi(2))
            .sum();
        let (low, high) = (expected(0.0), expected(5.0));
        let normal = count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        assert!((tally.llr(0.0, 5.0) - normal).abs() < 0.02 * normal.abs(), "{normal}");
        let other = of([70, 260, 500, 200, 50]);
        assert!((other.llr(-5.0, 0.0) + tally.llr(0.0, 5.0)).abs() < 1e-6);
    }
}
