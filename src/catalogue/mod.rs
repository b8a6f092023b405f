//! One catalogue type for every family of the lab: strategies, games, models and those to come.
//!
//! An [`Entry`] says its key, title, source, facets and parameters, and builds the thing. From the
//! entry follow the listing, the scenario parser and its JSON Schema, the documentation and the
//! family's law tests. Adding a thing is one item in one file and one line in its family's list; a
//! user's own crate registers more with [`Catalogue::register`].
//!
//! Entries are in one fixed order, and names match after [`fold`].

mod call;
mod json_schema;
mod names;
mod params;
mod schema;
mod value;

pub use call::Call;
use names::alike;
pub use names::{fold, nearest, suggestion};
pub use params::Params;
pub use schema::{Field, Kind, Place, Presence, Schema};
pub(crate) use value::Lines;
pub use value::{Data, Key, Table, Value};

use crate::error::{Diagnostic, Faults, Origin};
use std::fmt;

/// A family of things that a catalogue holds.
pub trait Family {
    /// The family's name in the plural, as in `comity list strategies`.
    const FAMILY: &'static str;
    /// One of them, as in `unknown strategy`.
    const ONE: &'static str;
    /// The code of the error for an unknown name.
    const UNKNOWN: &'static str;
    /// Names that the field knows and that are not here, each with the reason.
    const LEFT_OUT: &'static [(&'static str, &'static str)] = &[];
    /// What is true of an entry under its default parameters.
    type Facets: 'static;
    /// What building one may need beside its parameters.
    type Tools: ?Sized;
}

/// Why a name that the field knows is not in a family, if that is so.
pub fn left_out<T: ?Sized + Family>(name: &str) -> Option<String> {
    let (name, reason) = T::LEFT_OUT.iter().find(|(other, _)| alike(name, other))?;
    Some(format!("{name} is left out: {reason}"))
}

/// Builds one thing of a family from its checked parameters.
pub type Build<T> = fn(&Params, &<T as Family>::Tools) -> Result<Box<T>, Faults>;

/// One thing of a family.
pub struct Entry<T: ?Sized + Family> {
    /// The canonical key, in snake case.
    pub key: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// Other names under which it is found.
    pub aliases: &'static [&'static str],
    /// What it does, in a sentence or two.
    pub about: &'static str,
    /// Where it comes from: author, year, and what else is needed to find it.
    pub source: &'static str,
    /// What is true of it under its default parameters.
    pub facets: T::Facets,
    /// Its parameters.
    pub params: fn() -> Schema,
    /// Builds it.
    pub build: Build<T>,
}

/// What an entry of any family says of itself, without what only its family knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The family, in the plural.
    pub family: &'static str,
    /// The canonical key.
    pub key: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// The entries of a family: the built-in ones, then those that a user registered.
pub struct Catalogue<T: ?Sized + Family + 'static> {
    built_in: Vec<&'static [Entry<T>]>,
    extra: Vec<Entry<T>>,
}

/// An entry of a family with checked parameters: what a name with arguments stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The entry's canonical key.
    pub key: String,
    /// Its parameters.
    pub params: Params,
}

