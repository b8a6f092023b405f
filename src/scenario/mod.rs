//! Scenario files: what is to be run, with all that it needs, in one commented TOML file.
//!
//! ```toml
//! schema = 1
//! title  = "Twenty rounds"
//! seed   = 1
//! [model.repeated]
//! length = { known = 20 }
//! [[agents]]
//! name = "tat"
//! strategy = "tit_for_tat"
//! ```
//!
//! Reading goes on after a fault, and each fault names file, line and column, what was expected and the nearest name.
//! A scenario that was read is *resolved*: every default is written out, so that what was run can be seen, run again
//! and addressed by its digest. Nothing here reads or writes files.

mod describe;
mod overrides;
mod template;
mod toml_text;

pub use describe::{Description, Part, SettingOf};
pub use overrides::Override;
pub use template::template;
pub use toml_text::inline;

use crate::catalogue::{Call, Data, Field, Key, Kind, Params, Place, Schema, Table, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::exchange::TraceLevel;
use crate::ids::{RunKey, Seed};
use crate::labels::Lang;
use crate::models::{AgentGroup, Lab, Model, Setting};

/// The version of the format that this crate reads and writes.
pub const SCHEMA: i64 = 1;

/// The key of what a file of the course may hold beside its scenario: answers to an exercise.
pub const ANSWERS: &str = "answers";

/// A scenario ready to run.
pub struct Scenario {
    /// The title.
    pub title: String,
    /// The title in Chinese.
    pub title_zh: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// The master seed.
    pub seed: Seed,
    /// The model's key.
    pub model_key: String,
    /// The model.
    pub model: Box<dyn Model>,
    /// How much of the protocol is traced.
    pub trace: TraceLevel,
    /// The language of labels.
    pub lang: Lang,
    /// Whether figures and a report are drawn.
    pub plots: bool,
    /// What the file says of itself in the comment at its top, without the marks; empty if it says nothing.
    pub preface: String,
    /// The strategies whose moves come from outside the lab, as the file names them: its runs are not functions of the seed.
    pub guests: Vec<String>,
    /// The scenario with every default written out.
    resolved: Table,
}

/// The schema of a scenario file, but for the tables of the models.
fn schema(lab: &Lab) -> Schema {
    let models =
        lab.models.entries().map(|entry| Field::required(entry.key, Kind::Table((entry.params)()), entry.about));
    let agents = Schema::of(vec![
        Field::required("name", Kind::Text, "The agent's name; with a count above one, agents are name-1, name-2, ..."),
        Field::with_default("count", Kind::Integer { min: 1, max: 100_000 }, 1i64, "How many such agents there are."),
        Field::required("strategy", Kind::named("strategies"), "How they play: a name, perhaps with arguments."),
        Field::optional("params", Kind::AnyTable, "The strategy's parameters, where they are not in the name."),
    ]);
    let output = Schema::of(vec![
        Field::with_default(
            "trace",
            Kind::Choice(&["off", "tasks", "wire"]),
            "off",
            "What of the protocol is written: nothing; one final task a task; every request, response and event.",
        ),
        Field::with_default("lang", Kind::Choice(&["en", "zh"]), "en", "The language of labels in plots and report."),
        Field::with_default("plots", Kind::Bool, true, "Whether figures and the report are drawn."),
    ]);
    Schema::of(vec![
        Field::required("schema", Kind::Integer { min: 1, max: SCHEMA }, "The version of the format."),
        Field::required("title", Kind::Text, "The title."),
        Field::optional("title_zh", Kind::Text, "The title in Chinese."),
        Field::with_default("source", Kind::Text, "", "Where the scenario comes from."),
        Field::with_default("seed", Kind::Integer { min: 0, max: i64::MAX }, 1i64, "The master seed of all draws."),
        Field::required("model", Kind::OneOf(models.collect()), "What is run: one table [model.<kind>]."),
        Field::with_default("agents", Kind::list(Kind::Table(agents)), Value::from(Vec::new()), "The agents."),
        Field::with_default("output", Kind::Table(output), Table::default(), "What is written."),
        Field::optional(ANSWERS, Kind::AnyTable, "Answers to an exercise's questions; no part of what is run."),
    ])
}

/// The JSON Schema of scenario files, for editors.
pub fn json_schema(lab: &Lab) -> serde_json::Value {
    let names = |family: &str| -> Vec<String> {
        match family {
            // What an agent's strategy means is its model's to say: a player of matches, or a learning rule.
            "strategies" => (lab.kit.strategies.entries().map(|entry| entry.key.to_string()))
                .chain(lab.kit.learners.entries().map(|entry| entry.key.to_string()))
                .chain(lab.kit.bidders.entries().map(|entry| entry.key.to_string()))
                .collect(),
            "games" => lab.kit.games.entries().map(|entry| entry.key.to_string()).collect(),
            "group_games" => lab.kit.group_games.entries().map(|entry| entry.key.to_string()).collect(),
            "managers" => lab.kit.managers.entries().map(|entry| entry.key.to_string()).collect(),
            "reputations" => lab.kit.reputations.entries().map(|entry| entry.key.to_string()).collect(),
            "attacks" => lab.kit.attacks.entries().map(|entry| entry.key.to_string()).collect(),
            "learners" => lab.kit.learners.entries().map(|entry| entry.key.to_string()).collect(),
            "trainers" => lab.kit.trainers.entries().map(|entry| entry.key.to_string()).collect(),
            "credits" => lab.kit.credits.entries().map(|entry| entry.key.to_string()).collect(),
            _ => Vec::new(),
        }
    };
    let mut schema = schema(lab).json_schema(&names);
    schema["$schema"] = "http://json-schema.org/draft-04/schema#".into();
    schema["title"] = "Comity scenario".into();
    schema
}

impl Scenario {
    /// Reads a scenario from the text of a file that is called `document` in messages.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str, document: &str, overrides: &[Override], lab: &Lab) -> Result<Self, Faults> {
        let value = Value::from_toml(text, document)?;
        let mut scenario = Self::of(value, Place::document(document), overrides, lab)?;
        scenario.preface = preface(text);
        Ok(scenario)
    }

    /// Reads a scenario from a value.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn of(mut value: Value, place: Place, overrides: &[Override], lab: &Lab) -> Result<Self, Faults> {
        let mut faults = Faults::new();
        for change in overrides {
            if let Err(fault) = change.apply(&mut value) {
                faults.push(fault);
            }
        }
        let origin = value.origin.clone();
        let table = value.as_table().cloned().unwrap_or_default();
        if let Some(found) = unknown_model(&table, &place, lab) {
            faults.push(found);
            return Err(faults);
        }
        let Some(params) = schema(lab).check(&table, &origin, &place, &mut faults) else { return Err(faults) };
        let setting = Setting {
            kit: std::sync::Arc::clone(&lab.kit),
            agents: agents(&params, &place),
            place: place.key("model").key(params.variant("model").0),
            document: place,
        };
        let (model_key, model_value) = params.variant("model");
        let model_params = model_value.section().unwrap_or_default();
        let entry = lab.models.entry(model_key)?;
        let model = match (entry.build)(&model_params, &setting) {
            Ok(model) => model,
            Err(found) => {
                faults.extend(found);
                return Err(faults);
            }
        };
        let output = params.section("output");
        if output.text("trace") != "off" && !model.traces() {
            let found = format!("a trace of the model {:?}, whose agents exchange no tasks", entry.key);
            let at = setting.document.key("output").key("trace").at(&output.value("trace").origin);
            faults.push(Diagnostic::new("no-trace", found, "trace = \"off\", or another model").at(at));
        }
        faults.into_result(())?;
        let mut guests = Vec::new();
        for agent in &setting.agents {
            let given = agent.params.iter().map(|(_, value)| value);
            std::iter::once(&agent.strategy).chain(given).for_each(|value| guests_in(value, lab, &mut guests));
        }
        guests.sort_unstable();
        guests.dedup();
        Ok(Self {
            guests,
            title: params.text("title").to_string(),
            title_zh: params.has("title_zh").then(|| params.text("title_zh").to_string()),
            source: params.text("source").to_string(),
            seed: Seed(u64::try_from(params.integer("seed")).expect("the schema bounds it")),
            model_key: entry.key.to_string(),
            model,
            trace: match output.text("trace") {
                "tasks" => TraceLevel::Tasks,
                "wire" => TraceLevel::Wire,
                _ => TraceLevel::Off,
            },
            lang: if output.text("lang") == "zh" { Lang::Zh } else { Lang::En },
            plots: output.flag("plots"),
            preface: String::new(),
            resolved: run_part(&params.into_table()),
        })
    }

    /// The key of a replicate: all of its draws follow from it.
    pub fn run_key(&self, replicate: u64) -> RunKey {
        RunKey::derive(self.seed, replicate, "")
    }

    /// The digest of what is run: BLAKE3 over the crate's version and the canonical JSON of the resolved scenario, in
    /// hexadecimal.
    pub fn digest(&self) -> String {
        let json = Value::from(self.resolved.clone()).to_json();
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        hasher.update(b"\n");
        hasher.update(json.to_string().as_bytes());
        hasher.finalize().to_hex().to_string()
    }

    /// The scenario as TOML with every default written out, below what it says of itself; reading it gives this
    /// scenario again.
    pub fn resolved_toml(&self) -> String {
        let comment: String =
            self.preface.lines().map(|line| format!("{}\n", format!("# {line}").trim_end())).collect();
        let gap = if comment.is_empty() { "" } else { "\n" };
        format!("{comment}{gap}{}", toml_text::write(&self.resolved))
    }

    /// The scenario as a value with every default written out.
    pub fn resolved(&self) -> &Table {
        &self.resolved
    }

    /// The title in a language; the other one where there is none.
    pub fn title_in(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => self.title_zh.as_deref().unwrap_or(&self.title),
            Lang::En => &self.title,
        }
    }
}

