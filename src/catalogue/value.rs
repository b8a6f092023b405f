//! Values as users write them: a tree that remembers where each part came from.
//!
//! Scenario files (TOML), queries (JSON), names with arguments (`Random(p=0.7)`) and
//! command-line flags all become this one tree before any meaning is given to it, so
//! that checks, defaults and errors are written once. Numbers keep their digits:
//! a payoff of `0.1` can become one tenth.

use crate::error::{Diagnostic, Location, Origin};

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub data: Data,
    /// Where it was written.
    pub origin: Origin,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Any other number, as its digits.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// A table of keys.
    Table(Table),
}

/// Keys and values in the order in which they were written; keys are unique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    entries: Vec<(Key, Value)>,
}

/// A key and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// The key.
    pub name: String,
    /// Where it was written.
    pub origin: Origin,
}

impl Table {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(k, _)| k.name == key).map(|(_, v)| v)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.entries.iter_mut().find(|(k, _)| k.name == key).map(|(_, v)| v)
    }

    /// Sets a key, in place if it is there already, else at the end.
    pub fn set(&mut self, key: Key, value: Value) {
        match self.entries.iter_mut().find(|(k, _)| k.name == key.name) {
            Some(entry) => *entry = (key, value),
            None => self.entries.push((key, value)),
        }
    }

    /// Sets a key of no known place.
    pub fn insert(&mut self, key: &str, value: impl Into<Value>) {
        self.set(Key { name: key.to_string(), origin: Origin::Unknown }, value.into());
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.entries.iter().map(|(k, v)| (k, v))
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Value {
    /// A value of no known place.
    pub fn new(data: Data) -> Self {
        Self { data, origin: Origin::Unknown }
    }

    /// A word that stands for an alternative without parameters: `{ once = {} }`.
    pub fn variant(key: &str) -> Self {
        let mut table = Table::default();
        table.insert(key, Table::default());
        table.into()
    }

    /// What the value is, in a user's words: `a text`, `a list`, `1.5`.
    pub fn describe(&self) -> String {
        match &self.data {
            Data::Bool(b) => b.to_string(),
            Data::Integer(i) => i.to_string(),
            Data::Number(digits) => digits.clone(),
            Data::Text(text) => format!("the text {text:?}"),
            Data::List(items) => format!("a list of {}", items.len()),
            Data::Table(_) => "a table".to_string(),
        }
    }

    /// The value as a table.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.data {
            Data::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The value as a text.
    pub fn as_text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match &self.data {
            Data::List(items) => Some(items),
            _ => None,
        }
    }

    /// The digits of a number, whole or not.
    pub fn digits(&self) -> Option<String> {
        match &self.data {
            Data::Integer(i) => Some(i.to_string()),
            Data::Number(digits) => Some(digits.clone()),
            _ => None,
        }
    }

    /// Reads a TOML document.
    ///
    /// # Errors
    /// The first fault of the syntax, with its line and column.
    pub fn from_toml(text: &str, document: &str) -> Result<Self, Diagnostic> {
        let lines = Lines::of(text);
        let parsed = toml::de::DeTable::parse(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join(", ");
            let origin = error.span().map_or(Origin::Unknown, |span| lines.origin(span.start));
            Diagnostic::new("toml-syntax", message, "TOML, such as noise = 0.05").at(Location {
                document: Some(document.into()),
                origin,
                path: String::new(),
            })
        })?;
        Ok(Self {
            origin: Origin::Text { line: 1, column: 1 },
            data: Data::Table(toml_table(parsed.get_ref(), &lines)),
        })
    }

    /// The tree of a JSON value; `null` members of objects are left out, `null` elsewhere is refused.
    ///
    /// # Errors
    /// If a list holds `null` or the whole value is `null`; the fault names the path.
    pub fn from_json(json: &serde_json::Value) -> Result<Self, Diagnostic> {
        use serde_json::Value as Json;
        let data = match json {
            Json::Null => return Err(Diagnostic::new("null-value", "null", "a value")),
            Json::Bool(b) => Data::Bool(*b),
            Json::Number(n) => n.as_i64().map_or_else(|| Data::Number(n.to_string()), Data::Integer),
            Json::String(s) => Data::Text(s.clone()),
            Json::Array(items) => {
                let read = |(k, item)| Value::from_json(item).map_err(|fault| below(&format!("[{k}]"), fault));
                Data::List(items.iter().enumerate().map(read).collect::<Result<_, _>>()?)
            }
            Json::Object(members) => {
                let mut table = Table::default();
                for (key, member) in members.iter().filter(|(_, member)| !member.is_null()) {
                    table.insert(key, Value::from_json(member).map_err(|fault| below(key, fault))?);
                }
                Data::Table(table)
            }
        };
        Ok(Self::new(data))
    }

    /// The JSON form: keys sorted, numbers that are not whole as JSON numbers where a float says
    /// the same digits, else as texts.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.data {
            Data::Bool(b) => Json::Bool(*b),
            Data::Integer(i) => Json::from(*i),
            Data::Number(digits) => match digits.parse::<f64>() {
                Ok(float) if float.is_finite() => Json::from(float),
                _ => Json::String(digits.clone()),
            },
            Data::Text(text) => Json::String(text.clone()),
            Data::List(items) => Json::Array(items.iter().map(Value::to_json).collect()),
            Data::Table(table) => Json::Object(table.iter().map(|(k, v)| (k.name.clone(), v.to_json())).collect()),
        }
    }
}

