//! What a scenario is made of, in words: every parameter with its value and what it means, and every game, strategy or rule
//! that it names, with its source. A report fills its description of the model from it.

use super::{Scenario, schema, toml_text};
use crate::catalogue::{About, Call, Data, Field, Kind, Value};
use crate::error::Origin;
use crate::models::Lab;

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingOf {
    /// Where it stands, such as `model.repeated.noise`.
    pub path: String,
    /// Its value, as TOML writes it.
    pub value: String,
    /// Its unit; empty for none.
    pub unit: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// An entry of a catalogue that the scenario names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it says of itself.
    pub about: About,
    /// Where the scenario names it first.
    pub path: String,
}

/// What a scenario is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The model.
    pub model: About,
    /// The parameters of the model and its agents, in order.
    pub settings: Vec<SettingOf>,
    /// What it names, each once, in order.
    pub parts: Vec<Part>,
}

impl Scenario {
    /// What the scenario is made of; `lab` is the one it was read with.
    pub fn describe(&self, lab: &Lab) -> Option<Description> {
        let model = lab.models.about(&self.model_key)?;
        let mut walk = Walk { lab, settings: Vec::new(), parts: Vec::new() };
        let schema = schema(lab);
        for field in schema.fields.iter().filter(|field| field.key == "model" || field.key == "agents") {
            if let Some(value) = self.resolved.get(field.key) {
                walk.field(field, value, field.key);
            }
        }
        Some(Description { model, settings: walk.settings, parts: walk.parts })
    }
}

struct Walk<'a> {
    lab: &'a Lab,
    settings: Vec<SettingOf>,
    parts: Vec<Part>,
}

impl Walk<'_> {
    fn field(&mut self, field: &Field, value: &Value, path: &str) {
        self.kind(&field.kind, value, path, field);
    }

    fn kind(&mut self, kind: &Kind, value: &Value, path: &str, field: &Field) {
        match (kind, &value.data) {
            (Kind::Table(schema), Data::Table(table)) => {
                for inner in &schema.fields {
                    if let Some(value) = table.get(inner.key) {
                        self.field(inner, value, &format!("{path}.{}", inner.key));
                    }
                }
            }
            (Kind::OneOf(fields), Data::Table(table)) => {
                for inner in fields {
                    if let Some(value) = table.get(inner.key) {
                        self.field(inner, value, &format!("{path}.{}", inner.key));
                    }
                }
            }
            (Kind::List { of, .. }, Data::List(items)) if nested(of) => {
                for (k, item) in items.iter().enumerate() {
                    self.kind(of, item, &format!("{path}[{k}]"), field);
                }
            }
            _ => {
                self.name(kind, value, path);
                let (path, value) = (path.to_string(), toml_text::inline(value));
                self.settings.push(SettingOf { path, value, unit: field.unit, doc: field.doc });
            }
        }
    }

    /// Looks up what a value names.
    fn name(&mut self, kind: &Kind, value: &Value, path: &str) {
        let family = match kind {
            Kind::Named { family, .. } => family,
            Kind::List { of, .. } => {
                value.as_list().unwrap_or_default().iter().for_each(|item| self.name(of, item, path));
                return;
            }
            _ => return,
        };
        let written = value.as_text().or_else(|| value.as_table()?.get("name")?.as_text());
        let Some(call) = written.and_then(|text| Call::parse(text, &Origin::Unknown).ok()) else { return };
        let Some(about) = self.lab.about(family, &call.name) else { return };
        if !self.parts.iter().any(|part| part.about == about) {
            self.parts.push(Part { about, path: path.to_string() });
        }
    }
}

/// Whether a list's items have parameters of their own.
fn nested(kind: &Kind) -> bool {
    matches!(kind, Kind::Table(_) | Kind::OneOf(_))
}
