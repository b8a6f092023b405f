//! Two runs or sweeps compared, in words that the intervals support.
//!
//! Runs of two sweeps that have the same point, replicate and seed share their random numbers and are compared in pairs
//! (Student 1908); without a shared seed their means are compared as of two samples (Welch 1947). Of two single runs the
//! rows with equal keys are compared; where both have intervals, the difference has one whose half width is the root of the
//! sum of squares of both halves, as of independent estimates.

use crate::error::Diagnostic;
use crate::stats::{Difference, Interval, effect_size, holm, mean, paired_t, welch_t};
use crate::store::join;
use crate::table::{Cell, Column, Role, Table, TableKind, TableSchema, Type};
use std::collections::BTreeMap;

/// A finished run or sweep.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Its tables.
    pub tables: &'a [Table],
    /// Its master seed.
    pub seed: u64,
    /// Whether the points of a sweep have random numbers of their own.
    pub independent: bool,
}

/// What a comparison came to.
pub struct Comparison {
    /// One row a measure that both have.
    pub table: Table,
    /// How many rows are not shown to be within the tolerance.
    pub not_within: usize,
}

/// One row of it.
struct Row {
    table: String,
    row: String,
    measure: String,
    means: [f64; 2],
    interval: Option<Interval>,
    /// The test of the difference, where there is one.
    test: Option<Difference>,
    effect: Option<f64>,
    pairs: Option<usize>,
    method: &'static str,
}

/// Compares the second with the first: two sweeps run by run, else the tables that are headlines (or the named one) row by
/// row.
///
/// # Errors
/// If they have nothing in common that can be compared, or the named table is not there.
pub fn compare(
    first: Side<'_>,
    second: Side<'_>,
    level: f64,
    tolerance: Option<f64>,
    name: Option<&str>,
) -> Result<Comparison, Diagnostic> {
    let find = |side: Side<'_>, name: &str| side.tables.iter().position(|table| table.name() == name);
    let shared = first.seed == second.seed && first.independent == second.independent;
    let mut rows = Vec::new();
    match (name, find(first, "runs"), find(second, "runs")) {
        (None, Some(a), Some(b)) if is_runs(&first.tables[a]) && is_runs(&second.tables[b]) => {
            rows = of_runs(&first.tables[a], &second.tables[b], shared, level)?;
        }
        _ => {
            if let Some(name) = name
                && [first, second].into_iter().any(|side| find(side, name).is_none())
            {
                let known: Vec<&str> = first.tables.iter().map(Table::name).collect();
                let found = format!("no table {name:?} in both");
                return Err(Diagnostic::new("unknown-name", found, format!("one of {}", known.join(", "))));
            }
            let wanted = |table: &&Table| name.map_or(table.schema().headline, |name| table.name() == name);
            for a in first.tables.iter().filter(wanted) {
                if let Some(b) = find(second, a.name()) {
                    rows.extend(of_rows(a, &second.tables[b])?);
                }
            }
        }
    }
    if rows.is_empty() {
        let found = "no measure that both have at the same place";
        let expected = "two runs of one model, or two sweeps with points in common";
        return Err(Diagnostic::new("nothing-in-common", found, expected));
    }
    Ok(table(&rows, tolerance))
}

fn is_runs(table: &Table) -> bool {
    table.position("point").is_some() && table.position("replicate").is_some()
}

/// The places of a measure in two tables, by name.
fn shared_measures(a: &Table, b: &Table) -> Vec<(usize, usize)> {
    let number = |table: &Table, place: usize| {
        let column = &table.schema().columns[place];
        column.role == Role::Measure && matches!(column.ty, Type::Integer | Type::Float)
    };
    let places = (0..a.schema().columns.len()).filter(|place| number(a, *place));
    places
        .filter_map(|place| Some((place, b.position(&a.schema().columns[place].name)?)))
        .filter(|(_, other)| number(b, *other))
        .collect()
}

