//! The book: its commands run, its reference is what the catalogues say, and what it names is there.
//!
//! `COMITY_UPDATE=1` writes the reference in place of comparing it.

#[path = "common/cli.rs"]
mod cli;
mod common;
#[path = "book/own_strategy.rs"]
mod own_strategy;

use cli::{comity, names};
use comity::catalogue::Family;
use comity::exercise::built_in;
use comity::models::Lab;
use comity::scenario::{Scenario, template};
use comity::strategy::Strategy;
use comity::table::TableSchema;
use common::{current, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn pages() -> Vec<PathBuf> {
    fn walk(dir: &Path, found: &mut Vec<PathBuf>) {
        for name in names(dir) {
            let path = dir.join(name);
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&root().join("docs/src"), &mut found);
    found
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a page: what stands after the fence, and the lines.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut open: Option<(String, Vec<String>)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(kind)) => open = Some((kind.to_string(), Vec::new())),
            (Some((_, lines)), None) => lines.push(line.to_string()),
            (None, None) => {}
        }
    }
    found
}

/// Whether a line is the pattern, in which `...` is anything.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("...");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Whether lines are the patterns, of which one that is `...` alone is any number of lines. Runs of blanks count as one.
fn all_fit(patterns: &[String], lines: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|skipped| all_fit(rest, &lines[skipped..])),
        Some((first, rest)) => lines.split_first().is_some_and(|(line, more)| fits(first, line) && all_fit(rest, more)),
    }
}

fn plain(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a page's commands in order in a directory of its own, and says what differs.
fn run_page(page: &Path) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a directory");
    for shared in ["scenarios", "experiments", "notebooks-data"] {
        std::os::unix::fs::symlink(root().join(shared), dir.path().join(shared)).expect("a link");
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_comity")).parent().expect("a directory").to_path_buf();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut wrong = Vec::new();
    let mut status = 0;
    for (kind, lines) in blocks(&text(page)) {
        if let Some(name) = kind.split("file=").nth(1) {
            let file = dir.path().join(name);
            std::fs::create_dir_all(file.parent().expect("a directory")).expect("a directory");
            std::fs::write(file, lines.join("\n") + "\n").expect("written");
        }
        if kind != "console" {
            continue;
        }
        let starts: Vec<usize> = (0..lines.len()).filter(|k| lines[*k].starts_with("$ ")).collect();
        for (k, at) in starts.iter().enumerate() {
            let command = &lines[*at][2..];
            let expected: Vec<String> = lines[at + 1..starts.get(k + 1).copied().unwrap_or(lines.len())]
                .iter()
                .map(|line| plain(line))
                .collect();
            let asks_status = command == "echo $?";
            let said: Vec<String> = if asks_status {
                vec![status.to_string()]
            } else {
                let output = Command::new("sh")
                    .args(["-c", command])
                    .current_dir(dir.path())
                    .env("PATH", &path)
                    .output()
                    .expect("a shell");
                status = output.status.code().unwrap_or(-1);
                // Notes of what is done go to standard error; where a command fails, its error is what it says.
                let bytes = if status >= 2 { output.stderr } else { output.stdout };
                String::from_utf8_lossy(&bytes).lines().map(plain).collect()
            };
            let next_asks = starts.get(k + 1).is_some_and(|next| lines[*next] == "$ echo $?");
            if status != 0 && !asks_status && !next_asks && !expected.iter().any(|line| line.starts_with("error")) {
                wrong.push(format!("{}: `{command}` ends with {status}: {}", page.display(), said.join("\n")));
            } else if !(all_fit(&expected, &said) || status != 0 && !asks_status && expected == ["..."]) {
                wrong.push(format!("{}: `{command}` says\n{}", page.display(), said.join("\n")));
            }
        }
    }
    wrong
}

#[test]
fn every_command_in_the_book_runs() {
    let mut wrong = Vec::new();
    let mut commands = 0;
    for page in pages() {
        commands += blocks(&text(&page)).iter().filter(|(kind, _)| kind == "console").count();
        wrong.extend(run_page(&page));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(commands >= 25, "{commands} blocks");
}

#[test]
fn the_check_sees_what_it_should() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(plain).collect() };
    assert!(all_fit(&lines("a\n...\nd 4"), &lines("a\nb\nc\nd  4")));
    assert!(!all_fit(&lines("a\n...\nd 4"), &lines("a\nd 5")));
    assert!(fits("a ... c", "a b c") && !fits("a ... c", "a b d") && !fits("a", "ab"));
}

