//! Queries about level-based foraging: replay an episode's actions, or ask what a heuristic policy earns.
//!
//! | asked | query | answer |
//! |---|---|---|
//! | replay | `cfg`, `agents`, `food`, `food_spawned`, `steps[].a` | `valid0`, `obs0`, `steps[]` with `p`, `r`, `d`, `v`, `f`, `o`, `return` |
//! | replace | a replay, with `replace` (agents, by number), `baseline`, `seed` | besides, `net_value[]`: what the same trace gains `with` and `without` each |
//! | policy | `cfg`, `policy`, `episodes`, `seed` | `return` (mean of what all agents gain together), `return_se`, `collected`, `steps` |
//!
//! `cfg` is an id or a table of its parameters. Members have the form of recorded `lbforaging` traces: an agent or a food is `[row, column,
//! level]`; `p` places, `r` rewards, `d` whether the episode is done, `v` the bits of valid actions, `f` the foods left (at
//! the first step and when they changed), `o` observations (at every second step of a row that shows a part of the field, else at
//! every tenth; and at the last). In strict mode a step also says `truncated`.

use super::net_value::{BASELINES, net_values};
use crate::catalogue::{Field, Kind, Place, Schema, Table, Value};
use crate::error::{Diagnostic, Faults};
use crate::ids::{RunKey, Seed};
use crate::models::foraging::{
    Action, Board, Cell, Config, End, Episode, Food, Forager, Layout, Observation, Policy, Rules, episode_text,
};
use crate::sim::{Purpose, Who, map_indexed};
use crate::stats::Running;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The members of a query that replays an episode. Those that a recorded trace has besides are let pass.
pub fn schema() -> Schema {
    let number = |min: i64| Kind::Integer { min, max: i64::MAX };
    let triple = || Kind::list(Kind::List { of: Box::new(number(0)), min: 3, max: 3 });
    let joint = Kind::list(Kind::Integer { min: 0, max: 5 });
    let let_pass = |key| Field::optional(key, Kind::Any, "A part of a recorded trace, not looked at.");
    let mut step = vec![Field::required(
        "a",
        joint,
        "The actions, one an agent: 0 none, 1 to 4 north, south, west, east, 5 load.",
    )];
    step.extend(["p", "r", "d", "v", "f", "o"].map(let_pass));
    let mut fields = vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required("cfg", Kind::Any, "The field: an id, or a table of its parameters."),
        Field::required("agents", triple(), "The agents, each as row, column and level."),
        Field::required("food", triple(), "The foods, each as row, column and level."),
        Field::optional("food_spawned", number(1), "The levels of all foods of the episode together."),
        Field::required("steps", Kind::list(Kind::Table(Schema::of(step))), "The steps, each with its actions `a`."),
    ];
    fields.extend([
        Field::optional(
            "replace",
            Kind::list(number(0)),
            "Agents, numbered from 0: for each the trace is run again with the baseline in its place.",
        ),
        Field::with_default("baseline", Kind::Choice(&BASELINES), "stay", "What replaces an agent."),
    ]);
    fields.extend(["name", "seed", "policy", "valid0", "obs0", "return"].map(let_pass));
    Schema::of(fields)
}

/// The members of a query that asks what a policy earns.
pub fn policy_schema() -> Schema {
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required("cfg", Kind::Any, "The field: an id, or a table of its parameters."),
        Field::required("policy", Kind::Choice(&["uniform", "uniform_valid", "greedy", "team"]), "What agents do."),
        Field::with_default("episodes", Kind::Integer { min: 1, max: 10_000_000 }, 100i64, "How many episodes."),
        Field::with_default("seed", Kind::COUNT, 1i64, "The master seed."),
    ])
}

