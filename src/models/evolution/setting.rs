//! Conditions of the evolution model: reading, and what does not go together.

use super::cast::{self, Cast};
use crate::catalogue::{Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::game::{self, MoveMapping};
use crate::models::{Setting, conditions};
use crate::play::{Length, Rules};
use crate::population::{Compare, Fitness, Neighbourhood, Pooling, Replaced, Tie};
use std::sync::Arc;

/// Who is next to whom.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Structure {
    WellMixed,
    Ring { reach: usize },
    Lattice { width: usize, neighbourhood: Neighbourhood, torus: bool },
    Regular { degree: usize },
    ScaleFree { links: usize },
    SmallWorld { reach: usize, rewire: f64 },
    Graph(Vec<(usize, usize)>),
}

/// Whom members imitate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Imitated {
    Best(Tie),
    Compared(Compare),
}

/// How the population changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Dynamics {
    Moran { birth_first: bool, fitness: Fitness, replaced: Replaced, mutation: f64 },
    Imitation { imitated: Imitated, at_once: bool, mutation: f64 },
    Replicator { step: f64, mutation: crate::exact::Rational },
    Ecology,
}

impl Dynamics {
    /// Whether the population is infinite: shares, and no draws.
    pub(super) fn is_infinite(&self) -> bool {
        matches!(self, Self::Replicator { .. } | Self::Ecology)
    }

    pub(super) fn mutates(&self) -> bool {
        match self {
            Self::Moran { mutation, .. } | Self::Imitation { mutation, .. } => *mutation > 0.0,
            Self::Replicator { mutation, .. } => mutation.is_positive(),
            Self::Ecology => false,
        }
    }
}

/// Where members stand at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrangement {
    Random,
    Order,
    Centre,
}

/// One set of rules by which populations evolve.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) rules: Rules,
    pub(super) mapping: MoveMapping,
    /// Whether members play the stage game once.
    pub(super) once: bool,
    pub(super) sampled: bool,
    pub(super) pooling: Pooling,
    pub(super) selfish: bool,
    pub(super) structure: Structure,
    pub(super) reproduction: Option<Structure>,
    pub(super) arrangement: Arrangement,
    pub(super) dynamics: Dynamics,
    pub(super) generations: u64,
    pub(super) discard: u64,
    pub(super) until_fixed: bool,
    pub(super) every: u64,
    pub(super) frames: usize,
    pub(super) samples: u64,
    pub(super) cast: Cast,
}

/// Reads the conditions; with none declared, the model's own rules are the only one.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        condition(name, rules, params, (setting, &place), faults)
    })
}

fn unsigned(params: &Params, key: &str) -> u64 {
    u64::try_from(params.integer(key)).expect("the schema bounds it")
}

fn condition(
    name: &str,
    params: &Params,
    model: &Params,
    (setting, place): (&Setting, &Place),
    faults: &mut Faults,
) -> Option<Condition> {
    let before = faults.diagnostics().len();
    let at = |key: &str| params.at(place, key);
    let game = faults.keep(game::from_value(params.value("game"), &place.key("game"), &setting.kit.games))?;
    if game.game.player_count() != 2 || !game.game.is_symmetric() {
        let found = format!("{} is not a symmetric game of two players", game.name);
        let expected = "one: members of a population meet in pairs, in no particular seat";
        faults.push(Diagnostic::new("wrong-game", found, expected).at(at("game")));
        return None;
    }
    let (once, length) = length(params.variant("length"));
    let mut rules = Rules::new(Arc::new(game.game), length);
    rules.noise = params.number("noise");
    rules.misperception = params.number("misperception");
    let size = cast::Size {
        population: params.get("population").and_then(Value::integer),
        counts: params.get("counts").and_then(Value::as_list),
        at: at("counts"),
    };
    let cast = cast::read(setting, &rules, once, &size, faults);
    let generations = unsigned(params, "generations");
    let condition = Condition {
        name: name.to_string(),
        rules,
        mapping: game.mapping,
        once,
        sampled: params.text("meetings") == "sampled",
        pooling: if params.text("pooling") == "sum" { Pooling::Sum } else { Pooling::Mean },
        selfish: params.flag("self_interaction"),
        structure: structure(params.variant("structure"), cast.population),
        reproduction: params.get("reproduction").map(|value| structure(only(value), cast.population)),
        arrangement: match params.text("arrangement") {
            "order" => Arrangement::Order,
            "centre" => Arrangement::Centre,
            _ => Arrangement::Random,
        },
        dynamics: dynamics(params.variant("dynamics")),
        generations,
        discard: unsigned(params, "discard"),
        until_fixed: params.text("until") == "fixation",
        every: model.get("every").map_or((generations / 200).max(1), |_| unsigned(model, "every")),
        frames: model.count("frames"),
        samples: unsigned(model, "samples"),
        cast,
    };
    if faults.diagnostics().len() > before {
        return None;
    }
    for fault in misfits(&condition) {
        faults.push(Diagnostic::new(fault.0, fault.2, fault.3).at(at(fault.1)));
    }
    (faults.diagnostics().len() == before).then_some(condition)
}

