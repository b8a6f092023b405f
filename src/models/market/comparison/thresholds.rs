//! Thresholds: closed forms beside the level at which agents of the market switch.
//!
//! Each probe is a market of one manager and one opportunist with one contract's numbers, played at a whole level of one
//! rule; the least level at which the agent keeps its word (or the manager its peace) is found by halving. With `p` the
//! price, `c` the cost of work and so the gain from doing none, `q` and `f` the probabilities with which a cheat and an
//! honest seller are convicted.

use super::super::campaign::play;
use super::super::tally::Tally;
use super::super::{Market, setting};
use crate::catalogue::{Field, Key, Kind, Params, Place, Schema, Table, Value};
use crate::contract::Credits;
use crate::contract::bond::{BondHorizon, SharedStake, UpfrontBond};
use crate::contract::court::Jury;
use crate::contract::escrow::{EscrowTerms, LoserPays, TwoSidedDeposit};
use crate::contract::identity::IdentityPrice;
use crate::error::{Diagnostic, Faults, Origin};
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::models::{AgentGroup, Kit, Recorder, Setting};
use std::sync::Arc;

/// The contract whose thresholds are wanted.
pub(super) fn schema() -> Schema {
    let credits = || Kind::Integer { min: 1, max: 1_000_000 };
    Schema::of(vec![
        Field::with_default("price", credits(), 80i64, "What a contract pays.").unit("credits"),
        Field::with_default("cost", credits(), 60i64, "What the work costs.").unit("credits"),
        Field::with_default("detect", Kind::Rational, "0.8", "How often a juror finds a cheat guilty."),
        Field::with_default("false_alarm", Kind::Rational, "0.1", "How often a juror finds an honest seller guilty."),
        Field::with_default(
            "jurors",
            Kind::Integer { min: 1, max: 99 },
            3i64,
            "How many jurors vote, where there is a jury.",
        ),
    ])
}

/// How many contracts one stake stands behind.
const JOBS: usize = 3;

/// The greatest level that is tried.
const MOST: i64 = 1 << 20;

/// What a level is raised for.
#[derive(Clone, Copy)]
enum Until {
    /// Nobody cheats in the first contract.
    Kept,
    /// Nobody disputes.
    Undisputed,
    /// The seller earns so much in the first contract.
    Earns(Credits),
}

