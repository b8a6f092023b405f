//! What a check expects, and whether a value meets it.

use crate::catalogue::{Field, Kind, Params, Place, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::exact::Rational;
use serde_json::Value as Json;

/// What a check expects of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// Nothing: the value is reported.
    Report,
    /// This very value; numbers and the texts of exact numbers are compared as numbers.
    Exactly(Json),
    /// A number that differs by no more than the tolerance.
    Near {
        /// The number.
        value: Rational,
        /// By how much it may be missed.
        tolerance: Rational,
    },
    /// A number within closed bounds; nothing is no bound.
    Between(Option<Rational>, Option<Rational>),
    /// A list of numbers each of which is above the one before it.
    Rising,
    /// A list of numbers each of which is below the one before it.
    Falling,
}

/// Whether a value meets what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not.
    Fails,
    /// Nothing was expected.
    Reported,
}

impl Verdict {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Reported => "reported",
        }
    }
}

/// The number that a value is: one, or the text of an exact one.
fn number(value: &Json) -> Option<Rational> {
    match value {
        Json::Number(number) => number.to_string().parse().ok().or_else(|| Rational::from_f64_exact(number.as_f64()?)),
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// Whether a value is a list of at least two numbers of which each stands so to the one before it.
fn ordered(value: &Json, stands: fn(&Rational, &Rational) -> bool) -> bool {
    let numbers: Option<Vec<Rational>> = value.as_array().and_then(|list| list.iter().map(number).collect());
    numbers.is_some_and(|list| list.len() > 1 && list.windows(2).all(|pair| stands(&pair[0], &pair[1])))
}

/// Whether two values are the same, numbers and texts of numbers compared as numbers.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        _ => match (number(a), number(b)) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        },
    }
}

impl Expectation {
    /// The keys by which a file says what it expects.
    pub fn fields() -> [Field; 5] {
        [
            Field::optional("expected", Kind::Any, "The value; reported alone if there is no expectation."),
            Field::optional("tolerance", Kind::Rational, "By how much the expected number may be missed."),
            Field::optional("at_least", Kind::Rational, "The least number that will do."),
            Field::optional("at_most", Kind::Rational, "The greatest number that will do."),
            Field::optional(
                "order",
                Kind::Choice(&["rising", "falling"]),
                "In what order the numbers of the list that is found stand.",
            ),
        ]
    }

    /// What these keys say.
    ///
    /// # Errors
    /// If what is no number has a tolerance, or a tolerance is negative.
    pub fn of(params: &Params, place: &Place) -> Result<Self, Faults> {
        let rational = |key: &str| params.get(key).and_then(Value::rational);
        let order = params.get("order").and_then(Value::as_text);
        let expectation = match (params.get("expected"), rational("tolerance")) {
            (None, None) if order == Some("rising") => Expectation::Rising,
            (None, None) if order == Some("falling") => Expectation::Falling,
            (Some(expected), None) => Expectation::Exactly(expected.to_json()),
            (Some(expected), Some(tolerance)) => match expected.rational() {
                Some(value) => Expectation::Near { value, tolerance },
                None => {
                    let found = format!("{} with a tolerance", expected.describe());
                    let fault = Diagnostic::new("wrong-type", found, "a number, or no tolerance");
                    return Err(fault.at(place.key("expected").at(&expected.origin)).into());
                }
            },
            (None, _) => match (rational("at_least"), rational("at_most")) {
                (None, None) => Expectation::Report,
                (low, high) => Expectation::Between(low, high),
            },
        };
        if matches!(&expectation, Expectation::Near { tolerance, .. } if tolerance.is_negative()) {
            let fault = Diagnostic::new("out-of-range", "a negative tolerance", "a number of 0 or more");
            return Err(fault.at(place.key("tolerance").at(&Origin::Unknown)).into());
        }
        Ok(expectation)
    }

    /// Whether a value meets it. What is no number is near no number, and between no bounds.
    pub fn judge(&self, value: &Json) -> Verdict {
        let holds = match self {
            Expectation::Report => return Verdict::Reported,
            Expectation::Exactly(wanted) => same(wanted, value),
            Expectation::Near { value: wanted, tolerance } => {
                number(value).is_some_and(|found| (&found - wanted).abs() <= *tolerance)
            }
            Expectation::Between(low, high) => number(value).is_some_and(|found| {
                low.as_ref().is_none_or(|low| found >= *low) && high.as_ref().is_none_or(|high| found <= *high)
            }),
            Expectation::Rising => ordered(value, |before, next| before < next),
            Expectation::Falling => ordered(value, |before, next| before > next),
        };
        if holds { Verdict::Holds } else { Verdict::Fails }
    }

    /// What is expected, in words.
    pub fn words(&self) -> String {
        // Decimals stay decimals, however the file wrote them.
        let short = |value: &Rational| {
            let text = value.to_string();
            if text.len() <= 12 { text } else { format!("{}", value.to_f64()) }
        };
        match self {
            Expectation::Report => String::new(),
            Expectation::Exactly(Json::String(text)) => text.clone(),
            Expectation::Exactly(value) => value.to_string(),
            Expectation::Near { value, tolerance } => format!("{} +- {}", value.to_f64(), tolerance.to_f64()),
            Expectation::Between(Some(low), Some(high)) => format!("{} to {}", short(low), short(high)),
            Expectation::Between(Some(low), None) => format!("at least {}", short(low)),
            Expectation::Between(None, Some(high)) => format!("at most {}", short(high)),
            Expectation::Between(None, None) => "a number".into(),
            Expectation::Rising => "each above the one before".into(),
            Expectation::Falling => "each below the one before".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_and_their_texts_are_the_same() {
        let exactly = |value: Json| Expectation::Exactly(value);
        assert_eq!(exactly(json!("21/2")).judge(&json!(10.5)), Verdict::Holds);
        assert_eq!(exactly(json!([[1, "1/2"]])).judge(&json!([["1", 0.5]])), Verdict::Holds);
        assert_eq!(exactly(json!("21/2")).judge(&json!("21/4")), Verdict::Fails);
        assert_eq!(exactly(json!(true)).judge(&json!("true")), Verdict::Fails);
    }

    #[test]
    fn tolerances_and_bounds_are_closed() {
        let q = |text: &str| -> Rational { text.parse().expect("a number") };
        let near = Expectation::Near { value: q("0.5"), tolerance: q("0.25") };
        assert_eq!(near.judge(&json!(0.75)), Verdict::Holds);
        assert_eq!(near.judge(&json!(0.76)), Verdict::Fails);
        assert_eq!(near.judge(&json!("none")), Verdict::Fails);
        let between = Expectation::Between(Some(q("1")), None);
        assert_eq!(between.judge(&json!(1)), Verdict::Holds);
        assert_eq!(between.judge(&json!("0.9")), Verdict::Fails);
        assert_eq!(Expectation::Rising.judge(&json!([1, "3/2", 1.75])), Verdict::Holds);
        assert_eq!(Expectation::Rising.judge(&json!([1, 1])), Verdict::Fails);
        assert_eq!(Expectation::Falling.judge(&json!([2, 1])), Verdict::Holds);
        assert_eq!(Expectation::Falling.judge(&json!(["none", 1])), Verdict::Fails);
        assert_eq!(Expectation::Falling.judge(&json!([1])), Verdict::Fails);
        assert_eq!(Expectation::Report.judge(&json!(null)), Verdict::Reported);
    }
}
