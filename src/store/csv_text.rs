//! Tables as CSV (RFC 4180, lines ending in `\n`), and back.
//!
//! The first line names the columns; an empty field is null; floats are their shortest digits. Reading needs the
//! schema and gives the same table, to the bit.

use crate::error::{Diagnostic, Location, Origin};
use crate::table::{Cell, Table, TableSchema, Type};

/// The CSV text of a table.
pub fn write_csv(table: &Table) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    let columns = 0..table.schema().columns.len();
    let never = "writing to memory does not fail";
    writer.write_record(table.schema().columns.iter().map(|column| &*column.name)).expect(never);
    for row in 0..table.len() {
        writer.write_record(columns.clone().map(|column| table.cell(row, column).show())).expect(never);
    }
    writer.into_inner().expect(never)
}

/// The table of a CSV text that was written with this schema. `document` names the file in messages.
///
/// # Errors
/// If the text is not CSV, the columns are others, or a field is not of its column's type: with the line.
pub fn read_csv(schema: &TableSchema, text: &[u8], document: &str) -> Result<Table, Diagnostic> {
    let fault = |line: u64, found: String, expected: String| {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        Diagnostic::new("bad-table", found, expected).at(Location {
            document: Some(document.into()),
            origin: Origin::Text { line, column: 1 },
            path: String::new(),
        })
    };
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        fault(line, error.to_string(), "a table as it was written".into())
    };
    let mut reader = csv::ReaderBuilder::new().from_reader(text);
    let header = reader.headers().map_err(broken)?;
    let wanted: Vec<&str> = schema.columns.iter().map(|column| &*column.name).collect();
    if !header.iter().eq(wanted.iter().copied()) {
        let found: Vec<&str> = header.iter().collect();
        return Err(fault(1, format!("columns {}", found.join(",")), format!("columns {}", wanted.join(","))));
    }
    let mut table = Table::new(schema.clone());
    for record in reader.records() {
        let record = record.map_err(broken)?;
        let line = record.position().map_or(1, csv::Position::line);
        let cells = record.iter().zip(&schema.columns).map(|(field, column)| {
            let wrong =
                || fault(line, format!("{}: {field:?}", column.name), format!("a cell of type {:?}", column.ty));
            cell(field, column.ty).ok_or_else(wrong)
        });
        table.push(&cells.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(table)
}

fn cell(field: &str, ty: Type) -> Option<Cell<'_>> {
    if field.is_empty() {
        return Some(Cell::Null);
    }
    match ty {
        Type::Text => Some(Cell::Text(field)),
        Type::Bool => field.parse().ok().map(Cell::Bool),
        Type::Integer => field.parse().ok().map(Cell::Integer),
        Type::Float => field.parse().ok().filter(|x: &f64| !x.is_nan()).map(Cell::Float),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::table::{Column, TableKind};

    /// A table with a column of each type.
    pub(in crate::store) fn schema() -> TableSchema {
        let columns = vec![
            Column::key("name", Type::Text, "A name."),
            Column::measure("n", Type::Integer, "", "A count."),
            Column::measure("x", Type::Float, "", "A number."),
            Column::measure("b", Type::Bool, "", "A flag."),
        ];
        TableSchema::new("t", TableKind::Summary, "A test.", columns)
    }

    #[test]
    fn a_table_reads_back_to_the_bit() {
        let mut table = Table::new(schema());
        table.push(&["plain".into(), 1i64.into(), 0.1.into(), true.into()]);
        table.push(&["a,\"b\"\nc".into(), (-7i64).into(), 1e-300.into(), false.into()]);
        table.push(&[" spaced ".into(), Cell::Null, Cell::Null, Cell::Null]);
        table.push(&[Cell::Null, i64::MIN.into(), (1.0 / 3.0).into(), Cell::Null]);
        let text = write_csv(&table);
        assert!(text.starts_with(b"name,n,x,b\nplain,1,0.1,true\n"));
        let back = read_csv(&schema(), &text, "t.csv").expect("readable");
        for row in 0..4 {
            for column in 0..4 {
                assert_eq!(back.cell(row, column), table.cell(row, column));
            }
        }
        assert_eq!(crate::store::table_digest(&back), crate::store::table_digest(&table));
    }

    #[test]
    fn broken_tables_name_the_line() {
        let read = |text: &str| read_csv(&schema(), text.as_bytes(), "t.csv").expect_err("broken").to_string();
        assert!(read("name,n\n").starts_with("t.csv:1:1: columns name,n"));
        assert_eq!(
            read("name,n,x,b\na,1,2.0,true\na,x,1,true\n"),
            "t.csv:3:1: n: \"x\"; expected a cell of type Integer"
        );
        assert!(read("name,n,x,b\na,1\n").starts_with("t.csv:2:1: "));
        assert!(read("").starts_with("t.csv:1:1: columns"));
    }
}
