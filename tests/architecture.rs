//! Keeps the floors: a module uses floors below its own, never above; two modules of one floor do not know each other.
//!
//! Every path is checked, not only `use` lines; comments are not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The floors from below; a module may use all lists before its own.
const FLOORS: [&[&str]; 11] = [
    &["error", "exact", "ids", "labels", "stats"],
    &["catalogue", "table"],
    &["a2a", "game", "sim"],
    &["credit", "equilibrium", "exchange", "league", "learner", "reputation", "strategy", "training"],
    &["contract", "play", "population", "registry"],
    &["models"],
    &["scenario", "store"],
    &["experiment", "query"],
    &["gallery", "plot"],
    &["exercise", "report"],
    &["cli"],
];

/// Of `models`, what all models share: a model may use these, they know no model.
const SHARED_BY_MODELS: [&str; 12] = [
    "audits",
    "cast",
    "conditions",
    "courses",
    "estimates",
    "events",
    "fields",
    "length",
    "names",
    "rescues",
    "shown",
    "stage",
];

fn floor(module: &str) -> usize {
    FLOORS.iter().position(|floor| floor.contains(&module)).unwrap_or_else(|| panic!("module `{module}` has no floor"))
}

fn sources() -> Vec<PathBuf> {
    fn walk(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(dir).expect("src is readable") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.sort();
    found
}

/// The modules from the crate's root to a file: `["models", "repeated", "tally"]`.
fn module_path(file: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = file.strip_prefix(&root).expect("a source").with_extension("");
    let mut path: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// The text without line comments.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("a source is UTF-8");
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// What follows each occurrence of `prefix` as a path: `crate::a::b` gives `["a", "b"]`; groups give each first name.
fn paths(code: &str, prefix: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let group = rest.strip_prefix('{').map(|rest| rest.split('}').next().unwrap_or_default());
        let heads: Vec<&str> = group.map_or_else(|| vec![rest], |group| group.split(',').map(str::trim).collect());
        for head in heads {
            let path = head
                .split("::")
                .map(|part| part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
            found.push(path.take(2).filter(|part| !part.is_empty()).collect());
        }
    }
    found
}

#[test]
fn no_module_looks_up_or_sideways() {
    let mut wrong = Vec::new();
    for file in sources() {
        let own = module_path(&file);
        let Some(top) = own.first().filter(|top| *top != "lib" && *top != "main") else { continue };
        let code = code(&file);
        for path in paths(&code, "crate::") {
            let Some(used) = path.first().filter(|used| *used != top) else {
                // Models do not know each other, only what they share; and that knows no model.
                let sibling = path.get(1).filter(|_| top == "models" && path.first() == Some(top));
                let known = sibling.is_some_and(|name| {
                    name.chars().next().is_some_and(char::is_lowercase) && !SHARED_BY_MODELS.contains(&name.as_str())
                });
                if known && own.get(1).is_some_and(|model| Some(model) != sibling) {
                    wrong.push(format!("{} uses {}", file.display(), path.join("::")));
                }
                continue;
            };
            if used.chars().next().is_some_and(char::is_lowercase) && floor(used) >= floor(top) {
                wrong.push(format!("{} (`{top}`) uses crate::{used}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn super_never_leaves_a_module_by_the_roof() {
    let mut wrong = Vec::new();
    for file in sources() {
        let depth = module_path(&file).len();
        let code = code(&file);
        // A module within the file is one deeper.
        let inline = code.match_indices("mod ").find(|(at, _)| {
            let name = code[at + 4..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            name.starts_with(" {")
        });
        let inline = inline.map_or(code.len(), |(at, _)| at);
        for (at, _) in code.match_indices("super::") {
            if code[..at].ends_with("super::") {
                continue;
            }
            let mut chain = 0;
            let mut rest = &code[at..];
            while let Some(after) = rest.strip_prefix("super::") {
                chain += 1;
                rest = after;
            }
            if chain >= depth + usize::from(at > inline) {
                wrong.push(format!("{}: {}", file.display(), &code[at..code.len().min(at + 40)]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_crate_has_a_floor() {
    let lib = code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs"));
    let mut by_floor: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for line in lib.lines().filter_map(|line| line.trim().strip_prefix("pub mod ")) {
        let module = line.trim_end_matches(';');
        by_floor.entry(floor(module)).or_default().push(module);
    }
    assert!(by_floor.len() >= 10, "{by_floor:?}");
}

#[test]
fn the_check_sees_what_it_should() {
    let code = "use crate::{sim, game::NormalForm};\nlet x = crate::cli::main();\nlet y = my_crate::z;";
    let found: Vec<String> = paths(code, "crate::").iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["sim", "game::NormalForm", "cli::main"]);
}
