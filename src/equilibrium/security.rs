//! What a player can be sure of, and what it can be held to, in mixed actions (von Neumann 1928).
//!
//! The most that one mixed action guarantees is a linear programme, whose dual is the least to which the others can hold
//! the player if they may correlate. So both levels are one number, and each side carries its proof. With two players
//! the other's correlated action is a mixed one: this is the punishment level of the folk theorem. With more, punishers
//! that draw independently can hold a player to no less than this and to no more than the pure minmax level; where
//! exactly is NP-hard to say already for three players (Borgs et al. 2010), and not said here.

use crate::equilibrium::profile::MixedStrategy;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::exact::lp::{Answer, Program, Relation, Sense, TooLarge};
use crate::game::{Analysis, NormalForm};
use crate::ids::PlayerId;

/// A player's security level with the strategies of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Security {
    /// The player.
    pub player: PlayerId,
    /// What it can be sure of, and held to.
    pub value: Rational,
    /// The mixed action that guarantees at least that.
    pub strategy: MixedStrategy,
    /// What the others draw to hold it to at most that: profiles in which the player plays action 0, ascending, with
    /// their positive probabilities.
    pub punishment: Vec<(usize, Rational)>,
}

impl Security {
    /// The security level of a player.
    ///
    /// # Errors
    /// If the linear programme is too large.
    pub fn of(game: &NormalForm, player: PlayerId) -> Result<Self, TooLarge> {
        let actions = game.action_count(player);
        let contexts = contexts(game, player);
        // Variables: the mixed action, then what it guarantees.
        let mut objective = vec![Rational::zero(); actions];
        objective.push(Rational::one());
        let mut program = Program::new(Sense::Maximise, objective);
        program.set_free(actions);
        program.row((0..actions).map(|action| (action, Rational::one())), Relation::Equal, Rational::one());
        for context in &contexts {
            let payoff = |action: usize| game.payoff_at(context + action * game.stride(player), player).clone();
            let terms = (0..actions).map(|action| (action, -payoff(action)));
            program.row(terms.chain([(actions, Rational::one())]), Relation::AtMost, Rational::zero());
        }
        let Answer::Optimal(mut optimum) = program.solve()? else { unreachable!("payoffs bound what is guaranteed") };
        optimum.x.truncate(actions);
        let strategy = MixedStrategy::new(optimum.x).expect("the first row says that the mixture sums to one");
        let weights = contexts.into_iter().zip(optimum.dual.into_iter().skip(1));
        let punishment = weights.filter(|(_, p)| p.is_positive()).collect();
        Ok(Self { player, value: optimum.value, strategy, punishment })
    }

    /// Whether the strategy guarantees the value and the punishment holds the player to it.
    pub fn check(&self, game: &NormalForm) -> bool {
        let stride = game.stride(self.player);
        let payoff = |context: usize, action: usize| game.payoff_at(context + action * stride, self.player);
        let mixed = |context: usize| -> Rational {
            self.strategy.probabilities().iter().enumerate().map(|(action, p)| p * payoff(context, action)).sum()
        };
        let held = |action: usize| -> Rational { self.punishment.iter().map(|(c, p)| p * payoff(*c, action)).sum() };
        self.punishment.iter().map(|(_, p)| p).sum::<Rational>() == 1
            && self.punishment.iter().all(|(_, p)| p.is_positive())
            && contexts(game, self.player).into_iter().all(|context| mixed(context) >= self.value)
            && (0..game.action_count(self.player)).all(|action| held(action) <= self.value)
    }
}

/// The profiles in which a player plays its action 0.
fn contexts(game: &NormalForm, player: PlayerId) -> Vec<usize> {
    (0..game.profile_count()).filter(|profile| game.action_in(*profile, player) == 0).collect()
}

/// The bounds of what independent punishers can hold a player to: the correlated and the pure minmax level. With two
/// players the first is exact.
///
/// # Errors
/// If the linear programme is too large.
pub fn minmax_bounds(game: &NormalForm, player: PlayerId) -> Result<(Rational, Rational), TooLarge> {
    Ok((Security::of(game, player)?.value, Analysis::of(game).minmax(player).clone()))
}

/// The value of a game in which one player's gain is the other's loss, with optimal strategies of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZeroSum {
    /// What the first player gets if both play optimally.
    pub value: Rational,
    /// What both get together in every profile: 0 if the game is zero-sum in the strict sense.
    pub sum: Rational,
    /// The first player's optimal strategy.
    pub row: MixedStrategy,
    /// The second player's optimal strategy.
    pub column: MixedStrategy,
}

