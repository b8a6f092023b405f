//! JSON Schema of a parameter schema, in the part of it that every draft since 4 reads the same.

use super::schema::{Field, Kind, Presence, Schema};
use serde_json::{Map, Value as Json, json};

/// Names of a family's entries, for completion in editors.
pub type NamesOf<'a> = &'a dyn Fn(&str) -> Vec<String>;

impl Schema {
    /// The schema of a table with these fields.
    pub fn json_schema(&self, names: NamesOf<'_>) -> Json {
        let mut properties = Map::new();
        for field in &self.fields {
            properties.insert(field.key.to_string(), field.json_schema(names));
        }
        let required: Vec<&str> =
            self.fields.iter().filter(|f| matches!(f.presence, Presence::Required)).map(|f| f.key).collect();
        let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        schema
    }
}

impl Field {
    fn json_schema(&self, names: NamesOf<'_>) -> Json {
        let mut schema = self.kind.json_schema(names);
        let unit = if self.unit.is_empty() { String::new() } else { format!(" Unit: {}.", self.unit) };
        schema["description"] = json!(format!("{}{unit}", self.doc));
        if let Presence::Default(value) = &self.presence {
            schema["default"] = value.to_json();
        }
        schema
    }
}

impl Kind {
    /// The schema of a value of this kind.
    pub fn json_schema(&self, names: NamesOf<'_>) -> Json {
        match self {
            Kind::Bool => json!({"type": "boolean"}),
            Kind::Integer { min, max } => {
                let mut schema = json!({"type": "integer"});
                if *min != i64::MIN {
                    schema["minimum"] = json!(min);
                }
                if *max != i64::MAX {
                    schema["maximum"] = json!(max);
                }
                schema
            }
            Kind::Number { min, max } => {
                let mut schema = json!({"type": "number"});
                if min.is_finite() {
                    schema["minimum"] = json!(min);
                }
                if max.is_finite() {
                    schema["maximum"] = json!(max);
                }
                schema
            }
            Kind::Probability => json!({"type": "number", "minimum": 0, "maximum": 1}),
            Kind::Rational => json!({"anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": "^[+-]?([0-9]+/[0-9]+|[0-9]*\\.?[0-9]*([eE][+-]?[0-9]+)?)$"}
            ]}),
            Kind::Text => json!({"type": "string"}),
            Kind::Choice(words) => json!({"type": "string", "enum": words}),
            Kind::Actions { min } => json!({"anyOf": [
                {"type": "string", "pattern": "^[CDcd]*$", "minLength": min},
                {"type": "array", "items": {"type": "string", "pattern": "^[CDcd]$"}, "minItems": min}
            ]}),
            Kind::Named { family, inline } => {
                let mut forms = vec![
                    json!({"type": "string", "enum": names(family)}),
                    json!({"type": "string"}),
                    json!({
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "params": {"type": "object"}},
                        "required": ["name"],
                        "additionalProperties": false
                    }),
                ];
                if let Some(inline) = inline {
                    forms.push(inline().json_schema(names));
                }
                json!({"anyOf": forms})
            }
            Kind::List { of, min, max } => {
                let mut schema = json!({"type": "array", "items": of.json_schema(names)});
                if *min > 0 {
                    schema["minItems"] = json!(min);
                }
                if *max < usize::MAX {
                    schema["maxItems"] = json!(max);
                }
                schema
            }
            Kind::Table(schema) => schema.json_schema(names),
            Kind::OneOf(fields) => {
                let alternatives: Vec<Json> = fields
                    .iter()
                    .map(|field| {
                        let mut properties = Map::new();
                        properties.insert(field.key.to_string(), field.json_schema(names));
                        json!({
                            "type": "object",
                            "title": field.key,
                            "properties": properties,
                            "required": [field.key],
                            "additionalProperties": false
                        })
                    })
                    .collect();
                json!({"oneOf": alternatives})
            }
            Kind::AnyTable => json!({ "type": "object" }),
            Kind::Any => json!({}),
        }
    }
}
