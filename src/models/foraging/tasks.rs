//! Foraging as A2A tasks: the field is an agent, and each load is a task at it.
//!
//! When agents try to lift a food, the first of them opens a task at the field that names the food and all that lift;
//! one delay later the field answers: working, then completed with the reward as the result, or failed with what
//! was missing. All tasks of an episode belong to one context. The facts follow from the episode on record, so that
//! nothing that a trace shows can change it; moves are nobody's promise and open no task.

use super::episode::Episode;
use super::field::Load;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, Payload, TaskId};
use crate::ids::{AgentId, Tick};
use crate::play::Pace;
use serde_json::{Value, json};
use std::sync::Arc;

/// What agents and the field say to each other.
#[derive(Clone, Debug, PartialEq)]
pub enum Gathering {
    /// We lift this food.
    Lift {
        /// The step, from 1.
        step: u32,
        /// Which food, and who lifts.
        load: Load,
        /// The names of all agents of the board.
        names: Arc<[String]>,
    },
    /// It is lifted.
    Lifted {
        /// The step, from 1.
        step: u32,
        /// Which food, and who lifted it.
        load: Load,
        /// What each of those is rewarded with by the rules of individual reward, in their order.
        shares: Vec<f64>,
        /// The names of all agents of the board.
        names: Arc<[String]>,
    },
    /// It is too heavy.
    TooHeavy {
        /// The step, from 1.
        step: u32,
        /// Which food, and who tried.
        load: Load,
        /// What each of them loses.
        penalty: f64,
    },
}

impl Payload for Gathering {
    fn data(&self) -> Value {
        let about = |step: &u32, load: &Load| {
            json!({
                "game": "level_based_foraging",
                "step": step,
                "food": [load.cell.row, load.cell.col],
                "level": load.level,
            })
        };
        let named = |load: &Load, names: &[String]| -> Vec<String> {
            load.loaders.iter().map(|agent| names.get(agent).cloned().unwrap_or_default()).collect()
        };
        match self {
            Gathering::Lift { step, load, names } => {
                let mut data = about(step, load);
                data["action"] = json!("load");
                data["agents"] = json!(named(load, names));
                data
            }
            Gathering::Lifted { step, load, shares, names } => {
                let mut data = about(step, load);
                let each = named(load, names).into_iter().zip(shares);
                let each: Vec<Value> = each.map(|(agent, share)| json!({ "agent": agent, "share": share })).collect();
                data["reward"] = json!(shares.iter().sum::<f64>());
                data["shares"] = json!(each);
                data
            }
            Gathering::TooHeavy { step, load, penalty } => {
                let mut data = about(step, load);
                data["strength"] = json!(load.strength);
                data["penalty"] = json!(penalty);
                data
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Gathering::Lift { .. } => "load",
            Gathering::Lifted { .. } => "reward",
            Gathering::TooHeavy { .. } => "failure",
        }
    }
}

/// The facts of the tasks of an episode, in order: `see` gets each with its tick.
///
/// - `names`: of the agents, in order, as they are to stand in messages. In the exchange they are agents 0, 1, .., and the field
///   is the one after the last.
/// - `pace`: a round is a step. Step `t` begins at `(t - 1)` rounds.
///
/// Tasks are numbered as they are opened, by step and within a step by the first agent that loads.
pub fn task_facts(episode: &Episode, names: &Arc<[String]>, pace: Pace, mut see: impl FnMut(Tick, Fact<Gathering>)) {
    let rules = &episode.rules;
    let agent = AgentId::at;
    let field = agent(rules.config().agents);
    let mut opened = 0;
    for (step, done) in (1..).zip(&episode.steps) {
        let start = Tick(u64::from(step - 1) * pace.round_us);
        let first = opened;
        for load in &done.loads {
            let client = load.loaders.iter().next().map(agent).expect("somebody loads");
            let payload = Gathering::Lift { step, load: *load, names: Arc::clone(names) };
            let (task, context, references) = (TaskId(opened), ContextId(0), Vec::new());
            see(start, Fact::Opened { task, context, client, server: field, payload, references });
            opened += 1;
        }
        let answered = start.after(pace.delay_us);
        for (task, load) in (first..).map(TaskId).zip(&done.loads) {
            see(answered, Fact::Updated { task, state: TaskState::Working, payload: None });
            let (state, payload) = if load.lifted() {
                let share = |agent: usize| rules.share(load, episode.start.agents[agent].level);
                let shares = load.loaders.iter().map(share).collect();
                let payload = Gathering::Lifted { step, load: *load, shares, names: Arc::clone(names) };
                see(answered, Fact::Artifact { task, payload });
                (TaskState::Completed, None)
            } else {
                let penalty = rules.config().penalty;
                (TaskState::Failed, Some(Gathering::TooHeavy { step, load: *load, penalty }))
            };
            see(answered, Fact::Updated { task, state, payload });
        }
    }
}
