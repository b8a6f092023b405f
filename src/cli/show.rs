//! Printing: tables for people, JSON and CSV for programs.

use super::args::Format;
use crate::store::write_csv;
use crate::table::{BASELINE, Cell, Role, Table};
use serde_json::{Map, Value, json};
use std::io::{IsTerminal, Write};

/// Prints to standard output. A reader that has gone away, as `head` does, ends the printing and nothing else; where
/// nothing more can be written, the process ends as one that a disk failed: what was asked for is lost.
pub(super) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        note(&format!("error[io]: standard output: {error}"));
        std::process::exit(i32::from(super::DISK_FAILED));
    }
}

/// Notes to standard error. Nobody is told where that fails: there is nowhere left to say so.
pub(super) fn note(text: &str) {
    _ = writeln!(std::io::stderr(), "{text}");
}

/// A value of an answer: texts without quotes, nothing for null.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A cell of comma-separated values.
pub(super) fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_string() }
}

/// Tables in a form, whole.
pub(super) fn tables(tables: &[&Table], format: Format) -> String {
    in_form(tables, format, usize::MAX)
}

/// Tables that are kept in files too, in a form: people see no more than a screenful of each.
pub(super) fn kept_tables(tables: &[&Table], format: Format) -> String {
    const SCREENFUL: usize = 40;
    in_form(tables, format, SCREENFUL)
}

fn in_form(tables: &[&Table], format: Format, most: usize) -> String {
    match format {
        Format::Table => {
            let width = width();
            tables.iter().map(|table| for_people(table, most, width)).collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let members: Map<String, Value> =
                tables.iter().map(|table| (table.name().to_string(), rows(table))).collect();
            format!("{}\n", Value::Object(members))
        }
        Format::Csv => {
            let texts = tables.iter().map(|table| String::from_utf8_lossy(&write_csv(table)).into_owned());
            texts.collect::<Vec<_>>().join("\n")
        }
    }
}

/// The rows of a table as JSON objects.
pub(super) fn rows(table: &Table) -> Value {
    let columns = &table.schema().columns;
    let row = |row: usize| {
        let members = columns.iter().enumerate().map(|(k, column)| (column.name.to_string(), cell(table.cell(row, k))));
        Value::Object(members.collect())
    };
    (0..table.len()).map(row).collect()
}

fn cell(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Bool(b) => json!(b),
        Cell::Integer(i) => json!(i),
        Cell::Float(x) => json!(x),
        Cell::Text(text) => json!(text),
    }
}

/// The columns of characters of the terminal that is written to; none where a file or a pipe takes the text, which is
/// then the same wherever it was made.
fn width() -> Option<usize> {
    std::io::stdout().is_terminal().then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0))
}

