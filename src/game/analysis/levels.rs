//! What a player can be sure of, what it can be held to, and what all can reach together.
//!
//! The maxmin (security) level is the most a pure action guarantees; the minmax (punishment) level is the least to
//! which the others, choosing their pure actions together and the player answering, can hold it (von Neumann 1928;
//! Fudenberg & Tirole 1991, ch. 5, for the folk theorem's use). Maxmin is never above minmax. With mixed actions both
//! can differ: those levels belong to the solvers. Welfare is the plain sum of payoffs.

use super::Analysis;
use crate::exact::Rational;
use crate::ids::PlayerId;

impl Analysis<'_> {
    /// The player's pure maxmin level: the greatest payoff that one action guarantees.
    pub fn maxmin(&self, player: PlayerId) -> &Rational {
        let stride = self.game.stride(player);
        let worst_of = |action: usize| {
            let profiles = self.contexts(player).map(move |context| context + action * stride);
            profiles.min_by_key(|profile| self.order_at(*profile, player)).expect("a game has a profile")
        };
        let worst = (0..self.game.action_count(player)).map(worst_of);
        let at = worst.max_by_key(|profile| self.order_at(*profile, player)).expect("a player has an action");
        self.game.payoff_at(at, player)
    }

    /// The actions that guarantee the player its maxmin level, ascending.
    pub fn maxmin_actions(&self, player: PlayerId) -> Vec<usize> {
        let level = self.maxmin(player);
        let stride = self.game.stride(player);
        let guarantees = |action: &usize| {
            self.contexts(player).all(|context| self.game.payoff_at(context + action * stride, player) >= level)
        };
        (0..self.game.action_count(player)).filter(guarantees).collect()
    }

    /// The player's pure minmax level: the least, over the others' pure actions, of its best answer's payoff.
    pub fn minmax(&self, player: PlayerId) -> &Rational {
        let stride = self.game.stride(player);
        let best_answer = |context: usize| {
            let profiles = (0..self.game.action_count(player)).map(move |action| context + action * stride);
            profiles.max_by_key(|profile| self.order_at(*profile, player)).expect("a player has an action")
        };
        let best = self.contexts(player).map(best_answer);
        let at = best.min_by_key(|profile| self.order_at(*profile, player)).expect("a game has a profile");
        self.game.payoff_at(at, player)
    }

    /// The greatest sum of payoffs of a pure profile, and the profiles that reach it, ascending.
    pub fn optimal_welfare(&self) -> (Rational, Vec<usize>) {
        let players = self.game.player_count();
        match self.denominator {
            Some(denominator) => {
                let sums = self.order.chunks_exact(players).map(|cell| cell.iter().map(|x| i128::from(*x)).sum());
                let (best, at): (i128, _) = greatest(sums);
                (&Rational::from(best) / &Rational::from(denominator), at)
            }
            None => greatest(self.game.payoffs().chunks_exact(players).map(|cell| cell.iter().sum())),
        }
    }
}

/// The greatest value and the places where it stands.
fn greatest<T: PartialOrd>(values: impl Iterator<Item = T>) -> (T, Vec<usize>) {
    let mut values = values.enumerate();
    let (_, mut best) = values.next().expect("a game has a profile");
    let mut at = vec![0];
    for (k, value) in values {
        if value > best {
            best = value;
            at.clear();
        } else if value < best {
            continue;
        }
        at.push(k);
    }
    (best, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::NormalForm;

    #[test]
    fn matching_pennies_guarantees_the_loss_and_holds_to_the_win() {
        let q = |n: i64| Rational::from(n);
        let (a, b) = ([vec![q(1), q(-1)], vec![q(-1), q(1)]], [vec![q(-1), q(1)], vec![q(1), q(-1)]]);
        let game = NormalForm::bimatrix("mp", ["h", "t"], &a, &b).expect("a game");
        let analysis = Analysis::of(&game);
        for player in [PlayerId(0), PlayerId(1)] {
            assert_eq!(analysis.maxmin(player), &q(-1));
            assert_eq!(analysis.maxmin_actions(player), [0, 1]);
            assert_eq!(analysis.minmax(player), &q(1));
        }
        assert_eq!(analysis.optimal_welfare(), (q(0), vec![0, 1, 2, 3]));
    }

    #[test]
    fn huge_payoffs_are_summed_exactly() {
        let q = |text: &str| -> Rational { text.parse().expect("a number") };
        let row = [vec![q("1e30"), q("1e-30")], vec![q("0"), q("1e30")]];
        let column = [vec![q("-1e30"), q("0")], vec![q("2"), q("-1e30")]];
        let game = NormalForm::bimatrix("g", ["a", "b"], &row, &column).expect("a game");
        assert_eq!(Analysis::of(&game).optimal_welfare(), (q("2"), vec![2]));
    }
}
