//! Learning policies: softmax policies of what an agent itself perceives, moved along their gradient.
//!
//! REINFORCE (Williams 1992) moves `log pi_i(a_i | o_i)` by what was got from there to the end of the episode less a running mean. An
//! actor-critic (Sutton & Barto 2018, sec. 13.5) moves it by the surprise `r_i + discount V(after) - V(before)` of a critic. An
//! independent critic values what its agent perceives; a central one (Lowe et al. 2017; Papoudakis et al. 2021: MAA2C)
//! values what all perceive together ([`Central`]), which exists in training alone: the policy that is left has no critic and takes
//! a [`Local`].

use super::approximator::{Approximator, Form};
use super::bytes::{Reader, Writer};
use super::percept::{Central, Local};
use super::trainer::{Facets, Policy, Team, Trainer, Transition, softmax};
use super::values::shared_fields;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::sim::{Chance, Draws};

/// What judges an actor.
#[derive(Clone, Debug, PartialEq)]
enum Critic {
    /// What is got to the end of the episode, less its running mean, by agent.
    Return { means: Vec<f64>, steps: Vec<Vec<Kept>> },
    /// A value of what the agent perceives, by set of weights.
    Own(Vec<Approximator>),
    /// Values of what all perceive, one an agent.
    Central { values: Option<Approximator>, before: Central, after: Central },
}

/// A step that is kept until the episode ends.
#[derive(Clone, Debug, PartialEq)]
struct Kept {
    local: Local,
    action: usize,
    reward: f64,
}

/// Learns policies.
#[derive(Clone, Debug, PartialEq)]
struct Actors {
    rate: f64,
    critic_rate: f64,
    discount: f64,
    entropy: f64,
    critic: Critic,
    team: Option<Team>,
    sets: Vec<Approximator>,
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
        let chances = &mut self.room;
        self.sets[set].evaluate(&local.percept, chances);
        softmax(local, chances);
        let mut entropy = 0.0;
        if self.entropy > 0.0 {
            entropy = -chances.iter().filter(|p| **p > 0.0).map(|p| p * libm::log(*p)).sum::<f64>();
        }
        for (k, p) in chances.iter_mut().enumerate() {
            let done = f64::from(u8::from(k == action));
            let spread = if self.entropy > 0.0 && *p > 0.0 { -*p * (libm::log(*p) + entropy) } else { 0.0 };
            *p = self.rate * (advantage * (done - *p) + self.entropy * spread);
        }
        self.sets[set].move_all(&local.percept, chances);
    }

    /// The surprise of each agent's critic, which learns from it; written into the first row of values.
    fn surprises(&mut self, step: &Transition<'_>) {
        let (team, rate, discount) = (self.team(), self.critic_rate, self.discount);
        let [surprise, next] = &mut self.values;
        match &mut self.critic {
            Critic::Return { .. } => {}
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
}

impl Trainer for Actors {
    fn begin(&mut self, team: Team, draws: &mut Draws) {
        let mut sets = |outputs: usize| -> Vec<Approximator> {
            (0..team.sets()).map(|_| Approximator::new(team.form, 1, outputs, 0.0, draws)).collect()
        };
        self.sets = sets(team.actions);
        match &mut self.critic {
            Critic::Return { means, steps } => {
                *means = vec![0.0; team.agents];
                *steps = vec![Vec::new(); team.agents];
            }
            Critic::Own(critics) => *critics = sets(1),
            Critic::Central { values, .. } => {
                *values = Some(Approximator::new(team.form, team.agents, team.agents, 0.0, draws));
            }
        }
        self.room = vec![0.0; team.actions];
        self.values = [vec![0.0; team.agents], vec![0.0; team.agents]];
        self.team = Some(team);
    }

    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]) {
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
        if let Critic::Return { steps, .. } = &mut self.critic {
            for (agent, kept) in steps.iter_mut().enumerate() {
                let (action, reward) = (step.joint[agent], step.rewards[agent]);
                kept.push(Kept { local: step.before[agent].clone(), action, reward });
            }
            return;
        }
        self.surprises(step);
        for agent in 0..self.team().agents {
            let advantage = self.values[0][agent];
            self.reinforce(agent, &step.before[agent], step.joint[agent], advantage);
        }
    }

    fn end_episode(&mut self) {
        let (rate, discount) = (self.critic_rate, self.discount);
        for agent in 0..self.team().agents {
            let Critic::Return { means, steps } = &mut self.critic else { return };
            let kept = std::mem::take(&mut steps[agent]);
            let mean = means[agent];
            let mut got = 0.0;
            let returns: Vec<f64> = kept
                .iter()
                .rev()
                .map(|step| {
                    got = step.reward + discount * got;
                    got
                })
                .collect();
            means[agent] += rate * (got - mean);
            for (step, got) in kept.iter().zip(returns.iter().rev()) {
                self.reinforce(agent, &step.local, step.action, got - mean);
            }
        }
    }

    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]) {
        self.sets[self.team().set(agent)].evaluate(&local.percept, out);
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
            Critic::Return { means, .. } => out.numbers(means),
            Critic::Own(critics) => critics.iter().for_each(|critic| critic.save(&mut out)),
            Critic::Central { values, .. } => values.iter().for_each(|critic| critic.save(&mut out)),
        }
        out.bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let mut from = Reader::new(bytes);
        self.sets.iter_mut().try_for_each(|set| set.load(&mut from))?;
        match &mut self.critic {
            Critic::Return { means, .. } => {
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
    fields.extend([
        Field::with_default("critic_rate", Kind::Probability, 0.1, critic),
        Field::with_default(
            "entropy",
            Kind::Number { min: 0.0, max: 1e3 },
            0.01,
            "How much an even policy is worth, to keep it trying.",
        )
        .unit("reward per nat"),
    ]);
    Schema::of(fields)
}

fn build(params: &Params, critic: Critic) -> Result<Box<dyn Trainer>, Faults> {
    Ok(Box::new(Actors {
        rate: params.number("rate"),
        critic_rate: params.number("critic_rate"),
        discount: params.number("discount"),
        entropy: params.number("entropy"),
        critic,
        team: None,
        sets: Vec::new(),
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
        build: |params, ()| build(params, Critic::Return { means: Vec::new(), steps: Vec::new() }),
    },
    Entry {
        key: "independent_actor_critic",
        title: "Independent actor-critic",
        aliases: &["ia2c"],
        about: "Each agent's policy is judged by a critic of its own, which values what the agent itself perceives.",
        source: "Sutton & Barto 2018, sec. 13.5; Papoudakis et al. 2021",
        facets: Facets { central: false },
        params: || schema("How far a critic's value moves towards what was found."),
        build: |params, ()| build(params, Critic::Own(Vec::new())),
    },
    Entry {
        key: "central_actor_critic",
        title: "Central-critic actor-critic",
        aliases: &["maa2c", "central critic"],
        about: "Policies of what each agent itself perceives, judged in training by a critic of what all perceive together.",
        source: "Lowe et al. 2017; Papoudakis et al. 2021 (MAA2C)",
        facets: Facets { central: true },
        params: || schema("How far the critic's value moves towards what was found."),
        build: |params, ()| {
            let (before, after) = (Central::default(), Central::default());
            build(params, Critic::Central { values: None, before, after })
        },
    },
];
