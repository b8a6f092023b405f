//! `comity gallery`: published results, checked, as a table and as a page.

use super::args::{Format, GalleryArgs, TierArg};
use super::{Failure, Outcome, Status, show};
use crate::catalogue::suggestion;
use crate::error::{Diagnostic, Faults};
use crate::gallery::{self, Tier, Verdict};
use crate::labels::say;
use crate::models::Lab;
use crate::report;
use crate::store::{below_directories, read_text, write_file};
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use std::path::Path;

/// `comity gallery`
pub(super) fn gallery(args: &GalleryArgs, lab: &Lab) -> Outcome {
    let all = read(&args.dir)?;
    let most = match args.tier {
        TierArg::Quick => Tier::Quick,
        TierArg::Minutes => Tier::Minutes,
        TierArg::Full => Tier::Long,
    };
    for id in &args.ids {
        if !all.iter().any(|result| result.id == *id) {
            let mut fault = Diagnostic::new("unknown-result", format!("unknown result {id:?}"), "an id of the gallery");
            if let Some(help) = suggestion(id, all.iter().map(|result| result.id.as_str())) {
                fault = fault.help(help);
            }
            return Err(fault.into());
        }
    }
    let asked = |result: &&gallery::Result| {
        if args.ids.is_empty() { result.tier <= most } else { args.ids.contains(&result.id) }
    };
    let chosen: Vec<&gallery::Result> = all.iter().filter(asked).collect();
    if args.list {
        show::print(&show::tables(&[&listing(&chosen)], args.format.format));
        return Ok(Status::Done);
    }
    let report = args.out.join("report.html");
    below_directories(&report)?;
    let mut table = checks();
    let mut summary = summary();
    let mut counts = [0_usize; 3];
    for (k, result) in chosen.iter().enumerate() {
        show::note(&format!("{} of {}: {} {}", k + 1, chosen.len(), result.id, result.title));
        let before = counts;
        for (check, outcome) in result.checks.iter().zip(gallery::run(result, &args.dir, lab)) {
            counts[match outcome.verdict {
                Verdict::Holds => 0,
                Verdict::Fails => 1,
                Verdict::Reported => 2,
            }] += 1;
            let found = outcome.fault.unwrap_or_else(|| shown(&outcome.found));
            let row =
                [&result.id, &check.what, &check.expectation.words(), &found, outcome.verdict.word(), &result.label];
            let mut cells: Vec<Cell<'_>> = row.map(Cell::Text).to_vec();
            cells.push(Cell::Text(&result.source));
            table.push(&cells);
        }
        let of = |k: usize| Cell::Integer(i64::try_from(counts[k] - before[k]).unwrap_or(i64::MAX));
        let [title, label, source] = [&result.title, &result.label, &result.source].map(|text| Cell::Text(text));
        summary.push(&[Cell::Text(&result.id), title, label, of(0), of(1), of(2), source]);
    }
    show::print(&show::tables(&[&table], args.format.format));
    let [holds, fails, reported] = counts;
    let command = std::env::args().skip(1).fold("comity".to_string(), |line, word| format!("{line} {word}"));
    let asked = say("gallery.asked", args.lang.lang(), &[]);
    let input = report::Input {
        lang: args.lang.lang(),
        title: &say("gallery.title", args.lang.lang(), &[]),
        question: &asked,
        version: env!("CARGO_PKG_VERSION"),
        facts: vec![
            ("results", chosen.len().to_string()),
            ("holds", holds.to_string()),
            ("fails", fails.to_string()),
            ("reported", reported.to_string()),
        ],
        command: &command,
        tables: vec![&summary, &table],
        most_rows: Some(usize::MAX),
        ..report::Input::default()
    };
    write_file(&report, report::html(&input).as_bytes())?;
    show::note(&format!("report in {}", report.display()));
    if args.format.format == Format::Table {
        show::print(&format!(
            "\n{} results, {} checks: {holds} hold, {fails} fail, {reported} reported\n",
            chosen.len(),
            table.len()
        ));
    }
    Ok(if fails == 0 { Status::Done } else { Status::No })
}

/// All results of a directory, by their files' names.
fn read(dir: &Path) -> Result<Vec<gallery::Result>, Failure> {
    let unreadable = |error: std::io::Error| {
        let fault =
            Diagnostic::new("no-gallery", format!("{}: {error}", dir.display()), "a directory of gallery files");
        Failure::from(fault.help("the repository has them in experiments/gallery"))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let found = format!("no gallery file in {}", dir.display());
        let fault = Diagnostic::new("no-gallery", found, "a directory of gallery files, *.toml");
        return Err(fault.help("the repository has them in experiments/gallery").into());
    }
    let mut faults = Faults::new();
    let mut results: Vec<gallery::Result> = Vec::new();
    for path in files {
        let name = path.display().to_string();
        match gallery::read(&read_text(&path)?, &name) {
            Err(found) => faults.extend(found),
            Ok(result) if results.iter().any(|other| other.id == result.id) => {
                let found = format!("{name} has the id {:?} of another file", result.id);
                faults.push(Diagnostic::new("name-taken", found, "an id of its own"));
            }
            Ok(result) => results.push(result),
        }
    }
    Ok(faults.into_result(results)?)
}

fn shown(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => show::number(float),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

fn listing(results: &[&gallery::Result]) -> Table {
    let columns = vec![
        Column::key("id", Type::Text, "The result."),
        Column::note("title", "What it says."),
        Column::note("proof", "How much it proves."),
        Column::note("tier", "How long it takes."),
        Column::note("source", "Who published it, where."),
    ];
    let mut table = Table::new(TableSchema::new("gallery", TableKind::Summary, "Published results.", columns));
    for result in results {
        let tier = match result.tier {
            Tier::Quick => "quick",
            Tier::Minutes => "minutes",
            Tier::Long => "long",
        };
        let row = [&result.id, &result.title, &result.label, tier, &result.source];
        table.push(&row.map(Cell::Text));
    }
    table
}

fn summary() -> Table {
    let columns = vec![
        Column::key("id", Type::Text, "The result."),
        Column::note("title", "What it says."),
        Column::note("proof", "How much it proves."),
        Column::measure("holds", Type::Integer, "checks", "How many of its checks hold."),
        Column::measure("fails", Type::Integer, "checks", "How many do not."),
        Column::measure(
            "reported",
            Type::Integer,
            "checks",
            "How many values are reported, with nothing to compare them with.",
        ),
        Column::note("source", "Who published it, where."),
    ];
    let schema = TableSchema::new("gallery_results", TableKind::Summary, "Published results, one a row.", columns);
    Table::new(schema.headline())
}

fn checks() -> Table {
    let columns = vec![
        Column::key("id", Type::Text, "The result."),
        Column::key("what", Type::Text, "What is compared."),
        Column::note("expected", "What is expected."),
        Column::note("found", "What was found."),
        Column::note("verdict", "Whether it holds."),
        Column::note("proof", "How much the result proves."),
        Column::note("source", "Who published it, where."),
    ];
    let schema = TableSchema::new("gallery_checks", TableKind::Summary, "Published results, check by check.", columns);
    Table::new(schema.headline())
}
