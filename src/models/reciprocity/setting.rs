//! The parameters of the model of indirect reciprocity: schema and reading.

use super::images;
use crate::catalogue::{Field, Kind, Params, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::models::{Setting, conditions};
use crate::reputation::Information;
use crate::reputation::donation::{Donations, Norm, NormName};

/// A norm under its name.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) norm: Norm,
}

/// One set of rules.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) agents: u32,
    warm_up: u64,
    meetings: u64,
    information: Information,
}

impl Condition {
    /// A population that lives by a norm under these rules.
    pub(super) fn population(&self, norm: Norm) -> Donations {
        Donations {
            agents: self.agents,
            warm_up: self.warm_up,
            meetings: self.meetings,
            norm,
            information: self.information,
        }
    }
}

fn rule_fields() -> Vec<Field> {
    let count = |min| Kind::Integer { min, max: 1_000_000_000 };
    vec![
        Field::with_default(
            "information",
            Kind::Choice(&["public", "private"]),
            "public",
            "Whether all share one view, or each has its own.",
        ),
        Field::with_default(
            "observe",
            Kind::Probability,
            0.9,
            "How often an agent with a view of its own learns of a meeting of others.",
        ),
        Field::with_default("error", Kind::Probability, 0.05, "How often a deed is judged as the opposite."),
        Field::with_default("agents", Kind::Integer { min: 2, max: 5_000 }, 50i64, "How many agents there are."),
        Field::with_default("warm_up", count(0), 5_000i64, "The meetings before counting starts.").unit("meetings"),
        Field::with_default("meetings", count(1), 20_000i64, "The meetings that are counted.").unit("meetings"),
    ]
}

/// The schema of `[model.reciprocity]`.
pub(super) fn schema() -> Schema {
    let words = NormName::WORDS.map(Value::from).to_vec();
    let mut fields = vec![
        Field::with_default(
            "norms",
            Kind::List { of: Box::new(Kind::Choice(&NormName::WORDS)), min: 1, max: 8 },
            words,
            "The norms: of the leading eight L2 is consistent standing, L3 simple standing, L6 stern judging.",
        ),
        Field::optional(
            "images",
            Kind::Table(images::schema()),
            "Image scorers and a few defectors: where knowing images begins to pay.",
        ),
        Field::with_default(
            "repetitions",
            Kind::Integer { min: 1, max: 1_000_000 },
            4i64,
            "How often all is repeated.",
        ),
    ];
    fields.extend(rule_fields());
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the norms.
pub(super) fn norms(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Named> {
    if let Some(agent) = setting.agents.first() {
        let found = format!("an agent {:?}", agent.name);
        let fault =
            Diagnostic::new("no-agents-wanted", found, "none: the agents are counted, and all live by the norm");
        faults.push(fault.at(agent.place.key("name").at(&agent.name_origin)));
    }
    let mut found: Vec<Named> = Vec::new();
    for (k, value) in params.list("norms").iter().enumerate() {
        let word = value.as_text().expect("the schema asks for words");
        let name = NormName::leading(word).expect("the schema lists the norms");
        if found.iter().any(|known| known.name == word) {
            let at = setting.place.key("norms").item(k).at(&value.origin);
            faults.push(Diagnostic::new("name-taken", format!("{word} twice"), "each once").at(at));
        }
        found.push(Named { name: word.to_string(), norm: Norm::named(name) });
    }
    found
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    conditions::read(params, setting, faults, |name, rules, _, _| {
        let error = rules.number("error");
        let information = match rules.text("information") {
            "private" => Information::private(rules.number("observe"), error),
            _ => Information::public(error),
        };
        Some(Condition {
            name: name.to_string(),
            agents: u32::try_from(rules.integer("agents")).expect("the schema bounds it"),
            warm_up: rules.count("warm_up") as u64,
            meetings: rules.count("meetings") as u64,
            information,
        })
    })
}
