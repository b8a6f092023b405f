//! The parameters of what is staked: bonds by contracts left, deposits of both sides, and who judges.

use super::arbiter::Court;
use super::buyer::Buyer;
use super::setting::{Payment, Trade, job};
use super::words::Pricing;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::{Credits, Deposits, Window};
use crate::error::{Diagnostic, Faults};

/// A bond for some of the contracts of a manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bond {
    pub(super) window: Window,
    pub(super) credits: Credits,
}

fn credits() -> Kind {
    Kind::Integer { min: 0, max: 1_000_000_000 }
}

/// The fields that [`read`] reads.
pub(super) fn fields() -> Vec<Field> {
    let place = || Kind::Integer { min: 1, max: 1_000_000_000 };
    let bond = Schema::of(vec![
        Field::required("credits", credits(), "What the winner stakes.").unit("credits"),
        Field::optional("last", place(), "For the last so many contracts of each manager."),
        Field::optional("from", place(), "From this contract on, counted from 1."),
        Field::optional("to", place(), "Up to this contract."),
    ]);
    let court = Schema::of(vec![
        Field::with_default("detect", Kind::Probability, 0.9, "How often a juror finds a guilty seller guilty."),
        Field::with_default("false_alarm", Kind::Probability, 0.05, "How often a juror finds an innocent one guilty."),
        Field::with_default("jurors", Kind::Integer { min: 1, max: 999 }, 1i64, "How many jurors vote."),
        Field::with_default("fee", credits(), 0i64, "What the loser of a dispute pays.").unit("credits"),
        Field::optional(
            "audit_rate",
            Kind::Probability,
            "The share of deliveries, good or short, that the court looks at of its own accord; nobody disputes then.",
        ),
        Field::with_default("audit_cost", credits(), 0i64, "What a look costs the manager.").unit("credits"),
    ]);
    let deposits = Schema::of(vec![
        Field::required("buyer", credits(), "What the manager has there beside the price.").unit("credits"),
        Field::required("seller", credits(), "What the winner has there.").unit("credits"),
        Field::with_default(
            "threats",
            Kind::Bool,
            false,
            "Whether both threaten to burn, and settle so that both would lose alike.",
        ),
        Field::optional(
            "grudge",
            credits(),
            "What a manager would give at most to see a cheat lose its deposit; any amount if left out.",
        )
        .unit("credits"),
    ]);
    vec![
        Field::with_default(
            "bonds",
            Kind::list(Kind::Table(bond)),
            Value::from(Vec::new()),
            "What winners stake, by contracts left.",
        ),
        Field::optional("court", Kind::Table(court), "The arbiter, if there is one."),
        Field::optional(
            "deposits",
            Kind::Table(deposits),
            "Deposits of both sides, which burn with the price unless both sign in time.",
        ),
    ]
}

/// What is staked.
pub(super) struct Safeguards {
    pub(super) bonds: Vec<Bond>,
    pub(super) court: Option<Court>,
    pub(super) deposits: Option<Deposits>,
}

