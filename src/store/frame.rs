//! Tables as frames of polars: written to Parquet, read from it, joined.
//!
//! Nothing is reckoned here. A float that polars sums may come out otherwise on another number of threads, so whatever is
//! published is folded in a fixed order by `stats`; polars moves cells between files and memory and finds equal keys. What it
//! reads is the table that was written, to the bit, and what it joins comes in the order of rows, as
//! [`join`](super::join()) says.

use crate::error::{Diagnostic, Location};
use crate::table::{Cell, Table, TableSchema, Type};
use polars::prelude::{
    BooleanChunked, Column, DataFrame, DataFrameJoinOps, Float64Chunked, Int64Chunked, JoinArgs, JoinType, NamedFrom,
    ParquetCompression, ParquetReader, ParquetWriter, PolarsError, PolarsResult, SerReader, Series, StringChunked,
};
use std::io::Cursor;

/// The Parquet bytes of a table, compressed with Snappy.
///
/// # Errors
/// If polars refuses, which a table of ours gives it no reason for.
pub(super) fn to_parquet(table: &Table) -> Result<Vec<u8>, Diagnostic> {
    let fault = |error: PolarsError| Diagnostic::new("parquet", error.to_string(), "a table that Parquet can hold");
    let mut frame = frame(table).map_err(fault)?;
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Snappy).finish(&mut frame).map_err(fault)?;
    Ok(bytes)
}

fn frame(table: &Table) -> PolarsResult<DataFrame> {
    let rows = 0..table.len();
    let columns = table.schema().columns.iter().enumerate().map(|(place, column)| {
        let name = (&*column.name).into();
        let cells = rows.clone().map(|row| table.cell(row, place));
        let series = match column.ty {
            Type::Bool => Series::new(
                name,
                cells.map(|cell| if let Cell::Bool(b) = cell { Some(b) } else { None }).collect::<Vec<_>>(),
            ),
            Type::Integer => Series::new(
                name,
                cells.map(|cell| if let Cell::Integer(i) = cell { Some(i) } else { None }).collect::<Vec<_>>(),
            ),
            Type::Float => Series::new(
                name,
                cells.map(|cell| if let Cell::Float(x) = cell { Some(x) } else { None }).collect::<Vec<_>>(),
            ),
            Type::Text => Series::new(
                name,
                cells.map(|cell| if let Cell::Text(text) = cell { Some(text) } else { None }).collect::<Vec<_>>(),
            ),
        };
        series.into()
    });
    DataFrame::new(table.len(), columns.collect())
}

/// The table of Parquet bytes that were written with this schema. `document` names the file in messages.
///
/// # Errors
/// If the bytes are no Parquet, or the columns are others.
pub(super) fn from_parquet(schema: &TableSchema, bytes: &[u8], document: &str) -> Result<Table, Diagnostic> {
    let fault = |found: String, expected: String| {
        Diagnostic::new("bad-table", found, expected).at(Location::document(document))
    };
    let broken = |error: PolarsError| fault(error.to_string(), "a table as it was written".into());
    let frame = ParquetReader::new(Cursor::new(bytes)).finish().map_err(broken)?;
    let found: Vec<&str> = frame.get_column_names().into_iter().map(|name| name.as_str()).collect();
    let wanted: Vec<&str> = schema.columns.iter().map(|column| &*column.name).collect();
    if found != wanted {
        return Err(fault(format!("columns {}", found.join(",")), format!("columns {}", wanted.join(","))));
    }
    let columns = frame.columns().iter().zip(&schema.columns);
    let sources: Vec<Source<'_>> =
        columns.map(|(column, about)| Source::of(column, about.ty)).collect::<PolarsResult<_>>().map_err(broken)?;
    let mut table = Table::new(schema.clone());
    let mut cells = Vec::with_capacity(sources.len());
    for row in 0..frame.height() {
        cells.clear();
        cells.extend(sources.iter().map(|source| source.cell(row)));
        if let Some(place) = cells.iter().position(|cell| matches!(cell, Cell::Float(x) if x.is_nan())) {
            return Err(fault(format!("{}: NaN in row {row}", wanted[place]), "numbers".into()));
        }
        table.push(&cells);
    }
    Ok(table)
}

