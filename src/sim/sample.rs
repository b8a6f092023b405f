//! Samplers over a stream of words, each pinned by a value-stability test.
//!
//! They are our own because libraries change theirs: a result must not depend on the version of a
//! dependency. Floats are made by shifts and multiplications alone, or by `libm`.

use super::draws::Draws;

/// A probability as the number of 64-bit words below which an event happens.
///
/// A probability of 0 or 1 draws nothing, so that a parameter at its extreme shifts no other draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// Probability 0.
    Never,
    /// Probability 1.
    Always,
    /// Probability `threshold / 2^64`, to within 2^-64 of what was asked for.
    Below(u64),
}

impl Chance {
    /// The chance of a probability; below 0 is never, above 1 always.
    ///
    /// # Panics
    /// If `p` is NaN: schemas refuse it.
    pub fn of(p: f64) -> Self {
        assert!(!p.is_nan(), "a probability is a number");
        if p <= 0.0 {
            Chance::Never
        } else if p >= 1.0 {
            Chance::Always
        } else {
            // 2^64 p is exact (a shift of the exponent) and below 2^64.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 <= 2^64 p < 2^64")]
            Chance::Below((p * 18_446_744_073_709_551_616.0) as u64)
        }
    }

    /// Always or never.
    #[inline]
    pub const fn sure(happens: bool) -> Self {
        if happens { Chance::Always } else { Chance::Never }
    }

    /// The probability.
    pub fn probability(self) -> f64 {
        match self {
            Chance::Never => 0.0,
            Chance::Always => 1.0,
            #[expect(clippy::cast_precision_loss, reason = "made from 53 bits")]
            Chance::Below(threshold) => threshold as f64 / 18_446_744_073_709_551_616.0,
        }
    }
}

impl Draws {
    /// Whether an event of this chance happens: one word, or none if the chance is 0 or 1.
    #[inline]
    pub fn happens(&mut self, chance: Chance) -> bool {
        match chance {
            Chance::Never => false,
            Chance::Always => true,
            Chance::Below(threshold) => self.word() < threshold,
        }
    }

    /// Whether an event of probability `p` happens.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.happens(Chance::of(p))
    }

    /// A float from 0 (included) to 1 (excluded): the top 53 bits of a word, times 2^-53.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit a float")]
        let mantissa = (self.word() >> 11) as f64;
        mantissa * (1.0 / 9_007_199_254_740_992.0)
    }

    /// A whole number below `n`, each equally likely (Lemire 2019, with rejection). No word if `n` is 1.
    ///
    /// # Panics
    /// If `n` is 0: there is no number below it.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        if n == 1 {
            return 0;
        }
        loop {
            let product = u128::from(self.word()) * u128::from(n);
            #[expect(clippy::cast_possible_truncation, reason = "the halves of a 128-bit product")]
            let (high, low) = ((product >> 64) as u64, product as u64);
            if low >= n || low >= n.wrapping_neg() % n {
                return high;
            }
        }
    }

    /// An index below `n`, each equally likely.
    pub fn index(&mut self, n: usize) -> usize {
        usize::try_from(self.below(n as u64)).expect("an index below a usize is one")
    }

    /// Puts the items in a uniformly random order (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for k in (1..items.len()).rev() {
            items.swap(k, self.index(k + 1));
        }
    }

    /// An index in proportion to whole-number weights, or nothing if all are 0.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return Some(index);
            }
            left -= weight;
        }
        unreachable!("a number below the sum of the weights falls on one of them")
    }

    /// An index in proportion to weights that sum to one to within rounding: one uniform float against
    /// running sums; none if one weight is all. What rounding leaves over falls on the last positive weight.
    pub fn categorical(&mut self, probabilities: &[f64]) -> usize {
        if let Some(sure) = probabilities.iter().position(|p| *p >= 1.0) {
            return sure;
        }
        let mut left = self.uniform();
        let mut last = 0;
        for (index, p) in probabilities.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            if left < *p {
                return index;
            }
            left -= p;
            last = index;
        }
        last
    }

    /// An exponentially distributed number with the given mean, by inversion.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * libm::log1p(-self.uniform())
    }
}

#[cfg(test)]
mod tests {
    //! Value stability: the numbers come from an independent implementation of ChaCha8 and of each
    //! sampler's definition in Python. A change here changes results of every run.

    use super::*;

    fn draws() -> Draws {
        Draws::from_key([1; 32])
    }

    #[test]
    fn words_are_stable_across_blocks() {
        let mut d = draws();
        let words: Vec<u64> = (0..70).map(|_| d.word()).collect();
        assert_eq!(words[..2], [0x4c94_c0bd_da79_6d25, 0xf2e2_309b_6939_2a8c]);
        assert_eq!((words[32], words[64]), (0x40c3_26ff_d250_6cf0, 0xe2c3_29f0_a966_129f));
    }

    #[test]
    fn samplers_are_stable() {
        let mut d = draws();
        assert_eq!(
            [d.uniform(), d.uniform(), d.uniform()],
            [0.2991447890767397, 0.948763883535524, 0.6846312405939033]
        );

        let mut d = draws();
        let below: Vec<u64> = (0..12).map(|_| d.below(10)).collect();
        assert_eq!(below, [2, 9, 6, 8, 6, 6, 8, 2, 4, 9, 3, 9]);

        let mut d = draws();
        let rejecting: Vec<u64> = (0..4).map(|_| d.below((1 << 63) + 1)).collect();
        assert_eq!(rejecting, [2759123682541221522, 8750802272979293510, 6314608640051003094, 5680531099772506687]);

        let mut items: Vec<usize> = (0..8).collect();
        draws().shuffle(&mut items);
        assert_eq!(items, [0, 3, 1, 7, 5, 4, 6, 2]);

        let mut d = draws();
        let weighted: Vec<_> = (0..12).map(|_| d.weighted(&[1, 0, 3, 6])).collect();
        assert_eq!(weighted, [2, 3, 3, 3, 3, 3, 3, 2, 3, 3, 2, 3].map(Some));

        let mut d = draws();
        let categorical: Vec<usize> = (0..12).map(|_| d.categorical(&[0.1, 0.0, 0.3, 0.6])).collect();
        assert_eq!(categorical, [2, 3, 3, 3, 3, 3, 3, 2, 3, 3, 2, 3]);

        let mut d = draws();
        let exponential = [d.exponential(2.0), d.exponential(2.0), d.exponential(2.0)];
        for (got, want) in exponential.iter().zip([0.7109079195060367, 5.942621191834612, 2.3080253201378946]) {
            assert!((got - want).abs() <= 1e-15 * want, "{got} {want}");
        }
    }

    #[test]
    fn certainty_draws_nothing() {
        let mut d = draws();
        assert!(d.chance(1.0) && !d.chance(0.0) && d.below(1) == 0 && d.categorical(&[0.0, 1.0]) == 1);
        assert_eq!(d.weighted(&[0, 0]), None);
        assert_eq!(d.word(), draws().word());
    }

    #[test]
    fn a_chance_is_its_threshold() {
        assert_eq!(Chance::of(0.25), Chance::Below(1 << 62));
        assert_eq!(Chance::of(0.25).probability(), 0.25);
        assert_eq!((Chance::of(-0.1), Chance::of(1.1)), (Chance::Never, Chance::Always));
        let mut d = draws();
        let happened = (0..10_000).filter(|_| d.happens(Chance::of(0.3))).count();
        // Binomial(10000, 0.3): mean 3000, standard deviation 46.
        assert!((2816..=3184).contains(&happened), "{happened}");
    }
}
