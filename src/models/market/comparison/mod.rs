//! The comparison of policies: which of them pays for itself, and against whom?
//!
//! Each condition is a policy, each mix a set of bidders that take part; every policy meets every mix on the same random
//! numbers, and is compared with the first policy pair by pair (common random numbers: Law 2015, ch. 11.2). What a policy
//! costs is counted against what it brings: names, audits and disputes are paid for, money that is held could have worked
//! elsewhere, and probes are work like any other. Beside that stand thresholds: where a closed form says that an agent
//! switches, and where the market's agents do.

mod tables;
mod thresholds;
mod verdict;

use super::cast::{Cast, Member};
use super::report::{price, success, welfare};
use super::setting::{Condition, Trade};
use super::tally::{Tally, ratio, share};
use super::{cast, setting, show};
use crate::catalogue::{Entry, Field, Kind, Params, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults};
use crate::models::estimates::{LEVEL, estimate, mean};
use crate::models::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::sim::map_indexed;
use crate::stats::{Interval, Running, mean_interval};
use crate::table::{Cell, TableSchema};
use thresholds::{Probes, Threshold};
use verdict::Gains;

/// A set of bidders that take part.
struct Mix {
    name: String,
    cast: Cast,
}

/// The model with its parameters.
struct Comparison {
    trade: Trade,
    conditions: Vec<Condition>,
    mixes: Vec<Mix>,
    whole: Cast,
    /// What a credit that is held costs a second.
    capital_rate: f64,
    thresholds: Vec<Threshold>,
}

fn schema() -> Schema {
    let mix = Schema::of(vec![
        Field::required("name", Kind::Text, "The mix's name."),
        Field::required(
            "agents",
            Kind::List { of: Box::new(Kind::Text), min: 1, max: 1000 },
            "The names of the groups of bidders that take part.",
        ),
    ]);
    let mut fields = setting::fields();
    fields.extend([
        Field::with_default(
            "mixes",
            Kind::list(Kind::Table(mix)),
            Value::from(Vec::new()),
            "Sets of bidders that every policy meets; all of them if there is none.",
        ),
        Field::with_default(
            "capital_rate",
            Kind::Number { min: 0.0, max: 1e6 },
            0.0,
            "What a credit that is held for a second costs, in credits.",
        ),
        Field::optional(
            "thresholds",
            Kind::Table(thresholds::schema()),
            "The contract whose thresholds are computed and played; none if left out.",
        ),
    ]);
    Schema::of(fields)
}

fn mixes(params: &Params, setting: &Setting, whole: &Cast, faults: &mut Faults) -> Vec<Mix> {
    let some = |name: &str, takes: &dyn Fn(&str) -> bool| {
        let taken = |member: &&Member| takes(&whole.groups[member.group].name);
        let members = whole.members.iter().filter(taken).cloned().collect();
        Mix { name: name.to_string(), cast: Cast { members, groups: whole.groups.clone() } }
    };
    let declared = params.list("mixes");
    if declared.is_empty() {
        return vec![some("all", &|_| true)];
    }
    let mut found: Vec<Mix> = Vec::new();
    for (k, value) in declared.iter().enumerate() {
        let place = setting.place.key("mixes").item(k);
        let own = value.section().expect("the schema declares tables");
        let name = own.text("name");
        if name.trim().is_empty() || found.iter().any(|mix| mix.name == name) {
            let at = place.key("name").at(&own.value("name").origin);
            faults.push(Diagnostic::new("name-taken", format!("a mix named {name:?}"), "a name of its own").at(at));
        }
        let names: Vec<&str> = own.list("agents").iter().filter_map(Value::as_text).collect();
        let known: Vec<&str> = whole.groups.iter().map(|group| group.name.as_str()).collect();
        for unknown in names.iter().filter(|name| !known.contains(name)) {
            let mut fault =
                Diagnostic::new("unknown-agent", format!("unknown bidders {unknown:?}"), "a declared group");
            if let Some(help) = suggestion(unknown, known.clone()) {
                fault = fault.help(help);
            }
            faults.push(fault.at(place.key("agents").at(&own.value("agents").origin)));
        }
        found.push(some(name, &|group| names.contains(&group)));
    }
    found
}

