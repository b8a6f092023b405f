//! The best equilibrium by an objective, as a linear programme.

use super::{Concept, Deviation, expected_payoffs};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::exact::lp::{Answer, Optimum, Program, Relation, Row, Sense, TooLarge};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// What the best equilibrium is best at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The greatest sum of payoffs.
    MaxWelfare,
    /// The least sum of payoffs.
    MinWelfare,
    /// The greatest least payoff of a player (egalitarian).
    Egalitarian,
    /// The greatest payoff of one player.
    MaxPayoff(PlayerId),
    /// The least payoff of one player.
    MinPayoff(PlayerId),
    /// The least distance from the uniform distribution, as the sum of absolute differences.
    NearestUniform,
    /// The least distance from a distribution, as the sum of absolute differences.
    Nearest(Vec<Rational>),
    /// The greatest or least expectation of any numbers, one a profile.
    Linear {
        /// Which of both.
        sense: Sense,
        /// The numbers, by number of profile.
        weights: Vec<Rational>,
    },
}

/// A question: which equilibrium of a game is best.
///
/// # Examples
/// Aumann's chicken: the best equilibrium of the two beats every Nash equilibrium.
/// ```
/// use comity::equilibrium::correlated::{Concept, Objective, Problem};
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let chicken = NormalForm::symmetric("chicken", ["C", "D"], &[vec![q(6), q(2)], vec![q(7), q(0)]]).unwrap();
/// let best = Problem::new(&chicken, Concept::Correlated, Objective::MaxWelfare).solve().unwrap();
/// assert_eq!(best.value, Rational::new(21, 2));
/// assert_eq!(best.distribution[0], Rational::new(1, 2)); // both swerve half of the time
/// ```
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The game.
    pub game: &'a NormalForm,
    /// Which deviations the equilibrium must withstand.
    pub concept: Concept,
    /// What it is to be best at.
    pub objective: Objective,
    /// Further conditions on the distribution; variables are numbers of profiles.
    pub constraints: Vec<Row>,
}

/// The best equilibrium, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The probability of each profile: a vertex of the set of equilibria that meet the constraints, for all objectives
    /// but the least distance.
    pub distribution: Vec<Rational>,
    /// The objective: a sum of payoffs, a payoff, a distance.
    pub value: Rational,
    /// Each player's expected payoff.
    pub payoffs: Vec<Rational>,
    /// The deviations that bind: they change something with positive probability, and gain exactly nothing.
    pub binding: Vec<Deviation>,
    /// Why no equilibrium is better.
    pub certificate: Certificate,
}

