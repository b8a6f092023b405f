//! Learning policies: softmax policies of what an agent itself perceives, moved along their gradient.
//!
//! REINFORCE (Williams 1992) moves `log pi_i(a_i | o_i)` by what was got from there to the end of the episode less a running mean. An
//! actor-critic (Sutton & Barto 2018, sec. 13.5) moves it by the surprise `r_i + discount V(after) - V(before)` of a critic. An
//! independent critic values what its agent perceives; a central one (Lowe et al. 2017; Papoudakis et al. 2021: MAA2C)
//! values what all perceive together ([`Central`]), which exists in training alone: the policy that is left has no critic and takes
//! a [`Local`].
//!
//! With a trace above 0 an actor-critic waits for the end of the episode and takes for the surprise the sum of all later ones,
//! each worth `discount * trace` of the one before: generalised advantage estimation (Schulman et al. 2016, eq. 16), from the one
//! step of trace 0 to what was really got of trace 1.

use super::approximator::{Approximator, Form};
use super::bytes::{Reader, Writer};
use super::percept::{Central, Local};
use super::trainer::{Facets, Policy, Team, Trainer, Transition, softmax};
use super::values::shared_fields;
use crate::catalogue::{Entry, Field, Kind, Params, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::sim::{Chance, Draws};

/// What judges an actor.
#[derive(Clone, Debug, PartialEq)]
enum Critic {
    /// What is got to the end of the episode, less its running mean, by agent.
    Return(Vec<f64>),
    /// A value of what the agent perceives, by set of weights.
    Own(Vec<Approximator>),
    /// Values of what all perceive, one an agent.
    Central { values: Option<Approximator>, before: Central, after: Central },
}

/// A step that is kept until the episode ends.
#[derive(Clone, Debug, PartialEq)]
struct Kept {
    before: Vec<Local>,
    joint: Vec<usize>,
    rewards: Vec<f64>,
}

/// How much an even policy is worth: falls evenly over some episodes, if it does.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entropy {
    start: f64,
    end: f64,
    episodes: Option<f64>,
}

impl Entropy {
    fn read(params: &Params) -> Self {
        let start = params.number("entropy");
        let end = params.get("entropy_end").and_then(Value::number).unwrap_or(start);
        #[expect(clippy::cast_precision_loss, reason = "the schema bounds it")]
        let episodes = params.get("entropy_episodes").and_then(Value::integer).map(|episodes| episodes as f64);
        Self { start, end, episodes }
    }

    fn at(self, episode: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "episodes are far below 2^53")]
        let gone = self.episodes.map_or(0.0, |episodes| (episode as f64 / episodes).min(1.0));
        self.start + (self.end - self.start) * gone
    }
}

impl Critic {
    /// What it expects each agent to get from where all perceive this.
    fn values(&mut self, team: Team, locals: &[Local], out: &mut [f64]) {
        match self {
            Critic::Return(_) => out.fill(0.0),
            Critic::Own(critics) => {
                for (agent, (local, value)) in locals.iter().zip(out).enumerate() {
                    critics[team.set(agent)].evaluate(&local.percept, std::slice::from_mut(value));
                }
            }
            Critic::Central { values, before, .. } => {
                before.join(locals);
                values.as_ref().expect("a trainer is set up before it learns").evaluate(before.percept(), out);
            }
        }
    }

    /// Moves what it expects.
    fn move_all(&mut self, team: Team, locals: &[Local], by: &[f64]) {
        match self {
            Critic::Return(_) => {}
            Critic::Own(critics) => {
                for (agent, (local, by)) in locals.iter().zip(by).enumerate() {
                    critics[team.set(agent)].move_one(&local.percept, 0, *by, &mut [0.0]);
                }
            }
            Critic::Central { values, before, .. } => {
                before.join(locals);
                values.as_mut().expect("a trainer is set up before it learns").move_all(before.percept(), by);
            }
        }
    }
}

