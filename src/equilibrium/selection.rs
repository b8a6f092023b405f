//! Which of several equilibria: risk dominance and payoff dominance (Harsanyi & Selten 1988, ch. 3 and 5).
//!
//! Both compare pairs, exactly. They can disagree: in a stag hunt the hunt may pay more and the hare risk less. Which of the
//! two players or populations reach is another question, answered by learning and evolution.

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{Analysis, NormalForm};
use crate::ids::PlayerId;

/// How two strict pure equilibria of a two-player game compare in risk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiskDominance {
    /// The two equilibria by number of profile.
    pub equilibria: [usize; 2],
    /// For each, what the row and the column player lose by deviating alone to the other equilibrium's action.
    pub losses: [[Rational; 2]; 2],
    /// For each, the product of its two losses (the Nash product).
    pub products: [Rational; 2],
}

impl RiskDominance {
    /// The equilibrium with the greater product, by number of profile; nothing if they are equal.
    pub fn dominant(&self) -> Option<usize> {
        match self.products[0].cmp(&self.products[1]) {
            std::cmp::Ordering::Greater => Some(self.equilibria[0]),
            std::cmp::Ordering::Less => Some(self.equilibria[1]),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// Compares two strict pure equilibria of a two-player game, as if their four actions were the whole game: one
/// risk-dominates the other if the product of its deviation losses is greater (Harsanyi & Selten 1988, sec. 3.9).
///
/// - `equilibria`: by number of profile; they must differ in both actions.
///
/// # Errors
/// If the game has not two players, or the profiles are not two strict equilibria that differ in both actions.
pub fn compare_risk(game: &NormalForm, equilibria: [usize; 2]) -> Result<RiskDominance, Diagnostic> {
    if game.player_count() != 2 {
        let found = format!("a game of {} players", game.player_count());
        return Err(Diagnostic::new("not-two-players", found, "a game of two players"));
    }
    let strict = Analysis::of(game).strict_equilibria();
    if let Some(bad) = equilibria.iter().find(|profile| !strict.contains(profile)) {
        let found = format!("profile {bad}");
        return Err(Diagnostic::new("not-an-equilibrium", found, "a strict pure equilibrium"));
    }
    let players = [PlayerId(0), PlayerId(1)];
    let [first, second] = equilibria;
    if players.iter().any(|player| game.action_in(first, *player) == game.action_in(second, *player)) {
        let found = format!("profiles {first} and {second}");
        return Err(Diagnostic::new("not-an-equilibrium", found, "two equilibria that differ in both actions"));
    }
    let losses = [[first, second], [second, first]].map(|[from, to]| {
        players.map(|player| {
            let own = game.action_in(from, player);
            let deviation = from - own * game.stride(player) + game.action_in(to, player) * game.stride(player);
            game.payoff_at(from, player) - game.payoff_at(deviation, player)
        })
    });
    let products = [0, 1].map(|k: usize| &losses[k][0] * &losses[k][1]);
    Ok(RiskDominance { equilibria, losses, products })
}

/// Risk dominance in a game of two players with two actions each and two strict equilibria; nothing in other games.
///
/// # Examples
/// ```
/// use comity::equilibrium::selection::risk_dominance;
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let hunt = NormalForm::symmetric("stag hunt", ["stag", "hare"], &[vec![q(4), q(0)], vec![q(3), q(2)]]).unwrap();
/// let found = risk_dominance(&hunt).unwrap();
/// assert_eq!(found.products, [q(1), q(4)]);
/// assert_eq!(found.dominant(), Some(3)); // both hunt hare
/// ```
pub fn risk_dominance(game: &NormalForm) -> Option<RiskDominance> {
    if !game.is_two_by_two() {
        return None;
    }
    // Two strict equilibria of a two-by-two game always lie on a diagonal.
    let strict: [usize; 2] = Analysis::of(game).strict_equilibria().try_into().ok()?;
    compare_risk(game, strict).ok()
}

/// The equilibrium that payoff-dominates each other one: nobody gets less in it and somebody more. By place; nothing if
/// there is none, or if another pays the same.
///
/// - `payoffs`: of each equilibrium, by player.
pub fn payoff_dominant(payoffs: &[Vec<Rational>]) -> Option<usize> {
    let best = (0..payoffs.len()).max_by(|a, b| payoffs[*a].cmp(&payoffs[*b]))?;
    let others = (0..payoffs.len()).filter(|other| *other != best);
    others.into_iter().all(|other| pareto_dominates(&payoffs[best], &payoffs[other])).then_some(best)
}

/// The equilibria that no other one payoff-dominates, by place, ascending.
///
/// - `payoffs`: of each equilibrium, by player.
pub fn payoff_undominated(payoffs: &[Vec<Rational>]) -> Vec<usize> {
    let dominated = |k: &usize| payoffs.iter().any(|other| pareto_dominates(other, &payoffs[*k]));
    (0..payoffs.len()).filter(|k| !dominated(k)).collect()
}

/// Whether `a` pays nobody less than `b`, and somebody more.
pub(super) fn pareto_dominates(a: &[Rational], b: &[Rational]) -> bool {
    a.iter().zip(b).all(|(a, b)| a >= b) && a != b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    fn symmetric(rows: &[&[i64]]) -> NormalForm {
        let rows: Vec<Vec<Rational>> = rows.iter().map(|row| row.iter().map(|x| q(*x)).collect()).collect();
        NormalForm::symmetric("g", [""; 0], &rows).expect("a game")
    }

    #[test]
    fn the_stag_hunts_of_the_literature_are_decided_by_the_products() {
        assert_eq!(risk_dominance(&symmetric(&[&[4, 0], &[2, 1]])).expect("two equilibria").dominant(), Some(0));
        assert_eq!(risk_dominance(&symmetric(&[&[2, 0], &[1, 1]])).expect("two equilibria").dominant(), None);
        assert_eq!(risk_dominance(&symmetric(&[&[3, 0], &[5, 1]])), None, "a dilemma has one equilibrium");
    }

    #[test]
    fn a_game_that_is_not_symmetric_weighs_both_players_losses() {
        // Harsanyi & Selten's product: (9 - 0)(9 - 8) < (7 - 0)(7 - 5).
        let row = [vec![q(9), q(0)], vec![q(0), q(7)]];
        let column = [vec![q(9), q(8)], vec![q(5), q(7)]];
        let game = NormalForm::bimatrix("g", ["a", "b"], &row, &column).expect("a game");
        let found = risk_dominance(&game).expect("two equilibria");
        assert_eq!((found.products.clone(), found.dominant()), ([q(9), q(14)], Some(3)));
    }

    #[test]
    fn pairs_of_larger_games_are_compared_as_games_of_their_own() {
        // Young 1993, sec. 7: the third convention risk-dominates each other one in pairs.
        let game = symmetric(&[&[6, 0, 0], &[5, 7, 5], &[0, 5, 8]]);
        assert_eq!(compare_risk(&game, [4, 8]).expect("strict").dominant(), Some(8));
        assert_eq!(compare_risk(&game, [0, 8]).expect("strict").dominant(), Some(8));
        assert_eq!(compare_risk(&game, [0, 4]).expect("strict").dominant(), Some(4));
        assert!(compare_risk(&game, [0, 1]).is_err());
        assert!(compare_risk(&game, [0, 0]).is_err());
    }

    #[test]
    fn payoff_dominance_needs_to_beat_every_other() {
        let payoffs = |cells: &[[i64; 2]]| cells.iter().map(|c| c.map(q).to_vec()).collect::<Vec<_>>();
        assert_eq!(payoff_dominant(&payoffs(&[[2, 2], [4, 4], [4, 3]])), Some(1));
        assert_eq!(payoff_dominant(&payoffs(&[[2, 1], [1, 2]])), None);
        assert_eq!(payoff_dominant(&payoffs(&[[2, 2], [2, 2]])), None, "two alike");
        assert_eq!(payoff_undominated(&payoffs(&[[2, 1], [1, 2], [1, 1], [2, 1]])), [0, 1, 3]);
        assert_eq!(payoff_dominant(&[]), None);
    }
}
