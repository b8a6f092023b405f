//! The negotiation model: what goes over the wire is what the protocol says, and its trace is legal A2A.

mod common;

use comity::a2a::validate;
use comity::contract::negotiation::Side;
use comity::contract::negotiation::concession::{Concession, Family, Party};
use comity::contract::negotiation::protocol::{End, Parties};
use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{Recorded, RunRecorder};
use comity::table::{Cell, Table};

fn run(text: &str, changes: &[&str], level: TraceLevel, trace: &mut Vec<u8>) -> Recorded {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    let scenario = Scenario::read(text, "here", &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"));
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, trace, &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: level }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory does not fail")
}

fn shipped() -> String {
    common::scenarios().into_iter().find(|(name, _)| name == "negotiation.toml").expect("it is shipped").1
}

fn number(table: &Table, row: usize, column: &str) -> Option<f64> {
    let place = table.schema().columns.iter().position(|found| found.name == column).expect("a column");
    match table.cell(row, place) {
        Cell::Float(x) => Some(x),
        Cell::Integer(i) => Some(i as f64),
        _ => None,
    }
}

fn text<'a>(table: &'a Table, row: usize, column: &str) -> &'a str {
    let place = table.schema().columns.iter().position(|found| found.name == column).expect("a column");
    match table.cell(row, place) {
        Cell::Text(text) => text,
        _ => panic!("no text"),
    }
}

/// Without spread a negotiation over the exchange is the alternating protocol of the same parties, offer by offer.
#[test]
fn negotiations_over_the_wire_are_the_protocol() {
    for (buyer, seller, deadlines) in
        [(4.0, 1.0, (20, 24)), (0.2, 0.3, (20, 24)), (0.2, 0.2, (5, 9)), (0.3, 0.5, (9, 4))]
    {
        for first in [Side::Buyer, Side::Seller] {
            // The last case has no zone of agreement.
            let (limit_b, limit_s) = if deadlines == (9, 4) { (40.0, 60.0) } else { (90.0, 50.0) };
            let of = |beta, deadline| Concession::new(Family::Polynomial, 0.0, beta, deadline).expect("a tactic");
            let parties = Parties {
                buyer: Party { side: Side::Buyer, min: 20.0, max: limit_b, concession: of(buyer, deadlines.0) },
                seller: Party { side: Side::Seller, min: limit_s, max: 120.0, concession: of(seller, deadlines.1) },
            };
            let course = parties.alternating(first);
            let scenario = format!(
                "schema = 1\ntitle = \"t\"\nseed = 1\n[model.negotiation]\nfirst = \"{}\"\nrepetitions = 1\n\
                 [[agents]]\nname = \"b\"\nstrategy = \"polynomial\"\n\
                 params = {{ side = \"buyer\", best = 20, reservation = {limit_b}, deadline = {}, beta = {buyer} }}\n\
                 [[agents]]\nname = \"s\"\nstrategy = \"polynomial\"\n\
                 params = {{ side = \"seller\", best = 120, reservation = {limit_s}, deadline = {}, beta = {seller} }}\n",
                first.name(),
                deadlines.0,
                deadlines.1,
            );
            let recorded = run(&scenario, &[], TraceLevel::Off, &mut Vec::new());
            let table = recorded.tables.get("negotiations").expect("a table");
            let (rate, price) = match course.end {
                End::Agreement { price, .. } => (1.0, Some(price)),
                End::Withdrawn { .. } | End::NoAgreement => (0.0, None),
            };
            assert_eq!(number(table, 0, "agreement_rate"), Some(rate));
            assert_eq!(number(table, 0, "agreed_price"), price);
            assert_eq!(number(table, 0, "turns"), Some(f64::from(course.tick)), "{course:?}");
            let withdrew = |side: Side| if course.end == (End::Withdrawn { by: side }) { 1.0 } else { 0.0 };
            assert_eq!(number(table, 0, "buyer_withdraws"), Some(withdrew(Side::Buyer)));
            assert_eq!(number(table, 0, "seller_withdraws"), Some(withdrew(Side::Seller)));
            let offers = recorded.tables.get("offers").expect("a table");
            let mut made: Vec<(f64, f64)> = (0..offers.len())
                .map(|row| {
                    (
                        number(offers, row, "turn").expect("a turn"),
                        number(offers, row, "offered_price").expect("a price"),
                    )
                })
                .collect();
            made.sort_by(|a, b| a.0.total_cmp(&b.0));
            let made: Vec<f64> = made.into_iter().map(|(_, price)| price).collect();
            assert_eq!(made, course.offers);
        }
    }
}