/// Learns policies.
#[derive(Clone, Debug, PartialEq)]
struct Actors {
    rate: f64,
    critic_rate: f64,
    discount: f64,
    entropy: Entropy,
    /// How much of later surprises counts: 0 for none.
    trace: f64,
    critic: Critic,
    team: Option<Team>,
    sets: Vec<Approximator>,
    /// The present episode, and its steps so far, where it is learned from at its end.
    episode: u64,
    steps: Vec<Kept>,
    /// What all perceive after the last step; nothing if there is nothing more to gain.
    end: Vec<Local>,
    room: Vec<f64>,
    values: [Vec<f64>; 2],
}

impl Actors {
    fn team(&self) -> Team {
        self.team.expect("a trainer is set up before it learns")
    }

    /// Moves an agent's policy by `advantage` times the gradient of the logarithm of the probability of what it did, and a little
    /// towards the even one.
    fn reinforce(&mut self, agent: usize, local: &Local, action: usize, advantage: f64) {
        let set = self.team().set(agent);
        let weight = self.entropy.at(self.episode);
        let chances = &mut self.room;
        self.sets[set].evaluate(&local.percept, chances);
        softmax(local, chances);
        let mut entropy = 0.0;
        if weight > 0.0 {
            entropy = -chances.iter().filter(|p| **p > 0.0).map(|p| p * libm::log(*p)).sum::<f64>();
        }
        for (k, p) in chances.iter_mut().enumerate() {
            let done = f64::from(u8::from(k == action));
            let spread = if weight > 0.0 && *p > 0.0 { -*p * (libm::log(*p) + entropy) } else { 0.0 };
            *p = self.rate * (advantage * (done - *p) + weight * spread);
        }
        self.sets[set].move_all(&local.percept, chances);
    }

    /// The surprise of each agent's critic, which learns from it; written into the first row of values.
    fn surprises(&mut self, step: &Transition<'_>) {
        let (team, rate, discount) = (self.team(), self.critic_rate, self.discount);
        let [surprise, next] = &mut self.values;
        match &mut self.critic {
            Critic::Return(_) => {}
            Critic::Own(critics) => {
                for agent in 0..team.agents {
                    let critic = &mut critics[team.set(agent)];
                    let (mut value, mut later) = ([0.0], [0.0]);
                    let percept = &step.before[agent].percept;
                    critic.evaluate(percept, &mut value);
                    if !step.terminal {
                        critic.evaluate(&step.after[agent].percept, &mut later);
                    }
                    surprise[agent] = step.rewards[agent] + discount * later[0] - value[0];
                    critic.move_one(percept, 0, rate * surprise[agent], &mut [0.0]);
                }
            }
            Critic::Central { values, before, after } => {
                let critic = values.as_mut().expect("a trainer is set up before it learns");
                before.join(step.before);
                critic.evaluate(before.percept(), surprise);
                next.fill(0.0);
                if !step.terminal {
                    after.join(step.after);
                    critic.evaluate(after.percept(), next);
                }
                for agent in 0..team.agents {
                    surprise[agent] = step.rewards[agent] + discount * next[agent] - surprise[agent];
                    next[agent] = rate * surprise[agent];
                }
                critic.move_all(before.percept(), next);
            }
        }
    }

    /// Learns from an episode by the sums of all later surprises. The critic that judges is the one from before the episode.
    fn take_in(&mut self, steps: &[Kept]) {
        let (team, agents) = (self.team(), self.team().agents);
        let mut later = vec![0.0; agents];
        if !self.end.is_empty() {
            self.critic.values(team, &self.end, &mut later);
        }
        let mut advantages = vec![0.0; steps.len() * agents];
        let mut ahead = vec![0.0; agents];
        let mut value = vec![0.0; agents];
        for (step, row) in steps.iter().zip(advantages.chunks_exact_mut(agents)).rev() {
            self.critic.values(team, &step.before, &mut value);
            for agent in 0..agents {
                let surprise = step.rewards[agent] + self.discount * later[agent] - value[agent];
                ahead[agent] = surprise + self.discount * self.trace * ahead[agent];
            }
            row.copy_from_slice(&ahead);
            later.copy_from_slice(&value);
        }
        for (step, row) in steps.iter().zip(advantages.chunks_exact(agents)) {
            let by: Vec<f64> = row.iter().map(|advantage| self.critic_rate * advantage).collect();
            self.critic.move_all(team, &step.before, &by);
            for (agent, advantage) in row.iter().enumerate() {
                self.reinforce(agent, &step.before[agent], step.joint[agent], *advantage);
            }
        }
    }

