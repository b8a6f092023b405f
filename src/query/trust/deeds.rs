//! Indirect reciprocity in one shared view: image scoring, standing, the leading eight.

use super::reading::{fault, pairs, positive, unit};
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::query::question::Question;
use crate::reputation::donation::{Deed, ImageRule, Norm, NormName, Standing, known_image_pays};
use serde_json::{Value as Json, json};

const AGENTS: Kind = Kind::Integer { min: 1, max: 1_000_000 };

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "image",
        fields: || {
            let bound = Kind::Integer { min: i32::MIN as i64, max: i32::MAX as i64 };
            let two = Kind::List { of: Box::new(bound), min: 2, max: 2 };
            let exact = |key, default: &'static str, doc| Field::with_default(key, Kind::Rational, default, doc);
            let mut fields = deed_fields();
            fields.extend([
                Field::optional("k", Kind::list(Kind::NUMBER), "Each donor's threshold; else `actions` are given."),
                Field::optional("actions_given", Kind::Bool, "Whether `actions` happened; else the thresholds say so."),
                Field::with_default("range", two, vec![Value::from(-5i64), Value::from(5i64)], "The range of scores."),
                exact("benefit", "1", "What a gift is worth to the recipient."),
                exact("cost", "1/10", "What it costs the donor."),
                exact("endowment", "0", "What both get at each meeting."),
            ]);
            fields
        },
        answers: &["donor_score", "final_scores", "payoffs"],
        answer: image,
    },
    Question {
        kind: "image_threshold",
        fields: || {
            vec![
                Field::with_default("benefit", Kind::Rational, "1", "What a gift is worth to the recipient."),
                Field::with_default("cost", Kind::Rational, "1/10", "What it costs the donor."),
                Field::with_default("known", Kind::Rational, "1", "How often a donor knows the recipient's image."),
            ]
        },
        answers: &["threshold", "pays"],
        answer: |params| {
            let (benefit, cost) = (positive(params, "benefit")?, positive(params, "cost")?);
            let pays = known_image_pays(&unit(params, "known")?, &benefit, &cost);
            let threshold = cost.checked_div(&benefit).map(|threshold| threshold.to_string());
            Ok(json!({ "threshold": threshold, "pays": pays }))
        },
    },
    Question {
        kind: "standing",
        fields: || {
            let mut fields = deed_fields();
            fields.push(initial_field());
            let variant = Kind::Choice(&["simple", "unchanged"]);
            fields.push(Field::with_default("variant", variant, "simple", "What refusing the bad does to the donor."));
            fields
        },
        answers: &["intended", "donor_after", "final"],
        answer: |params| {
            let simple = params.text("variant") == "simple";
            by_norm(params, if simple { NormName::Leading(3) } else { NormName::Unchanged })
        },
    },
    Question {
        kind: "leading_eight",
        fields: || {
            let mut fields = deed_fields();
            fields.push(initial_field());
            fields.push(Field::required("norm", Kind::Choice(&NormName::WORDS), "Which of the eight."));
            fields
        },
        answers: &["intended", "donor_after", "final"],
        answer: |params| by_norm(params, NormName::leading(params.text("norm")).expect("the schema lists them")),
    },
];

fn deed_fields() -> Vec<Field> {
    vec![
        Field::required("n", AGENTS, "The number of agents."),
        Field::required("pairs", Kind::list(Kind::list(Kind::Any)), "Donor and recipient of each meeting."),
        Field::optional("actions", Kind::Actions { min: 0 }, "What the donors did: C gave, D refused."),
    ]
}

fn initial_field() -> Field {
    Field::optional("initial", Kind::Text, "Standings at first, a letter G or B an agent; all good if left out.")
}

