//! `comity run`, `comity verify`, `comity plot` and `comity report`.

use super::args::{DirArgs, Format, LangArg, RedrawArgs, RunArgs, TraceArg};
use super::draw::{self, Look};
use super::progress::Progress;
use super::{Failure, Outcome, Status, interrupt, scenario, show, sweep};
use crate::error::Diagnostic;
use crate::exchange::TraceLevel;
use crate::experiment::Choice;
use crate::models::{Lab, RunCx};
use crate::scenario::{Override, Scenario};
use crate::store::{
    CheckpointDir, Manifest, Opened, Recorded, RunDir, RunRecorder, StoreError, Tables, TraceEntry, digest_tables,
    open, published, unfinished,
};
use crate::table::Table;
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Sink, Write, sink};
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// `comity run SCENARIO`
pub(super) fn run(args: &RunArgs, lab: &Lab) -> Outcome {
    let scenario = scenario::read(&args.scenario, changes(args), &args.set, lab)?;
    let target = args.out.clone().unwrap_or_else(|| default_target(&args.scenario, &scenario));
    if !args.force
        && let Some(found) = already(&target, &scenario)
    {
        show::note(&format!("this run is already in {}; nothing was run", target.display()));
        print(&found.tables, &found.manifest, &target, args.format.format);
        return Ok(Status::Done);
    }
    let font = draw::font(args.font.as_deref())?;
    let dir = RunDir::create(&target, args.force)?;
    interrupt::removes(dir.aside());
    for left in unfinished(&target) {
        let left = left.display();
        show::note(&format!(
            "{left} is of a run that was killed, or that goes on elsewhere; delete it unless one does"
        ));
    }
    let started = SystemTime::now();
    let clock = Instant::now();
    let kept = checkpoints(args, &scenario)?;
    let Some(recorded) = record(&scenario, Output::of(&scenario, &dir)?, kept.as_ref())? else {
        show::note("training stopped at its checkpoints; the same command without --stop-after goes on from there");
        return Ok(Status::Interrupted);
    };
    let manifest = manifest(&scenario, &recorded);
    dir.write_tables(&recorded.tables)?;
    dir.write("scenario.toml", scenario.resolved_toml().as_bytes())?;
    if let Some(keys) = &recorded.keys {
        dir.write("jwks.json", format!("{}\n", keys.to_value()).as_bytes())?;
    }
    if scenario.plots {
        let lang = scenario.lang;
        let look = Look { lang, font: font.as_deref(), title: scenario.title_in(lang), source: &scenario.source, lab };
        let drawn = draw::all(&recorded.tables, &manifest, &scenario.resolved_toml(), &look)?;
        for (name, bytes) in &drawn.files {
            dir.write(name, bytes)?;
        }
        drawn.warn();
    }
    dir.write("environment.json", environment(started, clock).as_bytes())?;
    let finished = dir.finish(manifest)?;
    print(&recorded.tables, &finished.manifest, &finished.path, args.format.format);
    Ok(Status::Done)
}

/// The changes that flags of their own make.
fn changes(args: &RunArgs) -> Vec<Override> {
    let seed = args.seed.map(|seed| {
        // What the schema refuses is refused there: a seed beyond 63 bits becomes a text.
        let flag = format!("--seed {seed}");
        match i64::try_from(seed) {
            Ok(seed) => Override::of_flag("seed", seed, &flag),
            Err(_) => Override::of_flag("seed", seed.to_string(), &flag),
        }
    });
    let trace = args.trace.map(|level| match level {
        TraceArg::Off => Override::of_flag("output.trace", "off", "--trace off"),
        TraceArg::Tasks => Override::of_flag("output.trace", "tasks", "--trace tasks"),
        TraceArg::Wire => Override::of_flag("output.trace", "wire", "--trace wire"),
    });
    let lang = args.lang.map(|lang| match lang {
        LangArg::En => Override::of_flag("output.lang", "en", "--lang en"),
        LangArg::Zh => Override::of_flag("output.lang", "zh", "--lang zh"),
    });
    [seed, trace, lang].into_iter().flatten().collect()
}

/// `out/<scenario>-<digest8>`.
fn default_target(file: &Path, scenario: &Scenario) -> PathBuf {
    let stem = file.file_stem().map_or_else(|| "run".into(), |stem| stem.to_string_lossy().into_owned());
    Path::new("out").join(format!("{stem}-{}", &scenario.digest()[..8]))
}

