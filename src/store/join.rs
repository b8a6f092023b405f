//! Rows of two tables that are about the same thing.

use crate::error::Diagnostic;
use crate::table::Table;

/// The rows of two tables whose cells in the columns `on` say the same, in the order of the left rows. A null says the same
/// as a null, a whole number the same as an equal float. Keys tell rows apart; of several rows on the right with one key the
/// last is taken. Without columns every row says the same.
///
/// Keys are found by polars where the feature is on; the rows and their order are the same without it.
///
/// # Errors
/// If a column is not in both tables.
pub fn join<'n>(
    left: &Table,
    right: &Table,
    on: impl IntoIterator<Item = &'n str>,
) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let mut keys = [Vec::new(), Vec::new()];
    for name in on {
        for (table, keys) in [left, right].into_iter().zip(&mut keys) {
            let place = table.position(name).ok_or_else(|| {
                let found = format!("no column {name:?} in table {:?}", table.name());
                Diagnostic::new("unknown-name", found, "a column that both tables have")
            })?;
            keys.push((0..table.len()).map(|row| table.cell(row, place).show()).collect::<Vec<String>>());
        }
    }
    if keys[0].is_empty() {
        keys = [left, right].map(|table| vec![vec![String::new(); table.len()]]);
    }
    let mut pairs = equal(&keys[0], &keys[1])?;
    pairs.sort_unstable();
    // Later pairs of one left row are of later right rows.
    pairs.dedup_by(|later, kept| {
        let again = later.0 == kept.0;
        if again {
            kept.1 = later.1;
        }
        again
    });
    Ok(pairs)
}

#[cfg(feature = "parquet")]
use super::frame::equal;

#[cfg(not(feature = "parquet"))]
#[expect(clippy::unnecessary_wraps, reason = "with the feature it may refuse")]
fn equal(left: &[Vec<String>], right: &[Vec<String>]) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let key = |keys: &[Vec<String>], row: usize| keys.iter().map(|texts| texts[row].clone()).collect::<Vec<String>>();
    let mut places: std::collections::BTreeMap<Vec<String>, Vec<usize>> = std::collections::BTreeMap::new();
    for row in 0..right[0].len() {
        places.entry(key(right, row)).or_default().push(row);
    }
    let met = |row: usize| places.get(&key(left, row)).into_iter().flatten().map(move |other| (row, *other));
    Ok((0..left[0].len()).flat_map(met).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cell, Column, TableKind, TableSchema, Type};

    fn table(number: Type, rows: &[(Option<&str>, Option<i64>)]) -> Table {
        let columns = vec![Column::key("name", Type::Text, "A name."), Column::key("n", number, "A number.")];
        let mut table = Table::new(TableSchema::new("t", TableKind::Summary, "A test.", columns));
        for (name, n) in rows {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let n = n.map_or(Cell::Null, |n| if number == Type::Float { Cell::Float(n as f64) } else { n.into() });
            table.push(&[(*name).into(), n]);
        }
        table
    }

    /// All rows looked at, as the words above say.
    fn slowly(left: &Table, right: &Table, on: &[&str]) -> Vec<(usize, usize)> {
        let same = |a: usize, b: usize| {
            on.iter().all(|name| left.at(a, name).map(|c| c.show()) == right.at(b, name).map(|c| c.show()))
        };
        let last = |a: usize| (0..right.len()).rev().find(|b| same(a, *b)).map(|b| (a, b));
        (0..left.len()).filter_map(last).collect()
    }

    #[test]
    fn rows_with_equal_keys_meet_in_order() {
        let many: Vec<(Option<&str>, Option<i64>)> =
            (0..400).map(|k| ([Some("a"), Some("b"), None][k % 3], Some((k as i64 * 7) % 50))).collect();
        let left = table(Type::Integer, &many);
        let right = table(Type::Float, &[(Some("b"), Some(7)), (None, Some(14)), (Some("a"), None), (None, Some(14))]);
        for (a, b) in [(&left, &right), (&right, &left), (&left, &left)] {
            for on in [&["name", "n"][..], &["name"], &[]] {
                assert_eq!(join(a, b, on.iter().copied()).expect("columns of both"), slowly(a, b, on), "{on:?}");
            }
        }
        assert!(join(&left, &table(Type::Integer, &[]), ["n"]).expect("columns").is_empty());
    }

    #[test]
    fn a_column_of_one_table_alone_is_named() {
        let left = table(Type::Integer, &[]);
        let fault = join(&left, &left, ["rank"]).expect_err("no such column").to_string();
        assert_eq!(fault, "no column \"rank\" in table \"t\"; expected a column that both tables have");
    }
}
