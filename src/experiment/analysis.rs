//! From the runs of a sweep to its tables.
//!
//! Every number is a pure function of the runs in the order of the plan, whatever shards they came in; bootstraps draw from
//! streams of the master seed, named by point and measure.

use super::{Plan, Verdict, study, tables};
use crate::ids::RunKey;
use crate::sim::{Purpose, Who, map_indexed};
use crate::stats::{
    Bootstrap, Outcomes, Summary, bootstrap, cliffs_delta, effect_size, holm, mean, mean_interval, median, ols,
    paired_t, quantile, sobol_indices, sorted, t_quantile, welch_t, wilson,
};
use crate::table::{Cell, Table, Type};
use serde_json::json;

/// Above so many values a bootstrap tells nothing that the t interval does not, and takes long.
const MOST_RESAMPLED: usize = 10_000;
/// Above so many points the table of contrasts is left out.
const MOST_CONTRASTED: usize = 2000;

/// The tables of a sweep.
pub struct Results {
    /// The tables, in the order in which people read them.
    pub tables: Vec<Table>,
    /// How many expectations fail.
    pub failed: usize,
}

/// The runs of a point, measure by measure: replicate and value, where there is one.
struct Sample {
    values: Vec<Vec<(i64, f64)>>,
    runs: usize,
}

impl Sample {
    fn of(&self, measure: usize) -> Vec<f64> {
        self.values[measure].iter().map(|(_, value)| *value).collect()
    }
}

/// The tables of a sweep from the runs of all its shards in order.
pub fn analyse(plan: &Plan, shards: &[Table]) -> Results {
    let mut runs = Table::new(tables::runs(plan));
    shards.iter().for_each(|shard| runs.append(shard));
    let samples = samples(plan, &runs);
    let shown: Vec<Vec<String>> = plan
        .points
        .iter()
        .map(|point| point.values.iter().map(|v| v.as_ref().map(study::show).unwrap_or_default()).collect())
        .collect();
    let study = Analysis { plan, samples: &samples, shown: &shown };
    let estimates = study.estimates();
    let contrasts = study.contrasts();
    let (expectations, failed) = study.expectations(&estimates, &contrasts);
    let found =
        [expectations, study.summary(), study.indices(), study.swings(), estimates, contrasts, study.regression(&runs)];
    let mut tables: Vec<Table> = found.into_iter().filter(|table| !table.is_empty()).collect();
    tables.push(runs);
    Results { tables, failed }
}

fn samples(plan: &Plan, runs: &Table) -> Vec<Sample> {
    let measures = plan.study.measures.len();
    let first = 2 + plan.study.parameters.len();
    let mut samples: Vec<Sample> =
        plan.points.iter().map(|_| Sample { values: vec![Vec::new(); measures], runs: 0 }).collect();
    let mut point = 0;
    for row in 0..runs.len() {
        // Runs come in the order of points, and every point has some.
        while runs.cell(row, 0) != Cell::Text(&plan.points[point].hash) {
            point += 1;
        }
        let Cell::Integer(replicate) = runs.cell(row, 1) else { continue };
        samples[point].runs += 1;
        for measure in 0..measures {
            if let Some(value) = runs.cell(row, first + measure).number() {
                samples[point].values[measure].push((replicate, value));
            }
        }
    }
    samples
}

/// An estimate and the ends of its interval, as cells.
fn ends(interval: Option<crate::stats::Interval>) -> [Cell<'static>; 2] {
    interval.map_or([Cell::Null; 2], |interval| [interval.low.into(), interval.high.into()])
}

struct Analysis<'a> {
    plan: &'a Plan,
    samples: &'a [Sample],
    shown: &'a [Vec<String>],
}

