//! The parameters of the market model: schema, reading, and what does not go together.

use super::arbiter::Court;
use super::bidder::Briefing;
use super::buyer::{Buyer, Job};
use super::contractor::Profile;
use super::records::{self, Records};
use super::safeguards::{self, Bond};
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::{Credits, Deposits};
use crate::error::{Diagnostic, Faults};
use crate::exchange::{Latency, Network};
use crate::ids::Tick;
use crate::models::Setting;
use crate::models::conditions;
use crate::models::fields;

/// How prices are paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Payment {
    /// On delivery, and no matter of the exchange.
    Outside,
    /// With the award.
    Upfront,
    /// Held until delivery.
    Escrow,
}

/// When buyers dispute what was delivered as agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FalseClaims {
    Never,
    IfItPays,
    Always,
}

/// One set of rules.
pub(super) struct Condition {
    pub(super) name: String,
    pub(super) buyer: Box<dyn Buyer>,
    pub(super) profile: Profile,
    pub(super) payment: Payment,
    pub(super) bonds: Vec<Bond>,
    pub(super) court: Option<Court>,
    pub(super) deposits: Option<Deposits>,
    pub(super) false_claims: FalseClaims,
    pub(super) boycott: bool,
    pub(super) records: Records,
    pub(super) contacts: usize,
    pub(super) network: Network,
    pub(super) crashes: Vec<(String, Tick, Option<Tick>)>,
    pub(super) byzantine: f64,
    pub(super) grace_us: u64,
    pub(super) overdue_us: u64,
    pub(super) dispute_us: u64,
    pub(super) progress: bool,
}

impl Condition {
    /// Whether anything may be lost or come twice.
    pub(super) fn faulty(&self) -> bool {
        faulty(&self.network, &self.crashes)
    }

    /// What the winner of a manager's contract stakes, by its place among so many: the bond of the first entry that covers
    /// it, and the deposit that all have there.
    pub(super) fn bond(&self, announcement: u32, of: u32) -> Credits {
        let covers = |bond: &&Bond| bond.window.covers(announcement + 1, of);
        let bond = self.bonds.iter().find(covers).map_or(Credits::ZERO, |bond| bond.credits);
        bond + self.deposits.map_or(Credits::ZERO, |both| both.seller)
    }

    /// Whether any winner stakes anything whatever it claims.
    pub(super) fn bonded(&self) -> bool {
        !self.bonds.is_empty() || self.deposits.is_some_and(|both| both.seller.is_positive())
    }

    pub(super) fn briefing(&self, model: &Trade) -> Briefing {
        Briefing {
            skills: model.skills,
            court: self.court,
            deposits: self.deposits,
            pledging: self.records.registry.and_then(|rules| rules.stake),
            on_delivery: self.payment != Payment::Upfront,
            boycott: self.boycott,
            discount: model.discount,
            period_us: model.interval_us,
            unit: Credits(model.value[0]),
            name_price: self.records.name_price,
        }
    }
}

/// What is traded, under all conditions alike.
#[derive(Clone, Debug)]
pub(super) struct Trade {
    pub(super) buyers: u32,
    pub(super) announcements: u32,
    pub(super) interval_us: u64,
    pub(super) window_us: u64,
    pub(super) due_us: u64,
    pub(super) skills: usize,
    pub(super) value: [i64; 2],
    pub(super) max_price: Option<Credits>,
    pub(super) end_known: bool,
    pub(super) discount: f64,
    pub(super) endowment: Credits,
    pub(super) repetitions: u64,
    pub(super) periods: u32,
}

fn faulty(network: &Network, crashes: &[(String, Tick, Option<Tick>)]) -> bool {
    network.loss > 0.0 || network.duplicate > 0.0 || network.late > 0.0 || !crashes.is_empty()
}

fn micros(min: i64) -> Kind {
    Kind::Integer { min, max: 1_000_000_000_000 }
}

fn credits() -> Kind {
    Kind::Integer { min: 0, max: 1_000_000_000 }
}