/// A threshold before its markets are made.
pub(super) struct Planned {
    mechanism: String,
    formula: &'static str,
    closed_form: Option<Rational>,
    most: i64,
    until: Until,
    announcements: i64,
    strategy: String,
    /// The rules at a level.
    rules: Arc<dyn Fn(i64) -> Vec<(&'static str, Value)> + Send + Sync>,
}

/// A threshold.
pub(super) struct Threshold {
    planned: Planned,
    kit: Arc<Kit>,
}

fn table(entries: Vec<(&'static str, Value)>) -> Table {
    let mut table = Table::default();
    for (key, value) in entries {
        table.set(Key { name: key.to_string(), origin: Origin::Unknown }, value);
    }
    table
}

fn number(value: &Rational) -> Value {
    Value::from(value.to_f64())
}

fn bonds(credits: i64) -> (&'static str, Value) {
    ("bonds", Value::from(vec![Value::from(table(vec![("credits", Value::from(credits))]))]))
}

/// The thresholds of a contract.
pub(super) fn all(contract: &Params, place: &Place, faults: &mut Faults) -> Vec<Planned> {
    let (p, c) = (contract.integer("price"), contract.integer("cost"));
    let [q, f] = ["detect", "false_alarm"].map(|key| contract.rational(key));
    let wrong = |key: &str, found: String, wanted: &str| {
        Diagnostic::new("out-of-range", found, wanted).at(place.key(key).at(&contract.value(key).origin))
    };
    let one = Rational::one();
    if p <= c {
        faults.push(wrong("price", format!("a price of {p} for work that costs {c}"), "a price above the cost"));
    }
    if q > one || f.is_negative() || q <= f {
        let found = format!("courts that convict cheats with {q} and honest sellers with {f}");
        faults.push(wrong("detect", found, "probabilities, the first above the second"));
    }
    if !faults.is_empty() {
        return Vec::new();
    }
    let jurors = contract.integer("jurors");
    let (price, cost, zero) = (Rational::from(p), Rational::from(c), Rational::zero());
    #[expect(clippy::cast_precision_loss, reason = "amounts of a million at most")]
    let margin = (p - c) as f64 / c as f64;
    let strategy = |more: &str| format!("opportunist(capability=[1], cost=[{c}], margin={margin}{more})");
    let court = move |q: &Rational, f: &Rational, more: Vec<(&'static str, Value)>| {
        let mut entries = vec![("detect", number(q)), ("false_alarm", number(f))];
        entries.extend(more);
        ("court", Value::from(table(entries)))
    };
    let escrow = EscrowTerms {
        price: price.clone(),
        cost: cost.clone(),
        detect: q.clone(),
        false_alarm: f.clone(),
        capital_rate: zero.clone(),
        lock_time: zero.clone(),
    };
    if let Err(empty) = escrow.least_bond() {
        faults.push(empty.at(place.at(&Origin::Unknown)));
        return Vec::new();
    }
    let upfront = UpfrontBond {
        price: price.clone(),
        cost: cost.clone(),
        gain: cost.clone(),
        detect: q.clone(),
        false_alarm: f.clone(),
        bond: zero.clone(),
    };
    let jury = Jury {
        jurors: u32::try_from(jurors).expect("the schema bounds it"),
        accuracy_guilty: q.clone(),
        accuracy_innocent: &one - &f,
    };
    let plan = |mechanism: &str, formula, closed_form, rules| Planned {
        mechanism: mechanism.to_string(),
        formula,
        closed_form,
        most: MOST,
        until: Until::Kept,
        announcements: 1,
        strategy: strategy(""),
        rules,
    };
    let payment = |how: &'static str| ("payment", Value::from(how));
    let mut plans = Vec::new();
    let own = court(&q, &f, Vec::new());
    let with = own.clone();
    plans.push(plan(
        "bond beside a price paid with the award",
        "g / (q - f)",
        upfront.least(),
        Arc::new(move |level| vec![payment("upfront"), with.clone(), bonds(level)]),
    ));
    let with = own.clone();
    plans.push(plan(
        "bond beside a price in escrow",
        "c / (q - f) - p",
        escrow.window().lower,
        Arc::new(move |level| vec![payment("escrow"), with.clone(), bonds(level)]),
    ));
    let with = court(&q, &f, vec![("jurors", Value::from(jurors))]);
    plans.push(plan(
        "bond beside a price in escrow, with a jury",
        "c / (q_n - f_n) - p",
        jury.least_bond(&price, &cost),
        Arc::new(move |level| vec![payment("escrow"), with.clone(), bonds(level)]),
    ));
    let horizon =
        BondHorizon { gain: cost.clone(), detect: q.clone(), rent: &price - &cost, discount: one.clone(), rounds: 6 };
    for (left, bond) in (0i64..).zip(horizon.required().into_iter().flatten()) {
        let with = court(&q, &zero, Vec::new());
        let boycott = ("boycott", Value::from(true));
        plans.push(Planned {
            announcements: left + 1,
            ..plan(
                &format!("bond with {left} contracts left"),
                "max(0, g / q - V(n))",
                Some(bond.max(zero.clone())),
                Arc::new(move |level| vec![payment("upfront"), with.clone(), boycott.clone(), bonds(level)]),
            )
        });
    }
    // A bond that would do twice over if every delivery were looked at.
    let bond = upfront.least().map_or(MOST, |least| 2 * ceiling(&least));
    let rate = upfront.least().and_then(|least| least.checked_div(&Rational::from(bond)));
    let (guilty, innocent) = (q.clone(), f.clone());
    plans.push(Planned {
        most: 100,
        ..plan(
            &format!("audits in a hundred, beside a bond of {bond}"),
            "100 g / ((q - f) D)",
            rate.map(|rate| &rate * &Rational::from(100i64)),
            Arc::new(move |level| {
                #[expect(clippy::cast_precision_loss, reason = "a percentage")]
                let rate = level as f64 / 100.0;
                let audits = court(&guilty, &innocent, vec![("audit_rate", Value::from(rate))]);
                vec![payment("upfront"), audits, bonds(bond)]
            }),
        )
    });
    let disputes = LoserPays {
        false_alarm: f.clone(),
        detect: q.clone(),
        price: price.clone(),
        compensation: zero.clone(),
        fee: zero.clone(),
        stake: zero.clone(),
    };
    let (guilty, innocent) = (q.clone(), f.clone());
    plans.push(Planned {
        until: Until::Undisputed,
        strategy: format!("honest(capability=[1], cost=[{c}], margin={margin})"),
        ..plan(
            "what the loser of a dispute pays",
            "f p / (1 - f)",
            disputes.least_fee(),
            Arc::new(move |level| {
                let fee = court(&guilty, &innocent, vec![("fee", Value::from(level))]);
                vec![payment("escrow"), ("false_claims", Value::from("if_it_pays")), fee]
            }),
        )
    });
    let honest = format!("honest(capability=[1], cost=[{c}], margin={margin})");
    for (slash, formula) in [("whole", "max n g / (1 - (1 - q)^n)"), ("share", "n g / q")] {
        let shared = SharedStake { jobs: vec![(cost.clone(), q.clone()); JOBS] };
        let closed_form = if slash == "whole" { shared.least_once() } else { shared.least_by_sum() };
        let with = court(&q, &zero, Vec::new());
        plans.push(Planned {
            strategy: strategy(&format!(", capacity={JOBS}")),
            // Of a stake that is lost by shares, each share is a whole number.
            most: MOST / JOBS as i64,
            ..plan(
                &format!("one stake behind {JOBS} contracts at a time, lost by the {slash}"),
                formula,
                closed_form,
                Arc::new(move |level| {
                    let stake = vec![
                        ("credits", Value::from(level.max(1))),
                        ("jobs", Value::from(JOBS as i64)),
                        ("slash", Value::from(slash)),
                    ];
                    let registry = table(vec![("stake", Value::from(table(stake)))]);
                    vec![payment("upfront"), with.clone(), ("registry", Value::from(registry))]
                }),
            )
        });
    }
    // Where both sides threaten to burn, the seller having as much there as it would earn.
    let own = p - c;
    let deposits = TwoSidedDeposit {
        price: price.clone(),
        buyer_deposit: zero.clone(),
        seller_deposit: Rational::from(own),
        value: price.clone(),
        cost: cost.clone(),
    };
    let both = move |level: i64| {
        let both =
            vec![("buyer", Value::from(level.max(1))), ("seller", Value::from(own)), ("threats", Value::from(true))];
        vec![payment("escrow"), ("deposits", Value::from(table(both)))]
    };
    plans.push(Planned {
        strategy: honest.clone(),
        ..plan(
            "buyer's deposit under which a threatened seller bids",
            "2 c - p + D_s",
            Some(deposits.least_for_seller()),
            Arc::new(both),
        )
    });
    plans.push(Planned {
        until: Until::Earns(Credits(p - c)),
        strategy: honest,
        ..plan(
            "buyer's deposit under which threats cost the seller nothing",
            "p + D_s",
            Some(deposits.neutral_buyer_deposit()),
            Arc::new(both),
        )
    });
    let names = IdentityPrice {
        discount: one,
        full_rent: &price - &cost,
        probation_rent: &price - &cost,
        gain: cost,
        fee: zero,
    };
    // So many contracts that all of them together are worth more than cheating in one.
    let many = c / (p - c) + 2;
    plans.push(Planned {
        announcements: many,
        strategy: strategy(", renames=true"),
        ..plan(
            "price of a fresh name, under boycott",
            "g",
            Some(names.least_fee(0)),
            Arc::new(move |level| {
                let registry = ("registry", Value::from(table(Vec::new())));
                vec![payment("upfront"), registry, ("boycott", Value::from(true)), ("name_price", Value::from(level))]
            }),
        )
    });
    plans
}

/// The least whole number that is not below.
fn ceiling(value: &Rational) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "levels are below a million")]
    let near = value.to_f64().floor().clamp(0.0, 1e12) as i64;
    (near.max(1) - 1..).find(|whole| !(value - &Rational::from(*whole)).is_positive()).unwrap_or(near)
}

