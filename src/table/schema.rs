//! What a table is: its kind, its columns and their roles.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A name in a schema: fixed in the code, or read back from a run directory.
pub type Name = Cow<'static, str>;

/// What a table shows, from which its chart follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// One row a thing, with measures: a ranking.
    Summary,
    /// Measures over an `x`: lines, with bands where there are bounds.
    Series,
    /// The first measure is a share of a whole over an `x`: a stack of areas. All measures are lines as well.
    Composition,
    /// Measures over two keys: a heat map, or a payoff matrix.
    Matrix,
    /// A measure and how often it occurred: a distribution.
    Distribution,
    /// Points of paths in a plane or simplex; a note `shape` asks for `line`, `area`, `points` or `arrows` instead.
    Trajectory,
    /// Edges between keys.
    Graph,
    /// Boards or lattices by time.
    Frames,
    /// What happened, in order, from whom to whom.
    Events,
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
    /// `true` or `false`.
    Bool,
    /// 64-bit whole numbers.
    Integer,
    /// 64-bit floats, never NaN.
    Float,
    /// Texts.
    Text,
}

/// What a column is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It tells rows apart.
    Key,
    /// It tells groups of rows apart: panels, or lines.
    Facet,
    /// The horizontal axis.
    X,
    /// A measured quantity.
    Measure,
    /// The lower bound of the named measure.
    Low(Name),
    /// The upper bound of the named measure.
    High(Name),
    /// How many observations, or how often.
    Weight,
    /// A note for people.
    Note,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name, in snake case.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Its unit; empty for a pure number or a word.
    pub unit: Name,
    /// What it is for.
    pub role: Role,
    /// What it means, in a sentence.
    pub doc: Name,
}

/// What a table is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSchema {
    /// Its name, in snake case: the file's stem.
    pub name: Name,
    /// Goes up whenever a column changes its meaning.
    pub version: u16,
    /// What it shows.
    pub kind: TableKind,
    /// Whether it is printed at the end of a run.
    pub headline: bool,
    /// What it holds, in a sentence.
    pub doc: Name,
    /// The columns that tell rows apart, in sorting order.
    pub key: Vec<Name>,
    /// The columns.
    pub columns: Vec<Column>,
}

impl Column {
    fn with(name: &'static str, ty: Type, unit: &'static str, role: Role, doc: &'static str) -> Self {
        Self { name: name.into(), ty, unit: unit.into(), role, doc: doc.into() }
    }

    /// A column that tells rows apart.
    pub fn key(name: &'static str, ty: Type, doc: &'static str) -> Self {
        Self::with(name, ty, "", Role::Key, doc)
    }

    /// A column that tells groups apart.
    pub fn facet(name: &'static str, doc: &'static str) -> Self {
        Self::with(name, Type::Text, "", Role::Facet, doc)
    }

    /// The horizontal axis.
    pub fn x(name: &'static str, ty: Type, unit: &'static str, doc: &'static str) -> Self {
        Self::with(name, ty, unit, Role::X, doc)
    }

    /// A measured quantity.
    pub fn measure(name: &'static str, ty: Type, unit: &'static str, doc: &'static str) -> Self {
        Self::with(name, ty, unit, Role::Measure, doc)
    }

    /// The lower bound of a measure.
    pub fn low(name: &'static str, of: &'static str, doc: &'static str) -> Self {
        Self::with(name, Type::Float, "", Role::Low(of.into()), doc)
    }

    /// The upper bound of a measure.
    pub fn high(name: &'static str, of: &'static str, doc: &'static str) -> Self {
        Self::with(name, Type::Float, "", Role::High(of.into()), doc)
    }

    /// How many observations.
    pub fn weight(name: &'static str, doc: &'static str) -> Self {
        Self::with(name, Type::Integer, "", Role::Weight, doc)
    }

    /// A note for people.
    pub fn note(name: &'static str, doc: &'static str) -> Self {
        Self::with(name, Type::Text, "", Role::Note, doc)
    }
}

impl TableSchema {
    /// A schema of version 1 whose key is its facet, key and x columns in order.
    pub fn new(name: &'static str, kind: TableKind, doc: &'static str, columns: Vec<Column>) -> Self {
        let key = columns
            .iter()
            .filter(|c| matches!(c.role, Role::Key | Role::Facet | Role::X))
            .map(|c| c.name.clone())
            .collect();
        Self { name: name.into(), version: 1, kind, headline: false, doc: doc.into(), key, columns }
    }

    /// The same, printed at the end of a run.
    #[must_use]
    pub fn headline(mut self) -> Self {
        self.headline = true;
        self
    }

    /// The places of the columns with a role.
    pub fn with_role(&self, role: &Role) -> impl Iterator<Item = usize> {
        self.columns.iter().enumerate().filter(move |(_, c)| c.role == *role).map(|(k, _)| k)
    }

    /// The place of the lower and of the upper bound of a measure.
    pub fn bounds_of(&self, measure: &str) -> Option<(usize, usize)> {
        let find = |wanted: &dyn Fn(&Role) -> bool| self.columns.iter().position(|c| wanted(&c.role));
        let low = find(&|role| matches!(role, Role::Low(of) if of == measure))?;
        let high = find(&|role| matches!(role, Role::High(of) if of == measure))?;
        Some((low, high))
    }
}
