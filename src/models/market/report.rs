//! Turns what was counted into rows.

use super::cast::Cast;
use super::checker::LAWS;
use super::setting::{Condition, Trade};
use super::tally::{Course, Tally, ratio, share};
use crate::contract::Why;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;
use crate::table::Cell;

fn stream(tallies: &[Tally], value: impl Fn(&Tally) -> Option<f64>) -> Running {
    let mut running = Running::default();
    tallies.iter().filter_map(value).for_each(|value| running.push(value));
    running
}

pub(super) fn welfare(tally: &Tally) -> Option<f64> {
    ratio(tally.welfare.to_f64(), tally.all.announcements)
}

pub(super) fn success(course: &Course) -> Option<f64> {
    share(course.succeeded, course.announcements)
}

/// Records what a condition came to; `first` are the tallies of the first condition.
pub(super) fn condition(
    (condition, trade, cast): (&Condition, &Trade, &Cast),
    tallies: &[Tally],
    first: &[f64],
    recorder: &mut dyn Recorder,
) {
    let name = condition.name.as_str();
    let mut difference = Running::default();
    for (tally, first) in tallies.iter().zip(first) {
        difference.push(welfare(tally).unwrap_or(0.0) - first);
    }
    let profit_ratio = |tally: &Tally| {
        let honest = tally.income(cast, true).filter(|income| *income > 0.0)?;
        Some(tally.income(cast, false)? / honest)
    };
    let breaches = |tally: &Tally| share(tally.all.cheated + tally.broken_off, tally.all.awards);
    let mut row = vec![Cell::from(name)];
    for measured in [
        stream(tallies, welfare),
        difference,
        stream(tallies, |tally| success(&tally.all)),
        stream(tallies, |tally| ratio(tally.buyers.to_f64(), tally.all.announcements)),
        stream(tallies, |tally| tally.income(cast, true)),
        stream(tallies, profit_ratio),
        stream(tallies, breaches),
        stream(tallies, |tally| ratio(tally.errors.0, tally.errors.1)),
    ] {
        row.extend(estimate(&measured));
    }
    for measured in [
        stream(tallies, |tally| share(tally.on_time, tally.all.succeeded)),
        stream(tallies, |tally| price(&tally.all)),
        stream(tallies, |tally| tally.gini),
        stream(tallies, |tally| Some(tally.newcomers[0]? / tally.newcomers[1].filter(|later| *later > 0.0)?)),
        stream(tallies, |tally| share(tally.messages, tally.all.announcements)),
        stream(tallies, |tally| share(tally.acts, tally.all.announcements)),
        stream(tallies, |tally| ratio(tally.locked, tally.all.announcements)),
        stream(tallies, |tally| {
            let [[acquitted, wronged], [escaped, convicted]] = tally.rulings;
            share(wronged + escaped, acquitted + wronged + escaped + convicted)
        }),
    ] {
        row.push(mean(&measured));
    }
    recorder.row("market", &row);
    groups(name, cast, tallies, recorder);
    series(name, trade, tallies, recorder);
    postings(name, tallies, recorder);
    laws(name, tallies, recorder);
}

/// How much money moved, by reason.
fn postings(name: &str, tallies: &[Tally], recorder: &mut dyn Recorder) {
    for why in Why::ALL {
        let moved = stream(tallies, |tally| ratio(tally.moved[why as usize].to_f64(), tally.all.announcements));
        let [amount, low, high] = estimate(&moved);
        recorder.row("market_postings", &[name.into(), why.name().into(), amount, low, high]);
    }
}

#[expect(clippy::cast_precision_loss, reason = "a sum of prices leaves for a table here")]
pub(super) fn price(course: &Course) -> Option<f64> {
    ratio(course.prices as f64, course.awards)
}

fn groups(name: &str, cast: &Cast, tallies: &[Tally], recorder: &mut dyn Recorder) {
    for (place, group) in cast.groups.iter().enumerate() {
        let course = |tally: &Tally| tally.groups[place];
        let [income, low, high] = estimate(&stream(tallies, |tally| {
            let (income, count) = tally.incomes[place];
            ratio(income.to_f64(), count)
        }));
        recorder.row(
            "bidders",
            &[
                name.into(),
                group.name.as_str().into(),
                group.strategy.as_str().into(),
                income,
                low,
                high,
                mean(&stream(tallies, |tally| share(course(tally).awards, tally.all.awards))),
                mean(&stream(tallies, |tally| share(course(tally).succeeded, course(tally).awards))),
                mean(&stream(tallies, |tally| ratio(course(tally).claims, course(tally).awards))),
                mean(&stream(tallies, |tally| share(course(tally).cheated, course(tally).awards))),
            ],
        );
    }
}

fn series(name: &str, trade: &Trade, tallies: &[Tally], recorder: &mut dyn Recorder) {
    let lefts = tallies.first().map_or(0, |tally| tally.by_left.len());
    for left in 0..lefts {
        let cheated = stream(tallies, |tally| share(tally.by_left[left].cheated, tally.by_left[left].awards));
        let [rate, low, high] = estimate(&cheated);
        recorder.row("breaches", &[name.into(), left.into(), rate, low, high]);
    }
    for period in 0..trade.periods.min(trade.announcements) as usize {
        let [rate, low, high] = estimate(&stream(tallies, |tally| success(&tally.by_period[period])));
        let price = mean(&stream(tallies, |tally| price(&tally.by_period[period])));
        recorder.row("market_course", &[name.into(), (period + 1).into(), rate, low, high, price]);
    }
}

fn laws(name: &str, tallies: &[Tally], recorder: &mut dyn Recorder) {
    for law in LAWS {
        let mut found = tallies
            .iter()
            .enumerate()
            .flat_map(|(k, tally)| tally.laws.iter().filter(|broken| broken.law == law).map(move |broken| (k, broken)));
        let first = found.clone().next().map(|(k, broken)| format!("repetition {}: {}", k + 1, broken.first));
        let times: u64 = found.by_ref().map(|(_, broken)| broken.times).sum();
        let row = [name.into(), law.into(), times.into(), first.as_deref().map_or(Cell::Null, Cell::from)];
        recorder.row("market_laws", &row);
    }
    let sum = |of: &dyn Fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    for (trouble, times) in [
        ("refusals", sum(&|tally| tally.refusals)),
        ("late bids", sum(&|tally| tally.late_bids)),
        ("no answer", sum(&|tally| tally.silent)),
        ("contracts broken off", sum(&|tally| tally.broken_off)),
        ("requests refused", sum(&|tally| tally.refused_commands)),
        ("feedback refused", sum(&|tally| tally.refused_feedback)),
        ("asked again", sum(&|tally| tally.asked_again)),
        ("called without advice", sum(&|tally| tally.unadvised)),
        ("complaints not made", sum(&|tally| tally.unsaid)),
    ] {
        recorder.row("market_troubles", &[name.into(), trouble.into(), times.into()]);
    }
}

/// The welfare an announcement of each repetition.
pub(super) fn welfares(tallies: &[Tally]) -> Vec<f64> {
    tallies.iter().map(|tally| welfare(tally).unwrap_or(0.0)).collect()
}