/// Answers a query about level-based foraging.
///
/// # Errors
/// What is wrong with the query, each fault at its member.
///
/// # Examples
/// ```
/// use serde_json::json;
/// let query = json!({
///     "cfg": "Foraging-5x5-2p-1f-v3", "agents": [[2, 1, 1], [0, 0, 2]], "food": [[2, 2, 1]], "steps": [{ "a": [5, 2] }],
/// });
/// let answer = comity::query::answer_forage(&query).unwrap();
/// assert_eq!(answer["steps"][0]["r"], json!([1.0, 0.0]));
/// assert_eq!(answer["steps"][0]["p"], json!([[2, 1], [1, 0]]));
/// ```
pub fn answer(query: &Json) -> Result<Json, Faults> {
    let value = Value::from_json(query)?;
    let table = section(&value)?;
    if table.get("steps").is_none() && table.get("policy").is_some() {
        return heuristic(table, &value);
    }
    let (place, mut faults) = (Place::root(), Faults::new());
    let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    let rules = Arc::new(rules(params.value("cfg"), &place)?);
    let triples = |key: &str| params.list(key).iter().map(triple).collect::<Vec<_>>();
    let start = Layout {
        agents: triples("agents").into_iter().map(|(cell, level)| Forager { cell, level }).collect(),
        foods: triples("food").into_iter().map(|(cell, level)| Food { cell, level }).collect(),
        spawned: params.get("food_spawned").and_then(Value::integer).map(narrow),
    };
    let actions = joint_actions(params.list("steps"), rules.config().agents, &place.key("steps"))?;
    let mut answer = replay(&rules, &start, &actions)?;
    if let Some(replaced) = params.get("replace") {
        answer["net_value"] = net_values(&rules, &start, &actions, replaced, &params)?;
    }
    Ok(answer)
}

fn section(value: &Value) -> Result<&Table, Diagnostic> {
    value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))
}

fn rules(cfg: &Value, place: &Place) -> Result<Rules, Faults> {
    let place = place.key("cfg");
    Config::read(cfg, &place)?.check_at(&place)
}

/// Row and column, and level; what no number of the lab can hold becomes one that no board has.
fn triple(value: &Value) -> (Cell, u16) {
    let numbers: Vec<u16> = value.as_list().unwrap_or_default().iter().filter_map(Value::integer).map(narrow).collect();
    match numbers.as_slice() {
        [row, col, level] => (Cell { row: *row, col: *col }, *level),
        _ => unreachable!("the schema asks for three whole numbers"),
    }
}

fn narrow<T: TryFrom<i64> + Limit>(number: i64) -> T {
    T::try_from(number).unwrap_or(T::MOST)
}

trait Limit {
    const MOST: Self;
}

impl Limit for u16 {
    const MOST: Self = u16::MAX;
}

impl Limit for u32 {
    const MOST: Self = u32::MAX;
}

fn joint_actions(steps: &[Value], agents: usize, place: &Place) -> Result<Vec<Vec<Action>>, Faults> {
    let mut faults = Faults::new();
    let mut all = Vec::with_capacity(steps.len());
    for (k, step) in steps.iter().enumerate() {
        let step = step.section().expect("the schema asks for tables");
        let given = step.list("a");
        if given.len() != agents {
            let at = place.item(k).key("a").at(&step.value("a").origin);
            let wanted = format!("{agents}, one an agent");
            faults.push(Diagnostic::new("wrong-count", format!("{} actions", given.len()), wanted).at(at));
        }
        let action = |value: &Value| Action::from_index(usize::try_from(value.integer()?).ok()?);
        all.push(given.iter().filter_map(action).collect());
    }
    faults.into_result(all)
}

fn replay(rules: &Arc<Rules>, start: &Layout, actions: &[Vec<Action>]) -> Result<Json, Faults> {
    let mut field = crate::models::foraging::Field::new(Arc::clone(rules), 1);
    field.place(0, start)?;
    let config = rules.config();
    let in_part = config.observation == Observation::Vector && config.sight < config.rows.max(config.cols);
    let every = if in_part { 2 } else { 10 };
    let (valid, observed) = (masks(field.board(0)), observations(field.board(0)));
    let mut steps = Vec::with_capacity(actions.len());
    let (mut rewards, mut loads) = (vec![0.0; config.agents], Vec::new());
    let mut returns = vec![0.0; config.agents];
    let mut foods = None;
    for (t, joint) in actions.iter().enumerate() {
        if field.board(0).end() != End::Running {
            let found = format!("{} steps of an episode that ended after {t}", actions.len());
            let at = Place::root().key("steps").at(&crate::error::Origin::Unknown);
            return Err(Diagnostic::new("episode-over", found, format!("at most {t} steps")).at(at).into());
        }
        loads.clear();
        let end = field.step(0, joint, &mut rewards, &mut loads);
        let board = field.board(0);
        let places: Vec<[u16; 2]> = board.agents().map(|agent| [agent.cell.row, agent.cell.col]).collect();
        let mut step = json!({
            "p": places,
            "r": rewards,
            "d": rules.done(end),
            "v": masks(board),
        });
        if rules.strict() {
            step["truncated"] = json!(rules.truncated(end));
        }
        let left: Vec<[u16; 3]> = board.foods().map(|food| [food.cell.row, food.cell.col, food.level]).collect();
        if foods.as_ref() != Some(&left) {
            step["f"] = json!(left);
            foods = Some(left);
        }
        if (t + 1) % every == 0 || t + 1 == actions.len() {
            step["o"] = json!(observations(board));
        }
        for (sum, reward) in returns.iter_mut().zip(&rewards) {
            *sum += reward;
        }
        steps.push(step);
    }
    Ok(json!({ "valid0": valid, "obs0": observed, "steps": steps, "return": returns }))
}

