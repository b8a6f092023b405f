//! Reading a table for a chart: groups of rows, measures, and which facets make panels or lines.
//!
//! Groups keep the order in which the table names them first, so that a model's order of strategies
//! or conditions is kept. A number that is not finite counts as none.

use super::context::Context;
use crate::table::{BASELINE, Cell, Role, Table, TableSchema, Type};
use std::collections::BTreeMap;

/// More values than this of a facet do not become panels.
pub(super) const MOST_PANELS: usize = 12;

/// Rows grouped by the values of some columns.
pub(super) struct Groups {
    /// The columns.
    pub columns: Vec<usize>,
    /// The values of each group, as the table writes them.
    pub names: Vec<Vec<String>>,
    /// The group of each row.
    pub of_row: Vec<usize>,
}

impl Groups {
    /// The groups of a table by columns; by none there is one group.
    pub(super) fn of(table: &Table, columns: Vec<usize>) -> Self {
        let mut names: Vec<Vec<String>> = Vec::new();
        let mut index = BTreeMap::new();
        let of_row = (0..table.len())
            .map(|row| {
                let name: Vec<String> = columns.iter().map(|c| table.cell(row, *c).show()).collect();
                *index.entry(name.clone()).or_insert_with(|| {
                    names.push(name);
                    names.len() - 1
                })
            })
            .collect();
        if names.is_empty() {
            names.push(Vec::new());
        }
        Self { columns, names, of_row }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name by which a group takes its colour.
    pub(super) fn key(&self, group: usize) -> String {
        self.names[group].join(" · ")
    }

    /// A group's name for people; empty if nothing tells groups apart.
    pub(super) fn show(&self, group: usize, table: &Table, cx: &Context<'_>) -> String {
        let parts = self.columns.iter().zip(&self.names[group]);
        parts.map(|(c, value)| cx.value(table.schema(), *c, value)).collect::<Vec<_>>().join(" · ")
    }

    /// The rows of a group, in the table's order.
    pub(super) fn rows(&self, group: usize) -> impl Iterator<Item = usize> {
        self.of_row.iter().enumerate().filter(move |(_, g)| **g == group).map(|(row, _)| row)
    }
}

/// The facets of a table as a chart shows them.
pub(super) struct Facets {
    /// The facet that makes panels; no columns if there is one panel.
    pub panels: Groups,
    /// What tells the lines or rows within a panel apart.
    pub lines: Groups,
    /// Facets of one value, as `name: value`.
    pub fixed: Vec<String>,
}

impl Facets {
    /// Splits facets (and `others`, such as keys) into panels and lines: the first facet with few values
    /// makes the panels, if something is left to tell lines apart or `always`.
    pub(super) fn of(table: &Table, others: &[usize], always: bool, cx: &Context<'_>) -> Self {
        let facets: Vec<usize> = table.schema().with_role(&Role::Facet).collect();
        let mut varying = Vec::new();
        let mut fixed = Vec::new();
        for c in facets.iter().chain(others) {
            let groups = Groups::of(table, vec![*c]);
            if groups.len() > 1 {
                varying.push((*c, groups.len()));
            } else if facets.contains(c) && !groups.names[0].is_empty() && !groups.names[0][0].is_empty() {
                if groups.names[0][0] == BASELINE {
                    continue;
                }
                let value = cx.value(table.schema(), *c, &groups.names[0][0]);
                fixed.push(format!("{}{}{value}", cx.column(table.schema(), *c), cx.colon()));
            }
        }
        let panel = varying
            .iter()
            .find(|(c, count)| (always || varying.len() > 1) && facets.contains(c) && *count <= MOST_PANELS)
            .map(|(c, _)| *c);
        let lines = varying.iter().map(|(c, _)| *c).filter(|c| Some(*c) != panel).collect();
        Self { panels: Groups::of(table, panel.into_iter().collect()), lines: Groups::of(table, lines), fixed }
    }
}

/// The places of the measures that are numbers.
pub(super) fn measures(schema: &TableSchema) -> Vec<usize> {
    schema.with_role(&Role::Measure).filter(|c| is_number(schema, *c)).collect()
}

/// The places of the measures that are words or truth values.
pub(super) fn categories(schema: &TableSchema) -> Vec<usize> {
    schema.with_role(&Role::Measure).filter(|c| !is_number(schema, *c)).collect()
}

pub(super) fn is_number(schema: &TableSchema, column: usize) -> bool {
    matches!(schema.columns[column].ty, Type::Integer | Type::Float)
}

/// The places of the key columns.
pub(super) fn keys(schema: &TableSchema) -> Vec<usize> {
    schema.with_role(&Role::Key).collect()
}

/// The place of the column that weighs rows.
pub(super) fn weight(schema: &TableSchema) -> Option<usize> {
    schema.with_role(&Role::Weight).next()
}

/// A cell as a finite number.
pub(super) fn value(table: &Table, row: usize, column: usize) -> Option<f64> {
    table.cell(row, column).number().filter(|v| v.is_finite())
}

/// The bounds of a measure in a row, if both are there.
pub(super) fn bounds(table: &Table, row: usize, places: Option<(usize, usize)>) -> Option<(f64, f64)> {
    let (low, high) = places?;
    Some((value(table, row, low)?, value(table, row, high)?))
}

/// Whether a measure is a share by its name, and every value of it lies from 0 to 1: its axis then shows
/// the whole range.
pub(super) fn is_share(schema: &TableSchema, column: usize, range: (f64, f64)) -> bool {
    let c = &schema.columns[column];
    let named = ["_rate", "_share", "_probability", "_fraction"].iter().any(|end| c.name.ends_with(end))
        || ["share", "probability", "rate", "fraction"].iter().any(|word| c.unit == *word || c.name == *word);
    named && range.0 >= 0.0 && range.1 <= 1.0
}

/// The least and the greatest of some numbers.
pub(super) fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, v| match range {
        None => Some((v, v)),
        Some((low, high)) => Some((low.min(v), high.max(v))),
    })
}

/// Where each row stands on the horizontal axis: a number, or the place of a word in order of appearance.
pub(super) struct Horizontal {
    pub column: usize,
    pub of_row: Vec<Option<f64>>,
    /// The words, if the axis is one of words.
    pub words: Option<Vec<String>>,
}

impl Horizontal {
    /// The column with role `X`, or `None`.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let schema = table.schema();
        let column = schema.with_role(&Role::X).next()?;
        if is_number(schema, column) {
            let of_row = (0..table.len()).map(|row| value(table, row, column)).collect();
            return Some(Self { column, of_row, words: None });
        }
        let groups = Groups::of(table, vec![column]);
        #[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
        let place = |row: usize| (table.cell(row, column) != Cell::Null).then(|| groups.of_row[row] as f64);
        let of_row = (0..table.len()).map(place).collect();
        let words = groups.names.iter().map(|name| name.concat()).collect();
        Some(Self { column, of_row, words: Some(words) })
    }

    /// Whether ticks stand at whole numbers only.
    pub(super) fn whole(&self, schema: &TableSchema) -> bool {
        self.words.is_some() || schema.columns[self.column].ty == Type::Integer
    }
}
