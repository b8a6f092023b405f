//! Tables as Parquet, through polars.

use crate::error::Diagnostic;
use crate::table::{Cell, Table, Type};
use polars::prelude::{Column, DataFrame, NamedFrom, ParquetCompression, ParquetWriter, Series};

/// The Parquet bytes of a table, compressed with Snappy.
///
/// # Errors
/// If polars refuses, which a table of ours gives it no reason for.
pub(super) fn bytes(table: &Table) -> Result<Vec<u8>, Diagnostic> {
    let fault = |error: polars::prelude::PolarsError| {
        Diagnostic::new("parquet", error.to_string(), "a table that Parquet can hold")
    };
    let rows = 0..table.len();
    let columns: Vec<Column> = table
        .schema()
        .columns
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let name = (&*column.name).into();
            let cells = rows.clone().map(|row| table.cell(row, place));
            let series = match column.ty {
                Type::Bool => {
                    Series::new(name, cells.map(|cell| matching(cell, as_bool)).collect::<Vec<Option<bool>>>())
                }
                Type::Integer => {
                    Series::new(name, cells.map(|cell| matching(cell, as_integer)).collect::<Vec<Option<i64>>>())
                }
                Type::Float => {
                    Series::new(name, cells.map(|cell| matching(cell, as_float)).collect::<Vec<Option<f64>>>())
                }
                Type::Text => {
                    Series::new(name, cells.map(|cell| matching(cell, as_text)).collect::<Vec<Option<&str>>>())
                }
            };
            series.into()
        })
        .collect();
    let mut frame = DataFrame::new(table.len(), columns).map_err(fault)?;
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Snappy).finish(&mut frame).map_err(fault)?;
    Ok(bytes)
}

fn matching<'a, T>(cell: Cell<'a>, get: impl Fn(Cell<'a>) -> T) -> Option<T> {
    (cell != Cell::Null).then(|| get(cell))
}

fn as_bool(cell: Cell<'_>) -> bool {
    cell == Cell::Bool(true)
}

fn as_integer(cell: Cell<'_>) -> i64 {
    match cell {
        Cell::Integer(i) => i,
        _ => 0,
    }
}

fn as_float(cell: Cell<'_>) -> f64 {
    match cell {
        Cell::Float(x) => x,
        _ => 0.0,
    }
}

fn as_text(cell: Cell<'_>) -> &str {
    match cell {
        Cell::Text(text) => text,
        _ => "",
    }
}