/// The finished run of this scenario, if it is there and whole.
fn already(target: &Path, scenario: &Scenario) -> Option<Opened> {
    open(target).ok().filter(|found| found.manifest.scenario_digest == scenario.digest())
}

/// Where a trace goes.
enum Output {
    File(BufWriter<File>),
    Nowhere(Sink),
}

impl Output {
    fn of(scenario: &Scenario, dir: &RunDir) -> Result<Self, StoreError> {
        Ok(match scenario.trace {
            TraceLevel::Off => Output::Nowhere(sink()),
            _ => Output::File(dir.trace_file()?),
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Output::File(file) => file.write(bytes),
            Output::Nowhere(sink) => sink.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Output::File(file) => file.flush(),
            Output::Nowhere(sink) => sink.flush(),
        }
    }
}

/// Where checkpoints are kept, if they are.
fn checkpoints(args: &RunArgs, scenario: &Scenario) -> Result<Option<CheckpointDir>, Failure> {
    let Some(path) = &args.checkpoint else { return Ok(None) };
    if !scenario.model.keeps_checkpoints() {
        let found = format!("--checkpoint for the model {:?}, whose runs have no checkpoints", scenario.model_key);
        return Err(Diagnostic::new("no-checkpoints", found, "a model that trains episode by episode").into());
    }
    Ok(Some(CheckpointDir::open(path, &scenario.digest(), args.stop_after)?))
}

/// Runs a scenario's only replicate; nothing if it stopped at a checkpoint.
fn record(scenario: &Scenario, trace: Output, kept: Option<&CheckpointDir>) -> Result<Option<Recorded>, Failure> {
    let progress = Progress::new(&scenario.title);
    let mut report = |done, total| progress.at(done, total);
    let mut recorder = RunRecorder::new(&*scenario.model, trace, &mut report);
    let key = scenario.run_key(0);
    let cx = RunCx { key: &key, trace: scenario.trace };
    let finished = match kept {
        None => scenario.model.run(&cx, &mut recorder).map(|()| true),
        Some(kept) => scenario.model.run_kept(&cx, kept, &mut recorder),
    };
    if !finished.map_err(Diagnostic::from)? {
        return Ok(None);
    }
    let recorded =
        recorder.finish().map_err(|error| Failure::Io(Diagnostic::new("io", format!("the trace: {error}"), "")))?;
    Ok(Some(recorded))
}

fn manifest(scenario: &Scenario, recorded: &Recorded) -> Manifest {
    let digest = scenario.digest();
    Manifest {
        schema: Manifest::SCHEMA,
        comity: env!("CARGO_PKG_VERSION").to_string(),
        title: scenario.title.clone(),
        run: format!("{}-0", &digest[..16]),
        scenario_digest: digest,
        model: scenario.model_key.clone(),
        seed: scenario.seed.0,
        guests: scenario.guests.clone(),
        digest: digest_tables(recorded.tables.iter()),
        tables: Manifest::entries(&recorded.tables),
        trace: TraceEntry::of(scenario.trace.name(), recorded.trace.clone()),
    }
}

/// When and where it was run, and how long it took: what is not deterministic.
pub(super) fn environment(started: SystemTime, clock: Instant) -> String {
    let unix_ms = started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let value = json!({
        "comity": env!("CARGO_PKG_VERSION"),
        "started_unix_ms": u64::try_from(unix_ms).unwrap_or(u64::MAX),
        "wall_ms": u64::try_from(clock.elapsed().as_millis()).unwrap_or(u64::MAX),
        "threads": rayon::current_num_threads(),
        "os": std::env::consts::OS,
        "arch": std::env::consts::ARCH,
    });
    format!("{value:#}\n")
}

/// Prints the headline tables, and where everything is.
fn print(tables: &Tables, manifest: &Manifest, path: &Path, format: Format) {
    let headlines: Vec<&Table> = tables.iter().filter(|table| table.schema().headline).collect();
    let text = show::kept_tables(&headlines, format);
    match format {
        Format::Json => {
            let answer = json!({
                "run": manifest.run, "directory": path.display().to_string(), "digest": manifest.digest,
                "tables": serde_json::from_str::<serde_json::Value>(&text).unwrap_or_default(),
            });
            show::print(&format!("{answer}\n"));
        }
        Format::Csv => show::print(&text),
        Format::Table => {
            show::print(&text);
            show::note(&format!("\nrun {} in {}", manifest.run, path.display()));
        }
    }
}

/// `comity verify DIR`
pub(super) fn verify(args: &DirArgs, lab: &Lab) -> Outcome {
    if args.dir.join(sweep::EXPERIMENT).exists() {
        let found = format!("{} holds the results of a sweep", args.dir.display());
        let fault = Diagnostic::new("results-of-a-sweep", found, "the directory of the sweep, which has its plan");
        return Err(fault.into());
    }
    let found = match open(&args.dir) {
        Ok(found) => found,
        Err(StoreError::Corrupt(fault)) => return verdict(args, vec![fault.to_string()]),
        Err(error) => return Err(error.into()),
    };
    let name = args.dir.join("scenario.toml").display().to_string();
    let scenario = Scenario::read(&found.scenario, &name, &[], lab)?;
    if !scenario.guests.is_empty() {
        show::note(&format!("players from outside the lab are asked again: {}", scenario.guests.join(", ")));
    }
    let recorded =
        record(&scenario, Output::Nowhere(sink()), None)?.expect("a run without checkpoints comes to its end");
    let again = manifest(&scenario, &recorded);
    let mut differences = Vec::new();
    if again.comity != found.manifest.comity {
        differences.push(format!("it was run by version {}, this is {}", found.manifest.comity, again.comity));
    } else if again.scenario_digest != found.manifest.scenario_digest {
        differences.push("scenario.toml is not the scenario that was run".to_string());
    }
    for (table, entry) in &again.tables {
        if found.manifest.tables.get(table) != Some(entry) {
            differences.push(format!("table {table} comes out otherwise"));
        }
    }
    if again.trace != found.manifest.trace {
        differences.push("the trace comes out otherwise".to_string());
    }
    if differences.is_empty() && again != found.manifest {
        differences.push("the manifest was changed".to_string());
    }
    verdict(args, differences)
}

fn verdict(args: &DirArgs, differences: Vec<String>) -> Outcome {
    let same = differences.is_empty();
    show::print(&match args.format.format {
        Format::Json => format!("{}\n", json!({ "verified": same, "differences": differences })),
        Format::Table | Format::Csv if same => format!("{}: run again, and the same to the byte\n", args.dir.display()),
        Format::Table | Format::Csv => {
            format!("{}: not verified\n  {}\n", args.dir.display(), differences.join("\n  "))
        }
    });
    Ok(if same { Status::Done } else { Status::No })
}

/// What is drawn again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Redraw {
    /// The figures: those of the tables, or others by their columns.
    Plots(Choice),
    /// The report with its figures.
    Report,
}