impl<T: ?Sized + Family + 'static> Catalogue<T> {
    /// A catalogue of built-in entries, listed in groups.
    pub fn new(built_in: Vec<&'static [Entry<T>]>) -> Self {
        Self { built_in, extra: Vec::new() }
    }

    /// Adds an entry after all others.
    ///
    /// # Errors
    /// If one of its names is taken.
    pub fn register(&mut self, entry: Entry<T>) -> Result<(), Diagnostic> {
        let names = std::iter::once(entry.key).chain(entry.aliases.iter().copied()).chain([entry.title]);
        for name in names {
            if let Some(taken) = self.find(name) {
                return Err(Diagnostic::new(
                    "name-taken",
                    format!("the {} {name:?} is already in the catalogue as {:?}", T::ONE, taken.key),
                    "a name of its own",
                ));
            }
        }
        self.extra.push(entry);
        Ok(())
    }

    /// All entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<T>> {
        self.built_in.iter().flat_map(|group| group.iter()).chain(self.extra.iter())
    }

    /// The entry of a name, if there is one. Names match after [`fold`].
    pub fn find(&self, name: &str) -> Option<&Entry<T>> {
        // The canonical key, which checked names have, needs no folding.
        self.entries().find(|entry| entry.key == name).or_else(|| {
            let matches = |other: &str| alike(name, other);
            self.entries().find(|entry| {
                matches(entry.key) || matches(entry.title) || entry.aliases.iter().any(|alias| matches(alias))
            })
        })
    }

    /// What the entry of a name says of itself, if there is one.
    pub fn about(&self, name: &str) -> Option<About> {
        let Entry { key, title, about, source, .. } = self.find(name)?;
        Some(About { family: T::FAMILY, key, title, about, source })
    }

    /// The entry of a name.
    ///
    /// # Errors
    /// If there is none: the fault names the nearest.
    pub fn entry(&self, name: &str) -> Result<&Entry<T>, Diagnostic> {
        self.find(name).ok_or_else(|| {
            let fault = Diagnostic::new(T::UNKNOWN, format!("unknown {} {name:?}", T::ONE), "");
            if let Some(reason) = left_out::<T>(name) {
                return fault.help(reason);
            }
            let list = format!("comity list {}", T::FAMILY);
            let names: Vec<&str> =
                self.entries().flat_map(|e| [e.key, e.title].into_iter().chain(e.aliases.iter().copied())).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean {near:?}? ({list})"),
                None => format!("see `{list}`"),
            };
            fault.help(help)
        })
    }

    /// What a value names: `name`, `name(arguments)` or `{ name, params }`.
    ///
    /// # Errors
    /// If the name is unknown, the syntax is broken, or a parameter is wrong.
    pub fn resolve(&self, value: &Value, place: &Place) -> Result<Spec, Faults> {
        let located = |fault: Diagnostic| Faults::from(fault.or_at(&place.at(&value.origin)));
        match &value.data {
            Data::Text(text) => {
                let call = Call::parse(text, &value.origin).map_err(located)?;
                let entry = self.entry(&call.name).map_err(located)?;
                let args = bind(&call, &(entry.params)()).map_err(located)?;
                self.checked(entry, &args, &value.origin, place)
            }
            Data::Table(table) => {
                let name = table.get("name").and_then(|name| Some((name, name.as_text()?)));
                let Some((name_value, name)) = name else {
                    return Err(located(Diagnostic::new(
                        "missing-key",
                        format!("a {} without `name`", T::ONE),
                        format!("{{ name = \"..\", params = {{ .. }} }} or a name of `comity list {}`", T::FAMILY),
                    )));
                };
                let entry =
                    self.entry(name).map_err(|f| Faults::from(f.or_at(&place.key("name").at(&name_value.origin))))?;
                let empty = Table::default();
                let params = match table.get("params") {
                    None => &empty,
                    Some(params) => params.as_table().ok_or_else(|| {
                        Faults::from(
                            Diagnostic::new("wrong-type", format!("`params` is {}", params.describe()), "a table")
                                .at(place.key("params").at(&params.origin)),
                        )
                    })?,
                };
                self.checked(entry, params, &value.origin, &place.key("params"))
            }
            _ => Err(located(Diagnostic::new(
                "wrong-type",
                format!("a {} given as {}", T::ONE, value.describe()),
                format!("a name of `comity list {}`", T::FAMILY),
            ))),
        }
    }

    /// The named entry with these parameters.
    ///
    /// # Errors
    /// If the name is unknown or a parameter is wrong.
    pub fn resolve_with(
        &self,
        (name, place): (&Value, &Place),
        (params, params_place): (&Table, &Place),
    ) -> Result<Spec, Faults> {
        let located = |fault: Diagnostic| Faults::from(fault.or_at(&place.at(&name.origin)));
        let text = name.as_text().ok_or_else(|| {
            located(Diagnostic::new("wrong-type", format!("a {} given as {}", T::ONE, name.describe()), "a name"))
        })?;
        let call = Call::parse(text, &name.origin).map_err(located)?;
        let entry = self.entry(&call.name).map_err(located)?;
        let mut args = bind(&call, &(entry.params)()).map_err(located)?;
        for (key, value) in params.iter() {
            if args.get(&key.name).is_some() {
                return Err(Faults::from(
                    Diagnostic::new(
                        "given-twice",
                        format!("{:?} is given in the name and in `params`", key.name),
                        "one of the two",
                    )
                    .at(params_place.key(&key.name).at(&key.origin)),
                ));
            }
            args.set(key.clone(), value.clone());
        }
        self.checked(entry, &args, &name.origin, params_place)
    }

    fn checked(&self, entry: &Entry<T>, table: &Table, origin: &Origin, place: &Place) -> Result<Spec, Faults> {
        let mut faults = Faults::new();
        let params = (entry.params)().check(table, origin, place, &mut faults);
        match params {
            Some(params) if faults.is_empty() => Ok(Spec { key: entry.key.to_string(), params }),
            _ => Err(faults),
        }
    }

    /// Builds what a spec says.
    ///
    /// # Errors
    /// If the parameters, each right by itself, do not go together.
    pub fn build(&self, spec: &Spec, tools: &T::Tools) -> Result<Box<T>, Faults> {
        let entry = self.entry(&spec.key)?;
        (entry.build)(&spec.params, tools)
    }

    /// The parameters of an entry that differ from its defaults, as `name(key=value)`.
    pub fn display(&self, spec: &Spec) -> String {
        let Some(entry) = self.find(&spec.key) else { return spec.to_string() };
        let schema = (entry.params)();
        let args: Vec<String> = spec
            .params
            .table()
            .iter()
            .filter(|(key, value)| {
                let default = schema.field(&key.name).and_then(|field| match &field.presence {
                    Presence::Default(value) => field.kind.check(value, &Place::root(), &mut Faults::new()),
                    _ => None,
                });
                default.is_none_or(|default| default.data != value.data)
            })
            .map(|(key, value)| format!("{}={}", key.name, show(value)))
            .collect();
        if args.is_empty() { spec.key.clone() } else { format!("{}({})", spec.key, args.join(",")) }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        let args: Vec<String> =
            self.params.table().iter().map(|(key, value)| format!("{}={}", key.name, show(value))).collect();
        if args.is_empty() { Ok(()) } else { write!(f, "({})", args.join(",")) }
    }
}

