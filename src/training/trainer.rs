//! What a world is, what learns in it, and what it leaves.
//!
//! A [`Trainer`] sees everything of a step ([`Transition`]); its [`Policy`] of an agent acts on that agent's [`Local`] alone.

use super::approximator::{Approximator, Form};
use super::features::Rows;
use super::percept::Local;
use super::{actors, joint, values, wolf};
use crate::catalogue::{Catalogue, Family};
use crate::error::Diagnostic;
use crate::sim::{Chance, Draws};

/// A team's task, in episodes of steps.
pub trait World: Send {
    /// How many agents there are.
    fn agents(&self) -> usize;

    /// How many actions each has, at most 64.
    fn actions(&self) -> usize;

    /// How many contexts there are, by which values may be mixed.
    fn contexts(&self) -> usize {
        1
    }

    /// The present context.
    fn context(&self) -> usize {
        0
    }

    /// Whether rewards depend on what agents do in the mean.
    fn needs_mixtures(&self) -> bool {
        false
    }

    /// Begins an episode.
    fn begin(&mut self, draws: &mut Draws);

    /// Writes what an agent perceives.
    fn perceive(&self, agent: usize, out: &mut Local);

    /// Takes a step and writes each agent's reward.
    ///
    /// - `mixtures`: the probability of each action of each agent, agent by agent; empty unless the world needs them.
    fn step(&mut self, joint: &[usize], mixtures: &[f64], rewards: &mut [f64]) -> WorldStep;
}

/// What a step of a world came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldStep {
    /// What the team gained, however it is handed out.
    pub team: f64,
    /// Whether the episode is over.
    pub over: bool,
    /// Whether there is nothing more to gain: over, and not only cut off.
    pub terminal: bool,
}

/// One step, as training sees it.
#[derive(Clone, Copy, Debug)]
pub struct Transition<'a> {
    /// What each agent perceived.
    pub before: &'a [Local],
    /// The context before.
    pub context_before: usize,
    /// What each did.
    pub joint: &'a [usize],
    /// What each got.
    pub rewards: &'a [f64],
    /// What the team gained.
    pub team: f64,
    /// What each perceives now.
    pub after: &'a [Local],
    /// The context now.
    pub context_after: usize,
    /// Whether there is nothing more to gain.
    pub terminal: bool,
}

/// What a trainer is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Team {
    /// How many agents there are.
    pub agents: usize,
    /// How many actions each has.
    pub actions: usize,
    /// How many contexts there are.
    pub contexts: usize,
    /// What values and policies are made of.
    pub form: Form,
    /// Whether all agents share one set of weights.
    pub shared: bool,
}

impl Team {
    /// How many sets of weights there are.
    pub(super) fn sets(&self) -> usize {
        if self.shared { 1 } else { self.agents }
    }

    /// The set of weights of an agent.
    #[inline]
    pub(super) fn set(&self, agent: usize) -> usize {
        if self.shared { 0 } else { agent }
    }
}

/// Learns from what all perceive, do and get.
pub trait Trainer: Send + Sync {
    /// Sets up for a team: forgets everything of an earlier one.
    fn begin(&mut self, team: Team, draws: &mut Draws);

    /// Chooses what all do, exploring as it does in that episode (from 0).
    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]);

    /// Writes the probabilities with which an agent would choose in that episode.
    fn mixture(&self, episode: u64, agent: usize, local: &Local, out: &mut [f64]);

    /// Takes a step in.
    fn learn(&mut self, step: &Transition<'_>, draws: &mut Draws);

    /// Hears that the episode is over.
    fn end_episode(&mut self) {}

    /// Writes by what an agent chooses: values of its actions, or logits.
    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]);

    /// Whether [`Self::preferences`] are values, in units of reward; else they are logits.
    fn learns_values(&self) -> bool {
        true
    }

    /// What an agent does when training is over.
    fn policy(&self, agent: usize) -> Policy;

    /// How many features were learned of, over all sets of weights.
    fn features(&self) -> usize;

    /// All that was learned, as bytes.
    fn save(&self) -> Vec<u8>;

    /// Takes up what was saved by a trainer that was set up alike.
    ///
    /// # Errors
    /// If the bytes are not of such a trainer.
    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic>;

    /// Whether it can learn with weights of this form.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits(&self, form: Form) -> Result<(), Diagnostic> {
        let _ = form;
        Ok(())
    }

    /// Whether it can learn for so many agents with so many actions each.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits_team(&self, agents: usize, actions: usize) -> Result<(), Diagnostic> {
        let _ = (agents, actions);
        Ok(())
    }

    /// A copy in its present state.
    fn boxed_clone(&self) -> Box<dyn Trainer>;
}