impl ZeroSum {
    /// Solves a game of two players with payoffs of a constant sum.
    ///
    /// # Errors
    /// If there are not two players, their payoffs do not have a constant sum, or the game is too large.
    ///
    /// # Examples
    /// ```
    /// use comity::equilibrium::security::ZeroSum;
    /// use comity::exact::Rational;
    /// use comity::game::NormalForm;
    /// let table = |rows: [[i64; 2]; 2]| rows.map(|row| row.map(Rational::from).to_vec());
    /// let (win, lose) = (table([[2, -1], [-1, 1]]), table([[-2, 1], [1, -1]]));
    /// let game = NormalForm::bimatrix("morra", ["1", "2"], &win, &lose).unwrap();
    /// assert_eq!(ZeroSum::of(&game).unwrap().value, Rational::new(1, 5));
    /// ```
    pub fn of(game: &NormalForm) -> Result<Self, Diagnostic> {
        if game.player_count() != 2 {
            let found = format!("a game of {} players", game.player_count());
            return Err(Diagnostic::new("not-zero-sum", found, "a game of two players"));
        }
        let mut sums = game.payoffs().chunks_exact(2).map(|cell| &cell[0] + &cell[1]);
        let sum = sums.next().expect("a game has a profile");
        if let Some(other) = sums.find(|other| *other != sum) {
            let found = format!("payoffs that sum to {sum} in one profile and to {other} in another");
            return Err(Diagnostic::new("not-zero-sum", found, "payoffs of a constant sum"));
        }
        let Security { value, strategy, punishment, .. } = Security::of(game, PlayerId(0))?;
        let mut column = vec![Rational::zero(); game.action_count(PlayerId(1))];
        for (context, p) in punishment {
            column[game.action_in(context, PlayerId(1))] = p;
        }
        let column = MixedStrategy::new(column).expect("prices of the rows sum to one");
        Ok(Self { value, sum, row: strategy, column })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use proptest::prelude::*;

    fn table(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
    }

    #[test]
    fn rock_paper_scissors_is_fair() {
        let (win, lose) =
            (table(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]), table(&[&[0, 1, -1], &[-1, 0, 1], &[1, -1, 0]]));
        let game = NormalForm::bimatrix("rps", [""; 0], &win, &lose).expect("a game");
        let found = ZeroSum::of(&game).expect("zero-sum");
        assert_eq!((found.value, found.sum), (Rational::zero(), Rational::zero()));
        assert_eq!([found.row, found.column], [MixedStrategy::uniform(3), MixedStrategy::uniform(3)]);
        let other = NormalForm::bimatrix("g", [""; 0], &win, &win).expect("a game");
        assert!(ZeroSum::of(&other).expect_err("refused").to_string().contains("sum to 0"));
    }

    #[test]
    fn correlated_punishers_hold_a_player_to_less() {
        // Player 0 wins 1 unless both others match its side (Fudenberg & Tirole 1991, p. 150 in kind): independent coins
        // leave it 3/4 at least for one side or the other; a common coin leaves it 1/2.
        let players = (0..3).map(|_| Player::new("p", ["a", "b"])).collect();
        let game = NormalForm::from_rule("g", players, |profile| {
            let caught = profile[1] == profile[0] && profile[2] == profile[0];
            vec![Rational::from(i64::from(!caught)), Rational::zero(), Rational::zero()]
        })
        .expect("a game");
        let found = Security::of(&game, PlayerId(0)).expect("small");
        assert_eq!(found.value, Rational::new(1, 2));
        assert_eq!(found.punishment, [(0, Rational::new(1, 2)), (3, Rational::new(1, 2))]);
        assert!(found.check(&game));
        assert_eq!(minmax_bounds(&game, PlayerId(0)).expect("small"), (Rational::new(1, 2), Rational::one()));
    }

    proptest! {
        #[test]
        fn levels_are_proven_from_both_sides(
            dims in prop::sample::select(vec![vec![2, 2], vec![3, 4], vec![2, 3, 2], vec![1, 3], vec![4, 1]]),
            seed in prop::collection::vec(-9i64..10, 36),
        ) {
            let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k: usize| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |profile| {
                profile.iter().map(|_| Rational::from(*next.next().expect("endless"))).collect()
            }).expect("a game");
            for player in game.player_ids() {
                let found = Security::of(&game, player).expect("small");
                prop_assert!(found.check(&game), "{:?}", found);
                let analysis = Analysis::of(&game);
                prop_assert!(analysis.maxmin(player) <= &found.value && &found.value <= analysis.minmax(player));
            }
        }
    }
}
