//! A new scenario to start from, with every parameter of its model explained.

use crate::catalogue::{Field, Kind, Presence, Schema, Value};
use crate::error::Diagnostic;
use crate::models::Lab;

/// The text of a commented scenario of a kind, titled `title`: it runs as it is, and says of each parameter what it
/// means, what it may be and what it is by default.
///
/// # Errors
/// If there is no model of that kind.
pub fn template(kind: &str, title: &str, lab: &Lab) -> Result<String, Diagnostic> {
    let entry = lab.models.entry(kind)?;
    let mut text = format!(
        "# {}\n# {}\n# Check it with `comity check`, run it with `comity run`, see a name with `comity explain`.\n\n\
         schema = 1\ntitle = {}\nsource = \"\"\nseed = 1\n\n[model.{}]\n",
        entry.title,
        entry.about,
        Value::from(title).to_json(),
        entry.key
    );
    for field in (entry.params)().fields {
        text.push_str(&explained(&field));
    }
    text.push_str(agents(entry.key));
    text.push_str(
        "\n[output]\n# off, tasks (one final task a task) or wire (every request, response and event)\ntrace = \"off\"\n\
         # en or zh\nlang = \"en\"\n",
    );
    Ok(text)
}

/// Agents that a model's defaults run with.
fn agents(model: &str) -> &'static str {
    match model {
        "learning" => {
            "\n[[agents]]\nname = \"row\"\nstrategy = \"regret_matching\"\n\n\
             [[agents]]\nname = \"column\"\nstrategy = \"boltzmann_q\"\nparams = { rate = 0.2 }\n"
        }
        "groups" => {
            "\n[[agents]]\nname = \"reciprocator\"\ncount = 3\nstrategy = \"group_tit_for_tat\"\n\n\
             [[agents]]\nname = \"last\"\nstrategy = \"group_end_game\"\nparams = { k = 1 }\n"
        }
        // These count their agents.
        "reputation" | "reciprocity" => "",
        _ => {
            "\n[[agents]]\nname = \"tat\"\nstrategy = \"tit_for_tat\"\n\n\
             [[agents]]\nname = \"last\"\nstrategy = \"end_game\"\nparams = { k = 1 }\n"
        }
    }
}

/// A parameter with its meaning above it; what is not its default is left to be filled in.
fn explained(field: &Field) -> String {
    let unit = if field.unit.is_empty() { String::new() } else { format!(" Unit: {}.", field.unit) };
    let mut text = format!("# {}{unit} It is {}.\n", field.doc, field.kind.describe());
    match &field.presence {
        Presence::Default(value) => text.push_str(&format!("{} = {}\n", field.key, toml(value))),
        Presence::Optional | Presence::Required => text.push_str(&format!("# {} =\n", field.key)),
    }
    if let Kind::List { of, .. } = &field.kind
        && let Kind::Table(schema) = &**of
    {
        text.push_str(&keys(schema));
    }
    text
}

/// The keys of a list's tables, as a comment.
fn keys(schema: &Schema) -> String {
    let keys: Vec<&str> = schema.fields.iter().map(|field| field.key).collect();
    format!("#   keys of an entry: {}\n", keys.join(", "))
}

fn toml(value: &Value) -> String {
    super::toml_text::inline(value)
}