impl Clone for Box<dyn Trainer> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// What is true of a trainer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// Whether agents are trained with what others perceive, do or get.
    pub central: bool,
}

impl Family for dyn Trainer {
    const FAMILY: &'static str = "trainers";
    const ONE: &'static str = "trainer";
    const UNKNOWN: &'static str = "unknown-trainer";
    type Facets = Facets;
    type Tools = ();
}

/// All trainers.
pub fn catalogue() -> Catalogue<dyn Trainer> {
    Catalogue::new(vec![values::ENTRIES, joint::ENTRIES, wolf::ENTRIES, actors::ENTRIES])
}

/// What one agent does when training is over. It is asked with what the agent itself perceives; that is all there is to give.
///
/// ```
/// use comity::sim::Draws;
/// use comity::training::{Local, Policy};
/// fn act(policy: &Policy, own: &Local, draws: &mut Draws) -> usize {
///     policy.act(own, draws)
/// }
/// ```
///
/// What a critic saw in training is of another type, from which no [`Local`] can be made, so that this does not compile:
///
/// ```compile_fail,E0308
/// use comity::sim::Draws;
/// use comity::training::{Central, Policy};
/// fn act(policy: &Policy, all: &Central, draws: &mut Draws) -> usize {
///     policy.act(all, draws)
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    pub(super) weights: Approximator,
    /// Actions that are remembered by percept, and taken before what the weights say.
    pub(super) found: Option<Rows>,
    pub(super) actions: usize,
    /// Whether actions are drawn by a softmax of what the weights say, instead of the greatest taken.
    pub(super) drawn: bool,
    /// How often any valid action is taken instead.
    pub(super) tries: Chance,
}

impl Policy {
    /// Chooses an action. Draws among equals, or by the probabilities of a policy that mixes.
    pub fn act(&self, local: &Local, draws: &mut Draws) -> usize {
        if draws.happens(self.tries) {
            return pick(local.valid, draws);
        }
        if let Some(action) = self.found.as_ref().and_then(|found| remembered(found, local)) {
            return action;
        }
        let mut numbers = [0.0; 64];
        let numbers = &mut numbers[..self.actions];
        self.weights.evaluate(&local.percept, numbers);
        if self.drawn {
            softmax(local, numbers);
            draws.categorical(numbers)
        } else {
            greedy(local, numbers, draws)
        }
    }
}

/// The action that is remembered for a percept, if there is one and it is valid.
pub(super) fn remembered(found: &Rows, local: &Local) -> Option<usize> {
    let mut action = [0.0];
    found.sums(&local.percept.keys, &mut action);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an action, or below 0")]
    let action = (action[0] >= 0.0).then_some(action[0] as usize);
    action.filter(|action| local.allows(*action))
}

/// The greatest of valid actions' numbers.
#[inline]
pub(super) fn greatest(local: &Local, numbers: &[f64]) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for (action, number) in numbers.iter().enumerate() {
        if local.allows(action) && *number > most {
            most = *number;
        }
    }
    most
}

/// A valid action of the greatest number, any of equals.
#[inline]
pub(super) fn greedy(local: &Local, numbers: &[f64], draws: &mut Draws) -> usize {
    let most = greatest(local, numbers);
    let mut ties = 0u64;
    for (action, number) in numbers.iter().enumerate() {
        if local.allows(action) && *number >= most {
            ties |= 1 << action;
        }
    }
    // Values that have diverged are no numbers: no action is better than another.
    pick(if ties == 0 { local.valid } else { ties }, draws)
}

/// One of a set of actions, each alike.
#[inline]
pub(super) fn pick(mut set: u64, draws: &mut Draws) -> usize {
    for _ in 0..draws.below(u64::from(set.count_ones().max(1))) {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// Turns logits into probabilities of valid actions.
pub(super) fn softmax(local: &Local, numbers: &mut [f64]) {
    let most = greatest(local, numbers);
    let mut sum = 0.0;
    for (action, number) in numbers.iter_mut().enumerate() {
        *number = if local.allows(action) { libm::exp(*number - most) } else { 0.0 };
        sum += *number;
    }
    numbers.iter_mut().for_each(|number| *number /= sum);
}