/// The rows of a table of runs by point: what the point sets, in words, and its rows.
fn by_point(table: &Table) -> BTreeMap<String, (String, Vec<usize>)> {
    let mut points: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
    let notes: Vec<usize> = table.schema().with_role(&Role::Note).collect();
    for row in 0..table.len() {
        let hash = table.at(row, "point").map(|cell| cell.show()).unwrap_or_default();
        let words = || {
            let set = notes.iter().map(|place| (&table.schema().columns[*place].name, table.cell(row, *place)));
            let set: Vec<String> = set
                .filter(|(_, cell)| *cell != Cell::Null)
                .map(|(name, cell)| format!("{name} = {}", cell.show()))
                .collect();
            set.join(", ")
        };
        points.entry(hash).or_insert_with(|| (words(), Vec::new())).1.push(row);
    }
    points
}

/// The rows of runs that share point and replicate, by point, in the order of replicates.
fn met(a: &Table, b: &Table) -> Result<BTreeMap<String, Vec<(usize, usize)>>, Diagnostic> {
    let replicate = |row: usize| match a.at(row, "replicate") {
        Some(Cell::Integer(replicate)) => replicate,
        _ => 0,
    };
    let mut met: BTreeMap<String, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, other) in join(a, b, ["point", "replicate"])? {
        met.entry(a.at(row, "point").map(|cell| cell.show()).unwrap_or_default()).or_default().push((row, other));
    }
    met.values_mut().for_each(|pairs| pairs.sort_by_key(|(row, _)| replicate(*row)));
    Ok(met)
}

fn of_runs(a: &Table, b: &Table, shared: bool, level: f64) -> Result<Vec<Row>, Diagnostic> {
    let (of_a, of_b, met) = (by_point(a), by_point(b), met(a, b)?);
    // In the order of the first table, which is that of its plan.
    let mut points: Vec<(&String, &(String, Vec<usize>))> = of_a.iter().collect();
    points.sort_by_key(|(_, (_, rows))| rows[0]);
    let mut rows = Vec::new();
    for (hash, (words, in_a)) in points {
        let Some((_, in_b)) = of_b.get(hash) else { continue };
        for (place_a, place_b) in shared_measures(a, b) {
            let values = |table: &Table, rows: &[usize], place: usize| -> Vec<f64> {
                let value = |row: &usize| match table.at(*row, "replicate") {
                    Some(Cell::Integer(replicate)) => Some((replicate, table.cell(*row, place).number()?)),
                    _ => None,
                };
                let mut values: Vec<(i64, f64)> = rows.iter().filter_map(value).collect();
                values.sort_by_key(|(replicate, _)| *replicate);
                values.into_iter().map(|(_, value)| value).collect()
            };
            let (x, y) = (values(a, in_a, place_a), values(b, in_b, place_b));
            let both = |(row, other): &(usize, usize)| {
                Some((a.cell(*row, place_a).number()?, b.cell(*other, place_b).number()?))
            };
            let (paired_x, paired_y): (Vec<f64>, Vec<f64>) =
                met.get(hash).into_iter().flatten().filter_map(both).unzip();
            let (Some(mean_x), Some(mean_y)) = (mean(&x), mean(&y)) else { continue };
            let pairs = shared && !paired_x.is_empty();
            let found: Option<Difference> =
                if pairs { paired_t(&paired_y, &paired_x, level) } else { welch_t(&y, &x, level) };
            let means = match (pairs, mean(&paired_x), mean(&paired_y)) {
                (true, Some(first), Some(second)) => [first, second],
                _ => [mean_x, mean_y],
            };
            rows.push(Row {
                table: "runs".into(),
                row: words.clone(),
                measure: a.schema().columns[place_a].name.to_string(),
                means,
                interval: found.map(|found| found.interval),
                test: found,
                effect: effect_size(&y, &x).map(|effect| effect.cohen_d),
                pairs: pairs.then_some(paired_x.len()),
                method: match (found, pairs) {
                    (None, _) => "one run each",
                    (Some(_), true) => "paired t",
                    (Some(_), false) => "Welch t",
                },
            });
        }
    }
    Ok(rows)
}

