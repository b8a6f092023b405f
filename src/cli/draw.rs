//! Figures and report of a run, from its tables.

use super::args::RedrawArgs;
use super::{Failure, show};
use crate::catalogue::Value;
use crate::error::{Diagnostic, Location};
use crate::experiment::{Choice, view};
use crate::labels::{Lang, say};
use crate::models::Lab;
use crate::plot::{Figure, Options, check_font, draw, films};
use crate::report;
use crate::scenario::{Scenario, preface};
use crate::sim::map_indexed;
use crate::store::{Manifest, StoreError, Tables, below_directories, read_bytes, write_csv, write_new_file};
use crate::table::{Cell, Table};
use std::collections::BTreeSet;
use std::path::Path;

/// The arguments of `comity plot`.
#[derive(Debug, clap::Args)]
pub(super) struct PlotArgs {
    #[command(flatten)]
    pub(super) redraw: RedrawArgs,
    /// The column of the horizontal axis; without one, distributions are drawn
    #[arg(long, value_name = "COLUMN")]
    pub(super) x: Option<String>,
    /// The column that is drawn [default: every measure]; may be given more than once
    #[arg(long, value_name = "COLUMN")]
    pub(super) y: Vec<String>,
    /// The column that tells lines apart
    #[arg(long, value_name = "COLUMN")]
    pub(super) by: Option<String>,
    /// The column that tells panels apart
    #[arg(long, value_name = "COLUMN")]
    pub(super) facet: Option<String>,
    /// The table [default: the first that has the columns]
    #[arg(long, value_name = "NAME")]
    pub(super) table: Option<String>,
}

impl PlotArgs {
    /// The columns that are asked for.
    pub(super) fn choice(&self) -> Choice {
        Choice {
            table: self.table.clone(),
            x: self.x.clone(),
            y: self.y.clone(),
            by: self.by.clone(),
            facet: self.facet.clone(),
        }
    }
}

/// How figures and report look, and what they are called.
pub(super) struct Look<'a> {
    pub(super) lang: Lang,
    pub(super) font: Option<&'a [u8]>,
    pub(super) title: &'a str,
    pub(super) source: &'a str,
    pub(super) lab: &'a Lab,
}

/// The font of a file, checked: what cannot be drawn with is refused before anything is run.
pub(super) fn font(file: Option<&Path>) -> Result<Option<Vec<u8>>, Failure> {
    let Some(file) = file else { return Ok(None) };
    let bytes = read_bytes(file)?;
    check_font(&bytes).map_err(|error| Diagnostic::from(error).at(Location::document(file.display().to_string())))?;
    Ok(Some(bytes))
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
    title_zh: Option<String>,
    pub(super) source: String,
    repetitions: Option<i64>,
}

impl Facts {
    /// The title in a language, where there is one of its own.
    pub(super) fn title<'a>(&'a self, lang: Lang, title: &'a str) -> &'a str {
        match (lang, &self.title_zh) {
            (Lang::Zh, Some(title)) => title,
            _ => title,
        }
    }
}

/// The scenario of a run directory as it reads today; nothing where a name is not in this program's catalogues.
fn reread(scenario: &str, lab: &Lab) -> Option<Scenario> {
    Scenario::read(scenario, "scenario.toml", &[], lab).ok()
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

/// What stands on a page beside the tables.
pub(super) struct Page<'a> {
    /// The tables that are drawn, in order.
    pub(super) drawn: Vec<&'a Table>,
    /// What stands under each figure.
    pub(super) caption: String,
    /// The command that makes it again.
    pub(super) command: &'a str,
    /// The text of the file that was run.
    pub(super) text: &'a str,
    /// The text of the scenario that it is about, as it was resolved.
    pub(super) scenario: &'a str,
}

/// Draws every table, and the report.
pub(super) fn all(tables: &Tables, manifest: &Manifest, scenario: &str, look: &Look<'_>) -> Result<Drawn, Failure> {
    of_run(tables, tables.iter().collect(), manifest, scenario, look)
}

