//! Praise less blame, and Beta reputation.

use super::reading::{Event, Scale, events, events_field, fault, positive, prior, prior_fields, unit};
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::ids::{AgentId, RunKey, Seed};
use crate::query::question::Question;
use crate::reputation::{
    DecayBy, Ebay, EbayRule, Evidence, Grade, Number, Prior, Rating, RatingKind, Reputation, exit_window,
};
use crate::sim::{Purpose, Who};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "ebay",
        fields: || {
            vec![
                events_field(),
                Field::with_default("rule", Kind::Choice(&["all", "one_per_rater"]), "all", "What is summed."),
                Field::optional("window", Kind::Integer { min: 1, max: i64::MAX }, "How long ratings are counted."),
            ]
        },
        answers: &["sum", "positive", "negative", "percent_positive"],
        answer: ebay,
    },
    Question {
        kind: "beta",
        fields: beta_fields,
        answers: &["r", "s", "mean", "scaled", "final_mean_exact"],
        answer: |params| beta(params, false),
    },
    Question {
        kind: "beta_value",
        fields: || {
            let mut fields = beta_fields();
            fields.extend([
                Field::with_default("unit", Kind::Rational, 1i64, "The size of a deal that counts once."),
                Field::optional("cap", Kind::Rational, "The most that a deal counts."),
                Field::optional("type_weight", Kind::Any, "How much ratings of each source count: { I = 1, W = 0.5 }."),
            ]);
            fields
        },
        answers: &["r", "s", "mean", "scaled", "final_mean_exact"],
        answer: |params| beta(params, true),
    },
    Question {
        kind: "beta_exit",
        fields: || {
            vec![
                Field::required("forgetting", Kind::Rational, "What is kept of older evidence, below 1."),
                Field::required("threshold", Kind::Rational, "The reputation below which an agent is shunned."),
            ]
        },
        answers: &["saturation", "max_mean", "min_mean", "bad_rounds"],
        answer: |params| {
            let window = exit_window(&params.rational("forgetting"), &params.rational("threshold"))?;
            Ok(json!({
                "saturation": window.saturation.to_string(),
                "max_mean": window.max_mean.to_string(),
                "min_mean": window.min_mean.to_string(),
                "bad_rounds": window.bad_rounds,
            }))
        },
    },
];

fn ebay(params: &Params) -> Result<Json, Faults> {
    let rule = if params.text("rule") == "all" { EbayRule::All } else { EbayRule::OnePerRater };
    let window = params.get("window").and_then(Value::integer).and_then(|window| u64::try_from(window).ok());
    let mut model = Ebay::new(rule, window);
    // The model draws nothing; its trait asks for a stream.
    let mut draws = RunKey::derive(Seed(0), 0, "").draws(Who::agent(""), Purpose::Perception);
    let (mut sums, mut positives, mut negatives, mut shares) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for event in events(params, Scale::Sign, None)? {
        let grade = Grade::new((event.value.to_f64() + 1.0) / 2.0)?;
        let ratee = AgentId(event.ratee);
        model.observe(&Rating::new(event.tick, AgentId(event.rater), ratee, grade), &mut draws);
        let (positive, negative) = model.counts(ratee);
        let exact = |n: u64| Rational::from(i64::try_from(n).expect("fewer ratings than fit memory"));
        sums.push(model.sum(ratee));
        shares.push(exact(positive).checked_div(&exact(positive + negative)).map(|share| share.to_string()));
        positives.push(positive);
        negatives.push(negative);
    }
    Ok(json!({ "sum": sums, "positive": positives, "negative": negatives, "percent_positive": shares }))
}

fn beta_fields() -> Vec<Field> {
    let mut fields = vec![
        events_field(),
        Field::with_default("forgetting", Kind::Rational, 1i64, "What is kept of older evidence, from 0 to 1."),
        Field::with_default("decay_by", Kind::Choice(&["rating", "tick"]), "rating", "What fades evidence."),
    ];
    fields.extend(prior_fields());
    fields
}

/// How deals count.
struct Counting<N> {
    forgetting: N,
    decay_by: DecayBy,
    prior: Prior<N>,
    /// By source.
    sources: [N; 4],
    /// Unit and cap of the size of deals.
    size: Option<(N, Option<N>)>,
}