/// A fault of a part, with the part's key before its path.
fn below(key: &str, mut fault: Diagnostic) -> Diagnostic {
    let joint = if fault.at.path.is_empty() || fault.at.path.starts_with('[') { "" } else { "." };
    fault.at.path = format!("{key}{joint}{}", fault.at.path);
    fault
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::new(Data::Bool(value))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::new(Data::Integer(value))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::new(Data::Text(value.to_string()))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::new(Data::Text(value))
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::new(Data::Number(value.to_string()))
    }
}

impl From<Table> for Value {
    fn from(value: Table) -> Self {
        Self::new(Data::Table(value))
    }
}

impl From<Vec<Value>> for Value {
    fn from(value: Vec<Value>) -> Self {
        Self::new(Data::List(value))
    }
}

/// Byte offsets of a text as lines and columns.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// Line and column of a byte offset, both from 1, the column in characters.
    pub(crate) fn origin(&self, offset: usize) -> Origin {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let column = self.text.get(self.starts[line]..offset).map_or(0, |before| before.chars().count());
        let narrow = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        Origin::Text { line: narrow(line), column: narrow(column) }
    }
}

fn toml_table(table: &toml::de::DeTable<'_>, lines: &Lines<'_>) -> Table {
    let mut entries: Vec<(usize, Key, Value)> = table
        .iter()
        .map(|(key, value)| {
            let origin = lines.origin(key.span().start);
            (key.span().start, Key { name: key.get_ref().to_string(), origin }, toml_value(value, lines))
        })
        .collect();
    // The parser sorts keys; users think in the order of the file.
    entries.sort_by_key(|(start, _, _)| *start);
    Table { entries: entries.into_iter().map(|(_, key, value)| (key, value)).collect() }
}

fn toml_value(value: &toml::Spanned<toml::de::DeValue<'_>>, lines: &Lines<'_>) -> Value {
    use toml::de::DeValue;
    let data = match value.get_ref() {
        DeValue::String(s) => Data::Text(s.to_string()),
        DeValue::Boolean(b) => Data::Bool(*b),
        DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix())
            .map_or_else(|_| Data::Number(i.as_str().to_string()), Data::Integer),
        DeValue::Float(f) => Data::Number(f.as_str().to_string()),
        DeValue::Datetime(d) => Data::Text(d.to_string()),
        DeValue::Array(items) => Data::List(items.iter().map(|item| toml_value(item, lines)).collect()),
        DeValue::Table(table) => Data::Table(toml_table(table, lines)),
    };
    Value { data, origin: lines.origin(value.span().start) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn toml_keeps_lines_columns_and_digits() {
        let value = Value::from_toml("a = 1\n[b]\nc = 0.10\n\"né\" = [true, 2]\n", "x.toml").expect("valid");
        let b = value.as_table().and_then(|t| t.get("b")).expect("b");
        let c = b.as_table().and_then(|t| t.get("c")).expect("c");
        assert_eq!(c.data, Data::Number("0.10".into()));
        assert_eq!(c.origin, Origin::Text { line: 3, column: 5 });
        let list = b.as_table().and_then(|t| t.get("né")).expect("né");
        assert_eq!(list.origin, Origin::Text { line: 4, column: 8 });
    }

    #[test]
    fn broken_toml_says_where() {
        let fault = Value::from_toml("a = 1\nb = = 2\n", "x.toml").expect_err("broken");
        assert!(fault.to_string().starts_with("x.toml:2:"), "{fault}");
    }

    #[test]
    fn json_nulls_in_objects_are_absent() {
        let json = serde_json::json!({"a": null, "b": [1, 2.5, "x"]});
        let value = Value::from_json(&json).expect("valid");
        assert_eq!(value.to_json(), serde_json::json!({"b": [1, 2.5, "x"]}));
        let fault = Value::from_json(&serde_json::json!({"a": [{"b": [[1], [null]]}]})).expect_err("null in a list");
        assert_eq!(fault.to_string(), "`a[0].b[1][0]`: null; expected a value");
    }
}