    /// Learns from an episode by what was got to its end beyond the running mean.
    fn take_returns(&mut self, steps: &[Kept]) {
        for agent in 0..self.team().agents {
            let Critic::Return(means) = &mut self.critic else { return };
            let mean = means[agent];
            let mut got = 0.0;
            let mut returns = vec![0.0; steps.len()];
            for (step, at) in steps.iter().zip(&mut returns).rev() {
                got = step.rewards[agent] + self.discount * got;
                *at = got;
            }
            means[agent] += self.critic_rate * (got - mean);
            for (step, got) in steps.iter().zip(returns) {
                self.reinforce(agent, &step.before[agent], step.joint[agent], got - mean);
            }
        }
    }

    /// Whether it learns at the end of an episode.
    fn waits(&self) -> bool {
        self.trace > 0.0 || matches!(self.critic, Critic::Return(_))
    }
}

impl Trainer for Actors {
    fn begin(&mut self, team: Team, draws: &mut Draws) {
        let mut sets = |outputs: usize| -> Vec<Approximator> {
            (0..team.sets()).map(|_| Approximator::new(team.form, 1, outputs, 0.0, draws)).collect()
        };
        self.sets = sets(team.actions);
        match &mut self.critic {
            Critic::Return(means) => *means = vec![0.0; team.agents],
            Critic::Own(critics) => *critics = sets(1),
            Critic::Central { values, .. } => {
                *values = Some(Approximator::new(team.form, team.agents, team.agents, 0.0, draws));
            }
        }
        self.room = vec![0.0; team.actions];
        self.values = [vec![0.0; team.agents], vec![0.0; team.agents]];
        self.team = Some(team);
        self.steps.clear();
    }

    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]) {
        self.episode = episode;
        let mut chances = std::mem::take(&mut self.room);
        for (agent, (local, action)) in locals.iter().zip(joint).enumerate() {
            self.mixture(episode, agent, local, &mut chances);
            *action = draws.categorical(&chances);
        }
        self.room = chances;
    }

    fn mixture(&self, _: u64, agent: usize, local: &Local, out: &mut [f64]) {
        self.preferences(agent, local, out);
        softmax(local, out);
    }

    fn learn(&mut self, step: &Transition<'_>, _: &mut Draws) {
        if self.waits() {
            let (joint, rewards) = (step.joint.to_vec(), step.rewards.to_vec());
            self.steps.push(Kept { before: step.before.to_vec(), joint, rewards });
            self.end = if step.terminal { Vec::new() } else { step.after.to_vec() };
            return;
        }
        self.surprises(step);
        for agent in 0..self.team().agents {
            let advantage = self.values[0][agent];
            self.reinforce(agent, &step.before[agent], step.joint[agent], advantage);
        }
    }

    fn end_episode(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        match self.critic {
            Critic::Return(_) => self.take_returns(&steps),
            _ => self.take_in(&steps),
        }
    }

    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]) {
        self.sets[self.team().set(agent)].evaluate(&local.percept, out);
    }

    fn learns_values(&self) -> bool {
        false
    }

    fn policy(&self, agent: usize) -> Policy {
        let team = self.team();
        Policy {
            weights: self.sets[team.set(agent)].clone(),
            found: None,
            actions: team.actions,
            drawn: true,
            tries: Chance::Never,
        }
    }

    fn features(&self) -> usize {
        self.sets.iter().map(Approximator::features).sum()
    }

    fn save(&self) -> Vec<u8> {
        let mut out = Writer::default();
        self.sets.iter().for_each(|set| set.save(&mut out));
        match &self.critic {
            Critic::Return(means) => out.numbers(means),
            Critic::Own(critics) => critics.iter().for_each(|critic| critic.save(&mut out)),
            Critic::Central { values, .. } => values.iter().for_each(|critic| critic.save(&mut out)),
        }
        out.bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let mut from = Reader::new(bytes);
        self.sets.iter_mut().try_for_each(|set| set.load(&mut from))?;
        match &mut self.critic {
            Critic::Return(means) => {
                let read = from.numbers()?;
                if read.len() != means.len() {
                    return Err(from.fault("a mean an agent"));
                }
                *means = read;
            }
            Critic::Own(critics) => critics.iter_mut().try_for_each(|critic| critic.load(&mut from))?,
            Critic::Central { values, .. } => values.iter_mut().try_for_each(|critic| critic.load(&mut from))?,
        }
        from.end()
    }

    fn fits(&self, _: Form) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn boxed_clone(&self) -> Box<dyn Trainer> {
        Box::new(self.clone())
    }
}

