//! Win or learn fast: policy hill-climbing over many steps (Bowling & Veloso 2002, WoLF-PHC, table 5).
//!
//! Each agent learns values by Q-learning and moves its mixture towards the best action, slowly while it is worth more than its own
//! mean mixture, fast while it is worth less. A mixture is kept as logarithms of probabilities, so that the policy that is left is
//! drawn as any other softmax is; an action that hill-climbing has left has a probability of 0 to within 1e-300.

use super::approximator::{Approximator, Form};
use super::bytes::{Reader, Writer};
use super::features::Rows;
use super::percept::Local;
use super::trainer::{Facets, Policy, Team, Trainer, Transition, greatest, pick, softmax};
use super::values::{Exploration, exploring_schema};
use crate::catalogue::{Entry, Field, Kind};
use crate::error::Diagnostic;
use crate::sim::{Chance, Draws};

/// The logarithm of what is left of an action that is not taken.
const NEVER: f64 = -690.0;

/// What one agent learned.
#[derive(Clone, Debug, PartialEq)]
struct Mind {
    values: Rows,
    logits: Approximator,
    /// The mean mixture, and of how many it is.
    mean: Rows,
    count: Rows,
}

#[derive(Clone, Debug, PartialEq)]
struct Wolf {
    rate: f64,
    discount: f64,
    initial: f64,
    winning: f64,
    losing: f64,
    exploration: Exploration,
    team: Option<Team>,
    minds: Vec<Mind>,
}

impl Wolf {
    fn team(&self) -> Team {
        self.team.expect("a trainer is set up before it learns")
    }

    fn learn_one(&mut self, agent: usize, step: &Transition<'_>) {
        let team = self.team();
        let mind = &mut self.minds[team.set(agent)];
        let (before, after) = (&step.before[agent], &step.after[agent]);
        let keys = &before.percept.keys;
        let mut values = vec![0.0; team.actions];
        let mut next = 0.0;
        if !step.terminal {
            mind.values.sums(&after.percept.keys, &mut values);
            next = greatest(after, &values);
        }
        mind.values.sums(keys, &mut values);
        let action = step.joint[agent];
        let by = self.rate * (step.rewards[agent] + self.discount * next - values[action]);
        mind.values.move_one(keys, action, by);
        values[action] += by;

        let mut logits = vec![0.0; team.actions];
        mind.logits.evaluate(&before.percept, &mut logits);
        let mut mixture = logits.clone();
        softmax(before, &mut mixture);
        let mut count = [0.0];
        mind.count.move_one(keys, 0, 1.0);
        mind.count.sums(keys, &mut count);
        let mut mean = vec![0.0; team.actions];
        mind.mean.sums(keys, &mut mean);
        let towards: Vec<f64> = mean.iter().zip(&mixture).map(|(mean, p)| (p - mean) / count[0]).collect();
        mind.mean.move_all(keys, &towards);
        let worth = |mixture: &mut dyn Iterator<Item = f64>| mixture.zip(&values).map(|(p, v)| p * v).sum::<f64>();
        let now = worth(&mut mixture.iter().copied());
        let usual = worth(&mut mean.iter().zip(&towards).map(|(mean, by)| mean + by));
        let pace = if now > usual { self.winning } else { self.losing };

        let most = greatest(before, &values);
        let valid = |k: &usize| before.allows(*k);
        let best = (0..team.actions).filter(valid).find(|k| values[*k] >= most).unwrap_or(action);
        let others = f64::from(before.valid.count_ones().max(2) - 1);
        let mut moved = 0.0;
        for k in (0..team.actions).filter(valid).filter(|k| *k != best) {
            let by = mixture[k].min(pace / others);
            mixture[k] -= by;
            moved += by;
        }
        mixture[best] += moved;
        let log = |p: f64| if p > 0.0 { libm::log(p).max(NEVER) } else { NEVER };
        let by: Vec<f64> =
            (0..team.actions).map(|k| if before.allows(k) { log(mixture[k]) - logits[k] } else { 0.0 }).collect();
        mind.logits.move_all(&before.percept, &by);
    }
}

