//! Views: tables put in order for a chart.
//!
//! A sweep's table of means has a column for each parameter; what is worth drawing follows from how many of them vary. One
//! that is a number makes lines with bands; two make a heat map; more make lines in panels; the spread of replicates makes
//! distributions. Whoever wants another chart names its columns.

use crate::catalogue::suggestion;
use crate::error::Diagnostic;
use crate::table::{Cell, Column, Role, Table, TableKind, TableSchema, Type};
use std::collections::BTreeSet;

/// A heat map has at least so many values each way; below, lines show more.
const LEAST_HEAT: usize = 3;
/// More lines or panels than this are no help.
const MOST_LINES: usize = 8;
/// Distributions of more points than this are not drawn unless asked for.
const MOST_DISTRIBUTIONS: usize = 24;
/// Fewer replicates than this make no distribution.
const LEAST_DISTRIBUTION: usize = 10;

/// Columns that are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The table; if not said, the first that has all the columns.
    pub table: Option<String>,
    /// The horizontal axis.
    pub x: Option<String>,
    /// What is drawn.
    pub y: Vec<String>,
    /// What tells lines apart; together with an `x` of the same kind and no numbers, the other axis of a heat map.
    pub by: Option<String>,
    /// What tells panels apart.
    pub facet: Option<String>,
}

impl Choice {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The views of some tables: as asked, or as their columns suggest.
///
/// # Errors
/// If a column or table that is asked for is not there.
pub fn view(tables: &[Table], choice: &Choice) -> Result<Vec<Table>, Diagnostic> {
    if choice.is_empty() {
        let mut views = Vec::new();
        if let Some(summary) = tables.iter().find(|table| table.name() == "summary") {
            views.extend(of_summary(summary));
            let runs = tables.iter().find(|table| table.name() == "runs");
            views.extend(runs.and_then(|runs| distributions(runs, summary)));
        }
        views.extend(tables.iter().filter(|table| table.name() == "swings").flat_map(tornados));
        views.extend(tables.iter().filter(|table| table.name() == "indices").cloned());
        return Ok(views);
    }
    let table = chosen(tables, choice)?;
    let places = |name: &String| column(table, name);
    let y: Vec<usize> = if choice.y.is_empty() {
        numbers(table, &Role::Measure)
    } else {
        choice.y.iter().map(places).collect::<Result<_, _>>()?
    };
    let place = |name: &Option<String>| name.as_ref().map(places).transpose();
    let (x, by, facet) = (place(&choice.x)?, place(&choice.by)?, place(&choice.facet)?);
    let groups: Vec<(usize, Role)> = facet.into_iter().chain(by).map(|place| (place, Role::Facet)).collect();
    Ok(vec![match x {
        Some(x) => build(table, TableKind::Series, [groups, vec![(x, Role::X)]].concat(), &y),
        None => build(table, TableKind::Distribution, groups, &y),
    }])
}

/// The table that a choice is about.
fn chosen<'t>(tables: &'t [Table], choice: &Choice) -> Result<&'t Table, Diagnostic> {
    let wanted: Vec<&String> =
        choice.x.iter().chain(&choice.y).chain(choice.by.iter()).chain(choice.facet.iter()).collect();
    let names = || tables.iter().map(Table::name).collect::<Vec<_>>().join(", ");
    if let Some(name) = &choice.table {
        let unknown = || Diagnostic::new("unknown-name", format!("no table {name:?}"), format!("one of {}", names()));
        return tables.iter().find(|table| table.name() == name).ok_or_else(unknown);
    }
    let has_all = |table: &&Table| wanted.iter().all(|name| table.position(name).is_some());
    if let Some(table) = tables.iter().find(|table| table.schema().headline && has_all(table)) {
        return Ok(table);
    }
    tables.iter().find(has_all).ok_or_else(|| {
        // The first name that no table has is the likeliest slip.
        let missing = wanted.iter().find(|name| tables.iter().all(|table| table.position(name).is_none()));
        match missing {
            Some(name) => {
                let known: BTreeSet<&str> =
                    tables.iter().flat_map(|table| table.schema().columns.iter().map(|column| &*column.name)).collect();
                let fault = Diagnostic::new(
                    "unknown-name",
                    format!("no column {name:?}"),
                    "a column of the tables in the directory",
                );
                match suggestion(name, known.iter().copied()) {
                    Some(help) => fault.help(help),
                    None => fault,
                }
            }
            None => Diagnostic::new("unknown-name", "no table has all these columns", format!("one of {}", names())),
        }
    })
}

fn column(table: &Table, name: &String) -> Result<usize, Diagnostic> {
    let columns = || table.schema().columns.iter().map(|column| &*column.name);
    table.position(name).ok_or_else(|| {
        let found = format!("no column {name:?} in table {:?}", table.name());
        let fault =
            Diagnostic::new("unknown-name", found, format!("one of {}", columns().collect::<Vec<_>>().join(", ")));
        match suggestion(name, columns()) {
            Some(help) => fault.help(help),
            None => fault,
        }
    })
}

fn numbers(table: &Table, role: &Role) -> Vec<usize> {
    let number = |place: &usize| matches!(table.schema().columns[*place].ty, Type::Integer | Type::Float);
    table.schema().with_role(role).filter(number).collect()
}

/// How many values a column has.
fn distinct(table: &Table, place: usize) -> usize {
    (0..table.len()).map(|row| table.cell(row, place).show()).collect::<BTreeSet<_>>().len()
}

