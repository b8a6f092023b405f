//! The linear relation that a memory-one player forces on the scores of a repeated game.
//!
//! A player that cooperates with probability p after each of CC, CD, DC, DD (own action first) is zero-determinant if
//! `p - (1, 1, 0, 0) = alpha S_X + beta S_Y + gamma 1` for the vectors of both players' payoffs in those states; then
//! `alpha s_X + beta s_Y + gamma = 0` for the long-run means, whatever the other does (Press & Dyson 2012, eq. 7). Any other
//! vector has a nearest such plane, and a distance to it (Knight et al. 2019, "Recognising and evaluating the effectiveness
//! of extortion"). Nothing here plays.

use crate::game::TwoByTwo;

/// The plane nearest to a memory-one player, and how far it is off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relation {
    /// The weight of the own score.
    pub alpha: f64,
    /// The weight of the other's score.
    pub beta: f64,
    /// The constant.
    pub gamma: f64,
    /// The Euclidean distance of `p - (1, 1, 0, 0)` to the plane: 0, rounding aside, for a zero-determinant player.
    pub error: f64,
}

impl Relation {
    /// The relation of a memory-one player of a symmetric game, by least squares.
    ///
    /// - `p`: the probability of C after CC, CD, DC and DD, own action first.
    ///
    /// Nothing if S = T or the payoffs leave the plane undetermined (R, P and the mean of S and T alike).
    pub fn of(p: [f64; 4], game: &TwoByTwo) -> Option<Self> {
        let [r, s, t, u] = [&game.reward, &game.sucker, &game.temptation, &game.punishment].map(|q| q.to_f64());
        let shifted = [p[0] - 1.0, p[1] - 1.0, p[2], p[3]];
        // The sum and the difference of both players' payoffs are orthogonal, and so are the difference and 1: the
        // difference's weight is found by itself, and the sum's by a regression with a constant.
        if s == t {
            return None;
        }
        let half = (shifted[1] - shifted[2]) / (2.0 * (s - t));
        let sums = [2.0 * r, s + t, s + t, 2.0 * u];
        let mean_sum = sums.iter().sum::<f64>() / 4.0;
        let mean = shifted.iter().sum::<f64>() / 4.0;
        let spread: f64 = sums.iter().map(|x| (x - mean_sum) * (x - mean_sum)).sum();
        if spread <= 0.0 {
            return None;
        }
        let both: f64 = sums.iter().zip(&shifted).map(|(x, y)| (x - mean_sum) * (y - mean)).sum::<f64>() / spread;
        let gamma = mean - both * mean_sum;
        let differences = [0.0, s - t, t - s, 0.0];
        let residual = |k: usize| shifted[k] - both * sums[k] - half * differences[k] - gamma;
        let error = (0..4).map(|k| residual(k) * residual(k)).sum::<f64>().sqrt();
        Some(Self { alpha: both + half, beta: both - half, gamma, error })
    }

    /// The slope chi of `s_X - k = chi (s_Y - k)`: above 1 the own surplus over the baseline is that many times the
    /// other's. Nothing if the own score does not enter: then the other's is set.
    pub fn chi(&self) -> Option<f64> {
        (self.alpha.abs() > 1e-12).then(|| -self.beta / self.alpha)
    }

    /// The baseline k of `s_X - k = chi (s_Y - k)`: P for an extortioner, R for a generous player, the value to which the
    /// other's score is set. Nothing if chi is 1: then scores are alike wherever they are.
    pub fn baseline(&self) -> Option<f64> {
        let sum = self.alpha + self.beta;
        (sum.abs() > 1e-12).then(|| -self.gamma / sum + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    fn relation(p: [f64; 4]) -> Relation {
        let q = |n: i64| Rational::from(n);
        let game = TwoByTwo { reward: q(3), sucker: q(0), temptation: q(5), punishment: q(1) };
        Relation::of(p, &game).expect("a dilemma")
    }

    /// Stewart & Plotkin 2012: Extort-2 has chi 2 over P, ZDGTFT-2 has chi 2 over R; Press & Dyson 2012: chi 3 over P.
    #[test]
    fn published_vectors_lie_on_their_planes() {
        for (p, chi, baseline) in [
            ([8.0 / 9.0, 0.5, 1.0 / 3.0, 0.0], 2.0, 1.0),
            ([1.0, 0.125, 1.0, 0.25], 2.0, 3.0),
            ([11.0 / 13.0, 0.5, 7.0 / 26.0, 0.0], 3.0, 1.0),
        ] {
            let found = relation(p);
            assert!(found.error < 1e-15, "{found:?}");
            assert!((found.chi().expect("a slope") - chi).abs() < 1e-12);
            assert!((found.baseline().expect("a baseline") - baseline).abs() < 1e-12);
        }
        // The equaliser (3/4, 1/4, 1/2, 1/4) sets the other's score to 2; tit-for-tat makes scores equal.
        let equaliser = relation([0.75, 0.25, 0.5, 0.25]);
        assert!(equaliser.error < 1e-15 && equaliser.chi().is_none());
        assert!((equaliser.baseline().expect("a value") - 2.0).abs() < 1e-12);
        let tft = relation([1.0, 0.0, 1.0, 0.0]);
        assert!(tft.error < 1e-15 && tft.baseline().is_none() && (tft.chi().expect("a slope") - 1.0).abs() < 1e-12);
        assert!(relation([1.0, 0.0, 0.0, 1.0]).error > 0.1, "win-stay lose-shift forces nothing");
    }
}
