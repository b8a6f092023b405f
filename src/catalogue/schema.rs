//! What an entry's parameters may be: one declaration from which checks, defaults, the JSON Schema,
//! completions and the documentation of a family all follow.

use super::params::Params;
use super::value::{Data, Key, Table, Value};
use super::{fold, suggestion};
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::exact::Rational;
use std::sync::Arc;

/// The parameters of an entry, in the order in which they are documented (and in which arguments
/// without a key are taken).
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// The parameters.
    pub fields: Vec<Field>,
}

/// One parameter.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its key, in snake case.
    pub key: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether it may be left out, and what it is then.
    pub presence: Presence,
    /// Its unit; empty for a pure number or a word.
    pub unit: &'static str,
    /// What it means, in one sentence.
    pub doc: &'static str,
}

/// Whether a parameter may be left out.
#[derive(Clone, Debug)]
pub enum Presence {
    /// It must be given.
    Required,
    /// It may be left out, and is then absent.
    Optional,
    /// It may be left out, and is then this.
    Default(Value),
}

/// What a parameter may be.
#[derive(Clone, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number of a closed range.
    Integer {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A finite number of a closed range.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// A number from 0 to 1.
    Probability,
    /// An exact number: an integer, a decimal, or a fraction in quotes.
    Rational,
    /// Any text.
    Text,
    /// One of some words.
    Choice(&'static [&'static str]),
    /// A word over the actions C and D, such as `CCD`, or a list of its letters.
    Actions {
        /// The least number of letters.
        min: usize,
    },
    /// An entry of a family: `name`, `name(arguments)`, `{ name, params }`, or a table of its own.
    Named {
        /// The family, in the plural, such as `strategies`.
        family: &'static str,
        /// The table that may stand in its place, written out.
        inline: Option<fn() -> Schema>,
    },
    /// A list.
    List {
        /// What its items are.
        of: Box<Kind>,
        /// The least number of items.
        min: usize,
        /// The greatest number of items.
        max: usize,
    },
    /// A table.
    Table(Schema),
    /// Exactly one of some keys, each with a value of its own: `{ known = 20 }`.
    OneOf(Vec<Field>),
    /// A table of any keys; the entry checks them itself.
    AnyTable,
    /// Anything; the entry checks it itself.
    Any,
}

impl Kind {
    /// Any finite number.
    pub const NUMBER: Kind = Kind::Number { min: f64::NEG_INFINITY, max: f64::INFINITY };
    /// A count: a whole number from 0.
    pub const COUNT: Kind = Kind::Integer { min: 0, max: i64::MAX };

    /// A whole number from `min` to `max`.
    pub fn whole(min: i64, max: i64) -> Kind {
        Kind::Integer { min, max }
    }

    /// A table without parameters: what a plain word stands for where other words take some.
    pub fn empty() -> Kind {
        Kind::Table(Schema::default())
    }

    /// A list of any length.
    pub fn list(of: Kind) -> Kind {
        Kind::List { of: Box::new(of), min: 0, max: usize::MAX }
    }

    /// A strategy, a game or another entry of a family, without a table of its own.
    pub fn named(family: &'static str) -> Kind {
        Kind::Named { family, inline: None }
    }

