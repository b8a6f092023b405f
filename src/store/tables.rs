//! The tables of a run, by name.

use crate::table::{Cell, Table, TableSchema};
use std::collections::BTreeMap;

/// The tables that a run fills: one for each schema of its model, in the model's order.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    tables: Vec<Table>,
    places: BTreeMap<String, usize>,
}

impl Tables {
    /// Empty tables of these schemas.
    pub fn new(schemas: Vec<TableSchema>) -> Self {
        let mut tables = Self::default();
        for schema in schemas {
            tables.insert(Table::new(schema));
        }
        tables
    }

    /// Adds a table after all others.
    ///
    /// # Panics
    /// If there is one of that name.
    pub fn insert(&mut self, table: Table) {
        let taken = self.places.insert(table.name().to_string(), self.tables.len());
        assert!(taken.is_none(), "a run has one table `{}`", table.name());
        self.tables.push(table);
    }

    /// Adds a row to a table.
    ///
    /// # Panics
    /// If the model did not declare the table: a fault of the model.
    pub fn push(&mut self, table: &str, row: &[Cell<'_>]) {
        let place = self.places.get(table).unwrap_or_else(|| panic!("the model declares table `{table}`"));
        self.tables[*place].push(row);
    }

    /// The table of a name.
    pub fn get(&self, name: &str) -> Option<&Table> {
        self.places.get(name).map(|place| &self.tables[*place])
    }

    /// All tables, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The tables as a slice, in order.
    pub fn as_slice(&self) -> &[Table] {
        &self.tables
    }
}