impl Comparison {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let trade = setting::trade(params, setting, &mut faults);
        let conditions = setting::conditions(params, setting, &trade, &mut faults);
        let whole = cast::read(setting, &trade, &conditions, &mut faults);
        let mixes = mixes(params, setting, &whole, &mut faults);
        let thresholds = match params.get("thresholds").and_then(Value::section) {
            Some(contract) => thresholds::all(&contract, &setting.place.key("thresholds"), &mut faults),
            None => Vec::new(),
        };
        let thresholds = if faults.is_empty() { Probes::of(setting).take(thresholds, &mut faults) } else { Vec::new() };
        let capital_rate = params.number("capital_rate");
        let model = Self { trade, conditions, mixes, whole, capital_rate, thresholds };
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }

    /// What a policy costs an announcement: names, audits, disputes, and money that is held.
    fn cost(&self, tally: &Tally) -> Option<f64> {
        ratio(tally.fees.to_f64() + self.capital_rate * tally.locked, tally.all.announcements)
    }

    fn net(&self, tally: &Tally) -> Option<f64> {
        Some(welfare(tally)? - self.cost(tally)?)
    }

    /// Records what a policy came to in a mix, `first` being what the first policy came to.
    fn record(
        &self,
        (mix, condition): (&Mix, &Condition),
        tallies: &[Tally],
        first: &[Tally],
        recorder: &mut dyn Recorder,
    ) {
        let stream = |value: &dyn Fn(&Tally) -> Option<f64>| {
            let mut running = Running::default();
            tallies.iter().filter_map(value).for_each(|value| running.push(value));
            running
        };
        let paired = |value: &dyn Fn(&Tally) -> Option<f64>| {
            let mut running = Running::default();
            for (tally, first) in tallies.iter().zip(first) {
                if let (Some(value), Some(other)) = (value(tally), value(first)) {
                    running.push(value - other);
                }
            }
            running
        };
        let cast = &mix.cast;
        let buyers = |tally: &Tally| ratio(tally.buyers.to_f64(), tally.all.announcements);
        let profit_ratio = |tally: &Tally| {
            let honest = tally.income(cast, true).filter(|income| *income > 0.0)?;
            Some(tally.income(cast, false)? / honest)
        };
        let net = paired(&|tally| self.net(tally));
        let (gain, ratios) = (paired(&buyers), stream(&profit_ratio));
        let names = [Cell::from(mix.name.as_str()), condition.name.as_str().into()];
        let mut row = names.to_vec();
        for measured in [
            stream(&|tally| self.net(tally)),
            net,
            stream(&|tally| self.cost(tally)),
            stream(&|tally| success(&tally.all)),
            stream(&buyers),
            gain,
            stream(&|tally| tally.income(cast, true)),
            ratios,
            stream(&|tally| share(tally.all.cheated + tally.broken_off, tally.all.awards)),
            stream(&|tally| Some(tally.newcomers[0]? / tally.newcomers[1].filter(|later| *later > 0.0)?)),
            stream(&|tally| tally.gini),
            stream(&|tally| share(tally.messages, tally.all.announcements)),
            stream(&|tally| ratio(tally.locked, tally.all.announcements)),
        ] {
            row.extend(estimate(&measured));
        }
        row.push(mean(&stream(&welfare)));
        row.push(mean(&stream(&|tally| price(&tally.all))));
        let broken: u64 = tallies.iter().flat_map(|tally| &tally.laws).map(|law| law.times).sum();
        row.push(broken.into());
        recorder.row("policies", &row);
        for left in 0..tallies.first().map_or(0, |tally| tally.by_left.len()) {
            let [rate, low, high] =
                estimate(&stream(&|tally| share(tally.by_left[left].cheated, tally.by_left[left].awards)));
            recorder.row("policy_breaches", &[names[0], names[1], left.into(), rate, low, high]);
        }
        let interval = |running: &Running| -> Option<Interval> { mean_interval(&running.summary()?, LEVEL) };
        let gains = Gains {
            is_first: std::ptr::eq(tallies, first),
            net: interval(&net),
            buyers: interval(&gain),
            profit_ratio: interval(&ratios),
        };
        let (verdict, says) = gains.words(&mix.name, &condition.name, &self.conditions[0].name);
        recorder.row("policy_verdicts", &[names[0], names[1], verdict.into(), says.as_str().into()]);
    }
}

impl Model for Comparison {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::verdicts(), tables::policies()];
        if self.trade.end_known {
            schemas.push(tables::breaches());
        }
        if !self.thresholds.is_empty() {
            schemas.push(tables::thresholds());
        }
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        show::cards(&self.whole, &self.trade, cx, recorder)?;
        let total = (self.conditions.len() * self.mixes.len() + 1) as u64;
        let repetitions = usize::try_from(self.trade.repetitions).expect("the schema bounds it");
        let mut done = 0;
        for mix in &self.mixes {
            let mut first: Option<Vec<Tally>> = None;
            for condition in &self.conditions {
                let market = (condition, &self.trade, &mix.cast);
                let tallies = map_indexed(repetitions, |repetition| {
                    let played = super::campaign::play(market, cx.key, repetition as u64, &mut ());
                    Tally::of(played, &mix.cast, &self.trade)
                });
                match &first {
                    Some(first) => self.record((mix, condition), &tallies, first, recorder),
                    None => self.record((mix, condition), &tallies, &tallies, recorder),
                }
                let label = format!("{}, {}", mix.name, condition.name);
                show::first_repetition(market, &label, cx, recorder);
                show::trace(market, &label, cx, recorder);
                first.get_or_insert(tallies);
                done += 1;
                recorder.progress(done, total);
            }
        }
        let switches = map_indexed(self.thresholds.len(), |k| self.thresholds[k].simulated(cx.key));
        for (threshold, simulated) in self.thresholds.iter().zip(switches) {
            threshold.record(simulated, recorder);
        }
        recorder.progress(total, total);
        Ok(())
    }
}

pub(in super::super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "policies",
    title: "Comparison of policies",
    aliases: &["policy comparison"],
    about: "Which policy pays for itself, and against whom: every set of the market's rules meets every mix of bidders on \
            common random numbers, its cost counted against what it brings, beside the thresholds of closed forms.",
    source: "Law 2015, Simulation Modeling and Analysis, ch. 11.2 (common random numbers); Becker & Stigler 1974, \
             J. Legal Studies 3:1",
    facets: (),
    params: schema,
    build: Comparison::build,
}];