    /// The kind in a user's words: `a probability from 0 to 1`.
    pub fn describe(&self) -> String {
        match self {
            Kind::Bool => "true or false".into(),
            Kind::Integer { min, max } => match (*min, *max) {
                (i64::MIN, i64::MAX) => "a whole number".into(),
                (min, i64::MAX) => format!("a whole number from {min}"),
                (i64::MIN, max) => format!("a whole number up to {max}"),
                (min, max) if min == max => min.to_string(),
                (min, max) => format!("a whole number from {min} to {max}"),
            },
            Kind::Number { min, max } => match (min.is_finite(), max.is_finite()) {
                (false, false) => "a number".into(),
                (true, false) => format!("a number from {min}"),
                (false, true) => format!("a number up to {max}"),
                (true, true) => format!("a number from {min} to {max}"),
            },
            Kind::Probability => "a probability from 0 to 1".into(),
            Kind::Rational => "an exact number such as 3, 0.5 or \"1/3\"".into(),
            Kind::Text => "a text".into(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Actions { min: 0 } => "a word of the letters C and D".into(),
            Kind::Actions { min } => format!("a word of at least {min} of the letters C and D"),
            Kind::Named { family, inline } => {
                let table = if inline.is_some() { ", or a table written out" } else { "" };
                format!("a name of `comity list {family}`, with arguments such as name(key=value){table}")
            }
            Kind::List { of, min, max } => {
                let items = of.describe();
                match (*min, *max) {
                    (0, usize::MAX) => format!("a list, each item {items}"),
                    (min, usize::MAX) => format!("a list of at least {min}, each {items}"),
                    (min, max) if min == max => format!("a list of {min}, each {items}"),
                    (min, max) => format!("a list of {min} to {max}, each {items}"),
                }
            }
            Kind::Table(schema) => {
                format!("a table of {}", schema.fields.iter().map(|f| f.key).collect::<Vec<_>>().join(", "))
            }
            Kind::OneOf(fields) => {
                let keys: Vec<String> = fields.iter().map(|f| format!("{{ {} = .. }}", f.key)).collect();
                format!("one of {}", keys.join(", "))
            }
            Kind::AnyTable => "a table".into(),
            Kind::Any => "a value".into(),
        }
    }
}

impl Field {
    /// A parameter that must be given.
    pub fn required(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { key, kind, presence: Presence::Required, unit: "", doc }
    }

    /// A parameter that may be left out.
    pub fn optional(key: &'static str, kind: Kind, doc: &'static str) -> Self {
        Self { key, kind, presence: Presence::Optional, unit: "", doc }
    }

    /// A parameter with a default.
    pub fn with_default(key: &'static str, kind: Kind, default: impl Into<Value>, doc: &'static str) -> Self {
        let mut default: Value = default.into();
        default.origin = Origin::Default;
        Self { key, kind, presence: Presence::Default(default), unit: "", doc }
    }

    /// The same, with a unit.
    #[must_use]
    pub fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }
}

/// Where a check stands: the document, and the key path so far.
#[derive(Clone, Debug, Default)]
pub struct Place {
    document: Option<Arc<str>>,
    path: String,
}

impl Place {
    /// The root of a named document.
    pub fn document(name: impl Into<Arc<str>>) -> Self {
        Self { document: Some(name.into()), path: String::new() }
    }

    /// The root of a value of no document.
    pub fn root() -> Self {
        Self::default()
    }

    /// The place of a key below this one.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let path = if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) };
        Self { document: self.document.clone(), path }
    }

    /// The place of a list's item below this one.
    #[must_use]
    pub fn item(&self, index: usize) -> Self {
        Self { document: self.document.clone(), path: format!("{}[{index}]", self.path) }
    }

    /// The location of something here that was written at `origin`.
    pub fn at(&self, origin: &Origin) -> Location {
        Location { document: self.document.clone(), origin: origin.clone(), path: self.path.clone() }
    }

    /// The key path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The last key of the path: what a message calls the value.
    fn subject(&self) -> String {
        let last = self.path.rsplit('.').next().unwrap_or_default();
        if last.is_empty() { "the value".to_string() } else { format!("`{last}`") }
    }
}

impl Schema {
    /// A schema of these fields.
    pub fn of(fields: Vec<Field>) -> Self {
        Self { fields }
    }

