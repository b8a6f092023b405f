//! Lookup tables and gamblers: what is played depends on own last, the other's last and the other's first actions.
//!
//! A lookup table plays a sure action for each combination, a gambler cooperates with a probability. Published and
//! trained tables are data, in `assets/strategies/tables.txt` (Harper et al. 2017, PLoS ONE 12:e0188046). Tables of few
//! actions are finite automata.

use super::{data, plain, word};
use crate::catalogue::{Data, Entry, Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine, parse_actions};

/// How many actions are looked at: own last, the other's last, the other's first.
type Depths = [u32; 3];

/// A table of chances of C.
#[derive(Clone)]
struct Table {
    depths: Depths,
    /// What is played in the first rounds, one for each round of the greatest depth.
    first: Vec<Action>,
    /// By own last actions, the other's last and the other's first, each oldest first, D as 1: the last letter in the
    /// lowest bit.
    pattern: Vec<Chance>,
}

/// What a table remembers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Memory {
    /// Rounds played, at most the greatest depth.
    rounds: u32,
    own: u32,
    last: u32,
    opening: u32,
}

impl Table {
    fn deepest(depths: Depths) -> u32 {
        depths.into_iter().max().unwrap_or_default()
    }

    /// The most actions that a table may look at in all.
    const WIDEST: u32 = 16;

    /// A table with its first actions cut or filled up with C.
    fn new(depths: Depths, mut first: Vec<Action>, pattern: Vec<Chance>) -> Self {
        first.resize(Self::deepest(depths) as usize, Action::C);
        Self { depths, first, pattern }
    }
}

/// A word of bits with a letter more, cut to a width.
fn shifted(word: u32, letter: Action, width: u32) -> u32 {
    (word << 1 | u32::from(letter.0)) & ((1 << width) - 1)
}

impl Machine for Table {
    type State = Memory;

    fn begin(&mut self, _: &Told) -> Memory {
        Memory { rounds: 0, own: 0, last: 0, opening: 0 }
    }

    fn cooperates(&self, memory: &Memory) -> Chance {
        if let Some(action) = self.first.get(memory.rounds as usize) {
            return Chance::sure(*action == Action::C);
        }
        let [_, last, opening] = self.depths;
        let place = memory.own << (last + opening) | memory.last << opening | memory.opening;
        self.pattern[place as usize]
    }

    fn next(&self, memory: &Memory, own: Action, seen: Action) -> Memory {
        let [depth_own, depth_last, depth_opening] = self.depths;
        let opens = memory.rounds < depth_opening;
        Memory {
            rounds: (memory.rounds + 1).min(Self::deepest(self.depths)),
            own: shifted(memory.own, own, depth_own),
            last: shifted(memory.last, seen, depth_last),
            opening: if opens { shifted(memory.opening, seen, depth_opening) } else { memory.opening },
        }
    }
}

const FILE: &str = include_str!("../../../assets/strategies/tables.txt");

/// A table of the data file.
fn built_in(key: &str) -> Box<dyn Strategy> {
    let mut words = data::record(FILE, key);
    let mut next = || words.next().expect("a table has depths, first actions and a pattern");
    let depths = [next(), next(), next()].map(|depth| u32::try_from(data::whole(depth)).expect("a small depth"));
    let first = parse_actions(next()).expect("the first actions are C and D");
    let pattern: Vec<&str> = words.collect();
    let pattern = match parse_actions(pattern[0]) {
        Some(actions) => actions.iter().map(|action| Chance::sure(*action == Action::C)).collect(),
        None => pattern.iter().map(|p| Chance::of(data::number(p))).collect(),
    };
    machine(Table::new(depths, first, pattern))
}

/// What a user wrote for one combination: C, D, or (if gamblers are asked for) a probability of C.
fn chance(value: &Value, gambles: bool) -> Option<Chance> {
    match value.as_text().map(parse_actions) {
        Some(Some(actions)) if actions.len() == 1 => Some(Chance::sure(actions[0] == Action::C)),
        Some(_) => None,
        None => value.number().filter(|p| (0.0..=1.0).contains(p) && gambles).map(Chance::of),
    }
}

/// The pattern that a user wrote: a word, or a list.
fn pattern(value: &Value, gambles: bool) -> Option<Vec<Chance>> {
    match &value.data {
        Data::Text(text) => {
            Some(parse_actions(text)?.iter().map(|action| Chance::sure(*action == Action::C)).collect())
        }
        Data::List(items) => items.iter().map(|item| chance(item, gambles)).collect(),
        _ => None,
    }
}

