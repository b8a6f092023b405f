//! The parameters of the repeated model: schema, reading, and what does not go together.

use super::network::{self, NetworkSetting, network};
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value, suggestion};
use crate::contract::{Audit, Schedule};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::{self, MoveMapping, NormalForm};
use crate::ids::PlayerId;
use crate::models::cast::Cast;
use crate::models::rescues::{Contract, Records};
use crate::models::{Setting, audits, conditions, fields, length};
use crate::play::{Length, Rules};
use std::sync::Arc;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matching {
    /// Every agent meets every other one for a whole match.
    RoundRobin,
    /// Agents are paired once, at random, and stay together for the whole match.
    Partners,
    /// Agents are paired anew, at random, for every round, and nobody is recognised: each meeting is a match of
    /// one round.
    Strangers,
}

/// One set of rules under which the agents meet.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) rules: Rules,
    pub(super) mapping: MoveMapping,
    pub(super) matching: Matching,
    pub(super) twins: bool,
    pub(super) discount: f64,
    pub(super) schedule: Schedule,
    /// The contract that all are offered, whose schedule is the one above.
    pub(super) contract: Option<Contract>,
    /// Who signs none, by name of an agent or a group.
    pub(super) refuse: Vec<String>,
    pub(super) records: Option<Records>,
    /// Whether it, or a condition that it is compared with, has audits.
    pub(super) audited: bool,
    /// Whether it, or a condition that it is compared with, has a contract or records.
    pub(super) compared: bool,
    /// The network over which moves travel, if it is not a perfect one.
    pub(super) network: Option<NetworkSetting>,
    /// The payoffs as whole numbers over one denominator.
    pub(super) denominator: i64,
    pub(super) scaled: Vec<i64>,
    pub(super) place: Place,
    params: Params,
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    let mut fields = vec![
        fields::game("prisoners_dilemma", fields::ANY_GAME),
        length::field(),
        Field::with_default(
            "matching",
            Kind::Choice(&["round_robin", "partners", "strangers"]),
            "round_robin",
            "Who meets whom: everybody everybody; random partners that stay; new random strangers every round.",
        ),
        Field::with_default("twins", Kind::Bool, false, "Whether an agent also meets a copy of itself."),
        fields::noise(),
        fields::misperception(),
        Field::with_default(
            "discount",
            Kind::Number { min: 0.0, max: 1.0 },
            1.0,
            "What a payoff is worth if it comes one round later.",
        ),
        Field::optional(
            "network",
            Kind::Table(network::schema()),
            "A network over which moves travel; by default a perfect one.",
        ),
    ];
    let contract = Contract::field(vec![
        Contract::last(),
        Field::with_default(
            "refuse",
            Kind::list(Kind::Text),
            Value::from(Vec::new()),
            "Who signs no contract, by name of an agent or a group; all others do.",
        ),
    ]);
    // Parameters are shown in this order.
    let network = fields.pop().expect("the network is the last");
    let [audits, payee, public] = audits::fields();
    fields.extend([audits, network, contract, Records::field(), payee, public]);
    fields
}

