//! Concession by the clock: time-dependent tactics (Faratin, Sierra & Jennings 1998, sec. 4.1).
//!
//! A party moves from its best price to its reservation as its deadline comes near. The share of the way that it has gone at
//! time `t` is `alpha(t)`, which is `kappa` at first and 1 from the deadline on. With `beta` below 1 it holds out and concedes
//! at the end (Boulware), above 1 it concedes at once (conceder).

use super::Side;
use crate::error::Diagnostic;

/// The form of `alpha`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `kappa + (1 - kappa) (min(t, T) / T)^(1 / beta)`.
    Polynomial,
    /// `exp((1 - min(t, T) / T)^beta ln kappa)`.
    Exponential,
}

impl Family {
    /// Its name: `polynomial` or `exponential`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Polynomial => "polynomial",
            Family::Exponential => "exponential",
        }
    }
}

/// How a party concedes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concession {
    family: Family,
    kappa: f64,
    beta: f64,
    deadline: u32,
}

impl Concession {
    /// A tactic that has gone `kappa` of the way at first and all of it at the `deadline`, in ticks.
    ///
    /// # Errors
    /// If `kappa` is not from 0 to 1 (above 0 for the exponential family, which would never move), `beta` not positive, or
    /// the deadline 0.
    pub fn new(family: Family, kappa: f64, beta: f64, deadline: u32) -> Result<Self, Diagnostic> {
        let fault = |found: String, expected| Err(Diagnostic::new("bad-tactic", found, expected));
        if !(0.0..=1.0).contains(&kappa) {
            return fault(format!("`kappa` is {kappa}"), "a number from 0 to 1");
        }
        if kappa == 0.0 && family == Family::Exponential {
            return fault("`kappa` is 0 in the exponential family".into(), "a number above 0");
        }
        if !(beta > 0.0 && beta.is_finite()) {
            return fault(format!("`beta` is {beta}"), "a number above 0");
        }
        if deadline == 0 {
            return fault("`deadline` is 0".into(), "at least one tick");
        }
        Ok(Self { family, kappa, beta, deadline })
    }

    /// Its last tick.
    pub fn deadline(&self) -> u32 {
        self.deadline
    }

    /// The share of the way that it has gone at a tick, from `kappa` to 1.
    pub fn alpha(&self, tick: u32) -> f64 {
        let gone = f64::from(tick.min(self.deadline)) / f64::from(self.deadline);
        match self.family {
            Family::Polynomial => self.kappa + (1.0 - self.kappa) * libm::pow(gone, 1.0 / self.beta),
            Family::Exponential => libm::exp(libm::pow(1.0 - gone, self.beta) * libm::log(self.kappa)),
        }
    }
}

/// A party to a negotiation about a price: where it begins, where its limit is, and how it goes there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Party {
    /// Its side.
    pub side: Side,
    /// The least price that it names: a buyer's best price, a seller's reservation.
    pub min: f64,
    /// The greatest price that it names: a buyer's reservation, a seller's best price.
    pub max: f64,
    /// How it concedes.
    pub concession: Concession,
}

impl Party {
    /// The price that it offers at a tick.
    pub fn offer(&self, tick: u32) -> f64 {
        let alpha = self.concession.alpha(tick);
        let share = match self.side {
            Side::Buyer => alpha,
            Side::Seller => 1.0 - alpha,
        };
        self.min + share * (self.max - self.min)
    }

    /// Its reservation: what it falls back on when no agreement is better.
    pub fn reservation(&self) -> f64 {
        match self.side {
            Side::Buyer => self.max,
            Side::Seller => self.min,
        }
    }

    /// Whether a standing offer is at least as good as what it would offer itself.
    pub fn accepts(&self, own: f64, standing: f64) -> bool {
        match self.side {
            Side::Buyer => not_below(own, standing),
            Side::Seller => not_below(standing, own),
        }
    }
}

/// When two parties meet that concede alike, polynomially with exponent `beta` from `kappa = 0` to the same deadline, over the
/// same range: the share of the time at which both have gone half of the way, `2^-beta`, since `x^(1/beta) + x^(1/beta) = 1`
/// there (from Faratin, Sierra & Jennings 1998, eq. 2).
pub fn meeting(beta: f64) -> f64 {
    libm::pow(0.5, beta)
}

/// When two parties meet that concede with exponents of their own, polynomially from `kappa = 0` to the same deadline, over the
/// same range: the share `x` of the time at which `x^(1/beta_1) + x^(1/beta_2) = 1` (from Faratin, Sierra & Jennings 1998, eq.
/// 2), and how far each has then gone. By halving, to the last digit.
///
/// - `betas`: both above 0.
pub fn crossing(betas: [f64; 2]) -> (f64, [f64; 2]) {
    let gone = |time: f64| betas.map(|beta| libm::pow(time, 1.0 / beta));
    let (mut early, mut late) = (0.0_f64, 1.0_f64);
    // Each step halves the interval; the doubles between 0 and 1 are told apart long before so many.
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        let [first, second] = gone(middle);
        *(if first + second < 1.0 { &mut early } else { &mut late }) = middle;
    }
    (late, gone(late))
}

/// Whether `a >= b`, equal numbers that were rounded differently being equal: powers and exponentials are good to a few
/// units in the last place, so that a difference below 1e-12 of their size says nothing.
pub fn not_below(a: f64, b: f64) -> bool {
    a >= b - 1e-12 * a.abs().max(b.abs())
}