    /// The field of a key.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Checks a table, fills in defaults and brings every value to its canonical form.
    ///
    /// Goes on after a fault; `None` (with faults added) if anything is wrong.
    pub fn check(&self, table: &Table, origin: &Origin, place: &Place, faults: &mut Faults) -> Option<Params> {
        let mut good = true;
        for (key, _) in table.iter().filter(|(key, _)| self.field(&key.name).is_none()) {
            good = false;
            let known: Vec<&str> = self.fields.iter().map(|f| f.key).collect();
            let mut fault = Diagnostic::new(
                "unknown-key",
                format!("unknown key {:?}", key.name),
                if known.is_empty() { "no keys here".to_string() } else { format!("one of {}", known.join(", ")) },
            );
            if let Some(near) = super::nearest(&key.name, known.iter().copied()) {
                fault = fault.help(format!("did you mean {near:?}?"));
            }
            faults.push(fault.at(place.key(&key.name).at(&key.origin)));
        }
        let mut checked = Table::default();
        for field in &self.fields {
            let here = place.key(field.key);
            match (table.iter().find(|(key, _)| key.name == field.key), &field.presence) {
                (Some((key, value)), _) => match field.kind.check(value, &here, faults) {
                    Some(value) => checked.set(key.clone(), value),
                    None => good = false,
                },
                (None, Presence::Optional) => {}
                (None, Presence::Default(value)) => {
                    // Defaults are written in the code; the catalogue's law test checks them.
                    let value = field.kind.check(value, &here, faults);
                    match value {
                        Some(value) => {
                            checked.set(Key { name: field.key.to_string(), origin: Origin::Default }, value);
                        }
                        None => good = false,
                    }
                }
                (None, Presence::Required) => {
                    good = false;
                    faults.push(
                        Diagnostic::new("missing-key", format!("missing key {:?}", field.key), field.kind.describe())
                            .help(field.doc)
                            .at(here.at(origin)),
                    );
                }
            }
        }
        good.then(|| Params::new(checked))
    }
}