/// The comment at the top of a file, line by line, without the marks. What is for an editor, `#:schema`, is left out.
pub fn preface(text: &str) -> String {
    let lines = text.lines().take_while(|line| line.starts_with('#')).filter(|line| !line.starts_with("#:"));
    let lines: Vec<&str> = lines.map(|line| line[1..].strip_prefix(' ').unwrap_or(&line[1..]).trim_end()).collect();
    lines.join("\n").trim_matches('\n').to_string()
}

/// What of a scenario is run: all but answers.
fn run_part(table: &Table) -> Table {
    let mut kept = Table::default();
    for (key, value) in table.iter().filter(|(key, _)| key.name != ANSWERS) {
        kept.set(key.clone(), value.clone());
    }
    kept
}

/// Adds the players from outside the lab that a strategy's value names, whatever depth they are at.
fn guests_in(value: &Value, lab: &Lab, found: &mut Vec<String>) {
    match &value.data {
        Data::Text(text) => {
            let Ok(call) = Call::parse(text, &value.origin) else { return };
            if lab.kit.strategies.find(&call.name).is_some_and(|entry| entry.facets.guest) {
                found.push(text.clone());
            }
            call.args.iter().for_each(|(_, value)| guests_in(value, lab, found));
        }
        Data::List(items) => items.iter().for_each(|value| guests_in(value, lab, found)),
        Data::Table(table) => table.iter().for_each(|(_, value)| guests_in(value, lab, found)),
        _ => {}
    }
}