/// Makes the markets of thresholds.
pub(super) struct Probes {
    kit: Arc<Kit>,
}

impl Probes {
    pub(super) fn of(setting: &Setting) -> Self {
        Self { kit: Arc::clone(&setting.kit) }
    }

    /// The thresholds whose markets can be made.
    pub(super) fn take(&self, planned: Vec<Planned>, faults: &mut Faults) -> Vec<Threshold> {
        let threshold = |planned| Threshold { planned, kit: Arc::clone(&self.kit) };
        let found: Vec<Threshold> = planned.into_iter().map(threshold).collect();
        for threshold in &found {
            // Every level differs from this one in a number alone.
            if let Err(wrong) = threshold.market(1) {
                faults.extend(wrong);
            }
        }
        found
    }
}

impl Threshold {
    fn market(&self, level: i64) -> Result<Market, Faults> {
        let planned = &self.planned;
        let mut entries = vec![
            ("buyers", Value::from(1i64)),
            ("contacts", Value::from(0i64)),
            ("repetitions", Value::from(1i64)),
            ("announcements", Value::from(planned.announcements)),
            ("value", Value::from(vec![Value::from(1_000_000i64)])),
            ("endowment", Value::from(1_000_000_000i64)),
        ];
        entries.extend((planned.rules)(level));
        let mut faults = Faults::new();
        let place = Place::root();
        let params = setting::schema().check(&table(entries), &Origin::Unknown, &place, &mut faults);
        let Some(params) = params.filter(|_| faults.is_empty()) else { return Err(faults) };
        let agent = AgentGroup {
            name: "seller".into(),
            name_origin: Origin::Unknown,
            count: 1,
            strategy: Value::from(planned.strategy.as_str()),
            params: Table::default(),
            place: place.clone(),
        };
        let setting =
            Setting { kit: Arc::clone(&self.kit), agents: vec![agent], place: place.clone(), document: place };
        Market::read(&params, &setting)
    }

