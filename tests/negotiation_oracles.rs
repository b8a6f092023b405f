//! Negotiation through its queries, against the market oracles and closed forms.

mod common;

use comity::contract::negotiation::Side;
use comity::contract::negotiation::concession::{Concession, Family, Party};
use comity::contract::negotiation::protocol::{End, Parties};
use comity::contract::negotiation::rubinstein::Bargainers;
use comity::exact::Rational;
use comity::query::negotiate::{answer, kinds};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Exact answers are texts and must be equal. Floats were made from rationals or 60 digits: 1e-12 relative, or absolute
/// near zero.
fn close(got: &Json, want: &Json) -> bool {
    match (got, want) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            (a - b).abs() <= 1e-12 * b.abs().max(1.0)
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        _ => got == want,
    }
}

#[test]
fn every_row_is_answered_as_recorded() {
    let rows = common::oracle_lines("market/negotiation.jsonl.gz");
    let mut seen = BTreeSet::new();
    for row in &rows {
        let id = &row["id"];
        let got = answer(row).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        for (key, value) in got.as_object().expect("an object") {
            assert!(close(value, &row[key]), "{id} {}: {key} is {value}, not {}", row["note"], row[key]);
        }
        // What is asked and what is answered make up the record, so that no recorded answer goes unasked.
        let mut question = row.clone();
        question.as_object_mut().expect("an object").retain(|key, _| got.get(key).is_none());
        assert_eq!(answer(&question).expect("an answer"), got, "{id}");
        seen.insert(row["kind"].as_str().expect("a kind").to_string());
    }
    assert_eq!(rows.len(), 98);
    assert_eq!(seen.len(), kinds().len());
}

/// E15: 1/(1+d) without an end; with `T` rounds (1 + d^T)/(1 + d) for odd and (1 - d^T)/(1 + d) for even `T`.
#[test]
fn equally_patient_players_share_as_rubinstein_says() {
    let one = Rational::one();
    for discount in ["1/2", "9/10", "19/20", "99/100"] {
        let d: Rational = discount.parse().expect("a number");
        let players = Bargainers { discounts: [d.clone(), d.clone()] };
        let whole = (&one + &d).clone();
        assert_eq!(players.share_if_first(), one.checked_div(&whole));
        let mut power = one.clone();
        for rounds in 1..=12 {
            power = &power * &d;
            let part = if rounds % 2 == 1 { &one + &power } else { &one - &power };
            assert_eq!(Some(players.shares_by_round(rounds)[0].clone()), part.checked_div(&whole), "{rounds} rounds");
        }
    }
}

/// E16: equal exponents agree on one half at `t / T = 2^-beta`; the tick is the first one not before it.
#[test]
fn equal_concession_meets_in_the_middle_when_faratin_says() {
    const TICKS: u32 = 10_000;
    for (beta, share) in [(0.2, 0.870_550_563_296_124), (1.0, 0.5), (5.0, 0.031_25)] {
        let concession = Concession::new(Family::Polynomial, 0.0, beta, TICKS).expect("a tactic");
        let party = |side| Party { side, min: 0.0, max: 1.0, concession };
        let course = Parties { buyer: party(Side::Buyer), seller: party(Side::Seller) }.simultaneous();
        let End::Agreement { price, by: None } = course.end else { panic!("no agreement: {:?}", course.end) };
        assert!((price - 0.5).abs() < 1e-12);
        let meeting: f64 = share * f64::from(TICKS);
        assert!((0.0..1.0).contains(&(f64::from(course.tick) - meeting)), "{beta}: {} and {meeting}", course.tick);
    }
}

#[test]
fn nobody_goes_beyond_its_reservation_and_every_negotiation_ends() {
    let tactics = [(Family::Polynomial, 0.0, 0.3), (Family::Polynomial, 0.1, 4.0), (Family::Exponential, 0.05, 1.0)];
    for (k, (family, kappa, beta)) in tactics.iter().enumerate() {
        for other in &tactics {
            for (deadlines, overlap) in [((7, 12), true), ((12, 7), false), ((1, 1), true)] {
                let of = |(family, kappa, beta): (Family, f64, f64), deadline| {
                    Concession::new(family, kappa, beta, deadline).expect("a tactic")
                };
                let highest = if overlap { 60.0 } else { 30.0 };
                let buyer = Party {
                    side: Side::Buyer,
                    min: 0.0,
                    max: highest,
                    concession: of((*family, *kappa, *beta), deadlines.0),
                };
                let seller = Party { side: Side::Seller, min: 40.0, max: 100.0, concession: of(*other, deadlines.1) };
                let parties = Parties { buyer, seller };
                for course in
                    [parties.simultaneous(), parties.alternating(Side::Buyer), parties.alternating(Side::Seller)]
                {
                    match course.end {
                        End::Agreement { price, .. } => {
                            assert!(overlap && (40.0 - 1e-9..=60.0 + 1e-9).contains(&price), "{k}: {price}");
                        }
                        End::Withdrawn { .. } | End::NoAgreement => {
                            assert!(course.tick <= deadlines.0.max(deadlines.1) + 1);
                        }
                    }
                }
            }
        }
    }
}
