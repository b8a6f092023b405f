//! Figures and report of a run, from its tables.

use super::{Failure, show};
use crate::catalogue::Value;
use crate::error::Diagnostic;
use crate::labels::{Lang, say};
use crate::plot::{Figure, Options, draw, films};
use crate::report;
use crate::sim::map_indexed;
use crate::store::{Manifest, Tables};
use crate::table::{Cell, Table};
use std::collections::BTreeSet;

/// How figures and report look, and what they are called.
pub(super) struct Look<'a> {
    pub(super) lang: Lang,
    pub(super) font: Option<&'a [u8]>,
    pub(super) title: &'a str,
    pub(super) source: &'a str,
}

/// Files by their names in a run directory.
pub(super) struct Drawn {
    pub(super) files: Vec<(String, Vec<u8>)>,
    missing: BTreeSet<char>,
}

impl Drawn {
    /// Says which characters no font has.
    pub(super) fn warn(&self) {
        if !self.missing.is_empty() {
            let characters: String = self.missing.iter().collect();
            show::note(&format!(
                "no glyph for {characters}: drawn as boxes; give a font that has them with --font FILE"
            ));
        }
    }
}

/// What a resolved scenario says for its figures.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) lang: Lang,
    pub(super) title_zh: Option<String>,
    pub(super) source: String,
    repetitions: Option<i64>,
}

/// Reads them from the text of a resolved scenario; what is not there is left out.
pub(super) fn facts(scenario: &str) -> Facts {
    let Ok(value) = Value::from_toml(scenario, "scenario.toml") else { return Facts::default() };
    let Some(table) = value.as_table() else { return Facts::default() };
    let text = |key: &str| table.get(key).and_then(Value::as_text).map(str::to_string);
    let lang = table.get("output").and_then(Value::as_table).and_then(|output| output.get("lang")?.as_text());
    let model = table.get("model").and_then(Value::as_table).and_then(|models| models.iter().next()?.1.as_table());
    Facts {
        lang: if lang == Some("zh") { Lang::Zh } else { Lang::En },
        title_zh: text("title_zh"),
        source: text("source").unwrap_or_default(),
        repetitions: model.and_then(|model| model.get("repetitions")?.integer()),
    }
}

/// Draws every table, and the report.
pub(super) fn all(tables: &Tables, manifest: &Manifest, scenario: &str, look: &Look<'_>) -> Result<Drawn, Failure> {
    let lang = look.lang;
    let repetitions = facts(scenario).repetitions.unwrap_or(1).to_string();
    let seed = manifest.seed.to_string();
    let holes = [("title", look.title), ("seed", seed.as_str()), ("repetitions", repetitions.as_str())];
    let key = if repetitions == "1" { "caption.once" } else { "caption.repeated" };
    let options = Options {
        lang,
        caption: say(key, lang, &holes),
        font: look.font,
        colours: series(tables),
        ..Options::default()
    };
    let drawn: Vec<&Table> = tables.iter().filter(|table| !table.is_empty()).collect();
    let mut figures: Vec<Figure> = Vec::new();
    for of_table in map_indexed(drawn.len(), |k| draw(drawn[k], &options)) {
        figures.extend(of_table.map_err(|error| Failure::from(Diagnostic::from(error)))?);
    }
    let input = report::Input {
        lang,
        title: look.title,
        source: look.source,
        seed: &seed,
        version: &manifest.comity,
        digest: &manifest.digest,
        facts: vec![],
        command: "comity run scenario.toml",
        scenario,
        tables: tables.iter().collect(),
        figures: &figures,
        notes: Vec::new(),
    };
    let mut files = vec![("report.html".to_string(), report::html(&input).into_bytes())];
    let mut missing = BTreeSet::new();
    for figure in figures {
        missing.extend(figure.missing_glyphs);
        files.push((format!("plots/{}.svg", figure.name), figure.svg.into_bytes()));
        files.push((format!("plots/{}.png", figure.name), figure.png));
    }
    for film in tables.iter().flat_map(films) {
        files.push((format!("plots/{}.png", film.name), film.png));
    }
    Ok(Drawn { files, missing })
}

/// The strategies of a run in order: each keeps its colour in all figures.
fn series(tables: &Tables) -> Vec<String> {
    let names = |table: &Table| -> Vec<String> {
        let Some(column) = table.position("strategy") else { return Vec::new() };
        let cells = (0..table.len()).filter_map(|row| match table.cell(row, column) {
            Cell::Text(name) => Some(name.to_string()),
            _ => None,
        });
        cells.collect()
    };
    let mut series: Vec<String> = Vec::new();
    for name in tables.get("agents").map(names).unwrap_or_default() {
        if !series.contains(&name) {
            series.push(name);
        }
    }
    series
}
