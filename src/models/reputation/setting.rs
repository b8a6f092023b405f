//! The parameters of the model of attacks: schema, reading, and what does not go together.

use crate::catalogue::{Catalogue, Family, Field, Kind, Params, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::models::{Setting, conditions};
use crate::reputation::attacks::Attack;
use crate::reputation::{Arena, OwnBooks, Reputation};
use std::collections::BTreeSet;

/// A model of trust under its name.
pub(super) struct Trust {
    pub(super) name: String,
    pub(super) model: Box<dyn Reputation>,
}

/// An attack under its name.
pub(super) struct Attacker {
    pub(super) name: String,
    pub(super) attack: Box<dyn Attack>,
}

/// One set of rules.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) arena: Arena,
    /// How often each asker hears of a rating by another, where each keeps books of its own.
    pub(super) own_books: Option<f64>,
    /// Shares of attackers among the providers, rising, at which success is measured too.
    pub(super) shares: Vec<f64>,
}

impl Condition {
    /// The setting with a share of attackers, at least one provider being honest.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a count")]
    pub(super) fn at_share(&self, share: f64) -> Arena {
        let all = self.arena.honest + self.arena.attackers;
        let attackers = ((share * f64::from(all)).round() as u32).min(all - 1);
        Arena { honest: all - attackers, attackers, ..self.arena }
    }

    /// A model as it is kept under these rules.
    pub(super) fn books(&self, model: &dyn Reputation) -> Box<dyn Reputation> {
        match self.own_books {
            None => model.boxed_clone(),
            Some(hears) => Box::new(OwnBooks::new(model, self.arena.clients, hears)),
        }
    }
}

fn rule_fields() -> Vec<Field> {
    let count = |min| Kind::Integer { min, max: 10_000 };
    let from = |min| Kind::Number { min, max: 1e9 };
    let usual = Arena::default();
    vec![
        Field::with_default(
            "information",
            Kind::Choice(&["public", "private"]),
            "public",
            "Whether a registry keeps the books for all, or each client its own.",
        ),
        Field::with_default(
            "hears",
            Kind::Probability,
            0.1,
            "How often a client that keeps its own books hears of another's rating.",
        ),
        Field::with_default("clients", count(1), i64::from(usual.clients), "How many clients there are."),
        Field::with_default("honest", count(1), i64::from(usual.honest), "How many honest providers there are."),
        Field::with_default("attackers", count(0), i64::from(usual.attackers), "How many attackers there are."),
        Field::with_default("periods", Kind::Integer { min: 1, max: 1_000_000 }, 200i64, "How long a market lasts.")
            .unit("periods"),
        Field::with_default("end_known", Kind::Bool, usual.end_is_known, "Whether attackers know how long."),
        Field::with_default(
            "candidates",
            count(1),
            i64::from(usual.candidates),
            "How many providers a client looks at before it takes the one with the best score.",
        ),
        Field::with_default(
            "exploration",
            Kind::Probability,
            usual.exploration,
            "How often a client takes the first that it sees, whatever its score.",
        ),
        Field::with_default("large_share", Kind::Probability, usual.large_share, "How often a deal is large."),
        Field::with_default("large_stake", from(1.0), usual.large_stake, "The size of a large deal; others have 1."),
        Field::with_default("cost", Kind::Probability, usual.cost, "What good service costs of a price of 1."),
        Field::with_default(
            "quality",
            Kind::Probability,
            usual.quality,
            "How often service succeeds if the provider does its best.",
        ),
        Field::with_default("name_cost", from(0.0), usual.name_cost, "What a further name costs.").unit("utility"),
        Field::with_default("rating_cost", from(0.0), usual.rating_cost, "What a rating without a deal costs.")
            .unit("utility"),
        Field::with_default(
            "trade_cost",
            from(0.0),
            usual.trade_cost,
            "What the market takes of each rated deal, of a price of 1.",
        )
        .unit("utility"),
        Field::with_default(
            "shares",
            Kind::list(Kind::Probability),
            Value::from(Vec::new()),
            "Shares of attackers among as many providers, rising, from which the area under the success rate is worked out.",
        ),
        Field::with_default(
            "double_blind",
            Kind::Bool,
            usual.double_blind,
            "Whether ratings of a deal are shown only when both are in.",
        ),
        Field::with_default(
            "fear",
            Kind::Probability,
            usual.fear,
            "How often a cheated client keeps silent, if ratings are open and the provider answers them.",
        ),
    ]
}

