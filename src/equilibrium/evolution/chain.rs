//! The stationary distribution of a Markov chain, by elimination without subtraction.
//!
//! Source: Grassmann, Taksar & Heyman 1985 (GTH); O'Cinneide 1993 shows that every entry keeps its relative precision,
//! however small. The chain is given by its rates (or probabilities) between different states; what stays is not
//! needed. Nothing here knows what the states are.

use super::semifield::Semifield;

/// The stationary distribution of the chain with the rates `rates[from][to]` (the diagonal is not read).
///
/// `None` if some state cannot be left for one before it: then the chain may have more than one stationary
/// distribution. A chain in which every rate is positive always has an answer. `O(n^3)`.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::stationary;
/// use comity::exact::Rational;
/// let q = |n: i64, d: i64| Rational::new(n, d);
/// let rates = vec![vec![q(0, 1), q(1, 2)], vec![q(1, 6), q(0, 1)]];
/// assert_eq!(stationary(rates), Some(vec![q(1, 4), q(3, 4)]));
/// ```
pub fn stationary<T: Semifield>(mut rates: Vec<Vec<T>>) -> Option<Vec<T>> {
    let n = rates.len();
    for last in (1..n).rev() {
        let leaving = T::sum(&rates[last][..last]);
        if leaving.is_zero() {
            return None;
        }
        let (before, from_last) = rates.split_at_mut(last);
        let from_last = &from_last[0];
        for (from, row) in before.iter_mut().enumerate() {
            row[last] = row[last].over(&leaving);
            if row[last].is_zero() {
                continue;
            }
            // Paths through the state that is taken out.
            for to in (0..last).filter(|to| *to != from) {
                row[to] = row[to].plus(&row[last].times(&from_last[to]));
            }
        }
    }
    let mut weights: Vec<T> = Vec::with_capacity(n);
    for state in 0..n {
        let into = weights.iter().zip(&rates).map(|(weight, row)| weight.times(&row[state]));
        let weight = if state == 0 { T::one() } else { into.fold(T::zero(), |sum, term| sum.plus(&term)) };
        weights.push(weight);
    }
    Some(T::normalised(weights))
}

#[cfg(test)]
mod tests {
    use super::super::semifield::LogNumber;
    use super::*;
    use crate::exact::Rational;
    use proptest::prelude::*;

    #[test]
    fn tiny_rates_keep_their_digits() {
        // Two states, e^-2000 apart, and a third that is entered at e^-3000 from each and left at e^-2000 to each.
        let ln = |x: f64| LogNumber::from_ln(x);
        let rates = vec![
            vec![LogNumber::zero(), ln(-2000.0), ln(-3000.0)],
            vec![ln(-2000.0), LogNumber::zero(), ln(-3000.0)],
            vec![ln(-2000.0), ln(-2000.0), LogNumber::zero()],
        ];
        let pi = stationary(rates).expect("all rates are positive");
        assert!((pi[0].value() - 0.5).abs() < 1e-12 && (pi[1].value() - 0.5).abs() < 1e-12);
        assert!((pi[2].logarithm() + 1000.0 + libm::log(2.0)).abs() < 1e-9, "{}", pi[2].logarithm());
    }

    #[test]
    fn a_chain_of_two_islands_has_no_one_answer() {
        let rates = vec![vec![Rational::zero(); 2]; 2];
        assert_eq!(stationary(rates), None);
        assert_eq!(stationary(vec![vec![Rational::zero()]]), Some(vec![Rational::one()]));
    }

    proptest! {
        #[test]
        fn flows_balance_exactly(cells in prop::collection::vec(1i64..50, 25), n in 1usize..6) {
            let rates: Vec<Vec<Rational>> =
                (0..n).map(|i| (0..n).map(|j| Rational::new(cells[i * 5 + j], 7)).collect()).collect();
            let pi = stationary(rates.clone()).expect("all rates are positive");
            prop_assert_eq!(pi.iter().sum::<Rational>(), Rational::one());
            for state in 0..n {
                let flow = |from: usize, to: usize| &pi[from] * &rates[from][to];
                let others = || (0..n).filter(|other| *other != state);
                let into: Rational = others().map(|other| flow(other, state)).sum();
                let out: Rational = others().map(|other| flow(state, other)).sum();
                prop_assert_eq!(into, out);
            }
        }
    }
}
