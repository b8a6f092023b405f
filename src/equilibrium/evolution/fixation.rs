//! Fixation: the probability that one mutant's strategy takes over a finite, well-mixed population of another.
//!
//! For a birth-death process with states k = 1 .. N-1 (k mutants) it is `rho = 1 / (1 + sum_{l=1}^{N-1} prod_{k=1}^{l}
//! T-(k) / T+(k))` (Karlin & Taylor 1975, ch. 4; Nowak 2006, eq. 6.13). Payoffs come from the whole population without
//! self-interaction: `pi_i(k) = ((k-1) A_ii + (N-k) A_ij) / (N-1)` and `pi_j(k) = (k A_ji + (N-k-1) A_jj) / (N-1)`
//! (Nowak, Sasaki, Taylor & Fudenberg 2004).
//!
//! The sum is taken in one pass with its greatest term as the unit, so that a probability of 1e-400 has its logarithm;
//! a value whose magnitude a float can hold has full precision, to about 1e-12.

use super::payoffs::{EvolutionError, Payoffs, check_intensity, check_population};
use crate::exact::Rational;

/// A fixation probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixation {
    /// The probability; 0 where it is below what floats hold.
    pub rho: f64,
    /// Its natural logarithm, never minus infinity.
    pub ln_rho: f64,
}

impl Fixation {
    /// The fixation probability of a process with these values of `ln(T-(k) / T+(k))`, for k = 1 .. N-1 in order.
    ///
    /// # Examples
    /// ```
    /// use comity::equilibrium::evolution::Fixation;
    /// // Constant relative fitness r: rho = (1 - 1/r) / (1 - 1/r^N) (Moran 1958).
    /// let r: f64 = 1.1;
    /// let rho = Fixation::of_ratios((1..100).map(|_| -libm::log(r))).rho;
    /// assert!((rho - (1.0 - 1.0 / r) / (1.0 - libm::pow(r, -100.0))).abs() < 1e-15);
    /// ```
    pub fn of_ratios(ln_ratios: impl IntoIterator<Item = f64>) -> Self {
        let mut product = 0.0;
        Self::of_products(ln_ratios.into_iter().map(|ratio| {
            product += ratio;
            product
        }))
    }

    /// The same from the ratios themselves: by plain products where these stay far from the ends of the floats.
    fn of_factors(ratios: impl Iterator<Item = f64> + Clone) -> Self {
        let (mut product, mut sum) = (1.0, 1.0);
        for ratio in ratios.clone() {
            product *= ratio;
            sum += product;
            if !(1e-280..=1e280).contains(&product) {
                return Self::of_ratios(ratios.map(libm::log));
            }
        }
        Self { rho: 1.0 / sum, ln_rho: -libm::log(sum) }
    }

    /// `1 / (1 + sum exp(p))` over the logarithms of the products.
    fn of_products(ln_products: impl Iterator<Item = f64>) -> Self {
        // The sum is `sum * exp(unit)`; it starts with the 1.
        let (mut unit, mut sum) = (0.0, 1.0);
        for product in ln_products {
            if product <= unit {
                // What is below e^-60 of the sum changes no digit, even ten million times.
                if product > unit - 60.0 {
                    sum += libm::exp(product - unit);
                }
            } else {
                sum = sum * libm::exp(unit - product) + 1.0;
                unit = product;
            }
        }
        Self { rho: libm::exp(-unit) / sum, ln_rho: -(unit + libm::log(sum)) }
    }
}

/// One mutant of a strategy among residents of another.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Invasion, Payoffs};
/// use comity::exact::Rational;
/// let q = |n: i64, d: i64| Rational::new(n, d);
/// // Hawk-dove in a population of 100, pairwise comparison with intensity 1 (Fernandez Domingos et al. 2023).
/// let payoffs = Payoffs::new(&[vec![q(-1, 2), q(2, 1)], vec![q(0, 1), q(0, 1)]]).unwrap();
/// let hawk = Invasion::of(&payoffs, 0, 1).fermi(100, 1.0).unwrap();
/// assert!((hawk.rho - 0.8641155742462664).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Invasion<'a> {
    payoffs: &'a Payoffs,
    /// The strategies, invader first.
    pair: [usize; 2],
}

impl<'a> Invasion<'a> {
    /// The invasion of `resident` by `invader`.
    pub fn of(payoffs: &'a Payoffs, invader: usize, resident: usize) -> Self {
        Self { payoffs, pair: [invader, resident] }
    }

    /// Pairwise comparison with the Fermi rule: a random member imitates another with probability
    /// `1 / (1 + exp(-beta (pi_model - pi_focal)))` (Blume 1993; Traulsen, Nowak & Pacheco 2006). It is also the Moran
    /// process with fitness `exp(beta pi)`.
    ///
    /// The difference of payoffs is linear in k, so that the product up to `l` is
    /// `exp(-beta (slope l(l+1)/2 + at_zero l))`: no product is multiplied out.
    ///
    /// # Errors
    /// If the population is not from 2, or the intensity `beta` not from 0.
    pub fn fermi(&self, population: u32, beta: f64) -> Result<Fixation, EvolutionError> {
        check_population(population)?;
        check_intensity(beta)?;
        let (slope, at_zero) = self.payoffs.difference(self.pair[0], self.pair[1], population);
        Ok(Fixation::of_products((1..population).map(|l| {
            let l = f64::from(l);
            -beta * l * (0.5 * slope * (l + 1.0) + at_zero)
        })))
    }