/// The fault of a model's table that no model has, found before the schema lists them all.
fn unknown_model(table: &Table, place: &Place, lab: &Lab) -> Option<Diagnostic> {
    let models = table.get("model")?.as_table()?;
    let (key, _) = models.iter().find(|(key, _)| lab.models.find(&key.name).is_none())?;
    let fault = lab.models.entry(&key.name).err()?;
    Some(fault.at(place.key("model").key(&key.name).at(&key.origin)))
}

fn agents(params: &Params, place: &Place) -> Vec<AgentGroup> {
    params
        .list("agents")
        .iter()
        .enumerate()
        .map(|(k, value)| {
            let agent = value.section().expect("the schema declares tables");
            let given = agent.get("params").and_then(Value::as_table).cloned().unwrap_or_default();
            AgentGroup {
                name: agent.text("name").to_string(),
                name_origin: agent.value("name").origin.clone(),
                count: u32::try_from(agent.integer("count")).expect("the schema bounds it"),
                strategy: agent.value("strategy").clone(),
                params: given,
                place: place.key("agents").item(k),
            }
        })
        .collect()
}

/// Builds the value of a scenario from its parts: what the commands without a file run.
pub fn assemble(title: &str, seed: u64, model: &str, params: Table, agents: Vec<Table>) -> Value {
    let mut scenario = Table::default();
    scenario.insert("schema", SCHEMA);
    scenario.insert("title", title);
    scenario.insert("seed", i64::try_from(seed).unwrap_or(i64::MAX));
    let mut models = Table::default();
    models.set(Key { name: model.to_string(), origin: Origin::Unknown }, params.into());
    scenario.insert("model", models);
    let agents: Vec<Value> = agents.into_iter().map(|agent| Value::new(Data::Table(agent))).collect();
    scenario.insert("agents", agents);
    scenario.into()
}