fn rule_fields() -> Vec<Field> {
    let crash = Schema::of(vec![
        Field::required("agent", Kind::Text, "The agent that crashes."),
        Field::required("at_us", micros(0), "From when on it does not hear.").unit("us"),
        Field::optional("until_us", micros(0), "When it hears again; never if left out.").unit("us"),
    ]);
    let mut fields = vec![
        Field::with_default("manager", Kind::named("managers"), "naive", "How bids are weighed, paid and staked on."),
        Field::with_default(
            "profile",
            Kind::Choice(&["cnp/1", "cnp/2"]),
            "cnp/1",
            "One task a bidder from call to result, or a second task for each award.",
        ),
        Field::with_default(
            "payment",
            Kind::Choice(&["outside", "upfront", "escrow"]),
            "upfront",
            "When the price is paid: on delivery and outside the exchange, with the award, or held until delivery.",
        ),
        Field::with_default(
            "false_claims",
            Kind::Choice(&["never", "if_it_pays", "always"]),
            "never",
            "When managers dispute what was delivered as agreed.",
        ),
        Field::with_default("boycott", Kind::Bool, false, "Whether who cheated is never contacted again."),
        Field::with_default(
            "contacts",
            Kind::Integer { min: 0, max: 100_000 },
            8i64,
            "How many bidders are called; 0 is all.",
        ),
        Field::with_default("latency_us", micros(0), 20_000i64, "How long a message travels.").unit("us"),
        Field::with_default("jitter_us", micros(0), 0i64, "How much longer it may travel.").unit("us"),
        fields::loss(),
        fields::duplicate(),
        fields::deduplicates(),
        fields::late(),
        Field::with_default("late_us", micros(0), 1_000_000i64, "How much longer a late message travels.").unit("us"),
        Field::with_default("crashes", Kind::list(Kind::Table(crash)), Value::from(Vec::new()), "Agents that crash."),
        Field::with_default(
            "byzantine",
            Kind::Probability,
            0.0,
            "How often what is delivered is garbage, whatever was done.",
        ),
        Field::with_default(
            "grace_us",
            micros(0),
            1_000_000i64,
            "How long a manager waits for answers after the deadline.",
        )
        .unit("us"),
        Field::with_default(
            "overdue_us",
            micros(0),
            5_000_000i64,
            "How long it waits for a delivery after the due time.",
        )
        .unit("us"),
        Field::with_default("dispute_us", micros(0), 500_000i64, "How long a delivery may be disputed.").unit("us"),
        Field::with_default("progress", Kind::Bool, false, "Whether contractors report at half time."),
    ];
    fields.extend(safeguards::fields());
    fields.extend(records::fields());
    fields
}

/// The schema of `[model.market]`.
pub(super) fn schema() -> Schema {
    Schema::of(fields())
}

/// The rules, what is traded, and sets of rules to compare.
pub(super) fn fields() -> Vec<Field> {
    let count = |max: i64| Kind::Integer { min: 1, max };
    let mut fields = rule_fields();
    fields.extend([
        Field::with_default("buyers", count(65_000), 4i64, "How many managers there are."),
        Field::with_default("announcements", count(10_000_000), 50i64, "How many announcements each makes."),
        Field::with_default("interval_us", micros(1), 4_000_000i64, "How far apart a manager's announcements are.")
            .unit("us"),
        Field::with_default("window_us", micros(0), 500_000i64, "How long bids are taken.").unit("us"),
        Field::with_default("due_us", micros(1), 2_000_000i64, "How long after the award work is due.").unit("us"),
        Field::with_default("skills", count(1000), 1i64, "How many skills there are; each announcement is about one."),
        Field::with_default(
            "value",
            Kind::List { of: Box::new(credits()), min: 1, max: 2 },
            Value::from(vec![Value::from(100i64)]),
            "What success is worth to a manager: a number, or a range to draw from.",
        )
        .unit("credits"),
        Field::optional("max_price", credits(), "The most that is paid; by default what success is worth.")
            .unit("credits"),
        Field::with_default(
            "end_known",
            Kind::Bool,
            true,
            "Whether a manager says how many announcements will follow.",
        ),
        Field::with_default(
            "discount",
            Kind::Probability,
            1.0,
            "What a credit of the next contract is worth in this one.",
        ),
        Field::with_default("endowment", credits(), 1_000_000i64, "What every agent has at first.").unit("credits"),
        Field::with_default("periods", count(1000), 10i64, "Into how many parts a run is cut to show its course."),
        Field::with_default("repetitions", count(1_000_000_000), 20i64, "How often all is repeated."),
    ]);
    fields.push(conditions::field(rule_fields()));
    fields
}

fn whole(params: &Params, key: &str) -> u64 {
    u64::try_from(params.integer(key)).expect("the schema bounds it")
}

fn narrow(params: &Params, key: &str) -> u32 {
    u32::try_from(params.integer(key)).expect("the schema bounds it")
}

