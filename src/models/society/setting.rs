//! The parameters of the model of strangers: schema, reading, and what does not go together.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::game::{self, NormalForm, TwoByTwo};
use crate::ids::PlayerId;
use crate::models::cast::Cast;
use crate::models::rescues::{Contract, Records};
use crate::models::{Setting, conditions, fields};
use crate::play::Subject;
use crate::strategy::{Horizon, Told};
use std::sync::Arc;

/// One set of rules.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) game: Arc<NormalForm>,
    pub(super) subject: Arc<Subject>,
    pub(super) payoffs: TwoByTwo,
    pub(super) rounds: u32,
    pub(super) noise: f64,
    /// Whether partners stay together, and so see each other's deeds.
    pub(super) partners: bool,
    pub(super) contract: Option<Contract>,
    pub(super) records: Option<Records>,
    place: Place,
}

/// How agents learn between matches.
pub(super) struct Imitation {
    pub(super) generations: usize,
    pub(super) strength: f64,
    pub(super) mutation: f64,
}

impl Imitation {
    pub(super) fn of(params: &Params) -> Self {
        Self {
            generations: params.count("generations"),
            strength: params.number("strength"),
            mutation: params.number("mutation"),
        }
    }
}

fn rule_fields() -> Vec<Field> {
    let rounds = || Kind::Integer { min: 1, max: 10_000 };
    vec![
        fields::game(
            "prisoners_dilemma",
            "The stage game, of two actions and alike for both: a name, or payoffs written out.",
        ),
        Field::with_default("rounds", rounds(), 20i64, "How many rounds a match has; all know it.").unit("rounds"),
        Field::with_default(
            "matching",
            Kind::Choice(&["strangers", "partners"]),
            "strangers",
            "A new stranger every round, of whom nothing is seen but what a registry shows; or one partner for the whole match, whose last deed is seen.",
        ),
        Field::with_default("noise", Kind::Probability, 0.0, "How often a chosen action comes out as the other."),
        Contract::field(vec![Contract::last()]),
        Records::field(),
    ]
}

/// The schema of `[model.society]`.
pub(super) fn schema() -> Schema {
    let count = |min, max| Kind::Integer { min, max };
    let shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(Value::from).to_vec();
    let mut fields = rule_fields();
    fields.extend([
        Field::with_default("generations", count(1, 1_000_000), 30i64, "How often agents play, and then imitate."),
        Field::with_default(
            "strength",
            Kind::Number { min: 0.0, max: 1e6 },
            5.0,
            "How strongly agents follow who earned more, per unit of payoff a round.",
        ),
        Field::with_default("mutation", Kind::Probability, 0.0, "How often an agent takes any strategy instead."),
        Field::with_default("repetitions", count(1, 1_000_000), 10i64, "How often all is repeated."),
        Field::with_default(
            "grid",
            Kind::List { of: Box::new(Kind::Probability), min: 2, max: 1000 },
            shares,
            "The shares of keepers at which their advantage over breakers is measured, rising.",
        ),
        Field::with_default("grid_agents", count(10, 10_000), 100i64, "Among how many agents it is measured."),
    ]);
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    let grid = params.numbers("grid");
    if grid.windows(2).any(|pair| pair[0] >= pair[1]) {
        let fault = Diagnostic::new("out-of-range", "shares that do not rise", "each above the one before it");
        faults.push(fault.at(setting.place.key("grid").at(&params.value("grid").origin)));
    }
    if params.count("grid_agents") % 2 == 1 {
        let fault = Diagnostic::new("out-of-range", "an odd number of agents", "an even one: all meet in pairs");
        faults.push(fault.at(setting.place.key("grid_agents").at(&params.value("grid_agents").origin)));
    }
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        condition(name, rules, setting, place, faults)
    })
}

fn condition(name: &str, rules: &Params, setting: &Setting, place: Place, faults: &mut Faults) -> Option<Condition> {
    let before = faults.diagnostics().len();
    let at = |key: &str| rules.at(&place, key);
    let game = faults.keep(game::from_value(rules.value("game"), &place.key("game"), &setting.kit.games))?;
    let both = [0, 1].map(|player| game.game.two_by_two(PlayerId(player)));
    let [Some(payoffs), Some(other)] = both else {
        let expected = "a game of two players with two actions each";
        faults.push(Diagnostic::new("wrong-game", format!("{:?}", game.game.title), expected).at(at("game")));
        return None;
    };
    if payoffs != other {
        let expected = "a game that is alike for both: strangers take either seat";
        faults.push(Diagnostic::new("wrong-game", format!("{:?}", game.game.title), expected).at(at("game")));
    }
    let partners = rules.text("matching") == "partners";
    if partners && rules.has("records") {
        let fault =
            Diagnostic::new("wrong-matching", "records of partners", "strangers: partners see each other's deeds");
        faults.push(fault.at(at("records")));
    }
    let contract = rules.get("contract").map(|value| Contract::read(value, &place.key("contract"), faults));
    let records = rules.get("records").and_then(|value| Records::read(value, &place.key("records"), setting, faults));
    let subject = Subject::of(&game.game, game.mapping);
    (faults.diagnostics().len() == before).then(|| Condition {
        name: name.to_string(),
        game: Arc::new(game.game),
        subject,
        payoffs,
        rounds: u32::try_from(rules.integer("rounds")).expect("the schema bounds it"),
        noise: rules.number("noise"),
        partners,
        contract,
        records,
        place: place.clone(),
    })
}

/// Checks that all agents can play all games, and that they can be paired.
pub(super) fn check(conditions: &[Condition], cast: &Cast, setting: &Setting, faults: &mut Faults) {
    if cast.agents.len() % 2 == 1 {
        let found = format!("{} agents", cast.agents.len());
        let fault = Diagnostic::new("odd-population", found, "an even number: all meet in pairs, every round");
        faults.push(fault.at(setting.document.key("agents").at(&Origin::Unknown)));
    }
    for condition in conditions {
        for kind in &cast.kinds {
            if let Err(fault) = kind.strategy.fits(&condition.told()) {
                let mut fault = fault.at(condition.place.key("game").at(&Origin::Unknown));
                fault.found = format!("strategy {:?} of {}: {}", kind.name, kind.place.path(), fault.found);
                faults.push(fault);
            }
        }
    }
}

impl Condition {
    /// What every agent is told.
    pub(super) fn told(&self) -> Told {
        let mut told = Told::new(Arc::clone(&self.game), PlayerId(0), Horizon::Rounds(self.rounds));
        told.noise = self.noise;
        if let Some(contract) = &self.contract {
            told.expected_penalties = contract.schedule.expected_penalties(self.rounds).into();
        }
        told
    }

    /// What each agent pays a round for contract and registry.
    pub(super) fn fees(&self) -> f64 {
        self.contract.as_ref().map_or(0.0, |contract| contract.fee)
            + self.records.as_ref().map_or(0.0, |records| records.fee)
    }
}