/// A table of some columns with new roles, then the measures with their bounds. Other columns are left out; a facet is text.
fn build(table: &Table, kind: TableKind, groups: Vec<(usize, Role)>, measures: &[usize]) -> Table {
    let schema = table.schema();
    let mut places: Vec<usize> = Vec::new();
    let mut columns: Vec<Column> = Vec::new();
    for (place, role) in groups {
        let mut column = schema.columns[place].clone();
        if role == Role::Facet {
            column.ty = Type::Text;
        }
        column.role = role;
        places.push(place);
        columns.push(column);
    }
    for place in measures.iter().filter(|place| !places.contains(place)).copied().collect::<Vec<_>>() {
        let name = schema.columns[place].name.clone();
        places.push(place);
        columns.push(Column { role: Role::Measure, ..schema.columns[place].clone() });
        if let Some((low, high)) = schema.bounds_of(&name) {
            places.extend([low, high]);
            columns.extend([schema.columns[low].clone(), schema.columns[high].clone()]);
        }
    }
    if kind == TableKind::Distribution {
        columns.push(Column::weight("count", "How many rows."));
    }
    let mut schema = TableSchema { columns, kind, headline: false, ..schema.clone() };
    let keys = schema.columns.iter().filter(|c| matches!(c.role, Role::Key | Role::Facet | Role::X));
    schema.key = keys.map(|column| column.name.clone()).collect();
    let mut view = Table::new(schema);
    for row in 0..table.len() {
        let texts: Vec<String> = places.iter().map(|place| table.cell(row, *place).show()).collect();
        let cells = places.iter().zip(&texts).enumerate().map(|(k, (place, text))| {
            if view.schema().columns[k].ty == Type::Text { Cell::Text(text) } else { table.cell(row, *place) }
        });
        let mut cells: Vec<Cell<'_>> = cells.collect();
        if kind == TableKind::Distribution {
            cells.push(1i64.into());
        }
        view.push(&cells);
    }
    view
}

/// What is worth drawing of a table of means.
fn of_summary(summary: &Table) -> Option<Table> {
    let measures = numbers(summary, &Role::Measure);
    let mut varying: Vec<(usize, usize)> = summary
        .schema()
        .with_role(&Role::Key)
        .filter(|place| summary.schema().columns[*place].name != "point")
        .map(|place| (place, distinct(summary, place)))
        .filter(|(_, values)| *values > 1)
        .collect();
    let is_number = |place: usize| matches!(summary.schema().columns[place].ty, Type::Integer | Type::Float);
    let cells: usize = varying.iter().map(|(_, values)| values).product();
    // Points that were sampled have no values in common: their indices and regression say what there is to say.
    if summary.len() > 1 && cells > summary.len() && varying.len() > 1 {
        return None;
    }
    if let [(a, na), (b, nb)] = varying[..]
        && na >= LEAST_HEAT
        && nb >= LEAST_HEAT
    {
        let keys = vec![(a, Role::Key), (b, Role::Key)];
        return Some(build(summary, TableKind::Matrix, keys, &measures));
    }
    // The number with the most values is the axis; the others tell lines apart, the one with the fewest panels.
    let axis = (0..varying.len()).filter(|k| is_number(varying[*k].0)).max_by_key(|k| (varying[*k].1, usize::MAX - k));
    let Some(axis) = axis else {
        let keys = varying.iter().map(|(place, _)| (*place, Role::Key)).collect();
        return (!varying.is_empty()).then(|| build(summary, TableKind::Summary, keys, &measures));
    };
    let (x, _) = varying.remove(axis);
    varying.sort_by_key(|(place, values)| (*values, *place));
    let lines: usize = varying.iter().skip(1).map(|(_, values)| values).product();
    if varying.len() > 1 && lines > MOST_LINES * MOST_LINES {
        return None;
    }
    let groups = varying.iter().map(|(place, _)| (*place, Role::Facet)).chain([(x, Role::X)]).collect();
    Some(build(summary, TableKind::Series, groups, &measures))
}

/// The swings of each measure as a table of its own, called as the measure, where there are several parameters to compare.
fn tornados(swings: &Table) -> Vec<Table> {
    let Some(measure) = swings.position("measure") else { return Vec::new() };
    let mut views: Vec<(String, Table)> = Vec::new();
    for row in 0..swings.len() {
        let name = swings.cell(row, measure).show();
        let place = views.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            let schema =
                TableSchema { name: format!("swings-{name}").into(), headline: false, ..swings.schema().clone() };
            views.push((name, Table::new(schema)));
            views.len() - 1
        });
        let cells: Vec<Cell<'_>> = (0..swings.schema().columns.len()).map(|column| swings.cell(row, column)).collect();
        views[place].1.push(&cells);
    }
    views.into_iter().map(|(_, table)| table).filter(|table| table.len() > 1).collect()
}

/// How the replicates of each point spread, where there are enough and the points are few.
fn distributions(runs: &Table, summary: &Table) -> Option<Table> {
    if summary.len() > MOST_DISTRIBUTIONS || runs.len() < summary.len() * LEAST_DISTRIBUTION {
        return None;
    }
    let varies = |place: &usize| distinct(runs, *place) > 1;
    let measures: Vec<usize> = numbers(runs, &Role::Measure).into_iter().filter(varies).collect();
    let groups: Vec<(usize, Role)> = runs
        .schema()
        .with_role(&Role::Note)
        .filter(|place| distinct(runs, *place) > 1)
        .map(|place| (place, Role::Facet))
        .collect();
    (!measures.is_empty()).then(|| build(runs, TableKind::Distribution, groups, &measures))
}