/// A table for people: aligned columns, a measure and its interval in one, columns that say nothing left out.
fn for_people(table: &Table, most: usize, width: Option<usize>) -> String {
    let schema = table.schema();
    let shown = table.len().min(most);
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (k, column) in schema.columns.iter().enumerate() {
        let bound = matches!(column.role, Role::Low(_) | Role::High(_));
        let silent = (0..table.len()).all(|row| table.cell(row, k) == Cell::Null);
        let lone =
            &*column.name == "condition" && (0..table.len()).all(|row| table.cell(row, k) == Cell::Text(BASELINE));
        let echo = k > 0
            && (0..table.len())
                .all(|row| matches!(table.cell(row, k), Cell::Text(_)) && table.cell(row, k) == table.cell(row, k - 1));
        if bound || silent || lone || echo {
            continue;
        }
        let bounds = schema.bounds_of(&column.name);
        let mut cells = vec![column.name.to_string()];
        cells.extend((0..shown).map(|row| {
            let value = short(table.cell(row, k));
            match bounds.map(|(low, high)| (table.cell(row, low), table.cell(row, high))) {
                Some((low, high)) if low != Cell::Null && high != Cell::Null && low != high => {
                    format!("{value} [{}, {}]", short(low), short(high))
                }
                _ => value,
            }
        }));
        columns.push(cells);
    }
    let keys = schema.columns.iter().take_while(|column| matches!(column.role, Role::Key | Role::Facet));
    let keys = keys.filter(|key| columns.iter().any(|cells| cells[0] == *key.name)).count();
    let mut text = format!("{}: {}\n", schema.name, schema.doc);
    let widths: Vec<usize> =
        columns.iter().map(|cells| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let numbers: Vec<bool> =
        columns.iter().map(|cells| cells.iter().skip(1).all(|cell| starts_like_a_number(cell))).collect();
    for (nth, block) in blocks(&widths, keys, width).iter().enumerate() {
        if nth > 0 {
            text.push('\n');
        }
        // The names of the columns stand above the rows that are shown.
        let lines = (0..=shown).map(|row| {
            let cell = |&k: &usize| {
                let cell = &columns[k][row];
                let pad = " ".repeat(widths[k] - cell.chars().count());
                if numbers[k] { format!("{pad}{cell}") } else { format!("{cell}{pad}") }
            };
            let line: Vec<String> = block.iter().map(cell).collect();
            format!("{}\n", line.join(GAP).trim_end())
        });
        text.extend(lines);
    }
    if shown < table.len() {
        text.push_str(&format!("... and {} more rows in {}.csv\n", table.len() - shown, schema.name));
    }
    text
}

/// What stands between two columns.
const GAP: &str = "  ";

/// Which columns stand side by side: all of them, or, where that is wider than the terminal, as many as fit, and the
/// others below with the keys before them again.
fn blocks(widths: &[usize], keys: usize, width: Option<usize>) -> Vec<Vec<usize>> {
    let Some(width) = width else {
        return vec![(0..widths.len()).collect()];
    };
    let wide = |ks: &[usize]| ks.iter().map(|&k| widths[k] + GAP.len()).sum::<usize>();
    let keys: Vec<usize> = (0..keys).collect();
    let mut blocks = Vec::new();
    let mut block = keys.clone();
    for (k, column) in widths.iter().enumerate().skip(keys.len()) {
        if block.len() > keys.len() && wide(&block) + column > width {
            blocks.push(std::mem::replace(&mut block, keys.clone()));
        }
        block.push(k);
    }
    blocks.push(block);
    blocks
}

fn starts_like_a_number(cell: &str) -> bool {
    cell.is_empty() || cell.parse::<f64>().is_ok() || cell.ends_with(']')
}

/// A cell for people: at most six significant digits.
fn short(cell: Cell<'_>) -> String {
    match cell {
        Cell::Float(x) => number(x),
        Cell::Bool(b) => if b { "yes" } else { "no" }.to_string(),
        other => other.show(),
    }
}

/// A number with at most six significant digits, and no fewer than three of those that it has.
pub(super) fn number(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    if x.abs() >= 1e15 || x.abs() < 1e-5 {
        return format!("{x:.5e}");
    }
    // The digits before the point, at least one.
    let whole = format!("{:.0}", x.abs().trunc()).len();
    let decimals = match x.abs() {
        small if small < 1e-4 => 7,
        small if small < 1e-3 => 6,
        _ => 6usize.saturating_sub(whole),
    };
    let text = format!("{x:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_are_folded_with_their_keys() {
        let columns = [3, 4, 4, 4];
        assert_eq!(blocks(&columns, 1, None), [vec![0, 1, 2, 3]]);
        assert_eq!(blocks(&columns, 1, Some(21)), [vec![0, 1, 2, 3]]);
        assert_eq!(blocks(&columns, 1, Some(20)), [vec![0, 1, 2], vec![0, 3]]);
        // Narrower than one column: one to a block all the same.
        assert_eq!(blocks(&columns, 1, Some(4)), [vec![0, 1], vec![0, 2], vec![0, 3]]);
        assert_eq!(blocks(&columns, 4, Some(4)), [vec![0, 1, 2, 3]]);
    }

    #[test]
    fn numbers_have_at_most_six_digits() {
        for (x, text) in [
            (-19.0, "-19"),
            (0.95, "0.95"),
            (1.0 / 3.0, "0.33333"),
            (123_456.789, "123457"),
            (2.5e-7, "2.50000e-7"),
            (0.001_234_56, "0.00123"),
            (0.000_123_456, "0.000123"),
            (-0.000_015_4, "-0.0000154"),
            (0.0, "0"),
            (1e20, "1.00000e20"),
        ] {
            assert_eq!(number(x), text);
        }
    }
}