impl Condition {
    /// Why linear fitness may be negative, if it may.
    fn barren(&self) -> Option<String> {
        let Dynamics::Moran { fitness: Fitness::Linear { weight }, .. } = self.dynamics else { return None };
        let least = self.rules.game.payoffs_f64().into_iter().fold(f64::INFINITY, f64::min);
        let most = match &self.structure {
            Structure::Ring { reach } => 2 * reach,
            Structure::Lattice { neighbourhood: Neighbourhood::VonNeumann, .. } => 4,
            Structure::Lattice { .. } => 8,
            Structure::Regular { degree } => *degree,
            _ => self.cast.population - 1,
        };
        #[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
        let meetings = if self.pooling == Pooling::Sum { (most + usize::from(self.selfish)) as f64 } else { 1.0 };
        let fitness = 1.0 - weight + weight * least * meetings;
        (fitness < 0.0).then(|| format!("a least payoff of {least}, and so a fitness of {fitness}"))
    }
}

/// What does not go together: a code, the key, what was found and what is expected.
fn misfits(condition: &Condition) -> Vec<(&'static str, &'static str, String, String)> {
    let mut found = Vec::new();
    let n = condition.cast.population;
    let mixed = condition.structure == Structure::WellMixed;
    let kinds = condition.cast.kinds.len();
    if kinds > 256 && !mixed {
        found.push((
            "too-many-strategies",
            "structure",
            format!("{kinds} strategies on a graph"),
            "at most 256".into(),
        ));
    }
    if condition.discard >= condition.generations {
        let words = format!("{} of {} generations left out", condition.discard, condition.generations);
        found.push(("out-of-range", "discard", words, "fewer than there are generations".into()));
    }
    for (key, structure) in
        [("structure", Some(&condition.structure)), ("reproduction", condition.reproduction.as_ref())]
    {
        if let Some((words, expected)) = structure.and_then(|structure| unfit(structure, n)) {
            found.push(("wrong-structure", key, words, expected.to_string()));
        }
    }
    if condition.dynamics.is_infinite() {
        if !mixed || condition.reproduction.is_some() || condition.sampled {
            let expected = "well_mixed, and expected payoffs: the population is infinite";
            found.push((
                "wrong-dynamics",
                "dynamics",
                "shares of an infinite population on a graph".into(),
                expected.into(),
            ));
        }
        return found;
    }
    if let Dynamics::Moran { fitness: Fitness::Linear { weight }, .. } = condition.dynamics
        && weight > 1.0
    {
        let expected = "from 0 to 1, or fitness = \"exponential\"";
        found.push(("out-of-range", "dynamics", format!("linear fitness with the weight {weight}"), expected.into()));
    }
    if let Some(words) = condition.barren() {
        let expected = "payoffs for which fitness stays positive, a smaller intensity, or fitness = \"exponential\"";
        found.push(("fitness-not-positive", "dynamics", words, expected.into()));
    }
    let graphs = !mixed || condition.sampled || condition.reproduction.is_some();
    let moran = matches!(condition.dynamics, Dynamics::Moran { .. });
    if condition.sampled && condition.once {
        let expected = "expected payoffs, or matches: length = { known = 10 }";
        found.push(("wrong-meetings", "meetings", "matches of a game that is played once".into(), expected.into()));
    }
    if condition.sampled && (!moran || n > 1000) {
        let expected = "the Moran process, with at most 1000 members";
        found.push(("wrong-meetings", "meetings", "matches played anew at every step".into(), expected.into()));
    }
    if mixed && graphs && n > 5000 {
        let expected = "at most 5000 where everybody is next to everybody on a graph";
        found.push(("too-many-agents", "structure", format!("{n} members, well mixed"), expected.into()));
    }
    let well_mixed_rules = match condition.dynamics {
        Dynamics::Imitation { imitated: Imitated::Best(_), .. } | Dynamics::Imitation { at_once: true, .. } => false,
        Dynamics::Moran { birth_first, .. } => birth_first,
        _ => true,
    };
    if !graphs && !well_mixed_rules {
        let words = "this rule in a population that is well mixed".to_string();
        let expected = "birth_death, or a sequential rule that compares two; or a structure with neighbours";
        found.push(("wrong-dynamics", "dynamics", words, expected.into()));
    }
    found
}

