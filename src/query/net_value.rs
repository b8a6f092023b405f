//! A trace run again with one agent replaced: the engineer's counterfactual.
//!
//! Each load of an episode is a task at the field. To say what an agent was worth to the team that completed those tasks, a baseline
//! takes its place and all others do what the trace says they did; the difference in what is gained is its net value. The others
//! do not answer to the change: this is what the record shows, not what a team without that agent would learn.

use crate::catalogue::{Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::ids::{RunKey, Seed};
use crate::models::foraging::{Action, End, Field, Layout, Policy, Rules};
use crate::sim::{Purpose, Who};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// What may replace an agent.
pub(super) const BASELINES: [&str; 4] = ["stay", "uniform_valid", "greedy", "team"];

/// What the trace gains with and without each of some agents.
pub(super) fn net_values(
    rules: &Arc<Rules>,
    start: &Layout,
    actions: &[Vec<Action>],
    replaced: &Value,
    params: &Params,
) -> Result<Json, Faults> {
    let name = params.text("baseline");
    let baseline = Policy::ALL.into_iter().find(|policy| policy.name() == name);
    let seed = params.get("seed").and_then(Value::integer).and_then(|seed| u64::try_from(seed).ok()).unwrap_or(1);
    let with = run(rules, start, actions, None)?;
    let agents = rules.config().agents;
    let mut found = Vec::new();
    for (k, value) in replaced.as_list().unwrap_or_default().iter().enumerate() {
        let agent = value.integer().and_then(|agent| usize::try_from(agent).ok()).unwrap_or(usize::MAX);
        if agent >= agents {
            let at = Place::root().key("replace").item(k).at(&value.origin);
            let wanted = format!("one of 0 to {}", agents - 1);
            return Err(Diagnostic::new("no-such-agent", format!("agent {agent}"), wanted).at(at).into());
        }
        let without = run(rules, start, actions, Some((agent, baseline, seed)))?;
        found.push(json!({
            "agent": agent,
            "baseline": name,
            "with": { "return": with.0, "tasks": with.1 },
            "without": { "return": without.0, "tasks": without.1 },
            "net": with.0 - without.0,
        }));
    }
    Ok(json!(found))
}

/// What is gained in all, and how many tasks are completed, where a baseline (nothing is to stay) does for an agent.
fn run(
    rules: &Arc<Rules>,
    start: &Layout,
    actions: &[Vec<Action>],
    replaced: Option<(usize, Option<Policy>, u64)>,
) -> Result<(f64, usize), Faults> {
    let mut field = Field::new(Arc::clone(rules), 1);
    field.place(0, start)?;
    let (mut rewards, mut loads) = (vec![0.0; rules.config().agents], Vec::new());
    let seed = replaced.map_or(0, |(_, _, seed)| seed);
    let mut draws = RunKey::derive(Seed(seed), 0, "").draws(Who::agent("baseline"), Purpose::Choice);
    let (mut gained, mut tasks) = (0.0, 0);
    for joint in actions {
        if field.board(0).end() != End::Running {
            break;
        }
        let mut joint = joint.clone();
        if let Some((agent, policy, _)) = replaced {
            joint[agent] = policy.map_or(Action::None, |policy| policy.act(&field.board(0), agent, &mut draws));
        }
        loads.clear();
        field.step(0, &joint, &mut rewards, &mut loads);
        // A common reward is paid to each; the team gains it once.
        gained += match rules.config().reward {
            crate::models::foraging::Reward::Common => rewards[0],
            crate::models::foraging::Reward::Individual => rewards.iter().sum(),
        };
        tasks += loads.iter().filter(|load| load.lifted()).count();
    }
    Ok((gained, tasks))
}
