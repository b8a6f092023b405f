//! Writes a table as TOML.

use crate::catalogue::{Data, Table, Value};

/// The text of a table: its values first, then its sections and lists of sections, keys in their order.
pub(super) fn write(table: &Table) -> String {
    let mut text = String::new();
    section(table, "", &mut text);
    text
}

fn section(table: &Table, path: &str, text: &mut String) {
    for (key, value) in table.iter().filter(|(_, value)| !is_section(value)) {
        text.push_str(&format!("{} = {}\n", quoted_key(&key.name), inline(value)));
    }
    for (key, value) in table.iter().filter(|(_, value)| is_section(value)) {
        let path = if path.is_empty() { quoted_key(&key.name) } else { format!("{path}.{}", quoted_key(&key.name)) };
        match &value.data {
            Data::Table(inner) => {
                text.push_str(&format!("\n[{path}]\n"));
                section(inner, &path, text);
            }
            Data::List(items) => {
                for item in items.iter().filter_map(Value::as_table) {
                    text.push_str(&format!("\n[[{path}]]\n"));
                    section(item, &path, text);
                }
            }
            _ => {}
        }
    }
}

/// Whether a value is written as a section of its own: a table of several keys or of sections, or a list of tables.
fn is_section(value: &Value) -> bool {
    match &value.data {
        Data::Table(table) => table.len() > 1 || table.iter().any(|(_, value)| is_section(value)),
        Data::List(items) => !items.is_empty() && items.iter().all(|item| item.as_table().is_some()),
        _ => false,
    }
}

/// A value as TOML writes it on one line.
pub fn inline(value: &Value) -> String {
    match &value.data {
        Data::Bool(b) => b.to_string(),
        Data::Integer(i) => i.to_string(),
        Data::Number(digits) => number(digits),
        Data::Text(text) => quoted(text),
        Data::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Data::Table(table) if table.is_empty() => "{}".to_string(),
        Data::Table(table) => {
            let entries: Vec<String> =
                table.iter().map(|(key, value)| format!("{} = {}", quoted_key(&key.name), inline(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// A number as TOML writes it: a float has a point or an exponent.
fn number(digits: &str) -> String {
    if digits.contains(['.', 'e', 'E']) || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        digits.to_string()
    } else {
        format!("{digits}.0")
    }
}

fn quoted_key(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { key.to_string() } else { quoted(key) }
}

/// A basic string: JSON's escapes are TOML's too, but for the delete character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = "a = 1\nb = 2.5\nc = \"q\\\"\\u007f\\n中\"\nd = [1, [2, 3]]\ne = { known = 20 }\nf = 0.0\n\"odd key\" = true\nz = []\n\
                    [m.r]\nx = 1\ny = { p = 1, q = 2 }\n[[m.r.list]]\nname = \"n\"\n[[m.r.list]]\nname = \"k\"\ninner = [{ a = 1 }]\n";
        let read = |text: &str| Value::from_toml(text, "x").unwrap_or_else(|fault| panic!("{fault}\n{text}")).to_json();
        let table = Value::from_toml(text, "x").expect("valid").as_table().expect("a table").clone();
        let written = write(&table);
        assert_eq!(read(&written), read(text), "{written}");
    }
}