fn schema(critic: &'static str) -> Schema {
    let mut fields = shared_fields();
    let worth = || Kind::Number { min: 0.0, max: 1e3 };
    fields.extend([
        Field::with_default("critic_rate", Kind::Probability, 0.1, critic),
        Field::with_default("entropy", worth(), 0.01, "How much an even policy is worth, to keep it trying.")
            .unit("reward per nat"),
        Field::optional("entropy_end", worth(), "How much it is worth in the end; the same if left out.")
            .unit("reward per nat"),
        Field::optional(
            "entropy_episodes",
            Kind::Integer { min: 1, max: 1_000_000_000 },
            "Over how many episodes that falls, evenly.",
        )
        .unit("episodes"),
    ]);
    Schema::of(fields)
}

/// The parameters of an actor with a critic of values.
fn critic_schema(critic: &'static str) -> Schema {
    let mut schema = schema(critic);
    schema.fields.push(Field::with_default(
        "trace",
        Kind::Probability,
        0.0,
        "How much of later surprises counts for an action: 0 for those of the next step alone, learned from at once; more, \
         learned from at the end of the episode.",
    ));
    schema
}

fn build(params: &Params, critic: Critic) -> Result<Box<dyn Trainer>, Faults> {
    Ok(Box::new(Actors {
        rate: params.number("rate"),
        critic_rate: params.number("critic_rate"),
        discount: params.number("discount"),
        entropy: Entropy::read(params),
        trace: params.get("trace").and_then(Value::number).unwrap_or(0.0),
        critic,
        team: None,
        sets: Vec::new(),
        episode: 0,
        steps: Vec::new(),
        end: Vec::new(),
        room: Vec::new(),
        values: Default::default(),
    }))
}

pub(super) const ENTRIES: &[Entry<dyn Trainer>] = &[
    Entry {
        key: "policy_gradient",
        title: "Policy gradient",
        aliases: &["reinforce"],
        about: "Each agent makes likelier what was followed by more than the running mean of its returns.",
        source: "Williams 1992, Simple statistical gradient-following algorithms",
        facets: Facets { central: false },
        params: || schema("How far the running mean of returns moves at an episode's end."),
        build: |params, ()| build(params, Critic::Return(Vec::new())),
    },
    Entry {
        key: "independent_actor_critic",
        title: "Independent actor-critic",
        aliases: &["ia2c"],
        about: "Each agent's policy is judged by a critic of its own, which values what the agent itself perceives.",
        source: "Sutton & Barto 2018, sec. 13.5; Schulman et al. 2016, eq. 16; Papoudakis et al. 2021",
        facets: Facets { central: false },
        params: || critic_schema("How far a critic's value moves towards what was found."),
        build: |params, ()| build(params, Critic::Own(Vec::new())),
    },
    Entry {
        key: "central_actor_critic",
        title: "Central-critic actor-critic",
        aliases: &["maa2c", "central critic"],
        about: "Policies of what each agent itself perceives, judged in training by a critic of what all perceive together.",
        source: "Lowe et al. 2017; Schulman et al. 2016, eq. 16; Papoudakis et al. 2021 (MAA2C)",
        facets: Facets { central: true },
        params: || critic_schema("How far the critic's value moves towards what was found."),
        build: |params, ()| {
            let (before, after) = (Central::default(), Central::default());
            build(params, Critic::Central { values: None, before, after })
        },
    },
];
