//! The tables of the negotiation model.

use crate::models::estimates::{high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

fn condition() -> Column {
    Column::facet("condition", "The rules under which the agents negotiated.")
}

fn share(name: &'static str, doc: &'static str) -> Column {
    Column::measure(name, Type::Float, "", doc)
}

fn credits(name: &'static str, doc: &'static str) -> Column {
    Column::measure(name, Type::Float, "credits", doc)
}

/// One row a pair.
pub(super) fn negotiations() -> TableSchema {
    TableSchema::new(
        "negotiations",
        TableKind::Summary,
        "What each buyer and each seller come to: means over repetitions, with 95 % t intervals where there are several.",
        vec![
            condition(),
            Column::key("buyer", Type::Text, "Who buys."),
            Column::key("seller", Type::Text, "Who sells."),
            share("agreement_rate", "The share of negotiations that end in agreement."),
            low("agreement_rate", "agreement_rate_low"),
            high("agreement_rate", "agreement_rate_high"),
            credits("agreed_price", "The price of agreements."),
            low("agreed_price", "agreed_price_low"),
            high("agreed_price", "agreed_price_high"),
            credits("buyer_gain", "The buyer's reservation less the price; 0 without agreement."),
            low("buyer_gain", "buyer_gain_low"),
            high("buyer_gain", "buyer_gain_high"),
            credits("seller_gain", "The price less the seller's reservation; 0 without agreement."),
            low("seller_gain", "seller_gain_low"),
            high("seller_gain", "seller_gain_high"),
            share("surplus_share", "The share of what could be gained together that agreements gained."),
            credits("nash_distance", "How far agreed prices are from half way between both reservations."),
            Column::measure("turns", Type::Float, "turns", "The turn at which negotiations end, from 0."),
            share("buyer_withdraws", "The share from which the buyer withdraws."),
            share("seller_withdraws", "The share from which the seller withdraws."),
            share("given_up", "The share that nobody ends: given up after the last turn."),
            share("loss_rate", "The share that ends in an agreement beyond a party's true reservation."),
            Column::measure("talk_messages", Type::Float, "messages", "Requests and responses of a negotiation."),
        ],
    )
    .headline()
}

/// One row an agent.
pub(super) fn limits() -> TableSchema {
    TableSchema::new(
        "limits",
        TableKind::Summary,
        "What an agent's concessions tell of its limit: how often its last steps shrank, and how far the limit of such steps, \
         taken as a geometric series, is from its true reservation.",
        vec![
            condition(),
            Column::key("agent", Type::Text, "The agent."),
            Column::key("strategy", Type::Text, "Its tactic."),
            Column::note("side", "Whether it buys or sells."),
            share(
                "shrinking_rate",
                "The share of negotiations, of three or more offers of its own, in which steps shrank.",
            ),
            credits("limit_error", "How far the inferred limit is from the true one."),
            low("limit_error", "limit_error_low"),
            high("limit_error", "limit_error_high"),
        ],
    )
}

/// Offers by turn.
pub(super) fn offers() -> TableSchema {
    TableSchema::new(
        "offers",
        TableKind::Series,
        "Offers by turn: means of the negotiations that came so far, with 95 % t intervals where there are several; at most the \
         first 1000 turns.",
        vec![
            condition(),
            Column::facet("pair", "The buyer and the seller."),
            Column::facet("side", "Who offers."),
            Column::x("turn", Type::Integer, "turns", "The turn, from 0."),
            credits("offered_price", "The price that is offered."),
            low("offered_price", "offered_price_low"),
            high("offered_price", "offered_price_high"),
            share("still_talking", "The share of negotiations that came so far."),
        ],
    )
}