/// Every page is in the summary, every link leads somewhere.
#[test]
fn pages_are_listed_and_links_lead_somewhere() {
    let summary = text(&root().join("docs/src/SUMMARY.md"));
    let mut dead = Vec::new();
    for page in pages() {
        let name = page.strip_prefix(root().join("docs/src")).expect("inside").display().to_string();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in SUMMARY.md");
        let page_text = text(&page);
        for link in page_text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if !link.contains("://") && !target.is_empty() && !page.parent().expect("a directory").join(target).exists()
            {
                dead.push(format!("{name}: {link}"));
            }
        }
        // Scenarios are named by their files.
        for rest in page_text.split("scenarios/").skip(1) {
            let found: String = rest.chars().take_while(|c| c.is_alphanumeric() || "-.".contains(*c)).collect();
            let file = found.trim_end_matches('.');
            if !file.is_empty() && !root().join("scenarios").join(file).is_file() {
                dead.push(format!("{name}: scenarios/{file}"));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|").replace('<', "&lt;")
}

const MADE: &str = "<!-- Made from the program by COMITY_UPDATE=1 cargo test --test book. -->";

/// The families of `comity list`: page, and what it says before the list.
const FAMILIES: &[(&str, &str)] = &[
    ("strategies", "How agents play repeated games: `strategy` of an agent of `[model.repeated]`."),
    ("learners", "How agents learn to play a game: `strategy` of an agent of `[model.learning]`."),
    ("trainers", "How a team is trained: `learner` of `[model.foraging]`."),
    ("credits", "How a team's reward is handed out: `credit` of `[model.foraging]`."),
    ("followers", "How agents take what they are told: `strategy` of an agent of `[model.orchestration]`."),
    ("tactics", "How agents make offers: `strategy` of an agent of `[model.negotiation]`."),
    ("bidders", "How agents bid and work: `strategy` of an agent of `[model.market]`."),
    ("managers", "How work is announced, awarded and paid: `manager` of `[model.market]`."),
    ("games", "Games in normal form."),
    ("group_games", "Games of groups: `game` of `[model.groups]`."),
    ("trees", "Games in extensive form."),
    ("models", "What a scenario runs: `[model.<name>]`."),
    ("reputations", "Models of trust."),
    ("attacks", "Attacks on models of trust."),
];

#[test]
fn the_reference_is_what_the_catalogues_say() {
    // The help of an unknown name lists all families.
    let help = comity(&root(), &["explain", "zzzzqqqqzzzz"]).ends(2).err;
    let known: Vec<&str> = FAMILIES.iter().map(|(family, _)| *family).collect();
    assert!(help.contains(&known.join(", ")), "{help}");
    for (family, about) in FAMILIES {
        let json = comity(&root(), &["list", family, "--format", "json"]).ends(0).json();
        let rows = json[family].as_array().expect("a list");
        let title = family[..1].to_uppercase() + &family[1..].replace('_', " ");
        let mut page = format!(
            "{MADE}\n\n# {title}\n\n{about} {} entries; `comity explain NAME` says what each does and what its \
             parameters mean.\n\n| name | title | facets | parameters | source |\n|---|---|---|---|---|\n",
            rows.len()
        );
        for row in rows {
            let cell = |key: &str| escaped(row[key].as_str().unwrap_or_default());
            let code = |text: String| if text.is_empty() { text } else { format!("`{text}`") };
            let (name, parameters) = (code(cell("name")), code(cell("parameters")));
            page +=
                &format!("| {name} | {} | {} | {parameters} | {} |\n", cell("title"), cell("facets"), cell("source"));
        }
        if **family == *"strategies" {
            for (name, reason) in <dyn Strategy as Family>::LEFT_OUT {
                page += &format!("\nOf the strategies of Axelrod-Python {name} is left out: {reason}.\n");
                for asked in [["explain", name], ["compile", name]] {
                    let told = comity(&root(), &asked).ends(2).err;
                    assert!(told.contains(reason), "{told}");
                }
            }
        }
        current(&format!("docs/src/reference/{family}.md"), page.as_bytes());
    }
}

/// The tables of all shipped scenarios and templates, by model.
fn tables(lab: &Lab) -> BTreeMap<String, BTreeMap<String, TableSchema>> {
    let mut found: BTreeMap<String, BTreeMap<String, TableSchema>> = BTreeMap::new();
    let mut texts = common::scenarios();
    for entry in lab.models.entries() {
        texts.extend(template(entry.key, "x", lab).ok().map(|text| (entry.key.to_string(), text)));
    }
    for (name, text) in texts {
        let Ok(scenario) = Scenario::read(&text, &name, &[], lab) else { continue };
        let of_model = found.entry(scenario.model_key.clone()).or_default();
        for schema in scenario.model.tables() {
            of_model.entry(schema.name.to_string()).or_insert(schema);
        }
    }
    found
}

#[test]
fn the_reference_has_every_table_and_column() {
    let lab = Lab::new();
    let found = tables(&lab);
    assert_eq!(found.len(), lab.models.entries().count());
    let mut page = format!(
        "{MADE}\n\n# Tables\n\nWhat runs record, by model. One row is one observation; keys identify a row. \
         `tables.json` of a run directory holds the same.\n"
    );
    for (model, tables) in found {
        page += &format!("\n## {model}\n");
        for (name, schema) in tables {
            page += &format!("\n### {model}: {name}\n\n{}\n\n| column | unit | means |\n|---|---|---|\n", schema.doc);
            for column in &schema.columns {
                page += &format!("| `{}` | {} | {} |\n", column.name, column.unit, escaped(&column.doc));
            }
        }
    }
    current("docs/src/reference/tables.md", page.as_bytes());
}

#[test]
fn the_reference_has_every_command() {
    let help = comity(&root(), &["help"]).ends(0).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 20, "{commands:?}");
    let block = |help: &str| format!("\n```text\n{}\n```\n", help.trim_end());
    let mut page = format!("{MADE}\n\n# Commands\n{}", block(&help));
    for name in commands {
        page += &format!("\n## comity {name}\n{}", block(&comity(&root(), &[name, "-h"]).ends(0).out));
    }
    current("docs/src/reference/commands.md", page.as_bytes());
}

#[test]
fn the_page_of_exercises_is_current() {
    let mut page = format!(
        "{MADE}\n\n# Exercises\n\nEach starts with `comity exercise start KEY` and is graded by `comity exercise check KEY FILE`.\n"
    );
    for exercise in built_in() {
        let claims: Vec<String> = exercise.claims.iter().map(ToString::to_string).collect();
        page += &format!(
            "\n## {} ({})\n\n`{}` · claims {} · {} minutes\n\n{}\n\n{}\n",
            exercise.title.en,
            exercise.title.zh,
            exercise.key,
            claims.join(", "),
            exercise.minutes,
            escaped(&exercise.task.en),
            escaped(&exercise.task.zh)
        );
    }
    current("docs/src/course/exercises.md", page.as_bytes());
}

/// The table of claims names scenarios, exercises, and results of the gallery or tables, and all are there.
#[test]
fn every_claim_but_16_has_a_scenario_an_exercise_and_a_result() {
    let ticked = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_string).collect() };
    let gallery: BTreeSet<String> = names(&root().join("experiments/gallery"))
        .iter()
        .map(|name| text(&root().join("experiments/gallery").join(name)))
        .filter_map(|file| {
            file.lines().find_map(|line| line.strip_prefix("id = ").map(|id| id.trim_matches('"').to_string()))
        })
        .collect();
    let exercises: BTreeMap<String, Vec<u32>> =
        built_in().into_iter().map(|exercise| (exercise.key, exercise.claims)).collect();
    let lab = Lab::new();
    let mut claims = BTreeSet::new();
    for line in text(&root().join("docs/src/course/claims.md")).lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some(claim) = cells[0].parse::<u32>().ok() else { continue };
        assert_eq!(cells.len(), 6, "{line}");
        claims.insert(claim);
        let scenarios = ticked(cells[2]);
        let mut tables = BTreeSet::new();
        for name in &scenarios {
            let file = root().join(format!("scenarios/{name}.toml"));
            let scenario = Scenario::read(&text(&file), name, &[], &lab).unwrap_or_else(|faults| panic!("{faults}"));
            tables.extend(scenario.model.tables().iter().map(|schema| schema.name.to_string()));
        }
        let keys = ticked(cells[3]);
        for key in &keys {
            assert!(exercises.get(key).is_some_and(|of| of.contains(&claim)), "claim {claim}: exercise {key}");
        }
        let results = ticked(cells[4]);
        for result in &results {
            assert!(gallery.contains(result) || tables.contains(result), "claim {claim}: result {result}");
        }
        assert!(!scenarios.is_empty() && !keys.is_empty() && !results.is_empty() && !cells[5].is_empty(), "{line}");
    }
    assert_eq!(claims, (1..=26).filter(|claim| *claim != 16).collect());
}

