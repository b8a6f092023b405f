//! Votes by majority (Condorcet 1785), in floats for any number of voters.

/// The probabilities of so many independent votes, each right with probability p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Votes {
    /// P(more than half are right).
    pub majority: f64,
    /// P(exactly half are right).
    pub tie: f64,
}

/// The probabilities of `n` votes that are each right with probability `p`, from the terms of the binomial distribution,
/// the smallest first.
pub fn votes(n: u32, p: f64) -> Votes {
    let whole = f64::from(n);
    let term = |k: u32| {
        let k = f64::from(k);
        // 0 to the power 0 is 1.
        let power = |base: f64, exponent: f64| if exponent == 0.0 { 0.0 } else { exponent * libm::log(base) };
        let choose = libm::lgamma(whole + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(whole - k + 1.0);
        libm::exp(choose + power(p, k) + power(1.0 - p, whole - k))
    };
    let mut terms: Vec<f64> = (n / 2 + 1..=n).map(term).collect();
    terms.sort_by(f64::total_cmp);
    Votes { majority: terms.iter().sum::<f64>().min(1.0), tie: if n.is_multiple_of(2) { term(n / 2) } else { 0.0 } }
}
