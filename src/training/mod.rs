//! Learning in a team over many steps: central training, local execution.
//!
//! A [`World`] is a team's task in episodes: in each step every agent perceives something of its own, all act at once, each is
//! rewarded. A [`Trainer`] learns from what all perceive, did and got; what it leaves is a [`Policy`] for each agent, which can be asked
//! with that agent's own [`Local`] percept alone. What is known to training only ([`Central`]) has a type of its own that no policy
//! takes, and is made from percepts in training alone: that execution is local is checked by the compiler. A [`Course`]
//! trains for so many episodes; saved and resumed at any episode it comes to the same weights, bit for bit.
//!
//! Values and policies are weights of active features (one active feature: a table) or a network with one hidden layer
//! ([`Form`]). All sums are in a fixed order, exponentials are `libm`'s, and each episode draws from streams of its own. Nothing here
//! knows of foraging, credit, scenarios or tables.

mod actors;
mod approximator;
mod bytes;
mod course;
mod features;
mod joint;
mod mixer;
mod network;
mod percept;
mod trainer;
mod values;
mod wolf;

pub use approximator::Form;
pub use course::{Course, Episode, play_episode};
pub use percept::{Central, Local, Percept, mix};
pub use trainer::{Facets, Policy, Team, Trainer, Transition, World, WorldStep, catalogue};
