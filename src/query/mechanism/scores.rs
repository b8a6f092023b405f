//! Scoring rules and deposits on claims.

use crate::catalogue::{Field, Params};
use crate::contract::scoring::Report;
use crate::error::Faults;
use crate::query::question::Question;
use crate::query::reading::{amount, maybe, number, number_or, share, text};
use serde_json::json;

fn report_fields() -> Vec<Field> {
    vec![
        number("scale", "What a unit of score is worth."),
        number("true_probability", "The true probability of success."),
        number("report", "The reported probability."),
    ]
}

fn report(params: &Params) -> Result<Report, Faults> {
    Ok(Report {
        scale: amount(params, "scale")?,
        truth: share(params, "true_probability")?,
        report: share(params, "report")?,
    })
}

pub(in crate::query) const QUESTIONS: &[Question] = &[
    Question {
        kind: "brier",
        fields: || {
            let mut fields = report_fields();
            fields.push(number_or("winning_gain", 0, "What the misreport gains by winning the job."));
            fields
        },
        answers: &[
            "loss_success",
            "loss_failure",
            "expected_loss",
            "expected_bonus",
            "misreport_loss",
            "deterred",
            "min_scale",
        ],
        answer: |params| {
            let (report, gain) = (report(params)?, amount(params, "winning_gain")?);
            let misreport = report.brier_misreport();
            Ok(json!({
                "loss_success": text(&report.brier_loss(true)),
                "loss_failure": text(&report.brier_loss(false)),
                "expected_loss": text(&report.expected_brier_loss()),
                "expected_bonus": text(&report.expected_brier_bonus()),
                "misreport_loss": text(&misreport),
                "deterred": misreport >= gain,
                "min_scale": maybe(report.least_brier_scale(&gain).as_ref()),
            }))
        },
    },
    Question {
        kind: "log_score",
        fields: report_fields,
        answers: &["loss_success", "loss_failure", "expected_loss", "misreport_loss"],
        answer: |params| {
            let report = report(params)?;
            Ok(json!({
                "loss_success": report.log_loss(true),
                "loss_failure": report.log_loss(false),
                "expected_loss": report.expected_log_loss(),
                "misreport_loss": report.log_misreport(),
            }))
        },
    },
    Question {
        kind: "claim_deposit",
        fields: report_fields,
        answers: &["deposit", "expected_forfeit", "extra_over_truth"],
        answer: |params| {
            let report = report(params)?;
            Ok(json!({
                "deposit": text(&report.claim_deposit()),
                "expected_forfeit": text(&report.expected_forfeit()),
                "extra_over_truth": text(&report.extra_forfeit()),
            }))
        },
    },
];
