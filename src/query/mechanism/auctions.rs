//! Auctions and execution-contingent payment.

use crate::catalogue::{Data, Field, Kind, Params, Value};
use crate::contract::auction::{ExecutionContingent, Pricing, UniformBidders, award, is_efficient, lemons_in};
use crate::error::Faults;
use crate::exact::Rational;
use crate::query::question::Question;
use crate::query::reading::{amount, fault, maybe, number, number_or, pairs, share, text};
use serde_json::{Value as Json, json};

fn sealed() -> Vec<Field> {
    vec![
        Field::required("bids", Kind::list(Kind::Any), "What each bidder asks; \"none\" of one that does not bid."),
        Field::required("costs", Kind::list(Kind::Rational), "What the work costs each bidder."),
        Field::optional("reserve", Kind::Rational, "The most that is paid."),
    ]
}

const SEALED: &[&str] = &["winner", "payment", "winner_utility", "efficient"];

pub(in crate::query) const QUESTIONS: &[Question] = &[
    Question {
        kind: "auction_first_price",
        fields: sealed,
        answers: SEALED,
        answer: |params| auction(params, Pricing::First),
    },
    Question {
        kind: "auction_second_price",
        fields: sealed,
        answers: SEALED,
        answer: |params| auction(params, Pricing::Second),
    },
    Question {
        kind: "auction_uniform",
        fields: || vec![Field::required("bidders", Kind::Integer { min: 1, max: 1_000_000_000 }, "How many bid.")],
        answers: &[
            "reverse_expected_cost",
            "reverse_expected_payment",
            "forward_expected_revenue",
            "first_price_factor",
            "winner_success_honest",
            "winner_success_all_claim_one",
        ],
        answer: |params| {
            let bidders = UniformBidders(u32::try_from(params.integer("bidders")).expect("the schema bounds it"));
            Ok(json!({
                "reverse_expected_cost": text(&bidders.reverse_cost()),
                "reverse_expected_payment": maybe(bidders.reverse_payment().as_ref()),
                "forward_expected_revenue": text(&bidders.forward_revenue()),
                "first_price_factor": text(&bidders.first_price_factor()),
                "winner_success_honest": text(&bidders.honest_success()),
                "winner_success_all_claim_one": text(&bidders.claimed_success()),
            }))
        },
    },
    Question {
        kind: "lemons",
        fields: || {
            vec![
                number("premium", "What a unit of quality is worth to buyers."),
                number_or("reserve", 1, "What it is worth to sellers."),
                number_or("low", 0, "The least quality that buyers reckon with."),
                number_or("high", 1, "The greatest."),
            ]
        },
        answers: &["sold_up_to", "sold_share"],
        answer: |params| {
            let bounds = [share(params, "low")?, share(params, "high")?];
            let width = &bounds[1] - &bounds[0];
            if !width.is_positive() {
                return Err(fault(
                    "high",
                    format!("qualities from {} to {}", bounds[0], bounds[1]),
                    "`low` below `high`",
                ));
            }
            let sold = lemons_in(&amount(params, "premium")?, &amount(params, "reserve")?, &bounds);
            let sold_share = (&sold - &bounds[0]).checked_div(&width);
            Ok(json!({ "sold_up_to": text(&sold), "sold_share": maybe(sold_share.as_ref()) }))
        },
    },
    Question {
        kind: "execution_contingent",
        fields: || {
            vec![
                number("value", "What success is worth."),
                Field::required("types", Kind::list(Kind::Any), "Each bidder's probability of success and cost."),
                Field::optional("reports", Kind::list(Kind::Any), "What each reports; the truth if left out."),
                Field::with_default("agent", Kind::COUNT, 0i64, "The bidder whose misreports are tried."),
            ]
        },
        answers: &[
            "welfare",
            "winner",
            "others_welfare",
            "pay_success",
            "pay_failure",
            "winner_expected_utility",
            "truthful_utility",
            "best_grid_utility",
        ],
        answer: execution_contingent,
    },
];

fn auction(params: &Params, pricing: Pricing) -> Result<Json, Faults> {
    let bids = bids(params.list("bids"))?;
    let costs: Vec<Rational> = params.list("costs").iter().filter_map(Value::rational).collect();
    if costs.len() != bids.len() {
        return Err(fault("costs", format!("{} costs", costs.len()), format!("one of each of {} bidders", bids.len())));
    }
    let reserve = params.get("reserve").and_then(Value::rational);
    let award = award(&bids, reserve.as_ref(), pricing);
    Ok(json!({
        "winner": award.as_ref().map(|award| award.winner),
        "payment": maybe(award.as_ref().map(|award| &award.payment)),
        "winner_utility": maybe(award.as_ref().map(|award| &award.payment - &costs[award.winner]).as_ref()),
        "efficient": award.as_ref().map(|award| is_efficient(award, &bids, &costs)),
    }))
}

fn bids(values: &[Value]) -> Result<Vec<Option<Rational>>, Faults> {
    let bid = |(k, value): (usize, &Value)| match &value.data {
        Data::Text(text) if text == "none" => Ok(None),
        _ => match value.rational().filter(|bid| !bid.is_negative()) {
            Some(bid) => Ok(Some(bid)),
            None => {
                let here = format!("bids[{k}]");
                Err(fault(&here, format!("`{here}` is {}", value.describe()), "a number of 0 or more, or \"none\""))
            }
        },
    };
    values.iter().enumerate().map(bid).collect()
}

fn execution_contingent(params: &Params) -> Result<Json, Faults> {
    let good = |success: &Rational, _: &Rational| !success.is_negative() && *success <= Rational::one();
    let expected = "a probability from 0 to 1 and a cost";
    let types = pairs(params, "types", expected, good)?;
    let reports = if params.has("reports") { pairs(params, "reports", expected, good)? } else { types.clone() };
    let agent = params.count("agent");
    if reports.len() != types.len() || agent >= types.len() {
        let (key, found) = if agent >= types.len() {
            ("agent", format!("bidder {agent} of {}", types.len()))
        } else {
            ("reports", format!("{} reports", reports.len()))
        };
        return Err(fault(key, found, format!("a bidder or a report of {}", types.len())));
    }
    let mechanism = ExecutionContingent { value: amount(params, "value")?, reports };
    let outcome = mechanism.outcome();
    let utility = |report| mechanism.with_report(agent, report).expected_utility(agent, &types[agent]);
    // Success in tenths, costs in quarters up to 4.
    let grid = (0..=10).flat_map(|p| (0..=16).map(move |c| (Rational::new(p, 10), Rational::new(c, 4))));
    let best = grid.map(utility).max().expect("the grid is not empty");
    let winner = outcome.winner.map(|winner| mechanism.expected_utility(winner, &types[winner]));
    let won = |amount| outcome.winner.map(|_| amount);
    Ok(json!({
        "welfare": mechanism.welfare().iter().map(text).collect::<Json>(),
        "winner": outcome.winner,
        "others_welfare": maybe(won(&outcome.others_welfare)),
        "pay_success": maybe(won(&outcome.pay_success)),
        "pay_failure": maybe(won(&outcome.pay_failure)),
        "winner_expected_utility": maybe(winner.as_ref()),
        "truthful_utility": text(&utility(types[agent].clone())),
        "best_grid_utility": text(&best),
    }))
}
