//! Queries about negotiation.
//!
//! | kind | query | answer |
//! |---|---|---|
//! | `rubinstein_infinite` | `discount_1`, `discount_2` | `share_1_if_1_proposes`, `share_1_if_2_proposes`, `agreement_round` |
//! | `rubinstein_finite` | the same, `rounds` | `share_1_by_round`, `share_1`, `share_2` |
//! | `concession_alternating` | `buyer`, `seller`: `min`, `max`, `family`, `kappa`, `beta`, `deadline`; `first` | `offers`, `outcome`, `tick`, `price`, `by` |
//! | `concession_simultaneous` | the same without `first` | `buyer_offers`, `seller_offers`, `outcome`, `tick`, `price`, `by` |
//! | `behaviour` | `rule`, `side`, `lag`, `min`, `max`, `opponent`, `own_first`, `noise` | `offers`, `last_exact`, `accepts_after` |

use super::question::{self, Question};
use super::reading::{fault, floats, maybe, number, number_or, share, text};
use crate::catalogue::{Field, Kind, Params, Schema, Value};
use crate::contract::negotiation::Side;
use crate::contract::negotiation::behaviour::{Imitator, Rule};
use crate::contract::negotiation::concession::{Concession, Family, Party};
use crate::contract::negotiation::protocol::{End, Parties};
use crate::contract::negotiation::rubinstein::Bargainers;
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use serde_json::{Value as Json, json};

/// The most rounds or ticks.
const MOST_ROUNDS: i64 = 10_000;

fn discounts() -> Vec<Field> {
    vec![
        number("discount_1", "What the next round counts beside this one for player 1."),
        number("discount_2", "What it counts for player 2."),
    ]
}

fn parties() -> Vec<Field> {
    let party = || {
        Schema::of(vec![
            number("min", "The least price that it names."),
            number("max", "The greatest price that it names."),
            Field::with_default(
                "family",
                Kind::Choice(&["polynomial", "exponential"]),
                "polynomial",
                "How it concedes.",
            ),
            number_or("kappa", 0, "The share of the way that it has gone at first."),
            number_or("beta", 1, "Below 1 it holds out, above 1 it concedes at once."),
            Field::required("deadline", Kind::Integer { min: 1, max: MOST_ROUNDS }, "Its last tick."),
        ])
    };
    vec![
        Field::required("buyer", Kind::Table(party()), "Who buys."),
        Field::required("seller", Kind::Table(party()), "Who sells."),
    ]
}

fn side() -> Kind {
    Kind::Choice(&["buyer", "seller"])
}

const QUESTIONS: [&[Question]; 1] = [&[
    Question {
        kind: "rubinstein_infinite",
        fields: discounts,
        answers: &["share_1_if_1_proposes", "share_1_if_2_proposes", "agreement_round"],
        answer: |params| {
            let bargainers = bargainers(params)?;
            let first = bargainers.share_if_first();
            Ok(json!({
                "agreement_round": first.as_ref().map(|_| 1),
                "share_1_if_1_proposes": maybe(first.as_ref()),
                "share_1_if_2_proposes": maybe(bargainers.share_if_second().as_ref()),
            }))
        },
    },
    Question {
        kind: "rubinstein_finite",
        fields: || {
            let mut fields = discounts();
            fields.push(Field::required("rounds", Kind::Integer { min: 1, max: 1_000 }, "How many rounds there are."));
            fields
        },
        answers: &["share_1_by_round", "share_1", "share_2"],
        answer: |params| {
            let shares = bargainers(params)?.shares_by_round(params.count("rounds"));
            let first = shares.first().expect("the schema asks for a round");
            Ok(json!({
                "share_1_by_round": floats(&shares),
                "share_1": text(first),
                "share_2": text(&(&Rational::one() - first)),
            }))
        },
    },
    Question {
        kind: "concession_alternating",
        fields: || {
            let mut fields = parties();
            fields.push(Field::with_default("first", side(), "buyer", "Who makes the first offer."));
            fields
        },
        answers: &["offers", "outcome", "tick", "price", "by"],
        answer: |params| {
            let first = named_side(params, "first");
            let course = both(params)?.alternating(first);
            let mut answer = end(course.end, course.tick);
            answer["offers"] = json!(course.offers);
            Ok(answer)
        },
    },
    Question {
        kind: "concession_simultaneous",
        fields: parties,
        answers: &["buyer_offers", "seller_offers", "outcome", "tick", "price", "by"],
        answer: |params| {
            let course = both(params)?.simultaneous();
            let of = |side: usize| course.offers.iter().copied().skip(side).step_by(2).collect::<Vec<f64>>();
            let mut answer = end(course.end, course.tick);
            answer["buyer_offers"] = json!(of(0));
            answer["seller_offers"] = json!(of(1));
            Ok(answer)
        },
    },
    Question {
        kind: "behaviour",
        fields: || {
            let prices = || Kind::list(Kind::Rational);
            vec![
                Field::required("rule", Kind::Choice(&["relative", "absolute", "averaged"]), "What is imitated."),
                Field::required("side", side(), "Who imitates."),
                Field::with_default("lag", Kind::Integer { min: 1, max: MOST_ROUNDS }, 1i64, "How far it looks back."),
                number("min", "The least price that it names."),
                number("max", "The greatest."),
                Field::required("opponent", prices(), "The other's offers."),
                Field::required("own_first", prices(), "Its own first offers, one more than the lag."),
                Field::optional("noise", prices(), "What it adds towards the other after each of the other's offers."),
            ]
        },
        answers: &["offers", "last_exact", "accepts_after"],
        answer: behaviour,
    },
]];

