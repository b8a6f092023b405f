//! Puts the shards of a sweep together: tables, figures and report in a directory of results.

use super::work::{Sweep, is_sweep};
use crate::cli::args::Format;
use crate::cli::draw::{self, Look, Page};
use crate::cli::run::environment;
use crate::cli::{Failure, Outcome, Status, show};
use crate::error::{Diagnostic, Location};
use crate::experiment::{Choice, Ranges, Results, SweepError, analyse, view};
use crate::models::Lab;
use crate::store::{Manifest, RunDir, StoreError, Tables, TraceEntry, TraceWriter, digest_tables, open};
use crate::table::Table;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

/// The directory of results in that of a sweep.
const RESULTS: &str = "results";

/// The file of the experiment among the results.
pub(in crate::cli) const EXPERIMENT: &str = "experiment.toml";

/// Where the tables of a directory are: in a sweep's, its results.
pub(in crate::cli) fn results_of(dir: &Path) -> PathBuf {
    if is_sweep(dir) { dir.join(RESULTS) } else { dir.to_path_buf() }
}

/// The results of all shards.
fn results(sweep: &Sweep) -> Result<Results, Failure> {
    let mut shards = Vec::new();
    let mut missing = Vec::new();
    for shard in 0..sweep.plan.shards {
        match sweep.read(shard)? {
            Some(runs) => shards.push(runs),
            None => missing.push(shard),
        }
    }
    if !missing.is_empty() {
        let found = format!("shards {} of {} are missing", Ranges(missing), sweep.plan.shards);
        let fault = Diagnostic::new("missing-shards", found, "all shards of the plan")
            .help(format!("run them with `comity sweep run {}`", sweep.dir.display()))
            .at(Location::document(sweep.dir.display().to_string()));
        return Err(fault.into());
    }
    Ok(analyse(&sweep.plan, &shards))
}

fn manifest(sweep: &Sweep, tables: &Tables) -> Result<Manifest, Failure> {
    let plan = &sweep.plan;
    let nothing = TraceWriter::new(std::io::sink()).finish();
    let nothing = nothing.map_err(|error| Diagnostic::new("io", error.to_string(), "a trace of nothing"))?;
    Ok(Manifest {
        schema: Manifest::SCHEMA,
        comity: env!("CARGO_PKG_VERSION").to_string(),
        title: plan.study.title.clone(),
        scenario_digest: plan.digest.clone(),
        model: plan.model.clone(),
        run: format!("sweep-{}", &plan.digest[..16]),
        seed: plan.seed.0,
        // A plan has none.
        guests: Vec::new(),
        digest: digest_tables(tables.iter()),
        tables: Manifest::entries(tables),
        trace: TraceEntry::of("off", nothing),
    })
}

fn collected(tables: Vec<Table>) -> Tables {
    let mut all = Tables::default();
    tables.into_iter().for_each(|table| all.insert(table));
    all
}

/// What is wrong with the results that are there, if any are.
pub(super) fn wrong_results(sweep: &Sweep) -> Result<Option<String>, Failure> {
    let dir = sweep.dir.join(RESULTS);
    if !dir.exists() {
        return Ok(None);
    }
    match open(&dir) {
        Err(StoreError::Corrupt(fault)) => Ok(Some(fault.to_string())),
        Err(error) => Err(error.into()),
        Ok(found) => {
            let tables = collected(results(sweep)?.tables);
            let same = found.manifest == manifest(sweep, &tables)?;
            Ok((!same).then(|| format!("{}: not what the shards come to", dir.display())))
        }
    }
}

/// Merges the shards; results that are there already and whole stay.
pub(super) fn merge(sweep: &Sweep, no_plots: bool, format: Format, lab: &Lab) -> Outcome {
    let Results { tables, failed } = results(sweep)?;
    let tables = collected(tables);
    let manifest = manifest(sweep, &tables)?;
    let target = sweep.dir.join(RESULTS);
    match open(&target) {
        Ok(found) if found.manifest == manifest => {
            show::note(&format!("the results are already in {}", target.display()));
        }
        Ok(found) if found.manifest.comity == manifest.comity => {
            let at = Location::document(target.display().to_string());
            let fault = Diagnostic::new("results-differ", "other results are there", "what the shards come to");
            return Err(SweepError::Differs(fault.help("move them away and merge again").at(at)).into());
        }
        _ => match write(sweep, &target, (&tables, &manifest), no_plots, lab) {
            // Another process may have merged the same shards meanwhile.
            Err(_) if open(&target).is_ok_and(|found| found.manifest == manifest) => {}
            other => other?,
        },
    }
    let headlines: Vec<&Table> = tables.iter().filter(|table| table.schema().headline).collect();
    let text = show::kept_tables(&headlines, format);
    match format {
        Format::Json => {
            let answer = json!({
                "run": manifest.run, "directory": sweep.dir.display().to_string(), "digest": manifest.digest,
                "plan": sweep.plan.digest, "failed": failed,
                "tables": serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default(),
            });
            show::print(&format!("{answer}\n"));
        }
        Format::Csv => show::print(&text),
        Format::Table => {
            show::print(&text);
            show::note(&format!("\nresults {} in {}", &manifest.digest[..16], target.display()));
        }
    }
    if failed > 0 {
        show::note(&format!("{failed} of {} expectations fail", sweep.plan.study.expectations.len()));
    }
    Ok(if failed == 0 { Status::Done } else { Status::No })
}

fn write(
    sweep: &Sweep,
    target: &Path,
    (tables, manifest): (&Tables, &Manifest),
    no_plots: bool,
    lab: &Lab,
) -> Result<(), Failure> {
    let plan = &sweep.plan;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let dir = RunDir::create(target, target.exists())?;
    dir.write_tables(tables)?;
    dir.write(EXPERIMENT, plan.experiment().as_bytes())?;
    dir.write("scenario.toml", plan.resolved.as_bytes())?;
    if !no_plots {
        // The experiment says what it is called, its scenario in which language.
        let lang = draw::facts(&plan.resolved).lang;
        let facts = draw::facts(plan.experiment());
        let title = facts.title(lang, &plan.study.title);
        let look = Look { lang, font: None, title, source: &plan.study.source, lab };
        let drawn = drawn((tables, manifest), (plan.experiment(), &plan.resolved), &look, &Choice::default())?;
        for (name, bytes) in &drawn.files {
            dir.write(name, bytes)?;
        }
        drawn.warn();
    }
    dir.write("environment.json", environment(started, clock).as_bytes())?;
    dir.finish(manifest.clone())?;
    Ok(())
}

/// Figures and report of a sweep, from its tables.
pub(in crate::cli) fn drawn(
    (tables, manifest): (&Tables, &Manifest),
    (experiment, scenario): (&str, &str),
    look: &Look<'_>,
    choice: &Choice,
) -> Result<draw::Drawn, Failure> {
    let views = view(tables.as_slice(), choice)?;
    let replicates = tables.get("runs").map_or(0, Table::len) / tables.get("summary").map_or(1, |t| t.len().max(1));
    let page = Page {
        drawn: views.iter().collect(),
        caption: draw::caption_of_sweep(look, manifest, replicates),
        command: "comity sweep run experiment.toml",
        text: experiment,
        scenario,
    };
    draw::page(tables, manifest, &page, look)
}
