//! Audits and juries.

use crate::catalogue::{Field, Kind, Params};
use crate::contract::court::{AuditCost, Jury};
use crate::error::Faults;
use crate::query::question::Question;
use crate::query::reading::{amount, maybe, number, share, text};
use serde_json::{Value as Json, json};

/// The largest jury.
const MOST_JURORS: i64 = 1_001;

pub(in crate::query) const QUESTIONS: &[Question] = &[
    Question {
        kind: "audit",
        fields: || {
            vec![
                number("gain", "What cheating gains."),
                number("audit_cost", "What an audit costs."),
                number("capital_cost", "What a unit of bond costs."),
                Field::with_default("try_rate", Kind::Rational, 1i64, "A share of jobs to audit, to try."),
                Field::with_default("try_bond", Kind::Rational, 0i64, "A bond to try."),
            ]
        },
        answers: &["corner", "rate_squared", "rate", "bond", "cost", "honest", "cheat", "deterred", "try_cost"],
        answer: audit,
    },
    Question {
        kind: "jury",
        fields: || {
            vec![
                Field::required("jurors", Kind::Integer { min: 1, max: MOST_JURORS }, "How many jurors vote."),
                number("accuracy_guilty", "The probability with which a juror sees guilt."),
                number("accuracy_innocent", "The probability with which a juror sees innocence."),
                number("price", "The price in escrow."),
                number("cost", "What honest work costs."),
            ]
        },
        answers: &[
            "convict_guilty",
            "convict_innocent",
            "convict_guilty_exact",
            "convict_innocent_exact",
            "min_bond_raw",
            "min_bond",
        ],
        answer: jury,
    },
];

fn audit(params: &Params) -> Result<Json, Faults> {
    let costs = AuditCost {
        gain: amount(params, "gain")?,
        audit_cost: amount(params, "audit_cost")?,
        capital_cost: amount(params, "capital_cost")?,
    };
    let (rate, bond) = (share(params, "try_rate")?, amount(params, "try_bond")?);
    let plan = costs.best();
    let cheat = costs.cheat(&rate, &bond);
    Ok(json!({
        "corner": costs.is_corner(),
        "rate_squared": maybe(costs.rate_squared().as_ref()),
        "rate": plan.rate,
        "bond": plan.bond,
        "cost": plan.cost,
        "honest": "0",
        "cheat": text(&cheat),
        "deterred": !cheat.is_positive(),
        "try_cost": text(&costs.cost(&rate, &bond)),
    }))
}

fn jury(params: &Params) -> Result<Json, Faults> {
    let jury = Jury {
        jurors: u32::try_from(params.integer("jurors")).expect("the schema bounds it"),
        accuracy_guilty: share(params, "accuracy_guilty")?,
        accuracy_innocent: share(params, "accuracy_innocent")?,
    };
    let (price, cost) = (amount(params, "price")?, amount(params, "cost")?);
    let (guilty, innocent) = (jury.convict_guilty(), jury.convict_innocent());
    let float = |value: Option<crate::exact::Rational>| value.map(|value| value.to_f64());
    Ok(json!({
        "convict_guilty": guilty.to_f64(),
        "convict_innocent": innocent.to_f64(),
        "convict_guilty_exact": text(&guilty),
        "convict_innocent_exact": text(&innocent),
        "min_bond_raw": float(jury.bond(&price, &cost)),
        "min_bond": float(jury.least_bond(&price, &cost)),
    }))
}
