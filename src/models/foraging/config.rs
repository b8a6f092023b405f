//! The parameters of a field as users give them.
//!
//! Keys and defaults are those of `lbforaging`'s constructor and of its registered ids, so that the arguments of one are
//! a configuration of the other; `mode` and `reward` are our own. A configuration is read here and checked in
//! [`Config::check`](super::Rules); each key by itself by the schema, what goes together there.

use super::ident;
use super::movement::MAX_AGENTS;
use crate::catalogue::{Data, Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};

/// The longest side of a field, in cells.
pub const MAX_SIDE: usize = 100;
/// The most foods of a field.
pub const MAX_FOODS: usize = 250;
/// The highest level of an agent.
pub const MAX_AGENT_LEVEL: u16 = 10_000;
/// The highest level of a food.
pub const MAX_FOOD_LEVEL: u16 = 30_000;

/// How boards are filled, and how agents get in each other's way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// As `lbforaging` 2.0.0, step by step: agents may come to share a cell, food that does not fit is left out, an
    /// episode that runs out of time is `done` and never `truncated`.
    #[default]
    V3,
    /// As described: never two agents in a cell, as many foods as asked for, `done` when all food is gone and `truncated`
    /// when time runs out; agents are seen as far as food is.
    Strict,
}

/// A level for all, or one for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Levels {
    /// The same for all.
    All(u16),
    /// One for each; on every board they are dealt out at random.
    Each(Vec<u16>),
}

/// What an agent observes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// Places and levels of foods and agents, as one row of numbers.
    #[default]
    Vector,
    /// Three layers of cells around the agent.
    Grid,
}

/// What an agent is rewarded with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reward {
    /// Its own share of what it lifts.
    #[default]
    Individual,
    /// The sum of all agents' shares, summed in their order.
    Common,
}

/// The parameters of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How boards are filled, and how agents get in each other's way.
    pub mode: Mode,
    /// How many rows, from 3 to `MAX_SIDE`.
    pub rows: usize,
    /// How many columns, from 3 to `MAX_SIDE`.
    pub cols: usize,
    /// How many agents, from 1 to 64.
    pub agents: usize,
    /// How many foods are asked for, from 1 to `MAX_FOODS`.
    pub foods: usize,
    /// The least level of agents.
    pub min_agent_level: Levels,
    /// The greatest level of agents.
    pub max_agent_level: Levels,
    /// The least level of foods; without meaning if `force_coop`.
    pub min_food_level: Levels,
    /// The greatest level of foods; if nothing, what the three weakest agents of the board lift together.
    pub max_food_level: Option<Levels>,
    /// How far an agent sees along each axis, in cells.
    pub sight: usize,
    /// After how many steps time is up.
    pub max_steps: u32,
    /// Whether each food has its greatest level.
    pub force_coop: bool,
    /// What each agent loses that tries to lift a food with too little help, in units of reward.
    pub penalty: f64,
    /// Whether rewards are divided so that all food of a board is worth 1.
    pub normalize_reward: bool,
    /// What agents observe.
    pub observation: Observation,
    /// Whether the levels of agents are observed.
    pub observe_agent_levels: bool,
    /// What agents are rewarded with.
    pub reward: Reward,
}

impl Levels {
    /// The level of number `k`.
    pub fn at(&self, k: usize) -> u16 {
        match self {
            Levels::All(level) => *level,
            Levels::Each(levels) => levels[k],
        }
    }
}

impl Config {
    /// The configuration of the registered id of that size without further letters: agents of levels 1 to 2, foods of level 1 to
    /// what the three weakest agents lift, the whole field in sight, 50 steps.
    pub fn new(rows: usize, cols: usize, agents: usize, foods: usize) -> Self {
        Self {
            mode: Mode::V3,
            rows,
            cols,
            agents,
            foods,
            min_agent_level: Levels::All(1),
            max_agent_level: Levels::All(2),
            min_food_level: Levels::All(1),
            max_food_level: None,
            sight: rows.max(cols),
            max_steps: 50,
            force_coop: false,
            penalty: 0.0,
            normalize_reward: true,
            observation: Observation::Vector,
            observe_agent_levels: true,
            reward: Reward::Individual,
        }
    }

