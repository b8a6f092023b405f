//! The parameters of what is remembered: reputation, who knows of it, the registry and what a name costs.

use super::bank::Pledging;
use super::name::Mutual;
use super::registrar::Certification;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::Credits;
use crate::error::{Diagnostic, Faults};
use crate::models::Setting;
use crate::registry::drift::Authority;
use crate::reputation::{Meaning, Reputation};

/// The word for no model of trust.
const NONE: &str = "none";

/// What users may do, and what bidders need them to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Permissions {
    /// The share of bidders that work only for users who may have it done.
    pub(super) restricted: f64,
    /// The share of managers whose users may.
    pub(super) permitted: f64,
    /// Whether the registry finds for a manager only those whom its user may have work.
    pub(super) heeded: bool,
}

impl Permissions {
    /// Nobody needs any.
    pub(super) const NONE: Permissions = Permissions { restricted: 0.0, permitted: 1.0, heeded: true };

    /// Whether one of a share of agents is at a place among them: they are spread evenly.
    fn falls(share: f64, place: u32) -> bool {
        (f64::from(place + 1) * share).floor() > (f64::from(place) * share).floor()
    }

    /// Whether a bidder at a place works only for users who may have it done.
    pub(super) fn restricts(&self, place: u32) -> bool {
        Self::falls(self.restricted, place)
    }

    /// Whether the user of a manager at a place may.
    pub(super) fn permits(&self, place: u32) -> bool {
        Self::falls(self.permitted, place)
    }
}

/// The tool that work needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tooling {
    /// The share of bidders that may use it: others deliver nothing that works.
    pub(super) equipped: f64,
    /// Whether only they are found.
    pub(super) consulted: bool,
}

impl Tooling {
    /// Whether a bidder at a place may use it.
    pub(super) fn equips(&self, place: u32) -> bool {
        Permissions::falls(self.equipped, place)
    }
}

/// The rules of a registry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RegistryRules {
    /// Whether those with the best scores are called, not any.
    pub(super) best: bool,
    /// How often any is called in the place of one of the best.
    pub(super) exploration: f64,
    pub(super) certification: Option<Certification>,
    /// Whether feedback counts of callers alone that called.
    pub(super) verified: bool,
    pub(super) versions: bool,
    /// Which of the entry and the card of a new version says what an agent is.
    pub(super) authority: Authority,
    /// The tool that work needs, if it needs any.
    pub(super) tools: Option<Tooling>,
    pub(super) namespaces: u32,
    pub(super) delist_below: Option<f64>,
    /// What agents must have pledged to be found.
    pub(super) stake: Option<Pledging>,
    /// Whether agents are found by skill.
    pub(super) by_skill: bool,
    /// How permissions are dealt out, and whether the registry heeds them.
    pub(super) permissions: Permissions,
    /// Whether who is called rates who calls it.
    pub(super) mutual: Mutual,
    /// How often a manager that was cheated keeps silent before who is known to answer complaints with complaints.
    pub(super) fear: f64,
    /// What is taken of a bidder for each rated deal.
    pub(super) rating_fee: Credits,
    /// On a network that may lose messages: how long agents wait for an answer, in microseconds, and how often managers do
    /// so before they act without advice.
    pub(super) patience_us: u64,
    pub(super) tries: u32,
    pub(super) warm_up_us: u64,
}

/// What is remembered, and by whom.
#[derive(Clone)]
pub(super) struct Records {
    pub(super) reputation: Option<(Box<dyn Reputation>, Meaning)>,
    /// Whether the registry keeps the ratings of all, and not each manager its own.
    pub(super) public: bool,
    pub(super) registry: Option<RegistryRules>,
    /// What a fresh name costs; nothing if none can be had.
    pub(super) name_price: Option<Credits>,
}

