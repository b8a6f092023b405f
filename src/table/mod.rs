//! Typed tidy tables: the only form in which results leave a run.
//!
//! A table has one observation a row; its [`TableSchema`] says what each column is (type, unit,
//! role, meaning) and what kind of thing the table shows, from which files, digests, plots and
//! reports follow. Columns are stored by column; a text is stored once however often it occurs.
//! A cell may be null; an empty text is null; a float is never NaN and never negative zero.

mod schema;

pub use schema::{Column, Role, TableKind, TableSchema, Type};

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The `condition` of a run that compares none. People need not be told of it.
pub const BASELINE: &str = "base";

/// A table: a schema and its rows.
#[derive(Clone, Debug)]
pub struct Table {
    schema: TableSchema,
    columns: Vec<ColumnData>,
    rows: usize,
}

/// The cells of one column.
#[derive(Clone, Debug)]
pub struct ColumnData {
    cells: Cells,
    nulls: Option<Vec<bool>>,
}

#[derive(Clone, Debug)]
enum Cells {
    Bool(Vec<bool>),
    Integer(Vec<i64>),
    Float(Vec<f64>),
    Text { codes: Vec<u32>, pool: Vec<String>, index: BTreeMap<String, u32> },
}

/// One cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A float, not NaN.
    Float(f64),
    /// A text.
    Text(&'a str),
}

impl ColumnData {
    fn new(ty: Type) -> Self {
        let cells = match ty {
            Type::Bool => Cells::Bool(Vec::new()),
            Type::Integer => Cells::Integer(Vec::new()),
            Type::Float => Cells::Float(Vec::new()),
            Type::Text => Cells::Text { codes: Vec::new(), pool: Vec::new(), index: BTreeMap::new() },
        };
        Self { cells, nulls: None }
    }

    fn len(&self) -> usize {
        match &self.cells {
            Cells::Bool(v) => v.len(),
            Cells::Integer(v) => v.len(),
            Cells::Float(v) => v.len(),
            Cells::Text { codes, .. } => codes.len(),
        }
    }

    fn push(&mut self, cell: Cell<'_>, column: &Column) {
        let row = self.len();
        let cell = if cell == Cell::Text("") { Cell::Null } else { cell };
        if cell == Cell::Null {
            self.nulls.get_or_insert_with(|| vec![false; row]).push(true);
        } else if let Some(nulls) = &mut self.nulls {
            nulls.push(false);
        }
        match (&mut self.cells, cell) {
            (Cells::Bool(v), Cell::Bool(b)) => v.push(b),
            (Cells::Bool(v), Cell::Null) => v.push(false),
            (Cells::Integer(v), Cell::Integer(i)) => v.push(i),
            (Cells::Integer(v), Cell::Null) => v.push(0),
            (Cells::Float(v), Cell::Float(x)) => {
                assert!(!x.is_nan(), "column `{}` never holds NaN", column.name);
                // Adding zero turns -0 into 0, so that equal numbers are equal bytes.
                v.push(x + 0.0);
            }
            (Cells::Float(v), Cell::Null) => v.push(0.0),
            (Cells::Text { codes, pool, index }, Cell::Text(text)) => {
                let code = match index.get(text) {
                    Some(code) => *code,
                    None => {
                        let code = u32::try_from(pool.len()).expect("a column holds fewer than 2^32 texts");
                        pool.push(text.to_string());
                        index.insert(text.to_string(), code);
                        code
                    }
                };
                codes.push(code);
            }
            (Cells::Text { codes, .. }, Cell::Null) => codes.push(u32::MAX),
            (_, cell) => panic!("column `{}` is {:?} and cannot hold {cell:?}", column.name, column.ty),
        }
    }

    /// The cell of a row.
    pub fn cell(&self, row: usize) -> Cell<'_> {
        if self.is_null(row) {
            return Cell::Null;
        }
        match &self.cells {
            Cells::Bool(v) => Cell::Bool(v[row]),
            Cells::Integer(v) => Cell::Integer(v[row]),
            Cells::Float(v) => Cell::Float(v[row]),
            Cells::Text { codes, pool, .. } => Cell::Text(&pool[codes[row] as usize]),
        }
    }

    /// Whether the cell of a row is null.
    pub fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls[row])
    }

    /// Whether any cell is null.
    pub fn has_nulls(&self) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.contains(&true))
    }
}

impl Table {
    /// A table without rows.
    pub fn new(schema: TableSchema) -> Self {
        let columns = schema.columns.iter().map(|column| ColumnData::new(column.ty)).collect();
        Self { schema, columns, rows: 0 }
    }

