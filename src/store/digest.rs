//! The digest of tables: of what they say, not of how a file spells it.

use crate::table::{Cell, Table};

/// The digest of some tables, in hexadecimal: BLAKE3 over the digest of each, in the order of their names.
pub fn digest_tables<'a>(tables: impl IntoIterator<Item = &'a Table>) -> String {
    let mut named: Vec<(&str, [u8; 32])> = tables.into_iter().map(|table| (table.name(), bytes(table))).collect();
    named.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    for (name, digest) in named {
        text(&mut hasher, name);
        hasher.update(&digest);
    }
    hasher.finalize().to_hex().to_string()
}

/// The digest of one table, in hexadecimal: BLAKE3 over the canonical JSON of its schema, the number of rows, then
/// the columns in order, each as its null bitmap and its cells. Whole numbers are little-endian, floats are their bits
/// (there is no NaN and no negative zero), texts are UTF-8 after their length, truth values a byte; a null cell is
/// zero or empty. Rows are sorted by the schema's key.
pub fn table_digest(table: &Table) -> String {
    blake3::Hash::from(bytes(table)).to_hex().to_string()
}

fn bytes(table: &Table) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let schema = serde_json::to_value(table.schema()).expect("a schema is plain data");
    text(&mut hasher, &schema.to_string());
    hasher.update(&(table.len() as u64).to_le_bytes());
    let order = table.key_order();
    for column in 0..table.schema().columns.len() {
        let data = table.column(column);
        let mut bitmap = vec![0u8; order.len().div_ceil(8)];
        for (place, row) in order.iter().enumerate() {
            bitmap[place / 8] |= u8::from(data.is_null(*row)) << (place % 8);
        }
        hasher.update(&bitmap);
        for row in &order {
            match data.cell(*row) {
                Cell::Null => _ = hasher.update(&[0; 8]),
                Cell::Bool(b) => _ = hasher.update(&[u8::from(b)]),
                Cell::Integer(i) => _ = hasher.update(&i.to_le_bytes()),
                Cell::Float(x) => _ = hasher.update(&x.to_bits().to_le_bytes()),
                Cell::Text(value) => text(&mut hasher, value),
            }
        }
    }
    *hasher.finalize().as_bytes()
}

fn text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Column, TableKind, TableSchema, Type};

    fn table(rows: &[(&str, f64)]) -> Table {
        let columns =
            vec![Column::key("name", Type::Text, "A name."), Column::measure("value", Type::Float, "", "A value.")];
        let mut table = Table::new(TableSchema::new("t", TableKind::Summary, "A test.", columns));
        for (name, value) in rows {
            table.push(&[(*name).into(), (*value).into()]);
        }
        table
    }

    #[test]
    fn a_digest_is_of_the_rows_not_of_their_order() {
        let digest = table_digest(&table(&[("a", 1.0), ("b", 0.0)]));
        assert_eq!(digest, table_digest(&table(&[("b", -0.0), ("a", 1.0)])));
        assert_ne!(digest, table_digest(&table(&[("a", 1.0), ("b", 0.1)])));
        assert_ne!(digest, table_digest(&table(&[("a", 1.0)])));
    }

    #[test]
    fn null_is_not_zero() {
        let mut null = table(&[]);
        null.push(&["a".into(), Cell::Null]);
        assert_ne!(table_digest(&null), table_digest(&table(&[("a", 0.0)])));
    }
}