/// Reads what is staked. `pledge` is what bidders pledge beside it.
pub(super) fn read(
    params: &Params,
    (place, trade): (&Place, &Trade),
    (buyer, payment): (&dyn Buyer, Payment),
    pledge: Option<Credits>,
    faults: &mut Faults,
) -> Safeguards {
    let at = |key: &str| params.at(place, key);
    let bonds = bonds(params, place, faults);
    let court = params.get("court").and_then(Value::section).map(|court| self::court(&court));
    let deposits = params.get("deposits").and_then(Value::section).map(|both| Deposits {
        buyer: Credits(both.integer("buyer")),
        seller: Credits(both.integer("seller")),
        threats: both.flag("threats"),
        grudge: both.get("grudge").and_then(Value::integer).map(Credits),
    });
    let held = payment != Payment::Outside;
    let terms = buyer.terms(&job(trade, Credits(trade.value[0])));
    let bond = bonds.iter().map(|bond| bond.credits).max().unwrap_or_default();
    let own = deposits.map_or(Credits::ZERO, |both| both.seller);
    let staked = terms.deposit(1.0) + bond + own + pledge.unwrap_or_default();
    let mut no_escrow = |key: &str, found: &str| {
        if !held {
            let wanted = "payment = \"upfront\" or \"escrow\"";
            faults.push(Diagnostic::new("no-escrow-agent", found, wanted).at(at(key)));
        }
    };
    if staked.is_positive() || terms.pricing == Pricing::Contingent {
        no_escrow("payment", "stakes without an escrow agent that would hold them");
    }
    if court.is_some() {
        no_escrow("court", "a court without an escrow agent that would heed it");
    }
    if terms.pricing == Pricing::Contingent && payment == Payment::Upfront {
        let found = "payment on success that is paid with the award";
        faults.push(Diagnostic::new("wrong-payment", found, "payment = \"escrow\"").at(at("payment")));
    }
    if staked > trade.endowment {
        let found = format!("stakes of up to {staked} and an endowment of {}", trade.endowment);
        faults.push(Diagnostic::new("infeasible", found, "stakes that everybody can afford").at(at("bonds")));
    }
    if let Some(court) = &court {
        let [q, f] = [court.detect, court.false_alarm].map(|juror| court.convicts(juror));
        if q <= f {
            let found = format!("a court that convicts the guilty with {q} and the innocent with {f}");
            let wanted = "one that convicts the guilty more often: no bond deters otherwise";
            faults.push(Diagnostic::new("infeasible", found, wanted).at(at("court")));
        }
    }
    if pledge.is_some() && court.is_none() {
        let found = "a stake in the registry and no court that could take it";
        faults.push(Diagnostic::new("no-court", found, "court = {}").at(at("registry")));
    }
    if let Some(both) = &deposits {
        let most = trade.max_price.unwrap_or(Credits(trade.value[1])) + both.buyer;
        for (wrong, code, found, wanted) in [
            (
                payment != Payment::Escrow,
                "wrong-payment",
                "deposits of both sides beside a price that is not held".to_string(),
                "payment = \"escrow\"",
            ),
            (
                court.is_some(),
                "two-judges",
                "deposits that burn unless both sign, and a court".into(),
                "one of the two: what a court rules over is not theirs to burn",
            ),
            (
                !both.buyer.is_positive(),
                "infeasible",
                "a manager with no deposit, whom burning costs nothing: it never signs".into(),
                "a deposit of the buyer of 1 credit or more",
            ),
            (
                most > trade.endowment,
                "infeasible",
                format!("prices and deposits of up to {most} and an endowment of {}", trade.endowment),
                "deposits that managers can afford",
            ),
        ] {
            if wrong {
                faults.push(Diagnostic::new(code, found, wanted).at(at("deposits")));
            }
        }
    }
    Safeguards { bonds, court, deposits }
}

fn court(court: &Params) -> Court {
    Court {
        detect: court.number("detect"),
        false_alarm: court.number("false_alarm"),
        jurors: u32::try_from(court.integer("jurors")).expect("the schema bounds it"),
        fee: Credits(court.integer("fee")),
        audit_rate: court.get("audit_rate").and_then(Value::number),
        audit_cost: Credits(court.integer("audit_cost")),
    }
}

fn bonds(params: &Params, place: &Place, faults: &mut Faults) -> Vec<Bond> {
    let mut bonds = Vec::new();
    for (k, value) in params.list("bonds").iter().enumerate() {
        let section = value.section().expect("the schema declares tables");
        let number = |key: &str| section.get(key).and_then(Value::integer).and_then(|n| u32::try_from(n).ok());
        let window = match (number("last"), number("from"), number("to")) {
            (Some(last), None, None) => Window::Last(last),
            (None, None, None) => Window::All,
            (None, from, to) if from.unwrap_or(1) <= to.unwrap_or(u32::MAX) => {
                Window::Rounds { first: from.unwrap_or(1), last: to.unwrap_or(u32::MAX) }
            }
            _ => {
                let at = place.key("bonds").item(k).at(&value.origin);
                let wanted = "`last`, or `from` up to `to`, or neither for all";
                faults.push(Diagnostic::new("empty-window", "a bond for no contract", wanted).at(at));
                continue;
            }
        };
        bonds.push(Bond { window, credits: Credits(section.integer("credits")) });
    }
    bonds
}