    /// Its schema.
    pub fn schema(&self) -> &TableSchema {
        &self.schema
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.schema.name
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a row, one cell a column in the schema's order.
    ///
    /// # Panics
    /// If the cells do not fit the schema, or a float is NaN: a fault of the model, not of its user.
    pub fn push(&mut self, row: &[Cell<'_>]) {
        assert_eq!(row.len(), self.columns.len(), "a row of `{}` has one cell a column", self.schema.name);
        for ((data, cell), column) in self.columns.iter_mut().zip(row).zip(&self.schema.columns) {
            data.push(*cell, column);
        }
        self.rows += 1;
    }

    /// Adds all rows of a table of the same schema.
    pub fn append(&mut self, other: &Table) {
        assert_eq!(self.schema, other.schema, "appended tables have one schema");
        for row in 0..other.rows {
            let cells: Vec<Cell<'_>> = other.columns.iter().map(|column| column.cell(row)).collect();
            self.push(&cells);
        }
    }

    /// The place of a column.
    pub fn position(&self, column: &str) -> Option<usize> {
        self.schema.columns.iter().position(|c| c.name == column)
    }

    /// A column by its place.
    pub fn column(&self, place: usize) -> &ColumnData {
        &self.columns[place]
    }

    /// The cell of a row in a column by its place.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        self.columns[column].cell(row)
    }

    /// The cell of a row in a column by name.
    pub fn at(&self, row: usize, column: &str) -> Option<Cell<'_>> {
        self.position(column).map(|place| self.cell(row, place))
    }

    /// The order of rows by the schema's key: nulls first, then numbers and texts ascending; equal keys keep their order.
    pub fn key_order(&self) -> Vec<usize> {
        let keys: Vec<usize> = self.schema.key.iter().filter_map(|name| self.position(name)).collect();
        let mut order: Vec<usize> = (0..self.rows).collect();
        order.sort_by(|a, b| {
            keys.iter()
                .map(|k| self.cell(*a, *k).order(&self.cell(*b, *k)))
                .find(|o| o.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        order
    }
}

impl Cell<'_> {
    fn order(&self, other: &Cell<'_>) -> Ordering {
        match (self, other) {
            (Cell::Integer(a), Cell::Integer(b)) => a.cmp(b),
            (Cell::Float(a), Cell::Float(b)) => a.total_cmp(b),
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            (Cell::Bool(a), Cell::Bool(b)) => a.cmp(b),
            (Cell::Null, Cell::Null) => Ordering::Equal,
            (Cell::Null, _) => Ordering::Less,
            // Cells of one column have one type, so the last arm is null on the right.
            _ => Ordering::Greater,
        }
    }

    /// The cell as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "for drawing and printing")]
            Cell::Integer(i) => Some(*i as f64),
            Cell::Float(x) => Some(*x),
            _ => None,
        }
    }

    /// The cell as text, as CSV shows it: empty for null, the shortest digits of a float.
    pub fn show(&self) -> String {
        match self {
            Cell::Null => String::new(),
            Cell::Bool(b) => b.to_string(),
            Cell::Integer(i) => i.to_string(),
            Cell::Float(x) => x.to_string(),
            Cell::Text(text) => (*text).to_string(),
        }
    }
}

impl From<i64> for Cell<'_> {
    fn from(value: i64) -> Self {
        Cell::Integer(value)
    }
}

impl From<u32> for Cell<'_> {
    fn from(value: u32) -> Self {
        Cell::Integer(i64::from(value))
    }
}

impl From<usize> for Cell<'_> {
    fn from(value: usize) -> Self {
        Cell::Integer(i64::try_from(value).expect("a count fits"))
    }
}

impl From<u64> for Cell<'_> {
    fn from(value: u64) -> Self {
        Cell::Integer(i64::try_from(value).expect("a count fits"))
    }
}

impl From<f64> for Cell<'_> {
    fn from(value: f64) -> Self {
        Cell::Float(value)
    }
}

impl From<bool> for Cell<'_> {
    fn from(value: bool) -> Self {
        Cell::Bool(value)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(value: &'a str) -> Self {
        Cell::Text(value)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(value: &'a String) -> Self {
        Cell::Text(value)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let columns = vec![
            Column::key("strategy", Type::Text, "The strategy."),
            Column::key("round", Type::Integer, "The round."),
            Column::measure("score", Type::Float, "utility", "The score."),
        ];
        Table::new(TableSchema::new("t", TableKind::Series, "A test.", columns))
    }

    #[test]
    fn rows_come_back_as_they_went_in() {
        let mut t = table();
        t.push(&["b".into(), 2i64.into(), (-0.0).into()]);
        t.push(&["a".into(), 1i64.into(), Cell::Null]);
        t.push(&["b".into(), 1i64.into(), 1.5.into()]);
        assert_eq!(t.cell(0, 2), Cell::Float(0.0));
        assert!(matches!(t.cell(0, 2), Cell::Float(x) if x.is_sign_positive()));
        assert_eq!(t.at(1, "score"), Some(Cell::Null));
        assert!(t.column(2).has_nulls() && !t.column(0).has_nulls());
        assert_eq!(t.key_order(), [1, 2, 0]);
        let mut twice = t.clone();
        twice.append(&t);
        assert_eq!(twice.len(), 6);
        assert_eq!(twice.cell(5, 0), Cell::Text("b"));
    }

    #[test]
    fn an_empty_text_is_null() {
        let mut t = table();
        t.push(&["".into(), 1i64.into(), 1.0.into()]);
        assert_eq!(t.cell(0, 0), Cell::Null);
    }

    #[test]
    #[should_panic(expected = "column `score` never holds NaN")]
    fn nan_is_a_fault_of_the_model() {
        table().push(&["a".into(), 1i64.into(), f64::NAN.into()]);
    }
}
