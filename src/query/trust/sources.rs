//! Trust from several sources: FIRE, and TRAVOS with its advisers.

use super::reading::{Event, Scale, events, events_field, evidence, exacts, fault, positive, unit};
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::query::question::Question;
use crate::reputation::fire::{Component, combine, component, recency};
use crate::reputation::travos::{Advice, Combined, Record, bin, confidence};
use crate::reputation::{Evidence, Prior, RatingKind};
use serde_json::{Map, Value as Json, json};

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "fire",
        fields: || {
            vec![
                events_field(),
                Field::with_default("half_life", Kind::Rational, 5i64, "The age at which a rating counts half."),
                Field::optional("weight", Kind::Any, "The weight of each source: { I = 2, R = 2, W = 1, C = 0.5 }."),
                Field::optional("gamma", Kind::Any, "How fast the reliability of each source grows, 0.7 each."),
            ]
        },
        answers: &["trust", "reliability", "final_components"],
        answer: fire,
    },
    Question {
        kind: "travos_direct",
        fields: || vec![events_field(), epsilon_field()],
        answers: &["trust", "confidence"],
        answer: travos_direct,
    },
    Question {
        kind: "travos_advice",
        fields: || {
            vec![
                Field::required("direct", Kind::list(Kind::Any), "Own good and bad outcomes."),
                Field::with_default("advisers", Kind::list(Kind::Any), Vec::<Value>::new(), "Reports and histories."),
                epsilon_field(),
                Field::with_default(
                    "threshold",
                    Kind::Rational,
                    "19/20",
                    "The confidence below which advisers are asked.",
                ),
                Field::with_default(
                    "bins",
                    Kind::Integer { min: 1, max: 1000 },
                    5i64,
                    "In how many bins reports fall.",
                ),
            ]
        },
        answers: &[
            "direct_trust",
            "direct_confidence",
            "asks",
            "combined_alpha",
            "combined_beta",
            "combined_trust",
            "combined_confidence",
            "trust",
        ],
        answer: travos_advice,
    },
];

/// Numbers of the four sources, by letter.
fn by_source(params: &Params, key: &str, defaults: [f64; 4]) -> Result<[f64; 4], Faults> {
    let mut numbers = defaults;
    for (letter, value) in params.get(key).and_then(Value::as_table).into_iter().flat_map(|table| table.iter()) {
        let key = format!("{key}.{}", letter.name);
        let number = value.rational().map(|number| number.to_f64()).filter(|number| *number >= 0.0);
        let (Some(kind), Some(number)) = (RatingKind::from_letter(&letter.name), number) else {
            return Err(fault(&key, format!("`{key}` is {}", value.describe()), "a number from 0 of I, R, W or C"));
        };
        numbers[kind.index()] = number;
    }
    Ok(numbers)
}

fn fire(params: &Params) -> Result<Json, Faults> {
    let half_life = positive(params, "half_life")?.to_f64();
    let weights = by_source(params, "weight", [2.0, 2.0, 1.0, 0.5])?;
    let gammas = by_source(params, "gamma", [0.7; 4])?;
    let events = events(params, Scale::Signed, None)?;
    let (mut trusts, mut reliabilities) = (Vec::new(), Vec::new());
    let mut last = [None; 4];
    for k in 0..events.len() {
        last = components(&events[..=k], half_life, gammas);
        let weighed: [(f64, Option<Component>); 4] = std::array::from_fn(|source| (weights[source], last[source]));
        let all = combine(&weighed);
        trusts.push(all.map(|all| all.trust));
        reliabilities.push(all.map_or(0.0, |all| all.reliability));
    }
    let shown: Map<String, Json> = RatingKind::ALL
        .into_iter()
        .filter_map(|kind| last[kind.index()].map(|found| (kind, found)))
        .map(|(kind, found)| {
            (kind.letter().to_string(), json!({ "trust": found.trust, "reliability": found.reliability }))
        })
        .collect();
    Ok(json!({ "trust": trusts, "reliability": reliabilities, "final_components": shown }))
}

/// What each source says at the time of the last event; rules do not age, and count by their weight.
fn components(events: &[Event], half_life: f64, gammas: [f64; 4]) -> [Option<Component>; 4] {
    let now = events.last().map_or(0, |last| last.tick);
    RatingKind::ALL.map(|kind| {
        let ratings = events.iter().filter(|event| event.kind == kind).map(|event| {
            #[expect(clippy::cast_precision_loss, reason = "ages beyond 2^53 weigh nothing")]
            let age = (now - event.tick) as f64;
            let omega = if kind == RatingKind::Role { event.weight.to_f64() } else { recency(age, half_life) };
            (event.value.to_f64(), omega)
        });
        component(gammas[kind.index()], ratings)
    })
}