impl<N: Number> Counting<N> {
    fn of(exact: &Counting<Rational>) -> Self {
        Self {
            forgetting: N::of(&exact.forgetting),
            decay_by: exact.decay_by,
            prior: Prior { weight: N::of(&exact.prior.weight), base_rate: N::of(&exact.prior.base_rate) },
            sources: exact.sources.each_ref().map(N::of),
            size: exact.size.as_ref().map(|(unit, cap)| (N::of(unit), cap.as_ref().map(N::of))),
        }
    }

    fn weight(&self, event: &Event) -> N {
        let Some((unit, cap)) = &self.size else { return N::one() };
        let size = N::of(&event.weight) / unit.clone();
        let size = match cap {
            Some(cap) if size > *cap => cap.clone(),
            _ => size,
        };
        self.sources[event.kind.index()].clone() * size
    }

    /// The answer, and the last mean.
    fn run(&self, events: &[Event]) -> (Json, Option<N>) {
        let mut all: BTreeMap<u32, (Evidence<N>, u64)> = BTreeMap::new();
        let (mut r, mut s, mut means, mut scaled) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut last = None;
        for event in events {
            let before = all.get(&event.ratee).map(|(_, tick)| event.tick - tick);
            let (evidence, tick) = all.entry(event.ratee).or_default();
            evidence.fade(&self.decay_by.keeps(&self.forgetting, before));
            evidence.add(&N::of(&event.value), &self.weight(event));
            *tick = event.tick;
            let mean = evidence.mean(&self.prior);
            r.push(evidence.good.float());
            s.push(evidence.bad.float());
            means.push(mean.float());
            scaled.push(evidence.scaled(&self.prior).float());
            last = Some(mean);
        }
        (json!({ "r": r, "s": s, "mean": means, "scaled": scaled }), last)
    }
}

/// The digits that a number takes.
fn size(number: &Rational) -> u64 {
    let (numerator, denominator) = number.parts();
    numerator.bits() + denominator.bits()
}

/// How many binary digits evidence may grow to before floats take over.
const EXACT_BITS: u64 = 40_000;

fn beta(params: &Params, by_value: bool) -> Result<Json, Faults> {
    let events = events(params, Scale::Unit, None)?;
    let mut sources: [Rational; 4] = std::array::from_fn(|_| Rational::one());
    for (letter, value) in params.get("type_weight").and_then(Value::as_table).into_iter().flat_map(|t| t.iter()) {
        let key = format!("type_weight.{}", letter.name);
        let kind = RatingKind::from_letter(&letter.name);
        let weight = value.rational().filter(|weight| !weight.is_negative());
        let (Some(kind), Some(weight)) = (kind, weight) else {
            return Err(fault(&key, format!("`{key}` is {}", value.describe()), "a number from 0 of I, R, W or C"));
        };
        sources[kind.index()] = weight;
    }
    let size_of = || -> Result<(Rational, Option<Rational>), Faults> {
        Ok((positive(params, "unit")?, params.has("cap").then(|| positive(params, "cap")).transpose()?))
    };
    let exact = Counting {
        forgetting: unit(params, "forgetting")?,
        decay_by: if params.text("decay_by") == "tick" { DecayBy::Tick } else { DecayBy::Rating },
        prior: prior(params)?,
        sources,
        size: by_value.then(size_of).transpose()?,
    };
    let span = match exact.decay_by {
        DecayBy::Rating => events.len() as u64,
        DecayBy::Tick => events.last().map_or(0, |last| last.tick) - events.first().map_or(0, |first| first.tick),
    };
    let trivial = exact.forgetting == Rational::one() || exact.forgetting.is_zero();
    let bits = if trivial { 0 } else { size(&exact.forgetting).saturating_mul(span) };
    if bits > EXACT_BITS {
        let (mut answer, _) = Counting::<f64>::of(&exact).run(&events);
        answer["final_mean_exact"] = Json::Null;
        return Ok(answer);
    }
    let (mut answer, last) = exact.run(&events);
    answer["final_mean_exact"] = json!(last.map(|mean| mean.to_string()));
    Ok(answer)
}
