//! What no source may say: things by which a result could depend on threads, time, the machine or the build.

use std::path::{Path, PathBuf};

fn sources() -> Vec<(String, String)> {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join("src"), &mut found);
    found.sort();
    let name = |path: &Path| path.strip_prefix(root).expect("inside").to_string_lossy().replace('\\', "/");
    found.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("UTF-8"))).collect()
}

/// Code lines with their numbers: without comments and without what follows `mod tests`.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text.lines().position(|line| line.starts_with("mod tests")).unwrap_or(usize::MAX);
    text.lines()
        .enumerate()
        .take_while(move |(k, _)| *k < tests)
        .map(|(k, line)| (k + 1, line.split("//").next().unwrap_or("")))
}

/// A rule: words, where they may stand, and why nowhere else.
struct Rule {
    words: &'static [&'static str],
    except: &'static [&'static str],
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        words: &["HashMap", "HashSet", "DefaultHasher", "RandomState"],
        except: &[],
        why: "its order can reach a result: use BTreeMap, IndexMap or a Vec",
    },
    Rule {
        words: &["thread_rng", "rand::rng", "getrandom", "OsRng", "SysRng", "from_os_rng", "rand::random"],
        except: &[],
        why: "draws come from the run's key alone",
    },
    Rule {
        words: &["Instant::", "SystemTime", "std::env::", "std::time"],
        except: &["src/cli/"],
        why: "clocks and the environment never reach a result",
    },
    Rule {
        words: &["rayon", "std::thread", "par_iter"],
        except: &["src/sim/parallel.rs", "src/cli/"],
        why: "parallel work goes through sim::map_indexed",
    },
    Rule { words: &["polars"], except: &["src/store/frame.rs"], why: "one module names polars" },
    Rule {
        words: &["std::fs", "File::create", "File::open"],
        except: &["src/store/", "src/cli/"],
        why: "the store alone touches the disk",
    },
    Rule { words: &["println!", "eprintln!", "print!("], except: &["src/cli/"], why: "the command line alone prints" },
    Rule {
        words: &[".unwrap()", "todo!", "unimplemented!", "dbg!", "#[ignore]"],
        except: &[],
        why: "wrong input never panics, and nothing is left undone",
    },
    Rule {
        words: &[
            ".exp()",
            ".exp2()",
            ".exp_m1()",
            ".ln()",
            ".ln_1p()",
            ".log(",
            ".log2()",
            ".log10()",
            ".powf(",
            ".powi(",
            ".sin()",
            ".cos()",
            ".tan()",
            ".asin()",
            ".acos()",
            ".atan()",
            ".atan2(",
            ".sinh()",
            ".cosh()",
            ".tanh()",
            ".asinh()",
            ".acosh()",
            ".atanh()",
            ".sin_cos()",
            ".cbrt()",
            ".hypot(",
            ".mul_add(",
            "f64::exp",
            "f64::ln",
            "f64::powf",
            "f64::powi",
            "f64::sin",
            "f64::cos",
            "f64::tan",
            "f64::asin",
            "f64::acos",
            "f64::atan",
            "f64::hypot",
            "f64::cbrt",
            "f64::mul_add",
            "f64::log",
        ],
        except: &[],
        why: "the platform's transcendentals differ from machine to machine: use libm",
    },
];

#[test]
fn no_source_says_what_makes_results_depend_on_the_machine() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        for (number, line) in code(&text) {
            for rule in RULES {
                let allowed = rule.except.iter().any(|place| name.starts_with(place));
                for word in rule.words.iter().filter(|word| !allowed && line.contains(**word)) {
                    found.push(format!("{name}:{number}: `{word}`: {}", rule.why));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_says_first_what_it_is() {
    let silent: Vec<String> =
        sources().into_iter().filter(|(_, text)| !text.starts_with("//! ")).map(|(name, _)| name).collect();
    assert!(silent.is_empty(), "no module doc: {}", silent.join(", "));
}

/// One concept a module. Tests and tables of entries may make a file longer.
#[test]
fn no_module_grows_beyond_measure() {
    let long: Vec<String> = sources()
        .into_iter()
        .map(|(name, text)| (name, code(&text).filter(|(_, line)| !line.trim().is_empty()).count()))
        .filter(|(_, lines)| *lines > 500)
        .map(|(name, lines)| format!("{name}: {lines} lines of code"))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}
