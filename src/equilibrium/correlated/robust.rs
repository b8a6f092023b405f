//! The most robust correlated equilibrium: the one whose every recommendation is worth obeying by the widest margin.
//!
//! The margin of an equilibrium is the least, over recommendations that are given and over deviations, of what obeying
//! gains over deviating once the recommendation is known. That is a quotient of linear functions of the probabilities, so
//! that the widest margin is a generalised fractional programme (Crouzeix, Ferland & Schaible 1985): a margin of `t` can
//! be had exactly if the linear conditions `sum p(a) (gain(a) + t) <= 0` have a solution, one condition a deviation. If
//! they have none, Farkas multipliers of the conditions bound the margin of every equilibrium. The bracket of both is
//! closed where the widest margin is a rational that shows as the simplest one in it; it can be irrational.

use super::{Concept, CorrelatedError, Deviation};
use crate::exact::lp::{Answer, Program, Relation, Sense};
use crate::exact::{Rational, simplest_between};
use crate::game::NormalForm;

/// How often the bracket is narrowed: about halved each time.
const STEPS: usize = 48;

/// Multipliers of deviations.
pub type Stage = Vec<(Deviation, Rational)>;

/// The most robust equilibrium, as far as the bracket of its margin was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Robust {
    /// The probability of each profile.
    pub distribution: Vec<Rational>,
    /// Its margin.
    pub margin: Rational,
    /// A margin that no equilibrium exceeds; equal to `margin` where that is known to be the widest.
    pub bound: Rational,
    /// The proof of the bound: multipliers of deviations, positive, in stages. See [`check`](Self::check).
    pub stages: Vec<Stage>,
}

/// The least of what obeying gains over deviating once a recommendation is known: over all recommendations that are
/// given. Negative if the distribution is no equilibrium; nothing if no player has a choice.
pub fn margin(game: &NormalForm, distribution: &[Rational]) -> Option<Rational> {
    let of = |deviation: Deviation| -> Option<Rational> {
        let told: Rational = deviation.profiles(game).map(|profile| distribution[profile].clone()).sum();
        let gain = super::problem::expected_gain(game, distribution, deviation);
        (-gain).checked_div(&told)
    };
    Deviation::all(game, Concept::Correlated).into_iter().filter_map(of).min()
}

impl Robust {
    /// The most robust equilibrium of a game; nothing if no player has a choice.
    ///
    /// # Errors
    /// If the linear programmes are too large.
    pub fn of(game: &NormalForm) -> Result<Option<Self>, CorrelatedError> {
        let deviations = Deviation::all(game, Concept::Correlated);
        let Some(start) = obeying_by(game, &deviations, &Rational::zero())? else {
            unreachable!("a game has a correlated equilibrium")
        };
        let Some(reached) = margin(game, &start) else { return Ok(None) };
        // One stage with multipliers of one each bounds the margin as well as any to begin with.
        let stages = vec![deviations.iter().map(|deviation| (*deviation, Rational::one())).collect()];
        let bound = bound(game, &stages).expect("where a player has a choice, it has one in each profile");
        let mut found = Self { distribution: start, margin: reached, bound, stages };
        for step in 0..STEPS {
            if let Some(stages) = bounding(game, &deviations, &found.margin)? {
                found.tighten(game, stages);
                return Ok(Some(found));
            }
            let middle = &(&found.margin + &found.bound) * &Rational::new(1, 2);
            // Now and then the simplest number of the bracket: if that is the widest margin, it is met exactly.
            let probe = if step % 4 == 3 { simplest_between(&found.margin, &found.bound) } else { middle };
            match obeying_by(game, &deviations, &probe)? {
                Some(better) => {
                    let reached = margin(game, &better).expect("some player has a choice");
                    if reached > found.margin {
                        (found.distribution, found.margin) = (better, reached);
                    }
                }
                None => {
                    let stages = bounding(game, &deviations, &probe)?;
                    found.tighten(game, stages.expect("conditions without a solution have multipliers (Farkas 1902)"));
                }
            }
        }
        Ok(Some(found))
    }

    /// Whether the margin is known to be the widest.
    pub fn is_widest(&self) -> bool {
        self.margin == self.bound
    }

    /// Checks margin and bound from the definitions.
    ///
    /// With the multipliers `y` of the first stage, `sum y (gain(a) + t) >= 0` in every profile `a` at the bound `t`. An
    /// equilibrium of a wider margin has `sum p(a) y (gain(a) + t) < 0` unless none of the recommendations of the stage
    /// is ever given. So it gives none of them; the profiles that hold one are left out, and the next stage says the same
    /// of the others, until no profile is left.
    pub fn check(&self, game: &NormalForm) -> bool {
        super::problem::check_distribution(game, &self.distribution).is_ok()
            && margin(game, &self.distribution).as_ref() == Some(&self.margin)
            && self.stages.iter().flatten().all(|(_, y)| y.is_positive())
            && bound(game, &self.stages).as_ref() == Some(&self.bound)
            && self.margin <= self.bound
    }

    fn tighten(&mut self, game: &NormalForm, stages: Vec<Stage>) {
        let least = bound(game, &stages).expect("stages leave no profile");
        if least < self.bound {
            (self.bound, self.stages) = (least, stages);
        }
    }
}

/// The bound that stages prove: the greatest, over stages and the profiles they meet, of the mean of `-gain(a)` by
/// multiplier. Nothing if a profile is never met.
fn bound(game: &NormalForm, stages: &[Stage]) -> Option<Rational> {
    let mut left = vec![true; game.profile_count()];
    let mut greatest: Option<Rational> = None;
    for stage in stages {
        let mut sums = vec![(Rational::zero(), Rational::zero()); left.len()];
        for (deviation, y) in stage {
            for profile in deviation.profiles(game) {
                sums[profile].0 -= &(&deviation.gain(game, profile) * y);
                sums[profile].1 += y;
            }
        }
        for (left, (gain, weight)) in left.iter_mut().zip(&sums).filter(|(left, _)| **left) {
            if let Some(mean) = gain.checked_div(weight) {
                greatest = greatest.max(Some(mean));
                *left = false;
            }
        }
    }
    greatest.filter(|_| !left.contains(&true))
}