/// `comity plot DIR` and `comity report DIR`: from the directory alone.
pub(super) fn redraw(args: &RedrawArgs, what: Redraw, lab: &Lab) -> Outcome {
    let dir = sweep::results_of(&args.dir);
    let found = open(&dir)?;
    let font = draw::font(args.font.as_deref())?;
    let experiment = published(&dir.join(sweep::EXPERIMENT))?.and_then(|bytes| String::from_utf8(bytes).ok());
    // Both files say title and source under the same keys.
    let facts = draw::facts(experiment.as_deref().unwrap_or(&found.scenario));
    let lang = args.lang.map_or_else(|| draw::facts(&found.scenario).lang, LangArg::lang);
    let title = facts.title(lang, &found.manifest.title);
    let look = Look { lang, font: font.as_deref(), title, source: &facts.source, lab };
    let report = what == Redraw::Report;
    let choice = match what {
        Redraw::Plots(choice) => choice,
        Redraw::Report => Choice::default(),
    };
    let drawn = match &experiment {
        Some(experiment) => {
            sweep::drawn((&found.tables, &found.manifest), (experiment, &found.scenario), &look, &choice)?
        }
        None if !choice.is_empty() => draw::chosen(&found.tables, &found.manifest, &found.scenario, &look, &choice)?,
        None => draw::all(&found.tables, &found.manifest, &found.scenario, &look)?,
    };
    let target = args.out.as_deref().unwrap_or(&dir);
    for (name, bytes) in &drawn.files {
        if (name == "report.html") == report {
            let path = target.join(name);
            crate::store::write_file(&path, bytes)?;
            show::print(&format!("{}\n", path.display()));
        }
    }
    drawn.warn();
    Ok(Status::Done)
}
