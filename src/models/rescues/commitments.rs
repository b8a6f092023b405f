//! What it takes to be kept to one's word, beside what was signed and known: the table that models of pairs share.

use super::{Contract, Records};
use crate::contract::Commitment;
use crate::contract::strangers::Strangers;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Cell, Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

/// One row a condition.
pub(in super::super) fn commitments() -> TableSchema {
    let cost = |key: &'static str, doc: &'static str| Column::measure(key, Type::Float, PER_ROUND, doc);
    let mut columns = vec![
        conditions::column(),
        cost("deterrent", "What breaking costs a round in expectation, (q - f) bond."),
        cost("keeping_deterrent", "What it must cost so that keeping is a best reply to keeping: T - R."),
        cost("risk_deterrent", "What it must cost so that keeping is the safer: (T - R + P - S) / 2."),
        cost(
            "dominant_deterrent",
            "What it must cost so that keeping is best whatever the other does: the greater of T - R and P - S.",
        ),
        Column::note(
            "word_regime",
            "What the bond makes of the round: which of keeping and breaking one's word holds.",
        ),
        Column::measure("signed_share", Type::Float, "", "In what share of meetings both signed the contract."),
    ];
    columns.extend(bounds("signed_share", ["signed_share_low", "signed_share_high"]));
    columns.extend([
        Column::measure("records_known", Type::Float, "", "How often a stranger's standing is known."),
        Column::measure(
            "least_known",
            Type::Float,
            "",
            "How often it must be known, beside the contract, so that a breaker among keepers gains nothing.",
        ),
        Column::measure(
            "well_standing_share",
            Type::Float,
            "",
            "What share of the partners who were known stood well.",
        ),
    ]);
    columns.extend(bounds("well_standing_share", ["well_standing_share_low", "well_standing_share_high"]));
    columns.push(Column::note("trust_model", "The model of trust of the registry, if there is one."));
    TableSchema::new(
        "commitments",
        TableKind::Summary,
        "What it takes to be kept to one's word, in closed form, beside what was signed and known.",
        columns,
    )
    .headline()
}

/// The row of a condition.
///
/// - `game`: its payoffs, if it is a symmetric game of two actions of which the first is agreed.
/// - `rounds`: how many rounds strangers play, if they do, and that is known.
/// - `signed`, `well`: shares with their intervals.
pub(in super::super) fn row<'a>(
    condition: &'a str,
    (contract, records): (Option<&Contract>, Option<&'a Records>),
    (game, rounds): (Option<&TwoByTwo>, Option<u32>),
    [signed, well]: [[Cell<'a>; 3]; 2],
) -> Vec<Cell<'a>> {
    let deterrent = contract.map_or_else(Rational::zero, |contract| contract.schedule.audits[0].deterrent());
    let found = game.map(Commitment::of);
    let number = |value: Option<&Rational>| Cell::from(value.map(Rational::to_f64));
    let least = game.zip(rounds).zip(records).and_then(|((game, rounds), _)| {
        let deterrents = match contract {
            Some(contract) => contract.schedule.expected_penalties(rounds),
            None => vec![Rational::zero(); rounds as usize],
        };
        Strangers { game: game.clone(), known: Rational::zero(), deterrents }.least_known()
    });
    let mut cells = vec![
        condition.into(),
        number(Some(&deterrent)),
        number(found.as_ref().map(|found| &found.equilibrium)),
        number(found.as_ref().map(|found| &found.risk_dominance)),
        number(found.as_ref().map(|found| &found.dominance)),
        found.as_ref().map_or("", |found| found.regime(&deterrent)).into(),
    ];
    cells.extend(signed);
    cells.extend([number(records.map(|records| &records.known)), number(least.as_ref())]);
    cells.extend(well);
    cells.push(records.map_or("", |records| records.name.as_str()).into());
    cells
}
