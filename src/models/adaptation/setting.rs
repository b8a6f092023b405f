//! The parameters of the adaptation model: schema, reading, and what does not go together.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Table, Value};
use crate::error::{Diagnostic, Faults};
use crate::game::{self, MoveMapping, NormalForm, TwoByTwo};
use crate::ids::PlayerId;
use crate::models::{Setting, conditions, fields};
use crate::population::{MemoryOne, Outcomes, Species, outcomes};
use std::sync::Arc;

/// How chances of new strategies are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// Each alike from 0 to 1.
    Uniform,
    /// More of them near 0 and near 1: the sine's square of a uniform angle (Nowak & Sigmund 1992).
    UShaped,
}

/// Growth of shares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Selection {
    pub(super) reactive: bool,
    pub(super) strategies: u64,
    pub(super) innovation: f64,
    pub(super) newcomer: f64,
    pub(super) threshold: f64,
    pub(super) spread: Spread,
}

/// Among which strategies mutants are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// Those that look at the other's last action alone.
    Reactive,
    /// Those that look at their own as well.
    MemoryOne,
    /// Those of them that force a linear relation on both payoffs (Stewart & Plotkin 2013).
    ZeroDeterminant,
}

/// One mutant after another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Invasion {
    pub(super) space: Space,
    pub(super) population: u32,
    pub(super) intensity: f64,
    /// How far a mutant's chances are from its parent's at the most; nothing if they are any.
    pub(super) step: Option<f64>,
    pub(super) spread: Spread,
}

/// Mutation, crossing and selection.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Breeding {
    pub(super) species: Species,
    pub(super) population: usize,
    pub(super) rounds: u32,
    pub(super) mutation: f64,
    pub(super) crossing: f64,
    pub(super) rivals: usize,
    pub(super) elite: usize,
}

/// How strategies change.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Process {
    Selection(Selection),
    Invasion(Invasion),
    Gradient { reactive: bool, step: f64 },
    Breeding(Breeding),
}

/// One set of rules by which strategies change.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) game: Arc<NormalForm>,
    pub(super) mapping: MoveMapping,
    pub(super) payoffs: TwoByTwo,
    pub(super) outcomes: Outcomes,
    pub(super) noise: f64,
    pub(super) process: Process,
    pub(super) start: Vec<MemoryOne>,
    pub(super) generations: u64,
    pub(super) discard: u64,
    pub(super) every: u64,
}

impl Condition {
    /// The stage game.
    pub(super) fn game(&self) -> &NormalForm {
        &self.game
    }

    /// Whether strategies are chances, which have means and kinds.
    pub(super) fn has_traits(&self) -> bool {
        !matches!(&self.process, Process::Breeding(breeding) if breeding.species != Species::Chances)
    }

    /// Whether strategies look at the other's action alone.
    pub(super) fn is_reactive(&self) -> bool {
        match &self.process {
            Process::Selection(selection) => selection.reactive,
            Process::Invasion(invasion) => invasion.space == Space::Reactive,
            Process::Gradient { reactive, .. } => *reactive,
            Process::Breeding(_) => false,
        }
    }
}