impl<'a> Analysis<'a> {
    /// The cells with which each row of a point starts.
    fn head(&self, point: usize) -> Vec<Cell<'a>> {
        let mut cells = vec![Cell::Text(&self.plan.points[point].hash)];
        cells.extend(tables::point_cells(self.plan, point, &self.shown[point]));
        cells
    }

    fn summary(&self) -> Table {
        let mut table = Table::new(tables::summary(self.plan));
        for (point, sample) in self.samples.iter().enumerate() {
            let mut row = self.head(point);
            row.push(sample.runs.into());
            for measure in 0..self.plan.study.measures.len() {
                let summary = Summary::of(&sample.of(measure));
                row.push(summary.map(|summary| summary.mean).into());
                row.extend(ends(summary.and_then(|summary| mean_interval(&summary, self.plan.study.level))));
            }
            table.push(&row);
        }
        table
    }

    fn estimates(&self) -> Table {
        let measures = self.plan.study.measures.len();
        let numbers: Vec<Vec<Cell<'static>>> =
            map_indexed(self.samples.len() * measures, |k| self.estimate(k / measures, k % measures));
        let mut table = Table::new(tables::estimates(self.plan));
        for (k, numbers) in numbers.iter().enumerate() {
            let mut row = self.head(k / measures);
            row.push(Cell::Text(&self.plan.study.measures[k % measures].name));
            row.extend_from_slice(numbers);
            table.push(&row);
        }
        table
    }

    fn estimate(&self, point: usize, measure: usize) -> Vec<Cell<'static>> {
        let level = self.plan.study.level;
        let values = self.samples[point].of(measure);
        let ascending = sorted(&values);
        let summary = Summary::of(&values);
        let resampled = |statistic: &dyn Fn(&[f64]) -> Option<f64>| -> Option<Bootstrap> {
            if !(2..=MOST_RESAMPLED).contains(&values.len()) || self.plan.study.bootstrap == 0 {
                return None;
            }
            let key = RunKey::derive(self.plan.seed, 0, "bootstrap");
            let name = &self.plan.study.measures[measure].name;
            let who = Who { place: &self.plan.points[point].hash, repetition: 0, name };
            let mut draws = key.draws(who, Purpose::Choice);
            bootstrap(&values, self.plan.study.bootstrap, level, statistic, |n| draws.index(n))
        };
        let (of_mean, of_median) = (resampled(&mean), resampled(&median));
        let successes = values.iter().filter(|value| **value == 1.0).count() as u64;
        let proportion = values.iter().all(|value| *value == 0.0 || *value == 1.0);
        let interval = proportion.then(|| wilson(successes, values.len() as u64, level)).flatten();
        let at = |q: f64| Cell::from(quantile(&ascending, q));
        let mut cells = vec![values.len().into(), summary.map(|s| s.mean).into()];
        cells.extend(ends(summary.and_then(|s| mean_interval(&s, level))));
        cells.push(summary.and_then(|s| s.sd).filter(|sd| sd.is_finite()).into());
        cells.push(at(0.5));
        cells.extend(ends(of_median.map(|found| found.percentile)));
        cells.extend([0.05, 0.25, 0.75, 0.95, 0.0, 1.0].map(at));
        cells.extend(ends(of_mean.map(|found| found.percentile)));
        cells.extend(ends(interval));
        cells
    }

    /// Each point against the first.
    fn contrasts(&self) -> Table {
        let mut table = Table::new(tables::contrasts(self.plan));
        if self.plan.points.len() > MOST_CONTRASTED {
            return table;
        }
        let mut rows = Vec::new();
        for point in 1..self.plan.points.len() {
            for measure in 0..self.plan.study.measures.len() {
                let found = self.contrast(point, measure);
                rows.push((point, measure, found));
            }
        }
        let p: Vec<f64> = rows.iter().filter_map(|(_, _, (found, ..))| found.as_ref()?.p).collect();
        let mut adjusted = holm(&p).into_iter();
        for (point, measure, (found, pairs, effect, delta)) in rows {
            let mut row = self.head(point);
            row.extend([Cell::Text(&self.plan.study.measures[measure].name), (&self.plan.points[0].hash).into()]);
            row.push(pairs.into());
            row.push(found.map(|found| found.interval.estimate).into());
            row.extend(ends(found.map(|found| found.interval)));
            let p = found.and_then(|found| found.p);
            row.extend::<[Cell<'_>; 4]>([
                p.into(),
                p.and_then(|_| adjusted.next()).into(),
                effect.into(),
                delta.into(),
            ]);
            table.push(&row);
        }
        table
    }

    /// The difference of a point from the first, with the number of pairs, Cohen's d and Cliff's delta.
    fn contrast(
        &self,
        point: usize,
        measure: usize,
    ) -> (Option<crate::stats::Difference>, Option<usize>, Option<f64>, Option<f64>) {
        let (here, there) = (&self.samples[point].values[measure], &self.samples[0].values[measure]);
        let (x, y) = (self.samples[point].of(measure), self.samples[0].of(measure));
        let effect = effect_size(&x, &y).map(|found| found.cohen_d);
        let delta = cliffs_delta(&x, &y);
        if self.plan.study.independent {
            return (welch_t(&x, &y, self.plan.study.level), None, effect, delta);
        }
        let (x, y) = pairs(here, there);
        (paired_t(&x, &y, self.plan.study.level), Some(x.len()), effect, delta)
    }

    /// The measures at both ends of each parameter, where the points at both ends are alike in all other parameters.
    fn swings(&self) -> Table {
        let mut table = Table::new(tables::swings());
        let numbers = |parameter: usize| -> Option<Vec<f64>> {
            let number = |point: &super::Point| Some(point.values[parameter].as_ref()?.rational()?.to_f64());
            self.plan.points.iter().map(number).collect()
        };
        let parameters: Vec<(usize, [Vec<usize>; 2])> = (0..self.plan.study.parameters.len())
            .filter_map(|parameter| {
                let numbers = numbers(parameter)?;
                let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let with = |end: f64| (0..numbers.len()).filter(|k| numbers[*k] == end).collect::<Vec<_>>();
                let ends = [with(least), with(greatest)];
                let others = |points: &[usize]| -> Vec<Vec<&String>> {
                    let other = |k: &usize| {
                        let values = self.shown[*k].iter().enumerate();
                        values.filter(|(place, _)| *place != parameter).map(|(_, shown)| shown).collect()
                    };
                    let mut others: Vec<Vec<&String>> = points.iter().map(other).collect();
                    others.sort_unstable();
                    others
                };
                (least < greatest && others(&ends[0]) == others(&ends[1])).then_some((parameter, ends))
            })
            .collect();
        for (m, measure) in self.plan.study.measures.iter().enumerate() {
            let means: Vec<Option<f64>> = self.samples.iter().map(|sample| mean(&sample.of(m))).collect();
            let over = |points: &[usize]| -> Option<f64> {
                let values: Option<Vec<f64>> = points.iter().map(|k| means[*k]).collect();
                mean(&values?)
            };
            let all: Vec<usize> = (0..means.len()).collect();
            for (parameter, ends) in &parameters {
                let Some(((low, high), centre)) = over(&ends[0]).zip(over(&ends[1])).zip(over(&all)) else { continue };
                table.push(&[
                    Cell::Text(&measure.name),
                    Cell::Text(&self.plan.study.parameters[*parameter].name),
                    Cell::Text(&self.shown[ends[0][0]][*parameter]),
                    Cell::Text(&self.shown[ends[1][0]][*parameter]),
                    low.into(),
                    high.into(),
                    centre.into(),
                    (high - low).into(),
                ]);
            }
        }
        table
    }

    /// Sobol's indices of each design.
    fn indices(&self) -> Table {
        let mut table = Table::new(tables::indices());
        for design in &self.plan.designs {
            for (m, measure) in self.plan.study.measures.iter().enumerate() {
                let means: Vec<Option<f64>> = self.samples.iter().map(|sample| mean(&sample.of(m))).collect();
                let column = |k: usize| -> Option<Vec<f64>> { design.rows.iter().map(|row| means[row[k]]).collect() };
                let columns: Option<Vec<Vec<f64>>> = (0..design.parameters.len() + 2).map(column).collect();
                let Some(columns) = columns else { continue };
                let Some(found) = indices_of(&columns) else { continue };
                let resampled = self.resampled_indices(&columns, &measure.name);
                for (k, parameter) in design.parameters.iter().enumerate() {
                    let interval = |estimate: f64, of: &dyn Fn(&[Vec<f64>; 2]) -> f64| {
                        let replicates: Vec<f64> = resampled.iter().map(of).collect();
                        ends(Bootstrap::of(estimate, &replicates, self.plan.study.level).map(|b| b.percentile))
                    };
                    let [first, total] = &found;
                    let mut row = vec![
                        Cell::Text(&measure.name),
                        Cell::Text(&self.plan.study.parameters[*parameter].name),
                        total[k].into(),
                    ];
                    row.extend(interval(total[k], &|both| both[1][k]));
                    row.push(first[k].into());
                    row.extend(interval(first[k], &|both| both[0][k]));
                    row.push(design.rows.len().into());
                    table.push(&row);
                }
            }
        }
        table
    }

    /// The indices of designs whose rows were drawn with replacement.
    fn resampled_indices(&self, columns: &[Vec<f64>], measure: &str) -> Vec<[Vec<f64>; 2]> {
        let key = RunKey::derive(self.plan.seed, 0, "bootstrap");
        let mut draws = key.draws(Who { place: "indices", repetition: 0, name: measure }, Purpose::Choice);
        let rows = columns[0].len();
        let mut found = Vec::new();
        for _ in 0..self.plan.study.bootstrap {
            let chosen: Vec<usize> = (0..rows).map(|_| draws.index(rows)).collect();
            let drawn: Vec<Vec<f64>> =
                columns.iter().map(|column| chosen.iter().map(|row| column[*row]).collect()).collect();
            found.extend(indices_of(&drawn));
        }
        found
    }

    fn regression(&self, runs: &Table) -> Table {
        let mut table = Table::new(tables::regression());
        let columns: Vec<usize> = (0..self.plan.study.parameters.len())
            .filter(|k| matches!(tables::parameter_type(self.plan, *k), Type::Integer | Type::Float))
            .collect();
        if columns.is_empty() {
            return table;
        }
        let first = 2 + self.plan.study.parameters.len();
        for (m, measure) in self.plan.study.measures.iter().enumerate() {
            let (mut x, mut y) = (Vec::new(), Vec::new());
            for row in 0..runs.len() {
                let numbers: Option<Vec<f64>> = columns.iter().map(|k| runs.cell(row, 2 + k).number()).collect();
                if let (Some(numbers), Some(value)) = (numbers, runs.cell(row, first + m).number()) {
                    x.push(numbers);
                    y.push(value);
                }
            }
            let Some(fit) = ols(&x, &y).filter(|fit| fit.df > 0) else { continue };
            #[expect(clippy::cast_precision_loss, reason = "numbers of runs")]
            let t = t_quantile(f64::midpoint(1.0, self.plan.study.level), fit.df as f64);
            let names = columns.iter().map(|k| self.plan.study.parameters[*k].name.as_str());
            for (k, term) in std::iter::once("intercept").chain(names).enumerate() {
                let half = fit.standard_errors[k].map(|se| t * se);
                let coefficient = fit.coefficients[k];
                table.push(&[
                    Cell::Text(&measure.name),
                    Cell::Text(term),
                    coefficient.into(),
                    half.map(|half| coefficient - half).into(),
                    half.map(|half| coefficient + half).into(),
                    fit.p[k].into(),
                    fit.r2.into(),
                    y.len().into(),
                ]);
            }
        }
        table
    }

    /// What was expected, and how many expectations fail.
    fn expectations(&self, estimates: &Table, contrasts: &Table) -> (Table, usize) {
        let mut table = Table::new(tables::expectations());
        let mut failed = 0;
        for expected in &self.plan.study.expectations {
            let point = self.plan.expected_points(&expected.at)[0];
            let (hash, measure) = (&self.plan.points[point].hash, &self.plan.study.measures[expected.measure].name);
            let found = [estimates, contrasts].into_iter().find_map(|table| {
                let is = |row: usize, name: &str, text: &str| table.at(row, name) == Some(Cell::Text(text));
                let row = (0..table.len()).find(|row| is(*row, "point", hash) && is(*row, "measure", measure))?;
                table.at(row, &expected.statistic)?.number()
            });
            let verdict = match (&expected.expectation, found) {
                (expectation, Some(found)) => expectation.judge(&json!(found)),
                (super::Expectation::Report, None) => Verdict::Reported,
                (_, None) => Verdict::Fails,
            };
            failed += usize::from(verdict == Verdict::Fails);
            let words = expected.expectation.words();
            table.push(&[
                (&expected.what).into(),
                (&words).into(),
                found.into(),
                verdict.word().into(),
                (&expected.source).into(),
            ]);
        }
        (table, failed)
    }
}

/// The values of the replicates that both have.
fn pairs(x: &[(i64, f64)], y: &[(i64, f64)]) -> (Vec<f64>, Vec<f64>) {
    let mut others = y.iter().peekable();
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (replicate, value) in x {
        while others.next_if(|(other, _)| other < replicate).is_some() {}
        if let Some((_, other)) = others.next_if(|(other, _)| other == replicate) {
            left.push(*value);
            right.push(*other);
        }
    }
    (left, right)
}

/// First-order and total indices of the columns A, B and crossings.
fn indices_of(columns: &[Vec<f64>]) -> Option<[Vec<f64>; 2]> {
    let found = sobol_indices(&Outcomes { a: &columns[0], b: &columns[1], ab: &columns[2..] })?;
    Some([found.first, found.total])
}