/// Draws the columns of a run that are chosen.
pub(super) fn chosen(
    tables: &Tables,
    manifest: &Manifest,
    scenario: &str,
    look: &Look<'_>,
    choice: &Choice,
) -> Result<Drawn, Failure> {
    let views = view(tables.as_slice(), choice)?;
    of_run(tables, views.iter().collect(), manifest, scenario, look)
}

fn of_run(
    tables: &Tables,
    drawn: Vec<&Table>,
    manifest: &Manifest,
    scenario: &str,
    look: &Look<'_>,
) -> Result<Drawn, Failure> {
    let repetitions = facts(scenario).repetitions.unwrap_or(1).to_string();
    let seed = manifest.seed.to_string();
    let holes = [("title", look.title), ("seed", seed.as_str()), ("repetitions", repetitions.as_str())];
    let key = if repetitions == "1" { "caption.once" } else { "caption.repeated" };
    let caption = say(key, look.lang, &holes);
    let page = Page { drawn, caption, command: "comity run scenario.toml", text: scenario, scenario };
    self::page(tables, manifest, &page, look)
}

/// What stands under the figures of a sweep.
pub(super) fn caption_of_sweep(look: &Look<'_>, manifest: &Manifest, replicates: usize) -> String {
    let (seed, replicates) = (manifest.seed.to_string(), replicates.to_string());
    let holes = [("title", look.title), ("seed", seed.as_str()), ("replicates", replicates.as_str())];
    say("caption.sweep", look.lang, &holes)
}

/// Draws the tables of a page, and the report of all tables.
pub(super) fn page(tables: &Tables, manifest: &Manifest, page: &Page<'_>, look: &Look<'_>) -> Result<Drawn, Failure> {
    let lang = look.lang;
    let seed = manifest.seed.to_string();
    let options =
        Options { lang, caption: page.caption.clone(), font: look.font, colours: series(tables), ..Options::default() };
    let drawn: Vec<&Table> = page.drawn.iter().copied().filter(|table| !table.is_empty()).collect();
    let mut figures: Vec<Figure> = Vec::new();
    for of_table in map_indexed(drawn.len(), |k| draw(drawn[k], &options)) {
        figures.extend(of_table.map_err(|error| Failure::from(Diagnostic::from(error)))?);
    }
    let reread = reread(page.scenario, look.lab);
    let input = report::Input {
        lang,
        title: look.title,
        source: look.source,
        question: &preface(page.text),
        most_rows: None,
        model: reread.as_ref().and_then(|scenario| scenario.describe(look.lab)),
        seed: &seed,
        version: &manifest.comity,
        digest: &manifest.digest,
        facts: vec![],
        command: page.command,
        scenario: page.text,
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

/// Checks that a directory is not there yet, or empty, and that nothing above it is a file.
pub(super) fn free(dir: &Path) -> Result<(), Failure> {
    let filled = std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some());
    let taken = filled || (dir.exists() && !dir.is_dir());
    if taken {
        let found = format!("{} is there and not empty", dir.display());
        return Err(Diagnostic::new("in-the-way", found, "a directory that is not there yet, or empty").into());
    }
    Ok(below_directories(dir)?)
}

/// Writes tables, of which some are drawn too, to a free directory.
pub(super) fn tables_and_figures(
    dir: &Path,
    tables: &[&Table],
    drawn: &[&Table],
    (title, lang): (&str, Lang),
) -> Result<(), Failure> {
    std::fs::create_dir_all(dir).map_err(|error| StoreError::Io { path: dir.to_path_buf(), error })?;
    let options = Options { lang, caption: title.to_string(), ..Options::default() };
    let filled: Vec<&Table> = drawn.iter().copied().filter(|table| !table.is_empty()).collect();
    for of_table in map_indexed(filled.len(), |k| draw(filled[k], &options)) {
        for figure in of_table.map_err(Diagnostic::from)? {
            write_new_file(&dir.join(format!("{}.svg", figure.name)), figure.svg.as_bytes())?;
            write_new_file(&dir.join(format!("{}.png", figure.name)), &figure.png)?;
        }
    }
    for table in tables.iter().chain(drawn) {
        write_new_file(&dir.join(format!("{}.csv", table.name())), &write_csv(table))?;
    }
    Ok(())
}