    /// The Moran process: one is born with probability proportional to fitness `1 - w + w pi`, one dies at random
    /// (Moran 1958; Nowak et al. 2004). Nothing if a fitness is not positive for some k from 1 to N-1: then the process
    /// is not defined.
    ///
    /// # Errors
    /// If the population is not from 2, or `w` not from 0 to 1.
    pub fn moran_linear(&self, population: u32, w: &Rational) -> Result<Option<Fixation>, EvolutionError> {
        check_moran(population, w)?;
        let at = |own: usize, other: usize| self.payoffs.float(self.pair[own], self.pair[other]);
        let (n, weight) = (f64::from(population), w.to_f64());
        let (base, part) = (1.0 - weight, weight / (n - 1.0));
        let fitness_of = |k: f64| {
            let invader = (k - 1.0) * at(0, 0) + (n - k) * at(0, 1);
            let resident = k * at(1, 0) + (n - k - 1.0) * at(1, 1);
            [base + part * invader, base + part * resident]
        };
        // Fitness is linear in k, so that the ends decide whether it is positive; where rounding could, exactly.
        let ends = [fitness_of(1.0), fitness_of(n - 1.0)];
        let scale = 1.0 + [at(0, 0), at(0, 1), at(1, 0), at(1, 1)].iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if ends.iter().flatten().any(|fitness| *fitness < 1e-9 * scale) {
            let exact = |k: u32| fitness(self.payoffs, self.pair, population, k, w);
            if [1, population - 1].iter().any(|k| exact(*k).iter().any(|fitness| !fitness.is_positive())) {
                return Ok(None);
            }
        }
        let ratio = |k: u32| {
            let [invader, resident] = fitness_of(f64::from(k));
            resident / invader
        };
        Ok(Some(Fixation::of_factors((1..population).map(ratio))))
    }
}

/// The exact fitness of invader and resident with `k` invaders.
fn fitness(payoffs: &Payoffs, [i, j]: [usize; 2], population: u32, k: u32, w: &Rational) -> [Rational; 2] {
    let count = |n: u32| Rational::from(i64::from(n));
    let total = |own: usize, invaders: u32, residents: u32| {
        &count(invaders) * payoffs.exact(own, i) + &count(residents) * payoffs.exact(own, j)
    };
    let sums = [total(i, k - 1, population - k), total(j, k, population - k - 1)];
    sums.map(|sum| Rational::one() - w.clone() + &(w * &sum) / &count(population - 1))
}

/// The exact fixation probability of [`Invasion::moran_linear`], for populations of at most 1000 (its digits grow with
/// the square of the population).
///
/// # Errors
/// If the population is not from 2 to 1000, or `w` not from 0 to 1.
pub fn moran_exact(
    payoffs: &Payoffs,
    invader: usize,
    resident: usize,
    population: u32,
    w: &Rational,
) -> Result<Option<Rational>, EvolutionError> {
    const LIMIT: u32 = 1000;
    check_moran(population, w)?;
    if population > LIMIT {
        return Err(EvolutionError::TooMany {
            what: "members of a population",
            found: population as usize,
            limit: LIMIT as usize,
        });
    }
    let (mut sum, mut product) = (Rational::one(), Rational::one());
    for k in 1..population {
        let [own, other] = fitness(payoffs, [invader, resident], population, k, w);
        if !(own.is_positive() && other.is_positive()) {
            return Ok(None);
        }
        product = product * (other / own);
        sum += &product;
    }
    Ok(Rational::one().checked_div(&sum))
}