impl Kind {
    /// Checks a value and brings it to its canonical form.
    pub fn check(&self, value: &Value, place: &Place, faults: &mut Faults) -> Option<Value> {
        let at = || place.at(&value.origin);
        let wrong_type = |faults: &mut Faults| {
            faults.push(
                Diagnostic::new("wrong-type", format!("{} is {}", place.subject(), value.describe()), self.describe())
                    .at(at()),
            );
            None
        };
        let out_of_range = |faults: &mut Faults| {
            faults.push(
                Diagnostic::new(
                    "out-of-range",
                    format!("{} is {}", place.subject(), value.describe()),
                    self.describe(),
                )
                .at(at()),
            );
            None
        };
        let with = |data: Data| Some(Value { data, origin: value.origin.clone() });
        match (self, &value.data) {
            (Kind::Any, _)
            | (Kind::AnyTable, Data::Table(_))
            | (Kind::Bool, Data::Bool(_))
            | (Kind::Text, Data::Text(_)) => Some(value.clone()),
            (Kind::Integer { min, max }, Data::Integer(i)) => {
                if (*min..=*max).contains(i) {
                    Some(value.clone())
                } else {
                    out_of_range(faults)
                }
            }
            (Kind::Number { .. } | Kind::Probability, Data::Integer(_) | Data::Number(_)) => {
                let (min, max) = match self {
                    Kind::Number { min, max } => (*min, *max),
                    _ => (0.0, 1.0),
                };
                let float: f64 = value.digits()?.parse().unwrap_or(f64::NAN);
                // Written this way so that NaN is out of range too.
                if !(float.is_finite() && float >= min && float <= max) {
                    return out_of_range(faults);
                }
                with(Data::Number((float + 0.0).to_string()))
            }
            (Kind::Rational, Data::Integer(_) | Data::Number(_) | Data::Text(_)) => {
                let digits = value.digits().or_else(|| value.as_text().map(str::to_string))?;
                match digits.parse::<Rational>() {
                    Ok(exact) => with(match exact.numerator_i64().filter(|_| exact.is_integer()) {
                        Some(whole) => Data::Integer(whole),
                        None => Data::Text(exact.to_string()),
                    }),
                    Err(error) => {
                        faults.push(
                            Diagnostic::new("not-a-number", format!("{}: {error}", place.subject()), self.describe())
                                .at(at()),
                        );
                        None
                    }
                }
            }
            (Kind::Choice(words), Data::Text(text)) => {
                if let Some(word) = words.iter().find(|word| fold(word) == fold(text)) {
                    return with(Data::Text((*word).to_string()));
                }
                let mut fault =
                    Diagnostic::new("unknown-choice", format!("{} is {text:?}", place.subject()), self.describe());
                if let Some(near) = super::nearest(text, words.iter().copied()) {
                    fault = fault.help(format!("did you mean {near:?}?"));
                }
                faults.push(fault.at(at()));
                None
            }
            (Kind::Actions { min }, Data::Text(text)) => {
                let word = text.to_uppercase();
                if word.chars().all(|c| c == 'C' || c == 'D') && word.len() >= *min {
                    with(Data::Text(word))
                } else {
                    out_of_range(faults)
                }
            }
            (Kind::Actions { min }, Data::List(items)) => {
                let letter = |item: &Value| {
                    let letter = item.as_text()?.to_uppercase();
                    (letter == "C" || letter == "D").then_some(letter)
                };
                match items.iter().map(letter).collect::<Option<String>>() {
                    Some(word) if word.len() >= *min => with(Data::Text(word)),
                    _ => out_of_range(faults),
                }
            }
            (Kind::Named { .. }, Data::Text(_)) => Some(value.clone()),
            (Kind::Named { inline, .. }, Data::Table(table)) => {
                if table.get("name").is_some() {
                    let schema = Schema::of(vec![
                        Field::required("name", Kind::Text, "The entry's name."),
                        Field::optional("params", Kind::Any, "Its parameters, a table."),
                    ]);
                    return schema
                        .check(table, &value.origin, place, faults)
                        .and_then(|params| with(Data::Table(params.into_table())));
                }
                match inline {
                    Some(schema) => schema()
                        .check(table, &value.origin, place, faults)
                        .and_then(|params| with(Data::Table(params.into_table()))),
                    None => wrong_type(faults),
                }
            }
            (Kind::List { of, min, max }, Data::List(items)) => {
                if !(*min..=*max).contains(&items.len()) {
                    return out_of_range(faults);
                }
                let checked: Vec<Option<Value>> =
                    items.iter().enumerate().map(|(k, item)| of.check(item, &place.item(k), faults)).collect();
                checked.into_iter().collect::<Option<Vec<_>>>().and_then(|items| with(Data::List(items)))
            }
            (Kind::Table(schema), Data::Table(table)) => schema
                .check(table, &value.origin, place, faults)
                .and_then(|params| with(Data::Table(params.into_table()))),
            (Kind::OneOf(fields), Data::Table(table)) => {
                let mut keys = table.iter();
                let (Some((key, inner)), None) = (keys.next(), keys.next()) else {
                    let keys: Vec<&str> = table.iter().map(|(key, _)| key.name.as_str()).collect();
                    let found =
                        if keys.is_empty() { "an empty table".into() } else { format!("both {}", keys.join(" and ")) };
                    let found = format!("{} is {found}", place.subject());
                    faults.push(Diagnostic::new("not-one", found, self.describe()).at(at()));
                    return None;
                };
                let Some(field) = fields.iter().find(|field| field.key == key.name) else {
                    let mut fault =
                        Diagnostic::new("unknown-key", format!("unknown key {:?}", key.name), self.describe());
                    if let Some(help) = suggestion(&key.name, fields.iter().map(|f| f.key)) {
                        fault = fault.help(help);
                    }
                    faults.push(fault.at(place.key(&key.name).at(&key.origin)));
                    return None;
                };
                let checked = field.kind.check(inner, &place.key(field.key), faults)?;
                let mut table = Table::default();
                table.set(key.clone(), checked);
                with(Data::Table(table))
            }
            _ => wrong_type(faults),
        }
    }
}
