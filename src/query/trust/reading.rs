//! What queries about trust have in common: events, opinions, pairs, and how numbers come back.

use crate::catalogue::{Field, Kind, Params, Place, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::reputation::{Evidence, Opinion, Prior, RatingKind};
use serde_json::{Value as Json, json};

/// The greatest number of an agent: models keep a place for every number below.
const MOST_AGENTS: i64 = 1_000_000;

/// One rating of a query.
pub(super) struct Event {
    pub(super) tick: u64,
    pub(super) rater: u32,
    pub(super) ratee: u32,
    pub(super) value: Rational,
    pub(super) weight: Rational,
    pub(super) kind: RatingKind,
}

/// What a value of an event may be.
#[derive(Clone, Copy)]
pub(super) enum Scale {
    /// From 0 to 1.
    Unit,
    /// From -1 to 1.
    Signed,
    /// -1, 0 or 1.
    Sign,
}

pub(super) fn events_field() -> Field {
    Field::required("events", Kind::list(Kind::list(Kind::Any)), "Ratings: t, rater, ratee, value, weight, source.")
}

pub(super) fn prior_fields() -> [Field; 2] {
    [
        Field::with_default("prior_weight", Kind::Rational, 2i64, "How much evidence the prior is worth, above 0."),
        Field::with_default("base_rate", Kind::Rational, "1/2", "The chance that is assumed of the unknown."),
    ]
}

pub(super) fn fault(key: &str, found: impl Into<String>, expected: impl Into<String>) -> Faults {
    Faults::from(
        Diagnostic::new("wrong-value", found, expected).at(Place::root().key(key).at(&crate::error::Origin::Unknown)),
    )
}

/// A number of the query, within closed bounds.
pub(super) fn bounded(params: &Params, key: &str, low: &Rational, high: &Rational) -> Result<Rational, Faults> {
    let value = params.rational(key);
    if value < *low || value > *high {
        return Err(fault(key, format!("`{key}` is {value}"), format!("a number from {low} to {high}")));
    }
    Ok(value)
}

/// A number of the query from 0 to 1.
pub(super) fn unit(params: &Params, key: &str) -> Result<Rational, Faults> {
    bounded(params, key, &Rational::zero(), &Rational::one())
}

/// A number of the query above 0.
pub(super) fn positive(params: &Params, key: &str) -> Result<Rational, Faults> {
    let value = params.rational(key);
    if !value.is_positive() || !value.to_f64().is_finite() {
        return Err(fault(key, format!("`{key}` is {value}"), "a number above 0"));
    }
    Ok(value)
}

pub(super) fn prior(params: &Params) -> Result<Prior<Rational>, Faults> {
    Ok(Prior { weight: positive(params, "prior_weight")?, base_rate: unit(params, "base_rate")? })
}

/// The events, in the order of time, with agents below `agents` if that is given.
pub(super) fn events(params: &Params, scale: Scale, agents: Option<usize>) -> Result<Vec<Event>, Faults> {
    let mut found: Vec<Event> = Vec::new();
    let most = agents.map_or(MOST_AGENTS, |n| i64::try_from(n).unwrap_or(MOST_AGENTS));
    for (k, item) in params.list("events").iter().enumerate() {
        let items = item.as_list().unwrap_or_default();
        let wrong = |place: usize, expected: &str| {
            let key = format!("events[{k}][{place}]");
            let is = items.get(place).map_or_else(|| "missing".to_string(), Value::describe);
            fault(&key, format!("`{key}` is {is}"), expected)
        };
        let whole = |place: usize, below: i64, expected: &str| {
            let number = items.get(place).and_then(Value::integer).filter(|n| (0..below).contains(n));
            number.and_then(|n| u64::try_from(n).ok()).ok_or_else(|| wrong(place, expected))
        };
        let agent = |place| {
            let expected = format!("an agent's number from 0 to {}", most - 1);
            whole(place, most, &expected).map(|id| u32::try_from(id).expect("below the number of agents"))
        };
        let exact = |place: usize| items.get(place).and_then(Value::rational);
        let (good, expected): (fn(&Rational) -> bool, _) = match scale {
            Scale::Unit => (|v| !v.is_negative() && *v <= Rational::one(), "a number from 0 to 1"),
            Scale::Signed => (|v| v.abs() <= Rational::one(), "a number from -1 to 1"),
            Scale::Sign => (|v| v.abs() == Rational::one() || v.is_zero(), "1, 0 or -1"),
        };
        let value = exact(3).filter(good).ok_or_else(|| wrong(3, expected))?;
        let weight = match items.get(4) {
            None => Rational::one(),
            Some(_) => {
                let weight = exact(4).filter(|w| !w.is_negative() && w.to_f64().is_finite());
                weight.ok_or_else(|| wrong(4, "a number from 0"))?
            }
        };
        let kind = match items.get(5) {
            None => RatingKind::Interaction,
            Some(letter) => letter
                .as_text()
                .and_then(RatingKind::from_letter)
                .ok_or_else(|| wrong(5, "I (interaction), R (role), W (witness) or C (certified)"))?,
        };
        let tick = whole(0, i64::MAX, "a time, a whole number from 0")?;
        if found.last().is_some_and(|last| last.tick > tick) {
            let key = format!("events[{k}]");
            return Err(fault(
                &key,
                format!("the time of `{key}` is {tick}, before its predecessor's"),
                "rising times",
            ));
        }
        found.push(Event { tick, rater: agent(1)?, ratee: agent(2)?, value, weight, kind });
    }
    Ok(found)
}

/// The list of exact numbers that an item of a list is.
pub(super) fn exacts(value: &Value, key: &str, length: usize, expected: &str) -> Result<Vec<Rational>, Faults> {
    let items: Option<Vec<Rational>> =
        value.as_list().and_then(|items| items.iter().map(Value::rational).collect::<Option<Vec<_>>>());
    items.filter(|items| items.len() == length).ok_or_else(|| {
        let found = format!("`{key}` is {}", value.describe());
        fault(key, found, expected)
    })
}

/// Amounts of good and bad evidence.
pub(super) fn evidence(value: &Value, key: &str) -> Result<Evidence<Rational>, Faults> {
    let expected = "two numbers from 0, good and bad";
    let mut both = exacts(value, key, 2, expected)?.into_iter();
    match (both.next(), both.next()) {
        (Some(good), Some(bad)) if !good.is_negative() && !bad.is_negative() => Ok(Evidence { good, bad }),
        _ => Err(fault(key, format!("`{key}` has a negative amount"), expected)),
    }
}

/// An opinion: b, d, u and a.
pub(super) fn opinion(value: &Value, key: &str) -> Result<Opinion<Rational>, Faults> {
    let expected = "belief, disbelief, uncertainty (from 0, with the sum 1) and base rate (from 0 to 1)";
    let parts = exacts(value, key, 4, expected)?;
    let [belief, disbelief, uncertainty, base_rate]: [Rational; 4] = parts.try_into().expect("four");
    let masses = [&belief, &disbelief, &uncertainty];
    let whole: Rational = masses.into_iter().sum();
    if whole != Rational::one()
        || masses.iter().any(|mass| mass.is_negative())
        || base_rate.is_negative()
        || base_rate > Rational::one()
    {
        return Err(fault(key, format!("`{key}` is no opinion: the sum of its first three is {whole}"), expected));
    }
    Ok(Opinion { belief, disbelief, uncertainty, base_rate })
}

pub(super) fn show(opinion: &Opinion<Rational>) -> Json {
    let parts = [&opinion.belief, &opinion.disbelief, &opinion.uncertainty, &opinion.base_rate];
    json!(parts.map(ToString::to_string))
}

/// Pairs of donor and recipient, two agents below `agents`.
pub(super) fn pairs(params: &Params, agents: usize) -> Result<Vec<(usize, usize)>, Faults> {
    let mut found = Vec::new();
    for (k, item) in params.list("pairs").iter().enumerate() {
        let items = item.as_list().unwrap_or_default();
        let agent = |place: usize| {
            let key = format!("pairs[{k}][{place}]");
            let id = items.get(place).and_then(Value::integer).and_then(|id| usize::try_from(id).ok());
            id.filter(|id| *id < agents).ok_or_else(|| {
                let is = items.get(place).map_or_else(|| "missing".to_string(), Value::describe);
                fault(&key, format!("`{key}` is {is}"), format!("an agent's number below {agents}"))
            })
        };
        found.push((agent(0)?, agent(1)?));
    }
    Ok(found)
}
