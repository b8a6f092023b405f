//! What equilibria cost: welfare against the optimum, and who could do better.
//!
//! Welfare is the sum of payoffs. The *price of anarchy* is the greatest welfare over that of the worst equilibrium
//! (Koutsoupias & Papadimitriou 1999), the *price of stability* over that of the best (Anshelevich et al. 2004). Both
//! have a meaning only where no payoff is negative and the equilibrium's welfare is positive. Welfare is linear in each
//! player's strategy, so that the optimum is pure and, on a maximal Nash subset, the extremes are at its vertices.

use crate::equilibrium::profile::Profile;
use crate::equilibrium::selection::pareto_dominates;
use crate::exact::Rational;
use crate::game::{Analysis, NormalForm};

/// The welfare of some equilibria of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Efficiency {
    /// The greatest sum of payoffs of any profile.
    pub optimum: Rational,
    /// The pure profiles that reach it, by number, ascending.
    pub optimal: Vec<usize>,
    /// The greatest welfare of an equilibrium in the list.
    pub best: Rational,
    /// The least.
    pub worst: Rational,
    /// `optimum / worst`; nothing if a payoff is negative or `worst` is not positive.
    pub price_of_anarchy: Option<Rational>,
    /// `optimum / best`, likewise.
    pub price_of_stability: Option<Rational>,
    /// For each equilibrium whether no pure profile pays nobody less and somebody more.
    pub undominated: Vec<bool>,
}

impl Efficiency {
    /// Measures some equilibria. Exact for the list that is given: if it lacks equilibria, the worst may be worse.
    ///
    /// Nothing if the list is empty.
    pub fn of(game: &NormalForm, equilibria: &[Profile]) -> Option<Self> {
        let payoffs: Vec<Vec<Rational>> = equilibria.iter().map(|profile| profile.payoffs(game)).collect();
        Self::of_payoffs(game, &payoffs)
    }

    /// The same from what the equilibria pay, by equilibrium and player.
    pub fn of_payoffs(game: &NormalForm, payoffs: &[Vec<Rational>]) -> Option<Self> {
        let analysis = Analysis::of(game);
        let (optimum, optimal) = analysis.optimal_welfare();
        let welfare: Vec<Rational> = payoffs.iter().map(|payoffs| payoffs.iter().sum()).collect();
        let (best, worst) = (welfare.iter().max()?.clone(), welfare.iter().min()?.clone());
        let nobody_pays = game.payoffs().iter().all(|payoff| !payoff.is_negative());
        let price = |of: &Rational| (nobody_pays && of.is_positive()).then(|| &optimum / of);
        let cell = |profile: &usize| &game.payoffs()[profile * game.player_count()..][..game.player_count()];
        let mut front: Vec<&[Rational]> = analysis.pareto_optimal().iter().map(cell).collect();
        front.sort_unstable();
        front.dedup();
        let undominated = payoffs.iter().map(|payoffs| !front.iter().any(|cell| pareto_dominates(cell, payoffs)));
        Some(Self {
            price_of_anarchy: price(&worst),
            price_of_stability: price(&best),
            undominated: undominated.collect(),
            optimum: optimum.clone(),
            optimal,
            best,
            worst,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    #[test]
    fn a_dilemma_pays_the_price_of_anarchy() {
        let game = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).expect("a game");
        let found = Efficiency::of(&game, &[Profile::pure(&game, 3)]).expect("an equilibrium");
        assert_eq!((found.optimum, found.optimal, found.best, found.worst), (q(6), vec![0], q(2), q(2)));
        assert_eq!(found.price_of_anarchy, Some(q(3)));
        assert_eq!(found.undominated, [false]);
        assert_eq!(Efficiency::of(&game, &[]), None);
    }

    #[test]
    fn negative_payoffs_have_no_price() {
        let game = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(2), q(-1)], vec![q(3), q(0)]]).expect("a game");
        let found = Efficiency::of(&game, &[Profile::pure(&game, 3)]).expect("an equilibrium");
        assert_eq!((found.price_of_anarchy, found.price_of_stability), (None, None));
    }
}
