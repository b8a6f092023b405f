//! The catalogue's entries of bidders, and what all of them can say of themselves.

use super::super::bidder::Bidder;
use super::{Conduct, Shirks, Standard};
use crate::catalogue::{Entry, Field, Kind, Params, Place, Schema, Value};
use crate::error::Faults;

fn pair(low: f64, high: f64) -> Value {
    Value::from(vec![Value::from(low), Value::from(high)])
}

fn range(key: &'static str, default: Value, doc: &'static str) -> Field {
    Field::with_default(key, Kind::List { of: Box::new(Kind::NUMBER), min: 1, max: 2 }, default, doc)
}

/// What all bidders can say of themselves.
fn common() -> Vec<Field> {
    let micros = Kind::Integer { min: 0, max: 1_000_000_000_000 };
    vec![
        range(
            "capability",
            pair(0.6, 0.95),
            "The probability of success when idle: a number, or a range to draw from.",
        ),
        Field::with_default("specialist", Kind::Probability, 0.0, "The probability with which it lacks a skill."),
        range("cost", pair(40.0, 60.0), "What the work costs it: a number, or a range to draw from.").unit("credits"),
        range("duration_us", pair(800_000.0, 1_200_000.0), "How long the work takes when idle, on average.").unit("us"),
        Field::with_default(
            "capacity",
            Kind::Integer { min: 1, max: 1_000_000 },
            3i64,
            "How many contracts it can have at a time.",
        ),
        Field::with_default(
            "margin",
            Kind::Number { min: 0.0, max: 1e6 },
            0.2,
            "What it asks above its cost, as a share of it, where it is paid what it asks.",
        ),
        Field::with_default(
            "learns",
            Kind::Bool,
            false,
            "Whether its margin rises by 5 % with each award and falls by 5 % with each loss.",
        ),
        Field::with_default("overcommits", Kind::Bool, true, "Whether it bids without regard to its open bids."),
        Field::with_default("think_us", micros.clone(), 0i64, "How long it thinks about a call.").unit("us"),
        Field::optional(
            "next_capability",
            Kind::List { of: Box::new(Kind::NUMBER), min: 1, max: 2 },
            "The probability of success of its next version, if there will be one.",
        ),
        Field::with_default("next_version_us", micros.clone(), 60_000_000i64, "When that comes.").unit("us"),
        Field::with_default("valid_us", micros, 60_000_000i64, "How long its bids stand.").unit("us"),
    ]
}

fn with(mut own: Vec<Field>) -> Schema {
    own.extend(common());
    Schema::of(own)
}

fn boxed(bidder: Standard) -> Result<Box<dyn Bidder>, Faults> {
    Ok(Box::new(bidder))
}

fn count(params: &Params, key: &str) -> u32 {
    u32::try_from(params.integer(key)).expect("the schema bounds it")
}

pub(super) const ENTRIES: &[Entry<dyn Bidder>] = &[
    Entry {
        key: "honest",
        title: "Honest bidder",
        aliases: &["square dealer"],
        about: "Claims what it believes, asks its cost and a margin, and does the work.",
        source: "Smith 1980, IEEE Trans. Computers C-29:1104",
        facets: (),
        params: || with(vec![]),
        build: |params, _| boxed(Standard::read(params)?),
    },
    Entry {
        key: "overclaimer",
        title: "Overclaimer",
        aliases: &["boaster"],
        about: "Claims more confidence, and less time, than it believes; does the work as well as it can. It stops \
                claiming where the stakes make that dearer than the contract is worth, unless it is heedless.",
        source: "Akerlof 1970, Quarterly J. Economics 84:488",
        facets: (),
        params: || {
            with(vec![
                Field::with_default(
                    "overclaim",
                    Kind::Probability,
                    1.0,
                    "How far its claim goes from what it believes to 1.",
                ),
                Field::with_default(
                    "underquote",
                    Kind::Number { min: 0.0, max: 0.99 },
                    0.0,
                    "How much less time it promises, as a share.",
                ),
                Field::with_default("heedless", Kind::Bool, false, "Whether it claims whatever it stakes."),
            ])
        },
        build: |params, _| {
            boxed(Standard {
                overclaim: params.number("overclaim"),
                underquote: params.number("underquote"),
                heeds: !params.flag("heedless"),
                ..Standard::read(params)?
            })
        },
    },
    Entry {
        key: "opportunist",
        title: "Opportunist",
        aliases: &["rational cheat"],
        about: "Claims what it believes, and does nothing for its price when that is worth more than the work: it weighs \
                its cost against its stake, the price held, the court, and the contracts that would follow.",
        source: "Becker 1968, J. Political Economy 76:169; Klein & Leffler 1981, J. Political Economy 89:615",
        facets: (),
        params: || {
            let doc = "Whether it takes a fresh name after it has cheated, and weighs that.";
            with(vec![Field::with_default("renames", Kind::Bool, false, doc)])
        },
        build: |params, _| {
            let renames = params.flag("renames");
            boxed(Standard { shirks: Shirks::IfItPays, renames, ..Standard::read(params)? })
        },
    },
    Entry {
        key: "end_of_contract_defector",
        title: "End-of-contract defector",
        aliases: &["defector", "last-round defector"],
        about: "Keeps its word until the last contracts that a manager says it will give, and then does nothing for its price.",
        source: "Selten 1978, Theory and Decision 9:127",
        facets: (),
        params: || {
            with(vec![Field::with_default(
                "last",
                Kind::Integer { min: 0, max: 1_000_000_000 },
                1i64,
                "In how many contracts it defects.",
            )])
        },
        build: |params, _| {
            boxed(Standard { shirks: Shirks::AtTheEnd(count(params, "last")), ..Standard::read(params)? })
        },
    },
    Entry {
        key: "exit_scammer",
        title: "Exit scammer",
        aliases: &["milker"],
        about: "Earns a good name with some contracts, and then does nothing for its price.",
        source: "Resnick, Zeckhauser, Friedman & Kuwabara 2000, Comm. ACM 43(12):45",
        facets: (),
        params: || {
            with(vec![Field::with_default(
                "after",
                Kind::Integer { min: 0, max: 1_000_000_000 },
                10i64,
                "After how many contracts.",
            )])
        },
        build: |params, _| boxed(Standard { shirks: Shirks::After(count(params, "after")), ..Standard::read(params)? }),
    },
    Entry {
        key: "attacker",
        title: "Attacker",
        aliases: &["attacker on reputation"],
        about: "Serves, claims, speaks of others and changes its name as an attack of the catalogue says. What it says of \
                others is heard where a registry keeps ratings.",
        source: "Hoffman, Zage & Nita-Rotaru 2009, ACM Computing Surveys 42:1; Kerr & Cohen 2009, AAMAS",
        facets: (),
        params: || with(vec![Field::with_default("attack", Kind::named("attacks"), "whitewashing", "Its rule.")]),
        build: |params, attacks| {
            let spec = attacks.resolve(params.value("attack"), &Place::root().key("attack"))?;
            let attack = Some(Conduct(attacks.build(&spec, &())?));
            boxed(Standard { shirks: Shirks::ByAttack, attack, ..Standard::read(params)? })
        },
    },
];