/// A value in the syntax of a call.
fn show(value: &Value) -> String {
    match &value.data {
        Data::Text(text) => {
            let bare = !text.is_empty() && !text.contains(['"', ',', '=', '[', ']', ' ']);
            let call = text.contains('(') && Call::parse(text, &Origin::Unknown).is_ok();
            if bare || call { text.clone() } else { format!("{text:?}") }
        }
        Data::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(",")),
        Data::Table(table) => {
            let name = table.get("name").and_then(Value::as_text).unwrap_or("table");
            let params = table.get("params").and_then(Value::as_table);
            let inner: Vec<String> =
                params.into_iter().flat_map(|p| p.iter().map(|(k, v)| format!("{}={}", k.name, show(v)))).collect();
            if inner.is_empty() { name.to_string() } else { format!("{name}({})", inner.join(",")) }
        }
        _ => value.digits().unwrap_or_else(|| value.describe()),
    }
}

/// The arguments of a call as a table: those without a key take the schema's keys in order.
fn bind(call: &Call, schema: &Schema) -> Result<Table, Diagnostic> {
    let mut table = Table::default();
    let mut named = false;
    for (place, (key, value)) in call.args.iter().enumerate() {
        let key = match key {
            Some(key) => {
                named = true;
                key.clone()
            }
            None if named => {
                return Err(Diagnostic::new(
                    "call-syntax",
                    format!("{:?} has an argument without a key after one with a key", call.name),
                    "arguments without a key first",
                ));
            }
            None => {
                let field = schema.fields.get(place).ok_or_else(|| {
                    Diagnostic::new(
                        "too-many-arguments",
                        format!("{:?} has more than {} arguments", call.name, schema.fields.len()),
                        "at most as many as it has parameters",
                    )
                })?;
                Key { name: field.key.to_string(), origin: value.origin.clone() }
            }
        };
        if table.get(&key.name).is_some() {
            return Err(Diagnostic::new("given-twice", format!("{:?} is given twice", key.name), "it once"));
        }
        table.set(key, value.clone());
    }
    Ok(table)
}
