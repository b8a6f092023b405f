//! Credit rules: ways to hand a team's reward of one moment out to its agents.
//!
//! A [`Rule`] sees a [`Moment`]: what all did, what the reward of any other joint action would have been, what each would do by
//! default and in the mean, and what the environment itself pays. Rules are what scenarios name; each is one entry of
//! [`catalogue`].

use super::coalition::{CoalitionGame, MOST_PLAYERS};
use super::team::default_coalitions;
use crate::catalogue::{Catalogue, Entry, Family, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;

/// A moment of a team: one joint action and what there is to know of it.
pub struct Moment<'a> {
    /// What each agent did.
    pub joint: &'a [usize],
    /// What each does by default.
    pub defaults: &'a [usize],
    /// For each agent, the probability of each of its actions.
    pub policies: &'a [Vec<Rational>],
    /// What the environment itself pays each.
    pub paid: &'a [Rational],
    /// The team's reward for a joint action, state and all else unchanged.
    pub reward: &'a dyn Fn(&[usize]) -> Rational,
}

impl Moment<'_> {
    fn agents(&self) -> std::ops::Range<usize> {
        0..self.joint.len()
    }

    fn replaced(&self, agent: usize, action: usize) -> Rational {
        let mut joint = self.joint.to_vec();
        joint[agent] = action;
        (self.reward)(&joint)
    }

    /// # Panics
    /// If there are more agents than [`Rule::fits`] lets pass.
    fn coalitions(&self) -> CoalitionGame {
        CoalitionGame::of(self.joint.len(), default_coalitions(self.joint, self.defaults, self.reward))
            .expect("a rule that lists coalitions was checked for the number of agents")
    }
}

/// A way to hand out a team's reward.
pub trait Rule: Send + Sync {
    /// What each agent gets.
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational>;

    /// Whether it uses what agents do in the mean.
    fn needs_policies(&self) -> bool {
        false
    }

    /// Whether it can be used with so many agents.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits(&self, agents: usize) -> Result<(), Diagnostic> {
        let _ = agents;
        Ok(())
    }
}

impl Family for dyn Rule {
    const FAMILY: &'static str = "credits";
    const ONE: &'static str = "credit rule";
    const UNKNOWN: &'static str = "unknown-credit-rule";
    type Facets = ();
    type Tools = ();
}

/// All credit rules.
pub fn catalogue() -> Catalogue<dyn Rule> {
    Catalogue::new(vec![RULES])
}

struct Paid;

impl Rule for Paid {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        moment.paid.to_vec()
    }
}

struct Common;

impl Rule for Common {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        vec![(moment.reward)(moment.joint); moment.joint.len()]
    }
}

struct Difference;

impl Rule for Difference {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        let reward = (moment.reward)(moment.joint);
        moment.agents().map(|agent| reward.clone() - moment.replaced(agent, moment.defaults[agent])).collect()
    }
}

struct Aristocrat;

impl Rule for Aristocrat {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        let reward = (moment.reward)(moment.joint);
        let mean = |agent: usize| -> Rational {
            let policy = moment.policies[agent].iter().enumerate().filter(|(_, p)| !p.is_zero());
            policy.map(|(action, p)| p * &moment.replaced(agent, action)).sum()
        };
        moment.agents().map(|agent| reward.clone() - mean(agent)).collect()
    }

    fn needs_policies(&self) -> bool {
        true
    }
}

/// Checks that all coalitions of so many agents can be listed.
fn listable(agents: usize) -> Result<(), Diagnostic> {
    if agents <= MOST_PLAYERS {
        return Ok(());
    }
    let wanted = format!("at most {MOST_PLAYERS} for a rule that lists all coalitions");
    Err(Diagnostic::new("too-many-players", format!("{agents} agents"), wanted))
}

struct Shapley;

impl Rule for Shapley {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        moment.coalitions().shapley()
    }

    fn fits(&self, agents: usize) -> Result<(), Diagnostic> {
        listable(agents)
    }
}

struct Banzhaf;

impl Rule for Banzhaf {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        moment.coalitions().banzhaf()
    }

    fn fits(&self, agents: usize) -> Result<(), Diagnostic> {
        listable(agents)
    }
}

struct Alone;

impl Rule for Alone {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        let nobody = (moment.reward)(moment.defaults);
        let alone = |agent: usize| {
            let mut joint = moment.defaults.to_vec();
            joint[agent] = moment.joint[agent];
            (moment.reward)(&joint) - nobody.clone()
        };
        moment.agents().map(alone).collect()
    }
}

/// An entry of a rule without parameters.
macro_rules! rule {
    ($key:literal, $title:literal, $about:literal, $source:literal, $rule:expr) => {
        Entry {
            key: $key,
            title: $title,
            aliases: &[],
            about: $about,
            source: $source,
            facets: (),
            params: Schema::default,
            build: |_: &Params, (): &()| -> Result<Box<dyn Rule>, Faults> { Ok(Box::new($rule)) },
        }
    };
}

const RULES: &[Entry<dyn Rule>] = &[
    rule!(
        "own_share",
        "Own share",
        "What the environment itself pays each: in foraging the worth of a food in proportion to levels.",
        "Albrecht & Ramamoorthy 2013",
        Paid
    ),
    rule!(
        "common_reward",
        "Common reward",
        "The whole reward to each: nobody is told apart.",
        "Oliehoek & Amato 2016, A Concise Introduction to Decentralized POMDPs",
        Common
    ),
    rule!(
        "difference_reward",
        "Difference reward",
        "What the reward would have lost, had the agent taken its default action.",
        "Wolpert & Tumer 2001, Optimal payoff functions for members of collectives",
        Difference
    ),
    rule!(
        "aristocrat_utility",
        "Aristocrat utility",
        "What the reward has over its mean, had the agent acted by its policy afresh.",
        "Wolpert & Tumer 2001, Optimal payoff functions for members of collectives",
        Aristocrat
    ),
    rule!(
        "shapley_value",
        "Shapley value",
        "The mean of what the agent's action adds to those before it, over all orders; who acts later takes its default action.",
        "Shapley 1953, A value for n-person games; Wang et al. 2020, Shapley Q-value",
        Shapley
    ),
    rule!(
        "banzhaf_value",
        "Banzhaf value",
        "The mean of what the agent's action adds to a set of the others', all sets alike; the rest take their default actions.",
        "Banzhaf 1965, Weighted voting doesn't work",
        Banzhaf
    ),
    rule!(
        "alone",
        "Alone",
        "What the agent's action is worth where all others take their default actions.",
        "Wolpert & Tumer 2001, Optimal payoff functions for members of collectives",
        Alone
    ),
];