/// The fields that [`read`] reads.
pub(super) fn fields() -> Vec<Field> {
    let micros = Kind::Integer { min: 1, max: 1_000_000_000_000 };
    let certification = Schema::of(vec![
        Field::with_default(
            "probes",
            Kind::Integer { min: 1, max: 10_000 },
            10i64,
            "How many probes an agent is given.",
        ),
        Field::with_default("least", Kind::Probability, 0.6, "The share of probes that must succeed."),
        Field::with_default(
            "size",
            Kind::Number { min: 0.0, max: 1000.0 },
            0.1,
            "How much work a probe is, as a share of a contract.",
        ),
        Field::optional("valid_us", micros.clone(), "How long a certificate lasts; for ever if left out.").unit("us"),
    ]);
    let stake = Schema::of(vec![
        Field::required(
            "credits",
            Kind::Integer { min: 1, max: 1_000_000_000 },
            "What an agent pledges, once for all its contracts at a time.",
        )
        .unit("credits"),
        Field::with_default(
            "jobs",
            Kind::Integer { min: 1, max: 1_000_000 },
            1i64,
            "How many contracts at a time it is meant for.",
        ),
        Field::with_default(
            "slash",
            Kind::Choice(&["whole", "share"]),
            "whole",
            "Whether a conviction costs all of it, or the share of one contract.",
        ),
    ]);
    let tools = Schema::of(vec![
        Field::required(
            "equipped",
            Kind::Probability,
            "The share of bidders that may use the tool which work needs; what others do fails.",
        ),
        Field::with_default("consulted", Kind::Bool, true, "Whether managers find only those who may use it."),
    ]);
    let registry = Schema::of(vec![
        Field::with_default(
            "order",
            Kind::Choice(&["random", "best"]),
            "random",
            "Whether any of those found are called, or those with the best public scores.",
        ),
        Field::with_default(
            "exploration",
            Kind::Probability,
            0.1,
            "How often any of those found is called in the place of one of the best.",
        ),
        Field::optional("certification", Kind::Table(certification), "Only agents that pass probes are found."),
        Field::with_default("verified", Kind::Bool, true, "Whether feedback counts of managers alone that called."),
        Field::with_default(
            "versions",
            Kind::Bool,
            true,
            "Whether the registry looks at the cards that agents show: one that differs from what was certified is another \
             version. Else a new version goes by the record and the certificate of the old one.",
        ),
        Field::with_default(
            "authority",
            Kind::Choice(&["card", "registry"]),
            "card",
            "What a new version is by: its card, so that it is certified and rated anew; or the registry's entry, which \
             stays, with its record, and is only to be certified again.",
        ),
        Field::optional("tools", Kind::Table(tools), "The tool registry, where work needs a tool."),
        Field::with_default(
            "namespaces",
            Kind::Integer { min: 1, max: 1000 },
            1i64,
            "Into how many namespaces bidders and managers are dealt out; agents see their own.",
        ),
        Field::optional("delist_below", Kind::NUMBER, "Who has a lower public score is not found."),
        Field::with_default(
            "by_skill",
            Kind::Bool,
            true,
            "Whether agents are found by the skill that a task was routed to, or all of them.",
        ),
        Field::with_default(
            "restricted",
            Kind::Probability,
            0.0,
            "The share of bidders that work only for managers whose users may have it done.",
        ),
        Field::with_default("permitted", Kind::Probability, 1.0, "The share of managers whose users may."),
        Field::with_default(
            "delegation",
            Kind::Bool,
            true,
            "Whether a manager finds only those whom its user may have work.",
        ),
        Field::with_default(
            "feedback",
            Kind::Choice(&["one_way", "open", "double_blind"]),
            "one_way",
            "Whether bidders rate managers too: not, when they hear how they were rated, or before that.",
        ),
        Field::with_default(
            "fear",
            Kind::Probability,
            0.8,
            "How often a manager that was cheated keeps silent before who is known to answer complaints with complaints.",
        ),
        Field::with_default(
            "rating_fee",
            Kind::Integer { min: 0, max: 1_000_000_000 },
            0i64,
            "What is taken of a bidder for each deal that may be rated.",
        )
        .unit("credits"),
        Field::with_default(
            "patience_us",
            micros.clone(),
            250_000i64,
            "How long an answer is waited for, where messages may be lost, before it is asked again.",
        )
        .unit("us"),
        Field::with_default(
            "tries",
            Kind::Integer { min: 1, max: 1000 },
            3i64,
            "How often managers wait so long before they call any of all bidders, without advice.",
        ),
        Field::optional("stake", Kind::Table(stake), "What agents must have pledged to be found."),
        Field::with_default("warm_up_us", micros, 10_000_000i64, "How long agents have to register at first.")
            .unit("us"),
    ]);
    vec![
        Field::with_default(
            "reputation",
            Kind::named("reputations"),
            NONE,
            "The model of trust by which bidders are remembered; `none` if they are not.",
        ),
        Field::with_default(
            "information",
            Kind::Choice(&["private", "public"]),
            "private",
            "Whether each manager remembers its own contracts, or the registry those of all.",
        ),
        Field::optional("registry", Kind::Table(registry), "The registry by which managers find whom to call."),
        Field::with_default(
            "name_price",
            Kind::Integer { min: 0, max: 1_000_000_000 },
            0i64,
            "What a name costs after an agent's first.",
        )
        .unit("credits"),
        Field::with_default("fixed_names", Kind::Bool, false, "Whether nobody can have a second name."),
    ]
}