/// The words of a key of a lookup dictionary: `CC/D/` or a JSON list such as `["CC", "D", []]`.
fn combination(key: &str) -> Option<[Vec<Action>; 3]> {
    let parts: Vec<String> = match serde_json::from_str::<Vec<serde_json::Value>>(key) {
        Ok(parts) => parts
            .iter()
            .map(|part| match part {
                serde_json::Value::String(text) => Some(text.clone()),
                serde_json::Value::Array(letters) => letters.iter().map(|letter| letter.as_str()).collect(),
                _ => None,
            })
            .collect::<Option<_>>()?,
        Err(_) => key.split('/').map(str::to_string).collect(),
    };
    let words: Vec<Vec<Action>> = parts.iter().map(|part| parse_actions(part)).collect::<Option<_>>()?;
    words.try_into().ok()
}

/// The table that a lookup dictionary says.
fn from_dictionary(table: &crate::catalogue::Table, gambles: bool) -> Result<(Depths, Vec<Chance>), Diagnostic> {
    let fault = |found: String| {
        let expected =
            "one key such as \"CC/D/\" (own last actions, the other's last, the other's first) for each combination";
        Diagnostic::new("wrong-table", found, expected)
    };
    let mut depths: Option<[usize; 3]> = None;
    let mut pattern: Vec<Option<Chance>> = Vec::new();
    for (key, value) in table.iter() {
        let words = combination(&key.name).ok_or_else(|| fault(format!("the key {:?}", key.name)))?;
        let lengths = [0, 1, 2].map(|k| words[k].len());
        let width = lengths.iter().sum::<usize>();
        if width > Table::WIDEST as usize || *depths.get_or_insert(lengths) != lengths {
            return Err(fault(format!("the key {:?} beside others of other lengths, or too long", key.name)));
        }
        pattern.resize(1 << width, None);
        let place = words.iter().flatten().fold(0, |place, action| place << 1 | action.index());
        let chance = chance(value, gambles).ok_or_else(|| fault(format!("{:?} is {}", key.name, value.describe())))?;
        pattern[place] = Some(chance);
    }
    let pattern: Option<Vec<Chance>> = pattern.into_iter().collect();
    match (depths, pattern) {
        (Some(depths), Some(pattern)) => {
            Ok((depths.map(|depth| u32::try_from(depth).expect("at most sixteen")), pattern))
        }
        _ => Err(fault("a dictionary without some combinations".to_string())),
    }
}

/// The table that the parameters of `looker_up` and `gambler` say.
fn from_params(params: &Params, gambles: bool) -> Result<Box<dyn Strategy>, Faults> {
    let first = word(params, "initial_actions");
    let root = Place::root();
    if let Some(value) = params.get("lookup_dict") {
        let at = root.key("lookup_dict").at(&value.origin);
        let table = value.as_table().ok_or_else(|| {
            Diagnostic::new("wrong-type", format!("`lookup_dict` is {}", value.describe()), "a table").at(at.clone())
        })?;
        let (depths, pattern) = from_dictionary(table, gambles).map_err(|fault| fault.or_at(&at))?;
        return Ok(machine(Table::new(depths, first, pattern)));
    }
    let depths: Vec<u32> = params
        .list("parameters")
        .iter()
        .map(|depth| depth.integer().and_then(|depth| u32::try_from(depth).ok()).expect("the schema bounds it"))
        .collect();
    let depths: Depths = depths.try_into().expect("the schema asks for three");
    let width = depths.iter().sum::<u32>();
    if width > Table::WIDEST {
        let found = format!("a table that looks at {width} actions");
        return Err(Diagnostic::new("out-of-range", found, format!("at most {} in all", Table::WIDEST))
            .at(root.key("parameters").at(&params.value("parameters").origin))
            .into());
    }
    let value = params.value("pattern");
    let what = if gambles { "C, D or a probability" } else { "C or D" };
    match pattern(value, gambles) {
        Some(pattern) if pattern.len() == 1 << width => Ok(machine(Table::new(depths, first, pattern))),
        found => {
            let found = match found {
                Some(pattern) => format!("`pattern` has {} entries", pattern.len()),
                None => format!("`pattern` is {}", value.describe()),
            };
            let expected = format!("{} entries, each {what}", 1u64 << width);
            Err(Diagnostic::new("wrong-table", found, expected).at(root.key("pattern").at(&value.origin)).into())
        }
    }
}

