//! Turns what repetitions came to into rows.

use super::cast::Group;
use super::setting::Condition;
use super::stage::Stage;
use super::summary::{End, Summary};
use super::tally::Record;
use crate::models::Recorder;
use crate::models::estimates::{LEVEL, estimate};
use crate::models::rescues::row;
use crate::stats::{Interval, Running, paired_difference, wilson};
use crate::table::Cell;

/// An agent seeks another out more than by chance if it does so this much more often.
const SOUGHT: f64 = 1.5;

fn interval(found: Option<Interval>, factor: f64) -> [Cell<'static>; 3] {
    match found {
        Some(found) => [found.estimate, found.low, found.high].map(|x| Cell::Float(factor * x)),
        None => [Cell::Null; 3],
    }
}

/// The mean of shares and its interval, as far as that lies from 0 to 1.
fn share(running: &Running) -> [Cell<'static>; 3] {
    estimate(running).map(|cell| match cell {
        Cell::Float(x) => Cell::Float(x.clamp(0.0, 1.0)),
        other => other,
    })
}

/// Records the rows of a condition; `base` is the first one, to which it is compared.
pub(super) fn condition(condition: &Condition, summary: &Summary, base: Option<&Summary>, recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    headline(condition, summary, base, recorder);
    let repetitions = summary.reached.len() as u64;
    for (end, count) in &summary.ends {
        let (outcome, kind) = words(end, condition);
        let ended = interval(wilson(*count, repetitions, LEVEL), 1.0);
        let row = [&[name.into(), outcome.as_str().into()][..], &ended, &[kind.into(), (*count).into()]].concat();
        recorder.row("outcomes", &row);
    }
    for (group, payoff) in condition.cast.groups.iter().zip(&summary.group_payoff) {
        let row = [
            &[name.into(), (&group.name).into(), (&group.strategy).into()][..],
            &estimate(payoff),
            &[group.needs.name().into(), group.count.into()],
        ];
        recorder.row("learners", &row.concat());
    }
    if condition.compared {
        let game = super::pacts::two_by_two(condition);
        let contract = condition.contract.as_ref().map(|terms| &terms.contract);
        let shares = [share(&summary.late_signed), share(&summary.late_well)];
        recorder.row("commitments", &row(name, (contract, condition.records.as_ref()), (game.as_ref(), None), shares));
    }
    by_time(condition, summary, recorder);
    basins_and_drift(name, summary, recorder);
    paths(condition, summary, recorder);
    if let Some(first) = &summary.first {
        stretches(condition, first, recorder);
        links(condition, first, recorder);
        boards(condition, first, recorder);
    }
}

fn headline(condition: &Condition, summary: &Summary, base: Option<&Summary>, recorder: &mut dyn Recorder) {
    let repetitions = summary.reached.len() as u64;
    let gain = base.and_then(|base| paired_difference(summary.paired(base), LEVEL));
    let row = [
        &[(&condition.name).into()][..],
        &interval(wilson(summary.successes(), repetitions, LEVEL), 1.0),
        &interval(gain, 100.0),
        &share(&summary.late_target),
        &estimate(&summary.late_welfare),
        &[
            condition.stage.best_equilibrium.into(),
            condition.stage.optimum.into(),
            Summary::last(&summary.external),
            Summary::last(&summary.internal),
            crate::models::estimates::mean(&summary.growth),
            repetitions.into(),
        ],
    ];
    recorder.row("conditions", &row.concat());
}

/// An end in words, and what kind of end it is.
fn words(end: &End, condition: &Condition) -> (String, &'static str) {
    let stage = &condition.stage;
    match end {
        End::Cycle => ("cycle".into(), "no_equilibrium"),
        End::Mixed => ("mixed".into(), "no_pure_profile"),
        End::Settled(profile) => {
            let kind = match (stage.is_equilibrium(profile), stage.is_optimal(profile)) {
                (true, true) => "equilibrium_and_best",
                (true, false) => "equilibrium",
                (false, true) => "best_but_no_equilibrium",
                (false, false) => "no_equilibrium",
            };
            (profile_words(stage, profile), kind)
        }
    }
}

/// A profile in words: `stag, hare`, or `all 7` where many do the same.
fn profile_words(stage: &Stage, profile: &[usize]) -> String {
    let name = |(player, action): (usize, &usize)| stage.actions(player)[*action].as_str();
    let names: Vec<&str> = profile.iter().enumerate().map(name).collect();
    if names.len() > 2 && names.iter().all(|name| *name == names[0]) {
        return format!("all {}", names[0]);
    }
    names.join(", ")
}

