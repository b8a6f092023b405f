//! Learning the values of joint actions over many steps: what the others do is a part of what is valued, or is believed.
//!
//! Each agent values its own percept with the actions of all, `Q_i(o_i, a_1, .., a_n)`. A joint-action learner (Claus & Boutilier 1998;
//! Albrecht, Christianos & Schaefer 2024, sec. 6.3.2) counts what the others do where it perceives this, and its own action is worth the
//! mean over these counts. A friend (Littman 2001, Friend-or-Foe Q-learning; team Q-learning) takes it that the others take their parts in the
//! joint action that is best for itself: right where all gain the same. Of the others' joint actions only those count that were
//! seen with the percept. What is left in the end is a value an action of the own percept alone.

use super::approximator::{Approximator, Form};
use super::bytes::{Reader, Writer};
use super::features::Rows;
use super::percept::Local;
use super::trainer::{Facets, Policy, Team, Trainer, Transition, greatest, greedy, pick};
use super::values::{Exploration, epsilon_greedy, exploring_schema};
use crate::catalogue::{Entry, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::sim::{Chance, Draws};

/// The most joint actions that are valued for each percept.
const MOST_JOINT: usize = 4096;

/// What is expected of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    /// What they did in the mean.
    Counted,
    /// Their parts in the best joint action.
    Friends,
}

/// What one agent learned.
#[derive(Clone, Debug, PartialEq)]
struct Mind {
    /// By own action, then the others' joint action.
    joint: Rows,
    /// How often the others did what.
    seen: Rows,
    /// What the own actions are worth by both.
    own: Approximator,
}

/// Learns values of joint actions.
#[derive(Clone, Debug, PartialEq)]
struct Joint {
    others: Others,
    rate: f64,
    discount: f64,
    initial: f64,
    exploration: Exploration,
    tries: f64,
    team: Option<Team>,
    minds: Vec<Mind>,
}

/// How many joint actions so many agents have; nothing if they are too many to be valued.
fn joint_actions(agents: usize, actions: usize) -> Option<usize> {
    let all = actions.checked_pow(u32::try_from(agents).ok()?)?;
    (all <= MOST_JOINT).then_some(all)
}

impl Joint {
    fn team(&self) -> Team {
        self.team.expect("a trainer is set up before it learns")
    }

    /// What an own action is worth by its values with the others' joint actions and how often these were seen.
    fn worth(others: Others, values: &[f64], seen: &[f64], initial: f64) -> f64 {
        let counted = values.iter().zip(seen).filter(|(_, count)| **count > 0.0);
        match others {
            Others::Friends => counted.map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max).max(f64::MIN),
            Others::Counted => {
                let (sum, count) = counted.fold((0.0, 0.0), |(sum, all), (value, n)| (sum + value * n, all + n));
                if count > 0.0 { sum / count } else { initial }
            }
        }
    }

    fn learn_one(&mut self, agent: usize, step: &Transition<'_>) {
        let team = self.team();
        let mind = &mut self.minds[team.set(agent)];
        let (before, after) = (&step.before[agent].percept, &step.after[agent]);
        let mut next = 0.0;
        let mut own = vec![0.0; team.actions];
        if !step.terminal {
            mind.own.evaluate(&after.percept, &mut own);
            next = greatest(after, &own);
        }
        let others = step.joint.iter().enumerate().filter(|(k, _)| *k != agent);
        let theirs = others.fold(0, |place, (_, action)| place * team.actions + action);
        let width = joint_actions(team.agents, team.actions).expect("it fits the team") / team.actions;
        let (mut values, mut seen) = (vec![0.0; width * team.actions], vec![0.0; width]);
        mind.joint.sums(&before.keys, &mut values);
        let place = step.joint[agent] * width + theirs;
        let by = self.rate * (step.rewards[agent] + self.discount * next - values[place]);
        mind.joint.move_one(&before.keys, place, by);
        values[place] += by;
        mind.seen.move_one(&before.keys, theirs, 1.0);
        mind.seen.sums(&before.keys, &mut seen);
        mind.own.evaluate(before, &mut own);
        let worth = values.chunks_exact(width).map(|values| Self::worth(self.others, values, &seen, self.initial));
        let by: Vec<f64> = worth.zip(&own).map(|(worth, old)| worth - old).collect();
        mind.own.move_all(before, &by);
    }
}

