//! What the actions of a game of known length are worth against an opponent with a memory of one round.
//!
//! With `k` rounds left, `Q_k(s, a) = sum over b of p(b | s) (u(a, b) + discount max_c Q_(k-1)((a, b), c))`, where the state s is the last
//! round's pair of actions, or that there was none (backward induction; Bellman 1957). Exact. It says what a learner of values must come
//! to that knows how many rounds are left, and so why the last round's value of keeping one's word is below that of
//! breaking it, however kind the opponent.

use crate::error::Diagnostic;
use crate::exact::Rational;

/// An opponent that looks at the last round alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryOne {
    /// How often it takes each of its actions in the first round.
    pub first: Vec<Rational>,
    /// The same after each pair of own and opponent's actions: `[own * opponent's actions + opponent's]`.
    pub after: Vec<Vec<Rational>>,
}

/// Optimal values by state and action: of the first round, and after each pair of actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundValues {
    /// Where there was no round before.
    pub first: Vec<Rational>,
    /// After each pair: `[own * opponent's actions + opponent's]`.
    pub after: Vec<Vec<Rational>>,
}

/// Optimal values with 1, 2, .., `rounds` rounds left.
///
/// - `payoffs`: what each own action (row) gets against each of the opponent's (column), in utility.
/// - `discount`: what a round later is worth.
///
/// # Errors
/// If the opponent's probabilities are not as many as there are actions and states.
pub fn optimal_values(
    payoffs: &[Vec<Rational>],
    opponent: &MemoryOne,
    discount: &Rational,
    rounds: usize,
) -> Result<Vec<RoundValues>, Diagnostic> {
    let others = payoffs.first().map_or(0, Vec::len);
    let sound = payoffs.iter().all(|row| row.len() == others)
        && opponent.after.len() == payoffs.len() * others
        && opponent.after.iter().chain([&opponent.first]).all(|row| row.len() == others);
    if !sound || others == 0 {
        let found =
            format!("an opponent with {} states for {} by {others} actions", opponent.after.len(), payoffs.len());
        return Err(Diagnostic::new(
            "wrong-opponent",
            found,
            "a probability of each action after each pair of actions",
        ));
    }
    let mut found: Vec<RoundValues> = Vec::new();
    for _ in 0..rounds {
        let later = |own: usize, other: usize| match found.last() {
            Some(next) => {
                let best = next.after[own * others + other].iter().max().expect("there is an action");
                discount * best
            }
            None => Rational::zero(),
        };
        let values = |chances: &Vec<Rational>| -> Vec<Rational> {
            let value = |(own, row): (usize, &Vec<Rational>)| {
                let terms = row.iter().zip(chances).enumerate().filter(|(_, (_, chance))| !chance.is_zero());
                terms.map(|(other, (pays, chance))| chance * &(pays.clone() + later(own, other))).sum()
            };
            payoffs.iter().enumerate().map(value).collect()
        };
        let round = RoundValues { first: values(&opponent.first), after: opponent.after.iter().map(values).collect() };
        found.push(round);
    }
    Ok(found)
}