/// The page on strategies of one's own shows code that compiles and does what it says.
#[test]
fn the_example_of_an_own_strategy_is_the_code_that_is_tested() {
    let code = text(&root().join("tests/book/own_strategy.rs"));
    let code = code.split_once("\n\n").expect("a head and the code").1;
    assert!(text(&root().join("docs/src/how-to/own-strategy.md")).contains(&format!("```rust\n{code}```\n")));
    let lab = own_strategy::lab();
    assert!(lab.kit.strategies.find("Every Third").is_some());
    let file = "schema = 1\ntitle = \"x\"\n[model.repeated]\nlength = { known = 6 }\n[[agents]]\nname = \"a\"\n\
        strategy = \"every_third\"\n[[agents]]\nname = \"b\"\nstrategy = \"cooperator\"\n";
    let scenario = Scenario::read(file, "x.toml", &[], &lab).unwrap_or_else(|faults| panic!("{faults}"));
    let tables = comity::gallery::tables_of(&scenario).unwrap_or_else(|faults| panic!("{faults}"));
    let row = [("agent".to_string(), "a".to_string())];
    let rate = comity::gallery::cell(&tables, "agents", &row, "cooperation_rate").expect("a cell");
    assert!((rate.as_f64().expect("a number") - 1.0 / 3.0).abs() < 1e-12);
}
