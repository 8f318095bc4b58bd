//! Logistic regression: weights under which the evaluation predicts the results best.

/// A position's terms and how its game ended: 1 for first, 0 for second, one half for a draw.
pub(crate) struct Sample {
    pub(crate) counts: Vec<i32>,
    pub(crate) result: f64,
}

/// A fit of weights to samples, held to where they were.
pub(crate) struct Fit<'a> {
    samples: &'a [Sample],
    old: &'a [f64],
    hold: f64,
    /// Hundredths that make e : 1 odds, fitted first so that the weights keep their unit.
    scale: f64,
}

impl<'a> Fit<'a> {
    pub(crate) fn new(samples: &'a [Sample], old: &'a [f64], hold: f64) -> Fit<'a> {
        let mut fit = Fit { samples, old, hold, scale: 100.0 };
        // One number: a search by thirds is enough.
        let (mut low, mut high) = (10.0f64, 5_000.0f64);
        for _ in 0..40 {
            let (a, b) = (
                low.powf(2.0 / 3.0) * high.powf(1.0 / 3.0),
                low.powf(1.0 / 3.0) * high.powf(2.0 / 3.0),
            );
            let at = |scale: f64| Fit { samples, old, hold, scale }.loss(old);
            if at(a) < at(b) {
                high = b;
            } else {
                low = a;
            }
        }
        fit.scale = (low * high).sqrt();
        fit
    }

    /// Hundredths that make e : 1 odds, by the old weights.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    fn expected(&self, sample: &Sample, weights: &[f64]) -> f64 {
        let value: f64 = sample
            .counts
            .iter()
            .zip(weights)
            .map(|(count, weight)| f64::from(*count) * weight)
            .sum();
        1.0 / (1.0 + (-value / self.scale).exp())
    }

    /// The mean squared error of the expectation.
    pub(crate) fn loss(&self, weights: &[f64]) -> f64 {
        let error = |sample: &Sample| (self.expected(sample, weights) - sample.result).powi(2);
        self.samples.iter().map(error).sum::<f64>() / self.samples.len().max(1) as f64
    }

    /// Gradient descent with a step of its own for every weight (Adam).
    pub(crate) fn run(&self) -> Vec<f64> {
        let terms = self.old.len();
        let mut weights = self.old.to_vec();
        let (mut mean, mut square) = (vec![0.0; terms], vec![0.0; terms]);
        for step in 1..=600 {
            let mut gradient = vec![0.0; terms];
            for sample in self.samples {
                let expected = self.expected(sample, &weights);
                // The log loss's gradient: simple, and strong where the guess is far off.
                let slope = (expected - sample.result) / self.samples.len().max(1) as f64;
                for (gradient, count) in gradient.iter_mut().zip(&sample.counts) {
                    *gradient += slope * f64::from(*count);
                }
            }
            for term in 0..terms {
                let gradient =
                    gradient[term] + self.hold * (weights[term] - self.old[term]) / self.scale;
                mean[term] = 0.9 * mean[term] + 0.1 * gradient;
                square[term] = 0.99 * square[term] + 0.01 * gradient * gradient;
                let (m, v) = (
                    mean[term] / (1.0 - 0.9f64.powi(step)),
                    square[term] / (1.0 - 0.99f64.powi(step)),
                );
                weights[term] -= 1.0 * m / (v.sqrt() + 1e-9);
            }
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        // Two terms: the first decides with odds e : 1 for each count, the second is noise.
        let mut rng = fastrand::Rng::with_seed(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let counts = vec![rng.i32(-3..=3), rng.i32(-3..=3)];
                let chance = 1.0 / (1.0 + f64::from(-counts[0]).exp());
                let result = if rng.f64() < chance { 1.0 } else { 0.0 };
                Sample { counts, result }
            })
            .collect();
        let old = [100.0, 60.0];
        let fit = Fit::new(&samples, &old, 0.0);
        let new = fit.run();
        assert!(fit.loss(&new) < fit.loss(&old));
        assert!(new[1].abs() < new[0].abs() / 10.0, "{new:?}");
        assert!((new[0] / fit.scale - 1.0).abs() < 0.1, "{new:?} at {}", fit.scale);
    }
}
