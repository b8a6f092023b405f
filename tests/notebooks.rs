//! The course's data and notebooks are what their sources give, and the notebooks run.
//!
//! `COMITY_UPDATE=1` writes data and notebooks in place of comparing them. `COMITY_PYTHON` names the Python that runs them.

mod common;

use comity::catalogue::Value;
use comity::exercise::find;
use comity::gallery::tables_of;
use comity::labels::Lang;
use comity::models::Lab;
use comity::scenario::Scenario;
use comity::store::write_csv;
use common::{current, root};
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

fn text(path: PathBuf) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn data_are_what_the_scenarios_give() {
    let lab = Lab::new();
    let list = Value::from_toml(&text(root().join("notebooks-data/data.toml")), "data.toml").expect("TOML").to_json();
    let mut expected = Vec::new();
    for entry in list["data"].as_array().expect("a list") {
        let name = entry["name"].as_str().expect("a name");
        let scenario = entry["scenario"].as_str().expect("a scenario");
        let file = text(root().join(format!("scenarios/{scenario}.toml")));
        let scenario = Scenario::read(&file, scenario, &[], &lab).unwrap_or_else(|faults| panic!("{faults}"));
        let tables = tables_of(&scenario).unwrap_or_else(|faults| panic!("{faults}"));
        for table in entry["tables"].as_array().expect("a list") {
            let table = table.as_str().expect("a name");
            let table = tables.get(table).unwrap_or_else(|| panic!("no table {table} of {name}"));
            let file = format!("notebooks-data/data/{name}-{}.csv", table.name());
            current(&file, &write_csv(table));
            expected.push(root().join(file));
        }
    }
    expected.sort();
    assert_eq!(files("notebooks-data/data", "csv"), expected, "every file is listed in data.toml");
}

fn files(dir: &str, extension: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(root().join(dir))
        .expect("a directory")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    found.sort();
    found
}

/// What every notebook starts with.
const SETUP: &str = "import pathlib\n\nimport matplotlib.pyplot as plt\nimport polars as pl\n\nDATA = pathlib.Path(\"data\")\n\n\ndef table(name):\n    return pl.read_csv(DATA / f\"{name}.csv\")";

/// A cell: its words, and whether it is code.
type Cell = (String, bool);

/// The cells of a source in a language: words between `<!-- en -->` and `<!-- zh -->` marks, code for both.
fn cells(source: &str, lang: Lang) -> Vec<Cell> {
    let mark = |lang: Lang| if lang == Lang::En { "<!-- en -->" } else { "<!-- zh -->" };
    let mut cells: Vec<Cell> = Vec::new();
    let (mut words, mut code, mut speaks) = (String::new(), None::<String>, Lang::En);
    let flush = |words: &mut String, cells: &mut Vec<Cell>| {
        if !words.trim().is_empty() {
            cells.push((words.trim().to_string(), false));
        }
        words.clear();
    };
    for line in source.lines() {
        match &mut code {
            Some(_) if line == "```" => {
                flush(&mut words, &mut cells);
                cells.push((code.take().expect("a cell of code").trim_end().to_string(), true));
            }
            Some(code) => code.push_str(&format!("{line}\n")),
            None if line == "```python" => code = Some(String::new()),
            None if line == mark(Lang::En) => speaks = Lang::En,
            None if line == mark(Lang::Zh) => speaks = Lang::Zh,
            None if speaks == lang => words.push_str(&format!("{line}\n")),
            None => {}
        }
    }
    flush(&mut words, &mut cells);
    cells.insert(1, (SETUP.to_string(), true));
    cells
}

/// A notebook without outputs, in the form of nbformat 4.5.
fn notebook(cells: &[Cell]) -> String {
    let lines = |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_string).collect() };
    let cell = |(k, (words, is_code)): (usize, &Cell)| -> Json {
        let id = format!("cell-{}", k + 1);
        if *is_code {
            json!({ "cell_type": "code", "execution_count": null, "id": id, "metadata": {}, "outputs": [], "source": lines(words) })
        } else {
            json!({ "cell_type": "markdown", "id": id, "metadata": {}, "source": lines(words) })
        }
    };
    let book = json!({
        "cells": cells.iter().enumerate().map(cell).collect::<Vec<_>>(),
        "metadata": {
            "kernelspec": { "display_name": "Python 3", "language": "python", "name": "python3" },
            "language_info": { "name": "python" },
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    serde_json::to_string_pretty(&book).expect("plain data") + "\n"
}

#[test]
fn notebooks_are_what_their_sources_give() {
    let sources = files("notebooks-data/source", "md");
    assert_eq!(sources.len(), 11);
    for path in &sources {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = text(path.clone());
        for (lang, tag) in [(Lang::En, "en"), (Lang::Zh, "zh")] {
            let cells = cells(&source, lang);
            assert!(cells.iter().filter(|(_, code)| *code).count() >= 3, "{stem}");
            current(&format!("notebooks-data/{stem}.{tag}.ipynb"), notebook(&cells).as_bytes());
        }
        for key in source.split("comity exercise start ").skip(1).map(|rest| rest.lines().next().unwrap_or_default()) {
            find(key).unwrap_or_else(|faults| panic!("{stem}: {faults}"));
        }
        for rest in source.split("scenarios/").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            assert!(root().join(format!("scenarios/{name}.toml")).is_file(), "{stem}: scenarios/{name}.toml");
        }
    }
    assert_eq!(files("notebooks-data", "ipynb").len(), 2 * sources.len());
}

/// The code of every notebook runs from the committed data, top to bottom, under a Python that has polars and matplotlib.
#[test]
fn notebooks_run() {
    let python = std::env::var("COMITY_PYTHON").unwrap_or_else(|_| "python3".into());
    let has = |modules: &str| {
        let tried = Command::new(&python).args(["-c", &format!("import {modules}")]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    if !has("polars, matplotlib") {
        let out = &mut std::io::stderr();
        writeln!(out, "skipped: no {python} with polars and matplotlib (COMITY_PYTHON names another)")
            .expect("standard error");
        return;
    }
    // Code is the same in both languages.
    for path in files("notebooks-data/source", "md") {
        let code: Vec<String> = cells(&text(path.clone()), Lang::En)
            .into_iter()
            .filter(|(_, code)| *code)
            .map(|(words, _)| words)
            .collect();
        let output = Command::new(&python)
            .args(["-c", &code.join("\n\n")])
            .current_dir(root().join("notebooks-data"))
            .env("MPLBACKEND", "Agg")
            .output()
            .expect("Python starts");
        assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
    }
}