/// The kinds that are answered.
pub fn kinds() -> Vec<&'static str> {
    question::kinds(&QUESTIONS)
}

/// Answers a query about negotiation.
///
/// # Errors
/// What is wrong with the query.
///
/// # Examples
/// ```
/// use comity::query::negotiate::answer;
/// use serde_json::json;
/// // Rubinstein 1982: equally patient players share as 1 to d.
/// let query = json!({"kind": "rubinstein_infinite", "discount_1": "9/10", "discount_2": "9/10"});
/// assert_eq!(answer(&query).unwrap()["share_1_if_1_proposes"], "10/19");
/// ```
pub fn answer(query: &Json) -> Result<Json, Faults> {
    question::answer(&QUESTIONS, query)
}

fn bargainers(params: &Params) -> Result<Bargainers, Faults> {
    Ok(Bargainers { discounts: [share(params, "discount_1")?, share(params, "discount_2")?] })
}

fn named_side(params: &Params, key: &str) -> Side {
    Side::named(params.text(key)).expect("the schema lists the sides")
}

fn both(params: &Params) -> Result<Parties, Faults> {
    Ok(Parties { buyer: party(params, Side::Buyer)?, seller: party(params, Side::Seller)? })
}

fn party(params: &Params, side: Side) -> Result<Party, Faults> {
    let key = side.name();
    let own = params.section(key);
    let families = [Family::Polynomial, Family::Exponential];
    let family = families.into_iter().find(|family| family.name() == own.text("family"));
    let family = family.expect("the schema lists the families");
    let number = |key: &str| own.rational(key).to_f64();
    let (min, max) = (number("min"), number("max"));
    if min > max {
        return Err(fault(key, format!("prices from {min} to {max}"), "`min` no greater than `max`"));
    }
    let deadline = u32::try_from(own.integer("deadline")).expect("the schema bounds it");
    let concession = Concession::new(family, number("kappa"), number("beta"), deadline)
        .map_err(|error: Diagnostic| fault(key, error.found, error.expected))?;
    Ok(Party { side, min, max, concession })
}

fn end(end: End, tick: u32) -> Json {
    let (outcome, price, by) = match end {
        End::Agreement { price, by } => ("agreement", Some(price), by),
        End::Withdrawn { by } => ("withdrawn", None, Some(by)),
        End::NoAgreement => ("no_agreement", None, None),
    };
    json!({"outcome": outcome, "tick": tick, "price": price, "by": by.map(Side::name)})
}

fn behaviour(params: &Params) -> Result<Json, Faults> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == params.text("rule"));
    let rule = rule.expect("the schema lists the rules");
    let prices = |key: &str| -> Vec<Rational> { params.list(key).iter().filter_map(Value::rational).collect() };
    let imitator = Imitator {
        side: named_side(params, "side"),
        rule,
        lag: params.count("lag"),
        min: params.rational("min"),
        max: params.rational("max"),
    };
    let noise = if params.has("noise") { prices("noise") } else { Vec::new() };
    let imitation = imitator.against(&prices("own_first"), &prices("opponent"), &noise)?;
    Ok(json!({
        "offers": floats(&imitation.offers),
        "last_exact": text(imitation.offers.last().expect("the first offers are there")),
        "accepts_after": imitation.accepts_after,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(query: Json) -> String {
        answer(&query).expect_err("a wrong query").to_string()
    }

    #[test]
    fn wrong_queries_say_where_and_what_would_be_right() {
        let party = json!({"min": 1, "max": 2, "deadline": 5});
        let simultaneous = |buyer: Json| json!({"kind": "concession_simultaneous", "buyer": buyer, "seller": party});
        assert!(answer(&simultaneous(party.clone())).is_ok());
        let buyer = json!({"min": 1, "max": 2, "deadline": 5, "family": "exponential"});
        assert!(wrong(simultaneous(buyer)).contains("above 0"));
        let buyer = json!({"min": 1, "max": 2, "deadline": 5, "family": "linear"});
        assert!(wrong(simultaneous(buyer)).contains("buyer.family"));
        assert!(wrong(simultaneous(json!({"min": 3, "max": 2, "deadline": 5}))).contains("from 3 to 2"));
        assert!(wrong(simultaneous(json!({"min": 1, "max": 2, "deadline": 0}))).contains("deadline"));
        let imitate = |opponent: Json, first: Json| json!({"kind": "behaviour", "rule": "relative", "side": "buyer", "min": 0, "max": 9, "opponent": opponent, "own_first": first});
        assert!(wrong(imitate(json!([4, 3]), json!([1]))).contains("one more than the lag"));
        assert!(wrong(imitate(json!([4, 0]), json!([1, 2]))).contains("other than 0"));
        assert!(wrong(json!({"kind": "rubinstein_infinite", "discount_1": 2, "discount_2": 1})).contains("discount_1"));
        let patient = json!({"kind": "rubinstein_infinite", "discount_1": 1, "discount_2": 1});
        assert_eq!(answer(&patient).expect("an answer")["share_1_if_1_proposes"], Json::Null);
    }
}
