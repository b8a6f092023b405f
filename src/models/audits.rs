//! Audits and penalties as parameters, for models whose matches are audited.

use super::length::rounds;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::{Audit, Payee, Schedule, Window};
use crate::error::{Diagnostic, Faults};

/// The parameters: the audits, who gets the penalties, and whether convictions are public.
pub(super) fn fields() -> [Field; 3] {
    let audit = Schema::of(vec![
        Field::optional("last", rounds(), "The entry is for the last so many rounds.").unit("rounds"),
        Field::optional(
            "rounds",
            Kind::List { of: Box::new(rounds()), min: 2, max: 2 },
            "The entry is for these rounds, first and last.",
        ),
        Field::with_default("alpha", Kind::Rational, 1i64, "The probability with which an action is audited."),
        Field::with_default("detect", Kind::Rational, 1i64, "The probability with which an audit finds a defection."),
        Field::with_default(
            "false_alarm",
            Kind::Rational,
            0i64,
            "The probability with which an audit convicts a co-operator.",
        ),
        Field::required("penalty", Kind::Rational, "What a conviction costs.").unit("utility"),
    ]);
    [
        Field::with_default(
            "audits",
            Kind::list(Kind::Table(audit)),
            Value::from(Vec::new()),
            "Audits by round; the first entry that covers a round counts.",
        ),
        Field::with_default("payee", Kind::Choice(&["sink", "victim"]), "sink", "Who gets the penalties."),
        Field::with_default(
            "public",
            Kind::Bool,
            false,
            "Whether a conviction is public: the others then take that action for a defection.",
        ),
    ]
}

/// Reads them.
pub(super) fn schedule(params: &Params, place: &Place, faults: &mut Faults) -> Schedule {
    let mut audits = Vec::new();
    for (k, value) in params.list("audits").iter().enumerate() {
        let here = place.key("audits").item(k);
        let entry = value.section().expect("the schema declares tables");
        for key in ["alpha", "detect", "false_alarm"] {
            let p = entry.rational(key);
            if p.is_negative() || p > 1 {
                faults.push(
                    Diagnostic::new("out-of-range", format!("`{key}` is {p}"), "a probability from 0 to 1")
                        .at(here.key(key).at(&entry.value(key).origin)),
                );
            }
        }
        if entry.rational("penalty").is_negative() {
            faults.push(
                Diagnostic::new(
                    "out-of-range",
                    format!("`penalty` is {}", entry.rational("penalty")),
                    "a penalty from 0: a reward for defection is no audit",
                )
                .at(here.key("penalty").at(&entry.value("penalty").origin)),
            );
        }
        let bound = |value: &Value| u32::try_from(value.integer().unwrap_or(1)).expect("the schema bounds it");
        let window = match (entry.get("last"), entry.get("rounds").and_then(Value::as_list)) {
            (Some(_), Some(_)) => {
                faults.push(
                    Diagnostic::new("given-twice", "both `last` and `rounds`", "one of the two")
                        .at(here.key("last").at(&entry.value("last").origin)),
                );
                continue;
            }
            (Some(last), None) => Window::Last(bound(last)),
            (None, Some(range)) => {
                let (first, last) = (bound(&range[0]), bound(&range[1]));
                if first > last {
                    faults.push(
                        Diagnostic::new("out-of-range", format!("rounds {first} to {last}"), "the first round first")
                            .at(here.key("rounds").at(&entry.value("rounds").origin)),
                    );
                }
                Window::Rounds { first, last }
            }
            (None, None) => Window::All,
        };
        audits.push(Audit {
            window,
            alpha: entry.rational("alpha"),
            detect: entry.rational("detect"),
            false_alarm: entry.rational("false_alarm"),
            penalty: entry.rational("penalty"),
        });
    }
    let payee = if params.text("payee") == "victim" { Payee::Victim } else { Payee::Sink };
    Schedule { audits, payee, public: params.flag("public") }
}