/// The schema of `[model.reputation]`.
pub(super) fn schema() -> Schema {
    let all = || Value::from(Vec::new());
    let mut fields = vec![
        Field::with_default(
            "models",
            Kind::list(Kind::named("reputations")),
            all(),
            "The models of trust, perhaps with arguments; all of them if none is named.",
        ),
        Field::with_default(
            "attacks",
            Kind::list(Kind::named("attacks")),
            all(),
            "The attacks, perhaps with arguments; all of them if none is named.",
        ),
        Field::with_default(
            "repetitions",
            Kind::Integer { min: 1, max: 1_000_000 },
            10i64,
            "How often each model meets each attack.",
        ),
    ];
    fields.extend(rule_fields());
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// The entries of a catalogue that a parameter names, each under its name; all entries if it names none.
fn named<T: ?Sized + Family<Tools = ()> + 'static>(
    params: &Params,
    key: &'static str,
    catalogue: &Catalogue<T>,
    setting: &Setting,
    faults: &mut Faults,
) -> Vec<(String, Box<T>)> {
    let written = params.list(key);
    let all: Vec<Value> = catalogue.entries().map(|entry| Value::from(entry.key)).collect();
    let wanted = if written.is_empty() { &all } else { written };
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (k, value) in wanted.iter().enumerate() {
        let place = setting.place.key(key).item(k);
        let built = catalogue
            .resolve(value, &place)
            .and_then(|spec| Ok((catalogue.display(&spec), catalogue.build(&spec, &())?)));
        match built {
            Ok((name, _)) if !seen.insert(name.clone()) => faults
                .push(Diagnostic::new("name-taken", format!("{name} twice"), "each once").at(place.at(&value.origin))),
            Ok(one) => found.push(one),
            Err(found) => faults.extend(found.or_at(&place.at(&value.origin))),
        }
    }
    found
}

/// Reads the models of trust.
pub(super) fn trusts(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Trust> {
    let found = named(params, "models", &setting.kit.reputations, setting, faults);
    found.into_iter().map(|(name, model)| Trust { name, model }).collect()
}

/// Reads the attacks.
pub(super) fn attackers(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Attacker> {
    if let Some(agent) = setting.agents.first() {
        let found = format!("an agent {:?}", agent.name);
        let fault =
            Diagnostic::new("no-agents-wanted", found, "none: clients, honest providers and attackers are counted");
        faults.push(fault.at(agent.place.key("name").at(&agent.name_origin)));
    }
    let found = named(params, "attacks", &setting.kit.attacks, setting, faults);
    found.into_iter().map(|(name, attack)| Attacker { name, attack }).collect()
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        let narrow = |key: &str| u32::try_from(rules.integer(key)).expect("the schema bounds it");
        let arena = Arena {
            clients: narrow("clients"),
            honest: narrow("honest"),
            attackers: narrow("attackers"),
            periods: rules.count("periods") as u64,
            end_is_known: rules.flag("end_known"),
            candidates: narrow("candidates"),
            exploration: rules.number("exploration"),
            large_share: rules.number("large_share"),
            large_stake: rules.number("large_stake"),
            cost: rules.number("cost"),
            quality: rules.number("quality"),
            name_cost: rules.number("name_cost"),
            rating_cost: rules.number("rating_cost"),
            trade_cost: rules.number("trade_cost"),
            double_blind: rules.flag("double_blind"),
            fear: rules.number("fear"),
        };
        if let Err(fault) = arena.check() {
            faults.push(fault.at(place.at(&crate::error::Origin::Unknown)));
            return None;
        }
        let shares: Vec<f64> = rules.list("shares").iter().filter_map(Value::number).collect();
        let rise = shares.windows(2).all(|pair| pair[0] < pair[1]) && shares.last().is_none_or(|last| *last < 1.0);
        if !rise || shares.len() == 1 {
            let at = rules.at(&place, "shares");
            let wanted = "two or more that rise, the last below 1, so that somebody is honest";
            faults.push(Diagnostic::new("out-of-range", format!("shares of attackers {shares:?}"), wanted).at(at));
            return None;
        }
        let own_books = (rules.text("information") == "private").then(|| rules.number("hears"));
        Some(Condition { name: name.to_string(), arena, own_books, shares })
    })
}
