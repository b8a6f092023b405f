//! Credit: how much of what a team gained each of its agents earned.
//!
//! A team's reward is given in one of two ways. As a characteristic function, worth by coalition ([`CoalitionGame`]), it
//! has a Shapley and a Banzhaf value. As a reward by joint action ([`TeamReward`]) it also has what compares an agent's action
//! with another of its own: difference rewards against a default action, Aristocrat utility against the agent's policy,
//! COMA's counterfactual advantage. The two meet in one definition: the worth of a coalition is the reward where all
//! others take their default actions, nobody being removed. [`additive`] and [`monotone`] fit a joint value by what agents can
//! maximise each on its own. A [`Rule`] hands a team's reward out and is what scenarios name.
//!
//! Inputs are exact and so are answers; beyond [`MOST_PLAYERS`] players the Shapley value is estimated, with its error.
//! Nothing here knows of foraging, tasks, learners or tables.

mod coalition;
mod decomposition;
mod rules;
mod sampled;
mod team;

pub use coalition::{Coalition, CoalitionGame, MOST_PLAYERS, TooManyPlayers};
pub use decomposition::{Fit, MOST_ACTIONS, TooManyActions, additive, monotone};
pub use rules::{Moment, Rule, catalogue};
pub use sampled::{Estimate, sampled_shapley};
pub use team::{TeamReward, default_coalitions};
