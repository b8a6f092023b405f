//! Turns the results of a tournament into rows.

use super::analysis::{equilibria, incumbents, rank_spreads};
use super::results::{Results, mean, median};
use crate::game::NormalForm;
use crate::ids::{PlayerId, RunKey};
use crate::models::Recorder;
use crate::models::estimates::{LEVEL, ranking};
use crate::play::Relation;
use crate::stats::{gini, sorted, t_interval};
use crate::table::Cell;
use std::collections::BTreeMap;

/// What a report needs beside the results.
pub struct Subject<'a> {
    /// The players' names.
    pub names: Vec<&'a str>,
    /// The players' strategies.
    pub strategies: Vec<&'a str>,
    /// The stage game, where it is known.
    pub game: Option<&'a NormalForm>,
    /// Whether the results are expectations: then nobody is known to have won.
    pub expected: bool,
    /// How often repetitions are drawn again.
    pub resamplings: u32,
}

/// The accuracy of eigenvectors.
const TOLERANCE: f64 = 1e-14;
/// The most matches that are recorded one by one.
const MOST_MATCHES: usize = 20_000;

/// A count as a cell.
#[expect(clippy::cast_possible_truncation, reason = "a whole number far below 2^53")]
fn whole(count: f64) -> i64 {
    count as i64
}

/// A mean and its interval.
fn estimate(values: &[f64]) -> [Cell<'static>; 3] {
    match t_interval(values, LEVEL) {
        Some(interval) => [interval.estimate.into(), interval.low.into(), interval.high.into()],
        None => [mean(values).into(), Cell::Null, Cell::Null],
    }
}

/// Records every table.
pub fn record(results: &Results, subject: &Subject<'_>, key: &RunKey, recorder: &mut dyn Recorder) {
    let order = strategies(results, subject, recorder);
    let keeps = |recorder: &dyn Recorder, tables: &[&str]| tables.iter().any(|table| recorder.wants(table));
    if keeps(recorder, &["welfare"]) {
        welfare(results, subject, recorder);
    }
    if keeps(recorder, &["behaviour"]) {
        behaviour(results, subject, &order, recorder);
    }
    if keeps(recorder, &["rank_stability"]) {
        stability(results, subject, key, &order, recorder);
    }
    if keeps(recorder, &["empirical_game", "empirical_equilibria"]) {
        empirical(results, subject, &order, recorder);
    }
    if keeps(recorder, &["pairs", "states"]) {
        pairs(results, subject, recorder);
    }
    if keeps(recorder, &["score_distribution"]) {
        distribution(results, subject, &order, recorder);
    }
    if keeps(recorder, &["repetitions"]) {
        repetitions(results, subject, recorder);
    }
    if keeps(recorder, &["matches"]) {
        matches(results, subject, recorder);
    }
}

/// Records the ranking; gives the players from best to worst, those left out who meet nobody: of them only names are told.
fn strategies(results: &Results, subject: &Subject<'_>, recorder: &mut dyn Recorder) -> Vec<usize> {
    let per_round = results.normalised_scores();
    let (scores, wins) = (results.scores(), results.wins());
    let (cooperation, first) = (results.cooperation_by_repetition(), results.initial_cooperation());
    let of =
        |(player, scores): (usize, &Vec<f64>)| if results.plays(player) { mean(scores) } else { f64::NEG_INFINITY };
    let means: Vec<f64> = per_round.iter().enumerate().map(of).collect();
    let ranked = ranking(&means);
    let mut by_median = vec![0usize; results.players()];
    for (place, player) in results.ranking().into_iter().enumerate() {
        by_median[player] = place + 1;
    }
    let (playing, idle): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(player, _)| results.plays(*player));
    for (player, rank) in playing.iter().copied() {
        let [score, low, high] = estimate(&per_round[player]);
        let [rate, rate_low, rate_high] = estimate(&cooperation[player]);
        let (cooperated, began) = first[player];
        recorder.row(
            "strategies",
            &[
                subject.names[player].into(),
                subject.strategies[player].into(),
                rank.into(),
                score,
                low,
                high,
                median(&per_round[player]).into(),
                by_median[player].into(),
                mean(&scores[player]).into(),
                if subject.expected { Cell::Null } else { mean(&wins[player]).into() },
                rate,
                rate_low,
                rate_high,
                if began > 0.0 { (cooperated / began).into() } else { Cell::Null },
            ],
        );
    }
    for (player, _) in idle {
        let names = [subject.names[player].into(), subject.strategies[player].into()];
        recorder.row("strategies", &[&names[..], &[Cell::Null; 12]].concat());
    }
    playing.into_iter().map(|(player, _)| player).collect()
}