/// Why so many members cannot stand so, and what would be right.
fn unfit(structure: &Structure, n: usize) -> Option<(String, &'static str)> {
    match structure {
        Structure::WellMixed => None,
        Structure::Lattice { width, .. } if *width == 0 || !n.is_multiple_of(*width) => {
            Some((format!("{n} members in rows of {width}"), "whole rows; without `width`, a square number of members"))
        }
        Structure::Ring { reach } | Structure::SmallWorld { reach, .. } if 2 * reach >= n => {
            Some((format!("a ring of {n} with {reach} neighbours on either side"), "more members"))
        }
        Structure::Regular { degree } if *degree >= n || (degree % 2 == 1 && n % 2 == 1) => {
            Some((format!("{n} members of degree {degree}"), "more members; an even number if the degree is odd"))
        }
        Structure::ScaleFree { links } if *links >= n => {
            Some((format!("{n} members with {links} links"), "more members"))
        }
        Structure::Graph(edges) if edges.iter().any(|(a, b)| *a >= n || *b >= n) => {
            Some((format!("an edge of a member above {n}"), "numbers from 1 to the number of members"))
        }
        Structure::Graph(edges) if !crate::population::Graph::of_edges(n, edges.iter().copied()).is_connected() => {
            Some(("a graph in several parts".into(), "edges by which everybody can be reached"))
        }
        _ => None,
    }
}

fn length((key, value): (&str, &Value)) -> (bool, Length) {
    let rounds = || u32::try_from(value.integer().unwrap_or(1)).expect("the schema bounds it");
    match key {
        "known" => (false, Length::Known(rounds())),
        "unknown" => (false, Length::Unknown(rounds())),
        "once" => (true, Length::Known(1)),
        _ => {
            let drawn = value.section().expect("the schema declares a table");
            (false, Length::Drawn { continuation: drawn.number("continuation"), told: drawn.flag("told") })
        }
    }
}

/// The one key of an alternative, and its value.
fn only(value: &Value) -> (&str, &Value) {
    let table = value.as_table().expect("the schema declares one of several");
    table.iter().next().map(|(key, value)| (key.name.as_str(), value)).expect("the schema declares one of several")
}

fn structure((key, value): (&str, &Value), population: usize) -> Structure {
    let of = value.section().expect("the schema declares tables");
    match key {
        "ring" => Structure::Ring { reach: of.count("reach") },
        "lattice" => {
            let side = population.isqrt();
            let square = if side * side == population { side } else { 0 };
            let neighbourhood =
                if of.text("neighbours") == "4" { Neighbourhood::VonNeumann } else { Neighbourhood::Moore };
            let width = if of.has("width") { of.count("width") } else { square };
            Structure::Lattice { width, neighbourhood, torus: of.flag("torus") }
        }
        "regular" => Structure::Regular { degree: of.count("degree") },
        "scale_free" => Structure::ScaleFree { links: of.count("links") },
        "small_world" => Structure::SmallWorld { reach: of.count("reach"), rewire: of.number("rewire") },
        "graph" => {
            let end =
                |value: &Value| usize::try_from(value.integer().unwrap_or(1)).map_or(0, |end| end.saturating_sub(1));
            let edge = |value: &Value| value.as_list().map(|ends| (end(&ends[0]), end(&ends[1])));
            Structure::Graph(of.list("edges").iter().filter_map(edge).collect())
        }
        _ => Structure::WellMixed,
    }
}

fn dynamics((key, value): (&str, &Value)) -> Dynamics {
    let of = value.section().expect("the schema declares tables");
    match key {
        "imitation" => {
            let tie = match of.text("tie") {
                "first" => Tie::First,
                "last" => Tie::Last,
                "random" => Tie::Random,
                "scanned" => Tie::Scanned,
                _ => Tie::Keep,
            };
            let imitated = match of.text("rule") {
                "fermi" => Imitated::Compared(Compare::Fermi { intensity: of.number("intensity") }),
                // The scale is the range of payoffs, which is known when these are.
                "proportional" => Imitated::Compared(Compare::Proportional { scale: f64::NAN }),
                _ => Imitated::Best(tie),
            };
            let at_once = of.text("update") == "synchronous";
            Dynamics::Imitation { imitated, at_once, mutation: of.number("mutation") }
        }
        "replicator" => Dynamics::Replicator { step: of.number("step"), mutation: of.rational("mutation") },
        "ecology" => Dynamics::Ecology,
        _ => {
            let intensity = of.number("intensity");
            let fitness = if of.text("fitness") == "exponential" {
                Fitness::Exponential { intensity }
            } else {
                Fitness::Linear { weight: intensity }
            };
            Dynamics::Moran {
                birth_first: of.text("order") == "birth_death",
                fitness,
                replaced: if of.text("replaced") == "anyone" { Replaced::Anyone } else { Replaced::Other },
                mutation: of.number("mutation"),
            }
        }
    }
}
