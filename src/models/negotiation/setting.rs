//! The parameters of the negotiation model: schema and reading.

use super::tactics::{Stance, Tactic};
use crate::catalogue::{Field, Kind, Params, Schema};
use crate::contract::negotiation::Side;
use crate::error::{Diagnostic, Faults, Origin};
use crate::models::names::Roll;
use crate::models::{Setting, conditions};
use std::sync::Arc;

/// One set of rules under which the agents negotiate.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) first: Side,
    pub(super) deadline: Option<u32>,
    pub(super) ends: bool,
    pub(super) fall_back: bool,
    pub(super) spread: f64,
    pub(super) last_turn: u32,
    pub(super) latency_us: u64,
}

/// One agent.
pub(super) struct Agent {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) tactic: Arc<dyn Tactic>,
    pub(super) stance: Stance,
}

/// The agents.
pub(super) struct Cast {
    pub(super) agents: Vec<Agent>,
}

/// A buyer and a seller who meet.
pub(super) struct Pair {
    pub(super) buyer: usize,
    pub(super) seller: usize,
    /// Its name: that of the place where they meet.
    pub(super) place: String,
}

impl Cast {
    /// All buyers with all sellers, in order.
    pub(super) fn pairs(&self) -> Vec<Pair> {
        let of = |side: Side| (0..self.agents.len()).filter(move |k| self.agents[*k].stance.side == side);
        of(Side::Buyer)
            .flat_map(|buyer| of(Side::Seller).map(move |seller| (buyer, seller)))
            .map(|(buyer, seller)| {
                let place = format!("{} / {}", self.agents[buyer].name, self.agents[seller].name);
                Pair { buyer, seller, place }
            })
            .collect()
    }

    /// The names of a pair: the buyer's, the seller's.
    pub(super) fn names(&self, pair: &Pair) -> [&str; 2] {
        [&self.agents[pair.buyer].name, &self.agents[pair.seller].name]
    }
}

fn rule_fields() -> Vec<Field> {
    vec![
        Field::with_default("first", Kind::Choice(&["buyer", "seller"]), "buyer", "Who makes the first offer."),
        Field::optional(
            "deadline",
            Kind::Integer { min: 1, max: 10_000 },
            "Everybody's last turn, in place of their own.",
        )
        .unit("turns"),
        Field::with_default("ends", Kind::Bool, true, "Whether parties withdraw when their deadline has passed."),
        Field::with_default(
            "fall_back",
            Kind::Bool,
            true,
            "Whether parties have a reservation; without, they concede as far as the other's best price.",
        ),
        Field::with_default(
            "spread",
            Kind::Number { min: 0.0, max: 1e9 },
            0.0,
            "How far a reservation may be from the declared one: it is drawn anew in each repetition, uniformly.",
        )
        .unit("credits"),
        Field::with_default(
            "last_turn",
            Kind::Integer { min: 1, max: 100_000 },
            200i64,
            "The turn after which a negotiation that has not ended is given up.",
        )
        .unit("turns"),
        Field::with_default(
            "latency_us",
            Kind::Integer { min: 0, max: 1_000_000_000 },
            50_000i64,
            "How long a message travels.",
        )
        .unit("us"),
    ]
}

/// The schema of `[model.negotiation]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::Integer { min: 1, max: 1_000_000_000 },
        100i64,
        "How often each pair negotiates.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    conditions::read(params, setting, faults, |name, rules, _, _| {
        let turn = |key: &str| u32::try_from(rules.integer(key)).expect("the schema bounds it");
        Some(Condition {
            name: name.to_string(),
            first: Side::named(rules.text("first")).expect("the schema lists the sides"),
            deadline: rules.has("deadline").then(|| turn("deadline")),
            ends: rules.flag("ends"),
            fall_back: rules.flag("fall_back"),
            spread: rules.number("spread"),
            last_turn: turn("last_turn"),
            latency_us: u64::try_from(rules.integer("latency_us")).expect("the schema bounds it"),
        })
    })
}

/// Reads the agents.
pub(super) fn cast(setting: &Setting, faults: &mut Faults) -> Cast {
    let mut cast = Cast { agents: Vec::new() };
    let mut roll = Roll::new(&[]);
    let tactics = &setting.kit.tactics;
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let built = group.read(tactics, |spec| Ok((spec.key.to_string(), tactics.build(spec, &())?)));
        let Some((kind, tactic)) = faults.keep(built) else { continue };
        let tactic: Arc<dyn Tactic> = tactic.into();
        cast.agents.extend(names.into_iter().map(|name| Agent {
            name,
            kind: kind.clone(),
            stance: tactic.stance(),
            tactic: Arc::clone(&tactic),
        }));
    }
    if faults.is_empty() && cast.pairs().is_empty() {
        faults.push(
            Diagnostic::new("too-few-agents", "no buyer or no seller", "at least one of each")
                .help("say `side` in the params of each agent")
                .at(setting.document.key("agents").at(&Origin::Unknown)),
        );
    }
    cast
}