fn welfare(results: &Results, subject: &Subject<'_>, recorder: &mut dyn Recorder) {
    let players = results.players();
    let mut per_round = results.normalised_scores();
    let mut place = 0..;
    per_round.retain(|_| place.next().is_some_and(|player| results.plays(player)));
    if per_round.is_empty() {
        return;
    }
    let of = |k: usize| mean(&per_round.iter().map(|scores| scores[k]).collect::<Vec<_>>());
    let [score, low, high] = estimate(&(0..results.repetitions()).map(of).collect::<Vec<_>>());
    let means: Vec<f64> = per_round.iter().map(|scores| mean(scores)).collect();
    let efficiency = subject.game.and_then(|game| {
        let worth = |k: usize| (0..2).map(|player| game.payoff_at(k, PlayerId(player)).to_f64()).sum::<f64>() / 2.0;
        let worths: Vec<f64> = (0..game.profile_count()).map(worth).collect();
        let (worst, best) = worths.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
        (best > worst).then(|| (mean(&means) - worst) / (best - worst))
    });
    let pairs = || (0..players).flat_map(|i| (0..players).filter(move |j| *j != i).map(move |j| [i, j]));
    let gaps: Vec<f64> = pairs()
        .filter_map(|pair| results.score_differences(pair))
        .map(|gaps| mean(&gaps.iter().map(|gap| gap.abs()).collect::<Vec<_>>()))
        .collect();
    let mut states = [0.0; 4];
    for counts in pairs().filter_map(|pair| results.states(pair)) {
        for (sum, n) in states.iter_mut().zip(counts) {
            *sum += n;
        }
    }
    let rounds: f64 = states.iter().sum();
    let share = |n: f64| if rounds > 0.0 { Cell::Float(n / rounds) } else { Cell::Null };
    let least = means.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    recorder.row(
        "welfare",
        &[
            score,
            low,
            high,
            efficiency.into(),
            gini(&sorted(&means)).into(),
            least.into(),
            greatest.into(),
            mean(&gaps).into(),
            share(states[0] + states[1]),
            share(states[0]),
            share(states[3]),
            results.repetitions().into(),
        ],
    );
}

fn behaviour(results: &Results, subject: &Subject<'_>, order: &[usize], recorder: &mut dyn Recorder) {
    let (states, answers, pooled) = (results.state_rates(), results.answer_rates(), results.pooled_answers());
    let good = results.good_partner_rating();
    let [jesus, moses] = [false, true].map(|vengeful| results.eigen_ratings(vengeful, TOLERANCE));
    let symmetric = subject.game.and_then(|game| {
        let [row, column] = [0, 1].map(|player| game.two_by_two(PlayerId(player)));
        row.filter(|row| column.as_ref() == Some(row))
    });
    for player in order.iter().copied() {
        let [cc, cd, dc, dd] = pooled[player];
        let vector = cc.zip(cd).zip(dc.zip(dd)).map(|((cc, cd), (dc, dd))| [cc, cd, dc, dd]);
        let relation = symmetric.as_ref().zip(vector).and_then(|(game, p)| Relation::of(p, game));
        let mut row: Vec<Cell<'_>> = vec![subject.names[player].into()];
        row.extend(states[player].map(Cell::from));
        row.extend(answers[player].map(Cell::from));
        row.push(if subject.expected { Cell::Null } else { good[player].into() });
        row.extend([jesus[player], moses[player]].map(Cell::from));
        row.push(relation.and_then(|relation| relation.chi()).into());
        row.push(relation.map(|relation| relation.error).into());
        recorder.row("behaviour", &row);
    }
}

fn stability(results: &Results, subject: &Subject<'_>, key: &RunKey, order: &[usize], recorder: &mut dyn Recorder) {
    let spreads = rank_spreads(results, key, subject.resamplings);
    for player in order.iter().filter(|_| !spreads.is_empty()) {
        let spread = &spreads[*player];
        let [low, high] = spread.bounds;
        let values = [spread.mean, low, high, spread.first].map(Cell::from);
        recorder.row("rank_stability", &[&[subject.names[*player].into()], &values[..]].concat());
    }
}