    /// The configuration of an id such as `Foraging-2s-8x8-2p-2f-coop-v3`.
    ///
    /// # Errors
    /// If it is none: the fault shows the nearest id, or the form of all.
    ///
    /// # Examples
    /// ```
    /// use comity::models::foraging::Config;
    /// let config = Config::from_id("Foraging-2s-8x8-2p-3f-coop-v3").unwrap();
    /// assert_eq!((config.rows, config.agents, config.foods, config.sight), (8, 2, 3, 2));
    /// let fault = Config::from_id("Foraging-8x8-3f-2p-v2").unwrap_err();
    /// assert!(fault.to_string().ends_with("did you mean \"Foraging-8x8-2p-3f-v3\"?"));
    /// ```
    pub fn from_id(id: &str) -> Result<Self, Diagnostic> {
        ident::parse(id)
    }

    /// The keys of a configuration written as a table.
    pub fn schema() -> Schema {
        let count = |max: usize| Kind::Integer { min: 1, max: i64::try_from(max).unwrap_or(i64::MAX) };
        let side = Kind::Integer { min: 3, max: i64::try_from(MAX_SIDE).unwrap_or(i64::MAX) };
        Schema::of(vec![
            Field::required(
                "field_size",
                Kind::List { of: Box::new(side), min: 2, max: 2 },
                "The numbers of rows and columns.",
            )
            .unit("cells"),
            Field::required("players", count(MAX_AGENTS), "The number of agents."),
            Field::required("max_num_food", count(MAX_FOODS), "The number of foods."),
            Field::with_default(
                "min_player_level",
                Kind::Any,
                1i64,
                "The least level of agents: a number, or one an agent, dealt out at random.",
            ),
            Field::with_default("max_player_level", Kind::Any, 2i64, "The greatest level of agents, likewise."),
            Field::with_default("min_food_level", Kind::Any, 1i64, "The least level of foods, likewise."),
            Field::optional(
                "max_food_level",
                Kind::Any,
                "The greatest level of foods, likewise; what the three weakest agents lift together, if left out.",
            ),
            Field::optional(
                "sight",
                Kind::Integer { min: 0, max: i64::try_from(MAX_SIDE).unwrap_or(i64::MAX) },
                "How far an agent sees along each axis; the whole field, if left out.",
            )
            .unit("cells"),
            Field::with_default(
                "max_episode_steps",
                Kind::Integer { min: 1, max: 1_000_000_000 },
                50i64,
                "After how many steps time is up.",
            )
            .unit("steps"),
            Field::with_default("force_coop", Kind::Bool, false, "Whether each food has its greatest level."),
            Field::with_default(
                "normalize_reward",
                Kind::Bool,
                true,
                "Whether rewards are divided so that all food of a board is worth 1.",
            ),
            Field::with_default(
                "grid_observation",
                Kind::Bool,
                false,
                "Whether agents observe layers of cells instead of a row of numbers.",
            ),
            Field::with_default("observe_agent_levels", Kind::Bool, true, "Whether levels of agents are observed."),
            Field::with_default(
                "penalty",
                Kind::Number { min: 0.0, max: 1e6 },
                0.0,
                "What each agent loses that tries to lift a food with too little help.",
            )
            .unit("reward"),
            Field::with_default(
                "mode",
                Kind::Choice(&["v3", "strict"]),
                "v3",
                "Step by step as lbforaging 2.0.0, or without its overlaps, silent time-outs and missing food.",
            ),
            Field::with_default(
                "reward",
                Kind::Choice(&["individual", "common"]),
                "individual",
                "Whether an agent gets its own share, or the sum of all.",
            ),
        ])
    }