fn process() -> Kind {
    let space = || {
        Field::with_default(
            "space",
            Kind::Choice(&["reactive", "memory_one"]),
            "memory_one",
            "Whether strategies look at the other's last action alone, or at their own as well.",
        )
    };
    let spread = || {
        Field::with_default(
            "spread",
            Kind::Choice(&["uniform", "u_shaped"]),
            "uniform",
            "How the chances of new strategies are spread: evenly, or with more near 0 and 1.",
        )
    };
    let small = |key, default: f64, doc| Field::with_default(key, Kind::Number { min: 0.0, max: 0.5 }, default, doc);
    let selection = Schema::of(vec![
        space(),
        Field::with_default("strategies", Kind::whole(0, 1000), 1i64, "How many random strategies there are at first."),
        Field::with_default("innovation", Kind::Probability, 0.01, "How often a generation brings a new strategy."),
        small("newcomer", 0.0011, "The share with which it starts."),
        small("threshold", 0.001, "The share below which a strategy is gone."),
        spread(),
    ]);
    let invasion = Schema::of(vec![
        Field::with_default(
            "space",
            Kind::Choice(&["reactive", "memory_one", "zero_determinant"]),
            "memory_one",
            "Whether strategies look at the other's last action alone, at their own as well, or are those of the latter that force a \
             linear relation on both payoffs, in a prisoner's dilemma.",
        ),
        Field::with_default("population", Kind::whole(2, 1_000_000), 100i64, "How many members there are.")
            .unit("members"),
        Field::with_default("intensity", Kind::Number { min: 0.0, max: 1e6 }, 1.0, "The intensity of selection.")
            .unit("per utility"),
        Field::optional(
            "step",
            Kind::Number { min: 1e-6, max: 1.0 },
            "How far a mutant's chances are from its parent's at the most; by default they are any.",
        ),
        spread(),
    ]);
    let gradient = Schema::of(vec![
        space(),
        Field::with_default("step", Kind::Number { min: 1e-6, max: 10.0 }, 0.02, "How far a generation climbs.")
            .unit("per utility"),
    ]);
    let breeding = Schema::of(vec![
        Field::with_default(
            "species",
            Kind::Choice(&["machines", "tables", "chances"]),
            "machines",
            "Finite machines, tables over the last rounds, or memory-one chances.",
        ),
        Field::with_default("states", Kind::whole(1, 64), 8i64, "How many states a machine has."),
        Field::with_default("memory", Kind::whole(1, 4), 2i64, "Over how many rounds a table looks back.")
            .unit("rounds"),
        Field::with_default("population", Kind::whole(2, 1000), 20i64, "How many members there are.").unit("members"),
        Field::with_default("rounds", Kind::whole(1, 100_000), 64i64, "How long a match is.").unit("rounds"),
        Field::with_default("mutation", Kind::Probability, 0.02, "How often a gene mutates."),
        Field::with_default("crossing", Kind::Probability, 0.7, "How often a child has two parents."),
        Field::with_default(
            "rivals",
            Kind::whole(1, 1000),
            2i64,
            "Of how many random members the best becomes a parent.",
        ),
        Field::with_default("elite", Kind::whole(0, 999), 1i64, "How many of the best live on unchanged."),
    ]);
    Kind::OneOf(vec![
        Field::required(
            "selection",
            Kind::Table(selection),
            "Shares of an infinite population grow by their payoffs; now and then a new strategy comes.",
        ),
        Field::required(
            "invasion",
            Kind::Table(invasion),
            "A finite population of one strategy; in each generation a mutant takes over with its fixation probability.",
        ),
        Field::required(
            "gradient",
            Kind::Table(gradient),
            "Adaptive dynamics: the population climbs a mutant's payoff.",
        ),
        Field::required(
            "breeding",
            Kind::Table(breeding),
            "A population is bred by its members' scores against each other.",
        ),
    ])
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    let mut default = Table::default();
    default.insert("selection", Table::default());
    let chances = Kind::List { of: Box::new(Kind::Probability), min: 2, max: 4 };
    vec![
        fields::game(
            "axelrod",
            "The stage game, a symmetric one of two players with two actions: a name, or payoffs written out.",
        ),
        Field::with_default(
            "noise",
            Kind::Number { min: 0.0, max: 0.5 },
            0.001,
            "Execution noise: how often a chosen action comes out as the other.",
        ),
        Field::with_default("process", process(), default, "How strategies change."),
        Field::with_default(
            "start",
            Kind::list(chances),
            Value::from(Vec::new()),
            "Strategies at first, each by its chances of the first action: after the other's first and second action, or after \
             CC, CD, DC and DD. Repetitions of the invasion and of adaptive dynamics take them in turn.",
        ),
        Field::with_default("generations", Kind::whole(1, 1_000_000_000), 1000i64, "How long it goes on.")
            .unit("generations"),
        fields::discard(),
    ]
}