/// A distribution of at least this margin, if there is one.
fn obeying_by(
    game: &NormalForm,
    deviations: &[Deviation],
    margin: &Rational,
) -> Result<Option<Vec<Rational>>, CorrelatedError> {
    let profiles = game.profile_count();
    // Of several, one of little temptation.
    let mut weights = vec![Rational::zero(); profiles];
    for deviation in deviations {
        deviation.gains(game).for_each(|(profile, gain)| weights[profile] -= &gain);
    }
    let mut program = Program::new(Sense::Maximise, weights);
    program.row((0..profiles).map(|profile| (profile, Rational::one())), Relation::Equal, Rational::one());
    for deviation in deviations {
        let terms = deviation.profiles(game).map(|profile| (profile, &deviation.gain(game, profile) + margin));
        program.row(terms, Relation::AtMost, Rational::zero());
    }
    Ok(match program.solve()? {
        Answer::Optimal(optimum) => Some(optimum.x),
        _ => None,
    })
}

/// Stages that prove that no equilibrium has a wider margin than this, if there are any.
fn bounding(
    game: &NormalForm,
    deviations: &[Deviation],
    margin: &Rational,
) -> Result<Option<Vec<Stage>>, CorrelatedError> {
    let mut left = vec![true; game.profile_count()];
    let mut stages = Vec::new();
    while left.contains(&true) {
        // As many deviations with a positive multiplier as can be: each multiplier is counted up to one.
        let count = deviations.len();
        let counted = (0..2 * count).map(|k| if k < count { Rational::one() } else { Rational::zero() });
        let mut program = Program::new(Sense::Maximise, counted.collect());
        let mut by_profile = vec![Vec::new(); left.len()];
        for (k, deviation) in deviations.iter().enumerate() {
            let met: Vec<usize> = deviation.profiles(game).filter(|profile| left[*profile]).collect();
            let most = if met.is_empty() { Rational::zero() } else { Rational::one() };
            program.row([(k, Rational::one())], Relation::AtMost, most);
            for profile in met {
                let beyond = &deviation.gain(game, profile) + margin;
                by_profile[profile].extend([(k, beyond.clone()), (count + k, beyond)]);
            }
        }
        for terms in by_profile {
            program.row(terms, Relation::AtLeast, Rational::zero());
        }
        let Answer::Optimal(optimum) = program.solve()? else { unreachable!("zero is feasible, the count bounded") };
        let multipliers = (0..count).map(|k| &optimum.x[k] + &optimum.x[count + k]);
        let stage: Stage = deviations.iter().copied().zip(multipliers).filter(|(_, y)| y.is_positive()).collect();
        if stage.is_empty() {
            return Ok(None);
        }
        stage.iter().for_each(|(deviation, _)| deviation.profiles(game).for_each(|profile| left[profile] = false));
        stages.push(stage);
    }
    Ok(Some(stages))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use proptest::prelude::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn symmetric(rows: &[[i64; 2]; 2]) -> NormalForm {
        let rows = rows.each_ref().map(|row| row.map(Rational::from).to_vec());
        NormalForm::symmetric("g", ["C", "D"], &rows).expect("a game")
    }

    #[test]
    fn known_games_have_their_widest_margins() {
        // Defection pays 2 or 1 more, and at least 1 against itself.
        // A stag hunt: hare against hare beats stag by 2, stag against stag beats hare by 1.
        // Chicken: to dare against a yielder beats yielding by 1, and no recommendation to dare can do better.
        // Matching pennies by symmetry: nothing is ever better than anything.
        for (rows, widest) in [([[3, 0], [5, 1]], "1"), ([[4, 0], [3, 2]], "2"), ([[6, 2], [7, 0]], "1")] {
            let game = symmetric(&rows);
            let found = Robust::of(&game).expect("small").expect("there are choices");
            assert!(found.check(&game) && found.is_widest(), "{found:?}");
            assert_eq!(found.margin, q(widest));
        }
        let (win, lose) = ([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]);
        let table = |rows: [[i64; 2]; 2]| rows.map(|row| row.map(Rational::from).to_vec());
        let pennies = NormalForm::bimatrix("pennies", ["h", "t"], &table(win), &table(lose)).expect("a game");
        let found = Robust::of(&pennies).expect("small").expect("there are choices");
        assert!(found.check(&pennies) && found.is_widest());
        assert_eq!(found.margin, q("0"));
        let still = NormalForm::symmetric("still", ["a"], &[vec![q("1")]]).expect("a game");
        assert_eq!(Robust::of(&still).expect("small"), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 30 } else { 500 }, ..Default::default() })]

        #[test]
        fn margins_are_bracketed(
            dims in prop::sample::select(vec![vec![2, 2], vec![2, 3], vec![3, 3], vec![2, 2, 2]]),
            seed in prop::collection::vec(-9i64..10, 27),
        ) {
            let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k: usize| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |profile| {
                profile.iter().map(|_| Rational::from(*next.next().expect("endless"))).collect()
            }).expect("a game");
            let found = Robust::of(&game).expect("small").expect("there are choices");
            prop_assert!(found.check(&game), "{:?}", found);
            prop_assert!(!found.margin.is_negative());
            prop_assert!((&found.bound - &found.margin).to_f64() < 1e-6, "{:?}", found);
        }
    }
}
