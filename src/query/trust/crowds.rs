//! Small simulations: a clique of raters, a population that changes, a market with and without records.
//!
//! Each is a pure function of its members and of `seed`; values are means over `runs`.

use super::reading::fault;
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::ids::{RunKey, Seed};
use crate::query::question::Question;
use crate::reputation::clique::{Captured, Clique};
use crate::reputation::trading::{Trades, Trading, Treatment};
use crate::reputation::turnover::{Custom, Turnover};
use crate::sim::{Draws, Purpose, Who, map_indexed};
use serde_json::{Value as Json, json};

/// How often a simulation is run, and from which seed.
fn runs_fields(runs: i64) -> [Field; 2] {
    [
        Field::with_default("runs", Kind::whole(1, 100_000), runs, "How often it is run."),
        Field::with_default("seed", Kind::Integer { min: 0, max: i64::MAX }, 1i64, "The seed of all draws."),
    ]
}

/// The values of all runs, in order.
fn runs<T: Send>(params: &Params, run: impl Fn(&mut Draws) -> T + Sync + Send) -> Vec<T> {
    let seed = Seed(u64::try_from(params.integer("seed")).expect("the schema bounds it"));
    let key = RunKey::derive(seed, 0, "");
    map_indexed(params.count("runs"), |k| run(&mut key.draws(Who::place("crowd", k as u64), Purpose::Choice)))
}

#[expect(clippy::cast_precision_loss, reason = "at most a hundred thousand runs")]
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

fn narrow(params: &Params, key: &str) -> u32 {
    u32::try_from(params.integer(key)).expect("the schema bounds it")
}

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "clique",
        fields: || {
            let mut fields = vec![
                Field::with_default("n", Kind::whole(2, 1000), 60i64, "The number of peers."),
                Field::required(
                    "malicious",
                    Kind::list(Kind::whole(0, 1000)),
                    "How many belong to the clique: one or several.",
                ),
                Field::with_default("ratings", Kind::whole(1, 1000), 12i64, "How many others each rates."),
                Field::with_default("error", Kind::Probability, 0.05, "How often an honest rating is wrong."),
                Field::with_default("pretrusted", Kind::whole(0, 1000), 3i64, "How many are trusted beforehand."),
                Field::with_default("a", Kind::Probability, 0.15, "How often trust starts again from those."),
            ];
            fields.extend(runs_fields(100));
            fields
        },
        answers: &["eigentrust", "plain"],
        answer: clique,
    },
    Question {
        kind: "turnover",
        fields: || {
            let mut fields = vec![
                Field::with_default("n", Kind::whole(2, 1_000_000), 200i64, "The number of players."),
                Field::with_default("replaced", Kind::Probability, 0.1, "The share replaced each period."),
                Field::with_default("tremble", Kind::Probability, 0.0, "How often cooperation fails by mistake."),
                Field::with_default("periods", Kind::whole(1, 1_000_000), 500i64, "How long it lasts."),
                Field::with_default(
                    "custom",
                    Kind::Choice(&["for_life", "dues", "friendly_dues"]),
                    "dues",
                    "Names for life; or free names and newcomers who pay dues, and defect or cooperate among themselves.",
                ),
            ];
            fields.extend(runs_fields(4));
            fields
        },
        answers: &["value"],
        answer: |params| {
            let custom = match params.text("custom") {
                "for_life" => Custom::Deviators,
                word => Custom::Newcomers { friendly: word == "friendly_dues" },
            };
            let turnover = Turnover {
                players: narrow(params, "n"),
                replaced: params.number("replaced"),
                tremble: params.number("tremble"),
                periods: narrow(params, "periods"),
                custom,
            };
            Ok(json!({ "value": mean(runs(params, |draws| turnover.value(draws)).into_iter()) }))
        },
    },
    Question {
        kind: "trading",
        fields: || {
            let usual = Trading::default();
            let amount = Kind::Number { min: 0.0, max: 1e9 };
            let mut fields = vec![
                Field::with_default(
                    "traders",
                    Kind::whole(2, 100_000),
                    i64::from(usual.traders),
                    "The number of traders.",
                ),
                Field::with_default("rounds", Kind::whole(1, 100_000), i64::from(usual.rounds), "How many rounds."),
                Field::with_default("price", amount.clone(), usual.price, "The price."),
                Field::with_default("value", amount.clone(), usual.value, "What the good is worth to a buyer."),
                Field::with_default("cost", amount.clone(), usual.cost, "What it costs a seller."),
                Field::with_default("honest", Kind::Probability, usual.honest, "The share that always ships."),
                Field::with_default("least_prior", Kind::Probability, usual.least_prior, "The least prior of a buyer."),
                Field::with_default("prior_weight", amount, usual.prior_weight, "How many trades a prior is worth."),
                Field::with_default(
                    "sanction",
                    Kind::Probability,
                    usual.sanction,
                    "How much of a bad record's damage a seller expects among strangers.",
                ),
                Field::with_default("slip", Kind::Probability, usual.slip, "How often a buyer slips."),
            ];
            fields.extend(runs_fields(400));
            fields
        },
        answers: &["treatments", "buy_rate", "ship_rate", "efficiency"],
        answer: trading,
    },
];

fn clique(params: &Params) -> Result<Json, Faults> {
    let peers = narrow(params, "n");
    let (mut eigentrust, mut plain) = (Vec::new(), Vec::new());
    for (k, value) in params.list("malicious").iter().enumerate() {
        let malicious = value.integer().and_then(|count| u32::try_from(count).ok()).filter(|count| *count < peers);
        let Some(malicious) = malicious else {
            let key = format!("malicious[{k}]");
            return Err(fault(&key, format!("`{key}` is {}", value.describe()), format!("a number below {peers}")));
        };
        let clique = Clique {
            peers,
            malicious,
            ratings: narrow(params, "ratings"),
            error: params.number("error"),
            pretrusted: narrow(params, "pretrusted"),
            restart: params.number("a"),
        };
        let captured: Vec<Captured> = runs(params, |draws| clique.captured(draws));
        eigentrust.push(mean(captured.iter().map(|captured| captured.eigentrust)));
        plain.push(mean(captured.iter().map(|captured| captured.plain)));
    }
    Ok(json!({ "eigentrust": eigentrust, "plain": plain }))
}

fn trading(params: &Params) -> Result<Json, Faults> {
    let number = |key: &str| params.number(key);
    let market = Trading {
        traders: narrow(params, "traders"),
        rounds: narrow(params, "rounds"),
        price: number("price"),
        value: number("value"),
        cost: number("cost"),
        honest: number("honest"),
        least_prior: number("least_prior"),
        prior_weight: number("prior_weight"),
        sanction: number("sanction"),
        slip: number("slip"),
    };
    let all = Treatment::ALL.map(|treatment| {
        let trades: Vec<Trades> = runs(params, |draws| market.trade(treatment, draws));
        let sum = |of: fn(&Trades) -> u64| trades.iter().map(of).sum::<u64>();
        [sum(|trades| trades.possible), sum(|trades| trades.bought), sum(|trades| trades.shipped)]
    });
    #[expect(clippy::cast_precision_loss, reason = "counts of trades")]
    let share = |part: usize, whole: usize| {
        all.map(|counts| {
            if counts[whole] == 0 {
                Value::from("none").to_json()
            } else {
                json!(counts[part] as f64 / counts[whole] as f64)
            }
        })
    };
    Ok(json!({
        "treatments": ["strangers", "feedback", "partners"],
        "buy_rate": share(1, 0),
        "ship_rate": share(2, 1),
        "efficiency": share(2, 0),
    }))
}