impl Trainer for Joint {
    fn begin(&mut self, team: Team, draws: &mut Draws) {
        let all = joint_actions(team.agents, team.actions).expect("that it fits the team was checked");
        let mind = |_| Mind {
            joint: Rows::new(all, self.initial),
            seen: Rows::new(all / team.actions, 0.0),
            own: Approximator::new(team.form, 1, team.actions, self.initial, draws),
        };
        self.minds = (0..team.sets()).map(mind).collect();
        self.team = Some(team);
    }

    fn act(&mut self, episode: u64, locals: &[Local], draws: &mut Draws, joint: &mut [usize]) {
        let (team, chance) = (self.team(), Chance::of(self.exploration.at(episode)));
        let mut numbers = vec![0.0; team.actions];
        for (agent, (local, action)) in locals.iter().zip(joint).enumerate() {
            *action = if draws.happens(chance) {
                pick(local.valid, draws)
            } else {
                self.preferences(agent, local, &mut numbers);
                greedy(local, &numbers, draws)
            };
        }
    }

    fn mixture(&self, episode: u64, agent: usize, local: &Local, out: &mut [f64]) {
        self.preferences(agent, local, out);
        epsilon_greedy(self.exploration.at(episode), local, out);
    }

    fn learn(&mut self, step: &Transition<'_>, _: &mut Draws) {
        (0..self.team().agents).for_each(|agent| self.learn_one(agent, step));
    }

    fn preferences(&self, agent: usize, local: &Local, out: &mut [f64]) {
        self.minds[self.team().set(agent)].own.evaluate(&local.percept, out);
    }

    fn policy(&self, agent: usize) -> Policy {
        let team = self.team();
        let weights = self.minds[team.set(agent)].own.clone();
        Policy { weights, found: None, actions: team.actions, drawn: false, tries: Chance::of(self.tries) }
    }

    fn features(&self) -> usize {
        self.minds.iter().map(|mind| mind.joint.len()).sum()
    }

    fn save(&self) -> Vec<u8> {
        let mut out = Writer::default();
        for mind in &self.minds {
            mind.joint.save(&mut out);
            mind.seen.save(&mut out);
            mind.own.save(&mut out);
        }
        out.bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), Diagnostic> {
        let mut from = Reader::new(bytes);
        for mind in &mut self.minds {
            mind.joint.load(&mut from)?;
            mind.seen.load(&mut from)?;
            mind.own.load(&mut from)?;
        }
        from.end()
    }

    fn fits(&self, form: Form) -> Result<(), Diagnostic> {
        if form == Form::Features {
            return Ok(());
        }
        let found = "a network for a rule that counts what others do by percept";
        Err(Diagnostic::new("wrong-trainer", found, "a table, or features"))
    }

    fn fits_team(&self, agents: usize, actions: usize) -> Result<(), Diagnostic> {
        if joint_actions(agents, actions).is_some() {
            return Ok(());
        }
        let found = format!("{agents} agents with {actions} actions each, for a rule that values joint actions");
        let wanted = format!("a team of at most {MOST_JOINT} joint actions");
        Err(Diagnostic::new("wrong-trainer", found, wanted))
    }

    fn boxed_clone(&self) -> Box<dyn Trainer> {
        Box::new(self.clone())
    }
}

fn schema() -> Schema {
    exploring_schema(Vec::new())
}

fn build(params: &Params, others: Others) -> Result<Box<dyn Trainer>, Faults> {
    Ok(Box::new(Joint {
        others,
        rate: params.number("rate"),
        discount: params.number("discount"),
        initial: params.number("initial"),
        exploration: Exploration::read(params),
        tries: params.number("epsilon_policy"),
        team: None,
        minds: Vec::new(),
    }))
}

pub(super) const ENTRIES: &[Entry<dyn Trainer>] = &[
    Entry {
        key: "joint_action_q",
        title: "Joint-action learning with agent models",
        aliases: &["jal", "jal_am"],
        about: "Each agent values joint actions, and its own by how often the others did what where it perceives the same.",
        source: "Claus & Boutilier 1998, The Dynamics of Reinforcement Learning in Cooperative Multiagent Systems; Albrecht, \
                 Christianos & Schaefer 2024, sec. 6.3.2",
        facets: Facets { central: true },
        params: schema,
        build: |params, ()| build(params, Others::Counted),
    },
    Entry {
        key: "friend_q",
        title: "Friend Q-learning",
        aliases: &["team_q"],
        about: "Each agent values joint actions, and takes its part in the best, expecting the others to take theirs.",
        source: "Littman 2001, Friend-or-Foe Q-learning in General-Sum Games",
        facets: Facets { central: true },
        params: schema,
        build: |params, ()| build(params, Others::Friends),
    },
];
