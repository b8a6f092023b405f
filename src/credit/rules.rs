//! Credit rules: ways to hand a team's reward of one moment out to its agents.
//!
//! A [`Rule`] sees a [`Moment`]: what all did, what the reward of any other joint action would have been, what each would do by
//! default and in the mean, and what the environment itself pays. Rules are what scenarios name; each is one entry of
//! [`catalogue`].

use super::coalition::{CoalitionGame, MOST_PLAYERS};
use super::sampled::{Estimate, sampled_shapley};
use super::team::default_coalitions;
use crate::catalogue::{Catalogue, Entry, Family, Field, Kind, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::ids::{RunKey, Seed};
use crate::sim::{Purpose, Who};

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
    /// Which moment of an episode it is: rules that sample draw others at each.
    pub number: u64,
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

    /// The standard error of what each agent gets, if that is estimated from a sample.
    fn errors(&self, moment: &Moment<'_>) -> Option<Vec<f64>> {
        let _ = moment;
        None
    }

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
    Err(Diagnostic::new("too-many-players", format!("{agents} agents"), wanted)
        .help("sampled_shapley estimates the Shapley value of more, with its error"))
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

/// The Shapley value from random orders: for more agents than coalitions can be listed of.
struct SampledShapley {
    orders: usize,
    seed: u64,
}

impl SampledShapley {
    fn estimates(&self, moment: &Moment<'_>) -> Vec<Estimate> {
        // A rule has no run: its orders are its own, the same whoever asks, and others at each moment.
        let key = RunKey::derive(Seed(self.seed), 0, "sampled_shapley");
        let mut draws = key.draws_at(Who::agent("orders"), Purpose::Choice, moment.number);
        let mut worth = default_coalitions(moment.joint, moment.defaults, moment.reward);
        sampled_shapley(moment.joint.len(), self.orders, &mut draws, |coalition| worth(coalition).to_f64())
    }
}

impl Rule for SampledShapley {
    fn credit(&self, moment: &Moment<'_>) -> Vec<Rational> {
        let exact = |estimate: &Estimate| Rational::from_f64_exact(estimate.value).expect("rewards are numbers");
        self.estimates(moment).iter().map(exact).collect()
    }

    fn errors(&self, moment: &Moment<'_>) -> Option<Vec<f64>> {
        Some(self.estimates(moment).iter().map(|estimate| estimate.standard_error.unwrap_or(0.0)).collect())
    }

    fn fits(&self, agents: usize) -> Result<(), Diagnostic> {
        if agents <= 64 {
            return Ok(());
        }
        let found = format!("{agents} agents");
        Err(Diagnostic::new("too-many-players", found, "at most 64 for a rule that samples coalitions"))
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
        "What the reward has over its mean, had the agent acted by its policy afresh: COMA's counterfactual advantage, with the \
         reward for the joint value.",
        "Wolpert & Tumer 2001, Optimal payoff functions for members of collectives; Foerster et al. 2018, AAAI",
        Aristocrat
    ),
    rule!(
        "shapley_value",
        "Shapley value",
        "The mean of what the agent's action adds to those before it, over all orders; who acts later takes its default action.",
        "Shapley 1953, A value for n-person games; Wang et al. 2020, Shapley Q-value",
        Shapley
    ),
    Entry {
        key: "sampled_shapley",
        title: "Sampled Shapley value",
        aliases: &["monte_carlo_shapley"],
        about: "The Shapley value estimated from random orders, with its error: for more agents than coalitions can be listed of.",
        source: "Castro, Gomez & Tejada 2009, Polynomial calculation of the Shapley value based on sampling",
        facets: (),
        params: || {
            Schema::of(vec![
                Field::with_default(
                    "orders",
                    Kind::Integer { min: 2, max: 1_000_000 },
                    200i64,
                    "How many random orders there are.",
                ),
                Field::with_default(
                    "seed",
                    Kind::Integer { min: 0, max: i64::MAX },
                    1i64,
                    "The seed of the orders, which are the rule's own.",
                ),
            ])
        },
        build: |params: &Params, (): &()| -> Result<Box<dyn Rule>, Faults> {
            let seed = u64::try_from(params.integer("seed")).expect("the schema bounds it");
            Ok(Box::new(SampledShapley { orders: params.count("orders"), seed }))
        },
    },
    rule!(
        "banzhaf_value",
        "Banzhaf value",
        "The mean of what the agent's action adds to a set of the others', all sets alike; the rest take their default actions. Also \
         what value decomposition makes of the moment: the agent's part of the best sum for these sets.",
        "Banzhaf 1965, Weighted voting doesn't work; Hammer & Holzman 1992, Zeitschrift für Operations Research 36:3",
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
