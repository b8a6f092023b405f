//! A reward (or a value) by joint action, and what each agent's own action did for it.
//!
//! All of these compare what was with what would have been, had one agent done something else and the others the same:
//! difference rewards with its default action (Wolpert & Tumer 2001), Aristocrat utility with what its policy does in the mean
//! (the same), COMA's counterfactual advantage the same of a central critic's values (Foerster et al. 2018, eq. 4). A baseline
//! that does not depend on an agent's own action leaves the gradient of its policy as it is.

use super::coalition::{Coalition, CoalitionGame, TooManyPlayers};
use crate::error::Diagnostic;
use crate::exact::Rational;

/// Rewards of a team, or values of its joint actions in one state: one number a joint action, in lexicographic order, the last
/// agent's action fastest.
///
/// # Examples
/// Two agents are paid 1 if both work. Where both do, each made the difference:
/// ```
/// use comity::credit::TeamReward;
/// use comity::exact::Rational;
/// let team = TeamReward::of(vec![2, 2], |joint| Rational::from(i64::from(joint == [1, 1])));
/// assert_eq!(team.difference(&[1, 1], &[0, 0]), [Rational::one(), Rational::one()]);
/// assert_eq!(team.difference(&[1, 0], &[0, 0]), [Rational::zero(), Rational::zero()]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamReward {
    sizes: Vec<usize>,
    values: Vec<Rational>,
}

/// The worth of each coalition of a joint action: the reward where those outside take their default actions.
pub fn default_coalitions<'a>(
    joint: &'a [usize],
    defaults: &'a [usize],
    mut reward: impl FnMut(&[usize]) -> Rational + 'a,
) -> impl FnMut(Coalition) -> Rational + 'a {
    let mut acting = defaults.to_vec();
    move |coalition| {
        for (agent, action) in acting.iter_mut().enumerate() {
            *action = if coalition.contains(agent) { joint[agent] } else { defaults[agent] };
        }
        reward(&acting)
    }
}

impl TeamReward {
    /// The rewards of agents with so many actions each.
    ///
    /// # Panics
    /// If an agent has no action.
    pub fn of(sizes: Vec<usize>, mut reward: impl FnMut(&[usize]) -> Rational) -> Self {
        assert!(sizes.iter().all(|size| *size > 0), "an agent has an action");
        let count: usize = sizes.iter().product();
        let mut joint = vec![0; sizes.len()];
        let mut values = Vec::with_capacity(count);
        for place in 0..count {
            decode(place, &sizes, &mut joint);
            values.push(reward(&joint));
        }
        Self { sizes, values }
    }

    /// How many actions each agent has.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The reward of a joint action.
    ///
    /// # Panics
    /// If it is none.
    pub fn at(&self, joint: &[usize]) -> &Rational {
        &self.values[self.place(joint)]
    }

    /// All joint actions with their rewards, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<usize>, &Rational)> {
        self.values.iter().enumerate().map(|(place, value)| {
            let mut joint = vec![0; self.sizes.len()];
            decode(place, &self.sizes, &mut joint);
            (joint, value)
        })
    }

    /// The cooperative game of a joint action: agents outside a coalition take their default actions.
    ///
    /// # Errors
    /// If there are too many agents to list all coalitions.
    pub fn coalitions(&self, joint: &[usize], defaults: &[usize]) -> Result<CoalitionGame, TooManyPlayers> {
        CoalitionGame::of(self.sizes.len(), default_coalitions(joint, defaults, |acting| self.at(acting).clone()))
    }

    /// Difference rewards (Wolpert & Tumer 2001): `D_i = G(a) - G(default_i, a_-i)`.
    pub fn difference(&self, joint: &[usize], defaults: &[usize]) -> Vec<Rational> {
        let agents = 0..self.sizes.len();
        agents.map(|agent| self.at(joint).clone() - self.replaced(joint, agent, defaults[agent]).clone()).collect()
    }

    /// What an agent's action was worth over what its policy does in the mean, the others doing what they did:
    /// `G(a) - sum over b of policy_i(b) G(b, a_-i)`. Of rewards it is Aristocrat utility (Wolpert & Tumer 2001), of a central critic's
    /// values COMA's counterfactual advantage (Foerster et al. 2018).
    ///
    /// - `policies`: for each agent the probability of each of its actions.
    pub fn advantage(&self, joint: &[usize], policies: &[Vec<Rational>]) -> Vec<Rational> {
        let advantage = |agent: usize| {
            let mut baseline = Rational::zero();
            for (action, probability) in policies[agent].iter().enumerate() {
                baseline += &(probability * self.replaced(joint, agent, action));
            }
            self.at(joint).clone() - baseline
        };
        (0..self.sizes.len()).map(advantage).collect()
    }

    /// The mean over what the others do, for each of an agent's actions.
    pub fn means(&self, agent: usize, policies: &[Vec<Rational>]) -> Vec<Rational> {
        let mut means = vec![Rational::zero(); self.sizes[agent]];
        for (joint, value) in self.iter() {
            let mut weight = Rational::one();
            for (other, action) in joint.iter().enumerate().filter(|(other, _)| *other != agent) {
                weight *= &policies[other][*action];
            }
            means[joint[agent]] += &(&weight * value);
        }
        means
    }

    /// The mean over what all do.
    pub fn mean(&self, policies: &[Vec<Rational>]) -> Rational {
        match policies.first() {
            Some(first) => first.iter().zip(self.means(0, policies)).map(|(p, mean)| p * &mean).sum(),
            None => self.values[0].clone(),
        }
    }

    /// The gradient of the mean in the logits of an agent whose policy is a softmax: `policy(a) (mean(a) - mean)`.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn logit_gradient(&self, agent: usize, policies: &[Vec<Rational>]) -> Result<Vec<Rational>, Diagnostic> {
        let Some(policy) = policies.get(agent).filter(|_| agent < self.sizes.len()) else {
            let wanted = format!("one of {}", self.sizes.len());
            return Err(Diagnostic::new("unknown-agent", format!("agent {agent}, from 0"), wanted));
        };
        let means = self.means(agent, policies);
        let mean: Rational = policy.iter().zip(&means).map(|(p, mean)| p * mean).sum();
        Ok(policy.iter().zip(means).map(|(p, of)| p * &(of - mean.clone())).collect())
    }

    fn replaced(&self, joint: &[usize], agent: usize, action: usize) -> &Rational {
        let mut joint = joint.to_vec();
        joint[agent] = action;
        self.at(&joint)
    }

    fn place(&self, joint: &[usize]) -> usize {
        assert_eq!(joint.len(), self.sizes.len(), "one action an agent");
        joint.iter().zip(&self.sizes).fold(0, |place, (action, size)| {
            assert!(action < size, "an action that the agent has");
            place * size + action
        })
    }
}

fn decode(mut place: usize, sizes: &[usize], joint: &mut [usize]) {
    for (action, size) in joint.iter_mut().zip(sizes).rev() {
        *action = place % size;
        place /= size;
    }
}