fn masks(board: Board<'_>) -> Vec<u8> {
    (0..board.agent_count()).map(|agent| board.valid(agent).0).collect()
}

fn observations(board: Board<'_>) -> Vec<Vec<i16>> {
    let observe = |agent| {
        let mut numbers = vec![0; board.rules().observation_len()];
        board.observe(agent, &mut numbers);
        numbers
    };
    (0..board.agent_count()).map(observe).collect()
}

/// How many episodes are played before their sums are folded.
const EPISODES_PER_JOB: u64 = 64;

/// A question about a policy, read.
struct Asked {
    rules: Arc<Rules>,
    policy: Policy,
    episodes: u64,
    key: RunKey,
}

impl Asked {
    fn read(table: &Table, value: &Value) -> Result<Self, Faults> {
        let (place, mut faults) = (Place::root(), Faults::new());
        let Some(params) = policy_schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
        let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
        let policy = Policy::ALL.into_iter().find(|policy| policy.name() == params.text("policy"));
        Ok(Self {
            rules: Arc::new(rules(params.value("cfg"), &place)?),
            policy: policy.expect("the schema knows the policies"),
            episodes: whole("episodes"),
            key: RunKey::derive(Seed(whole("seed")), 0, ""),
        })
    }

    /// An episode by its number: the same boards for every policy.
    fn play(&self, episode: u64) -> Episode {
        let stream = |name| self.key.draws(Who { place: "foraging", repetition: episode, name }, Purpose::Choice);
        Episode::play(&self.rules, self.policy, &mut stream("field"), &mut stream(self.policy.name()))
    }
}

/// The first episode of a query that asks what a policy earns, as text.
///
/// # Errors
/// What is wrong with the query.
pub fn episode(query: &Json) -> Result<String, Faults> {
    let value = Value::from_json(query)?;
    Ok(episode_text(&Asked::read(section(&value)?, &value)?.play(0)))
}

/// What a policy earns: means over episodes.
fn heuristic(table: &Table, value: &Value) -> Result<Json, Faults> {
    let asked = Asked::read(table, value)?;
    let jobs = usize::try_from(asked.episodes.div_ceil(EPISODES_PER_JOB)).expect("the schema bounds it");
    let played = map_indexed(jobs, |job| {
        let first = job as u64 * EPISODES_PER_JOB;
        (first..asked.episodes.min(first + EPISODES_PER_JOB))
            .map(|episode| {
                let played = asked.play(episode);
                #[expect(clippy::cast_precision_loss, reason = "an episode is short")]
                let steps = played.steps.len() as f64;
                [played.team_return(), steps, f64::from(u8::from(played.end == End::Collected))]
            })
            .collect::<Vec<_>>()
    });
    let mut streams: [Running; 3] = Default::default();
    for measured in played.into_iter().flatten() {
        for (stream, value) in streams.iter_mut().zip(measured) {
            stream.push(value);
        }
    }
    let mean = |k: usize| streams[k].summary().map(|summary| summary.mean);
    Ok(json!({
        "return": mean(0),
        "return_se": streams[0].summary().and_then(|summary| summary.standard_error()),
        "steps": mean(1),
        "collected": mean(2),
        "episodes": asked.episodes,
    }))
}
