//! Parameters that a schema has checked: reading them cannot fail.

use super::Place;
use super::value::{Data, Table, Value};
use crate::error::Location;
use crate::exact::Rational;

/// A checked table of parameters, with defaults filled in.
///
/// The getters panic if the schema does not declare the key with that kind: that is a fault of
/// the entry, which the catalogue's law test provokes, never of the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    table: Table,
}

impl Params {
    pub(super) fn new(table: Table) -> Self {
        Self { table }
    }

    /// The values as a table, in the order of the schema.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The values as a table, in the order of the schema.
    pub fn into_table(self) -> Table {
        self.table
    }

    /// The same, with what `other` has in its place.
    #[must_use]
    pub fn overridden_by(&self, other: &Params) -> Params {
        let mut table = self.table.clone();
        for (key, value) in other.table.iter() {
            table.set(key.clone(), value.clone());
        }
        Params { table }
    }

    /// Whether the key has a value.
    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// The value of an optional key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.table.get(key)
    }

    /// Where a parameter was written, in a table that stands at `place`.
    pub fn at(&self, place: &Place, key: &str) -> Location {
        place.key(key).at(&self.get(key).map(|value| value.origin.clone()).unwrap_or_default())
    }

    /// The value of a key.
    pub fn value(&self, key: &str) -> &Value {
        self.table.get(key).unwrap_or_else(|| panic!("the schema declares `{key}` with a value"))
    }

    /// A truth value.
    pub fn flag(&self, key: &str) -> bool {
        match self.value(key).data {
            Data::Bool(b) => b,
            _ => panic!("the schema declares `{key}` as true or false"),
        }
    }

    /// A whole number.
    pub fn integer(&self, key: &str) -> i64 {
        self.value(key).integer().unwrap_or_else(|| panic!("the schema declares `{key}` as a whole number"))
    }

    /// A whole number from 0.
    pub fn count(&self, key: &str) -> usize {
        usize::try_from(self.integer(key)).unwrap_or_else(|_| panic!("the schema declares `{key}` from 0"))
    }

    /// A number.
    pub fn number(&self, key: &str) -> f64 {
        self.value(key).number().unwrap_or_else(|| panic!("the schema declares `{key}` as a number"))
    }

    /// An exact number.
    pub fn rational(&self, key: &str) -> Rational {
        self.value(key).rational().unwrap_or_else(|| panic!("the schema declares `{key}` as an exact number"))
    }

    /// A text.
    pub fn text(&self, key: &str) -> &str {
        self.value(key).as_text().unwrap_or_else(|| panic!("the schema declares `{key}` as a text"))
    }

    /// A list.
    pub fn list(&self, key: &str) -> &[Value] {
        self.value(key).as_list().unwrap_or_else(|| panic!("the schema declares `{key}` as a list"))
    }

    /// A list of numbers.
    pub fn numbers(&self, key: &str) -> Vec<f64> {
        self.list(key)
            .iter()
            .map(|item| item.number().unwrap_or_else(|| panic!("the schema declares `{key}` as a list of numbers")))
            .collect()
    }

    /// A table.
    pub fn section(&self, key: &str) -> Params {
        self.value(key).section().unwrap_or_else(|| panic!("the schema declares `{key}` as a table"))
    }

    /// The one key of an alternative, and its value.
    pub fn variant(&self, key: &str) -> (&str, &Value) {
        let table = self.value(key).as_table();
        let (name, value) = table
            .and_then(|table| table.iter().next())
            .unwrap_or_else(|| panic!("the schema declares `{key}` as one of several"));
        (&name.name, value)
    }
}

impl Value {
    /// The value as a whole number.
    pub fn integer(&self) -> Option<i64> {
        match self.data {
            Data::Integer(i) => Some(i),
            _ => None,
        }
    }

    /// The value as a float.
    pub fn number(&self) -> Option<f64> {
        self.digits().and_then(|digits| digits.parse().ok())
    }

    /// The value as an exact number: digits, or a text with a fraction.
    pub fn rational(&self) -> Option<Rational> {
        self.digits().or_else(|| self.as_text().map(str::to_string)).and_then(|digits| digits.parse().ok())
    }

    /// The value as checked parameters: for tables that a schema has checked.
    pub fn section(&self) -> Option<Params> {
        self.as_table().cloned().map(Params::new)
    }
}
