//! Bonds, stakes, escrow, deposits, and the price of a name.

use crate::catalogue::{Field, Kind, Params};
use crate::contract::bond::{BondHorizon, MOST_JOBS, SharedStake, UpfrontBond};
use crate::contract::escrow::{EscrowTerms, LoserPays, TwoSidedDeposit};
use crate::contract::identity::{IdentityPrice, newcomer_dues};
use crate::error::Faults;
use crate::exact::Rational;
use crate::query::question::Question;
use crate::query::reading::{amount, fault, floats, maybe, number, number_or, pairs, share, text};
use serde_json::{Value as Json, json};

/// The longest relationship.
const MOST_ROUNDS: i64 = 10_000;

fn detection() -> [Field; 2] {
    [
        number("detect", "The probability with which a cheat is convicted."),
        number_or("false_alarm", 0, "The probability with which an honest seller is."),
    ]
}

fn trade() -> [Field; 2] {
    [number("price", "The price."), number("cost", "What honest work costs.")]
}

pub(in crate::query) const QUESTIONS: &[Question] = &[
    Question {
        kind: "bond_upfront",
        fields: || {
            let mut fields: Vec<Field> = trade().into_iter().chain(detection()).collect();
            fields.push(number("gain", "What cheating gains."));
            fields.push(number("bond", "The bond."));
            fields
        },
        answers: &["min_bond", "honest", "cheat", "honest_is_best"],
        answer: |params| {
            let job = UpfrontBond {
                price: amount(params, "price")?,
                cost: amount(params, "cost")?,
                gain: amount(params, "gain")?,
                detect: share(params, "detect")?,
                false_alarm: share(params, "false_alarm")?,
                bond: amount(params, "bond")?,
            };
            let (honest, cheat) = (job.honest(), job.cheat());
            Ok(json!({
                "min_bond": maybe(job.least().as_ref()),
                "honest": text(&honest),
                "cheat": text(&cheat),
                "honest_is_best": honest >= cheat,
            }))
        },
    },
    Question {
        kind: "bond_horizon",
        fields: || {
            vec![
                number("gain", "What cheating gains in one job."),
                number("detect", "The probability with which a cheat is found."),
                number("rent", "What an honest job earns."),
                number("discount", "What the next job counts beside this one."),
                Field::required("rounds", Kind::Integer { min: 1, max: MOST_ROUNDS }, "How many jobs there are."),
                number_or("bond", 0, "A constant bond to try."),
            ]
        },
        answers: &["required_bond", "required_bond_raw", "honest", "cheat", "constant_bond_fails_at_rounds_left"],
        answer: bond_horizon,
    },
    Question {
        kind: "stake",
        fields: || {
            vec![
                Field::required("jobs", Kind::list(Kind::Any), "Concurrent jobs: gain and detection of each."),
                number("stake", "The stake behind all of them."),
            ]
        },
        answers: &[
            "min_stake_sum",
            "min_stake_once",
            "cheat_all",
            "best_cheat",
            "best_cheat_payoff",
            "honest",
            "covered_sum_rule",
            "covered_once_rule",
        ],
        answer: stake,
    },
    Question {
        kind: "escrow_window",
        fields: || {
            let mut fields: Vec<Field> = trade().into_iter().chain(detection()).collect();
            fields.push(number_or("capital_rate", 0, "What a unit of capital costs a unit of time."));
            fields.push(number_or("lock_time", 0, "For how long a bond is locked."));
            fields.push(number_or("bond", 0, "A bond to try."));
            fields
        },
        answers: &[
            "lower_raw",
            "lower",
            "upper",
            "feasible",
            "window",
            "honest",
            "cheat",
            "honest_is_best",
            "participates",
        ],
        answer: escrow_window,
    },
    Question {
        kind: "two_sided_deposit",
        fields: || {
            let mut fields: Vec<Field> = trade().into_iter().collect();
            fields.push(number("buyer_deposit", "The buyer's deposit."));
            fields.push(number("seller_deposit", "The seller's deposit."));
            fields.push(number("value", "What the delivered work is worth to the buyer."));
            fields
        },
        answers: &[
            "release",
            "burn",
            "buyer_strictly_prefers_release",
            "seller_strictly_prefers_release",
            "extortion_transfer",
            "neutral",
            "neutral_buyer_deposit",
            "griefing_buyer_on_seller",
            "griefing_seller_on_buyer",
        ],
        answer: two_sided_deposit,
    },
    Question {
        kind: "loser_pays",
        fields: || {
            let mut fields: Vec<Field> = detection().into_iter().collect();
            fields.push(number("price", "The price."));
            fields.push(number_or("compensation", 0, "What a convicted seller pays beside."));
            fields.push(number("fee", "What the loser pays the court."));
            fields.push(number("stake", "What a guilty seller keeps if it contests with success."));
            fields
        },
        answers: &["min_fee", "false_claim_gain", "buyer_claims_falsely", "contest_gain", "seller_contests_true_claim"],
        answer: |params| {
            let court = LoserPays {
                false_alarm: share(params, "false_alarm")?,
                detect: share(params, "detect")?,
                price: amount(params, "price")?,
                compensation: amount(params, "compensation")?,
                fee: amount(params, "fee")?,
                stake: amount(params, "stake")?,
            };
            let (claim, contest) = (court.false_claim_gain(), court.contest_gain());
            Ok(json!({
                "min_fee": maybe(court.least_fee().as_ref()),
                "false_claim_gain": text(&claim),
                "buyer_claims_falsely": claim.is_positive(),
                "contest_gain": text(&contest),
                "seller_contests_true_claim": contest.is_positive(),
            }))
        },
    },
    Question {
        kind: "identity_price",
        fields: || {
            vec![
                number("discount", "What the next round counts beside this one."),
                number("full_rent", "What an established agent earns a round."),
                number("probation_rent", "What an agent on probation earns a round."),
                Field::required("probation", Kind::Integer { min: 0, max: MOST_ROUNDS }, "How long probation is."),
                number("gain", "What cheating and leaving gains."),
                number_or("fee", 0, "What a new name costs."),
            ]
        },
        answers: &["probation_loss", "deterrent", "whitewash_proof", "min_fee", "min_probation"],
        answer: |params| {
            let price = IdentityPrice {
                discount: share(params, "discount")?,
                full_rent: params.rational("full_rent"),
                probation_rent: params.rational("probation_rent"),
                gain: amount(params, "gain")?,
                fee: amount(params, "fee")?,
            };
            let rounds = params.count("probation");
            let loss = price.probation_loss(rounds);
            Ok(json!({
                "probation_loss": loss.to_f64(),
                "deterrent": (&price.fee + &loss).to_f64(),
                "whitewash_proof": price.is_whitewash_proof(rounds),
                "min_fee": price.least_fee(rounds).to_f64(),
                "min_probation": price.least_probation(),
            }))
        },
    },
    Question {
        kind: "newcomer_dues",
        fields: || vec![number("replaced", "The share of the population that is new each round.")],
        answers: &["value_newcomers_defect", "value_newcomers_cooperate"],
        answer: |params| {
            let replaced = share(params, "replaced")?;
            Ok(json!({
                "value_newcomers_defect": text(&newcomer_dues(&replaced, false)),
                "value_newcomers_cooperate": text(&newcomer_dues(&replaced, true)),
            }))
        },
    },
];