/// The schema of `[model.adaptation]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default("repetitions", Kind::whole(1, 1_000_000), 1i64, "How many populations adapt."));
    fields.push(
        Field::optional(
            "every",
            Kind::whole(1, 1_000_000_000),
            "At which generations results are recorded; by default about 200.",
        )
        .unit("generations"),
    );
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions; with none declared, the model's own rules are the only one.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    if let Some(group) = setting.agents.first() {
        let fault = Diagnostic::new("unwanted-agents", "agents of a model whose strategies are new", "no [[agents]]");
        faults.push(
            fault
                .help("say first strategies as start = [[0.99, 0.1]], or take [model.evolution]")
                .at(group.place.key("name").at(&group.name_origin)),
        );
    }
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
    let at = |key: &str| params.at(place, key);
    let game = faults.keep(game::from_value(params.value("game"), &place.key("game"), &setting.kit.games))?;
    let four = game.game.two_by_two(PlayerId(0)).filter(|_| game.game.is_symmetric());
    let Some(four) = four else {
        let found = format!("{} is not a symmetric game of two players with two actions", game.name);
        faults.push(Diagnostic::new("wrong-game", found, "one, such as axelrod").at(at("game")));
        return None;
    };
    let process = read_process(params.variant("process"));
    let generations = unsigned(params, "generations");
    let outcomes = outcomes(&four);
    let mut wrong = |code, key: &str, found: String, expected: &str| {
        faults.push(Diagnostic::new(code, found, expected).at(at(key)));
    };
    let mut sound = true;
    if matches!(process, Process::Selection(_)) && outcomes.iter().any(|payoff| *payoff < 0.0) {
        wrong(
            "negative-payoff",
            "game",
            "a negative payoff where shares grow in proportion to payoffs".into(),
            "payoffs from 0",
        );
        sound = false;
    }
    if let Process::Invasion(Invasion { space: Space::ZeroDeterminant, step, .. }) = &process {
        if !four.is_dilemma() {
            wrong("wrong-game", "game", format!("{} with zero-determinant mutants", game.name), "a prisoner's dilemma");
            sound = false;
        }
        if step.is_some() {
            wrong(
                "unwanted-step",
                "process",
                "a step between zero-determinant mutants".into(),
                "no step: they are any",
            );
            sound = false;
        }
    }
    if !matches!(process, Process::Breeding(_)) && params.number("noise") < 1e-6 {
        let found = format!("noise of {} in a game without end", params.number("noise"));
        wrong("out-of-range", "noise", found, "at least 0.000001: without noise the long run may depend on the start");
        sound = false;
    }
    if unsigned(params, "discard") >= generations {
        let found = format!("{} of {generations} generations left out", params.integer("discard"));
        wrong("out-of-range", "discard", found, "fewer than there are generations");
        sound = false;
    }
    let start = start(params);
    if let Process::Selection(selection) = &process
        && selection.strategies == 0
        && start.is_empty()
    {
        wrong("no-strategies", "process", "no strategies at first".into(), "strategies = 1 or more, or a start");
        sound = false;
    }
    if params.list("start").iter().any(|chances| chances.as_list().is_some_and(|chances| chances.len() == 3)) {
        wrong("wrong-count", "start", "a strategy of three chances".into(), "two of a reactive strategy, or four");
        sound = false;
    }
    sound.then(|| Condition {
        name: name.to_string(),
        game: Arc::new(game.game),
        mapping: game.mapping,
        payoffs: four,
        outcomes,
        noise: params.number("noise"),
        process,
        start,
        generations,
        discard: unsigned(params, "discard"),
        every: model.get("every").map_or((generations / 200).max(1), |_| unsigned(model, "every")),
    })
}

fn start(params: &Params) -> Vec<MemoryOne> {
    let numbers = |value: &Value| -> Vec<f64> {
        value.as_list().unwrap_or_default().iter().map(|chance| chance.number().unwrap_or(0.0)).collect()
    };
    let strategy = |value: &Value| match numbers(value)[..] {
        [p, q] => MemoryOne::reactive(p, q),
        [a, b, c, d] => MemoryOne([a, b, c, d]),
        _ => MemoryOne([0.0; 4]),
    };
    params.list("start").iter().map(strategy).collect()
}

fn read_process((key, value): (&str, &Value)) -> Process {
    let of = value.section().expect("the schema declares tables");
    let reactive = || of.text("space") == "reactive";
    let spread = || if of.text("spread") == "u_shaped" { Spread::UShaped } else { Spread::Uniform };
    let small = |key: &str| u32::try_from(of.integer(key)).expect("the schema bounds it");
    match key {
        "invasion" => Process::Invasion(Invasion {
            space: match of.text("space") {
                "reactive" => Space::Reactive,
                "zero_determinant" => Space::ZeroDeterminant,
                _ => Space::MemoryOne,
            },
            population: small("population"),
            intensity: of.number("intensity"),
            step: of.has("step").then(|| of.number("step")),
            spread: spread(),
        }),
        "gradient" => Process::Gradient { reactive: reactive(), step: of.number("step") },
        "breeding" => Process::Breeding(Breeding {
            species: match of.text("species") {
                "tables" => Species::Tables { memory: small("memory") },
                "chances" => Species::Chances,
                _ => Species::Machines { states: small("states") },
            },
            population: of.count("population"),
            rounds: small("rounds"),
            mutation: of.number("mutation"),
            crossing: of.number("crossing"),
            rivals: of.count("rivals"),
            elite: of.count("elite").min(of.count("population") - 1),
        }),
        _ => Process::Selection(Selection {
            reactive: reactive(),
            strategies: unsigned(&of, "strategies"),
            innovation: of.number("innovation"),
            newcomer: of.number("newcomer"),
            threshold: of.number("threshold"),
            spread: spread(),
        }),
    }
}