    /// Reads a configuration: an id, or a table of the keys of [`schema`](Config::schema).
    ///
    /// # Errors
    /// All that is wrong with single keys, each at its place.
    pub fn read(value: &Value, place: &Place) -> Result<Self, Faults> {
        match &value.data {
            Data::Text(id) => Self::from_id(id).map_err(|fault| fault.or_at(&place.at(&value.origin)).into()),
            Data::Table(table) => {
                let mut faults = Faults::new();
                let params = Self::schema().check(table, &value.origin, place, &mut faults);
                let config = params.and_then(|params| Self::of(&params, place, &mut faults));
                config.filter(|_| faults.is_empty()).ok_or(faults)
            }
            _ => Err(Diagnostic::new(
                "wrong-type",
                format!("a field given as {}", value.describe()),
                "an id such as \"Foraging-8x8-2p-2f-v3\", or a table of its parameters",
            )
            .at(place.at(&value.origin))
            .into()),
        }
    }

    /// The configuration of parameters that [`schema`](Config::schema) has checked; `None`, with faults added, if levels are wrong.
    pub fn of(params: &Params, place: &Place, faults: &mut Faults) -> Option<Self> {
        let sides: Vec<usize> = params.list("field_size").iter().filter_map(whole).collect();
        let &[rows, cols] = sides.as_slice() else { return None };
        let (agents, foods) = (params.count("players"), params.count("max_num_food"));
        let mut levels = |key: &str, count: usize, max: u16| {
            params.get(key).map(|value| levels(value, &place.key(key), count, max, faults))
        };
        let min_agent_level = levels("min_player_level", agents, MAX_AGENT_LEVEL).flatten();
        let max_agent_level = levels("max_player_level", agents, MAX_AGENT_LEVEL).flatten();
        let min_food_level = levels("min_food_level", foods, MAX_FOOD_LEVEL).flatten();
        let max_food_level = match levels("max_food_level", foods, MAX_FOOD_LEVEL) {
            None => None,
            Some(level) => Some(level?),
        };
        let choose = |key: &str, word: &str| params.text(key) == word;
        Some(Self {
            mode: if choose("mode", "strict") { Mode::Strict } else { Mode::V3 },
            rows,
            cols,
            agents,
            foods,
            min_agent_level: min_agent_level?,
            max_agent_level: max_agent_level?,
            min_food_level: min_food_level?,
            max_food_level,
            sight: params.get("sight").and_then(whole).unwrap_or(rows.max(cols)),
            max_steps: u32::try_from(params.integer("max_episode_steps")).expect("the schema bounds it"),
            force_coop: params.flag("force_coop"),
            penalty: params.number("penalty"),
            normalize_reward: params.flag("normalize_reward"),
            observation: if params.flag("grid_observation") { Observation::Grid } else { Observation::Vector },
            observe_agent_levels: params.flag("observe_agent_levels"),
            reward: if choose("reward", "common") { Reward::Common } else { Reward::Individual },
        })
    }
}

fn whole(value: &Value) -> Option<usize> {
    value.integer().and_then(|number| usize::try_from(number).ok())
}

/// A level, or a list of as many as there are things that have one.
fn levels(value: &Value, place: &Place, count: usize, max: u16, faults: &mut Faults) -> Option<Levels> {
    let level = Kind::Integer { min: 1, max: i64::from(max) };
    let number = |value: &Value| value.integer().and_then(|level| u16::try_from(level).ok());
    if value.as_list().is_some() {
        let list = Kind::List { of: Box::new(level), min: count, max: count };
        let checked = list.check(value, place, faults)?;
        return Some(Levels::Each(checked.as_list()?.iter().filter_map(number).collect()));
    }
    level.check(value, place, faults).as_ref().and_then(number).map(Levels::All)
}