    /// Whether the agent has switched at a level.
    fn switched(&self, level: i64, key: &RunKey) -> bool {
        let Ok(market) = self.market(level) else { return false };
        let played = play((&market.conditions[0], &market.trade, &market.cast), key, 0, &mut ());
        let tally = Tally::of(played, &market.cast, &market.trade);
        match self.planned.until {
            Until::Kept => tally.by_left.last().is_some_and(|first| first.awards > 0 && first.cheated == 0),
            Until::Earns(least) => tally.all.awards > 0 && tally.incomes[0].0 >= least,
            Until::Undisputed => tally.all.awards > 0 && tally.rulings.iter().flatten().all(|count| *count == 0),
        }
    }

    /// The least level at which it switches; nothing if it does at none.
    pub(super) fn simulated(&self, key: &RunKey) -> Option<i64> {
        let (mut low, mut high) = (0, self.planned.most);
        if !self.switched(high, key) {
            return None;
        }
        while low < high {
            let middle = i64::midpoint(low, high);
            if self.switched(middle, key) { high = middle } else { low = middle + 1 }
        }
        Some(low)
    }

    pub(super) fn record(&self, simulated: Option<i64>, recorder: &mut dyn Recorder) {
        let planned = &self.planned;
        let closed = planned.closed_form.as_ref();
        let agrees = simulated == closed.map(ceiling);
        recorder.row(
            "policy_thresholds",
            &[
                planned.mechanism.as_str().into(),
                closed.map(Rational::to_f64).into(),
                simulated.into(),
                agrees.into(),
                planned.formula.into(),
            ],
        );
    }
}