/// What the donors did, if it is given: a deed a meeting.
fn actions(params: &Params, meetings: usize) -> Result<Option<Vec<Deed>>, Faults> {
    let Some(word) = params.get("actions").and_then(Value::as_text) else { return Ok(None) };
    let deeds: Vec<Deed> = word.chars().filter_map(Deed::from_letter).collect();
    if deeds.len() != meetings {
        let found = format!("`actions` has {} letters", deeds.len());
        return Err(fault("actions", found, format!("a letter for each of {meetings} meetings")));
    }
    Ok(Some(deeds))
}

fn word(deeds: &[Deed]) -> String {
    deeds.iter().map(|deed| deed.letter()).collect()
}

fn image(params: &Params) -> Result<Json, Faults> {
    let n = params.count("n");
    let meetings = pairs(params, n)?;
    let thresholds = params.has("k").then(|| params.numbers("k"));
    let given = params.get("actions_given").map_or(thresholds.is_none(), |_| params.flag("actions_given"));
    let actions = if given { actions(params, meetings.len())? } else { None };
    if actions.is_none() && thresholds.as_ref().is_none_or(|k| k.len() != n) {
        return Err(fault("k", "neither a threshold of each agent nor `actions`", format!("`k`, a list of {n}")));
    }
    let end = |k: usize| params.list("range")[k].integer().and_then(|end| i32::try_from(end).ok());
    let rule = match (end(0), end(1)) {
        (Some(low), Some(high)) if low <= 0 && high >= 0 => ImageRule { low, high },
        _ => {
            return Err(fault(
                "range",
                "a range of scores without 0",
                "two numbers, the first up to 0, the second from 0",
            ));
        }
    };
    let exact = ["benefit", "cost", "endowment"].map(|key| params.rational(key));
    let [benefit, cost, endowment] = &exact;
    let mut scores = vec![0i32; n];
    let mut payoffs = vec![Rational::zero(); n];
    let (mut deeds, mut after) = (Vec::new(), Vec::new());
    for (k, (donor, recipient)) in meetings.into_iter().enumerate() {
        let deed = match (&actions, &thresholds) {
            (Some(actions), _) => actions[k],
            (None, Some(thresholds)) => Deed::give_if(f64::from(scores[recipient]) >= thresholds[donor]),
            (None, None) => unreachable!("one of the two was found above"),
        };
        payoffs[donor] += endowment;
        payoffs[recipient] += endowment;
        if deed == Deed::Give {
            payoffs[donor] = &payoffs[donor] - cost;
            payoffs[recipient] += benefit;
        }
        scores[donor] = rule.judge(scores[donor], deed);
        deeds.push(deed);
        after.push(scores[donor]);
    }
    Ok(json!({
        "actions": word(&deeds),
        "donor_score": after,
        "final_scores": scores,
        "payoffs": payoffs.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn by_norm(params: &Params, name: NormName) -> Result<Json, Faults> {
    let norm = Norm::named(name);
    let n = params.count("n");
    let meetings = pairs(params, n)?;
    let happened = actions(params, meetings.len())?;
    let mut standings = match params.get("initial").and_then(Value::as_text) {
        None => vec![Standing::Good; n],
        Some(text) => {
            let letters: Option<Vec<Standing>> = text.chars().map(Standing::from_letter).collect();
            letters.filter(|letters| letters.len() == n).ok_or_else(|| {
                fault("initial", format!("`initial` is {text:?}"), format!("a word of {n} letters G and B"))
            })?
        }
    };
    let (mut intended, mut done, mut after) = (Vec::new(), Vec::new(), String::new());
    for (k, (donor, recipient)) in meetings.into_iter().enumerate() {
        let (of_donor, of_recipient) = (standings[donor], standings[recipient]);
        let meant = norm.deed(of_donor, of_recipient);
        let deed = happened.as_ref().map_or(meant, |deeds| deeds[k]);
        standings[donor] = norm.judge(of_donor, of_recipient, deed);
        intended.push(meant);
        done.push(deed);
        after.push(standings[donor].letter());
    }
    Ok(json!({
        "intended": word(&intended),
        "actions": word(&done),
        "donor_after": after,
        "final": standings.iter().map(|standing| standing.letter()).collect::<String>(),
    }))
}