/// Why no equilibrium is better than one: a multiplier for each condition of equilibrium.
///
/// Say the objective is to be large (a small one is negated). With multipliers `alpha` of deviations, `gamma` of
/// constraints and the number `level`, every profile `a` has
/// `w(a) <= level + sum alpha gain(a) + sum gamma g(a)`. Expectations over an equilibrium then bound the objective by
/// `level + sum gamma b`, and the solution reaches that. [`Problem::check`] says what `w` is for each objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The multiplier of the condition that probabilities sum to one.
    pub level: Rational,
    /// The deviations with a positive multiplier: the temptations that stand in the way of something better.
    pub deviations: Vec<(Deviation, Rational)>,
    /// One multiplier a constraint.
    pub constraints: Vec<Rational>,
    /// For the egalitarian objective, the weight of each player's payoff: the least payoff is at most the payoff so
    /// weighted. Empty for others.
    pub shares: Vec<Rational>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrelatedError {
    /// A list is not one of as many numbers as the game has profiles.
    #[error("{found} numbers for the {expected} profiles of the game")]
    Length {
        /// Its length.
        found: usize,
        /// The number of profiles.
        expected: usize,
    },
    /// Numbers that should be a distribution are not.
    #[error("probabilities that are negative or sum to {0}, not 1")]
    NotADistribution(Rational),
    /// A number that should be a probability is not.
    #[error("a probability of {0}")]
    NotAProbability(Rational),
    /// A player that the game does not have.
    #[error("player {found} of a game of {players}")]
    NoSuchPlayer {
        /// The number, from 0.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// A constraint names a profile that the game does not have.
    #[error("a constraint on profile {found} of a game of {profiles}")]
    NoSuchProfile {
        /// The number, from 0.
        found: usize,
        /// The number of profiles.
        profiles: usize,
    },
    /// No equilibrium meets the constraints.
    #[error("no equilibrium meets the constraints")]
    Impossible,
    /// The programme is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl From<TooLarge> for Diagnostic {
    fn from(error: TooLarge) -> Self {
        Self::new("program-too-large", error.to_string(), "a smaller game, or a question with fewer conditions")
    }
}

impl From<CorrelatedError> for Diagnostic {
    fn from(error: CorrelatedError) -> Self {
        let (code, expected) = match &error {
            CorrelatedError::Length { .. } => ("profile-count", "one number for each profile"),
            CorrelatedError::NotADistribution(_) => ("not-a-distribution", "numbers of at least 0 that sum to 1"),
            CorrelatedError::NotAProbability(_) => ("not-a-probability", "a number from 0 to 1"),
            CorrelatedError::NoSuchPlayer { .. } => ("no-such-player", "a player of the game"),
            CorrelatedError::NoSuchProfile { .. } => ("no-such-profile", "a profile of the game"),
            CorrelatedError::Impossible => ("no-equilibrium", "constraints that some equilibrium meets"),
            CorrelatedError::TooLarge(error) => return (*error).into(),
        };
        Diagnostic::new(code, error.to_string(), expected)
    }
}

/// Checks that numbers are a distribution over the profiles of a game.
pub(in crate::equilibrium) fn check_distribution(
    game: &NormalForm,
    numbers: &[Rational],
) -> Result<(), CorrelatedError> {
    let expected = game.profile_count();
    if numbers.len() != expected {
        return Err(CorrelatedError::Length { found: numbers.len(), expected });
    }
    let sum: Rational = numbers.iter().sum();
    if sum != 1 || numbers.iter().any(Rational::is_negative) {
        return Err(CorrelatedError::NotADistribution(sum));
    }
    Ok(())
}

/// Numbers of a linear objective by profile: what is expected of them is to be as large as possible.
pub(super) enum Linear {
    /// These numbers.
    Weights(Vec<Rational>),
    /// The least of the players' payoffs.
    LeastPayoff,
    /// The distance from this distribution, negated.
    Distance(Vec<Rational>),
}

impl<'a> Problem<'a> {
    /// The question without further constraints.
    pub fn new(game: &'a NormalForm, concept: Concept, objective: Objective) -> Self {
        Self { game, concept, objective, constraints: Vec::new() }
    }

    /// The best equilibrium. There always is one without constraints (Hart & Schmeidler 1989).
    ///
    /// # Errors
    /// If the question does not fit the game, no equilibrium meets the constraints, or the game is too large.
    pub fn solve(&self) -> Result<Solution, CorrelatedError> {
        let deviations = Deviation::all(self.game, self.concept);
        let (distribution, optimum, shares) = match self.linear()? {
            Linear::Weights(weights) => {
                let optimum = self.optimum(&self.program(&deviations, weights))?;
                (optimum.x.clone(), optimum, Vec::new())
            }
            Linear::LeastPayoff => {
                let optimum = self.optimum(&self.least_payoff_program(&deviations))?;
                let shares = optimum.dual[1 + deviations.len() + self.constraints.len()..].to_vec();
                (optimum.x[..self.game.profile_count()].to_vec(), optimum, shares)
            }
            Linear::Distance(target) => {
                let optimum = self.optimum(&self.distance_program(&deviations, &target))?;
                let (above, below) = optimum.x.split_at(target.len());
                let moved = target.iter().zip(above.iter().zip(below));
                (moved.map(|(p, (above, below))| &(p + above) - below).collect(), optimum, Vec::new())
            }
        };
        let value = if self.is_minimum() { -optimum.value } else { optimum.value };
        let (level, rest) = optimum.dual.split_first().expect("the first row says that probabilities sum to one");
        let multipliers = deviations.iter().copied().zip(rest.iter().cloned());
        let certificate = Certificate {
            level: level.clone(),
            deviations: multipliers.filter(|(_, alpha)| !alpha.is_zero()).collect(),
            constraints: rest[deviations.len()..deviations.len() + self.constraints.len()].to_vec(),
            shares,
        };
        let binds = |deviation: &Deviation| {
            let possible = deviation.profiles(self.game).any(|profile| !distribution[profile].is_zero());
            possible && expected_gain(self.game, &distribution, *deviation).is_zero()
        };
        Ok(Solution {
            payoffs: expected_payoffs(self.game, &distribution),
            binding: deviations.into_iter().filter(binds).collect(),
            distribution,
            value,
            certificate,
        })
    }

    /// Whether the value is to be small.
    pub(super) fn is_minimum(&self) -> bool {
        match &self.objective {
            Objective::MaxWelfare | Objective::Egalitarian | Objective::MaxPayoff(_) => false,
            Objective::MinWelfare | Objective::MinPayoff(_) => true,
            Objective::NearestUniform | Objective::Nearest(_) => true,
            Objective::Linear { sense, .. } => *sense == Sense::Minimise,
        }
    }

    /// The objective by profile, to be large, after the question has been checked.
    pub(super) fn linear(&self) -> Result<Linear, CorrelatedError> {
        let game = self.game;
        let (profiles, players) = (game.profile_count(), game.player_count());
        let named = self.constraints.iter().flat_map(|row| row.terms.iter().map(|(profile, _)| *profile));
        if let Some(found) = named.max().filter(|found| *found >= profiles) {
            return Err(CorrelatedError::NoSuchProfile { found, profiles });
        }
        let cells = || game.payoffs().chunks_exact(players);
        let payoffs_of = |player: PlayerId| -> Result<Vec<Rational>, CorrelatedError> {
            if player.index() >= players {
                return Err(CorrelatedError::NoSuchPlayer { found: player.index(), players });
            }
            Ok(cells().map(|cell| cell[player.index()].clone()).collect())
        };
        let weights: Vec<Rational> = match &self.objective {
            Objective::MaxWelfare | Objective::MinWelfare => cells().map(|cell| cell.iter().sum()).collect(),
            Objective::Egalitarian => return Ok(Linear::LeastPayoff),
            Objective::MaxPayoff(player) | Objective::MinPayoff(player) => payoffs_of(*player)?,
            Objective::NearestUniform => {
                let count = i64::try_from(profiles).expect("the limit of payoffs bounds the profiles");
                return Ok(Linear::Distance(vec![Rational::new(1, count); profiles]));
            }
            Objective::Nearest(target) => {
                check_distribution(game, target)?;
                return Ok(Linear::Distance(target.clone()));
            }
            Objective::Linear { weights, .. } if weights.len() != profiles => {
                return Err(CorrelatedError::Length { found: weights.len(), expected: profiles });
            }
            Objective::Linear { weights, .. } => weights.clone(),
        };
        Ok(Linear::Weights(if self.is_minimum() { weights.into_iter().map(|w| -w).collect() } else { weights }))
    }

    fn optimum(&self, program: &Program) -> Result<Optimum, CorrelatedError> {
        match program.solve()? {
            Answer::Optimal(optimum) => Ok(optimum),
            Answer::Infeasible(_) => Err(CorrelatedError::Impossible),
            Answer::Unbounded(_) => unreachable!("probabilities are bounded"),
        }
    }

    /// The conditions of equilibrium and the constraints: the sum of probabilities, the deviations, the constraints.
    fn rows(&self, deviations: &[Deviation]) -> Vec<Row> {
        let ones = (0..self.game.profile_count()).map(|profile| (profile, Rational::one())).collect();
        let mut rows = vec![Row { terms: ones, relation: Relation::Equal, bound: Rational::one() }];
        rows.extend(deviations.iter().map(|deviation| Row {
            terms: deviation.gains(self.game).collect(),
            relation: Relation::AtMost,
            bound: Rational::zero(),
        }));
        rows.extend(self.constraints.iter().cloned());
        rows
    }

    /// Variables: the probabilities.
    pub(super) fn program(&self, deviations: &[Deviation], weights: Vec<Rational>) -> Program {
        let mut program = Program::new(Sense::Maximise, weights);
        for row in self.rows(deviations) {
            program.row(row.terms, row.relation, row.bound);
        }
        program
    }

    /// Variables: the probabilities, then the least payoff, which each player's payoff bounds by a row of its own.
    fn least_payoff_program(&self, deviations: &[Deviation]) -> Program {
        let profiles = self.game.profile_count();
        let mut objective = vec![Rational::zero(); profiles + 1];
        objective[profiles] = Rational::one();
        let mut program = self.program(deviations, objective);
        program.set_free(profiles);
        for player in self.game.player_ids() {
            let payoffs = (0..profiles).map(|profile| (profile, -self.game.payoff_at(profile, player).clone()));
            program.row(payoffs.chain([(profiles, Rational::one())]), Relation::AtMost, Rational::zero());
        }
        program
    }

    /// Variables: how far each probability is above its target, then how far below.
    fn distance_program(&self, deviations: &[Deviation], target: &[Rational]) -> Program {
        let profiles = target.len();
        let mut program = Program::new(Sense::Maximise, vec![Rational::from(-1i64); 2 * profiles]);
        for row in self.rows(deviations) {
            let there: Rational = row.terms.iter().map(|(profile, c)| c * &target[*profile]).sum();
            let below: Vec<_> = row.terms.iter().map(|(profile, c)| (profiles + profile, -c.clone())).collect();
            program.row(row.terms.into_iter().chain(below), row.relation, &row.bound - &there);
        }
        for (profile, p) in target.iter().enumerate() {
            let terms = [(profile, Rational::from(-1i64)), (profiles + profile, Rational::one())];
            program.row(terms, Relation::AtMost, p.clone());
        }
        program
    }
}

/// What a deviation gains in expectation.
pub(super) fn expected_gain(game: &NormalForm, distribution: &[Rational], deviation: Deviation) -> Rational {
    let profiles = deviation.profiles(game).filter(|profile| !distribution[*profile].is_zero());
    profiles.map(|profile| &deviation.gain(game, profile) * &distribution[profile]).sum()
}