fn epsilon_field() -> Field {
    Field::with_default("epsilon", Kind::Rational, "1/5", "The tolerated error of a trust, from 0 to 1.")
}

fn float(evidence: &Evidence<Rational>) -> Evidence<f64> {
    Evidence { good: evidence.good.to_f64(), bad: evidence.bad.to_f64() }
}

fn travos_direct(params: &Params) -> Result<Json, Faults> {
    let epsilon = unit(params, "epsilon")?.to_f64();
    let half = Rational::new(1, 2);
    let mut outcomes = Evidence::<Rational>::default();
    let (mut trusts, mut confidences) = (Vec::new(), Vec::new());
    for event in events(params, Scale::Unit, None)? {
        let good = if event.value >= half { Rational::one() } else { Rational::zero() };
        outcomes.add(&good, &Rational::one());
        let known = float(&outcomes);
        trusts.push(outcomes.mean(&Prior::default()).to_string());
        confidences.push(confidence(known.good + 1.0, known.bad + 1.0, epsilon));
    }
    Ok(json!({ "trust": trusts, "confidence": confidences }))
}

fn travos_advice(params: &Params) -> Result<Json, Faults> {
    let (epsilon, threshold) = (unit(params, "epsilon")?.to_f64(), unit(params, "threshold")?.to_f64());
    let bins = u32::try_from(params.integer("bins")).expect("the schema bounds it");
    let direct = evidence(params.value("direct"), "direct")?;
    let own = float(&direct);
    let alone = Combined::of(&own, []);
    let mut shown = Vec::new();
    let mut advice = Vec::new();
    for (k, adviser) in params.list("advisers").iter().enumerate() {
        let key = format!("advisers[{k}]");
        let table = adviser.as_table();
        let wrong = || fault(&key, format!("`{key}` is {}", adviser.describe()), "{ report, history }");
        let report_value = table.and_then(|table| table.get("report")).ok_or_else(wrong)?;
        let report = float(&evidence(report_value, &format!("{key}.report"))?);
        let place = bin(&report, bins);
        let empty = Value::from(Vec::<Value>::new());
        let history_value = table.and_then(|table| table.get("history")).unwrap_or(&empty);
        let history = history_value.as_list().ok_or_else(wrong)?;
        let mut record = Record::default();
        for (j, earlier) in history.iter().enumerate() {
            let key = format!("{key}.history[{j}]");
            let expected = "good and bad outcomes reported, and the outcome: 0 or 1";
            let numbers = exacts(earlier, &key, 3, expected)?;
            let (good, bad, outcome) = (&numbers[0], &numbers[1], &numbers[2]);
            let known = outcome.is_zero() || *outcome == Rational::one();
            if !known || good.is_negative() || bad.is_negative() {
                return Err(fault(&key, format!("`{key}` is {}", earlier.describe()), expected));
            }
            if bin(&Evidence { good: good.to_f64(), bad: bad.to_f64() }, bins) == place {
                let count = if outcome.is_zero() { &mut record.bad } else { &mut record.good };
                *count += 1;
            }
        }
        let one = Advice::of(&report, place, record, bins);
        shown.push(json!({
            "report": report_value.to_json(),
            "history": history_value.to_json(),
            "bin": one.bin,
            "in_bin": record.good + record.bad,
            "accuracy": one.accuracy,
            "adjusted_mean": one.mean,
            "adjusted_sd": one.deviation,
            "adjusted_alpha": one.alpha,
            "adjusted_beta": one.beta,
        }));
        advice.push(one);
    }
    let combined = Combined::of(&own, &advice);
    let direct_confidence = alone.confidence(epsilon);
    let asks = direct_confidence < threshold;
    Ok(json!({
        "direct_trust": direct.mean(&Prior::default()).to_string(),
        "direct_confidence": direct_confidence,
        "asks": asks,
        "advisers": shown,
        "combined_alpha": combined.alpha,
        "combined_beta": combined.beta,
        "combined_trust": combined.trust(),
        "combined_confidence": combined.confidence(epsilon),
        "trust": if asks { combined.trust() } else { alone.trust() },
    }))
}