/// The names of a group's actions: its agents have the same.
fn actions(condition: &Condition, group: usize) -> &[String] {
    let seat = condition.cast.agents.iter().position(|agent| agent.group == group).unwrap_or(0);
    condition.stage.actions(if condition.matching.is_seats() { seat } else { 0 })
}

fn by_time(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let width = condition.stage.most_actions();
    let groups: &[Group] = &condition.cast.groups;
    for (k, group) in groups.iter().enumerate() {
        for (action, title) in actions(condition, k).iter().enumerate() {
            for (point, round) in summary.points.iter().enumerate() {
                let played = &summary.play[(point * groups.len() + k) * width + action];
                if played.summary().is_some() {
                    let row = [name.into(), (&group.name).into(), title.into(), (*round).into()];
                    recorder.row("play", &[&row[..], &share(played)].concat());
                }
            }
        }
    }
    for (point, round) in summary.points.iter().enumerate() {
        let of = |by_point: &[Running]| estimate(&by_point[point]);
        let row = [
            &[name.into(), (*round).into()][..],
            &of(&summary.external),
            &of(&summary.internal),
            &of(&summary.welfare),
        ];
        recorder.row("progress", &row.concat());
    }
}

fn basins_and_drift(name: &str, summary: &Summary, recorder: &mut dyn Recorder) {
    for (tenth, (reached, all)) in (0u32..).zip(&summary.basins) {
        if *all > 0 {
            let share = interval(wilson(*reached, *all, LEVEL), 1.0)[0];
            recorder.row("basins", &[name.into(), (f64::from(tenth) / 10.0).into(), share, (*all).into()]);
        }
    }
    for (tenth, (change, rounds)) in (0u32..).zip(&summary.drift) {
        if *rounds > 0 {
            let row = [&[name.into(), (f64::from(tenth) / 10.0).into()][..], &estimate(change), &[(*rounds).into()]];
            recorder.row("drift", &row.concat());
        }
    }
}

fn paths(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    for (k, path) in summary.paths.iter().enumerate() {
        let repetition = (k + 1).to_string();
        for (round, shares) in path {
            if let &[first, second] = shares.as_slice() {
                let row = [name.into(), repetition.as_str().into(), (*round).into(), first.into(), second.into()];
                recorder.row("paths", &row);
            } else if k == 0 {
                for (agent, shares) in condition.cast.agents.iter().zip(shares.chunks_exact(3)) {
                    let row = [name.into(), (&agent.name).into(), (*round).into()];
                    let shares = [shares[0], shares[1], shares[2]].map(Cell::Float);
                    recorder.row("simplex_paths", &[&row[..], &shares].concat());
                }
            }
        }
    }
}

fn stretches(condition: &Condition, first: &Record, recorder: &mut dyn Recorder) {
    let cycles = matches!(first.outcome, super::tally::Outcome::Cycle(_));
    if !cycles || !condition.matching.is_seats() {
        return;
    }
    let width = condition.stage.most_actions() as u64;
    for (k, stretch) in first.stretches.iter().enumerate() {
        let mut profile = vec![0; condition.stage.players];
        let mut left = stretch.profile;
        for action in profile.iter_mut().rev() {
            *action = usize::try_from(left % width).expect("an action is small");
            left /= width;
        }
        let words = profile_words(&condition.stage, &profile);
        let row = [(&condition.name).into(), (k + 1).into(), stretch.rounds.into(), words.as_str().into()];
        recorder.row("stretches", &row);
    }
}

fn links(condition: &Condition, first: &Record, recorder: &mut dyn Recorder) {
    let Some(shares) = &first.links else { return };
    let agents = &condition.cast.agents;
    let by_chance = 1.0 / f64::from(u32::try_from(agents.len() - 1).unwrap_or(u32::MAX));
    for (agent, row) in agents.iter().zip(shares.chunks_exact(agents.len())) {
        for (other, share) in agents.iter().zip(row).filter(|(_, share)| **share > SOUGHT * by_chance) {
            let row = [(&condition.name).into(), (&agent.name).into(), (&other.name).into(), (*share).into()];
            recorder.row("links", &row);
        }
    }
}

fn boards(condition: &Condition, first: &Record, recorder: &mut dyn Recorder) {
    let super::arena::Matching::Lattice { width, .. } = condition.matching else { return };
    for (round, actions) in &first.boards {
        for (k, action) in actions.iter().enumerate() {
            let name = &condition.stage.actions(0)[*action];
            let place = [(k / width + 1).into(), (k % width + 1).into(), name.into()];
            recorder.row("lattice", &[&[(&condition.name).into(), (*round).into()][..], &place].concat());
        }
    }
}
