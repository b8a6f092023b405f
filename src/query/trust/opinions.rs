//! Opinions of subjective logic.

use super::reading::{Scale, events, events_field, evidence, fault, opinion, prior, prior_fields, show};
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::query::question::Question;
use crate::reputation::{Evidence, Opinion, Prior};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "sl_opinion",
        fields: || {
            let mut fields = vec![events_field()];
            fields.extend(prior_fields());
            fields
        },
        answers: &["opinion", "expectation"],
        answer: opinions_by_event,
    },
    Question {
        kind: "sl_discount",
        fields: || {
            let some = Kind::List { of: Box::new(Kind::Any), min: 1, max: usize::MAX };
            vec![Field::required("opinions", some, "From the asker's of the first adviser to the last's of the ratee.")]
        },
        answers: &["steps", "expectation"],
        answer: |params| fold(&opinions(params)?, Opinion::discount),
    },
    Question {
        kind: "sl_fusion",
        fields: || {
            let list = || Kind::list(Kind::Any);
            vec![
                Field::optional("opinions", list(), "What is fused; of the evidence, if left out."),
                Field::optional("evidence", list(), "Good and bad evidence behind each opinion."),
            ]
        },
        answers: &["steps", "expectation"],
        answer: |params| fold(&opinions(params)?, Opinion::fuse),
    },
    Question {
        kind: "sl_network",
        fields: || {
            let mut fields = vec![
                events_field(),
                Field::with_default("asker", Kind::COUNT, 0i64, "The rater whose ratings are the asker's own."),
                Field::optional("adviser_evidence", Kind::Any, "The asker's evidence about each adviser, by number."),
            ];
            fields.extend(prior_fields());
            fields
        },
        answers: &["expectation", "final_opinion", "final"],
        answer: network,
    },
];

fn opinions_by_event(params: &Params) -> Result<Json, Faults> {
    let prior = prior(params)?;
    let mut all: BTreeMap<u32, Evidence<Rational>> = BTreeMap::new();
    let (mut opinions, mut expectations) = (Vec::new(), Vec::new());
    for event in events(params, Scale::Unit, None)? {
        let evidence = all.entry(event.ratee).or_default();
        evidence.add(&event.value, &Rational::one());
        let opinion = Opinion::of(evidence, &prior);
        opinions.push(show(&opinion));
        expectations.push(opinion.expectation().to_string());
    }
    Ok(json!({ "opinion": opinions, "expectation": expectations }))
}

/// The opinions of a query, or those that its evidence gives under the uniform prior.
fn opinions(params: &Params) -> Result<Vec<Opinion<Rational>>, Faults> {
    let read = |(k, value): (usize, &Value)| opinion(value, &format!("opinions[{k}]"));
    let given = match params.get("opinions").and_then(Value::as_list) {
        Some(list) => list.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?,
        None => {
            let of = |(k, value): (usize, &Value)| {
                evidence(value, &format!("evidence[{k}]")).map(|evidence| Opinion::of(&evidence, &Prior::default()))
            };
            let list = params.get("evidence").and_then(Value::as_list).unwrap_or_default();
            list.iter().enumerate().map(of).collect::<Result<Vec<_>, _>>()?
        }
    };
    if given.is_empty() {
        return Err(fault("opinions", "no opinions", "at least one"));
    }
    Ok(given)
}

type Operator = fn(&Opinion<Rational>, &Opinion<Rational>) -> Opinion<Rational>;

fn fold(opinions: &[Opinion<Rational>], operator: Operator) -> Result<Json, Faults> {
    let mut sum = opinions[0].clone();
    let mut steps = Vec::new();
    for next in &opinions[1..] {
        sum = operator(&sum, next);
        steps.push(show(&sum));
    }
    Ok(json!({ "steps": steps, "expectation": sum.expectation().to_string() }))
}

fn network(params: &Params) -> Result<Json, Faults> {
    let prior = prior(params)?;
    let asker = u32::try_from(params.integer("asker")).unwrap_or(u32::MAX);
    let mut of_advisers: BTreeMap<u32, Opinion<Rational>> = BTreeMap::new();
    if let Some(given) = params.get("adviser_evidence") {
        let expected = "an object from advisers' numbers to [good, bad]";
        let wrong = |key: &str, found: String| fault(key, found, expected);
        let table = given
            .as_table()
            .ok_or_else(|| wrong("adviser_evidence", format!("`adviser_evidence` is {}", given.describe())))?;
        for (name, value) in table.iter() {
            let key = format!("adviser_evidence.{}", name.name);
            let adviser = name.name.parse().map_err(|_| wrong(&key, format!("the adviser {:?}", name.name)))?;
            of_advisers.insert(adviser, Opinion::of(&evidence(value, &key)?, &prior));
        }
    }
    // What each rater knows of the one ratee.
    let mut known: BTreeMap<u32, Evidence<Rational>> = BTreeMap::new();
    let mut expectations = Vec::new();
    let mut last = Opinion::vacuous(prior.base_rate.clone());
    for event in events(params, Scale::Unit, None)? {
        known.entry(event.rater).or_default().add(&event.value, &Rational::one());
        let own = known.get(&asker).map_or(Opinion::vacuous(prior.base_rate.clone()), |own| Opinion::of(own, &prior));
        let advice = known
            .iter()
            .filter(|(adviser, _)| **adviser != asker)
            .filter_map(|(adviser, evidence)| Some((of_advisers.get(adviser)?.clone(), Opinion::of(evidence, &prior))));
        last = own.advised(advice);
        expectations.push(last.expectation().to_f64());
    }
    let floats = [&last.belief, &last.disbelief, &last.uncertainty, &last.base_rate].map(Rational::to_f64);
    Ok(json!({ "expectation": expectations, "final_opinion": show(&last), "final": floats }))
}