fn of_rows(a: &Table, b: &Table) -> Result<Vec<Row>, Diagnostic> {
    let key = &a.schema().key;
    let mut rows = Vec::new();
    if key.iter().any(|name| b.position(name).is_none()) {
        return Ok(rows);
    }
    for (row, other) in join(a, b, key.iter().map(|name| &**name))? {
        let here: Vec<String> = key.iter().filter_map(|name| Some(a.at(row, name)?.show())).collect();
        for (place_a, place_b) in shared_measures(a, b) {
            let (Some(x), Some(y)) = (a.cell(row, place_a).number(), b.cell(other, place_b).number()) else {
                continue;
            };
            let name = &a.schema().columns[place_a].name;
            let half = |table: &Table, row: usize| -> Option<f64> {
                let (low, high) = table.schema().bounds_of(name)?;
                Some((table.cell(row, high).number()? - table.cell(row, low).number()?) / 2.0)
            };
            let interval = half(a, row).zip(half(b, other)).map(|(p, q)| {
                let half = (p * p + q * q).sqrt();
                Interval { estimate: y - x, low: y - x - half, high: y - x + half }
            });
            let named = key.iter().zip(&here).filter(|(_, value)| *value != crate::table::BASELINE);
            let words: Vec<String> = named.map(|(_, value)| value.clone()).collect();
            rows.push(Row {
                table: a.name().to_string(),
                row: words.join(", "),
                measure: name.to_string(),
                means: [x, y],
                interval,
                test: None,
                effect: None,
                pairs: None,
                method: if interval.is_some() { "intervals of both" } else { "one value each" },
            });
        }
    }
    Ok(rows)
}

/// What an interval of a difference says; without one, what the values say.
fn words(row: &Row, tolerance: Option<f64>) -> &'static str {
    let difference = row.means[1] - row.means[0];
    let (low, high) = row.interval.map_or((difference, difference), |interval| (interval.low, interval.high));
    match tolerance {
        Some(tolerance) if low >= -tolerance && high <= tolerance => "within the tolerance",
        Some(tolerance) if low > tolerance || high < -tolerance => "beyond the tolerance",
        Some(_) => "undecided",
        None if low == 0.0 && high == 0.0 => "the same",
        None if low > 0.0 => "higher",
        None if high < 0.0 => "lower",
        None => "no difference shown",
    }
}

fn table(rows: &[Row], tolerance: Option<f64>) -> Comparison {
    let mut table = Table::new(TableSchema::new(
        "comparison",
        TableKind::Summary,
        "The second less the first, measure by measure.",
        vec![
            Column::key("table", Type::Text, "The table."),
            Column::key("row", Type::Text, "The row: its keys, or what its point sets."),
            Column::key("measure", Type::Text, "The measure."),
            Column::measure("first_value", Type::Float, "", "The value, or the mean, of the first."),
            Column::measure("second_value", Type::Float, "", "The value, or the mean, of the second."),
            Column::measure("difference", Type::Float, "", "The second less the first."),
            Column::low("difference_low", "difference", "The lower end of its interval."),
            Column::high("difference_high", "difference", "The upper end of its interval."),
            Column::note("verdict", "What the interval supports; without one, what the values say."),
            Column::note(
                "method",
                "How the interval is made: pairs of runs that share random numbers (Student 1908), \
                                    two samples (Welch 1947), or the intervals of both.",
            ),
            Column::weight("pairs", "How many pairs there are."),
            Column::measure(
                "p_holm",
                Type::Float,
                "",
                "The two-sided p-value of no difference, corrected for all rows \
                                                        (Holm 1979).",
            ),
            Column::measure(
                "p_within",
                Type::Float,
                "",
                "The p-value of a difference within the tolerance, by two one-sided t tests (Schuirmann 1987).",
            ),
            Column::measure("cohen_d", Type::Float, "", "The difference in pooled standard deviations (Cohen 1988)."),
        ],
    ));
    let p: Vec<f64> = rows.iter().filter_map(|row| row.test?.p).collect();
    let mut adjusted = holm(&p).into_iter();
    let mut not_within = 0;
    for row in rows {
        let said = words(row, tolerance);
        not_within += usize::from(tolerance.is_some() && said != "within the tolerance");
        let [first, second] = row.means;
        table.push(&[
            (&row.table).into(),
            (&row.row).into(),
            (&row.measure).into(),
            first.into(),
            second.into(),
            (second - first).into(),
            row.interval.map(|interval| interval.low).into(),
            row.interval.map(|interval| interval.high).into(),
            said.into(),
            row.method.into(),
            row.pairs.into(),
            row.test.and_then(|test| test.p).and_then(|_| adjusted.next()).into(),
            tolerance.and_then(|tolerance| row.test?.equivalence(tolerance)).into(),
            row.effect.into(),
        ]);
    }
    Comparison { table, not_within }
}