#[test]
fn the_shipped_scenario_shows_what_it_says() {
    let recorded = run(&shipped(), &[], TraceLevel::Off, &mut Vec::new());
    let table = recorded.tables.get("negotiations").expect("a table");
    let find = |condition: &str, buyer: &str, seller: &str| {
        (0..table.len())
            .find(|row| {
                text(table, *row, "condition") == condition
                    && text(table, *row, "buyer") == buyer
                    && text(table, *row, "seller") == seller
            })
            .expect("a row")
    };
    let measure = |row: usize, column: &str| number(table, row, column).expect("a number");
    let usual = "deadlines and fall-backs";
    let (soft, hard) = (find(usual, "conceder", "shopkeeper"), find(usual, "boulware", "shopkeeper"));
    assert!(measure(hard, "buyer_gain_low") > measure(soft, "buyer_gain_high"), "holding out pays");
    assert!(measure(hard, "turns") > measure(soft, "turns"));
    for row in 0..table.len() {
        let condition = text(table, row, "condition");
        let ends = measure(row, "agreement_rate")
            + measure(row, "buyer_withdraws")
            + measure(row, "seller_withdraws")
            + measure(row, "given_up");
        assert!((ends - 1.0).abs() < 1e-9, "every negotiation ends in one way");
        assert_eq!(measure(row, "loss_rate") > 0.0, condition == "no fall-back", "{condition}, row {row}");
        if condition == usual || condition == "a short deadline" {
            assert!(measure(row, "given_up") == 0.0, "deadlines end everything");
        }
    }
    let open: f64 = (0..table.len())
        .filter(|row| text(table, *row, "condition") == "no end condition")
        .map(|row| measure(row, "given_up"))
        .sum();
    assert!(open > 0.0, "without an end condition some talks never end");
    let limits = recorded.tables.get("limits").expect("a table");
    let shrinks = |agent: &str| {
        let row = (0..limits.len()).find(|row| text(limits, *row, "agent") == agent).expect("a row");
        number(limits, row, "shrinking_rate").expect("it made offers")
    };
    let haggler = (0..limits.len()).find(|row| text(limits, *row, "agent") == "haggler").expect("a row");
    // Its steps are a geometric series to its reservation; differences of its last offers lose a few digits.
    assert!(shrinks("haggler") > 0.99 && number(limits, haggler, "limit_error_high").expect("inferred") < 1e-3);
    assert!(shrinks("conceder") > 0.99 && shrinks("boulware") < 0.01);
}

#[test]
fn the_trace_is_legal_and_agreements_complete_their_tasks() {
    let mut bytes = Vec::new();
    let recorded = run(&shipped(), &["model.negotiation.repetitions=4"], TraceLevel::Wire, &mut bytes);
    assert!(recorded.trace.lines > 100);
    let mut states = std::collections::BTreeMap::new();
    for line in String::from_utf8(bytes).expect("UTF-8").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
        let (ty, object) = (line["type"].as_str().expect("a type"), line["object"].to_string());
        let violations = validate(ty, &object).expect("a known type");
        assert!(violations.is_empty(), "{ty}: {violations:?}");
        for state in ["COMPLETED", "REJECTED", "CANCELED", "INPUT_REQUIRED"] {
            *states.entry(state).or_insert(0) += u32::from(object.contains(&format!("\"TASK_STATE_{state}\"")));
        }
    }
    assert!(states.values().all(|count| *count > 0), "{states:?}");
}

#[test]
fn parties_that_make_no_sense_are_refused_in_place() {
    let wrong = |change: (&str, &str)| {
        let text = shipped().replacen(change.0, change.1, 1);
        Scenario::read(&text, "here", &[], &Lab::new()).err().expect("a fault").to_string()
    };
    let fault =
        wrong(("side = \"buyer\", best = 20, reservation = 90", "side = \"buyer\", best = 90, reservation = 20"));
    assert!(fault.contains("best price is 90"), "{fault}");
    let fault = wrong(("strategy = \"relative\"", "strategy = \"relativ\""));
    assert!(fault.contains("did you mean \"relative\"?"), "{fault}");
    let all_buy = shipped()
        .replace("side = \"seller\", best = 120, reservation = 50", "side = \"buyer\", best = 20, reservation = 50");
    let fault = Scenario::read(&all_buy, "here", &[], &Lab::new()).err().expect("a fault").to_string();
    assert!(fault.contains("no seller"), "{fault}");
}