/// Reads what is traded.
pub(super) fn trade(params: &Params, setting: &Setting, faults: &mut Faults) -> Trade {
    let value: Vec<i64> = params.list("value").iter().filter_map(Value::integer).collect();
    let value = [value[0], *value.last().expect("the schema asks for one")];
    if value[0] > value[1] {
        let at = setting.place.key("value").at(&params.value("value").origin);
        let found = format!("values from {} to {}", value[0], value[1]);
        faults.push(Diagnostic::new("out-of-range", found, "the least first").at(at));
    }
    Trade {
        buyers: narrow(params, "buyers"),
        announcements: narrow(params, "announcements"),
        interval_us: whole(params, "interval_us"),
        window_us: whole(params, "window_us"),
        due_us: whole(params, "due_us"),
        skills: params.count("skills"),
        value,
        max_price: params.get("max_price").and_then(Value::integer).map(Credits),
        end_known: params.flag("end_known"),
        discount: params.number("discount"),
        endowment: Credits(params.integer("endowment")),
        repetitions: whole(params, "repetitions"),
        periods: narrow(params, "periods"),
    }
}

/// Reads the conditions.
pub(super) fn conditions(params: &Params, setting: &Setting, trade: &Trade, faults: &mut Faults) -> Vec<Condition> {
    conditions::read(params, setting, faults, |name, rules, place, faults| {
        let before = faults.diagnostics().len();
        let condition = condition(name, rules, setting, (&place, trade), faults);
        condition.filter(|_| faults.diagnostics().len() == before)
    })
}

fn condition(
    name: &str,
    params: &Params,
    setting: &Setting,
    (place, trade): (&Place, &Trade),
    faults: &mut Faults,
) -> Option<Condition> {
    let at = |key: &str| params.at(place, key);
    let managers = &setting.kit.managers;
    let built = managers
        .resolve(params.value("manager"), &place.key("manager"))
        .and_then(|spec| managers.build(&spec, managers));
    let buyer = match built {
        Ok(buyer) => buyer,
        Err(found) => {
            faults.extend(found.or_at(&at("manager")));
            return None;
        }
    };
    let payment = match params.text("payment") {
        "outside" => Payment::Outside,
        "escrow" => Payment::Escrow,
        _ => Payment::Upfront,
    };
    let (network, crashes) = network(params);
    let records = records::read(params, setting, place, faults)?;
    let pledge = records.registry.and_then(|rules| rules.stake).map(|stake| stake.credits);
    let staked = safeguards::read(params, (place, trade), (&*buyer, payment), pledge, faults);
    Some(Condition {
        name: name.to_string(),
        buyer,
        profile: if params.text("profile") == "cnp/2" { Profile::TwoTasks } else { Profile::OneTask },
        payment,
        bonds: staked.bonds,
        court: staked.court,
        deposits: staked.deposits,
        false_claims: match params.text("false_claims") {
            "if_it_pays" => FalseClaims::IfItPays,
            "always" => FalseClaims::Always,
            _ => FalseClaims::Never,
        },
        boycott: params.flag("boycott"),
        records,
        contacts: params.count("contacts"),
        network,
        crashes,
        byzantine: params.number("byzantine"),
        grace_us: whole(params, "grace_us"),
        overdue_us: whole(params, "overdue_us"),
        dispute_us: whole(params, "dispute_us"),
        progress: params.flag("progress"),
    })
}

/// A job of a trade.
pub(super) fn job(trade: &Trade, value: Credits) -> Job {
    Job {
        skill: 0,
        value,
        max_price: trade.max_price.unwrap_or(value),
        awards: 1,
        window_us: trade.window_us,
        due_us: trade.due_us,
        bond: Credits::ZERO,
        rounds_left: None,
    }
}

fn network(params: &Params) -> (Network, Vec<(String, Tick, Option<Tick>)>) {
    let (least, more) = (whole(params, "latency_us"), whole(params, "jitter_us"));
    let latency = match more {
        0 => Latency::Constant { micros: least },
        more => Latency::Uniform { min: least, max: least + more },
    };
    let network = Network {
        latency,
        loss: params.number("loss"),
        duplicate: params.number("duplicate"),
        late: params.number("late"),
        late_micros: whole(params, "late_us"),
        deduplicates: params.flag("deduplicates"),
        crashes: Vec::new(),
    };
    let crashes = params.list("crashes").iter().map(|value| {
        let crash = value.section().expect("the schema declares tables");
        let until = crash.has("until_us").then(|| Tick(whole(&crash, "until_us")));
        (crash.text("agent").to_string(), Tick(whole(&crash, "at_us")), until)
    });
    (network, crashes.collect())
}