/// A column that is read cell by cell.
enum Source<'a> {
    Bool(&'a BooleanChunked),
    Integer(&'a Int64Chunked),
    Float(&'a Float64Chunked),
    Text(&'a StringChunked),
}

impl<'a> Source<'a> {
    fn of(column: &'a Column, ty: Type) -> PolarsResult<Self> {
        Ok(match ty {
            Type::Bool => Source::Bool(column.bool()?),
            Type::Integer => Source::Integer(column.i64()?),
            Type::Float => Source::Float(column.f64()?),
            Type::Text => Source::Text(column.str()?),
        })
    }

    fn cell(&self, row: usize) -> Cell<'a> {
        match self {
            Source::Bool(column) => column.get(row).into(),
            Source::Integer(column) => column.get(row).into(),
            Source::Float(column) => column.get(row).into(),
            Source::Text(column) => column.get(row).into(),
        }
    }
}

/// The places at which two lists of keys are equal, in no order; a key is a text a column, all of one length.
///
/// # Errors
/// If polars refuses, which such lists give it no reason for.
pub(super) fn equal(left: &[Vec<String>], right: &[Vec<String>]) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let fault = |error: PolarsError| Diagnostic::new("join", error.to_string(), "keys that can be joined");
    joined(left, right).map_err(fault)
}

fn joined(left: &[Vec<String>], right: &[Vec<String>]) -> PolarsResult<Vec<(usize, usize)>> {
    let names: Vec<String> = (0..left.len()).map(|k| format!("key_{k}")).collect();
    let side = |keys: &[Vec<String>], place: &str| {
        let rows = keys.first().map_or(0, Vec::len);
        let places: Vec<u64> = (0..rows as u64).collect();
        let texts = keys.iter().zip(&names).map(|(texts, name)| Series::new(name.as_str().into(), texts).into());
        let columns = std::iter::once(Series::new(place.into(), places).into()).chain(texts);
        DataFrame::new(rows, columns.collect())
    };
    let (left, right) = (side(left, "left")?, side(right, "right")?);
    let joined = left.join(&right, &names, &names, JoinArgs::new(JoinType::Inner), None)?;
    let (left, right) = (joined.column("left")?.u64()?, joined.column("right")?.u64()?);
    let place = |place: u64| usize::try_from(place).expect("a row that was in memory");
    let pairs = (0..joined.height()).filter_map(|row| Some((place(left.get(row)?), place(right.get(row)?))));
    Ok(pairs.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::csv_text::tests::schema;
    use crate::store::table_digest;

    #[test]
    fn a_table_comes_back_from_parquet_to_the_bit() {
        let mut table = Table::new(schema());
        table.push(&["plain".into(), 1i64.into(), 0.1.into(), true.into()]);
        table.push(&["合作, \"b\"\nc".into(), i64::MIN.into(), 5e-324.into(), false.into()]);
        table.push(&[Cell::Null, Cell::Null, Cell::Null, Cell::Null]);
        for rows in [table, Table::new(schema())] {
            let bytes = to_parquet(&rows).expect("Parquet");
            let back = from_parquet(&schema(), &bytes, "t.parquet").expect("readable");
            assert_eq!(table_digest(&back), table_digest(&rows));
            assert_eq!(back.len(), rows.len());
        }
    }

    #[test]
    fn other_columns_and_cut_files_are_named() {
        let bytes = to_parquet(&Table::new(schema())).expect("Parquet");
        let mut other = schema();
        other.columns.swap(0, 1);
        let fault = from_parquet(&other, &bytes, "t.parquet").expect_err("other columns").to_string();
        assert_eq!(fault, "t.parquet: columns name,n,x,b; expected columns n,name,x,b");
        let mut typed = schema();
        typed.columns[1].ty = Type::Text;
        let fault = from_parquet(&typed, &bytes, "t.parquet").expect_err("another type").to_string();
        assert!(fault.starts_with("t.parquet: "), "{fault}");
        let fault = from_parquet(&schema(), &bytes[..bytes.len() / 2], "t.parquet").expect_err("cut").to_string();
        assert!(fault.starts_with("t.parquet: "), "{fault}");
    }
}
