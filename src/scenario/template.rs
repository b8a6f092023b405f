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
    let start = start(entry.key);
    for field in (entry.params)().fields {
        let given = start.given.iter().find(|(key, _)| *key == field.key).map(|(_, value)| *value);
        text.push_str(&explained(&field, given));
    }
    for agent in start.agents {
        text.push_str(&format!("\n[[agents]]\n{agent}\n"));
    }
    text.push_str(
        "\n[output]\n# off, tasks (one final task a task) or wire (every request, response and event)\ntrace = \"off\"\n\
         # en or zh\nlang = \"en\"\n",
    );
    Ok(text)
}

/// What a new scenario of a model says besides the model's defaults, so that it runs, and in seconds.
#[derive(Clone, Copy)]
struct Start {
    /// Parameters with values other than their defaults.
    given: &'static [(&'static str, &'static str)],
    /// The lines of each kind of agent; none where the model names or counts its own.
    agents: &'static [&'static str],
}

fn start(model: &str) -> Start {
    const BIDDERS: &[&str] = &[
        "name = \"able\"\ncount = 5\nstrategy = \"honest\"\nparams = { capability = [0.7, 0.95], cost = [40, 50] }",
        "name = \"boaster\"\ncount = 5\nstrategy = \"overclaimer\"\nparams = { capability = [0.2, 0.5], cost = [40, 50] }",
    ];
    const PLAYERS: &[&str] =
        &["name = \"tat\"\nstrategy = \"tit_for_tat\"", "name = \"last\"\nstrategy = \"end_game\"\nparams = { k = 1 }"];
    let of = |agents| Start { given: &[], agents };
    match model {
        "learning" => of(&[
            "name = \"row\"\nstrategy = \"regret_matching\"",
            "name = \"column\"\nstrategy = \"boltzmann_q\"\nparams = { rate = 0.2 }",
        ]),
        "groups" => of(&[
            "name = \"reciprocator\"\ncount = 3\nstrategy = \"group_tit_for_tat\"",
            "name = \"last\"\nstrategy = \"group_end_game\"\nparams = { k = 1 }",
        ]),
        "orchestration" => {
            of(&["name = \"first\"\nstrategy = \"rational\"", "name = \"second\"\nstrategy = \"rational\""])
        }
        "negotiation" => of(&[
            "name = \"buyer\"\nstrategy = \"polynomial\"\n\
             params = { side = \"buyer\", best = 20, reservation = 90, deadline = 20, beta = 1 }",
            "name = \"seller\"\nstrategy = \"polynomial\"\n\
             params = { side = \"seller\", best = 120, reservation = 50, deadline = 24, beta = 0.2 }",
        ]),
        "market" | "policies" => of(BIDDERS),
        // Members that play once are named after actions; these play matches.
        "evolution" => Start { given: &[("length", "{ known = 10 }")], agents: PLAYERS },
        // All models against all attacks take minutes.
        "reputation" => Start { given: &[("models", "[\"beta\", \"ebay\"]"), ("repetitions", "2")], agents: &[] },
        "reciprocity" | "foraging" | "league" | "conventions" | "course" | "adaptation" => of(&[]),
        _ => of(PLAYERS),
    }
}

/// A parameter with its meaning above it, as it is given or else its default; what has none is left to be filled in.
fn explained(field: &Field, given: Option<&str>) -> String {
    let unit = if field.unit.is_empty() { String::new() } else { format!(" Unit: {}.", field.unit) };
    let mut text = format!("# {}{unit} It is {}.\n", field.doc, field.kind.describe());
    match (&field.presence, given) {
        (Presence::Default(value), Some(given)) => {
            text.push_str(&format!("# Left out, it is {}.\n{} = {given}\n", toml(value), field.key));
        }
        (_, Some(given)) => text.push_str(&format!("{} = {given}\n", field.key)),
        (Presence::Default(value), None) => text.push_str(&format!("{} = {}\n", field.key, toml(value))),
        (Presence::Optional | Presence::Required, None) => text.push_str(&format!("# {} =\n", field.key)),
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