fn check_moran(population: u32, w: &Rational) -> Result<(), EvolutionError> {
    check_population(population)?;
    if w.is_negative() || *w > 1 {
        let expected = "a number from 0 to 1";
        return Err(EvolutionError::OutOfRange { name: "the weight of payoffs", found: w.to_string(), expected });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn payoffs(cells: [[i64; 2]; 2]) -> Payoffs {
        Payoffs::new(&cells.map(|row| row.map(Rational::from).to_vec())).expect("a table")
    }

    #[test]
    fn a_neutral_mutant_fixates_once_in_n() {
        let neutral = payoffs([[3, 3], [3, 3]]);
        for n in [2, 3, 10, 200, 5000] {
            let expected = 1.0 / f64::from(n);
            let invasion = Invasion::of(&neutral, 0, 1);
            assert_eq!(invasion.fermi(n, 2.0).expect("in range").rho, expected);
            assert_eq!(Invasion::of(&payoffs([[9, 1], [2, 5]]), 0, 1).fermi(n, 0.0).expect("in range").rho, expected);
            let moran = invasion.moran_linear(n, &Rational::new(1, 2)).expect("in range").expect("positive");
            assert_eq!(moran.rho, expected);
            assert!((moran.ln_rho + libm::log(f64::from(n))).abs() < 1e-15);
        }
    }

    #[test]
    fn a_probability_below_every_float_has_its_logarithm() {
        let dilemma = payoffs([[3, 0], [5, 1]]);
        let found = Invasion::of(&dilemma, 0, 1).fermi(1000, 50.0).expect("in range");
        assert_eq!(found.rho, 0.0);
        // The greatest product is the last: ln = beta (N-1 terms of growing loss); the rest are e^-50 below it.
        let loss: f64 = (1..1000).map(|k| ((k - 1) as f64 * 3.0 - k as f64 * 5.0 - (999 - k) as f64) / 999.0).sum();
        assert!((found.ln_rho - 50.0 * loss).abs() < 1e-6, "{} {loss}", found.ln_rho);
    }

    #[test]
    fn constant_fitness_has_morans_closed_form() {
        // Payoffs r and 1 whoever is met, w = 1.
        for (num, den, n) in [(11, 10, 100u32), (2, 1, 10), (1, 2, 30), (101, 100, 200)] {
            let r = Rational::new(num, den);
            let table = [vec![r.clone(), r.clone()], vec![Rational::one(), Rational::one()]];
            let payoffs = Payoffs::new(&table).expect("a table");
            let mut power = Rational::one();
            for _ in 0..n {
                power = power / r.clone();
            }
            let exact = (Rational::one() - Rational::one() / r) / (Rational::one() - power);
            let one = Rational::one();
            assert_eq!(moran_exact(&payoffs, 0, 1, n, &one).expect("in range"), Some(exact.clone()));
            let found = Invasion::of(&payoffs, 0, 1).moran_linear(n, &one).expect("in range").expect("positive");
            assert!((found.rho / exact.to_f64() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_fitness_of_zero_is_seen_exactly() {
        // 1 - 1/10 + (1/10) (-9) = 0, which floats miss.
        let payoffs = payoffs([[1, -9], [1, 1]]);
        let w = Rational::new(1, 10);
        assert_eq!(Invasion::of(&payoffs, 0, 1).moran_linear(10, &w), Ok(None));
        assert_eq!(moran_exact(&payoffs, 0, 1, 10, &w), Ok(None));
    }

    #[test]
    fn wrong_parameters_are_named() {
        let game = payoffs([[1, 0], [0, 1]]);
        let invasion = Invasion::of(&game, 0, 1);
        let text = |error: EvolutionError| crate::error::Diagnostic::from(error).to_string();
        assert!(
            text(invasion.fermi(1, 1.0).expect_err("small")).contains("the population is 1; expected a whole number")
        );
        assert!(text(invasion.fermi(10, -1.0).expect_err("negative")).contains("intensity of selection is -1"));
        assert!(text(invasion.fermi(10, f64::NAN).expect_err("no number")).contains("NaN"));
        assert!(text(invasion.moran_linear(10, &Rational::new(3, 2)).expect_err("big")).contains("is 3/2"));
        assert!(text(moran_exact(&game, 0, 1, 1001, &Rational::one()).expect_err("big")).contains("at most 1000"));
    }

    proptest! {
        #[test]
        fn the_ratio_of_two_fermi_invasions_is_an_exponential(
            cells in prop::array::uniform4(-20i64..20), n in 2u32..300, beta in 0.0f64..5.0,
        ) {
            let game = payoffs([[cells[0], cells[1]], [cells[2], cells[3]]]);
            let [a, b, c, d] = cells.map(|x| x as f64);
            let half = f64::from(n) / 2.0;
            let expected = beta * ((half - 1.0) * a + half * b - half * c - (half - 1.0) * d);
            let ln = |i: usize, j: usize| Invasion::of(&game, i, j).fermi(n, beta).expect("in range").ln_rho;
            let found = ln(0, 1) - ln(1, 0);
            prop_assert!((found - expected).abs() <= 1e-11 * (1.0 + expected.abs()), "{found} {expected}");
        }

        #[test]
        fn the_sum_by_products_is_the_sum_by_ratios(
            cells in prop::array::uniform4(0i64..9), n in 2u32..60, w in 1i64..10,
        ) {
            let game = payoffs([[cells[0], cells[1]], [cells[2], cells[3]]]);
            let w = Rational::new(w, 10);
            let exact = moran_exact(&game, 0, 1, n, &w).expect("in range");
            let found = Invasion::of(&game, 0, 1).moran_linear(n, &w).expect("in range");
            prop_assert_eq!(exact.is_some(), found.is_some());
            if let (Some(exact), Some(found)) = (exact, found) {
                prop_assert!((found.rho / exact.to_f64() - 1.0).abs() < 1e-12);
                prop_assert!((libm::exp(found.ln_rho) / found.rho - 1.0).abs() < 1e-12);
            }
        }
    }
}
