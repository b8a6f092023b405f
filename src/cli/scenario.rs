//! `comity check`, `comity new` and `comity schema`.

use super::args::{CheckArgs, Format, NewArgs, SchemaArgs};
use super::{Failure, Outcome, Status, show};
use crate::error::{Diagnostic, Faults};
use crate::models::Lab;
use crate::scenario::{Override, Scenario, json_schema, template};
use crate::store::{read_text, write_new_file};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Reads a scenario file with changes from the command line.
pub(super) fn read(path: &Path, mut changes: Vec<Override>, set: &[String], lab: &Lab) -> Result<Scenario, Failure> {
    let text = read_text(path)?;
    let mut faults = Faults::new();
    for change in set {
        changes.extend(faults.keep(Override::parse(change)));
    }
    faults.into_result(())?;
    Ok(Scenario::read(&text, &path.display().to_string(), &changes, lab)?)
}

/// `comity check SCENARIO`
pub(super) fn check(args: &CheckArgs, lab: &Lab) -> Outcome {
    let scenario = read(&args.scenario, Vec::new(), &args.set, lab)?;
    if args.resolved {
        show::print(&match args.format.format {
            Format::Json => {
                format!("{}\n", crate::catalogue::Value::from(scenario.resolved().clone()).to_json())
            }
            Format::Table | Format::Csv => scenario.resolved_toml(),
        });
        return Ok(Status::Done);
    }
    let tables: Vec<String> = scenario.model.tables().iter().map(|schema| schema.name.to_string()).collect();
    show::print(&match args.format.format {
        Format::Json => {
            let answer = json!({
                "valid": true, "title": scenario.title, "model": scenario.model_key, "seed": scenario.seed.0,
                "digest": scenario.digest(), "tables": tables,
            });
            format!("{answer}\n")
        }
        Format::Table | Format::Csv => format!(
            "{} is a valid scenario.\ntitle   {}\nmodel   {}\nseed    {}\ntables  {}\ndigest  {}\n",
            args.scenario.display(),
            scenario.title,
            scenario.model_key,
            scenario.seed.0,
            tables.join(", "),
            scenario.digest()
        ),
    });
    Ok(Status::Done)
}

/// `comity new NAME --kind K`
pub(super) fn new(args: &NewArgs, lab: &Lab) -> Outcome {
    let text = template(&args.kind, &args.name, lab)?;
    let stem: String = args.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    // A file whose name begins with a dash would be taken for an option.
    let stem = stem.trim_matches('-').to_lowercase();
    if stem.is_empty() {
        let found = format!("the name {:?}", args.name);
        return Err(Diagnostic::new("bad-name", found, "a name with a letter or a digit, such as my-study").into());
    }
    let path = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}.toml")));
    write_new_file(&path, text.as_bytes())?;
    show::print(&format!("{}\n", path.display()));
    show::note(&format!(
        "wrote {0}; check it with `comity check {0}` and run it with `comity run {0}`",
        path.display()
    ));
    Ok(Status::Done)
}

/// `comity schema`
pub(super) fn schema(args: &SchemaArgs, lab: &Lab) -> Outcome {
    let schema = json_schema(lab);
    let text = match args.format.format {
        Format::Table => serde_json::to_string_pretty(&schema).expect("a schema is plain data"),
        Format::Json | Format::Csv => schema.to_string(),
    };
    show::print(&format!("{text}\n"));
    Ok(Status::Done)
}
