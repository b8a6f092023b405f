//! What is measured of a run: cells of the model's tables, picked from the rows as they come.
//!
//! Nothing else of a run is kept, so that a million runs need no million tables.

use super::study::{Measure, Statistic};
use crate::a2a::card::JwkSet;
use crate::catalogue::nearest;
use crate::error::Diagnostic;
use crate::exchange::TraceBlock;
use crate::models::Recorder;
use crate::table::{Cell, TableSchema};

/// A measure with the places of its columns.
pub(super) struct Compiled<'m> {
    measure: &'m Measure,
    column: usize,
    conditions: Vec<(usize, &'m str)>,
}

impl<'m> Compiled<'m> {
    /// Finds the columns of a measure among the tables of a model.
    ///
    /// # Errors
    /// If there is no such table or column, or the column holds texts.
    pub(super) fn of(measure: &'m Measure, tables: &[TableSchema]) -> Result<Self, Diagnostic> {
        let unknown = |what: &str, name: &str, known: Vec<&str>| {
            let found = format!("measure {:?}: no {what} {name:?}", measure.name);
            let fault = Diagnostic::new("unknown-name", found, format!("one of {}", known.join(", ")));
            match nearest(name, known.iter().copied()) {
                Some(near) => fault.help(format!("did you mean {near:?}?")),
                None => fault,
            }
        };
        let table = tables
            .iter()
            .find(|schema| schema.name == measure.table.as_str())
            .ok_or_else(|| unknown("table", &measure.table, tables.iter().map(|schema| &*schema.name).collect()))?;
        let place = |name: &str| {
            let columns = || table.columns.iter().map(|column| &*column.name);
            columns().position(|column| column == name).ok_or_else(|| unknown("column", name, columns().collect()))
        };
        let column = place(&measure.column)?;
        if table.columns[column].ty == crate::table::Type::Text && measure.statistic != Statistic::Count {
            let found = format!("measure {:?}: column {:?} holds texts", measure.name, measure.column);
            return Err(Diagnostic::new("wrong-type", found, "a column of numbers or truth values"));
        }
        let conditions = measure.row.iter().map(|(name, value)| Ok((place(name)?, value.as_str())));
        Ok(Self { measure, column, conditions: conditions.collect::<Result<_, Diagnostic>>()? })
    }

    fn matches(&self, row: &[Cell<'_>]) -> bool {
        self.conditions.iter().all(|(place, wanted)| match row[*place] {
            Cell::Text(text) => text == *wanted,
            cell => cell.show() == *wanted,
        })
    }
}

/// What came of one measure so far.
#[derive(Clone, Copy, Debug, Default)]
struct Gathered {
    rows: usize,
    /// How many of the rows had a number.
    numbers: usize,
    sum: f64,
    least: f64,
    greatest: f64,
}

/// Takes the rows of a run and keeps what is measured.
pub(super) struct Probe<'c, 'm> {
    measures: &'c [Compiled<'m>],
    found: Vec<Gathered>,
}

impl<'c, 'm> Probe<'c, 'm> {
    pub(super) fn new(measures: &'c [Compiled<'m>]) -> Self {
        Self { measures, found: vec![Gathered::default(); measures.len()] }
    }

    /// The value of each measure; nothing where the cells are null.
    ///
    /// # Errors
    /// If a measure of one row met none or several.
    pub(super) fn finish(self) -> Result<Vec<Option<f64>>, Diagnostic> {
        let value = |(compiled, found): (&Compiled<'_>, &Gathered)| {
            #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
            let (rows, numbers) = (found.rows as f64, found.numbers as f64);
            let some = (found.numbers > 0).then_some(());
            match compiled.measure.statistic {
                Statistic::One if found.rows != 1 => {
                    let wanted: Vec<String> =
                        compiled.measure.row.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                    let found = format!(
                        "measure {:?}: {} rows of `{}` with {}",
                        compiled.measure.name,
                        found.rows,
                        compiled.measure.table,
                        if wanted.is_empty() { "no condition".to_string() } else { wanted.join(", ") }
                    );
                    let help = "name the row by its columns, or say statistic = \"mean\", \"sum\", \"min\", \"max\" or \
                                \"count\"";
                    Err(Diagnostic::new("wrong-row", found, "one row").help(help))
                }
                Statistic::One | Statistic::Sum => Ok(some.map(|()| found.sum)),
                Statistic::Mean => Ok(some.map(|()| found.sum / numbers)),
                Statistic::Min => Ok(some.map(|()| found.least)),
                Statistic::Max => Ok(some.map(|()| found.greatest)),
                Statistic::Count => Ok(Some(rows)),
            }
        };
        self.measures.iter().zip(&self.found).map(value).collect()
    }
}

impl Recorder for Probe<'_, '_> {
    fn row(&mut self, table: &str, row: &[Cell<'_>]) {
        for (compiled, found) in self.measures.iter().zip(&mut self.found) {
            if compiled.measure.table != table || !compiled.matches(row) {
                continue;
            }
            found.rows += 1;
            let number = match row[compiled.column] {
                Cell::Bool(flag) => Some(f64::from(u8::from(flag))),
                cell => cell.number(),
            };
            if let Some(number) = number {
                found.least = if found.numbers == 0 { number } else { found.least.min(number) };
                found.greatest = if found.numbers == 0 { number } else { found.greatest.max(number) };
                found.numbers += 1;
                found.sum += number;
            }
        }
    }

    fn wants(&self, table: &str) -> bool {
        self.measures.iter().any(|compiled| compiled.measure.table == table)
    }

    fn trace(&mut self, _: &TraceBlock) {}

    fn keys(&mut self, _: &JwkSet) {}

    fn progress(&mut self, _: u64, _: u64) {}
}