/// The schema of `[model.repeated]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::Integer { min: 1, max: 1_000_000_000 },
        1i64,
        "How often every match is played.",
    ));
    fields.push(Field::with_default(
        "reasoning_depth",
        Kind::Integer { min: 0, max: 1000 },
        5i64,
        "Up to which depth of reasoning the play of reasoners is shown beside the equilibria.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

/// Reads the conditions; with none declared, the model's own rules are the only one.
pub(super) fn conditions(params: &Params, setting: &Setting, faults: &mut Faults) -> Vec<Condition> {
    let mut found = conditions::read(params, setting, faults, |name, params, place, faults| {
        condition(name, params, setting, place, faults)
    });
    let audited = found.iter().any(|condition| condition.audited);
    let compared = found.iter().any(Condition::is_rescued);
    found.iter_mut().for_each(|condition| (condition.audited, condition.compared) = (audited, compared));
    found
}

fn condition(name: &str, params: &Params, setting: &Setting, place: Place, faults: &mut Faults) -> Option<Condition> {
    let before = faults.diagnostics().len();
    let at = |key: &str| params.at(&place, key);
    let game = faults.keep(game::from_value(params.value("game"), &place.key("game"), &setting.kit.games))?;
    if game.game.player_count() != 2 {
        let players = game.game.player_count();
        faults.push(
            Diagnostic::new(
                "wrong-game",
                format!("a game of {players} players"),
                "a game of two players: agents meet in pairs",
            )
            .at(at("game")),
        );
        return None;
    }
    let Some((denominator, scaled)) = game.game.scaled_payoffs() else {
        faults.push(
            Diagnostic::new(
                "payoffs-too-fine",
                "the payoffs have no common denominator of 64 bits",
                "payoffs with smaller numerators and denominators",
            )
            .at(at("game")),
        );
        return None;
    };
    let length = length::read(params.variant("length"));
    let contract = params.get("contract").map(|value| Contract::read(value, &place.key("contract"), faults));
    let records = params.get("records").and_then(|value| Records::read(value, &place.key("records"), setting, faults));
    let schedule = match &contract {
        None => audits::schedule(params, &place, faults),
        Some(contract) => {
            if !params.list("audits").is_empty() {
                let expected = "one of the two: a contract's bonds are forfeited after audits of its own";
                faults.push(Diagnostic::new("conflicting-keys", "audits and a contract", expected).at(at("contract")));
            }
            contract.schedule.clone()
        }
    };
    let refuse = params.get("contract").and_then(Value::section).map_or_else(Vec::new, |own| {
        own.list("refuse").iter().filter_map(|name| name.as_text().map(String::from)).collect()
    });
    let mapping = game.mapping;
    let mut rules = Rules::new(Arc::new(game.game), length);
    rules.noise = params.number("noise");
    rules.misperception = params.number("misperception");
    if let (Length::Known(rounds), false) = (length, schedule.is_empty()) {
        rules.expected_penalties = schedule.expected_penalties(rounds).into();
    }
    let matching = match params.text("matching") {
        "partners" => Matching::Partners,
        "strangers" => Matching::Strangers,
        _ => Matching::RoundRobin,
    };
    if matching == Matching::Strangers && matches!(length, Length::Drawn { .. }) {
        faults.push(
            Diagnostic::new(
                "wrong-length",
                "strangers with a drawn length",
                "a fixed number of rounds: strangers part after each",
            )
            .at(at("length")),
        );
    }
    let network = params.get("network").map(|value| network(value, &place.key("network"), &rules.game, faults));
    if network.is_some() && schedule.public {
        faults.push(
            Diagnostic::new("wrong-network", "public audits over a network", "audits that are not public")
                .at(at("public")),
        );
    }
    if network.is_some() && (contract.is_some() || records.is_some()) {
        let key = if contract.is_some() { "contract" } else { "records" };
        let expected = "no network: escrow agent and registry are always reached";
        faults.push(Diagnostic::new("wrong-network", format!("`{key}` over a network"), expected).at(at(key)));
    }
    if records.is_some() && (matching == Matching::Partners || params.flag("twins")) {
        let found = if params.flag("twins") { "records of twins" } else { "records of partners that stay" };
        let expected = "agents who meet several others: records show what they did there";
        faults.push(Diagnostic::new("wrong-matching", found, expected).at(at("records")));
    }
    if params.flag("twins") && matching != Matching::RoundRobin {
        faults.push(
            Diagnostic::new("wrong-matching", "twins without a round robin", "matching = \"round_robin\"")
                .at(at("twins")),
        );
    }
    (faults.diagnostics().len() == before).then(|| Condition {
        name: name.to_string(),
        rules,
        mapping,
        matching,
        twins: params.flag("twins"),
        discount: params.number("discount"),
        audited: !schedule.is_empty(),
        schedule,
        contract,
        refuse,
        records,
        compared: false,
        network,
        denominator,
        scaled,
        place,
        params: params.clone(),
    })
}

/// Whether an agent has this name, or is one of the group of this name.
fn is_of(agent: &str, name: &str) -> bool {
    let number = agent.strip_prefix(name).map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

impl Condition {
    /// Checks that every strategy can play the game in either seat, and that agents who crash exist.
    pub(super) fn check(&self, cast: &Cast, faults: &mut Faults) {
        for (name, _, _) in self.network.iter().flat_map(|network| &network.crashes) {
            let names = || cast.agents.iter().map(|agent| agent.name.as_str());
            if !names().any(|agent| agent == name) {
                let mut fault = Diagnostic::new("unknown-agent", format!("unknown agent {name:?}"), "an agent's name");
                if let Some(help) = suggestion(name, names()) {
                    fault = fault.help(help);
                }
                let network = self.params.value("network");
                faults.push(fault.at(self.place.key("network").key("crashes").at(&network.origin)));
            }
        }
        for refused in &self.refuse {
            if !cast.agents.iter().any(|agent| is_of(&agent.name, refused)) {
                let found = format!("unknown agent {refused:?}");
                let mut fault = Diagnostic::new("unknown-agent", found, "the name of an agent or a group");
                if let Some(help) = suggestion(refused, cast.agents.iter().map(|agent| agent.name.as_str())) {
                    fault = fault.help(help);
                }
                let origin = &self.params.value("contract").origin;
                faults.push(fault.at(self.place.key("contract").key("refuse").at(origin)));
            }
        }
        for kind in &cast.kinds {
            let misfit = [0, 1]
                .map(|player| kind.strategy.fits(&self.rules.told(PlayerId(player))))
                .into_iter()
                .find_map(Result::err);
            if let Some(fault) = misfit {
                let game = &self.params.value("game").origin;
                let mut fault = fault.at(self.place.key("game").at(game));
                fault.found = format!("strategy {:?} of {}: {}", kind.name, kind.place.path(), fault.found);
                faults.push(fault);
            }
        }
    }

    /// Whether an agent signs contracts.
    pub(super) fn signs(&self, agent: &str) -> bool {
        self.contract.is_some() && !self.refuse.iter().any(|refused| is_of(agent, refused))
    }

    /// What an agent pays a round: for a contract where it is bound, and for records.
    pub(super) fn fees(&self) -> [f64; 2] {
        [
            self.contract.as_ref().map_or(0.0, |contract| contract.fee),
            self.records.as_ref().map_or(0.0, |records| records.fee),
        ]
    }

    /// Whether contracts or records are switched on.
    pub(super) fn is_rescued(&self) -> bool {
        self.contract.is_some() || self.records.is_some()
    }

    /// The number of rounds, if it is fixed.
    pub(super) fn fixed_rounds(&self) -> Option<u32> {
        match self.rules.length {
            Length::Known(rounds) | Length::Unknown(rounds) => Some(rounds),
            Length::Drawn { .. } => None,
        }
    }

    /// A payoff sum over the common denominator as a float.
    pub(super) fn unscaled(&self, sum: i128) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a score leaves for a table here")]
        let quotient = sum as f64 / self.denominator as f64;
        quotient
    }

    /// The stage game.
    pub(super) fn game(&self) -> &NormalForm {
        &self.rules.game
    }

    /// What a payoff of a round, counted from 1, is worth before the first.
    pub(super) fn worth(&self, round: u32) -> f64 {
        if self.discount < 1.0 { libm::pow(self.discount, f64::from(round - 1)) } else { 1.0 }
    }

    /// What an entry's penalty is, as a float.
    pub(super) fn penalty(&self, entry: usize) -> f64 {
        self.schedule.audits.get(entry).map_or(0.0, |audit: &Audit| Rational::to_f64(&audit.penalty))
    }
}