fn bond_horizon(params: &Params) -> Result<Json, Faults> {
    let horizon = BondHorizon {
        gain: amount(params, "gain")?,
        detect: share(params, "detect")?,
        rent: params.rational("rent"),
        discount: share(params, "discount")?,
        rounds: params.count("rounds"),
    };
    let bond = amount(params, "bond")?;
    let required = horizon.required();
    let positive = |raw: &Rational| Json::from(if raw.is_negative() { 0.0 } else { raw.to_f64() });
    // Long fractions are nobody's reading: floats stand in their place.
    let short = |raw: &Rational| {
        let text = raw.to_string();
        if text.len() <= 60 { Json::from(text) } else { Json::from(raw.to_f64()) }
    };
    let list = |write: &dyn Fn(&Rational) -> Json| -> Json {
        required.as_ref().map_or(Json::Null, |required| required.iter().map(write).collect())
    };
    Ok(json!({
        "required_bond": list(&positive),
        "required_bond_raw": list(&short),
        "honest": floats(&horizon.honest()),
        "cheat": floats(&horizon.cheat(&bond)),
        "constant_bond_fails_at_rounds_left": horizon.fails_at(&bond),
    }))
}

fn stake(params: &Params) -> Result<Json, Faults> {
    let good =
        |gain: &Rational, detect: &Rational| !gain.is_negative() && !detect.is_negative() && *detect <= Rational::one();
    let jobs = pairs(params, "jobs", "a gain of 0 or more and a probability from 0 to 1", good)?;
    if jobs.len() > MOST_JOBS {
        return Err(fault("jobs", format!("{} jobs", jobs.len()), format!("at most {MOST_JOBS}: every set is tried")));
    }
    let stake = amount(params, "stake")?;
    let pledge = SharedStake { jobs };
    let all: Vec<usize> = (0..pledge.jobs.len()).collect();
    let (sum, once, best) = (pledge.least_by_sum(), pledge.least_once(), pledge.best_cheat(&stake));
    let covered = |least: &Option<Rational>| least.as_ref().is_some_and(|least| stake >= *least);
    Ok(json!({
        "min_stake_sum": maybe(sum.as_ref()),
        "min_stake_once": maybe(once.as_ref()),
        "cheat_all": text(&pledge.cheat(&all, &stake)),
        "best_cheat": best.jobs,
        "best_cheat_payoff": text(&best.payoff),
        "honest": "0",
        "covered_sum_rule": covered(&sum),
        "covered_once_rule": covered(&once),
    }))
}