fn registry(rules: &Params) -> RegistryRules {
    let whole = |params: &Params, key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
    let certification = rules.get("certification").and_then(Value::section).map(|asked| Certification {
        probes: u32::try_from(asked.integer("probes")).expect("the schema bounds it"),
        least: asked.number("least"),
        size: asked.number("size"),
        valid_us: asked.has("valid_us").then(|| whole(&asked, "valid_us")),
    });
    RegistryRules {
        best: rules.text("order") == "best",
        exploration: rules.number("exploration"),
        certification,
        verified: rules.flag("verified"),
        versions: rules.flag("versions"),
        authority: if rules.text("authority") == "registry" { Authority::Registry } else { Authority::Card },
        tools: rules
            .get("tools")
            .and_then(Value::section)
            .map(|tools| Tooling { equipped: tools.number("equipped"), consulted: tools.flag("consulted") }),
        namespaces: u32::try_from(rules.integer("namespaces")).expect("the schema bounds it"),
        delist_below: rules.get("delist_below").and_then(Value::number),
        stake: rules.get("stake").and_then(Value::section).map(|stake| Pledging {
            credits: Credits(stake.integer("credits")),
            jobs: u32::try_from(stake.integer("jobs")).expect("the schema bounds it"),
            whole: stake.text("slash") == "whole",
        }),
        by_skill: rules.flag("by_skill"),
        permissions: Permissions {
            restricted: rules.number("restricted"),
            permitted: rules.number("permitted"),
            heeded: rules.flag("delegation"),
        },
        mutual: match rules.text("feedback") {
            "open" => Mutual::Open,
            "double_blind" => Mutual::DoubleBlind,
            _ => Mutual::OneWay,
        },
        fear: rules.number("fear"),
        rating_fee: Credits(rules.integer("rating_fee")),
        patience_us: whole(rules, "patience_us"),
        tries: u32::try_from(rules.integer("tries")).expect("the schema bounds it"),
        warm_up_us: whole(rules, "warm_up_us"),
    }
}

/// Reads what is remembered.
pub(super) fn read(params: &Params, setting: &Setting, place: &Place, faults: &mut Faults) -> Option<Records> {
    let at = |key: &str| params.at(place, key);
    let models = &setting.kit.reputations;
    let named = params.value("reputation");
    let reputation = if named.as_text() == Some(NONE) {
        None
    } else {
        let built = models
            .resolve(named, &place.key("reputation"))
            .and_then(|spec| Ok((models.build(&spec, &())?, models.entry(&spec.key)?.facets.meaning)));
        match built {
            Ok(built) => Some(built),
            Err(found) => {
                faults.extend(found.or_at(&at("reputation")));
                return None;
            }
        }
    };
    let registry = params.get("registry").and_then(Value::section).map(|rules| registry(&rules));
    let public = params.text("information") == "public" && reputation.is_some();
    if public && registry.is_none() {
        let found = "public reputation without a registry that would keep it";
        faults.push(Diagnostic::new("no-registry", found, "registry = {}").at(at("information")));
    }
    if let Some(rules) = &registry {
        let wrong = |code, found: String, wanted: &str| Diagnostic::new(code, found, wanted).at(at("registry"));
        if !public && rules.mutual != Mutual::OneWay {
            let found = "feedback on managers at a registry that keeps none";
            faults.push(wrong("no-ratings", found.into(), "information = \"public\" and a model of reputation"));
        }
        if !public && (rules.best || rules.delist_below.is_some()) {
            let found = "a registry that goes by scores and keeps none";
            faults.push(wrong("no-ratings", found.into(), "information = \"public\" and a model of reputation"));
        }
        let newcomer = reputation.as_ref().map(|(model, _)| model.newcomer());
        if let (true, Some(least), Some(newcomer)) = (public, rules.delist_below, newcomer)
            && newcomer < least
        {
            let found = format!("newcomers with a score of {newcomer} where nobody below {least} is found");
            faults.push(wrong("infeasible", found, "a threshold that newcomers pass: nobody would ever be called"));
        }
    }
    let name_price = (!params.flag("fixed_names")).then(|| Credits(params.integer("name_price")));
    Some(Records { reputation, public, registry, name_price })
}