fn schema() -> Schema {
    let depth = Kind::Integer { min: 0, max: i64::from(Table::WIDEST) };
    let depths: Vec<Value> = [0i64, 1, 0].map(Value::from).into();
    Schema::of(vec![
        Field::with_default("pattern", Kind::Any, "CD", "What is played for each combination, C before D."),
        Field::with_default(
            "parameters",
            Kind::List { of: Box::new(depth), min: 3, max: 3 },
            Value::new(Data::List(depths)),
            "How many own last actions, other's last and other's first it looks at.",
        ),
        Field::with_default(
            "initial_actions",
            Kind::Actions { min: 0 },
            "",
            "The first actions; C where none is given.",
        ),
        Field::optional("lookup_dict", Kind::Any, "The table by keys such as \"CC/D/\", in place of a pattern."),
    ])
}

const HARPER: &str = "Harper et al. 2017, PLoS ONE 12:e0188046";
const MATHIEU: &str = "Mathieu & Delahaye 2015, AAMAS (winner of a large tournament of memory-one and -two rules)";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "looker_up",
        title: "LookerUp",
        aliases: &["lookup table"],
        about: "Looks up what to play by own last, the other's last and the other's first actions; by default tit-for-tat.",
        source: HARPER,
        facets: Facets::memory(1).axelrod("LookerUp"),
        params: schema,
        build: |params, _| from_params(params, false),
    },
    Entry {
        key: "gambler",
        title: "Gambler",
        aliases: &[],
        about: "Looks up the probability of C by own last, the other's last and the other's first actions.",
        source: HARPER,
        facets: Facets::memory(1).axelrod("Gambler"),
        params: schema,
        build: |params, _| from_params(params, true),
    },
    plain(
        "evolved_looker_up_1_1_1",
        "EvolvedLookerUp1_1_1",
        "An evolved table of one own, one other's last and one other's first action.",
        HARPER,
        Facets::unbounded().axelrod("EvolvedLookerUp1_1_1"),
        |_, _| Ok(built_in("evolved_looker_up_1_1_1")),
    ),
    plain(
        "evolved_looker_up_2_2_2",
        "EvolvedLookerUp2_2_2",
        "An evolved table of two own, two other's last and two other's first actions.",
        HARPER,
        Facets::unbounded().axelrod("EvolvedLookerUp2_2_2"),
        |_, _| Ok(built_in("evolved_looker_up_2_2_2")),
    ),
    plain(
        "winner_12",
        "Winner12",
        "A table of one own and two other's last actions; opens with CC.",
        MATHIEU,
        Facets::memory(2).axelrod("Winner12"),
        |_, _| Ok(built_in("winner_12")),
    ),
    plain(
        "winner_21",
        "Winner21",
        "A table of one own and two other's last actions; opens with DC.",
        MATHIEU,
        Facets::memory(2).axelrod("Winner21"),
        |_, _| Ok(built_in("winner_21")),
    ),
    plain(
        "pso_gambler_mem_1",
        "PSO Gambler Mem1",
        "A gambler on the last round, trained by particle swarms.",
        HARPER,
        Facets::memory(1).stochastic().axelrod("PSOGamblerMem1"),
        |_, _| Ok(built_in("pso_gambler_mem_1")),
    ),
    plain(
        "pso_gambler_1_1_1",
        "PSO Gambler 1_1_1",
        "A gambler on one own, one other's last and one other's first action, trained by particle swarms.",
        HARPER,
        Facets::unbounded().stochastic().axelrod("PSOGambler1_1_1"),
        |_, _| Ok(built_in("pso_gambler_1_1_1")),
    ),
    plain(
        "pso_gambler_2_2_2",
        "PSO Gambler 2_2_2",
        "A gambler on two own, two other's last and two other's first actions, trained by particle swarms.",
        HARPER,
        Facets::unbounded().stochastic().axelrod("PSOGambler2_2_2"),
        |_, _| Ok(built_in("pso_gambler_2_2_2")),
    ),
    plain(
        "pso_gambler_2_2_2_noise_05",
        "PSO Gambler 2_2_2 Noise 05",
        "A gambler on two own, two other's last and two other's first actions, trained under noise of 5 per cent.",
        HARPER,
        Facets::unbounded().stochastic().axelrod("PSOGambler2_2_2_Noise05"),
        |_, _| Ok(built_in("pso_gambler_2_2_2_noise_05")),
    ),
    plain(
        "zd_mem_2",
        "ZD-Mem2",
        "A zero-determinant strategy of memory two.",
        "Li 2014, Strategies in the Stochastic Iterated Prisoner's Dilemma (University of Chicago REU)",
        Facets::memory(2).stochastic().axelrod("ZDMem2"),
        |_, _| Ok(built_in("zd_mem_2")),
    ),
];