fn escrow_window(params: &Params) -> Result<Json, Faults> {
    let escrow = EscrowTerms {
        price: amount(params, "price")?,
        cost: amount(params, "cost")?,
        detect: share(params, "detect")?,
        false_alarm: share(params, "false_alarm")?,
        capital_rate: amount(params, "capital_rate")?,
        lock_time: amount(params, "lock_time")?,
    };
    let bond = amount(params, "bond")?;
    let window = escrow.window();
    let (honest, cheat) = (escrow.honest(&bond), escrow.cheat(&bond));
    let both = json!([maybe(window.lower.as_ref()), maybe(window.upper.as_ref())]);
    Ok(json!({
        "lower_raw": maybe(window.lower_raw.as_ref()),
        "lower": maybe(window.lower.as_ref()),
        "upper": maybe(window.upper.as_ref()),
        "feasible": window.feasible,
        "window": if window.feasible { both } else { Json::Null },
        "honest_is_best": honest >= cheat,
        "participates": !honest.is_negative(),
        "honest": text(&honest),
        "cheat": text(&cheat),
    }))
}

fn two_sided_deposit(params: &Params) -> Result<Json, Faults> {
    let pot = TwoSidedDeposit {
        price: amount(params, "price")?,
        buyer_deposit: amount(params, "buyer_deposit")?,
        seller_deposit: amount(params, "seller_deposit")?,
        value: amount(params, "value")?,
        cost: amount(params, "cost")?,
    };
    let (release, burn) = (pot.release(), pot.burn());
    let transfer = pot.extortion();
    let griefing = pot.griefing();
    let inverse = griefing.as_ref().and_then(|factor| Rational::one().checked_div(factor));
    Ok(json!({
        "buyer_strictly_prefers_release": release[0] > burn[0],
        "seller_strictly_prefers_release": release[1] > burn[1],
        "release": release.each_ref().map(text),
        "burn": burn.each_ref().map(text),
        "extortion_transfer": text(&transfer),
        "neutral": transfer.is_zero(),
        "neutral_buyer_deposit": text(&pot.neutral_buyer_deposit()),
        "griefing_buyer_on_seller": maybe(griefing.as_ref()),
        "griefing_seller_on_buyer": maybe(inverse.as_ref()),
    }))
}