fn empirical(results: &Results, subject: &Subject<'_>, order: &[usize], recorder: &mut dyn Recorder) {
    let payoffs = results.payoff_matrix();
    let incumbents = incumbents(&payoffs);
    for player in order.iter().copied() {
        if let Some(incumbent) = &incumbents[player] {
            recorder.row(
                "empirical_game",
                &[
                    subject.names[player].into(),
                    incumbent.twin.into(),
                    subject.names[incumbent.invader].into(),
                    incumbent.gain.into(),
                    incumbent.nash.into(),
                    incumbent.strict.into(),
                    incumbent.stable.into(),
                ],
            );
        }
    }
    for (k, point) in equilibria(&payoffs).into_iter().flatten().enumerate() {
        for (player, share) in point.shares.iter().enumerate().filter(|(_, share)| **share > 0.0) {
            let name = subject.names[player].into();
            let row = [(k + 1).into(), name, (*share).into(), point.payoff.into(), point.stable.into()];
            recorder.row("empirical_equilibria", &row);
        }
    }
}

fn pairs(results: &Results, subject: &Subject<'_>, recorder: &mut dyn Recorder) {
    let deviations = results.payoff_deviations();
    let (good, cooperation) = (results.good_partner_matrix(), results.cooperation());
    for (i, j) in (0..results.players()).flat_map(|i| (0..results.players()).map(move |j| (i, j))) {
        let names = [subject.names[i].into(), subject.names[j].into()];
        let (Some(payoffs), Some(differences)) = (results.payoffs([i, j]), results.score_differences([i, j])) else {
            continue;
        };
        let rates = results.cooperation_rates([i, j]).unwrap_or_default();
        let lengths = results.match_lengths([i, j]).unwrap_or_default();
        let rate = mean(&rates);
        let mut row: Vec<Cell<'_>> = names.to_vec();
        row.extend(estimate(&payoffs));
        row.extend([
            deviations[i][j].into(),
            mean(&differences).into(),
            rate.into(),
            (2.0 * (rate - 0.5)).into(),
            mean(&lengths).into(),
            if subject.expected { Cell::Null } else { good[i][j].map(whole).into() },
            results.match_count([i, j]).into(),
        ]);
        recorder.row("pairs", &row);
        if let (Some(states), Some(answers)) = (results.states([i, j]), results.answers([i, j])) {
            let mut row: Vec<Cell<'_>> = names.to_vec();
            row.push(cooperation[i][j].into());
            row.extend(states.map(Cell::from));
            row.extend(answers.map(Cell::from));
            recorder.row("states", &row);
        }
    }
}

fn distribution(results: &Results, subject: &Subject<'_>, order: &[usize], recorder: &mut dyn Recorder) {
    let players = results.players();
    for player in order.iter().copied() {
        let mut scores: BTreeMap<u64, (f64, u64)> = BTreeMap::new();
        for opponent in (0..players).filter(|opponent| *opponent != player) {
            for score in results.payoffs([player, opponent]).into_iter().flatten() {
                // The bits of a float, turned so that they are in the order of numbers.
                let bits = score.to_bits();
                let key = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
                scores.entry(key).or_insert((score, 0)).1 += 1;
            }
        }
        for (score, matches) in scores.into_values() {
            recorder.row("score_distribution", &[subject.names[player].into(), score.into(), matches.into()]);
        }
    }
}

fn repetitions(results: &Results, subject: &Subject<'_>, recorder: &mut dyn Recorder) {
    let (scores, per_round, wins) = (results.scores(), results.normalised_scores(), results.wins());
    let cooperation = results.cooperation_by_repetition();
    for (player, name) in subject.names.iter().enumerate().filter(|(player, _)| results.plays(*player)) {
        for k in 0..results.repetitions() {
            let won = if subject.expected { Cell::Null } else { wins[player][k].into() };
            let values = [scores[player][k], per_round[player][k], cooperation[player][k]].map(Cell::from);
            recorder.row("repetitions", &[&[Cell::from(*name), (k + 1).into()], &values[..], &[won]].concat());
        }
    }
}

/// Records the matches of a small tournament one by one.
fn matches(results: &Results, subject: &Subject<'_>, recorder: &mut dyn Recorder) {
    let players = results.players();
    if results.meetings().len() * results.repetitions() > MOST_MATCHES {
        return;
    }
    for (i, j) in (0..players).flat_map(|i| (0..players).map(move |j| (i, j))) {
        let pair = [i, j];
        let (Some(payoffs), Some(differences), Some(lengths), Some(rates)) = (
            results.payoffs(pair),
            results.score_differences(pair),
            results.match_lengths(pair),
            results.cooperation_rates(pair),
        ) else {
            continue;
        };
        for k in 0..results.repetitions() {
            let values = [payoffs[k], differences[k], lengths[k], rates[k]].map(Cell::from);
            let names = [subject.names[i].into(), subject.names[j].into(), (k + 1).into()];
            recorder.row("matches", &[&names[..], &values[..]].concat());
        }
    }
}