impl Trainer for Wolf {
    fn begin(&mut self, team: Team, draws: &mut Draws) {
        let mind = |_| Mind {
            values: Rows::new(team.actions, self.initial),
            logits: Approximator::new(team.form, 1, team.actions, 0.0, draws),
            mean: Rows::new(team.actions, 0.0),
            count: Rows::new(1, 0.0),
        };
        self.minds = (0..team.sets()).map(mind).collect();
        self.team = Some(team);
    }

    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]) {
        let chance = Chance::of(self.exploration.at(episode));
        let mut chances = vec![0.0; self.team().actions];
        for (agent, (local, action)) in locals.iter().zip(joint).enumerate() {
            *action = if draws.happens(chance) {
                pick(local.valid, draws)
            } else {
                self.preferences(agent, local, &mut chances);
                softmax(local, &mut chances);
                draws.categorical(&chances)
            };
        }
    }

    fn mixture(&self, episode: u64, agent: usize, local: &Local, out: &mut [f64]) {
        let explore = self.exploration.at(episode);
        let even = explore / f64::from(local.valid.count_ones().max(1));
        self.preferences(agent, local, out);
        softmax(local, out);
        for (action, p) in out.iter_mut().enumerate() {
            *p = if local.allows(action) { even + (1.0 - explore) * *p } else { 0.0 };
        }
    }

    fn learn(&mut self, step: &Transition<'_>, _: &mut Draws) {
        (0..self.team().agents).for_each(|agent| self.learn_one(agent, step));
    }

    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]) {
        self.minds[self.team().set(agent)].logits.evaluate(&local.percept, out);
    }

    fn learns_values(&self) -> bool {
        false
    }

    fn policy(&self, agent: usize) -> Policy {
        let team = self.team();
        let weights = self.minds[team.set(agent)].logits.clone();
        Policy { weights, found: None, actions: team.actions, drawn: true, tries: Chance::Never }
    }

    fn features(&self) -> usize {
        self.minds.iter().map(|mind| mind.values.len()).sum()
    }

    fn save(&self) -> Vec<u8> {
        let mut out = Writer::default();
        for mind in &self.minds {
            mind.values.save(&mut out);
            mind.logits.save(&mut out);
            mind.mean.save(&mut out);
            mind.count.save(&mut out);
        }
        out.bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let mut from = Reader::new(bytes);
        for mind in &mut self.minds {
            mind.values.load(&mut from)?;
            mind.logits.load(&mut from)?;
            mind.mean.load(&mut from)?;
            mind.count.load(&mut from)?;
        }
        from.end()
    }

    fn fits(&self, form: Form) -> Result<(), Diagnostic> {
        if form == Form::Features {
            return Ok(());
        }
        let found = "a network for a rule that remembers mean mixtures by percept";
        Err(Diagnostic::new("wrong-trainer", found, "a table, or features"))
    }

    fn boxed_clone(&self) -> Box<dyn Trainer> {
        Box::new(self.clone())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Trainer>] = &[Entry {
    key: "wolf_phc_q",
    title: "Win or learn fast",
    aliases: &["wolf"],
    about: "Each agent moves its mixture towards its best action, slowly while it does better than usual and fast while worse.",
    source: "Bowling & Veloso 2002, Multiagent learning using a variable learning rate",
    facets: Facets { central: false },
    params: || {
        let pace = |key, default: f64, doc| Field::with_default(key, Kind::Probability, default, doc);
        exploring_schema(vec![
            pace("winning", 0.01, "How far the mixture moves a step while it does better than its mean."),
            pace("losing", 0.04, "How far while it does worse."),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(Wolf {
            rate: params.number("rate"),
            discount: params.number("discount"),
            initial: params.number("initial"),
            winning: params.number("winning"),
            losing: params.number("losing"),
            exploration: Exploration::read(params),
            team: None,
            minds: Vec::new(),
        }))
    },
}];
